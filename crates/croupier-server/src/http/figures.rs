//! Figures for whoever watches the house, and for nobody else: how much is played is nobody's business.

use std::net::SocketAddr;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use axum::routing::get;
use croupier_floor::Floor;
use subtle::ConstantTimeEq as _;

use super::App;
use crate::problem::Problem;

/// A floor that says nothing for so long is passed over: its figures stay what they were.
const PATIENCE: Duration = Duration::from_secs(2);

/// Headers by which a proxy says that it asks for somebody else.
const FORWARDED: [&str; 3] = ["forwarded", "via", "x-forwarded-for"];

pub(super) fn routes() -> Router<App> {
    Router::new().route("/metrics", get(metrics))
}

/// Figures for Prometheus
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/metrics", tag = "operation", responses(
    (status = 200, description = "The figures", body = String, content_type = "text/plain"),
    (status = 401, description = "The key is missing or wrong", body = Problem, content_type = "application/problem+json"),
    (status = 403, description = "Only this machine is answered without a key", body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn metrics(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    check_reader(&app, peer, &headers)?;
    let metrics = &app.house.shared.metrics;
    metrics.sessions.store(app.sessions().count() as i64, Relaxed);
    let check = app.house.opening_check();
    metrics.verified.store(check.verified, Relaxed);
    metrics.to_verify.store(check.of, Relaxed);
    metrics.witness_faults.store(app.house.witness_faults() as u64, Relaxed);
    let until = app.certificates.as_ref().map_or(0, |certificates| certificates.until() / 1000);
    metrics.certificate_until.store(until, Relaxed);
    metrics.ready.store(i64::from(app.house.is_ready()), Relaxed);
    let clocks = app.house.shared.time.look();
    metrics.clock_doubted.store(u64::from(clocks.doubted), Relaxed);
    metrics.disk_free.store(disk_free(&app), Relaxed);
    let counted = app.house.ask(move |floor_thread| Counts::of(floor_thread.floor(), clocks.house));
    // A house that has stopped says so by `ready`.
    if let Ok(Ok((_, counts))) = tokio::time::timeout(PATIENCE, counted).await {
        counts.store(&app);
    }
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], metrics.write()))
}

/// Refuses whoever is not meant. With a key, who has it; without one, who asks on this machine and for nobody else. A house
/// with a public address may have a proxy here that says nothing of whom it asks for: it wants a key.
fn check_reader(app: &App, peer: SocketAddr, headers: &HeaderMap) -> Result<(), Problem> {
    let config = &app.house.shared.config;
    let Some(key) = &config.metrics_key else {
        let is_here = peer.ip().to_canonical().is_loopback();
        let is_own = !FORWARDED.iter().any(|name| headers.contains_key(*name));
        return match is_here && is_own && config.public_url.is_none() {
            true => Ok(()),
            false => Err(Problem::rights(
                "without metrics_key in the set-up, figures are for this machine only",
            )),
        };
    };
    let given = headers.get(header::AUTHORIZATION).map_or(&[][..], |value| value.as_bytes());
    let given = given.strip_prefix(b"Bearer ").unwrap_or_default();
    match bool::from(given.ct_eq(key.bytes())) {
        true => Ok(()),
        false => Err(Problem::sign_in(
            "the header Authorization needs: Bearer and the metrics_key of the set-up",
        )),
    }
}

/// Returns what is free on the disk of the journal, or on that of its mirror if that is less, in bytes.
fn disk_free(app: &App) -> u64 {
    let config = &app.house.shared.config;
    let files = std::iter::once(&config.journal).chain(&config.mirror);
    #[cfg(unix)]
    {
        let free = files.filter_map(|file| {
            let disk = rustix::fs::statvfs(file).ok()?;
            Some(disk.f_bavail.saturating_mul(disk.f_frsize))
        });
        free.min().unwrap_or(0)
    }
    #[cfg(not(unix))]
    {
        drop(files);
        0
    }
}

/// What is counted on the floor.
struct Counts {
    tables: usize,
    held: usize,
    tasks: usize,
    overdue: usize,
    requests: usize,
    /// For how long the oldest request waits, in milliseconds.
    oldest: u64,
}

impl Counts {
    fn of(floor: &Floor, now: u64) -> Self {
        let now = now.max(floor.now);
        let waits = floor.requests.values().map(|request| now.saturating_sub(request.at));
        let overdue =
            floor.tasks.iter().filter(|task| floor.due_of(task).is_some_and(|due| due <= now));
        let held = floor.rooms.values().filter(|room| room.held.is_some()).count();
        Self {
            tables: floor.rooms.len() + floor.folded.len(),
            held: held + floor.stopped.len(),
            tasks: floor.tasks.iter().count(),
            overdue: overdue.count(),
            requests: floor.requests.len(),
            oldest: waits.max().unwrap_or(0),
        }
    }

    fn store(&self, app: &App) {
        let metrics = &app.house.shared.metrics;
        for (counter, value) in [
            (&metrics.tables, self.tables),
            (&metrics.tables_held, self.held),
            (&metrics.tasks, self.tasks),
            (&metrics.tasks_overdue, self.overdue),
            (&metrics.requests_waiting, self.requests),
        ] {
            counter.store(value as u64, Relaxed);
        }
        metrics.requests_oldest.store(self.oldest / 1000, Relaxed);
    }
}
