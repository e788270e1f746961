//! Passwords: how often they can be guessed, who is asked for which, and what ends when one is changed.

use crate::client::{
    MANAGERS, Open, PASSWORD, Visitor, figure, patiently, quick, say, socket, wait,
};
use croupier_floor::{Act, ActResult, HouseAct};
use serde_json::json;

const OWNER: [u8; 4] = [127, 0, 0, 2];
const ELSEWHERE: [u8; 4] = [127, 0, 0, 3];

/// Two hundred guesses at once from one address: five are hashed, and the owner gets in meanwhile, from where she has been
/// before and, by her device, from where she has not.
#[tokio::test(flavor = "multi_thread")]
async fn five_guesses_are_hashed_and_the_owner_gets_in() {
    let open = Open::new(quick()).await;
    drop(open.manager().await);
    let mut owner = Visitor::from(OWNER, open.address).await;
    let request = owner.request("POST", "/api/sign-in");
    let body = json!({ "name": "max", "password": MANAGERS }).to_string();
    let (status, headers, _) = owner.send(request.body(body.into())).await;
    assert_eq!(status, 200);
    let cookies = headers.get_all("set-cookie").iter().map(|it| it.to_str().unwrap().to_owned());
    let device = cookies.filter(|it| it.starts_with("device=")).collect::<String>();
    assert!(device.contains("HttpOnly") && device.contains("SameSite=Strict"), "{device}");
    let before = figure(&mut owner, "passwords_hashed_total").await;
    let mut guesses = tokio::task::JoinSet::new();
    for number in 0..200 {
        let mut crook = Visitor::new(open.address).await;
        let password = format!("a wrong guess {number}");
        guesses.spawn(async move { crook.sign_in("max", &password).await.0 });
    }
    let statuses = guesses.join_all().await;
    let looked_at = statuses.iter().filter(|status| **status == 401).count();
    assert_eq!((looked_at, statuses.iter().filter(|status| **status == 429).count()), (5, 195));
    assert_eq!(figure(&mut owner, "passwords_hashed_total").await - before, 5);
    let mut back = Visitor::from(OWNER, open.address).await;
    assert_eq!(back.sign_in("max", MANAGERS).await.0, 200, "from a familiar address");
    let mut stranger = Visitor::from(ELSEWHERE, open.address).await;
    let (status, told) = stranger.sign_in("max", MANAGERS).await;
    assert_eq!(status, 429, "strangers wait, wherever they are: {told}");
    let mut travels = Visitor::from(ELSEWHERE, open.address).await;
    travels.cookie = Some(device.split(';').next().unwrap().to_owned());
    assert_eq!(travels.sign_in("max", MANAGERS).await.0, 200, "by a familiar device");
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_old_password_is_asked_for_and_other_sessions_end() {
    let open = Open::new(quick()).await;
    let mut manager = open.manager().await;
    let mut dan = open.person(&mut manager, "dan", "dealer").await;
    let mut other = open.visitor().await;
    assert_eq!(other.sign_in("dan", PASSWORD).await.0, 200);
    let mut live = socket(&other).await;
    say(&mut live, &json!({ "lobby": true })).await;
    wait(&mut live, |it| it["lobby"].is_object()).await;
    let new = "entirely different words";
    // Not by an act, and not without the old one.
    let act = json!({ "set-password": { "name": "dan", "password": new } });
    assert_eq!(dan.act(&act).await.0, 403);
    let wrong = json!({ "old": "some other password", "new": new });
    assert_eq!(dan.post("/api/password", &wrong).await.0, 403);
    assert_eq!(other.get("/api/me").await.1["me"]["name"], "dan");
    let right = json!({ "old": PASSWORD, "new": new });
    let (status, told) = dan.post("/api/password", &right).await;
    assert_eq!(status, 200, "{told}");
    dan.learn(&told);
    assert_eq!(dan.get("/api/me").await.1["me"]["name"], "dan", "this one goes on");
    assert!(other.get("/api/me").await.1["me"].is_null(), "the others have ended");
    wait(&mut live, |it| it["bye"] == "your password was changed").await;
    let mut late = open.visitor().await;
    assert_eq!(late.sign_in("dan", PASSWORD).await.0, 401);
    assert_eq!(late.sign_in("dan", new).await.0, 200);
    // Who guesses the old one has as many guesses as at the door.
    let before = figure(&mut manager, "passwords_hashed_total").await;
    for _ in 0..20 {
        dan.post("/api/password", &wrong).await;
    }
    assert!(figure(&mut manager, "passwords_hashed_total").await - before <= 5);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn common_passwords_are_refused_and_nothing_is_hashed_for_who_may_not() {
    let open = Open::new(quick()).await;
    let mut manager = open.manager().await;
    let mut guest = open.guest().await;
    let before = figure(&mut manager, "passwords_hashed_total").await;
    for password in [
        "aaaaaaaaaaaaaaa",
        "               ",
        "passwordpassword",
        "123456789012345",
        "qwertyuiopasdfgh",
        "bartholomew bartholomew",
    ] {
        let add = json!({ "add-person": { "name": "bartholomew", "roles": ["dealer"], "password": password } });
        let (status, told) = manager.act(&add).await;
        assert_eq!(status, 400, "{password:?}: {told}");
        let change = json!({ "old": MANAGERS, "new": password });
        assert_eq!(manager.post("/api/password", &change).await.0, 400, "{password:?}");
    }
    let good =
        json!({ "add-person": { "name": "mal", "roles": ["manager"], "password": PASSWORD } });
    assert_eq!(guest.act(&good).await.0, 403);
    let reset = json!({ "set-password": { "name": "max", "password": PASSWORD } });
    assert_eq!(guest.act(&reset).await.0, 403);
    assert_eq!(figure(&mut manager, "passwords_hashed_total").await, before);
    // What stood for the password that was not hashed opens nothing.
    let mut mal = open.visitor().await;
    for password in ["-", "", PASSWORD] {
        assert_eq!(mal.sign_in("mal", password).await.0, 401);
    }
    open.close().await;
}

/// Names of any length cost nothing, and neither do guesses from a thousand addresses that a stranger invents.
#[tokio::test(flavor = "multi_thread")]
async fn a_forwarded_address_counts_from_named_proxies_only() {
    let mut config = quick();
    config.proxies = vec![croupier_server::Proxy::parse("127.0.0.9").unwrap()];
    let open = Open::new(config).await;
    drop(open.manager().await);
    let guesses = async |from: [u8; 4], name: &str| {
        let mut looked_at = 0;
        for number in 0..30 {
            let mut visitor = Visitor::from(from, open.address).await;
            visitor.forwarded = Some(format!("198.51.100.{number}"));
            let long = format!("{name} {number} {}", "x".repeat(10_000));
            looked_at += u32::from(visitor.sign_in(&long, "a wrong guess").await.0 == 401);
        }
        looked_at
    };
    assert_eq!(guesses([127, 0, 0, 8], "one").await, 5, "what strangers say of themselves");
    assert_eq!(guesses([127, 0, 0, 9], "two").await, 30, "what the proxy says of others");
    open.close().await;
}

/// Signs somebody in, and returns the cookie of the device.
async fn device(visitor: &mut Visitor, name: &str, password: &str) -> String {
    let request = visitor.request("POST", "/api/sign-in");
    let body = json!({ "name": name, "password": password }).to_string();
    let (status, headers, told) = visitor.send(request.body(body.into())).await;
    assert_eq!(status, 200, "{told}");
    let mut cookies = headers.get_all("set-cookie").iter().map(|it| it.to_str().unwrap());
    let device = cookies.find(|it| it.starts_with("device=")).unwrap();
    device.split(';').next().unwrap().to_owned()
}

/// Has two managers give somebody another password, while no other password is hashed.
async fn reset(open: &Open, name: &str, hash: &str) {
    let (name, password) = (name.to_owned(), hash.to_owned());
    let set = Act::HouseAct(HouseAct::SetPassword { name, password });
    let ActResult::Waits { request } = open.house.act("max", set).await.unwrap().verdict else {
        panic!("one manager is enough")
    };
    let agree = Act::HouseAct(HouseAct::Approve { request, forfeit: None });
    assert_eq!(open.house.act("mia", agree).await.unwrap().verdict, ActResult::Done);
}

/// Waits until so many passwords have been handed to the thread that hashes.
async fn hashing(visitor: &mut Visitor, wanted: u64) {
    patiently(async {
        while figure(visitor, "passwords_hashed_total").await < wanted {
            tokio::task::yield_now().await;
        }
    })
    .await;
}

/// Finding 24: the old password is being hashed while two managers set another. It opens no session, and who knows it puts no
/// third one in its place.
#[tokio::test(flavor = "multi_thread")]
async fn a_password_that_was_changed_while_it_was_hashed_opens_nothing() {
    let open = Open::new(quick()).await;
    let mut manager = open.manager().await;
    let mut eve = open.person(&mut manager, "eve", "player").await;
    let (first, second) = ("nebula tractor pickle harbor", "quartz lantern meadow bishop");
    let hash = |words: &str| croupier_house::password::hash(words).unwrap();
    let (first_hash, second_hash) = (hash(first), hash(second));
    let before = figure(&mut manager, "passwords_hashed_total").await;
    let held = open.house.hold_hasher().await;
    let mut late = open.visitor().await;
    let signs = tokio::spawn(async move {
        let (status, _) = late.sign_in("eve", PASSWORD).await;
        (status, late.get("/api/me").await.1)
    });
    hashing(&mut manager, before + 1).await;
    reset(&open, "eve", &first_hash).await;
    drop(held);
    let (status, told) = patiently(signs).await.unwrap();
    assert!(status == 401 && told["me"].is_null(), "{status} {told}");
    // The same with a session that is open, and a password of her own.
    assert_eq!(eve.sign_in("eve", first).await.0, 200);
    let before = figure(&mut manager, "passwords_hashed_total").await;
    let held = open.house.hold_hasher().await;
    let changes = tokio::spawn(async move {
        let change = json!({ "old": first, "new": "some third words of mine" });
        eve.post("/api/password", &change).await
    });
    hashing(&mut manager, before + 1).await;
    reset(&open, "eve", &second_hash).await;
    drop(held);
    let (status, told) = patiently(changes).await.unwrap();
    assert_eq!(status, 403, "{told}");
    let mut after = open.visitor().await;
    assert_eq!(after.sign_in("eve", "some third words of mine").await.0, 401);
    assert_eq!(after.sign_in("eve", second).await.0, 200);
    open.close().await;
}

/// Finding 25: however often one account is signed in to from one address, two of these wait to be hashed, and a manager
/// elsewhere gets in.
#[tokio::test(flavor = "multi_thread")]
async fn who_signs_in_again_and_again_holds_nobody_up() {
    let open = Open::new(quick()).await;
    let mut manager = open.manager().await;
    drop(open.person(&mut manager, "eve", "player").await);
    // What she guesses on one device does not count on another, so that many can come at once.
    let mut devices = Vec::new();
    for _ in 0..19 {
        devices.push(device(&mut Visitor::from(OWNER, open.address).await, "eve", PASSWORD).await);
    }
    let before = figure(&mut manager, "passwords_hashed_total").await;
    let held = open.house.hold_hasher().await;
    let mut all = tokio::task::JoinSet::new();
    for number in 0..95 {
        let mut eve = Visitor::from(OWNER, open.address).await;
        eve.cookie = Some(devices[number % devices.len()].clone());
        all.spawn(async move { eve.sign_in("eve", PASSWORD).await.0 });
    }
    // She may sixty times at the most, and once more every two seconds; of those two are handed on.
    let mut told = Vec::new();
    for _ in 0..20 {
        told.push(patiently(all.join_next()).await.unwrap().unwrap());
    }
    assert!(told.iter().all(|status| *status == 429), "{told:?}");
    hashing(&mut manager, before + 2).await;
    let address = open.address;
    let elsewhere = tokio::spawn(async move {
        Visitor::from(ELSEWHERE, address).await.sign_in("mia", PASSWORD).await.0
    });
    hashing(&mut manager, before + 3).await;
    assert_eq!(figure(&mut manager, "passwords_hashed_total").await, before + 3);
    drop(held);
    assert_eq!(patiently(elsewhere).await.unwrap(), 200);
    all.shutdown().await;
    open.close().await;
}
