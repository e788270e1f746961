//! A promotion from its draft to its end, played by people who look at the floor and do what is due next: whatever was
//! done before, and whoever has died in between. What the program does is not among it.
#![allow(dead_code, reason = "not every test needs everything")]

use croupier_engine::Cents;
use croupier_floor::{
    Account, Act, AwardStage, Floor, PrizeKind, Promotion, PromotionAward, PromotionId,
    PromotionState,
};
use serde_json::{Value, json};

pub(crate) const DAY: u64 = 24 * 60 * 60 * 1000;
pub(crate) const T0: u64 = 1_700_000_000_000;
pub(crate) const ONE: PromotionId = PromotionId(1);
pub(crate) const CLOSES: u64 = T0 + 6 * DAY;
pub(crate) const DRAWS: u64 = T0 + 7 * DAY;
pub(crate) const EXPIRES: u64 = T0 + 9 * DAY;

/// What people do next.
pub(crate) enum Next {
    /// Somebody does something, not before a time.
    Act(&'static str, Box<Act>, u64),
    /// Nobody does anything before a time.
    Wait(u64),
    /// Everything is done.
    Over,
}

const PEOPLE: [(&str, &str); 9] = [
    ("max", "manager"),
    ("mia", "manager"),
    ("pam", "promotions"),
    ("scot", "scrutineer"),
    ("cas", "cashier"),
    ("ivy", "inspector"),
    ("ann", "player"),
    ("bob", "player"),
    ("cyd", "player"),
];

fn terms(plan: Plan) -> Value {
    let prize = |kind: Value, value: u64| json!({"kind": kind, "details": "as shown", "value": value, "conditions": "none"});
    json!({
        "games": ["craps"],
        "manner": "by draw from all entries",
        "awarded": "at the bar, when drawn",
        "eligible": "members over 18",
        "wager": "none",
        "nature": "as pictured; not transferable",
        "closes": CLOSES,
        "place": "the bar, Friday at eight",
        "draws": DRAWS,
        "claiming": "at the cage, with proof of identity",
        "presence": false,
        "notified": "by letter",
        "results": "on the website",
        "one_each": plan.one_each,
        "prizes": [
            prize(json!("cash"), 2_000_000),
            prize(json!({"voucher": {"games": ["craps"], "expires": EXPIRES}}), 50_000),
            prize(json!("goods"), 20_000),
        ],
    })
}

fn act(who: &'static str, act: Value, at: u64) -> Next {
    Next::Act(who, Box::new(Act::parse(act.to_string().as_bytes()).unwrap()), at)
}

/// What is played.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    /// Somebody enters whom the house does not know.
    pub(crate) named: bool,
    /// So many entries are those of somebody who is removed.
    pub(crate) removed: usize,
    /// Nobody wins twice.
    pub(crate) one_each: bool,
}

pub(crate) const USUAL: Plan = Plan { named: true, removed: 1, one_each: false };

/// Says what people do next on a floor.
pub(crate) fn next(floor: &Floor, plan: Plan) -> Next {
    if let Some(request) = floor.requests.keys().next() {
        return act("mia", json!({"approve": {"request": request}}), 0);
    }
    if let Some((name, role)) = PEOPLE.iter().find(|(name, _)| floor.people.find(name).is_none()) {
        return act("max", json!({"add-person": {"name": name, "roles": [role]}}), T0);
    }
    if floor.ledger.balance(Account::CageCash) == 0 {
        let ann = floor.people.find("ann").unwrap();
        return match floor.ledger.balance(Account::Mint) {
            0 => act("max", json!({"mint": {"amount": 10_000_000}}), 0),
            _ if floor.ledger.held(Account::Purse(ann)) == Cents::ZERO => {
                act("cas", json!({"buy-in": {"player": "ann", "amount": 5_000_000}}), 0)
            }
            _ => panic!("the cage has no cash"),
        };
    }
    if floor.promotions.law.iter().next().is_none() {
        let law = json!({"switch": "cash-prizes", "allowed": true, "from": T0, "source": "a law"});
        return act("max", json!({"set-law": law}), 0);
    }
    match floor.promotions.get(ONE) {
        Some(promotion) => about(floor, promotion, plan),
        None => {
            let draft = json!({"promotion": 1, "name": "Friday", "terms": terms(plan)});
            // An account that was made today is in the hand of whoever made it until tomorrow.
            act("pam", json!({"draft-promotion": draft}), T0 + 2 * DAY)
        }
    }
}

