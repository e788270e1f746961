//! Promotions by the orders, as far as their entries: every rule is tried at every game whose order has it.

use crate::support::desk::{
    DAY, Desk, ONE, SALT, SEED, commit, goods, law, lodge, nominate, prize, publish, show, start,
};
use crate::support::{Pit, TABLE};
use croupier_engine::promotions::PromotionRule as Rule;
use croupier_engine::{Cents, Kind};
use croupier_floor::{
    Act, ActResult, EntrySource, Floor, Kept, PromotionState, PromotionWhy, Reason, Said, root_of,
};
use serde_json::{Value, json};

fn all_kinds() -> Vec<Value> {
    vec![
        prize(json!({"appliance": {"make": "Acme", "model": "T1", "accessories": "none"}}), 50_000),
        prize(
            json!({"vehicle": {"make": "Acme", "model": "V1", "accessories": "mats", "on_road": true}}),
            3_000_000,
        ),
        prize(
            json!({"travel": {
                "persons": 2,
                "includes": {"airfares": true, "transfers": true, "other_transport": false, "meals": false,
                             "duration": "five nights", "accommodation": "four stars"},
                "restrictions": "before July",
                "spending_money": false}}),
            500_000,
        ),
        prize(
            json!({"estate": {
                "dwelling": "unit", "plans": "lot 7", "contract": "standard", "easements": "none",
                "address": "1 High Street",
                "includes": {"conveyancing": true, "legal_costs": true, "fixtures": true, "furniture": false}}}),
            60_000_000,
        ),
    ]
}

/// Every rule on the contents of the terms, and the field whose absence breaks it.
const FIELDS: [(Rule, &str); 30] = [
    (Rule::Manner, "/manner"),
    (Rule::Awarded, "/awarded"),
    (Rule::Eligible, "/eligible"),
    (Rule::Wager, "/wager"),
    (Rule::Nature, "/nature"),
    (Rule::Closing, "/closes"),
    (Rule::Place, "/place"),
    (Rule::Place, "/draws"),
    (Rule::Claiming, "/claiming"),
    (Rule::Claiming, "/presence"),
    (Rule::Notified, "/notified"),
    (Rule::Results, "/results"),
    (Rule::Prizes, "/prizes/0/details"),
    (Rule::Prizes, "/prizes/1/conditions"),
    (Rule::ApplianceMake, "/prizes/0/kind/appliance/make"),
    (Rule::ApplianceModel, "/prizes/0/kind/appliance/model"),
    (Rule::ApplianceAccessories, "/prizes/0/kind/appliance/accessories"),
    (Rule::VehicleMake, "/prizes/1/kind/vehicle/make"),
    (Rule::VehicleModel, "/prizes/1/kind/vehicle/model"),
    (Rule::VehicleAccessories, "/prizes/1/kind/vehicle/accessories"),
    (Rule::VehicleOnRoad, "/prizes/1/kind/vehicle/on_road"),
    (Rule::TravelPersons, "/prizes/2/kind/travel/persons"),
    (Rule::TravelIncludes, "/prizes/2/kind/travel/includes"),
    (Rule::TravelRestrictions, "/prizes/2/kind/travel/restrictions"),
    (Rule::TravelMoney, "/prizes/2/kind/travel/spending_money"),
    (Rule::EstateDwelling, "/prizes/3/kind/estate/dwelling"),
    (Rule::EstatePlans, "/prizes/3/kind/estate/plans"),
    (Rule::EstateContract, "/prizes/3/kind/estate/contract"),
    (Rule::EstateEasements, "/prizes/3/kind/estate/easements"),
    (Rule::EstateAddress, "/prizes/3/kind/estate/address"),
];

fn remove(terms: &mut Value, pointer: &str) {
    let (parent, field) = pointer.rsplit_once('/').unwrap();
    let parent = terms.pointer_mut(parent).and_then(Value::as_object_mut).unwrap();
    assert!(parent.remove(field).is_some(), "{pointer}");
}

