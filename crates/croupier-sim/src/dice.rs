//! Rolls of two dice, eleven from one word of chance.

use croupier_engine::Dice;

use crate::draw::Bounds;
use crate::rng::Stream;

/// How many rolls are drawn at once: 36 to the power of 11 is just below a word, and what is drawn
/// again is less than one word in a thousand.
pub(crate) const AT_ONCE: usize = 11;

/// A roll by its number from 0 to 35: six times the first face and the second, both from 0.
pub(crate) type Roll = u32;

/// Rolls that follow from a stream.
#[derive(Clone, Debug)]
pub struct Rolls {
    stream: Stream,
    bounds: Bounds<AT_ONCE>,
    drawn: [Roll; AT_ONCE],
    used: usize,
}

impl Rolls {
    /// Rolls from a stream.
    pub fn new(stream: Stream) -> Self {
        let bounds = Bounds::new([36; AT_ONCE]).expect("36 to the power of 11 fits into a word");
        Self { stream, bounds, drawn: [0; AT_ONCE], used: AT_ONCE }
    }

    /// Returns the next roll as dice.
    pub fn next_dice(&mut self) -> Dice {
        dice(self.next_roll())
    }

    /// Returns the next roll.
    #[inline]
    pub(crate) fn next_roll(&mut self) -> Roll {
        if self.used == AT_ONCE {
            self.drawn = self.next_rolls();
            self.used = 0;
        }
        self.used += 1;
        self.drawn[self.used - 1]
    }

    /// Returns the next rolls when none that was drawn is left over.
    #[inline]
    pub(crate) fn next_rolls(&mut self) -> [Roll; AT_ONCE] {
        self.bounds.draw(&mut self.stream)
    }
}

/// Returns the dice of a roll.
pub(crate) fn dice(roll: Roll) -> Dice {
    Dice::new((roll / 6) as u8 % 6 + 1, (roll % 6) as u8 + 1).expect("two faces from 1 to 6")
}
