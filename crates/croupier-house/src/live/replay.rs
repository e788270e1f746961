//! A journal played again, entry by entry, and what in it counts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use croupier_engine::Player;
use croupier_floor::{Act, Answer, Floor, HouseAct, TableId};
use croupier_journal::{Chain, Reader, Record, Records};
use serde::{Deserialize, Serialize};

use super::{NOBODY, STOPS, Stop};
use croupier_view::Memories;

/// How many entries are handed over at a time, and how many times reading may be ahead of playing.
const BLOCK: usize = 256;
const AHEAD: usize = 8;

/// A journal played again, entry by entry.
#[derive(Default)]
pub struct Replay {
    /// The floor so far.
    pub floor: Floor,
    pub(super) heads: BTreeMap<Chain, u64>,
    /// What is remembered of the tables, for a floor that goes on.
    pub(super) memories: Option<Memories>,
}

/// The kinds of what chains have after the place up to which they count.
type Passed = BTreeSet<(Chain, Arc<str>)>;

/// A table is stopped: what its chain has after a place does not count.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StopTable {
    pub(super) table: TableId,
    /// The last good entry of its chain.
    pub(super) after: u64,
    pub(super) why: String,
}

impl StopTable {
    /// Reads it as it stands in the journal.
    fn read(record: &Record) -> Result<Self, String> {
        serde_json::from_slice(&record.chained.entry.body).map_err(|error| error.to_string())
    }

    /// Writes it as it stands in the journal.
    pub(super) fn write(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("it has nothing that JSON has not")
    }
}

impl Replay {
    /// Plays one entry, and compares what follows with what the journal says.
    ///
    /// # Errors
    /// Names the entry and what is wrong with it.
    pub fn take(&mut self, record: &Record) -> Result<(Act, Answer), Stop> {
        let entry = &record.chained.entry;
        let (act, answer) = match entry.chain {
            STOPS => {
                let StopTable { table, why, .. } =
                    StopTable::read(record).map_err(|what| wrong(record, what))?;
                let answer = self.floor.stop(table, &why);
                (
                    Act::HouseAct(HouseAct::Incident {
                        table: Some(table),
                        person: None,
                        what: why,
                    }),
                    answer,
                )
            }
            _ => {
                let body = std::str::from_utf8(&entry.body);
                let body = body.map_err(|error| wrong(record, error.to_string()))?;
                let act = Act::read(body);
                let act = act.map_err(|error| wrong(record, format!("not an act: {error}")))?;
                let answer = self.floor.act(entry.at, &self.name_of(entry.who, &act), &act);
                (act, answer)
            }
        };
        if answer.write().as_bytes() != entry.effects {
            let what = "what follows from it is not what the journal says";
            return Err(wrong(record, what.to_owned()));
        }
        self.heads.insert(entry.chain, entry.seq);
        if let Some(memories) = &mut self.memories {
            memories.see(&self.floor, &act, &answer);
        }
        Ok((act, answer))
    }

    /// Finds the name of who did something, or one that nobody has.
    fn name_of(&self, who: u32, act: &Act) -> String {
        match (self.floor.people.get(Player(who)), act) {
            (Some(person), _) => person.name.clone(),
            // Who opens a house is not known before.
            (None, Act::HouseAct(HouseAct::AddPerson { name, .. })) if who != NOBODY => {
                name.clone()
            }
            (None, _) => {
                let free = |name: &&str| self.floor.people.find(name).is_none();
                ["nobody", ""].into_iter().find(free).unwrap_or_default().to_owned()
            }
        }
    }

    /// Plays a whole journal, telling `each` what followed from every entry.
    ///
    /// # Errors
    /// The journal cannot be read, or an entry is wrong.
    pub fn of(
        reader: &Reader,
        mut each: impl FnMut(&Self, &Record, &Act, &Answer),
    ) -> Result<Self, Stop> {
        let mut replay = Self::default();
        for record in entries(reader)? {
            let record = record?;
            let (act, answer) = replay.take(&record)?;
            each(&replay, &record, &act, &answer);
        }
        Ok(replay)
    }

    /// Plays a journal of which some chains count only up to a place; tells the kinds of what does not
    /// count.
    pub(super) fn up_to(
        reader: &Reader,
        ends: BTreeMap<Chain, u64>,
    ) -> Result<(Self, Passed), Stop> {
        let mut records = reader.entries(0).up_to(ends);
        let (blocks, taken) = sync_channel::<Vec<Record>>(AHEAD);
        let replay = thread::scope(|scope| {
            let player = scope.spawn(move || Self::play(&taken));
            let read = read_blocks(&mut records, &blocks);
            drop(blocks);
            let replay = player.join().unwrap_or_else(|broke| std::panic::resume_unwind(broke))?;
            read.map(|()| replay)
        })?;
        Ok((replay, records.passed().clone()))
    }

    /// Plays entries as they come.
    fn play(blocks: &Receiver<Vec<Record>>) -> Result<Self, Stop> {
        let mut replay = Self { memories: Some(Memories::default()), ..Self::default() };
        for block in blocks {
            for record in &block {
                replay.take(record)?;
            }
        }
        Ok(replay)
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
    if !reader.state()?.heads.contains_key(&STOPS) {
        return Ok(ends);
    }
    for record in reader.chain(STOPS, 1) {
        let record = record?;
        let stop = StopTable::read(&record).map_err(|what| wrong(&record, what))?;
        ends.insert(Chain(stop.table.0), stop.after);
    }
    Ok(ends)
}

fn wrong(record: &Record, what: String) -> Stop {
    let entry = &record.chained.entry;
    Stop::Entry { number: record.number, place: (entry.chain.0, entry.seq), what }
}
