//! A SHA-256 hash, and how it is written.

use std::fmt;

use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

/// A SHA-256 hash: of an entry, a link, a root, or whatever the caller hashes.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// Computes the SHA-256 hash of some bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// Hashes parts one after the other; their lengths must be fixed, or be among them.
    pub fn of_parts(parts: &[&[u8]]) -> Self {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update(part);
        }
        Self(hasher.finalize().into())
    }

    /// Reads a hash from 64 hexadecimal digits in lower case; `None` if they are anything else.
    pub fn from_hex(text: &str) -> Option<Self> {
        from_hex(text).map(Self)
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(f, &self.0)
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(f, &self.0)
    }
}

/// Writes bytes as hexadecimal digits in lower case.
pub fn write_hex(f: &mut impl fmt::Write, bytes: &[u8]) -> fmt::Result {
    HEXLOWER.encode_write(bytes, f)
}

/// Reads exactly `N` bytes of hexadecimal digits in lower case.
pub fn from_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    HEXLOWER.decode(text.as_bytes()).ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_the_known_ones() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(Hash::of(b"").to_string(), empty);
        assert_eq!(Hash::of_parts(&[b"a", b"", b"bc"]), Hash::of(b"abc"));
        assert_eq!(Hash::from_hex(empty), Some(Hash::of(b"")));
    }

    #[test]
    fn only_the_one_way_to_write_a_hash_is_read() {
        let good = Hash::of(b"x").to_string();
        assert_eq!(Hash::from_hex(&good.to_uppercase()), None);
        assert_eq!(Hash::from_hex(&good[1..]), None);
        assert_eq!(Hash::from_hex(&format!("{good}0")), None);
        assert_eq!(Hash::from_hex(&good.replace('0', "g")), None);
    }
}
