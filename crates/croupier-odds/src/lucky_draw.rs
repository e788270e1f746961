//! The odds of Lucky Draw Baccarat, and the best way to play it.

use croupier_engine::games::lucky_draw_baccarat::{On, count, dealer_draws, verdict};
use croupier_engine::wager::On as _;
use croupier_engine::{Card, Clause, Outcome, Rank};

use crate::Strategy;
use crate::ratio::Ratio;
use crate::report::{Counter, Odds, net};
use crate::shoe::{Classes, Composition};

/// What a player does with two cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Decide {
    Draw,
    Stand,
}

/// A strategy by the player's total (down) and the value of the dealer's card (across).
///
/// Where the best play depends on the cards behind a total, the cell is `None`.
pub type Chart = [[Option<Decide>; 10]; 10];

/// Two cards against one.
struct State {
    player: [usize; 2],
    dealer: usize,
    ways: u128,
    stand: Side,
    draw: Side,
}

/// What becomes of one decision: counts of results, and what they are worth in all.
#[derive(Default)]
struct Side {
    counts: Vec<(Outcome, Outcome, Ratio, Ratio, Clause, u128)>,
    worth: Ratio2,
}

/// A sum of net results in halves, times ways: prices are halves at most.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Ratio2(i128);

pub(crate) fn odds(shoe: &Composition, strategy: &Strategy) -> (Vec<Odds>, Chart) {
    let mut classes = shoe.classes(class);
    let mut states = Vec::new();
    for first in 0..classes.len() {
        for second in first..classes.len() {
            for dealer in 0..classes.len() {
                states.extend(state([first, second], dealer, &mut classes));
            }
        }
    }
    let chart = by_total(&states, &classes);
    let mut enter = Counter::default();
    let mut draw = Counter::default();
    let (mut drawn, mut all) = (0, 0);
    for state in &states {
        let best = if state.draw.worth > state.stand.worth { Decide::Draw } else { Decide::Stand };
        let (total, dealer) = cell(state, &classes);
        let choice = match strategy {
            Strategy::Total => chart_choice(&states, &classes, total, dealer),
            Strategy::War | Strategy::Surrender | Strategy::Best => best,
        };
        let side = match choice {
            Decide::Draw => &state.draw,
            Decide::Stand => &state.stand,
        };
        for (result, _, whole, second, clause, ways) in &side.counts {
            enter.add_net(*result, whole.clone(), *clause, *ways);
            all += ways;
            if choice == Decide::Draw {
                drawn += ways;
                draw.add_net(*result, second.clone(), *clause, *ways);
            }
        }
        debug_assert!(state.ways > 0);
    }
    let mut whole = enter.odds(On::Enter.id(), None);
    whole.average_stake = Ratio::one() + Ratio::new(drawn as i128, all.max(1));
    (vec![whole, draw.odds(On::Draw.id(), None)], chart)
}

/// Cards of one value count alike, except threes, whose suits matter.
fn class(card: Card) -> (u8, u8) {
    let value = count(&[card]);
    let suit = if card.rank == Rank::Three { card.suit as u8 } else { 0 };
    (value, suit)
}

/// Plays both decisions of a state to the end.
fn state(player: [usize; 2], dealer: usize, classes: &mut Classes) -> Option<State> {
    let orders = if player[0] == player[1] { 1 } else { 2 };
    let mut made = None;
    classes.take(player[0], |classes, one| {
        classes.take(player[1], |classes, two| {
            classes.take(dealer, |classes, three| {
                let ways = orders * one * two * three;
                let (mut stand, mut draw) = (Side::default(), Side::default());
                let hand = player.map(|class| classes.cards[class]);
                // Standing leaves one more card undrawn, so that both decisions weigh the same.
                let left = classes.total();
                finish(&hand, dealer, ways * left.saturating_sub(3), classes, &mut stand);
                for third in 0..classes.len() {
                    classes.take(third, |classes, four| {
                        let hand = [hand[0], hand[1], classes.cards[third]];
                        finish(&hand, dealer, ways * four, classes, &mut draw);
                    });
                }
                made = Some(State { player, dealer, ways, stand, draw });
            });
        });
    });
    made
}

/// Deals the dealer's second and third card. A round without a third card is weighted as if it had
/// been drawn.
fn finish(hand: &[Card], first: usize, ways: u128, classes: &mut Classes, side: &mut Side) {
    let up = classes.cards[first];
    for second in 0..classes.len() {
        classes.take(second, |classes, two| {
            let dealer = [up, classes.cards[second]];
            if !dealer_draws(&dealer) {
                let rest = classes.total();
                return side.add(hand, &dealer, ways * two * rest);
            }
            for third in 0..classes.len() {
                classes.take(third, |classes, three| {
                    let dealer = [dealer[0], dealer[1], classes.cards[third]];
                    side.add(hand, &dealer, ways * two * three);
                });
            }
        });
    }
}

impl Side {
    fn add(&mut self, hand: &[Card], dealer: &[Card], ways: u128) {
        let enter = verdict(On::Enter, hand, dealer);
        let (second, clause) = if hand.len() == 3 {
            let draw = verdict(On::Draw, hand, dealer);
            (net(&draw), draw.clause)
        } else {
            (Ratio::zero(), enter.clause)
        };
        let whole = net(&enter) + second.clone();
        let halves = (whole.clone() * Ratio::new(2, 1)).to_whole();
        self.worth.0 += halves * ways as i128;
        let same = self.counts.iter_mut().find(|(result, _, net, _, cited, _)| {
            *result == enter.outcome && *net == whole && *cited == clause
        });
        match same {
            Some((.., count)) => *count += ways,
            None => {
                self.counts.push((enter.outcome, enter.outcome, whole, second, clause, ways));
            }
        }
    }
}

fn cell(state: &State, classes: &Classes) -> (usize, usize) {
    let hand = state.player.map(|class| classes.cards[class]);
    (usize::from(count(&hand)), usize::from(count(&[classes.cards[state.dealer]])))
}

/// Finds the best play for each total against each card, where all cards agree.
fn by_total(states: &[State], classes: &Classes) -> Chart {
    let mut chart: [[Option<Option<Decide>>; 10]; 10] = [[None; 10]; 10];
    for state in states {
        let best = if state.draw.worth > state.stand.worth { Decide::Draw } else { Decide::Stand };
        let (total, dealer) = cell(state, classes);
        let slot = &mut chart[total][dealer];
        *slot = match *slot {
            None => Some(Some(best)),
            Some(Some(known)) if known == best => Some(Some(best)),
            Some(_) => Some(None),
        };
    }
    chart.map(|row| row.map(Option::flatten))
}

/// Decides by the sum over all cards behind a total.
fn chart_choice(states: &[State], classes: &Classes, total: usize, dealer: usize) -> Decide {
    let same = states.iter().filter(|state| cell(state, classes) == (total, dealer));
    let difference: i128 = same.map(|state| state.draw.worth.0 - state.stand.worth.0).sum();
    if difference > 0 { Decide::Draw } else { Decide::Stand }
}
