//! One log, two stores: what holds for a journal in a file holds for one in a database.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "support/server.rs"]
mod server;
mod support;

use std::path::Path;

use croupier_journal::{
    Batch, Beside, Chain, Checkpoint, Error, Journal, KeySource, Options, Reader, Receipt, Record,
    SigningKey, VerifyOptions, copy, recover, verify,
};
use rusqlite::Connection;
use server::{Server, database_of};
use support::{Folder, entry, key, options};

/// Small chapters, so that a short journal has a directory.
fn opened() -> Options {
    Options { chapter_entries: 16, ..options() }
}

/// Tries something with a journal in a file, and with one in a database.
fn in_both(test: impl Fn(&Path)) {
    let folder = Folder::new();
    test(&folder.path("journal"));
    test(&Server::shared().database());
}

/// Appends so many entries to each of three chains, with a text beside each first one.
fn fill(path: &Path, count: u64) -> Vec<Receipt> {
    let journal = Journal::open(path, opened()).unwrap();
    let mut receipts = Vec::new();
    for seq in 1..=count {
        let entries = (1..=3).map(|chain| entry(chain, seq)).collect();
        let beside = vec![Beside { id: seq, bytes: Some(format!("name {seq}").into_bytes()) }];
        receipts.push(journal.append(Batch { entries, beside }).unwrap());
        if seq % 40 == 0 {
            journal.checkpoint(seq).unwrap();
        }
    }
    journal.close().unwrap();
    receipts
}

fn records(path: &Path) -> Vec<Record> {
    Reader::open(path).unwrap().entries(0).map(|record| record.unwrap()).collect()
}

fn checkpoints(path: &Path) -> Vec<Checkpoint> {
    let reader = Reader::open(path).unwrap();
    (1..).map_while(|id| reader.checkpoint(id).unwrap()).collect()
}

fn sound(path: &Path) {
    let report = verify(path, &VerifyOptions::default()).unwrap();
    assert!(report.is_sound(), "{path:?}: {report:?}");
    assert_eq!((report.snapshot_faults, report.signed), (vec![], report.entries));
}

#[test]
fn what_was_appended_is_read_in_every_way() {
    in_both(|path| {
        let receipts = fill(path, 100);
        sound(path);
        let reader = Reader::open(path).unwrap();
        let all = records(path);
        assert_eq!(all.len(), 300);
        assert!(all.iter().zip(1..).all(|(record, number)| record.number == number));
        assert_eq!(reader.state().unwrap().heads.len(), 3);
        assert_eq!(reader.state().unwrap().link, receipts.last().unwrap().link);
        assert_eq!(reader.entry(17).unwrap().as_ref(), Some(&all[16]));
        assert_eq!(reader.entry(301).unwrap(), None);
        assert_eq!(reader.link(300).unwrap(), Some(all[299].link));
        assert_eq!(reader.entries(290).map(Result::unwrap).collect::<Vec<_>>(), all[290..]);
        let of = |chain| all.iter().filter(move |record| record.chained.entry.chain == chain);
        for (chain, seq) in [(Chain(1), 1), (Chain(2), 50), (Chain(3), 100), (Chain(4), 1)] {
            let wanted: Vec<_> = of(chain).filter(|it| it.chained.entry.seq >= seq).collect();
            let found: Vec<_> = reader.chain(chain, seq).map(Result::unwrap).collect();
            assert_eq!(found.iter().collect::<Vec<_>>(), wanted, "{chain} from {seq}");
        }
        for round in [1, 13, 26, 27] {
            let wanted: Vec<_> =
                of(Chain(2)).filter(|it| it.chained.entry.round == round).collect();
            let found: Vec<_> = reader.round(Chain(2), round).map(Result::unwrap).collect();
            assert_eq!(found.iter().collect::<Vec<_>>(), wanted, "round {round}");
        }
        assert_eq!(reader.beside(7).unwrap().as_deref(), Some(&b"name 7"[..]));
        assert_eq!(reader.beside(101).unwrap(), None);
        let mut beside = Vec::new();
        reader.each_beside(|id, bytes| beside.push((id, bytes.len()))).unwrap();
        assert_eq!((beside.len(), beside[99]), (100, (100, 8)));
        let signed = reader.last_checkpoint().unwrap().unwrap();
        assert_eq!((signed.number, signed.is_signed()), (300, true));
        for number in [1, 255, 256, 257, 300] {
            let hash = all[number as usize - 1].chained.hash;
            assert!(reader.inclusion(number, 300).unwrap().holds(&hash, &signed.root), "{number}");
        }
        let earlier = reader.checkpoint(2).unwrap().unwrap();
        let shown = reader.consistency(earlier.number, 300).unwrap();
        assert!(shown.holds(&earlier.root, &signed.root));
        assert!(reader.inclusion(301, 301).is_err());
    });
}

