//! Reading the rows of a journal file, with a check of their shape.

use std::ops::ControlFlow;
use std::sync::Arc;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension as _, Row};

use crate::checkpoint::unpack;
use crate::entry::Fields;
use crate::{
    Chain, Chained, Checkpoint, Entry, Fault, Hash, Head, Identity, PublicKey, Record, Snapshot,
    Standing, Wrong,
};

/// The columns of an entry, in the order that `raw` expects.
pub(crate) const COLUMNS: &str = "number, chain, seq, at, round, who, kind, rules, body, effects, \
                                  previous, hash, link";

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
            who: text(self.fields.who)?,
            kind: text(self.fields.kind)?,
            round: self.fields.round,
            rules: text(self.fields.rules)?,
            body: self.fields.body.to_vec(),
            effects: Hash(*self.fields.effects),
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
            chain: integer(row, 1).and_then(|chain| u32::try_from(chain).ok()).ok_or("chain")?,
            seq: integer(row, 2).ok_or("seq")?,
            at: integer(row, 3).ok_or("at")?,
            round: integer(row, 4).ok_or("round")?,
            who: text(row, 5).ok_or("who")?,
            kind: text(row, 6).ok_or("kind")?,
            rules: text(row, 7).ok_or("rules")?,
            body: blob(row, 8).ok_or("body")?,
            effects: blob(row, 9).and_then(|bytes| bytes.try_into().ok()).ok_or("effects")?,
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
    pub(crate) number: u64,
    pub(crate) link: Hash,
    /// How many checkpoints and snapshots there are.
    pub(crate) checkpoints: u64,
    pub(crate) snapshots: u64,
}

/// Reads the one row of the table `journal`; `None` if it is not as it must be.
pub(crate) fn journal(connection: &Connection) -> rusqlite::Result<Option<Journal>> {
    let sql = "SELECT one, format, id, public_key, chapter, number, link, checkpoints, snapshots \
               FROM journal";
    let mut select = connection.prepare_cached(sql)?;
    let mut rows = select.query([])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let read = || {
        let (one, format) = (integer(row, 0)?, integer(row, 1)?);
        let identity = Identity { journal: fixed(row, 2)?, key: PublicKey(fixed(row, 3)?) };
        let (chapter, number, link) = (integer(row, 4)?, integer(row, 5)?, Hash(fixed(row, 6)?));
        let right = one == 1
            && format == super::schema::FORMAT.cast_unsigned()
            && (1..=1 << 16).contains(&chapter);
        let (checkpoints, snapshots) = (integer(row, 7)?, integer(row, 8)?);
        right.then_some(Journal { identity, chapter, number, link, checkpoints, snapshots })
    };
    let journal = read();
    Ok(if rows.next()?.is_some() { None } else { journal })
}

/// Reads where the journal stands: the heads that its last checkpoint has signed, moved on by what was
/// written since. An error names what is not as it must be.
pub(crate) fn standing(
    connection: &Connection,
    journal: &Journal,
) -> rusqlite::Result<Result<Standing, Fault>> {
    let mut standing =
        Standing { number: journal.number, link: journal.link, heads: Default::default() };
    let Some(Some(signed)) = last_checkpoint(connection, journal.identity)? else {
        return Ok(Err(Fault::file("the last checkpoint is missing or was changed")));
    };
    standing.heads.extend(signed.heads);
    let sql = "SELECT number, chain, seq, hash FROM entries WHERE number > ?1 ORDER BY number";
    let mut select = connection.prepare_cached(sql)?;
    let mut rows = select.query([signed.number.cast_signed()])?;
    while let Some(row) = rows.next()? {
        let chain = || integer(row, 1).and_then(|chain| chain.try_into().ok()).map(Chain);
        let head = || Some((chain()?, Head { seq: integer(row, 2)?, hash: Hash(fixed(row, 3)?) }));
        match head() {
            Some((chain, head)) => drop(standing.heads.insert(chain, head)),
            None => {
                let wrong = Wrong::Shape("chain, seq or hash");
                return Ok(Err(Fault { number: integer(row, 0), place: None, wrong }));
            }
        }
    }
    Ok(Ok(standing))
}

/// Visits the checkpoints from an id on; `None` stands for a row that is no checkpoint.
pub(crate) fn checkpoints(
    connection: &Connection,
    identity: Identity,
    from: u64,
    mut visit: impl FnMut(u64, Option<Checkpoint>) -> ControlFlow<()>,
) -> rusqlite::Result<()> {
    let sql = "SELECT id, at, number, link, previous, heads, signature FROM checkpoints \
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
    let sql = "SELECT id, at, number, link, previous, heads, signature FROM checkpoints \
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
        previous: Hash(fixed(row, 4)?),
        heads: unpack(blob(row, 5)?)?,
        signature: fixed(row, 6)?,
    })
}

/// Visits the snapshots; an error says which chain has one that was changed.
pub(crate) fn snapshots(
    connection: &Connection,
    mut visit: impl FnMut(Result<Snapshot, Option<Chain>>),
) -> rusqlite::Result<()> {
    let mut select = connection.prepare_cached("SELECT chain FROM snapshots ORDER BY chain")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        match integer(row, 0).and_then(|chain| u32::try_from(chain).ok()) {
            None => visit(Err(None)),
            Some(chain) => visit(snapshot(connection, Chain(chain))?.ok_or(Some(Chain(chain)))),
        }
    }
    Ok(())
}

/// Reads the snapshot of a chain, if there is one that was not changed.
pub(crate) fn snapshot(
    connection: &Connection,
    chain: Chain,
) -> rusqlite::Result<Option<Snapshot>> {
    let sql = "SELECT chain, seq, hash, bytes, digest FROM snapshots WHERE chain = ?1";
    let found = connection.query_row(sql, [chain.0], |row| {
        let read = || {
            let snapshot = Snapshot {
                chain: Chain(integer(row, 0)?.try_into().ok()?),
                seq: integer(row, 1)?,
                hash: Hash(fixed(row, 2)?),
                bytes: blob(row, 3)?.to_vec(),
            };
            let whole = fixed(row, 4) == Some(Hash::of(&snapshot.bytes).0);
            (whole && snapshot.chain == chain).then_some(snapshot)
        };
        Ok(read())
    });
    Ok(found.optional()?.flatten())
}

fn integer(row: &Row<'_>, column: usize) -> Option<u64> {
    match row.get_ref(column) {
        Ok(ValueRef::Integer(value)) => value.try_into().ok(),
        _ => None,
    }
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

fn fixed<const N: usize>(row: &Row<'_>, column: usize) -> Option<[u8; N]> {
    blob(row, column)?.try_into().ok()
}
