//! A floor that lives in a journal: every act is saved to disk before its answer is told, and the floor is
//! what its journal leads to.

mod damage;
mod keys;
mod replay;
mod secret;
mod snapshot;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use croupier_engine::Player;
use croupier_floor::{
    Act, ActResult, Answer, Floor, HOUSE, HouseAct, Kept, NOBODY, PersonId, PoolAct, PromotionId,
    Said, Salt, TableId,
};
use croupier_journal::{
    Batch, Beside, Chain, Entry, Error, Journal, Options, Reader, Receipt, Ticket,
};

use crate::draw_proof::{DrawActs, DrawProof, PromotionDraws};
use crate::report::{Asking, Figures, Seen};
use croupier_view::Memories;
use keys::read_keys;
pub use keys::{KeyedEntry, REMEMBERED_KEYS};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use replay::{BOUND_SECRET, BoundSecret, EDITION_CHANGE, EditionChange, StopTable};
pub use replay::{Folded, Replay, entries, said};
pub use secret::SecretAt;
pub use snapshot::SnapshotKeys;
use snapshot::{Archive, BesideMix};

/// The edition of the rules that acts are judged by.
pub const EDITION: &str = "2016-08-17";

/// The encoding of acts and answers in the journal.
const FORMAT: u16 = 3;

/// The chain of what concerns no table.
pub(crate) const HOUSE_CHAIN: Chain = Chain(0);
/// The chain of what the program itself notes: which tables were stopped, and that the rules changed. No table has
/// its number.
pub(crate) const NOTES: Chain = Chain(u32::MAX);

/// An open floor.
pub struct Live {
    floor: Floor,
    journal: Journal,
    heads: BTreeMap<Chain, u64>,
    /// Tables that were found to be damaged, and of which the journal does not say so yet.
    stops: Vec<StopTable>,
    /// The edition of the rules by which the last entry was decided, if it is another than ours.
    other_edition: Option<Arc<str>>,
    /// The commitment to the house's secret that the journal has.
    bound_secret: Option<String>,
    /// The commitment to the house's secret, if the journal does not have it yet.
    unbound_secret: Option<String>,
    texts: Texts,
    memories: Memories,
    draws: PromotionDraws,
    keys: VecDeque<KeyedEntry>,
    salts: Salts,
    /// Which chains count only up to a place, as far as the journal says so.
    ends: BTreeMap<Chain, u64>,
    beside_mix: BesideMix,
    /// The number of the entry after which the snapshot was taken from which it was opened; 0 without one.
    opened_from: u64,
    /// How many acts have been done since the last snapshot.
    since_snapshot: u64,
    /// How large the last snapshot was.
    last_snapshot_bytes: u64,
    snapshot_keys: SnapshotKeys,
    /// The number of the last entry.
    number: u64,
    /// When the last entry was entered, in milliseconds since 1970.
    at: u64,
    /// Entries that were not decided by the rules of this build.
    folded: Vec<Folded>,
    /// What reports know of all entries so far.
    figures: Figures,
}

/// Random bytes for what is kept beside the journal.
struct Salts(ChaCha20Rng);

impl Salts {
    fn new() -> Result<Self, Stop> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).map_err(|error| Stop::Random(error.to_string()))?;
        Ok(Self(ChaCha20Rng::from_seed(seed)))
    }

    fn next(&mut self) -> Salt {
        let mut salt = [0; 16];
        self.0.fill_bytes(&mut salt);
        salt
    }
}

/// Texts that come with every entry, made once.
struct Texts {
    rules: Arc<str>,
    kinds: HashMap<&'static str, Arc<str>>,
}

impl Texts {
    fn kind(&mut self, kind: &'static str) -> Arc<str> {
        Arc::clone(self.kinds.entry(kind).or_insert_with(|| kind.into()))
    }
}

/// An answer that may be told when its ticket says that it is saved to disk.
pub struct Told {
    /// The table that it was about.
    pub table: Option<TableId>,
    /// What follows.
    pub answer: Answer,
    /// What to wait for.
    pub ticket: Ticket,
}

