//! The sign of a table: who is spared a higher minimum and for how long, limits of a player's own, and what no sign
//! can be put up for.

use crate::support::{MINUTE, Pit, TABLE};
use croupier_engine::{Kind, WagerId};
use croupier_floor::ToDo;

fn limit(min: u64, max: u64, spare: bool) -> String {
    format!(
        r#"{{"limit":{{"table":1,"on":"bet","limit":{{"min":{min},"max":{max}}},"spare":{spare}}}}}"#
    )
}

/// Returns what holds for a player on the first wager: least and most.
fn holds(pit: &Pit, player: &str) -> (u64, u64) {
    let player = pit.floor.people.find(player).unwrap();
    let limit = pit.floor.rooms[&TABLE].table.rules().limit_of(player, WagerId(0));
    (limit.min.0, limit.max.0)
}

/// bACEball 6.5.1, 6.5.2, 6.5.4: who is spared keeps the old minimum through any number of raises.
#[test]
fn a_spared_minimum_outlives_further_raises() {
    let mut pit = Pit::open(Kind::Baceball);
    pit.sits("bob", 2);
    pit.does("sue", &limit(1000, 100_000, true));
    assert_eq!(holds(&pit, "bob"), (500, 100_000));
    pit.sits("ann", 1);
    pit.denied("ann", &Pit::wager("ann", 1, "bet", 500), "6.1");
    pit.does("sue", &limit(2000, 100_000, true));
    assert_eq!(holds(&pit, "bob"), (500, 100_000));
    assert_eq!(holds(&pit, "ann"), (1000, 100_000));
    pit.does("bob", &Pit::wager("bob", 2, "bet", 500));
}

