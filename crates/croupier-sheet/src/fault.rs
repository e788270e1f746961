//! What is wrong with a line that cannot be read, and where.

use std::borrow::Cow;
use std::fmt;

use serde::de::DeserializeSeed;

use crate::place::{Segment, place_of};

/// What is wrong with a line, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    path: Vec<Cow<'static, str>>,
    what: String,
}

impl Fault {
    /// Says what is wrong.
    pub fn new(what: impl Into<String>) -> Self {
        Self { path: Vec::new(), what: what.into() }
    }

    /// Says that a field is missing.
    pub(crate) fn missing(field: &str) -> Self {
        Self::new(format!("the field `{field}` is missing"))
    }

    /// Adds the field in which it was found.
    pub fn within(mut self, field: impl Into<Cow<'static, str>>) -> Self {
        self.path.push(field.into());
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, field) in self.path.iter().rev().enumerate() {
            write!(f, "{}{field}", if at == 0 { "" } else { "." })?;
        }
        write!(f, "{}{}", if self.path.is_empty() { "" } else { ": " }, self.what)
    }
}

/// Reads a value from JSON.
///
/// # Errors
/// Says what is wrong and where.
pub(crate) fn read<'a, S: DeserializeSeed<'a>>(text: &'a str, seed: S) -> Result<S::Value, Fault> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let read = seed.deserialize(&mut reader).and_then(|value| reader.end().map(|()| value));
    read.map_err(|error| found(&error, text))
}

/// Says what is wrong with a text that could not be read, and where in it.
#[cold]
fn found(error: &serde_json::Error, text: &str) -> Fault {
    let mut path = names(place_of(error, text.as_bytes()));
    let in_step = path.last().is_some_and(|last| last.starts_with("step "));
    let what = match quoted(error, "duplicate field `") {
        Some(_) => "given twice".to_owned(),
        None => reworded(error, in_step),
    };
    path.drain(..).rev().fold(Fault::new(what), Fault::within)
}

/// Lists the fields that lead to a place; the steps of a script are counted.
fn names(path: Vec<Segment>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for segment in path {
        match segment {
            Segment::Item(index) => match names.last_mut() {
                Some(last) if last == "script" => *last = format!("step {index}"),
                _ => names.push(index.to_string()),
            },
            Segment::Field(key) => names.push(key),
        }
    }
    names
}

/// Returns the name that follows these words of an error, if it begins with them.
fn quoted(error: &serde_json::Error, words: &str) -> Option<String> {
    let text = error.to_string();
    let (name, _) = text.strip_prefix(words)?.split_once('`')?;
    Some(name.to_owned())
}

/// Says what the reader found in words of sheets, and where it stopped: a sheet is one line.
fn reworded(error: &serde_json::Error, step: bool) -> String {
    if let Some(field) = quoted(error, "missing field `") {
        return format!("the field `{field}` is missing");
    }
    let (line, column) = (error.line(), error.column());
    let all = error.to_string();
    let what = all.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&all);
    let what = match what.strip_prefix("unknown variant ") {
        Some(rest) if step => format!("there is no step {rest}"),
        _ if step && what == "expected value" => "a step is an object with one key".to_owned(),
        _ if what.contains("unit variant") => "a step is an object with one key".to_owned(),
        _ if error.is_syntax() || error.is_eof() => format!("not JSON: {what}"),
        _ => what.to_owned(),
    };
    match line {
        1 => format!("{what} (column {column})"),
        _ => format!("{what} (line {line}, column {column})"),
    }
}
