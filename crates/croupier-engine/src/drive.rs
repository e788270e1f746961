//! The one loop in which every table is played, whoever answers.

use alloc::vec::Vec;

use crate::effect::{Effect, Refusal};
use crate::expects::Expects;
use crate::games::AnyTable;
use crate::input::Input;

/// Where inputs come from and effects go to: a script, a network, a random source, a journal.
pub trait Driver {
    /// Gives the next input to a table that waits for `expects`; `None` ends the drive.
    fn next(&mut self, table: &AnyTable, expects: &Expects) -> Option<Input>;

    /// Is told what followed.
    fn told(&mut self, table: &AnyTable, answer: Result<&[Effect], Refusal>);
}

/// Plays a table until the driver has no more inputs.
pub fn drive(table: &mut AnyTable, driver: &mut impl Driver) {
    let mut effects = Vec::new();
    while let Some(input) = driver.next(table, &table.expects()) {
        effects.clear();
        match table.step(&input, &mut effects) {
            Ok(()) => driver.told(table, Ok(&effects)),
            Err(refusal) => driver.told(table, Err(refusal)),
        }
    }
}
