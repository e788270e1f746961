//! The games, as their own files describe them.

use croupier_engine::wager::Mark;
use croupier_engine::{Card, Kind};
use serde::Serialize;

use crate::json;

/// A game.
#[derive(Serialize)]
struct Game {
    name: &'static str,
    title: &'static str,
    wagers: Vec<Wager>,
    choices: Vec<&'static str>,
    variants: &'static [&'static str],
    decks: &'static [u8],
    areas: u8,
    jackpot: bool,
}

/// One kind of wager.
#[derive(Serialize)]
struct Wager {
    name: &'static str,
    clause: &'static str,
    marks: Vec<u8>,
    follows: bool,
}

impl From<Kind> for Game {
    fn from(kind: Kind) -> Self {
        let (game, house) = (kind.describe(), kind.house());
        let wagers = game.wagers.iter().map(|wager| Wager {
            name: wager.name,
            clause: wager.clause.0,
            marks: match wager.mark {
                Mark::Number(marks) | Mark::Point(marks) => marks.to_vec(),
                Mark::None | Mark::Travels(_) => Vec::new(),
            },
            follows: wager.follows,
        });
        Self {
            name: game.name,
            title: game.title,
            wagers: wagers.collect(),
            choices: kind.choices().iter().map(|choice| choice.name()).collect(),
            variants: house.variants,
            decks: house.cards.map_or(&[], |cards| cards.decks),
            areas: house.areas.map_or(0, |areas| areas.count),
            jackpot: house.jackpot.is_some(),
        }
    }
}

/// Lists the games that are offered, as JSON.
pub fn games() -> String {
    json(&Kind::offered().map(Game::from).collect::<Vec<_>>())
}

/// Names all cards of a deck, in the order of their indices.
pub fn cards() -> Vec<String> {
    (0..Card::COUNT).filter_map(Card::from_index).map(|card| card.to_string()).collect()
}

/// Finds a game by its name.
///
/// # Errors
/// There is none.
pub fn named(name: &str) -> Result<Kind, String> {
    Kind::named(name).ok_or_else(|| {
        let names: Vec<_> = Kind::offered().map(Kind::name).collect();
        format!("there is no game {name:?}: the games are {}", names.join(", "))
    })
}
