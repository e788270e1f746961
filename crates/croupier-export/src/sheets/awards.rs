//! The prizes of pools: a row for each hand that has won a meter, with what stands on its slip.

use croupier_floor::{Event, Floor, Source};
use croupier_house::report::{AwardSlip, AwardSlips};

use super::Sheet;
use crate::Error;
use crate::column::{Cell, Column, number, rising, text, time};
use crate::entry_context::EntryContext;
use crate::file::File;

pub(super) const COLUMNS: &[Column] = &[
    number("pool"),
    rising("slip"),
    text("meter"),
    number("table_number").optional(),
    number("outside").optional(),
    number("round"),
    number("won_entry"),
    time("won_time"),
    number("reading_cents"),
    number("guarantee_cents"),
    number("seed_cents"),
    number("hands"),
    number("total_cents"),
    number("rounding_cents"),
    text("verified_by").optional(),
    time("verified_time"),
    text("state"),
    number("area"),
    text("player").optional(),
    text("hand").optional(),
    text("clause"),
    number("pays_cents"),
    text("paid_by").optional(),
    time("paid_time"),
];

/// Prizes are few: they are kept until the end, when it is known what became of them.
#[derive(Default)]
pub(super) struct Awards(AwardSlips);

impl Sheet for Awards {
    fn see(&mut self, context: &EntryContext<'_>, _: &mut File) -> Result<(), Error> {
        for event in &context.seen.answer.events {
            if let Event::Pool { pool, change } = event {
                self.0.take((*pool, change), context.seen, context.counts);
            }
        }
        Ok(())
    }

    fn finish(&mut self, floor: &Floor, out: &mut File) -> Result<(), Error> {
        for ((pool, award), slip) in self.0.iter() {
            rows(floor, (pool.0, *award), slip, out)?;
        }
        Ok(())
    }
}

fn rows(
    floor: &Floor,
    (pool, award): (u32, u32),
    slip: &AwardSlip,
    out: &mut File,
) -> Result<(), Error> {
    let (table, outside) = match slip.from {
        Source::Table(table) => (Some(table.0), None),
        Source::Outside(outside) => (None, Some(outside.0)),
    };
    let time = |at: Option<u64>| at.map_or(Cell::Nothing, Cell::time);
    let verified = slip.verified.as_ref();
    for line in &slip.lines {
        let cards: Vec<_> = line.hand.iter().map(ToString::to_string).collect();
        let hand = cards.join(" ");
        let paid = slip.paid.get(&line.area);
        out.row(&[
            pool.into(),
            award.into(),
            slip.level.name().into(),
            table.into(),
            outside.into(),
            slip.round.into(),
            slip.entry.into(),
            Cell::time(slip.at),
            slip.reading.0.into(),
            slip.guarantee.0.into(),
            slip.seed.0.into(),
            (slip.lines.len() as u64).into(),
            Cell::sum(slip.total()),
            Cell::sum(slip.rounding()),
            verified.map(|(who, _)| who.as_str()).into(),
            time(verified.map(|(_, at)| *at)),
            slip.state().into(),
            line.area.into(),
            line.player.map(|player| floor.people.name(player)).into(),
            Some(hand.as_str()).filter(|hand| !hand.is_empty()).into(),
            (&*line.clause).into(),
            line.pays.0.into(),
            paid.map(|(who, _)| who.as_str()).into(),
            time(paid.map(|(_, at)| *at)),
        ])?;
    }
    Ok(())
}
