//! The odds of Lucky Draw Baccarat, and the best way to play it.

use croupier_engine::games::lucky_draw_baccarat::{On, count, dealer_draws, verdict};
use croupier_engine::wager::{On as _, Price, Verdict};
use croupier_engine::{Card, Outcome, Rank};

use crate::Strategy;
use crate::prices::Prices;
use crate::ratio::Ratio;
use crate::report::{Counter, Odds, Part};
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

/// How often the dealer ends with each count.
type Counts = [u128; 10];

/// Two cards against one, and what both decisions lead to.
struct State {
    player: [usize; 2],
    dealer: usize,
    ways: u128,
    stand: Counts,
    /// By the class of the third card.
    draw: Vec<(usize, Counts)>,
    /// What drawing is worth more than standing, in parts of the stake and times all ways.
    gain: i128,
}

pub(crate) fn odds(shoe: &Composition, strategy: &Strategy, prices: &Prices) -> (Vec<Odds>, Chart) {
    let game = Game::new(shoe);
    let states = game.states(prices);
    let chart = game.chart(&states);
    let mut enter = Counter::new(prices);
    let mut draw = Counter::new(prices);
    let (mut drawn, mut all) = (0, 0);
    let totals = game.gains_by_total(&states);
    for state in &states {
        let (total, dealer) = game.cell(state);
        let gain = match strategy {
            Strategy::Total => totals[total][dealer],
            Strategy::War | Strategy::Surrender | Strategy::Best => state.gain,
        };
        let hand = state.player.map(|class| game.classes.cards[class]);
        all += state.ways * state.stand.iter().sum::<u128>();
        if gain <= 0 {
            game.count(&hand, &state.stand, state.ways, &mut enter, None);
            continue;
        }
        for (third, counts) in &state.draw {
            let hand = [hand[0], hand[1], game.classes.cards[*third]];
            drawn += state.ways * counts.iter().sum::<u128>();
            game.count(&hand, counts, state.ways, &mut enter, Some(&mut draw));
        }
    }
    let mut whole = enter.odds(On::Enter.id(), None);
    whole.average_stake = Ratio::one() + Ratio::new(drawn as i128, all.max(1));
    (vec![whole, draw.odds(On::Draw.id(), None)], chart)
}

/// What is left, by class, and a hand of the dealer for each count.
struct Game {
    classes: Classes,
    /// The value of each class.
    values: Vec<usize>,
    dealers: [[Card; 2]; 10],
}

impl Game {
    fn new(shoe: &Composition) -> Self {
        // Cards of one value count alike, except threes, whose suits matter.
        let classes = shoe.classes(|card: Card| {
            (count(&[card]), if card.rank == Rank::Three { card.suit as u8 } else { 0 })
        });
        let values = classes.cards.iter().map(|&card| usize::from(count(&[card]))).collect();
        let ten = Card::new(Rank::Ten, classes.cards[0].suit);
        let mut dealers = [[ten; 2]; 10];
        for &card in &classes.cards {
            dealers[usize::from(count(&[card]))] = [ten, card];
        }
        Self { classes, values, dealers }
    }

    /// Plays both decisions of every state to the end.
    fn states(&self, prices: &Prices) -> Vec<State> {
        let worth = self.worths(prices);
        let classes = self.classes.len();
        let mut states = Vec::new();
        for first in 0..classes {
            for second in first..classes {
                for dealer in 0..classes {
                    states.extend(self.state([first, second], dealer, &worth));
                }
            }
        }
        states
    }

    fn state(&self, player: [usize; 2], dealer: usize, worth: &Worths) -> Option<State> {
        let mut counts = self.classes.counts.clone();
        let mut ways = if player[0] == player[1] { 1 } else { 2 };
        for class in [player[0], player[1], dealer] {
            ways *= counts[class];
            counts[class] = counts[class].checked_sub(1)?;
        }
        let mut left: Counts = [0; 10];
        for (&value, &count) in self.values.iter().zip(&counts) {
            left[value] += count;
        }
        let up = self.values[dealer];
        // Standing leaves one more card undrawn; it is weighted as if it had been drawn.
        let undrawn = left.iter().sum::<u128>().saturating_sub(2);
        let stand = finish(up, &left).map(|ways| ways * undrawn);
        let hand = player.map(|class| self.classes.cards[class]);
        let mut gain = -value_of(&stand, &worth.stand[usize::from(count(&hand))]);
        let mut draw = Vec::new();
        for (third, &ways) in counts.iter().enumerate().filter(|(_, ways)| **ways > 0) {
            left[self.values[third]] -= 1;
            let ends = finish(up, &left).map(|more| more * ways);
            left[self.values[third]] += 1;
            let hand = [hand[0], hand[1], self.classes.cards[third]];
            gain += value_of(&ends, &worth.draw[kind_of(&hand)]);
            draw.push((third, ends));
        }
        Some(State { player, dealer, ways, stand, draw, gain })
    }

