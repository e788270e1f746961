//! One wager's part in an outcome, as the engine judges it, and what it wins or loses.

use croupier_engine::wager::{Price, Verdict};
use croupier_engine::{Cents, Outcome, WagerId};

use crate::prices::{Prices, Quote};
use crate::ratio::Ratio;
use crate::report::Terms;

/// How wins are paid: at which prices, on what terms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pay<'a> {
    pub(crate) prices: &'a Prices,
    pub(crate) terms: Terms,
}

/// One wager's part in an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// The wager that is counted.
    pub(crate) on: WagerId,
    /// What the rules make of it.
    pub(crate) verdict: Verdict,
    /// Another price than the order's.
    pub(crate) quote: Option<Quote>,
    /// What was charged when it was placed, for each unit, as a fraction.
    pub(crate) charge: (u64, u64),
    /// The price of a wager that is gone when it wins a prize.
    pub(crate) price: Cents,
}

impl Pay<'_> {
    /// Makes a part of a verdict. It costs nothing beyond its stake.
    pub(crate) fn part(&self, on: WagerId, mark: Option<u8>, verdict: Verdict) -> Part {
        let quote = self.prices.quoted(on, mark, &verdict);
        Part { on, verdict, quote, charge: (0, 1), price: Cents(1) }
    }
}

impl Part {
    /// Returns the price at which it wins, if it wins by odds.
    pub(crate) fn wins_at(&self) -> Option<Quote> {
        match (self.verdict.outcome, self.verdict.price) {
            (Outcome::Win, Price::Odds(odds)) => Some(self.quote.unwrap_or(odds.into())),
            (_, _) => None,
        }
    }

    /// Returns what is won or lost for each unit staked.
    pub(crate) fn net(&self, terms: &Terms) -> Ratio {
        self.result(terms) - terms.share(self.charge, Cents::share_down)
    }

    fn result(&self, terms: &Terms) -> Ratio {
        let (alive, of) = self.verdict.part;
        match (self.verdict.outcome, self.verdict.price) {
            (Outcome::Win, Price::Odds(odds)) => {
                let Quote { wins, per } = self.quote.unwrap_or(odds.into());
                let lost = Ratio::one() - Ratio::new(alive.into(), of.into());
                let share = (wins * u64::from(alive), per * u64::from(of));
                let rounded =
                    |stake, wins, per, chip| self.verdict.rounding.share(stake, (wins, per), chip);
                terms.share(share, rounded) - lost
            }
            (Outcome::Win, Price::Prize(prize)) => {
                let changed = self
                    .quote
                    .map(|quote| self.price.share_up(quote.wins, quote.per, terms.chip()));
                let prize = changed.unwrap_or(prize.share_up(1, 1, terms.chip()));
                Ratio::new(prize.0.into(), self.price.0.into()) - Ratio::one()
            }
            (Outcome::Surrender, _) => {
                terms.share((1, 2), Cents::share_up).min(Ratio::one()) - Ratio::one()
            }
            (Outcome::Lose, _) => -Ratio::one(),
            (Outcome::StandOff | Outcome::Void | Outcome::Returned, _)
            | (Outcome::Win, Price::None)
            | (Outcome::Commission | Outcome::Mystery, _) => Ratio::zero(),
        }
    }
}

impl Terms {
    /// Returns the smallest chip; a cent where wagers are paid exactly.
    pub(crate) fn chip(&self) -> Cents {
        self.stake.map_or(Cents(1), |(_, chip)| chip)
    }

    /// Returns a share of a unit, rounded as the stake is.
    fn share(
        &self,
        (numerator, denominator): (u64, u64),
        rounded: impl Fn(Cents, u64, u64, Cents) -> Cents,
    ) -> Ratio {
        match self.stake {
            None => Ratio::new(numerator.into(), denominator.into()),
            Some((stake, chip)) => {
                let cents = rounded(stake, numerator, denominator, chip);
                Ratio::new(cents.0.into(), stake.0.into())
            }
        }
    }
}
