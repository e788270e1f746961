//! What one address can take: memory, journal, seats, sockets. It is little, and honest players beside it play on.

#![allow(clippy::unwrap_used, reason = "tests")]

mod client;

use std::time::Duration;

use client::{Open, Visitor, WAR, connect, figure, patiently, quick, say, socket, standing, wait};
use croupier_floor::{Act, Floor, HOUSE, HouseAct, Role};
use croupier_house::Replay;
use croupier_journal::Reader;
use croupier_server::{Config, Proxy};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio_tungstenite::tungstenite::Message;

const HONEST: [u8; 4] = [127, 0, 0, 2];

/// A set-up with the limits of everyone, whose tables wait for nobody.
fn usual() -> Config {
    let limits = Config::default().limits;
    Config { limits, ..quick() }
}

/// Comes in as a guest from an address.
async fn guest_from(open: &Open, own: [u8; 4]) -> Visitor {
    let mut visitor = Visitor::from(own, open.address).await;
    let (status, told) = visitor.post("/api/guest", &json!(null)).await;
    assert_eq!(status, 200, "{told}");
    visitor.learn(&told);
    visitor
}

fn nonsense() -> Value {
    let what = "x".repeat(60_000);
    json!({ "incident": { "table": null, "person": null, "what": what } })
}

/// Strangers and guests make the house read and keep little.
#[tokio::test(flavor = "multi_thread")]
async fn what_strangers_send_is_short() {
    let open = Open::new(quick()).await;
    let mut guest = open.guest().await;
    let before = standing(&open);
    assert_eq!(guest.act(&nonsense()).await.0, 422);
    let dice: Vec<_> = (0..9_000).collect();
    let many = json!({ "equipment": { "table": 1, "dice": dice, "items": [] } });
    assert_eq!(guest.act(&many).await.0, 413);
    let mut stranger = open.visitor().await;
    assert_eq!(stranger.sign_in(&"n".repeat(20_000), "p").await.0, 413);
    assert_eq!(standing(&open), before);
    open.close().await;
}

/// A guest who comes in again and again, with the own cookie and without, gets no new budget by it.
#[tokio::test(flavor = "multi_thread")]
async fn a_new_cookie_brings_no_new_budget() {
    let mut config = usual();
    // Only what all guests of an address share holds this one up.
    config.limits.requests_per_second = 100_000;
    config.limits.burst = 100_000;
    config.limits.address_requests_per_second = 1_000_000;
    let open = Open::new(config).await;
    let before = standing(&open);
    let mut guest = guest_from(&open, [127, 0, 0, 1]).await;
    for round in 0..1_500 {
        let leave = json!({ "leave": { "table": WAR, "player": guest.name.clone() } });
        assert!(guest.act(&leave).await.0 < 500);
        let (status, told) = guest.post("/api/guest", &json!(null)).await;
        if status == 200 {
            guest.learn(&told);
        }
        if round % 20 == 0 {
            let mut other = Visitor::new(open.address).await;
            let (status, told) = other.post("/api/guest", &json!(null)).await;
            if status == 200 {
                other.learn(&told);
                guest = other;
            }
        }
    }
    let limits = Config::default().limits;
    let (acts, guests) = (limits.guest_acts_per_minute, limits.guests_per_minute);
    // What can be done at once, and what comes back in two minutes, however slow the machine.
    let most = u64::from(6 * acts + 3 * guests) + 16 * u64::from(acts);
    let written = standing(&open) - before;
    assert!(written <= most, "{written} entries of {most}");
    open.close().await;
}

