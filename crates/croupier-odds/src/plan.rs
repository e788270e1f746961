//! When to draw a third card: a chart by total and dealer's card, with exceptions by cards.

use core::fmt;

use croupier_engine::card::baccarat_count as count;
use croupier_engine::{Card, Rank, Suit};

/// What a player does with two cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decide {
    /// Takes a third card, with a Draw wager.
    Draw,
    /// Plays the two cards.
    Stand,
}

/// What a chart says for a total against a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// The same for all cards behind the total.
    Always(Decide),
    /// For most of the cards behind the total; the others are exceptions.
    Mostly(Decide),
    /// It cannot come from this shoe.
    Never,
}

/// A strategy as it is shown: the player's total down, the value of the dealer's card across.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// By total and value of the dealer's card; an ace is 1, tens and pictures are 0.
    pub cells: [[Cell; 10]; 10],
    /// What is done otherwise than the chart has it.
    pub exceptions: Vec<(Pair, Decide)>,
}

/// Two cards against one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The player's cards, the lower first.
    pub player: [Seen; 2],
    /// The card of the dealer that the player sees before deciding.
    pub dealer: Seen,
}

/// A card as a strategy sees it: by value, and by suit where that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Its value: an ace is 1, tens and pictures are 0.
    pub value: u8,
    /// Its suit; `None` for any.
    pub suit: Option<Suit>,
}

impl Seen {
    /// Sees all of a card.
    pub(crate) fn card(card: Card) -> Self {
        Self { value: count(&[card]), suit: Some(card.suit) }
    }

    /// Sees the value alone.
    pub(crate) const fn any_suit(self) -> Self {
        Self { suit: None, ..self }
    }

    fn fits(self, card: Card) -> bool {
        self.value == count(&[card]) && self.suit.is_none_or(|suit| suit == card.suit)
    }

    /// Reads `3` or `3C`.
    fn read(word: &str) -> Option<Self> {
        let (value, suit) = word.split_at_checked(1)?;
        let value = value.parse::<u8>().ok()?;
        let suit = match suit {
            "" => None,
            // Any rank will do to read a suit.
            suit => Some(Card::parse(&format!("A{}", suit.to_ascii_uppercase()))?.suit),
        };
        Some(Self { value, suit })
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value)?;
        match self.suit {
            Some(suit) => f.write_str(&Card::new(Rank::Ace, suit).to_string()[1..]),
            None => Ok(()),
        }
    }
}

impl Pair {
    fn fits(&self, player: [Card; 2], dealer: Card) -> bool {
        let [first, second] = self.player;
        let [one, two] = player;
        let either = first.fits(one) && second.fits(two) || first.fits(two) && second.fits(one);
        either && self.dealer.fits(dealer)
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{} {}", self.player[0], self.player[1], self.dealer)
    }
}

impl Decide {
    /// Returns the letter for a chart.
    pub const fn letter(self) -> char {
        match self {
            Self::Draw => 'D',
            Self::Stand => 'S',
        }
    }

    fn read(word: &str) -> Option<Self> {
        [Self::Draw, Self::Stand]
            .into_iter()
            .find(|decide| word.eq_ignore_ascii_case(&decide.letter().to_string()))
    }
}

impl Cell {
    /// Returns the letter for a chart: small where there are exceptions.
    pub const fn letter(self) -> char {
        match self {
            Self::Always(decide) => decide.letter(),
            Self::Mostly(decide) => decide.letter().to_ascii_lowercase(),
            Self::Never => '-',
        }
    }
}

/// What is done, by the values of the player's two cards, in either order, and of the dealer's card.
pub type ByValues = [[[Decide; 10]; 10]; 10];

/// A strategy of one's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// By the values of the player's two cards and of the dealer's card.
    by_values: Box<ByValues>,
    exceptions: Vec<(Pair, Decide)>,
}

impl Plan {
    /// Reads a chart: for each total a line of ten letters, D to draw and S to stand, for the dealer's
    /// card from 0 (tens and pictures) to 9; and exceptions such as `3-4 6 S`: two cards, the dealer's
    /// card and a letter. Cards go by value, and by suit where it is given: `3C-3D 6 S`. `#` starts a
    /// comment.
    ///
    /// # Errors
    /// Says in which line and column something else stands.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut rows: [Option<[Decide; 10]>; 10] = [None; 10];
        let mut exceptions = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let words = words(line);
            let Some(&(column, first)) = words.first() else { continue };
            let at = |column: usize, what: String| format!("{number}:{column}: {what}");
            if first.contains('-') {
                exceptions.push(exception(&words).map_err(|(column, what)| at(column, what))?);
                continue;
            }
            // The line of headings counts the dealer's cards.
            if words.len() == 10 && words.iter().map(|(_, word)| *word).eq(HEADINGS) {
                continue;
            }
            let (total, row) = row(&words).map_err(|(column, what)| at(column, what))?;
            if rows[total].replace(row).is_some() {
                return Err(at(column, format!("total {total} is given twice")));
            }
        }
        if let Some(total) = rows.iter().position(Option::is_none) {
            return Err(format!("there is no line for total {total}"));
        }
        let rows = rows.map(|row| row.unwrap_or([Decide::Stand; 10]));
        let mut by_values = Box::new([[[Decide::Stand; 10]; 10]; 10]);
        for (first, column) in by_values.iter_mut().enumerate() {
            for (second, cell) in column.iter_mut().enumerate() {
                *cell = rows[(first + second) % 10];
            }
        }
        Ok(Self { by_values, exceptions })
    }

    /// Decides by the values of the cards alone.
    pub fn by_values(by_values: Box<ByValues>) -> Self {
        Self { by_values, exceptions: Vec::new() }
    }

    /// Decides with two cards against one; a later exception goes before an earlier one.
    pub fn decide(&self, player: [Card; 2], dealer: Card) -> Decide {
        let mut exceptions = self.exceptions.iter().rev();
        match exceptions.find(|(pair, _)| pair.fits(player, dealer)) {
            Some((_, decide)) => *decide,
            None => {
                let value = |card| usize::from(count(&[card]));
                self.by_values[value(player[0])][value(player[1])][value(dealer)]
            }
        }
    }
}

