//! Reads entries block by block, so that a running journal is never held up.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::vec;

use super::Reader;
use crate::places;
use crate::row::Wanted;
use crate::rows::VisitRaw;
use crate::store::Head;
use crate::{Chain, Error, Fault, Record, Wrong};

/// How many entries are read at a time.
const BLOCK: usize = 512;

/// A block of whatever entries there are.
const ALL: Wanted =
    Wanted { after: 0, up_to: u64::MAX, chain: None, seq: 0, round: None, limit: BLOCK };

/// What is to be read next.
pub(super) enum Plan {
    All { after: u64 },
    Chain { chain: Chain, seq: u64, chapter: u64, after: u64 },
    Round { chain: Chain, round: u64, chapter: u64, after: u64 },
    Nothing,
}

/// Reads entries in order. It ends after the first error.
pub struct Records<'a> {
    reader: &'a Reader,
    plan: Plan,
    block: vec::IntoIter<Record>,
    /// The entry before in each chain, as far as it was read.
    before: HashMap<Chain, Head>,
    /// Chains that count only up to a seq.
    ends: BTreeMap<Chain, u64>,
    /// The kinds of what was passed over.
    passed: BTreeSet<(Chain, Arc<str>)>,
    scratch: Vec<u8>,
}

impl<'a> Records<'a> {
    pub(super) fn new(reader: &'a Reader, plan: Plan) -> Self {
        let (block, before) = (Vec::new().into_iter(), HashMap::new());
        Self {
            reader,
            plan,
            block,
            before,
            ends: BTreeMap::new(),
            passed: BTreeSet::new(),
            scratch: Vec::new(),
        }
    }

    /// Passes over what some chains have after a seq, damaged or not.
    #[must_use]
    pub fn up_to(mut self, ends: BTreeMap<Chain, u64>) -> Self {
        self.ends = ends;
        self
    }

    /// The kinds of entries that were passed over so far, as they say themselves.
    pub fn passed(&self) -> &BTreeSet<(Chain, Arc<str>)> {
        &self.passed
    }

    /// Whether an entry comes after the end of its chain.
    fn is_beyond(&self, record: &Record) -> bool {
        let chain = record.chained.entry.chain;
        let Some(end) = self.ends.get(&chain) else { return false };
        self.before.get(&chain).map_or(0, |head| head.seq) >= *end
    }

    /// Takes the next entry that counts.
    fn take(&mut self) -> Result<Option<Record>, Error> {
        loop {
            if self.block.len() == 0 {
                self.block = self.read()?.into_iter();
            }
            let Some(record) = self.block.next() else { return Ok(None) };
            if !self.is_beyond(&record) {
                self.check(&record)?;
                return Ok(Some(record));
            }
            let entry = record.chained.entry;
            self.passed.insert((entry.chain, entry.kind));
        }
    }

    /// Reads the next block; an empty one at the end.
    fn read(&mut self) -> Result<Vec<Record>, Error> {
        let reader = self.reader;
        match self.plan {
            Plan::Nothing => Ok(Vec::new()),
            Plan::All { ref mut after } => {
                let block = reader.select(&Wanted { after: *after, ..ALL })?;
                if let Some(wrong) = gap(*after, &block) {
                    return Err(reader.damaged(wrong, *after));
                }
                *after += block.len() as u64;
                Ok(block)
            }
            Plan::Chain { chain, ref mut seq, ref mut chapter, ref mut after } => {
                let block = reader.chain_block(chain, *seq, chapter, *after)?;
                if let Some(last) = block.last() {
                    *seq = last.chained.entry.seq + 1;
                    *after = last.number;
                }
                Ok(block)
            }
            Plan::Round { chain, round, ref mut chapter, ref mut after } => {
                reader.round_block(chain, round, chapter, after)
            }
        }
    }

    /// Holds an entry against its hash and the entry before it.
    fn check(&mut self, record: &Record) -> Result<(), Error> {
        let (chained, entry) = (&record.chained, &record.chained.entry);
        let hash = entry.fields().hash(&chained.previous, &mut self.scratch);
        let before = self.before.insert(entry.chain, Head { seq: entry.seq, hash });
        let wrong = match before {
            _ if hash != chained.hash => Wrong::Hash,
            Some(head) if entry.seq == head.seq + 1 && chained.previous != head.hash => {
                Wrong::Previous
            }
            Some(head) if entry.seq != head.seq + 1 && !matches!(self.plan, Plan::Round { .. }) => {
                Wrong::Seq { due: head.seq + 1 }
            }
            _ => return Ok(()),
        };
        let place = Some((entry.chain, entry.seq));
        let good = before.map_or(entry.seq.saturating_sub(1), |head| head.seq);
        Err(self.reader.damaged(Fault { number: Some(record.number), place, wrong }, good))
    }
}

impl Iterator for Records<'_> {
    type Item = Result<Record, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let taken = self.take();
        if taken.is_err() {
            self.plan = Plan::Nothing;
            self.block = Vec::new().into_iter();
        }
        taken.transpose()
    }
}

