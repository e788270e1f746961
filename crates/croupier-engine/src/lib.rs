//! The rules of the house: casino table games as a pure state machine.
//!
//! The engine asks and is told. [`AnyTable::expects`] says what a table waits for;
//! [`AnyTable::decide`] says what one [`Input`] would do, or refuses it with a [`Refusal`] that names
//! a clause, and changes nothing; [`AnyTable::apply`] does what was decided and answers with the
//! [`Effect`]s that follow. [`AnyTable::quote`] says what may be staked. The engine never draws a
//! card, rolls a die, reads a clock or a file: whoever drives it does.
//!
//! It deliberately has no dependencies, no text format, no clock, no chance and no floating point.
#![no_std]

extern crate alloc;

pub mod card;
pub mod clause;
pub mod describe;
pub mod dice;
pub mod effect;
pub mod expects;
pub mod game;
pub mod games;
mod house;
pub mod input;
pub mod irregular;
pub mod jackpot;
pub mod money;
pub mod pays;
pub mod setup;
pub mod table;
pub mod wager;

pub use card::{Card, Rank, Suit};
pub use clause::Clause;
pub use dice::Dice;
pub use effect::{Effect, Line, Outcome, Refusal};
pub use expects::{Due, Expects, Place};
pub use games::{AnyDecision, AnyTable, Kind};
pub use input::{Area, Input, Player, Spot, WagerId};
pub use money::{Cents, Odds};
pub use setup::Setup;
pub use table::Quote;
