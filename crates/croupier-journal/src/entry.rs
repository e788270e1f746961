//! An entry, the bytes that are hashed of it, and what may be in it.

use std::fmt;
use std::sync::Arc;

use crate::Error;
use crate::hash::Hash;

/// The largest body of one entry, in bytes.
pub(crate) const BODY_MAX: usize = 1 << 20;
/// The longest text of who did something, and of a rules edition, in bytes.
pub(crate) const TEXT_MAX: usize = 200;
/// The longest text of a kind, in bytes.
pub(crate) const KIND_MAX: usize = 40;

const ENTRY_TAG: &[u8] = b"croupier entry 1";
const CHAIN_TAG: &[u8] = b"croupier chain 1";
const ORDER_TAG: &[u8] = b"croupier order 1";

/// The number of a chain of entries: a table's, or the house's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chain(pub u32);

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "chain {}", self.0)
    }
}

/// What is to be appended: some bytes in an envelope.
///
/// Its texts can be shared, because the same few come with every entry of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The chain it belongs to.
    pub chain: Chain,
    /// Its place in the chain, from 1; must be the one after the chain's head.
    pub seq: u64,
    /// When it happened, in milliseconds since 1970, as told by the caller.
    pub at: u64,
    /// Who did it.
    pub who: Arc<str>,
    /// What kind of entry it is.
    pub kind: Arc<str>,
    /// The round it belongs to.
    pub round: u64,
    /// The edition of the rules that it was judged by.
    pub rules: Arc<str>,
    /// What was put in.
    pub body: Vec<u8>,
    /// The hash of what followed from it.
    pub effects: Hash,
}

/// An entry with its place in its chain of hashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chained {
    /// What was appended.
    pub entry: Entry,
    /// The hash of the entry before it in its chain.
    pub previous: Hash,
    /// The hash of this entry.
    pub hash: Hash,
}

/// An entry as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its place in the order of commit, from 1.
    pub number: u64,
    /// The entry and its hashes.
    pub chained: Chained,
    /// The hash that ties it to the entry before it in the order of commit.
    pub link: Hash,
}

/// The fields of an entry as they lie on the disk, which is what is hashed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fields<'a> {
    pub(crate) chain: u32,
    pub(crate) seq: u64,
    pub(crate) at: u64,
    pub(crate) who: &'a [u8],
    pub(crate) kind: &'a [u8],
    pub(crate) round: u64,
    pub(crate) rules: &'a [u8],
    pub(crate) body: &'a [u8],
    pub(crate) effects: &'a [u8; 32],
}

impl Fields<'_> {
    /// Hashes the fields and the hash of the entry before; `scratch` is only room to work in.
    ///
    /// Every part has a fixed length or its length before it, so no two entries share their bytes.
    pub(crate) fn hash(&self, previous: &Hash, scratch: &mut Vec<u8>) -> Hash {
        scratch.clear();
        scratch.extend_from_slice(ENTRY_TAG);
        scratch.extend_from_slice(&self.chain.to_be_bytes());
        scratch.extend_from_slice(&self.seq.to_be_bytes());
        scratch.extend_from_slice(&self.at.to_be_bytes());
        scratch.extend_from_slice(&self.round.to_be_bytes());
        for text in [self.who, self.kind, self.rules, self.body] {
            scratch.extend_from_slice(&(text.len() as u64).to_be_bytes());
            scratch.extend_from_slice(text);
        }
        scratch.extend_from_slice(self.effects);
        scratch.extend_from_slice(&previous.0);
        Hash::of(scratch)
    }
}

impl Entry {
    pub(crate) fn fields(&self) -> Fields<'_> {
        Fields {
            chain: self.chain.0,
            seq: self.seq,
            at: self.at,
            who: self.who.as_bytes(),
            kind: self.kind.as_bytes(),
            round: self.round,
            rules: self.rules.as_bytes(),
            body: &self.body,
            effects: &self.effects.0,
        }
    }

    /// How much room it takes, about.
    pub(crate) fn size(&self) -> usize {
        self.body.len() + self.who.len() + self.kind.len() + self.rules.len() + size_of::<Self>()
    }

    /// Checks that the entry can be stored.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let told = |what: &str, length: usize, most: usize| {
            let (chain, seq) = (self.chain, self.seq);
            Err(Error::Refused(
                format!("{chain}, seq {seq}: {what} is {length}, at most {most}").into(),
            ))
        };
        let texts = [
            ("who", &self.who, TEXT_MAX),
            ("kind", &self.kind, KIND_MAX),
            ("rules", &self.rules, TEXT_MAX),
        ];
        for (what, text, most) in texts {
            if text.len() > most {
                return told(&format!("the length of {what}"), text.len(), most);
            }
        }
        if self.body.len() > BODY_MAX {
            return told("the length of the body", self.body.len(), BODY_MAX);
        }
        for (what, value) in [("seq", self.seq), ("at", self.at), ("round", self.round)] {
            if i64::try_from(value).is_err() {
                return Err(Error::Refused(
                    format!(
                        "{}, seq {}: {what} is {value}, at most {}",
                        self.chain,
                        self.seq,
                        i64::MAX
                    )
                    .into(),
                ));
            }
        }
        Ok(())
    }
}

/// What stands before the first entry of a chain: it ties the chain to its journal.
pub(crate) fn chain_start(journal: &[u8; 16], chain: Chain) -> Hash {
    Hash::of_parts(&[CHAIN_TAG, journal, &chain.0.to_be_bytes()])
}

/// What stands before the first entry in the order of commit.
pub(crate) fn order_start(journal: &[u8; 16]) -> Hash {
    Hash::of_parts(&[ORDER_TAG, journal])
}

/// Ties an entry to the one before it in the order of commit.
pub(crate) fn link(before: &Hash, number: u64, hash: &Hash) -> Hash {
    let mut bytes = [0; 72];
    bytes[..32].copy_from_slice(&before.0);
    bytes[32..40].copy_from_slice(&number.to_be_bytes());
    bytes[40..].copy_from_slice(&hash.0);
    Hash::of(&bytes)
}
