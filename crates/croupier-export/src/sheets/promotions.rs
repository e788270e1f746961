//! Promotions: a row for each, as it stands in the end, with what was won, paid and issued.

use croupier_floor::{AwardStage, EntrySource, Floor, Promotion};

use super::Sheet;
use crate::Error;
use crate::column::{Cell, Column, number, rising, text, time};
use crate::entry_context::EntryContext;
use crate::file::File;

pub(super) const COLUMNS: &[Column] = &[
    rising("promotion"),
    text("name"),
    text("state"),
    text("games"),
    text("terms_hash"),
    number("terms_version"),
    text("lodged_date").optional(),
    time("started"),
    time("closes"),
    time("closed"),
    time("draws"),
    time("drawn"),
    text("scrutineer").optional(),
    text("commitment").optional(),
    text("root").optional(),
    number("entries"),
    number("entries_by_wager"),
    number("entries_by_hand"),
    number("entries_from_file"),
    number("awards"),
    number("settled"),
    number("denied_claims"),
    number("disputes"),
    number("paid_cents"),
    number("unpaid_cents"),
    number("issued_cents"),
    number("exchanged_cents"),
    number("expired_cents"),
    number("outstanding_cents"),
];

/// Promotions are few, and shown as they stand in the end, whatever the range.
pub(super) struct Promotions;

impl Sheet for Promotions {
    fn see(&mut self, _: &EntryContext<'_>, _: &mut File) -> Result<(), Error> {
        Ok(())
    }

    fn finish(&mut self, floor: &Floor, out: &mut File) -> Result<(), Error> {
        floor.promotions.iter().try_for_each(|promotion| row(floor, promotion, out))
    }
}

fn row(floor: &Floor, promotion: &Promotion, out: &mut File) -> Result<(), Error> {
    let time = |at: Option<u64>| at.map_or(Cell::Nothing, Cell::time);
    let (draw, terms) = (&promotion.draw, &promotion.terms);
    let name = promotion.text(promotion.name);
    let (games, hash) = (terms.games.join(", "), croupier_house::DrawProof::hash_of(terms));
    let root = draw.closed.map(|closed| closed.root.to_string());
    let mut by = [0_u64; 3];
    for entry in promotion.entries.iter() {
        by[match entry.source {
            EntrySource::Wager { .. } => 0,
            EntrySource::Hand { .. } => 1,
            EntrySource::File { .. } => 2,
        }] += 1;
    }
    let settled = promotion.awards.iter().filter(|award| award.stage == AwardStage::Settled);
    let paid: i128 =
        promotion.awards.iter().flat_map(|it| it.paid).map(|it| i128::from(it.0)).sum();
    let rewards = floor.rewards_of(promotion);
    out.row(&[
        promotion.number.0.into(),
        name.as_str().into(),
        promotion.state.name().into(),
        games.as_str().into(),
        hash.as_str().into(),
        (promotion.old.len() as u64 + 1).into(),
        promotion.lodged.as_ref().map(|lodged| &*lodged.date).into(),
        time(promotion.started),
        time(terms.closes),
        time(draw.closed.map(|closed| closed.at)),
        time(terms.draws),
        time(draw.at),
        promotion.scrutineer.map(|who| floor.people.name(who)).into(),
        draw.commitment.as_deref().into(),
        root.as_deref().into(),
        promotion.entries.count().into(),
        by[0].into(),
        by[1].into(),
        by[2].into(),
        (promotion.awards.len() as u64).into(),
        (settled.count() as u64).into(),
        (promotion.claims.len() as u64).into(),
        (promotion.disputes.len() as u64).into(),
        Cell::sum(paid),
        promotion.unpaid().0.into(),
        rewards.issued.0.into(),
        rewards.exchanged.0.into(),
        rewards.expired.0.into(),
        rewards.outstanding.0.into(),
    ])
}
