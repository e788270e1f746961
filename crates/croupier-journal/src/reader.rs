//! Reading a journal, also from another process while it is being written.
//!
//! Every entry that is read is held against its hash and against the entry before it; what is
//! damaged is never handed out.

mod records;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::file_rows::FileRows;
use crate::row::Journal;
use crate::rows::Rows;
use crate::sqlite::{Connection, connect_to_read, is_running};
use crate::store::{Identity, JournalState};
use crate::stored_tree::StoredTree;
use crate::tree;
use crate::{Chain, Checkpoint, Consistency, Error, Hash, Inclusion, Snapshot, wal};
use records::Plan;
pub use records::Records;

/// What is wrong where the table `journal` is not as it must be.
const CHANGED: &str = "the row that says which journal it is was changed";

/// A journal that is read and never changed.
pub struct Reader {
    rows: Box<dyn Rows>,
    path: PathBuf,
    journal: Journal,
}

impl Reader {
    /// Opens a journal that may be running: in a file, or in a database that an address names.
    ///
    /// # Errors
    ///
    /// The file is not there, is no journal, or is running or was not closed in a folder that cannot be
    /// written, which SQLite needs to read its log.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        if let Some(rows) = rows_of_database(path)? {
            return Self::new(rows);
        }
        match Self::new(Box::new(FileRows::new(connect_to_read(path, false)?, path))) {
            // Nobody writes it, and perhaps nobody can: it is read as it lies there.
            Err(_) if !has_log(path)? && !is_running(path) => Self::sealed(path),
            opened => opened,
        }
    }

    /// Opens a journal that is not running, without changing a byte in its folder.
    ///
    /// # Errors
    ///
    /// As [`Reader::open`], or the journal was not closed: part of it is in its write-ahead log.
    pub fn sealed(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        if is_database(path) {
            return Self::open(path);
        }
        if has_log(path)? || is_running(path) {
            let what = "the journal is running or was not closed, and its last entries are in the \
                        file that ends in -wal; copy both files to a folder that can be written";
            return Err(Error::file(path, what));
        }
        Self::new(Box::new(FileRows::new(connect_to_read(path, true)?, path)))
    }

    fn new(rows: Box<dyn Rows>) -> Result<Self, Error> {
        let path = rows.name().to_owned();
        if let Some(what) = rows.difference()? {
            return Err(Error::file(&path, what));
        }
        let Some(journal) = rows.journal()? else {
            return Err(Error::file(&path, CHANGED));
        };
        Ok(Self { rows, path, journal })
    }

    /// Says which journal it is, and by which key it is signed.
    pub fn identity(&self) -> Identity {
        self.journal.identity
    }

    /// Says where the journal stands now.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn state(&self) -> Result<JournalState, Error> {
        let mut read = None;
        self.rows.at_one_moment(&mut || {
            let journal = self.rows.journal()?;
            read = journal.map(|journal| self.rows.state(&journal)).transpose()?;
            Ok(())
        })?;
        match read {
            Some(state) => state.map_err(|fault| Error::file(&self.path, fault)),
            None => Err(Error::file(&self.path, CHANGED)),
        }
    }

    /// Reads all entries after a number, in the order of commit.
    pub fn entries(&self, after: u64) -> Records<'_> {
        Records::new(self, Plan::All { after })
    }

    /// Visits the entries after a number that came under a key of eight bytes or more: chain, seq, number and the first eight.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn each_key(
        &self,
        after: u64,
        mut visit: impl FnMut(Chain, u64, u64, [u8; 8]),
    ) -> Result<(), Error> {
        self.rows.keys(after, &mut visit)
    }

    /// Reads the entries of a chain from a seq on.
    pub fn chain(&self, chain: Chain, seq: u64) -> Records<'_> {
        Records::new(self, Plan::Chain { chain, seq: seq.max(1), chapter: 0, after: 0 })
    }

    /// Reads the entries of a chain that belong to a round.
    pub fn round(&self, chain: Chain, round: u64) -> Records<'_> {
        Records::new(self, Plan::Round { chain, round, chapter: 0, after: 0 })
    }

    /// Reads a checkpoint; `None` if there is none with this id.
    ///
    /// # Errors
    ///
    /// It cannot be read, or does not bear the journal's signature.
    pub fn checkpoint(&self, id: u64) -> Result<Option<Checkpoint>, Error> {
        let mut found = None;
        self.rows.checkpoints(id, &mut |read, checkpoint| {
            found = (read == id).then_some(checkpoint);
            ControlFlow::Break(())
        })?;
        self.signed(found)
    }

    /// Reads the last checkpoint.
    ///
    /// # Errors
    ///
    /// It cannot be read, or does not bear the journal's signature.
    pub fn last_checkpoint(&self) -> Result<Option<Checkpoint>, Error> {
        self.signed(self.rows.last_checkpoint()?)
    }

    /// Reads the newest snapshot of a format that was not damaged and fits its entry; `None` if there
    /// is none.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn snapshot(&self, format: u32) -> Result<Option<Snapshot>, Error> {
        self.snapshot_up_to(format, u64::MAX)
    }

    /// Reads the newest of those snapshots that was taken after an entry with this number or before it.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn snapshot_up_to(&self, format: u32, number: u64) -> Result<Option<Snapshot>, Error> {
        let mut found = Ok(None);
        self.rows.snapshots(Some((format, number)), &mut |snapshot| {
            let Ok(snapshot) = snapshot else { return ControlFlow::Continue(()) };
            match self.rows.link(snapshot.number) {
                Ok(link) if link == Some(snapshot.link) => found = Ok(Some(snapshot)),
                Ok(_) => return ControlFlow::Continue(()),
                Err(error) => found = Err(error),
            }
            ControlFlow::Break(())
        })?;
        found
    }

    /// Proves that an entry is among the first `at_size` ones, for the holder of a checkpoint that has
    /// signed so many.
    ///
    /// # Errors
    ///
    /// There are not so many entries, the file cannot be read, or the tree is damaged.
    pub fn inclusion(&self, number: u64, at_size: u64) -> Result<Inclusion, Error> {
        if number == 0 {
            return Err(Error::Refused("entries are counted from 1".into()));
        }
        self.check_sizes(number, at_size)?;
        tree::inclusion(&self.tree(), number, at_size)
    }

    /// Proves that the first `from` entries are still the first ones of the first `to`, for the holder
    /// of two checkpoints that have signed so many.
    ///
    /// # Errors
    ///
    /// There are not so many entries, the file cannot be read, or the tree is damaged.
    pub fn consistency(&self, from: u64, to: u64) -> Result<Consistency, Error> {
        self.check_sizes(from, to)?;
        tree::consistency(&self.tree(), from, to)
    }

    /// Reads the link of an entry; `None` if the entry is not there.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn link(&self, number: u64) -> Result<Option<Hash>, Error> {
        self.rows.link(number)
    }

    fn tree(&self) -> StoredTree<'_> {
        StoredTree(&*self.rows)
    }

    /// Checks that there are entries to prove something about.
    fn check_sizes(&self, number: u64, size: u64) -> Result<(), Error> {
        let last = self.rows.journal()?.map_or(0, |journal| journal.number);
        if number > size || size > last {
            let what = format!(
                "a proof about entry {number} among the first {size}, but there are {last} entries"
            );
            return Err(Error::Refused(what.into()));
        }
        Ok(())
    }

    /// Reads what is kept beside the journal under a number; `None` if there is nothing.
    ///
    /// Nothing proves that it was not changed.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn beside(&self, id: u64) -> Result<Option<Vec<u8>>, Error> {
        self.rows.beside_one(id)
    }

    /// Reads everything that is kept beside the journal, in the order of numbers.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn each_beside(&self, mut each: impl FnMut(u64, &[u8])) -> Result<(), Error> {
        self.rows.beside(&mut |id, bytes| {
            each(id, bytes);
            ControlFlow::Continue(())
        })
    }

    fn signed(&self, found: Option<Option<Checkpoint>>) -> Result<Option<Checkpoint>, Error> {
        match found {
            None => Ok(None),
            Some(Some(checkpoint)) if checkpoint.is_signed() => Ok(Some(checkpoint)),
            Some(_) => Err(Error::file(&self.path, "a checkpoint was changed")),
        }
    }
}

