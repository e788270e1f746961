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

/// How often the dealer ends with each count, or how many cards of each value are left. Three cards of
/// any shoe come in far fewer ways than a word holds.
type Counts = [u64; 10];

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
    let totals = game.gains_by_total(&states);
    // By what the rules look at: the kind of the player's hand, and the dealer's count.
    let (mut stood, mut drew) = ([[0; 10]; 10], [[0; 10]; KINDS]);
    for state in &states {
        let (total, dealer) = game.cell(state);
        if !strategy_draws(strategy, state, totals[total][dealer]) {
            tally(&state.stand, state.ways, &mut stood[total]);
            continue;
        }
        let hand = state.player.map(|class| game.classes.cards[class]);
        for (third, ends) in &state.draw {
            let kind = kind_of(&[hand[0], hand[1], game.classes.cards[*third]]);
            tally(ends, state.ways, &mut drew[kind]);
        }
    }
    (game.settle(&stood, &drew, prices), chart)
}

/// Tells whether a strategy draws in a state, where drawing gains so much over all cards behind the total.
fn strategy_draws(strategy: &Strategy, state: &State, gain_by_total: i128) -> bool {
    let gain = match strategy {
        Strategy::Total => gain_by_total,
        Strategy::War | Strategy::Surrender | Strategy::Best => state.gain,
    };
    gain > 0
}

/// Tells for every two cards of the player and one of the dealer whether a strategy draws.
#[derive(Clone, Debug)]
pub struct Decisions {
    draws: Vec<bool>,
}

impl Decisions {
    /// Finds the decisions of a strategy, off the top of a shoe.
    pub fn new(shoe: &Composition, strategy: &Strategy) -> Self {
        let prices = Prices::default();
        let game = Game::new(shoe);
        let states = game.states(&prices);
        let totals = game.gains_by_total(&states);
        let mut draws = vec![false; CLASSES * CLASSES * CLASSES];
        for state in &states {
            let (total, dealer) = game.cell(state);
            let draw = strategy_draws(strategy, state, totals[total][dealer]);
            let [first, second] = state.player.map(|class| game.classes.cards[class]);
            let dealer = game.classes.cards[state.dealer];
            for hand in [[first, second], [second, first]] {
                draws[Self::place(hand, dealer)] = draw;
            }
        }
        Self { draws }
    }

    /// Tells whether the player draws.
    pub fn draws(&self, hand: [Card; 2], dealer: Card) -> bool {
        self.draws[Self::place(hand, dealer)]
    }

    fn place(hand: [Card; 2], dealer: Card) -> usize {
        [hand[0], hand[1], dealer].iter().fold(0, |place, &card| place * CLASSES + class_of(card))
    }
}

/// Classes of cards: by value, and four for the threes.
const CLASSES: usize = 14;

/// Returns the class of a card: its value, or beyond nine a three by its suit.
fn class_of(card: Card) -> usize {
    match card.rank {
        Rank::Three => 10 + card.suit as usize,
        _ => usize::from(count(&[card])),
    }
}

fn tally(ends: &Counts, ways: u128, sums: &mut [u128; 10]) {
    for (sum, &more) in sums.iter_mut().zip(ends) {
        *sum += ways * u128::from(more);
    }
}

/// What is left, by class, and a hand of the dealer for each count.
struct Game {
    classes: Classes,
    /// The value of each class.
    values: Vec<usize>,
    dealers: [[Card; 2]; 10],
    /// A hand of three cards of each kind.
    hands: [Option<[Card; 3]>; KINDS],
    /// Whether the dealer draws on two cards of this count.
    draws: [bool; 10],
}

