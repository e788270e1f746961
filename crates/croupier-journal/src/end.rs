//! The recorded end of a journal, signed with every commit, and kept once more in a file beside it.
//!
//! Who cannot sign can then change nothing after the last checkpoint, and cannot add to it. The file is written
//! after each commit and never read back but at opening: a write-ahead log that was cut or removed leaves the
//! journal behind its own end. A journal with entries whose file is gone does not open: whoever cuts the log can
//! remove the file too.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{ErrorKind, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use crate::hash::{Hash, from_hex, write_hex};
use crate::key::sync_folder;
#[cfg(not(target_family = "wasm"))]
use crate::sqlite::Sqlite;
use crate::store::{Identity, Store as _};
use crate::{Error, Fault, SigningKey, Wrong};

const TITLE: &str = "croupier journal end";

/// How long one of the two texts in the file is, in bytes.
const LENGTH: usize = 328;

/// Where a journal ends: its last entry, and how many checkpoints it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) number: u64,
    pub(crate) link: Hash,
    pub(crate) checkpoints: u64,
}

impl End {
    /// The bytes that are signed, as docs/journal.md describes them: while the journal is written, or when it was
    /// closed and nothing came after.
    fn message(&self, identity: &Identity, closed: bool) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(128);
        bytes.extend_from_slice(if closed { b"croupier closed 4" } else { b"croupier end 4" });
        bytes.extend_from_slice(&identity.journal);
        bytes.extend_from_slice(&identity.key.0);
        bytes.extend_from_slice(&self.number.to_be_bytes());
        bytes.extend_from_slice(&self.link.0);
        bytes.extend_from_slice(&self.checkpoints.to_be_bytes());
        bytes
    }

    pub(crate) fn sign(&self, key: &SigningKey, identity: &Identity, closed: bool) -> [u8; 64] {
        key.sign(&self.message(identity, closed))
    }

    pub(crate) fn is_signed(&self, identity: &Identity, seal: &[u8; 64]) -> bool {
        let signed = |closed| identity.key.has_signed(&self.message(identity, closed), seal);
        signed(false) || signed(true)
    }

    /// Whether the journal was closed here.
    pub(crate) fn is_closed(&self, identity: &Identity, seal: &[u8; 64]) -> bool {
        identity.key.has_signed(&self.message(identity, true), seal)
    }
}

/// The file beside a journal that has its end once more.
pub(crate) struct EndFile {
    file: File,
    path: PathBuf,
    /// Which of the two places in the file is written next: the other one has the end before.
    place: u64,
    /// Whether the file is on the disk with one end or another.
    saved: bool,
}

impl EndFile {
    /// Opens the file of a journal, and makes it if there is none.
    ///
    /// # Errors
    ///
    /// The file cannot be opened.
    pub(crate) fn open(journal: &Path, identity: &Identity) -> Result<Self, Error> {
        let path = beside(journal);
        let place = u64::from(Ends::read(&path, identity)?.newest_is_first());
        let file = crate::files::open_private(&path)?;
        Ok(Self { file, path, place, saved: false })
    }

    /// Writes where the journal ends now. Only the first write is synced, so that the file is there whatever
    /// happens: what it says need only outlive the process, and is never ahead of what is.
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
        // Always as long as before, so that a new text covers the old one, and not the one before that: a write that
        // ends in the middle spoils one of the two.
        let mut text = format!("{TITLE}\njournal ");
        let _ = write_hex(&mut text, &identity.journal);
        let _ = write!(
            text,
            "\nentries {number:020}\nlink {link}\ncheckpoints {checkpoints:020}\nseal "
        );
        let _ = write_hex(&mut text, seal);
        text.push('\n');
        debug_assert_eq!(text.len(), LENGTH, "the two places in the file are apart");
        let mut write = || {
            self.file.seek(SeekFrom::Start(self.place * LENGTH as u64))?;
            self.file.write_all(text.as_bytes())
        };
        write().map_err(|error| Error::file(&self.path, error))?;
        self.place = 1 - self.place;
        if !self.saved {
            self.file.sync_all().map_err(|error| Error::file(&self.path, error))?;
            sync_folder(&self.path)?;
            self.saved = true;
        }
        Ok(())
    }
}

/// What the file beside a journal says.
pub(crate) enum Said {
    /// There is no file, or it is not whole, or of another journal.
    Nothing,
    /// The newest end that is signed, and whether something else is there too: a write that ended in the middle.
    End(End, bool),
}

/// Reads the end that the file beside a journal has.
///
/// # Errors
///
/// The file is there and cannot be read.
pub(crate) fn read(journal: &Path, identity: &Identity) -> Result<Said, Error> {
    let ends = Ends::read(&beside(journal), identity)?;
    let newest = ends.0.iter().flatten().max_by_key(|end| (end.number, end.checkpoints));
    let torn = ends.0.contains(&None);
    Ok(newest.map_or(Said::Nothing, |end| Said::End(*end, torn)))
}

