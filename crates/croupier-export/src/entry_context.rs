//! One entry as the files see it: at which table, in which round, and what became of wagers.

use std::collections::BTreeMap;

use croupier_engine::Kind;
use croupier_floor::{Account, Act, EdgeAct, Event, Floor, TableId};
use croupier_house::report::Seen;

use crate::column::Cell;
use crate::standing::Told;

/// One entry, with what is known around it.
pub(crate) struct EntryContext<'a> {
    pub(crate) seen: &'a Seen<'a>,
    /// The table that it is about, if that is open.
    pub(crate) sitting: Option<&'a Sitting>,
    /// What became of wagers.
    pub(crate) told: &'a [Told<'a>],
    /// It is within what was asked for.
    pub(crate) counts: bool,
}

impl<'a> EntryContext<'a> {
    /// Lists what happened, each with the round in which it did.
    pub(crate) fn events(&self) -> impl Iterator<Item = (u64, &'a Event)> + use<'a> {
        let mut round = self.sitting.map_or(0, |sitting| sitting.round);
        self.seen.answer.events.iter().map(move |event| {
            let before = round;
            if let Event::Round { number, .. } = event {
                round = *number;
            }
            (before, event)
        })
    }

    /// Returns the number of the entry and its time.
    pub(crate) fn place(&self) -> [Cell<'a>; 2] {
        [self.seen.number.into(), Cell::time(self.seen.at)]
    }
}

/// A table from its opening to its closing.
#[derive(Clone, Debug)]
pub(crate) struct Sitting {
    /// The entry that opened it: a number that no other sitting has.
    pub(crate) number: u64,
    pub(crate) table: TableId,
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) dealing: &'static str,
    pub(crate) seats: u64,
    pub(crate) decks: u8,
    pub(crate) chip: u64,
    pub(crate) float: i64,
    /// When it opened.
    pub(crate) opened: u64,
    /// The round that was on before the entry, or was to come.
    pub(crate) round: u64,
    /// The variant in which the game was played before the entry.
    pub(crate) variant: Option<&'static str>,
}

impl Sitting {
    /// Returns its number, its table and its game, as most files begin.
    pub(crate) fn place<'a>(&self) -> [Cell<'a>; 3] {
        [self.number.into(), self.table.0.into(), self.kind.name().into()]
    }
}

/// The tables that are open.
#[derive(Default)]
pub(crate) struct Sittings(pub(crate) BTreeMap<TableId, Sitting>);

impl Sittings {
    /// Takes note of a table that opens with this entry.
    pub(crate) fn before(&mut self, seen: &Seen<'_>) {
        let Some((_, Act::EdgeAct(EdgeAct::Open { table, dealing, .. }))) = seen.done() else {
            return;
        };
        let Some(room) = seen.floor.rooms.get(table) else { return };
        let rules = room.table.rules();
        let sitting = Sitting {
            number: seen.number,
            table: *table,
            name: room.name.clone(),
            kind: room.kind,
            dealing: match dealing {
                croupier_floor::Dealing::Virtual => "virtual",
                croupier_floor::Dealing::Physical => "physical",
            },
            seats: room.seats.len() as u64,
            decks: rules.decks,
            chip: rules.chip.0,
            float: seen.floor.ledger.balance(Account::Float(*table)),
            opened: seen.at,
            round: room.round,
            variant: None,
        };
        self.0.insert(*table, sitting);
        self.look(*table, seen.floor);
    }

    /// Takes note of what has changed with this entry.
    pub(crate) fn after(&mut self, seen: &Seen<'_>) {
        if let Some(table) = seen.table() {
            self.look(table, seen.floor);
        }
        if let Some((_, Act::EdgeAct(EdgeAct::Close { table }))) = seen.done() {
            self.0.remove(table);
        }
    }

    fn look(&mut self, table: TableId, floor: &Floor) {
        let (Some(sitting), Some(room)) = (self.0.get_mut(&table), floor.rooms.get(&table)) else {
            return;
        };
        sitting.round = room.round;
        let variants = room.kind.house().variants;
        let variant = room.table.rules().variant;
        sitting.variant = variant.and_then(|variant| variants.get(usize::from(variant))).copied();
    }
}
