//! The ledger: each movement of money as two rows, one for each account, that add up to nothing.

use croupier_floor::Event;

use super::Sheet;
use super::entries::name;
use crate::Error;
use crate::column::{Cell, Column, number, rising, text, time};
use crate::entry_context::EntryContext;
use crate::file::File;

pub(super) const COLUMNS: &[Column] = &[
    rising("entry"),
    time("time"),
    text("act"),
    number("posting"),
    text("currency"),
    text("account"),
    number("table_number").optional(),
    text("player").optional(),
    number("pool").optional(),
    number("amount_cents"),
    text("counter_account"),
];

pub(super) struct Postings;

impl Sheet for Postings {
    fn see(&mut self, context: &EntryContext<'_>, out: &mut File) -> Result<(), Error> {
        if !context.counts {
            return Ok(());
        }
        let people = &context.seen.floor.people;
        let act = name(context.seen.done().map_or(context.seen.act, |(_, act)| act));
        let [entry, time] = context.place();
        let events = context.seen.answer.events.iter();
        let postings = events.filter_map(|event| match event {
            Event::Posted(posting) => Some(posting),
            _ => None,
        });
        for (nth, posting) in (1_u64..).zip(postings) {
            let amount = i128::from(posting.amount.0);
            for (own, other, amount) in
                [(posting.from, posting.to, -amount), (posting.to, posting.from, amount)]
            {
                let (account, table, player) = own.words();
                out.row(&[
                    entry,
                    time,
                    act.into(),
                    nth.into(),
                    own.currency().name().into(),
                    account.into(),
                    table.map(|table| table.0).into(),
                    player.map(|player| people.name(player)).into(),
                    own.pool().map(|pool| pool.0).into(),
                    Cell::sum(amount),
                    other.words().0.into(),
                ])?;
            }
        }
        Ok(())
    }
}
