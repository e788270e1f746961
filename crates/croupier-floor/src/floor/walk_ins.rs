//! Players who come to a table without an account. The house knows them by a number from then on; whatever they do
//! is keyed by staff.

use croupier_engine::Player;

use crate::TableId;
use crate::answer::{Change, Denied, Event};
use crate::floor::Floor;
use crate::naming::{NOBODY, NewName};
use crate::reason::Reason;
use crate::said::{Commitment, Said};

impl Floor {
    /// Makes somebody who comes to a table a player of the house, at a seat if one is named.
    pub(super) fn walk_in(
        &mut self,
        (table, seat): (TableId, Option<u8>),
        name: Option<NewName>,
        said: &Said,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        if self.room(table)?.demo {
            return Err(Denied::of(Reason::GuestsOnly));
        }
        let name = name.map(|name| self.name_of_walk_in(table, name)).transpose()?;
        let person = self.people.next();
        let mut seated = Vec::new();
        if let Some(seat) = seat {
            self.at(table, &mut seated, |room, around| room.sit(person, seat, around))?;
        }
        let change = Change::WalkedIn { table, name };
        self.note(Event::Person { person, change }, said, events);
        events.append(&mut seated);
        Ok(())
    }

    /// Makes sure that a name is nobody's yet, above all not that of somebody who is not served here.
    fn name_of_walk_in(&self, table: TableId, name: NewName) -> Result<Commitment, Denied> {
        match name {
            NewName::Fresh(name) | NewName::Own(name) => Ok(name),
            // A name that waits for somebody else is taken, too.
            NewName::Taken(NOBODY) => Err(Denied::of(Reason::NameTaken)),
            NewName::Taken(person) => {
                let known: Player = self.known(person)?;
                self.check_served(known, self.room(table)?.kind)?;
                Err(Denied::of(Reason::NameTaken))
            }
            NewName::Unfit => Err(Denied::of(Reason::BadName)),
        }
    }
}
