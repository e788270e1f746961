//! One pass over a journal in the order of commit, with everything else held against it.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::{Verification, VerifyOptions};
use crate::places::Places;
use crate::row::Journal;
use crate::rows::Rows;
use crate::store::JournalState;
use crate::verify::blocks::{self, BLOCK};
use crate::verify::checker::{Checker, Seen};
use crate::verify::tree_check::{PART, TreeCheck};
use crate::{Chain, Checkpoint, Error, Fault, Hash, Wrong};

/// What a journal held at the moment when it was looked at, beside its entries.
pub(super) struct Moment {
    pub(super) journal: Journal,
    /// How many rows the directory has.
    pub(super) places: u64,
    /// How many hashes of the tree are stored.
    pub(super) tree: u64,
    /// What was wrong at once.
    pub(super) faults: Vec<Fault>,
}

pub(super) struct Pass<'a> {
    rows: &'a dyn Rows,
    journal: Journal,
    against: &'a VerifyOptions<'a>,
    report: &'a mut Verification,
    checker: Checker,
    places: Places,
    /// How many rows the directory must have, and how many it has.
    place_rows: (u64, u64),
    tree: TreeCheck,
    /// How many hashes of the tree are stored.
    tree_rows: u64,
    /// The stored checkpoint before, and the one that comes next.
    before: Option<Checkpoint>,
    next: Option<Checkpoint>,
    /// The checkpoints that were kept elsewhere and come next, the nearest last.
    elsewhere: Vec<&'a Checkpoint>,
    /// The entries that snapshots were taken after, and their links.
    snapshots: HashMap<u64, Hash>,
}

impl<'a> Pass<'a> {
    pub(super) fn new(
        rows: &'a dyn Rows,
        moment: Moment,
        against: &'a VerifyOptions<'a>,
        report: &'a mut Verification,
    ) -> Result<Self, Error> {
        let Moment { journal, places, tree, faults } = moment;
        report.faults.extend(faults);
        let start = JournalState::start(&journal.identity.journal);
        let mut snapshots = HashMap::new();
        rows.snapshots(None, &mut |snapshot| {
            match snapshot {
                // One that was written after this moment is not looked at.
                Ok(snapshot) if snapshot.number > journal.number => (),
                Ok(snapshot) => drop(snapshots.insert(snapshot.number, snapshot.link)),
                Err(number) => report.snapshot_faults.push(snapshot_fault(number)),
            }
            ControlFlow::Continue(())
        })?;
        // Nothing is proved of what is beside the journal, but it must be there to be read.
        rows.beside(&mut |_, _| ControlFlow::Continue(()))?;
        let mut elsewhere: Vec<_> = against.checkpoints.iter().collect();
        elsewhere.sort_by_key(|checkpoint| std::cmp::Reverse(checkpoint.number));
        Ok(Self {
            rows,
            journal,
            against,
            report,
            checker: Checker::new(journal.identity.journal, &start),
            places: Places::new(journal.chapter),
            place_rows: (0, places),
            tree: TreeCheck::default(),
            tree_rows: tree,
            before: None,
            next: None,
            elsewhere,
            snapshots,
        })
    }

    pub(super) fn run(mut self) -> Result<(), Error> {
        let outcome = self.read(self.journal.number);
        if let Err(error) = &outcome {
            let what = format!("the file cannot be read after here: {}", error.what());
            let number = Some(self.checker.number);
            self.report.faults.push(Fault { number, place: None, wrong: Wrong::File(what) });
        } else {
            self.checker.compare(self.journal.number, &self.journal.link);
            self.finish();
        }
        self.report.entries = self.checker.number;
        self.report.chains = self.checker.chains();
        self.report.faults.extend(self.checker.order_fault);
        self.report.chain_faults = self.checker.chain_faults;
        Ok(())
    }

