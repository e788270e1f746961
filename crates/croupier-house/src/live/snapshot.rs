//! Snapshots of a floor: what it knows after an entry, so that a house opens without reading all entries before it.
//!
//! A snapshot decides nothing that the entries would not decide: what does not fit is passed over, and everything is played again.

use std::collections::{BTreeMap, BTreeSet};

use croupier_engine::stored::{Bytes, Damaged, Stored, store_text};
use croupier_floor::{Commitment, Floor, restore_json, store_json};
use croupier_journal::{Chain, Reader};
use croupier_view::Memories;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use sha2::{Digest as _, Sha256};

use super::replay::{self, Replay};
use super::{EDITION, Live, Stop};
use crate::draw_proof::PromotionDraws;

/// The encoding of snapshots. It has another number whenever the same floor makes other bytes, or the same bytes mean another
/// floor: a build reads none but its own.
const FORMAT: u32 = 1;

/// A snapshot is taken after so many entries, and when a house closes.
const EVERY: u64 = 1 << 15;

/// All that stands beside a journal, as one number: texts may be erased, and then it is another one.
///
/// A snapshot has names, password hashes and words in it, so it is encrypted, and the key follows from this. With the first text that is
/// erased or changed nobody can read a snapshot any more that was taken while it was there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BesideMix([u8; 32]);

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
    let replay = then.decrypt(&snapshot.bytes).and_then(read);
    Ok((now, replay.map(|replay| Replay { opened_from: snapshot.number, ..replay })))
}

fn read(bytes: &[u8], ends: &BTreeMap<Chain, u64>) -> Result<Option<Replay>, Damaged> {
    let mut bytes = Bytes::new(bytes, &croupier_rules::clause);
    let from = &mut bytes;
    if from.text()? != EDITION || chains(BTreeMap::restore(from)?) != *ends {
        return Ok(None);
    }
    let heads = chains(BTreeMap::restore(from)?);
    let bound_secret = Option::restore(from)?;
    let draws = restore_json(from)?;
    let memories = Some(Memories::restore(from)?);
    let floor = Floor::restore(from)?;
    bytes.end()?;
    let edition = Some(EDITION.into());
    Ok(Some(Replay { floor, heads, bound_secret, draws, memories, edition, ..Replay::default() }))
}

fn chains(numbers: BTreeMap<u32, u64>) -> BTreeMap<Chain, u64> {
    numbers.into_iter().map(|(chain, seq)| (Chain(chain), seq)).collect()
}

fn numbers(chains: &BTreeMap<Chain, u64>) -> BTreeMap<u32, u64> {
    chains.iter().map(|(chain, seq)| (chain.0, *seq)).collect()
}

impl Live {
    /// Keeps a snapshot, if enough has happened since the last one.
    pub(super) fn keep_snapshot_if_due(&mut self) {
        self.since_snapshot += 1;
        if self.since_snapshot >= EVERY {
            self.keep_snapshot();
        }
    }

    /// Keeps a snapshot of what has happened, unless nothing has.
    pub(super) fn keep_snapshot(&mut self) {
        if std::mem::take(&mut self.since_snapshot) > 0 {
            // One that is too large, or comes too late, is missing later: that costs time.
            let nonce = [self.salts.next(), self.salts.next()].concat();
            let nonce = nonce.try_into().expect("two salts are 32 bytes");
            let bytes = self.beside_mix.encrypt(nonce, &self.snapshot_bytes());
            let _unwatched = self.journal.snapshot(FORMAT, bytes);
        }
    }

    fn snapshot_bytes(&self) -> Vec<u8> {
        let Self { floor, heads, bound_secret, draws, memories, .. } = self;
        write(floor, [&self.ends, heads], bound_secret.as_ref(), draws, memories)
    }
}

fn write(
    floor: &Floor,
    [ends, heads]: [&BTreeMap<Chain, u64>; 2],
    bound_secret: Option<&String>,
    draws: &PromotionDraws,
    memories: &Memories,
) -> Vec<u8> {
    let mut bytes = Vec::new();
    store_text(EDITION, &mut bytes);
    numbers(ends).store(&mut bytes);
    numbers(heads).store(&mut bytes);
    bound_secret.cloned().store(&mut bytes);
    store_json(draws, &mut bytes);
    memories.store(&mut bytes);
    floor.store(&mut bytes);
    bytes
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;
    use crate::{Rehearsal, Secret};
    use croupier_journal::Options;

    fn again(bytes: &[u8]) -> Option<Vec<u8>> {
        let replay = read(bytes, &BTreeMap::new()).ok()??;
        let Replay { floor, heads, bound_secret, draws, memories, .. } = replay;
        let bound_secret = bound_secret.as_ref();
        Some(write(&floor, [&BTreeMap::new(), &heads], bound_secret, &draws, &memories?))
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