fn about(floor: &Floor, promotion: &Promotion, plan: Plan) -> Next {
    match promotion.state {
        PromotionState::Draft => {
            let looked = |prize: &u32| promotion.checks.keys().any(|(of, _)| of == prize);
            match (1..=3).find(|prize| !looked(prize)) {
                Some(prize) => {
                    let all = ["tobacco", "firearms", "weapons", "liquor", "prescribed"];
                    let check = json!({"promotion": 1, "prize": prize, "free_of": all});
                    act("pam", json!({"check-prize": check}), 0)
                }
                None => act("pam", json!({"finalise-promotion": {"promotion": 1}}), 0),
            }
        }
        PromotionState::Final => {
            let lodge = json!({"promotion": 1, "receipt": "ILGA 77", "date": "2026-11-18"});
            act("pam", json!({"lodge-promotion": lodge}), 0)
        }
        PromotionState::Lodged if promotion.published.is_empty() => {
            let publish = json!({"promotion": 1, "means": "website", "place": "example.org"});
            act("pam", json!({"publish-terms": publish}), 0)
        }
        PromotionState::Lodged if promotion.scrutineer.is_none() => {
            let nominate = json!({"promotion": 1, "person": "scot"});
            act("pam", json!({"nominate-scrutineer": nominate}), 0)
        }
        PromotionState::Lodged => {
            let since = promotion.lodged.as_ref().unwrap().at;
            act("pam", json!({"start-promotion": {"promotion": 1}}), since + DAY)
        }
        PromotionState::Running => entering(floor, promotion, plan),
        PromotionState::EntriesClosed if promotion.draw.sealed.is_none() => {
            let sealed = croupier_floor::value_seal(1, &[0x11; 32]);
            act("scot", json!({"seal-value": {"promotion": 1, "sealed": sealed}}), 0)
        }
        PromotionState::EntriesClosed if promotion.draw.value.is_none() => {
            let attend = json!({"promotion": 1, "value": "11".repeat(32)});
            act("scot", json!({"attend-draw": attend}), DRAWS)
        }
        PromotionState::EntriesClosed => Next::Wait(DRAWS),
        PromotionState::Drawn => awarding(promotion),
        PromotionState::Awarded if floor.now < EXPIRES => Next::Wait(EXPIRES),
        PromotionState::Awarded => act("pam", json!({"end-promotion": {"promotion": 1}}), 0),
        PromotionState::Ended => Next::Over,
        PromotionState::Postponed | PromotionState::Cancelled => panic!("nobody did that"),
    }
}

fn entering(floor: &Floor, promotion: &Promotion, plan: Plan) -> Next {
    let bob = floor.people.find("bob").unwrap();
    let people = || ["ann", "cyd", "ann", "cyd"].into_iter().chain(vec!["bob"; plan.removed]);
    match promotion.entries.count() as usize {
        0 => {
            let entrants: Vec<_> = people().map(|name| json!({"person": name})).collect();
            act("pam", json!({"enter-promotion": {"promotion": 1, "entrants": entrants}}), 0)
        }
        count if count == people().count() => {
            let joan = if plan.named {
                json!({"named": "Joan Citizen"})
            } else {
                json!({"person": "cyd"})
            };
            let entrants = json!([joan, {"person": "ann"}]);
            if promotion.entries.file(1).is_none() {
                let admit = json!({"promotion": 1, "sha256": "22".repeat(32), "rows": 2});
                return act("pam", json!({"admit-file": admit}), 0);
            }
            let enter = json!({"promotion": 1, "entrants": entrants, "file": 1, "row": 1});
            act("pam", json!({"enter-promotion": enter}), 0)
        }
        _ if !promotion.entries.is_removed_person(bob) => {
            let remove = json!({"promotion": 1, "person": "bob", "why": "staff"});
            act("pam", json!({"remove-entrant": remove}), 0)
        }
        _ => Next::Wait(CLOSES),
    }
}

fn awarding(promotion: &Promotion) -> Next {
    let open = promotion.awards.iter().find(|award| award.is_open()).unwrap();
    let number = open.number;
    let redrawn = |award: &PromotionAward| matches!(award.stage, AwardStage::Redrawn(_));
    if !open.is_known() {
        let notify = json!({"promotion": 1, "award": number, "means": "mail", "reached": true});
        return act("pam", json!({"notify-winner": notify}), 0);
    }
    if !promotion.awards.iter().any(redrawn) {
        let redraw = json!({"promotion": 1, "award": number, "reason": "declined", "why": "no"});
        return act("pam", json!({"redraw-award": redraw}), 0);
    }
    if promotion.wants_scrutineer(open) && open.confirmed.is_none() {
        return act("scot", json!({"confirm-award": {"promotion": 1, "award": number}}), 0);
    }
    match &promotion.terms.prize(open.prize).unwrap().kind {
        PrizeKind::Cash => {
            let pay = json!({"promotion": 1, "award": number, "cash": 1_000_000, "cheque": 600_000, "transfer": 400_000});
            act("cas", json!({"pay-award": pay}), 0)
        }
        PrizeKind::Voucher { .. } => {
            let deliver =
                json!({"promotion": 1, "award": number, "voucher": 7, "words": "at the cage"});
            act("pam", json!({"deliver-award": deliver}), 0)
        }
        _ => {
            let deliver = json!({"promotion": 1, "award": number, "words": "at the cage"});
            act("pam", json!({"deliver-award": deliver}), 0)
        }
    }
}
