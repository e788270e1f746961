//! A floor whose store fails: at every write and sync in turn, once or for ever, before or after it was
//! done. Opened again, the floor has everything that was acknowledged, nothing twice, all money adds up, and
//! the night goes on to the same end as one without faults.
//!
//! `CROUPIER_FLOOR_SEEDS=100` plays as many nights with faults at random; without it 4.

use crate::support;

use std::fs;
use std::path::Path;

use crate::faulty::{Faulty, Plan};
use crate::support::auditor::Auditor;
use crate::support::{Folder, key, options, rehearsal, unsalted};
use croupier_engine::Player;
use croupier_floor::{Act, Answer, Floor};
use croupier_house::Live;
use croupier_journal::{Journal, Options, Reader, Sqlite, VerifyOptions, verify};

/// A night without faults: what was done, and what was answered.
struct Night {
    acts: Vec<(u64, String, Act, String)>,
    /// The floor at its end.
    floor: Floor,
}

impl Night {
    fn new(seed: u64, tables: u32, players: u32, acts: usize) -> Self {
        let mut rehearsal = rehearsal(seed, tables, players);
        let (mut floor, mut all) = (Floor::default(), Vec::new());
        for _ in 0..acts {
            let next = rehearsal.next(&floor);
            let answer = floor.act(next.at, &next.who, &next.act).write();
            all.push((next.at, next.who, next.act, answer));
        }
        Self { acts: all, floor }
    }

    /// Tells a floor what comes from an act on, so many at a time before it waits; returns how many
    /// acts were acknowledged, and whether anything failed.
    fn go_on(&self, live: &mut Live, from: usize, to: usize, at_once: usize) -> (usize, bool) {
        let mut acknowledged = from;
        for part in self.acts[from..to].chunks(at_once.max(1)) {
            let mut tickets = Vec::new();
            for (at, who, act, answer) in part {
                let Ok(told) = live.act(*at, who, act) else { return (acknowledged, true) };
                assert_eq!(unsalted(&told.answer.write()), unsalted(answer));
                tickets.push(told.ticket);
            }
            for ticket in tickets {
                if ticket.wait().is_err() {
                    return (acknowledged, true);
                }
                acknowledged += 1;
            }
        }
        (acknowledged, false)
    }

    /// Opens what a fault left behind and checks it; returns how many acts are in the journal.
    fn check(&self, path: &Path, acknowledged: usize, what: &str) -> (Live, usize) {
        let live = Live::open(path, opened()).unwrap_or_else(|stop| panic!("{what}: {stop}"));
        assert!(live.floor().ledger.balances(), "{what}");
        let reader = Reader::open(path).unwrap();
        let mut there = 0;
        for (record, (at, who, act, _)) in reader.entries(0).zip(&self.acts) {
            let entry = record.unwrap().chained.entry;
            let name = live.floor().people.name(Player(entry.who));
            assert_eq!((entry.at, name), (*at, &**who), "{what}");
            let written = support::written(&reader, &entry.body, live.floor());
            assert_eq!(written, *act, "{what}: lost, doubled or out of order");
            there += 1;
        }
        assert_eq!(reader.state().unwrap().number, there as u64, "{what}");
        assert!(
            there >= acknowledged,
            "{what}: {there} are there, {acknowledged} were acknowledged"
        );
        (live, there)
    }
}

fn opened() -> Options {
    Options { checkpoint_entries: 37, chapter_entries: 50, log_pages: 40, ..options() }
}

/// Opens a floor on a store that fails as planned.
fn faulty(path: &Path, plan: Plan) -> Live {
    let store = Sqlite::open(path).unwrap().unwrap();
    let store = Box::new(Faulty { store, plan, operations: 0 });
    let journal = Journal::with_store(store, key(), &opened()).unwrap();
    Live::over(journal, &Reader::open(path).unwrap()).unwrap()
}

/// Every write and every sync of a stretch of the night fails, in each way.
#[test]
fn nothing_is_lost_whichever_operation_fails() {
    const BEGIN: usize = 500;
    let night = Night::new(3, 7, 14, BEGIN + 160);
    let folder = Folder::new();
    let start = folder.path("start");
    let mut live = Live::open(&start, opened()).unwrap();
    assert_eq!(night.go_on(&mut live, 0, BEGIN, 50), (BEGIN, false));
    live.close().unwrap();
    let (mut failures, mut unheard) = (0, 0);
    for (forever, after) in [(false, false), (false, true), (true, false), (true, true)] {
        for at in 1.. {
            let plan = Plan { at, forever, after };
            let path = folder.path("floor");
            let _ = fs::remove_file(folder.path("floor-wal"));
            let _ = fs::remove_file(folder.path("floor-shm"));
            fs::copy(&start, &path).unwrap();
            fs::copy(folder.path("start.end"), folder.path("floor.end")).unwrap();
            let mut live = faulty(&path, plan);
            let (acknowledged, failed) = night.go_on(&mut live, BEGIN, BEGIN + 60, 3);
            let closed = live.close();
            if !failed && closed.is_ok() {
                break;
            }
            failures += 1;
            let (mut live, there) = night.check(&path, acknowledged, &format!("{plan:?}"));
            unheard += there - acknowledged;
            // Open rounds go on, to the same end.
            assert!(!night.go_on(&mut live, there, night.acts.len(), 40).1);
            assert_eq!(*live.floor(), night.floor, "{plan:?}");
            live.close().unwrap();
        }
    }
    assert!(
        failures > 160 && unheard > 0,
        "{failures} failures, {unheard} durable and not heard of"
    );
}

/// Nights in which the disk fails again and again, each time somewhere else, with an auditor.
#[test]
fn nights_with_a_bad_disk() {
    let seeds = std::env::var("CROUPIER_FLOOR_SEEDS");
    let seeds = seeds.map_or(4, |text| text.parse().expect("CROUPIER_FLOOR_SEEDS is a number"));
    for seed in 0..seeds {
        let night = Night::new(seed, 10, 30, 1_500);
        let folder = Folder::new();
        let path = folder.path("floor");
        let mut live = Live::open(&path, opened()).unwrap();
        live.close().unwrap();
        let (mut there, mut faults) = (0, 0);
        let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        while there < night.acts.len() {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let (forever, after) = (random & 1 == 0, random & 2 == 0);
            let plan = Plan { at: 1 + (random >> 8) % 60, forever, after };
            live = faulty(&path, plan);
            let at_once = 1 + (random >> 40) as usize % 16;
            let (acknowledged, failed) = night.go_on(&mut live, there, night.acts.len(), at_once);
            let _ = live.close();
            faults += u32::from(failed);
            (live, there) = night.check(&path, acknowledged, &format!("seed {seed}, {plan:?}"));
            live.close().unwrap();
        }
        assert!(faults > 5, "seed {seed}: {faults}");
        assert!(verify(&path, &VerifyOptions::default()).unwrap().is_sound());
        audit(&path, &night);
    }
}

/// Has the auditor watch everything that is in a journal.
fn audit(path: &Path, night: &Night) {
    let reader = Reader::open(path).unwrap();
    let mut auditor = Auditor::new();
    let mut answers = night.acts.iter().map(|(.., answer)| unsalted(answer));
    let each = |replay: &croupier_house::Replay, _: &_, act: &Act, answer: &Answer| {
        assert_eq!(Some(unsalted(&answer.write())), answers.next());
        auditor.watch(act, answer, &replay.floor);
    };
    let replay = croupier_house::Replay::of(&reader, each).unwrap();
    auditor.close(&replay.floor);
    assert_eq!(replay.floor, night.floor);
}
