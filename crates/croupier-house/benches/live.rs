//! How many wagers a second become durable on a floor, beside a bare pipeline that stores the same bytes; how many
//! contributions to a prize pool, beside plain wagers; and a day of a thousand tables.
//!
//! The bare pipeline is the least that could do the job: the acts as JSON, a chain of SHA-256, one SQLite
//! table, one sync for all that wait. Both are driven in the same way, in turn, in the same run: each
//! submitter has one act on its way, and sends the next when that one is answered and durable. The floor is
//! run as a server runs it: one thread owns it, acts come to it through a channel, answers go back from
//! where they have become durable.
//!
//! `cargo bench -p croupier-house --bench live -- wagers` (or `contributions`, `day`) does a part of it.
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on ends")]
#![allow(clippy::float_arithmetic, reason = "only shows rates")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use croupier_engine::{Cents, Kind};
use croupier_floor::{
    Act, ActResult, Dealing, EdgeAct, HOUSE, HouseAct, PoolId, Role, TableAct, TableId,
};
use croupier_house::{Live, Rehearsal, Secret};
use croupier_journal::{Hash, Options};
use rusqlite::{Connection, params};

const TABLES: [u32; 2] = [1, 100];
const RUNS: usize = 3;
/// After so many wagers at a table they are taken back.
const WAGERS: u64 = 30;

fn main() {
    // `cargo test --benches` and the like only want to know that it starts.
    let test = std::env::args().any(|word| word == "--test");
    let words = std::env::args().skip(1).filter(|word| !word.starts_with("--"));
    let words: Vec<_> = words.filter(|word| word.parse::<u32>().is_err()).collect();
    let wanted = |word: &str| words.is_empty() || words.iter().any(|asked| asked == word);
    if wanted("wagers") {
        wagers(test);
    }
    if wanted("contributions") {
        contributions(test);
    }
    if wanted("day") {
        day(if test { 20_000 } else { 4_000_000 });
    }
}

fn wagers(test: bool) {
    let length = Duration::from_millis(if test { 50 } else { 2000 });
    println!("tables  what     wagers/s   p50 ms   p99 ms   cpu us");
    // A number restricts the run to so many tables.
    let only = std::env::args().find_map(|word| word.parse::<u32>().ok());
    for tables in TABLES.into_iter().filter(|tables| only.is_none_or(|only| only == *tables)) {
        let mut shares = Vec::new();
        for _ in 0..if test { 1 } else { RUNS } {
            let bare = measured(tables, "bare", length, |path| Box::new(Bare::open(path)));
            let live = measured(tables, "floor", length, |path| {
                Box::new(Served::open(path, tables, told)) as Box<dyn Pipeline>
            });
            shares.push(live / bare);
        }
        shares.sort_by(f64::total_cmp);
        println!(
            "{tables:>6}  the floor reaches {:.2} of the bare pipeline",
            shares[shares.len() / 2]
        );
    }
}

/// Compares contributions to a prize pool with plain wagers, in turn: each is one act that becomes durable.
fn contributions(test: bool) {
    let length = Duration::from_millis(if test { 50 } else { 2000 });
    println!("\ntables  what       acts/s   p50 ms   p99 ms   cpu us");
    let only = std::env::args().find_map(|word| word.parse::<u32>().ok());
    for tables in TABLES.into_iter().filter(|tables| only.is_none_or(|only| only == *tables)) {
        let mut shares = Vec::new();
        for _ in 0..if test { 1 } else { RUNS } {
            let open = |acts: Acts| {
                move |path: &Path| Box::new(Served::open(path, tables, acts)) as Box<dyn Pipeline>
            };
            let plain = measured(tables, "plain", length, open(told));
            let pooled = measured(tables, "pooled", length, open(fed));
            shares.push(pooled / plain);
        }
        shares.sort_by(f64::total_cmp);
        println!(
            "{tables:>6}  contributions reach {:.2} of plain wagers",
            shares[shares.len() / 2]
        );
    }
}