impl Game {
    fn new(shoe: &Composition) -> Self {
        // Cards of one value count alike, except threes, whose suits matter.
        let classes = shoe.classes(class_of);
        let values = classes.cards.iter().map(|&card| usize::from(count(&[card]))).collect();
        let ten = Card::new(Rank::Ten, classes.cards[0].suit);
        let mut dealers = [[ten; 2]; 10];
        for &card in &classes.cards {
            dealers[usize::from(count(&[card]))] = [ten, card];
        }
        let draws = dealers.map(|dealer| dealer_draws(&dealer));
        let mut hands = [None; KINDS];
        for &a in &classes.cards {
            for &b in &classes.cards {
                for &c in &classes.cards {
                    hands[kind_of(&[a, b, c])] = Some([a, b, c]);
                }
            }
        }
        Self { classes, values, dealers, hands, draws }
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
            left[value] += u64::try_from(count).unwrap_or(u64::MAX);
        }
        let up = self.values[dealer];
        // Standing leaves one more card undrawn; it is weighted as if it had been drawn.
        let undrawn = left.iter().sum::<u64>().saturating_sub(2);
        let stand = finish(up, &left, &self.draws).map(|ways| ways * undrawn);
        let hand = player.map(|class| self.classes.cards[class]);
        let mut gain = -value_of(&stand, &worth.stand[usize::from(count(&hand))]);
        let mut draw = Vec::new();
        for (third, &ways) in counts.iter().enumerate().filter(|(_, ways)| **ways > 0) {
            left[self.values[third]] -= 1;
            let of_this = u64::try_from(ways).unwrap_or(u64::MAX);
            let ends = finish(up, &left, &self.draws).map(|more| more * of_this);
            left[self.values[third]] += 1;
            let hand = [hand[0], hand[1], self.classes.cards[third]];
            gain += value_of(&ends, &worth.draw[kind_of(&hand)]);
            draw.push((third, ends));
        }
        Some(State { player, dealer, ways, stand, draw, gain })
    }

    /// Has the engine judge every kind of hand against every count of the dealer.
    fn settle(
        &self,
        stood: &[[u128; 10]; 10],
        drew: &[[u128; 10]; KINDS],
        prices: &Prices,
    ) -> Vec<Odds> {
        let (mut enter, mut draw) = (Counter::new(prices), Counter::new(prices));
        let part = |on: On, hand: &[Card], dealer| Part::new(on.id(), verdict(on, hand, dealer));
        for (hand, sums) in self.dealers.iter().zip(stood) {
            for (dealer, &ways) in self.dealers.iter().zip(sums).filter(|(_, ways)| **ways > 0) {
                enter.add_parts(&[part(On::Enter, hand, dealer)], ways);
            }
        }
        for (hand, sums) in self.hands.iter().zip(drew) {
            let Some(hand) = hand else { continue };
            for (dealer, &ways) in self.dealers.iter().zip(sums).filter(|(_, ways)| **ways > 0) {
                let (first, second) = (part(On::Enter, hand, dealer), part(On::Draw, hand, dealer));
                enter.add_parts(&[first, second], ways);
                draw.add_parts(&[second], ways);
            }
        }
        let drawn = drew.as_flattened().iter().sum::<u128>();
        let all = drawn + stood.as_flattened().iter().sum::<u128>();
        let mut whole = enter.odds(On::Enter.id(), None);
        whole.average_stake = Ratio::one() + Ratio::new(drawn as i128, all.max(1));
        vec![whole, draw.odds(On::Draw.id(), None)]
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
        for (hand, row) in self.hands.iter().zip(&mut worth.draw) {
            let Some(hand) = hand else { continue };
            for (end, dealer) in self.dealers.iter().enumerate() {
                row[end] = judge(On::Enter, hand, dealer) + judge(On::Draw, hand, dealer);
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
    ends.iter().zip(worth).map(|(&ways, worth)| i128::from(ways) * worth).sum()
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
fn finish(up: usize, left: &Counts, draws: &[bool; 10]) -> Counts {
    let total: u64 = left.iter().sum();
    let rest = total.saturating_sub(1);
    let mut ends = [0; 10];
    for (second, &two) in left.iter().enumerate().filter(|(_, two)| **two > 0) {
        let points = (up + second) % 10;
        if !draws[points] {
            ends[points] += two * rest;
            continue;
        }
        for (third, &three) in left.iter().enumerate() {
            let three = three - u64::from(third == second);
            ends[(points + third) % 10] += two * three;
        }
    }
    ends
}
