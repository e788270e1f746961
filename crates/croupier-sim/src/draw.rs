//! From fresh bits to numbers below bounds, each as likely as any other: several from one word.
//!
//! A word of bits, read as a fraction, times a bound has the number wanted before the point; what is
//! behind the point goes on to the next bound. All bounds together then take equally many words,
//! except for a few words at the start of each range, which are drawn again. This is Lemire's method
//! with the product of the bounds for its bound, as Brackett-Rozinsky and Lemire describe it.

use crate::rng::Stream;

/// Splits a word of `BITS` bits into a number below each bound, and what is left of it.
///
/// The numbers are fair if only those splits are kept whose rest is not below [`unfair`].
#[inline(always)]
pub(crate) fn split<const BITS: u32, const N: usize>(
    word: u64,
    bounds: &[u64; N],
) -> ([u32; N], u64) {
    let mask = u64::MAX >> (64 - BITS);
    let mut rest = word;
    let numbers = bounds.map(|bound| {
        let product = u128::from(rest) * u128::from(bound);
        rest = product as u64 & mask;
        (product >> BITS) as u32
    });
    (numbers, rest)
}

/// Returns how many rests are one too many: 2 to the power of `BITS`, modulo the product of bounds.
pub(crate) const fn unfair<const BITS: u32>(product: u64) -> u64 {
    ((1_u128 << BITS) % product as u128) as u64
}

/// Several bounds whose product fits into one word.
#[derive(Clone, Debug)]
pub struct Bounds<const N: usize> {
    bounds: [u64; N],
    unfair: u64,
}

impl<const N: usize> Bounds<N> {
    /// Prepares bounds; `None` if one is 0 or their product is beyond a word.
    pub fn new(bounds: [u32; N]) -> Option<Self> {
        let bounds = bounds.map(u64::from);
        let product =
            bounds.iter().try_fold(1_u64, |product, &bound| product.checked_mul(bound))?;
        (product > 0).then(|| Self { bounds, unfair: unfair::<64>(product) })
    }

    /// Draws a number below each bound.
    #[inline(always)]
    pub fn draw(&self, stream: &mut Stream) -> [u32; N] {
        loop {
            let (numbers, rest) = split::<64, N>(stream.bits(), &self.bounds);
            if rest >= self.unfair {
                return numbers;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Bounds, split, unfair};
    use crate::rng::Stream;

    /// Goes through all words of 16 bits: every outcome must come from equally many of them.
    fn check<const N: usize>(bounds: [u64; N]) {
        let product: u64 = bounds.iter().product();
        let mut ways: BTreeMap<[u32; N], u64> = BTreeMap::new();
        for word in 0..1 << 16 {
            let (numbers, rest) = split::<16, N>(word, &bounds);
            assert!(numbers.iter().zip(bounds).all(|(&number, bound)| u64::from(number) < bound));
            if rest >= unfair::<16>(product) {
                *ways.entry(numbers).or_default() += 1;
            }
        }
        assert_eq!(ways.len() as u64, product, "{bounds:?}");
        let each = (1 << 16) / product;
        assert!(ways.values().all(|&ways| ways == each), "{bounds:?}");
    }

    #[test]
    fn every_outcome_comes_from_equally_many_words() {
        for bound in 1..=416 {
            check([bound]);
        }
        check([312, 207]);
        check([36, 36]);
        check([36, 36, 36]);
        check([6, 5, 4, 3, 2]);
        check([13, 12, 11, 10]);
        check([256, 256]);
    }

    #[test]
    fn bounds_that_do_not_fit_into_a_word_are_not_taken() {
        assert!(Bounds::new([416, 415, 414, 413, 412, 411]).is_some());
        assert!(Bounds::new([36; 11]).is_some());
        assert!(Bounds::new([36; 13]).is_none());
        assert!(Bounds::new([6, 0]).is_none());
    }

    #[test]
    fn numbers_follow_from_the_stream() {
        let bounds = Bounds::new([6, 6]).unwrap();
        let mut stream = Stream::new(1, 0);
        let drawn: Vec<_> = (0..4).map(|_| bounds.draw(&mut stream)).collect();
        assert_eq!(drawn, [[1, 4], [3, 3], [1, 5], [2, 0]]);
    }
}
