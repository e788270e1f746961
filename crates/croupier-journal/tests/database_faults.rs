//! A server that is killed, connections that are cut, questions and answers that are lost: what was acknowledged is there,
//! nothing is there twice, and the journal goes on by itself as soon as the server does.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "support/server.rs"]
mod server;
mod support;
#[path = "support/wire.rs"]
mod wire;

use std::path::Path;
use std::sync::mpsc;
use std::thread;

use croupier_journal::{Batch, Beside, Error, Journal, Options, Reader, VerifyOptions, verify};
use server::{Server, address, database_of};
use support::{Folder, entry, options};
use wire::{Fault, Wire};

fn opened() -> Options {
    Options { checkpoint_entries: 5, chapter_entries: 4, ..options() }
}

/// What is in a journal: chain and seq of each entry.
fn places(path: &Path) -> Vec<(u32, u64)> {
    let report = verify(path, &VerifyOptions::default()).unwrap();
    assert!(report.is_sound(), "{report:?}");
    let reader = Reader::open(path).unwrap();
    let entries = reader.entries(0).map(|record| record.unwrap().chained.entry);
    entries.map(|entry| (entry.chain.0, entry.seq)).collect()
}

/// Appends to some chains from a thread each; tells after each one what was acknowledged.
fn append(path: &Path, count: u64, acknowledged: &mpsc::Sender<(u32, u64)>) {
    let journal = Journal::open(path, opened()).unwrap();
    thread::scope(|scope| {
        for chain in 1..=3 {
            let (journal, acknowledged) = (journal.clone(), acknowledged.clone());
            scope.spawn(move || {
                for seq in 1..=count {
                    let beside = Beside { id: chain.into(), bytes: Some(seq.to_string().into()) };
                    let entries = vec![entry(chain, seq)];
                    journal.append(Batch { entries, beside: vec![beside] }).unwrap();
                    acknowledged.send((chain, seq)).unwrap();
                }
            });
        }
    });
    journal.close().unwrap();
}

/// Has threads append while something happens to the server after every so many acknowledgements.
fn check_with(happens: impl Fn(&Server, &str)) {
    let server = Server::start();
    let path = server.database();
    let (sender, acknowledged) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(|| append(&path, 60, &{ sender }));
        let mut count = 0;
        while acknowledged.recv().is_ok() {
            count += 1;
            if count % 40 == 0 && count < 150 {
                happens(&server, database_of(&path));
            }
        }
        assert_eq!(count, 180, "the journal has stopped");
    });
    let mut found = places(&path);
    found.sort_unstable();
    let wanted: Vec<_> = (1..=3).flat_map(|chain| (1..=60).map(move |seq| (chain, seq))).collect();
    assert_eq!(found, wanted, "lost or doubled");
    let reader = Reader::open(&path).unwrap();
    assert_eq!(reader.beside(2).unwrap().as_deref(), Some(&b"60"[..]));
}

#[test]
fn a_server_that_is_killed_loses_and_doubles_nothing() {
    check_with(|server, _| {
        server.kill();
        server.restart();
    });
}

#[test]
fn connections_that_are_cut_lose_and_double_nothing() {
    check_with(|server, database| server.cut_connections(database));
}

#[test]
fn a_lost_question_or_answer_loses_and_doubles_nothing() {
    let (server, folder) = (Server::shared(), Folder::new());
    let wire = Wire::to(&server.socket(), &folder.path("wire"));
    let path = address(&wire.folder, &server.new_database());
    let journal = Journal::open(&path, opened()).unwrap();
    let mut seq = 0;
    for fault in [Fault::Question, Fault::Answer] {
        // At each question of an append, and of the look-up after it: until one is not reached any more.
        for at in 1.. {
            wire.fail_at(at, fault);
            for _ in 0..2 {
                seq += 1;
                let receipt = journal.append(vec![entry(1, seq)]).unwrap();
                assert_eq!(receipt.number, seq, "{fault:?} at question {at}");
            }
            if wire.mend() == 0 {
                assert!(at > 2, "nothing failed");
                break;
            }
        }
    }
    // A look-up that fails itself, at each of its questions: the wire fails twice.
    for at in 1..=8 {
        wire.fail_at(1, Fault::Answer);
        seq += 1;
        let ticket = journal.submit(vec![entry(1, seq)]).unwrap();
        // As soon as the first has failed, the next failure is planned.
        while wire.failed() == 0 {
            thread::yield_now();
        }
        wire.fail_at(at, Fault::Answer);
        ticket.wait().unwrap();
        wire.mend();
    }
    journal.close().unwrap();
    let wanted: Vec<_> = (1..=seq).map(|seq| (1, seq)).collect();
    assert_eq!(places(&path), wanted);
}

#[test]
fn a_server_that_says_nothing_is_given_up_and_asked_anew() {
    let (server, folder) = (Server::shared(), Folder::new());
    let wire = Wire::to(&server.socket(), &folder.path("wire"));
    let path = address(&wire.folder, &server.new_database());
    let journal = Journal::open(&path, opened()).unwrap();
    journal.append(vec![entry(1, 1)]).unwrap();
    wire.fail_at(1, Fault::Silence);
    assert_eq!(journal.append(vec![entry(1, 2)]).unwrap().number, 2);
    assert_eq!(wire.mend(), 1);
    journal.append(vec![entry(1, 3)]).unwrap();
    journal.close().unwrap();
    assert_eq!(places(&path), [(1, 1), (1, 2), (1, 3)]);
}

#[test]
fn who_was_taken_over_writes_nothing_any_more() {
    let server = Server::shared();
    let path = server.database();
    let first = Journal::open(&path, opened()).unwrap();
    first.append(vec![entry(1, 1)]).unwrap();
    // Its connection is cut, and before it notices, another process opens the journal.
    server.cut_connections(database_of(&path));
    let second = Journal::open(&path, opened()).unwrap();
    let late = first.append(vec![entry(1, 2)]).unwrap_err().to_string();
    assert!(late.contains("another process writes this journal now"), "{late}");
    assert!(matches!(first.stopped(), Some(Error::Stopped(_))));
    assert!(first.close().is_err());
    let mut other = entry(1, 2);
    other.body = b"by the second".to_vec();
    assert_eq!(second.append(vec![other]).unwrap().number, 2);
    second.close().unwrap();
    assert_eq!(places(&path), [(1, 1), (1, 2)]);
    let reader = Reader::open(&path).unwrap();
    assert_eq!(reader.entry(2).unwrap().unwrap().chained.entry.body, b"by the second");
}

#[test]
fn a_server_that_saves_nothing_is_not_trusted() {
    let server = Server::start();
    let path = server.database();
    server.sql("postgres", "ALTER SYSTEM SET synchronous_commit = off");
    server.sql("postgres", "ALTER SYSTEM SET fsync = off");
    server.kill();
    server.restart();
    let error = Journal::open(&path, opened()).unwrap_err().to_string();
    assert!(error.contains("fsync is off in this server"), "{error}");
    server.sql("postgres", "ALTER SYSTEM RESET fsync");
    server.kill();
    server.restart();
    // That commits are not waited for is put right for this journal alone.
    let journal = Journal::open(&path, opened()).unwrap();
    journal.append(vec![entry(1, 1)]).unwrap();
    server.kill();
    server.restart();
    drop(journal);
    assert_eq!(places(&path), [(1, 1)]);
}
