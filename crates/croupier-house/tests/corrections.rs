//! Reports on a night of meter wins, corrections, a change of variant and a table that closes.

use std::path::Path;

use crate::house::by_hand::{
    self, BACCARAT, BY_HAND, DICE, DROPPED, FED, JACKPOT, MAJOR, MINOR, SEED,
};
use crate::house::{Folder, Night, PLAYERS};
use croupier_engine::{Cents, Kind};
use croupier_floor::{Account, Act, EdgeAct, Level, TableId};
use croupier_house::report::{About, Asked, Cell, Part, Report, report};
use croupier_journal::Reader;

fn ask(path: &Path, about: About, range: (Option<u64>, Option<u64>)) -> Report {
    let reader = Reader::open(path).unwrap();
    let asked = Asked { about, table: None, from: range.0, to: range.1, page: None };
    let report = report(&reader, &asked, |_| ()).unwrap();
    assert!(report.is_sound, "{range:?}: {report:#?}");
    report
}

fn part<'a>(report: &'a Report, name: &str) -> &'a Part {
    report.parts.iter().find(|part| part.name == name).unwrap()
}

/// Returns a cell of a row.
fn cell<'a>(part: &'a Part, row: &'a [Cell], name: &str) -> &'a Cell {
    &row[part.headings.iter().position(|heading| *heading == name).unwrap()]
}

fn money(cell: &Cell) -> i128 {
    match cell {
        Cell::Money(number) | Cell::Count(number) => *number,
        other => panic!("{other:?}"),
    }
}

/// Lists the figures of a table, a row for each time it was open.
fn figures(report: &Report, table: u32, name: &str) -> Vec<i128> {
    let part = part(report, "tables");
    let own = |row: &&Vec<Cell>| *cell(part, row, "table") == Cell::Count(table.into());
    part.rows.iter().filter(own).map(|row| money(cell(part, row, name))).collect()
}

fn sum(report: &Report, name: &str) -> i128 {
    let part = part(report, "tables");
    part.rows.iter().map(|row| money(cell(part, row, name))).sum()
}

fn fact(report: &Report, name: &str) -> i128 {
    money(&report.facts.iter().find(|(known, _)| *known == name).unwrap().1)
}

#[test]
fn a_night_by_hand_is_reported() {
    let folder = Folder::new("by-hand");
    let path = folder.0.join("night.journal");
    let night = by_hand::night(&path);
    let held = |level| night.floor().ledger.held(Account::PoolMeter(BY_HAND, level)).0;
    // Won in the first round and in the second; two wagers of each round feed them, those that are up
    // again do not, and what one of them brought went back with it. What was won in the third is on the
    // meter again.
    assert_eq!([held(Level::Major), held(Level::Minor)], [SEED + 3 * FED, SEED + FED]);
    let last = night.acts;
    night.live.close().unwrap();
    meters_pay(&path);
    wagers_know_their_variant(&path);
    tables_open_again(&path, last);
    corrections_are_named(&path);
    every_cut_makes_two_halves(&path, last);
}

fn meters_pay(path: &Path) {
    let report = ask(path, About::Table, (None, None));
    let half = Cents(MAJOR + 2 * FED).share_up(1, 2, Cents(50));
    let minor = Cents(MINOR + 4 * FED).share_up(1, 1, Cents(50));
    // What hands had won in the round that was reversed went back. The mystery prize was won twice: its meter held
    // what it starts with and a tenth of two wagers, and then of four; that its round was reversed changes nothing.
    let mystery = 2 * 5000 + (2 + 4) * 50;
    let paid = i128::from(2 * half.0 + minor.0 + mystery);
    assert_eq!(figures(&report, JACKPOT, "paid by the meters"), [paid]);
    // Each wager goes to its pool as a whole; of six that were swept one went back.
    assert_eq!(figures(&report, JACKPOT, "to the meters"), [5 * 500]);
    // All that counts of the jackpot wagers, mystery prize and reversed round included.
    let wagers = ask(path, About::Wagers, (None, None));
    let part = part(&wagers, "wagers");
    let jackpot = part.rows.iter().find(|row| row[1] == Cell::Text("jackpot".to_owned())).unwrap();
    assert_eq!(money(cell(part, jackpot, "count")), 5);
    assert_eq!(money(cell(part, jackpot, "handle")), 5 * 500);
}

