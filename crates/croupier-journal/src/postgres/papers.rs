//! The documents of a house that are kept in the database of its journal, so that any node finds them: the key that signs,
//! the secret that the virtual tables' keys follow from, the texts of the orders.
//!
//! The key and the secret are encrypted under a key that the operator gives every node: whoever can read the database, or
//! one of its backups, cannot sign and cannot foretell a draw.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use chacha20poly1305::aead::{Aead as _, KeyInit as _, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};

use super::Address;
use super::rows::fixed;
use super::schema::{self, failed, reading};
use super::session::Session;
use crate::{Error, key};

const SEALED: &[u8] = b"croupier sealed 1";
const NONCE: usize = 24;

/// The key under which secrets are kept in a database; every node of a house has it.
pub struct OperatorKey {
    key: [u8; 32],
    path: PathBuf,
}

/// A document of a house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper<'a> {
    /// The key that signs the journal, encrypted.
    Key,
    /// The secret that the keys of virtual tables follow from, encrypted.
    Secret,
    /// The text of an order, by its SHA-256.
    Order(&'a str),
}

/// The documents of a house, in the database of its journal.
pub struct Papers {
    session: Session,
    operator_key: Option<OperatorKey>,
    journal: [u8; 16],
    /// What was read of each, as it is stored: nothing is written over what somebody else has written since.
    read: RefCell<HashMap<Vec<u8>, Vec<u8>>>,
}

impl OperatorKey {
    /// Reads the key from a file that only its owner may read: 64 hexadecimal digits.
    ///
    /// # Errors
    ///
    /// The file cannot be read, others may read it too, or it holds no key.
    pub fn read(path: &Path) -> Result<Self, Error> {
        Ok(Self { key: key::read(path)?, path: path.to_owned() })
    }

    /// Reads the key; makes it first if there is no file.
    ///
    /// # Errors
    ///
    /// As [`OperatorKey::read`], or the file cannot be made.
    pub fn read_or_make(path: &Path) -> Result<Self, Error> {
        match path.exists() {
            true => Self::read(path),
            false => Ok(Self { key: key::make(path)?, path: path.to_owned() }),
        }
    }

    /// Encrypts a document of a journal.
    pub(crate) fn seal(
        &self,
        journal: &[u8; 16],
        paper: Paper<'_>,
        bytes: &[u8],
    ) -> Result<Vec<u8>, Error> {
        let mut nonce = [0; NONCE];
        getrandom::fill(&mut nonce).map_err(|error| Error::file(&self.path, error))?;
        let aad = [SEALED, journal, &paper.name()].concat();
        let sealed = self.cipher().encrypt(&XNonce::from(nonce), Payload { msg: bytes, aad: &aad });
        let sealed = sealed.map_err(|_| Error::file(&self.path, "the document is too long"))?;
        Ok([SEALED, &nonce, &sealed].concat())
    }

    /// Decrypts a document; `None` if it was encrypted under another key, or changed, or is another document.
    fn open(&self, journal: &[u8; 16], paper: Paper<'_>, sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, sealed) = sealed.strip_prefix(SEALED)?.split_first_chunk::<NONCE>()?;
        let aad = [SEALED, journal, &paper.name()].concat();
        self.cipher().decrypt(&XNonce::from(*nonce), Payload { msg: sealed, aad: &aad }).ok()
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(&Key::from(self.key))
    }
}

impl std::fmt::Debug for OperatorKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "OperatorKey in {}", self.path.display())
    }
}

impl Paper<'_> {
    /// The name under which it is stored.
    pub(super) fn name(&self) -> Vec<u8> {
        match self {
            Self::Key => b"key".to_vec(),
            Self::Secret => b"secret".to_vec(),
            Self::Order(hash) => [b"order ", hash.as_bytes()].concat(),
        }
    }

    const fn is_sealed(&self) -> bool {
        match self {
            Self::Key | Self::Secret => true,
            Self::Order(_) => false,
        }
    }
}

impl Papers {
    /// Opens the documents of a house whose journal is in a database; `None` if it is in a file, and they are beside it.
    ///
    /// # Errors
    ///
    /// The database cannot be reached, or has no journal; or the operator's key cannot be read.
    pub fn of(path: &Path, operator_key: Option<&Path>) -> Result<Option<Self>, Error> {
        let Some(address) = Address::of(path)? else { return Ok(None) };
        let operator_key = operator_key.map(OperatorKey::read).transpose()?;
        Self::open(&address, operator_key).map(Some)
    }

