//! Odds as tables for people, below what was computed.

use std::fmt::Write as _;

use croupier_engine::{Card, Suit};
use croupier_odds::{BreakEven, Chart, Fair, Ratio, Removal, Report, Rounding};

use super::{CHIPS, break_even, notes, percent};
use crate::columns::Columns;
use crate::question::Asked;

/// Writes every wager, every result, the strategy, and when a jackpot is fair.
pub(super) fn odds(report: &Report, asked: &Asked, out: &mut String) {
    heading(asked, out);
    wagers(report, out);
    for note in notes(report) {
        let _ = writeln!(out, "\n{note}");
    }
    out.push('\n');
    outcomes(report, out);
    if let Some(chart) = &report.chart {
        strategy(chart, out);
    }
    if let Some(even) = break_even(report, &asked.question) {
        out.push('\n');
        for line in fair(&even) {
            let _ = writeln!(out, "{line}");
        }
    }
}

/// Says what is computed.
pub(super) fn heading(asked: &Asked, out: &mut String) {
    let _ = writeln!(out, "{}", asked.question.kind.title());
    for (name, fact) in asked.facts() {
        let _ = writeln!(out, "  {:<9} {fact}", name.to_lowercase());
    }
    out.push('\n');
}

/// Says from which meters on the jackpot wager is fair.
fn fair(even: &BreakEven) -> [String; 2] {
    [("major", "minor", even.major), ("minor", "major", even.minor)].map(|(meter, other, fair)| {
        match fair {
            Fair::From(amount) => {
                format!("the jackpot wager is fair from {amount} on the {meter} meter, with the {other} as it is")
            }
            Fair::Always => format!(
                "the jackpot wager is in the player's favour whatever the {meter} meter shows, with the {other} as it is"
            ),
            Fair::Never => format!(
                "no amount on the {meter} meter makes the jackpot wager fair, with the {other} as it is"
            ),
        }
    })
}

fn wagers(report: &Report, out: &mut String) {
    let mut headings = vec!["wager", "edge", "exact", "risk", "sd", "wins"];
    headings.extend((report.decks == 0).then_some("per roll"));
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
}

fn outcomes(report: &Report, out: &mut String) {
    let headings = ["wager", "result", "net", "probability", "exact", "clause"];
    let mut table = Columns::new(&headings, &[2, 3, 4]);
    for odds in &report.wagers {
        for (at, outcome) in odds.outcomes.iter().enumerate() {
            table.row([
                if at == 0 { report.name(odds) } else { String::new() },
                outcome.result.name().to_owned(),
                outcome.net.to_string(),
                percent(&outcome.probability),
                outcome.probability.to_string(),
                outcome.clause.to_string(),
            ]);
        }
    }
    table.write("", out);
}

/// Draws the strategy by total and dealer's card, in the form in which it can be read again.
fn strategy(chart: &Chart, out: &mut String) {
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

/// Shows the effect of removal: ranks across, wagers down.
pub(super) fn removal(asked: &Asked, report: &Report, ranks: &[Removal], out: &mut String) {
    heading(asked, out);
    let names: Vec<String> = ranks.iter().map(rank).collect();
    let mut headings = vec!["wager"];
    headings.extend(names.iter().map(String::as_str));
    let right: Vec<_> = (1..headings.len()).collect();
    let mut table = Columns::new(&headings, &right);
    for (at, odds) in report.first_wagers().enumerate() {
        let changes = ranks.iter().map(|removal| points(&removal.changes[at]));
        table.row(std::iter::once(report.name(odds)).chain(changes));
    }
    table.write("", out);
    out.push_str(&follow_ups(report));
}

/// Returns the letter of a rank.
pub(super) fn rank(removal: &Removal) -> String {
    Card::new(removal.rank, Suit::Clubs).to_string()[..1].to_owned()
}

#[allow(clippy::float_arithmetic, reason = "for showing only")]
fn points(ratio: &Ratio) -> String {
    format!("{:+.4}", ratio.to_f64() * 100.0)
}

/// Says which wagers a table does not show because they only follow another.
pub(super) fn follow_ups(report: &Report) -> String {
    let names = report.wagers.iter().filter(|odds| odds.is_follow_up());
    let names: Vec<_> = names.map(|odds| report.name(odds)).collect();
    match (names.as_slice(), report.wagers.first()) {
        ([], _) | (_, None) => String::new(),
        (names, Some(first)) => {
            format!("\n{} is part of {}\n", names.join(", "), report.name(first))
        }
    }
}

/// Lists where rounding matters, wager by wager.
pub(super) fn rounding(asked: &Asked, report: &Report, wagers: &[Rounding], out: &mut String) {
    heading(asked, out);
    let mut table =
        Columns::new(&["wager", "stake in chips", "edge at that stake", "exact edge"], &[1, 2, 3]);
    for wager in wagers {
        for (at, rounded) in wager.stakes.iter().enumerate() {
            let first = at == 0;
            table.row([
                if first { report.name_of(wager.on, wager.mark) } else { String::new() },
                rounded.chips.to_string(),
                percent(&rounded.edge),
                if first { percent(&wager.exact) } else { String::new() },
            ]);
        }
    }
    match table.is_empty() {
        true => {
            let _ = writeln!(out, "no stake of 1 to {CHIPS} chips halves an edge by rounding");
        }
        false => table.write("", out),
    }
    out.push_str(&follow_ups(report));
}
