//! A journal in one SQLite file.

mod lock;
mod log_copier;
pub(crate) mod rows;
pub(crate) mod schema;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
pub(crate) use rusqlite::{Connection, Error as ReadError};
use rusqlite::{OpenFlags, params};

use crate::end::{End, EndFile};
use crate::entry::link;
use crate::file_rows::FileRows;
use crate::key::sync_folder;
use crate::layout::FORMAT;
use crate::places::Places;
use crate::rows::Rows;
use crate::store::{Head, Identity, JournalState, Store, Stored};
use crate::stored_tree::{self, StoredTree};
use crate::tree::{self, Edge};
use crate::{Beside, Chain, Chained, Checkpoint, Error, Fault, Hash, SigningKey, Snapshot, reader};
use lock::Lock;
pub(crate) use lock::is_running;
use log_copier::LogCopier;

/// The statement that inserts an entry.
const INSERT: &str = "INSERT OR FAIL INTO entries (number, chain, seq, at, who, kind, round, rules, \
                      format, key, previous, hash, link, body, effects) VALUES (?1, ?2, ?3, ?4, \
                      ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)";

/// How long the write-ahead log may become, as a multiple of the length at which copying begins; and which
/// part of that length is little.
const LOG_LENGTHS: u64 = 16;
const FEW: u64 = 4;
/// How many pages a commit changes beside those of its entries, about.
const COMMIT_PAGES: u64 = 3;

/// A journal in one SQLite file, open to be written by this process alone.
pub struct Sqlite {
    rows: FileRows,
    path: PathBuf,
    identity: Identity,
    chapter: u64,
    epoch: u64,
    state: JournalState,
    /// The number and link at the last sync.
    synced: (u64, Hash),
    tree: Edge,
    places: Places,
    damaged: HashMap<Chain, (Fault, u64)>,
    begun: bool,
    log: Log,
    /// Copies the log; started when there is something to copy.
    log_copier: Option<LogCopier>,
    /// Whether the write-ahead log ended in a commit that was not whole.
    torn: bool,
    checkpoints: u64,
    /// Signs the end with every commit.
    key: Option<SigningKey>,
    end_file: Option<EndFile>,
    /// The file says that the journal was closed, and nothing was written since.
    closed: bool,
    /// Kept open as long as the journal: closing them gives up the right to write.
    lock: Lock,
}

/// How long the write-ahead log is, about, in pages.
struct Log {
    /// From how many on they are copied into the file.
    most: u64,
    /// How many there are since the log began.
    length: u64,
    /// Since copying was last asked for, if it was since the beginning.
    fresh: Option<u64>,
    /// The bytes of the entries that were written since the last sync.
    bytes: u64,
}

impl Sqlite {
    /// Opens the file of a journal; `None` if there is none yet.
    ///
    /// # Errors
    ///
    /// Another process writes it, it is no journal, or it cannot be read.
    pub fn open(path: &Path) -> Result<Option<Self>, Error> {
        let lock = Lock::take(path)?;
        if reader::length(path)?.unwrap_or(0) == 0 {
            if reader::has_log(path)? {
                let what = "the journal is gone, but its write-ahead log, which ends in -wal, is \
                            there; put the journal back beside it, or move the log away";
                return Err(Error::file(path, what));
            }
            return Ok(None);
        }
        let torn = crate::wal::check(path)?;
        let failed = |error| Error::sqlite(path, &error);
        let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(failed)?;
        if schema::is_empty(&connection).map_err(failed)? {
            return Ok(None);
        }
        if let Some(what) = schema::foreign(&connection).map_err(failed)? {
            return Err(Error::file(path, what));
        }
        schema::set_up(&connection).map_err(failed)?;
        if let Some(what) = schema::difference(&connection).map_err(failed)? {
            return Err(Error::damaged_file(path, what));
        }
        let journal = rows::journal(&connection).map_err(failed)?;
        let Some(journal) = journal else {
            let what = "the row that says which journal it is was changed";
            return Err(Error::damaged_file(path, what));
        };
        if !journal.is_sealed() {
            let what = "what was written last does not bear the signature of the journal's key: it was \
                        changed by somebody who does not have the key";
            return Err(Error::damaged_file(path, what));
        }
        let rows = FileRows::new(connection, path);
        let state = rows.state(&journal)?;
        let state = state.map_err(|fault| Error::damaged_file(path, fault))?;
        let mut store = Self::new(rows, path, journal.identity, journal.chapter, lock);
        (store.torn, store.epoch) = (torn, journal.epoch);
        store.closed = journal.is_closed();
        store.checkpoints = journal.checkpoints;
        store.synced = (state.number, state.link);
        store.state = state;
        if let Some(signed) = store.last_checkpoint()? {
            let stored = StoredTree(&store.rows);
            store.tree = stored_tree::edge(&stored, &signed, store.state.number)?;
        }
        store.load_places().map_err(failed)?;
        Ok(Some(store))
    }

