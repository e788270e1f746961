//! Prize pools over HTTP: who sees what of them, and the feed of tables that do not run here.

use crate::client::{Open, Visitor, quick, standing, until};
use axum::body::Bytes;
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
    let body = json!({ "pool": 1, "outside": 1, "number": number, "what": what }).to_string();
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
    // Of the 5,013,320 hands 20 win the major, 60 the minor, which is guaranteed, and 2,691,360 prices are paid as fixed prizes.
    assert_eq!(even["meters"][0]["from"], 55_049_000, "{even}");
    let levels: Vec<_> =
        even["meters"].as_array().unwrap().iter().map(|it| it["level"].clone()).collect();
    assert_eq!(levels, ["major", "minor", "mystery"]);
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

/// Nothing is taken, and nothing entered, that has not the code of its table and pool.
async fn codes_are_checked(open: &Open, far: &mut Visitor, wagers: &Value) {
    let entries = standing(open);
    let body = json!({ "pool": 1, "outside": 1, "number": 1, "what": wagers }).to_string();
    let other = json!({ "pool": 1, "outside": 2, "number": 1, "what": wagers }).to_string();
    // As it was recorded before the table and its key came to this pool.
    let elsewhere = json!({ "pool": 2, "outside": 1, "number": 1, "what": wagers }).to_string();
    let good = code_of(&KEY, &body);
    for (body, code, status) in [
        (&*body, "", 401),
        (&*body, "no digits", 401),
        (&*body, &good[..62], 401),
        (&*body, &*code_of(&[7; 32], &body), 401),
        (&*body, &*code_of(&[0xb2; 32], &body), 401),
        (&*other, &*code_of(&KEY, &other), 401),
        (&*elsewhere, &*code_of(&KEY, &elsewhere), 401),
        (&*format!("{body} "), &*good, 401),
        ("{}", &*code_of(&KEY, "{}"), 400),
        (&*" ".repeat(2000), &*good, 413),
    ] {
        let (was, told) = send(far, body, code).await;
        assert_eq!(was, status, "{told}");
    }
    assert_eq!(standing(open), entries, "nothing of that is worth an entry");
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

    codes_are_checked(&open, &mut far, &wagers).await;
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

/// A screen that is registered is heard while it asks; when it does not, no jackpot wager is taken where it is needed.
#[tokio::test(flavor = "multi_thread")]
async fn a_display_that_is_cut_off_stops_jackpot_wagers() {
    let open = Open::new(Config { demo_tables: false, ..quick() }).await;
    let mut max = open.manager().await;
    let mut mia = open.signed_in("mia").await;
    let mut sue = open.person(&mut max, "sue", "supervisor").await;
    let mut dan = open.person(&mut max, "dan", "dealer").await;
    let mut wall = open.visitor().await;
    running(&mut max, &mut mia, terms(false)).await;
    let register =
        json!({ "register-display": { "pool": 1, "display": 1, "name": "over the pit" } });
    assert_eq!(dan.act(&register).await.0, 403, "dealers register none");
    assert_eq!(sue.act(&register).await.1["verdict"], "done");
    let of = |told: &Value| told["pools"][0]["displays"][0].clone();
    assert_eq!(of(&dan.get("/api/pools").await.1)["key"], json!(null), "a dealer needs no key");
    let shown = of(&sue.get("/api/pools").await.1);
    let key = shown["key"].as_str().unwrap().to_owned();
    assert!(!wall.get("/api/pools").await.1.to_string().contains(&key));

    let address =
        |display: u32, key: &str| format!("/api/pools/1/display?display={display}&key={key}");
    assert_eq!(wall.get(&address(1, &key)).await.0, 200);
    assert_eq!(wall.get(&address(1, "00")).await.0, 401);
    assert_eq!(wall.get(&address(2, &key)).await.0, 401, "a key is for one display");
    assert_eq!(wall.get("/api/pools/1/display").await.0, 200, "others need none");

    open.clock.advance(6_000);
    let is_lost = |told: &Value| told["pools"][0]["displays"][0]["lost"] == json!(true);
    until(&mut sue, "/api/pools", is_lost).await;
    let (_, told) = wall.get("/api/pools/1/display").await;
    assert!(told["closed"].as_str().unwrap().contains("display 1 of pool 1 is cut off"), "{told}");
    let (_, tasks) = sue.get("/api/tasks").await;
    assert!(tasks.to_string().contains("display 1 of pool 1 is cut off"), "{tasks}");
    // It asks again, and is back.
    let back = until(&mut wall, &address(1, &key), |told| told.get("closed").is_none()).await;
    assert_eq!(back["pool"], 1, "{back}");
}

/// A mystery prize that a feed has won can be checked by anybody; before that, only the hashes are told.
#[tokio::test(flavor = "multi_thread")]
async fn anybody_can_check_a_mystery_prize() {
    let open = Open::new(Config { demo_tables: false, ..fed() }).await;
    let mut max = open.manager().await;
    let mut mia = open.signed_in("mia").await;
    let (mut far, mut wall) = (open.visitor().await, open.visitor().await);
    assert_eq!(wall.get("/api/pools/1/mysteries").await.0, 404);
    running(&mut max, &mut mia, terms(true)).await;
    let link = json!({ "link-outside": { "pool": 1, "outside": 1, "game": "blackjack", "name": "BJ 4", "chip": 50 } });
    both(&mut max, &mut mia, &link).await;
    let proofs = |told: &Value| -> Vec<croupier_view::MysteryProof> {
        serde_json::from_value(told["mysteries"].clone()).unwrap()
    };
    let bound = until(&mut wall, "/api/pools/1/mysteries", |told| {
        told["mysteries"].as_array().is_some_and(|all| all.len() == 1)
    });
    let bound = proofs(&bound.await).remove(0);
    assert_eq!((bound.number, &bound.won), (1, &None));

    // A hundred wagers add $62.50 to a meter that starts at $100 and is won by $200: two rounds at the most.
    let mut number = 0;
    let won = loop {
        number += 1;
        let what = json!({ "wagers": { "round": number, "count": 100 } });
        let (status, told) = feed(&mut far, number, what).await;
        assert_eq!(status, 200, "{told}");
        let all = proofs(&wall.get("/api/pools/1/mysteries").await.1);
        if all[0].won.is_some() {
            break all;
        }
    };
    assert!(number <= 2 && won.len() == 2, "the house is committed anew: {won:?}");
    let wrong: Vec<_> = won[0].check().into_iter().filter(|checked| !checked.right).collect();
    assert_eq!(wrong, []);
    assert_eq!(won[0].trigger_commitment, bound.trigger_commitment);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_is_denied_again_and_again_leaves_few_entries() {
    let mut config = fed();
    config.limits.denied_per_minute = 10;
    let open = Open::new(Config { demo_tables: false, ..config }).await;
    let mut max = open.manager().await;
    let mut mia = open.signed_in("mia").await;
    running(&mut max, &mut mia, terms(false)).await;
    let link = json!({ "link-outside": { "pool": 1, "outside": 1, "game": "blackjack", "name": "BJ 4", "chip": 50 } });
    both(&mut max, &mut mia, &link).await;
    let mut far = open.visitor().await;
    let entries = standing(&open);
    let mut last = 0;
    for _ in 0..200 {
        last = feed(&mut far, 1, json!({ "returned": { "round": 1, "count": 1 } })).await.0;
    }
    assert_eq!((last, standing(&open)), (429, entries + 40));
    open.clock.advance(60_000);
    let wagers = json!({ "wagers": { "round": 1, "count": 1 } });
    assert_eq!(feed(&mut far, 1, wagers).await.0, 200, "who was turned away is heard again");
}
