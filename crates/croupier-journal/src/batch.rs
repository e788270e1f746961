//! What is appended in one piece: entries, and what stands beside them.

use crate::entry::{BODY_MAX, Digests};
use crate::{Entry, Error, Hash};

/// The most bytes of a batch, about.
const BATCH_BYTES_MAX: usize = 16 * BODY_MAX;
/// The most entries of a batch.
const BATCH_ENTRIES_MAX: usize = 1000;

/// Entries that are appended together or not at all, with what is changed beside them.
///
/// A batch of entries alone is made with `vec![entry].into()`; whatever takes a batch does that itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// The entries, at least one, each of which must be the next of its chain.
    pub entries: Vec<Entry>,
    /// What is written or erased beside the journal in the same transaction.
    pub beside: Vec<Beside>,
}

/// A change of what is kept beside the journal: it is in no hash, and may be changed or erased.
///
/// This is the place for names, addresses and password hashes: entries call people by numbers. Nothing here
/// proves that it was not changed; whoever wants to notice that has an entry commit to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// The number it is kept under.
    pub id: u64,
    /// What is kept from now on, at most 1 MiB; `None` erases what was kept.
    pub bytes: Option<Vec<u8>>,
}

/// What the journal answers when a batch is saved to disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The number of the first entry of the batch in the order of commit; the others follow it.
    pub number: u64,
    /// The hash of each entry of the batch.
    pub hashes: Vec<Hash>,
    /// The link of the last entry of the batch, which stands for everything up to it.
    pub link: Hash,
}

impl From<Vec<Entry>> for Batch {
    fn from(entries: Vec<Entry>) -> Self {
        Self { entries, beside: Vec::new() }
    }
}

impl Batch {
    /// How many bytes it takes, about.
    fn size(&self) -> usize {
        let beside = self.beside.iter().map(|one| one.bytes.as_ref().map_or(0, Vec::len));
        self.entries.iter().map(Entry::size).chain(beside).sum()
    }

    /// Checks that a batch can be stored.
    fn check(&self) -> Result<(), Error> {
        let (entries, bytes) = (self.entries.len(), self.size());
        if entries == 0 || entries > BATCH_ENTRIES_MAX || bytes > BATCH_BYTES_MAX {
            let what = format!(
                "a batch has 1 to {BATCH_ENTRIES_MAX} entries and at most {BATCH_BYTES_MAX} bytes, \
                 this one {entries} entries and {bytes} bytes"
            );
            return Err(Error::Refused(what.into()));
        }
        for Beside { id, bytes } in &self.beside {
            let length = bytes.as_ref().map_or(0, Vec::len);
            if length > BODY_MAX || i64::try_from(*id).is_err() {
                let what = format!(
                    "beside the journal, number {id}: {length} bytes, at most {BODY_MAX} under a \
                     number up to {}",
                    i64::MAX
                );
                return Err(Error::Refused(what.into()));
            }
        }
        self.entries.iter().try_for_each(Entry::check)
    }
}

/// A batch that can be stored, with the hashes that its submitter has computed.
#[derive(Default)]
pub(crate) struct Prepared {
    pub(crate) batch: Batch,
    /// The hashes of body and effects of each entry.
    pub(crate) digests: Vec<Digests>,
    pub(crate) size: usize,
}

impl Prepared {
    /// Checks a batch and hashes what is long in it, on the submitter's thread.
    ///
    /// # Errors
    ///
    /// Gives the batch back: it can never be stored.
    pub(crate) fn new(batch: Batch) -> Result<Self, (Batch, Error)> {
        if let Err(error) = batch.check() {
            return Err((batch, error));
        }
        let digests = batch.entries.iter().map(|entry| entry.fields().digests()).collect();
        let size = batch.size();
        Ok(Self { batch, digests, size })
    }
}
