//! The report of a run as rows for a spreadsheet: one for each result.

use std::fmt::Write as _;

use croupier_engine::wager::Mark;
use croupier_sim::{exact_edge, figures};

use super::Report;

/// Writes the report.
pub(super) fn write(report: &Report<'_>) -> String {
    let mut out = String::new();
    let plan = report.simulation.plan();
    out.push_str(
        "sort,rounds,on,number,point,stake,result,net,clause,count,decided,exact,exact_edge,\
         return,edge,se,low,high,z\n",
    );
    for (at, sort) in report.played.tally.sorts.iter().enumerate() {
        let which = if at == 0 { "sure" } else { "later" };
        for (row, counts) in report.simulation.book().rows.iter().zip(&sort.rows) {
            let layout = &plan.kind.layouts()[usize::from(row.on.0)];
            let mark = row.mark.map(|mark| mark.to_string()).unwrap_or_default();
            let (number, point) = match layout.mark {
                Mark::Point(_) => ("", mark.as_str()),
                Mark::None | Mark::Number(_) | Mark::Travels(_) => (mark.as_str(), ""),
            };
            let figures = figures(row, counts, sort.groups);
            let figures = figures.map_or_else(
                || ",,,,,".to_owned(),
                |it| {
                    let (returned, edge, error, z) = (it.returned(), it.edge, it.error, it.z);
                    let (low, high) = it.interval;
                    format!("{returned:.12},{edge:.12},{error:.12},{low:.12},{high:.12},{z:.6}")
                },
            );
            for (ending, count) in row.endings.iter().zip(&counts.endings) {
                let exact = ending.exact.as_ref().map(ToString::to_string).unwrap_or_default();
                let _ = writeln!(
                    out,
                    "{which},{},{},{number},{point},{},{},{},{},{count},{},{exact},{},{figures}",
                    sort.rounds,
                    layout.name,
                    row.stake.0,
                    ending.result().name(),
                    ending.net,
                    ending.last().clause,
                    counts.decided(),
                    exact_edge(row),
                );
            }
        }
    }
    out
}
