//! What time it is: the time of the house and that of the machine, and two people who say which is right.

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use croupier_floor::{Act, ActResult, HouseAct, Role};

use super::{Answered, App};
use crate::house_time::{Clocks, Confirmed};
use crate::problem::Problem;
use crate::sessions::Visitor;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/clock", get(clocks).post(confirm))
}

/// What time is it?
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/clock", tag = "operation", responses(
    (status = 200, body = Clocks), (status = 429, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn clocks(State(app): State<App>) -> Json<Clocks> {
    Json(app.house.shared.time.look())
}

/// Confirm that the machine's clock is right
///
/// Needed when it has jumped; a supervisor or manager does so, and then another. If the machine is behind the journal, the
/// house keeps its own time, which never goes back, and goes on from there.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/clock", tag = "operation",
    params(("X-Csrf-Token" = String, Header, description = "from /api/me")), responses(
    (status = 200, body = Clocks), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"),
    (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn confirm(State(app): State<App>, visitor: Visitor) -> Answered<Clocks> {
    let person = visitor.person;
    let may = app.house.ask(move |floor_thread| {
        let is = |role| floor_thread.floor().people.is(person, role);
        is(Role::Supervisor) || is(Role::Manager)
    });
    if !may.await?.1 {
        return Err(Problem::rights("a supervisor or a manager confirms the clock"));
    }
    let Clocks { house, machine, .. } = app.house.shared.time.look();
    let what = match app.house.shared.time.confirm(person.0) {
        Confirmed::NoDoubt => return Ok(Json(app.house.shared.time.look())),
        Confirmed::ByOne => "confirmed by one person",
        Confirmed::ByTwo => "confirmed by two people; the house goes on by it, and never back",
    };
    let what = format!("the clock of the machine, {machine}, where the house had {house}: {what}");
    let incident =
        Act::HouseAct(HouseAct::Incident { table: None, kind: None, person: None, what });
    let done = app.house.act(&visitor.name, incident).await?;
    if let ActResult::Denied(denied) = &done.verdict {
        return Err(Problem::denied(denied, None, done.number));
    }
    Ok(Json(app.house.shared.time.look()))
}
