//! The floor on which a sheet is played: without a journal, with a clock that the sheet moves, and with the program's
//! part at virtual tables.

use std::collections::BTreeMap;

use croupier_engine::Due;
use croupier_floor::{
    Act, ActResult, Answer, Dealing, Event, Floor, HOUSE, Room, TableAct, TableId,
};
use croupier_sheet::Step;
use croupier_sheet::step::True;
use croupier_view::Memories;

use super::form::TableForm;
use crate::dealer::Secret;

/// A floor, what is remembered of its tables, and what has happened since somebody asked.
#[derive(Default)]
pub(super) struct Stage<'a> {
    pub(super) floor: Floor,
    pub(super) memories: Memories,
    /// The sheet's own tables.
    pub(super) tables: BTreeMap<TableId, &'a TableForm>,
    /// What has happened since this was emptied.
    pub(super) events: Vec<Event>,
    /// Sees the floor after every act.
    pub(super) after_act: Option<fn(&mut Floor)>,
}

/// So many acts in a row are more than any round takes: then the program goes round in a circle.
const CIRCLE: u32 = 10_000;

impl Stage<'_> {
    /// Tells the floor what somebody does, now.
    pub(super) fn tell(&mut self, who: &str, act: &Act) -> Answer {
        let recording = self.floor.record(who, act, &mut || [0; 16]);
        let now = self.floor.now;
        let mut answer = self.floor.perform(now, recording.who, &recording.act, &recording.said());
        let recorded = recording.explain(&mut answer);
        self.memories.see(&self.floor, &recorded, &answer);
        self.events.extend(answer.events.iter().cloned());
        if let Some(after_act) = self.after_act {
            after_act(&mut self.floor);
        }
        answer
    }

    /// Lets time pass everywhere.
    pub(super) fn pass(&mut self, milliseconds: u64) {
        self.floor.now += milliseconds;
        for table in self.floor.rooms.keys().copied().collect::<Vec<_>>() {
            self.tell(HOUSE, &TableAct::Time { table }.into());
        }
    }

    /// Lets the program do what it does by itself, at all virtual tables of the sheet where it may, and about the
    /// mystery prizes of pools. Their draws follow from the secret of the first table.
    pub(super) fn program_everywhere(&mut self) {
        let secret = self.tables.values().next().map_or(0, |form| form.secret);
        let secret = Secret::fixed([secret; 32]);
        for _ in 0..CIRCLE {
            let Some(act) = secret.next_for_pools(&self.floor) else { break };
            if self.tell(HOUSE, &act).verdict != ActResult::Done {
                break;
            }
        }
        for table in self.tables.keys().copied().collect::<Vec<_>>() {
            self.program(table);
        }
    }

    /// Lets the program do what it does by itself at a virtual table.
    pub(super) fn program(&mut self, table: TableId) {
        if self.tables.get(&table).is_some_and(|form| form.program) {
            let done = (0..CIRCLE).take_while(|_| self.program_once(table, false)).count();
            assert!(done < CIRCLE as usize, "the program goes round in a circle");
        }
    }

    /// Ends the time for wagers at a virtual table: the program deals until a player must decide something, or the
    /// round or roll is over.
    pub(super) fn deal(&mut self, table: TableId) {
        let Some(round) = self.virtual_room(table).map(|room| room.round) else { return };
        if self.virtual_room(table).is_some_and(can_close) {
            self.tell(HOUSE, &TableAct::Step { table, step: Step::Close(True) }.into());
        }
        for _ in 0..CIRCLE {
            let same = self.virtual_room(table).is_some_and(|room| room.round == round);
            if !same || !self.program_once(table, true) {
                break;
            }
        }
        self.program(table);
    }

    /// Lets the program do one thing at a virtual table; tells whether there was something to do, and it was done.
    pub(super) fn program_once(&mut self, table: TableId, deal: bool) -> bool {
        let Some(form) = self.tables.get(&table) else { return false };
        let secret = Secret::fixed([form.secret; 32]);
        let Some(room) = self.virtual_room(table) else { return false };
        let people = &self.floor.people;
        let next = secret.next(room, people, deal);
        let Some(act) = next.or_else(|| secret.lapse_cut(room, people)) else { return false };
        self.tell(HOUSE, &act).verdict == ActResult::Done
    }

    pub(super) fn virtual_room(&self, table: TableId) -> Option<&Room> {
        self.floor.rooms.get(&table).filter(|room| room.dealing == Dealing::Virtual)
    }
}

/// Tells whether betting can be closed before the first card.
fn can_close(room: &Room) -> bool {
    let card = matches!(room.table.expects().due, Due::Card(_));
    room.is_between_rounds() && room.has_wagers() && card
}
