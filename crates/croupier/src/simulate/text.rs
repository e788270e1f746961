//! The report of a run for people.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use croupier_engine::{Cents, Kind};
use croupier_sim::{Counted, Figures, Plan, Row, Stake, count_z, exact_edge, figures};

use super::Report;
use crate::columns::Columns;
use crate::count::{of, show};
use crate::question::strategy_name;

/// Writes the report.
pub(super) fn write(report: &Report<'_>) -> String {
    let mut text = String::new();
    let out = &mut text;
    let plan = report.simulation.plan();
    heading(report, plan, out);
    let Some((sure, later)) = report.played.tally.sorts.split_first() else { return text };
    wagers(report, sure, out);
    out.push('\n');
    results(report, sure, plan.is_independent(), out);
    if let [later] = later
        && later.rounds > 0
    {
        let _ = writeln!(
            out,
            "\nThe first rounds of each shoe, {} in all, are dealt whatever cards come: they are\n\
             above. What follows, {}, was dealt because the cards before were few, and the\n\
             odds of a full shoe do not hold there (the cut-card effect):\n",
            show(sure.rounds),
            of(later.rounds, "round")
        );
        wagers(report, later, out);
    }
    footer(report, out);
    text
}

fn heading(report: &Report<'_>, plan: &Plan, out: &mut String) {
    out.push_str(plan.kind.title());
    if plan.decks() > 0 {
        let _ = write!(out, ", {}", of(plan.decks().into(), "deck"));
    }
    if let Some(variant) = plan.setup.variant {
        let _ = write!(out, ", {}", plan.kind.house().variants[usize::from(variant)]);
    }
    if let Some(strategy) = strategy_name(plan.kind, &plan.strategy) {
        let _ = write!(out, ", strategy {strategy}");
    }
    if plan.decks() > 0 {
        if plan.kind.house().areas.is_some() {
            let _ = write!(out, ", {}", of(plan.areas.into(), "area"));
        }
        let dealt = match plan.behind {
            None => "every round from all cards".to_owned(),
            Some(behind) => {
                format!("from a shoe, {} behind the cutting card", of(behind.into(), "card"))
            }
        };
        let _ = write!(out, ", {dealt}");
    }
    let what = if plan.decks() > 0 { "round" } else { "roll" };
    let rounds = of(report.played.tally.rounds(), what);
    let _ = write!(out, "\n{rounds}, seed {}", plan.seed);
    if report.shard.of > 1 {
        let _ = write!(out, ", part {} of {}", report.shard.number, report.shard.of);
    }
    if !report.is_complete() {
        let _ = write!(out, ", stopped before {}", show(plan.rounds));
    }
    let _ = writeln!(out, "\n{}\n", staked(&plan.stakes));
}

/// Says what is staked on each wager: the nets follow from it.
fn staked(stakes: &[Stake]) -> String {
    let amounts: BTreeSet<_> = stakes.iter().map(|stake| stake.amount.0).collect();
    match (amounts.first(), amounts.last()) {
        (Some(least), Some(most)) if least < most => {
            format!("{} to {} staked on each wager", Cents(*least), Cents(*most))
        }
        (Some(all), _) => format!("{} staked on each wager", Cents(*all)),
        (None, _) => "nothing staked".to_owned(),
    }
}

/// One line for each wager.
fn wagers(report: &Report<'_>, counted: &Counted, out: &mut String) {
    let plan = report.simulation.plan();
    let dice = plan.decks() == 0;
    let mut headings =
        vec!["wager", "decided", "return", "edge", "se", "99 % interval", "exact edge", "z"];
    headings.extend(dice.then_some("edge per roll"));
    let mut table = Columns::new(&headings, &[1, 2, 3, 4, 5, 6, 7, 8]);
    let (mut few, mut alarm) = (false, false);
    for (row, counts) in report.simulation.book().rows.iter().zip(&counted.rows) {
        let name = name(plan.kind, row);
        let Some(figures) = figures(row, counts, counted.groups) else {
            let none = || "-".to_owned();
            let exact = percent(exact_edge(row).to_f64());
            table.row([name, "0".to_owned(), none(), none(), none(), none(), exact, none()]);
            continue;
        };
        few |= !figures.enough;
        alarm |= figures.is_alarming();
        let mut cells = cells(name, &figures);
        cells.extend(figures.per_roll.filter(|_| dice).map(percent));
        table.row(cells);
    }
    table.write("", out);
    if few {
        out.push_str("(z): too few rounds to judge by it\n");
    }
    if alarm {
        out.push_str("!: more than five standard errors from the exact edge\n");
    }
}

