//! Two copies of a journal that are kept in step: nothing is acknowledged before both have it.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::thread;

use crate::rows::Rows;
use crate::sqlite::Sqlite;
use crate::store::{Head, Identity, JournalState, Store, Stored};
use crate::verify::checker::Checker;
use crate::verify::stop_damaged;
use crate::{Beside, Chain, Chained, Checkpoint, Error, Hash, SigningKey, Snapshot, end};

/// How many entries are copied between two syncs.
const BLOCK: u64 = 4096;

/// From how many entries on the two copies are written at the same time.
const PARALLEL: usize = 64;

/// Two copies of a journal.
pub(crate) struct Mirror {
    first: Sqlite,
    second: Sqlite,
}

/// Where a copy is, and the copy, if there is one.
type PathAndStore<'a> = (&'a Path, Option<Sqlite>);

/// Opens two copies and brings them into step; says in plain words what was done. What is beside them is checked
/// with the copy that is ahead, before anything is copied.
///
/// # Errors
///
/// They contradict each other, one of them is damaged, or there is none.
pub(crate) fn open(
    ((first_path, first), (second_path, second)): (PathAndStore<'_>, PathAndStore<'_>),
    key: &SigningKey,
    check: impl FnOnce(&Sqlite) -> Result<end::Checked, Error>,
) -> Result<(Mirror, Vec<String>), Error> {
    let mut notes = Vec::new();
    let (mut first, mut second) = match (first, second) {
        (Some(first), Some(second)) => (first, second),
        (Some(first), None) => {
            notes.push(format!("{} was missing and is copied anew", second_path.display()));
            let second = empty_copy(&first, second_path, key)?;
            (first, second)
        }
        (None, Some(second)) => {
            notes.push(format!("{} was missing and is copied anew", first_path.display()));
            (empty_copy(&second, first_path, key)?, second)
        }
        (None, None) => return Err(Error::file(first_path, "there is no journal")),
    };
    for store in [&mut first, &mut second] {
        store.sign_with(key);
        let found = stop_damaged(store)?;
        if store.check_signable().is_err() {
            let note = found.join("; ");
            let way = "move this copy away and open the journal again to restore it from the other";
            return Err(Error::file(store.path(), format!("{note}; {way}")));
        }
        notes.extend(found);
    }
    let ahead = |store: &Sqlite| -> Result<_, Error> {
        let checkpoint = store.last_checkpoint()?.map_or(0, |last| last.id);
        Ok((store.state().number, checkpoint))
    };
    let (one, other) = (ahead(&first)?, ahead(&second)?);
    let (ahead, behind) = if one < other { (&second, &mut first) } else { (&first, &mut second) };
    check_alike(ahead, behind)?;
    let checked = check(ahead)?;
    notes.extend(bring_into_step(ahead, behind)?);
    if checked.outdated {
        first.write_end_anew()?;
        second.write_end_anew()?;
    }
    notes.extend(checked.notes);
    Ok((Mirror { first, second }, notes))
}

fn empty_copy(of: &Sqlite, path: &Path, key: &SigningKey) -> Result<Sqlite, Error> {
    let mut first = None;
    of.rows().checkpoints(1, &mut |_, checkpoint| {
        first = checkpoint;
        ControlFlow::Break(())
    })?;
    match first {
        Some(first) if first.id == 1 && first.is_signed() => {
            Sqlite::make(path, &first, of.chapter(), key)
        }
        _ => Err(Error::file(of.path(), "checkpoint 1: is missing or was changed")),
    }
}

/// Checks that one copy is a beginning of the other.
fn check_alike(ahead: &Sqlite, behind: &Sqlite) -> Result<(), Error> {
    let contradiction = |place| Error::Contradiction {
        copies: Box::new([ahead.path().to_owned(), behind.path().to_owned()]),
        place,
    };
    if ahead.identity() != behind.identity() || ahead.chapter() != behind.chapter() {
        return Err(contradiction(None));
    }
    if link_at(ahead, behind.state().number)? != Some(behind.state().link) {
        return Err(contradiction(parting(ahead, behind)?));
    }
    let last = behind.last_checkpoint()?;
    if checkpoint_at(ahead, last.as_ref().map_or(0, |last| last.id))? != last {
        return Err(contradiction(
            last.and_then(|last| last.heads.last().map(|(c, h)| (*c, h.seq))),
        ));
    }
    Ok(())
}

