//! Playing cards: 52 of them, without jokers.

use core::fmt;

use alloc::vec::Vec;

use crate::stored::{Bytes, Damaged, Stored};

/// The rank of a card, in the order of its printed value, the ace first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Rank {
    Ace,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
}

impl Rank {
    /// All ranks, the ace first.
    pub const ALL: [Self; 13] = [
        Self::Ace,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
    ];

    /// Returns the number of pips: ace 1, two 2, up to king 13.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Tells whether this is a jack, queen or king.
    pub const fn is_picture(self) -> bool {
        self.number() > 10
    }
}

/// The suit of a card; it matters where an order pays for suited hands, and for the faces of a jackpot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

impl Suit {
    /// The four suits, in the order in which cards are numbered.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];
}

/// One playing card of a deck of 52: the games have no jokers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card {
    /// From two to ace; the games say what it counts.
    pub rank: Rank,
    /// Which of the four suits; most games look only at the rank.
    pub suit: Suit,
}

const RANKS: &[u8; 13] = b"A23456789TJQK";
const SUITS: &[u8; 4] = b"CDHS";

impl Card {
    /// How many different cards there are.
    pub const COUNT: usize = 52;

    /// Makes the card of a rank and a suit.
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self { rank, suit }
    }

    /// Returns the card's number from 0 to 51, suit by suit.
    pub const fn index(self) -> usize {
        self.suit as usize * 13 + self.rank as usize
    }

    /// Returns the card of that number.
    pub fn from_index(index: usize) -> Option<Self> {
        let suit = *Suit::ALL.get(index / 13)?;
        Some(Self::new(Rank::ALL[index % 13], suit))
    }

    /// Reads a card written as rank and suit: `AD`, `TS`.
    pub fn parse(text: &str) -> Option<Self> {
        let &[rank, suit] = text.as_bytes() else { return None };
        let rank = RANKS.iter().position(|&r| r == rank)?;
        let suit = SUITS.iter().position(|&s| s == suit)?;
        Some(Self::new(Rank::ALL[rank], Suit::ALL[suit]))
    }
}

/// Counts a hand as all baccarats do: an ace is one, ten and pictures are nothing, the last digit of
/// the sum counts.
pub fn baccarat_count(hand: &[Card]) -> u8 {
    let value = |card: &Card| if card.rank.number() > 9 { 0 } else { card.rank.number() };
    hand.iter().map(value).sum::<u8>() % 10
}

/// A card is stored as its number from 0 to 51.
impl Stored for Card {
    fn store(&self, to: &mut Vec<u8>) {
        to.push(self.index() as u8);
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        Self::from_index(from.byte()?.into()).ok_or(Damaged)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rank, suit) = (RANKS[self.rank as usize], SUITS[self.suit as usize]);
        write!(f, "{}{}", char::from(rank), char::from(suit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn every_card_reads_as_it_is_written() {
        for index in 0..Card::COUNT {
            let card = Card::from_index(index).unwrap();
            assert_eq!(card.index(), index);
            assert_eq!(Card::parse(&card.to_string()), Some(card));
        }
        for text in ["", "A", "10S", "AX", "1S", "as", "éS"] {
            assert_eq!(Card::parse(text), None, "{text}");
        }
        assert_eq!(Card::from_index(52), None);
    }
}
