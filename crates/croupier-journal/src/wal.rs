//! The write-ahead log after a crash: tells a torn end apart from damage to what was acknowledged.
//!
//! SQLite takes a log to end at its first frame with a wrong checksum. A commit is synced before
//! the next one is written, so at most one commit can be torn by a crash. If two commits or more
//! lie behind a wrong frame, then at least one of them had been acknowledged, and SQLite would drop
//! it without a word. A log whose header is wrong may have been about to start again from its beginning;
//! then everything in it is in the file already, page by page.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, ErrorKind, Read, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use crate::Error;

const FRAME_HEADER: usize = 24;
/// The size of a page in the files that we make.
pub(crate) const PAGE: usize = 4096;

/// Checks the log beside a journal before SQLite reads it; says whether its last commit is torn.
///
/// # Errors
///
/// Acknowledged commits lie behind a damaged frame, or the log cannot be read.
pub(crate) fn check(journal: &Path) -> Result<bool, Error> {
    let path = beside(journal);
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(Error::file(&path, error)),
    };
    let failed = |error| Error::file(&path, error);
    let behind = examine(BufReader::with_capacity(1 << 20, file)).map_err(failed)?;
    match behind {
        Behind { commits: 0, .. } => Ok(false),
        Behind { commits: 1, header: false } => Ok(true),
        Behind { header: true, .. } if is_copied(&path, journal).map_err(failed)? => Ok(false),
        Behind { commits, header } => {
            let what = if header { "its header is wrong" } else { "a frame has a wrong checksum" };
            Err(Error::damaged_file(
                &path,
                format!(
                    "the write-ahead log is damaged: {what}, and {commits} commits lie behind it"
                ),
            ))
        }
    }
}

/// The name of the log of a journal.
pub(crate) fn beside(journal: &Path) -> PathBuf {
    let mut name = journal.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// What lies behind the first damage.
#[derive(Debug, PartialEq, Eq)]
struct Behind {
    commits: u64,
    /// Whether the damage is in the header of the log.
    header: bool,
}

fn examine(mut log: impl Read) -> std::io::Result<Behind> {
    let mut header = [0; 32];
    if fill(&mut log, &mut header)? < header.len() {
        return Ok(Behind { commits: 0, header: false });
    }
    let big = word(&header, 0) == 0x377f_0683;
    let mut sum = checksum((0, 0), &header[..24], big);
    let right = (big || word(&header, 0) == 0x377f_0682)
        && word(&header, 8) == PAGE as u32
        && sum == (word(&header, 24), word(&header, 28));
    let mut whole = right;
    let mut salt = right.then(|| header[16..24].to_vec());
    let mut frame = vec![0; FRAME_HEADER + PAGE];
    let mut commits = 0;
    while fill(&mut log, &mut frame)? == frame.len() {
        // Without a header the first frame tells which frames belong together. Frames with other
        // salts were left behind by an earlier, longer log.
        let salt = salt.get_or_insert_with(|| frame[8..16].to_vec());
        let ours = frame[8..16] == salt[..];
        if whole {
            sum = checksum(checksum(sum, &frame[..8], big), &frame[FRAME_HEADER..], big);
            whole = ours && sum == (word(&frame, 16), word(&frame, 20));
        }
        if !whole && ours && word(&frame, 4) != 0 {
            commits += 1;
        }
    }
    Ok(Behind { commits, header: !right })
}

/// Finds the pages of all whole commits in a log, each where it begins in the log.
#[cfg(any(test, target_family = "wasm"))]
pub(crate) fn committed(log: &[u8]) -> HashMap<u32, usize> {
    let (mut committed, mut pending) = (HashMap::new(), Vec::new());
    let Some((header, frames)) = log.split_first_chunk::<32>() else { return committed };
    let big = word(header, 0) == 0x377f_0683;
    let mut sum = checksum((0, 0), &header[..24], big);
    if sum != (word(header, 24), word(header, 28)) || word(header, 8) != PAGE as u32 {
        return committed;
    }
    for (place, frame) in frames.chunks_exact(FRAME_HEADER + PAGE).enumerate() {
        sum = checksum(checksum(sum, &frame[..8], big), &frame[FRAME_HEADER..], big);
        if frame[8..16] != header[16..24] || sum != (word(frame, 16), word(frame, 20)) {
            break;
        }
        let begins = header.len() + place * (FRAME_HEADER + PAGE) + FRAME_HEADER;
        pending.push((word(frame, 0), begins));
        if word(frame, 4) != 0 {
            committed.extend(pending.drain(..));
        }
    }
    committed
}

/// Says whether everything that the commits of a log left behind is in the file, as it is in the log.
fn is_copied(log: &Path, journal: &Path) -> std::io::Result<bool> {
    let mut reader = BufReader::with_capacity(1 << 20, File::open(log)?);
    let mut frame = vec![0; FRAME_HEADER + PAGE];
    fill(&mut reader, &mut frame[..32])?;
    let (mut committed, mut pending) = (HashMap::new(), Vec::new());
    let mut salt = None;
    while fill(&mut reader, &mut frame)? == frame.len() {
        let salt = salt.get_or_insert_with(|| frame[8..16].to_vec());
        if frame[8..16] != salt[..] {
            continue;
        }
        pending.push((word(&frame, 0), frame[FRAME_HEADER..].to_vec()));
        if word(&frame, 4) != 0 {
            committed.extend(pending.drain(..));
        }
    }
    let mut file = File::open(journal)?;
    let mut page = vec![0; PAGE];
    for (number, logged) in committed {
        let Some(before) = number.checked_sub(1) else { return Ok(false) };
        file.seek(SeekFrom::Start(u64::from(before) * PAGE as u64))?;
        if fill(&mut file, &mut page)? < PAGE || page != logged {
            return Ok(false);
        }
    }
    Ok(true)
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

/// SQLite's checksum of a log, over pairs of words.
fn checksum((mut a, mut b): (u32, u32), bytes: &[u8], big: bool) -> (u32, u32) {
    for pair in bytes.as_chunks::<8>().0 {
        let [x, y] = [[pair[0], pair[1], pair[2], pair[3]], [pair[4], pair[5], pair[6], pair[7]]]
            .map(|word| if big { u32::from_be_bytes(word) } else { u32::from_le_bytes(word) });
        a = a.wrapping_add(x).wrapping_add(b);
        b = b.wrapping_add(y).wrapping_add(a);
    }
    (a, b)
}

/// Reads until the buffer is full or the file ends; says how much.
fn fill(from: &mut impl Read, buffer: &mut [u8]) -> std::io::Result<usize> {
    let mut done = 0;
    while done < buffer.len() {
        match from.read(&mut buffer[done..]) {
            Ok(0) => break,
            Ok(count) => done += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => (),
            Err(error) => return Err(error),
        }
    }
    Ok(done)
}
