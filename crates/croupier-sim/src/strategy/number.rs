//! Numbers of a strategy: ten-thousandths, so that money, counts and fractions are one exact kind.

use core::fmt;
use core::ops::{Add, Neg, Sub};

use croupier_engine::Cents;

/// A number with four digits after the point; an amount of money is a number of dollars.
///
/// Arithmetic never fails: it stops at the largest number, and a division by nothing gives nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Number(pub i64);

const ONE: i64 = 10_000;
const A_CENT: i64 = 100;

impl Number {
    /// Nothing.
    pub const ZERO: Self = Self(0);
    /// More than any amount.
    pub const MOST: Self = Self(i64::MAX);

    /// A whole number.
    pub const fn whole(number: i64) -> Self {
        Self(number.saturating_mul(ONE))
    }

    /// An amount of money.
    pub const fn cents(cents: i64) -> Self {
        Self(cents.saturating_mul(A_CENT))
    }

    /// Returns the amount of money, without parts of a cent; nothing below 0.
    pub fn to_cents(self) -> Cents {
        Cents(u64::try_from(self.0 / A_CENT).unwrap_or(0))
    }

    /// Returns the number without what is after its point.
    pub const fn to_whole(self) -> i64 {
        self.0 / ONE
    }

    /// Reads a number: digits, perhaps a point and up to four more.
    pub fn read(text: &str) -> Option<Self> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let digits = digits.replace('_', "");
        let (whole, part) = digits.split_once('.').unwrap_or((&digits, ""));
        let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || part.len() > 4 || !plain(whole) || !plain(part) {
            return None;
        }
        let whole: i64 = whole.parse().ok()?;
        let part: i64 = format!("{part:0<4}").parse().ok()?;
        let number = whole.checked_mul(ONE)?.checked_add(part)?;
        Some(Self(if negative { -number } else { number }))
    }

    /// Multiplies.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        Self::narrow(i128::from(self.0) * i128::from(other.0) / i128::from(ONE))
    }

    /// Divides; nothing when `other` is nothing.
    #[must_use]
    pub fn over(self, other: Self) -> Self {
        match other.0 {
            0 => Self::ZERO,
            by => Self::narrow(i128::from(self.0) * i128::from(ONE) / i128::from(by)),
        }
    }

    /// Returns what a division leaves; nothing when `other` is nothing.
    #[must_use]
    pub fn left_by(self, other: Self) -> Self {
        Self(self.0.checked_rem(other.0).unwrap_or(0))
    }

    /// Returns the next multiple of `step` downwards; the number itself when `step` is nothing.
    #[must_use]
    pub fn down_to(self, step: Self) -> Self {
        match step.0.checked_abs() {
            None | Some(0) => self,
            Some(step) => Self(self.0.div_euclid(step).saturating_mul(step)),
        }
    }

    /// Returns the next multiple of `step` upwards.
    #[must_use]
    pub fn up_to(self, step: Self) -> Self {
        -(-self).down_to(step)
    }

    fn narrow(number: i128) -> Self {
        let most = i128::from(i64::MAX);
        Self(number.clamp(-most, most) as i64)
    }
}

impl Add for Number {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::narrow(i128::from(self.0) + i128::from(other.0))
    }
}

impl Sub for Number {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::narrow(i128::from(self.0) - i128::from(other.0))
    }
}

impl Neg for Number {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.saturating_neg())
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (size, sign) = (self.0.unsigned_abs(), if self.0 < 0 { "-" } else { "" });
        let one = ONE.unsigned_abs();
        let text = format!("{sign}{}.{:04}", size / one, size % one);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

#[cfg(test)]
mod tests {
    use super::Number;

    fn number(text: &str) -> Number {
        Number::read(text).unwrap()
    }

    #[test]
    fn numbers_read_as_they_are_written() {
        for text in ["0", "12", "-3", "12.5", "0.0001", "1000000.25"] {
            assert_eq!(number(text).to_string(), text);
        }
        for text in ["", "-", ".", ".5", "1.23456", "1e5", "1.2.3", "99999999999999999999"] {
            assert_eq!(Number::read(text), None, "{text}");
        }
    }

    #[test]
    fn arithmetic_is_total() {
        assert_eq!(number("10").over(number("3")).to_string(), "3.3333");
        assert_eq!(number("10").over(Number::ZERO), Number::ZERO);
        assert_eq!(number("10").left_by(Number::ZERO), Number::ZERO);
        assert_eq!(Number::MOST.times(Number::MOST), Number::MOST);
        assert_eq!(Number::MOST + Number::MOST, Number::MOST);
        assert_eq!(number("17").down_to(number("6")), number("12"));
        assert_eq!(number("17").up_to(number("6")), number("18"));
        assert_eq!(number("-17").down_to(number("6")), number("-18"));
        assert_eq!(Number(i64::MIN).down_to(Number(i64::MIN)), Number(i64::MIN));
        assert_eq!(number("12.345").to_cents().0, 1234);
        assert_eq!(number("-12.345").to_cents().0, 0);
    }
}