#[test]
fn terms_lack_nothing_that_the_order_wants() {
    for kind in Kind::offered() {
        let mut desk = Desk::open(&[kind]);
        let whole = desk.terms(&all_kinds());
        let finalise = json!({"finalise-promotion": {"promotion": 1}});
        for (rule, pointer) in FIELDS {
            let mut terms = whole.clone();
            remove(&mut terms, pointer);
            desk.draft(&terms);
            desk.check_prizes(4);
            desk.no("pam", &finalise, rule, "term-missing");
            // A field in which nothing is said is as good as none.
            if whole.pointer(pointer).unwrap().is_string() && pointer != "/wager" {
                let mut terms = whole.clone();
                *terms.pointer_mut(pointer).unwrap() = json!("  ");
                desk.draft(&terms);
                desk.no("pam", &finalise, rule, "term-missing");
            }
        }
        let mut terms = whole.clone();
        remove(&mut terms, "/prizes/3/kind/estate/includes");
        desk.draft(&terms);
        desk.no("pam", &finalise, Rule::EstateIncludes, "term-missing");
        terms = whole.clone();
        terms["prizes"] = json!([]);
        desk.draft(&terms);
        desk.no("pam", &finalise, Rule::Prizes, "term-missing");
        desk.finalise(&whole);
        assert_eq!(desk.state(), PromotionState::Final);
    }
}

#[test]
fn prizes_are_looked_at_for_what_is_banned() {
    let bans = [
        (Rule::Tobacco, "tobacco"),
        (Rule::Firearms, "firearms"),
        (Rule::Weapons, "weapons"),
        (Rule::Liquor, "liquor"),
        (Rule::Prescribed, "prescribed"),
    ];
    for kind in Kind::offered() {
        let mut desk = Desk::open(&[kind]);
        let terms = desk.terms(&[goods(50_000), goods(20_000)]);
        desk.draft(&terms);
        let finalise = json!({"finalise-promotion": {"promotion": 1}});
        for (rule, ban) in bans {
            desk.check_prizes(1);
            desk.no("pam", &finalise, Rule::Tobacco, "not-checked");
            desk.check_prizes(2);
            let found = json!({"check-prize": {"promotion": 1, "prize": 2, "contains": [ban]}});
            desk.does("max", &found);
            desk.no("pam", &finalise, rule, "banned");
            // The last word is that of whoever looked last.
            desk.draft(&terms);
        }
        desk.check_prizes(2);
        let check = desk.pit.floor.promotions.get(ONE).unwrap().checks.values().next().unwrap();
        assert_eq!(desk.pit.floor.people.name(check.by), "pam");
        // What was looked at before the list grew must be looked at again.
        let item = json!({"prescribe-item": {"item": "fireworks", "source": "Regulation 9"}});
        desk.both("max", &item);
        desk.no("pam", &finalise, Rule::Prescribed, "not-checked");
        desk.check_prizes(2);
        desk.both("pam", &finalise);
        let mut liquor = goods(90_000);
        liquor["liquor_litres"] = json!(21);
        let too_much = json!({"draft-promotion": {"promotion": 2, "name": "Cellar",
            "terms": desk.terms(&[liquor.clone()])}});
        desk.no("pam", &too_much, Rule::Liquor, "banned");
        liquor["liquor_litres"] = json!(20);
        let just = desk.terms(&[liquor]);
        desk.does(
            "pam",
            &json!({"draft-promotion": {"promotion": 2, "name": "Cellar", "terms": just}}),
        );
    }
}

