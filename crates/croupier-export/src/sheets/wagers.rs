//! The wagers, each from when it was placed to when it ended; those that stand in the end too.

use super::Sheet;
use crate::Error;
use crate::column::{Cell, Column, number, rising, text, time, truth};
use crate::entry_context::{EntryContext, Sitting};
use crate::file::File;
use crate::standing::{Told, Wager};

pub(super) const COLUMNS: &[Column] = &[
    rising("wager_id"),
    number("sitting"),
    number("table_number"),
    text("game"),
    text("variant").optional(),
    text("player"),
    number("area").optional(),
    text("wager"),
    number("number").optional(),
    number("point").optional(),
    truth("tokens"),
    rising("placed_entry"),
    time("placed_time"),
    rising("placed_round"),
    rising("settled_entry").optional(),
    time("settled_time"),
    rising("settled_round").optional(),
    number("placed_cents"),
    number("lowered_cents"),
    number("stake_cents"),
    number("excess_cents"),
    text("result").optional(),
    number("paid_cents").optional(),
    number("back_cents").optional(),
    number("commission_cents"),
    number("mystery_cents"),
    number("win_cents").optional(),
    text("clause").optional(),
];

pub(super) struct Wagers;

impl Sheet for Wagers {
    fn see(&mut self, context: &EntryContext<'_>, out: &mut File) -> Result<(), Error> {
        let Some(sitting) = context.sitting.filter(|_| context.counts) else { return Ok(()) };
        for told in context.told {
            let Told::Ended { round, wager, line } = told else { continue };
            let [entry, time] = context.place();
            let beside = i128::from(wager.commission) - i128::from(wager.mystery);
            out.row(&row(
                sitting,
                wager,
                [
                    entry,
                    time,
                    (*round).into(),
                    wager.placed.into(),
                    (wager.placed - line.stake - line.excess).into(),
                    line.stake.into(),
                    line.excess.into(),
                    line.result.name().into(),
                    line.pays.into(),
                    line.back.into(),
                    wager.commission.into(),
                    wager.mystery.into(),
                    Cell::sum(line.house_win() + beside),
                    (&*line.clause).into(),
                ],
            ))?;
        }
        Ok(())
    }

    fn end(&mut self, sitting: &Sitting, wagers: &[&Wager], out: &mut File) -> Result<(), Error> {
        for wager in wagers {
            let nothing = Cell::Nothing;
            out.row(&row(
                sitting,
                wager,
                [
                    nothing,
                    nothing,
                    nothing,
                    wager.placed.into(),
                    (wager.placed - wager.stands).into(),
                    wager.stands.into(),
                    0_u64.into(),
                    nothing,
                    nothing,
                    nothing,
                    wager.commission.into(),
                    wager.mystery.into(),
                    nothing,
                    nothing,
                ],
            ))?;
        }
        Ok(())
    }
}

fn row<'a>(sitting: &Sitting, wager: &'a Wager, rest: [Cell<'a>; 14]) -> Vec<Cell<'a>> {
    let (entry, at, round) = wager.placed_in;
    let spot = &wager.at;
    let first = [wager.number.into()];
    let place = sitting.place();
    let middle = [
        sitting.variant.into(),
        wager.player.as_str().into(),
        spot.area.map(|area| area.0).into(),
        (&*spot.on).into(),
        spot.number.into(),
        spot.point.into(),
        spot.tokens.into(),
        entry.into(),
        Cell::time(at),
        round.into(),
    ];
    first.into_iter().chain(place).chain(middle).chain(rest).collect()
}
