//! A journal in a PostgreSQL database.
//!
//! What was written since the last sync goes to the server as one statement, which does all of it or nothing: it moves the
//! row of the table `journal` on from where this process left it, and enters the rest only if that row was still there, with
//! our epoch. So a process that was taken over writes nothing any more, however late its statement arrives. Each such
//! statement has a number of its own, drawn at random. When there is no answer in time, the connection is given up, and
//! the number says later whether the statement was done; it is never guessed.

mod address;
mod append;
mod lines;
mod papers;
mod rows;
mod schema;
mod session;

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::end::End;
use crate::entry::link;
use crate::places::Places;
use crate::rows::Rows;
use crate::store::{Head, Identity, JournalState, Store, Stored};
use crate::stored_tree::{self, StoredTree};
use crate::tree::{self, Edge};
use crate::{
    Beside, Chain, Chained, Checkpoint, Error, Fault, Hash, PublicKey, SigningKey, Snapshot,
};
pub(crate) use address::Address;
use append::{Append, Batch, Expected};
pub use lines::KeptLines;
pub use papers::{OperatorKey, Paper, Papers};
pub(crate) use rows::PostgresRows;
use rows::fixed;
use schema::{failed, reading};
use session::{Failed, Session};

/// How long the server may take for one append, before the connection is given up.
const APPEND: Duration = Duration::from_secs(2);
/// A large append may take longer: that it is written at this speed is expected of any server.
const BYTES_PER_SECOND: u64 = 1 << 20;
/// How long the server may be away altogether, before the journal stops.
const AWAY: Duration = Duration::from_secs(30);
/// How long there is no new try after one that failed.
const PAUSE: Duration = Duration::from_millis(50);
/// How long somebody else may have the lock before that is said.
const GONE: Duration = Duration::from_secs(3);
/// The advisory lock of whoever writes: a courtesy that ends with the connection. What protects the journal is the epoch.
const LOCK: i64 = 0x4352_504a;

/// A journal in a PostgreSQL database, open to be written by this process alone.
pub struct Postgres {
    rows: PostgresRows,
    address: Address,
    identity: Identity,
    chapter: u64,
    epoch: u64,
    state: JournalState,
    /// Where the journal stood at the last sync.
    synced: Expected,
    tree: Edge,
    places: Places,
    damaged: HashMap<Chain, (Fault, u64)>,
    checkpoints: u64,
    /// What was written since the last sync.
    append: Append,
    /// Signs the end with every commit.
    key: Option<SigningKey>,
    /// By which the server knows the connections of this journal in this process.
    own_name: String,
}

impl Postgres {
    /// Opens a journal; `None` if the database has none yet. Whoever wrote it before writes nothing from now on.
    ///
    /// # Errors
    ///
    /// Another process writes it, it cannot be reached, or it is not as it must be.
    pub(crate) fn open(address: &Address) -> Result<Option<Self>, Error> {
        let (session, own_name) = connect(address)?;
        let (name, asked) = (address.name.as_path(), failed(&address.name));
        if schema::is_empty(&session, reading()).map_err(&asked)? {
            return Ok(None);
        }
        if let Some(what) = schema::foreign(&session, reading()).map_err(&asked)? {
            return Err(Error::file(name, what));
        }
        if let Some(what) = schema::difference(&session, reading()).map_err(&asked)? {
            return Err(Error::damaged_file(name, what));
        }
        // The server may not have noticed yet that whoever wrote before is gone.
        let until = Instant::now() + GONE;
        while !lock(&session).map_err(&asked)? {
            if Instant::now() >= until {
                return Err(Error::Locked(name.to_owned()));
            }
            std::thread::sleep(PAUSE);
        }
        let sql = "UPDATE croupier.journal SET epoch = epoch + 1 RETURNING batch";
        let taken = session.query(sql, &[], reading()).map_err(&asked)?;
        let batch = taken.first().and_then(|row| fixed(row, 0)).map(Batch);
        let rows = PostgresRows::over(session, address);
        let (Some(journal), Some(batch)) = (rows.journal()?, batch) else {
            let what = "the row that says which journal it is was changed";
            return Err(Error::damaged_file(name, what));
        };
        if !journal.is_sealed() {
            let what = "what was written last does not bear the signature of the journal's key: it was changed by \
                        somebody who does not have the key";
            return Err(Error::damaged_file(name, what));
        }
        let state = rows.state(&journal)?;
        let state = state.map_err(|fault| Error::damaged_file(name, fault))?;
        let (identity, chapter, epoch) = (journal.identity, journal.chapter, journal.epoch);
        let mut store = Self::new(rows, (address, own_name), identity, chapter);
        store.synced = Expected { epoch, number: state.number, link: state.link, batch };
        (store.epoch, store.checkpoints, store.state) = (epoch, journal.checkpoints, state);
        if let Some(signed) = store.last_checkpoint()? {
            let stored = StoredTree(&store.rows);
            store.tree = stored_tree::edge(&stored, &signed, store.state.number)?;
        }
        store.load_places()?;
        Ok(Some(store))
    }

