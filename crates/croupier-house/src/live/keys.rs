//! Which entries of a journal came under a key, so that a request that comes again is found.

use std::collections::{BTreeMap, VecDeque};

use croupier_floor::Key;
use croupier_journal::{Chain, Error, Reader};
use sha2::{Digest as _, Sha256};

use crate::dealer::Secret;

/// The keys of so many entries are remembered, the last ones.
pub const REMEMBERED_KEYS: usize = 1 << 19;

/// An entry that came under a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyedEntry {
    /// The beginning of the key, as it was given.
    pub key: [u8; 8],
    /// The number of the entry in the order of commit.
    pub number: u64,
}

/// Reads which of the last entries of a journal came under keys, the oldest first; `ends` says of which chains not all
/// counts.
pub(super) fn read_keys(
    reader: &Reader,
    ends: &BTreeMap<Chain, u64>,
) -> Result<VecDeque<KeyedEntry>, Error> {
    let after = reader.state()?.number.saturating_sub(REMEMBERED_KEYS as u64);
    let mut keys = VecDeque::new();
    reader.each_key(after, |chain, seq, number, key| {
        if ends.get(&chain).is_none_or(|end| seq <= *end) {
            keys.push_back(KeyedEntry { key, number });
        }
    })?;
    Ok(keys)
}

impl Secret {
    /// Derives a key for one purpose of whoever serves the house, such as hiding what the keys of requests say.
    pub fn derived(&self, purpose: &[u8]) -> Key {
        let hash = Sha256::new().chain_update(b"croupier server").chain_update(self.root);
        hash.chain_update(purpose).finalize().into()
    }
}
