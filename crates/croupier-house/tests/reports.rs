//! Reports on a night: what they add up agrees with the ledger, with each other, and with the range.

use std::path::Path;

use crate::house::{Dice, Folder, Night, PLAYERS, step};
use croupier_engine::{Cents, Kind};
use croupier_floor::{Act, ActResult, EdgeAct, HouseAct, PromotionAct, TableId};
use croupier_house::report::{
    About, Asked, Cell, GamingDay, NoReport, Part, Report, entries_between, report,
};
use croupier_journal::Reader;

/// Plays a night with everything that a report is about, and returns how many entries it has.
fn night(path: &Path) -> u64 {
    let mut night = Night::open(path);
    let mut dice = Dice(11);
    for (cents, after) in [(1_000, 0), (700, 60_000)] {
        let (from, source) = (night.at + after, "the board".to_owned());
        let points = PromotionAct::SetPoints { cents: Cents(cents), from, source };
        night.both("max", "mia", &points.into());
    }
    for player in PLAYERS {
        night.tokens(1, player, 1_000_000);
    }
    for _ in 0..4 {
        for table in 1..=Kind::ALL.len() as u32 {
            night.play(table, 15, &mut dice);
        }
    }
    let (table, amount) = (TableId(2), Cents(123_400));
    night.both("sue", "cas", &Act::EdgeAct(EdgeAct::Fill { table, amount }));
    night.both("sue", "cas", &Act::EdgeAct(EdgeAct::Credit { table, amount: Cents(3_400) }));
    let (person, what) = ("bob".to_owned(), "=the dice, and the \"dealer\"".to_owned());
    night.must("bob", &Act::EdgeAct(EdgeAct::Complain { table, person, what }));
    let complaint = night.floor().complaints[0].number;
    let decide = |decision: &str| {
        Act::HouseAct(HouseAct::DecideComplaint { complaint, decision: decision.to_owned() })
    };
    night.must("sue", &decide("the roll stands"));
    night.must("bob", &Act::HouseAct(HouseAct::AskReview { complaint }));
    night.must("max", &decide("so it does"));
    let what = "a drink on the layout\nand a \u{1b}[31mcard".to_owned();
    night.must(
        "dan",
        &Act::HouseAct(HouseAct::Incident { table: Some(table), kind: None, person: None, what }),
    );
    let refused = night.told("dan", &Act::HouseAct(HouseAct::Mint { amount }));
    assert!(matches!(refused, ActResult::Denied(_)));
    night.must("cas", &Act::HouseAct(HouseAct::CashOut { player: "ann".to_owned(), amount }));
    let (void, most) = (
        step(2, r#"{"void":{"by":"supervisor","why":"a fight at the table"}}"#),
        night.floor().void_alone,
    );
    match night.told("sue", &void) {
        ActResult::Waits { request } => {
            night.must("max", &Act::HouseAct(HouseAct::Approve { request, forfeit: None }))
        }
        verdict => assert_eq!(verdict, ActResult::Done, "below {most}"),
    }
    for _ in 0..2 {
        for table in 1..=Kind::ALL.len() as u32 {
            night.play(table, 10, &mut dice);
        }
    }
    let acts = night.acts;
    night.live.close().unwrap();
    acts
}

fn ask(path: &Path, about: About, range: (Option<u64>, Option<u64>)) -> Report {
    let reader = Reader::open(path).unwrap();
    let asked = Asked { about, table: None, from: range.0, to: range.1, page: None };
    let report = report(&reader, &asked, |_| ()).unwrap();
    assert!(report.is_sound, "{report:#?}");
    report
}

fn part<'a>(report: &'a Report, name: &str) -> &'a Part {
    report.parts.iter().find(|part| part.name == name).unwrap()
}

fn column(part: &Part, name: &str) -> Vec<i128> {
    let at = part.headings.iter().position(|heading| *heading == name).unwrap();
    let number = |cell: &Cell| match cell {
        Cell::Money(number) | Cell::Count(number) => *number,
        other => panic!("{name} is {other:?}"),
    };
    part.rows.iter().map(|row| number(&row[at])).collect()
}

fn fact(report: &Report, name: &str) -> i128 {
    match report.facts.iter().find(|(known, _)| *known == name) {
        Some((_, Cell::Money(number) | Cell::Count(number))) => *number,
        other => panic!("{name}: {other:?}"),
    }
}

fn says(part: &Part, text: &str) -> bool {
    let mut cells = part.rows.iter().flatten();
    cells.any(|cell| matches!(cell, Cell::Text(found) if found.contains(text)))
}

#[test]
fn a_night_is_reported() {
    let folder = Folder::new("reports");
    let path = folder.0.join("night.journal");
    let last = night(&path);
    tables_add_up(&path, last);
    hours_add_up(&path, last);
    statements_add_up(&path);
    people_are_named(&path);
    what_is_not_there_is_said(&path, last);
}

