//! What an input that only Craps knows does, once it is allowed.

use super::On;
use crate::clause::Clause;
use crate::game::OwnPlan;
use crate::input::{Player, Players};
use crate::irregular::Throw;
use crate::money::Cents;
use crate::table::{Cost, Key};

/// What is done with dice and standing wagers.
#[derive(Clone, Copy, Debug)]
pub enum Plan {
    /// The dice leave the hand.
    Throw,
    /// The throw does not count, for this reason if one is given.
    NoRoll(Option<Throw>),
    /// The throw is reported; `Some` if it must not count.
    Report(Option<Throw>),
    /// So many dice go off the table.
    DieOff(u8),
    /// A missing die is found.
    DieFound {
        /// A player has it.
        by_player: bool,
    },
    /// A new set of dice comes.
    NewDice,
    /// The last roll is declared invalid.
    Invalidate {
        /// Those who cheated, and forfeit what the roll decided.
        cheats: Players,
        /// They forfeit whatever else stands for them, too.
        standing: bool,
    },
    /// A player takes the dice.
    TakeDice {
        /// The seat at which it happens, counted from the first.
        seat: usize,
        /// The player who takes the dice.
        player: Player,
        /// The two dice chosen.
        takes: [u8; 2],
    },
    /// The shooter chooses these two dice anew.
    ChooseDice([u8; 2]),
    /// The player who is asked does not want the dice.
    RefuseDice,
    /// The shooter passes the dice on.
    PassDice {
        /// The seat at which it happens, counted from the first.
        seat: usize,
    },
    /// A wager comes down, with the one behind it.
    Remove {
        /// The spot on which the wager lies.
        key: Key<On>,
        /// The clause that allows it.
        clause: Clause,
    },
    /// A wager is lowered.
    Reduce {
        /// Its number in the book.
        at: usize,
        /// What is left of it.
        to: Cents,
        /// The clause that allows it.
        clause: Clause,
    },
    /// A wager is called on or off.
    Call {
        /// The spot on which the wager lies.
        key: Key<On>,
        /// The wager is called on; else off.
        on: bool,
    },
}

impl OwnPlan for Plan {
    /// Nobody pays for any of it: wagers only come down or are lowered, and what an invalid roll has paid
    /// is taken back by corrections.
    fn cost(&self) -> Option<Cost> {
        match self {
            Self::Throw
            | Self::NoRoll(_)
            | Self::Report(_)
            | Self::DieOff(_)
            | Self::DieFound { .. }
            | Self::NewDice
            | Self::Invalidate { .. }
            | Self::TakeDice { .. }
            | Self::ChooseDice(_)
            | Self::RefuseDice
            | Self::PassDice { .. }
            | Self::Remove { .. }
            | Self::Reduce { .. }
            | Self::Call { .. } => None,
        }
    }
}
