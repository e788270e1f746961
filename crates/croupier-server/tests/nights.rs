//! A night of each game at a physical table, over HTTP: everybody by their own session, something goes wrong and is put
//! right, the table closes, the money is what a person adds up by hand, and the journal proves it.

use std::collections::BTreeMap;

use croupier_house::prove;
use croupier_house::report::{About, Asked, report};
use croupier_journal::{Reader, VerifyOptions};
use serde_json::{Value, json};

use crate::client::{Open, Visitor, quick};

/// What a player buys at the cage, and what of it a player brings to a table.
const PURSE: u64 = 1_000_000;
const RACK: u64 = 100_000;

/// A house with everybody in it.
struct House {
    open: Open,
    people: BTreeMap<&'static str, Visitor>,
}

impl House {
    async fn new() -> Self {
        let mut config = quick();
        // A table closes twenty minutes after its sign, and nobody does anything meanwhile.
        config.limits.idle_staff_minutes = 60;
        let open = Open::new(config).await;
        let mut max = open.manager().await;
        let mut people = BTreeMap::new();
        for (name, role) in [
            ("sue", "supervisor"),
            ("sid", "supervisor"),
            ("dan", "dealer"),
            ("box", "boxperson"),
            ("stu", "stickperson"),
            ("cas", "cashier"),
            ("ina", "inspector"),
            ("ann", "player"),
            ("bob", "player"),
        ] {
            people.insert(name, open.person(&mut max, name, role).await);
        }
        people.insert("max", max);
        let mut house = Self { open, people };
        let mint = house.asks("max", json!({ "mint": { "amount": 100_000_000 } })).await;
        house.agrees("cas", mint).await;
        for player in ["ann", "bob"] {
            house.does("cas", json!({ "buy-in": { "player": player, "amount": PURSE } })).await;
        }
        house
    }

    async fn told(&mut self, who: &str, act: &Value) -> (u16, Value) {
        self.people.get_mut(who).unwrap().act(act).await
    }

    /// Somebody does something.
    async fn does(&mut self, who: &str, act: Value) -> Value {
        let (status, told) = self.told(who, &act).await;
        assert_eq!((status, &told["verdict"]), (200, &json!("done")), "{who}, {act}: {told}");
        told
    }

    /// Somebody asks for something that takes a second person; returns the number of the request.
    async fn asks(&mut self, who: &str, act: Value) -> u64 {
        let (status, told) = self.told(who, &act).await;
        let request = told["verdict"]["waits"]["request"].as_u64();
        request.unwrap_or_else(|| panic!("{who}, {act}: {status} {told}"))
    }

    async fn agrees(&mut self, who: &str, request: u64) {
        self.does(who, json!({ "approve": { "request": request } })).await;
    }

    /// Somebody is refused something, by a clause of the order, or `""` where none decides.
    async fn refused(&mut self, who: &str, act: Value, clause: &str) {
        let (status, told) = self.told(who, &act).await;
        assert!(is_denied(status), "{who}, {act}: {status} {told}");
        assert_eq!(told["clause"].as_str().unwrap_or_default(), clause, "{who}, {act}: {told}");
    }

    /// What a player has before the own seat.
    async fn rack(&mut self, who: &str, table: u32) -> u64 {
        let me = self.people.get_mut(who).unwrap().get("/api/me").await.1;
        let seats = me["me"]["seats"].as_array().unwrap();
        let seat = seats.iter().find(|seat| seat["table"] == table);
        seat.map_or(0, |seat| seat["rack"].as_u64().unwrap())
    }

    async fn purse(&mut self, who: &str) -> u64 {
        let me = self.people.get_mut(who).unwrap().get("/api/me").await.1;
        me["me"]["purse"].as_u64().unwrap()
    }
}

/// One table of the house.
struct Night<'a> {
    house: &'a mut House,
    table: u32,
}

