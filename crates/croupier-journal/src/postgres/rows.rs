//! Reading the rows of a journal in a database, with a check of their shape.

use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::path::Path;

use tokio_postgres::Row;

use super::address::Address;
use super::schema::{self, failed, reading};
use super::session::{Failed, Session, Value};
use crate::checkpoint::unpack;
use crate::entry::Fields;
use crate::places::Place;
use crate::row::{Counts, Hashes, Journal, Raw, Wanted};
use crate::rows::{Rows, Visit, VisitRaw};
use crate::{
    Chain, Checkpoint, Error, Fault, Hash, Head, Identity, JournalState, PublicKey, Snapshot, Wrong,
};

/// How many rows are asked for at a time.
const PAGE: u64 = 512;

/// An entry without what is in it; what is not of the right kind is left out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outline {
    pub(super) number: u64,
    pub(super) chain: Option<Chain>,
    pub(super) seq: Option<u64>,
    pub(super) round: Option<u64>,
    pub(super) previous: Option<Hash>,
    pub(super) hash: Option<Hash>,
    pub(super) link: Option<Hash>,
}

/// The columns of an entry, in the order that `raw` expects, and what follows `FROM entries WHERE`.
macro_rules! entries {
    ($condition:literal) => {
        concat!(
            "SELECT number, chain, seq, at, who, kind, round, rules, format, key, previous, hash, link, body, \
             effects FROM croupier.entries WHERE ",
            $condition
        )
    };
}

const CHECKPOINTS: &str = "SELECT id, at, number, link, root, previous, heads, signature \
                           FROM croupier.checkpoints WHERE id >= $1 ORDER BY id LIMIT $2";
const LAST_CHECKPOINT: &str = "SELECT id, at, number, link, root, previous, heads, signature \
                               FROM croupier.checkpoints ORDER BY id DESC LIMIT 1";
const JOURNAL: &str = "SELECT one, format, id, public_key, chapter, epoch, number, link, checkpoints, seal, batch \
                       FROM croupier.journal";

/// A journal in a database that is read.
pub(crate) struct PostgresRows {
    address: Address,
    pub(super) session: Session,
    identity: OnceCell<Identity>,
}

impl PostgresRows {
    /// Connects to a journal that is read and never changed.
    ///
    /// # Errors
    ///
    /// The database cannot be reached.
    pub(crate) fn connect(address: &Address) -> Result<Self, Error> {
        let by = reading();
        let session = Session::connect(address, schema::SET_UP, by);
        let session = session.map_err(failed(&address.name))?;
        let rows = Self::over(session, address);
        rows.asked(rows.session.batch("SET default_transaction_read_only = on", by))?;
        Ok(rows)
    }

    /// Reads over a connection that is there.
    pub(super) fn over(session: Session, address: &Address) -> Self {
        Self { address: address.clone(), session, identity: OnceCell::new() }
    }

    fn asked<T>(&self, answer: Result<T, Failed>) -> Result<T, Error> {
        answer.map_err(failed(self.session.name()))
    }

