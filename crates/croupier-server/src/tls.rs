//! HTTPS: the certificate of the house and its key, from two files that are read again when they were renewed.
//!
//! What cannot be used is said, and the certificate that was good before goes on: a renewal that writes half a file, or
//! the key after the certificate, closes nothing.

mod dates;
mod stream;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use rustls::client::verify_server_name;
use rustls::crypto::ring;
use rustls::pki_types::pem::{self, PemObject as _};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::server::{ClientHello, ParsedCertificate, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use rustls::{ServerConfig, version};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use tokio_rustls::TlsAcceptor;

use dates::Dates;
pub(crate) use stream::Stream;

/// The files with which a house speaks HTTPS.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TlsFiles {
    /// The certificate of the house, and after it those that lead to a root that browsers know; PEM.
    pub certificate: PathBuf,
    /// The private key of the certificate; PEM.
    pub key: PathBuf,
}

/// What is wrong with a certificate or its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFault {
    file: PathBuf,
    what: String,
}

impl TlsFault {
    fn of(file: &Path, what: impl Into<String>) -> Self {
        Self { file: file.to_owned(), what: what.into() }
    }
}

impl fmt::Display for TlsFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file.display(), self.what)
    }
}

impl std::error::Error for TlsFault {}

impl TlsFiles {
    /// Reads both files, as they are now.
    ///
    /// # Errors
    /// One cannot be read or used, others may read the key, or it is not that of the certificate.
    pub fn read(&self) -> Result<Certificate, TlsFault> {
        self.bytes().and_then(|bytes| self.parse(&bytes))
    }

    fn bytes(&self) -> Result<Bytes, TlsFault> {
        let read = |file: &Path| {
            std::fs::read(file)
                .map_err(|error| TlsFault::of(file, format!("cannot be read: {error}")))
        };
        check_mode(&self.key)?;
        Ok(Bytes { certificate: read(&self.certificate)?, key: read(&self.key)? })
    }

    fn parse(&self, bytes: &Bytes) -> Result<Certificate, TlsFault> {
        let wrong = |what: String| TlsFault::of(&self.certificate, what);
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&bytes.certificate).collect();
        let chain = chain.map_err(|error| wrong(format!("is no PEM file: {error}")))?;
        let Some(first) = chain.first() else {
            return Err(wrong("has no certificate: a line BEGIN CERTIFICATE is missing".into()));
        };
        let dates =
            Dates::of(first).ok_or_else(|| wrong("has a certificate without dates".into()))?;
        let key = PrivateKeyDer::from_pem_slice(&bytes.key).map_err(|error| {
            let what = match error {
                pem::Error::NoItemsFound => {
                    "has no private key: a line BEGIN PRIVATE KEY is missing".to_owned()
                }
                error => format!("is no PEM file: {error}"),
            };
            TlsFault::of(&self.key, what)
        })?;
        let certified =
            CertifiedKey::from_der(chain, key, &ring::default_provider()).map_err(|error| {
                let what = match error {
                    rustls::Error::InconsistentKeys(_) => {
                        let certificate = self.certificate.display();
                        format!("is not the key of the certificate in {certificate}")
                    }
                    error => format!("cannot be used: {error}"),
                };
                TlsFault::of(&self.key, what)
            })?;
        Ok(Certificate { certified: Arc::new(certified), dates })
    }
}

/// The bytes of both files.
struct Bytes {
    certificate: Vec<u8>,
    key: Vec<u8>,
}

impl Bytes {
    fn hash(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update((self.certificate.len() as u64).to_be_bytes());
        hash.update(&self.certificate);
        hash.update(&self.key);
        hash.finalize().into()
    }
}

/// Refuses a key that everybody on the machine may read. A group may: that is how Debian shares keys.
fn check_mode(key: &Path) -> Result<(), TlsFault> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let file = std::fs::metadata(key);
        let file = file.map_err(|error| TlsFault::of(key, format!("cannot be read: {error}")))?;
        let mode = file.permissions().mode();
        if mode & 0o007 != 0 {
            let what = format!("everybody may read the key (mode {:o}): chmod 640", mode & 0o777);
            return Err(TlsFault::of(key, what));
        }
    }
    Ok(())
}

/// A certificate that can be used, with its key.
#[derive(Clone, Debug)]
pub struct Certificate {
    certified: Arc<CertifiedKey>,
    dates: Dates,
}

impl Certificate {
    /// Returns the first millisecond since 1970 at which it is good.
    pub const fn from(&self) -> u64 {
        self.dates.from
    }

    /// Returns the last millisecond since 1970 at which it is good.
    pub const fn until(&self) -> u64 {
        self.dates.until
    }

    /// Tells whether it is a certificate of this name or address.
    pub fn is_of(&self, name: &str) -> bool {
        let Ok(name) = ServerName::try_from(name) else { return false };
        let first = self.certified.cert.first().map(ParsedCertificate::try_from);
        let Some(Ok(first)) = first else { return false };
        verify_server_name(&first, &name).is_ok()
    }
}

/// The certificate that the house shows now, and where the next one comes from.
#[derive(Debug)]
pub struct Certificates {
    files: TlsFiles,
    shown: RwLock<Certificate>,
    /// The hash of the files as they were when they were looked at last, so that the same fault is said once.
    seen: Mutex<[u8; 32]>,
}

impl Certificates {
    /// Reads the certificate that is shown from the beginning.
    ///
    /// # Errors
    /// It cannot be used.
    pub fn open(files: TlsFiles) -> Result<Self, TlsFault> {
        let bytes = files.bytes()?;
        let shown = RwLock::new(files.parse(&bytes)?);
        Ok(Self { files, shown, seen: Mutex::new(bytes.hash()) })
    }

    /// Looks at the files again: what has been renewed is shown from the next connection on. Tells whether it was.
    ///
    /// # Errors
    /// The files have changed and cannot be used: what was shown before still is.
    fn look_again(&self) -> Result<bool, TlsFault> {
        let bytes = self.files.bytes()?;
        let hash = bytes.hash();
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if *seen == hash {
            return Ok(false);
        }
        *seen = hash;
        let renewed = self.files.parse(&bytes)?;
        *self.shown.write().unwrap_or_else(PoisonError::into_inner) = renewed;
        Ok(true)
    }

    /// Looks at the files again, and says in the log what came of it.
    pub fn renew(&self) {
        let certificate = self.files.certificate.display();
        match self.look_again() {
            Ok(false) => {}
            Ok(true) => tracing::info!(%certificate, "the certificate was renewed"),
            Err(fault) => tracing::warn!(%fault, "the certificate of before is shown"),
        }
    }

    /// Returns the last millisecond since 1970 at which what is shown is good.
    pub fn until(&self) -> u64 {
        self.shown.read().unwrap_or_else(PoisonError::into_inner).until()
    }

    /// Returns what speaks TLS with these certificates: TLS 1.3, and HTTP/1.1 in it.
    pub(crate) fn acceptor(self: &Arc<Self>) -> Result<TlsAcceptor, TlsFault> {
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_protocol_versions(&[&version::TLS13])
            .map_err(|error| TlsFault::of(&self.files.certificate, error.to_string()))?;
        let certificates: Arc<dyn ResolvesServerCert> = Arc::<Self>::clone(self);
        let mut config = config.with_no_client_auth().with_cert_resolver(certificates);
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(TlsAcceptor::from(Arc::new(config)))
    }
}

impl ResolvesServerCert for Certificates {
    fn resolve(&self, _hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let shown = self.shown.read().unwrap_or_else(PoisonError::into_inner);
        Some(Arc::clone(&shown.certified))
    }
}
