//! A journal played again, entry by entry, and what in it counts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use croupier_engine::Player;
use croupier_floor::{
    Act, ActResult, Answer, Commitment, Floor, HouseAct, Kept, PersonId, Recorded, Said, Salt,
    TableId,
};
use croupier_journal::{Chain, Reader, Record, Records};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::snapshot::{self, Archive, SnapshotKeys};
use super::{EDITION, FORMAT, NOTES, Stop};
use crate::draw_proof::PromotionDraws;
use crate::report::{Asking, Figures, Seen};
use croupier_view::Memories;

/// How many entries are handed over at a time, and how many times reading may be ahead of playing.
const BLOCK: usize = 256;
const AHEAD: usize = 8;

/// A journal played again, entry by entry.
#[derive(Default)]
pub struct Replay {
    /// The floor so far.
    pub floor: Floor,
    /// What was said, as far as it is kept beside the journal.
    pub said: Said,
    /// How many texts beside the journal are not what stood there when it was said.
    pub changed: u64,
    /// How many entries were decided again, and led to what they say.
    pub decided: u64,
    /// Which entries were only folded, because other rules than those of this build decided them, or because
    /// a table was open that had been played by those.
    pub folded: Vec<Folded>,
    /// The draws of promotions so far.
    pub draws: PromotionDraws,
    /// What the last entry approves or rejects, if that is what it does.
    pub(crate) request: Option<Asking>,
    /// The number of the last entry.
    pub(crate) number: u64,
    /// When the last entry was entered, in milliseconds since 1970.
    pub(crate) at: u64,
    /// What reports know of all entries so far; `None` for who does not ask.
    pub(crate) figures: Option<Figures>,
    /// What older snapshots can be decrypted with.
    pub(super) snapshot_keys: SnapshotKeys,
    /// The edition of the last entry.
    pub(super) edition: Option<Arc<str>>,
    /// The commitment to the house's secret.
    pub(crate) bound_secret: Option<String>,
    pub(super) heads: BTreeMap<Chain, u64>,
    /// What is remembered of the tables, for a floor that goes on.
    pub(super) memories: Option<Memories>,
    /// The number of the entry after which the snapshot was taken that it goes on from; 0 without one.
    pub(super) opened_from: u64,
}

/// The kinds of what chains have after the place up to which they count.
type Passed = BTreeSet<(Chain, Arc<str>)>;

/// Entries that follow each other and were not decided again: what followed from them was taken over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Folded {
    /// The edition of the rules by which they were decided.
    pub edition: String,
    /// The number of the first.
    pub first: u64,
    /// The number of the last.
    pub last: u64,
}

/// The rules changed: what follows is decided by another edition.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EditionChange {
    pub(super) from: String,
    pub(super) to: String,
}

impl EditionChange {
    pub(super) fn words(&self) -> String {
        format!("the rules change from {} to {}", self.from, self.to)
    }
}

/// The keys of the virtual tables follow from the secret that this is the commitment to.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BoundSecret {
    pub(super) commitment: String,
}

impl BoundSecret {
    pub(super) fn words(&self) -> String {
        format!("keys follow from the secret with the hash {}", self.commitment)
    }
}

/// A table is stopped: what its chain has after a place does not count.
#[derive(Clone, Debug)]
pub(super) struct StopTable {
    pub(super) table: TableId,
    /// The last good entry of its chain.
    pub(super) after: u64,
    pub(super) why: String,
}

/// The same as it stands in the journal.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordedStop {
    table: TableId,
    after: u64,
    why: Commitment,
}

/// The kind of the entry that says that the rules changed.
pub(super) const EDITION_CHANGE: &str = "edition";

/// The kind of the entry that commits the journal to the house's secret.
pub(super) const BOUND_SECRET: &str = "secret";

/// Reads what the program has noted.
fn read<T: DeserializeOwned>(record: &Record) -> Result<T, Stop> {
    let read = serde_json::from_slice(&record.chained.entry.body);
    read.map_err(|error| wrong(record, error.to_string()))
}

fn act_of(record: &Record) -> Result<Recorded, Stop> {
    Recorded::read(&record.chained.entry.body)
        .map_err(|error| wrong(record, format!("not an act: {error}")))
}

