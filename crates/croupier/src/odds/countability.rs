//! `croupier odds --countability`: how the edges move as the shoe is dealt.

#![allow(clippy::float_arithmetic, reason = "shares of many shoes are shown, and decide nothing")]

use std::fmt::Write as _;

use croupier_odds::Report;
use croupier_sim::{Countability, Sample};

use super::json::{Dealt, Document};
use super::{Arguments, text};
use crate::columns::Columns;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::question::Asked;

/// At how many steps of a shoe the odds are asked for.
const STEPS: u32 = 24;

/// Deals the shoes and writes what they showed.
pub(super) fn write(
    asked: &Asked,
    arguments: &Arguments,
    report: &Report,
    out: &mut String,
) -> Result<(), Failure> {
    let (shoes, seed) = (arguments.shoes, arguments.seed);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let sample = Sample { shoes, steps: STEPS, seed, threads };
    let progress = Progress::new("dealing shoes", shoes);
    let counted = croupier_sim::countability(&asked.question, sample, &|done| progress.at(done));
    drop(progress);
    let counted = counted.map_err(|why| asked.unanswered(&why))?;
    if counted.report.decks == 0 {
        return Err(Failure::input(format!("{} has no cards", counted.report.kind.title())));
    }
    if arguments.json {
        *out = Document::new(asked, Dealt::of(Some(&counted), &sample)).write();
        return Ok(());
    }
    text::heading(asked, out);
    let _ = writeln!(
        out,
        "{shoes} shoes of seed {seed}, exact odds at {STEPS} steps of each, until one deck is left\n"
    );
    overall(&counted, out);
    if let Some(note) = gain_note(&counted) {
        let _ = writeln!(out, "\n{note}");
    }
    out.push_str(&text::follow_ups(report));
    out.push_str("\nfavourable, by decks dealt (rounds with one hand):\n\n");
    by_depth(&counted, out);
    Ok(())
}

/// Says what the gain leaves out.
pub(crate) fn gain_note(counted: &Countability) -> Option<String> {
    let report = &counted.report;
    let needy = report.wagers.iter().filter_map(|odds| {
        let needed = report.needs(odds)?;
        Some(format!("{} needs {needed}", report.name(odds)))
    });
    let needy: Vec<_> = needy.collect();
    (!needy.is_empty()).then(|| {
        format!(
            "the gain is of each wager alone and leaves out what another costs: {}",
            needy.join(", ")
        )
    })
}

fn overall(counted: &Countability, out: &mut String) {
    let headings =
        ["wager", "off the top", "mean edge", "favourable", "gain in 100 rounds", "best edge seen"];
    let mut table = Columns::new(&headings, &[1, 2, 3, 4, 5]);
    for (at, odds) in counted.report.wagers.iter().enumerate() {
        table.row([
            counted.report.name(odds),
            percent(odds.edge().to_f64()),
            percent(counted.mean(at)),
            percent(counted.favourable(at)),
            format!("{:.4}", counted.gain(at) * 100.0),
            percent(counted.best(at)),
        ]);
    }
    table.write("", out);
}

fn by_depth(counted: &Countability, out: &mut String) {
    let mut headings = vec!["decks".to_owned(), "rounds".to_owned()];
    headings.extend(counted.report.wagers.iter().map(|odds| counted.report.name(odds)));
    let headings: Vec<_> = headings.iter().map(String::as_str).collect();
    let right: Vec<_> = (0..headings.len()).collect();
    let mut table = Columns::new(&headings, &right);
    for (step, (&cards, rounds)) in counted.cards.iter().zip(&counted.rounds).enumerate() {
        let decks = f64::from(cards) / 52.0;
        let shares = (0..counted.report.wagers.len()).map(|at| counted.favourable_at(at, step));
        let shares = shares.map(|share| format!("{:.1} %", share * 100.0));
        table.row([format!("{decks:.2}"), format!("{rounds:.0}")].into_iter().chain(shares));
    }
    table.write("", out);
}

fn percent(value: f64) -> String {
    format!("{:.4} %", value * 100.0)
}
