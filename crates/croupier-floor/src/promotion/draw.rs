//! The draw: which entries win, as a function of four things that nobody can choose together. The house is committed to
//! its seed before the first entry; the root of all entries is fixed when they close; only then the scrutineer, or the
//! public source that the terms name, gives a value. docs/promotions.md has the same in words and in a few lines of
//! Python, so that a draw can be computed again from the documents alone.
//!
//! The key of a draw is SHA-256("croupier promotion draw" | promotion | seed | root | entries | value). Block `i` is
//! SHA-256(key | i), from 0. The first eight bytes of a block are a number; if it is not below the largest multiple of
//! the number of entries, the block is passed over; else its remainder, from 0, is the entry that is drawn. Numbers are
//! written big-endian: the promotion and the entries in four bytes, `i` in eight.
//!
//! When twenty entries in a row could not win, those that cannot are put aside, and from then on the number is one among
//! those that are left, in their order. The record of the draw says so, with how many are left.

use croupier_tree::Hash;
use sha2::{Digest as _, Sha256};

use crate::random::{Key, hex};

/// After so many entries in a row that could not win, those that cannot are put aside. So a draw of all the prizes that a
/// promotion can have stays an entry of the journal that can be read.
pub const PATIENCE: u32 = 20;

/// What a draw follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawInputs {
    /// The number of the promotion.
    pub promotion: u32,
    /// The seed of the house.
    pub seed: Key,
    /// The root of the tree of all entries.
    pub root: Hash,
    /// How many entries there are.
    pub entries: u32,
    /// What the scrutineer or the public source has added.
    pub value: [u8; 32],
}

/// Returns what the house commits itself to before the first entry: the hash of the seed, bound to the promotion.
pub fn seed_commitment(promotion: u32, seed: &Key) -> String {
    let mut hash = Sha256::new();
    hash.update(b"croupier promotion commitment");
    hash.update(promotion.to_be_bytes());
    hash.update(seed);
    hex(&hash.finalize())
}

/// Returns what the scrutineer seals a value by, before it is given: its hash, bound to the promotion.
pub fn value_seal(promotion: u32, value: &[u8; 32]) -> String {
    let mut hash = Sha256::new();
    hash.update(b"croupier promotion value");
    hash.update(promotion.to_be_bytes());
    hash.update(value);
    hex(&hash.finalize())
}

/// Returns the value of a draw that follows from what a public source has published.
pub fn value_of(published: &str) -> [u8; 32] {
    Sha256::digest(published.as_bytes()).into()
}

/// The entries that are drawn, one after the other, each by its number from 1. Every entry is as likely as any other,
/// each time: one that was drawn before can be drawn again, and is then passed over with that reason.
#[derive(Clone, Debug)]
pub struct DrawnEntries {
    key: [u8; 32],
    entries: u32,
    block: u64,
}

impl DrawnEntries {
    /// Begins the draw.
    pub fn new(inputs: &DrawInputs) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"croupier promotion draw");
        hash.update(inputs.promotion.to_be_bytes());
        hash.update(inputs.seed);
        hash.update(inputs.root.0);
        hash.update(inputs.entries.to_be_bytes());
        hash.update(inputs.value);
        Self { key: hash.finalize().into(), entries: inputs.entries, block: 0 }
    }

    /// Draws the next number from 1 to this; `None` if that is 0.
    pub fn up_to(&mut self, most: u32) -> Option<u32> {
        if most == 0 {
            return None;
        }
        let most = u64::from(most);
        let last = last_fair(most);
        loop {
            let mut hash = Sha256::new();
            hash.update(self.key);
            hash.update(self.block.to_be_bytes());
            let block: [u8; 32] = hash.finalize().into();
            self.block += 1;
            let [a, b, c, d, e, f, g, h, ..] = block;
            let number = u64::from_be_bytes([a, b, c, d, e, f, g, h]);
            if number <= last {
                return u32::try_from(number % most + 1).ok();
            }
        }
    }
}

/// Returns the last number below the largest multiple: those above it would favour the first entries.
const fn last_fair(most: u64) -> u64 {
    u64::MAX - (u64::MAX % most + 1) % most
}

impl Iterator for DrawnEntries {
    type Item = u32;

    /// Draws the next entry; `None` if there is none to draw from.
    fn next(&mut self) -> Option<u32> {
        self.up_to(self.entries)
    }
}

/// Draws so many entries, each by its number from 1.
pub fn draw(inputs: &DrawInputs, count: usize) -> Vec<u32> {
    DrawnEntries::new(inputs).take(count).collect()
}

#[cfg(test)]
mod tests {
    use super::{DrawInputs, draw, last_fair, seed_commitment};
    use croupier_tree::Hash;

    fn inputs(entries: u32) -> DrawInputs {
        DrawInputs { promotion: 7, seed: [1; 32], root: Hash([2; 32]), entries, value: [3; 32] }
    }

    /// What follows from a seed, a root and a value is frozen. The numbers were computed by the Python of
    /// docs/promotions.md, and not by this program.
    #[test]
    fn draws_never_change() {
        assert_eq!(seed_commitment(7, &[1; 32]), PYTHON_COMMITMENT);
        assert_eq!(draw(&inputs(1_000_000), 6), PYTHON_MILLION);
        assert_eq!(draw(&inputs(3), 12), PYTHON_THREE);
    }

    const PYTHON_COMMITMENT: &str =
        "576b867ddd07c66acd5d6b28c3db0f272c5ff9c755c9b8221f3991f412b5d91d";
    const PYTHON_MILLION: [u32; 6] = [745_474, 330_753, 171_902, 195_582, 461_753, 692_142];
    const PYTHON_THREE: [u32; 12] = [3, 3, 3, 2, 3, 3, 3, 3, 2, 1, 2, 3];

    #[test]
    fn nothing_is_drawn_from_nothing() {
        assert!(draw(&inputs(0), 5).is_empty());
        assert_eq!(draw(&inputs(1), 5), [1; 5]);
    }

    /// Each of the things that a draw follows from changes it.
    #[test]
    fn everything_has_a_part_in_the_draw() {
        let of = inputs(1 << 30);
        let others = [
            DrawInputs { promotion: 8, ..of },
            DrawInputs { seed: [9; 32], ..of },
            DrawInputs { root: Hash([9; 32]), ..of },
            DrawInputs { entries: (1 << 30) + 1, ..of },
            DrawInputs { value: [9; 32], ..of },
        ];
        let first = draw(&of, 4);
        assert!(others.iter().all(|other| draw(other, 4) != first));
    }

    /// Numbers above the largest multiple are passed over, so that none is favoured.
    #[test]
    fn the_bound_is_the_largest_multiple() {
        for entries in [1, 2, 3, 5, 7, 1000, 999_983, u32::MAX] {
            let bound = u128::from(last_fair(u64::from(entries))) + 1;
            let entries = u128::from(entries);
            assert_eq!(bound % entries, 0, "{entries}");
            assert!(bound + entries > 1 << 64, "{entries}");
        }
    }

    /// Six entries come about equally often; the bound is that of 0.1 % for five degrees of freedom.
    #[test]
    fn entries_are_equally_likely() {
        let mut counts = [0_u32; 6];
        for entry in draw(&inputs(6), 60_000) {
            counts[entry as usize - 1] += 1;
        }
        let square = |count: &u32| (f64::from(*count) - 10_000.0).powi(2) / 10_000.0;
        let sum: f64 = counts.iter().map(square).sum();
        assert!(sum < 20.52, "{counts:?}");
    }
}
