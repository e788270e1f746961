//! What came of the nights of one strategy, for people.
#![allow(clippy::float_arithmetic, reason = "statistics are shown, and decide nothing")]

use std::fmt::Write as _;

use croupier_sheet::sentence;
use croupier_sim::session::{Dealing, quantile};

use super::money::{about, counted, dollars, grouped, percent};
use super::summary::{PARTS, Share, Summary, ahead};
use crate::columns::Columns;

/// Writes the report of one strategy.
pub(super) fn write(night: &Summary, out: &mut String) {
    let strategy = &night.plan.strategy;
    let _ = writeln!(out, "{}", strategy.title);
    if !strategy.about.is_empty() {
        let _ = writeln!(out, "{}", strategy.about);
    }
    out.push('\n');
    conditions(night, out);
    out.push('\n');
    results(night, out);
    out.push('\n');
    figures(night, out);
    out.push('\n');
    if !night.expected.rows.is_empty() {
        wagers(night, out);
        out.push('\n');
    }
    histogram(night, out);
    notes(night, out);
}

/// Says under what conditions the nights were played.
pub(super) fn conditions(night: &Summary, out: &mut String) {
    let plan = &night.plan;
    let an_hour = night.an_hour;
    let goal = plan.goal.map_or(String::new(), |goal| format!(", goal {goal}"));
    let _ = writeln!(
        out,
        "{}: {} from seed {}: {} in hand{goal}, {} at {an_hour} an hour",
        plan.strategy.kind.title(),
        nights_played(night),
        plan.seed,
        plan.bankroll,
        night.rounds_of_a_night(),
    );
    let limit = plan.setup.limits.first().copied();
    let limit = limit.unwrap_or(croupier_engine::setup::Limit::NONE);
    let _ = write!(out, "the sign: {} to {} in steps of {}", limit.min, limit.max, limit.unit);
    if plan.strategy.kind.house().cards.is_some() {
        let shoe = match plan.dealing {
            Dealing::Fresh => "; cards shuffled before every round".to_owned(),
            Dealing::Down { behind } => format!("; a shoe with {behind} cards behind its cut"),
        };
        out.push_str(&shoe);
    }
    out.push('\n');
}

/// Says how many nights were played, and of how many if it was interrupted.
pub(super) fn nights_played(night: &Summary) -> String {
    let asked = counted(night.plan.sessions, "night", "nights");
    if night.is_complete() {
        return asked;
    }
    format!("{} of {asked}", grouped(night.tally.sessions))
}

/// Shows the distribution of the result, and the exact one beside it.
fn results(night: &Summary, out: &mut String) {
    let mut headings = vec!["result"];
    headings.extend(PARTS.iter().map(|(_, name)| *name));
    headings.extend(["mean", "sd"]);
    let right: Vec<_> = (1..headings.len()).collect();
    let mut table = Columns::new(&headings, &right);
    let mut row = vec!["simulated".to_owned()];
    row.extend(PARTS.iter().map(|(part, _)| dollars(night.quantile(*part))));
    row.extend([about(night.mean), about(night.sd)]);
    table.row(row);
    if let Some(exact) = &night.exact {
        let mut row = vec!["exact".to_owned()];
        row.extend(PARTS.iter().map(|(part, _)| dollars(exact.quantile(*part))));
        row.extend([about(exact.mean()), about(exact.sd())]);
        table.row(row);
    }
    table.write("", out);
}

/// Shows a share with its standard error.
pub(super) fn with_error(share: Share) -> String {
    format!("{} ± {:.2}", percent(share.share), share.error * 100.0)
}

/// Shows the figures that people ask for.
fn figures(night: &Summary, out: &mut String) {
    let exact = night.exact.as_ref();
    let headings = ["a night", "", if exact.is_some() { "exact" } else { "" }];
    let mut table = Columns::new(&headings, &[]);
    let mut row = |what: &str, figure: String, exact: Option<String>| {
        table.row([what.to_owned(), figure, exact.unwrap_or_default()]);
    };
    let ruin = exact.map(|exact| percent(exact.ruin));
    row("chance of ruin", with_error(night.ruined()), ruin);
    if night.plan.goal.is_some() {
        let goal = exact.map(|exact| percent(exact.goal));
        row("chance of the goal", with_error(night.goals()), goal);
    }
    let ahead = exact.map(|exact| percent(ahead(exact)));
    row("chance to end ahead", with_error(night.ahead()), ahead);
    let runs = |part| quantile(&night.losing_runs, part);
    let text = format!("median {}, 95 % {}, most {}", runs(500), runs(950), runs(1_000));
    row("longest losing run", text, None);
    let falls = |part| dollars(quantile(&night.drawdowns, part));
    let text = format!("median {}, 95 % {}, most {}", falls(500), falls(950), falls(1_000));
    row("deepest fall", text, None);
    let rounds = night.rounds_are();
    row(&format!("{rounds} played"), format!("{:.1}", night.rounds()), None);
    row("staked", about(night.a_night(night.handle())), None);
    let loss = format!("{} ± {}", about(-night.mean), about(night.mean_error()));
    row("lost", loss, exact.map(|exact| about(-exact.mean())));
    let loss = night.expected.loss();
    let or_unknown = |figure: Option<f64>| figure.map_or("-".to_owned(), about);
    row("expected loss", or_unknown(loss.map(|loss| night.a_night(loss))), None);
    row("expected loss an hour", or_unknown(loss.map(|loss| night.for_an_hour(loss))), None);
    row("lost an hour", about(night.for_an_hour(night.lost())), None);
    table.write("", out);
}

