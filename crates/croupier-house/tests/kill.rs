//! A floor under load is killed again and again, at any moment: nothing acknowledged is ever lost, nothing is
//! doubled, and each life goes on in the middle of the rounds where the last one was killed.
//!
//! `CROUPIER_FLOOR_KILLS=5000` kills as often; without it 300 times.

use crate::support;

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::auditor::Auditor;
use crate::support::{Folder, TABLES, options, rehearsal, unsalted};
use croupier_floor::{Act, Floor};
use croupier_house::{Live, Replay};
use croupier_journal::{Options, Reader, VerifyOptions, verify};

/// How many acts a journal gets before a new one is begun.
const ACTS: usize = 1_200;

fn opened(path: &Path) -> Options {
    let mirrored = path.file_name().is_some_and(|name| name == "mirrored");
    let mirror = mirrored.then(|| path.with_extension("mirror"));
    Options { mirror, checkpoint_entries: 97, chapter_entries: 50, log_pages: 60, ..options() }
}

/// Not a test by itself: the process that is killed. It opens the floor, tells it the lines of a night from
/// where its journal ends, compares the answers, and prints the number of each when it is durable.
#[test]
#[ignore = "is started by the other tests of this file"]
fn the_one_that_is_killed() {
    let Some(path) = std::env::var_os("CROUPIER_FLOOR_TO_KILL").map(PathBuf::from) else { return };
    let mut live = Live::open(&path, opened(&path)).unwrap();
    let done = Reader::open(&path).unwrap().state().unwrap().number as usize;
    let night = fs::read_to_string(path.with_extension("night")).unwrap();
    let mut waiting = VecDeque::new();
    for (line, number) in night.lines().zip(1_u64..).skip(done) {
        let mut fields = line.split('\t');
        let mut field = || fields.next().unwrap();
        let (at, who, act, answer) = (field().parse().unwrap(), field(), field(), field());
        let told = live.act(at, who, &Act::parse(act.as_bytes()).unwrap()).unwrap();
        assert_eq!(unsalted(&told.answer.write()), unsalted(answer), "act {number}");
        waiting.push_back((number, told.ticket));
        // Some acts are always on their way.
        if waiting.len() > number as usize % 24 {
            let (number, ticket) = waiting.pop_front().unwrap();
            acknowledge(number, ticket.wait().unwrap().number);
        }
    }
    for (number, ticket) in waiting {
        acknowledge(number, ticket.wait().unwrap().number);
    }
    live.close().unwrap();
}

fn acknowledge(number: u64, entry: u64) {
    assert_eq!(number, entry);
    std::io::stdout().write_all(format!("ack {number}\n").as_bytes()).unwrap();
}

/// Writes the lines of a night; returns its acts, and the floor at its end.
fn night(path: &Path, seed: u64) -> (Vec<Act>, Floor) {
    let (mut floor, mut text, mut acts) = (Floor::default(), String::new(), Vec::new());
    let mut rehearsal = rehearsal(seed, TABLES, 20);
    for _ in 0..ACTS {
        let next = rehearsal.next(&floor);
        let answer = floor.act(next.at, &next.who, &next.act).write();
        let act = next.act.write();
        let _ = writeln!(text, "{}\t{}\t{act}\t{answer}", next.at, next.who);
        acts.push(next.act);
    }
    fs::write(path.with_extension("night"), text).unwrap();
    (acts, floor)
}

/// Lets a process run until it has acknowledged so many acts, and kills it; returns the last number that was
/// acknowledged, and whether it had come to the end before.
fn run_and_kill(path: &Path, lines: u64) -> (u64, bool) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["kill::the_one_that_is_killed", "--exact", "--ignored", "--nocapture"])
        .env("CROUPIER_FLOOR_TO_KILL", path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let (mut last, mut count, mut killed) = (0, 0, false);
    let mut line = String::new();
    loop {
        if count >= lines && !killed {
            child.kill().unwrap();
            killed = true;
        }
        line.clear();
        if output.read_line(&mut line).unwrap() == 0 {
            break;
        }
        // A line that was cut off by the kill says nothing.
        if let Some(number) = line.strip_prefix("ack ").and_then(|rest| rest.strip_suffix('\n')) {
            last = number.parse().unwrap();
            count += 1;
        }
    }
    let ended = child.wait().unwrap().success();
    assert!(killed || ended, "the process broke down by itself");
    (last, ended)
}

/// Checks that a journal has everything up to what was acknowledged, once and in order; returns how much it
/// has.
fn check(path: &Path, before: u64, acknowledged: u64, (acts, floor): (&[Act], &Floor)) -> u64 {
    // Nothing was acknowledged, and there may be no journal yet.
    let Ok(reader) = Reader::open(path) else {
        assert_eq!(acknowledged, 0);
        return 0;
    };
    let there = reader.state().unwrap().number;
    assert!(there >= acknowledged.max(before), "{there} of {acknowledged} are there");
    for record in reader.entries(before) {
        let record = record.unwrap();
        let written = support::written(&reader, &record.chained.entry.body, floor);
        let (written, wanted) = (written.write(), acts[record.number as usize - 1].write());
        // Of what was denied no words are kept.
        let kept = written.split("(not kept)").all(|part| wanted.contains(part));
        assert!(kept, "{written} where {wanted} was acknowledged");
    }
    there
}

#[test]
fn nothing_acknowledged_is_lost() {
    let told = std::env::var("CROUPIER_FLOOR_KILLS");
    let wanted = told.map_or(300, |text| text.parse().expect("CROUPIER_FLOOR_KILLS is a number"));
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let (mut kills, mut nights, mut acknowledged) = (0, 0, 0);
    while kills < wanted {
        let folder = Folder::new();
        let path = folder.path(if nights % 3 == 2 { "mirrored" } else { "alone" });
        let (acts, floor) = night(&path, nights);
        let mut there = 0;
        while there < ACTS as u64 {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            // Now and then it is killed before it has done anything.
            let lines = if random.is_multiple_of(8) { 0 } else { (random >> 8) % 30 };
            let (last, ended) = run_and_kill(&path, lines);
            kills += u64::from(!ended);
            acknowledged += last.saturating_sub(there);
            there = check(&path, there, last, (&acts, &floor));
        }
        whole(&path, &floor);
        nights += 1;
    }
    println!("{kills} kills in {nights} nights, {acknowledged} acts acknowledged");
}

/// Proves a night that has come to its end: every hash, every answer, all money, every card and clause.
fn whole(path: &Path, floor: &Floor) {
    let live = Live::open(path, opened(path)).unwrap();
    assert_eq!(live.floor(), floor);
    live.close().unwrap();
    assert!(verify(path, &VerifyOptions::default()).unwrap().is_sound());
    let mut auditor = Auditor::new();
    let reader = Reader::open(path).unwrap();
    let watch = |replay: &Replay, _: &_, act: &Act, answer: &_| {
        auditor.watch(act, answer, &replay.floor);
    };
    let replay = Replay::of(&reader, watch).unwrap();
    auditor.close(&replay.floor);
}
