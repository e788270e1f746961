//! Every entry of the journal: who did what, when and where, and what became of it.

use croupier_floor::{Act, ActResult, By, HouseAct, Role, TableAct};
use croupier_view::words;

use super::Sheet;
use crate::Error;
use crate::column::{Cell, Column, hash, number, rising, text, time};
use crate::entry_context::EntryContext;
use crate::file::File;

pub(super) const COLUMNS: &[Column] = &[
    rising("entry"),
    time("time"),
    number("chain"),
    number("place"),
    text("who"),
    text("roles").optional(),
    text("act"),
    text("step").optional(),
    number("request").optional(),
    text("asked_by").optional(),
    text("asked_act").optional(),
    number("sitting").optional(),
    number("table_number").optional(),
    text("game").optional(),
    number("round").optional(),
    text("verdict"),
    text("denied_by").optional(),
    text("clause").optional(),
    text("why").optional(),
    text("rules"),
    hash("hash"),
];

pub(super) struct Entries;

impl Sheet for Entries {
    fn see(&mut self, context: &EntryContext<'_>, out: &mut File) -> Result<(), Error> {
        if !context.counts {
            return Ok(());
        }
        let (seen, sitting) = (context.seen, context.sitting);
        let record = seen.record.expect("whoever reads a journal has its entries");
        let entry = &record.chained.entry;
        let person = seen.floor.people.find(seen.who).and_then(|who| seen.floor.people.get(who));
        let roles = person.map(|person| {
            person.roles.iter().copied().map(Role::name).collect::<Vec<_>>().join(",")
        });
        let step = match seen.act {
            Act::TableAct(TableAct::Step { step, .. }) => Some(step.name()),
            _ => None,
        };
        let request = match (seen.act, &seen.answer.verdict) {
            (
                Act::HouseAct(HouseAct::Approve { request, .. })
                | Act::HouseAct(HouseAct::Reject { request }),
                _,
            )
            | (_, ActResult::Waits { request }) => Some(*request),
            _ => None,
        };
        let asked = seen.request.map(|asking| (&*asking.who, name(&asking.act)));
        let denied = match &seen.answer.verdict {
            ActResult::Denied(denied) => Some(denied),
            ActResult::Done | ActResult::Waits { .. } => None,
        };
        let why = denied.map(words::denied);
        let [number, at] = context.place();
        out.row(&[
            number,
            at,
            entry.chain.0.into(),
            entry.seq.into(),
            seen.who.into(),
            roles.as_deref().into(),
            name(seen.act).into(),
            step.into(),
            request.into(),
            asked.map(|(who, _)| who).into(),
            asked.map(|(_, act)| act).into(),
            sitting.map(|sitting| sitting.number).into(),
            seen.table().map(|table| table.0).into(),
            sitting.map(|sitting| sitting.kind.name()).into(),
            sitting.map(|sitting| sitting.round).into(),
            verdict(&seen.answer.verdict).into(),
            denied.map(|denied| denied_by(denied.by())).into(),
            denied.and_then(|denied| denied.clause.as_deref()).into(),
            why.as_deref().into(),
            (&*entry.rules).into(),
            Cell::Hash(&record.chained.hash.0),
        ])
    }
}

/// Returns the name of an act.
pub(super) fn name(act: &Act) -> &'static str {
    act.name()
}

const fn verdict(verdict: &ActResult) -> &'static str {
    match verdict {
        ActResult::Done => "done",
        ActResult::Waits { .. } => "waits",
        ActResult::Denied(_) => "denied",
    }
}

const fn denied_by(by: By) -> &'static str {
    match by {
        By::Rules => "rules",
        By::Rights => "rights",
        By::Money => "money",
        By::Sense => "sense",
        By::Journal => "journal",
    }
}
