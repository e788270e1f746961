//! An export is read back, and held against the reports, the ledger and the journal.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "../../croupier-house/tests/house/mod.rs"]
mod house;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use croupier_engine::Player;
use croupier_export::{Asked, Error, FILES, VerifiedJournal};
use croupier_floor::{Floor, TableId};
use croupier_house::report::{About, Cell, Report, report};
use croupier_house::{Live, Rehearsal, Replay, Secret};
use croupier_journal::{Options, Reader};
use house::by_hand::{self, BACCARAT, DICE, JACKPOT};
use house::{Dice, Folder};
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::Field;

type Row = BTreeMap<String, Field>;
type Files = BTreeMap<&'static str, Vec<Row>>;

fn export(journal: &Path, folder: &Path, asked: &Asked) -> Files {
    export_but(journal, folder, asked, "")
}

/// Exports, and reads all files but one.
fn export_but(journal: &Path, folder: &Path, asked: &Asked, but: &str) -> Files {
    let proved = VerifiedJournal::open(journal, &|_, _| ()).unwrap();
    let exported = proved.export(asked, folder, |_| ()).unwrap();
    assert_eq!(exported.files.len(), FILES.len());
    let files = exported.files.iter().filter(|file| file.name != but).map(|file| {
        let rows = read(&file.path);
        assert_eq!(rows.len() as u64, file.rows, "{}", file.name);
        assert_eq!(fs::metadata(&file.path).unwrap().len(), file.bytes, "{}", file.name);
        (file.name, rows)
    });
    files.collect()
}

fn read(path: &Path) -> Vec<Row> {
    let reader = SerializedFileReader::new(fs::File::open(path).unwrap()).unwrap();
    let rows = reader.get_row_iter(None).unwrap();
    rows.map(|row| row.unwrap().into_columns().into_iter().collect()).collect()
}

fn number(row: &Row, column: &str) -> i128 {
    match &row[column] {
        Field::Long(number) => (*number).into(),
        other => panic!("{column}: {other:?}"),
    }
}

fn text<'a>(row: &'a Row, column: &str) -> &'a str {
    match &row[column] {
        Field::Str(text) => text,
        other => panic!("{column}: {other:?}"),
    }
}

fn is(row: &Row, column: &str) -> bool {
    row[column] == Field::Bool(true)
}

/// Adds up a column by sitting.
fn by_sitting<'a>(rows: impl IntoIterator<Item = &'a Row>, column: &str) -> BTreeMap<i128, i128> {
    let mut sums = BTreeMap::new();
    for row in rows {
        *sums.entry(number(row, "sitting")).or_insert(0) += number(row, column);
    }
    sums.retain(|_, sum| *sum != 0);
    sums
}

fn ask(journal: &Path, about: About, asked: &Asked) -> Report {
    let reader = Reader::open(journal).unwrap();
    let Asked { table, from, to, .. } = *asked;
    let asked = croupier_house::report::Asked { about, table, from, to, page: None };
    let report = report(&reader, &asked, |_| ()).unwrap();
    assert!(report.is_sound, "{report:#?}");
    report
}

