//! Random lives of promotions in which everything that somebody must not see is marked: whatever is done, by whomever it is
//! looked at, no mark reaches anybody who must not see it. The names of entrants, of people and of texts; name and address
//! of those who were denied a prize; drafts; and the seed of the house before it is shown.

use croupier_floor::{
    Act, ActResult, AwardStage, Floor, HOUSE, PromotionId, PromotionState, hex, seed_commitment,
};
use croupier_view::promotions::{self as view, PromotionEye};
use serde_json::{Value, json};

const DAY: u64 = 24 * 60 * 60 * 1000;
const ONE: PromotionId = PromotionId(1);

/// Words that only some may see.
const DRAFT: &str = "markdraft";
const ENTRANT: &str = "markentrant";
const PLAYER: &str = "markplayer";
const CLAIMANT: &str = "markclaimant";
const STAFF: &str = "markstaff";

/// What the salts of the entries follow from: nobody is shown it.
const SALT: &str = "6666666666666666666666666666666666666666666666666666666666666666";

const PEOPLE: [(&str, &str); 9] = [
    ("mia", "manager"),
    ("pam", "promotions"),
    ("scot", "scrutineer"),
    ("ivy", "inspector"),
    ("cas", "cashier"),
    ("dan", "dealer"),
    ("sue", "supervisor"),
    ("eye", "surveillance"),
    ("guest", ""),
];

/// A floor on which one promotion is run, by chance.
struct Night {
    floor: Floor,
    now: u64,
    state: u64,
    seed: [u8; 32],
    named: bool,
    one_each: bool,
    /// What was denied, so that the test knows that not everything was.
    done: u32,
    looked: u32,
    /// Marks that somebody saw who may, by mark.
    seen: std::collections::BTreeSet<&'static str>,
}

impl Night {
    fn new(seed: u64) -> Self {
        let mut night = Self {
            floor: Floor::default(),
            now: 1_700_000_000_000,
            state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
            seed: [seed as u8 + 1; 32],
            named: seed % 2 == 1,
            one_each: seed.is_multiple_of(3),
            done: 0,
            looked: 0,
            seen: Default::default(),
        };
        night.opens();
        night
    }