/// Two halves of a journal make the whole, and tables, wagers and ledger tell the same story.
fn tables_add_up(path: &Path, last: u64) {
    let whole = ask(path, About::Table, (None, None));
    let tables = part(&whole, "tables");
    assert_eq!(tables.rows.len(), Kind::ALL.len());
    // All of it was at the second table.
    let second = |amount| -> Vec<_> {
        (0..Kind::ALL.len()).map(|at| if at == 1 { amount } else { 0 }).collect()
    };
    assert_eq!(column(tables, "fills"), second(123_400));
    assert_eq!(column(tables, "credits"), second(3_400));
    let half = last / 2;
    let one = ask(path, About::Table, (None, Some(half)));
    let two = ask(path, About::Table, (Some(half + 1), None));
    for name in ["win", "turnover", "wagers decided", "fills", "commission"] {
        let pairs = column(part(&one, "tables"), name).into_iter();
        let halves: Vec<_> =
            pairs.zip(column(part(&two, "tables"), name)).map(|(one, two)| one + two).collect();
        assert_eq!(column(tables, name), halves, "{name}");
    }
    let closing = column(part(&one, "tables"), "closing float");
    assert_eq!(closing, column(part(&two, "tables"), "opening float"));

    let wagers = ask(path, About::Wagers, (None, None));
    let wagers = part(&wagers, "wagers");
    let win: i128 = column(wagers, "win").iter().sum();
    assert_eq!(column(tables, "win").iter().sum::<i128>(), win);
    assert!(wagers.rows.len() > 40, "{}", wagers.rows.len());
    let at = wagers.headings.iter().position(|heading| *heading == "deviations").unwrap();
    let game = |row: &Vec<Cell>| row[1] != Cell::Text("in tokens".to_owned());
    for row in wagers.rows.iter().filter(|row| game(row)) {
        let Cell::Text(name) = &row[1] else { panic!("{row:?}") };
        let Cell::Count(count) = row[2] else { panic!("{row:?}") };
        match &row[at] {
            Cell::Deviations(number) => assert!(number.abs() < 6.0, "{name}: {number}"),
            other => assert!(name.ends_with("tokens") || count == 0, "{name}: {other:?}"),
        }
    }
    let ledger = ask(path, About::Ledger, (Some(half), None));
    for name in ["cash", "chips", "tokens"] {
        assert_eq!(column(part(&ledger, name), "holds").last(), Some(&0), "{name}");
    }
}

/// What players have lost is what the tables have won.
fn statements_add_up(path: &Path) {
    let tables = ask(path, About::Table, (None, None));
    let win: i128 = column(part(&tables, "tables"), "win").iter().sum();
    let mut lost = 0;
    for player in PLAYERS {
        let statement = ask(path, About::Statement(player.to_owned()), (None, None));
        let sum = |names: &[&str]| names.iter().map(|name| fact(&statement, name)).sum::<i128>();
        lost += sum(&["lost", "commission"]) - sum(&["won", "corrections"]);
        assert_eq!(
            sum(&[
                "opening balance",
                "bought at the cage",
                "bought at tables",
                "won",
                "corrections"
            ]) - sum(&["cashed out", "lost", "commission"]),
            sum(&["closing balance"]),
        );
        assert!(fact(&statement, "wagers decided") > 100);
        days_add_up(path, player, &statement);
        results_have_a_change(part(&statement, "lines"));
    }
    assert_eq!(lost, win);
}

/// A stand-off changes the balance by nothing, and says so; a wager that is only placed has no change yet.
fn results_have_a_change(lines: &Part) {
    let changes = |what: &str| -> Vec<&Cell> {
        lines
            .rows
            .iter()
            .filter(|row| row[4] == Cell::Text(what.to_owned()))
            .map(|row| &row[7])
            .collect()
    };
    let stand_offs = changes("stand-off");
    assert!(!stand_offs.is_empty());
    assert!(stand_offs.iter().all(|change| **change == Cell::Money(0)));
    assert!(changes("wager").iter().all(|change| **change == Cell::Empty));
}

/// Turnover is what was staked on decided wagers, and points follow from it by the rate of their time; two halves of the
/// time make the whole.
fn days_add_up(path: &Path, player: &str, statement: &Report) {
    let days = part(statement, "days");
    for (name, of) in [("turnover", "turnover"), ("net", "net"), ("points", "points")] {
        assert_eq!(column(days, name).iter().sum::<i128>(), fact(statement, of), "{name}");
    }
    assert_eq!(fact(statement, "turnover"), fact(statement, "staked on them"));
    let won = fact(statement, "won") + fact(statement, "corrections");
    assert_eq!(
        fact(statement, "net"),
        won - fact(statement, "lost") - fact(statement, "commission")
    );
    // The first minute has 10.00 for a point, all that comes after it 7.00.
    let turnover = turnover_by_rate(path, player);
    assert!(turnover.iter().all(|turnover| *turnover > 0), "{turnover:?}");
    assert_eq!(fact(statement, "points"), turnover[0] / 1_000 + turnover[1] / 700);
    let minutes = fact(statement, "minutes at tables");
    assert!(minutes > 0);
    let last = Reader::open(path).unwrap().state().unwrap().number;
    let about = || About::Statement(player.to_owned());
    let halves = [(None, Some(last / 2)), (Some(last / 2 + 1), None)];
    let halves: i128 =
        halves.map(|range| fact(&ask(path, about(), range), "minutes at tables")).iter().sum();
    // Whole minutes of each half, and the time between two entries is of neither.
    assert!(halves <= minutes && halves + 2 >= minutes, "{halves} {minutes}");
}

