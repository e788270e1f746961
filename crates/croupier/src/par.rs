//! `croupier par`: the mathematics of a game on one sheet, as a test lab expects it.

mod html;
mod json;
mod markdown;
mod sheet;
mod svg;

use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use croupier_odds::Unanswered;
use croupier_odds::par::Par;
use croupier_sim::{Countability, Sample};
use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

use crate::failure::{Done, Failure, written};
use crate::odds::CHIPS;
use crate::progress::Progress;
use crate::question::{Asked, Options};

/// Write a PAR sheet: configuration, odds, volatility, strategy and pictures on one page
///
/// Every wager with its outcomes, hit frequency, edge and volatility, the bands in which the hold must
/// lie after 1,000 to 10,000,000 rounds, the strategy chart, the effect of removal of each card, what
/// paying up to the next chip does, and the hashes of the program and of the rules that made it.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    options: Options,

    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Web page, Markdown or JSON [default: by the name of the file, or else a web page;
    /// Markdown on a terminal]
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// How many shoes are dealt to see how the edge moves
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    shoes: u64,

    /// The seed of these shoes
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Html,
    Md,
    Json,
}

/// All that stands on the sheet: what is counted, what is sampled, and what made it.
struct Page {
    asked: Asked,
    par: Par,
    /// How the edge moves; `None` where dice are rolled.
    counted: Option<Countability>,
    sample: Sample,
    program: String,
    rules: String,
}

/// At how many steps of a shoe the odds are asked for.
const STEPS: u32 = 12;

/// Computes and writes the sheet.
pub(crate) fn run(arguments: &Arguments) -> Done {
    let page = Page::new(arguments)?;
    let text = match format(arguments)? {
        Format::Json => json::write(&page),
        Format::Html => html::write(&sheet::lay_out(&page)),
        Format::Md => markdown::write(&sheet::lay_out(&page)),
    };
    match &arguments.out {
        Some(file) => {
            let failure = |error| Failure::new(format!("cannot write {}: {error}", file.display()));
            std::fs::write(file, text).map_err(failure)?;
        }
        None => written(std::io::stdout().lock().write_all(text.as_bytes()), "standard output")?,
    }
    Ok(true)
}

fn format(arguments: &Arguments) -> Result<Format, Failure> {
    let ending = arguments.out.as_deref().map(|file| file.extension().and_then(|end| end.to_str()));
    match (arguments.format, ending) {
        (Some(format), _) => Ok(format),
        (None, Some(Some("html" | "htm"))) => Ok(Format::Html),
        (None, Some(Some("md"))) => Ok(Format::Md),
        (None, Some(Some("json"))) => Ok(Format::Json),
        (None, Some(_)) => Err(Failure::input("the file's name does not say what to write")
            .hint("let it end in .html, .md or .json, or give --format")),
        (None, None) if std::io::stdout().is_terminal() => Ok(Format::Md),
        (None, None) => Ok(Format::Html),
    }
}

impl Page {
    fn new(arguments: &Arguments) -> Result<Self, Failure> {
        let asked = arguments.options.ask()?;
        let question = &asked.question;
        let unanswered = |why: Unanswered| asked.unanswered(&why);
        let par = Par::new(question, CHIPS).map_err(unanswered)?;
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let sample = Sample { shoes: arguments.shoes, steps: STEPS, seed: arguments.seed, threads };
        let counted = match par.report.decks > 0 {
            true => {
                let progress = Progress::new("dealing shoes", sample.shoes);
                let done = |shoes| progress.at(shoes);
                let counted = croupier_sim::countability(question, sample, &done);
                Some(counted.map_err(unanswered)?)
            }
            false => None,
        };
        let (program, rules) = (program_hash()?, crate::register::rules_hash(question.kind));
        Ok(Self { asked, par, counted, sample, program, rules })
    }
}

/// Returns the SHA-256 of the program that runs.
fn program_hash() -> Result<String, Failure> {
    let failure = |error| Failure::new(format!("cannot read the running program: {error}"));
    let program = std::env::current_exe().and_then(std::fs::read).map_err(failure)?;
    Ok(HEXLOWER.encode(&Sha256::digest(program)))
}
