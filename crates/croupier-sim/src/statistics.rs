//! What the counts say: edge, standard error, interval, and how far from the exact value.
//!
//! The spread of a wager is known exactly, so the standard error comes from the exact odds. Where
//! rounds hang together (several areas share a dealer, rounds share a shoe) it is multiplied by what
//! the groups of rounds show: how much more, or less, their results vary than if each wager stood
//! alone. Everything up to here is whole numbers and fractions; here they become decimals, for showing.

use croupier_odds::Ratio;
use dashu_int::IBig;

use crate::book::Row;
use crate::tally::Counts;

/// The quantile of the normal distribution that leaves half a percent on each side.
const NINETY_NINE: f64 = 2.575_829_303_548_900_4;

/// Beyond so many standard errors a result is not believed.
pub const ALARM: f64 = 5.0;

/// An ending matters for the spread of a wager if it has this part of it.
const MATTERS: f64 = 0.01;

/// An ending that matters must be expected so often for the normal distribution to hold.
const OFTEN: f64 = 25.0;

/// Where rounds hang together, the standard error is itself estimated from the groups: from fewer
/// than these it is too uncertain for the normal distribution to hold.
const GROUPS: u64 = 100;

/// What the counts say of a wager.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// How many were decided.
    pub decided: u64,
    /// What the house kept of each unit staked.
    pub edge: f64,
    /// The standard error of the edge.
    pub error: f64,
    /// The interval that covers the true edge in 99 of 100 runs.
    pub interval: (f64, f64),
    /// The exact edge.
    pub exact: Ratio,
    /// How many standard errors the edge lies above the exact one.
    pub z: f64,
    /// How much the groups of rounds vary, beside wagers that stand alone.
    pub design: f64,
    /// Whether there are enough of them to judge by the normal distribution.
    pub enough: bool,
    /// What the house kept of each unit with every roll.
    pub per_roll: Option<f64>,
}

impl Figures {
    /// Returns what the player got back of each unit staked.
    #[allow(clippy::float_arithmetic, reason = "for showing")]
    pub fn returned(&self) -> f64 {
        1.0 - self.edge
    }

    /// Tells whether the result cannot be believed.
    pub fn is_alarming(&self) -> bool {
        self.enough && (self.z.abs() > ALARM || self.z.is_nan())
    }
}

/// Returns the exact edge of a wager at its stake and chip.
pub fn exact_edge(row: &Row) -> Ratio {
    -moment(row, |net| net) / stake(row)
}

/// Says what the counts of a wager mean; `None` if none was decided. `groups` is how many groups of
/// rounds there were, 0 where rounds have nothing to do with each other.
#[allow(clippy::float_arithmetic, reason = "for showing; whole numbers were counted")]
pub fn figures(row: &Row, counts: &Counts, groups: u64) -> Option<Figures> {
    let decided = counts.decided();
    if decided == 0 {
        return None;
    }
    let net: i128 = nets(row, counts).map(|(net, count)| net * count).sum();
    let exact = exact_edge(row);
    let mean = moment(row, |net| net);
    let variance = moment(row, |net| net.clone() * net) - mean.clone() * mean;
    let variance = (variance / (stake(row) * stake(row))).to_f64();
    let design = design(row, counts, groups, decided, net);
    let count = decided as f64;
    let error = (variance * design / count).sqrt();
    let kept = Ratio::new(-net, u128::from(decided)) / stake(row);
    let edge = kept.to_f64();
    let apart = (kept - exact.clone()).to_f64();
    let z = if apart == 0.0 { 0.0 } else { apart / error };
    let half = NINETY_NINE * error;
    let per_roll = (counts.rolls > 0)
        .then(|| (Ratio::new(-net, u128::from(counts.rolls)) / stake(row)).to_f64());
    Some(Figures {
        decided,
        edge,
        error,
        interval: (edge - half, edge + half),
        z,
        design,
        enough: (groups == 0 || groups >= GROUPS) && is_enough(row, &exact, variance, count),
        exact,
        per_roll,
    })
}

/// Returns how many standard errors a count is above what is expected, where rounds have nothing to
/// do with each other.
#[allow(clippy::float_arithmetic, reason = "for showing")]
pub fn count_z(count: u64, decided: u64, exact: &Ratio) -> Option<f64> {
    let share = exact.to_f64();
    let expected = exact.clone() * Ratio::new(i128::from(decided), 1);
    let apart = (Ratio::new(i128::from(count), 1) - expected).to_f64();
    let spread = (decided as f64 * share * (1.0 - share)).sqrt();
    (spread > 0.0).then(|| apart / spread)
}

fn stake(row: &Row) -> Ratio {
    Ratio::new(i128::from(row.stake.0), 1)
}

/// Sums a function of the net result over all endings, by the exact odds.
fn moment(row: &Row, of: impl Fn(Ratio) -> Ratio) -> Ratio {
    let endings = row.endings.iter().filter_map(|ending| {
        let probability = ending.exact.clone()?;
        Some(of(Ratio::new(i128::from(ending.net), 1)) * probability)
    });
    endings.sum()
}

fn nets<'a>(row: &'a Row, counts: &'a Counts) -> impl Iterator<Item = (i128, i128)> {
    let endings = row.endings.iter().zip(&counts.endings);
    endings.map(|(ending, &count)| (i128::from(ending.net), i128::from(count)))
}

/// Compares how much the results of groups vary with how much wagers would that stand alone.
///
/// With S and N for net result and wagers of a group and R for the net result of one wager, the sum
/// of (S - RN) squared over the groups that were watched is set beside as many times the square of
/// (net - R), on the average over all wagers, as those groups have wagers. Both are taken times the
/// number of all wagers squared, so that they are whole.
#[allow(clippy::float_arithmetic, reason = "for showing; both sums are whole numbers")]
fn design(row: &Row, counts: &Counts, groups: u64, decided: u64, net: i128) -> f64 {
    if groups < 2 {
        return 1.0;
    }
    let (all, net) = (IBig::from(decided), IBig::from(net));
    let sums = &counts.sums;
    let between = &sums.net_net * &all * &all - IBig::from(2) * &net * &all * &sums.net_count
        + &net * &net * &sums.count_count;
    let squares: IBig = nets(row, counts)
        .map(|(net, count)| IBig::from(net) * IBig::from(net) * IBig::from(count))
        .fold(IBig::from(0), |sum, more| sum + more);
    let alone = (squares * &all - &net * &net) * IBig::from(sums.count);
    let (between, alone) = (between.to_f64().value(), alone.to_f64().value());
    let correction = groups as f64 / (groups - 1) as f64;
    if alone > 0.0 && between > 0.0 { between / alone * correction } else { 1.0 }
}

/// Tells whether every ending that matters for the spread is expected often enough.
#[allow(clippy::float_arithmetic, reason = "for judging whether a score may be shown as one")]
fn is_enough(row: &Row, exact: &Ratio, variance: f64, count: f64) -> bool {
    let stake = row.stake.0 as f64;
    let mean = -exact.to_f64();
    row.endings.iter().all(|ending| {
        let Some(probability) = ending.exact.as_ref().map(Ratio::to_f64) else { return true };
        let apart = ending.net as f64 / stake - mean;
        let part = probability * apart * apart / variance;
        part < MATTERS || probability * count >= OFTEN
    })
}
