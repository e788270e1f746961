//! Guests: where they came from, and whose names are free again. Guests who are gone make room: whoever comes next takes
//! the name and number of one of them, so that the floor never knows more guests than were there at once.

use std::collections::{HashMap, VecDeque};

use croupier_engine::Player;
use croupier_floor::{Act, Floor, Role, TableAct};

use crate::origin::Origin;
use crate::sessions::Sessions;

/// So many names are looked at before a new one is made.
const LOOKS: usize = 16;

/// All guests.
pub(crate) struct Guests {
    /// From where those came who are here.
    here: HashMap<Player, Origin>,
    /// Those who are gone.
    gone: VecDeque<Player>,
    seats: usize,
}

impl Guests {
    /// Begins with a floor whose guests are all gone: their sessions ended with the process that had them. Guests from one
    /// address may have so many seats.
    pub(crate) fn of(floor: &Floor, seats: usize) -> Self {
        let guests = floor.people.iter().filter(|(_, person)| person.roles.contains(&Role::Guest));
        let gone = guests.map(|(player, _)| player).collect();
        Self { here: HashMap::new(), gone, seats }
    }

    /// Takes the name of a guest who is gone and of whom nothing is left: no seat, no complaint, no measure.
    pub(crate) fn take_name(&mut self, floor: &Floor) -> Option<String> {
        for _ in 0..LOOKS.min(self.gone.len()) {
            let player = self.gone.pop_front()?;
            let person = floor.people.get(player)?;
            if person.excluded
                || !person.barred.is_empty()
                || floor.complaints.iter().any(|complaint| complaint.person == player)
            {
                // This one is remembered for good.
                continue;
            }
            if floor.rooms.values().any(|room| room.seat_of(player).is_some()) {
                self.gone.push_back(player);
                continue;
            }
            return Some(person.name.clone());
        }
        None
    }

    /// A guest has come in.
    pub(crate) fn come(&mut self, player: Player, from: Origin) {
        self.here.insert(player, from);
    }

    /// Notes which guests are gone: those without a session.
    pub(crate) fn sweep(&mut self, sessions: &Sessions) {
        let gone = &mut self.gone;
        self.here.retain(|player, _| {
            let stays = sessions.has_any(*player);
            if !stays {
                gone.push_back(*player);
            }
            stays
        });
    }

    /// Tells whether a guest wants a seat at a demo table although the guests from there have enough.
    pub(crate) fn takes_too_much(&self, floor: &Floor, act: &Act, from: Option<Origin>) -> bool {
        let (Some(from), Act::TableAct(TableAct::Sit { .. })) = (from, act) else { return false };
        let seated = floor.rooms.values().filter(|room| room.demo).flat_map(|room| room.seated());
        seated.filter(|player| self.here.get(player) == Some(&from)).count() >= self.seats
    }
}
