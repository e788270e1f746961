//! Where checkpoints of the house are kept elsewhere, as the set-up says it: a file, another house, or a printer.

mod printer;
mod remote;
pub(crate) mod vouched;

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use croupier_journal::{Checkpoint, FileWitness, Identity, Unwitnessed, Witness};
use serde::Deserialize;

use printer::Printer;
pub use remote::RemoteHouse;

/// Where checkpoints are kept elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum WitnessPlace {
    /// In a file.
    File(PathBuf),
    /// In another house, at this address.
    House(RemoteHouse),
    /// As a line on the standard output, or in a file or pipe that a printer reads.
    Print(Option<PathBuf>),
}

impl WitnessPlace {
    /// Reads it from a set-up: `http://` and an address, perhaps with the key of that house, `print:` and perhaps a file, or else the name of a file.
    ///
    /// # Errors
    /// Says what is wrong with an address.
    pub fn parse(text: &str) -> Result<Self, String> {
        if let Some(printer) = text.strip_prefix("print:") {
            return Ok(Self::Print((!printer.is_empty()).then(|| printer.into())));
        }
        match text.contains("://") {
            true => RemoteHouse::parse(text).map(Self::House),
            false if text.is_empty() => Err("a witness has a name".to_owned()),
            false => Ok(Self::File(text.into())),
        }
    }

    /// Asks for the newest checkpoint of a journal that it has seen; `None` if it has seen none, or cannot be asked.
    ///
    /// # Errors
    /// It cannot be reached, or has something else.
    pub fn seen(&self, identity: &Identity) -> Result<Option<Checkpoint>, Unwitnessed> {
        self.speaker().seen(identity)
    }

    /// Returns what speaks to it.
    pub(crate) fn speaker(&self) -> Arc<dyn Witness> {
        match self {
            Self::File(path) => Arc::new(FileWitness(path.clone())),
            Self::House(house) => Arc::new(house.clone()),
            Self::Print(path) => Arc::new(Printer::new(path.clone())),
        }
    }
}

impl TryFrom<String> for WitnessPlace {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text)
    }
}

impl fmt::Display for WitnessPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => write!(f, "{}", path.display()),
            Self::House(house) => write!(f, "{house}"),
            Self::Print(None) => f.write_str("print:"),
            Self::Print(Some(path)) => write!(f, "print:{}", path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::WitnessPlace;

    #[test]
    fn places_are_read_as_they_are_written() {
        for text in [
            "/mnt/other/checkpoint",
            "http://192.0.2.7:8080",
            "http://[2001:db8::1]:80",
            "http://192.0.2.7:8080#3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29",
            "print:",
            "print:/dev/lp0",
        ] {
            assert_eq!(WitnessPlace::parse(text).map(|it| it.to_string()), Ok(text.to_owned()));
        }
        for (text, says) in [
            ("https://witness.example", "TLS"),
            ("ftp://192.0.2.7:80", "http://"),
            ("http://192.0.2.7", "port"),
            ("http://192.0.2.7:80/path", "port"),
            ("http://:80", "host"),
            ("http://192.0.2.7:80#key", "64"),
            ("", "name"),
        ] {
            let wrong = WitnessPlace::parse(text).expect_err(text);
            assert!(wrong.contains(says), "{text}: {wrong}");
        }
    }
}
