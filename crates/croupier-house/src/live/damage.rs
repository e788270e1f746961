//! A floor whose journal is damaged: which tables stop, and when the whole floor must.
//!
//! Everything that is good is played again without what a damaged chain has after its last good entry. That
//! is right for the other tables only if nothing is missing that moves money to or from the table, or
//! concerns anyone elsewhere: what the entries after the damage, and the damaged one itself, are kinds of
//! must all stay at the table. And each entry says what followed from it, so the others show by themselves
//! whether they depend on what is missing. Where either does not hold, nobody can say what is right, and
//! nothing goes on.

use std::collections::BTreeMap;
use std::path::Path;

use croupier_floor::{TableAct, TableId};
use croupier_journal::{Chain, Fault, Reader, VerifyOptions, verify};

use super::replay::{Replay, StopTable};
use super::{HOUSE_CHAIN, NOTES, Stop};

/// What can be done about it.
const WAY_FORWARD: &str = "restore the journal from its mirror or a copy";

/// What is left of a floor, and the tables that are stopped now.
pub(super) struct Rest {
    pub(super) replay: Replay,
    pub(super) stops: Vec<StopTable>,
}

/// Plays what is good of a damaged journal.
///
/// # Errors
/// The damage is not only in tables, or other tables depend on what is missing.
pub(super) fn open(
    path: &Path,
    reader: &Reader,
    mut ends: BTreeMap<Chain, u64>,
) -> Result<Rest, Stop> {
    let report = verify(path, &VerifyOptions::default())?;
    if let Some(fault) = report.faults.first() {
        return Err(whole(format!("the journal is damaged, and not only in one table: {fault}")));
    }
    let mut stops = Vec::new();
    for (chain, (fault, good)) in report.chain_faults {
        if chain == HOUSE_CHAIN || chain == NOTES {
            let what = "what concerns no single table is damaged, and everything depends on it";
            return Err(whole(format!("{what}: {fault}; the last good entry is {good}")));
        }
        if ends.insert(chain, good).is_none() {
            stops.push(stop(path, TableId(chain.0), &fault, good));
        }
    }
    let tables: Vec<_> = ends.keys().map(|chain| chain.0.to_string()).collect();
    let played = Replay::up_to(reader, ends, None);
    let (mut replay, passed) = played.map_err(|stop| {
        let tables = tables.join(", ");
        whole(format!("other entries depend on what is damaged in table {tables}: {stop}"))
    })?;
    for StopTable { table, after, why } in &stops {
        let own = passed.iter().filter(|(chain, _)| chain.0 == table.0);
        let beyond: Vec<_> = own
            .filter(|(_, kind)| !TableAct::NAMES.contains(&&**kind))
            .map(|(_, kind)| &**kind)
            .collect();
        if !beyond.is_empty() {
            let what = beyond.join(", ");
            let table = table.0;
            return Err(Stop::Damaged(format!(
                "table {table} did something after its entry {after} that others depend on ({what}), \
                 and cannot be stopped alone: {why}"
            )));
        }
    }
    for StopTable { table, why, .. } in &mut stops {
        let room = replay.floor.rooms.get(table);
        if room.is_some_and(|room| room.table.rules().jackpot.is_some()) {
            why.push_str("; the jackpot meters are without what it did to them since: set them");
        }
        replay.floor.stop_quietly(*table, why);
    }
    Ok(Rest { replay, stops })
}

fn stop(path: &Path, table: TableId, fault: &Fault, good: u64) -> StopTable {
    let why = format!(
        "{} is damaged: {fault}; the last good entry of the table is {good}, and its money is where it \
         was then; {WAY_FORWARD}",
        path.file_name().unwrap_or(path.as_os_str()).display()
    );
    StopTable { table, after: good, why }
}

fn whole(what: String) -> Stop {
    Stop::Damaged(format!("{what}; {WAY_FORWARD}"))
}
