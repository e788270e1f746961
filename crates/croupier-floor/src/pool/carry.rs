//! Parts of a wager that are no whole cents: carried from wager to wager as exact fractions, so that nothing is lost
//! and nothing is made up.

use croupier_engine::Cents;
use croupier_engine::money::gcd;
use serde::{Deserialize, Serialize};

/// A part of something, such as one of four: what of each wager goes to a meter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(u32, u32)", into = "(u32, u32)")]
pub struct Share {
    /// How many parts.
    pub part: u32,
    /// Of how many.
    pub of: u32,
}

croupier_engine::stored! { struct Share { part, of } check |it| it.is_sound() }

impl From<(u32, u32)> for Share {
    fn from((part, of): (u32, u32)) -> Self {
        Self { part, of }
    }
}

impl From<Share> for (u32, u32) {
    fn from(Share { part, of }: Share) -> Self {
        (part, of)
    }
}

/// The finest parts in which a wager is divided.
pub(crate) const FINEST: u32 = 1_000_000;

impl Share {
    /// The share of a meter that there is not.
    pub(crate) const NONE: Self = Self { part: 0, of: 1 };

    /// Tells whether it is a part of a whole: at most all of it, in parts that are not too fine.
    pub(crate) const fn is_sound(self) -> bool {
        self.of > 0 && self.of <= FINEST && self.part <= self.of
    }
}

/// Tells whether parts make up exactly one whole. All must be sound.
pub(crate) fn make_one(shares: &[Share]) -> bool {
    let mut sum = (0_u128, 1_u128);
    for share in shares {
        let (part, of) = (u128::from(share.part), u128::from(share.of));
        let num = sum.0 * of + part * sum.1;
        let den = sum.1 * of;
        let common = gcd(num, den);
        sum = (num / common, den / common);
    }
    sum == (1, 1)
}

/// A fraction of a cent that belongs to a meter and has not become a whole cent yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carry {
    /// How many parts of a cent; less than [`of`](Self::of).
    pub part: u64,
    /// Of how many.
    pub of: u64,
}

croupier_engine::stored! { struct Carry { part, of } check |it| it.part < it.of }

impl Default for Carry {
    fn default() -> Self {
        Self { part: 0, of: 1 }
    }
}

/// The finest fraction of a cent for which other terms are taken. A wager of the old terms that goes back afterwards
/// makes it finer once more, by [`FINEST`] at most: that still can be counted exactly.
const FINEST_CARRY: u128 = 1 << 42;

impl Carry {
    /// Tells whether parts of this kind can be carried along exactly.
    pub(crate) fn takes(self, share: Share) -> bool {
        common(self.of.into(), share.of.into()) <= FINEST_CARRY
    }

    /// Adds a part of an amount; returns the whole cents that have come together.
    pub(crate) fn add(&mut self, amount: Cents, share: Share) -> Cents {
        let (carried, part, of) = self.over(amount, share);
        let sum = carried + part;
        self.set(sum % of, of);
        whole(sum / of)
    }

    /// Takes a part of an amount away again; returns the whole cents that this takes.
    pub(crate) fn subtract(&mut self, amount: Cents, share: Share) -> Cents {
        let (carried, part, of) = self.over(amount, share);
        let lacking = part.saturating_sub(carried);
        let cents = lacking.div_ceil(of);
        self.set(carried + cents * of - part, of);
        whole(cents)
    }

    /// Returns what is carried and what a part of an amount is, both in the same parts of a cent.
    fn over(self, amount: Cents, share: Share) -> (u128, u128, u128) {
        let of = common(self.of.into(), share.of.into());
        let carried = u128::from(self.part) * (of / u128::from(self.of));
        let part = u128::from(amount.0) * u128::from(share.part) * (of / u128::from(share.of));
        (carried, part, of)
    }

    fn set(&mut self, part: u128, of: u128) {
        let common = gcd(part, of);
        let fits = |number: u128| u64::try_from(number).expect("a carry is taken only if it fits");
        (self.part, self.of) = (fits(part / common), fits(of / common));
    }
}