fn measured(
    tables: u32,
    name: &str,
    length: Duration,
    open: impl FnOnce(&Path) -> Box<dyn Pipeline>,
) -> f64 {
    let folder = Folder::new();
    let pipeline = open(&folder.0.join("file"));
    let before = cpu();
    let (rate, waits) = drive(pipeline.as_ref(), tables, length);
    let at = |share: usize| waits[(waits.len() - 1) * share / 100].as_secs_f64() * 1e3;
    let cpu = (cpu() - before) * 1e6 / waits.len() as f64;
    let (half, most) = (at(50), at(99));
    println!("{tables:>6}  {name:<6}{rate:>11.0}{half:>9.2}{most:>9.2}{cpu:>9.2}");
    rate
}

/// Plays a day of a thousand tables, and shows that memory does not grow with it.
fn day(acts: u64) {
    let folder = Folder::new();
    let mut live = Live::open(&folder.0.join("file"), Options::default()).unwrap();
    let mut rehearsal = Rehearsal::new(1, 1_000, 3_000, Secret::fixed([7; 32]));
    let (start, mut waiting) = (Instant::now(), std::collections::VecDeque::new());
    println!(
        "\n1000 tables, 3000 players\n     acts      seconds   memory now MB   most MB   journal MB"
    );
    let mut at = 0;
    for number in 1..=acts {
        let next = rehearsal.next(live.floor());
        at = next.at;
        waiting.push_back(live.act(next.at, &next.who, &next.act).unwrap().ticket);
        if waiting.len() > 1024 {
            waiting.pop_front().unwrap().wait().unwrap();
        }
        if number.is_multiple_of(acts / 8) {
            let seconds = start.elapsed().as_secs_f64();
            let (now, most) = (status("VmRSS:") / 1024, status("VmHWM:") / 1024);
            let size = fs::metadata(folder.0.join("file")).unwrap().len() >> 20;
            println!("{number:>9}{seconds:>13.1}{now:>16}{most:>10}{size:>13}");
        }
    }
    waiting.into_iter().for_each(|ticket| drop(ticket.wait().unwrap()));
    let rounds: u64 = live.floor().rooms.values().map(|room| room.round - 1).sum();
    let (seconds, told) = (start.elapsed().as_secs_f64(), at as f64 / 1000.0);
    println!("{rounds} rounds, {told:.0} s as told in {seconds:.1} s: {:.0} times", told / seconds);
    live.close().unwrap();
}

/// Opens a floor from a journal: from its newest snapshot with as many entries after it as there can be, and without one.
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

/// What takes an act of a submitter, and tells when it is durable.
trait Pipeline {
    fn submit(&self, submitter: u32, number: u64, sent: Instant);
    fn answers(&self) -> &Receiver<(u32, Instant)>;
}

/// Drives a pipeline; tells the rate, and how long each act took, in order.
fn drive(pipeline: &dyn Pipeline, submitters: u32, length: Duration) -> (f64, Vec<Duration>) {
    let mut numbers = vec![0; submitters as usize];
    let mut waits = Vec::new();
    let mut submit = |submitter: u32| {
        numbers[submitter as usize] += 1;
        pipeline.submit(submitter, numbers[submitter as usize], Instant::now());
    };
    let start = Instant::now();
    (0..submitters).for_each(&mut submit);
    let mut on_their_way = submitters;
    while on_their_way > 0 {
        let (submitter, sent) = pipeline.answers().recv().unwrap();
        waits.push(sent.elapsed());
        if start.elapsed() < length {
            submit(submitter);
        } else {
            on_their_way -= 1;
        }
    }
    let rate = waits.len() as f64 / start.elapsed().as_secs_f64();
    waits.sort();
    (rate, waits)
}

