//! What is written at once: gathered column by column, and sent as one statement.

use std::collections::BTreeMap;
use std::time::Instant;

use tokio_postgres::Row;
use tokio_postgres::types::Type;

use super::rows::{fixed, signed};
use super::session::{Failed, Session, Value};
use crate::checkpoint::pack;
use crate::places::Place;
use crate::{Beside, Chained, Checkpoint, Hash, Snapshot};

/// Moves the journal on from where it was left, and enters the rest if that was so. The answer has as many rows as the
/// journal was moved on: one, or none.
const SQL: &str = "
    WITH head AS (
        UPDATE croupier.journal SET number = $1, link = $2, checkpoints = $3, seal = $4, batch = $5
        WHERE one = 1 AND epoch = $6 AND number = $7 AND link = $8 AND batch = $9 RETURNING one),
    entered AS (
        INSERT INTO croupier.entries (number, chain, seq, at, who, kind, round, rules, format, key, previous, hash,
            link, body, effects)
        SELECT e.* FROM head, unnest($10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24) AS e),
    placed AS (
        INSERT INTO croupier.places (chapter, chain, first, least_round, most_round, offsets)
        SELECT p.* FROM head, unnest($25, $26, $27, $28, $29, $30) AS p),
    grown AS (
        INSERT INTO croupier.tree (level, position, hash)
        SELECT t.* FROM head, unnest($31, $32, $33) AS t),
    signed AS (
        INSERT INTO croupier.checkpoints (id, at, number, link, root, previous, heads, signature)
        SELECT c.* FROM head, unnest($34, $35, $36, $37, $38, $39, $40, $41) AS c),
    kept AS (
        INSERT INTO croupier.snapshots (number, link, format, digest, bytes)
        SELECT s.* FROM head, unnest($42, $43, $44, $45, $46) AS s
        ON CONFLICT (number) DO UPDATE SET link = excluded.link, format = excluded.format,
            digest = excluded.digest, bytes = excluded.bytes),
    dropped AS (
        DELETE FROM croupier.snapshots AS s USING head
        WHERE s.number <> ALL ($42) AND ($47 OR $48 >= 0 AND (s.number > $1 OR s.format <> $48))),
    beside AS (
        INSERT INTO croupier.beside (id, bytes)
        SELECT b.* FROM head, unnest($49, $50) AS b
        ON CONFLICT (id) DO UPDATE SET bytes = excluded.bytes),
    erased AS (
        DELETE FROM croupier.beside AS b USING head WHERE b.id = ANY ($51))
    SELECT one FROM head";

const INT: Type = Type::INT8;
const INTS: Type = Type::INT8_ARRAY;
const SMALL: Type = Type::INT4_ARRAY;
const BYTES: Type = Type::BYTEA;
const MANY: Type = Type::BYTEA_ARRAY;

/// The types of the values, in their order.
const TYPES: [Type; 51] = [
    INT,
    BYTES,
    INT,
    BYTES,
    BYTES,
    INT,
    INT,
    BYTES,
    BYTES, // the journal's row
    INTS,
    INTS,
    INTS,
    INTS,
    INTS,
    MANY,
    INTS,
    MANY,
    SMALL,
    MANY,
    MANY,
    MANY,
    MANY,
    MANY,
    MANY,
    INTS,
    INTS,
    INTS,
    INTS,
    INTS,
    MANY, // the directory
    SMALL,
    INTS,
    MANY, // the tree
    INTS,
    INTS,
    INTS,
    MANY,
    MANY,
    MANY,
    MANY,
    MANY, // checkpoints
    INTS,
    MANY,
    INTS,
    MANY,
    MANY,
    Type::BOOL,
    INT, // snapshots
    INTS,
    MANY,
    INTS, // beside
];

/// The number of an append, by which it is looked up whether it was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Batch(pub(super) [u8; 16]);

