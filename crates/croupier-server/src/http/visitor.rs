//! Who asks: the session of a request, and whether the request comes from our own page.

use std::net::IpAddr;

use axum::extract::{ConnectInfo, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};

use subtle::ConstantTimeEq as _;

use super::App;
use crate::origin::{Origin, origin};
use crate::problem::Problem;
use crate::sessions::{Away, Visitor};

/// The header with the token that only our own page knows.
const CSRF: &str = "x-csrf-token";

/// The header of what a page asks again and again by itself.
const POLL: &str = "x-poll";

/// Returns the name of the cookie.
pub(crate) fn cookie_name(app: &App) -> &'static str {
    if is_secure(app) { "__Host-session" } else { "session" }
}

fn is_secure(app: &App) -> bool {
    app.house.shared.config.is_https()
}

/// Writes the cookie of a session; without a token, one that ends it.
pub(crate) fn cookie(app: &App, token: Option<&str>) -> String {
    let name = cookie_name(app);
    let secure = if is_secure(app) { "; Secure" } else { "" };
    match token {
        Some(token) => format!("{name}={token}; Path=/; HttpOnly; SameSite=Strict{secure}"),
        None => format!("{name}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0{secure}"),
    }
}

/// Writes the cookie of a device on which somebody has signed in: half a year.
pub(crate) fn device_cookie(app: &App, device: &str) -> String {
    let name = device_cookie_name(app);
    let secure = if is_secure(app) { "; Secure" } else { "" };
    format!("{name}={device}; Path=/; HttpOnly; SameSite=Strict; Max-Age=15552000{secure}")
}

fn device_cookie_name(app: &App) -> &'static str {
    if is_secure(app) { "__Host-device" } else { "device" }
}

/// Finds the cookie of a device.
pub(crate) fn device<'a>(app: &App, headers: &'a HeaderMap) -> Option<&'a str> {
    token(headers, device_cookie_name(app))
}

/// Finds a cookie by its name.
fn token<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let cookies = headers.get_all(header::COOKIE).into_iter();
    let pairs = cookies.filter_map(|value| value.to_str().ok()).flat_map(|text| text.split(';'));
    let mut own = pairs.filter_map(|pair| pair.trim().split_once('='));
    own.find(|(known, _)| *known == name).map(|(_, token)| token)
}

/// Finds out who asks, if anyone has signed in.
pub(crate) fn find(app: &App, headers: &HeaderMap) -> Result<Option<Visitor>, Problem> {
    let Some(token) = token(headers, cookie_name(app)) else { return Ok(None) };
    match app.sessions().find(token, !headers.contains_key(POLL)) {
        Ok(visitor) => Ok(Some(visitor)),
        Err(Away::Unknown) => Ok(None),
        Err(Away::TooFast(seconds)) => {
            count_throttled(app);
            Err(Problem::throttled(seconds))
        }
    }
}

impl FromRequestParts<App> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let found = find(app, &parts.headers)?;
        let visitor = found.ok_or_else(|| Problem::sign_in("there is no session"))?;
        if !parts.method.is_safe() {
            let token = parts.headers.get(CSRF).map_or(&[][..], |token| token.as_bytes());
            // In constant time, so that nobody learns the token digit by digit.
            if !bool::from(token.ct_eq(visitor.csrf.as_bytes())) {
                return Err(Problem::rights("the X-Csrf-Token header is missing or wrong"));
            }
        }
        Ok(visitor)
    }
}

/// Where a request comes from.
pub(crate) struct Address(pub(crate) Origin);

impl FromRequestParts<App> for Address {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _app: &App) -> Result<Self, Problem> {
        parts.extensions.get::<Origin>().copied().map(Self).ok_or_else(Problem::internal)
    }
}

/// Finds out where a request comes from, once, and notes it.
pub(crate) fn locate(app: &App, request: &mut Request) {
    let info = request.extensions().get::<ConnectInfo<std::net::SocketAddr>>();
    if let Some(ConnectInfo(peer)) = info {
        let from = origin(&app.house.shared.config.proxies, peer.ip(), request.headers());
        request.extensions_mut().insert(from);
    }
}

/// Tells whether a request is one that its address, or whoever asks, may make now.
pub(crate) fn admits(app: &App, request: &Request) -> bool {
    let token = token(request.headers(), cookie_name(app));
    let from = request.extensions().get::<Origin>();
    let admits = from.is_none_or(|from| app.sessions().admits(*from, token));
    if !admits {
        count_throttled(app);
    }
    admits
}

/// Refuses what guests do when those from their address have done too much.
pub(crate) fn check_guest_act(app: &App, visitor: &Visitor) -> Result<(), Problem> {
    match visitor.guest() {
        Some(guest) if !app.sessions().admits_guest_act(visitor.person, guest.from) => {
            count_throttled(app);
            Err(Problem::throttled(5))
        }
        Some(_) | None => Ok(()),
    }
}

fn count_throttled(app: &App) {
    app.house.shared.metrics.throttled.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
}

/// Refuses requests that a page of somebody else sends, and names that we do not go by.
pub(crate) fn check_origin(app: &App, request: &Request) -> Result<(), Problem> {
    let headers = request.headers();
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(host) = text(header::HOST) else {
        return Err(Problem::bad_request("there is no Host header"));
    };
    // Whoever stands between may have looked at the other one.
    if headers.get_all(header::HOST).iter().count() > 1 {
        return Err(Problem::bad_request("there is more than one Host header"));
    }
    if !knows_host(app, host) {
        return Err(Problem::bad_request(format!("{host:?} is not a name of this house")));
    }
    let upgrades = headers.contains_key(header::UPGRADE);
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if safe && !upgrades {
        return Ok(());
    }
    let Some(origin) = text(header::ORIGIN) else { return Ok(()) };
    let own = origin.split_once("://").is_some_and(|(_, name)| name == host);
    match own {
        true => Ok(()),
        false => Err(Problem::rights("this request comes from another site")),
    }
}

fn knows_host(app: &App, host: &str) -> bool {
    let public = app.house.shared.config.public_url.as_deref();
    let public = public.and_then(|url| url.split_once("://")).map(|(_, name)| name);
    if public.is_some_and(|name| name.trim_end_matches('/') == host) {
        return true;
    }
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    // A numeric address cannot be turned on us by a name server.
    name == "localhost" || name.parse::<IpAddr>().is_ok() || app.address.ip().to_string() == name
}
