//! The one way to do anything: an act, as docs/floor.md has them.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use axum::{Json, Router};
use croupier_floor::{Act, ActResult, EdgeAct, HouseAct};
use serde::Serialize;

use super::App;
use super::given::Body;
use super::me::hashed;
use crate::house::Saved;
use crate::message::Written;
use crate::problem::Problem;
use crate::sessions::{Known, Visitor};

pub(super) fn routes() -> Router<App> {
    Router::new().route("/acts", post(act))
}

/// The header by which a request that comes twice is known.
const KEY: &str = "idempotency-key";

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct Done {
    /// The number of the act in the journal.
    number: u64,
    /// `done`, or `waits` with the number of the request that a second person must approve.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    verdict: ActResult,
    /// What followed at the table, as the person may see it.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    events: Events,
}

/// What followed, shared with those who watch.
struct Events(Written);

impl Serialize for Events {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter())
    }
}

/// Do something
///
/// The body is one act. The same `Idempotency-Key` again, within the session, gives the same answer and does
/// nothing. A password is given in the clear, and only its hash is kept.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/acts", tag = "acts", request_body = Act,
    params(("X-Csrf-Token" = String, Header, description = "from /api/me"),
           ("Idempotency-Key" = Option<String>, Header, description = "any text, new for each act")),
    responses((status = 200, body = Done), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 401, body = Problem, content_type = "application/problem+json"),
    (status = 403, body = Problem, content_type = "application/problem+json"), (status = 409, body = Problem, content_type = "application/problem+json"), (status = 413, body = Problem, content_type = "application/problem+json"),
    (status = 415, body = Problem, content_type = "application/problem+json"), (status = 422, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"),
    (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn act(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Body(act): Body<Act>,
) -> Result<Response, Problem> {
    let key = headers.get(KEY).and_then(|key| key.to_str().ok()).map(str::to_owned);
    let Some(key) = key else {
        return answer(once(&app, &visitor, act).await?);
    };
    if key.is_empty() || key.len() > 100 {
        return Err(Problem::bad_request("an Idempotency-Key has 1 to 100 characters"));
    }
    match app.sessions.begin(&visitor.id, &key) {
        Known::Answered(saved) => answer(*saved),
        Known::Begun => Err(Problem::busy("this request is being answered")),
        Known::New => {
            let done = once(&app, &visitor, act).await;
            app.sessions.end(&visitor.id, &key, done.as_ref().ok());
            answer(done?)
        }
    }
}

async fn once(app: &App, visitor: &Visitor, act: Act) -> Result<Saved, Problem> {
    let act = match act {
        Act::HouseAct(HouseAct::AddPerson { name, roles, password: Some(password) }) => {
            let password = Some(hashed(app, password).await?);
            Act::HouseAct(HouseAct::AddPerson { name, roles, password })
        }
        Act::HouseAct(HouseAct::SetPassword { name, password }) => {
            Act::HouseAct(HouseAct::SetPassword { name, password: hashed(app, password).await? })
        }
        act => act,
    };
    let ends = match &act {
        Act::HouseAct(HouseAct::SetPassword { name, .. })
        | Act::EdgeAct(EdgeAct::Exclude { name, .. })
        | Act::HouseAct(HouseAct::SetRoles { name, .. }) => Some(name.clone()),
        _ => None,
    };
    let done = app.house.act(&visitor.name, act).await?;
    if let (Some(name), ActResult::Done) = (ends, &done.verdict)
        && name != visitor.name
    {
        // Whoever was kept out, or has another password, signs in again.
        let (_, person) =
            app.house.ask(move |floor_thread| floor_thread.floor().people.find(&name)).await?;
        person.into_iter().for_each(|person| app.sessions.close_all(person));
    }
    Ok(done)
}

fn answer(done: Saved) -> Result<Response, Problem> {
    let Saved { number, verdict, events, game } = done;
    if let ActResult::Denied(denied) = &verdict {
        return Err(Problem::denied(denied, game, number));
    }
    Ok(Json(Done { number, verdict, events: Events(events) }).into_response())
}
