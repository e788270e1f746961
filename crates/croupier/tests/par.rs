//! `croupier par` as a user runs it.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::process::{Command, Output};

use croupier_engine::Kind;
use croupier_sheet::Value;

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
        let sheet = Value::read(out(&first)).unwrap();
        let odds = Command::new(env!("CARGO_BIN_EXE_croupier"))
            .args(["odds", kind.name(), "--json"])
            .output()
            .unwrap();
        assert_eq!(sheet.get("odds"), Some(&Value::read(out(&odds)).unwrap()), "{}", kind.name());
        let hash = sheet.get("rules").unwrap().get("sha256").unwrap().text().unwrap();
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
