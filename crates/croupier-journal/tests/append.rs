//! Appending and reading back: what was given comes out, once, in order, or is refused.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::fs;
use std::sync::mpsc;
use std::thread;

use croupier_journal::{
    Batch, Beside, Chain, Entry, Error, Journal, KeySource, Options, Reader, Record, SigningKey,
    VerifyOptions, verify,
};
use support::{Folder, all, entry, fill, key, options};

#[test]
fn what_was_appended_is_read_back() {
    let folder = Folder::new();
    let path = folder.path("journal");
    let journal = Journal::open(&path, options()).unwrap();
    let one = journal.append(vec![entry(7, 1)]).unwrap();
    let two = journal.append(vec![entry(0, 1), entry(7, 2), entry(0, 2)]).unwrap();
    assert_eq!((one.number, two.number, two.hashes.len()), (1, 2, 3));
    // Read while the journal runs, and again after it was closed.
    let check = |records: Vec<Record>| {
        let entries: Vec<Entry> = records.iter().map(|one| one.chained.entry.clone()).collect();
        assert_eq!(entries, [entry(7, 1), entry(0, 1), entry(7, 2), entry(0, 2)]);
        assert_eq!(records[1].chained.hash, two.hashes[0]);
        assert_eq!(records[2].chained.previous, one.hashes[0]);
        assert_eq!(records.iter().map(|one| one.number).collect::<Vec<_>>(), [1, 2, 3, 4]);
    };
    check(all(&path));
    journal.close().unwrap();
    check(all(&path));
    let report = verify(&path, &VerifyOptions::default()).unwrap();
    assert!(report.is_sound(), "{report:?}");
    assert_eq!((report.entries, report.chains, report.checkpoints, report.signed), (4, 2, 2, 4));
}

#[test]
fn an_entry_that_is_not_the_next_is_refused_and_nothing_changes() {
    let folder = Folder::new();
    let path = folder.path("journal");
    let journal = Journal::open(&path, options()).unwrap();
    journal.append(vec![entry(1, 1)]).unwrap();
    for (batch, chain, given, next) in [
        (vec![entry(1, 1)], 1, 1, 2),
        (vec![entry(1, 3)], 1, 3, 2),
        (vec![entry(2, 0)], 2, 0, 1),
        (vec![entry(2, 2)], 2, 2, 1),
        (vec![entry(2, 1), entry(1, 2), entry(2, 1)], 2, 1, 2),
        (vec![entry(2, 1), entry(1, 2), entry(2, 3)], 2, 3, 2),
    ] {
        match journal.append(batch) {
            Err(Error::Conflict { chain: found, given: g, next: n }) => {
                assert_eq!((found, g, n), (Chain(chain), given, next));
            }
            other => panic!("{other:?}"),
        }
    }
    // Each of the following repairs one fault of the one before.
    let large = |change: fn(&mut Entry)| {
        let mut entry = entry(1, 2);
        change(&mut entry);
        journal.append(vec![entry]).unwrap_err().to_string()
    };
    assert_eq!(
        large(|entry| entry.rules = "x".repeat(201).into()),
        "chain 1, seq 2: the length of rules is 201, at most 200"
    );
    assert!(large(|entry| entry.kind = "x".repeat(41).into()).contains("the length of kind is 41"));
    assert!(large(|entry| entry.key = vec![0; 65]).contains("the length of key is 65, at most 64"));
    assert!(large(|entry| entry.effects = vec![0; (4 << 20) + 1]).contains("of the effects is"));
    assert!(large(|entry| entry.body = vec![0; (1 << 20) + 1]).contains("the length of the body"));
    assert!(large(|entry| entry.round = u64::MAX).contains("round is 18446744073709551615"));
    assert!(journal.append(vec![]).unwrap_err().to_string().contains("this one 0 entries"));
    journal.append(vec![entry(1, 2)]).unwrap();
    journal.close().unwrap();
    assert_eq!(all(&path).len(), 2);
}

