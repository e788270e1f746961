//! What the orders say of who decides, written down a second time by game and clause, and tried against the floor:
//! every role, in every state, declares every situation under every name that it could give itself.

use crate::stage;

use std::collections::BTreeSet;

use crate::stage::{PEOPLE, TABLE, states, step, told};
use croupier_engine::Kind;
use croupier_engine::irregular::Situation;
use croupier_floor::{Act, ActResult, By, Dealing, Floor, HOUSE, HouseAct, Role};
use croupier_house::Secret;

use Role::{Boxperson, Inspector, Manager, Stickperson, Supervisor};

/// Who decides, by the clause of the order that says so. A gaming manager stands wherever a casino supervisor does.
const CASINO_SUPERVISOR: &[Role] = &[Supervisor, Manager];
/// Craps counts the boxperson among the casino supervisors (1.1).
const AT_CRAPS: &[Role] = &[Supervisor, Manager, Boxperson];
const OR_INSPECTOR: &[Role] = &[Supervisor, Manager, Inspector];

/// Each row: the game, the situation, the clause, who decides.
const DECIDES: &[(&str, &str, &str, &[Role])] = &[
    ("baceball", "more-face-up", "12.1.1", CASINO_SUPERVISOR),
    ("baceball", "missing-card", "12.9.2", CASINO_SUPERVISOR),
    ("baceball", "foreign-card", "12.9.2", CASINO_SUPERVISOR),
    ("baceball", "poor-mix", "4.1.2", CASINO_SUPERVISOR),
    ("baceball", "verify", "3.9", OR_INSPECTOR),
    ("baceball", "conduct", "14.3.1", CASINO_SUPERVISOR),
    ("baceball", "invalidate", "14.4", CASINO_SUPERVISOR),
    ("baceball", "refuse-wager", "14.11", CASINO_SUPERVISOR),
    ("three-card-baccarat", "more-face-up", "12.9.1", CASINO_SUPERVISOR),
    ("three-card-baccarat", "missing-card", "12.13.2", CASINO_SUPERVISOR),
    ("three-card-baccarat", "foreign-card", "12.13.2", CASINO_SUPERVISOR),
    ("three-card-baccarat", "poor-mix", "4.1.3", CASINO_SUPERVISOR),
    ("three-card-baccarat", "unfit", "3.10", CASINO_SUPERVISOR),
    ("three-card-baccarat", "conduct", "14.3.1", CASINO_SUPERVISOR),
    ("three-card-baccarat", "invalidate", "14.4", CASINO_SUPERVISOR),
    ("three-card-baccarat", "refuse-wager", "14.12", CASINO_SUPERVISOR),
    ("casino-war", "more-face-up", "11.1.1", CASINO_SUPERVISOR),
    ("casino-war", "missing-card", "11.17.2", CASINO_SUPERVISOR),
    ("casino-war", "foreign-card", "11.17.2", CASINO_SUPERVISOR),
    ("casino-war", "poor-mix", "4.1.4", CASINO_SUPERVISOR),
    ("casino-war", "verify", "3.8", OR_INSPECTOR),
    ("casino-war", "conduct", "13.3.1", CASINO_SUPERVISOR),
    ("casino-war", "invalidate", "13.4", CASINO_SUPERVISOR),
    ("lucky-draw-baccarat", "more-face-up", "10.2", CASINO_SUPERVISOR),
    ("lucky-draw-baccarat", "missing-card", "10.15.2", CASINO_SUPERVISOR),
    ("lucky-draw-baccarat", "foreign-card", "10.15.2", CASINO_SUPERVISOR),
    ("lucky-draw-baccarat", "poor-mix", "4.1.4", CASINO_SUPERVISOR),
    ("lucky-draw-baccarat", "verify", "3.9", OR_INSPECTOR),
    ("lucky-draw-baccarat", "unfit", "3.8", CASINO_SUPERVISOR),
    ("lucky-draw-baccarat", "conduct", "12.3.1", CASINO_SUPERVISOR),
    ("lucky-draw-baccarat", "invalidate", "12.4", CASINO_SUPERVISOR),
    ("lucky-draw-baccarat", "refuse-wager", "12.10", CASINO_SUPERVISOR),
    ("craps", "conduct", "9.3.1", AT_CRAPS),
    ("craps", "refuse-wager", "9.11", AT_CRAPS),
    ("craps", "invalidate", "9.4", AT_CRAPS),
    ("craps", "die-found", "3.5", &[Boxperson]),
    ("craps", "dice-lost", "3.6", &[Boxperson]),
    ("punto-banco", "misdealt", "7.3", CASINO_SUPERVISOR),
];

