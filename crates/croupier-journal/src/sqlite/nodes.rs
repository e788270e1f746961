//! The hashes of the tree in a journal file: leaves from the entries, the stored levels from `tree`.

use std::path::Path;

use rusqlite::{Connection, params};

use super::rows;
use crate::tree::{self, Edge, Nodes};
use crate::{Error, Hash};

/// Reads the hashes of the tree from a file.
pub(crate) struct StoredTree<'a> {
    pub(crate) connection: &'a Connection,
    pub(crate) path: &'a Path,
}

impl StoredTree<'_> {
    fn select(&self, level: u32, first: u64, count: u64) -> rusqlite::Result<Vec<Hash>> {
        let sql = match level {
            0 => "SELECT hash FROM entries WHERE number > ?1 AND number <= ?2 ORDER BY number",
            _ => {
                "SELECT hash FROM tree WHERE position >= ?1 AND position < ?2 AND level = ?3 \
                  ORDER BY position"
            }
        };
        let mut select = self.connection.prepare_cached(sql)?;
        let (from, to) = (first.cast_signed(), (first + count).cast_signed());
        let mut rows = match level {
            0 => select.query(params![from, to])?,
            _ => select.query(params![from, to, level])?,
        };
        let mut hashes = Vec::with_capacity(count as usize);
        while let Some(row) = rows.next()? {
            let Some(hash) = rows::fixed(row, 0).map(Hash) else { break };
            hashes.push(if level == 0 { tree::leaf(&hash.0) } else { hash });
        }
        Ok(hashes)
    }
}

impl Nodes for StoredTree<'_> {
    type Error = Error;

    fn read(&self, level: u32, first: u64, count: u64) -> Result<Vec<Hash>, Error> {
        let read = self.select(level, first, count);
        let hashes = read.map_err(|error| Error::sqlite(self.path, &error))?;
        if hashes.len() as u64 != count {
            let size = 1_u64 << (level * tree::STORED_EVERY);
            let (from, to) = (first * size + 1, (first + count) * size);
            let what = format!("entries {from} to {to}, or the tree over them, are not whole");
            return Err(Error::damaged_file(self.path, what));
        }
        Ok(hashes)
    }
}

/// Reads the right edge of the tree over the entries that a checkpoint has signed, and adds those
/// that were written since.
///
/// # Errors
///
/// The file cannot be read, or the tree is not the one that was signed.
pub(super) fn edge(
    stored: &StoredTree<'_>,
    signed: &crate::Checkpoint,
    last: u64,
) -> Result<Edge, Error> {
    let mut edge = Edge::read(stored, signed.number)?;
    if edge.root() != signed.root {
        let what = format!(
            "checkpoint {} signed another tree over the first {} entries",
            signed.id, signed.number
        );
        return Err(Error::damaged_file(stored.path, what));
    }
    let since = last.checked_sub(signed.number).ok_or_else(|| {
        let what = format!("checkpoint {} signed entries that are missing", signed.id);
        Error::damaged_file(stored.path, what)
    })?;
    for leaf in stored.read(0, signed.number, since)? {
        edge.push(leaf, |_, _, _| ());
    }
    Ok(edge)
}
