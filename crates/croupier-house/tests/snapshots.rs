//! A house that opens from a snapshot is the house that plays every entry: the same floor, the same memories, and it goes on.
//! What is wrong with a snapshot costs time, and changes nothing.

use std::path::Path;

use crate::support::{Folder, TABLES, options, rehearsal};
use croupier_floor::Floor;
use croupier_house::{Live, Rehearsal, Replay};
use croupier_journal::{Reader, VerifyOptions, verify};
use croupier_view::Memories;
use rusqlite::Connection;

/// Plays so many acts, and returns what is known then; with `close` the journal is closed, and otherwise it is left as a house that
/// dies leaves it.
fn play(path: &Path, rehearsal: &mut Rehearsal, acts: u32, close: bool) -> (Floor, Memories) {
    let mut live = Live::open(path, options()).unwrap();
    let mut last = None;
    for _ in 0..acts {
        let next = rehearsal.next(live.floor());
        last = Some(live.act(next.at, &next.who, &next.act).unwrap().ticket);
    }
    last.map(|ticket| ticket.wait().unwrap());
    let known = (live.floor().clone(), live.memories().clone());
    if close {
        live.close().unwrap();
    } else {
        // The same without a last snapshot.
        live.journal().clone().close().unwrap();
    }
    known
}

/// Opens a journal, and returns what is known, and from which snapshot.
fn opened(path: &Path) -> (Floor, Memories, u64) {
    let live = Live::open(path, options()).unwrap();
    let known = (live.floor().clone(), live.memories().clone(), live.opened_from());
    live.close().unwrap();
    known
}

fn change(path: &Path, sql: &str) {
    Connection::open(path).unwrap().execute_batch(sql).unwrap();
}

#[test]
fn a_house_goes_on_from_a_snapshot_as_if_it_had_played_everything() {
    for seed in 0..3 {
        let folder = Folder::new();
        let path = folder.path("journal");
        let mut rehearsal = rehearsal(seed, TABLES, 30);
        let mut snapshots = 0;
        for part in 0..8_u32 {
            let acts = 100 + 137 * part;
            let known = play(&path, &mut rehearsal, acts, part % 3 != 2);
            let (floor, memories, from) = opened(&path);
            assert!(floor == known.0, "seed {seed}, part {part}: another floor");
            assert!(memories == known.1, "seed {seed}, part {part}: other memories");
            let number = Reader::open(&path).unwrap().state().unwrap().number;
            let last = part % 3 != 2;
            assert_eq!(from == number, last, "seed {seed}, part {part}: from {from} of {number}");
            snapshots += u32::from(from > 0);
        }
        assert_eq!(snapshots, 8);
        // Nothing of it is in what is proved.
        let reader = Reader::open(&path).unwrap();
        let replay = Replay::of(&reader, |_, _, _, _| ()).unwrap();
        let (floor, memories, _) = opened(&path);
        assert!(replay.floor == floor);
        assert!(verify(&path, &VerifyOptions::default()).unwrap().snapshot_faults.is_empty());
        change(&path, "DELETE FROM snapshots");
        let (again, remembered, from) = opened(&path);
        assert_eq!((again == floor, remembered == memories, from), (true, true, 0));
    }
}

/// A house that dies after a long night has a snapshot all the same.
#[test]
fn a_house_that_runs_long_keeps_snapshots() {
    let folder = Folder::new();
    let path = folder.path("journal");
    let mut rehearsal = rehearsal(4, TABLES, 30);
    let known = play(&path, &mut rehearsal, 33_000, false);
    let (floor, memories, from) = opened(&path);
    assert!(floor == known.0 && memories == known.1);
    assert!((20_000..33_000).contains(&from), "opened from {from}");
}

#[test]
fn what_is_wrong_with_snapshots_costs_nothing_but_time() {
    let folder = Folder::new();
    let path = folder.path("journal");
    let mut rehearsal = rehearsal(7, TABLES, 30);
    let mut ends = Vec::new();
    for _ in 0..3 {
        play(&path, &mut rehearsal, 300, true);
        ends.push(Reader::open(&path).unwrap().state().unwrap().number);
    }
    let (floor, memories, from) = opened(&path);
    assert_eq!(from, ends[2]);
    let newest = "WHERE number = (SELECT max(number) FROM snapshots)";
    for (what, from) in [
        (format!("UPDATE snapshots SET bytes = substr(bytes, 1, 5000) {newest}"), ends[1]),
        (format!("UPDATE snapshots SET format = format + 1 {newest}"), ends[1]),
        (format!("UPDATE snapshots SET digest = zeroblob(64) {newest}"), ends[1]),
        (format!("DELETE FROM snapshots {newest}"), ends[1]),
        // The one before, with the number of the last.
        (format!("UPDATE snapshots SET number = number + 1 {newest}"), ends[0]),
        ("UPDATE snapshots SET bytes = x'00'".to_owned(), 0),
        ("DELETE FROM snapshots".to_owned(), 0),
    ] {
        change(&path, &what);
        let (again, remembered, opened_from) = opened(&path);
        assert!(again == floor && remembered == memories, "{what}");
        assert_eq!(opened_from, from, "{what}");
    }
    // Without one of the texts that were there, nobody can read a snapshot any more.
    play(&path, &mut rehearsal, 50, true);
    assert!(opened(&path).2 > 0);
    change(&path, "DELETE FROM beside WHERE id = (SELECT max(id) FROM beside)");
    assert_eq!(opened(&path).2, 0);
    // It goes on.
    let known = play(&path, &mut rehearsal, 300, true);
    let (again, remembered, _) = opened(&path);
    assert!(again == known.0 && remembered == known.1);
}
