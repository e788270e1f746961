//! Checkpoints that are kept elsewhere, best on other machines: whoever puts an older journal in place of a newer one
//! is found out by them.
//!
//! A witness never goes back. A journal that is behind one of its witnesses, or has other entries, does not open, and
//! stops if it finds one while it runs. A witness that cannot be reached stops nothing; it is asked again and again.

mod file;

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

pub use file::FileWitness;

use crate::background::Background;
use crate::end::{self, End};
use crate::queue::Queue;
use crate::store::Identity;
use crate::{Checkpoint, Consistency, Error, Hash, Reader};

/// How long a witness that could not be told waits until it is tried again, if no newer checkpoint comes before.
const AGAIN: Duration = Duration::from_secs(15);

/// Somebody who keeps the newest checkpoint of a journal elsewhere.
pub trait Witness: fmt::Debug + Send + Sync {
    /// Says which one it is, for whoever set the house up.
    fn name(&self) -> String;

    /// Returns the newest checkpoint that it has of a journal; `None` if it has seen none yet, or cannot be asked.
    ///
    /// # Errors
    ///
    /// It cannot be reached, or has something else.
    fn seen(&self, identity: &Identity) -> Result<Option<Checkpoint>, Unwitnessed>;

    /// Keeps a checkpoint in place of what it had; `since` shows that this only adds to it. At the end of a house, what
    /// would be kept later is kept at once.
    ///
    /// # Errors
    ///
    /// It cannot be reached, or does not take the checkpoint.
    fn keep(
        &self,
        checkpoint: &Checkpoint,
        since: Option<&Consistency>,
        at_end: bool,
    ) -> Result<Kept, Unwitnessed>;
}

/// Whether a witness has kept a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The witness has it now, and would notice a journal without it.
    Now,
    /// It will be asked again: it does not take every one.
    Later,
}

/// Why a witness says or keeps nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unwitnessed {
    /// It cannot be reached now.
    Away(String),
    /// What it has is of no use, or it is none of this journal: somebody must see to it before the house opens.
    Useless(String),
    /// It does not take the checkpoint, because of what it has seen.
    Refused(String),
}

impl fmt::Display for Unwitnessed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Away(what) | Self::Useless(what) | Self::Refused(what) => f.write_str(what),
        }
    }
}

/// Holds a journal that is being opened, with so many entries of which so many are signed, against what a witness has seen;
/// says what is to be noted.
///
/// # Errors
///
/// The journal is behind the witness, or has other entries; or the witness is of no use.
pub(crate) fn check(
    witness: &dyn Witness,
    identity: &Identity,
    (number, signed): (u64, u64),
    link: impl FnOnce(u64) -> Result<Option<Hash>, Error>,
) -> Result<Option<String>, Error> {
    let name = witness.name();
    match witness.seen(identity) {
        Ok(Some(seen)) => {
            compare((&name, &seen), number, link)?;
            check_signed((&name, &seen), signed).map(|()| None)
        }
        Ok(None) => Ok(Some(format!("{name} has not seen this journal yet"))),
        Err(Unwitnessed::Away(what)) => {
            let later = "the house opens without it, and stops if it turns out to know better";
            Ok(Some(format!("{name}: {what}; {later}")))
        }
        Err(Unwitnessed::Useless(what) | Unwitnessed::Refused(what)) => {
            Err(Error::file(name.as_ref(), what))
        }
    }
}

/// Checks that a journal has signed as much as a witness has seen: it would tell the witness something older, and stop.
fn check_signed((witness, seen): (&str, &Checkpoint), signed: u64) -> Result<(), Error> {
    if seen.number <= signed {
        return Ok(());
    }
    let (id, number) = (seen.id, seen.number);
    let what = format!(
        "this witness has seen checkpoint {id} of {number} entries, and the last one in the journal is of {signed}: the \
         write-ahead log, which ends in -wal, was cut; restore the newest copy. To go on without what is lost, keep what \
         the witness has as evidence and name another witness"
    );
    Err(Error::file(witness.as_ref(), what))
}

/// Holds a journal that ends at `number` against what a witness has seen; `link` reads the link of an entry.
///
/// # Errors
///
/// The journal is behind the witness, or has other entries.
fn compare(
    (witness, seen): (&str, &Checkpoint),
    number: u64,
    link: impl FnOnce(u64) -> Result<Option<Hash>, Error>,
) -> Result<(), Error> {
    // A journal that was recovered has fewer checkpoints of the same entries.
    let had = End { number: seen.number, link: seen.link, checkpoints: 0 };
    if end::compare(&had, (number, 0), link)?.is_none() {
        return Ok(());
    }
    let seen = format!("this witness has seen {} entries (checkpoint {})", seen.number, seen.id);
    let found = match had.number > number {
        true => format!("and the journal has {number}"),
        false => "and the journal has others in their place".to_owned(),
    };
    let what = "an older or another copy was put in its place; restore the newest copy. To go on without what is \
                lost, keep what the witness has as evidence and name another witness";
    Err(Error::file(witness.as_ref(), format!("{seen}, {found}: {what}")))
}

