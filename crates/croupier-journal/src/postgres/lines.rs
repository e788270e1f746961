//! Lines that a house keeps in the database of its journal, one after another, by a thread of their own: nobody waits for
//! them, and the last ones may be lost. Who was taken over adds none.

use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::Address;
use super::schema::{self, failed, reading};
use super::session::{Failed, Session};
use crate::Error;

/// How long the server may take to add lines.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long there is no new try after one that failed.
const PAUSE: Duration = Duration::from_millis(500);

/// Lines that are kept in the database of a journal.
pub struct KeptLines {
    sender: Option<Sender<Change>>,
    thread: Option<JoinHandle<()>>,
}

enum Change {
    Add(Vec<u8>),
    Replace(Vec<Vec<u8>>),
}

/// What is to be written next.
#[derive(Default)]
struct Waiting {
    /// Whether it takes the place of all that is there.
    replace: bool,
    lines: Vec<Vec<u8>>,
}

impl KeptLines {
    /// Reads the lines that were kept with a journal in a database, and takes more; `None` if the journal is in a file. To
    /// be called by whoever has opened the journal to write it.
    ///
    /// # Errors
    ///
    /// The database cannot be reached.
    pub fn of(path: &Path) -> Result<Option<(Self, Vec<String>)>, Error> {
        let Some(address) = Address::of(path)? else { return Ok(None) };
        let (by, asked) = (reading(), failed(&address.name));
        let session = Session::connect(&address, schema::SET_UP, by).map_err(&asked)?;
        let epoch = session.query("SELECT epoch FROM croupier.journal", &[], by).map_err(&asked)?;
        let epoch: i64 = epoch.first().and_then(|row| row.try_get(0).ok()).unwrap_or(0);
        let sql = "SELECT line FROM croupier.lines ORDER BY number";
        let rows = session.query(sql, &[], by).map_err(&asked)?;
        let lines = rows.iter().filter_map(|row| String::from_utf8(row.try_get(0).ok()?).ok());
        let lines = lines.collect();
        let (sender, changes) = mpsc::channel();
        let keep = move || keep(&changes, (&address, epoch), Some(session));
        let thread = thread::Builder::new().name("kept lines".into()).spawn(keep);
        let thread = thread.map_err(|error| Error::Stopped(error.to_string().into()))?;
        Ok(Some((Self { sender: Some(sender), thread: Some(thread) }, lines)))
    }

    /// Adds a line.
    pub fn add(&self, line: String) {
        self.change(Change::Add(line.into_bytes()));
    }

    /// Puts lines in the place of all that are there.
    pub fn replace(&self, lines: Vec<String>) {
        self.change(Change::Replace(lines.into_iter().map(String::into_bytes).collect()));
    }

    fn change(&self, change: Change) {
        if let Some(sender) = &self.sender {
            // The thread ends with the sender alone.
            let _ = sender.send(change);
        }
    }
}

impl Drop for KeptLines {
    fn drop(&mut self) {
        self.sender = None;
        // A thread that broke has kept nothing more: as if the database had been away.
        let _broken = self.thread.take().map(JoinHandle::join);
    }
}

impl Waiting {
    fn take(&mut self, change: Change) {
        match change {
            Change::Add(line) => self.lines.push(line),
            Change::Replace(lines) => *self = Self { replace: true, lines },
        }
    }

    fn is_empty(&self) -> bool {
        !self.replace && self.lines.is_empty()
    }

    fn send(&self, session: &Session, epoch: i64) -> Result<(), Failed> {
        let by = Instant::now() + PATIENCE;
        let sql = match self.replace {
            true => {
                "WITH own AS (SELECT one FROM croupier.journal WHERE epoch = $2), \
                 gone AS (DELETE FROM croupier.lines USING own) \
                 INSERT INTO croupier.lines (line) SELECT l.* FROM own, unnest($1::bytea[]) AS l"
            }
            false => {
                "INSERT INTO croupier.lines (line) SELECT l.* FROM croupier.journal AS own, \
                 unnest($1::bytea[]) AS l WHERE own.epoch = $2"
            }
        };
        session.execute(sql, &[&self.lines, &epoch], by).map(drop)
    }
}

/// Writes what comes until nobody can send any more; what the server does not take is tried again, until then.
fn keep(
    changes: &Receiver<Change>,
    (address, epoch): (&Address, i64),
    mut session: Option<Session>,
) {
    let mut waiting = Waiting::default();
    loop {
        let ended = match waiting.is_empty() {
            true => changes.recv().map(|change| waiting.take(change)).is_err(),
            false => match changes.recv_timeout(PAUSE) {
                Ok(change) => {
                    waiting.take(change);
                    false
                }
                Err(RecvTimeoutError::Timeout) => false,
                Err(RecvTimeoutError::Disconnected) => true,
            },
        };
        changes.try_iter().for_each(|change| waiting.take(change));
        if session.is_none() {
            let by = Instant::now() + PATIENCE;
            session = Session::connect(address, schema::SET_UP, by).ok();
        }
        let sent = session.as_ref().is_some_and(|session| waiting.send(session, epoch).is_ok());
        match sent {
            true => waiting = Waiting::default(),
            // A line that is there twice says the same twice.
            false => session = None,
        }
        if ended {
            return;
        }
    }
}
