//! A floor that lives in a journal: every act is durable before its answer is told, and the floor is
//! what its journal leads to.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use croupier_journal::{Chain, Entry, Error, Hash, Journal, Options, Reader, Record, Ticket};

use crate::act::Act;
use crate::answer::Answer;
use crate::dealer::Secret;
use crate::floor::Floor;
use crate::rights;

/// The edition of the rules that acts are judged by.
pub const EDITION: &str = "2016-08-17";

/// An open floor.
pub struct Live {
    floor: Floor,
    journal: Journal,
    heads: BTreeMap<Chain, u64>,
}

/// An answer that may be told when its ticket says that it is durable.
pub struct Told {
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
    /// The file with the house's secret cannot be used.
    Secret(PathBuf, String),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Journal(error) => error.fmt(f),
            Self::Entry { number, place: (chain, seq), what } => {
                write!(f, "entry {number} (chain {chain}, place {seq}): {what}")
            }
            Self::Secret(path, what) => write!(f, "{}: {what}", path.display()),
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
    /// Opens the floor of a journal, and makes one if there is none. Everything in the journal is
    /// played again, to the middle of a round if it ends there.
    ///
    /// # Errors
    /// The journal is damaged or cannot be used, or an entry does not lead to what it says.
    pub fn open(path: &Path, options: Options) -> Result<Self, Stop> {
        Self::open_seeing(path, options, |_, _, _| ())
    }

    /// Does the same, and shows everything that is played again.
    ///
    /// # Errors
    /// As `open`.
    pub fn open_seeing(
        path: &Path,
        options: Options,
        mut each: impl FnMut(&Floor, &Act, &Answer),
    ) -> Result<Self, Stop> {
        let journal = Journal::open(path, options)?;
        let mut replay = Replay::default();
        for record in journal.reader()?.entries(0) {
            let (act, answer) = replay.take(&record?)?;
            each(&replay.floor, &act, &answer);
        }
        Ok(Self { floor: replay.floor, journal, heads: replay.heads })
    }

    /// The floor as it is now, with what is not durable yet.
    pub const fn floor(&self) -> &Floor {
        &self.floor
    }

    /// The journal.
    pub const fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Is told what somebody does; the answer must not be told before it is durable.
    ///
    /// # Errors
    /// The journal takes no more. The floor then knows more than its journal, and must be opened again.
    pub fn act(&mut self, at: u64, who: &str, act: &Act) -> Result<Told, Stop> {
        let chain = Chain(act.table().map_or(0, |table| table.0));
        let round = act.table().and_then(|table| self.floor.rooms.get(&table));
        let round = round.map_or(0, |room| room.round);
        let answer = self.floor.act(at, who, act);
        let seq = self.heads.entry(chain).or_insert(0);
        *seq += 1;
        let entry = Entry {
            chain,
            seq: *seq,
            at,
            who: who.into(),
            kind: rights::of_act(act).map_or("step", |right| right.what).into(),
            round,
            rules: EDITION.into(),
            body: act.write().into_bytes(),
            effects: Hash::of(answer.write().as_bytes()),
        };
        let mut batch = vec![entry];
        loop {
            match self.journal.submit(batch) {
                Ok(ticket) => return Ok(Told { answer, ticket }),
                // The queue is bounded; whoever fills it waits.
                Err((back, Error::Full)) => {
                    batch = back;
                    std::thread::yield_now();
                }
                Err((_, error)) => return Err(error.into()),
            }
        }
    }

    /// Does the same, and waits until it is durable.
    ///
    /// # Errors
    /// As `act`; and if it is not known whether it is durable.
    pub fn act_durably(&mut self, at: u64, who: &str, act: &Act) -> Result<Answer, Stop> {
        let Told { answer, ticket } = self.act(at, who, act)?;
        ticket.wait()?;
        Ok(answer)
    }

    /// Signs what there is, and closes the journal.
    ///
    /// # Errors
    /// A write failed.
    pub fn close(self) -> Result<(), Stop> {
        Ok(self.journal.close()?)
    }
}

/// A journal played again, entry by entry.
#[derive(Default)]
pub struct Replay {
    /// The floor so far.
    pub floor: Floor,
    heads: BTreeMap<Chain, u64>,
}

impl Replay {
    /// Plays one entry, and compares what follows with what the journal says.
    ///
    /// # Errors
    /// Names the entry and what is wrong with it.
    pub fn take(&mut self, record: &Record) -> Result<(Act, Answer), Stop> {
        let entry = &record.chained.entry;
        let wrong = |what: String| Stop::Entry {
            number: record.number,
            place: (entry.chain.0, entry.seq),
            what,
        };
        let body = std::str::from_utf8(&entry.body).map_err(|error| wrong(error.to_string()))?;
        let act = Act::read(body).map_err(|error| wrong(format!("not an act: {error}")))?;
        let answer = self.floor.act(entry.at, &entry.who, &act);
        if Hash::of(answer.write().as_bytes()) != entry.effects {
            return Err(wrong("what follows from it is not what the journal says".to_owned()));
        }
        self.heads.insert(entry.chain, entry.seq);
        Ok((act, answer))
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
        for record in reader.entries(0) {
            let record = record?;
            let (act, answer) = replay.take(&record)?;
            each(&replay, &record, &act, &answer);
        }
        Ok(replay)
    }
}

/// Reads the house's secret from a file that only its owner may read, and makes it if there is none.
///
/// # Errors
/// The file cannot be used.
pub fn secret(path: &Path) -> Result<Secret, Stop> {
    let stop = |what: String| Stop::Secret(path.to_owned(), what);
    let failed = |error: std::io::Error| stop(error.to_string());
    let mut key = [0; 32];
    let mut open = OpenOptions::new();
    open.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut open, 0o600);
    match open.open(path) {
        Ok(mut file) => {
            getrandom::fill(&mut key).map_err(|error| stop(error.to_string()))?;
            file.write_all(&key).and_then(|()| file.sync_all()).map_err(failed)?;
        }
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            let mut bytes = Vec::new();
            File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)).map_err(failed)?;
            key = bytes.try_into().map_err(|_| stop("a secret has 32 bytes".to_owned()))?;
        }
        Err(error) => return Err(failed(error)),
    }
    Ok(Secret(key))
}
