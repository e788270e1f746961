//! Whatever is changed in a journal is found, and the place where it was changed is named.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use croupier_journal::{
    Batch, Beside, Chain, Checkpoint, Error, Fault, Hash, Identity, Journal, JournalState, Options,
    Reader, Record, Verification, VerifyOptions, Wrong, verify,
};
use rusqlite::types::Value;
use rusqlite::{Connection, params};
use support::{Folder, entry, options};

/// A small journal with everything in it: chapters, checkpoints, a snapshot, entries after them.
fn sample(folder: &Folder) -> PathBuf {
    sample_of(folder, 4)
}

/// The same with this many entries in each of its two chains.
fn sample_of(folder: &Folder, entries: u64) -> PathBuf {
    let path = folder.path("journal");
    let options = Options { checkpoint_entries: 4, chapter_entries: 3, ..options() };
    let journal = Journal::open(&path, options).unwrap();
    for seq in 1..=entries {
        for chain in [2, 5] {
            let beside = vec![Beside { id: chain.into(), bytes: Some(b"a name".to_vec()) }];
            let entries = vec![entry(chain, seq)];
            journal.append(Batch { entries, beside }).unwrap();
            journal.snapshot(1, b"snapshot".to_vec()).unwrap().wait().unwrap();
        }
    }
    journal.close().unwrap();
    path
}

fn check(path: &Path) -> Verification {
    verify(path, &VerifyOptions::default()).unwrap()
}

/// All faults of a report.
fn faults(report: &Verification) -> Vec<&Fault> {
    report.chain_faults.values().map(|(fault, _)| fault).chain(&report.faults).collect()
}

/// Opens a journal as someone would who wants to change it.
fn tool(path: &Path) -> Connection {
    let connection = Connection::open(path).unwrap();
    let mode = "PRAGMA journal_mode = MEMORY";
    connection.query_row(mode, [], |row| row.get::<_, String>(0)).unwrap();
    connection.execute_batch("PRAGMA synchronous = OFF").unwrap();
    connection
}

/// Every value that differs from this one in one bit; for texts and blobs, in one bit or the type.
fn flipped(value: &Value) -> Vec<Value> {
    let bytes = |bytes: &[u8]| -> Vec<Vec<u8>> {
        let flips = (0..bytes.len() * 8).map(|bit| {
            let mut changed = bytes.to_vec();
            changed[bit / 8] ^= 1 << (bit % 8);
            changed
        });
        flips.collect()
    };
    match value {
        Value::Integer(value) => (0..64).map(|bit| Value::Integer(value ^ 1 << bit)).collect(),
        Value::Blob(value) => bytes(value).into_iter().map(Value::Blob).collect(),
        Value::Text(value) => {
            let texts =
                bytes(value.as_bytes()).into_iter().filter_map(|one| String::from_utf8(one).ok());
            texts.map(Value::Text).collect()
        }
        other => panic!("{other:?} is in no journal"),
    }
}

/// Changes each bit of each field of a table; `judge` is told the row's key and the column.
fn flip_fields(
    table: &str,
    key: &str,
    judge: impl FnMut(i64, &str, &Value, &Verification),
) -> usize {
    let folder = Folder::new();
    let path = sample_of(&folder, 2);
    flip_fields_of(&path, table, key, judge)
}

fn flip_fields_of(
    path: &Path,
    table: &str,
    key: &str,
    mut judge: impl FnMut(i64, &str, &Value, &Verification),
) -> usize {
    assert!(check(path).is_sound(), "{:?}", check(path));
    let connection = tool(path);
    let select = connection.prepare(&format!("SELECT * FROM {table} LIMIT 1")).unwrap();
    let columns: Vec<String> = select.column_names().map(str::to_owned).collect();
    drop(select);
    let mut select = connection.prepare(&format!("SELECT {key} FROM {table}")).unwrap();
    let keys: Vec<i64> =
        select.query_map([], |row| row.get(0)).unwrap().map(|key| key.unwrap()).collect();
    let mut flips = 0;
    for row in keys {
        for column in &columns {
            let sql = format!("SELECT {column} FROM {table} WHERE {key} = ?1");
            let value: Value = connection.query_row(&sql, [row], |row| row.get(0)).unwrap();
            for changed in flipped(&value) {
                let sql = format!("UPDATE {table} SET {column} = ?1 WHERE {key} = ?2");
                // Two rows with one key cannot be made.
                if connection.execute(&sql, params![changed, row]).is_err() {
                    continue;
                }
                judge(row, column, &changed, &check(path));
                let sql = format!("UPDATE {table} SET {column} = ?1 WHERE {column} = ?2");
                let keyed = format!("{sql} AND {key} = {row}");
                let sql = if key.contains(column.as_str()) { sql } else { keyed };
                assert_eq!(connection.execute(&sql, params![value, changed]), Ok(1));
                flips += 1;
            }
        }
    }
    assert!(check(path).is_sound());
    flips
}

