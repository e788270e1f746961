//! A damaged journal stops where it is damaged, says so, and what is good can be saved.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::fs;
use std::path::Path;

use croupier_journal::{
    Chain, Error, Journal, Options, Reader, SigningKey, VerifyOptions, recover, verify,
};
use support::{Folder, all, entry, fill, fill_and_crash, key, options};

fn change(path: &Path, sql: &str) {
    let connection = rusqlite::Connection::open(path).unwrap();
    connection.execute_batch(sql).unwrap();
    connection.close().unwrap();
}

#[test]
fn a_damaged_chain_stops_and_the_others_go_on() {
    let folder = Folder::new();
    let path = folder.path("journal");
    fill_and_crash(&path, options(), 3, 5);
    change(&path, "UPDATE entries SET body = x'00' WHERE chain = 1 AND seq = 4");
    let journal = Journal::open(&path, options()).unwrap();
    assert!(
        journal.notes()[0].starts_with("chain 1 takes no more entries"),
        "{:?}",
        journal.notes()
    );
    match journal.append(vec![entry(1, 6)]).unwrap_err() {
        Error::Damaged { fault, good, .. } => {
            assert_eq!((fault.place, good), (Some((Chain(1), 4)), 3));
        }
        error => panic!("{error}"),
    }
    journal.append(vec![entry(0, 6)]).unwrap();
    let reader = journal.reader().unwrap();
    let read: Vec<_> = reader.chain(Chain(1), 1).collect();
    assert_eq!(read.iter().filter(|record| record.is_ok()).count(), 3);
    let error = read.last().unwrap().as_ref().unwrap_err().to_string();
    assert!(error.contains("chain 1, seq 4 (entry 11)"), "{error}");
    assert!(error.contains("recover what is good into a new file"), "{error}");
    assert_eq!(reader.chain(Chain(2), 1).filter(|record| record.is_ok()).count(), 5);
    // Nothing is signed over the damage, and it is found again when the journal is opened again.
    assert!(matches!(journal.checkpoint(1), Err(Error::Damaged { .. })));
    journal.close().unwrap();
    let journal = Journal::open(&path, options()).unwrap();
    assert!(journal.notes()[0].starts_with("chain 1 takes no more entries"));
    drop(journal);
    let report = verify(&path, &VerifyOptions::default()).unwrap();
    assert_eq!(report.chain_faults.keys().collect::<Vec<_>>(), [&Chain(1)]);
    assert_eq!((report.checkpoints, report.faults.len()), (1, 0), "{report:?}");
}

/// An entry that says it belongs to another chain than it did stops both, because its own chain must not
/// go on without it; if nothing tells whose it was, the journal does not open.
#[test]
fn a_chain_does_not_go_on_without_its_damaged_end() {
    let opened = |sql: &str| {
        let folder = Folder::new();
        let path = folder.path("journal");
        fill_and_crash(&path, options(), 3, 5);
        change(&path, sql);
        Journal::open(&path, options()).map(|journal| {
            let goes_on = |chain| journal.append(vec![entry(chain, 6)]).is_ok();
            [0, 1, 2].map(goes_on)
        })
    };
    let last = "WHERE chain = 1 AND seq = 5";
    for (sql, goes_on) in [
        (format!("UPDATE entries SET chain = 2 {last}"), [true, false, false]),
        (format!("UPDATE entries SET chain = 9 {last}"), [true, false, true]),
        (format!("UPDATE entries SET seq = 6 {last}"), [true, false, true]),
        (format!("UPDATE entries SET previous = zeroblob(32) {last}"), [true, false, true]),
        (format!("UPDATE entries SET hash = zeroblob(32) {last}"), [true, false, true]),
        (
            format!("UPDATE entries SET body = x'00', hash = zeroblob(32) {last}"),
            [true, false, true],
        ),
        // A second damaged entry after a damaged one.
        (
            "UPDATE entries SET body = x'00' WHERE chain = 1 AND seq >= 4".to_owned(),
            [true, false, true],
        ),
    ] {
        assert_eq!(opened(&sql).unwrap(), goes_on, "{sql}");
    }
    for sql in [
        format!("UPDATE entries SET chain = 2, previous = zeroblob(32) {last}"),
        format!("UPDATE entries SET body = x'00', previous = zeroblob(32) {last}"),
        format!("DELETE FROM entries {last}"),
    ] {
        let error = opened(&sql).unwrap_err().to_string();
        assert!(error.contains("restore the file from its mirror"), "{sql}: {error}");
    }
}