    /// Makes the file of a new journal, with nothing in it but its first checkpoint.
    ///
    /// # Errors
    ///
    /// There is a file with something in it, another process writes it, or it cannot be made.
    pub fn make(
        path: &Path,
        first: &Checkpoint,
        chapter: u64,
        key: &SigningKey,
    ) -> Result<Self, Error> {
        let lock = Lock::make(path)?;
        let failed = |error| Error::sqlite(path, &error);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let connection = connect(path, flags).map_err(failed)?;
        if !schema::is_empty(&connection).map_err(failed)? {
            return Err(Error::file(path, "there is a file with something in it already"));
        }
        schema::set_up(&connection).map_err(failed)?;
        let rows = FileRows::new(connection, path);
        let mut store = Self::new(rows, path, first.identity, chapter, lock);
        store.key = Some(key.again());
        store.begin()?;
        schema::make(&store.rows.connection).map_err(failed)?;
        let Identity { journal, key } = first.identity;
        let sql = "INSERT INTO journal VALUES (1, ?1, ?2, ?3, ?4, 0, 0, ?5, 0, zeroblob(64))";
        let row = params![FORMAT, journal, key.0, chapter, store.state.link.0];
        store.rows.connection.execute(sql, row).map_err(failed)?;
        store.write_checkpoint(first)?;
        store.sync()?;
        sync_folder(path)?;
        Ok(store)
    }

    fn new(rows: FileRows, path: &Path, identity: Identity, chapter: u64, lock: Lock) -> Self {
        let state = JournalState::start(&identity.journal);
        Self {
            rows,
            path: path.to_owned(),
            identity,
            chapter,
            epoch: 0,
            synced: (0, state.link),
            state,
            tree: Edge::default(),
            places: Places::new(chapter),
            damaged: HashMap::new(),
            begun: false,
            log: Log { most: crate::options::LOG_PAGES, length: 0, fresh: None, bytes: 0 },
            log_copier: None,
            torn: false,
            checkpoints: 0,
            key: None,
            end_file: None,
            closed: false,
            lock,
        }
    }

    /// Whether the journal was closed where it ends, and nothing was written since.
    pub(crate) fn was_closed(&self) -> bool {
        self.closed
    }