#[test]
fn the_law_refuses_cash_until_another_is_entered() {
    for kind in Kind::offered() {
        let mut desk = Desk::open(&[kind]);
        let mut instead = goods(50_000);
        instead["cash_instead"] = json!(40_000);
        let finalise = json!({"finalise-promotion": {"promotion": 1}});
        let cases =
            [(prize(json!("cash"), 50_000), "cash-prizes"), (instead.clone(), "cash-instead")];
        for (prize, switch) in cases {
            let terms = desk.terms(&[prize]);
            desk.draft(&terms);
            desk.check_prizes(1);
            desk.no_plainly("pam", &finalise, "law-forbids");
            // Two managers enter another law; it holds from its date on.
            desk.both("max", &law(switch, true, desk.pit.now + DAY));
            desk.no_plainly("pam", &finalise, "law-forbids");
            desk.both("max", &law(switch, true, desk.pit.now));
            let denied = desk.act("pam", &finalise);
            assert!(matches!(denied, ActResult::Waits { .. }), "{denied:?}");
        }
        desk.no_plainly(
            "max",
            &json!({"set-law": {"switch": "cash-prizes", "allowed": true,
            "from": 0, "source": " "}}),
            "bad-reference",
        );
        // There is never cash in place of slots dollars or casino dollars, nor of cash.
        for kind in ["dollars", "cash"] {
            let mut prize = prize(json!(kind), 50_000);
            prize["cash_instead"] = json!(50_000);
            let terms = desk.terms(&[prize]);
            let draft = json!({"draft-promotion": {"promotion": 1, "name": "x", "terms": terms}});
            desk.no("pam", &draft, Rule::CashInstead, "no-cash-instead");
        }
        // A law that changes before the start is asked again.
        let terms = desk.terms(&[instead]);
        desk.lodge(&terms);
        desk.pit.now += DAY;
        desk.both("max", &law("cash-instead", false, desk.pit.now));
        desk.no_plainly("pam", &start(), "law-forbids");
    }
}

#[test]
fn the_authority_has_the_terms_before_the_start() {
    for kind in Kind::offered() {
        let mut desk = Desk::open(&[kind]);
        let terms = desk.terms(&[goods(50_000)]);
        desk.draft(&terms);
        desk.check_prizes(1);
        desk.no("pam", &lodge(), Rule::Lodge, "is");
        desk.both("pam", &json!({"finalise-promotion": {"promotion": 1}}));
        desk.no("pam", &start(), Rule::Lodge, "is");
        let mut without = lodge();
        without["lodge-promotion"]["receipt"] = json!("");
        desk.no("pam", &without, Rule::Lodge, "bad-reference");
        desk.both("pam", &lodge());
        if kind.promotions().unwrap().lodge_hours > 0 {
            desk.no("pam", &start(), Rule::Lodge, "too-soon");
            desk.pit.now += DAY - 1;
            desk.no("pam", &start(), Rule::Lodge, "too-soon");
            desk.pit.now += 1;
        }
        // Where the order has no 24 hours, it is enough that the Authority has them.
        desk.no("pam", &start(), Rule::Published, "not-published");
        desk.does("pam", &publish());
        desk.no_plainly("pam", &start(), "not-committed");
        desk.does("house", &commit());
        desk.no_plainly("house", &commit(), "committed-already");
        desk.no("pam", &start(), Rule::Manner, "nobody-gives-the-value");
        desk.both("pam", &nominate("scot"));
        // Terms that are written anew are lodged anew.
        desk.draft(&terms);
        desk.no("pam", &start(), Rule::Lodge, "is");
        desk.check_prizes(1);
        desk.both("pam", &json!({"finalise-promotion": {"promotion": 1}}));
        desk.both("pam", &lodge());
        desk.does("pam", &publish());
        desk.pit.now += DAY;
        desk.both("pam", &start());
        let marketing = |refers| json!({"note-marketing": {"promotion": 1, "item": "a poster", "refers": refers}});
        desk.no("pam", &marketing(false), Rule::Published, "marketing-must-refer");
        desk.does("pam", &marketing(true));
    }
}