impl Night<'_> {
    /// Opens a table, at which `ann` and `bob` sit with chips.
    async fn begin<'a>(house: &'a mut House, table: u32, game: &str, setup: Value) -> Night<'a> {
        let open = json!({ "open": { "table": table, "name": format!("night {table}"), "game": game,
            "setup": setup, "float": 10_000_000, "dealing": "physical", "seats": 7 } });
        house.refused("dan", open.clone(), "").await;
        house.does("sue", open).await;
        for (player, seat) in [("ann", 1), ("bob", 2)] {
            let sit = json!({ "sit": { "table": table, "player": player, "seat": seat } });
            house.does(player, sit).await;
            let bring = json!({ "bring": { "table": table, "player": player, "amount": RACK } });
            house.does(player, bring).await;
        }
        Night { house, table }
    }

    /// An act at this table.
    fn here(&self, act: &str, mut fields: Value) -> Value {
        fields["table"] = self.table.into();
        json!({ act: fields })
    }

    fn a_step(&self, step: &Value) -> Value {
        json!({ "step": { "table": self.table, "step": step } })
    }

    async fn acts(&mut self, who: &str, act: &str, fields: Value) -> Value {
        let act = self.here(act, fields);
        self.house.does(who, act).await
    }

    async fn step(&mut self, who: &str, step: Value) -> Value {
        let act = self.a_step(&step);
        self.house.does(who, act).await
    }

    async fn refused(&mut self, who: &str, step: Value, clause: &str) {
        let act = self.a_step(&step);
        self.house.refused(who, act, clause).await;
    }

    async fn asks(&mut self, who: &str, step: Value) -> u64 {
        let act = self.a_step(&step);
        self.house.asks(who, act).await
    }

    /// A player wagers.
    async fn wagers(&mut self, player: &str, area: u8, on: &str, amount: u64) {
        self.step(player, wager(player, area, on, amount)).await;
    }

    /// The dealer keys cards.
    async fn cards(&mut self, cards: &str) {
        for card in cards.split(' ') {
            self.step("dan", json!({ "card": card })).await;
        }
    }

    /// A set of cards comes to the table, checked.
    async fn brings_cards(&mut self, decks: u16) {
        let set = self.table;
        let register = json!({ "register-cards": { "set": set, "decks": decks, "backs": "blue" } });
        self.house.does("sue", register).await;
        let check = json!({ "check-cards": { "set": set, "cards": decks * 52 } });
        self.house.does("dan", check).await;
        self.acts("dan", "bring-cards", json!({ "set": set })).await;
    }

    /// The cards are shuffled, cut by somebody and loaded; one is burned.
    async fn shuffles(&mut self, cutter: &str) {
        self.acts("dan", "begin-shuffle", json!({ "method": "hand" })).await;
        let other = if cutter == "ann" { "bob" } else { "ann" };
        let cut = self.here("cut", json!({ "by": other, "depth": 100 }));
        let (status, told) = self.house.told(other, &cut).await;
        assert!(is_denied(status), "it is not offered to {other}: {told}");
        self.acts(cutter, "cut", json!({ "by": cutter, "depth": 100 })).await;
        self.acts("dan", "load", json!({ "cutting_card": 52 })).await;
    }

    /// What both players have here, in whole.
    async fn have(&mut self, ann: u64, bob: u64) {
        let racks =
            (self.house.rack("ann", self.table).await, self.house.rack("bob", self.table).await);
        assert_eq!(racks, (ann, bob), "table {}", self.table);
    }

    /// The players leave, and the table closes at once.
    async fn ends(&mut self) {
        let close = self.here("close", json!({}));
        for player in ["ann", "bob"] {
            let (status, _) = self.house.told("sue", &close).await;
            assert!(is_denied(status), "{player} still sits at table {}", self.table);
            self.acts(player, "leave", json!({ "player": player })).await;
        }
        self.house.does("sue", close).await;
    }
}

