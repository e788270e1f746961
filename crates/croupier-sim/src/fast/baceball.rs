//! bACEball by class: what the player's hand can win against the dealer's total.

use croupier_engine::games::baceball::{Aces, On, aces, count, jackpot_verdict, value, verdict};
use croupier_engine::jackpot::Jackpot;
use croupier_engine::wager::On as _;
use croupier_engine::{Card, Cents, Rank};

use super::cards::{CardGame, representatives};
use crate::book::{Book, Settled};
use crate::plan::Plan;

/// Kinds of cards: two to nine, ten, and four aces, by suit.
const KINDS: usize = 13;
/// One more than the highest total, three aces.
const TOTALS: usize = 34;
/// The most areas of a layout.
const AREAS: usize = 7;

pub(crate) struct Baceball {
    jackpot: Option<Jackpot>,
    chip: Cents,
    /// How many hands may hit the same meter.
    areas: usize,
    /// What the player's three kinds come to: a hand of `hands`.
    ends: Box<[u16; KINDS * KINDS * KINDS]>,
    hands: Vec<[Card; 3]>,
    /// The meter that each hand hits.
    meters: Vec<Option<Aces>>,
    /// The value of each kind.
    values: [u8; 16],
    dealers: [Option<[Card; 3]>; TOTALS],
}

impl Baceball {
    pub(crate) fn new(plan: &Plan) -> Self {
        let cards = representatives(<Self as CardGame<6>>::kind);
        let mut game = Self {
            jackpot: plan.setup.jackpot.clone(),
            chip: plan.setup.chip,
            areas: usize::from(plan.played_areas()),
            ends: Box::new([0; KINDS * KINDS * KINDS]),
            hands: Vec::new(),
            meters: Vec::new(),
            values: [0; 16],
            dealers: [None; TOTALS],
        };
        for (kind, &card) in cards.iter().enumerate() {
            game.values[kind] = value(card);
        }
        for a in 0..KINDS {
            for b in 0..KINDS {
                for c in 0..KINDS {
                    let hand = [cards[a], cards[b], cards[c]];
                    game.dealers[usize::from(count(&hand))] = Some(hand);
                    game.ends[place(a as u8, b as u8, c as u8)] = game.end(hand);
                }
            }
        }
        game
    }

    /// Finds a hand of the same total, the same strikes and the same aces, or adds this one.
    fn end(&mut self, hand: [Card; 3]) -> u16 {
        let looks =
            |hand: &[Card; 3]| (count(hand), hand.map(|card| value(card) == 10), aces(hand));
        let known = self.hands.iter().position(|known| looks(known) == looks(&hand));
        let at = known.unwrap_or_else(|| {
            self.hands.push(hand);
            let meter = aces(&hand);
            self.meters.push(matches!(meter, Aces::Major | Aces::Minor).then_some(meter));
            self.hands.len() - 1
        });
        at as u16
    }

    #[inline(always)]
    fn hand(&self, [a, b, c]: [u8; 3]) -> usize {
        usize::from(self.ends[place(a, b, c)])
    }

    #[inline(always)]
    fn total(&self, dealer: [u8; 3]) -> usize {
        dealer.iter().map(|&kind| usize::from(self.values[usize::from(kind) % 16])).sum()
    }

    /// Counts the hands that hit the same meter as the one at `at`, that one included.
    fn sharing(&self, hands: &[usize], at: usize) -> usize {
        match self.meters[hands[at]] {
            None => 1,
            meter => hands.iter().filter(|&&hand| self.meters[hand] == meter).count(),
        }
    }
}

#[inline(always)]
fn place(a: u8, b: u8, c: u8) -> usize {
    (usize::from(a) * KINDS + usize::from(b)) * KINDS + usize::from(c)
}

impl CardGame<6> for Baceball {
    fn kind(card: Card) -> u8 {
        match card.rank {
            Rank::Ace => 9 + card.suit as u8,
            _ => value(card) - 2,
        }
    }

    /// Once for each number of hands that may share a meter.
    fn classes(&self) -> usize {
        self.hands.len() * TOTALS * self.areas
    }

    fn settled(&self, class: usize) -> Vec<Settled> {
        let round = self.hands.len() * TOTALS;
        let (sharing, class) = (class / round + 1, class % round);
        let hand = &self.hands[class / TOTALS];
        let Some(dealer) = self.dealers[class % TOTALS] else { return Vec::new() };
        let jackpot = |on: On| {
            let jackpot = self.jackpot.as_ref().filter(|_| on == On::Jackpot)?;
            Some(jackpot_verdict(hand, sharing as u64, jackpot, self.chip))
        };
        let settled = |&on: &On| {
            let verdict = verdict(on, hand, &dealer).or_else(|| jackpot(on))?;
            Some(Settled { on: on.id(), mark: None, verdict })
        };
        On::ALL.iter().filter_map(settled).collect()
    }

    fn correct(&self, plan: &Plan, book: &mut Book) {
        super::sharing::correct(plan, book);
    }

    #[inline(always)]
    fn one(&self, [p1, d1, p2, d2, p3, d3]: [u8; 6]) -> usize {
        self.hand([p1, p2, p3]) * TOTALS + self.total([d1, d2, d3])
    }

    #[inline]
    fn round(&self, areas: u8, mut draw: impl FnMut() -> u8, mut each: impl FnMut(usize)) {
        let mut hands = [[0; 3]; AREAS];
        let hands = &mut hands[..usize::from(areas)];
        let mut dealer = [0; 3];
        for card in 0..3 {
            for hand in &mut *hands {
                hand[card] = draw();
            }
            dealer[card] = draw();
        }
        let total = self.total(dealer);
        let mut ends = [0; AREAS];
        for (end, &hand) in ends.iter_mut().zip(&*hands) {
            *end = self.hand(hand);
        }
        let ends = &ends[..usize::from(areas)];
        for at in 0..ends.len() {
            let shared = self.hands.len() * TOTALS * (self.sharing(ends, at) - 1);
            each(shared + ends[at] * TOTALS + total);
        }
    }
}
