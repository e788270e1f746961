//! What a journal needs of the place where it keeps its entries.
//!
//! A store is written by one thread. What is written becomes durable and visible at the next
//! `sync`, all of it or nothing. The store gives entries their numbers and links, because only it
//! knows the order of commit when several nodes write. `take` is where a store for several nodes
//! takes the lease of a chain; it answers `Error::Fenced` to a write when it has lost one, and has
//! then written nothing.

use std::collections::BTreeMap;

use crate::{Chain, Chained, Checkpoint, Error, Hash, PublicKey};

/// A place that keeps entries.
pub trait Store: Send {
    /// Which journal it is.
    fn identity(&self) -> Identity;

    /// Where the journal stands, with what was written since the last sync.
    fn standing(&self) -> &Standing;

    /// The last checkpoint.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    fn last_checkpoint(&self) -> Result<Option<Checkpoint>, Error>;

    /// Whether everything in the store may be signed.
    ///
    /// # Errors
    ///
    /// A chain is damaged: a signature would cover the damage.
    fn vouch(&self) -> Result<(), Error> {
        Ok(())
    }

    /// The chains that are damaged, as far as is known.
    fn damaged(&self) -> Vec<Chain> {
        Vec::new()
    }

    /// Takes the right to append to a chain, and tells its head; `None` if it has no entry yet.
    ///
    /// # Errors
    ///
    /// Another node has the chain, or the chain is damaged.
    fn take(&mut self, chain: Chain) -> Result<Option<Head>, Error>;

    /// Writes entries that follow the heads of their chains, and tells the number of the first.
    ///
    /// # Errors
    ///
    /// The write failed; after any error but `Fenced` the store must not be used again.
    fn write(&mut self, entries: &[Chained]) -> Result<u64, Error>;

    /// Writes a checkpoint.
    ///
    /// # Errors
    ///
    /// The write failed; the store must not be used again.
    fn write_checkpoint(&mut self, checkpoint: &Checkpoint) -> Result<(), Error>;

    /// Writes a snapshot in place of older ones of its chain.
    ///
    /// # Errors
    ///
    /// The write failed; the store must not be used again.
    fn write_snapshot(&mut self, snapshot: &Snapshot) -> Result<(), Error>;

    /// Makes everything durable that was written since the last sync, all of it or nothing.
    ///
    /// # Errors
    ///
    /// It is not known what is durable; the store must not be used again.
    fn sync(&mut self) -> Result<(), Error>;

    /// Tidies up in a quiet moment.
    ///
    /// # Errors
    ///
    /// The store must not be used again.
    fn rest(&mut self) -> Result<(), Error>;

    /// Puts the store away after its last sync.
    ///
    /// # Errors
    ///
    /// It could not be tidied up; everything synced is still durable.
    fn close(self: Box<Self>) -> Result<(), Error>;
}

/// Which journal it is, and whose signature its checkpoints carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Sixteen random bytes, from when the journal was made.
    pub journal: [u8; 16],
    /// The key that signs.
    pub key: PublicKey,
}

/// The last entry of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Its place in the chain.
    pub seq: u64,
    /// Its hash.
    pub hash: Hash,
}

/// Where a journal stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The number of the last entry, which is how many there are.
    pub number: u64,
    /// Its link in the order of commit.
    pub link: Hash,
    /// The last entry of each chain.
    pub heads: BTreeMap<Chain, Head>,
}

/// What the caller keeps of a chain for a fast restart. The journal does not look into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The chain.
    pub chain: Chain,
    /// After which entry it was taken.
    pub seq: u64,
    /// The hash of that entry.
    pub hash: Hash,
    /// What was kept.
    pub bytes: Vec<u8>,
}
