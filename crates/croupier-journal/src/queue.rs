//! What waits to be written: bounded, filled by many threads, emptied by one.

use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::batch::Prepared;
use crate::ticket::Reply;
use crate::{Checkpoint, Error, Receipt, Snapshot};

/// Something for the writer to do.
pub(crate) enum Job {
    Append(Prepared, Reply<Receipt>),
    Checkpoint(u64, Reply<Checkpoint>),
    /// What is kept of all that came before, in a format.
    Snapshot(u32, Vec<u8>, Reply<()>),
    /// What is kept of all up to an entry that was written long ago.
    OldSnapshot(Snapshot, Reply<()>),
}

impl Job {
    /// How many entries it has, and how many bytes they take.
    fn size(&self) -> (usize, usize) {
        match self {
            Self::Append(prepared, _) => (prepared.batch.entries.len(), prepared.size),
            Self::Checkpoint(..) => (1, 0),
            Self::Snapshot(_, bytes, _) => (1, bytes.len()),
            Self::OldSnapshot(snapshot, _) => (1, snapshot.bytes.len()),
        }
    }

    pub(crate) fn refuse(self, error: Error) {
        match self {
            Self::Append(_, reply) => reply.answer(Err(error)),
            Self::Checkpoint(_, reply) => reply.answer(Err(error)),
            Self::Snapshot(_, _, reply) | Self::OldSnapshot(_, reply) => reply.answer(Err(error)),
        }
    }
}

/// What the writer finds in the queue.
pub(crate) enum Found {
    Jobs,
    /// Nothing came for a while.
    Quiet,
    /// Nothing will come any more.
    End,
}

pub(crate) struct Queue {
    state: Mutex<State>,
    work: Condvar,
    room: Condvar,
    entries_max: usize,
    bytes_max: usize,
}

#[derive(Default)]
struct State {
    jobs: Vec<Job>,
    entries: usize,
    bytes: usize,
    /// Why nothing is taken any more.
    ended: Option<Error>,
    writer_waits: bool,
    submitters_wait: usize,
}

impl Queue {
    pub(crate) fn new(entries_max: usize, bytes_max: usize) -> Self {
        let (state, work, room) = Default::default();
        Self { state, work, room, entries_max, bytes_max }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a job into the queue, waiting for room if asked to.
    ///
    /// # Errors
    ///
    /// Gives the job back: there is no room, or the journal has ended.
    pub(crate) fn put(&self, job: Job, wait: bool) -> Result<(), Box<(Job, Error)>> {
        let (entries, bytes) = job.size();
        let mut state = self.lock();
        loop {
            if let Some(error) = &state.ended {
                let error = error.clone();
                drop(state);
                return Err(Box::new((job, error)));
            }
            // A job that is larger than the whole queue is taken when nothing else waits.
            let room = state.entries + entries <= self.entries_max
                && state.bytes + bytes <= self.bytes_max;
            if room || state.jobs.is_empty() {
                break;
            }
            if !wait {
                return Err(Box::new((job, Error::Full)));
            }
            state.submitters_wait += 1;
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.submitters_wait -= 1;
        }
        state.jobs.push(job);
        state.entries += entries;
        state.bytes += bytes;
        // Waking is a call of the system; it is made once, not by each of a thousand submitters.
        if mem::take(&mut state.writer_waits) {
            self.work.notify_one();
        }
        Ok(())
    }

    /// Takes everything that waits, or waits for something.
    pub(crate) fn take(&self, jobs: &mut Vec<Job>, patience: Option<Duration>) -> Found {
        let mut state = self.lock();
        while state.jobs.is_empty() {
            if state.ended.is_some() {
                return Found::End;
            }
            state.writer_waits = true;
            state = match patience {
                None => self.work.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(patience) => {
                    let waited = self.work.wait_timeout(state, patience);
                    let (mut state, result) = waited.unwrap_or_else(PoisonError::into_inner);
                    if result.timed_out() && state.jobs.is_empty() && state.ended.is_none() {
                        state.writer_waits = false;
                        return Found::Quiet;
                    }
                    state
                }
            };
        }
        state.writer_waits = false;
        mem::swap(&mut state.jobs, jobs);
        state.entries = 0;
        state.bytes = 0;
        if state.submitters_wait > 0 {
            self.room.notify_all();
        }
        Found::Jobs
    }

    /// Says why nothing is taken any more, if nothing is.
    pub(crate) fn ended(&self) -> Option<Error> {
        self.lock().ended.clone()
    }

    /// Takes nothing more from now on; what waits is still there to be taken.
    pub(crate) fn end(&self, why: Error) {
        let mut state = self.lock();
        state.ended.get_or_insert(why);
        drop(state);
        self.work.notify_all();
        self.room.notify_all();
    }
}
