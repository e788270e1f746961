//! What `odds` and `par` are asked: a game, how its table is set up, and how its player decides.

use std::path::Path;

use clap::Args;
use croupier_engine::input::Choice;
use croupier_engine::jackpot::Jackpot;
use croupier_engine::{AnyTable, Card, Cents, Kind, Refusal, Setup, Why};
use croupier_odds::{Composition, Plan, Prices, Question, Strategy, Terms, Unanswered};
use croupier_sheet::Refused;

use crate::failure::Failure;

/// The options of every question about a game.
#[derive(Args)]
pub(crate) struct Options {
    /// The game
    #[arg(help = crate::rules::game_help())]
    pub(crate) game: String,

    /// Decks in the shoe
    #[arg(long)]
    pub(crate) decks: Option<u8>,

    /// A variant of the game: even-money
    #[arg(long)]
    pub(crate) variant: Option<String>,

    /// How the player decides: always war or surrender where the cards do not matter; else optimal (by
    /// cards), total, or a file with a chart
    #[arg(long, value_name = "STRATEGY")]
    pub(crate) strategy: Option<String>,

    /// Other prices, by wager or clause, such as "strike-out=25:1,9.1.3=7.5:1"; a clause goes before a wager
    #[arg(long, value_name = "PRICES")]
    pub(crate) pays: Option<String>,

    /// Where there is a jackpot, what its meters show, such as major=25000000,minor=1200000 (in cents)
    #[arg(long, value_name = "METERS")]
    pub(crate) meter: Option<String>,

    /// Where there is a jackpot, the price of its wager, in cents [default: 500]
    #[arg(long, value_name = "CENTS")]
    pub(crate) price: Option<u64>,

    /// Cards that are gone from the shoe, such as "AD AD KS"
    #[arg(long, value_name = "CARDS")]
    pub(crate) removed: Option<String>,

    /// A file with what is left in the shoe: a card and its count on each line, such as "AD 6"
    #[arg(long, value_name = "FILE", conflicts_with = "removed")]
    pub(crate) shoe: Option<std::path::PathBuf>,
}

/// A question, with the name of its strategy.
pub(crate) struct Asked {
    pub(crate) question: Question,
    pub(crate) strategy: Option<String>,
    /// How many decks the table has; 0 where dice are rolled.
    pub(crate) decks: u8,
}

impl Asked {
    /// Tells the person at the terminal why there is no answer.
    pub(crate) fn unanswered(&self, why: &Unanswered) -> Failure {
        let Question { kind, setup, .. } = &self.question;
        match why {
            Unanswered::Price(why) => unpriced(why.clone(), *kind, setup),
            why => unanswered(why),
        }
    }

    /// Lists the cards that are gone from the shoe, each with how many of it.
    pub(crate) fn removed(&self) -> Vec<(Card, u32)> {
        let Some(shoe) = &self.question.shoe else { return Vec::new() };
        let cards = (0..Card::COUNT).filter_map(Card::from_index);
        let gone = cards.map(|card| (card, u32::from(self.decks).saturating_sub(shoe.count(card))));
        gone.filter(|(_, count)| *count > 0).collect()
    }

    /// Says what is computed, besides the game: a name and a text for each thing.
    pub(crate) fn facts(&self) -> Vec<(&'static str, String)> {
        let Question { kind, setup, shoe, prices, terms, .. } = &self.question;
        let mut facts = Vec::new();
        if let Some(variant) = setup.variant {
            facts.push(("Variant", kind.house().variants[usize::from(variant)].to_owned()));
        }
        if self.decks > 0 {
            facts.push(("Decks", self.decks.to_string()));
        }
        if let Some(shoe) = shoe {
            facts.push(("Shoe", self.shoe_text(shoe)));
        }
        facts.extend(self.strategy.clone().map(|strategy| ("Strategy", strategy)));
        if !prices.is_empty() {
            let list: Vec<_> =
                prices.list().map(|(name, price)| format!("{name} at {price}")).collect();
            facts.push(("Prices", format!("those of the order, but {}", list.join("; "))));
        }
        if let Some((stake, chip)) = terms.stake {
            facts.push(("Payment", format!("in chips of {chip} on a stake of {stake}")));
        }
        if let Some(jackpot) = &setup.jackpot {
            let Jackpot { wager, major, minor, .. } = jackpot;
            let text = format!(
                "wager {wager}; meters: major {major}, minor {minor}, or what is guaranteed if higher"
            );
            facts.push(("Jackpot", text));
        }
        facts
    }

    fn shoe_text(&self, shoe: &Composition) -> String {
        let removed = self.removed();
        let gone: u32 = removed.iter().map(|(_, count)| count).sum();
        let left = shoe.total();
        match gone {
            0 => "full".to_owned(),
            1..=FEW => {
                let names = removed.iter().flat_map(|(card, count)| (0..*count).map(move |_| card));
                let names: Vec<_> = names.map(ToString::to_string).collect();
                format!("{left} cards left, without {}", names.join(" "))
            }
            _ => format!("{left} cards left, {gone} gone"),
        }
    }
}

