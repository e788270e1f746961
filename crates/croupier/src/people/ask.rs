//! Asks for passwords: at a terminal without showing them, else line by line from standard input.

use std::io::{self, BufRead as _, IsTerminal as _};

use crate::failure::Failure;

/// Where passwords come from.
pub(crate) struct Ask {
    terminal: bool,
}

impl Ask {
    pub(super) fn new() -> Self {
        Self { terminal: io::stdin().is_terminal() }
    }

    /// Asks for a password.
    pub(super) fn password(&mut self, what: &str) -> Result<String, Failure> {
        let failed = |error: io::Error| Failure::new(format!("cannot read the {what}: {error}"));
        if self.terminal {
            return rpassword::prompt_password(format!("{what}: ")).map_err(failed);
        }
        let mut line = String::new();
        if io::stdin().lock().read_line(&mut line).map_err(failed)? == 0 {
            return Err(Failure::input(format!("standard input ends before the {what}")));
        }
        let end = line.trim_end_matches(['\r', '\n']).len();
        line.truncate(end);
        Ok(line)
    }

    /// Asks for a new password; twice where nobody sees what is typed.
    pub(super) fn new_password(&mut self, what: &str) -> Result<String, Failure> {
        let password = self.password(what)?;
        if self.terminal && self.password("same again")? != password {
            return Err(Failure::input("these are two passwords"));
        }
        Ok(password)
    }
}
