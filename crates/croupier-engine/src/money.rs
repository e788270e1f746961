//! Money in whole cents and odds in whole pairs; the one place where an amount is rounded.

use core::fmt;
use core::ops::{Add, AddAssign, Sub, SubAssign};

use crate::stored;

/// An amount of money: a whole number of cents, never negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cents(pub u64);

/// Returns the greatest number that divides both; 1 if both are nothing, so that one may divide by it.
pub const fn gcd(one: u128, other: u128) -> u128 {
    let (mut one, mut other) = (one, other);
    while other != 0 {
        (one, other) = (other, one % other);
    }
    if one == 0 { 1 } else { one }
}

impl Cents {
    /// The amount of an empty account, and where sums begin.
    pub const ZERO: Self = Self(0);
    /// The largest amount that a table takes as one wager, meter or chip. Three hundred times as
    /// much, the highest multiple any order pays, still fits.
    pub const CEILING: Self = Self(10_000_000_000_000_000);

    /// No amount that is ever kept is above this: accounts count with a sign.
    const MOST_OF_ANYTHING: u64 = i64::MAX.cast_unsigned();

    /// Tells whether this is no money at all.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Subtracts, stopping at nothing.
    pub const fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// Returns `numerator / denominator` of this amount, rounded up to a whole `chip`.
    ///
    /// This is the only rounding in favour of a player, and it happens once for each wager.
    pub fn share_up(self, numerator: u64, denominator: u64, chip: Self) -> Self {
        self.share(numerator, denominator, chip, u128::div_ceil)
    }

    /// Tells whether this amount is a whole number of chips of this value.
    pub const fn is_whole(self, chip: Self) -> bool {
        chip.0 == 1 || self.0.is_multiple_of(chip.0)
    }

    /// Returns `numerator / denominator` of this amount, rounded down to a whole `chip`.
    pub fn share_down(self, numerator: u64, denominator: u64, chip: Self) -> Self {
        self.share(numerator, denominator, chip, |shares, per_chip| shares / per_chip)
    }

    fn share(
        self,
        numerator: u64,
        denominator: u64,
        chip: Self,
        divide: impl Fn(u128, u128) -> u128,
    ) -> Self {
        let chip = u128::from(chip.0.max(1));
        let shares = u128::from(self.0) * u128::from(numerator);
        Self::narrow(divide(shares, u128::from(denominator) * chip) * chip)
    }

    fn narrow(cents: u128) -> Self {
        Self(u64::try_from(cents).expect("stakes, chips and prizes stay below the ceiling"))
    }
}

stored! { struct Cents(cents) check |it| it.0 <= Self::MOST_OF_ANYTHING }

impl Add for Cents {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.checked_add(other.0).expect("stakes and prizes stay below the ceiling"))
    }
}

impl AddAssign for Cents {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Cents {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.checked_sub(other.0).expect("only what is there is taken away"))
    }
}

impl SubAssign for Cents {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

/// How winnings that are no whole number of chips are paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// Up to the next chip, in favour of the player.
    Up,
    /// Down to the chip below, so that a commission in the price is never less than its rate.
    Down,
}

impl Rounding {
    /// Returns `numerator / denominator` of a stake in whole chips.
    pub fn share(self, stake: Cents, (numerator, denominator): (u64, u64), chip: Cents) -> Cents {
        match self {
            Self::Up => stake.share_up(numerator, denominator, chip),
            Self::Down => stake.share_down(numerator, denominator, chip),
        }
    }
}

/// The price of a winning wager: `wins` for every `per` staked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Odds {
    /// What is won: 6 in odds of 6 to 5.
    pub wins: u16,
    /// On how much of the stake: 5 in odds of 6 to 5.
    pub per: u16,
}

impl Odds {
    /// States the price `wins` to `per`.
    pub const fn new(wins: u16, per: u16) -> Self {
        Self { wins, per }
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.wins, self.per)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winnings_are_paid_up_to_the_next_chip_once() {
        let check = |stake, (wins, per), chip, want| {
            assert_eq!(Cents(stake).share_up(wins, per, Cents(chip)), Cents(want));
        };
        check(1000, (1, 1), 1, 1000);
        check(1000, (19, 20), 1, 950);
        check(1000, (19, 20), 500, 1000);
        check(999, (19, 20), 1, 950);
        check(5, (5, 11), 1, 3);
        check(0, (33, 1), 500, 0);
        check(Cents::CEILING.0, (300, 1), 1, Cents::CEILING.0 * 300);
        check(Cents::CEILING.0, (5, 11), Cents::CEILING.0, Cents::CEILING.0);
    }

    #[test]
    fn shares_of_a_stake_go_down_to_a_chip() {
        assert_eq!(Cents(2030).share_down(1, 20, Cents(1)), Cents(101));
        assert_eq!(Cents(2030).share_down(1, 20, Cents(100)), Cents(100));
        assert_eq!(Cents(1900).share_down(1, 20, Cents(100)), Cents(0));
    }
}
