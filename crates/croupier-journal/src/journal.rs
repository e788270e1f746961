//! The journal for those who append to it.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use crate::background::{self, Background};
use crate::batch::Prepared;
use crate::entry::BODY_MAX;
use crate::options::{KeySource, Options, beside};
#[cfg(not(target_family = "wasm"))]
use crate::postgres::{Address, OperatorKey, Papers, Postgres};
use crate::queue::{Job, Queue};
#[cfg(not(target_family = "wasm"))]
use crate::sqlite::Sqlite;
#[cfg(not(target_family = "wasm"))]
use crate::store::Stored as _;
use crate::store::{Identity, JournalState, Store};
use crate::ticket::{Reply, Ticket};
use crate::witness::{self, Witnesses};
use crate::writer::Writer;
use crate::{
    Batch, Chain, Checkpoint, Error, OpeningCheck, Reader, Receipt, SigningKey, Snapshot, end,
    tree, verify,
};
#[cfg(not(target_family = "wasm"))]
use crate::{copy, mirror};

/// The most bytes of a snapshot.
const SNAPSHOT_BYTES_MAX: usize = 64 * BODY_MAX;

/// An open journal. It can be cloned over threads; the last one to be dropped closes it.
#[derive(Clone)]
pub struct Journal {
    inner: Arc<Inner>,
}

struct Inner {
    queue: Arc<Queue>,
    writer: Mutex<Option<JoinHandle<Result<(), Error>>>>,
    /// Threads that read the journal, and end before it is closed.
    helpers: Mutex<Vec<JoinHandle<()>>>,
    background: Arc<Background>,
    witnesses: Option<Arc<Witnesses>>,
    path: Option<PathBuf>,
    identity: Identity,
    opened: JournalState,
    damaged: Vec<Chain>,
    notes: Vec<String>,
}

impl Journal {
    /// Opens the journal in a file, or in a database that an address names (`postgres://HOST/DATABASE`), and makes it if
    /// there is none.
    ///
    /// What was written since the last checkpoint is verified first. A chain that is damaged there
    /// takes no more entries; see [`Journal::notes`].
    ///
    /// # Errors
    ///
    /// The file cannot be used, another process writes it, the key is another one, or the two
    /// copies contradict each other.
    #[cfg(not(target_family = "wasm"))]
    pub fn open(path: impl AsRef<Path>, options: Options) -> Result<Self, Error> {
        let path = path.as_ref();
        if let Some(address) = Address::of(path)? {
            return Self::open_database((path, &address), &options);
        }
        let open = |path: &Path| -> Result<_, Error> {
            let mut store = Sqlite::open(path)?;
            store.iter_mut().for_each(|store| store.copy_log_from(options.log_pages));
            Ok(store)
        };
        let first = open(path)?;
        let second = options.mirror.as_deref().map(&open).transpose()?.flatten();
        let existing = first.as_ref().or(second.as_ref()).map(Sqlite::identity);
        if existing.is_none() {
            end::check_none(path)?;
            options.mirror.as_deref().map_or(Ok(()), end::check_none)?;
        }
        let ends = match &existing {
            Some(identity) => ends((path, &first), (options.mirror.as_deref(), &second), identity)?,
            None => Vec::new(),
        };
        let check = |furthest: &Sqlite| end::check(furthest, &ends, options.accept_end);
        let key = key(path, &options.key, existing.as_ref())?;
        let first = match (first, &second) {
            (None, None) => Some(make(path, &options, &key)?),
            (first, _) => first,
        };
        let (store, mut notes): (Opened, _) = match (&options.mirror, first) {
            (Some(mirror), first) => {
                let copies = ((path, first), (&**mirror, second));
                let (mirror, notes) = mirror::open(copies, &key, check)?;
                (Opened::Mirrored(Box::new(mirror)), notes)
            }
            (None, Some(mut store)) => {
                let mut notes = verify::stop_damaged(&mut store)?;
                let checked = check(&store)?;
                if checked.outdated {
                    store.write_end_anew()?;
                }
                notes.extend(checked.notes);
                (Opened::Alone(Box::new(store)), notes)
            }
            (None, None) => return Err(Error::file(path, "there is no journal")),
        };
        for witness in &options.witnesses {
            let first = store.first();
            let signed = first.last_checkpoint()?.map_or(0, |last| last.number);
            let ends = (first.state().number, signed);
            let identity = first.identity();
            notes.extend(witness::check(&**witness, &identity, ends, |it| first.link(it))?);
        }
        let store: Box<dyn Store> = match store {
            Opened::Alone(store) => store,
            Opened::Mirrored(store) => store,
        };
        Self::run(store, key, &options, Some(path.to_owned()), notes)
    }

