//! A house for a test, and a visitor who speaks HTTP to it.

#![allow(dead_code, reason = "not every test needs all of it")]
#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::body::Bytes;
use croupier_journal::Reader;
use croupier_server::{Broken, Config, Door, House, Manual};
use futures_util::{SinkExt as _, StreamExt as _};
use http_body_util::{BodyExt as _, Full};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

/// The demo table of Casino War.
pub(crate) const WAR: u32 = 4;

/// The password of the first manager, and that of everyone else.
pub(crate) const MANAGERS: &str = "a long enough password";
pub(crate) const PASSWORD: &str = "another long password";

/// Whatever takes longer than this, on a machine however busy, does not come any more.
const PATIENCE: Duration = Duration::from_secs(120);

/// Waits for something, for as long as one must be patient.
pub(crate) async fn patiently<T>(what: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, what).await.expect("it comes")
}

/// Asks for something again and again until it fits.
pub(crate) async fn until(
    visitor: &mut Visitor,
    path: &str,
    fits: impl Fn(&Value) -> bool,
) -> Value {
    patiently(async {
        loop {
            let told = visitor.get(path).await.1;
            if fits(&told) {
                return told;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await
}

/// Waits until a round of Casino War is over; a player whose card ties with the dealer's surrenders.
pub(crate) async fn war_is_over(visitor: &mut Visitor, area: u8, over: impl Fn(&Value) -> bool) {
    let path = format!("/api/tables/{WAR}");
    let asked = |view: &Value| view["expects"]["due"] == "choice";
    let view = until(visitor, &path, |view| asked(view) || over(view)).await;
    if asked(&view) {
        let choose = json!({ "choose": { "area": area, "choice": "surrender" } });
        let (status, told) =
            visitor.act(&json!({ "step": { "table": WAR, "step": choose } })).await;
        assert_eq!(status, 200, "{told}");
        until(visitor, &path, |view| !asked(view) && over(view)).await;
    }
}

/// A live line.
pub(crate) type Socket =
    tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

/// Opens the live line of a visitor.
pub(crate) async fn socket(visitor: &Visitor) -> Socket {
    let mut request = format!("ws://{}/api/live", visitor.address).into_client_request().unwrap();
    if let Some(cookie) = &visitor.cookie {
        request.headers_mut().insert("cookie", cookie.parse().unwrap());
    }
    tokio_tungstenite::connect_async(request).await.expect("the socket opens").0
}

/// Waits for a message that fits.
pub(crate) async fn wait(socket: &mut Socket, fits: impl Fn(&Value) -> bool) -> Value {
    patiently(async {
        loop {
            let message = socket.next().await.expect("the socket is open").unwrap();
            if let Message::Text(text) = message {
                let value: Value = serde_json::from_str(&text).unwrap();
                if fits(&value) {
                    return value;
                }
            }
        }
    })
    .await
}

/// Says something over a live line.
pub(crate) async fn say(socket: &mut Socket, what: &Value) {
    socket.send(Message::text(what.to_string())).await.unwrap();
}

/// How many entries the journal has.
pub(crate) fn standing(open: &Open) -> u64 {
    Reader::open(&open.journal).unwrap().state().unwrap().number
}

/// A folder that is gone when the test is.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::SeqCst);
        let path = std::env::temp_dir().join(format!("croupier-{}-{number}", std::process::id()));
        let _not_there = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _still_used = std::fs::remove_dir_all(&self.0);
    }
}

/// A house that is open for a test.
pub(crate) struct Open {
    pub(crate) address: SocketAddr,
    pub(crate) founding: Option<String>,
    pub(crate) house: House,
    pub(crate) clock: Arc<Manual>,
    pub(crate) journal: PathBuf,
    pub(crate) folder: Option<Folder>,
    close: Option<oneshot::Sender<()>>,
    task: Option<tokio::task::JoinHandle<Result<(), Broken>>>,
}

/// A set-up whose tables wait for nobody.
pub(crate) fn quick() -> Config {
    let mut config = Config { listen: SocketAddr::from(([127, 0, 0, 1], 0)), ..Config::default() };
    config.pace.card = 1;
    config.pace.betting = 600_000;
    config.pace.choice = 600_000;
    config.pace.cut = 1;
    config.limits.requests_per_second = 100_000;
    config.limits.burst = 100_000;
    config.limits.address_requests_per_second = 1_000_000;
    config.limits.guests_per_minute = 100_000;
    config.limits.guests_per_address = 100_000;
    config.limits.guest_acts_per_minute = 1_000_000;
    config.limits.denied_per_minute = 1_000_000;
    config.limits.demo_seats_per_address = 100;
    config.limits.sockets_per_address = 1_000;
    config
}

impl Open {
    pub(crate) async fn new(config: Config) -> Self {
        let folder = Folder::new();
        let journal = folder.0.join("house.db");
        let mut open = Self::at(Config { journal, ..config }).await;
        open.folder = Some(folder);
        open
    }

    /// Opens the house of a journal that is there.
    pub(crate) async fn at(config: Config) -> Self {
        Self::by(config, Arc::default()).await
    }

    /// Opens the house of a journal by a clock.
    pub(crate) async fn by(config: Config, clock: Arc<Manual>) -> Self {
        let journal = config.journal.clone();
        let house = House::open(config, clock.clone()).expect("the house opens");
        let (door, opened) = Door::open(house.clone()).await.expect("the door opens");
        let (close, closing) = oneshot::channel::<()>();
        let task = tokio::spawn(door.serve(async {
            let _gone = closing.await;
        }));
        Self {
            address: opened.address,
            founding: opened.founding,
            house,
            clock,
            journal,
            folder: None,
            close: Some(close),
            task: Some(task),
        }
    }

    /// Closes the house, and waits until it is closed; the folder stays.
    pub(crate) async fn close(mut self) -> Option<Folder> {
        drop(self.close.take());
        self.task.take().unwrap().await.unwrap().expect("it closes in peace");
        self.folder.take()
    }

    /// A visitor whom nobody knows.
    pub(crate) async fn visitor(&self) -> Visitor {
        Visitor::new(self.address).await
    }

    /// A guest.
    pub(crate) async fn guest(&self) -> Visitor {
        let mut visitor = self.visitor().await;
        let (status, told) = visitor.post("/api/guest", &json!(null)).await;
        assert_eq!(status, 200, "{told}");
        visitor.learn(&told);
        visitor
    }

    /// The first manager, who has come by the one-time link; the second is `mia`.
    pub(crate) async fn manager(&self) -> Visitor {
        let link = self.founding.clone().expect("there is no manager yet");
        let token = link.split_once("token=").unwrap().1;
        let mut visitor = self.visitor().await;
        let managers = json!([{ "name": "max", "password": MANAGERS }, { "name": "mia", "password": PASSWORD }]);
        let founding = json!({ "token": token, "managers": managers });
        let (status, told) = visitor.post("/api/found", &founding).await;
        assert_eq!(status, 200, "{told}");
        visitor.learn(&told);
        visitor
    }

    /// Somebody whom the manager has added, signed in.
    pub(crate) async fn person(&self, manager: &mut Visitor, name: &str, role: &str) -> Visitor {
        let password = PASSWORD;
        let add = json!({ "add-person": { "name": name, "roles": [role], "password": password } });
        let (status, told) = manager.act(&add).await;
        assert_eq!(status, 200, "{told}");
        if let Some(request) = told["verdict"]["waits"]["request"].as_u64() {
            let mut second = self.signed_in("mia").await;
            let (status, told) = second.act(&json!({ "approve": { "request": request } })).await;
            assert_eq!((status, &told["verdict"]), (200, &json!("done")), "{told}");
        }
        self.signed_in(name).await
    }

    /// Somebody who has signed in with the password that all but the first manager have.
    pub(crate) async fn signed_in(&self, name: &str) -> Visitor {
        let mut visitor = self.visitor().await;
        let (status, told) =
            visitor.post("/api/sign-in", &json!({ "name": name, "password": PASSWORD })).await;
        assert_eq!(status, 200, "{told}");
        visitor.learn(&told);
        visitor
    }
}

/// Connects to a door from an address of this machine.
pub(crate) async fn connect(own: [u8; 4], address: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from((own, 0))).unwrap();
    socket.connect(address).await.expect("the door is open")
}

/// Reads one figure of a house.
pub(crate) async fn figure(visitor: &mut Visitor, name: &str) -> u64 {
    let (_, text) = visitor.get("/metrics").await;
    let text = text.as_str().unwrap().to_owned();
    let line = text.lines().find(|line| line.starts_with(&format!("croupier_{name} ")));
    line.unwrap_or_else(|| panic!("{name} is in {text}"))
        .split_once(' ')
        .unwrap()
        .1
        .parse()
        .unwrap()
}

/// Somebody with a connection of their own.
pub(crate) struct Visitor {
    pub(crate) address: SocketAddr,
    send: SendRequest<Full<Bytes>>,
    pub(crate) cookie: Option<String>,
    pub(crate) csrf: String,
    pub(crate) name: String,
    /// What is said of where the request comes from.
    pub(crate) forwarded: Option<String>,
}

impl Visitor {
    pub(crate) async fn new(address: SocketAddr) -> Self {
        Self::from([127, 0, 0, 1], address).await
    }

    /// A visitor who comes from another address of this machine.
    pub(crate) async fn from(own: [u8; 4], address: SocketAddr) -> Self {
        let stream = connect(own, address).await;
        stream.set_nodelay(true).unwrap();
        let (send, connection) = handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(async move {
            let _broken = connection.await;
        });
        let (cookie, csrf, name, forwarded) = Default::default();
        Self { address, send, cookie, csrf, name, forwarded }
    }

    /// Remembers who one is.
    pub(crate) fn learn(&mut self, told: &Value) {
        self.csrf = told["me"]["csrf"].as_str().unwrap().to_owned();
        self.name = told["me"]["name"].as_str().unwrap().to_owned();
    }

    pub(crate) fn request(&self, method: &str, path: &str) -> hyper::http::request::Builder {
        let mut request = Request::builder().method(method).uri(path);
        request = request.header("host", self.address.to_string());
        if let Some(cookie) = &self.cookie {
            request = request.header("cookie", cookie);
        }
        if let Some(forwarded) = &self.forwarded {
            request = request.header("x-forwarded-for", forwarded);
        }
        if method != "GET" {
            request = request.header("content-type", "application/json");
            request = request.header("x-csrf-token", &self.csrf);
        }
        request
    }

    pub(crate) async fn send(
        &mut self,
        request: hyper::http::Result<Request<Full<Bytes>>>,
    ) -> (StatusCode, hyper::HeaderMap, Value) {
        self.send.ready().await.expect("the connection is open");
        let response = self.send.send_request(request.unwrap()).await.expect("an answer");
        let (parts, body) = response.into_parts();
        if let Some(cookie) = parts.headers.get("set-cookie") {
            let text = cookie.to_str().unwrap().split(';').next().unwrap();
            self.cookie = Some(text.to_owned());
        }
        let bytes = body.collect().await.expect("a body").to_bytes();
        let value = serde_json::from_slice(&bytes)
            .unwrap_or_else(|_| Value::String(String::from_utf8_lossy(&bytes).into_owned()));
        (parts.status, parts.headers, value)
    }

    pub(crate) async fn get(&mut self, path: &str) -> (u16, Value) {
        let request = self.request("GET", path).body(Full::default());
        let (status, _, value) = self.send(request).await;
        (status.as_u16(), value)
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> (u16, Value) {
        let bytes = Bytes::from(body.to_string());
        let request = self.request("POST", path).body(Full::new(bytes));
        let (status, _, value) = self.send(request).await;
        (status.as_u16(), value)
    }

    /// Does something, under a key of its own.
    pub(crate) async fn act(&mut self, act: &Value) -> (u16, Value) {
        static KEYS: AtomicU32 = AtomicU32::new(0);
        let key = format!("{}-{}", self.name, KEYS.fetch_add(1, Ordering::SeqCst));
        self.act_under(&key, act).await
    }

    pub(crate) async fn act_under(&mut self, key: &str, act: &Value) -> (u16, Value) {
        let bytes = Bytes::from(act.to_string());
        let request = self.request("POST", "/api/acts").header("idempotency-key", key);
        let (status, _, value) = self.send(request.body(Full::new(bytes))).await;
        (status.as_u16(), value)
    }

    /// The text of a request, for whoever sends it in pieces or does not wait for the answer.
    pub(crate) fn raw(&self, path: &str, key: &str, body: &Value) -> Vec<u8> {
        let (body, csrf, host) = (body.to_string(), &self.csrf, self.address);
        let cookie = self.cookie.as_deref().unwrap_or_default();
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {host}\r\ncookie: {cookie}\r\nx-csrf-token: {csrf}\r\n\
             idempotency-key: {key}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        [head.into_bytes(), body.into_bytes()].concat()
    }

    /// Signs in; returns the status and what was told.
    pub(crate) async fn sign_in(&mut self, name: &str, password: &str) -> (u16, Value) {
        let given = json!({ "name": name, "password": password });
        let (status, told) = self.post("/api/sign-in", &given).await;
        if status == 200 {
            self.learn(&told);
        }
        (status, told)
    }

    /// Takes a seat with chips.
    pub(crate) async fn sit(&mut self, table: u32, seat: u8) {
        let name = self.name.clone();
        let sit = json!({ "sit": { "table": table, "player": name, "seat": seat } });
        let (status, told) = self.act(&sit).await;
        assert_eq!(status, 200, "{told}");
        let bring = json!({ "bring": { "table": table, "player": name, "amount": 50_000 } });
        let (status, told) = self.act(&bring).await;
        assert_eq!(status, 200, "{told}");
    }

    pub(crate) fn wager(&self, table: u32, area: u8, on: &str, amount: u64) -> Value {
        let wager = json!({ "player": self.name, "area": area, "on": on, "amount": amount });
        json!({ "step": { "table": table, "step": { "wager": wager } } })
    }
}
