//! The entries of a floor sheet read: acts and steps as the floor takes them, with the table and the numbers put in that
//! a sheet may leave out; and slips of the pen.

use std::collections::BTreeMap;

use croupier_floor::{Act, EdgeAct, TableAct, TableId};
use croupier_sheet::{ReadError, Step};
use serde_json::{Map, Value};

use super::fault::FloorSheetFault;
use super::form::{EntryForm, WantForm};
use super::opening::{GUEST, PEOPLE};
use super::pattern::{check_denial, check_event};

/// The numbers of requests, complaints, records and tasks, by the names that the sheet gives them.
#[derive(Default)]
pub(super) struct Numbers<'a>(pub(super) BTreeMap<&'a str, u32>);

impl<'a> Numbers<'a> {
    /// Reads the act of an entry, if it has one, with who does it.
    pub(super) fn act_of(
        &self,
        path: &str,
        entry: &'a EntryForm,
    ) -> Result<Option<(&'a str, Act)>, FloorSheetFault> {
        let act = match (&entry.act, &entry.step) {
            (Some(act), _) => self.read_act(&format!("{path}.act"), act, table_of(entry))?,
            (_, Some(step)) => {
                let step = read(&format!("{path}.step"), step, Step::parse)
                    .map_err(|fault| fault.hint("docs/round-sheet.md lists the steps"))?;
                TableAct::<String>::Step { table: table_of(entry), step }.into()
            }
            (None, None) => return Ok(None),
        };
        let Some(who) = entry.who.as_deref() else {
            let what = "an act, a step and a look need a person";
            return Err(FloorSheetFault::new(path, what).hint("say who with \"who\": \"sue\""));
        };
        Ok(Some((who, act)))
    }

    /// Reads an act, with the table put in where the sheet leaves it out, and numbers in place of names.
    fn read_act(&self, path: &str, act: &Value, table: TableId) -> Result<Act, FloorSheetFault> {
        let mut act = self.with_numbers(path, act)?;
        if let Value::Object(fields) = &mut act {
            for (name, inner) in fields.iter_mut() {
                let at_table = TableAct::NAMES.contains(&&**name)
                    || EdgeAct::NAMES.contains(&&**name) && name != "open";
                if let (true, Value::Object(inner)) = (at_table, inner) {
                    inner.entry("table").or_insert_with(|| table.0.into());
                }
            }
        }
        read(path, &act, Act::parse).map_err(|fault| fault.hint("docs/floor.md lists the acts"))
    }

    /// Puts numbers in place of the names that the sheet has given to requests, complaints, records and tasks.
    pub(super) fn with_numbers(&self, path: &str, value: &Value) -> Result<Value, FloorSheetFault> {
        Ok(match value {
            Value::Object(fields) => {
                let each = fields.iter().map(|(key, value)| {
                    let value = match value {
                        Value::String(name) if NUMBERED.contains(&&**key) => {
                            let path = format!("{path}.{key}");
                            self.number(&path, name)?.into()
                        }
                        other => self.with_numbers(path, other)?,
                    };
                    Ok((key.clone(), value))
                });
                Value::Object(each.collect::<Result<Map<_, _>, FloorSheetFault>>()?)
            }
            Value::Array(items) => {
                let each = items.iter().map(|item| self.with_numbers(path, item));
                each.collect::<Result<Vec<_>, _>>()?.into()
            }
            other => other.clone(),
        })
    }

    fn number(&self, path: &str, name: &str) -> Result<u32, FloorSheetFault> {
        self.0.get(name).copied().ok_or_else(|| {
            FloorSheetFault::new(path, format!("nothing is named {name:?} yet"))
                .hint("an entry names what it makes with \"as\"")
        })
    }
}

/// The fields by which acts and events name requests, complaints, records and tasks.
const NUMBERED: [&str; 4] = ["request", "complaint", "task", "number"];

/// Returns the table that an entry is about.
pub(super) fn table_of(entry: &EntryForm) -> TableId {
    TableId(entry.table.unwrap_or(1))
}

/// Checks that the parts of an entry go together.
pub(super) fn check_parts(path: &str, entry: &EntryForm) -> Result<(), FloorSheetFault> {
    let parts = [entry.act.is_some(), entry.step.is_some(), entry.deal, entry.sees.is_some()];
    let acts = entry.act.is_some() || entry.step.is_some();
    let want = &entry.want;
    let what = if parts.iter().filter(|it| **it).count() > 1 {
        "an entry has one of act, step, deal and sees"
    } else if !acts && (want.waits || want.denied.is_some() || entry.name.is_some()) {
        "without an act or a step nothing waits, is denied or gets a name"
    } else if want.waits && want.denied.is_some() {
        "an act either waits or is denied"
    } else if want.changes && want.denied.is_none() {
        "changes goes with denied: an act that is done changes what it likes"
    } else if entry.sees.is_some() && entry.who.is_none() {
        "a look needs a person"
    } else if !want.pins.is_empty()
        && !parts.contains(&true)
        && want.events.is_empty()
        && want.without.is_empty()
    {
        "where nothing is done, seen or wanted, no clause is pinned"
    } else {
        return Ok(());
    };
    Err(FloorSheetFault::new(path, what).hint("docs/floor-sheet.md describes the script"))
}

/// Looks for slips of the pen in what an entry wants.
pub(super) fn check_want(path: &str, want: &WantForm) -> Result<(), FloorSheetFault> {
    let path = format!("{path}.want");
    if let Some(denied) = &want.denied {
        check_denial(&format!("{path}.denied"), denied)?;
    }
    for (name, events) in [("events", &want.events), ("without", &want.without)] {
        for (at, event) in events.iter().enumerate() {
            check_event(&format!("{path}.{name}[{at}]"), event)?;
        }
    }
    Ok(())
}

/// Reads an act or a step; a fault says where in it something is wrong.
fn read<T>(
    path: &str,
    value: &Value,
    parse: fn(&[u8]) -> Result<T, ReadError>,
) -> Result<T, FloorSheetFault> {
    parse(value.to_string().as_bytes()).map_err(|error| {
        let inner = error.to_string();
        let inner = inner.split(" at line 1 column").next().unwrap_or(&inner);
        let (place, what) = match error.path.is_empty() {
            true => (path.to_owned(), inner),
            false => match inner.split_once(": ") {
                Some((place, what)) => (format!("{path}.{place}"), what),
                None => (path.to_owned(), inner),
            },
        };
        FloorSheetFault::new(place, what)
    })
}

/// Says that the house knows nobody of this name, and whom it knows.
pub(super) fn no_such_person(path: &str, name: &str) -> FloorSheetFault {
    let names: Vec<_> = PEOPLE.iter().map(|(name, _)| *name).collect();
    FloorSheetFault::new(path, format!("nobody here is called {name:?}")).hint(format!(
        "the house has {} and {}; others are added under people",
        names.join(", "),
        GUEST
    ))
}
