//! The directory: where the entries of a chain are among all entries.
//!
//! Entries lie in the order of commit. An index with a row for each entry would touch a page of the
//! file for each chain at each commit, so the directory is written by the chapter: a fixed count of
//! consecutive entries gets one row for each chain that occurs in it.

use crate::Chain;
use crate::chains::ChainMap;

/// How many entries make a chapter; an offset within one fits two bytes.
pub(crate) const CHAPTER: u64 = 16_384;

/// The entries of one chain within one chapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) chain: u32,
    /// The seq of the first of them.
    pub(crate) first: u64,
    /// The lowest and the highest round among them.
    pub(crate) rounds: (u64, u64),
    /// Which entries of the chapter they are, from 0, as pairs of bytes.
    pub(crate) offsets: Vec<u8>,
}

/// What the directory will say about the chapter that is being written.
#[derive(Debug)]
pub(crate) struct Places {
    size: u64,
    chains: ChainMap<Place>,
}

impl Places {
    pub(crate) fn new(size: u64) -> Self {
        Self { size, chains: ChainMap::default() }
    }

    /// Notes an entry, and says whether it was the last of its chapter.
    pub(crate) fn note(&mut self, number: u64, chain: u32, seq: u64, round: u64) -> bool {
        let place = self.chains.entry(Chain(chain)).or_insert_with(|| Place {
            chain,
            first: seq,
            rounds: (round, round),
            offsets: Vec::new(),
        });
        place.rounds = (place.rounds.0.min(round), place.rounds.1.max(round));
        let offset = ((number - 1) % self.size) as u16;
        place.offsets.extend_from_slice(&offset.to_be_bytes());
        number.is_multiple_of(self.size)
    }

    /// Takes the rows of the chapter out, in the order of chains.
    pub(crate) fn take(&mut self) -> Vec<Place> {
        let mut rows: Vec<_> = self.chains.drain().map(|(_, place)| place).collect();
        rows.sort_unstable_by_key(|place| place.chain);
        rows
    }
}

/// The numbers of the entries that a row of the directory leads to.
pub(crate) fn numbers(chapter: u64, size: u64, offsets: &[u8]) -> impl Iterator<Item = u64> {
    let (pairs, _) = offsets.as_chunks::<2>();
    pairs.iter().map(move |pair| chapter * size + u64::from(u16::from_be_bytes(*pair)) + 1)
}
