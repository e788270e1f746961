//! The register of cards: every set with its checks, seals and keepers, and every shuffle with its cut and burn.

use croupier_floor::{CardSet, CardsAt, CardsChange, Event, Floor, TableId};

use super::seen::Seen;
use super::{Cell, Gather, Part, Report};

/// Gathers what became of cards.
pub(super) struct Cards {
    only: Option<TableId>,
    changes: Vec<Vec<Cell>>,
    shuffles: Vec<Vec<Cell>>,
}

impl Cards {
    pub(super) fn new(only: Option<TableId>) -> Self {
        Self { only, changes: Vec::new(), shuffles: Vec::new() }
    }

    fn see_event(&mut self, event: &Event, seen: &Seen<'_>) {
        let people = &seen.floor.people;
        let place = [Cell::Count(i128::from(seen.number)), Cell::Time(seen.at)];
        let elsewhere = self.only.is_some() && seen.table() != self.only;
        if let Event::Cards { set, change } = event {
            let (what, table) = changed(change, seen);
            if self.only.is_none() || self.only == table {
                let row = [
                    Cell::Count(i128::from(*set)),
                    Cell::text(seen.who),
                    Cell::Text(what),
                    Cell::table(table),
                ];
                self.changes.push(place.into_iter().chain(row).collect());
            }
            return;
        }
        if elsewhere {
            return;
        }
        let (what, clause) = match event {
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
            _ => return,
        };
        let clause = clause.map_or(Cell::Empty, |clause| Cell::text(&**clause));
        let row = [Cell::table(seen.table()), Cell::text(seen.who), Cell::Text(what), clause];
        self.shuffles.push(place.into_iter().chain(row).collect());
    }
}

impl Gather for Cards {
    fn see(&mut self, seen: &Seen<'_>) {
        if seen.counts && seen.done().is_some() {
            for event in &seen.answer.events {
                self.see_event(event, seen);
            }
        }
    }

    fn tell(&mut self, floor: &Floor, report: &mut Report) {
        let here = |set: &&CardSet| self.only.is_none_or(|only| set.at == CardsAt::Table(only));
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
        report.parts.push(Part { name: "sets", headings, rows, upright: false });
        let headings = vec!["entry", "time", "set", "by", "what", "table"];
        let rows = std::mem::take(&mut self.changes);
        report.parts.push(Part { name: "changes", headings, rows, upright: false });
        let headings = vec!["entry", "time", "table", "by", "what", "clause"];
        let rows = std::mem::take(&mut self.shuffles);
        report.parts.push(Part { name: "shuffles", headings, rows, upright: false });
    }
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