#[test]
fn every_bit_of_every_entry_counts() {
    let flips = flip_fields("entries", "number", |number, column, changed, report| {
        let what = || format!("entry {number}, {column} = {changed:?}: {report:?}");
        assert!(!report.is_sound(), "{}", what());
        let number = number.cast_unsigned();
        let found = faults(report).iter().any(|fault| match column {
            "number" => match fault.wrong {
                Wrong::Number { due } => due == number,
                Wrong::Ends { found, .. } => found + 1 == number || found > 4,
                _ => false,
            },
            _ => fault.number == Some(number),
        });
        assert!(found, "{}", what());
    });
    assert!(flips > 5000, "{flips}");
}

#[test]
fn every_bit_of_every_other_table_counts() {
    for (table, key) in
        [("journal", "one"), ("checkpoints", "id"), ("places", "chapter * 100 + chain")]
    {
        let flips = flip_fields(table, key, |row, column, changed, report| {
            let what = || format!("{table} {row}, {column} = {changed:?}: {report:?}");
            // Which owner writes the journal is no part of what it proves.
            assert!(!report.is_sound() || column == "epoch", "{}", what());
        });
        assert!(flips > 200, "{table}: {flips}");
    }
}

#[test]
fn every_bit_of_the_stored_tree_counts() {
    let folder = Folder::new();
    let path = folder.path("journal");
    let journal = Journal::open(&path, options()).unwrap();
    let entries: Vec<_> = (1..=600).map(|seq| entry(1, seq)).collect();
    journal.append(entries).unwrap();
    journal.close().unwrap();
    let mut found = [0; 2];
    let flips = flip_fields_of(&path, "tree", "level * 100 + position", |_, _, changed, report| {
        assert!(!report.is_sound(), "{changed:?}");
        found[usize::from(report.faults[0].wrong == Wrong::Tree)] += 1;
    });
    assert!(flips > 500 && found[1] > 500, "{flips}, {found:?}");
    // What is opened for appending, or proves something, does not rest on a damaged tree.
    let change = |sql: &str| tool(&path).execute_batch(sql).unwrap();
    change("UPDATE tree SET hash = zeroblob(32) WHERE position = 0");
    let error = Journal::open(&path, options()).unwrap_err().to_string();
    assert!(error.contains("checkpoint 2 signed another tree over the first 600"), "{error}");
    change("DELETE FROM tree WHERE position = 0");
    let error = Journal::open(&path, options()).unwrap_err().to_string();
    assert!(error.contains("the tree over them, are not whole"), "{error}");
    let reader = Reader::sealed(&path).unwrap();
    assert!(reader.consistency(300, 600).is_err() && reader.inclusion(600, 600).is_err());
    assert!(reader.inclusion(2, 256).is_ok());
}

/// A snapshot that was changed in any way is named, and passed over; the journal is sound without it.
#[test]
fn every_bit_of_a_snapshot_counts_against_it_alone() {
    let flips = flip_fields("snapshots", "number", |number, column, changed, report| {
        let what = || format!("snapshot {number}, {column} = {changed:?}: {report:?}");
        assert!(report.is_sound(), "{}", what());
        assert_eq!(report.snapshot_faults.len(), 1, "{}", what());
        let named = report.snapshot_faults[0].number == Some(number.cast_unsigned());
        assert!(named || column == "number", "{}", what());
    });
    assert!(flips > 200, "{flips}");
    let folder = Folder::new();
    let path = sample(&folder);
    for (sql, newest) in [
        ("UPDATE snapshots SET bytes = x'00' WHERE number = 8", Some(7)),
        ("UPDATE snapshots SET link = zeroblob(32) WHERE number = 7", Some(6)),
        ("DELETE FROM snapshots WHERE number <= 6", None),
    ] {
        tool(&path).execute_batch(sql).unwrap();
        let snapshot = Reader::sealed(&path).unwrap().snapshot(1).unwrap();
        assert_eq!(snapshot.map(|snapshot| snapshot.number), newest, "{sql}");
        assert!(check(&path).is_sound());
        // It opens all the same.
        Journal::open(&path, options()).unwrap().close().unwrap();
    }
}

