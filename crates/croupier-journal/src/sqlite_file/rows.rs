//! What is read of a journal file without SQLite: as [`crate::sqlite`] reads it, function by function.

use std::ops::ControlFlow;

use super::{Connection, ReadError};
use crate::row::{
    self, Counts, Hashes, Journal, PlaceRow, Raw, Wanted, blob, fixed, integer, raw, small,
};
use crate::{Chain, Checkpoint, Fault, Hash, Head, Identity, JournalState, Snapshot, Wrong};

/// The columns of an entry that have its link, its hash, and that of the entry before.
const LINK: usize = 12;
const HASH: usize = 11;
const PREVIOUS: usize = 10;

/// Visits the entries after a number, in the order of commit.
pub(crate) fn scan(
    connection: &Connection,
    after: u64,
    limit: u64,
    mut visit: impl FnMut(Result<Raw<'_>, Fault>) -> ControlFlow<()>,
) -> Result<(), ReadError> {
    let mut rows = connection.rows_from("entries", after.saturating_add(1))?;
    for _ in 0..limit {
        let Some(row) = rows.next()? else { break };
        if visit(raw(&row)).is_break() {
            break;
        }
    }
    Ok(())
}

/// Visits the entries that are wanted.
pub(crate) fn select(
    connection: &Connection,
    wanted: &Wanted,
    mut visit: impl FnMut(Result<Raw<'_>, Fault>) -> ControlFlow<()>,
) -> Result<(), ReadError> {
    let mut left = wanted.limit;
    scan(connection, wanted.after, u64::MAX, |raw| {
        let is_past = |number: u64| number > wanted.up_to;
        let is_wanted = match &raw {
            Ok(raw) if is_past(raw.number) => return ControlFlow::Break(()),
            Ok(raw) => {
                let fields = &raw.fields;
                wanted.chain.is_none_or(|chain| chain.0 == fields.chain && fields.seq >= wanted.seq)
                    && wanted.round.is_none_or(|round| round == fields.round)
            }
            Err(fault) if fault.number.is_some_and(is_past) => return ControlFlow::Break(()),
            Err(_) => true,
        };
        if !is_wanted {
            return ControlFlow::Continue(());
        }
        left -= 1;
        match visit(raw) {
            ControlFlow::Continue(()) if left > 0 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    })
}

/// Reads the one row of the table `journal`; `None` if it is not as it must be.
pub(crate) fn journal(connection: &Connection) -> Result<Option<Journal>, ReadError> {
    let mut rows = connection.rows("journal");
    let Some(row) = rows.next()? else { return Ok(None) };
    let journal = row::journal(&row);
    Ok(if rows.next()?.is_some() { None } else { journal })
}

/// Reads where the journal stands: the heads that its last checkpoint has signed, moved on by what was
/// written since. An error names what is not as it must be.
pub(crate) fn state(
    connection: &Connection,
    journal: &Journal,
) -> Result<Result<JournalState, Fault>, ReadError> {
    let mut state =
        JournalState { number: journal.number, link: journal.link, heads: Default::default() };
    let Some(Some(signed)) = last_checkpoint(connection, journal.identity)? else {
        return Ok(Err(Fault::file("the last checkpoint is missing or was changed")));
    };
    state.heads.extend(signed.heads);
    let mut wrong = None;
    scan(connection, signed.number, u64::MAX, |raw| match raw {
        Ok(raw) => {
            let head = Head { seq: raw.fields.seq, hash: raw.hash };
            state.heads.insert(Chain(raw.fields.chain), head);
            ControlFlow::Continue(())
        }
        Err(fault) => {
            let shape = Wrong::Shape("chain, seq or hash");
            wrong = Some(Fault { number: fault.number, place: None, wrong: shape });
            ControlFlow::Break(())
        }
    })?;
    Ok(wrong.map_or(Ok(state), Err))
}

/// Visits the checkpoints from an id on; `None` stands for a row that is no checkpoint.
pub(crate) fn checkpoints(
    connection: &Connection,
    identity: Identity,
    from: u64,
    mut visit: impl FnMut(u64, Option<Checkpoint>) -> ControlFlow<()>,
) -> Result<(), ReadError> {
    let mut rows = connection.rows_from("checkpoints", from)?;
    while let Some(row) = rows.next()? {
        let id = integer(&row, 0).unwrap_or(0);
        if visit(id, row::checkpoint(&row, identity)).is_break() {
            break;
        }
    }
    Ok(())
}

/// Reads the last checkpoint; `None` inside if the row is none.
pub(crate) fn last_checkpoint(
    connection: &Connection,
    identity: Identity,
) -> Result<Option<Option<Checkpoint>>, ReadError> {
    let (mut rows, mut last) = (connection.rows("checkpoints"), None);
    while let Some(row) = rows.next()? {
        last = Some(row);
    }
    Ok(last.map(|row| row::checkpoint(&row, identity)))
}

/// Visits the snapshots, the newest first; an error is the number of one that was changed, was not signed by the journal's
/// key, or belongs to another journal.
pub(crate) fn snapshots(
    connection: &Connection,
    identity: &Identity,
    mut visit: impl FnMut(Result<Snapshot, u64>) -> ControlFlow<()>,
) -> Result<(), ReadError> {
    let (mut rows, mut all) = (connection.rows("snapshots"), Vec::new());
    while let Some(row) = rows.next()? {
        all.push(row::snapshot(&row, identity));
    }
    for snapshot in all.into_iter().rev() {
        if visit(snapshot).is_break() {
            break;
        }
    }
    Ok(())
}

/// Visits the snapshots of a format up to an entry as [`snapshots`] does.
pub(crate) fn snapshots_up_to(
    connection: &Connection,
    identity: &Identity,
    (format, up_to): (u32, u64),
    mut visit: impl FnMut(Result<Snapshot, u64>) -> ControlFlow<()>,
) -> Result<(), ReadError> {
    snapshots(connection, identity, |snapshot| {
        let is_wanted = match &snapshot {
            Ok(snapshot) => snapshot.format == format && snapshot.number <= up_to,
            Err(number) => *number <= up_to,
        };
        if is_wanted { visit(snapshot) } else { ControlFlow::Continue(()) }
    })
}

/// Reads the link of an entry; `None` if the entry is not there.
pub(crate) fn link(connection: &Connection, number: u64) -> Result<Option<Hash>, ReadError> {
    Ok(connection.row("entries", number)?.and_then(|row| fixed(&row, LINK).map(Hash)))
}

/// Visits the entries after a number that came under a key, in the order of numbers.
pub(crate) fn keys(
    connection: &Connection,
    after: u64,
    mut visit: impl FnMut(Chain, u64, u64, [u8; 8]),
) -> Result<(), ReadError> {
    scan(connection, after, u64::MAX, |raw| {
        if let Ok(raw) = raw
            && let Some(key) = raw.fields.key.first_chunk()
        {
            visit(Chain(raw.fields.chain), raw.fields.seq, raw.number, *key);
        }
        ControlFlow::Continue(())
    })
}

/// Visits what is kept beside the journal, in the order of numbers.
pub(crate) fn beside(
    connection: &Connection,
    mut visit: impl FnMut(u64, &[u8]) -> ControlFlow<()>,
) -> Result<(), ReadError> {
    let mut rows = connection.rows("beside");
    while let Some(row) = rows.next()? {
        if let (Some(id), Some(bytes)) = (integer(&row, 0), blob(&row, 1))
            && visit(id, bytes).is_break()
        {
            break;
        }
    }
    Ok(())
}

/// Reads what is kept beside the journal under a number; `None` if there is nothing.
pub(crate) fn beside_one(connection: &Connection, id: u64) -> Result<Option<Vec<u8>>, ReadError> {
    Ok(connection.row("beside", id)?.and_then(|row| blob(&row, 1).map(<[u8]>::to_vec)))
}

/// Reads the row of the directory for a chain in a chapter; `None` if there is none.
pub(crate) fn place<T>(
    connection: &Connection,
    key: (u64, u32),
    look: impl FnOnce(PlaceRow<'_>) -> T,
) -> Result<Option<T>, ReadError> {
    let Some(row) = connection.places.get(&key) else { return Ok(None) };
    let number = |column| integer(row, column).unwrap_or(u64::MAX);
    let offsets = blob(row, 5).unwrap_or_default();
    Ok(Some(look((number(2), (number(3), number(4)), offsets))))
}

/// Reads stored hashes of the tree: of entries at level 0, of a stored level above.
pub(crate) fn tree(
    connection: &Connection,
    level: u32,
    first: u64,
    count: u64,
) -> Result<Vec<Hash>, ReadError> {
    let mut hashes = Vec::new();
    if level > 0 {
        let stored = connection.hashes.range((level, first)..(level, first + count));
        return Ok(stored.map(|(_, hash)| *hash).collect());
    }
    let mut rows = connection.rows_from("entries", first + 1)?;
    while (hashes.len() as u64) < count {
        let Some(hash) = rows.next()?.and_then(|row| fixed(&row, HASH)) else { break };
        hashes.push(Hash(hash));
    }
    Ok(hashes)
}

/// Reads the hashes of some entries, the first and the last among them.
pub(crate) fn hashes(
    connection: &Connection,
    first: u64,
    last: u64,
) -> Result<Vec<Hashes>, ReadError> {
    let (mut rows, mut all) = (connection.rows_from("entries", first)?, Vec::new());
    while let Some(row) = rows.next()? {
        let number = integer(&row, 0).unwrap_or(u64::MAX);
        if number > last {
            break;
        }
        let hash = |column| fixed(&row, column).map(Hash).unwrap_or_default();
        let (chain, previous) = (small(&row, 1).unwrap_or(0), hash(PREVIOUS));
        all.push(Hashes { number, chain, previous, hash: hash(HASH), link: hash(LINK) });
    }
    Ok(all)
}

/// Counts rows.
pub(crate) fn counts(connection: &Connection) -> Result<Counts, ReadError> {
    let mut outside = 0;
    let mut highest = |table| {
        let (mut rows, mut highest) = (connection.rows(table), 0);
        while let Some(row) = rows.next()? {
            match integer(&row, 0) {
                Some(number) if number > 0 => highest = highest.max(number),
                _ => outside += 1,
            }
        }
        Ok::<u64, ReadError>(highest)
    };
    let (checkpoints, entries) = (highest("checkpoints")?, highest("entries")?);
    let (places, tree) = connection.counts;
    Ok(Counts { checkpoints, entries, places, tree, outside })
}

/// Reads several things as they were at one moment: a file that was read does not change.
pub(crate) fn at_one_moment<T>(
    _: &Connection,
    read: impl FnOnce() -> Result<T, ReadError>,
) -> Result<T, ReadError> {
    read()
}
