//! Prize meters, computed by hand: each number here is written out with its arithmetic, and none is taken from the
//! floor. Amounts are cents.

use crate::support::Pit;
use crate::support::pools::{MAJOR, MINOR, NOTHING, OTHER_MINOR, THIRDS, steps, wagered};
use croupier_engine::Cents;
use croupier_floor::{Account, ActResult, Amount, Level, PoolChange, PoolId, Reason, ToDo};

/// A third of 500 is 166 2/3, three sevenths are 214 2/7. Nothing of the fractions is lost: after three wagers the
/// thirds are whole, after seven the sevenths, after twenty-one both.
#[test]
fn fractions_of_a_cent_are_carried() {
    let mut pit = Pit::with_pool(THIRDS);
    assert_eq!(pit.readings(1), [1_000_000, 200_000, 0]);
    let mut wanted = Vec::new();
    for _ in 0..21 {
        pit.round(1, "ann", 1);
        wanted.push((pit.meter(1, Level::Major), pit.meter(1, Level::Minor), pit.retained(1)));
    }
    // 500/3 = 166 2/3; 1500/7 = 214 2/7; the house keeps 500 - 166 - 214 = 120, of which 2/3 + 2/7 are not its own.
    assert_eq!(wanted[0], ((1_000_166, (2, 3)), (200_214, (2, 7)), 120));
    // 1000/3 = 333 1/3; 3000/7 = 428 4/7; 1000 - 333 - 428 = 239.
    assert_eq!(wanted[1], ((1_000_333, (1, 3)), (200_428, (4, 7)), 239));
    // 1500/3 = 500; 4500/7 = 642 6/7; 1500 - 500 - 642 = 358.
    assert_eq!(wanted[2], ((1_000_500, (0, 1)), (200_642, (6, 7)), 358));
    // 3500/3 = 1166 2/3; 10500/7 = 1500; 3500 - 1166 - 1500 = 834.
    assert_eq!(wanted[6], ((1_001_166, (2, 3)), (201_500, (0, 1)), 834));
    // 10500/3 = 3500; 31500/7 = 4500; 10500 - 3500 - 4500 = 2500 = 10500 * 5/21.
    assert_eq!(wanted[20], ((1_003_500, (0, 1)), (204_500, (0, 1)), 2_500));
}

/// Two tables feed one pool, a third table another: each wager is in the meters of its own pool and in no other.
#[test]
fn tables_feed_the_pool_that_they_are_linked_to() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.opens(2, 100);
    pit.opens(3, 100);
    let halves = r#"{"prizes":"3-card","wager":500,"major":{"share":[1,2],"seed":300},"minor":{"share":[1,3],"seed":70},"retained":[1,6]}"#;
    pit.starts_pool(2, halves);
    pit.links(2, 1);
    pit.links(3, 2);
    // What cannot be done is denied before anybody is asked to agree.
    pit.denied("max", r#"{"link-table":{"table":2,"pool":2}}"#, "10.2.2");
    pit.sits_at(2, "bob", 1);
    pit.sits_at(3, "cyd", 1);
    pit.round(1, "ann", 1);
    pit.round(2, "bob", 1);
    pit.round(3, "cyd", 1);
    // Pool 1 had two wagers: 1000/3 = 333 1/3 and 3000/7 = 428 4/7.
    assert_eq!(pit.meter(1, Level::Major), (1_000_333, (1, 3)));
    assert_eq!(pit.meter(1, Level::Minor), (200_428, (4, 7)));
    // Pool 2 had one: 250 and 166 2/3; 500 - 250 - 166 = 84 are kept.
    assert_eq!(pit.meter(2, Level::Major), (550, (0, 1)));
    assert_eq!(pit.meter(2, Level::Minor), (236, (2, 3)));
    assert_eq!((pit.retained(1), pit.retained(2)), (239, 84));
    // The float of each table gave the whole wager to the pool: it has the stakes of the bets and their prizes alone.
    // Dealer 3 + 8 + 6 = 17, hand 2 + 9 + 7 = 18: the bet wins 1000 each time.
    assert_eq!([1, 2, 3].map(|table| pit.float(table)), [4_999_000; 3]);
}

