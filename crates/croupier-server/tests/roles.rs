//! What a person may see changes the moment the role does.

use crate::client::{
    Open, PASSWORD, Visitor, WAR, patiently, quick, say, socket, standing, until, wait,
};
use croupier_journal::Reader;
use futures_util::StreamExt as _;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

/// A dealer becomes a player while a live line is open: from the entry that says so on, nothing for staff is sent there.
#[tokio::test(flavor = "multi_thread")]
async fn an_open_line_ends_with_the_role() {
    let open = Open::new(quick()).await;
    let mut manager = open.manager().await;
    let mut second = open.signed_in("mia").await;
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

/// Who signs out ends the live lines of that session with it, and no others.
#[tokio::test(flavor = "multi_thread")]
async fn an_open_line_ends_with_its_session() {
    let open = Open::new(quick()).await;
    let mut manager = open.manager().await;
    let mut dan = open.person(&mut manager, "dan", "dealer").await;
    let elsewhere = open.signed_in("dan").await;
    let (mut live, mut other) = (socket(&dan).await, socket(&elsewhere).await);
    for line in [&mut live, &mut other] {
        say(line, &json!({ "watch": { "table": WAR } })).await;
        wait(line, |it| it["view"].is_object()).await;
    }
    assert_eq!(dan.post("/api/sign-out", &json!(null)).await.0, 204);
    assert_eq!(wait(&mut live, |it| it["bye"].is_string()).await["bye"], "you have signed out");
    let mut guest = open.guest().await;
    guest.sit(WAR, 1).await;
    wait(&mut other, |it| it["view"]["seats"][0]["taken"] == true).await;
    open.close().await;
}

/// One manager adds no staff and resets nobody: a second agrees, who is told why not if the two count as one.
#[tokio::test(flavor = "multi_thread")]
async fn staff_takes_two_managers() {
    let open = Open::new(quick()).await;
    let mut max = open.manager().await;
    let mut mia = open.signed_in("mia").await;
    let waits = async |who: &mut Visitor, act: Value| {
        let (status, told) = who.act(&act).await;
        assert_eq!(status, 200, "{told}");
        told["verdict"]["waits"]["request"].as_u64().unwrap_or_else(|| panic!("{told}"))
    };
    let approve = |request: u64| json!({ "approve": { "request": request } });
    let dan = json!({ "add-person": { "name": "dan", "roles": ["dealer"], "password": PASSWORD } });
    let request = waits(&mut max, dan).await;
    assert_eq!(open.visitor().await.sign_in("dan", PASSWORD).await.0, 401, "nobody is there yet");
    assert_eq!(max.act(&approve(request)).await.0, 403);
    let (_, pit) = mia.get("/api/pit").await;
    let shown = &pit["requests"][0];
    assert_eq!((&shown["yours"], &shown["agree"]), (&json!(true), &json!(["mia"])), "{shown}");
    assert!(!pit.to_string().contains("argon2"), "no hashes of passwords");
    assert_eq!(mia.act(&approve(request)).await.0, 200);
    let mut dan = open.signed_in("dan").await;
    // A reset takes two as well, and ends the sessions of who was reset when it is done.
    let new = "entirely different words";
    let request =
        waits(&mut max, json!({ "set-password": { "name": "dan", "password": new } })).await;
    assert_eq!(dan.get("/api/me").await.1["me"]["name"], "dan");
    assert_eq!(mia.act(&approve(request)).await.0, 200);
    assert!(dan.get("/api/me").await.1["me"].is_null(), "the session is over");
    assert_eq!(dan.sign_in("dan", new).await.0, 200);
    // A manager who was reset by the other one alone is not a second person.
    let request =
        waits(&mut max, json!({ "set-password": { "name": "mia", "password": new } })).await;
    assert_eq!(mia.act(&approve(request)).await.0, 200);
    assert_eq!(mia.sign_in("mia", new).await.0, 200);
    let request = waits(&mut max, json!({ "mint": { "amount": 1000 } })).await;
    let (status, told) = mia.act(&approve(request)).await;
    assert_eq!((status, &told["type"]), (403, &json!("/problems/rights")), "{told}");
    let words = told["detail"].as_str().unwrap();
    assert!(words.contains("count as one person until"), "{words}");
    let (_, pit) = mia.get("/api/pit").await;
    let shown = &pit["requests"][0];
    assert_eq!((&shown["yours"], &shown["agree"]), (&json!(false), &json!([])), "{shown}");
    assert_eq!(shown["why_not"], words);
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

/// Finding 9: what one player has opened is shown to nobody, not to who reads the journal either, before the key is shown:
/// another could be told to let the own words lapse.
#[tokio::test(flavor = "multi_thread")]
async fn opened_words_are_kept_back_until_the_key_is_shown() {
    let open = Open::new(quick()).await;
    let mut manager = open.manager().await;
    let mut ivy = open.person(&mut manager, "ivy", "inspector").await;
    let table = format!("/api/tables/{WAR}");
    let mut players =
        [(open.guest().await, 1, "rain on the roof"), (open.guest().await, 2, "bees")];
    for (player, seat, _) in &mut players {
        player.sit(WAR, *seat).await;
    }
    let view = until(&mut ivy, &table, |it| it["chance"]["committed"].is_string()).await;
    let number = view["chance"]["commitment"].as_u64().unwrap();
    for (player, seat, words) in &mut players {
        let wager = player.wager(WAR, *seat, "initial", 500);
        let sealed = croupier_floor::seal(WAR, number, *seat, words);
        let name = player.name.clone();
        let seals = json!({ "contribute": { "table": WAR, "player": name, "sealed": sealed } });
        for act in [wager, seals] {
            let (status, told) = player.act(&act).await;
            assert_eq!(status, 200, "{told}");
        }
    }
    for (player, ..) in &mut players {
        player.post(&format!("{table}/ready"), &json!(null)).await;
    }
    until(&mut ivy, &table, |it| it["chance"]["closed"] == true).await;
    let path = format!("/api/journal?table={WAR}&kind=open-words");
    let hidden = "(kept back until the key is shown)";
    let opens = |player: &Visitor, words: &str| json!({ "open-words": { "table": WAR, "player": player.name, "words": words } });
    let [(ann, _, rain), (bob, _, bees)] = &mut players;
    let act = opens(ann, rain);
    assert_eq!(ann.act(&act).await.0, 200);
    let told = ivy.get(&path).await.1;
    assert_eq!(told["entries"][0]["act"]["open-words"]["words"], hidden, "{told}");
    let round = told["entries"][0]["round"].as_u64().unwrap();
    let replayed = ivy.get(&format!("/api/journal/rounds/{WAR}/{round}")).await.1.to_string();
    assert!(replayed.contains(hidden) && !replayed.contains(*rain), "{replayed}");
    // Now the cards come, and the key is shown when the round is over.
    let act = opens(bob, bees);
    assert_eq!(bob.act(&act).await.0, 200);
    let shown = async {
        loop {
            open.clock.advance(5_000);
            let told = ivy.get(&path).await.1;
            let words = |at: usize| told["entries"][at]["act"]["open-words"]["words"].clone();
            if [words(1), words(0)] == ["rain on the roof", "bees"] {
                break;
            }
            tokio::task::yield_now().await;
        }
    };
    patiently(shown).await;
    open.close().await;
}
