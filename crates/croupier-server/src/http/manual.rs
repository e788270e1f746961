//! The manual: files of a folder, as mdBook has built them. They are no part of the program, and run apart from the page.

use std::path::Path;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, Uri, header};
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::get;

use super::App;
use crate::assets;
use crate::problem::Problem;

/// Pages of the manual have scripts of their own, which the page must not have. So they count as another site: nothing in
/// them can ask for anything in the name of who is signed in.
pub(super) const POLICY: &str = "sandbox allow-scripts allow-popups allow-top-navigation-by-user-activation; \
    default-src 'self' 'unsafe-inline' data:; frame-ancestors 'none'";

/// The addresses of the manual.
pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/manual", get(|| async { Redirect::permanent("/manual/") }))
        .route("/manual/", get(serve))
        .route("/manual/{*page}", get(serve))
}

/// Serves a file of the manual.
async fn serve(State(app): State<App>, uri: Uri) -> Response {
    let Some(folder) = app.house.shared.config.manual.clone() else {
        let what = "the manual is not here: ./manual builds it, and `manual` in the set-up names its folder";
        return Problem::not_found(what).into_response();
    };
    let path = uri.path().trim_start_matches("/manual/").to_owned();
    let name =
        if path.is_empty() || path.ends_with('/') { format!("{path}index.html") } else { path };
    let found =
        tokio::task::spawn_blocking(move || read(&folder, &name).map(|bytes| (name, bytes)));
    let Ok(Some((name, bytes))) = found.await else {
        return Problem::not_found("there is no such page in the manual").into_response();
    };
    let mut response = Response::new(Body::from(bytes));
    let kind = HeaderValue::from_static(assets::kind(&name));
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    // Fonts and the search index are asked for as by another site.
    let anyone = HeaderValue::from_static("*");
    response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, anyone);
    response
}

/// Reads a file below a folder; `None` if there is none, or the name leads elsewhere.
fn read(folder: &Path, name: &str) -> Option<Vec<u8>> {
    let plain = |part: &str| {
        let letters = |it: char| it.is_ascii_alphanumeric() || matches!(it, '.' | '-' | '_');
        !part.is_empty() && !part.starts_with('.') && part.chars().all(letters)
    };
    if !name.split('/').all(plain) {
        return None;
    }
    let file = folder.join(name);
    // A link may not lead out of the folder either.
    let is_inside = file.canonicalize().ok()?.starts_with(folder.canonicalize().ok()?);
    is_inside.then(|| std::fs::read(file).ok()).flatten()
}
