//! Tables: the lobby, what a table shows, what can be wagered, and who runs it.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use axum::{Json, Router};
use croupier_engine::{Cents, Due};
use croupier_floor::{Act, ActResult, Dealing, HouseAct, Role, TableId};
use croupier_view::{BurnDrawn, Drawn, Offer, Viewer};
use serde::{Deserialize, Serialize};
#[cfg(feature = "openapi")]
use utoipa::{IntoParams, ToSchema};

use super::given::{Body, Path, Query};
use super::{Answered, App, visitor};
use crate::dto::{Driver, Lobby, TableView};
use crate::edge::{Asked, Edge};
use crate::floor_thread::FloorThread;
use crate::problem::Problem;
use crate::publisher;
use crate::sessions::Visitor;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/lobby", get(lobby))
        .route("/tables/{table}", get(table))
        .route("/tables/{table}/offers", get(offers))
        .route("/tables/{table}/said", get(said))
        .route("/tables/{table}/ready", post(ready))
        .route("/tables/{table}/driver", post(driver))
        .route("/tables/{table}/next", post(next))
        .route("/tables/{table}/draws/{commitment}", get(draws))
        .route("/tables/{table}/burns/{shuffle}", get(burns))
        .route("/tables/{table}/edge", get(edge))
}

fn no_table(table: u32) -> Problem {
    Problem::not_found(format!("table {table} is not open"))
}

/// All tables at a glance
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/lobby", tag = "tables", responses(
    (status = 200, body = Object), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn lobby(State(app): State<App>) -> Answered<Lobby> {
    let (number, lobby) = app.house.ask(|floor_thread| floor_thread.lobby()).await?;
    Ok(Json(Lobby { number, ..lobby }))
}

/// Finds out with whose eyes a request sees a table.
pub(super) async fn eye(app: &App, headers: &HeaderMap) -> Result<Viewer, Problem> {
    let Some(visitor) = visitor::find(app, headers)? else { return Ok(Viewer::Player) };
    let (_, eye) = app
        .house
        .ask(move |floor_thread| croupier_view::eye(floor_thread.floor(), visitor.person))
        .await?;
    Ok(eye)
}

/// A table, as whoever asks may see it
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/tables/{table}", tag = "tables", params(("table" = u32, Path)), responses(
    (status = 200, body = Object), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 404, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn table(
    State(app): State<App>,
    Path(table): Path<u32>,
    headers: HeaderMap,
) -> Answered<TableView> {
    let eye = eye(&app, &headers).await?;
    let (number, view) =
        app.house.ask(move |floor_thread| floor_thread.view(TableId(table), eye)).await?;
    let view = view.ok_or_else(|| no_table(table))?;
    Ok(Json(TableView { number, ..view }))
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct Offers {
    number: u64,
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    offers: Vec<Offer>,
}

/// For whom offers are asked, and of what amount.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(IntoParams))]
#[serde(deny_unknown_fields)]
pub(super) struct OffersFor {
    /// The player, when staff asks; without it, whoever asks.
    player: Option<String>,
    /// The amount whose commission is told, in cents; else it is that of the least.
    #[serde(default)]
    amount: u64,
}

/// What can I wager now, or, for staff, what can a player?
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/tables/{table}/offers", tag = "tables", params(("table" = u32, Path), OffersFor), responses(
    (status = 200, body = Offers), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"), (status = 404, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn offers(
    State(app): State<App>,
    visitor: Visitor,
    Path(table): Path<u32>,
    Query(OffersFor { player, amount }): Query<OffersFor>,
) -> Answered<Offers> {
    let asked = app.house.ask(move |floor_thread| {
        let floor = floor_thread.floor();
        let Some(room) = floor.rooms.get(&TableId(table)) else { return Err(no_table(table)) };
        let person = match player {
            None => visitor.person,
            Some(_) if croupier_view::eye(floor, visitor.person) != Viewer::Staff => {
                return Err(Problem::rights("what others can wager is for staff"));
            }
            Some(name) => match floor.people.find(&name) {
                Some(player) => {
                    return Ok(croupier_view::offers(room, player, floor.now, Cents(amount)));
                }
                None => return Err(Problem::not_found(format!("nobody here is called {name}"))),
            },
        };
        let seated = room.seat_of(person).is_some();
        Ok(if seated {
            croupier_view::offers(room, person, floor.now, Cents(amount))
        } else {
            Vec::new()
        })
    });
    let (number, offers) = asked.await?;
    Ok(Json(Offers { number, offers: offers? }))
}

/// What happened last at a table.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct LastSaid {
    /// Everything up to this number of the journal.
    number: u64,
    /// The newest last.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    said: Vec<SaidAt>,
}

/// Something that happened, and when.
#[derive(Serialize)]
struct SaidAt {
    at: u64,
    event: publisher::Json,
}

