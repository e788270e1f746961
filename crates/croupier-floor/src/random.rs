//! Where the cards and rolls of a virtual table come from: a fresh key for each round, committed to before betting opens, mixed
//! with the words of players, shown after the round, so that anyone can draw the same cards again.
//!
//! Players seal their words while betting is open, and open them when it is closed: until then nobody knows them all, and
//! afterwards nobody can change theirs. docs/fair.md says what that prevents.
//!
//! The draws of a round come from ChaCha20 with the key SHA-256("croupier round" | key | words). A
//! number below `n` is the high half of a 32-bit word times `n`; words whose low half is below
//! `2^32 mod n` are passed over, so that each number is equally likely.

use croupier_engine::{Card, Cents, Dice, Player};
use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use sha2::{Digest as _, Sha256};

use crate::reason::Reason;

/// The key of a round.
pub type Key = [u8; 32];

/// What a virtual table knows of where the draws of its round come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundRandom {
    /// What the house committed itself to, in hexadecimal digits.
    pub commitment: Option<String>,
    /// The words of players, in the order of their seats.
    pub words: Vec<Words>,
    /// When betting was closed until the draw; `None` while it was not, or where nobody has sealed words.
    pub closed: Option<u64>,
    /// What was drawn.
    pub(crate) drawn: Vec<Drawn>,
}

croupier_engine::stored! { struct RoundRandom { commitment, words, closed, drawn } }

/// The words that one player adds to the draws of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// Whose they are.
    pub player: Player,
    /// The seat from which they come, from 1.
    pub seat: u8,
    /// Their hash, in hexadecimal digits, as the player gave it while betting was open.
    pub sealed: String,
    /// What became of them.
    pub stage: WordsStage,
}

croupier_engine::stored! { struct Words { player, seat, sealed, stage } }

/// How far the words of a player have come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordsStage {
    /// Only their hash is known.
    Sealed,
    /// The player has opened them, and they are mixed with the key.
    Opened(String),
    /// The player did not open them in time: the draw goes on without them.
    Lapsed,
}

croupier_engine::stored! { enum WordsStage { 0 = Sealed, 1 = Opened(words), 2 = Lapsed } }

/// One draw, with what it was drawn from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// A card, from so many of each.
    Card(Box<[u8; Card::COUNT]>, Card),
    /// A roll.
    Roll(Dice),
}

croupier_engine::stored! { enum Drawn { 0 = Card(left, card), 1 = Roll(dice) } }

/// Returns what the house commits itself to: the hash of the key, bound to the table and to how many
/// times the house has committed itself there, this one included.
pub fn commitment(table: u32, number: u64, key: &Key) -> String {
    let mut hash = Sha256::new();
    hash.update(b"croupier commitment");
    hash.update(table.to_be_bytes());
    hash.update(number.to_be_bytes());
    hash.update(key);
    hex(&hash.finalize())
}

/// Returns what a player gives while betting is open: the hash of the words, bound to the table, to the number of the
/// house's commitment there, and to the seat from which they come.
pub fn seal(table: u32, number: u64, seat: u8, words: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(b"croupier words");
    hash.update(table.to_be_bytes());
    hash.update(number.to_be_bytes());
    hash.update([seat]);
    hash.update(words);
    hex(&hash.finalize())
}

/// Returns what the house commits itself to before a shuffle is cut: the hash of the key that the cards burned
/// unseen follow from, bound to the table and to the number of the shuffle there.
pub fn burn_commitment(table: u32, shuffle: u64, key: &Key) -> String {
    let mut hash = Sha256::new();
    hash.update(b"croupier burn commitment");
    hash.update(table.to_be_bytes());
    hash.update(shuffle.to_be_bytes());
    hash.update(key);
    hex(&hash.finalize())
}

/// What the cards that are burned unseen at a virtual table follow from.
///
/// Nobody sees them, so nobody can tell them from the other cards that have not been dealt. Their faces are
/// drawn when the shoe is over, from the cards that were not dealt until then.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BurnRandom {
    /// Which shuffle of the table it belongs to.
    pub shuffle: u64,
    /// What the house committed itself to, in hexadecimal digits.
    pub committed: String,
    /// How deep the cards were cut; nothing where they are not cut.
    pub cut: Option<u16>,
    /// The key, when it was shown.
    pub key: Option<String>,
    /// How many of each card had not been dealt when the shoe was over, and how many of them lay burned.
    pub left: Option<(Box<[u8; Card::COUNT]>, u8)>,
}

croupier_engine::stored! { struct BurnRandom { shuffle, committed, cut, key, left } }

impl BurnRandom {
    /// Draws the cards that were burned unseen.
    pub fn draw(&self, key: &Key) -> Vec<Card> {
        let Some((left, count)) = &self.left else { return Vec::new() };
        let (mut left, mut draws) = (left.clone(), Draws::of_burn(key, self.cut));
        let drawn = (0..*count).filter_map(|_| {
            let card = draws.card(&left)?;
            left[card.index()] -= 1;
            Some(card)
        });
        drawn.collect()
    }
}

