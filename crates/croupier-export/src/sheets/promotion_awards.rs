//! What was drawn in promotions: a row for each entry that was drawn, also for those that were passed over, with what
//! became of it in the end.

use std::collections::BTreeMap;

use croupier_floor::{
    Entrant, Event, Floor, Promotion, PromotionAward, PromotionChange, PromotionId,
};

use super::Sheet;
use crate::Error;
use crate::column::{Cell, Column, number, rising, text, time, truth};
use crate::entry_context::EntryContext;
use crate::file::File;

pub(super) const COLUMNS: &[Column] = &[
    number("promotion"),
    rising("award"),
    number("drawn_entry"),
    time("drawn"),
    number("prize"),
    text("kind"),
    number("value_cents"),
    number("number"),
    number("out_of"),
    text("player").optional(),
    text("named").optional(),
    text("state"),
    text("why").optional(),
    text("confirmed_by").optional(),
    number("attempts"),
    time("told"),
    number("cash_cents"),
    number("cheque_cents"),
    number("transfer_cents"),
    truth("instead"),
    number("voucher").optional(),
];

/// Remembers which entry of the journal has drawn each award within the range.
#[derive(Default)]
pub(super) struct PromotionAwards(BTreeMap<(PromotionId, u32), u64>);

impl Sheet for PromotionAwards {
    fn see(&mut self, context: &EntryContext<'_>, _: &mut File) -> Result<(), Error> {
        for event in &context.seen.answer.events {
            if let Event::Promotion { promotion, change: PromotionChange::Drawn { award, .. } } =
                event
                && context.counts
            {
                self.0.insert((*promotion, *award), context.seen.number);
            }
        }
        Ok(())
    }

    fn finish(&mut self, floor: &Floor, out: &mut File) -> Result<(), Error> {
        for ((promotion, award), entry) in &self.0 {
            let known = floor.promotions.get(*promotion);
            if let Some((known, award)) = known.and_then(|it| Some((it, it.award(*award)?))) {
                row(floor, known, (award, *entry), out)?;
            }
        }
        Ok(())
    }
}

fn row(
    floor: &Floor,
    promotion: &Promotion,
    (award, entry): (&PromotionAward, u64),
    out: &mut File,
) -> Result<(), Error> {
    let (player, named) = match award.who {
        Entrant::Person(person) => (Some(floor.people.name(person)), None),
        Entrant::Named(_) => (None, promotion.entries.name(award.entry)),
    };
    let prize = promotion.terms.prize(award.prize);
    let all = promotion.draw.closed.map_or(0, |closed| closed.entries);
    let told = award.attempts.iter().find(|attempt| attempt.reached);
    let (state, why) = award.words();
    let [cash, cheque, transfer] = award.paid.map(|part| Cell::from(part.0));
    out.row(&[
        promotion.number.0.into(),
        award.number.into(),
        entry.into(),
        Cell::time(award.at),
        award.prize.into(),
        prize.map_or("", |prize| prize.kind.name()).into(),
        prize.map_or(0, |prize| prize.value.0).into(),
        award.entry.into(),
        award.left.unwrap_or(all).into(),
        player.into(),
        named.into(),
        state.into(),
        why.into(),
        award.confirmed.map(|who| floor.people.name(who)).into(),
        (award.attempts.len() as u64).into(),
        told.map_or(Cell::Nothing, |attempt| Cell::time(attempt.at)),
        cash,
        cheque,
        transfer,
        award.instead.into(),
        award.voucher.map(|voucher| voucher.0).into(),
    ])
}
