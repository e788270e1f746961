//! The one thread that writes: what has come in while it wrote goes into one group, one sync.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::background::Background;
use crate::batch::Prepared;
use crate::chains::ChainMap;
use crate::entry::chain_start;
use crate::queue::{Found, Job, Queue};
use crate::store::{Head, Store};
use crate::ticket::Reply;
use crate::witness::Witnesses;
use crate::{
    Batch, Beside, Chain, Chained, Checkpoint, Durations, Entry, Error, Hash, Options, Receipt,
    SigningKey, Snapshot,
};

/// How long nothing must come before the writer tidies the store.
const QUIET: Duration = Duration::from_millis(50);

pub(crate) struct Writer {
    store: Box<dyn Store>,
    queue: Arc<Queue>,
    key: SigningKey,
    checkpoint_entries: u64,
    checkpoint_every: Duration,
    /// Since when an entry waits for a checkpoint.
    unsigned_since: Option<Instant>,
    syncs: Arc<Durations>,
    background: Arc<Background>,
    witnesses: Option<Arc<Witnesses>>,
    last_checkpoint: Option<Checkpoint>,
    /// When the last entry happened, as its caller said.
    at: u64,
    heads: ChainMap<Option<Head>>,
    /// The entries of the group that is being written.
    chained: Vec<Chained>,
    /// Their links, once they are written.
    links: Vec<Hash>,
    scratch: Vec<u8>,
}

/// A batch of the group: where its entries are, what stands beside them, and who gets the answer.
struct Accepted {
    from: usize,
    to: usize,
    beside: Vec<Beside>,
    reply: Reply<Receipt>,
}

/// What a group asks for beside its batches.
#[derive(Default)]
struct Group {
    batches: Vec<Accepted>,
    checkpoints: Vec<(u64, Reply<Checkpoint>)>,
    snapshots: Vec<Asked>,
}

/// A snapshot that is asked for, and who gets the answer.
struct Asked {
    snapshot: Covers,
    reply: Reply<()>,
}

/// What a snapshot covers.
enum Covers {
    /// So many entries of the group, and all before it: format and bytes.
    Group(usize, u32, Vec<u8>),
    /// Entries that were written before.
    Old(Snapshot),
}

type SnapshotAnswer = (Reply<()>, Result<(), Error>);

impl Writer {
    pub(crate) fn new(
        store: Box<dyn Store>,
        queue: Arc<Queue>,
        key: SigningKey,
        options: &Options,
        (background, witnesses): (Arc<Background>, Option<Arc<Witnesses>>),
    ) -> Result<Self, Error> {
        let last_checkpoint = store.last_checkpoint()?;
        Ok(Self {
            at: last_checkpoint.as_ref().map_or(0, |last| last.at),
            store,
            queue,
            key,
            checkpoint_entries: options.checkpoint_entries.max(1),
            checkpoint_every: options.checkpoint_every,
            unsigned_since: None,
            syncs: Arc::clone(&options.syncs),
            background,
            witnesses,
            last_checkpoint,
            heads: ChainMap::default(),
            chained: Vec::new(),
            links: Vec::new(),
            scratch: Vec::new(),
        })
    }

    /// Writes until the queue ends or a write fails.
    pub(crate) fn run(mut self) -> Result<(), Error> {
        let _end = EndOfQueue(Arc::clone(&self.queue));
        let mut jobs = Vec::new();
        let mut untidy = false;
        self.note_unsigned();
        self.tell_witnesses(self.last_checkpoint.as_ref());
        loop {
            let due = self.unsigned_since.map(|since| {
                self.checkpoint_every.saturating_sub(since.elapsed()).max(Duration::from_millis(1))
            });
            let patience = if untidy { Some(due.map_or(QUIET, |due| due.min(QUIET))) } else { due };
            match self.queue.take(&mut jobs, patience) {
                Found::End => return self.close(),
                Found::Quiet if self.is_checkpoint_late() => self.commit(Group::default())?,
                Found::Quiet => {
                    untidy = false;
                    if let Err(error) = self.store.tidy() {
                        return Err(self.stop(error, None));
                    }
                }
                Found::Jobs => {
                    untidy = true;
                    let group = self.decide(jobs.drain(..));
                    self.commit(group)?;
                }
            }
        }
    }