/// These change money that was paid, and so take two people whoever asks.
const TAKES_TWO: [&str; 2] = ["invalidate", "wrong-payment"];

fn decides(kind: Kind, what: &str) -> Option<(&'static str, &'static [Role])> {
    let row = DECIDES.iter().find(|(game, it, ..)| *game == kind.name() && *it == what);
    row.map(|(_, _, clause, who)| (*clause, *who))
}

/// Who works at a table of the game, and so may say that something went wrong.
fn reports(kind: Kind, role: Role) -> bool {
    match role {
        Role::Dealer | Supervisor | Manager => true,
        Boxperson | Stickperson => kind.name() == "craps",
        Role::Player
        | Role::Guest
        | Role::Cashier
        | Role::Surveillance
        | Inspector
        | Role::Promotions
        | Role::Scrutineer
        | Role::System => false,
    }
}

/// A situation with what it needs, declared under a name.
fn declared(kind: Kind, what: Situation, by: &str) -> Act {
    let on = stage::main_wager(kind);
    let fields = match what.name() {
        "face-up" | "disclosed" | "no-wagers" | "surplus" => r#","card":"9C""#.to_owned(),
        "astray" => r#","to":"dealer","card":"9C""#.to_owned(),
        "wrong-count" => r#","cards":3,"dealer":true"#.to_owned(),
        "hand-without-wager" => r#","card":"9C","area":5"#.to_owned(),
        "conduct" => r#","player":"pat""#.to_owned(),
        "invalidate" => r#","cause":"disruption""#.to_owned(),
        "refuse-wager" => format!(r#","player":"pat","area":1,"on":"{on}""#),
        "not-accepted" => r#","player":"pat","area":1"#.to_owned(),
        "throw" => r#","reason":"other""#.to_owned(),
        "die-off" => r#","dice":1"#.to_owned(),
        _ => String::new(),
    };
    let by = if by.is_empty() { String::new() } else { format!(r#","by":"{by}""#) };
    let (what, why) = (what.name(), r#","why":"seen by two""#);
    step(&format!(r#"{{"irregular":{{"what":"{what}"{fields}{by}{why}}}}}"#))
}

/// What goes wrong also where the program draws.
const ANYWHERE: [&str; 7] = [
    "no-wagers",
    "verify",
    "wrong-payment",
    "conduct",
    "invalidate",
    "refuse-wager",
    "not-accepted",
];

/// What the floor must answer to a role that declares a situation, by the orders.
fn check(floor: &Floor, kind: Kind, who: (&str, Role), what: Situation) -> &'static str {
    let (name, role) = who;
    let first = told(&mut floor.clone(), name, &declared(kind, what, ""));
    for by in ["dealer", "supervisor", "stickperson", "boxperson", "inspector", "player"] {
        let mut after = floor.clone();
        let answer = told(&mut after, name, &declared(kind, what, by));
        assert_eq!(answer, first, "{}: {name} ({role:?}) as {by}: {what:?}", kind.name());
    }
    let by_rights =
        matches!(&first.verdict, ActResult::Denied(denied) if denied.by() == By::Rights);
    let place = format!("{}: {name} ({role:?}): {what:?}: {first:?}", kind.name());
    let decided = decides(kind, what.name());
    let has = decided.is_none_or(|(_, roles)| roles.contains(&role));
    // Where the program draws, no die leans or leaves the table, and no card goes astray.
    let room = &floor.rooms[&TABLE];
    if room.dealing == Dealing::Virtual && !ANYWHERE.contains(&what.name()) {
        assert!(by_rights, "{place}");
        return "no right";
    }
    let orders_check = role == Inspector && what.name() == "verify";
    if !reports(kind, role) && !orders_check {
        assert!(by_rights, "{place}");
        return "no right";
    }
    assert!(!by_rights, "{place}");
    let counted = what == Situation::RunOut && room.has_cards_for_the_round();
    match (&first.verdict, has, counted || TAKES_TWO.contains(&what.name())) {
        (ActResult::Denied(_), _, _) => "refused",
        (ActResult::Done, true, false) => "done",
        (ActResult::Waits { request }, true, true) | (ActResult::Waits { request }, false, _) => {
            waits(floor, kind, who, what, *request);
            "asked"
        }
        (ActResult::Done | ActResult::Waits { .. }, _, _) => panic!("{place}"),
    }
}

/// What was asked for holds the table, by the clause that gives it to somebody, and only who decides can agree.
fn waits(floor: &Floor, kind: Kind, (name, _): (&str, Role), what: Situation, request: u32) {
    let mut asked = floor.clone();
    told(&mut asked, name, &declared(kind, what, ""));
    let holds = asked.requests[&request].holds.as_ref().unwrap();
    assert_eq!((holds.table, holds.round), (TABLE, floor.rooms[&TABLE].round));
    let mut answering: BTreeSet<_> = CASINO_SUPERVISOR.iter().copied().collect();
    if let Some((clause, roles)) = decides(kind, what.name()) {
        assert_eq!(holds.clause.as_deref(), Some(clause), "{}: {what:?}", kind.name());
        answering = roles.iter().copied().filter(|role| *role != Inspector).collect();
    }
    let program = Secret::fixed([3; 32]).next(&asked.rooms[&TABLE], &asked.people, true);
    assert_eq!(program, None, "the program waits, too");
    let second: BTreeSet<_> = asked.requests[&request].second.iter().copied().collect();
    assert_eq!(second, answering, "{}: {what:?}", kind.name());
    for (other, role) in PEOPLE.into_iter().filter(|(other, _)| *other != name) {
        let mut answered = asked.clone();
        let approve = Act::HouseAct(HouseAct::Approve { request, forfeit: None });
        let answer = told(&mut answered, other, &approve);
        let by_rights =
            matches!(&answer.verdict, ActResult::Denied(denied) if denied.by() == By::Rights);
        assert_eq!(by_rights, !answering.contains(&role), "{other}: {what:?}: {answer:?}");
        assert_eq!(answered.rooms[&TABLE].held.is_none(), !by_rights, "{other}: {answer:?}");
    }
    for (who, act) in [
        ("pat", stage::wager(kind, "pat")),
        ("sue", step(r#"{"void":{"why":"a fire"}}"#)),
        ("sue", step(r#"{"ruling":{"answer":"no"}}"#)),
    ] {
        let held = told(&mut asked, who, &act);
        let open = croupier_floor::Reason::RequestOpen { request };
        assert!(matches!(&held.verdict, ActResult::Denied(it) if it.reason == open), "{held:?}");
    }
}

#[test]
fn every_role_declares_everything_under_every_name() {
    let mut seen = std::collections::BTreeMap::new();
    let mut decided = BTreeSet::new();
    for kind in Kind::ALL {
        for dealing in [Dealing::Virtual, Dealing::Physical] {
            for (state, floor) in states(kind, dealing) {
                if !floor.rooms.contains_key(&TABLE) || state == "question" {
                    continue;
                }
                for who in PEOPLE.into_iter().chain([(HOUSE, Role::System)]) {
                    for &what in Situation::ALL {
                        let became = check(&floor, kind, who, what);
                        *seen.entry(became).or_insert(0) += 1;
                        if became == "asked" {
                            decided.insert((kind.name(), what.name()));
                        }
                    }
                }
            }
        }
    }
    for became in ["no right", "refused", "done", "asked"] {
        assert!(seen.get(became).is_some_and(|count| *count > 50), "{seen:?}");
    }
    // Every row was met, but for those whose moment none of the states is: dice that are missing.
    let missed = DECIDES.iter().filter(|(game, what, ..)| !decided.contains(&(*game, *what)));
    let missed: Vec<_> = missed.map(|(game, what, ..)| (*game, *what)).collect();
    let late = [("craps", "die-found"), ("craps", "dice-lost")];
    assert!(missed.iter().all(|row| late.contains(row)), "{missed:?}");
}

/// What the orders give to a casino supervisor in the pit, by game and clause; where there is none, the order has
/// no such rule.
#[test]
fn the_pit_is_the_casino_supervisors() {
    let acts = [
        r#"{"limit":{"table":1,"on":"ON","limit":{"min":500,"max":100000,"unit":500}}}"#,
        r#"{"own-limit":{"table":1,"player":"pat","on":"ON","limit":{"min":500,"max":100000,"unit":500}}}"#,
        r#"{"announce-closing":{"table":1}}"#,
        r#"{"vacate":{"table":1,"player":"pat"}}"#,
        r#"{"bar":{"table":1,"name":"pat","why":"a camera"}}"#,
        r#"{"exclude":{"table":1,"name":"pat","why":"a camera"}}"#,
        r#"{"detain":{"table":1,"name":"pat","why":"a camera"}}"#,
        r#"{"step":{"table":1,"step":{"void":{"why":"a fire"}}}}"#,
    ];
    let clauses = [
        ("baceball", ["6.5", "6.6", "14.8", "14.9", "14.3.2", "14.3.3", "", "12.5"]),
        (
            "three-card-baccarat",
            ["6.5", "6.6", "14.9", "14.10", "14.3.2", "14.3.3", "14.3.4", "12.6"],
        ),
        ("casino-war", ["6.5", "6.6", "13.8", "13.9", "13.3.2", "13.3.3", "13.3.4", "11.6"]),
        ("lucky-draw-baccarat", ["6.5", "6.7", "12.8", "", "12.3.2", "12.3.3", "12.3.4", "10.8"]),
        ("craps", ["7.5", "7.6", "9.8", "9.9", "9.3.2", "9.3.3", "9.3.4", "9.5"]),
    ];
    for (game, clauses) in clauses {
        let kind = Kind::named(game).unwrap();
        let may = if game == "craps" { AT_CRAPS } else { CASINO_SUPERVISOR };
        let floor = stage::open(kind, Dealing::Physical);
        for (act, clause) in acts.into_iter().zip(clauses) {
            let act = act.replace("ON", stage::main_wager(kind));
            let act = Act::parse(act.as_bytes()).unwrap();
            for (name, role) in PEOPLE.into_iter().chain([(HOUSE, Role::System)]) {
                let answer = told(&mut floor.clone(), name, &act);
                let place = format!("{game}: {name} ({role:?}): {} {answer:?}", act.write());
                match &answer.verdict {
                    ActResult::Denied(denied) if denied.by() == By::Rights => {
                        assert!(!may.contains(&role), "{place}");
                        assert_eq!(denied.clause.as_deref().unwrap_or(""), clause, "{place}");
                    }
                    ActResult::Denied(_) | ActResult::Done | ActResult::Waits { .. } => {
                        assert!(may.contains(&role), "{place}");
                    }
                }
            }
        }
    }
}
