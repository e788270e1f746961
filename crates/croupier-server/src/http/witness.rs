//! This house as a witness of others: it keeps the newest checkpoint of each, and gives it back.

use axum::Router;
use axum::body::to_bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use croupier_journal::{Identity, PublicKey};
use data_encoding::HEXLOWER;

use super::App;
use super::given::Path;
use crate::problem::Problem;
use crate::witness::vouched::{Asked, CHALLENGE, SIGNATURE};
use crate::witnessed::NotKept;

/// The longest checkpoint, in bytes: that of some thousand tables.
const MOST: usize = 1 << 20;

pub(super) fn routes() -> Router<App> {
    let route = get(newest).put(keep).layer(DefaultBodyLimit::max(MOST));
    Router::new().route("/witness/{key}/{journal}", route)
}

/// The newest checkpoint that this house has seen of another journal
///
/// As a text (docs/journal.md). `croupier verify --checkpoint` holds the journal against it.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/witness/{key}/{journal}", tag = "journal",
    params(("key" = String, Path, description = "the public key of the other house, 64 hexadecimal digits"),
           ("journal" = String, Path, description = "the number of its journal, 32 hexadecimal digits")),
    responses((status = 200, description = "The checkpoint", body = String),
    (status = 400, body = Problem, content_type = "application/problem+json"),
    (status = 403, body = Problem, content_type = "application/problem+json"),
    (status = 404, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn newest(
    State(app): State<App>,
    Path((key, journal)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let identity = identity(&key, &journal)?;
    let found = blocking(&app, move |app| app.house.shared.witnessed.newest(&identity)).await;
    let missing = || Problem::not_found("this house has seen no checkpoint of that journal");
    let found = found.and_then(|found| found.ok_or_else(missing));
    let answer = found.map(|found| found.to_string()).into_response();
    vouched(&app, &headers, ("GET", &identity, ""), answer).await
}

/// Keep a checkpoint of another journal
///
/// The body is the checkpoint as a text, followed by a line `beside HASH` for each hash of the proof of RFC 9162 that it
/// only adds to the one that was kept before. What is older or does not add to it is refused with 409. Only keys that the
/// operator has named are taken, so nobody signs in for it: the signature of the checkpoint says who it is from.
#[cfg_attr(feature = "openapi", utoipa::path(put, path = "/api/witness/{key}/{journal}", tag = "journal", request_body = String,
    params(("key" = String, Path, description = "the public key of the other house, 64 hexadecimal digits"),
           ("journal" = String, Path, description = "the number of its journal, 32 hexadecimal digits")),
    responses((status = 200, description = "It is kept"),
    (status = 400, body = Problem, content_type = "application/problem+json"),
    (status = 403, body = Problem, content_type = "application/problem+json"),
    (status = 409, body = Problem, content_type = "application/problem+json"),
    (status = 413, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn keep(
    State(app): State<App>,
    Path((key, journal)): Path<(String, String)>,
    headers: HeaderMap,
    text: String,
) -> Result<Response, Problem> {
    let identity = identity(&key, &journal)?;
    let told = text.clone();
    let kept = blocking(&app, move |app| app.house.shared.witnessed.keep(&identity, &told)).await;
    let answer = kept.map(|()| "kept\n").into_response();
    vouched(&app, &headers, ("PUT", &identity, &text), answer).await
}

/// Signs an answer for whoever has sent a challenge, so that nobody on the way can answer in our place.
async fn vouched(
    app: &App,
    headers: &HeaderMap,
    (method, identity, body): (&str, &Identity, &str),
    answer: Response,
) -> Result<Response, Problem> {
    let challenge = headers.get(CHALLENGE).and_then(|it| it.to_str().ok());
    let Some(challenge) = challenge.filter(|it| it.len() <= 64) else { return Ok(answer) };
    let (mut head, told) = answer.into_parts();
    let told = to_bytes(told, MOST).await.map_err(|_| Problem::internal())?;
    let asked = Asked { method, identity, challenge, body };
    let signature = app.house.vouch(&asked.answered(head.status.as_u16(), &told));
    let signature = HEXLOWER.encode(&signature).parse().map_err(|_| Problem::internal())?;
    head.headers.insert(SIGNATURE, signature);
    Ok(Response::from_parts(head, told.into()))
}

fn identity(key: &str, journal: &str) -> Result<Identity, Problem> {
    let wrong =
        || Problem::bad_request("a key has 64 hexadecimal digits, and a journal's number 32");
    let number = HEXLOWER.decode(journal.as_bytes()).ok().and_then(|it| it.try_into().ok());
    let key = PublicKey::from_hex(key).ok_or_else(wrong)?;
    Ok(Identity { journal: number.ok_or_else(wrong)?, key })
}

/// Reads or writes files on a thread where that holds nobody up.
async fn blocking<T: Send + 'static>(
    app: &App,
    work: impl FnOnce(&App) -> Result<T, NotKept> + Send + 'static,
) -> Result<T, Problem> {
    let own = app.clone();
    let done = tokio::task::spawn_blocking(move || work(&own)).await;
    done.map_err(|_| Problem::internal())?.map_err(|why| match why {
        NotKept::UnknownKey => Problem::rights("this house is no witness for that key"),
        NotKept::Wrong(what) => Problem::bad_request(what),
        NotKept::Contradicts(what) => {
            tracing::error!(
                what,
                "another house told a checkpoint that contradicts what was seen of it"
            );
            Problem::contradicts(what)
        }
        NotKept::Disk(what) => {
            tracing::error!(what, "a checkpoint of another house cannot be read or kept");
            Problem::internal()
        }
    })
}
