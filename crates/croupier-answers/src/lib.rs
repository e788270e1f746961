//! What the command, Python and browsers ask alike: games, odds and PAR data as JSON, settlements in tables for people,
//! and drills. It knows no rule, and neither reads a file nor prints.

pub mod columns;
pub mod drill;
pub mod explain;
mod game;
mod odds;
mod question;
mod settle;

pub use game::{cards, games, named};
pub use odds::{FairMeters, break_even, odds, par};
pub use question::{Asked, strategy, variant};
pub use settle::{check, settle};

use serde::Serialize;

/// Writes an answer.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("an answer has nothing that JSON has not")
}