/// A promotion over several games follows the strictest of their orders, and cites it.
#[test]
fn several_games_follow_the_strictest() {
    let (lax, strict): (Vec<_>, Vec<_>) =
        Kind::offered().partition(|kind| kind.promotions().unwrap().lodge_hours == 0);
    assert!(!lax.is_empty() && !strict.is_empty());
    for other in strict {
        let mut desk = Desk::open(&[lax[0], other]);
        let terms = desk.terms(&[goods(1_000_001)]);
        desk.lodge(&terms);
        let rules = other.promotions().unwrap();
        let denied = desk.denied("pam", &start());
        assert_eq!(denied.clause.as_deref(), Some(rules.clause(Rule::Lodge).0));
        let Reason::Promotion { order, why } = &denied.reason else { panic!("{denied:?}") };
        assert_eq!(order.as_deref(), Some(other.name()));
        assert!(matches!(why, PromotionWhy::TooSoon { .. }));
        desk.pit.now += DAY;
        desk.both("pam", &start());
        desk.enter(&["ann"]);
        desk.pit.now += 4 * DAY;
        desk.does("house", &json!({"close-entries": {"promotion": 1}}));
        let denied = desk.denied("house", &show(&SEED));
        assert_eq!(denied.clause.as_deref(), Some(rules.clause(Rule::Scrutineer).0));
        // What all orders want is cited from the first of the games.
        let remove = json!({"remove-entrant": {"promotion": 1, "entry": 9, "why": "x"}});
        desk.no("pam", &remove, Rule::Eligible, "no-such-entry");
    }
    let mut desk = Desk::open(&[lax[0]]);
    let games = |games: Value| {
        json!({"draft-promotion": {"promotion": 3, "name": "x",
        "terms": {"games": games, "prizes": []}}})
    };
    desk.no_plainly("pam", &games(json!([])), "bad-games");
    desk.no_plainly("pam", &games(json!(["punto-banco"])), "bad-games");
    let twice = json!([lax[0].name(), lax[0].name()]);
    desk.no_plainly("pam", &games(twice), "bad-games");
}

#[test]
fn terms_are_frozen_from_the_start() {
    for kind in Kind::offered() {
        let mut desk = Desk::open(&[kind]);
        let terms = desk.terms(&[goods(50_000)]);
        desk.start(&terms);
        let amend = |reference: &str| json!({"amend-promotion": {"promotion": 1, "reference": reference, "date": "2026-11-20"}});
        desk.no("pam", &amend("A 12"), Rule::Amend, "nothing-proposed");
        let mut other = terms.clone();
        other["results"] = json!("in the newspaper");
        other["prizes"][0]["value"] = json!(70_000);
        desk.draft(&other);
        let value = |desk: &Desk| desk.pit.floor.promotions.get(ONE).unwrap().terms.largest();
        assert_eq!(value(&desk), Cents(50_000), "what is proposed does not hold");
        desk.no("pam", &amend("A 12"), Rule::Tobacco, "not-checked");
        desk.check_prizes(1);
        desk.no("pam", &amend(" "), Rule::Amend, "bad-reference");
        desk.both("pam", &amend("A 12"));
        let promotion = desk.pit.floor.promotions.get(ONE).unwrap();
        assert_eq!(value(&desk), Cents(70_000));
        assert_eq!(promotion.old[0].terms.largest(), Cents(50_000));
        assert_eq!(promotion.approvals[0].reference, "A 12");
        assert_eq!(promotion.text(promotion.terms.results.unwrap()), "in the newspaper");
        // What everybody knows when entries close stays as it is, whatever the Authority approves.
        desk.enter(&["ann"]);
        desk.close();
        let draft = |terms: &Value| json!({"draft-promotion": {"promotion": 1, "name": "x", "terms": terms}});
        desk.no("pam", &draft(&terms), Rule::Amend, "fixed-by-closing");
        other["place"] = json!("the ballroom");
        desk.draft(&other);
        desk.both("pam", &amend("A 13"));
        let promotion = desk.pit.floor.promotions.get(ONE).unwrap();
        assert_eq!(promotion.text(promotion.terms.place.unwrap()), "the ballroom");
    }
}

