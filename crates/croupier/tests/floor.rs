//! A floor in a journal, as a user runs it: told, killed, damaged, verified, shown again.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use croupier_floor::Floor;
use croupier_house::{Rehearsal, Secret};
use croupier_view::SeenAnswer;
use serde_json::Value;

fn croupier(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_croupier")).args(arguments).output().unwrap()
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

/// A folder that is gone when the test is done.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("croupier-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Lines for `croupier floor`, and the answers they must get.
fn lines(seed: u64, count: usize) -> Vec<(String, String)> {
    let mut floor = Floor::default();
    let mut rehearsal = Rehearsal::new(seed, 5, 15, Secret::fixed([3; 32]));
    let mut all = Vec::new();
    for _ in 0..count {
        let next = rehearsal.next(&floor);
        let answer = floor.act(next.at, &next.who, &next.act);
        let answer = serde_json::to_string(&SeenAnswer::of(&answer, &floor)).unwrap();
        let line = format!(
            "{{\"at\":{},\"who\":\"{}\",\"act\":{}}}\n",
            next.at,
            next.who,
            next.act.write()
        );
        all.push((line, answer));
    }
    all
}

/// What the lines of a settlement say, apart from the step.
fn settled(line: &Value) -> Vec<Option<&Value>> {
    let fields =
        ["player", "area", "on", "number", "point", "stake", "result", "pays", "back", "clause"];
    fields.iter().map(|field| line.get(field)).collect()
}

#[test]
fn a_night_is_proved_and_its_rounds_are_played_again() {
    let folder = Folder::new("night");
    let (db, sheet) = (folder.file("night.db"), folder.file("round.jsonl"));
    let done = croupier(&["floor", &db, "--rehearse", "12000", "--seed", "4"]);
    assert!(done.status.success(), "{done:?}");
    let done = croupier(&["verify", &db]);
    assert!(done.status.success(), "{done:?}");
    assert!(out(&done).contains("12000 entries") && out(&done).contains("the journal is sound"));
    assert!(out(&done).contains("right  12000 entries decided again by the rules of 2016-08-17"));
    let proof = croupier(&["verify", &db, "--json"]);
    let proof = serde_json::from_str::<Value>(out(&proof)).unwrap();
    assert_eq!((&proof["sound"], &proof["decided"]), (&Value::Bool(true), &Value::from(12_000)));
    assert_eq!(proof["folded"], Value::Array(Vec::new()));
    let (mut compared, mut words) = (0, 0);
    for table in 1..=5 {
        for round in 1..=14 {
            let id = format!("{table}/{round}");
            let shown = croupier(&["replay", &db, "--round", &id, "--json"]);
            if !shown.status.success() {
                continue;
            }
            let round = serde_json::from_str::<Value>(out(&shown)).unwrap();
            let events =
                round.get("entries").unwrap().as_array().unwrap().iter().flat_map(|entry| {
                    entry.get("answer").unwrap().get("events").unwrap().as_array().unwrap()
                });
            let lines = events.filter_map(|event| event.get("game")?.get("settled"));
            let want: Vec<_> = lines.map(settled).collect();
            std::fs::write(&sheet, &croupier(&["replay", &db, "--round", &id, "--sheet"]).stdout)
                .unwrap();
            let answer = croupier(&["settle", &sheet]);
            let answer = serde_json::from_str::<Value>(out(&answer).trim()).unwrap();
            let got: Vec<_> =
                answer.get("settled").unwrap().as_array().unwrap().iter().map(settled).collect();
            assert!(got.ends_with(&want), "{id}: {got:?} {want:?}");
            compared += want.len();
            let text = croupier(&["replay", &db, "--round", &id]);
            assert!(out(&text).contains(&format!("round {}", id.split_once('/').unwrap().1)));
            assert!(!out(&text).contains("{\""), "acts are in words: {}", out(&text));
            let fair = croupier(&["fair", &db, "--round", &id]);
            assert!(!out(&fair).contains("WRONG"), "{}", out(&fair));
            words += out(&fair).matches("opened \"").count();
        }
    }
    assert!(compared > 20 && words > 0, "{compared} lines, {words} words");
    assert_eq!(croupier(&["replay", &db, "--round", "9/9"]).status.code(), Some(1));
    assert_eq!(croupier(&["replay", &db, "--round", "nine"]).status.code(), Some(2));
}

/// The same acts lead to the same answers, whether the floor was closed in the middle or not.
#[test]
fn a_floor_goes_on_where_it_was() {
    let folder = Folder::new("restart");
    let db = folder.file("floor.db");
    let all = lines(8, 2_000);
    let mut answers = Vec::new();
    for part in all.chunks(700) {
        let file = folder.file("acts.jsonl");
        let text: String = part.iter().map(|(line, _)| line.as_str()).collect();
        std::fs::write(&file, text).unwrap();
        let done = croupier(&["floor", &db, &file]);
        assert!(done.status.success(), "{done:?}");
        answers.extend(out(&done).lines().map(str::to_owned));
    }
    assert_eq!(answers.len(), all.len());
    for (number, ((_, want), got)) in (1..).zip(all.iter().zip(&answers)) {
        assert_eq!(*got, format!("{{\"number\":{number},\"answer\":{want}}}"));
    }
}

/// Killed again and again under load, a floor loses nothing that it told, and doubles nothing.
#[test]
fn a_floor_that_is_killed_loses_nothing_that_it_told() {
    let folder = Folder::new("killed");
    let db = folder.file("floor.db");
    let all = lines(21, 6_000);
    let (mut told, mut kills) = (0, 0);
    while told < all.len() {
        let mut child = start(&db);
        // At most so many lines at a time, so that there is always something left to be killed in.
        let part = &all[told..all.len().min(told + 900)];
        let text: String = part.iter().map(|(line, _)| line.as_str()).collect();
        let mut stdin = child.stdin.take().unwrap();
        let writer = std::thread::spawn(move || {
            let _ = stdin.write_all(text.as_bytes());
            stdin
        });
        let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
        // The input stays open: every answer comes without waiting for its end.
        for (number, (_, want)) in (told + 1..).zip(&part[..part.len() * (kills + 1) / 8]) {
            let line = answers.next().unwrap().unwrap();
            assert_eq!(line, format!("{{\"number\":{number},\"answer\":{want}}}"));
        }
        let heard = told + part.len() * (kills + 1) / 8;
        child.kill().unwrap();
        child.wait().unwrap();
        drop(writer.join().unwrap());
        kills = (kills + 1) % 8;
        let entries = entries(&db);
        assert!(entries >= heard, "{entries} entries, but {heard} were told");
        // What was durable but not heard of is not told again.
        told = entries;
    }
    assert_eq!(entries(&db), all.len());
}

fn start(db: &str) -> std::process::Child {
    Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["floor", db])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Whoever waits for an answer before the next line gets it.
#[test]
fn a_conversation() {
    let folder = Folder::new("talk");
    let db = folder.file("floor.db");
    let mut child = start(&db);
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for (number, (line, want)) in (1..).zip(lines(3, 40)) {
        stdin.write_all(line.as_bytes()).unwrap();
        let answer = answers.next().unwrap().unwrap();
        assert_eq!(answer, format!("{{\"number\":{number},\"answer\":{want}}}"));
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

/// Verifies a journal, and counts its entries.
fn entries(db: &str) -> usize {
    let done = croupier(&["verify", db]);
    assert!(done.status.success(), "{done:?}");
    out(&done).split_whitespace().next().unwrap().parse().unwrap()
}

/// An amount that was changed in the file is found, and the entry is named.
#[test]
fn a_changed_amount_is_found() {
    let folder = Folder::new("changed");
    let db = folder.file("floor.db");
    assert!(croupier(&["floor", &db, "--rehearse", "900"]).status.success());
    let mut bytes = std::fs::read(&db).unwrap();
    let wanted = b"\"amount\":2000000";
    // Some may lie in parts of the file that are not in use; the others count.
    let places: Vec<_> =
        (0..bytes.len() - wanted.len()).filter(|&at| bytes[at..].starts_with(wanted)).collect();
    assert!(!places.is_empty());
    for at in places {
        bytes[at + 9] = b'9';
    }
    std::fs::write(&db, bytes).unwrap();
    let done = croupier(&["verify", &db]);
    assert_eq!(done.status.code(), Some(1), "{done:?}");
    assert!(out(&done).contains("WRONG") && out(&done).contains("entry "), "{}", out(&done));
    let again = croupier(&["floor", &db, "--rehearse", "1"]);
    assert!(!again.status.success());
}

#[test]
fn bad_lines_are_said_and_the_rest_is_done() {
    let folder = Folder::new("lines");
    let (db, file) = (folder.file("floor.db"), folder.file("acts.jsonl"));
    let good = r#"{"at":1,"who":"max","act":{"add-person":{"name":"max","roles":["manager"],"password":null}}}"#;
    std::fs::write(&file, format!("nonsense\n{{\"at\":1}}\n{good}\n")).unwrap();
    let done = croupier(&["floor", &db, &file]);
    assert_eq!(done.status.code(), Some(1));
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(said.contains("acts.jsonl:1:") && said.contains("acts.jsonl:2:"), "{said}");
    assert_eq!(out(&done).lines().count(), 1);
    assert!(Path::new(&db).exists());
}
