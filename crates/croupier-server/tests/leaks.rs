//! What the server answers to people in every role, over HTTP and over the live line: no key before it is shown and
//! no password or its hash to anybody, and no name of another person to players and guests, nor to the cashier at
//! a table.

use crate::client;

use crate::client::{Open, Socket, Visitor, WAR, quick, say, socket, until, wait, war_is_over};
use futures_util::StreamExt as _;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

/// What can be asked for; what a role may not see is refused, and the refusal is looked at as well.
const PATHS: &[&str] = &[
    "/api/lobby",
    "/api/me",
    "/api/people",
    "/api/pit",
    "/api/tasks",
    "/api/reports/tasks",
    "/api/rules/casino-war/order",
    "/api/statement",
    "/api/statement?player=dan",
    "/api/journal",
    "/api/journal/rounds/4/1",
    "/api/reports/privileged",
    "/api/reports/incidents",
    "/api/reports/ledger",
    "/api/tables/4",
    "/api/tables/4/offers",
    "/api/tables/4/offers?player=dan",
    "/api/tables/4/said",
    "/api/tables/4/edge",
    "/api/tables/4/draws/1",
    "/api/tables/4/draws/2",
    "/api/promotions",
    "/api/promotions/form",
    "/api/promotions/1",
    "/api/promotions/1/display",
    "/api/promotions/1/entries",
    "/api/promotions/1/entries/1",
    "/api/promotions/1/proof",
    "/metrics",
];

/// Where somebody may find the names of other people.
#[derive(Clone, Copy)]
enum Names {
    Nowhere,
    /// In the register of people, and not at a table.
    AtTheCage,
    Anywhere,
}

/// Everyone who looks, by role.
const ROLES: [(&str, Names); 11] = [
    ("player", Names::Nowhere),
    ("cashier", Names::AtTheCage),
    ("dealer", Names::Anywhere),
    ("boxperson", Names::Anywhere),
    ("stickperson", Names::Anywhere),
    ("supervisor", Names::Anywhere),
    ("manager", Names::Anywhere),
    ("surveillance", Names::Anywhere),
    ("inspector", Names::Anywhere),
    ("promotions", Names::Anywhere),
    ("scrutineer", Names::Nowhere),
];

/// Somebody who looks, and all that was answered.
struct Looker {
    visitor: Visitor,
    live: Socket,
    finds_names: Names,
    seen: Vec<String>,
}

impl Looker {
    async fn new(visitor: Visitor, finds_names: Names) -> Self {
        let mut live = socket(&visitor).await;
        say(&mut live, &json!({ "watch": { "table": WAR } })).await;
        let first = wait(&mut live, |it| it["table"] == WAR).await;
        Self { visitor, live, finds_names, seen: vec![first.to_string()] }
    }

    /// Asks for everything.
    async fn look(&mut self) {
        for path in PATHS {
            let (status, answer) = self.visitor.get(path).await;
            assert!(status < 500, "{path}: {status} {answer}");
            self.seen.push(format!("{path}: {answer}"));
        }
    }

    /// Takes what came over the live line up to the settlement.
    async fn listen(&mut self) {
        let seen = &mut self.seen;
        client::patiently(async {
            while let Some(Ok(message)) = self.live.next().await {
                let Message::Text(text) = message else { continue };
                let over = text.contains(r#""lines":[{"#);
                seen.push(text.to_string());
                if over {
                    return;
                }
            }
        })
        .await;
    }

    /// Checks all that was seen so far against what this person must not see.
    fn check(&self, names: &[String], keys: &[String]) {
        let own = &self.visitor.name;
        for text in &self.seen {
            for secret in ["argon2", "long password", "long enough password"] {
                assert!(!text.contains(secret), "{own} sees a password: {text}");
            }
            for key in keys {
                assert!(!text.contains(key), "{own} sees a key before its time: {text}");
            }
            let may = match self.finds_names {
                Names::Nowhere => false,
                Names::AtTheCage => text.starts_with("/api/people"),
                Names::Anywhere => true,
            };
            for name in names.iter().filter(|name| !may && *name != own) {
                assert!(!text.contains(name), "{own} sees the name {name}: {text}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_answered_what_is_not_for_them() {
    let open = Open::new(quick()).await;
    let mut manager = open.manager().await;
    let mut guest = open.guest().await;
    let mut names = vec![guest.name.clone()];
    let mut lookers = Vec::new();
    for (role, finds_names) in ROLES {
        let name = format!("the-{role}");
        let visitor = open.person(&mut manager, &name, role).await;
        names.push(name);
        lookers.push(Looker::new(visitor, finds_names).await);
    }
    lookers.push(Looker::new(open.guest().await, Names::Nowhere).await);
    names.push(lookers.last().unwrap().visitor.name.clone());

    // The house has committed itself, and nothing is drawn while betting is open.
    guest.sit(WAR, 3).await;
    let chance = |it: &serde_json::Value| it["chance"]["committed"].is_string();
    let view = until(&mut guest, &format!("/api/tables/{WAR}"), |it| chance(it)).await;
    let number = view["chance"]["commitment"].clone();
    let wager = guest.wager(WAR, 3, "initial", 1000);
    let (status, told) = guest.act(&wager).await;
    assert_eq!(status, 200, "{told}");
    for looker in &mut lookers {
        looker.look().await;
    }

    // The round is played, and its key is shown.
    assert_eq!(guest.post(&format!("/api/tables/{WAR}/ready"), &json!(null)).await.0, 204);
    war_is_over(&mut guest, 3, |it| it["lines"].as_array().is_some_and(|it| !it.is_empty())).await;
    let draws = format!("/api/tables/{WAR}/draws/{number}");
    let drawn = until(&mut guest, &draws, |it| it["key"].is_string()).await;
    let key = drawn["key"].as_str().unwrap().to_owned();
    assert_eq!(key.len(), 64, "{drawn}");
    for looker in &mut lookers {
        looker.listen().await;
        looker.check(&names, std::slice::from_ref(&key));
    }
    // When all is over, everyone may know the key, and nobody any more of people.
    for looker in &mut lookers {
        looker.seen.clear();
        looker.look().await;
        looker.check(&names, &[]);
    }
    // What is looked for would be found: the key is there by now, and staff finds names.
    let found = |what: &str| {
        let finds = |it: &&Looker| it.seen.iter().any(|text| text.contains(what));
        lookers.iter().filter(finds).count()
    };
    assert_eq!(found(&key), lookers.len());
    assert!(found("the-player") > 3);
    open.close().await;
}
