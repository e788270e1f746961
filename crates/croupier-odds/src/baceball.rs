//! The odds of bACEball.

use croupier_engine::games::baceball::{On, aces, count, jackpot_verdict, value, verdict};
use croupier_engine::jackpot::Jackpot;
use croupier_engine::table::Rules;
use croupier_engine::wager::{On as _, Price};
use croupier_engine::{Card, Cents, Outcome, Rank};

use crate::ratio::Ratio;
use crate::report::{Counter, Odds};
use crate::shoe::Composition;

pub(crate) fn odds(shoe: &Composition, rules: &Rules) -> Vec<Odds> {
    let mut wagers = vec![bet(shoe)];
    for on in [On::Strike1, On::Strike2, On::Strike3, On::StrikeOut] {
        wagers.push(side(on, shoe));
    }
    if let Some(jackpot) = &rules.jackpot {
        wagers.push(jackpot_odds(shoe, jackpot));
    }
    wagers
}

/// Sets every hand of the player against every total of the dealer.
fn bet(shoe: &Composition) -> Odds {
    let classes = shoe.classes(value);
    let mut counter = Counter::default();
    // A hand of the dealer for each total, and what the verdict makes of it.
    let mut totals: Vec<Option<[Card; 3]>> = vec![None; 34];
    classes.threes(|hand, _| {
        let hand = hand.map(|class| classes.cards[class]);
        totals[usize::from(count(&hand))] = Some(hand);
    });
    classes.threes(|hand, ways| {
        let player = hand.map(|class| classes.cards[class]);
        let mut left = classes.clone();
        for class in hand {
            left.counts[class] -= 1;
        }
        let mut against = [0; 34];
        left.threes(|dealer, more| {
            let dealer = dealer.map(|class| classes.cards[class]);
            against[usize::from(count(&dealer))] += more;
        });
        for (dealer, more) in totals.iter().zip(against) {
            if let (Some(dealer), 1..) = (dealer, more)
                && let Some(verdict) = verdict(On::Bet, &player, dealer)
            {
                counter.add(&verdict, ways * more);
            }
        }
    });
    counter.odds(On::Bet.id(), None)
}

/// Looks at the three cards of the player in the order in which they come.
fn side(on: On, shoe: &Composition) -> Odds {
    let mut counter = Counter::default();
    each_hand(
        shoe,
        |card| value(card) == 10,
        |hand, ways| {
            if let Some(verdict) = verdict(on, hand, &[]) {
                counter.add(&verdict, ways);
            }
        },
    );
    counter.odds(on.id(), None)
}

fn jackpot_odds(shoe: &Composition, jackpot: &Jackpot) -> Odds {
    let mut counter = Counter::default();
    let class = |card: Card| (card.rank == Rank::Ace).then_some(card.suit);
    each_hand(shoe, class, |hand, ways| {
        let verdict = jackpot_verdict(hand, 1, jackpot, Cents(1));
        let pays = match (verdict.outcome, verdict.price) {
            (Outcome::Win, Price::Prize(prize)) => {
                Ratio::new(i128::from(prize.0), u128::from(jackpot.wager.0)) - Ratio::one()
            }
            _ => -Ratio::one(),
        };
        debug_assert!(hand.len() == 3, "{:?}", aces(hand));
        counter.add_net(verdict.outcome, pays, verdict.clause, ways);
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
