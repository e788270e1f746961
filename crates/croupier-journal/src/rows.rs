//! What is read of a journal, wherever its rows are kept: in an SQLite file or in a PostgreSQL database.
//!
//! Nothing here believes what it reads: a row is handed out as it is stored, and the reader, the verifier and the
//! opening check it.

use std::ops::ControlFlow;
use std::path::Path;

use crate::places::Place;
use crate::row::{Counts, Hashes, Journal, Raw, Wanted};
use crate::{Chain, Checkpoint, Error, Fault, Hash, JournalState, Snapshot};

/// Is given one row after another until it says that it has enough.
pub(crate) type Visit<'a, T> = &'a mut dyn FnMut(T) -> ControlFlow<()>;
/// The same for entries, which are lent.
pub(crate) type VisitRaw<'a> = &'a mut dyn FnMut(Result<Raw<'_>, Fault>) -> ControlFlow<()>;

/// The rows of a journal, to be read.
pub(crate) trait Rows: Send {
    /// Names the file or the database, for messages.
    fn name(&self) -> &Path;

    /// Opens the same journal once more, for another thread.
    fn again(&self) -> Result<Box<dyn Rows>, Error>;

    /// Says why this is nothing that this program reads, whole or damaged; `None` if it is a journal.
    #[cfg(not(target_family = "wasm"))]
    fn foreign(&self) -> Result<Option<String>, Error>;

    /// Says what is not as it was made in the tables; `None` if everything is.
    fn difference(&self) -> Result<Option<String>, Error>;

    /// Reads several things as they are at one moment of a journal that may be running.
    fn at_one_moment(&self, read: &mut dyn FnMut() -> Result<(), Error>) -> Result<(), Error>;

    /// Counts what a verification must come to.
    fn counts(&self) -> Result<Counts, Error>;

    /// Reads the one row that says which journal it is; `None` if it is not as it must be.
    fn journal(&self) -> Result<Option<Journal>, Error>;

    /// Reads where the journal stands: the heads that its last checkpoint has signed, moved on by what was written since.
    /// An error names what is not as it must be.
    fn state(&self, journal: &Journal) -> Result<Result<JournalState, Fault>, Error>;

    /// Visits the entries after a number in the order of commit, at most so many.
    fn scan(&self, after: u64, limit: u64, visit: VisitRaw<'_>) -> Result<(), Error>;

    /// Visits the entries that are wanted.
    fn select(&self, wanted: &Wanted, visit: VisitRaw<'_>) -> Result<(), Error>;

    /// Visits the entries with these numbers, as far as they are there.
    fn numbered(&self, numbers: &[u64], visit: VisitRaw<'_>) -> Result<(), Error>;

    /// Reads the hashes of some entries, the first and the last among them.
    fn hashes(&self, first: u64, last: u64) -> Result<Vec<Hashes>, Error>;

    /// Reads the link of an entry; `None` if the entry is not there.
    fn link(&self, number: u64) -> Result<Option<Hash>, Error>;

    /// Visits the entries after a number that came under a key of eight bytes or more: chain, seq, number and the
    /// first eight.
    fn keys(
        &self,
        after: u64,
        visit: &mut dyn FnMut(Chain, u64, u64, [u8; 8]),
    ) -> Result<(), Error>;

    /// Visits the checkpoints from an id on; `None` stands for a row that is no checkpoint.
    fn checkpoints(
        &self,
        from: u64,
        visit: &mut dyn FnMut(u64, Option<Checkpoint>) -> ControlFlow<()>,
    ) -> Result<(), Error>;

    /// Reads the last checkpoint; `None` inside if the row is none.
    fn last_checkpoint(&self) -> Result<Option<Option<Checkpoint>>, Error>;

    /// Visits the snapshots, the newest first; of one format and up to a number only, if they are given. An error is
    /// the number of one that was changed, was not signed by the journal's key, or belongs to another journal.
    fn snapshots(
        &self,
        of: Option<(u32, u64)>,
        visit: Visit<'_, Result<Snapshot, u64>>,
    ) -> Result<(), Error>;

    /// Reads what is kept beside the journal under a number.
    fn beside_one(&self, id: u64) -> Result<Option<Vec<u8>>, Error>;

    /// Visits what is kept beside the journal, in the order of numbers.
    fn beside(&self, visit: &mut dyn FnMut(u64, &[u8]) -> ControlFlow<()>) -> Result<(), Error>;

    /// Looks up the entries of a chain in a chapter of the directory.
    fn place(&self, chapter: u64, chain: Chain) -> Result<Option<Place>, Error>;

    /// Reads hashes of the tree from a position on, fewer if there are not so many: of entries at level 0, of a stored level
    /// above.
    fn tree(&self, level: u32, first: u64, count: u64) -> Result<Vec<Hash>, Error>;
}
