//! How many entries a second are saved to disk, beside a bare pipeline, and how many are verified.
//!
//! The bare pipeline is the least that could do the job: bytes, a chain of SHA-256, one SQLite table,
//! one sync for all that wait. Both are driven in the same way, in turn, in the same run: each
//! submitter has one entry on its way and sends the next when that one is saved.
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on ends")]
#![allow(clippy::float_arithmetic, reason = "only shows rates")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use croupier_journal::{Chain, Entry, Hash, Journal, Options, VerifyOptions, verify};
use rusqlite::{Connection, params};

const SUBMITTERS: [u32; 3] = [1, 64, 1024];
const NAMES: [&str; 3] = ["bare", "journal", "mirror"];
const RUNS: usize = 3;
const VERIFIED: u64 = 1_000_000;

fn main() {
    // `cargo test --benches` and the like only want to know that it starts.
    let test = std::env::args().any(|word| word == "--test");
    let length = Duration::from_millis(if test { 50 } else { 2000 });
    // A number restricts the run to so many submitters, a name to what has it.
    let named = |name: &str| {
        let mut words = std::env::args().skip(1).filter(|word| NAMES.contains(&word.as_str()));
        let first = words.next();
        first.is_none_or(|first| first == name || words.any(|word| word == name))
    };
    let only = std::env::args().find_map(|word| word.parse::<u32>().ok());
    println!("submitters  what     entries/s   p50 ms   p99 ms   cpu us");
    for submitters in SUBMITTERS.into_iter().filter(|count| only.is_none_or(|only| only == *count))
    {
        let mut rates = [Vec::new(), Vec::new(), Vec::new()];
        for _ in 0..if test { 1 } else { RUNS } {
            for (place, name) in NAMES.into_iter().enumerate().filter(|(_, name)| named(name)) {
                let folder = Folder::new();
                let path = folder.0.join("file");
                let before = cpu();
                let (rate, waits) = match place {
                    0 => drive(&Bare::open(&path), submitters, length),
                    1 => drive(&Ours::open(&path, None), submitters, length),
                    _ => drive(
                        &Ours::open(&path, Some(path.with_extension("2"))),
                        submitters,
                        length,
                    ),
                };
                let at = |share: usize| waits[(waits.len() - 1) * share / 100].as_secs_f64() * 1e3;
                let cpu = (cpu() - before) * 1e6 / waits.len() as f64;
                let (half, most) = (at(50), at(99));
                println!("{submitters:>10}  {name:<7}{rate:>11.0}{half:>9.2}{most:>9.2}{cpu:>9.2}");
                rates[place].push(rate);
            }
        }
        // Each run against the one beside it, because a busy machine is busy for a while.
        let [bare, ours, _] = rates;
        let mut shares: Vec<f64> = ours.iter().zip(bare).map(|(ours, bare)| ours / bare).collect();
        shares.sort_by(f64::total_cmp);
        if let Some(share) = shares.get(shares.len() / 2) {
            println!("{submitters:>10}  the journal reaches {share:.2} of the bare pipeline");
        }
    }
    verified(if test { 1000 } else { VERIFIED });
}

