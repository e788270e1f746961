//! Simulation: tables that are played by the million, from a seed.
//!
//! Chance is a stream of numbers that follows from a seed and the number of a block of rounds, so
//! that any part of a run can be played anywhere, in any order, and comes out the same.
//!
//! There are two gears. The fast one counts classes of rounds, and asks the engine's verdicts what
//! becomes of each class. The other one plays the real table, input by input, with an [`Auditor`] who
//! knows no rules. From the same seed both settle every wager of every round alike.

mod auditor;
mod book;
mod countability;
mod cut;
mod deck;
mod dice;
mod draw;
pub mod environment;
mod fast;
mod plan;
mod rng;
mod run;
pub mod session;
mod statistics;
pub mod strategy;
mod tally;
mod through;
mod work;

pub use auditor::{Auditor, Finding, Posted};
pub use book::{Book, Ending, Row};
pub use countability::{Countability, Sample, countability};
pub use cut::USUAL;
pub use deck::Deck;
pub use dice::Rolls;
pub use draw::Bounds;
pub use plan::{BLOCK, FAIR_STAKE, Plan, Stake, Trouble};
pub use rng::Stream;
pub use run::{By, Played, Round, Shard, Simulation, Watch};
pub use statistics::{ALARM, Figures, count_z, exact_edge, figures};
pub use tally::{Counted, Counts, Tally};
pub use work::Sums;
