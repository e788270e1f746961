//! What reports know of all entries so far, folded as they come: a report goes on from a snapshot that has it, and reads none of the
//! entries before.
//!
//! There are sums, numbers of people and tables, and rows of registers with the names and words that stand in them: a snapshot is
//! encrypted, and what is erased survives in none.

use super::About;
use super::block::Block;
use super::ledger::Moved;
use super::played::Played;
use super::pools::PoolFigures;
use super::promotions::PromotionAudit;
use super::rows::Registers;
use super::seen::Seen;
use super::statements::Statements;

/// What was played, what money moved, what everybody did and what was put down in registers, from the first entry on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    pub(super) block: Block,
    pub(super) played: Played,
    pub(super) moved: Moved,
    pub(super) statements: Statements,
    pub(super) registers: Registers,
    pub(super) pools: PoolFigures,
    pub(super) promotions: PromotionAudit,
}

croupier_engine::stored! {
    struct Figures { block, played, moved, statements, registers, pools, promotions }
}

impl Figures {
    /// Takes an entry into account.
    pub(crate) fn see(&mut self, seen: &Seen<'_>) {
        self.played.see(seen);
        self.moved.see(seen);
        self.statements.see(seen, Some(&mut self.block));
        self.registers.see(seen, &mut self.block);
        self.pools.see(seen);
        seen.answer.events.iter().for_each(|event| self.promotions.take(event));
    }

    /// What was played at the tables.
    pub(crate) const fn played(&self) -> &Played {
        &self.played
    }

    /// Takes everything so far as what was before a range that has not begun yet.
    pub(super) fn before_range(&mut self) {
        self.played.before_range();
        self.moved.before_range();
        self.statements.before_range();
        self.pools.before_range();
    }

    /// Goes on after a snapshot that has all of it.
    pub(crate) fn end_block(&mut self, snapshot: u64) {
        let block = std::mem::take(&mut self.block);
        self.statements.end_block(&block, snapshot);
        self.registers.end_block(&block, snapshot);
    }

    /// Tells up to which entry a report may begin with what is known here, if entries from `first` to `last` count: up to the last for
    /// what stands at its end or has the numbers of its entries, and for sums of a range up to where it begins. What was played in each
    /// hour is no sum that a snapshot has.
    pub(super) const fn known_up_to(about: &About, (first, last): (u64, u64)) -> u64 {
        match about {
            About::Hours(_) => first - 1,
            About::Incidents
            | About::Privileged
            | About::Tasks
            | About::Cards
            | About::Vouchers
            | About::Promotions => last,
            About::Table | About::Wagers | About::Ledger | About::Statement(_) | About::Pools
                if first == 1 =>
            {
                last
            }
            About::Table | About::Wagers | About::Ledger | About::Statement(_) | About::Pools => {
                first - 1
            }
        }
    }
}
