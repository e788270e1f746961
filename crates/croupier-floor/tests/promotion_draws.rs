//! The draws of promotions and what follows from them: what the draws, the books and the journal say is computed again.

use crate::support::desk::{
    DAY, Desk, ONE, SEED, attend, commit, free_of_all, goods, law, lodge, nominate, prize, publish,
    show, start,
};
use croupier_engine::promotions::PromotionRule as Rule;
use croupier_engine::{Cents, Kind};
use croupier_floor::{
    Account, Act, ActResult, Answer, AwardStage, Currency, DrawnEntries, Event, Floor, PassedOver,
    PromotionChange, PromotionState, Reason, Recorded, Said, ToDo, VoucherId, draw, hex,
};
use serde_json::{Value, json};

/// A value that was sealed is the only one that is taken: whoever drops it gets no other.
#[test]
fn only_what_was_sealed_is_taken() {
    let mut desk = Desk::open(&[Kind::offered().next().unwrap()]);
    let terms = desk.terms(&[goods(50_000)]);
    desk.start(&terms);
    let seal = |value: [u8; 32]| json!({"seal-value": {"promotion": 1, "sealed": croupier_floor::value_seal(1, &value)}});
    let attend =
        |digits: &str| json!({"attend-draw": {"promotion": 1, "value": digits.repeat(32)}});
    desk.no(
        "scot",
        &json!({"seal-value": {"promotion": 1, "sealed": "zz"}}),
        Rule::Scrutineer,
        "bad-value",
    );
    desk.does("scot", &seal([0x11; 32]));
    desk.no("scot", &seal([0x22; 32]), Rule::Scrutineer, "value-sealed");
    desk.pit.now = terms["draws"].as_u64().unwrap();
    desk.does("pam", &json!({"close-entries": {"promotion": 1}}));
    desk.no("scot", &attend("22"), Rule::Scrutineer, "not-what-was-sealed");
    // Another scrutineer cannot open what the one before has sealed, and seals anew.
    desk.both("pam", &json!({"nominate-scrutineer": {"promotion": 1, "person": "scot"}}));
    desk.does("scot", &seal([0x33; 32]));
    desk.no("scot", &attend("11"), Rule::Scrutineer, "not-what-was-sealed");
    desk.does("scot", &attend("33"));
    desk.no("scot", &seal([0x44; 32]), Rule::Scrutineer, "value-given");
    let promotion = desk.pit.floor.promotions.get(ONE).unwrap();
    assert_eq!(promotion.draw.value, Some([0x33; 32]));
    assert_eq!(promotion.draw.sealed, Some(croupier_floor::value_seal(1, &[0x33; 32])));
}

