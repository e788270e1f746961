//! A part of a run, read from its report and checked, for `croupier merge`.

use croupier_sim::{Counts, Plan, Row, Shard, Simulation, Tally};
use serde_json::Value;

use super::json::{SEAL, hash};
use super::run_json::{items, number, whole};

/// One part of a run, read from a report.
pub(crate) struct Part {
    pub(crate) shard: Shard,
    pub(crate) complete: bool,
    pub(crate) seconds: f64,
    sorts: Vec<Value>,
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

/// Reads what a report says of its part.
///
/// # Errors
/// Says what is missing or wrong.
pub(crate) fn part(report: &Value, plan: &Plan) -> Result<Part, String> {
    let shard = match report.get("shard").map(items).unwrap_or_default() {
        [at, of] => number(at).zip(number(of)).filter(|(at, of)| (1..=*of).contains(at)),
        _ => None,
    };
    let (at, of) = shard.ok_or("shard is missing or wrong")?;
    let shard = Shard { number: at, of };
    let complete = report.get("complete") == Some(&Value::Bool(true));
    let (first, last) = shard.blocks(plan);
    let blocks = match report.get("blocks").map(items).unwrap_or_default() {
        [first, last] => number(first).zip(number(last)),
        _ => None,
    };
    if blocks != Some((first, last)) {
        return Err(format!("blocks is not [{first},{last}], those of part {at} of {of}"));
    }
    let played = whole(report, "played")?;
    if complete && played != last - first {
        return Err(format!("{played} blocks were played, the part has {}", last - first));
    }
    let seconds = report.get("seconds").and_then(Value::as_f64);
    let seconds = seconds.filter(|it| it.is_finite() && *it >= 0.0);
    let seconds = seconds.ok_or("seconds is missing or not a number from 0")?;
    let sorts = ["sure", "later"].iter().filter_map(|name| report.get(name)).cloned().collect();
    Ok(Part { shard, complete, seconds, sorts })
}

impl Part {
    /// Reads the counts of the part.
    ///
    /// # Errors
    /// Says where the counts are not those of this run.
    pub(crate) fn tally(&self, simulation: &Simulation) -> Result<Tally, String> {
        let mut tally = simulation.empty();
        if tally.sorts.len() != self.sorts.len() {
            return Err("sure and later rounds are not those of the run".to_owned());
        }
        for (sort, text) in tally.sorts.iter_mut().zip(&self.sorts) {
            (sort.rounds, sort.groups) = (whole(text, "rounds")?, whole(text, "groups")?);
            let wagers = text.get("wagers").map(items).unwrap_or_default();
            if wagers.len() != sort.rows.len() {
                return Err("the wagers are not those of the run".to_owned());
            }
            let rows = simulation.book().rows.iter().zip(&mut sort.rows);
            for ((row, counts), text) in rows.zip(wagers) {
                let layout = &simulation.plan().kind.layouts()[usize::from(row.on.0)];
                read_counts(row, text, counts)
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

fn read_counts(row: &Row, text: &Value, counts: &mut Counts) -> Result<(), String> {
    counts.rolls = whole(text, "rolls")?;
    let results = text.get("results").map(items).unwrap_or_default();
    if results.len() != row.endings.len() {
        return Err("its results are not those of the run".to_owned());
    }
    for ((ending, result), count) in row.endings.iter().zip(results).zip(&mut counts.endings) {
        let clause = result.get("clause").and_then(Value::as_str);
        let net = result.get("net").and_then(Value::as_i64);
        if clause != Some(ending.last().clause.0) || net != Some(ending.net) {
            return Err("its results are not those of the run".to_owned());
        }
        *count = whole(result, "count")?;
    }
    let decided = whole(text, "decided")?;
    let sum = counts.endings.iter().try_fold(0, |sum: u64, count| sum.checked_add(*count));
    if sum != Some(decided) {
        return Err(format!("its counts do not add up to the {decided} decided"));
    }
    let sums = text.get("sums").map(items).unwrap_or_default();
    let sum = |at: usize| {
        let sum = sums.get(at).and_then(Value::as_str).and_then(|text| text.parse().ok());
        sum.ok_or_else(|| "its sums are missing or wrong".to_owned())
    };
    counts.sums.count = sums.first().and_then(number).ok_or("its sums are missing or wrong")?;
    if counts.sums.count > decided {
        return Err(format!("its sums are of more than the {decided} decided"));
    }
    counts.sums.net_net = sum(1)?;
    counts.sums.net_count = sum(2)?;
    counts.sums.count_count = sum(3)?;
    Ok(())
}