    fn query(&self, sql: &'static str, values: &[Value<'_>]) -> Result<Vec<Row>, Error> {
        self.asked(self.session.query(sql, values, reading()))
    }

    /// Says which journal it is; of a database that does not say so, nothing is signed.
    fn identity(&self) -> Result<Identity, Error> {
        if let Some(identity) = self.identity.get() {
            return Ok(*identity);
        }
        let nobody = Identity { journal: [0; 16], key: PublicKey([0; 32]) };
        Ok(match self.journal()? {
            Some(journal) => *self.identity.get_or_init(|| journal.identity),
            None => nobody,
        })
    }

    /// Visits entries page after page: each time those after the last one, as `page` asks for them.
    fn pages(
        &self,
        (mut after, mut limit): (u64, u64),
        page: impl Fn(i64, i64) -> Result<Vec<Row>, Error>,
        visit: VisitRaw<'_>,
    ) -> Result<(), Error> {
        while limit > 0 {
            let asked = limit.min(PAGE);
            let rows = page(signed(after), signed(asked))?;
            for row in &rows {
                after = row.try_get::<_, i64>(0).map_or(after, i64::cast_unsigned);
                if visit(raw(row)).is_break() {
                    return Ok(());
                }
            }
            if (rows.len() as u64) < asked {
                return Ok(());
            }
            limit -= asked;
        }
        Ok(())
    }

    /// Visits entries between two numbers, the first left out and the last not, without what is in them.
    pub(super) fn outlines(
        &self,
        (after, up_to): (u64, u64),
        visit: Visit<'_, Outline>,
    ) -> Result<(), Error> {
        let sql = "SELECT number, chain, seq, round, previous, hash, link FROM croupier.entries \
                   WHERE number > $1 AND number <= $2 ORDER BY number LIMIT $3";
        let mut after = signed(after);
        loop {
            let rows = self.query(sql, &[&after, &signed(up_to), &signed(PAGE)])?;
            for row in &rows {
                after = row.try_get(0).unwrap_or(i64::MAX);
                let hash = |column| fixed(row, column).map(Hash);
                let outline = Outline {
                    number: after.cast_unsigned(),
                    chain: small(row, 1).map(Chain),
                    seq: integer(row, 2),
                    round: integer(row, 3),
                    previous: hash(4),
                    hash: hash(5),
                    link: hash(6),
                };
                if visit(outline).is_break() {
                    return Ok(());
                }
            }
            if (rows.len() as u64) < PAGE {
                return Ok(());
            }
        }
    }
}

impl Rows for PostgresRows {
    fn name(&self) -> &Path {
        self.session.name()
    }

    fn again(&self) -> Result<Box<dyn Rows>, Error> {
        Ok(Box::new(Self::connect(&self.address)?))
    }

    fn foreign(&self) -> Result<Option<String>, Error> {
        self.asked(schema::foreign(&self.session, reading()))
    }

    fn difference(&self) -> Result<Option<String>, Error> {
        self.asked(schema::difference(&self.session, reading()))
    }

    fn at_one_moment(&self, read: &mut dyn FnMut() -> Result<(), Error>) -> Result<(), Error> {
        let sql = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
        self.asked(self.session.batch(sql, reading()))?;
        let done = read();
        done.and(self.asked(self.session.batch("COMMIT", reading())))
    }

    fn counts(&self) -> Result<Counts, Error> {
        let sql = "SELECT (SELECT coalesce(max(id), 0) FROM croupier.checkpoints), \
                   (SELECT coalesce(max(number), 0) FROM croupier.entries), \
                   (SELECT count(*) FROM croupier.places), (SELECT count(*) FROM croupier.tree), \
                   (SELECT count(*) FROM croupier.entries WHERE number < 1) \
                   + (SELECT count(*) FROM croupier.checkpoints WHERE id < 1)";
        let rows = self.query(sql, &[])?;
        let count = |column| rows.first().and_then(|row| integer(row, column)).unwrap_or(0);
        let (checkpoints, entries, places) = (count(0), count(1), count(2));
        Ok(Counts { checkpoints, entries, places, tree: count(3), outside: count(4) })
    }

    fn journal(&self) -> Result<Option<Journal>, Error> {
        let rows = self.query(JOURNAL, &[])?;
        Ok(match &rows[..] {
            [row] => journal(row),
            _ => None,
        })
    }

    fn state(&self, journal: &Journal) -> Result<Result<JournalState, Fault>, Error> {
        let (number, link) = (journal.number, journal.link);
        let mut state = JournalState { number, link, heads: Default::default() };
        let Some(Some(signed)) = self.last_checkpoint()? else {
            return Ok(Err(Fault::file("the last checkpoint is missing or was changed")));
        };
        state.heads.extend(signed.heads);
        let mut fault = None;
        self.outlines((signed.number, u64::MAX), &mut |outline| {
            if let (Some(chain), Some(seq), Some(hash)) = (outline.chain, outline.seq, outline.hash)
            {
                state.heads.insert(chain, Head { seq, hash });
                return ControlFlow::Continue(());
            }
            let wrong = Wrong::Shape("chain, seq or hash");
            fault = Some(Fault { number: Some(outline.number), place: None, wrong });
            ControlFlow::Break(())
        })?;
        Ok(fault.map_or(Ok(state), Err))
    }

