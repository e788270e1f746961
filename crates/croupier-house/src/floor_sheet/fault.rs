//! Why something is no floor sheet: what is wrong, where, and what to do about it.

use std::fmt;

/// Says what is wrong with a floor sheet, at which field, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloorSheetFault {
    /// The fields and the places in lists that lead there; empty for the whole sheet.
    pub path: String,
    /// What is wrong.
    pub what: String,
    /// What to do about it, where more can be said.
    pub hint: String,
}

impl FloorSheetFault {
    pub(super) fn new(path: impl Into<String>, what: impl Into<String>) -> Self {
        Self { path: path.into(), what: what.into(), hint: String::new() }
    }

    pub(super) fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: hint.into(), ..self }
    }
}

impl fmt::Display for FloorSheetFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, what, hint } = self;
        let colon = if path.is_empty() { "" } else { ": " };
        let bar = if hint.is_empty() { "" } else { "; " };
        write!(f, "{path}{colon}{what}{bar}{hint}")
    }
}

impl std::error::Error for FloorSheetFault {}
