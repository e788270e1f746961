//! The time of the floor put right by two people, after a clock was wrong by an hour or 400 days in either direction.

use crate::support::{MINUTE, Pit, TABLE};
use croupier_engine::{Kind, WagerId};
use croupier_floor::{ActResult, Denied, Event, Reason};

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;
/// The right time when it begins.
const RIGHT: u64 = 1_800_000_000_000;

fn asks(pit: &mut Pit, who: &str, act: &str) -> u32 {
    match pit.told(who, act) {
        ActResult::Waits { request } => request,
        other => panic!("{who}: {act}: {other:?}"),
    }
}

fn reason(verdict: ActResult) -> Reason {
    match verdict {
        ActResult::Denied(Denied { reason, .. }) => reason,
        other => panic!("{other:?}"),
    }
}

fn approve(request: u32) -> String {
    format!(r#"{{"approve":{{"request":{request}}}}}"#)
}

fn set_clock(by: i64) -> String {
    format!(r#"{{"set-clock":{{"by":{by}}}}}"#)
}

fn least(pit: &Pit) -> u64 {
    pit.floor.rooms[&TABLE].table.rules().limit(WagerId(0)).min.0
}

/// Returns for how long each task is open that was made since the clock is wrong.
fn ages(pit: &Pit) -> Vec<u64> {
    let made = pit.floor.tasks.iter().filter(|task| task.since > RIGHT / 2);
    made.map(|task| pit.now - task.since).collect()
}

/// A floor whose clock is wrong, with a sign, a closing, a request, a task and a voucher that wait for a time.
fn wrong_by(wrong: i64) -> (Pit, u32) {
    let mut pit = Pit::open(Kind::CasinoWar);
    pit.now = RIGHT.checked_add_signed(wrong).unwrap();
    let expires = RIGHT.checked_add_signed(30 * DAY).unwrap();
    let voucher = format!(
        r#"{{"issue-voucher":{{"number":7,"amount":1000,"games":["casino-war"],"expires":{expires},"player":null,"conditions":""}}}}"#
    );
    if wrong < 30 * DAY {
        let request = asks(&mut pit, "max", &voucher);
        pit.does("cas", &approve(request));
    } else {
        assert_eq!(reason(pit.told("max", &voucher)), Reason::BadVoucher, "it is over there");
    }
    pit.sits("ann", 1);
    let limit = r#"{"limit":{"table":1,"on":"initial","limit":{"min":1000,"max":100000}}}"#;
    pit.does("sue", limit);
    pit.does("sue", r#"{"announce-closing":{"table":1}}"#);
    pit.does("sue", r#"{"detain":{"name":"bob","table":1,"why":"marked cards"}}"#);
    let fill = asks(&mut pit, "sue", r#"{"fill":{"table":1,"amount":1000}}"#);
    (pit, fill)
}

/// What must last for a time lasts for as long as it should, whatever the clock said meanwhile; dates stay dates.
#[test]
fn what_waits_for_a_time_waits_for_as_long_as_before() {
    for wrong in [HOUR, -HOUR, 400 * DAY, -400 * DAY] {
        let (mut pit, fill) = wrong_by(wrong);
        pit.now += 5 * MINUTE;
        assert_eq!(ages(&pit), [5 * MINUTE], "{wrong}");
        let request = asks(&mut pit, "sue", &set_clock(-wrong));
        assert_eq!(reason(pit.told("sue", &approve(request))), Reason::NeedsAnother);
        pit.does("max", &approve(request));
        let was = pit.now;
        pit.now = RIGHT + 5 * MINUTE;
        assert!(pit.events.contains(&Event::Clock { was, now: pit.now }), "{wrong}");
        assert_eq!(pit.floor.now, pit.now, "{wrong}");
        let room = &pit.floor.rooms[&TABLE];
        assert_eq!(
            (room.next_sign(), room.closing),
            (Some(RIGHT + 20 * MINUTE), Some(RIGHT + 20 * MINUTE))
        );
        assert_eq!(pit.floor.requests[&fill].at, RIGHT, "{wrong}");
        assert_eq!(ages(&pit), [5 * MINUTE], "{wrong}");
        // The sign has stood for five of its twenty minutes.
        pit.waits(15 * MINUTE - 1);
        assert_eq!(least(&pit), 500, "{wrong}");
        pit.waits(1);
        assert_eq!(least(&pit), 1000, "{wrong}");
        pit.denied("ann", &Pit::wager("ann", 1, "initial", 1000), "13.8");
        // A request waits for a day, and not for 400 or none.
        pit.now = RIGHT + 24 * 60 * MINUTE - 1;
        pit.does("cas", &approve(fill));
    }
}

/// A voucher is good until the date that is printed on it.
#[test]
fn a_voucher_is_good_until_its_date() {
    let exchange = r#"{"exchange-voucher":{"table":1,"number":7,"player":"ann"}}"#;
    for wrong in [HOUR, -HOUR, -400 * DAY] {
        let (mut pit, _) = wrong_by(wrong);
        // The clock is put wrong by two people, too, and then right.
        for by in [400 * DAY, -400 * DAY - wrong].into_iter().filter(|by| *by != 0) {
            let request = asks(&mut pit, "sue", &set_clock(by));
            pit.does("max", &approve(request));
            pit.now = pit.floor.now;
            if by > 0 && wrong.abs() == HOUR {
                assert_eq!(
                    reason(pit.told("dan", exchange)),
                    Reason::VoucherExpired { number: croupier_floor::VoucherId(7) }
                );
            }
        }
        assert_eq!(pit.now, RIGHT);
        pit.does("dan", exchange);
    }
}

#[test]
fn only_times_that_there_are_and_only_by_two() {
    let (mut pit, _) = wrong_by(0);
    for who in ["dan", "ann", "cas", "ivy", "house"] {
        assert!(matches!(reason(pit.told(who, &set_clock(5))), Reason::NotInRoles { .. }), "{who}");
    }
    for by in [0, i64::MIN, i64::MAX, -(RIGHT as i64) - 1] {
        let request = asks(&mut pit, "max", &set_clock(by));
        assert_eq!(reason(pit.told("sue", &approve(request))), Reason::BadTime, "{by}");
        assert_eq!(reason(pit.told("cas", &approve(request))), Reason::NeedsAnother, "{by}");
    }
    assert_eq!(pit.floor.now, RIGHT);
}

/// A day is one that the calendar has, written in one way.
#[test]
fn days_are_those_of_the_calendar() {
    for day in ["2016-08-17", "2024-02-29", "2000-02-29", "2026-12-31"] {
        let read = croupier_floor::Day::try_from(day.to_owned()).unwrap();
        assert_eq!((read.to_string(), String::from(read)), (day.to_owned(), day.to_owned()));
    }
    for text in [
        "2023-02-29",
        "1900-02-29",
        "2026-04-31",
        "2026-13-01",
        "2026-00-10",
        "2026-1-7",
        " 2026-11-17",
        "+2026-11-17",
        "17.11.2026",
        "",
    ] {
        assert!(croupier_floor::Day::try_from(text.to_owned()).is_err(), "{text:?}");
    }
}
