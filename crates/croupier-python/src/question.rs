//! Questions about a game, as Python puts them.

use croupier_engine::input::Choice;
use croupier_engine::jackpot::Jackpot;
use croupier_engine::{AnyTable, Card, Cents, Kind, Setup};
use croupier_odds::{Composition, Plan, Prices, Question, Strategy, Terms, has_chart};
use pyo3::prelude::*;

use crate::error::{error, refused};
use crate::game::named;

/// What is asked about a game: its table, its player, its shoe, and how it pays.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Asked {
    game: String,
    decks: Option<u8>,
    variant: Option<String>,
    strategy: Option<String>,
    chart: Option<String>,
    pays: Option<String>,
    removed: Vec<String>,
    major: u64,
    minor: u64,
    price: u64,
    stake: Option<u64>,
    chip: Option<u64>,
}

impl Asked {
    /// Puts the question.
    pub(crate) fn question(&self) -> PyResult<Question> {
        let kind = named(&self.game)?;
        let jackpot = kind.house().jackpot.map(|_| self.jackpot());
        if jackpot.is_none() && (self.major, self.minor) != (0, 0) {
            return Err(error(format!("{} has no jackpot", kind.title())));
        }
        let variant = variant(kind, self.variant.as_deref())?;
        let setup = Setup { decks: self.decks, variant, jackpot, ..Setup::default() };
        let strategy = match &self.chart {
            Some(_) if !has_chart(kind) => {
                return Err(error(format!("{} has no chart to decide by", kind.title())));
            }
            Some(chart) => Strategy::Own(Plan::read(chart).map_err(error)?),
            None => strategy(kind, self.strategy.as_deref())?,
        };
        let shoe = self.shoe(kind, &setup)?;
        let prices = Prices::read(kind, self.pays.as_deref().unwrap_or("")).map_err(error)?;
        let terms =
            Terms { stake: self.stake.map(|stake| (Cents(stake), Cents(self.chip.unwrap_or(1)))) };
        Ok(Question { kind, setup, shoe, strategy, prices, terms })
    }

    /// The jackpot with the meters as they are given; where one is 0, what is guaranteed counts.
    fn jackpot(&self) -> Jackpot {
        Jackpot {
            wager: Cents(self.price),
            major: Cents(self.major),
            minor: Cents(self.minor),
            mystery: false,
            pools: 1,
            increment: (0, 1),
            seed: Cents(0),
            linked: Vec::new(),
        }
    }

    fn shoe(&self, kind: Kind, setup: &Setup) -> PyResult<Option<Composition>> {
        if self.removed.is_empty() {
            return Ok(None);
        }
        let decks = AnyTable::open(kind, setup).map_err(refused)?.rules().decks;
        if decks == 0 {
            return Err(error(format!("{} has no cards", kind.title())));
        }
        let mut shoe = Composition::full(decks);
        for word in &self.removed {
            let card = Card::parse(word).ok_or_else(|| error(format!("{word:?} is not a card")))?;
            if !shoe.remove(card) {
                return Err(error(format!("{decks} decks do not hold so many of {card}")));
            }
        }
        Ok(Some(shoe))
    }
}

/// Finds a variant by its name.
pub(crate) fn variant(kind: Kind, name: Option<&str>) -> PyResult<Option<u8>> {
    let Some(name) = name else { return Ok(None) };
    let at = kind.house().variants.iter().position(|variant| *variant == name);
    let at = at.ok_or_else(|| error(format!("{} has no variant {name:?}", kind.title())))?;
    Ok(u8::try_from(at).ok())
}

/// Finds the strategy of a word, or of none: `optimal`, `total`, or a choice that is always made.
pub(crate) fn strategy(kind: Kind, word: Option<&str>) -> PyResult<Strategy> {
    let usual = kind.usual_choice();
    match word {
        None => Ok(usual.map_or(Strategy::Best, Strategy::Always)),
        Some("optimal") if usual.is_none() && !kind.choices().is_empty() => Ok(Strategy::Best),
        Some("total") if has_chart(kind) => Ok(Strategy::Total),
        Some(word) => {
            let choice = Choice::named(word).filter(|choice| kind.choices().contains(choice));
            let choice = choice.filter(|_| usual.is_some());
            let none = || error(format!("{} has no strategy {word:?}", kind.title()));
            choice.map(Strategy::Always).ok_or_else(none)
        }
    }
}