/// Why a floor stops.
#[derive(Debug)]
pub enum Stop {
    /// The journal cannot be used.
    Journal(Error),
    /// An entry of the journal does not lead to what it says followed.
    Entry {
        /// Its number in the order of commit.
        number: u64,
        /// Its chain, and its place there.
        place: (u32, u64),
        /// What is wrong.
        what: String,
    },
    /// An entry is in a form that this build does not read.
    Format {
        /// Its number in the order of commit.
        number: u64,
        /// Its chain, and its place there.
        place: (u32, u64),
        /// The format that it has.
        format: u16,
    },
    /// Tables are open that were played by other rules than those of this build.
    Edition {
        /// The edition of these rules.
        edition: String,
        /// The tables.
        tables: Vec<TableId>,
    },
    /// The journal is damaged, and not only in tables that could be stopped.
    Damaged(String),
    /// The file with the house's secret cannot be used.
    Secret(PathBuf, String),
    /// The operating system's random source failed.
    Random(String),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Journal(error) => error.fmt(f),
            Self::Entry { number, place: (chain, seq), what } => {
                write!(f, "entry {number} (chain {chain}, place {seq}): {what}")
            }
            Self::Format { number, place: (chain, seq), format } => write!(
                f,
                "entry {number} (chain {chain}, place {seq}) has format {format}, and this build of \
                 croupier reads format {FORMAT}: use the build that wrote it; \
                 `croupier verify --chain-only` proves its hashes and signatures with any build"
            ),
            Self::Edition { edition, tables } => {
                let tables: Vec<_> = tables.iter().map(|table| table.0.to_string()).collect();
                write!(
                    f,
                    "open tables ({}) were played by the rules of edition {edition}, and this build \
                     plays by those of {EDITION}: open the journal with the build that played them, \
                     close these tables, and come back; `croupier verify` and `croupier report` read \
                     it meanwhile",
                    tables.join(", ")
                )
            }
            Self::Damaged(what) => f.write_str(what),
            Self::Secret(path, what) => write!(f, "{}: {what}", path.display()),
            Self::Random(what) => write!(f, "the operating system's random source failed: {what}"),
        }
    }
}

impl std::error::Error for Stop {}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Journal(error)
    }
}

impl Live {
    /// Opens the floor of a journal, and makes one if there is none. Everything in the journal after the newest snapshot that holds
    /// is played again, to the middle of a round if it ends there.
    ///
    /// A table whose chain is damaged is stopped, and the others go on: see [`Floor::stopped`]. With the
    /// first act after that, the journal says so too, and from then on what the table has after its last
    /// good entry does not count, even if it comes back.
    ///
    /// # Errors
    /// The journal cannot be used, an entry does not lead to what it says, or more is damaged than
    /// tables that nothing depends on. With a mirror nothing damaged is opened: there is a whole copy.
    pub fn open(path: &Path, options: Options) -> Result<Self, Stop> {
        let mirrored = options.mirror.is_some();
        let journal = Journal::open(path, options)?;
        let reader = journal.reader()?;
        let ends = replay::stops(&reader)?;
        // What the journal does not take any more must not be played, even where it could be read.
        let known = journal.damaged().iter().all(|chain| ends.contains_key(chain));
        let (beside_mix, snapshot) = snapshot::newest(&reader, &ends)?;
        let played = match known {
            true => newest(&journal, &reader, snapshot, &ends).map(Some),
            false => Ok(None),
        };
        let known = (beside_mix, read_keys(&reader, &ends)?, reader.state()?.number);
        let damaged = match played {
            Ok(Some(replay)) => {
                return Self::new(journal, replay, (ends, Vec::new()), known);
            }
            Ok(None) => None,
            Err(Stop::Journal(error @ Error::Damaged { .. })) => Some(error),
            Err(stop) => return Err(stop),
        };
        if let (true, Some(error)) = (mirrored, damaged) {
            let way =
                "move this copy away, and open the journal again to restore it from the other";
            return Err(Stop::Damaged(format!("{error}; {way}")));
        }
        let damage::Rest { replay, stops } = damage::open(path, &reader, ends.clone())?;
        Self::new(journal, replay, (ends, stops), known)
    }

    /// Runs a floor on a journal that is open, and is read by `reader`.
    ///
    /// # Errors
    /// An entry cannot be read, or does not lead to what it says.
    pub fn over(journal: Journal, reader: &Reader) -> Result<Self, Stop> {
        let ends = replay::stops(reader)?;
        let (replay, _) = Replay::up_to(reader, ends.clone(), None)?;
        let mix = snapshot::newest(reader, &ends)?.0;
        let known = (mix, read_keys(reader, &ends)?, reader.state()?.number);
        Self::new(journal, replay, (ends, Vec::new()), known)
    }

