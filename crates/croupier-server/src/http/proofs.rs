//! What anybody may keep to hold the house to its journal: the newest checkpoint, and the proof that an act is in it.

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use croupier_journal::{Error, Reader};
use serde::Serialize;

use super::App;
use super::given::Path;
use super::journal::reading;
use crate::problem::Problem;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/checkpoint", get(checkpoint)).route("/proofs/{number}", get(proof))
}

/// The newest checkpoint
///
/// What the house has signed, as a text (docs/journal.md). Keep it: `croupier verify --checkpoint` holds the journal
/// against it.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/checkpoint", tag = "journal", responses(
    (status = 200, description = "The checkpoint", body = String))))]
pub(super) async fn checkpoint(State(app): State<App>) -> Result<String, Problem> {
    let newest = reading(&app, |path| Ok(Reader::open(&path)?.last_checkpoint()?)).await?;
    newest.map(|newest| newest.to_string()).ok_or_else(Problem::internal)
}

/// A proof of RFC 9162.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct Shown {
    /// The number of the act in the journal.
    number: u64,
    /// How many entries the checkpoint has.
    size: u64,
    /// The root that the checkpoint has signed.
    root: String,
    /// The hashes beside the way from the act up to the root, the lowest first.
    path: Vec<String>,
    /// The checkpoint, as a text.
    checkpoint: String,
}

/// The proof that an act is in the newest checkpoint
///
/// Whoever did something was given its number and, as `receipt`, its hash. From that hash and this path follows the
/// root that is signed. An act waits a second at most for a checkpoint; until then it is not found here.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/proofs/{number}", tag = "journal",
    params(("number" = u64, Path, description = "the number of the act")), responses(
    (status = 200, body = Shown),
    (status = 400, body = Problem, content_type = "application/problem+json"),
    (status = 404, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn proof(
    State(app): State<App>,
    Path(number): Path<u64>,
) -> Result<Json<Shown>, Problem> {
    let shown = reading(&app, move |path| {
        let reader = Reader::open(&path)?;
        let Some(signed) = reader.last_checkpoint()? else { return Ok(None) };
        let shown = match reader.inclusion(number, signed.number) {
            Ok(shown) => shown,
            Err(Error::Refused(_)) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        Ok(Some(Shown {
            number,
            size: signed.number,
            root: signed.root.to_string(),
            path: shown.path.iter().map(ToString::to_string).collect(),
            checkpoint: signed.to_string(),
        }))
    });
    let missing = || Problem::not_found("no checkpoint covers an act with this number yet");
    shown.await?.map(Json).ok_or_else(missing)
}