/// Says why there are no odds, in the words that people read a refusal in.
pub(crate) fn unanswered(why: &Unanswered) -> Failure {
    match why {
        Unanswered::Refused(refusal) => Failure::input(Refused(*refusal).to_string()),
        why => Failure::input(why.to_string()),
    }
}

/// Says why a table of a game cannot be opened, and which decks it could be opened with.
pub(crate) fn unopened(kind: Kind, refusal: Refusal) -> Failure {
    let failure = Failure::input(Refused(refusal).to_string());
    match (refusal.why, &kind.house().cards) {
        (Why::NotItsDecks, Some(cards)) => {
            let decks: Vec<_> = cards.decks.iter().map(ToString::to_string).collect();
            failure.hint(format!("{} takes --decks {}", kind.title(), decks.join(" or ")))
        }
        _ => failure,
    }
}

/// Names what can be priced instead.
fn unpriced(why: String, kind: Kind, setup: &Setup) -> Failure {
    let names = Prices::names(kind, setup.variant);
    let brackets = if names.contains('(') { ", in brackets by clause only" } else { "" };
    let hint = format!("prices go by wager or by clause{brackets}:\n{names}");
    Failure::input(why).hint(hint.trim_end())
}

/// What the jackpot wager costs if nothing else is said, in cents.
const JACKPOT_PRICE: u64 = 500;

/// How many cards that are gone are named.
const FEW: u32 = 20;

impl Options {
    /// Puts the question.
    pub(crate) fn ask(&self) -> Result<Asked, Failure> {
        let kind = crate::rules::game(&self.game)?;
        let setup = self.setup(kind)?;
        let (strategy, name) = strategy(kind, self.strategy.as_deref())?;
        let table = AnyTable::open(kind, &setup);
        let table = table.map_err(|refusal| unopened(kind, refusal))?;
        let decks = table.rules().decks;
        let shoe = match (&self.shoe, &self.removed) {
            (None, None) => None,
            (Some(_), _) | (_, Some(_)) if decks == 0 => {
                return Err(Failure::input(format!("{} has no cards", kind.title())));
            }
            (Some(file), _) => Some(shoe_file(decks, file)?),
            (None, Some(removed)) => Some(without(decks, removed)?),
        };
        let prices = Prices::read(kind, self.pays.as_deref().unwrap_or(""))
            .map_err(|why| unpriced(why, kind, &setup))?;
        let question = Question { kind, setup, shoe, strategy, prices, terms: Terms::default() };
        Ok(Asked { question, strategy: name, decks })
    }

    fn setup(&self, kind: Kind) -> Result<Setup, Failure> {
        let variant = variant(kind, self.variant.as_deref())?;
        let jackpot = match (kind.house().jackpot, &self.meter, self.price) {
            (Some(_), _, _) => {
                Some(jackpot(self.meter.as_deref(), self.price.unwrap_or(JACKPOT_PRICE))?)
            }
            (None, None, None) => None,
            (None, _, _) => {
                return Err(Failure::input(format!("{} has no jackpot", kind.title())));
            }
        };
        Ok(Setup { decks: self.decks, variant, jackpot, ..Setup::default() })
    }
}

/// Finds a variant by its name.
pub(crate) fn variant(kind: Kind, name: Option<&str>) -> Result<Option<u8>, Failure> {
    let Some(name) = name else { return Ok(None) };
    let at = kind.house().variants.iter().position(|variant| *variant == name);
    let unknown = Failure::input(format!("{} has no variant {name:?}", kind.title()));
    Ok(Some(at.ok_or(unknown)? as u8))
}

/// Reads the meters; where one is not given, the jackpot's floor counts.
pub(crate) fn jackpot(meter: Option<&str>, price: u64) -> Result<Jackpot, Failure> {
    let (mut major, mut minor) = (0, 0);
    for part in meter.iter().flat_map(|meter| meter.split(',')) {
        let wrong = || Failure::input(format!("{part:?} is not a meter, expected major=25000000"));
        let (name, amount) = part.split_once('=').ok_or_else(wrong)?;
        let amount = amount.trim().parse::<u64>().map_err(|_| wrong())?;
        match name.trim() {
            "major" => major = amount,
            "minor" => minor = amount,
            _ => return Err(wrong()),
        }
    }
    Ok(Jackpot {
        wager: Cents(price),
        major: Cents(major),
        minor: Cents(minor),
        mystery: false,
        pools: 1,
        increment: (0, 1),
        seed: Cents(0),
        linked: Vec::new(),
    })
}

/// The best by exact cards.
const OPTIMAL: &str = "optimal";
/// The best by total against the dealer's card.
const TOTAL: &str = "total";

