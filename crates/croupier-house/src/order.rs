//! The text of a game's order, which the operator loads: it lies beside the journal, in a file named by its SHA-256, or in
//! the database that the journal is in, and the journal has the hash. The text itself is never part of the program.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use croupier_journal::is_database;
#[cfg(not(target_family = "wasm"))]
use croupier_journal::{Paper, Papers};
use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

/// No text of an order is longer, in bytes.
pub const MOST_BYTES: usize = 1024 * 1024;

/// Returns the SHA-256 of a text, as the journal has it.
pub fn sha256(text: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(text.as_bytes()))
}

/// Returns the file in which a text is kept: beside the journal, in the folder `<journal>.orders`.
pub fn path(journal: &Path, sha256: &str) -> PathBuf {
    let mut folder = journal.as_os_str().to_owned();
    folder.push(".orders");
    Path::new(&folder).join(format!("{sha256}.txt"))
}

/// Keeps a text beside the journal; returns its SHA-256. The file has its name when it is whole.
///
/// # Errors
/// The disk does not take it.
pub fn keep(journal: &Path, text: &str) -> io::Result<String> {
    let sha256 = sha256(text);
    if is_database(journal) {
        return keep_in_database(journal, &sha256, text).map(|()| sha256);
    }
    let path = path(journal, &sha256);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let part = path.with_extension("part");
    let mut file = fs::File::create(&part)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&part, &path)?;
    Ok(sha256)
}

/// Reads a text back; `None` if what is kept is not what the hash in the journal stands for.
///
/// # Errors
/// The file is not there, or cannot be read.
pub fn read(journal: &Path, known: &str) -> io::Result<Option<String>> {
    let text = match is_database(journal) {
        true => read_in_database(journal, known)?,
        false => fs::read_to_string(path(journal, known))?,
    };
    Ok(Some(text).filter(|text| sha256(text) == known))
}

#[cfg(not(target_family = "wasm"))]
fn keep_in_database(journal: &Path, sha256: &str, text: &str) -> io::Result<()> {
    let (papers, paper) = (papers(journal)?, Paper::Order(sha256));
    if papers.read(paper).map_err(io::Error::other)?.as_deref() == Some(text.as_bytes()) {
        return Ok(());
    }
    papers.write(paper, text.as_bytes()).map_err(io::Error::other)
}

#[cfg(not(target_family = "wasm"))]
fn read_in_database(journal: &Path, known: &str) -> io::Result<String> {
    let kept = papers(journal)?.read(Paper::Order(known)).map_err(io::Error::other)?;
    String::from_utf8(kept.ok_or(io::ErrorKind::NotFound)?).map_err(io::Error::other)
}

#[cfg(not(target_family = "wasm"))]
fn papers(journal: &Path) -> io::Result<Papers> {
    let papers = Papers::of(journal, None).map_err(io::Error::other)?;
    papers.ok_or_else(|| io::ErrorKind::NotFound.into())
}

/// In a browser there are files alone.
#[cfg(target_family = "wasm")]
fn keep_in_database(_: &Path, _: &str, _: &str) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(target_family = "wasm")]
fn read_in_database(_: &Path, _: &str) -> io::Result<String> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::{keep, path, read};

    #[test]
    fn a_changed_text_is_not_shown() {
        let folder = std::env::temp_dir().join(format!("croupier-order-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let journal = folder.join("house.db");
        let sha256 = keep(&journal, "1. One rule.").unwrap();
        assert_eq!(read(&journal, &sha256).unwrap().as_deref(), Some("1. One rule."));
        std::fs::write(path(&journal, &sha256), "1. Another rule.").unwrap();
        assert_eq!(read(&journal, &sha256).unwrap(), None);
        assert!(read(&journal, &"0".repeat(64)).is_err());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
