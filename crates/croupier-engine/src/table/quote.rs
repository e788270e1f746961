//! What may be staked on a spot now: the same measure by which a wager is refused, turned round.

use crate::effect::Refusal;
use crate::game::{Bid, Game};
use crate::input::{Input, Spot};
use crate::money::Cents;
use crate::table::Table;
use crate::wager::On as _;
use crate::why::Why;

/// What may be added on a spot now: `least`, and from there in steps of `unit` up to `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quote {
    /// The least amount that is taken.
    pub least: Cents,
    /// The most that can be added, by the sign and by what stands already.
    pub most: Cents,
    /// The step between two amounts that are taken.
    pub unit: Cents,
    /// Into how many equal parts the wager is split.
    pub parts: u8,
}

impl Quote {
    /// Narrows it to the amounts that are multiples of `whole`, such as the chips of a table; `None` if
    /// there are none.
    pub fn in_multiples_of(&self, whole: Cents) -> Option<Self> {
        let amounts = Sums::meet(self.least.0, self.unit.0, whole.0.max(1))?;
        let most = u128::from(self.most.0);
        let least = amounts.at_least(u128::from(self.least.0));
        let cents = |amount: u128| Cents(u64::try_from(amount).unwrap_or(u64::MAX));
        (least <= most).then(|| Self {
            least: cents(least),
            most: cents(amounts.at_most(most, least)),
            unit: cents(amounts.step),
            parts: self.parts,
        })
    }

    /// Returns the highest amount that is not above `most`.
    pub fn at_most(&self, most: Cents) -> Option<Cents> {
        let most = most.min(self.most);
        let above = most.0.checked_sub(self.least.0)?;
        Some(Cents(self.least.0 + above / self.unit.0 * self.unit.0))
    }
}

impl<G: Game> Table<G> {
    /// Says what may be added on a spot now.
    ///
    /// # Errors
    /// Refuses what [`decide`](Self::decide) refuses whatever the amount. Where the amounts that can
    /// be split and those that the sign allows do not meet, the clause is that of the sign.
    pub fn quote(&self, spot: &Spot) -> Result<Quote, Refusal> {
        self.bid(spot).and_then(|bid| self.measure(&bid))
    }

    /// Checks that a wager may be placed or added to on a spot now, whatever the amount.
    ///
    /// # Errors
    /// Refuses a spot that takes nothing now.
    pub fn admits(&self, spot: &Spot) -> Result<(), Refusal> {
        self.bid(spot).map(drop)
    }

    /// Checks what a wager must satisfy apart from its amount.
    fn bid(&self, spot: &Spot) -> Result<Bid<G::On>, Refusal> {
        if let Some(hold) = &self.hold {
            return Err(Refusal::new(hold.clause, Why::QuestionIsOpen));
        }
        if let Some(due) = self.fault.due {
            return Err(self.refuses_in_repair(due));
        }
        if let Some(rebuild) = &self.rebuild {
            let input = Input::Wager { spot: *spot, amount: Cents::ZERO, confirmed: false };
            return Err(rebuild.refuses(&input));
        }
        self.open_spot(Self::wager_on(spot)?, spot, false)
    }

    /// Finds the amounts that may be added to a spot that takes wagers.
    fn measure(&self, bid: &Bid<G::On>) -> Result<Quote, Refusal> {
        let Bid { key, standing, .. } = *bid;
        let parts = key.on.layout().parts;
        if let Some((price, _)) = self.check_price(bid)? {
            self.check_tokens(bid)?;
            return Ok(Quote { least: price, most: price, unit: price, parts });
        }
        self.check_tokens(bid)?;
        let whole = u64::from(parts) * self.rules.chip.0;
        let limit = self.rules.limit_of(key.player, key.on.id());
        let (first, unit, most, refusal) = match G::own_measure(self, &key) {
            Some((most, clause)) => (0, 1, most, Refusal::new(clause, Why::AboveOwnMeasure)),
            None => {
                let refusal = Refusal::new(G::HOUSE.limits, Why::AboveMaximum);
                (limit.min.0, limit.unit.0, limit.max, refusal)
            }
        };
        let stands = u128::from(standing.0);
        let ceiling = stands + u128::from(Cents::CEILING.0);
        let splits = (stands / u128::from(whole) + 1) * u128::from(whole) <= ceiling;
        Refusal::new(key.on.layout().split, Why::CannotBeSplit).when(!splits)?;
        let sums = Sums::meet(first, unit, whole).ok_or(refusal)?;
        let most = u128::from(most.0).min(ceiling);
        let least = sums.at_least(u128::from(first).max(stands + 1));
        if least > most {
            return Err(refusal);
        }
        let cents = |amount: u128| Cents(u64::try_from(amount).unwrap_or(u64::MAX));
        Ok(Quote {
            least: cents(least - stands),
            most: cents(sums.at_most(most, least) - stands),
            unit: cents(sums.step),
            parts,
        })
    }
}

/// The sums that may lie on a spot: a lowest one, and from there in equal steps.
#[derive(Clone, Copy, Debug)]
struct Sums {
    lowest: u128,
    step: u128,
}

impl Sums {
    /// Finds the multiples of `whole` that lie a number of `unit`s from `first`.
    fn meet(first: u64, unit: u64, whole: u64) -> Option<Self> {
        let (first, unit, whole) = (i128::from(first), i128::from(unit), i128::from(whole));
        // Extended Euclid: `inverse * whole` is `common`, but for multiples of `unit`.
        let (mut common, mut rest) = (whole, unit);
        let (mut inverse, mut next) = (1_i128, 0_i128);
        while rest != 0 {
            let quotient = common / rest;
            (common, rest) = (rest, common - quotient * rest);
            (inverse, next) = (next, inverse - quotient * next);
        }
        if first % common != 0 {
            return None;
        }
        let period = unit / common;
        let times = (first / common % period * (inverse % period)).rem_euclid(period);
        let positive = |sum: i128| u128::try_from(sum).unwrap_or(0);
        Some(Self { lowest: positive(times * whole), step: positive(period * whole) })
    }

    /// Returns the first sum that is not below `least`.
    const fn at_least(&self, least: u128) -> u128 {
        self.lowest + least.saturating_sub(self.lowest).div_ceil(self.step) * self.step
    }

    /// Returns the last sum from `least` on that is not above `most`.
    const fn at_most(&self, most: u128, least: u128) -> u128 {
        least + (most - least) / self.step * self.step
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_is_narrowed_to_whole_chips() {
        let check = |(least, most, unit): (u64, u64, u64), whole, want| {
            let quote =
                Quote { least: Cents(least), most: Cents(most), unit: Cents(unit), parts: 1 };
            let narrow = quote.in_multiples_of(Cents(whole));
            assert_eq!(narrow.map(|it| (it.least.0, it.most.0, it.unit.0)), want);
        };
        check((1, 1050, 1), 100, Some((100, 1000, 100)));
        check((300, 10_000, 700), 100, Some((300, 9_400, 700)));
        check((150, 1_000, 100), 250, Some((250, 750, 500)));
        check((500, 500, 500), 200, None);
        check((1, 99, 1), 100, None);
        check((150, 10_000, 100), 100, None);
    }

    #[test]
    fn amounts_lie_on_the_grid() {
        let quote = Quote { least: Cents(500), most: Cents(10_000), unit: Cents(250), parts: 1 };
        let check = |most, want: Option<u64>| {
            assert_eq!(quote.at_most(Cents(most)), want.map(Cents));
        };
        check(499, None);
        check(500, Some(500));
        check(999, Some(750));
        check(u64::MAX, Some(10_000));
    }
}
