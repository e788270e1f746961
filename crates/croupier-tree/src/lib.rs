//! Hashes, and the Merkle tree over them. The journal keeps one over its entries, and every promotion one over those
//! who have entered it; both are proved with the same few lines, which know nothing of either.

pub mod hash;
pub mod tree;

pub use hash::Hash;
pub use tree::{Consistency, InMemory, Inclusion};
