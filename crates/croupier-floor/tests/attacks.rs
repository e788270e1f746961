//! What a dishonest or careless person tries: money moved by what is denied, houses that fall over, rounds without proof,
//! people who are kept out, requests that outlive the right to make them.

use crate::support::pools::THIRDS;
use crate::support::{MINUTE, Pit, TABLE};
use croupier_engine::{Cents, Due, Kind};
use croupier_floor::{Account, ActResult, Denied, Reason};

const DAY: u64 = 24 * 60 * MINUTE;

fn reason(verdict: ActResult) -> Reason {
    match verdict {
        ActResult::Denied(Denied { reason, .. }) => reason,
        other => panic!("{other:?}"),
    }
}

/// A table whose float is short by more than the cage has does not close, and says why.
#[test]
fn a_table_that_cannot_be_squared_does_not_close() {
    let mut pit = Pit::open(Kind::CasinoWar);
    // The players win all of the float, and then some.
    pit.sits("ann", 1);
    let float = pit.floor.ledger.held(Account::Float(TABLE)).0;
    let credit = format!(r#"{{"credit":{{"table":1,"amount":{float}}}}}"#);
    let request = pit.asks("sue", &credit);
    pit.does("cas", &format!(r#"{{"approve":{{"request":{request}}}}}"#));
    pit.does("ann", &Pit::wager("ann", 1, "initial", 100_000));
    for card in ["KS", "2S"] {
        pit.does("dan", &format!(r#"{{"step":{{"table":1,"step":{{"card":"{card}"}}}}}}"#));
    }
    pit.pays();
    assert_eq!(pit.floor.ledger.balance(Account::Float(TABLE)), -100_000);
    pit.does("ann", r#"{"leave":{"table":1,"player":"ann"}}"#);
    // Somebody buys all chips of the cage.
    let cage = pit.floor.ledger.held(Account::Cage).0;
    pit.does("cas", &format!(r#"{{"buy-in":{{"player":"bob","amount":{cage}}}}}"#));
    let close = r#"{"close":{"table":1}}"#;
    let denied = reason(pit.told("sue", close));
    assert!(matches!(denied, Reason::FloatIsShort { amount } if amount.0 == Cents(100_000)));
    pit.does("cas", r#"{"cash-out":{"player":"bob","amount":100000}}"#);
    pit.does("sue", close);
    assert!(pit.floor.ledger.balances());
}

/// No number of mints brings the books to their end.
#[test]
fn the_books_do_not_overflow() {
    let mut pit = Pit::unshuffled(Kind::CasinoWar);
    let most = format!(r#"{{"mint":{{"amount":{}}}}}"#, Cents::CEILING.0);
    let full = (0..1000).find_map(|_| {
        let request = pit.asks("max", &most);
        match pit.told("cas", &format!(r#"{{"approve":{{"request":{request}}}}}"#)) {
            ActResult::Done => None,
            verdict => Some(reason(verdict)),
        }
    });
    assert_eq!(full, Some(Reason::BooksAreFull));
    assert!(pit.floor.ledger.balances());
}

/// A request of somebody who is no supervisor any more is not carried out; nor does one last for ever.
#[test]
fn requests_fall_with_the_right_and_with_time() {
    let mut pit = Pit::unshuffled(Kind::CasinoWar);
    let fill = r#"{"fill":{"table":1,"amount":1000}}"#;
    let demoted = pit.asks("sue", fill);
    let roles = pit.asks("max", r#"{"set-roles":{"name":"sue","roles":["dealer"]}}"#);
    pit.does("mia", &format!(r#"{{"approve":{{"request":{roles}}}}}"#));
    let approve = |request| format!(r#"{{"approve":{{"request":{request}}}}}"#);
    let gone = Reason::NoSuchRequest { number: demoted };
    assert_eq!(reason(pit.told("cas", &approve(demoted))), gone);
    let (in_time, late) = (pit.asks("max", fill), pit.asks("max", fill));
    pit.now += DAY - 1;
    pit.does("cas", &approve(in_time));
    pit.now += 1;
    assert_eq!(reason(pit.told("cas", &approve(late))), Reason::NoSuchRequest { number: late });
    assert!(pit.floor.requests.is_empty());
    // Who may agree is looked at when they do.
    let request = pit.asks("max", fill);
    let roles = pit.asks("max", r#"{"set-roles":{"name":"cas","roles":["dealer"]}}"#);
    pit.does("mia", &approve(roles));
    assert_eq!(reason(pit.told("cas", &approve(request))), Reason::NeedsAnother);
}

/// Whoever is kept out does nothing but leave, take chips home, complain and be paid out.
#[test]
fn who_is_kept_out_is_not_served() {
    let mut pit = Pit::open(Kind::CasinoWar);
    pit.sits("ann", 1);
    pit.does("sue", r#"{"exclude":{"name":"ann","table":1,"why":"counts cards aloud"}}"#);
    let before = pit.floor.clone();
    let own = [
        r#"{"sit":{"table":1,"player":"ann","seat":2}}"#.to_owned(),
        r#"{"bring":{"table":1,"player":"ann","amount":1000}}"#.to_owned(),
        Pit::wager("ann", 1, "initial", 1000),
        r#"{"step":{"table":1,"step":{"withdraw":{"player":"ann","area":1,"on":"initial"}}}}"#
            .to_owned(),
        r#"{"ask-riffle":{"table":1,"player":"ann"}}"#.to_owned(),
        r#"{"refuse-cut":{"table":1,"by":"ann"}}"#.to_owned(),
        r#"{"cut":{"table":1,"by":"ann","depth":60}}"#.to_owned(),
        r#"{"agree":{"table":1,"player":"ann"}}"#.to_owned(),
        r#"{"confirm":{"table":1,"player":"ann"}}"#.to_owned(),
        r#"{"contribute":{"table":1,"player":"ann","sealed":""}}"#.to_owned(),
        r#"{"open-words":{"table":1,"player":"ann","words":"x"}}"#.to_owned(),
        r#"{"set-password":{"name":"ann","password":"x"}}"#.to_owned(),
    ];
    for act in &own {
        assert_eq!(reason(pit.told("ann", act)), Reason::KeptOut, "{act}");
    }
    let served = [
        ("cas", r#"{"buy-in":{"player":"ann","amount":1000}}"#.to_owned()),
        ("dan", own[0].clone()),
        ("dan", own[1].clone()),
        ("dan", r#"{"drop":{"table":1,"player":"ann","amount":1000}}"#.to_owned()),
        ("dan", own[2].clone()),
        ("sue", r#"{"give-up":{"table":1,"player":"bob","area":2,"to":"ann"}}"#.to_owned()),
    ];
    for (who, act) in &served {
        assert_eq!(reason(pit.told(who, act)), Reason::KeptOut, "{who}: {act}");
    }
    assert_eq!(pit.floor, before);
    pit.does("ann", r#"{"take":{"table":1,"player":"ann","amount":1000}}"#);
    pit.does("ann", r#"{"complain":{"table":1,"person":"ann","what":"I was not counting"}}"#);
    if pit.floor.rooms[&TABLE].seats.iter().flatten().count() > 0 {
        pit.does("ann", r#"{"leave":{"table":1,"player":"ann"}}"#);
    }
    pit.does("cas", r#"{"cash-out":{"player":"ann","amount":1000}}"#);
}

/// Nobody comes in under a name that looks like that of somebody else: who is kept out is known in capitals, too.
#[test]
fn no_two_names_look_alike() {
    let mut pit = Pit::open(Kind::CasinoWar);
    pit.does("sue", r#"{"exclude":{"name":"ann","table":1,"why":"counts cards aloud"}}"#);
    let before = pit.floor.people.clone();
    for name in ["ann", "Ann", "ANN", "\u{430}nn", "\u{ff21}nn"] {
        let walk_in = format!(r#"{{"walk-in":{{"table":1,"name":"{name}"}}}}"#);
        assert_eq!(reason(pit.told("dan", &walk_in)), Reason::KeptOut, "{name}");
        let add = format!(r#"{{"add-person":{{"name":"{name}","roles":["player"]}}}}"#);
        assert_eq!(reason(pit.told("max", &add)), Reason::NameTaken, "{name}");
    }
    for name in ["House", "MAX", "m\u{430}x"] {
        let add = format!(r#"{{"add-person":{{"name":"{name}","roles":["player"]}}}}"#);
        assert_eq!(reason(pit.told("max", &add)), Reason::NameTaken, "{name}");
    }
    // A name that waits for somebody is promised in all its looks.
    let zoe = pit.asks("max", r#"{"add-person":{"name":"zoe","roles":["dealer"]}}"#);
    let walk_in = r#"{"walk-in":{"table":1,"name":"Zoe"}}"#;
    assert_eq!(reason(pit.told("dan", walk_in)), Reason::NameTaken);
    assert_eq!(pit.floor.people, before);
    pit.does("max", &format!(r#"{{"reject":{{"request":{zoe}}}}}"#));
    pit.does("dan", walk_in);
    // Nobody is found by a name that only looks like theirs.
    let buy = r#"{"buy-in":{"player":"zoe","amount":1000}}"#;
    assert!(matches!(reason(pit.told("cas", buy)), Reason::NoSuchPerson(_)));
}

/// Who is kept out gets no limits of their own, and loses those that are there.
#[test]
fn who_is_kept_out_gets_no_limits() {
    let mut pit = Pit::open(Kind::Baceball);
    pit.sits("bob", 1);
    let own = |limit: &str| {
        format!(r#"{{"own-limit":{{"table":1,"player":"bob","on":"bet","limit":{limit}}}}}"#)
    };
    let limits = own(r#"{"min":500,"max":200000}"#);
    pit.does("sue", &limits);
    pit.does("sue", r#"{"exclude":{"name":"bob","table":1,"why":"counts cards aloud"}}"#);
    assert_eq!(reason(pit.told("sue", &limits)), Reason::KeptOut);
    pit.does("sue", &own("null"));
}

/// Nobody keeps a member of staff out: who is to go loses the roles first, which takes two.
#[test]
fn staff_are_not_kept_out_by_one_person() {
    let mut pit = Pit::unshuffled(Kind::CasinoWar);
    for name in ["max", "cas", "dan", "ivy"] {
        let act = format!(r#"{{"exclude":{{"name":"{name}","table":1,"why":"in the way"}}}}"#);
        assert_eq!(reason(pit.told("sue", &act)), Reason::OnDuty, "{name}");
    }
    let roles = r#"{"set-roles":{"name":"dan","roles":["player"]}}"#;
    assert!(matches!(pit.told("max", roles), ActResult::Waits { .. }));
}

/// Only who was there complains; staff take the complaint of anybody.
#[test]
fn complaints_come_from_the_table() {
    let mut pit = Pit::open(Kind::CasinoWar);
    pit.sits("ann", 1);
    let complain =
        |who: &str| format!(r#"{{"complain":{{"table":1,"person":"{who}","what":"too slow"}}}}"#);
    pit.does("ann", &complain("ann"));
    pit.does("ann", r#"{"leave":{"table":1,"player":"ann"}}"#);
    pit.does("ann", &complain("ann"));
    assert_eq!(reason(pit.told("bob", &complain("bob"))), Reason::WasNotThere);
    pit.does("dan", &complain("bob"));
}

/// At a virtual table nothing is drawn, and no wager is taken, before the key of the round before was shown.
#[test]
fn no_round_before_the_last_key_is_shown() {
    use croupier_floor::{Draws, commitment, hex};
    let mut pit = Pit::unshuffled(Kind::Craps);
    pit.does("sue", r#"{"open":{"table":2,"name":"two","game":"craps","setup":{"chip":100},"float":5000000,"dealing":"virtual","seats":4}}"#);
    pit.does("ann", r#"{"sit":{"table":2,"player":"ann","seat":1}}"#);
    pit.does("ann", r#"{"bring":{"table":2,"player":"ann","amount":100000}}"#);
    let step = |step: &str| format!(r#"{{"step":{{"table":2,"step":{step}}}}}"#);
    let wager = step(r#"{"wager":{"player":"ann","on":"win-line","amount":1000}}"#);
    assert_eq!(reason(pit.told("ann", &wager)), Reason::NotCommitted);
    let key = [7; 32];
    let commit = |number| {
        format!(r#"{{"commit":{{"table":2,"commitment":"{}"}}}}"#, commitment(2, number, &key))
    };
    pit.does("house", &commit(1));
    pit.does("ann", &wager);
    let table = croupier_floor::TableId(2);
    pit.does("ann", &step(r#"{"dice":{"player":"ann","does":"accept"}}"#));
    while !pit.floor.rooms[&table].table.dice().unwrap().ready {
        let what = step(r#"{"dice":{"player":"ann","does":"order","why":"no throw comes"}}"#);
        pit.does("house", &what);
    }
    let dice = Draws::new(&key, &[]).roll();
    let [first, second] = dice.faces();
    pit.does("house", &step(&format!(r#"{{"roll":[{first},{second}]}}"#)));
    if pit.floor.rooms[&table].table.expects().due == Due::Payment {
        pit.does("house", &step(r#"{"paid":true}"#));
    }
    let another = step(r#"{"wager":{"player":"ann","on":"field","amount":1000}}"#);
    assert_eq!(reason(pit.told("ann", &another)), Reason::KeyNotShown);
    assert_eq!(reason(pit.told("house", &step(r#"{"roll":[3,4]}"#))), Reason::KeyNotShown);
    pit.does("house", &format!(r#"{{"reveal":{{"table":2,"key":"{}"}}}}"#, hex(&key)));
    assert_eq!(reason(pit.told("ann", &another)), Reason::NotCommitted);
    pit.does("house", &commit(2));
    pit.does("ann", &another);
}

/// A meter is set by two people, and not while wagers for it are in play.
#[test]
fn a_meter_is_adjusted_by_two_and_between_rounds() {
    let mut pit = Pit::with_pool(THIRDS);
    let set = |before: u64| {
        format!(
            r#"{{"adjust-meter":{{"pool":1,"level":"minor","before":{before},"after":3000000,"why":"test","reference":"L&GA 3"}}}}"#
        )
    };
    pit.plays(1, "ann", 1);
    let before = pit.readings(1);
    assert_eq!(reason(pit.told("max", &set(before[1]))), Reason::JackpotWagersStand);
    assert_eq!(pit.readings(1), before);
    pit.collect(1);
    pit.deals_nothing(1);
    pit.settles(1);
    let now = pit.readings(1)[1];
    let request = pit.asks("max", &set(now));
    let approve = format!(r#"{{"approve":{{"request":{request}}}}}"#);
    assert_eq!(reason(pit.told("max", &approve)), Reason::NeedsAnother);
    assert_eq!(pit.readings(1)[1], now);
    pit.does("mia", &approve);
    assert_eq!(pit.readings(1)[1], 3_000_000);
}
