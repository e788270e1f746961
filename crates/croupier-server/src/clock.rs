//! What time it is. The floor is told; this is who tells it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// A clock.
pub trait Clock: Send + Sync + 'static {
    /// Returns the milliseconds since 1970.
    fn now(&self) -> u64;
}

/// The clock of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct System;

impl Clock for System {
    fn now(&self) -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }
}

/// A clock that runs with the machine's, and can be moved on: for whoever rehearses or tests a house.
#[derive(Debug, Default)]
pub struct Manual {
    ahead: AtomicU64,
}

impl Manual {
    /// Moves the clock on.
    pub fn advance(&self, milliseconds: u64) {
        self.ahead.fetch_add(milliseconds, Ordering::SeqCst);
    }
}

impl Clock for Manual {
    fn now(&self) -> u64 {
        System.now().saturating_add(self.ahead.load(Ordering::SeqCst))
    }
}
