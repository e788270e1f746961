//! The tables of this floor that are linked to pools, and the prizes of meters that are won there.

use croupier_engine::{Input, Player};

use crate::TableId;
use crate::act::Dealing;
use crate::answer::{Denied, Event};
use crate::floor::Floor;
use crate::people::Role;
use crate::pool::{Award, Level, PoolChange, PoolId, PoolState, Source};
use crate::reason::Reason;
use crate::room::Room;
use crate::said::Said;
use crate::task::ToDo;

impl Floor {
    /// Denies a link of a table to a pool that cannot be.
    pub(super) fn check_link(
        &self,
        by: Player,
        (table, number): (TableId, PoolId),
    ) -> Result<(), Denied> {
        let states = [PoolState::Approved, PoolState::Running, PoolState::Suspended];
        let room = self.room(table)?;
        let rules =
            room.kind.jackpots().ok_or_else(|| Denied::no_rule(room.kind.house().wagers))?;
        if let Some(pool) = room.pool {
            return Err(Denied::clause(rules.one_pool, Reason::LinkedAlready { pool }));
        }
        let pool = self.pool_is(number, &states)?;
        if *pool.terms.prizes != *rules.prizes {
            return Err(Denied::clause(rules.class, Reason::NotAGameOfPool { pool: number }));
        }
        let program = self.people.is(by, Role::System);
        if pool.play != room.demo || program && !room.demo {
            return Err(Denied::of(Reason::PlayMoneyPool));
        }
        if pool.next.is_some() {
            let reason = Reason::PoolChanges { pool: number };
            return Err(Denied::clause(rules.pool, reason));
        }
        let link = Input::Link(Some(Room::link_to(pool, &self.ledger)));
        room.table.decide(&link).map_err(Denied::rules)?;
        Ok(())
    }

    /// Links a table to a pool.
    pub(super) fn link_table(
        &mut self,
        by: Player,
        (table, number): (TableId, PoolId),
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        self.check_link(by, (table, number))?;
        let change = PoolChange::Linked { table };
        self.note_pool(number, change, (&Said::default(), events));
        self.tell_link(table, number, events);
        self.at(table, events, |room, _| {
            room.pool = Some(number);
            Ok(())
        })
    }

    /// Denies that a table is linked to its pool no more, if that cannot be; returns the pool.
    pub(super) fn check_unlink(&self, table: TableId) -> Result<PoolId, Denied> {
        let room = self.room(table)?;
        let rules =
            room.kind.jackpots().ok_or_else(|| Denied::no_rule(room.kind.house().wagers))?;
        let pool = room.pool.and_then(|pool| self.pools.get(pool));
        let pool = pool.ok_or_else(|| Denied::clause(rules.one_pool, Reason::NotLinked))?;
        let here = |award: &&Award| award.from == Source::Table(table);
        if pool.awards.values().filter(here).any(Award::is_open) {
            let reason = Reason::AwardsOpen { pool: pool.number };
            return Err(Denied::clause(rules.hand_stays, reason));
        }
        room.table.decide(&Input::Link(None)).map_err(Denied::rules)?;
        Ok(pool.number)
    }

    /// Links a table to its pool no more.
    pub(super) fn unlink_table(
        &mut self,
        table: TableId,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let pool = self.check_unlink(table)?;
        self.at(table, events, |room, around| room.unlink(pool, around))
    }

    /// A second person has looked at the hands that have won a meter.
    pub(super) fn verify_award(
        &mut self,
        by: Player,
        (table, award): (TableId, u32),
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let room = self.room(table)?;
        let rules =
            room.kind.jackpots().ok_or_else(|| Denied::no_rule(room.kind.house().wagers))?;
        let unknown = || Denied::clause(rules.hand_stays, Reason::NoSuchAward { award });
        let number = room.round_pool().ok_or_else(unknown)?;
        let found = self.pool(number)?.awards.get(&award).ok_or_else(unknown)?;
        if found.from != Source::Table(table) || found.lines.iter().all(|line| line.paid) {
            return Err(unknown());
        }
        if found.verified.is_some() {
            return Err(Denied::clause(rules.hand_stays, Reason::AwardVerified));
        }
        if let Some(paid) = found.paid_by {
            self.check_verifies_second(paid, by)?;
        }
        let change = PoolChange::Verified { award, by };
        self.note_pool(number, change, (&Said::default(), events));
        Ok(())
    }

    /// Says what a table with a jackpot must be told of the meters, if they show something else than it
    /// knows.
    pub(super) fn meters_changed(&self, table: TableId) -> Option<Input> {
        let room = self.rooms.get(&table)?;
        let jackpot = room.table.rules().jackpot.as_ref()?;
        let pool = self.pools.get(room.pool?)?;
        let meter = |level| pool.reading(level, &self.ledger);
        let (major, minor) = (meter(Level::Major), meter(Level::Minor));
        let changed = (jackpot.major, jackpot.minor) != (major, minor);
        changed.then_some(Input::Meters { major, minor })
    }

    /// Keeps who has paid the prizes of meters, for their slips.
    pub(super) fn note_payer(&mut self, by: Player, before: usize, events: &mut Vec<Event>) {
        let mut paid: Vec<_> = events[before..]
            .iter()
            .filter_map(|event| match event {
                Event::Pool { pool, change: PoolChange::Paid { award, back: false, .. } } => {
                    Some((*pool, *award))
                }
                _ => None,
            })
            .collect();
        paid.dedup();
        let open = |pool: PoolId, award| self.pools.get(pool)?.awards.get(&award);
        paid.retain(|(pool, award)| open(*pool, *award).is_some());
        for (pool, award) in paid {
            self.note_pool(pool, PoolChange::PaidBy { award, by }, (&Said::default(), events));
        }
    }
}

impl Room {
    /// Offers no jackpot any more.
    pub(crate) fn unlink(
        &mut self,
        pool: PoolId,
        around: &mut crate::room::TableContext<'_>,
    ) -> Result<(), Denied> {
        self.table.step(&Input::Link(None), &mut Vec::new()).map_err(Denied::rules)?;
        self.pool = None;
        around.change_pool(pool, PoolChange::Unlinked { table: self.id });
        if let Some(rules) = self.kind.jackpots().filter(|_| self.dealing == Dealing::Physical) {
            around.task(self.id, ToDo::NoJackpotSign, rules.price);
        }
        Ok(())
    }
}
