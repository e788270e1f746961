//! Before a journal goes on it proves what it goes on from: whatever was changed without the key does not open, and is
//! not signed.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use croupier_journal::{Journal, OpeningCheck, Options, Reader, VerifyOptions, Wrong, verify};
use support::{Folder, copy_files, entry, fill, fill_and_crash, options};

fn change(path: &Path, sql: &str) {
    let connection = rusqlite::Connection::open(path).unwrap();
    connection.execute_batch(sql).unwrap();
    connection.close().unwrap();
}

/// Finding 3: the signed part of a closed journal is changed in every way that keeps each entry whole.
const CHANGES: [&str; 7] = [
    "DELETE FROM entries WHERE number > 14",
    "DELETE FROM entries WHERE number = 7",
    "UPDATE entries SET number = 0 WHERE number = 3; UPDATE entries SET number = 3 WHERE number = 4;
     UPDATE entries SET number = 4 WHERE number = 0",
    "UPDATE checkpoints SET signature = zeroblob(64) WHERE id = 2",
    "DELETE FROM checkpoints WHERE id = 2",
    "UPDATE checkpoints SET at = at + 1 WHERE id = 2",
    "UPDATE journal SET number = 14, link = (SELECT link FROM entries WHERE number = 14);
     DELETE FROM entries WHERE number > 14",
];

#[test]
fn a_changed_journal_does_not_open_and_is_not_signed() {
    for mirrored in [false, true] {
        for sql in CHANGES {
            let folder = Folder::new();
            let (path, second) = (folder.path("journal"), folder.path("mirror"));
            let mirror = mirrored.then(|| second.clone());
            let made = || Options { checkpoint_entries: 5, mirror: mirror.clone(), ..options() };
            fill(&path, made(), 2, 10);
            change(&path, sql);
            if mirrored {
                change(&second, sql);
            }
            // What is beside the journal is of no help: it can be removed.
            let _gone = fs::remove_file(folder.path("journal.end"));
            let _gone = fs::remove_file(folder.path("mirror.end"));
            let before = fs::read(&path).unwrap();
            let error = Journal::open(&path, made()).map(drop).expect_err(sql).to_string();
            assert!(error.contains("restore the file from its mirror"), "{sql}: {error}");
            assert_eq!(fs::read(&path).unwrap(), before, "{sql}: nothing is written");
        }
    }
}

/// Finding 7: what no checkpoint has signed yet is bound by the signature of the last commit.
#[test]
fn the_end_after_a_crash_cannot_be_rewritten() {
    let folder = Folder::new();
    let (path, forged, start) =
        (folder.path("journal"), folder.path("forged"), folder.path("start"));
    fill(&start, options(), 1, 2);
    // The same journal goes on in two ways; somebody without the key puts the end of one into the other.
    for (path, chain) in [(&path, 0), (&forged, 7)] {
        copy_files(&start, path);
        let journal = Journal::open(path, options()).unwrap();
        for seq in 1..=3 {
            let seq = if chain == 0 { seq + 2 } else { seq };
            journal.append(vec![entry(chain, seq)]).unwrap();
        }
        copy_files(path, &folder.path("crashed"));
        journal.close().unwrap();
        copy_files(&folder.path("crashed"), path);
    }
    assert!(verify(&path, &VerifyOptions::default()).unwrap().is_sound());
    fs::remove_file(folder.path("journal.end")).unwrap();
    let from = forged.display();
    change(
        &path,
        &format!(
            "ATTACH '{from}' AS forged; DELETE FROM entries WHERE number > 2;
             INSERT INTO entries SELECT * FROM forged.entries WHERE number > 2 AND number < 5;
             UPDATE journal SET number = 4, link = (SELECT link FROM entries WHERE number = 4)"
        ),
    );
    let report = verify(&path, &VerifyOptions::default()).unwrap();
    assert!(!report.is_sound(), "{report:?}");
    let error = Journal::open(&path, options()).unwrap_err().to_string();
    assert!(error.contains("does not bear the signature of the journal's key"), "{error}");
}

