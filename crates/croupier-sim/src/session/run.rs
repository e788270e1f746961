//! Many nights on many threads: blocks of nights, taken in order and added up.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use croupier_engine::AnyTable;
use croupier_odds::Unanswered;

use super::Plan;
use super::expected::points_matter;
use super::night::{Night, Table};
use super::tally::Tally;

/// Nights that are played at a time.
const BLOCK: u64 = 16;

/// Plays the nights of a plan on so many threads; `played` counts them, and `stop` ends the run after
/// the nights that have begun.
///
/// # Errors
/// Refuses a table that the order does not allow.
pub fn run(
    plan: &Plan,
    threads: usize,
    played: &AtomicU64,
    stop: &AtomicBool,
) -> Result<Tally, Unanswered> {
    let fresh = plan.open()?;
    let by_point = points_matter(plan)?;
    let taken = AtomicU64::new(0);
    let all = Mutex::new(Tally::default());
    let work = || {
        let tally = work(plan, &fresh, &by_point, &taken, played, stop);
        all.lock().unwrap_or_else(std::sync::PoisonError::into_inner).merge(tally);
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.max(1) {
            scope.spawn(work);
        }
        work();
    });
    Ok(all.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))
}

/// Plays blocks of nights until none is left.
fn work(
    plan: &Plan,
    fresh: &AnyTable,
    by_point: &[bool],
    taken: &AtomicU64,
    played: &AtomicU64,
    stop: &AtomicBool,
) -> Tally {
    let mut night = Night::new(Table { plan, fresh, by_point });
    while !stop.load(Ordering::Relaxed) {
        let first = taken.fetch_add(BLOCK, Ordering::Relaxed);
        if first >= plan.sessions {
            break;
        }
        let last = first.saturating_add(BLOCK).min(plan.sessions);
        for number in first..last {
            night.play(number);
        }
        played.fetch_add(last - first, Ordering::Relaxed);
    }
    night.tally
}
