//! What the tests of floors in journals share: folders that vanish, options, and a rehearsal in a journal.
#![allow(dead_code, reason = "each test uses a part of it")]

pub(crate) mod auditor;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use croupier_floor::{Act, Floor, Recorded};
use croupier_house::{Live, Rehearsal, Secret};
use croupier_journal::{KeySource, Options, Reader, SigningKey};

/// A folder of its own for each test, gone when the test is.
pub(crate) struct Folder(PathBuf);

static FOLDERS: AtomicU32 = AtomicU32::new(0);

impl Folder {
    pub(crate) fn new() -> Self {
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let name = format!("croupier-floor-{}-{number}", std::process::id());
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
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn key() -> SigningKey {
    SigningKey::from_bytes(&[9; 32])
}

pub(crate) fn options() -> Options {
    // No checkpoint comes by the clock: what is in a journal must not depend on how slow a test is.
    let checkpoint_every = std::time::Duration::from_secs(3600);
    Options { key: KeySource::Given(key()), checkpoint_every, ..Options::default() }
}

/// Two tables of each game: one that the program deals, and one that is dealt by hand.
pub(crate) const TABLES: u32 = 2 * croupier_engine::Kind::ALL.len() as u32;

/// A rehearsal of all games, the examples among them.
pub(crate) fn rehearsal(seed: u64, tables: u32, players: u32) -> Rehearsal {
    Rehearsal::new(seed, tables, players, Secret::fixed([seed as u8; 32])).with_examples()
}

/// Plays so many acts of a rehearsal into a new journal, closes it, and tells the floor.
pub(crate) fn night(path: &Path, options: Options, rehearsal: &mut Rehearsal, acts: u32) -> Floor {
    let mut live = Live::open(path, options).unwrap();
    for _ in 0..acts {
        let next = rehearsal.next(live.floor());
        live.act(next.at, &next.who, &next.act).unwrap();
    }
    let floor = live.floor().clone();
    live.close().unwrap();
    floor
}

/// Reads an act from its entry, with what stands beside the journal.
pub(crate) fn written(reader: &Reader, body: &[u8], floor: &Floor) -> Act {
    let act = Recorded::read(body).unwrap();
    floor.people.written(&act, &croupier_house::said(reader, &act).unwrap())
}

/// Leaves the commitments out of an answer: their salts are random.
pub(crate) fn unsalted(answer: &str) -> String {
    let is_commitment =
        |part: &&str| part.len() == 64 && part.bytes().all(|b| b.is_ascii_hexdigit());
    let parts: Vec<_> = answer.split('"').filter(|part| !is_commitment(part)).collect();
    parts.join("\"")
}
