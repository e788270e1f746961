//! The register of cards: every set with its checks, seals and keepers, and every shuffle with its cut and burn.

use croupier_floor::{CardSet, CardsAt, CardsChange, Event, Floor, TableId};

use super::rows::{Row, part_of};
use super::seen::Seen;
use super::{Cell, Part};

/// The parts of the register.
const CHANGES: u8 = 0;
const SHUFFLES: u8 = 1;

/// Writes the rows of an entry.
pub(super) fn each_row(seen: &Seen<'_>, mut keep: impl FnMut(Row)) {
    if seen.done().is_none() {
        return;
    }
    let number = seen.number;
    let place = || vec![Cell::Count(i128::from(number)), Cell::Time(seen.at)];
    for event in &seen.answer.events {
        let mut cells = place();
        if let Event::Cards { set, change } = event {
            let (what, table) = changed(change, seen);
            let set = Cell::Count(i128::from(*set));
            cells.extend([set, Cell::text(seen.who), Cell::Text(what), Cell::table(table)]);
            keep(Row { number, table, part: CHANGES, cells });
        } else if let Some((what, clause)) = shuffled(event, seen) {
            let table = seen.table();
            let clause = clause.map_or(Cell::Empty, Cell::text);
            cells.extend([Cell::table(table), Cell::text(seen.who), Cell::Text(what), clause]);
            keep(Row { number, table, part: SHUFFLES, cells });
        }
    }
}

/// Says what an event is of a shuffle, and by which clause; `None` if it is nothing of one.
fn shuffled<'a>(event: &'a Event, seen: &Seen<'_>) -> Option<(String, Option<&'a str>)> {
    let people = &seen.floor.people;
    Some(match event {
        Event::ShuffleBegun { number, method, set, cause, ordered_by, clause, .. } => {
            let by = ordered_by
                .map_or_else(String::new, |by| format!(", ordered by {}", people.name(by)));
            let set = set.map_or_else(String::new, |set| format!(", set {set}"));
            let (method, cause) = (word(method), word(cause));
            (format!("shuffle {number}: {method}, {cause}{by}{set}"), Some(clause))
        }
        Event::WasCut { by, depth, clause, .. } => {
            let who = by.map_or(seen.who, |by| people.name(by));
            (format!("{who} cuts {depth} cards"), Some(clause))
        }
        Event::CutLapsed { player, clause, .. } => {
            (format!("{} lets the time for the cut pass", people.name(*player)), Some(clause))
        }
        Event::BurnProved { shuffle, cards, .. } => {
            let cards: Vec<_> = cards.iter().map(|card| &**card).collect();
            (format!("burned after shuffle {shuffle}: {}", cards.join(" ")), None)
        }
        _ => return None,
    })
}

/// Shows the register, with the sets as they stand on the floor: those at one table, or all.
pub(super) fn parts(mut rows: Vec<Row>, floor: &Floor, only: Option<TableId>) -> Vec<Part> {
    let headings = vec!["entry", "time", "set", "by", "what", "table"];
    let of_changes = part_of(&mut rows, CHANGES);
    let changes = Part { name: "changes", headings, rows: of_changes, upright: false };
    let headings = vec!["entry", "time", "table", "by", "what", "clause"];
    let of_shuffles = part_of(&mut rows, SHUFFLES);
    let shuffles = Part { name: "shuffles", headings, rows: of_shuffles, upright: false };
    vec![sets(floor, only), changes, shuffles]
}

fn sets(floor: &Floor, only: Option<TableId>) -> Part {
    let here = |set: &&CardSet| only.is_none_or(|only| set.at == CardsAt::Table(only));
    let rows = floor.cards.values().filter(here).map(|set| {
        vec![
            Cell::Count(i128::from(set.number)),
            Cell::Count(i128::from(set.decks)),
            Cell::text(&set.backs),
            Cell::text(if set.angel {
                "maker"
            } else if set.pre_shuffled {
                "house"
            } else {
                ""
            }),
            Cell::Text(checked(set, floor)),
            set.seal.as_ref().map_or(Cell::Empty, Cell::text),
            Cell::text(floor.people.name(set.keeper)),
            Cell::Text(match set.at {
                CardsAt::Store => "in store".to_owned(),
                CardsAt::Table(table) => format!("table {}", table.0),
                CardsAt::Retired => "retired".to_owned(),
            }),
        ]
    });
    let rows = rows.collect();
    let headings =
        vec!["set", "decks", "backs", "shuffled by", "checked", "seal", "keeper", "where"];
    Part { name: "sets", headings, rows, upright: false }
}

/// Writes a word as the journal has it.
fn word(what: &impl serde::Serialize) -> String {
    let written = serde_json::to_value(what).ok();
    written.and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

fn checked(set: &CardSet, floor: &Floor) -> String {
    let Some(check) = &set.check else { return "no".to_owned() };
    let by = floor.people.name(check.by);
    let with = check.device.as_ref().map_or_else(String::new, |device| format!(" with {device}"));
    let right = if check.right { "" } else { ", wrong" };
    format!("{} cards by {by}{with}{right}", check.cards)
}

fn changed(change: &CardsChange, seen: &Seen<'_>) -> (String, Option<TableId>) {
    let name = |player: croupier_engine::Player| seen.floor.people.name(player);
    match change {
        CardsChange::Registered { decks, .. } => (format!("registered, {decks} decks"), None),
        CardsChange::Checked { cards, right, device, .. } => {
            let how = if device.is_some() { "with a device" } else { "by hand" };
            let right = if *right { "" } else { ", wrong" };
            (format!("checked {how}, {cards} cards{right}"), None)
        }
        CardsChange::Sealed { .. } => ("sealed".to_owned(), None),
        CardsChange::HandedOver { to } => (format!("handed over to {}", name(*to)), None),
        CardsChange::Brought { table, .. } => ("brought to the table".to_owned(), Some(*table)),
        CardsChange::Stored { table } => ("taken from the table".to_owned(), Some(*table)),
        CardsChange::Retired { .. } => ("retired".to_owned(), None),
    }
}
