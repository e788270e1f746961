//! Nights at the table: against exact distributions and known results, on any number of threads.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![allow(clippy::float_arithmetic, reason = "statistics are compared with what they should be")]

use std::sync::atomic::{AtomicBool, AtomicU64};

use croupier_engine::jackpot::Jackpot;
use croupier_engine::setup::Limit;
use croupier_engine::wager::Mark;
use croupier_engine::{Cents, Kind, Setup};
use croupier_sim::session::{Dealing, Plan, Tally, exact, expected, moments, run};
use croupier_sim::strategy::{Number, Strategy};

fn plan(source: &str) -> Plan {
    let strategy = Strategy::read(source).unwrap_or_else(|mistake| panic!("{mistake}\n{source}"));
    let kind = strategy.kind;
    let cards = kind.house().cards.is_some();
    let limit = Limit { min: Cents(500), max: Cents(50_000), unit: Cents(100) };
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
    let limits = vec![limit; kind.layouts().len()];
    let variant = strategy.variant;
    let setup = Setup { limits, fresh: cards, variant, jackpot, ..Setup::default() };
    Plan {
        strategy,
        setup,
        bankroll: Cents(30_000),
        goal: None,
        rounds: 200,
        sessions: 1_000,
        seed: 7,
        dealing: if cards { Dealing::Down { behind: 52 } } else { Dealing::Fresh },
    }
}

fn play(plan: &Plan, threads: usize) -> Tally {
    run(plan, threads, &AtomicU64::new(0), &AtomicBool::new(false)).unwrap()
}

fn shipped() -> Vec<(String, String)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../strategies");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .flatten()
        .map(|file| {
            (file.path().display().to_string(), std::fs::read_to_string(file.path()).unwrap())
        })
        .collect();
    files.sort();
    assert!(files.len() >= 15, "{} strategies", files.len());
    files
}

/// Checks a share of nights against its chance, within five standard errors.
fn check_share(what: &str, nights: u64, plan: &Plan, chance: f64) {
    let count = plan.sessions as f64;
    let error = (chance * (1.0 - chance) / count).max(0.0).sqrt() + 0.5 / count;
    let share = nights as f64 / count;
    assert!((share - chance).abs() <= 5.0 * error, "{what}: {share} and not {chance}");
}

fn check_mean(what: &str, tally: &Tally, mean: f64, sd: f64) {
    let count = tally.sessions as f64;
    let found = moments(&tally.results).0 as f64 / count;
    let error = sd / count.sqrt() + 1e-6;
    assert!((found - mean).abs() <= 5.0 * error, "{what}: {found} and not {mean} ± {error}");
}

/// Every strategy that comes with croupier is played without a refusal, and no cent is lost.
#[test]
fn shipped_strategies_are_never_refused() {
    for (name, source) in shipped() {
        for (bankroll, goal) in [(30_000, None), (20_000, Some(Cents(40_000)))] {
            let plan = Plan { bankroll: Cents(bankroll), goal, ..plan(&source) };
            let tally = play(&plan, 2);
            assert_eq!(tally.sessions, 1_000, "{name}");
            assert!(tally.refused.is_empty(), "{name}: {:?}", tally.refused);
            assert_eq!(tally.unfit, 0, "{name}");
            let ends = tally.ruined + tally.goals + tally.left + tally.full;
            assert_eq!(ends, tally.sessions, "{name}");
            assert_eq!(moments(&tally.results).0, tally.net(), "{name}: money is conserved");
            assert!(tally.results.keys().all(|&result| result >= -(bankroll as i64)), "{name}");
            assert!(tally.handle() > 0, "{name} wagers nothing");
            assert!(!plan.strategy.about.is_empty(), "{name} says nothing of itself");
        }
    }
}

/// What was lost is what the exact edges say, up to chance.
#[test]
fn expected_losses_are_met() {
    for name in
        ["line-double-odds", "iron-cross", "three-point-molly", "labouchere", "lucky-draw-basic"]
    {
        let (_, source) = shipped().into_iter().find(|(file, _)| file.contains(name)).unwrap();
        let plan = Plan {
            sessions: 3_000,
            dealing: Dealing::Fresh,
            bankroll: Cents(10_000_000),
            ..plan(&source)
        };
        let tally = play(&plan, 2);
        let loss = expected(&plan, &tally).unwrap().loss().unwrap();
        let (sum, squares) = moments(&tally.results);
        let count = tally.sessions as f64;
        let sd = (squares as f64 / count - (sum as f64 / count).powi(2)).sqrt();
        check_mean(name, &tally, -loss / count, sd);
    }
}

