//! What a wanted stake becomes: in the units of the sign, within its limits, and covered by the hand.

use croupier_engine::input::Spot;
use croupier_engine::{AnyTable, Cents};

use crate::strategy::Short;

/// What becomes of a stake that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sized {
    /// So much is added.
    Add(Cents),
    /// So much is added, though more is wanted: the hand does not cover it.
    Less(Cents),
    /// Nothing is to be added.
    Nothing,
    /// The table takes no stake here, however small or large.
    Unfit,
    /// The hand does not cover it.
    Short,
}

/// Brings a wager from what stands to what is wanted.
pub(super) fn size(
    table: &AnyTable,
    spot: &Spot,
    wanted: Cents,
    standing: Cents,
    hand: Cents,
    short: Short,
) -> Sized {
    if wanted.is_zero() {
        return Sized::Nothing;
    }
    let grid = Grid::of(table, spot);
    let target = match grid.fit(wanted) {
        None if standing.is_zero() => return Sized::Unfit,
        Some(target) if target > standing => target,
        Some(_) | None => return Sized::Nothing,
    };
    let covers = |add: Cents| add + table.commission(spot, add) <= hand;
    let add = target - standing;
    if covers(add) {
        return Sized::Add(add);
    }
    if short != Short::Less {
        return Sized::Short;
    }
    // The charge for all that is in hand is no less than the charge for a part of it.
    let most = hand.saturating_sub(table.commission(spot, hand));
    match grid.below(standing + most).filter(|&target| target > standing) {
        Some(target) if covers(target - standing) => Sized::Less(target - standing),
        Some(_) | None => Sized::Short,
    }
}

/// The stakes that a spot takes: from the least to the most, in equal steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Grid {
    least: u64,
    most: u64,
    step: u64,
    /// Every stake is a multiple of this.
    parts: u64,
}

impl Grid {
    fn of(table: &AnyTable, spot: &Spot) -> Self {
        let rules = table.rules();
        let limit = rules.limit(spot.on);
        let parts = parts(table, spot) * rules.chip.0;
        match table.own_measure(spot) {
            // The sign does not bind it; whoever pays in chips still stakes in units, if they fit.
            Some(most) => {
                let step = if most.0 < limit.unit.0 { 1 } else { limit.unit.0 };
                Self { least: 0, most: most.0, step, parts: 1 }
            }
            None => Self { least: limit.min.0, most: limit.max.0, step: limit.unit.0, parts },
        }
    }

    /// Returns the stake that a player who wants so much makes: rounded down to the units, but not
    /// below the least.
    fn fit(&self, wanted: Cents) -> Option<Cents> {
        self.below(wanted).or_else(|| self.above(self.least.max(1)))
    }

    /// Returns the highest stake that is not above `most`.
    fn below(&self, most: Cents) -> Option<Cents> {
        let most = most.0.min(self.most);
        if most < self.least {
            return None;
        }
        let mut stake = self.least + (most - self.least) / self.step * self.step;
        for _ in 0..self.tries() {
            if stake.is_multiple_of(self.parts) {
                return (stake > 0).then_some(Cents(stake));
            }
            stake = stake.checked_sub(self.step).filter(|&stake| stake >= self.least)?;
        }
        None
    }

    /// Returns how many steps are worth trying: their remainders repeat.
    const fn tries(&self) -> u64 {
        let period = self.parts / gcd(self.parts, self.step);
        if period > MOST_TRIES { MOST_TRIES } else { period }
    }

    /// Returns the lowest stake that is not below `least`.
    fn above(&self, least: u64) -> Option<Cents> {
        let mut stake = self.least + (least - self.least).div_ceil(self.step) * self.step;
        for _ in 0..self.tries() {
            if stake > self.most {
                return None;
            }
            if stake > 0 && stake.is_multiple_of(self.parts) {
                return Some(Cents(stake));
            }
            stake += self.step;
        }
        None
    }
}

/// A sign whose units meet whole parts of a wager more rarely than this does not take it.
const MOST_TRIES: u64 = 1_000;

const fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Returns into how many equal parts a wager is split, as its pay table says.
fn parts(table: &AnyTable, spot: &Spot) -> u64 {
    let row = table.kind().pays().iter().find(|row| row.on == spot.on);
    row.map_or(1, |row| u64::from(row.part.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stake_is_brought_to_the_grid() {
        let grid = Grid { least: 500, most: 10_000, step: 250, parts: 1 };
        let check = |wanted, want| assert_eq!(grid.fit(Cents(wanted)), Some(Cents(want)));
        check(1, 500);
        check(500, 500);
        check(999, 750);
        check(10_001, 10_000);
        check(u64::MAX, 10_000);
        assert_eq!(grid.below(Cents(499)), None);
        let free = Grid { least: 0, most: 2_050, step: 100, parts: 1 };
        assert_eq!(free.fit(Cents(3_000)), Some(Cents(2_000)));
        assert_eq!(free.fit(Cents(30)), Some(Cents(100)));
    }

    #[test]
    fn a_stake_of_parts_can_be_split() {
        let horn = Grid { least: 500, most: 10_000, step: 100, parts: 400 };
        assert_eq!(horn.fit(Cents(1_000)), Some(Cents(800)));
        assert_eq!(horn.fit(Cents(500)), Some(Cents(800)));
        assert_eq!(horn.below(Cents(700)), None);
        let never = Grid { least: 100, most: 300, step: 100, parts: 400 };
        assert_eq!(never.fit(Cents(300)), None);
    }
}