/// One address attacks with all it has; memory and journal grow by little, and a player from elsewhere is not held up.
#[tokio::test(flavor = "multi_thread")]
async fn an_attack_from_one_address_is_bounded() {
    let open = Open::new(usual()).await;
    let mut honest = guest_from(&open, HONEST).await;
    honest.sit(WAR, 1).await;
    let (memory, journal, entries) = (resident(), length(&open), standing(&open));
    let (address, began) = (open.address, std::time::Instant::now());
    let mut attack = tokio::task::JoinSet::new();
    for number in 0..24_u32 {
        attack.spawn(attack_as(number, address));
    }
    let mut played = 0;
    while !attack.is_empty() {
        let done = tokio::time::timeout(Duration::from_millis(100), attack.join_next()).await;
        if let Ok(Some(done)) = done {
            done.unwrap();
        }
        if played < 60 {
            let wager = honest.wager(WAR, 1, "initial", 500);
            assert_eq!(honest.act(&wager).await.0, 200, "the honest player is not held up");
            let spot = json!({ "player": honest.name.clone(), "area": 1, "on": "initial" });
            let back = json!({ "step": { "table": WAR, "step": { "withdraw": spot } } });
            assert_eq!(honest.act(&back).await.0, 200);
            played += 1;
        }
    }
    let (memory, journal) = (resident().saturating_sub(memory), length(&open) - journal);
    assert!(memory < 80 << 20, "memory has grown by {memory} bytes, the attackers' own included");
    assert!(journal < 20 << 20, "the journal has grown by {journal} bytes");
    assert!(figure(&mut honest, "throttled_total").await > 100);
    // What guests of one address may do at once, what each of them has besides, new guests and guesses of passwords, and
    // the rounds of the tables; then what comes back in a minute. By their requests alone it would be twice as much.
    let limits = Config::default().limits;
    let (acts, guests) =
        (u64::from(limits.guest_acts_per_minute), limits.guests_per_address as u64);
    let minutes = began.elapsed().as_secs() / 60 + 1;
    let at_once = 4 * acts + guests * acts.div_ceil(2) + 200;
    let most = at_once + minutes * (acts + guests * acts.div_ceil(10) + 100);
    let written = standing(&open) - entries - 2 * played;
    assert!(written <= most, "{written} entries of {most}");
    open.close().await;
}

/// One of the attackers: asks for things that cost much, and does what the journal keeps, as fast as there is an answer.
async fn attack_as(number: u32, address: std::net::SocketAddr) {
    let mut crook = Visitor::new(address).await;
    let (_, told) = crook.post("/api/guest", &json!(null)).await;
    if told["me"]["csrf"].is_string() {
        crook.learn(&told);
    }
    let guess = json!({ "name": "n".repeat(50_000), "password": "p".repeat(1_000) });
    for round in 0..120 {
        let bytes = match (number + round) % 4 {
            0 => crook.raw("/api/guest", "", &json!(null)),
            1 => crook.raw("/api/sign-in", "", &guess),
            2 => crook.raw("/api/acts", &format!("{number} {round}"), &nonsense()),
            _ => crook.raw("/api/tables/4/ready", "", &json!(null)),
        };
        let mut stream = connect([127, 0, 0, 1], address).await;
        // It may be turned away before all is sent.
        let _turned_away = stream.write_all(&bytes).await;
        let mut answer = [0; 12];
        if patiently(stream.read_exact(&mut answer)).await.is_ok() {
            assert_ne!(answer[9], b'5', "{}", String::from_utf8_lossy(&answer));
        }
        for _ in 0..2 {
            let leave = json!({ "leave": { "table": WAR, "player": crook.name.clone() } });
            assert!(crook.act(&leave).await.0 < 500);
        }
    }
}

/// What guests of one address do that the journal keeps has a budget, whatever else they may ask; somebody else at that
/// address still has a little.
#[tokio::test(flavor = "multi_thread")]
async fn what_guests_do_has_a_budget_and_everybody_a_reserve() {
    let mut config = quick();
    config.limits.guest_acts_per_minute = Config::default().limits.guest_acts_per_minute;
    let acts = u64::from(config.limits.guest_acts_per_minute);
    let open = Open::new(config).await;
    let mut honest = open.guest().await;
    honest.sit(WAR, 1).await;
    let mut crook = open.guest().await;
    let (before, began) = (standing(&open), std::time::Instant::now());
    let mut turned_away = 0;
    for _ in 0..1_200 {
        let leave = json!({ "leave": { "table": WAR, "player": crook.name.clone() } });
        turned_away += u64::from(crook.act(&leave).await.0 == 429);
    }
    let minutes = began.elapsed().as_secs() / 60 + 1;
    let most = 4 * acts + acts.div_ceil(2) + minutes * (acts + acts.div_ceil(10));
    let written = standing(&open) - before;
    assert!(
        written <= most && turned_away >= 1_200_u64.saturating_sub(most),
        "{written} of {most}, {turned_away}"
    );
    for _ in 0..10 {
        let wager = honest.wager(WAR, 1, "initial", 500);
        assert_eq!(honest.act(&wager).await.0, 200);
        let spot = json!({ "player": honest.name.clone(), "area": 1, "on": "initial" });
        let back = json!({ "step": { "table": WAR, "step": { "withdraw": spot } } });
        assert_eq!(honest.act(&back).await.0, 200);
    }
    open.close().await;
}