    fn new(
        journal: Journal,
        replay: Replay,
        (ends, stops): (BTreeMap<Chain, u64>, Vec<StopTable>),
        (beside_mix, keys, number): (BesideMix, VecDeque<KeyedEntry>, u64),
    ) -> Result<Self, Stop> {
        let texts = Texts { rules: EDITION.into(), kinds: HashMap::new() };
        let Replay { floor, heads, memories, edition, bound_secret, draws, opened_from, .. } =
            replay;
        let Replay { at, folded, figures, snapshot_keys, .. } = replay;
        let other_edition = edition.filter(|edition| **edition != *EDITION);
        if !floor.folded.is_empty() {
            let edition = other_edition.as_deref().unwrap_or("another").to_owned();
            let tables = floor.folded.keys().copied().collect();
            return Err(Stop::Edition { edition, tables });
        }
        let (memories, salts) = (memories.unwrap_or_default(), Salts::new()?);
        Ok(Self {
            floor,
            journal,
            heads,
            stops,
            other_edition,
            bound_secret,
            unbound_secret: None,
            texts,
            memories,
            draws,
            keys,
            salts,
            ends,
            beside_mix,
            opened_from,
            since_snapshot: 0,
            last_snapshot_bytes: 0,
            snapshot_keys,
            number,
            at,
            folded,
            figures: figures.unwrap_or_default(),
        })
    }

    /// The number of the entry after which the snapshot was taken from which the house was opened; 0 if every entry was played.
    pub const fn opened_from(&self) -> u64 {
        self.opened_from
    }

    /// What the snapshots so far can be decrypted with, for whoever reads the journal beside the house.
    pub const fn snapshot_keys(&self) -> &SnapshotKeys {
        &self.snapshot_keys
    }

    /// What is remembered of the tables, for whoever shows them.
    pub const fn memories(&self) -> &Memories {
        &self.memories
    }

    /// Takes which entries of the journal came under a key: for whoever answers requests that come again.
    pub fn take_keys(&mut self) -> VecDeque<KeyedEntry> {
        std::mem::take(&mut self.keys)
    }

    /// The floor as it is now, with what is not saved to disk yet.
    pub const fn floor(&self) -> &Floor {
        &self.floor
    }

    /// Writes what proves the draw of a promotion, as far as it has come and with what is not saved to disk yet.
    pub fn draw_proof(&self, promotion: PromotionId) -> Option<DrawProof> {
        self.draws.proof(&self.floor, promotion)
    }

    /// Lists the acts that the draw of a promotion follows from: `DrawProof::with_journal` proves them.
    pub fn draw_acts(&self, promotion: PromotionId) -> DrawActs {
        self.draws.acts(&self.floor, promotion)
    }

    /// The journal.
    pub const fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Is told what somebody does; the answer must not be told before it is saved to disk.
    ///
    /// # Errors
    /// The journal takes no more. The floor then knows more than its journal, and must be opened again.
    pub fn act(&mut self, at: u64, who: &str, act: &Act) -> Result<Told, Stop> {
        self.act_under(at, who, act, Vec::new())
    }

    /// Does the same under a key of at most 64 bytes, by which the entry can be found when it is asked for again.
    ///
    /// # Errors
    /// As `act`.
    pub fn act_under(&mut self, at: u64, who: &str, act: &Act, key: Vec<u8>) -> Result<Told, Stop> {
        let (answer, table, batch) = self.do_act(at, who, act, key)?;
        let ticket = self.journal.submit(batch)?;
        self.keep_snapshot_if_due();
        Ok(Told { table, answer, ticket })
    }

