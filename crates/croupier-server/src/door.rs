//! The door: accepts connections, as many as there is room for, and lets everyone finish when it closes.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1::Builder;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio_rustls::TlsAcceptor;
use tower::ServiceExt as _;

use crate::breakdown::Part;
use crate::house::House;
use crate::http::{self, App};
use crate::impatient::Impatient;
use crate::origin::{Origin, is_proxy};
use crate::places::{Place, Places};
use crate::tls::{Certificates, Stream};

/// Whoever has not sent a whole header after this is sent away; before it, whoever has not agreed on TLS.
const HEADER: Duration = Duration::from_secs(10);
/// The files of the certificate are looked at so often.
const RENEWAL: Duration = Duration::from_secs(60);
/// So many connections may wait to be accepted.
const WAITING: u32 = 1024;
/// So much of a request is read ahead, headers included, in bytes.
const READ_AHEAD: usize = 32 * 1024;
/// So much is sent ahead to somebody who does not read, in bytes.
const SENT_AHEAD: u32 = 128 * 1024;
/// So long the door stays open after a part of the house has broken down, so that whoever asks learns that it is not ready.
const LINGER: Duration = Duration::from_secs(3);
/// So long those inside may take to finish when the house closes.
const FAREWELL: Duration = Duration::from_secs(10);

/// An open door.
pub struct Door {
    listener: TcpListener,
    app: App,
    router: Router,
    connections: Places,
    tls: Option<TlsAcceptor>,
}

/// What is known of a door once it is open.
#[derive(Clone, Debug)]
pub struct Opened {
    /// Where it is.
    pub address: SocketAddr,
    /// The one-time link by which the house is founded, if it has no manager yet.
    pub founding: Option<String>,
}

/// A part of the house broke down while it was open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken(pub Part);

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} broke down, and the house has closed; the log says why", self.0)
    }
}

impl std::error::Error for Broken {}

impl Door {
    /// Opens a door to a house at the address of its set-up.
    ///
    /// # Errors
    /// The address cannot be listened at, or the certificate cannot be used.
    pub async fn open(house: House) -> io::Result<(Self, Opened)> {
        let config = &house.shared.config;
        let listener = listen(config.listen)?;
        let certificates = config.tls.clone().map(Certificates::open).transpose();
        let certificates = certificates.map_err(io::Error::other)?.map(Arc::new);
        Self::open_at(house, listener, certificates).await
    }

    /// Opens a door to a house where somebody listens already, with the certificates of its set-up, which whoever opens
    /// the door may have read again.
    ///
    /// # Errors
    /// The listener has no address, or nothing here speaks TLS with these certificates.
    pub async fn open_at(
        house: House,
        listener: TcpListener,
        certificates: Option<Arc<Certificates>>,
    ) -> io::Result<(Self, Opened)> {
        let config = house.shared.config.clone();
        let address = listener.local_addr()?;
        let tls = certificates.as_ref().map(Certificates::acceptor).transpose();
        let tls = tls.map_err(io::Error::other)?;
        let app = App::new(house, address, certificates).await;
        let base = config.url(address);
        let founding = app.founding_token();
        let founding = founding.map(|token| format!("{base}/found?token={token}"));
        let router = http::router(app.clone());
        let limits = config.limits;
        let open = &app.house.shared.metrics.connections;
        let connections = Places::new(limits.connections, limits.connections_per_address, open);
        Ok((Self { listener, app, router, connections, tls }, Opened { address, founding }))
    }

    /// Serves until `closing` is done or a part of the house breaks down, and then lets those inside finish.
    ///
    /// # Errors
    /// A part of the house has broken down.
    pub async fn serve(self, closing: impl Future<Output = ()>) -> Result<(), Broken> {
        let (inside, mut all_gone) = tokio::sync::mpsc::channel::<()>(1);
        let mut builder = Builder::new();
        builder.timer(TokioTimer::new()).header_read_timeout(HEADER).max_buf_size(READ_AHEAD);
        let broken = self.broken();
        let renewals =
            self.app.certificates.clone().map(|certificates| tokio::spawn(renewals(certificates)));
        tokio::pin!(closing, broken);
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = &mut closing => break,
                () = &mut broken => break,
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
            // A known proxy brings many people; those are counted when they ask.
            let proxy = is_proxy(&self.app.house.shared.config.proxies, from.ip());
            let origin = (!proxy).then(|| Origin::of(from.ip()));
            let Some(place) = self.connections.take(origin) else {
                // There is no room: whoever comes is told by the closed connection.
                continue;
            };
            let _slower = stream.set_nodelay(true);
            self.welcome(stream, from, (place, inside.clone()), &builder);
        }
        drop(self.listener);
        if let Some(renewals) = renewals {
            renewals.abort();
        }
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
        self.app.house.shared.broken().map_or(Ok(()), |part| Err(Broken(part)))
    }

    /// Waits until a part of the house breaks down, and a while longer.
    fn broken(&self) -> impl Future<Output = ()> + use<> {
        let mut breaking = self.app.house.shared.breaking();
        async move {
            // An error means that the house is gone already.
            drop(breaking.wait_for(Option::is_some).await);
            tokio::time::sleep(LINGER).await;
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
        let patience = Duration::from_secs(self.app.house.shared.config.limits.write_seconds);
        let stream = Impatient::new(stream, patience);
        let (tls, builder) = (self.tls.clone(), builder.clone());
        let mut goodbye = self.app.goodbye();
        tokio::spawn(async move {
            let _inside = inside;
            let agreed = tokio::select! {
                agreed = agree(stream, tls) => agreed,
                () = http::closing(&mut goodbye) => return,
            };
            let stream = match agreed {
                Ok(stream) => TokioIo::new(stream),
                Err(error) => {
                    tracing::debug!(%error, "somebody speaks no TLS that this house speaks");
                    return;
                }
            };
            let connection = builder.serve_connection(stream, service).with_upgrades();
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

/// Agrees on TLS, if the house speaks it; whoever takes too long is sent away.
async fn agree(stream: Impatient<TcpStream>, tls: Option<TlsAcceptor>) -> io::Result<Stream> {
    let Some(tls) = tls else { return Ok(Stream::Plain(stream)) };
    let stream = tokio::time::timeout(HEADER, tls.accept(stream)).await??;
    Ok(Stream::Tls(Box::new(stream)))
}

/// Looks at the files of the certificate from time to time.
async fn renewals(certificates: Arc<Certificates>) {
    let mut next = tokio::time::interval(RENEWAL);
    loop {
        next.tick().await;
        let certificates = Arc::clone(&certificates);
        // It says itself what is wrong, and a panic has been said.
        let _said = tokio::task::spawn_blocking(move || certificates.renew()).await;
    }
}

/// Listens at an address. Connections take over what is set here: how much is sent ahead to who does not read.
/// Whoever listens before the house is opened leaves nothing behind where the address is taken.
///
/// # Errors
/// Somebody else listens there, or may not.
pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // As the standard library does: an address can be listened at again at once.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(SENT_AHEAD)?;
    socket.bind(address)?;
    socket.listen(WAITING)
}
