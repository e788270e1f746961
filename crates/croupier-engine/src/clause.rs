//! A clause of an order, by its number.

use core::fmt;

/// The number of a clause in the order of the game at hand, such as `6.1.24`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clause(pub &'static str);

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Cites a clause. The register of clauses is searched for every citation by a test.
#[macro_export]
macro_rules! clause {
    ($number:literal) => {
        $crate::clause::Clause($number)
    };
}