    /// Does the same without a ticket: `then` is called with the answer when it is saved to disk, from the thread
    /// that writes the journal, in the order of the acts.
    ///
    /// This is the way for one thread that owns a floor and serves many: it never waits, and nobody is woken
    /// but whom `then` wakes. The call must be short, such as sending on a channel: nothing is written
    /// while it runs.
    ///
    /// # Errors
    /// As `act`; then it is not called.
    pub fn act_then(
        &mut self,
        at: u64,
        who: &str,
        act: &Act,
        then: impl FnOnce(Result<(Answer, Receipt), Error>) + Send + 'static,
    ) -> Result<(), Stop> {
        let (answer, _, batch) = self.do_act(at, who, act, Vec::new())?;
        let told = move |receipt: Result<Receipt, Error>| {
            then(receipt.map(|receipt| (answer, receipt)));
        };
        self.journal.submit_then(batch, told)?;
        self.keep_snapshot_if_due();
        Ok(())
    }

    /// Does an act, and makes the entry that says so.
    fn do_act(
        &mut self,
        at: u64,
        who: &str,
        act: &Act,
        key: Vec<u8>,
    ) -> Result<(Answer, Option<TableId>, Batch), Stop> {
        self.tell_notes(at)?;
        if speaks_of_keys(act) {
            self.bind_secret(at)?;
        }
        let table = act.table();
        // A table that is stopped has no place for what is refused there.
        let own = table.filter(|table| !self.floor.stopped.contains_key(table));
        let chain = own.map_or(HOUSE_CHAIN, |table| Chain(table.0));
        let room = table.and_then(|table| self.floor.rooms.get(&table));
        let round = room.map_or(0, |room| room.round);
        let salts = &mut self.salts;
        let recording = self.floor.record(who, act, &mut || salts.next());
        let request = Asking::before(&self.floor, &recording.act);
        let mut answer = self.floor.perform(at, recording.who, &recording.act, &recording.said());
        let seq = self.next(chain);
        self.draws.see(&self.floor, (&recording.act, &answer), (chain, seq));
        // Who opens a house makes themselves known by that.
        let known = Some(recording.who).filter(|who| *who != NOBODY);
        let number = known.or_else(|| self.floor.people.find(who).map(PersonId));
        let entry = Entry {
            chain,
            seq,
            at,
            who: number.unwrap_or(NOBODY).0.0,
            kind: self.texts.kind(act.name()),
            round,
            rules: Arc::clone(&self.texts.rules),
            format: FORMAT,
            key,
            body: recording.act.write().into_bytes(),
            effects: answer.write().into_bytes(),
        };
        // Of what is denied, names and words are not kept: whoever is denied leaves no texts behind.
        let denied = matches!(answer.verdict, ActResult::Denied(_));
        let kept = recording.kept.iter().filter(|_| !denied);
        let beside: Vec<_> = kept.map(beside).collect();
        self.mix_in(&beside);
        let recorded = recording.explain(&mut answer);
        let table = self.memories.see(&self.floor, &recorded, &answer);
        let by = Player(entry.who);
        self.count(at, round, by, (act, &answer), request.as_ref());
        Ok((answer, table, Batch { entries: vec![entry], beside }))
    }

    /// Tells the journal what was found when it was opened, before anything else happens: that the rules have
    /// changed, and which tables are damaged.
    fn tell_notes(&mut self, at: u64) -> Result<(), Stop> {
        if let Some(from) = self.other_edition.take() {
            let change = EditionChange { from: from.to_string(), to: EDITION.to_owned() };
            let body = serde_json::to_vec(&change).expect("it has nothing that JSON has not");
            let answer = Answer { events: Vec::new(), verdict: ActResult::Done };
            self.note(at, EDITION_CHANGE, (None, 0), (body, &answer), Vec::new())?;
        }
        for stop in std::mem::take(&mut self.stops) {
            self.ends.insert(Chain(stop.table.0), stop.after);
            let (body, kept) = stop.record(self.salts.next());
            let mut said = Said::default();
            said.keep(kept.clone());
            let answer = self.floor.stop(stop.table, kept.commitment(), &said);
            let round = self.floor.rooms.get(&stop.table).map_or(0, |room| room.round);
            let place = (Some(stop.table), round);
            self.note(at, "stop-table", place, (body, &answer), vec![beside(&kept)])?;
        }
        Ok(())
    }

    /// Commits the journal to the house's secret, before the house commits itself to any key that follows from it.
    fn bind_secret(&mut self, at: u64) -> Result<(), Stop> {
        let Some(commitment) = self.unbound_secret.take() else { return Ok(()) };
        let bound = BoundSecret { commitment: commitment.clone() };
        let body = serde_json::to_vec(&bound).expect("it has nothing that JSON has not");
        let answer = Answer { events: Vec::new(), verdict: ActResult::Done };
        self.bound_secret = Some(commitment);
        self.note(at, BOUND_SECRET, (None, 0), (body, &answer), Vec::new())
    }

