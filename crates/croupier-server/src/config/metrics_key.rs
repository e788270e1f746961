//! The key of whoever reads the figures of a house.

use std::fmt;

use serde::Deserialize;

/// The shortest key, in bytes.
const SHORTEST: usize = 32;
/// The longest key, in bytes.
const LONGEST: usize = 256;

/// The key of whoever reads the figures of a house. It is never printed.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct MetricsKey(Box<str>);

impl MetricsKey {
    /// Returns the bytes of the key.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl TryFrom<String> for MetricsKey {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let fits = (SHORTEST..=LONGEST).contains(&text.len());
        match fits && text.bytes().all(|byte| byte.is_ascii_graphic()) {
            true => Ok(Self(text.into())),
            false => Err(format!(
                "a key has {SHORTEST} to {LONGEST} letters, digits and signs, no spaces"
            )),
        }
    }
}

impl fmt::Debug for MetricsKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MetricsKey(secret)")
    }
}

#[cfg(test)]
mod tests {
    use crate::config::Config;

    #[test]
    fn keys_are_long_and_never_printed() {
        let config = |key: &str| Config::parse(&format!("metrics_key = \"{key}\""));
        let good = config(&"k".repeat(32)).expect("a key");
        assert!(!format!("{good:?}").contains("kkk"));
        for key in ["k".repeat(31), "k".repeat(257), " ".repeat(40), "ä".repeat(40)] {
            assert!(config(&key).expect_err(&key).0.contains("32 to 256"));
        }
    }
}