    /// Chains the batches that may be appended, and refuses the others.
    fn decide(&mut self, jobs: impl Iterator<Item = Job>) -> Group {
        let mut group = Group::default();
        for job in jobs {
            match job {
                Job::Append(prepared, reply) => match self.check(&prepared.batch.entries) {
                    Ok(()) => group.batches.push(self.accept(prepared, reply)),
                    Err(error) => reply.answer(Err(error)),
                },
                Job::Checkpoint(at, reply) => group.checkpoints.push((at, reply)),
                Job::Snapshot(format, bytes, reply) => {
                    let snapshot = Covers::Group(self.chained.len(), format, bytes);
                    group.snapshots.push(Asked { snapshot, reply });
                }
                Job::OldSnapshot(snapshot, reply) => {
                    group.snapshots.push(Asked { snapshot: Covers::Old(snapshot), reply });
                }
            }
        }
        group
    }

    /// Checks that each entry of a batch is the next of its chain; changes nothing.
    fn check(&mut self, entries: &[Entry]) -> Result<(), Error> {
        if let [entry] = entries {
            let next = self.head(entry.chain)?.map_or(1, |head| head.seq + 1);
            let conflict = Error::Conflict { chain: entry.chain, given: entry.seq, next };
            return if entry.seq == next { Ok(()) } else { Err(conflict) };
        }
        let mut ends: Vec<(Chain, u64)> = Vec::new();
        for entry in entries {
            let chain = entry.chain;
            let known = ends.iter().position(|(known, _)| *known == chain);
            let end = match known {
                Some(place) => ends[place].1,
                None => self.head(chain)?.map_or(0, |head| head.seq),
            };
            if entry.seq != end + 1 {
                return Err(Error::Conflict { chain, given: entry.seq, next: end + 1 });
            }
            match known {
                Some(place) => ends[place].1 = entry.seq,
                None => ends.push((chain, entry.seq)),
            }
        }
        Ok(())
    }

    fn head(&mut self, chain: Chain) -> Result<Option<Head>, Error> {
        if let Some(head) = self.heads.get(&chain) {
            return Ok(*head);
        }
        let head = self.store.claim(chain)?;
        self.heads.insert(chain, head);
        Ok(head)
    }

    fn accept(&mut self, prepared: Prepared, reply: Reply<Receipt>) -> Accepted {
        let from = self.chained.len();
        let journal = self.store.identity().journal;
        let Prepared { batch: Batch { entries, beside }, digests, .. } = prepared;
        for (entry, digests) in entries.into_iter().zip(&digests) {
            let head = self.heads.entry(entry.chain).or_insert(None);
            let previous =
                head.map_or_else(|| chain_start(&journal, entry.chain), |head| head.hash);
            let hash = entry.fields().hash_with(digests, &previous, &mut self.scratch);
            *head = Some(Head { seq: entry.seq, hash });
            self.at = entry.at;
            self.chained.push(Chained { entry, previous, hash });
        }
        Accepted { from, to: self.chained.len(), beside, reply }
    }

    /// Writes and syncs a group, then answers everyone.
    fn commit(&mut self, group: Group) -> Result<(), Error> {
        let before = self.store.state().link;
        let (first, mut group) = match self.write_entries(group) {
            Ok(done) => done,
            Err((error, group)) => return Err(self.stop(error, Some(group))),
        };
        // Receipts are made before the sync, so that nobody waits for those of others after it.
        let receipt = |batch: &Accepted| {
            let chained = &self.chained[batch.from..batch.to];
            let hashes = chained.iter().map(|chained| chained.hash).collect();
            Receipt { number: first + batch.from as u64, hashes, link: self.links[batch.to - 1] }
        };
        let receipts: Vec<Receipt> = group.batches.iter().map(receipt).collect();
        let snapshots = std::mem::take(&mut group.snapshots);
        let answers = match self.write_snapshots(snapshots, before) {
            Ok(answers) => answers,
            Err(error) => return Err(self.stop(error, Some(group))),
        };
        let checkpoint = match self.write_rest(&group) {
            Ok(checkpoint) => checkpoint,
            Err(error) => return Err(self.stop(error, Some(group))),
        };
        for (batch, receipt) in group.batches.into_iter().zip(receipts) {
            batch.reply.answer(Ok(receipt));
        }
        for (_, reply) in group.checkpoints {
            let refused = || self.check_signable().err().unwrap_or(Error::Closed);
            reply.answer(checkpoint.clone().ok_or_else(refused));
        }
        answers.into_iter().for_each(|(reply, answer)| reply.answer(answer));
        self.chained.clear();
        Ok(())
    }

