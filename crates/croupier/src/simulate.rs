//! `croupier simulate`: rounds by the thousand million, beside the exact odds.

mod csv;
pub(crate) mod json;
mod options;
pub(crate) mod part;
pub(crate) mod run_json;
mod text;

use std::io::Write as _;
use std::num::NonZero;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use croupier_engine::Kind;
use croupier_sheet::Refused;
use croupier_sim::{By, Played, Shard, Simulation, Trouble, Watch, figures};

use crate::failure::{Done, Failure, written};
use crate::interrupt;
use crate::progress::Progress;
use crate::question::unopened;
use options::Options;

/// Play rounds by the thousand million, and set the results beside the exact odds
///
/// Every wager of the layout is played unless --wagers names some. For each: how often each result
/// came, the edge with its standard error and 99 % interval, the exact edge, and how many standard
/// errors lie between. The same seed gives the same numbers on any machine and any number of threads.
/// The exit status is 1 if a wager is more than five standard errors from its exact edge, and for no
/// other reason; 2 if it cannot be played as it was asked for.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    options: Options,

    /// Threads; by default all cores
    #[arg(long)]
    threads: Option<NonZero<usize>>,

    /// Play one part of the run, such as 3/64; `croupier merge` puts the parts together
    #[arg(long, value_name = "PART/PARTS", value_parser = shard)]
    shard: Option<Shard>,

    /// Play the real table, input by input, with an auditor watching money and cards
    #[arg(long)]
    through_engine: bool,

    #[command(flatten)]
    format: Format,
}

/// How a report is printed.
#[derive(Args)]
pub(crate) struct Format {
    /// Print one document of JSON; parts of a run must be, to be merged
    #[arg(long)]
    json: bool,

    /// Print one row for each result as comma-separated values
    #[arg(long, conflicts_with = "json")]
    csv: bool,
}

/// What was played, and how.
pub(crate) struct Report<'a> {
    pub(crate) simulation: &'a Simulation,
    pub(crate) shard: Shard,
    pub(crate) played: Played,
    pub(crate) time: Duration,
    /// How many threads played it; `None` if it was put together from parts.
    pub(crate) threads: Option<usize>,
}

impl Report<'_> {
    /// Tells whether all blocks of the shard were played.
    pub(crate) fn is_complete(&self) -> bool {
        let (first, last) = self.shard.blocks(self.simulation.plan());
        self.played.blocks == last - first
    }

    /// Returns how many rounds were played in a second; for parts, in a second of all their time.
    #[allow(clippy::float_arithmetic, reason = "for showing")]
    pub(crate) fn rate(&self) -> f64 {
        self.played.tally.rounds() as f64 / self.time.as_secs_f64().max(1e-9)
    }

    /// Prints the report; tells whether every wager can be believed.
    pub(crate) fn print(&self, format: &Format) -> Done {
        let out = match (format.json, format.csv) {
            (true, _) => json::write(self),
            (false, true) => csv::write(self),
            (false, false) => text::write(self),
        };
        written(std::io::stdout().lock().write_all(out.as_bytes()), "standard output")?;
        let book = self.simulation.book();
        let Some(sure) = self.played.tally.sorts.first() else { return Ok(true) };
        let mut right = true;
        for (row, counts) in book.rows.iter().zip(&sure.rows) {
            if figures(row, counts, sure.groups).is_some_and(|figures| figures.is_alarming()) {
                let name = text::name(self.simulation.plan().kind, row);
                eprintln!("{name} is more than five standard errors from its exact edge");
                right = false;
            }
        }
        Ok(right)
    }
}

/// Plays and reports.
pub(crate) fn run(arguments: &Arguments) -> Done {
    play(arguments).map_err(Failure::could_not_run)
}

fn play(arguments: &Arguments) -> Done {
    let plan = arguments.options.plan()?;
    let kind = plan.kind;
    let simulation = Simulation::new(plan).map_err(|trouble| failure(kind, &trouble))?;
    let shard = arguments.shard.unwrap_or(Shard::ALL);
    let by = if arguments.through_engine { By::Engine } else { By::Verdicts };
    let cores = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let threads = arguments.threads.unwrap_or(cores);
    let rounds = shard.rounds(simulation.plan());
    let watch = Watch::default();
    let started = Instant::now();
    let asked = interrupt::listen()?;
    let play = || simulation.play(shard, by, threads, &watch);
    let stop = || {
        if asked.load(Ordering::Relaxed) {
            watch.stop.store(true, Ordering::Relaxed);
        }
    };
    let played = Progress::new("rounds", rounds).watch(&watch.rounds, play, stop)?;
    let played = played.map_err(|trouble| failure(kind, &trouble))?;
    let time = started.elapsed();
    let threads = Some(threads.get());
    let report = Report { simulation: &simulation, shard, played, time, threads };
    if !report.is_complete() && watch.stop.load(Ordering::Relaxed) {
        eprintln!("stopped: the report is of what was played until then");
    }
    report.print(&arguments.format)
}

/// Says why something cannot be played.
pub(crate) fn failure(kind: Kind, trouble: &Trouble) -> Failure {
    match trouble {
        Trouble::Wager(name, refusal) => Failure::input(format!("{name}: {}", Refused(*refusal)))
            .hint("--wagers names the wagers to play, --stake what is staked"),
        Trouble::Refused(refusal) => unopened(kind, *refusal),
        Trouble::Other(what) => Failure::input(what.clone()),
    }
}

/// Reads `3/64`.
fn shard(text: &str) -> Result<Shard, String> {
    let wrong = || format!("{text:?} is not a part of a run, expected 3/64");
    let (number, of) = text.split_once('/').ok_or_else(wrong)?;
    let number = number.trim().parse().map_err(|_| wrong())?;
    let of = of.trim().parse().map_err(|_| wrong())?;
    if number < 1 || number > of {
        return Err(format!("there is no part {number} of {of}: parts are numbered from 1"));
    }
    Ok(Shard { number, of })
}
