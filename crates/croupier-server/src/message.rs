//! What is sent to those who watch, as docs/server.md describes it.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::dto::{Lobby, Me, TableView};
use croupier_view::Seen;

/// Something written as JSON once, for every message that it will stand in.
pub(crate) type Json = Box<RawValue>;

/// What happened, as those may see it who are sent it.
pub(crate) type Written = Arc<[Json]>;

/// Writes something as JSON.
pub(crate) fn json(what: &impl Serialize) -> Json {
    to_raw_value(what).unwrap_or_default()
}

/// Writes what happened as somebody may see it.
pub(crate) fn written(seen: Vec<Seen<'_>>) -> Written {
    seen.iter().map(json).collect()
}

/// A message to somebody who watches.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Message<'a> {
    /// What the person has now.
    Me(&'a Me),
    /// All tables, in short.
    Lobby(&'a Lobby),
    /// Something has become of these promotions.
    Promotions { number: u64, changed: &'a [u32] },
    /// Something that staff should know.
    Staff(&'a RawValue),
    /// What happened since the watcher was last there; `None` if nobody knows any more.
    Missed { table: u32, since: Option<u64>, happened: Option<Vec<(u64, Json)>> },
    /// The last message: why the connection ends.
    Bye(&'a str),
    /// A table as it is now, and what happened there.
    #[serde(untagged)]
    Table { table: u32, number: u64, view: &'a TableView, happened: Vec<&'a RawValue> },
    /// A wish that cannot be fulfilled, and the table it was about.
    #[serde(untagged)]
    Error {
        error: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        table: Option<u32>,
    },
}

impl Message<'_> {
    /// Writes the message.
    pub(crate) fn text(&self) -> Utf8Bytes {
        serde_json::to_string(self).unwrap_or_default().into()
    }

    /// Says that a wish cannot be fulfilled.
    pub(crate) fn error(error: &str) -> Utf8Bytes {
        Message::Error { error, table: None }.text()
    }
}
