//! Four eyes are two people: staff is made, reset and given roles by two, who are not one and the same; and how a
//! house begins.

use crate::support;

use crate::support::{MINUTE, Pit};
use croupier_engine::Kind;
use croupier_floor::{Act, ActResult, Denied, Floor, Reason, Role};

const DAY: u64 = 24 * 60 * MINUTE;
const MINT: &str = r#"{"mint":{"amount":1000}}"#;

fn reason(verdict: ActResult) -> Reason {
    match verdict {
        ActResult::Denied(Denied { reason, clause: None }) => reason,
        other => panic!("{other:?}"),
    }
}

fn add(name: &str, role: &str) -> String {
    format!(r#"{{"add-person":{{"name":"{name}","roles":["{role}"],"password":"hash"}}}}"#)
}

fn reset(name: &str) -> String {
    format!(r#"{{"set-password":{{"name":"{name}","password":"other"}}}}"#)
}

fn roles(name: &str, role: &str) -> String {
    format!(r#"{{"set-roles":{{"name":"{name}","roles":["{role}"]}}}}"#)
}

fn approve(request: u32) -> String {
    format!(r#"{{"approve":{{"request":{request}}}}}"#)
}

/// Somebody asks for chips, and another agrees: what became of that.
fn mint(pit: &mut Pit, asks: &str, agrees: &str) -> ActResult {
    let request = pit.asks(asks, MINT);
    let verdict = pit.told(agrees, &approve(request));
    if verdict != ActResult::Done {
        pit.does(asks, &format!(r#"{{"reject":{{"request":{request}}}}}"#));
    }
    verdict
}

/// Says until when two count as one, who may agree instead being as for chips.
fn until(verdict: ActResult) -> u64 {
    match reason(verdict) {
        Reason::NotTwoPeople { until, second } => {
            assert_eq!(second, [Role::Manager, Role::Cashier]);
            until
        }
        other => panic!("{other:?}"),
    }
}

/// What one manager asks for about staff is not there until another has agreed; a player takes one manager.
#[test]
fn staff_takes_two_managers() {
    let mut pit = Pit::unshuffled(Kind::CasinoWar);
    for role in [
        "dealer",
        "boxperson",
        "stickperson",
        "supervisor",
        "manager",
        "cashier",
        "surveillance",
        "inspector",
    ] {
        let before = pit.floor.people.clone();
        let request = pit.asks("max", &add("zoe", role));
        assert_eq!(pit.floor.people, before, "{role}");
        assert_eq!(reason(pit.told("max", &approve(request))), Reason::NeedsAnother);
        assert_eq!(reason(pit.told("sue", &approve(request))), Reason::NeedsAnother);
        // The name is promised: nobody else gets it in the meantime.
        assert_eq!(reason(pit.told("max", &add("zoe", "player"))), Reason::NameTaken);
        let walk_in = r#"{"walk-in":{"table":1,"name":"zoe"}}"#;
        assert_eq!(reason(pit.told("dan", walk_in)), Reason::NameTaken);
        pit.does("mia", &format!(r#"{{"reject":{{"request":{request}}}}}"#));
    }
    pit.two(&add("zoe", "dealer"));
    let zoe = pit.floor.people.find("zoe").unwrap();
    assert_eq!(pit.floor.people.get(zoe).unwrap().password.as_deref(), Some("hash"));
    // What cannot be done is denied before anybody is asked.
    assert_eq!(reason(pit.told("max", &add("zoe", "dealer"))), Reason::NameTaken);
    assert!(matches!(reason(pit.told("max", &reset("eve"))), Reason::NoSuchPerson(_)));
    assert!(matches!(reason(pit.told("max", &roles("eve", "dealer"))), Reason::NoSuchPerson(_)));
    pit.does("max", &add("pat", "player"));
    // Nobody sets the password of another alone, not even of a player, and everybody the own.
    let request = pit.asks("max", &reset("pat"));
    assert!(matches!(reason(pit.told("sue", &reset("pat"))), Reason::NotInRoles { .. }));
    pit.does("mia", &approve(request));
    pit.does("max", &reset("max"));
    pit.does("dan", &reset("dan"));
    assert!(pit.floor.requests.is_empty());
}

/// Who was made by two is a person to both of them.
#[test]
fn who_was_made_by_two_is_another() {
    let mut pit = Pit::unshuffled(Kind::CasinoWar);
    pit.two(&add("meg", "manager"));
    for (asks, agrees) in [("max", "meg"), ("mia", "meg"), ("meg", "max"), ("meg", "mia")] {
        assert_eq!(mint(&mut pit, asks, agrees), ActResult::Done, "{asks} {agrees}");
    }
}

/// A manager whose password was set by the other, with nobody else's consent, is not another for a day.
#[test]
fn who_was_reset_by_one_is_not_another() {
    let mut pit = Pit::unshuffled(Kind::CasinoWar);
    let request = pit.asks("max", &reset("mia"));
    let at = pit.now;
    pit.does("mia", &approve(request));
    for (asks, agrees) in [("max", "mia"), ("mia", "max")] {
        assert_eq!(until(mint(&mut pit, asks, agrees)), at + DAY);
    }
    // Anybody else with the right agrees, and to say no takes no second person.
    assert_eq!(mint(&mut pit, "max", "cas"), ActResult::Done);
    let request = pit.asks("max", MINT);
    pit.does("mia", &format!(r#"{{"reject":{{"request":{request}}}}}"#));
    // The same holds for everything that takes two.
    for act in [add("zoe", "dealer"), reset("dan"), roles("dan", "cashier")] {
        let request = pit.asks("max", &act);
        let denied = reason(pit.told("mia", &approve(request)));
        assert!(matches!(denied, Reason::NotTwoPeople { .. }), "{act}: {denied:?}");
    }
    pit.now = at + DAY - 1;
    until(mint(&mut pit, "max", "mia"));
    pit.now = at + DAY;
    assert_eq!(mint(&mut pit, "max", "mia"), ActResult::Done);
}

/// A player's account that one manager has made stays in that hand for a day, whatever roles it is given by two.
#[test]
fn who_was_made_by_one_is_not_another() {
    let mut pit = Pit::unshuffled(Kind::CasinoWar);
    let at = pit.now;
    pit.does("max", &add("pat", "player"));
    pit.now += MINUTE;
    pit.does("max", &add("pia", "player"));
    pit.two(&roles("pat", "manager"));
    pit.two(&roles("pia", "cashier"));
    assert_eq!(until(mint(&mut pit, "max", "pat")), at + DAY);
    assert_eq!(until(mint(&mut pit, "pat", "max")), at + DAY);
    assert_eq!(until(mint(&mut pit, "max", "pia")), at + MINUTE + DAY);
    // Two accounts of one hand are one, too, until the first of them is free.
    assert_eq!(until(mint(&mut pit, "pat", "pia")), at + DAY);
    assert_eq!(mint(&mut pit, "mia", "pat"), ActResult::Done);
    assert_eq!(mint(&mut pit, "pat", "cas"), ActResult::Done);
    pit.now = at + DAY;
    assert_eq!(mint(&mut pit, "pat", "pia"), ActResult::Done);
    assert_eq!(until(mint(&mut pit, "max", "pia")), at + MINUTE + DAY);
}

/// Two supervisors who put the clock on by a day set nobody free of who made them.
#[test]
fn the_clock_sets_nobody_free() {
    for by in [DAY.cast_signed(), -DAY.cast_signed()] {
        let mut pit = Pit::unshuffled(Kind::CasinoWar);
        pit.now += 2 * DAY;
        let at = pit.now;
        pit.does("max", &add("pat", "player"));
        pit.two(&roles("pat", "cashier"));
        assert_eq!(until(mint(&mut pit, "max", "pat")), at + DAY);
        let request = pit.asks("sue", &format!(r#"{{"set-clock":{{"by":{by}}}}}"#));
        pit.does("mia", &approve(request));
        pit.now = pit.now.saturating_add_signed(by);
        let ends = (at + DAY).saturating_add_signed(by);
        assert_eq!(until(mint(&mut pit, "max", "pat")), ends);
        pit.now = ends;
        assert_eq!(mint(&mut pit, "max", "pat"), ActResult::Done);
    }
}

/// A dealer's question is answered by whoever could decide without it, also by who made the dealer.
#[test]
fn a_question_takes_no_second_person() {
    let mut pit = Pit::open(Kind::Baceball);
    pit.does("max", &add("pat", "player"));
    pit.two(&roles("pat", "dealer"));
    let verify = r#"{"step":{"table":1,"step":{"irregular":{"what":"verify"}}}}"#;
    let request = pit.asks("pat", verify);
    pit.does("max", &approve(request));
}

/// The second pair of eyes on a prize is a second person's: not that of an account which the same manager has made.
#[test]
fn a_prize_takes_two_people() {
    let mut pit = Pit::with_pool(support::pools::THIRDS);
    let at = pit.now;
    for (name, role) in [("pat", "dealer"), ("pia", "supervisor")] {
        pit.does("max", &add(name, "player"));
        pit.two(&roles(name, role));
    }
    for player in ["ann", "bob"] {
        pit.plays(1, player, if player == "ann" { 1 } else { 2 });
    }
    pit.collect(1);
    let hands = [(1, support::pools::MINOR), (2, support::pools::MINOR)];
    pit.deals(1, &hands);
    pit.does("pia", r#"{"verify-award":{"table":1,"award":1}}"#);
    let paid = r#"{"step":{"table":1,"step":{"paid":true}}}"#;
    let of_ann = r#"{"step":{"table":1,"step":{"paid":{"player":"ann","area":1,"on":"jackpot"}}}}"#;
    for act in [paid, of_ann] {
        let denied = reason(pit.told("pat", act));
        let second = vec![Role::Dealer];
        assert_eq!(denied, Reason::NotTwoPeople { until: at + DAY, second }, "{act}");
    }
    // Anybody else pays, and after a day so does the other account.
    let mut other = Pit { floor: pit.floor.clone(), now: pit.now, events: Vec::new() };
    other.does("dan", paid);
    pit.now = at + DAY;
    pit.does("pat", paid);
}

fn told(floor: &mut Floor, who: &str, act: &str) -> ActResult {
    let act = Act::parse(act.as_bytes()).expect("the tests write acts");
    floor.act(1, who, &act).verdict
}

fn found(one: &str, other: &str) -> String {
    let founder = |name: &str| format!(r#"{{"name":"{name}","password":"hash of {name}"}}"#);
    format!(r#"{{"found":{{"managers":[{},{}]}}}}"#, founder(one), founder(other))
}

/// The program founds a house with two managers, in one act and once; from then on the rule binds.
#[test]
fn a_house_is_founded_by_two() {
    let mut floor = Floor::default();
    assert_eq!(reason(told(&mut floor, "house", &found("max", "max"))), Reason::NameTaken);
    assert_eq!(reason(told(&mut floor, "house", &found("max", "m x"))), Reason::BadName);
    assert!(matches!(reason(told(&mut floor, "max", &found("max", "mia"))), Reason::Stranger(_)));
    assert_eq!(floor.people.iter().count(), 1, "nobody but the program");
    assert_eq!(told(&mut floor, "house", &found("max", "mia")), ActResult::Done);
    let is_manager = |name| floor.people.is(floor.people.find(name).unwrap(), Role::Manager);
    assert!(is_manager("max") && is_manager("mia"));
    assert_eq!(reason(told(&mut floor, "house", &found("eve", "eva"))), Reason::IsFounded);
    assert!(matches!(reason(told(&mut floor, "eve", &add("eve", "manager"))), Reason::Stranger(_)));
    let own = reason(told(&mut floor, "house", &add("eve", "dealer")));
    assert!(matches!(own, Reason::NotInRoles { .. }), "{own:?}");
    assert!(matches!(told(&mut floor, "max", &add("sue", "dealer")), ActResult::Waits { .. }));
    assert_eq!(told(&mut floor, "mia", &approve(1)), ActResult::Done);
    for alone in
        [r#"{"found":{"managers":[{"name":"a","password":null}]}}"#, r#"{"found":{"managers":[]}}"#]
    {
        assert!(Act::parse(alone.as_bytes()).is_err(), "{alone}");
    }
}

/// A script opens a house with one manager who adds the others; the first thing that is done besides ends that.
#[test]
fn a_house_is_open_when_something_is_done_there() {
    let opened = || {
        let mut floor = Floor::default();
        for (name, role) in [("max", "manager"), ("mia", "manager"), ("cas", "cashier")] {
            assert_eq!(told(&mut floor, "max", &add(name, role)), ActResult::Done);
        }
        floor
    };
    let mut floor = opened();
    // What is denied does not count, whoever tries it.
    assert!(matches!(reason(told(&mut floor, "mia", &add("cas", "dealer"))), Reason::NameTaken));
    assert_eq!(told(&mut floor, "max", &add("sue", "supervisor")), ActResult::Done);
    for (who, act) in [
        ("max", MINT.to_owned()),
        ("mia", add("pat", "player")),
        ("mia", add("sid", "supervisor")),
        ("house", r#"{"sign-in":{"name":"max","granted":true}}"#.to_owned()),
        ("house", r#"{"guest":{"name":"gus"}}"#.to_owned()),
        ("max", reset("max")),
    ] {
        let mut floor = opened();
        assert!(!matches!(told(&mut floor, who, &act), ActResult::Denied(_)), "{who}: {act}");
        let late = told(&mut floor, "max", &add("dan", "dealer"));
        assert!(matches!(late, ActResult::Waits { .. }), "{who}: {act}: {late:?}");
        // Those who were there when it opened count as two.
        let ActResult::Waits { request } = told(&mut floor, "max", MINT) else { panic!("{act}") };
        assert_eq!(told(&mut floor, "cas", &approve(request)), ActResult::Done, "{act}");
    }
}
