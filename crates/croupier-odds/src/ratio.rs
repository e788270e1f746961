//! Exact fractions.

use core::fmt;
use core::iter::Sum;
use core::ops::{Add, Div, Mul, Neg, Sub};

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// A fraction in lowest terms, of any size.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ratio(RBig);

impl Ratio {
    /// Makes `numerator / denominator`.
    ///
    /// # Panics
    /// When the denominator is 0.
    pub fn new(numerator: i128, denominator: u128) -> Self {
        Self(RBig::from_parts(IBig::from(numerator), UBig::from(denominator)))
    }

    /// Returns the fraction 0, where sums begin.
    pub fn zero() -> Self {
        Self(RBig::ZERO)
    }

    /// Returns the fraction 1: what is certain.
    pub fn one() -> Self {
        Self(RBig::ONE)
    }

    /// Tells whether this is nothing.
    pub fn is_zero(&self) -> bool {
        self.0 == RBig::ZERO
    }

    /// Returns the next whole number that is not below this; `None` if it does not fit.
    pub(crate) fn ceiling(&self) -> Option<u64> {
        u64::try_from(self.0.ceil()).ok()
    }

    /// Returns so many times this, where that is a whole number.
    pub(crate) fn whole_times(&self, times: i128) -> Option<i128> {
        let product = self.0.clone() * IBig::from(times);
        (product.denominator() == &UBig::ONE).then_some(())?;
        i128::try_from(product.numerator().clone()).ok()
    }

    /// Returns the nearest floating-point number, for showing only.
    pub fn to_f64(&self) -> f64 {
        self.0.to_f64().value()
    }
}

impl fmt::Display for Ratio {
    /// Writes `numerator/denominator`, also when the denominator is 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.0.numerator(), self.0.denominator())
    }
}

impl Add for Ratio {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Ratio {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul for Ratio {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self(self.0 * other.0)
    }
}

impl Div for Ratio {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        Self(self.0 / other.0)
    }
}

impl Neg for Ratio {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Sum for Ratio {
    fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
        items.fold(Self::zero(), |sum, item| sum + item)
    }
}
