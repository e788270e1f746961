//! `croupier merge`: the parts of a run put together into its report.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use croupier_sheet::Value;
use croupier_sim::{Played, Shard, Simulation};

use crate::failure::{Done, Failure};
use crate::simulate::json::Part;
use crate::simulate::{self, Format, Report, json, run_json};

/// Put the parts of a simulation together into the report of the whole run
///
/// The parts are reports that `croupier simulate --shard PART/PARTS --json` has written. All must be
/// there, each once, and of the same run. The report is then that of a run in one piece, but for the
/// time it took.
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
    let mut first: Option<(String, Simulation)> = None;
    let mut parts: BTreeMap<u64, (String, Part)> = BTreeMap::new();
    for file in &arguments.files {
        let name = file.display().to_string();
        let wrong = |what: String| Failure::input(format!("{name}: {what}"));
        let text = std::fs::read_to_string(file)
            .map_err(|error| Failure::new(format!("cannot read {name}: {error}")))?;
        let value =
            Value::read(&text).map_err(|fault| wrong(format!("not a report in JSON: {fault}")))?;
        let run =
            value.get("run").ok_or_else(|| wrong("not a report of a simulation".to_owned()))?;
        let plan = run_json::read(run).map_err(|what| wrong(format!("run.{what}")))?;
        match &first {
            Some((other, simulation)) if *simulation.plan() != plan => {
                let what = format!("{name} is not of the run of {other}");
                return Err(Failure::input(what).hint("parts must agree in everything but --shard"));
            }
            Some(_) => {}
            None => {
                let simulation =
                    Simulation::new(plan).map_err(|trouble| simulate::failure(&trouble))?;
                first = Some((name.clone(), simulation));
            }
        }
        let part = json::part(&value).map_err(wrong)?;
        if !part.complete {
            return Err(Failure::input(format!("{name}: this part was stopped before its end"))
                .hint("play it again: the same part of the same run"));
        }
        let number = part.shard.number;
        if let Some((other, _)) = parts.insert(number, (name.clone(), part)) {
            return Err(Failure::input(format!("{name} and {other} are the same part, {number}")));
        }
    }
    let Some((_, simulation)) = first else { return Ok(true) };
    report(&simulation, &parts)?.print(&arguments.format)
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
        let counts = part.tally(simulation);
        tally.add(&counts.map_err(|what| Failure::input(format!("{name}: {what}")))?);
        time += Duration::try_from_secs_f64(part.seconds).unwrap_or_default();
    }
    let rounds = simulation.plan().rounds;
    if tally.rounds() != rounds {
        let what = format!("the parts have {} rounds, the run has {rounds}", tally.rounds());
        return Err(Failure::input(what));
    }
    let played = Played { tally, blocks: simulation.plan().blocks() };
    Ok(Report { simulation, shard: Shard::ALL, played, time, threads: None })
}

/// Checks that the parts are all the parts that there are.
fn check_all_there(parts: &BTreeMap<u64, (String, Part)>) -> Result<(), Failure> {
    let mut all = parts.values();
    let Some((first, part)) = all.next() else { return Ok(()) };
    let of = part.shard.of;
    if let Some((other, part)) = all.find(|(_, part)| part.shard.of != of) {
        let parts = part.shard.of;
        let what = format!("{first} is one of {of} parts, {other} one of {parts}");
        return Err(Failure::input(what));
    }
    let missing: Vec<_> = (1..=of).filter(|at| !parts.contains_key(at)).take(11).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let more = if missing.len() > 10 { " and more" } else { "" };
    let named: Vec<_> = missing.iter().take(10).map(u64::to_string).collect();
    let named = named.join(", ");
    Err(Failure::input(format!("of {of} parts these are missing: {named}{more}")))
}
