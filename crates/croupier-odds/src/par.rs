//! What a PAR sheet says of a game beside its odds: the bands in which the hold must lie after so many rounds,
//! the effect of removal of each rank, and what paying up to the next chip does.
//!
//! How a sheet looks is not said here, and neither is how the edge moves as shoes are dealt, which is
//! sampled and not counted.
#![allow(clippy::float_arithmetic, reason = "bands are shown, and decide nothing")]

use crate::{
    Composition, Odds, Question, Removal, Report, Rounding, Unanswered, odds, removal, rounding,
};

/// After how many rounds a PAR sheet looks at the hold.
pub const ROUNDS: [u64; 5] = [1_000, 10_000, 100_000, 1_000_000, 10_000_000];

/// The bands of a PAR sheet, from the narrowest.
pub const BANDS: [Band; 3] = [
    Band { percent: 90, errors: 1.644_853_627 },
    Band { percent: 95, errors: 1.959_963_985 },
    Band { percent: 99, errors: 2.575_829_304 },
];

/// How sure a band around the edge is, and how wide.
#[derive(Clone, Copy, Debug)]
pub struct Band {
    /// How many runs of a hundred have a hold within the band.
    pub percent: u8,
    /// How many standard errors the band is wide on each side.
    pub errors: f64,
}

/// All of a PAR sheet that is counted.
#[derive(Clone, Debug)]
pub struct Par {
    /// The odds of every wager.
    pub report: Report,
    /// What one card of each rank less does to the edges; empty where dice are rolled.
    pub removal: Vec<Removal>,
    /// The stakes at which paying up to the next chip matters.
    pub rounding: Vec<Rounding>,
}

impl Par {
    /// Counts what stands on the PAR sheet of a game, with rounding looked at up to so many chips.
    ///
    /// # Errors
    /// The question has no answer, for the same reasons as with [`odds`].
    pub fn new(question: &Question, chips: u64) -> Result<Self, Unanswered> {
        let report = odds(question)?;
        let shoe = question.shoe.clone().unwrap_or_else(|| Composition::full(report.decks));
        let removal = if report.decks > 0 { removal(question, &shoe)? } else { Vec::new() };
        Ok(Self { report, removal, rounding: rounding(question, chips)? })
    }
}

impl Band {
    /// Returns the least and the highest hold of a wager after so many rounds.
    pub fn around(self, odds: &Odds, rounds: u64) -> (f64, f64) {
        let (edge, half) = (odds.edge().to_f64(), self.errors * odds.sd() / (rounds as f64).sqrt());
        (edge - half, edge + half)
    }
}

/// Returns the volatility index of a wager: half the width of the 90 % band after a single round.
pub fn volatility_index(odds: &Odds) -> f64 {
    odds.sd() * BANDS[0].errors
}

/// Tells whether the rarest result of a wager comes often enough in so many rounds for a band to be trusted.
pub fn is_normal(odds: &Odds, rounds: u64) -> bool {
    let rarest = odds.outcomes.iter().map(|outcome| outcome.probability.to_f64());
    rarest.fold(1.0, f64::min) * rounds as f64 >= 10.0
}