    /// Makes sure that the file itself says that the journal is not closed any more: with the log alone, whoever
    /// removes the log removes that, too. A reader may stand in the way; then it is tried again.
    fn open_again(&mut self) -> Result<(), Error> {
        if !self.closed {
            return Ok(());
        }
        self.log_copier.as_ref().map_or(Ok(()), LogCopier::wait)?;
        let copied = self.rows.connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |row| {
            Ok(row.get::<_, i64>(1)? == row.get::<_, i64>(2)?)
        });
        self.closed = !copied.map_err(|error| self.error(error))?;
        Ok(())
    }

    /// Records that the journal is closed where it ends.
    fn record_closed(&mut self) -> Result<(), Error> {
        let JournalState { number, link, .. } = self.state;
        let end = End { number, link, checkpoints: self.checkpoints };
        let Some(key) = self.key.as_ref().filter(|_| !self.begun) else { return Ok(()) };
        let seal = end.sign(key, &self.identity, true);
        match self.record_state(&seal).map_err(|error| self.error(error))? {
            true => Ok(()),
            false => Err(Error::file(&self.path, "another process has written to the journal")),
        }
    }

    /// Writes the end that is in the file into the one beside it, which was missing or said something else.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or the one beside it cannot be written.
    pub(crate) fn write_end_anew(&mut self) -> Result<(), Error> {
        if let Some(journal) = self.rows.journal()? {
            let mut file = EndFile::open(&self.path, &self.identity)?;
            file.write(&journal.end(), &journal.identity, &journal.seal)?;
            self.end_file = Some(file);
        }
        Ok(())
    }

    /// Counts the checkpoints.
    pub(crate) fn checkpoints(&self) -> u64 {
        self.checkpoints
    }

    /// Reads the link of an entry; `None` if the entry is not there.
    pub(crate) fn link(&self, number: u64) -> Result<Option<Hash>, Error> {
        self.rows.link(number)
    }

    /// Says which file it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn chapter(&self) -> u64 {
        self.chapter
    }

    /// Says from how many pages on the write-ahead log is copied into the file.
    pub(crate) fn copy_log_from(&mut self, pages: u64) {
        self.log.most = pages.max(1);
    }

    /// Has the log copied into the file beside the next commits. When little is left to copy, that is done
    /// here, so that the next commit begins the log anew: a log that grows is synced more slowly.
    fn copy_long_log(&mut self) -> Result<(), Error> {
        let Log { most, ref mut length, ref mut fresh, ref mut bytes } = self.log;
        let pages = std::mem::take(bytes) / crate::wal::PAGE as u64 + COMMIT_PAGES;
        *length += pages;
        *fresh = fresh.map(|fresh| fresh + pages);
        if *length < most {
            return Ok(());
        }
        let little = fresh.is_some_and(|fresh| fresh <= most / FEW);
        let long = *length >= most * LOG_LENGTHS;
        let copier = match self.log_copier.take() {
            Some(copier) => copier,
            None => LogCopier::start(&self.path)?,
        };
        let copier = self.log_copier.insert(copier);
        if copier.is_idle() && little || long {
            return self.tidy();
        }
        if copier.is_idle() {
            copier.request();
            *fresh = Some(0);
        }
        Ok(())
    }

    /// Whether a chain is not damaged, as far as is known.
    fn whole(&self, chain: Chain) -> Result<(), Error> {
        let Some((fault, good)) = self.damaged.get(&chain) else { return Ok(()) };
        let (path, fault, good) = (self.path.clone(), Box::new(fault.clone()), *good);
        Err(Error::Damaged { path, fault, good })
    }

    fn keyless(&self) -> Error {
        Error::file(&self.path, "the journal is written without its key")
    }

    fn error(&self, error: rusqlite::Error) -> Error {
        Error::sqlite(&self.path, &error)
    }

    /// Reads what the directory will say about the chapter that was begun.
    fn load_places(&mut self) -> rusqlite::Result<()> {
        let after = self.state.number / self.chapter * self.chapter;
        let sql = "SELECT number, chain, seq, round FROM entries WHERE number > ?1 ORDER BY number";
        let mut select = self.rows.connection.prepare(sql)?;
        let mut rows = select.query([after])?;
        while let Some(row) = rows.next()? {
            self.places.note(row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
        }
        Ok(())
    }

    fn begin(&mut self) -> Result<(), Error> {
        if !self.begun {
            self.rows
                .connection
                .execute_batch("BEGIN IMMEDIATE")
                .map_err(|error| self.error(error))?;
            self.begun = true;
        }
        Ok(())
    }

    fn insert(&mut self, entries: &[Chained], links: &mut Vec<Hash>) -> rusqlite::Result<()> {
        let mut insert = self.rows.connection.prepare_cached(INSERT)?;
        let state = &mut self.state;
        for Chained { entry, previous, hash } in entries {
            state.number += 1;
            state.link = link(&state.link, state.number, hash);
            insert.raw_bind_parameter(1, state.number.cast_signed())?;
            insert.raw_bind_parameter(2, entry.chain.0)?;
            insert.raw_bind_parameter(3, entry.seq.cast_signed())?;
            insert.raw_bind_parameter(4, entry.at.cast_signed())?;
            insert.raw_bind_parameter(5, entry.who)?;
            insert.raw_bind_parameter(6, &*entry.kind)?;
            insert.raw_bind_parameter(7, entry.round.cast_signed())?;
            insert.raw_bind_parameter(8, &*entry.rules)?;
            insert.raw_bind_parameter(9, entry.format)?;
            insert.raw_bind_parameter(10, &entry.key)?;
            insert.raw_bind_parameter(11, previous.0)?;
            insert.raw_bind_parameter(12, hash.0)?;
            insert.raw_bind_parameter(13, state.link.0)?;
            insert.raw_bind_parameter(14, &entry.body)?;
            insert.raw_bind_parameter(15, &entry.effects)?;
            insert.raw_execute()?;
            links.push(state.link);
        }
        drop(insert);
        self.note(entries)
    }

    /// Notes the heads, places and leaves of entries that were inserted last.
    fn note(&mut self, entries: &[Chained]) -> rusqlite::Result<()> {
        let before = self.state.number - entries.len() as u64;
        let mut stored = Vec::new();
        for (number, Chained { entry, hash, .. }) in (before + 1..).zip(entries) {
            self.log.bytes += entry.size() as u64;
            self.state.heads.insert(entry.chain, Head { seq: entry.seq, hash: *hash });
            if self.places.note(number, entry.chain.0, entry.seq, entry.round) {
                insert_places(&self.rows.connection, number / self.chapter - 1, &mut self.places)?;
            }
            self.tree.push(tree::leaf(&hash.0), |level, position, hash| {
                stored.push((level, position, hash));
            });
        }
        insert_tree(&self.rows.connection, &stored)
    }

    /// Records where the journal stands; `false` if it did not stand where we left it, or has another
    /// owner.
    fn record_state(&mut self, seal: &[u8; 64]) -> rusqlite::Result<bool> {
        let sql = "UPDATE journal SET number = ?1, link = ?2, epoch = ?5, seal = ?6 \
                   WHERE number = ?3 AND link = ?4 AND epoch = ?5";
        let (number, link) = (self.state.number, self.state.link);
        let (synced, epoch) = (self.synced.0.cast_signed(), self.epoch.cast_signed());
        let row = params![number.cast_signed(), link.0, synced, self.synced.1.0, epoch, seal];
        let changed = self.rows.connection.prepare_cached(sql)?.execute(row)?;
        self.synced = (number, link);
        Ok(changed == 1)
    }
}

