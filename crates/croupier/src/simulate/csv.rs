//! The report of a run as rows for a spreadsheet: one for each result.

use croupier_sim::{Figures, exact_edge, figures};

use super::Report;
use crate::csv::Rows;

const COLUMNS: [&str; 19] = [
    "sort",
    "rounds",
    "on",
    "number",
    "point",
    "stake",
    "result",
    "net",
    "clause",
    "count",
    "decided",
    "exact",
    "exact_edge",
    "return",
    "edge",
    "se",
    "low",
    "high",
    "z",
];

/// Writes the report.
pub(super) fn write(report: &Report<'_>) -> String {
    let plan = report.simulation.plan();
    let mut rows = Rows::new();
    rows.row(COLUMNS);
    for (at, sort) in report.played.tally.sorts.iter().enumerate() {
        let which = if at == 0 { "sure" } else { "later" };
        for (row, counts) in report.simulation.book().rows.iter().zip(&sort.rows) {
            let layout = &plan.kind.layouts()[usize::from(row.on.0)];
            let written = |mark: Option<u8>| mark.map(|mark| mark.to_string()).unwrap_or_default();
            let (number, point) = layout.mark.split(row.mark);
            let (number, point) = (written(number), written(point));
            let estimate = estimate(figures(row, counts, sort.groups));
            for (ending, count) in row.endings.iter().zip(&counts.endings) {
                let result = [
                    which.to_owned(),
                    sort.rounds.to_string(),
                    layout.name.to_owned(),
                    number.clone(),
                    point.clone(),
                    row.stake.0.to_string(),
                    ending.result().name().to_owned(),
                    ending.net.to_string(),
                    ending.last().clause.to_string(),
                    count.to_string(),
                    counts.decided().to_string(),
                    ending.exact.as_ref().map(ToString::to_string).unwrap_or_default(),
                    exact_edge(row).to_string(),
                ];
                rows.row(result.iter().chain(&estimate));
            }
        }
    }
    rows.text()
}

/// What the rounds say of the edge; nothing where there were too few.
fn estimate(figures: Option<Figures>) -> [String; 6] {
    let Some(it) = figures else { return Default::default() };
    let (low, high) = it.interval;
    let [returned, edge, error, low, high] =
        [it.returned(), it.edge, it.error, low, high].map(|share| format!("{share:.12}"));
    [returned, edge, error, low, high, format!("{:.6}", it.z)]
}
