//! Guests: where they came from, and whose names are free again. Guests who are gone make room: whoever comes next takes
//! the name and number of one of them, so that the floor never knows more guests than were there at once.

use std::collections::{HashMap, VecDeque};

use croupier_engine::{Input, Player};
use croupier_floor::{Act, EdgeAct, Floor, People, Role, Room, TableAct};
use croupier_sheet::{PersonId, Step};

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
    /// Begins with a floor whose guests are gone, except those whose session goes on. Guests from one address may have so
    /// many seats.
    pub(crate) fn of(floor: &Floor, here: HashMap<Player, Origin>, seats: usize) -> Self {
        let guests = floor.people.iter().filter(|(_, person)| person.roles.contains(&Role::Guest));
        let gone = guests.map(|(player, _)| player).filter(|player| !here.contains_key(player));
        Self { gone: gone.collect(), here, seats }
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

    /// Says what the program does about guests who are away from the tables with play money. What the order lets a player
    /// take back at any time comes back, unless the guest `watches`; what must stay is played to its end; then the seat
    /// is free.
    pub(crate) fn clear(
        floor: &Floor,
        is_away: impl Fn(Player) -> bool,
        watches: impl Fn(Player) -> bool,
    ) -> Vec<Act> {
        let mut acts = Vec::new();
        for room in floor.rooms.values().filter(|room| room.demo) {
            for player in room.seated() {
                if !is_away(player) || !floor.people.is(player, Role::Guest) {
                    continue;
                }
                if room.has_wagers_of(player) {
                    if watches(player) {
                        continue;
                    }
                    acts.extend(take_back(room, &floor.people, player));
                } else {
                    let player = floor.people.name(player).to_owned();
                    acts.push(Act::EdgeAct(EdgeAct::Leave { table: room.id, player }));
                }
            }
        }
        acts
    }

    /// Tells whether a guest wants a seat at a demo table although the guests from there have enough.
    pub(crate) fn takes_too_much(&self, floor: &Floor, act: &Act, from: Option<Origin>) -> bool {
        let (Some(from), Act::TableAct(TableAct::Sit { .. })) = (from, act) else { return false };
        let seated = floor.rooms.values().filter(|room| room.demo).flat_map(|room| room.seated());
        seated.filter(|player| self.here.get(player) == Some(&from)).count() >= self.seats
    }
}

/// Takes back what a player might: before the round, or off the felt.
fn take_back(room: &Room, people: &People, player: Player) -> Vec<Act> {
    let mut name = |who: &PersonId| people.name(who.0).into();
    let mut acts = Vec::new();
    room.table.each_standing(|wager| {
        if wager.spot.player != player {
            return;
        }
        let ways = [Input::Withdraw(wager.spot), Input::Remove(wager.spot)];
        if let Some(way) = ways.iter().find(|way| room.would_take(way).is_ok()) {
            let step = Step::of(room.kind, way).rename(&mut name);
            acts.push(Act::TableAct(TableAct::Step { table: room.id, step }));
        }
    });
    acts
}
