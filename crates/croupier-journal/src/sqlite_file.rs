//! A journal file read without SQLite, where SQLite cannot be built: in a browser. Nothing is written there.
//!
//! The functions are those of [`crate::sqlite`] that only read, and read the same; the tests hold one against the other.
//! The bytes of the file are those of <https://www.sqlite.org/fileformat2.html>.
#![cfg_attr(test, allow(dead_code, reason = "the tests compare what is read, and ask for no more"))]

mod pages;
pub(crate) mod rows;
pub(crate) mod schema;
mod tree;

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use crate::row::{fixed, integer, small, text};
use crate::{Error, Hash};
use pages::Pages;
use tree::{Record, Rows};

/// Why a file cannot be read.
#[derive(Debug)]
pub(crate) struct ReadError(String);

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A file that was read, with what is looked up in it out of order.
pub(crate) struct Connection {
    pages: Pages,
    /// Type, name, table and text of everything that the file has, and the page at the root of each tree.
    made: Vec<([String; 4], u32)>,
    /// The directory, by chapter and chain.
    places: BTreeMap<(u64, u32), Record>,
    /// The stored hashes of the tree, by level and position.
    hashes: BTreeMap<(u32, u64), Hash>,
    /// How many rows those two tables have.
    counts: (u64, u64),
}

impl Connection {
    fn open(path: &Path) -> Result<Self, ReadError> {
        let pages = Pages::read(path)?;
        let mut made = Vec::new();
        let mut rows = Rows::new(&pages, 1);
        while let Some(row) = rows.next()? {
            let of = |column| text(&row, column).map(|it| String::from_utf8_lossy(it).into_owned());
            let texts = [0, 1, 2, 4].map(|column| of(column).unwrap_or_default());
            made.push((texts, small(&row, 3).unwrap_or(0)));
        }
        let (places, hashes, counts) = (BTreeMap::new(), BTreeMap::new(), (0, 0));
        let mut file = Self { pages, made, places, hashes, counts };
        if schema::difference(&file)?.is_none() {
            file.look_up()?;
        }
        Ok(file)
    }

    /// Reads the two tables whose rows have keys of two parts.
    fn look_up(&mut self) -> Result<(), ReadError> {
        let (mut places, mut hashes, mut counts) = (BTreeMap::new(), BTreeMap::new(), (0, 0));
        let mut rows = self.rows("places");
        while let Some(row) = rows.next()? {
            counts.0 += 1;
            if let (Some(chapter), Some(chain)) = (integer(&row, 0), small(&row, 1)) {
                places.insert((chapter, chain), row);
            }
        }
        let mut rows = self.rows("tree");
        while let Some(row) = rows.next()? {
            counts.1 += 1;
            if let (Some(level), Some(position), Some(hash)) =
                (small(&row, 0), integer(&row, 1), fixed(&row, 2))
            {
                hashes.insert((level, position), Hash(hash));
            }
        }
        (self.places, self.hashes, self.counts) = (places, hashes, counts);
        Ok(())
    }

    fn root(&self, table: &str) -> u32 {
        self.made.iter().find(|(texts, _)| texts[1] == table).map_or(0, |(_, root)| *root)
    }

    /// All rows of a table.
    fn rows(&self, table: &str) -> Rows<'_> {
        Rows::new(&self.pages, self.root(table))
    }

    /// The rows of a table with numbers from a number on.
    fn rows_from(&self, table: &str, number: u64) -> Result<Rows<'_>, ReadError> {
        Rows::from_number(&self.pages, self.root(table), i64::try_from(number).unwrap_or(i64::MAX))
    }

    /// The row of a table with a number; `None` if there is none.
    fn row(&self, table: &str, number: u64) -> Result<Option<Record>, ReadError> {
        let next = self.rows_from(table, number)?.next()?;
        Ok(next.filter(|row| integer(row, 0) == Some(number)))
    }
}

/// Opens a file to be read, with what of it stands in the log beside it.
///
/// # Errors
///
/// There is no such file, or it cannot be read.
pub(crate) fn connect_to_read(path: &Path, _sealed: bool) -> Result<Connection, Error> {
    if crate::reader::length(path)?.is_none() {
        return Err(Error::file(path, "there is no such file"));
    }
    Connection::open(path).map_err(|error| Error::file(path, error))
}

/// Whether another process writes a journal: not where files are only read.
pub(crate) fn is_running(_: &Path) -> bool {
    false
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests;