/// Where a journal stands, and after which append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Expected {
    pub(super) epoch: u64,
    pub(super) number: u64,
    pub(super) link: Hash,
    pub(super) batch: Batch,
}

impl Expected {
    /// Takes the columns epoch, number, link and batch; `None` if they are not as they must be.
    pub(super) fn read(row: &Row) -> Option<Self> {
        let integer = |column| row.try_get::<_, i64>(column).ok()?.try_into().ok();
        let (link, batch) = (Hash(fixed(row, 2)?), Batch(fixed(row, 3)?));
        Some(Self { epoch: integer(0)?, number: integer(1)?, link, batch })
    }
}

type Ints = Vec<i64>;
type Many = Vec<Vec<u8>>;

/// What is written at once, column by column.
#[derive(Default)]
pub(super) struct Append {
    /// Whether anything is to be written.
    full: bool,
    /// How many bytes of entries and snapshots there are, about.
    pub(super) bytes: u64,
    head: ([i64; 4], [Vec<u8>; 5]),
    entries: (Ints, Ints, Ints, Ints, Ints, Many, Ints, Many, Vec<i32>, [Many; 6]),
    places: ([Ints; 5], Many),
    tree: (Vec<i32>, Ints, Many),
    checkpoints: ([Ints; 3], [Many; 5]),
    snapshots: (Ints, Many, Ints, Many, Many),
    drop_snapshots: bool,
    /// The format of the snapshot that was written last.
    format: Option<u32>,
    beside: BTreeMap<i64, Option<Vec<u8>>>,
}

impl Append {
    pub(super) const fn is_empty(&self) -> bool {
        !self.full
    }

    pub(super) fn enter(&mut self, number: u64, chained: &Chained, link: &Hash) {
        let Chained { entry, previous, hash } = chained;
        self.full = true;
        self.bytes += entry.size() as u64;
        let (numbers, chains, seqs, ats, whos, kinds, rounds, rules, formats, rest) =
            &mut self.entries;
        numbers.push(signed(number));
        chains.push(entry.chain.0.into());
        seqs.push(signed(entry.seq));
        ats.push(signed(entry.at));
        whos.push(entry.who.into());
        kinds.push(entry.kind.as_bytes().to_vec());
        rounds.push(signed(entry.round));
        rules.push(entry.rules.as_bytes().to_vec());
        formats.push(entry.format.into());
        let bytes: [&[u8]; 6] =
            [&entry.key, &previous.0, &hash.0, &link.0, &entry.body, &entry.effects];
        rest.iter_mut().zip(bytes).for_each(|(column, bytes)| column.push(bytes.to_vec()));
    }

    pub(super) fn place(&mut self, chapter: u64, place: Place) {
        let (least, most) = place.rounds;
        let numbers = [chapter, place.chain.into(), place.first, least, most];
        self.places.0.iter_mut().zip(numbers).for_each(|(column, it)| column.push(signed(it)));
        self.places.1.push(place.offsets);
    }

    pub(super) fn tree(&mut self, level: u32, position: u64, hash: Hash) {
        let (levels, positions, hashes) = &mut self.tree;
        levels.push(level.cast_signed());
        positions.push(signed(position));
        hashes.push(hash.0.to_vec());
    }

    pub(super) fn checkpoint(&mut self, checkpoint: &Checkpoint) {
        self.full = true;
        let Checkpoint { id, at, number, link, root, previous, heads, signature, .. } = checkpoint;
        let (numbers, rest) = &mut self.checkpoints;
        numbers
            .iter_mut()
            .zip([*id, *at, *number])
            .for_each(|(column, it)| column.push(signed(it)));
        let heads = pack(heads);
        let bytes: [&[u8]; 5] = [&link.0, &root.0, &previous.0, &heads, signature];
        rest.iter_mut().zip(bytes).for_each(|(column, bytes)| column.push(bytes.to_vec()));
    }