/// Where a choice looks at money, the wager that it is made for has no exact edge, which is said; the
/// Tie, which no choice touches, keeps the edge that it has whatever is chosen.
#[test]
fn choices_by_money_leave_other_wagers_their_edge() {
    let wagers = "game = \"casino-war\"\n[[before]]\nwager = \"initial\"\nstake = 10\n\
                  [[before]]\nwager = \"tie\"\nstake = 5\n";
    let expected_of = |choose: &str| {
        let plan =
            Plan { dealing: Dealing::Fresh, sessions: 200, ..plan(&format!("{wagers}{choose}")) };
        expected(&plan, &play(&plan, 2)).unwrap()
    };
    let by_money = expected_of(
        "[[choose]]\nchoice = \"war\"\nif = \"bankroll > 200\"\n[[choose]]\nchoice = \"surrender\"\n",
    );
    let [initial, tie] = &by_money.rows[..] else { panic!("{:?}", by_money.rows) };
    assert!(initial.expected.is_none() && by_money.loss().is_none());
    assert!(by_money.doubts.iter().any(|doubt| doubt.contains("initial")), "{:?}", by_money.doubts);
    assert!(!by_money.doubts.iter().any(|doubt| doubt.contains("tie")), "{:?}", by_money.doubts);
    let edge = |row: &croupier_sim::session::Row| row.expected.unwrap() / row.handle as f64;
    for choice in ["war", "surrender"] {
        let always = expected_of(&format!("[[choose]]\nchoice = \"{choice}\"\n"));
        assert!(always.loss().is_some(), "{:?}", always.doubts);
        assert!((edge(tie) - edge(&always.rows[1])).abs() < 1e-12, "{choice}");
    }
}

/// From a shoe that is dealt down, it is said of which shoe the expected loss is.
#[test]
fn a_shoe_that_is_dealt_down_is_doubted() {
    let (_, source) = shipped().into_iter().find(|(file, _)| file.contains("-count.")).unwrap();
    let down = Plan { sessions: 50, ..plan(&source) };
    let fresh = Plan { dealing: Dealing::Fresh, ..down.clone() };
    let doubts = |plan: &Plan| expected(plan, &play(plan, 2)).unwrap().doubts;
    assert!(doubts(&down).iter().any(|doubt| doubt.contains("that of a full shoe")));
    assert!(doubts(&fresh).is_empty(), "{:?}", doubts(&fresh));
}

/// Every wager that can be made over and over, at two kinds of chips, agrees with its exact walk.
#[test]
fn flat_wagers_agree_with_their_exact_distribution() {
    let mut compared = 0;
    for kind in Kind::ALL {
        for layout in kind.layouts() {
            let marks: &[u8] = match layout.mark {
                Mark::Number(marks) | Mark::Point(marks) => &marks[marks.len() - 1..],
                Mark::None | Mark::Travels(_) => &[],
            };
            let mark = marks.first().map_or(String::new(), |mark| format!(" {mark}"));
            let when = if layout.name == "win-line" { "\nif = \"point == 0\"" } else { "" };
            let mut source = format!(
                "game = \"{}\"\n[[before]]\nwager = \"{}{mark}\"\nstake = 20{when}\n",
                kind.name(),
                layout.name
            );
            if let Some(choice) = kind.choices().first() {
                source += &format!("[[choose]]\nchoice = \"{}\"\n", choice.name());
            }
            if Strategy::read(&source).is_err() {
                continue;
            }
            for chip in [1, 100] {
                let mut plan = Plan {
                    bankroll: Cents(10_700),
                    goal: Some(Cents(20_000)),
                    sessions: 1_500,
                    rounds: 60,
                    dealing: Dealing::Fresh,
                    ..plan(&source)
                };
                plan.setup.chip = Cents(chip);
                let Some(exact) = exact(&plan).unwrap() else { continue };
                let name = format!("{} {}{mark}, chips of {chip}", kind.name(), layout.name);
                let total: f64 = exact.results.values().sum();
                assert!((total - 1.0).abs() < 1e-9, "{name}: {total}");
                let tally = play(&plan, 2);
                assert!(tally.refused.is_empty(), "{name}: {:?}", tally.refused);
                check_share(&format!("{name}, ruin"), tally.ruined, &plan, exact.ruin);
                check_share(&format!("{name}, goal"), tally.goals, &plan, exact.goal);
                check_mean(&name, &tally, exact.mean(), exact.sd());
                compared += 1;
            }
        }
    }
    assert!(compared >= 40, "only {compared} wagers were compared");
}

