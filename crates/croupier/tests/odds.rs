//! `croupier odds` as a user runs it.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::process::{Command, Output};

use serde_json::Value;

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
    let report = serde_json::from_str::<Value>(out(&done)).unwrap();
    assert_eq!(report.get("game").unwrap().as_str(), Some("casino-war"));
    let initial = &report.get("wagers").unwrap().as_array().unwrap()[0];
    assert_eq!(initial.get("on").unwrap().as_str(), Some("initial"));
    assert_eq!(initial.get("number"), Some(&Value::Null));
    assert_eq!(initial.get("ev").unwrap().as_str(), Some("-23138/993023"));
    assert_eq!(initial.get("average_stake").unwrap().as_str(), Some("334/311"));
    let done = odds(&["three-card-baccarat", "--json", "--variant", "even-money", "--decks", "6"]);
    let report = serde_json::from_str::<Value>(out(&done)).unwrap();
    let wagers = report.get("wagers").unwrap().as_array().unwrap();
    assert_eq!(wagers.len(), 13);
    assert_eq!(wagers[3].get("point"), Some(&Value::from(0)));
}

#[test]
fn every_game_prints_tables_and_rows() {
    for game in croupier_engine::Kind::ALL.map(croupier_engine::Kind::name) {
        let done = odds(&[game]);
        assert!(done.status.success(), "{}", err(&done));
        assert!(out(&done).contains("wager"), "{}", out(&done));
        let rows = odds(&[game, "--csv"]);
        assert!(out(&rows).starts_with("on,number,point,result,pays,probability,clause,ev,edge"));
        assert!(serde_json::from_str::<Value>(out(&odds(&[game, "--json"]))).is_ok());
    }
}

