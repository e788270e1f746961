//! The native part of the Python package `croupier`.
//!
//! What Python asks for goes to the crates that the command uses, and comes back as JSON, or as bytes where there is
//! much of it; the package in `python/croupier` makes objects of that. Neither knows a rule.

mod environment;
mod error;
mod game;
mod journal;
mod odds;
mod progress;
mod question;
mod session;
mod settle;
mod simulate;

use pyo3::prelude::*;

/// The functions that `python/croupier` is built on.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::environment::{Position, Rolls, Rounds};
    #[pymodule_export]
    use super::error::Error;
    #[pymodule_export]
    use super::game::{cards, games};
    #[pymodule_export]
    use super::journal::{export, replay, verify};
    #[pymodule_export]
    use super::odds::{break_even, odds, par};
    #[pymodule_export]
    use super::session::session;
    #[pymodule_export]
    use super::settle::{check, settle};
    #[pymodule_export]
    use super::simulate::simulate;
}
