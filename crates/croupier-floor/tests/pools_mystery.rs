//! The mystery prize: the first wagers that move the meter up to the trigger win it, whatever happens until the house
//! shows its keys; and nobody's act moves the trigger, or the meter towards it.

use crate::support::Pit;
use crate::support::pools::{MYSTERY, NOTHING, steps, wagered};
use croupier_engine::Cents;
use croupier_floor::{
    Account, ActResult, Key, Level, MOST_UNSEEN, PoolChange, PoolId, Reason, hex, trigger,
    trigger_commitment, winner, winner_commitment,
};

/// Where the trigger of the terms in `support` is drawn: above 100.00, up to 120.00. Each wager brings 2.00.
const BETWEEN: (Cents, Cents) = (Cents(10_000), Cents(12_000));

/// Finds a key from which a trigger follows that lies above one amount and not above another.
fn key(above: u64, up_to: u64) -> Key {
    key_between(BETWEEN, above, up_to)
}

fn key_between(between: (Cents, Cents), above: u64, up_to: u64) -> Key {
    let mut keys = (0..=u16::MAX).map(|number| {
        let mut key = [0; 32];
        key[..2].copy_from_slice(&number.to_be_bytes());
        key
    });
    let fits = |key: &Key| (above + 1..=up_to).contains(&trigger(key, between).0);
    keys.find(fits).unwrap()
}

const WINNER: Key = [9; 32];

impl Pit {
    /// Commits the house to a trigger.
    fn commits(&mut self, key: &Key) {
        let number = self.pool(1).commitments + 1;
        let (trigger, winner) =
            (trigger_commitment(1, number, key), winner_commitment(1, number, &WINNER));
        self.does(
            "house",
            &format!(
                r#"{{"commit-mystery":{{"pool":1,"trigger":"{trigger}","winner":"{winner}"}}}}"#
            ),
        );
    }

    /// Shows the keys; returns what became of it.
    fn shows(&mut self, key: &Key) -> ActResult {
        self.told("house", &shown(key))
    }

    /// Shows the keys, and somebody wins.
    fn hits(&mut self, key: &Key) {
        assert_eq!(self.shows(key), ActResult::Done);
    }

    /// A house with a mystery prize, three tables and a player at each.
    fn with_mystery(key: &Key) -> Self {
        let mut pit = Self::with_pool(MYSTERY);
        for (table, player) in [(2, "bob"), (3, "cyd")] {
            pit.opens(table, 100);
            pit.links(table, 1);
            pit.sits_at(table, player, 1);
        }
        pit.commits(key);
        pit
    }

    fn mystery(&self) -> u64 {
        self.meter(1, Level::Mystery).0
    }
}