#[test]
fn entries_close_when_the_terms_say() {
    for kind in Kind::offered() {
        let mut desk = Desk::open(&[kind]);
        let terms = desk.terms(&[goods(50_000)]);
        desk.lodge(&terms);
        let enter =
            |entrants: Value| json!({"enter-promotion": {"promotion": 1, "entrants": entrants}});
        let ann = enter(json!([{"person": "ann"}]));
        desk.no("pam", &ann, Rule::Closing, "is");
        desk.pit.now += DAY;
        desk.both("pam", &start());
        desk.both("pam", &ann);
        desk.no("pam", &enter(json!([{"person": "dan"}])), Rule::Eligible, "not-eligible");
        desk.no_plainly("pam", &enter(json!([])), "nobody-entered");
        let many = json!(vec![json!({"person": "ann"}); 1001]);
        desk.no_plainly("pam", &enter(many), "too-many-entries");
        desk.no_plainly("pam", &enter(json!([{"named": " "}])), "bad-name");
        desk.both("pam", &enter(json!([{"named": "Joan Citizen, card 77"}])));
        let exclude = json!({"exclude": {"table": 1, "name": "bob", "why": "cheating"}});
        desk.does("sue", &exclude);
        desk.no("pam", &enter(json!([{"person": "bob"}])), Rule::Eligible, "not-eligible");
        // Who is known is known, also by the name alone.
        desk.no("pam", &enter(json!([{"named": "bob"}])), Rule::Eligible, "not-eligible");
        desk.no("pam", &enter(json!([{"named": " pam"}])), Rule::Eligible, "not-eligible");
        let close = json!({"close-entries": {"promotion": 1}});
        desk.no("house", &close, Rule::Closing, "not-yet");
        desk.pit.now += 2 * DAY - 1;
        desk.both("pam", &ann);
        desk.pit.now += 1;
        desk.no("pam", &ann, Rule::Closing, "entries-closed");
        desk.does("house", &close);
        desk.no("pam", &ann, Rule::Closing, "is");
        // The root is that of the list of entries, which anybody can compute.
        let promotion = desk.pit.floor.promotions.get(ONE).unwrap();
        let closed = promotion.draw.closed.unwrap();
        let list = promotion.entries.iter().map(|entry| (entry.who, entry.source));
        assert_eq!((closed.entries, closed.root), root_of(ONE, &SALT, list));
        assert_eq!(closed.entries, 3);
        for entry in promotion.entries.iter() {
            let proof = promotion.entries.inclusion(ONE, entry.number).unwrap();
            let salt = promotion.entries.salt(entry.number);
            assert!(proof.leads_from(entry.leaf(ONE, &salt), &closed.root));
        }
    }
}

