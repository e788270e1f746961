//! Reading the rows of a journal file, with a check of their shape.

use std::ops::ControlFlow;
use std::sync::Arc;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension as _, Row};

use crate::checkpoint::unpack;
use crate::end::End;
use crate::entry::Fields;
use crate::{
    Chain, Chained, Checkpoint, Entry, Fault, Hash, Head, Identity, JournalState, PublicKey,
    Record, Snapshot, Wrong,
};

/// The columns of an entry, in the order that `raw` expects.
pub(crate) const COLUMNS: &str = "number, chain, seq, at, who, kind, round, rules, format, key, \
                                  previous, hash, link, body, effects";

/// An entry as it lies in the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Raw<'a> {
    pub(crate) number: u64,
    pub(crate) fields: Fields<'a>,
    pub(crate) previous: Hash,
    pub(crate) hash: Hash,
    pub(crate) link: Hash,
}

impl Raw<'_> {
    /// Takes a copy; `None` if a text is not UTF-8.
    pub(crate) fn record(&self) -> Option<Record> {
        let text = |bytes: &[u8]| std::str::from_utf8(bytes).ok().map(Arc::from);
        let entry = Entry {
            chain: Chain(self.fields.chain),
            seq: self.fields.seq,
            at: self.fields.at,
            who: self.fields.who,
            kind: text(self.fields.kind)?,
            round: self.fields.round,
            rules: text(self.fields.rules)?,
            format: self.fields.format,
            key: self.fields.key.to_vec(),
            body: self.fields.body.to_vec(),
            effects: self.fields.effects.to_vec(),
        };
        let chained = Chained { entry, previous: self.previous, hash: self.hash };
        Some(Record { number: self.number, chained, link: self.link })
    }

    pub(crate) fn place(&self) -> (Chain, u64) {
        (Chain(self.fields.chain), self.fields.seq)
    }

    pub(crate) fn fault(&self, wrong: Wrong) -> Fault {
        Fault { number: Some(self.number), place: Some(self.place()), wrong }
    }
}

/// Takes a row apart.
///
/// # Errors
///
/// A field has a type or a length that no entry has.
pub(crate) fn raw<'a>(row: &'a Row<'_>) -> rusqlite::Result<Result<Raw<'a>, Fault>> {
    let number = match row.get_ref(0)? {
        ValueRef::Integer(number) => number.cast_unsigned(),
        _ => return Ok(Err(Fault::file("an entry has no number"))),
    };
    let shape = |field| Fault { number: Some(number), place: None, wrong: Wrong::Shape(field) };
    let read = || {
        let fields = Fields {
            chain: small(row, 1).ok_or("chain")?,
            seq: integer(row, 2).ok_or("seq")?,
            at: integer(row, 3).ok_or("at")?,
            who: small(row, 4).ok_or("who")?,
            kind: text(row, 5).ok_or("kind")?,
            round: integer(row, 6).ok_or("round")?,
            rules: text(row, 7).ok_or("rules")?,
            format: small(row, 8).ok_or("format")?,
            key: blob(row, 9).ok_or("key")?,
            body: blob(row, 13).ok_or("body")?,
            effects: blob(row, 14).ok_or("effects")?,
        };
        let hash = |column, name| fixed(row, column).map(Hash).ok_or(name);
        let (previous, hash, link) = (hash(10, "previous")?, hash(11, "hash")?, hash(12, "link")?);
        Ok(Raw { number, fields, previous, hash, link })
    };
    Ok(read().map_err(shape))
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
        if visit(raw(row)?).is_break() {
            break;
        }
    }
    Ok(())
}

/// What the one row of the table `journal` says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Journal {
    pub(crate) identity: Identity,
    pub(crate) chapter: u64,
    /// Which of its owners one after another writes the journal.
    pub(crate) epoch: u64,
    pub(crate) number: u64,
    pub(crate) link: Hash,
    /// How many checkpoints there are.
    pub(crate) checkpoints: u64,
    /// The signature of the end.
    pub(crate) seal: [u8; 64],
}

