//! Sessions: a player with a bankroll and a strategy, night after night, at a table of the engine.
//!
//! Every wager is placed, every card dealt and every roll settled by the engine itself; this module
//! only decides what comes next. The chance of a night follows from the seed and the night's number
//! alone, so that the nights come out the same on any number of threads, in any order.

mod cards;
mod exact;
mod expected;
mod night;
mod run;
mod stake;
mod tally;

pub use exact::{Exact, exact};
pub use expected::{Expected, Row, expected};
pub use run::run;
pub use tally::{Counts, Fast, Lines, Mix, Refused, Tally, moments, quantile, sorted};

use croupier_engine::{AnyTable, Cents, Refusal, Setup};

use crate::strategy::Strategy;

/// How many nights show their paths.
pub const PATHS: u64 = 5_000;
/// At how many moments of a night its path is noted.
pub const MOMENTS: u64 = 100;

/// How the cards come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dealing {
    /// Shuffled before every round.
    Fresh,
    /// Dealt until the cutting card comes, which has so many cards behind it; where there is no
    /// cutting card, until so many are left.
    Down {
        /// Cards behind the cutting card.
        behind: u32,
    },
}

/// How nights are played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What the player does.
    pub strategy: Strategy,
    /// The table.
    pub setup: Setup,
    /// What the player comes with.
    pub bankroll: Cents,
    /// With how much in hand the player leaves.
    pub goal: Option<Cents>,
    /// How many rounds, or rolls, a night has.
    pub rounds: u64,
    /// How many nights there are.
    pub sessions: u64,
    /// From what all chance follows.
    pub seed: u64,
    /// How the cards come.
    pub dealing: Dealing,
}

impl Plan {
    /// Opens the table.
    ///
    /// # Errors
    /// Refuses a table that the order does not allow.
    pub fn open(&self) -> Result<AnyTable, Refusal> {
        AnyTable::open(self.strategy.kind, &self.setup)
    }

    /// Returns the round after which a path is noted for the `moment`-th time, from 0 at the start.
    pub fn moment(&self, moment: u64) -> u64 {
        let moments = MOMENTS.min(self.rounds.max(1));
        let product = u128::from(self.rounds) * u128::from(moment.min(moments));
        u64::try_from(product / u128::from(moments)).unwrap_or(u64::MAX)
    }

    /// Returns how many moments there are, the start included.
    pub fn moments(&self) -> u64 {
        MOMENTS.min(self.rounds.max(1)) + 1
    }
}

/// How a night ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All rounds were played.
    TimeUp,
    /// The goal was reached.
    Goal,
    /// The next wager could not be covered.
    Ruined,
    /// The strategy left.
    Left,
}
