//! The jackpot that a table may be linked to, as it was set up.

use alloc::vec::Vec;

use crate::money::Cents;

/// A jackpot on offer at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jackpot {
    /// The price of the wager.
    pub wager: Cents,
    /// The major meter.
    pub major: Cents,
    /// The minor meter.
    pub minor: Cents,
    /// The mystery prize is on offer too.
    pub mystery: bool,
    /// How many pools the table is linked to.
    pub pools: u32,
    /// The part of each wager that feeds the pool, as a fraction.
    pub increment: (u32, u32),
    /// What a meter starts again with.
    pub seed: Cents,
    /// The other tables of the pool.
    pub linked: Vec<Linked>,
}

/// Another table of the same pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Linked {
    /// Its game belongs to the class that may share the pool.
    pub same_class: bool,
    /// The price of its jackpot wager.
    pub wager: Cents,
    /// The part of each wager that feeds the pool.
    pub increment: (u32, u32),
    /// What its meter starts again with.
    pub seed: Cents,
    /// It pays by the same table of prizes.
    pub same_prizes: bool,
}
