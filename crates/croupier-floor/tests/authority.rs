//! Who has the say: it comes from who is signed in, and what somebody else decides waits for that person while the
//! table holds.

use croupier_engine::{Cents, Due};
use croupier_floor::{Act, ActResult, Answer, By, Event, Floor, Reason, Stage, TableId};

const TABLE: TableId = TableId(1);

/// People with the roles that the tests speak of; two of those who decide.
const PEOPLE: [(&str, &str); 14] = [
    ("max", "manager"),
    ("sue", "supervisor"),
    ("sam", "supervisor"),
    ("cas", "cashier"),
    ("dan", "dealer"),
    ("bea", "boxperson"),
    ("sid", "stickperson"),
    ("eye", "surveillance"),
    ("ivy", "inspector"),
    ("ann", "player"),
    ("bob", "player"),
    ("cyd", "player"),
    ("dee", "dealer"),
    ("mia", "manager"),
];

fn told(floor: &mut Floor, who: &str, act: &str) -> Answer {
    let act = Act::parse(act.as_bytes()).unwrap_or_else(|error| panic!("{act}: {error}"));
    let mut before = floor.clone();
    let answer = floor.act(floor.now + 1, who, &act);
    if let ActResult::Denied(_) = answer.verdict {
        before.now = floor.now;
        assert!(*floor == before, "what is denied changes nothing: {answer:?}");
    }
    answer
}

fn must(floor: &mut Floor, who: &str, act: &str) {
    let answer = told(floor, who, act);
    assert_eq!(answer.verdict, ActResult::Done, "{who}: {act}");
}