    fn note(
        &mut self,
        at: u64,
        kind: &'static str,
        (table, round): (Option<TableId>, u64),
        (body, answer): (Vec<u8>, &Answer),
        beside: Vec<Beside>,
    ) -> Result<(), Stop> {
        let entry = Entry {
            chain: NOTES,
            seq: self.next(NOTES),
            at,
            who: self.floor.people.find(HOUSE).map_or(NOBODY, PersonId).0.0,
            kind: self.texts.kind(kind),
            round,
            rules: Arc::clone(&self.texts.rules),
            format: FORMAT,
            key: Vec::new(),
            body,
            effects: answer.write().into_bytes(),
        };
        self.mix_in(&beside);
        let what = String::new();
        let act = Act::HouseAct(HouseAct::Incident { table, kind: None, person: None, what });
        self.count(at, round, Player(entry.who), (&act, answer), None);
        self.journal.submit(Batch { entries: vec![entry], beside })?;
        Ok(())
    }

    /// Counts an entry that is being made, for reports.
    fn count(
        &mut self,
        at: u64,
        round: u64,
        by: Player,
        what: (&Act, &Answer),
        request: Option<&Asking>,
    ) {
        (self.number, self.at) = (self.number + 1, at);
        let place = (self.number, at, round);
        self.figures.see(&Seen::new(&self.floor, place, by, what, request));
    }

    /// Takes note of what comes beside the journal.
    fn mix_in(&mut self, beside: &[Beside]) {
        for Beside { id, bytes } in beside {
            bytes.iter().for_each(|bytes| self.beside_mix.add_or_remove(*id, bytes));
        }
    }

    /// Takes the next place in a chain.
    fn next(&mut self, chain: Chain) -> u64 {
        let head = self.heads.entry(chain).or_insert(0);
        *head += 1;
        *head
    }

    /// Does the same, and waits until it is saved to disk.
    ///
    /// # Errors
    /// As `act`; and if it is not known whether it is saved to disk.
    pub fn act_and_save(&mut self, at: u64, who: &str, act: &Act) -> Result<Answer, Stop> {
        let Told { answer, ticket, .. } = self.act(at, who, act)?;
        ticket.wait()?;
        Ok(answer)
    }

    /// Signs what there is, and closes the journal.
    ///
    /// # Errors
    /// A write failed.
    pub fn close(mut self) -> Result<(), Stop> {
        self.keep_snapshot();
        Ok(self.journal.close()?)
    }
}

/// Plays a journal from its newest snapshot that holds, or from its first entry.
fn newest(
    journal: &Journal,
    reader: &Reader,
    snapshot: Option<Replay>,
    ends: &BTreeMap<Chain, u64>,
) -> Result<Replay, Stop> {
    let from_snapshot = |snapshot| Replay::from_snapshot(reader, snapshot, ends);
    match snapshot.map(from_snapshot).transpose()?.flatten() {
        Some(replay) => Ok(replay),
        None => {
            // From the middle of a journal nobody can tell which entries of a chain do not count.
            let archive = ends.is_empty().then(|| Archive::new(journal)).transpose()?;
            Replay::up_to(reader, ends.clone(), archive).map(|(replay, _)| replay)
        }
    }
}

/// Tells whether the house commits itself to a key, or gives one up as lost: the journal says before that whether the
/// secret is another one.
const fn speaks_of_keys(act: &Act) -> bool {
    use croupier_floor::PromotionAct::CommitPromotion;
    use croupier_floor::TableAct::{BeginShuffle, Commit, LoseKey};
    matches!(
        act,
        Act::TableAct(Commit { .. } | BeginShuffle { burn: Some(_), .. } | LoseKey { .. })
            | Act::PoolAct(PoolAct::CommitMystery { .. } | PoolAct::LoseMystery { .. })
            | Act::PromotionAct(CommitPromotion { .. })
    )
}

/// Makes what was said ready for beside the journal.
fn beside(kept: &Kept) -> Beside {
    Beside { id: kept.commitment().id(), bytes: Some(kept.bytes()) }
}
