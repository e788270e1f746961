//! Snapshots of a floor: what it knows after an entry, so that a house opens without reading all entries before it.
//!
//! A snapshot decides nothing that the entries would not decide: what does not fit is passed over, and everything is played again.

use std::collections::{BTreeMap, BTreeSet};

use croupier_engine::stored::{Bytes, Damaged, Stored, store_text};
use croupier_floor::{Commitment, Floor, restore_json, store_json};
use croupier_journal::{Chain, Journal, Reader, Record, Snapshot};
use croupier_view::Memories;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use sha2::{Digest as _, Sha256};

use super::replay::{self, Folded, Replay};
use super::{EDITION, Live, Salts, Stop};
use crate::draw_proof::PromotionDraws;
use crate::report::{Block, Figures};

/// The encoding of snapshots. It has another number whenever the same floor makes other bytes, or the same bytes mean another
/// floor: a build reads none but its own.
const FORMAT: u32 = 3;

/// A snapshot is taken after so many acts, at least and at most, and when a house closes. Between the two a large floor takes them more
/// rarely, so that snapshots never take more room in the file than a small part of what the entries take.
const EVERY: (u64, u64) = (1 << 12, 1 << 15);

/// So many bytes of the last snapshot are made up for by one act.
const BYTES_PER_ACT: u64 = 64;

/// All that stands beside a journal, as one number: texts may be erased, and then it is another one.
///
/// A snapshot has names, password hashes and words in it, so it is encrypted, and the key follows from this. With the first text that is
/// erased or changed nobody can read a snapshot any more that was taken while it was there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BesideMix([u8; 32]);

croupier_engine::stored! { struct BesideMix(mixed) }

impl BesideMix {
    fn of(reader: &Reader) -> Result<Self, Stop> {
        let mut mix = Self::default();
        reader.each_beside(|id, bytes| mix.add_or_remove(id, bytes))?;
        Ok(mix)
    }

    /// Adds a row, or removes it: both are the same.
    pub(super) fn add_or_remove(&mut self, id: u64, bytes: &[u8]) {
        let hash = Sha256::new().chain_update(id.to_be_bytes()).chain_update(bytes).finalize();
        self.0.iter_mut().zip(hash).for_each(|(mixed, byte)| *mixed ^= byte);
    }

    /// Encrypts or decrypts: both are the same.
    fn apply(&self, nonce: &[u8; 32], bytes: &mut [u8]) {
        let key = Sha256::new().chain_update(b"croupier snapshot key 1").chain_update(self.0);
        let mut stream = ChaCha20Rng::from_seed(key.chain_update(nonce).finalize().into());
        let mut block = [0; 1024];
        for part in bytes.chunks_mut(block.len()) {
            stream.fill_bytes(&mut block);
            part.iter_mut().zip(block).for_each(|(byte, mask)| *byte ^= mask);
        }
    }

    fn encrypt(&self, nonce: [u8; 32], bytes: &[u8]) -> Vec<u8> {
        let hash: [u8; 32] = Sha256::digest(bytes).into();
        let mut sealed = [&nonce, &hash, bytes].concat();
        self.apply(&nonce, &mut sealed[nonce.len()..]);
        sealed
    }

    /// Returns what was encrypted, if this is the mix under which that was done.
    fn decrypt(&self, sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, rest) = sealed.split_first_chunk()?;
        let mut rest = rest.to_vec();
        self.apply(nonce, &mut rest);
        let (hash, bytes) = rest.split_first_chunk()?;
        (<[u8; 32]>::from(Sha256::digest(bytes)) == *hash).then(|| bytes.to_vec())
    }
}

/// What the snapshots of a journal can be decrypted with. Only who can read all that stands beside the journal, with every text that was
/// there when they were taken, can find it out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SnapshotKeys(BTreeMap<u64, BesideMix>);

croupier_engine::stored! { struct SnapshotKeys(mixes) }

