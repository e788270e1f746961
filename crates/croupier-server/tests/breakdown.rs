//! A part of the house that dies is seen: the house is not ready any more, and its process ends with a status that is not 0.
//!
//! The test starts itself again as a process with a house in it, and breaks a part of that house down.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::sync::Arc;

use crate::client::{Folder, Visitor, patiently, quick};
use croupier_server::{Config, Door, House, Part, System};

const FOLDER: &str = "CROUPIER_TEST_FOLDER";
const PART: &str = "CROUPIER_TEST_PART";

fn part(name: &str) -> Option<Part> {
    match name {
        "floor" => Some(Part::Floor),
        "publisher" => Some(Part::Publisher),
        "journal" => Some(Part::Journal),
        "hasher" => Some(Part::Hasher),
        _ => None,
    }
}

/// The house in the other process; in this one it does nothing.
#[test]
fn a_house_in_a_process() {
    let (Ok(folder), Ok(name)) = (std::env::var(FOLDER), std::env::var(PART)) else { return };
    let journal = std::path::Path::new(&folder).join("house.db");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let served = runtime.block_on(async {
        let house = House::open(Config { journal, ..quick() }, Arc::new(System)).unwrap();
        let (door, opened) = Door::open(house.clone()).await.unwrap();
        println!("address {}", opened.address);
        let (close, closing) = tokio::sync::oneshot::channel::<()>();
        tokio::task::spawn_blocking(move || {
            let mut line = String::new();
            std::io::stdin().read_line(&mut line).unwrap();
            match part(&name) {
                Some(part) => tokio::runtime::Handle::current().block_on(house.sabotage(part)),
                None => close.send(()).unwrap(),
            }
            std::mem::forget(line);
        });
        door.serve(async {
            if closing.await.is_err() {
                std::future::pending::<()>().await;
            }
        })
        .await
    });
    std::process::exit(if served.is_ok() { 0 } else { 3 });
}

/// Opens a house in a process, has a part of it break down, and returns whether it was seen to be not ready, and the status.
async fn broken(name: &str) -> (bool, i32) {
    let folder = Folder::new();
    let mut process = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "breakdown::a_house_in_a_process", "--nocapture"])
        .env(FOLDER, &folder.0)
        .env(PART, name)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines().map_while(Result::ok);
    let line = lines.find(|line| line.contains("address ")).unwrap();
    let address = line.split("address ").nth(1).unwrap().trim().parse().unwrap();
    let mut visitor = Visitor::new(address).await;
    assert_eq!(visitor.get("/ready").await.0, 200);
    // The line tells the other process to go on.
    use std::io::Write as _;
    let mut stdin = process.stdin.take().unwrap();
    stdin.write_all(b"now\n").unwrap();
    let mut unready = false;
    let seen = async {
        while let Ok(Ok(status)) = tokio::spawn(ready(address)).await {
            unready |= status == 503;
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    patiently(seen).await;
    let ended = tokio::task::spawn_blocking(move || process.wait().unwrap());
    let status = patiently(ended).await.unwrap().code().unwrap();
    drop(lines);
    (unready, status)
}

/// Asks whether a house is ready; an error if nobody answers any more.
async fn ready(address: std::net::SocketAddr) -> Result<u16, ()> {
    let probe = tokio::net::TcpStream::connect(address).await.map_err(|_| ())?;
    drop(probe);
    Ok(Visitor::new(address).await.get("/ready").await.0)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dead_part_is_seen() {
    for name in ["floor", "publisher", "journal", "hasher"] {
        let (unready, status) = broken(name).await;
        assert!(unready, "{name}: /ready said nothing");
        assert_eq!(status, 3, "{name}");
    }
    let (unready, status) = broken("none").await;
    assert_eq!((unready, status), (false, 0), "a house that closes in order");
}
