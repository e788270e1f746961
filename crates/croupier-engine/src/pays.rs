//! The pay table of a game as data: what each kind of win is paid, and by which clauses.
//!
//! An order often decides a wager in one clause and writes its price in another. A row has both. The
//! verdicts of a game take their prices from the same constants as its rows, so that a price is
//! written once.

use crate::clause::Clause;
use crate::effect::Outcome;
use crate::input::WagerId;
use crate::money::{Odds, Rounding};
use crate::wager::{Price, Verdict, win};

/// One row of a pay table: a kind of win, and what it is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pays {
    /// The wager that wins.
    pub on: WagerId,
    /// The numbers of the wager for which this row holds; empty if the number makes no difference.
    pub marks: &'static [u8],
    /// The price in the order; a prize is so many times the wager, which is gone.
    pub odds: Odds,
    /// The part of the stake that is alive in such a win, as a fraction.
    pub part: (u8, u8),
    /// The clause by which the engine says that the wager wins.
    pub cited: Clause,
    /// The clauses that write the price, where they are others than the one that decides the win.
    pub written: &'static [&'static str],
    /// The tables at which this row holds.
    pub at: At,
    /// How winnings that are no whole number of chips are rounded.
    pub rounding: Rounding,
    /// The stake is gone when the wager wins, and the price is a fixed prize.
    pub is_prize: bool,
}

/// The tables of a game at which a price holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// The same at all tables of the game.
    Every,
    /// Tables without a variant.
    Plain,
    /// Tables with this variant, by its place in the game's list of variants.
    Variant(u8),
}

impl Pays {
    /// Says that `on` is paid at `odds` when it wins by the clause `cited`.
    pub const fn new(on: WagerId, odds: Odds, cited: Clause) -> Self {
        let (marks, written) = (&[], &[]);
        let (at, rounding) = (At::Every, Rounding::Up);
        Self { on, marks, odds, part: (1, 1), cited, written, at, rounding, is_prize: false }
    }

    /// The same for these numbers of the wager alone.
    pub const fn on(self, marks: &'static [u8]) -> Self {
        Self { marks, ..self }
    }

    /// The same with the clauses that write the price.
    pub const fn written(self, written: &'static [&'static str]) -> Self {
        Self { written, ..self }
    }

    /// The same where only `alive / of` of the stake is alive in the win.
    pub const fn on_part(self, alive: u8, of: u8) -> Self {
        Self { part: (alive, of), ..self }
    }

    /// The same at tables without a variant.
    pub const fn plain(self) -> Self {
        Self { at: At::Plain, ..self }
    }

    /// The same at tables with one variant.
    pub const fn variant(self, variant: u8) -> Self {
        Self { at: At::Variant(variant), ..self }
    }

    /// The same with winnings that are rounded down to whole chips.
    pub const fn rounded_down(self) -> Self {
        Self { rounding: Rounding::Down, ..self }
    }

    /// The same as a fixed prize.
    pub const fn prize(self) -> Self {
        Self { is_prize: true, ..self }
    }

    /// Tells whether a verdict on a wager with this number is such a win.
    pub fn fits(&self, mark: Option<u8>, verdict: &Verdict) -> bool {
        let price = match verdict.price {
            Price::Odds(odds) => odds == self.odds,
            Price::Prize(_) => self.is_prize,
            Price::None => false,
        };
        let wins = verdict.outcome == Outcome::Win && price;
        wins && self.holds_for(mark) && self.cited == verdict.clause
    }

    /// Tells whether the row holds for a wager with this number.
    pub fn holds_for(&self, mark: Option<u8>) -> bool {
        mark.is_none_or(|mark| self.marks.is_empty() || self.marks.contains(&mark))
    }

    /// Tells whether a table with this variant pays such a win.
    pub fn is_paid_at(&self, variant: Option<u8>) -> bool {
        match self.at {
            At::Every => true,
            At::Plain => variant.is_none(),
            At::Variant(only) => variant == Some(only),
        }
    }

    /// Returns the verdict of such a win, where it is paid by odds on the stake.
    pub fn verdict(&self) -> Option<Verdict> {
        let won = win(self.odds, self.cited).on_part(self.part.0, self.part.1);
        (!self.is_prize).then_some(Verdict { rounding: self.rounding, ..won })
    }
}