    pub(crate) fn open(
        address: &Address,
        operator_key: Option<OperatorKey>,
    ) -> Result<Self, Error> {
        let (by, asked) = (reading(), failed(&address.name));
        let session = Session::connect(address, schema::SET_UP, by).map_err(&asked)?;
        schema::wait_for_saved(&session, by).map_err(&asked)?;
        if let Some(what) = schema::foreign(&session, by).map_err(&asked)? {
            return Err(Error::file(&address.name, what));
        }
        let rows = session.query("SELECT id FROM croupier.journal", &[], by).map_err(&asked)?;
        let Some(journal) = rows.first().and_then(|row| fixed(row, 0)) else {
            let what = "the row that says which journal it is was changed";
            return Err(Error::damaged_file(&address.name, what));
        };
        Ok(Self { session, operator_key, journal, read: RefCell::default() })
    }

    /// Names the database, for messages.
    pub fn name(&self) -> &Path {
        self.session.name()
    }

    /// Reads a document; `None` if there is none.
    ///
    /// # Errors
    ///
    /// It cannot be read, or cannot be decrypted with the operator's key.
    pub fn read(&self, paper: Paper<'_>) -> Result<Option<Vec<u8>>, Error> {
        let sql = "SELECT bytes FROM croupier.papers WHERE name = $1";
        let name = paper.name();
        let rows = self.session.query(sql, &[&name], reading());
        let rows = rows.map_err(failed(self.name()))?;
        let Some(bytes) = rows.first().and_then(|row| row.try_get::<_, Vec<u8>>(0).ok()) else {
            return Ok(None);
        };
        self.read.borrow_mut().insert(name, bytes.clone());
        if !paper.is_sealed() {
            return Ok(Some(bytes));
        }
        let key = self.key(paper)?;
        let opened = key.open(&self.journal, paper, &bytes);
        let what = || {
            let what = format!(
                "{} is not the operator's key under which {} was encrypted in this database, or that was changed",
                key.path.display(),
                paper.what()
            );
            Error::file(self.name(), what)
        };
        opened.map(Some).ok_or_else(what)
    }

    /// Writes a document in the place of the one that was read, and returns when that is saved.
    ///
    /// # Errors
    ///
    /// It cannot be written, or another process has written one since.
    pub fn write(&self, paper: Paper<'_>, bytes: &[u8]) -> Result<(), Error> {
        let name = paper.name();
        let bytes = match paper.is_sealed() {
            true => self.key(paper)?.seal(&self.journal, paper, bytes)?,
            false => bytes.to_vec(),
        };
        let written = match self.read.borrow().get(&name) {
            Some(read) => {
                let sql = "UPDATE croupier.papers SET bytes = $2 WHERE name = $1 AND bytes = $3";
                self.session.execute(sql, &[&name, &bytes, read], reading())
            }
            None => {
                let sql = "INSERT INTO croupier.papers (name, bytes) VALUES ($1, $2) ON CONFLICT DO NOTHING";
                self.session.execute(sql, &[&name, &bytes], reading())
            }
        };
        if written.map_err(failed(self.name()))? == 0 {
            let what = format!("another process has written {} meanwhile", paper.what());
            return Err(Error::file(self.name(), what));
        }
        self.read.borrow_mut().insert(name, bytes);
        Ok(())
    }

    /// Lists the texts of orders by their SHA-256.
    ///
    /// # Errors
    ///
    /// The database does not answer.
    pub fn orders(&self) -> Result<Vec<String>, Error> {
        let sql = "SELECT name FROM croupier.papers ORDER BY name";
        let rows = self.session.query(sql, &[], reading()).map_err(failed(self.name()))?;
        let names = rows.iter().filter_map(|row| row.try_get::<_, Vec<u8>>(0).ok());
        let hash = |name: Vec<u8>| String::from_utf8(name.strip_prefix(b"order ")?.to_vec()).ok();
        Ok(names.filter_map(hash).collect())
    }

    fn key(&self, paper: Paper<'_>) -> Result<&OperatorKey, Error> {
        self.operator_key.as_ref().ok_or_else(|| {
            let what = format!(
                "{} is encrypted in this database: give the file with the operator's key (--operator-key FILE, or \
                 CROUPIER_OPERATOR_KEY)",
                paper.what()
            );
            Error::file(self.name(), what)
        })
    }
}

impl Paper<'_> {
    const fn what(&self) -> &'static str {
        match self {
            Self::Key => "the key of the journal",
            Self::Secret => "the secret of the house",
            Self::Order(_) => "the text of an order",
        }
    }
}
