//! The report of each wager against its exact edge, over all tables where it was offered alike.

use std::collections::BTreeMap;

use croupier_engine::Kind;
use croupier_floor::{Floor, TableId};

use super::played::Played;
use super::seen::Seen;
use super::tables::{cents, remarks};
use super::theory::{Row, Sum, Theory};
use super::{Cell, Gather, Part, Report};

/// Adds up wager by wager.
pub(super) struct Wagers {
    pub(super) only: Option<TableId>,
    pub(super) played: Played,
}

impl Gather for Wagers {
    fn see(&mut self, seen: &Seen<'_>) {
        self.played.see(seen);
    }

    fn tell(&mut self, _: &Floor, report: &mut Report) {
        self.write(report);
    }
}

impl Wagers {
    /// Writes the report.
    pub(super) fn write(&self, report: &mut Report) {
        let mut theory = Theory::default();
        let mut rows: BTreeMap<(Kind, u8, Row), Sum> = BTreeMap::new();
        for sitting in self.played.sittings(self.only) {
            for (key, sum) in theory.rows(sitting) {
                let place = rows.entry((sitting.kind, sitting.decks, key));
                place.or_insert_with(Sum::nothing).join(&sum);
            }
        }
        let headings = vec![
            "game",
            "wager",
            "count",
            "handle",
            "paid",
            "win",
            "hold",
            "expected win",
            "expected hold",
            "exact edge",
            "fraction",
            "deviations",
        ];
        let rows = rows.iter().map(|(key, sum)| row(key, sum)).collect();
        report.parts.push(Part { name: "wagers", headings, rows, upright: false });
        remarks(&self.played, self.only, report);
    }
}

fn row((kind, decks, (variant, on, mark, tokens)): &(Kind, u8, Row), sum: &Sum) -> Vec<Cell> {
    let mut game = kind.name().to_owned();
    if let Some(variant) = variant {
        game += &format!(" {}", kind.house().variants[usize::from(*variant)]);
    }
    if *decks > 0 {
        game += &format!(", {decks} decks");
    }
    let mut wager = kind.layouts()[usize::from(on.0)].name.to_owned();
    if let Some(mark) = mark {
        wager += &format!(" {mark}");
    }
    if *tokens {
        wager += " in tokens";
    }
    let share = |share: Option<f64>| share.map_or(Cell::Empty, Cell::Share);
    let edge = sum.edge.as_ref();
    vec![
        Cell::Text(game),
        Cell::Text(wager),
        Cell::Count(sum.count),
        Cell::Money(sum.handle),
        Cell::Money(sum.paid),
        Cell::Money(sum.win),
        share(sum.hold()),
        sum.expected.map_or(Cell::Empty, cents),
        share(sum.expected_hold()),
        share(edge.map(croupier_odds::Ratio::to_f64)),
        edge.map_or(Cell::Empty, |edge| Cell::Text(edge.to_string())),
        sum.deviations().map_or(Cell::Empty, Cell::Deviations),
    ]
}
