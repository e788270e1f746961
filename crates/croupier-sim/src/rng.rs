//! The simulator's chance: xoshiro256++, one stream for each block of a run, drawn from without bias.
//!
//! This is for simulation only. It is fast and passes the usual batteries, but whoever sees some of
//! it can foretell the rest; live tables draw from another source.

use crate::draw::{split, unfair};

/// A stream of numbers that follows from a seed and a block.
#[derive(Clone, Debug)]
pub struct Stream {
    state: [u64; 4],
}

impl Stream {
    /// The stream of a block in the run of a seed.
    ///
    /// Every block starts from another value of a 64-bit permutation of the seed, and takes its
    /// state from there by SplitMix64, as the authors of xoshiro advise.
    pub fn new(seed: u64, block: u64) -> Self {
        let mut at = mix(mix(seed.wrapping_add(GAMMA)) ^ mix(block).wrapping_add(GAMMA));
        let state = [(); 4].map(|()| {
            at = at.wrapping_add(GAMMA);
            mix(at)
        });
        Self { state }
    }

    /// Returns 64 fresh bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let s = &mut self.state;
        let bits = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        bits
    }

    /// Returns a number below `bound`, each equally likely: the high half of a product, drawn again
    /// in the few cases that would favour some numbers (Lemire's method).
    ///
    /// # Panics
    /// If `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "there is no number below 0");
        loop {
            let ([number], rest) = split::<32, 1>(self.bits() >> 32, &[u64::from(bound)]);
            // Below the bound, one rest in some thousand millions is unfair: the remainder is
            // worked out only then.
            if rest >= u64::from(bound) || rest >= unfair::<32>(u64::from(bound)) {
                return number;
            }
        }
    }
}

const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// SplitMix64's permutation of 64-bit numbers.
const fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::Stream;

    #[test]
    fn the_generator_gives_the_numbers_of_its_authors() {
        // The first numbers of xoshiro256++ from the state 1, 2, 3, 4.
        let mut stream = Stream { state: [1, 2, 3, 4] };
        let want = [41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386];
        assert_eq!(want.map(|_| stream.bits()), want);
    }

    #[test]
    fn a_stream_follows_from_its_seed_and_block_and_from_nothing_else() {
        let first = |seed, block| Stream::new(seed, block).bits();
        assert_eq!(first(1, 2), first(1, 2));
        let mut all: Vec<_> = (0..50).flat_map(|a| (0..50).map(move |b| first(a, b))).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 2_500);
    }

    #[test]
    fn every_number_below_a_bound_comes_as_often() {
        let mut stream = Stream::new(7, 0);
        let mut counts = [0_i64; 6];
        for _ in 0..600_000 {
            counts[stream.below(6) as usize] += 1;
        }
        // Five standard deviations are 1,443.
        assert!(counts.iter().all(|count| (count - 100_000).abs() < 1_443), "{counts:?}");
    }
}
