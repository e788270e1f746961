//! The server from outside: who comes in, what is told, what is refused, what is never lost.

use crate::client::{Open, Visitor, WAR, quick, say, socket, standing, until, wait};
use axum::body::Bytes;
use croupier_engine::Player;
use croupier_house::Replay;
use croupier_journal::Reader;
use http_body_util::Full;
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_plays_a_round() {
    let open = Open::new(quick()).await;
    let mut guest = open.guest().await;
    assert_eq!(guest.get("/api/me").await.1["me"]["purse"], 100_000);
    let mut live = socket(&guest).await;
    say(&mut live, &json!({ "watch": { "table": WAR } })).await;
    wait(&mut live, |it| it["table"] == WAR).await;
    guest.sit(WAR, 3).await;
    wait(&mut live, |it| !it["view"]["chance"]["committed"].is_null()).await;
    let offers = guest.get("/api/tables/4/offers").await.1;
    assert!(offers["offers"].as_array().unwrap().iter().any(|it| it["on"] == "initial"));
    assert!(!offers["offers"].as_array().unwrap().iter().any(|it| it["on"] == "tie"));
    let wager = guest.wager(WAR, 3, "initial", 1000);
    let (status, done) = guest.act(&wager).await;
    assert_eq!((status, &done["verdict"]), (200, &json!("done")));
    assert!(!done.to_string().contains(&guest.name), "no names are told to players: {done}");
    assert_eq!(guest.post("/api/tables/4/ready", &json!(null)).await.0, 204);
    let settled = |it: &Value| !it["view"]["lines"].as_array().is_none_or(Vec::is_empty);
    let asked = |it: &Value| it["view"]["expects"]["due"] == "choice";
    let mut over = wait(&mut live, |it| asked(it) || settled(it)).await;
    if asked(&over) {
        let choose = json!({ "choose": { "area": 3, "choice": "surrender" } });
        let (status, told) = guest.act(&json!({ "step": { "table": WAR, "step": choose } })).await;
        assert_eq!(status, 200, "{told}");
        over = wait(&mut live, settled).await;
    }
    let line = &over["view"]["lines"][0];
    assert_eq!((&line["seat"], &line["on"]), (&json!(3), &json!("initial")));
    let clause = line["clause"].as_str().unwrap();
    let (status, told) = guest.get(&format!("/api/rules/casino-war/{clause}")).await;
    assert_eq!(status, 200, "{told}");
    assert!(!over.to_string().contains(&guest.name), "no names are told to players: {over}");
    assert!(over["view"]["shoe"]["left"].is_null(), "nor which cards are left");
    // The draw of the round can be done again, once its key is shown.
    let draw = &over["view"]["history"][0]["draw"];
    let path = format!("/api/tables/{WAR}/draws/{draw}");
    let drawn = until(&mut guest, &path, |drawn| drawn["key"].is_string()).await;
    assert!(drawn["draws"].as_array().is_some_and(|draws| draws.len() >= 2), "{drawn}");
    let (status, statement) = guest.get("/api/statement").await;
    assert_eq!(status, 200, "{statement}");
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_answered_is_in_the_journal() {
    let open = Open::new(quick()).await;
    let mut guest = open.guest().await;
    guest.sit(WAR, 1).await;
    let (mut told, mut refused) = (Vec::new(), 0);
    for round in 0..200 {
        let amount = if round % 3 == 0 { 7 } else { 500 };
        let wager = guest.wager(WAR, 1, "initial", amount);
        let (status, answer) = guest.act(&wager).await;
        let number = answer["number"].as_u64().expect("what was refused has a number too");
        refused += u32::from(status != 200);
        told.push((number, wager));
    }
    assert!(refused >= 60, "some were below the minimum, the last above the maximum");
    let reader = Reader::open(&open.journal).unwrap();
    let mut entries = std::collections::BTreeMap::new();
    Replay::of(&reader, |_, record, act, _| {
        entries.insert(record.number, serde_json::to_value(act).unwrap());
    })
    .unwrap();
    for (number, wager) in told {
        assert_eq!(entries[&number], wager);
    }
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_comes_twice_is_done_once() {
    let open = Open::new(quick()).await;
    let mut guest = open.guest().await;
    guest.sit(WAR, 1).await;
    let wager = guest.wager(WAR, 1, "initial", 500);
    let first = guest.act_under("once", &wager).await;
    assert_eq!(first.0, 200, "{}", first.1);
    for _ in 0..100 {
        let again = guest.act_under("once", &wager).await;
        assert_eq!((again.0, &again.1["number"]), (200, &first.1["number"]));
    }
    // To sit, to bring chips, and the wager; the table has business of its own.
    let reader = Reader::open(&open.journal).unwrap();
    let mut own = 0;
    Replay::of(&reader, |replay, record, _, _| {
        let who = Player(record.chained.entry.who);
        own += u32::from(replay.floor.people.name(who) == guest.name);
    })
    .unwrap();
    assert_eq!(own, 3);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_missed_something_catches_up() {
    let open = Open::new(quick()).await;
    let mut guest = open.guest().await;
    let mut live = socket(&guest).await;
    say(&mut live, &json!({ "watch": { "table": WAR } })).await;
    wait(&mut live, |it| it["table"] == WAR).await;
    guest.sit(WAR, 2).await;
    let seen = wait(&mut live, |it| !it["view"]["chance"]["committed"].is_null()).await;
    let since = seen["number"].as_u64().unwrap();
    drop(live);
    let wager = guest.wager(WAR, 2, "initial", 500);
    let (_, done) = guest.act(&wager).await;
    let mut live = socket(&guest).await;
    say(&mut live, &json!({ "watch": { "table": WAR, "since": since } })).await;
    let missed = wait(&mut live, |it| it["missed"].is_object()).await;
    let happened = missed["missed"]["happened"].as_array().expect("it is not too long ago");
    let placed = happened.iter().find(|it| it[1]["game"]["placed"].is_object());
    // What came in one message has the number of its last entry.
    assert!(placed.is_some_and(|it| it[0].as_u64() >= done["number"].as_u64()), "{missed}");
    let now = wait(&mut live, |it| it["view"].is_object()).await;
    assert!(now["number"].as_u64() >= done["number"].as_u64());
    assert_eq!(now["view"]["wagers"][0]["stake"], 500);
    open.close().await;
}

/// Whoever doubts that the line still lives asks what time it is.
#[tokio::test(flavor = "multi_thread")]
async fn a_line_tells_the_time() {
    let open = Open::new(quick()).await;
    let mut guest = open.guest().await;
    let mut live = socket(&guest).await;
    say(&mut live, &json!({ "now": true })).await;
    let told = wait(&mut live, |it| it["now"].is_u64()).await;
    let lobby = guest.get("/api/lobby").await.1;
    assert!(lobby["now"].as_u64() >= told["now"].as_u64(), "{told} {lobby}");
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_and_other_sites_are_refused() {
    let open = Open::new(quick()).await;
    let mut guest = open.guest().await;
    let before = standing(&open);
    let wager = guest.wager(WAR, 1, "initial", 500).to_string();
    let body = || Full::new(Bytes::from(wager.clone()));
    let act = |guest: &Visitor| guest.request("POST", "/api/acts");
    // Another site, with our cookie.
    let forged = act(&guest).header("origin", "http://evil.example").body(body());
    assert_eq!(guest.send(forged).await.0, 403);
    // Without the token that only our page knows.
    let csrf = std::mem::take(&mut guest.csrf);
    let blind = act(&guest).body(body());
    assert_eq!(guest.send(blind).await.0, 403);
    guest.csrf = csrf;
    // By a name that is not ours.
    let mut rebound = open.visitor().await;
    rebound.address = ([127, 0, 0, 1], 1).into();
    let request = hyper::Request::builder().uri("/api/lobby").header("host", "evil.example:80");
    assert_eq!(rebound.send(request.body(Full::default())).await.0, 400);
    // By two names, of which somebody else may look at the other.
    let request = rebound.request("GET", "/api/lobby").header("host", "evil.example");
    assert_eq!(rebound.send(request.body(Full::default())).await.0, 400);
    // Without a session.
    let mut stranger = open.visitor().await;
    for path in ["/api/pit", "/api/journal", "/api/people", "/api/reports/ledger", "/api/statement"]
    {
        assert_eq!(stranger.get(path).await.0, 401, "{path}");
        assert_eq!(
            guest.get(path).await.0,
            if path == "/api/statement" { 200 } else { 403 },
            "{path}"
        );
    }
    assert_eq!(guest.get("/api/tables/4/edge").await.0, 403, "players see no odds");
    // Refused looks are in the journal, and nothing else is.
    assert!(standing(&open) <= before + 2);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn headers_protect_the_page() {
    let open = Open::new(quick()).await;
    let mut guest = open.visitor().await;
    let request = guest.request("GET", "/").body(Full::default());
    let (status, headers, page) = guest.send(request).await;
    assert_eq!(status, 200);
    let policy = headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"));
    assert_eq!(headers["x-content-type-options"], "nosniff");
    let page = page.as_str().unwrap();
    assert!(!page.contains("onclick") && !page.contains("<style"), "no inline code");
    let request = guest.request("POST", "/api/guest").body(Full::default());
    let (_, headers, _) = guest.send(request).await;
    let cookie = headers["set-cookie"].to_str().unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let (status, _) = guest.get("/no/such/place").await;
    assert_eq!(status, 200, "a place within the page");
    assert_eq!(guest.get("/no-such-file.js").await.0, 404);
    assert_eq!(guest.get("/api/no-such-thing").await.0, 404);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_manager_comes_once() {
    let open = Open::new(quick()).await;
    let link = open.founding.clone().unwrap();
    let token = link.split_once("token=").unwrap().1.to_owned();
    let mut stranger = open.visitor().await;
    assert_eq!(stranger.get("/api/found?token=wrong").await.0, 410);
    assert_eq!(stranger.get(&format!("/api/found?token={token}")).await.0, 204);
    let found = |one: &str, other: &str| {
        let managers =
            json!([{ "name": "max", "password": one }, { "name": "mia", "password": other }]);
        json!({ "token": token, "managers": managers })
    };
    let (one, other) = ("max likes long nights", "mia likes longer ones");
    for (one, other) in [("short", other), (one, "short"), (one, one)] {
        assert_eq!(stranger.post("/api/found", &found(one, other)).await.0, 400);
    }
    // One person founds no house, and two people have two names.
    let alone = json!({ "token": token, "managers": [{ "name": "max", "password": one }] });
    assert_eq!(stranger.post("/api/found", &alone).await.0, 422);
    let twice = json!([{ "name": "max", "password": one }, { "name": "max", "password": other }]);
    let twice = json!({ "token": token, "managers": twice });
    assert_eq!(stranger.post("/api/found", &twice).await.0, 422);
    let mut manager = open.manager().await;
    assert_eq!(stranger.get(&format!("/api/found?token={token}")).await.0, 410);
    assert_eq!(manager.get("/api/pit").await.0, 200);
    let (_, people) = manager.get("/api/people").await;
    assert_eq!(people["people"][0]["name"], "max");
    let mut inspector = open.person(&mut manager, "ivy", "inspector").await;
    let (status, page) = inspector.get("/api/journal?limit=5").await;
    assert_eq!(status, 200, "{page}");
    assert_eq!(page["entries"].as_array().unwrap().len(), 5);
    assert_eq!(page["entries"][0]["kind"], "look", "looking is recorded");
    assert!(!page.to_string().contains("argon2"), "no hashes of passwords");
    let (status, proof) = inspector.post("/api/journal/verify", &json!(null)).await;
    assert_eq!((status, &proof["sound"]), (200, &json!(true)), "{proof}");
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn guessing_passwords_gets_slower() {
    let open = Open::new(quick()).await;
    let _manager = open.manager().await;
    let mut guesser = open.visitor().await;
    let mut statuses = Vec::new();
    for _ in 0..8 {
        let guess = json!({ "name": "max", "password": "not the right password" });
        statuses.push(guesser.post("/api/sign-in", &guess).await.0);
    }
    assert_eq!(statuses[..5], [401; 5]);
    assert_eq!(statuses[5..], [429; 3]);
    let unknown = json!({ "name": "nobody", "password": "not the right password" });
    assert_eq!(guesser.post("/api/sign-in", &unknown).await.0, 429, "the address waits too");
    open.clock.advance(1_000_000);
    assert_eq!(guesser.post("/api/sign-in", &unknown).await.0, 401);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_ends_by_itself() {
    let open = Open::new(quick()).await;
    let mut manager = open.manager().await;
    assert_eq!(manager.get("/api/pit").await.0, 200);
    open.clock.advance(16 * 60_000);
    assert_eq!(manager.get("/api/pit").await.0, 401);
    assert!(manager.get("/api/me").await.1["me"].is_null());
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_that_closes_says_so_and_goes_on_later() {
    let open = Open::new(quick()).await;
    let mut guest = open.guest().await;
    guest.sit(WAR, 1).await;
    let wager = guest.wager(WAR, 1, "initial", 700);
    assert_eq!(guest.act(&wager).await.0, 200);
    let mut live = socket(&guest).await;
    say(&mut live, &json!({ "lobby": true })).await;
    wait(&mut live, |it| it["lobby"].is_object()).await;
    let journal = open.journal.clone();
    let closing = tokio::spawn(open.close());
    wait(&mut live, |it| it["bye"] == "the house closes").await;
    drop(live);
    let folder = closing.await.unwrap();
    let open = Open::at(croupier_server::Config { journal, ..quick() }).await;
    let (_, view) = open.visitor().await.get("/api/tables/4").await;
    assert_eq!(view["wagers"][0]["stake"], 700, "the wager still stands");
    assert_eq!(view["wagers"][0]["seat"], 1);
    open.close().await;
    drop(folder);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_takes_effect_when_it_has_stood() {
    let open = Open::new(quick()).await;
    let mut manager = open.manager().await;
    let limit = json!({ "min": 2000, "max": 50_000, "unit": 50 });
    let raise = json!({ "limit": { "table": WAR, "on": "initial", "limit": limit } });
    assert_eq!(manager.act(&raise).await.0, 200);
    let minimum = async |manager: &mut Visitor| {
        manager.get("/api/tables/4").await.1["sign"][0]["min"].clone()
    };
    assert_eq!(minimum(&mut manager).await, 500);
    open.clock.advance(10 * 60_000);
    assert_eq!(minimum(&mut manager).await, 500);
    open.clock.advance(10 * 60_000 + 1000);
    // Nobody does anything at the table: the program says that time has passed.
    let mut visitor = open.visitor().await;
    until(&mut visitor, "/api/tables/4", |view| view["sign"][0]["min"] == 2000).await;
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dealer_runs_a_virtual_table() {
    let open = Open::new(quick()).await;
    let (mut manager, mut guest) = (open.manager().await, open.guest().await);
    let mut dealer = open.person(&mut manager, "dan", "dealer").await;
    let drive = json!({ "driver": "dealer" });
    assert_eq!(guest.post("/api/tables/4/driver", &drive).await.0, 403);
    assert_eq!(dealer.post("/api/tables/4/driver", &drive).await.0, 204);
    guest.sit(WAR, 1).await;
    // The burn waits for the dealer.
    let due = |due: &'static str| move |view: &Value| view["expects"]["due"] == due;
    let mut view = until(&mut dealer, "/api/tables/4", due("burn")).await;
    assert_eq!(view["driver"], "dealer");
    assert_eq!(view["seats"][0]["name"], guest.name);
    let wager = guest.wager(WAR, 1, "initial", 500);
    assert_eq!(guest.act(&wager).await.0, 200);
    // Where the program runs a table, a wager has it burn at once.
    assert!(due("burn")(&dealer.get("/api/tables/4").await.1));
    // The burn, no more bets, and a card each.
    for _ in 0..4 {
        let before = view;
        assert_eq!(dealer.post("/api/tables/4/next", &json!(null)).await.0, 204);
        let changed = |view: &Value| view["expects"] != before["expects"];
        view = until(&mut dealer, "/api/tables/4", changed).await;
    }
    assert_eq!(view["dealer"]["cards"].as_array().map(Vec::len), Some(1), "{view}");
    assert!(view["shoe"]["left"].is_array(), "staff sees what is left");
    let (status, edge) = dealer.get("/api/tables/4/edge").await;
    assert_eq!(status, 200, "{edge}");
    assert_eq!(edge["wagers"][0]["on"], "initial");
    open.close().await;
}
