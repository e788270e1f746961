//! Why something could not be done, as Python's exception.

use croupier_engine::Refusal;
use croupier_odds::Unanswered;
use croupier_sheet::Refused;
use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use serde::Serialize;

create_exception!(
    croupier,
    Error,
    PyValueError,
    "croupier could not do what was asked: the message says what, and why."
);

/// Makes an exception of a message.
pub(crate) fn error(what: impl Into<String>) -> PyErr {
    Error::new_err(what.into())
}

/// Says a refusal in the words that people read.
pub(crate) fn refused(refusal: Refusal) -> PyErr {
    error(Refused(refusal).to_string())
}

/// Says why a question has no answer.
pub(crate) fn unanswered(why: &Unanswered) -> PyErr {
    match why {
        Unanswered::Refused(refusal) => refused(*refusal),
        why => error(why.to_string()),
    }
}

/// Writes what Python reads.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what is sent to Python has nothing that JSON has not")
}
