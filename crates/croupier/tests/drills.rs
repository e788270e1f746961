//! The deck of drills: every situation comes about by the rules, and has an answer.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use croupier_engine::{Due, Kind};
use croupier_sheet::Drill;

fn deck() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../drills");
    let mut lines = Vec::new();
    for kind in Kind::ALL {
        let file = folder.join(format!("{}.jsonl", kind.name()));
        let Ok(text) = fs::read_to_string(&file) else { continue };
        for (number, line) in (1..).zip(text.lines()) {
            lines.push((format!("{}:{number}", file.display()), line.to_owned()));
        }
    }
    lines
}

/// All steps but the last are accepted; the last is accepted or refused, and something follows.
#[test]
fn every_situation_comes_about_and_has_an_answer() {
    let deck = deck();
    let mut ids = BTreeSet::new();
    let mut silent = 0;
    for (place, line) in &deck {
        let drill = Drill::read(line).unwrap_or_else(|fault| panic!("{place}: {fault}"));
        let answer = drill.sheet.play().unwrap_or_else(|fault| panic!("{place}: {fault}"));
        let last = drill.sheet.inputs.len() - 1;
        assert!(drill.before <= last, "{place}: there is no deed");
        for (step, refusal) in &answer.refused {
            assert!(*step == last, "{place}: step {step} is refused: {refusal}");
        }
        let follows = answer.refused.len()
            + answer.acts.iter().flatten().filter(|(step, _)| *step >= drill.before).count()
            + answer.settled.iter().filter(|(step, _)| *step >= drill.before).count();
        let asks = matches!(answer.table.expects().due, Due::Ruling(_));
        silent += usize::from(follows == 0 && !asks);
        let id = drill.sheet.id.unwrap().into_owned();
        assert!(ids.insert(id.clone()), "{place}: {id} is there twice");
    }
    // In a few situations the answer is that the step is allowed and what comes next.
    assert!(silent <= 8, "{silent} situations lead to nothing");
    assert!(deck.len() >= 50, "only {} situations", deck.len());
}

fn drill(arguments: &[&str], input: &str) -> (String, Option<i32>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .arg("drill")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let done = child.wait_with_output().unwrap();
    (String::from_utf8(done.stdout).unwrap(), done.status.code())
}

#[test]
fn a_class_can_share_a_drill() {
    let all_a = "a\n".repeat(20);
    let (one, status) = drill(&["--seed", "11", "--count", "20"], &all_a);
    let (other, _) = drill(&["--seed", "11", "--count", "20"], &all_a);
    assert_eq!(one, other);
    assert_eq!(status, Some(0));
    let (another, _) = drill(&["--seed", "12", "--count", "20"], &all_a);
    assert_ne!(one, another);
    let (right, wrong) = (one.matches("\nRight. ").count(), one.matches("\nWrong. ").count());
    assert_eq!(right + wrong, 20, "{one}");
    assert!(one.contains(&format!("{right} of 20 right")), "{one}");
    assert!(right > 0 && wrong > 0, "the right answer is not always a: {right} of 20");
}

#[test]
fn a_drill_can_be_left_and_asks_again() {
    let (text, status) = drill(&["craps", "--seed", "1"], "nonsense\nq\n");
    assert!(text.contains("a, b, c, d, or q to stop"), "{text}");
    assert!(text.ends_with("0 of 0 right\n"), "{text}");
    assert_eq!(status, Some(0));
    let (text, _) = drill(&["craps", "--seed", "1", "--count", "2"], "a\n");
    assert!(text.contains("of 1 right"), "{text}");
}

#[test]
fn every_answer_can_be_read() {
    let (text, _) = drill(&["--answers"], "");
    assert!(text.matches("expects").count() >= 50);
}