/// What is beside the journal proves nothing, and nothing depends on it.
#[test]
fn what_is_beside_may_be_changed() {
    for sql in ["UPDATE beside SET bytes = x'00'", "DELETE FROM beside"] {
        assert!(after(sql).is_sound(), "{sql}");
    }
}

/// Does something to a fresh sample, and verifies it.
fn after(sql: &str) -> Verification {
    let folder = Folder::new();
    let path = sample(&folder);
    tool(&path).execute_batch(sql).unwrap_or_else(|error| panic!("{sql}: {error}"));
    check(&path)
}

/// The columns of an entry without its number.
const COLUMNS: &str =
    "chain, seq, at, who, kind, round, rules, format, key, previous, hash, link, body, effects";

#[test]
fn every_removed_entry_is_missed() {
    for number in 1..=8_u64 {
        let report = after(&format!("DELETE FROM entries WHERE number = {number}"));
        let due = |fault: &&Fault| match fault.wrong {
            Wrong::Number { due } => due == number,
            Wrong::Ends { recorded, found } => number == 8 && recorded == 8 && found == 7,
            _ => false,
        };
        assert!(faults(&report).iter().any(due), "{number}: {report:?}");
        // The chain that it belongs to is named too, with its last good entry.
        let chain = Chain(if number % 2 == 1 { 2 } else { 5 });
        let (_, good) = &report.chain_faults[&chain];
        assert_eq!(*good, (number - 1) / 2, "{number}: {report:?}");
        // The gap is closed by moving up all that follow.
        let report = after(&format!(
            "DELETE FROM entries WHERE number = {number};
             UPDATE entries SET number = -number WHERE number > {number};
             UPDATE entries SET number = -number - 1 WHERE number < 0"
        ));
        let (fault, good) = &report.chain_faults[&chain];
        assert_eq!(*good, (number - 1) / 2, "{number}: {report:?}");
        assert!(
            matches!(fault.wrong, Wrong::Seq { .. } | Wrong::Ends { .. } | Wrong::Link),
            "{fault}"
        );
    }
}

#[test]
fn every_swap_and_every_duplicate_is_found() {
    for one in 1..=8 {
        for other in one + 1..=8 {
            let report = after(&format!(
                "UPDATE entries SET number = -1 WHERE number = {one};
                 UPDATE entries SET number = {one} WHERE number = {other};
                 UPDATE entries SET number = {other} WHERE number = -1"
            ));
            let named = faults(&report).iter().any(|fault| fault.number == Some(one));
            assert!(named, "{one} and {other}: {report:?}");
        }
        // The same entry once more at the end, with and without what is recorded of the end.
        let double =
            format!("INSERT INTO entries SELECT 9, {COLUMNS} FROM entries WHERE number = {one}");
        let report = after(&double);
        assert!(faults(&report).iter().any(|fault| fault.number == Some(9)), "{one}: {report:?}");
        let report = after(&format!("{double}; UPDATE journal SET number = 9"));
        assert!(faults(&report).iter().any(|fault| fault.number == Some(9)), "{one}: {report:?}");
    }
}

#[test]
fn the_removed_end_is_missed_by_what_is_recorded_and_by_what_is_signed() {
    for kept in 0..8 {
        let cut = format!("DELETE FROM entries WHERE number > {kept}");
        let report = after(&cut);
        let ends = Wrong::Ends { recorded: 8, found: kept };
        assert!(report.faults.iter().any(|fault| fault.wrong == ends), "{kept}: {report:?}");
        // With an end that was made to fit.
        let rewrite = format!(
            "{cut}; DELETE FROM places WHERE chapter >= {kept} / 3;
             UPDATE journal SET number = {kept}, link = coalesce(
                 (SELECT link FROM entries WHERE number = {kept}), link)"
        );
        let report = after(&rewrite);
        let signed = "signed entries that are missing";
        let found = report
            .faults
            .iter()
            .any(|fault| matches!(fault.wrong, Wrong::Checkpoint { what, .. } if what == signed));
        assert!(found, "{kept}: {report:?}");
    }
}