/// Tells whether an act was denied: for want of a right, by the rules, for want of money, or because it makes no sense.
fn is_denied(status: u16) -> bool {
    matches!(status, 403 | 409 | 422)
}

fn wager(player: &str, area: u8, on: &str, amount: u64) -> Value {
    json!({ "wager": { "player": player, "area": area, "on": on, "amount": amount } })
}

fn limits(on: &str, max: u64) -> Value {
    json!({ "chip": 100, "limits": { on: { "min": 500, "max": max } } })
}

/// A card keyed wrongly, a wager found too high, a round that is dealt again, a complaint, and a closing with its sign.
async fn baceball(house: &mut House) {
    let mut night = Night::begin(house, 41, "baceball", limits("bet", 5_000)).await;
    night.brings_cards(6).await;
    night.refused("dan", json!({ "card": "KS" }), "4.1").await;
    night.acts("dan", "begin-shuffle", json!({})).await;
    night.acts("dan", "load", json!({})).await;
    night.step("dan", json!({ "burn": true })).await;

    night.wagers("ann", 1, "bet", 1_000).await;
    night.wagers("bob", 2, "bet", 2_000).await;
    night.wagers("bob", 2, "strike-1", 500).await;
    night.refused("bob", wager("ann", 1, "bet", 1_000), "").await;
    night.cards("KS 9H 7S 9C 8C 8D 5D 2C 5C").await;
    night.refused("bob", wager("bob", 2, "bet", 1_000), "5.4").await;
    let right = night.asks("dan", json!({ "rekey": { "card": "6C" } })).await;
    night.refused("dan", json!({ "paid": true }), "").await;
    night.house.agrees("sue", right).await;
    let bet = json!({ "paid": { "player": "bob", "area": 2, "on": "bet" } });
    night.refused("dan", bet, "8.1.1").await;
    night.step("dan", json!({ "paid": true })).await;
    night.have(RACK + 1_000, RACK - 2_500).await;

    // Bob's chips turn out to be more than the sign allows; he wins with what it allows.
    night.wagers("bob", 2, "bet", 5_000).await;
    night.cards("9C 2C KD 3C 9D 4C").await;
    let more = json!({ "found": { "player": "bob", "area": 2, "on": "bet", "amount": 7_000 } });
    night.refused("bob", more.clone(), "6.3").await;
    let found = night.asks("dan", more).await;
    night.house.agrees("sid", found).await;
    night.step("dan", json!({ "paid": true })).await;
    night.have(RACK + 1_000, RACK + 2_500).await;

    // A card is dealt out of turn, and the round is dealt again.
    night.wagers("ann", 1, "bet", 1_000).await;
    night.cards("2S 3S").await;
    night.step("dan", json!({ "irregular": { "what": "misdealt" } })).await;
    night.refused("dan", json!({ "ruling": { "answer": "yes" } }), "12.5").await;
    night.step("sue", json!({ "ruling": { "answer": "yes" } })).await;
    night.cards("3S 2S 9S TS 8S TC").await;
    night.step("dan", json!({ "paid": true })).await;
    night.have(RACK, RACK + 2_500).await;
    complaint(&mut night).await;

    let close = night.here("close", json!({}));
    night.house.refused("sue", close.clone(), "14.8").await;
    night.acts("sue", "announce-closing", json!({})).await;
    night.house.open.clock.advance(20 * 60 * 1000);
    night.refused("ann", wager("ann", 1, "bet", 1_000), "14.8").await;
    night.house.does("sue", close).await;
}

