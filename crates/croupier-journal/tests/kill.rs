//! A process that appends under load is killed at any moment; nothing acknowledged is ever lost.
//!
//! `CROUPIER_JOURNAL_KILLS=5000` kills as often; without it 60 times.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;

use croupier_journal::{
    Batch, Beside, Chain, Error, Hash, Journal, Options, Reader, VerifyOptions, verify,
};
use support::{Folder, entry, options};

const THREADS: u32 = 8;

fn opened(path: &Path) -> Options {
    let mirror = mirror_of(path);
    let mirror = path.file_name().is_some_and(|name| name == "mirrored").then_some(mirror);
    Options { mirror, checkpoint_entries: 97, chapter_entries: 50, log_pages: 60, ..options() }
}

fn mirror_of(path: &Path) -> PathBuf {
    path.with_extension("mirror")
}

/// Not a test by itself: the process that is killed. It appends to pairs of chains for ever, each
/// pair in one batch, and prints what was acknowledged.
#[test]
#[ignore = "is started by the other tests of this file"]
fn the_one_that_is_killed() {
    let Some(path) = std::env::var_os("CROUPIER_JOURNAL_TO_KILL").map(PathBuf::from) else {
        return;
    };
    let journal = Journal::open(&path, opened(&path)).unwrap();
    let threads: Vec<_> = (0..THREADS)
        .map(|thread| {
            let journal = journal.clone();
            thread::spawn(move || append_for_ever(&journal, 2 * thread))
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}

fn append_for_ever(journal: &Journal, chain: u32) {
    let seq = |chain| journal.opened().heads.get(&Chain(chain)).map_or(1, |head| head.seq + 1);
    for seq in seq(chain).. {
        let entries = vec![entry(chain, seq), entry(chain + 1, seq)];
        let beside = vec![Beside { id: chain.into(), bytes: Some(seq.to_string().into()) }];
        let receipt = journal.append(Batch { entries, beside }).unwrap();
        let [one, other] = receipt.hashes[..] else { panic!("two entries have two hashes") };
        let next = chain + 1;
        // One write for both lines, so that the pipe has all or nothing of it.
        let lines = format!("ack {chain} {seq} {one}\nack {next} {seq} {other}\n");
        std::io::stdout().write_all(lines.as_bytes()).unwrap();
        if seq % 50 == 0 {
            journal.snapshot(1, vec![7; 5000]).unwrap().wait().unwrap();
        }
    }
}

fn start(path: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["the_one_that_is_killed", "--exact", "--ignored", "--nocapture"])
        .env("CROUPIER_JOURNAL_TO_KILL", path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Lets a process run until it has acknowledged so many lines, kills it, and says what it had.
fn run_and_kill(path: &Path, lines: usize) -> Vec<(u32, u64, Hash)> {
    let mut child = start(path);
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let (mut acknowledged, mut line) = (Vec::new(), String::new());
    let mut killed = false;
    loop {
        if acknowledged.len() >= lines && !killed {
            child.kill().unwrap();
            killed = true;
        }
        line.clear();
        if output.read_line(&mut line).unwrap() == 0 {
            break;
        }
        let mut words = line.split_whitespace();
        if words.next() == Some("ack") {
            let mut word = || words.next().unwrap();
            let (chain, seq) = (word().parse().unwrap(), word().parse().unwrap());
            acknowledged.push((chain, seq, Hash::from_hex(word()).unwrap()));
        }
    }
    let status = child.wait().unwrap();
    assert!(killed && !status.success(), "the process ended by itself: {status}");
    acknowledged
}

/// Checks that everything acknowledged is there once, and that pairs are whole.
fn check(path: &Path, from: u64, acknowledged: &[(u32, u64, Hash)]) -> u64 {
    let report = verify(path, &VerifyOptions::default()).unwrap();
    assert!(report.is_sound(), "{report:?}");
    let reader = Reader::open(path).unwrap();
    let mut found = HashMap::new();
    for record in reader.entries(from) {
        let chained = record.unwrap().chained;
        let place = (chained.entry.chain.0, chained.entry.seq);
        assert_eq!(chained.entry, entry(place.0, place.1));
        assert_eq!(found.insert(place, chained.hash), None, "{place:?} is there twice");
    }
    for (chain, seq, hash) in acknowledged {
        let there = found.get(&(*chain, *seq));
        assert_eq!(there, Some(hash), "acknowledged, but not there: chain {chain}, seq {seq}");
    }
    let state = reader.state().unwrap();
    for (chain, head) in &state.heads {
        let pair = state.heads[&Chain(chain.0 ^ 1)];
        assert_eq!(pair.seq, head.seq, "half of a batch was kept");
        let beside = reader.beside((chain.0 & !1).into()).unwrap();
        assert_eq!(beside, Some(head.seq.to_string().into_bytes()), "not beside its entry");
    }
    state.number
}

fn kills() -> u64 {
    let told = std::env::var("CROUPIER_JOURNAL_KILLS");
    told.map_or(60, |text| text.parse().expect("CROUPIER_JOURNAL_KILLS is a number"))
}

fn kill_again_and_again(name: &str, kills: u64) {
    let folder = Folder::new();
    let path = folder.path(name);
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut number = 0;
    let mut all = Vec::new();
    for round in 0..kills {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        // Now and then it is killed before it has done anything.
        let lines = if round % 8 == 7 { 0 } else { random % 300 };
        let acknowledged = run_and_kill(&path, lines as usize);
        if path.exists() && Reader::open(&path).is_ok() {
            number = check(&path, number, &acknowledged);
        } else {
            assert!(acknowledged.is_empty());
        }
        all.extend(acknowledged);
        // The next process finds the files as the kill left them, or put in order by us.
        if round % 5 == 4 {
            Journal::open(&path, opened(&path)).unwrap().close().unwrap();
        }
    }
    Journal::open(&path, opened(&path)).unwrap().close().unwrap();
    check(&path, 0, &all);
    if name == "mirrored" {
        check(&mirror_of(&path), 0, &all);
    }
}

#[test]
fn nothing_acknowledged_is_lost() {
    kill_again_and_again("alone", kills() / 2);
}

#[test]
fn nothing_acknowledged_is_lost_with_a_mirror() {
    kill_again_and_again("mirrored", kills().div_ceil(2));
}

#[test]
fn a_killed_process_leaves_no_lock() {
    let folder = Folder::new();
    let path = folder.path("alone");
    run_and_kill(&path, 2);
    match Journal::open(&path, opened(&path)) {
        Ok(_) => (),
        Err(Error::Locked(path)) => panic!("{} is still locked", path.display()),
        Err(error) => panic!("{error}"),
    }
}
