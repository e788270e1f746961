//! The rules of the house: casino table games as a pure state machine.
//!
//! The engine asks and is told. [`AnyTable::expects`] says what a table waits for;
//! [`AnyTable::decide`] says what one [`Input`] would do, or refuses it with a [`Refusal`] that names
//! a clause, and changes nothing; [`AnyTable::apply`] does what was decided and answers with the
//! [`Effect`]s that follow. [`AnyTable::quote`] says what may be staked. The engine never draws a
//! card, rolls a die, reads a clock or a file: whoever drives it does.
//!
//! ```
//! use croupier_engine::{
//!     AnyTable, Area, Card, Cents, Due, Effect, Input, Kind, Player, Rank, Setup, Spot, Suit, Why,
//! };
//!
//! let kind = Kind::named("casino-war").unwrap();
//! let mut table = AnyTable::open(kind, &Setup::default()).unwrap();
//! let on = kind.wager("initial").unwrap();
//! let spot = Spot { player: Player(7), area: Some(Area(1)), on, mark: None, tokens: false };
//!
//! // Ask first: what may be staked there, and would this be taken? Asking changes nothing.
//! let stake = Cents(1000);
//! let quote = table.quote(&spot).unwrap();
//! assert!(quote.least <= stake && stake <= quote.most);
//! let wager = Input::Wager { spot, amount: stake, confirmed: false };
//! let decision = table.decide(&wager).unwrap();
//!
//! // Then do it: that cannot fail.
//! let mut effects = Vec::new();
//! table.apply(decision, &mut effects);
//! assert!(matches!(effects[..], [Effect::Placed { amount, .. }] if amount == stake));
//!
//! // The table says what it waits for, and is told: a king for the area, a nine for the dealer.
//! for rank in [Rank::King, Rank::Nine] {
//!     assert!(matches!(table.expects().due, Due::Card(_)));
//!     let card = Input::Card { card: Card::new(rank, Suit::Spades), from: None };
//!     table.step(&card, &mut effects).unwrap();
//! }
//! let lines: Vec<_> = effects.iter().filter_map(|effect| match effect {
//!     Effect::Settled(line) => Some(line),
//!     _ => None,
//! }).collect();
//! assert_eq!((lines[0].pays, lines[0].clause.0), (stake, "5.1.1.1"));
//!
//! // What the rules do not allow is refused by a clause, and the table is as it was.
//! let nothing = Input::Wager { spot, amount: Cents::ZERO, confirmed: false };
//! assert_eq!(table.decide(&nothing).unwrap_err().why, Why::NotAnAmount);
//! ```
//!
//! It deliberately has no dependencies, no text format, no clock, no random source and no floating point.
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
mod pit;
pub mod promotions;
pub mod setup;
pub mod stored;
pub mod table;
pub mod wager;
mod why;

pub use card::{Card, Rank, Suit};
pub use clause::Clause;
pub use dice::Dice;
pub use effect::{Effect, Line, Outcome, Refusal};
pub use expects::{Due, Expects, Place};
pub use games::{AnyDecision, AnyTable, Kind};
pub use input::{Area, Input, Player, Spot, WagerId};
pub use money::{Cents, Odds};
pub use setup::Setup;
pub use table::{Quote, Voided};
pub use why::Why;
