//! What went wrong: incidents, irregularities, voids, rulings, people kept out, and complaints.

use croupier_house::report::Incident;

use super::Sheet;
use crate::Error;
use crate::column::{Column, number, rising, text, time};
use crate::entry_context::EntryContext;
use crate::file::File;

pub(super) const COLUMNS: &[Column] = &[
    rising("entry"),
    time("time"),
    number("sitting").optional(),
    number("table_number").optional(),
    text("game").optional(),
    number("round").optional(),
    text("who"),
    text("agreed").optional(),
    text("act"),
    number("complaint").optional(),
    text("what"),
    text("followed"),
];

pub(super) struct Incidents;

impl Sheet for Incidents {
    fn see(&mut self, context: &EntryContext<'_>, out: &mut File) -> Result<(), Error> {
        if !context.counts {
            return Ok(());
        }
        let Some(incident) = Incident::of(context.seen) else { return Ok(()) };
        let [entry, time] = context.place();
        let sitting = context.sitting;
        out.row(&[
            entry,
            time,
            sitting.map(|sitting| sitting.number).into(),
            context.seen.table().map(|table| table.0).into(),
            sitting.map(|sitting| sitting.kind.name()).into(),
            sitting.map(|sitting| sitting.round).into(),
            incident.by.as_str().into(),
            incident.with.as_deref().into(),
            incident.act.as_str().into(),
            incident.complaint.into(),
            incident.what.as_str().into(),
            incident.followed.as_str().into(),
        ])
    }
}
