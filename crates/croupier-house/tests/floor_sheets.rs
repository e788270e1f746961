//! Every floor sheet of the project gets what it wants.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::{Path, PathBuf};

use croupier_engine::Kind;
use croupier_house::floor_sheet::{check, sheets};

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
