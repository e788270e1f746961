//! The cards of a night: a multiset, drawn one at a time without replacement.

use croupier_engine::Card;

use super::Dealing;
use crate::Stream;

/// Where the next card comes from.
#[derive(Clone, Debug)]
pub(super) struct Cards {
    /// The cards that are left, from `drawn` on, in no order that matters.
    deck: Vec<u8>,
    drawn: usize,
    /// How many cards lie before the cutting card, or the end.
    cut: usize,
    /// The cutting card has not come out yet.
    cutting: bool,
    fresh: bool,
    /// Cards have been dealt since the shuffle, and not only burned.
    dealt: bool,
}

impl Cards {
    /// All cards of so many decks; with a cutting card if there is one.
    pub(super) fn new(decks: u8, cutting: bool, dealing: Dealing) -> Self {
        let deck: Vec<_> = (0..decks).flat_map(|_| 0..Card::COUNT as u8).collect();
        let (cut, fresh) = match dealing {
            Dealing::Fresh => (deck.len(), true),
            Dealing::Down { behind } => (deck.len().saturating_sub(behind as usize), false),
        };
        Self { deck, drawn: 0, cut, cutting: cutting && !fresh, fresh, dealt: false }
    }

    /// Puts all cards back in the order of new decks, so that a night does not depend on the last.
    pub(super) fn restore(&mut self) {
        for (at, card) in self.deck.iter_mut().enumerate() {
            *card = (at % Card::COUNT) as u8;
        }
        self.drawn = 0;
    }

    /// Puts all cards back.
    pub(super) const fn shuffle(&mut self, cutting: bool) {
        self.drawn = 0;
        self.dealt = false;
        self.cutting = cutting && !self.fresh;
    }

    /// Tells whether the cards must be shuffled before a round, by themselves.
    pub(super) const fn wants_shuffle(&self, has_cutting_card: bool) -> bool {
        self.fresh && self.dealt || !has_cutting_card && self.drawn >= self.cut
    }

    /// Tells whether the cutting card comes next; it comes once.
    pub(super) const fn cutting_card(&mut self) -> bool {
        let comes = self.cutting && self.drawn >= self.cut;
        if comes {
            self.cutting = false;
        }
        comes
    }

    /// Draws a card to be dealt or burned, each of those left being equally likely.
    pub(super) fn draw(&mut self, burns: bool, stream: &mut Stream) -> Option<Card> {
        self.dealt |= !burns;
        let left = u32::try_from(self.deck.len() - self.drawn).ok().filter(|&left| left > 0)?;
        let at = self.drawn + stream.below(left) as usize;
        self.deck.swap(self.drawn, at);
        self.drawn += 1;
        Card::from_index(usize::from(self.deck[self.drawn - 1]))
    }

    /// Returns how many cards there are in all.
    pub(super) const fn len(&self) -> usize {
        self.deck.len()
    }
}
