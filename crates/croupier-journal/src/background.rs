//! The rest of a long journal, verified while it runs.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use crate::queue::Queue;
use crate::{Error, VerifyOptions, verify};

/// How far the verification of a journal that is open has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningCheck {
    /// How many entries have been verified since the journal was opened.
    pub verified: u64,
    /// How many there were when it was opened.
    pub of: u64,
    /// What is wrong. Nothing is signed any more, and if it is not in one chain alone, nothing is taken.
    pub fault: Option<String>,
}

/// What the thread that verifies and the others share.
#[derive(Debug, Default)]
pub(crate) struct Background {
    verified: AtomicU64,
    of: u64,
    fault: Mutex<Option<String>>,
    cancel: AtomicBool,
}

impl Background {
    /// For a journal of which everything was verified before it was opened.
    pub(crate) fn done(of: u64) -> Self {
        Self { verified: of.into(), of, ..Self::default() }
    }

    /// For a journal of which nothing more than its end was verified.
    pub(crate) fn begun(of: u64) -> Self {
        Self { of, ..Self::default() }
    }

    pub(crate) fn state(&self) -> OpeningCheck {
        let fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner).clone();
        OpeningCheck { verified: self.verified.load(Ordering::Relaxed), of: self.of, fault }
    }

    pub(crate) fn has_failed(&self) -> bool {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    pub(crate) fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// Something is wrong with what is there: nothing is signed any more, and nothing taken if `queue` is given.
    pub(crate) fn fail(&self, what: String, queue: Option<&Queue>) {
        let why = Error::Stopped(what.as_str().into());
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(what);
        if let Some(queue) = queue {
            queue.end(why);
        }
    }
}

/// Verifies a journal on a thread of its own, and stops it if something is wrong.
///
/// # Errors
///
/// There can be no thread.
pub(crate) fn start(
    path: PathBuf,
    background: Arc<Background>,
    queue: Arc<Queue>,
) -> Result<JoinHandle<()>, Error> {
    let run = move || {
        let progress = |done: u64, _: u64| background.verified.store(done, Ordering::Relaxed);
        let against = VerifyOptions {
            progress: Some(&progress),
            cancel: Some(&background.cancel),
            ..VerifyOptions::default()
        };
        let report = verify(&path, &against);
        if background.is_cancelled() {
            return;
        }
        match report {
            Ok(report) if report.is_sound() => {
                background.verified.store(background.of, Ordering::Relaxed);
            }
            Ok(report) => {
                let alone = report.chain_faults.into_values().map(|(fault, _)| fault).next();
                let whole = report.faults.into_iter().next();
                let queue = whole.is_some().then_some(&*queue);
                let what = whole.or(alone).map_or_else(String::new, |fault| fault.to_string());
                background.fail(format!("{}: {what}", path.display()), queue);
            }
            Err(error) => background.fail(error.to_string(), Some(&queue)),
        }
    };
    let spawned = thread::Builder::new().name("journal check".into()).spawn(run);
    spawned.map_err(|error| Error::Stopped(error.to_string().into()))
}