/// A complaint goes its way: decided, reviewed by somebody else, and closed with the word of the inspector.
async fn complaint(night: &mut Night<'_>) {
    night.acts("ann", "complain", json!({ "person": "ann", "what": "the third card" })).await;
    let own = night.house.people.get_mut("ann").unwrap().get("/api/complaints").await.1;
    let number = own["complaints"][0]["complaint"].as_u64().unwrap_or_else(|| panic!("{own}"));
    let decide = json!({ "decide-complaint": { "complaint": number, "decision": "it stands" } });
    night.house.refused("dan", decide.clone(), "14.12").await;
    night.house.does("sue", decide.clone()).await;
    night.house.refused("bob", json!({ "ask-review": { "complaint": number } }), "").await;
    night.house.does("ann", json!({ "ask-review": { "complaint": number } })).await;
    night.house.refused("sue", decide.clone(), "14.12").await;
    night.house.does("sid", decide).await;
    let close = |told: bool| json!({ "close-complaint": { "complaint": number, "told": told } });
    night.house.refused("sue", close(false), "14.13").await;
    night.house.does("sue", close(true)).await;
}

/// A late wager, a total that the boxperson puts right, a throw that does not count, and a roll invalid by fraud.
async fn craps(house: &mut House) {
    let mut night = Night::begin(house, 42, "craps", limits("win-line", 100_000)).await;
    let all = ["bowl", "stick", "puck", "float-tray", "buttons", "drop-box"];
    night.acts("box", "equipment", json!({ "dice": [1, 2, 3, 4, 5], "items": all })).await;
    let dice = json!({ "dice": { "player": "ann", "does": "accept", "takes": [1, 2] } });
    night.step("stu", dice).await;
    night.refused("stu", json!({ "throw": true }), "4.1").await;
    night.step("ann", line("ann", "win-line", 1_000)).await;
    night.step("bob", line("bob", "field", 500)).await;
    night.step("stu", json!({ "throw": true })).await;
    let mut late = line("bob", "any-seven", 500);
    late["wager"]["confirmed"] = true.into();
    night.refused("bob", late.clone(), "6.3").await;
    night.step("box", late).await;
    night.step("stu", json!({ "roll": [3, 3] })).await;
    night.refused("bob", json!({ "rekey": { "roll": [3, 4] } }), "4.4.3").await;
    night.step("box", json!({ "rekey": { "roll": [3, 4] } })).await;
    night.step("dan", json!({ "paid": true })).await;
    night.have(RACK + 1_000, RACK - 500 + 2_000).await;

    // The point is eight, with five per cent on Buy four; a cocked die does not count.
    night.step("ann", line("ann", "win-line", 1_000)).await;
    night.step("stu", json!({ "throw": true })).await;
    night.step("stu", json!({ "roll": [5, 3] })).await;
    night.step("dan", json!({ "paid": true })).await;
    night.refused("ann", line("ann", "behind-win-line", 2_100), "6.1.5.1").await;
    night.step("ann", line("ann", "behind-win-line", 1_500)).await;
    let mut buy = line("bob", "buy", 2_000);
    buy["wager"]["number"] = 4.into();
    night.step("bob", buy).await;
    night.step("stu", json!({ "throw": true })).await;
    night.refused("dan", json!({ "no-roll": { "reason": "cocked" } }), "5.1").await;
    night.step("stu", json!({ "no-roll": { "reason": "cocked" } })).await;
    night.step("stu", json!({ "throw": true })).await;
    night.step("stu", json!({ "roll": [4, 4] })).await;
    night.step("dan", json!({ "paid": true })).await;
    night.have(RACK + 1_000 + 1_000 + 1_800, RACK + 1_500 - 2_000 - 100).await;

    // Bob's dice were no dice of the house: the roll is invalid, and his wager for it is lost.
    night.step("ann", line("ann", "win-line", 1_000)).await;
    night.step("bob", line("bob", "field", 500)).await;
    night.step("stu", json!({ "throw": true })).await;
    night.step("stu", json!({ "roll": [1, 1] })).await;
    night.step("dan", json!({ "paid": true })).await;
    let fraud = json!({ "irregular": { "what": "invalidate", "cause": "fraud", "players": ["bob"],
        "forfeit": "yes", "why": "a die of his own" } });
    let request = night.asks("box", fraud).await;
    let approve = json!({ "approve": { "request": request } });
    night.house.refused("box", approve, "").await;
    night.refused("bob", line("bob", "field", 500), "9.4").await;
    night.house.agrees("sue", request).await;
    night.have(RACK + 3_800, RACK + 1_500 - 2_100 - 500).await;
    let buy = json!({ "player": "bob", "on": "buy", "number": 4 });
    night.refused("ann", json!({ "remove": buy.clone() }), "").await;
    night.step("bob", json!({ "remove": buy })).await;
    night.have(RACK + 3_800, RACK + 900).await;
    night.ends().await;
}

