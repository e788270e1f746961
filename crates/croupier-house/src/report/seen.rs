//! What a report sees of one entry: what was told, what followed, and what was carried out for whom; and
//! the one way in which all that reads a journal goes through it.

use croupier_engine::Player;
use croupier_floor::{Act, Answer, Floor, HouseAct, Recorded, TableId};
use croupier_journal::{Hash, Reader, Record};

use crate::live::{Folded, Replay};
use crate::report::NoReport;

/// One entry, and what followed from it.
pub struct Seen<'a> {
    /// The floor as it is after the entry.
    pub floor: &'a Floor,
    /// The number of the entry in the journal.
    pub number: u64,
    /// When it was entered, in milliseconds since 1970.
    pub at: u64,
    /// The round at the table that it belongs to; 0 for none.
    pub round: u64,
    /// The name of the person who acted.
    pub who: &'a str,
    /// What the person did, or asked for.
    pub act: &'a Act,
    /// What followed from it, or why it was denied.
    pub answer: &'a Answer,
    /// The entry as the journal has it; `None` where it is folded while it is made.
    pub record: Option<&'a Record>,
    /// What was asked for, if this is an approval or its opposite.
    pub request: Option<&'a Asking>,
    /// It is within the range of the report.
    pub counts: bool,
}

/// What somebody asked for that takes two people.
pub struct Asking {
    /// The name of the person who asked.
    pub who: String,
    /// What the person asked for.
    pub act: Act,
}

/// What a walk through a journal came to.
pub struct Walked {
    /// The floor after the last entry that counts.
    pub floor: Floor,
    /// The first entry that counts.
    pub first: u64,
    /// The last entry that counts.
    pub last: u64,
    /// The times of both, in milliseconds since 1970.
    pub times: (u64, u64),
    /// The hash that ties the last to all before it.
    pub link: Hash,
    /// Entries that were not decided again: what happened at tables is not known of them in full.
    pub folded: Vec<Folded>,
}

/// Plays a journal from its first entry to the last that counts, and shows every entry to `each`, also
/// those before the first that counts.
///
/// # Errors
/// The journal cannot be read, an entry is wrong, the entries are not there, or `each` says so.
pub fn walk<E: From<NoReport>>(
    reader: &Reader,
    (from, to): (Option<u64>, Option<u64>),
    each: impl FnMut(&Seen<'_>) -> Result<(), E>,
) -> Result<Walked, E> {
    let entries = reader.state().map_err(NoReport::from)?.number;
    let range = range(from, to, entries)?;
    let replay = Replay::new(reader).map_err(NoReport::Stop)?;
    walk_on(reader, replay, range, each)
}

/// Plays a journal from where a replay stands to the last entry that counts, and shows these entries to `each`.
pub(super) fn walk_on<E: From<NoReport>>(
    reader: &Reader,
    mut replay: Replay,
    (first, last): (u64, u64),
    mut each: impl FnMut(&Seen<'_>) -> Result<(), E>,
) -> Result<Walked, E> {
    let mut began = 0;
    if first <= replay.number {
        began = replay.time_of(reader, first).map_err(NoReport::Stop)?;
    }
    for record in replay.rest(reader).map_err(NoReport::Stop)? {
        let record = record.map_err(NoReport::from)?;
        if record.number > last {
            break;
        }
        let (act, answer) = replay.take_with(reader, &record).map_err(NoReport::from)?;
        let act = replay.written(&act);
        let entry = &record.chained.entry;
        let place = (record.number, entry.at, entry.round);
        let (by, request) = (Player(entry.who), replay.request.as_ref());
        let seen = Seen::new(&replay.floor, place, by, (&act, &answer), request);
        let counts = record.number >= first;
        each(&Seen { record: Some(&record), counts, ..seen })?;
        if record.number == first {
            began = entry.at;
        }
    }
    let link = reader.link(replay.number).map_err(NoReport::from)?.unwrap_or_default();
    let Replay { floor, folded, at, .. } = replay;
    Ok(Walked { floor, first, last, times: (began, at), link, folded })
}

/// Returns the first and the last entry that count, in a journal of so many.
///
/// # Errors
/// The journal does not have them.
pub fn range(from: Option<u64>, to: Option<u64>, entries: u64) -> Result<(u64, u64), NoReport> {
    let (from, to) = (from.unwrap_or(1), to.unwrap_or(entries));
    let there = |number: u64| (1..=entries).contains(&number);
    if entries == 0 {
        return Err(NoReport::Asked("the journal has no entries yet".to_owned()));
    }
    if !there(from) || !there(to) || from > to {
        let what = format!("entries {from} to {to} are not in a journal of {entries} entries");
        return Err(NoReport::Asked(what));
    }
    Ok((from, to))
}

impl<'a> Seen<'a> {
    /// Shows an entry that counts: `(number, at, round)` say which one, and `by` who acted.
    pub(crate) fn new(
        floor: &'a Floor,
        (number, at, round): (u64, u64, u64),
        by: Player,
        (act, answer): (&'a Act, &'a Answer),
        request: Option<&'a Asking>,
    ) -> Self {
        let who = floor.people.name(by);
        let (record, counts) = (None, true);
        Self { floor, number, at, round, who, act, answer, record, request, counts }
    }

    /// Returns what was carried out, and who asked for it; `None` if nothing was.
    pub fn done(&self) -> Option<(&'a str, &'a Act)> {
        match (self.act, self.request, self.answer.is_done()) {
            (_, _, false) | (Act::HouseAct(HouseAct::Reject { .. }), ..) => None,
            (Act::HouseAct(HouseAct::Approve { .. }), request, true) => {
                request.map(|asking| (&*asking.who, &asking.act))
            }
            (act, _, true) => Some((self.who, act)),
        }
    }

    /// Says what who agreed directs about the wagers of those who cheated, if that was left open.
    pub fn directed(&self) -> Option<String> {
        let Act::HouseAct(HouseAct::Approve { forfeit: Some(forfeit), .. }) = self.act else {
            return None;
        };
        Some(format!("{} directs: forfeit {}", self.who, forfeit.name()))
    }

    /// Returns the table that it is about: also the one where a mystery prize was won, which the program says of its
    /// pool.
    pub fn table(&self) -> Option<TableId> {
        let asked = || self.request.and_then(|asking| asking.act.table());
        self.act.table().or_else(asked).or_else(|| self.answer.played_at())
    }
}

impl Asking {
    /// Finds what an approval or its opposite is about, on the floor as it is before it.
    pub(crate) fn before(floor: &Floor, act: &Recorded) -> Option<Self> {
        let Act::HouseAct(HouseAct::Approve { request, .. } | HouseAct::Reject { request }) = act
        else {
            return None;
        };
        let waiting = floor.requests.get(request)?;
        let who = floor.people.name(waiting.by).to_owned();
        Some(Self { who, act: floor.people.written(&waiting.act, &waiting.said) })
    }
}
