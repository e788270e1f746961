//! A store that fails at any operation: nothing acknowledged is lost, nothing is doubled, and the
//! journal goes no further until it is opened again.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "support/faulty.rs"]
mod faulty;
mod support;

use std::path::Path;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

use croupier_journal::{
    Batch, Beside, Chain, Chained, Checkpoint, Error, Hash, Head, Identity, Journal, JournalState,
    Options, Reader, SigningKey, Snapshot, Sqlite, Store, Ticket, VerifyOptions, verify,
};
use faulty::{Faulty, Plan};
use support::{Folder, entry, key, options};

fn opened() -> Options {
    Options { checkpoint_entries: 5, chapter_entries: 4, ..options() }
}

/// Appends from several threads until the end or a failure; says what was acknowledged.
fn append(journal: &Journal) -> Vec<(u32, u64)> {
    let work = |chain: u32| {
        let journal = journal.clone();
        thread::spawn(move || {
            let mut acknowledged = Vec::new();
            let mut stopped = false;
            for seq in 1..=6 {
                let entries = vec![entry(chain, seq), entry(chain + 10, seq)];
                let beside = vec![Beside { id: chain.into(), bytes: Some(seq.to_string().into()) }];
                let done = journal.append(Batch { entries, beside });
                assert!(!stopped || done.is_err(), "acknowledged after a failure");
                match done {
                    Ok(_) => {
                        acknowledged.extend([(chain, seq), (chain + 10, seq)]);
                        let snapshot = || journal.snapshot(1, vec![3; 10]).and_then(Ticket::wait);
                        stopped |= seq == 3 && snapshot().is_err();
                    }
                    Err(error) => {
                        assert!(matches!(error, Error::Stopped(_)), "{error}");
                        stopped = true;
                    }
                }
            }
            acknowledged
        })
    };
    let threads: Vec<_> = (0..3).map(work).collect();
    threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
}

/// Tells whether the failure came.
fn run(plan: Plan) -> bool {
    let folder = Folder::new();
    let path = folder.path("journal");
    Journal::open(&path, opened()).unwrap().close().unwrap();
    let store = Sqlite::open(&path).unwrap().unwrap();
    let faulty = Faulty { store, plan, operations: 0 };
    let journal = Journal::with_store(Box::new(faulty), key(), &opened()).unwrap();
    let acknowledged = append(&journal);
    let failed = journal.close().is_err();
    check(&path, &acknowledged, &format!("{plan:?}"));
    failed
}

fn check(path: &Path, acknowledged: &[(u32, u64)], what: &str) {
    Journal::open(path, opened()).unwrap().close().unwrap();
    let report = verify(path, &VerifyOptions::default()).unwrap();
    assert!(report.is_sound(), "{what}: {report:?}");
    let reader = Reader::open(path).unwrap();
    let mut found: Vec<_> = reader
        .entries(0)
        .map(|record| record.unwrap().chained.entry)
        .map(|entry| (entry.chain.0, entry.seq))
        .collect();
    let count = found.len();
    found.sort_unstable();
    found.dedup();
    assert_eq!(found.len(), count, "{what}: an entry is there twice");
    for place in acknowledged {
        assert!(found.contains(place), "{what}: {place:?} was acknowledged and is lost");
    }
    for (chain, seq) in &found {
        let pair = if *chain < 10 { chain + 10 } else { chain - 10 };
        assert!(found.contains(&(pair, *seq)), "{what}: half of a batch was kept");
    }
    // What stands beside the entries went with them.
    for chain in 0..3 {
        let last = found.iter().filter(|(of, _)| *of == chain).map(|(_, seq)| *seq).max();
        let beside = reader.beside(chain.into()).unwrap();
        assert_eq!(beside, last.map(|seq| seq.to_string().into_bytes()), "{what}");
    }
}

#[test]
fn a_failure_at_any_operation_stops_the_journal_and_loses_nothing() {
    for forever in [false, true] {
        for after in [false, true] {
            let failed = (1..).take_while(|at| run(Plan { at: *at, forever, after })).count();
            assert!(failed >= 12, "only {failed} operations");
        }
    }
}