    /// Counts what becomes of a hand against each count of the dealer.
    fn count(
        &self,
        hand: &[Card],
        ends: &Counts,
        ways: u128,
        enter: &mut Counter<'_>,
        mut draw: Option<&mut Counter<'_>>,
    ) {
        for (dealer, &more) in self.dealers.iter().zip(ends).filter(|(_, more)| **more > 0) {
            let first = Part::new(On::Enter.id(), verdict(On::Enter, hand, dealer));
            match &mut draw {
                Some(draw) => {
                    let second = verdict(On::Draw, hand, dealer);
                    draw.add(On::Draw.id(), &second, ways * more);
                    enter.add_parts(&[first, Part::new(On::Draw.id(), second)], ways * more);
                }
                None => enter.add_parts(&[first], ways * more),
            }
        }
    }

    /// Asks the engine what every kind of hand is worth against every count, in parts of the stake.
    fn worths(&self, prices: &Prices) -> Worths {
        let units = prices.common_units();
        let judge = |on: On, hand: &[Card], dealer: &[Card; 2]| {
            in_units(&prices.apply(on.id(), &verdict(on, hand, dealer)), units)
        };
        let mut worth = Worths { stand: [[0; 10]; 10], draw: [[0; 10]; KINDS] };
        for (points, player) in self.dealers.iter().enumerate() {
            for (end, dealer) in self.dealers.iter().enumerate() {
                worth.stand[points][end] = judge(On::Enter, player, dealer);
            }
        }
        for a in &self.classes.cards {
            for b in &self.classes.cards {
                for c in &self.classes.cards {
                    let hand = [*a, *b, *c];
                    let row = &mut worth.draw[kind_of(&hand)];
                    for (end, dealer) in self.dealers.iter().enumerate() {
                        row[end] = judge(On::Enter, &hand, dealer) + judge(On::Draw, &hand, dealer);
                    }
                }
            }
        }
        worth
    }

    fn cell(&self, state: &State) -> (usize, usize) {
        let hand = state.player.map(|class| self.classes.cards[class]);
        (usize::from(count(&hand)), self.values[state.dealer])
    }

    /// Adds up the gain of drawing over all cards behind a total.
    fn gains_by_total(&self, states: &[State]) -> [[i128; 10]; 10] {
        let mut totals = [[0; 10]; 10];
        for state in states {
            let (total, dealer) = self.cell(state);
            totals[total][dealer] += state.gain * state.ways as i128;
        }
        totals
    }

    /// Finds the best play for each total against each card, where all cards agree.
    fn chart(&self, states: &[State]) -> Chart {
        let mut chart: [[Option<Option<Decide>>; 10]; 10] = [[None; 10]; 10];
        for state in states {
            let best = if state.gain > 0 { Decide::Draw } else { Decide::Stand };
            let (total, dealer) = self.cell(state);
            let slot = &mut chart[total][dealer];
            *slot = match *slot {
                None => Some(Some(best)),
                Some(Some(known)) if known == best => Some(Some(best)),
                Some(_) => Some(None),
            };
        }
        chart.map(|row| row.map(Option::flatten))
    }
}

/// Kinds of three cards: by count, and two for threes.
const KINDS: usize = 12;

/// What each kind of hand is worth against each count of the dealer, in parts of the stake.
struct Worths {
    stand: [[i128; 10]; 10],
    draw: [[i128; 10]; KINDS],
}

fn kind_of(hand: &[Card; 3]) -> usize {
    let threes = hand.iter().all(|card| card.rank == Rank::Three);
    let suited = hand.iter().all(|card| card.suit == hand[0].suit);
    match (threes, suited) {
        (true, true) => 10,
        (true, false) => 11,
        (false, _) => usize::from(count(hand)),
    }
}

fn value_of(ends: &Counts, worth: &[i128; 10]) -> i128 {
    ends.iter().zip(worth).map(|(&ways, worth)| ways as i128 * worth).sum()
}

/// Returns what a verdict wins or loses in parts of the stake that make every price whole.
fn in_units(verdict: &Verdict, units: i128) -> i128 {
    match (verdict.outcome, verdict.price) {
        (Outcome::Win, Price::Odds(odds)) => units / i128::from(odds.per) * i128::from(odds.wins),
        (Outcome::Lose, _) => -units,
        (_, _) => 0,
    }
}

/// Deals the dealer's second and third card; returns the ways to each count. A hand without a third
/// card is weighted as if it had been drawn.
fn finish(up: usize, left: &Counts) -> Counts {
    let total: u128 = left.iter().sum();
    let rest = total.saturating_sub(1);
    let mut ends = [0; 10];
    for (second, &two) in left.iter().enumerate().filter(|(_, two)| **two > 0) {
        let points = (up + second) % 10;
        if !draws(points) {
            ends[points] += two * rest;
            continue;
        }
        for (third, &three) in left.iter().enumerate() {
            let three = three - u128::from(third == second);
            ends[(points + third) % 10] += two * three;
        }
    }
    ends
}

/// Asks the engine whether the dealer draws on two cards of this count.
fn draws(points: usize) -> bool {
    let ten = Card::new(Rank::Ten, croupier_engine::Suit::Clubs);
    let card = if points == 0 { ten } else { Card::new(Rank::ALL[points - 1], ten.suit) };
    dealer_draws(&[ten, card])
}
