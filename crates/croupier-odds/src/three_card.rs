//! The odds of Three Card Baccarat and its Even Money variant.

use croupier_engine::Card;
use croupier_engine::games::three_card_baccarat::{On, banker_verdict, hand_verdict, order};
use croupier_engine::table::Rules;
use croupier_engine::wager::{On as _, Verdict};

use crate::report::{Counter, Odds};
use crate::shoe::Composition;

const ORDERS: usize = 31;

pub(crate) fn odds(shoe: &Composition, rules: &Rules) -> Vec<Odds> {
    let even_money = rules.variant.is_some();
    // Pictures count nothing, and so does a ten, but they are not the same.
    let classes = shoe.classes(|card| if card.rank.is_picture() { 0 } else { card.rank.number() });
    let mut hands: [Option<[Card; 3]>; ORDERS + 1] = [None; ORDERS + 1];
    let mut ways_of = [0; ORDERS + 1];
    classes.threes(|hand, ways| {
        let hand = hand.map(|class| classes.cards[class]);
        hands[usize::from(order(&hand))] = Some(hand);
        ways_of[usize::from(order(&hand))] += ways;
    });
    let mut pairs = [[0_u128; ORDERS + 1]; ORDERS + 1];
    classes.threes(|hand, ways| {
        let player = usize::from(order(&hand.map(|class| classes.cards[class])));
        let mut left = classes.clone();
        for class in hand {
            left.counts[class] -= 1;
        }
        left.threes(|banker, more| {
            let banker = usize::from(order(&banker.map(|class| classes.cards[class])));
            pairs[player][banker] += ways * more;
        });
    });
    let verdict = |on, player: usize, banker: usize| -> Option<Verdict> {
        hand_verdict(on, even_money, &hands[player]?, &hands[banker]?)
    };
    let mut wagers = Vec::new();
    for on in [On::Player, On::Tie] {
        let mut counter = Counter::default();
        for (player, row) in pairs.iter().enumerate() {
            for (banker, &ways) in row.iter().enumerate().filter(|(_, ways)| **ways > 0) {
                if let Some(verdict) = verdict(on, player, banker) {
                    counter.add(&verdict, ways);
                }
            }
        }
        wagers.push(counter.odds(on.id(), None));
    }
    let banker = |on, point| {
        let mut counter = Counter::default();
        for (hand, &ways) in hands.iter().zip(&ways_of).filter(|(_, ways)| **ways > 0) {
            let verdict = hand.as_ref().and_then(|hand| banker_verdict(on, point, hand));
            if let Some(verdict) = verdict {
                counter.add(&verdict, ways);
            }
        }
        counter.odds(on.id(), point)
    };
    wagers.push(banker(On::ThreePictures, None));
    wagers.extend((0..=9).map(|point| banker(On::BankerTotal, Some(point))));
    wagers
}
