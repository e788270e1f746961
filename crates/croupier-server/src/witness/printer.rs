//! A printer that keeps checkpoints on paper: a line a minute, while anything happens. Paper cannot be changed from here,
//! and cannot be asked either.

use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use croupier_journal::{Checkpoint, Consistency, Identity, Kept, ShortHead, Unwitnessed, Witness};

/// At most one line is printed in this time.
const EVERY: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub(super) struct Printer {
    path: Option<PathBuf>,
    /// When a line was last printed, and how many entries it spoke of.
    printed: Mutex<Option<(Instant, u64)>>,
}

impl Printer {
    pub(super) fn new(path: Option<PathBuf>) -> Self {
        Self { path, printed: Mutex::default() }
    }

    fn print(&self, line: &str) -> std::io::Result<()> {
        let Some(path) = &self.path else {
            return std::io::stdout().lock().write_all(line.as_bytes());
        };
        let mut options = File::options();
        options.append(true).create(true);
        // A pipe that nobody reads must not hold the other witnesses up: O_NONBLOCK.
        #[cfg(target_os = "linux")]
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, 0o4000);
        options.open(path)?.write_all(line.as_bytes())
    }
}

impl Witness for Printer {
    fn name(&self) -> String {
        self.path
            .as_ref()
            .map_or_else(|| "print:".to_owned(), |it| format!("print:{}", it.display()))
    }

    fn seen(&self, _: &Identity) -> Result<Option<Checkpoint>, Unwitnessed> {
        Ok(None)
    }

    fn keep(
        &self,
        checkpoint: &Checkpoint,
        _: Option<&Consistency>,
        at_end: bool,
    ) -> Result<Kept, Unwitnessed> {
        let mut printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
        match *printed {
            Some((_, number)) if number == checkpoint.number => return Ok(Kept::Now),
            Some((at, _)) if at.elapsed() < EVERY && !at_end => return Ok(Kept::Later),
            _ => {}
        }
        let line = format!("{} at {}\n", ShortHead::of(checkpoint), checkpoint.at);
        let away = |error: std::io::Error| Unwitnessed::Away(format!("cannot print: {error}"));
        self.print(&line).map_err(away)?;
        *printed = Some((Instant::now(), checkpoint.number));
        Ok(Kept::Now)
    }
}
