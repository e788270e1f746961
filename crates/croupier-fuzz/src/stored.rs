//! A floor as bytes, and those bytes changed: what comes back is the same floor, another one, or an error.

use croupier_floor::Floor;

use crate::floor::played;

/// Stores the floor that the first half of the bytes leads to, and changes what was stored as the second half says. Tells
/// whether that was still a floor.
///
/// # Panics
/// When the floor does not come back as it was, or when what was changed is read as a floor that makes other bytes.
pub fn stored(data: &[u8]) -> bool {
    let (acts, changes) = data.split_at(data.len() / 2);
    let (floor, _) = played(acts);
    let mut bytes = floor.to_bytes();
    assert!(restored(&bytes) == Some(floor), "the floor comes back as it was");
    let many = data.first().map_or(0, |first| usize::from(first % 4));
    for change in changes.chunks_exact(4).take(many) {
        let at = u32::from_be_bytes([0, change[0], change[1], change[2]]) as usize % bytes.len();
        match change[3] {
            0 => bytes.truncate(at.max(1)),
            1 => drop(bytes.remove(at)),
            to => bytes[at] ^= to,
        }
        if bytes.is_empty() {
            break;
        }
    }
    let Some(floor) = restored(&bytes) else { return false };
    assert!(floor.ledger.balances(), "a floor whose money does not add up is refused");
    assert!(restored(&floor.to_bytes()) == Some(floor), "what is taken can be stored again");
    true
}

fn restored(bytes: &[u8]) -> Option<Floor> {
    Floor::from_bytes(bytes, &croupier_rules::clause).ok()
}
