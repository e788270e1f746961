//! Which entries of a journal came under a key, so that a request that comes again is found.

use std::collections::VecDeque;

use croupier_floor::Key;
use sha2::{Digest as _, Sha256};

use crate::dealer::Secret;

/// So many of them are remembered, the last ones.
pub const REMEMBERED_KEYS: usize = 1 << 19;

/// An entry that came under a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyedEntry {
    /// The beginning of the key, as it was given.
    pub key: [u8; 8],
    /// The number of the entry in the order of commit.
    pub number: u64,
}

/// The last entries that came under keys, the oldest first.
#[derive(Debug, Default)]
pub(super) struct Keys(VecDeque<KeyedEntry>);

impl Keys {
    /// Remembers an entry, if it has a key.
    pub(super) fn see(&mut self, key: &[u8], number: u64) {
        let Some(key) = key.first_chunk() else { return };
        if self.0.len() == REMEMBERED_KEYS {
            self.0.pop_front();
        }
        self.0.push_back(KeyedEntry { key: *key, number });
    }

    pub(super) fn into_entries(self) -> VecDeque<KeyedEntry> {
        self.0
    }
}

impl Secret {
    /// Derives a key for one purpose of whoever serves the house, such as hiding what the keys of requests say.
    pub fn derived(&self, purpose: &[u8]) -> Key {
        let hash = Sha256::new().chain_update(b"croupier server").chain_update(self.root);
        hash.chain_update(purpose).finalize().into()
    }
}