fn wagers_know_their_variant(path: &Path) {
    let report = ask(path, About::Wagers, (None, None));
    let part = part(&report, "wagers");
    let own = |game: &str, wager: &str| {
        let (game, wager) = (Cell::Text(game.to_owned()), Cell::Text(wager.to_owned()));
        let row = part.rows.iter().find(|row| row[0] == game && row[1] == wager);
        let row = row.unwrap_or_else(|| panic!("{game:?} {wager:?}: {:#?}", part.rows));
        ["count", "handle", "paid", "win"].map(|name| money(cell(part, row, name)))
    };
    let (plain, even) = ("three-card-baccarat, 8 decks", "three-card-baccarat even-money, 8 decks");
    // A coup that was dealt twice counts once, as it was dealt the second time.
    assert_eq!(own(plain, "player"), [1, 2000, 0, 2000]);
    assert_eq!(own(plain, "player in tokens"), [1, 1000, 0, 0]);
    assert_eq!(own(even, "player"), [1, 2000, 2000, -2000]);
    assert_eq!(own(even, "player in tokens"), [1, 1000, 1000, -1000]);
    let edge = |game: &str| {
        let row = part.rows.iter().find(|row| row[0] == Cell::Text(game.to_owned())).unwrap();
        cell(part, row, "fraction").clone()
    };
    assert_ne!(edge(plain), edge(even));
    let tables = ask(path, About::Table, (None, None));
    assert_eq!(figures(&tables, BACCARAT, "turnover"), [2 * 2500]);
    assert_eq!(figures(&tables, BACCARAT, "drop"), [i128::from(DROPPED)]);
}

fn tables_open_again(path: &Path, last: u64) {
    let report = ask(path, About::Table, (None, None));
    let part = part(&report, "tables");
    let own = |row: &&Vec<Cell>| *cell(part, row, "table") == Cell::Count(DICE.into());
    let closed: Vec<_> =
        part.rows.iter().filter(own).map(|row| cell(part, row, "closed by entry")).collect();
    let [Cell::Count(entry), Cell::Empty] = closed[..] else { panic!("{closed:?}") };
    assert!(*entry > 1 && *entry < i128::from(last));
    assert_eq!(figures(&report, DICE, "commission"), [100, 0]);
    assert_eq!(figures(&report, DICE, "opening float"), [20_000_000; 2]);
    // From the entry that closes it on, the first is there with nothing; after it, it is not there.
    let entry = u64::try_from(*entry).unwrap();
    let closing = ask(path, About::Table, (Some(entry), None));
    assert_eq!(figures(&closing, DICE, "win")[0], 0);
    assert_eq!(figures(&closing, DICE, "opening float").len(), 2);
    let after = ask(path, About::Table, (Some(entry + 1), None));
    assert_eq!(figures(&after, DICE, "opening float").len(), 1);
}

fn corrections_are_named(path: &Path) {
    let report = ask(path, About::Incidents, (None, None));
    let corrections = part(&report, "corrections");
    let rows: Vec<_> = corrections.rows.iter().map(|row| (&row[4], &row[5], &row[8])).collect();
    let text = |text: &str| Cell::Text(text.to_owned());
    let want = [
        ("bob", "bet", 1000),
        ("bob", "jackpot", 0),
        ("ann", "bet", -10_000),
        ("ann", "jackpot", -i128::from(SEED + 2 * FED)),
        ("ann", "tie", 0),
        ("ann", "player", -3900),
        ("bob", "player", -1950),
        ("ann", "buy", -4000),
    ];
    for (player, wager, difference) in want {
        let row = (&text(player), &text(wager), &Cell::Money(difference));
        assert!(rows.contains(&row), "{row:?}: {rows:#?}");
    }
    assert_eq!(rows.len(), want.len(), "{rows:#?}");
    let incidents = part(&report, "incidents");
    let invalid = incidents.rows.iter().find(|row| {
        matches!(cell(incidents, row, "what"), Cell::Text(what) if what.contains("invalidate"))
    });
    let invalid = invalid.unwrap();
    assert_eq!(*cell(incidents, invalid, "by"), text("sue"));
    assert_eq!(*cell(incidents, invalid, "with"), text("max"));
}

/// Wherever a journal is cut in two, each half is sound and the halves make the whole.
fn every_cut_makes_two_halves(path: &Path, last: u64) {
    let whole = ask(path, About::Table, (None, None));
    let names = ["win", "turnover", "wagers decided", "drop", "commission"];
    let want = names.map(|name| sum(&whole, name));
    let statements: Vec<_> = PLAYERS.iter().map(|player| (*player).to_owned()).collect();
    for cut in (150..last).chain([20]) {
        let one = ask(path, About::Table, (None, Some(cut)));
        let two = ask(path, About::Table, (Some(cut + 1), None));
        assert_eq!(names.map(|name| sum(&one, name) + sum(&two, name)), want, "after {cut}");
        for player in &statements {
            let about = || About::Statement(player.clone());
            let one = ask(path, about(), (None, Some(cut)));
            let two = ask(path, about(), (Some(cut + 1), None));
            let (closing, opening) = (fact(&one, "closing balance"), fact(&two, "opening balance"));
            assert_eq!(closing, opening, "{player} after {cut}");
        }
    }
}

