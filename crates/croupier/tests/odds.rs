//! `croupier odds` as a user runs it.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::process::{Command, Output};

use croupier_sheet::Value;

fn odds(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_croupier")).arg("odds").args(arguments).output().unwrap()
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn err(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

#[test]
fn json_has_exact_fractions() {
    let done = odds(&["casino-war", "--json"]);
    let report = Value::read(out(&done)).unwrap();
    assert_eq!(report.get("game").unwrap().text(), Some("casino-war"));
    let initial = &report.get("wagers").unwrap().items()[0];
    assert_eq!(initial.get("on").unwrap().text(), Some("initial"));
    assert_eq!(initial.get("number"), Some(&Value::Null));
    assert_eq!(initial.get("ev").unwrap().text(), Some("-23138/993023"));
    assert_eq!(initial.get("average_stake").unwrap().text(), Some("334/311"));
    let done = odds(&["three-card-baccarat", "--json", "--variant", "even-money", "--decks", "6"]);
    let report = Value::read(out(&done)).unwrap();
    let wagers = report.get("wagers").unwrap().items();
    assert_eq!(wagers.len(), 13);
    assert_eq!(wagers[3].get("point"), Some(&Value::Number("0".to_owned())));
}

#[test]
fn every_game_prints_tables_and_rows() {
    for game in ["baceball", "craps", "three-card-baccarat", "casino-war", "lucky-draw-baccarat"] {
        let done = odds(&[game]);
        assert!(done.status.success(), "{}", err(&done));
        assert!(out(&done).contains("wager"), "{}", out(&done));
        let rows = odds(&[game, "--csv"]);
        assert!(out(&rows).starts_with("on,number,point,result,pays,probability,clause,ev,edge"));
        assert!(Value::read(out(&odds(&[game, "--json"]))).is_ok());
    }
}

#[test]
fn what_is_not_allowed_is_refused_with_its_clause() {
    let done = odds(&["casino-war", "--decks", "8"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(err(&done).contains("(3.1)"), "{}", err(&done));
    let done = odds(&["casino-war", "--removed", "AD AD AD AD AD AD AD"]);
    assert!(err(&done).contains("6 decks do not hold so many of AD"), "{}", err(&done));
    let done = odds(&["craps", "--strategy", "war"]);
    assert!(err(&done).contains("has no such strategy"), "{}", err(&done));
    let done = odds(&["baceball", "--pays", "strike-out=25"]);
    assert!(err(&done).contains("is not a price"), "{}", err(&done));
}

/// Removing cards and naming what is left are two ways to say the same.
#[test]
fn a_shoe_can_be_told_both_ways() {
    let removed = odds(&["baceball", "--removed", "AD AD KS", "--json"]);
    let file = std::env::temp_dir().join(format!("croupier-shoe-{}.txt", std::process::id()));
    let mut text = String::new();
    for rank in "A23456789TJQK".chars() {
        for suit in "CDHS".chars() {
            let gone = match (rank, suit) {
                ('A', 'D') => 2,
                ('K', 'S') => 1,
                _ => 0,
            };
            text += &format!("{rank}{suit} {}\n", 6 - gone);
        }
    }
    std::fs::write(&file, text).unwrap();
    let told = odds(&["baceball", "--shoe", file.to_str().unwrap(), "--json"]);
    assert_eq!(out(&removed), out(&told));
    std::fs::write(&file, "AD 7\n").unwrap();
    let done = odds(&["baceball", "--shoe", file.to_str().unwrap()]);
    assert!(err(&done).contains(":1: 6 decks do not hold so many"), "{}", err(&done));
    std::fs::remove_file(&file).unwrap();
}

/// Removing an ace helps the house at bACEball's Bet; a ten less hurts every Strike.
#[test]
fn removal_shows_every_rank() {
    let done = odds(&["baceball", "--removal"]);
    let lines = out(&done).lines().skip_while(|line| !line.starts_with("wager"));
    let lines: Vec<_> = lines.collect();
    assert_eq!(lines[0].split_whitespace().count(), 14, "{}", lines[0]);
    let strike: Vec<_> = lines[2].split_whitespace().collect();
    assert!(strike[10].starts_with('+') && strike[1].starts_with('-'), "{}", lines[2]);
    let done = odds(&["craps", "--removal"]);
    assert_eq!(done.status.code(), Some(1));
}

/// Other prices and whole chips change what they should.
#[test]
fn what_if() {
    let done = odds(&["baceball", "--pays", "strike-out=35:1", "--csv"]);
    assert!(out(&done).contains("strike-out,,,win,35/1,"), "{}", out(&done));
    let exact = odds(&["three-card-baccarat", "--chip", "100", "--stake", "2000", "--csv"]);
    assert!(out(&exact).contains("player,,,win,19/20,"), "{}", out(&exact));
    let rounded = odds(&["three-card-baccarat", "--chip", "500", "--stake", "1000", "--csv"]);
    assert!(out(&rounded).contains("player,,,win,1/1,"), "{}", out(&rounded));
    let list = odds(&["three-card-baccarat", "--rounding"]);
    assert!(out(&list).contains("stake in chips"), "{}", out(&list));
}

/// A chart that was printed can be read, changed and asked about.
#[test]
fn a_chart_can_be_read_again() {
    let file = std::env::temp_dir().join(format!("croupier-chart-{}.txt", std::process::id()));
    let edges = |text: &str| -> Vec<String> {
        let rows = text.lines().filter(|line| line.starts_with("enter"));
        rows.map(|row| row.split_whitespace().nth(3).unwrap().to_owned()).collect()
    };
    for strategy in ["optimal", "total"] {
        let printed = odds(&["lucky-draw-baccarat", "--strategy", strategy]);
        let chart = out(&printed).split_once("\n# total down").unwrap().1;
        std::fs::write(&file, format!("# total down{chart}")).unwrap();
        let again = odds(&["lucky-draw-baccarat", "--strategy", file.to_str().unwrap()]);
        assert!(again.status.success(), "{}", err(&again));
        assert_eq!(edges(out(&again))[0], edges(out(&printed))[0], "{strategy}");
    }
    std::fs::write(&file, "0 D D\n").unwrap();
    let done = odds(&["lucky-draw-baccarat", "--strategy", file.to_str().unwrap()]);
    assert_eq!(done.status.code(), Some(1));
    assert!(err(&done).contains(":1:1: expected ten letters"), "{}", err(&done));
    std::fs::remove_file(&file).unwrap();
}

/// The odds of an empty shoe are not nothing, they are not there.
#[test]
fn too_few_cards_are_said() {
    let file = std::env::temp_dir().join(format!("croupier-few-{}.txt", std::process::id()));
    std::fs::write(&file, "AD 3\n").unwrap();
    let done = odds(&["casino-war", "--shoe", file.to_str().unwrap()]);
    assert_eq!(done.status.code(), Some(1));
    assert!(err(&done).contains("a round may take 4 cards, and 3 are left"), "{}", err(&done));
    std::fs::remove_file(&file).unwrap();
}

/// At the meters that are called fair, the jackpot wager is as good as fair, and never worse.
#[test]
fn the_jackpot_breaks_even() {
    let report = Value::read(out(&odds(&["baceball", "--json"]))).unwrap();
    let Some(Value::Number(major)) = report.get("break_even").unwrap().get("major") else {
        panic!("no meter: {report:?}")
    };
    let at = |major: u64| {
        let meter = format!("major={major}");
        let done = odds(&["baceball", "--csv", "--meter", &meter]);
        let row = out(&done).lines().find(|line| line.starts_with("jackpot")).unwrap().to_owned();
        row.split(',').nth(7).unwrap().starts_with('-')
    };
    let major: u64 = major.parse().unwrap();
    assert!(!at(major), "the player loses at the fair meter {major}");
    assert!(at(major - 1), "the fair meter {major} could be lower");
}

#[test]
fn countability_is_shown_by_depth() {
    let done = odds(&["baceball", "--countability", "--shoes", "5"]);
    assert!(done.status.success(), "{}", err(&done));
    assert!(out(&done).contains("gain in 100 rounds"), "{}", out(&done));
    assert!(out(&done).lines().last().unwrap().trim().starts_with("5.00"), "{}", out(&done));
    let done = odds(&["craps", "--countability"]);
    assert_eq!(done.status.code(), Some(1));
}
