//! What came of the nights, as one document for programs.
#![allow(clippy::float_arithmetic, reason = "statistics are shown, and decide nothing")]

use std::fmt::Write as _;

use croupier_sim::session::{Dealing, quantile};

use super::summary::{PARTS, Share, Summary};

/// Writes one document; amounts are cents. The strategies that an interrupt left without a night are
/// named.
pub(super) fn write(nights: &[Summary], unplayed: &[String], out: &mut String) {
    let complete = unplayed.is_empty() && nights.iter().all(Summary::is_complete);
    let names: Vec<_> = unplayed.iter().map(|name| quoted(name)).collect();
    let names = names.join(",");
    let _ = write!(out, "{{\"complete\":{complete},\"unplayed\":[{names}],\"strategies\":[");
    for (at, night) in nights.iter().enumerate() {
        out.push_str(if at == 0 { "\n" } else { ",\n" });
        strategy(night, out);
    }
    out.push_str("\n]}\n");
}

fn strategy(night: &Summary, out: &mut String) {
    let (plan, tally) = (&night.plan, &night.tally);
    let _ = write!(
        out,
        "{{\"name\":{},\"title\":{},\"game\":\"{}\",\"bankroll\":{},\"goal\":{},\"rounds\":{},\
         \"sessions\":{},\"sessions_asked\":{},\"complete\":{},\"seed\":{},\"chip\":{},\
         \"behind_cut\":{}",
        quoted(&night.name),
        quoted(&plan.strategy.title),
        plan.strategy.kind.name(),
        plan.bankroll.0,
        plan.goal.map_or("null".to_owned(), |goal| goal.0.to_string()),
        plan.rounds,
        tally.sessions,
        plan.sessions,
        night.is_complete(),
        plan.seed,
        plan.setup.chip.0,
        match plan.dealing {
            Dealing::Fresh => "null".to_owned(),
            Dealing::Down { behind } => behind.to_string(),
        },
    );
    let _ = write!(out, ",\"percentiles\":{{");
    for (at, (part, _)) in PARTS.into_iter().enumerate() {
        let comma = if at == 0 { "" } else { "," };
        let _ = write!(out, "{comma}\"{}\":{}", part / 10, night.quantile(part));
    }
    let _ = write!(
        out,
        "}},\"mean\":{:.4},\"mean_error\":{:.4},\"sd\":{:.4}",
        night.mean,
        night.mean_error(),
        night.sd
    );
    for (name, share) in [
        ("chance_of_ruin", night.ruined()),
        ("chance_of_goal", night.goals()),
        ("chance_ahead", night.ahead()),
    ] {
        let Share { share, error } = share;
        let _ = write!(out, ",\"{name}\":{share:.8},\"{name}_error\":{error:.8}");
    }
    for (name, counts) in [("losing_run", &night.losing_runs), ("drawdown", &night.drawdowns)] {
        let [median, high, most] = [500, 950, 1_000].map(|part| quantile(counts, part));
        let _ = write!(out, ",\"{name}\":{{\"median\":{median},\"95\":{high},\"most\":{most}}}");
    }
    let expected = night.expected.loss();
    let _ = write!(
        out,
        ",\"rounds_played\":{},\"handle\":{},\"lost\":{},\"expected_loss\":{},\"lost_an_hour\":{:.4}",
        tally.rounds,
        tally.handle(),
        -tally.net(),
        expected.map_or("null".to_owned(), |loss| format!("{loss:.4}")),
        night.for_an_hour(night.lost()),
    );
    exact(night, out);
    wagers(night, out);
    refused(night, out);
    let doubts: Vec<_> = night.expected.doubts.iter().map(|doubt| quoted(doubt)).collect();
    let _ = write!(
        out,
        ",\"lessened\":{},\"uncovered\":{},\"unfit\":{},\"left\":{},\"doubts\":[{}],\"results\":[",
        tally.lessened,
        tally.uncovered,
        tally.unfit,
        tally.left,
        doubts.join(",")
    );
    for (at, (result, count)) in night.results.iter().enumerate() {
        let comma = if at == 0 { "" } else { "," };
        let _ = write!(out, "{comma}[{result},{count}]");
    }
    out.push_str("]}");
}

fn exact(night: &Summary, out: &mut String) {
    let Some(exact) = &night.exact else {
        out.push_str(",\"exact\":null");
        return;
    };
    let _ = write!(
        out,
        ",\"exact\":{{\"chance_of_ruin\":{:.12},\"chance_of_goal\":{:.12},\"chance_ahead\":{:.12},\
         \"mean\":{:.6},\"sd\":{:.6},\"percentiles\":{{",
        exact.ruin,
        exact.goal,
        super::summary::ahead(exact),
        exact.mean(),
        exact.sd()
    );
    for (at, (part, _)) in PARTS.into_iter().enumerate() {
        let comma = if at == 0 { "" } else { "," };
        let _ = write!(out, "{comma}\"{}\":{}", part / 10, exact.quantile(part));
    }
    out.push_str("}}");
}

fn wagers(night: &Summary, out: &mut String) {
    out.push_str(",\"wagers\":[");
    for (at, row) in night.expected.rows.iter().enumerate() {
        let comma = if at == 0 { "" } else { "," };
        let name = night.plan.strategy.kind.layouts()[usize::from(row.on.0)].name;
        let mark = row.mark.map_or("null".to_owned(), |mark| mark.to_string());
        let loss = row.expected.map_or("null".to_owned(), |loss| format!("{loss:.4}"));
        let _ = write!(
            out,
            "{comma}{{\"on\":\"{name}\",\"number\":{mark},\"decided\":{},\"handle\":{},\"lost\":{},\
             \"expected_loss\":{loss}}}",
            row.count, row.handle, row.lost,
        );
    }
    out.push(']');
}

fn refused(night: &Summary, out: &mut String) {
    out.push_str(",\"refused\":[");
    for (at, (&(line, clause, why), refused)) in night.tally.refused.iter().enumerate() {
        let comma = if at == 0 { "" } else { "," };
        let _ = write!(
            out,
            "{comma}{{\"line\":{line},\"clause\":\"{clause}\",\"why\":{},\"count\":{}}}",
            quoted(why),
            refused.count
        );
    }
    out.push(']');
}

/// Writes a text in quotes.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c < ' ' => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