/// The ends in the file, in the order of their places; `None` where a text is not whole or is of another journal.
struct Ends(Vec<Option<End>>);

impl Ends {
    fn read(path: &Path, identity: &Identity) -> Result<Self, Error> {
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self(Vec::new())),
            Err(error) => return Err(Error::file(path, error)),
        };
        let texts = bytes.chunks(LENGTH).map(|text| std::str::from_utf8(text).ok());
        Ok(Self(texts.map(|text| parse(text?, identity)).collect()))
    }

    /// Tells whether the first place has the newest end, so that the second is written next.
    fn newest_is_first(&self) -> bool {
        let order = |place: usize| {
            let end = self.0.get(place).copied().flatten();
            end.map(|end| (end.number, end.checkpoints))
        };
        order(0).is_some() && order(0) >= order(1)
    }
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

/// Says what is wrong if a journal with so many entries and checkpoints is behind an end that it had, or has another entry
/// there. `link` reads the link of an entry.
pub(crate) fn compare<E>(
    had: &End,
    (number, checkpoints): (u64, u64),
    link: impl FnOnce(u64) -> Result<Option<Hash>, E>,
) -> Result<Option<Fault>, E> {
    if had.number > number {
        let wrong = Wrong::Lost { had: had.number, found: number };
        return Ok(Some(Fault { number: None, place: None, wrong }));
    }
    if had.number > 0 && link(had.number)? != Some(had.link) {
        return Ok(Some(Fault { number: Some(had.number), place: None, wrong: Wrong::End }));
    }
    let what = "was there when the journal was last written, and is missing: the write-ahead log, which ends in \
                -wal, was cut or removed";
    let wrong = Wrong::Checkpoint { id: had.checkpoints, what };
    Ok((had.checkpoints > checkpoints).then_some(Fault { number: None, place: None, wrong }))
}

/// The name of the file.
fn beside(journal: &Path) -> PathBuf {
    let mut name = journal.as_os_str().to_owned();
    name.push(".end");
    name.into()
}

/// A copy of a journal that is being opened, and what the file beside it says.
pub(crate) struct Copy<'a> {
    path: &'a Path,
    /// How many entries the copy has.
    entries: u64,
    said: Said,
}

impl<'a> Copy<'a> {
    /// Reads what is beside a copy, before anything is written there.
    ///
    /// # Errors
    ///
    /// The file is there and cannot be read.
    pub(crate) fn read(path: &'a Path, entries: u64, identity: &Identity) -> Result<Self, Error> {
        Ok(Self { path, entries, said: read(path, identity)? })
    }
}

/// What may go on, once the ends beside all copies were looked at.
pub(crate) struct Checked {
    /// What was found, in plain words.
    pub(crate) notes: Vec<String>,
    /// Whether the files beside the copies are to be written anew.
    pub(crate) outdated: bool,
}

#[cfg(not(target_family = "wasm"))]
/// Holds the copy of a journal that is furthest on against the ends beside all of them.
///
/// A copy without its file goes on if the other one's file says that the journal ends exactly here, or if the journal
/// was closed here.
///
/// # Errors
///
/// Entries are missing that were acknowledged, or are others; or nothing shows that none are.
pub(crate) fn check(
    furthest: &Sqlite,
    copies: &[Copy<'_>],
    accepted: Option<u64>,
) -> Result<Checked, Error> {
    let number = furthest.state().number;
    let mut checked = Checked { notes: Vec::new(), outdated: false };
    let exact = |copy: &Copy<'_>| matches!(&copy.said, Said::End(had, _) if had.number == number);
    let shown = copies.iter().any(exact) || furthest.was_closed();
    for copy in copies {
        let link = |number| furthest.link(number);
        let fault = match &copy.said {
            Said::End(had, _) => compare(had, (number, furthest.checkpoints()), link)?,
            Said::Nothing if copy.entries == 0 => None,
            Said::Nothing => {
                let wrong = Wrong::NoEnd { found: number };
                Some(Fault { number: None, place: None, wrong })
            }
        };
        if let Said::End(_, true) = copy.said {
            checked.notes.push(format!(
                "{}: the last write did not come to its end; if the disk was not full and the machine did not go \
                 down, compare with the mirror or with a checkpoint that was kept elsewhere",
                beside(copy.path).display()
            ));
        }
        let Some(fault) = fault else { continue };
        let missing = matches!(fault.wrong, Wrong::NoEnd { .. });
        if !(missing && shown || accepted == Some(number)) {
            return Err(match missing {
                true => Error::file(copy.path, fault),
                false => Error::damaged_file(copy.path, fault),
            });
        }
        checked.outdated = true;
        checked.notes.push(match accepted {
            Some(_) => format!("{}: accepted as it is: {fault}", copy.path.display()),
            None => {
                let file = beside(copy.path);
                format!("{} was missing, and is written anew", file.display())
            }
        });
    }
    Ok(checked)
}
