//! The report of a run in JSON: what programs read, and what `croupier merge` puts together.
//!
//! The last line alone depends on the machine. The line before it has the SHA-256 of everything above,
//! so that a part that was damaged, or mended by hand, is not merged.

use std::fmt::Write as _;

use croupier_engine::wager::Mark;
use croupier_sim::{Counted, Counts, Row, Simulation, exact_edge, figures};
use sha2::{Digest as _, Sha256};

use super::{Report, run_json};

/// What stands before the hash, and after what it is taken of.
pub(super) const SEAL: &str = ",\n\"sha256\":\"";

/// Returns the hash of the part of a report that stands above it.
pub(super) fn hash(text: &str) -> String {
    crate::par::hex(&Sha256::digest(text))
}

/// Writes the report.
pub(super) fn write(report: &Report<'_>, out: &mut String) {
    let plan = report.simulation.plan();
    let (first, last) = report.shard.blocks(plan);
    out.push_str("{\"run\":");
    run_json::write(plan, out);
    let _ = write!(
        out,
        ",\n\"shard\":[{},{}],\"blocks\":[{first},{last}],\"played\":{},\"complete\":{}",
        report.shard.number,
        report.shard.of,
        report.played.blocks,
        report.is_complete(),
    );
    for (name, sort) in ["sure", "later"].iter().zip(&report.played.tally.sorts) {
        let _ =
            write!(out, ",\n\"{name}\":{{\"rounds\":{},\"groups\":{}", sort.rounds, sort.groups);
        out.push_str(",\"wagers\":[");
        for (at, (row, counts)) in report.simulation.book().rows.iter().zip(&sort.rows).enumerate()
        {
            out.push_str(if at == 0 { "\n" } else { ",\n" });
            wager(report.simulation, row, counts, sort, out);
        }
        out.push_str("\n]}");
    }
    let hash = hash(out);
    let _ = write!(out, "{SEAL}{hash}\"");
    let (seconds, rate) = (report.time.as_secs_f64(), report.rate());
    let _ = writeln!(out, ",\n\"seconds\":{seconds:.3},\"rate\":{rate:.0}}}");
}

fn wager(simulation: &Simulation, row: &Row, counts: &Counts, sort: &Counted, out: &mut String) {
    let layout = &simulation.plan().kind.layouts()[usize::from(row.on.0)];
    let mark = row.mark.map_or("null".to_owned(), |mark| mark.to_string());
    let key = if matches!(layout.mark, Mark::Point(_)) { "point" } else { "number" };
    let _ = write!(
        out,
        "{{\"on\":\"{}\",\"{key}\":{mark},\"stake\":{},\"decided\":{},\"rolls\":{},\"results\":[",
        layout.name,
        row.stake.0,
        counts.decided(),
        counts.rolls
    );
    for (at, (ending, count)) in row.endings.iter().zip(&counts.endings).enumerate() {
        let exact = ending.exact.as_ref().map_or("null,\"exact_decimal\":null".to_owned(), |it| {
            format!("\"{it}\",\"exact_decimal\":{:.15}", it.to_f64())
        });
        let _ = write!(
            out,
            "{}{{\"result\":\"{}\",\"net\":{},\"clause\":\"{}\",\"count\":{count},\"exact\":{exact}}}",
            if at == 0 { "" } else { "," },
            ending.result().name(),
            ending.net,
            ending.last().clause,
        );
    }
    let (sums, exact) = (&counts.sums, exact_edge(row));
    let _ = write!(
        out,
        "],\"sums\":[{},\"{}\",\"{}\",\"{}\"],\"exact_edge\":\"{exact}\",\"exact_edge_decimal\":{:.15}",
        sums.count,
        sums.net_net,
        sums.net_count,
        sums.count_count,
        exact.to_f64()
    );
    if let Some(it) = figures(row, counts, sort.groups) {
        let (low, high) = it.interval;
        let _ = write!(
            out,
            ",\"return\":{:.15},\"edge\":{:.15},\"se\":{:.15},\"low\":{low:.15},\"high\":{high:.15},\"z\":{},\
             \"design\":{:.9},\"enough\":{}",
            it.returned(),
            it.edge,
            it.error,
            if it.z.is_finite() { format!("{:.9}", it.z) } else { "null".to_owned() },
            it.design,
            it.enough
        );
        if let Some(per_roll) = it.per_roll {
            let _ = write!(out, ",\"edge_per_roll\":{per_roll:.15}");
        }
    }
    out.push('}');
}
