//! The desk of those who run promotions: a house with the right people, and the acts that most promotions go through.
#![allow(dead_code, reason = "not every test needs everything")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use croupier_engine::Kind;
use croupier_engine::promotions::PromotionRule as Rule;
use croupier_floor::{
    Account, ActResult, By, Denied, Entrant, PromotionAward, PromotionId, PromotionState, Reason,
    ToDo, seed_commitment,
};
use serde_json::{Value, json};

use super::Pit;

pub(crate) const DAY: u64 = 24 * 60 * 60 * 1000;
pub(crate) const ONE: PromotionId = PromotionId(1);
pub(crate) const SEED: [u8; 32] = [7; 32];
pub(crate) const SALT: [u8; 32] = [6; 32];

/// The house, with those who run promotions, and everything that happened there.
pub(crate) struct Desk {
    pub(crate) pit: Pit,
    pub(crate) games: Vec<Kind>,
}

impl Desk {
    pub(crate) fn open(games: &[Kind]) -> Self {
        let mut pit = Pit::open(games[0]);
        pit.two(r#"{"add-person":{"name":"pam","roles":["promotions"]}}"#);
        pit.two(r#"{"add-person":{"name":"scot","roles":["scrutineer"]}}"#);
        // An account that was made today is in the hand of whoever made it until tomorrow.
        pit.now += 2 * DAY;
        Self { pit, games: games.to_vec() }
    }

    pub(crate) fn clause(&self, rule: Rule) -> &'static str {
        self.games[0].promotions().unwrap().clause(rule).0
    }

    pub(crate) fn strict(&self) -> bool {
        self.games.iter().any(|kind| kind.promotions().unwrap().scrutineer_must)
    }

    /// Terms with everything that an order wants in them.
    pub(crate) fn terms(&self, prizes: &[Value]) -> Value {
        let games: Vec<_> = self.games.iter().map(|kind| kind.name()).collect();
        json!({
            "games": games,
            "manner": "by draw from all entries",
            "awarded": "at the bar, when drawn",
            "eligible": "members over 18",
            "wager": "none",
            "nature": "as pictured; not transferable",
            "closes": self.pit.now + 3 * DAY,
            "place": "the bar, Friday at eight",
            "draws": self.pit.now + 4 * DAY,
            "claiming": "at the cage, with proof of identity",
            "presence": false,
            "notified": "by letter",
            "results": "on the website",
            "prizes": prizes,
        })
    }

    pub(crate) fn act(&mut self, who: &str, act: &Value) -> ActResult {
        self.pit.told(who, &act.to_string())
    }

    pub(crate) fn does(&mut self, who: &str, act: &Value) {
        self.pit.does(who, &act.to_string());
    }

    /// Somebody asks for it, and a manager agrees.
    pub(crate) fn both(&mut self, who: &str, act: &Value) {
        let request = self.pit.asks(who, &act.to_string());
        self.pit.does("mia", &json!({"approve": {"request": request}}).to_string());
    }

    /// It is denied by the clause of a rule, and for this reason.
    pub(crate) fn no(&mut self, who: &str, act: &Value, rule: Rule, code: &str) {
        let clause = self.clause(rule);
        let denied = self.denied(who, act);
        assert_eq!(denied.clause.as_deref(), Some(clause), "{act}: {denied:?}");
        assert_eq!(denied.by(), By::Rules);
        self.is(&denied, code);
    }

    /// It is denied without a clause.
    pub(crate) fn no_plainly(&mut self, who: &str, act: &Value, code: &str) {
        let denied = self.denied(who, act);
        assert_eq!(denied.clause, None, "{act}: {denied:?}");
        self.is(&denied, code);
    }

    pub(crate) fn is(&self, denied: &Denied, code: &str) {
        let Reason::Promotion { order, why } = &denied.reason else {
            let word = serde_json::to_value(&denied.reason).unwrap();
            let word = word.as_str().map_or_else(|| word.to_string(), str::to_owned);
            assert!(word.contains(code), "{denied:?} is not {code}");
            return;
        };
        if denied.clause.is_some() {
            assert_eq!(order.as_deref(), Some(self.games[0].name()), "{denied:?}");
        }
        let word = serde_json::to_value(why).unwrap();
        let found = match &word {
            Value::String(word) => word == code,
            Value::Object(fields) => fields.contains_key(code),
            _ => false,
        };
        assert!(found, "{denied:?} is not {code}");
    }

    pub(crate) fn denied(&mut self, who: &str, act: &Value) -> Denied {
        match self.act(who, act) {
            ActResult::Denied(denied) => denied,
            other => panic!("{who}: {act}: {other:?}"),
        }
    }

    pub(crate) fn draft(&mut self, terms: &Value) {
        let draft = json!({"draft-promotion": {"promotion": 1, "name": "Friday", "terms": terms}});
        self.does("pam", &draft);
    }

    pub(crate) fn check_prizes(&mut self, count: usize) {
        for prize in 1..=count {
            self.does("pam", &free_of_all(prize));
        }
    }

    pub(crate) fn finalise(&mut self, terms: &Value) {
        self.draft(terms);
        self.check_prizes(terms["prizes"].as_array().unwrap().len());
        self.both("pam", &json!({"finalise-promotion": {"promotion": 1}}));
    }

    pub(crate) fn lodge(&mut self, terms: &Value) {
        self.finalise(terms);
        self.both("pam", &lodge());
        self.does("pam", &publish());
        self.does("house", &commit());
        if terms["source"].is_null() {
            self.both("pam", &nominate("scot"));
        }
    }

    pub(crate) fn start(&mut self, terms: &Value) {
        self.lodge(terms);
        self.pit.now += DAY;
        self.both("pam", &start());
        assert_eq!(self.state(), PromotionState::Running);
    }

    /// Enters players, each as often as there are names.
    pub(crate) fn enter(&mut self, players: &[&str]) {
        let entrants: Vec<_> = players.iter().map(|name| json!({"person": name})).collect();
        self.both("pam", &json!({"enter-promotion": {"promotion": 1, "entrants": entrants}}));
    }

    /// Closes entries, and brings the scrutineer to the draw when it is time.
    pub(crate) fn close(&mut self) {
        self.pit.now += 3 * DAY;
        self.does("house", &json!({"close-entries": {"promotion": 1}}));
        self.pit.now += DAY;
        self.does("scot", &attend());
    }

    pub(crate) fn draw(&mut self) {
        self.does("house", &show(&SEED));
    }

    /// A promotion whose prizes are drawn, with these entries.
    pub(crate) fn drawn(games: &[Kind], prizes: &[Value], players: &[&str]) -> Self {
        let mut desk = Self::open(games);
        desk.allow_cash();
        let terms = desk.terms(prizes);
        desk.start(&terms);
        desk.enter(players);
        desk.close();
        desk.draw();
        desk
    }

    pub(crate) fn allow_cash(&mut self) {
        for switch in ["cash-prizes", "cash-instead"] {
            self.both("max", &law(switch, true, self.pit.now));
        }
    }

    pub(crate) fn state(&self) -> PromotionState {
        self.pit.floor.promotions.get(ONE).unwrap().state
    }

    pub(crate) fn award(&self, number: u32) -> &PromotionAward {
        self.pit.floor.promotions.get(ONE).unwrap().award(number).unwrap()
    }

    /// Names who has won an award.
    pub(crate) fn winner(&self, number: u32) -> String {
        match self.award(number).who {
            Entrant::Person(person) => self.pit.floor.people.name(person).to_owned(),
            Entrant::Named(_) => panic!("nobody by that number"),
        }
    }

    pub(crate) fn tasks(&self, is: impl Fn(&ToDo) -> bool) -> Vec<String> {
        self.pit.open_tasks(is).into_iter().map(|(_, clause)| clause).collect()
    }

    pub(crate) fn balance(&self, account: Account) -> i64 {
        self.pit.floor.ledger.balance(account)
    }
}

pub(crate) fn law(switch: &str, allowed: bool, from: u64) -> Value {
    json!({"set-law": {"switch": switch, "allowed": allowed, "from": from, "source": "Regulation 1"}})
}

pub(crate) fn free_of_all(prize: usize) -> Value {
    let all = ["tobacco", "firearms", "weapons", "liquor", "prescribed"];
    json!({"check-prize": {"promotion": 1, "prize": prize, "free_of": all}})
}

pub(crate) fn lodge() -> Value {
    json!({"lodge-promotion": {"promotion": 1, "receipt": "ILGA 77", "date": "2026-11-18"}})
}

pub(crate) fn publish() -> Value {
    json!({"publish-terms": {"promotion": 1, "means": "website", "place": "example.org/friday"}})
}

pub(crate) fn commit() -> Value {
    let (commitment, salt) = (seed_commitment(1, &SEED), croupier_floor::hex(&SALT));
    json!({"commit-promotion": {"promotion": 1, "commitment": commitment, "salt": salt}})
}

pub(crate) fn nominate(person: &str) -> Value {
    json!({"nominate-scrutineer": {"promotion": 1, "person": person}})
}

pub(crate) fn attend() -> Value {
    json!({"attend-draw": {"promotion": 1, "value": "11".repeat(32)}})
}

pub(crate) fn start() -> Value {
    json!({"start-promotion": {"promotion": 1}})
}

pub(crate) fn show(seed: &[u8; 32]) -> Value {
    json!({"draw-promotion": {"promotion": 1, "seed": croupier_floor::hex(seed)}})
}

pub(crate) fn prize(kind: Value, value: u64) -> Value {
    json!({"kind": kind, "details": "as shown", "value": value, "conditions": "none"})
}

pub(crate) fn goods(value: u64) -> Value {
    prize(json!("goods"), value)
}
