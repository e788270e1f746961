//! An entry, the bytes that are hashed of it, and what may be in it.

use std::fmt;
use std::sync::Arc;

use crate::Error;
use crate::hash::Hash;

/// The largest body of one entry, in bytes.
pub(crate) const BODY_MAX: usize = 1 << 20;
/// The most bytes of what followed from one entry.
pub(crate) const EFFECTS_MAX: usize = 4 << 20;
/// The longest name of an edition of the rules, in bytes.
pub(crate) const RULES_MAX: usize = 200;
/// The longest code of a kind, in bytes.
pub(crate) const KIND_MAX: usize = 40;
/// The longest idempotency key, in bytes.
pub(crate) const KEY_MAX: usize = 64;

const ENTRY_TAG: &[u8] = b"croupier entry 3";
const CHAIN_TAG: &[u8] = b"croupier chain 3";
const ORDER_TAG: &[u8] = b"croupier order 3";

/// The number of a chain of entries: a table's, or the house's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chain(pub u32);

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "chain {}", self.0)
    }
}

/// What is to be appended: what somebody did, what followed from it, and where it belongs.
///
/// The journal interprets none of it. Its texts can be shared, because the same few come with every
/// entry of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The chain that it is appended to: that of a table, or of the house.
    pub chain: Chain,
    /// Its place in the chain, from 1; must be the one after the chain's head.
    pub seq: u64,
    /// When it happened, in milliseconds since 1970, as the caller says.
    pub at: u64,
    /// The number of the person who did it. Names are not part of an entry: see [`Beside`](crate::Beside).
    pub who: u32,
    /// The code of what kind of entry it is, at most 40 bytes.
    pub kind: Arc<str>,
    /// The round it belongs to; 0 if it belongs to none.
    pub round: u64,
    /// The edition of the rules that it was judged by, at most 200 bytes.
    pub rules: Arc<str>,
    /// The number of the encoding of body and effects, which the caller chooses and reads.
    pub format: u16,
    /// The key under which a request was sent, so that it is done once; at most 64 bytes, often none.
    pub key: Vec<u8>,
    /// What was put in, at most 1 MiB.
    pub body: Vec<u8>,
    /// What followed from it in the caller's canonical encoding, at most 4 MiB.
    pub effects: Vec<u8>,
}

/// An entry with its place in its chain of hashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chained {
    /// The entry as it was appended.
    pub entry: Entry,
    /// The hash of the entry before it in its chain.
    pub previous: Hash,
    /// The hash of this entry, over its fields and `previous`.
    pub hash: Hash,
}

/// An entry as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its place in the order of commit, from 1.
    pub number: u64,
    /// The entry, its hash, and the hash that it follows.
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
    pub(crate) who: u32,
    pub(crate) kind: &'a [u8],
    pub(crate) round: u64,
    pub(crate) rules: &'a [u8],
    pub(crate) format: u16,
    pub(crate) key: &'a [u8],
    pub(crate) body: &'a [u8],
    pub(crate) effects: &'a [u8],
}

/// The hashes of the body and of the effects of an entry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Digests {
    body: Hash,
    effects: Hash,
}

impl Fields<'_> {
    pub(crate) fn digests(&self) -> Digests {
        Digests { body: Hash::of(self.body), effects: Hash::of(self.effects) }
    }

    /// Hashes the fields and the hash of the entry before; `scratch` is only room to work in.
    pub(crate) fn hash(&self, previous: &Hash, scratch: &mut Vec<u8>) -> Hash {
        self.hash_with(&self.digests(), previous, scratch)
    }

    /// Does the same where body and effects were hashed before.
    ///
    /// Every part has a fixed length or its length before it, so no two entries share their bytes.
    pub(crate) fn hash_with(
        &self,
        digests: &Digests,
        previous: &Hash,
        scratch: &mut Vec<u8>,
    ) -> Hash {
        scratch.clear();
        scratch.extend_from_slice(ENTRY_TAG);
        scratch.extend_from_slice(&self.chain.to_be_bytes());
        for number in [self.seq, self.at, self.round] {
            scratch.extend_from_slice(&number.to_be_bytes());
        }
        scratch.extend_from_slice(&self.who.to_be_bytes());
        scratch.extend_from_slice(&u32::from(self.format).to_be_bytes());
        for text in [self.kind, self.rules, self.key] {
            scratch.extend_from_slice(&(text.len() as u64).to_be_bytes());
            scratch.extend_from_slice(text);
        }
        for hash in [&digests.body, &digests.effects, previous] {
            scratch.extend_from_slice(&hash.0);
        }
        Hash::of(scratch)
    }
}

impl Entry {
    pub(crate) fn fields(&self) -> Fields<'_> {
        Fields {
            chain: self.chain.0,
            seq: self.seq,
            at: self.at,
            who: self.who,
            kind: self.kind.as_bytes(),
            round: self.round,
            rules: self.rules.as_bytes(),
            format: self.format,
            key: &self.key,
            body: &self.body,
            effects: &self.effects,
        }
    }

    /// Hashes the entry where its body and its effects are known only by their hashes: for whoever proves one entry, and
    /// keeps back what it says.
    pub fn hash_with(&self, body: Hash, effects: Hash, previous: &Hash) -> Hash {
        self.fields().hash_with(&Digests { body, effects }, previous, &mut Vec::new())
    }

    /// How much room it takes, about.
    pub(crate) fn size(&self) -> usize {
        let texts = self.kind.len() + self.rules.len() + self.key.len();
        self.body.len() + self.effects.len() + texts + size_of::<Self>()
    }

    /// Checks that the entry can be stored.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let (chain, seq) = (self.chain, self.seq);
        let refused = |what: &str, value: u64, most: u64| {
            let what = format!("{chain}, seq {seq}: {what} is {value}, at most {most}");
            Err(Error::Refused(what.into()))
        };
        for (what, length, most) in [
            ("the length of kind", self.kind.len(), KIND_MAX),
            ("the length of rules", self.rules.len(), RULES_MAX),
            ("the length of key", self.key.len(), KEY_MAX),
            ("the length of the body", self.body.len(), BODY_MAX),
            ("the length of the effects", self.effects.len(), EFFECTS_MAX),
        ] {
            if length > most {
                return refused(what, length as u64, most as u64);
            }
        }
        for (what, value) in [("seq", self.seq), ("at", self.at), ("round", self.round)] {
            if i64::try_from(value).is_err() {
                return refused(what, value, i64::MAX.cast_unsigned());
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