impl Journal {
    pub(crate) fn end(&self) -> End {
        End { number: self.number, link: self.link, checkpoints: self.checkpoints }
    }

    /// Whether the recorded end bears the signature of the journal's key.
    pub(crate) fn is_sealed(&self) -> bool {
        self.end().is_signed(&self.identity, &self.seal)
    }

    /// Whether the journal was closed at the recorded end.
    pub(crate) fn is_closed(&self) -> bool {
        self.end().is_closed(&self.identity, &self.seal)
    }
}

/// Reads the one row of the table `journal`; `None` if it is not as it must be.
pub(crate) fn journal(connection: &Connection) -> rusqlite::Result<Option<Journal>> {
    let sql = "SELECT one, format, id, public_key, chapter, epoch, number, link, checkpoints, \
               seal FROM journal";
    let mut select = connection.prepare_cached(sql)?;
    let mut rows = select.query([])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let read = || {
        let (one, format) = (integer(row, 0)?, integer(row, 1)?);
        let identity = Identity { journal: fixed(row, 2)?, key: PublicKey(fixed(row, 3)?) };
        let (chapter, epoch, number) = (integer(row, 4)?, integer(row, 5)?, integer(row, 6)?);
        let (link, checkpoints) = (Hash(fixed(row, 7)?), integer(row, 8)?);
        let right = one == 1
            && format == super::schema::FORMAT.cast_unsigned()
            && (1..=1 << 16).contains(&chapter);
        let seal = fixed(row, 9)?;
        right.then_some(Journal { identity, chapter, epoch, number, link, checkpoints, seal })
    };
    let journal = read();
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
        if visit(id, checkpoint(row, identity)).is_break() {
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
    connection.query_row(sql, [], |row| Ok(checkpoint(row, identity))).optional()
}

fn checkpoint(row: &Row<'_>, identity: Identity) -> Option<Checkpoint> {
    Some(Checkpoint {
        identity,
        id: integer(row, 0)?,
        at: integer(row, 1)?,
        number: integer(row, 2)?,
        link: Hash(fixed(row, 3)?),
        root: Hash(fixed(row, 4)?),
        previous: Hash(fixed(row, 5)?),
        heads: unpack(blob(row, 6)?)?,
        signature: fixed(row, 7)?,
    })
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
        if visit(snapshot(row, identity)).is_break() {
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
        if visit(snapshot(row, identity)).is_break() {
            break;
        }
    }
    Ok(())
}

fn snapshot(row: &Row<'_>, identity: &Identity) -> Result<Snapshot, u64> {
    let read = || {
        let snapshot = Snapshot {
            number: integer(row, 0)?,
            link: Hash(fixed(row, 1)?),
            format: small(row, 2)?,
            bytes: blob(row, 4)?.to_vec(),
        };
        snapshot.is_signed(identity, &fixed(row, 3)?).then_some(snapshot)
    };
    read().ok_or_else(|| integer(row, 0).unwrap_or(0))
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

fn integer(row: &Row<'_>, column: usize) -> Option<u64> {
    match row.get_ref(column) {
        Ok(ValueRef::Integer(value)) => value.try_into().ok(),
        _ => None,
    }
}

fn small<T: TryFrom<u64>>(row: &Row<'_>, column: usize) -> Option<T> {
    integer(row, column)?.try_into().ok()
}

fn text<'a>(row: &'a Row<'_>, column: usize) -> Option<&'a [u8]> {
    match row.get_ref(column) {
        Ok(ValueRef::Text(bytes)) => Some(bytes),
        _ => None,
    }
}

pub(crate) fn blob<'a>(row: &'a Row<'_>, column: usize) -> Option<&'a [u8]> {
    match row.get_ref(column) {
        Ok(ValueRef::Blob(bytes)) => Some(bytes),
        _ => None,
    }
}

pub(crate) fn fixed<const N: usize>(row: &Row<'_>, column: usize) -> Option<[u8; N]> {
    blob(row, column)?.try_into().ok()
}