    /// Opens no journal: where SQLite is not there a journal is read, and not written.
    ///
    /// # Errors
    ///
    /// Always.
    #[cfg(target_family = "wasm")]
    pub fn open(path: impl AsRef<Path>, _: Options) -> Result<Self, Error> {
        Err(Error::file(path.as_ref(), "a journal can be read here, and not written"))
    }

    /// Opens the journal in a database, and makes it if there is none.
    #[cfg(not(target_family = "wasm"))]
    fn open_database((path, address): (&Path, &Address), options: &Options) -> Result<Self, Error> {
        for (asked, what) in [
            (
                options.mirror.is_some(),
                "keeps its second copy by PostgreSQL's own replication: leave the mirror out",
            ),
            (
                options.accept_end.is_some(),
                "has no file beside it that says where it ends: leave --accept-end out",
            ),
        ] {
            if asked {
                return Err(Error::file(&address.name, format!("a journal in a database {what}")));
            }
        }
        let (mut store, key) = match Postgres::open(address)? {
            Some(store) => {
                let key = database_key(address, options)?;
                (store, key)
            }
            None => make_in_database(address, options)?,
        };
        let mut notes = verify::stop_damaged(&mut store)?;
        for witness in &options.witnesses {
            let signed = store.last_checkpoint()?.map_or(0, |last| last.number);
            let (ends, identity) = ((store.state().number, signed), store.identity());
            notes.extend(witness::check(&**witness, &identity, ends, |it| store.rows().link(it))?);
        }
        Self::run(Box::new(store), key, options, Some(path.to_owned()), notes)
    }

    /// Runs a journal on any store.
    ///
    /// # Errors
    ///
    /// The key is not the one of the store, or the store cannot be read.
    pub fn with_store(
        store: Box<dyn Store>,
        key: SigningKey,
        options: &Options,
    ) -> Result<Self, Error> {
        Self::run(store, key, options, None, Vec::new())
    }

