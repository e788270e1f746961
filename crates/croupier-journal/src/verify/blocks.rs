//! Reads and hashes a journal on all cores, as long as it is whole.
//!
//! Blocks of entries are hashed apart from each other, because each entry says itself which one it
//! follows; that they do follow each other is then checked in order, by one thread.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use super::checker::Seen;
use super::tree_check;
use crate::rows::Rows;
use crate::{Error, Hash, tree};

/// How many entries are read at a time; a journal that runs is not held up longer.
pub(super) const BLOCK: u64 = 16_384;

/// A block of entries, and the roots of the tree over each 256 of them.
pub(super) struct Block {
    pub(super) entries: Vec<Seen>,
    pub(super) roots: Vec<Hash>,
}

/// How many blocks each thread may be ahead.
const AHEAD: usize = 2;

/// Hands over block after block, in order, up to the last number or the first block that is not
/// whole; what follows must be read one by one. Says the number of the last entry handed over.
pub(super) fn read(
    rows: &dyn Rows,
    last: u64,
    mut take: impl FnMut(Block) -> Result<(), Error>,
) -> Result<u64, Error> {
    let threads = thread::available_parallelism().map_or(1, usize::from) as u64;
    let own = (0..threads).map(|_| rows.again()).collect::<Result<Vec<_>, _>>()?;
    let mut done = 0;
    thread::scope(|scope| {
        let start = |(worker, rows): (u64, Box<dyn Rows>)| {
            let (sender, receiver) = sync_channel(AHEAD);
            scope.spawn(move || {
                hash_blocks(&*rows, (worker..).step_by(threads as usize), last, &sender)
            });
            receiver
        };
        let workers: Vec<Receiver<Block>> = (0..threads).zip(own).map(start).collect();
        // A worker that has ended has no whole block any more; the receivers end the others.
        for worker in workers.iter().cycle() {
            let Ok(block) = worker.recv() else { break };
            done += block.entries.len() as u64;
            take(block)?;
        }
        Ok(done)
    })
}

fn hash_blocks(
    rows: &dyn Rows,
    blocks: impl Iterator<Item = u64>,
    last: u64,
    sender: &SyncSender<Block>,
) {
    let mut scratch = Vec::new();
    for after in blocks.map(|block| block * BLOCK).take_while(|after| *after < last) {
        let size = BLOCK.min(last - after);
        let mut block = Vec::with_capacity(size as usize);
        let read = rows.scan(after, size, &mut |raw| match raw {
            Ok(raw) => {
                block.push(Seen::of(&raw, &mut scratch));
                ControlFlow::Continue(())
            }
            Err(_) => ControlFlow::Break(()),
        });
        let whole = block.len() as u64 == size
            && block.last().is_some_and(|last| last.number == after + size);
        if read.is_err() || !whole {
            return;
        }
        let (parts, _) = block.as_chunks::<{ tree_check::PART }>();
        let leaves = |part: &[Seen]| part.iter().map(|seen| tree::leaf(&seen.hash.0)).collect();
        let roots = parts.iter().map(|part| tree::whole_root(leaves(part))).collect();
        if sender.send(Block { entries: block, roots }).is_err() {
            return;
        }
    }
}