fn line(player: &str, on: &str, amount: u64) -> Value {
    json!({ "wager": { "player": player, "on": on, "amount": amount } })
}

/// A payment that was wrong makes one hand void; a coup is dealt wrongly.
async fn three_card_baccarat(house: &mut House) {
    let game = "three-card-baccarat";
    let mut night = Night::begin(house, 43, game, limits("player", 10_000)).await;
    let shuffle = night.here("begin-shuffle", json!({ "method": "hand" }));
    night.house.refused("dan", shuffle, "3.5").await;
    night.brings_cards(8).await;
    night.shuffles("ann").await;
    night.cards("AC").await;
    night.step("dan", json!({ "burn": true })).await;

    night.wagers("ann", 1, "player", 1_000).await;
    night.wagers("ann", 1, "tie", 100).await;
    let mut total = line("bob", "banker-total", 500);
    total["wager"]["point"] = 9.into();
    night.step("bob", total).await;
    night.cards("KS 2D 5S 3D 4S 4D").await;
    night.refused("dan", json!({ "void": { "why": "a quarrel" } }), "12.6").await;
    night.step("dan", json!({ "paid": true })).await;
    // Nineteen to twenty of 1,000 is 950, and is paid up to the next chip.
    night.have(RACK + 1_000 - 100, RACK + 4_000).await;
    let wrong = json!({ "irregular": { "what": "wrong-payment" } });
    let request = night.asks("dan", wrong).await;
    night.refused("ann", wager("ann", 1, "player", 1_000), "").await;
    night.house.agrees("sue", request).await;
    night.step("sid", json!({ "ruling": { "answer": "no", "area": 1 } })).await;
    night.have(RACK, RACK + 4_000).await;

    night.wagers("bob", 2, "player", 2_000).await;
    night.cards("KS 2D 5S").await;
    night.step("dan", json!({ "irregular": { "what": "wrong-deal" } })).await;
    night.have(RACK, RACK + 4_000).await;
    night.ends().await;
}

/// A war by the player's own choice; a foreign card, which holds the table until a supervisor has answered.
async fn casino_war(house: &mut House) {
    let mut night = Night::begin(house, 44, "casino-war", limits("initial", 10_000)).await;
    night.brings_cards(6).await;
    night.shuffles("ann").await;
    night.step("dan", json!({ "burn": true })).await;

    night.wagers("ann", 1, "initial", 1_000).await;
    night.wagers("ann", 1, "tie", 100).await;
    night.wagers("bob", 2, "initial", 500).await;
    night.cards("KS 5C KD").await;
    let war = json!({ "choose": { "area": 1, "choice": "war" } });
    night.refused("ann", war.clone(), "8.1").await;
    night.step("dan", json!({ "paid": true })).await;
    night.refused("bob", war.clone(), "").await;
    night.step("ann", war).await;
    night.cards("9C 9D").await;
    night.step("dan", json!({ "paid": true })).await;
    night.have(RACK + 1_000 + 2_000, RACK - 500).await;

    night.wagers("bob", 2, "initial", 500).await;
    night.cards("2C KD").await;
    let foreign = json!({ "irregular": { "what": "foreign-card", "why": "a red back" } });
    let request = night.asks("dan", foreign).await;
    night.refused("dan", json!({ "paid": true }), "11.17.2").await;
    let approve = json!({ "approve": { "request": request } });
    night.house.refused("ina", approve, "").await;
    night.house.agrees("sue", request).await;
    night.have(RACK + 3_000, RACK - 500).await;
    night.refused("dan", json!({ "card": "2C" }), "7.1").await;
    night.step("dan", json!({ "check": { "complete": true } })).await;
    night.shuffles("bob").await;
    night.step("dan", json!({ "burn": true })).await;
    night.wagers("bob", 2, "initial", 500).await;
    night.cards("KC 2D").await;
    night.step("dan", json!({ "paid": true })).await;
    night.have(RACK + 3_000, RACK).await;
    night.ends().await;
}

