//! What people say in words, their names and the hashes of their passwords: kept beside the journal, where it can
//! be erased. Acts have a commitment in its place, a hash that shows whether what is kept was changed, and from
//! which nobody can guess what was erased.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use croupier_engine::stored::{Bytes, Damaged, Stored};
use data_encoding::HEXLOWER;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

/// Random bytes that go with each text, so that a short one cannot be guessed from its commitment.
pub type Salt = [u8; 16];

/// What stands in an act for a text: the SHA-256 of the salt and the text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Commitment(pub [u8; 32]);

croupier_engine::stored! { struct Commitment(hash) }

impl Commitment {
    /// Stands for a text in which nothing is said: it is empty, or blank.
    pub const NOTHING: Self = Self([0; 32]);

    /// Tells whether anything was said. A journal shows it, whether or not the text is still kept beside it.
    pub fn says_something(&self) -> bool {
        *self != Self::NOTHING
    }

    /// Returns the number under which the text is kept beside the journal: the first 8 bytes, without the
    /// highest bit.
    pub fn id(&self) -> u64 {
        let [a, b, c, d, e, f, g, h, ..] = self.0;
        u64::from_be_bytes([a, b, c, d, e, f, g, h]) & (u64::MAX >> 1)
    }
}

/// A text as it is kept beside the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its salt.
    pub salt: Salt,
    /// What was said.
    pub text: String,
}

impl Kept {
    /// Returns what stands for the text in an act.
    pub fn commitment(&self) -> Commitment {
        let mut hash = Sha256::new();
        hash.update(b"croupier said 3");
        hash.update(self.salt);
        hash.update(self.text.as_bytes());
        Commitment(hash.finalize().into())
    }

    /// Writes salt and text as they stand beside the journal: the salt, then the text.
    pub fn bytes(&self) -> Vec<u8> {
        [&self.salt, self.text.as_bytes()].concat()
    }

    /// Reads what stands beside the journal; `None` if it is not such a text.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let (salt, text) = bytes.split_first_chunk()?;
        Some(Self { salt: *salt, text: std::str::from_utf8(text).ok()?.to_owned() })
    }
}

/// What is known of what was said, by its commitment. What was erased or changed is not there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said(HashMap<Commitment, String>);

/// Stored in the order of the commitments, so that the same texts make the same bytes.
impl Stored for Said {
    fn store(&self, to: &mut Vec<u8>) {
        let sorted: BTreeMap<_, _> = self.0.iter().collect();
        sorted.len().store(to);
        for (commitment, text) in sorted {
            commitment.store(to);
            text.store(to);
        }
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        let sorted = BTreeMap::restore(from)?;
        Ok(Self(sorted.into_iter().collect()))
    }
}

impl Said {
    /// Takes note of a text.
    pub fn keep(&mut self, kept: Kept) {
        self.0.insert(kept.commitment(), kept.text);
    }

    /// Returns a text, if it is known.
    pub fn get(&self, commitment: Commitment) -> Option<&str> {
        self.0.get(&commitment).map(String::as_str)
    }

    /// Takes one of the texts that others know.
    pub(crate) fn take(&mut self, one: Commitment, others: &Self) {
        self.0.extend(others.get(one).map(|text| (one, text.to_owned())));
    }

    /// Picks some of the texts.
    pub(crate) fn only(&self, some: &[Commitment]) -> Self {
        let known = some.iter().filter_map(|it| Some((*it, self.get(*it)?.to_owned())));
        Self(known.collect())
    }

    /// Returns a text, or words that say that it is not kept any more.
    pub(crate) fn text(&self, commitment: Commitment) -> String {
        self.get(commitment).unwrap_or(NOT_KEPT).to_owned()
    }
}

/// Stands for a text that was erased.
const NOT_KEPT: &str = "(not kept)";

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&HEXLOWER.encode(&self.0))
    }
}

impl Serialize for Commitment {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&HEXLOWER.encode(&self.0))
    }
}

impl<'de> Deserialize<'de> for Commitment {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(from)?;
        let bytes = HEXLOWER.decode(text.as_bytes()).ok().and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).ok_or_else(|| D::Error::custom("a commitment has 64 hexadecimal digits"))
    }
}

#[cfg(test)]
mod tests {
    use super::{Kept, Said};

    /// A name that was changed is not known under the old commitment, and the salt hides what was erased.
    #[test]
    fn a_changed_text_is_another() {
        let kept = |salt, text: &str| Kept { salt: [salt; 16], text: text.to_owned() };
        let ann = kept(1, "ann");
        assert_eq!(Kept::read(&ann.bytes()), Some(ann.clone()));
        assert_eq!(Kept::read(&[0; 15]), None);
        assert_ne!(ann.commitment(), kept(2, "ann").commitment());
        let mut said = Said::default();
        said.keep(kept(1, "bob"));
        assert_eq!(said.get(ann.commitment()), None);
        said.keep(ann.clone());
        assert_eq!(said.get(ann.commitment()), Some("ann"));
    }
}
