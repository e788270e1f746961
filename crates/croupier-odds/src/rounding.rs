//! What paying up to the next chip does to the edge.

use croupier_engine::Cents;

use crate::ratio::Ratio;
use crate::report::{Odds, Terms};

/// A stake at which rounding matters.
#[derive(Clone, Debug)]
pub struct Rounded {
    /// The stake, in chips.
    pub chips: u64,
    /// The edge at that stake.
    pub edge: Ratio,
}

/// Lists the stakes of 1 to `most` chips at which rounding halves the edge of a wager, or hands it to
/// the player. A wager of several parts is looked at only where it can be split.
pub fn rounding(odds: &Odds, most: u64) -> Vec<Rounded> {
    let exact = Odds { terms: Terms::default(), ..odds.clone() }.edge();
    let half = exact.clone() / Ratio::new(2, 1);
    let parts = odds.outcomes.iter().flat_map(|outcome| &outcome.parts);
    let split = parts.map(|part| u64::from(part.verdict.part.1)).max().unwrap_or(1);
    let stakes = (1..=most).filter(|chips| chips.is_multiple_of(split));
    let edges = stakes.map(|chips| {
        let terms = Terms { stake: Some((Cents(chips), Cents(1))) };
        Rounded { chips, edge: Odds { terms, ..odds.clone() }.edge() }
    });
    edges.filter(|rounded| rounded.edge <= half && rounded.edge < exact).collect()
}