/// A wager that the terms ask for enters its player when it is decided, as often as the terms say; one that is given back
/// enters nobody.
#[test]
fn wagers_enter_their_players() {
    for (rule, entries) in [("each-wager", 4), ("each-round", 3), ("once", 2), ("by-hand", 0)] {
        let kind = Kind::named("casino-war").unwrap();
        let mut desk = Desk::open(&[kind]);
        let mut terms = desk.terms(&[goods(50_000)]);
        terms["wager"] = json!({"least": {"amount": 1000}});
        terms["entry"] = json!(rule);
        desk.start(&terms);
        desk.pit.sits("ann", 1);
        desk.pit.sits("bob", 2);
        let enter = json!({"enter-promotion": {"promotion": 1, "entrants": [{"person": "ann"}]}});
        // Where wagers make entries, staff make none.
        let why = if rule == "by-hand" { "no-qualifying-wager" } else { "only-wagers-enter" };
        desk.no("pam", &enter, Rule::Wager, why);
        let named = json!({"enter-promotion": {"promotion": 1, "entrants": [{"named": "Joan"}]}});
        desk.no("pam", &named, Rule::Wager, why);
        let file = json!({"admit-file": {"promotion": 1, "sha256": "ab".repeat(32), "rows": 2}});
        if rule != "by-hand" {
            desk.no("pam", &file, Rule::Wager, "only-wagers-enter");
        }
        // Two wagers of ann qualify in the first round, and none of bob.
        desk.pit.does("ann", &Pit::wager("ann", 1, "initial", 1000));
        desk.pit.does("ann", &Pit::wager("ann", 3, "initial", 2000));
        desk.pit.does("bob", &Pit::wager("bob", 2, "initial", 900));
        round(&mut desk, &["KS", "2D", "QH"]);
        // One of each in the second.
        desk.pit.does("ann", &Pit::wager("ann", 1, "initial", 1000));
        desk.pit.does("bob", &Pit::wager("bob", 2, "initial", 1000));
        round(&mut desk, &["KS", "2D"]);
        // What is void was no wager.
        desk.pit.does("ann", &Pit::wager("ann", 1, "initial", 1000));
        let void = json!({"step": {"table": 1, "step": {"void": {"why": "a fire"}}}});
        desk.does("sue", &void);
        let promotion = desk.pit.floor.promotions.get(ONE).unwrap();
        assert_eq!(promotion.entries.count(), entries, "{rule}");
        let by_wager = |entry: croupier_floor::PromotionEntry| {
            matches!(entry.source, EntrySource::Wager { .. })
        };
        assert!(promotion.entries.iter().all(by_wager));
        assert_eq!(promotion.qualified.len(), 2);
        match rule {
            "by-hand" => desk.both("pam", &enter),
            _ => desk.no("pam", &enter, Rule::Wager, "only-wagers-enter"),
        }
    }
}

/// While a promotion is postponed, wagers enter nobody, and it is recorded whom they would have entered.
#[test]
fn wagers_while_postponed_are_recorded() {
    for rule in ["each-wager", "by-hand"] {
        let mut desk = Desk::open(&[Kind::named("casino-war").unwrap()]);
        let mut terms = desk.terms(&[goods(50_000)]);
        terms["wager"] = json!({"least": {"amount": 1000}});
        terms["entry"] = json!(rule);
        desk.start(&terms);
        desk.pit.sits("ann", 1);
        desk.pit.sits("bob", 2);
        desk.does("pam", &json!({"postpone-promotion": {"promotion": 1, "why": "a doubt"}}));
        desk.pit.does("ann", &Pit::wager("ann", 1, "initial", 1000));
        desk.pit.does("bob", &Pit::wager("bob", 2, "initial", 900));
        round(&mut desk, &["KS", "2D"]);
        let promotion = desk.pit.floor.promotions.get(ONE).unwrap();
        assert_eq!((promotion.entries.count(), promotion.qualified.len()), (0, 0), "{rule}");
        assert_eq!((promotion.missed.postponed, promotion.missed.full), (1, 0), "{rule}");
        // A table that was found damaged is a doubt as well: what it brought since the damage is missing.
        let mut desk = Desk::open(&[Kind::named("casino-war").unwrap()]);
        let mut terms = desk.terms(&[goods(50_000)]);
        terms["wager"] = json!({"least": {"amount": 1000}});
        terms["entry"] = json!(rule);
        desk.start(&terms);
        let kept = Kept { salt: [0; 16], text: "entry 7 is damaged".to_owned() };
        let (why, mut said) = (kept.commitment(), Said::default());
        said.keep(kept);
        let told = desk.pit.floor.stop(TABLE, why, &said);
        assert_eq!(desk.state(), PromotionState::Postponed, "{told:?}");
        assert!(desk.pit.floor.promotions.get(ONE).unwrap().interruption.is_some());
    }
}

