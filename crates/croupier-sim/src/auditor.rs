//! An auditor who knows no rules: money and cards, watched from what goes in and what comes out.
//!
//! The auditor keeps books of its own. Whatever the game: what was placed has ended or stands, to the
//! cent; no line pays more or less than the stake and one of the posted prices give; every card that
//! is dealt was there, and none appears more often than the decks hold it. It does its own arithmetic
//! and asks the table nothing, so that it can be wrong only where the table is right.

mod cards;
mod prices;
mod spots;

use std::fmt;

use croupier_engine::effect::Line;
use croupier_engine::input::Source;
use croupier_engine::wager::Verdict;
use croupier_engine::{AnyTable, Cents, Effect, Input, Outcome, Spot, WagerId};

use cards::Cards;
use prices::Prices;
use spots::Spots;

/// Something that does not add up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding(String);

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What the auditor is told before the first input.
#[derive(Clone, Debug)]
pub struct Posted {
    /// The smallest chip.
    pub chip: Cents,
    /// How many decks are in play; 0 for dice.
    pub decks: u8,
    /// Where the cards come from.
    pub source: Option<Source>,
    /// Everything that the wagers may come to.
    pub verdicts: Vec<(WagerId, Verdict)>,
}

/// Watches one table.
#[derive(Clone, Debug)]
pub struct Auditor {
    prices: Prices,
    spots: Spots,
    cards: Option<Cards>,
    placed: u128,
    ended: u128,
    paid: u128,
    charged: u128,
}

impl Auditor {
    /// Starts at a table on which nothing lies.
    pub fn new(posted: &Posted) -> Self {
        Self {
            prices: Prices::new(posted.chip, &posted.verdicts),
            spots: Spots::default(),
            cards: (posted.decks > 0).then(|| Cards::new(posted.decks, posted.source)),
            placed: 0,
            ended: 0,
            paid: 0,
            charged: 0,
        }
    }

    /// Watches an input that was accepted, and what followed.
    ///
    /// # Errors
    /// Says what does not add up.
    pub fn watch(&mut self, input: &Input, effects: &[Effect]) -> Result<(), Finding> {
        let mut placed = 0;
        for effect in effects {
            match *effect {
                Effect::Placed { ref spot, amount } => {
                    placed += usize::from(wagered(input, spot, amount));
                    self.placed += u128::from(amount.0);
                    self.spots.put(spot, amount);
                }
                Effect::Settled(ref line) => self.settled(line)?,
                Effect::Travelled { ref spot, to } => {
                    let amount = self.spots.amount(spot);
                    self.spots.take(spot, amount);
                    self.spots.put(&Spot { mark: Some(to), ..*spot }, amount);
                }
                Effect::Found { ref spot, from, to } => {
                    if self.spots.amount(spot) != from || !self.spots.take(spot, from) {
                        return Err(wrong("a wager was found to have been", &from, effect));
                    }
                    self.spots.put(spot, to);
                    self.placed = self.placed - u128::from(from.0) + u128::from(to.0);
                }
                _ => {}
            }
        }
        if matches!(input, Input::Wager { .. }) && placed != 1 {
            return Err(Finding(format!("wagered once and placed {placed} times: {input:?}")));
        }
        match &mut self.cards {
            Some(cards) => cards.watch(input, effects),
            None => Ok(()),
        }
    }

    fn settled(&mut self, line: &Line) -> Result<(), Finding> {
        self.paid += u128::from(line.pays.0);
        self.charged += u128::from(line.charge.0);
        self.prices.check(line)?;
        if matches!(line.outcome, Outcome::Commission | Outcome::Mystery) {
            return Ok(());
        }
        let amount = line.stake + line.excess;
        if !self.spots.take(&line.spot, amount) {
            return Err(wrong("more was settled than lay there,", &amount, line));
        }
        self.ended += u128::from(amount.0);
        Ok(())
    }

    /// Returns what was placed, what has ended, and what stands, in cents.
    pub fn money(&self) -> (u128, u128, u128) {
        (self.placed, self.ended, self.spots.total())
    }

    /// Returns what was paid on top of stakes, and what was charged, in cents.
    pub const fn flows(&self) -> (u128, u128) {
        (self.paid, self.charged)
    }

    /// Checks that what was placed has ended or stands, and that the table says so too.
    ///
    /// # Errors
    /// Says what does not add up.
    pub fn close(&self, table: &AnyTable) -> Result<(), Finding> {
        let (placed, ended, standing) = self.money();
        if placed != ended + standing {
            let what = format!("{placed} cents placed, {ended} ended, {standing} standing");
            return Err(Finding(what));
        }
        let (mut theirs, mut differ) = (0, None);
        table.each_standing(|it| {
            let ours = self.spots.amount(&it.spot);
            theirs += u128::from((it.stake + it.excess).0);
            if ours != it.stake + it.excess {
                differ = Some(format!("{it:?} stands, {ours} was left there"));
            }
        });
        match differ {
            Some(differ) => Err(Finding(differ)),
            None if theirs != standing => {
                Err(Finding(format!("{theirs} cents stand, {standing} should")))
            }
            None => Ok(()),
        }
    }
}

/// Tells whether this is what the input wagers. The area is not looked at: some wagers have none.
fn wagered(input: &Input, placed: &Spot, amount: Cents) -> bool {
    let Input::Wager { spot, amount: wagered, .. } = *input else { return false };
    wagered == amount && Spot { area: placed.area, ..spot } == *placed
}

fn wrong(what: &str, amount: &Cents, line: &impl fmt::Debug) -> Finding {
    Finding(format!("{what} {amount}: {line:?}"))
}

#[cfg(test)]
mod tests;
