//! The lines of settlement: what was paid, taken, given back, charged or corrected, and by which clause.

use super::Sheet;
use crate::Error;
use crate::column::{Cell, Column, number, rising, text, time, truth};
use crate::entry_context::EntryContext;
use crate::file::File;
use crate::standing::Told;

pub(super) const COLUMNS: &[Column] = &[
    rising("entry"),
    time("time"),
    number("sitting"),
    number("table_number"),
    text("game"),
    text("variant").optional(),
    rising("round"),
    number("wager_id").optional(),
    text("player"),
    number("area").optional(),
    text("wager"),
    number("number").optional(),
    number("point").optional(),
    truth("tokens"),
    text("result"),
    truth("is_decided"),
    number("sign"),
    number("stake_cents"),
    number("paid_cents"),
    number("back_cents"),
    number("excess_cents"),
    number("charge_cents"),
    number("win_cents"),
    text("clause"),
    text("correction_clause").optional(),
];

pub(super) struct Settlements;

impl Sheet for Settlements {
    fn see(&mut self, context: &EntryContext<'_>, out: &mut File) -> Result<(), Error> {
        let Some(sitting) = context.sitting.filter(|_| context.counts) else { return Ok(()) };
        for told in context.told {
            let Told::Line { round, variant, wager, line, sign, corrected } = told else {
                continue;
            };
            let [entry, time] = context.place();
            let [number, table, game] = sitting.place();
            let cents = |amount: u64| Cell::sum(i128::from(*sign) * i128::from(amount));
            out.row(&[
                entry,
                time,
                number,
                table,
                game,
                (*variant).into(),
                (*round).into(),
                (*wager).into(),
                context.seen.floor.people.name(line.at.player.0).into(),
                line.at.area.map(|area| area.0).into(),
                (&*line.at.on).into(),
                line.at.number.into(),
                line.at.point.into(),
                line.at.tokens.into(),
                line.result.name().into(),
                line.is_decided().into(),
                Cell::Number(i64::from(*sign)),
                cents(line.stake),
                cents(line.pays),
                cents(line.back),
                cents(line.excess),
                cents(line.charge),
                Cell::sum(i128::from(*sign) * line.house_win()),
                (&*line.clause).into(),
                (*corrected).into(),
            ])?;
        }
        Ok(())
    }
}