impl SnapshotKeys {
    /// Finds out what the snapshots of a journal can be decrypted with: the newest that holds has the keys of those before it.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn of(reader: &Reader) -> Result<Self, Stop> {
        Ok(newest(reader, &replay::stops(reader)?)?
            .1
            .map_or_else(Self::default, |it| it.snapshot_keys))
    }

    /// Reads which entries before a snapshot and after the one before it concern whom; `None` if it does not hold.
    pub(crate) fn block(&self, reader: &Reader, number: u64) -> Result<Option<Block>, Stop> {
        let Some(mix) = self.0.get(&number) else { return Ok(None) };
        let snapshot = reader.snapshot_up_to(FORMAT, number)?.filter(|it| it.number == number);
        let bytes = snapshot.and_then(|snapshot| mix.decrypt(&snapshot.bytes));
        Ok(bytes.and_then(|bytes| read_block(&bytes).ok()))
    }
}

impl Replay {
    /// Writes all that a snapshot has, where every entry counts; `None` of a replay that did not remember what a snapshot has.
    fn snapshot_bytes(&self) -> Option<Vec<u8>> {
        let (ends, memories) = (&BTreeMap::new(), self.memories.as_ref()?);
        let Self { heads, draws, floor, at, folded, figures, snapshot_keys, .. } = self;
        let bound_secret = self.bound_secret.as_ref();
        let known = (*at, &**folded, figures.as_ref()?, snapshot_keys);
        Some(State { ends, heads, bound_secret, draws, memories, floor, known }.bytes())
    }

    /// Goes on after the snapshot that it was read from.
    fn after_snapshot(mut self, number: u64) -> Self {
        self.figures.iter_mut().for_each(|figures| figures.end_block(number));
        (self.opened_from, self.number) = (number, number);
        self
    }
}

/// Reads the newest snapshot that was taken after an entry or before it and that holds.
pub(super) fn near(
    reader: &Reader,
    number: u64,
    keys: &SnapshotKeys,
) -> Result<Option<Replay>, Stop> {
    let ends = replay::stops(reader)?;
    for (&number, mix) in keys.0.range(..=number).rev() {
        let Some(snapshot) = reader.snapshot_up_to(FORMAT, number)? else { return Ok(None) };
        let bytes = Some(snapshot).filter(|it| it.number == number);
        let bytes = bytes.and_then(|snapshot| mix.decrypt(&snapshot.bytes));
        if let Some(replay) = bytes.and_then(|bytes| read(&bytes, &ends).ok().flatten()) {
            return Ok(Some(replay.after_snapshot(number)));
        }
    }
    Ok(None)
}

/// Reads what stands beside a journal as one number, and the newest snapshot that holds. `ends` says of which chains not all
/// counts: a snapshot that was taken before one of them was cut off has what does not count any more.
pub(super) fn newest(
    reader: &Reader,
    ends: &BTreeMap<Chain, u64>,
) -> Result<(BesideMix, Option<Replay>), Stop> {
    let now = BesideMix::of(reader)?;
    let Some(snapshot) = reader.snapshot(FORMAT)? else { return Ok((now, None)) };
    // What has come since was not there when the snapshot was taken.
    let mut then = now;
    let mut since = BTreeSet::new();
    for record in reader.entries(snapshot.number) {
        since.extend(replay::commitments(&record?)?.iter().map(Commitment::id));
    }
    for id in since {
        let row = reader.beside(id)?;
        row.into_iter().for_each(|bytes| then.add_or_remove(id, &bytes));
    }
    let read = |bytes: Vec<u8>| read(&bytes, ends).ok().flatten();
    let number = snapshot.number;
    let replay = then.decrypt(&snapshot.bytes).and_then(read).map(|mut replay| {
        replay.snapshot_keys.0.insert(number, then);
        replay.after_snapshot(number)
    });
    Ok((now, replay))
}

