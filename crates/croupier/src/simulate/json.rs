//! The report of a run in JSON: what programs read, and what `croupier merge` puts together.

use std::fmt::Write as _;

use croupier_engine::wager::Mark;
use croupier_sheet::Value;
use croupier_sim::{Counted, Counts, Row, Shard, Simulation, Tally, exact_edge, figures};

use super::run_json::{number, whole};
use super::{Report, run_json};

/// Writes the report. The last field alone depends on the machine.
pub(super) fn write(report: &Report<'_>, out: &mut String) {
    let plan = report.simulation.plan();
    let (first, last) = report.shard.blocks(plan);
    out.push_str("{\"run\":");
    run_json::write(plan, out);
    let _ = write!(
        out,
        ",\n\"shard\":[{},{}],\"blocks\":[{first},{last}],\"played\":{},\"complete\":{}",
        report.shard.number,
        report.shard.of,
        report.played.blocks,
        report.is_complete(),
    );
    for (name, sort) in ["sure", "later"].iter().zip(&report.played.tally.sorts) {
        let _ =
            write!(out, ",\n\"{name}\":{{\"rounds\":{},\"groups\":{}", sort.rounds, sort.groups);
        out.push_str(",\"wagers\":[");
        for (at, (row, counts)) in report.simulation.book().rows.iter().zip(&sort.rows).enumerate()
        {
            out.push_str(if at == 0 { "\n" } else { ",\n" });
            wager(report.simulation, row, counts, sort, out);
        }
        out.push_str("\n]}");
    }
    let _ = writeln!(out, ",\n\"seconds\":{:.3}}}", report.time.as_secs_f64());
}

fn wager(simulation: &Simulation, row: &Row, counts: &Counts, sort: &Counted, out: &mut String) {
    let layout = &simulation.plan().kind.layouts()[usize::from(row.on.0)];
    let mark = row.mark.map_or("null".to_owned(), |mark| mark.to_string());
    let key = if matches!(layout.mark, Mark::Point(_)) { "point" } else { "number" };
    let _ = write!(
        out,
        "{{\"on\":\"{}\",\"{key}\":{mark},\"stake\":{},\"decided\":{},\"rolls\":{},\"results\":[",
        layout.name,
        row.stake.0,
        counts.decided(),
        counts.rolls
    );
    for (at, (ending, count)) in row.endings.iter().zip(&counts.endings).enumerate() {
        let exact = ending.exact.as_ref().map_or("null".to_owned(), |it| format!("\"{it}\""));
        let _ = write!(
            out,
            "{}{{\"result\":\"{}\",\"net\":{},\"clause\":\"{}\",\"count\":{count},\"exact\":{exact}}}",
            if at == 0 { "" } else { "," },
            ending.result().name(),
            ending.net,
            ending.last().clause,
        );
    }
    let sums = &counts.sums;
    let _ = write!(
        out,
        "],\"sums\":[{},\"{}\",\"{}\",\"{}\"],\"exact_edge\":\"{}\"",
        sums.count,
        sums.net_net,
        sums.net_count,
        sums.count_count,
        exact_edge(row)
    );
    if let Some(it) = figures(row, counts, sort.groups) {
        let (low, high) = it.interval;
        let _ = write!(
            out,
            ",\"edge\":{:.15},\"se\":{:.15},\"low\":{low:.15},\"high\":{high:.15},\"z\":{},\
             \"design\":{:.9},\"enough\":{}",
            it.edge,
            it.error,
            if it.z.is_finite() { format!("{:.9}", it.z) } else { "null".to_owned() },
            it.design,
            it.enough
        );
        if let Some(per_roll) = it.per_roll {
            let _ = write!(out, ",\"edge_per_roll\":{per_roll:.15}");
        }
    }
    out.push('}');
}

/// One part of a run, read from a report.
pub(crate) struct Part {
    pub(crate) shard: Shard,
    pub(crate) complete: bool,
    pub(crate) seconds: f64,
    sorts: Vec<Value>,
}

/// Reads what a report says of its part.
///
/// # Errors
/// Says what is missing or wrong.
pub(crate) fn part(report: &Value) -> Result<Part, String> {
    let shard = report.get("shard").map(Value::items).unwrap_or_default();
    let shard = match shard {
        [at, of] => number(at).zip(number(of)).filter(|(at, of)| (1..=*of).contains(at)),
        _ => None,
    };
    let (at, of) = shard.ok_or("shard is missing or wrong")?;
    let seconds = match report.get("seconds") {
        Some(Value::Number(text)) => text.parse().unwrap_or(0.0),
        _ => 0.0,
    };
    let sorts = ["sure", "later"].iter().filter_map(|name| report.get(name)).cloned().collect();
    Ok(Part {
        shard: Shard { number: at, of },
        complete: report.get("complete") == Some(&Value::Truth(true)),
        seconds,
        sorts,
    })
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
            let wagers = text.get("wagers").map(Value::items).unwrap_or_default();
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
        Ok(tally)
    }
}

fn read_counts(row: &Row, text: &Value, counts: &mut Counts) -> Result<(), String> {
    counts.rolls = whole(text, "rolls")?;
    let results = text.get("results").map(Value::items).unwrap_or_default();
    if results.len() != row.endings.len() {
        return Err("its results are not those of the run".to_owned());
    }
    for ((ending, result), count) in row.endings.iter().zip(results).zip(&mut counts.endings) {
        let clause = result.get("clause").and_then(Value::text);
        let net = match result.get("net") {
            Some(Value::Number(text)) => text.parse().ok(),
            _ => None,
        };
        if clause != Some(ending.last().clause.0) || net != Some(ending.net) {
            return Err("its results are not those of the run".to_owned());
        }
        *count = whole(result, "count")?;
    }
    let sums = text.get("sums").map(Value::items).unwrap_or_default();
    let sum = |at: usize| {
        let sum = sums.get(at).and_then(Value::text).and_then(|text| text.parse().ok());
        sum.ok_or_else(|| "its sums are missing or wrong".to_owned())
    };
    counts.sums.count = sums.first().and_then(number).ok_or("its sums are missing or wrong")?;
    counts.sums.net_net = sum(1)?;
    counts.sums.net_count = sum(2)?;
    counts.sums.count_count = sum(3)?;
    Ok(())
}