/// How many seconds all threads of this process have computed so far; 0 where that is not known.
///
/// On a busy machine it says more than the rate.
fn cpu() -> f64 {
    let text = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

fn verified(count: u64) {
    let folder = Folder::new();
    let path = folder.0.join("file");
    let journal = Ours::open(&path, None);
    for seqs in 0..count / 1000 {
        let place = |entry: u64| ((entry % 100) as u32, seqs * 10 + entry / 100 + 1);
        let places = (0..1000).map(place);
        let batch: Vec<_> = places.map(|(chain, seq)| entry(&journal.1, chain, seq)).collect();
        journal.0.append(batch).unwrap();
    }
    journal.0.clone().close().unwrap();
    for _ in 0..3 {
        let (start, before) = (Instant::now(), cpu());
        let report = verify(&path, &VerifyOptions::default()).unwrap();
        assert!(report.is_sound() && report.entries == count);
        let rate = count as f64 / start.elapsed().as_secs_f64();
        let bytes = fs::metadata(&path).unwrap().len();
        let cpu = (cpu() - before) * 1e6 / count as f64;
        println!(
            "verified {count} entries ({bytes} bytes): {rate:.0} entries/s, {cpu:.2} us of cpu each"
        );
    }
}

/// What takes an entry of a submitter, and says when it is saved.
trait Pipeline {
    fn submit(&self, submitter: u32, seq: u64, done: Box<dyn FnOnce() + Send>);
}

/// Drives a pipeline; says the rate, and how long each entry took, in order.
fn drive(pipeline: &dyn Pipeline, submitters: u32, length: Duration) -> (f64, Vec<Duration>) {
    let (sender, receiver): (Sender<(u32, Instant)>, Receiver<_>) = channel();
    let mut seqs = vec![0; submitters as usize];
    let mut waits = Vec::new();
    let mut submit = |submitter: u32| {
        let seq = &mut seqs[submitter as usize];
        *seq += 1;
        let (sender, sent) = (sender.clone(), Instant::now());
        let done = Box::new(move || sender.send((submitter, sent)).unwrap());
        pipeline.submit(submitter, *seq, done);
    };
    let start = Instant::now();
    (0..submitters).for_each(&mut submit);
    let mut on_their_way = submitters;
    while on_their_way > 0 {
        let (submitter, sent) = receiver.recv().unwrap();
        waits.push(sent.elapsed());
        if start.elapsed() < length {
            submit(submitter);
        } else {
            on_their_way -= 1;
        }
    }
    let rate = waits.len() as f64 / start.elapsed().as_secs_f64();
    waits.sort();
    (rate, waits)
}

/// What followed from an entry, as long as a typical one.
const EFFECTS: &[u8] = br#"{"placed":[2500,3],"chips":-2500,"offer":41}"#;

fn body(submitter: u32, seq: u64) -> Vec<u8> {
    format!(
        r#"{{"table":{submitter},"round":{},"input":"wager","player":"p{seq:09}","spot":"initial","area":3,"stake":2500,"key":"5f2b9a4c7d1e48a3b6c0d9e8f7a6b5c4","session":"{seq:016x}","seat":4}}"#,
        seq / 10
    )
    .into_bytes()
}

fn entry(texts: &[Arc<str>; 2], chain: u32, seq: u64) -> Entry {
    Entry {
        chain: Chain(chain),
        seq,
        at: 1_700_000_000_000 + seq,
        who: 12,
        kind: Arc::clone(&texts[0]),
        round: seq / 10,
        rules: Arc::clone(&texts[1]),
        format: 1,
        key: Vec::new(),
        body: body(chain, seq),
        effects: EFFECTS.to_vec(),
    }
}

/// The journal, and the texts that all entries share.
struct Ours(Journal, [Arc<str>; 2]);

impl Ours {
    fn open(path: &Path, mirror: Option<PathBuf>) -> Self {
        let texts = ["wager", "casino-war 2016-08-17"].map(Arc::from);
        Self(Journal::open(path, Options { mirror, ..Options::default() }).unwrap(), texts)
    }
}

impl Pipeline for Ours {
    fn submit(&self, submitter: u32, seq: u64, done: Box<dyn FnOnce() + Send>) {
        let then = move |receipt: Result<_, croupier_journal::Error>| {
            receipt.map(drop).unwrap();
            done();
        };
        self.0
            .try_submit_then(vec![entry(&self.1, submitter, seq)], then)
            .map_err(|(_, error)| error)
            .unwrap();
    }
}

type Waiting = (Vec<u8>, Box<dyn FnOnce() + Send>);

/// The least that could do the job.
struct Bare {
    queue: Arc<(Mutex<Option<Vec<Waiting>>>, Condvar)>,
    writer: Option<JoinHandle<()>>,
}

impl Bare {
    fn open(path: &Path) -> Self {
        let connection = Connection::open(path).unwrap();
        connection
            .execute_batch(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
                 CREATE TABLE entries (number INTEGER PRIMARY KEY, body BLOB, hash BLOB)",
            )
            .unwrap();
        let queue = Arc::new((Mutex::new(Some(Vec::new())), Condvar::new()));
        let theirs = Arc::clone(&queue);
        Self { queue, writer: Some(thread::spawn(move || bare_writer(&connection, &theirs))) }
    }
}

fn bare_writer(connection: &Connection, queue: &(Mutex<Option<Vec<Waiting>>>, Condvar)) {
    let mut insert = connection.prepare("INSERT INTO entries VALUES (?1, ?2, ?3)").unwrap();
    let (mut number, mut hash) = (0_i64, Hash::default());
    loop {
        let mut waiting = queue.0.lock().unwrap();
        while waiting.as_ref().is_some_and(Vec::is_empty) {
            waiting = queue.1.wait(waiting).unwrap();
        }
        let Some(group) = waiting.as_mut().map(std::mem::take) else { return };
        drop(waiting);
        connection.execute_batch("BEGIN IMMEDIATE").unwrap();
        for (body, _) in &group {
            hash = Hash::of(&[&hash.0[..], body].concat());
            number += 1;
            insert.execute(params![number, body, hash.0]).unwrap();
        }
        connection.execute_batch("COMMIT").unwrap();
        group.into_iter().for_each(|(_, done)| done());
    }
}

impl Pipeline for Bare {
    fn submit(&self, submitter: u32, seq: u64, done: Box<dyn FnOnce() + Send>) {
        self.queue.0.lock().unwrap().as_mut().unwrap().push((body(submitter, seq), done));
        self.queue.1.notify_one();
    }
}

impl Drop for Bare {
    fn drop(&mut self) {
        *self.queue.0.lock().unwrap() = None;
        self.queue.1.notify_one();
        self.writer.take().unwrap().join().unwrap();
    }
}

/// A folder that is gone when it is dropped; on the disk where things are built, not in memory.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let path =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("append-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
