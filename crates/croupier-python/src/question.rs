//! Questions about a game, as Python puts them.

use croupier_engine::Kind;
use croupier_odds::Strategy;
use pyo3::prelude::*;

use crate::error::error;

/// What is asked about a game, by the names of [`croupier_answers::Asked`].
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

impl From<Asked> for croupier_answers::Asked {
    fn from(asked: Asked) -> Self {
        let Asked {
            game,
            decks,
            variant,
            strategy,
            chart,
            pays,
            removed,
            major,
            minor,
            price,
            stake,
            chip,
        } = asked;
        Self {
            game,
            decks,
            variant,
            strategy,
            chart,
            pays,
            removed,
            major,
            minor,
            price,
            stake,
            chip,
        }
    }
}

/// Finds a variant by its name.
pub(crate) fn variant(kind: Kind, name: Option<&str>) -> PyResult<Option<u8>> {
    croupier_answers::variant(kind, name).map_err(error)
}

/// Finds the strategy of a word, or of none.
pub(crate) fn strategy(kind: Kind, word: Option<&str>) -> PyResult<Strategy> {
    croupier_answers::strategy(kind, word).map_err(error)
}
