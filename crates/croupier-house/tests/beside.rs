//! People outside the hashed journal: a night in which every field that can carry words carries marked ones. None
//! of them is in an entry; without what stands beside the entries the journal still verifies and plays, and people
//! are numbers.

use std::path::Path;

use crate::support::{Folder, options};
use croupier_floor::{Act, ActResult};
use croupier_house::report::{About, Asked, report};
use croupier_house::{Live, Replay, prove};
use croupier_journal::{Reader, VerifyOptions, verify};
use croupier_view::words;
use rusqlite::Connection;
use rusqlite::types::ValueRef;

/// Is in every name of a person and every text of the night that must stand beside the entries.
const MARK: &str = "Zyx";
/// Is in the two kinds of words that are public and stand in entries as they were typed: the name of a table,
/// and what a player adds to a draw.
const PUBLIC: &str = "Qvw";

/// Who does what, as a script has it, and how it ends: done, waits, or by which reason it is denied.
const NIGHT: &[(&str, &str, &str)] = &[
    (
        "Zyx-Max",
        r#"{"add-person":{"name":"Zyx Max","roles":["manager"],"password":null}}"#,
        "bad-name",
    ),
    (
        "Zyx-Max",
        r#"{"add-person":{"name":"Zyx-Max","roles":["manager"],"password":"$argon2id$Zyx"}}"#,
        "done",
    ),
    (
        "Zyx-Max",
        r#"{"add-person":{"name":"Zyx-Max","roles":["manager"],"password":null}}"#,
        "name-taken",
    ),
    (
        "Zyx-Max",
        r#"{"add-person":{"name":"Zyx Max","roles":["manager"],"password":null}}"#,
        "bad-name",
    ),
    (
        "Zyx-Max",
        r#"{"add-person":{"name":"Zyx-Sue","roles":["supervisor"],"password":null}}"#,
        "done",
    ),
    ("Zyx-Max", r#"{"add-person":{"name":"Zyx-Ann","roles":["player"],"password":null}}"#, "done"),
    ("Zyx-Max", r#"{"add-person":{"name":"Zyx-Bob","roles":["dealer"],"password":null}}"#, "done"),
    ("Zyx-Ann", r#"{"set-password":{"name":"Zyx-Ann","password":"$argon2id$Zyx2"}}"#, "done"),
    ("Zyx-Who", r#"{"mint":{"amount":100}}"#, "stranger"),
    ("Zyx-Max", r#"{"set-roles":{"name":"Zyx-Who","roles":["player"]}}"#, "no-such-person"),
    ("Zyx-Max", r#"{"set-roles":{"name":"Zyx-Bob","roles":["player"]}}"#, "waits"),
    ("house", r#"{"sign-in":{"name":"Zyx-Ann","granted":true}}"#, "done"),
    ("house", r#"{"sign-in":{"name":"Zyx-Who","granted":false}}"#, "done"),
    ("house", r#"{"sign-in":{"name":"Zyx@who","granted":false}}"#, "done"),
    ("house", r#"{"guest":{"name":"Zyx-guest"}}"#, "done"),
    ("house", r#"{"guest":{"name":"Zyx-Ann"}}"#, "name-taken"),
    ("Zyx-Sue", r#"{"look":{"what":"Zyx"}}"#, "done"),
    ("Zyx-Sue", r#"{"incident":{"table":null,"person":"Zyx-Ann","what":"Zyx fell"}}"#, "done"),
    (
        "Zyx-Sue",
        r#"{"open":{"table":1,"name":"one","game":"Zyx","setup":{},"float":100,"dealing":"physical","seats":3}}"#,
        "no-such-game",
    ),
    (
        "house",
        r#"{"open":{"table":1,"name":"one","game":"casino-war","setup":{"variant":"Zyx"},"float":100,"dealing":"physical","seats":3,"demo":true}}"#,
        "bad-setup",
    ),
    (
        "house",
        r#"{"open":{"table":1,"name":"one","game":"casino-war","setup":{"limits":{"Zyx":{}}},"float":100,"dealing":"physical","seats":3,"demo":true}}"#,
        "bad-setup",
    ),
    (
        "house",
        r#"{"open":{"table":2,"name":"two","game":"craps","setup":{"seats":["Zyx-Ann"]},"float":100,"dealing":"physical","seats":3,"demo":true}}"#,
        "done",
    ),
    (
        "house",
        r#"{"open":{"table":1,"name":"one","game":"casino-war","setup":{},"float":100,"dealing":"physical","seats":3,"demo":true}}"#,
        "done",
    ),
    ("Zyx-Sue", r#"{"limit":{"table":1,"on":"Zyx","limit":{"min":1,"max":2}}}"#, "no-such-wager"),
    ("Zyx-Sue", r#"{"variant":{"table":1,"variant":"Zyx"}}"#, "no-variants"),
    (
        "Zyx-Bob",
        r#"{"step":{"table":1,"step":{"wager":{"player":"Zyx-Who","area":1,"on":"initial","amount":500}}}}"#,
        "no-such-person",
    ),
    (
        "Zyx-Bob",
        r#"{"step":{"table":1,"step":{"wager":{"player":"Zyx-guest","area":1,"on":"Zyx","amount":500}}}}"#,
        "less-to-wager",
    ),
    (
        "Zyx-Bob",
        r#"{"step":{"table":9,"step":{"wager":{"player":"Zyx-guest","area":1,"on":"Zyx","amount":500}}}}"#,
        "table-not-open",
    ),
    (
        "Zyx-Bob",
        r#"{"step":{"table":1,"step":{"choose":{"area":1,"choice":"Zyx","absent":true}}}}"#,
        "bad-step",
    ),
    ("Zyx-Sue", r#"{"step":{"table":1,"step":{"void":{"why":"Zyx was ill"}}}}"#, "any"),
    ("Zyx-Ann", r#"{"commit":{"table":1,"commitment":"Zyx"}}"#, "not-in-roles"),
    ("Zyx-Ann", r#"{"reveal":{"table":1,"key":"Zyx"}}"#, "not-in-roles"),
    ("Zyx-Ann", r#"{"complain":{"table":2,"person":"Zyx-Ann","what":"Zyx was rude"}}"#, "done"),
    ("Zyx-Sue", r#"{"decide-complaint":{"complaint":3,"decision":"Zyx is sorry"}}"#, "done"),
    ("Zyx-Sue", r#"{"bar":{"table":1,"name":"Zyx-Ann","why":"Zyx"}}"#, "done"),
    ("Zyx-Sue", r#"{"exclude":{"table":1,"name":"Zyx-Ann","why":"Zyx"}}"#, "done"),
    ("Zyx-Max", r#"{"readmit":{"name":"Zyx-Ann","why":"Zyx"}}"#, "waits"),
    ("Zyx-Sue", r#"{"detain":{"table":1,"name":"Zyx-Who","why":"Zyx"}}"#, "any"),
    (
        "house",
        r#"{"open":{"table":3,"name":"Qvw one","game":"craps","setup":{},"float":100,"dealing":"virtual","seats":3,"demo":true}}"#,
        "done",
    ),
    (
        "house",
        r#"{"commit":{"table":3,"commitment":"00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"}}"#,
        "done",
    ),
    ("Zyx-guest", r#"{"sit":{"table":3,"player":"Zyx-guest","seat":1}}"#, "done"),
    ("Zyx-guest", r#"{"contribute":{"table":3,"player":"Zyx-guest","sealed":"Zyx"}}"#, "bad-seal"),
    (
        "Zyx-guest",
        r#"{"open-words":{"table":3,"player":"Zyx-guest","words":"Qvw two"}}"#,
        "no-words-awaited",
    ),
    (
        "Zyx-Max",
        r#"{"draft-pool":{"pool":1,"name":"Zyx","terms":{"prizes":"Zyx owes money","wager":500,"major":{"share":[1,4],"seed":100},"minor":{"share":[1,4],"seed":100},"retained":[1,2]}}}"#,
        "no-such-prizes",
    ),
    (
        "Zyx-Ann",
        r#"{"draft-pool":{"pool":1,"name":"Zyx","terms":{"prizes":"Zyx owes money","wager":500,"major":{"share":[1,4],"seed":100},"minor":{"share":[1,4],"seed":100},"retained":[1,2]}}}"#,
        "any",
    ),
    (
        "Zyx-Max",
        r#"{"change-pool":{"pool":1,"reference":"Zyx","date":"2016-08-17","terms":{"prizes":"Zyx owes money","wager":500,"major":{"share":[1,4],"seed":100},"minor":{"share":[1,4],"seed":100},"retained":[1,2]}}}"#,
        "any",
    ),
    (
        "house",
        r#"{"demo-pool":{"pool":9001,"name":"Zyx","terms":{"prizes":"Zyx owes money","wager":500,"major":{"share":[1,4],"seed":100},"minor":{"share":[1,4],"seed":100},"retained":[1,2]}}}"#,
        "any",
    ),
    ("Zyx-Sue", r#"{"lose-key":{"table":3,"why":"Zyx lost it"}}"#, "waits"),
    (
        "Zyx-Max",
        r#"{"add-person":{"name":"Zyx-Eve","roles":["dealer"],"password":"$argon2id$Zyx3"}}"#,
        "waits",
    ),
    (
        "Zyx-Max",
        r#"{"add-person":{"name":"Zyx-Eve","roles":["player"],"password":null}}"#,
        "name-taken",
    ),
    ("Zyx-Max", r#"{"set-password":{"name":"Zyx-Ann","password":"$argon2id$Zyx4"}}"#, "waits"),
    (
        "house",
        r#"{"found":{"managers":[{"name":"Zyx-One","password":"$argon2id$Zyx5"},{"name":"Zyx-Two","password":null}]}}"#,
        "is-founded",
    ),
];

fn code(verdict: &ActResult) -> String {
    match verdict {
        ActResult::Done => "done".to_owned(),
        ActResult::Waits { .. } => "waits".to_owned(),
        ActResult::Denied(denied) => {
            let reason = serde_json::to_value(&denied.reason).unwrap();
            let object = reason.as_object().and_then(|it| it.keys().next().cloned());
            object.unwrap_or_else(|| reason.as_str().unwrap().to_owned())
        }
    }
}

fn play(path: &Path) {
    let mut live = Live::open(path, options()).unwrap();
    for (at, (who, act, wanted)) in (1_000..).zip(NIGHT) {
        let act: Act = serde_json::from_str(act).unwrap();
        let told = live.act(at, who, &act).unwrap();
        let code = code(&told.answer.verdict);
        assert!(code == *wanted || *wanted == "any", "{who} {}: {code}", act.write());
        // Whoever acts is told in their own words what is wrong.
        let named = ["no-such-wager", "no-such-game", "no-such-person", "stranger"];
        if let (true, ActResult::Denied(denied)) = (named.contains(wanted), &told.answer.verdict) {
            let words = words::denied(denied);
            assert!(words.contains(MARK), "{words}");
        }
    }
    live.close().unwrap();
}

/// Looks at every value of one table of the file; counts those in which one of the marks is.
fn marked(path: &Path, table: &str, marks: &[&str]) -> usize {
    let connection = Connection::open(path).unwrap();
    let mut rows = connection.prepare(&format!("SELECT * FROM {table}")).unwrap();
    let columns = rows.column_count();
    let (mut rows, mut found) = (rows.query([]).unwrap(), 0);
    while let Some(row) = rows.next().unwrap() {
        for column in 0..columns {
            let bytes = match row.get_ref(column).unwrap() {
                ValueRef::Text(bytes) | ValueRef::Blob(bytes) => bytes,
                ValueRef::Null | ValueRef::Integer(_) | ValueRef::Real(_) => continue,
            };
            let text = String::from_utf8_lossy(bytes).to_lowercase();
            found += usize::from(marks.iter().any(|mark| text.contains(&mark.to_lowercase())));
        }
    }
    found
}

#[test]
fn no_name_no_password_and_no_word_is_in_an_entry() {
    let folder = Folder::new();
    let path = folder.path("marked");
    play(&path);
    for table in ["journal", "entries", "places", "tree", "checkpoints", "snapshots"] {
        assert_eq!(marked(&path, table, &[MARK, "argon2"]), 0, "{table}");
    }
    assert!(marked(&path, "beside", &[MARK, "argon2"]) > 15);
}

/// The name of a table is in the act that opens it and in what follows; what a player adds is in its act.
#[test]
fn two_public_words_are_in_entries_and_nowhere_else() {
    let folder = Folder::new();
    let path = folder.path("marked");
    play(&path);
    assert_eq!(marked(&path, "entries", &[PUBLIC]), 3);
    for table in ["journal", "places", "tree", "checkpoints", "snapshots", "beside"] {
        assert_eq!(marked(&path, table, &[PUBLIC]), 0, "{table}");
    }
}

/// With what stands beside them, all acts are read as they were written.
#[test]
fn acts_are_read_as_they_were_written() {
    let folder = Folder::new();
    let path = folder.path("marked");
    play(&path);
    let reader = Reader::open(&path).unwrap();
    let mut night = NIGHT.iter();
    Replay::of(&reader, |_, _, act, _| {
        let (who, text, verdict) = night.next().unwrap();

        let wanted: Act = serde_json::from_str(text).unwrap();
        // Who is not known, what nobody can be called, and a name that waits for another, is not kept; nor is what is
        // no key.
        let lost = [
            "Zyx-Who",
            "Zyx Max",
            "Zyx@who",
            r#""Zyx-Eve","roles":["player"]"#,
            r#""game":"Zyx""#,
            r#""Zyx":{}"#,
            r#":"Zyx"}}"#,
        ];
        if !lost.iter().any(|lost| text.contains(lost)) && !text.contains("\"on\":\"Zyx\",\"limit")
        {
            // Of what is denied no words are kept; all the rest is there.
            let (written, wanted) = (act.write(), wanted.write());
            let same = match *verdict {
                "done" | "waits" => written == wanted,
                // A word that the game does not have was one of them.
                _ => {
                    let kept = written.replace("unknown", "(not kept)");
                    kept.split("(not kept)").all(|part| wanted.contains(part))
                }
            };
            assert!(same || text.contains("variant"), "{who}: {written}");
        }
    })
    .unwrap();
}

#[test]
fn without_what_stands_beside_people_are_numbers() {
    let folder = Folder::new();
    let path = folder.path("marked");
    play(&path);
    let known = Replay::of(&Reader::open(&path).unwrap(), |_, _, _, _| ()).unwrap().floor;
    Connection::open(&path).unwrap().execute("DELETE FROM beside", []).unwrap();
    assert!(verify(&path, &VerifyOptions::default()).unwrap().is_sound());
    let reader = Reader::open(&path).unwrap();
    let floor = Replay::of(&reader, |_, _, act, _| {
        assert!(!act.write().contains(MARK), "{}", act.write());
    });
    let floor = floor.unwrap().floor;
    assert_eq!((&floor.ledger, floor.now), (&known.ledger, known.now));
    assert_eq!(floor.people.iter().count(), known.people.iter().count());
    for ((number, one), (_, other)) in floor.people.iter().zip(known.people.iter()).skip(1) {
        assert_eq!(one.name, format!("person {}", number.0));
        assert_eq!(
            (&one.roles, one.excluded, &one.barred),
            (&other.roles, other.excluded, &other.barred)
        );
        assert_eq!(one.password, None);
    }
    assert_eq!(floor.complaints[0].what, "(not kept)");
    // A statement is asked for by number then.
    let about = About::Statement("person 3".to_owned());
    report(&reader, &Asked { about, table: None, from: None, to: None, page: None }, |_| ())
        .unwrap();
    drop(reader);
    // The house opens, and goes on.
    let mut live = Live::open(&path, options()).unwrap();
    let act: Act =
        serde_json::from_str(r#"{"sign-in":{"name":"Zyx-Ann","granted":false}}"#).unwrap();
    assert!(live.act_and_save(2_000, "house", &act).unwrap().is_done());
    live.close().unwrap();
}

/// A name that somebody changed beside the journal is not taken for the one that was recorded.
#[test]
fn a_changed_name_is_not_believed() {
    let folder = Folder::new();
    let path = folder.path("marked");
    play(&path);
    let connection = Connection::open(&path).unwrap();
    let sql = "UPDATE beside SET bytes = CAST(replace(bytes, CAST('Zyx-Ann' AS BLOB), CAST('Zyx-Eve' AS BLOB)) AS BLOB) \
               WHERE substr(bytes, 17) = CAST('Zyx-Ann' AS BLOB)";
    assert_eq!(connection.execute(sql, []).unwrap(), 1);
    drop(connection);
    let floor = Replay::of(&Reader::open(&path).unwrap(), |_, _, _, _| ()).unwrap().floor;
    assert_eq!(floor.people.find("Zyx-Eve"), None);
    let proof = prove(&path, &VerifyOptions::default(), false, |_| ()).unwrap();
    assert!(proof.sound, "nothing that is hashed was changed: {:?}", proof.faults);
    let erased =
        "1 names or texts that entries speak of are not beside the journal: erased or changed";
    let changed = "1 texts beside the journal are not what was said, and are passed over";
    assert_eq!(proof.notes, [erased, changed]);
    assert!(floor.people.find("person 3").is_some());
}
