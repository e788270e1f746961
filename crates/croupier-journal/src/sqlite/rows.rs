//! What is read of a journal file through SQLite: every statement that only reads stands here.

use std::ops::ControlFlow;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension as _, Row, params};

pub(crate) use crate::row::fixed;
use crate::row::{
    self, Columns, Counts, Hashes, Journal, PlaceRow, Raw, Value, Wanted, blob, integer, raw, small,
};
use crate::{Chain, Checkpoint, Fault, Hash, Head, Identity, JournalState, Snapshot, Wrong};

/// The columns of an entry, in the order that `raw` expects.
const COLUMNS: &str = "number, chain, seq, at, who, kind, round, rules, format, key, previous, hash, \
                       link, body, effects";

impl Columns for Row<'_> {
    fn value(&self, column: usize) -> Value<'_> {
        match self.get_ref(column) {
            Ok(ValueRef::Integer(number)) => Value::Integer(number),
            Ok(ValueRef::Text(bytes)) => Value::Text(bytes),
            Ok(ValueRef::Blob(bytes)) => Value::Blob(bytes),
            Ok(ValueRef::Null | ValueRef::Real(_)) | Err(_) => Value::Other,
        }
    }
}

/// Visits the entries after a number, in the order of commit.
pub(crate) fn scan(
    connection: &Connection,
    after: u64,
    limit: u64,
    mut visit: impl FnMut(Result<Raw<'_>, Fault>) -> ControlFlow<()>,
) -> rusqlite::Result<()> {
    let sql = format!("SELECT {COLUMNS} FROM entries WHERE number > ?1 ORDER BY number LIMIT ?2");
    let mut select = connection.prepare_cached(&sql)?;
    let mut rows = select.query([after.cast_signed(), limit.cast_signed()])?;
    while let Some(row) = rows.next()? {
        if visit(raw(row)).is_break() {
            break;
        }
    }
    Ok(())
}

/// Reads the one row of the table `journal`; `None` if it is not as it must be.
pub(crate) fn journal(connection: &Connection) -> rusqlite::Result<Option<Journal>> {
    let sql = "SELECT one, format, id, public_key, chapter, epoch, number, link, checkpoints, \
               seal FROM journal";
    let mut select = connection.prepare_cached(sql)?;
    let mut rows = select.query([])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let journal = row::journal(row);
    Ok(if rows.next()?.is_some() { None } else { journal })
}

/// Reads where the journal stands: the heads that its last checkpoint has signed, moved on by what was
/// written since. An error names what is not as it must be.
pub(crate) fn state(
    connection: &Connection,
    journal: &Journal,
) -> rusqlite::Result<Result<JournalState, Fault>> {
    let mut state =
        JournalState { number: journal.number, link: journal.link, heads: Default::default() };
    let Some(Some(signed)) = last_checkpoint(connection, journal.identity)? else {
        return Ok(Err(Fault::file("the last checkpoint is missing or was changed")));
    };
    state.heads.extend(signed.heads);
    let sql = "SELECT number, chain, seq, hash FROM entries WHERE number > ?1 ORDER BY number";
    let mut select = connection.prepare_cached(sql)?;
    let mut rows = select.query([signed.number.cast_signed()])?;
    while let Some(row) = rows.next()? {
        let chain = || small(row, 1).map(Chain);
        let head = || Some((chain()?, Head { seq: integer(row, 2)?, hash: Hash(fixed(row, 3)?) }));
        match head() {
            Some((chain, head)) => drop(state.heads.insert(chain, head)),
            None => {
                let wrong = Wrong::Shape("chain, seq or hash");
                return Ok(Err(Fault { number: integer(row, 0), place: None, wrong }));
            }
        }
    }
    Ok(Ok(state))
}

/// Visits the checkpoints from an id on; `None` stands for a row that is no checkpoint.
pub(crate) fn checkpoints(
    connection: &Connection,
    identity: Identity,
    from: u64,
    mut visit: impl FnMut(u64, Option<Checkpoint>) -> ControlFlow<()>,
) -> rusqlite::Result<()> {
    let sql = "SELECT id, at, number, link, root, previous, heads, signature FROM checkpoints \
               WHERE id >= ?1 ORDER BY id";
    let mut select = connection.prepare_cached(sql)?;
    let mut rows = select.query([from.cast_signed()])?;
    while let Some(row) = rows.next()? {
        let id = integer(row, 0).unwrap_or(0);
        if visit(id, row::checkpoint(row, identity)).is_break() {
            break;
        }
    }
    Ok(())
}

/// Reads the last checkpoint; `None` inside if the row is none.
pub(crate) fn last_checkpoint(
    connection: &Connection,
    identity: Identity,
) -> rusqlite::Result<Option<Option<Checkpoint>>> {
    let sql = "SELECT id, at, number, link, root, previous, heads, signature FROM checkpoints \
               ORDER BY id DESC LIMIT 1";
    connection.query_row(sql, [], |row| Ok(row::checkpoint(row, identity))).optional()
}

/// Visits the snapshots, the newest first; an error is the number of one that was changed, was not signed by the journal's
/// key, or belongs to another journal.
pub(crate) fn snapshots(
    connection: &Connection,
    identity: &Identity,
    mut visit: impl FnMut(Result<Snapshot, u64>) -> ControlFlow<()>,
) -> rusqlite::Result<()> {
    let sql = "SELECT number, link, format, digest, bytes FROM snapshots ORDER BY number DESC";
    let mut select = connection.prepare_cached(sql)?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        if visit(row::snapshot(row, identity)).is_break() {
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
) -> rusqlite::Result<()> {
    let sql = "SELECT number, link, format, digest, bytes FROM snapshots \
               WHERE format = ?1 AND number <= ?2 ORDER BY number DESC";
    let mut select = connection.prepare_cached(sql)?;
    let most = i64::try_from(up_to).unwrap_or(i64::MAX);
    let mut rows = select.query(rusqlite::params![format, most])?;
    while let Some(row) = rows.next()? {
        if visit(row::snapshot(row, identity)).is_break() {
            break;
        }
    }
    Ok(())
}

/// Reads the link of an entry; `None` if the entry is not there.
pub(crate) fn link(connection: &Connection, number: u64) -> rusqlite::Result<Option<Hash>> {
    let mut select = connection.prepare_cached("SELECT link FROM entries WHERE number = ?1")?;
    let found = select.query_row([number.cast_signed()], |row| Ok(fixed(row, 0).map(Hash)));
    Ok(found.optional()?.flatten())
}

/// Visits the entries after a number that came under a key, in the order of numbers.
pub(crate) fn keys(
    connection: &Connection,
    after: u64,
    mut visit: impl FnMut(Chain, u64, u64, [u8; 8]),
) -> rusqlite::Result<()> {
    let sql = "SELECT chain, seq, number, key FROM entries WHERE number > ?1 AND length(key) >= 8 \
               ORDER BY number";
    let mut select = connection.prepare_cached(sql)?;
    let mut rows = select.query([after.cast_signed()])?;
    while let Some(row) = rows.next()? {
        let key = blob(row, 3).and_then(|key| key.first_chunk()).copied();
        if let (Some(chain), Some(seq), Some(number), Some(key)) =
            (small(row, 0), integer(row, 1), integer(row, 2), key)
        {
            visit(Chain(chain), seq, number, key);
        }
    }
    Ok(())
}

/// Visits what is kept beside the journal, in the order of numbers.
pub(crate) fn beside(
    connection: &Connection,
    mut visit: impl FnMut(u64, &[u8]) -> ControlFlow<()>,
) -> rusqlite::Result<()> {
    let mut select = connection.prepare_cached("SELECT id, bytes FROM beside ORDER BY id")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        if let (Some(id), Some(bytes)) = (integer(row, 0), blob(row, 1))
            && visit(id, bytes).is_break()
        {
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
) -> rusqlite::Result<()> {
    let mut sql = format!("SELECT {COLUMNS} FROM entries WHERE number > ?1 AND number <= ?2");
    sql.push_str(if wanted.chain.is_some() { " AND chain = ?3 AND seq >= ?4" } else { "" });
    sql.push_str(if wanted.round.is_some() { " AND round = ?5" } else { "" });
    sql.push_str(" ORDER BY number LIMIT ?6");
    let mut select = connection.prepare_cached(&sql)?;
    let mut rows = select.query(params![
        wanted.after.cast_signed(),
        i64::try_from(wanted.up_to).unwrap_or(i64::MAX),
        wanted.chain.map_or(0, |chain| chain.0),
        wanted.seq.cast_signed(),
        wanted.round.unwrap_or(0).cast_signed(),
        i64::try_from(wanted.limit).unwrap_or(i64::MAX),
    ])?;
    while let Some(row) = rows.next()? {
        if visit(raw(row)).is_break() {
            break;
        }
    }
    Ok(())
}

/// Reads the row of the directory for a chain in a chapter; `None` if there is none.
pub(crate) fn place<T>(
    connection: &Connection,
    (chapter, chain): (u64, u32),
    look: impl FnOnce(PlaceRow<'_>) -> T,
) -> rusqlite::Result<Option<T>> {
    let sql = "SELECT first, least_round, most_round, offsets FROM places \
               WHERE chapter = ?1 AND chain = ?2";
    let mut select = connection.prepare_cached(sql)?;
    let key = params![chapter.cast_signed(), chain];
    let found = select.query_row(key, |row| {
        let number = |column| integer(row, column).unwrap_or(u64::MAX);
        Ok(look((number(0), (number(1), number(2)), blob(row, 3).unwrap_or_default())))
    });
    found.optional()
}

/// Reads stored hashes of the tree: of entries at level 0, of a stored level above.
pub(crate) fn tree(
    connection: &Connection,
    level: u32,
    first: u64,
    count: u64,
) -> rusqlite::Result<Vec<Hash>> {
    let sql = match level {
        0 => {
            "SELECT hash FROM entries WHERE number > ?1 AND number <= ?2 AND ?3 = 0 ORDER BY number"
        }
        _ => {
            "SELECT hash FROM tree WHERE position >= ?1 AND position < ?2 AND level = ?3 \
             ORDER BY position"
        }
    };
    let mut select = connection.prepare_cached(sql)?;
    let key = params![first.cast_signed(), (first + count).cast_signed(), level];
    let mut rows = select.query(key)?;
    let mut hashes = Vec::with_capacity(count as usize);
    while let Some(row) = rows.next()? {
        let Some(hash) = fixed(row, 0).map(Hash) else { break };
        hashes.push(hash);
    }
    Ok(hashes)
}

/// Reads the hashes of some entries, the first and the last among them.
pub(crate) fn hashes(
    connection: &Connection,
    first: u64,
    last: u64,
) -> rusqlite::Result<Vec<Hashes>> {
    let sql = "SELECT number, chain, previous, hash, link FROM entries \
               WHERE number >= ?1 AND number <= ?2 ORDER BY number";
    let mut select = connection.prepare_cached(sql)?;
    let mut rows = select.query(params![first.cast_signed(), last.cast_signed()])?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        let hash = |column| fixed(row, column).map(Hash).unwrap_or_default();
        let (number, chain) = (row.get::<_, i64>(0)?.cast_unsigned(), row.get(1)?);
        all.push(Hashes { number, chain, previous: hash(2), hash: hash(3), link: hash(4) });
    }
    Ok(all)
}

/// Reads what is kept beside the journal under a number; `None` if there is nothing.
pub(crate) fn beside_one(connection: &Connection, id: u64) -> rusqlite::Result<Option<Vec<u8>>> {
    let mut select = connection.prepare_cached("SELECT bytes FROM beside WHERE id = ?1")?;
    select.query_row([id.cast_signed()], |row| row.get(0)).optional()
}

/// Counts rows.
pub(crate) fn counts(connection: &Connection) -> rusqlite::Result<Counts> {
    let number = |sql| connection.query_row(sql, [], |row| row.get::<_, u64>(0));
    Ok(Counts {
        checkpoints: number("SELECT coalesce(max(id), 0) FROM checkpoints")?,
        entries: number("SELECT coalesce(max(number), 0) FROM entries")?,
        places: number("SELECT count(*) FROM places")?,
        tree: number("SELECT count(*) FROM tree")?,
        outside: number(
            "SELECT (SELECT count(*) FROM entries WHERE number < 1)
                  + (SELECT count(*) FROM checkpoints WHERE id < 1)",
        )?,
    })
}

/// Reads several things as they were at one moment of a journal that may be running.
pub(crate) fn at_one_moment<T>(
    connection: &Connection,
    read: impl FnOnce() -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    let _moment = connection.unchecked_transaction()?;
    read()
}
