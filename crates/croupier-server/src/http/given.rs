//! What a request gives: path, query and body, each refused as a problem when it cannot be read.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{self, FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

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
        let found = Json::from_request(request, app).await;
        let Json(found) = found.map_err(|rejection: JsonRejection| {
            let status = rejection.status().as_u16();
            Problem { status, ..Problem::bad_request(rejection.body_text()) }
        })?;
        Ok(Self(found))
    }
}