#[test]
fn keys_of_requests_are_found() {
    in_both(|path| {
        let journal = Journal::open(path, opened()).unwrap();
        for seq in 1..=3 {
            let mut entry = entry(1, seq);
            entry.key = if seq == 2 { b"12345678 and more".to_vec() } else { b"short".to_vec() };
            journal.append(vec![entry]).unwrap();
        }
        let mut found = Vec::new();
        let take = |chain, seq, number, key| found.push((chain, seq, number, key));
        journal.reader().unwrap().each_key(0, take).unwrap();
        assert_eq!(found, [(Chain(1), 2, 2, *b"12345678")]);
    });
}

#[test]
fn an_opened_journal_goes_on_where_it_was_left() {
    in_both(|path| {
        // Past 256 entries, where hashes of the tree are stored, and in the middle of a chapter.
        fill(path, 90);
        let journal = Journal::open(path, opened()).unwrap();
        assert_eq!((journal.opened().number, journal.notes()), (270, &[][..]));
        let wrong = journal.append(vec![entry(2, 90)]);
        assert!(matches!(wrong, Err(Error::Conflict { given: 90, next: 91, .. })), "{wrong:?}");
        let half = journal.append(vec![entry(1, 91), entry(2, 99)]);
        assert!(matches!(half, Err(Error::Conflict { .. })), "{half:?}");
        assert_eq!(journal.append(vec![entry(2, 91), entry(2, 92)]).unwrap().number, 271);
        journal.close().unwrap();
        assert_eq!(records(path).len(), 272);
        sound(path);
    });
}

#[test]
fn nobody_else_writes_and_no_other_key_signs() {
    in_both(|path| {
        let journal = Journal::open(path, opened()).unwrap();
        journal.append(vec![entry(1, 1)]).unwrap();
        let second = Journal::open(path, opened());
        assert!(matches!(second, Err(Error::Locked(_))), "{second:?}");
        // Who reads is not in the way, and sees what is there so far.
        assert_eq!(journal.reader().unwrap().entries(0).count(), 1);
        journal.append(vec![entry(1, 2)]).unwrap();
        journal.close().unwrap();
        let key = KeySource::Given(SigningKey::from_bytes(&[1; 32]));
        let other = Journal::open(path, Options { key, ..opened() }).unwrap_err().to_string();
        assert!(other.contains("the journal's checkpoints are signed by"), "{other}");
        sound(path);
    });
}

#[test]
fn what_is_beside_the_entries_is_changed_and_erased() {
    in_both(|path| {
        let journal = Journal::open(path, opened()).unwrap();
        let text = |id, text: &str| Beside { id, bytes: Some(text.into()) };
        let change = |seq, beside| {
            journal.append(Batch { entries: vec![entry(1, seq)], beside }).unwrap();
        };
        change(1, vec![text(1, "Ann"), text(2, "Bob"), text(1, "Anna")]);
        journal.snapshot(1, b"Anna and Bob".to_vec()).unwrap().wait().unwrap();
        let reader = journal.reader().unwrap();
        assert_eq!(reader.beside(1).unwrap().as_deref(), Some(&b"Anna"[..]));
        assert!(reader.snapshot(1).unwrap().is_some());
        change(2, vec![Beside { id: 1, bytes: None }, text(3, "Carl")]);
        assert_eq!(reader.beside(1).unwrap(), None);
        assert_eq!(reader.beside(3).unwrap().as_deref(), Some(&b"Carl"[..]));
        assert_eq!(reader.snapshot(1).unwrap(), None, "a snapshot may have what was erased");
        journal.close().unwrap();
        sound(path);
    });
}

