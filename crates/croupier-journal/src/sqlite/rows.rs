//! Reading the rows of a journal file, with a check of their shape.

use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension as _, Params, Row, params};

use super::schema;
use crate::checkpoint::unpack;
use crate::entry::Fields;
use crate::places::Place;
use crate::reader::connect_to_any;
use crate::rows::{Counts, Journal, Outline, Raw, Rows, Visit, VisitRaw, Which};
use crate::{Chain, Checkpoint, Error, Fault, Hash, Identity, PublicKey, Snapshot, Wrong};

/// The columns of an entry, in the order that `raw` expects.
const COLUMNS: &str = "number, chain, seq, at, who, kind, round, rules, format, key, previous, \
                       hash, link, body, effects";
const CHECKPOINT: &str = "id, at, number, link, root, previous, heads, signature";
const SNAPSHOT: &str = "number, link, format, digest, bytes";

/// A journal file that is read.
pub(crate) struct SqliteRows {
    pub(crate) connection: Connection,
    path: PathBuf,
    identity: OnceCell<Identity>,
}

impl SqliteRows {
    pub(crate) fn new(connection: Connection, path: &Path) -> Self {
        Self { connection, path: path.to_owned(), identity: OnceCell::new() }
    }

    /// Gives the connection back, to be closed.
    pub(crate) fn into_connection(self) -> Connection {
        self.connection
    }

    fn error(&self, error: rusqlite::Error) -> Error {
        Error::sqlite(&self.path, &error)
    }

    /// Says which journal it is; of a file that does not say so, nothing is signed.
    fn identity(&self) -> rusqlite::Result<Identity> {
        if let Some(identity) = self.identity.get() {
            return Ok(*identity);
        }
        let nobody = Identity { journal: [0; 16], key: PublicKey([0; 32]) };
        Ok(match journal(&self.connection)? {
            Some(journal) => *self.identity.get_or_init(|| journal.identity),
            None => nobody,
        })
    }

    /// Visits the rows that a statement finds, until there are enough.
    fn each(
        &self,
        sql: &str,
        values: impl Params,
        mut visit: impl FnMut(&Row<'_>) -> rusqlite::Result<ControlFlow<()>>,
    ) -> Result<(), Error> {
        let read = || {
            let mut select = self.connection.prepare_cached(sql)?;
            let mut rows = select.query(values)?;
            while let Some(row) = rows.next()? {
                if visit(row)?.is_break() {
                    break;
                }
            }
            Ok(())
        };
        read().map_err(|error| self.error(error))
    }

    fn number(&self, sql: &str) -> Result<u64, Error> {
        self.connection.query_row(sql, [], |row| row.get(0)).map_err(|error| self.error(error))
    }

    fn visit_entries(
        &self,
        condition: &str,
        values: &[u64],
        visit: VisitRaw<'_>,
    ) -> Result<(), Error> {
        let sql = format!("SELECT {COLUMNS} FROM entries WHERE {condition}");
        let values = rusqlite::params_from_iter(values.iter().map(|value| value.cast_signed()));
        self.each(&sql, values, |row| Ok(visit(raw(row)?)))
    }
}

impl Rows for SqliteRows {
    fn name(&self) -> &Path {
        &self.path
    }

    fn again(&self) -> Result<Box<dyn Rows>, Error> {
        Ok(Box::new(Self::new(connect_to_any(&self.path)?, &self.path)))
    }

    fn foreign(&self) -> Result<Option<String>, Error> {
        schema::foreign(&self.connection).map_err(|error| self.error(error))
    }

    fn difference(&self) -> Result<Option<String>, Error> {
        schema::difference(&self.connection).map_err(|error| self.error(error))
    }

    fn begin_moment(&self) -> Result<(), Error> {
        self.connection.execute_batch("BEGIN").map_err(|error| self.error(error))
    }

    fn end_moment(&self) -> Result<(), Error> {
        self.connection.execute_batch("COMMIT").map_err(|error| self.error(error))
    }

