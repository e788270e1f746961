//! Draws as a house tells them, checked by whoever was told: the keys that were shown lead to the commitments, and to every
//! card and roll.

use croupier_engine::Card;
use croupier_floor::{Draws, Key, burn_commitment, commitment, key_from, seal};

use crate::memory::{BurnDrawn, Draw, Drawn, WordsDrawn};
use crate::mystery::Checked;

/// What is said of a key that has not 64 hexadecimal digits.
const NO_KEY: &str = "What was shown is not a key of 256 bits.";

impl Drawn {
    /// Draws everything again; nothing is checked before the key is shown.
    pub fn check(&self) -> Vec<Checked> {
        if self.lost {
            let words = "The key of this round is lost for ever: two people gave it up, and nobody can prove its draws.";
            return vec![checked(false, words.to_owned())];
        }
        let Some(text) = &self.key else { return Vec::new() };
        let Some(key) = key_from(text) else { return vec![checked(false, NO_KEY.to_owned())] };
        let is_key = commitment(self.table, self.commitment, &key) == self.committed;
        let mut checks = vec![checked(is_key, commits(is_key, "wagers were taken"))];
        checks.extend(self.check_words());
        let opened: Vec<_> = self.words.iter().filter_map(|words| words.text.clone()).collect();
        let mut draws = Draws::new(&key, &opened);
        checks.extend((1..).zip(&self.draws).map(|(place, draw)| draw.check(place, &mut draws)));
        checks
    }

    fn check_words(&self) -> Vec<Checked> {
        if self.words.is_empty() {
            return vec![checked(true, "Nobody added words of their own to the key.".to_owned())];
        }
        let each = self.words.iter().map(|WordsDrawn { seat, sealed, text }| match text {
            None => {
                let words =
                    format!("Seat {seat} sealed words and did not open them: they are not mixed with the key.");
                checked(true, words)
            }
            Some(text) if seal(self.table, self.commitment, *seat, text) == *sealed => {
                let words = format!(
                    "Seat {seat} sealed these words before betting was closed, and they are mixed with the key: {text}"
                );
                checked(true, words)
            }
            Some(text) => {
                let words = format!(
                    "The words of seat {seat} are not those that were sealed before betting was closed: {text}"
                );
                checked(false, words)
            }
        });
        each.collect()
    }
}

impl Draw {
    fn check(&self, place: usize, draws: &mut Draws) -> Checked {
        let (was, again, of) = match self {
            Self::Roll { roll: [first, second] } => {
                let [one, other] = draws.roll().faces();
                (format!("{first} and {second}"), format!("{one} and {other}"), String::new())
            }
            Self::Card { card, from } => {
                let Ok(left) = <&[u8; Card::COUNT]>::try_from(&**from) else {
                    let words =
                        format!("Draw {place}: it is not told of how many cards it is one.");
                    return checked(false, words);
                };
                let again = draws.card(left).map_or("no card".to_owned(), |card| card.to_string());
                let of: u32 = left.iter().map(|count| u32::from(*count)).sum();
                (card.clone(), again, format!(" out of {of} cards"))
            }
        };
        let right = was == again;
        let words = match right {
            true => format!("Draw {place}: {was}{of}, as it follows from the key."),
            false => {
                format!("Draw {place}: {was} was drawn{of}, but {again} follows from the key.")
            }
        };
        checked(right, words)
    }
}

impl BurnDrawn {
    /// Draws the cards that were burned unseen again; nothing is checked before the key is shown.
    pub fn check(&self) -> Vec<Checked> {
        let Some(text) = &self.key else { return Vec::new() };
        let Some(key) = key_from(text) else { return vec![checked(false, NO_KEY.to_owned())] };
        let is_key = burn_commitment(self.table, self.shuffle, &key) == self.committed;
        let mut checks = vec![checked(is_key, commits(is_key, "the cards were cut"))];
        let cut = match self.cut {
            None => "The cards were not cut.".to_owned(),
            Some(depth) => format!("Mixed with the key: the cut, {depth} cards deep."),
        };
        checks.push(checked(true, cut));
        checks.extend(self.check_cards(&key));
        checks
    }

