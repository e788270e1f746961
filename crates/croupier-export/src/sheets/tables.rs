//! The tables: each sitting, from opening to closing.

use croupier_floor::{Act, EdgeAct};

use super::Sheet;
use crate::Error;
use crate::column::{Cell, Column, number, text, time};
use crate::entry_context::{EntryContext, Sitting};
use crate::file::File;
use crate::standing::Wager;

pub(super) const COLUMNS: &[Column] = &[
    number("sitting"),
    number("table_number"),
    text("game"),
    text("name"),
    text("dealing"),
    number("seats"),
    number("decks").optional(),
    number("chip_cents"),
    number("float_cents"),
    time("opened"),
    number("closed_entry").optional(),
    time("closed"),
];

pub(super) struct Tables;

impl Sheet for Tables {
    fn see(&mut self, context: &EntryContext<'_>, out: &mut File) -> Result<(), Error> {
        match (context.seen.done(), context.sitting) {
            (Some((_, Act::EdgeAct(EdgeAct::Close { .. }))), Some(sitting)) if context.counts => {
                row(sitting, context.place(), out)
            }
            _ => Ok(()),
        }
    }

    fn end(&mut self, sitting: &Sitting, _: &[&Wager], out: &mut File) -> Result<(), Error> {
        row(sitting, [Cell::Nothing; 2], out)
    }
}

fn row(sitting: &Sitting, [entry, closed]: [Cell<'_>; 2], out: &mut File) -> Result<(), Error> {
    let [number, table, game] = sitting.place();
    out.row(&[
        number,
        table,
        game,
        sitting.name.as_str().into(),
        sitting.dealing.into(),
        sitting.seats.into(),
        Some(sitting.decks).filter(|decks| *decks > 0).into(),
        sitting.chip.into(),
        Cell::Number(sitting.float),
        Cell::time(sitting.opened),
        entry,
        closed,
    ])
}
