//! The recorded end of a journal, signed with every commit, and kept once more in a file beside it.
//!
//! Who cannot sign can then change nothing after the last checkpoint, and cannot add to it. The file is written
//! after each commit and never read back but at opening: a write-ahead log that was cut or removed leaves the
//! journal behind its own end.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{ErrorKind, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use crate::hash::{Hash, from_hex, write_hex};
use crate::store::Identity;
use crate::{Error, Fault, SigningKey, Wrong};

const TITLE: &str = "croupier journal end";

/// Where a journal ends: its last entry, and how many checkpoints it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) number: u64,
    pub(crate) link: Hash,
    pub(crate) checkpoints: u64,
}

impl End {
    /// The bytes that are signed, as docs/journal.md describes them.
    fn message(&self, identity: &Identity) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(128);
        bytes.extend_from_slice(b"croupier end 4");
        bytes.extend_from_slice(&identity.journal);
        bytes.extend_from_slice(&identity.key.0);
        bytes.extend_from_slice(&self.number.to_be_bytes());
        bytes.extend_from_slice(&self.link.0);
        bytes.extend_from_slice(&self.checkpoints.to_be_bytes());
        bytes
    }

    pub(crate) fn sign(&self, key: &SigningKey, identity: &Identity) -> [u8; 64] {
        key.sign(&self.message(identity))
    }

    pub(crate) fn is_signed(&self, identity: &Identity, seal: &[u8; 64]) -> bool {
        identity.key.has_signed(&self.message(identity), seal)
    }
}

/// The file beside a journal that has its end once more.
pub(crate) struct EndFile {
    file: File,
    path: PathBuf,
}

impl EndFile {
    /// Opens the file of a journal, and makes it if there is none.
    ///
    /// # Errors
    ///
    /// The file cannot be opened.
    pub(crate) fn open(journal: &Path) -> Result<Self, Error> {
        let path = beside(journal);
        let file = crate::files::open_private(&path)?;
        Ok(Self { file, path })
    }

    /// Writes where the journal ends now. It is not synced: it need only outlive the process, and is never ahead
    /// of what is.
    ///
    /// # Errors
    ///
    /// The write failed.
    pub(crate) fn write(
        &mut self,
        end: &End,
        identity: &Identity,
        seal: &[u8; 64],
    ) -> Result<(), Error> {
        let End { number, link, checkpoints } = end;
        // Always as long as before, so that a new text covers the old one.
        let mut text = format!("{TITLE}\njournal ");
        let _ = write_hex(&mut text, &identity.journal);
        let _ = write!(
            text,
            "\nentries {number:020}\nlink {link}\ncheckpoints {checkpoints:020}\nseal "
        );
        let _ = write_hex(&mut text, seal);
        text.push('\n');
        let write = || {
            self.file.rewind()?;
            self.file.write_all(text.as_bytes())
        };
        let mut write = write;
        write().map_err(|error| Error::file(&self.path, error))
    }
}

/// What the file beside a journal says.
pub(crate) enum Said {
    /// There is no file.
    Nothing,
    /// The file is not whole, or of another journal.
    Unreadable(PathBuf),
    End(End),
}

/// Reads the end that the file beside a journal has.
///
/// # Errors
///
/// The file is there and cannot be read.
pub(crate) fn read(journal: &Path, identity: &Identity) -> Result<Said, Error> {
    let path = beside(journal);
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Said::Nothing),
        Err(error) => return Err(Error::file(&path, error)),
    };
    let text = String::from_utf8(bytes).unwrap_or_default();
    Ok(parse(&text, identity).map_or(Said::Unreadable(path), Said::End))
}

fn parse(text: &str, identity: &Identity) -> Option<End> {
    let mut lines = text.lines();
    let mut field = |name: &str| {
        let line = lines.next()?.strip_prefix(name)?;
        Some(line.strip_prefix(' ').unwrap_or(line))
    };
    field(TITLE)?;
    let journal: [u8; 16] = from_hex(field("journal")?)?;
    let number = field("entries")?.parse().ok()?;
    let link = Hash::from_hex(field("link")?)?;
    let checkpoints = field("checkpoints")?.parse().ok()?;
    let seal = from_hex(field("seal")?)?;
    let end = End { number, link, checkpoints };
    (journal == identity.journal && end.is_signed(identity, &seal)).then_some(end)
}

/// Checks that there never was a journal where a new one is about to be made.
///
/// # Errors
///
/// The file beside it says that there was one.
pub(crate) fn check_none(journal: &Path) -> Result<(), Error> {
    if !beside(journal).exists() {
        return Ok(());
    }
    let what = "the journal is gone, or its write-ahead log, which ends in -wal, was cut or removed before \
                anything was in the file; put them back, or move the file that ends in .end away to begin a \
                new journal";
    Err(Error::file(journal, what))
}

/// Says what is wrong if a journal is behind an end that it had, or has another entry there. `link` reads the link of
/// an entry.
pub(crate) fn compare<E>(
    had: &End,
    number: u64,
    link: impl FnOnce(u64) -> Result<Option<Hash>, E>,
) -> Result<Option<Fault>, E> {
    if had.number > number {
        let wrong = Wrong::Lost { had: had.number, found: number };
        return Ok(Some(Fault { number: None, place: None, wrong }));
    }
    let differs = had.number > 0 && link(had.number)? != Some(had.link);
    Ok(differs.then_some(Fault { number: Some(had.number), place: None, wrong: Wrong::End }))
}

/// The name of the file.
fn beside(journal: &Path) -> PathBuf {
    let mut name = journal.as_os_str().to_owned();
    name.push(".end");
    name.into()
}
