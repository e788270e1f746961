//! A floor with people and one physical table, told what people do as scripts write it.
#![allow(dead_code, reason = "not every test needs everything")]

pub(crate) mod desk;
pub(crate) mod pools;

use croupier_engine::Kind;
use croupier_floor::{Act, ActResult, Denied, Event, Floor, Reason, TableId, ToDo};

pub(crate) const TABLE: TableId = TableId(1);
pub(crate) const MINUTE: u64 = 60_000;

/// A floor, and what time it is.
pub(crate) struct Pit {
    pub(crate) floor: Floor,
    pub(crate) now: u64,
    /// What followed from the last act.
    pub(crate) events: Vec<Event>,
}

impl Pit {
    /// The house, its people, and a table of a game with chips of 1.00 and limits of 5.00 to 1,000.00; its cards are
    /// ready to be dealt.
    pub(crate) fn open(kind: Kind) -> Self {
        let mut pit = Self::unshuffled(kind);
        pit.check_equipment();
        if kind.house().cards.is_some() {
            pit.shuffle();
        }
        pit
    }

    /// The same, with checked cards that nobody has shuffled yet.
    pub(crate) fn unshuffled(kind: Kind) -> Self {
        let mut pit = Self { floor: Floor::default(), now: 1_000_000, events: Vec::new() };
        let roles = [
            ("max", "manager"),
            ("cas", "cashier"),
            ("sue", "supervisor"),
            ("dan", "dealer"),
            ("box", "boxperson"),
            ("ivy", "inspector"),
            ("cam", "surveillance"),
            ("ann", "player"),
            ("bob", "player"),
            ("cyd", "player"),
            ("dee", "player"),
            ("mia", "manager"),
        ];
        for (name, role) in roles {
            pit.does("max", &format!(r#"{{"add-person":{{"name":"{name}","roles":["{role}"]}}}}"#));
        }
        pit.told("max", r#"{"mint":{"amount":100000000}}"#);
        pit.does("cas", r#"{"approve":{"request":1}}"#);
        for player in ["ann", "bob", "cyd", "dee"] {
            pit.does("cas", &format!(r#"{{"buy-in":{{"player":"{player}","amount":1000000}}}}"#));
        }
        let on = kind.layouts()[0].name;
        let seats = kind.house().areas.map_or(7, |areas| areas.count.min(7));
        let (game, limit) = (kind.name(), r#"{"min":500,"max":100000}"#);
        pit.does("sue", &format!(
            r#"{{"open":{{"table":1,"name":"one","game":"{game}","setup":{{"chip":100,"limits":{{"{on}":{limit}}}}},"float":5000000,"dealing":"physical","seats":{seats}}}}}"#
        ));
        if kind.house().cards.is_some() {
            pit.bring_cards();
        }
        pit
    }

    /// Says of everything on the checklist of the table that it is there.
    pub(crate) fn check_equipment(&mut self) {
        for (task, _) in self.open_tasks(|what| matches!(what, ToDo::Equipment { .. })) {
            self.does("sue", &format!(r#"{{"task-done":{{"table":1,"task":{task}}}}}"#));
        }
    }

    /// Brings a set of new cards to the table, registered and checked.
    fn bring_cards(&mut self) {
        let decks = self.floor.rooms[&TABLE].table.rules().decks;
        let cards = u16::from(decks) * 52;
        let new = format!(r#"{{"register-cards":{{"set":1,"decks":{decks},"backs":"blue"}}}}"#);
        self.does("sue", &new);
        self.does("dan", &format!(r#"{{"check-cards":{{"set":1,"cards":{cards}}}}}"#));
        self.does("dan", r#"{"bring-cards":{"table":1,"set":1}}"#);
    }

    /// Shuffles, cuts and loads new cards, and burns the first.
    fn shuffle(&mut self) {
        self.does("dan", r#"{"begin-shuffle":{"table":1}}"#);
        if self.floor.rooms[&TABLE].shuffle() != croupier_floor::Shuffle::Load {
            self.does("sue", r#"{"cut":{"table":1,"by":"sue","depth":100}}"#);
            self.does("dan", r#"{"load":{"table":1,"cutting_card":60}}"#);
        } else {
            self.does("dan", r#"{"load":{"table":1,"cutting_card":null}}"#);
        }
        // Where the burn goes by its face, an ace has one more card follow.
        for card in ["AS", "2S"] {
            if self.floor.rooms[&TABLE].table.expects().due == croupier_engine::Due::Burn {
                let card = format!(r#"{{"step":{{"table":1,"step":{{"card":"{card}"}}}}}}"#);
                self.does("dan", &card);
            }
        }
    }

    /// Somebody does something; returns what became of it.
    pub(crate) fn told(&mut self, who: &str, act: &str) -> ActResult {
        let read = Act::parse(act.as_bytes()).unwrap_or_else(|error| panic!("{act}: {error}"));
        let before = self.floor.clone();
        let answer = self.floor.act(self.now, who, &read);
        if let ActResult::Denied(_) = answer.verdict
            && answer.events.is_empty()
        {
            self.floor.now = before.now;
            assert_eq!(self.floor, before, "what is denied changes nothing: {act}");
        }
        self.events = answer.events;
        answer.verdict
    }

    /// Somebody does something that must be done.
    pub(crate) fn does(&mut self, who: &str, act: &str) {
        let verdict = self.told(who, act);
        assert_eq!(verdict, ActResult::Done, "{who}: {act}");
    }

    /// Somebody asks for something that two people must want; returns the number of the request.
    pub(crate) fn asks(&mut self, who: &str, act: &str) -> u32 {
        match self.told(who, act) {
            ActResult::Waits { request } => request,
            other => panic!("{who}: {act}: {other:?}"),
        }
    }

    /// The first manager asks for something, and the second agrees.
    pub(crate) fn two(&mut self, act: &str) {
        let request = self.asks("max", act);
        self.does("mia", &format!(r#"{{"approve":{{"request":{request}}}}}"#));
    }

    /// Somebody does something that must be denied by a clause; an empty one for a denial without.
    pub(crate) fn denied(&mut self, who: &str, act: &str, clause: &str) {
        self.is_denied(who, act, clause);
    }

    /// Somebody does something for which the roles have no right; the clause is the one that gives it to others.
    pub(crate) fn not_in_roles(&mut self, who: &str, act: &str, clause: &str) {
        let denied = self.is_denied(who, act, clause);
        assert!(matches!(denied.reason, Reason::NotInRoles { .. }), "{who}: {act}: {denied:?}");
    }

    fn is_denied(&mut self, who: &str, act: &str, clause: &str) -> Denied {
        match self.told(who, act) {
            ActResult::Denied(denied) => {
                let by = denied.clause.as_deref().unwrap_or_default();
                assert_eq!(by, clause, "{who}: {act}: {denied:?}");
                denied
            }
            other => panic!("{who}: {act}: {other:?}"),
        }
    }

    /// A player sits down with chips.
    pub(crate) fn sits(&mut self, player: &str, seat: u8) {
        self.does(player, &format!(r#"{{"sit":{{"table":1,"player":"{player}","seat":{seat}}}}}"#));
        self.does(
            player,
            &format!(r#"{{"bring":{{"table":1,"player":"{player}","amount":500000}}}}"#),
        );
    }

    /// Writes the step of a wager.
    pub(crate) fn wager(player: &str, area: u8, on: &str, amount: u64) -> String {
        format!(
            r#"{{"step":{{"table":1,"step":{{"wager":{{"player":"{player}","area":{area},"on":"{on}","amount":{amount}}}}}}}}}"#
        )
    }

    /// The dealer has paid everything that is decided.
    pub(crate) fn pays(&mut self) {
        self.does("dan", r#"{"step":{"table":1,"step":{"paid":true}}}"#);
    }

    /// Time passes at the table.
    pub(crate) fn waits(&mut self, time: u64) {
        self.now += time;
        self.does("house", r#"{"time":{"table":1}}"#);
    }

    /// Lists what is open at the table, by its words in the journal.
    pub(crate) fn open_tasks(&self, wanted: impl Fn(&ToDo) -> bool) -> Vec<(u32, String)> {
        let open = self.floor.tasks.iter().filter(|task| wanted(&task.what));
        open.map(|task| (task.task, task.clause.as_deref().unwrap_or_default().to_owned()))
            .collect()
    }
}