    fn run(
        mut store: Box<dyn Store>,
        key: SigningKey,
        options: &Options,
        path: Option<PathBuf>,
        notes: Vec<String>,
    ) -> Result<Self, Error> {
        let identity = store.identity();
        if key.public() != identity.key {
            let what = format!(
                "the key is {}, but the journal's checkpoints are signed by {}",
                key.public(),
                identity.key
            );
            return Err(Error::file(path.as_deref().unwrap_or(Path::new("the journal")), what));
        }
        store.sign_with(&key);
        let opened = store.state().clone();
        let damaged = store.damaged();
        let queue = Arc::new(Queue::new(options.queue_entries, options.queue_bytes));
        let long = path.as_ref().filter(|_| opened.number > verify::WHOLE_AT_OPENING).cloned();
        let background = match long {
            Some(_) => Background::begun(opened.number),
            None => Background::done(opened.number),
        };
        let background = Arc::new(background);
        let watched = path.clone().filter(|_| !options.witnesses.is_empty());
        let witnesses = watched.map(|path| {
            let stops = (Arc::clone(&background), Arc::clone(&queue));
            Witnesses::start(options.witnesses.clone(), path, stops).map(Arc::new)
        });
        let witnesses = witnesses.transpose()?;
        let helpers = (Arc::clone(&background), witnesses.clone());
        let writer = Writer::new(store, Arc::clone(&queue), key, options, helpers)?;
        let spawned = thread::Builder::new().name("journal".into()).spawn(|| writer.run());
        let writer = spawned.map_err(|error| Error::Stopped(error.to_string().into()))?;
        let mut helpers = Vec::new();
        if let Some(path) = long {
            helpers.push(background::start(path, Arc::clone(&background), Arc::clone(&queue))?);
        }
        let (writer, helpers) = (Mutex::new(Some(writer)), Mutex::new(helpers));
        let inner = Inner {
            queue,
            writer,
            helpers,
            background,
            witnesses,
            path,
            identity,
            opened,
            damaged,
            notes,
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Appends a batch, all of it or nothing, and returns when it is saved to disk.
    ///
    /// # Errors
    ///
    /// The batch was not appended. After `Stopped` it is not known whether it was.
    pub fn append(&self, batch: impl Into<Batch>) -> Result<Receipt, Error> {
        self.submit(batch)?.wait()
    }

    /// Submits a batch, and waits for nothing but room in the queue.
    ///
    /// # Errors
    ///
    /// The batch can never be stored, or the journal has stopped.
    pub fn submit(&self, batch: impl Into<Batch>) -> Result<Ticket, Error> {
        let prepared = Prepared::new(batch.into()).map_err(|(_, error)| error)?;
        let (ticket, reply) = Ticket::new();
        self.put(Job::Append(prepared, reply))?;
        Ok(ticket)
    }

    /// Submits a batch, waits for nothing but room in the queue, and calls back from the writer's thread
    /// when it is saved to disk.
    ///
    /// The call must be short: nothing is written while it runs.
    ///
    /// # Errors
    ///
    /// As [`Journal::submit`]; then it is not called back.
    pub fn submit_then(
        &self,
        batch: impl Into<Batch>,
        then: impl FnOnce(Result<Receipt, Error>) + Send + 'static,
    ) -> Result<(), Error> {
        let prepared = Prepared::new(batch.into()).map_err(|(_, error)| error)?;
        self.put(Job::Append(prepared, Reply::call(then)))
    }

    /// Submits a batch without waiting for anything.
    ///
    /// # Errors
    ///
    /// Gives the batch back: the queue is full, the batch can never be stored, or the journal has
    /// stopped.
    pub fn try_submit(&self, batch: impl Into<Batch>) -> Result<Ticket, (Batch, Error)> {
        let (ticket, reply) = Ticket::new();
        self.try_put(batch.into(), reply)?;
        Ok(ticket)
    }

    /// Submits a batch without waiting, and calls back from the writer's thread when it is saved to
    /// disk.
    ///
    /// The call must be short: nothing is written while it runs.
    ///
    /// # Errors
    ///
    /// As [`Journal::try_submit`]; then it is not called back.
    pub fn try_submit_then(
        &self,
        batch: impl Into<Batch>,
        then: impl FnOnce(Result<Receipt, Error>) + Send + 'static,
    ) -> Result<(), (Batch, Error)> {
        self.try_put(batch.into(), Reply::call(then))
    }

    /// Signs a checkpoint of everything that was appended before, and returns when it is saved to disk.
    ///
    /// # Errors
    ///
    /// The journal has stopped, or a chain is damaged, which a signature would cover.
    pub fn checkpoint(&self, at: u64) -> Result<Checkpoint, Error> {
        let (ticket, reply) = Ticket::new();
        self.put(Job::Checkpoint(at, reply))?;
        ticket.wait()
    }

    /// Keeps what the caller has made of everything that was submitted before as a snapshot, beside the older ones of the same
    /// format; `format` is the number of its encoding.
    ///
    /// # Errors
    ///
    /// There is no entry yet, the snapshot is too large, or the journal has stopped.
    pub fn snapshot(&self, format: u32, bytes: Vec<u8>) -> Result<Ticket<()>, Error> {
        check_snapshot(&bytes)?;
        let (ticket, reply) = Ticket::new();
        self.put(Job::Snapshot(format, bytes, reply))?;
        Ok(ticket)
    }

    /// Keeps what the caller has made of all entries up to one that was written before. Whoever reads it later makes sure that
    /// its link is that of its entry.
    ///
    /// # Errors
    ///
    /// As [`Journal::snapshot`].
    pub fn old_snapshot(&self, snapshot: Snapshot) -> Result<Ticket<()>, Error> {
        check_snapshot(&snapshot.bytes)?;
        let (ticket, reply) = Ticket::new();
        self.put(Job::OldSnapshot(snapshot, reply))?;
        Ok(ticket)
    }

    /// Reads the journal while it runs.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or the store is no file.
    pub fn reader(&self) -> Result<Reader, Error> {
        match &self.inner.path {
            Some(path) => Reader::open(path),
            None => Err(Error::Refused("this journal is not in a file".into())),
        }
    }

    /// Says which journal it is, and by which key it is signed.
    pub fn identity(&self) -> Identity {
        self.inner.identity
    }

    /// Says where the journal stood when it was opened.
    pub fn opened(&self) -> &JournalState {
        &self.inner.opened
    }

    /// Lists the chains that were found to be damaged at opening, and take no more entries.
    pub fn damaged(&self) -> &[Chain] {
        &self.inner.damaged
    }

    /// Says how far the verification has come of a journal that was too long to be verified before it was opened.
    pub fn opening_check(&self) -> OpeningCheck {
        self.inner.background.state()
    }

    /// Says which witnesses could not be told the last checkpoint, and why.
    pub fn witness_faults(&self) -> Vec<String> {
        self.inner.witnesses.as_ref().map_or_else(Vec::new, |witnesses| witnesses.faults())
    }

    /// Says why the journal takes no more, if it does not.
    pub fn stopped(&self) -> Option<Error> {
        self.inner.queue.ended()
    }

    /// Says in plain words what was done or found when the journal was opened.
    pub fn notes(&self) -> &[String] {
        &self.inner.notes
    }

    /// Writes what waits, signs it, and puts the files away; other clones can append no more.
    ///
    /// # Errors
    ///
    /// A write failed, now or before.
    pub fn close(self) -> Result<(), Error> {
        self.inner.close()
    }

    fn put(&self, job: Job) -> Result<(), Error> {
        self.inner.queue.put(job, true).map_err(|refused| {
            let (job, error) = *refused;
            forget(job);
            error
        })
    }

    fn try_put(&self, batch: Batch, reply: Reply<Receipt>) -> Result<(), (Batch, Error)> {
        let prepared = match Prepared::new(batch) {
            Ok(prepared) => prepared,
            Err(refused) => {
                reply.forget();
                return Err(refused);
            }
        };
        let put = self.inner.queue.put(Job::Append(prepared, reply), false);
        put.map_err(|refused| {
            let (job, error) = *refused;
            (forget(job), error)
        })
    }
}

impl fmt::Debug for Journal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Journal").field("identity", &self.inner.identity).finish_non_exhaustive()
    }
}

