//! A snapshot: what the caller keeps for a fast restart, bound to the entry after which it was taken.

use crate::{Hash, Identity, SigningKey};

const TAG: &[u8] = b"croupier snapshot 4";

/// What the caller made of all entries up to one. The journal does not look into it.
///
/// It bears the signature of the journal's key: who can write the file but has no key cannot make one. It saves
/// the time to read the entries before it, and if it is missing or damaged that time is all that is lost; nothing is proved by
/// it, and [`verify`](crate::verify()) reads every entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The number of the last entry that it covers, in the order of commit.
    pub number: u64,
    /// The hash that binds the snapshot to that entry and all before it.
    pub link: Hash,
    /// The number of the encoding of the bytes, which the caller chooses and reads.
    pub format: u32,
    /// What the caller keeps, at most 64 MiB.
    pub bytes: Vec<u8>,
}

impl Snapshot {
    /// What is signed: everything in it, and the journal.
    fn digest(&self, journal: &[u8; 16]) -> Hash {
        let (number, format) = (self.number.to_be_bytes(), self.format.to_be_bytes());
        Hash::of_parts(&[TAG, journal, &number, &self.link.0, &format, &self.bytes])
    }

    /// Makes the signature that is stored with it.
    pub(crate) fn sign(&self, key: &SigningKey, journal: &[u8; 16]) -> [u8; 64] {
        key.sign(&self.digest(journal).0)
    }

    /// Tells whether it was signed for this journal and has not been changed since.
    pub(crate) fn is_signed(&self, identity: &Identity, signature: &[u8; 64]) -> bool {
        identity.key.has_signed(&self.digest(&identity.journal).0, signature)
    }
}
