//! How a table closes: after a sign has stood for a while, or at once when nobody is there.

use croupier_engine::{Cents, Clause};

use crate::NOTICE;
use crate::answer::{Denied, Event, Notice};
use crate::ledger::Account;
use crate::reason::{Amount, Reason};
use crate::room::{Room, TableContext};

impl Room {
    pub(crate) fn announce_closing(&mut self, around: &mut TableContext<'_>) -> Result<(), Denied> {
        if self.closing.is_some() {
            return Err(Denied::of(Reason::ClosingAnnounced));
        }
        let house = self.kind.house();
        let clause = house.pit.closing.ok_or_else(|| Denied::no_rule(house.means))?;
        let (at, clause) = (around.now + NOTICE, clause.0.into());
        self.closing = Some(at);
        let notice = Notice::Closing;
        around.events.push(Event::Notice { table: self.id, notice, at, clause });
        Ok(())
    }

    /// Takes the sign of the closing down: the table stays open.
    pub(crate) fn withdraw_closing(&mut self, around: &mut TableContext<'_>) -> Result<(), Denied> {
        let clause = self.closing_clause();
        if self.closing.take().is_none() {
            return Err(Denied::clause(clause, Reason::NoClosingAnnounced));
        }
        let (table, notice, clause) = (self.id, Notice::Closing, clause.0.into());
        around.events.push(Event::Withdrawn { table, notice, clause });
        Ok(())
    }

    /// Names the clause by which a table closes, or what the game is played with.
    pub(crate) fn closing_clause(&self) -> Clause {
        let house = self.kind.house();
        house.pit.closing.unwrap_or(house.means)
    }

    /// Checks that a wager is still taken when the time on the sign of closing is over: at a card table only in a round
    /// that is on, and with dice while the point stands, because without it the next roll begins a new game.
    ///
    /// # Errors
    /// Denied by the clause by which tables close.
    pub fn check_closing(&self, now: u64) -> Result<(), Denied> {
        let over = self.closing.is_some_and(|at| at <= now);
        let new_game = match self.table.dice() {
            Some(dice) => dice.point.is_none(),
            None => !self.table.felt().in_round(),
        };
        match over && new_game {
            true => Err(Denied::clause(self.closing_clause(), Reason::Closing)),
            false => Ok(()),
        }
    }

    /// Checks that the table may close, and brings everyone's chips home. Where nobody is at the table, or the
    /// order has no rule for a sign, it closes without one.
    pub(crate) fn close(&self, around: &mut TableContext<'_>) -> Result<(), Denied> {
        self.may_close(around.now)?;
        let float = Account::Float(self.id);
        let short = Cents(u64::try_from(-around.ledger.balance(float)).unwrap_or(0));
        if !around.ledger.covers(self.home(), short) {
            return Err(Denied::of(Reason::FloatIsShort { amount: Amount(short) }));
        }
        let racks = around.ledger.racks(self.id).map(|(player, _)| player);
        for player in racks.collect::<Vec<_>>() {
            let rack = Account::Rack(self.id, player);
            around.post(rack, Account::Purse(player), around.ledger.held(rack));
        }
        around.post(self.home(), float, short);
        around.post(float, self.home(), around.ledger.held(float));
        let commission = Account::Commission(self.id);
        around.post(commission, self.home(), around.ledger.held(commission));
        around.events.push(Event::Table { table: self.id, open: None });
        Ok(())
    }
}
