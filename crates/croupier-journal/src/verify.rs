//! Proving a journal: every hash, every link, every signature, computed again.
//!
//! What cannot be found from the file alone: that its end was cut off after the last checkpoint, or
//! after any checkpoint if the checkpoints were cut off with it, by someone who also rewrote the
//! recorded end. A checkpoint that is kept elsewhere, or the mirror, finds it: see [`VerifyOptions`].

mod blocks;
pub(crate) mod checker;
mod pass;
mod tree_check;

use std::collections::BTreeMap;
#[cfg(not(target_family = "wasm"))]
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::end::{self, Said};
use crate::reader::{has_log, is_database, length, rows_of_any};
use crate::row::Counts;
use crate::rows::Rows;
use crate::sqlite::is_running;
#[cfg(not(target_family = "wasm"))]
use crate::store::{JournalState, Stored};
use crate::{Chain, Checkpoint, Error, Fault, PublicKey, Wrong};
#[cfg(not(target_family = "wasm"))]
use checker::Checker;
use pass::{Moment, Pass};

/// Up to so many entries, everything is verified before a journal is opened; of a longer one, what was written since
/// the last checkpoint, and the rest while it runs.
pub(crate) const WHOLE_AT_OPENING: u64 = 100_000;

/// What a journal is compared with, beside itself, while it is verified.
#[derive(Default)]
pub struct VerifyOptions<'a> {
    /// The key that must have signed, known from elsewhere.
    pub key: Option<PublicKey>,
    /// Checkpoints that were kept elsewhere.
    pub checkpoints: &'a [Checkpoint],
    /// Whether something else that was kept elsewhere says how far the journal went. Then, as with checkpoints, it is
    /// a note and no fault if the file is missing that has its end once more.
    pub end_is_known: bool,
    /// Is called with how many entries of how many have been verified.
    pub progress: Option<&'a dyn Fn(u64, u64)>,
    /// Ends the verification early when it becomes true; what was found until then says nothing.
    pub cancel: Option<&'a AtomicBool>,
}

impl VerifyOptions<'_> {
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }
}

/// What was found: how much there is, and what is wrong with it.
#[derive(Clone, Debug, Default)]
pub struct Verification {
    /// The key whose signatures were checked, if the file says which it is.
    pub key: Option<PublicKey>,
    /// How many entries there are.
    pub entries: u64,
    /// How many chains they form.
    pub chains: usize,
    /// How many checkpoints were found to hold.
    pub checkpoints: u64,
    /// How many entries the last checkpoint has signed.
    pub signed: u64,
    /// The first wrong entry of each chain, and the last good one before it.
    pub chain_faults: BTreeMap<Chain, (Fault, u64)>,
    /// What is wrong that belongs to no chain.
    pub faults: Vec<Fault>,
    /// What could not be proved from what is here, and was not asked for.
    pub notes: Vec<String>,
    /// The snapshots that were changed or do not fit; nothing depends on them, so the journal can be
    /// sound nevertheless.
    pub snapshot_faults: Vec<Fault>,
}

impl Verification {
    /// Says whether nothing is wrong with the entries and what proves them.
    pub fn is_sound(&self) -> bool {
        self.chain_faults.is_empty() && self.faults.is_empty()
    }
}

/// Verifies a journal in a file or a database, which is not changed.
///
/// # Errors
///
/// The file cannot be opened at all. What is wrong inside is in the report.
pub fn verify(path: &Path, against: &VerifyOptions<'_>) -> Result<Verification, Error> {
    let mut report = Verification::default();
    let file = (!is_database(path)).then_some(path);
    file.map_or(Ok(()), |path| check_file(path, &mut report))?;
    let rows = rows_of_any(path)?;
    if let Err(error) = examine((file, &*rows), against, &mut report) {
        report.faults.push(Fault::file(format!("the file cannot be read: {}", error.what())));
    }
    Ok(report)
}

/// Looks for what can be seen from outside that something is missing from a file.
fn check_file(path: &Path, report: &mut Verification) -> Result<(), Error> {
    if let Err(error) = crate::wal::check(path) {
        report.faults.push(Fault::file(error));
    }
    let sealed = !has_log(path)? && !is_running(path);
    if sealed && !length(path)?.unwrap_or(0).is_multiple_of(crate::wal::PAGE as u64) {
        report
            .faults
            .push(Fault::file("the file ends in the middle of a page: its end is missing"));
    }
    Ok(())
}

fn examine(
    (file, rows): (Option<&Path>, &dyn Rows),
    against: &VerifyOptions<'_>,
    report: &mut Verification,
) -> Result<(), Error> {
    if let Some(what) = rows.difference()? {
        report.faults.push(Fault::file(what));
        return Ok(());
    }
    // What was recorded beside the journal before this moment must be in it at this moment.
    let had = match (file, rows.journal()?) {
        (Some(path), Some(journal)) => end::read(path, &journal.identity),
        _ => Ok(Said::Nothing),
    };
    // One moment of a journal that may be running: what comes later is not looked at.
    let mut looked = None;
    rows.at_one_moment(&mut || {
        looked = Some(moment(rows)?);
        Ok(())
    })?;
    let moment = match looked {
        Some(Ok(moment)) => moment,
        Some(Err(fault)) => {
            report.faults.push(fault);
            return Ok(());
        }
        None => return Ok(()),
    };
    if against.key.is_some_and(|key| key != moment.journal.identity.key) {
        report.faults.push(Fault::file("the journal's key is not the one that was given"));
    }
    match had {
        Ok(Said::End(had, torn)) => {
            if torn {
                let what = "the file that ends in .end is not whole: its last write did not come to its end";
                report.notes.push(what.to_owned());
            }
            let link = |number| rows.link(number);
            let ends = (moment.journal.number, moment.journal.checkpoints);
            report.faults.extend(end::compare(&had, ends, link)?);
        }
        Ok(Said::Nothing) => {}
        Err(ref error) => report.faults.push(Fault::file(error)),
    }
    report.key = Some(moment.journal.identity.key);
    let (number, closed) = (moment.journal.number, moment.journal.is_closed());
    Pass::new(rows, moment, against, report)?.run()?;
    // A database has no log that can be cut beside it.
    if let (Some(_), Ok(Said::Nothing)) = (file, had) {
        note_no_end(number, closed, against, report);
    }
    Ok(())
}