/// A journal of another format is left alone, and not taken for a damaged one.
#[test]
fn another_format_is_refused_with_a_plain_message() {
    let folder = Folder::new();
    let (path, new) = (folder.path("journal"), folder.path("new"));
    fill(&path, options(), 2, 3);
    change(&path, "PRAGMA user_version = 2");
    let before = fs::read(&path).unwrap();
    let errors = [
        Journal::open(&path, options()).map(drop).unwrap_err(),
        Reader::open(&path).map(drop).unwrap_err(),
        recover(&path, &new, &key(), 1).map(drop).unwrap_err(),
    ];
    for error in errors.map(|error| error.to_string()) {
        assert!(error.contains("the journal has format 2"), "{error}");
        assert!(error.contains("open it with the version of croupier that made it"), "{error}");
    }
    assert_eq!(fs::read(&path).unwrap(), before);
    let report = verify(&path, &VerifyOptions::default()).unwrap();
    assert!(!report.is_sound());
}

#[test]
fn what_is_good_is_recovered() {
    let folder = Folder::new();
    let (path, new) = (folder.path("journal"), folder.path("new"));
    fill(&path, Options { chapter_entries: 4, ..options() }, 3, 5);
    change(&path, "UPDATE entries SET body = x'00' WHERE chain = 1 AND seq = 4");
    let recovery = recover(&path, &new, &key(), 99).unwrap();
    assert_eq!((recovery.entries, recovery.lost), (13, 2));
    let (fault, good) = &recovery.chain_faults[&Chain(1)];
    assert_eq!((fault.place, *good), (Some((Chain(1), 4)), 3));
    let report = verify(&new, &VerifyOptions::default()).unwrap();
    assert!(report.is_sound() && report.entries == 13, "{report:?}");
    for (chain, length) in [(0, 5), (1, 3), (2, 5)] {
        let read = |path: &Path| -> Vec<_> {
            let reader = Reader::open(path).unwrap();
            reader
                .chain(Chain(chain), 1)
                .map_while(|record| record.ok())
                .map(|one| one.chained)
                .collect()
        };
        assert_eq!(read(&new).len(), length);
        assert_eq!(read(&new), read(&path), "the hashes stay the same");
    }
    // It goes on from there, and is not written over.
    let journal = Journal::open(&new, options()).unwrap();
    journal.append(vec![entry(1, 4)]).unwrap();
    journal.close().unwrap();
    let error = recover(&path, &new, &key(), 99).unwrap_err().to_string();
    assert!(error.contains("there is a file with something in it already"), "{error}");
}

#[test]
fn a_page_that_cannot_be_read_costs_what_lay_on_it() {
    let folder = Folder::new();
    let (path, new) = (folder.path("journal"), folder.path("new"));
    fill(&path, options(), 2, 40);
    let good = fs::read(&path).unwrap();
    let mut saved = Vec::new();
    for page in 1..good.len() / 4096 {
        let mut bad = good.clone();
        bad[page * 4096..(page + 1) * 4096].fill(0xa5);
        fs::write(&path, &bad).unwrap();
        let sound = verify(&path, &VerifyOptions::default()).is_ok_and(|report| report.is_sound());
        assert!(!sound, "page {page}");
        let _ = fs::remove_file(&new);
        // The page may be the one that says which journal it is: then nothing can be proved.
        if let Ok(recovery) = recover(&path, &new, &key(), 1) {
            assert_eq!(recovery.entries + recovery.lost, 80, "page {page}");
            assert!(verify(&new, &VerifyOptions::default()).unwrap().is_sound());
            saved.push(recovery.entries);
        }
    }
    assert!(
        saved.contains(&80) && saved.iter().any(|entries| (1..80).contains(entries)),
        "{saved:?}"
    );
}