/// Opens the rows of a journal to be verified or recovered, whatever state it is in.
pub(crate) fn rows_of_any(path: &Path) -> Result<Box<dyn Rows>, Error> {
    Ok(match rows_of_database(path)? {
        Some(rows) => rows,
        None => Box::new(FileRows::new(connect_to_any(path)?, path)),
    })
}

/// Says whether a journal is in a database, which an address names, and not in a file.
pub fn is_database(path: &Path) -> bool {
    path.to_str()
        .is_some_and(|text| text.starts_with("postgres://") || text.starts_with("postgresql://"))
}

/// Connects to a journal that is in a database; `None` if it is in a file.
#[cfg(not(target_family = "wasm"))]
fn rows_of_database(path: &Path) -> Result<Option<Box<dyn Rows>>, Error> {
    let Some(address) = crate::postgres::Address::of(path)? else { return Ok(None) };
    Ok(Some(Box::new(crate::postgres::PostgresRows::connect(&address)?)))
}

/// In a browser there are files alone.
#[cfg(target_family = "wasm")]
fn rows_of_database(_: &Path) -> Result<Option<Box<dyn Rows>>, Error> {
    Ok(None)
}

/// Opens a file to be verified or recovered, whatever state it is in.
pub(crate) fn connect_to_any(path: &Path) -> Result<Connection, Error> {
    connect_to_read(path, !has_log(path)? && !is_running(path))
}

/// Whether part of the journal is in its write-ahead log.
pub(crate) fn has_log(path: &Path) -> Result<bool, Error> {
    length(&wal::beside(path)).map(|length| length.unwrap_or(0) > 0)
}

/// How long a file is; `None` if there is none.
pub(crate) fn length(path: &Path) -> Result<Option<u64>, Error> {
    match path.metadata() {
        Ok(file) => Ok(Some(file.len())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::file(path, error)),
    }
}
