//! The pages of an SQLite file and of the write-ahead log beside it, as they were after the last whole commit.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use super::ReadError;
use crate::wal::{self, PAGE};

/// The first bytes of every SQLite file.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// A file, and what of its pages stands in the log.
pub(super) struct Pages {
    file: Vec<u8>,
    log: Vec<u8>,
    /// Where in the log each page begins that is newer there.
    newer: HashMap<u32, usize>,
}

impl Pages {
    /// Reads a file and the log beside it.
    ///
    /// # Errors
    ///
    /// A file cannot be read, or is none of SQLite's.
    pub(super) fn read(path: &Path) -> Result<Self, ReadError> {
        let file = fs::read(path).map_err(|error| ReadError(error.to_string()))?;
        let log = match fs::read(wal::beside(path)) {
            Ok(log) => log,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(ReadError(error.to_string())),
        };
        let newer = wal::committed(&log);
        let pages = Self { file, log, newer };
        let header = pages.page(1)?;
        if !header.starts_with(MAGIC) {
            return Err(ReadError("file is not a database".to_owned()));
        }
        if header[16..18] != (PAGE as u16).to_be_bytes() || header[20] != 0 {
            return Err(ReadError(format!("the pages of a journal have {PAGE} bytes")));
        }
        Ok(pages)
    }

    /// How many pages there are at most, those of the log counted apart.
    pub(super) fn most(&self) -> usize {
        self.file.len() / PAGE + self.newer.len()
    }

    /// A page, by its number from 1.
    ///
    /// # Errors
    ///
    /// There is no such page.
    pub(super) fn page(&self, number: u32) -> Result<&[u8], ReadError> {
        let found = match self.newer.get(&number) {
            Some(at) => self.log.get(*at..at + PAGE),
            None => self.file.chunks_exact(PAGE).nth((number as usize).wrapping_sub(1)),
        };
        found.ok_or_else(|| {
            ReadError(format!("database disk image is malformed: there is no page {number}"))
        })
    }

    /// What the header of the file says: the application that made it, and the version of its format.
    pub(super) fn made_by(&self) -> Result<(i64, i64), ReadError> {
        let header = self.page(1)?;
        let word = |at: usize| {
            let bytes = [header[at], header[at + 1], header[at + 2], header[at + 3]];
            i64::from(i32::from_be_bytes(bytes))
        };
        Ok((word(68), word(60)))
    }
}
