//! SQLite on a disk that fails at every operation in turn, and on one that loses its power.
//!
//! A library that is loaded before the system's own stands between SQLite and the disk: see
//! shim/disk.c. It needs Linux and a C compiler, which SQLite needs anyway.
//! `CROUPIER_JOURNAL_CUTS=1` tries every moment for the loss of power, not only a part of them.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use croupier_journal::{
    Batch, Beside, Chain, Entry, Error, Hash, Journal, Options, Reader, Receipt, Ticket,
    VerifyOptions, verify,
};
use support::{Folder, entry, options};

fn opened() -> Options {
    Options { checkpoint_entries: 7, chapter_entries: 5, log_pages: 10, ..options() }
}

/// An entry that takes several pages now and then.
fn sized(chain: u32, seq: u64) -> Entry {
    let body = vec![seq as u8; if seq.is_multiple_of(6) { 9000 } else { 300 }];
    Entry { body, ..entry(chain, seq) }
}

/// Not a test by itself: the process whose disk fails. It opens and closes a journal some times,
/// and prints what was acknowledged, from the thread that writes.
#[test]
#[ignore = "is started by the other tests of this file"]
fn the_one_whose_disk_fails() {
    let Some(path) = std::env::var_os("CROUPIER_JOURNAL_TO_FAIL").map(PathBuf::from) else {
        return;
    };
    for _ in 0..2 {
        let Ok(journal) = Journal::open(&path, opened()) else { return };
        let next = |chain| journal.opened().heads.get(&Chain(chain)).map_or(1, |head| head.seq + 1);
        let (one, other) = (next(1), next(2));
        let mut stopped = false;
        for step in 0..8 {
            let entries = vec![sized(1, one + step), sized(2, other + step)];
            let kept = Beside { id: 1, bytes: Some((one + step).to_string().into()) };
            let batch = Batch { entries, beside: vec![kept] };
            let (sender, receiver) = std::sync::mpsc::channel();
            let then = move |receipt: Result<Receipt, Error>| {
                if let Ok(receipt) = &receipt {
                    let (one, other) = (one + step, other + step);
                    let [first, second] = receipt.hashes[..] else { panic!("two hashes") };
                    let lines = format!("ack 1 {one} {first}\nack 2 {other} {second}\n");
                    std::io::stdout().write_all(lines.as_bytes()).unwrap();
                }
                sender.send(receipt).unwrap();
            };
            let sent = journal.try_submit_then(batch, then).is_ok();
            let receipt = if sent { receiver.recv().unwrap().ok() } else { None };
            assert!(!(stopped && receipt.is_some()), "acknowledged after a failure");
            stopped |= receipt.is_none();
            if receipt.is_some() && step % 3 == 2 {
                let snapshot = journal.snapshot(1, vec![1; 9000]);
                stopped |= snapshot.and_then(Ticket::wait).is_err();
            }
        }
        let closed = journal.close();
        assert!(!(stopped && closed.is_ok()), "closed as if nothing had happened");
    }
}

fn shim() -> &'static Path {
    static SHIM: OnceLock<PathBuf> = OnceLock::new();
    SHIM.get_or_init(|| {
        let target =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("disk-{}.so", std::process::id()));
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/shim/disk.c");
        let made = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-Wall", "-o"])
            .arg(&target)
            .args([source, "-lpthread", "-ldl"])
            .status()
            .expect("cc compiles the disk that fails");
        assert!(made.success());
        target
    })
}

/// Runs the process on such a disk, and says what was acknowledged.
fn run(path: &Path, settings: &[(&str, &str)]) -> Vec<(u32, u64, Hash)> {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["the_one_whose_disk_fails", "--exact", "--ignored", "--nocapture"])
        .env("CROUPIER_JOURNAL_TO_FAIL", path)
        .env("LD_PRELOAD", shim())
        .env("DISK_FILES", path)
        .envs(settings.iter().copied())
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{settings:?}: {}\n{errors}", output.status);
    acknowledged(&String::from_utf8(output.stdout).unwrap())
}

fn acknowledged(text: &str) -> Vec<(u32, u64, Hash)> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("ack "));
    let read = |line: &str| {
        let words: Vec<_> = line.split(' ').collect();
        (words[0].parse().unwrap(), words[1].parse().unwrap(), Hash::from_hex(words[2]).unwrap())
    };
    lines.map(read).collect()
}

/// Opens what is on the disk, and checks that everything acknowledged is there, once and whole.
fn check(path: &Path, acknowledged: &[(u32, u64, Hash)], what: &str) {
    let journal = Journal::open(path, opened()).unwrap_or_else(|error| panic!("{what}: {error}"));
    // It can go on: one more in each chain.
    let next = |chain| journal.opened().heads.get(&Chain(chain)).map_or(1, |head| head.seq + 1);
    let (one, other) = (next(1), next(2));
    assert_eq!(one, other, "{what}: half of a batch was kept");
    let beside = journal.reader().unwrap().beside(1).unwrap();
    let wanted = (one > 1).then(|| (one - 1).to_string().into_bytes());
    assert_eq!(beside, wanted, "{what}: not beside its entry");
    let kept = Beside { id: 1, bytes: Some(one.to_string().into()) };
    let entries = vec![sized(1, one), sized(2, other)];
    journal.append(Batch { entries, beside: vec![kept] }).unwrap();
    journal.close().unwrap();
    let report = verify(path, &VerifyOptions::default()).unwrap();
    assert!(report.is_sound(), "{what}: {report:?}");
    let reader = Reader::open(path).unwrap();
    let mut found = BTreeMap::new();
    for record in reader.entries(0) {
        let chained = record.unwrap().chained;
        let place = (chained.entry.chain.0, chained.entry.seq);
        assert_eq!(chained.entry, sized(place.0, place.1), "{what}");
        assert_eq!(found.insert(place, chained.hash), None, "{what}: {place:?} is there twice");
    }
    for (chain, seq, hash) in acknowledged {
        let there = found.get(&(*chain, *seq));
        assert_eq!(there, Some(hash), "{what}: acknowledged, not there: chain {chain}, seq {seq}");
    }
}

