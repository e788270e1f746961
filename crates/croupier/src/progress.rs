//! How far long work has come: on a terminal only, after a quarter of a second, gone when done.

#![allow(clippy::float_arithmetic, reason = "a share of the work is shown, and decides nothing")]

use std::io::{IsTerminal as _, Write as _};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::failure::Failure;

/// A line on standard error that says how far the work has come.
pub(crate) struct Progress {
    what: String,
    all: u64,
    start: Instant,
    /// When the line was last written; `None` if there is nobody to see it.
    shown: Option<Mutex<Instant>>,
}

impl Progress {
    /// Starts to watch work of so many parts.
    pub(crate) fn new(what: impl Into<String>, all: u64) -> Self {
        let what = what.into();
        let start = Instant::now();
        let shown = std::io::stderr().is_terminal().then(|| Mutex::new(start));
        Self { what, all, start, shown }
    }

    /// Does the work on a thread of its own, and shows how far it has come; `each` is called
    /// now and then.
    pub(crate) fn watch<T: Send>(
        self,
        done: &AtomicU64,
        work: impl FnOnce() -> T + Send,
        mut each: impl FnMut(),
    ) -> Result<T, Failure> {
        let joined = std::thread::scope(|scope| {
            let worker = scope.spawn(work);
            let mut pause = Duration::from_micros(200);
            while !worker.is_finished() {
                std::thread::park_timeout(pause);
                pause = (pause * 2).min(Duration::from_millis(100));
                each();
                self.at(done.load(Ordering::Relaxed));
            }
            worker.join()
        });
        joined.map_err(|_| Failure::new("a thread broke down; this is a fault of croupier"))
    }

    /// Says that so many parts are done.
    pub(crate) fn at(&self, done: u64) {
        let Some(shown) = &self.shown else { return };
        let Ok(mut last) = shown.try_lock() else { return };
        if last.elapsed() < Duration::from_millis(250) {
            return;
        }
        *last = Instant::now();
        let seconds = self.start.elapsed().as_secs_f64();
        let share = done as f64 / self.all.max(1) as f64;
        let left = seconds / share.max(1e-9) - seconds;
        let filled = (share * 30.0) as usize;
        let bar = format!("{}{}", "#".repeat(filled.min(30)), ".".repeat(30 - filled.min(30)));
        let rate = rate(done as f64 / seconds.max(1e-9));
        let percent = share * 100.0;
        let line = format!("{} [{bar}] {percent:3.0} %  {rate}  {} left", self.what, time(left));
        let _ = write!(std::io::stderr().lock(), "\r\x1b[K{line}");
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown.is_some() {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
        }
    }
}

fn rate(per_second: f64) -> String {
    match per_second {
        rate if rate >= 1e6 => format!("{:.1} M/s", rate / 1e6),
        rate if rate >= 1e3 => format!("{:.1} k/s", rate / 1e3),
        rate => format!("{rate:.1} /s"),
    }
}

fn time(seconds: f64) -> String {
    let seconds = seconds.clamp(0.0, 1e7) as u64;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds:02} s"),
        (hours, minutes, _) => format!("{hours} h {minutes:02} min"),
    }
}