/// Copies what one copy has more than the other, which is a beginning of it.
fn bring_into_step(ahead: &Sqlite, behind: &mut Sqlite) -> Result<Option<String>, Error> {
    let (from, to) = (behind.state().number, ahead.state().number);
    let beside = copy_rest(ahead.rows(), behind, to)?;
    let path = behind.path().display();
    Ok(match (to - from, beside) {
        (0, 0) => None,
        (0, rows) => Some(format!(
            "{path} had {rows} other rows beside its entries, and has those of the other copy now"
        )),
        (entries, _) => Some(format!("{path} was {entries} entries behind and is in step again")),
    })
}

/// Copies what a journal with so many entries has more than a copy, which is a beginning of it; says how many rows beside
/// the entries differed.
pub(crate) fn copy_rest(
    ahead: &dyn Rows,
    behind: &mut dyn Stored,
    to: u64,
) -> Result<usize, Error> {
    let signed = behind.last_checkpoint()?.map_or(0, |last| last.id);
    copy_entries(ahead, behind, to)?;
    copy_checkpoints(ahead, behind, signed)?;
    let beside = copy_beside(ahead, behind)?;
    // After what is erased: that takes older snapshots with it.
    copy_snapshots(ahead, behind)?;
    behind.sync()?;
    behind.tidy()?;
    Ok(beside)
}

/// Makes what one copy keeps beside its entries the same as in the other; says how many rows differed.
fn copy_beside(ahead: &dyn Rows, behind: &mut dyn Stored) -> Result<usize, Error> {
    let read = |rows: &dyn Rows| {
        let mut all = BTreeMap::new();
        let read = rows.beside(&mut |id, bytes| {
            all.insert(id, bytes.to_vec());
            ControlFlow::Continue(())
        });
        read.map(|()| all)
    };
    let (wanted, found) = (read(ahead)?, read(behind.rows())?);
    let erased = found.keys().filter(|id| !wanted.contains_key(id));
    let erased = erased.map(|id| Beside { id: *id, bytes: None });
    let changed = wanted.iter().filter(|(id, bytes)| found.get(id) != Some(bytes));
    let changed = changed.map(|(id, bytes)| Beside { id: *id, bytes: Some(bytes.clone()) });
    let all: Vec<Beside> = erased.chain(changed).collect();
    if !all.is_empty() {
        behind.write_beside(&all)?;
    }
    Ok(all.len())
}

