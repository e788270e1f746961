//! The door: accepts connections, as many as there is room for, and lets everyone finish when it closes.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1::Builder;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt as _;

use crate::house::House;
use crate::http::{self, App};
use crate::metrics::Metrics;

/// Whoever has not sent a whole header after this is sent away.
const HEADER: Duration = Duration::from_secs(10);
/// So long those inside may take to finish when the house closes.
const FAREWELL: Duration = Duration::from_secs(10);

/// An open door.
pub struct Door {
    listener: TcpListener,
    app: App,
    router: Router,
    connections: Connections,
}

/// What is known of a door once it is open.
#[derive(Clone, Debug)]
pub struct Opened {
    /// Where it is.
    pub address: SocketAddr,
    /// The one-time link for the first manager, if there is none yet.
    pub founding: Option<String>,
}

impl Door {
    /// Opens a door to a house.
    ///
    /// # Errors
    /// The address cannot be listened at, or the house has stopped.
    pub async fn open(house: House) -> std::io::Result<(Self, Opened)> {
        let config = house.shared.config.clone();
        let listener = TcpListener::bind(config.listen).await?;
        let address = listener.local_addr()?;
        let app = App::new(house, address).await;
        let base = config.public_url.clone().unwrap_or_else(|| format!("http://{address}"));
        let founding = app.founding_token();
        let founding = founding.map(|token| format!("{base}/found?token={token}"));
        let router = http::router(app.clone());
        let limits = config.limits;
        let connections = Connections {
            metrics: Arc::clone(&app.house.shared.metrics),
            most: limits.connections,
            most_per_address: limits.connections_per_address,
            by_address: Arc::default(),
        };
        Ok((Self { listener, app, router, connections }, Opened { address, founding }))
    }

    /// Serves until `closing` is done, and then lets those inside finish.
    pub async fn serve(self, closing: impl Future<Output = ()>) {
        let (inside, mut all_gone) = tokio::sync::mpsc::channel::<()>(1);
        let mut builder = Builder::new();
        builder.timer(TokioTimer::new()).header_read_timeout(HEADER);
        tokio::pin!(closing);
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = &mut closing => break,
            };
            let (stream, from) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Too many files are open, perhaps; others must close first.
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            };
            let Some(place) = self.connections.take(from.ip()) else {
                // There is no room: whoever comes is told by the closed connection.
                continue;
            };
            let _slower = stream.set_nodelay(true);
            self.welcome(stream, from, (place, inside.clone()), &builder);
        }
        drop(self.listener);
        self.app.say_goodbye();
        drop(inside);
        if tokio::time::timeout(FAREWELL, all_gone.recv()).await.is_err() {
            tracing::warn!("not everyone had finished when the house closed");
        }
        let house = self.app.house.clone();
        let closed = tokio::task::spawn_blocking(move || house.close()).await;
        if closed.is_err() {
            tracing::error!("the house could not be closed");
        }
    }

    fn welcome(
        &self,
        stream: TcpStream,
        from: SocketAddr,
        inside: (Place, tokio::sync::mpsc::Sender<()>),
        builder: &Builder,
    ) {
        let router = self.router.clone();
        let service = TowerToHyperService::new(tower::service_fn(
            move |mut request: hyper::Request<hyper::body::Incoming>| {
                // A layer would build all routes anew for every connection.
                request.extensions_mut().insert(ConnectInfo(from));
                router.clone().oneshot(request)
            },
        ));
        let connection = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
        let mut goodbye = self.app.goodbye();
        tokio::spawn(async move {
            let _inside = inside;
            tokio::pin!(connection);
            let done = tokio::select! {
                done = connection.as_mut() => done,
                () = http::closing(&mut goodbye) => {
                    // What was begun is answered; nothing more is.
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = done {
                tracing::debug!(%error, "a connection broke");
            }
        });
    }
}

/// How many connections there are, and from where.
struct Connections {
    metrics: Arc<Metrics>,
    most: usize,
    most_per_address: usize,
    by_address: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// A place for one connection.
struct Place {
    metrics: Arc<Metrics>,
    by_address: Arc<Mutex<HashMap<IpAddr, usize>>>,
    from: IpAddr,
}

impl Connections {
    fn take(&self, from: IpAddr) -> Option<Place> {
        let open = usize::try_from(self.metrics.connections.load(Relaxed)).unwrap_or(0);
        let mut by_address = self.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        let here = by_address.entry(from).or_insert(0);
        if open >= self.most || *here >= self.most_per_address {
            return None;
        }
        *here += 1;
        self.metrics.connections.fetch_add(1, Relaxed);
        let (metrics, by_address) = (Arc::clone(&self.metrics), Arc::clone(&self.by_address));
        Some(Place { metrics, by_address, from })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.metrics.connections.fetch_sub(1, Relaxed);
        let mut by_address = self.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(here) = by_address.get_mut(&self.from) {
            *here -= 1;
            if *here == 0 {
                by_address.remove(&self.from);
            }
        }
    }
}
