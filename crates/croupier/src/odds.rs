//! `croupier odds`: exact odds of every wager of a game.

use std::fmt::Write as _;
use std::io::Write as _;

use clap::Args;
use croupier_engine::{Card, Cents, Suit};
use croupier_odds::{BreakEven, Chart, Composition, Question, Ratio, Removal, Report, Terms};

use crate::columns::Columns;
use crate::failure::{Done, Failure, written};
use crate::question::{Asked, Options};

mod countability;
pub(crate) mod json;

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
    #[arg(long, conflicts_with_all = ["json", "csv", "chip"])]
    rounding: bool,

    /// Show what one card of each rank less in the shoe does to the edge, in percentage points
    #[arg(long, conflicts_with_all = ["json", "csv", "rounding"])]
    removal: bool,

    /// Deal shoes, and show how often each wager turns in the player's favour
    #[arg(long, conflicts_with_all = ["json", "csv", "rounding", "removal", "chip"])]
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
    let Asked { mut question, strategy } = arguments.options.ask()?;
    question.terms = terms(arguments)?;
    let kind = question.kind;
    let unanswered = |why: croupier_odds::Unanswered| Failure::input(why.to_string());
    let report = croupier_odds::odds(&question).map_err(unanswered)?;
    let mut out = String::new();
    if arguments.removal {
        let shoe = question.shoe.clone().unwrap_or_else(|| Composition::full(report.decks));
        if report.decks == 0 {
            return Err(Failure::input(format!("{} has no cards", kind.title())));
        }
        let ranks = croupier_odds::removal(&question, &shoe).map_err(unanswered)?;
        removal_text(&report, &ranks, &mut out);
    } else if arguments.countability {
        countability::write(&question, arguments.shoes, arguments.seed, &mut out)?;
    } else if arguments.rounding {
        rounding_text(&report, &mut out);
    } else if arguments.json {
        json::write(&report, strategy.as_deref(), &question, &mut out);
    } else if arguments.csv {
        csv(&report, &mut out);
    } else {
        text(&report, strategy.as_deref(), &question, &mut out);
    }
    written(std::io::stdout().lock().write_all(out.as_bytes()), "standard output")?;
    Ok(true)
}

/// Shows the effect of removal: ranks across, wagers down.
fn removal_text(report: &Report, ranks: &[Removal], out: &mut String) {
    let ranks_named: Vec<String> = ranks
        .iter()
        .map(|removal| Card::new(removal.rank, Suit::Clubs).to_string()[..1].to_owned())
        .collect();
    let mut headings = vec!["wager"];
    headings.extend(ranks_named.iter().map(String::as_str));
    let right: Vec<_> = (1..headings.len()).collect();
    let mut table = Columns::new(&headings, &right);
    for (at, odds) in report.wagers.iter().enumerate() {
        let changes = ranks.iter().map(|removal| points(&removal.changes[at]));
        table.row(std::iter::once(report.name(odds)).chain(changes));
    }
    table.write("", out);
}

#[allow(clippy::float_arithmetic, reason = "for showing only")]
fn points(ratio: &Ratio) -> String {
    format!("{:+.4}", ratio.to_f64() * 100.0)
}

/// Lists where rounding matters, wager by wager.
fn rounding_text(report: &Report, out: &mut String) {
    let mut table =
        Columns::new(&["wager", "stake in chips", "edge at that stake", "exact edge"], &[1, 2, 3]);
    for odds in &report.wagers {
        for (at, rounded) in croupier_odds::rounding(odds, 200).iter().enumerate() {
            let first = at == 0;
            table.row([
                if first { report.name(odds) } else { String::new() },
                rounded.chips.to_string(),
                percent(&rounded.edge),
                if first { percent(&odds.edge()) } else { String::new() },
            ]);
        }
    }
    table.write("", out);
}

/// Reads stake and chip.
fn terms(arguments: &Arguments) -> Result<Terms, Failure> {
    let (Some(stake), Some(chip)) = (arguments.stake, arguments.chip) else {
        return Ok(Terms::default());
    };
    let (stake, chip) = (Cents(stake), Cents(chip));
    let amounts = [stake, chip].iter().all(|&cents| !cents.is_zero() && cents <= Cents::CEILING);
    match amounts {
        true => Ok(Terms { stake: Some((stake, chip)) }),
        false => Err(Failure::input("stake and chip must be amounts in cents")),
    }
}

