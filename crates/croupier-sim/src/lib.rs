//! Simulation: tables that are played by the million, from a seed.
//!
//! Chance is a stream of numbers that follows from a seed and the number of a block of rounds, so
//! that any part of a run can be played anywhere, in any order, and comes out the same.

mod deck;
mod dice;
mod draw;
mod rng;

pub use deck::Deck;
pub use dice::Rolls;
pub use draw::Bounds;
pub use rng::Stream;
