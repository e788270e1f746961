//! Random nights, and everything in them that people are shown: nobody a key before it is shown, or the hash of a
//! password; players, guests and the cashier no name of a person, no shoe and no face of a card that lies face
//! down. And everything that the journal keeps of an act and its answer: codes and values, no name and no sentence,
//! so that no message that is reworded changes a hash.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{TABLES, rehearsal};
use croupier_engine::Player;
use croupier_engine::game::Burn;
use croupier_floor::{
    Act, ActResult, Answer, Denied, Event, Floor, Reason, Recorded, TableAct, TableId,
};
use croupier_sheet::Happened;
use croupier_view::{Memories, Memory, Viewer, eye, watched};
use serde_json::Value;

/// Calls `each` for every text in a document, with the name of its field.
fn texts(value: &Value, field: &str, each: &mut impl FnMut(&str, &str)) {
    match value {
        Value::String(text) => each(field, text),
        Value::Array(items) => items.iter().for_each(|item| texts(item, field, each)),
        Value::Object(fields) => fields.iter().for_each(|(name, value)| texts(value, name, each)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// What a player may know so far, kept by the books of this test.
#[derive(Default)]
struct Known {
    /// Keys that the house has shown, and what it committed itself to.
    hexadecimal: BTreeSet<String>,
    /// How many cards were burned at each table since its last shuffle.
    burned: BTreeMap<TableId, u32>,
    looked: u64,
}

impl Known {
    /// Takes note of what becomes public by an act.
    fn learn(&mut self, act: &Act, answer: &Answer) {
        match act {
            Act::TableAct(TableAct::Commit { commitment: text, .. })
            | Act::TableAct(TableAct::Reveal { key: text, .. })
            | Act::TableAct(TableAct::BeginShuffle { burn: Some(text), .. })
            | Act::TableAct(TableAct::RevealBurn { key: text, .. })
            | Act::TableAct(TableAct::Contribute { sealed: text, .. })
                if answer.is_done() =>
            {
                self.hexadecimal.insert(text.clone());
            }
            _ => {}
        }
        for event in &answer.events {
            let Event::Game(table, happened) = event else { continue };
            match happened {
                Happened::Burned { .. } | Happened::BurnedUnseen => {
                    *self.burned.entry(*table).or_insert(0) += 1;
                }
                Happened::Shuffled => drop(self.burned.insert(*table, 0)),
                _ => {}
            }
        }
    }

    /// Looks at what nobody may be shown, whoever it is.
    fn look_for_secrets(&mut self, shown: &Value) {
        texts(shown, "", &mut |field, text| {
            self.looked += 1;
            if text.len() == 64 && text.chars().all(|c| c.is_ascii_hexdigit()) {
                assert!(self.hexadecimal.contains(text), "{field} shows a key: {text}");
            }
            assert!(!text.contains("argon2"), "{field} shows the hash of a password: {text}");
        });
    }

    /// Looks at what a player is shown.
    fn look(&mut self, shown: &Value, floor: &Floor, table: TableId) {
        self.look_for_secrets(shown);
        let room = &floor.rooms[&table];
        texts(shown, "", &mut |field, text| {
            let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '-');
            let person = words.find(|word| floor.people.find(word).is_some());
            // A table has a name of its own choosing.
            assert!(field == "name" || person.is_none(), "{field} says {text:?} to a player");
        });
        if let Some(game) = shown.get("game").and_then(|game| game.get("burned")) {
            let by_face = room.kind.house().cards.is_some_and(|it| it.burn == Burn::ByFace);
            assert!(by_face && self.burned[&table] == 1, "a burned card is shown: {game}");
        }
        assert!(shown.pointer("/shoe/left").is_none_or(Value::is_null), "a player sees the shoe");
    }
}

#[test]
fn nobody_sees_keys_and_players_see_no_names_and_no_covered_faces() {
    for seed in 0..3 {
        let (mut floor, mut memories) = (Floor::default(), Memories::default());
        let (mut rehearsal, mut known) = (rehearsal(100 + seed, TABLES, 40), Known::default());
        for at in 0..12_000 {
            let next = rehearsal.next(&floor);
            let recording = floor.record(&next.who, &next.act, &mut || [0; 16]);
            let answer = floor.perform(next.at, recording.who, &recording.act, &recording.said());
            let table = memories.see(&floor, &recording.act, &answer);
            known.learn(&next.act, &answer);
            let Some((table, room)) = table.and_then(|it| Some((it, floor.rooms.get(&it)?))) else {
                continue;
            };
            for seen in watched(&answer, &floor, room, Viewer::Player) {
                known.look(&serde_json::to_value(seen).unwrap(), &floor, table);
            }
            let nothing = Memory::default();
            let memory = memories.of(table).unwrap_or(&nothing);
            let view = croupier_view::view(&floor, table, memory, Viewer::Player).unwrap();
            known.look(&serde_json::to_value(view).unwrap(), &floor, table);
            if at % 8 == 0 {
                for seen in watched(&answer, &floor, room, Viewer::Staff) {
                    known.look_for_secrets(&serde_json::to_value(seen).unwrap());
                }
                let view = croupier_view::view(&floor, table, memory, Viewer::Staff).unwrap();
                known.look_for_secrets(&serde_json::to_value(view).unwrap());
            }
            for player in room.seated().take(1) {
                known.look(
                    &serde_json::to_value(croupier_view::offers(
                        room,
                        player,
                        floor.now,
                        croupier_engine::Cents::ZERO,
                    ))
                    .unwrap(),
                    &floor,
                    table,
                );
            }
        }
        assert!(known.looked > 1_000_000, "{} texts", known.looked);
    }
}

/// Every role, and with whose eyes it sees a table: who is paid for watching sees names and the shoe.
#[test]
fn every_role_has_its_eye() {
    let roles = [
        ("player", Viewer::Player),
        ("dealer", Viewer::Staff),
        ("boxperson", Viewer::Staff),
        ("stickperson", Viewer::Staff),
        ("supervisor", Viewer::Staff),
        ("manager", Viewer::Staff),
        ("cashier", Viewer::Player),
        ("surveillance", Viewer::Staff),
        ("inspector", Viewer::Staff),
        ("promotions", Viewer::Staff),
        // A scrutineer oversees draws, and has nothing to look for at the tables.
        ("scrutineer", Viewer::Player),
    ];
    let mut floor = Floor::default();
    tell(&mut floor, "max", r#"{"add-person":{"name":"max","roles":["manager"],"password":null}}"#);
    for (role, _) in roles {
        let add = format!(
            r#"{{"add-person":{{"name":"the-{role}","roles":["{role}"],"password":null}}}}"#
        );
        tell(&mut floor, "max", &add);
    }
    tell(&mut floor, "house", r#"{"guest":{"name":"the-guest"}}"#);
    for (role, wanted) in roles.into_iter().chain([("guest", Viewer::Player)]) {
        let person = floor.people.find(&format!("the-{role}")).unwrap();
        assert_eq!(eye(&floor, person), wanted, "{role}");
    }
    // Neither the program nor somebody whom the house does not know works for it.
    assert_eq!(eye(&floor, floor.people.find("house").unwrap()), Viewer::Player);
    assert_eq!(eye(&floor, Player(u32::MAX)), Viewer::Player);
}

/// Somebody does something, which is done.
fn tell(floor: &mut Floor, who: &str, act: &str) -> (Act, Answer) {
    let act: Act = serde_json::from_str(act).unwrap();
    let recording = floor.record(who, &act, &mut || [0; 16]);
    let answer = floor.perform(floor.now + 1, recording.who, &recording.act, &recording.said());
    assert!(answer.is_done(), "{who} {}: {:?}", act.write(), answer.verdict);
    (act, answer)
}

/// A round that is dealt face down, as players take their cards up: which cards came is in nothing that a
/// player is shown, until they are turned.
#[test]
fn a_card_that_lies_face_down_is_seen_by_no_player() {
    const CARDS: [&str; 6] = ["KS", "4H", "7D", "9C", "TD", "3S"];
    let mut floor = Floor::default();
    for (who, act) in [
        ("max", r#"{"add-person":{"name":"max","roles":["manager"],"password":null}}"#),
        ("max", r#"{"add-person":{"name":"dan","roles":["dealer"],"password":null}}"#),
        ("house", r#"{"guest":{"name":"gus"}}"#),
        (
            "house",
            r#"{"open":{"table":1,"name":"one","game":"three-card-baccarat","setup":{"method":"B"},"float":1000000,"dealing":"physical","seats":6,"demo":true}}"#,
        ),
        ("gus", r#"{"sit":{"table":1,"player":"gus","seat":1}}"#),
        ("gus", r#"{"bring":{"table":1,"player":"gus","amount":10000}}"#),
        ("max", r#"{"register-cards":{"set":1,"decks":8,"backs":"red"}}"#),
        ("dan", r#"{"check-cards":{"set":1,"cards":416}}"#),
        ("dan", r#"{"bring-cards":{"table":1,"set":1}}"#),
        ("dan", r#"{"begin-shuffle":{"table":1}}"#),
        ("gus", r#"{"cut":{"table":1,"by":"gus","depth":100}}"#),
        ("dan", r#"{"load":{"table":1,"cutting_card":52}}"#),
        // The first card is burned, and as many more as it counts.
        ("dan", r#"{"step":{"table":1,"step":{"card":"AC"}}}"#),
        ("dan", r#"{"step":{"table":1,"step":{"card":"AD"}}}"#),
        (
            "gus",
            r#"{"step":{"table":1,"step":{"wager":{"player":"gus","area":1,"on":"player","amount":1000}}}}"#,
        ),
    ] {
        tell(&mut floor, who, act);
    }
    for task in 1..=6 {
        let done = format!(r#"{{"task-done":{{"table":1,"task":{task}}}}}"#);
        tell(&mut floor, "dan", &done);
    }
    let shown = |floor: &Floor, answer: &Answer, eye: Viewer| {
        let room = &floor.rooms[&TableId(1)];
        let view = croupier_view::view(floor, TableId(1), &Memory::default(), eye).unwrap();
        let events = serde_json::to_string(&watched(answer, floor, room, eye)).unwrap();
        events + &serde_json::to_string(&view).unwrap()
    };
    let faces = |text: &str| CARDS.iter().filter(|card| text.contains(*card)).count();
    for number in 1..=CARDS.len() {
        let dealt = r#"{"step":{"table":1,"step":{"face-down":true}}}"#;
        let (_, answer) = tell(&mut floor, "dan", dealt);
        for eye in [Viewer::Player, Viewer::Staff] {
            let text = shown(&floor, &answer, eye);
            assert_eq!(faces(&text), 0, "card {number} lies face down: {text}");
        }
    }
    let turn = r#"{"step":{"table":1,"step":{"turn":{"area":1}}}}"#;
    let (_, mut answer) = tell(&mut floor, "dan", turn);
    for card in &CARDS[..3] {
        let face = format!(r#"{{"step":{{"table":1,"step":{{"card":"{card}"}}}}}}"#);
        answer = tell(&mut floor, "dan", &face).1;
    }
    assert_eq!(faces(&shown(&floor, &answer, Viewer::Player)), 3, "the player's hand is turned");
}

/// Says every sentence in an answer otherwise.
fn reworded(answer: &Answer) -> Answer {
    let verdict = match &answer.verdict {
        ActResult::Denied(denied) => {
            let other = "quite other words".to_owned();
            let reason = match &denied.reason {
                Reason::Stranger(_) => Reason::Stranger(other),
                Reason::NoSuchPerson(_) => Reason::NoSuchPerson(other),
                Reason::BadSetup(_) => Reason::BadSetup(other),
                Reason::BadStep(_) => Reason::BadStep(other),
                Reason::NoSuchGame { .. } => Reason::NoSuchGame { game: other.into() },
                Reason::NoSuchWager { .. } => Reason::NoSuchWager { on: other.into() },
                Reason::NoSuchVariant { .. } => Reason::NoSuchVariant { variant: other.into() },
                Reason::Stopped(_) => Reason::Stopped(other),
                reason => reason.clone(),
            };
            ActResult::Denied(Denied { reason, clause: denied.clause.clone() })
        }
        verdict => verdict.clone(),
    };
    Answer { events: answer.events.clone(), verdict }
}

/// Looks at one part of an entry: codes, numbers, and no name.
fn look_for_names(part: &str, floor: &Floor) {
    texts(&serde_json::from_str(part).unwrap(), "", &mut |field, text| {
        // A table has a name of its own choosing, players open words of theirs, and a fraction is written as one.
        let is_public = field == "name" && part.contains(r#""open":{"#)
            || field == "words" && part.contains(r#""open-words":{"#);
        if is_public || field == "increment" {
            return;
        }
        let is_area = text.strip_prefix("area ").is_some_and(|area| area.parse::<u8>().is_ok());
        // The row of the table of rights may be that of a step.
        let code = text.strip_prefix("step ").filter(|_| field == "what").unwrap_or(text);
        let is_code = code.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '.');
        assert!(is_area || is_code, "{field} is a sentence: {text:?}");
        assert!(floor.people.find(text).is_none(), "{field} is a name: {text:?}");
    });
}

#[test]
fn the_journal_keeps_codes_and_no_sentences() {
    let (mut floor, mut rehearsal) = (Floor::default(), rehearsal(77, TABLES, 40));
    let (mut kinds, mut acts) = (BTreeSet::new(), BTreeSet::new());
    for _ in 0..20_000 {
        let next = rehearsal.next(&floor);
        let recording = floor.record(&next.who, &next.act, &mut || [0; 16]);
        let mut answer = floor.perform(next.at, recording.who, &recording.act, &recording.said());
        let (body, text) = (recording.act.write(), answer.write());
        assert_eq!(Recorded::read(body.as_bytes()).unwrap(), recording.act, "read again");
        look_for_names(&body, &floor);
        look_for_names(&text, &floor);
        acts.insert(recording.act.name());
        recording.explain(&mut answer);
        assert_eq!(text, answer.write(), "explained");
        assert_eq!(text, reworded(&answer).write(), "reworded");
        let read = Answer::read(text.as_bytes()).unwrap();
        assert_eq!(text, read.write(), "read again");
        if let ActResult::Denied(denied) = &answer.verdict {
            kinds.insert(serde_json::to_string(&denied.reason).unwrap());
        }
    }
    assert!(kinds.len() > 10 && acts.len() > 25, "{kinds:?} {acts:?}");
}
