//! Odds as one document of JSON, with reduced fractions; its parts are those of a PAR sheet too.

use std::fmt::Write as _;

use croupier_engine::Kind;
use croupier_engine::wager::Mark;
use croupier_odds::{BreakEven, Chart, Fair, Odds, Question, Removal, Report, Rounding};
use croupier_sim::{Countability, Sample};

use super::{break_even, text};
use crate::question::Asked;

/// Writes a report as one document.
pub(crate) fn write(report: &Report, asked: &Asked, out: &mut String) {
    begin(asked, out);
    out.push_str(",\"wagers\":[");
    for (at, odds) in report.wagers.iter().enumerate() {
        out.push_str(if at == 0 { "\n" } else { ",\n" });
        wager(report, odds, out);
    }
    out.push_str("\n]");
    left_out(report, out);
    if let Some(chart) = &report.chart {
        plays(chart, out);
    }
    if let Some(even) = break_even(report, &asked.question) {
        meters(&even, out);
    }
    out.push_str("}\n");
}

/// Writes a document that has only one part: removal, rounding, or how the edges move.
pub(crate) fn part(asked: &Asked, out: &mut String, write: impl FnOnce(&mut String)) {
    begin(asked, out);
    write(out);
    out.push_str("}\n");
}

/// Writes the game, its table and the strategy.
fn begin(asked: &Asked, out: &mut String) {
    let Question { kind, setup, shoe, prices, terms, .. } = &asked.question;
    let _ = write!(out, "{{\"game\":\"{}\",\"table\":{{", kind.name());
    let mut fields = Vec::new();
    if asked.decks > 0 {
        fields.push(format!("\"decks\":{}", asked.decks));
    }
    if let Some(variant) = setup.variant {
        let variant = kind.house().variants[usize::from(variant)];
        fields.push(format!("\"variant\":\"{variant}\""));
    }
    if let Some(shoe) = shoe {
        let gone = asked.removed().into_iter().map(|(card, count)| format!("\"{card}\":{count}"));
        let gone: Vec<_> = gone.collect();
        fields.push(format!("\"cards\":{},\"removed\":{{{}}}", shoe.total(), gone.join(",")));
    }
    if !prices.is_empty() {
        let list = prices.list().map(|(name, price)| {
            let mut text = String::new();
            croupier_sheet::write_text(name, &mut text);
            format!("{text}:\"{}\"", price.replace(" to ", ":"))
        });
        fields.push(format!("\"prices\":{{{}}}", list.collect::<Vec<_>>().join(",")));
    }
    if let Some((stake, chip)) = terms.stake {
        fields.push(format!("\"chip\":{},\"stake\":{}", chip.0, stake.0));
    }
    if let Some(jackpot) = &setup.jackpot {
        let (wager, major, minor) = (jackpot.wager.0, jackpot.major.0, jackpot.minor.0);
        fields
            .push(format!("\"jackpot\":{{\"wager\":{wager},\"major\":{major},\"minor\":{minor}}}"));
    }
    let _ = write!(out, "{}}},\"strategy\":", fields.join(","));
    match &asked.strategy {
        Some(strategy) => croupier_sheet::write_text(strategy, out),
        None => out.push_str("null"),
    }
}

/// Writes which wagers cannot be made at this stake, if there are any.
fn left_out(report: &Report, out: &mut String) {
    for (at, wager) in report.left_out.iter().enumerate() {
        out.push_str(if at == 0 { ",\n\"left_out\":[" } else { "," });
        let name = report.name_of(wager.on, wager.mark);
        let _ = write!(out, "{{\"wager\":\"{name}\",\"clause\":\"{}\"}}", wager.refusal.clause);
    }
    out.push_str(if report.left_out.is_empty() { "" } else { "]" });
}

/// Writes from which meters on the jackpot wager is fair, or why there is no such meter.
fn meters(even: &BreakEven, out: &mut String) {
    let amount = |fair: Fair| fair.amount().map_or("null".to_owned(), |cents| cents.0.to_string());
    let reason = |fair: Fair| fair.reason().map_or("null".to_owned(), |why| format!("\"{why}\""));
    let _ = write!(
        out,
        ",\n\"break_even\":{{\"major\":{},\"minor\":{},\"reason\":{{\"major\":{},\"minor\":{}}}}}",
        amount(even.major),
        amount(even.minor),
        reason(even.major),
        reason(even.minor)
    );
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
            outcome.net,
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

/// Writes what one card of each rank less does to the edges.
pub(crate) fn removal(report: &Report, ranks: &[Removal], out: &mut String) {
    out.push_str(",\n\"removal\":");
    list(ranks, out, |removal, out| {
        let _ = write!(out, "{{\"rank\":\"{}\",\"changes\":{{", text::rank(removal));
        for (at, (odds, change)) in report.first_wagers().zip(&removal.changes).enumerate() {
            let comma = if at == 0 { "" } else { "," };
            let _ = write!(out, "{comma}\"{}\":\"{change}\"", report.name(odds));
        }
        out.push_str("}}");
    });
}

/// Writes how the edges move as shoes are dealt.
pub(crate) fn as_dealt(counted: &Countability, sample: &Sample, out: &mut String) {
    out.push_str(",\n\"as_dealt\":");
    let (shoes, seed) = (sample.shoes, sample.seed);
    let _ = write!(
        out,
        "{{\"shoes\":{shoes},\"seed\":{seed},\"cards\":{:?},\"wagers\":",
        counted.cards
    );
    list(counted.report.wagers.iter().enumerate(), out, |(at, odds), out| {
        let _ = write!(
            out,
            "{{\"wager\":\"{}\",\"favourable\":{:.6},\"gain\":{:.8},\"best\":{:.8}",
            counted.report.name(odds),
            counted.favourable(at),
            counted.gain(at),
            counted.best(at)
        );
        for (name, share) in
            [("p5", 0.05), ("p25", 0.25), ("p50", 0.5), ("p75", 0.75), ("p95", 0.95)]
        {
            let steps = (0..counted.cards.len()).map(|step| counted.quantile(at, step, share));
            let steps: Vec<_> = steps.map(|edge| format!("{edge:.6}")).collect();
            let _ = write!(out, ",\"{name}\":[{}]", steps.join(","));
        }
        out.push('}');
    });
    out.push('}');
}

/// Writes the stakes at which rounding matters.
pub(crate) fn rounding(report: &Report, wagers: &[Rounding], out: &mut String) {
    out.push_str(",\n\"rounding\":");
    let each = wagers.iter().flat_map(|wager| wager.stakes.iter().map(move |at| (wager, at)));
    list(each, out, |(wager, rounded), out| {
        let name = report.name_of(wager.on, wager.mark);
        let (chips, edge) = (rounded.chips, &rounded.edge);
        let _ = write!(out, "{{\"wager\":\"{name}\",\"chips\":{chips},\"edge\":\"{edge}\"}}");
    });
}

/// Writes a list, an item on each line.
pub(crate) fn list<T>(
    items: impl IntoIterator<Item = T>,
    out: &mut String,
    mut each: impl FnMut(T, &mut String),
) {
    out.push('[');
    for (at, item) in items.into_iter().enumerate() {
        out.push_str(if at == 0 { "\n" } else { ",\n" });
        each(item, out);
    }
    out.push(']');
}