/// Finding 28: a write-ahead log that was cut or removed, or a copy without it, is behind its own end.
#[test]
fn a_log_that_was_cut_or_removed_is_noticed() {
    let folder = Folder::new();
    let path = folder.path("journal");
    let log = folder.path("journal-wal");
    let crash = |cut: u64| {
        fill_and_crash(&path, Options { log_pages: 100_000, ..options() }, 1, 40);
        match cut {
            0 => fs::remove_file(&log).unwrap(),
            _ => {
                let file = fs::OpenOptions::new().write(true).open(&log).unwrap();
                file.set_len(file.metadata().unwrap().len() * cut / 20).unwrap();
            }
        }
    };
    let mut noticed = 0;
    for cut in 0..20 {
        crash(cut);
        let report = verify(&path, &VerifyOptions::default());
        let sound = report.is_ok_and(|report| report.is_sound());
        match Journal::open(&path, options()) {
            // On a slow machine the log was copied into the file before it was cut: nothing is missing.
            Ok(journal) => assert_eq!((sound, journal.opened().number), (true, 40), "cut {cut}"),
            Err(error) => {
                let error = error.to_string();
                assert!(!sound && error.contains("was cut or removed"), "cut {cut}: {error}");
                noticed += 1;
            }
        }
    }
    assert!(noticed >= 15, "{noticed}");
    crash(20);
    Journal::open(&path, options()).unwrap().close().unwrap();
}

/// Findings 3 and 28: whoever cuts the log can remove the file that says where the journal ended, or spoil it, and a
/// copy may come without it. Nothing goes on unasked, and nothing is called sound.
#[test]
fn a_journal_without_its_end_does_not_open_unasked() {
    for mirrored in [false, true] {
        for spoilt in [false, true] {
            for cut in [false, true] {
                without_its_end(mirrored, spoilt, cut);
            }
        }
    }
}

fn without_its_end(mirrored: bool, spoilt: bool, cut: bool) {
    let case = format!("mirrored {mirrored}, spoilt {spoilt}, cut {cut}");
    let folder = Folder::new();
    let (live, path) = (folder.path("live"), folder.path("journal"));
    let (second, mirror) = (folder.path("second"), folder.path("mirror"));
    let made = |second: &Path| {
        let mirror = mirrored.then(|| second.to_owned());
        Options { mirror, log_pages: 100_000, ..options() }
    };
    let journal = Journal::open(&live, made(&second)).unwrap();
    (1..=20).for_each(|seq| drop(journal.append(vec![entry(1, seq)]).unwrap()));
    // The writer closes, and copies its log into the file: what comes then is in the new log alone.
    journal.close().unwrap();
    let journal = Journal::open(&live, made(&second)).unwrap();
    (21..=40).for_each(|seq| drop(journal.append(vec![entry(1, seq)]).unwrap()));
    let copies: Vec<_> =
        [(&live, &path), (&second, &mirror)].into_iter().take(1 + usize::from(mirrored)).collect();
    for (from, to) in &copies {
        copy_files(from, to);
    }
    journal.close().unwrap();
    let beside = |path: &Path, ending: &str| format!("{}{ending}", path.display());
    for (_, copy) in &copies {
        if cut {
            fs::remove_file(beside(copy, "-wal")).unwrap();
        }
        match spoilt {
            true => fs::write(beside(copy, ".end"), "").unwrap(),
            false => fs::remove_file(beside(copy, ".end")).unwrap(),
        }
    }
    let there = Reader::open(&path).unwrap().state().unwrap().number;
    assert!((20..=40).contains(&there) && (cut || there == 40), "{case}: {there}");
    let report = verify(&path, &VerifyOptions::default()).unwrap();
    assert_eq!(report.faults[0].wrong, Wrong::NoEnd { found: there }, "{case}");
    // Refused however often it is tried, and nothing is made up in the meantime.
    for _ in 0..2 {
        let error = Journal::open(&path, made(&mirror)).unwrap_err().to_string();
        let way = format!("--accept-end {there}");
        assert!(error.contains(".end is missing") && error.contains(&way), "{case}: {error}");
    }
    let wrong = Options { accept_end: Some(there - 1), ..made(&mirror) };
    Journal::open(&path, wrong).map(drop).expect_err("another end was accepted");
    // What was kept elsewhere shows how far the journal went; then it is a note.
    let known = VerifyOptions { end_is_known: true, ..VerifyOptions::default() };
    let report = verify(&path, &known).unwrap();
    assert!(report.is_sound() && report.notes[0].contains(".end is missing"), "{case}: {report:?}");
    let journal =
        Journal::open(&path, Options { accept_end: Some(there), ..made(&mirror) }).unwrap();
    assert!(journal.notes().iter().any(|note| note.contains("accepted as it is")), "{case}");
    journal.append(vec![entry(1, there + 1)]).unwrap();
    journal.close().unwrap();
    Journal::open(&path, made(&mirror)).unwrap().close().unwrap();
    assert!(verify(&path, &VerifyOptions::default()).unwrap().is_sound(), "{case}");
}