/// Returns what the house commits itself to before the meter of a mystery prize starts: the hash of the key from
/// which the trigger follows, bound to the pool and to how many times the house has committed itself there.
pub fn trigger_commitment(pool: u32, number: u64, key: &Key) -> String {
    pool_commitment(b"croupier trigger commitment", pool, number, key)
}

/// Returns the same for the key from which it follows who wins the mystery prize.
pub fn winner_commitment(pool: u32, number: u64, key: &Key) -> String {
    pool_commitment(b"croupier winner commitment", pool, number, key)
}

fn pool_commitment(what: &[u8], pool: u32, number: u64, key: &Key) -> String {
    let mut hash = Sha256::new();
    hash.update(what);
    hash.update(pool.to_be_bytes());
    hash.update(number.to_be_bytes());
    hash.update(key);
    hex(&hash.finalize())
}

/// Draws the amount at which a mystery prize is won: each whole cent above the start and up to the ceiling is
/// equally likely.
pub fn trigger(key: &Key, (start, ceiling): (Cents, Cents)) -> Cents {
    let span = ceiling.0.saturating_sub(start.0);
    Cents(start.0 + 1 + below(b"croupier trigger", key, span))
}

/// Draws which of so many wagers wins a mystery prize, the first being 0.
pub fn winner(key: &Key, count: u32) -> u32 {
    below(b"croupier winner", key, u64::from(count)) as u32
}

/// Draws a number below another one, without bias: a 64-bit word of ChaCha20 is passed over if it is not below the
/// largest multiple of that number.
fn below(what: &[u8], key: &Key, most: u64) -> u64 {
    if most <= 1 {
        return 0;
    }
    let mut hash = Sha256::new();
    hash.update(what);
    hash.update(key);
    let mut words = ChaCha20Rng::from_seed(hash.finalize().into());
    let fair = u64::MAX - (u64::MAX % most + 1) % most;
    loop {
        let word = words.next_u64();
        if word <= fair {
            return word % most;
        }
    }
}

/// Writes bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    HEXLOWER.encode(bytes)
}

/// Reads a key from hexadecimal digits.
pub fn key_from(text: &str) -> Option<Key> {
    HEXLOWER_PERMISSIVE.decode(text.as_bytes()).ok()?.try_into().ok()
}

impl RoundRandom {
    /// Tells whether a key leads to what was drawn; says where it does not.
    pub(crate) fn check(&self, key: &Key) -> Result<u32, Reason> {
        let mut draws = Draws::new(key, &self.opened());
        for (number, drawn) in (1..).zip(&self.drawn) {
            let right = match drawn {
                Drawn::Card(left, card) => draws.card(left) == Some(*card),
                Drawn::Roll(dice) => draws.roll() == *dice,
            };
            if !right {
                return Err(Reason::DrawDiffers { draw: number });
            }
        }
        Ok(self.drawn.len() as u32)
    }

    /// Returns what was drawn, in order.
    pub fn drawn(&self) -> &[Drawn] {
        &self.drawn
    }

    /// Draws again what was drawn, with another key: the cards or rolls that follow from it.
    pub fn again(&self, key: &Key) -> Vec<(String, String, u32)> {
        let mut draws = Draws::new(key, &self.opened());
        let each = self.drawn.iter().map(|drawn| match drawn {
            Drawn::Card(left, card) => {
                let of = left.iter().map(|&count| u32::from(count)).sum();
                let again = draws.card(left).map(|card| card.to_string());
                (card.to_string(), again.unwrap_or_default(), of)
            }
            Drawn::Roll(dice) => {
                let words = |dice: Dice| format!("{} and {}", dice.faces()[0], dice.faces()[1]);
                (words(*dice), words(draws.roll()), 36)
            }
        });
        each.collect()
    }

    /// Starts from a key, and goes over what was drawn in this round, up to the next draw.
    pub fn resume(&self, key: &Key) -> Draws {
        let mut draws = Draws::new(key, &self.opened());
        for drawn in &self.drawn {
            match drawn {
                Drawn::Card(left, _) => drop(draws.card(left)),
                Drawn::Roll(_) => drop(draws.roll()),
            }
        }
        draws
    }

    /// Lists the words that were opened, as they are mixed with the key: in the order of the seats.
    pub fn opened(&self) -> Vec<String> {
        let opened = self.words.iter().filter_map(|words| match &words.stage {
            WordsStage::Opened(text) => Some(text.clone()),
            WordsStage::Sealed | WordsStage::Lapsed => None,
        });
        opened.collect()
    }

    /// Lists whose words are awaited: betting is closed, and they have not opened them.
    pub fn awaited(&self) -> impl Iterator<Item = &Words> {
        let closed = self.closed.is_some();
        self.words.iter().filter(move |words| closed && words.stage == WordsStage::Sealed)
    }

    /// Tells how much has been drawn in this round.
    pub fn draws(&self) -> usize {
        self.drawn.len()
    }
}

/// The draws of a round, one after the other.
#[derive(Clone, Debug)]
pub struct Draws {
    stream: ChaCha20Rng,
}