#[test]
fn many_threads_append_to_their_chains() {
    let folder = Folder::new();
    let path = folder.path("journal");
    let options = Options { checkpoint_entries: 100, chapter_entries: 64, ..options() };
    let journal = Journal::open(&path, options).unwrap();
    let threads = (0..16).map(|chain| {
        let journal = journal.clone();
        thread::spawn(move || {
            for seq in 1..=50 {
                journal.append(vec![entry(chain, seq)]).unwrap();
            }
        })
    });
    threads.collect::<Vec<_>>().into_iter().for_each(|thread| thread.join().unwrap());
    let report = verify(&path, &VerifyOptions::default()).unwrap();
    assert!(report.is_sound(), "{report:?}");
    assert!(report.entries == 800 && report.checkpoints >= 8, "{report:?}");
    let reader = journal.reader().unwrap();
    for chain in 0..16 {
        for from in [1, 2, 17, 50] {
            let seqs: Vec<u64> = reader
                .chain(Chain(chain), from)
                .map(|one| one.unwrap().chained.entry.seq)
                .collect();
            assert_eq!(seqs, (from..=50).collect::<Vec<_>>());
        }
        for round in 1..=13 {
            let found: Vec<u64> = reader
                .round(Chain(chain), round)
                .map(|one| one.unwrap().chained.entry.seq)
                .collect();
            let wanted: Vec<u64> = (1..=50).filter(|seq| 1 + seq / 4 == round).collect();
            assert_eq!(found, wanted);
        }
    }
    assert_eq!(reader.chain(Chain(99), 1).count(), 0);
    assert_eq!(reader.round(Chain(3), 99).count(), 0);
}

#[test]
fn two_writers_cannot_fork_a_chain() {
    let folder = Folder::new();
    let path = folder.path("journal");
    let journal = Journal::open(&path, options()).unwrap();
    let threads = (0..8).map(|who| {
        let journal = journal.clone();
        thread::spawn(move || {
            let won = |seq: &u64| {
                let mine = Entry { who, ..entry(1, *seq) };
                journal.append(vec![mine]).is_ok()
            };
            (1..=40).filter(won).count()
        })
    });
    let threads: Vec<_> = threads.collect();
    let won: usize = threads.into_iter().map(|thread| thread.join().unwrap()).sum();
    let records = all(&path);
    assert_eq!(records.len(), won);
    assert!(verify(&path, &VerifyOptions::default()).unwrap().is_sound());
}

#[test]
fn tickets_and_callbacks_are_answered_in_order() {
    let folder = Folder::new();
    let journal = Journal::open(folder.path("journal"), options()).unwrap();
    let (sender, receiver) = mpsc::channel();
    for seq in 1..=100 {
        let sender = sender.clone();
        let then = move |receipt: Result<croupier_journal::Receipt, Error>| {
            sender.send(receipt.unwrap().number).unwrap();
        };
        journal.try_submit_then(vec![entry(1, seq)], then).unwrap();
    }
    let ticket = journal.submit(vec![entry(1, 101)]).unwrap();
    assert_eq!(ticket.wait().unwrap().number, 101);
    assert_eq!(receiver.iter().take(100).collect::<Vec<_>>(), (1..=100).collect::<Vec<_>>());
    let (batch, error) = journal.try_submit(vec![]).unwrap_err();
    assert!(batch.entries.is_empty() && matches!(error, Error::Refused(_)));
}

#[test]
fn a_full_queue_gives_the_batch_back() {
    let folder = Folder::new();
    let options = Options { queue_entries: 4, ..options() };
    let journal = Journal::open(folder.path("journal"), options).unwrap();
    // The writer is held in a callback until the queue has been filled.
    let (go, gate) = mpsc::channel::<()>();
    let (began, begun) = mpsc::channel();
    let hold = move |_| {
        began.send(()).unwrap();
        gate.recv().unwrap();
    };
    journal.try_submit_then(vec![entry(1, 1)], hold).unwrap();
    begun.recv().unwrap();
    let tickets: Vec<_> =
        (2..=5).map(|seq| journal.try_submit(vec![entry(1, seq)]).unwrap()).collect();
    let (batch, error) = journal.try_submit(vec![entry(1, 6)]).unwrap_err();
    assert!(matches!(error, Error::Full));
    let waiting = {
        let journal = journal.clone();
        thread::spawn(move || journal.append(batch).unwrap().number)
    };
    go.send(()).unwrap();
    for (ticket, number) in tickets.into_iter().zip(2..) {
        assert_eq!(ticket.wait().unwrap().number, number);
    }
    assert_eq!(waiting.join().unwrap(), 6);
}