#[allow(clippy::float_arithmetic, reason = "for showing")]
fn cells(name: String, figures: &Figures) -> Vec<String> {
    let (low, high) = figures.interval;
    let z = format!("{:+.2}", figures.z);
    let z = match (figures.enough, figures.is_alarming()) {
        (_, true) => format!("{z} !"),
        (true, false) => z,
        (false, false) => format!("({z})"),
    };
    vec![
        name,
        show(figures.decided),
        percent(figures.returned()),
        percent(figures.edge),
        percent(figures.error),
        format!("{} to {}", percent(low), percent(high)),
        percent(figures.exact.to_f64()),
        z,
    ]
}

/// One line for each result.
fn results(report: &Report<'_>, counted: &Counted, independent: bool, out: &mut String) {
    let kind = report.simulation.plan().kind;
    let headings = ["wager", "result", "net", "clause", "count", "share", "exact", "z"];
    let right: &[usize] = if independent { &[2, 4, 5, 6, 7] } else { &[2, 4, 5, 6] };
    let headings = if independent { &headings[..] } else { &headings[..7] };
    let mut table = Columns::new(headings, right);
    for (row, counts) in report.simulation.book().rows.iter().zip(&counted.rows) {
        let decided = counts.decided();
        for (at, (ending, &count)) in row.endings.iter().zip(&counts.endings).enumerate() {
            let exact = ending.exact.as_ref();
            let z = exact.and_then(|exact| count_z(count, decided, exact));
            let mut cells = vec![
                if at == 0 { name(kind, row) } else { String::new() },
                ending.result().name().to_owned(),
                cents(ending.net),
                ending.last().clause.to_string(),
                show(count),
                share(count, decided),
                exact.map_or_else(|| "-".to_owned(), |exact| percent(exact.to_f64())),
            ];
            if independent {
                cells.push(z.map_or_else(|| "-".to_owned(), |z| format!("{z:+.2}")));
            }
            table.row(cells);
        }
    }
    table.write("", out);
}

#[allow(clippy::float_arithmetic, reason = "for showing")]
fn footer(report: &Report<'_>, out: &mut String) {
    let seconds = report.time.as_secs_f64();
    let rate = report.rate() / 1e6;
    let on = match report.threads {
        None => "for all parts".to_owned(),
        Some(threads) => format!("on {}", of(threads as u64, "thread")),
    };
    let _ = writeln!(out, "\n{seconds:.2} s {on}: {rate:.1} million rounds a second");
}

/// Names a wager, with its number.
pub(super) fn name(kind: Kind, row: &Row) -> String {
    let name = kind.layouts()[usize::from(row.on.0)].name;
    row.mark.map_or_else(|| name.to_owned(), |mark| format!("{name} {mark}"))
}

fn cents(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    let cents = cents.unsigned_abs();
    format!("{sign}{}.{:02}", cents / 100, cents % 100)
}

#[allow(clippy::float_arithmetic, reason = "for showing; the count stands beside it")]
fn share(count: u64, of: u64) -> String {
    if of == 0 { "-".to_owned() } else { percent(count as f64 / of as f64) }
}

#[allow(clippy::float_arithmetic, reason = "for showing")]
pub(super) fn percent(share: f64) -> String {
    format!("{:.4} %", share * 100.0)
}