/// Finding 3: whoever cuts off the end with its checkpoints, and records the new end, cannot sign it.
#[test]
fn a_cut_that_takes_the_checkpoints_along_is_found() {
    let folder = Folder::new();
    let path = sample(&folder);
    tool(&path)
        .execute_batch(
            "DELETE FROM checkpoints WHERE id = 3;
             UPDATE journal SET checkpoints = 2;
             DELETE FROM entries WHERE number > 6;
             UPDATE journal SET number = 6, link = (SELECT link FROM entries WHERE number = 6)",
        )
        .unwrap();
    fs::remove_file(folder.path("journal.end")).unwrap();
    let report = check(&path);
    let what = "the recorded end does not bear the signature of the journal's key";
    assert_eq!(report.faults[0].wrong, Wrong::File(what.into()));
    let error = Journal::open(&path, options()).unwrap_err().to_string();
    assert!(error.contains("does not bear the signature of the journal's key"), "{error}");
}

/// What someone can do who has an older copy of the file: put it back. The file beside it tells, and if that was put
/// back too, a checkpoint that was kept elsewhere.
#[test]
fn an_older_copy_is_found_from_outside() {
    let folder = Folder::new();
    let path = sample(&folder);
    let copy = |from: &str, to: &str| {
        for ending in ["", ".end"] {
            let name = |name: &str| folder.path(&format!("{name}{ending}"));
            fs::copy(name(from), name(to)).unwrap();
        }
    };
    copy("journal", "older");
    let journal = Journal::open(&path, options()).unwrap();
    journal.append(vec![entry(2, 5)]).unwrap();
    let kept = journal.checkpoint(9).unwrap();
    journal.close().unwrap();
    fs::copy(folder.path("older"), &path).unwrap();
    assert_eq!(check(&path).faults[0].wrong, Wrong::Lost { had: 9, found: 8 });
    let error = Journal::open(&path, options()).unwrap_err().to_string();
    assert!(error.contains("an older copy was put in its place"), "{error}");
    copy("older", "journal");
    assert!(check(&path).is_sound(), "the folder alone does not tell: {:?}", check(&path));
    let text = kept.to_string();
    let published = [Checkpoint::from_text(&text).unwrap()];
    let report =
        verify(&path, &VerifyOptions { checkpoints: &published, ..VerifyOptions::default() })
            .unwrap();
    let what = "was kept elsewhere, and signed entries that are missing";
    assert_eq!(report.faults[0].wrong, Wrong::Checkpoint { id: kept.id, what });
}

/// Someone rewrites an entry and every hash after it; only the signature cannot be made anew.
#[test]
#[expect(clippy::too_many_lines, reason = "one story: what somebody does who knows the format")]
fn a_rewritten_history_is_found_by_the_next_signature() {
    let folder = Folder::new();
    let (path, forged) = (sample(&folder), folder.path("forged"));
    // A journal with the same id and another third entry, made by our own code without the key.
    let identity = Reader::sealed(&path).unwrap().identity();
    let journal = Journal::open(
        &forged,
        Options { checkpoint_entries: 1000, chapter_entries: 3, ..options() },
    )
    .unwrap();
    drop(journal);
    let connection = tool(&forged);
    connection.execute("UPDATE journal SET id = ?1", params![identity.journal]).unwrap();
    connection.execute_batch("DELETE FROM checkpoints").unwrap();
    let from = format!("file:{}", path.display());
    connection.execute("ATTACH ?1 AS real", params![from]).unwrap();
    // Entries are chained anew by hand, as docs/journal.md describes it.
    let mut link = Hash::of(&[b"croupier order 3", &identity.journal[..]].concat());
    let mut heads = std::collections::BTreeMap::new();
    for number in 1..=8_u64 {
        let (chain, seq) = (if number % 2 == 1 { 2_u32 } else { 5 }, number.div_ceil(2));
        let mut entry = entry(chain, seq);
        if number == 3 {
            entry.body = br#"{"stake":1}"#.to_vec();
        }
        let start = [b"croupier chain 3", &identity.journal[..], &chain.to_be_bytes()].concat();
        let previous = *heads.entry(chain).or_insert(Hash::of(&start));
        let mut bytes = b"croupier entry 3".to_vec();
        bytes.extend(chain.to_be_bytes());
        for value in [entry.seq, entry.at, entry.round] {
            bytes.extend(value.to_be_bytes());
        }
        bytes.extend(entry.who.to_be_bytes());
        bytes.extend(u32::from(entry.format).to_be_bytes());
        for text in [entry.kind.as_bytes(), entry.rules.as_bytes(), &entry.key] {
            bytes.extend((text.len() as u64).to_be_bytes());
            bytes.extend(text);
        }
        bytes.extend(Hash::of(&entry.body).0);
        bytes.extend(Hash::of(&entry.effects).0);
        bytes.extend(previous.0);
        let hash = Hash::of(&bytes);
        link = Hash::of(&[&link.0[..], &number.to_be_bytes(), &hash.0].concat());
        heads.insert(chain, hash);
        let row = params![
            number,
            chain,
            entry.seq,
            entry.at,
            entry.who,
            entry.kind,
            entry.round,
            entry.rules,
            entry.format,
            entry.key,
            previous.0,
            hash.0,
            link.0,
            entry.body,
            entry.effects,
        ];
        let sql = "INSERT INTO entries \
                   VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15)";
        connection.execute(sql, row).unwrap();
    }
    connection
        .execute_batch(
            "INSERT INTO places SELECT * FROM real.places;
             UPDATE journal SET number = 8, checkpoints = 3,
                 link = (SELECT link FROM entries WHERE number = 8);
             INSERT INTO checkpoints SELECT * FROM real.checkpoints; DETACH real",
        )
        .unwrap();
    drop(connection);
    let report = check(&forged);
    // Every hash fits; the checkpoint after the third entry names the chain, and where it is wrong.
    assert!(report.chain_faults.is_empty(), "{report:?}");
    let what = "signed another entry; the chain was rewritten at or before it";
    let found = report.faults.iter().find(|fault| fault.wrong == Wrong::Checkpoint { id: 2, what });
    assert_eq!(found.unwrap().place, Some((Chain(2), 2)), "{report:?}");
    // Nor can the end be signed.
    let unsealed = "the recorded end does not bear the signature of the journal's key";
    assert_eq!(report.faults[0].wrong, Wrong::File(unsealed.into()));
}

