//! What came of the nights, as one document for programs.
#![allow(clippy::float_arithmetic, reason = "statistics are shown, and decide nothing")]

use std::collections::BTreeMap;

use croupier_engine::Clause;
use croupier_sheet::sentence;
use croupier_sim::session::{Dealing, Exact, quantile};
use serde::Serialize;

use super::summary::{PARTS, Summary, ahead};
use crate::json::{Decimal, Fields, Shown, document};

/// Writes one document; amounts are cents. The strategies that an interrupt left without a night are
/// named.
pub(super) fn write(nights: &[Summary], unplayed: &[String]) -> String {
    let complete = unplayed.is_empty() && nights.iter().all(Summary::is_complete);
    let strategies = nights.iter().map(Strategy::of).collect();
    document(&Nights { complete, unplayed, strategies }) + "\n"
}

#[derive(Serialize)]
struct Nights<'a> {
    complete: bool,
    unplayed: &'a [String],
    strategies: Vec<Strategy<'a>>,
}

/// The nights of one strategy.
#[derive(Serialize)]
struct Strategy<'a> {
    name: &'a str,
    title: &'a str,
    game: &'static str,
    bankroll: u64,
    goal: Option<u64>,
    rounds: u64,
    sessions: u64,
    sessions_asked: u64,
    complete: bool,
    seed: u64,
    chip: u64,
    behind_cut: Option<u32>,
    percentiles: Percentiles,
    mean: Decimal<4>,
    mean_error: Decimal<4>,
    sd: Decimal<4>,
    chance_of_ruin: Decimal<8>,
    chance_of_ruin_error: Decimal<8>,
    chance_of_goal: Decimal<8>,
    chance_of_goal_error: Decimal<8>,
    chance_ahead: Decimal<8>,
    chance_ahead_error: Decimal<8>,
    losing_run: Spread,
    drawdown: Spread,
    rounds_played: u64,
    handle: u128,
    lost: i128,
    expected_loss: Option<Decimal<4>>,
    lost_an_hour: Decimal<4>,
    exact: Option<ExactNight>,
    wagers: Vec<Wager>,
    refused: Vec<Refused>,
    lessened: u64,
    uncovered: u64,
    unfit: u64,
    left: u64,
    doubts: &'a [String],
    /// Each result, and how often it came.
    results: Vec<(i64, u64)>,
}

impl<'a> Strategy<'a> {
    fn of(night: &'a Summary) -> Self {
        let (plan, tally) = (&night.plan, &night.tally);
        let (ruined, goals, ahead) = (night.ruined(), night.goals(), night.ahead());
        Self {
            name: &night.name,
            title: &plan.strategy.title,
            game: plan.strategy.kind.name(),
            bankroll: plan.bankroll.0,
            goal: plan.goal.map(|goal| goal.0),
            rounds: plan.rounds,
            sessions: tally.sessions,
            sessions_asked: plan.sessions,
            complete: night.is_complete(),
            seed: plan.seed,
            chip: plan.setup.chip.0,
            behind_cut: match plan.dealing {
                Dealing::Fresh => None,
                Dealing::Down { behind } => Some(behind),
            },
            percentiles: percentiles(|part| night.quantile(part)),
            mean: Decimal(night.mean),
            mean_error: Decimal(night.mean_error()),
            sd: Decimal(night.sd),
            chance_of_ruin: Decimal(ruined.share),
            chance_of_ruin_error: Decimal(ruined.error),
            chance_of_goal: Decimal(goals.share),
            chance_of_goal_error: Decimal(goals.error),
            chance_ahead: Decimal(ahead.share),
            chance_ahead_error: Decimal(ahead.error),
            losing_run: Spread::of(&night.losing_runs),
            drawdown: Spread::of(&night.drawdowns),
            rounds_played: tally.rounds,
            handle: tally.handle(),
            lost: -tally.net(),
            expected_loss: night.expected.loss().map(Decimal),
            lost_an_hour: Decimal(night.for_an_hour(night.lost())),
            exact: night.exact.as_ref().map(ExactNight::of),
            wagers: wagers(night),
            refused: refused(night),
            lessened: tally.lessened,
            uncovered: tally.uncovered,
            unfit: tally.unfit,
            left: tally.left,
            doubts: &night.expected.doubts,
            results: night.results.iter().map(|(result, count)| (*result, *count)).collect(),
        }
    }
}

/// Amounts by percentile, such as `"5"` and `"50"`.
type Percentiles = Fields<Shown<u64>, i64>;

fn percentiles(quantile: impl Fn(u64) -> i64) -> Percentiles {
    Fields(PARTS.into_iter().map(|(part, _)| (Shown(part / 10), quantile(part))).collect())
}

#[derive(Serialize)]
struct Spread {
    median: i64,
    #[serde(rename = "95")]
    high: i64,
    most: i64,
}

impl Spread {
    fn of(counts: &BTreeMap<i64, u64>) -> Self {
        let [median, high, most] = [500, 950, 1_000].map(|part| quantile(counts, part));
        Self { median, high, most }
    }
}

/// A night as it follows from the exact odds.
#[derive(Serialize)]
struct ExactNight {
    chance_of_ruin: Decimal<12>,
    chance_of_goal: Decimal<12>,
    chance_ahead: Decimal<12>,
    mean: Decimal<6>,
    sd: Decimal<6>,
    percentiles: Percentiles,
}

impl ExactNight {
    fn of(exact: &Exact) -> Self {
        Self {
            chance_of_ruin: Decimal(exact.ruin),
            chance_of_goal: Decimal(exact.goal),
            chance_ahead: Decimal(ahead(exact)),
            mean: Decimal(exact.mean()),
            sd: Decimal(exact.sd()),
            percentiles: percentiles(|part| exact.quantile(part)),
        }
    }
}

#[derive(Serialize)]
struct Wager {
    on: &'static str,
    number: Option<u8>,
    decided: u64,
    handle: u128,
    lost: i128,
    expected_loss: Option<Decimal<4>>,
}

fn wagers(night: &Summary) -> Vec<Wager> {
    let rows = night.expected.rows.iter().map(|row| Wager {
        on: night.plan.strategy.kind.layouts()[usize::from(row.on.0)].name,
        number: row.mark,
        decided: row.count,
        handle: row.handle,
        lost: row.lost,
        expected_loss: row.expected.map(Decimal),
    });
    rows.collect()
}

/// What the rules refused to a strategy, and how often.
#[derive(Serialize)]
struct Refused {
    line: usize,
    clause: Shown<Clause>,
    why: &'static str,
    count: u64,
}

fn refused(night: &Summary) -> Vec<Refused> {
    let each = night.tally.refused.iter().map(|(&(line, clause, why), refused)| Refused {
        line,
        clause: Shown(clause),
        why: sentence(why),
        count: refused.count,
    });
    each.collect()
}
