//! `croupier par` as a user runs it.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::process::{Command, Output};

use croupier_engine::Kind;
use serde_json::Value;

fn par(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.arg("par").args(arguments).args(["--shoes", "4"]).output().unwrap()
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

/// Every section that a test lab looks for is on the sheet of every game, and the page asks nobody else.
#[test]
fn every_game_has_its_sheet() {
    for kind in Kind::ALL {
        let page = par(&[kind.name()]);
        assert!(page.status.success(), "{page:?}");
        let page = out(&page);
        let mut wanted = vec!["Wagers", "Outcomes", "Hold", "Rounding", "SHA-256 of program"];
        if kind.house().areas.is_some() {
            wanted.extend(["Effect of removal", "As the shoe is dealt"]);
        }
        for section in wanted {
            assert!(page.contains(section), "{}: {section}", kind.name());
        }
        for outside in ["src=", "@import", "url(", "<script", "<link"] {
            assert!(!page.contains(outside), "{}: {outside}", kind.name());
        }
        let (open, close) = (page.matches("<svg").count(), page.matches("</svg>").count());
        assert!(open > 1 && open == close, "{}: {open} pictures", kind.name());
        assert!(!page.contains("NaN") && !page.contains("inf"), "{}", kind.name());
    }
}

/// The same question gives the same bytes, and the odds on the sheet are those of `croupier odds`.
#[test]
fn json_agrees_with_odds() {
    for kind in Kind::ALL {
        let (first, second) =
            (par(&[kind.name(), "--format", "json"]), par(&[kind.name(), "--format", "json"]));
        assert_eq!(out(&first), out(&second));
        let sheet = serde_json::from_str::<Value>(out(&first)).unwrap();
        let odds = Command::new(env!("CARGO_BIN_EXE_croupier"))
            .args(["odds", kind.name(), "--json"])
            .output()
            .unwrap();
        assert_eq!(
            sheet.get("odds"),
            Some(&serde_json::from_str::<Value>(out(&odds)).unwrap()),
            "{}",
            kind.name()
        );
        let hash = sheet.get("rules").unwrap().get("sha256").unwrap().as_str().unwrap();
        assert_eq!(hash.len(), 64);
    }
}

/// The band of the hold is the edge, 1.96 standard errors to each side.
#[test]
fn markdown_shows_the_hold() {
    let sheet = par(&["casino-war", "--format", "md"]);
    let row = out(&sheet).lines().find(|line| line.contains("| 95 %")).unwrap();
    let cells: Vec<_> = row.split('|').map(str::trim).collect();
    // 2.3300 % and 1.96 * 1.05764 / 1000 on each side.
    assert_eq!(cells[6], "2.123 to 2.537 %", "{row}");
}

#[test]
fn the_file_says_what_is_written() {
    let folder = std::env::temp_dir();
    let file = |ending: &str| folder.join(format!("croupier-par-{}.{ending}", std::process::id()));
    for (ending, start) in [("html", "<!doctype html>"), ("md", "# PAR sheet"), ("json", "{")] {
        let file = file(ending);
        let done = par(&["craps", "--out", file.to_str().unwrap()]);
        assert!(done.status.success() && done.stdout.is_empty(), "{done:?}");
        assert!(std::fs::read_to_string(&file).unwrap().starts_with(start));
        std::fs::remove_file(&file).unwrap();
    }
    let done = par(&["craps", "--out", file("pdf").to_str().unwrap()]);
    assert_eq!(done.status.code(), Some(1));
}

/// A war comes in 23 of 311 rounds: what is one in so many wars is one in many more rounds.
#[test]
fn one_in_is_counted_in_rounds() {
    let sheet = par(&["casino-war", "--format", "md"]);
    let outcomes = out(&sheet).split("## Outcomes").nth(1).unwrap();
    let mut wars = outcomes.lines().skip_while(|line| !line.starts_with("| war "));
    let row = wars.find(|line| line.contains("| 10.2 ")).unwrap();
    let row: Vec<_> = row.split('|').map(str::trim).collect();
    let share: f64 = row[5].trim_end_matches(" %").parse().unwrap();
    let rounds: f64 = row[7].parse().unwrap();
    assert!((rounds * share / 100.0 * 23.0 / 311.0 - 1.0).abs() < 1e-4, "{row:?}");
    assert!(out(&sheet).contains("excess kurtosis"));
    let moves = out(&sheet).split("## As the shoe is dealt").nth(1).unwrap();
    let moves = moves.split("## Rounding").next().unwrap();
    assert!(moves.contains("| tie ") && !moves.contains("| war "), "{moves}");
}

#[test]
fn a_meter_without_a_figure_says_why() {
    let sheet =
        par(&["baceball", "--price", "50", "--format", "md", "--pays", "9.1/Strike Out=25:1"]);
    assert!(out(&sheet).contains("favour whatever the major meter shows"), "{}", out(&sheet));
    assert!(out(&sheet).contains("- Prices: those of the order, but 9.1/Strike Out at 25 to 1"));
}
