//! The files of a journal: who may read them, who may write them, copies while it runs, and witnesses elsewhere.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![cfg(unix)]

mod support;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use croupier_journal::{
    Checkpoint, Error, FileWitness, Journal, Options, Reader, VerifyOptions, Witness, backup,
    verify,
};
use support::{Folder, copy_files, entry, fill, options};

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// Finding 21: nobody but the owner reads a journal, its log, its mirror, its lock or its end.
#[test]
fn the_files_are_for_their_owner_alone() {
    let folder = Folder::new();
    let (path, second) = (folder.path("journal"), folder.path("mirror"));
    let mirrored = || Options {
        mirror: Some(second.clone()),
        key: croupier_journal::KeySource::FileBeside,
        ..options()
    };
    // A journal of an earlier build is taken from others when it is opened.
    for loosened in [false, true] {
        if loosened {
            for name in folder.names() {
                if !name.ends_with(".key") {
                    fs::set_permissions(folder.path(&name), fs::Permissions::from_mode(0o644))
                        .unwrap();
                }
            }
        }
        let journal = Journal::open(&path, mirrored()).unwrap();
        journal.append(vec![entry(if loosened { 2 } else { 1 }, 1)]).unwrap();
        let names = folder.names();
        assert!(names.len() >= 11, "{names:?}");
        for name in names {
            assert_eq!(mode(&folder.path(&name)), 0o600, "{name}");
        }
        journal.close().unwrap();
    }
}

/// Finding 29: a second name for the same file is no second way to it.
#[test]
fn a_hard_link_gives_no_second_writer() {
    let folder = Folder::new();
    let (path, linked) = (folder.path("journal"), folder.path("linked"));
    fill(&path, options(), 1, 3);
    fs::hard_link(&path, &linked).unwrap();
    let journal = Journal::open(&path, options()).unwrap();
    let error = Journal::open(&linked, options()).map(drop).unwrap_err();
    assert!(matches!(error, Error::Locked(_)), "{error}");
    journal.append(vec![entry(0, 4)]).unwrap();
    journal.close().unwrap();
    fs::rename(folder.path("journal.end"), folder.path("linked.end")).unwrap();
    Journal::open(&linked, options()).unwrap().close().unwrap();
}

/// A copy that is made under load has everything that was acknowledged before it began, and can be gone on with.
#[test]
fn a_backup_under_load_has_every_acknowledged_entry() {
    let folder = Folder::new();
    let path = folder.path("journal");
    let journal = Journal::open(&path, Options { checkpoint_entries: 50, ..options() }).unwrap();
    let (acknowledged, stop) = ([const { AtomicU64::new(0) }; 3], AtomicU64::new(0));
    std::thread::scope(|scope| {
        for (chain, done) in (0..).zip(&acknowledged) {
            let (journal, stop) = (&journal, &stop);
            scope.spawn(move || {
                for seq in 1.. {
                    if stop.load(Ordering::SeqCst) == 1 {
                        break;
                    }
                    journal.append(vec![entry(chain, seq)]).unwrap();
                    done.store(seq, Ordering::SeqCst);
                }
            });
        }
        for round in 0..8 {
            std::thread::sleep(Duration::from_millis(30));
            let before: Vec<u64> =
                acknowledged.iter().map(|it| it.load(Ordering::SeqCst)).collect();
            let copy = folder.path(&format!("copy-{round}"));
            let report = backup(&path, &copy).unwrap();
            assert!(report.is_sound(), "{report:?}");
            assert_eq!(mode(&copy), 0o600);
            let restored = Journal::open(&copy, options()).unwrap();
            let heads = restored.opened().heads.clone();
            for (chain, acknowledged) in (0..).zip(before) {
                let found = heads.get(&croupier_journal::Chain(chain)).map_or(0, |head| head.seq);
                assert!(found >= acknowledged, "chain {chain}: {found} of {acknowledged}");
            }
            restored.append(vec![entry(9, 1)]).unwrap();
            restored.close().unwrap();
            assert!(
                backup(&path, &copy).unwrap_err().to_string().contains("there is a file already")
            );
        }
        stop.store(1, Ordering::SeqCst);
    });
    journal.close().unwrap();
    assert!(verify(&path, &VerifyOptions::default()).unwrap().is_sound());
}

fn file(path: &Path) -> Arc<dyn Witness> {
    Arc::new(FileWitness(path.to_owned()))
}

