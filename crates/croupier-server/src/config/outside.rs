//! The keys of tables that do not run here and feed a pool.

use std::fmt;

use data_encoding::HEXLOWER_PERMISSIVE;
use serde::Deserialize;

use super::Wrong;

/// The shortest key, in bytes: as long as what SHA-256 makes of a message is worth.
const SHORTEST: usize = 32;
/// The longest key, in bytes.
const LONGEST: usize = 64;

/// The key of one such table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutsideKey {
    /// The number of the pool.
    pub pool: u32,
    /// The number of the table in the pool.
    pub outside: u32,
    /// The key that it shares with the house.
    pub key: FeedKey,
}

/// A key for messages, written in hexadecimal digits. It is never printed.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct FeedKey(Box<[u8]>);

impl FeedKey {
    /// Returns the bytes of the key.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl TryFrom<String> for FeedKey {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let bytes = HEXLOWER_PERMISSIVE.decode(text.as_bytes());
        let bytes = bytes.map_err(|_| "a key is written in hexadecimal digits".to_owned())?;
        match (SHORTEST..=LONGEST).contains(&bytes.len()) {
            true => Ok(Self(bytes.into())),
            false => Err(format!("a key has {SHORTEST} to {LONGEST} bytes, two digits for each")),
        }
    }
}

impl fmt::Debug for FeedKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FeedKey(secret)")
    }
}

/// Checks that each table has one key, and none that is another table's: a message of one would be good for the other.
pub(super) fn check(keys: &[OutsideKey]) -> Result<(), Wrong> {
    for (at, key) in keys.iter().enumerate() {
        let before = &keys[..at];
        let (pool, outside) = (key.pool, key.outside);
        if before.iter().any(|it| (it.pool, it.outside) == (pool, outside)) {
            return Err(Wrong(format!("outside: table {outside} of pool {pool} has two keys")));
        }
        if before.iter().any(|it| it.key == key.key) {
            let wrong = format!("outside: table {outside} of pool {pool} has the key of another");
            return Err(Wrong(wrong));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::config::Config;

    #[test]
    fn keys_are_long_known_once_and_never_printed() {
        let entry = |pool: u32, key: &str| {
            format!("[[outside]]\npool = {pool}\noutside = 1\nkey = \"{key}\"\n")
        };
        let (one, two) = ("a1".repeat(32), "b2".repeat(32));
        let config = Config::parse(&(entry(1, &one) + &entry(2, &two))).expect("two keys");
        assert_eq!(config.check(), Ok(()));
        assert!(!format!("{config:?}").contains("a1a1"));
        for (text, says) in
            [(entry(1, "a1"), "32 to 64 bytes"), (entry(1, &"x".repeat(64)), "hexadecimal")]
        {
            let wrong = Config::parse(&text).expect_err(&text);
            assert!(wrong.0.contains(says), "{wrong}");
        }
        for (text, says) in [
            (entry(1, &one) + &entry(1, &two), "two keys"),
            (entry(1, &one) + &entry(2, &one), "the key of another"),
        ] {
            let wrong = Config::parse(&text).and_then(|config| config.check()).expect_err(&text);
            assert!(wrong.0.contains(says), "{wrong}");
        }
    }
}
