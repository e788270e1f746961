//! Promotional vouchers: a row for each, as it stands in the end.

use croupier_floor::{Floor, Voucher};

use super::Sheet;
use crate::Error;
use crate::column::{Cell, Column, number, rising, text, time};
use crate::entry_context::EntryContext;
use crate::file::File;

pub(super) const COLUMNS: &[Column] = &[
    rising("voucher"),
    number("amount_cents"),
    text("games"),
    time("expires"),
    text("player").optional(),
    text("issued_by"),
    time("issued"),
    number("promotion").optional(),
    text("state"),
    number("table_number").optional(),
    text("given_to").optional(),
    text("exchanged_by").optional(),
    time("exchanged"),
    number("tokens_left_cents"),
];

/// Vouchers are shown as they stand in the end, whatever the range.
pub(super) struct Vouchers;

impl Sheet for Vouchers {
    fn see(&mut self, _: &EntryContext<'_>, _: &mut File) -> Result<(), Error> {
        Ok(())
    }

    fn finish(&mut self, floor: &Floor, out: &mut File) -> Result<(), Error> {
        floor.vouchers.iter().try_for_each(|voucher| row(floor, voucher, out))
    }
}

fn row(floor: &Floor, voucher: &Voucher, out: &mut File) -> Result<(), Error> {
    let name = |who| floor.people.name(who);
    let games: Vec<_> = voucher.games.iter().map(|game| game.name()).collect();
    let games = games.join(", ");
    let exchanged = voucher.exchanged;
    let state = match exchanged {
        Some(_) => "exchanged",
        None if voucher.expired => "expired",
        None => "outstanding",
    };
    out.row(&[
        voucher.number.0.into(),
        voucher.amount.0.into(),
        games.as_str().into(),
        Cell::time(voucher.expires),
        voucher.player.map(name).into(),
        name(voucher.by).into(),
        Cell::time(voucher.at),
        voucher.promotion.map(|promotion| promotion.0).into(),
        state.into(),
        exchanged.map(|it| it.table.0).into(),
        exchanged.map(|it| name(it.player)).into(),
        exchanged.map(|it| name(it.by)).into(),
        exchanged.map_or(Cell::Nothing, |it| Cell::time(it.at)),
        floor.ledger.left_of(voucher.number).0.into(),
    ])
}
