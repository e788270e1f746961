//! Tasks and orders over HTTP: who sees what must be done, who ends it, and where the order is read.

use crate::client::{Open, Visitor, quick};
use axum::body::Bytes;
use http_body_util::Full;
use serde_json::{Value, json};

const TABLE: u32 = 40;

/// Puts the text of an order at its address.
async fn load(visitor: &mut Visitor, game: &str, text: &str) -> u16 {
    let path = format!("/api/rules/{game}/order");
    let request = visitor.request("PUT", &path).body(Full::new(Bytes::from(text.to_owned())));
    visitor.send(request).await.0.as_u16()
}

async fn must(visitor: &mut Visitor, act: &Value) -> Value {
    let (status, told) = visitor.act(act).await;
    assert_eq!(status, 200, "{act}: {told}");
    told
}

fn kinds(tasks: &Value) -> Vec<&str> {
    tasks["tasks"].as_array().unwrap().iter().map(|task| task["kind"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn tasks_are_shown_to_those_who_own_them() {
    let open = Open::new(quick()).await;
    let mut max = open.manager().await;
    let mut cas = open.person(&mut max, "cas", "cashier").await;
    let mut sue = open.person(&mut max, "sue", "supervisor").await;
    let mut dan = open.person(&mut max, "dan", "dealer").await;
    let mut ivy = open.person(&mut max, "ivy", "inspector").await;
    let mut ann = open.person(&mut max, "ann", "player").await;
    let minted = must(&mut max, &json!({ "mint": { "amount": 10_000_000 } })).await;
    let request = minted["verdict"]["waits"]["request"].clone();
    must(&mut cas, &json!({ "approve": { "request": request } })).await;
    must(&mut cas, &json!({ "buy-in": { "player": "ann", "amount": 100_000 } })).await;
    let setup = json!({ "chip": 100, "limits": { "initial": { "min": 500, "max": 100_000 } } });
    must(
        &mut sue,
        &json!({ "open": { "table": TABLE, "name": "forty", "game": "casino-war", "setup": setup,
        "float": 1_000_000, "dealing": "physical", "seats": 7 } }),
    )
    .await;
    let dealers = dan.get("/api/tasks").await.1;
    assert_eq!(kinds(&dealers), ["equipment"; 5]);
    assert_eq!(
        kinds(&max.get("/api/tasks").await.1),
        ["load-order", "equipment", "equipment", "equipment", "equipment", "equipment"]
    );
    assert_eq!(kinds(&ivy.get("/api/tasks").await.1), [""; 0]);
    assert_eq!(kinds(&ann.get("/api/tasks").await.1), [""; 0]);
    let done = json!({ "task-done": { "table": TABLE, "task": 1, "words": "A" } });
    assert_eq!(ivy.act(&done).await.0, 403);
    assert_eq!(ann.act(&done).await.0, 403);
    must(&mut dan, &done).await;
    assert_eq!(dan.act(&done).await.0, 422);

    ann.sit(TABLE, 2).await;
    must(&mut sue, &json!({ "limit": { "table": TABLE, "on": "initial", "limit": { "min": 1000, "max": 100_000 }, "spare": true } })).await;
    let path = format!("/api/tables/{TABLE}");
    let seen = dan.get(&path).await.1;
    assert!(seen["tasks"].as_array().unwrap().iter().any(|task| task["kind"] == "put-marker"));
    assert_eq!(seen["seats"][1]["limits"][0]["min"], 500);
    let sign = |view: &Value| view["sign"][0].clone();
    assert_eq!(sign(&seen)["old"], json!([{ "min": 500, "max": 100_000, "clause": "6.5.3" }]));
    let players = ann.get(&path).await.1;
    assert_eq!(players["tasks"], json!([]), "tasks name people");
    assert_eq!(sign(&players)["old"], sign(&seen)["old"], "the sign is for everyone");
    assert!(players["seats"][1]["limits"].is_null());
    let own = &ann.get("/api/me").await.1["me"]["seats"][0]["limits"][0];
    assert_eq!(
        (&own["on"], &own["min"], &own["spared"]),
        (&json!("initial"), &json!(500), &json!(true))
    );
    let pit = sue.get("/api/pit").await.1;
    assert!(kinds(&pit).contains(&"put-marker") && kinds(&pit).contains(&"load-order"));
    let report = ivy.get(&format!("/api/reports/tasks?table={TABLE}")).await.1;
    assert!(report.to_string().contains("check the layout"), "{report}");
    let (newest, before) = page(&mut ivy, "limit=1").await;
    assert_eq!(newest, [before]);
    let (older, _) = page(&mut ivy, &format!("limit=1&before={before}")).await;
    assert!(older.len() == 1 && older[0] < before, "{older:?} before {before}");
    open.close().await;
}

/// Reads a page of privileged acts: the entries, and before which the next page is.
async fn page(ivy: &mut Visitor, asked: &str) -> (Vec<u64>, u64) {
    let report = ivy.get(&format!("/api/reports/privileged?{asked}")).await.1;
    let parts = ["privileged-acts", "refused-attempts"].map(|part| report[part].clone());
    let rows = parts.iter().flat_map(|rows| rows.as_array().unwrap());
    let before = report["facts"]["older-lines-before-entry"].as_u64().unwrap();
    (rows.map(|row| row["entry"].as_u64().unwrap()).collect(), before)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_is_read_as_it_was_loaded() {
    let open = Open::new(quick()).await;
    let mut max = open.manager().await;
    let mut sue = open.person(&mut max, "sue", "supervisor").await;
    let mut guest = open.guest().await;
    let path = "/api/rules/casino-war/order";
    let (status, told) = guest.get(path).await;
    assert_eq!(status, 404);
    assert!(told["detail"].as_str().unwrap().contains("has not loaded"), "{told}");
    assert_eq!(load(&mut sue, "casino-war", "1. A rule.").await, 403);
    assert_eq!(load(&mut guest, "casino-war", "1. A rule.").await, 403);
    assert_eq!(load(&mut max, "casino-war", "  ").await, 400);
    assert_eq!(load(&mut max, "whist", "1. A rule.").await, 404);
    let text = format!("1. A rule.\n{}", "and more\n".repeat(20_000));
    assert_eq!(load(&mut max, "casino-war", &text).await, 204);
    assert_eq!(guest.get(path).await, (200, Value::String(text)));
    assert_eq!(guest.get("/api/tables/4").await.1["order"], true);
    assert_eq!(guest.get("/api/tables/1").await.1["order"], false);
    // What does not agree with the hash in the journal is not shown.
    let mut folder = open.journal.clone().into_os_string();
    folder.push(".orders");
    for file in std::fs::read_dir(folder).unwrap() {
        std::fs::write(file.unwrap().path(), "1. Another rule.").unwrap();
    }
    assert_eq!(guest.get(path).await.0, 404);
    open.close().await;
}