/// A wager that is carried over from a void round is counted once (12.12), and what it brought stays in the meters.
#[test]
fn carried_wagers_count_once() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.plays(1, "ann", 1);
    pit.collect(1);
    // Until the first card nothing is counted.
    assert_eq!(pit.readings(1), [1_000_000, 200_000, 0]);
    pit.card(1, "2S");
    assert_eq!(pit.readings(1), [1_000_166, 200_214, 0]);
    pit.step(1, "sue", r#"{"void":{"why":"the device jammed"}}"#);
    assert_eq!(pit.readings(1), [1_000_166, 200_214, 0]);
    pit.bets(1, "ann", 1);
    pit.plays(1, "bob", 2);
    pit.collect(1);
    pit.deals(1, &[(1, NOTHING), (2, NOTHING)]);
    pit.settles(1);
    // Two wagers were made in all: 333 1/3 and 428 4/7.
    assert_eq!(pit.meter(1, Level::Major), (1_000_333, (1, 3)));
    assert_eq!(pit.meter(1, Level::Minor), (200_428, (4, 7)));
}

/// Who leaves gets a carried wager back (12.12.1), and the meters show what they did before it came.
#[test]
fn carried_wager_goes_back_to_who_leaves() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.round(1, "bob", 2);
    pit.plays(1, "ann", 1);
    pit.collect(1);
    pit.card(1, "2S");
    assert_eq!(pit.meter(1, Level::Major), (1_000_333, (1, 3)));
    pit.step(1, "sue", r#"{"void":{"why":"the device jammed"}}"#);
    let before = pit.rack(1, "ann");
    pit.step(1, "ann", r#"{"withdraw":{"player":"ann","area":1,"on":"jackpot"}}"#);
    assert_eq!(pit.rack(1, "ann") - before, 500);
    // As after one wager: 166 2/3 and 214 2/7, with 120 kept.
    assert_eq!(pit.meter(1, Level::Major), (1_000_166, (2, 3)));
    assert_eq!(pit.meter(1, Level::Minor), (200_214, (2, 7)));
    assert_eq!(pit.retained(1), 120);
    assert!(matches!(pit.changes()[..], [PoolChange::Returned(_)]));
}

/// Between the sweep and the first card a wager can be taken back (5.5): it was never in the meters.
#[test]
fn taken_back_before_the_first_card() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.plays(1, "ann", 1);
    pit.plays(1, "bob", 2);
    pit.step(1, "bob", r#"{"withdraw":{"player":"bob","area":2,"on":"jackpot"}}"#);
    pit.collect(1);
    pit.step(1, "ann", r#"{"withdraw":{"player":"ann","area":1,"on":"jackpot"}}"#);
    pit.deals(1, &[(1, NOTHING), (2, NOTHING)]);
    pit.settles(1);
    assert_eq!(pit.readings(1), [1_000_000, 200_000, 0]);
    assert_eq!(pit.retained(1), 0);
}

/// What the equipment has not accepted goes back with the sweep (11.3), and never reaches a meter.
#[test]
fn unaccepted_wagers_go_back() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.plays(1, "ann", 1);
    pit.bets(1, "bob", 2);
    pit.step(1, "bob", &wagered("bob", 2, "jackpot", 500));
    let before = pit.rack(1, "bob");
    pit.collect(1);
    assert_eq!(pit.rack(1, "bob") - before, 500);
    pit.deals(1, &[(1, NOTHING), (2, MAJOR)]);
    pit.settles(1);
    // Bob's three aces of diamonds win nothing: only ann's wager was counted.
    assert_eq!(pit.readings(1), [1_000_166, 200_214, 0]);
    assert_eq!(pit.pool(1).last_award, 0);
}

/// A supervisor refuses a wager before the first card (14.11): it was never in the meters.
#[test]
fn refused_wager_goes_back() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.plays(1, "ann", 1);
    pit.plays(1, "bob", 2);
    pit.collect(1);
    pit.step(
        1,
        "sue",
        r#"{"irregular":{"what":"refuse-wager","player":"bob","area":2,"on":"jackpot","why":"thrown late"}}"#,
    );
    pit.deals(1, &[(1, NOTHING), (2, NOTHING)]);
    pit.settles(1);
    assert_eq!(pit.readings(1), [1_000_166, 200_214, 0]);
}

