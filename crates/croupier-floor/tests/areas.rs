//! Areas that are given up, tables that close, people who are kept out, and how many seats a table has.

use crate::support::{MINUTE, Pit, TABLE};
use croupier_engine::Kind;

/// Bob plays on areas 1 to 7 from seat 1, and nobody else has a place.
fn crowded(kind: Kind) -> Pit {
    let mut pit = Pit::open(kind);
    let on = kind.layouts()[0].name;
    pit.sits("bob", 1);
    let count = kind.house().areas.unwrap().count;
    for area in 1..=count {
        pit.does("bob", &Pit::wager("bob", area, on, 1000));
    }
    pit
}

fn give_up(player: &str, area: u8, to: &str) -> String {
    format!(r#"{{"give-up":{{"table":1,"player":"{player}","area":{area},"to":"{to}"}}}}"#)
}

/// 5.6, 5.6.1, 5.7: after the round the area is the newcomer's, until the newcomer leaves.
#[test]
fn a_given_up_area_is_the_newcomers() {
    for (kind, clause) in
        [(Kind::Baceball, "5.6"), (Kind::CasinoWar, "5.6.1"), (Kind::LuckyDrawBaccarat, "5.7")]
    {
        let (mut pit, on) = (crowded(kind), kind.layouts()[0].name);
        pit.sits("ann", 2);
        pit.does("sue", &give_up("bob", 2, "ann"));
        pit.denied("sue", &give_up("bob", 2, "ann"), clause);
        // In this round the area is still bob's.
        pit.does("bob", &Pit::wager("bob", 2, on, 500));
        pit.does("sue", r#"{"step":{"table":1,"step":{"void":{"why":"the alarm rang"}}}}"#);
        pit.denied("bob", &Pit::wager("bob", 2, on, 1000), clause);
        pit.does("cyd", r#"{"bring":{"table":1,"player":"cyd","amount":10000}}"#);
        pit.denied("cyd", &Pit::wager("cyd", 2, on, 1000), clause);
        pit.does("bob", &Pit::wager("bob", 1, on, 1000));
        pit.does("ann", &Pit::wager("ann", 2, on, 1000));
        pit.does("sue", r#"{"step":{"table":1,"step":{"void":{"why":"the alarm rang"}}}}"#);
        pit.denied("bob", &Pit::wager("bob", 2, on, 1000), clause);
        pit.does("ann", r#"{"leave":{"table":1,"player":"ann"}}"#);
        pit.does("bob", &Pit::wager("bob", 2, on, 1000));
    }
}

/// It takes somebody on several areas, a newcomer, and a table that has no place for the newcomer.
#[test]
fn nobody_gives_up_without_need() {
    let mut pit = Pit::open(Kind::Baceball);
    pit.sits("bob", 1);
    pit.does("bob", &Pit::wager("bob", 1, "bet", 1000));
    pit.denied("sue", &give_up("bob", 1, "ann"), "5.6");
    for area in 2..=6 {
        pit.does("bob", &Pit::wager("bob", area, "bet", 1000));
    }
    pit.denied("sue", &give_up("bob", 2, "ann"), "5.6");
    pit.denied("sue", &give_up("bob", 2, "bob"), "5.6");
    pit.denied("sue", &give_up("bob", 2, "dan"), "");
    pit.does("bob", &Pit::wager("bob", 7, "bet", 1000));
    pit.not_in_roles("dan", &give_up("bob", 2, "ann"), "5.6");
    // Seats are free, but their areas are not: ann finds no place.
    pit.does("sue", &give_up("bob", 2, "ann"));
    pit.denied("sue", &give_up("bob", 3, "ann"), "5.6");
    pit.does("sue", &give_up("bob", 3, "cyd"));
}

/// 5.8, 5.9: an area that is kept for one player is not given up.
#[test]
fn a_reserved_area_is_not_given_up() {
    for (kind, clause) in [(Kind::Baceball, "5.8"), (Kind::CasinoWar, "5.9")] {
        let mut pit = crowded(kind);
        let reserve = r#"{"step":{"table":1,"step":{"reserve":{"player":"bob","areas":[2]}}}}"#;
        pit.does("sue", reserve);
        pit.denied("sue", &give_up("bob", 2, "ann"), clause);
        pit.does("sue", &give_up("bob", 3, "ann"));
    }
}

/// Three Card Baccarat 5.7: up to three share an area; only who gave it up has lost it.
#[test]
fn a_shared_area_stays_open_to_others() {
    let mut pit = Pit::open(Kind::ThreeCardBaccarat);
    pit.sits("bob", 1);
    pit.sits("cyd", 2);
    for area in 1..=7 {
        for player in ["bob", "cyd"] {
            pit.does(player, &Pit::wager(player, area, "player", 1000));
        }
    }
    pit.denied("sue", &give_up("bob", 3, "ann"), "5.7");
    pit.does("dee", r#"{"bring":{"table":1,"player":"dee","amount":100000}}"#);
    for area in 1..=7 {
        pit.does("dee", &Pit::wager("dee", area, "player", 1000));
    }
    pit.does("sue", &give_up("bob", 3, "ann"));
    pit.does("sue", r#"{"step":{"table":1,"step":{"void":{"why":"the alarm rang"}}}}"#);
    pit.denied("bob", &Pit::wager("bob", 3, "player", 1000), "5.7");
    pit.does("cyd", &Pit::wager("cyd", 3, "player", 1000));
}

/// 14.8 and sisters: twenty minutes where players are present; at once when they have all left.
#[test]
fn an_emptied_table_closes_at_once() {
    let mut pit = Pit::open(Kind::CasinoWar);
    pit.sits("ann", 1);
    pit.does("ann", &Pit::wager("ann", 1, "initial", 1000));
    for card in ["2C", "3C"] {
        pit.does("dan", &format!(r#"{{"step":{{"table":1,"step":{{"card":"{card}"}}}}}}"#));
    }
    pit.denied("sue", r#"{"close":{"table":1}}"#, "13.8");
    pit.pays();
    pit.denied("sue", r#"{"close":{"table":1}}"#, "13.8");
    pit.does("ann", r#"{"leave":{"table":1,"player":"ann"}}"#);
    pit.does("sue", r#"{"close":{"table":1}}"#);
    assert!(!pit.floor.rooms.contains_key(&TABLE));
}

/// The sign of a closing can be taken down; a new one stands for twenty minutes again.
#[test]
fn a_closing_can_be_withdrawn() {
    let mut pit = Pit::open(Kind::CasinoWar);
    let withdraw = r#"{"withdraw-closing":{"table":1}}"#;
    pit.sits("ann", 1);
    pit.denied("sue", withdraw, "13.8");
    pit.does("sue", r#"{"announce-closing":{"table":1}}"#);
    pit.waits(20 * MINUTE);
    pit.denied("bob", r#"{"sit":{"table":1,"player":"bob","seat":2}}"#, "13.8");
    pit.not_in_roles("dan", withdraw, "13.8");
    pit.does("sue", withdraw);
    pit.denied("sue", r#"{"close":{"table":1}}"#, "13.8");
    pit.does("bob", r#"{"sit":{"table":1,"player":"bob","seat":2}}"#);
    pit.does("sue", r#"{"announce-closing":{"table":1}}"#);
    pit.waits(20 * MINUTE - 1);
    pit.denied("sue", r#"{"close":{"table":1}}"#, "13.8");
    pit.waits(1);
    pit.does("sue", r#"{"close":{"table":1}}"#);
}

/// bACEball 2.1: seven seats, no more and no fewer.
#[test]
fn a_baceball_table_has_seven_seats() {
    let mut pit = Pit::open(Kind::Baceball);
    for (table, seats) in [(2, 3), (2, 6), (2, 8)] {
        let open = format!(
            r#"{{"open":{{"table":{table},"name":"two","game":"baceball","setup":{{}},"float":100,"dealing":"physical","seats":{seats}}}}}"#
        );
        pit.denied("sue", &open, "2.1");
    }
}

/// 14.3.3 and sisters: who is kept out is neither seated nor served, by nobody; cashing out and leaving remain.
#[test]
fn an_excluded_person_is_not_served() {
    for kind in [Kind::Baceball, Kind::CasinoWar, Kind::Craps] {
        let clause = kind.house().pit.exclude.unwrap().0;
        let mut pit = Pit::open(kind);
        pit.sits("bob", 2);
        pit.does("sue", r#"{"exclude":{"table":1,"name":"bob","why":"a device"}}"#);
        let leave = pit.floor.tasks.iter().filter(|task| task.clause.as_deref() == Some(clause));
        assert_eq!(leave.count(), 1, "the dealer is told");
        pit.denied("dan", r#"{"bring":{"table":1,"player":"bob","amount":1000}}"#, clause);
        pit.denied("dan", r#"{"drop":{"table":1,"player":"bob","amount":1000}}"#, clause);
        pit.denied("cas", r#"{"buy-in":{"player":"bob","amount":1000}}"#, "");
        pit.denied("bob", r#"{"bring":{"table":1,"player":"bob","amount":1000}}"#, clause);
        pit.denied("dan", &Pit::wager("bob", 2, kind.layouts()[0].name, 1000), clause);
        pit.does("bob", r#"{"leave":{"table":1,"player":"bob"}}"#);
        assert!(!pit.floor.tasks.iter().any(|task| task.clause.as_deref() == Some(clause)));
        pit.denied("dan", r#"{"sit":{"table":1,"player":"bob","seat":2}}"#, clause);
        pit.does("cas", r#"{"cash-out":{"player":"bob","amount":1000}}"#);
        let voucher = r#"{"issue-voucher":{"number":7,"amount":1000,"games":["craps"],"expires":9999999999999,"player":"bob","conditions":""}}"#;
        pit.denied("max", voucher, "");
    }
}

/// 14.3.2 and sisters: who is barred from a game is not served at its tables, but elsewhere.
#[test]
fn a_barred_person_is_served_elsewhere() {
    let mut pit = Pit::open(Kind::CasinoWar);
    pit.does("sue", r#"{"bar":{"table":1,"name":"bob","why":"advice"}}"#);
    pit.denied("dan", r#"{"sit":{"table":1,"player":"bob","seat":2}}"#, "13.3.2");
    pit.denied("dan", r#"{"bring":{"table":1,"player":"bob","amount":1000}}"#, "13.3.2");
    pit.denied("dan", r#"{"drop":{"table":1,"player":"bob","amount":1000}}"#, "13.3.2");
    pit.does("cas", r#"{"buy-in":{"player":"bob","amount":1000}}"#);
    pit.does("sue", r#"{"open":{"table":2,"name":"two","game":"craps","setup":{"chip":100},"float":100000,"dealing":"physical","seats":7}}"#);
    pit.does("dan", r#"{"sit":{"table":2,"player":"bob","seat":2}}"#);
}
