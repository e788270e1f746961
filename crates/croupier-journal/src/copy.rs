//! A journal moved to another place, with its hashes and signatures: from a file to a database, or the other way.

use std::ops::ControlFlow;
use std::path::Path;

use crate::end;
use crate::mirror::copy_rest;
use crate::postgres::{Address, OperatorKey, Papers, Postgres};
use crate::reader::length;
use crate::sqlite::Sqlite;
use crate::store::Stored;
use crate::{Checkpoint, Error, SigningKey, Verification, VerifyOptions, verify};

/// Copies a journal that nobody writes to a place where there is none, and verifies the copy. Entries, checkpoints, what is
/// kept beside them and the newest snapshot are the same, byte for byte; and so are the signatures, for the same key signs.
/// In a database, the key is kept under that of the operator, if it is given.
///
/// # Errors
///
/// The journal is damaged, or somebody writes it; the key is another one; there is a journal already at the other place; or
/// one of both cannot be reached.
pub fn copy(
    from: &Path,
    to: &Path,
    key: &SigningKey,
    operator_key: Option<&OperatorKey>,
) -> Result<Verification, Error> {
    let found = verify(from, &VerifyOptions::default())?;
    let wrong = found.chain_faults.values().map(|(fault, _)| fault).chain(&found.faults).next();
    if let Some(fault) = wrong {
        return Err(Error::damaged_file(from, fault));
    }
    let source = open(from)?;
    if source.identity().key != key.public() {
        let what = format!(
            "the key is {}, but the journal is signed by {}",
            key.public(),
            source.identity().key
        );
        return Err(Error::file(from, what));
    }
    let Some(journal) = source.rows().journal()? else {
        return Err(Error::file(from, "the row that says which journal it is was changed"));
    };
    let mut first = None;
    source.rows().checkpoints(1, &mut |_, checkpoint| {
        first = checkpoint;
        ControlFlow::Break(())
    })?;
    let Some(first) = first.filter(|first| first.id == 1 && first.is_signed()) else {
        return Err(Error::damaged_file(from, "checkpoint 1 is missing or was changed"));
    };
    let mut copy = make(to, &first, journal.chapter, (key, operator_key))?;
    copy.sign_with(key);
    copy_rest(source.rows(), &mut *copy, journal.number)?;
    copy.close()?;
    verify(to, &VerifyOptions::default())
}

/// Opens a journal, so that nobody else writes it.
fn open(path: &Path) -> Result<Box<dyn Stored>, Error> {
    let none = || Error::file(path, "there is no journal");
    Ok(match Address::of(path)? {
        Some(address) => Box::new(Postgres::open(&address)?.ok_or_else(none)?),
        None if length(path)?.is_none() => return Err(none()),
        None => Box::new(Sqlite::open(path)?.ok_or_else(none)?),
    })
}

fn make(
    path: &Path,
    first: &Checkpoint,
    chapter: u64,
    (key, operator_key): (&SigningKey, Option<&OperatorKey>),
) -> Result<Box<dyn Stored>, Error> {
    match Address::of(path)? {
        Some(address) => {
            let sealed = operator_key.map(|operator| key.sealed(operator, &first.identity.journal));
            let store = Postgres::make(&address, first, chapter, (key, sealed.transpose()?))?;
            Ok(Box::new(store))
        }
        None => {
            end::check_none(path)?;
            Ok(Box::new(Sqlite::make(path, first, chapter, key)?))
        }
    }
}

/// Reads the key of a journal in a database.
///
/// # Errors
///
/// It is not there, or cannot be decrypted.
pub(crate) fn key_of(papers: &Papers) -> Result<SigningKey, Error> {
    let bytes = papers.read(crate::Paper::Key)?;
    let key = bytes.as_deref().and_then(|bytes| bytes.try_into().ok());
    let none = "the key of this journal is not in the database: it is kept elsewhere";
    key.map(SigningKey::from_bytes).ok_or_else(|| Error::file(papers.name(), none))
}
