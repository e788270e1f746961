//! Requests that come twice are done once: whoever disconnects, whoever comes back in another session or after a restart.

use crate::client::{MANAGERS, Open, Visitor, WAR, connect, patiently, quick};
use axum::body::Bytes;
use croupier_journal::Reader;
use croupier_server::Config;
use http_body_util::Full;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

/// How many entries of a kind the journal has.
fn count(open: &Open, kind: &str) -> usize {
    let reader = Reader::open(&open.journal).unwrap();
    let entries = reader.entries(0).map(|record| record.unwrap().chained.entry);
    entries.filter(|entry| *entry.kind == *kind).count()
}

fn incident(what: &str) -> Value {
    json!({ "incident": { "table": null, "person": null, "what": what } })
}

/// Whoever disconnects at any moment gets the answer when asking again, and nothing is done twice.
#[tokio::test(flavor = "multi_thread")]
async fn who_disconnects_is_answered_later() {
    let open = Open::new(quick()).await;
    let mut manager = open.manager().await;
    let mut numbers = std::collections::BTreeSet::new();
    let tries = 120;
    for attempt in 0..tries {
        let (key, act) = (format!("key {attempt}"), incident(&format!("number {attempt}")));
        let bytes = manager.raw("/api/acts", &key, &act);
        let mut stream = connect([127, 0, 0, 1], open.address).await;
        stream.write_all(&bytes).await.unwrap();
        // Now and then a part of the answer is read, and then nobody is there any more.
        if attempt % 3 == 0 {
            let mut some = [0; 20];
            let _read = patiently(stream.read(&mut some)).await;
        }
        drop(stream);
        let (status, told) = manager.act_under(&key, &act).await;
        assert_eq!(status, 200, "{attempt}: {told}");
        let again = manager.act_under(&key, &act).await;
        assert_eq!((again.0, &again.1["number"]), (200, &told["number"]));
        assert!(numbers.insert(told["number"].as_u64().unwrap()), "each has its own number");
    }
    assert_eq!(count(&open, "incident"), tries);
    open.close().await;
}

/// Many at once under one key get one answer.
#[tokio::test(flavor = "multi_thread")]
async fn many_at_once_are_one() {
    let open = Open::new(quick()).await;
    let manager = open.manager().await;
    let act = incident("at once");
    let mut all = tokio::task::JoinSet::new();
    for _ in 0..40 {
        let (mut visitor, act) = (Visitor::new(open.address).await, act.clone());
        (visitor.cookie, visitor.csrf) = (manager.cookie.clone(), manager.csrf.clone());
        all.spawn(async move { visitor.act_under("at once", &act).await });
    }
    let answers = all.join_all().await;
    let first = &answers[0];
    assert!(answers.iter().all(|it| it.0 == 200 && it == first), "{answers:?}");
    assert_eq!(count(&open, "incident"), 1);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_belongs_to_one_request_and_one_person() {
    let open = Open::new(quick()).await;
    let mut manager = open.manager().await;
    let (status, first) = manager.act_under("one", &incident("this")).await;
    assert_eq!(status, 200);
    let (status, told) = manager.act_under("one", &incident("that")).await;
    assert_eq!((status, &told["type"]), (422, &json!("/problems/key")), "{told}");
    // The same request, written with other spaces, is the same.
    let text = r#" { "incident" : {"table":null,"person":null,"what":"this"} } "#;
    let request = manager.request("POST", "/api/acts").header("idempotency-key", "one");
    let (status, _, told) = manager.send(request.body(Full::new(Bytes::from(text)))).await;
    assert_eq!((status.as_u16(), &told["number"]), (200, &first["number"]));
    // Somebody else has keys of their own.
    let mut sue = open.person(&mut manager, "sue", "supervisor").await;
    let (status, told) = sue.act_under("one", &incident("that")).await;
    assert_eq!(status, 200, "{told}");
    assert_ne!(told["number"], first["number"]);
    // So has a guest, who is somebody else after leaving, under whatever name.
    let mut guest = open.guest().await;
    let wager = guest.wager(WAR, 1, "initial", 500);
    let denied = guest.act_under("one", &wager).await;
    assert!(denied.1["number"].is_u64(), "the floor denied it: {}", denied.1);
    assert_eq!(guest.act_under("one", &wager).await, denied, "a denial is the same again");
    let other = guest.wager(WAR, 2, "initial", 500);
    assert_eq!(guest.act_under("one", &other).await.1["type"], "/problems/key");
    open.close().await;
}

/// A restart, another session and thousands of other keys change nothing.
#[tokio::test(flavor = "multi_thread")]
async fn keys_outlive_sessions_and_the_process() {
    let open = Open::new(quick()).await;
    let mut manager = open.manager().await;
    let done = manager.act_under("done", &incident("once")).await;
    let wrong = json!({ "buy-in": { "player": "max", "amount": 100 } });
    let denied = manager.act_under("denied", &wrong).await;
    assert_eq!((done.0, denied.0), (200, 403), "{} {}", done.1, denied.1);
    for number in 0..2_000 {
        let (status, told) = manager.act_under(&format!("k{number}"), &incident("more")).await;
        assert_eq!(status, 200, "{told}");
    }
    assert_eq!(manager.act_under("done", &incident("once")).await, done, "after 2,000 others");
    assert_eq!(manager.act_under("denied", &wrong).await, denied);
    let mut second = open.visitor().await;
    assert_eq!(second.sign_in("max", MANAGERS).await.0, 200);
    assert_eq!(second.act_under("done", &incident("once")).await.1["number"], done.1["number"]);
    assert_eq!(second.act_under("done", &incident("twice")).await.0, 422);
    let before = count(&open, "incident");
    let folder = open.close().await.unwrap();
    let open = Open::at(Config { journal: folder.0.join("house.db"), ..quick() }).await;
    let mut again = open.visitor().await;
    assert_eq!(again.sign_in("max", MANAGERS).await.0, 200);
    assert_eq!(again.act_under("done", &incident("once")).await, done, "after a restart");
    assert_eq!(again.act_under("denied", &wrong).await, denied);
    assert_eq!(again.act_under("done", &incident("twice")).await.0, 422);
    assert_eq!(again.act_under("k7", &incident("more")).await.0, 200);
    assert_eq!(count(&open, "incident"), before);
    open.close().await;
}

/// A key that cannot be read is refused, and nothing is done: who gave it relies on it.
#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_cannot_be_read_is_refused() {
    let open = Open::new(quick()).await;
    let mut manager = open.manager().await;
    let body = incident("once").to_string();
    let long = [b'k'; 101];
    for keys in [
        &[b"schl\xfcssel".as_slice()][..],
        &["schl\u{fc}ssel".as_bytes()],
        &[b""],
        &[&long],
        &[b"one", b"two"],
    ] {
        let mut request = manager.request("POST", "/api/acts");
        for key in keys {
            request = request.header("Idempotency-Key", *key);
        }
        let (status, _, told) = manager.send(request.body(body.clone().into())).await;
        assert_eq!(status, 400, "{keys:?}: {told}");
    }
    assert_eq!(count(&open, "incident"), 0);
    let (status, _) = manager.act_under("a key", &incident("once")).await;
    assert_eq!((status, count(&open, "incident")), (200, 1));
    open.close().await;
}
