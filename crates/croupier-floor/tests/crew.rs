//! Craps on a live floor has its crew: who stands where, whose dice, what was thrown, what waits for a word; and what
//! seats mean at Three Card Baccarat.

use croupier_engine::Due;
use croupier_floor::{Act, ActResult, Answer, Event, Floor, NOTICE, Reason, Room, TableId};
use croupier_sheet::Happened;

/// A floor with its people, and one table.
struct House {
    floor: Floor,
    at: u64,
}

const PEOPLE: [(&str, &str); 9] = [
    ("max", "manager"),
    ("cas", "cashier"),
    ("sue", "supervisor"),
    ("dan", "dealer"),
    ("bea", "boxperson"),
    ("sid", "stickperson"),
    ("ann", "player"),
    ("bob", "player"),
    ("cyd", "player"),
];

impl House {
    fn open(game: &str, dealing: &str, setup: &str) -> Self {
        let mut house = Self { floor: Floor::default(), at: 1_000 };
        for (name, role) in PEOPLE {
            house.must(
                "max",
                &format!(
                    r#"{{"add-person":{{"name":"{name}","roles":["{role}"],"password":null}}}}"#
                ),
            );
        }
        house.act("max", r#"{"mint":{"amount":100000000}}"#);
        house.must("cas", r#"{"approve":{"request":1}}"#);
        house.must(
            "sue",
            &format!(
                r#"{{"open":{{"table":1,"name":"one","game":"{game}","setup":{setup},"float":10000000,"dealing":"{dealing}","seats":4}}}}"#
            ),
        );
        let tasks = house.floor.tasks.of_list(TableId(1));
        for task in tasks.map(|task| task.task).collect::<Vec<_>>() {
            house.must("sue", &format!(r#"{{"task-done":{{"table":1,"task":{task}}}}}"#));
        }
        for player in ["ann", "bob", "cyd"] {
            house.must("cas", &format!(r#"{{"buy-in":{{"player":"{player}","amount":500000}}}}"#));
            let bring = format!(r#"{{"bring":{{"table":1,"player":"{player}","amount":500000}}}}"#);
            house.must(player, &bring);
        }
        house
    }

    /// A craps table with its equipment, Ann at seat 1 and Bob at seat 2.
    fn craps() -> Self {
        let mut house = Self::open("craps", "physical", r#"{"chip":100}"#);
        house.must("bea", EQUIPMENT);
        house.sit("ann", 1);
        house.sit("bob", 2);
        house
    }

    fn act(&mut self, who: &str, act: &str) -> Answer {
        self.at += 1_000;
        let act = Act::parse(act.as_bytes()).unwrap();
        self.floor.act(self.at, who, &act)
    }

    fn must(&mut self, who: &str, act: &str) -> Answer {
        let answer = self.act(who, act);
        assert_eq!(answer.verdict, ActResult::Done, "{who}: {act}");
        answer
    }

    /// Says by which clause something is denied, and why; nothing has changed.
    fn denied(&mut self, who: &str, act: &str) -> (String, Reason) {
        let before = self.floor.clone();
        let answer = self.act(who, act);
        let ActResult::Denied(denied) = answer.verdict else { panic!("{who} may: {act}") };
        self.floor.now = before.now;
        assert!(self.floor == before && answer.events.is_empty(), "denied, and yet: {act}");
        (denied.clause.map(Into::into).unwrap_or_default(), denied.reason)
    }

    fn step(&mut self, who: &str, step: &str) -> Answer {
        self.must(who, &at_table(step))
    }

    fn refused(&mut self, who: &str, step: &str) -> String {
        self.denied(who, &at_table(step)).0
    }

    fn sit(&mut self, player: &str, seat: u8) -> Answer {
        self.must(player, &format!(r#"{{"sit":{{"table":1,"player":"{player}","seat":{seat}}}}}"#))
    }

    fn leave(&mut self, player: &str) -> Answer {
        self.must(player, &format!(r#"{{"leave":{{"table":1,"player":"{player}"}}}}"#))
    }

    fn dice(&mut self, player: &str, does: &str) -> Answer {
        self.step(player, &dice(player, does))
    }

    fn wager(&mut self, player: &str, rest: &str) -> Answer {
        self.step(player, &wager(player, rest))
    }

    /// The dice are thrown, their total is called, and what it decides is paid.
    fn throw(&mut self, roll: &str) -> Answer {
        self.step("sid", THROW);
        self.step("sid", &format!(r#"{{"roll":{roll}}}"#));
        self.step("sid", PAID)
    }

    /// Checked cards come to the table of Three Card Baccarat and are shuffled, cut by Ann, loaded and burned.
    fn load_cards(&mut self) {
        self.must("sue", r#"{"register-cards":{"set":1,"decks":8,"backs":"blue"}}"#);
        self.must("dan", r#"{"check-cards":{"set":1,"cards":416}}"#);
        self.must("dan", r#"{"bring-cards":{"table":1,"set":1}}"#);
        self.must("dan", r#"{"begin-shuffle":{"table":1}}"#);
        self.must("ann", r#"{"cut":{"table":1,"by":"ann","depth":200}}"#);
        self.must("dan", r#"{"load":{"table":1,"cutting_card":52}}"#);
        while self.room().table.expects().due == Due::Burn {
            self.step("dan", r#"{"card":"AH"}"#);
        }
    }

    fn room(&self) -> &Room {
        &self.floor.rooms[&TableId(1)]
    }

    /// Returns the name of the player to whom the dice are offered.
    fn offered(&self) -> Option<&str> {
        match self.room().table.expects().due {
            Due::Dice(player) => Some(self.floor.people.name(player)),
            _ => None,
        }
    }

    fn shooter(&self) -> Option<&str> {
        let shooter = self.room().table.dice()?.shooter?;
        Some(self.floor.people.name(shooter))
    }

    fn puck(&self) -> Option<u8> {
        self.room().table.dice().unwrap().point
    }
}

const EQUIPMENT: &str = r#"{"equipment":{"table":1,"dice":[11,12,13,14,15],"items":["bowl","stick","puck","float-tray","buttons","drop-box"]}}"#;
const THROW: &str = r#"{"throw":true}"#;
const PAID: &str = r#"{"paid":true}"#;
const SEVEN: &str = r#"{"roll":[3,4]}"#;
const LINE: &str = r#""on":"win-line","amount":1000"#;

fn at_table(step: &str) -> String {
    format!(r#"{{"step":{{"table":1,"step":{step}}}}}"#)
}

fn wager(player: &str, rest: &str) -> String {
    format!(r#"{{"wager":{{"player":"{player}",{rest}}}}}"#)
}

fn dice(player: &str, does: &str) -> String {
    format!(r#"{{"dice":{{"player":"{player}","does":"{does}"}}}}"#)
}

/// 3.2, 3.3, 3.7, 3.8: whoever comes to an empty table is offered the dice; they go on when the shooter leaves.
#[test]
fn seats_tell_the_game_who_stands_where() {
    let mut house = House::open("craps", "physical", "{}");
    house.must("bea", EQUIPMENT);
    assert_eq!(house.offered(), None);
    assert_eq!(house.refused("sid", THROW), "3.2");
    house.sit("bob", 2);
    assert_eq!(house.offered(), Some("bob"));
    house.sit("ann", 1);
    assert_eq!(house.refused("ann", &dice("ann", "accept")), "3.2");
    house.dice("bob", "accept");
    assert_eq!(house.shooter(), Some("bob"));
    assert_eq!(house.refused("sid", THROW), "4.1");
    house.wager("ann", LINE);
    // Bob leaves with the dice in hand: they pass.
    house.leave("bob");
    assert_eq!(house.offered(), Some("ann"));
    house.step("sid", &dice("ann", "accept"));
    house.throw("[2,2]");
    house.sit("cyd", 3);
    house.throw("[3,4]");
    assert_eq!(house.offered(), Some("cyd"), "3.7.1: the shooter passes the dice on a 7 Out");
    house.leave("cyd");
    assert_eq!(house.offered(), Some("ann"));
    house.leave("ann");
    assert_eq!(house.offered(), None);
    assert_eq!(house.refused("sid", THROW), "3.2");
}

/// 3.7.2 and the program's lapse: who may say what about the dice.
#[test]
fn orders_are_the_boxpersons_and_lapses_the_programs() {
    let mut house = House::craps();
    for who in ["ann", "dan", "sid", "bea", "sue"] {
        assert!(matches!(
            house.denied(who, &at_table(&dice("ann", "lapse"))).1,
            Reason::NotInRoles { .. } | Reason::NotOwn
        ));
    }
    house.step("house", &dice("ann", "lapse"));
    assert_eq!(house.offered(), Some("bob"));
    house.dice("bob", "accept");
    house.denied("sid", &at_table(&dice("bob", "order")));
    house.denied("bob", &at_table(&dice("bob", "order")));
    house.step("bea", r#"{"dice":{"player":"bob","does":"order","why":"he waits too long"}}"#);
    assert_eq!(house.offered(), Some("ann"));
}

/// 6.3, 6.4: no total without a throw; from the throw on, only what a dealer or boxperson confirms.
#[test]
fn wagers_close_with_the_throw() {
    let mut house = House::craps();
    house.dice("ann", "accept");
    house.wager("ann", LINE);
    house.wager("bob", r#""on":"place-win","number":6,"amount":1200"#);
    assert_eq!(house.refused("sid", SEVEN), "4.4");
    house.step("sid", THROW);
    let late = wager("bob", r#""on":"any-seven","amount":500"#);
    let confirmed = wager("bob", r#""on":"any-seven","amount":500,"confirmed":true"#);
    assert_eq!(house.refused("bob", &late), "6.3");
    for who in ["bob", "sid"] {
        let (clause, reason) = house.denied(who, &at_table(&confirmed));
        assert_eq!((&*clause, reason), ("6.3", Reason::NotTheirsToConfirm));
    }
    assert_eq!(house.refused("dan", &late), "6.3");
    house.step("dan", &confirmed);
    house.step("bea", &confirmed);
    let place = r#"{"remove":{"player":"bob","on":"place-win","number":6}}"#;
    assert_eq!(house.refused("bob", place), "6.4");
    let lower = r#"{"reduce":{"player":"bob","on":"place-win","number":6,"to":600}}"#;
    assert_eq!(house.refused("bob", lower), "6.4");
    let leave = r#"{"leave":{"table":1,"player":"ann"}}"#;
    assert_eq!(house.denied("ann", leave).1, Reason::OwnWagersStand);
    house.step("sid", SEVEN);
    // 4.5: the roll lies there until it is paid, and nothing else is taken, confirmed or not.
    assert!(!house.room().table.dice().unwrap().thrown);
    assert_eq!(house.refused("bob", &late), "4.5");
    assert_eq!(house.refused("dan", &confirmed), "4.5");
    assert_eq!(house.refused("bob", place), "4.5");
    assert_eq!(house.refused("bob", lower), "4.5");
    for step in [THROW, SEVEN] {
        assert_eq!(house.refused("sid", step), "4.5");
    }
    house.step("bea", PAID);
    assert_eq!(house.refused("sid", SEVEN), "4.3");
    house.wager("ann", LINE);
    assert_eq!(house.refused("sid", SEVEN), "4.4");
    house.step("bob", place);
    // Confirming is for late wagers; a player's own word is never taken for it.
    assert_eq!(house.refused("bob", &confirmed), "6.3");
    // The program throws nowhere but at its own tables.
    assert_eq!(house.denied("house", &at_table(THROW)).1, Reason::DealerDeals);
}

/// 1.1: nothing stands, so the puck is off and the next player's Win Line is taken.
#[test]
fn the_puck_goes_off_when_nothing_stands() {
    let mut house = House::craps();
    house.dice("ann", "accept");
    house.wager("ann", r#""on":"dont-win","amount":1000"#);
    house.throw("[2,2]");
    assert_eq!(house.puck(), Some(4));
    house.step("ann", r#"{"remove":{"player":"ann","on":"dont-win"}}"#);
    assert_eq!(house.puck(), None);
    house.leave("ann");
    house.wager("bob", LINE);
}

/// 9.8: after closing time nothing is taken that needs a new come out roll.
#[test]
fn after_closing_time_no_new_game_begins() {
    let mut house = House::craps();
    house.dice("ann", "accept");
    house.wager("ann", LINE);
    house.wager("bob", r#""on":"place-win","number":6,"amount":1200"#);
    house.throw("[2,2]");
    house.must("sue", r#"{"announce-closing":{"table":1}}"#);
    house.at += NOTICE;
    house.wager("bob", r#""on":"field","amount":500"#);
    house.wager("bob", r#""on":"come","amount":500"#);
    house.throw("[1,3]");
    assert!(house.room().has_wagers() && house.puck().is_none());
    assert_eq!(house.refused("bob", &wager("bob", LINE)), "9.8");
    assert_eq!(house.refused("ann", &wager("ann", r#""on":"field","amount":500"#)), "9.8");
}

/// 6.6.1: a player's call waits for the dealer or boxperson; 6.6.2: at any time.
#[test]
fn a_players_call_waits_for_the_button() {
    let mut house = House::craps();
    house.dice("ann", "accept");
    house.wager("ann", LINE);
    house.wager("bob", r#""on":"place-win","number":6,"amount":1200"#);
    let call = |state: &str| {
        format!(r#"{{"call":{{"player":"bob","on":"place-win","number":6,"state":"{state}"}}}}"#)
    };
    let asked = |house: &House| {
        let mut asked = None;
        let mut button = None;
        house.room().table.each_standing(|wager| {
            if let Some(on) = house.room().asked_call(&wager.spot) {
                asked = Some(on);
            }
            if wager.spot.mark == Some(6) {
                button = Some(wager.button);
            }
        });
        (asked, button.unwrap())
    };
    use croupier_engine::wager::Button;
    let answer = house.step("bob", &call("on"));
    assert!(
        matches!(answer.events[..], [Event::Task(croupier_floor::Task { clause: Some(ref clause), .. })] if clause == "6.6.1")
    );
    assert_eq!(asked(&house), (Some(true), Button::None));
    // What waits is the step that ends it, with the same names for the same things.
    let Event::Task(task) = &answer.events[0] else { panic!("{answer:?}") };
    let bob = house.floor.people.find("bob").unwrap().0;
    let written =
        format!(r#"{{"call":{{"player":{bob},"on":"place-win","number":6,"state":"on"}}}}"#);
    assert_eq!(serde_json::to_string(&task.what).unwrap(), written);
    assert_eq!(serde_json::from_str::<croupier_floor::ToDo>(&written).unwrap(), task.what);
    house.step("sid", THROW);
    house.step("bea", &call("on"));
    assert_eq!(asked(&house), (None, Button::On));
    house.step("bob", &call("off"));
    assert_eq!(asked(&house), (Some(false), Button::On));
    house.step("sid", r#"{"roll":[3,3]}"#);
    house.step("dan", PAID);
    house.wager("bob", r#""on":"place-win","number":6,"amount":1200"#);
    assert_eq!(asked(&house), (None, Button::None), "what was asked ended with the wager");
    let line = r#"{"call":{"player":"ann","on":"win-line","state":"off"}}"#;
    assert_eq!(house.refused("ann", line), "6.6");
}

/// 6.8: what staff places is shown to its player for a yes.
#[test]
fn wagers_by_staff_wait_for_their_players_yes() {
    let mut house = House::craps();
    house.dice("ann", "accept");
    let confirm = |player: &str| format!(r#"{{"confirm":{{"table":1,"player":"{player}"}}}}"#);
    let by_staff = |house: &House| {
        let mut count = 0;
        house.room().table.each_standing(|wager| {
            count += usize::from(house.room().is_by_staff(&wager.spot));
        });
        count
    };
    house.wager("ann", LINE);
    assert_eq!(house.denied("ann", &confirm("ann")).0, "6.8");
    house.step("dan", &wager("bob", LINE));
    house.throw("[2,2]");
    house.step("sid", &wager("bob", r#""on":"come","amount":500"#));
    assert_eq!(by_staff(&house), 2);
    house.throw("[3,3]");
    assert_eq!(by_staff(&house), 2, "a Come keeps the mark on its number");
    assert_eq!(house.denied("dan", &confirm("bob")).1.by(), croupier_floor::By::Rights);
    assert_eq!(house.denied("ann", &confirm("bob")).1, Reason::NotOwn);
    house.must("bob", &confirm("bob"));
    assert_eq!(by_staff(&house), 0);
}

/// 5.3.7: a throw with a trick opens a report beside the notice.
#[test]
fn a_trick_opens_a_report() {
    let mut house = House::craps();
    house.dice("ann", "accept");
    house.wager("ann", LINE);
    house.step("sid", THROW);
    let answer = house.step("sid", r#"{"no-roll":{"reason":"missed-the-end"}}"#);
    assert!(!answer.events.iter().any(|event| matches!(event, Event::Noted { .. })));
    house.step("sid", THROW);
    let answer = house.step("sid", r#"{"no-roll":{"reason":"trick"}}"#);
    let notice = |event: &Event| matches!(event, Event::Game(_, Happened::Measure { clause, .. }) if clause == "5.3.7");
    let noticed = answer.events.iter().position(notice).unwrap();
    let reports = |event: &Event| matches!(event, Event::Noted { .. });
    assert!(answer.events[noticed..].iter().any(reports));
    assert_eq!(answer.events.iter().filter(|event| reports(event)).count(), 1);
}

/// 2.3, 2.4, 3.6: nobody throws before five checked dice and the equipment are registered; a new set is entered.
#[test]
fn dice_and_equipment_are_registered() {
    let mut house = House::open("craps", "physical", "{}");
    house.sit("ann", 1);
    house.dice("ann", "accept");
    house.wager("ann", LINE);
    assert_eq!(house.denied("sid", &at_table(THROW)), ("2.3".to_owned(), Reason::NoDiceRegistered));
    for who in ["ann", "dan", "sid"] {
        assert_eq!(house.denied(who, EQUIPMENT).1.by(), croupier_floor::By::Rights);
    }
    let equipment = |dice: &str, items: &str| {
        format!(r#"{{"equipment":{{"table":1,"dice":{dice},"items":[{items}]}}}}"#)
    };
    let all = r#""bowl","stick","puck","float-tray","buttons","drop-box""#;
    for (items, clause) in [
        (all.replace(r#""bowl","#, ""), "2.4.1"),
        (all.replace(r#""stick","#, ""), "2.4.2"),
        (all.replace(r#""puck","#, ""), "2.4.3"),
        (all.replace(r#""float-tray","#, ""), "2.4.4"),
        (all.replace(r#""buttons","#, ""), "2.4.5"),
        (all.replace(r#","drop-box""#, ""), "2.5"),
    ] {
        assert_eq!(house.denied("bea", &equipment("[1,2,3,4,5]", &items)).0, clause);
    }
    for dice in ["[1,2,3,4]", "[1,2,3,4,4]", "[1,2,3,4,5,6]"] {
        let denied = house.denied("bea", &equipment(dice, all));
        assert_eq!(denied, ("2.3".to_owned(), Reason::NotFiveDice));
    }
    let set = r#"{"dice-set":{"table":1,"dice":[21,22,23,24,25]}}"#;
    assert_eq!(house.denied("bea", set).1, Reason::EquipmentFirst);
    house.must("bea", EQUIPMENT);
    assert_eq!(house.denied("sue", EQUIPMENT).1, Reason::DiceAreRegistered);
    assert_eq!(house.denied("bea", set), ("3.6".to_owned(), Reason::DiceAreRegistered));
    assert_eq!(house.room().dice_set().unwrap().dice[0], 11);

    // Two dice are lost; the shooter goes on with the others, and the new set comes when the dice pass.
    house.step("sid", r#"{"irregular":{"what":"die-off","dice":2}}"#);
    assert_eq!(house.room().table.dice().unwrap().missing, [true, true, false, false, false]);
    house.step("bea", r#"{"irregular":{"what":"dice-lost","by":"boxperson"}}"#);
    house.step("ann", r#"{"dice":{"player":"ann","does":"choose","takes":[3,4]}}"#);
    house.throw("[2,2]");
    assert_eq!(house.room().dice_set().unwrap().dice[0], 11);
    house.throw("[3,4]");
    house.dice("ann", "accept");
    house.wager("ann", LINE);
    assert_eq!(house.refused("sid", THROW), "2.3");
    let used = r#"{"dice-set":{"table":1,"dice":[11,22,23,24,25]}}"#;
    assert_eq!(house.denied("bea", used).1, Reason::NotFiveDice);
    house.must("bea", set);
    assert_eq!(house.room().dice_set().unwrap().dice[0], 21);
    house.throw("[5,6]");
}

/// A game without dice has no such register, and no such calls.
#[test]
fn a_card_table_has_no_dice_to_register() {
    let mut house = House::open("casino-war", "physical", "{}");
    assert_eq!(house.denied("sue", EQUIPMENT).0, "3.1");
    assert_eq!(house.denied("sue", r#"{"dice-set":{"table":1,"dice":[1,2,3,4,5]}}"#).0, "3.1");
}

/// Three Card Baccarat 5.6, 5.8, 5.10: seats of the floor say who may touch cards; a manager approves one who stands.
#[test]
fn seats_say_who_touches_cards() {
    let mut house = House::open("three-card-baccarat", "physical", r#"{"method":"B"}"#);
    house.sit("ann", 3);
    house.load_cards();
    house.denied("dan", &at_table(r#"{"sharing":{"players":1}}"#));
    house.step("sue", r#"{"sharing":{"players":1}}"#);
    for area in [1, 3] {
        house.wager("ann", &format!(r#""area":{area},"on":"player","amount":1000"#));
    }
    let shared = r#""area":1,"on":"player","amount":1000"#;
    assert_eq!(house.refused("cyd", &wager("cyd", shared)), "5.6");
    house.step("sue", r#"{"sharing":{"players":3}}"#);
    house.wager("cyd", shared);
    for _ in 0..9 {
        house.step("dan", r#"{"face-down":true}"#);
    }
    let look =
        |player: &str, area: u8| format!(r#"{{"look":{{"player":"{player}","area":{area}}}}}"#);
    assert_eq!(house.refused("ann", &look("ann", 1)), "5.8");
    house.step("ann", &look("ann", 3));
    assert_eq!(house.refused("cyd", &look("cyd", 1)), "5.8");
    let approve = r#"{"standing":{"player":"cyd","approved":true}}"#;
    for who in ["sue", "dan", "cyd"] {
        house.denied(who, &at_table(approve));
    }
    house.step("max", approve);
    house.step("cyd", &look("cyd", 1));
}

/// Three Card Baccarat 14.8: who stands and plays is asked for the variant too.
#[test]
fn standing_players_agree_too() {
    let mut house = House::open("three-card-baccarat", "physical", "{}");
    house.sit("ann", 1);
    house.load_cards();
    house.wager("ann", r#""area":1,"on":"player","amount":1000"#);
    house.wager("cyd", r#""area":1,"on":"player","amount":1000"#);
    for card in "2C 3C 4C 5C 6C 7C".split(' ') {
        house.step("dan", &format!(r#"{{"card":"{card}"}}"#));
    }
    house.step("dan", PAID);
    house.must("sue", r#"{"variant":{"table":1,"variant":"even-money"}}"#);
    let agree = |player: &str| format!(r#"{{"agree":{{"table":1,"player":"{player}"}}}}"#);
    house.must("ann", &agree("ann"));
    assert_eq!(house.room().table.rules().variant, None);
    house.denied("bob", &agree("bob"));
    house.must("cyd", &agree("cyd"));
    assert_eq!(house.room().table.rules().variant, Some(0));
}