    fn scan(&self, after: u64, limit: u64, visit: VisitRaw<'_>) -> Result<(), Error> {
        let sql = entries!("number > $1 ORDER BY number LIMIT $2");
        self.pages((after, limit), |after, limit| self.query(sql, &[&after, &limit]), visit)
    }

    fn select(&self, wanted: &Wanted, visit: VisitRaw<'_>) -> Result<(), Error> {
        // No chain has a number below 0, and no round.
        let sql = entries!(
            "number > $1 AND number <= $2 AND ($3::bigint < 0 OR chain = $3::bigint AND seq >= $4) \
             AND ($5::bigint < 0 OR round = $5::bigint) ORDER BY number LIMIT $6"
        );
        let chain = wanted.chain.map_or(-1, |chain| i64::from(chain.0));
        let round = wanted.round.map_or(-1, signed);
        let (up_to, seq) = (signed(wanted.up_to), signed(wanted.seq));
        let page = |after, limit| self.query(sql, &[&after, &up_to, &chain, &seq, &round, &limit]);
        self.pages((wanted.after, wanted.limit as u64), page, visit)
    }

    fn numbered(&self, numbers: &[u64], visit: VisitRaw<'_>) -> Result<(), Error> {
        let sql = entries!("number = ANY($1) ORDER BY number");
        let numbers: Vec<i64> = numbers.iter().copied().map(signed).collect();
        for row in &self.query(sql, &[&numbers])? {
            if visit(raw(row)).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn hashes(&self, first: u64, last: u64) -> Result<Vec<Hashes>, Error> {
        let mut all = Vec::new();
        self.outlines((first.saturating_sub(1), last), &mut |outline| {
            let Outline { number, chain, previous, hash, link, .. } = outline;
            let [previous, hash, link] = [previous, hash, link].map(Option::unwrap_or_default);
            let chain = chain.map_or(0, |chain| chain.0);
            all.push(Hashes { number, chain, previous, hash, link });
            ControlFlow::Continue(())
        })?;
        Ok(all)
    }

    fn link(&self, number: u64) -> Result<Option<Hash>, Error> {
        let sql = "SELECT link FROM croupier.entries WHERE number = $1";
        let rows = self.query(sql, &[&signed(number)])?;
        Ok(rows.first().and_then(|row| fixed(row, 0)).map(Hash))
    }

    fn keys(
        &self,
        after: u64,
        visit: &mut dyn FnMut(Chain, u64, u64, [u8; 8]),
    ) -> Result<(), Error> {
        let sql = "SELECT number, chain, seq, substr(key, 1, 8) FROM croupier.entries \
                   WHERE number > $1 AND length(key) >= 8 ORDER BY number LIMIT $2";
        let mut after = signed(after);
        loop {
            let rows = self.query(sql, &[&after, &signed(PAGE)])?;
            for row in &rows {
                after = row.try_get(0).unwrap_or(i64::MAX);
                if let (Some(number), Some(chain), Some(seq), Some(key)) =
                    (integer(row, 0), small(row, 1), integer(row, 2), fixed(row, 3))
                {
                    visit(Chain(chain), seq, number, key);
                }
            }
            if (rows.len() as u64) < PAGE {
                return Ok(());
            }
        }
    }

    fn checkpoints(
        &self,
        from: u64,
        visit: &mut dyn FnMut(u64, Option<Checkpoint>) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let identity = self.identity()?;
        // Mostly one is wanted, and seldom all.
        let (mut from, mut page) = (from, 1);
        loop {
            let rows = self.query(CHECKPOINTS, &[&signed(from), &signed(page)])?;
            for row in &rows {
                let id = integer(row, 0).unwrap_or(0);
                from = from.max(id.saturating_add(1));
                if visit(id, checkpoint(row, identity)).is_break() {
                    return Ok(());
                }
            }
            if (rows.len() as u64) < page {
                return Ok(());
            }
            page = PAGE;
        }
    }

    fn last_checkpoint(&self) -> Result<Option<Option<Checkpoint>>, Error> {
        let identity = self.identity()?;
        let rows = self.query(LAST_CHECKPOINT, &[])?;
        Ok(rows.first().map(|row| checkpoint(row, identity)))
    }

    fn snapshots(
        &self,
        of: Option<(u32, u64)>,
        visit: Visit<'_, Result<Snapshot, u64>>,
    ) -> Result<(), Error> {
        let identity = self.identity()?;
        // One at a time: each may be large.
        let sql = "SELECT number, link, format, digest, bytes FROM croupier.snapshots \
                   WHERE number < $1 AND ($2::bigint < 0 OR format = $2::bigint) ORDER BY number DESC LIMIT 1";
        let format = of.map_or(-1, |(format, _)| i64::from(format));
        let mut before = of.map_or(i64::MAX, |(_, up_to)| signed(up_to).saturating_add(1));
        loop {
            let rows = self.query(sql, &[&before, &format])?;
            let Some(row) = rows.first() else { return Ok(()) };
            before = row.try_get(0).unwrap_or(i64::MIN);
            if visit(snapshot(row, &identity)).is_break() {
                return Ok(());
            }
        }
    }

    fn beside_one(&self, id: u64) -> Result<Option<Vec<u8>>, Error> {
        let sql = "SELECT bytes FROM croupier.beside WHERE id = $1";
        let rows = self.query(sql, &[&signed(id)])?;
        Ok(rows.first().and_then(|row| row.try_get(0).ok()))
    }

    fn beside(&self, visit: &mut dyn FnMut(u64, &[u8]) -> ControlFlow<()>) -> Result<(), Error> {
        let sql = "SELECT id, bytes FROM croupier.beside WHERE id > $1 ORDER BY id LIMIT $2";
        let mut after = i64::MIN;
        loop {
            let rows = self.query(sql, &[&after, &signed(PAGE)])?;
            for row in &rows {
                after = row.try_get(0).unwrap_or(i64::MAX);
                if let (Some(id), Some(bytes)) = (integer(row, 0), bytes(row, 1))
                    && visit(id, bytes).is_break()
                {
                    return Ok(());
                }
            }
            if (rows.len() as u64) < PAGE {
                return Ok(());
            }
        }
    }

    fn place(&self, chapter: u64, chain: Chain) -> Result<Option<Place>, Error> {
        let sql = "SELECT first, least_round, most_round, offsets FROM croupier.places \
                   WHERE chapter = $1 AND chain = $2";
        let rows = self.query(sql, &[&signed(chapter), &i64::from(chain.0)])?;
        Ok(rows.first().and_then(|row| {
            Some(Place {
                chain: chain.0,
                first: integer(row, 0)?,
                rounds: (integer(row, 1)?, integer(row, 2)?),
                offsets: bytes(row, 3)?.to_vec(),
            })
        }))
    }

    fn tree(&self, level: u32, first: u64, count: u64) -> Result<Vec<Hash>, Error> {
        if level == 0 {
            let mut hashes = Vec::new();
            self.outlines((first, first.saturating_add(count)), &mut |outline| {
                let Some(hash) = outline.hash else { return ControlFlow::Break(()) };
                hashes.push(hash);
                ControlFlow::Continue(())
            })?;
            return Ok(hashes);
        }
        let sql = "SELECT hash FROM croupier.tree WHERE level = $1 AND position >= $2 AND position < $3 \
                   ORDER BY position";
        let (from, to) = (signed(first), signed(first.saturating_add(count)));
        let rows = self.query(sql, &[&level.cast_signed(), &from, &to])?;
        Ok(rows.iter().map_while(|row| fixed(row, 0).map(Hash)).collect())
    }
}

/// Takes the row of the table `journal` apart; `None` if it is not as it must be.
pub(super) fn journal(row: &Row) -> Option<Journal> {
    let (one, format) = (number(row, 0)?, number(row, 1)?);
    let right = one == 1 && i64::from(format) == crate::layout::FORMAT;
    let chapter = integer(row, 4).filter(|chapter| right && (1..=1 << 16).contains(chapter))?;
    Some(Journal {
        identity: Identity { journal: fixed(row, 2)?, key: PublicKey(fixed(row, 3)?) },
        chapter,
        epoch: integer(row, 5)?,
        number: integer(row, 6)?,
        link: Hash(fixed(row, 7)?),
        checkpoints: integer(row, 8)?,
        seal: fixed(row, 9)?,
    })
}

/// Takes a row apart. An error names a field that has a value or a length that no entry has.
fn raw(row: &Row) -> Result<Raw<'_>, Fault> {
    let Some(number) = integer(row, 0) else { return Err(Fault::file("an entry has no number")) };
    let read = || {
        let fields = Fields {
            chain: small(row, 1).ok_or("chain")?,
            seq: integer(row, 2).ok_or("seq")?,
            at: integer(row, 3).ok_or("at")?,
            who: small(row, 4).ok_or("who")?,
            kind: bytes(row, 5).ok_or("kind")?,
            round: integer(row, 6).ok_or("round")?,
            rules: bytes(row, 7).ok_or("rules")?,
            format: self::number(row, 8).and_then(|it| it.try_into().ok()).ok_or("format")?,
            key: bytes(row, 9).ok_or("key")?,
            body: bytes(row, 13).ok_or("body")?,
            effects: bytes(row, 14).ok_or("effects")?,
        };
        let hash = |column, name| fixed(row, column).map(Hash).ok_or(name);
        let (previous, hash, link) = (hash(10, "previous")?, hash(11, "hash")?, hash(12, "link")?);
        Ok(Raw { number, fields, previous, hash, link })
    };
    read().map_err(|field| Fault { number: Some(number), place: None, wrong: Wrong::Shape(field) })
}

fn checkpoint(row: &Row, identity: Identity) -> Option<Checkpoint> {
    Some(Checkpoint {
        identity,
        id: integer(row, 0)?,
        at: integer(row, 1)?,
        number: integer(row, 2)?,
        link: Hash(fixed(row, 3)?),
        root: Hash(fixed(row, 4)?),
        previous: Hash(fixed(row, 5)?),
        heads: unpack(bytes(row, 6)?)?,
        signature: fixed(row, 7)?,
    })
}

fn snapshot(row: &Row, identity: &Identity) -> Result<Snapshot, u64> {
    let read = || {
        let snapshot = Snapshot {
            number: integer(row, 0)?,
            link: Hash(fixed(row, 1)?),
            format: small(row, 2)?,
            bytes: bytes(row, 4)?.to_vec(),
        };
        snapshot.is_signed(identity, &fixed(row, 3)?).then_some(snapshot)
    };
    read().ok_or_else(|| integer(row, 0).unwrap_or(0))
}

/// A number as the database has it: there, none is larger than 2^63 - 1.
pub(super) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn integer(row: &Row, column: usize) -> Option<u64> {
    row.try_get::<_, i64>(column).ok()?.try_into().ok()
}

fn number(row: &Row, column: usize) -> Option<i32> {
    row.try_get(column).ok()
}

fn small(row: &Row, column: usize) -> Option<u32> {
    integer(row, column)?.try_into().ok()
}

fn bytes(row: &Row, column: usize) -> Option<&[u8]> {
    row.try_get(column).ok()
}

pub(super) fn fixed<const N: usize>(row: &Row, column: usize) -> Option<[u8; N]> {
    bytes(row, column)?.try_into().ok()
}
