//! Who has entered promotions: a row for each entry, as it came.

use std::collections::BTreeMap;

use croupier_floor::{Entrant, EntrySource, Event, PromotionChange, PromotionId};

use super::Sheet;
use crate::Error;
use crate::column::{Column, number, rising, text, time};
use crate::entry_context::EntryContext;
use crate::file::File;

pub(super) const COLUMNS: &[Column] = &[
    rising("entry"),
    time("time"),
    number("promotion"),
    number("number"),
    text("player").optional(),
    text("named").optional(),
    text("source"),
    number("sitting").optional(),
    number("table_number").optional(),
    number("round").optional(),
    text("entered_by").optional(),
    number("file").optional(),
    number("file_row").optional(),
];

/// Counts the entries of each promotion: the journal does not say their numbers.
#[derive(Default)]
pub(super) struct PromotionEntries(BTreeMap<PromotionId, u32>);

impl Sheet for PromotionEntries {
    fn see(&mut self, context: &EntryContext<'_>, out: &mut File) -> Result<(), Error> {
        for event in &context.seen.answer.events {
            let Event::Promotion { promotion, change: PromotionChange::Entered { who, source } } =
                event
            else {
                continue;
            };
            for (who, at) in who.iter().zip(0..) {
                let count = self.0.entry(*promotion).or_default();
                *count += 1;
                if context.counts {
                    row(context, (*promotion, *count), *who, nth(*source, at), out)?;
                }
            }
        }
        Ok(())
    }
}

/// The rows of a file follow each other.
const fn nth(source: EntrySource, at: u32) -> EntrySource {
    match source {
        EntrySource::File { by, file, row } => {
            EntrySource::File { by, file, row: row.saturating_add(at) }
        }
        EntrySource::Wager { .. } | EntrySource::Hand { .. } => source,
    }
}

fn row(
    context: &EntryContext<'_>,
    (promotion, number): (PromotionId, u32),
    who: Entrant,
    source: EntrySource,
    out: &mut File,
) -> Result<(), Error> {
    let floor = context.seen.floor;
    let known = floor.promotions.get(promotion);
    let (player, named) = match who {
        Entrant::Person(person) => (Some(floor.people.name(person)), None),
        Entrant::Named(_) => (None, known.and_then(|known| known.entries.name(number))),
    };
    let name = |who| floor.people.name(who);
    let (kind, place, by, line) = match source {
        EntrySource::Wager { table, round } => ("wager", Some((table.0, round)), None, None),
        EntrySource::Hand { by } => ("hand", None, Some(name(by)), None),
        EntrySource::File { by, file, row } => ("file", None, Some(name(by)), Some((file, row))),
    };
    let [entry, time] = context.place();
    out.row(&[
        entry,
        time,
        promotion.0.into(),
        number.into(),
        player.into(),
        named.into(),
        kind.into(),
        context.sitting.filter(|_| place.is_some()).map(|sitting| sitting.number).into(),
        place.map(|(table, _)| table).into(),
        place.map(|(_, round)| round).into(),
        by.into(),
        line.map(|(file, _)| file).into(),
        line.map(|(_, row)| row).into(),
    ])
}