/// An even-money wager with a goal: the formula of the gambler's ruin.
#[test]
fn the_gamblers_ruin() {
    let source = "game = \"craps\"\n[[before]]\nwager = \"big-6\"\nstake = 10\n";
    let plan = Plan {
        bankroll: Cents(10_000),
        goal: Some(Cents(20_000)),
        rounds: 20_000,
        sessions: 2_000,
        ..plan(source)
    };
    // A six comes before a seven in 5 of 11 cases, and pays even money.
    let ratio = 6.0_f64 / 5.0;
    let goal = (ratio.powi(10) - 1.0) / (ratio.powi(20) - 1.0);
    let exact = exact(&plan).unwrap().unwrap();
    assert!((exact.goal - goal).abs() < 1e-9, "{} and not {goal}", exact.goal);
    assert!((exact.ruin - (1.0 - goal)).abs() < 1e-9);
    let tally = play(&plan, 2);
    check_share("goal", tally.goals, &plan, goal);
    check_share("ruin", tally.ruined, &plan, 1.0 - goal);
}

/// Doubling from 5 with 315 in hand and a maximum of 160: six losses in a row end it.
#[test]
fn a_martingale_that_cannot_double_again() {
    let source = "game = \"craps\"\nshort = \"skip\"\n[variables]\nstake = 5\n[[before]]\n\
                  wager = \"big-8\"\nstake = \"stake\"\n[[after]]\nresult = \"lose\"\n\
                  set = { stake = \"2 * stake\" }\n";
    let mut plan = Plan {
        bankroll: Cents(31_500),
        goal: Some(Cents(32_000)),
        rounds: 100_000,
        sessions: 20_000,
        ..plan(source)
    };
    plan.setup.limits.fill(Limit { min: Cents(500), max: Cents(16_000), unit: Cents(100) });
    let tally = play(&plan, 2);
    let ruin = (6.0_f64 / 11.0).powi(6);
    check_share("ruin", tally.ruined, &plan, ruin);
    assert_eq!(tally.goals + tally.ruined, tally.sessions);
    let mut results: Vec<_> = tally.results.keys().copied().collect();
    results.sort_unstable();
    assert_eq!(results, [-31_500, 500]);
    let mut runs: Vec<_> = tally.losing_runs.keys().copied().collect();
    runs.sort_unstable();
    assert_eq!(runs, [0, 1, 2, 3, 4, 5, 6]);
}

/// The same seed gives the same nights on any number of threads; another seed gives others.
#[test]
fn threads_make_no_difference() {
    for (name, source) in shipped().into_iter().step_by(5) {
        let plan = Plan { sessions: 333, rounds: 77, ..plan(&source) };
        let one = play(&plan, 1);
        for threads in [2, 3, 8] {
            let other = play(&plan, threads);
            assert_eq!(one.results, other.results, "{name}");
            assert_eq!(one.drawdowns, other.drawdowns, "{name}");
            assert_eq!(one.losing_runs, other.losing_runs, "{name}");
            assert_eq!(one.lines, other.lines, "{name}");
            assert_eq!(one.paths, other.paths, "{name}");
            assert_eq!(one.ruined_by, other.ruined_by, "{name}");
            assert_eq!(one.rounds, other.rounds, "{name}");
        }
        assert_ne!(one.results, play(&Plan { seed: 8, ..plan }, 2).results, "{name}");
    }
}

/// A night does not depend on the nights before it.
#[test]
fn a_night_stands_alone() {
    for (name, source) in shipped().into_iter().step_by(4) {
        let plan = Plan { sessions: 40, ..plan(&source) };
        let many = play(&plan, 1);
        let few = play(&Plan { sessions: 3, ..plan.clone() }, 1);
        for night in 0..3 {
            assert_eq!(many.paths[&night], few.paths[&night], "{name}");
        }
    }
}

/// What the engine refuses is counted, with the rule that asked for it.
#[test]
fn refusals_are_counted() {
    let source = "game = \"craps\"\n[[before]]\nwager = \"win-line\"\nstake = 10\n\
                  if = \"point == 0\"\n[[before]]\nwager = \"come\"\nstake = 10\n";
    let tally = play(&Plan { sessions: 50, ..plan(source) }, 2);
    let (&(line, clause, _), refused) = tally.refused.iter().next().unwrap();
    assert_eq!((line, clause.0), (6, "6.1.3"));
    assert!(refused.count > 50 && refused.first == 0);
    assert_eq!(moments(&tally.results).0, tally.net());
}

