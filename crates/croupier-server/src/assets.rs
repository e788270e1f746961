//! The page: files that are part of the program, each with its type and a tag for caches.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

use crate::problem::Problem;

include!(concat!(env!("OUT_DIR"), "/web.rs"));

/// Serves a file of the page; an address that names none is a place within the page.
pub(crate) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let find = |path: &str| WEB.iter().find(|(name, _)| *name == path);
    let last = path.rsplit('/').next().unwrap_or("");
    let found = match find(path) {
        Some(found) => Some(found),
        // Clauses have dots too.
        None if path.starts_with("rules/") || !last.contains('.') => find("index.html"),
        None => None,
    };
    let Some((name, bytes)) = found else {
        return Problem::not_found(format!("there is no {path}")).into_response();
    };
    let tag = tag(bytes);
    let known = headers.get(header::IF_NONE_MATCH).and_then(|tag| tag.to_str().ok());
    if known == Some(tag.as_str()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let mut response = Response::new(Body::from(*bytes));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(name)));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// Tells whether the page has a file.
pub(crate) fn has(path: &str) -> bool {
    WEB.iter().any(|(name, _)| *name == path)
}

fn tag(bytes: &[u8]) -> String {
    let short = &Sha256::digest(bytes)[..8];
    format!("\"{}\"", HEXLOWER.encode(short))
}

pub(crate) fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        Some("json" | "webmanifest") => "application/json",
        _ => "application/octet-stream",
    }
}