fn whole(cents: u128) -> Cents {
    Cents(u64::try_from(cents).expect("a part of an amount is no more than the amount"))
}

/// Returns the smallest number that both divide.
fn common(one: u128, other: u128) -> u128 {
    one / gcd(one, other) * other
}

#[cfg(test)]
mod tests {
    use super::{Carry, Cents, Share, make_one};

    /// A generator that needs nothing, for amounts and shares that nobody chose.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, most: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0 % most
        }
    }

    #[test]
    fn shares_make_one_or_not() {
        let of = |parts: &[(u32, u32)]| {
            let shares: Vec<_> = parts.iter().copied().map(Share::from).collect();
            make_one(&shares)
        };
        assert!(of(&[(1, 3), (1, 3), (1, 3)]));
        assert!(of(&[(1, 2), (1, 3), (1, 6)]));
        assert!(of(&[(999_983, 1_000_000), (17, 1_000_000), (0, 7)]));
        assert!(!of(&[(1, 2), (1, 3)]));
        assert!(!of(&[(1, 2), (1, 2), (1, 999_983)]));
    }

    /// A third of a dollar is 33 cents twice and then 34, and the other way round when it is taken back.
    #[test]
    fn thirds_come_together() {
        let (mut carry, third) = (Carry::default(), Share { part: 1, of: 3 });
        let added: Vec<_> = (0..3).map(|_| carry.add(Cents(100), third).0).collect();
        assert_eq!(added, [33, 33, 34]);
        assert_eq!(carry, Carry::default());
        let taken: Vec<_> = (0..3).map(|_| carry.subtract(Cents(100), third).0).collect();
        assert_eq!(taken, [34, 33, 33]);
        assert_eq!(carry, Carry::default());
    }

    /// Over many wagers, parts and returns in any order, cents and carries of all parts are exactly what was wagered.
    #[test]
    fn nothing_is_lost_or_made_up() {
        let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
        for _ in 0..200 {
            let of = 1 + numbers.below(1_000_000) as u32;
            let first = numbers.below(u64::from(of) + 1) as u32;
            let second = numbers.below(u64::from(of - first) + 1) as u32;
            let shares = [first, second, of - first - second].map(|part| Share { part, of });
            assert!(make_one(&shares));
            let mut carries = [Carry::default(); 3];
            let mut cents = [0_i128; 3];
            let mut standing = Vec::new();
            let mut total = 0_i128;
            for _ in 0..2_000 {
                if numbers.below(3) == 0
                    && let Some(amount) = standing.pop()
                {
                    total -= i128::from(amount);
                    for ((carry, share), cents) in carries.iter_mut().zip(shares).zip(&mut cents) {
                        *cents -= i128::from(carry.subtract(Cents(amount), share).0);
                    }
                } else {
                    let amount = 1 + numbers.below(1_000_000_000_000);
                    standing.push(amount);
                    total += i128::from(amount);
                    for ((carry, share), cents) in carries.iter_mut().zip(shares).zip(&mut cents) {
                        *cents += i128::from(carry.add(Cents(amount), share).0);
                    }
                }
                let parts: i128 = carries
                    .iter()
                    .map(|it| i128::from(it.part) * i128::from(of) / i128::from(it.of))
                    .sum();
                let whole: i128 = cents.iter().sum();
                assert_eq!(whole * i128::from(of) + parts, total * i128::from(of));
            }
        }
    }

    #[test]
    fn what_cannot_be_carried_exactly_is_known_before() {
        let mut carry = Carry::default();
        carry.add(Cents(1), Share { part: 1, of: 999_983 });
        assert!(carry.takes(Share { part: 1, of: 999_979 }));
        carry.add(Cents(1), Share { part: 1, of: 999_979 });
        carry.add(Cents(1), Share { part: 1, of: 999_961 });
        assert!(!carry.takes(Share { part: 1, of: 999_959 }));
    }
}