/// Adds up the turnover of a player before and after the second rate begins, from the lines alone.
fn turnover_by_rate(path: &Path, player: &str) -> [i128; 2] {
    let mut sums = [0; 2];
    let reader = Reader::open(path).unwrap();
    let mut from = 0;
    croupier_house::Replay::of(&reader, |replay, _, _, answer| {
        let floor = &replay.floor;
        from = floor.promotions.points.iter().nth(1).map_or(from, |(from, _)| from);
        for event in &answer.events {
            if let croupier_floor::Event::Game(_, croupier_sheet::Happened::Settled(line)) = event
                && line.is_decided()
                && !line.at.tokens
                && floor.people.name(line.at.player.0) == player
            {
                sums[usize::from(floor.now >= from)] += i128::from(line.stake);
            }
        }
    })
    .unwrap();
    sums
}

fn people_are_named(path: &Path) {
    let incidents = ask(path, About::Incidents, (None, None));
    assert!(says(part(&incidents, "incidents"), "a drink on the layout"));
    assert!(says(part(&incidents, "incidents"), "step void"));
    let complaints = part(&incidents, "complaints");
    assert!(says(complaints, "the roll stands (sue)") && says(complaints, "so it does (max)"));
    assert!(says(complaints, "reviewed"));
    let privileged = ask(path, About::Privileged, (None, None));
    let acts = part(&privileged, "privileged acts");
    let fill = acts.rows.iter().find(|row| {
        matches!(&row[6], Cell::Text(act) if act.starts_with("approve") && act.ends_with("fill"))
    });
    let fill = fill.unwrap();
    assert_eq!([&fill[3], &fill[5]], [&Cell::Text("cas".into()), &Cell::Text("sue".into())]);
    assert!(says(part(&privileged, "refused attempts"), "mint is for: manager"));
}

/// Hours add up to gaming days, days to the tables, and the parts of a night to the whole.
fn hours_add_up(path: &Path, last: u64) {
    let days = GamingDay::parse("22:30+00:00").unwrap();
    let whole = ask(path, About::Hours(days), (None, None));
    let tables = ask(path, About::Table, (None, None));
    let sum = |report: &Report, name, of| column(part(report, name), of).iter().sum::<i128>();
    for (of, in_tables) in [
        ("turnover", "turnover"),
        ("win", "win"),
        ("drop", "drop"),
        ("wagers decided", "wagers decided"),
    ] {
        let want = sum(&tables, "tables", in_tables);
        assert_ne!((of, want), ("turnover", 0));
        assert_eq!(
            (sum(&whole, "hours", of), sum(&whole, "gaming days", of)),
            (want, want),
            "{of}"
        );
    }
    assert!(sum(&whole, "hours", "rounds") > 0);
    // Entries are found by their times, and two parts of a night make the whole.
    let reader = Reader::open(path).unwrap();
    let time = |number| reader.entry(number).unwrap().unwrap().chained.entry.at;
    let middle = time(last / 2);
    let before = entries_between(&reader, (None, Some(middle))).unwrap();
    let after = entries_between(&reader, (Some(middle), None)).unwrap();
    assert_eq!((before.0, before.1.unwrap() + 1, after.1), (None, after.0.unwrap(), None));
    assert!(time(after.0.unwrap()) >= middle && time(before.1.unwrap()) < middle);
    let [one, two] = [before, after].map(|range| ask(path, About::Hours(days), range));
    for of in ["turnover", "win", "drop", "rounds"] {
        assert_eq!(
            sum(&one, "hours", of) + sum(&two, "hours", of),
            sum(&whole, "hours", of),
            "{of}"
        );
    }
    assert_eq!(entries_between(&reader, (Some(0), Some(u64::MAX))).unwrap(), (Some(1), Some(last)));
    for times in [(Some(u64::MAX), None), (None, Some(time(1))), (Some(middle), Some(middle))] {
        assert!(matches!(entries_between(&reader, times), Err(NoReport::Asked(_))), "{times:?}");
    }
}

fn what_is_not_there_is_said(path: &Path, last: u64) {
    let reader = Reader::open(path).unwrap();
    let all = Asked { about: About::Ledger, table: None, from: None, to: None, page: None };
    for (asked, want) in [
        (Asked { from: Some(0), ..all.clone() }, "entries 0 to"),
        (Asked { to: Some(last + 1), ..all.clone() }, "are not in a journal of"),
        (Asked { from: Some(5), to: Some(4), ..all.clone() }, "entries 5 to 4"),
        (Asked { about: About::Statement("zoe".into()), ..all.clone() }, "\"zoe\""),
    ] {
        match report(&reader, &asked, |_| ()) {
            Err(NoReport::Asked(what)) => assert!(what.contains(want), "{what}"),
            other => panic!("{other:?}"),
        }
    }
}
