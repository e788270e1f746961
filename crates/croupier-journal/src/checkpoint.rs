//! A checkpoint: the state of the whole journal, signed.
//!
//! Whoever keeps a checkpoint outside the house can later prove that nothing before it was changed
//! or taken away. Its text is made to be printed, mailed or pinned to a wall.

use std::fmt;

use crate::hash::{Hash, from_hex, write_hex};
use crate::store::{Head, Identity, JournalState};
use crate::{Chain, PublicKey, SigningKey};

const TAG: &[u8] = b"croupier checkpoint 3";
const TITLE: &str = "croupier journal checkpoint";

/// The state of the whole journal at one moment, signed: the promise that nothing before it changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// Which journal it is of, and by which key it is signed.
    pub identity: Identity,
    /// The checkpoint's own number, from 1.
    pub id: u64,
    /// When it was made, in milliseconds since 1970, as the caller said.
    pub at: u64,
    /// The number of the last entry, which is how many there are.
    pub number: u64,
    /// The link of the last entry in the order of commit.
    pub link: Hash,
    /// The root of the tree over all entries, as RFC 9162 defines it: see [`Inclusion`](crate::Inclusion).
    pub root: Hash,
    /// The hash of the checkpoint before; zeros for the first.
    pub previous: Hash,
    /// The last entry of each chain, in the order of chains.
    pub heads: Vec<(Chain, Head)>,
    /// The signature over [`Checkpoint::message`].
    pub signature: [u8; 64],
}

/// Why a text is not a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotACheckpoint {
    /// The line where it ceases to be one, from 1.
    pub line: usize,
    /// The word with which that line must begin.
    pub expected: &'static str,
}

impl Checkpoint {
    /// Signs the state of a journal.
    pub(crate) fn sign(
        key: &SigningKey,
        identity: Identity,
        before: Option<&Checkpoint>,
        at: u64,
        (state, root): (&JournalState, Hash),
    ) -> Self {
        let mut checkpoint = Self {
            identity,
            id: before.map_or(1, |before| before.id + 1),
            at,
            number: state.number,
            link: state.link,
            root,
            previous: before.map_or(Hash::default(), Self::hash),
            heads: state.heads.iter().map(|(chain, head)| (*chain, *head)).collect(),
            signature: [0; 64],
        };
        checkpoint.signature = key.sign(&checkpoint.message());
        checkpoint
    }

    /// The bytes that are signed, as docs/journal.md describes them.
    pub fn message(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(240 + 44 * self.heads.len());
        bytes.extend_from_slice(TAG);
        bytes.extend_from_slice(&self.identity.journal);
        bytes.extend_from_slice(&self.identity.key.0);
        for number in [self.id, self.at, self.number] {
            bytes.extend_from_slice(&number.to_be_bytes());
        }
        for hash in [&self.link, &self.root, &self.previous] {
            bytes.extend_from_slice(&hash.0);
        }
        bytes.extend_from_slice(&pack(&self.heads));
        bytes
    }

    /// Hashes what is signed; the next checkpoint has this as `previous`.
    pub fn hash(&self) -> Hash {
        Hash::of(&self.message())
    }

    /// Checks whether the signature is that of the journal's key.
    pub fn is_signed(&self) -> bool {
        self.identity.key.has_signed(&self.message(), &self.signature)
    }

    /// Reads a checkpoint from its text.
    ///
    /// # Errors
    ///
    /// The text is anything else than what `Display` writes. The signature is not checked.
    pub fn from_text(text: &str) -> Result<Self, NotACheckpoint> {
        let mut lines = Lines { lines: text.lines(), line: 0 };
        if lines.lines.next() != Some(TITLE) {
            return Err(NotACheckpoint { line: 1, expected: TITLE });
        }
        lines.line = 1;
        let journal = lines.field("journal", from_hex)?;
        let key = lines.field("key", PublicKey::from_hex)?;
        let id = lines.field("checkpoint", number)?;
        let at = lines.field("at", number)?;
        let last = lines.field("entries", number)?;
        let link = lines.field("link", Hash::from_hex)?;
        let root = lines.field("root", Hash::from_hex)?;
        let previous = lines.field("previous", Hash::from_hex)?;
        let count = lines.field("chains", number)?;
        let mut heads: Vec<(Chain, Head)> = Vec::new();
        for _ in 0..count {
            let (chain, head) = lines.field("head", head)?;
            if heads.last().is_some_and(|(before, _)| *before >= chain) {
                return Err(NotACheckpoint { line: lines.line, expected: "chains in order" });
            }
            heads.push((chain, head));
        }
        let signature = lines.field("signature", from_hex)?;
        let identity = Identity { journal, key };
        Ok(Self { identity, id, at, number: last, link, root, previous, heads, signature })
    }
}

impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{TITLE}\njournal ")?;
        write_hex(f, &self.identity.journal)?;
        writeln!(f, "\nkey {}", self.identity.key)?;
        writeln!(f, "checkpoint {}\nat {}\nentries {}", self.id, self.at, self.number)?;
        writeln!(f, "link {}\nroot {}\nprevious {}", self.link, self.root, self.previous)?;
        writeln!(f, "chains {}", self.heads.len())?;
        for (chain, head) in &self.heads {
            writeln!(f, "head {} {} {}", chain.0, head.seq, head.hash)?;
        }
        write!(f, "signature ")?;
        write_hex(f, &self.signature)?;
        writeln!(f)
    }
}

impl fmt::Display for NotACheckpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: not a checkpoint, {} is expected", self.line, self.expected)
    }
}

impl std::error::Error for NotACheckpoint {}

/// Packs heads: for each the chain, the seq and the hash, numbers with the highest byte first.
pub(crate) fn pack(heads: &[(Chain, Head)]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(44 * heads.len());
    for (chain, head) in heads {
        bytes.extend_from_slice(&chain.0.to_be_bytes());
        bytes.extend_from_slice(&head.seq.to_be_bytes());
        bytes.extend_from_slice(&head.hash.0);
    }
    bytes
}

/// Unpacks heads; `None` if the bytes were not packed ones.
pub(crate) fn unpack(bytes: &[u8]) -> Option<Vec<(Chain, Head)>> {
    let (packed, rest) = bytes.as_chunks::<44>();
    let heads = packed.iter().map(|head| {
        let chain = u32::from_be_bytes(head[..4].try_into().ok()?);
        let seq = u64::from_be_bytes(head[4..12].try_into().ok()?);
        Some((Chain(chain), Head { seq, hash: Hash(head[12..].try_into().ok()?) }))
    });
    if rest.is_empty() { heads.collect() } else { None }
}

struct Lines<'a> {
    lines: std::str::Lines<'a>,
    line: usize,
}

impl Lines<'_> {
    fn field<T>(
        &mut self,
        name: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<T, NotACheckpoint> {
        self.line += 1;
        let field = self.lines.next().and_then(|line| line.strip_prefix(name)?.strip_prefix(' '));
        field.and_then(read).ok_or(NotACheckpoint { line: self.line, expected: name })
    }
}

fn number(text: &str) -> Option<u64> {
    text.parse().ok()
}

fn head(text: &str) -> Option<(Chain, Head)> {
    let mut words = text.split(' ');
    let chain = Chain(words.next()?.parse().ok()?);
    let head = Head { seq: number(words.next()?)?, hash: Hash::from_hex(words.next()?)? };
    words.next().is_none().then_some((chain, head))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Checkpoint {
        let key = SigningKey::from_bytes(&[7; 32]);
        let identity = Identity { journal: [1; 16], key: key.public() };
        let mut state =
            JournalState { number: 9, link: Hash::of(b"link"), ..JournalState::default() };
        for chain in [0, 3, 4_000_000_000] {
            state.heads.insert(Chain(chain), Head { seq: 3, hash: Hash::of(b"head") });
        }
        let first = Checkpoint::sign(&key, identity, None, 5, (&state, Hash::of(b"root")));
        Checkpoint::sign(&key, identity, Some(&first), 6, (&state, Hash::of(b"root")))
    }

    #[test]
    fn a_checkpoint_comes_back_from_its_text() {
        let checkpoint = sample();
        assert!(checkpoint.is_signed());
        assert_eq!(Checkpoint::from_text(&checkpoint.to_string()), Ok(checkpoint));
    }

    #[test]
    fn every_changed_character_of_the_text_is_noticed() {
        let (checkpoint, text) = (sample(), sample().to_string());
        for place in 0..text.len() - 1 {
            for bit in 0..7 {
                let mut changed = text.clone().into_bytes();
                changed[place] ^= 1 << bit;
                let Ok(changed) = String::from_utf8(changed) else { continue };
                let noticed = match Checkpoint::from_text(&changed) {
                    Ok(read) => !read.is_signed() || read == checkpoint,
                    Err(_) => true,
                };
                assert!(noticed, "{place}, bit {bit}: {changed}");
            }
        }
    }

    #[test]
    fn heads_are_packed_and_unpacked() {
        let heads = sample().heads;
        assert_eq!(unpack(&pack(&heads)), Some(heads.clone()));
        assert_eq!(unpack(&pack(&heads)[1..]), None);
    }
}
