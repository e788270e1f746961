//! Lines through all cores: read in blocks, worked on side by side, written in order.
//!
//! A permit is taken for each block that is read and given back when it is written, so a file of any
//! size needs no more memory than a few blocks, or than its longest line, and a slow line holds up the
//! others instead of letting them pile up. What has come is answered at once: a block ends where the
//! input pauses.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

use memchr::{memchr_iter, memrchr};

const BLOCK: usize = 1 << 18;
/// Blocks on the way for each core.
const IN_FLIGHT: usize = 8;

/// A run of whole lines.
struct Block {
    place: u64,
    first_line: u64,
    bytes: Vec<u8>,
}

/// What was made of a block.
struct Worked {
    place: u64,
    out: Vec<u8>,
    right: bool,
}

/// Why a stream ended early.
#[derive(Debug)]
pub(crate) enum Broken {
    /// The input could not be read.
    Read(io::Error),
    /// The output could not be written.
    Write(io::Error),
}

/// Works on all lines of `input`; tells whether `work` found all of them right.
///
/// `work` is called with blocks of whole lines and the number of the first of them; it adds its
/// output to the buffer and tells whether all was right.
pub(crate) fn run<W>(
    mut input: impl Read + Send,
    output: &mut impl Write,
    worker: impl Fn() -> W + Sync,
) -> Result<bool, Broken>
where
    W: FnMut(&[u8], u64, &mut Vec<u8>) -> bool,
{
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let (to_workers, blocks) = sync_channel::<Block>(cores);
    let (to_writer, worked) = sync_channel::<Worked>(cores);
    let (permit, permits) = sync_channel(IN_FLIGHT * cores);
    for _ in 0..IN_FLIGHT * cores {
        permit.send(()).expect("the channel holds all permits");
    }
    let blocks = Arc::new(Mutex::new(blocks));
    thread::scope(|scope| {
        let reader = scope.spawn(move || read(&mut input, &to_workers, &permits));
        for _ in 0..cores {
            let (blocks, to_writer, worker) = (Arc::clone(&blocks), to_writer.clone(), &worker);
            scope.spawn(move || work_off(&blocks, &to_writer, worker()));
        }
        drop((to_writer, blocks));
        let right = write(&worked, output, &permit);
        // When the writer has given up, the workers and then the reader find their channels shut.
        drop((worked, permit));
        let read = reader.join().expect("the reader has no reason to panic");
        match (right, read) {
            (Err(error), _) => Err(Broken::Write(error)),
            (_, Err(error)) => Err(Broken::Read(error)),
            (Ok(right), Ok(())) => Ok(right),
        }
    })
}

/// Cuts the input into blocks of whole lines, as they come; one permit is taken for each.
fn read(
    input: &mut impl Read,
    to_workers: &SyncSender<Block>,
    permits: &Receiver<()>,
) -> io::Result<()> {
    let (mut rest, mut buffer) = (Vec::new(), vec![0; BLOCK]);
    let mut first_line = 1;
    for place in 0.. {
        let Some(bytes) = next_block(input, &mut rest, &mut buffer)? else { break };
        let lines = memchr_iter(b'\n', &bytes).count() as u64;
        let gone = permits.recv().is_err();
        if gone || to_workers.send(Block { place, first_line, bytes }).is_err() {
            break;
        }
        first_line += lines;
    }
    Ok(())
}

/// Reads until there is a block that ends with a line, or the input ends.
fn next_block(
    input: &mut impl Read,
    rest: &mut Vec<u8>,
    buffer: &mut [u8],
) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = std::mem::take(rest);
    loop {
        let have = bytes.len();
        let read = match input.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
            Ok(0) => return Ok((!bytes.is_empty()).then_some(bytes)),
            Ok(read) => read,
        };
        bytes.extend_from_slice(&buffer[..read]);
        if let Some(end) = memrchr(b'\n', &bytes[have..]) {
            *rest = bytes.split_off(have + end + 1);
            return Ok(Some(bytes));
        }
    }
}

fn work_off<W>(blocks: &Mutex<Receiver<Block>>, to_writer: &SyncSender<Worked>, mut work: W)
where
    W: FnMut(&[u8], u64, &mut Vec<u8>) -> bool,
{
    loop {
        let block = blocks.lock().expect("no worker panics while it waits").recv();
        let Ok(Block { place, first_line, bytes }) = block else { return };
        let mut out = Vec::with_capacity(bytes.len());
        let right = work(&bytes, first_line, &mut out);
        if to_writer.send(Worked { place, out, right }).is_err() {
            return;
        }
    }
}

/// Writes blocks in the order of the input, and gives a permit back for each.
fn write(
    worked: &Receiver<Worked>,
    output: &mut impl Write,
    permit: &SyncSender<()>,
) -> io::Result<bool> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    let mut right = true;
    for block in worked {
        waiting.insert(block.place, block);
        while let Some(block) = waiting.remove(&next) {
            output.write_all(&block.out)?;
            right &= block.right;
            next += 1;
            // The reader may have seen the end of the input and gone.
            let _ = permit.send(());
        }
        output.flush()?;
    }
    Ok(right)
}