/// Somebody who shares the address of an attacker plays on, a little more slowly.
#[tokio::test(flavor = "multi_thread")]
async fn who_shares_the_address_has_a_reserve() {
    let mut config = usual();
    config.limits.address_requests_per_second = 50;
    config.limits.sockets_per_address = 3;
    let open = Open::new(config).await;
    let mut honest = open.guest().await;
    honest.sit(WAR, 1).await;
    let mut crook = open.guest().await;
    let stranger = open.visitor().await;
    let _sockets = [socket(&stranger).await, socket(&stranger).await, socket(&stranger).await];
    let mut turned_away = 0;
    while turned_away < 200 {
        let leave = json!({ "leave": { "table": WAR, "player": crook.name.clone() } });
        turned_away += u32::from(crook.act(&leave).await.0 == 429);
    }
    let mut live = socket(&honest).await;
    say(&mut live, &json!({ "lobby": true })).await;
    wait(&mut live, |it| it["lobby"].is_object()).await;
    for _ in 0..3 {
        let wager = honest.wager(WAR, 1, "initial", 500);
        let (status, told) = honest.act(&wager).await;
        assert_eq!(status, 200, "{told}");
        let spot = json!({ "player": honest.name.clone(), "area": 1, "on": "initial" });
        let back = json!({ "step": { "table": WAR, "step": { "withdraw": spot } } });
        assert_eq!(honest.act(&back).await.0, 200);
    }
    open.close().await;
}

/// The memory of this process, in bytes.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap();
    text.split(' ').nth(1).unwrap().parse::<u64>().unwrap() * 4096
}