/// What was announced and asked at a table lately, for those who run it
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/tables/{table}/said", tag = "tables", params(("table" = u32, Path)), responses(
    (status = 200, body = LastSaid), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"), (status = 404, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn said(
    State(app): State<App>,
    visitor: Visitor,
    Path(table): Path<u32>,
) -> Answered<LastSaid> {
    let asked = app.house.ask(move |floor_thread| {
        let floor = floor_thread.floor();
        if croupier_view::eye(floor, visitor.person) != Viewer::Staff {
            return Err(Problem::rights("what was said at a table is for staff"));
        }
        let table_id = TableId(table);
        if !floor.rooms.contains_key(&table_id) {
            return Err(no_table(table));
        }
        let said = floor_thread.memory(table_id).map(|it| it.said(floor, table_id));
        let written = |(at, seen)| SaidAt { at, event: publisher::json(&seen) };
        Ok(said.unwrap_or_default().into_iter().map(written).collect())
    });
    let (number, said) = asked.await?;
    Ok(Json(LastSaid { number, said: said? }))
}

/// I have made my wagers
///
/// When everyone who has wagers says so, betting ends.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/tables/{table}/ready", tag = "tables",
    params(("table" = u32, Path), ("X-Csrf-Token" = String, Header)), responses(
    (status = 204), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"), (status = 404, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn ready(
    State(app): State<App>,
    visitor: Visitor,
    Path(table): Path<u32>,
) -> Result<StatusCode, Problem> {
    // It hurries the program on, which writes as much as an act would.
    visitor::check_guest_act(&app, &visitor)?;
    let asked = app.house.ask(move |floor_thread| {
        let room = floor_thread.floor().rooms.get(&TableId(table))?;
        let seated = room.seat_of(visitor.person).is_some();
        if seated {
            floor_thread.pace.ready(TableId(table), visitor.person);
            floor_thread.touch(TableId(table));
        }
        Some(seated)
    });
    match asked.await?.1 {
        None => Err(no_table(table)),
        Some(false) => Err(Problem::rights("who has no seat here has nothing to say")),
        Some(true) => Ok(StatusCode::NO_CONTENT),
    }
}

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Drives {
    driver: Driver,
}

/// Let the program run a virtual table, or run it by hand
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/tables/{table}/driver", tag = "tables", request_body = Drives,
    params(("table" = u32, Path), ("X-Csrf-Token" = String, Header)), responses(
    (status = 413, body = Problem, content_type = "application/problem+json"), (status = 415, body = Problem, content_type = "application/problem+json"), (status = 204), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"), (status = 404, body = Problem, content_type = "application/problem+json"), (status = 422, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn driver(
    State(app): State<App>,
    visitor: Visitor,
    Path(table): Path<u32>,
    Body(drives): Body<Drives>,
) -> Result<StatusCode, Problem> {
    let Drives { driver } = drives;
    let what = match driver {
        Driver::Program => "the program runs the table from now on",
        Driver::Dealer => "the table is run by hand from now on",
    };
    let drive =
        move |floor_thread: &mut FloorThread| floor_thread.pace.drive(TableId(table), driver);
    runs(&app, &visitor, table, what, drive).await
}

/// Have the program do the next thing at a virtual table that is run by hand
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/tables/{table}/next", tag = "tables",
    params(("table" = u32, Path), ("X-Csrf-Token" = String, Header)), responses(
    (status = 204), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"), (status = 404, body = Problem, content_type = "application/problem+json"), (status = 422, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn next(
    State(app): State<App>,
    visitor: Visitor,
    Path(table): Path<u32>,
) -> Result<StatusCode, Problem> {
    let press = move |floor_thread: &mut FloorThread| floor_thread.pace.press(TableId(table));
    runs(&app, &visitor, table, "the program is asked for the next thing", press).await
}

