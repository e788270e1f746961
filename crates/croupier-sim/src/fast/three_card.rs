//! Three Card Baccarat by class: the order of a Player hand against that of the Banker hand.

use croupier_engine::Card;
use croupier_engine::games::three_card_baccarat::{On, banker_verdict, hand_verdict, order};
use croupier_engine::wager::{Mark, On as _};

use super::cards::{CardGame, representatives};
use crate::book::Settled;
use crate::plan::Plan;

/// Kinds of cards: ace to nine, ten, pictures.
const KINDS: usize = 11;
/// One more than the number of orders.
const ORDERS: usize = 32;
/// Classes of an area; those of the Banker hand alone come after them.
const PAIRS: usize = ORDERS * ORDERS;
/// The most areas of a layout.
const AREAS: usize = 9;

pub(crate) struct ThreeCard {
    even_money: bool,
    /// One area only: its class settles the wagers on the Banker hand too.
    one_area: bool,
    /// The order of each three kinds.
    orders: Box<[u8; KINDS * KINDS * KINDS]>,
    /// A hand of each order.
    hands: [Option<[Card; 3]>; ORDERS],
}

impl ThreeCard {
    pub(crate) fn new(plan: &Plan) -> Self {
        let cards = representatives(<Self as CardGame<6>>::kind);
        let mut orders = Box::new([0; KINDS * KINDS * KINDS]);
        let mut hands = [None; ORDERS];
        for a in 0..KINDS {
            for b in 0..KINDS {
                for c in 0..KINDS {
                    let hand = [cards[a], cards[b], cards[c]];
                    let order = order(&hand);
                    orders[place(a as u8, b as u8, c as u8)] = order;
                    hands[usize::from(order)] = Some(hand);
                }
            }
        }
        let one_area = plan.behind.is_none() && plan.played_areas() == 1;
        Self { even_money: plan.setup.variant.is_some(), one_area, orders, hands }
    }

    #[inline(always)]
    fn order(&self, [a, b, c]: [u8; 3]) -> usize {
        usize::from(self.orders[place(a, b, c)])
    }

    fn on_area(&self, player: &[Card], banker: &[Card]) -> Vec<Settled> {
        let settled = |&on: &On| {
            let verdict = hand_verdict(on, self.even_money, player, banker)?;
            Some(Settled { on: on.id(), mark: None, verdict })
        };
        On::ALL.iter().filter_map(settled).collect()
    }
}

#[inline(always)]
fn place(a: u8, b: u8, c: u8) -> usize {
    (usize::from(a) * KINDS + usize::from(b)) * KINDS + usize::from(c)
}

fn on_banker(banker: &[Card]) -> Vec<Settled> {
    let mut settled = Vec::new();
    for &on in On::ALL {
        let marks: Vec<_> = match on.layout().mark {
            Mark::Number(marks) | Mark::Point(marks) => marks.iter().copied().map(Some).collect(),
            Mark::None | Mark::Travels(_) => vec![None],
        };
        for mark in marks {
            let verdict = banker_verdict(on, mark, banker);
            settled.extend(verdict.map(|verdict| Settled { on: on.id(), mark, verdict }));
        }
    }
    settled
}

impl CardGame<6> for ThreeCard {
    fn kind(card: Card) -> u8 {
        if card.rank.is_picture() { 10 } else { card.rank.number() - 1 }
    }

    fn classes(&self) -> usize {
        PAIRS + ORDERS
    }

    fn settled(&self, class: usize) -> Vec<Settled> {
        let Some(banker) = self.hands[class % ORDERS] else { return Vec::new() };
        if class >= PAIRS {
            return on_banker(&banker);
        }
        let Some(player) = self.hands[class / ORDERS] else { return Vec::new() };
        let mut settled = self.on_area(&player, &banker);
        if self.one_area {
            settled.extend(on_banker(&banker));
        }
        settled
    }

    #[inline(always)]
    fn one(&self, [p1, b1, p2, b2, p3, b3]: [u8; 6]) -> usize {
        self.order([p1, p2, p3]) * ORDERS + self.order([b1, b2, b3])
    }

    #[inline]
    fn round(&self, areas: u8, mut draw: impl FnMut() -> u8, mut each: impl FnMut(usize)) {
        let mut hands = [[0; 3]; AREAS];
        let hands = &mut hands[..usize::from(areas)];
        let mut banker = [0; 3];
        for card in 0..3 {
            for hand in &mut *hands {
                hand[card] = draw();
            }
            banker[card] = draw();
        }
        let banker = self.order(banker);
        for hand in hands {
            each(self.order(*hand) * ORDERS + banker);
        }
        each(PAIRS + banker);
    }
}
