//! Lucky Draw Baccarat by class: what the player ends with against the dealer's count.

use croupier_engine::games::lucky_draw_baccarat::{On, count, dealer_draws, verdict};
use croupier_engine::input::Choice;
use croupier_engine::wager::On as _;
use croupier_engine::{Card, Rank};
use croupier_odds::Decisions;

use super::cards::{CardGame, representatives};
use crate::book::Settled;
use crate::plan::{Plan, Trouble};

/// Kinds of cards: by value, and four for the threes, by suit.
const KINDS: usize = 14;
/// In place of a third card: the player stands.
const STANDS: u8 = KINDS as u8;
/// Room for every two kinds and a third card, or none.
const HANDS: usize = 16 * 16 * 16;
/// Counts of a hand.
const COUNTS: usize = 10;
/// The most areas of a layout.
const AREAS: usize = 7;

pub(crate) struct LuckyDraw {
    /// The player draws: by the kinds of two cards and the dealer's.
    draws: Box<[bool; HANDS]>,
    /// What the player ends with: by the kinds of two cards and the third.
    ends: Box<[u8; HANDS]>,
    /// What the dealer ends with: by kinds; the third card counts only if it is drawn.
    dealer_ends: Box<[u8; HANDS]>,
    /// A hand of each end of the player.
    hands: Vec<Vec<Card>>,
    /// A hand of each count of the dealer.
    dealers: [[Card; 2]; COUNTS],
}

#[inline(always)]
fn place(a: u8, b: u8, c: u8) -> usize {
    ((usize::from(a) * 16 + usize::from(b)) * 16 + usize::from(c)) % HANDS
}

impl LuckyDraw {
    pub(crate) fn new(plan: &Plan) -> Result<Self, Trouble> {
        let cards = representatives(<Self as CardGame<6>>::kind);
        let decisions = Decisions::new(plan.kind, &plan.table(), &plan.strategy);
        let decisions = decisions.map_err(Trouble::from)?;
        let mut dealers = [[cards[0]; 2]; COUNTS];
        for &card in &cards {
            dealers[usize::from(count(&[card]))] = [cards[0], card];
        }
        let mut game = Self {
            draws: Box::new([false; HANDS]),
            ends: Box::new([0; HANDS]),
            dealer_ends: Box::new([0; HANDS]),
            hands: Vec::new(),
            dealers,
        };
        for a in 0..STANDS {
            for b in 0..STANDS {
                let two = [a, b].map(|kind| cards[usize::from(kind)]);
                game.ends[place(a, b, STANDS)] = game.end(&two);
                for c in 0..STANDS {
                    let third = cards[usize::from(c)];
                    let three = [two[0], two[1], third];
                    game.draws[place(a, b, c)] =
                        decisions.choose_with(&two, &[third]) == Some(Choice::Draw);
                    game.ends[place(a, b, c)] = game.end(&three);
                    let dealer = if dealer_draws(&two) { &three[..] } else { &two[..] };
                    game.dealer_ends[place(a, b, c)] = count(dealer);
                }
            }
        }
        Ok(game)
    }

    /// Finds a hand that every dealer's count treats alike, or adds this one.
    fn end(&mut self, hand: &[Card]) -> u8 {
        let judged = |hand: &[Card]| {
            self.dealers.map(|dealer| {
                (hand.len(), verdict(On::Enter, hand, &dealer), verdict(On::Draw, hand, &dealer))
            })
        };
        let wanted = judged(hand);
        let known = self.hands.iter().position(|known| judged(known) == wanted);
        let at = known.unwrap_or_else(|| {
            self.hands.push(hand.to_vec());
            self.hands.len() - 1
        });
        at as u8
    }

    #[inline(always)]
    fn class(&self, [first, second, third]: [u8; 3], dealer: [u8; 3]) -> usize {
        let dealer = self.dealer_ends[place(dealer[0], dealer[1], dealer[2])];
        usize::from(self.ends[place(first, second, third)]) * COUNTS + usize::from(dealer)
    }
}

impl CardGame<6> for LuckyDraw {
    fn kind(card: Card) -> u8 {
        match card.rank {
            Rank::Three => 10 + card.suit as u8,
            _ => count(&[card]),
        }
    }

    fn classes(&self) -> usize {
        self.hands.len() * COUNTS
    }

    fn settled(&self, class: usize) -> Vec<Settled> {
        let (hand, dealer) = (&self.hands[class / COUNTS], &self.dealers[class % COUNTS]);
        let placed = On::ALL.iter().filter(|on| **on == On::Enter || hand.len() == 3);
        let settled =
            |&on: &On| Settled { on: on.id(), mark: None, verdict: verdict(on, hand, dealer) };
        placed.map(settled).collect()
    }

    #[inline(always)]
    fn one(&self, cards: [u8; 6]) -> usize {
        let [first, up, second, next, ..] = cards;
        let draws = self.draws[place(first, second, up)];
        let third = if draws { next } else { STANDS };
        let at = 3 + usize::from(draws);
        self.class([first, second, third], [up, cards[at], cards[at + 1]])
    }

    #[inline]
    fn round(&self, areas: u8, mut draw: impl FnMut() -> u8, mut each: impl FnMut(usize)) {
        let mut hands = [[0, 0, STANDS]; AREAS];
        let hands = &mut hands[..usize::from(areas)];
        hands.iter_mut().for_each(|hand| hand[0] = draw());
        let up = draw();
        hands.iter_mut().for_each(|hand| hand[1] = draw());
        for hand in &mut *hands {
            if self.draws[place(hand[0], hand[1], up)] {
                hand[2] = draw();
            }
        }
        let second = draw();
        // A third card that is not drawn does not count.
        let two = self.dealer_draws(up, second);
        let third = if two { draw() } else { 0 };
        for hand in hands {
            each(self.class(*hand, [up, second, third]));
        }
    }
}

impl LuckyDraw {
    /// Tells whether the dealer's third card is drawn: then it makes a difference.
    fn dealer_draws(&self, up: u8, second: u8) -> bool {
        self.dealer_ends[place(up, second, 0)] != self.dealer_ends[place(up, second, 1)]
    }
}
