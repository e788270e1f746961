//! What came of the nights of one strategy, in the figures that are shown.
#![allow(clippy::float_arithmetic, reason = "statistics are shown, and decide nothing")]

use std::collections::BTreeMap;

use super::money::counted;
use croupier_sim::session::{Exact, Expected, Plan, Tally, moments, quantile, sorted};

/// The percentiles that are shown, in thousandths.
pub(super) const PARTS: [(u64, &str); 7] = [
    (10, "1 %"),
    (50, "5 %"),
    (250, "25 %"),
    (500, "median"),
    (750, "75 %"),
    (950, "95 %"),
    (990, "99 %"),
];

/// What came of the nights of one strategy.
pub(super) struct Summary {
    pub(super) name: String,
    pub(super) plan: Plan,
    pub(super) tally: Tally,
    pub(super) expected: Expected,
    pub(super) exact: Option<Exact>,
    pub(super) an_hour: u64,
    /// Results in cents, in order.
    pub(super) results: BTreeMap<i64, u64>,
    pub(super) drawdowns: BTreeMap<i64, u64>,
    pub(super) losing_runs: BTreeMap<i64, u64>,
    /// The mean and standard deviation of the result, in cents.
    pub(super) mean: f64,
    pub(super) sd: f64,
}

/// A share of the nights, and its standard error.
#[derive(Clone, Copy)]
pub(super) struct Share {
    pub(super) share: f64,
    pub(super) error: f64,
}

impl Summary {
    pub(super) fn new(
        name: &str,
        plan: Plan,
        tally: Tally,
        expected: Expected,
        exact: Option<Exact>,
        an_hour: u64,
    ) -> Self {
        let (sum, squares) = moments(&tally.results);
        let count = tally.sessions.max(1) as f64;
        let mean = sum as f64 / count;
        // In whole numbers, because the squares are large and their difference may be small.
        let whole = i128::from(tally.sessions.max(1));
        let spread = squares.saturating_mul(whole).saturating_sub(sum.saturating_mul(sum));
        let sd = (spread.max(0) as f64).sqrt() / count;
        let results = sorted(&tally.results);
        let drawdowns = sorted(&tally.drawdowns);
        let losing_runs = sorted(&tally.losing_runs);
        let name = name.to_owned();
        Self {
            name,
            plan,
            tally,
            expected,
            exact,
            an_hour,
            results,
            drawdowns,
            losing_runs,
            mean,
            sd,
        }
    }

    /// Tells whether all nights that were asked for were played.
    pub(super) fn is_complete(&self) -> bool {
        self.tally.sessions == self.plan.sessions
    }

    pub(super) fn share(&self, nights: u64) -> Share {
        let count = self.tally.sessions.max(1) as f64;
        let share = nights as f64 / count;
        Share { share, error: (share * (1.0 - share) / count).sqrt() }
    }

    pub(super) fn ruined(&self) -> Share {
        self.share(self.tally.ruined)
    }

    pub(super) fn goals(&self) -> Share {
        self.share(self.tally.goals)
    }

    /// Returns the share of nights that ended ahead.
    pub(super) fn ahead(&self) -> Share {
        self.share(self.results.range(1..).map(|(_, count)| count).sum())
    }

    pub(super) fn quantile(&self, part: u64) -> i64 {
        quantile(&self.results, part)
    }

    /// Returns the standard error of the mean, in cents.
    pub(super) fn mean_error(&self) -> f64 {
        self.sd / (self.tally.sessions.max(1) as f64).sqrt()
    }

    /// Returns a sum over all nights as so much a night.
    pub(super) fn a_night(&self, sum: f64) -> f64 {
        sum / self.tally.sessions.max(1) as f64
    }

    /// Returns a sum over all nights as so much for each hour that was played.
    pub(super) fn for_an_hour(&self, sum: f64) -> f64 {
        sum * self.an_hour as f64 / self.tally.rounds.max(1) as f64
    }

    /// Returns what was lost in all, in cents.
    pub(super) fn lost(&self) -> f64 {
        -self.tally.net() as f64
    }

    /// Returns how many rounds a night had.
    pub(super) fn rounds(&self) -> f64 {
        self.a_night(self.tally.rounds as f64)
    }

    pub(super) fn handle(&self) -> f64 {
        self.tally.handle() as f64
    }

    /// Says how many rounds a night has, in this game's word for them.
    pub(super) fn rounds_of_a_night(&self) -> String {
        let rounds = self.rounds_are();
        counted(self.plan.rounds, rounds.trim_end_matches('s'), rounds)
    }

    /// Says what a round is called in this game.
    pub(super) fn rounds_are(&self) -> &'static str {
        if self.plan.strategy.kind.house().cards.is_some() { "rounds" } else { "rolls" }
    }

    /// Names a wager.
    pub(super) fn wager(&self, on: croupier_engine::WagerId, mark: Option<u8>) -> String {
        let name = self.plan.strategy.kind.layouts()[usize::from(on.0)].name;
        mark.map_or_else(|| name.to_owned(), |mark| format!("{name} {mark}"))
    }
}

/// Returns the exact chance to end ahead.
pub(super) fn ahead(exact: &Exact) -> f64 {
    exact.results.range(1..).map(|(_, chance)| chance).sum()
}
