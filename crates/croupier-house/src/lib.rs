//! A floor that lives: its journal on the disk, its secrets, the dealer of its virtual tables, and its
//! reports.
//!
//! [`Live`] runs a pure [`Floor`](croupier_floor::Floor) on a journal: every act is saved to disk before its
//! answer is given to anyone, and a floor that is opened again is what its journal leads to. The crate has no
//! rules of its own and no HTTP.

mod dealer;
mod draw_proof;
mod example;
pub mod floor_sheet;
mod live;
mod mystery;
pub mod order;
pub mod password;
mod promotions;
mod proof;
mod rehearsal;
pub mod report;

pub use dealer::Secret;
pub use draw_proof::{
    DrawActs, DrawProof, DrawStep, DrawnAgain, DrawnEntry, EarlierCheckpoint, EntryProof,
    JournalProof, OpenEntry, PromotionDraws, ProofEntry, ProofRoot, ProofValue, ProvedAct,
    ShownText, UnfitEntry, ValueFrom,
};
pub use example::opens_example;
pub use live::{
    EDITION, Folded, KeyedEntry, Live, REMEMBERED_KEYS, Replay, SecretAt, SnapshotKeys, Stop, Told,
    entries, said,
};
pub use proof::{Played, Proof, prove};
pub use rehearsal::{Next, Rehearsal, usual_pool, usual_setup, usual_terms};
