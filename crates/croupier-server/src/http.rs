//! What can be asked over HTTP: one file for each thing, its routes on top of it.

mod acts;
mod cards;
mod clocks;
mod games;
mod given;
mod journal;
mod manual;
mod me;
mod order;
mod pit;
mod pools;
mod promotion_upload;
mod promotions;
mod proofs;
mod rules;
mod spool;
mod tables;
mod visitor;
mod vouchers;
mod watch;
mod witness;

use std::net::SocketAddr;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Json, Router};
use croupier_floor::Role;
use tokio::sync::{Semaphore, watch as signal};
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;
#[cfg(feature = "openapi")]
use utoipa::OpenApi;

use crate::assets;
use crate::house::House;
use crate::places::Places;
use crate::problem::Problem;
use crate::sessions::{Sessions, random};
use crate::sign_ins::SignIns;

/// After so long an answer is given up.
const TIMEOUT: Duration = Duration::from_secs(30);
/// So many long readings of the journal go on at once.
const READING: usize = 2;

/// What all requests share.
#[derive(Clone)]
pub(crate) struct App(Arc<Inner>);

impl std::ops::Deref for App {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

/// What there is one of.
pub(crate) struct Inner {
    pub(crate) house: House,
    pub(crate) sockets: Places,
    pub(crate) reading: Arc<Semaphore>,
    pub(crate) statements: Arc<Semaphore>,
    /// One file of entries is read at a time.
    pub(crate) uploads: Arc<Semaphore>,
    pub(crate) address: SocketAddr,
    pub(crate) pit: pit::Figures,
    founding: Mutex<Option<String>>,
    goodbye: signal::Sender<bool>,
}

impl App {
    pub(crate) async fn new(house: House, address: SocketAddr) -> Self {
        let (limits, metrics) = (house.shared.config.limits, &house.shared.metrics);
        let sockets = Places::new(limits.connections, limits.sockets_per_address, &metrics.sockets);
        let founded = house.ask(|floor_thread| {
            floor_thread
                .floor()
                .people
                .iter()
                .any(|(_, person)| person.roles.contains(&Role::Manager))
        });
        // A house that has stopped needs no manager any more.
        let founded = founded.await.map_or(true, |(_, founded)| founded);
        let token = if founded { None } else { random().ok() };
        Self(Arc::new(Inner {
            house,
            sockets,
            reading: Arc::new(Semaphore::new(READING)),
            statements: Arc::new(Semaphore::new(1)),
            uploads: Arc::new(Semaphore::new(1)),
            address,
            pit: pit::Figures::default(),
            founding: Mutex::new(token),
            goodbye: signal::Sender::new(false),
        }))
    }

    /// Returns all sessions.
    pub(crate) fn sessions(&self) -> &Sessions {
        &self.house.shared.sessions
    }

    /// Returns what counts guesses of passwords.
    pub(crate) fn sign_ins(&self) -> &SignIns {
        &self.house.shared.sign_ins
    }

