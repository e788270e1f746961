//! HTTPS at the door: certificates from files, and their renewal while the house is open.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use croupier_server::{Certificates, Config, Door, House, Manual, TlsFiles, listen};
use futures_util::StreamExt as _;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::client::{Folder, Open, patiently, quick};

const NAME: &str = "tables.example";
/// The key of the figures.
const KEY: &str = "0123456789abcdef0123456789abcdef";

/// Writes a new certificate and its key, and returns the certificate.
fn write_certificate(folder: &Path) -> rcgen::Certificate {
    let made = rcgen::generate_simple_self_signed([NAME.to_owned()]).unwrap();
    std::fs::write(folder.join("chain.pem"), made.cert.pem()).unwrap();
    write_key(&folder.join("key.pem"), &made.signing_key.serialize_pem());
    made.cert
}

fn write_key(file: &Path, text: &str) {
    std::fs::write(file, text).unwrap();
    #[cfg(unix)]
    std::fs::set_permissions(file, std::os::unix::fs::PermissionsExt::from_mode(0o640)).unwrap();
}

fn files(folder: &Path) -> TlsFiles {
    TlsFiles { certificate: folder.join("chain.pem"), key: folder.join("key.pem") }
}

fn speaks_https(folder: &Path) -> Config {
    let public_url = Some(format!("https://{NAME}"));
    let metrics_key = Some(KEY.to_owned().try_into().unwrap());
    Config { tls: Some(files(folder)), public_url, metrics_key, ..quick() }
}

/// Connects, and trusts this certificate only.
async fn connect(
    address: SocketAddr,
    trusted: &rcgen::Certificate,
) -> std::io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(trusted.der().clone()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider);
    let config = config.with_protocol_versions(&[&rustls::version::TLS13]).unwrap();
    let config = config.with_root_certificates(roots).with_no_client_auth();
    let stream = TcpStream::connect(address).await.unwrap();
    let name = ServerName::try_from(NAME).unwrap();
    patiently(TlsConnector::from(Arc::new(config)).connect(name, stream)).await
}

