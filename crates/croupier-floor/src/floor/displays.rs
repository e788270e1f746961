//! The displays of pools: staff register the screens that must show the prizes, and the program says when one is cut
//! off and when it is back. Without it no jackpot wager is taken at the tables that need it.

use crate::TableId;
use crate::answer::{Denied, Event};
use crate::floor::Floor;
use crate::floor::mystery::rules_of;
use crate::floor::pools::denied;
use crate::pool::{Display, DisplayId, PoolChange, PoolId, PoolState};
use crate::reason::Reason;
use crate::said::{Commitment, Said};
use crate::task::{HOUSE_LIST, ToDo};

impl Floor {
    /// Denies a display that cannot be registered.
    pub(super) fn check_register_display(
        &self,
        (number, display): (PoolId, DisplayId),
        table: Option<TableId>,
        name: Commitment,
    ) -> Result<(), Denied> {
        let states = [PoolState::Approved, PoolState::Running, PoolState::Suspended];
        let pool = self.pool_is(number, &states)?;
        if pool.displays.contains_key(&display) || display.0 == 0 {
            return Err(denied(pool, |rules| rules.display, Reason::DisplayKnown));
        }
        if table.is_some_and(|table| !pool.tables.contains(&table)) {
            return Err(denied(pool, |rules| rules.display, Reason::NotLinked));
        }
        match name.says_something() {
            true => Ok(()),
            false => Err(Denied::of(Reason::BadName)),
        }
    }

    /// Denies that a display is cut off or back which is so already.
    pub(super) fn check_display_is(
        &self,
        lost: bool,
        (pool, display): (PoolId, DisplayId),
    ) -> Result<(), Denied> {
        match self.display(pool, display)?.lost == lost {
            true => Ok(()),
            false => Err(Denied::of(Reason::DisplayIsSo)),
        }
    }

    /// Finds a display of a pool.
    pub(super) fn display(&self, pool: PoolId, display: DisplayId) -> Result<&Display, Denied> {
        let known = self.pool(pool)?.displays.get(&display);
        known.ok_or_else(|| Denied::of(Reason::NoSuchDisplay))
    }

    /// A display has said nothing for too long: somebody must look after it.
    pub(super) fn lose_display(
        &mut self,
        pool: PoolId,
        display: DisplayId,
        events: &mut Vec<Event>,
    ) {
        let known = self.pools.get(pool);
        let Some(known) = known.filter(|known| known.displays.contains_key(&display)) else {
            return;
        };
        let clause = rules_of(known, |rules| rules.display);
        let table = known.displays.get(&display).and_then(|display| display.table);
        self.note_pool(pool, PoolChange::DisplayLost { display }, (&Said::default(), events));
        let task = (table, ToDo::DisplayLost { pool, display });
        self.tasks.make(HOUSE_LIST, task, Some(clause), (self.now, events));
    }

    /// Tells whether a display is cut off.
    pub(super) fn is_lost(&self, pool: PoolId, display: DisplayId) -> bool {
        let pool = self.pools.get(pool);
        pool.and_then(|pool| pool.displays.get(&display)).is_some_and(|display| display.lost)
    }
}
