//! Who somebody is: guests, signing in and out, and the first managers.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use croupier_engine::Player;
use croupier_floor::{Act, ActResult, Founder, HOUSE, HouseAct, Person, Role};
use croupier_house::password;
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq as _;
#[cfg(feature = "openapi")]
use utoipa::{IntoParams, ToSchema};

use super::given::{Body, Query};
use super::visitor::{self, Address, cookie, device_cookie};
use super::{Answered, App};
use crate::dto::Me;
use crate::floor_thread::FloorThread;
use crate::problem::Problem;
use crate::session_file::rights_of;
use crate::sessions::{Guest, NoRoom, Visitor, Whose, random};
use crate::sign_ins::Guess;

/// The most bytes of a body with names and passwords, each character of which may be written as an escape.
const CREDENTIALS: usize = 16 * 1024;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/me", get(me))
        .route("/guest", post(guest))
        .route("/sign-in", post(sign_in))
        .route("/sign-out", post(sign_out))
        .route("/password", post(password))
        .route("/found", get(found_asked).post(found))
        // Two names and two passwords: strangers make the house read no more.
        .layer(DefaultBodyLimit::max(CREDENTIALS))
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct Whoami {
    /// Who asks; nothing if nobody has signed in.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    me: Option<Own>,
}

/// What a session knows of its person.
#[derive(Serialize)]
struct Own {
    csrf: String,
    #[serde(flatten)]
    me: Me,
}

async fn own(app: &App, visitor: &Visitor) -> Result<Option<Own>, Problem> {
    let (person, csrf) = (visitor.person, visitor.csrf.clone());
    let (_, me) = app
        .house
        .ask(move |floor_thread| {
            floor_thread.is_alive(person);
            Me::of(floor_thread.floor(), person)
        })
        .await?;
    Ok(me.map(|me| Own { csrf, me }))
}

