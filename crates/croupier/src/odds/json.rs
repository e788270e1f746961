//! Odds as one document of JSON, with reduced fractions.

use std::fmt::Write as _;

use croupier_engine::Kind;
use croupier_engine::wager::Mark;
use croupier_odds::{Chart, Odds, Question, Report};

use super::break_even;

/// Writes a report as one document.
pub(crate) fn write(
    report: &Report,
    strategy: Option<&str>,
    question: &Question,
    out: &mut String,
) {
    let _ = write!(out, "{{\"game\":\"{}\",\"table\":{{", report.kind.name());
    if report.decks > 0 {
        let _ = write!(out, "\"decks\":{}", report.decks);
    }
    if let Some(variant) = question.setup.variant {
        let variant = report.kind.house().variants[usize::from(variant)];
        let _ = write!(out, ",\"variant\":\"{variant}\"");
    }
    out.push_str("},\"strategy\":");
    match strategy {
        Some(strategy) => croupier_sheet::write_text(strategy, out),
        None => out.push_str("null"),
    }
    out.push_str(",\"wagers\":[");
    for (at, odds) in report.wagers.iter().enumerate() {
        out.push_str(if at == 0 { "\n" } else { ",\n" });
        wager(report, odds, out);
    }
    out.push_str("\n]");
    if let Some(chart) = &report.chart {
        plays(chart, out);
    }
    if let Some(even) = break_even(report, question) {
        let (major, minor) = (even.major.0, even.minor.0);
        let _ = write!(out, ",\n\"break_even\":{{\"major\":{major},\"minor\":{minor}}}");
    }
    out.push_str("}\n");
}

fn wager(report: &Report, odds: &Odds, out: &mut String) {
    let (number, point) = marks(report.kind, odds);
    let _ = write!(out, "{{\"on\":\"{}\",\"number\":", report.spot(odds));
    let _ = match number {
        Some(number) => write!(out, "{number}"),
        None => write!(out, "null"),
    };
    if let Some(point) = point {
        let _ = write!(out, ",\"point\":{point}");
    }
    out.push_str(",\"outcomes\":[");
    for (at, outcome) in odds.outcomes.iter().enumerate() {
        let comma = if at == 0 { "" } else { "," };
        let _ = write!(
            out,
            "{comma}{{\"result\":\"{}\",\"pays\":\"{}\",\"probability\":\"{}\",\"clause\":\"{}\"}}",
            outcome.result.name(),
            outcome.net(&odds.terms),
            outcome.probability,
            outcome.clause
        );
    }
    let _ = write!(
        out,
        "],\"ev\":\"{}\",\"edge\":\"{}\",\"element_of_risk\":\"{}\",\"average_stake\":\"{}\",\"hit\":\"{}\",\"sd\":{:.10}",
        odds.ev(),
        odds.edge(),
        odds.element_of_risk(),
        odds.average_stake,
        odds.hit(),
        odds.sd(),
    );
    if let Some(per_roll) = odds.per_roll() {
        let _ = write!(out, ",\"per_roll\":\"{per_roll}\"");
    }
    out.push('}');
}

/// Writes the strategy: a row of letters for each total, and what is done by cards.
fn plays(chart: &Chart, out: &mut String) {
    out.push_str(",\n\"chart\":[");
    for (total, row) in chart.cells.iter().enumerate() {
        let letters: String = row.iter().map(|cell| cell.letter()).collect();
        let _ = write!(out, "{}\"{letters}\"", if total == 0 { "" } else { "," });
    }
    out.push_str("],\"exceptions\":[");
    for (at, (pair, decide)) in chart.exceptions.iter().enumerate() {
        let _ = write!(out, "{}\"{pair} {}\"", if at == 0 { "" } else { "," }, decide.letter());
    }
    out.push(']');
}

/// Splits a mark into number and point.
pub(crate) fn marks(kind: Kind, odds: &Odds) -> (Option<u8>, Option<u8>) {
    match kind.layouts()[usize::from(odds.on.0)].mark {
        Mark::Point(_) => (None, odds.mark),
        Mark::None | Mark::Number(_) | Mark::Travels(_) => (odds.mark, None),
    }
}
