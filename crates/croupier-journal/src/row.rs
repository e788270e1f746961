//! Rows of a journal file as whoever reads the file hands them over, with a check of their shape.

use std::sync::Arc;

use crate::checkpoint::unpack;
use crate::end::End;
use crate::entry::Fields;
use crate::layout::FORMAT;
use crate::{
    Chain, Chained, Checkpoint, Entry, Fault, Hash, Identity, PublicKey, Record, Snapshot, Wrong,
};

/// A field of a row.
pub(crate) enum Value<'a> {
    Integer(i64),
    Text(&'a [u8]),
    Blob(&'a [u8]),
    /// Nothing, or a number that is not whole: no field of a journal.
    Other,
}

/// A row of a table, or of what was selected from one.
pub(crate) trait Columns {
    /// Reads a field; `Value::Other` if there are not so many.
    fn value(&self, column: usize) -> Value<'_>;
}

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
pub(crate) fn raw(row: &impl Columns) -> Result<Raw<'_>, Fault> {
    let Value::Integer(number) = row.value(0) else {
        return Err(Fault::file("an entry has no number"));
    };
    let number = number.cast_unsigned();
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
    read().map_err(shape)
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

/// Reads the row of the table `journal`; `None` if it is not as it must be. Its columns are those of `JOURNAL`.
pub(crate) fn journal(row: &impl Columns) -> Option<Journal> {
    let (one, format) = (integer(row, 0)?, integer(row, 1)?);
    let identity = Identity { journal: fixed(row, 2)?, key: PublicKey(fixed(row, 3)?) };
    let (chapter, epoch, number) = (integer(row, 4)?, integer(row, 5)?, integer(row, 6)?);
    let (link, checkpoints) = (Hash(fixed(row, 7)?), integer(row, 8)?);
    let seal = fixed(row, 9)?;
    let right = one == 1 && format == FORMAT.cast_unsigned() && (1..=1 << 16).contains(&chapter);
    right.then_some(Journal { identity, chapter, epoch, number, link, checkpoints, seal })
}

/// Reads a checkpoint; `None` if the row is none.
pub(crate) fn checkpoint(row: &impl Columns, identity: Identity) -> Option<Checkpoint> {
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

/// Reads a snapshot; an error is the number of one that was changed, was not signed by the journal's key, or belongs to
/// another journal.
pub(crate) fn snapshot(row: &impl Columns, identity: &Identity) -> Result<Snapshot, u64> {
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

/// Which entries are wanted, in the order of numbers.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    /// After this number.
    pub(crate) after: u64,
    /// Up to this number.
    pub(crate) up_to: u64,
    /// Of this chain alone.
    pub(crate) chain: Option<Chain>,
    /// From this seq on.
    pub(crate) seq: u64,
    /// Of this round alone.
    pub(crate) round: Option<u64>,
    /// So many at most.
    pub(crate) limit: usize,
}

/// A row of the directory: the first seq of a chain in a chapter, the range of its rounds there, and its entries.
pub(crate) type PlaceRow<'a> = (u64, (u64, u64), &'a [u8]);

/// The hashes that stand with an entry.
pub(crate) struct Hashes {
    pub(crate) number: u64,
    pub(crate) chain: u32,
    pub(crate) previous: Hash,
    pub(crate) hash: Hash,
    pub(crate) link: Hash,
}

/// How many rows there are, and how far they go.
pub(crate) struct Counts {
    /// The highest id of a checkpoint.
    pub(crate) checkpoints: u64,
    /// The highest number of an entry.
    pub(crate) entries: u64,
    pub(crate) places: u64,
    pub(crate) tree: u64,
    /// Entries and checkpoints with numbers below 1.
    pub(crate) outside: u64,
}

pub(crate) fn integer(row: &impl Columns, column: usize) -> Option<u64> {
    match row.value(column) {
        Value::Integer(value) => value.try_into().ok(),
        _ => None,
    }
}

pub(crate) fn small<T: TryFrom<u64>>(row: &impl Columns, column: usize) -> Option<T> {
    integer(row, column)?.try_into().ok()
}

pub(crate) fn text<'a>(row: &'a impl Columns, column: usize) -> Option<&'a [u8]> {
    match row.value(column) {
        Value::Text(bytes) => Some(bytes),
        _ => None,
    }
}

pub(crate) fn blob<'a>(row: &'a impl Columns, column: usize) -> Option<&'a [u8]> {
    match row.value(column) {
        Value::Blob(bytes) => Some(bytes),
        _ => None,
    }
}

pub(crate) fn fixed<const N: usize>(row: &impl Columns, column: usize) -> Option<[u8; N]> {
    blob(row, column)?.try_into().ok()
}
