//! The command as a user runs it.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fmt::Write as _;
use std::fs;
use std::io::{Read, Write};
use std::process::{Child, Command, Output, Stdio};

fn croupier(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the command with this input, fed while its output is read.
fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = croupier(arguments).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let feeder = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    output
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn err(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

const WAR: &str = r#"{"id":"w","game":"casino-war","script":[{"wager":{"player":"A","area":1,"on":"initial","amount":500}},{"card":"KS"},{"card":"9D"}]}"#;
const WAR_ANSWER: &str = r#"{"id":"w","settled":[{"step":2,"player":"A","area":1,"on":"initial","stake":500,"result":"win","pays":500,"back":500,"clause":"5.1.1.1"}],"refused":[],"open":[],"expects":"wagers"}"#;

#[test]
fn settle_answers_standard_input() {
    let done = run(&["settle"], WAR);
    assert_eq!(out(&done).trim_end(), WAR_ANSWER);
    assert_eq!(done.status.code(), Some(0));
    let done = run(&["settle", "-"], &format!("\n  \n{WAR}\r\n\n"));
    assert_eq!(out(&done).trim_end(), WAR_ANSWER, "blank lines are passed over");
}

#[test]
fn a_line_that_is_no_sheet_is_answered_and_the_others_are_done() {
    let lines = format!("nonsense\n{WAR}\n{{\"id\": \"x\", \"game\": \"poker\"}}\n{WAR}");
    let done = run(&["settle"], &lines);
    let answers: Vec<_> = out(&done).lines().collect();
    assert_eq!(answers.len(), 4);
    assert!(answers[0].starts_with(r#"{"id":null,"error":"not JSON: "#), "{}", answers[0]);
    assert_eq!(answers[1], WAR_ANSWER);
    assert!(
        answers[2].starts_with(
            r#"{"id":"x","error":"game: \"poker\" is not known here, expected baceball, "#
        ),
        "{}",
        answers[2]
    );
    assert_eq!(answers[3], WAR_ANSWER);
    assert_eq!(done.status.code(), Some(1));
}

#[test]
fn faults_say_what_and_where() {
    let check = |step: &str, want: &str| {
        let line =
            format!(r#"{{"id": "f", "game": "craps", "script": [{{"roll": [1, 2]}}, {step}]}}"#);
        let done = run(&["settle"], &line);
        assert!(out(&done).contains(want), "{step}\n{}want {want}", out(&done));
        assert_eq!(done.status.code(), Some(1));
    };
    check(
        r#"{"wager": {"player": "A", "on": "field", "amount": "5"}}"#,
        r#"step 1.wager.amount: invalid type: string \"5\", expected a whole number (column 112)"#,
    );
    check(
        r#"{"wager": {"player": "A", "on": "field", "amount": 5.5}}"#,
        "step 1.wager.amount: invalid type: floating point `5.5`, expected a whole number",
    );
    check(
        r#"{"wager": {"player": "A", "on": "field"}}"#,
        "step 1.wager: the field `amount` is missing",
    );
    check(r#"{"roll": [1, 7]}"#, "step 1.roll: 7 is not on a die, expected 1 to 6");
    check(r#"{"roll": [1]}"#, "step 1.roll: expected two dice, found 1");
    check(r#"{"card": "1S"}"#, r#"step 1.card: \"1S\" is not a card"#);
    check(r#"{"bet": 5}"#, "step 1: there is no step `bet`, expected one of `wager`");
    check(r#"{}"#, "step 1: a step is an object with one key");
    check(r#"{"roll": [1, 1], "close": true}"#, "step 1: a step is an object with one key");
    check(r#"{"roll": [1, 1]"#, "step 1: a step is an object with one key");
    check(r#"{"roll": [1 1]}"#, "step 1.roll: not JSON: expected `,` or `]`");
    check(r#"{"choose": {"area": 1}}"#, "step 1.choose: the field `choice` is missing");
    check(
        r#"{"call": {"player": "A", "on": "buy", "number": 4, "state": "up"}}"#,
        "step 1.call.state",
    );
}

#[test]
fn text_that_is_not_utf8_is_a_fault_of_its_line() {
    let mut child = croupier(&["settle"]).spawn().unwrap();
    let mut input = b"{\"id\": \"\xff\"}\n".to_vec();
    input.extend_from_slice(WAR.as_bytes());
    child.stdin.take().unwrap().write_all(&input).unwrap();
    let done = child.wait_with_output().unwrap();
    let answers: Vec<_> = out(&done).lines().collect();
    assert_eq!(answers[0], r#"{"id":null,"error":"not UTF-8 text (byte 9)"}"#);
    assert_eq!(answers[1], WAR_ANSWER);
    assert_eq!(done.status.code(), Some(1));
}

#[test]
fn a_file_that_is_not_there_is_an_error_of_its_own() {
    let done = run(&["settle", "no/such/file.jsonl"], "");
    assert_eq!(done.status.code(), Some(2));
    assert!(err(&done).starts_with("error: cannot open no/such/file.jsonl: "), "{}", err(&done));
    assert_eq!(out(&done), "");
}

/// Many blocks through all cores come out in the order in which they went in.
#[test]
fn the_order_of_lines_is_kept() {
    let mut lines = String::new();
    for number in 0..20_000 {
        let _ = writeln!(lines, "{}", WAR.replace("\"w\"", &format!("\"{number}\"")));
    }
    let done = run(&["settle"], &lines);
    let mut count = 0;
    for (number, answer) in out(&done).lines().enumerate() {
        assert!(answer.starts_with(&format!("{{\"id\":\"{number}\",")), "{answer}");
        count += 1;
    }
    assert_eq!(count, 20_000);
}

/// Feeds a pipe and returns the peak of the command's memory in KiB, and what came out in bytes.
fn peak_of(blocks: impl Iterator<Item = String>) -> (u64, usize) {
    let mut child: Child = croupier(&["settle"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || {
        let (mut buffer, mut total) = (vec![0; 1 << 16], 0);
        while let Ok(read @ 1..) = stdout.read(&mut buffer) {
            total += read;
        }
        total
    });
    for block in blocks {
        stdin.write_all(block.as_bytes()).unwrap();
    }
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find(|line| line.starts_with("VmHWM")).unwrap();
    let peak = peak.split_whitespace().nth(1).unwrap().parse().unwrap();
    drop(stdin);
    assert!(child.wait().unwrap().success());
    (peak, reader.join().unwrap())
}

/// A pipe of any length takes no more memory than a few blocks, also behind a slow line.
#[test]
fn memory_stays_flat() {
    let block = format!("{WAR}\n").repeat(7_000);
    let (peak, total) = peak_of((0..100).map(|_| block.clone()));
    assert!(total > 100_000_000);
    assert!(peak < 40_000, "{peak} KiB for a stream of 100 MB");
    let slow = long_line(5_000, 10_000) + "\n";
    let (peak, _) = peak_of(std::iter::once(slow).chain((0..100).map(|_| block.clone())));
    assert!(peak < 60_000, "{peak} KiB for a stream of 100 MB behind a slow line");
}

/// A program can hold a dialogue: what has come is answered before more is asked for.
#[test]
fn lines_are_answered_as_they_come() {
    let mut child = croupier(&["settle"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    for _ in 0..3 {
        stdin.write_all(format!("{WAR}\n").as_bytes()).unwrap();
        let mut answer = vec![0; WAR_ANSWER.len() + 1];
        stdout.read_exact(&mut answer).unwrap();
        assert_eq!(std::str::from_utf8(&answer).unwrap().trim_end(), WAR_ANSWER);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

/// Writes a craps line: so many players with four wagers each, so many rolls that decide none of
/// them, and a four at the end.
fn long_line(players: usize, rolls: usize) -> String {
    let mut line = String::from(r#"{"id":"long","game":"craps","script":["#);
    for player in 0..players {
        for (on, number) in [("place-win", 6), ("place-win", 8), ("hardway", 6), ("lay", 4)] {
            let spot = format!(r#""player":"P{player}","on":"{on}","number":{number}"#);
            let _ = write!(line, r#"{{"wager":{{{spot},"amount":1200}}}},"#);
        }
    }
    for step in 0..rolls {
        line.push_str(if step % 2 == 0 { r#"{"roll":[1,2]},"# } else { r#"{"roll":[5,6]},"# });
    }
    line + r#"{"roll":[2,2]}]}"#
}

#[test]
fn a_million_steps_and_a_thousand_players() {
    for (players, rolls) in [(1_000, 1_000), (5, 1_000_000), (100_000, 0)] {
        let done = run(&["settle"], &long_line(players, rolls));
        assert_eq!(done.status.code(), Some(0));
        let answer = serde_json::from_str::<serde_json::Value>(out(&done).trim_end()).unwrap();
        // A commission for each lay, and each lay lost to the four.
        assert_eq!(answer.get("settled").unwrap().as_array().unwrap().len(), 2 * players);
        assert_eq!(answer.get("open").unwrap().as_array().unwrap().len(), 3 * players);
    }
}

#[test]
fn explain_prints_a_table_with_the_clause_in_words() {
    let done = run(&["settle", "--explain"], WAR);
    let text = out(&done);
    assert!(text.starts_with("line 1, w: Casino War\n"), "{text}");
    assert!(text.contains("step  player  spot"), "{text}");
    assert!(text.contains("5.1.1.1  Initial wins when"), "{text}");
    let done = run(&["settle", "--explain"], "{}\n");
    assert!(out(&done).contains("not a sheet: the field `game` is missing"), "{}", out(&done));
    assert_eq!(done.status.code(), Some(1));
}

#[test]
fn check_compares_with_what_a_sheet_wants() {
    let right = WAR.replace("\"script\"", r#""want":{"refused":[],"open":[]},"script""#);
    let wrong = right.replace("\"refused\":[]", r#""refused":[{"step":1,"clause":"7.1"}]"#);
    let done = run(&["settle", "--check"], &right);
    assert_eq!(out(&done), "1 as wanted, 0 different\n");
    assert_eq!(done.status.code(), Some(0));
    let done = run(&["settle", "--check"], &format!("{wrong}\n{WAR}"));
    assert!(
        out(&done).contains("-:1: w\n    refused[0]: want {clause \"7.1\", step 1}"),
        "{}",
        out(&done)
    );
    assert!(out(&done).ends_with("0 as wanted, 1 different, 1 that want nothing\n"));
    assert_eq!(done.status.code(), Some(1));
    let done = run(&["settle", "--check"], r#"{"game":"nonsense","script":[]}"#);
    assert!(out(&done).contains("-:1: no id\n    not a sheet"), "{}", out(&done));
    assert_eq!(done.status.code(), Some(1));
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = croupier(&["settle"]).spawn().unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let lines = format!("{WAR}\n").repeat(10_000);
    let _ = stdin.write_all(lines.as_bytes());
    drop(stdin);
    let done = child.wait_with_output().unwrap();
    assert_eq!(err(&done), "");
    assert_eq!(done.status.code(), Some(0));
}

#[test]
fn rules_lists_shows_and_counts() {
    let done = run(&["rules"], "");
    assert_eq!(out(&done).lines().count(), 1 + croupier_engine::Kind::ALL.len());
    for kind in croupier_engine::Kind::ALL {
        let row = out(&done).lines().find(|line| line.starts_with(kind.name())).unwrap();
        assert!(row.contains(kind.title()), "{row}");
    }
    let done = run(&["rules", "craps", "6.1.24"], "");
    for wanted in [
        "Craps 6.1.24",
        "5% of the wager",
        "level        enforce",
        "games/craps.rs:",
        "sheets/craps/6.1.24-",
    ] {
        assert!(out(&done).contains(wanted), "{wanted} is not in\n{}", out(&done));
    }
    let done = run(&["rules", "craps", "99"], "");
    assert_eq!(done.status.code(), Some(1));
    assert!(err(&done).contains("Craps has no clause 99"), "{}", err(&done));
    let done = run(&["rules", "poker"], "");
    assert!(err(&done).contains("hint: the games are "), "{}", err(&done));
}

/// Every clause that software enforces, asks for, records or lets be set is pinned by an answer that a sheet wants, but for
/// promotions.
#[test]
fn coverage_is_complete_where_it_must_be() {
    let done = run(&["rules", "--coverage", "--json"], "");
    let document: serde_json::Value = serde_json::from_str(out(&done)).unwrap();
    let clauses = document["clauses"].as_array().unwrap();
    // What belongs to promotions by its words stands in other sections, too.
    let elsewhere = [
        ("baceball", &["1.1/promotional prize(s)", "15.11"][..]),
        ("craps", &["1.1/promotional prize", "10.11"]),
        ("three-card-baccarat", &["1.1/Promotional Prize(s)", "15.11"]),
        ("casino-war", &["1.1/promotional prize(s)", "14.11"]),
        ("lucky-draw-baccarat", &["1.1/promotional prize(s)", "13.11"]),
    ];
    let lacking = clauses.iter().filter(|it| {
        let mut others = elsewhere.iter().filter(|(game, _)| it["game"] == *game);
        let later = it["kind"] == "promotion"
            || others.any(|(_, clauses)| clauses.iter().any(|clause| it["clause"] == *clause));
        let pinned = ["engine", "floor"].iter().any(|level| it[level] == "pinned");
        !later && !pinned && it["level"] != "none"
    });
    let lacking: Vec<_> = lacking.map(|it| format!("{} {}", it["game"], it["clause"])).collect();
    assert!(
        lacking.is_empty(),
        "{} clauses are pinned by no answer:\n{}",
        lacking.len(),
        lacking.join("\n")
    );
}

/// Coverage tells what is pinned from what is only named, on each level, also as JSON.
#[test]
fn coverage_has_levels() {
    let done = run(&["rules", "casino-war", "--coverage", "--json"], "");
    let document: serde_json::Value = serde_json::from_str(out(&done)).unwrap();
    let clauses = document["clauses"].as_array().unwrap();
    let of = |clause: &str| clauses.iter().find(|it| it["clause"] == clause).unwrap();
    let raise = of("6.5");
    assert_eq!((&raise["floor"], &raise["screen"]), (&"pinned".into(), &"named".into()));
    let tests = raise["tests"].as_array().unwrap();
    let sheet = "sheets/casino-war/floor/6.5-raised-minimum-waits-twenty-minutes.json";
    assert!(tests.iter().any(|test| test == sheet), "{tests:?}");
    assert_eq!(of("5.1.1.1")["engine"], "pinned");
    let count = |hold: &str| clauses.iter().filter(|it| it["floor"] == hold).count();
    let done = run(&["rules", "casino-war", "--coverage"], "");
    let rows = out(&done).lines().filter(|line| line.starts_with("casino-war"));
    let floor = rows.map(|row| row.split_whitespace().nth(5).unwrap().parse::<usize>().unwrap());
    assert_eq!(floor.sum::<usize>(), count("pinned"), "{}", out(&done));
    // Every clause that asks something of the software is pinned by the answer of a sheet.
    for game in ["baceball", "craps", "three-card-baccarat", "casino-war", "lucky-draw-baccarat"] {
        let done = run(&["rules", game, "--coverage", "--pinned"], "");
        assert_eq!(done.status.code(), Some(0), "{}", out(&done));
    }
    let done = run(&["rules", "casino-war", "6.5"], "");
    assert!(out(&done).contains("pinned by    sheets/casino-war/"), "{}", out(&done));
    assert!(out(&done).contains("tests/browser/supervisor.py:"), "{}", out(&done));
}

/// Floor sheets are played, and what goes otherwise is told with the place.
#[test]
fn floor_checks_sheets() {
    let folder = std::env::temp_dir().join(format!("croupier-floor-check-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let right = file("right.json", r#"{"id": "time passes", "script": [{"after": "1h"}]}"#);
    let other = file(
        "other.json",
        "\n{\"id\": \"a\", \"script\": []}\n{\"id\": \"b\", \"script\": [\n{\"who\": \"ann\", \"act\": {\"mint\": {\"amount\": 5}}}]}",
    );
    let wrong = file(
        "wrong.json",
        r#"{"id": "c", "script": [{"who": "dna", "act": {"mint": {"amount": 5}}}]}"#,
    );
    let broken = file("broken.json", "{");
    let check = |files: &[&str]| run(&[&["floor", "--check"], files].concat(), "");
    let done = check(&[&right]);
    assert_eq!((out(&done), done.status.code()), ("1 as wanted, 0 different\n", Some(0)));
    let done = check(&[&right, &other]);
    assert_eq!(done.status.code(), Some(1));
    let text = out(&done);
    assert!(
        text.contains(
            "other.json:3: b\n    script[0]: ann, {\"mint\":{\"amount\":5}}: want done\n"
        ),
        "{text}"
    );
    assert!(text.ends_with("2 as wanted, 1 different\n"), "{text}");
    let done = check(&[&other, &wrong]);
    assert_eq!(done.status.code(), Some(2));
    assert!(
        out(&done).contains(
            "wrong.json:1: not a floor sheet: script[0].who: nobody here is called \"dna\""
        ),
        "{}",
        out(&done)
    );
    assert!(err(&done).contains("hint: docs/floor-sheet.md"), "{}", err(&done));
    assert_eq!(check(&[&broken]).status.code(), Some(2));
    assert_eq!(check(&["/no/such/file"]).status.code(), Some(2));
    let done = check(&[&right, "--explain"]);
    assert!(out(&done).contains("  1:00:00  nobody does anything\n"), "{}", out(&done));
    assert_eq!(run(&["floor"], "").status.code(), Some(2), "a journal is needed without --check");
    fs::remove_dir_all(&folder).unwrap();
}
