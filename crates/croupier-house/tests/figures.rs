//! Reports that go on from snapshots say what a full pass says, over random nights, for all tables and one, whole and in ranges; and what
//! is wrong with a snapshot changes no figure.

use std::path::Path;

use crate::support::{Folder, TABLES, options, rehearsal};
use croupier_floor::TableId;
use croupier_house::report::{
    About, Asked, Cell, GamingDay, NoReport, Page, Report, report, report_with,
};
use croupier_house::{Live, Rehearsal, Replay, SnapshotKeys};
use croupier_journal::Reader;
use rusqlite::Connection;

/// Plays so many acts, and closes the journal, which takes a snapshot.
fn play(path: &Path, rehearsal: &mut Rehearsal, acts: u32) {
    let mut live = Live::open(path, options()).unwrap();
    for _ in 0..acts {
        let next = rehearsal.next(live.floor());
        live.act(next.at, &next.who, &next.act).unwrap();
    }
    live.close().unwrap();
}

fn kinds(someone: &str) -> [About; 12] {
    [
        About::Table,
        About::Wagers,
        About::Hours(GamingDay::default()),
        About::Statement(someone.to_owned()),
        About::Incidents,
        About::Privileged,
        About::Tasks,
        About::Ledger,
        About::Cards,
        About::Vouchers,
        About::Pools,
        About::Promotions,
    ]
}

/// Compares every report with that of a full pass, for all tables and one, whole, in ranges and in pages; returns how many entries the
/// former played, and the latter.
fn compare(path: &Path) -> [u64; 2] {
    let reader = Reader::open(path).unwrap();
    let (last, keys) = (reader.state().unwrap().number, SnapshotKeys::of(&reader).unwrap());
    let mut played = [0; 2];
    let ranges = [
        (None, None),
        (None, Some(last * 3 / 5)),
        (Some(last * 2 / 5), Some(last * 4 / 5)),
        (Some(last - 3), None),
        (Some(2), Some(2)),
    ];
    let pages = [None, Some(Page { before: None, entries: 5 })];
    let pages = pages.into_iter().chain([Some(Page { before: Some(last / 2), entries: 9 })]);
    let asked = kinds("p7").into_iter().flat_map(|about| {
        let pages = pages.clone();
        ranges.into_iter().zip(pages.cycle()).flat_map(move |((from, to), page)| {
            let about = about.clone();
            let of = move |table| Asked { about: about.clone(), table, from, to, page };
            [None, Some(TableId(2))].map(of)
        })
    });
    for asked in asked {
        let [one, all] = [&keys, &SnapshotKeys::default()];
        let near = report_with(&reader, one, &asked, |_| played[0] += 1);
        let full = report_with(&reader, all, &asked, |_| played[1] += 1);
        let json = |report: Result<Report, NoReport>| {
            report.map(|report| report.json()).map_err(|error| error.to_string())
        };
        assert_eq!(json(near), json(full), "{asked:?}");
    }
    played
}

#[test]
fn reports_from_snapshots_say_what_a_full_pass_says() {
    for seed in 0..3 {
        let folder = Folder::new();
        let path = folder.path("journal");
        let mut rehearsal = rehearsal(seed, TABLES, 30);
        for part in 0..6 {
            play(&path, &mut rehearsal, 150 + 90 * part);
        }
        let [near, full] = compare(&path);
        assert!(near < full, "{near} entries were played, and {full} in full passes");
    }
}

/// What a house has counted itself is what a full pass through its journal counts.
#[test]
fn a_house_knows_what_was_played_without_a_look_at_its_journal() {
    let folder = Folder::new();
    let path = folder.path("journal");
    let mut rehearsal = rehearsal(23, TABLES, 30);
    for part in 0..4 {
        let mut live = Live::open(&path, options()).unwrap();
        for _ in 0..200 + 150 * part {
            let next = rehearsal.next(live.floor());
            live.act_and_save(next.at, &next.who, &next.act).unwrap();
        }
        let reader = Reader::open(&path).unwrap();
        for about in [About::Table, About::Wagers] {
            for table in [None, Some(TableId(3))] {
                let asked = Asked { about: about.clone(), table, from: None, to: None, page: None };
                let counted = live.played_so_far().report(&reader, &asked).unwrap().unwrap();
                let full = report_with(&reader, &SnapshotKeys::default(), &asked, |_| ()).unwrap();
                assert_eq!(counted.json(), full.json(), "part {part}, {asked:?}");
            }
        }
        let asked = Asked { about: About::Ledger, table: None, from: None, to: None, page: None };
        assert!(live.played_so_far().report(&reader, &asked).unwrap().is_none());
        live.close().unwrap();
    }
}

