//! The games, as their own files describe them.

use croupier_engine::Kind;
use pyo3::prelude::*;

use crate::error::error;

/// Lists the games that are offered, as JSON.
#[pyfunction]
pub(crate) fn games() -> String {
    croupier_answers::games()
}

/// Names all cards of a deck, in the order of their indices.
#[pyfunction]
pub(crate) fn cards() -> Vec<String> {
    croupier_answers::cards()
}

/// Finds a game by its name.
pub(crate) fn named(name: &str) -> PyResult<Kind> {
    croupier_answers::named(name).map_err(error)
}
