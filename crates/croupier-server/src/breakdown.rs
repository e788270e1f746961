//! What happens when a part of the house dies: nothing is told from then on, and the house closes.

use std::fmt;
use std::sync::Arc;

use tokio::sync::watch;

/// A part of the house without which it does nothing more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The thread that owns the floor, and runs the virtual tables.
    Floor,
    /// The thread that tells everyone what was saved.
    Publisher,
    /// The journal: it takes no more, or the thread that writes it is gone.
    Journal,
    /// The thread that hashes passwords.
    Hasher,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Floor => "the floor",
            Self::Publisher => "the publisher",
            Self::Journal => "the journal",
            Self::Hasher => "the thread that hashes passwords",
        })
    }
}

/// Which part of the house is gone, if one is, for everyone who must know.
#[derive(Debug)]
pub(crate) struct Breakdown(watch::Sender<Option<Part>>);

impl Breakdown {
    pub(crate) fn new() -> Self {
        Self(watch::Sender::new(None))
    }

    /// A part of the house is gone; the first one counts.
    pub(crate) fn of(&self, part: Part) {
        self.0.send_if_modified(|broken| {
            let first = broken.is_none();
            broken.get_or_insert(part);
            first
        });
    }

    /// Says which part is gone, if one is.
    pub(crate) fn part(&self) -> Option<Part> {
        *self.0.borrow()
    }

    /// Returns what says when a part is gone.
    pub(crate) fn watch(&self) -> watch::Receiver<Option<Part>> {
        self.0.subscribe()
    }
}

/// Raises the alarm when the thread that holds it breaks down.
pub(crate) struct Alarm(pub(crate) Arc<Breakdown>, pub(crate) Part);

impl Drop for Alarm {
    fn drop(&mut self) {
        if std::thread::panicking() {
            tracing::error!(part = %self.1, "a thread of the house broke down; the house closes");
            self.0.of(self.1);
        }
    }
}