    /// Writes the snapshots that are asked for, and says what to answer when they are saved to disk. `before` is the link
    /// before the group. What is found to be damaged has no snapshot: whoever opens it next must read it.
    fn write_snapshots(
        &mut self,
        asked: Vec<Asked>,
        before: Hash,
    ) -> Result<Vec<SnapshotAnswer>, Error> {
        if let Some(fault) = self.background.state().fault {
            self.store.drop_snapshots()?;
            let refused = Error::Stopped(fault.into());
            return Ok(asked.into_iter().map(|one| (one.reply, Err(refused.clone()))).collect());
        }
        let mut answers = Vec::new();
        for Asked { snapshot, reply } in asked {
            let snapshot = match snapshot {
                Covers::Old(snapshot) => snapshot,
                Covers::Group(after, format, bytes) => {
                    let number = self.store.state().number - (self.chained.len() - after) as u64;
                    let link = after.checked_sub(1).map_or(before, |at| self.links[at]);
                    Snapshot { number, link, format, bytes }
                }
            };
            let refused = Error::Refused("a snapshot, but there is no entry yet".into());
            let answer = match snapshot.number {
                0 => Err(refused),
                _ => Ok(self.store.write_snapshot(&snapshot)?),
            };
            answers.push((reply, answer));
        }
        Ok(answers)
    }

    /// Writes the entries; if a chain was taken over by another node, without its batches.
    fn write_entries(&mut self, mut group: Group) -> Result<(u64, Group), (Error, Group)> {
        loop {
            self.links.clear();
            if self.chained.is_empty() {
                return Ok((0, group));
            }
            match self.store.write(&self.chained, &mut self.links) {
                Ok(first) => return Ok((first, group)),
                Err(Error::Fenced(chain)) => group = self.without(chain, group),
                Err(error) => return Err((error, group)),
            }
        }
    }

    /// Refuses the batches that touch a chain, and chains the others anew.
    fn without(&mut self, fenced: Chain, group: Group) -> Group {
        let chained = std::mem::take(&mut self.chained);
        // Nothing was written: the heads are asked for again.
        self.heads.clear();
        let Group { batches, checkpoints, snapshots } = group;
        let mut again = Group { batches: Vec::new(), checkpoints, snapshots: Vec::new() };
        // What they were made of is not what is written.
        snapshots.into_iter().for_each(|one| one.reply.answer(Err(Error::Fenced(fenced))));
        for Accepted { from, to, beside, reply } in batches {
            let entries: Vec<_> = chained[from..to].iter().map(|one| one.entry.clone()).collect();
            if entries.iter().any(|entry| entry.chain == fenced) {
                reply.answer(Err(Error::Fenced(fenced)));
                continue;
            }
            let checked = self.check(&entries);
            let prepared = Prepared::new(Batch { entries, beside }).map_err(|(_, error)| error);
            match checked.and(prepared) {
                Ok(prepared) => again.batches.push(self.accept(prepared, reply)),
                Err(error) => reply.answer(Err(error)),
            }
        }
        again
    }

