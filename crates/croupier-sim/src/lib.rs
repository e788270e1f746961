//! Simulation: tables that are played by the million, from a seed.
//!
//! Chance is a stream of numbers that follows from a seed and the number of a block of rounds, so
//! that any part of a run can be played anywhere, in any order, and comes out the same.

mod countability;
mod rng;
pub mod session;
pub mod strategy;

pub use countability::{Countability, Sample, countability};
pub use rng::Stream;
