//! What is read without SQLite is what SQLite reads: of journals that were closed, that still have a log, and of rows that
//! run over many pages.

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::{Connection, ReadError, connect_to_read};
use crate::row::{Raw, Wanted};
use crate::sqlite::{self, schema};
use crate::{Batch, Beside, Chain, Entry, Journal, Options};

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("croupier-file-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn entry(number: u64, size: usize) -> Batch {
    let chain = Chain((number % 3) as u32);
    let entry = Entry {
        chain,
        seq: number.div_ceil(3),
        at: 1_700_000_000_000 + number,
        who: 12,
        kind: "wager".into(),
        round: number / 10,
        rules: "some rules 2016-08-17".into(),
        format: 1,
        key: b"5f2b9a4c5f2b9a4c".to_vec(),
        body: vec![b'{'; size],
        effects: vec![b'}'; 3 * size],
    };
    let beside =
        Beside { id: number.wrapping_mul(0x9e37_79b9_7f4a) >> 1, bytes: Some(vec![7; size]) };
    Batch { entries: vec![entry], beside: vec![beside] }
}

/// Writes so many entries, of very different sizes.
fn write(path: &Path, count: u64) -> Journal {
    let options = Options { chapter_entries: 64, ..Options::default() };
    let journal = Journal::open(path, options).unwrap();
    for number in 1..=count {
        let size = if number % 50 == 0 { 40_000 } else { (number as usize * 37) % 900 };
        journal.append(entry(number, size)).unwrap();
    }
    journal.snapshot(1, vec![3; 9_000]).unwrap().wait().unwrap();
    journal.checkpoint(1_700_000_000_000).unwrap();
    journal
}

fn same<T: PartialEq + Debug>(one: Result<T, rusqlite::Error>, other: Result<T, ReadError>) {
    assert_eq!(one.unwrap(), other.unwrap());
}

fn told(raws: &mut Vec<String>) -> impl FnMut(Result<Raw<'_>, crate::Fault>) -> ControlFlow<()> {
    |raw| {
        raws.push(format!("{raw:?}"));
        ControlFlow::Continue(())
    }
}

/// Holds everything that is read of a journal against what SQLite reads.
fn compare(one: &sqlite::Connection, other: &Connection) {
    same(schema::difference(one), super::schema::difference(other));
    use super::rows as file;
    use sqlite::rows;
    let journal = rows::journal(one).unwrap().unwrap();
    assert_eq!(format!("{:?}", file::journal(other).unwrap().unwrap()), format!("{journal:?}"));
    for (after, limit) in [(0, u64::MAX >> 1), (17, 5), (149, 2), (9_999, 3)] {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        rows::scan(one, after, limit, told(&mut left)).unwrap();
        file::scan(other, after, limit, told(&mut right)).unwrap();
        assert_eq!(left, right);
    }
    let chain = Some(Chain(1));
    let all = Wanted { after: 3, up_to: u64::MAX, chain: None, seq: 0, round: None, limit: 40 };
    for wanted in [
        all,
        Wanted { chain, seq: 7, ..all },
        Wanted { chain, round: Some(4), ..all },
        Wanted { after: 49, up_to: 50, ..all },
    ] {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        rows::select(one, &wanted, told(&mut left)).unwrap();
        file::select(other, &wanted, told(&mut right)).unwrap();
        assert!(!left.is_empty() && left == right);
    }
    let state = |state: Result<crate::JournalState, crate::Fault>| format!("{state:?}");
    same(rows::state(one, &journal).map(state), file::state(other, &journal).map(state));
    let identity = journal.identity;
    let shown = |it: Option<Option<crate::Checkpoint>>| format!("{it:?}");
    same(
        rows::last_checkpoint(one, identity).map(shown),
        file::last_checkpoint(other, identity).map(shown),
    );
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let note = |all: &mut Vec<String>, what: String| {
        all.push(what);
        ControlFlow::Continue(())
    };
    rows::snapshots(one, &identity, |it| note(&mut left, format!("{it:?}"))).unwrap();
    file::snapshots(other, &identity, |it| note(&mut right, format!("{it:?}"))).unwrap();
    rows::beside(one, |id, bytes| note(&mut left, format!("{id} {bytes:?}"))).unwrap();
    file::beside(other, |id, bytes| note(&mut right, format!("{id} {bytes:?}"))).unwrap();
    assert!(left.len() > 100 && left == right);
    for number in [0, 1, 50, journal.number, journal.number + 1] {
        same(rows::link(one, number), file::link(other, number));
        let id = number.wrapping_mul(0x9e37_79b9_7f4a) >> 1;
        same(rows::beside_one(one, id), file::beside_one(other, id));
        for key in [(number, 0), (number, 2)] {
            let read = |(first, rounds, offsets): crate::row::PlaceRow<'_>| {
                (first, rounds, offsets.to_vec())
            };
            same(rows::place(one, key, read), file::place(other, key, read));
        }
    }
    same(rows::tree(one, 0, 40, 60), file::tree(other, 0, 40, 60));
    same(rows::tree(one, 1, 0, 1), file::tree(other, 1, 0, 1));
    let (left, right) = (rows::counts(one).unwrap(), file::counts(other).unwrap());
    assert_eq!(
        (left.checkpoints, left.entries, left.places, left.tree, left.outside),
        (right.checkpoints, right.entries, right.places, right.tree, right.outside)
    );
}

#[test]
fn what_is_read_is_what_sqlite_reads() {
    let folder = folder("same");
    let path = folder.join("journal");
    let journal = write(&path, 600);
    // Much of it stands in the log only.
    let running = folder.join("running");
    for ending in ["", "-wal"] {
        let with = |path: &Path| PathBuf::from(format!("{}{ending}", path.display()));
        std::fs::copy(with(&path), with(&running)).unwrap();
    }
    assert!(std::fs::metadata(folder.join("running-wal")).unwrap().len() > 0);
    let other = connect_to_read(&running, false).unwrap();
    compare(&sqlite::connect_to_read(&path, false).unwrap(), &other);
    journal.close().unwrap();
    let other = connect_to_read(&path, true).unwrap();
    compare(&sqlite::connect_to_read(&path, true).unwrap(), &other);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_file_that_is_cut_or_changed_is_refused_or_read() {
    let folder = folder("changed");
    let path = folder.join("journal");
    write(&path, 120).close().unwrap();
    let whole = std::fs::read(&path).unwrap();
    let changed = folder.join("changed");
    let read = |bytes: &[u8]| {
        std::fs::write(&changed, bytes).unwrap();
        let Ok(connection) = connect_to_read(&changed, true) else { return };
        // Whatever it says, it ends.
        let mut raws = Vec::new();
        let _ends = super::rows::scan(&connection, 0, u64::MAX, told(&mut raws));
        let _ends = super::rows::counts(&connection);
    };
    for length in [0, 99, 100, 4_095, 4_096, 4_097, whole.len() / 2, whole.len() - 1] {
        read(&whole[..length]);
    }
    for place in (0..whole.len()).step_by(whole.len() / 400) {
        for value in [0, 1, 5, 0x80, 0xff] {
            let mut bytes = whole.clone();
            bytes[place] = value;
            read(&bytes);
        }
    }
    // The headers of pages, byte by byte.
    for place in (0..whole.len()).step_by(4_096).flat_map(|page| page..page + 12).take(600) {
        let mut bytes = whole.clone();
        bytes[place] = bytes[place].wrapping_add(1);
        read(&bytes);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
