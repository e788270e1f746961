//! The hashes of the tree in a journal: leaves from the entries, the stored levels from `tree`.

use std::collections::BTreeMap;

use crate::entry::link;
use crate::rows::Rows;
use crate::tree::{self, Edge, Nodes};
use crate::{Checkpoint, Error, Hash};

/// Reads the hashes of the tree from a journal.
pub(crate) struct StoredTree<'a>(pub(crate) &'a dyn Rows);

impl Nodes for StoredTree<'_> {
    type Error = Error;

    fn read(&self, level: u32, first: u64, count: u64) -> Result<Vec<Hash>, Error> {
        let mut hashes = self.0.tree(level, first, count)?;
        if level == 0 {
            hashes.iter_mut().for_each(|hash| *hash = tree::leaf(&hash.0));
        }
        if hashes.len() as u64 != count {
            let size = 1_u64 << (level * tree::STORED_EVERY);
            let (from, to) = (first * size + 1, (first + count) * size);
            let what = format!("entries {from} to {to}, or the tree over them, are not whole");
            return Err(Error::damaged_file(self.0.name(), what));
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
pub(crate) fn edge(stored: &StoredTree<'_>, signed: &Checkpoint, last: u64) -> Result<Edge, Error> {
    let mut edge = Edge::read(stored, signed.number)?;
    if edge.root() != signed.root {
        edge = Edge::read(&Mended::new(stored, signed)?, signed.number)?;
    }
    if edge.root() != signed.root {
        let what = format!(
            "checkpoint {} signed another tree over the first {} entries",
            signed.id, signed.number
        );
        return Err(Error::damaged_file(stored.0.name(), what));
    }
    let since = last.checked_sub(signed.number).ok_or_else(|| {
        let what = format!("checkpoint {} signed entries that are missing", signed.id);
        Error::damaged_file(stored.0.name(), what)
    })?;
    for leaf in stored.read(0, signed.number, since)? {
        edge.push(leaf, |_, _, _| ());
    }
    Ok(edge)
}

/// The tree of a file in whose last signed entries a hash is damaged, with the hashes as they were signed.
struct Mended<'a> {
    stored: &'a StoredTree<'a>,
    /// The last leaves that were signed, and how many stand before them.
    leaves: Vec<Hash>,
    before: u64,
}

impl Nodes for Mended<'_> {
    type Error = Error;

    fn read(&self, level: u32, first: u64, count: u64) -> Result<Vec<Hash>, Error> {
        let from = first.checked_sub(self.before).filter(|_| level == 0);
        let own = from.and_then(|from| self.leaves.get(from as usize..(from + count) as usize));
        own.map_or_else(|| self.stored.read(level, first, count), |own| Ok(own.to_vec()))
    }
}

impl<'a> Mended<'a> {
    /// Finds out which hashes the last signed entries had, those that no stored level is made of yet. The hash
    /// of an entry stands with the entry after it in its chain as well, and that of the last of a chain in the
    /// checkpoint; where an entry does not fit its link, these are taken. Whether they are right, the signed root
    /// says: so a damaged entry stops its own chain, and not the whole journal.
    fn new(stored: &'a StoredTree<'a>, signed: &Checkpoint) -> Result<Self, Error> {
        let part = 1 << tree::STORED_EVERY;
        let before = signed.number / part * part;
        let rows = stored.0.hashes(before, signed.number)?;
        let mut due: BTreeMap<u32, Hash> =
            signed.heads.iter().map(|(chain, head)| (chain.0, head.hash)).collect();
        let mut leaves = Vec::new();
        for (place, row) in rows.iter().enumerate().filter(|(_, row)| row.number > before).rev() {
            let follows = place.checked_sub(1).map(|place| &rows[place].link);
            let fits = |link_before| link(link_before, row.number, &row.hash) == row.link;
            let signed = due.insert(row.chain, row.previous);
            let hash = if follows.is_some_and(fits) { None } else { signed };
            leaves.push(tree::leaf(&hash.unwrap_or(row.hash).0));
        }
        leaves.reverse();
        Ok(Self { stored, leaves, before })
    }
}
