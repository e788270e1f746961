//! Tables for learning programs: many of them stepped together, and one that is walked position by position.
//!
//! [`Rounds`] are tables at which a player decides; [`Rolls`] are tables at which a player bets from roll to roll.
//! In a [`Position`] chance is a player. All of them drive the engine's own tables and know no rule.

mod position;
mod rolls;
mod rounds;

pub use position::{Position, Turn};
pub use rolls::{Rolls, RollsStep};
pub use rounds::{HAND, Rounds, RoundsStep};

use croupier_engine::Line;

/// Returns what a line is worth to the player: winnings, less what of the stake is lost, less what is charged.
fn net(line: &Line) -> i64 {
    let cents = |amount: croupier_engine::Cents| i64::try_from(amount.0).unwrap_or(i64::MAX);
    let lost = if line.moves_stake() { cents(line.stake) - cents(line.back) } else { 0 };
    cents(line.pays) - lost - cents(line.charge)
}
