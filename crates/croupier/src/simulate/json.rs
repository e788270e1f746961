//! The report of a run in JSON: what programs read, and what `croupier merge` puts together.
//!
//! The last line alone depends on the machine. The line before it has the SHA-256 of everything above,
//! so that a part that was damaged, or mended by hand, is not merged.

use croupier_engine::Clause;
use croupier_odds::Ratio;
use croupier_sim::{Counted, Counts, Row, Simulation, exact_edge, figures};
use data_encoding::HEXLOWER;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::Report;
use super::run_json::Run;
use crate::json::{Decimal, Fields, Shown, document};

/// What stands before the hash, and after what it is taken of.
pub(super) const SEAL: &str = ",\n\"sha256\":\"";

/// Returns the hash of the part of a report that stands above it.
pub(super) fn hash(text: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(text))
}

/// Writes the report: what was counted, a hash of these very bytes, and how long it took.
pub(super) fn write(report: &Report<'_>) -> String {
    let counted = document(&Head::of(report));
    let (seconds, rate) = (Decimal(report.time.as_secs_f64()), Decimal(report.rate()));
    let time = document(&Time { seconds, rate });
    // Two objects become one, with the hash of the first between them.
    let above = counted.strip_suffix('}').expect("an object ends so");
    let below = time.strip_prefix('{').expect("an object begins so");
    [above, SEAL, &hash(above), "\",\n", below, "\n"].concat()
}

#[derive(Serialize)]
struct Head<'a> {
    run: Run,
    shard: [u64; 2],
    blocks: [u64; 2],
    played: u64,
    complete: bool,
    sure: Option<Sort<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    later: Option<Sort<'a>>,
}

#[derive(Serialize)]
struct Time {
    seconds: Decimal<3>,
    rate: Decimal<0>,
}

#[derive(Serialize)]
struct Sort<'a> {
    rounds: u64,
    groups: u64,
    wagers: Vec<Wager<'a>>,
}

impl<'a> Head<'a> {
    fn of(report: &'a Report<'_>) -> Self {
        let plan = report.simulation.plan();
        let (first, last) = report.shard.blocks(plan);
        let mut sorts = report.played.tally.sorts.iter().map(|sort| {
            let rows = report.simulation.book().rows.iter().zip(&sort.rows);
            let wager = |(row, counts)| Wager::of(report.simulation, row, counts, sort);
            Sort { rounds: sort.rounds, groups: sort.groups, wagers: rows.map(wager).collect() }
        });
        Self {
            run: Run::from(plan),
            shard: [report.shard.number, report.shard.of],
            blocks: [first, last],
            played: report.played.blocks,
            complete: report.is_complete(),
            sure: sorts.next(),
            later: sorts.next(),
        }
    }
}

#[derive(Serialize)]
struct Wager<'a> {
    on: &'static str,
    /// `number` or `point`, as the wager has it.
    #[serde(flatten)]
    mark: Fields<&'static str, Option<u8>>,
    stake: u64,
    decided: u64,
    rolls: u64,
    results: Vec<Ended<'a>>,
    /// How many, and three sums that may be too large for other programs' numbers.
    sums: (u64, String, String, String),
    exact_edge: String,
    exact_edge_decimal: Decimal<15>,
    #[serde(flatten)]
    estimate: Option<Estimate>,
}

/// One way in which a wager ended.
#[derive(Serialize)]
struct Ended<'a> {
    result: &'static str,
    net: i64,
    clause: Shown<Clause>,
    count: u64,
    exact: Option<Shown<&'a Ratio>>,
    exact_decimal: Option<Decimal<15>>,
}

/// What the rounds say of the edge.
#[derive(Serialize)]
struct Estimate {
    r#return: Decimal<15>,
    edge: Decimal<15>,
    se: Decimal<15>,
    low: Decimal<15>,
    high: Decimal<15>,
    z: Decimal<9>,
    design: Decimal<9>,
    enough: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    edge_per_roll: Option<Decimal<15>>,
}

impl<'a> Wager<'a> {
    fn of(simulation: &Simulation, row: &'a Row, counts: &Counts, sort: &Counted) -> Self {
        let layout = &simulation.plan().kind.layouts()[usize::from(row.on.0)];
        let (_, point) = layout.mark.split(row.mark);
        let key = if point.is_some() { "point" } else { "number" };
        let results = row.endings.iter().zip(&counts.endings).map(|(ending, count)| Ended {
            result: ending.result().name(),
            net: ending.net,
            clause: Shown(ending.last().clause),
            count: *count,
            exact: ending.exact.as_ref().map(Shown),
            exact_decimal: ending.exact.as_ref().map(|exact| Decimal(exact.to_f64())),
        });
        let (sums, exact) = (&counts.sums, exact_edge(row));
        Self {
            on: layout.name,
            mark: Fields(vec![(key, row.mark)]),
            stake: row.stake.0,
            decided: counts.decided(),
            rolls: counts.rolls,
            results: results.collect(),
            sums: (
                sums.count,
                sums.net_net.to_string(),
                sums.net_count.to_string(),
                sums.count_count.to_string(),
            ),
            exact_edge: exact.to_string(),
            exact_edge_decimal: Decimal(exact.to_f64()),
            estimate: figures(row, counts, sort.groups).map(|it| Estimate {
                r#return: Decimal(it.returned()),
                edge: Decimal(it.edge),
                se: Decimal(it.error),
                low: Decimal(it.interval.0),
                high: Decimal(it.interval.1),
                z: Decimal(it.z),
                design: Decimal(it.design),
                enough: it.enough,
                edge_per_roll: it.per_roll.map(Decimal),
            }),
        }
    }
}