    /// A number below another, by chance.
    fn below(&mut self, bound: u64) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state % bound
    }

    fn opens(&mut self) {
        let founders =
            json!([{ "name": "max", "password": null }, { "name": "mia", "password": null }]);
        self.tell(HOUSE, json!({ "found": { "managers": founders } }));
        for (name, role) in PEOPLE {
            if !["", "manager"].contains(&role) {
                self.tell(
                    "max",
                    json!({ "add-person": { "name": name, "roles": [role], "password": null } }),
                );
            }
        }
        self.tell(HOUSE, json!({ "guest": { "name": "guest" } }));
        for player in 0..4 {
            let name = format!("{PLAYER}{player}");
            self.tell(
                "max",
                json!({ "add-person": { "name": name, "roles": ["player"], "password": null } }),
            );
        }
        self.now += 2 * DAY;
    }

    /// Somebody tries something, and a manager agrees to what waits; everybody looks.
    fn tell(&mut self, who: &str, act: Value) -> bool {
        let act = Act::parse(act.to_string().as_bytes()).unwrap();
        self.now += 1;
        let mut verdict = self.floor.act(self.now, who, &act).verdict;
        if let ActResult::Waits { request } = verdict {
            self.look();
            let agree =
                Act::parse(json!({ "approve": { "request": request } }).to_string().as_bytes());
            verdict = self.floor.act(self.now, "mia", &agree.unwrap()).verdict;
        }
        let done = verdict == ActResult::Done;
        self.done += u32::from(done);
        self.look();
        done
    }

    fn terms(&self) -> Value {
        let prize = |value: u64| json!({ "kind": "goods", "details": "as shown", "value": value, "count": 2, "conditions": "none" });
        json!({
            "games": ["craps", "baceball"], "manner": format!("by draw {DRAFT}"), "awarded": "at the bar",
            "eligible": "members", "wager": "none", "nature": "as pictured", "closes": self.now + 3 * DAY,
            "place": "the bar", "draws": self.now + 4 * DAY, "claiming": "at the cage", "presence": false,
            "notified": "by letter", "results": "on the website", "winners_named": self.named,
            "one_each": self.one_each, "prizes": [prize(2_000_000), prize(30_000)],
        })
    }

    /// One life of a promotion, with whatever chance adds to it.
    fn live(&mut self) {
        self.tell("pam", json!({ "draft-promotion": { "promotion": 1, "name": format!("Friday {DRAFT}"), "terms": self.terms() } }));
        for prize in 1..=2 {
            let all = ["tobacco", "firearms", "weapons", "liquor", "prescribed"];
            self.tell(
                "pam",
                json!({ "check-prize": { "promotion": 1, "prize": prize, "free_of": all } }),
            );
        }
        self.tell("pam", json!({ "finalise-promotion": { "promotion": 1 } }));
        self.tell("pam", json!({ "lodge-promotion": { "promotion": 1, "receipt": STAFF, "date": "2026-11-18" } }));
        let commitment = seed_commitment(1, &self.seed);
        self.tell(
            HOUSE,
            json!({ "commit-promotion": { "promotion": 1, "commitment": commitment, "salt": SALT } }),
        );
        self.tell(
            "pam",
            json!({ "note-marketing": { "promotion": 1, "item": STAFF, "refers": true } }),
        );
        self.tell("pam", json!({ "publish-terms": { "promotion": 1, "means": "website", "place": "example.org" } }));
        self.tell("pam", json!({ "nominate-scrutineer": { "promotion": 1, "person": "scot" } }));
        self.now += DAY;
        assert!(self.tell("pam", json!({ "start-promotion": { "promotion": 1 } })));
        for _ in 0..12 {
            self.entry();
        }
        self.now += 3 * DAY;
        self.tell("pam", json!({ "close-entries": { "promotion": 1 } }));
        self.now += DAY;
        self.tell("scot", json!({ "attend-draw": { "promotion": 1, "value": "22".repeat(32) } }));
        assert!(
            self.tell(
                HOUSE,
                json!({ "draw-promotion": { "promotion": 1, "seed": hex(&self.seed) } })
            )
        );
        for _ in 0..30 {
            self.claim();
        }
    }

    /// Somebody enters, is removed or kept out, by chance.
    fn entry(&mut self) {
        let (chance, player) = (self.below(8), self.below(4));
        let person = format!("{PLAYER}{player}");
        let enter = |entrant: Value| json!({ "enter-promotion": { "promotion": 1, "entrants": [entrant] } });
        match chance {
            0..=3 => self.tell("pam", enter(json!({ "person": person }))),
            4 | 5 => self.tell("pam", enter(json!({ "named": format!("{ENTRANT} {player}") }))),
            6 => self.tell(
                "pam",
                json!({ "remove-entrant": { "promotion": 1, "entry": 1, "why": STAFF } }),
            ),
            _ => self.tell(
                "pam",
                json!({ "remove-entrant": { "promotion": 1, "person": person, "why": STAFF } }),
            ),
        };
    }

    /// Something becomes of a prize, or somebody disputes or doubts something.
    fn claim(&mut self) {
        let awards = self.floor.promotions.get(ONE).unwrap().awards.len() as u64;
        let award = self.below(awards.max(1)) + 1;
        let value = if self.below(2) == 0 { 2_000_000 } else { 30_000 };
        let claim = json!({ "promotion": 1, "award": award, "value": value, "why": STAFF, "claimant": CLAIMANT, "address": CLAIMANT });
        let act = match self.below(11) {
            0 => ("scot", json!({ "confirm-award": { "promotion": 1, "award": award } })),
            1 => (
                "pam",
                json!({ "notify-winner": { "promotion": 1, "award": award, "means": "mail", "reached": true, "words": STAFF } }),
            ),
            2 => (
                "pam",
                json!({ "deliver-award": { "promotion": 1, "award": award, "words": STAFF } }),
            ),
            3 => ("pam", json!({ "refuse-claim": claim })),
            4 => (
                "pam",
                json!({ "redraw-award": { "promotion": 1, "award": award, "reason": "declined", "why": STAFF } }),
            ),
            5 => (
                "pam",
                json!({ "redraw-award": { "promotion": 1, "award": award, "reason": "refused", "why": STAFF } }),
            ),
            6 => (
                "pam",
                json!({ "dispute-promotion": { "promotion": 1, "person": { "named": ENTRANT }, "what": STAFF } }),
            ),
            7 => (
                "mia",
                json!({ "decide-dispute": { "promotion": 1, "dispute": 1, "decision": STAFF } }),
            ),
            8 => ("pam", json!({ "postpone-promotion": { "promotion": 1, "why": STAFF } })),
            9 => ("pam", json!({ "tell-inspectorate": { "promotion": 1, "whom": STAFF } })),
            _ => ("ivy", json!({ "validate-promotion": { "promotion": 1, "why": STAFF } })),
        };
        self.tell(act.0, act.1);
        if self.floor.promotions.get(ONE).unwrap().state == PromotionState::Postponed {
            self.tell("pam", json!({ "resume-promotion": { "promotion": 1 } }));
        }
    }

    /// Everybody looks at everything, and no mark is where it must not be.
    fn look(&mut self) {
        let Some(promotion) = self.floor.promotions.get(ONE) else { return };
        let (public, drawn) = (view::is_public(promotion), promotion.draw.seed.is_some());
        let wins = |award: &croupier_floor::PromotionAward| {
            matches!(award.stage, AwardStage::Open | AwardStage::Settled)
        };
        let winner = promotion.terms.winners_named && promotion.awards.iter().any(wins);
        let players = (0..4).map(|player| format!("{PLAYER}{player}"));
        let names = PEOPLE.iter().map(|(name, _)| (*name).to_owned()).chain(players);
        let mut eyes: Vec<_> = names
            .filter_map(|name| self.floor.people.find(&name).map(|it| (name, it)))
            .map(|(name, person)| (name, PromotionEye::of(&self.floor, person)))
            .collect();
        eyes.push((String::new(), PromotionEye::PUBLIC));
        let mut seen = Vec::new();
        for (name, eye) in eyes {
            let text = self.shown(eye);
            let desk = ["mia", "pam", "scot", "ivy"].contains(&&*name);
            let claims = desk && name != "scot";
            let paid = desk || name == "cas";
            // A player finds the own name; nobody else's.
            let others = text.replace(&format!("\"{name}\""), "");
            let cases = [
                (DRAFT, &text, desk || public),
                (ENTRANT, &text, paid || winner),
                (PLAYER, &others, paid || winner),
                (CLAIMANT, &text, claims),
                (STAFF, &text, desk),
            ];
            for (mark, text, may) in cases {
                assert!(may || !text.contains(mark), "{name:?} sees {mark}: {text}");
                if text.contains(mark) {
                    seen.push(mark);
                }
            }
            assert!(drawn || !text.contains(&hex(&self.seed)), "{name:?} sees the seed: {text}");
            assert!(!text.contains(SALT), "{name:?} sees the salt: {text}");
            self.looked += 1;
        }
        self.seen.extend(seen);
    }

    /// All that somebody can be shown of promotions.
    fn shown(&self, eye: PromotionEye) -> String {
        let floor = &self.floor;
        let mut all = json!([view::promotions(floor, eye), view::new_promotion(floor, eye)]);
        let more = all.as_array_mut().unwrap();
        more.push(json!(view::promotion(floor, ONE, eye)));
        more.push(json!(view::promotion_display(floor, ONE)));
        if let Some(promotion) = floor.promotions.get(ONE).filter(|it| eye.sees(it)) {
            more.push(json!(view::entries(floor, promotion, eye, (1, 100))));
            more.extend((0..5).map(|entry| json!(view::entry(floor, promotion, eye, entry))));
        }
        all.to_string()
    }
}

#[test]
fn no_mark_reaches_anybody_who_must_not_see_it() {
    let (mut looked, mut all) = (0, std::collections::BTreeSet::new());
    for seed in 0..6 {
        let mut night = Night::new(seed);
        night.live();
        assert!(night.done > 30, "{} acts were done in night {seed}", night.done);
        looked += night.looked;
        all.append(&mut night.seen);
    }
    assert!(looked > 2_000, "{looked}");
    // What is looked for would be found.
    assert_eq!(all.len(), 5, "{all:?}");
}
