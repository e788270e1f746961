//! The cards and rolls, in the order in which they came.

use std::collections::BTreeMap;

use croupier_engine::expects::Place;
use croupier_floor::{Act, EdgeAct, Event, TableAct};
use croupier_sheet::step::{Rekey, Roll};
use croupier_sheet::{Happened, Step};

use super::Sheet;
use crate::Error;
use crate::column::{Cell, Column, number, rising, text, time};
use crate::entry_context::{EntryContext, Sitting};
use crate::file::File;

pub(super) const COLUMNS: &[Column] = &[
    rising("entry"),
    time("time"),
    number("sitting"),
    number("table_number"),
    text("game"),
    rising("round"),
    number("nth"),
    text("what"),
    text("card").optional(),
    text("rank").optional(),
    text("suit").optional(),
    text("place").optional(),
    number("area").optional(),
    number("die_1").optional(),
    number("die_2").optional(),
    number("total").optional(),
    text("clause").optional(),
];

/// The round and how much has come in it, by the number of the sitting.
#[derive(Default)]
pub(super) struct Cards(BTreeMap<u64, (u64, u64)>);

impl Sheet for Cards {
    fn see(&mut self, context: &EntryContext<'_>, out: &mut File) -> Result<(), Error> {
        let Some(sitting) = context.sitting else { return Ok(()) };
        self.roll(context, sitting, out)?;
        for (round, event) in context.events() {
            let Event::Game(_, happened) = event else { continue };
            let (what, card, to, clause) = match happened {
                Happened::Dealt { card, to } => ("dealt", *card, Some(*to), None),
                Happened::Faced { card, to } => ("faced", *card, Some(*to), None),
                Happened::Burned { card } => ("burned", *card, None, None),
                Happened::Rekeyed { card, to, .. } => ("put right", *card, *to, None),
                Happened::Measure { what, card: Some(card), to, clause, .. } => {
                    (what.name(), *card, *to, Some(&**clause))
                }
                _ => continue,
            };
            let nth = self.next(sitting, round);
            if context.counts {
                let card = card.to_string();
                let (rank, suit) = card.split_at(card.len().saturating_sub(1));
                let place = to.map(|place| sitting.kind.place_name(place).to_string());
                let area = to.and_then(|place| match place {
                    Place::Area(area) => Some(area.0),
                    Place::Shared | Place::Dealer => None,
                });
                out.row(&row(
                    context,
                    sitting,
                    round,
                    nth,
                    what,
                    [
                        card.as_str().into(),
                        rank.into(),
                        suit.into(),
                        place.as_deref().into(),
                        area.into(),
                        Cell::Nothing,
                        Cell::Nothing,
                        Cell::Nothing,
                        clause.into(),
                    ],
                ))?;
            }
        }
        if let Some((_, Act::EdgeAct(EdgeAct::Close { .. }))) = context.seen.done() {
            self.0.remove(&sitting.number);
        }
        Ok(())
    }
}

impl Cards {
    /// Writes a roll, which is what was told and not what followed.
    fn roll(
        &mut self,
        context: &EntryContext<'_>,
        sitting: &Sitting,
        out: &mut File,
    ) -> Result<(), Error> {
        let Some((_, Act::TableAct(TableAct::Step { step, .. }))) = context.seen.done() else {
            return Ok(());
        };
        let (what, dice) = match step {
            Step::Roll(Roll(dice)) => ("rolled", dice),
            Step::Rekey(Rekey::Roll(dice)) => ("put right", dice),
            _ => return Ok(()),
        };
        let nth = self.next(sitting, sitting.round);
        if !context.counts {
            return Ok(());
        }
        let [first, second] = dice.faces();
        let mut cells = [Cell::Nothing; 9];
        (cells[5], cells[6], cells[7]) = (first.into(), second.into(), dice.total().into());
        out.row(&row(context, sitting, sitting.round, nth, what, cells))
    }

    /// Counts what comes in a round, from 1.
    fn next(&mut self, sitting: &Sitting, round: u64) -> u64 {
        let count = self.0.entry(sitting.number).or_default();
        if count.0 != round {
            *count = (round, 0);
        }
        count.1 += 1;
        count.1
    }
}

fn row<'a>(
    context: &EntryContext<'a>,
    sitting: &Sitting,
    round: u64,
    nth: u64,
    what: &'a str,
    rest: [Cell<'a>; 9],
) -> Vec<Cell<'a>> {
    let count = [Cell::from(round), nth.into(), what.into()];
    context.place().into_iter().chain(sitting.place()).chain(count).chain(rest).collect()
}
