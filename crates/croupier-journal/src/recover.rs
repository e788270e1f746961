//! Saving what is good of a damaged journal into a new file. Nothing does this unasked.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

use crate::reader::{is_database, rows_of_any};
use crate::rows::Rows;
use crate::sqlite::Sqlite;
use crate::store::{Identity, JournalState, Store as _};
use crate::tree::Edge;
use crate::verify::checker::Checker;
use crate::{Beside, Chain, Chained, Checkpoint, Error, Fault, SigningKey};

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
    if is_database(new) {
        let what = "what is good is copied into a file; `croupier copy` moves that into a database";
        return Err(Error::file(Path::new("the new journal"), what));
    }
    let rows = rows_of_any(damaged)?;
    if let Some(what) = rows.foreign()? {
        return Err(Error::file(rows.name(), what));
    }
    let Some(journal) = rows.journal()? else {
        let what = "the row that says which journal it is was changed, so that no chain can be \
                    proved; restore the file from its mirror";
        return Err(Error::file(rows.name(), what));
    };
    let identity = Identity { journal: journal.identity.journal, key: key.public() };
    let start = JournalState::start(&identity.journal);
    let first = Checkpoint::sign(key, identity, None, at, (&start, Edge::default().root()));
    let mut store = Sqlite::make(new, &first, journal.chapter, key)?;
    let mut checker = Checker::new(identity.journal, &start);
    checker.with_order = false;
    let mut recovery = Recovery::default();
    let mut after = 0;
    while after < journal.number {
        after = save_block(&*rows, after, &mut checker, &mut store, &mut recovery)?;
    }
    save_beside(&*rows, &mut store, &mut recovery)?;
    let end = (store.state(), store.root());
    let second = Checkpoint::sign(key, identity, Some(&first), at, end);
    store.write_checkpoint(&second)?;
    store.sync()?;
    recovery.entries = store.state().number;
    recovery.lost = journal.number.saturating_sub(recovery.entries);
    recovery.faults.extend(checker.order_fault);
    recovery.chain_faults = checker.chain_faults;
    Box::new(store).close()?;
    Ok(recovery)
}

/// Saves what is kept beside the entries, as far as it can be read.
fn save_beside(rows: &dyn Rows, store: &mut Sqlite, recovery: &mut Recovery) -> Result<(), Error> {
    let mut all = Vec::new();
    let read = rows.beside(&mut |id, bytes| {
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
    rows: &dyn Rows,
    after: u64,
    checker: &mut Checker,
    store: &mut Sqlite,
    recovery: &mut Recovery,
) -> Result<u64, Error> {
    let mut good: Vec<Chained> = Vec::new();
    let mut seen = after;
    let mut count = 0;
    let read = rows.scan(after, BLOCK, &mut |raw| {
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
                let what =
                    format!("entry {}: the file cannot be read here: {}", seen + 1, error.what());
                recovery.faults.push(Fault::file(what));
            }
            Ok(seen + 1)
        }
    }
}
