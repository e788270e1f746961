//! `croupier session` as a user runs it.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::process::{Command, Output};

use serde_json::Value;

fn session(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_croupier")).arg("session").args(arguments).output().unwrap()
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn err(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

const FEW: [&str; 4] = ["--sessions", "200", "--rounds", "50"];

#[test]
fn strategies_are_listed_and_shown() {
    let done = session(&["--list"]);
    assert!(done.status.success());
    assert!(out(&done).lines().count() > 15, "{}", out(&done));
    let craps = session(&["craps", "--list"]);
    assert!(out(&craps).contains("iron-cross") && !out(&craps).contains("war-basic"));
    let shown = session(&["--show", "iron-cross"]);
    assert!(out(&shown).contains("wager = \"field\""), "{}", out(&shown));
    let unknown = session(&["--show", "nothing"]);
    assert_eq!(unknown.status.code(), Some(1));
    assert!(err(&unknown).contains("--list"));
}

/// Every strategy that is listed plays, and prints what it should.
#[test]
fn every_strategy_reports() {
    let list = session(&["--list"]);
    for name in out(&list).lines().skip(1).filter_map(|line| line.split_whitespace().next()) {
        let done = session(&[&["--strategy", name], &FEW[..]].concat());
        assert!(done.status.success(), "{name}: {}", err(&done));
        for part in ["median", "chance of ruin", "deepest fall", "staked", "lost an hour"] {
            assert!(out(&done).contains(part), "{name} does not show {part}: {}", out(&done));
        }
        assert!(!out(&done).contains("refused"), "{name}: {}", out(&done));
    }
}

/// The same seed gives the same bytes, on any number of threads.
#[test]
fn the_same_seed_gives_the_same_numbers() {
    let run = |threads: &str, seed: &str| {
        let more = ["--json", "--strategy", "war-basic", "--threads", threads, "--seed", seed];
        out(&session(&[&more, &FEW[..]].concat())).to_owned()
    };
    assert_eq!(run("1", "3"), run("2", "3"));
    assert_ne!(run("1", "3"), run("1", "4"));
}

/// Checks that no object has a key twice, because readers disagree on which of the two counts.
fn check_keys(value: &Value) {
    match value {
        Value::Array(items) => items.iter().for_each(check_keys),
        Value::Object(entries) => {
            let mut keys: Vec<_> = entries.iter().map(|(key, _)| key).collect();
            keys.sort_unstable();
            for pair in keys.windows(2) {
                assert_ne!(pair[0], pair[1], "a key is there twice");
            }
            entries.iter().for_each(|(_, value)| check_keys(value));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn json_is_a_document() {
    let done = session(&[&["--json", "--strategy", "flat", "--shoe", "fresh"], &FEW[..]].concat());
    let report = serde_json::from_str::<Value>(out(&done)).unwrap();
    check_keys(&report);
    let strategy = &report.get("strategies").unwrap().as_array().unwrap()[0];
    assert_eq!(strategy.get("goal"), Some(&Value::Null), "no goal was set");
    for chance in ["chance_of_ruin", "chance_of_goal", "chance_ahead"] {
        assert!(matches!(strategy.get(chance), Some(Value::Number(_))), "{chance}");
        assert!(matches!(strategy.get("exact").unwrap().get(chance), Some(Value::Number(_))));
    }
    assert_eq!(strategy.get("sessions_asked"), Some(&Value::from(200)));
    assert_eq!(strategy.get("complete"), Some(&Value::Bool(true)));
    assert_eq!(strategy.get("game").unwrap().as_str(), Some("three-card-baccarat"));
    assert!(!strategy.get("wagers").unwrap().as_array().unwrap().is_empty());
    let counts = strategy.get("results").unwrap().as_array().unwrap().iter();
    let nights: u64 = counts
        .map(|pair| match &pair.as_array().unwrap()[1] {
            Value::Number(count) => count.as_u64().unwrap(),
            other => panic!("{other:?}"),
        })
        .sum();
    assert_eq!(nights, 200);
}

#[test]
fn strategies_are_compared_and_drawn() {
    let folder = std::env::temp_dir().join(format!("croupier-charts-{}", std::process::id()));
    let more = ["--compare", "win-line", "iron-cross", "--charts", folder.to_str().unwrap()];
    let done = session(&[&more, &FEW[..]].concat());
    assert!(done.status.success(), "{}", err(&done));
    assert!(out(&done).contains("win-line") && out(&done).contains("iron-cross"));
    for what in ["paths", "results", "survival"] {
        let chart = std::fs::read_to_string(folder.join(format!("compare-{what}.svg"))).unwrap();
        assert!(chart.starts_with("<svg ") && chart.ends_with("</svg>\n"));
        assert!(!chart.contains("NaN") && !chart.contains("inf"), "{what}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// However many strategies there are, each is drawn and named; bands are for a few.
#[test]
fn many_strategies_are_all_drawn() {
    let folder = std::env::temp_dir().join(format!("croupier-many-{}", std::process::id()));
    let names = [
        "win-line",
        "iron-cross",
        "flat",
        "war-basic",
        "martingale",
        "line-double-odds",
        "three-point-molly",
        "one-three-two-six",
    ];
    for (count, bands) in [(3, true), (4, false), (8, false)] {
        let more = ["--charts", folder.to_str().unwrap(), "--compare"];
        let done = session(&[&FEW[..], &more, &names[..count]].concat());
        assert!(done.status.success(), "{}", err(&done));
        for what in ["paths", "results", "survival"] {
            let file = folder.join(format!("compare-{what}.svg"));
            let chart = std::fs::read_to_string(file).unwrap();
            assert!(chart.contains(", 50 rolls or 50 rounds, 200 nights from seed 1"), "{what}");
            // Each has its line, and one in the legend.
            assert_eq!(chart.matches("class=\"line ").count(), 2 * count, "{what}");
            assert_eq!(chart.contains("class=\"band "), what == "paths" && bands, "{what}");
            for name in &names[..count] {
                assert!(chart.contains(&format!(">{name}<")), "{what} does not name {name}");
            }
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_is_wrong_is_said() {
    let check = |arguments: &[&str], status: i32, what: &str| {
        let done = session(arguments);
        assert_eq!(done.status.code(), Some(status), "{arguments:?}: {}", err(&done));
        assert!(err(&done).contains(what), "{arguments:?}: {}", err(&done));
    };
    check(&[], 1, "no strategy was given");
    check(&["chess", "--strategy", "flat"], 1, "chess");
    check(&["craps", "--strategy", "flat"], 1, "flat is for Three Card Baccarat, not for Craps");
    check(&["--strategy", "flatt"], 1, "no strategy \"flatt\"");
    check(&["--strategy", "missing.toml"], 2, "cannot read missing.toml");
    check(&["--strategy", "flat", "--set", "stake=5"], 1, "it has unit");
    check(&["--strategy", "flat", "--set", "unit"], 1, "NAME=NUMBER");
    check(&["--strategy", "flat", "--goal", "10"], 1, "above the bankroll");
    check(&["--strategy", "flat", "--bankroll", "0.001"], 2, "whole cents");
    check(&["--strategy", "flat", "--minimum", "10", "--maximum", "5"], 1, "(6.1)");
    check(&["--strategy", "flat", "--decks", "5"], 1, "(3.1)");
    check(&["--strategy", "flat", "--cut", "7"], 1, "from 0.5 to 4");
    check(&["--strategy", "flat", "--variant", "odd"], 1, "has no variant");
    check(&["--strategy", "flat", "--threads", "0"], 1, "0 threads");
    check(&["--strategy", "flat", "--hours", "0.001"], 1, "not a night");
    for option in [["--decks", "6"], ["--cut", "2"], ["--shoe", "fresh"]] {
        let what = format!("{} means nothing at Craps", option[0]);
        check(&["--strategy", "win-line", option[0], option[1]], 1, &what);
    }
    check(&["--strategy", "flat", "--shoe", "fresh", "--cut", "2"], 1, "means nothing with");
}

/// Among games of dice and of cards, options about cards are for those that have them.
#[test]
fn options_about_cards_are_for_games_of_cards() {
    let more = ["--shoe", "fresh", "--compare", "win-line", "flat"];
    let done = session(&[&FEW[..], &more].concat());
    assert!(done.status.success(), "{}", err(&done));
}

/// One night is a night, and one that wagers nothing says so and shows what it is.
#[test]
fn a_strategy_that_never_wagers_is_noted() {
    let file = std::env::temp_dir().join(format!("croupier-never-{}.toml", std::process::id()));
    let text = "game = \"craps\"\n[[before]]\nwager = \"field\"\nstake = 5\nif = \"point == 7\"\n";
    std::fs::write(&file, text).unwrap();
    let more = ["--sessions", "1", "--rounds", "1", "--strategy", file.to_str().unwrap()];
    let done = session(&more);
    std::fs::remove_file(&file).unwrap();
    assert!(done.status.success(), "{}", err(&done));
    assert!(out(&done).contains("Craps: 1 night from seed 1"), "{}", out(&done));
    assert!(out(&done).contains("in hand, 1 roll at 100 an hour"), "{}", out(&done));
    assert!(out(&done).contains("note: the strategy never wagered"), "{}", out(&done));
    assert!(out(&done).contains("\n  0.00  100.00 %  ###"), "{}", out(&done));
    assert!(!out(&done).contains("below"), "{}", out(&done));
}

/// A mistake in a file is shown with file, line, column and the line itself.
#[test]
fn a_mistake_is_shown_in_its_place() {
    let file = std::env::temp_dir().join(format!("croupier-strategy-{}.toml", std::process::id()));
    let text =
        "game = \"craps\"\n\n[[before]]\nwager = \"field\"\nstake = 5\nif = \"piont == 6\"\n";
    std::fs::write(&file, text).unwrap();
    let done = session(&["--strategy", file.to_str().unwrap()]);
    std::fs::remove_file(&file).unwrap();
    assert_eq!(done.status.code(), Some(1));
    let wanted =
        ".toml:6:7: nothing is called piont here\n  |\n6 | if = \"piont == 6\"\n  |       ^";
    assert!(err(&done).contains(wanted), "{}", err(&done));
    assert!(err(&done).contains("hint: did you mean point?"), "{}", err(&done));
}

/// What docs/strategies.md shows is what the command prints, and its files are read.
#[test]
fn the_document_is_true() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join("docs/strategies.md")).unwrap();
    let folder = std::path::Path::new(env!("CARGO_BIN_EXE_croupier")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let mut shown = 0;
    for block in text.split("```console\n$ ").skip(1) {
        let (command, wanted) = block.split("```").next().unwrap().split_once('\n').unwrap();
        let mut shell = Command::new("sh");
        let done = shell.args(["-c", command]).env("PATH", &path).current_dir(&root);
        let done = done.output().unwrap();
        assert_eq!(out(&done).trim_end(), wanted.trim_end(), "$ {command}");
        shown += 1;
    }
    let files = text.split("```toml\n").skip(1).filter_map(|block| block.split("```").next());
    let whole: Vec<_> = files.filter(|file| file.contains("game = ")).collect();
    for file in &whole {
        croupier_sim::strategy::Strategy::read(file).unwrap();
    }
    assert!(shown >= 3 && !whole.is_empty());
}
