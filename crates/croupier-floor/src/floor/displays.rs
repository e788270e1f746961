//! The displays of pools: staff register the screens that must show the prizes, and the program says when one is cut
//! off and when it is back. Without it no jackpot wager is taken at the tables that need it.

use crate::TableId;
use crate::act::HouseAct;
use crate::answer::{Denied, Event};
use crate::floor::Floor;
use crate::floor::mystery::rules_of;
use crate::floor::pools::denied;
use crate::naming::PersonId;
use crate::pool::{Display, DisplayId, PoolChange, PoolId, PoolState};
use crate::reason::Reason;
use crate::said::{Commitment, Said};
use crate::task::{HOUSE_LIST, ToDo};

impl Floor {
    /// Does what concerns a display of a pool.
    pub(super) fn display_act(
        &mut self,
        act: &HouseAct<PersonId>,
        said: &Said,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        match act {
            HouseAct::RegisterDisplay { pool, display, table, name } => {
                self.register_display((*pool, *display), *table, *name, (said, events))
            }
            HouseAct::RemoveDisplay { pool, display } => {
                self.display(*pool, *display)?;
                let change = PoolChange::DisplayRemoved { display: *display };
                self.note_pool(*pool, change, (said, events));
                Ok(())
            }
            HouseAct::DisplayLost { pool, display } => self.lose_display(*pool, *display, events),
            HouseAct::DisplayBack { pool, display } => {
                if !self.display(*pool, *display)?.lost {
                    return Err(Denied::of(Reason::DisplayIsSo));
                }
                let change = PoolChange::DisplayBack { display: *display };
                self.note_pool(*pool, change, (said, events));
                Ok(())
            }
            _ => Err(Denied::of(Reason::NobodyMay)),
        }
    }

    fn register_display(
        &mut self,
        (number, display): (PoolId, DisplayId),
        table: Option<TableId>,
        name: Commitment,
        ours: (&Said, &mut Vec<Event>),
    ) -> Result<(), Denied> {
        let states = [PoolState::Approved, PoolState::Running, PoolState::Suspended];
        let pool = self.pool_is(number, &states)?;
        if pool.displays.contains_key(&display) || display.0 == 0 {
            return Err(denied(pool, |rules| rules.display, Reason::DisplayKnown));
        }
        if table.is_some_and(|table| !pool.tables.contains(&table)) {
            return Err(denied(pool, |rules| rules.display, Reason::NotLinked));
        }
        if !name.says_something() {
            return Err(Denied::of(Reason::BadName));
        }
        self.note_pool(number, PoolChange::DisplayRegistered { display, table, name }, ours);
        Ok(())
    }

    fn display(&self, pool: PoolId, display: DisplayId) -> Result<&Display, Denied> {
        let known = self.pool(pool)?.displays.get(&display);
        known.ok_or_else(|| Denied::of(Reason::NoSuchDisplay))
    }

    /// A display has said nothing for too long: somebody must look after it.
    fn lose_display(
        &mut self,
        pool: PoolId,
        display: DisplayId,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let Display { lost, table, .. } = *self.display(pool, display)?;
        if lost {
            return Err(Denied::of(Reason::DisplayIsSo));
        }
        self.note_pool(pool, PoolChange::DisplayLost { display }, (&Said::default(), events));
        let clause = rules_of(self.pool(pool)?, |rules| rules.display);
        let task = (table, ToDo::DisplayLost { pool, display });
        self.tasks.make(HOUSE_LIST, task, Some(clause), (self.now, events));
        Ok(())
    }

    /// Tells whether a display is cut off.
    pub(super) fn is_lost(&self, pool: PoolId, display: DisplayId) -> bool {
        let pool = self.pools.get(pool);
        pool.and_then(|pool| pool.displays.get(&display)).is_some_and(|display| display.lost)
    }
}