#[test]
fn a_journal_goes_on_where_it_was_closed() {
    let folder = Folder::new();
    let path = folder.path("journal");
    for seq in 1..=5 {
        let options = Options { chapter_entries: 3, ..options() };
        let journal = Journal::open(&path, options).unwrap();
        assert_eq!(journal.opened().heads.get(&Chain(1)).map_or(0, |head| head.seq), seq - 1);
        assert!(journal.notes().is_empty());
        journal.append(vec![entry(1, seq)]).unwrap();
        journal.append(vec![entry(2, seq)]).unwrap();
        if seq % 2 == 0 {
            journal.close().unwrap();
        }
    }
    let report = verify(&path, &VerifyOptions::default()).unwrap();
    assert!(report.is_sound() && report.entries == 10, "{report:?}");
    let closed = Journal::open(&path, options()).unwrap();
    let clone = closed.clone();
    closed.close().unwrap();
    assert!(matches!(clone.append(vec![entry(1, 6)]), Err(Error::Closed)));
}

#[test]
fn only_one_process_writes() {
    let folder = Folder::new();
    let path = folder.path("journal");
    let journal = Journal::open(&path, options()).unwrap();
    assert!(matches!(Journal::open(&path, options()), Err(Error::Locked(_))));
    drop(journal);
    Journal::open(&path, options()).unwrap();
}

#[test]
fn the_key_is_made_once_and_must_stay() {
    let folder = Folder::new();
    let path = folder.path("journal");
    let public = Journal::open(&path, Options::default()).unwrap().identity().key;
    let file = folder.path("journal.key");
    assert_eq!(SigningKey::read(&file).unwrap().public(), public);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        fs::set_permissions(&file, PermissionsExt::from_mode(0o644)).unwrap();
        let error = Journal::open(&path, Options::default()).unwrap_err().to_string();
        assert!(error.contains("others may read the key (mode 644)"), "{error}");
        fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).unwrap();
    }
    assert_eq!(Journal::open(&path, Options::default()).unwrap().identity().key, public);
    let error = Journal::open(&path, options()).unwrap_err().to_string();
    assert!(error.contains(&public.to_string()), "{error}");
    fs::rename(&file, folder.path("elsewhere")).unwrap();
    let error = Journal::open(&path, Options::default()).unwrap_err().to_string();
    assert!(error.contains("restore it from its backup"), "{error}");
    let there = Options { key: KeySource::File(folder.path("elsewhere")), ..Options::default() };
    Journal::open(&path, there).unwrap();
}

#[test]
fn what_is_no_journal_is_refused() {
    let folder = Folder::new();
    let text = folder.path("text");
    fs::write(&text, "a text that is no database, and long enough to be read as one").unwrap();
    let error = Journal::open(&text, options()).unwrap_err().to_string();
    assert!(error.contains("file is not a database"), "{error}");
    assert!(Reader::open(&text).is_err());
    let error = Reader::open(folder.path("nothing")).err().unwrap().to_string();
    assert!(error.contains("there is no such file"), "{error}");
    // A log without its journal may hold what was acknowledged.
    let lonely = folder.path("lonely");
    fs::write(folder.path("lonely-wal"), "a log").unwrap();
    let error = Journal::open(&lonely, options()).unwrap_err().to_string();
    assert!(error.contains("put the journal back beside it"), "{error}");
    // A file that was made but never written, as after a crash, is as good as none.
    let empty = folder.path("empty");
    fs::write(&empty, "").unwrap();
    fill(&empty, options(), 1, 1);
    assert_eq!(all(&empty).len(), 1);
}

