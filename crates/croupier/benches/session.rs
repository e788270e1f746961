//! How fast nights are played: one core, one strategy of each game, and the cheapest beside the
//! richest at dice: `cargo bench --bench session`.

use std::sync::atomic::{AtomicBool, AtomicU64};

use croupier_engine::setup::Limit;
use croupier_engine::{Cents, Setup};
use croupier_sim::session::{Dealing, Plan, exact, run};
use croupier_sim::strategy::Strategy;
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

const NAMES: [&str; 7] = [
    "win-line",
    "three-point-molly",
    "iron-cross",
    "labouchere",
    "war-basic",
    "lucky-draw-basic",
    "baceball-flat",
];

fn plan(name: &str, bankroll: u64) -> Plan {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../strategies");
    let text = std::fs::read_to_string(folder.join(format!("{name}.toml"))).expect("it is there");
    let strategy = Strategy::read(&text).expect("it is tested");
    let limit = Limit { min: Cents(500), max: Cents(50_000), unit: Cents(100) };
    let setup = Setup {
        limits: vec![limit; strategy.kind.layouts().len()],
        fresh: strategy.kind.house().cards.is_some(),
        variant: strategy.variant,
        ..Setup::default()
    };
    let (bankroll, dealing) = (Cents(bankroll), Dealing::Down { behind: 52 });
    let (goal, rounds, sessions, seed) = (None, 400, 100, 1);
    Plan { strategy, setup, bankroll, goal, rounds, sessions, seed, dealing }
}

/// Plays 100 nights of 400 rounds with money enough for all of them.
#[divan::bench(args = NAMES)]
fn rounds_a_second(bencher: Bencher<'_, '_>, name: &str) {
    let plan = plan(name, 100_000_000);
    let play = || run(&plan, 1, &AtomicU64::new(0), &AtomicBool::new(false));
    let rounds = play().expect("the table opens").rounds;
    bencher.counter(ItemsCount::new(rounds)).bench_local(play);
}

/// Computes the exact distribution of 400 rolls with 300 dollars.
#[divan::bench]
fn exact_walk(bencher: Bencher<'_, '_>) {
    let plan = plan("win-line", 30_000);
    bencher.bench_local(|| exact(&plan));
}