impl Store for Sqlite {
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
        let last = self.rows.last_checkpoint()?;
        let journal = self.rows.journal()?;
        let id = last.iter().flatten().map(|last| last.id).next().unwrap_or(0);
        if journal.is_none_or(|journal| journal.checkpoints != id) {
            let what = format!("checkpoint {id} is the last, but more or fewer were recorded");
            return Err(Error::damaged_file(&self.path, what));
        }
        match last {
            Some(None) => Err(Error::damaged_file(&self.path, "the last checkpoint was changed")),
            Some(Some(checkpoint)) => Ok(Some(checkpoint)),
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
        self.begin()?;
        let first = self.state.number + 1;
        self.insert(entries, links).map_err(|error| self.error(error))?;
        Ok(first)
    }

    fn write_beside(&mut self, beside: &[Beside]) -> Result<(), Error> {
        self.begin()?;
        change_beside(&self.rows.connection, beside).map_err(|error| self.error(error))
    }

    fn write_checkpoint(&mut self, checkpoint: &Checkpoint) -> Result<(), Error> {
        self.begin()?;
        let sql = "INSERT INTO checkpoints (id, at, number, link, root, previous, heads, signature) \
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        let row = params![
            checkpoint.id.cast_signed(),
            checkpoint.at.cast_signed(),
            checkpoint.number.cast_signed(),
            checkpoint.link.0,
            checkpoint.root.0,
            checkpoint.previous.0,
            crate::checkpoint::pack(&checkpoint.heads),
            checkpoint.signature,
        ];
        self.rows.connection.execute(sql, row).map_err(|error| self.error(error))?;
        let sql = "UPDATE journal SET checkpoints = ?1";
        let count = [checkpoint.id.cast_signed()];
        self.rows.connection.execute(sql, count).map_err(|error| self.error(error))?;
        self.checkpoints = checkpoint.id;
        Ok(())
    }

    fn write_snapshot(&mut self, snapshot: &Snapshot) -> Result<(), Error> {
        self.begin()?;
        let sql = "INSERT OR REPLACE INTO snapshots (number, link, format, digest, bytes) \
                   VALUES (?1, ?2, ?3, ?4, ?5)";
        let Some(key) = &self.key else { return Err(self.keyless()) };
        let signature = snapshot.sign(key, &self.identity.journal);
        let Snapshot { number, link, format, bytes } = snapshot;
        let row = params![number.cast_signed(), link.0, format, signature, bytes];
        self.rows.connection.execute(sql, row).map_err(|error| self.error(error))?;
        // One after the end was made by damage, and one of another format by another build.
        let sql = "DELETE FROM snapshots WHERE number > ?1 OR format <> ?2";
        let row = params![self.state.number.cast_signed(), format];
        self.rows.connection.execute(sql, row).map_err(|error| self.error(error))?;
        Ok(())
    }

    fn drop_snapshots(&mut self) -> Result<(), Error> {
        self.begin()?;
        delete_snapshots(&self.rows.connection).map_err(|error| self.error(error))
    }

    fn sync(&mut self) -> Result<(), Error> {
        if !self.begun {
            return Ok(());
        }
        self.log_copier.as_ref().map_or(Ok(()), LogCopier::check)?;
        self.lock.check_in_place(&self.path)?;
        let JournalState { number, link, .. } = self.state;
        let end = End { number, link, checkpoints: self.checkpoints };
        let Some(key) = &self.key else { return Err(self.keyless()) };
        let seal = end.sign(key, &self.identity, false);
        if !self.record_state(&seal).map_err(|error| self.error(error))? {
            return Err(Error::file(&self.path, "another process has written to the journal"));
        }
        self.rows.connection.execute_batch("COMMIT").map_err(|error| self.error(error))?;
        self.begun = false;
        let file = match self.end_file.take() {
            Some(file) => file,
            None => EndFile::open(&self.path, &self.identity)?,
        };
        self.end_file.insert(file).write(&end, &self.identity, &seal)?;
        self.open_again()?;
        self.copy_long_log()
    }

    fn tidy(&mut self) -> Result<(), Error> {
        self.log_copier.as_ref().map_or(Ok(()), LogCopier::wait)?;
        copy_log(&self.rows.connection).map_err(|error| self.error(error))?;
        (self.log.length, self.log.fresh) = (0, None);
        Ok(())
    }

    fn close(mut self: Box<Self>) -> Result<(), Error> {
        self.record_closed()?;
        let Self { rows, path, log_copier, lock, .. } = *self;
        let copied = log_copier.as_ref().map_or(Ok(()), LogCopier::wait);
        drop(log_copier);
        copied?;
        let connection = rows.connection;
        let failed = |error| Error::sqlite(&path, &error);
        let setting = DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE;
        connection.set_db_config(setting, false).map_err(failed)?;
        let closed = connection.close().map_err(|(_, error)| failed(error));
        drop(lock);
        closed
    }
}

