//! The journal: the append-only, hash-chained, signed store under a casino floor.
//!
//! An entry is some bytes in an envelope. The journal knows nothing of games, people or money: it
//! keeps what it is given, in order, for ever, and proves that it did. Entries form chains, one for
//! each table and one for the house; each has its own sequence from 1 and its own chain of hashes,
//! and all entries together have a number in the order of commit and a second chain of hashes.
//!
//! - [`Journal`] appends; what it has acknowledged is on disk, on both disks if there is a mirror.
//! - [`Reader`] reads, also from another process while the journal runs.
//! - [`verify`] proves a file, and says which entry is wrong if one is.
//! - [`recover`] copies what is good of a damaged file into a new one.
//!
//! It never reads a clock and never edits an entry. How the bytes lie on the disk is described in
//! docs/journal.md, so that anyone can write another verifier.
//!
//! ```
//! # let folder = std::env::temp_dir().join(format!("journal-doc-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder).unwrap();
//! use croupier_journal::{Chain, Entry, Hash, Journal, Options, verify};
//!
//! let path = folder.join("floor.journal");
//! let journal = Journal::open(&path, Options::default()).unwrap();
//! let entry = Entry {
//!     chain: Chain(7),
//!     seq: 1,
//!     at: 1_700_000_000_000,
//!     who: "ann".into(),
//!     kind: "wager".into(),
//!     round: 1,
//!     rules: "casino-war 2016-08-17".into(),
//!     body: br#"{"stake":500}"#.to_vec(),
//!     effects: Hash::of(b"the effects"),
//! };
//! let receipt = journal.append(vec![entry]).unwrap();
//! assert_eq!(receipt.number, 1);
//! journal.close().unwrap();
//!
//! let report = verify(&path, &Default::default()).unwrap();
//! assert!(report.is_sound() && report.entries == 1);
//! # std::fs::remove_dir_all(&folder).unwrap();
//! ```

mod chains;
mod checkpoint;
mod entry;
mod error;
mod fault;
mod hash;
mod journal;
mod key;
mod mirror;
mod options;
mod places;
mod queue;
mod reader;
mod recover;
mod sqlite;
mod store;
mod ticket;
mod verify;
mod wal;
mod writer;

pub use checkpoint::{Checkpoint, NotACheckpoint};
pub use entry::{Chain, Chained, Entry, Record};
pub use error::Error;
pub use fault::{Fault, Wrong};
pub use hash::Hash;
pub use journal::Journal;
pub use key::{Key, PublicKey};
pub use options::{Keep, Options};
pub use reader::{Reader, Records};
pub use recover::{Recovery, recover};
pub use sqlite::Sqlite;
pub use store::{Head, Identity, Snapshot, Standing, Store};
pub use ticket::{Batch, Receipt, Ticket};
pub use verify::{Against, Report, verify};
