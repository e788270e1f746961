//! Random nights, and everything in them that a player is shown: no name of a person, no key before it is
//! shown, no face of a card that lies face down. And everything that the journal keeps of an act and its answer:
//! codes and values, no name and no sentence, so that no message that is reworded changes a hash.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::collections::{BTreeMap, BTreeSet};

use croupier_engine::game::Burn;
use croupier_floor::{
    Act, Answer, Denied, Event, Floor, Reason, Recorded, TableAct, TableId, Verdict,
};
use croupier_sheet::Happened;
use croupier_view::{Eye, Memories, Memory, watched};
use serde_json::Value;
use support::{TABLES, rehearsal};

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

    /// Looks at what a player is shown.
    fn look(&mut self, shown: &Value, floor: &Floor, table: TableId) {
        let room = &floor.rooms[&table];
        texts(shown, "", &mut |field, text| {
            self.looked += 1;
            let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '-');
            let person = words.find(|word| floor.people.find(word).is_some());
            // A table has a name of its own choosing.
            assert!(field == "name" || person.is_none(), "{field} says {text:?} to a player");
            if text.len() == 64 && text.chars().all(|c| c.is_ascii_hexdigit()) {
                assert!(self.hexadecimal.contains(text), "{field} shows a key: {text}");
            }
        });
        if let Some(game) = shown.get("game").and_then(|game| game.get("burned")) {
            let by_face = room.kind.house().cards.is_some_and(|it| it.burn == Burn::ByFace);
            assert!(by_face && self.burned[&table] == 1, "a burned card is shown: {game}");
        }
        assert!(shown.pointer("/shoe/left").is_none_or(Value::is_null), "a player sees the shoe");
    }
}

#[test]
fn players_see_no_names_no_keys_and_no_covered_faces() {
    for seed in 0..3 {
        let (mut floor, mut memories) = (Floor::default(), Memories::default());
        let (mut rehearsal, mut known) = (rehearsal(100 + seed, TABLES, 40), Known::default());
        for _ in 0..12_000 {
            let next = rehearsal.next(&floor);
            let recording = floor.record(&next.who, &next.act, &mut || [0; 16]);
            let answer = floor.take(next.at, recording.who, &recording.act, &recording.said());
            let table = memories.see(&floor, &recording.act, &answer);
            known.learn(&next.act, &answer);
            let Some((table, room)) = table.and_then(|it| Some((it, floor.rooms.get(&it)?))) else {
                continue;
            };
            for seen in watched(&answer, &floor, room, Eye::Player) {
                known.look(&serde_json::to_value(seen).unwrap(), &floor, table);
            }
            let nothing = Memory::default();
            let memory = memories.of(table).unwrap_or(&nothing);
            let view = croupier_view::view(&floor, table, memory, Eye::Player).unwrap();
            known.look(&serde_json::to_value(view).unwrap(), &floor, table);
            for player in room.seated().take(1) {
                known.look(
                    &serde_json::to_value(croupier_view::offers(room, player)).unwrap(),
                    &floor,
                    table,
                );
            }
        }
        assert!(known.looked > 1_000_000, "{} texts", known.looked);
    }
}

/// Says every sentence in an answer otherwise.
fn reworded(answer: &Answer) -> Answer {
    let verdict = match &answer.verdict {
        Verdict::Denied(denied) => {
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
            Verdict::Denied(Denied { reason, clause: denied.clause.clone() })
        }
        verdict => verdict.clone(),
    };
    Answer { events: answer.events.clone(), verdict }
}

/// Looks at one part of an entry: codes, numbers, and no name.
fn look_for_names(part: &str, floor: &Floor) {
    texts(&serde_json::from_str(part).unwrap(), "", &mut |field, text| {
        // A table has a name of its own choosing, and a fraction is written as one.
        if field == "name" && part.contains(r#""open":{"#) || field == "increment" {
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
        let mut answer = floor.take(next.at, recording.who, &recording.act, &recording.said());
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
        if let Verdict::Denied(denied) = &answer.verdict {
            kinds.insert(serde_json::to_string(&denied.reason).unwrap());
        }
    }
    assert!(kinds.len() > 10 && acts.len() > 25, "{kinds:?} {acts:?}");
}
