//! What time it is: the time of the house and that of the machine, and two people who say which is right.

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use croupier_engine::Player;
use croupier_floor::{Act, ActResult, Floor, HouseAct, Role};

use super::{Answered, App};
use crate::house_time::Clocks;
use crate::problem::Problem;
use crate::sessions::Visitor;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/clock", get(clocks).post(confirm))
}

/// What time is it?
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/clock", tag = "operation", responses(
    (status = 200, body = Clocks), (status = 429, body = Problem, content_type = "application/problem+json"),
    (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn clocks(State(app): State<App>) -> Answered<Clocks> {
    let clocks = app.house.ask(|floor_thread| floor_thread.clocks()).await?;
    Ok(Json(clocks.1))
}

/// Confirm that the machine's clock is right
///
/// Needed when it has jumped; a supervisor or manager does so, and then another. The first one asks for the act
/// `set-clock`, the second approves it, and the time of the house moves on or back to the machine's. What must stand or
/// wait for a time does so for as long as before.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/clock", tag = "operation",
    params(("X-Csrf-Token" = String, Header, description = "from /api/me")), responses(
    (status = 200, body = Clocks), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"),
    (status = 409, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn confirm(State(app): State<App>, visitor: Visitor) -> Answered<Clocks> {
    let person = visitor.person;
    let next = app.house.ask(move |floor_thread| {
        let (floor, clocks) = (floor_thread.floor(), floor_thread.clocks());
        let is = |role| floor.people.is(person, role);
        match is(Role::Supervisor) || is(Role::Manager) {
            true => Ok(next(floor, &clocks, person)),
            false => Err(Problem::rights("a supervisor or a manager confirms the clock")),
        }
    });
    for act in next.await?.1? {
        let done = app.house.act(&visitor.name, Act::HouseAct(act)).await?;
        if let ActResult::Denied(denied) = &done.verdict {
            return Err(Problem::denied(denied, None, done.number));
        }
    }
    clocks(State(app)).await
}

/// Says what follows when a person confirms the clock: an approval of what somebody else has asked for, or a request in
/// place of one that has become wrong. Nothing, where nothing is in doubt or the person has asked already.
fn next(floor: &Floor, clocks: &Clocks, person: Player) -> Vec<HouseAct> {
    if !clocks.doubted {
        return Vec::new();
    }
    let mut acts = Vec::new();
    for (&request, waits) in &floor.requests {
        let Act::HouseAct(HouseAct::SetClock { by }) = &waits.act else { continue };
        match (clocks.is_right(*by), waits.by == person) {
            (true, true) => return Vec::new(),
            (true, false) => return vec![HouseAct::Approve { request, forfeit: None }],
            // The clock has jumped again since.
            (false, _) => acts.push(HouseAct::Reject { request }),
        }
    }
    acts.push(HouseAct::SetClock { by: clocks.off_by() });
    acts
}
