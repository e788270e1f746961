//! `croupier report` as a user runs it.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::PathBuf;
use std::process::{Command, Output};

use croupier_engine::Cents;
use croupier_floor::{Act, HouseAct, Role};
use croupier_house::Live;
use croupier_journal::Options;
use serde_json::Value;

/// A journal of a house with a manager, a cashier and a player, in a folder that goes.
struct House(PathBuf);

impl House {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("croupier-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let house = Self(folder);
        let mut live = Live::open(&house.journal(), Options::default()).unwrap();
        let person = |name: &str, role| {
            Act::HouseAct(HouseAct::AddPerson {
                name: name.to_owned(),
                roles: vec![role],
                password: Some("a hash".to_owned()),
            })
        };
        let (player, amount) = ("ann".to_owned(), Cents(12_345));
        let acts = [
            ("max", person("max", Role::Manager)),
            ("max", person("cas", Role::Cashier)),
            ("max", person("ann", Role::Player)),
            ("max", Act::HouseAct(HouseAct::Mint { amount: Cents(100_000) })),
            ("cas", Act::HouseAct(HouseAct::Approve { request: 1, forfeit: None })),
            ("cas", Act::HouseAct(HouseAct::BuyIn { player, amount })),
            ("ann", Act::HouseAct(HouseAct::Mint { amount: Cents(7) })),
        ];
        for (at, (who, act)) in (1_700_000_000_000..).zip(&acts) {
            live.act(at, who, act).unwrap();
        }
        live.close().unwrap();
        house
    }

    fn journal(&self) -> PathBuf {
        self.0.join("house.journal")
    }

    fn report(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.arg("report").arg(self.journal()).args(arguments).output().unwrap()
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _gone = std::fs::remove_dir_all(&self.0);
    }
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn err(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

#[test]
fn every_report_is_written_in_three_ways() {
    let house = House::new("report");
    for kind in ["table", "wagers", "hours", "incidents", "privileged", "ledger", "statement"] {
        let player = ["--player", "ann"];
        let more = if kind == "statement" { &player[..] } else { &[] };
        let text = house.report(&[&[kind], more].concat());
        assert!(text.status.success(), "{kind}: {}", err(&text));
        assert!(out(&text).contains("signs entries to  "), "{kind}: {}", out(&text));
        assert!(!out(&text).contains("a hash"), "{kind}: {}", out(&text));
        let json = house.report(&[&[kind, "--json"], more].concat());
        let value = serde_json::from_str::<Value>(out(&json)).unwrap();
        let last = value.get("facts").unwrap().get("last-entry").unwrap();
        assert_eq!(*last, Value::from(7), "{kind}");
        let csv = house.report(&[&[kind, "--csv"], more].concat());
        assert!(out(&csv).contains("last entry,7\r\n"), "{kind}: {}", out(&csv));
    }
}

/// The entries were made at 22:13:20 UTC, one a millisecond.
#[test]
fn dates_and_gaming_days_choose_entries() {
    let house = House::new("report-days");
    for (arguments, first, last) in [
        (&["--day", "2023-11-14"][..], 1, 7),
        (&["--day", "2023-11-15", "--gaming-day", "06:00+08:00"], 1, 7),
        (&["--day", "2023-11-13", "--gaming-day", "23:00"], 1, 7),
        (&["--since", "2023-11-14T22:13"], 1, 7),
        (&["--until", "2023-11-14T22:13:21"], 1, 7),
        (&["--since", "2023-11-14T00:00", "--until", "2024-01-01T00:00"], 1, 7),
    ] {
        for kind in ["ledger", "hours", "privileged"] {
            let done = house.report(&[&[kind, "--json"], arguments].concat());
            assert!(done.status.success(), "{kind} {arguments:?}: {}", err(&done));
            let facts = serde_json::from_str::<Value>(out(&done)).unwrap()["facts"].clone();
            assert_eq!(
                (&facts["first-entry"], &facts["last-entry"]),
                (&Value::from(first), &Value::from(last))
            );
        }
    }
}

#[test]
fn money_and_people_are_shown() {
    let house = House::new("report-words");
    let statement = house.report(&["statement", "--player", "ann"]);
    assert!(out(&statement).contains("buy-in"), "{}", out(&statement));
    assert!(out(&statement).contains("123.45"), "{}", out(&statement));
    let privileged = house.report(&["privileged"]);
    let approval = out(&privileged).lines().find(|line| line.contains("approve 1: mint")).unwrap();
    assert!(approval.contains("cas  cashier  max") && approval.contains("amount 1000.00"));
    assert!(out(&privileged).contains("mint is for: manager"));
}

/// A list is shown from its newest lines on, and says where the older ones are.
#[test]
fn lists_come_in_pages() {
    let house = House::new("report-pages");
    let page = |arguments: &[&str]| {
        let done = house.report(&[&["privileged", "--json"], arguments].concat());
        let report = serde_json::from_str::<Value>(out(&done)).unwrap();
        let parts = ["privileged-acts", "refused-attempts"].map(|part| report[part].clone());
        let rows = parts.iter().flat_map(|rows| rows.as_array().unwrap());
        let entries = rows.map(|row| row["entry"].as_u64().unwrap()).collect::<Vec<_>>();
        (entries, report["facts"]["older-lines-before-entry"].as_u64())
    };
    assert_eq!(page(&[]), (vec![1, 2, 3, 4, 5, 7], None));
    assert_eq!(page(&["--limit", "2"]), (vec![5, 7], Some(5)));
    assert_eq!(page(&["--limit", "2", "--before", "5"]), (vec![3, 4], Some(3)));
    assert_eq!(page(&["--limit", "2", "--before", "3"]), (vec![1, 2], None));
    assert_eq!(page(&["--all", "--from", "4"]), (vec![4, 5, 7], None));
    let text = house.report(&["privileged", "--limit", "2"]);
    assert!(out(&text).contains("older lines are not shown"), "{}", out(&text));
}

#[test]
fn what_cannot_be_reported_is_said() {
    let house = House::new("report-wrong");
    for (arguments, status, want) in [
        (&["statement"][..], 1, "hint: give --player NAME"),
        (&["statement", "--player", "zoe"], 1, "nobody in this journal is called \"zoe\""),
        (&["ledger", "--player", "ann"], 1, "--player is for statements"),
        (&["ledger", "--from", "9"], 1, "entries 9 to 7 are not in a journal of 7 entries"),
        (&["nothing"], 2, "possible values"),
        (&["ledger", "--day", "2023-11-31"], 1, "\"2023-11-31\" is no date"),
        (&["ledger", "--day", "2023-11-15"], 1, "the journal has no entry of that time"),
        (&["ledger", "--day", "2023-11-14", "--from", "2"], 2, "cannot be used with"),
        (&["ledger", "--since", "yesterday"], 2, "a time looks like 2026-11-18T06:00"),
        (&["hours", "--gaming-day", "6"], 2, "it looks like 06:00+08:00"),
    ] {
        let done = house.report(arguments);
        assert_eq!(done.status.code(), Some(status), "{arguments:?}");
        assert!(err(&done).contains(want), "{arguments:?}: {}", err(&done));
    }
    std::fs::remove_file(house.journal()).unwrap();
    assert_eq!(house.report(&["ledger"]).status.code(), Some(2));
}
