//! How far a run has come, on a terminal and only if it takes a while.

use std::io::{IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use croupier_engine::Refusal;
use croupier_sim::session::{Plan, Tally, run};

use super::money::grouped;

/// Plays the nights, and shows how far they have come.
pub(super) fn watch(plan: &Plan, threads: usize) -> Result<Tally, Refusal> {
    let (played, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    if !std::io::stderr().is_terminal() {
        return run(plan, threads, &played, &stop);
    }
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let shows = scope.spawn(|| show(plan, &played, &done));
        let tally = run(plan, threads, &played, &stop);
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
