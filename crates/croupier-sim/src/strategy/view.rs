//! What a player at the table may know: the only thing that a strategy can ask about.

use croupier_engine::wager::Mark;
use croupier_engine::{Kind, WagerId};

use super::number::Number;

/// How many places a wager has: one for each number it can be on, and one for none.
const PLACES: usize = 16;
const NO_NUMBER: usize = PLACES - 1;

/// What a player knows at a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Money in hand.
    pub bankroll: Number,
    /// Money on the layout.
    pub standing: Number,
    /// What the player came with.
    pub start: Number,
    /// What the player wants to leave with.
    pub goal: Number,
    /// The most that the player had, in hand and on the layout.
    pub peak: Number,
    /// The least that the sign allows.
    pub minimum: Number,
    /// The most that the sign allows.
    pub maximum: Number,
    /// Rounds, or rolls, that are over.
    pub round: i64,
    /// Rounds, or rolls, that are to come.
    pub rounds_left: i64,
    /// What the last round won or lost, or the wager that an `[[after]]` is about.
    pub net: Number,
    /// Rounds won since the last that was lost.
    pub win_run: i64,
    /// Rounds lost since the last that was won.
    pub loss_run: i64,
    /// The come out point; 0 while the puck is off.
    pub point: u8,
    /// The last roll; 0 before the first.
    pub roll: u8,
    /// The last roll was a pair.
    pub hard: bool,
    /// The number that a rule is about.
    pub number: u8,
    /// The running count.
    pub count: Number,
    /// Cards that have not been seen since the shuffle.
    pub cards_left: i64,
    /// The same by rank, the ace first.
    pub ranks_left: [i64; 13],
    /// The count of the player's hand.
    pub total: u8,
    /// The count of the dealer's cards.
    pub dealer: u8,
    /// The ranks of the player's first two cards, ace 1, king 13.
    pub hand: [u8; 2],
    /// What stands on each place.
    pub stakes: Vec<Number>,
    /// Named numbers.
    pub variables: Vec<Number>,
    /// Named lists.
    pub lists: Vec<Vec<Number>>,
    /// What named numbers start from.
    pub first_variables: Vec<Number>,
    /// What named lists start from.
    pub first_lists: Vec<Vec<Number>>,
}

impl View {
    /// Returns money in hand and on the layout.
    pub fn worth(&self) -> Number {
        self.bankroll + self.standing
    }

    /// Returns decks that have not been seen.
    pub fn decks_left(&self) -> Number {
        Number::whole(self.cards_left).over(Number::whole(52))
    }
}

/// Returns how many places the wagers of a game have.
pub fn places(kind: Kind) -> usize {
    kind.layouts().len() * PLACES
}

/// Returns the place of a wager.
pub fn place(on: WagerId, mark: Option<u8>) -> usize {
    let mark = mark.map_or(NO_NUMBER, |mark| usize::from(mark).min(NO_NUMBER - 1));
    usize::from(on.0) * PLACES + mark
}

/// Returns the numbers that a wager can be on.
pub fn numbers(kind: Kind, on: WagerId) -> &'static [u8] {
    match kind.layouts()[usize::from(on.0)].mark {
        Mark::None => &[],
        Mark::Number(marks) | Mark::Point(marks) | Mark::Travels(marks) => marks,
    }
}
