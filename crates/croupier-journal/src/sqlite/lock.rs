//! The right to write a journal: a lock on a file beside it, which ends with the process.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::Error;

/// How often, and with what pause, the lock is tried before another process is said to have it.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(10);

/// Takes the right to write a journal; closing the file gives it up.
///
/// # Errors
///
/// Another process has it, or the file cannot be made.
pub(super) fn lock(path: &Path) -> Result<File, Error> {
    let beside = lock_file(path);
    let options = File::options().create(true).truncate(false).write(true).open(&beside);
    let file = options.map_err(|error| Error::file(&beside, error))?;
    // A process that was just started by the last holder has the lock until it runs its program.
    for _ in 0..TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            Err(TryLockError::Error(error)) => return Err(Error::file(&beside, error)),
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
