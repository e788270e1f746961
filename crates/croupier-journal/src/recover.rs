//! Saving what is good of a damaged journal into a new file, or a journal as it was before. Nothing does this unasked.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

use rusqlite::Connection;

use crate::reader::connect_to_any;
use crate::sqlite::{Sqlite, rows, schema};
use crate::store::{Identity, JournalState, Store as _};
use crate::tree::Edge;
use crate::verify::checker::Checker;
use crate::{Beside, Chain, Chained, Checkpoint, Error, Fault, Reader, SigningKey};

const BLOCK: u64 = 4096;

/// What [`recover`] saved, and what it could not save.
#[derive(Clone, Debug, Default)]
pub struct Recovery {
    /// How many entries were saved.
    pub entries: u64,
    /// How many entries could not be saved.
    pub lost: u64,
    /// Where each damaged chain ceases to be good, and its last good entry.
    pub chain_faults: BTreeMap<Chain, (Fault, u64)>,
    /// What else was wrong with the file.
    pub faults: Vec<Fault>,
}

/// Copies the good beginning of each chain into a new file, which is signed with the given key.
///
/// Entries keep their chains, seqs and hashes; if any was lost, those after it get other numbers.
/// What is kept beside the entries is copied as it is. Checkpoints and snapshots stay behind, because
/// they cover what is no longer whole: keep the damaged file.
///
/// # Errors
///
/// The file cannot be read at all, does not say which journal it is, or the new one cannot be
/// written.
pub fn recover(damaged: &Path, new: &Path, key: &SigningKey, at: u64) -> Result<Recovery, Error> {
    save(damaged, new, key, at, u64::MAX)
}

/// Copies a journal that may be running as it was after an entry into a new file, which is signed with the given key.
/// Entries keep their numbers and hashes. What is kept beside them is copied as it is now: what was erased since is not
/// brought back.
///
/// # Errors
///
/// The journal has fewer entries, cannot be read or is damaged before that, or the new file cannot be written.
pub fn copy_up_to(
    path: &Path,
    new: &Path,
    key: &SigningKey,
    (at, up_to): (u64, u64),
) -> Result<Recovery, Error> {
    let number = Reader::open(path)?.state()?.number;
    if up_to == 0 || up_to > number {
        return Err(Error::file(
            path,
            format!("there is no entry {up_to}: the last one is {number}"),
        ));
    }
    let saved = save(path, new, key, at, up_to)?;
    let damaged = saved.chain_faults.values().map(|(fault, _)| fault).chain(&saved.faults).next();
    match damaged {
        Some(fault) => Err(Error::file(path, fault)),
        None => Ok(saved),
    }
}

/// Copies what is good of the entries up to a number.
fn save(
    damaged: &Path,
    new: &Path,
    key: &SigningKey,
    at: u64,
    up_to: u64,
) -> Result<Recovery, Error> {
    let connection = connect_to_any(damaged)?;
    let failed = |error| Error::sqlite(damaged, &error);
    if let Some(what) = schema::foreign(&connection).map_err(failed)? {
        return Err(Error::file(damaged, what));
    }
    let Some(journal) = rows::journal(&connection).map_err(failed)? else {
        let what = "the row that says which journal it is was changed, so that no chain can be \
                    proved; restore the file from its mirror";
        return Err(Error::file(damaged, what));
    };
    let identity = Identity { journal: journal.identity.journal, key: key.public() };
    let start = JournalState::start(&identity.journal);
    let first = Checkpoint::sign(key, identity, None, at, (&start, Edge::default().root()));
    let mut store = Sqlite::make(new, &first, journal.chapter, key)?;
    let mut checker = Checker::new(identity.journal, &start);
    checker.with_order = false;
    let mut recovery = Recovery::default();
    let (mut after, last) = (0, journal.number.min(up_to));
    while after < last {
        let block = (after, BLOCK.min(last - after));
        after = save_block(&connection, block, &mut checker, &mut store, &mut recovery)?;
    }
    save_beside(&connection, &mut store, &mut recovery)?;
    let end = (store.state(), store.root());
    let second = Checkpoint::sign(key, identity, Some(&first), at, end);
    store.write_checkpoint(&second)?;
    store.sync()?;
    recovery.entries = store.state().number;
    recovery.lost = last.saturating_sub(recovery.entries);
    recovery.faults.extend(checker.order_fault);
    recovery.chain_faults = checker.chain_faults;
    Box::new(store).close()?;
    Ok(recovery)
}

/// Saves what is kept beside the entries, as far as it can be read.
fn save_beside(
    connection: &Connection,
    store: &mut Sqlite,
    recovery: &mut Recovery,
) -> Result<(), Error> {
    let mut all = Vec::new();
    let read = rows::beside(connection, |id, bytes| {
        all.push(Beside { id, bytes: Some(bytes.to_vec()) });
        ControlFlow::Continue(())
    });
    if let Err(error) = read {
        let what = format!("not all that is kept beside the entries can be read: {error}");
        recovery.faults.push(Fault::file(what));
    }
    store.write_beside(&all)
}

/// Saves the next entries, and says the last number that was looked at.
fn save_block(
    connection: &Connection,
    (after, block): (u64, u64),
    checker: &mut Checker,
    store: &mut Sqlite,
    recovery: &mut Recovery,
) -> Result<u64, Error> {
    let mut good: Vec<Chained> = Vec::new();
    let mut seen = after;
    let mut count = 0;
    let read = rows::scan(connection, after, block, |raw| {
        count += 1;
        seen = match &raw {
            Ok(raw) => raw.number,
            Err(fault) => fault.number.unwrap_or(seen + 1),
        }
        .max(seen + 1);
        let record = raw.as_ref().ok().and_then(|raw| raw.record());
        checker.take(raw);
        let kept = record.filter(|record| {
            let entry = &record.chained.entry;
            let head = checker.head(entry.chain);
            head.is_some_and(|head| (head.seq, head.hash) == (entry.seq, record.chained.hash))
                && !checker.chain_faults.contains_key(&entry.chain)
        });
        good.extend(kept.map(|record| record.chained));
        ControlFlow::Continue(())
    });
    store.write(&good, &mut Vec::new())?;
    store.sync()?;
    match read {
        Ok(()) if count == 0 => Ok(u64::MAX),
        Ok(()) => Ok(seen),
        // A page that cannot be read: try what lies behind it, entry by entry.
        Err(error) => {
            if recovery.faults.is_empty() {
                let what = format!("entry {}: the file cannot be read here: {error}", seen + 1);
                recovery.faults.push(Fault::file(what));
            }
            Ok(seen + 1)
        }
    }
}
