//! The key that signs checkpoints: made on first use, kept in a file that only its owner may read.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::Path;

use ed25519_dalek::{Signature, Signer as _, VerifyingKey};

use crate::Error;
use crate::hash::{from_hex, write_hex};
#[cfg(not(target_family = "wasm"))]
use crate::{OperatorKey, Paper};

/// The secret half of the key that signs checkpoints; whoever has it can write any journal.
pub struct SigningKey(ed25519_dalek::SigningKey);

/// The half of the key that anyone may have, to check signatures.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey(pub [u8; 32]);

impl SigningKey {
    /// Takes the 32 secret bytes of an Ed25519 key.
    pub fn from_bytes(secret: &[u8; 32]) -> Self {
        Self(ed25519_dalek::SigningKey::from_bytes(secret))
    }

    /// Makes a key from the operating system's randomness, and keeps it in a new file.
    ///
    /// # Errors
    ///
    /// The file exists or cannot be written.
    pub fn make(path: &Path) -> Result<Self, Error> {
        make(path).map(|secret| Self::from_bytes(&secret))
    }

    /// Reads a key from its file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, others may read it too, or it holds no key.
    pub fn read(path: &Path) -> Result<Self, Error> {
        read(path).map(|secret| Self::from_bytes(&secret))
    }

    /// Encrypts the key under that of the operator, as it is kept in the database of a journal.
    ///
    /// # Errors
    ///
    /// The operating system's random source failed.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn sealed(
        &self,
        operator: &OperatorKey,
        journal: &[u8; 16],
    ) -> Result<Vec<u8>, Error> {
        operator.seal(journal, Paper::Key, &self.0.to_bytes())
    }

    /// Keeps the key in a new file that only its owner may read.
    ///
    /// # Errors
    ///
    /// The file exists or cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        write(path, &self.0.to_bytes())
    }

    /// Says the half of the key that anyone may have.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key().to_bytes())
    }

    pub(crate) fn again(&self) -> Self {
        Self(self.0.clone())
    }

    pub(crate) fn sign(&self, message: &[u8]) -> [u8; 64] {
        self.0.sign(message).to_bytes()
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SigningKey of {}", self.public())
    }
}

impl PublicKey {
    /// Reads a public key from 64 hexadecimal digits in lower case.
    pub fn from_hex(text: &str) -> Option<Self> {
        from_hex(text).map(Self)
    }

    pub(crate) fn has_signed(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        VerifyingKey::from_bytes(&self.0)
            .is_ok_and(|key| key.verify_strict(message, &Signature::from_bytes(signature)).is_ok())
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(f, &self.0)
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(f, &self.0)
    }
}

/// Makes 32 secret bytes, and keeps them in a new file that only its owner may read.
pub(crate) fn make(path: &Path) -> Result<[u8; 32], Error> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(|error| Error::file(path, error))?;
    write(path, &secret)?;
    Ok(secret)
}

/// Writes 32 secret bytes to a new file that only its owner may read.
pub(crate) fn write(path: &Path, secret: &[u8; 32]) -> Result<(), Error> {
    let mut text = String::with_capacity(65);
    let _ = write_hex(&mut text, secret);
    text.push('\n');
    let write = || {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(path)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()
    };
    write().map_err(|error| Error::file(path, format!("cannot make the key: {error}")))?;
    sync_folder(path)
}

/// Reads 32 secret bytes from a file that only its owner may read.
pub(crate) fn read(path: &Path) -> Result<[u8; 32], Error> {
    let text = fs::read_to_string(path)
        .map_err(|error| Error::file(path, format!("cannot read the key: {error}")))?;
    #[cfg(unix)]
    {
        let file = fs::metadata(path).map_err(|error| Error::file(path, error))?;
        let mode = std::os::unix::fs::PermissionsExt::mode(&file.permissions());
        if mode & 0o077 != 0 {
            let what = format!("others may read the key (mode {:o}): chmod 600", mode & 0o777);
            return Err(Error::file(path, what));
        }
    }
    let what = "not a key: 64 hexadecimal digits are expected";
    from_hex(text.trim_end()).ok_or_else(|| Error::file(path, what))
}

/// Makes sure that a new file is in its folder after a loss of power.
///
/// # Errors
///
/// The folder cannot be synced.
pub fn sync_folder(path: &Path) -> Result<(), Error> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(|error| Error::file(folder, error))
}
