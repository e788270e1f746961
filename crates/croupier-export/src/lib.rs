//! A journal as Parquet files, for the analyst's own tools.
//!
//! [`VerifiedJournal`] is a journal whose hashes and signatures hold. It is played again, once, and what follows is
//! written as it comes, a block of rows at a time, so that a long journal takes no more memory than a
//! short one. docs/export.md says what is in each file.

mod column;
mod entry_context;
mod error;
mod file;
mod folder;
mod sheets;
mod standing;
mod verified_journal;

pub use column::{Column, Holds};
pub use error::Error;
pub use folder::Written;
pub use sheets::{FILES, Schema};
pub use verified_journal::{Asked, Exported, VerifiedJournal};
