//! The register: every clause in words, and the readings taken.

use axum::routing::get;
use axum::{Json, Router};
use croupier_engine::Kind;
use croupier_rules::{Entry, Register};
use serde::Serialize;
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use super::given::Path;
use super::{Answered, App};
use crate::problem::Problem;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/rules/{game}", get(game)).route("/rules/{game}/{clause}", get(clause))
}

/// The route of a text so long that to compress it for whoever asks would cost more than to send it.
pub(super) fn long_route() -> Router<App> {
    Router::new().route("/readings", get(readings))
}

/// A clause.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct Clause {
    clause: &'static str,
    kind: &'static str,
    actor: &'static str,
    /// What it says, in our own words.
    says: &'static str,
    level: &'static str,
}

impl Clause {
    const fn of(entry: &Entry) -> Self {
        let Entry { clause, kind, actor, software, level, .. } = *entry;
        Self { clause, kind, actor, says: software, level }
    }
}

/// The clauses of a game.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct Clauses {
    game: &'static str,
    title: &'static str,
    clauses: Vec<Clause>,
}

fn register(game: &str) -> Result<Register, Problem> {
    let unknown = || Problem::not_found(format!("there is no game {game:?}"));
    Kind::named(game).map(Register::of).ok_or_else(unknown)
}

/// All clauses of a game
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/rules/{game}", tag = "rules", params(("game" = String, Path)), responses(
    (status = 200, body = Clauses), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 404, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn game(Path(game): Path<String>) -> Answered<Clauses> {
    let register = register(&game)?;
    let (game, title) = (register.game.name(), register.game.title());
    let clauses = register.entries.iter().map(Clause::of).collect();
    Ok(Json(Clauses { game, title, clauses }))
}

/// One clause of a game
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/rules/{game}/{clause}", tag = "rules",
    params(("game" = String, Path), ("clause" = String, Path)), responses(
    (status = 200, body = Clause), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 404, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn clause(Path((game, clause)): Path<(String, String)>) -> Answered<Clause> {
    let register = register(&game)?;
    let unknown =
        || Problem::not_found(format!("{} has no clause {clause:?}", register.game.title()));
    register.find(&clause).map(|entry| Json(Clause::of(entry))).ok_or_else(unknown)
}

/// Open questions of the orders and the readings taken.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct Readings {
    markdown: &'static str,
}

/// The readings taken where the orders are open
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/readings", tag = "rules", responses((status = 200, body = Readings))))]
pub(super) async fn readings() -> Json<Readings> {
    Json(Readings { markdown: croupier_rules::readings() })
}