#[test]
fn snapshots_are_found_by_format_and_number() {
    in_both(|path| {
        let journal = Journal::open(path, opened()).unwrap();
        for seq in 1..=3 {
            journal.append(vec![entry(1, seq)]).unwrap();
            journal.snapshot(4, vec![seq as u8; 100]).unwrap().wait().unwrap();
        }
        let reader = journal.reader().unwrap();
        let found = |format, up_to| {
            let snapshot = reader.snapshot_up_to(format, up_to).unwrap();
            snapshot.map(|snapshot| (snapshot.number, snapshot.bytes[0]))
        };
        assert_eq!(
            [found(4, 9), found(4, 2), found(4, 0), found(5, 9)],
            [Some((3, 3)), Some((2, 2)), None, None]
        );
        // One of another format takes the place of those that no build reads any more.
        journal.snapshot(5, vec![9]).unwrap().wait().unwrap();
        assert_eq!([found(4, 9), found(5, 9)], [None, Some((3, 9))]);
        journal.close().unwrap();
        sound(path);
    });
}

/// The end of a journal as it is stored, with its signature.
fn stored_end(path: &Path) -> String {
    let sql = "SELECT number, hex(link), checkpoints, hex(seal) FROM journal";
    let file = Connection::open(path).unwrap();
    let row = file.query_row(sql, [], |row| {
        let (number, checkpoints): (i64, i64) = (row.get(0)?, row.get(2)?);
        let (link, seal): (String, String) = (row.get(1)?, row.get(3)?);
        Ok(format!("{number}|{link}|{checkpoints}|{seal}"))
    });
    row.unwrap()
}

#[test]
fn a_copy_in_the_other_store_has_the_same_hashes_and_signatures() {
    let folder = Folder::new();
    let (file, back) = (folder.path("journal"), folder.path("back"));
    let database = Server::shared().database();
    fill(&file, 100);
    let journal = Journal::open(&file, opened()).unwrap();
    journal.snapshot(4, vec![7; 5000]).unwrap().wait().unwrap();
    journal.close().unwrap();
    assert!(copy(&file, &database, &key(), None).unwrap().is_sound());
    assert!(copy(&database, &back, &key(), None).unwrap().is_sound());
    for path in [&database, &back] {
        assert_eq!(records(path), records(&file), "{path:?}");
        assert_eq!(checkpoints(path), checkpoints(&file), "{path:?}");
        let reader = Reader::open(path).unwrap();
        assert_eq!(reader.snapshot(4).unwrap().unwrap().bytes, [7; 5000]);
        assert_eq!(reader.beside(42).unwrap().as_deref(), Some(&b"name 42"[..]));
    }
    assert_eq!(stored_end(&back), stored_end(&file));
    let sql = "SELECT number, upper(encode(link, 'hex')), checkpoints, upper(encode(seal, 'hex')) \
               FROM croupier.journal";
    let end = Server::shared().sql(database_of(&database), sql);
    assert_eq!(end, stored_end(&file));
    // The copy goes on, and no copy is written over.
    let journal = Journal::open(&database, opened()).unwrap();
    journal.append(vec![entry(3, 101)]).unwrap();
    journal.close().unwrap();
    sound(&database);
    let again = copy(&file, &database, &key(), None).unwrap_err().to_string();
    assert!(again.contains("there is a journal in this database already"), "{again}");
    let other = copy(&file, &folder.path("new"), &SigningKey::from_bytes(&[1; 32]), None);
    assert!(other.unwrap_err().to_string().contains("the journal is signed by"));
}

/// Does something to the rows of a journal behind its back; the same words for both stores.
fn tamper(path: &Path, statement: &str) {
    if path.to_str().unwrap().starts_with("postgres://") {
        let bytes = statement.replace("x'00'", "'\\x00'");
        let set_path = "SET search_path = croupier";
        Server::shared().sql(database_of(path), &format!("{set_path}; {bytes}"));
    } else {
        Connection::open(path).unwrap().execute_batch(statement).unwrap();
    }
}

