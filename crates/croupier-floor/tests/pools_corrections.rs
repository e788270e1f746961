//! What is put right of rounds with jackpot wagers, with every meter computed by hand. Amounts are cents.

use crate::support::Pit;
use crate::support::pools::{MAJOR, MINOR, NOTHING, OTHER_MINOR, THIRDS};
use croupier_floor::{Account, Level};

/// A card was keyed wrongly, and nobody has won: the meter shows what it did, with what has come since.
#[test]
fn correction_restores_the_reading_with_what_came_since() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.opens(2, 100);
    pit.links(2, 1);
    pit.sits_at(2, "bob", 1);
    pit.adjusts("major", 1_000_000, 12_345_600);
    pit.plays(1, "ann", 1);
    pit.collect(1);
    pit.deals(1, &[(1, MAJOR)]);
    // 12,345,600 + 166 = 12,345,766; up to a chip 12,345,800.
    assert_eq!(pit.pending(1, Level::Major), 12_345_800);
    // Another table plays two rounds in the meantime: the new meter gets 333 1/3 more, with the 2/3 that it had.
    pit.round(2, "bob", 1);
    pit.round(2, "bob", 1);
    assert_eq!(pit.meter(1, Level::Major), (1_000_334, (0, 1)));
    pit.rebuild(1, &[(1, NOTHING)]);
    // 12,345,600 + 166 2/3 + 333 1/3 = 12,346,100, and the house has put in what it had before the hit.
    assert_eq!(pit.meter(1, Level::Major), (12_346_100, (0, 1)));
    assert_eq!(pit.pending(1, Level::Major), 0);
    assert_eq!(pit.top_up(1, Level::Major), 12_345_600);
    pit.settles(1);
    assert_eq!(pit.pool(1).level(Level::Major).paid, 0);
}

/// A prize was paid, and the round is dealt again from its own cards before the next one begins: what was paid goes
/// back to the meter, as far as the player has it; the rest is owed.
#[test]
fn paid_prize_goes_back_to_the_meter() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.plays(1, "ann", 1);
    pit.collect(1);
    pit.deals(1, &[(1, MINOR)]);
    pit.pays_award(1, 1);
    assert_eq!(pit.pool(1).level(Level::Minor).paid, 1_000_000);
    // Ann carries all of her chips away but for 600,000.
    let takes = pit.rack(1, "ann") - 600_000;
    pit.does("ann", &format!(r#"{{"take":{{"table":1,"player":"ann","amount":{takes}}}}}"#));
    pit.rebuild(1, &[(1, NOTHING)]);
    pit.settles(1);
    // The meter shows 200,000 + 214 2/7 again; the guarantee is the house's again.
    assert_eq!(pit.meter(1, Level::Minor), (200_214, (2, 7)));
    assert_eq!((pit.pool(1).level(Level::Minor).paid, pit.pending(1, Level::Minor)), (0, 0));
    assert_eq!(pit.top_up(1, Level::Minor), 200_000);
    let owed = pit.balance(Account::Owed(pit.floor.people.find("ann").unwrap()));
    assert_eq!(pit.rack(1, "ann"), 0);
    // 1,000,000 of the prize and what the bet of the old hand won beyond the new one, less 600,000.
    assert!(owed <= -400_000, "{owed}");
}

/// The meter was won again before the first prize was found to be nobody's. Had it never been won, the second winner
/// would have got 3,000,214 2/7 and more; but that prize was fixed by what the meter showed. So the first reading comes
/// back to the meter less the seed, which the second winner has: the house has put in what it would have, and every
/// cent of the wagers is on the meter or paid.
#[test]
fn prize_is_restored_after_the_meter_was_won_again() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.opens(2, 100);
    pit.links(2, 1);
    pit.sits_at(2, "bob", 1);
    pit.adjusts("minor", 200_000, 3_000_000);
    pit.plays(1, "ann", 1);
    pit.collect(1);
    pit.deals(1, &[(1, MINOR)]);
    assert_eq!(pit.pending(1, Level::Minor), 3_000_300);
    pit.plays(2, "bob", 1);
    pit.collect(2);
    pit.deals(2, &[(1, MINOR)]);
    // 200,000 + 214 (2/7 + 2/7 are no cent): the guarantee of 1,000,000 is more.
    pit.pays_award(2, 2);
    pit.round(2, "bob", 1);
    // 200,000 + 214 and 2/7 * 3 = 6/7.
    assert_eq!(pit.meter(1, Level::Minor), (200_214, (6, 7)));
    pit.rebuild(1, &[(1, NOTHING)]);
    pit.settles(1);
    // 200,214 + 3,000,214 - 200,000.
    assert_eq!(pit.meter(1, Level::Minor), (3_000_428, (6, 7)));
    assert_eq!(
        (pit.pool(1).level(Level::Minor).paid, pit.pending(1, Level::Minor)),
        (1_000_000, 0)
    );
    assert_eq!(pit.pool(1).level(Level::Minor).contributed, 642);
    // 200,000 + 2,800,000 before; 799,786 for the guarantee of the second; 200,000 to start again after it.
    assert_eq!(pit.top_up(1, Level::Minor), 3_000_000 + 799_786 + 200_000);
}

