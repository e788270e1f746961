//! Prize pools over HTTP: who sees what of them, and the feed of tables that do not run here.

#![allow(clippy::unwrap_used, reason = "tests")]

mod client;

use axum::body::Bytes;
use client::{Open, Visitor, quick, standing};
use croupier_server::{Config, OutsideKey};
use http_body_util::Full;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

const KEY: [u8; 32] = [0xa1; 32];

/// A set-up with the key of the first outside table of pool 1, and of one that is never linked.
fn fed() -> Config {
    let key =
        |outside: u32, key: String| OutsideKey { pool: 1, outside, key: key.try_into().unwrap() };
    Config { outside: vec![key(1, "a1".repeat(32)), key(2, "b2".repeat(32))], ..quick() }
}

fn terms(mystery: bool) -> Value {
    let share = if mystery { [1, 8] } else { [2, 8] };
    let mut terms = json!({ "prizes": "3-card", "wager": 500, "major": { "share": share, "seed": 12_000_000 },
        "minor": { "share": [1, 8], "seed": 0 }, "retained": [5, 8] });
    if mystery {
        terms["mystery"] = json!({ "share": [1, 8], "start": 10_000, "ceiling": 20_000 });
    }
    terms
}

/// Does something to which a second person must agree.
async fn both(first: &mut Visitor, second: &mut Visitor, act: &Value) {
    let (status, told) = first.act(act).await;
    assert_eq!(status, 200, "{act}: {told}");
    let request = &told["verdict"]["waits"]["request"];
    assert!(request.is_u64(), "{act} waits for somebody: {told}");
    let (status, told) = second.act(&json!({ "approve": { "request": request } })).await;
    assert_eq!(status, 200, "{act}: {told}");
    assert_eq!(told["verdict"], "done", "{act}: {told}");
}

/// Two managers draft a pool, approve it and start it.
async fn running(max: &mut Visitor, mia: &mut Visitor, terms: Value) {
    let approval = json!({ "pool": 1, "reference": "NSW 2026/17", "date": "2026-11-17" });
    for act in [
        json!({ "draft-pool": { "pool": 1, "name": "Diamonds", "terms": terms } }),
        json!({ "approve-pool": approval }),
        json!({ "start-pool": { "pool": 1 } }),
    ] {
        both(max, mia, &act).await;
    }
}

/// Computes HMAC-SHA256 for a key that is shorter than a block, apart from the code of the server.
fn code_of(key: &[u8; 32], body: &str) -> String {
    let pad = |with: u8| {
        let mut block = [with; 64];
        block.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
        block
    };
    let inner = Sha256::new().chain_update(pad(0x36)).chain_update(body).finalize();
    let code = Sha256::new().chain_update(pad(0x5c)).chain_update(inner).finalize();
    data_encoding::HEXLOWER.encode(&code)
}

async fn send(visitor: &mut Visitor, body: &str, code: &str) -> (u16, Value) {
    let request = visitor.request("POST", "/api/pools/1/feed").header("x-feed-code", code);
    let request = request.body(Full::new(Bytes::from(body.to_owned())));
    let (status, _, told) = visitor.send(request).await;
    (status.as_u16(), told)
}

async fn feed(visitor: &mut Visitor, number: u64, what: Value) -> (u16, Value) {
    let body = json!({ "outside": 1, "number": number, "what": what }).to_string();
    let code = code_of(&KEY, &body);
    send(visitor, &body, &code).await
}

