//! The server under load, beside a bare axum handler in the same run, on loopback.
//!
//! `cargo bench -p croupier-server --bench load` (some two minutes). `TABLES` and `WATCHERS` in the environment change how
//! many there are; 1,000 and 10,000 if nothing is said. Server, players and watchers are processes of their
//! own, so that each has its own limit on open files.

#![allow(clippy::unwrap_used, clippy::float_arithmetic, reason = "a benchmark only shows figures")]

#[path = "../tests/client/mod.rs"]
mod client;

use std::io::{BufReader, Write as _};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use axum::routing::post;
use axum::{Json, Router};
use client::{Folder, Visitor, quick};
use croupier_floor::{Act, Dealing, EdgeAct, HOUSE, TableId};
use croupier_server::{Door, House, System};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

/// How long each measurement takes.
const LONG: Duration = Duration::from_secs(8);

fn main() {
    let arguments: Vec<_> = std::env::args().collect();
    // Cargo asks benches whether they are tests.
    if arguments.iter().any(|it| it == "--list" || it == "--test") {
        return;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    match arguments.get(1).map(String::as_str) {
        Some("server") => runtime.block_on(server()),
        Some("bare") => runtime.block_on(bare()),
        Some("watchers") => runtime.block_on(watchers(arguments[2].parse().unwrap())),
        _ => runtime.block_on(measure()),
    }
}

fn number(name: &str, default: u32) -> u32 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Runs this program again as something else, with as many open files as it may have.
fn spawn(what: &[&str]) -> Child {
    let own = std::env::current_exe().unwrap();
    Command::new("sh")
        .args(["-c", "ulimit -n $(ulimit -Hn); exec \"$0\" \"$@\""])
        .arg(own)
        .args(what)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

fn line(out: &mut impl std::io::BufRead) -> String {
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    line.trim().to_owned()
}

/// A house with many tables.
async fn server() {
    let folder = Folder::new();
    let mut config = quick();
    config.journal = folder.0.join("house.db");
    config.demo_tables = false;
    config.limits.connections = 19_000;
    config.limits.connections_per_address = 19_000;
    config.limits.sockets_per_address = 19_000;
    config.limits.guests = 19_000;
    config.limits.demo_seats_per_address = 19_000;
    let house = House::open(config, Arc::new(System)).unwrap();
    for table in 1..=number("TABLES", 1_000) {
        let act = Act::EdgeAct(EdgeAct::Open {
            table: TableId(table),
            name: format!("Casino War {table}"),
            game: "casino-war".to_owned(),
            setup: serde_json::from_str(r#"{"chip":50}"#).unwrap(),
            float: croupier_engine::Cents(10_000_000),
            dealing: Dealing::Virtual,
            seats: 9,
            demo: true,
        });
        house.act(HOUSE, act).await.unwrap();
    }
    let (door, opened) = Door::open(house).await.unwrap();
    println!("{}", opened.address);
    door.serve(until_told()).await.unwrap();
    drop(folder);
}

/// The least a server can do: read JSON, answer with JSON.
async fn bare() {
    let app = Router::new().route(
        "/api/acts",
        post(|Json(body): Json<Value>| async move {
            Json(json!({ "number": 1, "verdict": "done", "events": [body["step"]["table"]] }))
        }),
    );
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("{}", listener.local_addr().unwrap());
    axum::serve(listener, app).with_graceful_shutdown(until_told()).await.unwrap();
}

/// Waits for a line on standard input, or its end.
async fn until_told() {
    let wait = tokio::task::spawn_blocking(|| {
        let _end = std::io::stdin().read_line(&mut String::new());
    });
    let _end = wait.await;
}

/// Many who watch: connects them, says how long it took, and counts what they hear until told to stop.
async fn watchers(address: SocketAddr) {
    let (tables, all) = (number("TABLES", 1_000), number("WATCHERS", 10_000));
    let heard = Arc::new(AtomicU64::new(0));
    let started = Instant::now();
    let mut connected = 0;
    for number in 0..all {
        let url = format!("ws://{address}/api/live");
        let Ok((mut socket, _)) = tokio_tungstenite::connect_async(url).await else { break };
        let watch = json!({ "watch": { "table": number % tables + 1 } }).to_string();
        if socket.send(Message::text(watch)).await.is_err() {
            break;
        }
        connected += 1;
        let heard = Arc::clone(&heard);
        tokio::spawn(async move {
            while let Some(Ok(message)) = socket.next().await {
                if message.is_text() {
                    heard.fetch_add(1, Relaxed);
                }
            }
        });
    }
    println!("{connected} {:.1}", started.elapsed().as_secs_f64());
    until_told().await;
    println!("{}", heard.load(Relaxed));
}

/// How fast answers came.
struct Took {
    answers: u64,
    seconds: f64,
    half: f64,
    most: f64,
}

impl Took {
    fn of(mut times: Vec<Duration>, all: Duration) -> Self {
        times.sort_unstable();
        let at = |part: f64| {
            let index = ((times.len() as f64 * part) as usize).min(times.len() - 1);
            times[index].as_secs_f64() * 1000.0
        };
        let (half, most) = (at(0.5), at(0.99));
        Self { answers: times.len() as u64, seconds: all.as_secs_f64(), half, most }
    }

    fn show(&self, what: &str, beside: Option<&Self>) {
        let rate = self.answers as f64 / self.seconds;
        let share = beside.map_or_else(String::new, |bare| {
            format!("{:>6.2} of bare", rate / (bare.answers as f64 / bare.seconds))
        });
        println!(
            "{what:<44} {rate:>8.0}/s  half in {:>6.2} ms  99 % in {:>7.2} ms  {share}",
            self.half, self.most
        );
    }
}

/// Sends acts over many connections, one after the other on each.
async fn acts(mut players: Vec<(Visitor, u32, u8)>) -> Took {
    let started = Instant::now();
    let mut tasks = Vec::new();
    for (mut player, table, seat) in players.drain(..) {
        tasks.push(tokio::spawn(async move {
            let mut times = Vec::new();
            let wager = player.wager(table, seat, "initial", 50);
            let spot = json!({ "player": player.name, "area": seat, "on": "initial" });
            let back = json!({ "step": { "table": table, "step": { "withdraw": spot } } });
            let mut placed = 0;
            while started.elapsed() < LONG {
                placed += 1;
                let act = if placed % 500 == 0 { &back } else { &wager };
                let begun = Instant::now();
                let (status, told) = player.act(act).await;
                assert_eq!(status, 200, "{told}");
                times.push(begun.elapsed());
            }
            times
        }));
    }
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await.unwrap());
    }
    Took::of(times, started.elapsed())
}

/// Seats guests at the tables, as evenly as they go.
async fn seated(address: SocketAddr, players: u32, from: u32) -> Vec<(Visitor, u32, u8)> {
    let tables = number("TABLES", 1_000);
    let mut all = Vec::new();
    for number in from..from + players {
        let mut player = Visitor::new(address).await;
        let (status, told) = player.post("/api/guest", &json!(null)).await;
        assert_eq!(status, 200, "{told}");
        player.learn(&told);
        let (table, seat) = (number % tables + 1, (number / tables % 9) as u8 + 1);
        player.sit(table, seat).await;
        all.push((player, table, seat));
    }
    all
}

fn memory(process: u32) -> String {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let rss = status.lines().find(|line| line.starts_with("VmRSS")).unwrap_or("VmRSS: 0 kB");
    let kilobytes: f64 =
        rss.split_whitespace().nth(1).and_then(|it| it.parse().ok()).unwrap_or(0.0);
    format!("{:.0} MiB", kilobytes / 1024.0)
}

async fn measure() {
    let mut bare = spawn(&["bare"]);
    let mut bare_out = BufReader::new(bare.stdout.take().unwrap());
    let address: SocketAddr = line(&mut bare_out).parse().unwrap();
    let mut players = Vec::new();
    for number in 0..64 {
        let mut player = Visitor::new(address).await;
        player.name = format!("guest-{number:010}");
        players.push((player, number % 100 + 1, 1));
    }
    let beside = acts(players).await;
    beside.show("bare axum handler, 64 connections", None);
    stop(&mut bare);

    let mut server = spawn(&["server"]);
    let process = server.id();
    let mut server_out = BufReader::new(server.stdout.take().unwrap());
    let address: SocketAddr = line(&mut server_out).parse().unwrap();
    println!("{} tables are open: {}", number("TABLES", 1_000), memory(process));
    for (connections, from) in [(1, 0), (64, 1), (256, 65)] {
        let players = seated(address, connections, from).await;
        let took = acts(players).await;
        took.show(&format!("durable wagers, {connections} connections"), Some(&beside));
    }
    let target = address.to_string();
    let mut crowd = spawn(&["watchers", &target]);
    let mut crowd_out = BufReader::new(crowd.stdout.take().unwrap());
    let told = line(&mut crowd_out);
    let (connected, seconds) = told.split_once(' ').unwrap_or(("0", "0"));
    println!("{connected} watchers connected in {seconds} s: {}", memory(process));
    let took = acts(seated(address, 64, 321).await).await;
    took.show(&format!("durable wagers, 64 connections, {connected} watchers"), Some(&beside));
    writeln!(crowd.stdin.take().unwrap(), "stop").unwrap();
    let heard: f64 = line(&mut crowd_out).parse().unwrap_or(0.0);
    println!("they heard {:.0} messages a second: {}", heard / LONG.as_secs_f64(), memory(process));
    let _gone = crowd.wait();
    stop(&mut server);
}

fn stop(child: &mut Child) {
    drop(child.stdin.take());
    let _gone = child.wait();
}