fn step(floor: &mut Floor, who: &str, step: &str) -> Answer {
    told(floor, who, &format!(r#"{{"step":{{"table":1,"step":{step}}}}}"#))
}

fn plays(floor: &mut Floor, who: &str, it: &str) {
    assert_eq!(step(floor, who, it).verdict, ActResult::Done, "{who}: {it}");
}

fn waits(answer: &Answer) -> u32 {
    match answer.verdict {
        ActResult::Waits { request } => request,
        ActResult::Done | ActResult::Denied(_) => panic!("{answer:?}"),
    }
}

/// What was denied, with its clause.
fn denied(answer: &Answer) -> (Reason, &str) {
    match &answer.verdict {
        ActResult::Denied(denied) => {
            (denied.reason.clone(), denied.clause.as_deref().unwrap_or(""))
        }
        ActResult::Done | ActResult::Waits { .. } => panic!("{answer:?}"),
    }
}

fn answers(floor: &mut Floor, who: &str, kind: &str, request: u32) -> Answer {
    told(floor, who, &format!(r#"{{"{kind}":{{"request":{request}}}}}"#))
}

/// A physical table of a game, shuffled and burned, with three players who have chips.
fn house(game: &str) -> Floor {
    house_with(game, "")
}

/// The same with more in the set-up of the table.
fn house_with(game: &str, setup: &str) -> Floor {
    let mut floor = Floor::default();
    for (name, role) in PEOPLE {
        let person = format!(r#"{{"add-person":{{"name":"{name}","roles":["{role}"]}}}}"#);
        must(&mut floor, "max", &person);
    }
    let request = waits(&told(&mut floor, "max", r#"{"mint":{"amount":100000000}}"#));
    assert_eq!(answers(&mut floor, "cas", "approve", request).verdict, ActResult::Done);
    let open = format!(
        r#"{{"open":{{"table":1,"name":"one","game":"{game}","setup":{{"chip":100{setup}}},"float":10000000,"dealing":"physical","seats":7}}}}"#
    );
    must(&mut floor, "sue", &open);
    for task in floor.tasks.of_list(TABLE).map(|task| task.task).collect::<Vec<_>>() {
        must(&mut floor, "sue", &format!(r#"{{"task-done":{{"table":1,"task":{task}}}}}"#));
    }
    for (player, seat) in [("ann", 1), ("bob", 2), ("cyd", 3)] {
        for (who, act) in [
            ("cas", format!(r#"{{"buy-in":{{"player":"{player}","amount":1000000}}}}"#)),
            (player, format!(r#"{{"sit":{{"table":1,"player":"{player}","seat":{seat}}}}}"#)),
            (player, format!(r#"{{"bring":{{"table":1,"player":"{player}","amount":500000}}}}"#)),
        ] {
            must(&mut floor, who, &act);
        }
    }
    if floor.rooms[&TABLE].kind.house().cards.is_none() {
        let set = r#"{"equipment":{"table":1,"dice":[11,12,13,14,15],"items":["bowl","stick","puck","float-tray","buttons","drop-box"]}}"#;
        must(&mut floor, "bea", set);
    } else {
        let decks = floor.rooms[&TABLE].table.rules().decks;
        let cards = u16::from(decks) * 52;
        let new = format!(r#"{{"register-cards":{{"set":1,"decks":{decks},"backs":"red"}}}}"#);
        must(&mut floor, "sue", &new);
        must(&mut floor, "dan", &format!(r#"{{"check-cards":{{"set":1,"cards":{cards}}}}}"#));
        must(&mut floor, "dan", r#"{"bring-cards":{"table":1,"set":1}}"#);
        must(&mut floor, "dan", r#"{"begin-shuffle":{"table":1}}"#);
        let cut = matches!(floor.rooms[&TABLE].shuffle(), croupier_floor::Shuffle::Cut(_));
        if cut {
            must(&mut floor, "ann", r#"{"cut":{"table":1,"by":"ann","depth":100}}"#);
        }
        let behind = if cut { "52" } else { "null" };
        let load = format!(r#"{{"load":{{"table":1,"cutting_card":{behind}}}}}"#);
        must(&mut floor, "dan", &load);
        while floor.rooms[&TABLE].table.expects().due == Due::Burn {
            plays(&mut floor, "dan", r#"{"card":"2D"}"#);
        }
    }
    floor
}

fn wagers(floor: &mut Floor, on: &str) {
    for (player, area) in [("ann", 1), ("bob", 2)] {
        let wager = format!(
            r#"{{"wager":{{"player":"{player}","area":{area},"on":"{on}","amount":1000}}}}"#
        );
        plays(floor, player, &wager);
    }
}

fn standing(floor: &Floor) -> u64 {
    let mut sum = 0;
    floor.rooms[&TABLE].table.each_standing(|wager| sum += wager.stake.0);
    sum
}

/// baceball 12.9.2, 14.3.1, 14.11; three card 12.13.2; war 11.17.2; lucky draw 10.15.2: whatever `by` says, a
/// dealer reports and a supervisor decides; nothing is done until then, and the table holds.
#[test]
fn a_dealer_reports_and_a_supervisor_decides() {
    let games = [
        ("baceball", "bet", "12.9.2", "14.3.1"),
        ("three-card-baccarat", "player", "12.13.2", "14.3.1"),
        ("casino-war", "initial", "11.17.2", "13.3.1"),
        ("lucky-draw-baccarat", "enter", "10.15.2", "12.3.1"),
    ];
    for (game, on, missing, conduct) in games {
        let mut floor = house(game);
        wagers(&mut floor, on);
        plays(&mut floor, "dan", r#"{"close":true}"#);
        plays(&mut floor, "dan", r#"{"card":"9C"}"#);
        for by in ["", r#","by":"supervisor""#, r#","by":"inspector""#] {
            for (what, clause) in [
                (r#""what":"missing-card""#, missing),
                (r#""what":"conduct","player":"ann","why":"she had a camera""#, conduct),
            ] {
                let mut floor = floor.clone();
                let stood = standing(&floor);
                let text = format!(r#"{{"irregular":{{{what}{by}}}}}"#);
                let request = waits(&step(&mut floor, "dan", &text));
                assert_eq!(standing(&floor), stood, "{game}: nothing is done yet");
                // The table holds, for everyone.
                let held = (Reason::RequestOpen { request }, clause);
                for (who, it) in [
                    ("dan", r#"{"card":"9D"}"#),
                    ("sue", r#"{"void":{"why":"a fire"}}"#),
                    ("ann", r#"{"withdraw":{"player":"ann","area":1,"on":"bet"}}"#),
                ] {
                    assert_eq!(denied(&step(&mut floor, who, it)), held, "{game}: {who}: {it}");
                }
                // Neither the dealer, nor another, nor a crew that this order does not know can answer.
                for who in ["dan", "dee", "bea", "sid", "ivy", "cas", "ann"] {
                    let answer = answers(&mut floor, who, "approve", request);
                    assert_eq!(denied(&answer).0, Reason::NeedsAnother, "{game}: {who}");
                }
                // Who asked takes it back, or a supervisor or manager answers.
                for (who, kind, done) in [
                    ("dan", "reject", false),
                    ("sue", "reject", false),
                    ("sue", "approve", true),
                    ("max", "approve", true),
                ] {
                    let mut floor = floor.clone();
                    let answer = answers(&mut floor, who, kind, request);
                    assert_eq!(answer.verdict, ActResult::Done, "{game}: {who}");
                    assert_eq!(standing(&floor) < stood, done, "{game}: {who} {kind}");
                    assert!(floor.rooms[&TABLE].held.is_none() && floor.requests.is_empty());
                }
            }
        }
        // A supervisor needs nobody.
        plays(&mut floor, "sue", r#"{"irregular":{"what":"missing-card"}}"#);
        assert_eq!(standing(&floor), 0);
    }
}

/// What the rules would refuse is not asked for, so that no hopeless request holds a table.
#[test]
fn a_hopeless_request_is_denied_at_once() {
    let mut floor = house("baceball");
    for (who, it) in [
        (
            "dan",
            r#"{"irregular":{"what":"refuse-wager","player":"ann","area":1,"on":"bet","why":"late"}}"#,
        ),
        ("sue", r#"{"irregular":{"what":"invalidate","cause":"disruption","why":"a fight"}}"#),
        ("dan", r#"{"irregular":{"what":"verify"}}"#),
    ] {
        let answer = step(&mut floor, who, it);
        if it.contains("verify") {
            waits(&answer);
        } else {
            assert!(matches!(denied(&answer).0, Reason::Refused(_)), "{answer:?}");
        }
    }
}

/// three card 12.6, 14.4; baceball 14.4; war 13.4; lucky draw 12.4: an approval reaches the round it is about, and
/// no other.
#[test]
fn an_approval_reaches_its_own_round() {
    let mut floor = house("casino-war");
    wagers(&mut floor, "initial");
    for card in ["KC", "3C", "9D"] {
        plays(&mut floor, "dan", &format!(r#"{{"card":"{card}"}}"#));
    }
    plays(&mut floor, "dan", r#"{"paid":true}"#);
    let round = floor.rooms[&TABLE].round;
    let before = floor.ledger.clone();
    let text = r#"{"irregular":{"what":"invalidate","cause":"disruption","why":"a fight"}}"#;
    let request = waits(&step(&mut floor, "sue", text));
    let next = r#"{"wager":{"player":"cyd","area":3,"on":"initial","amount":1000}}"#;
    let (reason, clause) = (Reason::RequestOpen { request }, "13.4");
    assert_eq!(denied(&step(&mut floor, "cyd", next)), (reason, clause));
    assert_eq!(denied(&told(&mut floor, "dan", r#"{"begin-shuffle":{"table":1}}"#)).1, "13.4");
    assert_eq!(floor.requests[&request].holds.as_ref().map(|holds| holds.round), Some(round));
    assert_eq!(answers(&mut floor, "sue", "approve", request).verdict, before_denied());
    assert_eq!(answers(&mut floor, "sam", "approve", request).verdict, ActResult::Done);
    assert_ne!(floor.ledger, before, "the round of ann and bob is corrected");
    plays(&mut floor, "cyd", next);
}

fn before_denied() -> ActResult {
    ActResult::Denied(croupier_floor::Denied { reason: Reason::NeedsAnother, clause: None })
}

/// craps 9.4: a request to invalidate a roll keeps its place, and the boxperson may answer it.
#[test]
fn an_invalid_roll_waits_with_its_table() {
    let mut floor = house("craps");
    plays(&mut floor, "ann", r#"{"wager":{"player":"ann","on":"win-line","amount":1000}}"#);
    plays(&mut floor, "ann", r#"{"dice":{"player":"ann","does":"accept"}}"#);
    plays(&mut floor, "sid", r#"{"throw":true}"#);
    plays(&mut floor, "sid", r#"{"roll":[1,1]}"#);
    plays(&mut floor, "dan", r#"{"paid":true}"#);
    let text =
        r#"{"irregular":{"what":"invalidate","cause":"disruption","why":"a die was kicked"}}"#;
    let request = waits(&step(&mut floor, "sue", text));
    let wager = r#"{"wager":{"player":"bob","on":"win-line","amount":1000}}"#;
    assert_eq!(denied(&step(&mut floor, "bob", wager)).1, "9.4");
    let answer = answers(&mut floor, "bea", "approve", request);
    assert_eq!(answer.verdict, ActResult::Done);
    let corrected = |event: &&Event| {
        matches!(event, Event::Game(_, croupier_sheet::Happened::Corrected { .. }))
    };
    assert_eq!(answer.events.iter().filter(corrected).count(), 1, "{answer:?}");
}

/// A sign whose time comes while a request is open is put up when it is answered.
#[test]
fn a_sign_waits_for_the_answer() {
    let mut floor = house("baceball");
    let limit = r#"{"limit":{"table":1,"on":"bet","limit":{"min":2000,"max":100000,"unit":100}}}"#;
    must(&mut floor, "sue", limit);
    let request = waits(&step(&mut floor, "dan", r#"{"irregular":{"what":"verify"}}"#));
    floor.now += croupier_floor::NOTICE;
    let signs = |answer: &Answer| {
        answer.events.iter().filter(|event| matches!(event, Event::Sign { .. })).count()
    };
    assert_eq!(signs(&told(&mut floor, "house", r#"{"time":{"table":1}}"#)), 0);
    assert_eq!(signs(&answers(&mut floor, "sue", "reject", request)), 1);
}

/// A request falls when who asked loses the right to, or when its table closes.
#[test]
fn a_request_falls_with_the_right_or_the_table() {
    let mut floor = house("baceball");
    let request = waits(&step(&mut floor, "dan", r#"{"irregular":{"what":"verify"}}"#));
    let fill = waits(&told(&mut floor, "sue", r#"{"fill":{"table":1,"amount":100}}"#));
    let roles = r#"{"set-roles":{"name":"dan","roles":["cashier"]}}"#;
    let two = waits(&told(&mut floor, "max", roles));
    let answer = answers(&mut floor, "mia", "approve", two);
    assert!(answer.events.contains(&Event::Fell { request }), "{answer:?}");
    assert!(floor.rooms[&TABLE].held.is_none());
    assert!(floor.requests.contains_key(&fill), "a fill is about no round");

    let request = waits(&step(&mut floor, "dee", r#"{"irregular":{"what":"verify"}}"#));
    must(&mut floor, "sue", r#"{"announce-closing":{"table":1}}"#);
    floor.now += croupier_floor::NOTICE;
    let answer = told(&mut floor, "sue", r#"{"close":{"table":1}}"#);
    for request in [request, fill] {
        assert!(answer.events.contains(&Event::Fell { request }), "{answer:?}");
    }
    assert!(floor.requests.is_empty());
}

/// Where the orders ask for grounds, words must come with it; they are asked for by the clause that wants them.
#[test]
fn grounds_are_asked_for() {
    let mut craps = house("craps");
    plays(&mut craps, "ann", r#"{"wager":{"player":"ann","on":"win-line","amount":1000}}"#);
    let mut cards = house("baceball");
    wagers(&mut cards, "bet");
    for (floor, clause, it) in [
        (
            &cards,
            "14.11",
            r#"{"irregular":{"what":"refuse-wager","player":"ann","area":1,"on":"bet"WHY}}"#,
        ),
        (&cards, "14.3.1", r#"{"irregular":{"what":"conduct","player":"ann"WHY}}"#),
        (&cards, "4.1.2", r#"{"irregular":{"what":"poor-mix"WHY}}"#),
        (
            &craps,
            "9.11",
            r#"{"irregular":{"what":"refuse-wager","player":"ann","on":"win-line"WHY}}"#,
        ),
        (&craps, "9.3.1", r#"{"irregular":{"what":"conduct","player":"ann"WHY}}"#),
    ] {
        for who in ["sue", "dan"] {
            for blank in ["", r#","why":"""#, r#","why":"  ""#] {
                let answer = step(&mut floor.clone(), who, &it.replace("WHY", blank));
                assert_eq!(denied(&answer), (Reason::NoGrounds, clause), "{it}");
            }
            let answer = step(&mut floor.clone(), who, &it.replace("WHY", r#","why":"a camera""#));
            assert_eq!(answer.verdict == ActResult::Done, who == "sue", "{it} {answer:?}");
        }
    }
    plays(&mut cards, "dan", r#"{"close":true}"#);
    plays(&mut cards, "dan", r#"{"card":"9C"}"#);
    assert_eq!(denied(&step(&mut cards, "sue", r#"{"void":{}}"#)), (Reason::NoGrounds, "12.5"));
    plays(&mut cards, "sue", r#"{"void":{"why":"the alarm rang"}}"#);
    assert_eq!(denied(&step(&mut craps, "sue", r#"{"void":{}}"#)), (Reason::NoGrounds, "9.4"));
    for (act, clause) in [("exclude", "9.3.3"), ("bar", "9.3.2"), ("detain", "9.3.4")] {
        let text = format!(r#"{{"{act}":{{"table":1,"name":"ann","why":" "}}}}"#);
        assert_eq!(denied(&told(&mut craps, "sue", &text)), (Reason::NoGrounds, clause));
        must(&mut craps.clone(), "sue", &text.replace("\" \"", "\"a camera\""));
    }
}

/// craps 1.1: the boxperson is a casino supervisor there, and nobody at the tables of the other orders.
#[test]
fn a_boxperson_supervises_where_dice_are_rolled() {
    let acts = [
        r#"{"limit":{"table":1,"on":"ON","limit":{"min":500,"max":100000,"unit":100}}}"#,
        r#"{"own-limit":{"table":1,"player":"ann","on":"ON","limit":{"min":500,"max":200000,"unit":100}}}"#,
        r#"{"announce-closing":{"table":1}}"#,
        r#"{"bar":{"table":1,"name":"cyd","why":"a camera"}}"#,
        r#"{"exclude":{"table":1,"name":"cyd","why":"a camera"}}"#,
        r#"{"detain":{"table":1,"name":"cyd","why":"a camera"}}"#,
    ];
    let limits = |on: &str| format!(r#","limits":{{"{on}":{{"min":100,"max":50000,"unit":100}}}}"#);
    let mut craps = house_with("craps", &limits("win-line"));
    let mut cards = house_with("three-card-baccarat", &limits("player"));
    for act in acts {
        must(&mut craps, "bea", &act.replace("ON", "win-line"));
        let answer = told(&mut cards, "bea", &act.replace("ON", "player"));
        let (reason, clause) = denied(&answer);
        let named = matches!(reason, Reason::NotInRoles { .. }) && !clause.is_empty();
        assert!(named, "{answer:?}");
    }
    // Nobody of the crew handles cards, wagers or rulings at a card table.
    for who in ["bea", "sid"] {
        for it in [
            r#"{"wager":{"player":"ann","area":1,"on":"player","amount":1000}}"#,
            r#"{"irregular":{"what":"face-up","card":"9C"}}"#,
            r#"{"card":"9C"}"#,
            r#"{"ruling":{"answer":"yes"}}"#,
            r#"{"void":{"why":"a fire"}}"#,
        ] {
            let answer = step(&mut cards, who, it);
            assert!(matches!(denied(&answer).0, Reason::NotInRoles { .. }), "{who} {it}");
        }
    }
}

/// craps 5.1: the stickperson or a casino supervisor calls no roll, and not the dealer.
#[test]
fn a_dealer_does_not_call_no_roll() {
    let mut floor = house("craps");
    plays(&mut floor, "ann", r#"{"wager":{"player":"ann","on":"win-line","amount":1000}}"#);
    plays(&mut floor, "ann", r#"{"dice":{"player":"ann","does":"accept"}}"#);
    plays(&mut floor, "sid", r#"{"throw":true}"#);
    for it in
        [r#"{"no-roll":"a die stuck"}"#, r#"{"no-roll":{"reason":"cocked","by":"stickperson"}}"#]
    {
        for who in ["dan", "ann", "ivy"] {
            let answer = step(&mut floor, who, it);
            let (reason, clause) = denied(&answer);
            assert!(matches!(reason, Reason::NotInRoles { .. }) && clause == "5.1", "{answer:?}");
        }
        for who in ["sid", "bea", "sue", "max"] {
            plays(&mut floor.clone(), who, it);
        }
    }
}

/// craps 6.3: a wager while the dice roll counts if a dealer or boxperson confirms it, and not if a player says so.
#[test]
fn a_player_confirms_no_late_wager() {
    let mut floor = house("craps");
    plays(&mut floor, "ann", r#"{"wager":{"player":"ann","on":"win-line","amount":1000}}"#);
    plays(&mut floor, "ann", r#"{"dice":{"player":"ann","does":"accept"}}"#);
    plays(&mut floor, "sid", r#"{"throw":true}"#);
    let late = r#"{"wager":{"player":"bob","on":"any-seven","amount":5000,"confirmed":true}}"#;
    for who in ["bob", "sid"] {
        assert_eq!(denied(&step(&mut floor, who, late)).1, "6.3", "{who}");
    }
    for who in ["dan", "bea"] {
        plays(&mut floor.clone(), who, late);
    }
}

/// craps 3.5, 3.6: the boxperson inspects the dice; a dealer's word is a question to the boxperson alone.
#[test]
fn the_boxperson_inspects_dice() {
    let mut floor = house("craps");
    plays(&mut floor, "dan", r#"{"irregular":{"what":"die-off","dice":1}}"#);
    for (who, by) in [("dan", r#","by":"boxperson""#), ("sid", ""), ("sue", "")] {
        let mut floor = floor.clone();
        let it = format!(r#"{{"irregular":{{"what":"die-found","to":"bowl"{by}}}}}"#);
        let request = waits(&step(&mut floor, who, &it));
        assert_eq!(denied(&answers(&mut floor, "max", "approve", request)).0, Reason::NeedsAnother);
        assert_eq!(answers(&mut floor, "bea", "approve", request).verdict, ActResult::Done);
    }
    plays(&mut floor, "bea", r#"{"irregular":{"what":"die-found","to":"bowl"}}"#);
}

/// baceball 4.5: a supervisor, and not the dealer, verifies that all dropped cards are there. 3.9: an inspector
/// may order a check, and nothing else.
#[test]
fn a_supervisor_verifies_dropped_cards() {
    let mut floor = house("baceball");
    plays(&mut floor, "dan", r#"{"irregular":{"what":"dropped"}}"#);
    let check = r#"{"check":{"complete":true}}"#;
    assert_eq!(denied(&step(&mut floor, "dan", check)), (Reason::SupervisorVerifies, "4.5"));
    plays(&mut floor, "sue", check);
    plays(&mut floor, "ivy", r#"{"irregular":{"what":"verify"}}"#);
    plays(&mut floor, "dan", check);
    for it in [r#"{"irregular":{"what":"missing-card"}}"#, r#"{"irregular":{"what":"dropped"}}"#] {
        let answer = step(&mut floor, "ivy", it);
        assert!(matches!(denied(&answer).0, Reason::NotInRoles { .. }), "{answer:?}");
    }
    waits(&step(&mut floor, "dan", r#"{"irregular":{"what":"verify"}}"#));
}

/// baceball 14.12, 14.13, 14.2 and their sisters: who decides, who asks for the review, who is told, and by whom.
#[test]
fn complaints_are_decided_by_whom_the_order_names() {
    for (game, decides, clause) in
        [("baceball", false, "14.12"), ("craps", true, "9.12"), ("casino-war", false, "13.11")]
    {
        let mut floor = house(game);
        must(&mut floor, "ann", r#"{"complain":{"table":1,"person":"ann","what":"the noise"}}"#);
        let number = floor.complaints[0].number;
        let decide =
            format!(r#"{{"decide-complaint":{{"complaint":{number},"decision":"it is quiet"}}}}"#);
        let blank = decide.replace("it is quiet", " ");
        assert_eq!(denied(&told(&mut floor, "sue", &blank)), (Reason::NoGrounds, clause));
        for (who, may) in [("dan", false), ("sid", false), ("ann", false), ("bea", decides)] {
            let answer = told(&mut floor.clone(), who, &decide);
            assert_eq!(answer.verdict == ActResult::Done, may, "{game}: {who}: {answer:?}");
        }
        must(&mut floor, "sue", &decide);
        let review = format!(r#"{{"ask-review":{{"complaint":{number}}}}}"#);
        for (who, may) in [("bob", false), ("ivy", false), ("ann", true), ("dan", true)] {
            let answer = told(&mut floor.clone(), who, &review);
            assert_eq!(answer.verdict == ActResult::Done, may, "{game}: {who}: {answer:?}");
        }
        must(&mut floor, "house", r#"{"guest":{"name":"guest-1"}}"#);
        assert_eq!(denied(&told(&mut floor, "guest-1", &review)).0, Reason::NotOwn);
        must(&mut floor, "ann", &review);
        assert_eq!(denied(&told(&mut floor, "sue", &decide)).0, Reason::AnotherReviews);
        // A supervisor does not review what a manager decided.
        let mut high = floor.clone();
        high.complaints[0].decisions[0].0 = high.people.find("max").expect("the manager");
        assert_eq!(denied(&told(&mut high, "sam", &decide)).0, Reason::AnotherReviews);
        must(&mut floor, "sam", &decide);
        must(
            &mut floor,
            "sue",
            &format!(r#"{{"close-complaint":{{"complaint":{number},"told":true}}}}"#),
        );
        let complaint = &floor.complaints[0];
        let told_by = complaint.told.map(|(who, _)| floor.people.name(who).to_owned());
        assert_eq!((complaint.stage, told_by.as_deref()), (Stage::Closed, Some("sue")));
        // Who is on duty is outside the ban, and outside its measures.
        for (act, who) in [("bar", "ivy"), ("exclude", "ivy"), ("bar", "dan")] {
            let text = format!(r#"{{"{act}":{{"table":1,"name":"{who}","why":"a camera"}}}}"#);
            let answer = told(&mut floor, "sue", &text);
            let (reason, clause) = denied(&answer);
            assert!(reason == Reason::OnDuty && clause.ends_with(".2"), "{answer:?}");
            let ActResult::Denied(denied) = &answer.verdict else { panic!("{answer:?}") };
            assert_eq!(denied.by(), By::Rules);
        }
    }
}

/// Whoever has several roles speaks in the one that has the say, at a game that knows it.
#[test]
fn several_roles_speak_in_the_one_that_has_the_say() {
    let mut floor = house("baceball");
    for (name, roles, decides) in
        [("duo", r#"["dealer","supervisor"]"#, true), ("box", r#"["dealer","boxperson"]"#, false)]
    {
        let add = format!(r#"{{"add-person":{{"name":"{name}","roles":{roles}}}}}"#);
        let request = waits(&told(&mut floor, "max", &add));
        assert_eq!(answers(&mut floor, "mia", "approve", request).verdict, ActResult::Done);
        let answer = step(&mut floor.clone(), name, r#"{"irregular":{"what":"verify"}}"#);
        assert_eq!(answer.verdict == ActResult::Done, decides, "{name}: {answer:?}");
        assert!(decides || waits(&answer) > 0);
    }
}

/// three card 12.6: the dealer reports an error in paying, and a supervisor agrees that there is one and rules on it.
#[test]
fn a_dealer_reports_a_wrong_payment() {
    let mut floor = house("three-card-baccarat");
    wagers(&mut floor, "player");
    plays(&mut floor, "dan", r#"{"close":true}"#);
    for card in ["9C", "8C", "7C", "6C", "5C", "4C", "3C", "KC", "QC"] {
        plays(&mut floor, "dan", &format!(r#"{{"card":"{card}"}}"#));
    }
    assert!(floor.rooms[&TABLE].table.is_paying(), "the dealer pays");
    let wrong = r#"{"irregular":{"what":"wrong-payment"}}"#;
    let request = waits(&step(&mut floor, "dan", wrong));
    assert_eq!(answers(&mut floor, "sue", "approve", request).verdict, ActResult::Done);
    assert!(matches!(floor.rooms[&TABLE].table.expects().due, Due::Ruling(_)));
    let yes = r#"{"ruling":{"answer":"yes","by":"supervisor"}}"#;
    assert!(matches!(denied(&step(&mut floor, "dan", yes)), (Reason::NotInRoles { .. }, "12.6")));
    plays(&mut floor, "sue", yes);
}

/// three card 13.5.1: a player says whether the own wagers go back, and nobody's else.
#[test]
fn players_answer_for_their_own_wagers() {
    let mut floor = house_with("three-card-baccarat", r#","source":"device""#);
    wagers(&mut floor, "player");
    plays(&mut floor, "dan", r#"{"close":true}"#);
    plays(&mut floor, "dan", r#"{"card":"9C"}"#);
    plays(&mut floor, "dan", r#"{"irregular":{"what":"device-fault","device":7}}"#);
    let [yes, no] = ["yes", "no"].map(|answer| format!(r#"{{"ruling":{{"answer":"{answer}"}}}}"#));
    assert_eq!(denied(&step(&mut floor, "ann", &no)).0, Reason::NotOwn);
    plays(&mut floor, "sue", &no);
    plays(&mut floor, "sue", &no);
    assert_eq!(denied(&step(&mut floor, "bob", &yes)).0, Reason::NotOwn);
    plays(&mut floor, "ann", &yes);
    plays(&mut floor, "bob", &no);
    assert_eq!(standing(&floor), 1000, "only what bob left stands");
}

/// Above what the house lets one person void, the void waits with its table; at craps the boxperson may agree.
#[test]
fn a_void_of_much_money_holds_the_table() {
    for (game, on, second) in [("baceball", "bet", "sam"), ("craps", "win-line", "bea")] {
        let mut floor = house(game);
        floor.void_alone = Cents(10);
        wagers_on(&mut floor, on);
        let request = waits(&step(&mut floor, "sue", r#"{"void":{"why":"the alarm rang"}}"#));
        let held = Reason::RequestOpen { request };
        let late = format!(r#"{{"wager":{{"player":"cyd","area":3,"on":"{on}","amount":1000}}}}"#);
        assert_eq!(denied(&step(&mut floor, "cyd", &late)).0, held);
        assert_eq!(answers(&mut floor, second, "approve", request).verdict, ActResult::Done);
        assert_eq!(standing(&floor), 0, "{game}");
    }
}

/// Wagers of two players, after which the game goes on.
fn wagers_on(floor: &mut Floor, on: &str) {
    let cards = floor.rooms[&TABLE].kind.house().cards.is_some();
    wagers(floor, on);
    if cards {
        plays(floor, "dan", r#"{"close":true}"#);
        plays(floor, "dan", r#"{"card":"9C"}"#);
    }
}
