//! The odds of Three Card Baccarat and its Even Money variant.

use croupier_engine::Card;
use croupier_engine::games::three_card_baccarat::{On, banker_verdict, hand_verdict, order};
use croupier_engine::table::Rules;
use croupier_engine::wager::{On as _, Verdict};

use crate::fast::{Answer, Asked};
use crate::part::Pay;
use crate::ratio::Ratio;
use crate::report::{Counter, Odds};
use crate::shoe::{Composition, Threes};

/// One more than the number of orders of hands.
const ORDERS: usize = 32;

/// How often each order of the player meets each of the Banker, and a hand of each.
struct Meetings {
    hands: [Option<[Card; 3]>; ORDERS],
    banker: [u128; ORDERS],
    pairs: Box<[[u128; ORDERS]; ORDERS]>,
}

/// Counts the odds; a round takes three cards each.
pub(crate) fn count(asked: &Asked<'_>) -> Answer {
    Answer::new(odds(asked.shoe, asked.rules, asked.pay), Ratio::new(6, 1))
}

fn odds(shoe: &Composition, rules: &Rules, pay: Pay<'_>) -> Vec<Odds> {
    let even_money = rules.variant.is_some();
    let meetings = meetings(shoe);
    let mut wagers = Vec::new();
    for on in [On::Player, On::Tie] {
        let mut counter = Counter::new(pay);
        for (player, row) in meetings.pairs.iter().enumerate() {
            for (banker, &ways) in row.iter().enumerate().filter(|(_, ways)| **ways > 0) {
                if let Some(verdict) = meetings.verdict(on, even_money, player, banker) {
                    counter.add(on.id(), &verdict, ways);
                }
            }
        }
        wagers.extend(counter.odds(on.id(), None));
    }
    wagers.extend(meetings.banker_odds(On::ThreePictures, None, pay));
    let points =
        (0..=9).filter_map(|point| meetings.banker_odds(On::BankerTotal, Some(point), pay));
    wagers.extend(points);
    wagers
}

fn meetings(shoe: &Composition) -> Meetings {
    // Pictures count nothing, and so does a ten, but they are not the same.
    let class = |card: Card| if card.rank.is_picture() { 0 } else { card.rank.number() };
    let mut classes = shoe.classes(class);
    let threes = Threes::of(&classes);
    let hand = |at: [usize; 3]| at.map(|class| classes.cards[class]);
    let orders: Vec<_> =
        threes.sets.iter().map(|set| usize::from(order(&hand(set.classes)))).collect();
    let mut hands = [None; ORDERS];
    let mut banker = [0; ORDERS];
    for (set, &order) in threes.sets.iter().zip(&orders) {
        hands[order] = Some(hand(set.classes));
        banker[order] += set.ways(&classes.counts);
    }
    let mut pairs = Box::new([[0; ORDERS]; ORDERS]);
    for (set, &player) in threes.sets.iter().zip(&orders) {
        let ways = set.ways(&classes.counts);
        if ways == 0 {
            continue;
        }
        for class in set.classes {
            classes.counts[class] -= 1;
        }
        for (other, &banker) in threes.sets.iter().zip(&orders) {
            pairs[player][banker] += ways * other.ways(&classes.counts);
        }
        for class in set.classes {
            classes.counts[class] += 1;
        }
    }
    Meetings { hands, banker, pairs }
}

impl Meetings {
    /// Judges two hands of these orders: the rules look at nothing else.
    fn verdict(&self, on: On, even_money: bool, player: usize, banker: usize) -> Option<Verdict> {
        hand_verdict(on, even_money, &self.hands[player]?, &self.hands[banker]?)
    }

    fn banker_odds(&self, on: On, point: Option<u8>, pay: Pay<'_>) -> Option<Odds> {
        let mut counter = Counter::new(pay);
        for (hand, &ways) in self.hands.iter().zip(&self.banker).filter(|(_, ways)| **ways > 0) {
            let verdict = hand.as_ref().and_then(|hand| banker_verdict(on, point, hand));
            if let Some(verdict) = verdict {
                counter.add(on.id(), &verdict, ways);
            }
        }
        counter.odds(on.id(), point)
    }
}
