//! A part of a run, read from its report and checked, for `croupier merge`.

use croupier_sim::{Counts, Plan, Row, Shard, Simulation, Tally};
use serde::Deserialize;

use super::json::{SEAL, hash};
use super::run_json::Run;

/// What is read from a report; the rest follows from it.
#[derive(Deserialize)]
pub(crate) struct Written {
    run: Run,
    shard: (u64, u64),
    blocks: (u64, u64),
    played: u64,
    complete: bool,
    sure: Sort,
    later: Option<Sort>,
    seconds: f64,
}

#[derive(Deserialize)]
struct Sort {
    rounds: u64,
    groups: u64,
    wagers: Vec<Wager>,
}

#[derive(Deserialize)]
struct Wager {
    decided: u64,
    rolls: u64,
    results: Vec<Ended>,
    sums: (u64, String, String, String),
}

#[derive(Deserialize)]
struct Ended {
    net: i64,
    clause: String,
    count: u64,
}

/// One part of a run, read from a report.
pub(crate) struct Part {
    pub(crate) shard: Shard,
    pub(crate) complete: bool,
    pub(crate) seconds: f64,
    sorts: Vec<Sort>,
}

/// Checks that a report is as it was written.
///
/// # Errors
/// Says that its hash is missing or another.
pub(crate) fn check_hash(text: &str) -> Result<(), String> {
    let (above, below) = text.rsplit_once(SEAL).ok_or("sha256 is missing")?;
    if below.split_once('"').is_none_or(|(written, _)| written != hash(above)) {
        return Err("sha256 is not that of the report".to_owned());
    }
    Ok(())
}

impl Part {
    /// Takes what a report says of a run and of its part, if it can be so.
    ///
    /// # Errors
    /// Says what is wrong.
    pub(crate) fn new(written: Written) -> Result<(Plan, Self), String> {
        let Written { run, shard: (at, of), blocks, played, complete, sure, later, seconds } =
            written;
        let plan = Plan::try_from(run).map_err(|what| format!("run: {what}"))?;
        if !(1..=of).contains(&at) {
            return Err(format!("shard is wrong: there is no part {at} of {of}"));
        }
        let shard = Shard { number: at, of };
        let (first, last) = shard.blocks(&plan);
        if blocks != (first, last) {
            return Err(format!("blocks is not [{first},{last}], those of part {at} of {of}"));
        }
        if complete && played != last - first {
            return Err(format!("{played} blocks were played, the part has {}", last - first));
        }
        if !(seconds.is_finite() && seconds >= 0.0) {
            return Err("seconds is not a number from 0".to_owned());
        }
        let sorts = [Some(sure), later].into_iter().flatten().collect();
        Ok((plan, Self { shard, complete, seconds, sorts }))
    }

    /// Takes the counts of the part, if they can be those of the run.
    ///
    /// # Errors
    /// Says where the counts are not those of this run.
    pub(crate) fn tally(&self, simulation: &Simulation) -> Result<Tally, String> {
        let mut tally = simulation.empty();
        if tally.sorts.len() != self.sorts.len() {
            return Err("sure and later rounds are not those of the run".to_owned());
        }
        for (sort, written) in tally.sorts.iter_mut().zip(&self.sorts) {
            (sort.rounds, sort.groups) = (written.rounds, written.groups);
            if written.wagers.len() != sort.rows.len() {
                return Err("the wagers are not those of the run".to_owned());
            }
            let rows = simulation.book().rows.iter().zip(&mut sort.rows);
            for ((row, counts), wager) in rows.zip(&written.wagers) {
                let layout = &simulation.plan().kind.layouts()[usize::from(row.on.0)];
                take_counts(row, wager, counts)
                    .map_err(|what| format!("{}: {what}", layout.name))?;
            }
        }
        let has = tally.sorts.iter().try_fold(0, |sum: u64, sort| sum.checked_add(sort.rounds));
        let rounds = self.shard.rounds(simulation.plan());
        if has != Some(rounds) {
            let has = has.map_or("too many".to_owned(), |has| has.to_string());
            return Err(format!("it has {has} rounds, the part has {rounds}"));
        }
        Ok(tally)
    }
}

fn take_counts(row: &Row, wager: &Wager, counts: &mut Counts) -> Result<(), String> {
    counts.rolls = wager.rolls;
    if wager.results.len() != row.endings.len() {
        return Err("its results are not those of the run".to_owned());
    }
    for ((ending, result), count) in row.endings.iter().zip(&wager.results).zip(&mut counts.endings)
    {
        if result.clause != ending.last().clause.0 || result.net != ending.net {
            return Err("its results are not those of the run".to_owned());
        }
        *count = result.count;
    }
    let decided = wager.decided;
    let sum = counts.endings.iter().try_fold(0, |sum: u64, count| sum.checked_add(*count));
    if sum != Some(decided) {
        return Err(format!("its counts do not add up to the {decided} decided"));
    }
    let (count, net_net, net_count, count_count) = &wager.sums;
    if *count > decided {
        return Err(format!("its sums are of more than the {decided} decided"));
    }
    let sum = |text: &str| text.parse().map_err(|_| "its sums are not whole numbers".to_owned());
    counts.sums.count = *count;
    counts.sums.net_net = sum(net_net)?;
    counts.sums.net_count = sum(net_count)?;
    counts.sums.count_count = sum(count_count)?;
    Ok(())
}
