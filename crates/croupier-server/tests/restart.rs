//! What a restart leaves as it was: sessions, seats and money, and nothing that has ended. And what becomes of a guest who
//! does not come back.

use crate::client::{MANAGERS, Open, PASSWORD, Visitor, WAR, quick, until, war_is_over};
use croupier_server::Config;
use serde_json::json;

/// The demo table of Craps.
const CRAPS: u32 = 2;

/// Opens the same house again.
async fn again(open: Open) -> Open {
    let (journal, clock) = (open.journal.clone(), open.clock.clone());
    let folder = open.close().await;
    let mut open = Open::by(Config { journal, ..quick() }, clock).await;
    open.folder = folder;
    open
}

/// Somebody with the cookie and the token of the page that another has.
async fn as_before(open: &Open, before: &Visitor) -> Visitor {
    let mut visitor = open.visitor().await;
    visitor.cookie.clone_from(&before.cookie);
    visitor.csrf.clone_from(&before.csrf);
    visitor.name.clone_from(&before.name);
    visitor
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_plays_on_after_a_restart() {
    let open = Open::new(quick()).await;
    let mut guest = open.guest().await;
    guest.sit(WAR, 3).await;
    let wager = guest.wager(WAR, 3, "initial", 1_000);
    assert_eq!(guest.act(&wager).await.0, 200);
    let before = guest.get("/api/me").await.1;
    let file = std::fs::read_to_string(open.journal.with_file_name("house.db.sessions")).unwrap();
    let token = guest.cookie.clone().unwrap();
    let token = token.split_once('=').unwrap().1;
    assert!(file.contains(&guest.name) && !file.contains(token), "hashes of tokens only: {file}");
    let open = again(open).await;
    let mut guest = as_before(&open, &guest).await;
    let after = guest.get("/api/me").await.1;
    for what in ["name", "csrf", "purse"] {
        assert_eq!(after["me"][what], before["me"][what], "{what}");
    }
    assert_eq!(after["me"]["seats"][0]["seat"], 3);
    // The round of the wager is dealt, and then the guest wagers again with the token that the page has.
    war_is_over(&mut guest, 3, |view| {
        view["expects"]["wagers"] == true && view["wagers"] == json!([]) && view["round"] != 0
    })
    .await;
    let again = guest.wager(WAR, 3, "initial", 500);
    let (status, told) = guest.act(&again).await;
    assert_eq!(status, 200, "{told}");
    // Another guest does not get the name of one who is here.
    assert_ne!(open.guest().await.name, guest.name);
    assert_eq!(guest.get("/api/me").await.1["me"]["seats"][0]["felt"], 500);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_ended_does_not_come_back() {
    let open = Open::new(quick()).await;
    let mut manager = open.manager().await;
    let dan = open.person(&mut manager, "dan", "dealer").await;
    let mut out = open.signed_in("dan").await;
    let mut changed = open.person(&mut manager, "deb", "dealer").await;
    assert_eq!(out.post("/api/sign-out", &json!(null)).await.0, 204);
    let path = open.journal.with_file_name("house.db.sessions");
    let file = std::fs::read_to_string(&path).unwrap();
    let new = json!({ "old": PASSWORD, "new": "entirely different words" });
    let before = as_before(&open, &changed).await;
    assert_eq!(changed.post("/api/password", &new).await.0, 200);
    let journal = open.journal.clone();
    let clock = open.clock.clone();
    let folder = open.close().await;
    // The file is as old as if the machine had lost its power before the change was in it.
    std::fs::write(&path, file).unwrap();
    let mut open = Open::by(Config { journal, ..quick() }, clock).await;
    open.folder = folder;
    assert_eq!(as_before(&open, &dan).await.get("/api/me").await.1["me"]["name"], "dan");
    let mut out = as_before(&open, &out).await;
    assert!(out.get("/api/me").await.1["me"].is_null(), "signed out");
    let mut before = as_before(&open, &before).await;
    assert!(before.get("/api/me").await.1["me"].is_null(), "another password since");
    // Nor does the session of who has not been heard of for a quarter of an hour.
    open.clock.advance(16 * 60_000);
    let open = again(open).await;
    assert!(as_before(&open, &dan).await.get("/api/me").await.1["me"].is_null());
    let mut late = open.visitor().await;
    assert_eq!(late.sign_in("max", MANAGERS).await.0, 200);
    open.close().await;
}

/// What the order lets a player take back at any time comes back to a guest who is gone; then the seat is free.
#[tokio::test(flavor = "multi_thread")]
async fn wagers_of_a_guest_who_is_gone_do_not_stand_for_ever() {
    let mut config = quick();
    config.pace.idle_guest = 60_000;
    let open = Open::new(config).await;
    let mut guest = open.guest().await;
    guest.sit(CRAPS, 1).await;
    let spot = json!({ "player": guest.name, "on": "place-win", "number": 8 });
    let step = |name: &str, more: serde_json::Value| {
        let mut spot = spot.as_object().unwrap().clone();
        spot.extend(more.as_object().unwrap().clone());
        json!({ "step": { "table": CRAPS, "step": { name: spot } } })
    };
    assert_eq!(guest.act(&step("wager", json!({ "amount": 600 }))).await.0, 200);
    assert_eq!(guest.act(&step("call", json!({ "state": "off" }))).await.0, 200);
    let mut other = open.guest().await;
    let path = format!("/api/tables/{CRAPS}");
    let before = other.get(&path).await.1;
    assert_eq!(before["wagers"][0]["stake"], 600);
    open.clock.advance(61_000);
    let view = until(&mut other, &path, |view| view["seats"][0]["taken"] == false).await;
    assert_eq!((&view["wagers"], &view["round"]), (&json!([]), &before["round"]), "none rolled");
    open.close().await;
}
