//! What the journal keeps of an act, and what people read of it again; and the house before anybody is known in it.

use crate::support::{Pit, TABLE};
use croupier_engine::Kind;
use croupier_floor::{Act, ActResult, Commitment, Denied, Floor, Kept, Reason, Role, Said};

/// Records an act and writes it again; tells with how many commitments.
fn again(pit: &Pit, who: &str, act: &str) -> (Act, Act, Vec<Commitment>) {
    let read = Act::parse(act.as_bytes()).unwrap();
    let mut salt = 0;
    let recording = pit.floor.record(who, &read, &mut || {
        salt += 1;
        [salt; 16]
    });
    let kept: Vec<_> = recording.kept.iter().map(|kept| kept.commitment()).collect();
    assert_eq!(recording.act.commitments(), kept, "{act}");
    let written = pit.floor.people.written(&recording.act, &recording.said());
    (read, written, kept)
}

/// Names, words, wagers, games, variants, set-ups and keys come back as they were written; names and words are not in
/// what the journal hashes.
#[test]
fn what_is_recorded_reads_as_it_was_written() {
    let pit = Pit::open(Kind::ThreeCardBaccarat);
    let key = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
    let commit = format!(r#"{{"commit":{{"table":1,"commitment":"{key}"}}}}"#);
    let acts = [
        (r#"{"add-person":{"name":"zoe","roles":["dealer"]}}"#, 1),
        (r#"{"add-person":{"name":"ann","roles":["dealer"]}}"#, 0),
        (r#"{"sit":{"table":1,"player":"ann","seat":2}}"#, 0),
        (r#"{"limit":{"table":1,"on":"player","limit":{"min":500,"max":100000}}}"#, 0),
        (r#"{"variant":{"table":1,"variant":"even-money"}}"#, 0),
        (r#"{"variant":{"table":1,"variant":null}}"#, 0),
        (r#"{"incident":{"what":"a glass broke"}}"#, 1),
        (
            r#"{"step":{"table":1,"step":{"wager":{"player":"bob","area":1,"on":"player","amount":500}}}}"#,
            0,
        ),
        (
            r#"{"open":{"table":2,"name":"two","game":"casino-war","setup":{"chip":100},"float":5000,"dealing":"physical","seats":7}}"#,
            0,
        ),
        (&commit, 0),
    ];
    for (act, texts) in acts {
        let (read, written, kept) = again(&pit, "max", act);
        assert_eq!(written, read, "{act}");
        assert_eq!(kept.len(), texts, "{act}");
    }
    // What the house does not know is not kept, and is told to whoever asked.
    let (_, written, _) = again(&pit, "max", r#"{"commit":{"table":1,"commitment":"no key"}}"#);
    let empty = Act::parse(br#"{"commit":{"table":1,"commitment":""}}"#).unwrap();
    assert_eq!(written, empty);
}

/// A denial names the first thing that the house does not know, in the words of whoever acts.
#[test]
fn a_denial_has_the_words_of_who_acts() {
    let mut pit = Pit::open(Kind::Baceball);
    let mut reason = |who: &str, act: &str| match pit.told(who, act) {
        ActResult::Denied(Denied { reason, .. }) => reason,
        other => panic!("{act}: {other:?}"),
    };
    let sit = r#"{"sit":{"table":1,"player":"nobody","seat":2}}"#;
    assert_eq!(reason("sue", sit), Reason::NoSuchPerson("nobody".to_owned()));
    assert_eq!(reason("stranger", sit), Reason::Stranger("stranger".to_owned()));
    let give = r#"{"give-up":{"table":1,"player":"nobody","area":1,"to":"nobody-else"}}"#;
    assert_eq!(reason("sue", give), Reason::NoSuchPerson("nobody".to_owned()));
    let limit = r#"{"limit":{"table":1,"on":"luck","limit":{"min":500,"max":1000}}}"#;
    assert_eq!(reason("sue", limit), Reason::NoSuchWager { on: "luck".into() });
    let open = r#"{"open":{"table":2,"name":"two","game":"whist","setup":{},"float":5000,"dealing":"physical","seats":7}}"#;
    assert_eq!(reason("sue", open), Reason::NoSuchGame { game: "whist".into() });
    let setup = r#"{"open":{"table":2,"name":"two","game":"baceball","setup":{"limits":{"luck":{"min":500,"max":1000}}},"float":5000,"dealing":"physical","seats":7}}"#;
    let Reason::BadSetup(words) = reason("sue", setup) else { panic!("such a wager is taken") };
    assert!(words.contains("luck"), "{words}");
}

/// Names have 1 to 40 letters, digits, dots, dashes and underscores.
#[test]
fn a_name_is_plain() {
    let mut pit = Pit::open(Kind::Baceball);
    let add = |name: &str| format!(r#"{{"add-person":{{"name":"{name}","roles":["player"]}}}}"#);
    for wrong in ["", "a b", "a/b", "<b>", &"x".repeat(41)] {
        pit.denied("max", &add(wrong), "");
    }
    for right in ["a.b-c_d", "Zoë", "7", &"x".repeat(40)] {
        pit.does("max", &add(right));
    }
    pit.denied("max", &add("7"), "");
}

/// In an empty house somebody makes themselves a manager, and nobody else; after that no stranger does anything.
#[test]
fn a_house_is_founded_once() {
    let mut floor = Floor::default();
    let mut add = |who: &str, name: &str, role: &str| {
        let act = format!(r#"{{"add-person":{{"name":"{name}","roles":["{role}"]}}}}"#);
        floor.act(1, who, &Act::parse(act.as_bytes()).unwrap()).verdict
    };
    let refused = |verdict: ActResult| matches!(verdict, ActResult::Denied(_));
    assert!(refused(add("max", "max", "player")), "the first is a manager");
    assert!(refused(add("max", "mia", "manager")), "nobody makes another the first manager");
    assert_eq!(add("max", "max", "manager"), ActResult::Done);
    assert!(refused(add("eve", "eve", "manager")), "there is a manager already");
    assert_eq!(add("max", "eve", "manager"), ActResult::Done);
}

/// Every role has a word, and is found by it.
#[test]
fn roles_are_found_by_their_words() {
    for role in Role::ALL {
        assert_eq!(Role::named(role.name()), Some(role));
    }
    assert_eq!(Role::named("king"), None);
}

/// A table whose entries are damaged takes nothing more; other tables go on.
#[test]
fn a_stopped_table_takes_nothing() {
    let mut pit = Pit::open(Kind::CasinoWar);
    pit.sits("ann", 1);
    let why = Kept { salt: [0; 16], text: "entry 7 is damaged".to_owned() };
    let mut said = Said::default();
    said.keep(why.clone());
    let told = pit.floor.stop(TABLE, why.commitment(), &said);
    assert_eq!(told.events[0].table(), Some(TABLE));
    let wager = Pit::wager("ann", 1, "initial", 1000);
    let ActResult::Denied(denied) = pit.told("ann", &wager) else { panic!("it is taken") };
    assert_eq!(denied.reason, Reason::Stopped("entry 7 is damaged".to_owned()));
    pit.two(r#"{"add-person":{"name":"zoe","roles":["dealer"]}}"#);
}

/// A supervisor voids a round of up to 1,000.00 alone; of more, with another.
#[test]
fn a_large_round_is_voided_by_two() {
    let void = r#"{"step":{"table":1,"step":{"void":{"why":"a fire"}}}}"#;
    for (stake, alone) in [(100_000, true), (50_000, true), (100_100, false)] {
        let mut pit = Pit::open(Kind::CasinoWar);
        pit.sits("ann", 1);
        pit.sits("bob", 2);
        let first = stake.min(100_000);
        pit.does("ann", &Pit::wager("ann", 1, "initial", first));
        if stake > first {
            pit.does("bob", &Pit::wager("bob", 2, "initial", 500));
        }
        pit.does("dan", r#"{"step":{"table":1,"step":{"card":"9D"}}}"#);
        let verdict = pit.told("sue", void);
        assert_eq!(verdict == ActResult::Done, alone, "{stake}: {verdict:?}");
    }
}

/// A table has as many seats as it was opened with.
#[test]
fn there_is_no_seat_beyond_the_last() {
    let mut pit = Pit::open(Kind::CasinoWar);
    for (seat, there) in [(0, false), (8, false), (7, true), (1, true)] {
        let who = if seat == 1 { "bob" } else { "ann" };
        let sit = format!(r#"{{"sit":{{"table":1,"player":"{who}","seat":{seat}}}}}"#);
        match there {
            true => pit.does(who, &sit),
            false => pit.denied(who, &sit, ""),
        }
    }
}

/// What moves is more than nothing and no more than there is; up to the last cent it can.
#[test]
fn amounts_go_up_to_what_is_there() {
    let mut pit = Pit::open(Kind::CasinoWar);
    pit.sits("ann", 1);
    let credit = |amount: u64| format!(r#"{{"credit":{{"table":1,"amount":{amount}}}}}"#);
    let drop =
        |amount: u64| format!(r#"{{"drop":{{"table":1,"player":"ann","amount":{amount}}}}}"#);
    pit.denied("dan", &drop(0), "");
    pit.denied("dan", &drop(u64::MAX), "");
    pit.denied("dan", &drop(5_000_500), "");
    pit.denied("dan", &drop(1_000_001), "5.2");
    pit.denied("sue", &credit(0), "");
    pit.denied("sue", &credit(5_000_001), "5.2");
    let too_much = pit.told("sue", &credit(5_000_500));
    let ActResult::Waits { request } = too_much else { panic!("{too_much:?}") };
    pit.denied("cas", &format!(r#"{{"approve":{{"request":{request}}}}}"#), "");
    pit.does("sue", &format!(r#"{{"reject":{{"request":{request}}}}}"#));
    for (who, act, asked) in [("dan", drop(2_000_000), false), ("sue", credit(3_000_000), true)] {
        let verdict = pit.told(who, &act);
        match verdict {
            ActResult::Waits { request } if asked => {
                pit.does("cas", &format!(r#"{{"approve":{{"request":{request}}}}}"#));
            }
            done => assert!(done == ActResult::Done && !asked, "{act}: {done:?}"),
        }
    }
    assert_eq!(pit.floor.ledger.balance(croupier_floor::Account::Float(TABLE)), 0);
}

/// A table has a number and a name; an inspector and a player are nothing else besides.
#[test]
fn tables_and_roles_make_sense() {
    let mut pit = Pit::open(Kind::CasinoWar);
    let open = |table: u32, name: &str| {
        format!(
            r#"{{"open":{{"table":{table},"name":"{name}","game":"casino-war","setup":{{}},"float":5000,"dealing":"physical","seats":7}}}}"#
        )
    };
    for (table, name) in [(0, "none"), (u32::MAX, "last"), (2, " ")] {
        pit.denied("sue", &open(table, name), "");
    }
    pit.does("sue", &open(2, "two"));
    let add = |roles: &str| format!(r#"{{"add-person":{{"name":"zoe","roles":[{roles}]}}}}"#);
    for roles in ["", r#""inspector","dealer""#, r#""player","dealer""#, r#""guest""#] {
        pit.denied("max", &add(roles), "");
    }
    pit.two(&add(r#""dealer","supervisor""#));
}