/// Says that nothing beside a journal shows where it ends: a fault, unless it was closed there, or something that was kept
/// elsewhere shows it.
fn note_no_end(found: u64, closed: bool, against: &VerifyOptions<'_>, report: &mut Verification) {
    let fault = Fault { number: None, place: None, wrong: Wrong::NoEnd { found } };
    let known = against.end_is_known || !against.checkpoints.is_empty();
    match found {
        0 => {}
        _ if closed => report.notes.push(format!(
            "the file that ends in .end is missing; the journal was closed at entry {found}"
        )),
        _ if known => report.notes.push(format!(
            "the file that ends in .end is missing: whether anything came after entry {found} is shown by what \
             was kept elsewhere alone"
        )),
        _ => report.faults.push(fault),
    }
}

/// Verifies what a store holds since its last checkpoint, and stops the chains that are damaged.
///
/// Says in plain words what was found.
///
/// # Errors
///
/// The checkpoint or the order of commit is damaged: nothing can be appended safely.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn stop_damaged(store: &mut dyn Stored) -> Result<Vec<String>, Error> {
    let path = store.rows().name().to_owned();
    let identity = store.identity();
    let Some(last) = store.last_checkpoint()? else {
        return Err(Error::damaged_file(&path, "the checkpoints are missing"));
    };
    if !last.is_signed() {
        let what =
            format!("checkpoint {} does not bear the signature of the journal's key", last.id);
        return Err(Error::damaged_file(&path, what));
    }
    let heads = last.heads.iter().copied().collect();
    let signed = JournalState { number: last.number, link: last.link, heads };
    let mut checker = Checker::new(identity.journal, &signed);
    store.rows().scan(last.number, i64::MAX.cast_unsigned(), &mut |raw| {
        checker.take(raw);
        ControlFlow::Continue(())
    })?;
    let JournalState { number, link, .. } = store.state();
    checker.compare(*number, link);
    if let Some(fault) = checker.order_fault {
        return Err(Error::damaged_file(&path, fault));
    }
    let mut notes = Vec::new();
    if store.torn() {
        notes.push(format!(
            "{}: the last commit in the write-ahead log is not whole and does not count; if the \
             machine did not go down while it was written, compare with the mirror or with a \
             checkpoint that was kept elsewhere",
            path.display()
        ));
    }
    for (chain, (fault, good)) in checker.chain_faults {
        let error = Error::Damaged { path: path.clone(), fault: Box::new(fault.clone()), good };
        notes.push(format!("{chain} takes no more entries: {error}"));
        store.stop(chain, fault, good);
    }
    if store.state().number <= WHOLE_AT_OPENING {
        check_whole(store, &mut notes)?;
    }
    Ok(notes)
}

/// Verifies everything in a store, and stops the chains that are damaged.
#[cfg(not(target_family = "wasm"))]
fn check_whole(store: &mut dyn Stored, notes: &mut Vec<String>) -> Result<(), Error> {
    let path = store.rows().name().to_owned();
    let (mut report, against) = (Verification::default(), VerifyOptions::default());
    match moment(store.rows())? {
        Ok(moment) => Pass::new(store.rows(), moment, &against, &mut report).and_then(Pass::run)?,
        Err(fault) => report.faults.push(fault),
    }
    if let Some(fault) = report.faults.first() {
        return Err(Error::damaged_file(&path, fault));
    }
    for (chain, (fault, good)) in report.chain_faults {
        if store.damaged().contains(&chain) {
            continue;
        }
        let error = Error::Damaged { path: path.clone(), fault: Box::new(fault.clone()), good };
        notes.push(format!("{chain} takes no more entries: {error}"));
        store.stop(chain, fault, good);
    }
    Ok(())
}

fn moment(rows: &dyn Rows) -> Result<Result<Moment, Fault>, Error> {
    let Some(journal) = rows.journal()? else {
        let what = "the row that says which journal it is was changed";
        return Ok(Err(Fault::file(what)));
    };
    let Counts { checkpoints, entries, places, tree, outside } = rows.counts()?;
    let mut faults = Vec::new();
    if !journal.is_sealed() {
        let what = "the recorded end does not bear the signature of the journal's key";
        faults.push(Fault::file(what));
    }
    if outside > 0 {
        faults.push(Fault::file("entries or checkpoints have numbers below 1"));
    }
    if checkpoints > journal.checkpoints {
        faults.push(Fault::file("there are more checkpoints than were recorded"));
    }
    if entries > journal.number {
        let wrong = Wrong::Ends { recorded: journal.number, found: entries };
        faults.push(Fault { number: Some(entries), place: None, wrong });
    }
    Ok(Ok(Moment { journal, places, tree, faults }))
}
