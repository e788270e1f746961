//! Where in a JSON text a reader stopped: the fields and the places in lists that lead there.

use std::fmt;

use serde::Deserialize;

/// Why a JSON text could not be read, and where in it.
#[derive(Debug)]
pub struct ReadError {
    /// The fields and the places in lists that lead to what is wrong.
    pub path: Vec<Segment>,
    /// What the reader says.
    pub error: serde_json::Error,
}

impl ReadError {
    /// Says what is wrong with a text as a whole.
    pub fn whole(what: impl fmt::Display) -> Self {
        Self { path: Vec::new(), error: serde::de::Error::custom(what) }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, segment) in self.path.iter().enumerate() {
            let dot = if at == 0 { "" } else { "." };
            match segment {
                Segment::Field(name) => write!(f, "{dot}{name}")?,
                Segment::Item(number) => write!(f, "[{number}]")?,
            }
        }
        write!(f, "{}{}", if self.path.is_empty() { "" } else { ": " }, self.error)
    }
}

impl std::error::Error for ReadError {}

/// Reads a value from JSON.
///
/// # Errors
/// Says what is wrong, and where.
pub fn read_json<'a, T: Deserialize<'a>>(text: &'a [u8]) -> Result<T, ReadError> {
    serde_json::from_slice(text).map_err(|error| ReadError { path: place_of(&error, text), error })
}

/// One step on the way to a place in a JSON text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment {
    /// Into a field of an object.
    Field(String),
    /// Into an item of a list, counted from 0.
    Item(usize),
}

/// An object or a list that was begun and is not over.
enum Open {
    Object { key: Option<String> },
    List { at: usize },
}

/// Finds the way to where a reader stopped with an error. The text is gone through once more, up to there: to keep
/// account of fields while reading would slow down the reading of everything that is right.
pub(crate) fn place_of(error: &serde_json::Error, text: &[u8]) -> Vec<Segment> {
    let mut open = Vec::new();
    let mut is_at_key = false;
    let read = &text[..end(error, text)];
    let mut rest = read;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        is_at_key &= byte.is_ascii_whitespace();
        match byte {
            b'{' => open.push(Open::Object { key: None }),
            b'[' => open.push(Open::List { at: 0 }),
            b'}' | b']' => drop(open.pop()),
            b',' => match open.last_mut() {
                Some(Open::Object { key }) => *key = None,
                Some(Open::List { at }) => *at += 1,
                None => {}
            },
            b'"' => {
                let (string, after) = after.split_at(string_length(after));
                rest = after;
                if let Some(Open::Object { key: key @ None }) = open.last_mut() {
                    *key = Some(unquoted(string));
                    is_at_key = true;
                }
            }
            _ => {}
        }
    }
    // A key leads to its value, of which nothing was read yet, unless the key itself is wrong; a list that should
    // not be there leads to none of its items; and what is too much in an object is not in the field before it.
    let what = error.to_string();
    let is_too_much = what.starts_with("expected `,` or") || is_too_much(error, text);
    let is_about_key = what.starts_with("unknown field") || what.starts_with("duplicate field");
    let is_in_list = read.ends_with(b"[") && !text[read.len()..].starts_with(b"[");
    let is_about_list = what.starts_with("invalid type: sequence") && is_in_list;
    if is_at_key && !is_about_key || is_about_list || is_too_much {
        open.pop();
    }
    let segment = |open| match open {
        Open::Object { key } => key.map(Segment::Field),
        Open::List { at } => Some(Segment::Item(at)),
    };
    open.into_iter().filter_map(segment).collect()
}

/// Returns how much of the text was read before the error. What is not JSON is found when it is looked at, before
/// it is read; but the end of what stands before a missing value has been read.
fn end(error: &serde_json::Error, text: &[u8]) -> usize {
    let end = offset(error, text);
    let was_read = error.is_data() || is_too_much(error, text);
    end.saturating_sub((!was_read).into())
}

/// Tells whether a reader that expected a value stands behind one: then it looked for the end of an object that has
/// one field, and found something else.
fn is_too_much(error: &serde_json::Error, text: &[u8]) -> bool {
    let read = &text[..offset(error, text)];
    let before = read.split_last().and_then(|(_, before)| before.trim_ascii_end().last());
    let is_value = match (before, read.last()) {
        (Some(b',' | b':' | b'['), Some(b'}')) | (Some(b',' | b':' | b'{'), Some(b']')) => false,
        // An object without a field, unless it is itself the value of one.
        (Some(b'{'), Some(b'}')) => is_field(read),
        (_, Some(b'}' | b']' | b'"' | b'0'..=b'9')) => true,
        _ => [&b"true"[..], b"false", b"null"].iter().any(|word| read.ends_with(word)),
    };
    is_value && error.to_string().starts_with("expected value")
}

/// Tells whether a text ends with an empty object that is the value of a field.
fn is_field(text: &[u8]) -> bool {
    let before = text.rsplitn(2, |byte| *byte == b'{').nth(1).unwrap_or_default();
    before.trim_ascii_end().ends_with(b":")
}

/// Returns the place at which the reader says that it stopped.
fn offset(error: &serde_json::Error, text: &[u8]) -> usize {
    let lines = text.split_inclusive(|byte| *byte == b'\n');
    let before: usize = lines.take(error.line().saturating_sub(1)).map(<[u8]>::len).sum();
    (before + error.column()).min(text.len())
}

/// Returns the length of a string whose opening quotation mark was read, with the closing one.
fn string_length(text: &[u8]) -> usize {
    let mut escaped = false;
    let closes = |byte: &u8| {
        let closes = *byte == b'"' && !escaped;
        escaped = *byte == b'\\' && !escaped;
        closes
    };
    text.iter().position(closes).map_or(text.len(), |at| at + 1)
}

/// Reads what stands between quotation marks, of which the first is missing.
fn unquoted(string: &[u8]) -> String {
    let quoted = [b"\"", string].concat();
    let plain = || String::from_utf8_lossy(string).trim_end_matches('"').to_owned();
    serde_json::from_slice(&quoted).unwrap_or_else(|_| plain())
}
