//! What reports know of all entries so far, folded as they come: a report goes on from a snapshot that has it, and reads none of the
//! entries before.
//!
//! There are sums, and numbers of people and tables; no name of a person and no words are in it.

use super::About;
use super::ledger::Moved;
use super::played::Played;
use super::seen::Seen;
use super::statements::{Block, Statements};

/// What was played, what money moved and what everybody did, from the first entry on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    pub(super) block: Block,
    pub(super) played: Played,
    pub(super) moved: Moved,
    pub(super) statements: Statements,
}

croupier_engine::stored! { struct Figures { block, played, moved, statements } }

impl Figures {
    /// Takes an entry into account.
    pub(crate) fn see(&mut self, seen: &Seen<'_>) {
        self.played.see(seen);
        self.moved.see(seen);
        self.statements.see(seen, Some(&mut self.block));
    }

    /// Takes everything so far as what was before a range that has not begun yet.
    pub(super) fn before_range(&mut self) {
        self.played.before_range();
        self.moved.before_range();
        self.statements.before_range();
    }

    /// Goes on after a snapshot that has all of it.
    pub(crate) fn end_block(&mut self, snapshot: u64) {
        self.statements.end_block(&mut self.block, snapshot);
    }

    /// Tells what a report needs of what is known here.
    pub(super) const fn serve(about: &About) -> Serves {
        match about {
            About::Table
            | About::Wagers
            | About::Ledger
            | About::Statement(_)
            | About::StatementPage(..) => Serves::Sums,
            About::Hours(_) => Serves::Before,
            About::Incidents
            | About::Privileged
            | About::Tasks
            | About::Cards
            | About::Vouchers
            | About::Pools
            | About::Promotions => Serves::Nothing,
        }
    }
}

/// What a report takes from a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Serves {
    /// The sums over all entries so far: it sees only what comes after.
    Sums,
    /// How things stood before its range: it sees every entry of the range.
    Before,
    /// Nothing: it sees every entry.
    Nothing,
}