    fn counts(&self) -> Result<Counts, Error> {
        Ok(Counts {
            checkpoints: self.number("SELECT coalesce(max(id), 0) FROM checkpoints")?,
            entries: self.number("SELECT coalesce(max(number), 0) FROM entries")?,
            places: self.number("SELECT count(*) FROM places")?,
            tree: self.number("SELECT count(*) FROM tree")?,
            outside: self.number(
                "SELECT (SELECT count(*) FROM entries WHERE number < 1)
                      + (SELECT count(*) FROM checkpoints WHERE id < 1)",
            )?,
        })
    }

    fn journal(&self) -> Result<Option<Journal>, Error> {
        journal(&self.connection).map_err(|error| self.error(error))
    }

    fn entries(&self, which: &Which<'_>, visit: VisitRaw<'_>) -> Result<(), Error> {
        match *which {
            Which::After { after, limit } => {
                self.visit_entries("number > ?1 ORDER BY number LIMIT ?2", &[after, limit], visit)
            }
            Which::Chain { chain, after, seq, limit } => {
                let condition = "number > ?1 AND chain = ?2 AND seq >= ?3 ORDER BY number LIMIT ?4";
                self.visit_entries(condition, &[after, chain.0.into(), seq, limit], visit)
            }
            Which::Round { chain, round, after, up_to, limit } => {
                let condition = "number > ?1 AND number <= ?2 AND chain = ?3 AND round = ?4 \
                                 ORDER BY number LIMIT ?5";
                let up_to = up_to.min(i64::MAX.cast_unsigned());
                let values = [after, up_to, chain.0.into(), round, limit];
                self.visit_entries(condition, &values, visit)
            }
            Which::Numbers(numbers) => numbers.iter().try_for_each(|number| {
                self.visit_entries("number = ?1 LIMIT 1", &[*number], visit)
            }),
        }
    }

    fn outlines(&self, (after, up_to): (u64, u64), visit: Visit<'_, Outline>) -> Result<(), Error> {
        let sql = "SELECT number, chain, seq, round, previous, hash, link FROM entries \
                   WHERE number > ?1 AND number <= ?2 ORDER BY number";
        let up_to = i64::try_from(up_to).unwrap_or(i64::MAX);
        self.each(sql, params![after.cast_signed(), up_to], |row| {
            let hash = |column| fixed(row, column).map(Hash);
            let number = row.get::<_, i64>(0)?.cast_unsigned();
            let (chain, seq, round) = (small(row, 1).map(Chain), integer(row, 2), integer(row, 3));
            let (previous, hash, link) = (hash(4), hash(5), hash(6));
            Ok(visit(Outline { number, chain, seq, round, previous, hash, link }))
        })
    }

    fn link(&self, number: u64) -> Result<Option<Hash>, Error> {
        let mut link = None;
        let sql = "SELECT link FROM entries WHERE number = ?1";
        self.each(sql, [number.cast_signed()], |row| {
            link = fixed(row, 0).map(Hash);
            Ok(ControlFlow::Break(()))
        })?;
        Ok(link)
    }

    fn keys(
        &self,
        after: u64,
        visit: &mut dyn FnMut(Chain, u64, u64, [u8; 8]),
    ) -> Result<(), Error> {
        let sql = "SELECT chain, seq, number, key FROM entries \
                   WHERE number > ?1 AND length(key) >= 8 ORDER BY number";
        self.each(sql, [after.cast_signed()], |row| {
            let key = blob(row, 3).and_then(|key| key.first_chunk()).copied();
            if let (Some(chain), Some(seq), Some(number), Some(key)) =
                (small(row, 0), integer(row, 1), integer(row, 2), key)
            {
                visit(Chain(chain), seq, number, key);
            }
            Ok(ControlFlow::Continue(()))
        })
    }

    fn checkpoints(
        &self,
        from: u64,
        visit: &mut dyn FnMut(u64, Option<Checkpoint>) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let identity = self.identity().map_err(|error| self.error(error))?;
        let sql = format!("SELECT {CHECKPOINT} FROM checkpoints WHERE id >= ?1 ORDER BY id");
        self.each(&sql, [from.cast_signed()], |row| {
            Ok(visit(integer(row, 0).unwrap_or(0), checkpoint(row, identity)))
        })
    }

