//! Tables of games that do not run here: their numbered messages, and those that repeat, skip or lie. Amounts are cents.

use crate::support::Pit;
use crate::support::pools::{PRICE, THIRDS, fed};
use croupier_engine::Kind;
use croupier_floor::{Account, ActResult, Level, OutsideId, PoolId, Reason, ToDo};

const LINK: &str =
    r#"{"link-outside":{"pool":1,"outside":1,"game":"blackjack","name":"pit 4","chip":250}}"#;

impl Pit {
    fn with_outside() -> Self {
        let mut pit = Self::open(Kind::Baceball);
        pit.starts_pool(1, THIRDS);
        pit.two(LINK);
        pit
    }

    fn outside(&self) -> i64 {
        self.balance(Account::PoolOutside(PoolId(1), OutsideId(1)))
    }
}

fn reason(verdict: ActResult) -> Reason {
    match verdict {
        ActResult::Denied(denied) => denied.reason,
        other => panic!("{other:?}"),
    }
}

fn wagers(round: u64, count: u32) -> String {
    format!(r#"{{"wagers":{{"round":{round},"count":{count}}}}}"#)
}

fn returned(round: u64, count: u32) -> String {
    format!(r#"{{"returned":{{"round":{round},"count":{count}}}}}"#)
}

fn won(round: u64, level: &str, hands: u32) -> String {
    format!(r#"{{"won":{{"round":{round},"level":"{level}","hands":{hands}}}}}"#)
}

fn over(round: u64) -> String {
    format!(r#"{{"over":{{"round":{round}}}}}"#)
}

fn adjust(before: u64) -> String {
    format!(
        r#"{{"adjust-meter":{{"pool":1,"level":"major","before":{before},"after":2000000,"why":"x","reference":"y"}}}}"#
    )
}

fn paid(award: u32) -> String {
    format!(r#"{{"paid":{{"award":{award}}}}}"#)
}

/// Wagers come, some go back, three hands share the minor meter, and the prize is paid: each message once, in order.
#[test]
fn messages_feed_the_pool() {
    let mut pit = Pit::with_outside();
    pit.feeds(1, 1, 1, &wagers(7, 4));
    // 2000/3 = 666 2/3, 6000/7 = 857 1/7, and 2000 - 666 - 857 = 477 are kept.
    assert_eq!(pit.meter(1, Level::Major), (1_000_666, (2, 3)));
    assert_eq!(pit.meter(1, Level::Minor), (200_857, (1, 7)));
    assert_eq!((pit.retained(1), pit.outside()), (477, -2_000));
    pit.feeds(1, 1, 2, &returned(7, 1));
    // 1500/3 = 500, 4500/7 = 642 6/7, and 358 are kept.
    assert_eq!(pit.meter(1, Level::Major), (1_000_500, (0, 1)));
    assert_eq!(pit.meter(1, Level::Minor), (200_642, (6, 7)));
    assert_eq!((pit.retained(1), pit.outside()), (358, -1_500));
    pit.feeds(1, 1, 3, &won(7, "minor", 3));
    // The guarantee is 1,000,000; a third is 333,333 1/3, up to a chip of 250: 333,500.
    assert_eq!(pit.pending(1, Level::Minor), 3 * 333_500);
    assert_eq!(pit.meter(1, Level::Minor), (200_000, (6, 7)));
    pit.feeds(1, 1, 4, &paid(1));
    assert_eq!((pit.pending(1, Level::Minor), pit.outside()), (0, -1_500 + 1_000_500));
    // The slip is still there.
    let slip = pit.pool(1).award(1).unwrap();
    assert!(!slip.is_open() && !slip.reversed && !pit.pool(1).awards.contains_key(&1));
}

/// A message that comes again changes nothing; one that comes too early is not taken, and staff are told that others are
/// missing, until they have come.
#[test]
fn repeated_and_missing_messages() {
    let mut pit = Pit::with_outside();
    pit.feeds(1, 1, 1, &wagers(1, 1));
    assert_eq!(reason(pit.feed(1, 1, 1, &wagers(1, 1))), Reason::OutsideRepeats);
    pit.feeds(1, 1, 3, &wagers(3, 1));
    let gap = |what: &ToDo| matches!(what, ToDo::OutsideGap { .. });
    assert_eq!(pit.open_tasks(gap).len(), 1);
    assert_eq!(pit.readings(1), [1_000_166, 200_214, 0]);
    pit.feeds(1, 1, 2, &wagers(2, 1));
    assert!(pit.open_tasks(gap).is_empty());
    pit.feeds(1, 1, 3, &wagers(3, 1));
    assert_eq!(pit.readings(1), [1_000_500, 200_642, 0]);
    // Nobody but the program feeds a pool.
    for who in ["max", "sue", "dan", "ann"] {
        pit.not_in_roles(who, &fed(1, 1, 4, &wagers(4, 1)), "");
    }
    assert_eq!(reason(pit.feed(1, 2, 1, &wagers(4, 1))), Reason::NoSuchOutside);
}

/// Something else under the number of a message that was taken is a lie, now or then: nothing is counted, and staff must
/// find out what is true.
#[test]
fn another_message_under_the_same_number() {
    let mut pit = Pit::with_outside();
    pit.feeds(1, 1, 1, &wagers(1, 3));
    pit.feeds(1, 1, 2, &wagers(2, 1));
    let before = pit.readings(1);
    let lies = |what: &ToDo| matches!(what, ToDo::OutsideLies { .. });
    pit.feeds(1, 1, 1, &wagers(1, 2));
    assert_eq!(pit.readings(1), before);
    let open = pit.open_tasks(lies);
    assert_eq!(open.len(), 1);
    assert_eq!(open[0].1, "2.3");
    // It is told once, as long as nobody has looked; the truth is still a repetition.
    assert_eq!(reason(pit.feed(1, 1, 1, &wagers(1, 1))), Reason::OutsideRepeats);
    assert_eq!(reason(pit.feed(1, 1, 1, &wagers(1, 3))), Reason::OutsideRepeats);
    pit.feeds(1, 1, 2, &won(2, "major", 1));
    assert_eq!(pit.open_tasks(lies).len(), 2);
    assert_eq!(pit.pool(1).last_award, 0);
    // The feed goes on; two managers who have found out what was true link the table anew.
    pit.feeds(1, 1, 3, &wagers(3, 1));
    assert_eq!(pit.pool(1).level(Level::Major).contributed, 833);
    assert_eq!(pit.open_tasks(lies).len(), 2);
    pit.two(r#"{"unlink-outside":{"pool":1,"outside":1}}"#);
    assert!(pit.open_tasks(lies).is_empty());
    assert_eq!(reason(pit.feed(1, 1, 4, &wagers(4, 1))), Reason::NoSuchOutside);
    pit.two(LINK);
    pit.feeds(1, 1, 1, &wagers(1, 2));
    assert_eq!(pit.open_tasks(lies).len(), 1);
    pit.feeds(1, 1, 4, &wagers(4, 1));
}

/// No more goes back than was fed in that round, and no more hands win than have wagers; nothing is paid that was not
/// locked, and nothing twice. What is denied takes no number: the right message can still come under it.
#[test]
fn what_was_never_fed_or_locked() {
    let mut pit = Pit::with_outside();
    pit.feeds(1, 1, 1, &wagers(5, 2));
    for (what, most) in [
        (returned(5, 3), 2),
        (returned(4, 1), 0),
        (returned(6, 1), 0),
        (returned(5, 0), 2),
        (won(5, "major", 3), 2),
        (won(4, "major", 1), 0),
    ] {
        assert_eq!(reason(pit.feed(1, 1, 2, &what)), Reason::OutsideBeyond { most }, "{what}");
        pit.denied("house", &fed(1, 1, 2, &what), "2.3");
    }
    pit.feeds(1, 1, 2, &returned(5, 1));
    assert_eq!(reason(pit.feed(1, 1, 3, &returned(5, 2))), Reason::OutsideBeyond { most: 1 });
    pit.feeds(1, 1, 3, &returned(5, 1));
    assert_eq!(reason(pit.feed(1, 1, 4, &returned(5, 1))), Reason::OutsideBeyond { most: 0 });
    assert_eq!((pit.readings(1), pit.retained(1)), ([1_000_000, 200_000, 0], 0));
    pit.feeds(1, 1, 4, &wagers(6, 1));
    // Rounds go forward; so many wagers no table has.
    assert_eq!(reason(pit.feed(1, 1, 5, &wagers(5, 1))), Reason::OutsideRound);
    assert_eq!(reason(pit.feed(1, 1, 5, &wagers(7, 101))), Reason::BadAmount);
    assert_eq!(reason(pit.feed(1, 1, 5, &wagers(6, 100))), Reason::BadAmount);
    assert_eq!(reason(pit.feed(1, 1, 5, &paid(1))), Reason::NoSuchAward { award: 1 });
    pit.denied("house", &fed(1, 1, 5, &won(6, "mystery", 1)), "11.11.2");
    pit.feeds(1, 1, 5, &won(6, "major", 1));
    // A round wins a meter once: all hands that share it are in one message.
    assert_eq!(reason(pit.feed(1, 1, 6, &won(6, "major", 1))), Reason::OutsideRound);
    pit.feeds(1, 1, 6, &paid(1));
    assert_eq!(reason(pit.feed(1, 1, 7, &paid(1))), Reason::NoSuchAward { award: 1 });
    assert_eq!(pit.pool(1).level(Level::Major).paid, 10_000_000);
    // A wager that was carried from an earlier round wins in a later one.
    pit.feeds(1, 1, 7, &wagers(8, 1));
    pit.feeds(1, 1, 8, &won(9, "minor", 2));
    assert_eq!(pit.pool(1).awards.len(), 1);
}

/// A prize of one outside table is not paid at another, nor at a table of this floor.
#[test]
fn prizes_are_paid_where_they_were_won() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.two(LINK);
    pit.two(
        r#"{"link-outside":{"pool":1,"outside":2,"game":"pinkjack","name":"pit 5","chip":100}}"#,
    );
    pit.feeds(1, 1, 1, &wagers(1, 1));
    pit.feeds(1, 1, 2, &won(1, "minor", 1));
    assert_eq!(reason(pit.feed(1, 2, 1, &paid(1))), Reason::NoSuchAward { award: 1 });
    pit.denied("sue", r#"{"verify-award":{"table":1,"award":1}}"#, "8.2");
    // While it waits nothing of the pool is set or ended.
    pit.denied("max", r#"{"adjust-meter":{"pool":1,"level":"major","before":1000166,"after":1,"why":"x","reference":"y"}}"#, "8.2");
    pit.feeds(1, 1, 3, &paid(1));
}

/// Wagers were fed under other terms, and go back under those: price and parts of the old ones.
#[test]
fn old_terms_of_outside_wagers() {
    let mut pit = Pit::with_outside();
    pit.feeds(1, 1, 1, &wagers(1, 2));
    let terms = r#"{"prizes":"3-card","wager":750,"major":{"share":[1,4],"seed":5000},"minor":{"share":[1,4],"seed":6000},"retained":[1,2]}"#;
    pit.two(&format!(
        r#"{{"change-pool":{{"pool":1,"terms":{terms},"reference":"L&GA 2","date":"2016-09-01"}}}}"#
    ));
    // They wait until the wagers of the old ones are not in play any more, and meanwhile there are no new ones.
    assert_eq!(reason(pit.feed(1, 1, 2, &wagers(2, 1))), Reason::PoolChanges { pool: PoolId(1) });
    pit.feeds(1, 1, 2, &over(1));
    assert!(pit.pool(1).next.is_none());
    pit.feeds(1, 1, 3, &wagers(2, 1));
    // 333 1/3 + 187 1/2 = 520 5/6; 428 4/7 + 187 1/2 = 616 1/14.
    assert_eq!(pit.meter(1, Level::Major), (1_000_520, (5, 6)));
    assert_eq!(pit.meter(1, Level::Minor), (200_616, (1, 14)));
    pit.feeds(1, 1, 4, &returned(1, 1));
    // 500 go back: 166 2/3 and 214 2/7. 354 1/6 and 401 11/14 are left.
    assert_eq!(pit.outside(), -(PRICE as i64) - 750);
    assert_eq!(pit.meter(1, Level::Major), (1_000_354, (1, 6)));
    assert_eq!(pit.meter(1, Level::Minor), (200_401, (11, 14)));
    // 1250 - 354 - 401.
    assert_eq!(pit.retained(1), 495);
}

/// Jackpot wagers of a table that does not run here are in play until it says that their round is over: until then nobody
/// sets a meter or ends the pool.
#[test]
fn wagers_elsewhere_are_in_play() {
    let mut pit = Pit::with_outside();
    pit.starts_pool(2, THIRDS);
    pit.feeds(1, 1, 1, &wagers(1, 2));
    let stands = |pit: &mut Pit, act: &str| {
        pit.denied("max", act, "10.3");
        assert_eq!(reason(pit.told("max", act)), Reason::JackpotWagersStand);
    };
    stands(&mut pit, &adjust(1_000_333));
    // One goes back, and the other is carried into the next round.
    pit.feeds(1, 1, 2, &returned(1, 1));
    pit.feeds(1, 1, 3, &wagers(2, 1));
    stands(&mut pit, &adjust(1_000_333));
    // A table that stays and never says it: two managers declare it, by a reference.
    let end = |round: u64, reference: &str| {
        format!(
            r#"{{"end-outside-rounds":{{"pool":1,"outside":1,"round":{round},"reference":"{reference}"}}}}"#
        )
    };
    assert_eq!(reason(pit.told("max", &end(1, " "))), Reason::BadReference);
    pit.two(&end(1, "call to the hall, slip 7"));
    assert_eq!(reason(pit.told("max", &end(1, "slip 8"))), Reason::OutsideRound);
    assert_eq!(reason(pit.told("max", &end(9, "slip 9"))), Reason::OutsideRound);
    stands(&mut pit, &adjust(1_000_333));
    pit.feeds(1, 1, 4, &over(2));
    // Rounds that are over take no wagers any more, and are over once.
    assert_eq!(reason(pit.feed(1, 1, 5, &wagers(2, 1))), Reason::OutsideRound);
    assert_eq!(reason(pit.feed(1, 1, 5, &over(2))), Reason::OutsideRound);
    pit.two(&adjust(1_000_333));
    pit.feeds(1, 1, 5, &wagers(3, 1));
    pit.two(r#"{"retire-pool":{"pool":1,"heir":2,"reference":"L&GA 9","date":"2016-10-01"}}"#);
    stands(&mut pit, r#"{"close-pool":{"pool":1}}"#);
    // A table that says nothing any more is linked no longer, which two managers answer for.
    pit.two(r#"{"unlink-outside":{"pool":1,"outside":1}}"#);
    pit.two(r#"{"close-pool":{"pool":1}}"#);
}

/// A display that all tables of the pool need is cut off: no wager elsewhere counts, as none does here (2.5). What was taken
/// before is played and paid.
#[test]
fn lost_displays_stop_wagers_elsewhere() {
    let mut pit = Pit::with_outside();
    pit.feeds(1, 1, 1, &wagers(1, 1));
    pit.does("sue", r#"{"register-display":{"pool":1,"display":1,"name":"wall"}}"#);
    pit.does("house", r#"{"display-lost":{"pool":1,"display":1}}"#);
    pit.denied("house", &fed(1, 1, 2, &wagers(2, 1)), "2.5");
    pit.feeds(1, 1, 2, &won(1, "minor", 1));
    pit.feeds(1, 1, 3, &paid(1));
    pit.does("house", r#"{"display-back":{"pool":1,"display":1}}"#);
    pit.feeds(1, 1, 4, &wagers(2, 1));
}

/// A round that is over, by the table's own word or by that of two managers, wins nothing any more; nor do its wagers count for
/// the hands of a later round.
#[test]
fn rounds_that_are_over_win_nothing() {
    let mut pit = Pit::with_outside();
    pit.feeds(1, 1, 1, &wagers(1, 3));
    pit.feeds(1, 1, 2, &over(1));
    assert_eq!(reason(pit.feed(1, 1, 3, &won(1, "major", 1))), Reason::OutsideRound);
    pit.feeds(1, 1, 3, &wagers(2, 1));
    assert_eq!(reason(pit.feed(1, 1, 4, &won(2, "minor", 2))), Reason::OutsideBeyond { most: 1 });
    pit.two(
        r#"{"end-outside-rounds":{"pool":1,"outside":1,"round":2,"reference":"call to the hall"}}"#,
    );
    assert_eq!(reason(pit.feed(1, 1, 4, &won(2, "minor", 1))), Reason::OutsideRound);
    assert_eq!(pit.pool(1).last_award, 0);
    // A wager of a round that is over can still go back: its result was put right.
    pit.feeds(1, 1, 4, &returned(1, 1));
    assert_eq!(pit.meter(1, Level::Major), (1_000_500, (0, 1)));
}

/// A table elsewhere at which a prize waits stays linked: else nobody could say that it was paid, and the pool could never end.
#[test]
fn table_with_a_prize_stays_linked() {
    let mut pit = Pit::with_outside();
    let unlink = r#"{"unlink-outside":{"pool":1,"outside":1}}"#;
    pit.feeds(1, 1, 1, &wagers(1, 1));
    pit.feeds(1, 1, 2, &won(1, "minor", 1));
    pit.denied("max", unlink, "8.2");
    assert_eq!(reason(pit.told("max", unlink)), Reason::AwardsOpen { pool: PoolId(1) });
    pit.feeds(1, 1, 3, &paid(1));
    pit.two(unlink);
}

/// Other terms have a price that the chips of every table can make, also of those elsewhere; and no table joins a pool whose
/// terms change.
#[test]
fn price_that_a_table_elsewhere_cannot_take() {
    let mut pit = Pit::with_outside();
    let change = |price: u64| {
        format!(
            r#"{{"change-pool":{{"pool":1,"terms":{},"reference":"L&GA 2","date":"2016-09-01"}}}}"#,
            THIRDS.replace(r#""wager":500"#, &format!(r#""wager":{price}"#))
        )
    };
    // Its chip is 2.50.
    pit.denied("max", &change(600), "11.4");
    assert_eq!(reason(pit.told("max", &change(600))), Reason::BadAmount);
    pit.feeds(1, 1, 1, &wagers(1, 1));
    pit.two(&change(750));
    assert!(pit.pool(1).next.is_some());
    let other = LINK.replace(r#""outside":1"#, r#""outside":2"#);
    pit.denied("max", &other, "10.2.4");
    assert_eq!(reason(pit.told("max", &other)), Reason::PoolChanges { pool: PoolId(1) });
    pit.feeds(1, 1, 2, &over(1));
    pit.two(&other);
    // One that is not linked any more hinders nobody.
    pit.two(r#"{"unlink-outside":{"pool":1,"outside":1}}"#);
    pit.two(r#"{"unlink-outside":{"pool":1,"outside":2}}"#);
    pit.two(&change(600));
}