fn text(report: &Report, strategy: Option<&str>, question: &Question, out: &mut String) {
    let kind = report.kind;
    let _ = write!(out, "{}", kind.title());
    if report.decks > 0 {
        let _ = write!(out, ", {} decks", report.decks);
    }
    if let Some(strategy) = strategy {
        let _ = write!(out, ", strategy {strategy}");
    }
    out.push_str("\n\n");
    let dice = report.decks == 0;
    let mut headings = vec!["wager", "edge", "exact", "risk", "sd", "wins"];
    headings.extend(dice.then_some("per roll"));
    let mut table = Columns::new(&headings, &[1, 2, 3, 4, 5, 6]);
    for odds in &report.wagers {
        let mut row = vec![
            report.name(odds),
            percent(&odds.edge()),
            odds.edge().to_string(),
            percent(&odds.element_of_risk()),
            format!("{:.4}", odds.sd()),
            percent(&odds.hit()),
        ];
        row.extend(odds.per_roll().map(|roll| percent(&roll)));
        table.row(row);
    }
    table.write("", out);
    out.push('\n');
    let headings = ["wager", "result", "net", "probability", "exact", "clause"];
    let mut table = Columns::new(&headings, &[2, 3, 4]);
    for odds in &report.wagers {
        for (at, outcome) in odds.outcomes.iter().enumerate() {
            table.row([
                if at == 0 { report.name(odds) } else { String::new() },
                outcome.result.name().to_owned(),
                outcome.net(&odds.terms).to_string(),
                percent(&outcome.probability),
                outcome.probability.to_string(),
                outcome.clause.to_string(),
            ]);
        }
    }
    table.write("", out);
    if let Some(chart) = &report.chart {
        chart_text(chart, out);
    }
    if let Some(even) = break_even(report, question) {
        let _ = write!(
            out,
            "\nthe jackpot wager is fair when the major meter shows {} with the minor as it is,\n\
             or the minor meter {} with the major as it is\n",
            even.major, even.minor
        );
    }
}

/// Works out what the meters must show for a fair jackpot wager.
fn break_even(report: &Report, question: &Question) -> Option<BreakEven> {
    let price = question.setup.jackpot.as_ref()?.wager;
    BreakEven::of(report.find("jackpot", None)?, price)
}

/// Draws the strategy by total and dealer's card, in the form in which it can be read again.
fn chart_text(chart: &Chart, out: &mut String) {
    out.push_str(
        "\n# total down, dealer's card across (0 is a ten or picture, 1 an ace): D draw, S stand\n",
    );
    let across: Vec<_> = (0..10).map(|value| value.to_string()).collect();
    let _ = writeln!(out, "     {}", across.join(" "));
    for (total, row) in chart.cells.iter().enumerate() {
        let cells: Vec<_> = row.iter().map(|cell| cell.letter().to_string()).collect();
        let _ = writeln!(out, "  {total}  {}", cells.join(" "));
    }
    if !chart.exceptions.is_empty() {
        out.push_str(
            "# exceptions (small letters above): the player's two cards by value, the dealer's card\n",
        );
    }
    for (pair, decide) in &chart.exceptions {
        let _ = writeln!(out, "{pair} {}", decide.letter());
    }
}

fn csv(report: &Report, out: &mut String) {
    out.push_str("on,number,point,result,pays,probability,clause,ev,edge\n");
    for odds in &report.wagers {
        let (number, point) = json::marks(report.kind, odds);
        let show = |mark: Option<u8>| mark.map(|mark| mark.to_string()).unwrap_or_default();
        for outcome in &odds.outcomes {
            let _ = writeln!(
                out,
                "{},{},{},{},{},{},{},{},{}",
                report.spot(odds),
                show(number),
                show(point),
                outcome.result.name(),
                outcome.net(&odds.terms),
                outcome.probability,
                outcome.clause,
                odds.ev(),
                odds.edge(),
            );
        }
    }
}

#[allow(clippy::float_arithmetic, reason = "for showing only; the fraction stands beside it")]
fn percent(ratio: &Ratio) -> String {
    format!("{:.4} %", ratio.to_f64() * 100.0)
}
