//! What a request gives: path, query and body, each refused as a problem when it cannot be read.

use axum::body::Bytes;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{self, FromRequest, FromRequestParts, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use croupier_sheet::{ReadError, read_json};
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use super::App;
use crate::problem::Problem;

/// What stands in the path.
pub(super) struct Path<T>(pub(super) T);

impl<T: DeserializeOwned + Send> FromRequestParts<App> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let found = extract::Path::from_request_parts(parts, app).await;
        let extract::Path(found) = found
            .map_err(|rejection: PathRejection| Problem::bad_request(rejection.body_text()))?;
        Ok(Self(found))
    }
}

/// What stands behind the question mark.
pub(super) struct Query<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequestParts<App> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let found = extract::Query::from_request_parts(parts, app).await;
        let extract::Query(found) = found
            .map_err(|rejection: QueryRejection| Problem::bad_request(rejection.body_text()))?;
        Ok(Self(found))
    }
}

/// The body, as JSON.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let text = json(request, app).await?;
        read_json(&text).map(Self).map_err(unreadable)
    }
}

/// Takes the body of a request that says that it is JSON.
pub(super) async fn json(request: Request, app: &App) -> Result<Bytes, Problem> {
    if !says_json(&request) {
        return Err(refused(415, "the header `Content-Type` must be `application/json`"));
    }
    let Sent(text) = Sent::from_request(request, app).await?;
    Ok(text)
}

/// Says why a body cannot be read.
pub(super) fn unreadable(error: ReadError) -> Problem {
    match error.error.classify() {
        Category::Data => refused(422, &format!("the body is not what is asked for: {error}")),
        Category::Syntax | Category::Eof | Category::Io => {
            refused(400, &format!("the body is not JSON: {error}"))
        }
    }
}

/// A body as it was sent, byte for byte.
pub(crate) struct Sent(pub(crate) Bytes);

impl FromRequest<App> for Sent {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let bytes = Bytes::from_request(request, app).await;
        bytes
            .map(Self)
            .map_err(|rejection| refused(rejection.status().as_u16(), &rejection.body_text()))
    }
}

fn refused(status: u16, why: &str) -> Problem {
    Problem { status, ..Problem::bad_request(why) }
}

/// Tells whether a request says that its body is JSON.
fn says_json(request: &Request) -> bool {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default();
    kind.trim().eq_ignore_ascii_case("application/json")
}