/// Asks for something, and returns the whole answer.
async fn ask(stream: &mut TlsStream<TcpStream>, head: &str) -> String {
    let request = format!(
        "{head} HTTP/1.1\r\nhost: {NAME}\r\nauthorization: Bearer {KEY}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    patiently(stream.read_to_end(&mut answer)).await.unwrap();
    String::from_utf8(answer).unwrap()
}

/// Requests, cookies and live lines go through TLS, browsers are told to come so from then on, and nothing is answered
/// to who speaks without.
#[tokio::test]
async fn the_house_speaks_https() {
    let folder = Folder::new();
    let certificate = write_certificate(&folder.0);
    let open = Open::new(speaks_https(&folder.0)).await;
    assert!(open.founding.as_deref().unwrap().starts_with("https://tables.example/found?token="));

    let mut stream = connect(open.address, &certificate).await.unwrap();
    assert_eq!(stream.get_ref().1.alpn_protocol(), None, "this client offers none");
    let answer = ask(&mut stream, "GET /health").await;
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    assert!(answer.contains("strict-transport-security: max-age=15552000\r\n"), "{answer}");
    let mut stream = connect(open.address, &certificate).await.unwrap();
    let answer = ask(&mut stream, "POST /api/guest").await;
    let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    assert!(cookie.starts_with("__Host-session=") && cookie.ends_with("; Secure"), "{cookie}");

    let stream = connect(open.address, &certificate).await.unwrap();
    let url = format!("ws://{NAME}/api/live");
    let (mut socket, _) = tokio_tungstenite::client_async(url, stream).await.unwrap();
    let text = futures_util::SinkExt::send(
        &mut socket,
        tokio_tungstenite::tungstenite::Message::text(json!({ "lobby": true }).to_string()),
    );
    text.await.unwrap();
    let told = patiently(socket.next()).await.unwrap().unwrap();
    let told: Value = serde_json::from_str(told.to_text().unwrap()).unwrap();
    assert!(told["lobby"]["tables"].is_array(), "{told}");

    let mut plain = TcpStream::connect(open.address).await.unwrap();
    plain.write_all(b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    let mut answer = Vec::new();
    let _cut_off = patiently(plain.read_to_end(&mut answer)).await;
    assert!(!answer.starts_with(b"HTTP/"), "{answer:?}");

    // Whoever has said nothing yet does not keep a house open that closes.
    let silent = TcpStream::connect(open.address).await.unwrap();
    open.close().await;
    drop(silent);
}

/// A renewed certificate is shown from the next connection on; those that are open go on. What cannot be used is not
/// shown, and what was shown before still is.
#[tokio::test]
async fn a_renewed_certificate_is_shown_without_a_restart() {
    let folder = Folder::new();
    let first = write_certificate(&folder.0);
    let config = Config { journal: folder.0.join("house.db"), ..speaks_https(&folder.0) };
    let listener = listen(config.listen).unwrap();
    let certificates = Arc::new(Certificates::open(files(&folder.0)).unwrap());
    let house = House::open(config, Arc::<Manual>::default()).unwrap();
    let (door, opened) =
        Door::open_at(house, listener, Some(Arc::clone(&certificates))).await.unwrap();
    let (close, closing) = oneshot::channel::<()>();
    let task = tokio::spawn(door.serve(async {
        let _gone = closing.await;
    }));
    let mut before = connect(opened.address, &first).await.unwrap();

    let old_key = std::fs::read_to_string(folder.0.join("key.pem")).unwrap();
    let second = write_certificate(&folder.0);
    let chain = std::fs::read_to_string(folder.0.join("chain.pem")).unwrap();
    let new_key = std::fs::read_to_string(folder.0.join("key.pem")).unwrap();
    for (chain, key) in [
        (chain.as_str(), old_key.as_str()),
        (&chain[..chain.len() / 2], new_key.as_str()),
        (chain.as_str(), &new_key[..new_key.len() / 2]),
        ("", new_key.as_str()),
        (chain.as_str(), ""),
    ] {
        std::fs::write(folder.0.join("chain.pem"), chain).unwrap();
        std::fs::write(folder.0.join("key.pem"), key).unwrap();
        certificates.renew();
        assert!(connect(opened.address, &first).await.is_ok(), "the first is shown");
        assert!(connect(opened.address, &second).await.is_err());
    }
    std::fs::write(folder.0.join("key.pem"), &new_key).unwrap();
    certificates.renew();
    assert!(connect(opened.address, &second).await.is_ok(), "the second is shown");
    assert!(connect(opened.address, &first).await.is_err());
    let answer = ask(&mut before, "GET /metrics").await;
    let until =
        format!("croupier_certificate_expires_timestamp_seconds {}", certificates.until() / 1000);
    assert!(answer.contains(&until), "{answer}");
    drop(close);
    task.await.unwrap().unwrap();
}

/// What is wrong with the files is said, with the file that is wrong; nothing is shown then.
#[test]
fn what_is_wrong_with_a_certificate_is_named() {
    let folder = Folder::new();
    let (chain, key) = (folder.0.join("chain.pem"), folder.0.join("key.pem"));
    let wrong = |file: &str, says: &str| {
        let fault = files(&folder.0).read().expect_err(says).to_string();
        assert!(fault.contains(file) && fault.contains(says), "{fault}");
    };
    wrong("key.pem", "cannot be read");
    write_certificate(&folder.0);
    let certificate = files(&folder.0).read().unwrap();
    assert!(certificate.is_of(NAME) && !certificate.is_of("other.example"));
    assert!(!certificate.is_of("127.0.0.1") && !certificate.is_of("not a name"));
    assert!(certificate.from() < certificate.until());
    #[cfg(unix)]
    {
        let mode = |mode| {
            let mode = std::os::unix::fs::PermissionsExt::from_mode(mode);
            std::fs::set_permissions(&key, mode).unwrap();
        };
        mode(0o644);
        wrong("key.pem", "chmod 640");
        mode(0o640);
    }
    let good = std::fs::read(&chain).unwrap();
    std::fs::write(&chain, std::fs::read(&key).unwrap()).unwrap();
    wrong("chain.pem", "BEGIN CERTIFICATE");
    std::fs::write(&chain, &good).unwrap();
    std::fs::write(&key, &good).unwrap();
    wrong("key.pem", "BEGIN PRIVATE KEY");
    let other = rcgen::generate_simple_self_signed([NAME.to_owned()]).unwrap();
    std::fs::write(&key, other.signing_key.serialize_pem()).unwrap();
    wrong("key.pem", "is not the key of the certificate");
    std::fs::write(&chain, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
        .unwrap();
    wrong("chain.pem", "without dates");
}
