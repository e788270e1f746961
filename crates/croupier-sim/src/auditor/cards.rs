//! Where every card is, seen from outside: none can come that is out already.

use croupier_engine::input::Source;
use croupier_engine::{Card, Effect, Input};

use super::Finding;

/// Counts cards that are out.
#[derive(Clone, Debug)]
pub(super) struct Cards {
    decks: u8,
    /// The discards of a round go back into the device.
    goes_back: bool,
    felt: Vec<Card>,
    out: [u8; Card::COUNT],
    /// Something went wrong, and cards may have moved unseen; from the next shuffle on all is known.
    lost_track: bool,
}

impl Cards {
    pub(super) const fn new(decks: u8, source: Option<Source>) -> Self {
        let goes_back = matches!(source, Some(Source::Device));
        let out = [0; Card::COUNT];
        Self { decks, goes_back, felt: Vec::new(), out, lost_track: false }
    }

    pub(super) fn watch(&mut self, input: &Input, effects: &[Effect]) -> Result<(), Finding> {
        let drawn = match *input {
            Input::Card { card, .. } => Some(card),
            Input::Irregular(_) | Input::Ruling { .. } | Input::Replace { .. } | Input::Void => {
                self.lost_track = true;
                None
            }
            _ => None,
        };
        let mut seen = 0;
        for effect in effects {
            match *effect {
                Effect::Dealt { card, .. } | Effect::Burned(card) => {
                    seen += 1;
                    self.comes(card, drawn)?;
                }
                Effect::RoundOver => self.over(),
                Effect::Shuffled => self.shuffled(),
                _ => {}
            }
        }
        match drawn {
            Some(card) if seen != 1 && !self.lost_track => {
                Err(Finding(format!("{card} was drawn once and lies in {seen} places")))
            }
            Some(_) | None => Ok(()),
        }
    }

    fn comes(&mut self, card: Card, drawn: Option<Card>) -> Result<(), Finding> {
        if self.lost_track {
            return Ok(());
        }
        if drawn != Some(card) {
            return Err(Finding(format!("{card} lies on the table and was not drawn")));
        }
        if self.out[card.index()] == self.decks {
            let decks = self.decks;
            return Err(Finding(format!("{card} came more often than {decks} decks hold it")));
        }
        self.out[card.index()] += 1;
        self.felt.push(card);
        Ok(())
    }

    fn over(&mut self) {
        for card in self.felt.drain(..).filter(|_| self.goes_back) {
            self.out[card.index()] -= 1;
        }
    }

    fn shuffled(&mut self) {
        self.felt.clear();
        self.out = [0; Card::COUNT];
        self.lost_track = false;
    }
}