/// What was asked for is what is agreed to: other terms let it fall. What was proposed before entries closed is no
/// proposal afterwards, and the time of closing cannot be moved once it has come.
#[test]
fn nobody_agrees_to_other_terms_than_were_asked_for() {
    let kind = Kind::offered().next().unwrap();
    let mut desk = Desk::open(&[kind]);
    let terms = desk.terms(&[goods(50_000)]);
    desk.draft(&terms);
    desk.check_prizes(1);
    let finalise = json!({"finalise-promotion": {"promotion": 1}});
    let request = desk.pit.asks("pam", &finalise.to_string());
    let mut other = terms.clone();
    other["prizes"][0]["value"] = json!(90_000);
    desk.draft(&other);
    desk.check_prizes(1);
    let approve = json!({"approve": {"request": request}});
    assert_eq!(desk.denied("mia", &approve).reason, Reason::NoSuchRequest { number: request });
    let terms = other;
    desk.start(&terms);
    // A game that the Authority has not seen does not join.
    let draft =
        |terms: &Value| json!({"draft-promotion": {"promotion": 1, "name": "x", "terms": terms}});
    let mut joined = terms.clone();
    let games: Vec<_> = Kind::offered().map(Kind::name).collect();
    joined["games"] = json!(games);
    desk.no("pam", &draft(&joined), Rule::Lodge, "not-a-game-of-promotion");
    let amend =
        json!({"amend-promotion": {"promotion": 1, "reference": "A 12", "date": "2026-11-20"}});
    let mut proposed = terms.clone();
    proposed["prizes"][0]["value"] = json!(10_000);
    desk.draft(&proposed);
    desk.check_prizes(1);
    let request = desk.pit.asks("pam", &amend.to_string());
    desk.draft(&terms);
    assert!(matches!(
        desk.act("mia", &json!({"approve": {"request": request}})),
        ActResult::Denied(_)
    ));
    desk.draft(&proposed);
    desk.check_prizes(1);
    desk.enter(&["ann"]);
    desk.pit.now += 2 * DAY;
    // The time has come, and nobody has closed entries yet.
    let mut later = terms.clone();
    later["closes"] = json!(desk.pit.now + DAY / 2);
    desk.no("pam", &draft(&later), Rule::Amend, "fixed-by-closing");
    desk.no("pam", &amend, Rule::Amend, "fixed-by-closing");
    desk.does("house", &json!({"close-entries": {"promotion": 1}}));
    desk.no("pam", &amend, Rule::Amend, "nothing-proposed");
}

/// Money in place of a prize is some, and not more than the prize is worth; neither is money part of a journey where no prize
/// is money; a voucher is good when it is won, and where the promotion goes.
#[test]
fn prizes_are_what_they_are_worth() {
    let kind = Kind::named("casino-war").unwrap();
    let mut desk = Desk::open(&[kind]);
    let draft =
        |terms: &Value| json!({"draft-promotion": {"promotion": 1, "name": "x", "terms": terms}});
    for instead in [0, 50_001] {
        let mut prize = goods(50_000);
        prize["cash_instead"] = json!(instead);
        let terms = desk.terms(&[prize]);
        desk.no("pam", &draft(&terms), Rule::CashInstead, "no-cash-instead");
    }
    let finalise = json!({"finalise-promotion": {"promotion": 1}});
    let mut journey = all_kinds()[2].clone();
    journey["kind"]["travel"]["spending_money"] = json!(true);
    let terms = desk.terms(&[journey]);
    desk.draft(&terms);
    desk.check_prizes(1);
    desk.no_plainly("pam", &finalise, "law-forbids");
    let late = desk.pit.now + 9 * DAY;
    let voucher = |games: Value, expires: u64| {
        prize(json!({"voucher": {"games": games, "expires": expires}}), 5_000)
    };
    let draws = desk.pit.now + 4 * DAY;
    for (prize, rule, why) in [
        (voucher(json!(["casino-war"]), draws), Rule::Prizes, "bad-times"),
        (voucher(json!(["three-card-baccarat"]), late), Rule::Offer, "not-a-game-of-promotion"),
    ] {
        let terms = desk.terms(&[prize]);
        desk.draft(&terms);
        desk.check_prizes(1);
        desk.no("pam", &finalise, rule, why);
    }
    let mut cash = voucher(json!(["casino-war"]), late);
    cash["cash_instead"] = json!(5_000);
    let terms = desk.terms(&[cash]);
    desk.no("pam", &draft(&terms), Rule::CashInstead, "no-cash-instead");
}