fn read(bytes: &[u8], ends: &BTreeMap<Chain, u64>) -> Result<Option<Replay>, Damaged> {
    let mut bytes = Bytes::new(bytes, &croupier_rules::clause);
    let from = &mut bytes;
    if from.text()? != EDITION || chains(BTreeMap::restore(from)?) != *ends {
        return Ok(None);
    }
    let replay = Replay {
        figures: Some(Figures::restore(from)?),
        heads: chains(BTreeMap::restore(from)?),
        bound_secret: Option::restore(from)?,
        draws: restore_json(from)?,
        memories: Some(Memories::restore(from)?),
        floor: Floor::restore(from)?,
        at: u64::restore(from)?,
        folded: restore_json(from)?,
        snapshot_keys: SnapshotKeys::restore(from)?,
        edition: Some(EDITION.into()),
        ..Replay::default()
    };
    bytes.end()?;
    Ok(Some(replay))
}

/// Reads no more of a snapshot than the block that it begins with.
fn read_block(bytes: &[u8]) -> Result<Block, Damaged> {
    let mut bytes = Bytes::new(bytes, &croupier_rules::clause);
    bytes.text()?;
    BTreeMap::<u32, u64>::restore(&mut bytes)?;
    Block::restore(&mut bytes)
}

fn chains(numbers: BTreeMap<u32, u64>) -> BTreeMap<Chain, u64> {
    numbers.into_iter().map(|(chain, seq)| (Chain(chain), seq)).collect()
}

fn numbers(chains: &BTreeMap<Chain, u64>) -> BTreeMap<u32, u64> {
    chains.iter().map(|(chain, seq)| (chain.0, *seq)).collect()
}

/// Tells whether a snapshot is due so many acts after one of so many bytes.
fn is_due(acts: u64, last_bytes: u64) -> bool {
    acts >= (last_bytes / BYTES_PER_ACT).clamp(EVERY.0, EVERY.1)
}

/// Makes the snapshots of a journal anew while all of its entries are played, because none holds.
pub(super) struct Archive {
    journal: Journal,
    reader: Reader,
    salts: Salts,
    /// What stood beside the journal at the last entry, and under which numbers.
    mix: BesideMix,
    mixed: BTreeSet<u64>,
    since: u64,
    last_bytes: u64,
}

impl Archive {
    pub(super) fn new(journal: &Journal) -> Result<Self, Stop> {
        let (reader, salts) = (journal.reader()?, Salts::new()?);
        let (mix, mixed) = (BesideMix::default(), BTreeSet::new());
        Ok(Self { journal: journal.clone(), reader, salts, mix, mixed, since: 0, last_bytes: 0 })
    }

    /// Keeps a snapshot after an entry, if one is due. `replay` has just played it.
    pub(super) fn see(&mut self, replay: &mut Replay, record: &Record) -> Result<(), Stop> {
        for id in replay::commitments(record)?.iter().map(Commitment::id) {
            if let Some(bytes) = self.reader.beside(id)?
                && self.mixed.insert(id)
            {
                self.mix.add_or_remove(id, &bytes);
            }
        }
        self.since += 1;
        // What other rules have decided is not whole.
        let own = *record.chained.entry.rules == *EDITION && replay.floor.folded.is_empty();
        if !own || !is_due(self.since, self.last_bytes) {
            return Ok(());
        }
        let Some(bytes) = replay.snapshot_bytes() else { return Ok(()) };
        let bytes = self.mix.encrypt(self.salts.nonce(), &bytes);
        (self.since, self.last_bytes) = (0, bytes.len() as u64);
        let (number, link) = (record.number, record.link);
        let snapshot = Snapshot { number, link, format: FORMAT, bytes };
        // One that is too large is missing later: that costs time.
        if self.journal.old_snapshot(snapshot).is_ok() {
            replay.snapshot_keys.0.insert(number, self.mix);
            replay.figures.iter_mut().for_each(|figures| figures.end_block(number));
        }
        Ok(())
    }
}

impl Salts {
    fn nonce(&mut self) -> [u8; 32] {
        let salts = [self.next(), self.next()].concat();
        salts.try_into().expect("two salts are 32 bytes")
    }
}

impl Live {
    /// Keeps a snapshot, if enough has happened since the last one.
    pub(super) fn keep_snapshot_if_due(&mut self) {
        self.since_snapshot += 1;
        if is_due(self.since_snapshot, self.last_snapshot_bytes) {
            self.keep_snapshot();
        }
    }

