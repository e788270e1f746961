//! The rows of a journal in a file, as the trait [`Rows`] has them.

use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::places::Place;
use crate::reader::connect_to_any;
use crate::row::{Counts, Hashes, Journal, Wanted};
use crate::rows::{Rows, Visit, VisitRaw};
use crate::sqlite::{Connection, ReadError, rows, schema};
use crate::{Chain, Checkpoint, Error, Fault, Hash, Identity, JournalState, PublicKey, Snapshot};

/// A journal file that is read.
pub(crate) struct FileRows {
    pub(crate) connection: Connection,
    path: PathBuf,
    identity: OnceCell<Identity>,
}

impl FileRows {
    pub(crate) fn new(connection: Connection, path: &Path) -> Self {
        Self { connection, path: path.to_owned(), identity: OnceCell::new() }
    }

    fn read<T>(&self, read: Result<T, ReadError>) -> Result<T, Error> {
        read.map_err(|error| Error::sqlite(&self.path, &error))
    }

    /// Says which journal it is; of a file that does not say so, nothing is signed.
    fn identity(&self) -> Result<Identity, Error> {
        if let Some(identity) = self.identity.get() {
            return Ok(*identity);
        }
        let nobody = Identity { journal: [0; 16], key: PublicKey([0; 32]) };
        Ok(match self.journal()? {
            Some(journal) => *self.identity.get_or_init(|| journal.identity),
            None => nobody,
        })
    }
}

impl Rows for FileRows {
    fn name(&self) -> &Path {
        &self.path
    }

    fn again(&self) -> Result<Box<dyn Rows>, Error> {
        Ok(Box::new(Self::new(connect_to_any(&self.path)?, &self.path)))
    }

    #[cfg(not(target_family = "wasm"))]
    fn foreign(&self) -> Result<Option<String>, Error> {
        self.read(schema::foreign(&self.connection))
    }

    fn difference(&self) -> Result<Option<String>, Error> {
        self.read(schema::difference(&self.connection))
    }

    fn at_one_moment(&self, read: &mut dyn FnMut() -> Result<(), Error>) -> Result<(), Error> {
        let mut done = Ok(());
        let looked = rows::at_one_moment(&self.connection, || {
            done = read();
            Ok(())
        });
        self.read(looked).and(done)
    }

    fn counts(&self) -> Result<Counts, Error> {
        self.read(rows::counts(&self.connection))
    }

    fn journal(&self) -> Result<Option<Journal>, Error> {
        self.read(rows::journal(&self.connection))
    }

    fn state(&self, journal: &Journal) -> Result<Result<JournalState, Fault>, Error> {
        self.read(rows::state(&self.connection, journal))
    }

    fn scan(&self, after: u64, limit: u64, visit: VisitRaw<'_>) -> Result<(), Error> {
        self.read(rows::scan(&self.connection, after, limit, visit))
    }

    fn select(&self, wanted: &Wanted, visit: VisitRaw<'_>) -> Result<(), Error> {
        self.read(rows::select(&self.connection, wanted, visit))
    }

    fn numbered(&self, numbers: &[u64], visit: VisitRaw<'_>) -> Result<(), Error> {
        for number in numbers {
            let (after, up_to) = (number.saturating_sub(1), *number);
            let one = Wanted { after, up_to, chain: None, seq: 0, round: None, limit: 1 };
            self.read(rows::select(&self.connection, &one, &mut *visit))?;
        }
        Ok(())
    }

    fn hashes(&self, first: u64, last: u64) -> Result<Vec<Hashes>, Error> {
        self.read(rows::hashes(&self.connection, first, last))
    }

    fn link(&self, number: u64) -> Result<Option<Hash>, Error> {
        self.read(rows::link(&self.connection, number))
    }

    fn keys(
        &self,
        after: u64,
        visit: &mut dyn FnMut(Chain, u64, u64, [u8; 8]),
    ) -> Result<(), Error> {
        self.read(rows::keys(&self.connection, after, visit))
    }

    fn checkpoints(
        &self,
        from: u64,
        visit: &mut dyn FnMut(u64, Option<Checkpoint>) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        self.read(rows::checkpoints(&self.connection, self.identity()?, from, visit))
    }

    fn last_checkpoint(&self) -> Result<Option<Option<Checkpoint>>, Error> {
        self.read(rows::last_checkpoint(&self.connection, self.identity()?))
    }

    fn snapshots(
        &self,
        of: Option<(u32, u64)>,
        visit: Visit<'_, Result<Snapshot, u64>>,
    ) -> Result<(), Error> {
        let identity = self.identity()?;
        self.read(match of {
            Some(of) => rows::snapshots_up_to(&self.connection, &identity, of, visit),
            None => rows::snapshots(&self.connection, &identity, visit),
        })
    }

    fn beside_one(&self, id: u64) -> Result<Option<Vec<u8>>, Error> {
        self.read(rows::beside_one(&self.connection, id))
    }

    fn beside(&self, visit: &mut dyn FnMut(u64, &[u8]) -> ControlFlow<()>) -> Result<(), Error> {
        self.read(rows::beside(&self.connection, visit))
    }

    fn place(&self, chapter: u64, chain: Chain) -> Result<Option<Place>, Error> {
        let key = (chapter, chain.0);
        self.read(rows::place(&self.connection, key, |(first, rounds, offsets)| Place {
            chain: chain.0,
            first,
            rounds,
            offsets: offsets.to_vec(),
        }))
    }

    fn tree(&self, level: u32, first: u64, count: u64) -> Result<Vec<Hash>, Error> {
        self.read(rows::tree(&self.connection, level, first, count))
    }
}