/// A copy whose file is gone goes on if that of the other copy says that the journal ends exactly here.
#[test]
fn the_end_of_one_copy_speaks_for_both() {
    let folder = Folder::new();
    let (path, mirror) = (folder.path("journal"), folder.path("mirror"));
    let made = || Options { mirror: Some(mirror.clone()), ..options() };
    fill(&path, made(), 1, 20);
    fs::remove_file(folder.path("journal.end")).unwrap();
    let journal = Journal::open(&path, made()).unwrap();
    assert!(journal.notes().iter().any(|note| note.contains("journal.end was missing")));
    journal.close().unwrap();
    // A mirror that is gone with all that is beside it is copied anew.
    fs::remove_file(&mirror).unwrap();
    fs::remove_file(folder.path("mirror.end")).unwrap();
    Journal::open(&path, made()).unwrap().close().unwrap();
    // One that is made anew says nothing about a journal that was killed and has lost its own.
    let journal = Journal::open(&path, made()).unwrap();
    drop(journal.append(vec![entry(1, 1)]).unwrap());
    let killed = folder.path("killed");
    copy_files(&path, &killed);
    journal.close().unwrap();
    fs::remove_file(folder.path("killed.end")).unwrap();
    for _ in 0..2 {
        let fresh = Options { mirror: Some(folder.path("fresh")), ..options() };
        let error = Journal::open(&killed, fresh).unwrap_err().to_string();
        assert!(error.contains(".end is missing"), "{error}");
    }
}