    /// Keeps a snapshot of what has happened, unless nothing has.
    pub(super) fn keep_snapshot(&mut self) {
        if std::mem::take(&mut self.since_snapshot) > 0 {
            // One that is too large, or comes too late, is missing later: that costs time.
            let nonce = self.salts.nonce();
            let bytes = self.beside_mix.encrypt(nonce, &self.snapshot_bytes());
            self.last_snapshot_bytes = bytes.len() as u64;
            if self.journal.snapshot(FORMAT, bytes).is_ok() {
                self.snapshot_keys.0.insert(self.number, self.beside_mix);
                self.figures.end_block(self.number);
            }
        }
    }

    fn snapshot_bytes(&self) -> Vec<u8> {
        let Self { ends, heads, bound_secret, draws, memories, floor, .. } = self;
        let Self { at, folded, figures, snapshot_keys, .. } = self;
        let bound_secret = bound_secret.as_ref();
        let known = (*at, &**folded, figures, snapshot_keys);
        State { ends, heads, bound_secret, draws, memories, floor, known }.bytes()
    }
}

/// All that a snapshot has.
struct State<'a> {
    ends: &'a BTreeMap<Chain, u64>,
    heads: &'a BTreeMap<Chain, u64>,
    bound_secret: Option<&'a String>,
    draws: &'a PromotionDraws,
    memories: &'a Memories,
    floor: &'a Floor,
    /// When the last entry came, which were not decided again, what reports know, and the keys of older snapshots.
    known: (u64, &'a [Folded], &'a Figures, &'a SnapshotKeys),
}

impl State<'_> {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let to = &mut bytes;
        store_text(EDITION, to);
        numbers(self.ends).store(to);
        let (at, folded, figures, keys) = self.known;
        figures.store(to);
        numbers(self.heads).store(to);
        self.bound_secret.cloned().store(to);
        store_json(self.draws, to);
        self.memories.store(to);
        self.floor.store(to);
        at.store(to);
        store_json(&folded, to);
        keys.store(to);
        bytes
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;
    use crate::{Rehearsal, Secret};
    use croupier_journal::Options;

    /// Reads a snapshot, and writes what was read.
    fn again(bytes: &[u8]) -> Option<Vec<u8>> {
        let replay = read(bytes, &BTreeMap::new()).ok()??;
        replay.snapshot_bytes()
    }

    /// Plays a short night at a table of each game, and returns its snapshot.
    fn night() -> Vec<u8> {
        let folder = std::env::temp_dir().join(format!("croupier-snapshot-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut live = Live::open(&folder.join("journal"), Options::default()).unwrap();
        let tables = croupier_engine::Kind::ALL.len() as u32;
        let secret = Secret::fixed([5; 32]);
        let mut rehearsal = Rehearsal::new(5, tables, 8, secret).with_examples();
        for _ in 0..900 {
            let next = rehearsal.next(live.floor());
            live.act(next.at, &next.who, &next.act).unwrap();
        }
        let bytes = live.snapshot_bytes();
        live.close().unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        bytes
    }

    /// A build that reads a snapshot of another build as something else would open another house. The file beside this one is a
    /// snapshot of this format: whoever changes what the bytes mean must give the format another number.
    #[test]
    fn snapshots_of_this_format_are_read_by_every_build() {
        let kept: &[u8] = include_bytes!("snapshot.bin");
        let (format, bytes) = kept.split_first_chunk().unwrap();
        let fresh = night();
        assert_eq!(
            again(&fresh).as_ref(),
            Some(&fresh),
            "a snapshot is not read as it was written"
        );
        let same = again(bytes).is_some_and(|again| again == bytes);
        if u32::from_be_bytes(*format) != FORMAT || !same {
            let path = std::env::temp_dir().join("snapshot.bin");
            std::fs::write(&path, [&FORMAT.to_be_bytes()[..], &fresh].concat()).unwrap();
            panic!(
                "snapshots are written in another way now: raise FORMAT, and put {} beside this file",
                path.display()
            );
        }
    }
}