/// Everything that a reader can see of a journal and that is proved.
type Seen = (Identity, JournalState, Vec<Record>, Vec<Option<Checkpoint>>);

fn seen(path: &Path) -> Result<Seen, Error> {
    let reader = Reader::sealed(path)?;
    let chains = reader.chain(Chain(2), 1).chain(reader.chain(Chain(5), 1));
    let rounds = reader.round(Chain(2), 1).chain(reader.round(Chain(5), 2));
    let records = reader.entries(0).chain(chains).chain(rounds).collect::<Result<_, _>>()?;
    let checkpoints = (1..=4).map(|id| reader.checkpoint(id)).collect::<Result<_, _>>()?;
    Ok((reader.identity(), reader.state()?, records, checkpoints))
}

/// Flips bits of the file itself. SQLite or the journal notices, or nobody can see a difference.
///
/// Tries a part of the bits, each time the same; with `CROUPIER_JOURNAL_EXHAUSTIVE=1` all of them.
#[test]
fn flipped_bits_of_the_file_are_noticed_or_cannot_be_seen() {
    let exhaustive = std::env::var_os("CROUPIER_JOURNAL_EXHAUSTIVE").is_some();
    let step = if exhaustive { 1 } else { 97 };
    let folder = Folder::new();
    let path = sample(&folder);
    let good = fs::read(&path).unwrap();
    let truth = seen(&path).unwrap();
    let halves = [0, step].map(|from| (from, folder.path(&format!("flipped {from}"))));
    let work = |(from, path): &(usize, PathBuf)| {
        let (mut noticed, mut unseen) = (0_u64, 0_u64);
        let mut bad = good.clone();
        for bit in (*from..good.len() * 8).step_by(2 * step) {
            bad[bit / 8] ^= 1 << (bit % 8);
            fs::write(path, &bad).unwrap();
            bad[bit / 8] = good[bit / 8];
            let known = VerifyOptions { end_is_known: true, ..VerifyOptions::default() };
            if verify(path, &known).is_ok_and(|report| report.is_sound()) {
                let place = (bit / 8 / 4096 + 1, bit / 8 % 4096, bit % 8);
                let same = seen(path).is_ok_and(|seen| seen == truth);
                assert!(same, "not noticed: page, byte, bit {place:?}");
                unseen += 1;
            } else {
                noticed += 1;
            }
        }
        (noticed, unseen)
    };
    let [one, other] = std::thread::scope(|scope| {
        let threads = halves.each_ref().map(|half| scope.spawn(|| work(half)));
        threads.map(|thread| thread.join().unwrap())
    });
    let (noticed, unseen) = (one.0 + other.0, one.1 + other.1);
    println!("{noticed} noticed, {unseen} cannot be seen, of {} bits", good.len() * 8);
    assert!(noticed > 100 && unseen > 100);
}