    /// Writes what stands beside the entries, snapshots, and a checkpoint where one is due, and syncs.
    fn write_rest(&mut self, group: &Group) -> Result<Option<Checkpoint>, Error> {
        for batch in group.batches.iter().filter(|batch| !batch.beside.is_empty()) {
            self.store.write_beside(&batch.beside)?;
        }
        let asked = group.checkpoints.iter().map(|(at, _)| *at).max();
        let unsigned = self.unsigned();
        let due = unsigned >= self.checkpoint_entries || unsigned > 0 && self.is_checkpoint_late();
        let asked = asked.filter(|_| self.check_signable().is_ok());
        let checkpoint = match asked.or(due.then_some(self.at)) {
            Some(at) => Some(self.write_checkpoint(at)?),
            None => None,
        };
        let begun = Instant::now();
        self.store.sync()?;
        self.syncs.count(begun.elapsed());
        self.tell_witnesses(checkpoint.as_ref());
        self.note_unsigned();
        Ok(checkpoint)
    }

    /// Has the witnesses told a checkpoint that is saved to disk.
    fn tell_witnesses(&self, checkpoint: Option<&Checkpoint>) {
        if let (Some(witnesses), Some(checkpoint)) = (&self.witnesses, checkpoint) {
            witnesses.tell(checkpoint.clone());
        }
    }

    /// Notes since when something waits for a checkpoint.
    fn note_unsigned(&mut self) {
        self.unsigned_since = match self.unsigned() {
            0 => None,
            _ => self.unsigned_since.or_else(|| Some(Instant::now())),
        };
    }

    fn is_checkpoint_late(&self) -> bool {
        self.unsigned_since.is_some_and(|since| since.elapsed() >= self.checkpoint_every)
    }

    /// Checks that nothing is known to be wrong with what a signature would cover.
    fn check_signable(&self) -> Result<(), Error> {
        match self.background.state().fault {
            Some(fault) => Err(Error::Stopped(fault.into())),
            None => self.store.check_signable(),
        }
    }

    fn write_checkpoint(&mut self, at: u64) -> Result<Checkpoint, Error> {
        let identity = self.store.identity();
        let before = self.last_checkpoint.as_ref();
        let now = (self.store.state(), self.store.root());
        let checkpoint = Checkpoint::sign(&self.key, identity, before, at, now);
        self.store.write_checkpoint(&checkpoint)?;
        self.last_checkpoint = Some(checkpoint.clone());
        self.unsigned_since = None;
        Ok(checkpoint)
    }

    /// How many entries no checkpoint has signed yet, and one could sign.
    fn unsigned(&self) -> u64 {
        if self.background.has_failed() || self.store.check_signable().is_err() {
            return 0;
        }
        let signed = self.last_checkpoint.as_ref().map_or(0, |last| last.number);
        self.store.state().number.saturating_sub(signed)
    }

    /// Takes nothing more, because it is not known what is on the disk.
    fn stop(&mut self, error: Error, group: Option<Group>) -> Error {
        let why = Error::Stopped(error.to_string().into());
        self.queue.end(why.clone());
        let group = group.unwrap_or_default();
        group.batches.into_iter().for_each(|one| one.reply.answer(Err(why.clone())));
        group.checkpoints.into_iter().for_each(|(_, reply)| reply.answer(Err(why.clone())));
        group.snapshots.into_iter().for_each(|one| one.reply.answer(Err(why.clone())));
        let mut left = Vec::new();
        if let Found::Jobs = self.queue.take(&mut left, None) {
            left.into_iter().for_each(|job| job.refuse(why.clone()));
        }
        error
    }

    /// Signs what no checkpoint has signed yet, and closes the store.
    fn close(mut self) -> Result<(), Error> {
        if self.unsigned() > 0 {
            self.write_checkpoint(self.at)?;
            self.store.sync()?;
        }
        if !self.background.has_failed() {
            self.tell_witnesses(self.last_checkpoint.as_ref());
        }
        self.store.close()
    }
}

/// Ends the queue when the writer ends in any way, so that nobody waits for ever.
struct EndOfQueue(Arc<Queue>);

impl Drop for EndOfQueue {
    fn drop(&mut self) {
        self.0.end(Error::Closed);
        let mut left = Vec::new();
        if let Found::Jobs = self.0.take(&mut left, None) {
            left.into_iter().for_each(|job| job.refuse(Error::Closed));
        }
    }
}
