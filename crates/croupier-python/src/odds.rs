//! Exact odds and PAR data, as JSON with fractions as texts.

use croupier_answers::FairMeters;
use pyo3::prelude::*;

use crate::error::error;
use crate::question::Asked;

/// Counts the odds of a game.
#[pyfunction]
pub(crate) fn odds(py: Python<'_>, asked: Asked) -> PyResult<String> {
    py.detach(|| croupier_answers::odds(&asked.into())).map_err(error)
}

/// Counts what stands on the PAR sheet of a game, with rounding looked at up to so many chips.
#[pyfunction]
pub(crate) fn par(py: Python<'_>, asked: Asked, chips: u64) -> PyResult<String> {
    py.detach(|| croupier_answers::par(&asked.into(), chips)).map_err(error)
}

/// Says from where on the meters make the jackpot wager fair, each with the other as it is.
#[pyfunction]
pub(crate) fn break_even(py: Python<'_>, asked: Asked) -> PyResult<FairMeters> {
    py.detach(|| croupier_answers::break_even(&asked.into())).map_err(error)
}
