//! A line that says how far a run is, on a terminal, and a way to stop it.

use std::io::{IsTerminal as _, Write as _, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use croupier_sim::Watch;
use signal_hook::consts::{SIGINT, SIGTERM};

use crate::count::show;
use crate::failure::Failure;

/// What takes less is not worth a line.
const PATIENCE: Duration = Duration::from_millis(250);
/// How often the line is drawn anew.
const TICK: Duration = Duration::from_millis(100);
const WIDTH: u64 = 24;

/// How far a run is.
pub(super) struct Progress {
    rounds: u64,
    started: Instant,
}

impl Progress {
    pub(super) fn new(rounds: u64) -> Self {
        Self { rounds, started: Instant::now() }
    }

    /// Plays, and shows how far it is. Asked to stop, it ends with the blocks that are begun.
    pub(super) fn show<T: Send>(
        &self,
        watch: &Watch,
        play: impl FnOnce() -> T + Send,
    ) -> Result<T, Failure> {
        let asked = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            let cannot = |error| Failure::new(format!("cannot listen for signals: {error}"));
            signal_hook::flag::register(signal, Arc::clone(&asked)).map_err(cannot)?;
        }
        let terminal = stderr().is_terminal();
        let mut shown = false;
        let done = thread::scope(|scope| {
            let player = scope.spawn(play);
            while !player.is_finished() {
                thread::park_timeout(if self.started.elapsed() < PATIENCE {
                    Duration::from_millis(2)
                } else {
                    TICK
                });
                if asked.load(Ordering::Relaxed) {
                    watch.stop.store(true, Ordering::Relaxed);
                }
                if terminal && self.started.elapsed() > PATIENCE {
                    self.draw(watch.rounds.load(Ordering::Relaxed));
                    shown = true;
                }
            }
            player.join()
        });
        if shown {
            eprint!("\r\x1b[K");
        }
        done.map_err(|_| Failure::new("a thread broke down; this is a fault of croupier"))
    }

    #[allow(clippy::float_arithmetic, reason = "a rate and a guess, for showing")]
    fn draw(&self, played: u64) {
        let seconds = self.started.elapsed().as_secs_f64();
        let rate = played as f64 / seconds;
        let left = (self.rounds.saturating_sub(played)) as f64 / rate.max(1.0);
        let full =
            (u128::from(played) * u128::from(WIDTH) / u128::from(self.rounds.max(1))) as usize;
        let bar = format!("{}{}", "=".repeat(full), " ".repeat(WIDTH as usize - full.min(24)));
        let percent = u128::from(played) * 100 / u128::from(self.rounds.max(1));
        let left = if played == 0 { "-".to_owned() } else { clock(left as u64) };
        let mut err = stderr().lock();
        let rounds = show(played);
        let rate = rate / 1e6;
        // A line that cannot be drawn is not missed.
        let _ =
            write!(err, "\r\x1b[K[{bar}] {percent} %  {rounds} rounds  {rate:.1} M/s  {left} left");
        let _ = err.flush();
    }
}

/// Writes a time as people do.
fn clock(seconds: u64) -> String {
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}
