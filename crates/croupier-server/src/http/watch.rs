//! Live updates over a WebSocket: tables, the lobby, one's own money.

use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use croupier_floor::TableId;
use croupier_view::{PromotionEye, Viewer};
use serde::Deserialize;
use tokio::sync::{mpsc, watch};

use super::visitor::{self, Address};
use super::{App, closing};
use crate::dto::{Me, TableView};
use crate::hub::Watcher;
use crate::problem::Problem;
use crate::publisher::Message as Told;
use crate::sessions::Visitor;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/live", get(live))
}

/// So many messages may wait for a watcher.
const ROOM: usize = 64;
/// So many connections a person has who is known, even if too many come from the same address.
const OWN: usize = 2;
/// So many tables one connection may watch.
const TABLES: usize = 16;
/// The longest message a watcher may send.
const LONGEST: usize = 1024;
/// So many messages a watcher may send between two signs of life, pings included.
const ASKS: u32 = 100;
/// So often a watcher is asked for a sign of life.
const PING: Duration = Duration::from_secs(20);

/// What a watcher may say.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Wish {
    Watch {
        table: u32,
        #[serde(default)]
        since: Option<u64>,
    },
    Unwatch {
        table: u32,
    },
    Lobby(bool),
    Promotions(bool),
    /// To be told the time of the house, and by that, that the line still lives.
    Now(bool),
}

async fn live(
    State(app): State<App>,
    Address(from): Address,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let visitor = visitor::find(&app, &headers)?;
    // Others at the same address cannot keep somebody out who is known.
    let person = visitor.as_ref().map(|visitor| visitor.person.0);
    let lines = person.map_or(usize::MAX, |person| app.house.shared.hub.lines_of(person));
    let place = app.sockets.take(Some(from));
    let place = place.or_else(|| if lines < OWN { app.sockets.take(None) } else { None });
    let Some(place) = place else {
        return Err(Problem::busy("too many are watching, or too many from your address"));
    };
    let upgrade = upgrade
        .read_buffer_size(4096)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20)
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let _place = place;
        let watching = Watching::begin(&app, visitor).await;
        if let Some(watching) = watching {
            watching.run(socket).await;
        }
    }))
}

/// Waits until the watcher is sent away; says why.
async fn dismissal(bye: &mut watch::Receiver<Option<&'static str>>) -> &'static str {
    let why = bye.wait_for(Option::is_some).await.ok().and_then(|why| *why);
    why.unwrap_or("you did not keep up")
}

/// One connection.
struct Watching<'a> {
    app: &'a App,
    visitor: Option<Visitor>,
    watcher: Watcher,
    inbox: mpsc::Receiver<Utf8Bytes>,
    tables: Vec<u32>,
    asked: u32,
}

impl Drop for Watching<'_> {
    fn drop(&mut self) {
        self.app.house.shared.hub.leave(self.watcher.id);
    }
}

impl<'a> Watching<'a> {
    async fn begin(app: &'a App, visitor: Option<Visitor>) -> Option<Self> {
        let person = visitor.as_ref().map(|visitor| visitor.person);
        let asked = app.house.ask(move |floor_thread| {
            let floor = floor_thread.floor();
            let eye = person.map(|person| croupier_view::eye(floor, person));
            let desk = person.is_some_and(|person| PromotionEye::of(floor, person).desk);
            (eye.unwrap_or(Viewer::Player), desk)
        });
        let (_, (eye, desk)) = asked.await.ok()?;
        let (out, inbox) = mpsc::channel(ROOM);
        let hub = &app.house.shared.hub;
        let person = person.map(|person| person.0);
        let bye = watch::Sender::new(None);
        let session = visitor.as_ref().map(|visitor| visitor.id);
        let watcher = Watcher { id: hub.id(), eye, desk, person, session, out, bye };
        hub.join(&watcher);
        // Whose rights have changed before this line joined was not sent away with the others; the session is gone.
        let over = |visitor: &Visitor| !app.sessions().is_open(&visitor.id);
        if visitor.as_ref().is_some_and(over) {
            hub.leave(watcher.id);
            return None;
        }
        Some(Self { app, visitor, watcher, inbox, tables: Vec::new(), asked: 0 })
    }

    /// Carries messages both ways until somebody leaves.
    async fn run(mut self, mut socket: WebSocket) {
        let mut goodbye = self.app.goodbye();
        let mut ping = tokio::time::interval(PING);
        let mut answered = true;
        let mut beats = 0_u32;
        let mut dismissed = self.watcher.bye.subscribe();
        let bye = loop {
            tokio::select! {
                // Whoever may see other things from now on is told nothing more of what waits to be told.
                biased;
                why = dismissal(&mut dismissed) => break why,
                message = self.inbox.recv() => {
                    let Some(text) = message else { break "you did not keep up" };
                    if socket.send(Message::Text(text)).await.is_err() {
                        return;
                    }
                }
                message = socket.recv() => match message {
                    None | Some(Err(_) | Ok(Message::Close(_))) => return,
                    // What asks for nothing costs an answer, too.
                    Some(Ok(_)) if self.is_too_much() => break "too much too fast",
                    Some(Ok(Message::Text(text))) => {
                        if let Some(answer) = self.wish(&text).await
                            && socket.send(Message::Text(answer)).await.is_err()
                        {
                            return;
                        }
                    }
                    Some(Ok(Message::Binary(_))) => break "text, please",
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => answered = true,
                },
                _ = ping.tick() => {
                    beats += 1;
                    self.asked = 0;
                    if !answered {
                        return;
                    }
                    answered = beats < 2;
                    if socket.send(Message::Ping(Default::default())).await.is_err() {
                        return;
                    }
                    if let Some(why) = self.is_over().await {
                        break why;
                    }
                }
                () = closing(&mut goodbye) => break "the house closes",
            }
        };
        let bye = Told::Bye(bye).text();
        let _gone = socket.send(Message::Text(bye)).await;
        let _gone = socket.send(Message::Close(None)).await;
    }

