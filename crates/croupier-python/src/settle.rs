//! Round sheets: answered, and compared with what they want.

use pyo3::prelude::*;

/// Answers sheets, one on each line, with one line of JSON for each; tells whether all were sheets.
#[pyfunction]
pub(crate) fn settle(py: Python<'_>, sheets: &str) -> (bool, String) {
    py.detach(|| croupier_answers::settle(sheets))
}

/// Compares the answer to one sheet with its own `want`: the differences, or nothing where it wants nothing.
#[pyfunction]
pub(crate) fn check(sheet: &str) -> Option<Vec<String>> {
    croupier_answers::check(sheet)
}
