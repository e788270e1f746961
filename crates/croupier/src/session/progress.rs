//! How far a run has come, on a terminal and only if it takes a while.

use std::io::{IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use croupier_odds::Unanswered;
use croupier_sim::session::{Plan, Tally, run};

use super::money::grouped;

/// Somebody wants what there is so far.
static STOP: AtomicBool = AtomicBool::new(false);

/// Lets an interrupt end the run with the nights that have been played; a second one ends it at once.
pub(super) fn listen() {
    // Without a handler an interrupt ends the command, which is no worse than usual.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(2);
        }
    });
}

/// Tells whether the run was interrupted.
pub(super) fn is_stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Plays the nights, and shows how far they have come.
pub(super) fn watch(plan: &Plan, threads: usize) -> Result<Tally, Unanswered> {
    let played = AtomicU64::new(0);
    if !std::io::stderr().is_terminal() {
        return run(plan, threads, &played, &STOP);
    }
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let shows = scope.spawn(|| show(plan, &played, &done));
        let tally = run(plan, threads, &played, &STOP);
        done.store(true, Ordering::Relaxed);
        shows.thread().unpark();
        tally
    })
}

fn show(plan: &Plan, played: &AtomicU64, done: &AtomicBool) {
    let begun = Instant::now();
    let mut shown = false;
    while !done.load(Ordering::Relaxed) {
        std::thread::park_timeout(Duration::from_millis(100));
        if done.load(Ordering::Relaxed) || begun.elapsed() < Duration::from_millis(250) {
            continue;
        }
        let (now, all) = (played.load(Ordering::Relaxed), plan.sessions);
        let percent = u128::from(now) * 100 / u128::from(all.max(1));
        let title = &plan.strategy.title;
        eprint!("\r\x1b[K{title}: {percent} % of {} nights", grouped(all));
        let _ = std::io::stderr().flush();
        shown = true;
    }
    if shown {
        eprint!("\r\x1b[K");
        let _ = std::io::stderr().flush();
    }
}