    /// Counts a message, of whatever kind; tells whether there are too many.
    const fn is_too_much(&mut self) -> bool {
        self.asked += 1;
        self.asked > ASKS
    }

    /// Says why the connection is over, if its session is. A watcher is a sign of life.
    async fn is_over(&self) -> Option<&'static str> {
        let visitor = self.visitor.as_ref()?;
        if !self.app.sessions().is_open(&visitor.id) {
            return Some("your session is over");
        }
        let person = visitor.person;
        let _stopped = self.app.house.ask(move |floor_thread| floor_thread.is_alive(person)).await;
        None
    }

    /// Does what a watcher wishes, and answers at once where there is something to say.
    async fn wish(&mut self, text: &str) -> Option<Utf8Bytes> {
        let hub = &self.app.house.shared.hub;
        match serde_json::from_str(text) {
            Err(error) => Some(Told::error(&error.to_string())),
            Ok(Wish::Unwatch { table }) => {
                self.tables.retain(|known| *known != table);
                hub.unwatch(table, self.watcher.id);
                None
            }
            Ok(Wish::Lobby(false)) => {
                hub.leave_lobby(self.watcher.id);
                None
            }
            Ok(Wish::Promotions(false)) => {
                hub.leave_promotions(self.watcher.id);
                None
            }
            Ok(Wish::Promotions(true)) => {
                hub.watch_promotions(&self.watcher);
                let (number, ()) = self.app.house.ask(|_| ()).await.ok()?;
                self.tell(&Told::Promotions { number, changed: &[] });
                None
            }
            Ok(Wish::Now(false)) => None,
            Ok(Wish::Now(true)) => Some(Told::Now(self.app.house.shared.time.now()).text()),
            Ok(Wish::Lobby(true)) => {
                hub.watch_lobby(&self.watcher);
                let (number, mut lobby) =
                    self.app.house.ask(|floor_thread| floor_thread.lobby()).await.ok()?;
                lobby.number = number;
                self.tell(&Told::Lobby(&lobby));
                self.tell_me().await;
                None
            }
            Ok(Wish::Watch { table, since }) => {
                if !self.tables.contains(&table) {
                    if self.tables.len() == TABLES {
                        let error = format!("at most {TABLES} tables");
                        return Some(Told::error(&error));
                    }
                    self.tables.push(table);
                }
                self.watch(table, since).await
            }
        }
    }

    async fn watch(&mut self, table: u32, since: Option<u64>) -> Option<Utf8Bytes> {
        let hub = &self.app.house.shared.hub;
        let happened = hub.watch(table, &self.watcher, since);
        if since.is_some() {
            self.tell(&Told::Missed { table, since, happened });
        }
        let eye = self.watcher.eye;
        let asked = self.app.house.ask(move |floor_thread| floor_thread.view(TableId(table), eye));
        let (number, view) = asked.await.ok()?;
        let Some(view) = view else {
            hub.unwatch(table, self.watcher.id);
            self.tables.retain(|known| *known != table);
            let error = format!("table {table} is not open");
            return Some(Told::Error { error: &error, table: Some(table) }.text());
        };
        let view = TableView { number, ..view };
        self.tell(&Told::Table { table, number, view: &view, happened: Vec::new() });
        self.tell_me().await;
        None
    }

    /// Tells the watcher what it has.
    async fn tell_me(&self) {
        let Some(person) = self.visitor.as_ref().map(|visitor| visitor.person) else { return };
        let asked = self.app.house.ask(move |floor_thread| {
            floor_thread.is_alive(person);
            Me::of(floor_thread.floor(), person)
        });
        if let Ok((_, Some(me))) = asked.await {
            self.tell(&Told::Me(&me));
        }
    }

    /// Sends something by the same way as the news, so that all stays in order.
    fn tell(&self, message: &Told<'_>) {
        let _full = self.watcher.out.try_send(message.text());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use croupier_engine::Player;

    use super::Watching;
    use crate::http::App;
    use crate::sessions::Whose;
    use crate::{Config, House, Manual};

    /// Whose session ended while the line was being opened gets none: the dismissal came before the line could hear it.
    #[tokio::test(flavor = "multi_thread")]
    async fn a_line_that_comes_too_late_for_its_dismissal_is_not_opened() {
        let folder = std::env::temp_dir().join(format!("croupier-watch-{}", std::process::id()));
        let _not_there = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("there is room for temporary files");
        let config =
            Config { journal: folder.join("house.db"), demo_tables: false, ..Config::default() };
        let house = House::open(config, Arc::new(Manual::default())).expect("the house opens");
        let app = App::new(house.clone(), ([127, 0, 0, 1], 1).into(), None).await;
        let dan = Player(7);
        let opened =
            app.sessions().open(dan, "dan", Whose::Staff, [0; 32]).expect("there is randomness");
        let visitor = opened.1;
        let line = Watching::begin(&app, Some(visitor.clone())).await;
        assert_eq!((line.is_some(), house.shared.hub.lines_of(dan.0)), (true, 1));
        drop(line);
        app.sessions().close_all(dan);
        house.shared.hub.dismiss(dan.0, "your rights have changed");
        let line = Watching::begin(&app, Some(visitor)).await;
        assert_eq!((line.is_some(), house.shared.hub.lines_of(dan.0)), (false, 0));
        house.close();
        std::fs::remove_dir_all(&folder).expect("it is ours");
    }
}
