//! Nights with a bankroll and a strategy.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64};

use croupier_engine::setup::Limit;
use croupier_engine::{Cents, Setup};
use croupier_sim::session::{Dealing, Exact, Plan, Tally, exact, quantile, run, sorted};
use croupier_sim::strategy::{Number, Strategy};
use pyo3::prelude::*;
use serde::Serialize;

use crate::error::{error, json, refused, unanswered};
use crate::progress::Watched;
use crate::question::variant;

/// What is played; amounts are cents.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Nights {
    /// The text of the strategy.
    strategy: String,
    /// Numbers of the strategy that are changed, as texts.
    changed: Vec<(String, String)>,
    bankroll: u64,
    goal: Option<u64>,
    rounds: u64,
    sessions: u64,
    seed: u64,
    minimum: u64,
    maximum: u64,
    unit: u64,
    chip: u64,
    decks: Option<u8>,
    variant: Option<String>,
    /// How many cards lie behind the cutting card; `None` shuffles before every round.
    behind: Option<u32>,
    threads: Option<NonZero<usize>>,
}

/// What came of the nights; money in cents.
#[derive(Serialize)]
struct NightsData {
    title: String,
    game: &'static str,
    sessions: u64,
    rounds: u64,
    ruined: u64,
    goals: u64,
    left: u64,
    full: u64,
    results: BTreeMap<i64, u64>,
    drawdowns: BTreeMap<i64, u64>,
    losing_runs: BTreeMap<i64, u64>,
    quantiles: Vec<(u64, i64)>,
    handle: u128,
    net: i128,
    exact: Option<ExactData>,
}

/// The chances of a flat wager, walked and not sampled.
#[derive(Serialize)]
struct ExactData {
    ruin: f64,
    goal: f64,
    mean: f64,
    sd: f64,
    results: BTreeMap<i64, f64>,
}

/// The parts of a thousand nights that quantiles are shown for.
const PARTS: [u64; 7] = [10, 50, 250, 500, 750, 950, 990];

/// Plays nights with a strategy.
#[pyfunction]
#[pyo3(signature = (nights, progress=None))]
pub(crate) fn session(
    py: Python<'_>,
    nights: Nights,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let plan = nights.plan()?;
    let cores = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let threads = nights.threads.unwrap_or(cores).get();
    let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let watched = Watched { done: &done, stop: &stop };
    let play = || run(&plan, threads, &done, &stop);
    let tally = watched.work(py, progress, plan.sessions, play)?;
    let tally = tally.map_err(|why| unanswered(&why))?;
    let walked = py.detach(|| exact(&plan)).map_err(|why| unanswered(&why))?;
    Ok(json(&NightsData::of(&plan, &tally, walked.as_ref())))
}

impl Nights {
    fn plan(&self) -> PyResult<Plan> {
        let strategy = Strategy::read(&self.strategy);
        let mut strategy =
            strategy.map_err(|mistake| error(format!("{mistake}\n{}", mistake.shown())))?;
        for (name, number) in &self.changed {
            let wrong = || error(format!("{number:?} is not a number"));
            let number = Number::read(number).ok_or_else(wrong)?;
            strategy.set(name, number).map_err(error)?;
        }
        let kind = strategy.kind;
        if self.goal.is_some_and(|goal| goal <= self.bankroll) {
            return Err(error("the goal must be above the bankroll"));
        }
        let has_cards = kind.house().cards.is_some();
        let variant = match &self.variant {
            Some(name) => variant(kind, Some(name))?,
            None => strategy.variant,
        };
        let (min, max) = (Cents(self.minimum), Cents(self.maximum));
        let limit = Limit { min, max, unit: Cents(self.unit.max(self.chip)) };
        let setup = Setup {
            decks: self.decks.filter(|_| has_cards),
            variant,
            chip: Cents(self.chip),
            limits: vec![limit; kind.layouts().len()],
            fresh: has_cards,
            ..Setup::default()
        };
        let behind = self.behind.filter(|_| has_cards);
        let plan = Plan {
            strategy,
            setup,
            bankroll: Cents(self.bankroll),
            goal: self.goal.map(Cents),
            rounds: self.rounds,
            sessions: self.sessions,
            seed: self.seed,
            dealing: behind.map_or(Dealing::Fresh, |behind| Dealing::Down { behind }),
        };
        plan.open().map_err(refused)?;
        Ok(plan)
    }
}

impl NightsData {
    fn of(plan: &Plan, tally: &Tally, walked: Option<&Exact>) -> Self {
        let results = sorted(&tally.results);
        let quantiles = match tally.sessions {
            0 => Vec::new(),
            _ => PARTS.map(|part| (part, quantile(&results, part))).to_vec(),
        };
        Self {
            title: plan.strategy.title.clone(),
            game: plan.strategy.kind.name(),
            sessions: tally.sessions,
            rounds: tally.rounds,
            ruined: tally.ruined,
            goals: tally.goals,
            left: tally.left,
            full: tally.full,
            drawdowns: sorted(&tally.drawdowns),
            losing_runs: sorted(&tally.losing_runs),
            quantiles,
            handle: tally.handle(),
            net: tally.net(),
            results,
            exact: walked.map(|walked| ExactData {
                ruin: walked.ruin,
                goal: walked.goal,
                mean: walked.mean(),
                sd: walked.sd(),
                results: walked.results.clone(),
            }),
        }
    }
}
