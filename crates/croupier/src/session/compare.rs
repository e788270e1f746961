//! Several strategies side by side.
#![allow(clippy::float_arithmetic, reason = "statistics are shown, and decide nothing")]

use std::fmt::Write as _;

use croupier_sim::session::quantile;

use super::money::{about, dollars, percent};
use super::summary::{PARTS, Summary};
use super::text::{conditions, nights_played, notes, with_error};
use crate::columns::Columns;

/// Writes strategies side by side, a column each. Those that an interrupt stopped or left without a
/// night are named first, because columns of different lengths are not alike.
pub(super) fn write(nights: &[Summary], unplayed: &[String], out: &mut String) {
    interrupted(nights, unplayed, out);
    let shown: Vec<_> = nights
        .iter()
        .map(|night| {
            let mut text = String::new();
            conditions(night, &mut text);
            text
        })
        .collect();
    for (at, text) in shown.iter().enumerate() {
        // Tables of different games differ in their rounds and cards.
        if at == 0 || shown[at - 1] != *text {
            out.push_str(text);
        }
    }
    out.push('\n');
    let mut headings = vec![""];
    headings.extend(nights.iter().map(|night| night.name.as_str()));
    let right: Vec<_> = (1..headings.len()).collect();
    let mut table = Columns::new(&headings, &right);
    let mut row = |what: &str, figure: &dyn Fn(&Summary) -> String| {
        table.row(std::iter::once(what.to_owned()).chain(nights.iter().map(figure)));
    };
    for (part, name) in PARTS {
        row(&format!("result, {name}"), &|night| dollars(night.quantile(part)));
    }
    row("mean result", &|night| format!("{} ± {}", about(night.mean), about(night.mean_error())));
    row("standard deviation", &|night| about(night.sd));
    row("chance to end ahead", &|night| with_error(night.ahead()));
    if nights.iter().any(|night| night.plan.goal.is_some()) {
        row("chance of the goal", &|night| with_error(night.goals()));
    }
    row("chance of ruin", &|night| with_error(night.ruined()));
    row("longest losing run, median", &|night| quantile(&night.losing_runs, 500).to_string());
    row("deepest fall, median", &|night| dollars(quantile(&night.drawdowns, 500)));
    row("staked a night", &|night| about(night.a_night(night.handle())));
    let expected = |night: &Summary, figure: &dyn Fn(f64) -> String| {
        night.expected.loss().map_or("-".to_owned(), figure)
    };
    row("expected loss a night", &|night| expected(night, &|loss| about(night.a_night(loss))));
    row("expected loss an hour", &|night| expected(night, &|loss| about(night.for_an_hour(loss))));
    row("of what is staked", &|night| {
        expected(night, &|loss| percent(loss / night.handle().max(1.0)))
    });
    row("lost an hour", &|night| about(night.for_an_hour(night.lost())));
    row("rounds played", &|night| format!("{:.1}", night.rounds()));
    table.write("", out);
    for night in nights {
        let mut own = String::new();
        notes(night, &mut own);
        if !own.is_empty() {
            let _ = write!(out, "\n{}:{own}", night.name);
        }
    }
}

/// Says which strategies were stopped, and after how many nights.
fn interrupted(nights: &[Summary], unplayed: &[String], out: &mut String) {
    for night in nights.iter().filter(|night| !night.is_complete()) {
        let _ = writeln!(out, "interrupted: {} after {}", night.name, nights_played(night));
    }
    if !unplayed.is_empty() {
        let _ = writeln!(out, "interrupted: not played: {}", unplayed.join(", "));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU64};

    use croupier_engine::setup::Limit;
    use croupier_engine::{Cents, Setup};
    use croupier_sim::session::{Dealing, Plan, expected, run};

    use super::*;

    /// Plays some of the nights that were asked for.
    fn played(name: &str, played: u64, asked: u64) -> Summary {
        let strategy = super::super::library::find(name).unwrap_or_else(|_| panic!("{name}"));
        let limit = Limit { min: Cents(500), max: Cents(50_000), unit: Cents(100) };
        let limits = vec![limit; strategy.kind.layouts().len()];
        let mut plan = Plan {
            setup: Setup { limits, ..Setup::default() },
            bankroll: Cents(30_000),
            goal: None,
            rounds: 20,
            sessions: played,
            seed: 1,
            dealing: Dealing::Fresh,
            strategy,
        };
        let tally = run(&plan, 1, &AtomicU64::new(0), &AtomicBool::new(false)).expect("plays");
        plan.sessions = asked;
        let expected = expected(&plan, &tally).expect("has odds");
        Summary::new(name, plan, tally, expected, None, 100)
    }

    #[test]
    fn what_was_interrupted_is_said_first() {
        let nights = [played("win-line", 30, 30), played("iron-cross", 17, 30)];
        let mut out = String::new();
        write(&nights, &["dark-side".to_owned()], &mut out);
        let wanted = "interrupted: iron-cross after 17 of 30 nights\n\
                      interrupted: not played: dark-side\n\
                      Craps: 30 nights from seed 1";
        assert!(out.starts_with(wanted), "{out}");
        assert!(out.contains("Craps: 17 of 30 nights from seed 1"), "{out}");
        let json = super::super::json::write(&nights, &["dark-side".to_owned()]);
        assert!(json.starts_with("{\"complete\":false,\"unplayed\":[\"dark-side\"]"), "{json}");
        assert!(json.contains("\"sessions\":30,\"sessions_asked\":30,\"complete\":true"), "{json}");
        assert!(
            json.contains("\"sessions\":17,\"sessions_asked\":30,\"complete\":false"),
            "{json}"
        );
    }

    #[test]
    fn nothing_is_said_of_what_was_not_interrupted() {
        let mut out = String::new();
        write(&[played("win-line", 8, 8), played("iron-cross", 8, 8)], &[], &mut out);
        assert!(out.starts_with("Craps: 8 nights from seed 1") && !out.contains("interrupted"));
    }
}