impl Inner {
    fn close(&self) -> Result<(), Error> {
        self.background.cancel();
        let helpers =
            std::mem::take(&mut *self.helpers.lock().unwrap_or_else(PoisonError::into_inner));
        for helper in helpers {
            // A thread that broke has found nothing, and the next opening reads it all again.
            let _broken = helper.join();
        }
        self.queue.end(Error::Closed);
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        let ended = match writer {
            // A callback may drop the last journal: the writer cannot wait for itself.
            Some(writer) if writer.thread().id() != thread::current().id() => {
                let ended = Err(Error::Stopped("the writer ended unexpectedly".into()));
                writer.join().unwrap_or(ended)
            }
            _ => Ok(()),
        };
        self.witnesses.iter().for_each(|witnesses| witnesses.end());
        ended
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        // Whoever wants to know whether this went well calls `close`.
        let _ = self.close();
    }
}

/// Takes the batch out of a job that was not put into the queue.
fn forget(job: Job) -> Batch {
    match job {
        Job::Append(prepared, reply) => {
            reply.forget();
            prepared.batch
        }
        Job::Checkpoint(_, reply) => {
            reply.forget();
            Batch::default()
        }
        Job::Snapshot(_, _, reply) | Job::OldSnapshot(_, reply) => {
            reply.forget();
            Batch::default()
        }
    }
}

#[cfg(not(target_family = "wasm"))]
/// A journal that was opened, with its mirror or without.
enum Opened {
    Alone(Box<Sqlite>),
    Mirrored(Box<mirror::Mirror>),
}

#[cfg(not(target_family = "wasm"))]
impl Opened {
    fn first(&self) -> &Sqlite {
        match self {
            Self::Alone(store) => store,
            Self::Mirrored(mirror) => mirror.first(),
        }
    }
}

#[cfg(not(target_family = "wasm"))]
/// Reads the ends beside both copies of a journal.
fn ends<'a>(
    first: (&'a Path, &Option<Sqlite>),
    second: (Option<&'a Path>, &Option<Sqlite>),
    identity: &Identity,
) -> Result<Vec<end::Copy<'a>>, Error> {
    let copies = [(Some(first.0), first.1), second];
    let there = copies.into_iter().filter_map(|(path, store)| path.map(|path| (path, store)));
    let read = |(path, store): (&'a Path, &Option<Sqlite>)| {
        let entries = store.as_ref().map_or(0, |store| store.state().number);
        end::Copy::read(path, entries, identity)
    };
    there.map(read).collect()
}