impl StopTable {
    /// Writes it for the journal, and the reason for beside it.
    pub(super) fn record(&self, salt: Salt) -> (Vec<u8>, Kept) {
        let kept = Kept { salt, text: self.why.clone() };
        let stop = RecordedStop { table: self.table, after: self.after, why: kept.commitment() };
        (serde_json::to_vec(&stop).expect("it has nothing that JSON has not"), kept)
    }
}

impl Replay {
    /// Begins before the first entry of a journal, with what is kept beside it.
    ///
    /// # Errors
    /// What is kept beside the journal cannot be read.
    pub fn new(reader: &Reader) -> Result<Self, Stop> {
        let (mut said, mut changed) = (Said::default(), 0);
        reader.each_beside(|id, bytes| {
            let kept = Kept::read(bytes).filter(|kept| kept.commitment().id() == id);
            changed += u64::from(kept.is_none());
            kept.into_iter().for_each(|kept| said.keep(kept));
        })?;
        Ok(Self { said, changed, ..Self::default() })
    }

    /// Plays one entry. If it was decided by the rules of this build, it is decided again, and what follows is
    /// compared with what the journal says; if not, what the journal says is taken over.
    ///
    /// # Errors
    /// Names the entry and what is wrong with it, or that this build cannot read it.
    pub fn take(&mut self, record: &Record) -> Result<(Recorded, Answer), Stop> {
        let entry = &record.chained.entry;
        if entry.format != FORMAT {
            let (number, format) = (record.number, entry.format);
            return Err(Stop::Format { number, place: (entry.chain.0, entry.seq), format });
        }
        let own = *entry.rules == *EDITION && self.floor.folded.is_empty();
        let (act, answer) = match entry.chain {
            NOTES => self.take_note(record)?,
            _ if own => self.decide(record)?,
            _ => self.fold(record)?,
        };
        self.edition = Some(Arc::clone(&entry.rules));
        self.heads.insert(entry.chain, entry.seq);
        (self.number, self.at) = (record.number, entry.at);
        self.draws.see(&self.floor, (&act, &answer), (entry.chain, entry.seq));
        if let Some(memories) = &mut self.memories {
            memories.see(&self.floor, &act, &answer);
        }
        if let Some(figures) = &mut self.figures {
            let written = self.floor.people.written(&act, &self.said);
            let place = (record.number, entry.at, entry.round);
            let (by, request) = (Player(entry.who), self.request.as_ref());
            figures.see(&Seen::new(&self.floor, place, by, (&written, &answer), request));
        }
        Ok((act, answer))
    }

    /// Plays one entry with what was said in it, where not everything that was said has been read.
    ///
    /// # Errors
    /// As `take`, or what is kept beside the journal cannot be read.
    pub fn take_with(
        &mut self,
        reader: &Reader,
        record: &Record,
    ) -> Result<(Recorded, Answer), Stop> {
        if self.opened_from > 0 {
            self.said = kept(reader, commitments(record)?)?;
        }
        self.take(record)
    }

    /// What is remembered of the tables, of a replay that goes on from a snapshot or could.
    pub const fn memories(&self) -> Option<&Memories> {
        self.memories.as_ref()
    }

