//! The verifier in Python, which was written from docs/journal.md alone, finds what ours finds.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::path::Path;
use std::process::Command;

use croupier_journal::{Batch, Beside, Entry, Journal, Options, VerifyOptions, verify};
use support::{Folder, entry, options};

/// What the verifier in Python says of a journal: its exit status and its output.
fn python(journal: &Path, checkpoints: &[&Path]) -> (i32, String) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/verify.py");
    let run = Command::new("python3").arg(script).arg(journal).args(checkpoints).output();
    let output = run.expect("python3 runs: install it for this test");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code().unwrap(), text + &String::from_utf8_lossy(&output.stderr))
}

#[test]
fn a_verifier_that_was_written_from_the_documentation_agrees() {
    let folder = Folder::new();
    let (path, kept) = (folder.path("journal"), folder.path("checkpoint.txt"));
    let options = Options { checkpoint_entries: 100, chapter_entries: 64, ..options() };
    let journal = Journal::open(&path, options).unwrap();
    for seq in 0..10 {
        let seqs = seq * 30 + 1..=seq * 30 + 30;
        let entries: Vec<Entry> = seqs.flat_map(|seq| [entry(0, seq), entry(9, seq)]).collect();
        let beside = vec![Beside { id: seq, bytes: Some(b"a name".to_vec()) }];
        journal.append(Batch { entries, beside }).unwrap();
        journal.snapshot(1, vec![1]).unwrap().wait().unwrap();
        if seq == 5 {
            std::fs::write(&kept, journal.checkpoint(5).unwrap().to_string()).unwrap();
        }
    }
    journal.close().unwrap();
    let told = python(&path, &[&kept]);
    assert!(
        told.0 == 0 && told.1.contains("600 entries in 2 chains: nothing is wrong"),
        "{told:?}"
    );
    for (sql, sound) in [
        ("UPDATE entries SET who = who + 1 WHERE number = 7", false),
        ("UPDATE entries SET format = 8 WHERE number = 7", false),
        ("UPDATE entries SET key = x'00' WHERE number = 7", false),
        ("UPDATE entries SET effects = x'00' WHERE number = 7", false),
        ("UPDATE entries SET link = zeroblob(32) WHERE number = 7", false),
        ("UPDATE tree SET hash = zeroblob(32) WHERE position = 1", false),
        ("DELETE FROM tree WHERE position = 1", false),
        ("UPDATE checkpoints SET root = zeroblob(32) WHERE id = 3", false),
        ("UPDATE checkpoints SET heads = x'' WHERE id = 3", false),
        ("DELETE FROM entries WHERE number = 600", false),
        ("UPDATE journal SET seal = zeroblob(64)", false),
        ("PRAGMA user_version = 2", false),
        ("UPDATE snapshots SET bytes = x'00'", true),
        ("UPDATE beside SET bytes = x'00'", true),
        ("UPDATE journal SET epoch = 5", true),
    ] {
        let copy = folder.path("copy");
        std::fs::copy(&path, &copy).unwrap();
        std::fs::copy(folder.path("journal.end"), folder.path("copy.end")).unwrap();
        let connection = rusqlite::Connection::open(&copy).unwrap();
        connection.execute_batch(sql).unwrap();
        connection.close().unwrap();
        let ours = verify(&copy, &VerifyOptions::default()).unwrap();
        let theirs = python(&copy, &[&kept]);
        assert_eq!((ours.is_sound(), theirs.0), (sound, i32::from(!sound)), "{sql}: {theirs:?}");
    }
}
