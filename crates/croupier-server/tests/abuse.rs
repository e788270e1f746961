//! Abuse of the server: floods, nonsense, slow and forged requests. None of it does anything that its sender may not do,
//! and honest players play on.

use crate::client::{Open, Visitor, WAR, patiently, quick, say, socket, standing, until, wait};
use axum::body::Bytes;
use futures_util::{SinkExt as _, StreamExt as _};
use http_body_util::Full;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio_tungstenite::tungstenite::Message;

#[tokio::test(flavor = "multi_thread")]
async fn whoever_floods_waits_and_honest_players_do_not() {
    let mut config = quick();
    // So little that the slowest machine asks faster.
    config.limits.requests_per_second = 1;
    config.limits.burst = 40;
    let open = Open::new(config).await;
    let (mut flood, mut honest) = (open.guest().await, open.guest().await);
    honest.sit(WAR, 1).await;
    flood_until_turned_away(&mut flood, "/api/me").await;
    let wager = honest.wager(WAR, 1, "initial", 500);
    assert_eq!(honest.act(&wager).await.0, 200);
    open.close().await;
}

/// Asks until a hundred requests have been turned away.
async fn flood_until_turned_away(visitor: &mut Visitor, path: &str) {
    let mut turned_away = 0;
    patiently(async {
        while turned_away < 100 {
            turned_away += u32::from(visitor.get(path).await.0 == 429);
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_floods_waits() {
    let mut config = quick();
    config.limits.address_requests_per_second = 5;
    let open = Open::new(config).await;
    let mut stranger = open.visitor().await;
    flood_until_turned_away(&mut stranger, "/api/lobby").await;
    open.clock.advance(2_000);
    assert_eq!(stranger.get("/api/lobby").await.0, 200);
    open.close().await;
}

/// Sends bytes as they are, and returns what comes back.
async fn raw(open: &Open, bytes: &[u8]) -> String {
    let mut stream = tokio::net::TcpStream::connect(open.address).await.unwrap();
    let _closed = stream.write_all(bytes).await;
    let _closed = stream.shutdown().await;
    let mut answer = Vec::new();
    let _broken = patiently(stream.read_to_end(&mut answer)).await;
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_changes_nothing() {
    let open = Open::new(quick()).await;
    let mut guest = open.guest().await;
    guest.sit(WAR, 1).await;
    // Until the table has nothing more to do by itself.
    let waits = |view: &Value| view["expects"]["due"] == "nothing";
    let committed = |view: &Value| !view["chance"]["committed"].is_null();
    until(&mut guest, "/api/tables/4", |view| waits(view) && committed(view)).await;
    let before = standing(&open);
    let long = "x".repeat(100_000);
    for bytes in [
        b"".as_slice(),
        b"\0\0\0\0",
        b"GET",
        b"GET / HTTP/1.1\r\n\r\n",
        b"POST /api/acts HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99999999999\r\n\r\n",
        b"POST /api/acts HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        format!("GET /{long} HTTP/1.1\r\nhost: localhost\r\n\r\n").as_bytes(),
        format!("GET / HTTP/1.1\r\nhost: localhost\r\nx: {long}{long}{long}{long}{long}\r\n\r\n")
            .as_bytes(),
    ] {
        let answer = raw(&open, bytes).await;
        assert!(!answer.starts_with("HTTP/1.1 5"), "{answer}");
    }
    let table = u64::from(WAR);
    for body in [
        json!(null),
        json!([]),
        json!({}),
        json!("sit"),
        json!({ "sit": {} }),
        json!({ "fly": { "table": 1 } }),
        json!({ "sit": { "table": -1, "player": "x", "seat": 1 } }),
        json!({ "sit": { "table": 1, "player": "x", "seat": 1, "more": true } }),
        json!({ "bring": { "table": table, "player": "x", "amount": 1.5 } }),
        json!({ "sit": { "table": 1, "player": "x".repeat(60_000), "seat": 1000 } }),
    ] {
        let (status, told) = guest.act(&body).await;
        assert!((400..500).contains(&status), "{body}: {status} {told}");
        assert!(told["detail"].is_string(), "{told}");
    }
    let huge = json!({ "incident": { "table": null, "person": null, "what": long } });
    assert_eq!(guest.act(&huge).await.0, 413);
    assert_eq!(standing(&open), before);
    // What can be read but makes no sense is refused, and remembered.
    for step in [json!({}), json!([1]), json!({ "card": "XX" }), json!({ "wager": { "on": 1 } })] {
        let (status, told) = guest.act(&json!({ "step": { "table": WAR, "step": step } })).await;
        assert!((400..500).contains(&status), "{step}: {told}");
    }
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_slow_hold_nobody_up_and_there_is_room_for_so_many() {
    let mut config = quick();
    config.limits.connections_per_address = 400;
    let open = Open::new(config).await;
    let mut honest = open.guest().await;
    honest.sit(WAR, 1).await;
    let mut slow = Vec::new();
    for number in 0..390 {
        let mut stream = tokio::net::TcpStream::connect(open.address).await.unwrap();
        let half: &[u8] = match number % 2 {
            0 => b"GET /api/lobby HTTP/1.1\r\nhost: local",
            _ => b"",
        };
        stream.write_all(half).await.unwrap();
        slow.push(stream);
    }
    let wager = honest.wager(WAR, 1, "initial", 500);
    assert_eq!(honest.act(&wager).await.0, 200);
    // Beyond what one address may have, connections are closed at once.
    let mut closed = 0;
    for _ in 0..30 {
        let mut stream = tokio::net::TcpStream::connect(open.address).await.unwrap();
        let _gone = stream.write_all(b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
        let mut byte = [0];
        closed += u32::from(!matches!(patiently(stream.read(&mut byte)).await, Ok(1)));
        slow.push(stream);
    }
    assert!(closed >= 15, "{closed}");
    let spot = json!({ "player": honest.name, "area": 1, "on": "initial" });
    let back = json!({ "step": { "table": WAR, "step": { "withdraw": spot } } });
    assert_eq!(honest.act(&back).await.0, 200);
    drop(slow);
    open.close().await;
}

/// A few numbers that are different each time, and the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }

    /// Changes, takes away or repeats a few bytes of a text.
    fn spoil(&mut self, text: &str) -> Vec<u8> {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len() as u64) as usize;
            match self.below(4) {
                0 => bytes[at] = self.below(256) as u8,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, bytes[at]),
                _ => bytes.truncate(at.max(1)),
            }
            if bytes.is_empty() {
                bytes.push(b'{');
            }
        }
        bytes
    }
}

/// Spoiled, replayed and forged requests by the thousand: none does anything that its sender may not do,
/// none is answered with a fault of ours, and whoever plays honestly meanwhile plays on.
#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_pieces_of_nonsense() {
    let open = Open::new(quick()).await;
    let (mut honest, mut crook) = (open.guest().await, open.guest().await);
    honest.sit(WAR, 1).await;
    crook.sit(WAR, 9).await;
    let address = open.address;
    let crooked = tokio::spawn(async move {
        let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
        let other = json!({ "step": { "table": WAR, "step": { "wager": {
            "player": "house", "area": 9, "on": "initial", "amount": 500 } } } });
        let own = crook.wager(WAR, 9, "tie", 500);
        let good = [own.to_string(), other.to_string()];
        let mut refused = 0;
        for round in 0..10_000 {
            let text = &good[numbers.below(2) as usize];
            let mut request = crook.request("POST", "/api/acts");
            let body = match round % 5 {
                // The same key for something else gets the first answer.
                0 => {
                    request = request.header("idempotency-key", "again and again");
                    text.as_bytes().to_vec()
                }
                1 => text.as_bytes().to_vec(),
                _ => numbers.spoil(text),
            };
            let (status, _, told) = crook.send(request.body(Full::new(Bytes::from(body)))).await;
            assert!(!status.is_server_error() && !status.is_success(), "{status}: {told}");
            refused += 1;
        }
        refused
    });
    let mut played = 0;
    while !crooked.is_finished() {
        let name = honest.name.clone();
        let wager = honest.wager(WAR, 1, "initial", 500);
        assert_eq!(honest.act(&wager).await.0, 200);
        let spot = json!({ "player": name, "area": 1, "on": "initial" });
        let back = json!({ "step": { "table": WAR, "step": { "withdraw": spot } } });
        assert_eq!(honest.act(&back).await.0, 200);
        played += 2;
    }
    assert_eq!(crooked.await.unwrap(), 10_000);
    assert!(played > 100, "{played}");
    let mut watcher = Visitor::new(address).await;
    let (_, view) = watcher.get("/api/tables/4").await;
    assert_eq!(view["wagers"], json!([]), "nothing of the crook's stands");
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_frames_of_nonsense() {
    let open = Open::new(quick()).await;
    let mut honest = open.guest().await;
    honest.sit(WAR, 1).await;
    let mut live = socket(&honest).await;
    say(&mut live, &json!({ "watch": { "table": WAR } })).await;
    let before = standing(&open);
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    let good = r#"{"watch":{"table":4,"since":12}}"#;
    let mut sent = 0;
    while sent < 10_000 {
        // Each is sent away after a hundred, and comes back.
        let mut crook = socket(&honest).await;
        for _ in 0..120 {
            let bytes = numbers.spoil(good);
            let message = match (numbers.below(8), String::from_utf8(bytes)) {
                (0, _) => Message::Ping(Bytes::from_static(b"?")),
                (_, Ok(text)) => Message::text(text),
                (_, Err(error)) => Message::binary(error.into_bytes()),
            };
            sent += 1;
            if crook.send(message).await.is_err() {
                break;
            }
        }
    }
    assert!(standing(&open) <= before + 20, "only the table's own business is in the journal");
    let wager = honest.wager(WAR, 1, "initial", 500);
    assert_eq!(honest.act(&wager).await.0, 200);
    wait(&mut live, |it| it["view"]["wagers"][0]["stake"] == 500).await;
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_over_the_socket_harms_nobody() {
    let open = Open::new(quick()).await;
    let mut guest = open.guest().await;
    guest.sit(WAR, 1).await;
    let mut honest = socket(&guest).await;
    say(&mut honest, &json!({ "watch": { "table": WAR } })).await;
    for text in
        ["", "{", "null", "[]", r#"{"watch":{}}"#, r#"{"watch":{"table":99}}"#, r#"{"fly":1}"#]
    {
        let mut live = socket(&guest).await;
        live.send(Message::text(text)).await.unwrap();
        wait(&mut live, |it| it["error"].is_string()).await;
    }
    // Too long, not text, too many: sent away.
    let mut long = socket(&guest).await;
    long.send(Message::text("x".repeat(10_000))).await.unwrap();
    while let Some(Ok(message)) = long.next().await {
        assert!(!message.is_text(), "{message}");
    }
    let mut many = socket(&guest).await;
    for _ in 0..200 {
        let _closed = many.send(Message::text(r#"{"unwatch":{"table":1}}"#)).await;
    }
    let ended = async { while let Some(Ok(_)) = many.next().await {} };
    patiently(ended).await;
    let wager = guest.wager(WAR, 1, "initial", 500);
    assert_eq!(guest.act(&wager).await.0, 200);
    wait(&mut honest, |it| it["view"]["wagers"][0]["stake"] == 500).await;
    open.close().await;
}
