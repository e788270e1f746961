//! `croupier merge`: the parts of a run put together into its report.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use croupier_sim::{Plan, Played, Shard, Simulation};

use crate::failure::{Done, Failure};
use crate::simulate::part::{self, Part, Written};
use crate::simulate::{self, Format, Report};

/// Put the parts of a simulation together into the report of the whole run
///
/// The parts are reports that `croupier simulate --shard PART/PARTS --json` has written. All must be
/// there, each once, of the same run, and as they were written: each has a SHA-256 of itself. The
/// report is then that of a run in one piece, but for the time it took. The exit status is 1 if a
/// wager is more than five standard errors from its exact edge, 2 if the parts cannot be merged.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The reports of the parts
    #[arg(required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    format: Format,
}

/// Reads the parts, and reports.
pub(crate) fn run(arguments: &Arguments) -> Done {
    merge(arguments).map_err(Failure::could_not_run)
}

fn merge(arguments: &Arguments) -> Done {
    let mut first: Option<(String, Simulation)> = None;
    let mut parts: BTreeMap<u64, (String, Part)> = BTreeMap::new();
    for file in &arguments.files {
        let name = file.display().to_string();
        let (text, plan, part) = read(file, &name)?;
        match &first {
            Some((other, simulation)) if *simulation.plan() != plan => {
                let what = format!("{name} is not of the run of {other}");
                return Err(Failure::input(what).hint("parts must agree in everything but --shard"));
            }
            Some(_) => {}
            None => {
                let simulation = Simulation::new(plan.clone());
                let simulation =
                    simulation.map_err(|trouble| simulate::failure(plan.kind, &trouble))?;
                first = Some((name.clone(), simulation));
            }
        }
        add(name, &text, part, &mut parts)?;
    }
    let Some((_, simulation)) = first else { return Ok(true) };
    report(&simulation, &parts)?.print(&arguments.format)
}

/// Reads a report: its text, of which run it is, and what it says of its part.
fn read(file: &Path, name: &str) -> Result<(String, Plan, Part), Failure> {
    let wrong = |what: String| Failure::input(format!("{name}: {what}"));
    let text = std::fs::read_to_string(file)
        .map_err(|error| Failure::new(format!("cannot read {name}: {error}")))?;
    let written: Written = serde_json::from_str(&text)
        .map_err(|error| wrong(format!("not a report of a simulation in JSON: {error}")))?;
    let (plan, part) = Part::new(written).map_err(wrong)?;
    Ok((text, plan, part))
}

/// Puts a part to the others, if it is one more of as many and as it was written.
fn add(
    name: String,
    text: &str,
    part: Part,
    parts: &mut BTreeMap<u64, (String, Part)>,
) -> Result<(), Failure> {
    let Shard { number, of } = part.shard;
    if let Some((other, before)) = parts.values().find(|(_, before)| before.shard.of != of) {
        let (at, all) = (before.shard.number, before.shard.of);
        let what = format!("{other} is part {at} of {all}, {name} is part {number} of {of}");
        return Err(Failure::input(what).hint("merge takes the parts of one division of a run"));
    }
    if !part.complete {
        return Err(Failure::input(format!("{name}: this part was stopped before its end"))
            .hint("play it again: the same part of the same run"));
    }
    part::check_hash(text).map_err(|what| {
        Failure::input(format!("{name}: {what}"))
            .hint("the file was changed after it was written; play this part again")
    })?;
    if let Some((other, _)) = parts.insert(number, (name.clone(), part)) {
        return Err(Failure::input(format!("{name} and {other} are the same part, {number}")));
    }
    Ok(())
}

/// Adds the parts up.
fn report<'a>(
    simulation: &'a Simulation,
    parts: &BTreeMap<u64, (String, Part)>,
) -> Result<Report<'a>, Failure> {
    check_all_there(parts)?;
    let mut tally = simulation.empty();
    let mut time = Duration::ZERO;
    for (name, part) in parts.values() {
        let wrong = |what: &str| Failure::input(format!("{name}: {what}"));
        let counts = part.tally(simulation).map_err(|what| wrong(&what))?;
        tally.checked_add(&counts).ok_or_else(|| wrong("more than can be counted in 64 bits"))?;
        let more = Duration::try_from_secs_f64(part.seconds).ok();
        let sum = more.and_then(|more| time.checked_add(more));
        time = sum.ok_or_else(|| wrong("seconds is too large"))?;
    }
    let played = Played { tally, blocks: simulation.plan().blocks() };
    Ok(Report { simulation, shard: Shard::ALL, played, time, threads: None })
}

/// Checks that the parts are all the parts that there are.
fn check_all_there(parts: &BTreeMap<u64, (String, Part)>) -> Result<(), Failure> {
    let Some((_, part)) = parts.values().next() else { return Ok(()) };
    let of = part.shard.of;
    let missing: Vec<_> = (1..=of).filter(|at| !parts.contains_key(at)).take(11).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let more = if missing.len() > 10 { " and more" } else { "" };
    let named: Vec<_> = missing.iter().take(10).map(u64::to_string).collect();
    let named = named.join(", ");
    Err(Failure::input(format!("of {of} parts these are missing: {named}{more}")))
}
