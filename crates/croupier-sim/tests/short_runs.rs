//! Short runs in which rounds hang together: too few groups to judge by, so nothing is alarming.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::num::NonZero;

use croupier_engine::input::Choice;
use croupier_engine::{Kind, Setup};
use croupier_odds::Strategy;
use croupier_sim::{
    ALARM, By, FAIR_STAKE, Figures, Plan, Shard, Simulation, USUAL, Watch, figures,
};

/// Plays a plan with the stakes of its layout that are not the jackpot, and returns the figures of
/// the rounds that are judged.
fn play(kind: Kind, areas: u8, behind: Option<u32>, rounds: u64, seed: u64) -> Vec<Figures> {
    let setup = Setup::default();
    let stakes = Plan::every_wager(kind, &setup, FAIR_STAKE);
    let strategy =
        if kind == Kind::CasinoWar { Strategy::Always(Choice::War) } else { Strategy::Best };
    let plan = Plan { kind, setup, strategy, areas, behind, stakes, rounds, seed };
    let simulation = Simulation::new(plan).unwrap();
    let one = NonZero::new(1).unwrap();
    let played = simulation.play(Shard::ALL, By::Verdicts, one, &Watch::default()).unwrap();
    let sure = &played.tally.sorts[0];
    let rows = simulation.book().rows.iter().zip(&sure.rows);
    rows.filter_map(|(row, counts)| figures(row, counts, sure.groups)).collect()
}

#[test]
fn short_runs_raise_no_alarm() {
    let mut far = 0;
    for seed in 1..=300 {
        for (kind, areas, behind, rounds) in [
            (Kind::Baceball, 6, None, 60 + seed % 100),
            (Kind::CasinoWar, 5, None, 200 + seed),
            (Kind::CasinoWar, 1, Some(USUAL), 400 + seed),
        ] {
            for figures in play(kind, areas, behind, rounds, seed) {
                assert!(!figures.is_alarming(), "{kind:?}, seed {seed}: {figures:?}");
                far += u32::from(figures.z.abs() > ALARM);
            }
        }
    }
    // Without the rule on groups these would have been alarms.
    assert!(far > 0, "no short run was far from its exact edge");
}

#[test]
fn longer_runs_are_judged() {
    for (areas, rounds, enough) in [(5, 1584, false), (5, 1600, true), (1, 10_000, true)] {
        let initial = &play(Kind::CasinoWar, areas, None, rounds, 3)[0];
        assert_eq!(initial.enough, enough, "{areas} areas, {rounds} rounds: {initial:?}");
    }
}