/// The round is ended because somebody was disadvantaged (13.4): every stake goes back, and comes off the meters.
#[test]
fn malfunction_gives_everything_back() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.round(1, "cyd", 3);
    pit.plays(1, "ann", 1);
    pit.plays(1, "bob", 2);
    pit.collect(1);
    pit.card(1, "2S");
    // Three wagers: 500 and 642 6/7.
    assert_eq!(pit.readings(1), [1_000_500, 200_642, 0]);
    pit.step(1, "dan", r#"{"irregular":{"what":"device-fault","device":7}}"#);
    pit.step(1, "sue", r#"{"ruling":{"answer":"yes"}}"#);
    assert_eq!(pit.meter(1, Level::Major), (1_000_166, (2, 3)));
    assert_eq!(pit.meter(1, Level::Minor), (200_214, (2, 7)));
    assert_eq!(pit.retained(1), 120);
}

/// The outcome of the round is cancelled (14.4): everything goes back (14.5), but for the wager of a cheat that a
/// supervisor orders to be forfeited, which stays in the meters.
#[test]
fn cancelled_outcome_gives_back_but_what_is_forfeited() {
    for (cause, forfeits) in [("disruption", false), ("fraud", true)] {
        let mut pit = Pit::with_pool(THIRDS);
        pit.plays(1, "ann", 1);
        pit.plays(1, "bob", 2);
        pit.collect(1);
        pit.card(1, "2S");
        assert_eq!(pit.readings(1), [1_000_333, 200_428, 0]);
        let cheat = if forfeits { r#","player":"bob","forfeit":"yes""# } else { "" };
        let cancel = format!(
            r#"{{"irregular":{{"what":"invalidate","cause":"{cause}"{cheat},"why":"seen by surveillance"}}}}"#
        );
        let request = pit.asks("sue", &steps(1, &cancel));
        pit.does("max", &format!(r#"{{"approve":{{"request":{request}}}}}"#));
        let wanted = if forfeits { [1_000_166, 200_214, 0] } else { [1_000_000, 200_000, 0] };
        assert_eq!(pit.readings(1), wanted, "{cause}");
    }
}

/// The wagers of a person who breaks the rules are void (14.3.1): hers come off the meters, the others stay.
#[test]
fn wagers_of_one_person_are_void() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.plays(1, "ann", 1);
    pit.plays(1, "bob", 2);
    pit.collect(1);
    pit.card(1, "2S");
    pit.step(
        1,
        "sue",
        r#"{"irregular":{"what":"conduct","players":["ann"],"why":"touched a card"}}"#,
    );
    assert_eq!(pit.meter(1, Level::Major), (1_000_166, (2, 3)));
    assert_eq!(pit.meter(1, Level::Minor), (200_214, (2, 7)));
}

/// One hand wins the major meter: the guarantee is more than the meter shows, so that the house adds to it. The prize
/// waits until a second person has looked at it, and somebody else pays.
#[test]
fn major_is_topped_up_verified_and_paid() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.plays(1, "ann", 1);
    pit.collect(1);
    pit.deals(1, &[(1, MAJOR)]);
    // The meter showed 1,000,000 + 166; 10,000,000 are guaranteed: 11.9.1. The meter starts again with 1,000,000.
    assert_eq!(pit.meter(1, Level::Major), (1_000_000, (2, 3)));
    assert_eq!(pit.pending(1, Level::Major), 10_000_000);
    // 1,000,000 at the start, 10,000,000 - 1,000,166 for the guarantee, 1,000,000 to start again.
    assert_eq!(pit.top_up(1, Level::Major), 1_000_000 + 8_999_834 + 1_000_000);
    pit.refused(1, "dan", r#"{"paid":true}"#, "8.2");
    pit.denied("dan", r#"{"verify-award":{"table":1,"award":1}}"#, "");
    pit.does("sue", r#"{"verify-award":{"table":1,"award":1}}"#);
    pit.denied("sue", r#"{"verify-award":{"table":1,"award":1}}"#, "8.2");
    let before = (pit.rack(1, "ann"), pit.float(1));
    pit.settles(1);
    // Ann has the prize; her bet of 1000 with three aces (33 against 17) is for the game to say, from the float.
    assert_eq!(pit.pending(1, Level::Major), 0);
    assert_eq!(pit.pool(1).level(Level::Major).paid, 10_000_000);
    let (rack, float) = (pit.rack(1, "ann") - before.0, pit.float(1) - before.1);
    // Stake and winnings of the bet are hers as well, from felt and float; and the stake of the jackpot wager, which
    // the pool has had since the first card, goes from the felt to the float.
    assert_eq!(rack - 10_000_000, 1_000 + 500 - float);
    assert!(float > -20_000);
    // Nothing is left to do, and nothing is paid twice.
    pit.denied("dan", &steps(1, r#"{"paid":true}"#), "8.1.1");
    assert!(!pit.pool(1).awards.values().any(croupier_floor::Award::is_open));
}

/// The meter stands above the guarantee: it is paid to the cent, up to the next chip.
#[test]
fn full_meter_is_paid_up_to_a_chip() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.adjusts("minor", 200_000, 1_234_567);
    pit.plays(1, "ann", 1);
    pit.collect(1);
    pit.deals(1, &[(1, MINOR)]);
    // 1,234,567 + 214 = 1,234,781, and the chip is 100: 1,234,800. The house adds 19.
    assert_eq!(pit.pending(1, Level::Minor), 1_234_800);
    assert_eq!(pit.readings(1), [1_000_166, 200_000, 0]);
    // 200,000 to start, 1,034,567 by the adjustment, 19, and 200,000 to start again.
    assert_eq!(pit.top_up(1, Level::Minor), 200_000 + 1_034_567 + 19 + 200_000);
    pit.pays_award(1, 1);
    assert_eq!(pit.pool(1).level(Level::Minor).paid, 1_234_800);
}

/// Three hands share a meter in equal parts (11.13.2), each rounded up to a chip; who has two of them has two shares.
#[test]
fn hands_share_a_meter() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.adjusts("minor", 200_000, 2_000_000);
    pit.plays(1, "ann", 1);
    pit.plays(1, "bob", 2);
    pit.plays(1, "ann", 3);
    pit.collect(1);
    pit.deals(1, &[(1, MINOR), (2, OTHER_MINOR), (3, MINOR)]);
    // 2,000,000 + 642 (of 642 6/7) = 2,000,642; a third is 666,880 2/3, up to a chip 666,900; three are 2,000,700.
    assert_eq!(pit.pending(1, Level::Minor), 2_000_700);
    let award = pit.pool(1).awards[&1].clone();
    assert_eq!(award.reading.0, 2_000_642);
    let lines = award.lines.iter().map(|line| (line.area, line.pays.0));
    assert_eq!(lines.collect::<Vec<_>>(), [(1, 666_900), (2, 666_900), (3, 666_900)]);
    assert_eq!(pit.meter(1, Level::Minor), (200_000, (6, 7)));
    pit.pays_award(1, 1);
    assert_eq!(pit.pool(1).level(Level::Minor).paid, 2_000_700);
    // The house has put in 200,000 + 1,800,000 + 58 (2,000,700 - 2,000,642) + 200,000.
    assert_eq!(pit.top_up(1, Level::Minor), 2_200_058);
}

/// Major and minor in one round are two prizes, each verified by itself.
#[test]
fn both_meters_in_one_round() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.plays(1, "ann", 1);
    pit.plays(1, "bob", 2);
    pit.collect(1);
    pit.deals(1, &[(1, MINOR), (2, MAJOR)]);
    assert_eq!(pit.pending(1, Level::Major), 10_000_000);
    assert_eq!(pit.pending(1, Level::Minor), 1_000_000);
    pit.does("sue", r#"{"verify-award":{"table":1,"award":1}}"#);
    pit.refused(1, "dan", r#"{"paid":true}"#, "8.2");
    pit.pays_award(1, 2);
    assert_eq!((pit.pending(1, Level::Major), pit.pending(1, Level::Minor)), (0, 0));
}

/// The fixed prizes of 11.10 come from the float of the table, lock nothing, and leave the meters alone.
#[test]
fn fixed_prizes_come_from_the_float() {
    // 300, 50 and 20 times the wager: 11.10.1, 11.10.2, 11.10.3.
    let hands = [
        (["AD", "AD", "AS"], 150_000),
        (["AC", "AC", "5S"], 25_000),
        (["AC", "AH", "5S"], 10_000),
        (["AC", "KH", "5S"], 0),
    ];
    for (hand, pays) in hands {
        let mut pit = Pit::with_pool(THIRDS);
        pit.plays(1, "ann", 1);
        pit.collect(1);
        let before = pit.rack(1, "ann") + pit.float(1);
        pit.deals(1, &[(1, hand)]);
        pit.settles(1);
        // What the float lost, ann won; and 500 went to the pool.
        assert_eq!(pit.rack(1, "ann") + pit.float(1), before + 1_000, "{hand:?}");
        assert_eq!(pit.readings(1), [1_000_166, 200_214, 0], "{hand:?}");
        assert_eq!(pit.pool(1).last_award, 0, "{hand:?}");
        let jackpot = pit.events.iter().find_map(|event| {
            let text = serde_json::to_value(event).ok()?;
            let line = text.get("game")?.get(1)?.get("settled")?.clone();
            (line["on"] == "jackpot").then(|| line["pays"].as_u64().unwrap_or(0))
        });
        assert_eq!(jackpot, Some(pays), "{hand:?}");
    }
}

/// Two tables hit the same meter: the first in the journal gets what it shows, the second what it shows after that.
#[test]
fn two_tables_hit_in_order() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.opens(2, 500);
    pit.links(2, 1);
    pit.sits_at(2, "bob", 1);
    pit.adjusts("minor", 200_000, 3_000_000);
    pit.plays(1, "ann", 1);
    pit.plays(2, "bob", 1);
    pit.collect(1);
    pit.collect(2);
    pit.deals(1, &[(1, MINOR)]);
    // Table 1: 3,000,000 + 214 = 3,000,214; the chip is 100: 3,000,300.
    assert_eq!(pit.pending(1, Level::Minor), 3_000_300);
    // The pool starts again at once, and table 2 plays on: its wager is counted now.
    assert_eq!(pit.meter(1, Level::Minor), (200_000, (2, 7)));
    pit.deals(2, &[(1, MINOR)]);
    // Table 2: 200,000 + 214 4/7 is less than the guarantee of 1,000,000, a whole number of its chips of 500.
    assert_eq!(pit.pending(1, Level::Minor), 3_000_300 + 1_000_000);
    assert_eq!(pit.meter(1, Level::Minor), (200_000, (4, 7)));
    assert_eq!(pit.pool(1).awards[&2].reading.0, 200_214);
    // The second is paid first; the first is still there.
    pit.pays_award(2, 2);
    assert_eq!(pit.pending(1, Level::Minor), 3_000_300);
    pit.pays_award(1, 1);
    assert_eq!(pit.pending(1, Level::Minor), 0);
    // 4,000,300 were paid: 428 4/7 came from wagers, 200,000 three times and 2,800,000 and 86 and 799,786 from the house.
    assert_eq!(pit.pool(1).level(Level::Minor).paid, 4_000_300);
    assert_eq!(pit.pool(1).level(Level::Minor).contributed, 428);
    assert_eq!(pit.top_up(1, Level::Minor), 600_000 + 2_800_000 + 86 + 799_786);
}

/// A pool is suspended in the middle of a round: no wager is taken any more, and those that were taken are played,
/// won and paid.
#[test]
fn suspension_in_the_middle_of_a_round() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.plays(1, "ann", 1);
    pit.bets(1, "bob", 2);
    pit.two(r#"{"suspend-pool":{"pool":1,"why":"the display is dark"}}"#);
    pit.refused(1, "bob", &wagered("bob", 2, "jackpot", 500), "10.3");
    pit.collect(1);
    pit.card(1, "AH");
    // What was taken before is counted.
    assert_eq!(pit.readings(1), [1_000_166, 200_214, 0]);
    for card in ["2S", "3S", "AH", "9C", "8C", "AH", "7D", "6D"] {
        pit.card(1, card);
    }
    assert_eq!(pit.pending(1, Level::Minor), 1_000_000);
    pit.pays_award(1, 1);
    pit.bets(1, "ann", 1);
    pit.refused(1, "ann", &wagered("ann", 1, "jackpot", 500), "10.3");
    pit.two(r#"{"resume-pool":{"pool":1}}"#);
    pit.jackpot(1, "ann", 1);
}

/// Other terms hold at all tables together, when no wager of the old ones is in play; until then none is taken. A
/// fraction of a cent of the old terms stays what it is.
#[test]
fn other_terms_hold_when_the_old_ones_are_played() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.opens(2, 100);
    pit.links(2, 1);
    pit.sits_at(2, "bob", 1);
    pit.plays(1, "ann", 1);
    pit.collect(1);
    pit.card(1, "2S");
    let terms = r#"{"prizes":"3-card","wager":700,"major":{"share":[1,4],"seed":5000},"minor":{"share":[1,4],"seed":6000},"retained":[1,2]}"#;
    pit.two(&format!(
        r#"{{"change-pool":{{"pool":1,"terms":{terms},"reference":"L&GA 2","date":"2016-09-01"}}}}"#
    ));
    pit.bets(2, "bob", 1);
    pit.refused(2, "bob", &wagered("bob", 1, "jackpot", 500), "10.2.4");
    for card in ["3S", "9C", "8C", "7D", "6D"] {
        pit.card(1, card);
    }
    pit.settles(1);
    // A bet stands at table 2, and no jackpot wager: the new price holds there and at table 1.
    assert!(pit.pool(1).next.is_none());
    pit.refused(2, "bob", &wagered("bob", 1, "jackpot", 500), "11.4");
    pit.step(2, "bob", &wagered("bob", 1, "jackpot", 700));
    pit.accept(2, "bob", 1);
    pit.collect(2);
    pit.deals(2, &[(1, NOTHING)]);
    pit.settles(2);
    // 166 2/3 + 175 = 341 2/3; 214 2/7 + 175 = 389 2/7. The meters themselves did not change.
    assert_eq!(pit.meter(1, Level::Major), (1_000_341, (2, 3)));
    assert_eq!(pit.meter(1, Level::Minor), (200_389, (2, 7)));
    // 500 - 380 of the old terms, 700 - 350 of the new.
    assert_eq!(pit.retained(1), 120 + 350);
}

/// A pool that retires leaves what its meters hold to another one, fractions of a cent made whole by the house.
#[test]
fn heir_gets_what_the_meters_hold() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.starts_pool(2, THIRDS);
    pit.round(1, "ann", 1);
    pit.two(r#"{"retire-pool":{"pool":1,"heir":2,"reference":"L&GA 9","date":"2016-10-01"}}"#);
    pit.bets(1, "ann", 1);
    pit.refused(1, "ann", &wagered("ann", 1, "jackpot", 500), "10.3");
    pit.two(r#"{"close-pool":{"pool":1}}"#);
    assert_eq!(pit.readings(1), [0, 0, 0]);
    // 1,000,166 2/3 and 200,214 2/7, each with a cent for its fraction, to 1,000,000 and 200,000.
    assert_eq!(pit.readings(2), [2_000_167, 400_215, 0]);
    assert_eq!(pit.top_up(1, Level::Major), 1_000_001);
    let (one, two) = (pit.pool(1).level(Level::Major), pit.pool(2).level(Level::Major));
    assert_eq!((one.moved_out, two.moved_in), (1_000_167, 1_000_167));
    // The table offers no jackpot any more, and can be linked to the other pool.
    pit.refused(1, "ann", &wagered("ann", 1, "jackpot", 500), "11.4");
    pit.deals(1, &[(1, NOTHING)]);
    pit.settles(1);
    pit.links(1, 2);
}

/// A pool that gets what another leaves does not end before it, and none ends with what it holds: that would be nobody's. One that
/// has not started may retire, too.
#[test]
fn what_an_heir_holds_goes_on() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.approves_pool(2, THIRDS);
    pit.starts_pool(3, THIRDS);
    let close = |pool: u32| format!(r#"{{"close-pool":{{"pool":{pool}}}}}"#);
    let retire = |pool: u32, heir: u32| {
        format!(
            r#"{{"retire-pool":{{"pool":{pool},"heir":{heir},"reference":"L&GA 9","date":"2016-10-01"}}}}"#
        )
    };
    let inherits = Reason::PoolInherits { pool: PoolId(2) };
    pit.two(&retire(1, 2));
    pit.denied("max", &close(2), "10.4");
    assert_eq!(reason(pit.told("max", &close(2))), inherits);
    pit.two(&close(1));
    assert_eq!(pit.readings(2), [1_000_000, 200_000, 0]);
    assert_eq!(reason(pit.told("max", &close(2))), inherits);
    pit.two(&retire(2, 3));
    pit.two(&close(2));
    assert_eq!(pit.readings(3), [2_000_000, 400_000, 0]);
    // One that nobody left anything to ends as it is.
    pit.approves_pool(4, THIRDS);
    pit.two(&close(4));
}

/// The heir retires in its turn, and ends first: what the first pool leaves goes on to the last.
#[test]
fn what_a_chain_of_heirs_holds_goes_to_the_last() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.starts_pool(2, THIRDS);
    pit.starts_pool(3, THIRDS);
    for (pool, heir) in [(1, 2), (2, 3)] {
        pit.two(&format!(
            r#"{{"retire-pool":{{"pool":{pool},"heir":{heir},"reference":"L&GA 9","date":"2016-10-01"}}}}"#
        ));
    }
    for pool in [2, 1] {
        pit.two(&format!(r#"{{"close-pool":{{"pool":{pool}}}}}"#));
    }
    assert_eq!([pit.readings(1), pit.readings(2)], [[0; 3]; 2]);
    assert_eq!(pit.readings(3), [3_000_000, 600_000, 0]);
}

/// Somebody asks to write down the Authority's approval, and the terms are written anew before a second person agrees: nobody
/// approves other terms than were asked for.
#[test]
fn approval_falls_with_the_terms_that_it_was_for() {
    let mut pit = Pit::open(croupier_engine::Kind::Baceball);
    let draft =
        |terms: &str| format!(r#"{{"draft-pool":{{"pool":1,"name":"pool","terms":{terms}}}}}"#);
    pit.two(&draft(THIRDS));
    let approve = r#"{"approve-pool":{"pool":1,"reference":"L&GA 1","date":"2016-08-17"}}"#;
    let asked = pit.asks("max", approve);
    let other = pit.asks("max", &draft(&THIRDS.replace("1000000", "1")));
    pit.two(&draft(&THIRDS.replace("[5,21]", "[1,21]").replace("[1,3]", "[11,21]")));
    assert!(!pit.floor.requests.contains_key(&asked));
    assert!(pit.floor.requests.contains_key(&other), "it has its own terms");
    pit.denied("mia", &format!(r#"{{"approve":{{"request":{asked}}}}}"#), "");
    assert_eq!(pit.pool(1).state, croupier_floor::PoolState::Draft);
    pit.two(approve);
}

/// The screens of a pool that is over are missed by nobody.
#[test]
fn displays_of_a_closed_pool_are_gone() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.starts_pool(2, THIRDS);
    pit.does("sue", r#"{"register-display":{"pool":1,"display":1,"name":"wall"}}"#);
    pit.does("house", r#"{"display-lost":{"pool":1,"display":1}}"#);
    let lost = |what: &ToDo| matches!(what, ToDo::DisplayLost { .. });
    assert_eq!(pit.open_tasks(lost).len(), 1);
    pit.two(r#"{"retire-pool":{"pool":1,"heir":2,"reference":"L&GA 9","date":"2016-10-01"}}"#);
    pit.two(r#"{"close-pool":{"pool":1}}"#);
    assert!(pit.pool(1).displays.is_empty());
    assert!(pit.open_tasks(lost).is_empty());
}

/// A player who leaves after a void round gets the carried wager back with that one act (12.12.1): it comes off the
/// meters, and staff complete an error notice. Who comes new finds marker buttons on the areas of the void round (12.12.2).
#[test]
fn leaving_and_coming_after_a_void_round() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.does("dee", r#"{"leave":{"table":1,"player":"dee"}}"#);
    pit.plays(1, "ann", 1);
    pit.plays(1, "bob", 2);
    pit.collect(1);
    pit.card(1, "2S");
    // Nobody leaves in the middle of a round.
    pit.denied("bob", r#"{"leave":{"table":1,"player":"bob"}}"#, "");
    pit.step(1, "sue", r#"{"void":{"why":"the device jammed"}}"#);
    let marked = |what: &ToDo| matches!(what, ToDo::MarkCarried { .. });
    pit.bets(1, "ann", 1);
    assert!(pit.open_tasks(marked).is_empty());
    pit.sits("dee", 4);
    assert_eq!(pit.open_tasks(marked).len(), 1);
    assert_eq!(pit.open_tasks(marked)[0].1, "12.12.2");
    // Ann has a wager of the next round as well, and stays; bob has nothing else.
    pit.denied("ann", r#"{"leave":{"table":1,"player":"ann"}}"#, "");
    pit.does("bob", r#"{"leave":{"table":1,"player":"bob"}}"#);
    assert_eq!(pit.readings(1), [1_000_166, 200_214, 0]);
    let bob = pit.floor.people.find("bob").unwrap();
    assert_eq!(pit.balance(Account::Purse(bob)), 1_000_000);
    let notices = pit.floor.tasks.iter().filter_map(|task| match task.what {
        ToDo::Measure { notice: Some(notice), .. } => Some((notice, task.clause.as_deref())),
        _ => None,
    });
    let [(notice, clause)] = notices.collect::<Vec<_>>()[..] else { panic!("one notice") };
    assert_eq!((notice.player, notice.area, notice.round, clause), (bob, 2, 1, Some("12.12.1")));
    assert_eq!(notice.amount.0.0, 500);
    // The marker on bob's area is gone, and the one on ann's is wanted when somebody else plays; after the round none is.
    pit.plays(1, "cyd", 3);
    let areas = pit.floor.tasks.iter().find(|task| marked(&task.what)).map(|task| &task.what);
    assert_eq!(areas, Some(&ToDo::MarkCarried { areas: vec![1] }));
    pit.collect(1);
    pit.deals(1, &[(1, NOTHING), (3, NOTHING)]);
    pit.settles(1);
    assert!(pit.open_tasks(marked).is_empty());
}

/// A meter is set by two managers under a reference, from what it shows, while no wager is in play and no prize waits.
#[test]
fn meters_are_set_by_two_and_between_rounds() {
    let mut pit = Pit::with_pool(THIRDS);
    let set = |before: u64| {
        format!(
            r#"{{"adjust-meter":{{"pool":1,"level":"minor","before":{before},"after":777,"why":"a fault","reference":"L&GA 3"}}}}"#
        )
    };
    for who in ["sue", "dan", "cas", "ivy", "ann", "house"] {
        pit.not_in_roles(who, &set(200_000), "");
    }
    pit.plays(1, "ann", 1);
    pit.denied("max", &set(200_000), "10.3");
    pit.collect(1);
    pit.deals(1, &[(1, MINOR)]);
    pit.denied("max", &set(200_000), "8.2");
    pit.pays_award(1, 1);
    assert_eq!(
        reason(pit.told("max", &set(5))),
        Reason::MeterShows { amount: Amount(Cents(200_000)) }
    );
    let request = pit.asks("max", &set(200_000));
    pit.denied("max", &format!(r#"{{"approve":{{"request":{request}}}}}"#), "");
    pit.does("mia", &format!(r#"{{"approve":{{"request":{request}}}}}"#));
    assert_eq!(pit.meter(1, Level::Minor), (777, (2, 7)));
    // 200,000 and 799,786 and 200,000 before; the house takes 199,223 out.
    assert_eq!(pit.top_up(1, Level::Minor), 1_199_786 - 199_223);
}

/// At a table that is dealt by hand the dealer sweeps, and at a virtual one the program.
#[test]
fn who_sweeps() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.plays(1, "ann", 1);
    let collect = |table| steps(table, r#"{"collect":true}"#);
    assert_eq!(reason(pit.told("house", &collect(1))), Reason::DealerDeals);
    pit.does("sue", r#"{"open":{"table":2,"name":"two","game":"baceball","setup":{"chip":100},"float":5000000,"dealing":"virtual","seats":7}}"#);
    assert_eq!(reason(pit.told("dan", &collect(2))), Reason::ProgramDeals);
    pit.collect(1);
}

fn reason(verdict: ActResult) -> Reason {
    match verdict {
        ActResult::Denied(denied) => denied.reason,
        other => panic!("{other:?}"),
    }
}