/// 6.5.2: it takes an own notice of twenty minutes to end the sparing, and 19 are too few.
#[test]
fn an_own_notice_ends_the_sparing() {
    let mut pit = Pit::open(Kind::Baceball);
    pit.sits("bob", 2);
    pit.does("sue", &limit(1000, 100_000, true));
    pit.does("sue", &limit(2000, 100_000, false));
    pit.waits(20 * MINUTE);
    assert_eq!(holds(&pit, "bob"), (500, 100_000), "the sign of the table is no notice to bob");
    assert_eq!(holds(&pit, "ann"), (2000, 100_000));
    pit.does("sue", r#"{"end-sparing":{"table":1,"on":"bet"}}"#);
    pit.waits(20 * MINUTE - 1);
    pit.does("bob", &Pit::wager("bob", 2, "bet", 500));
    pit.does(
        "bob",
        r#"{"step":{"table":1,"step":{"withdraw":{"player":"bob","area":2,"on":"bet"}}}}"#,
    );
    pit.waits(1);
    assert_eq!(holds(&pit, "bob"), (2000, 100_000));
    pit.denied("bob", &Pit::wager("bob", 2, "bet", 500), "6.1");
    pit.denied("sue", r#"{"end-sparing":{"table":1,"on":"bet"}}"#, "6.5.2");
}

/// Where the sign asks for no more than what a player keeps, it holds for the player as for all.
#[test]
fn a_lower_sign_ends_the_sparing() {
    let mut pit = Pit::open(Kind::Baceball);
    pit.sits("bob", 2);
    pit.does("sue", &limit(1000, 100_000, true));
    pit.does("sue", &limit(300, 100_000, false));
    assert_eq!(holds(&pit, "bob"), (300, 100_000));
    pit.does("bob", &Pit::wager("bob", 2, "bet", 300));
    let bob = pit.floor.people.find("bob").unwrap();
    assert_eq!(pit.floor.rooms[&TABLE].own_signs(bob), []);
    assert_eq!(pit.floor.rooms[&TABLE].old_limits(WagerId(0)), []);
}

/// 6.5.3: the sign shows old and new limits side by side while both are in force.
#[test]
fn old_limits_are_shown_while_somebody_plays_by_them() {
    let mut pit = Pit::open(Kind::Baceball);
    pit.sits("bob", 2);
    pit.does("sue", &limit(1000, 100_000, true));
    pit.sits("ann", 1);
    pit.does("sue", &limit(2000, 100_000, true));
    let old = pit.floor.rooms[&TABLE].old_limits(WagerId(0));
    let old: Vec<_> = old.iter().map(|(limit, clause)| (limit.min.0, clause.0)).collect();
    assert_eq!(old, [(500, "6.5.3"), (1000, "6.5.3")]);
    pit.does("bob", r#"{"leave":{"table":1,"player":"bob"}}"#);
    let old = pit.floor.rooms[&TABLE].old_limits(WagerId(0));
    assert_eq!(old.len(), 1, "who leaves is spared no longer");
}

/// 6.6: above the maximum, and nothing else; a raise does not take it away, leaving does.
#[test]
fn own_limits_go_above_the_maximum() {
    let mut pit = Pit::open(Kind::Baceball);
    pit.sits("bob", 2);
    let own = |limit: &str| {
        format!(r#"{{"own-limit":{{"table":1,"player":"bob","on":"bet","limit":{limit}}}}}"#)
    };
    pit.denied("sue", &own(r#"{"min":500,"max":100000}"#), "6.6");
    pit.denied("sue", &own(r#"{"min":500,"max":50000}"#), "6.6");
    pit.denied("sue", &own(r#"{"min":400,"max":200000}"#), "6.6");
    pit.denied("sue", &own("null"), "6.6");
    pit.not_in_roles("dan", &own(r#"{"min":500,"max":200000}"#), "6.6");
    pit.does("sue", &own(r#"{"min":1000,"max":200000}"#));
    assert_eq!(pit.open_tasks(|task| matches!(task, ToDo::PutOwnSign { .. })), [(7, "6.6".into())]);
    assert_eq!(holds(&pit, "bob"), (500, 100_000), "no sign lies there yet");
    pit.does("dan", r#"{"task-done":{"table":1,"task":7}}"#);
    assert_eq!(holds(&pit, "bob"), (1000, 200_000));
    pit.does("sue", &limit(2000, 100_000, true));
    assert_eq!(holds(&pit, "bob"), (1000, 200_000));
    pit.does("sue", &limit(3000, 100_000, true));
    assert_eq!(holds(&pit, "bob"), (1000, 200_000));
    pit.does("bob", r#"{"leave":{"table":1,"player":"bob"}}"#);
    pit.sits("bob", 2);
    assert_eq!(holds(&pit, "bob"), (3000, 100_000));
}

/// A raise after notice reaches who has limits of their own, but leaves the higher maximum.
#[test]
fn own_limits_follow_a_minimum_after_notice() {
    let mut pit = Pit::open(Kind::Baceball);
    pit.sits("bob", 2);
    pit.does(
        "sue",
        r#"{"own-limit":{"table":1,"player":"bob","on":"bet","limit":{"min":500,"max":200000}}}"#,
    );
    pit.does("dan", r#"{"task-done":{"table":1,"task":7}}"#);
    pit.does("sue", &limit(2000, 100_000, false));
    pit.waits(20 * MINUTE);
    assert_eq!(holds(&pit, "bob"), (2000, 200_000));
    pit.does("sue", r#"{"own-limit":{"table":1,"player":"bob","on":"bet","limit":null}}"#);
    assert_eq!(holds(&pit, "bob"), (2000, 100_000));
}

/// 11.4, craps 6.1.5.1, war 5.7, lucky draw 5.2: a wager with a price or a measure of its own has no sign.
#[test]
fn some_wagers_have_no_sign() {
    for (kind, on, clause) in [
        (Kind::Baceball, "jackpot", "11.4"),
        (Kind::Craps, "behind-win-line", "6.1.5.1"),
        (Kind::Craps, "behind-dont-win", "6.1.6.1"),
        (Kind::Craps, "behind-come", "6.1.7.1"),
        (Kind::Craps, "behind-dont-come", "6.1.8.1"),
        (Kind::CasinoWar, "war", "5.7"),
        (Kind::LuckyDrawBaccarat, "draw", "5.2"),
    ] {
        let mut pit = Pit::open(kind);
        for limits in [
            format!(r#"{{"limit":{{"table":1,"on":"{on}","limit":{{"min":100,"max":20000}}}}}}"#),
            format!(r#"{{"limits":{{"table":1,"limits":{{"{on}":{{"min":100,"max":20000}}}}}}}}"#),
        ] {
            pit.denied("sue", &limits, clause);
        }
    }
}

/// One act changes all limits of a table, or none of them.
#[test]
fn several_limits_change_together() {
    let mut pit = Pit::open(Kind::Craps);
    pit.denied(
        "sue",
        r#"{"limits":{"table":1,"limits":{"win-line":{"min":500,"max":20000},"field":{"min":150,"max":20000}}}}"#,
        "7.1",
    );
    pit.denied("sue", r#"{"limits":{"table":1,"limits":{}}}"#, "7.1");
    let field = r#"{"limits":{"table":1,"limits":{"field":{"min":100,"max":20000}}}}"#;
    pit.not_in_roles("dan", field, "7.5");
    pit.does(
        "sue",
        r#"{"limits":{"table":1,"limits":{"win-line":{"min":500,"max":20000},"come":{"min":0,"max":30000}}}}"#,
    );
    let rules = pit.floor.rooms[&TABLE].table.rules();
    assert_eq!(rules.limit(WagerId(0)).max.0, 20_000);
    assert_eq!(rules.limit(Kind::Craps.wager("come").unwrap()).max.0, 30_000);
    pit.denied(
        "sue",
        r#"{"limits":{"table":1,"limits":{"win-line":{"min":1000,"max":20000}},"spare":true}}"#,
        "7.5",
    );
}

/// A sign without a unit means a chip, and no sign says what chips cannot make.
#[test]
fn signs_are_in_whole_chips() {
    let mut pit = Pit::open(Kind::Baceball);
    for bad in [
        r#"{"min":550,"max":100000}"#,
        r#"{"min":500,"max":100050}"#,
        r#"{"min":500,"max":100000,"unit":1}"#,
        r#"{"min":500,"max":100000,"unit":150}"#,
        r#"{"min":500,"max":100000,"unit":0}"#,
    ] {
        let act = format!(r#"{{"limit":{{"table":1,"on":"bet","limit":{bad}}}}}"#);
        pit.denied("sue", &act, "6.1");
    }
    pit.does("sue", &limit(500, 50_000, false));
    assert_eq!(pit.floor.rooms[&TABLE].table.rules().limit(WagerId(0)).unit.0, 100);
    pit.does(
        "sue",
        r#"{"limit":{"table":1,"on":"bet","limit":{"min":500,"max":50000,"unit":500}}}"#,
    );
    assert_eq!(pit.floor.rooms[&TABLE].table.rules().limit(WagerId(0)).unit.0, 500);
}

/// A limit that is changed while a round is on takes effect with the next one, spared players included.
#[test]
fn a_sign_waits_for_the_end_of_the_round() {
    let mut pit = Pit::open(Kind::Baceball);
    pit.sits("bob", 2);
    pit.does("bob", &Pit::wager("bob", 2, "bet", 500));
    pit.does("dan", r#"{"step":{"table":1,"step":{"close":true}}}"#);
    pit.does("sue", &limit(1000, 100_000, true));
    assert_eq!(holds(&pit, "ann"), (500, 100_000));
    pit.does("sue", r#"{"step":{"table":1,"step":{"void":{"why":"the alarm rang"}}}}"#);
    assert_eq!(holds(&pit, "ann"), (1000, 100_000));
    assert_eq!(holds(&pit, "bob"), (500, 100_000));
}

/// The server wakes a table when its next sign takes effect.
#[test]
fn a_table_says_when_its_next_sign_takes_effect() {
    let mut pit = Pit::open(Kind::Baceball);
    let next = |pit: &Pit| pit.floor.rooms[&TABLE].next_sign();
    assert_eq!(next(&pit), None);
    pit.sits("bob", 2);
    let (first, second) = (pit.now + 20 * MINUTE, pit.now + 25 * MINUTE);
    pit.does("sue", &limit(1000, 100_000, false));
    assert_eq!(next(&pit), Some(first));
    pit.now += 5 * MINUTE;
    pit.does("sue", &limit(2000, 100_000, false));
    assert_eq!(next(&pit), Some(first));
    pit.now = first;
    pit.does("bob", &Pit::wager("bob", 2, "bet", 1000));
    assert_eq!(next(&pit), Some(second));
}
