//! Two copies: either may be lost or fall behind, and if they contradict each other that is said.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::fs;
use std::path::Path;

use croupier_journal::{
    Batch, Beside, Chain, Entry, Error, Journal, Options, Reader, Snapshot, VerifyOptions, verify,
};
use support::{Folder, all, entry, fill, options};

fn mirrored(mirror: &Path) -> Options {
    let mirror = Some(mirror.to_owned());
    Options { mirror, checkpoint_entries: 5, chapter_entries: 4, ..options() }
}

fn same(one: &Path, other: &Path, entries: usize) {
    let checkpoints = |path: &Path| {
        let reader = Reader::open(path).unwrap();
        (1..).map_while(|id| reader.checkpoint(id).unwrap()).collect::<Vec<_>>()
    };
    for path in [one, other] {
        let report = verify(path, &VerifyOptions::default()).unwrap();
        assert!(report.is_sound(), "{}: {report:?}", path.display());
    }
    assert_eq!(all(one), all(other));
    assert_eq!(all(one).len(), entries);
    assert_eq!(checkpoints(one), checkpoints(other));
    let beside = |path: &Path| {
        let mut all = Vec::new();
        let each = |id, bytes: &[u8]| all.push((id, bytes.to_vec()));
        Reader::open(path).unwrap().each_beside(each).unwrap();
        all
    };
    assert_eq!(beside(one), beside(other));
}

#[test]
fn both_copies_hold_everything() {
    let folder = Folder::new();
    let (one, other) = (folder.path("one"), folder.path("other"));
    let journal = Journal::open(&one, mirrored(&other)).unwrap();
    for seq in 1..=10 {
        journal.append(vec![entry(1, seq), entry(2, seq)]).unwrap();
        // Both have it when it is acknowledged.
        assert_eq!((all(&one).len(), all(&other).len()), (2 * seq as usize, 2 * seq as usize));
    }
    journal.close().unwrap();
    same(&one, &other, 20);
}

#[test]
fn a_lost_copy_is_made_anew() {
    let folder = Folder::new();
    let (one, other) = (folder.path("one"), folder.path("other"));
    fill(&one, mirrored(&other), 3, 7);
    for lost in [&one, &other] {
        fs::remove_file(lost).unwrap();
        let journal = Journal::open(&one, mirrored(&other)).unwrap();
        let note = format!("{} was missing and is copied anew", lost.display());
        assert_eq!(journal.notes()[0], note);
        journal.close().unwrap();
        same(&one, &other, 21);
    }
}

#[test]
fn a_copy_that_is_behind_is_brought_into_step() {
    let folder = Folder::new();
    let (one, other) = (folder.path("one"), folder.path("other"));
    fill(&one, mirrored(&other), 1, 3);
    let journal = Journal::open(&one, mirrored(&other)).unwrap();
    let beside = vec![Beside { id: 99, bytes: Some(b"to be erased".to_vec()) }];
    journal.append(Batch { entries: vec![entry(0, 4)], beside }).unwrap();
    journal.close().unwrap();
    for (ahead, behind) in [(&one, &other), (&other, &one)] {
        let head = Reader::open(ahead).unwrap().state().unwrap().heads[&Chain(0)];
        let journal = Journal::open(ahead, Options { chapter_entries: 4, ..options() }).unwrap();
        for seq in head.seq + 1..=head.seq + 6 {
            journal.append(vec![entry(0, seq)]).unwrap();
        }
        let entries = vec![entry(0, head.seq + 7)];
        let beside = |id, bytes| Beside { id, bytes };
        let kept = vec![beside(head.seq, Some(b"new".to_vec())), beside(99, None)];
        let receipt = journal.append(Batch { entries, beside: kept }).unwrap();
        let (number, link) = (receipt.number, receipt.link);
        let snapshot = Snapshot { number, link, format: 1, bytes: vec![1] };
        journal.snapshot(1, vec![1]).unwrap().wait().unwrap();
        journal.close().unwrap();
        let journal = Journal::open(&one, mirrored(&other)).unwrap();
        let note = format!("{} was 7 entries behind and is in step again", behind.display());
        assert_eq!(journal.notes(), [note]);
        journal.close().unwrap();
        same(&one, &other, head.seq as usize + 7);
        let reader = Reader::open(behind).unwrap();
        assert_eq!(reader.snapshot(1).unwrap(), Some(snapshot));
        assert_eq!(reader.beside(head.seq).unwrap(), Some(b"new".to_vec()));
        assert_eq!(reader.beside(99).unwrap(), None, "what was erased stays erased");
    }
}

#[test]
fn copies_that_contradict_each_other_are_not_opened() {
    for (common, one_more, other_more) in [(3, 1, 1), (3, 4, 2), (0, 5, 5), (6, 1, 9)] {
        let folder = Folder::new();
        let (one, other) = (folder.path("one"), folder.path("other"));
        fill(&one, mirrored(&other), 1, common);
        for (path, who, more) in [(&one, 71, one_more), (&other, 72, other_more)] {
            let journal = Journal::open(path, options()).unwrap();
            for seq in common + 1..=common + more {
                let mine = Entry { who, ..entry(0, seq) };
                journal.append(vec![mine]).unwrap();
            }
        }
        match Journal::open(&one, mirrored(&other)).unwrap_err() {
            Error::Contradiction { place, .. } => {
                assert_eq!(place, Some((Chain(0), common + 1)), "{common} {one_more} {other_more}");
            }
            error => panic!("{error}"),
        }
    }
}

#[test]
fn two_different_journals_are_no_copies() {
    let folder = Folder::new();
    let (one, other) = (folder.path("one"), folder.path("other"));
    fill(&one, options(), 1, 1);
    fill(&other, options(), 1, 1);
    let error = Journal::open(&one, mirrored(&other)).unwrap_err().to_string();
    assert!(error.contains("are not copies of the same journal"), "{error}");
}

#[test]
fn a_damaged_copy_is_named_and_restored_from_the_other() {
    let folder = Folder::new();
    let (one, other) = (folder.path("one"), folder.path("other"));
    let journal = Journal::open(&one, mirrored(&other)).unwrap();
    for seq in 1..=3 {
        journal.append(vec![entry(4, seq)]).unwrap();
    }
    drop(journal);
    let connection = rusqlite::Connection::open(&one).unwrap();
    connection.execute_batch("UPDATE entries SET who = 66 WHERE number = 2").unwrap();
    connection.close().unwrap();
    let error = Journal::open(&one, mirrored(&other)).unwrap_err().to_string();
    for words in ["chain 4, seq 2", "last good entry of this chain is seq 1", "move this copy away"]
    {
        assert!(error.contains(words), "{error}");
    }
    fs::remove_file(&one).unwrap();
    Journal::open(&one, mirrored(&other)).unwrap().close().unwrap();
    same(&one, &other, 3);
}