    pub(super) fn snapshot(&mut self, snapshot: &Snapshot, signature: [u8; 64]) {
        self.full = true;
        let (numbers, links, formats, digests, bytes) = &mut self.snapshots;
        // One of the same number is written over, as in a file.
        if let Some(at) = numbers.iter().position(|number| *number == signed(snapshot.number)) {
            numbers.remove(at);
            formats.remove(at);
            [&mut *links, &mut *digests, &mut *bytes].map(|column| column.remove(at));
        }
        numbers.push(signed(snapshot.number));
        links.push(snapshot.link.0.to_vec());
        formats.push(snapshot.format.into());
        digests.push(signature.to_vec());
        bytes.push(snapshot.bytes.clone());
        self.bytes += snapshot.bytes.len() as u64;
        self.format = Some(snapshot.format);
    }

    pub(super) fn drop_snapshots(&mut self) {
        self.full = true;
        self.drop_snapshots = true;
        self.snapshots = Default::default();
        self.format = None;
    }

    pub(super) fn beside(&mut self, beside: &[Beside]) {
        self.full |= !beside.is_empty();
        // A snapshot may have what is erased, too.
        if beside.iter().any(|one| one.bytes.is_none()) {
            self.drop_snapshots();
        }
        let changes = beside.iter().map(|one| (signed(one.id), one.bytes.clone()));
        self.beside.extend(changes);
    }

    /// Completes it: from where the journal is moved, where to, and with which count of checkpoints and signature.
    pub(super) fn finish(
        &mut self,
        from: &Expected,
        to: &Expected,
        (checkpoints, seal): (u64, [u8; 64]),
    ) {
        let numbers = [to.number, checkpoints, from.epoch, from.number].map(signed);
        let bytes: [&[u8]; 5] = [&to.link.0, &seal, &to.batch.0, &from.link.0, &from.batch.0];
        self.head = (numbers, bytes.map(<[u8]>::to_vec));
    }

    /// Sends it; says whether it was done.
    ///
    /// # Errors
    ///
    /// The server did not take it, or there is no answer by then.
    pub(super) fn send(&self, session: &Session, by: Instant) -> Result<bool, Failed> {
        let ([number, checkpoints, epoch, was], [link, seal, batch, link_was, batch_was]) =
            &self.head;
        let (numbers, chains, seqs, ats, whos, kinds, rounds, rules, formats, rest) = &self.entries;
        let (levels, positions, hashes) = &self.tree;
        let (snapshots, snapshot_links, snapshot_formats, digests, snapshot_bytes) =
            &self.snapshots;
        let format = self.format.map_or(-1, i64::from);
        let (mut ids, mut texts, mut erased) = (Ints::new(), Many::new(), Ints::new());
        for (id, bytes) in &self.beside {
            match bytes {
                Some(bytes) => {
                    ids.push(*id);
                    texts.push(bytes.clone());
                }
                None => erased.push(*id),
            }
        }
        let mut values: Vec<Value<'_>> = vec![
            number,
            link,
            checkpoints,
            seal,
            batch,
            epoch,
            was,
            link_was,
            batch_was,
            numbers,
            chains,
            seqs,
            ats,
            whos,
            kinds,
            rounds,
            rules,
            formats,
        ];
        values.extend(rest.iter().map(|column| column as Value<'_>));
        values.extend(self.places.0.iter().map(|column| column as Value<'_>));
        values.extend([&self.places.1 as Value<'_>, levels, positions, hashes]);
        values.extend(self.checkpoints.0.iter().map(|column| column as Value<'_>));
        values.extend(self.checkpoints.1.iter().map(|column| column as Value<'_>));
        values.extend([
            snapshots as Value<'_>,
            snapshot_links,
            snapshot_formats,
            digests,
            snapshot_bytes,
        ]);
        values.extend([&self.drop_snapshots as Value<'_>, &format, &ids, &texts, &erased]);
        Ok(session.query_typed((SQL, &TYPES), &values, by)?.len() == 1)
    }
}
