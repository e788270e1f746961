//! How fast rounds are played: `cargo bench -p croupier-sim`.
//!
//! For every game, in one run: a plain loop, written by hand for that one game, draw by draw, with a
//! few of its wagers; the fast gear with every wager of the layout, on one thread and on two; the same
//! through the engine with its auditor. The column to compare is items a second: rounds, or rolls.

#[path = "simulation/plain.rs"]
mod plain;

use std::num::NonZero;

use croupier_engine::jackpot::Jackpot;
use croupier_engine::{Cents, Kind, Setup};
use croupier_odds::Strategy;
use croupier_sim::{BLOCK, By, FAIR_STAKE, Plan, Shard, Simulation, Watch};
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

/// A table with every wager of the layout.
fn simulation(kind: Kind, areas: u8, behind: Option<u32>, blocks: u64) -> Option<Simulation> {
    let jackpot = kind.house().jackpot.map(|_| Jackpot {
        wager: Cents(500),
        major: Cents(0),
        minor: Cents(0),
        mystery: false,
        pools: 1,
        increment: (0, 1),
        seed: Cents(0),
        linked: Vec::new(),
    });
    let setup = Setup { jackpot, ..Setup::default() };
    let stakes = Plan::every_wager(kind, &setup, FAIR_STAKE);
    let (strategy, rounds) = (Strategy::Best, blocks * BLOCK);
    Simulation::new(Plan { kind, setup, strategy, areas, behind, stakes, rounds, seed: 1 }).ok()
}

fn bench(bencher: Bencher<'_, '_>, simulation: &Simulation, by: By, threads: usize) {
    let threads = NonZero::new(threads).expect("one thread at least");
    bencher.counter(ItemsCount::new(simulation.plan().rounds)).bench_local(|| {
        simulation.play(Shard::ALL, by, threads, &Watch::default()).map(|played| played.blocks)
    });
}

/// Plays so many rounds of a game by hand, and returns what the house won.
type Plain = fn(u64) -> i64;

/// The games for which a plain loop was written.
const PLAIN: [(Kind, Plain); 5] = [
    (Kind::Baceball, plain::baceball),
    (Kind::Craps, plain::craps),
    (Kind::ThreeCardBaccarat, plain::three_card_baccarat),
    (Kind::CasinoWar, plain::casino_war),
    (Kind::LuckyDrawBaccarat, plain::lucky_draw_baccarat),
];

#[divan::bench(args = PLAIN.map(|(kind, _)| kind), sample_count = 10, sample_size = 1)]
fn a_plain_loop(bencher: Bencher<'_, '_>, kind: Kind) {
    const ROUNDS: u64 = 64 * BLOCK;
    let (_, play) = PLAIN.iter().find(|(of, _)| *of == kind).expect("it is on the list");
    bencher.counter(ItemsCount::new(ROUNDS)).bench_local(|| play(divan::black_box(ROUNDS)));
}

#[divan::bench(args = Kind::ALL, sample_count = 10, sample_size = 1)]
fn b_fast_gear(bencher: Bencher<'_, '_>, kind: Kind) {
    let simulation = simulation(kind, 1, None, 64).expect("the usual table opens");
    bench(bencher, &simulation, By::Verdicts, 1);
}

#[divan::bench(args = Kind::ALL, sample_count = 10, sample_size = 1)]
fn c_fast_gear_on_two_threads(bencher: Bencher<'_, '_>, kind: Kind) {
    let simulation = simulation(kind, 1, None, 512).expect("the usual table opens");
    bench(bencher, &simulation, By::Verdicts, 2);
}

#[divan::bench(args = [Kind::ThreeCardBaccarat, Kind::CasinoWar, Kind::LuckyDrawBaccarat], sample_count = 10, sample_size = 1)]
fn d_fast_gear_from_a_shoe(bencher: Bencher<'_, '_>, kind: Kind) {
    let simulation = simulation(kind, 1, Some(52), 16).expect("a shoe is allowed");
    bench(bencher, &simulation, By::Verdicts, 1);
}

#[divan::bench(args = [Kind::Baceball, Kind::ThreeCardBaccarat, Kind::CasinoWar, Kind::LuckyDrawBaccarat], sample_count = 10, sample_size = 1)]
fn e_fast_gear_with_five_areas(bencher: Bencher<'_, '_>, kind: Kind) {
    let simulation = simulation(kind, 5, None, 16).expect("five areas are there");
    bench(bencher, &simulation, By::Verdicts, 1);
}

#[divan::bench(args = Kind::ALL, sample_count = 10, sample_size = 1)]
fn f_through_the_engine(bencher: Bencher<'_, '_>, kind: Kind) {
    let simulation = simulation(kind, 1, None, 2).expect("the usual table opens");
    bench(bencher, &simulation, By::Engine, 1);
}

/// The main wager alone: what the table itself costs.
#[divan::bench(args = Kind::ALL, sample_count = 10, sample_size = 1)]
fn g_through_the_engine_one_wager(bencher: Bencher<'_, '_>, kind: Kind) {
    let all = simulation(kind, 1, None, 2).expect("the usual table opens");
    let mut plan = all.plan().clone();
    plan.stakes.truncate(1);
    let simulation = Simulation::new(plan).expect("the main wager stands alone");
    bench(bencher, &simulation, By::Engine, 1);
}
