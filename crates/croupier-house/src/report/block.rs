//! What a snapshot has of the entries since the snapshot before: which of them concern whom, and the rows of registers. From block to block
//! lead the numbers of the snapshots, so that the newest of a person or a register are found without a look at anything else.

use std::collections::BTreeMap;

use croupier_engine::Player;

use super::rows::{Register, Row};

/// What is known of the entries since the last snapshot.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Block {
    people: BTreeMap<Player, PersonEntries>,
    registers: BTreeMap<Register, RegisterRows>,
}

croupier_engine::stored! { struct Block { people, registers } }

/// The entries of a block that concern one person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PersonEntries {
    /// The snapshot whose block has those before; 0 for none.
    pub(super) before: u64,
    /// The entries, the oldest first.
    pub(super) places: Vec<Place>,
}

croupier_engine::stored! { struct PersonEntries { before, places } }

/// An entry that concerns a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Its number.
    pub(super) number: u64,
    /// The number of the entry that asked for what this one approves; 0 if it approves nothing.
    pub(super) request: u64,
    /// The balance of the person before it.
    pub(super) balance: i128,
}

croupier_engine::stored! { struct Place { number, request, balance } }

/// The rows of a block in one register.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RegisterRows {
    /// The snapshot whose block has those before; 0 for none.
    pub(super) before: u64,
    /// The rows, the oldest first.
    pub(super) rows: Vec<Row>,
}

croupier_engine::stored! { struct RegisterRows { before, rows } }

impl Block {
    /// Notes that an entry concerns a person, of whom the block `before` has the entries before this block.
    pub(super) fn note(&mut self, player: Player, before: u64, place: Place) {
        let known = || PersonEntries { before, places: Vec::new() };
        let places = &mut self.people.entry(player).or_insert_with(known).places;
        if places.last().is_none_or(|last| last.number != place.number) {
            places.push(place);
        }
    }

    /// Keeps a row of a register, of which the block `before` has the rows before this block.
    pub(super) fn keep(&mut self, register: Register, before: u64, row: Row) {
        let known = || RegisterRows { before, rows: Vec::new() };
        self.registers.entry(register).or_insert_with(known).rows.push(row);
    }

    /// Takes out what it has of a person.
    pub(super) fn take_person(&mut self, player: Player) -> Option<PersonEntries> {
        self.people.remove(&player)
    }

    /// Takes out what it has of a register.
    pub(super) fn take_register(&mut self, register: Register) -> Option<RegisterRows> {
        self.registers.remove(&register)
    }

    /// Lists the people whom its entries concern.
    pub(super) fn people(&self) -> impl Iterator<Item = Player> {
        self.people.keys().copied()
    }

    /// Lists the registers that have rows in it.
    pub(super) fn registers(&self) -> impl Iterator<Item = Register> {
        self.registers.keys().copied()
    }
}
