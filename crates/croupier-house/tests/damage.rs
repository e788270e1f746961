//! A journal that is damaged in one table's chain: that table stops and says why, the others go on, and
//! where others depend on what is missing, nothing goes on.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support::{Folder, key, night, options, rehearsal};
use croupier_engine::Kind;
use croupier_floor::{Account, Act, ActResult, By, Floor, HOUSE, HouseAct, TableId};
use croupier_house::{Live, Rehearsal, Replay, Stop};
use croupier_journal::{Chain, Options, Reader, VerifyOptions, recover, verify};
use rusqlite::Connection;

/// A table of every game, and one more of the first.
const TABLES: u32 = Kind::ALL.len() as u32 + 1;

fn change(path: &Path, sql: &str) {
    let connection = Connection::open(path).unwrap();
    connection.execute_batch(sql).unwrap();
    connection.close().unwrap();
}

/// The numbers of the entries of a table, the last first.
fn entries_of(path: &Path, table: u32) -> Vec<(u64, u64)> {
    let connection = Connection::open(path).unwrap();
    let sql = "SELECT number, seq FROM entries WHERE chain = ?1 ORDER BY number DESC";
    let mut select = connection.prepare(sql).unwrap();
    let rows = select.query_map([table], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.map(|row| row.unwrap()).collect()
}

/// What two floors must have in common if only some tables differ: the other tables, and their money.
fn others(floor: &Floor, without: &BTreeSet<u32>) -> impl PartialEq + std::fmt::Debug {
    let kept = |table: TableId| !without.contains(&table.0);
    let rooms: Vec<_> = floor.rooms.iter().filter(|(table, _)| kept(**table)).collect();
    let rooms = format!("{rooms:?}");
    let at_others = |account: &Account| match *account {
        Account::Rack(table, _)
        | Account::Felt(table, _)
        | Account::TokenFelt(table, _, _)
        | Account::VoucherBox(table)
        | Account::Float(table)
        | Account::DropBox(table)
        | Account::Commission(table) => kept(table),
        _ => false,
    };
    let money: Vec<_> = floor.ledger.iter().filter(|(account, _)| at_others(account)).collect();
    (rooms, money)
}

/// Copies a journal, and the file beside it that has its end.
fn copy_with_end(from: &Path, to: &Path) {
    for ending in ["", ".end"] {
        let name = |path: &Path| format!("{}{ending}", path.display());
        fs::copy(name(from), name(to)).unwrap();
    }
}

/// A night whose process is killed: nothing after the start is signed.
fn unsigned_night(folder: &Folder, path: &Path, rehearsal: &mut Rehearsal, acts: u32) -> Floor {
    let running = folder.path("running.db");
    let mut live = Live::open(&running, options()).unwrap();
    for _ in 1..acts {
        let next = rehearsal.next(live.floor());
        live.act(next.at, &next.who, &next.act).unwrap();
    }
    let next = rehearsal.next(live.floor());
    live.act_and_save(next.at, &next.who, &next.act).unwrap();
    fs::copy(&running, path).unwrap();
    fs::copy(folder.path("running.db-wal"), folder.path("floor.db-wal")).unwrap();
    fs::copy(folder.path("running.db.end"), folder.path("floor.db.end")).unwrap();
    // Whoever opens the file so copies its log into it.
    change(path, "PRAGMA wal_checkpoint(TRUNCATE)");
    live.floor().clone()
}

/// Damages each of the last entries of each table in turn: the floor opens without that table and is right
/// everywhere else, or it does not open and says what depends on what.
#[test]
fn a_damaged_table_stops_alone_or_nothing_goes_on() {
    let folder = Folder::new();
    let (path, copy) = (folder.path("floor.db"), folder.path("copy.db"));
    let (mut opened, mut refused) = (0, [0; 2]);
    let game = |table: u32| Kind::ALL[(table as usize - 1) % Kind::ALL.len()].describe();
    let jackpots: BTreeSet<u32> = (1..=TABLES).filter(|&table| game(table).jackpot).collect();
    for signed in [true, false] {
        let _ = fs::remove_file(folder.path("floor.db.end"));
        let mut rehearsal = rehearsal(5, TABLES, 20);
        let truth = match signed {
            true => night(&path, options(), &mut rehearsal, 3_000),
            false => unsigned_night(&folder, &path, &mut rehearsal, 3_000),
        };
        for table in 1..=TABLES {
            let mut entries = entries_of(&path, table);
            let last = entries.len() - 1;
            entries = [0, 1, 2, 7, 40, last / 2, last].map(|place| entries[place]).to_vec();
            // A hash among the last that were signed is part of the tree that the journal goes on with.
            let ways = ["at = at + 1", "hash = zeroblob(32)"];
            let damages = entries.into_iter().flat_map(|place| ways.map(|way| (place, way)));
            for ((number, seq), way) in damages {
                copy_with_end(&path, &copy);
                change(&copy, &format!("UPDATE entries SET {way} WHERE number = {number}"));
                match Live::open(&copy, options()) {
                    Ok(live) => {
                        let floor = live.floor();
                        assert_eq!(floor.stopped.keys().collect::<Vec<_>>(), [&TableId(table)]);
                        let why = &floor.stopped[&TableId(table)];
                        let good = format!("the last good entry of the table is {}", seq - 1);
                        assert!(why.contains(&format!("(entry {number})")), "{why}");
                        assert!(why.contains(&good) && why.contains("mirror"), "{why}");
                        // Two tables share the jackpot meters, and one cannot say what it did to them.
                        let jackpot = jackpots.contains(&table);
                        assert_eq!(why.contains("the jackpot meters"), jackpot, "{why}");
                        let without = if jackpot { &jackpots } else { &BTreeSet::from([table]) };
                        assert_eq!(others(floor, without), others(&truth, without));
                        assert!(floor.ledger.balances());
                        opened += 1;
                    }
                    Err(Stop::Damaged(what)) => {
                        let kinds =
                            format!("table {table} did something after its entry {}", seq - 1);
                        let entries = format!("depend on what is damaged in table {table}: entry ");
                        let said = [what.contains(&kinds), what.contains(&entries)];
                        assert!(said != [false; 2] && what.contains("mirror"), "{what}");
                        (0..2).for_each(|way| refused[way] += u32::from(said[way]));
                    }
                    Err(other) => panic!("{other}"),
                }
            }
        }
    }
    assert!(opened > 20 && refused[0] > 5, "{opened} opened, {refused:?} refused");
}

/// The floor goes on without the table; everything tried there is refused and journaled, also after a
/// restart, also when what was lost comes back, also in a file of what is good.
#[test]
fn the_others_go_on_and_the_table_stays_stopped() {
    let folder = Folder::new();
    let (path, whole, new) =
        (folder.path("floor.db"), folder.path("whole.db"), folder.path("new.db"));
    let mut rehearsal = rehearsal(5, TABLES, 20);
    night(&path, options(), &mut rehearsal, 3_000);
    fs::copy(&path, &whole).unwrap();
    let table = TableId(2);
    let (number, seq) = entries_of(&path, table.0)[0];
    change(&path, &format!("UPDATE entries SET body = x'7b7d' WHERE number = {number}"));
    let mut live = Live::open(&path, options()).unwrap();
    let before = live.floor().ledger.clone();
    let mut refused = 0;
    for _ in 0..500 {
        let next = rehearsal.next(live.floor());
        let told = live.act(next.at, &next.who, &next.act).unwrap();
        told.ticket.wait().unwrap();
        if next.act.table() == Some(table) {
            let ActResult::Denied(denied) = &told.answer.verdict else {
                panic!("{:?}", told.answer)
            };
            assert!(
                denied.by() == By::Journal
                    && croupier_view::words::denied(denied).contains("is damaged"),
                "{denied:?}"
            );
            assert!(told.answer.events.is_empty());
            refused += 1;
        }
    }
    assert!(refused > 20, "{refused}");
    let of_table = |account: &Account| match *account {
        Account::Rack(at, _) | Account::Felt(at, _) | Account::Float(at) => at == table,
        _ => false,
    };
    for (account, held) in before.iter().filter(|(account, _)| of_table(account)) {
        assert_eq!(live.floor().ledger.balance(account), held, "{account:?}");
    }
    let floor = live.floor().clone();
    assert!(floor.ledger.balances());
    live.close().unwrap();
    // Opened again, the damage is the same, and the journal says since when the table is stopped.
    let again = Live::open(&path, options()).unwrap();
    assert_eq!(*again.floor(), floor);
    again.close().unwrap();
    let report = verify(&path, &VerifyOptions::default()).unwrap();
    assert_eq!(report.chain_faults.keys().collect::<Vec<_>>(), [&Chain(table.0)]);
    assert_eq!(report.chain_faults[&Chain(table.0)].1, seq - 1);
    // What is good, in a new file: sound, and the same floor.
    recover(&path, &new, &key(), 1).unwrap();
    assert!(verify(&new, &VerifyOptions::default()).unwrap().is_sound());
    let recovered = Live::open(&new, options()).unwrap();
    assert_eq!(*recovered.floor(), floor);
    recovered.close().unwrap();
    // The lost entry comes back from a copy: it does not count any more, because the others went on.
    let sql = format!(
        "ATTACH '{}' AS whole; UPDATE entries SET body = \
         (SELECT body FROM whole.entries WHERE number = {number}) WHERE number = {number}",
        whole.display()
    );
    change(&path, &sql);
    assert!(verify(&path, &VerifyOptions::default()).unwrap().is_sound());
    let replay = Replay::of(&Reader::open(&path).unwrap(), |_, _, _, _| ()).unwrap();
    assert_eq!(replay.floor, floor);
    assert_eq!(*Live::open(&path, options()).unwrap().floor(), floor);
}

/// Looking at a damaged floor changes nothing: the mirror or a copy may still be put in its place.
#[test]
fn opening_alone_decides_nothing() {
    let folder = Folder::new();
    let path = folder.path("floor.db");
    night(&path, options(), &mut rehearsal(5, TABLES, 20), 2_000);
    let (number, _) = entries_of(&path, 3)[0];
    change(&path, &format!("UPDATE entries SET at = at + 1 WHERE number = {number}"));
    let live = Live::open(&path, options()).unwrap();
    assert!(live.floor().stopped.contains_key(&TableId(3)));
    live.close().unwrap();
    assert_eq!(Reader::open(&path).unwrap().state().unwrap().number, 2_000);
    change(&path, &format!("UPDATE entries SET at = at - 1 WHERE number = {number}"));
    assert!(Live::open(&path, options()).unwrap().floor().stopped.is_empty());
}

/// What concerns no single table, and the order of commit, are needed by everything.
#[test]
fn damage_to_the_house_stops_everything() {
    let folder = Folder::new();
    let (path, copy) = (folder.path("floor.db"), folder.path("copy.db"));
    night(&path, options(), &mut rehearsal(5, TABLES, 20), 2_000);
    let house = entries_of(&path, 0);
    let (last, first) = (house[0].0, house[house.len() - 1].0);
    let other = entries_of(&path, 4)[3].0;
    for (sql, wanted) in [
        (format!("UPDATE entries SET at = at + 1 WHERE number = {last}"), "no single table"),
        (format!("UPDATE entries SET at = at + 1 WHERE number = {first}"), "no single table"),
        (format!("DELETE FROM entries WHERE number = {other}"), "are not whole"),
        (format!("UPDATE entries SET chain = -1 WHERE number = {other}"), "not of the right kind"),
    ] {
        copy_with_end(&path, &copy);
        change(&copy, &sql);
        let error = Live::open(&copy, options()).map(drop).unwrap_err().to_string();
        assert!(error.contains(wanted) && error.contains("mirror"), "{sql}: {error}");
    }
}

/// With a mirror there is a whole copy: nothing goes on without it.
#[test]
fn with_a_mirror_the_copy_is_restored() {
    let folder = Folder::new();
    let (path, mirror) = (folder.path("floor.db"), folder.path("mirror.db"));
    let mirrored = || Options { mirror: Some(mirror.clone()), ..options() };
    let floor = night(&path, mirrored(), &mut rehearsal(5, TABLES, 20), 2_000);
    let (number, _) = entries_of(&path, 2)[1];
    change(&path, &format!("UPDATE entries SET at = at + 1 WHERE number = {number}"));
    let error = Live::open(&path, mirrored()).map(drop).unwrap_err().to_string();
    assert!(error.contains(&format!("(entry {number})")), "{error}");
    assert!(error.contains("move this copy away"), "{error}");
    fs::rename(&path, folder.path("evidence.db")).unwrap();
    let mut live = Live::open(&path, mirrored()).unwrap();
    assert_eq!(*live.floor(), floor);
    let incident = Act::HouseAct(HouseAct::Incident {
        table: None,
        kind: None,
        person: None,
        what: "restored".to_owned(),
    });
    assert!(live.act_and_save(floor.now, HOUSE, &incident).unwrap().is_done());
    live.close().unwrap();
}

/// What is missing may have stayed at its table by its kind, and still others say that they came after it:
/// here the number of a request, which the next number on the floor follows.
#[test]
fn an_entry_that_depends_on_what_is_missing_says_so() {
    let folder = Folder::new();
    let path = folder.path("floor.db");
    let mut live = Live::open(&path, options()).unwrap();
    let mut at = 0;
    let mut tell = |who: &str, text: &str| {
        at += 1;
        let answer = live.act_and_save(at, who, &Act::parse(text.as_bytes()).unwrap()).unwrap();
        assert!(!matches!(answer.verdict, ActResult::Denied(_)), "{who}: {text} {answer:?}");
    };
    for (name, role) in
        [("max", "manager"), ("cas", "cashier"), ("sue", "supervisor"), ("ann", "player")]
    {
        let person = format!(r#"{{"name":"{name}","roles":["{role}"],"password":null}}"#);
        tell("max", &format!(r#"{{"add-person":{person}}}"#));
    }
    tell("max", r#"{"mint":{"amount":100000000}}"#);
    tell("cas", r#"{"approve":{"request":1}}"#);
    tell("cas", r#"{"buy-in":{"player":"ann","amount":10000000}}"#);
    let open = r#""name":"one","game":"craps","setup":{},"float":1000000,"dealing":"physical""#;
    tell("sue", &format!(r#"{{"open":{{"table":1,{open},"seats":5}}}}"#));
    tell("ann", r#"{"bring":{"table":1,"player":"ann","amount":5000000}}"#);
    let wager = r#"{"wager":{"player":"ann","on":"field","amount":500000}}"#;
    tell("ann", &format!(r#"{{"step":{{"table":1,"step":{wager}}}}}"#));
    // So much waits for a second person, and takes a number.
    tell("sue", r#"{"step":{"table":1,"step":{"void":{"why":"the alarm rang"}}}}"#);
    tell("sue", r#"{"incident":{"table":null,"person":null,"what":"a noise"}}"#);
    live.close().unwrap();
    let (number, seq) = entries_of(&path, 1)[0];
    change(&path, &format!("UPDATE entries SET at = at + 1 WHERE number = {number}"));
    let error = Live::open(&path, options()).map(drop).unwrap_err().to_string();
    let wanted = "other entries depend on what is damaged in table 1: entry 12 (chain 0";
    assert!(seq == 4 && error.contains(wanted), "{error}");
    assert!(error.contains("restore the journal from its mirror"), "{error}");
}
