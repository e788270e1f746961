//! The rows of registers, written when their entries come: a page of a register reads the newest of them, and no entry.

use std::collections::{BTreeMap, VecDeque};

use croupier_engine::stored::{Bytes, Damaged, Stored};
use croupier_floor::TableId;
use croupier_journal::Reader;

use super::block::Block;
use super::seen::Seen;
use super::statement::Page;
use super::tasks::OpenTasks;
use super::{Cell, NoReport, cards, incidents, pools, privileged};
use crate::live::SnapshotKeys;

/// A list of what is put down in rows, some for each entry that concerns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Register {
    /// What went wrong, corrections, and steps of complaints.
    Incidents,
    /// Privileged acts and refused attempts.
    Privileged,
    /// Tasks that have ended.
    Tasks,
    /// What became of sets of cards, and shuffles.
    Cards,
    /// Meters of pools that were set to something else.
    Adjustments,
}

croupier_engine::stored! {
    enum Register { 0 = Incidents, 1 = Privileged, 2 = Tasks, 3 = Cards, 4 = Adjustments }
}

impl Register {
    const ALL: [Self; 5] =
        [Self::Incidents, Self::Privileged, Self::Tasks, Self::Cards, Self::Adjustments];
}

/// A row of a register.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    /// The entry that it belongs to.
    pub(super) number: u64,
    /// The table that it is about.
    pub(super) table: Option<TableId>,
    /// Which part of the register has it.
    pub(super) part: u8,
    /// What it says.
    pub(super) cells: Vec<Cell>,
}

croupier_engine::stored! { struct Row { number, table, part, cells } }

impl Stored for Cell {
    fn store(&self, to: &mut Vec<u8>) {
        match self {
            Self::Empty => to.push(0),
            Self::Text(text) => {
                to.push(1);
                text.store(to);
            }
            Self::Count(number) => {
                to.push(2);
                number.store(to);
            }
            Self::Money(cents) => {
                to.push(3);
                cents.store(to);
            }
            Self::Time(at) => {
                to.push(4);
                at.store(to);
            }
            Self::Share(number) => {
                to.push(5);
                number.to_bits().store(to);
            }
            Self::Deviations(number) => {
                to.push(6);
                number.to_bits().store(to);
            }
        }
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        Ok(match from.byte()? {
            0 => Self::Empty,
            1 => Self::Text(String::restore(from)?),
            2 => Self::Count(i128::restore(from)?),
            3 => Self::Money(i128::restore(from)?),
            4 => Self::Time(u64::restore(from)?),
            5 => Self::Share(f64::from_bits(u64::restore(from)?)),
            6 => Self::Deviations(f64::from_bits(u64::restore(from)?)),
            _ => return Err(Damaged),
        })
    }
}

/// What is known of registers beside the rows of blocks.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Registers {
    /// The snapshots whose blocks have the newest rows before the block that is being made.
    blocks: BTreeMap<Register, u64>,
    /// Tasks that are open.
    pub(super) tasks: OpenTasks,
}

croupier_engine::stored! { struct Registers { blocks, tasks } }

impl Registers {
    /// Writes the rows of an entry into all registers.
    pub(super) fn see(&mut self, seen: &Seen<'_>, block: &mut Block) {
        for register in Register::ALL {
            self.see_one(register, seen, block);
        }
    }

    /// Writes the rows of an entry into one register.
    fn see_one(&mut self, register: Register, seen: &Seen<'_>, block: &mut Block) {
        let before = self.blocks.get(&register).copied().unwrap_or(0);
        let mut keep = |row| block.keep(register, before, row);
        match register {
            Register::Incidents => incidents::each_row(seen, keep),
            Register::Privileged => privileged::row(seen).into_iter().for_each(keep),
            Register::Tasks => self.tasks.see(seen, &mut keep),
            Register::Cards => cards::each_row(seen, keep),
            Register::Adjustments => pools::adjustment(seen).into_iter().for_each(keep),
        }
    }

    /// Ends a block with the snapshot that has it.
    pub(super) fn end_block(&mut self, block: &Block, snapshot: u64) {
        self.blocks.extend(block.registers().map(|register| (register, snapshot)));
    }
}

/// The rows of one register that a report shows.
pub(super) struct Rows {
    register: Register,
    /// One table; `None` for all.
    only: Option<TableId>,
    /// The first entry that counts.
    first: u64,
    page: Option<Page>,
    pub(super) known: Registers,
    /// The rows since the newest snapshot.
    block: Block,
    found: VecDeque<Row>,
    /// How many entries the rows belong to that were found.
    entries: usize,
    /// Entries with rows that are not shown come before this one.
    older: Option<u64>,
}

impl Rows {
    /// Begins with what is known of the registers; rows count from the entry `first` on.
    pub(super) fn new(
        register: Register,
        (only, first, page): (Option<TableId>, u64, Option<Page>),
        known: Registers,
    ) -> Self {
        let (block, found) = (Block::default(), VecDeque::new());
        Self { register, only, first, page, known, block, found, entries: 0, older: None }
    }

    pub(super) fn see(&mut self, seen: &Seen<'_>) {
        self.known.see_one(self.register, seen, &mut self.block);
    }

    /// Reads the rows of the entries before those that were seen, from block to block; `false` if a block is missing.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub(super) fn look_back(
        &mut self,
        reader: &Reader,
        keys: &SnapshotKeys,
    ) -> Result<bool, NoReport> {
        let mut block = self.known.blocks.get(&self.register).copied().unwrap_or(0);
        if let Some(rows) = self.block.take_register(self.register) {
            self.put_in_front(rows.rows);
        }
        while self.first <= block && self.older.is_none() {
            let read = keys.block(reader, block)?;
            let Some(rows) = read.and_then(|mut it| it.take_register(self.register)) else {
                return Ok(false);
            };
            block = rows.before;
            self.put_in_front(rows.rows);
        }
        Ok(true)
    }

    /// Puts older rows before those that were found, as far as they are shown.
    fn put_in_front(&mut self, rows: Vec<Row>) {
        let before = self.page.and_then(|page| page.before).unwrap_or(u64::MAX);
        for row in rows.into_iter().rev() {
            let here = self.only.is_none() || row.table == self.only;
            if !here || !(self.first..before).contains(&row.number) {
                continue;
            }
            let first = self.found.front().map(|it| it.number);
            if first != Some(row.number) {
                if self.page.is_some_and(|page| self.entries >= page.entries) {
                    self.older = first;
                    return;
                }
                self.entries += 1;
            }
            self.found.push_front(row);
        }
    }

    /// Tells whether the page has the newest rows.
    pub(super) fn is_newest(&self) -> bool {
        self.page.is_none_or(|page| page.before.is_none())
    }

    /// Tells which entries are too old for the page, if there are any.
    pub(super) const fn older(&self) -> Option<u64> {
        self.older
    }

    /// Takes out the rows that were found, the oldest first.
    pub(super) fn take(&mut self) -> Vec<Row> {
        std::mem::take(&mut self.found).into()
    }

    /// Tells whether something about a table at an entry is shown.
    pub(super) fn shows(&self, table: Option<TableId>, number: u64) -> bool {
        number >= self.first && (self.only.is_none() || table == self.only)
    }
}

/// Takes out the cells of one part.
pub(super) fn part_of(rows: &mut Vec<Row>, part: u8) -> Vec<Vec<Cell>> {
    rows.extract_if(.., |row| row.part == part).map(|row| row.cells).collect()
}
