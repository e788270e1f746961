//! How a journal is opened.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::{SigningKey, Witness};

/// From how many pages on the write-ahead log is copied, unless another number is asked for.
pub(crate) const LOG_PAGES: u64 = 1000;

/// How a journal is opened, and made if there is none; the default is right for one house.
#[derive(Debug)]
pub struct Options {
    /// Where the key comes from that signs checkpoints.
    pub key: KeySource,
    /// The file with the operator's key, under which the keys of a house are encrypted that are kept in a database. It is
    /// made with the journal.
    pub operator_key: Option<PathBuf>,
    /// Where the second copy is kept, best on another disk.
    pub mirror: Option<PathBuf>,
    /// Who is told each checkpoint elsewhere, and never goes back: a journal that is behind one of them does not open.
    pub witnesses: Vec<Arc<dyn Witness>>,
    /// Accepts that the journal ends with the entry of this number, whatever is kept beside it says or does not say.
    pub accept_end: Option<u64>,
    /// After how many entries a checkpoint is made unasked.
    pub checkpoint_entries: u64,
    /// For how long an entry may wait for a checkpoint.
    pub checkpoint_every: Duration,
    /// How many entries may wait to be written.
    pub queue_entries: usize,
    /// How many bytes of entries may wait to be written.
    pub queue_bytes: usize,
    /// From how many pages on the write-ahead log is copied into the file, beside what is appended.
    pub log_pages: u64,
    /// When it is, in milliseconds since 1970, for the first checkpoint of a new journal.
    pub at: u64,
    /// How many entries make a chapter in the directory of a new journal, at most 65,536.
    pub chapter_entries: u64,
}

/// Where the key comes from that signs checkpoints.
#[derive(Debug)]
pub enum KeySource {
    /// From a file beside the journal with the ending `.key`, or from the database that it is in, where it is encrypted
    /// under the operator's key; made with the journal.
    FileBeside,
    /// From this file; made with the journal.
    File(PathBuf),
    /// Nowhere that the journal knows: the caller gives the key itself.
    Given(SigningKey),
}

impl Default for Options {
    fn default() -> Self {
        Self {
            key: KeySource::FileBeside,
            operator_key: None,
            mirror: None,
            witnesses: Vec::new(),
            accept_end: None,
            checkpoint_entries: 10_000,
            checkpoint_every: Duration::from_secs(1),
            queue_entries: 4096,
            queue_bytes: 64 << 20,
            log_pages: LOG_PAGES,
            at: 0,
            chapter_entries: crate::places::CHAPTER,
        }
    }
}

/// Where the key of a journal is kept by default.
pub(crate) fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".key");
    name.into()
}
