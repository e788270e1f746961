//! The desk of those who run promotions, over HTTP.

#![allow(dead_code, reason = "not every test needs all of it")]

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::Bytes;
use croupier_house::Live;
use croupier_journal::Options;
use croupier_server::Config;
use http_body_util::Full;
use serde_json::{Value, json};

use crate::client::{MANAGERS, Open, Visitor, quick, until};

pub(crate) const DAY: u64 = 24 * 60 * 60 * 1000;
pub(crate) const ONE: &str = "/api/promotions/1";

/// Everyone, by name and role; `vera` has not signed in.
pub(crate) const ALL: [(&str, &str); 10] = [
    ("mia", "manager"),
    ("pam", "promotions"),
    ("scot", "scrutineer"),
    ("ivy", "inspector"),
    ("cash", "cashier"),
    ("dan", "dealer"),
    ("sue", "supervisor"),
    ("ann", "player"),
    ("bob", "player"),
    ("vera", ""),
];

/// A set-up in which days pass, and nobody has to sign in again.
pub(crate) fn house() -> Config {
    let mut config = Config { demo_tables: false, ..quick() };
    (config.limits.idle_staff_minutes, config.limits.idle_player_minutes) = (1 << 20, 1 << 20);
    config.limits.session_hours = 1 << 12;
    config
}

/// The house, with everyone signed in.
pub(crate) struct Desk {
    pub(crate) open: Open,
    people: BTreeMap<&'static str, Visitor>,
}

impl Desk {
    pub(crate) async fn open(config: Config) -> Self {
        let open = Open::new(config).await;
        let mut max = open.manager().await;
        let mut people = BTreeMap::new();
        for (name, role) in ALL {
            let visitor = match (name, role) {
                ("mia", _) => open.signed_in("mia").await,
                (_, "") => open.visitor().await,
                (name, role) => open.person(&mut max, name, role).await,
            };
            people.insert(name, visitor);
        }
        people.insert("max", max);
        // An account that was made today is in the hand of whoever made it until tomorrow.
        open.clock.advance(2 * DAY);
        Self { open, people }
    }

    /// Closes the house and opens it again.
    pub(crate) async fn again(self) -> Self {
        self.again_after(|_, _| ()).await
    }

    /// Does the same, and something with its journal in between.
    pub(crate) async fn again_after(self, between: impl FnOnce(u64, &mut Live)) -> Self {
        let (clock, journal, now) =
            (Arc::clone(&self.open.clock), self.open.journal.clone(), self.now());
        let folder = self.open.close().await;
        let options = Options { at: now, ..Options::default() };
        let mut live = Live::open(&journal, options).expect("it is closed");
        between(now, &mut live);
        live.close().expect("it closes");
        let mut open = Open::by(Config { journal, ..house() }, clock).await;
        open.folder = folder;
        let mut people = BTreeMap::new();
        for (name, role) in ALL {
            let visitor = match role {
                "" => open.visitor().await,
                _ => open.signed_in(name).await,
            };
            people.insert(name, visitor);
        }
        let mut max = open.visitor().await;
        let (status, told) = max.sign_in("max", MANAGERS).await;
        assert_eq!(status, 200, "{told}");
        people.insert("max", max);
        Self { open, people }
    }

    pub(crate) fn visitor(&self, who: &str) -> &Visitor {
        &self.people[who]
    }

    pub(crate) fn visitor_mut(&mut self, who: &str) -> &mut Visitor {
        self.people.get_mut(who).expect("somebody of this name is here")
    }

    pub(crate) async fn get(&mut self, who: &str, path: &str) -> Value {
        let (status, told) = self.visitor_mut(who).get(path).await;
        assert_eq!(status, 200, "{who}: {path}: {told}");
        told
    }

    /// Asks for something, whatever the answer, as text.
    pub(crate) async fn any(&mut self, _why: &str, who: &str, path: &str) -> String {
        self.visitor_mut(who).get(path).await.1.to_string()
    }

    pub(crate) async fn status(&mut self, who: &str, path: &str) -> u16 {
        self.visitor_mut(who).get(path).await.0
    }

    pub(crate) async fn act(&mut self, who: &str, act: &Value) -> (u16, Value) {
        self.visitor_mut(who).act(act).await
    }

    /// Somebody does something that is done at once.
    pub(crate) async fn does(&mut self, who: &str, act: &Value) {
        let (status, told) = self.act(who, act).await;
        assert_eq!((status, &told["verdict"]), (200, &json!("done")), "{who}: {act}: {told}");
    }

    /// Somebody asks for it, and a manager agrees.
    pub(crate) async fn both(&mut self, who: &str, act: &Value) {
        let (status, told) = self.act(who, act).await;
        assert_eq!(status, 200, "{who}: {act}: {told}");
        self.agree(&told).await;
    }

    /// A manager agrees to what waits.
    pub(crate) async fn agree(&mut self, told: &Value) {
        let request = &told["verdict"]["waits"]["request"];
        self.does("mia", &json!({ "approve": { "request": request } })).await;
    }

