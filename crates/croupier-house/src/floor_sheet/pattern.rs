//! Wanted events, looked at before they are compared: a word that no event has is a slip of the pen, and would make a
//! sheet that wants something not to happen say nothing.

use croupier_floor::{Account, Event, Level, People};
use serde_json::{Map, Value, json};

use super::fault::FloorSheetFault;

/// Checks that there are events with the words and fields of a pattern.
pub(super) fn check_event(path: &str, pattern: &Value) -> Result<(), FloorSheetFault> {
    let (word, inner) = variant(path, pattern)?;
    check_variant(path, word, inner, &|inner| json!({ word: inner }))?;
    let Some(Value::Array(items)) = (word == "game").then_some(inner).flatten() else {
        return Ok(());
    };
    let Some(happened) = items.get(1) else { return Ok(()) };
    let (word, inner) = variant(path, happened)?;
    check_variant(path, word, inner, &|inner| json!({ "game": [1, { word: inner }] }))
}

/// Takes an event apart: its word, and what stands under it.
fn variant<'a>(
    path: &str,
    pattern: &'a Value,
) -> Result<(&'a str, Option<&'a Value>), FloorSheetFault> {
    let one = |fields: &'a Map<String, Value>| match fields.len() {
        1 => fields.iter().next(),
        _ => None,
    };
    match pattern {
        Value::String(word) => Ok((word, None)),
        Value::Object(fields) if fields.len() == 1 => {
            Ok(one(fields).map_or(("", None), |(word, inner)| (word.as_str(), Some(inner))))
        }
        _ => Err(FloorSheetFault::new(path, format!("{pattern} is no event"))
            .hint("an event is a word, or an object with one key")),
    }
}

/// Asks the reader of events whether it knows the word, and each field beneath it.
fn check_variant(
    path: &str,
    word: &str,
    inner: Option<&Value>,
    event: &dyn Fn(Value) -> Value,
) -> Result<(), FloorSheetFault> {
    let unknown = |value: Value, what: &str| {
        let error = Event::read(event(value).to_string().as_bytes()).err()?;
        let error = error.split(" at line ").next().unwrap_or_default();
        error.starts_with(what).then(|| error.to_owned())
    };
    if let Some(error) = unknown(Value::Null, "unknown variant") {
        return Err(FloorSheetFault::new(path, error));
    }
    let Some(Value::Object(fields)) = inner else { return Ok(()) };
    for field in fields.keys() {
        if let Some(error) = unknown(json!({ field: null }), "unknown field") {
            return Err(FloorSheetFault::new(format!("{path}.{word}"), error));
        }
    }
    Ok(())
}

/// The fields of a denial.
pub(super) const DENIAL: [&str; 3] = ["by", "clause", "reason"];

/// Checks that a wanted denial has fields that denials have.
pub(super) fn check_denial(path: &str, pattern: &Value) -> Result<(), FloorSheetFault> {
    let Value::Object(fields) = pattern else {
        return Err(FloorSheetFault::new(path, format!("{pattern} is no denial"))
            .hint("write an object with by, clause and reason, or some of them"));
    };
    match fields.keys().find(|name| !DENIAL.contains(&&***name)) {
        Some(name) => Err(FloorSheetFault::new(path, format!("a denial has no field {name:?}"))
            .hint("it has by, clause and reason")),
        None => Ok(()),
    }
}

/// Reads an account in which people are named: `"cage"`, `{"purse": "ann"}`, `{"rack": [1, "ann"]}`.
pub(super) fn account(
    path: &str,
    written: &Value,
    people: &People,
) -> Result<Account, FloorSheetFault> {
    let number = |value: &Value| match value {
        Value::String(name) => match people.find(name) {
            Some(player) => Ok(player.0.into()),
            None if Level::ALL.iter().any(|level| level.name() == name) => Ok(value.clone()),
            None => Err(FloorSheetFault::new(path, format!("nobody here is called {name:?}"))),
        },
        other => Ok(other.clone()),
    };
    let numbered = match written {
        Value::Object(fields) => {
            let each = fields.iter().map(|(word, owner)| {
                let owner = match owner {
                    Value::Array(parts) => {
                        parts.iter().map(number).collect::<Result<Vec<_>, _>>()?.into()
                    }
                    one => number(one)?,
                };
                Ok((word.clone(), owner))
            });
            Value::Object(each.collect::<Result<Map<_, _>, FloorSheetFault>>()?)
        }
        plain => plain.clone(),
    };
    serde_json::from_value(numbered).map_err(|error| {
        FloorSheetFault::new(path, format!("{written} is no account: {error}")).hint(
            "write it as postings do: \"cage\", {\"purse\": \"ann\"}, {\"rack\": [1, \"ann\"]}",
        )
    })
}