/// The pages of a statement make the whole, and each says the same figures.
#[test]
fn the_pages_of_a_statement_are_the_statement() {
    let folder = Folder::new();
    let path = folder.path("journal");
    let mut rehearsal = rehearsal(21, TABLES, 12);
    for part in 0..6 {
        play(&path, &mut rehearsal, 200 + 100 * part);
    }
    let reader = Reader::open(&path).unwrap();
    let keys = SnapshotKeys::of(&reader).unwrap();
    let ask = |about, page, keys: &SnapshotKeys| {
        let asked = Asked { about, table: None, from: None, to: None, page };
        report_with(&reader, keys, &asked, |_| ()).unwrap()
    };
    let mut shown = 0;
    for name in ["p1", "p5", "p9"].map(str::to_owned) {
        let about = || About::Statement(name.clone());
        let whole = ask(about(), None, &SnapshotKeys::default());
        for keys in [&keys, &SnapshotKeys::default()] {
            let (mut rows, mut before) = (Vec::new(), None);
            loop {
                let page = ask(about(), Some(Page { before, entries: 7 }), keys);
                assert!(page.is_sound && page.facts.starts_with(&whole.facts), "{name}");
                let mut lines = page.parts[0].rows.clone();
                lines.extend(rows);
                (rows, shown) = (lines, shown + 1);
                let older = page.facts.get(whole.facts.len());
                let Some((_, Cell::Count(number))) = older else { break };
                before = Some(u64::try_from(*number).unwrap());
            }
            assert_eq!(rows, whole.parts[0].rows, "{name}");
        }
    }
    assert!(shown > 20, "{shown} pages");
}

/// The pages of a register make the whole, and reading one plays no entry once there is a snapshot of the last.
#[test]
fn the_pages_of_a_register_are_the_register() {
    let folder = Folder::new();
    let path = folder.path("journal");
    let mut rehearsal = rehearsal(22, TABLES, 30);
    for part in 0..6 {
        play(&path, &mut rehearsal, 300 + 100 * part);
    }
    let reader = Reader::open(&path).unwrap();
    let keys = SnapshotKeys::of(&reader).unwrap();
    for about in [About::Incidents, About::Privileged, About::Tasks, About::Cards] {
        let ask = |page| {
            let asked = Asked { about: about.clone(), table: None, from: None, to: None, page };
            report_with(&reader, &keys, &asked, |entry| panic!("entry {entry} was played"))
        };
        let whole = ask(None).unwrap();
        let (mut pages, mut rows, mut before) = (0, vec![Vec::new(); whole.parts.len()], None);
        loop {
            let page = ask(Some(Page { before, entries: 7 })).unwrap();
            pages += 1;
            for (rows, part) in rows.iter_mut().zip(page.parts) {
                // Sets of cards stand in full on each page, and of complaints those of its entries.
                let known: Vec<_> = part.rows.into_iter().filter(|it| !rows.contains(it)).collect();
                drop(rows.splice(..0, known));
            }
            let Some((_, Cell::Count(number))) = page.facts.get(whole.facts.len()) else { break };
            before = Some(u64::try_from(*number).unwrap());
        }
        assert!(pages > 2, "{pages} pages of {about:?}");
        for (mut rows, part) in rows.into_iter().zip(&whole.parts) {
            let mut all = part.rows.clone();
            // Tasks stand in the order in which they were made, and are read in that in which they ended.
            if part.name == "tasks" || part.name == "complaints" {
                rows.sort_by_key(|row| format!("{row:?}"));
                all.sort_by_key(|row| format!("{row:?}"));
            }
            assert_eq!(rows, all, "{}", part.name);
        }
    }
}