#[test]
fn a_large_prize_is_drawn_under_a_scrutineer() {
    for kind in Kind::offered() {
        for (value, large) in [(1_000_000, false), (1_000_001, true)] {
            let mut desk = Desk::open(&[kind]);
            let terms = desk.terms(&[goods(value)]);
            desk.pit.two(r#"{"add-person":{"name":"sid","roles":["scrutineer"]}}"#);
            desk.start(&terms);
            desk.enter(&["ann", "bob", "cyd"]);
            desk.pit.now += 2 * DAY;
            desk.does("house", &json!({"close-entries": {"promotion": 1}}));
            let attend = attend();
            desk.no("sid", &attend, Rule::Scrutineer, "not-the-scrutineer");
            desk.no("pam", &nominate("ivy"), Rule::Scrutineer, "not-a-scrutineer");
            desk.no("house", &show(&SEED), Rule::Place, "not-yet");
            // Before it is time nobody gives a value: somebody could know for days who wins.
            desk.no("scot", &attend, Rule::Place, "not-yet");
            desk.pit.now += DAY;
            let must = desk.strict() && large;
            match must {
                true => desk.no("house", &show(&SEED), Rule::Scrutineer, "scrutineer-missing"),
                false => desk.no("house", &show(&SEED), Rule::Manner, "value-missing"),
            }
            let mut root = attend.clone();
            root["attend-draw"]["root"] = json!("99".repeat(32));
            desk.no("scot", &root, Rule::Scrutineer, "other-root");
            let without = json!({"attend-draw": {"promotion": 1}});
            desk.no("scot", &without, Rule::Scrutineer, "value-missing");
            desk.does("scot", &attend);
            desk.no("scot", &attend, Rule::Scrutineer, "scrutineer-is-there");
            let other = desk.denied("house", &show(&[8; 32]));
            assert_eq!(other.reason, Reason::OtherKey);
            desk.does("house", &show(&SEED));
            assert_eq!(desk.state(), PromotionState::Drawn);
            // The draw can be computed from what was published.
            let promotion = desk.pit.floor.promotions.get(ONE).unwrap();
            let drawn = draw(&promotion.draw_inputs().unwrap(), 1);
            assert_eq!(desk.award(1).entry, drawn[0]);
            // Where the order wants a scrutineer, a large prize waits for the own word of that person.
            let notified = json!({"notify-winner": {"promotion": 1, "award": 1, "means": "telephone", "reached": true}});
            desk.does("pam", &notified);
            let deliver =
                json!({"deliver-award": {"promotion": 1, "award": 1, "words": "at the cage"}});
            let confirm = json!({"confirm-award": {"promotion": 1, "award": 1}});
            let waits = desk.tasks(|what| matches!(what, ToDo::ConfirmAward { .. }));
            match must {
                true => {
                    assert_eq!(waits, [desk.clause(Rule::Scrutineer)]);
                    desk.no("pam", &deliver, Rule::Scrutineer, "not-confirmed");
                    desk.does("scot", &confirm);
                }
                false => {
                    assert!(waits.is_empty());
                    desk.no("scot", &confirm, Rule::Scrutineer, "nothing-to-confirm");
                }
            }
            desk.both("pam", &deliver);
            assert_eq!(desk.state(), PromotionState::Awarded);
            desk.both("pam", &json!({"end-promotion": {"promotion": 1}}));
            assert_eq!(desk.state(), PromotionState::Ended);
        }
    }
}

/// Where the order lets it be, a large prize is drawn without a scrutineer, and the journal says that there was none.
#[test]
fn no_scrutineer_is_recorded() {
    for kind in Kind::offered().filter(|kind| !kind.promotions().unwrap().scrutineer_must) {
        let mut desk = Desk::open(&[kind]);
        let mut terms = desk.terms(&[goods(2_000_000)]);
        terms["source"] = json!("the Saturday lotto numbers");
        desk.start(&terms);
        desk.enter(&["ann"]);
        desk.pit.now += 4 * DAY;
        desk.does("house", &json!({"close-entries": {"promotion": 1}}));
        let value = json!({"draw-value": {"promotion": 1, "published": "4 8 15 16 23 42"}});
        desk.both("pam", &value);
        desk.no("pam", &value, Rule::Manner, "value-given");
        desk.does("house", &show(&SEED));
        let revealed = desk.pit.events.iter().find_map(|event| match event {
            Event::Promotion { change: PromotionChange::Revealed { scrutineer, .. }, .. } => {
                Some(*scrutineer)
            }
            _ => None,
        });
        assert_eq!(revealed, Some(None));
    }
}

/// The value comes from where the terms say, and from nowhere else.
#[test]
fn the_value_comes_from_where_the_terms_say() {
    let kind = Kind::offered().next().unwrap();
    let mut desk = Desk::open(&[kind]);
    let mut terms = desk.terms(&[goods(2_000_000)]);
    terms["source"] = json!("the Saturday lotto numbers");
    desk.start(&terms);
    desk.enter(&["ann"]);
    desk.pit.now += 2 * DAY;
    let value = |published: &str| json!({"draw-value": {"promotion": 1, "published": published}});
    desk.no("pam", &value("4 8 15"), Rule::Manner, "is");
    desk.does("house", &json!({"close-entries": {"promotion": 1}}));
    desk.no("pam", &value("4 8 15"), Rule::Place, "not-yet");
    desk.pit.now += 2 * DAY;
    desk.both("pam", &json!({"nominate-scrutineer": {"promotion": 1, "person": "scot"}}));
    let own = json!({"attend-draw": {"promotion": 1, "value": "44".repeat(32)}});
    desk.no("scot", &own, Rule::Scrutineer, "other-source");
    desk.does("scot", &json!({"attend-draw": {"promotion": 1}}));
    desk.no("house", &show(&SEED), Rule::Manner, "value-missing");
    desk.no("pam", &value(" "), Rule::Manner, "bad-value");
    desk.both("pam", &value("4 8 15"));
    desk.does("house", &show(&SEED));
    // The value follows from what was published; nobody chooses it.
    let promotion = desk.pit.floor.promotions.get(ONE).unwrap();
    assert_eq!(promotion.draw.published.as_deref(), Some("4 8 15"));
    let sha256 = "1c97ae11b78441d775c3ecaac9e68cce2c8b659a87b51768fe7a6e9514fe6207";
    assert_eq!(hex(&promotion.draw.value.unwrap()), sha256);
}

/// People who are removed stay in the tree; who is drawn and does not win is passed over with the reason, and the next
/// number of the draw is used. The test draws by itself.
#[test]
fn what_is_passed_over_has_its_reason() {
    let kind = Kind::offered().next().unwrap();
    let mut desk = Desk::open(&[kind]);
    let mut prize = goods(50_000);
    prize["count"] = json!(3);
    let mut terms = desk.terms(&[prize]);
    terms["one_each"] = json!(true);
    desk.start(&terms);
    let players = ["ann", "bob", "cyd", "dee"];
    desk.enter(&[players, players, players].concat());
    let ann = json!({"remove-entrant": {"promotion": 1, "person": "ann", "why": "works for the supplier"}});
    desk.both("pam", &ann);
    desk.close();
    desk.does("sue", &json!({"exclude": {"table": 1, "name": "bob", "why": "cheating"}}));
    desk.draw();
    let promotion = desk.pit.floor.promotions.get(ONE).unwrap();
    let numbers = draw(&promotion.draw_inputs().unwrap(), promotion.awards.len());
    assert_eq!(promotion.draw.closed.unwrap().entries, 12, "who is removed stays in the tree");
    let mut won = Vec::new();
    for (award, number) in promotion.awards.iter().zip(numbers) {
        assert_eq!(award.entry, number);
        let name = players[(number as usize - 1) % 4];
        let passed = match name {
            "ann" => Some(PassedOver::Removed),
            "bob" => Some(PassedOver::Excluded),
            name if won.contains(&name) => Some(PassedOver::HasWon),
            name => {
                won.push(name);
                None
            }
        };
        assert_eq!(award.stage, passed.map_or(AwardStage::Open, AwardStage::PassedOver), "{name}");
    }
    won.sort_unstable();
    assert_eq!(won, ["cyd", "dee"]);
    assert_eq!(promotion.undrawn, [1], "nobody is left for the third");
}

/// When hardly any entry can still win, those that cannot are put aside, and the numbers count those that are left. The
/// test does the same by itself.
#[test]
fn entries_that_cannot_win_are_put_aside() {
    let kind = Kind::offered().next().unwrap();
    let mut desk = Desk::open(&[kind]);
    let mut prize = goods(50_000);
    prize["count"] = json!(3);
    let mut terms = desk.terms(&[prize]);
    terms["one_each"] = json!(true);
    desk.start(&terms);
    let mut players = vec!["ann"; 500];
    (players[77], players[300], players[301]) = ("bob", "cyd", "bob");
    desk.enter(&players);
    desk.close();
    desk.draw();
    let promotion = desk.pit.floor.promotions.get(ONE).unwrap();
    let mut numbers = DrawnEntries::new(&promotion.draw_inputs().unwrap());
    let (mut won, mut left, mut tried) = (Vec::new(), None::<Vec<usize>>, 0);
    for award in &promotion.awards {
        if tried == 20 {
            left = Some((0..500).filter(|at| !won.contains(&players[*at])).collect());
        }
        let at = match &left {
            None => numbers.up_to(500).unwrap() as usize - 1,
            Some(left) => left[numbers.up_to(left.len() as u32).unwrap() as usize - 1],
        };
        assert_eq!(award.entry as usize, at + 1);
        assert_eq!(award.left, left.as_ref().map(|left| left.len() as u32));
        if won.contains(&players[at]) {
            assert_eq!(award.stage, AwardStage::PassedOver(PassedOver::HasWon));
            tried += 1;
        } else {
            won.push(players[at]);
            (left, tried) = (left.map(|left| left.into_iter().filter(|it| *it != at).collect()), 0);
        }
    }
    won.sort_unstable();
    assert_eq!(won, ["ann", "bob", "cyd"]);
    let passed = promotion.awards.iter().filter(|award| award.is_free()).count();
    assert!((20..=40).contains(&passed), "{passed} were passed over");
}

#[test]
fn winners_are_told_within_two_days() {
    for kind in Kind::offered() {
        let mut desk = Desk::drawn(&[kind], &[goods(50_000)], &["ann", "bob"]);
        let notify = |means: &str, reached| {
            json!({"notify-winner": {"promotion": 1, "award": 1,
            "means": means, "reached": reached}})
        };
        let is_told = |what: &ToDo| matches!(what, ToDo::NotifyWinner { .. });
        assert_eq!(desk.tasks(is_told), [desk.clause(Rule::Notify)]);
        let task = desk.pit.floor.tasks.iter().find(|task| is_told(&task.what)).unwrap();
        assert_eq!(desk.pit.floor.due_of(task), Some(desk.pit.now + 2 * DAY));
        let deliver =
            json!({"deliver-award": {"promotion": 1, "award": 1, "words": "at the cage"}});
        desk.no("pam", &deliver, Rule::Notify, "not-notified");
        for means in ["in-person", "mail", "telephone", "email"] {
            desk.does("pam", &notify(means, false));
        }
        assert_eq!(desk.tasks(is_told).len(), 1, "an attempt that fails leaves the task open");
        desk.does("pam", &notify("telephone", true));
        assert!(desk.tasks(is_told).is_empty());
        assert_eq!(desk.award(1).attempts.len(), 5);
        desk.both("pam", &deliver);
        desk.no("pam", &notify("mail", true), Rule::NotifyMail, "is");
    }
}

#[test]
fn who_must_be_present_is_or_another_is_drawn() {
    let kind = Kind::offered().next().unwrap();
    let mut desk = Desk::open(&[kind]);
    let mut terms = desk.terms(&[goods(50_000)]);
    terms["presence"] = json!(true);
    desk.start(&terms);
    desk.enter(&["ann", "bob", "cyd"]);
    desk.close();
    desk.draw();
    assert!(desk.tasks(|what| matches!(what, ToDo::NotifyWinner { .. })).is_empty());
    let first = desk.winner(1);
    let deliver = |award: u32| json!({"deliver-award": {"promotion": 1, "award": award, "words": "on stage"}});
    desk.no("pam", &deliver(1), Rule::Claiming, "not-present");
    let redraw = |reason: &str, why: &str| json!({"redraw-award": {"promotion": 1, "award": 1, "reason": reason, "why": why}});
    desk.no("pam", &redraw("absent", "called twice"), Rule::Claiming, "no-reason-to-redraw");
    desk.no("pam", &redraw("refused", "no claim"), Rule::Claiming, "no-reason-to-redraw");
    desk.does("pam", &json!({"note-presence": {"promotion": 1, "award": 1, "present": false}}));
    desk.no("pam", &redraw("absent", " "), Rule::Refuse, "no-reason-to-redraw");
    desk.both("pam", &redraw("absent", "called twice"));
    let promotion = desk.pit.floor.promotions.get(ONE).unwrap();
    let last = promotion.awards.last().unwrap();
    let numbers = draw(&promotion.draw_inputs().unwrap(), promotion.awards.len());
    assert_eq!(last.entry, *numbers.last().unwrap(), "the draw goes on where it stood");
    let number = last.number;
    assert_ne!(desk.winner(number), first);
    desk.does("pam", &json!({"note-presence": {"promotion": 1, "award": number, "present": true}}));
    desk.both("pam", &deliver(number));
    assert_eq!(desk.state(), PromotionState::Awarded);
}

/// Since the seed is shown, anybody knows who comes next: a prize is drawn again only when its winner was told or could not be
/// reached in time, and nobody is removed any more.
#[test]
fn nobody_walks_along_the_numbers_that_come_next() {
    let kind = Kind::offered().next().unwrap();
    let mut desk = Desk::drawn(&[kind], &[goods(50_000)], &["ann", "bob", "cyd"]);
    let redraw = |reason: &str| json!({"redraw-award": {"promotion": 1, "award": 1, "reason": reason, "why": "no answer"}});
    let remove = json!({"remove-entrant": {"promotion": 1, "entry": 2, "why": "entered twice"}});
    desk.no("pam", &remove, Rule::Eligible, "is");
    desk.no("pam", &redraw("unclaimed"), Rule::Claiming, "no-reason-to-redraw");
    desk.no("pam", &redraw("declined"), Rule::Claiming, "no-reason-to-redraw");
    let notify = |reached: bool| json!({"notify-winner": {"promotion": 1, "award": 1, "means": "mail", "reached": reached}});
    desk.does("pam", &notify(false));
    desk.no("pam", &redraw("unclaimed"), Rule::Claiming, "no-reason-to-redraw");
    desk.no("pam", &redraw("declined"), Rule::Claiming, "no-reason-to-redraw");
    desk.pit.now += 2 * DAY;
    let request = desk.pit.asks("pam", &redraw("unclaimed").to_string());
    desk.does("pam", &json!({"reject": {"request": request}}));
    desk.does("pam", &notify(true));
    desk.both("pam", &redraw("declined"));
    // Who is kept out since the draw gets nothing.
    let promotion = desk.pit.floor.promotions.get(ONE).unwrap();
    let award = promotion.awards.last().unwrap().number;
    let winner = desk.winner(award);
    desk.does("pam", &json!({"note-presence": {"promotion": 1, "award": award, "present": true}}));
    desk.does("sue", &json!({"exclude": {"table": 1, "name": winner, "why": "cheating"}}));
    let deliver = json!({"deliver-award": {"promotion": 1, "award": award, "words": "here"}});
    desk.no("pam", &deliver, Rule::Eligible, "not-eligible");
}

/// Once the value is there, nobody is removed: who knows the seed would know whom.
#[test]
fn nobody_is_removed_when_the_value_is_there() {
    let kind = Kind::offered().next().unwrap();
    let mut desk = Desk::open(&[kind]);
    let terms = desk.terms(&[goods(50_000)]);
    desk.start(&terms);
    desk.enter(&["ann", "bob", "cyd"]);
    desk.close();
    let remove = json!({"remove-entrant": {"promotion": 1, "entry": 2, "why": "entered twice"}});
    desk.no("pam", &remove, Rule::Eligible, "value-given");
}

/// A prize that the regulations prescribe since the start is not handed over; another scrutineer confirms what the first has
/// overseen.
#[test]
fn what_came_since_the_start_counts() {
    let kind = Kind::named("baceball").unwrap();
    let mut desk = Desk::open(&[kind]);
    desk.pit.two(r#"{"add-person":{"name":"sid","roles":["scrutineer"]}}"#);
    let terms = desk.terms(&[goods(1_000_001)]);
    desk.start(&terms);
    desk.enter(&["ann", "bob"]);
    desk.close();
    desk.no("pam", &nominate("sid"), Rule::Scrutineer, "scrutineer-is-there");
    desk.draw();
    desk.both("pam", &nominate("sid"));
    desk.does("sid", &json!({"confirm-award": {"promotion": 1, "award": 1}}));
    desk.does("pam", &json!({"note-presence": {"promotion": 1, "award": 1, "present": true}}));
    desk.both("max", &json!({"prescribe-item": {"item": "fireworks", "source": "Regulation 9"}}));
    let deliver = json!({"deliver-award": {"promotion": 1, "award": 1, "words": "here"}});
    desk.no("pam", &deliver, Rule::Prescribed, "not-checked");
    desk.does("pam", &free_of_all(1));
    desk.both("pam", &deliver);
}

/// The seed of a promotion that was cancelled is shown, and its winners are refused with their reasons.
#[test]
fn a_cancelled_promotion_shows_who_would_have_won() {
    let kind = Kind::offered().next().unwrap();
    let mut desk = Desk::drawn(&[kind], &[goods(50_000)], &["ann", "bob", "cyd"]);
    let shown = |seed: &[u8; 32]| json!({"show-seed": {"promotion": 1, "seed": hex(seed)}});
    desk.no("house", &shown(&SEED), Rule::Compromised, "is");
    desk.both("pam", &json!({"cancel-promotion": {"promotion": 1, "why": "entries were sold"}}));
    desk.no_plainly("house", &shown(&SEED), "seed-is-shown");
    let refuse = json!({"refuse-claim": {"promotion": 1, "award": 1, "value": 50_000, "why": "cancelled",
        "claimant": "Ann", "address": "1 High Street"}});
    desk.both("pam", &refuse);
    assert_eq!(desk.tasks(|what| matches!(what, ToDo::TellRefusal { .. })).len(), 1);

    let mut desk = Desk::open(&[kind]);
    let terms = desk.terms(&[goods(50_000)]);
    desk.start(&terms);
    desk.enter(&["ann", "bob"]);
    desk.close();
    desk.both("pam", &json!({"cancel-promotion": {"promotion": 1, "why": "entries were sold"}}));
    assert_eq!(desk.denied("house", &shown(&[8; 32])).reason, Reason::OtherKey);
    desk.does("house", &shown(&SEED));
    let promotion = desk.pit.floor.promotions.get(ONE).unwrap();
    assert_eq!(draw(&promotion.draw_inputs().unwrap(), 1).len(), 1);
    assert!(promotion.awards.is_empty());
}

#[test]
fn large_cash_is_paid_as_the_winner_chooses() {
    for kind in Kind::offered() {
        let cash = prize(json!("cash"), 1_000_001);
        let mut desk = Desk::drawn(&[kind], &[cash], &["ann", "bob"]);
        let (fund, prizes) = (Account::PromotionFund(ONE), Account::PromotionPrizes(ONE));
        assert_eq!((desk.balance(prizes), desk.balance(fund)), (1_000_001, -1_000_001));
        let pay = |cash: u64, cheque: u64, transfer: u64| {
            json!({"pay-award": {"promotion": 1, "award": 1,
            "cash": cash, "cheque": cheque, "transfer": transfer}})
        };
        if desk.strict() {
            desk.no("cas", &pay(1_000_001, 0, 0), Rule::Scrutineer, "not-confirmed");
            desk.does("scot", &json!({"confirm-award": {"promotion": 1, "award": 1}}));
        }
        desk.no("cas", &pay(1_000_001, 0, 0), Rule::Notify, "not-notified");
        desk.does("pam", &json!({"note-presence": {"promotion": 1, "award": 1, "present": true}}));
        desk.no("cas", &pay(500_000, 400_000, 100_000), Rule::LargeCash, "sums-differ");
        desk.no("cas", &pay(0, 0, 0), Rule::LargeCash, "sums-differ");
        let deliver =
            json!({"deliver-award": {"promotion": 1, "award": 1, "words": "at the cage"}});
        desk.no("pam", &deliver, Rule::LargeCash, "is-cash");
        let (cage, outside) = (desk.balance(Account::CageCash), desk.balance(Account::Outside));
        let request = desk.pit.asks("cas", &pay(500_001, 400_000, 100_000).to_string());
        desk.does("pam", &json!({"approve": {"request": request}}));
        assert_eq!(desk.balance(Account::CageCash), cage - 500_001);
        assert_eq!(desk.balance(Account::Bank), -500_000);
        assert_eq!(desk.balance(Account::Outside), outside + 1_000_001);
        assert_eq!((desk.balance(prizes), desk.balance(fund)), (0, 0));
        assert_eq!(desk.award(1).paid, [500_001, 400_000, 100_000].map(Cents));
        assert_eq!(desk.pit.floor.ledger.sum(Currency::Cash), 0);
        assert_eq!(desk.state(), PromotionState::Awarded);
    }
}

/// The law is asked again when money is paid: what was lawful when it was promised may not be now.
#[test]
fn the_law_is_asked_again_when_cash_is_paid() {
    let kind = Kind::offered().next().unwrap();
    let mut desk = Desk::drawn(&[kind], &[prize(json!("cash"), 5_000)], &["ann"]);
    desk.does("pam", &json!({"note-presence": {"promotion": 1, "award": 1, "present": true}}));
    desk.both("max", &law("cash-prizes", false, desk.pit.now));
    let pay = json!({"pay-award": {"promotion": 1, "award": 1, "cash": 5_000, "cheque": 0, "transfer": 0}});
    desk.no_plainly("cas", &pay, "law-forbids");
}

#[test]
fn cash_in_place_of_a_prize_is_stated_where_the_order_says_so() {
    for kind in Kind::offered() {
        let rules = kind.promotions().unwrap();
        let mut stated = goods(50_000);
        stated["cash_instead"] = json!(40_000);
        let dollars = prize(json!("dollars"), 30_000);
        let prizes = [stated, goods(20_000), dollars];
        let mut desk = Desk::drawn(&[kind], &prizes, &["ann", "bob", "cyd", "dee"]);
        let prizes: Vec<_> = desk
            .pit
            .floor
            .promotions
            .get(ONE)
            .unwrap()
            .awards
            .iter()
            .filter(|it| it.is_open())
            .map(|it| (it.number, it.prize))
            .collect();
        for (award, prize) in prizes {
            desk.does(
                "pam",
                &json!({"note-presence": {"promotion": 1, "award": award, "present": true}}),
            );
            let pay = |amount: u64| {
                json!({"pay-award": {"promotion": 1, "award": award, "instead": true,
                "cash": amount, "cheque": 0, "transfer": 0}})
            };
            let plain = json!({"pay-award": {"promotion": 1, "award": award, "cash": 20_000, "cheque": 0, "transfer": 0}});
            desk.no("cas", &plain, Rule::LargeCash, "not-cash");
            let amount = match prize {
                1 => 40_000,
                2 if rules.cash_instead_stated => {
                    desk.no("cas", &pay(20_000), Rule::CashInstead, "cash-instead-not-stated");
                    continue;
                }
                2 => 20_000,
                _ => {
                    desk.no("cas", &pay(30_000), Rule::CashInstead, "no-cash-instead");
                    continue;
                }
            };
            desk.no("cas", &pay(amount + 1), Rule::LargeCash, "sums-differ");
            let cage = desk.balance(Account::CageCash);
            let request = desk.pit.asks("cas", &pay(amount).to_string());
            desk.does("pam", &json!({"approve": {"request": request}}));
            assert_eq!(desk.balance(Account::CageCash), cage - i64::try_from(amount).unwrap());
            assert!(desk.award(award).instead);
        }
        assert_eq!(desk.balance(Account::PromotionFund(ONE)), 0);
    }
}

#[test]
fn denied_claims_are_told_and_kept() {
    for kind in Kind::offered() {
        let prizes = [prize(json!("cash"), 10_001), goods(10_000)];
        let mut desk = Desk::drawn(&[kind], &prizes, &["ann", "bob", "cyd"]);
        let refuse = |value: u64, who: Option<&str>, why: &str| {
            let mut claim = json!({"promotion": 1, "value": value, "why": why});
            if let Some(who) = who {
                claim["claimant"] = json!(who);
                claim["address"] = json!("1 High Street");
            }
            json!({"refuse-claim": claim})
        };
        desk.no("pam", &refuse(9_000, None, "no ticket"), Rule::KeepRefused, "other-value");
        desk.no("pam", &refuse(10_000, None, ""), Rule::Refuse, "no-reason-to-redraw");
        desk.no("pam", &refuse(10_001, None, "no ticket"), Rule::KeepRefused, "name-and-address");
        desk.no(
            "pam",
            &refuse(10_001, Some(" "), "no ticket"),
            Rule::KeepRefused,
            "name-and-address",
        );
        desk.both("pam", &refuse(10_000, None, "no ticket"));
        desk.both("pam", &refuse(10_001, Some("Joan Citizen"), "no ticket"));
        // The claim of a winner can be denied too; the money that was put aside goes back.
        let mut of_winner = refuse(10_001, Some("Ann"), "no proof of identity");
        of_winner["refuse-claim"]["award"] = json!(1);
        of_winner["refuse-claim"]["value"] = json!(10_002);
        desk.no("pam", &of_winner, Rule::KeepRefused, "other-value");
        of_winner["refuse-claim"]["value"] = json!(10_001);
        desk.both("pam", &of_winner);
        assert_eq!(desk.balance(Account::PromotionPrizes(ONE)), 0);
        let second = desk.pit.floor.promotions.get(ONE).unwrap().awards.last().unwrap().number;
        desk.does(
            "pam",
            &json!({"note-presence": {"promotion": 1, "award": second, "present": true}}),
        );
        let deliver =
            json!({"deliver-award": {"promotion": 1, "award": second, "words": "at the bar"}});
        desk.both("pam", &deliver);
        assert_eq!(desk.state(), PromotionState::Awarded);
        let is_told = |what: &ToDo| matches!(what, ToDo::TellRefusal { .. });
        assert_eq!(desk.tasks(is_told), vec![desk.clause(Rule::Refuse); 3]);
        let end = json!({"end-promotion": {"promotion": 1}});
        desk.no("pam", &end, Rule::Refuse, "claims-open");
        // Nobody is passed over who does not know why.
        let redraw = json!({"redraw-award": {"promotion": 1, "award": 1, "reason": "refused", "why": "no proof"}});
        desk.no("pam", &redraw, Rule::Claiming, "no-reason-to-redraw");
        for claim in 1..=3 {
            let tell =
                json!({"tell-refusal": {"promotion": 1, "claim": claim, "means": "in-person"}});
            desk.does("pam", &tell);
            desk.no("pam", &tell, Rule::Refuse, "told-already");
        }
        assert!(desk.tasks(is_told).is_empty());
        let promotion = desk.pit.floor.promotions.get(ONE).unwrap();
        assert_eq!(promotion.text(promotion.claims[1].claimant.unwrap()), "Joan Citizen");
        assert_eq!(promotion.text(promotion.claims[1].address.unwrap()), "1 High Street");
        // A wrong refusal is put right, as long as the prize is nobody else's.
        let reinstate =
            json!({"reinstate-award": {"promotion": 1, "award": 1, "why": "the passport came"}});
        desk.both("pam", &reinstate);
        assert_eq!(desk.balance(Account::PromotionPrizes(ONE)), 10_001);
        desk.no("pam", &reinstate, Rule::Dispute, "not-refused");
        desk.both("pam", &of_winner);
        desk.does(
            "pam",
            &json!({"tell-refusal": {"promotion": 1, "claim": 4, "means": "in-person"}}),
        );
        // A prize whose winner was denied can be drawn again, or stay with the house.
        desk.both("pam", &redraw);
        desk.no("pam", &reinstate, Rule::Dispute, "not-refused");
        assert_eq!(desk.state(), PromotionState::Drawn);
        assert_eq!(desk.balance(Account::PromotionPrizes(ONE)), 10_001);
    }
}

#[test]
fn disputes_end_with_the_word_on_the_inspector() {
    for kind in Kind::offered() {
        let mut desk = Desk::drawn(&[kind], &[goods(5_000)], &["ann"]);
        let dispute = |person: Value| json!({"dispute-promotion": {"promotion": 1, "person": person, "what": "I was there"}});
        desk.does("pam", &dispute(json!({"person": "bob"})));
        desk.does("sue", &dispute(json!({"named": "Joan Citizen"})));
        let is_open =
            |what: &ToDo| matches!(what, ToDo::DecideDispute { .. } | ToDo::CloseDispute { .. });
        assert_eq!(desk.tasks(is_open), vec![desk.clause(Rule::Dispute); 2]);
        let decide = |words: &str| json!({"decide-dispute": {"promotion": 1, "dispute": 1, "decision": words}});
        let close = |told| json!({"close-dispute": {"promotion": 1, "dispute": 1, "told": told}});
        desk.no("pam", &close(true), Rule::Dispute, "not-decided");
        desk.no("max", &decide(" "), Rule::Dispute, "not-decided");
        desk.does("max", &decide("the draw stands"));
        desk.no("max", &decide("no"), Rule::Dispute, "decided");
        desk.no("pam", &close(false), Rule::Dispute, "say-of-inspector");
        desk.does("pam", &close(true));
        desk.no("pam", &close(true), Rule::Dispute, "told-already");
        assert_eq!(desk.tasks(is_open).len(), 1);
        desk.does("pam", &json!({"note-presence": {"promotion": 1, "award": 1, "present": true}}));
        desk.both("pam", &json!({"deliver-award": {"promotion": 1, "award": 1, "words": "here"}}));
        desk.no("pam", &json!({"end-promotion": {"promotion": 1}}), Rule::Dispute, "disputes-open");
    }
}

#[test]
fn a_doubt_stops_everything_until_an_inspector_agrees() {
    for kind in Kind::offered() {
        let mut desk = Desk::open(&[kind]);
        desk.allow_cash();
        let terms = desk.terms(&[prize(json!("cash"), 5_000)]);
        desk.start(&terms);
        desk.enter(&["ann", "bob"]);
        let stop = |what: &str, why: &str| json!({what: {"promotion": 1, "why": why}});
        let denied = desk.denied("pam", &stop("postpone-promotion", ""));
        assert_eq!(denied.reason, Reason::NoGrounds);
        assert_eq!(denied.clause.as_deref(), Some(desk.clause(Rule::Compromised)));
        desk.does("pam", &stop("postpone-promotion", "tickets were copied"));
        let is_told = |what: &ToDo| matches!(what, ToDo::TellInspectorate { .. });
        assert_eq!(desk.tasks(is_told), [desk.clause(Rule::Compromised)]);
        // Nothing else is taken.
        let enter = json!({"enter-promotion": {"promotion": 1, "entrants": [{"person": "cyd"}]}});
        desk.no("pam", &enter, Rule::Compromised, "is");
        desk.no("house", &json!({"close-entries": {"promotion": 1}}), Rule::Compromised, "is");
        let resume = json!({"resume-promotion": {"promotion": 1}});
        desk.no("pam", &resume, Rule::Compromised, "not-validated");
        let validate = stop("validate-promotion", "the barrel was counted again");
        desk.no("ivy", &validate, Rule::Compromised, "inspectorate-not-told");
        let tell =
            json!({"tell-inspectorate": {"promotion": 1, "whom": "duty inspector, by telephone"}});
        desk.does("pam", &tell);
        desk.no("pam", &tell, Rule::Compromised, "told-already");
        assert!(desk.tasks(is_told).is_empty());
        desk.no("pam", &resume, Rule::Compromised, "not-validated");
        desk.pit.not_in_roles("pam", &validate.to_string(), "");
        desk.does("ivy", &validate);
        desk.both("pam", &resume);
        assert_eq!(desk.state(), PromotionState::Running);
        // After the draw a promotion can still be cancelled; what was put aside goes back.
        desk.close();
        desk.draw();
        assert_eq!(desk.balance(Account::PromotionPrizes(ONE)), 5_000);
        desk.both("pam", &stop("cancel-promotion", "the entries were sold"));
        assert_eq!(desk.state(), PromotionState::Cancelled);
        assert_eq!(desk.balance(Account::PromotionPrizes(ONE)), 0);
        assert_eq!(desk.award(1).stage, AwardStage::Cancelled);
        assert_eq!(desk.tasks(is_told), [desk.clause(Rule::Compromised)]);
        desk.no("pam", &stop("cancel-promotion", "again"), Rule::Compromised, "is");
    }
}

#[test]
fn rewards_are_accounted_for() {
    let kind = Kind::named("casino-war").unwrap();
    let mut desk = Desk::open(&[kind]);
    let expires = desk.pit.now + 30 * DAY;
    let voucher = prize(json!({"voucher": {"games": ["casino-war"], "expires": expires}}), 5_000);
    let mut terms = desk.terms(&[voucher]);
    terms["rewards"] = json!([{"amount": 2_000, "count": 3}]);
    desk.start(&terms);
    let issue = |number: u32, games: Value, player: &str| {
        json!({"issue-voucher": {"number": number,
        "amount": 2_000, "games": games, "expires": expires, "player": player, "conditions": "none", "promotion": 1}})
    };
    desk.no(
        "max",
        &issue(1, json!(["casino-war", "craps"]), "ann"),
        Rule::Offer,
        "not-a-game-of-promotion",
    );
    for (number, player) in [(1, "ann"), (2, "bob"), (3, "cyd")] {
        desk.both("max", &issue(number, json!(["casino-war"]), player));
    }
    // The Authority has seen three of them.
    desk.no("max", &issue(4, json!(["casino-war"]), "ann"), Rule::Offer, "not-a-reward");
    desk.enter(&["ann"]);
    desk.close();
    desk.draw();
    desk.does("pam", &json!({"note-presence": {"promotion": 1, "award": 1, "present": true}}));
    let deliver = |voucher: Value| json!({"deliver-award": {"promotion": 1, "award": 1, "voucher": voucher, "words": "at the cage"}});
    desk.no_plainly("pam", &deliver(Value::Null), "voucher-number");
    let known = desk.denied("pam", &deliver(json!(3)));
    assert_eq!(known.reason, Reason::VoucherKnown { number: VoucherId(3) });
    desk.both("pam", &deliver(json!(4)));
    desk.pit.sits("ann", 1);
    desk.does("dan", &json!({"exchange-voucher": {"table": 1, "number": 1, "player": "ann"}}));
    let rewards = |desk: &Desk| {
        let promotion = desk.pit.floor.promotions.get(ONE).unwrap();
        let rewards = desk.pit.floor.rewards_of(promotion);
        assert!(rewards.adds_up(), "{rewards:?}");
        [
            rewards.issued,
            rewards.exchanged,
            rewards.expired,
            rewards.outstanding,
            rewards.tokens_left,
        ]
        .map(|it| it.0)
    };
    assert_eq!(rewards(&desk), [11_000, 2_000, 0, 9_000, 2_000]);
    let expire = |number: u32| json!({"expire-voucher": {"number": number}});
    desk.no_plainly("cas", &expire(2), "voucher-not-expired");
    desk.pit.now = expires;
    desk.does("cas", &expire(2));
    desk.no_plainly("cas", &expire(2), "voucher-over");
    desk.no_plainly("cas", &expire(1), "voucher-over");
    assert_eq!(rewards(&desk), [11_000, 2_000, 2_000, 7_000, 2_000]);
    assert_eq!(desk.pit.floor.ledger.sum(Currency::Vouchers), 0);
}

/// What followed, taken over without deciding it, leads to the same promotions, money and tasks.
#[test]
fn what_followed_can_be_folded() {
    let kind = Kind::offered().next().unwrap();
    let mut told = Told::default();
    let desk =
        Desk::drawn(&[kind], &[prize(json!("cash"), 5_000), goods(1_000)], &["ann", "bob", "cyd"]);
    // Everything once more, on a floor that is told, and one that folds.
    for (who, act) in life(&desk) {
        told.at += DAY;
        told.does(who, &act);
    }
    assert_eq!(told.decided.promotions, told.folded.promotions);
    assert_eq!(told.decided.ledger, told.folded.ledger);
    assert!(told.decided.promotions.get(ONE).unwrap().state == PromotionState::Drawn);
}

/// A floor that decides, and one that takes over what followed.
#[derive(Default)]
struct Told {
    decided: Floor,
    folded: Floor,
    /// All that was said: a journal has everything beside it.
    said: Said,
    at: u64,
}

impl Told {
    fn does(&mut self, who: &str, act: &str) {
        let read = Act::parse(act.as_bytes()).unwrap();
        let recording = self.decided.record(who, &read, &mut || [3; 16]);
        recording.kept.iter().cloned().for_each(|kept| self.said.keep(kept));
        let said = recording.said();
        let answer: Answer = self.decided.perform(self.at, recording.who, &recording.act, &said);
        let (who, act): (_, Recorded) = (recording.who, recording.act.clone());
        assert!(!matches!(answer.verdict, ActResult::Denied(_)), "{answer:?}");
        // No word that was said is in what the journal hashes.
        let hashed = recording.act.write() + &answer.write();
        for kept in recording.kept.iter().filter(|kept| kept.text.len() > 4) {
            assert!(!hashed.contains(&kept.text), "{:?} is in {hashed}", kept.text);
        }
        // What is in the journal is what is read from it.
        let answer = Answer::read(answer.write().as_bytes()).unwrap();
        let act = Recorded::read(act.write().as_bytes()).unwrap();
        self.folded.fold(self.at, (who, &act), &answer, &self.said).unwrap();
        if let ActResult::Waits { request } = answer.verdict {
            self.does("mia", &json!({"approve": {"request": request}}).to_string());
        }
    }
}

fn life(desk: &Desk) -> Vec<(&'static str, String)> {
    let mut terms = desk.terms(&[prize(json!("cash"), 5_000), goods(1_000)]);
    terms["closes"] = json!(25 * DAY);
    terms["draws"] = json!(25 * DAY + 1);
    let person = |name: &str, role: &str| json!({"add-person": {"name": name, "roles": [role]}});
    let acts = vec![
        ("max", person("max", "manager")),
        ("max", person("mia", "manager")),
        ("max", person("pam", "promotions")),
        ("max", person("scot", "scrutineer")),
        ("max", person("ann", "player")),
        ("max", person("bob", "player")),
        ("max", json!({"prescribe-item": {"item": "fireworks", "source": "Regulation 9"}})),
        ("max", law("cash-prizes", true, 0)),
        ("pam", json!({"draft-promotion": {"promotion": 1, "name": "Friday", "terms": terms}})),
        ("pam", free_of_all(1)),
        ("pam", free_of_all(2)),
        ("pam", json!({"finalise-promotion": {"promotion": 1}})),
        ("pam", lodge()),
        ("pam", publish()),
        ("house", commit()),
        ("pam", nominate("scot")),
        ("pam", start()),
        ("pam", json!({"admit-file": {"promotion": 1, "sha256": "ab".repeat(32), "rows": 4}})),
        (
            "pam",
            json!({"enter-promotion": {"promotion": 1, "file": 1, "row": 2, "entrants":
            [{"person": "ann"}, {"named": "Joan Citizen"}, {"person": "bob"}]}}),
        ),
        ("pam", json!({"remove-entrant": {"promotion": 1, "entry": 2, "why": "entered twice"}})),
        ("pam", json!({"postpone-promotion": {"promotion": 1, "why": "a doubt"}})),
        ("pam", json!({"tell-inspectorate": {"promotion": 1, "whom": "the duty inspector"}})),
    ];
    let mut acts: Vec<_> = acts.into_iter().map(|(who, act)| (who, act.to_string())).collect();
    let later = vec![
        ("max", person("ivy", "inspector")),
        ("ivy", json!({"validate-promotion": {"promotion": 1, "why": "all is well"}})),
        ("pam", json!({"resume-promotion": {"promotion": 1}})),
        (
            "pam",
            json!({"dispute-promotion": {"promotion": 1, "person": {"named": "Joan"}, "what": "removed"}}),
        ),
        ("max", json!({"decide-dispute": {"promotion": 1, "dispute": 1, "decision": "it stands"}})),
        ("pam", json!({"close-dispute": {"promotion": 1, "dispute": 1, "told": true}})),
        ("max", json!({"look": {"what": "the list"}})),
        ("max", json!({"look": {"what": "the list"}})),
        ("max", json!({"look": {"what": "the list"}})),
        ("house", json!({"close-entries": {"promotion": 1}})),
        ("scot", json!({"attend-draw": {"promotion": 1, "value": "55".repeat(32)}})),
        ("house", show(&SEED)),
        (
            "pam",
            json!({"notify-winner": {"promotion": 1, "award": 1, "means": "mail", "reached": false}}),
        ),
    ];
    acts.extend(later.into_iter().map(|(who, act)| (who, act.to_string())));
    acts
}