/// Shows what was staked and lost, wager by wager.
fn wagers(night: &Summary, out: &mut String) {
    let headings = ["wager", "a night", "staked", "edge", "expected loss", "lost"];
    let mut table = Columns::new(&headings, &[1, 2, 3, 4, 5]);
    for row in &night.expected.rows {
        let handle = row.handle as f64;
        table.row([
            night.wager(row.on, row.mark),
            format!("{:.2}", night.a_night(row.count as f64)),
            about(night.a_night(handle)),
            row.expected.map_or("-".to_owned(), |loss| percent(loss / handle.max(1.0))),
            row.expected.map_or("-".to_owned(), |loss| about(night.a_night(loss))),
            about(night.a_night(row.lost as f64)),
        ]);
    }
    table.write("", out);
}

/// Draws the results as bars.
fn histogram(night: &Summary, out: &mut String) {
    let (low, high) = match (night.quantile(2), night.quantile(998)) {
        (low, high) if low < high => (low, high),
        // Nearly all are equal: the others are shown too.
        _ => (night.quantile(0), night.quantile(1_000)),
    };
    let bins = Bins::new(&night.results, low, high, 16);
    let most = bins.counts.iter().copied().max().unwrap_or(1).max(1);
    let mut table = Columns::new(&["result", "nights", ""], &[0, 1]);
    for (at, &count) in bins.counts.iter().enumerate() {
        let share = count as f64 / night.tally.sessions.max(1) as f64;
        let bar =
            "#".repeat(usize::try_from(u128::from(count) * 50 / u128::from(most)).unwrap_or(0));
        table.row([bins.name(at), percent(share), bar]);
    }
    table.write("", out);
}

/// Results in equal steps; the first and the last take what lies beyond them.
pub(super) struct Bins {
    pub(super) low: i64,
    pub(super) step: i64,
    pub(super) counts: Vec<u64>,
}

impl Bins {
    pub(super) fn new(
        results: &std::collections::BTreeMap<i64, u64>,
        low: i64,
        high: i64,
        most: i64,
    ) -> Self {
        let step = step((high - low).max(1), most);
        let low = low.div_euclid(step) * step;
        let bins = usize::try_from((high - low) / step + 1).unwrap_or(1);
        let mut counts = vec![0; bins];
        for (&result, &count) in results {
            let at = usize::try_from((result - low).div_euclid(step)).unwrap_or(0);
            counts[at.min(bins - 1)] += count;
        }
        Self { low, step, counts }
    }

    /// Names a step by where it begins.
    fn name(&self, at: usize) -> String {
        let from = self.low + at as i64 * self.step;
        match at {
            // All results are equal.
            0 if self.counts.len() == 1 => dollars(from),
            0 => format!("below {}", dollars(from + self.step)),
            _ => format!("{} on", dollars(from)),
        }
    }
}

/// Returns a round step that divides a span into no more than so many parts.
pub(super) fn step(span: i64, parts: i64) -> i64 {
    let mut ten = 1;
    loop {
        for digit in [1, 2, 5] {
            let step = digit * ten;
            if span / step < parts {
                return step;
            }
        }
        ten *= 10;
    }
}

/// Says what must be known to read the figures.
pub(super) fn notes(night: &Summary, out: &mut String) {
    let mut notes = Vec::new();
    if !night.is_complete() {
        notes.push(format!("interrupted after {}", nights_played(night)));
    }
    if night.tally.lines.is_empty() {
        notes.push("the strategy never wagered: no `if` held, or no stake was above 0".to_owned());
    }
    for (&(line, clause, why), refused) in &night.tally.refused {
        let count = counted(refused.count, "time", "times");
        let rule = match line {
            0 => "the table".to_owned(),
            line => format!("the rule at line {line}"),
        };
        let (first, why) = (refused.first, sentence(why));
        notes.push(format!("refused {count}, first in night {first}: {rule}: {why} ({clause})"));
    }
    let tally = &night.tally;
    if tally.lessened > 0 {
        notes.push(format!(
            "{} made for less than wanted, because the hand did not cover them",
            counted(tally.lessened, "wager was", "wagers were")
        ));
    }
    if tally.uncovered > tally.ruined {
        notes.push(format!(
            "{} a wager was not made, because the hand did not cover it",
            counted(tally.uncovered, "time", "times")
        ));
    }
    if tally.unfit > 0 {
        let count = counted(tally.unfit, "wager was", "wagers were");
        notes.push(format!("{count} not made, because the table takes no stake there"));
    }
    if tally.left > 0 {
        let count = counted(tally.left, "night", "nights");
        notes.push(format!("{count} ended because the strategy left"));
    }
    if night.exact.is_some() && !matches!(night.plan.dealing, Dealing::Fresh) {
        notes.push("exact figures are for a fresh shoe in every round".to_owned());
    }
    notes.extend(night.expected.doubts.iter().map(|doubt| format!("expected loss: {doubt}")));
    if !notes.is_empty() {
        out.push('\n');
    }
    for note in notes {
        let _ = writeln!(out, "note: {note}");
    }
}
