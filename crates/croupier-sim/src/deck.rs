//! Cards from one shoe without replacement: a shuffle that goes only as far as cards are drawn.
//!
//! The card drawn changes places with the first that is not drawn yet (Fisher and Yates). A new
//! shuffle starts from the order that the last one left: from any order the draw is as fair.

use crate::draw::Bounds;
use crate::rng::Stream;

/// One more than the largest place; a power of two, so that no place is beyond it.
const ROOM: usize = 512;

/// Cards, or what stands for them, drawn one after the other.
#[derive(Clone, Debug)]
pub struct Deck<T> {
    cards: Box<[T; ROOM]>,
    count: u32,
    drawn: u32,
}

impl<T: Copy + Default> Deck<T> {
    /// Puts cards together, at most 512.
    ///
    /// # Panics
    /// If there are more.
    pub fn new(cards: impl IntoIterator<Item = T>) -> Self {
        let mut deck = Self { cards: Box::new([T::default(); ROOM]), count: 0, drawn: 0 };
        for card in cards {
            deck.cards[deck.count as usize] = card;
            deck.count += 1;
        }
        deck
    }

    /// Brings all cards back.
    pub const fn shuffle(&mut self) {
        self.drawn = 0;
    }

    /// Returns how many cards were drawn since the shuffle.
    pub const fn drawn(&self) -> u32 {
        self.drawn
    }

    /// Draws the next card.
    ///
    /// # Panics
    /// If none is left.
    #[inline]
    pub fn draw(&mut self, stream: &mut Stream) -> T {
        let at = self.drawn;
        self.drawn += 1;
        self.swap(at, at + stream.below(self.count - at))
    }

    /// Shuffles, and draws as many cards as `bounds` has: those of [`Deck::bounds`].
    #[inline(always)]
    pub fn deal<const N: usize>(&mut self, bounds: &Bounds<N>, stream: &mut Stream) -> [T; N] {
        let places = bounds.draw(stream);
        let mut at = 0;
        places.map(|place| {
            let card = self.swap(at, at + place);
            at += 1;
            card
        })
    }

    /// Returns the bounds for [`Deck::deal`]; `None` if there are not so many cards.
    pub fn bounds<const N: usize>(&self) -> Option<Bounds<N>> {
        let mut left = self.count + 1;
        let mut enough = true;
        let bounds = [(); N].map(|()| {
            enough &= left > 0;
            left = left.saturating_sub(1);
            left
        });
        Bounds::new(bounds).filter(|_| enough)
    }

    #[inline(always)]
    fn swap(&mut self, at: u32, other: u32) -> T {
        let (at, other) = (at as usize % ROOM, other as usize % ROOM);
        let card = self.cards[other];
        self.cards[other] = self.cards[at];
        self.cards[at] = card;
        card
    }
}

#[cfg(test)]
mod tests {
    use super::Deck;
    use crate::rng::Stream;

    #[test]
    fn every_card_comes_once_between_shuffles() {
        let mut stream = Stream::new(3, 0);
        let mut deck = Deck::new(0..416_u16);
        for _ in 0..100 {
            let mut seen: Vec<_> = (0..416).map(|_| deck.draw(&mut stream)).collect();
            seen.sort_unstable();
            assert!(seen.iter().copied().eq(0..416));
            assert_eq!(deck.drawn(), 416);
            deck.shuffle();
        }
    }

    #[test]
    fn a_deal_has_no_card_twice() {
        let mut stream = Stream::new(4, 0);
        let mut deck = Deck::new(0..7_u8);
        let bounds = deck.bounds::<6>().unwrap();
        for _ in 0..10_000 {
            let mut cards = deck.deal(&bounds, &mut stream);
            cards.sort_unstable();
            assert!(cards.windows(2).all(|pair| pair[0] < pair[1]), "{cards:?}");
        }
        assert!(deck.bounds::<8>().is_none());
    }
}