#[test]
fn what_was_changed_is_found_and_named() {
    for (statement, says) in [
        ("UPDATE entries SET body = x'00' WHERE number = 20", "chain 2, seq 7 (entry 20)"),
        ("UPDATE entries SET seq = 9 WHERE number = 20", "chain 2, seq 9 (entry 20)"),
        ("UPDATE entries SET who = -1 WHERE number = 20", "the field who is not of the right kind"),
        ("UPDATE entries SET link = x'00' WHERE number = 20", "the field link is not of the right"),
        ("DELETE FROM entries WHERE number = 20", "entry 20 should stand here"),
        ("DELETE FROM entries WHERE number = 60", "ends at 59, but was recorded up to 60"),
        ("UPDATE journal SET number = 59", "does not bear the signature of the journal's key"),
        ("DELETE FROM checkpoints WHERE id = 2", "checkpoint 2: is missing"),
        ("UPDATE checkpoints SET at = 5 WHERE id = 2", "checkpoint 2: does not bear the signature"),
        ("DELETE FROM places WHERE chapter = 1", "the directory of places does not lead"),
        ("UPDATE places SET first = 3 WHERE chapter = 1", "the directory of places does not lead"),
    ] {
        in_both(|path| {
            fill(path, 20);
            tamper(path, statement);
            let report = verify(path, &VerifyOptions::default()).unwrap();
            let chains = report.chain_faults.values().map(|(fault, _)| fault);
            let faults: Vec<_> = chains.chain(&report.faults).map(ToString::to_string).collect();
            assert!(faults.iter().any(|fault| fault.contains(says)), "{statement}: {faults:?}");
        });
    }
}

#[test]
fn a_damaged_chain_takes_no_more_and_what_is_good_is_recovered() {
    in_both(|path| {
        fill(path, 20);
        tamper(path, "UPDATE entries SET body = x'00' WHERE number = 41");
        let journal = Journal::open(path, opened()).unwrap();
        assert_eq!(journal.damaged(), [Chain(2)]);
        let refused = journal.append(vec![entry(2, 21)]);
        assert!(matches!(refused, Err(Error::Damaged { good: 13, .. })), "{refused:?}");
        journal.append(vec![entry(1, 21)]).unwrap();
        journal.close().unwrap();
        let folder = Folder::new();
        let new = folder.path("recovered");
        let recovery = recover(path, &new, &key(), 9).unwrap();
        assert_eq!((recovery.entries, recovery.lost), (54, 7));
        sound(&new);
    });
}

#[test]
fn the_tables_of_a_database_are_looked_at_before_they_are_trusted() {
    for (statement, says) in [
        (
            "ALTER TABLE entries ADD COLUMN more bytea",
            "the tables are not as they were made: entries more",
        ),
        (
            "ALTER TABLE beside DROP COLUMN bytes",
            "the tables are not as they were made: beside bytes",
        ),
        (
            "CREATE RULE quiet AS ON DELETE TO beside DO INSTEAD NOTHING",
            "triggers, rules or policies",
        ),
        ("UPDATE journal SET format = 3", "the journal has format 3"),
    ] {
        let path = Server::shared().database();
        fill(&path, 2);
        tamper(&path, statement);
        for error in [Journal::open(&path, opened()).err(), Reader::open(&path).err()] {
            let error = error.expect(statement).to_string();
            assert!(error.contains(says), "{statement}: {error}");
        }
    }
}

#[test]
fn keys_in_a_database_are_encrypted_under_the_operators() {
    let folder = Folder::new();
    let path = Server::shared().database();
    let with = |file: &str| Options {
        key: KeySource::FileBeside,
        operator_key: Some(folder.path(file)),
        ..opened()
    };
    let none = Journal::open(&path, Options { operator_key: None, ..with("") });
    assert!(none.unwrap_err().to_string().contains("--operator-key FILE"));
    let journal = Journal::open(&path, with("operator")).unwrap();
    let public = journal.identity().key;
    journal.append(vec![entry(1, 1)]).unwrap();
    journal.close().unwrap();
    // Another process has the same key, and another operator's key opens nothing.
    let journal = Journal::open(&path, with("operator")).unwrap();
    assert_eq!(journal.identity().key, public);
    journal.close().unwrap();
    std::fs::write(folder.path("other"), format!("{}\n", "7".repeat(64))).unwrap();
    let private = std::os::unix::fs::PermissionsExt::from_mode(0o600);
    std::fs::set_permissions(folder.path("other"), private).unwrap();
    let other = Journal::open(&path, with("other")).unwrap_err().to_string();
    assert!(other.contains("is not the operator's key"), "{other}");
    sound(&path);
}
