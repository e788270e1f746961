//! What time it is. The floor is told; this is who tells it.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// A clock: what time it is, which somebody may set, and how long something took, which nobody can.
pub trait Clock: Send + Sync + 'static {
    /// Returns the milliseconds since 1970, as the machine says.
    fn now(&self) -> u64;

    /// Returns the milliseconds since some moment before: they only grow, and never jump.
    fn elapsed(&self) -> u64;
}

/// The clock of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct System;

impl Clock for System {
    fn now(&self) -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }

    fn elapsed(&self) -> u64 {
        static BEGAN: OnceLock<Instant> = OnceLock::new();
        u64::try_from(BEGAN.get_or_init(Instant::now).elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

/// A clock that runs with the machine's, and can be moved on or set wrong: for whoever rehearses or tests a house.
#[derive(Debug, Default)]
pub struct Manual {
    ahead: AtomicU64,
    wrong: AtomicI64,
}

impl Manual {
    /// Makes a clock that is set wrong from the beginning.
    pub fn wrong_by(milliseconds: i64) -> Self {
        Self { ahead: AtomicU64::new(0), wrong: AtomicI64::new(milliseconds) }
    }

    /// Lets time pass.
    pub fn advance(&self, milliseconds: u64) {
        self.ahead.fetch_add(milliseconds, Ordering::SeqCst);
    }

    /// Sets the clock forward, or back, without time passing.
    pub fn jump(&self, milliseconds: i64) {
        self.wrong.fetch_add(milliseconds, Ordering::SeqCst);
    }
}

impl Clock for Manual {
    fn now(&self) -> u64 {
        let right = System.now().saturating_add(self.ahead.load(Ordering::SeqCst));
        right.saturating_add_signed(self.wrong.load(Ordering::SeqCst))
    }

    fn elapsed(&self) -> u64 {
        System.elapsed().saturating_add(self.ahead.load(Ordering::SeqCst))
    }
}
