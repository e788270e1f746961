//! Long work on a thread of its own, while Python is told how far it is and can interrupt it.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::error::error;

/// How often Python is asked whether to go on.
const OFTEN: Duration = Duration::from_millis(100);

/// What of a work is done, and whether it should stop.
pub(crate) struct Watched<'a> {
    /// How much is done.
    pub(crate) done: &'a AtomicU64,
    /// The work should stop.
    pub(crate) stop: &'a AtomicBool,
}

impl Watched<'_> {
    /// Does the work; `progress` is called with how much of `all` is done. An exception of it, or an interrupt, stops
    /// the work.
    ///
    /// # Errors
    /// Passes on that exception.
    pub(crate) fn work<T: Send>(
        &self,
        py: Python<'_>,
        progress: Option<&Bound<'_, PyAny>>,
        all: u64,
        work: impl FnOnce() -> T + Send,
    ) -> PyResult<T> {
        let (tell, hear) = channel();
        let hear = Mutex::new(hear);
        let listen = || {
            let hear = hear.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            hear.recv_timeout(OFTEN)
        };
        let mut broken = None;
        thread::scope(|scope| {
            scope.spawn(move || tell.send(work()));
            loop {
                match py.detach(listen) {
                    Ok(_) if let Some(broken) = broken => return Err(broken),
                    Ok(value) => return Ok(value),
                    Err(RecvTimeoutError::Timeout) if broken.is_none() => {
                        let done = self.done.load(Ordering::Relaxed);
                        broken = go_on(py, progress, done, all).err();
                        self.stop.fetch_or(broken.is_some(), Ordering::Relaxed);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(error("the work ended without a result"));
                    }
                }
            }
        })
        .and_then(|value| {
            progress.map(|progress| progress.call1((all, all))).transpose()?;
            Ok(value)
        })
    }
}

fn go_on(py: Python<'_>, progress: Option<&Bound<'_, PyAny>>, done: u64, all: u64) -> PyResult<()> {
    py.check_signals()?;
    progress.map(|progress| progress.call1((done, all))).transpose()?;
    Ok(())
}