impl Draws {
    /// Starts the draws of a round from its key and the words that players opened, in the order of their seats.
    pub fn new(key: &Key, words: &[String]) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"croupier round");
        hash.update(key);
        for text in words {
            hash.update((text.len() as u64).to_be_bytes());
            hash.update(text.as_bytes());
        }
        Self { stream: ChaCha20Rng::from_seed(hash.finalize().into()) }
    }

    /// Starts the draws of the cards burned unseen from the key of the shuffle and the depth of the cut.
    pub fn of_burn(key: &Key, cut: Option<u16>) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"croupier burn");
        hash.update(key);
        if let Some(depth) = cut {
            hash.update(depth.to_be_bytes());
        }
        Self { stream: ChaCha20Rng::from_seed(hash.finalize().into()) }
    }

    /// Draws one of the cards that are left, by how many there are of each; `None` if there are none.
    pub fn card(&mut self, left: &[u8; Card::COUNT]) -> Option<Card> {
        let total: u32 = left.iter().map(|&count| u32::from(count)).sum();
        if total == 0 {
            return None;
        }
        let mut at = self.below(total);
        let found = left.iter().position(|&count| {
            let count = u32::from(count);
            let here = at < count;
            at = at.wrapping_sub(count);
            here
        });
        found.and_then(Card::from_index)
    }

    /// Rolls two dice.
    pub fn roll(&mut self) -> Dice {
        let mut face = || self.below(6) as u8 + 1;
        Dice::new(face(), face()).expect("faces are 1 to 6")
    }

    fn below(&mut self, bound: u32) -> u32 {
        let unfair = bound.wrapping_neg() % bound;
        loop {
            let product = u64::from(self.stream.next_u32()) * u64::from(bound);
            if product as u32 >= unfair {
                return (product >> 32) as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BurnRandom, Draws, burn_commitment, commitment, hex, key_from, seal};
    use croupier_engine::Card;

    #[test]
    fn keys_are_read_as_they_are_written() {
        let key = [7; 32];
        assert_eq!(key_from(&hex(&key)), Some(key));
        for wrong in ["", "07", "zz", &"07".repeat(33), &"0é".repeat(21)] {
            assert_eq!(key_from(wrong), None, "{wrong}");
        }
        assert_ne!(commitment(1, 2, &key), commitment(1, 3, &key));
    }

    /// A seal is bound to its table, commitment and seat, and never changes: web/tests/chance.test.mjs has the same.
    #[test]
    fn seals_never_change() {
        let sealed = seal(3, 9, 2, "rain on the roof");
        assert_eq!(sealed, "1f94ddb7ebbb166b1998f47f7effbbeee669335732743b208886ea3f47b4e1f3");
        let others = [seal(4, 9, 2, "rain on the roof"), seal(3, 8, 2, "rain on the roof")];
        let more = [seal(3, 9, 1, "rain on the roof"), seal(3, 9, 2, "rain on the roof ")];
        assert!(others.iter().chain(&more).all(|other| *other != sealed));
    }

    /// All cards of a shoe come, each as often as it is there; what a player adds changes them.
    #[test]
    fn a_shoe_is_drawn_to_its_end() {
        let mut left = [2; Card::COUNT];
        let mut draws = Draws::new(&[1; 32], &["ann".to_owned()]);
        let first = draws.clone().card(&left);
        let other = Draws::new(&[1; 32], &["bob".to_owned()]).card(&left);
        assert!(first.is_some() && first != other);
        for _ in 0..104 {
            let card = draws.card(&left).expect("there are cards");
            left[card.index()] -= 1;
        }
        assert_eq!(draws.card(&left), None);
    }

    /// So are the cards that were burned unseen: web/tests/chance.test.mjs has the same.
    #[test]
    fn burned_cards_never_change() {
        let left = Some((Box::new([6; Card::COUNT]), 2));
        let burn = BurnRandom { cut: Some(150), left, ..BurnRandom::default() };
        let cards: Vec<_> = burn.draw(&[0; 32]).iter().map(Card::to_string).collect();
        assert_eq!(cards.join(" "), "4D 6C");
        let other = BurnRandom { cut: Some(151), ..burn };
        assert_ne!(other.draw(&[0; 32]).iter().map(Card::to_string).collect::<Vec<_>>(), cards);
        assert_ne!(burn_commitment(1, 2, &[7; 32]), burn_commitment(1, 3, &[7; 32]));
    }

    /// The first draws of a key are frozen: what was drawn once must be drawn again for ever.
    #[test]
    fn draws_never_change() {
        let mut draws = Draws::new(&[0; 32], &[]);
        let cards: Vec<_> = (0..4)
            .filter_map(|_| draws.card(&[6; Card::COUNT]))
            .map(|card| card.to_string())
            .collect();
        let rolls: Vec<_> = (0..4).map(|_| draws.roll().total()).collect();
        assert_eq!((cards.join(" "), rolls), ("9S 4D 4H 2S".to_owned(), vec![5, 8, 11, 8]));
    }
}
