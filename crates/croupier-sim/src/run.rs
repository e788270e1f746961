//! A run: blocks of rounds over all cores, in any order, with the same result.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use crate::book::Book;
use crate::cut::Cut;
use crate::fast::{Block, Gear, gear};
use crate::plan::{BLOCK, Plan, Trouble};
use crate::tally::Tally;
use crate::through::{Count, Through, Told};
use crate::work::{Ledger, Trace};

/// How many rounds a plan is tried with before it is played.
const TRIAL: u64 = 1000;

/// Which part of a run is played, of how many: 1 of 1 is all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which, from 1.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// All of a run.
    pub const ALL: Self = Self { number: 1, of: 1 };

    /// Returns the first block of this part, and the one after its last.
    pub fn blocks(self, plan: &Plan) -> (u64, u64) {
        let edge = |shard: u64| {
            let edge = u128::from(plan.blocks()) * u128::from(shard) / u128::from(self.of);
            u64::try_from(edge).unwrap_or(plan.blocks())
        };
        (edge(self.number - 1), edge(self.number))
    }

    /// Returns how many rounds this part has.
    pub fn rounds(self, plan: &Plan) -> u64 {
        let (first, last) = self.blocks(plan);
        let begin = |block: u64| block.saturating_mul(BLOCK).min(plan.rounds);
        begin(last) - begin(first)
    }
}

/// How a run is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// By the engine's verdicts alone, where the game has a fast gear; else through the real table.
    Verdicts,
    /// Through the real table.
    Engine,
}

/// A plan that can be played.
pub struct Simulation {
    plan: Plan,
    gear: Option<Box<dyn Gear>>,
    book: Book,
}

/// A round as the table settled it: on which area, which row, which ending, in rising order.
pub type Round = Vec<(u8, usize, usize)>;

/// What was played of a shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// What it came to.
    pub tally: Tally,
    /// How many blocks of the shard were played, from its first.
    pub blocks: u64,
}

/// What a run is watched and stopped by.
#[derive(Debug, Default)]
pub struct Watch {
    /// Set from outside: no further block is begun.
    pub stop: AtomicBool,
    /// How many rounds are over.
    pub rounds: AtomicU64,
}

impl Simulation {
    /// Prepares a plan: asks the engine about every class of rounds, and tries the first rounds at a
    /// real table.
    ///
    /// # Errors
    /// Says what the order does not allow.
    pub fn new(plan: Plan) -> Result<Self, Trouble> {
        plan.check()?;
        let gear = gear(&plan)?;
        Self::with(plan, gear)
    }

    fn with(plan: Plan, gear: Option<Box<dyn Gear>>) -> Result<Self, Trouble> {
        let book = Book::new(&plan, gear.as_deref())?;
        let simulation = Self { plan, gear, book };
        simulation.through(0, TRIAL.min(simulation.plan.rounds))?;
        Ok(simulation)
    }

