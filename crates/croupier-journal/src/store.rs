//! What a journal needs of the place where it keeps its entries.
//!
//! A store is written by one thread. What is written is saved and becomes visible at the next
//! [`Store::sync`], all of it or nothing. The store gives entries their numbers and links, because
//! only it knows the order of commit when several nodes write. [`Store::claim`] is where a store for
//! several nodes takes the lease of a chain; it answers [`Error::Fenced`] to a write when it has lost
//! one, and has then written nothing.

use std::collections::BTreeMap;

use crate::rows::Rows;
use crate::{
    Beside, Chain, Chained, Checkpoint, Error, Fault, Hash, PublicKey, SigningKey, Snapshot,
};

/// A place that keeps entries: an SQLite file, two of them, or whatever implements this.
pub trait Store: Send {
    /// Says which journal it is.
    fn identity(&self) -> Identity;

    /// Says where the journal stands, with what was written since the last sync.
    fn state(&self) -> &JournalState;

    /// Is given the key that signs where the journal ends, with every sync.
    fn sign_with(&mut self, key: &SigningKey);

    /// Says the root of the tree over all entries, with what was written since the last sync.
    fn root(&self) -> Hash;

    /// Reads the last checkpoint.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    fn last_checkpoint(&self) -> Result<Option<Checkpoint>, Error>;

    /// Checks that everything in the store may be signed.
    ///
    /// # Errors
    ///
    /// A chain is damaged: a signature would cover the damage.
    fn check_signable(&self) -> Result<(), Error> {
        Ok(())
    }

    /// Lists the chains that are damaged, as far as is known.
    fn damaged(&self) -> Vec<Chain> {
        Vec::new()
    }

    /// Takes the right to append to a chain, and says its head; `None` if it has no entry yet.
    ///
    /// # Errors
    ///
    /// Another node has the chain, or the chain is damaged.
    fn claim(&mut self, chain: Chain) -> Result<Option<Head>, Error>;

    /// Writes entries that follow the heads of their chains, adds the link of each to `links`, and
    /// says the number of the first.
    ///
    /// # Errors
    ///
    /// The write failed; after any error but `Fenced` the store must not be used again.
    fn write(&mut self, entries: &[Chained], links: &mut Vec<Hash>) -> Result<u64, Error>;

    /// Changes what is kept beside the journal.
    ///
    /// # Errors
    ///
    /// The write failed; the store must not be used again.
    fn write_beside(&mut self, beside: &[Beside]) -> Result<(), Error>;

    /// Writes a checkpoint.
    ///
    /// # Errors
    ///
    /// The write failed; the store must not be used again.
    fn write_checkpoint(&mut self, checkpoint: &Checkpoint) -> Result<(), Error>;

    /// Writes a snapshot, and removes the oldest ones.
    ///
    /// # Errors
    ///
    /// The write failed; the store must not be used again.
    fn write_snapshot(&mut self, snapshot: &Snapshot) -> Result<(), Error>;

    /// Removes all snapshots: what they were made of is damaged.
    ///
    /// # Errors
    ///
    /// The write failed; the store must not be used again.
    fn drop_snapshots(&mut self) -> Result<(), Error>;

    /// Saves everything to disk that was written since the last sync, all of it or nothing.
    ///
    /// # Errors
    ///
    /// It is not known what was saved; the store must not be used again.
    fn sync(&mut self) -> Result<(), Error>;

    /// Does in a quiet moment what need not be done while others wait.
    ///
    /// # Errors
    ///
    /// The store must not be used again.
    fn tidy(&mut self) -> Result<(), Error>;

    /// Closes the store after its last sync.
    ///
    /// # Errors
    ///
    /// It could not be tidied; everything that was synced is still saved.
    fn close(self: Box<Self>) -> Result<(), Error>;
}

/// A store that is read as well, so that it can be proved before it is written.
pub(crate) trait Stored: Store {
    /// Reads what is in it.
    fn rows(&self) -> &dyn Rows;

    /// Takes no more entries for a chain that is damaged.
    fn stop(&mut self, chain: Chain, fault: Fault, good: u64);

    /// Whether what was written last was not whole, and does not count.
    fn torn(&self) -> bool;
}

/// Which journal it is, and whose signature its checkpoints carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Sixteen random bytes, from when the journal was made.
    pub journal: [u8; 16],
    /// The public half of the key that signs.
    pub key: PublicKey,
}

/// The last entry of a chain, which the next one must follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Its place in the chain.
    pub seq: u64,
    /// Its hash, which the next entry has as `previous`.
    pub hash: Hash,
}

/// The end of a journal: its last entry, and the last entry of each chain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JournalState {
    /// The number of the last entry, which is how many there are.
    pub number: u64,
    /// Its link in the order of commit.
    pub link: Hash,
    /// The last entry of each chain.
    pub heads: BTreeMap<Chain, Head>,
}

impl JournalState {
    /// Where a journal stands that has no entry yet.
    pub(crate) fn start(journal: &[u8; 16]) -> Self {
        let link = crate::entry::order_start(journal);
        Self { number: 0, link, heads: BTreeMap::new() }
    }
}
