//! The odds of bACEball.

use croupier_engine::games::baceball::{On, jackpot_verdict, value, verdict};
use croupier_engine::jackpot::Jackpot;
use croupier_engine::table::Rules;
use croupier_engine::wager::On as _;
use croupier_engine::{Card, Cents, Rank};

use crate::fast::{Answer, Asked};
use crate::part::{Part, Pay};
use crate::ratio::Ratio;
use crate::report::{Counter, Odds};
use crate::shoe::{Composition, Threes};

/// One more than the highest total, three aces.
const TOTALS: usize = 34;

/// Counts the odds; a round takes three cards each.
pub(crate) fn count(asked: &Asked<'_>) -> Answer {
    Answer::new(odds(asked.shoe, asked.rules, asked.pay), Ratio::new(6, 1))
}

fn odds(shoe: &Composition, rules: &Rules, pay: Pay<'_>) -> Vec<Odds> {
    let mut wagers: Vec<Odds> = bet(shoe, pay).into_iter().collect();
    for on in [On::Strike1, On::Strike2, On::Strike3, On::StrikeOut] {
        wagers.extend(side(on, shoe, pay));
    }
    if let Some(jackpot) = &rules.jackpot {
        let chip = pay.terms.stake.map_or(rules.chip, |(_, chip)| chip);
        wagers.extend(jackpot_odds(shoe, jackpot, chip, pay));
    }
    wagers
}

/// Sets every hand of the player against every total of the dealer.
fn bet(shoe: &Composition, pay: Pay<'_>) -> Option<Odds> {
    let mut classes = shoe.classes(value);
    let threes = Threes::of(&classes);
    let values: Vec<_> = classes.cards.iter().map(|&card| usize::from(value(card))).collect();
    let total = |hand: [usize; 3]| hand.into_iter().map(|class| values[class]).sum::<usize>();
    // A hand of the dealer for each total.
    let mut dealers: [Option<[Card; 3]>; TOTALS] = [None; TOTALS];
    for hand in &threes.sets {
        dealers[total(hand.classes)] = Some(hand.classes.map(|class| classes.cards[class]));
    }
    let mut counter = Counter::new(pay);
    for hand in &threes.sets {
        let ways = hand.ways(&classes.counts);
        if ways == 0 {
            continue;
        }
        for class in hand.classes {
            classes.counts[class] -= 1;
        }
        let mut against = [0; TOTALS];
        for dealer in &threes.sets {
            against[total(dealer.classes)] += dealer.ways(&classes.counts);
        }
        for class in hand.classes {
            classes.counts[class] += 1;
        }
        let player = hand.classes.map(|class| classes.cards[class]);
        for (dealer, more) in dealers.iter().zip(against).filter(|(_, more)| *more > 0) {
            let verdict = dealer.and_then(|dealer| verdict(On::Bet, &player, &dealer));
            if let Some(verdict) = verdict {
                counter.add(On::Bet.id(), &verdict, ways * more);
            }
        }
    }
    counter.odds(On::Bet.id(), None)
}

/// Looks at the three cards of the player in the order in which they come.
fn side(on: On, shoe: &Composition, pay: Pay<'_>) -> Option<Odds> {
    let mut counter = Counter::new(pay);
    each_hand(
        shoe,
        |card| value(card) == 10,
        |hand, ways| {
            if let Some(verdict) = verdict(on, hand, &[]) {
                counter.add(on.id(), &verdict, ways);
            }
        },
    );
    counter.odds(on.id(), None)
}

fn jackpot_odds(shoe: &Composition, jackpot: &Jackpot, chip: Cents, pay: Pay<'_>) -> Option<Odds> {
    let mut counter = Counter::new(pay);
    let class = |card: Card| (card.rank == Rank::Ace).then_some(card.suit);
    each_hand(shoe, class, |hand, ways| {
        let verdict = jackpot_verdict(hand, 1, jackpot, chip);
        let part = pay.part(On::Jackpot.id(), None, verdict);
        let part = Part { price: jackpot.wager, ..part };
        counter.add_parts(&[part], ways);
    });
    counter.odds(On::Jackpot.id(), None)
}

/// Goes through all hands of three cards in order, cards of a class counting alike.
fn each_hand<K: PartialEq>(
    shoe: &Composition,
    class: impl Fn(Card) -> K,
    mut each: impl FnMut(&[Card], u128),
) {
    let mut classes = shoe.classes(class);
    let cards = classes.cards.clone();
    for first in 0..cards.len() {
        classes.take(first, |classes, one| {
            for second in 0..cards.len() {
                classes.take(second, |classes, two| {
                    for third in 0..cards.len() {
                        classes.take(third, |_, three| {
                            let hand = [cards[first], cards[second], cards[third]];
                            each(&hand, one * two * three);
                        });
                    }
                });
            }
        });
    }
}