    /// Reads the entries that count after the last one that was played.
    ///
    /// # Errors
    /// What says which tables were stopped is damaged itself.
    pub fn rest<'a>(&self, reader: &'a Reader) -> Result<Records<'a>, Stop> {
        Ok(reader.entries(self.number).up_to(stops(reader)?))
    }

    /// Reads when an entry was entered; 0 if it does not count.
    pub(crate) fn time_of(&self, reader: &Reader, number: u64) -> Result<u64, Stop> {
        let Some(record) = reader.entry(number)? else { return Ok(0) };
        let entry = &record.chained.entry;
        let end = stops(reader)?.get(&entry.chain).copied();
        Ok(if end.is_none_or(|end| entry.seq <= end) { entry.at } else { 0 })
    }

    fn decide(&mut self, record: &Record) -> Result<(Recorded, Answer), Stop> {
        let entry = &record.chained.entry;
        let act = act_of(record)?;
        self.request = Asking::before(&self.floor, &act);
        let answer = self.floor.perform(entry.at, PersonId(Player(entry.who)), &act, &self.said);
        self.compare(record, &answer)?;
        Ok((act, answer))
    }

    /// Takes note of what the program itself has noted: a table was stopped, or the rules changed.
    fn take_note(&mut self, record: &Record) -> Result<(Recorded, Answer), Stop> {
        self.request = None;
        let done = Answer { events: Vec::new(), verdict: ActResult::Done };
        let (table, what, answer) = match &*record.chained.entry.kind {
            EDITION_CHANGE => {
                let change: EditionChange = read(record)?;
                (None, self.says(change.words()), done)
            }
            BOUND_SECRET => {
                let bound: BoundSecret = read(record)?;
                let what = self.says(bound.words());
                self.bound_secret = Some(bound.commitment);
                (None, what, done)
            }
            _ => {
                let RecordedStop { table, why, .. } = read(record)?;
                (Some(table), why, self.floor.stop(table, why, &self.said))
            }
        };
        self.compare(record, &answer)?;
        Ok((Act::HouseAct(HouseAct::Incident { table, kind: None, person: None, what }), answer))
    }

    /// Keeps a sentence of the program's own, for whoever reads what it noted.
    fn says(&mut self, text: String) -> Commitment {
        let kept = Kept { salt: Salt::default(), text };
        let what = kept.commitment();
        self.said.keep(kept);
        what
    }

    fn compare(&mut self, record: &Record, answer: &Answer) -> Result<(), Stop> {
        if answer.write().as_bytes() != record.chained.entry.effects {
            let what = "what follows from it is not what the journal says";
            return Err(wrong(record, what.to_owned()));
        }
        self.decided += 1;
        Ok(())
    }

    fn fold(&mut self, record: &Record) -> Result<(Recorded, Answer), Stop> {
        let (entry, number) = (&record.chained.entry, record.number);
        let act = act_of(record)?;
        self.request = Asking::before(&self.floor, &act);
        let answer = Answer::read(&entry.effects);
        let answer = answer.map_err(|what| wrong(record, format!("not an answer: {what}")))?;
        let folded =
            self.floor.fold(entry.at, (PersonId(Player(entry.who)), &act), &answer, &self.said);
        folded.map_err(|what| wrong(record, format!("what it says cannot be: {what}")))?;
        match self.folded.last_mut() {
            Some(before) if before.last + 1 == number && before.edition == *entry.rules => {
                before.last = number;
            }
            _ => {
                let edition = entry.rules.to_string();
                self.folded.push(Folded { edition, first: number, last: number });
            }
        }
        Ok((act, answer))
    }

    /// Writes an act as people write it, as far as names and words are kept beside the journal.
    pub fn written(&self, act: &Recorded) -> Act {
        self.floor.people.written(act, &self.said)
    }

    /// Plays a whole journal, telling `each` what followed from every entry.
    ///
    /// # Errors
    /// The journal cannot be read, or an entry is wrong.
    pub fn of(
        reader: &Reader,
        mut each: impl FnMut(&Self, &Record, &Act, &Answer),
    ) -> Result<Self, Stop> {
        let mut replay = Self::new(reader)?;
        for record in entries(reader)? {
            let record = record?;
            let (act, answer) = replay.take(&record)?;
            each(&replay, &record, &replay.written(&act), &answer);
        }
        Ok(replay)
    }

    /// Plays a journal of which some chains count only up to a place; tells the kinds of what does not
    /// count. `archive` makes its snapshots anew.
    pub(super) fn up_to(
        reader: &Reader,
        ends: BTreeMap<Chain, u64>,
        archive: Option<Archive>,
    ) -> Result<(Self, Passed), Stop> {
        let mut records = reader.entries(0).up_to(ends);
        let (blocks, taken) = sync_channel::<Vec<Record>>(AHEAD);
        let mut replay = Self::new(reader)?;
        (replay.memories, replay.figures) = (Some(Memories::default()), Some(Figures::default()));
        let replay = thread::scope(|scope| {
            let player = scope.spawn(move || replay.play(&taken, archive));
            let read = read_blocks(&mut records, &blocks);
            drop(blocks);
            let replay = player.join().unwrap_or_else(|broke| std::panic::resume_unwind(broke))?;
            read.map(|()| replay)
        })?;
        Ok((replay, records.passed().clone()))
    }

    /// Goes on from the newest snapshot that was taken after an entry or before it and that `keys` decrypts; without one, begins before
    /// the first entry. What is wrong after a snapshot is found by who then begins before the first entry.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn near(reader: &Reader, number: u64, keys: &SnapshotKeys) -> Result<Self, Stop> {
        if let Some(replay) = snapshot::near(reader, number, keys)? {
            return Ok(replay);
        }
        let memories = Some(Memories::default());
        Ok(Self { memories, figures: Some(Figures::default()), ..Self::new(reader)? })
    }

    /// Goes on from a snapshot; `None` if what comes after it does not follow from it.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub(super) fn from_snapshot(
        reader: &Reader,
        mut replay: Self,
        ends: &BTreeMap<Chain, u64>,
    ) -> Result<Option<Self>, Stop> {
        for record in reader.entries(replay.opened_from).up_to(ends.clone()) {
            let record = record?;
            match replay.take_with(reader, &record) {
                Ok(_) => {}
                // Whoever plays everything finds out what is wrong: the entry, or the snapshot.
                Err(Stop::Entry { .. }) => return Ok(None),
                Err(stop) => return Err(stop),
            }
        }
        Ok(Some(replay))
    }

    /// Plays entries as they come.
    fn play(
        mut self,
        blocks: &Receiver<Vec<Record>>,
        mut archive: Option<Archive>,
    ) -> Result<Self, Stop> {
        for block in blocks {
            for record in &block {
                self.take(record)?;
                archive.as_mut().map_or(Ok(()), |archive| archive.see(&mut self, record))?;
            }
        }
        Ok(self)
    }
}

