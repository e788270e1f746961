//! How long it takes to enter a million people in a promotion, to close and draw it, and to check the draw from the list
//! of entries alone. All of it runs on one core.
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on ends")]

use std::time::Instant;

use croupier_floor::{
    Act, ActResult, Floor, PersonId, PromotionId, draw, entry_salt, hex, root_of, seed_commitment,
};
use serde_json::{Value, json};

const DAY: u64 = 24 * 60 * 60 * 1000;
const SEED: [u8; 32] = [7; 32];
const SALT: [u8; 32] = [6; 32];
const AT_ONCE: usize = 1000;

fn main() {
    // `cargo test --benches` and the like only want to know that it starts.
    let test = std::env::args().any(|word| word == "--test");
    let acts = if test { 2 } else { 1000 };
    let mut house = House { floor: Floor::default(), now: 0 };
    house.open();
    let entrants: Vec<_> = (0..AT_ONCE)
        .map(|at| match at % 2 {
            0 => json!({"person": "ann"}),
            _ => json!({"named": format!("member {at}")}),
        })
        .collect();
    let entries = acts * AT_ONCE;
    let admit = json!({"admit-file": {"promotion": 1, "sha256": "ab".repeat(32), "rows": entries}});
    house.does("pam", &admit);
    let recordings: Vec<_> = (0..acts)
        .map(|at| {
            let enter = json!({"enter-promotion": {"promotion": 1, "entrants": entrants, "file": 1,
                "row": at * AT_ONCE + 1}});
            let enter = Act::parse(enter.to_string().as_bytes()).unwrap();
            house.floor.record("pam", &enter, &mut || [1; 16])
        })
        .collect();
    let begun = Instant::now();
    for recording in &recordings {
        let (who, said): (PersonId, _) = (recording.who, recording.said());
        let answer = house.floor.perform(house.now, who, &recording.act, &said);
        assert_eq!(answer.verdict, ActResult::Done);
    }
    println!("entered {entries} in {:?}", begun.elapsed());
    house.now += 9 * DAY;
    let begun = Instant::now();
    house.does("house", &json!({"close-entries": {"promotion": 1}}));
    house.does("scot", &json!({"attend-draw": {"promotion": 1, "value": "11".repeat(32)}}));
    house.does("house", &json!({"draw-promotion": {"promotion": 1, "seed": hex(&SEED)}}));
    println!("closed and drew 1000 prizes in {:?}", begun.elapsed());
    let promotion = house.floor.promotions.get(PromotionId(1)).unwrap();
    let begun = Instant::now();
    let list = promotion.entries.iter().map(|entry| (entry.who, entry.source));
    let (count, root) = root_of(promotion.number, &SALT, list);
    let inputs = promotion.draw_inputs().unwrap();
    assert_eq!((count as usize, inputs.root), (entries, root));
    assert_eq!(promotion.draw.commitment, Some(seed_commitment(1, &inputs.seed)));
    let drawn = draw(&inputs, promotion.awards.len());
    assert!(promotion.awards.iter().map(|award| award.entry).eq(drawn));
    println!("checked the draw in {:?}", begun.elapsed());
    let begun = Instant::now();
    let proof = promotion.entries.inclusion(promotion.number, 1).unwrap();
    let leaf = promotion.entries.get(1).unwrap().leaf(promotion.number, &entry_salt(&SALT, 1));
    assert!(proof.leads_from(leaf, &root));
    println!("proved that an entry was in the barrel in {:?}", begun.elapsed());
}

struct House {
    floor: Floor,
    now: u64,
}

impl House {
    fn does(&mut self, who: &str, act: &Value) {
        let read = Act::parse(act.to_string().as_bytes()).unwrap();
        match self.floor.act(self.now, who, &read).verdict {
            ActResult::Done => {}
            ActResult::Waits { request } => {
                self.does("mia", &json!({"approve": {"request": request}}));
            }
            ActResult::Denied(denied) => panic!("{act}: {denied:?}"),
        }
    }

    /// Founds the house, and starts a promotion with a thousand prizes.
    fn open(&mut self) {
        let people = [
            ("max", "manager"),
            ("mia", "manager"),
            ("pam", "promotions"),
            ("scot", "scrutineer"),
            ("ann", "player"),
        ];
        for (name, role) in people {
            self.does("max", &json!({"add-person": {"name": name, "roles": [role]}}));
        }
        self.now += 2 * DAY;
        let all = ["tobacco", "firearms", "weapons", "liquor", "prescribed"];
        let terms = json!({
            "games": ["craps"], "manner": "draw", "awarded": "bar", "eligible": "all", "wager": "none",
            "nature": "goods", "closes": 9 * DAY, "place": "bar", "draws": 9 * DAY + 1, "claiming": "cage",
            "presence": true, "notified": "mail", "results": "web",
            "prizes": [{"kind": "goods", "details": "a cap", "value": 1000, "count": 1000, "conditions": "none"}]
        });
        let one = json!({"promotion": 1});
        for (who, act) in [
            ("pam", json!({"draft-promotion": {"promotion": 1, "name": "one", "terms": terms}})),
            ("pam", json!({"check-prize": {"promotion": 1, "prize": 1, "free_of": all}})),
            ("pam", json!({"finalise-promotion": one})),
            (
                "pam",
                json!({"lodge-promotion": {"promotion": 1, "receipt": "R", "date": "2026-11-18"}}),
            ),
            ("pam", json!({"publish-terms": {"promotion": 1, "means": "casino", "place": "bar"}})),
            ("pam", json!({"nominate-scrutineer": {"promotion": 1, "person": "scot"}})),
            (
                "house",
                json!({"commit-promotion": {"promotion": 1, "commitment": seed_commitment(1, &SEED), "salt": hex(&SALT)}}),
            ),
        ] {
            self.does(who, &act);
        }
        self.now += DAY;
        self.does("pam", &json!({"start-promotion": one}));
    }
}
