//! `croupier simulate`, `merge` and `rng` as a user runs them.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![allow(clippy::float_arithmetic, reason = "decimals are checked against the fractions")]

use std::path::PathBuf;
use std::process::{Command, Output};

use croupier_engine::Kind;
use data_encoding::HEXLOWER;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

fn croupier(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_croupier")).args(arguments).output().unwrap()
}

fn simulate(arguments: &[&str]) -> Output {
    croupier(&[&["simulate"], arguments].concat())
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn err(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// The report without its last line, which says how long it took.
fn timeless(output: &Output) -> String {
    assert!(output.status.success(), "{}", err(output));
    let text = out(output);
    let lines: Vec<_> = text.lines().collect();
    assert!(lines.last().unwrap().starts_with("\"seconds\":"), "{text}");
    lines[..lines.len() - 1].join("\n")
}

/// Gives a report that was changed the hash that it would have been written with.
fn sealed(text: &str) -> String {
    let key = ",\n\"sha256\":\"";
    let (above, below) = text.rsplit_once(key).unwrap();
    let hash = HEXLOWER.encode(&Sha256::digest(above));
    format!("{above}{key}{hash}{}", &below[64..])
}

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("croupier-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn every_game_prints_tables_rows_and_json() {
    for game in Kind::ALL.map(Kind::name) {
        let done = simulate(&[game, "--rounds", "1e5", "--seed", "12"]);
        assert!(done.status.success(), "{}{}", out(&done), err(&done));
        assert!(out(&done).contains("exact edge") && out(&done).contains("100,000 r"));
        // Nets follow from what is staked, so that is said.
        assert!(out(&done).contains("staked on each wager"), "{}", out(&done));
        let rows = simulate(&[game, "--rounds", "1e5", "--csv"]);
        assert!(out(&rows).starts_with("sort,rounds,on,number,point,stake,result,net"));
        let columns = |line: &str| line.split(',').count();
        assert!(out(&rows).lines().all(|line| columns(line) == 19), "{}", out(&rows));
        let report =
            serde_json::from_str::<Value>(out(&simulate(&[game, "--rounds", "1e5", "--json"])))
                .unwrap();
        let sure = report.get("sure").unwrap();
        assert_eq!(sure.get("rounds"), Some(&Value::from(100000)));
        let number = |of: &Value, field: &str| match of.get(field) {
            Some(Value::Number(text)) => text.as_f64().unwrap(),
            other => panic!("{field} is {other:?}"),
        };
        assert!(number(&report, "rate") > 0.0);
        for wager in sure.get("wagers").unwrap().as_array().unwrap() {
            let exact = wager.get("exact_edge").and_then(Value::as_str).unwrap();
            let (over, under) = exact.split_once('/').unwrap();
            let exact = over.parse::<f64>().unwrap() / under.parse::<f64>().unwrap();
            assert!((number(wager, "exact_edge_decimal") - exact).abs() < 1e-12);
            assert!((number(wager, "return") + number(wager, "edge") - 1.0).abs() < 1e-12);
            let shares = wager.get("results").unwrap().as_array().unwrap().iter();
            let all: f64 = shares.map(|result| number(result, "exact_decimal")).sum();
            assert!((all - 1.0).abs() < 1e-9, "{game}: {all}");
        }
    }
}

#[test]
fn one_round_is_one_round() {
    let done = simulate(&["casino-war", "--rounds", "1"]);
    assert!(out(&done).contains("\n1 round, seed 1\n"), "{}", out(&done));
    let done = simulate(&["craps", "--rounds", "1"]);
    assert!(out(&done).contains("\n1 roll, seed 1\n"), "{}", out(&done));
}

#[test]
fn the_same_seed_gives_the_same_numbers_however_it_is_played() {
    for game in Kind::ALL.map(Kind::name) {
        let with = |more: &[&str]| {
            timeless(&simulate(
                &[&[game, "--rounds", "2e5", "--seed", "5", "--json"], more].concat(),
            ))
        };
        let one = with(&["--threads", "1"]);
        assert_eq!(one, with(&["--threads", "3"]));
        assert_eq!(one, with(&["--through-engine"]), "{game}");
        let other = timeless(&simulate(&[game, "--rounds", "2e5", "--seed", "6", "--json"]));
        assert_ne!(one, other);
    }
}

/// Plays a run in one piece and in parts, and compares the reports.
fn shards(name: &str, arguments: &[&str], of: u64) {
    let folder = folder(name);
    let whole = timeless(&simulate(&[arguments, &["--json"]].concat()));
    let mut files = Vec::new();
    for number in (1..=of).rev() {
        let shard = format!("{number}/{of}");
        let part = simulate(&[arguments, &["--json", "--shard", &shard]].concat());
        assert!(part.status.success(), "{}", err(&part));
        let file = folder.join(format!("{number}.json"));
        std::fs::write(&file, &part.stdout).unwrap();
        files.push(file.to_str().unwrap().to_owned());
    }
    let mut merge = vec!["merge", "--json"];
    merge.extend(files.iter().map(String::as_str));
    assert_eq!(timeless(&croupier(&merge)), whole);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn parts_merge_into_the_report_of_one_run() {
    shards("war", &["casino-war", "--rounds", "500000", "--seed", "3"], 3);
    let shoe =
        ["lucky-draw-baccarat", "--rounds", "300001", "--shoe", "--decks", "3", "--areas", "4"];
    shards("shoe", &shoe, 2);
    shards("dice", &["craps", "--rounds", "400000"], 5);
    shards("meter", &["baceball", "--rounds", "200000", "--areas", "7", "--meter", "major=5"], 1);
    let even =
        ["three-card-baccarat", "--variant", "even-money", "--rounds", "300000", "--chip", "25"];
    shards("even", &[&even[..], &["--stake", "1000,tie=500,banker-total:6=75"]].concat(), 64);
}

#[test]
fn merge_refuses_what_is_not_one_run() {
    let folder = folder("refused");
    let part = |name: &str, arguments: &[&str]| {
        let done = simulate(&[&["casino-war", "--rounds", "2e5", "--json"], arguments].concat());
        let file = folder.join(name);
        std::fs::write(&file, &done.stdout).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let one = part("one.json", &["--shard", "1/2"]);
    let two = part("two.json", &["--shard", "2/2"]);
    let again = part("again.json", &["--shard", "2/2"]);
    let other = part("other.json", &["--shard", "2/2", "--seed", "9"]);
    let third = part("third.json", &["--shard", "3/3"]);
    let refused = |files: &[&str], why: &str| {
        let done = croupier(&[&["merge"], files].concat());
        assert_eq!(done.status.code(), Some(2), "{why}: {}", out(&done));
        assert!(err(&done).contains(why), "{why}: {}", err(&done));
    };
    refused(&[&one], "of 2 parts these are missing: 2");
    refused(&[&one, &two, &again], "are the same part, 2");
    refused(&[&one, &other], "is not of the run of");
    refused(&[&one, &third], "one.json is part 1 of 2, ");
    refused(&[&one, &third], "third.json is part 3 of 3");
    let whole = part("whole.json", &[]);
    refused(&[&whole, &one], "whole.json is part 1 of 1, ");
    refused(&[&whole, &one], "one.json is part 1 of 2");
    let done = croupier(&["merge", folder.join("none.json").to_str().unwrap()]);
    assert_eq!(done.status.code(), Some(2), "{}", err(&done));
    assert_eq!(croupier(&["merge", &one, &two]).status.code(), Some(0));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A part that was changed is not merged, not even with a hash that fits.
#[test]
fn merge_refuses_what_was_changed() {
    let folder = folder("changed");
    let play = |shard: &str| {
        let run = ["casino-war", "--rounds", "2e5", "--areas", "2", "--json", "--shard", shard];
        out(&simulate(&run)).to_owned()
    };
    let one = folder.join("one.json").to_str().unwrap().to_owned();
    std::fs::write(&one, play("1/2")).unwrap();
    let text = play("2/2");
    let two = folder.join("two.json").to_str().unwrap().to_owned();
    let refused = |text: &str, why: &str| {
        std::fs::write(&two, text).unwrap();
        let done = croupier(&["merge", &one, &two]);
        assert_eq!(done.status.code(), Some(2), "{why}: {}", out(&done));
        assert!(err(&done).contains(why), "{why}: {}", err(&done));
        assert!(err(&done).contains("two.json"), "{why}: {}", err(&done));
    };
    let decided = text.split("\"decided\":").nth(1).unwrap().split(',').next().unwrap();
    let decided = format!("\"decided\":{decided}");
    let count = text.split("\"count\":").nth(1).unwrap().split(',').next().unwrap();
    let count = format!("\"count\":{count}");
    let seconds = text.split("\"seconds\":").nth(1).unwrap().trim_end();
    let seconds = format!("\"seconds\":{}", seconds.trim_end_matches('}'));
    for (from, to, why) in [
        ("\"complete\":true", "\"complete\":false", "was stopped before its end"),
        ("\"shard\":[2,2]", "\"shard\":[3,2]", "there is no part 3 of 2"),
        ("\"blocks\":[2,4]", "\"blocks\":[0,4]", "blocks is not [2,4]"),
        ("\"played\":2", "\"played\":1", "1 blocks were played, the part has 2"),
        ("\"rounds\":68928", "\"rounds\":68929", "it has 68929 rounds, the part has 68928"),
        (&*decided, "\"decided\":7", "initial: its counts do not add up to the 7 decided"),
        (&*count, "\"count\":18446744073709551615", "initial: its counts do not add up"),
        ("\"sums\":[", "\"sums\":[99", "initial: its sums are of more than"),
        ("\"clause\":\"10.2\"", "\"clause\":\"10.3\"", "initial: its results are not those of"),
        (&*seconds, "\"seconds\":-1", "seconds is not a number from 0"),
        (&*seconds, "\"seconds\":\"1\"", "expected f64"),
        (&*seconds, "\"seconds\":1e300", "seconds is too large"),
        ("{\"run\"", "{\"run", "not a report of a simulation in JSON"),
    ] {
        assert!(text.contains(from), "{from}: {text}");
        refused(&sealed(&text.replacen(from, to, 1)), why);
    }
    refused(&text.replacen(&count, "\"count\":7", 1), "sha256 is not that of the report");
    refused(&text.replacen("\"sha256\"", "\"hash\"", 1), "sha256 is missing");
    std::fs::write(&two, sealed(&text)).unwrap();
    assert_eq!(croupier(&["merge", &one, &two]).status.code(), Some(0));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Counts that cannot be, such as those of a crooked shoe, are noticed.
#[test]
fn a_wager_far_from_its_exact_edge_fails() {
    let folder = folder("crooked");
    let done = simulate(&["casino-war", "--rounds", "65536", "--wagers", "initial", "--json"]);
    let text = out(&done);
    let count = |clause: &str| {
        let from = text.split(&format!("\"clause\":\"{clause}\",\"count\":")).nth(1).unwrap();
        from.split(',').next().unwrap().to_owned()
    };
    let (wins, losses) = (count("5.1.1.1"), count("5.1.1.2"));
    let wins_more = (wins.parse::<u64>().unwrap() + 1000).to_string();
    let losses_less = (losses.parse::<u64>().unwrap() - 1000).to_string();
    let replace = |text: &str, clause: &str, from: &str, to: &str| {
        let key = format!("\"clause\":\"{clause}\",\"count\":");
        text.replacen(&format!("{key}{from}"), &format!("{key}{to}"), 1)
    };
    let crooked = replace(text, "5.1.1.1", &wins, &wins_more);
    let crooked = replace(&crooked, "5.1.1.2", &losses, &losses_less);
    assert_ne!(text, crooked);
    let file = folder.join("crooked.json");
    std::fs::write(&file, sealed(&crooked)).unwrap();
    let done = croupier(&["merge", file.to_str().unwrap()]);
    assert_eq!(done.status.code(), Some(1), "{}", out(&done));
    assert!(err(&done).contains("initial is more than five standard errors"), "{}", err(&done));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_wager_is_named_with_its_number() {
    let wagers = ["--wagers", "place-win:6, hardway:8", "--stake", "place-win:6=600"];
    let done = simulate(&[&["craps", "--rounds", "1e5", "--json"], &wagers[..]].concat());
    let report = serde_json::from_str::<Value>(out(&done)).unwrap();
    let rows = report.get("sure").unwrap().get("wagers").unwrap().as_array().unwrap();
    let named = |row: &Value| {
        let number = |field: &str| match row.get(field) {
            Some(Value::Number(number)) => number.to_string(),
            _ => String::new(),
        };
        format!(
            "{}:{}={}",
            row.get("on").unwrap().as_str().unwrap(),
            number("number"),
            number("stake")
        )
    };
    let named: Vec<_> = rows.iter().map(named).collect();
    assert_eq!(named, ["hardway:8=1320", "place-win:6=600"], "{}", err(&done));
}

#[test]
fn what_is_not_allowed_is_said() {
    let refused = |arguments: &[&str], why: &str| {
        let done = simulate(arguments);
        assert_eq!(done.status.code(), Some(2), "{arguments:?}");
        assert!(err(&done).contains(why), "{arguments:?}: {}", err(&done));
        assert!(out(&done).is_empty());
    };
    refused(&["poker"], "poker");
    refused(&["casino-war", "--decks", "8"], "(3.1)");
    refused(&["casino-war", "--decks", "8"], "Casino War takes --decks 6");
    refused(&["casino-war", "--wagers", "tie"], "tie: place the main wager there first");
    refused(&["casino-war", "--wagers", "war"], "placed by a decision");
    refused(&["casino-war", "--wagers", "field"], "it has initial, tie");
    refused(&["casino-war", "--areas", "10"], "1 to 9 areas");
    refused(&["casino-war", "--cut", "157"], "(4.6)");
    refused(&["casino-war", "--penetration", "101"], "not a part of a hundred");
    refused(&["casino-war", "--strategy", "total"], "no such strategy");
    refused(&["casino-war", "--stake", "0"], "a stake is");
    refused(&["casino-war", "--stake", "tie=x"], "not a stake");
    refused(&["casino-war", "--rounds", "1.5"], "not a whole number");
    refused(&["casino-war", "--shard", "3/2"], "no part 3 of 2");
    refused(&["baceball", "--shoe"], "(11.1)");
    refused(&["craps", "--shoe"], "no cutting card");
    refused(&["craps", "--areas", "2"], "no playing areas");
    refused(&["craps", "--chip", "500", "--stake", "500"], "cannot be split into whole chips");
    refused(&["casino-war", "--chip", "1000"], "1320 cents cannot be made of chips of 1000");
    refused(&["baceball", "--chip", "1000", "--stake", "2000"], "--price 1000 can be");
    refused(&["casino-war", "--chip", "0"], "a chip is at least 1 cent");
    refused(&["casino-war", "--price", "500"], "--price is for bACEball");
    refused(&["craps", "--meter", "major=5"], "--meter is for bACEball");
    refused(&["craps", "--wagers", "place-win:7"], "it has 4, 5, 6, 8, 9, 10");
    refused(&["craps", "--stake", "place-win:7=600"], "it has 4, 5, 6, 8, 9, 10");
    refused(&["casino-war", "--wagers", "tie:3"], "it goes by its name alone");
    refused(
        &["casino-war", "--wagers", "initial", "--stake", "tie=500"],
        "tie is not among the wagers",
    );
    refused(
        &["craps", "--wagers", "place-win:6", "--stake", "place-win:8=600"],
        "place-win:8 is not among the wagers",
    );
    refused(&["three-card-baccarat", "--penetration", "50"], "(4.6)");
}

#[test]
fn random_numbers_are_those_of_the_simulator() {
    let raw = croupier(&["rng", "--raw", "--count", "2", "--seed", "1"]);
    let mut stream = croupier_sim::Stream::new(1, 0);
    let wanted: Vec<u8> = (0..2).flat_map(|_| stream.bits().to_le_bytes()).collect();
    assert_eq!(raw.stdout, wanted);
    let block = croupier(&["rng", "--raw", "--count", "65537"]);
    assert_eq!(block.stdout[8 * 65_536..], croupier_sim::Stream::new(1, 1).bits().to_le_bytes());
    let dice = croupier(&["rng", "--dice", "--count", "1e3"]);
    assert_eq!(out(&dice).lines().count(), 1000);
    assert_eq!(out(&dice).lines().next(), Some("2 5"));
    let cards = croupier(&["rng", "--cards", "2", "--count", "3"]);
    for shoe in out(&cards).lines() {
        let mut faces: Vec<_> = shoe.split(' ').collect();
        assert_eq!(faces.len(), 104);
        faces.sort_unstable();
        faces.dedup();
        assert_eq!(faces.len(), 52);
    }
    assert_eq!(croupier(&["rng", "--cards", "9"]).status.code(), Some(1));
}