/// Reads entries for another thread, which plays them meanwhile; ends early if it has stopped.
fn read_blocks(records: &mut Records<'_>, blocks: &SyncSender<Vec<Record>>) -> Result<(), Stop> {
    loop {
        let block = records.take(BLOCK).collect::<Result<Vec<_>, _>>()?;
        if block.is_empty() || blocks.send(block).is_err() {
            return Ok(());
        }
    }
}

/// Reads what was said with one act, as far as it is kept beside the journal.
///
/// # Errors
/// What is kept beside the journal cannot be read.
pub fn said(reader: &Reader, act: &Recorded) -> Result<Said, Stop> {
    kept(reader, act.commitments())
}

/// Lists what stands for texts in an entry.
pub(super) fn commitments(record: &Record) -> Result<Vec<Commitment>, Stop> {
    let entry = &record.chained.entry;
    match (entry.chain, &*entry.kind) {
        (NOTES, EDITION_CHANGE | BOUND_SECRET) => Ok(Vec::new()),
        (NOTES, _) => Ok(vec![read::<RecordedStop>(record)?.why]),
        _ => Ok(act_of(record)?.commitments()),
    }
}

fn kept(reader: &Reader, commitments: Vec<Commitment>) -> Result<Said, Stop> {
    let mut said = Said::default();
    for commitment in commitments {
        let kept = reader.beside(commitment.id())?.and_then(|bytes| Kept::read(&bytes));
        kept.into_iter().for_each(|kept| said.keep(kept));
    }
    Ok(said)
}

/// Reads all entries that count: of a table that was stopped, those up to its last good one.
///
/// # Errors
/// What says which tables were stopped is damaged itself.
pub fn entries(reader: &Reader) -> Result<Records<'_>, Stop> {
    Ok(reader.entries(0).up_to(stops(reader)?))
}

/// Reads which chains count only up to a place.
pub(super) fn stops(reader: &Reader) -> Result<BTreeMap<Chain, u64>, Stop> {
    let mut ends = BTreeMap::new();
    if !reader.state()?.heads.contains_key(&NOTES) {
        return Ok(ends);
    }
    for record in reader.chain(NOTES, 1) {
        let record = record?;
        if matches!(&*record.chained.entry.kind, EDITION_CHANGE | BOUND_SECRET) {
            continue;
        }
        let stop: RecordedStop = read(&record)?;
        ends.insert(Chain(stop.table.0), stop.after);
    }
    Ok(ends)
}

fn wrong(record: &Record, what: String) -> Stop {
    let entry = &record.chained.entry;
    Stop::Entry { number: record.number, place: (entry.chain.0, entry.seq), what }
}
