//! The odds of Lucky Draw Baccarat, and the best way to play it.

use croupier_engine::games::lucky_draw_baccarat::{On, count as points, dealer_draws, verdict};
use croupier_engine::input::Choice;
use croupier_engine::wager::On as _;
use croupier_engine::{Card, Kind, Rank};

use crate::Strategy;
use crate::fast::{Answer, Asked, ByCards};
use crate::part::Pay;
use crate::plan::{Cell, Chart, Decide, Pair, Seen};
use crate::prices::Prices;
use crate::ratio::Ratio;
use crate::report::{Counter, Odds, Terms};
use crate::shoe::{Classes, Composition};

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

/// Counts the odds; a round takes two cards and one, the player's third and the dealer's others.
pub(crate) fn count(asked: &Asked<'_>) -> Answer {
    let (wagers, chart) = odds(asked.shoe, asked.strategy, asked.pay);
    let cards = Ratio::new(3, 1) + Answer::staked(&wagers) + dealer_third(asked.shoe);
    Answer { chart: Some(chart), ..Answer::new(wagers, cards) }
}

/// Finds the decisions of a strategy, off the top of a shoe.
pub(crate) fn decisions(shoe: &Composition, strategy: &Strategy) -> Box<dyn ByCards> {
    Box::new(Draws::new(shoe, strategy))
}

fn odds(shoe: &Composition, strategy: &Strategy, pay: Pay<'_>) -> (Vec<Odds>, Chart) {
    let game = Game::new(shoe);
    let states = game.states(pay);
    let totals = game.gains_by_total(&states);
    let decided: Vec<_> =
        states.iter().map(|state| game.decide(state, strategy, &totals)).collect();
    // By what the rules look at: the kind of the player's hand, and the dealer's count.
    let (mut stood, mut drew) = ([[0; 10]; 10], [[0; 10]; KINDS]);
    for (state, decide) in states.iter().zip(&decided) {
        let (total, _) = game.cell(state);
        match decide {
            Decide::Stand => tally(&state.stand, state.ways, &mut stood[total]),
            Decide::Draw => {
                let hand = game.hand(state);
                for (third, ends) in &state.draw {
                    let kind = kind_of(&[hand[0], hand[1], game.classes.cards[*third]]);
                    tally(ends, state.ways, &mut drew[kind]);
                }
            }
        }
    }
    (game.settle(&stood, &drew, pay), game.chart(&states, &decided))
}

/// Returns how often the dealer takes a third card. What the player does changes which cards come to
/// the dealer, but not how likely any two are.
fn dealer_third(shoe: &Composition) -> Ratio {
    let game = Game::new(shoe);
    let left = Finishes::new(&game).left;
    let (mut thirds, mut all) = (0, 0);
    for (first, &one) in left.iter().enumerate() {
        for (second, &two) in left.iter().enumerate() {
            let ways = u128::from(one * (two - u64::from(first == second && one > 0)));
            all += ways;
            thirds += if game.draws[(first + second) % 10] { ways } else { 0 };
        }
    }
    Ratio::new(thirds as i128, all.max(1))
}

/// Tells for every two cards of the player and one of the dealer whether a strategy draws.
#[derive(Clone, Debug)]
struct Draws {
    draws: Vec<bool>,
}

impl Draws {
    /// Finds the decisions of a strategy, off the top of a shoe.
    fn new(shoe: &Composition, strategy: &Strategy) -> Self {
        let game = Game::new(shoe);
        let prices = Prices::default();
        let states = game.states(Pay { prices: &prices, terms: Terms::default() });
        let totals = game.gains_by_total(&states);
        let mut draws = vec![false; CLASSES * CLASSES * CLASSES];
        for state in &states {
            let draw = game.decide(state, strategy, &totals) == Decide::Draw;
            let [first, second] = game.hand(state);
            let dealer = game.classes.cards[state.dealer];
            for hand in [[first, second], [second, first]] {
                draws[Self::place(hand, dealer)] = draw;
            }
        }
        Self { draws }
    }

    fn place(hand: [Card; 2], dealer: Card) -> usize {
        [hand[0], hand[1], dealer].iter().fold(0, |place, &card| place * CLASSES + class_of(card))
    }
}

impl ByCards for Draws {
    fn follows(&self, hand: &[Card], dealer: &[Card]) -> bool {
        match (hand, dealer) {
            (&[first, second], &[dealer]) => self.draws[Self::place([first, second], dealer)],
            (_, _) => false,
        }
    }
}

/// Classes of cards: by value, and four for the threes.
const CLASSES: usize = 14;

