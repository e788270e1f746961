//! What the tests of the journal share: folders that vanish, and entries to append.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use croupier_journal::{Chain, Entry, Journal, KeySource, Options, Reader, Record, SigningKey};

/// A folder of its own for each test, gone when the test is.
pub(crate) struct Folder(PathBuf);

static FOLDERS: AtomicU32 = AtomicU32::new(0);

impl Folder {
    pub(crate) fn new() -> Self {
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let name = format!("croupier-journal-{}-{number}", std::process::id());
        // In memory where that is possible: no test depends on a real disk, and syncs cost nothing.
        let path = Path::new("/dev/shm").join(&name);
        if Path::new("/dev/shm").is_dir() && fs::create_dir(&path).is_ok() {
            return Self(path);
        }
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The names of all files in it.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(&self.0)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A key that is always the same.
pub(crate) fn key() -> SigningKey {
    SigningKey::from_bytes(&[9; 32])
}

pub(crate) fn options() -> Options {
    // No checkpoint comes by the clock: what is in a journal must not depend on how slow a test is.
    let checkpoint_every = std::time::Duration::from_secs(3600);
    Options { key: KeySource::Given(key()), checkpoint_every, ..Options::default() }
}

pub(crate) fn entry(chain: u32, seq: u64) -> Entry {
    Entry {
        chain: Chain(chain),
        seq,
        at: 1_700_000_000_000 + seq,
        who: (seq % 3) as u32,
        kind: "wager".into(),
        round: 1 + seq / 4,
        rules: "casino-war 2016-08-17".into(),
        format: 7,
        key: if seq.is_multiple_of(2) { vec![1, 2, seq as u8] } else { Vec::new() },
        body: format!(r#"{{"chain":{chain},"seq":{seq}}}"#).into_bytes(),
        effects: format!(r#"{{"won":{seq}}}"#).into_bytes(),
    }
}

/// Appends `count` entries to each of some chains in turn, and closes the journal.
pub(crate) fn fill(path: &Path, options: Options, chains: u32, count: u64) {
    let journal = Journal::open(path, options).unwrap();
    for seq in 1..=count {
        for chain in 0..chains {
            journal.append(vec![entry(chain, seq)]).unwrap();
        }
    }
    journal.close().unwrap();
}

/// Everything that is in a journal.
pub(crate) fn all(path: &Path) -> Vec<Record> {
    Reader::open(path).unwrap().entries(0).map(|record| record.unwrap()).collect()
}

/// The same, but the journal is left as it is when its process is killed: with nothing signed after the start.
pub(crate) fn fill_and_crash(path: &Path, options: Options, chains: u32, count: u64) {
    let folder = Folder::new();
    let live = folder.path("live");
    let journal = Journal::open(&live, options).unwrap();
    for seq in 1..=count {
        for chain in 0..chains {
            journal.append(vec![entry(chain, seq)]).unwrap();
        }
    }
    copy_files(&live, path);
    journal.close().unwrap();
}

/// Copies the files of a journal as they are now.
pub(crate) fn copy_files(from: &Path, to: &Path) {
    for ending in ["", "-wal", ".end", ".key"] {
        let name = |path: &Path| format!("{}{ending}", path.display());
        let _missing = fs::remove_file(name(to));
        if Path::new(&name(from)).exists() {
            fs::copy(name(from), name(to)).unwrap();
        }
    }
}
