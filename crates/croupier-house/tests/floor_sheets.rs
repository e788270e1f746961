//! Every floor sheet of the project gets what it wants.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::{Path, PathBuf};

use croupier_engine::Kind;
use croupier_house::floor_sheet::{GUEST, PEOPLE, check, sheets};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Lists the files with floor sheets of a game.
fn files(kind: Kind) -> Vec<PathBuf> {
    let folder = root().join("sheets").join(kind.name()).join("floor");
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn every_floor_sheet_gets_what_it_wants() {
    let mut wrong = Vec::new();
    let mut played = 0;
    for file in Kind::ALL.into_iter().flat_map(files) {
        let name = file.strip_prefix(root()).unwrap().display().to_string();
        let text = std::fs::read_to_string(&file).unwrap();
        let found = sheets(&text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert_eq!(found.len(), 1, "{name}: a file has one sheet");
        for (_, sheet) in found {
            played += 1;
            match check(sheet) {
                Ok(outcome) if outcome.differences.is_empty() => {}
                Ok(outcome) => {
                    let all = outcome.differences.join("\n    ");
                    wrong.push(format!("{name}: {}\n    {all}", outcome.id));
                }
                Err(fault) => wrong.push(format!("{name}: {fault}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {played}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(played > 0, "there are no floor sheets");
}

/// The examples of the page that describes floor sheets.
fn examples() -> Vec<String> {
    let page = std::fs::read_to_string(root().join("docs/floor-sheet.md")).unwrap();
    let parts = page.split("```json\n").skip(1);
    parts.map(|part| part.split("```").next().unwrap().to_owned()).collect()
}

#[test]
fn the_examples_of_the_page_are_right() {
    let examples = examples();
    assert!(examples.len() >= 3, "{} examples", examples.len());
    for example in examples {
        let outcome = check(&example).unwrap_or_else(|fault| panic!("{fault}\n{example}"));
        assert_eq!(outcome.differences, [""; 0], "{example}\n{}", outcome.story);
    }
}

/// The page names everybody of the house, with their roles.
#[test]
fn the_page_has_the_people_of_the_house() {
    let page = std::fs::read_to_string(root().join("docs/floor-sheet.md")).unwrap();
    for (name, role) in PEOPLE {
        let row = page.lines().find(|line| {
            line.starts_with("| `")
                && line.split('|').nth(1).unwrap().contains(&format!("`{name}`"))
        });
        assert!(row.is_some_and(|row| row.contains(&format!("| {}", role.name()))), "{name}");
    }
    assert!(page.contains(&format!("| `{GUEST}` | guest")));
}
