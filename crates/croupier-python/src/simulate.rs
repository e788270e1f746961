//! Rounds by the million, beside the exact odds.

use std::num::NonZero;

use croupier_engine::{Cents, Setup};
use croupier_sheet::Refused;
use croupier_sim::{
    By, FAIR_STAKE, Plan, Played, Row, Shard, Simulation, Stake, Trouble, Watch, exact_edge,
    figures,
};
use pyo3::prelude::*;
use serde::Serialize;

use crate::error::{error, json, refused};
use crate::game::named;
use crate::progress::Watched;
use crate::question::{strategy, variant};

/// What is played.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Run {
    game: String,
    rounds: u64,
    seed: u64,
    decks: Option<u8>,
    variant: Option<String>,
    strategy: Option<String>,
    areas: u8,
    /// How many cards lie behind the cutting card; `None` deals every round from all cards.
    behind: Option<u32>,
    /// The wagers with their numbers and stakes; all, if there are none.
    wagers: Vec<(String, Option<u8>, Option<u64>)>,
    chip: u64,
    threads: Option<NonZero<usize>>,
    through_engine: bool,
}

/// What was played.
#[derive(Serialize)]
struct PlayedData {
    game: &'static str,
    seed: u64,
    rounds: u64,
    wagers: Vec<WagerData>,
}

#[derive(Serialize)]
struct WagerData {
    on: &'static str,
    mark: Option<u8>,
    stake: u64,
    decided: u64,
    results: Vec<ResultData>,
    exact_edge: String,
    edge: Option<f64>,
    error: Option<f64>,
    interval: Option<(f64, f64)>,
    z: Option<f64>,
    alarming: bool,
}

#[derive(Serialize)]
struct ResultData {
    result: &'static str,
    net: i64,
    clause: &'static str,
    count: u64,
    exact: Option<String>,
}

/// Plays rounds, and sets what came beside the exact odds.
#[pyfunction]
#[pyo3(signature = (run, progress=None))]
pub(crate) fn simulate(
    py: Python<'_>,
    run: Run,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let simulation = Simulation::new(run.plan()?).map_err(|why| trouble(&why))?;
    let by = if run.through_engine { By::Engine } else { By::Verdicts };
    let cores = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let threads = run.threads.unwrap_or(cores);
    let watch = Watch::default();
    let watched = Watched { done: &watch.rounds, stop: &watch.stop };
    let play = || simulation.play(Shard::ALL, by, threads, &watch);
    let played = watched.work(py, progress, run.rounds, play)?;
    let played = played.map_err(|why| trouble(&why))?;
    Ok(json(&PlayedData::of(&simulation, &played)))
}

impl Run {
    fn plan(&self) -> PyResult<Plan> {
        let kind = named(&self.game)?;
        if self.chip == 0 {
            return Err(error("a chip is at least 1 cent"));
        }
        let variant = variant(kind, self.variant.as_deref())?;
        let setup =
            Setup { decks: self.decks, variant, chip: Cents(self.chip), ..Setup::default() };
        let every = Plan::every_wager(kind, &setup, FAIR_STAKE);
        let stakes = match &self.wagers[..] {
            [] => every,
            named => {
                let each = named.iter().map(|wager| self.stake(&every, wager));
                each.collect::<PyResult<Vec<_>>>()?
            }
        };
        Ok(Plan {
            kind,
            setup,
            strategy: strategy(kind, self.strategy.as_deref())?,
            areas: self.areas,
            behind: self.behind,
            stakes,
            rounds: self.rounds,
            seed: self.seed,
        })
    }

    fn stake(
        &self,
        every: &[Stake],
        (name, mark, amount): &(String, Option<u8>, Option<u64>),
    ) -> PyResult<Stake> {
        let kind = named(&self.game)?;
        let on = kind.wager(name);
        let found = every.iter().find(|stake| Some(stake.on) == on && stake.mark == *mark);
        let stake = found.ok_or_else(|| {
            let mark = mark.map_or(String::new(), |mark| format!(" {mark}"));
            error(format!("{} has no wager {name}{mark} that is placed by itself", kind.title()))
        })?;
        Ok(Stake { amount: amount.map_or(stake.amount, Cents), ..*stake })
    }
}

impl PlayedData {
    fn of(simulation: &Simulation, played: &Played) -> Self {
        let plan = simulation.plan();
        let counted = played.tally.sorts.first();
        let rows = counted.into_iter().flat_map(|counted| {
            let rows = simulation.book().rows.iter().zip(&counted.rows);
            rows.map(|(row, counts)| (row, counts, counted.groups))
        });
        let wagers = rows.map(|(row, counts, groups)| {
            let figures = figures(row, counts, groups);
            let figures = figures.as_ref();
            WagerData {
                on: plan.kind.layouts()[usize::from(row.on.0)].name,
                mark: row.mark,
                stake: row.stake.0,
                decided: counts.decided(),
                results: results(row, &counts.endings),
                exact_edge: exact_edge(row).to_string(),
                edge: figures.map(|it| it.edge),
                error: figures.map(|it| it.error),
                interval: figures.map(|it| it.interval),
                z: figures.map(|it| it.z),
                alarming: figures.is_some_and(|it| it.is_alarming()),
            }
        });
        Self {
            game: plan.kind.name(),
            seed: plan.seed,
            rounds: played.tally.rounds(),
            wagers: wagers.collect(),
        }
    }
}

fn results(row: &Row, counts: &[u64]) -> Vec<ResultData> {
    let endings = row.endings.iter().zip(counts).map(|(ending, count)| ResultData {
        result: ending.result().name(),
        net: ending.net,
        clause: ending.last().clause.0,
        count: *count,
        exact: ending.exact.as_ref().map(ToString::to_string),
    });
    endings.collect()
}

/// Says why something cannot be played.
pub(crate) fn trouble(why: &Trouble) -> PyErr {
    match why {
        Trouble::Refused(refusal) => refused(*refusal),
        Trouble::Wager(name, refusal) => error(format!("{name}: {}", Refused(*refusal))),
        Trouble::Other(what) => error(what.clone()),
    }
}