#[test]
fn snapshots_are_kept_and_used_only_where_they_fit() {
    let folder = Folder::new();
    let path = folder.path("journal");
    let journal = Journal::open(&path, options()).unwrap();
    let early = journal.snapshot(1, vec![1]).unwrap().wait().unwrap_err().to_string();
    assert_eq!(early, "a snapshot, but there is no entry yet");
    let reader = journal.reader().unwrap();
    let text = |number: u64| format!("after {number}").into_bytes();
    let newest = |format: u32| reader.snapshot(format).unwrap().map(|it| (it.number, it.bytes));
    assert_eq!(newest(1), None);
    for number in 1..=6 {
        journal.append(vec![entry(3, number)]).unwrap();
        journal.snapshot(1, text(number)).unwrap().wait().unwrap();
        assert_eq!(newest(1), Some((number, text(number))));
    }
    let numbers = |sql: &str| -> Vec<u64> {
        let connection = rusqlite::Connection::open(&path).unwrap();
        let mut select = connection.prepare(sql).unwrap();
        select.query_map([], |row| row.get(0)).unwrap().map(|one| one.unwrap()).collect()
    };
    assert_eq!(numbers("SELECT number FROM snapshots"), [1, 2, 3, 4, 5, 6]);
    let up_to = |number| reader.snapshot_up_to(1, number).unwrap().map(|it| it.number);
    assert_eq!([0, 1, 4, 7, u64::MAX].map(up_to), [None, Some(1), Some(4), Some(6), Some(6)]);
    assert_eq!(reader.snapshot_up_to(2, 4).unwrap(), None);
    // With another format those of another build go.
    let more: Vec<_> = (7..=9).map(|seq| journal.submit(vec![entry(3, seq)]).unwrap()).collect();
    journal.snapshot(2, text(9)).unwrap().wait().unwrap();
    more.into_iter().for_each(|ticket| drop(ticket.wait().unwrap()));
    assert_eq!(numbers("SELECT number FROM snapshots"), [9]);
    assert_eq!((newest(1), newest(2)), (None, Some((9, text(9)))));
    // What is erased may be in snapshots, too: they go with it.
    let beside = vec![Beside { id: 1, bytes: None }];
    journal.append(Batch { entries: vec![entry(3, 10)], beside }).unwrap();
    assert_eq!(numbers("SELECT number FROM snapshots"), [0; 0]);
    journal.close().unwrap();
    assert!(verify(&path, &VerifyOptions::default()).unwrap().snapshot_faults.is_empty());
}

/// Each of many snapshots that come with entries, in groups of any size, is bound to the entry before it.
#[test]
fn snapshots_are_bound_to_what_was_submitted_before() {
    let folder = Folder::new();
    let path = folder.path("journal");
    let journal = Journal::open(&path, options()).unwrap();
    let mut tickets = Vec::new();
    for seq in 1..=300 {
        drop(journal.submit(vec![entry(3, seq)]).unwrap());
        if seq % 7 == 0 {
            tickets.push(journal.snapshot(1, seq.to_be_bytes().to_vec()).unwrap());
        }
    }
    tickets.into_iter().for_each(|ticket| ticket.wait().unwrap());
    let reader = journal.reader().unwrap();
    for number in (7..=300).step_by(7) {
        let snapshot = reader.snapshot_up_to(1, number + 6).unwrap().unwrap();
        assert_eq!((snapshot.number, snapshot.bytes), (number, number.to_be_bytes().to_vec()));
    }
    drop(reader);
    journal.close().unwrap();
    let report = verify(&path, &VerifyOptions::default()).unwrap();
    assert!(report.is_sound() && report.snapshot_faults.is_empty(), "{report:?}");
}

#[test]
fn what_is_beside_goes_with_its_batch_and_can_be_erased() {
    let folder = Folder::new();
    let path = folder.path("journal");
    let batch = |seq, id, bytes: Option<&[u8]>| {
        let beside = vec![Beside { id, bytes: bytes.map(<[u8]>::to_vec) }];
        Batch { entries: vec![entry(1, seq)], beside }
    };
    let holds = |text: &[u8]| fs::read(&path).unwrap().windows(text.len()).any(|it| it == text);
    let journal = Journal::open(&path, options()).unwrap();
    journal.append(batch(1, 12, Some(b"Ann Smith-of-the-Mill"))).unwrap();
    journal.append(batch(2, 13, Some(b"Bob"))).unwrap();
    journal.close().unwrap();
    assert!(holds(b"Ann Smith") && holds(b"Bob"));
    let journal = Journal::open(&path, options()).unwrap();
    let append = |seq, id, bytes: Option<&[u8]>| journal.append(batch(seq, id, bytes));
    append(3, 13, Some(b"Robert")).unwrap();
    let reader = journal.reader().unwrap();
    assert_eq!(reader.beside(13).unwrap().as_deref(), Some(&b"Robert"[..]));
    assert_eq!(reader.beside(14).unwrap(), None);
    // A batch that is refused changes nothing beside the journal either.
    assert!(matches!(append(3, 12, None), Err(Error::Conflict { .. })));
    assert!(append(4, u64::MAX, None).unwrap_err().to_string().contains("under a number up to"));
    let long = vec![0; (1 << 20) + 1];
    assert!(append(4, 1, Some(&long)).unwrap_err().to_string().contains("1048577 bytes"));
    append(4, 12, None).unwrap();
    let mut all = Vec::new();
    reader.each_beside(|id, bytes| all.push((id, bytes.to_vec()))).unwrap();
    assert_eq!(all, [(13, b"Robert".to_vec())]);
    drop(reader);
    journal.close().unwrap();
    // Nothing is left of what was erased, and no hash depended on it.
    assert!(!holds(b"Ann Smith") && !holds(b"of-the-Mill") && !holds(b"Bob") && holds(b"Robert"));
    assert!(verify(&path, &VerifyOptions::default()).unwrap().is_sound());
}

