//! Why the journal did not do what it was asked for.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[cfg(not(target_family = "wasm"))]
use rusqlite::ErrorCode;

use crate::{Chain, Fault};

/// What can be done about damage.
const WAY_FORWARD: &str =
    "restore the file from its mirror, or recover what is good into a new file";

/// Why the journal did not do what it was asked for.
///
/// It can be cloned, because everyone who waited for a failed write gets the same error.
#[derive(Clone, Debug)]
pub enum Error {
    /// The entry is not the next one of its chain: someone else has appended, or it was sent twice.
    Conflict {
        /// The chain that the entry was to be appended to.
        chain: Chain,
        /// The place in the chain that the entry claims.
        given: u64,
        /// The seq that comes next.
        next: u64,
    },
    /// The batch can never be stored as it is.
    Refused(Arc<str>),
    /// Another node has taken over the chain.
    Fenced(Chain),
    /// The queue is full; the batch was not taken.
    Full,
    /// A write failed, and what is on the disk is not known: the journal must be opened again.
    Stopped(Arc<str>),
    /// The journal has been closed.
    Closed,
    /// Another process writes this journal.
    Locked(PathBuf),
    /// A chain is damaged and takes no more entries.
    Damaged {
        /// The file of the journal.
        path: PathBuf,
        /// The first thing that is wrong in the chain.
        fault: Box<Fault>,
        /// The last good entry of the chain, 0 if there is none.
        good: u64,
    },
    /// The two copies of the journal contradict each other.
    Contradiction {
        /// The files of the two copies.
        copies: Box<[PathBuf; 2]>,
        /// Where they part, if they have a common beginning.
        place: Option<(Chain, u64)>,
    },
    /// The file cannot be used, and why.
    File {
        /// The file, which may be the journal, its log, its key or its lock.
        path: PathBuf,
        /// What happened, in words.
        what: Arc<str>,
    },
}

impl Error {
    pub(crate) fn file(path: &Path, what: impl fmt::Display) -> Self {
        Self::File { path: path.to_owned(), what: what.to_string().into() }
    }

    /// The file is damaged as a whole, and not only one of its chains.
    pub(crate) fn damaged_file(path: &Path, what: impl fmt::Display) -> Self {
        Self::file(path, format!("{what}; {WAY_FORWARD}"))
    }

    /// Says what happened, without where.
    pub(crate) fn what(&self) -> String {
        match self {
            Self::File { what, .. } => what.to_string(),
            other => other.to_string(),
        }
    }

    /// A file could not be read.
    #[cfg(target_family = "wasm")]
    pub(crate) fn sqlite(path: &Path, error: &crate::sqlite::ReadError) -> Self {
        Self::damaged_file(path, error)
    }

    /// SQLite could not do what it was asked for.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn sqlite(path: &Path, error: &rusqlite::Error) -> Self {
        use rusqlite::Error::{
            FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType,
        };
        if let FromSqlConversionFailure(..) | IntegralValueOutOfRange(..) | InvalidColumnType(..) =
            error
        {
            return Self::damaged_file(path, format!("a field is not of the right kind: {error}"));
        }
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                Self::damaged_file(path, error)
            }
            Some(ErrorCode::DiskFull) => Self::file(
                path,
                format!("{error}: make room on this disk, and open the journal again"),
            ),
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                Self::file(
                    path,
                    format!(
                        "{error}: this needs a folder and files that can be written; to read a journal \
                         where nothing can be written, use `croupier verify`"
                    ),
                )
            }
            _ => Self::file(path, error),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Conflict { chain, given, next } => {
                write!(f, "{chain}: the entry has seq {given}, but the next is {next}")
            }
            Self::Refused(what) => write!(f, "{what}"),
            Self::Fenced(chain) => write!(f, "{chain}: another node has taken it over"),
            Self::Full => write!(f, "the queue of the journal is full"),
            Self::Stopped(why) => {
                write!(f, "the journal has stopped: {why}; open it again to go on")
            }
            Self::Closed => write!(f, "the journal is closed"),
            Self::Locked(path) => {
                write!(f, "{}: another process writes this journal", path.display())
            }
            Self::Damaged { path, fault, good } => write!(
                f,
                "{}: {fault}; the last good entry of this chain is seq {good}; {WAY_FORWARD}",
                path.display()
            ),
            Self::Contradiction { copies, place } => {
                write!(f, "{} and {} ", copies[0].display(), copies[1].display())?;
                match place {
                    Some((chain, seq)) => {
                        write!(f, "contradict each other from {chain}, seq {seq}, on")?
                    }
                    None => write!(f, "are not copies of the same journal")?,
                }
                write!(f, "; verify both, and open the journal with the one that is right alone")
            }
            Self::File { path, what } => write!(f, "{}: {what}", path.display()),
        }
    }
}

impl std::error::Error for Error {}
