//! The report of the ledger: every account with what it held, got, gave and holds, and that all of a
//! currency add up to nothing.

use std::collections::BTreeMap;

use croupier_floor::{Account, Currency, Event, Floor, TableId};

use super::seen::Seen;
use super::{Cell, Gather, Part, Report};

/// Shows account by account.
pub(super) struct Accounts {
    pub(super) only: Option<TableId>,
    pub(super) moved: Moved,
}

/// Adds up account by account, from the postings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Moved {
    accounts: BTreeMap<Account, Sums>,
}

croupier_engine::stored! { struct Moved { accounts } }

/// What one account held before the range, and got and gave within it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    before: i128,
    got: i128,
    gave: i128,
}

croupier_engine::stored! { struct Sums { before, got, gave } }

impl Sums {
    const fn holds(&self) -> i128 {
        self.before + self.got - self.gave
    }
}

impl Moved {
    /// Takes everything so far as what was before a range that has not begun yet.
    pub(super) fn before_range(&mut self) {
        for sums in self.accounts.values_mut() {
            *sums = Sums { before: sums.holds(), ..Sums::default() };
        }
    }

    pub(super) fn see(&mut self, seen: &Seen<'_>) {
        for event in &seen.answer.events {
            let Event::Posted(posting) = event else { continue };
            let amount = i128::from(posting.amount.0);
            let from = self.accounts.entry(posting.from).or_default();
            if seen.counts {
                from.gave += amount
            } else {
                from.before -= amount
            }
            let to = self.accounts.entry(posting.to).or_default();
            if seen.counts { to.got += amount } else { to.before += amount }
        }
    }
}

impl Gather for Accounts {
    fn see(&mut self, seen: &Seen<'_>) {
        self.moved.see(seen);
    }

    fn tell(&mut self, floor: &Floor, report: &mut Report) {
        for currency in Currency::ALL {
            self.currency(currency, floor, report);
        }
        let agree = self
            .moved
            .accounts
            .iter()
            .all(|(account, sums)| i128::from(floor.ledger.balance(*account)) == sums.holds());
        let agree = agree && floor.ledger.balances();
        report.facts.push(("adds up", Cell::text(if agree { "yes" } else { "no" })));
        report.is_sound &= agree;
        if self.only.is_some() {
            report.remarks.push("sums are those of all tables".to_owned());
        }
    }
}

impl Accounts {
    fn currency(&self, currency: Currency, floor: &Floor, report: &mut Report) {
        let own = self.moved.accounts.iter().filter(|(account, _)| account.currency() == currency);
        let mut rows = Vec::new();
        let mut sum = Sums::default();
        for (account, sums) in own {
            sum.before += sums.before;
            sum.got += sums.got;
            sum.gave += sums.gave;
            let (what, table, player) = account.words();
            if self.only.is_none() || table == self.only {
                let player = player.map_or(Cell::Empty, |who| Cell::text(floor.people.name(who)));
                let pool = account.pool().map_or(Cell::Empty, |pool| Cell::Count(pool.0.into()));
                rows.push(row([Cell::text(what), Cell::table(table), player, pool], sums));
            }
        }
        if !rows.is_empty() {
            rows.push(row([Cell::text("sum"), Cell::Empty, Cell::Empty, Cell::Empty], &sum));
            let headings =
                vec!["account", "table", "person", "pool", "before", "got", "gave", "holds"];
            let name = currency.name();
            report.parts.push(Part { name, headings, rows, upright: false });
        }
        report.is_sound &= sum.holds() == 0 && sum.got == sum.gave;
    }
}

fn row(named: [Cell; 4], sums: &Sums) -> Vec<Cell> {
    let money = [sums.before, sums.got, sums.gave, sums.holds()].map(Cell::Money);
    named.into_iter().chain(money).collect()
}
