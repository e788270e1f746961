//! A map from chains to something, which is asked several times for each entry.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::Chain;

/// A map from chains. Their numbers come from the floor, so nobody can choose them to collide.
pub(crate) type ChainMap<T> = HashMap<Chain, T, BuildHasherDefault<ChainHasher>>;

/// Spreads the number of a chain over 64 bits.
#[derive(Default)]
pub(crate) struct ChainHasher(u64);

impl Hasher for ChainHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u32(u32::from(*byte)));
    }

    fn write_u32(&mut self, number: u32) {
        self.0 = (self.0 ^ u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
