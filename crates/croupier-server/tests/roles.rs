//! What a person may see changes the moment the role does.

#![allow(clippy::unwrap_used, reason = "tests")]

mod client;

use client::{Open, WAR, patiently, quick, say, socket, standing, wait};
use croupier_journal::Reader;
use futures_util::StreamExt as _;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

/// A dealer becomes a player while a live line is open: from the entry that says so on, nothing for staff is sent there.
#[tokio::test(flavor = "multi_thread")]
async fn an_open_line_ends_with_the_role() {
    let open = Open::new(quick()).await;
    let mut manager = open.manager().await;
    let mut second = open.person(&mut manager, "mia", "manager").await;
    let mut dan = open.person(&mut manager, "dan", "dealer").await;
    let mut guest = open.guest().await;
    guest.sit(WAR, 1).await;
    let mut live = socket(&dan).await;
    say(&mut live, &json!({ "watch": { "table": WAR } })).await;
    wait(&mut live, |it| it["view"]["shoe"]["left"].is_array()).await;
    let roles = json!({ "set-roles": { "name": "dan", "roles": ["player"] } });
    let (status, told) = manager.act(&roles).await;
    assert_eq!(status, 200, "{told}");
    let request = &told["verdict"]["waits"]["request"];
    let (status, told) = second.act(&json!({ "approve": { "request": request } })).await;
    assert_eq!(status, 200, "{told}");
    let changed = told["number"].as_u64().unwrap();
    assert!(dan.get("/api/me").await.1["me"].is_null(), "the session is over");
    // Something happens at the table.
    let (mut bye, wager) = (false, guest.wager(WAR, 1, "initial", 500));
    guest.act(&wager).await;
    let rest = async {
        while let Some(Ok(message)) = live.next().await {
            let Message::Text(text) = message else { continue };
            let told: Value = serde_json::from_str(&text).unwrap();
            bye |= told["bye"] == "your rights have changed";
            let late = told["number"].as_u64().is_some_and(|number| number >= changed);
            assert!(!late, "this was sent after the role had changed: {text}");
        }
    };
    patiently(rest).await;
    assert!(bye);
    open.close().await;
}

/// Who runs a virtual table by hand is in the journal.
#[tokio::test(flavor = "multi_thread")]
async fn who_runs_a_table_is_recorded() {
    let open = Open::new(quick()).await;
    let mut manager = open.manager().await;
    let mut dan = open.person(&mut manager, "dan", "dealer").await;
    let mut guest = open.guest().await;
    let path = format!("/api/tables/{WAR}");
    let drive = json!({ "driver": "dealer" });
    assert_eq!(guest.post(&format!("{path}/driver"), &drive).await.0, 403);
    let before = standing(&open);
    assert_eq!(dan.post(&format!("{path}/driver"), &drive).await.0, 204);
    assert_eq!(dan.post(&format!("{path}/next"), &json!(null)).await.0, 204);
    let reader = Reader::open(&open.journal).unwrap();
    let entries = reader.entries(before).map(|record| record.unwrap().chained.entry);
    let recorded = entries.filter(|entry| *entry.kind == *"incident");
    assert_eq!(recorded.map(|entry| entry.who).collect::<Vec<_>>().len(), 2);
    open.close().await;
}
