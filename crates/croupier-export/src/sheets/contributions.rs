//! What wagers brought to prize pools: a row for each that was counted, and its opposite if the wager went back.

use croupier_floor::{Counted, Event, Level, PoolChange, PoolId, Source};

use super::Sheet;
use crate::Error;
use crate::column::{Cell, Column, number, rising, text, time};
use crate::entry_context::EntryContext;
use crate::file::File;

pub(super) const COLUMNS: &[Column] = &[
    rising("entry"),
    time("time"),
    number("pool"),
    number("sitting").optional(),
    number("table_number").optional(),
    number("outside").optional(),
    number("round"),
    text("player").optional(),
    number("area").optional(),
    number("sign"),
    number("amount_cents"),
    number("major_cents"),
    number("minor_cents"),
    number("mystery_cents"),
    number("retained_cents"),
    number("borne_cents"),
];

pub(super) struct Contributions;

impl Sheet for Contributions {
    fn see(&mut self, context: &EntryContext<'_>, out: &mut File) -> Result<(), Error> {
        if !context.counts {
            return Ok(());
        }
        for event in &context.seen.answer.events {
            match event {
                Event::Pool { pool, change: PoolChange::Contributed(counted) } => {
                    row(context, *pool, (counted, 1), out)?;
                }
                Event::Pool { pool, change: PoolChange::Returned(counted) } => {
                    row(context, *pool, (counted, -1), out)?;
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn row(
    context: &EntryContext<'_>,
    pool: PoolId,
    (counted, sign): (&Counted, i128),
    out: &mut File,
) -> Result<(), Error> {
    let (table, outside) = match counted.from {
        Source::Table(table) => (Some(table.0), None),
        Source::Outside(outside) => (None, Some(outside.0)),
    };
    let borne: u64 = counted.borne.iter().sum();
    let part = |level: Level| {
        i128::from(counted.meters[level as usize]) + i128::from(counted.borne[level as usize])
    };
    let [major, minor, mystery] = Level::ALL.map(part);
    let amount = i128::from(counted.amount.0);
    let people = &context.seen.floor.people;
    let [entry, time] = context.place();
    out.row(&[
        entry,
        time,
        pool.0.into(),
        context.sitting.filter(|_| table.is_some()).map(|sitting| sitting.number).into(),
        table.into(),
        outside.into(),
        counted.round.into(),
        counted.player.map(|player| people.name(player)).into(),
        counted.area.into(),
        Cell::sum(sign),
        Cell::sum(sign * amount),
        Cell::sum(sign * major),
        Cell::sum(sign * minor),
        Cell::sum(sign * mystery),
        Cell::sum(sign * (amount - major - minor - mystery)),
        Cell::sum(sign * i128::from(borne)),
    ])
}
