//! A report that is the rows of one register, or a page of them.

use croupier_floor::{Floor, TableId};
use croupier_journal::Reader;

use super::rows::{Register, Registers, Rows};
use super::seen::Seen;
use super::statement::Page;
use super::{Gather, NoReport, Report, cards, incidents, privileged, tasks, tell_older};
use crate::live::SnapshotKeys;

/// Lists the rows of a register.
pub(super) struct ListedRegister {
    register: Register,
    only: Option<TableId>,
    rows: Rows,
}

impl ListedRegister {
    /// Lists the rows of entries from `first` on, with what is known of the registers.
    pub(super) fn new(
        register: Register,
        (only, first, page): (Option<TableId>, u64, Option<Page>),
        known: Registers,
    ) -> Self {
        Self { register, only, rows: Rows::new(register, (only, first, page), known) }
    }
}

impl Gather for ListedRegister {
    fn see(&mut self, seen: &Seen<'_>) {
        self.rows.see(seen);
    }

    fn look_back(
        &mut self,
        reader: &Reader,
        keys: &SnapshotKeys,
        _: (&Floor, bool),
    ) -> Result<bool, NoReport> {
        self.rows.look_back(reader, keys)
    }

    fn tell(&mut self, floor: &Floor, report: &mut Report) {
        tell_older(self.rows.older(), report);
        let rows = self.rows.take();
        report.parts.extend(match self.register {
            Register::Incidents => incidents::parts(rows, floor),
            Register::Privileged => privileged::parts(rows),
            Register::Tasks => tasks::parts(rows, &self.rows),
            Register::Cards => cards::parts(rows, floor, self.only),
            Register::Adjustments => vec![super::pools::adjustments(rows)],
        });
    }
}