    /// Returns the token of the one-time link, while there is no manager.
    pub(crate) fn founding_token(&self) -> Option<String> {
        self.founding.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The one-time link has been used.
    pub(crate) fn founded(&self) {
        *self.founding.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Tells everyone who is connected that the house closes.
    pub(crate) fn say_goodbye(&self) {
        self.goodbye.send_replace(true);
    }

    /// Returns what says when the house closes.
    pub(crate) fn goodbye(&self) -> signal::Receiver<bool> {
        self.goodbye.subscribe()
    }
}

/// Waits until the house closes.
pub(crate) async fn closing(goodbye: &mut signal::Receiver<bool>) {
    // An error means that the house is gone already.
    let _gone = goodbye.wait_for(|closing| *closing).await;
}

/// The description of everything that can be asked.
#[cfg(feature = "openapi")]
#[derive(OpenApi)]
#[openapi(
    info(
        title = "croupier",
        description = "Casino table games by the letter of their rules: the floor over HTTP. \
            docs/server.md has the live updates, the views and the acts in full."
    ),
    paths(
        me::me,
        me::guest,
        me::sign_in,
        me::sign_out,
        me::password,
        me::found_asked,
        me::found,
        acts::act,
        tables::lobby,
        tables::table,
        tables::offers,
        tables::said,
        tables::ready,
        tables::driver,
        tables::next,
        tables::draws,
        tables::burns,
        tables::edge,
        games::games,
        rules::game,
        rules::clause,
        rules::readings,
        cards::cards,
        clocks::clocks,
        clocks::confirm,
        vouchers::vouchers,
        pools::pools,
        pools::display,
        pools::break_even,
        pools::feed,
        promotions::promotions,
        promotions::form,
        promotions::promotion,
        promotions::display,
        promotions::entries,
        promotions::entry,
        promotions::proof,
        promotion_upload::upload,
        order::text,
        order::load,
        pit::pit,
        pit::tasks,
        pit::people,
        pit::report,
        pit::statement,
        pit::own_complaints,
        journal::entries,
        journal::round,
        journal::verify,
        proofs::checkpoint,
        proofs::proof,
        witness::newest,
        witness::keep,
        health,
        ready,
        metrics,
    )
)]
struct Description;

/// Describes everything that can be asked, as OpenAPI, from the code itself.
#[cfg(feature = "openapi")]
pub fn described() -> String {
    let described = Description::openapi().to_pretty_json().unwrap_or_default() + "\n";
    // Only acts and steps that name people by name are described, and nobody needs to know that there are others.
    described.replace("_String\"", "\"").replace("_Text\"", "Step\"")
}

/// The description of everything that can be asked, as OpenAPI. It is kept as a file, so that a change of what
/// people script against is seen in the file; a test compares it with the code.
pub const OPENAPI: &str = include_str!("../openapi.json");

/// Builds all routes.
pub(crate) fn router(app: App) -> Router {
    let most = app.house.shared.config.limits.body_bytes;
    let api = Router::new()
        .merge(me::routes())
        .merge(acts::routes())
        .merge(tables::routes())
        .merge(games::routes())
        .merge(rules::routes())
        .merge(cards::routes())
        .merge(clocks::routes())
        .merge(vouchers::routes())
        .merge(pools::routes())
        .merge(promotions::routes())
        .merge(order::routes())
        .merge(pit::routes())
        .merge(journal::routes())
        .merge(proofs::routes())
        .merge(witness::routes())
        .fallback(|| async { Problem::not_found("there is no such address") })
        .method_not_allowed_fallback(not_allowed)
        .layer(TimeoutLayer::with_status_code(StatusCode::GATEWAY_TIMEOUT, TIMEOUT))
        .layer(CompressionLayer::new())
        .layer(DefaultBodyLimit::max(most));
    Router::new()
        .nest("/api", api.merge(watch::routes()).merge(promotion_upload::routes()))
        .route("/health", get(health))
        .route("/ready", get(ready))
        .route("/metrics", get(metrics))
        .route("/openapi.json", get(description))
        .merge(manual::routes().layer(CompressionLayer::new()))
        .fallback_service(get(assets::serve).layer(CompressionLayer::new()))
        .method_not_allowed_fallback(not_allowed)
        .layer(middleware::from_fn_with_state(app.clone(), guard))
        .with_state(app)
}

async fn not_allowed() -> Problem {
    let problem = Problem::bad_request("this address does not take that method");
    Problem { status: 405, ..problem }
}

async fn description() -> impl axum::response::IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI)
}

/// Is the process alive?
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/health", tag = "operation", responses((status = 200, description = "It is"))))]
async fn health() -> &'static str {
    "alive\n"
}

/// Does the house take acts?
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/ready", tag = "operation", responses(
    (status = 200, description = "It does"),
    (status = 503, description = "It does not", body = Problem, content_type = "application/problem+json"))))]
async fn ready(State(app): State<App>) -> Response {
    let check = app.house.opening_check();
    if !app.house.is_ready() {
        return Problem::stopped().into_response();
    }
    let mut text = "ready".to_owned();
    if check.verified < check.of {
        text += &format!(", {} of {} entries verified", check.verified, check.of);
    }
    let (faults, of) = (app.house.witness_faults(), app.house.shared.config.witnesses.len());
    if faults > 0 {
        text += &format!(", {faults} of {of} witnesses cannot be told");
    }
    (text + "\n").into_response()
}

/// Figures for Prometheus
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/metrics", tag = "operation", responses((status = 200, description = "The figures", body = String))))]
async fn metrics(State(app): State<App>) -> impl axum::response::IntoResponse {
    let shared = &app.house.shared;
    shared.metrics.sessions.store(app.sessions().count() as i64, Relaxed);
    let check = app.house.opening_check();
    shared.metrics.verified.store(check.verified, Relaxed);
    shared.metrics.to_verify.store(check.of, Relaxed);
    shared.metrics.witness_faults.store(app.house.witness_faults() as u64, Relaxed);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], shared.metrics.write())
}

const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; \
    form-action 'self'; frame-ancestors 'none'";

/// Stands before everything: checks where a request comes from, and how its answer may be used.
async fn guard(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let started = std::time::Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    visitor::locate(&app, &mut request);
    let mut response = match visitor::check_origin(&app, &request) {
        Ok(()) if !visitor::admits(&app, &request) => Problem::throttled(1).into_response(),
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    let api = path.starts_with("/api/");
    let policy = if path.starts_with("/manual/") { manual::POLICY } else { CONTENT_POLICY };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if api {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    let status = response.status();
    let class = usize::from(status.as_u16() / 100).saturating_sub(1).min(4);
    app.house.shared.metrics.requests[class].fetch_add(1, Relaxed);
    let micros = started.elapsed().as_micros() as u64;
    if status.is_server_error() {
        tracing::warn!(%method, path, status = status.as_u16(), micros, "answered");
    } else {
        tracing::debug!(%method, path, status = status.as_u16(), micros, "answered");
    }
    response
}

/// An answer with a body.
pub(crate) type Answered<T> = Result<Json<T>, Problem>;