    /// Makes the tables of a new journal, with nothing in them but its first checkpoint, and the key as it is to be kept
    /// there.
    ///
    /// # Errors
    ///
    /// There is a journal already, or the database does not take it.
    pub(crate) fn make(
        address: &Address,
        first: &Checkpoint,
        chapter: u64,
        (key, sealed): (&SigningKey, Option<Vec<u8>>),
    ) -> Result<Self, Error> {
        let (session, own_name) = connect(address)?;
        let asked = failed(&address.name);
        if !schema::is_empty(&session, reading()).map_err(&asked)? {
            return Err(Error::file(&address.name, "there is a journal in this database already"));
        }
        let start = JournalState::start(&first.identity.journal);
        let Identity { journal, key: PublicKey(public) } = first.identity;
        session.batch(&format!("BEGIN; {}", schema::TABLES), reading()).map_err(&asked)?;
        let sql = "INSERT INTO croupier.journal VALUES (1, $1, $2, $3, $4, 1, 0, $5, 0, $6, $7, 0)";
        let format = crate::layout::FORMAT as i32;
        let (chapter_rows, batch) = (rows::signed(chapter), Batch::default());
        let (id, public, link, seal) =
            (&journal[..], &public[..], &start.link.0[..], &[0_u8; 64][..]);
        let values: [session::Value<'_>; 7] =
            [&format, &id, &public, &chapter_rows, &link, &seal, &&batch.0[..]];
        session.execute(sql, &values, reading()).map_err(&asked)?;
        if let Some(sealed) = sealed {
            let sql = "INSERT INTO croupier.papers (name, bytes) VALUES ($1, $2)";
            let name = Paper::Key.name();
            session.execute(sql, &[&name, &sealed], reading()).map_err(&asked)?;
        }
        session.batch("COMMIT", reading()).map_err(&asked)?;
        if !lock(&session).map_err(&asked)? {
            return Err(Error::Locked(address.name.clone()));
        }
        let rows = PostgresRows::over(session, address);
        let mut store = Self::new(rows, (address, own_name), first.identity, chapter);
        store.epoch = 1;
        store.synced = Expected { epoch: 1, number: 0, link: start.link, batch };
        store.key = Some(key.again());
        store.write_checkpoint(first)?;
        store.sync()?;
        Ok(store)
    }

    fn new(
        rows: PostgresRows,
        (address, own_name): (&Address, String),
        identity: Identity,
        chapter: u64,
    ) -> Self {
        let state = JournalState::start(&identity.journal);
        Self {
            rows,
            address: address.clone(),
            identity,
            chapter,
            epoch: 0,
            synced: Expected { epoch: 0, number: 0, link: state.link, batch: Batch::default() },
            state,
            tree: Edge::default(),
            places: Places::new(chapter),
            damaged: HashMap::new(),
            checkpoints: 0,
            append: Append::default(),
            key: None,
            own_name,
        }
    }

    fn name(&self) -> &Path {
        &self.address.name
    }

    /// Reads what the directory will say about the chapter that was begun.
    fn load_places(&mut self) -> Result<(), Error> {
        let entries = self.state.number;
        let mut whole = true;
        let places = &mut self.places;
        self.rows.outlines((entries / self.chapter * self.chapter, entries), &mut |outline| {
            match (outline.chain, outline.seq, outline.round) {
                (Some(chain), Some(seq), Some(round)) => {
                    places.note(outline.number, chain.0, seq, round);
                }
                _ => whole = false,
            }
            ControlFlow::Continue(())
        })?;
        let what = "a field is not of the right kind";
        if whole { Ok(()) } else { Err(Error::damaged_file(self.name(), what)) }
    }

    /// Whether a chain is not damaged, as far as is known.
    fn whole(&self, chain: Chain) -> Result<(), Error> {
        let Some((fault, good)) = self.damaged.get(&chain) else { return Ok(()) };
        let (path, fault, good) = (self.name().to_owned(), Box::new(fault.clone()), *good);
        Err(Error::Damaged { path, fault, good })
    }

    fn keyless(&self) -> Error {
        Error::file(self.name(), "the journal is written without its key")
    }

    /// Has the server do what was written since the last sync, and moves on when it is done.
    fn commit(&mut self, closed: bool) -> Result<(), Error> {
        let JournalState { number, link, .. } = self.state;
        let end = End { number, link, checkpoints: self.checkpoints };
        let Some(key) = &self.key else { return Err(self.keyless()) };
        let seal = end.sign(key, &self.identity, closed);
        let mut batch = Batch::default();
        getrandom::fill(&mut batch.0).map_err(|error| Error::file(self.name(), error))?;
        let expected = self.synced;
        let after = Expected { batch, number, link, ..expected };
        self.append.finish(&expected, &after, (self.checkpoints, seal));
        let until = Instant::now() + AWAY;
        let mut answer = self.send();
        loop {
            let done = match answer {
                Ok(true) => true,
                // Somebody else has moved the journal on, or we have: a statement that was given up was done later.
                Ok(false) => match self.look_up(&expected, batch, until)? {
                    LookedUp::Done => true,
                    LookedUp::Undone => false,
                },
                Err(Failed::Refused(what)) => return Err(Error::file(self.name(), what)),
                Err(Failed::Unknown(_)) => match self.look_up(&expected, batch, until)? {
                    LookedUp::Done => true,
                    LookedUp::Undone => false,
                },
            };
            if done {
                break;
            }
            answer = self.send();
        }
        self.synced = after;
        self.append = Append::default();
        Ok(())
    }

    /// Sends the statement once; says whether it was done.
    fn send(&self) -> Result<bool, Failed> {
        let session = &self.rows.session;
        let warned = session.warnings();
        let long = Duration::from_secs(self.append.bytes / BYTES_PER_SECOND);
        let done = self.append.send(session, Instant::now() + APPEND + long)?;
        // The server warns when it did not wait for its standby.
        match session.warnings() == warned {
            true => Ok(done),
            false => Err(Failed::Unknown("the server warned while it committed".to_owned())),
        }
    }

    /// Connects anew, and finds out whether a batch was entered. The question itself is a write: when it is acknowledged, so is
    /// everything before it, here and on the standbys that the server waits for.
    fn look_up(
        &mut self,
        expected: &Expected,
        batch: Batch,
        until: Instant,
    ) -> Result<LookedUp, Error> {
        loop {
            let why = match self.look(Instant::now() + APPEND) {
                Ok((found, _)) if found.epoch != self.epoch => return Err(self.taken_over(&found)),
                // What is left of the connection before, or somebody who is about to take over.
                Ok((_, false)) => "another connection has the lock of whoever writes".to_owned(),
                Ok((found, true)) if found.batch == batch => return Ok(LookedUp::Done),
                Ok((found, true)) if found == *expected => return Ok(LookedUp::Undone),
                Ok((found, true)) => return Err(self.taken_over(&found)),
                Err(Failed::Refused(what) | Failed::Unknown(what)) => what,
            };
            if Instant::now() >= until {
                let what = format!(
                    "the database has not answered for {} s ({why}); what was asked last may have been done",
                    AWAY.as_secs()
                );
                return Err(Error::file(self.name(), what));
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Connects, ends what is left of the connection before, and reads where the journal stands; says too whether this
    /// process has the lock again.
    fn look(&mut self, by: Instant) -> Result<(Expected, bool), Failed> {
        let session = connect_as(&self.address, &self.own_name, by)?;
        let sql = "SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity \
                   WHERE application_name = $1 AND pid <> pg_backend_pid()";
        session.query(sql, &[&self.own_name], by)?;
        let warned = session.warnings();
        let sql =
            "UPDATE croupier.journal SET asked = asked + 1 RETURNING epoch, number, link, batch";
        let rows = session.query(sql, &[], by)?;
        if session.warnings() != warned {
            return Err(Failed::Unknown("the server warned while it was asked".to_owned()));
        }
        let changed = "the row that says which journal it is was changed";
        let found = rows.first().and_then(Expected::read);
        let found = found.ok_or_else(|| Failed::Refused(changed.to_owned()))?;
        let locked = lock(&session)?;
        self.rows = PostgresRows::over(session, &self.address);
        Ok((found, locked))
    }

    fn taken_over(&self, found: &Expected) -> Error {
        let what = format!(
            "another process writes this journal now: it stands at entry {} of epoch {}, and this process wrote \
             in epoch {}; nothing was acknowledged that is not in it",
            found.number, found.epoch, self.epoch
        );
        Error::file(self.name(), what)
    }
}

/// What was found out about a batch.
enum LookedUp {
    Done,
    Undone,
}

impl Store for Postgres {
    fn identity(&self) -> Identity {
        self.identity
    }

    fn state(&self) -> &JournalState {
        &self.state
    }

    fn sign_with(&mut self, key: &SigningKey) {
        self.key = Some(key.again());
    }

    fn root(&self) -> Hash {
        self.tree.root()
    }

    fn last_checkpoint(&self) -> Result<Option<Checkpoint>, Error> {
        match self.rows.last_checkpoint()? {
            Some(None) => Err(Error::damaged_file(self.name(), "the last checkpoint was changed")),
            Some(Some(last)) if last.id != self.checkpoints => {
                let what =
                    format!("checkpoint {} is the last, but more or fewer were recorded", last.id);
                Err(Error::damaged_file(self.name(), what))
            }
            Some(last) => Ok(last),
            None => Ok(None),
        }
    }

    fn check_signable(&self) -> Result<(), Error> {
        self.damaged.keys().min().map_or(Ok(()), |chain| self.whole(*chain))
    }

    fn damaged(&self) -> Vec<Chain> {
        self.damaged.keys().copied().collect()
    }

    fn claim(&mut self, chain: Chain) -> Result<Option<Head>, Error> {
        self.whole(chain)?;
        Ok(self.state.heads.get(&chain).copied())
    }

    fn write(&mut self, entries: &[Chained], links: &mut Vec<Hash>) -> Result<u64, Error> {
        let first = self.state.number + 1;
        for chained in entries {
            let Chained { entry, hash, .. } = chained;
            self.state.number += 1;
            let number = self.state.number;
            self.state.link = link(&self.state.link, number, hash);
            links.push(self.state.link);
            self.append.enter(number, chained, &self.state.link);
            self.state.heads.insert(entry.chain, Head { seq: entry.seq, hash: *hash });
            if self.places.note(number, entry.chain.0, entry.seq, entry.round) {
                let chapter = number / self.chapter - 1;
                let append = &mut self.append;
                self.places.take().into_iter().for_each(|place| append.place(chapter, place));
            }
            let append = &mut self.append;
            self.tree.push(tree::leaf(&hash.0), |level, position, hash| {
                append.tree(level, position, hash);
            });
        }
        Ok(first)
    }

    fn write_beside(&mut self, beside: &[Beside]) -> Result<(), Error> {
        self.append.beside(beside);
        Ok(())
    }

    fn write_checkpoint(&mut self, checkpoint: &Checkpoint) -> Result<(), Error> {
        self.append.checkpoint(checkpoint);
        self.checkpoints = checkpoint.id;
        Ok(())
    }

    fn write_snapshot(&mut self, snapshot: &Snapshot) -> Result<(), Error> {
        let Some(key) = &self.key else { return Err(self.keyless()) };
        let signature = snapshot.sign(key, &self.identity.journal);
        self.append.snapshot(snapshot, signature);
        Ok(())
    }

    fn drop_snapshots(&mut self) -> Result<(), Error> {
        self.append.drop_snapshots();
        Ok(())
    }

    fn sync(&mut self) -> Result<(), Error> {
        match self.append.is_empty() {
            true => Ok(()),
            false => self.commit(false),
        }
    }

    fn tidy(&mut self) -> Result<(), Error> {
        Ok(())
    }

    fn close(mut self: Box<Self>) -> Result<(), Error> {
        match self.append.is_empty() && self.key.is_some() {
            true => self.commit(true),
            false => Ok(()),
        }
    }
}

impl Stored for Postgres {
    fn rows(&self) -> &dyn Rows {
        &self.rows
    }

    fn stop(&mut self, chain: Chain, fault: Fault, good: u64) {
        self.damaged.insert(chain, (fault, good));
    }

    fn torn(&self) -> bool {
        false
    }
}

/// Connects to write, under a name that no other connection has.
fn connect(address: &Address) -> Result<(Session, String), Error> {
    let mut random = [0; 8];
    getrandom::fill(&mut random).map_err(|error| Error::file(&address.name, error))?;
    let own_name = format!("croupier {:016x}", u64::from_be_bytes(random));
    let by = reading();
    let session = connect_as(address, &own_name, by).map_err(failed(&address.name))?;
    schema::check_server(&session, by)?;
    Ok((session, own_name))
}

fn connect_as(address: &Address, own_name: &str, by: Instant) -> Result<Session, Failed> {
    let mut address = address.clone();
    address.config.application_name(own_name);
    let session = Session::connect(&address, schema::SET_UP, by)?;
    schema::wait_for_saved(&session, by)?;
    Ok(session)
}

/// Takes the lock of whoever writes; says whether nobody else has it.
fn lock(session: &Session) -> Result<bool, Failed> {
    let rows = session.query("SELECT pg_try_advisory_lock($1)", &[&LOCK], reading())?;
    Ok(rows.first().is_some_and(|row| row.get(0)))
}