/// Lets those who may deal run a virtual table, and records that they do, under their names.
async fn runs(
    app: &App,
    visitor: &Visitor,
    table: u32,
    words: &str,
    what: impl FnOnce(&mut FloorThread) + Send + 'static,
) -> Result<StatusCode, Problem> {
    let person = visitor.person;
    let may_run = move |floor_thread: &FloorThread| {
        let floor = floor_thread.floor();
        let room = floor.rooms.get(&TableId(table)).ok_or_else(|| no_table(table))?;
        let may =
            [Role::Dealer, Role::Boxperson, Role::Stickperson, Role::Supervisor, Role::Manager];
        if !may.into_iter().any(|role| floor.people.is(person, role)) {
            return Err(Problem::rights("whoever deals runs a table"));
        }
        if room.dealing == Dealing::Physical {
            let problem = Problem::bad_request("this table is dealt by hand anyway");
            return Err(Problem { status: 422, ..problem });
        }
        Ok(())
    };
    app.house.ask(move |floor_thread| may_run(floor_thread)).await?.1?;
    // It is recorded before it has any effect.
    let (table, what_was) = (TableId(table), words.to_owned());
    let incident =
        HouseAct::Incident { table: Some(table), kind: None, person: None, what: what_was };
    let done = app.house.act(&visitor.name, Act::HouseAct(incident)).await?;
    if let ActResult::Denied(denied) = &done.verdict {
        return Err(Problem::denied(denied, None, done.number));
    }
    let asked = app.house.ask(move |floor_thread| {
        what(floor_thread);
        floor_thread.touch(table);
    });
    asked.await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What was drawn under a commitment, to draw it again
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/tables/{table}/draws/{commitment}", tag = "tables",
    params(("table" = u32, Path), ("commitment" = u64, Path)), responses(
    (status = 200, body = Object), (status = 400, body = Problem, content_type = "application/problem+json"),
    (status = 403, body = Problem, content_type = "application/problem+json"), (status = 404, body = Problem, content_type = "application/problem+json"),
    (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn draws(
    State(app): State<App>,
    Path((table, commitment)): Path<(u32, u64)>,
    headers: HeaderMap,
) -> Answered<Drawn> {
    let eye = eye(&app, &headers).await?;
    let asked = app.house.ask(move |floor_thread| {
        let demo = floor_thread.floor().rooms.get(&TableId(table)).is_some_and(|room| room.demo);
        let mut drawn = floor_thread.memory(TableId(table))?.drawn(commitment)?.clone();
        if drawn.key.is_none() {
            // What the cards were drawn from is told when the key is.
            drawn.draws.clear();
        }
        Some((drawn, demo))
    });
    let (_, drawn) = asked.await?;
    let gone = || Problem::not_found(format!("no draw {commitment} of table {table} is kept here"));
    let (drawn, demo) = drawn.ok_or_else(gone)?;
    // Where money is played for, nobody learns from us which cards are left in the shoe.
    if !(demo || drawn.shuffled || eye == Viewer::Staff) {
        return Err(Problem::rights(
            "what the cards were drawn from is told after the next shuffle",
        ));
    }
    Ok(Json(drawn))
}

/// The cards that were burned unseen after a shuffle, with their key when the shoe is over
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/tables/{table}/burns/{shuffle}", tag = "tables",
    params(("table" = u32, Path), ("shuffle" = u64, Path)), responses(
    (status = 200, body = Object), (status = 400, body = Problem, content_type = "application/problem+json"),
    (status = 404, body = Problem, content_type = "application/problem+json"),
    (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn burns(
    State(app): State<App>,
    Path((table, shuffle)): Path<(u32, u64)>,
) -> Answered<BurnDrawn> {
    let asked = app.house.ask(move |floor_thread| {
        let room = floor_thread.floor().rooms.get(&TableId(table))?;
        floor_thread.memory(TableId(table))?.burned(room, shuffle)
    });
    let gone = || {
        Problem::not_found(format!("no burn of shuffle {shuffle} of table {table} is kept here"))
    };
    asked.await?.1.map(Json).ok_or_else(gone)
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct Edges {
    number: u64,
    /// How many cards are left.
    cards: usize,
    /// Why there are no figures, such as too few cards.
    why: Option<String>,
    wagers: Vec<Edge>,
    /// What the table waits for.
    waits: &'static str,
}

/// What each wager is worth now: for staff
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/tables/{table}/edge", tag = "tables", params(("table" = u32, Path)), responses(
    (status = 200, body = Edges), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"), (status = 404, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn edge(
    State(app): State<App>,
    visitor: Visitor,
    Path(table): Path<u32>,
) -> Answered<Edges> {
    let asked = app.house.ask(move |floor_thread| {
        let floor = floor_thread.floor();
        if croupier_view::eye(floor, visitor.person) != Viewer::Staff {
            return Err(Problem::rights("odds are for staff"));
        }
        let room = floor.rooms.get(&TableId(table)).ok_or_else(|| no_table(table))?;
        let cards = room.table.shoe().census().source;
        let dealing = room.table.felt().in_round() || room.table.expects().due == Due::Nothing;
        let waits = if dealing { "the round" } else { "wagers" };
        Ok((Asked::about(room), cards, waits))
    });
    let (number, told) = asked.await?;
    let (asked, cards, waits) = told?;
    let work = tokio::task::spawn_blocking(move || asked.answer());
    let answer = work.await.map_err(|_| Problem::internal())?;
    let (wagers, why) = match answer {
        Ok(wagers) => (wagers, None),
        Err(why) => (Vec::new(), Some(why)),
    };
    Ok(Json(Edges { number, cards, why, wagers, waits }))
}
