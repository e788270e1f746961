//! A store that fails as planned, for the tests of whatever stands on one.

use croupier_journal::{
    Beside, Chain, Chained, Checkpoint, Error, Hash, Head, Identity, JournalState, SigningKey,
    Snapshot, Sqlite, Store,
};

/// When an operation of the store fails.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// At which operation, from 1.
    pub(crate) at: u64,
    /// From there on, or only once.
    pub(crate) forever: bool,
    /// After it was done, or before.
    pub(crate) after: bool,
}

/// A store that fails as planned.
pub(crate) struct Faulty {
    pub(crate) store: Sqlite,
    pub(crate) plan: Plan,
    pub(crate) operations: u64,
}

impl Faulty {
    fn act<T>(&mut self, act: impl FnOnce(&mut Sqlite) -> Result<T, Error>) -> Result<T, Error> {
        self.operations += 1;
        let Plan { at, forever, after } = self.plan;
        let fails = self.operations == at || forever && self.operations > at;
        let failure = || Error::Refused("the disk failed".into());
        if fails && !after {
            return Err(failure());
        }
        let done = act(&mut self.store)?;
        if fails { Err(failure()) } else { Ok(done) }
    }
}

impl Store for Faulty {
    fn identity(&self) -> Identity {
        self.store.identity()
    }
    fn state(&self) -> &JournalState {
        self.store.state()
    }
    fn sign_with(&mut self, key: &SigningKey) {
        self.store.sign_with(key);
    }
    fn root(&self) -> Hash {
        self.store.root()
    }
    fn last_checkpoint(&self) -> Result<Option<Checkpoint>, Error> {
        self.store.last_checkpoint()
    }
    fn claim(&mut self, chain: Chain) -> Result<Option<Head>, Error> {
        self.store.claim(chain)
    }
    fn write(&mut self, entries: &[Chained], links: &mut Vec<Hash>) -> Result<u64, Error> {
        self.act(|store| store.write(entries, links))
    }
    fn write_beside(&mut self, beside: &[Beside]) -> Result<(), Error> {
        self.act(|store| store.write_beside(beside))
    }
    fn write_checkpoint(&mut self, checkpoint: &Checkpoint) -> Result<(), Error> {
        self.act(|store| store.write_checkpoint(checkpoint))
    }
    fn write_snapshot(&mut self, snapshot: &Snapshot) -> Result<(), Error> {
        self.act(|store| store.write_snapshot(snapshot))
    }
    fn drop_snapshots(&mut self) -> Result<(), Error> {
        self.act(|store| store.drop_snapshots())
    }
    fn sync(&mut self) -> Result<(), Error> {
        self.act(|store| store.sync())
    }
    fn tidy(&mut self) -> Result<(), Error> {
        self.act(|store| store.tidy())
    }
    fn close(self: Box<Self>) -> Result<(), Error> {
        Box::new(self.store).close()
    }
}
