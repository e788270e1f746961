//! A floor as bytes and back: the state of a snapshot. What stands beside each type says how it is written; here is what
//! is in the journal as text already and is written as that text, and types of other rooms.

use croupier_engine::stored::{Bytes, Damaged, FindClause, Stored};
use croupier_sheet::PersonId;
use croupier_tree::Hash;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::answer::Event;
use crate::floor::Floor;
use crate::promotion::PromotionTerms;
use crate::record::Recorded;
use crate::task::ToDo;

impl Floor {
    /// Writes everything that the floor knows. The same floor always makes the same bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.store(&mut bytes);
        bytes
    }

    /// Reads a floor; `clauses` finds a clause by its number.
    ///
    /// # Errors
    /// Says that the bytes are not those of a floor that this build has written. Whoever kept them must make sure that they are
    /// the right ones: a floor with other people in it can be read as well.
    pub fn from_bytes(bytes: &[u8], clauses: FindClause<'_>) -> Result<Self, Damaged> {
        let mut bytes = Bytes::new(bytes, clauses);
        let floor = Self::restore(&mut bytes)?;
        bytes.end().map(|()| floor)
    }
}

/// Stores what can be written as JSON in that form.
///
/// # Panics
/// It cannot be written as JSON.
pub fn store_json(value: &impl Serialize, to: &mut Vec<u8>) {
    let json = serde_json::to_vec(value).expect("what the journal keeps can be written");
    json.len().store(to);
    to.extend(json);
}

/// Restores what [`store_json`] has stored.
///
/// # Errors
/// Says that the bytes are not those of such a value.
pub fn restore_json<T: DeserializeOwned>(from: &mut Bytes<'_>) -> Result<T, Damaged> {
    let length = from.length()?;
    serde_json::from_slice(from.take(length)?).map_err(|_| Damaged)
}

macro_rules! stored_as_json {
    ($($name:ty),+) => { $(
        impl Stored for $name {
            fn store(&self, to: &mut Vec<u8>) {
                store_json(self, to);
            }

            fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
                restore_json(from)
            }
        }
    )+ };
}
stored_as_json!(Recorded, Event, PromotionTerms<PersonId>, ToDo);

/// Stores hashes one after another.
pub(crate) fn store_hashes(hashes: &[Hash], to: &mut Vec<u8>) {
    hashes.len().store(to);
    hashes.iter().for_each(|hash| to.extend(hash.0));
}

/// Restores what [`store_hashes`] has stored.
pub(crate) fn restore_hashes(from: &mut Bytes<'_>) -> Result<Vec<Hash>, Damaged> {
    let hashes = Vec::<[u8; 32]>::restore(from)?;
    Ok(hashes.into_iter().map(Hash).collect())
}