#[test]
fn a_lost_key_is_replaced_by_recovering() {
    let folder = Folder::new();
    let (path, new) = (folder.path("journal"), folder.path("new"));
    fill(&path, options(), 2, 3);
    let other = SigningKey::from_bytes(&[5; 32]);
    let recovery = recover(&path, &new, &other, 1).unwrap();
    assert_eq!((recovery.entries, recovery.lost), (6, 0));
    let against = VerifyOptions { key: Some(other.public()), ..VerifyOptions::default() };
    assert!(verify(&new, &against).unwrap().is_sound());
    let against = VerifyOptions { key: Some(key().public()), ..VerifyOptions::default() };
    assert!(!verify(&new, &against).unwrap().is_sound());
    assert_eq!(all(&path), all(&new));
}

/// What a crash leaves behind: a file with a log that was not copied into it.
fn crashed(folder: &Folder, entries: u64) -> (std::path::PathBuf, Vec<u8>) {
    let running = folder.path("running");
    let journal = Journal::open(&running, options()).unwrap();
    (1..=entries).for_each(|seq| drop(journal.append(vec![entry(1, seq)]).unwrap()));
    let path = folder.path("journal");
    fs::copy(&running, &path).unwrap();
    let log = fs::read(folder.path("running-wal")).unwrap();
    (path, log)
}

#[test]
fn damage_to_acknowledged_commits_in_the_log_is_not_taken_for_a_torn_end() {
    let folder = Folder::new();
    let (path, log) = crashed(&folder, 5);
    let wal = folder.path("journal-wal");
    let frame = 24 + 4096;
    let frames = (log.len() - 32) / frame;
    let commits: Vec<usize> =
        (0..frames).filter(|number| log[32 + number * frame + 4..][..4] != [0; 4]).collect();
    // The log begins with the making of the tables; the last commits are the five entries.
    let [.., before, last] = commits[..] else { panic!("{commits:?}") };
    let mut stopped = 0;
    for bit in (0..log.len() * 8).step_by(4999) {
        let mut bad = log.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        fs::write(&wal, &bad).unwrap();
        let _ = fs::remove_file(folder.path("journal-shm"));
        let place = (bit / 8).saturating_sub(32) / frame;
        let known = VerifyOptions { end_is_known: true, ..VerifyOptions::default() };
        let report = verify(&path, &known);
        let noticed = !report.is_ok_and(|report| report.is_sound());
        if place <= before {
            assert!(noticed, "bit {bit} in frame {place} of {frames}");
            stopped += 1;
        }
        assert!(place <= last);
    }
    assert!(stopped > 20, "{stopped}");
    // Without the last frame the last commit is torn: no alarm, and the four before it are there.
    fs::write(&wal, &log[..32 + last * frame]).unwrap();
    let _ = fs::remove_file(folder.path("journal-shm"));
    assert_eq!(all(&path).len(), 4);
    // With the last frame damaged it may have been acknowledged, which is said.
    let mut bad = log.clone();
    bad[32 + last * frame + 100] ^= 1;
    fs::write(&wal, &bad).unwrap();
    let _ = fs::remove_file(folder.path("journal-shm"));
    let journal = Journal::open(&path, Options { accept_end: Some(4), ..options() }).unwrap();
    assert!(journal.notes()[0].contains("the last commit in the write-ahead log is not whole"));
    journal.append(vec![entry(1, 5)]).unwrap();
    journal.close().unwrap();
    assert!(verify(&path, &VerifyOptions::default()).unwrap().is_sound());
}
