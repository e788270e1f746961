//! Questions about a game, as notebooks and pages put them.

use croupier_engine::input::Choice;
use croupier_engine::jackpot::Jackpot;
use croupier_engine::{AnyTable, Card, Cents, Kind, Refusal, Setup};
use croupier_odds::{Composition, Plan, Prices, Question, Strategy, Terms, Unanswered, has_chart};
use croupier_sheet::Refused;
use serde::Deserialize;

use crate::game::named;

/// What is asked about a game: its table, its player, its shoe, and how it pays.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Asked {
    /// The name of the game.
    pub game: String,
    /// How many decks are in the shoe.
    pub decks: Option<u8>,
    /// A variant, by its name.
    pub variant: Option<String>,
    /// How the player decides: `optimal`, `total`, or a choice that is always made.
    pub strategy: Option<String>,
    /// A chart of decisions, as text.
    pub chart: Option<String>,
    /// Other prices, as `croupier odds --pays` takes them.
    pub pays: Option<String>,
    /// Cards that are gone.
    pub removed: Vec<String>,
    /// What the major meter shows, in cents; 0 for what is guaranteed.
    pub major: u64,
    /// What the minor meter shows, in cents.
    pub minor: u64,
    /// What a jackpot wager costs, in cents.
    pub price: u64,
    /// What is staked, in cents.
    pub stake: Option<u64>,
    /// The smallest chip, in cents.
    pub chip: Option<u64>,
}

impl Asked {
    /// Puts the question.
    ///
    /// # Errors
    /// There is no such game, table, strategy or price.
    pub fn question(&self) -> Result<Question, String> {
        let kind = named(&self.game)?;
        let jackpot = kind.house().jackpot.map(|_| self.jackpot());
        if jackpot.is_none() && (self.major, self.minor) != (0, 0) {
            return Err(format!("{} has no jackpot", kind.title()));
        }
        let variant = variant(kind, self.variant.as_deref())?;
        let setup = Setup { decks: self.decks, variant, jackpot, ..Setup::default() };
        let strategy = match &self.chart {
            Some(_) if !has_chart(kind) => {
                return Err(format!("{} has no chart to decide by", kind.title()));
            }
            Some(chart) => Strategy::Own(Plan::read(chart).map_err(|why| why.to_string())?),
            None => strategy(kind, self.strategy.as_deref())?,
        };
        let shoe = self.shoe(kind, &setup)?;
        let prices = Prices::read(kind, self.pays.as_deref().unwrap_or(""))
            .map_err(|why| why.to_string())?;
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

    fn shoe(&self, kind: Kind, setup: &Setup) -> Result<Option<Composition>, String> {
        if self.removed.is_empty() {
            return Ok(None);
        }
        let decks = AnyTable::open(kind, setup).map_err(refused)?.rules().decks;
        if decks == 0 {
            return Err(format!("{} has no cards", kind.title()));
        }
        let mut shoe = Composition::full(decks);
        for word in &self.removed {
            let card = Card::parse(word).ok_or_else(|| format!("{word:?} is not a card"))?;
            if !shoe.remove(card) {
                return Err(format!("{decks} decks do not hold so many of {card}"));
            }
        }
        Ok(Some(shoe))
    }
}

/// Finds a variant by its name.
///
/// # Errors
/// The game has none of that name.
pub fn variant(kind: Kind, name: Option<&str>) -> Result<Option<u8>, String> {
    let Some(name) = name else { return Ok(None) };
    let at = kind.house().variants.iter().position(|variant| *variant == name);
    let at = at.ok_or_else(|| format!("{} has no variant {name:?}", kind.title()))?;
    Ok(u8::try_from(at).ok())
}

/// Finds the strategy of a word, or of none: `optimal`, `total`, or a choice that is always made.
///
/// # Errors
/// The game has none of that name.
pub fn strategy(kind: Kind, word: Option<&str>) -> Result<Strategy, String> {
    let usual = kind.usual_choice();
    match word {
        None => Ok(usual.map_or(Strategy::Best, Strategy::Always)),
        Some("optimal") if usual.is_none() && !kind.choices().is_empty() => Ok(Strategy::Best),
        Some("total") if has_chart(kind) => Ok(Strategy::Total),
        Some(word) => {
            let choice = Choice::named(word).filter(|choice| kind.choices().contains(choice));
            let choice = choice.filter(|_| usual.is_some());
            let none = || format!("{} has no strategy {word:?}", kind.title());
            choice.map(Strategy::Always).ok_or_else(none)
        }
    }
}

/// Says a refusal in the words that people read.
fn refused(refusal: Refusal) -> String {
    Refused(refusal).to_string()
}

/// Says why a question has no answer.
pub(crate) fn unanswered(why: &Unanswered) -> String {
    match why {
        Unanswered::Refused(refusal) => refused(*refusal),
        why => why.to_string(),
    }
}
