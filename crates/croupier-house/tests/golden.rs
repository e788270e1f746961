//! Golden journals: nights as files, which every build must verify against a checkpoint that was kept
//! beside them, play, fold, and go on with. `cargo run -p croupier-house --example golden` makes them anew until the
//! format is frozen.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Folder, options};
use croupier_engine::Player;
use croupier_floor::{ActResult, Answer, Event, Floor, FoldedTable, PersonId, Recorded, Stage};
use croupier_house::{EDITION, Live, Replay, prove};
use croupier_journal::{Checkpoint, Options, Reader, VerifyOptions};
use croupier_sheet::Happened;
use croupier_sheet::happened::Settled;

const NIGHTS: [&str; 3] = ["games", "jackpots", "dispute"];

fn golden(name: &str, ending: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.{ending}"))
}

/// Copies a golden journal to where it can be opened.
fn copy(folder: &Folder, name: &str) -> PathBuf {
    let path = folder.path(name);
    fs::copy(golden(name, "journal"), &path).unwrap();
    path
}

#[test]
fn golden_journals_verify_and_are_decided_again() {
    for name in NIGHTS {
        let folder = Folder::new();
        let path = copy(&folder, name);
        let kept = fs::read_to_string(golden(name, "checkpoint")).unwrap();
        let kept = Checkpoint::from_text(&kept).unwrap();
        let key = Some(kept.identity.key);
        let against = VerifyOptions {
            key,
            checkpoints: std::slice::from_ref(&kept),
            ..VerifyOptions::default()
        };
        let proof = prove(&path, &against, false, |_| ()).unwrap();
        assert!(proof.sound, "{name}: {:?}", proof.faults);
        let played = proof.played.unwrap();
        assert_eq!((proof.entries, proof.signed), (kept.number, kept.number), "{name}");
        assert_eq!((played.decided, &*played.folded), (kept.number, &[][..]), "{name}");
        let reader = Reader::open(&path).unwrap();
        for record in reader.entries(0) {
            let entry = record.unwrap().chained.entry;
            assert_eq!((entry.format, &*entry.rules), (3, EDITION), "{name}");
        }
    }
}

/// From the effects alone follows what deciding leads to, but for the inside of tables.
#[test]
fn golden_journals_are_folded() {
    for name in NIGHTS {
        let folder = Folder::new();
        let reader = Reader::open(copy(&folder, name)).unwrap();
        let replay = Replay::of(&reader, |_, _, _, _| ()).unwrap();
        let mut folded = Floor::default();
        for record in reader.entries(0) {
            let entry = record.unwrap().chained.entry;
            let act = Recorded::read(&entry.body).unwrap();
            let answer = Answer::read(&entry.effects).unwrap();
            assert_eq!(answer.write().as_bytes(), entry.effects, "{name}: canonical");
            assert_eq!(act.write().as_bytes(), entry.body, "{name}: canonical");
            folded
                .fold(entry.at, (PersonId(Player(entry.who)), &act), &answer, &replay.said)
                .unwrap();
        }
        let decided = &replay.floor;
        assert_eq!((&folded.people, &folded.ledger), (&decided.people, &decided.ledger), "{name}");
        assert_eq!(folded.requests, decided.requests, "{name}");
        assert_eq!(folded.complaints, decided.complaints, "{name}");
        let tables = decided.rooms.iter().map(|(table, room)| (*table, FoldedTable::of(room)));
        assert_eq!(folded.folded, tables.collect::<BTreeMap<_, _>>(), "{name}");
    }
}

/// Whoever has the key goes on where the night ended.
#[test]
fn golden_journals_go_on() {
    for name in NIGHTS {
        let folder = Folder::new();
        let path = copy(&folder, name);
        // Only the file is kept; the checkpoint beside it says where it ends.
        let kept = fs::read_to_string(golden(name, "checkpoint")).unwrap();
        let accept_end = Some(Checkpoint::from_text(&kept).unwrap().number);
        let mut live = Live::open(&path, Options { accept_end, ..options() }).unwrap();
        let act = serde_json::from_str(r#"{"look":{"what":"the past"}}"#).unwrap();
        let answer = live.act_and_save(live.floor().now, "ivy", &act).unwrap();
        assert!(answer.is_done(), "{name}: {answer:?}");
        live.close().unwrap();
        let proof = prove(&path, &VerifyOptions::default(), false, |_| ()).unwrap();
        assert!(proof.sound, "{name}: {:?}", proof.faults);
    }
}

/// The nights are worth keeping: every game, a void, a jackpot, corrections, a complaint, denials.
#[test]
fn golden_journals_have_what_matters() {
    let (mut opened, mut games) = (BTreeSet::new(), BTreeSet::new());
    let (mut seen, mut acts) = (BTreeSet::new(), BTreeSet::new());
    for name in NIGHTS {
        let folder = Folder::new();
        let reader = Reader::open(copy(&folder, name)).unwrap();
        let replay = Replay::of(&reader, |replay, _, act, answer| {
            acts.insert(act.name());
            if let ActResult::Denied(_) = answer.verdict {
                seen.insert("denied");
            }
            for event in &answer.events {
                match event {
                    Event::Game(table, Happened::Settled(Settled { at, .. })) => {
                        games.insert(replay.floor.rooms[table].kind.name().to_owned());
                        seen.insert(if &*at.on == "jackpot" { "jackpot" } else { "settled" });
                    }
                    Event::Game(_, Happened::Corrected { .. }) => drop(seen.insert("corrected")),
                    Event::Table { open: Some(table), .. } => {
                        opened.insert(table.game.to_string());
                    }
                    Event::Proved { .. } => drop(seen.insert("proved")),
                    _ => {}
                }
            }
        });
        let floor = replay.unwrap().floor;
        seen.extend(
            floor.complaints.iter().any(|it| it.stage == Stage::Closed).then_some("closed"),
        );
    }
    assert_eq!(games, opened, "something is settled in every game");
    let wanted = ["closed", "corrected", "denied", "jackpot", "proved", "settled"];
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), wanted);
    assert!(acts.len() > 30, "{} kinds of acts: {acts:?}", acts.len());
}
