//! The journal: the append-only, hash-chained, signed store under a casino floor.
//!
//! An entry says what somebody did and what followed from it, as bytes in an envelope. The journal
//! knows nothing of games, names or money: it keeps what it is given, in order, for ever, and proves
//! that it did. Entries form chains, one for each table and one for the house. Each chain has its own
//! sequence from 1 and its own chain of hashes; all entries together have numbers in the order of
//! commit, a second chain of hashes, and a Merkle tree.
//!
//! - [`Journal`] appends; what it has acknowledged is saved to disk, to both disks if there is a mirror.
//! - [`Reader`] reads, also from another process while the journal runs, and makes proofs.
//! - [`Checkpoint`] is the state of the whole journal, signed; give it away, so that nobody can later
//!   deny what it covers. [`Inclusion`] and [`Consistency`] prove something to whoever keeps one.
//! - [`Beside`] is room outside the hashes, for what must be erasable: names, addresses.
//! - [`Snapshot`] shortens a restart, and proves nothing.
//! - [`verify`] checks a file, and says which entry is wrong if one is.
//! - [`backup`] copies a journal while it runs.
//! - [`copy()`] moves a journal between a file and a PostgreSQL database; whatever takes a path to a journal takes the
//!   address of one in a database, too (`postgres://HOST/DATABASE`).
//! - [`recover`] copies what is good of a damaged file into a new one.
//!
//! The journal never reads a clock and never edits an entry. How the bytes lie on the disk is described
//! in docs/journal.md, so that anyone can write another verifier.
//!
//! ```
//! # let folder = std::env::temp_dir().join(format!("journal-doc-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder).unwrap();
//! use croupier_journal::{Batch, Beside, Chain, Entry, Journal, Options, Reader, verify};
//!
//! let path = folder.join("floor.journal");
//! let journal = Journal::open(&path, Options::default())?;
//! let entry = Entry {
//!     chain: Chain(7),
//!     seq: 1,
//!     at: 1_700_000_000_000,
//!     who: 12,
//!     kind: "wager".into(),
//!     round: 1,
//!     rules: "casino-war 2016-08-17".into(),
//!     format: 1,
//!     key: b"5f2b9a4c".to_vec(),
//!     body: br#"{"stake":500}"#.to_vec(),
//!     effects: br#"{"placed":500}"#.to_vec(),
//! };
//! // The entry says who it was by number; the name stands beside it and can be erased.
//! let name = Beside { id: 12, bytes: Some(b"Ann".to_vec()) };
//! let receipt = journal.append(Batch { entries: vec![entry], beside: vec![name] })?;
//! assert_eq!(receipt.number, 1);
//! let signed = journal.checkpoint(1_700_000_001_000)?;
//! journal.close()?;
//!
//! // Whoever has the receipt and a checkpoint can be shown that the entry is in the journal.
//! let reader = Reader::open(&path)?;
//! let proof = reader.inclusion(receipt.number, signed.number)?;
//! assert!(signed.is_signed() && proof.holds(&receipt.hashes[0], &signed.root));
//!
//! let report = verify(&path, &Default::default())?;
//! assert!(report.is_sound() && report.entries == 1);
//! # std::fs::remove_dir_all(&folder).unwrap();
//! # Ok::<(), croupier_journal::Error>(())
//! ```

// Where SQLite is not there, most of what writes is of no use to anybody.
#![cfg_attr(target_family = "wasm", allow(dead_code, unused_imports))]

mod background;
#[cfg(not(target_family = "wasm"))]
mod backup;
mod batch;
mod chains;
mod checkpoint;
#[cfg(not(target_family = "wasm"))]
mod copy;
mod end;
mod entry;
mod error;
mod fault;
mod file_rows;
mod files;
mod journal;
mod key;
mod layout;
#[cfg(not(target_family = "wasm"))]
mod mirror;
mod options;
mod places;
#[cfg(not(target_family = "wasm"))]
mod postgres;
mod queue;
mod reader;
#[cfg(not(target_family = "wasm"))]
mod recover;
mod row;
mod rows;
mod short_head;
mod snapshot;
#[cfg(not(target_family = "wasm"))]
mod sqlite;
#[cfg(any(test, target_family = "wasm"))]
mod sqlite_file;
mod store;
mod stored_tree;
mod ticket;
mod verify;
mod wal;
mod witness;
mod writer;

#[cfg(target_family = "wasm")]
use sqlite_file as sqlite;

pub use background::OpeningCheck;
#[cfg(not(target_family = "wasm"))]
pub use backup::backup;
pub use batch::{Batch, Beside, Receipt};
pub use checkpoint::{Checkpoint, NotACheckpoint};
#[cfg(not(target_family = "wasm"))]
pub use copy::copy;
pub use croupier_tree::{Consistency, Hash, Inclusion};
use croupier_tree::{hash, tree};
pub use entry::{Chain, Chained, Entry, Record};
pub use error::Error;
pub use fault::{Fault, Wrong};
pub use journal::Journal;
pub use key::{PublicKey, SigningKey, sync_folder};
pub use options::{KeySource, Options};
#[cfg(not(target_family = "wasm"))]
pub use postgres::{KeptLines, OperatorKey, Paper, Papers};
pub use reader::{Reader, Records, is_database};
#[cfg(not(target_family = "wasm"))]
pub use recover::{Recovery, recover};
pub use short_head::ShortHead;
pub use snapshot::Snapshot;
#[cfg(not(target_family = "wasm"))]
pub use sqlite::Sqlite;
pub use store::{Head, Identity, JournalState, Store};
pub use ticket::Ticket;
pub use verify::{Verification, VerifyOptions, verify};
pub use witness::{FileWitness, Kept, Unwitnessed, Witness};