/// Fails at each operation in turn, until there is no operation left to fail.
fn fail_at_each(settings: &[(&str, &str)]) {
    let next = AtomicU32::new(1);
    let work = || fail_at_some(&next, settings);
    thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(work))));
    let last = next.into_inner();
    assert!(last > 60, "only {last} operations");
}

fn fail_at_some(next: &AtomicU32, settings: &[(&str, &str)]) {
    let mut whole = 0;
    while whole < 10 {
        let at = next.fetch_add(1, Ordering::Relaxed);
        let folder = Folder::new();
        let path = folder.path("journal");
        let number = at.to_string();
        let mut all = settings.to_vec();
        all.push(("DISK_FAIL", &number));
        let acknowledged = run(&path, &all);
        check(&path, &acknowledged, &format!("{all:?}"));
        // Two runs of 8 batches of 2: the failure came after everything, or could be borne.
        whole = if acknowledged.len() == 32 { whole + 1 } else { 0 };
    }
}

#[test]
fn nothing_is_lost_when_one_operation_fails() {
    fail_at_each(&[]);
}

#[test]
fn nothing_is_lost_when_all_operations_fail_from_one_on() {
    fail_at_each(&[("DISK_FOREVER", "1")]);
}

#[test]
fn nothing_is_lost_when_the_disk_is_full_in_the_middle_of_a_write() {
    fail_at_each(&[("DISK_FOREVER", "1"), ("DISK_SHORT", "1")]);
}

/// One recorded operation.
struct Operation {
    what: u8,
    path: String,
    offset: u64,
    data: Vec<u8>,
}

fn read_log(path: &Path) -> Vec<Operation> {
    let bytes = fs::read(path).unwrap();
    let (mut operations, mut rest) = (Vec::new(), &bytes[..]);
    while let [what, after @ ..] = rest {
        let number = |at: usize| u64::from_le_bytes(after[at..at + 8].try_into().unwrap());
        let (name, offset, length) = (number(0) as usize, number(8), number(16) as usize);
        let path = String::from_utf8(after[24..24 + name].to_vec()).unwrap();
        let data = after[24 + name..24 + name + length].to_vec();
        operations.push(Operation { what: *what, path, offset, data });
        rest = &after[24 + name + length..];
    }
    operations
}

/// A file on a disk that loses power: what is surely there, and what may be there.
#[derive(Default)]
struct Image<'a> {
    synced: Vec<u8>,
    pending: Vec<&'a Operation>,
}

const SECTOR: usize = 512;

/// Does an operation to a file, for each sector only if `keep` says so.
fn apply(bytes: &mut Vec<u8>, operation: &Operation, mut keep: impl FnMut() -> bool) {
    let offset = operation.offset as usize;
    if operation.what == b't' {
        if keep() {
            bytes.resize(offset, 0);
        }
        return;
    }
    for (place, sector) in operation.data.chunks(SECTOR).enumerate() {
        if keep() {
            let from = offset + place * SECTOR;
            bytes.resize(bytes.len().max(from + sector.len()), 0);
            bytes[from..from + sector.len()].copy_from_slice(sector);
        }
    }
}

#[test]
fn nothing_acknowledged_is_lost_with_the_power() {
    let folder = Folder::new();
    let (path, log) = (folder.path("journal"), folder.path("log"));
    let all = run(&path, &[("DISK_LOG", log.to_str().unwrap())]);
    assert_eq!(all.len(), 32);
    let operations = read_log(&log);
    assert!(operations.len() > 100, "{}", operations.len());
    let every = if std::env::var_os("CROUPIER_JOURNAL_CUTS").is_some() { 1 } else { 7 };
    let mut images: BTreeMap<&str, Image<'_>> = BTreeMap::new();
    let mut acknowledged_so_far = Vec::new();
    let mut random = 88_172_645_463_325_252_u64;
    let mut cuts = 0;
    for (place, operation) in operations.iter().enumerate() {
        match operation.what {
            b'a' => {
                let text = std::str::from_utf8(&operation.data).unwrap();
                acknowledged_so_far.extend(acknowledged(text));
            }
            b'u' => drop(images.remove(operation.path.as_str())),
            b's' => {
                let image = images.entry(&operation.path).or_default();
                for pending in std::mem::take(&mut image.pending) {
                    apply(&mut image.synced, pending, || true);
                }
            }
            _ => images.entry(&operation.path).or_default().pending.push(operation),
        }
        // The moments around an acknowledgement and a sync matter most.
        if place % every != 0 && !matches!(operation.what, b'a' | b's') {
            continue;
        }
        // What was not synced is lost, or there, or there in part.
        for likely in [0, 4, 2, 3] {
            let after = Folder::new();
            for (name, image) in &images {
                let mut bytes = image.synced.clone();
                for pending in &image.pending {
                    apply(&mut bytes, pending, || {
                        random ^= random << 13;
                        random ^= random >> 7;
                        random ^= random << 17;
                        random % 4 < likely
                    });
                }
                fs::write(
                    after.path(Path::new(name).file_name().unwrap().to_str().unwrap()),
                    bytes,
                )
                .unwrap();
            }
            let what = format!("cut after operation {place}, {likely} of 4 kept");
            check(&after.path("journal"), &acknowledged_so_far, &what);
            cuts += 1;
        }
    }
    println!("{cuts} cuts in {} operations", operations.len());
}
