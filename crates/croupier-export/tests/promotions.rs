//! A promotion from its draft to its end is exported, and held against its report.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "../../croupier-house/tests/desk/mod.rs"]
mod desk;
#[path = "../../croupier-house/tests/house/mod.rs"]
mod house;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use croupier_export::{Asked, VerifiedJournal};
use croupier_floor::{ActResult, HOUSE};
use croupier_house::report::{About, Cell, Part, report};
use croupier_house::{Live, Secret};
use croupier_journal::{Options, Reader};
use desk::{Next, USUAL};
use house::Folder;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::Field;

type Row = BTreeMap<String, Field>;

fn play(path: &Path) {
    let mut live = Live::open(path, Options::default()).unwrap();
    let secret = Secret::fixed([5; 32]);
    loop {
        let soon = live.floor().now + 1_000;
        let (who, act, at) = match desk::next(live.floor(), USUAL) {
            Next::Act(who, act, at) => (who, Some(*act), at.max(soon)),
            Next::Wait(until) => (HOUSE, None, until.max(soon)),
            Next::Over => break,
        };
        let programs = secret.next_for_promotions(live.floor(), at);
        let who = if programs.is_some() { HOUSE } else { who };
        let act = programs.or(act).unwrap();
        let verdict = live.act(at, who, &act).unwrap().answer.verdict;
        assert!(!matches!(verdict, ActResult::Denied(_)), "{}: {verdict:?}", act.write());
    }
    live.close().unwrap();
}

fn export(journal: &Path, folder: &Path, from: Option<u64>) -> BTreeMap<&'static str, Vec<Row>> {
    let proved = VerifiedJournal::open(journal, &|_, _| ()).unwrap();
    let asked = Asked { from, ..Asked::default() };
    let exported = proved.export(&asked, folder, |_| ()).unwrap();
    let read = |path: &Path| {
        let reader = SerializedFileReader::new(fs::File::open(path).unwrap()).unwrap();
        let rows = reader.get_row_iter(None).unwrap();
        rows.map(|row| row.unwrap().into_columns().into_iter().collect()).collect()
    };
    exported.files.iter().map(|file| (file.name, read(&file.path))).collect()
}

fn cell(row: &Row, column: &str) -> Cell {
    match &row[column] {
        Field::Long(number) => Cell::Count((*number).into()),
        Field::Str(text) => Cell::Text(text.clone()),
        Field::Null => Cell::Empty,
        other => panic!("{column}: {other:?}"),
    }
}

/// Compares columns of a file with those of a part of the report.
fn same(rows: &[Row], part: &Part, columns: &[(&str, &str)]) {
    assert_eq!(rows.len(), part.rows.len(), "{}", part.name);
    for (row, told) in rows.iter().zip(&part.rows) {
        for (column, heading) in columns {
            let at = part.headings.iter().position(|it| it == heading).unwrap();
            let told = match &told[at] {
                Cell::Money(sum) => Cell::Count(*sum),
                other => other.clone(),
            };
            assert_eq!(cell(row, column), told, "{} {column}", part.name);
        }
    }
}

#[test]
fn the_files_of_promotions_are_their_report() {
    let folder = Folder::new("export-promotions");
    let journal = folder.0.join("p.db");
    play(&journal);
    let files = export(&journal, &folder.0.join("out"), None);
    let reader = Reader::open(&journal).unwrap();
    let about = |about| croupier_house::report::Asked {
        about,
        table: None,
        from: None,
        to: None,
        page: None,
    };
    let told = report(&reader, &about(About::Promotions), |_| ()).unwrap();
    let part = |name: &str| told.parts.iter().find(|part| part.name == name).unwrap();
    same(
        &files["promotions"],
        part("promotions"),
        &[
            ("promotion", "promotion"),
            ("name", "name"),
            ("state", "state"),
            ("lodged_date", "lodged"),
            ("scrutineer", "scrutineer"),
            ("commitment", "commitment"),
            ("root", "root"),
            ("entries", "entries"),
            ("entries_by_wager", "by wagers"),
            ("entries_by_hand", "by hand"),
            ("entries_from_file", "from files"),
        ],
    );
    same(
        &files["promotions"],
        part("money"),
        &[("paid_cents", "paid"), ("unpaid_cents", "to be paid")],
    );
    same(
        &files["promotions"],
        part("vouchers"),
        &[
            ("issued_cents", "issued"),
            ("exchanged_cents", "exchanged"),
            ("expired_cents", "expired"),
            ("outstanding_cents", "outstanding"),
        ],
    );
    awards_are_told(&files["promotion_awards"], part("awards"));
    let vouchers = report(&reader, &about(About::Vouchers), |_| ()).unwrap();
    same(
        &files["vouchers"],
        &vouchers.parts[0],
        &[
            ("voucher", "number"),
            ("amount_cents", "value"),
            ("state", "state"),
            ("tokens_left_cents", "tokens left"),
        ],
    );
    entries_are_told(&files["promotion_entries"]);
    // What was entered before the range is not told, and what comes later keeps its number.
    let last = files["promotion_entries"].last().unwrap();
    let Cell::Count(from) = cell(last, "entry") else { panic!("{last:?}") };
    let later = export(&journal, &folder.0.join("later"), Some(from as u64));
    let numbers: Vec<_> =
        later["promotion_entries"].iter().map(|row| cell(row, "number")).collect();
    assert_eq!(numbers, [6, 7].map(Cell::Count));
    assert_eq!(later["promotions"].len(), 1);
}

fn entries_are_told(rows: &[Row]) {
    let all = |column: &str| rows.iter().map(|row| cell(row, column)).collect::<Vec<_>>();
    assert_eq!(all("number"), (1..=7).map(Cell::Count).collect::<Vec<_>>());
    let player = |name: &str| Cell::Text(name.to_owned());
    let names = ["ann", "cyd", "ann", "cyd", "bob"].map(player);
    assert_eq!(all("player")[..5], names);
    assert_eq!(all("player")[5..], [Cell::Empty, player("ann")]);
    assert_eq!(all("named")[5], player("Joan Citizen"));
    assert_eq!(all("file_row")[4..], [Cell::Empty, Cell::Count(1), Cell::Count(2)]);
    assert!(all("entered_by").iter().all(|by| *by == player("pam")));
}

fn awards_are_told(rows: &[Row], told: &Part) {
    same(
        rows,
        told,
        &[
            ("award", "award"),
            ("prize", "prize"),
            ("value_cents", "value"),
            ("number", "entry"),
            ("out_of", "of"),
            ("state", "state"),
            ("why", "why"),
            ("confirmed_by", "confirmed by"),
            ("attempts", "attempts"),
            ("cash_cents", "in cash"),
            ("cheque_cents", "by cheque"),
            ("transfer_cents", "by transfer"),
            ("voucher", "voucher"),
        ],
    );
}