    /// Enters people by hand.
    pub(crate) async fn enter(&mut self, people: &[&str]) {
        let entrants: Vec<_> = people.iter().map(|name| json!({ "person": name })).collect();
        let enter = json!({ "promotion": 1, "entrants": entrants });
        self.both("pam", &json!({ "enter-promotion": enter })).await;
    }

    /// Has a file admitted by two people, by what the server says of it.
    pub(crate) async fn admit(&mut self, text: &str) {
        let (status, told) = self.send("pam", "/api/promotions/1/entries?look=true", text).await;
        assert_eq!(status, 200, "{told}");
        let admit = json!({ "promotion": 1, "sha256": told["sha256"], "rows": told["rows"] });
        self.both("pam", &json!({ "admit-file": admit })).await;
    }

    /// Sends a file of entries.
    pub(crate) async fn upload(&mut self, who: &str, promotion: u32, text: &str) -> (u16, Value) {
        self.send(who, &format!("/api/promotions/{promotion}/entries"), text).await
    }

    async fn send(&mut self, who: &str, path: &str, text: &str) -> (u16, Value) {
        let visitor = self.visitor_mut(who);
        let mut request = visitor.request("POST", path);
        let kind = request.headers_mut().expect("it can be built");
        kind.insert("content-type", "text/csv".parse().expect("it is a header"));
        let request = request.body(Full::new(Bytes::from(text.to_owned())));
        let (status, _, told) = visitor.send(request).await;
        (status.as_u16(), told)
    }

    /// The time of the house.
    fn now(&self) -> u64 {
        use croupier_server::Clock as _;
        self.open.clock.now()
    }

    /// Terms with everything that an order wants in them.
    pub(crate) fn terms(&self, prizes: &[Value]) -> Value {
        let now = self.now();
        json!({
            "games": ["craps"],
            "manner": "by draw from all entries",
            "awarded": "at the bar, when drawn",
            "eligible": "members over 18",
            "wager": "none",
            "nature": "as pictured; not transferable",
            "closes": now + 3 * DAY,
            "place": "the bar, Friday at eight",
            "draws": now + 4 * DAY,
            "claiming": "at the cage, with proof of identity",
            "presence": false,
            "notified": "by letter",
            "results": "on the website",
            "prizes": prizes,
        })
    }

    pub(crate) async fn draft(&mut self, terms: &Value) {
        let draft =
            json!({ "draft-promotion": { "promotion": 1, "name": "Friday", "terms": terms } });
        self.does("pam", &draft).await;
    }

    /// Somebody looks at the prizes.
    pub(crate) async fn check(&mut self, prizes: usize) {
        let all = ["tobacco", "firearms", "weapons", "liquor", "prescribed"];
        for prize in 1..=prizes {
            let act = json!({ "check-prize": { "promotion": 1, "prize": prize, "free_of": all } });
            self.does("pam", &act).await;
        }
    }

    /// The terms of a draft whose prizes were looked at become final, are lodged and published.
    pub(crate) async fn finish(&mut self, _terms: &Value) {
        self.both("pam", &json!({ "finalise-promotion": { "promotion": 1 } })).await;
        let lodge = json!({ "promotion": 1, "receipt": "ILGA 77", "date": "2026-11-18" });
        self.both("pam", &json!({ "lodge-promotion": lodge })).await;
        let nominate = json!({ "nominate-scrutineer": { "promotion": 1, "person": "scot" } });
        self.both("pam", &nominate).await;
        let publish = json!({ "promotion": 1, "means": "website", "place": "example.org/friday" });
        self.does("pam", &json!({ "publish-terms": publish })).await;
        let pam = self.visitor_mut("pam");
        until(pam, ONE, |it| it["draw"]["commitment"].is_string()).await;
    }

    pub(crate) async fn lodge(&mut self, terms: &Value) {
        self.draft(terms).await;
        self.check(terms["prizes"].as_array().map_or(0, Vec::len)).await;
        self.finish(terms).await;
    }

    /// Starts a promotion.
    pub(crate) async fn run(&mut self, terms: &Value) {
        self.lodge(terms).await;
        self.open.clock.advance(DAY);
        self.both("pam", &json!({ "start-promotion": { "promotion": 1 } })).await;
    }

    /// Entries close, the scrutineer comes, and the program draws.
    pub(crate) async fn draw(&mut self) {
        self.open.clock.advance(3 * DAY);
        let pam = self.visitor_mut("pam");
        let shown = until(pam, ONE, |it| it["state"] == "entries-closed").await;
        self.open.clock.advance(DAY);
        let (value, root) = ("11".repeat(32), &shown["draw"]["closed"]["root"]);
        let attend = json!({ "attend-draw": { "promotion": 1, "value": value, "root": root } });
        self.does("scot", &attend).await;
        let pam = self.visitor_mut("pam");
        until(pam, ONE, |it| it["state"] == "drawn").await;
    }
}

pub(crate) fn goods(value: u64) -> Value {
    json!({ "kind": "goods", "details": "as shown", "value": value, "conditions": "none" })
}