/// A prize that is corrected when its winner has gone with it: what is not there is owed, and both the
/// tables and the statement know.
#[test]
fn what_cannot_be_given_back_is_owed() {
    let folder = Folder::new("owed");
    let path = folder.0.join("night.journal");
    let mut night = Night::open(&path);
    let table = TableId(BACCARAT);
    night.open_by_hand(BACCARAT, Kind::ThreeCardBaccarat, r#"{"chip":50,"source":"device"}"#);
    night.wager(BACCARAT, "ann", r#""area":1,"on":"player","amount":200000"#);
    night.round(BACCARAT, "KS 2C 4H 3C 5D 3D");
    let amount = Cents(1_190_000);
    night.must("ann", &Act::EdgeAct(EdgeAct::Take { table, player: "ann".to_owned(), amount }));
    night.irregular(BACCARAT, r#"{"what":"wrong-payment"}"#);
    night.rule(BACCARAT, "yes");
    night.round(BACCARAT, "2S 2C 2D 3C 2H 3D");
    let ann = night.floor().people.find("ann").unwrap();
    assert_eq!(night.floor().ledger.balance(Account::Owed(ann)), -390_000);
    let last = night.acts;
    night.live.close().unwrap();
    let statement = ask(&path, About::Statement("ann".to_owned()), (None, None));
    assert_eq!(fact(&statement, "owed to the house"), 390_000);
    assert_eq!(fact(&statement, "corrections"), -390_000);
    for cut in 80..last {
        ask(&path, About::Table, (Some(cut), None));
        ask(&path, About::Statement("ann".to_owned()), (None, Some(cut)));
    }
}

/// A meter that was won in a round that is dealt again pays as it stood before that round was settled,
/// and is emptied once; if the rebuilt round is lost, it stands there again.
#[test]
fn a_meter_that_is_won_twice_is_won_once() {
    for (cards, won) in [("AS 2S AS 3C AS 4D", true), ("9S 2S 8S 3C 7S 4D", false)] {
        let folder = Folder::new(&format!("rebuilt-meter-{won}"));
        let path = folder.0.join("night.journal");
        let mut night = Night::open(&path);
        night.open_by_hand(JACKPOT, Kind::Baceball, r#"{"chip":25}"#);
        night.open_pool(JACKPOT, false);
        night.wager(JACKPOT, "ann", r#""area":1,"on":"bet","amount":1000"#);
        night.wager(JACKPOT, "ann", r#""area":1,"on":"jackpot","amount":500"#);
        night.round(JACKPOT, "AS 2S AS 3C AS 4D");
        let held =
            |night: &Night| night.floor().ledger.held(Account::PoolMeter(BY_HAND, Level::Minor)).0;
        assert_eq!(held(&night), SEED);
        night.irregular(JACKPOT, r#"{"what":"misdealt"}"#);
        night.rule(JACKPOT, "yes");
        night.round(JACKPOT, cards);
        assert_eq!(held(&night), if won { SEED } else { MINOR + FED });
        night.live.close().unwrap();
        let tables = ask(&path, About::Table, (None, None));
        // The bet pays ten to one for three aces, and evens for the better hand.
        let lost = if won { i128::from(MINOR + FED) + 10_000 - 500 } else { 1000 - 500 };
        assert_eq!(figures(&tables, JACKPOT, "win"), [-lost]);
        ask(&path, About::Statement("ann".to_owned()), (None, None));
    }
}

/// What is corrected counts no more, not even in what should have been won, although the point by which
/// its odds were known has gone since.
#[test]
fn a_roll_without_a_result_leaves_nothing_behind() {
    let folder = Folder::new("no-result");
    let path = folder.0.join("night.journal");
    let mut night = Night::open(&path);
    night.open_by_hand(DICE, Kind::Craps, r#"{"chip":100}"#);
    night.dice(DICE, "ann", "accept");
    night.wager(DICE, "ann", r#""on":"win-line","amount":1000"#);
    night.roll(DICE, 2, 2);
    night.wager(DICE, "ann", r#""on":"behind-win-line","amount":2000"#);
    night.roll(DICE, 3, 1);
    night.irregular(DICE, r#"{"what":"invalidate","cause":"disruption","why":"a fight"}"#);
    night.live.close().unwrap();
    let tables = ask(&path, About::Table, (None, None));
    for name in ["win", "turnover", "wagers decided", "theoretical win"] {
        assert_eq!(figures(&tables, DICE, name), [0], "{name}");
    }
    let wagers = ask(&path, About::Wagers, (None, None));
    let part = part(&wagers, "wagers");
    assert_eq!(part.rows.len(), 2);
    for row in &part.rows {
        for name in ["count", "handle", "paid", "win", "expected win"] {
            assert_eq!(money(cell(part, row, name)), 0, "{name}: {row:?}");
        }
    }
}
