//! `croupier odds`: exact odds of every wager of a game.

use std::io::Write as _;

use clap::Args;
use croupier_engine::Cents;
use croupier_odds::{BreakEven, Composition, Odds, Question, Ratio, Report, Terms};
use croupier_sheet::Refused;

use crate::csv::Rows;
use crate::failure::{Done, Failure, written};
use crate::question::{Asked, Options};

mod countability;
pub(crate) mod json;
mod text;

pub(crate) use countability::gain_note;
use json::{All, Document, Removals, Roundings};

/// Up to how many chips the rounding is looked at.
pub(crate) const CHIPS: u64 = 200;

/// Compute exact odds: every wager, every result, as fractions
///
/// For one player, off the top of a full shoe, or from what is left of it. Prices and results come
/// from the engine's own verdicts. The edge is what the house keeps of each unit first staked; the
/// element of risk is the same of each unit staked in all.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    options: Options,

    /// Pay in chips of so many cents: what paying up to the next chip does to the edge
    #[arg(long, value_name = "CENTS", requires = "stake")]
    chip: Option<u64>,

    /// The stake, in cents, for --chip
    #[arg(long, value_name = "CENTS", requires = "chip")]
    stake: Option<u64>,

    /// List the stakes of 1 to 200 chips at which rounding halves the edge or hands it to the player
    #[arg(long, conflicts_with_all = ["csv", "chip"])]
    rounding: bool,

    /// Show what one card of each rank less in the shoe does to the edge, in percentage points
    #[arg(long, conflicts_with_all = ["csv", "rounding"])]
    removal: bool,

    /// Deal shoes, and show how often each wager turns in the player's favour
    #[arg(long, conflicts_with_all = ["csv", "rounding", "removal", "chip"])]
    countability: bool,

    /// How many shoes are dealt for --countability
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    shoes: u64,

    /// The seed of these shoes
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Print one document of JSON, with reduced fractions
    #[arg(long)]
    json: bool,

    /// Print one row for each result as comma-separated values
    #[arg(long, conflicts_with = "json")]
    csv: bool,
}

/// Computes and prints the odds.
pub(crate) fn run(arguments: &Arguments) -> Done {
    let mut asked = arguments.options.ask()?;
    asked.question.terms = terms(arguments);
    let report = croupier_odds::odds(&asked.question).map_err(|why| asked.unanswered(&why))?;
    let mut out = String::new();
    if arguments.removal {
        removal(&asked, &report, arguments.json, &mut out)?;
    } else if arguments.countability {
        countability::write(&asked, arguments, &report, &mut out)?;
    } else if arguments.rounding {
        let wagers = croupier_odds::rounding(&asked.question, CHIPS);
        let wagers = wagers.map_err(|why| asked.unanswered(&why))?;
        match arguments.json {
            true => out = Document::new(&asked, Roundings::of(&report, &wagers)).write(),
            false => text::rounding(&asked, &report, &wagers, &mut out),
        }
    } else if arguments.json {
        out = Document::new(&asked, All::of(&report, &asked)).write();
    } else if arguments.csv {
        out = csv(&report);
    } else {
        text::odds(&report, &asked, &mut out);
    }
    written(std::io::stdout().lock().write_all(out.as_bytes()), "standard output")?;
    Ok(true)
}

fn removal(asked: &Asked, report: &Report, json: bool, out: &mut String) -> Result<(), Failure> {
    if report.decks == 0 {
        return Err(Failure::input(format!("{} has no cards", report.kind.title())));
    }
    let shoe = asked.question.shoe.clone().unwrap_or_else(|| Composition::full(report.decks));
    let ranks = croupier_odds::removal(&asked.question, &shoe);
    let ranks = ranks.map_err(|why| asked.unanswered(&why))?;
    match json {
        true => *out = Document::new(asked, Removals::of(report, &ranks)).write(),
        false => text::removal(asked, report, &ranks, out),
    }
    Ok(())
}

/// Reads stake and chip.
fn terms(arguments: &Arguments) -> Terms {
    let stake = arguments.stake.zip(arguments.chip);
    Terms { stake: stake.map(|(stake, chip)| (Cents(stake), Cents(chip))) }
}

/// Works out what the meters must show for a fair jackpot wager.
pub(crate) fn break_even(report: &Report, question: &Question) -> Option<BreakEven> {
    let jackpot = question.setup.jackpot.as_ref()?;
    let wagers = report.kind.describe().wagers;
    let fixed = |odds: &&Odds| wagers[usize::from(odds.on.0)].fixed_price;
    let odds = report.wagers.iter().find(fixed)?;
    Some(BreakEven::of(report.kind, odds, jackpot, &question.terms))
}

/// Says what stands behind the figures of a game's wagers, and what they leave out.
pub(crate) fn notes(report: &Report) -> Vec<String> {
    let mut notes = Vec::new();
    for odds in &report.wagers {
        let (Some(placed), Some(first)) = (&odds.placed, report.wagers.first()) else { continue };
        let (name, first) = (report.name(odds), report.name(first));
        notes.push(format!(
            "the {name} row counts only the {} of rounds in which it is placed, and only its own \
             stake; the {first} row counts the whole round",
            percent(placed)
        ));
    }
    for out in &report.left_out {
        let name = report.name_of(out.on, out.mark);
        notes.push(format!(
            "{name} cannot be made at this stake and is left out: {}",
            Refused(out.refusal)
        ));
    }
    notes
}

fn csv(report: &Report) -> String {
    let mut rows = Rows::new();
    rows.row(["on", "number", "point", "result", "pays", "probability", "clause", "ev", "edge"]);
    for odds in &report.wagers {
        let (number, point) = json::marks(report.kind, odds);
        let show = |mark: Option<u8>| mark.map(|mark| mark.to_string()).unwrap_or_default();
        for outcome in &odds.outcomes {
            rows.row([
                report.spot(odds),
                &show(number),
                &show(point),
                outcome.result.name(),
                &outcome.net.to_string(),
                &outcome.probability.to_string(),
                outcome.clause.0,
                &odds.ev().to_string(),
                &odds.edge().to_string(),
            ]);
        }
    }
    rows.text()
}

#[allow(clippy::float_arithmetic, reason = "for showing only; the fraction stands beside it")]
pub(crate) fn percent(ratio: &Ratio) -> String {
    format!("{:.4} %", ratio.to_f64() * 100.0)
}