/// A night at tables of all games, and by hand; returns how many entries it has.
fn play(journal: &Path) -> u64 {
    let mut night = by_hand::night(journal);
    let mut dice = Dice(5);
    for table in 1..=5 {
        night.play(table, 12, &mut dice);
    }
    night.wager(JACKPOT, "cyd", r#""area":7,"on":"bet","amount":3000"#);
    let acts = night.acts;
    night.live.close().unwrap();
    acts
}

fn rehearse(journal: &Path, acts: u64) {
    let mut live = Live::open(journal, Options::default()).unwrap();
    let mut rehearsal = Rehearsal::new(9, 8, 30, Secret::fixed([4; 32]));
    for _ in 0..acts {
        let next = rehearsal.next(live.floor());
        live.act(next.at, &next.who, &next.act).unwrap();
    }
    live.close().unwrap();
}

#[test]
fn a_night_agrees_with_its_reports() {
    let folder = Folder::new("export");
    let journal = folder.0.join("night.journal");
    let last = play(&journal);
    let whole = Asked::default();
    let half = Asked { from: Some(last / 2), ..whole.clone() };
    let table = Asked { table: Some(TableId(DICE)), ..whole.clone() };
    for (name, asked) in [("whole", &whole), ("half", &half), ("table", &table)] {
        let files = export(&journal, &folder.0.join(name), asked);
        money_adds_up(&files);
        tables_agree(&files, &ask(&journal, About::Table, asked));
        wagers_are_whole(&files);
        incidents_agree(&files, &ask(&journal, About::Incidents, asked));
        pools_agree(&files, &ask(&journal, About::Pools, asked));
    }
    let files = export(&journal, &folder.0.join("again"), &whole);
    assert_eq!(files["entries"].len() as u64, last);
    let reader = Reader::open(&journal).unwrap();
    entries_are_those_of_the_journal(&files["entries"], &reader);
    let floor = Replay::of(&reader, |_, _, _, _| ()).unwrap().floor;
    accounts_hold_what_the_ledger_says(&files["postings"], &floor);
    what_stands_is_on_the_layouts(&files["wagers"], &floor);
    corrections_take_back_what_they_replace(&files);
    cards_are_in_order(&files["cards"]);
    for schema in FILES {
        let file = |name: &str| folder.0.join(name).join(format!("{}.parquet", schema.name));
        assert_eq!(fs::read(file("whole")).unwrap(), fs::read(file("again")).unwrap());
    }
}

fn money_adds_up(files: &Files) {
    let mut sums: BTreeMap<_, i128> = BTreeMap::new();
    for row in &files["postings"] {
        let key = (number(row, "entry"), number(row, "posting"), text(row, "currency"));
        *sums.entry(key).or_default() += number(row, "amount_cents");
    }
    assert!(sums.len() * 2 == files["postings"].len() && sums.values().all(|sum| *sum == 0));
}

/// What tables won and what was staked there is the same by settlements, by rounds and by the report.
fn tables_agree(files: &Files, report: &Report) {
    let lines = || files["settlements"].iter();
    let decided = lines().filter(|row| is(row, "is_decided") && !is(row, "tokens"));
    let win = by_sitting(lines(), "win_cents");
    let handle = by_sitting(decided, "stake_cents");
    assert_eq!(win, by_sitting(&files["rounds"], "win_cents"));
    assert_eq!(handle, by_sitting(&files["rounds"], "handle_cents"));
    assert!(!win.is_empty() && !handle.is_empty());
    let part = &report.parts[0];
    let figures = |name: &str| {
        let at = part.headings.iter().position(|heading| *heading == name).unwrap();
        let money = |row: &Vec<Cell>| match row[at] {
            Cell::Money(sum) | Cell::Count(sum) => sum,
            ref other => panic!("{other:?}"),
        };
        part.rows.iter().map(money).collect::<Vec<_>>()
    };
    let mut sittings: Vec<_> = files["tables"].iter().map(|row| number(row, "sitting")).collect();
    sittings.sort_unstable();
    let all = |sums: &BTreeMap<i128, i128>| {
        sittings.iter().map(|sitting| sums.get(sitting).copied().unwrap_or(0)).collect::<Vec<_>>()
    };
    assert_eq!(all(&win), figures("win"));
    assert_eq!(all(&handle), figures("turnover"));
}

/// What tables brought to pools and what was won there is what the report says.
fn pools_agree(files: &Files, report: &Report) {
    let part = |name: &str| report.parts.iter().find(|part| part.name == name).unwrap();
    let sum = |name: &str, column: &str| -> i128 {
        let part = part(name);
        let at = part.headings.iter().position(|heading| *heading == column).unwrap();
        let money = |row: &Vec<Cell>| match row[at] {
            Cell::Money(sum) | Cell::Count(sum) => sum,
            ref other => panic!("{other:?}"),
        };
        part.rows.iter().map(money).sum()
    };
    let all = |file: &str, column: &str| -> i128 {
        files[file].iter().map(|row| number(row, column)).sum()
    };
    let staked = sum("contributions", "staked") - sum("contributions", "returned");
    assert_eq!(all("contributions", "amount_cents"), staked);
    let parts = ["major_cents", "minor_cents", "mystery_cents", "retained_cents"];
    assert_eq!(parts.map(|part| all("contributions", part)).iter().sum::<i128>(), staked);
    assert_eq!(all("contributions", "major_cents"), sum("contributions", "to major"));
    let counted = sum("contributions", "wagers counted") - sum("contributions", "wagers returned");
    assert_eq!(all("contributions", "sign"), counted);
    assert_eq!(all("awards", "pays_cents"), sum("winning hands", "pays"));
    assert_eq!(files["awards"].len(), part("winning hands").rows.len());
}

fn wagers_are_whole(files: &Files) {
    let mut ended: BTreeMap<i128, &Row> = BTreeMap::new();
    let mut standing: BTreeMap<i128, &Row> = BTreeMap::new();
    for row in &files["wagers"] {
        let parts = ["lowered_cents", "stake_cents", "excess_cents"];
        let parts: i128 = parts.iter().map(|column| number(row, column)).sum();
        assert_eq!(number(row, "placed_cents"), parts, "{row:?}");
        let kind = if row["result"] == Field::Null { &mut standing } else { &mut ended };
        assert!(kind.insert(number(row, "wager_id"), row).is_none(), "there twice: {row:?}");
    }
    // Each line is about a wager; but for corrections, and for what was charged before the range, the
    // lines of a wager make what the house won by it.
    let mut lines: BTreeMap<i128, i128> = BTreeMap::new();
    for row in files["settlements"].iter().filter(|row| row["correction_clause"] == Field::Null) {
        let wager = number(row, "wager_id");
        assert!(ended.contains_key(&wager) || standing.contains_key(&wager), "{row:?}");
        *lines.entry(wager).or_default() += number(row, "win_cents");
    }
    let first = files["entries"].first().map_or(0, |row| number(row, "entry"));
    for (wager, row) in ended.iter().filter(|(_, row)| number(row, "placed_entry") >= first) {
        assert_eq!(lines[wager], number(row, "win_cents"), "{row:?}");
    }
}

fn incidents_agree(files: &Files, report: &Report) {
    let rows = files["incidents"].iter().filter(|row| row["complaint"] == Field::Null);
    let entries: Vec<_> = rows.map(|row| Cell::Count(number(row, "entry"))).collect();
    let want: Vec<_> = report.parts[0].rows.iter().map(|row| row[0].clone()).collect();
    assert_eq!(entries, want);
}

fn entries_are_those_of_the_journal(rows: &[Row], reader: &Reader) {
    let people = Replay::of(reader, |_, _, _, _| ()).unwrap().floor.people;
    for (row, record) in rows.iter().zip(reader.entries(0)) {
        let record = record.unwrap();
        let entry = &record.chained.entry;
        assert_eq!(number(row, "entry"), record.number.into());
        assert_eq!(number(row, "chain"), entry.chain.0.into());
        assert_eq!(number(row, "place"), entry.seq.into());
        assert_eq!(row["time"], Field::TimestampMicros(entry.at as i64 * 1000));
        let who = people.name(Player(entry.who));
        assert_eq!([text(row, "who"), text(row, "act")], [who, &*entry.kind]);
        match &row["hash"] {
            Field::Bytes(bytes) => assert_eq!(bytes.data(), record.chained.hash.0),
            other => panic!("{other:?}"),
        }
    }
    let approved = rows.iter().find(|row| row["asked_act"] == Field::Str("mint".into())).unwrap();
    assert_eq!([text(approved, "asked_by"), text(approved, "who")], ["max", "cas"]);
    let denied = rows.iter().find(|row| text(row, "verdict") == "denied").unwrap();
    assert!(denied["denied_by"] != Field::Null && denied["why"] != Field::Null);
}

fn accounts_hold_what_the_ledger_says(rows: &[Row], floor: &Floor) {
    let mut sums: BTreeMap<_, i128> = BTreeMap::new();
    for row in rows {
        let of =
            ["account", "table_number", "player", "pool"].map(|column| row[column].to_string());
        *sums.entry(of).or_default() += number(row, "amount_cents");
    }
    sums.retain(|_, sum| *sum != 0);
    let want = floor.ledger.iter().map(|(account, balance)| {
        let (words, table, player) = account.words();
        let null = || "null".to_owned();
        let table = table.map_or_else(null, |table| table.0.to_string());
        let player = player.map_or_else(null, |player| format!("{:?}", floor.people.name(player)));
        let pool = account.pool().map_or_else(null, |pool| pool.0.to_string());
        ([format!("{words:?}"), table, player, pool], i128::from(balance))
    });
    // The house has an account for each meter that it tops up, and all have the same words.
    let mut all = BTreeMap::new();
    want.for_each(|(of, balance)| *all.entry(of).or_default() += balance);
    all.retain(|_, sum| *sum != 0);
    assert_eq!(sums, all);
}

fn what_stands_is_on_the_layouts(rows: &[Row], floor: &Floor) {
    let standing = rows.iter().filter(|row| row["result"] == Field::Null);
    let mut got: Vec<_> = standing
        .map(|row| {
            let of = |column| row[column].to_string();
            let place = ["table_number", "player", "area", "wager", "tokens"].map(of);
            (place, number(row, "stake_cents"))
        })
        .collect();
    let mut want = Vec::new();
    for (table, room) in &floor.rooms {
        room.table.each_standing(|wager| {
            let place = [
                table.0.to_string(),
                format!("{:?}", floor.people.name(wager.spot.player)),
                wager.spot.area.map_or_else(|| "null".to_owned(), |area| area.0.to_string()),
                format!("{:?}", room.kind.layouts()[usize::from(wager.spot.on.0)].name),
                wager.spot.tokens.to_string(),
            ];
            want.push((place, i128::from((wager.stake + wager.excess).0)));
        });
    }
    got.sort();
    want.sort();
    assert_eq!(got, want);
    assert!(!got.is_empty());
}

fn corrections_take_back_what_they_replace(files: &Files) {
    let rows = files["settlements"].iter();
    let corrected: Vec<_> = rows.filter(|row| row["correction_clause"] != Field::Null).collect();
    let count = |table: u32| {
        corrected.iter().filter(|row| number(row, "table_number") == table.into()).count()
    };
    assert_eq!([count(JACKPOT), count(BACCARAT), count(DICE)], [8, 6, 2]);
    let wagers: BTreeMap<_, _> =
        files["wagers"].iter().map(|row| (number(row, "wager_id"), row)).collect();
    for row in &corrected {
        let wager = wagers[&number(row, "wager_id")];
        assert_eq!(row["player"], wager["player"]);
        // What is taken back is what the wager was settled on.
        if number(row, "sign") < 0 {
            assert_eq!(row["result"], wager["result"]);
            assert_eq!(number(row, "paid_cents"), -number(wager, "paid_cents"));
        }
    }
    assert_eq!(corrected.iter().map(|row| number(row, "sign")).sum::<i128>(), 0);
    // The jackpot wagers of the reversed round are up again, under new numbers.
    let jackpots = files["wagers"].iter().filter(|row| {
        number(row, "table_number") == JACKPOT.into() && text(row, "wager") == "jackpot"
    });
    assert_eq!(jackpots.count(), 8);
    let lowered = files["wagers"].iter().map(|row| number(row, "lowered_cents"));
    assert_eq!(lowered.filter(|cents| *cents > 0).collect::<Vec<_>>(), [600]);
}

fn cards_are_in_order(rows: &[Row]) {
    let table = |table: u32| {
        rows.iter().filter(move |row| number(row, "table_number") == i128::from(table))
    };
    let first: Vec<_> = table(JACKPOT)
        .filter(|row| number(row, "round") == 1)
        .map(|row| format!("{} {} {}", number(row, "nth"), text(row, "what"), text(row, "card")))
        .collect();
    let want = ["2H", "AD", "AD", "2S", "AD", "AD", "3C", "AD", "AD", "4D"];
    let want = (1..)
        .zip(want)
        .map(|(nth, card)| format!("{nth} {} {card}", if nth == 1 { "burned" } else { "dealt" }));
    assert_eq!(first, want.collect::<Vec<_>>());
    let rolls: Vec<_> = table(DICE).map(|row| number(row, "total")).collect();
    assert_eq!(rolls, [4, 5, 10, 8, 5, 7, 9]);
    let dealt: Vec<_> = table(JACKPOT).skip(1).take(3).collect();
    assert_eq!([number(dealt[0], "area"), number(dealt[1], "area")], [1, 4]);
    assert_eq!((text(dealt[0], "place"), &dealt[2]["area"]), ("area 1", &Field::Null));
}

/// More rows than fit a block make several blocks; halves of a journal make the whole.
#[test]
fn a_long_journal_is_written_in_blocks() {
    let folder = Folder::new("export-long");
    let journal = folder.0.join("night.journal");
    rehearse(&journal, 70_000);
    let whole = export_but(&journal, &folder.0.join("whole"), &Asked::default(), "entries");
    let file = fs::File::open(folder.0.join("whole/entries.parquet")).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    let blocks = reader.metadata().row_groups().iter().map(|block| block.num_rows());
    assert_eq!(blocks.collect::<Vec<_>>(), [65_536, 70_000 - 65_536]);
    let facts = reader.metadata().file_metadata().key_value_metadata().unwrap();
    let fact = |name: &str| {
        let fact = facts.iter().find(|fact| fact.key == format!("croupier.{name}"));
        fact.unwrap().value.clone().unwrap()
    };
    assert_eq!([fact("first_entry"), fact("last_entry")], ["1", "70000"]);
    assert_eq!(fact("checkpoint_entries"), "70000");
    assert_eq!(fact("checkpoint_link"), fact("last_link"));
    let one = Asked { to: Some(33_333), ..Asked::default() };
    let two = Asked { from: Some(33_334), ..Asked::default() };
    let one = export_but(&journal, &folder.0.join("one"), &one, "entries");
    let two = export_but(&journal, &folder.0.join("two"), &two, "entries");
    for name in ["cards", "settlements", "postings", "incidents"] {
        let both: Vec<_> = one[name].iter().chain(&two[name]).cloned().collect();
        assert!(both == whole[name], "{name}");
    }
    let ended = |rows: &[Row]| {
        rows.iter().filter(|row| row["result"] != Field::Null).cloned().collect::<Vec<_>>()
    };
    let both = [ended(&one["wagers"]), ended(&two["wagers"])].concat();
    assert!(both == ended(&whole["wagers"]));
    tables_agree(&whole, &ask(&journal, About::Table, &Asked::default()));
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn what_cannot_be_exported_is_said() {
    let folder = Folder::new("export-wrong");
    let (journal, out) = (folder.0.join("night.journal"), folder.0.join("out"));
    rehearse(&journal, 500);
    let proved = VerifiedJournal::open(&journal, &|_, _| ()).unwrap();
    let asked = |from, to| Asked { from, to, ..Asked::default() };
    for (from, to) in [(Some(0), None), (Some(501), None), (None, Some(501)), (Some(7), Some(6))] {
        let done = proved.export(&asked(from, to), &out, |_| ());
        assert!(matches!(done, Err(Error::Journal(_))), "{done:?}");
        assert!(!out.exists(), "nothing is made for {from:?} to {to:?}");
    }
    proved.export(&Asked::default(), &out, |_| ()).unwrap();
    assert_eq!(files(&out).len(), FILES.len());
    let before = fs::read(out.join("wagers.parquet")).unwrap();
    let done = proved.export(&asked(None, Some(300)), &out, |_| ());
    assert!(matches!(done, Err(Error::There(_))), "{done:?}");
    assert_eq!(fs::read(out.join("wagers.parquet")).unwrap(), before);
    proved.export(&Asked { force: true, ..asked(None, Some(300)) }, &out, |_| ()).unwrap();
    assert_eq!(read(&out.join("entries.parquet")).len(), 300);
    assert_eq!(files(&out).len(), FILES.len());
    let file = folder.0.join("file");
    fs::write(&file, "").unwrap();
    let done = proved.export(&Asked::default(), &file, |_| ());
    assert!(matches!(done, Err(Error::Write(..))), "{done:?}");
}

/// A journal of which a byte was changed is not exported, and what was begun is gone.
#[test]
fn a_journal_that_was_changed_is_refused() {
    let folder = Folder::new("export-changed");
    let (journal, out) = (folder.0.join("night.journal"), folder.0.join("out"));
    rehearse(&journal, 500);
    let mut bytes = fs::read(&journal).unwrap();
    let wanted = b"\"amount\":2000000";
    let places: Vec<_> =
        (0..bytes.len() - wanted.len()).filter(|&at| bytes[at..].starts_with(wanted)).collect();
    assert!(!places.is_empty());
    places.iter().for_each(|at| bytes[at + 9] = b'9');
    let changed = folder.0.join("changed.journal");
    fs::write(&changed, &bytes).unwrap();
    match VerifiedJournal::open(&changed, &|_, _| ()).map(|_| ()) {
        Err(Error::NotSound(what)) => assert!(what.contains("entry"), "{what}"),
        other => panic!("{other:?}"),
    }
    // Changed between the proof and the export.
    let proved = VerifiedJournal::open(&journal, &|_, _| ()).unwrap();
    fs::write(&journal, &bytes).unwrap();
    let done = proved.export(&Asked::default(), &out, |_| ());
    assert!(matches!(done, Err(Error::Journal(_))), "{done:?}");
    assert!(files(&out).is_empty(), "{:?}", files(&out));
}

/// docs/export.md has every file with every column, in order, and nothing else.
#[test]
fn the_document_has_every_column() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/export.md");
    let document = fs::read_to_string(path).unwrap();
    let mut told = Vec::new();
    let mut file = String::new();
    for line in document.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            file = name.to_owned();
        }
        let cells: Vec<_> = line.split(" | ").collect();
        if let [name, holds, _] = cells[..]
            && let Some(name) = name.strip_prefix("| `")
        {
            told.push(format!("{file} {} {holds}", name.trim_end_matches('`')));
        }
    }
    let columns = FILES.iter().flat_map(|schema| {
        schema.columns.iter().map(|column| {
            let optional = if column.optional { "?" } else { "" };
            format!("{}.parquet {} {}{optional}", schema.name, column.name, column.holds.name())
        })
    });
    assert_eq!(told, columns.collect::<Vec<_>>());
}
