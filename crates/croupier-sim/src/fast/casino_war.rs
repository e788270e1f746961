//! Casino War by class: two ranks, or the two of a war.

use croupier_engine::Card;
use croupier_engine::games::casino_war::{On, first_verdict, rank, surrender_verdict, war_verdict};
use croupier_engine::input::Choice;
use croupier_engine::wager::On as _;
use croupier_odds::Strategy;

use super::cards::{CardGame, representatives};
use crate::book::Settled;
use crate::plan::Plan;

const RANKS: usize = 13;
/// Classes without a war; those of a war come after them.
const PAIRS: usize = RANKS * RANKS;
/// The most areas of a layout.
const AREAS: usize = 9;

pub(crate) struct CasinoWar {
    wars: bool,
    cards: Vec<Card>,
}

impl CasinoWar {
    pub(crate) fn new(plan: &Plan) -> Self {
        let wars = plan.strategy != Strategy::Always(Choice::Surrender);
        Self { wars, cards: representatives(<Self as CardGame<4>>::kind) }
    }
}

fn pair(player: u8, dealer: u8) -> usize {
    usize::from(player) * RANKS + usize::from(dealer)
}

impl CardGame<4> for CasinoWar {
    fn kind(card: Card) -> u8 {
        rank(card) - 2
    }

    fn classes(&self) -> usize {
        2 * PAIRS
    }

    fn settled(&self, class: usize) -> Vec<Settled> {
        let war = class >= PAIRS;
        let (player, dealer) = (class % PAIRS / RANKS, class % RANKS);
        let (player, dealer) = (self.cards[player], self.cards[dealer]);
        // A war follows from equal first cards, whichever they were.
        let first = if war { (dealer, dealer) } else { (player, dealer) };
        let verdict = |on: On| match (first_verdict(on, first.0, first.1), on) {
            (None, On::Initial | On::War) if war => war_verdict(on, player, dealer),
            (None, On::Initial) if !self.wars => Some(surrender_verdict(false)),
            (verdict, _) => verdict,
        };
        let settled =
            |&on: &On| verdict(on).map(|verdict| Settled { on: on.id(), mark: None, verdict });
        On::ALL.iter().filter_map(settled).collect()
    }

    #[inline(always)]
    fn one(&self, [player, dealer, mine, theirs]: [u8; 4]) -> usize {
        let war = player == dealer && self.wars;
        if war { PAIRS + pair(mine, theirs) } else { pair(player, dealer) }
    }

    #[inline]
    fn round(&self, areas: u8, mut draw: impl FnMut() -> u8, mut each: impl FnMut(usize)) {
        let mut hands = [0; AREAS];
        let hands = &mut hands[..usize::from(areas)];
        hands.fill_with(&mut draw);
        let dealer = draw();
        let fought = |hand: u8| self.wars && hand == dealer;
        let mut seconds = [0; AREAS];
        let mut war = false;
        for (second, _) in seconds.iter_mut().zip(&*hands).filter(|(_, hand)| fought(**hand)) {
            *second = draw();
            war = true;
        }
        let theirs = if war { draw() } else { 0 };
        for (&hand, &second) in hands.iter().zip(&seconds) {
            each(if fought(hand) { PAIRS + pair(second, theirs) } else { pair(hand, dealer) });
        }
    }
}
