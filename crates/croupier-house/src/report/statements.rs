//! What is known of the money and the play of everybody, folded as entries come, and where the entries of each person are.
//!
//! A snapshot has the sums of everybody as they stand, and a block, which says where the entries of each person are.

use std::collections::BTreeMap;

use croupier_engine::Player;
use croupier_floor::{Act, ActResult, Event, HouseAct, TableId};

use super::block::{Block, Place};
use super::entered::{Entered, Sums, each_entered};
use super::member::Member;
use super::seen::Seen;

/// What is known of everybody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Statements {
    people: BTreeMap<Player, PersonSums>,
    /// Who has which seat, and since when within the range, in milliseconds.
    seats: BTreeMap<(TableId, u8), (Player, u64)>,
    /// The entries that made the requests that wait, by the number of the request.
    waiting: BTreeMap<u32, u64>,
    /// The range has begun.
    begun: bool,
    /// When the last entry came, by the time of the house.
    now: u64,
}

croupier_engine::stored! { struct Statements { people, seats, waiting, begun, now } }

/// What is known of one person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PersonSums {
    /// Purse, racks, wagers, and what is owed, in cents.
    pub(super) balance: i128,
    /// What the person did within the range.
    pub(super) sums: Sums,
    /// The same day by day.
    pub(super) member: Member,
    /// The snapshot whose block has the last entries of the person before the block that is being made; 0 for none.
    pub(super) block: u64,
}

croupier_engine::stored! { struct PersonSums { balance, sums, member, block } }

impl Statements {
    /// Returns what is known of a person.
    pub(super) fn of(&self, player: Player) -> Option<&PersonSums> {
        self.people.get(&player)
    }

    /// Returns what is known of a person, with the time on seats until now.
    pub(super) fn until_now(&self, player: Player) -> PersonSums {
        let mut person = self.people.get(&player).cloned().unwrap_or_default();
        let own = self.seats.values().filter(|(whose, _)| *whose == player && self.begun);
        own.for_each(|(_, since)| person.member.sat(*since, self.now));
        person
    }

    /// Takes everything so far as what was before a range that has not begun yet.
    pub(super) fn before_range(&mut self) {
        self.begun = false;
        for person in self.people.values_mut() {
            let PersonSums { balance, block, .. } = *person;
            *person = PersonSums { balance, block, ..PersonSums::default() };
        }
    }

    /// Ends a block with the snapshot that has it.
    pub(super) fn end_block(&mut self, block: &Block, snapshot: u64) {
        for player in block.people() {
            self.people.entry(player).or_default().block = snapshot;
        }
    }

    /// Takes an entry into account, and notes in a block whom it concerns.
    pub(super) fn see(&mut self, seen: &Seen<'_>, mut block: Option<&mut Block>) {
        self.now = seen.floor.now;
        if seen.counts && !self.begun {
            self.begun = true;
            self.seats.values_mut().for_each(|(_, since)| *since = seen.floor.now);
        }
        let request = self.request(seen);
        each_entered(seen, |player, entered| {
            let person = self.people.entry(player).or_default();
            if let Some(block) = &mut block {
                let (number, balance) = (seen.number, person.balance);
                block.note(player, person.block, Place { number, request, balance });
            }
            person.enter(seen, &entered);
        });
        seen.answer.events.iter().for_each(|event| self.see_seat(seen, event));
    }

    /// Returns the entry that asked for what this one approves, and keeps where requests are.
    fn request(&mut self, seen: &Seen<'_>) -> u64 {
        match (seen.act, &seen.answer.verdict) {
            (_, ActResult::Waits { request }) => {
                self.waiting.insert(*request, seen.number);
                0
            }
            (
                Act::HouseAct(HouseAct::Approve { request, .. } | HouseAct::Reject { request }),
                ActResult::Done,
            ) => self.waiting.remove(request).unwrap_or(0),
            _ => 0,
        }
    }

    fn see_seat(&mut self, seen: &Seen<'_>, event: &Event) {
        match event {
            Event::Seat { table, seat, player } => {
                self.leave((*table, *seat));
                // Of a table that other rules dealt nobody knows who sits there for how long.
                if let Some(player) = player
                    && seen.floor.rooms.contains_key(table)
                {
                    self.seats.insert((*table, *seat), (*player, self.now));
                }
            }
            Event::Clock { was, now } => {
                let moved = |at: &mut u64| *at = at.saturating_add(*now).saturating_sub(*was);
                self.seats.values_mut().for_each(|(_, since)| moved(since));
            }
            // A table that is closed has no seats any more.
            Event::Table { table, open: None } => {
                let gone: Vec<_> =
                    self.seats.keys().filter(|(at, _)| at == table).copied().collect();
                gone.into_iter().for_each(|seat| self.leave(seat));
            }
            _ => {}
        }
    }

    fn leave(&mut self, seat: (TableId, u8)) {
        let Some((player, since)) = self.seats.remove(&seat).filter(|_| self.begun) else { return };
        self.people.entry(player).or_default().member.sat(since, self.now);
    }
}

impl PersonSums {
    fn enter(&mut self, seen: &Seen<'_>, entered: &Entered<'_>) {
        self.balance += entered.change().unwrap_or(0);
        if seen.counts {
            entered.add_to(&mut self.sums);
            self.member.entered(seen, entered);
        }
    }
}
