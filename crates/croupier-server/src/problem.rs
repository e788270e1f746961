//! Errors as problem JSON: what a client may know, with the clause where one decides.

use std::num::NonZeroU64;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use croupier_floor::{By, Denied};
use croupier_view::{order_of, words};
use serde::Serialize;
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

/// A problem.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct Problem {
    /// Which kind of problem: an address below `/problems/`.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "openapi", schema(example = "/problems/rules"))]
    pub kind: &'static str,
    /// The kind in words.
    pub title: &'static str,
    /// The status of the answer.
    pub status: u16,
    /// What is wrong.
    pub detail: Box<str>,
    /// The clause that says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<Box<str>>,
    /// The game whose clause it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<&'static str>,
    /// The journal's number of the attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// The number of the message that must come first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    pub expected: Option<NonZeroU64>,
    /// After how many seconds to try again.
    #[serde(skip)]
    pub retry: Option<u32>,
}

impl Problem {
    fn new(
        kind: &'static str,
        title: &'static str,
        status: u16,
        detail: impl Into<String>,
    ) -> Self {
        Self {
            kind,
            title,
            status,
            detail: detail.into().into(),
            clause: None,
            game: None,
            number: None,
            expected: None,
            retry: None,
        }
    }

    /// The request cannot be understood.
    pub fn bad_request(detail: impl Into<String>) -> Self {
        Self::new("/problems/bad-request", "the request cannot be understood", 400, detail)
    }

    /// Nobody has signed in.
    pub fn sign_in(detail: impl Into<String>) -> Self {
        Self::new("/problems/sign-in", "sign in first", 401, detail)
    }

    /// This person may not do that.
    pub fn rights(detail: impl Into<String>) -> Self {
        Self::new("/problems/rights", "this is not yours to do", 403, detail)
    }

    /// There is no such thing.
    pub fn not_found(detail: impl Into<String>) -> Self {
        Self::new("/problems/not-found", "there is no such thing", 404, detail)
    }

    /// The game is an example, and this house does not offer examples.
    pub fn not_offered(title: &str) -> Self {
        let detail = format!(
            "{title} is an example, and this house does not offer it; `croupier serve --examples` does"
        );
        Self::new("/problems/not-offered", "this house does not offer that game", 422, detail)
    }

    /// It is there no longer.
    pub fn gone(detail: impl Into<String>) -> Self {
        Self::new("/problems/gone", "it is there no longer", 410, detail)
    }

    /// Too much was tried too fast.
    pub fn throttled(seconds: u64) -> Self {
        let detail = format!("try again in {seconds} seconds");
        let problem = Self::new("/problems/throttled", "too much too fast", 429, detail);
        Self { retry: Some(u32::try_from(seconds).unwrap_or(u32::MAX)), ..problem }
    }

    /// So many acts of a person were denied that no more are decided for a while.
    pub fn denied_too_often(seconds: u64) -> Self {
        let detail = format!(
            "too much of what you asked for was denied; nothing was done now, try again in {seconds} seconds"
        );
        Self { detail: detail.into(), ..Self::throttled(seconds) }
    }

    /// The house has too much to do.
    pub fn busy(detail: impl Into<String>) -> Self {
        let problem = Self::new("/problems/busy", "the table has too much to do", 503, detail);
        Self { retry: Some(1), ..problem }
    }

    /// The house has stopped.
    pub fn stopped() -> Self {
        Self::new(
            "/problems/stopped",
            "the house has stopped",
            503,
            "a part of the house has stopped, and nothing more is done; see the log",
        )
    }

    /// Another request was sent under the same key.
    pub fn other_request() -> Self {
        let detail =
            "another request was sent under this Idempotency-Key; take a new key for a new request";
        Self::new("/problems/key", "this key belongs to another request", 422, detail)
    }

    /// The clock of the machine is doubted.
    pub fn clock() -> Self {
        let detail = "the machine's clock has jumped, and this depends on the time; put the clock right, or have two \
            people confirm it in the pit";
        Self::new("/problems/clock", "nobody knows what time it is", 503, detail)
    }

    /// Too many guests from one address have seats.
    pub fn seats_taken() -> Self {
        let detail =
            "guests from your address have as many seats at demo tables as one address may have";
        Self::new("/problems/seats", "leave a seat first", 409, detail)
    }

    /// A checkpoint of another house contradicts what was seen of it.
    pub fn contradicts(detail: impl Into<String>) -> Self {
        Self::new("/problems/contradiction", "this contradicts what was seen before", 409, detail)
    }

    /// Messages of a table that does not run here are missing.
    pub fn gap(expected: u64) -> Self {
        let detail = format!("messages are missing: send number {expected} first");
        let problem = Self::new("/problems/gap", "messages are missing", 409, detail);
        Self { expected: NonZeroU64::new(expected), ..problem }
    }

    /// A table that does not run here says something else than it did under the same number.
    pub fn contradiction(number: u64) -> Self {
        let detail = format!("something else was taken as message {number}; staff are told");
        Self::new(
            "/problems/contradiction",
            "another message was taken under this number",
            409,
            detail,
        )
    }

    /// Something broke; the log has more.
    pub fn internal() -> Self {
        Self::new("/problems/internal", "something broke", 500, "the log of the house has more")
    }

    /// The floor denied an act.
    pub fn denied(denied: &Denied, game: Option<&'static str>, number: u64) -> Self {
        let (kind, title, status) = match denied.by() {
            By::Rules => ("/problems/rules", "the rules say no", 409),
            By::Rights => ("/problems/rights", "this is not yours to do", 403),
            By::Money => ("/problems/money", "there is not enough money", 409),
            By::Journal => ("/problems/stopped", "the table has stopped", 503),
            By::Sense => ("/problems/sense", "this makes no sense here", 422),
        };
        let problem = Self::new(kind, title, status, words::denied(denied));
        // A promotion goes with several games; the denial says whose order it cites.
        let game = order_of(denied).or(game).filter(|_| denied.clause.is_some());
        let clause = denied.clause.as_deref().map(Box::from);
        Self { clause, game, number: Some(number), ..problem }
    }

    /// The floor would deny an act; nothing was tried.
    pub fn refused(denied: &Denied) -> Self {
        Self { number: None, ..Self::denied(denied, None, 0) }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let retry = self.retry;
        let mut response = (status, Json(self)).into_response();
        let headers = response.headers_mut();
        let json = HeaderValue::from_static("application/problem+json");
        headers.insert(header::CONTENT_TYPE, json);
        if let Some(retry) = retry {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(retry));
        }
        response
    }
}
