//! The steps of a table since nothing last lay on its layout: enough to play them again from nothing.

use croupier_engine::{Due, WagerId};
use croupier_floor::{Act, Answer, Floor, Room, TableId};

/// The steps so far.
pub(super) struct Span {
    table: TableId,
    game: &'static str,
    setup: String,
    steps: Vec<String>,
    /// What the table went by when the last step was taken.
    terms: Vec<String>,
    /// Nothing lay on the layout after the last step.
    clean: bool,
    /// The round of the last entry.
    round: u64,
}

impl Span {
    pub(super) fn new(table: TableId) -> Self {
        let (setup, steps, terms) = (String::new(), Vec::new(), Vec::new());
        Self { table, game: "", setup, steps, terms, clean: true, round: 0 }
    }

    /// Takes note of an entry, with the floor as it is after it.
    pub(super) fn take(&mut self, floor: &Floor, round: u64, act: &Act, answer: &Answer) {
        let Some(room) = floor.rooms.get(&self.table) else { return };
        if act.table() == Some(self.table) && round != self.round {
            self.round = round;
            if self.clean {
                // Nothing lay there: what follows stands by itself, under the terms of then.
                self.steps.clone_from(&self.terms);
            }
        }
        if let Act::Open { setup, .. } = act
            && act.table() == Some(self.table)
        {
            self.game = room.kind.name();
            self.setup = setup.get().to_owned();
            self.terms = terms(room, floor);
            self.steps.clone_from(&self.terms);
        }
        let terms = terms(room, floor);
        let step = match act {
            Act::Step { table, step } if *table == self.table => Some(step.get().to_owned()),
            Act::Load { table, .. } if *table == self.table => {
                Some(r#"{"shuffle":true}"#.to_owned())
            }
            _ => None,
        };
        // Within a round only the meters change, before the step; between rounds the sign does.
        let changed: Vec<_> =
            terms.iter().filter(|term| !self.terms.contains(term)).cloned().collect();
        let (meters, signs): (Vec<_>, Vec<_>) =
            changed.into_iter().partition(|term| term.starts_with(r#"{"meters""#));
        self.steps.extend(meters);
        let ends =
            answer.events.iter().any(|event| matches!(event, croupier_floor::Event::Round { .. }));
        if !ends {
            self.steps.extend(signs.iter().cloned());
        }
        if answer.is_done() {
            self.steps.extend(step);
        }
        if ends {
            self.steps.extend(signs);
        }
        self.terms = terms;
        self.clean = is_clean(room);
    }

    /// Writes the sheet.
    pub(super) fn sheet(&self, id: &str) -> String {
        format!(
            r#"{{"id":"{id}","game":"{}","table":{},"script":[{}]}}"#,
            self.game,
            self.setup,
            self.steps.join(",")
        )
    }
}

fn is_clean(room: &Room) -> bool {
    let puck = room.table.dice().and_then(|dice| dice.point);
    let quiet = matches!(room.table.expects().due, Due::Nothing | Due::Roll(_));
    puck.is_none() && quiet && !room.has_wagers() && room.is_between_rounds()
}

/// Lists the steps that bring a table to the sign, variant and meters of this one.
fn terms(room: &Room, floor: &Floor) -> Vec<String> {
    let rules = room.table.rules();
    let name = |on: WagerId| room.kind.layouts()[usize::from(on.0)].name;
    let mut steps = Vec::new();
    for on in (0..room.kind.layouts().len() as u8).map(WagerId) {
        let limit = rules.limit(on);
        steps.push(format!(
            r#"{{"sign":{{"on":"{}","min":{},"max":{},"unit":{}}}}}"#,
            name(on),
            limit.min.0,
            limit.max.0,
            limit.unit.0
        ));
    }
    for (player, on, limit) in rules.personal() {
        steps.push(format!(
            r#"{{"sign":{{"on":"{}","player":"{}","min":{},"max":{},"unit":{}}}}}"#,
            name(*on),
            floor.people.name(*player),
            limit.min.0,
            limit.max.0,
            limit.unit.0
        ));
    }
    if let Some(variant) = rules.variant {
        let variant = room.kind.house().variants[usize::from(variant)];
        steps.push(format!(r#"{{"variant":"{variant}"}}"#));
    } else if !room.kind.house().variants.is_empty() {
        steps.push(r#"{"variant":null}"#.to_owned());
    }
    if let Some(jackpot) = &rules.jackpot {
        let (major, minor) = (jackpot.major.0, jackpot.minor.0);
        steps.push(format!(r#"{{"meters":{{"major":{major},"minor":{minor}}}}}"#));
    }
    steps
}
