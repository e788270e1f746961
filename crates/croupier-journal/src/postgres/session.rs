//! A connection to the database. Every question has a deadline, at which the connection is given up: what was asked then
//! may have been done or not.
//!
//! One thread of the process drives all connections, so whoever asks may be any thread, also one of an asynchronous server.

use std::cell::RefCell;
use std::collections::HashMap;
use std::future::{Future, poll_fn};
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::runtime::Handle;
use tokio::task::AbortHandle;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{AsyncMessage, Client, Connection, NoTls, Row, Statement};

use super::address::Address;
use crate::Error;

/// What is sent with a statement.
pub(super) type Value<'a> = &'a (dyn ToSql + Sync);

/// A connection to the database.
pub(super) struct Session {
    client: Client,
    connection: AbortHandle,
    /// How many warnings the server has sent.
    warnings: Arc<AtomicU64>,
    statements: RefCell<HashMap<&'static str, Statement>>,
    name: PathBuf,
}

/// Why there is no answer.
pub(super) enum Failed {
    /// The server did not do it, and says why.
    Refused(String),
    /// The answer did not come: it is not known whether it was done.
    Unknown(String),
}

impl Failed {
    /// Makes an error of it for somebody who only reads.
    pub(super) fn into_error(self, name: &Path) -> Error {
        match self {
            Self::Refused(what) => Error::file(name, what),
            Self::Unknown(what) => {
                Error::file(name, format!("the database does not answer: {what}"))
            }
        }
    }

    fn of(error: &tokio_postgres::Error) -> Self {
        let Some(said) = error.as_db_error() else { return Self::Unknown(error.to_string()) };
        let what = match said.detail() {
            Some(detail) => format!("{} ({detail})", said.message()),
            None => said.message().to_owned(),
        };
        // A server that goes down says so, also to whom it has not told yet that a commit is done.
        match said.code() {
            &SqlState::ADMIN_SHUTDOWN
            | &SqlState::CRASH_SHUTDOWN
            | &SqlState::CANNOT_CONNECT_NOW => Self::Unknown(what),
            _ => Self::Refused(what),
        }
    }
}

impl Session {
    /// Connects, and sets the connection up with some statements.
    ///
    /// # Errors
    ///
    /// There is no connection by then, or the server refuses it.
    pub(super) fn connect(address: &Address, set_up: &str, by: Instant) -> Result<Self, Failed> {
        let driver = driver().map_err(|error| Failed::Refused(error.to_string()))?;
        let (config, warnings) = (address.config.clone(), Arc::new(AtomicU64::new(0)));
        let theirs = Arc::clone(&warnings);
        let connecting = driver.spawn(async move {
            let (client, connection) = config.connect(NoTls).await?;
            let driven = tokio::spawn(drive(connection, theirs));
            Ok::<_, tokio_postgres::Error>((client, driven.abort_handle()))
        });
        let given_up = connecting.abort_handle();
        let (client, connection) = match wait(connecting, by) {
            Some(Ok(Ok(connected))) => connected,
            Some(Ok(Err(error))) => return Err(refused_to_connect(&error)),
            Some(Err(error)) => return Err(Failed::Unknown(error.to_string())),
            None => {
                given_up.abort();
                return Err(Failed::Unknown("no connection in time".to_owned()));
            }
        };
        let (statements, name) = (RefCell::default(), address.name.clone());
        let session = Self { client, connection, warnings, statements, name };
        session.batch(set_up, by)?;
        Ok(session)
    }

    pub(super) fn name(&self) -> &Path {
        &self.name
    }

    /// Counts the warnings that the server has sent, each before the answer that it belongs to.
    pub(super) fn warnings(&self) -> u64 {
        self.warnings.load(Ordering::Acquire)
    }

    /// Runs statements that have no values and no answer.
    ///
    /// # Errors
    ///
    /// One failed, or there was no answer.
    pub(super) fn batch(&self, sql: &str, by: Instant) -> Result<(), Failed> {
        self.answer(self.client.batch_execute(sql), by)
    }

