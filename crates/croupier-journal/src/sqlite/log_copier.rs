//! Copies the write-ahead log into the file, on a thread and a connection of its own, so that nobody who
//! appends waits for it.
//!
//! Only what is committed and synced is copied. The log starts again from its beginning when everything in
//! it has been copied and nobody writes, which under load never happens by itself: the writer sees to it
//! when the log has become long.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::{connect, schema};
use crate::Error;

/// The thread, as the writer sees it.
pub(super) struct LogCopier {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    wanted: bool,
    working: bool,
    ended: bool,
    failed: Option<Error>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&'a self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }
}

impl LogCopier {
    /// Starts the thread for a journal that is open.
    ///
    /// # Errors
    ///
    /// The file cannot be opened once more, or there can be no thread.
    pub(super) fn start(path: &Path) -> Result<Self, Error> {
        let failed = |error| Error::sqlite(path, &error);
        let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(failed)?;
        set_up(&connection).map_err(failed)?;
        let shared = Arc::new(Shared::default());
        let (theirs, path) = (Arc::clone(&shared), path.to_owned());
        let thread = thread::Builder::new()
            .name("journal log".into())
            .spawn(move || run(&connection, &theirs, path))
            .map_err(|error| Error::Stopped(error.to_string().into()))?;
        Ok(Self { shared, thread: Some(thread) })
    }

    /// Asks for what has been committed so far to be copied.
    pub(super) fn request(&self) {
        self.shared.lock().wanted = true;
        self.shared.changed.notify_all();
    }

    /// Checks that nothing has failed.
    ///
    /// # Errors
    ///
    /// Copying has failed, and why; the thread does not try again.
    pub(super) fn check(&self) -> Result<(), Error> {
        self.shared.lock().failed.clone().map_or(Ok(()), Err)
    }

    /// Says whether nothing is being copied.
    pub(super) fn is_idle(&self) -> bool {
        let state = self.shared.lock();
        !state.wanted && !state.working
    }

    /// Waits until nothing is being copied.
    ///
    /// # Errors
    ///
    /// Copying has failed, and why; the thread does not try again.
    pub(super) fn wait(&self) -> Result<(), Error> {
        let mut state = self.shared.lock();
        while (state.wanted || state.working) && state.failed.is_none() {
            state = self.shared.wait(state);
        }
        state.failed.clone().map_or(Ok(()), Err)
    }
}

impl Drop for LogCopier {
    fn drop(&mut self) {
        self.shared.lock().ended = true;
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // It cannot panic, and if it did, nothing would be lost but the thread.
            let _ = thread.join();
        }
    }
}

fn set_up(connection: &Connection) -> rusqlite::Result<()> {
    schema::guard(connection)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    connection.execute_batch("PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0;")
}

fn run(connection: &Connection, shared: &Shared, path: PathBuf) {
    let mut state = shared.lock();
    loop {
        if state.ended || state.failed.is_some() {
            return;
        }
        if !state.wanted {
            state = shared.wait(state);
            continue;
        }
        (state.wanted, state.working) = (false, true);
        drop(state);
        let copied = super::copy_log(connection);
        state = shared.lock();
        state.working = false;
        state.failed = copied.err().map(|error| Error::sqlite(&path, &error));
        shared.changed.notify_all();
    }
}
