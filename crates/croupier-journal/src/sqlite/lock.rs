//! The right to write a journal: locks that end with the process, on a file beside the journal and on the journal itself.
//!
//! The file beside it is there before the journal is. The lock on the journal itself holds for every name that leads
//! to the same file. It is a lock of `flock`, which does not meet those that SQLite takes.

use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::Error;
use crate::files::{explained, make_private, open_private};

/// How often, and with what pause, a lock is tried before another process is said to have it.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(10);

/// The right to write a journal; dropping it gives it up.
pub(super) struct Lock {
    _beside: File,
    journal: Option<File>,
}

impl Lock {
    /// Takes the right to write a journal that is there, or that is not there yet.
    ///
    /// # Errors
    ///
    /// Another process has it, or the files cannot be opened.
    pub(super) fn take(path: &Path) -> Result<Self, Error> {
        let beside = open_private(&lock_file(path))?;
        lock(path, &beside)?;
        for ending in ["", "-wal", "-shm"] {
            let mut name = path.as_os_str().to_owned();
            name.push(ending);
            make_private(name.as_ref())?;
        }
        let journal = match File::options().read(true).write(true).open(path) {
            Ok(journal) => Some(journal),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(Error::file(path, explained(&error))),
        };
        journal.as_ref().map_or(Ok(()), |journal| lock(path, journal))?;
        Ok(Self { _beside: beside, journal })
    }

    /// Checks that the name of the journal still leads to the file that is locked: what is written to a file that was
    /// moved away, or that another was moved over, is found by nobody.
    ///
    /// # Errors
    ///
    /// It does not.
    #[cfg(unix)]
    pub(super) fn check_in_place(&self, path: &Path) -> Result<(), Error> {
        use std::os::unix::fs::MetadataExt as _;
        let Some(journal) = &self.journal else { return Ok(()) };
        let place = |file: std::fs::Metadata| (file.dev(), file.ino());
        let own = journal.metadata().map(place).map_err(|error| Error::file(path, error))?;
        match std::fs::metadata(path).map(place) {
            Ok(there) if there == own => Ok(()),
            Ok(_) => {
                Err(Error::file(path, "another file was put in its place while it was written"))
            }
            Err(error) => {
                Err(Error::file(path, format!("moved away while it was written: {error}")))
            }
        }
    }

    /// Checks nothing where a file that is open cannot be moved.
    #[cfg(not(unix))]
    pub(super) fn check_in_place(&self, _path: &Path) -> Result<(), Error> {
        Ok(())
    }

    /// The same for a journal that is about to be made: the file is there then, with nothing in it.
    ///
    /// # Errors
    ///
    /// As [`Lock::take`].
    pub(super) fn make(path: &Path) -> Result<Self, Error> {
        let beside = open_private(&lock_file(path))?;
        lock(path, &beside)?;
        let journal = open_private(path)?;
        lock(path, &journal)?;
        Ok(Self { _beside: beside, journal: Some(journal) })
    }
}

fn lock(path: &Path, file: &File) -> Result<(), Error> {
    // A process that was just started by the last holder has the lock until it runs its program.
    for _ in 0..TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            Err(TryLockError::Error(error)) => return Err(Error::file(path, error)),
        }
    }
    Err(Error::Locked(path.to_owned()))
}

/// Whether a process has the journal open to write.
pub(crate) fn is_running(path: &Path) -> bool {
    let Ok(file) = File::open(lock_file(path)) else { return false };
    matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
}

fn lock_file(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    name.into()
}