/// A draw with three threes; tokens of a voucher; the dealer says that the cards have run out, and they have not.
async fn lucky_draw_baccarat(house: &mut House) {
    let issue = json!({ "issue-voucher": { "number": 7, "amount": 500, "games": ["lucky-draw-baccarat"],
        "expires": 4_000_000_000_000_u64, "player": "bob", "conditions": "none" } });
    let request = house.asks("max", issue).await;
    house.agrees("cas", request).await;
    let game = "lucky-draw-baccarat";
    let mut night = Night::begin(house, 45, game, limits("enter", 10_000)).await;
    night.brings_cards(8).await;
    night.shuffles("ann").await;
    night.step("dan", json!({ "burn": true })).await;
    let exchange = json!({ "number": 7, "player": "bob" });
    night.acts("dan", "exchange-voucher", exchange.clone()).await;
    let again = night.here("exchange-voucher", exchange);
    night.house.refused("dan", again, "1.1/casino promotional token").await;

    night.wagers("ann", 1, "enter", 1_000).await;
    let mut tokens = wager("bob", 2, "enter", 500);
    tokens["wager"]["tokens"] = true.into();
    night.step("bob", tokens.clone()).await;
    night.cards("3C 5C 2C 3D").await;
    let out = json!({ "irregular": { "what": "run-out" } });
    let request = night.asks("dan", out).await;
    night.house.does("sue", json!({ "reject": { "request": request } })).await;
    night.cards("3S").await;
    let draw = json!({ "choose": { "area": 1, "choice": "draw" } });
    night.refused("bob", draw.clone(), "").await;
    night.step("ann", draw).await;
    night.cards("3H").await;
    night.step("bob", json!({ "choose": { "area": 2, "choice": "stand" } })).await;
    night.cards("5H").await;
    night.step("dan", json!({ "paid": true })).await;
    night.have(RACK + 1_000 + 9_000, RACK + 500).await;
    night.step("bob", tokens).await;
    night.step("bob", json!({ "withdraw": { "player": "bob", "area": 2, "on": "enter" } })).await;
    night.have(RACK + 10_000, RACK + 500).await;
    night.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_night_of_every_game() {
    let mut house = House::new().await;
    baceball(&mut house).await;
    craps(&mut house).await;
    three_card_baccarat(&mut house).await;
    casino_war(&mut house).await;
    lucky_draw_baccarat(&mut house).await;
    // What each table left, added up by hand.
    assert_eq!(house.purse("ann").await, PURSE + 3_800 + 3_000 + 10_000);
    assert_eq!(house.purse("bob").await, PURSE + 2_500 + 900 + 4_000 + 500);
    let (journal, folder) = (house.open.journal.clone(), house.open.close().await);
    let proof = prove(&journal, &VerifyOptions::default(), false, |_| ()).unwrap();
    assert!(proof.sound && proof.faults.is_empty(), "{:?}", proof.faults);
    let reader = Reader::open(&journal).unwrap();
    let asked = Asked { about: About::Ledger, table: None, from: None, to: None, page: None };
    assert!(report(&reader, &asked, |_| ()).unwrap().is_sound);
    drop(folder);
}
