//! Both gears from the same seeds: every settlement of every round must be the same.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::num::NonZero;
use std::sync::atomic::Ordering;

use croupier_engine::input::Choice;
use croupier_engine::jackpot::Jackpot;
use croupier_engine::{Cents, Kind, Setup};
use croupier_odds::Strategy;
use croupier_sim::{BLOCK, By, FAIR_STAKE, Plan, Shard, Simulation, Watch};

fn jackpot() -> Jackpot {
    Jackpot {
        wager: Cents(500),
        major: Cents(25_000_000),
        minor: Cents(1_200_000),
        mystery: false,
        pools: 1,
        increment: (0, 1),
        seed: Cents(0),
        linked: Vec::new(),
    }
}

/// A plan with every wager of the layout.
fn plan(kind: Kind, decks: u8, areas: u8, seed: u64) -> Plan {
    let setup = Setup {
        decks: (decks > 0).then_some(decks),
        jackpot: kind.house().jackpot.map(|_| jackpot()),
        ..Setup::default()
    };
    let stakes = Plan::every_wager(kind, &setup, FAIR_STAKE);
    let strategy = Strategy::Best;
    Plan { kind, setup, strategy, areas, behind: None, stakes, rounds: 3000, seed }
}

/// Plays a plan in both gears and compares every round, then the tallies.
fn compare(plan: &Plan) {
    let simulation =
        Simulation::new(plan.clone()).unwrap_or_else(|error| panic!("{plan:?}: {error}"));
    let fast = simulation.by_verdicts(5, plan.rounds);
    let engine = simulation.through(5, plan.rounds).unwrap();
    assert!(fast.len() >= plan.rounds as usize, "{}", fast.len());
    for (round, (fast, engine)) in fast.iter().zip(&engine).enumerate() {
        assert_eq!(fast, engine, "round {round} of {plan:?}");
    }
    // Rolls after the last may settle nothing that is staked.
    let longer = if fast.len() > engine.len() { &fast } else { &engine };
    assert!(longer[fast.len().min(engine.len())..].iter().all(Vec::is_empty));
    let play = |by| {
        let threads = NonZero::new(1).unwrap();
        simulation.play(Shard::ALL, by, threads, &Watch::default()).unwrap()
    };
    assert_eq!(play(By::Verdicts), play(By::Engine), "{plan:?}");
}

/// Seeds differ from plan to plan, so that the plans together see more.
fn all_areas(make: impl Fn(u8, u64) -> Plan, most: u8) {
    for areas in 1..=most {
        let plan = make(areas, u64::from(areas) * 7919);
        compare(&plan);
    }
}

#[test]
fn baceball() {
    all_areas(|areas, seed| plan(Kind::Baceball, 6, areas, seed), 7);
}

#[test]
fn craps() {
    for seed in 0..8 {
        compare(&plan(Kind::Craps, 0, 1, seed));
    }
}

#[test]
fn three_card_baccarat() {
    for decks in [6, 8] {
        for variant in [None, Some(0)] {
            for behind in [None, Some(40), Some(52), Some(64)] {
                all_areas(
                    |areas, seed| {
                        let mut plan = plan(Kind::ThreeCardBaccarat, decks, areas, seed);
                        (plan.setup.variant, plan.behind) = (variant, behind);
                        plan.rounds = 400;
                        plan
                    },
                    9,
                );
            }
        }
    }
}

#[test]
fn casino_war() {
    for strategy in [Strategy::Always(Choice::War), Strategy::Always(Choice::Surrender)] {
        for behind in [None, Some(20), Some(52), Some(156)] {
            all_areas(
                |areas, seed| {
                    let plan = plan(Kind::CasinoWar, 6, areas, seed);
                    Plan { strategy: strategy.clone(), behind, ..plan }
                },
                9,
            );
        }
    }
}

#[test]
fn lucky_draw_baccarat() {
    for decks in [3, 4, 6, 8] {
        for strategy in [Strategy::Best, Strategy::Total] {
            for behind in [None, Some(24), Some(52), Some(u32::from(decks) * 26)] {
                all_areas(
                    |areas, seed| {
                        let plan = plan(Kind::LuckyDrawBaccarat, decks, areas, seed);
                        Plan { strategy: strategy.clone(), behind, rounds: 400, ..plan }
                    },
                    7,
                );
            }
        }
    }
}