#[tokio::test(flavor = "multi_thread")]
async fn everyone_sees_the_prizes_and_staff_the_books() {
    let open = Open::new(Config { demo_tables: false, ..quick() }).await;
    let mut max = open.manager().await;
    let mut mia = open.signed_in("mia").await;
    let mut sue = open.person(&mut max, "sue", "supervisor").await;
    let mut ann = open.person(&mut max, "ann", "player").await;
    let mut wall = open.visitor().await;
    let draft = json!({ "draft-pool": { "pool": 1, "name": "Diamonds", "terms": terms(true) } });
    both(&mut max, &mut mia, &draft).await;
    assert_eq!(wall.get("/api/pools").await.1["pools"], json!([]), "a draft is nobody's business");
    assert_eq!(wall.get("/api/pools/1/display").await.0, 404);
    assert_eq!(sue.get("/api/pools").await.1["pools"][0]["state"], "draft");
    running(&mut max, &mut mia, terms(true)).await;

    for visitor in [&mut wall, &mut ann] {
        let (status, told) = visitor.get("/api/pools").await;
        assert_eq!(status, 200, "{told}");
        let pool = &told["pools"][0];
        let shown = ["name", "price", "major", "minor", "mystery"].map(|field| pool[field].clone());
        // The minor meter is empty: what is guaranteed is shown.
        let wanted =
            [json!("Diamonds"), json!(500), json!(12_000_000), json!(1_000_000), json!(10_000)];
        assert_eq!(shown, wanted);
        let fixed: Vec<_> =
            pool["fixed"].as_array().unwrap().iter().map(|it| &it["pays"]).collect();
        assert_eq!(fixed.len(), 3);
        let fields: Vec<_> = pool.as_object().unwrap().keys().map(String::as_str).collect();
        let public =
            ["fixed", "game", "major", "minor", "mystery", "name", "play", "pool", "price"];
        assert_eq!(fields, public, "nothing else is for them");
        let (status, told) = visitor.get("/api/pools/1/display").await;
        assert_eq!((status, &told["major"]), (200, &json!(12_000_000)));
        assert!(told["levels"].is_null() && told["awards"].is_null());
    }
    assert_eq!(wall.get("/api/pools/1/break-even").await.0, 401);
    assert_eq!(ann.get("/api/pools/1/break-even").await.0, 403);
    assert_eq!(wall.get("/api/pools/7/display").await.0, 404);

    let told = sue.get("/api/pools").await.1;
    let pool = &told["pools"][0];
    assert_eq!(pool["state"], "running");
    let approval = json!({ "reference": "NSW 2026/17", "date": "2026-11-17", "by": "max" });
    assert_eq!(pool["approval"], approval);
    assert_eq!(
        (&pool["levels"][0]["reading"], &pool["levels"][0]["top_up"]),
        (&json!(12_000_000), &json!(12_000_000))
    );
    assert_eq!(
        (&pool["levels"][1]["reading"], &pool["levels"][1]["guarantee"]),
        (&json!(0), &json!(1_000_000))
    );
    assert_eq!(pool["mystery_draw"]["between"], json!([10_000, 20_000]));
    let even = sue.get("/api/pools/1/break-even").await.1;
    assert_eq!(even["meters"][0]["level"], "major", "{even}");
    assert!(even["meters"][0]["from"].as_u64().unwrap() > 12_000_000, "{even}");
    assert_eq!(even["meters"][0]["favourable"], false);

    both(
        &mut max,
        &mut sue,
        &json!({ "suspend-pool": { "pool": 1, "why": "the display is down" } }),
    )
    .await;
    let told = wall.get("/api/pools/1/display").await.1;
    assert!(told["closed"].as_str().unwrap().contains("suspended"), "{told}");
    assert!(!told.to_string().contains("the display is down"), "why is for staff: {told}");
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_feed_is_signed_numbered_and_taken_once() {
    let open = Open::new(Config { demo_tables: false, ..fed() }).await;
    let mut max = open.manager().await;
    let mut mia = open.signed_in("mia").await;
    running(&mut max, &mut mia, terms(false)).await;
    let mut far = open.visitor().await;
    let wagers = json!({ "wagers": { "round": 1, "count": 8 } });
    assert_eq!(feed(&mut far, 1, wagers.clone()).await.0, 404, "it is not linked yet");
    let link = json!({ "link-outside": { "pool": 1, "outside": 1, "game": "blackjack", "name": "BJ 4", "chip": 50 } });
    both(&mut max, &mut mia, &link).await;

    let entries = standing(&open);
    let body = json!({ "outside": 1, "number": 1, "what": wagers }).to_string();
    let other = json!({ "outside": 2, "number": 1, "what": wagers }).to_string();
    let good = code_of(&KEY, &body);
    for (body, code, status) in [
        (&*body, "", 401),
        (&*body, "no digits", 401),
        (&*body, &good[..62], 401),
        (&*body, &*code_of(&[7; 32], &body), 401),
        (&*body, &*code_of(&[0xb2; 32], &body), 401),
        (&*other, &*code_of(&KEY, &other), 401),
        (&*format!("{body} "), &*good, 401),
        ("{}", &*code_of(&KEY, "{}"), 400),
        (&*" ".repeat(2000), &*good, 413),
    ] {
        let (was, told) = send(&mut far, body, code).await;
        assert_eq!(was, status, "{told}");
    }
    assert_eq!(standing(&open), entries, "nothing of that is worth an entry");

    let (status, told) = feed(&mut far, 1, wagers.clone()).await;
    assert_eq!((status, &told["last"], &told["taken"]), (200, &json!(1), &json!(true)), "{told}");
    let major = |told: &Value| told["pools"][0]["levels"][0]["reading"].as_u64().unwrap();
    // A quarter of eight wagers of $5.
    assert_eq!(major(&mia.get("/api/pools").await.1), 12_000_000 + 1_000);
    let entries = standing(&open);
    let (status, told) = feed(&mut far, 1, wagers.clone()).await;
    assert_eq!((status, &told["last"], &told["taken"]), (200, &json!(1), &json!(false)), "{told}");
    assert_eq!((major(&mia.get("/api/pools").await.1), standing(&open)), (12_001_000, entries));
    let other = json!({ "wagers": { "round": 1, "count": 9 } });
    for _ in 0..2 {
        let (status, told) = feed(&mut far, 1, other.clone()).await;
        assert_eq!((status, &told["type"]), (409, &json!("/problems/contradiction")), "{told}");
    }
    assert_eq!(standing(&open), entries + 1, "a lie is written down once");
    let entries = standing(&open);
    assert_eq!(major(&mia.get("/api/pools").await.1), 12_001_000);

    for _ in 0..2 {
        let (status, told) = feed(&mut far, 3, wagers.clone()).await;
        assert_eq!((status, &told["expected"]), (409, &json!(2)), "{told}");
    }
    assert_eq!(standing(&open), entries + 1, "a gap is written down once");
    assert_eq!(mia.get("/api/pools").await.1["pools"][0]["outside"][0]["gap"], true);
    let won = json!({ "won": { "round": 1, "level": "major", "hands": 2 } });
    let (status, told) = feed(&mut far, 2, won).await;
    assert_eq!(status, 200, "{told}");
    assert_eq!(
        told["awards"],
        json!([{ "award": 1, "level": "major", "pays": [6_000_500, 6_000_500] }])
    );
    let pool = &mia.get("/api/pools").await.1["pools"][0];
    assert_eq!(pool["outside"][0]["gap"], false, "{pool}");
    assert_eq!(
        (&pool["awards"][0]["at_table"], &pool["awards"][0]["prize"]),
        (&json!("BJ 4"), &json!(12_001_000))
    );
    let (status, told) = feed(&mut far, 3, json!({ "paid": { "award": 1 } })).await;
    assert_eq!((status, &told["awards"]), (200, &json!([])), "{told}");
    let (status, told) = feed(&mut far, 4, json!({ "paid": { "award": 1 } })).await;
    assert_eq!(status, 422, "nothing is paid twice: {told}");
    let (status, slip) = mia.get("/api/pools/1/awards/1").await;
    assert_eq!((status, &slip["paid"], &slip["total"]), (200, &json!(true), &json!(12_001_000)));
    assert_eq!(mia.get("/api/pools/1/awards/2").await.0, 404);
    assert_eq!(far.get("/api/pools/1/awards/1").await.0, 401, "slips are for staff");
    open.close().await;
}