/// Rows of a file that two people have admitted are entered once, in their order, and no others; nobody enters a crowd by hand
/// alone.
#[test]
fn rows_of_a_file_are_entered_once() {
    let kind = Kind::offered().next().unwrap();
    let mut desk = Desk::open(&[kind]);
    let terms = desk.terms(&[goods(50_000)]);
    desk.start(&terms);
    let enter = |file: Value, row: Value, count: usize| {
        let entrants = vec![json!({"person": "ann"}); count];
        json!({"enter-promotion": {"promotion": 1, "entrants": entrants, "file": file, "row": row}})
    };
    assert!(matches!(
        desk.act("pam", &enter(Value::Null, Value::Null, 1)),
        ActResult::Waits { .. }
    ));
    desk.no_plainly("pam", &enter(json!(1), json!(1), 1), "no-such-file");
    let admit = |sha256: String, rows: u32| json!({"admit-file": {"promotion": 1, "sha256": sha256, "rows": rows}});
    desk.no_plainly("pam", &admit("ab".to_owned(), 5), "bad-file");
    desk.no_plainly("pam", &admit("ab".repeat(32), 0), "bad-file");
    desk.both("pam", &admit("AB".repeat(32), 5));
    desk.no_plainly("pam", &admit("ab".repeat(32), 6), "file-known");
    desk.no_plainly("pam", &enter(json!(1), Value::Null, 1), "no-such-file");
    desk.no_plainly("pam", &enter(json!(1), json!(0), 1), "not-a-row");
    desk.does("pam", &enter(json!(1), json!(1), 2));
    desk.no_plainly("pam", &enter(json!(1), json!(2), 1), "not-a-row");
    desk.no_plainly("pam", &enter(json!(1), json!(4), 3), "not-a-row");
    // A row that was refused is left out.
    desk.does("pam", &enter(json!(1), json!(4), 2));
    desk.no_plainly("pam", &enter(json!(1), json!(3), 1), "not-a-row");
    assert_eq!(desk.pit.floor.promotions.get(ONE).unwrap().entries.count(), 4);
}

/// Where nobody may enter or win twice, only people enter whom the house knows.
#[test]
fn nobody_enters_twice_under_two_names() {
    let kind = Kind::offered().next().unwrap();
    for (field, value) in [("one_each", json!(true)), ("entry", json!("once"))] {
        let mut desk = Desk::open(&[kind]);
        let mut terms = desk.terms(&[goods(50_000)]);
        terms[field] = value;
        desk.start(&terms);
        let named = json!({"enter-promotion": {"promotion": 1, "entrants": [{"named": "Joan"}]}});
        desk.no("pam", &named, Rule::Eligible, "only-known-people");
        desk.enter(&["ann"]);
    }
}

/// Deals a round of one card each to the areas, and a five to the dealer, and pays it.
fn round(desk: &mut Desk, cards: &[&str]) {
    desk.pit.does("dan", r#"{"step":{"table":1,"step":{"close":true}}}"#);
    for card in cards.iter().chain(&["5C"]) {
        let card = format!(r#"{{"step":{{"table":1,"step":{{"card":"{card}"}}}}}}"#);
        desk.pit.does("dan", &card);
    }
    desk.pit.pays();
}

/// No word of the terms is in what the journal hashes.
#[test]
fn names_stand_beside_the_journal() {
    let mut floor = Floor::default();
    let act = json!({"draft-promotion": {"promotion": 1, "name": "Friday at Joan's",
        "terms": {"games": ["craps"], "manner": "Joan draws", "prizes": []}}});
    let act = Act::parse(act.to_string().as_bytes()).unwrap();
    let recording = floor.record("max", &act, &mut || [1; 16]);
    assert!(!recording.act.write().contains("Joan"));
    assert_eq!(recording.kept.len(), 2);
    let answer = floor.perform(0, recording.who, &recording.act, &recording.said());
    assert!(!answer.write().contains("Joan"));
}
