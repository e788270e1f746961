//! Rounds of cards: from a full shoe each time, or from a shoe with a cutting card.

use croupier_engine::Card;
use croupier_engine::game::Burn;

use super::{Block, Gear};
use crate::book::{Book, Settled};
use crate::cut::Cut;
use crate::deck::Deck;
use crate::plan::Plan;
use crate::rng::Stream;
use crate::work::{Grouped, Ledger, Plain, Sink, Trace, is_watched};

/// How many rounds dealt from all cards make a group, where several areas share a dealer.
pub(crate) const GROUP: u64 = 16;

/// A game of cards by class; one area takes at most `N` cards, the dealer's included.
pub(crate) trait CardGame<const N: usize>: Send + Sync {
    /// Returns the kind of a card: cards of a kind make no difference.
    fn kind(card: Card) -> u8;

    /// Returns how many classes there are.
    fn classes(&self) -> usize;

    /// Says what becomes of the wagers in a class.
    fn settled(&self, class: usize) -> Vec<Settled>;

    /// Corrects the exact odds of wagers that several hands of a round share.
    fn correct(&self, _plan: &Plan, _book: &mut Book) {}

    /// Returns the class of a round with one area, from its cards in the order of the deal.
    fn one(&self, cards: [u8; N]) -> usize;

    /// Plays a round with any number of areas.
    fn round(&self, areas: u8, draw: impl FnMut() -> u8, each: impl FnMut(usize));
}

/// Finds a card of each kind.
pub(crate) fn representatives(kind: impl Fn(Card) -> u8) -> Vec<Card> {
    let mut cards = Vec::new();
    for card in (0..Card::COUNT).filter_map(Card::from_index) {
        let kind = usize::from(kind(card));
        if kind >= cards.len() {
            cards.resize(kind + 1, card);
        }
        cards[kind] = card;
    }
    cards
}

/// The cards of so many decks, in the order in which a block begins.
pub(crate) fn decks(decks: u8) -> impl Iterator<Item = Card> {
    (0..usize::from(decks)).flat_map(|_| (0..Card::COUNT).filter_map(Card::from_index))
}

/// A game of cards, and how its cards are dealt.
pub(crate) struct Dealt<G, const N: usize> {
    game: G,
    decks: u8,
    areas: u8,
    cut: Option<Cut>,
    independent: bool,
    /// How many more cards are burned when the first is of a kind.
    faces: Vec<u8>,
}

impl<const N: usize, G: CardGame<N>> Dealt<G, N> {
    pub(crate) fn new(plan: &Plan, game: G) -> Self {
        let faces =
            representatives(G::kind).iter().map(|card| card.rank.number().min(10)).collect();
        Self {
            game,
            decks: plan.decks(),
            areas: plan.played_areas(),
            cut: Cut::of(plan),
            independent: plan.is_independent(),
            faces,
        }
    }

    fn run(&self, block: Block, sink: &mut impl Sink) {
        let stream = Stream::new(block.seed, block.number);
        let deck = Deck::new(decks(self.decks).map(G::kind));
        match (&self.cut, self.areas) {
            (None, 1) => self.one_area(block, deck, stream, sink),
            (None, _) => self.all_cards(block, deck, stream, sink),
            (Some(cut), _) => self.shoe(cut, block, deck, stream, sink),
        }
    }

    /// Deals every round to one area from all cards.
    fn one_area(&self, block: Block, mut deck: Deck<u8>, mut stream: Stream, sink: &mut impl Sink) {
        let bounds = deck.bounds::<N>().expect("a shoe holds the cards of a round");
        for _ in 0..block.rounds {
            let cards = deck.deal(&bounds, &mut stream);
            sink.hand(0, self.game.one(cards));
            sink.round(0);
        }
    }

    /// Deals every round from all cards.
    fn all_cards(
        &self,
        block: Block,
        mut deck: Deck<u8>,
        mut stream: Stream,
        sink: &mut impl Sink,
    ) {
        for round in 0..block.rounds {
            if round.is_multiple_of(GROUP) {
                sink.group(is_watched(block.number, round / GROUP));
            }
            deck.shuffle();
            self.game.round(self.areas, || deck.draw(&mut stream), |class| sink.hand(0, class));
            sink.round(0);
        }
        sink.group(false);
    }

    /// Deals to the cutting card, shuffles, burns, and so on. A shoe is a group.
    fn shoe(
        &self,
        cut: &Cut,
        block: Block,
        mut deck: Deck<u8>,
        mut stream: Stream,
        sink: &mut impl Sink,
    ) {
        let (mut dealt, mut shoes) = (0, 0);
        for round in 0..block.rounds {
            if round == 0 || cut.ends(deck.drawn()) {
                sink.group(is_watched(block.number, shoes));
                shoes += 1;
                deck.shuffle();
                dealt = 0;
                let first = deck.draw(&mut stream);
                if cut.burn == Burn::ByFace {
                    for _ in 0..self.faces[usize::from(first)] {
                        deck.draw(&mut stream);
                    }
                }
            }
            let ledger = usize::from(dealt >= cut.sure);
            dealt += 1;
            let draw = || deck.draw(&mut stream);
            self.game.round(self.areas, draw, |class| sink.hand(ledger, class));
            sink.round(ledger);
        }
        sink.group(false);
    }
}

impl<const N: usize, G: CardGame<N>> Gear for Dealt<G, N> {
    fn classes(&self) -> usize {
        self.game.classes()
    }

    fn settled(&self, class: usize) -> Vec<Settled> {
        self.game.settled(class)
    }

    fn at_once(&self) -> usize {
        N
    }

    fn correct(&self, plan: &Plan, book: &mut Book) {
        self.game.correct(plan, book);
    }

    fn play(&self, block: Block, book: &Book, ledgers: &mut [Ledger]) {
        if self.independent {
            self.run(block, &mut Plain(&mut ledgers[0]));
        } else {
            self.run(block, &mut Grouped::new(book, ledgers));
        }
    }

    fn trace(&self, block: Block, trace: &mut Trace) {
        self.run(block, trace);
    }
}
