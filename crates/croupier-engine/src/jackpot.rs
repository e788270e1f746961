//! The jackpot that a table may be linked to, as it was set up.

use alloc::vec::Vec;

use crate::money::Cents;

/// A jackpot on offer at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jackpot {
    /// The price of the wager.
    pub wager: Cents,
    /// What the major meter shows.
    pub major: Cents,
    /// What the minor meter shows.
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
    /// The name of the game that is played at it; `None` for one that no order lets share a pool.
    pub game: Option<&'static str>,
    /// The price of its jackpot wager.
    pub wager: Cents,
    /// The part of each wager that feeds the pool.
    pub increment: (u32, u32),
    /// What its meter starts again with.
    pub seed: Cents,
    /// Its table of prizes.
    pub prizes: Prizes,
}

/// A meter of the jackpot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Meter {
    /// The meter for the rarer hand, which shows more.
    Major,
    /// The meter for the other hand.
    Minor,
}

impl Meter {
    /// Both meters, the major one first.
    pub const ALL: [Self; 2] = [Self::Major, Self::Minor];

    /// Returns the word for the meter.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Major => "major",
            Self::Minor => "minor",
        }
    }

    /// Finds a meter by its word.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|meter| meter.name() == name)
    }
}

/// A table of prizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prizes {
    /// For hands of three cards.
    ThreeCards,
    /// For the hands of any other game.
    Other,
}

impl Prizes {
    /// Finds a table of prizes by its name in sheets.
    pub fn named(name: &str) -> Self {
        if name == "3-card" { Self::ThreeCards } else { Self::Other }
    }
}