const HEADINGS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

type Word<'a> = (usize, &'a str);

/// Splits a line into words with their columns, without its comment.
fn words(line: &str) -> Vec<Word<'_>> {
    let line = line.split('#').next().unwrap_or("");
    let start =
        |word: &str| line[..word.as_ptr() as usize - line.as_ptr() as usize].chars().count();
    line.split_whitespace().map(|word| (start(word) + 1, word)).collect()
}

fn value((column, word): Word<'_>) -> Result<u8, (usize, String)> {
    let value = word.parse::<u8>().ok().filter(|value| *value <= 9);
    value.ok_or((column, format!("expected a value of 0 to 9, found {word:?}")))
}

fn letter((column, word): Word<'_>) -> Result<Decide, (usize, String)> {
    Decide::read(word).ok_or((column, format!("expected D or S, found {word:?}")))
}

fn row(words: &[Word<'_>]) -> Result<(usize, [Decide; 10]), (usize, String)> {
    let total = value(words[0])?;
    let letters = words[1..].iter().map(|&word| letter(word)).collect::<Result<Vec<_>, _>>()?;
    let row = <[Decide; 10]>::try_from(letters);
    let wrong =
        |letters: Vec<_>| format!("expected ten letters after the total, found {}", letters.len());
    Ok((usize::from(total), row.map_err(|letters| (words[0].0, wrong(letters)))?))
}

fn exception(words: &[Word<'_>]) -> Result<(Pair, Decide), (usize, String)> {
    let [cards, dealer, decide] = words else {
        return Err((words[0].0, "expected two cards, the dealer's card and D or S".to_owned()));
    };
    let seen = |(column, word): Word<'_>, text: &str| {
        Seen::read(text).ok_or((column, format!("expected a value of 0 to 9, found {word:?}")))
    };
    let (column, word) = *cards;
    let pair = word
        .split_once('-')
        .filter(|(first, second)| Seen::read(first).is_some() && Seen::read(second).is_some());
    let wrong = || (column, format!("expected two cards such as 3-4, found {word:?}"));
    let (first, second) = pair.ok_or_else(wrong)?;
    let player = [seen(*cards, first)?, seen(*cards, second)?];
    Ok((Pair { player, dealer: seen(*dealer, dealer.1)? }, letter(*decide)?))
}

#[cfg(test)]
mod tests {
    use super::{Decide, Plan};
    use croupier_engine::Card;

    fn chart() -> String {
        (0..10).map(|total| format!("{total} {}\n", "D ".repeat(10).trim())).collect()
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let check = |text: &str, want: &str| assert_eq!(Plan::read(text), Err(want.to_owned()));
        check("", "there is no line for total 0");
        check("0 D D D", "1:1: expected ten letters after the total, found 3");
        check("# x\n\n 0 D X", "3:6: expected D or S, found \"X\"");
        check("10 D", "1:1: expected a value of 0 to 9, found \"10\"");
        check("0-x 1 D", "1:1: expected two cards such as 3-4, found \"0-x\"");
        check("0-1 1", "1:1: expected two cards, the dealer's card and D or S");
        check(&format!("{0}{0}", chart()), "11:1: total 0 is given twice");
    }

    #[test]
    fn exceptions_go_by_value_and_suit() {
        let plan = Plan::read(&format!("{}4-3 0 S # by cards\n3c-3C 1 S\n", chart()))
            .expect("it is right");
        let card = |name: &str| Card::parse(name).expect("it is a card");
        let decide = |a, b, dealer| plan.decide([card(a), card(b)], card(dealer));
        assert_eq!(decide("3C", "4D", "KD"), Decide::Stand);
        assert_eq!(decide("2C", "5D", "KD"), Decide::Draw);
        assert_eq!(decide("3C", "3C", "AD"), Decide::Stand);
        assert_eq!(decide("3C", "3D", "AD"), Decide::Draw);
    }
}
