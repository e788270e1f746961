//! What a report sees of one entry: what was told, what followed, and what was carried out for whom.

use std::collections::BTreeMap;

use croupier_engine::Cents;
use croupier_journal::Record;

use crate::TableId;
use crate::act::Act;
use crate::answer::{Answer, Verdict};
use crate::floor::Floor;

/// One entry, and what followed from it.
pub(super) struct Seen<'a> {
    /// The floor after it.
    pub(super) floor: &'a Floor,
    /// Its number.
    pub(super) number: u64,
    /// When.
    pub(super) at: u64,
    /// Its round.
    pub(super) round: u64,
    /// Who told it.
    pub(super) who: &'a str,
    /// What was told.
    pub(super) act: &'a Act,
    /// What followed.
    pub(super) answer: &'a Answer,
    /// What was asked for, if this is an approval or its opposite.
    pub(super) request: Option<&'a Asking>,
    /// It is within the range of the report.
    pub(super) counts: bool,
}

/// What somebody asked for that takes two people.
pub(super) struct Asking {
    /// Who asked.
    pub(super) who: String,
    /// For what.
    pub(super) act: Act,
}

impl<'a> Seen<'a> {
    pub(super) fn new(
        floor: &'a Floor,
        record: &'a Record,
        act: &'a Act,
        answer: &'a Answer,
        requests: &'a Requests,
    ) -> Self {
        let entry = &record.chained.entry;
        let request = match act {
            Act::Approve { request } | Act::Reject { request } => requests.0.get(request),
            _ => None,
        };
        let (number, at, round, who) = (record.number, entry.at, entry.round, &*entry.who);
        Self { floor, number, at, round, who, act, answer, request, counts: true }
    }

    /// Returns what was carried out, and who asked for it; `None` if nothing was.
    pub(super) fn done(&self) -> Option<(&'a str, &'a Act)> {
        match (self.act, self.request, self.answer.is_done()) {
            (_, _, false) | (Act::Reject { .. }, ..) => None,
            (Act::Approve { .. }, request, true) => {
                request.map(|asking| (&*asking.who, &asking.act))
            }
            (act, _, true) => Some((self.who, act)),
        }
    }

    /// Returns the table that it is about.
    pub(super) fn table(&self) -> Option<TableId> {
        self.act.table().or_else(|| self.request.and_then(|asking| asking.act.table()))
    }
}

/// What takes two people, by the number of the request.
#[derive(Default)]
pub(super) struct Requests(BTreeMap<u32, Asking>);

impl Requests {
    /// Remembers what waits for a second person.
    pub(super) fn note(&mut self, who: &str, act: &Act, answer: &Answer) {
        if let Verdict::Waits { request } = answer.verdict {
            self.0.insert(request, Asking { who: who.to_owned(), act: act.clone() });
        }
    }
}

/// Returns the name of an act as the table of rights has it, and its fields in a few words. Hashes of
/// passwords are not for paper.
pub(super) fn words(act: &Act) -> (String, String) {
    let value: serde_json::Value = serde_json::from_str(&act.write()).unwrap_or_default();
    let Some((name, fields)) = value.as_object().and_then(|object| object.iter().next()) else {
        return (String::new(), String::new());
    };
    if let Act::Step { step, .. } = act {
        return (format!("step {}", step_name(step.get())), step.get().to_owned());
    }
    let fields = fields.as_object().into_iter().flatten();
    let fields = fields.filter(|(field, value)| {
        !value.is_null() && !["password", "table", "key", "commitment"].contains(&field.as_str())
    });
    let words: Vec<_> =
        fields.map(|(field, value)| format!("{field} {}", figure(field, value))).collect();
    (name.clone(), words.join(", "))
}

/// Returns the name of a step: the first field of its object.
pub(super) fn step_name(step: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(step).unwrap_or_default();
    match value {
        serde_json::Value::String(name) => name,
        serde_json::Value::Object(object) => {
            object.into_iter().next().map_or_else(String::new, first)
        }
        _ => String::new(),
    }
}

fn first((name, _): (String, serde_json::Value)) -> String {
    name
}

/// Writes a field; money in whole units and cents.
fn figure(field: &str, value: &serde_json::Value) -> String {
    match value.as_u64() {
        Some(cents) if ["amount", "float", "major", "minor"].contains(&field) => {
            Cents(cents).to_string()
        }
        _ => plain(value),
    }
}

fn plain(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Array(items) => {
            items.iter().map(plain).collect::<Vec<_>>().join(" and ")
        }
        other => other.to_string(),
    }
}