/// What is missing, damaged or made by another build costs time, and changes no figure.
#[test]
fn what_is_wrong_with_a_snapshot_changes_no_figure() {
    let folder = Folder::new();
    let path = folder.path("journal");
    let mut rehearsal = rehearsal(11, TABLES, 30);
    for _ in 0..4 {
        play(&path, &mut rehearsal, 400);
    }
    let asked = |about| Asked { about, table: None, from: None, to: None, page: None };
    let all = || {
        let reader = Reader::open(&path).unwrap();
        let kinds = kinds("p7").into_iter();
        kinds.map(|about| report(&reader, &asked(about), |_| ()).unwrap().json()).collect()
    };
    let known: Vec<String> = all();
    let newest = "WHERE number = (SELECT max(number) FROM snapshots)";
    for what in [
        format!("UPDATE snapshots SET bytes = substr(bytes, 1, 5000) {newest}"),
        format!("UPDATE snapshots SET digest = zeroblob(64) {newest}"),
        format!("UPDATE snapshots SET format = format - 1 {newest}"),
        format!("DELETE FROM snapshots {newest}"),
        "UPDATE snapshots SET bytes = x'00'".to_owned(),
        "DELETE FROM snapshots".to_owned(),
    ] {
        Connection::open(&path).unwrap().execute_batch(&what).unwrap();
        assert!(all() == known, "{what}");
    }
}

/// Old snapshots stay, and lead to what is known after any entry.
#[test]
fn a_replay_begins_near_any_entry() {
    let folder = Folder::new();
    let path = folder.path("journal");
    let mut rehearsal = rehearsal(12, TABLES, 30);
    let mut ends = Vec::new();
    for _ in 0..5 {
        play(&path, &mut rehearsal, 200);
        ends.push(Reader::open(&path).unwrap().state().unwrap().number);
    }
    let live = Live::open(&path, options()).unwrap();
    let memories = live.memories().clone();
    live.close().unwrap();
    let reader = Reader::open(&path).unwrap();
    let keys = SnapshotKeys::of(&reader).unwrap();
    for &end in &ends {
        let mut near = Replay::near(&reader, end, &keys).unwrap();
        let rest = near.rest(&reader).unwrap();
        assert_eq!(rest.count() as u64, ends[4] - end, "near {end}");
        for record in near.rest(&reader).unwrap() {
            near.take_with(&reader, &record.unwrap()).unwrap();
        }
        let full = Replay::of(&reader, |_, _, _, _| ()).unwrap();
        assert!(near.floor == full.floor, "another floor from {end} on");
        assert!(near.memories() == Some(&memories), "other memories from {end} on");
    }
    assert_eq!(
        Replay::near(&reader, ends[0] - 1, &keys).unwrap().rest(&reader).unwrap().count() as u64,
        ends[4]
    );
    // Who erases a text makes all that had it unreadable.
    drop(reader);
    let sql = "DELETE FROM beside WHERE id = (SELECT min(id) FROM beside)";
    Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    let reader = Reader::open(&path).unwrap();
    assert_eq!(SnapshotKeys::of(&reader).unwrap(), SnapshotKeys::default());
}

/// A house that finds no snapshot plays every entry, and makes those that a long night leaves behind anew.
#[test]
fn a_house_without_snapshots_makes_them_anew() {
    let folder = Folder::new();
    let path = folder.path("journal");
    play(&path, &mut rehearsal(31, TABLES, 30), 9_000);
    let kept = || {
        let connection = Connection::open(&path).unwrap();
        let mut select = connection.prepare("SELECT number FROM snapshots ORDER BY 1").unwrap();
        let numbers = select.query_map([], |row| row.get::<_, u64>(0)).unwrap();
        numbers.map(Result::unwrap).collect::<Vec<_>>()
    };
    let before = kept();
    assert!(before.len() > 2, "snapshots after {before:?}");
    Connection::open(&path).unwrap().execute_batch("DELETE FROM snapshots").unwrap();
    let live = Live::open(&path, options()).unwrap();
    assert_eq!(live.opened_from(), 0);
    live.close().unwrap();
    let again = kept();
    assert!(again.len() > 1, "snapshots after {again:?}");
    let reader = Reader::open(&path).unwrap();
    let keys = SnapshotKeys::of(&reader).unwrap();
    for number in again {
        let near = Replay::near(&reader, number, &keys).unwrap();
        assert_eq!(near.rest(&reader).unwrap().count() as u64, 9_000 - number);
    }
    let [near, full] = compare(&path);
    assert!(near < full, "{near} entries were played, and {full} in full passes");
}