/// Who am I?
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/me", tag = "people", responses(
    (status = 200, body = Whoami), (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn me(State(app): State<App>, headers: HeaderMap) -> Answered<Whoami> {
    let me = match visitor::find(&app, &headers)? {
        None => None,
        Some(visitor) => own(&app, &visitor).await?,
    };
    Ok(Json(Whoami { me }))
}

/// Opens a session for somebody whom the floor knows, and answers with who it is.
async fn welcome(app: &App, name: &str, whose: Whose) -> Result<(Player, Response), Problem> {
    let wanted = name.to_owned();
    let found = app.house.ask(move |floor_thread| {
        let people = &floor_thread.floor().people;
        let person = people.find(&wanted)?;
        Some((person, rights_of(people.get(person)?)))
    });
    let (person, rights) = found.await?.1.ok_or_else(Problem::internal)?;
    let opened = app.sessions().open(person, name, whose, rights);
    let (token, visitor) = opened.map_err(|_| Problem::internal())?;
    Ok((person, welcomed(app, &token, &visitor).await?))
}

/// Answers with who it is whose session is open.
async fn welcomed(app: &App, token: &str, visitor: &Visitor) -> Result<Response, Problem> {
    let me = own(app, visitor).await?;
    let cookie = cookie(app, Some(token));
    Ok(([(header::SET_COOKIE, cookie)], Json(Whoami { me })).into_response())
}

/// Opens a session for somebody whose password was hashed, if it is still the one that was compared, and the person is
/// not kept out: both may have changed meanwhile. It is decided on the thread of the floor, so that whatever changes
/// there later closes this session too.
async fn opened(
    app: &App,
    person: Player,
    name: &str,
    compared: Option<String>,
) -> Result<Option<(String, Visitor)>, Problem> {
    let (shared, name) = (Arc::clone(&app.house.shared), name.to_owned());
    let opened = app.house.ask(move |floor_thread| {
        let known = floor_thread.floor().people.get(person)?;
        let same = known.password.is_some() && known.password == compared && !known.excluded;
        same.then(|| shared.sessions.open(person, &name, whose(known), rights_of(known)))
    });
    opened.await?.1.transpose().map_err(|_| Problem::internal())
}

/// Come in as a guest, with play money
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/guest", tag = "people", responses(
    (status = 200, body = Whoami), (status = 403, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn guest(
    State(app): State<App>,
    Address(from): Address,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    if !app.house.shared.config.guests {
        return Err(Problem::rights("this house has no guests"));
    }
    // Who is a guest already stays the same one, and gets what is missing of the play money.
    let again = visitor::find(&app, &headers)?.filter(|visitor| visitor.guest().is_some());
    let name = match &again {
        Some(visitor) => {
            visitor::check_guest_act(&app, visitor)?;
            visitor.name.clone()
        }
        None => {
            app.sessions().admits_guest(from).map_err(|no_room| match no_room {
                NoRoom::FromThere => Problem::throttled(60),
                NoRoom::AtAll => Problem::busy("there are as many guests as there is room for"),
            })?;
            guest_name(&app).await?
        }
    };
    let done = app.house.act(HOUSE, Act::HouseAct(HouseAct::Guest { name: name.clone() })).await?;
    if let ActResult::Denied(denied) = &done.verdict {
        return Err(Problem::denied(denied, None, done.number));
    }
    let guest = match again.and_then(|visitor| visitor.guest()) {
        Some(guest) => guest,
        None => {
            let mut stay = [0; 16];
            getrandom::fill(&mut stay).map_err(|_| Problem::internal())?;
            Guest { stay, from, since: done.number }
        }
    };
    let (person, welcomed) = welcome(&app, &name, Whose::Guest(guest)).await?;
    app.house.ask(move |floor_thread| floor_thread.guests.come(person, guest.from)).await?;
    Ok(welcomed)
}

/// Finds a name for a guest: that of one who is gone, or a new one.
async fn guest_name(app: &App) -> Result<String, Problem> {
    let free = app.house.ask(FloorThread::take_guest_name).await?.1;
    let new = random().map_err(|_| Problem::internal())?;
    Ok(free.unwrap_or_else(|| format!("guest-{}", &new[..10])))
}

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Credentials {
    name: String,
    password: String,
}

/// Sign in
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/sign-in", tag = "people", request_body = Credentials, responses(
    (status = 413, body = Problem, content_type = "application/problem+json"), (status = 415, body = Problem, content_type = "application/problem+json"), (status = 422, body = Problem, content_type = "application/problem+json"),
    (status = 200, body = Whoami), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 401, body = Problem, content_type = "application/problem+json"),
    (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn sign_in(
    State(app): State<App>,
    Address(from): Address,
    headers: HeaderMap,
    Body(given): Body<Credentials>,
) -> Result<Response, Problem> {
    let Credentials { name, password } = given;
    // It is counted before anything is hashed.
    let guess = app.sign_ins().guess(&name, from, visitor::device(&app, &headers));
    let guess = guess.map_err(|wait| {
        app.house.shared.metrics.throttled.fetch_add(1, Relaxed);
        Problem::throttled(wait)
    })?;
    let wanted = name.clone();
    let found = app.house.ask(move |floor_thread| {
        let floor = floor_thread.floor();
        let person = floor.people.find(&wanted)?;
        let known = floor.people.get(person)?;
        let usable = !known.excluded && known.password.is_some();
        usable.then(|| (person, known.password.clone()))
    });
    let found = found.await?.1;
    let hash = found.as_ref().and_then(|(_, hash)| hash.clone());
    let fits = checked(&app, password, hash.clone(), &guess).await?;
    let opened = match found.filter(|_| fits) {
        Some((person, _)) => opened(&app, person, &name, hash).await?,
        None => None,
    };
    // What was tried is remembered, cut to the length of a name.
    let tried = name.chars().take(40).collect();
    let granted = opened.is_some();
    let noted =
        app.house.act(HOUSE, Act::HouseAct(HouseAct::SignIn { name: tried, granted })).await;
    let Some((token, visitor)) = opened else {
        noted?;
        return Err(Problem::sign_in("this name and this password do not go together"));
    };
    if let Err(problem) = noted {
        app.sessions().close(&visitor.id);
        return Err(problem);
    }
    let device = app.sign_ins().succeeded(&guess).map_err(|_| Problem::internal())?;
    let mut welcomed = welcomed(&app, &token, &visitor).await?;
    let cookie = device_cookie(&app, &device).parse().map_err(|_| Problem::internal())?;
    welcomed.headers_mut().append(header::SET_COOKIE, cookie);
    Ok(welcomed)
}

fn whose(person: &Person) -> Whose {
    let plays = |role: &Role| matches!(role, Role::Player | Role::Guest);
    if person.roles.iter().all(plays) { Whose::Player } else { Whose::Staff }
}

/// Checks a password on a thread where it holds nobody up, when it is its turn.
async fn checked(
    app: &App,
    given: String,
    hash: Option<String>,
    guess: &Guess,
) -> Result<bool, Problem> {
    let _turn = app.sign_ins().turn(guess).await.map_err(|_| Problem::internal())?;
    app.house.shared.metrics.hashed.fetch_add(1, Relaxed);
    app.house.shared.hasher.run(move |room| password::check_in(room, &given, hash.as_deref())).await
}

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct NewPassword {
    /// The password so far.
    old: String,
    /// The one from now on.
    new: String,
}

/// Change one's own password
///
/// All sessions end, and this one goes on as a new one.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/password", tag = "people", request_body = NewPassword,
    params(("X-Csrf-Token" = String, Header, description = "from /api/me")), responses(
    (status = 413, body = Problem, content_type = "application/problem+json"), (status = 415, body = Problem, content_type = "application/problem+json"), (status = 422, body = Problem, content_type = "application/problem+json"),
    (status = 200, body = Whoami), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"),
    (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn password(
    State(app): State<App>,
    Address(from): Address,
    visitor: Visitor,
    headers: HeaderMap,
    Body(given): Body<NewPassword>,
) -> Result<Response, Problem> {
    let NewPassword { old, new } = given;
    let (person, name) = (visitor.person, visitor.name.clone());
    if visitor.guest().is_some() {
        return Err(Problem::rights("guests have no password"));
    }
    password::check_fit(&new, &name).map_err(|unfit| Problem::bad_request(unfit.to_string()))?;
    // Who guesses here guesses as at the door.
    let guess = app.sign_ins().guess(&name, from, visitor::device(&app, &headers));
    let guess = guess.map_err(Problem::throttled)?;
    let known = app.house.ask(move |floor_thread| floor_thread.floor().people.get(person).cloned());
    let known = known.await?.1.ok_or_else(Problem::internal)?;
    if !checked(&app, old, known.password.clone(), &guess).await? {
        return Err(Problem::rights("the old password is another"));
    }
    app.sign_ins().succeeded(&guess).map_err(|_| Problem::internal())?;
    let hash = hashed(&app, new, &name).await?;
    let act = Act::HouseAct(HouseAct::SetPassword { name: name.clone(), password: hash.clone() });
    let done = app.house.act_while(&name, act, known.password).await?;
    if let ActResult::Denied(denied) = &done.verdict {
        return Err(Problem::denied(denied, None, done.number));
    }
    match opened(&app, person, &name, Some(hash)).await? {
        Some((token, visitor)) => welcomed(&app, &token, &visitor).await,
        None => Err(Problem::sign_in("your password was changed once more; sign in again")),
    }
}

/// Sign out
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/sign-out", tag = "people",
    params(("X-Csrf-Token" = String, Header, description = "from /api/me")), responses(
    (status = 204), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn sign_out(State(app): State<App>, visitor: Visitor) -> impl IntoResponse {
    app.sessions().close(&visitor.id);
    app.house.shared.hub.end_session(visitor.person.0, &visitor.id);
    (StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie(&app, None))])
}

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(IntoParams))]
pub(super) struct Link {
    /// From the one-time link.
    token: String,
}

/// Is the one-time link good?
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/found", tag = "people", params(Link), responses(
    (status = 204), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 410, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn found_asked(
    State(app): State<App>,
    Query(link): Query<Link>,
) -> Result<StatusCode, Problem> {
    check_link(&app, &link.token)?;
    Ok(StatusCode::NO_CONTENT)
}

fn check_link(app: &App, token: &str) -> Result<(), Problem> {
    let good = app.founding_token();
    match good.is_some_and(|good| good.as_bytes().ct_eq(token.as_bytes()).into()) {
        true => Ok(()),
        false => Err(Problem::gone("this link was used, or was never good")),
    }
}

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Founding {
    token: String,
    /// The first two managers.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<FirstManager>))]
    managers: [FirstManager; 2],
}

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct FirstManager {
    name: String,
    password: String,
}

/// Found the house with its first two managers, by the one-time link; the first is signed in
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/found", tag = "people", request_body = Founding, responses(
    (status = 413, body = Problem, content_type = "application/problem+json"), (status = 415, body = Problem, content_type = "application/problem+json"),
    (status = 200, body = Whoami), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"),
    (status = 410, body = Problem, content_type = "application/problem+json"), (status = 422, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn found(
    State(app): State<App>,
    Body(given): Body<Founding>,
) -> Result<Response, Problem> {
    let Founding { token, managers: [one, other] } = given;
    check_link(&app, &token)?;
    if one.password == other.password {
        return Err(Problem::bad_request("two people have two passwords"));
    }
    let name = one.name.clone();
    let managers = [founder(&app, one).await?, founder(&app, other).await?];
    let act = Act::HouseAct(HouseAct::Found { managers });
    let done = app.house.act(HOUSE, act).await?;
    if let ActResult::Denied(denied) = &done.verdict {
        return Err(Problem::denied(denied, None, done.number));
    }
    app.founded();
    Ok(welcome(&app, &name, Whose::Staff).await?.1)
}

async fn founder(app: &App, manager: FirstManager) -> Result<Founder, Problem> {
    let FirstManager { name, password } = manager;
    let password = Some(hashed(app, password, &name).await?);
    Ok(Founder { name, password })
}

/// Hashes the password of a person on a thread where it holds nobody up.
pub(super) async fn hashed(app: &App, password: String, name: &str) -> Result<String, Problem> {
    let unfit = |unfit: password::Unfit| Problem::bad_request(unfit.to_string());
    password::check_fit(&password, name).map_err(unfit)?;
    app.house.shared.metrics.hashed.fetch_add(1, Relaxed);
    app.house.shared.hasher.run(move |_| password::hash(&password)).await?.map_err(unfit)
}
