//! Who somebody is: guests, signing in and out, and the first manager.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use croupier_engine::Player;
use croupier_floor::{Act, ActResult, HOUSE, HouseAct, Role};
use croupier_house::password;
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq as _;
#[cfg(feature = "openapi")]
use utoipa::{IntoParams, ToSchema};

use super::given::{Body, Query, Readable};
use super::visitor::{self, Address, cookie};
use super::{Answered, App};
use crate::dto::Me;
use crate::floor_thread::FloorThread;
use crate::problem::Problem;
use crate::sessions::{Visitor, random};

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/me", get(me))
        .route("/guest", post(guest))
        .route("/sign-in", post(sign_in))
        .route("/sign-out", post(sign_out))
        .route("/found", get(found_asked).post(found))
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

/// Opens a session, and answers with who it is.
async fn welcome(app: &App, person: Player, name: &str, staff: bool) -> Result<Response, Problem> {
    let opened = app.sessions.open(person, name, staff);
    let (token, visitor) = opened.map_err(|_| Problem::internal())?;
    let me = own(app, &visitor).await?;
    let cookie = cookie(app, Some(&token));
    Ok(([(header::SET_COOKIE, cookie)], Json(Whoami { me })).into_response())
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
    // Who is a guest already gets what is missing of the play money.
    let again = match visitor::find(&app, &headers)? {
        Some(visitor) => {
            let person = visitor.person;
            let is_guest =
                move |thread: &mut FloorThread| thread.floor().people.is(person, Role::Guest);
            app.house.ask(is_guest).await?.1.then_some(visitor)
        }
        None => None,
    };
    if again.is_none() && !app.sessions.admits_guest(from) {
        return Err(Problem::throttled(60));
    }
    let name = match &again {
        Some(visitor) => visitor.name.clone(),
        None => {
            let token = random().map_err(|_| Problem::internal())?;
            format!("guest-{}", &token[..10])
        }
    };
    let done = app.house.act(HOUSE, Act::HouseAct(HouseAct::Guest { name: name.clone() })).await?;
    if let ActResult::Denied(denied) = &done.verdict {
        return Err(Problem::denied(denied, None, done.number));
    }
    let wanted = name.clone();
    let (_, person) =
        app.house.ask(move |floor_thread| floor_thread.floor().people.find(&wanted)).await?;
    welcome(&app, person.ok_or_else(Problem::internal)?, &name, false).await
}

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Credentials {
    name: String,
    password: String,
}

impl Readable for Credentials {}

/// Sign in
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/sign-in", tag = "people", request_body = Credentials, responses(
    (status = 413, body = Problem, content_type = "application/problem+json"), (status = 415, body = Problem, content_type = "application/problem+json"), (status = 422, body = Problem, content_type = "application/problem+json"),
    (status = 200, body = Whoami), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 401, body = Problem, content_type = "application/problem+json"),
    (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn sign_in(
    State(app): State<App>,
    Address(from): Address,
    Body(given): Body<Credentials>,
) -> Result<Response, Problem> {
    let Credentials { name, password } = given;
    let keys = [format!("name {name}"), format!("from {from}")];
    if let Some(wait) = keys.iter().filter_map(|key| app.sessions.must_wait(key)).max() {
        return Err(Problem::throttled(wait));
    }
    let wanted = name.clone();
    let found = app.house.ask(move |floor_thread| {
        let floor = floor_thread.floor();
        let person = floor.people.find(&wanted)?;
        let known = floor.people.get(person)?;
        let usable = !known.excluded && known.password.is_some();
        let staff = known.roles.iter().any(|role| !matches!(role, Role::Player | Role::Guest));
        usable.then(|| (person, known.password.clone(), staff))
    });
    let found = found.await?.1;
    let hash = found.as_ref().and_then(|(_, hash, _)| hash.clone());
    let fits = checked(&app, password, hash).await?;
    let granted = fits && found.is_some();
    // What was tried is remembered, cut to the length of a name.
    let tried = name.chars().take(40).collect();
    app.house.act(HOUSE, Act::HouseAct(HouseAct::SignIn { name: tried, granted })).await?;
    match found.filter(|_| granted) {
        None => {
            keys.iter().for_each(|key| app.sessions.failed(key));
            Err(Problem::sign_in("this name and this password do not go together"))
        }
        Some((person, _, staff)) => {
            app.sessions.succeeded(&keys[0]);
            welcome(&app, person, &name, staff).await
        }
    }
}

/// Checks a password on a thread where it holds nobody up.
async fn checked(app: &App, given: String, hash: Option<String>) -> Result<bool, Problem> {
    let permit = app.hashing.clone().acquire_owned().await.map_err(|_| Problem::internal())?;
    let work = tokio::task::spawn_blocking(move || {
        let fits = password::check(&given, hash.as_deref());
        drop(permit);
        fits
    });
    work.await.map_err(|_| Problem::internal())
}

/// Sign out
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/sign-out", tag = "people",
    params(("X-Csrf-Token" = String, Header, description = "from /api/me")), responses(
    (status = 204), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn sign_out(State(app): State<App>, visitor: Visitor) -> impl IntoResponse {
    app.sessions.close(&visitor.id);
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
pub(super) struct Founder {
    token: String,
    name: String,
    password: String,
}

impl Readable for Founder {}

/// Become the first manager, by the one-time link
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/found", tag = "people", request_body = Founder, responses(
    (status = 413, body = Problem, content_type = "application/problem+json"), (status = 415, body = Problem, content_type = "application/problem+json"),
    (status = 200, body = Whoami), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"),
    (status = 410, body = Problem, content_type = "application/problem+json"), (status = 422, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn found(
    State(app): State<App>,
    Body(given): Body<Founder>,
) -> Result<Response, Problem> {
    let Founder { token, name, password } = given;
    check_link(&app, &token)?;
    let hash = hashed(&app, password).await?;
    let act = Act::HouseAct(HouseAct::AddPerson {
        name: name.clone(),
        roles: vec![Role::Manager],
        password: Some(hash),
    });
    let done = app.house.act(&name, act).await?;
    if let ActResult::Denied(denied) = &done.verdict {
        return Err(Problem::denied(denied, None, done.number));
    }
    app.founded();
    let wanted = name.clone();
    let (_, person) =
        app.house.ask(move |floor_thread| floor_thread.floor().people.find(&wanted)).await?;
    welcome(&app, person.ok_or_else(Problem::internal)?, &name, true).await
}

/// Hashes a password on a thread where it holds nobody up.
pub(super) async fn hashed(app: &App, password: String) -> Result<String, Problem> {
    let permit = app.hashing.clone().acquire_owned().await.map_err(|_| Problem::internal())?;
    let work = tokio::task::spawn_blocking(move || {
        let hash = password::hash(&password);
        drop(permit);
        hash
    });
    let hash = work.await.map_err(|_| Problem::internal())?;
    hash.map_err(|unfit| Problem::bad_request(unfit.to_string()))
}