/// An entry waits a second at most for a checkpoint, whether others come or not.
#[test]
fn everything_is_signed_within_a_second() {
    let folder = Folder::new();
    let path = folder.path("journal");
    let journal =
        Journal::open(&path, Options { checkpoint_every: Duration::from_millis(200), ..options() })
            .unwrap();
    let reader = Reader::open(&path).unwrap();
    let signed = || reader.last_checkpoint().unwrap().unwrap().number;
    let wait = |number: u64| {
        let since = Instant::now();
        while signed() < number {
            assert!(since.elapsed() < Duration::from_secs(20), "entry {number} is not signed");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    journal.append(vec![entry(1, 1)]).unwrap();
    wait(1);
    // While entries keep coming, too.
    let mut seq = 1;
    let since = Instant::now();
    while signed() < 2 {
        seq += 1;
        journal.append(vec![entry(1, seq)]).unwrap();
        assert!(since.elapsed() < Duration::from_secs(20));
    }
    let last = reader.last_checkpoint().unwrap().unwrap().id;
    wait(seq);
    std::thread::sleep(Duration::from_millis(500));
    let quiet = reader.last_checkpoint().unwrap().unwrap().id;
    assert!(quiet <= last + 2, "nothing new, nothing signed: {last}, {quiet}");
    drop(reader);
    journal.close().unwrap();
    assert_eq!(Options::default().checkpoint_every, Duration::from_secs(1));
}

fn few_checkpoints() -> Options {
    Options { checkpoint_entries: 20_000, ..options() }
}

/// Makes a journal that is too long to be verified before it opens.
fn long(path: &Path) {
    let journal = Journal::open(path, few_checkpoints()).unwrap();
    let mut seq = 0;
    while seq < 101_000 {
        let batch: Vec<_> = (seq + 1..=seq + 1000).map(|seq| entry(1, seq)).collect();
        seq += 1000;
        journal.append(batch).unwrap();
    }
    journal.close().unwrap();
}

/// Waits until everything is verified, or something is found to be wrong.
fn ended(journal: &Journal) -> OpeningCheck {
    let since = Instant::now();
    loop {
        let check = journal.opening_check();
        if check.fault.is_some() || check.verified == check.of {
            return check;
        }
        assert!(since.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// What is wrong in one chain of a long journal is found while it runs. The next opening must read it, so no snapshot is kept.
#[test]
fn a_long_journal_that_is_damaged_keeps_no_snapshot() {
    let folder = Folder::new();
    let path = folder.path("journal");
    long(&path);
    let journal = Journal::open(&path, few_checkpoints()).unwrap();
    journal.append(vec![entry(2, 1)]).unwrap();
    journal.append((101_001..=102_000).map(|seq| entry(1, seq)).collect::<Vec<_>>()).unwrap();
    journal.snapshot(1, vec![1]).unwrap().wait().unwrap();
    journal.close().unwrap();
    change(&path, "UPDATE entries SET body = x'00' WHERE chain = 2");
    let journal = Journal::open(&path, few_checkpoints()).unwrap();
    assert!(journal.reader().unwrap().snapshot(1).unwrap().is_some());
    let check = ended(&journal);
    assert!(check.fault.is_some(), "{check:?}");
    journal.append(vec![entry(1, 102_001)]).unwrap();
    assert_eq!(journal.reader().unwrap().snapshot(1).unwrap(), None);
    assert!(journal.snapshot(1, vec![1]).unwrap().wait().is_err());
    let _ended = journal.close();
}

/// A journal that is too long to be verified before it opens is verified while it runs; what is wrong there stops it.
#[test]
fn a_long_journal_is_verified_while_it_runs() {
    let folder = Folder::new();
    let path = folder.path("journal");
    long(&path);
    let made = few_checkpoints;
    let journal = Journal::open(&path, made()).unwrap();
    let check = ended(&journal);
    assert_eq!((check.verified, check.of, check.fault), (101_000, 101_000, None));
    journal.append(vec![entry(1, 101_001)]).unwrap();
    journal.close().unwrap();
    change(&path, "UPDATE checkpoints SET signature = zeroblob(64) WHERE id = 3");
    let signed = Reader::open(&path).unwrap().last_checkpoint().unwrap().unwrap().id;
    let journal = Journal::open(&path, made()).unwrap();
    let check = ended(&journal);
    assert!(check.fault.as_ref().is_some_and(|fault| fault.contains("checkpoint 3")), "{check:?}");
    let error = journal.append(vec![entry(1, 101_002)]).unwrap_err().to_string();
    assert!(error.contains("checkpoint 3"), "{error}");
    let _ended = journal.close();
    assert_eq!(Reader::open(&path).unwrap().last_checkpoint().unwrap().unwrap().id, signed);
}

/// A journal that was closed can be copied alone: its seal says that nothing came after. One that runs, or was killed,
/// cannot, also if it was closed before.
#[test]
fn a_journal_that_was_closed_needs_no_file_beside_it() {
    let folder = Folder::new();
    let (path, alone) = (folder.path("journal"), folder.path("alone"));
    let append = |journal: &Journal, from: u64, to: u64| {
        (from..=to).for_each(|seq| drop(journal.append(vec![entry(1, seq)]).unwrap()));
    };
    let journal = Journal::open(&path, options()).unwrap();
    append(&journal, 1, 20);
    journal.close().unwrap();
    fs::copy(&path, &alone).unwrap();
    let report = verify(&alone, &VerifyOptions::default()).unwrap();
    assert!(report.is_sound() && report.notes[0].contains("closed at entry 20"), "{report:?}");
    let journal = Journal::open(&alone, options()).unwrap();
    append(&journal, 21, 30);
    journal.close().unwrap();
    // It runs again: the first commit takes the mark away, in the file itself.
    let journal = Journal::open(&alone, options()).unwrap();
    append(&journal, 31, 31);
    let copied = folder.path("copied");
    fs::copy(&alone, &copied).unwrap();
    let report = verify(&copied, &VerifyOptions::default()).unwrap();
    assert_eq!(report.faults[0].wrong, Wrong::NoEnd { found: 31 }, "{report:?}");
    journal.close().unwrap();
}