    /// Asks for rows.
    ///
    /// # Errors
    ///
    /// The statement failed, or there was no answer.
    pub(super) fn query(
        &self,
        sql: &'static str,
        values: &[Value<'_>],
        by: Instant,
    ) -> Result<Vec<Row>, Failed> {
        self.query_typed((sql, &[]), values, by)
    }

    /// Asks for rows with values whose types the server cannot know.
    ///
    /// # Errors
    ///
    /// The statement failed, or there was no answer.
    pub(super) fn query_typed(
        &self,
        (sql, types): (&'static str, &[Type]),
        values: &[Value<'_>],
        by: Instant,
    ) -> Result<Vec<Row>, Failed> {
        let statement = self.prepared(sql, types, by)?;
        self.answer(self.client.query(&statement, values), by)
    }

    /// Runs a statement, and says how many rows it touched.
    ///
    /// # Errors
    ///
    /// It failed, or there was no answer.
    pub(super) fn execute(
        &self,
        sql: &'static str,
        values: &[Value<'_>],
        by: Instant,
    ) -> Result<u64, Failed> {
        let statement = self.prepared(sql, &[], by)?;
        self.answer(self.client.execute(&statement, values), by)
    }

    fn prepared(
        &self,
        sql: &'static str,
        types: &[Type],
        by: Instant,
    ) -> Result<Statement, Failed> {
        if let Some(statement) = self.statements.borrow().get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.answer(self.client.prepare_typed(sql, types), by)?;
        self.statements.borrow_mut().insert(sql, statement.clone());
        Ok(statement)
    }

    fn answer<T>(
        &self,
        question: impl Future<Output = Result<T, tokio_postgres::Error>>,
        by: Instant,
    ) -> Result<T, Failed> {
        match wait(question, by) {
            Some(answer) => answer.map_err(|error| Failed::of(&error)),
            None => {
                // Never cancelled: a commit that waits for a standby would count as done.
                self.connection.abort();
                Err(Failed::Unknown("no answer in time".to_owned()))
            }
        }
    }
}

/// Why there is no connection: a server that is not there may come back, one that says no will go on saying it.
fn refused_to_connect(error: &tokio_postgres::Error) -> Failed {
    let mut what = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(error) = source {
        what = format!("{what}: {error}");
        source = error.source();
    }
    match Failed::of(error) {
        Failed::Refused(_) => Failed::Refused(what),
        Failed::Unknown(_) => Failed::Unknown(what),
    }
}

async fn drive<S, T>(mut connection: Connection<S, T>, warnings: Arc<AtomicU64>)
where
    S: AsyncRead + AsyncWrite + Unpin,
    T: AsyncRead + AsyncWrite + Unpin,
{
    // Whoever asks next is told that the connection has ended.
    while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
        if let AsyncMessage::Notice(notice) = message
            && notice.severity() == "WARNING"
        {
            warnings.fetch_add(1, Ordering::Release);
        }
    }
}

/// The thread that drives all connections, started when the first one is made.
fn driver() -> std::io::Result<Handle> {
    static DRIVER: Mutex<Option<Handle>> = Mutex::new(None);
    let mut driver = DRIVER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(driver) = &*driver {
        return Ok(driver.clone());
    }
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
    let handle = runtime.handle().clone();
    let run = move || runtime.block_on(std::future::pending::<()>());
    thread::Builder::new().name("database".into()).spawn(run)?;
    Ok(driver.insert(handle).clone())
}

/// Waits for something until an instant, on this thread; `None` if it did not come.
fn wait<F: Future>(future: F, by: Instant) -> Option<F::Output> {
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let (mut future, mut context) = (pin!(future), Context::from_waker(&waker));
    loop {
        if let Poll::Ready(done) = future.as_mut().poll(&mut context) {
            return Some(done);
        }
        let left =
            by.checked_duration_since(Instant::now()).filter(|left| *left > Duration::ZERO)?;
        thread::park_timeout(left);
    }
}
