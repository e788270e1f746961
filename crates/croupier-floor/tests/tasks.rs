//! What people must do outside the system: made, owned, done or over.

use crate::support::{Pit, TABLE};
use croupier_engine::Kind;
use croupier_floor::{Event, Reason, Role, TaskEnd, ToDo};

fn done(task: u32) -> String {
    format!(r#"{{"task-done":{{"table":1,"task":{task}}}}}"#)
}

fn raise(min: u64) -> String {
    format!(
        r#"{{"limit":{{"table":1,"on":"bet","limit":{{"min":{min},"max":100000}},"spare":true}}}}"#
    )
}

const fn marker(task: &ToDo) -> bool {
    matches!(task, ToDo::PutMarker { .. } | ToDo::TakeMarker { .. })
}

/// 6.5.1.1, 6.5.1.2: the marker is a task of the dealer until it is there; when the player leaves it is taken away.
#[test]
fn a_marker_is_put_and_taken_away() {
    let mut pit = Pit::open(Kind::Baceball);
    pit.sits("bob", 2);
    pit.does("sue", &raise(1000));
    let open = pit.open_tasks(marker);
    assert_eq!(open, [(7, "6.5.1.1".to_owned())]);
    for who in ["bob", "cam", "ivy", "cas", "max"] {
        pit.denied(who, &done(7), "");
    }
    pit.denied("dan", &done(70), "");
    pit.does("dan", &done(7));
    let dan = pit.floor.people.find("dan").unwrap();
    let end = TaskEnd::Done { by: dan, words: None };
    assert_eq!(pit.events, [Event::TaskEnded { list: TABLE, task: 7, table: Some(TABLE), end }]);
    pit.denied("dan", &done(7), "");
    pit.does("sue", &raise(2000));
    assert_eq!(pit.open_tasks(marker), [], "the marker stands there already");
    pit.does("bob", r#"{"leave":{"table":1,"player":"bob"}}"#);
    assert_eq!(pit.open_tasks(marker), [(8, "6.5.1.2".to_owned())]);
    pit.does("dan", &done(8));
}

/// A boxperson sees to what is due where dice are rolled; the other orders know none.
#[test]
fn a_boxperson_owns_tasks_where_dice_are_rolled() {
    let mut pit = Pit::unshuffled(Kind::Craps);
    pit.does("box", &done(1));
    let mut pit = Pit::unshuffled(Kind::CasinoWar);
    pit.not_in_roles("box", &done(1), "");
    pit.does("dan", &done(1));
    // A dealer does not decide on a riffle by being a boxperson elsewhere.
    pit.two(r#"{"add-person":{"name":"pat","roles":["boxperson","dealer"]}}"#);
    pit.sits("ann", 1);
    pit.does("dan", r#"{"begin-shuffle":{"table":1,"pre_shuffled":true}}"#);
    pit.does("ann", r#"{"ask-riffle":{"table":1}}"#);
    let decide = pit.open_tasks(|task| matches!(task, ToDo::DecideRiffle))[0].0;
    match pit.told("pat", &done(decide)) {
        croupier_floor::ActResult::Denied(denied) => {
            let owners = vec![Role::Supervisor, Role::Manager];
            assert_eq!(denied.reason, Reason::TaskOfOthers { owners });
        }
        other => panic!("{other:?}"),
    }
}

/// A marker that was never put need not be taken away: the task is over when the player leaves, and that is recorded.
#[test]
fn a_pointless_task_ends_by_itself() {
    let mut pit = Pit::open(Kind::Baceball);
    pit.sits("bob", 2);
    pit.does("sue", &raise(1000));
    pit.does("bob", r#"{"leave":{"table":1,"player":"bob"}}"#);
    assert_eq!(pit.open_tasks(marker), []);
    let over = pit
        .events
        .iter()
        .filter(|event| matches!(event, Event::TaskEnded { task: 7, end: TaskEnd::Over, .. }));
    assert_eq!(over.count(), 1);
}

/// Complaints: to be decided, to be told, to be reviewed; each ends with the act that does it.
#[test]
fn complaints_are_tasks() {
    let mut pit = Pit::open(Kind::CasinoWar);
    let about = |task: &ToDo| {
        matches!(
            task,
            ToDo::DecideComplaint { .. } | ToDo::TellDecision { .. } | ToDo::ReviewComplaint { .. }
        )
    };
    pit.sits("ann", 1);
    pit.does("ann", r#"{"complain":{"table":1,"person":"ann","what":"paid too little"}}"#);
    assert_eq!(pit.open_tasks(about).len(), 1);
    let complaint = pit.floor.complaints[0].number;
    pit.does(
        "sue",
        &format!(r#"{{"decide-complaint":{{"complaint":{complaint},"decision":"it stands"}}}}"#),
    );
    assert_eq!(pit.open_tasks(about), [(3, "13.12".to_owned())]);
    pit.does("ann", &format!(r#"{{"ask-review":{{"complaint":{complaint}}}}}"#));
    assert_eq!(pit.open_tasks(about), [(4, "13.11".to_owned())]);
    pit.does(
        "max",
        &format!(r#"{{"decide-complaint":{{"complaint":{complaint},"decision":"it stands"}}}}"#),
    );
    pit.does("max", &format!(r#"{{"close-complaint":{{"complaint":{complaint},"told":true}}}}"#));
    assert_eq!(pit.open_tasks(about), []);
}

/// Casino War 11.17.4: surveillance and an inspector are told, each with a receipt.
#[test]
fn a_foreign_card_is_told_to_surveillance_and_inspector() {
    let mut pit = Pit::open(Kind::CasinoWar);
    pit.sits("ann", 1);
    pit.does("ann", &Pit::wager("ann", 1, "initial", 1000));
    pit.does("dan", r#"{"step":{"table":1,"step":{"card":"2C"}}}"#);
    pit.does(
        "sue",
        r#"{"step":{"table":1,"step":{"irregular":{"what":"foreign-card","by":"supervisor"}}}}"#,
    );
    let told = pit.open_tasks(|task| matches!(task, ToDo::Measure { .. }));
    let (numbers, clauses): (Vec<_>, Vec<_>) = told.into_iter().unzip();
    assert_eq!(clauses, ["11.17.4", "11.17.4"]);
    pit.denied("dan", &done(numbers[0]), "");
    pit.denied("ivy", &done(numbers[0]), "");
    pit.does(
        "cam",
        &format!(r#"{{"task-done":{{"table":1,"task":{},"words":"desk 2"}}}}"#, numbers[0]),
    );
    pit.denied("cam", &done(numbers[1]), "");
    pit.does("ivy", &done(numbers[1]));
}

/// 13.3.4: a person is held until an inspector or the police take over; the handover ends it.
#[test]
fn a_detention_ends_with_a_handover() {
    let mut pit = Pit::open(Kind::CasinoWar);
    let hold = |task: &ToDo| matches!(task, ToDo::Hold { .. });
    let over = r#"{"hand-over":{"table":1,"name":"bob","to":"police","why":"sergeant Hill"}}"#;
    pit.denied("sue", over, "");
    pit.does("sue", r#"{"detain":{"table":1,"name":"bob","why":"a device"}}"#);
    assert_eq!(pit.open_tasks(hold), [(2, "13.3.4".to_owned())]);
    pit.denied("sue", r#"{"detain":{"table":1,"name":"bob","why":"again"}}"#, "13.3.4");
    pit.not_in_roles("dan", over, "13.3.4");
    pit.does("sue", over);
    assert_eq!(pit.open_tasks(hold), []);
    assert!(matches!(pit.events[..], [Event::TaskEnded { end: TaskEnd::HandedOver { .. }, .. }]));
    let mut pit = Pit::open(Kind::Baceball);
    pit.denied("sue", r#"{"detain":{"table":1,"name":"bob","why":"a device"}}"#, "");
}

/// 2.x: what must be at a physical table is checked off when it opens.
#[test]
fn a_physical_table_opens_with_a_checklist() {
    for (kind, wanted) in [
        (Kind::Baceball, &["2.2", "2.3", "2.4.1", "2.4.2", "2.4.3", "2.6"][..]),
        (Kind::CasinoWar, &["2.2", "2.4.1", "2.4.2", "2.4.3", "2.5"]),
        (Kind::ThreeCardBaccarat, &["2.2", "2.3.1", "2.3.2", "2.3.3", "2.3.4", "2.3"]),
        (Kind::LuckyDrawBaccarat, &["2.2", "2.3.1", "2.3.2", "2.3.3", "2.4", "2.5"]),
        (Kind::Craps, &["2.2", "2.4.4", "2.5"]),
    ] {
        let mut pit = Pit::unshuffled(kind);
        let list = pit.open_tasks(|task| matches!(task, ToDo::Equipment { .. }));
        let clauses: Vec<_> = list.iter().map(|(_, clause)| &**clause).collect();
        assert_eq!(clauses, wanted, "{}", kind.name());
        pit.does("dan", r#"{"task-done":{"table":1,"task":1,"words":"A"}}"#);
        pit.does("sue", r#"{"close":{"table":1}}"#);
        assert_eq!(pit.open_tasks(|task| matches!(task, ToDo::Equipment { .. })), []);
    }
}

/// Three Card Baccarat 2.4, 14.8: with Even Money the sign changes, and the odds are put up.
#[test]
fn a_variant_has_its_signs() {
    let mut pit = Pit::open(Kind::ThreeCardBaccarat);
    let name = Kind::ThreeCardBaccarat.house().variants[0];
    pit.does("sue", &format!(r#"{{"variant":{{"table":1,"variant":"{name}"}}}}"#));
    let signs = |task: &ToDo| matches!(task, ToDo::VariantSign { .. });
    let open = pit.open_tasks(signs);
    assert_eq!(open, [(7, "14.8".to_owned())]);
    assert!(
        pit.open_tasks(|task| matches!(task, ToDo::Equipment { .. })).contains(&(8, "2.4".into()))
    );
    pit.does("sue", r#"{"variant":{"table":1,"variant":null}}"#);
    assert_eq!(pit.open_tasks(signs), [(9, "14.8".to_owned())], "the older one is over");
}

/// 14.14 and sisters: a manager is reminded until the text of the order is loaded.
#[test]
fn the_order_is_loaded_by_a_manager() {
    for (kind, clause) in [
        (Kind::Baceball, "14.14"),
        (Kind::Craps, "9.14"),
        (Kind::ThreeCardBaccarat, "14.15"),
        (Kind::CasinoWar, "13.13"),
        (Kind::LuckyDrawBaccarat, "12.13"),
    ] {
        let mut pit = Pit::open(kind);
        let orders = |task: &ToDo| matches!(task, ToDo::LoadOrder { .. });
        assert_eq!(pit.open_tasks(orders), [(1, clause.to_owned())]);
        let hash = "ab".repeat(32);
        let load = |hash: &str| {
            format!(r#"{{"load-order":{{"game":"{}","sha256":"{hash}"}}}}"#, kind.name())
        };
        pit.denied("sue", &load(&hash), "");
        pit.denied("max", &load("ab"), "");
        pit.does("max", &load(&hash));
        assert_eq!(pit.floor.orders[&kind], hash);
        assert_eq!(pit.open_tasks(orders), []);
    }
}

/// 4.2: the riffle that was asked for ends with the acts that grant or refuse it and do it. At Three Card Baccarat
/// nobody decides.
#[test]
fn a_riffle_ends_with_its_act() {
    let asked = |kind: Kind| {
        let mut pit = Pit::unshuffled(kind);
        pit.sits("ann", 1);
        pit.does("dan", r#"{"begin-shuffle":{"table":1,"pre_shuffled":true}}"#);
        pit.does("ann", r#"{"ask-riffle":{"table":1}}"#);
        pit
    };
    let riffles = |task: &ToDo| matches!(task, ToDo::Riffle);
    let decisions = |task: &ToDo| matches!(task, ToDo::DecideRiffle);
    let does = r#"{"riffle-done":{"table":1}}"#;
    let mut pit = asked(Kind::ThreeCardBaccarat);
    assert_eq!(pit.open_tasks(decisions), []);
    assert_eq!(pit.open_tasks(riffles), [(7, "4.2".to_owned())]);
    pit.denied("dan", &done(7), "");
    pit.does("dan", does);
    assert_eq!(pit.open_tasks(riffles), []);
    for granted in [true, false] {
        let mut pit = asked(Kind::CasinoWar);
        assert_eq!(pit.open_tasks(riffles), []);
        assert_eq!(pit.open_tasks(decisions), [(6, "4.2".to_owned())]);
        pit.denied("sue", &done(6), "");
        pit.does("sue", &format!(r#"{{"riffle":{{"table":1,"granted":{granted}}}}}"#));
        assert_eq!(pit.open_tasks(decisions), []);
        assert_eq!(pit.open_tasks(riffles).len(), usize::from(granted));
        if granted {
            pit.denied("dan", &done(7), "");
            pit.does("dan", does);
            assert_eq!(pit.open_tasks(riffles), []);
        }
    }
}

/// A task belongs to a list: another table's number means nothing here, nor does the house's.
#[test]
fn tasks_are_numbered_by_table() {
    let mut pit = Pit::open(Kind::Baceball);
    for table in [0, 2] {
        let act = format!(r#"{{"task-done":{{"table":{table},"task":1}}}}"#);
        match pit.told("sue", &act) {
            croupier_floor::ActResult::Denied(denied) => {
                assert_eq!(denied.reason, Reason::NoSuchTask { number: 1 });
            }
            other => panic!("{other:?}"),
        }
    }
}

/// 14.9: who has sat out three rounds at a full table is a task, over as soon as the player wagers or leaves.
#[test]
fn who_sits_out_is_a_task() {
    let mut pit = Pit::open(Kind::Baceball);
    let idle = |task: &ToDo| matches!(task, ToDo::SatOut { .. });
    for (seat, name) in (5..8).zip(["eve", "fay", "gus"]) {
        pit.does("max", &format!(r#"{{"add-person":{{"name":"{name}","roles":["player"]}}}}"#));
        pit.does(name, &format!(r#"{{"sit":{{"table":1,"player":"{name}","seat":{seat}}}}}"#));
    }
    for (seat, name) in (1..).zip(["ann", "bob", "cyd", "dee"]) {
        pit.sits(name, seat);
    }
    let round = |pit: &mut Pit, cards: [&str; 6]| {
        pit.does("ann", &Pit::wager("ann", 1, "bet", 1000));
        for card in cards {
            pit.does("dan", &format!(r#"{{"step":{{"table":1,"step":{{"card":"{card}"}}}}}}"#));
        }
        pit.pays();
    };
    round(&mut pit, ["2C", "3C", "4C", "5C", "6C", "8C"]);
    round(&mut pit, ["2C", "3C", "4C", "5C", "6C", "8C"]);
    assert_eq!(pit.open_tasks(idle), []);
    round(&mut pit, ["2C", "3C", "4C", "5C", "6C", "8C"]);
    assert_eq!(pit.open_tasks(idle).len(), 6);
    pit.does("sue", r#"{"vacate":{"table":1,"player":"gus"}}"#);
    assert_eq!(pit.open_tasks(idle), [], "a seat is free");
}