    fn table(&self) -> Through<'_> {
        let at_once = self.gear.as_ref().map_or(0, |gear| gear.at_once());
        Through::new(&self.plan, &self.book, at_once)
    }

    /// Returns what is played.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the wagers and what can become of them.
    pub const fn book(&self) -> &Book {
        &self.book
    }

    /// A tally of nothing.
    pub fn empty(&self) -> Tally {
        Tally::new(&self.book, self.sorts())
    }

    fn sorts(&self) -> usize {
        if Cut::of(&self.plan).is_some() { 2 } else { 1 }
    }

    fn block(&self, number: u64, rounds: u64) -> Block {
        Block { seed: self.plan.seed, number, rounds }
    }

    /// Plays a shard on so many threads.
    ///
    /// # Errors
    /// Says what the table refused or the auditor found; by verdicts alone it cannot fail.
    pub fn play(
        &self,
        shard: Shard,
        by: By,
        threads: NonZero<usize>,
        watch: &Watch,
    ) -> Result<Played, Trouble> {
        let (first, last) = shard.blocks(&self.plan);
        let next = AtomicU64::new(first);
        let all = Mutex::new((self.empty(), None));
        thread::scope(|scope| {
            for _ in 0..threads.get() {
                scope.spawn(|| {
                    let done = match (by, &self.gear) {
                        (By::Verdicts, Some(gear)) => Ok(self.worker(&**gear, &next, last, watch)),
                        (By::Verdicts, None) | (By::Engine, _) => {
                            self.engine_worker(&next, last, watch)
                        }
                    };
                    let mut all = all.lock().unwrap_or_else(|broken| broken.into_inner());
                    match done {
                        Ok(tally) => all.0.add(&tally),
                        Err(trouble) => all.1 = Some(trouble),
                    }
                });
            }
        });
        let (tally, trouble) = all.into_inner().unwrap_or_else(|broken| broken.into_inner());
        let blocks = next.into_inner().min(last) - first;
        trouble.map_or(Ok(Played { tally, blocks }), Err)
    }

    /// Takes the next block, unless the run is over or stopped.
    fn take(&self, next: &AtomicU64, last: u64, watch: &Watch) -> Option<Block> {
        if watch.stop.load(Ordering::Relaxed) {
            return None;
        }
        let number = next.fetch_add(1, Ordering::Relaxed);
        (number < last).then(|| self.block(number, self.plan.rounds_of(number)))
    }

    fn worker(&self, gear: &dyn Gear, next: &AtomicU64, last: u64, watch: &Watch) -> Tally {
        let ledger = Ledger::new(gear.classes(), self.book.rows.len());
        let mut ledgers = vec![ledger; self.sorts()];
        while let Some(block) = self.take(next, last, watch) {
            gear.play(block, &self.book, &mut ledgers);
            watch.rounds.fetch_add(block.rounds, Ordering::Relaxed);
        }
        Tally::of(&self.book, &ledgers)
    }

    fn engine_worker(&self, next: &AtomicU64, last: u64, watch: &Watch) -> Result<Tally, Trouble> {
        let mut tally = self.empty();
        let through = self.table();
        while let Some(block) = self.take(next, last, watch) {
            let mut count = Count::new(&self.plan, &self.book, &mut tally);
            through.play(block, &mut count).inspect_err(|_| {
                watch.stop.store(true, Ordering::Relaxed);
            })?;
            watch.rounds.fetch_add(block.rounds, Ordering::Relaxed);
        }
        Ok(tally)
    }

    /// Plays some rounds of a block by verdicts, and returns each as it is settled; none where the game
    /// has no fast gear.
    pub fn by_verdicts(&self, block: u64, rounds: u64) -> Vec<Round> {
        let mut trace = Trace::default();
        if let Some(gear) = &self.gear {
            gear.trace(self.block(block, rounds), &mut trace);
        }
        let areas = usize::from(self.plan.played_areas());
        let rounds = trace.rounds.iter().map(|classes| {
            let mut round = Round::new();
            for (at, &class) in classes.iter().enumerate() {
                round.extend(self.book.classes[class].iter().map(|entry| {
                    let on = self.book.rows[entry.row].on;
                    let on_area = self.plan.kind.layouts()[usize::from(on.0)].on_area;
                    let area = if on_area && at < areas { at as u8 + 1 } else { 0 };
                    (area, entry.row, entry.ending)
                }));
            }
            round.sort_unstable();
            round
        });
        rounds.collect()
    }

    /// Plays some rounds of a block through the engine, and returns each as it was settled.
    ///
    /// # Errors
    /// Says what the table refused or the auditor found.
    pub fn through(&self, block: u64, rounds: u64) -> Result<Vec<Round>, Trouble> {
        let mut kept = Kept::default();
        self.table().play(self.block(block, rounds), &mut kept)?;
        Ok(kept.rounds)
    }
}

/// Keeps what the table settled, round by round.
#[derive(Default)]
struct Kept {
    rounds: Vec<Round>,
    now: Round,
}

impl Told for Kept {
    fn entry(&mut self, _sort: usize, area: u8, row: usize, ending: usize) {
        self.now.push((area, row, ending));
    }

    fn rolls(&mut self, _row: usize, _rolls: u64) {}

    fn round(&mut self, _sort: usize) {
        self.now.sort_unstable();
        self.rounds.push(std::mem::take(&mut self.now));
    }

    fn group(&mut self, _watched: bool) {}
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use croupier_engine::{Kind, Setup};
    use croupier_odds::Strategy;

    use super::{By, Shard, Simulation, Watch};
    use crate::plan::{FAIR_STAKE, Plan};

    /// Every game can be simulated through the engine alone, as one without a fast gear is.
    #[test]
    fn no_game_needs_a_fast_gear() {
        for kind in Kind::ALL {
            let (setup, strategy) = (Setup::default(), Strategy::Best);
            let stakes = Plan::every_wager(kind, &setup, FAIR_STAKE);
            let (areas, behind, rounds, seed) = (1, None, 3_000, 7);
            let plan = Plan { kind, setup, strategy, areas, behind, stakes, rounds, seed };
            let alone = Simulation::with(plan, None);
            let alone = alone.unwrap_or_else(|why| panic!("{}: {why}", kind.name()));
            let one = NonZero::new(1).expect("it is one");
            let played = alone.play(Shard::ALL, By::Verdicts, one, &Watch::default());
            let tally = played.unwrap_or_else(|why| panic!("{}: {why}", kind.name())).tally;
            assert_eq!(tally.sorts[0].rounds, rounds, "{}", kind.name());
            let mut endings = alone.book().rows.iter().flat_map(|row| &row.endings);
            assert!(endings.all(|ending| ending.exact.is_some()), "{}", kind.name());
        }
    }
}