/// Returns the class of a card: its value, or beyond nine a three by its suit.
fn class_of(card: Card) -> usize {
    match card.rank {
        Rank::Three => 10 + card.suit as usize,
        _ => usize::from(points(&[card])),
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
        let classes = shoe.classes(|card: Card| {
            (points(&[card]), if card.rank == Rank::Three { card.suit as u8 } else { 0 })
        });
        let values = classes.cards.iter().map(|&card| usize::from(points(&[card]))).collect();
        let ten = Card::new(Rank::Ten, classes.cards[0].suit);
        let mut dealers = [[ten; 2]; 10];
        for &card in &classes.cards {
            dealers[usize::from(points(&[card]))] = [ten, card];
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
    fn states(&self, pay: Pay<'_>) -> Vec<State> {
        let worth = self.worths(pay);
        let mut finishes = Finishes::new(self);
        let classes = self.classes.len();
        let mut states = Vec::new();
        for first in 0..classes {
            for second in first..classes {
                for dealer in 0..classes {
                    states.extend(self.state([first, second], dealer, &worth, &mut finishes));
                }
            }
        }
        states
    }

    fn state(
        &self,
        player: [usize; 2],
        dealer: usize,
        worth: &Worths,
        finishes: &mut Finishes,
    ) -> Option<State> {
        let mut counts = self.classes.counts.clone();
        let mut ways = if player[0] == player[1] { 1 } else { 2 };
        for class in [player[0], player[1], dealer] {
            ways *= counts[class];
            counts[class] = counts[class].checked_sub(1)?;
        }
        let (pair, up) = (player.map(|class| self.values[class]), self.values[dealer]);
        // Standing leaves one more card undrawn; it is weighted as if it had been drawn.
        let undrawn = finishes.total.saturating_sub(5);
        let stand = finishes.after(&pair, up).map(|ways| ways * undrawn);
        let hand = player.map(|class| self.classes.cards[class]);
        let mut gain = -value_of(&stand, &worth.stand[usize::from(points(&hand))]);
        let mut draw = Vec::with_capacity(counts.len());
        for (third, &ways) in counts.iter().enumerate().filter(|(_, ways)| **ways > 0) {
            let of_this = u64::try_from(ways).unwrap_or(u64::MAX);
            let drawn = [pair[0], pair[1], self.values[third]];
            let ends = finishes.after(&drawn, up).map(|more| more * of_this);
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
        pay: Pay<'_>,
    ) -> Vec<Odds> {
        let (mut enter, mut draw) = (Counter::new(pay), Counter::new(pay));
        let part =
            |on: On, hand: &[Card], dealer| pay.part(on.id(), None, verdict(on, hand, dealer));
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
        let placed = Ratio::new(drawn as i128, all.max(1));
        let enter = enter.odds(On::Enter.id(), None);
        let enter = enter.map(|odds| Odds { average_stake: Ratio::one() + placed.clone(), ..odds });
        let draw = draw.odds(On::Draw.id(), None);
        let draw = draw.map(|odds| Odds { placed: Some(placed), ..odds });
        enter.into_iter().chain(draw).collect()
    }

    /// Asks the engine what every kind of hand is worth against every count, in parts of the stake: cents
    /// where it is paid in chips.
    fn worths(&self, pay: Pay<'_>) -> Worths {
        let units = match pay.terms.stake {
            Some((stake, _)) => Some(i128::from(stake.0)),
            None => pay.prices.common_units(Kind::LuckyDrawBaccarat),
        };
        let judge = |on: On, hand: &[Card], dealer: &[Card; 2]| {
            let net = pay.part(on.id(), None, verdict(on, hand, dealer)).net(&pay.terms);
            units
                .and_then(|units| net.whole_times(units))
                .expect("the prices were checked for a common denominator")
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
        (usize::from(points(&hand)), self.values[state.dealer])
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

    fn hand(&self, state: &State) -> [Card; 2] {
        state.player.map(|class| self.classes.cards[class])
    }

    /// Decides as the strategy has it.
    fn decide(&self, state: &State, strategy: &Strategy, totals: &[[i128; 10]; 10]) -> Decide {
        let gain = match strategy {
            Strategy::Own(plan) => {
                return plan.decide(self.hand(state), self.classes.cards[state.dealer]);
            }
            Strategy::Total => {
                let (total, dealer) = self.cell(state);
                totals[total][dealer]
            }
            Strategy::Always(Choice::Draw) => return Decide::Draw,
            Strategy::Always(_) => return Decide::Stand,
            Strategy::Best => state.gain,
        };
        if gain > 0 { Decide::Draw } else { Decide::Stand }
    }

    /// Shows what was decided: by total as most cards have it, and what is done otherwise.
    fn chart(&self, states: &[State], decided: &[Decide]) -> Chart {
        let mut ways = [[[0; 2]; 10]; 10];
        for (state, &decide) in states.iter().zip(decided) {
            let (total, dealer) = self.cell(state);
            ways[total][dealer][decide as usize] += state.ways;
        }
        let cells = ways.map(|row| {
            row.map(|[draw, stand]| match (draw, stand) {
                (0, 0) => Cell::Never,
                (_, 0) => Cell::Always(Decide::Draw),
                (0, _) => Cell::Always(Decide::Stand),
                (draw, stand) if draw > stand => Cell::Mostly(Decide::Draw),
                (_, _) => Cell::Mostly(Decide::Stand),
            })
        });
        let most = |state: &State| {
            let (total, dealer) = self.cell(state);
            cells[total][dealer]
        };
        let mixed = |(state, _): &(&State, &Decide)| matches!(most(state), Cell::Mostly(_));
        let mixed = states.iter().zip(decided).filter(mixed);
        let mixed: Vec<_> =
            mixed.map(|(state, &decide)| (self.pair(state), most(state), decide)).collect();
        let mut exceptions: Vec<(Pair, Decide)> = Vec::new();
        for &(pair, most, decide) in &mixed {
            if most == Cell::Mostly(decide) {
                continue;
            }
            let alike = by_value(pair);
            let agree = |&(other, _, decides): &_| decides == decide || by_value(other) != alike;
            // Suits are told apart only where they matter.
            let pair = if mixed.iter().all(agree) { alike } else { pair };
            if !exceptions.contains(&(pair, decide)) {
                exceptions.push((pair, decide));
            }
        }
        exceptions.sort_by_key(|(pair, _)| {
            let [first, second] = pair.player.map(|seen| seen.value);
            ((first + second) % 10, pair.dealer.value, first)
        });
        Chart { cells, exceptions }
    }

    fn pair(&self, state: &State) -> Pair {
        // Only threes are told apart by suit.
        let seen = |class: usize| match self.classes.cards[class] {
            card if card.rank == Rank::Three => Seen::card(card),
            card => Seen::card(card).any_suit(),
        };
        let mut player = state.player.map(seen);
        player.sort_by_key(|seen| seen.value);
        Pair { player, dealer: seen(state.dealer) }
    }
}

/// Sees the same cards by value alone.
fn by_value(pair: Pair) -> Pair {
    Pair { player: pair.player.map(Seen::any_suit), dealer: pair.dealer.any_suit() }
}

/// How the dealer's hand ends, remembered by the values of the cards that are gone: many hands of the
/// player leave the same cards.
struct Finishes {
    left: Counts,
    total: u64,
    draws: [bool; 10],
    known: Vec<Option<Counts>>,
}

impl Finishes {
    fn new(game: &Game) -> Self {
        let mut left: Counts = [0; 10];
        for (&value, &count) in game.values.iter().zip(&game.classes.counts) {
            left[value] += u64::try_from(count).unwrap_or(u64::MAX);
        }
        let known = vec![None; (TRIPLES + PAIRS) * 10];
        Self { left, total: left.iter().sum(), draws: game.draws, known }
    }

    /// Returns the ways to each count of the dealer after two or three cards of the player.
    fn after(&mut self, player: &[usize], up: usize) -> Counts {
        let at = place(player) * 10 + up;
        if let Some(known) = self.known[at] {
            return known;
        }
        let mut left = self.left;
        for &value in player.iter().chain([&up]) {
            left[value] -= 1;
        }
        *self.known[at].insert(finish(up, &left, &self.draws))
    }
}

/// How many sets of two and of three of the ten values there are.
const PAIRS: usize = 55;
const TRIPLES: usize = 220;

/// Numbers the sets of three values, then those of two.
fn place(values: &[usize]) -> usize {
    let mut sorted = [0; 3];
    sorted[..values.len()].copy_from_slice(values);
    sorted[..values.len()].sort_unstable();
    let [a, b, c] = sorted;
    match values.len() {
        3 => c * (c + 1) * (c + 2) / 6 + b * (b + 1) / 2 + a,
        _ => TRIPLES + b * (b + 1) / 2 + a,
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
        (false, _) => usize::from(points(hand)),
    }
}

fn value_of(ends: &Counts, worth: &[i128; 10]) -> i128 {
    ends.iter().zip(worth).map(|(&ways, worth)| i128::from(ways) * worth).sum()
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