impl Stored for Sqlite {
    fn rows(&self) -> &dyn Rows {
        &self.rows
    }

    fn stop(&mut self, chain: Chain, fault: Fault, good: u64) {
        self.damaged.insert(chain, (fault, good));
    }

    fn torn(&self) -> bool {
        self.torn
    }
}

fn insert_places(
    connection: &Connection,
    chapter: u64,
    places: &mut Places,
) -> rusqlite::Result<()> {
    let sql = "INSERT INTO places (chapter, chain, first, least_round, most_round, offsets) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let mut insert = connection.prepare_cached(sql)?;
    for place in places.take() {
        let (least, most) = place.rounds;
        insert.execute(params![
            chapter.cast_signed(),
            place.chain,
            place.first.cast_signed(),
            least.cast_signed(),
            most.cast_signed(),
            place.offsets,
        ])?;
    }
    Ok(())
}

fn insert_tree(connection: &Connection, stored: &[(u32, u64, Hash)]) -> rusqlite::Result<()> {
    if stored.is_empty() {
        return Ok(());
    }
    let sql = "INSERT INTO tree (level, position, hash) VALUES (?1, ?2, ?3)";
    let mut insert = connection.prepare_cached(sql)?;
    for (level, position, hash) in stored {
        insert.execute(params![level, position.cast_signed(), hash.0])?;
    }
    Ok(())
}