/// A journal that is large enough to be read by several threads.
#[test]
fn the_first_wrong_entry_of_a_large_journal_is_named() {
    let folder = Folder::new();
    let path = folder.path("journal");
    let journal = Journal::open(&path, options()).unwrap();
    for seqs in 0..50 {
        let place = |entry: u64| ((entry % 7) as u32, seqs * 100 + entry / 7 + 1);
        let batch: Vec<_> = (0..700).map(place).map(|(chain, seq)| entry(chain, seq)).collect();
        journal.append(batch).unwrap();
    }
    journal.close().unwrap();
    let report = check(&path);
    assert!(report.is_sound() && report.entries == 35_000 && report.signed == 35_000, "{report:?}");
    let told = std::cell::RefCell::new(Vec::new());
    let progress = |done, all| told.borrow_mut().push((done, all));
    verify(&path, &VerifyOptions { progress: Some(&progress), ..VerifyOptions::default() })
        .unwrap();
    assert_eq!(told.into_inner(), [(0, 35_000), (16_384, 35_000), (32_768, 35_000)]);
    for number in [1_u64, 16_384, 16_385, 20_000, 32_769, 35_000] {
        let change = |sql: &str| {
            tool(&path).execute_batch(&sql.replace("NUMBER", &number.to_string())).unwrap();
        };
        let place = (Chain(((number - 1) % 7) as u32), (number - 1) / 7 + 1);
        change("UPDATE entries SET at = at + 1 WHERE number = NUMBER");
        let report = check(&path);
        assert_eq!((report.chain_faults.len(), report.entries), (1, 35_000), "{report:?}");
        let (fault, good) = &report.chain_faults[&place.0];
        assert_eq!((fault.place, &fault.wrong), (Some(place), &Wrong::Hash));
        assert_eq!((fault.number, *good), (Some(number), place.1 - 1));
        change("UPDATE entries SET at = at - 1 WHERE number = NUMBER");
        // An entry that is gone, and one that cannot be read.
        change("UPDATE entries SET number = -1 WHERE number = NUMBER");
        let report = check(&path);
        let missed = |fault: &Fault| match fault.wrong {
            Wrong::Number { due } => due == number,
            Wrong::Ends { recorded, .. } => number == 35_000 && recorded == number,
            _ => false,
        };
        assert!(report.faults.iter().any(missed), "{report:?}");
        change("UPDATE entries SET number = NUMBER, chain = -1 - chain WHERE number = -1");
        let report = check(&path);
        let shape =
            |fault: &&Fault| fault.number == Some(number) && fault.wrong == Wrong::Shape("chain");
        assert!(faults(&report).iter().any(shape), "{report:?}");
        change("UPDATE entries SET chain = -1 - chain WHERE number = NUMBER");
    }
    assert!(check(&path).is_sound());
}

#[test]
fn every_truncated_file_is_noticed() {
    let folder = Folder::new();
    let path = sample(&folder);
    let good = fs::read(&path).unwrap();
    for length in (0..good.len()).rev().step_by(509) {
        fs::write(&path, &good[..length]).unwrap();
        let sound = verify(&path, &VerifyOptions::default()).is_ok_and(|report| report.is_sound());
        assert!(!sound, "{length} of {}", good.len());
    }
}

#[test]
fn what_was_added_to_the_tables_is_noticed() {
    for sql in [
        "CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM places; END",
        "CREATE TABLE more (x)",
        "CREATE INDEX i ON entries (kind)",
        "DROP TABLE snapshots",
        "PRAGMA user_version = 1",
        "PRAGMA application_id = 1",
        "INSERT INTO places VALUES (0, 9, 1, 1, 1, x'0000')",
        "DELETE FROM checkpoints",
        "INSERT INTO entries SELECT -5, chain, seq, at, who, kind, round, rules, format, key, \
         previous, hash, link, body, effects FROM entries WHERE number = 1",
        "DELETE FROM checkpoints WHERE id = 2",
        "DELETE FROM checkpoints WHERE id = 3",
        "INSERT INTO tree VALUES (1, 0, zeroblob(32))",
    ] {
        let report = after(sql);
        assert!(!report.is_sound(), "{sql}");
    }
}
