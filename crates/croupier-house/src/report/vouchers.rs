//! The register of promotional vouchers: every one that was issued, and what became of it.

use croupier_floor::{Floor, TableId, Voucher};

use super::seen::Seen;
use super::statement::Page;
use super::{Cell, Gather, Part, Report};

/// Lists vouchers, with which nothing of the range counts: a register shows how things stand at its end.
pub(super) struct Register {
    pub(super) only: Option<TableId>,
    /// Its `before` is the number of a voucher.
    pub(super) page: Option<Page>,
}

impl Gather for Register {
    fn see(&mut self, _: &Seen<'_>) {}

    fn tell(&mut self, floor: &Floor, report: &mut Report) {
        let at = |voucher: &Voucher| voucher.exchanged.map(|exchanged| exchanged.table);
        let here = |voucher: &&Voucher| self.only.is_none() || at(voucher) == self.only;
        let before = self.page.and_then(|page| page.before).unwrap_or(u64::MAX);
        let asked = |voucher: &&Voucher| u64::from(voucher.number.0) < before;
        let mut shown: Vec<_> = floor.vouchers.iter().filter(here).filter(asked).collect();
        if let Some(page) = self.page.filter(|page| shown.len() > page.entries) {
            shown.drain(..shown.len() - page.entries);
            let first = shown.first().map_or(0, |voucher| voucher.number.0);
            report.facts.push(("older vouchers before number", Cell::Count(i128::from(first))));
            report.remarks.push("older vouchers are not shown".to_owned());
        }
        let rows = shown.into_iter().map(|voucher| row(voucher, floor)).collect();
        let headings = vec![
            "number",
            "value",
            "games",
            "expires",
            "for",
            "conditions",
            "issued by",
            "issued at",
            "state",
            "table",
            "given to",
            "exchanged by",
            "exchanged at",
            "tokens left",
        ];
        report.parts.push(Part { name: "vouchers", headings, rows, upright: false });
    }
}

fn row(voucher: &Voucher, floor: &Floor) -> Vec<Cell> {
    let name = |player| Cell::text(floor.people.name(player));
    let games: Vec<_> = voucher.games.iter().map(|game| game.name()).collect();
    let exchanged = voucher.exchanged;
    let state = match exchanged {
        Some(_) => "exchanged",
        None if voucher.expires <= floor.now => "expired",
        None => "issued",
    };
    vec![
        Cell::Count(i128::from(voucher.number.0)),
        Cell::Money(i128::from(voucher.amount.0)),
        Cell::Text(games.join(", ")),
        Cell::Time(voucher.expires),
        voucher.player.map_or(Cell::text("bearer"), name),
        Cell::text(&voucher.conditions),
        name(voucher.by),
        Cell::Time(voucher.at),
        Cell::text(state),
        Cell::table(exchanged.map(|it| it.table)),
        exchanged.map_or(Cell::Empty, |it| name(it.player)),
        exchanged.map_or(Cell::Empty, |it| name(it.by)),
        exchanged.map_or(Cell::Empty, |it| Cell::Time(it.at)),
        Cell::Money(i128::from(floor.ledger.left_of(voucher.number).0)),
    ]
}