#[test]
fn receipts_are_proved_against_later_checkpoints() {
    let folder = Folder::new();
    let path = folder.path("journal");
    let options = || Options { checkpoint_entries: 1_000_000, ..options() };
    let mut journal = Journal::open(&path, options()).unwrap();
    let (mut receipts, mut signed) = (Vec::new(), Vec::new());
    for batch in 0..12_u64 {
        let seqs = batch * 150 + 1..=batch * 150 + 150;
        let entries: Vec<Entry> = seqs.map(|seq| entry(1, seq)).collect();
        receipts.push(journal.append(entries).unwrap());
        signed.push(journal.checkpoint(batch).unwrap());
        // The right edge of the tree is read again from what is stored.
        if batch % 4 == 3 {
            journal.close().unwrap();
            journal = Journal::open(&path, options()).unwrap();
        }
    }
    let reader = journal.reader().unwrap();
    for later in &signed {
        for receipt in receipts.iter().filter(|receipt| receipt.number <= later.number) {
            for (number, hash) in (receipt.number..).zip(&receipt.hashes).step_by(31) {
                let proof = reader.inclusion(number, later.number).unwrap();
                assert!(proof.holds(hash, &later.root), "{number} in {}", later.number);
                assert!(!proof.holds(&later.link, &later.root));
            }
        }
        for earlier in signed.iter().filter(|earlier| earlier.number <= later.number) {
            let proof = reader.consistency(earlier.number, later.number).unwrap();
            assert!(proof.holds(&earlier.root, &later.root));
            let same = earlier.number == later.number;
            assert_eq!(proof.holds(&later.root, &later.root), same);
        }
    }
    let error = reader.inclusion(5, 9999).unwrap_err().to_string();
    assert!(error.contains("but there are 1800 entries"), "{error}");
    assert!(reader.inclusion(0, 9).is_err());
    assert!(reader.inclusion(10, 9).is_err() && reader.consistency(10, 9).is_err());
    assert!(verify(&path, &VerifyOptions::default()).unwrap().is_sound());
}

#[test]
fn a_sealed_journal_is_read_without_a_trace() {
    let folder = Folder::new();
    let path = folder.path("journal");
    fill(&path, options(), 2, 10);
    let (names, bytes) = (folder.names(), fs::read(&path).unwrap());
    let reader = Reader::sealed(&path).unwrap();
    assert_eq!(reader.entries(0).count(), 20);
    assert_eq!(reader.entries(15).map(|one| one.unwrap().number).next(), Some(16));
    assert!(verify(&path, &VerifyOptions::default()).unwrap().is_sound());
    assert_eq!((folder.names(), fs::read(&path).unwrap()), (names, bytes));
    let journal = Journal::open(&path, options()).unwrap();
    journal.append(vec![entry(0, 11)]).unwrap();
    let error = Reader::sealed(&path).err().unwrap().to_string();
    assert!(error.contains("the journal is running or was not closed"), "{error}");
    // A journal that runs is followed, also while its log is still empty.
    assert_eq!(verify(&path, &VerifyOptions::default()).unwrap().entries, 21);
}

#[test]
fn checkpoints_are_signed_on_request() {
    let folder = Folder::new();
    let path = folder.path("journal");
    let journal = Journal::open(&path, Options { at: 5, ..options() }).unwrap();
    journal.append(vec![entry(1, 1)]).unwrap();
    let checkpoint = journal.checkpoint(77).unwrap();
    assert!(checkpoint.is_signed());
    assert_eq!((checkpoint.id, checkpoint.at, checkpoint.number), (2, 77, 1));
    assert_eq!(checkpoint.identity.key, key().public());
    let reader = journal.reader().unwrap();
    assert_eq!(reader.checkpoint(2).unwrap(), Some(checkpoint.clone()));
    assert_eq!(reader.last_checkpoint().unwrap(), Some(checkpoint.clone()));
    let first = reader.checkpoint(1).unwrap().unwrap();
    assert_eq!((first.at, first.number, first.hash()), (5, 0, checkpoint.previous));
    assert_eq!(reader.checkpoint(3).unwrap(), None);
}
