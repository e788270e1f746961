//! Several strategies side by side.
#![allow(clippy::float_arithmetic, reason = "statistics are shown, and decide nothing")]

use std::fmt::Write as _;

use croupier_sim::session::quantile;

use super::money::{about, dollars, percent};
use super::summary::{PARTS, Summary};
use super::text::{conditions, notes, with_error};
use crate::columns::Columns;

/// Writes strategies side by side, a column each.
pub(super) fn write(nights: &[Summary], out: &mut String) {
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