/// A round that is sat out at cards is played by somebody else, so that cards come.
#[test]
fn a_round_can_be_sat_out() {
    let source = "game = \"baceball\"\n[[before]]\nwager = \"bet\"\nstake = 10\n\
                  if = \"round % 4 == 3\"\n";
    let tally = play(&Plan { sessions: 20, rounds: 100, ..plan(source) }, 1);
    assert!(tally.refused.is_empty());
    assert_eq!(tally.rounds, 2_000);
    assert_eq!(tally.lines.values().map(|lines| lines.count).sum::<u64>(), 500);
}

/// Money that is not there is not wagered, and a war that cannot be covered is not fought.
#[test]
fn nothing_is_wagered_that_is_not_there() {
    let source = "game = \"casino-war\"\n[[before]]\nwager = \"initial\"\nstake = \"bankroll\"\n\
                  [[choose]]\nchoice = \"war\"\n";
    let tally = play(&Plan { sessions: 2_000, rounds: 30, ..plan(source) }, 2);
    assert!(tally.refused.is_empty());
    assert!(tally.choices_uncovered > 0);
    assert!(tally.results.keys().all(|&result| result >= -30_000));
    assert_eq!(moments(&tally.results).0, tally.net());
}

/// A strategy leaves, takes down, lowers and calls wagers, and every cent is accounted for.
#[test]
fn wagers_are_handled() {
    let source = "game = \"craps\"\n[variables]\nunit = 12\n\
        [[before]]\nleave = true\nif = \"ahead >= 50 and standing == 0\"\n\
        [[before]]\nwager = \"place-win\"\nnumbers = \"all\"\nstake = \"2 * unit\"\nif = \"point != 0\"\n\
        [[before]]\nlower = \"place-win 6\"\nto = \"unit\"\nif = \"roll == 5\"\n\
        [[before]]\npress = \"place-win 8\"\nby = \"unit\"\nif = \"roll == 8\"\n\
        [[before]]\ncall-off = \"place-win\"\nnumbers = [4, 10]\nif = \"roll == 9\"\n\
        [[before]]\ntake-down = \"place-win\"\nnumbers = \"all\"\nif = \"roll == 6 and hard\"\n\
        [[before]]\nwager = \"buy 4\"\nstake = 20\nif = \"roll == 11\"\n";
    let plan = Plan { bankroll: Cents(50_000), ..plan(source) };
    let tally = play(&plan, 2);
    assert!(tally.refused.is_empty(), "{:?}", tally.refused);
    assert!(tally.left > 0, "nobody left");
    assert!(tally.charges.values().any(|&charge| charge > 0), "no commission was paid");
    assert_eq!(moments(&tally.results).0, tally.net());
}

/// A wager that is called on works on a come out roll; one that is not does not.
#[test]
fn a_wager_is_called_on() {
    let with = |call: &str| {
        let source =
            format!("game = \"craps\"\n[[before]]\nwager = \"place-win 6\"\nstake = 12\n{call}");
        let tally = play(&Plan { bankroll: Cents(1_000_000), ..plan(&source) }, 2);
        assert!(tally.refused.is_empty());
        tally.lines.values().map(|lines| lines.count).sum::<u64>() as f64 / tally.rounds as f64
    };
    // A six or a seven is one roll in 36 / 11; with the puck off, which it is for 3 / 10 of all rolls
    // or so, only a wager that was called on is decided.
    let (usual, on) = (with(""), with("[[before]]\ncall-on = \"place-win 6\"\n"));
    assert!((on - 11.0 / 36.0).abs() < 0.01, "{on}");
    assert!((0.6..0.8).contains(&(usual / on)), "{usual} of {on}");
}

/// Lists, resets and simultaneous changes do what they say: a Labouchere followed by hand.
#[test]
fn a_list_is_kept() {
    use croupier_sim::strategy::{View, assign};
    let (_, source) = shipped().into_iter().find(|(file, _)| file.contains("labouchere")).unwrap();
    let strategy = Strategy::read(&source).unwrap();
    let mut view = View::default();
    strategy.begin(&mut view);
    let list = |view: &View| -> Vec<i64> {
        view.lists[0].iter().map(|number| number.to_whole()).collect()
    };
    let (win, lose) = (&strategy.after[0].set, &strategy.after[1].set);
    assert_eq!(list(&view), [1, 2, 3, 4]);
    assign(lose, &mut view);
    assert_eq!(list(&view), [1, 2, 3, 4, 5]);
    assign(win, &mut view);
    assert_eq!(list(&view), [2, 3, 4]);
    assign(win, &mut view);
    assert_eq!(list(&view), [3]);
    assign(lose, &mut view);
    assert_eq!(list(&view), [3, 3]);
    assign(win, &mut view);
    assert_eq!(list(&view), [1, 2, 3, 4]);
    assert_eq!(view.variables[0], Number::whole(5));
}