#[test]
fn what_is_not_allowed_is_refused_with_its_clause() {
    let done = odds(&["casino-war", "--decks", "8"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(err(&done).contains("(3.1)"), "{}", err(&done));
    assert!(err(&done).contains("Casino War takes --decks 6"), "{}", err(&done));
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
    let report = serde_json::from_str::<Value>(out(&odds(&["baceball", "--json"]))).unwrap();
    let Some(Value::Number(major)) = report.get("break_even").unwrap().get("major") else {
        panic!("no meter: {report:?}")
    };
    let at = |major: u64| {
        let meter = format!("major={major}");
        let done = odds(&["baceball", "--csv", "--meter", &meter]);
        let row = out(&done).lines().find(|line| line.starts_with("jackpot")).unwrap().to_owned();
        row.split(',').nth(7).unwrap().starts_with('-')
    };
    let major = major.as_u64().unwrap();
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

/// What is taken changes the odds; what is not is refused with all that could be.
#[test]
fn prices_by_clause_change_the_odds_or_are_refused() {
    for (game, pays) in [
        ("casino-war", "10.1=3:2"),
        ("casino-war", "8.1.2=11:1"),
        ("casino-war", "8.2.2=2:1"),
        ("lucky-draw-baccarat", "9.1.1=2:1"),
        ("lucky-draw-baccarat", "9.1.2=2:1"),
        ("three-card-baccarat", "11.1.1=1:1"),
        ("three-card-baccarat", "11.1.3=20:1"),
        ("baceball", "11.10.1=250:1"),
        ("baceball", "5.2.1=12:1"),
        ("craps", "8.1/Field 2, 12=3:1"),
    ] {
        let done = odds(&[game, "--csv", "--pays", pays]);
        assert!(done.status.success(), "{}", err(&done));
        assert_ne!(out(&done), out(&odds(&[game, "--csv"])), "{game} {pays}");
    }
    for (game, pays, hint) in [
        ("casino-war", "5.1.1.3=1:3", "  tie               5.1.3.1; 8.1.2\n"),
        ("baceball", "9.1=2:1", "9.1/Strike Out"),
        ("baceball", "jackpot=11:1", "  (jackpot)         11.10.1; 11.10.2; 11.10.3\n"),
        ("craps", "8.1=2:1", "8.1/Field 2, 12"),
    ] {
        let done = odds(&[game, "--pays", pays]);
        assert_eq!(done.status.code(), Some(1));
        assert!(err(&done).contains("names no price of"), "{}", err(&done));
        assert!(err(&done).contains(hint), "{}", err(&done));
    }
    let large = odds(&["casino-war", "--pays", "tie=1000001:1"]);
    assert!(err(&large).contains("goes up to 1000000:1000000"), "{}", err(&large));
    let variant = odds(&["three-card-baccarat", "--pays", "11.2.1=1:1"]);
    assert_eq!(variant.status.code(), Some(1));
    assert!(err(&variant).contains("another variant") && err(&variant).contains("11.1.1"));
}

/// The heading and the table of the JSON name all that was asked for.
#[test]
fn what_was_computed_is_said() {
    let question = [
        "three-card-baccarat",
        "--variant",
        "even-money",
        "--removed",
        "AD AD KS",
        "--pays",
        "tie=7.5:1",
        "--chip",
        "100",
        "--stake",
        "500",
    ];
    let done = odds(&question);
    for fact in [
        "variant   even-money",
        "shoe      413 cards left, without AD AD KS",
        "prices    those of the order, but tie at 15 to 2",
        "payment   in chips of 1.00 on a stake of 5.00",
    ] {
        assert!(out(&done).contains(fact), "{fact}: {}", out(&done));
    }
    let json = odds(&[&question[..], &["--json"]].concat());
    let report = serde_json::from_str::<Value>(out(&json)).unwrap();
    let want = r#"{"decks":8,"variant":"even-money","cards":413,"removed":{"AD":2,"KS":1},
        "prices":{"tie":"15:2"},"chip":100,"stake":500}"#;
    assert_eq!(report.get("table"), Some(&serde_json::from_str::<Value>(want).unwrap()));
    let done = odds(&["baceball", "--price", "250", "--meter", "major=25000000", "--json"]);
    let table = serde_json::from_str::<Value>(out(&done)).unwrap();
    let want = r#"{"wager":250,"major":25000000,"minor":0}"#;
    assert_eq!(
        table.get("table").unwrap().get("jackpot"),
        Some(&serde_json::from_str::<Value>(want).unwrap())
    );
    let done = odds(&["casino-war", "--price", "100"]);
    assert!(err(&done).contains("Casino War has no jackpot"), "{}", err(&done));
}

/// A meter has a figure, or a reason why it has none.
#[test]
fn a_meter_without_a_figure_says_why() {
    let report =
        serde_json::from_str::<Value>(out(&odds(&["baceball", "--price", "50", "--json"])))
            .unwrap();
    let even = report.get("break_even").unwrap();
    assert_eq!(even.get("major"), Some(&Value::Null));
    let reason = even.get("reason").unwrap().get("major").unwrap().as_str().unwrap();
    assert!(reason.contains("in the player's favour"), "{reason}");
    let done = odds(&["baceball", "--price", "50"]);
    assert!(out(&done).contains("favour whatever the major meter shows"), "{}", out(&done));
}

#[test]
fn craps_wagers_that_cannot_be_made_are_named() {
    let done = odds(&["craps", "--chip", "100", "--stake", "300"]);
    assert!(!out(&done).lines().any(|line| line.starts_with("horn  ")), "{}", out(&done));
    let why = "horn cannot be made at this stake and is left out: this amount cannot be split into whole chips";
    assert!(out(&done).contains(why), "{}", out(&done));
    let json = odds(&["craps", "--chip", "100", "--stake", "300", "--json"]);
    let report = serde_json::from_str::<Value>(out(&json)).unwrap();
    assert_eq!(report.get("left_out").unwrap().as_array().unwrap().len(), 6);
    assert_eq!(report.get("wagers").unwrap().as_array().unwrap().len(), 71 - 6);
}

/// Removal, rounding and countability have their parts of a PAR sheet as JSON, without follow-ups.
#[test]
fn parts_are_written_as_json() {
    for (option, part) in
        [("--removal", "removal"), ("--rounding", "rounding"), ("--countability", "as_dealt")]
    {
        let done = odds(&["casino-war", option, "--json", "--shoes", "3"]);
        let report = serde_json::from_str::<Value>(out(&done)).unwrap();
        assert!(report.get(part).is_some(), "{option}");
        assert!(!out(&done).contains("\"wager\":\"war\"") && !out(&done).contains("\"war\":\""));
    }
    let done = odds(&["casino-war", "--countability", "--shoes", "3"]);
    assert!(out(&done).contains("tie needs initial"), "{}", out(&done));
    assert!(out(&done).contains("war is part of initial"), "{}", out(&done));
    assert!(!out(&done).lines().any(|line| line.starts_with("war  ")), "{}", out(&done));
}
