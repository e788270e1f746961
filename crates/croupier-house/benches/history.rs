//! What a long journal costs whoever opens it or asks it something: a night is played to one length after another, and at each the
//! house is opened, as after a crash, and every report is worked out, each in a process of its own, so that time and memory are theirs.
//!
//! `cargo bench -p croupier-house --bench history -- 100000 1000000` plays to these lengths.
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on ends")]
#![allow(clippy::float_arithmetic, reason = "only shows seconds")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use croupier_house::report::{About, Asked, Page, report_with};
use croupier_house::{Live, Rehearsal, Secret, SnapshotKeys};
use croupier_journal::{Options, Reader};

/// Every child runs so many times, and the median counts.
const RUNS: usize = 5;

fn main() {
    let words: Vec<_> = std::env::args().skip(1).collect();
    // `cargo test --benches` and the like only want to know that it starts.
    let test = words.iter().any(|word| word == "--test");
    match words.first().map(String::as_str) {
        Some("open") => return open(Path::new(&words[1])),
        Some("report") => return work_out(Path::new(&words[1]), &words[2]),
        _ => {}
    }
    let lengths: Vec<u64> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let folder = Folder::new();
    match (test, lengths.is_empty()) {
        (true, _) => history(&folder.0.join("file"), &[2_000]),
        (false, true) => history(&folder.0.join("file"), &[100_000, 1_000_000]),
        (false, false) => history(&folder.0.join("file"), &lengths),
    }
}

/// Plays to each length, and measures there.
fn history(path: &Path, lengths: &[u64]) {
    let mut rehearsal = Rehearsal::new(1, 100, 300, Secret::fixed([7; 32]));
    let (mut acts, start) = (0, Instant::now());
    let empty = path.with_extension("empty");
    Live::open(&empty, Options::default()).unwrap().close().unwrap();
    println!("  entries  what            s   cpu s      MB");
    measured(0, &["open", empty.to_str().unwrap()]);
    for &length in lengths {
        let mut live = Live::open(path, Options::default()).unwrap();
        while acts < length {
            let next = rehearsal.next(live.floor());
            live.act(next.at, &next.who, &next.act).unwrap();
            acts += 1;
        }
        // As a house that dies leaves it: no snapshot of the end.
        live.journal().clone().close().unwrap();
        drop(live);
        let played = start.elapsed().as_secs_f64();
        let bytes = fs::metadata(path).unwrap().len() / 1_000_000;
        let reader = Reader::open(path).unwrap();
        let (mut beside, mut words) = (0_u64, 0);
        reader.each_beside(|_, bytes| (beside, words) = (beside + 1, words + bytes.len())).unwrap();
        println!(
            "{length:>9}  played for {played:.0} s so far; {bytes} MB, {beside} texts of {words} bytes beside"
        );
        drop(reader);
        let path = path.to_str().unwrap();
        measured(length, &["open", path]);
        for (name, _) in reports() {
            measured(length, &["report", path, name]);
        }
    }
}

/// Runs this program again for one thing, and shows what that took: the median of the runs by time.
fn measured(length: u64, words: &[&str]) {
    let program = std::env::current_exe().unwrap();
    let run = || {
        let done = Command::new(&program).args(words).output().unwrap();
        let said = String::from_utf8(done.stdout).unwrap();
        assert!(done.status.success(), "{said}{}", String::from_utf8_lossy(&done.stderr));
        let figures: Vec<f64> = said.split_whitespace().map(|word| word.parse().unwrap()).collect();
        <[f64; 3]>::try_from(figures).unwrap()
    };
    let mut runs: Vec<_> = (0..RUNS).map(|_| run()).collect();
    runs.sort_by(|one, two| one[0].total_cmp(&two[0]));
    let [seconds, cpu, memory] = runs[RUNS / 2];
    let what = words.get(2).unwrap_or(&words[0]);
    println!("{length:>9}  {what:<12} {seconds:>6.3}  {cpu:>6.2}  {memory:>6.1}");
}

/// Opens a house, and leaves it as one that dies does.
fn open(path: &Path) {
    let start = Instant::now();
    let live = Live::open(path, Options::default()).unwrap();
    tell(start);
    live.journal().clone().close().unwrap();
}

/// Works a report out; of a list, its first page.
fn work_out(path: &Path, name: &str) {
    let about = reports().into_iter().find(|(it, _)| *it == name).unwrap().1;
    let page = Some(Page { before: None, entries: 500 });
    let start = Instant::now();
    let reader = Reader::open(path).unwrap();
    let keys = SnapshotKeys::of(&reader).unwrap();
    let asked = Asked { about, table: None, from: None, to: None, page };
    assert!(report_with(&reader, &keys, &asked, |_| ()).unwrap().is_sound);
    tell(start);
}

fn tell(start: Instant) {
    let megabytes = status("VmHWM:") as f64 / 1000.0;
    println!("{} {} {megabytes}", start.elapsed().as_secs_f64(), cpu());
}

fn reports() -> [(&'static str, About); 11] {
    [
        ("table", About::Table),
        ("wagers", About::Wagers),
        ("statement", About::Statement("p7".to_owned())),
        ("incidents", About::Incidents),
        ("privileged", About::Privileged),
        ("tasks", About::Tasks),
        ("ledger", About::Ledger),
        ("cards", About::Cards),
        ("vouchers", About::Vouchers),
        ("pools", About::Pools),
        ("promotions", About::Promotions),
    ]
}

/// How many seconds all threads of this process have computed so far; 0 where that is not known.
fn cpu() -> f64 {
    let text = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// A figure of this process in kilobytes; 0 where it is not known.
fn status(name: &str) -> u64 {
    let text = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// A folder that is gone when the benchmark is.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let name = format!("croupier-history-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