/// Changes what is kept beside the journal, and overwrites with zeros what is erased.
fn change_beside(connection: &Connection, beside: &[Beside]) -> rusqlite::Result<()> {
    connection.pragma_update(None, "secure_delete", true)?;
    // A snapshot may have what is erased, too.
    if beside.iter().any(|beside| beside.bytes.is_none()) {
        delete_snapshots(connection)?;
    }
    for Beside { id, bytes } in beside {
        let id = id.cast_signed();
        let sql = "INSERT INTO beside (id, bytes) VALUES (?1, ?2) \
                   ON CONFLICT (id) DO UPDATE SET bytes = excluded.bytes";
        match bytes {
            Some(bytes) => connection.prepare_cached(sql)?.execute(params![id, bytes])?,
            None => connection.execute("DELETE FROM beside WHERE id = ?1", [id])?,
        };
    }
    // Not for snapshots: it would write twice as much for each.
    connection.pragma_update(None, "secure_delete", false)
}

fn delete_snapshots(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM snapshots", []).map(drop)
}

/// Copies what is in the write-ahead log into the file, as far as no reader needs it where it is.
fn copy_log(connection: &Connection) -> rusqlite::Result<()> {
    connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))
}

/// Opens a file to be read: `sealed` if nobody writes it, and nothing of it is in a log.
///
/// # Errors
///
/// There is no such file, or it cannot be opened.
pub(crate) fn connect_to_read(path: &Path, sealed: bool) -> Result<Connection, Error> {
    if reader::length(path)?.is_none() {
        return Err(Error::file(path, "there is no such file"));
    }
    let failed = |error| Error::sqlite(path, &error);
    let Some(text) = path.to_str() else {
        return Err(Error::file(path, "the name of the file is not UTF-8"));
    };
    let name: String = text
        .chars()
        .map(|letter| match letter {
            '%' | '?' | '#' => format!("%{:02x}", u32::from(letter)),
            _ => letter.to_string(),
        })
        .collect();
    let sealed = if sealed { "&immutable=1" } else { "" };
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let uri = format!("file:{name}?mode=ro{sealed}");
    let connection = Connection::open_with_flags(uri, flags).map_err(failed)?;
    schema::guard(&connection).map_err(failed)?;
    Ok(connection)
}

fn connect(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)
}