    fn check_cards(&self, key: &Key) -> Vec<Checked> {
        let left = self.from.as_deref().map(<[u8; Card::COUNT]>::try_from);
        let (Some(Ok(mut left)), Some(cards)) = (left, &self.cards) else {
            let words = "The cards are not told, or not of which cards they were burned.";
            return vec![checked(false, words.to_owned())];
        };
        let mut draws = Draws::of_burn(key, self.cut);
        let each = cards.iter().map(|card| {
            let of: u32 = left.iter().map(|count| u32::from(*count)).sum();
            let again = draws.card(&left);
            if let Some(again) = again {
                left[again.index()] -= 1;
            }
            let again = again.map_or("no card".to_owned(), |card| card.to_string());
            let right = *card == again;
            let words = match right {
                true => format!(
                    "Burned unseen: {card}, one of the {of} cards that were not dealt, as it follows from the key."
                ),
                false => format!("Burned unseen: {card} is told, but {again} follows from the key."),
            };
            checked(right, words)
        });
        each.collect()
    }
}

fn checked(right: bool, words: String) -> Checked {
    Checked { right, words }
}

fn commits(right: bool, before: &str) -> String {
    match right {
        true => format!(
            "The key is the one that the house committed itself to before {before}: its hash is the one that was published."
        ),
        false => "The key is not the one that the house committed itself to: its hash is another."
            .to_owned(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;

    const KEY: [u8; 32] = [7; 32];

    /// A round of two cards and a roll, with the words of two seats, one of which were not opened.
    fn round() -> Drawn {
        let opened = vec!["abc".to_owned()];
        let (mut draws, mut from) = (Draws::new(&KEY, &opened), [8; Card::COUNT]);
        let mut drawn = Vec::new();
        for _ in 0..2 {
            let card = draws.card(&from).unwrap();
            drawn.push(Draw::Card { card: card.to_string(), from: from.to_vec() });
            from[card.index()] -= 1;
        }
        drawn.push(Draw::Roll { roll: draws.roll().faces() });
        let words = [("abc", true), ("def", false)].map(|(text, opened)| WordsDrawn {
            seat: if opened { 1 } else { 3 },
            sealed: seal(4, 17, if opened { 1 } else { 3 }, text),
            text: opened.then(|| text.to_owned()),
        });
        Drawn {
            table: 4,
            commitment: 17,
            committed: commitment(4, 17, &KEY),
            key: Some(croupier_floor::hex(&KEY)),
            lost: false,
            words: words.to_vec(),
            draws: drawn,
            shuffled: true,
        }
    }

    fn wrong(checks: &[Checked]) -> usize {
        checks.iter().filter(|checked| !checked.right).count()
    }

    #[test]
    fn a_round_is_right_and_each_change_is_found() {
        let round = round();
        assert_eq!((round.check().len(), wrong(&round.check())), (6, 0));
        let again: Drawn = serde_json::from_str(&serde_json::to_string(&round).unwrap()).unwrap();
        assert_eq!(again, round);
        let changes: [fn(&mut Drawn); 7] = [
            |it| it.key = Some(croupier_floor::hex(&[8; 32])),
            |it| it.key = Some("7".into()),
            |it| it.table = 5,
            |it| it.words[0].text = Some("abd".into()),
            |it| it.words[0].text = None,
            |it| it.draws.swap(0, 1),
            |it| it.lost = true,
        ];
        for (place, change) in changes.iter().enumerate() {
            let mut changed = round.clone();
            change(&mut changed);
            assert!(wrong(&changed.check()) > 0, "change {place} is not found");
        }
        let before = Drawn { key: None, ..round };
        assert!(before.check().is_empty());
    }

    #[test]
    fn burned_cards_are_right_and_each_change_is_found() {
        let (mut left, mut draws) = ([1; Card::COUNT], Draws::of_burn(&KEY, Some(200)));
        let cards = (0..3).map(|_| {
            let card = draws.card(&left).unwrap();
            left[card.index()] -= 1;
            card.to_string()
        });
        let burn = BurnDrawn {
            table: 2,
            shuffle: 3,
            committed: burn_commitment(2, 3, &KEY),
            cut: Some(200),
            key: Some(croupier_floor::hex(&KEY)),
            from: Some(vec![1; Card::COUNT]),
            cards: Some(cards.collect()),
        };
        assert_eq!((burn.check().len(), wrong(&burn.check())), (5, 0));
        for change in [
            BurnDrawn { cut: Some(201), ..burn.clone() },
            BurnDrawn { shuffle: 4, ..burn.clone() },
            BurnDrawn { from: Some(vec![1; 3]), ..burn.clone() },
            BurnDrawn { cards: Some(vec!["AS".into(), "AS".into(), "AS".into()]), ..burn },
        ] {
            assert!(wrong(&change.check()) > 0);
        }
    }
}
