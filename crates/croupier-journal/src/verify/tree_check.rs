//! Computes the tree over the entries again, and holds the stored hashes against it.

use crate::rows::Rows;
use crate::tree::{self, Edge};
use crate::{Error, Hash};

/// How many leaves lie under each hash of the lowest stored level.
pub(super) const PART: usize = 1 << tree::STORED_EVERY;

/// The tree over the entries that were followed so far, none of which may be missing.
#[derive(Default)]
pub(super) struct TreeCheck {
    /// The tree over all whole parts.
    parts: Edge,
    /// The hashes of the entries after them.
    rest: Vec<Hash>,
    /// How many hashes must be stored so far.
    pub(super) stored: u64,
}

impl TreeCheck {
    /// Adds the next entry. Whoever has computed the root of the part that ends with it gives that
    /// root. Says whether the hashes that are due now are stored as they must be.
    pub(super) fn push(
        &mut self,
        rows: &dyn Rows,
        entry: Hash,
        root: Option<Hash>,
    ) -> Result<bool, Error> {
        self.rest.push(entry);
        if self.rest.len() < PART {
            return Ok(true);
        }
        let leaves = || self.rest.iter().map(|entry| tree::leaf(&entry.0)).collect();
        let root = root.unwrap_or_else(|| tree::whole_root(leaves()));
        self.rest.clear();
        let mut due = Vec::new();
        self.parts.push_stored(root, |level, position, hash| due.push((level, position, hash)));
        self.stored += due.len() as u64;
        for (level, position, hash) in due {
            if rows.tree(level, position, 1)? != [hash] {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Computes the root of the tree over the entries so far.
    pub(super) fn root(&self) -> Hash {
        let mut edge = self.parts.clone();
        self.rest.iter().for_each(|entry| edge.push(tree::leaf(&entry.0), |_, _, _| ()));
        edge.root()
    }
}