fn copy_entries(ahead: &dyn Rows, behind: &mut dyn Stored, to: u64) -> Result<(), Error> {
    let mut checker = Checker::new(behind.identity().journal, behind.state());
    let mut block: Vec<Chained> = Vec::new();
    while behind.state().number < to {
        let mut wrong = false;
        let limit = BLOCK.min(to - behind.state().number);
        ahead.scan(behind.state().number, limit, &mut |raw| {
            let record = raw.as_ref().ok().and_then(|raw| raw.record());
            wrong = !checker.take(raw) || record.is_none();
            block.extend(record.map(|record| record.chained));
            if wrong { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        if wrong || block.is_empty() {
            let first = checker.chain_faults.into_values().next().map(|(fault, _)| fault);
            let fault = first.or(checker.order_fault).map(|fault| fault.to_string());
            let what = fault.unwrap_or_else(|| "entries are missing".into());
            return Err(Error::file(ahead.name(), format!("cannot be copied: {what}")));
        }
        behind.write(&block, &mut Vec::new())?;
        behind.sync()?;
        block.clear();
    }
    Ok(())
}

fn copy_checkpoints(ahead: &dyn Rows, behind: &mut dyn Stored, after: u64) -> Result<(), Error> {
    let mut outcome = Ok(());
    ahead.checkpoints(after + 1, &mut |id, checkpoint| {
        outcome = match checkpoint {
            Some(checkpoint) if checkpoint.is_signed() => behind.write_checkpoint(&checkpoint),
            _ => Err(Error::file(ahead.name(), format!("checkpoint {id}: was changed"))),
        };
        if outcome.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    outcome
}

/// Copies the newest snapshot, if the other copy does not have it.
fn copy_snapshots(ahead: &dyn Rows, behind: &mut dyn Stored) -> Result<(), Error> {
    let mut newest = None;
    ahead.snapshots(None, &mut |snapshot| {
        newest = snapshot.ok();
        if newest.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    match newest {
        Some(snapshot) if !has_snapshot(behind.rows(), snapshot.number)? => {
            behind.write_snapshot(&snapshot)
        }
        _ => Ok(()),
    }
}

fn has_snapshot(rows: &dyn Rows, number: u64) -> Result<bool, Error> {
    let mut has = false;
    rows.snapshots(None, &mut |snapshot| {
        has |= snapshot.is_ok_and(|snapshot| snapshot.number == number);
        ControlFlow::Continue(())
    })?;
    Ok(has)
}

/// Where two copies part: the place of the first entry that is not the same.
fn parting(one: &Sqlite, other: &Sqlite) -> Result<Option<(Chain, u64)>, Error> {
    // A link is a hash over everything before it, so the copies are alike up to some number and
    // differ from there on.
    let (mut alike, mut differ) = (0, one.state().number.min(other.state().number));
    while differ > alike + 1 {
        let middle = alike + (differ - alike) / 2;
        match link_at(one, middle)? == link_at(other, middle)? {
            true => alike = middle,
            false => differ = middle,
        }
    }
    let mut place = None;
    one.rows().scan(alike, 1, &mut |raw| {
        place = raw.ok().map(|raw| raw.place());
        ControlFlow::Break(())
    })?;
    Ok(place)
}

fn link_at(store: &Sqlite, number: u64) -> Result<Option<Hash>, Error> {
    if number == 0 {
        return Ok(Some(crate::entry::order_start(&store.identity().journal)));
    }
    store.rows().link(number)
}

fn checkpoint_at(store: &Sqlite, id: u64) -> Result<Option<Checkpoint>, Error> {
    let mut found = None;
    store.rows().checkpoints(id, &mut |_, checkpoint| {
        found = checkpoint;
        ControlFlow::Break(())
    })?;
    Ok(found)
}

impl Mirror {
    pub(crate) fn first(&self) -> &Sqlite {
        &self.first
    }

    /// Does the same with both copies at the same time.
    fn both<T: Send>(
        &mut self,
        act: impl Fn(&mut Sqlite) -> Result<T, Error> + Sync,
    ) -> Result<T, Error> {
        let Self { first, second } = self;
        thread::scope(|scope| {
            let beside = scope.spawn(|| act(second));
            let done = act(first)?;
            let ended = Err(Error::Stopped("the writer of the mirror ended unexpectedly".into()));
            beside.join().unwrap_or(ended)?;
            Ok(done)
        })
    }
}

impl Store for Mirror {
    fn identity(&self) -> Identity {
        self.first.identity()
    }

    fn state(&self) -> &JournalState {
        self.first.state()
    }

    fn sign_with(&mut self, key: &SigningKey) {
        self.first.sign_with(key);
        self.second.sign_with(key);
    }

    fn root(&self) -> Hash {
        self.first.root()
    }

    fn last_checkpoint(&self) -> Result<Option<Checkpoint>, Error> {
        self.first.last_checkpoint()
    }

    fn check_signable(&self) -> Result<(), Error> {
        self.first.check_signable().and(self.second.check_signable())
    }

    fn claim(&mut self, chain: Chain) -> Result<Option<Head>, Error> {
        self.second.claim(chain)?;
        self.first.claim(chain)
    }

    fn write(&mut self, entries: &[Chained], links: &mut Vec<Hash>) -> Result<u64, Error> {
        if entries.len() >= PARALLEL {
            let (first, theirs) = self.both(|store| {
                let mut links = Vec::with_capacity(entries.len());
                store.write(entries, &mut links).map(|first| (first, links))
            })?;
            links.extend(theirs);
            return Ok(first);
        }
        self.second.write(entries, &mut Vec::new())?;
        self.first.write(entries, links)
    }

    fn write_beside(&mut self, beside: &[Beside]) -> Result<(), Error> {
        self.second.write_beside(beside)?;
        self.first.write_beside(beside)
    }

    fn write_checkpoint(&mut self, checkpoint: &Checkpoint) -> Result<(), Error> {
        self.second.write_checkpoint(checkpoint)?;
        self.first.write_checkpoint(checkpoint)
    }

    fn write_snapshot(&mut self, snapshot: &Snapshot) -> Result<(), Error> {
        self.second.write_snapshot(snapshot)?;
        self.first.write_snapshot(snapshot)
    }

    fn drop_snapshots(&mut self) -> Result<(), Error> {
        self.second.drop_snapshots()?;
        self.first.drop_snapshots()
    }

    fn sync(&mut self) -> Result<(), Error> {
        self.both(Sqlite::sync)
    }

    fn tidy(&mut self) -> Result<(), Error> {
        self.both(Sqlite::tidy)
    }

    fn close(self: Box<Self>) -> Result<(), Error> {
        let Self { first, second } = *self;
        let closed = Box::new(second).close();
        Box::new(first).close().and(closed)
    }
}