/// What is wrong with the numbers of a block that follows a number.
fn gap(after: u64, block: &[Record]) -> Option<Fault> {
    let (_, record) = (after + 1..).zip(block).find(|(number, record)| record.number != *number)?;
    let entry = &record.chained.entry;
    let due = after + 1;
    let place = Some((entry.chain, entry.seq));
    Some(Fault { number: Some(record.number), place, wrong: Wrong::Number { due } })
}

impl Reader {
    fn damaged(&self, fault: Fault, good: u64) -> Error {
        Error::Damaged { path: self.path.clone(), fault: Box::new(fault), good }
    }

    fn select(&self, wanted: &Wanted) -> Result<Vec<Record>, Error> {
        self.block(|visit| self.rows.select(wanted, visit))
    }

    fn numbered(&self, numbers: &[u64]) -> Result<Vec<Record>, Error> {
        self.block(|visit| self.rows.numbered(numbers, visit))
    }

    /// Takes copies of what is read, up to the first that cannot be read.
    fn block(
        &self,
        read: impl FnOnce(VisitRaw<'_>) -> Result<(), Error>,
    ) -> Result<Vec<Record>, Error> {
        let (mut block, mut wrong) = (Vec::new(), None);
        read(&mut |raw| {
            match raw.and_then(|raw| raw.record().ok_or_else(|| raw.fault(Wrong::Shape("text")))) {
                Ok(record) => block.push(record),
                Err(fault) => wrong = Some(fault),
            }
            if wrong.is_none() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        match wrong {
            None => Ok(block),
            Some(fault) => {
                let good = fault.place.map_or(0, |(_, seq)| seq.saturating_sub(1));
                Err(self.damaged(fault, good))
            }
        }
    }

    /// Reads one entry, and holds it against its hash; `None` if it is not there.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or the entry is damaged.
    pub fn entry(&self, number: u64) -> Result<Option<Record>, Error> {
        let found = self.numbered(&[number])?.into_iter().next();
        if let Some(Record { number, chained, .. }) = &found
            && chained.entry.fields().hash(&chained.previous, &mut Vec::new()) != chained.hash
        {
            let place = Some((chained.entry.chain, chained.entry.seq));
            let fault = Fault { number: Some(*number), place, wrong: Wrong::Hash };
            return Err(self.damaged(fault, chained.entry.seq.saturating_sub(1)));
        }
        Ok(found)
    }

    fn chain_block(
        &self,
        chain: Chain,
        seq: u64,
        chapter: &mut u64,
        after: u64,
    ) -> Result<Vec<Record>, Error> {
        let whole = self.whole_chapters()?;
        let mut numbers: Vec<u64> = Vec::new();
        while *chapter < whole {
            if let Some(place) = self.rows.place(*chapter, chain)? {
                let all = places::numbers(*chapter, self.journal.chapter, &place.offsets);
                numbers = all.skip(seq.saturating_sub(place.first) as usize).take(BLOCK).collect();
            }
            if !numbers.is_empty() {
                break;
            }
            *chapter += 1;
        }
        if numbers.is_empty() {
            let after = after.max(whole * self.journal.chapter);
            return self.select(&Wanted { after, chain: Some(chain), seq, ..ALL });
        }
        let block = self.numbered(&numbers)?;
        let due = numbers.iter().zip(seq..).enumerate().find(|(at, (number, due))| {
            !block.get(*at).is_some_and(|record| {
                let entry = &record.chained.entry;
                (record.number, entry.chain, entry.seq) == (**number, chain, *due)
            })
        });
        match due {
            None => Ok(block),
            Some((_, (number, due))) => {
                let place = Some((chain, due));
                let fault = Fault { number: Some(*number), place, wrong: Wrong::Places };
                Err(self.damaged(fault, due - 1))
            }
        }
    }

    fn round_block(
        &self,
        chain: Chain,
        round: u64,
        chapter: &mut u64,
        last: &mut u64,
    ) -> Result<Vec<Record>, Error> {
        let whole = self.whole_chapters()?;
        let has_round = |rounds: (u64, u64)| rounds.0 <= round && round <= rounds.1;
        loop {
            let inside = *chapter < whole;
            let place = if inside { self.rows.place(*chapter, chain)? } else { None };
            if !inside || place.is_some_and(|place| has_round(place.rounds)) {
                let from = (*chapter).min(whole) * self.journal.chapter;
                let up_to = if inside { from + self.journal.chapter } else { u64::MAX };
                let (after, chain, round) = (from.max(*last), Some(chain), Some(round));
                let block = self.select(&Wanted { after, up_to, chain, round, ..ALL })?;
                *last = block.last().map_or(*last, |last| last.number);
                if !block.is_empty() || !inside {
                    return Ok(block);
                }
            }
            *chapter += 1;
        }
    }

    /// How many chapters the directory knows.
    fn whole_chapters(&self) -> Result<u64, Error> {
        let journal =
            self.rows.journal()?.ok_or_else(|| Error::file(&self.path, super::CHANGED))?;
        Ok(journal.number / self.journal.chapter)
    }
}