fn shown(key: &Key) -> String {
    let (trigger, winner) = (hex(key), hex(&WINNER));
    format!(r#"{{"hit-mystery":{{"pool":1,"trigger":"{trigger}","winner":"{winner}"}}}}"#)
}

/// Shows both keys of a prize that nobody has won.
fn unwon(key: &Key) -> String {
    shown(key).replace("hit-mystery", "show-mystery")
}

fn reason(verdict: ActResult) -> Reason {
    match verdict {
        ActResult::Denied(denied) => denied.reason,
        other => panic!("{other:?}"),
    }
}

/// Two wagers of a round pass the trigger together: one of them wins by the second key, whatever the cards are.
#[test]
fn wagers_that_pass_the_trigger_win() {
    let key = key(10_200, 10_400);
    let mut pit = Pit::with_mystery(&key);
    pit.plays(1, "ann", 1);
    pit.bets(1, "dee", 2);
    pit.plays(1, "bob", 3);
    pit.collect(1);
    assert_eq!(reason(pit.shows(&key)), Reason::TriggerNotPassed);
    let racks = [pit.rack(1, "ann"), pit.rack(1, "bob")];
    pit.card(1, "2S");
    // 100.00 + 2 * 2.00.
    assert_eq!(pit.mystery(), 10_400);
    pit.hits(&key);
    let at = winner(&WINNER, 2) as usize;
    let mut wanted = racks;
    wanted[at] += 10_400;
    assert_eq!([pit.rack(1, "ann"), pit.rack(1, "bob")], wanted);
    assert_eq!((pit.mystery(), pit.pending(1, Level::Mystery)), (10_000, 0));
    // The house has put in the start twice; 400 came from wagers.
    assert_eq!(pit.top_up(1, Level::Mystery), 20_000);
    // One award for one trigger.
    assert!(matches!(reason(pit.shows(&key)), Reason::NoTrigger { .. }));
}

/// Before the program looks, other tables move the meter further: who passed the trigger first wins what the meter
/// showed then, and what came since is on the new meter. The next trigger is drawn above that.
#[test]
fn first_crossing_wins_however_late_it_is_shown() {
    let key = key(10_000, 10_200);
    let mut pit = Pit::with_mystery(&key);
    pit.plays(1, "ann", 1);
    pit.plays(2, "bob", 1);
    pit.plays(3, "cyd", 1);
    for table in 1..=3 {
        pit.collect(table);
    }
    for table in 1..=3 {
        pit.card(table, "2S");
    }
    assert_eq!(pit.mystery(), 10_600);
    let before = pit.rack(1, "ann");
    pit.hits(&key);
    assert_eq!(pit.rack(1, "ann") - before, 10_200);
    // 100.00 to start again, and the 4.00 of the two other tables.
    assert_eq!(pit.mystery(), 10_400);
    pit.commits(&key);
    assert_eq!(pit.pool(1).mystery.as_ref().unwrap().between, (Cents(10_400), Cents(12_000)));
}

/// The trigger was passed, and then a wager went back, so that the meter shows less than the trigger: the prize is won
/// all the same, and what went back comes off the new meter.
#[test]
fn wager_that_goes_back_takes_no_crossing_with_it() {
    let key = key(10_200, 10_400);
    let mut pit = Pit::with_mystery(&key);
    pit.plays(1, "ann", 1);
    pit.collect(1);
    pit.card(1, "2S");
    pit.plays(2, "bob", 1);
    pit.collect(2);
    pit.card(2, "2S");
    assert_eq!(pit.mystery(), 10_400);
    pit.step(1, "dan", r#"{"irregular":{"what":"device-fault","device":7}}"#);
    pit.step(1, "sue", r#"{"ruling":{"answer":"yes"}}"#);
    assert_eq!(pit.mystery(), 10_200);
    // A later wager passes the trigger once more: it is not the first.
    pit.plays(3, "cyd", 1);
    pit.collect(3);
    pit.card(3, "2S");
    assert_eq!(pit.mystery(), 10_400);
    let before = pit.rack(2, "bob");
    pit.hits(&key);
    assert_eq!(pit.rack(2, "bob") - before, 10_400);
    // 100.00, less ann's 2.00, and cyd's 2.00.
    assert_eq!(pit.mystery(), 10_000);
    assert_eq!(pit.top_up(1, Level::Mystery), 20_000);
}

/// The same without the later wager: the new meter shows less than it starts with, by what went back.
#[test]
fn what_went_back_comes_off_the_new_meter() {
    let key = key(10_000, 10_200);
    let mut pit = Pit::with_mystery(&key);
    pit.plays(1, "ann", 1);
    pit.collect(1);
    pit.card(1, "2S");
    pit.step(1, "dan", r#"{"irregular":{"what":"device-fault","device":7}}"#);
    pit.step(1, "sue", r#"{"ruling":{"answer":"yes"}}"#);
    assert_eq!(pit.mystery(), 10_000);
    let before = pit.rack(1, "ann");
    pit.hits(&key);
    // The round of the wager is over: the prize is paid beside it.
    assert_eq!(pit.rack(1, "ann") - before, 10_200);
    assert_eq!(pit.mystery(), 9_800);
    assert_eq!(pit.top_up(1, Level::Mystery), 20_000);
    pit.commits(&key);
    assert_eq!(pit.pool(1).mystery.as_ref().unwrap().between, BETWEEN);
}

/// The prize is shown after the round is over, or after the table has closed: it is paid to the rack, or the purse.
#[test]
fn prize_is_paid_after_the_round() {
    for closes in [false, true] {
        let key = key(10_000, 10_200);
        let mut pit = Pit::with_mystery(&key);
        pit.round(2, "bob", 1);
        let bob = pit.floor.people.find("bob").unwrap();
        if closes {
            pit.does("bob", r#"{"leave":{"table":2,"player":"bob"}}"#);
            pit.does("sue", r#"{"close":{"table":2}}"#);
        }
        let held = |pit: &Pit| (pit.rack(2, "bob"), pit.balance(Account::Purse(bob)));
        let before = held(&pit);
        pit.hits(&key);
        let after = held(&pit);
        let wanted = if closes { (0, 10_200) } else { (10_200, 0) };
        assert_eq!((after.0 - before.0, after.1 - before.1), wanted);
        let award = pit.pool(1).awards.values().next_back().unwrap();
        assert_eq!(
            (award.reading, award.lines[0].area, award.is_open()),
            (Cents(10_200), 1, false)
        );
    }
}

/// A mystery prize goes by the wagers of a round, not by its cards: that the round is cancelled afterwards takes nothing
/// from who has won it. The wager itself goes back, and comes off the new meter.
#[test]
fn prize_of_a_cancelled_round_stays_won() {
    let key = key(10_000, 10_200);
    let mut pit = Pit::with_mystery(&key);
    pit.plays(1, "ann", 1);
    pit.collect(1);
    pit.card(1, "2S");
    pit.hits(&key);
    pit.commits(&key);
    let cancel = r#"{"irregular":{"what":"invalidate","cause":"disruption","why":"fire alarm"}}"#;
    let request = pit.asks("sue", &steps(1, cancel));
    pit.does("max", &format!(r#"{{"approve":{{"request":{request}}}}}"#));
    // Her 5000.00 are all there again, and the prize.
    assert_eq!(pit.rack(1, "ann"), 500_000 + 10_200);
    assert_eq!(pit.mystery(), 9_800);
    assert_eq!(pit.pool(1).level(Level::Mystery).paid, 10_200);
}

/// The program says now and then that nobody has won yet, so that not everything is remembered; until it has, no wager is
/// taken. It cannot say so of what it has not seen, and who was passed over cannot win.
#[test]
fn program_looks_before_too_much_has_happened() {
    let terms = MYSTERY.replace(r#""ceiling":12000"#, r#""ceiling":500000"#);
    let mut pit = Pit::open(croupier_engine::Kind::Baceball);
    pit.starts_pool(1, &terms);
    pit.two(
        r#"{"link-outside":{"pool":1,"outside":1,"game":"blackjack","name":"pit 4","chip":100}}"#,
    );
    let key = key_between((Cents(10_000), Cents(500_000)), 400_000, 500_000);
    pit.commits(&key);
    let wagers = |round: u64| format!(r#"{{"wagers":{{"round":{round},"count":1}}}}"#);
    for number in 1..=MOST_UNSEEN as u64 {
        pit.feeds(1, 1, number, &wagers(number));
    }
    let next = MOST_UNSEEN as u64 + 1;
    assert!(matches!(reason(pit.feed(1, 1, next, &wagers(next))), Reason::TriggerUnseen { .. }));
    assert_eq!(reason(pit.shows(&key)), Reason::TriggerNotPassed);
    pit.denied("house", r#"{"pass-mystery":{"pool":1,"shown":499999}}"#, "11.11.2");
    // 64 wagers of 2.00 each.
    let shown = pit.mystery();
    assert_eq!(shown, 10_000 + 64 * 200);
    pit.does("house", &format!(r#"{{"pass-mystery":{{"pool":1,"shown":{shown}}}}}"#));
    assert!(pit.pool(1).mystery.as_ref().unwrap().unseen.is_empty());
    pit.feeds(1, 1, next, &wagers(next));
    assert_eq!(pit.pool(1).mystery.as_ref().unwrap().unseen.len(), 1);
}

/// Nobody's act moves the trigger, or the meter towards it: not another commitment, not other terms, not a meter
/// that is set, not the end of another pool; and nobody but the program may say anything of it.
#[test]
fn nobody_moves_it() {
    let key = key(10_200, 10_400);
    let mut pit = Pit::with_mystery(&key);
    let draw = pit.pool(1).mystery.clone();
    let commit = r#"{"commit-mystery":{"pool":1,"trigger":"aa","winner":"bb"}}"#;
    pit.denied("house", commit, "11.11.2");
    let set = r#"{"adjust-meter":{"pool":1,"level":"mystery","before":10000,"after":10300,"why":"now","reference":"L&GA"}}"#;
    pit.denied("max", set, "11.11.2");
    for who in ["max", "sue", "dan", "cas", "ivy", "cam", "ann"] {
        for act in [commit, &shown(&key), r#"{"pass-mystery":{"pool":1,"shown":10000}}"#] {
            pit.not_in_roles(who, act, "");
        }
    }
    // Other terms of the mystery prize hold from the next one on; that there is none more cannot be said.
    let change = |terms: &str| {
        format!(
            r#"{{"change-pool":{{"pool":1,"terms":{terms},"reference":"L&GA 2","date":"2016-09-01"}}}}"#
        )
    };
    let none = r#"{"prizes":"3-card","wager":500,"major":{"share":[1,5],"seed":1000000},"minor":{"share":[1,10],"seed":200000},"retained":[7,10]}"#;
    pit.denied("max", &change(none), "11.11");
    pit.two(&change(
        &MYSTERY.replace(r#""start":10000,"ceiling":12000"#, r#""start":1,"ceiling":10001"#),
    ));
    assert!(pit.pool(1).next.is_none());
    assert_eq!((pit.mystery(), &pit.pool(1).mystery), (10_000, &draw));
    // Another pool ends, and leaves what its mystery meter holds to the major meter of this one.
    pit.starts_pool(2, MYSTERY);
    pit.two(r#"{"retire-pool":{"pool":2,"heir":1,"reference":"L&GA 9","date":"2016-10-01"}}"#);
    pit.two(r#"{"close-pool":{"pool":2}}"#);
    assert_eq!(pit.readings(1), [1_000_000 + 1_000_000 + 10_000, 400_000, 10_000]);
    assert_eq!(pit.pool(1).mystery, draw);
    // The old ceiling still holds for this trigger; two wagers pass it, and the new start holds.
    pit.round(1, "ann", 1);
    assert_eq!(reason(pit.shows(&key)), Reason::TriggerNotPassed);
    pit.plays(2, "bob", 1);
    pit.collect(2);
    pit.card(2, "2S");
    pit.hits(&key);
    assert_eq!(pit.mystery(), 1);
    let PoolChange::Triggered { trigger: at, winner: 1, of: 1, .. } = *pit.changes()[0] else {
        panic!("{:?}", pit.changes());
    };
    assert_eq!(at, trigger(&key, BETWEEN));
}

/// A pool that gets a mystery prize later starts its meter; one that ends must first know that nobody has won.
#[test]
fn mystery_comes_later_and_is_looked_at_before_the_end() {
    let plain = r#"{"prizes":"3-card","wager":500,"major":{"share":[1,5],"seed":1000000},"minor":{"share":[1,10],"seed":200000},"retained":[7,10]}"#;
    let mut pit = Pit::with_pool(plain);
    pit.starts_pool(2, plain);
    pit.denied("house", r#"{"commit-mystery":{"pool":1,"trigger":"aa","winner":"bb"}}"#, "11.11");
    pit.two(&format!(
        r#"{{"change-pool":{{"pool":1,"terms":{MYSTERY},"reference":"L&GA 2","date":"2016-09-01"}}}}"#
    ));
    assert_eq!((pit.mystery(), pit.top_up(1, Level::Mystery)), (10_000, 10_000));
    pit.bets(1, "ann", 1);
    pit.refused(1, "ann", &wagered("ann", 1, "jackpot", 500), "11.11.2");
    let key = key(11_000, 12_000);
    pit.commits(&key);
    pit.jackpot(1, "ann", 1);
    pit.collect(1);
    pit.deals(1, &[(1, NOTHING)]);
    pit.settles(1);
    pit.two(r#"{"retire-pool":{"pool":1,"heir":2,"reference":"L&GA 9","date":"2016-10-01"}}"#);
    pit.denied("max", r#"{"close-pool":{"pool":1}}"#, "11.11.2");
    pit.does("house", r#"{"pass-mystery":{"pool":1,"shown":10200}}"#);
    pit.two(r#"{"close-pool":{"pool":1}}"#);
    // 1,000,000 and its 100, the seed of the heir, and the mystery meter.
    assert_eq!(pit.readings(2), [1_000_100 + 1_000_000 + 10_200, 200_050 + 200_000, 0]);
    assert_eq!(pit.floor.pools.get(PoolId(1)).unwrap().tables.len(), 0);
}

/// The keys of a prize that nobody has won are shown before the first wager, and not after it: from then on no act of anyone,
/// the program's neither, is a way to be rid of a trigger.
#[test]
fn keys_of_an_unwon_prize_are_shown_before_the_first_wager_only() {
    let (first, second) = (key(11_000, 11_500), key(11_500, 12_000));
    let mut pit = Pit::with_mystery(&first);
    assert_eq!(reason(pit.told("house", &unwon(&second))), Reason::OtherKey);
    assert!(matches!(reason(pit.told("max", &unwon(&first))), Reason::NotInRoles { .. }));
    pit.does("house", &unwon(&first));
    assert!(pit.pool(1).mystery.is_none());
    pit.commits(&second);
    // A wager that stands, and one that has counted, keep the trigger where it is.
    pit.plays(1, "ann", 1);
    pit.denied("house", &unwon(&second), "11.11.2");
    pit.collect(1);
    pit.deals_nothing(1);
    pit.settles(1);
    let stands = Reason::TriggerStands { pool: PoolId(1) };
    assert_eq!(reason(pit.told("house", &unwon(&second))), stands);
    pit.cancels(1);
    assert_eq!(pit.mystery(), 10_000);
    assert_eq!(reason(pit.told("house", &unwon(&second))), stands, "it has counted all the same");
}

/// The keys are lost while the meter is at its ceiling, so that somebody must have won and nobody can tell who: what it holds
/// stays, and the next wager wins it.
#[test]
fn keys_are_lost_at_the_ceiling() {
    let first = key(11_000, 12_000);
    let mut pit = Pit::with_mystery(&first);
    pit.two(
        r#"{"link-outside":{"pool":1,"outside":1,"game":"blackjack","name":"pit 4","chip":100}}"#,
    );
    pit.feeds(1, 1, 1, r#"{"wagers":{"round":1,"count":10}}"#);
    assert_eq!(pit.mystery(), 12_000);
    let more = r#"{"wagers":{"round":2,"count":1}}"#;
    assert!(matches!(reason(pit.feed(1, 1, 2, more)), Reason::TriggerPassed { .. }));
    pit.two(r#"{"lose-mystery":{"pool":1,"why":"the disk burned"}}"#);
    assert_eq!(*pit.changes()[0], PoolChange::KeyLost { number: 1, unseen: 1 });
    assert_eq!(pit.mystery(), 12_000);
    assert!(matches!(reason(pit.feed(1, 1, 2, more)), Reason::NoTrigger { .. }));
    let second = key_between((Cents(11_999), Cents(12_000)), 11_999, 12_000);
    pit.commits(&second);
    pit.feeds(1, 1, 2, more);
    pit.hits(&second);
    assert_eq!((pit.mystery(), pit.pending(1, Level::Mystery)), (10_000, 12_200));
}
