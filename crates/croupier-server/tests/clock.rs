//! Clocks that jump: the tables play on, nobody is cut off, and two people are asked.

use crate::client;

use std::sync::Arc;

use crate::client::{Open, Visitor, WAR, quick, until, war_is_over};
use croupier_server::{Config, Manual};
use serde_json::{Value, json};

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

/// Plays a round to its end.
async fn play(guest: &mut Visitor, area: u8) {
    let path = format!("/api/tables/{WAR}");
    let round = guest.get(&path).await.1["round"].as_u64().unwrap();
    let committed = |view: &Value| !view["chance"]["committed"].is_null();
    until(guest, &path, |view| committed(view) && view["expects"]["wagers"] == true).await;
    let wager = guest.wager(WAR, area, "initial", 500);
    let (status, told) = guest.act(&wager).await;
    assert_eq!(status, 200, "{told}");
    assert_eq!(guest.post(&format!("{path}/ready"), &json!(null)).await.0, 204);
    let over = |view: &Value| {
        view["round"].as_u64().unwrap() > round && view["expects"]["due"] != "choice"
    };
    war_is_over(guest, area, over).await;
}

async fn is_doubted(visitor: &mut Visitor) -> bool {
    visitor.get("/api/clock").await.1["doubted"] == true
}

fn closing() -> Value {
    json!({ "announce-closing": { "table": WAR } })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_jump_stops_no_table_and_cuts_nobody_off() {
    for jump in [HOUR, -HOUR, 400 * DAY, -400 * DAY] {
        let mut config = quick();
        config.limits.address_requests_per_second = 200;
        config.limits.requests_per_second = 200;
        config.limits.burst = 400;
        let open = Open::new(config).await;
        let mut manager = open.manager().await;
        let mut guest = open.guest().await;
        guest.sit(WAR, 1).await;
        play(&mut guest, 1).await;
        open.clock.jump(jump);
        open.clock.advance(5_000);
        assert!(is_doubted(&mut manager).await, "{jump}");
        play(&mut guest, 1).await;
        // A hundred requests in a second, for many seconds.
        for _ in 0..900 {
            open.clock.advance(10);
            assert_eq!(guest.get("/api/lobby").await.0, 200, "{jump}");
        }
        // What sets a time waits until somebody says which it is.
        let (status, told) = manager.act(&closing()).await;
        assert_eq!((status, &told["type"]), (503, &json!("/problems/clock")), "{jump}: {told}");
        open.clock.jump(-jump);
        open.clock.advance(5_000);
        assert!(!is_doubted(&mut manager).await, "{jump}");
        let (status, told) = manager.act(&closing()).await;
        assert_eq!(status, 200, "{jump}: {told}");
        open.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_confirm_the_clock() {
    let open = Open::new(quick()).await;
    let mut manager = open.manager().await;
    let mut sue = open.person(&mut manager, "sue", "supervisor").await;
    let mut dan = open.person(&mut manager, "dan", "dealer").await;
    open.clock.jump(10 * DAY);
    let confirm = async |who: &mut Visitor| who.post("/api/clock", &json!(null)).await;
    assert_eq!(confirm(&mut dan).await.0, 403);
    let (status, told) = confirm(&mut manager).await;
    assert_eq!((status, &told["doubted"]), (200, &json!(true)), "{told}");
    assert_eq!(confirm(&mut manager).await.1["doubted"], true, "one person is not two");
    assert_eq!(manager.act(&closing()).await.0, 503);
    let (status, told) = confirm(&mut sue).await;
    assert_eq!((status, &told["doubted"]), (200, &json!(false)), "{told}");
    assert_eq!(manager.act(&closing()).await.0, 200);
    assert_eq!(manager.get("/api/pit").await.1["clocks"]["doubted"], false);
    open.close().await;
}

/// A journal that was once written 400 days ahead: after a restart with the right clock rounds and closings go on.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_once_in_the_future_does_not_wait_for_it() {
    let clock = Arc::new(Manual::wrong_by(400 * DAY));
    let folder = client::Folder::new();
    let journal = folder.0.join("house.db");
    let config = Config { journal, ..quick() };
    let open = Open::by(config.clone(), clock).await;
    let mut manager = open.manager().await;
    let sue = open.person(&mut manager, "sue", "supervisor").await;
    drop((manager, sue));
    open.close().await;
    let open = Open::by(config, Arc::default()).await;
    let (mut manager, mut sue) = (open.visitor().await, open.visitor().await);
    assert_eq!(manager.sign_in("max", client::MANAGERS).await.0, 200);
    assert_eq!(sue.sign_in("sue", client::PASSWORD).await.0, 200);
    assert!(is_doubted(&mut manager).await);
    let mut guest = open.guest().await;
    guest.sit(WAR, 1).await;
    play(&mut guest, 1).await;
    for who in [&mut manager, &mut sue] {
        assert_eq!(who.post("/api/clock", &json!(null)).await.0, 200);
    }
    assert_eq!(manager.act(&closing()).await.0, 200);
    let view = guest.get(&format!("/api/tables/{WAR}")).await.1;
    let (now, closes) = (view["now"].as_u64().unwrap(), view["closing"].as_u64().unwrap());
    assert!(closes - now <= 3_600_000, "it closes in less than an hour");
    open.close().await;
}

/// Two people say that the machine's clock is right, whichever way it has jumped: the house has that time from then on,
/// signs wait for as long as before, rounds go on, and nobody is asked again after a restart.
#[tokio::test(flavor = "multi_thread")]
async fn two_people_put_the_time_of_the_house_right() {
    for jump in [HOUR, -HOUR, 400 * DAY, -400 * DAY] {
        let folder = client::Folder::new();
        let config = Config { journal: folder.0.join("house.db"), ..quick() };
        let open = Open::by(config.clone(), Arc::default()).await;
        let mut manager = open.manager().await;
        let mut sue = open.person(&mut manager, "sue", "supervisor").await;
        let mut guest = open.guest().await;
        guest.sit(WAR, 1).await;
        assert_eq!(manager.act(&closing()).await.0, 200);
        let left = async |who: &mut Visitor| {
            let view = who.get(&format!("/api/tables/{WAR}")).await.1;
            view["closing"].as_i64().unwrap() - view["now"].as_i64().unwrap()
        };
        let before = left(&mut guest).await;
        open.clock.jump(jump);
        // The first one asks for it, and the second agrees: here, or like to any other request.
        assert_eq!(sue.post("/api/clock", &json!(null)).await.0, 200, "{jump}");
        let pit = manager.get("/api/pit").await.1;
        assert_eq!(pit["clocks"]["confirmed_by_one"], true, "{jump}");
        let request = pit["requests"][0]["request"].as_u64().unwrap();
        let told = match jump > 0 {
            true => manager.post("/api/clock", &json!(null)).await,
            false => manager.act(&json!({ "approve": { "request": request } })).await,
        };
        assert_eq!(told.0, 200, "{jump}: {told:?}");
        let clocks = manager.get("/api/clock").await.1;
        let off = clocks["house"].as_i64().unwrap() - clocks["machine"].as_i64().unwrap();
        assert!(clocks["doubted"] == false && off.abs() < 5 * 60_000, "{jump}: {clocks}");
        let after = left(&mut guest).await;
        assert!(after <= before && after > before - 15 * 60_000, "{jump}: {before}, {after}");
        play(&mut guest, 1).await;
        let clock = Arc::clone(&open.clock);
        open.close().await;
        let open = Open::by(config, clock).await;
        let mut visitor = open.visitor().await;
        assert!(!is_doubted(&mut visitor).await, "{jump}");
        open.close().await;
    }
}