    fn read(&mut self, last: u64) -> Result<(), Error> {
        self.next = self.load_checkpoint(1)?;
        self.pass_checkpoints(0)?;
        let mut after = 0;
        // The threads are not worth their start for a small journal.
        if last > BLOCK {
            after = blocks::read(self.rows, last, |block| {
                self.progress(last)?;
                block.entries.iter().enumerate().try_for_each(|(place, seen)| {
                    self.checker.follow(seen);
                    self.compare(seen, block.roots.get(place / PART).copied())
                })
            })?;
        }
        while after < last {
            self.progress(last)?;
            let next = self.read_block(after, BLOCK.min(last - after), last)?;
            // Nothing follows, or numbers that do not grow: the comparison of the ends says so.
            let Some(next) = next.filter(|next| *next > after) else { break };
            after = next;
        }
        Ok(())
    }

    fn progress(&self, last: u64) -> Result<(), Error> {
        if let Some(progress) = self.against.progress {
            progress(self.checker.number, last);
        }
        // Whoever cancels does not look at what was found.
        if self.against.is_cancelled() { Err(Error::Closed) } else { Ok(()) }
    }

    /// Reads entries one by one, whatever is wrong with them; says the number of the last.
    fn read_block(&mut self, after: u64, limit: u64, last: u64) -> Result<Option<u64>, Error> {
        let (mut visited, mut outcome) = (None, Ok(()));
        let mut scratch = Vec::new();
        self.rows.scan(after, limit, &mut |raw| {
            match raw {
                Ok(raw) if raw.number > last => visited = None,
                Ok(raw) => {
                    visited = Some(raw.number);
                    let seen = Seen::of(&raw, &mut scratch);
                    self.checker.follow(&seen);
                    outcome = self.compare(&seen, None);
                }
                Err(fault) => {
                    visited = fault.number;
                    self.checker.take(Err(fault));
                }
            }
            if outcome.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        outcome.map(|()| visited)
    }

    /// Holds what else is said of an entry against it.
    fn compare(&mut self, seen: &Seen, root: Option<Hash>) -> Result<(), Error> {
        let Seen { number, chain, seq, round, .. } = *seen;
        if !self.snapshots.is_empty()
            && self.snapshots.remove(&number).is_some_and(|kept| kept != seen.link)
        {
            self.report.snapshot_faults.push(snapshot_fault(number));
        }
        // A tree over entries that are wrong themselves says nothing.
        if self.checker.is_sound() && !self.tree.push(self.rows, seen.hash, root)? {
            let place = Some((Chain(chain), seq));
            self.report.faults.push(Fault { number: Some(number), place, wrong: Wrong::Tree });
        }
        if self.places.note(number.max(1), chain, seq, round) {
            self.compare_places(number / self.journal.chapter - 1)?;
        }
        self.pass_checkpoints(number)
    }

    /// Holds the checkpoints that were made up to here against the entries.
    fn pass_checkpoints(&mut self, number: u64) -> Result<(), Error> {
        while let Some(next) = self.next.take_if(|next| next.number <= number) {
            let id = next.id;
            self.compare_checkpoint(&next, false);
            self.report.checkpoints += 1;
            self.report.signed = next.number;
            self.before = Some(next);
            self.next = self.load_checkpoint(id + 1)?;
        }
        while let Some(kept) = self.elsewhere.pop_if(|kept| kept.number <= number) {
            self.compare_checkpoint(kept, true);
        }
        Ok(())
    }

    fn load_checkpoint(&mut self, id: u64) -> Result<Option<Checkpoint>, Error> {
        if id > self.journal.checkpoints {
            return Ok(None);
        }
        let mut found = None;
        self.rows.checkpoints(id, &mut |_, checkpoint| {
            found = checkpoint;
            ControlFlow::Break(())
        })?;
        let previous = self.before.as_ref().map_or(Hash::default(), Checkpoint::hash);
        let least = self.before.as_ref().map_or(0, |before| before.number);
        let wrong = match &found {
            None => Some("is missing or cannot be read"),
            Some(checkpoint) if checkpoint.id != id => Some("is missing"),
            Some(checkpoint) if checkpoint.previous != previous => {
                Some("does not follow the one before it")
            }
            Some(checkpoint) if !checkpoint.is_signed() => {
                Some("does not bear the signature of the journal's key")
            }
            Some(checkpoint) if checkpoint.number < least => Some("goes back"),
            Some(_) => None,
        };
        if let Some(what) = wrong {
            self.checkpoint_fault(id, what, None);
            // Nothing can be said about those that follow a wrong one.
            return Ok(None);
        }
        Ok(found)
    }

    fn compare_checkpoint(&mut self, checkpoint: &Checkpoint, elsewhere: bool) {
        let id = checkpoint.id;
        if checkpoint.identity != self.journal.identity {
            return self.checkpoint_fault(id, "belongs to another journal", None);
        }
        if elsewhere && !checkpoint.is_signed() {
            return self.checkpoint_fault(id, "was kept elsewhere, but is not signed", None);
        }
        if checkpoint.number != self.checker.number {
            return self.checkpoint_fault(id, "signed an entry that is not there", None);
        }
        self.checker.compare_heads(&checkpoint.heads);
        for (chain, head) in &checkpoint.heads {
            let found = self.checker.head(*chain);
            if !self.checker.chain_faults.contains_key(chain) && found != Some(*head) {
                let place = Some((*chain, head.seq));
                let what = "signed another entry; the chain was rewritten at or before it";
                return self.checkpoint_fault(id, what, place);
            }
        }
        if self.checker.is_sound() {
            if checkpoint.heads.len() != self.checker.chains() {
                self.checkpoint_fault(id, "signed other chains", None);
            } else if !self.checker.leads_to(&checkpoint.link) {
                self.checkpoint_fault(id, "signed another order of commit", None);
            } else if self.tree.root() != checkpoint.root {
                self.checkpoint_fault(id, "signed another tree", None);
            }
        }
    }

    fn checkpoint_fault(&mut self, id: u64, what: &'static str, place: Option<(Chain, u64)>) {
        let wrong = Wrong::Checkpoint { id, what };
        self.report.faults.push(Fault { number: None, place, wrong });
    }

    fn compare_places(&mut self, chapter: u64) -> Result<(), Error> {
        for place in self.places.take() {
            let right = self.rows.place(chapter, Chain(place.chain))? == Some(place.clone());
            self.place_rows.0 += 1;
            // A directory that does not fit entries that are wrong themselves is no news.
            if !right && self.checker.is_sound() {
                let place = Some((Chain(place.chain), place.first));
                self.report.faults.push(Fault { number: None, place, wrong: Wrong::Places });
            }
        }
        Ok(())
    }

    /// Finds what the entries did not lead to.
    fn finish(&mut self) {
        if let Some(next) = self.next.take() {
            self.checkpoint_fault(next.id, "signed entries that are missing", None);
            self.checker.compare_heads(&next.heads);
        }
        for kept in std::mem::take(&mut self.elsewhere) {
            let what = "was kept elsewhere, and signed entries that are missing";
            self.checkpoint_fault(kept.id, what, None);
        }
        if self.journal.checkpoints == 0 {
            self.report.faults.push(Fault::file("the checkpoints are missing"));
        }
        if self.place_rows.0 != self.place_rows.1 && self.checker.is_sound() {
            let what = "the directory of places has rows too many or too few";
            self.report.faults.push(Fault::file(what));
        }
        if self.tree.stored != self.tree_rows && self.checker.is_sound() {
            self.report.faults.push(Fault::file("the tree has stored hashes too many or too few"));
        }
        let left = std::mem::take(&mut self.snapshots).into_keys().map(snapshot_fault);
        self.report.snapshot_faults.extend(left);
    }
}

fn snapshot_fault(number: u64) -> Fault {
    Fault { number: Some(number), place: None, wrong: Wrong::Snapshot }
}