#[cfg(not(target_family = "wasm"))]
/// Signs the first checkpoint of a new journal, which binds the key to it.
fn first_checkpoint(path: &Path, at: u64, key: &SigningKey) -> Result<Checkpoint, Error> {
    let mut journal = [0; 16];
    getrandom::fill(&mut journal).map_err(|error| Error::file(path, error))?;
    let identity = Identity { journal, key: key.public() };
    let start = (&JournalState::start(&journal), tree::Edge::default().root());
    Ok(Checkpoint::sign(key, identity, None, at, start))
}

#[cfg(not(target_family = "wasm"))]
/// How many entries make a chapter of a new journal.
fn chapter(options: &Options) -> u64 {
    options.chapter_entries.clamp(1, 1 << 16)
}

#[cfg(not(target_family = "wasm"))]
/// Makes a new journal in a database; its key is kept there under that of the operator, unless the caller keeps it.
fn make_in_database(address: &Address, options: &Options) -> Result<(Postgres, SigningKey), Error> {
    let (key, operator) = match &options.key {
        KeySource::Given(key) => (key.again(), None),
        KeySource::File(file) => (self::key(file, &options.key, None)?, None),
        KeySource::FileBeside => {
            let file = options.operator_key.as_deref().ok_or_else(|| no_operator_key(address))?;
            let mut secret = [0; 32];
            getrandom::fill(&mut secret).map_err(|error| Error::file(&address.name, error))?;
            (SigningKey::from_bytes(&secret), Some(OperatorKey::read_or_make(file)?))
        }
    };
    let first = first_checkpoint(&address.name, options.at, &key)?;
    let sealed = operator.map(|operator| key.sealed(&operator, &first.identity.journal));
    let store = Postgres::make(address, &first, chapter(options), (&key, sealed.transpose()?))?;
    Ok((store, key))
}

#[cfg(not(target_family = "wasm"))]
/// Reads the key of a journal that is in a database.
fn database_key(address: &Address, options: &Options) -> Result<SigningKey, Error> {
    match &options.key {
        KeySource::Given(key) => Ok(key.again()),
        KeySource::File(file) => SigningKey::read(file),
        KeySource::FileBeside => {
            let file = options.operator_key.as_deref().ok_or_else(|| no_operator_key(address))?;
            copy::key_of(&Papers::open(address, Some(OperatorKey::read(file)?))?)
        }
    }
}

#[cfg(not(target_family = "wasm"))]
fn no_operator_key(address: &Address) -> Error {
    let what = "the keys of a house are encrypted in its database: give the file with the operator's key \
                (--operator-key FILE, or CROUPIER_OPERATOR_KEY); with a new journal it is made";
    Error::file(&address.name, what)
}

#[cfg(not(target_family = "wasm"))]
/// Makes a new journal in a file.
fn make(path: &Path, options: &Options, key: &SigningKey) -> Result<Sqlite, Error> {
    let first = first_checkpoint(path, options.at, key)?;
    let mut store = Sqlite::make(path, &first, chapter(options), key)?;
    store.copy_log_from(options.log_pages);
    Ok(store)
}

#[cfg(not(target_family = "wasm"))]
/// Reads the key, or makes it for a new journal.
fn key(path: &Path, keep: &KeySource, existing: Option<&Identity>) -> Result<SigningKey, Error> {
    let file = match keep {
        KeySource::Given(key) => return Ok(key.again()),
        KeySource::File(file) => file.clone(),
        KeySource::FileBeside => beside(path),
    };
    let made = file.try_exists().map_err(|error| Error::file(&file, error))?;
    match existing {
        Some(identity) if !made => Err(Error::file(
            &file,
            format!(
                "the key of this journal ({}) is not there: restore it from its backup, without \
                 it no checkpoint can be signed",
                identity.key
            ),
        )),
        None if !made => SigningKey::make(&file),
        _ => SigningKey::read(&file),
    }
}

fn check_snapshot(bytes: &[u8]) -> Result<(), Error> {
    let length = bytes.len();
    if length > SNAPSHOT_BYTES_MAX {
        let what = format!("a snapshot of {length} bytes, at most {SNAPSHOT_BYTES_MAX}");
        return Err(Error::Refused(what.into()));
    }
    Ok(())
}
