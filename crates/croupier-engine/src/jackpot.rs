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
    /// The game that is played at it.
    pub game: LinkedGame,
    /// The price of its jackpot wager.
    pub wager: Cents,
    /// The part of each wager that feeds the pool.
    pub increment: (u32, u32),
    /// What its meter starts again with.
    pub seed: Cents,
    /// Its table of prizes.
    pub prizes: Prizes,
}

/// A game that a table of the pool may be of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum LinkedGame {
    Baceball,
    Blackjack,
    BlackjackChallenge,
    Pinkjack,
    Other,
}

impl LinkedGame {
    /// Finds a game by its name in sheets.
    pub fn named(name: &str) -> Self {
        match name {
            "baceball" => Self::Baceball,
            "blackjack" => Self::Blackjack,
            "blackjack-challenge" => Self::BlackjackChallenge,
            "pinkjack" => Self::Pinkjack,
            _ => Self::Other,
        }
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
