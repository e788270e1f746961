//! Cards and shuffles as records: sets and their checks, when a shuffle may begin, riffle, cut, cutting card, an empty
//! source, and the burn of virtual tables.

use croupier_engine::{Card, Due};
use croupier_floor::{
    Act, ActResult, Answer, Draws, Event, Floor, HOUSE, ShuffleCause, TableId, Task, ToDo,
    burn_commitment, commitment, hex,
};

const TABLE: TableId = TableId(1);
const KEY: [u8; 32] = [5; 32];

/// A floor with people, and one table of a game.
struct House(Floor);

impl House {
    /// Opens a table; `setup` is what its set-up says besides limits that let anything pass.
    fn open(game: &str, setup: &str, dealing: &str) -> Self {
        let mut house = Self(Floor::default());
        house.ok("max", r#"{"add-person":{"name":"max","roles":["manager"],"password":null}}"#);
        for (name, role) in [
            ("cas", "cashier"),
            ("sue", "supervisor"),
            ("dan", "dealer"),
            ("ann", "player"),
            ("bob", "player"),
            ("cyd", "player"),
        ] {
            let add = r#"{"add-person":{"name":"NAME","roles":["ROLE"],"password":null}}"#;
            house.ok("max", &add.replace("NAME", name).replace("ROLE", role));
        }
        house.say("max", r#"{"mint":{"amount":100000000}}"#);
        house.ok("cas", r#"{"approve":{"request":1}}"#);
        let open = r#"{"open":{"table":1,"name":"one","game":"GAME","setup":SETUP,"float":10000000,"dealing":"DEALING","seats":7}}"#;
        let open = open.replace("GAME", game).replace("SETUP", setup);
        house.ok("sue", &open.replace("DEALING", dealing));
        let tasks = house.0.tasks.of_list(TableId(1));
        for task in tasks.map(|task| task.task).collect::<Vec<_>>() {
            house.ok("dan", &format!(r#"{{"task-done":{{"table":1,"task":{task}}}}}"#));
        }
        for (name, seat) in [("ann", 1), ("bob", 4)] {
            let fields = format!(r#""player":"{name}","amount":500000"#);
            house.ok("cas", &format!(r#"{{"buy-in":{{{fields}}}}}"#));
            let sit = format!(r#"{{"sit":{{"table":1,"player":"{name}","seat":{seat}}}}}"#);
            house.ok(name, &sit);
            house.ok(name, &format!(r#"{{"bring":{{"table":1,{fields}}}}}"#));
        }
        house
    }

    fn answer(&mut self, who: &str, act: &str) -> Answer {
        let act = Act::parse(act.as_bytes()).unwrap_or_else(|error| panic!("{act}: {error}"));
        let before = self.0.clone();
        let answer = self.0.act(self.0.now + 1000, who, &act);
        if let ActResult::Denied(_) = answer.verdict {
            let mut after = self.0.clone();
            after.now = before.now;
            assert!(after == before, "{} changed something", act.write());
        }
        answer
    }

    fn say(&mut self, who: &str, act: &str) -> ActResult {
        self.answer(who, act).verdict
    }

    fn ok(&mut self, who: &str, act: &str) -> Vec<Event> {
        let answer = self.answer(who, act);
        assert_eq!(answer.verdict, ActResult::Done, "{who}: {act}");
        answer.events
    }

    /// Cards are found face up and burned until so many are left; the kings stay.
    fn use_up(&mut self, left: usize) {
        for rank in "A23456789TJQ".chars() {
            for suit in "CDHS".chars().cycle().take(24) {
                if self.room().table.shoe().census().source > left {
                    let card =
                        format!(r#"{{"irregular":{{"what":"face-up","card":"{rank}{suit}"}}}}"#);
                    self.step("dan", &card);
                }
            }
        }
        for suit in ["H", "S"].into_iter().cycle().take(12).chain(["C", "D"].into_iter().cycle()) {
            if self.room().table.shoe().census().source <= left {
                break;
            }
            self.step("dan", &format!(r#"{{"irregular":{{"what":"face-up","card":"K{suit}"}}}}"#));
        }
    }

    /// It is denied, by this clause, for this reason.
    fn no(&mut self, who: &str, act: &str, clause: &str, reason: &str) {
        let ActResult::Denied(denied) = self.say(who, act) else { panic!("{who}: {act}: done") };
        let told = serde_json::to_string(&denied.reason).unwrap();
        assert!(told.contains(reason), "{who}: {act}: {told}");
        assert_eq!(denied.clause.as_deref().unwrap_or(""), clause, "{who}: {act}: {told}");
    }

    fn step(&mut self, who: &str, step: &str) -> Vec<Event> {
        self.ok(who, &at(step))
    }

    fn card(&mut self, card: &str) -> Vec<Event> {
        self.step("dan", &format!(r#"{{"card":"{card}"}}"#))
    }

    /// What the cards decide is collected and paid.
    fn pay(&mut self) -> Vec<Event> {
        assert_eq!(self.room().table.expects().due, Due::Payment);
        self.step("dan", r#"{"paid":true}"#)
    }

    fn wager(&mut self, who: &str, area: u8, on: &str) {
        let fields = format!(r#""player":"{who}","area":{area},"on":"{on}","amount":1000"#);
        self.step(who, &format!(r#"{{"wager":{{{fields}}}}}"#));
    }

    /// A set of so many decks comes to the table, checked.
    fn bring(&mut self, set: u32, decks: u16) {
        let fields = format!(r#""set":{set},"decks":{decks},"backs":"blue""#);
        self.ok("sue", &format!(r#"{{"register-cards":{{{fields}}}}}"#));
        let cards = decks * 52;
        self.ok("dan", &format!(r#"{{"check-cards":{{"set":{set},"cards":{cards}}}}}"#));
        self.ok("dan", &format!(r#"{{"bring-cards":{{"table":1,"set":{set}}}}}"#));
    }

    /// The cards are shuffled, cut by whoever is first, and loaded.
    fn load(&mut self, cutting_card: u16) {
        self.ok("dan", BEGIN);
        self.ok("dan", r#"{"cut":{"table":1,"by":"ann","depth":100}}"#);
        self.ok("dan", &load(Some(cutting_card)));
    }

    fn room(&self) -> &croupier_floor::Room {
        &self.0.rooms[&TABLE]
    }
}

const BEGIN: &str = r#"{"begin-shuffle":{"table":1}}"#;

fn at(step: &str) -> String {
    format!(r#"{{"step":{{"table":1,"step":{step}}}}}"#)
}

fn load(cutting_card: Option<u16>) -> String {
    let card = cutting_card.map_or_else(|| "null".to_owned(), |card| card.to_string());
    format!(r#"{{"load":{{"table":1,"cutting_card":{card}}}}}"#)
}

fn offered(events: &[Event]) -> Option<(u32, String)> {
    events.iter().find_map(|event| match event {
        Event::CutOffered { to, clause, .. } => Some((to.map_or(0, |to| to.0), clause.to_string())),
        _ => None,
    })
}

fn tasks(events: &[Event]) -> Vec<ToDo> {
    let task = |event: &Event| match event {
        Event::Task(Task { what, .. }) => Some(what.clone()),
        _ => None,
    };
    events.iter().filter_map(task).collect()
}

/// Three Card 3.5, Casino War 3.3: no cards without a check; Lucky Draw asks for one, bACEball may have one.
#[test]
fn cards_are_checked_where_the_order_demands_it() {
    for (game, clause, decks) in [("three-card-baccarat", "3.5", 8), ("casino-war", "3.3", 6)] {
        let mut house = House::open(game, "{}", "physical");
        house.no("dan", BEGIN, clause, "no-set");
        house.no("dan", r#"{"bring-cards":{"table":1,"set":7}}"#, "", "no-such-set");
        let register = format!(
            r#"{{"register-cards":{{"set":7,"decks":{decks},"backs":"blue","pre_shuffled":true}}}}"#
        );
        house.no("dan", &register, "", "not-in-roles");
        house.ok("sue", &register);
        house.no("sue", &register, "", "set-known");
        house.no("dan", r#"{"bring-cards":{"table":1,"set":7}}"#, clause, "not-checked");
        // A count that is not right is a check, but no good one.
        house.ok("dan", r#"{"check-cards":{"set":7,"cards":300,"device":"checker 4"}}"#);
        house.no("dan", r#"{"bring-cards":{"table":1,"set":7}}"#, clause, "set-incomplete");
        let right = decks * 52;
        house.ok(
            "dan",
            &format!(r#"{{"check-cards":{{"set":7,"cards":{right},"device":"checker 4"}}}}"#),
        );
        house.ok("sue", r#"{"seal-cards":{"set":7,"seal":"A 113"}}"#);
        house.ok("sue", r#"{"hand-over-cards":{"set":7,"to":"dan"}}"#);
        let set = &house.0.cards[&7];
        assert_eq!((set.is_checked(), set.seal.as_deref()), (true, Some("A 113")));
        assert_eq!(set.check.as_ref().unwrap().device.as_deref(), Some("checker 4"));
        house.no("ann", r#"{"bring-cards":{"table":1,"set":7}}"#, "", "not-in-roles");
        house.ok("dan", r#"{"bring-cards":{"table":1,"set":7}}"#);
        house.no("sue", r#"{"retire-cards":{"set":7,"why":"worn"}}"#, "", "set-elsewhere");
        let begun = house.ok("dan", r#"{"begin-shuffle":{"table":1,"pre_shuffled":true}}"#);
        assert!(matches!(
            begun[0],
            Event::ShuffleBegun {
                set: Some(7),
                cause: ShuffleCause::Opening,
                pre_shuffled: true,
                ..
            }
        ));
    }
    let mut house = House::open("lucky-draw-baccarat", "{}", "physical");
    assert_eq!(tasks(&house.ok("dan", BEGIN)), [ToDo::CheckCards]);
    let mut house = House::open("baceball", "{}", "physical");
    assert_eq!(tasks(&house.ok("dan", BEGIN)), []);
    let mut house = House::open("casino-war", "{}", "physical");
    house.ok("sue", r#"{"register-cards":{"set":1,"decks":8,"backs":"red"}}"#);
    house.ok("sue", r#"{"check-cards":{"set":1,"cards":416}}"#);
    house.no("dan", r#"{"bring-cards":{"table":1,"set":1}}"#, "3.1", "other-decks");
    house.ok("sue", r#"{"retire-cards":{"set":1,"why":"worn"}}"#);
    house.no("dan", r#"{"check-cards":{"set":1,"cards":416}}"#, "", "set-retired");
}

/// Casino War 4.1, 4.1.4: a dealer begins no shuffle that is not due and not ordered; none in a round; no card and no round
/// while one is open. Who ordered it is kept.
#[test]
fn a_shuffle_is_due_or_ordered() {
    let mut house = House::open("casino-war", "{}", "physical");
    house.bring(1, 6);
    house.ok("dan", BEGIN);
    house.no("dan", BEGIN, "", "being-shuffled");
    house.wager("ann", 1, "initial");
    for step in [r#"{"card":"9C"}"#, r#"{"burn":true}"#, r#"{"close":true}"#] {
        house.no("dan", &at(step), "4.1", "being-shuffled");
    }
    house.ok("dan", r#"{"cut":{"table":1,"by":"ann","depth":100}}"#);
    house.no("dan", &at(r#"{"card":"9C"}"#), "4.1", "being-shuffled");
    house.ok("dan", &load(Some(52)));
    house.no("dan", BEGIN, "4.1", "shuffle-not-due");
    house.step("dan", r#"{"burn":true}"#);
    house.card("KC");
    house.no("dan", BEGIN, "4.1", "round-on");
    house.card("5D");
    house.no("dan", BEGIN, "4.1", "round-on");
    house.pay();
    house.no("dan", BEGIN, "4.1", "shuffle-not-due");
    house.no("dan", r#"{"bring-cards":{"table":1,"set":1}}"#, "", "set-elsewhere");
    house.step("sue", r#"{"irregular":{"what":"poor-mix","why":"clumps"}}"#);
    house.no("dan", r#"{"begin-shuffle":{"table":1,"method":"device"}}"#, "4.1", "other-method");
    let begun = house.ok("dan", r#"{"begin-shuffle":{"table":1,"method":"multishuffler"}}"#);
    let sue = house.0.people.find("sue");
    let Event::ShuffleBegun { number: 2, cause: ShuffleCause::Ordered, ordered_by, .. } = begun[0]
    else {
        panic!("{begun:?}")
    };
    assert_eq!(ordered_by, sue);
}

/// Casino War 4.3.2: the cut is offered to whoever's wager the cutting card came to, not by seat number.
#[test]
fn the_cut_goes_to_whose_wager_lay_there() {
    let mut house = House::open("casino-war", "{}", "physical");
    house.bring(1, 6);
    house.load(52);
    house.step("dan", r#"{"burn":true}"#);
    // Ann sits at seat 1 and wagers on area 4 too, where Bob sits.
    house.wager("ann", 1, "initial");
    house.wager("ann", 4, "initial");
    house.card("KC");
    house.step("dan", r#"{"cutting-card":true}"#);
    house.card("QC");
    house.card("5D");
    house.pay();
    let ann = house.0.people.find("ann").unwrap();
    let begun = house.ok("dan", BEGIN);
    assert_eq!(offered(&begun), Some((ann.0, "4.3.2".to_owned())));
    // She leaves: it goes on clockwise, and in the end to the supervisor, who is no player.
    let bob = house.0.people.find("bob").unwrap();
    let left = house.ok("ann", r#"{"leave":{"table":1,"player":"ann"}}"#);
    assert_eq!(offered(&left), Some((bob.0, "4.4".to_owned())));
    house.no("bob", r#"{"lapse-cut":{"table":1,"player":"bob"}}"#, "", "not-in-roles");
    let refused = house.ok("bob", r#"{"refuse-cut":{"table":1,"by":"bob"}}"#);
    assert_eq!(offered(&refused), Some((0, "4.4".to_owned())));
    house.no("sue", r#"{"cut":{"table":1,"by":"sue","depth":51}}"#, "4.5", "cut-too-shallow");
    house.no("sue", r#"{"cut":{"table":1,"by":"sue","depth":261}}"#, "4.5", "cut-too-shallow");
    let cut = house.ok("sue", r#"{"cut":{"table":1,"by":"sue","depth":260}}"#);
    let sue = house.0.people.find("sue");
    assert!(matches!(cut[0], Event::WasCut { by, depth: 260, .. } if by == sue));
}

/// The riffle: a seated player, or the dealer for one; at Three Card Baccarat a supervisor too, and binding.
#[test]
fn a_riffle_is_asked_decided_and_done() {
    let begin = r#"{"begin-shuffle":{"table":1,"pre_shuffled":true}}"#;
    let ask = r#"{"ask-riffle":{"table":1}}"#;
    let mut house = House::open("casino-war", "{}", "physical");
    house.bring(1, 6);
    house.no("ann", ask, "4.2", "not-pre-shuffled");
    house.ok("dan", begin);
    house.no("cyd", ask, "4.2", "riffle-by-player");
    house.no("dan", ask, "", "riffle-by-player");
    house.no("sue", ask, "4.2", "riffle-only-players");
    house.no("ann", r#"{"ask-riffle":{"table":1,"player":"bob"}}"#, "", "not-own");
    assert_eq!(
        tasks(&house.ok("dan", r#"{"ask-riffle":{"table":1,"player":"bob"}}"#)),
        [ToDo::DecideRiffle]
    );
    house.no("ann", ask, "4.2", "riffle-asked");
    let cut = r#"{"cut":{"table":1,"by":"ann","depth":100}}"#;
    house.no("ann", cut, "", "riffle-asked");
    house.no("dan", r#"{"riffle-done":{"table":1}}"#, "4.2", "riffle-not-granted");
    house.no("dan", r#"{"riffle":{"table":1,"granted":true}}"#, "4.2", "not-in-roles");
    house.ok("sue", r#"{"riffle":{"table":1,"granted":true}}"#);
    house.no("ann", cut, "", "riffle-asked");
    house.ok("dan", r#"{"riffle-done":{"table":1}}"#);
    house.ok("ann", ask);
    house.ok("sue", r#"{"riffle":{"table":1,"granted":false}}"#);
    house.no("dan", r#"{"riffle-done":{"table":1}}"#, "", "riffle-not-asked");
    house.ok("ann", cut);
    house.no("ann", ask, "4.2", "is-cut");

    let mut house = House::open("three-card-baccarat", "{}", "physical");
    house.bring(1, 8);
    house.ok("dan", begin);
    assert_eq!(tasks(&house.ok("sue", ask)), [ToDo::Riffle]);
    house.no("sue", r#"{"riffle":{"table":1,"granted":false}}"#, "4.2", "riffle-is-done");
    house.ok("dan", r#"{"riffle-done":{"table":1}}"#);
    house.ok("bob", ask);

    // With a device nothing is cut, and so there is no riffle; bACEball has it before the device.
    let mut house = House::open("casino-war", r#"{"source":"device"}"#, "physical");
    house.bring(1, 6);
    let angel = r#"{"begin-shuffle":{"table":1,"angel":true,"by_hand_first":true}}"#;
    house.no("dan", angel, "4.1", "other-origin");
    house.ok("sue", r#"{"register-cards":{"set":2,"decks":6,"backs":"red","angel":true}}"#);
    house.ok("dan", r#"{"check-cards":{"set":2,"cards":312}}"#);
    house.ok("dan", r#"{"bring-cards":{"table":1,"set":2}}"#);
    house.ok("dan", angel);
    house.no("ann", ask, "4.2.1", "riffle-before-cut");
    let mut house = House::open("baceball", "{}", "physical");
    house.ok("dan", begin);
    house.ok("ann", ask);
    house.no("dan", &load(None), "", "riffle-asked");
}

/// The place of the cutting card is known by counting: it is taken out before the next card. Then a supervisor of Three
/// Card Baccarat says whether the same cards are shuffled (3.9); new ones need a set of their own.
#[test]
fn the_cutting_card_is_noticed_by_counting() {
    let mut house = House::open("three-card-baccarat", r#"{"decks":6}"#, "physical");
    house.bring(1, 6);
    house.load(64);
    house.card("KC");
    for _ in 0..10 {
        house.step("dan", r#"{"burn":true}"#);
    }
    let mut cards = (0..).map(|at| Card::from_index(at % 52).unwrap().to_string());
    let mut asked = Vec::new();
    while asked.is_empty() {
        if !house.room().table.felt().in_round() {
            house.wager("ann", 1, "player");
        }
        if house.room().cutting_card_is_due() {
            assert_eq!(house.room().table.shoe().census().source, 64);
            house.no(
                "dan",
                &at(r#"{"card":"KC"}"#),
                if house.room().table.felt().in_round() { "4.7" } else { "4.8" },
                "cutting-card-first",
            );
            house.step("dan", r#"{"cutting-card":true}"#);
        }
        let card = cards.next().unwrap();
        assert_eq!(tasks(&house.card(&card)), []);
        if house.room().table.expects().due == Due::Payment {
            asked = tasks(&house.pay());
        }
    }
    assert_eq!(asked, [ToDo::SameOrNewCards]);
    house.step("sue", r#"{"replace":{"checked":true}}"#);
    house.no("dan", BEGIN, "3.5", "no-set");
    house.bring(2, 6);
    assert!(house.0.cards[&1].check.is_none(), "what was at a table is checked again");
    let begun = house.ok("dan", BEGIN);
    assert!(matches!(
        begun[0],
        Event::ShuffleBegun { set: Some(2), cause: ShuffleCause::NewCards, .. }
    ));
}

/// bACEball 3.1, 12.6: its device takes nothing back. 312 cards come, no seventh of a kind, and then the discards are shuffled
/// before the round goes on.
#[test]
fn an_empty_device_is_noticed_by_counting() {
    let mut house = House::open("baceball", "{}", "physical");
    house.ok("dan", BEGIN);
    house.ok("dan", &load(None));
    house.step("dan", r#"{"burn":true}"#);
    let mut dealt = 0;
    'deal: loop {
        if !house.room().table.felt().in_round() {
            house.wager("ann", 1, "bet");
            house.wager("bob", 4, "bet");
        }
        let left = *house.room().table.shoe().source();
        let card = (0..52).find(|&at| left[at] > 0).and_then(Card::from_index);
        let Some(card) = card.filter(|_| !house.room().is_empty()) else { break 'deal };
        house.card(&card.to_string());
        if house.room().table.expects().due == Due::Payment {
            house.pay();
        }
        dealt += 1;
        if dealt == 12 {
            house.no("dan", &at(r#"{"card":"AC"}"#), "3.1", "card-used-up");
        }
    }
    assert_eq!(dealt, 311);
    assert!(house.room().table.felt().in_round());
    house.no("dan", &at(r#"{"card":"KS"}"#), "3.1", "source-is-empty");
    house.no("dan", BEGIN, "4.1", "round-on");
    house.step("dan", r#"{"irregular":{"what":"run-out"}}"#);
    house.no("dan", &at(r#"{"burn":true}"#), "4.1", "shuffle-run-out-first");
    let begun = house.ok("dan", BEGIN);
    assert!(matches!(begun[0], Event::ShuffleBegun { cause: ShuffleCause::RunOut, .. }));
    house.ok("dan", &load(None));
    house.step("dan", r#"{"burn":true}"#);
    house.card("2C");
}

/// Casino War 11.7: in a round the discards are shuffled and cut before it goes on.
#[test]
fn what_runs_out_in_a_round_is_shuffled_and_cut() {
    let mut house = House::open("casino-war", "{}", "physical");
    house.bring(1, 6);
    house.load(1);
    house.step("dan", r#"{"burn":true}"#);
    house.wager("ann", 1, "initial");
    house.wager("ann", 2, "initial");
    house.use_up(2);
    let run_out = r#"{"irregular":{"what":"run-out"}}"#;
    house.step("dan", r#"{"card":"KC"}"#);
    house.step("dan", r#"{"cutting-card":true}"#);
    house.step("dan", r#"{"card":"KD"}"#);
    house.step("dan", run_out);
    house.no("dan", &at(r#"{"card":"5D"}"#), "4.1", "shuffle-run-out-first");
    house.ok("dan", BEGIN);
    house.no("dan", &load(Some(52)), "4.4", "not-cut");
    // The cutting card came to an area of hers.
    house.ok("ann", r#"{"cut":{"table":1,"by":"ann","depth":100}}"#);
    house.ok("dan", &load(Some(52)));
    house.step("dan", r#"{"burn":true}"#);
    house.card("5D");
    assert!(!house.room().is_between_rounds());
    house.pay();
    assert!(house.room().is_between_rounds());
}

/// bACEball 12.7 and its sisters: a card that was told as burned and was dealt stays in play.
#[test]
fn a_card_that_was_not_burned_stays_in_play() {
    let mut house = House::open("casino-war", "{}", "physical");
    house.bring(1, 6);
    house.load(52);
    house.wager("ann", 1, "initial");
    house.card("KC");
    house.step("dan", r#"{"irregular":{"what":"not-burned"}}"#);
    assert!(house.room().table.felt().in_round());
    house.card("5D");
    house.pay();
    assert_eq!(house.room().round, 2);
}

/// The burn of a virtual table has a key of its own: committed before the cut, no face in any act or event until the
/// shoe is over, and then what follows from key, cut and the cards that were not dealt.
#[test]
fn burned_faces_are_unknown_until_the_shoe_is_over() {
    let mut house = House::open("casino-war", "{}", "virtual");
    let begin = |number: u64| {
        let burn = burn_commitment(1, number, &KEY);
        format!(r#"{{"begin-shuffle":{{"table":1,"burn":"{burn}"}}}}"#)
    };
    house.no("dan", &begin(1), "", "program-deals");
    house.no(HOUSE, BEGIN, "", "not-committed");
    house.ok(HOUSE, &begin(1));
    let commit = |number| {
        format!(r#"{{"commit":{{"table":1,"commitment":"{}"}}}}"#, commitment(1, number, &KEY))
    };
    house.ok(HOUSE, &commit(1));
    // The cut is really offered; who lets it pass has not refused.
    let lapsed = house.ok(HOUSE, r#"{"lapse-cut":{"table":1,"player":"ann"}}"#);
    assert!(matches!(lapsed[0], Event::CutLapsed { .. }) && lapsed.len() == 2);
    house.ok("bob", r#"{"cut":{"table":1,"by":"bob","depth":77}}"#);
    house.ok(HOUSE, &load(Some(52)));
    house.no(HOUSE, &at(r#"{"card":"KC"}"#), "4.9", "burn-is-unseen");
    let burned = house.step(HOUSE, r#"{"burn":true}"#);
    assert!(!serde_json::to_string(&burned).unwrap().contains("card\""));
    house.wager("ann", 1, "initial");
    let mut draws = Draws::new(&KEY, &[]);
    while house.room().round == 1 {
        match house.room().table.expects().due {
            Due::Choice(..) => house.step("ann", r#"{"choose":{"area":1,"choice":"surrender"}}"#),
            Due::Payment => house.step(HOUSE, r#"{"paid":true}"#),
            _ => {
                let card = draws.card(house.room().table.shoe().source()).unwrap();
                house.step(HOUSE, &format!(r#"{{"card":"{card}"}}"#))
            }
        };
    }
    // The round is proved while the burn stays hidden.
    let reveal = format!(r#"{{"reveal":{{"table":1,"key":"{}"}}}}"#, hex(&KEY));
    assert!(matches!(house.ok(HOUSE, &reveal)[0], Event::Proved { draws: 2.., .. }));
    house.no("sue", r#"{"close":{"table":1}}"#, "13.8", "notice-too-short");
    house.no(HOUSE, &begin(2), "4.1", "shuffle-not-due");
    let show = |key: &[u8; 32]| format!(r#"{{"reveal-burn":{{"table":1,"key":"{}"}}}}"#, hex(key));
    house.no("sue", &show(&KEY), "", "not-in-roles");
    house.no(HOUSE, &show(&[6; 32]), "", "other-key");
    let left = *house.room().table.shoe().source();
    let shown = house.ok(HOUSE, &show(&KEY));
    let want = Draws::of_burn(&KEY, Some(77)).card(&left).unwrap();
    let Event::BurnProved { cards, shuffle: 1, .. } = &shown[0] else { panic!("{shown:?}") };
    assert_eq!(cards.iter().map(|card| card.to_string()).collect::<Vec<_>>(), [want.to_string()]);
    // The shoe is over: no card comes before the next shuffle.
    house.ok(HOUSE, &commit(2));
    house.no(HOUSE, &at(r#"{"card":"KC"}"#), "4.1", "not-shuffled");
    let begun = house.ok(HOUSE, &begin(2));
    assert!(matches!(begun[0], Event::ShuffleBegun { cause: ShuffleCause::ShoeOver, .. }));
    house.no(HOUSE, &show(&KEY), "", "being-shuffled");
}
