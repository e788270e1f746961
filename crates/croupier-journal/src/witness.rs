//! Checkpoints that are kept elsewhere, in files on other disks: whoever puts an older journal in place of a newer one
//! is found out by them.
//!
//! A witness never goes back. A journal that is behind one of its witnesses, or has other entries, does not open, and
//! stops if it finds one while it runs.

use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use crate::background::Background;
use crate::end::{self, End};
use crate::key::sync_folder;
use crate::queue::Queue;
use crate::store::Identity;
use crate::{Checkpoint, Error, Hash, Reader};

/// Reads what a witness has seen; `None` if it has seen nothing yet.
///
/// # Errors
///
/// The file cannot be read, is no checkpoint, or is that of another journal.
pub(crate) fn read(path: &Path, identity: &Identity) -> Result<Option<Checkpoint>, Error> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Error::file(path, format!("cannot read this witness: {error}"))),
    };
    let wrong = |what: &dyn std::fmt::Display| {
        Error::file(path, format!("this witness is of no use: {what}; give another file"))
    };
    let seen = Checkpoint::from_text(&text).map_err(|error| wrong(&error))?;
    if seen.identity != *identity {
        return Err(wrong(&"it is a checkpoint of another journal, or by another key"));
    }
    if !seen.is_signed() {
        return Err(wrong(&"its signature is not that of the journal's key"));
    }
    Ok(Some(seen))
}

/// Holds a journal that ends at `number` against what a witness has seen; `link` reads the link of an entry.
///
/// # Errors
///
/// The journal is behind the witness, or has other entries.
pub(crate) fn compare(
    (witness, seen): (&Path, &Checkpoint),
    number: u64,
    link: impl FnOnce(u64) -> Result<Option<Hash>, Error>,
) -> Result<(), Error> {
    let had = End { number: seen.number, link: seen.link, checkpoints: seen.id };
    if end::compare(&had, number, link)?.is_none() {
        return Ok(());
    }
    let seen = format!("this witness has seen {} entries (checkpoint {})", seen.number, seen.id);
    let found = match had.number > number {
        true => format!("and the journal has {number}"),
        false => "and the journal has others in their place".to_owned(),
    };
    let what = "an older or another copy was put in its place; restore the newest copy. To go on without what is \
                lost, keep this file as evidence and name another witness";
    Err(Error::file(witness, format!("{seen}, {found}: {what}")))
}

/// Writes a checkpoint in one piece, so that whoever reads the file finds the old or the new one whole.
fn write(path: &Path, checkpoint: &Checkpoint) -> Result<(), Error> {
    let mut new = path.as_os_str().to_owned();
    new.push(".new");
    let new = PathBuf::from(new);
    let write = || {
        let mut file = fs::File::create(&new)?;
        file.write_all(checkpoint.to_string().as_bytes())?;
        file.sync_all()?;
        fs::rename(&new, path)
    };
    write().map_err(|error| Error::file(path, format!("cannot write to this witness: {error}")))?;
    sync_folder(path)
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
        paths: Vec<PathBuf>,
        journal: PathBuf,
        (background, queue): (Arc<Background>, Arc<Queue>),
    ) -> Result<Self, Error> {
        let shared = Arc::new(Shared::default());
        let theirs = Arc::clone(&shared);
        let run = move || {
            while let Some(checkpoint) = next(&theirs) {
                let told = paths.iter().map(|path| tell(path, &journal, &checkpoint));
                let mut faults = Vec::new();
                for told in told {
                    match told {
                        Ok(()) => {}
                        Err(Told::Later(error)) => faults.push(error.to_string()),
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

/// Waits for the next checkpoint; `None` at the end.
fn next(shared: &Shared) -> Option<Checkpoint> {
    let mut state = shared.lock();
    loop {
        if let Some(newest) = state.newest.take() {
            return Some(newest);
        }
        if state.ended {
            return None;
        }
        state = shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
    }
}

/// Why a witness was not told.
enum Told {
    /// It cannot be reached now.
    Later(Error),
    /// It has seen what the journal does not have.
    Stop(Error),
}

fn tell(path: &Path, journal: &Path, checkpoint: &Checkpoint) -> Result<(), Told> {
    let seen = read(path, &checkpoint.identity).map_err(Told::Later)?;
    if let Some(seen) = seen {
        let link = |number| Reader::open(journal)?.link(number);
        compare((path, &seen), checkpoint.number, link).map_err(Told::Stop)?;
    }
    write(path, checkpoint).map_err(Told::Later)
}
