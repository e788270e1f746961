//! Why there is no export.

use std::fmt;
use std::path::{Path, PathBuf};

use croupier_house::report::NoReport;

/// Why there is no export.
#[derive(Debug)]
pub enum Error {
    /// The journal cannot be read, does not lead to what it says, or does not have what is asked for.
    Journal(NoReport),
    /// The journal does not prove what it says: what is wrong first.
    NotSound(String),
    /// There is such a file already.
    There(PathBuf),
    /// A file cannot be written.
    Write(PathBuf, String),
}

impl Error {
    pub(crate) fn write(path: &Path, error: impl fmt::Display) -> Self {
        Self::Write(path.to_owned(), error.to_string())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Journal(error) => error.fmt(f),
            Self::NotSound(what) => write!(f, "the journal is not sound: {what}"),
            Self::There(path) => write!(f, "{} is there already", path.display()),
            Self::Write(path, what) => write!(f, "cannot write {}: {what}", path.display()),
        }
    }
}

impl std::error::Error for Error {}

impl From<NoReport> for Error {
    fn from(error: NoReport) -> Self {
        Self::Journal(error)
    }
}

impl From<croupier_journal::Error> for Error {
    fn from(error: croupier_journal::Error) -> Self {
        Self::Journal(error.into())
    }
}