/// Stakes that are no whole number of chips when they are paid, and chips of every size.
#[test]
fn any_stake_and_chip() {
    for kind in Kind::ALL {
        for (stake, chip) in [(1320, 1), (1700, 100), (500, 500), (2000, 25), (20, 1)] {
            let mut plan = plan(kind, 0, 1, stake);
            plan.setup.chip = Cents(chip);
            plan.stakes = Plan::every_wager(kind, &plan.setup, Cents(stake));
            // What cannot be split in whole chips is left out.
            let split = ["horn", "horn-high", "crap-eleven"];
            plan.stakes.retain(|stake| {
                let name = kind.layouts()[usize::from(stake.on.0)].name;
                !split.contains(&name) || stake.amount.0 % (20 * chip) == 0
            });
            // A game without a fast gear is played through the engine, and there is nothing to compare.
            if !Simulation::new(plan.clone()).unwrap().by_verdicts(5, 1).is_empty() {
                compare(&plan);
            }
        }
    }
}

/// A few wagers alone: those of the Banker without any Player hand, the Come without the line.
#[test]
fn some_wagers_alone() {
    let only = |kind: Kind, names: &[&str]| {
        let mut plan = plan(kind, 0, 1, 11);
        plan.stakes.retain(|stake| names.contains(&kind.layouts()[usize::from(stake.on.0)].name));
        plan
    };
    compare(&only(Kind::ThreeCardBaccarat, &["three-pictures", "banker-total"]));
    let banker = only(Kind::ThreeCardBaccarat, &["banker-total"]);
    compare(&Plan { behind: Some(52), ..banker });
    compare(&only(Kind::ThreeCardBaccarat, &["player", "banker-total"]));
    compare(&only(Kind::Craps, &["come", "behind-come"]));
    compare(&only(Kind::Craps, &["dont-win", "behind-dont-win", "field"]));
    compare(&only(Kind::Baceball, &["bet"]));
    compare(&only(Kind::CasinoWar, &["initial"]));
}

/// Stopped in the middle, a run has played a shorter run.
#[test]
fn a_run_that_is_stopped_is_a_shorter_run() {
    let long = Plan { rounds: 1_000_000_000_000, ..plan(Kind::CasinoWar, 6, 1, 3) };
    let simulation = Simulation::new(long.clone()).unwrap();
    let watch = Watch::default();
    let threads = NonZero::new(2).unwrap();
    let stopped = std::thread::scope(|scope| {
        let run = scope.spawn(|| simulation.play(Shard::ALL, By::Verdicts, threads, &watch));
        while watch.rounds.load(Ordering::Relaxed) < 3 * BLOCK {
            std::thread::yield_now();
        }
        watch.stop.store(true, Ordering::Relaxed);
        run.join().unwrap().unwrap()
    });
    assert!(stopped.blocks >= 3 && stopped.blocks < simulation.plan().blocks());
    let shorter = Simulation::new(Plan { rounds: stopped.blocks * BLOCK, ..long }).unwrap();
    let threads = NonZero::new(1).unwrap();
    let played = shorter.play(Shard::ALL, By::Verdicts, threads, &Watch::default()).unwrap();
    assert_eq!(played, stopped);
}

#[test]
fn what_the_order_does_not_allow_is_refused() {
    let refused = |plan: Plan| Simulation::new(plan).err().unwrap().to_string();
    let mut tie = plan(Kind::CasinoWar, 6, 1, 1);
    tie.stakes.retain(|stake| stake.on.0 == 1);
    assert!(refused(tie).contains("5.1.3"));
    let war = plan(Kind::CasinoWar, 6, 1, 1);
    assert!(refused(Plan { areas: 10, ..war.clone() }).contains("1 to 9 areas"));
    assert!(refused(Plan { behind: Some(157), ..war.clone() }).contains("4.6"));
    assert!(refused(Plan { behind: Some(3), ..war.clone() }).contains("up to 4 cards"));
    assert!(refused(Plan { stakes: Vec::new(), ..war }).contains("nothing"));
    assert!(refused(Plan { behind: Some(52), ..plan(Kind::Baceball, 6, 1, 1) }).contains("11.1"));
    assert!(refused(Plan { behind: Some(52), ..plan(Kind::Craps, 0, 1, 1) }).contains("cutting"));
    let mut horn = plan(Kind::Craps, 0, 1, 1);
    horn.setup.chip = Cents(500);
    horn.stakes.iter_mut().for_each(|stake| stake.amount = Cents(2_500));
    assert!(refused(horn).contains("6.1.2"));
}