/// The thread that tells witnesses, as the writer sees it.
pub(crate) struct Witnesses {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The newest checkpoint that was not told yet.
    newest: Option<Checkpoint>,
    ended: bool,
    /// What went wrong the last time, if it did.
    faults: Vec<String>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Witnesses {
    /// Starts the thread for a journal in a file.
    ///
    /// # Errors
    ///
    /// There can be no thread.
    pub(crate) fn start(
        witnesses: Vec<Arc<dyn Witness>>,
        journal: PathBuf,
        (background, queue): (Arc<Background>, Arc<Queue>),
    ) -> Result<Self, Error> {
        let shared = Arc::new(Shared::default());
        let theirs = Arc::clone(&shared);
        let run = move || {
            let mut last = None;
            while let Some((checkpoint, at_end)) = next(&theirs, &mut last) {
                let mut faults = Vec::new();
                for witness in &witnesses {
                    match tell(&**witness, &journal, &checkpoint, at_end) {
                        Ok(Kept::Now) => {}
                        Ok(Kept::Later) => last = Some(checkpoint.clone()),
                        Err(Told::Later(why)) => {
                            last = Some(checkpoint.clone());
                            faults.push(format!("{}: {why}", witness.name()));
                        }
                        Err(Told::Stop(error)) => background.fail(error.to_string(), Some(&queue)),
                    }
                }
                theirs.lock().faults = faults;
            }
        };
        let thread = thread::Builder::new().name("journal witness".into()).spawn(run);
        let thread = thread.map_err(|error| Error::Stopped(error.to_string().into()))?;
        Ok(Self { shared, thread: Mutex::new(Some(thread)) })
    }

    /// Has a checkpoint told, if no newer one comes before it is its turn.
    pub(crate) fn tell(&self, checkpoint: Checkpoint) {
        self.shared.lock().newest = Some(checkpoint);
        self.shared.changed.notify_all();
    }

    /// Says which witnesses could not be told the last time, and why.
    pub(crate) fn faults(&self) -> Vec<String> {
        self.shared.lock().faults.clone()
    }

    /// Tells what is left, and ends.
    pub(crate) fn end(&self) {
        self.shared.lock().ended = true;
        self.shared.changed.notify_all();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        // A thread that broke has told nothing more; the next opening finds the witness behind, which is no fault.
        let _broken = thread.map(JoinHandle::join);
    }
}

/// Waits for the next checkpoint to be told, or until `again`, which some witness does not have yet, is to be told once
/// more; `None` at the end.
fn next(shared: &Shared, again: &mut Option<Checkpoint>) -> Option<(Checkpoint, bool)> {
    let mut state = shared.lock();
    loop {
        if let Some(newest) = state.newest.take() {
            *again = None;
            return Some((newest, state.ended));
        }
        if state.ended {
            return again.take().map(|checkpoint| (checkpoint, true));
        }
        if again.is_none() {
            state = shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            continue;
        }
        let waited = shared.changed.wait_timeout(state, AGAIN);
        let (woken, result) = waited.unwrap_or_else(PoisonError::into_inner);
        state = woken;
        if result.timed_out() && state.newest.is_none() && !state.ended {
            return again.take().map(|checkpoint| (checkpoint, false));
        }
    }
}

/// Why a witness was not told.
enum Told {
    /// It cannot be told now.
    Later(String),
    /// It has seen what the journal does not have.
    Stop(Error),
}

fn tell(
    witness: &dyn Witness,
    journal: &std::path::Path,
    checkpoint: &Checkpoint,
    at_end: bool,
) -> Result<Kept, Told> {
    let later = |why: &dyn fmt::Display| Told::Later(why.to_string());
    let mut refused = None;
    // Another writer may have told it something between the question and the answer.
    for _ in 0..2 {
        let seen = witness.seen(&checkpoint.identity).map_err(|why| later(&why))?;
        let mut since = None;
        if let Some(seen) = &seen {
            let reader = Reader::open(journal).map_err(|why| later(&why))?;
            let link = |number| reader.link(number);
            compare((&witness.name(), seen), checkpoint.number, link).map_err(Told::Stop)?;
            let shown = reader.consistency(seen.number, checkpoint.number);
            since = Some(shown.map_err(|why| later(&why))?);
        }
        match witness.keep(checkpoint, since.as_ref(), at_end) {
            Ok(kept) => return Ok(kept),
            Err(Unwitnessed::Refused(why)) => refused = Some(why),
            Err(why) => return Err(later(&why)),
        }
    }
    let why = refused.unwrap_or_default();
    let what = format!("this witness does not take the checkpoint {}: {why}", checkpoint.id);
    Err(Told::Stop(Error::file(witness.name().as_ref(), what)))
}
