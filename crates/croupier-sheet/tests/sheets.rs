//! Every sheet of the project gets the answer it wants.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::{Path, PathBuf};
use std::{fs, iter};

use croupier_engine::Kind;
use croupier_sheet::{Answerer, Comparison, Sheet, check};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files(kind: Kind) -> Vec<PathBuf> {
    let folder = root().join("sheets").join(kind.name());
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let paths = entries.map(|entry| entry.unwrap().path());
    // Floor sheets stand in a folder of their own.
    let mut files: Vec<_> = paths.filter(|path| path.is_file()).collect();
    files.sort();
    files
}

fn lines(file: &Path) -> Vec<(usize, String)> {
    let text = fs::read_to_string(file).unwrap();
    (1..).zip(text.lines().map(str::to_owned)).collect()
}

#[test]
fn every_sheet_gets_the_answer_it_wants() {
    let mut answerer = Answerer::default();
    let mut wrong = String::new();
    let mut count = 0;
    for file in Kind::ALL.into_iter().flat_map(files) {
        for (number, line) in lines(&file) {
            let mut answer = String::new();
            answerer.answer(&line, &mut answer);
            count += 1;
            let told = match check(&line, &answer) {
                Comparison::Same => continue,
                Comparison::NothingWanted => vec!["it wants nothing".to_owned()],
                Comparison::Different(differences) => differences,
            };
            wrong += &format!("{}:{number}\n    {}\n", file.display(), told.join("\n    "));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count > 1000, "only {count} sheets were found");
}

/// A comparison that cannot fail would prove nothing: change a wanted answer, and it must be noticed.
#[test]
fn a_changed_answer_is_noticed() {
    let mut answerer = Answerer::default();
    let changes = [
        ("\"pays\": ", "\"pays\": 1"),
        ("\"clause\": \"", "\"clause\": \"9"),
        ("\"step\": ", "\"step\": 9"),
        ("\"stake\": ", "\"stake\": 9"),
        ("\"settled\": [{", "\"settled\": [{\"x\": 1}, {"),
    ];
    let mut noticed = 0;
    for file in Kind::ALL.into_iter().flat_map(files) {
        for (number, line) in lines(&file) {
            let Some(at) = line.find("\"want\"") else { continue };
            let mut answer = String::new();
            answerer.answer(&line, &mut answer);
            for (from, to) in changes {
                let Some(found) = line[at..].find(from) else { continue };
                let mut changed = line.clone();
                changed.replace_range(at + found..at + found + from.len(), to);
                let verdict = check(&changed, &answer);
                let place = file.display();
                assert!(matches!(verdict, Comparison::Different(_)), "{place}:{number}: {changed}");
                noticed += 1;
            }
        }
    }
    assert!(noticed > 1000, "only {noticed} changes were tried");
}

/// Fields in another order, or a script before its game, mean the same.
#[test]
fn the_order_of_fields_does_not_matter() {
    for file in Kind::ALL.into_iter().flat_map(files) {
        for (number, line) in lines(&file) {
            let Ok(sheet) = Sheet::read(&line) else { continue };
            let value = serde_json::from_str::<serde_json::Value>(&line).unwrap();
            let serde_json::Value::Object(fields) = value else { unreachable!() };
            let text = |name: &str| raw(&line, name);
            let turned: Vec<_> = fields
                .iter()
                .rev()
                .map(|(name, _)| format!("{name:?}: {}", text(name).unwrap()))
                .collect();
            let turned = format!("{{{}}}", turned.join(", "));
            let (mut one, mut other) = (String::new(), String::new());
            croupier_sheet::answer(&line, &mut one);
            croupier_sheet::answer(&turned, &mut other);
            assert_eq!(one, other, "{}:{number}", file.display());
            drop(sheet);
        }
    }
}

/// Cuts the text of a top-level field out of a line.
fn raw<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let mut depth = 0;
    let mut in_text = false;
    let mut escaped = false;
    let mut start = None;
    let key = format!("\"{name}\"");
    for (at, c) in line.char_indices().chain(iter::once((line.len(), ' '))) {
        if depth == 1 && !in_text && start.is_none() && line[at..].starts_with(&key) {
            let rest = line[at + key.len()..].trim_start();
            if rest.starts_with(':') {
                start = Some(line.len() - rest.len() + 1);
            }
        }
        match c {
            _ if escaped => escaped = false,
            '\\' if in_text => escaped = true,
            '"' => in_text = !in_text,
            '{' | '[' if !in_text => depth += 1,
            '}' | ']' | ',' if !in_text => {
                if depth == 1
                    && let Some(start) = start
                    && at >= start
                {
                    return Some(line[start..at].trim());
                }
                depth -= i32::from(c != ',');
            }
            _ => {}
        }
    }
    None
}