/// Other terms hold since the round was over, and then the round turns out to be void for one hand: what goes back is
/// what that wager brought under the old terms, to the fraction of a cent.
#[test]
fn wager_of_the_old_terms_goes_back_by_the_old_terms() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.round(1, "bob", 2);
    pit.plays(1, "ann", 1);
    pit.collect(1);
    pit.deals_nothing(1);
    pit.settles(1);
    let terms = r#"{"prizes":"3-card","wager":700,"major":{"share":[1,4],"seed":5000},"minor":{"share":[1,4],"seed":6000},"retained":[1,2]}"#;
    pit.two(&format!(
        r#"{{"change-pool":{{"pool":1,"terms":{terms},"reference":"L&GA 2","date":"2016-09-01"}}}}"#
    ));
    assert!(pit.pool(1).next.is_none());
    pit.cancels(1);
    // One wager is left: 166 2/3 and 214 2/7, with 120 kept.
    assert_eq!(pit.meter(1, Level::Major), (1_000_166, (2, 3)));
    assert_eq!(pit.meter(1, Level::Minor), (200_214, (2, 7)));
    assert_eq!(pit.retained(1), 120);
}

/// The table was unlinked after the round, and then its prize turns out to be nobody's: it goes back to its pool, and the
/// float has nothing of it.
#[test]
fn correction_after_the_table_was_unlinked() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.plays(1, "ann", 1);
    pit.collect(1);
    pit.deals(1, &[(1, MINOR)]);
    pit.pays_award(1, 1);
    pit.two(r#"{"unlink-table":{"table":1}}"#);
    pit.cancels(1);
    // The wager goes back as well: the meter is as if nothing had been.
    assert_eq!(pit.meter(1, Level::Minor), (200_000, (0, 1)));
    assert_eq!((pit.pool(1).level(Level::Minor).paid, pit.pending(1, Level::Minor)), (0, 0));
    assert_eq!((pit.top_up(1, Level::Minor), pit.retained(1)), (200_000, 0));
    assert_eq!((pit.float(1), pit.rack(1, "ann")), (5_000_000, 500_000));
}

/// The pool is over, and then a prize of its last round turns out to be nobody's: what comes back goes on to the pool that
/// has inherited, and nothing stays behind. What goes back with the wager the house bears, for the meters are empty.
#[test]
fn correction_after_the_pool_was_closed() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.starts_pool(2, THIRDS);
    pit.plays(1, "ann", 1);
    pit.collect(1);
    pit.deals(1, &[(1, MINOR)]);
    pit.pays_award(1, 1);
    pit.two(r#"{"retire-pool":{"pool":1,"heir":2,"reference":"L&GA 9","date":"2016-10-01"}}"#);
    pit.two(r#"{"close-pool":{"pool":1}}"#);
    // 1,000,166 2/3 and 200,000 2/7, each with a cent for its fraction.
    assert_eq!(pit.readings(2), [2_000_167, 400_001, 0]);
    pit.cancels(1);
    assert_eq!(pit.readings(1), [0, 0, 0]);
    // The reading was 200,214, of which the house gets its seed of 200,000 back; one cent is for a fraction.
    assert_eq!(pit.readings(2), [2_000_167, 400_001 + 215, 0]);
    assert_eq!(pit.pending(1, Level::Minor), 0);
    let (one, two) = (pit.pool(1).level(Level::Minor), pit.pool(2).level(Level::Minor));
    assert_eq!((one.moved_out, two.moved_in), (200_216, 200_216));
    assert_eq!((pit.float(1), pit.rack(1, "ann")), (5_000_000, 500_000));
}

/// The slip of a prize is there as long as it is played, and afterwards by its number, with who verified and who paid.
#[test]
fn slips_stay_readable() {
    let mut pit = Pit::with_pool(THIRDS);
    pit.plays(1, "ann", 1);
    pit.collect(1);
    pit.deals(1, &[(1, MINOR)]);
    pit.pays_award(1, 1);
    pit.round(1, "bob", 2);
    pit.plays(1, "ann", 1);
    pit.collect(1);
    pit.deals(1, &[(1, OTHER_MINOR)]);
    pit.rebuild(1, &[(1, NOTHING)]);
    pit.settles(1);
    assert!(pit.pool(1).awards.is_empty());
    let people = &pit.floor.people;
    let (sue, dan) = (people.find("sue"), people.find("dan"));
    let (paid, reversed) = (pit.pool(1).award(1).unwrap(), pit.pool(1).award(2).unwrap());
    assert_eq!((paid.verified, paid.paid_by, paid.reversed), (sue, dan, false));
    assert_eq!(paid.lines[0].hand, ["AH", "AH", "AH"]);
    assert_eq!((paid.reading.0, paid.total().0, paid.round), (200_214, 1_000_000, 1));
    assert_eq!((reversed.paid_by, reversed.reversed), (None, true));
    // 200,000, the carried 2/7, and two wagers more: 428 6/7.
    assert_eq!(pit.meter(1, Level::Minor), (200_428, (6, 7)));
}