/// A store of one of several nodes, which loses a chain.
struct Fenced {
    store: Sqlite,
    lost: Arc<Mutex<Option<Chain>>>,
}

impl Store for Fenced {
    fn identity(&self) -> Identity {
        self.store.identity()
    }
    fn state(&self) -> &JournalState {
        self.store.state()
    }
    fn sign_with(&mut self, key: &SigningKey) {
        self.store.sign_with(key);
    }
    fn root(&self) -> Hash {
        self.store.root()
    }
    fn last_checkpoint(&self) -> Result<Option<Checkpoint>, Error> {
        self.store.last_checkpoint()
    }
    fn claim(&mut self, chain: Chain) -> Result<Option<Head>, Error> {
        match *self.lost.lock().unwrap() {
            Some(lost) if lost == chain => Err(Error::Fenced(chain)),
            _ => self.store.claim(chain),
        }
    }
    fn write(&mut self, entries: &[Chained], links: &mut Vec<Hash>) -> Result<u64, Error> {
        match *self.lost.lock().unwrap() {
            Some(lost) if entries.iter().any(|chained| chained.entry.chain == lost) => {
                Err(Error::Fenced(lost))
            }
            _ => self.store.write(entries, links),
        }
    }
    fn write_beside(&mut self, beside: &[Beside]) -> Result<(), Error> {
        self.store.write_beside(beside)
    }
    fn write_checkpoint(&mut self, checkpoint: &Checkpoint) -> Result<(), Error> {
        self.store.write_checkpoint(checkpoint)
    }
    fn write_snapshot(&mut self, snapshot: &Snapshot) -> Result<(), Error> {
        self.store.write_snapshot(snapshot)
    }
    fn drop_snapshots(&mut self) -> Result<(), Error> {
        self.store.drop_snapshots()
    }
    fn sync(&mut self) -> Result<(), Error> {
        self.store.sync()
    }
    fn tidy(&mut self) -> Result<(), Error> {
        self.store.tidy()
    }
    fn close(self: Box<Self>) -> Result<(), Error> {
        Box::new(self.store).close()
    }
}

#[test]
fn a_chain_that_another_node_has_taken_over_stops_alone() {
    let folder = Folder::new();
    let path = folder.path("journal");
    Journal::open(&path, opened()).unwrap().close().unwrap();
    let lost = Arc::new(Mutex::new(None));
    let store = Fenced { store: Sqlite::open(&path).unwrap().unwrap(), lost: Arc::clone(&lost) };
    let journal = Journal::with_store(Box::new(store), key(), &opened()).unwrap();
    (1..=3).for_each(|chain| drop(journal.append(vec![entry(chain, 1)]).unwrap()));
    // The writer is held while a group gathers that has the lost chain in its middle.
    let (go, gate) = mpsc::channel::<()>();
    let (began, begun) = mpsc::channel();
    let hold = move |_| {
        began.send(()).unwrap();
        gate.recv().unwrap();
    };
    journal.try_submit_then(vec![entry(1, 2)], hold).unwrap();
    begun.recv().unwrap();
    *lost.lock().unwrap() = Some(Chain(2));
    let batches = [
        (vec![entry(1, 3)], true),
        (vec![entry(2, 2)], false),
        (vec![entry(3, 2), entry(2, 3)], false),
        (vec![entry(3, 3)], false),
        (vec![entry(1, 4)], true),
    ];
    let tickets = batches.map(|(batch, kept)| (journal.try_submit(batch).unwrap(), kept));
    go.send(()).unwrap();
    for (place, (ticket, kept)) in tickets.into_iter().enumerate() {
        assert_eq!(ticket.wait().is_ok(), kept, "batch {place}");
    }
    assert!(matches!(journal.append(vec![entry(2, 2)]), Err(Error::Fenced(Chain(2)))));
    journal.append(vec![entry(3, 2)]).unwrap();
    journal.close().unwrap();
    let report = verify(&path, &VerifyOptions::default()).unwrap();
    assert!(report.is_sound() && report.entries == 7, "{report:?}");
}
