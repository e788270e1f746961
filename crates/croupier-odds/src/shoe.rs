//! What is left in a shoe, and the ways in which cards can come from it.

use croupier_engine::Card;

/// How many of each card are left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Composition {
    counts: [u32; Card::COUNT],
}

impl Composition {
    /// All cards of so many decks.
    pub fn full(decks: u8) -> Self {
        Self { counts: [u32::from(decks); Card::COUNT] }
    }

    /// Takes a card out; tells whether there was one.
    #[must_use]
    pub fn remove(&mut self, card: Card) -> bool {
        let count = &mut self.counts[card.index()];
        let there = *count > 0;
        *count -= u32::from(there);
        there
    }

    /// Returns how many of a card are left.
    pub fn count(&self, card: Card) -> u32 {
        self.counts[card.index()]
    }

    /// Returns how many cards are left.
    pub fn total(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// Puts cards that the rules treat alike together: each class with one of its cards.
    pub(crate) fn classes<K: PartialEq>(&self, key: impl Fn(Card) -> K) -> Classes {
        let mut keys = Vec::new();
        let mut classes = Classes { cards: Vec::new(), counts: Vec::new() };
        for card in (0..Card::COUNT).filter_map(Card::from_index) {
            let key = key(card);
            let at = keys.iter().position(|known| *known == key).unwrap_or_else(|| {
                keys.push(key);
                classes.cards.push(card);
                classes.counts.push(0);
                keys.len() - 1
            });
            classes.counts[at] += u128::from(self.count(card));
        }
        classes
    }
}

/// How many cards of each class are left: cards of a class count the same.
#[derive(Clone, Debug)]
pub(crate) struct Classes {
    /// A card of each class.
    pub(crate) cards: Vec<Card>,
    /// How many cards each class has.
    pub(crate) counts: Vec<u128>,
}

impl Classes {
    pub(crate) fn len(&self) -> usize {
        self.cards.len()
    }

    pub(crate) fn total(&self) -> u128 {
        self.counts.iter().sum()
    }

    /// Takes a card of a class for as long as `then` runs; its weight is how many there were.
    pub(crate) fn take(&mut self, class: usize, then: impl FnOnce(&mut Self, u128)) {
        let count = self.counts[class];
        if count > 0 {
            self.counts[class] -= 1;
            then(self, count);
            self.counts[class] += 1;
        }
    }
}

/// All sets of three classes.
#[derive(Clone, Debug)]
pub(crate) struct Threes {
    pub(crate) sets: Vec<Three>,
}

/// Three classes, in rising order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Three {
    pub(crate) classes: [usize; 3],
    orders: u128,
}

impl Threes {
    pub(crate) fn of(classes: &Classes) -> Self {
        let mut sets = Vec::new();
        for a in 0..classes.len() {
            for b in a..classes.len() {
                for c in b..classes.len() {
                    let orders = match (a == b, b == c) {
                        (true, true) => 1,
                        (true, false) | (false, true) => 3,
                        (false, false) => 6,
                    };
                    sets.push(Three { classes: [a, b, c], orders });
                }
            }
        }
        Self { sets }
    }
}

impl Three {
    /// Returns in how many ways these three can come from what is left.
    pub(crate) fn ways(&self, counts: &[u128]) -> u128 {
        let [a, b, c] = self.classes;
        let second = counts[b].saturating_sub(u128::from(b == a));
        let third = counts[c].saturating_sub(u128::from(c == a) + u128::from(c == b));
        counts[a] * second * third * self.orders
    }
}
