//! The text of a game's order: a manager loads it, anyone reads it.

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use croupier_engine::Kind;
use croupier_floor::{Act, ActResult, HouseAct, Role};
use croupier_house::order;

use super::App;
use super::given::Path;
use crate::problem::Problem;
use crate::sessions::Visitor;

pub(super) fn routes() -> Router<App> {
    let order = get(text).put(load).layer(DefaultBodyLimit::max(order::MOST_BYTES));
    Router::new().route("/rules/{game}/order", order)
}

fn kind(game: &str) -> Result<Kind, Problem> {
    Kind::named(game).ok_or_else(|| Problem::not_found(format!("there is no game {game:?}")))
}

/// The text of a game's order, as the operator has loaded it
///
/// Its SHA-256 is in the journal; a text that does not agree with it is not shown.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/rules/{game}/order", tag = "rules", params(("game" = String, Path)), responses(
    (status = 200, body = String, content_type = "text/plain"), (status = 404, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn text(
    State(app): State<App>,
    Path(game): Path<String>,
) -> Result<Response, Problem> {
    let kind = kind(&game)?;
    let asked = app.house.ask(move |floor_thread| floor_thread.floor().orders.get(&kind).cloned());
    let Some(sha256) = asked.await?.1 else {
        return Err(Problem::not_found(format!(
            "the operator has not loaded the order of {}; a manager can load it",
            kind.title()
        )));
    };
    let journal = app.house.shared.config.journal.clone();
    let read = tokio::task::spawn_blocking(move || order::read(&journal, &sha256)).await;
    match read {
        Ok(Ok(Some(text))) => {
            Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
        }
        Ok(Ok(None) | Err(_)) => Err(Problem::not_found(format!(
            "the text of the order of {} is missing, or is not the one that was loaded; a manager must load it again",
            kind.title()
        ))),
        Err(_) => Err(Problem::internal()),
    }
}

/// Load the text of a game's order
///
/// The body is the text. It is kept beside the journal, and its SHA-256 in the journal.
#[cfg_attr(feature = "openapi", utoipa::path(put, path = "/api/rules/{game}/order", tag = "rules", request_body(content = String, content_type = "text/plain"),
    params(("game" = String, Path), ("X-Csrf-Token" = String, Header)), responses(
    (status = 204), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"), (status = 404, body = Problem, content_type = "application/problem+json"), (status = 413, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn load(
    State(app): State<App>,
    visitor: Visitor,
    Path(game): Path<String>,
    body: String,
) -> Result<axum::http::StatusCode, Problem> {
    let kind = kind(&game)?;
    if body.trim().is_empty() {
        return Err(Problem::bad_request("the text of the order is empty"));
    }
    let person = visitor.person;
    // Nothing is written to the disk for somebody who may not load it.
    let asked = app.house.ask(move |thread| thread.floor().people.is(person, Role::Manager));
    let sha256 = match asked.await?.1 {
        true => {
            let journal = app.house.shared.config.journal.clone();
            let kept = tokio::task::spawn_blocking(move || order::keep(&journal, &body)).await;
            let kept = kept.map_err(|_| Problem::internal())?;
            kept.map_err(|error| {
                tracing::error!(%error, "the text of an order could not be kept");
                Problem::internal()
            })?
        }
        false => order::sha256(&body),
    };
    let act = Act::HouseAct(HouseAct::LoadOrder { game: kind.name().to_owned(), sha256 });
    let done = app.house.act(&visitor.name, act).await?;
    match &done.verdict {
        ActResult::Denied(denied) => Err(Problem::denied(denied, done.game, done.number)),
        ActResult::Done | ActResult::Waits { .. } => Ok(axum::http::StatusCode::NO_CONTENT),
    }
}