/// The bytes of the journal and its log.
fn length(open: &Open) -> u64 {
    let files = std::fs::read_dir(open.journal.parent().unwrap()).unwrap();
    files.map(|file| file.unwrap().metadata().unwrap().len()).sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_are_counted_by_address() {
    let mut config = quick();
    config.limits.sockets_per_address = 5;
    config.proxies = vec![Proxy::parse("127.0.0.9").unwrap()];
    let open = Open::new(config).await;
    let stranger = open.visitor().await;
    let mut sockets = Vec::new();
    for _ in 0..5 {
        sockets.push(socket(&stranger).await);
    }
    assert_eq!(upgrade(&open, [127, 0, 0, 1], "").await, 503);
    assert_eq!(upgrade(&open, HONEST, "").await, 101);
    // What a stranger says of the own address does not count; what the proxy says does.
    assert_eq!(upgrade(&open, [127, 0, 0, 1], "x-forwarded-for: 198.51.100.1\r\n").await, 503);
    assert_eq!(upgrade(&open, [127, 0, 0, 9], "x-forwarded-for: 127.0.0.1\r\n").await, 503);
    assert_eq!(upgrade(&open, [127, 0, 0, 9], "x-forwarded-for: 198.51.100.1\r\n").await, 101);
    drop(sockets);
    let again = async {
        while upgrade(&open, [127, 0, 0, 1], "").await != 101 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    patiently(again).await;
    open.close().await;
}

/// Asks for a live line from an address; returns the status, and hangs up.
async fn upgrade(open: &Open, own: [u8; 4], header: &str) -> u16 {
    let mut stream = connect(own, open.address).await;
    let request = format!(
        "GET /api/live HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n{header}\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    patiently(stream.read_exact(&mut answer)).await.unwrap();
    String::from_utf8_lossy(&answer[9..]).parse().unwrap()
}

/// Whoever watches and does not read is sent away, and so is whoever asks for much and does not read it.
#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_read_is_sent_away() {
    let mut config = quick();
    config.limits.write_seconds = 1;
    let open = Open::new(config).await;
    let mut honest = open.guest().await;
    honest.sit(WAR, 1).await;
    let mut reader = socket(&honest).await;
    say(&mut reader, &json!({ "watch": { "table": WAR } })).await;
    let (hears, mut heard) = tokio::sync::watch::channel(0);
    let reads = tokio::spawn(async move {
        let bye = wait(&mut reader, |it| {
            hears.send_modify(|heard| *heard = it["number"].as_u64().unwrap_or(*heard));
            it["bye"].is_string()
        });
        bye.await["bye"].clone()
    });
    let mut deaf = Vec::new();
    for _ in 0..8 {
        let visitor = open.visitor().await;
        let mut line = socket(&visitor).await;
        say(&mut line, &json!({ "watch": { "table": WAR } })).await;
        deaf.push(line);
    }
    let flood = b"GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(60);
    let mut greedy = connect(HONEST, open.address).await;
    greedy.write_all(&flood).await.unwrap();
    let gone = async {
        loop {
            let wager = honest.wager(WAR, 1, "initial", 500);
            assert_eq!(honest.act(&wager).await.0, 200);
            let spot = json!({ "player": honest.name.clone(), "area": 1, "on": "initial" });
            let back = json!({ "step": { "table": WAR, "step": { "withdraw": spot } } });
            let (status, told) = honest.act(&back).await;
            assert_eq!(status, 200);
            // Nobody reads everything who is told more than there is time to read.
            let number = told["number"].as_u64().unwrap();
            heard.wait_for(|heard| *heard >= number).await.unwrap();
            // Only the one who reads is left: a live line, and the connection that asks.
            let sockets = figure(&mut honest, "sockets").await;
            if sockets == 1 && figure(&mut honest, "connections").await <= 2 {
                break;
            }
        }
    };
    patiently(gone).await;
    assert!(!reads.is_finished(), "who reads stays");
    open.close().await;
    assert_eq!(reads.await.unwrap(), "the house closes");
    drop((deaf, greedy));
}

/// What a live line says is counted, whether or not it asks for anything.
#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_says_too_much_ends() {
    let open = Open::new(usual()).await;
    for kind in [Message::Ping("x".into()), Message::Pong("x".into()), Message::text("{}")] {
        let visitor = open.visitor().await;
        let mut line = socket(&visitor).await;
        for _ in 0..1_000 {
            // The other end may be gone already.
            let _sent = line.feed(kind.clone()).await;
        }
        let _sent = line.flush().await;
        let ended = async { while let Some(Ok(_)) = line.next().await {} };
        patiently(ended).await;
    }
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_does_not_take_all_seats() {
    let mut config = quick();
    config.limits.demo_seats_per_address = 3;
    let open = Open::new(config).await;
    let mut seated = 0;
    for seat in 1..=6 {
        let mut guest = guest_from(&open, [127, 0, 0, 1]).await;
        let sit = json!({ "sit": { "table": WAR, "player": guest.name, "seat": seat } });
        let (status, told) = guest.act(&sit).await;
        seated += u32::from(status == 200);
        assert!(status == 200 || told["type"] == "/problems/seats", "{told}");
    }
    assert_eq!(seated, 3);
    let mut honest = guest_from(&open, HONEST).await;
    honest.sit(WAR, 7).await;
    open.close().await;
}

/// Guests who are gone make room: the floor never knows more of them than were there at once.
#[tokio::test(flavor = "multi_thread")]
async fn guests_end_and_their_names_are_free() {
    let mut config = quick();
    config.limits.idle_player_minutes = 1;
    config.pace.idle_guest = 1_000;
    let open = Open::new(config).await;
    let mut names = std::collections::BTreeSet::new();
    for _ in 0..5 {
        for seat in 1..=6 {
            let mut guest = open.guest().await;
            names.insert(guest.name.clone());
            if seat == 1 {
                guest.sit(WAR, seat).await;
            }
            let lines = guest.get("/api/statement").await.1.to_string();
            assert!(!lines.contains("error"), "{lines}");
        }
        // They fall silent: sessions end, then seats, and then the names are free.
        open.clock.advance(120_000);
        let mut stranger = open.visitor().await;
        client::until(&mut stranger, "/api/lobby", |lobby| {
            lobby["tables"].as_array().unwrap().iter().all(|table| table["taken"] == 0)
        })
        .await;
        open.clock.advance(10_000);
        let over = async { while figure(&mut stranger, "sessions").await > 0 {} };
        patiently(over).await;
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    assert!(names.len() <= 8, "thirty guests came, under {} names", names.len());
    let journal = open.journal.clone();
    let folder = open.close().await;
    let reader = Reader::open(&journal).unwrap();
    let floor = Replay::of(&reader, |_, _, _, _| ()).unwrap().floor;
    let guests = floor.people.iter().filter(|(_, person)| person.roles.contains(&Role::Guest));
    assert_eq!(guests.count(), names.len());
    drop(folder);
}

/// What a guest costs does not depend on how many have come before: the last thousands take no longer than the first.
#[test]
fn guests_cost_the_same_however_many_came() {
    let mut floor = Floor::default();
    let mut took = Vec::new();
    for thousands in 0..10 {
        let began = std::time::Instant::now();
        for number in 0..10_000 {
            let name = format!("guest-{thousands}-{number}");
            assert!(floor.act(number, HOUSE, &Act::HouseAct(HouseAct::Guest { name })).is_done());
        }
        took.push(began.elapsed());
    }
    let (first, last) = (took[0], took[8].min(took[9]));
    assert!(last < 5 * first + Duration::from_millis(100), "{took:?}");
}