/// Lists the words for the strategies of a game.
fn words(kind: Kind) -> Vec<&'static str> {
    match (kind.choices(), kind.usual_choice()) {
        ([], _) => Vec::new(),
        (choices, Some(_)) => choices.iter().map(|choice| choice.name()).collect(),
        (_, None) if croupier_odds::has_chart(kind) => vec![OPTIMAL, TOTAL],
        (_, None) => vec![OPTIMAL],
    }
}

/// Lists the words for the strategies of all games.
pub(crate) fn all_words() -> Vec<&'static str> {
    let mut all = Vec::new();
    for word in Kind::ALL.into_iter().flat_map(words) {
        if !all.contains(&word) {
            all.push(word);
        }
    }
    all
}

/// Finds the strategy of a word, or of none.
pub(crate) fn strategy_of(kind: Kind, word: Option<&str>) -> Result<Strategy, Failure> {
    let Some(word) = word else {
        return Ok(kind.usual_choice().map_or(Strategy::Best, Strategy::Always));
    };
    if !words(kind).contains(&word) {
        return Err(no_strategy(kind));
    }
    Ok(match word {
        OPTIMAL => Strategy::Best,
        TOTAL => Strategy::Total,
        choice => Choice::named(choice).map_or(Strategy::Best, Strategy::Always),
    })
}

/// Returns the word for a strategy, where a game has any.
pub(crate) fn strategy_name(kind: Kind, strategy: &Strategy) -> Option<&'static str> {
    let words = words(kind);
    let word = match strategy {
        Strategy::Always(choice) => choice.name(),
        Strategy::Total => TOTAL,
        Strategy::Best | Strategy::Own(_) => OPTIMAL,
    };
    let usual = kind.usual_choice().map(Choice::name);
    words.contains(&word).then_some(word).or(usual).or(words.first().copied())
}

/// Reads a strategy: a word, or a file with a chart; and what it is called.
fn strategy(kind: Kind, text: Option<&str>) -> Result<(Strategy, Option<String>), Failure> {
    let is_word = text.is_none_or(|text| all_words().contains(&text));
    match text.filter(|_| !is_word) {
        None => {
            let strategy = strategy_of(kind, text)?;
            let name = strategy_name(kind, &strategy).map(str::to_owned);
            Ok((strategy, name))
        }
        Some(file) if croupier_odds::has_chart(kind) => {
            let failure = |error| {
                Failure::new(format!("cannot read {file}: {error}"))
                    .hint("a strategy is optimal, total, or the name of a file with a chart")
            };
            let text = std::fs::read_to_string(file).map_err(failure)?;
            let plan = Plan::read(&text);
            let plan = plan.map_err(|what| Failure::input(format!("{file}:{what}")))?;
            Ok((Strategy::Own(plan), Some(file.to_owned())))
        }
        Some(_) => Err(no_strategy(kind)),
    }
}

fn no_strategy(kind: Kind) -> Failure {
    let with = Kind::ALL.into_iter().filter(|kind| !words(*kind).is_empty());
    let said = |kind: Kind| format!("{} has {}", kind.name(), words(kind).join(" and "));
    let hint: Vec<_> = with.map(said).collect();
    Failure::input(format!("{} has no such strategy", kind.title())).hint(hint.join(", "))
}

/// Reads what is left in the shoe from a file.
fn shoe_file(decks: u8, file: &Path) -> Result<Composition, Failure> {
    let name = file.display();
    let failure = |error| Failure::new(format!("cannot read {name}: {error}"));
    let text = std::fs::read_to_string(file).map_err(failure)?;
    let mut counts = [None; Card::COUNT];
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let wrong = |what: &str| Failure::input(format!("{name}:{number}: {what}: {line:?}"));
        let mut words = line.split_whitespace();
        let card = words.next().and_then(Card::parse).ok_or_else(|| wrong("not a card"))?;
        let count = words.next().and_then(|word| word.parse::<u8>().ok());
        let count = count.filter(|_| words.next().is_none()).ok_or_else(|| wrong("no count"))?;
        if count > decks {
            return Err(wrong(&format!("{decks} decks do not hold so many")));
        }
        if counts[card.index()].replace(count).is_some() {
            return Err(wrong("given twice"));
        }
    }
    let mut shoe = Composition::full(decks);
    for card in (0..Card::COUNT).filter_map(Card::from_index) {
        for _ in counts[card.index()].unwrap_or(0)..decks {
            let _there = shoe.remove(card);
        }
    }
    Ok(shoe)
}

/// Takes the cards that are gone out of a full shoe.
fn without(decks: u8, removed: &str) -> Result<Composition, Failure> {
    let mut shoe = Composition::full(decks);
    for word in removed.split([' ', ',']).filter(|word| !word.is_empty()) {
        let unknown = || Failure::input(format!("{word:?} is not a card"));
        let card = Card::parse(word).ok_or_else(unknown)?;
        if !shoe.remove(card) {
            return Err(Failure::input(format!("{decks} decks do not hold so many of {card}")));
        }
    }
    Ok(shoe)
}
