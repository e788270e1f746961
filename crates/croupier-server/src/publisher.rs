//! The publisher: waits until what was done is saved to disk, in the order of the journal, and only then sends it
//! to whoever asked and whoever watches. What is sent is written once, as docs/server.md describes it.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::Receiver;
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use croupier_floor::{ActResult, Answer, Change, Event};
use croupier_journal::Ticket;
use croupier_view::Seen;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::oneshot;

use crate::breakdown::Part;
use crate::dto::{Lobby, Me, TableView};
use crate::house::{Permit, Saved, Shared};
use crate::hub::News;
use crate::once::Outcome;
use crate::origin::Origin;

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
    /// The time of the house, in milliseconds since 1970.
    Now(u64),
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

/// Something that may be told when everything before it is saved to disk.
pub(crate) enum AfterSave {
    /// What became of an act.
    Act(Answer, Ticket, Option<Box<Reply>>),
    /// A table as it is now.
    Table(Box<Scene>),
    /// What a person has now.
    Person(u32, Box<Me>),
    /// The lobby as it is now.
    Lobby(Box<Lobby>),
    /// Promotions of which something has become, and whether anybody may know of them.
    Promotions(Vec<(u32, bool)>),
    /// Something for staff.
    Prompt(Json),
    /// Whatever was asked, with the number of the last saved entry.
    Then(Box<dyn FnOnce(u64) + Send>),
    /// The journal took no more.
    Stopped,
}

/// Who waits for an answer.
pub(crate) struct Reply {
    pub(crate) to: oneshot::Sender<Outcome>,
    pub(crate) permit: Permit,
    pub(crate) since: Instant,
    /// The key under which the request came, for the journal.
    pub(crate) key: Vec<u8>,
    /// From where a guest asks.
    pub(crate) from: Option<Origin>,
    /// The hash of a password that must still be that of who asks.
    pub(crate) password: Option<String>,
    /// What happened, as whoever waits may see it.
    pub(crate) events: Written,
    /// The game at whose table.
    pub(crate) game: Option<&'static str>,
}

/// What those who watch a table are shown, as players and as staff.
pub(crate) struct Scene {
    pub(crate) table: u32,
    pub(crate) views: [Option<TableView>; 2],
    pub(crate) happened: [Vec<Written>; 2],
}

/// Tells everything, until nobody has anything more to tell.
pub(crate) fn run(sealed: &Receiver<AfterSave>, shared: &Arc<Shared>, mut number: u64) {
    for sealed in sealed {
        match sealed {
            AfterSave::Act(answer, ticket, reply) => match ticket.wait() {
                Ok(receipt) => {
                    number = receipt.number;
                    shared.metrics.number.store(number, Relaxed);
                    count(&answer, shared);
                    heed(&answer, shared);
                    if let Some(reply) = reply {
                        let Reply { to, permit, since, events, game, .. } = *reply;
                        shared.metrics.saved.count(since.elapsed());
                        drop(permit);
                        // Whoever asked may be gone.
                        let (verdict, receipt) = (answer.verdict, receipt.hashes[0]);
                        let _gone = to.send(Ok(Saved { number, receipt, verdict, events, game }));
                    }
                }
                Err(error) => {
                    tracing::error!(%error, "the journal takes no more; the house stops");
                    shared.break_down(Part::Journal);
                }
            },
            // Nothing more is told: it may not be in the journal.
            _ if shared.is_stopped() => {}
            AfterSave::Stopped => shared.break_down(Part::Journal),
            AfterSave::Table(scene) => tell_table(*scene, number, shared),
            AfterSave::Person(person, me) => {
                shared.hub.tell_person(person, &Message::Me(&me).text());
            }
            AfterSave::Lobby(mut lobby) => {
                lobby.number = number;
                shared.hub.tell_lobby(&Message::Lobby(&lobby).text());
            }
            AfterSave::Promotions(changed) => tell_promotions(&changed, number, shared),
            AfterSave::Prompt(prompt) => {
                shared.hub.tell_staff(&Message::Staff(&prompt).text());
            }
            AfterSave::Then(then) => then(number),
        }
    }
}

fn tell_table(scene: Scene, number: u64, shared: &Shared) {
    let Scene { table, views, happened } = scene;
    let mut all = views.into_iter().zip(&happened).map(|(view, happened)| {
        let view = TableView { number, ..view? };
        let happened = happened.iter().flat_map(|all| all.iter().map(|it| &**it)).collect();
        Some(Message::Table { table, number, view: &view, happened }.text())
    });
    let texts = [all.next().flatten(), all.next().flatten()];
    shared.hub.publish(News { table, number, text: texts, happened });
}

fn tell_promotions(changed: &[(u32, bool)], number: u64, shared: &Shared) {
    let text = |shown: &dyn Fn(bool) -> bool| {
        let changed: Vec<_> =
            changed.iter().filter(|(_, public)| shown(*public)).map(|(it, _)| *it).collect();
        let some = !changed.is_empty();
        some.then(|| Message::Promotions { number, changed: &changed }.text())
    };
    shared.hub.tell_promotions([&text(&|public| public), &text(&|_| true)]);
}

/// Ends the sessions and live lines of those who may see other things from now on, before anything else is told.
fn heed(answer: &Answer, shared: &Shared) {
    for event in &answer.events {
        let Event::Person { person, change } = event else { continue };
        let why = match change {
            Change::Roles { .. } => "your rights have changed",
            Change::Password { .. } => "your password was changed",
            Change::Excluded => "you are kept out",
            Change::Joined { .. }
            | Change::WalkedIn { .. }
            | Change::Barred { .. }
            | Change::Readmitted => continue,
        };
        shared.sessions.close_all(*person);
        shared.hub.dismiss(person.0, why);
    }
}

fn count(answer: &Answer, shared: &Shared) {
    let counter = match answer.verdict {
        ActResult::Done | ActResult::Waits { .. } => &shared.metrics.acts_done,
        ActResult::Denied(_) => &shared.metrics.acts_denied,
    };
    counter.fetch_add(1, Relaxed);
}