fn told(witness: &Path, number: u64) -> Checkpoint {
    let since = Instant::now();
    loop {
        let seen = fs::read_to_string(witness).ok();
        let seen = seen.and_then(|text| Checkpoint::from_text(&text).ok());
        match seen.filter(|seen| seen.number >= number) {
            Some(seen) => return seen,
            None => assert!(since.elapsed() < Duration::from_secs(20)),
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The whole folder is put back as it was, and a witness elsewhere knows better.
#[test]
fn an_older_folder_is_noticed_where_a_witness_lives_elsewhere() {
    let (folder, elsewhere) = (Folder::new(), Folder::new());
    let (path, older) = (folder.path("journal"), folder.path("older"));
    let witness = elsewhere.path("witness");
    let watched = || Options {
        witnesses: vec![file(&witness), file(&elsewhere.path("another"))],
        checkpoint_every: Duration::from_millis(50),
        ..options()
    };
    let journal = Journal::open(&path, watched()).unwrap();
    journal.append(vec![entry(1, 1)]).unwrap();
    told(&witness, 1);
    journal.close().unwrap();
    copy_files(&path, &older);
    let journal = Journal::open(&path, watched()).unwrap();
    journal.append(vec![entry(1, 2)]).unwrap();
    journal.close().unwrap();
    let seen = told(&witness, 2);
    assert!(seen.is_signed() && seen.number == 2);
    assert_eq!(fs::read(&witness).unwrap(), fs::read(elsewhere.path("another")).unwrap());
    copy_files(&older, &path);
    let error = Journal::open(&path, watched()).map(drop).unwrap_err().to_string();
    assert!(error.contains("this witness has seen 2 entries"), "{error}");
    assert!(error.contains("restore the newest copy"), "{error}");
    // Without its witness the copy opens, goes on otherwise, and is found out when it is watched again.
    let journal = Journal::open(&path, options()).unwrap();
    for seq in 1..=3 {
        journal.append(vec![entry(2, seq)]).unwrap();
    }
    journal.close().unwrap();
    let error = Journal::open(&path, watched()).map(drop).unwrap_err().to_string();
    assert!(error.contains("has others in their place"), "{error}");
    assert_eq!(told(&witness, 2), seen, "a witness never goes back");
}

/// A log that was cut so that only the newest checkpoint is lost: the file beside the journal tells, and if that was put
/// back too, a witness, before the journal opens.
#[test]
fn a_checkpoint_that_was_cut_off_is_noticed_at_opening() {
    let (folder, elsewhere) = (Folder::new(), Folder::new());
    let (path, copy) = (folder.path("journal"), folder.path("copy"));
    let witness = elsewhere.path("witness");
    let watched = || Options { witnesses: vec![file(&witness)], ..options() };
    let journal = Journal::open(&path, watched()).unwrap();
    (1..=5).for_each(|seq| drop(journal.append(vec![entry(1, seq)]).unwrap()));
    copy_files(&path, &copy);
    journal.checkpoint(9).unwrap();
    told(&witness, 5);
    let later = fs::read(folder.path("journal.end")).unwrap();
    journal.close().unwrap();
    let error = Journal::open(&copy, watched()).map(drop).unwrap_err().to_string();
    let seen =
        "this witness has seen checkpoint 2 of 5 entries, and the last one in the journal is of 0";
    assert!(error.contains(seen), "{error}");
    let earlier = fs::read(folder.path("copy.end")).unwrap();
    fs::write(folder.path("copy.end"), later).unwrap();
    let error = Journal::open(&copy, options()).map(drop).unwrap_err().to_string();
    assert!(error.contains("checkpoint 2: was there"), "{error}");
    assert!(!verify(&copy, &VerifyOptions::default()).unwrap().is_sound());
    fs::write(folder.path("copy.end"), earlier).unwrap();
    Journal::open(&copy, options()).unwrap().close().unwrap();
}

/// A journal that was moved away while it runs, or over which another was moved, takes no more.
#[cfg(unix)]
#[test]
fn a_journal_that_was_replaced_while_it_runs_stops() {
    for replaced in [false, true] {
        let folder = Folder::new();
        let (path, other) = (folder.path("journal"), folder.path("other"));
        fill(&other, options(), 1, 3);
        let journal = Journal::open(&path, options()).unwrap();
        journal.append(vec![entry(1, 1)]).unwrap();
        match replaced {
            true => fs::rename(&other, &path).unwrap(),
            false => fs::rename(&path, folder.path("elsewhere")).unwrap(),
        }
        let error = journal.append(vec![entry(1, 2)]).unwrap_err().to_string();
        assert!(error.contains("while it was written"), "{error}");
        assert!(journal.stopped().is_some());
        let _stopped = journal.close();
    }
}

/// A copy that was opened before its witness could be reached stops when it sees what the witness has seen.
#[test]
fn a_running_copy_stops_when_it_meets_a_witness_that_is_ahead() {
    let (folder, elsewhere) = (Folder::new(), Folder::new());
    let (path, copy) = (folder.path("journal"), folder.path("copy"));
    let (witness, away) = (elsewhere.path("witness"), elsewhere.path("away"));
    let watched = || Options {
        witnesses: vec![file(&witness)],
        checkpoint_every: Duration::from_millis(50),
        ..options()
    };
    fill(&path, options(), 1, 1);
    copy_files(&path, &copy);
    let journal = Journal::open(&path, watched()).unwrap();
    for seq in 2..=40 {
        journal.append(vec![entry(0, seq)]).unwrap();
    }
    journal.close().unwrap();
    told(&witness, 40);
    fs::rename(&witness, &away).unwrap();
    let journal = Journal::open(&copy, watched()).unwrap();
    told(&witness, 1);
    fs::rename(&away, &witness).unwrap();
    let since = Instant::now();
    let mut seq = 1;
    let error = loop {
        seq += 1;
        match journal.append(vec![entry(0, seq)]) {
            Ok(_) => std::thread::sleep(Duration::from_millis(50)),
            Err(error) => break error.to_string(),
        }
        assert!(since.elapsed() < Duration::from_secs(60));
    };
    assert!(error.contains("this witness has seen 40 entries"), "{error}");
    assert!(journal.opening_check().fault.is_some());
    let _stopped = journal.close();
    assert_eq!(told(&witness, 1).number, 40);
    let signed = Reader::open(&copy).unwrap().last_checkpoint().unwrap().unwrap();
    assert!(signed.number < 40);
}