    fn last_checkpoint(&self) -> Result<Option<Option<Checkpoint>>, Error> {
        let identity = self.identity().map_err(|error| self.error(error))?;
        let sql = format!("SELECT {CHECKPOINT} FROM checkpoints ORDER BY id DESC LIMIT 1");
        let mut last = None;
        self.each(&sql, [], |row| {
            last = Some(checkpoint(row, identity));
            Ok(ControlFlow::Break(()))
        })?;
        Ok(last)
    }

    fn snapshots(
        &self,
        of: Option<(u32, u64)>,
        visit: Visit<'_, Result<Snapshot, u64>>,
    ) -> Result<(), Error> {
        let identity = self.identity().map_err(|error| self.error(error))?;
        let take = |row: &Row<'_>| Ok(visit(snapshot(row, &identity)));
        let Some((format, up_to)) = of else {
            let sql = format!("SELECT {SNAPSHOT} FROM snapshots ORDER BY number DESC");
            return self.each(&sql, [], take);
        };
        let most = i64::try_from(up_to).unwrap_or(i64::MAX);
        let sql = format!(
            "SELECT {SNAPSHOT} FROM snapshots WHERE format = ?1 AND number <= ?2 ORDER BY number DESC"
        );
        self.each(&sql, params![format, most], take)
    }

    fn beside_one(&self, id: u64) -> Result<Option<Vec<u8>>, Error> {
        let read = || {
            let sql = "SELECT bytes FROM beside WHERE id = ?1";
            let mut select = self.connection.prepare_cached(sql)?;
            select.query_row([id.cast_signed()], |row| row.get(0)).optional()
        };
        read().map_err(|error| self.error(error))
    }

    fn beside(&self, visit: &mut dyn FnMut(u64, &[u8]) -> ControlFlow<()>) -> Result<(), Error> {
        self.each("SELECT id, bytes FROM beside ORDER BY id", [], |row| {
            Ok(match (integer(row, 0), blob(row, 1)) {
                (Some(id), Some(bytes)) => visit(id, bytes),
                _ => ControlFlow::Continue(()),
            })
        })
    }

    fn place(&self, chapter: u64, chain: Chain) -> Result<Option<Place>, Error> {
        let sql = "SELECT first, least_round, most_round, offsets FROM places \
                   WHERE chapter = ?1 AND chain = ?2";
        let mut found = None;
        self.each(sql, params![chapter.cast_signed(), chain.0], |row| {
            found = Some(Place {
                chain: chain.0,
                first: row.get(0)?,
                rounds: (row.get(1)?, row.get(2)?),
                offsets: blob(row, 3).unwrap_or_default().to_vec(),
            });
            Ok(ControlFlow::Break(()))
        })?;
        Ok(found)
    }

    fn tree(&self, level: u32, first: u64, count: u64) -> Result<Vec<Hash>, Error> {
        let sql = "SELECT hash FROM tree WHERE position >= ?1 AND position < ?2 AND level = ?3 \
                   ORDER BY position";
        let mut hashes = Vec::new();
        let (from, to) = (first.cast_signed(), first.saturating_add(count).cast_signed());
        self.each(sql, params![from, to, level], |row| {
            let Some(hash) = fixed(row, 0).map(Hash) else { return Ok(ControlFlow::Break(())) };
            hashes.push(hash);
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(hashes)
    }
}

/// Takes a row apart.
///
/// # Errors
///
/// A field has a type or a length that no entry has.
fn raw<'a>(row: &'a Row<'_>) -> rusqlite::Result<Result<Raw<'a>, Fault>> {
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

/// Reads the one row of the table `journal`; `None` if it is not as it must be.
pub(super) fn journal(connection: &Connection) -> rusqlite::Result<Option<Journal>> {
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

fn blob<'a>(row: &'a Row<'_>, column: usize) -> Option<&'a [u8]> {
    match row.get_ref(column) {
        Ok(ValueRef::Blob(bytes)) => Some(bytes),
        _ => None,
    }
}

fn fixed<const N: usize>(row: &Row<'_>, column: usize) -> Option<[u8; N]> {
    blob(row, column)?.try_into().ok()
}