/// What happens at a table: wagers, and now and then they are taken back. Who, and the act as JSON.
fn told(submitter: u32, number: u64) -> (String, String) {
    let (table, name) = (submitter + 1, format!("p{submitter}"));
    let spot = format!(r#""player":"{name}","area":1,"on":"initial""#);
    let step = if number.is_multiple_of(WAGERS) {
        format!(r#"{{"withdraw":{{{spot}}}}}"#)
    } else {
        format!(r#"{{"wager":{{{spot},"amount":{}}}}}"#, 500 + 500 * (number % 7))
    };
    (name, format!(r#"{{"step":{{"table":{table},"step":{step}}}}}"#))
}

/// A wager for a prize pool, of a table that does not run here: three meters and the house get their parts.
fn fed(submitter: u32, number: u64) -> (String, String) {
    let outside = submitter + 1;
    let what = format!(r#"{{"wagers":{{"round":{number},"count":1}}}}"#);
    let fed = format!(r#"{{"pool":1,"outside":{outside},"number":{number},"what":{what}}}"#);
    (HOUSE.to_owned(), format!(r#"{{"pool-feed":{fed}}}"#))
}

/// Says what a submitter does next: who, and the act as JSON.
type Acts = fn(u32, u64) -> (String, String);

/// An act for the floor, and whom to answer.
type Order = (u32, Instant, String, Act);

/// A floor, as a server runs it.
struct Served {
    orders: Option<Sender<Order>>,
    answers: Receiver<(u32, Instant)>,
    floor: Option<JoinHandle<()>>,
    acts: Acts,
}

impl Served {
    fn open(path: &Path, tables: u32, acts: Acts) -> Self {
        let mut live = Live::open(path, Options::default()).unwrap();
        open_tables(&mut live, tables);
        open_pool(&mut live, tables);
        let (orders, taken) = channel::<Order>();
        let (tell, answers) = channel();
        let floor = thread::spawn(move || serve(live, &taken, &tell));
        Self { orders: Some(orders), answers, floor: Some(floor), acts }
    }
}

/// The thread that owns the floor.
fn serve(mut live: Live, orders: &Receiver<Order>, tell: &Sender<(u32, Instant)>) {
    let mut at = live.floor().now;
    for (submitter, sent, who, act) in orders {
        at += 1;
        let tell = tell.clone();
        live.act_then(at, &who, &act, move |durable| {
            let (answer, _) = durable.unwrap();
            assert!(answer.is_done(), "{}", answer.write());
            tell.send((submitter, sent)).unwrap();
        })
        .unwrap();
    }
    live.close().unwrap();
}

impl Pipeline for Served {
    fn submit(&self, submitter: u32, number: u64, sent: Instant) {
        let (who, text) = (self.acts)(submitter, number);
        let act = Act::parse(text.as_bytes()).unwrap();
        self.orders.as_ref().unwrap().send((submitter, sent, who, act)).unwrap();
    }

    fn answers(&self) -> &Receiver<(u32, Instant)> {
        &self.answers
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.orders.take());
        self.floor.take().unwrap().join().unwrap();
    }
}

/// Opens tables of Casino War with a player with chips at each.
fn open_tables(live: &mut Live, tables: u32) {
    let mut must = |who: &str, act: &Act| match live.act_and_save(1, who, act).unwrap().verdict {
        ActResult::Done => None,
        ActResult::Waits { request } => Some(request),
        denied => panic!("{who}: {} {denied:?}", act.write()),
    };
    let person = |name: &str, role| {
        Act::HouseAct(HouseAct::AddPerson {
            name: name.to_owned(),
            roles: vec![role],
            password: None,
        })
    };
    let staff = [
        ("max", Role::Manager),
        ("mia", Role::Manager),
        ("cas", Role::Cashier),
        ("bea", Role::Boxperson),
    ];
    for (name, role) in staff {
        must("max", &person(name, role));
    }
    let each = Cents(1_000_000_000);
    let request = must(
        "max",
        &Act::HouseAct(HouseAct::Mint { amount: Cents(each.0 * u64::from(tables) * 2) }),
    );
    must("cas", &Act::HouseAct(HouseAct::Approve { request: request.unwrap(), forfeit: None }));
    for number in 0..tables {
        let (player, table) = (format!("p{number}"), TableId(number + 1));
        must("max", &person(&player, Role::Player));
        must("cas", &Act::HouseAct(HouseAct::BuyIn { player: player.clone(), amount: each }));
        must(
            "max",
            &Act::EdgeAct(EdgeAct::Open {
                table,
                name: format!("War {number}"),
                game: "casino-war".to_owned(),
                setup: serde_json::from_str(r#"{"chip":50}"#).unwrap(),
                float: Cents(500_000_000),
                dealing: Dealing::Physical,
                seats: 7,
                demo: false,
            }),
        );
        must(&player, &Act::TableAct(TableAct::Sit { table, player: player.clone(), seat: 1 }));
        must(
            &player,
            &Act::EdgeAct(EdgeAct::Bring { table, player: player.clone(), amount: each }),
        );
    }
}

/// Opens a pool that tables elsewhere feed, one for each submitter.
fn open_pool(live: &mut Live, tables: u32) {
    let mut both = |act: &Act| {
        let verdict = live.act_and_save(1, "max", act).unwrap().verdict;
        let ActResult::Waits { request } = verdict else { panic!("{}: {verdict:?}", act.write()) };
        let agree = Act::HouseAct(HouseAct::Approve { request, forfeit: None });
        assert_eq!(live.act_and_save(1, "mia", &agree).unwrap().verdict, ActResult::Done);
    };
    let kind = Kind::ALL.into_iter().find(|kind| kind.jackpots().is_some()).unwrap();
    croupier_house::usual_pool(PoolId(1), kind).iter().for_each(&mut both);
    for outside in 1..=tables {
        let text = format!(
            r#"{{"link-outside":{{"pool":1,"outside":{outside},"game":"blackjack","name":"t","chip":50}}}}"#
        );
        both(&Act::parse(text.as_bytes()).unwrap());
    }
}

type Waiting = (Vec<u8>, u32, Instant);

/// The least that could do the job.
struct Bare {
    queue: Arc<(Mutex<Option<Vec<Waiting>>>, Condvar)>,
    answers: Receiver<(u32, Instant)>,
    writer: Option<JoinHandle<()>>,
}

impl Bare {
    fn open(path: &Path) -> Self {
        let connection = Connection::open(path).unwrap();
        connection
            .execute_batch(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
                 CREATE TABLE entries (number INTEGER PRIMARY KEY, body BLOB, hash BLOB)",
            )
            .unwrap();
        let queue = Arc::new((Mutex::new(Some(Vec::new())), Condvar::new()));
        let (theirs, (tell, answers)) = (Arc::clone(&queue), channel());
        let writer = thread::spawn(move || bare_writer(&connection, &theirs, &tell));
        Self { queue, answers, writer: Some(writer) }
    }
}

fn bare_writer(
    connection: &Connection,
    queue: &(Mutex<Option<Vec<Waiting>>>, Condvar),
    tell: &Sender<(u32, Instant)>,
) {
    let mut insert = connection.prepare("INSERT INTO entries VALUES (?1, ?2, ?3)").unwrap();
    let (mut number, mut hash) = (0_i64, Hash::default());
    loop {
        let mut waiting = queue.0.lock().unwrap();
        while waiting.as_ref().is_some_and(Vec::is_empty) {
            waiting = queue.1.wait(waiting).unwrap();
        }
        let Some(group) = waiting.as_mut().map(std::mem::take) else { return };
        drop(waiting);
        connection.execute_batch("BEGIN IMMEDIATE").unwrap();
        for (body, ..) in &group {
            hash = Hash::of(&[&hash.0[..], body].concat());
            number += 1;
            insert.execute(params![number, body, hash.0]).unwrap();
        }
        connection.execute_batch("COMMIT").unwrap();
        group.into_iter().for_each(|(_, submitter, sent)| tell.send((submitter, sent)).unwrap());
    }
}

impl Pipeline for Bare {
    fn submit(&self, submitter: u32, number: u64, sent: Instant) {
        let (_, text) = told(submitter, number);
        // The act as JSON, read and written once, as the floor does.
        let body = Act::parse(text.as_bytes()).unwrap().write().into_bytes();
        self.queue.0.lock().unwrap().as_mut().unwrap().push((body, submitter, sent));
        self.queue.1.notify_one();
    }

    fn answers(&self) -> &Receiver<(u32, Instant)> {
        &self.answers
    }
}

impl Drop for Bare {
    fn drop(&mut self) {
        *self.queue.0.lock().unwrap() = None;
        self.queue.1.notify_one();
        self.writer.take().unwrap().join().unwrap();
    }
}

/// A folder that is gone when it is dropped; on the disk where things are built, not in memory.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let path =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("live-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
