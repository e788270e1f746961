//! The house's secret, in a file or in the database of the journal: whose it is, what was drawn at each opening, and a check against damage.
//!
//! The file belongs to one journal, and the journal has a commitment to the secret before the house commits itself
//! to any key. So a secret that is lost, or is another house's, is found when the house opens. Nothing makes a new
//! one in its place unless somebody asks for that.

use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use croupier_floor::{Dealing, Key, hex};
use croupier_journal::sync_folder;
#[cfg(not(target_family = "wasm"))]
use croupier_journal::{Paper, Papers};
use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

use super::{Live, Stop};
use crate::dealer::{Opening, Openings, Secret};

const TITLE: &str = "croupier secret 2";

/// Where the secret of a house is kept.
#[derive(Clone, Copy)]
pub enum SecretAt<'a> {
    /// In a file, beside the journal.
    File(&'a Path),
    /// In the database that the journal is in, encrypted.
    #[cfg(not(target_family = "wasm"))]
    Database(&'a Papers),
}

impl<'a, P: AsRef<Path> + ?Sized> From<&'a P> for SecretAt<'a> {
    fn from(path: &'a P) -> Self {
        Self::File(path.as_ref())
    }
}

impl SecretAt<'_> {
    fn stop(&self, what: impl Into<String>) -> Stop {
        let name = match self {
            Self::File(path) => path,
            #[cfg(not(target_family = "wasm"))]
            Self::Database(papers) => papers.name(),
        };
        Stop::Secret(name.to_owned(), what.into())
    }

    /// Reads what is there; `None` if there is nothing.
    fn load(&self) -> Result<Option<SecretFile>, Stop> {
        match self {
            Self::File(path) => SecretFile::load(path),
            #[cfg(not(target_family = "wasm"))]
            Self::Database(papers) => {
                let Some(bytes) = papers.read(Paper::Secret)? else { return Ok(None) };
                let text = String::from_utf8(bytes).unwrap_or_default();
                SecretFile::read(&text).map(Some).map_err(|what| self.stop(what))
            }
        }
    }

    fn save(&self, file: &SecretFile) -> Result<(), Stop> {
        match self {
            Self::File(path) => file.save(path),
            #[cfg(not(target_family = "wasm"))]
            Self::Database(papers) => Ok(papers.write(Paper::Secret, file.text().as_bytes())?),
        }
    }
}

/// What the file says.
struct SecretFile {
    journal: [u8; 16],
    root: Key,
    /// The commitment to the secret that this one replaces, or `unknown`, because somebody asked for a new one.
    replaces: Option<String>,
    /// What the keys followed from while the floor was rehearsed.
    rehearsed: Option<Key>,
    openings: Vec<Opening>,
}

impl SecretFile {
    fn new(journal: [u8; 16], replaces: Option<String>) -> Result<Self, Stop> {
        let mut root = [0; 32];
        random(&mut root)?;
        Ok(Self { journal, root, replaces, rehearsed: None, openings: Vec::new() })
    }

    /// Returns what the journal says of the secret: enough to know it again, and nothing to guess it from.
    fn commitment(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(b"croupier secret");
        hash.update(self.journal);
        hash.update(self.root);
        hex(&hash.finalize())
    }

    fn secret(&self) -> Secret {
        let openings = Openings { journal: self.journal, drawn: self.openings.as_slice().into() };
        Secret { root: self.root, openings: Some(openings), rehearsed: self.rehearsed }
    }

    fn text(&self) -> String {
        let mut text =
            format!("{TITLE}\njournal {}\nsecret {}\n", hex(&self.journal), hex(&self.root));
        if let Some(replaces) = &self.replaces {
            let _ = writeln!(text, "replaces {replaces}");
        }
        if let Some(rehearsed) = &self.rehearsed {
            let _ = writeln!(text, "rehearsal {}", hex(rehearsed));
        }
        for opening in &self.openings {
            let _ = writeln!(text, "opening {}", hex(opening));
        }
        let check = hex(&Sha256::digest(&text));
        text + "check " + &check + "\n"
    }

    fn read(text: &str) -> Result<Self, &'static str> {
        let damaged = "the file is damaged: its last line is not the hash of the others";
        if text.lines().next() != Some(TITLE) {
            return Err("the file is no secret of a house, or one of an older format");
        }
        let end = text.rfind("check ").ok_or(damaged)?;
        if text[end..].trim_end() != format!("check {}", hex(&Sha256::digest(&text[..end]))) {
            return Err(damaged);
        }
        let mut read = Self {
            journal: [0; 16],
            root: [0; 32],
            replaces: None,
            rehearsed: None,
            openings: Vec::new(),
        };
        for line in text[..end].lines().skip(1) {
            match line.split_once(' ').ok_or(damaged)? {
                ("journal", value) => read.journal = digits(value).ok_or(damaged)?,
                ("secret", value) => read.root = digits(value).ok_or(damaged)?,
                ("replaces", value) => read.replaces = Some(value.to_owned()),
                ("rehearsal", value) => read.rehearsed = Some(digits(value).ok_or(damaged)?),
                ("opening", value) => read.openings.push(digits(value).ok_or(damaged)?),
                _ => return Err(damaged),
            }
        }
        Ok(read)
    }

    /// Reads the file; `None` if there is none.
    fn load(path: &Path) -> Result<Option<Self>, Stop> {
        let stop = |what: String| Stop::Secret(path.to_owned(), what);
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(stop(format!("cannot read the secret: {error}"))),
        };
        #[cfg(unix)]
        {
            let file = fs::metadata(path).map_err(|error| stop(error.to_string()))?;
            let mode = std::os::unix::fs::PermissionsExt::mode(&file.permissions());
            if mode & 0o077 != 0 {
                let what = "others may read the secret";
                return Err(stop(format!("{what} (mode {:o}): chmod 600", mode & 0o777)));
            }
        }
        let text = String::from_utf8(bytes).unwrap_or_default();
        Self::read(&text).map(Some).map_err(|what| stop(format!("{what}; {WAY_FORWARD}")))
    }

    /// Writes the file in one piece, so that whoever reads it finds the old or the new one whole.
    fn save(&self, path: &Path) -> Result<(), Stop> {
        let failed = |error: std::io::Error| {
            Stop::Secret(path.to_owned(), format!("cannot write the secret: {error}"))
        };
        let new = with_ending(path, "new");
        let mut open = OpenOptions::new();
        open.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut open, 0o600);
        let write = |mut file: File| {
            file.write_all(self.text().as_bytes())?;
            file.sync_all()
        };
        open.open(&new).and_then(write).map_err(failed)?;
        fs::rename(&new, path).map_err(failed)?;
        Ok(sync_folder(path)?)
    }
}

/// What can be done about a secret that is not there.
const WAY_FORWARD: &str = "put the right one back from its backup; if it is gone for good, \
                           `croupier secret DB --new` makes another one, and the keys that the house is \
                           committed to can then never be shown";

impl Live {
    /// Reads the house's secret from where it is kept, draws what this opening adds to it, and
    /// saves that before it is used. A journal that has no secret yet gets one.
    ///
    /// # Errors
    /// The file cannot be used; it is lost, or that of another journal; or the keys of what the tables are
    /// committed to do not follow from it.
    pub fn secret<'a>(&mut self, at: impl Into<SecretAt<'a>>) -> Result<Secret, Stop> {
        let at = at.into();
        let stop = |what: String| at.stop(what);
        let journal = self.journal.identity().journal;
        let mut file = match (at.load()?, &self.bound_secret) {
            (Some(file), _) if file.journal != journal => {
                let whose = hex(&file.journal);
                let what = format!("the secret is that of another journal, {whose}");
                return Err(stop(format!("{what}; {WAY_FORWARD}")));
            }
            (Some(file), Some(bound)) if file.commitment() != *bound => {
                if file.replaces.as_ref() != Some(bound) {
                    let what = "the journal was begun with another secret than this one";
                    return Err(stop(format!("{what}; {WAY_FORWARD}")));
                }
                file
            }
            (Some(file), _) => file,
            (None, None) if self.unkept(None).is_empty() => SecretFile::new(journal, None)?,
            (None, _) => {
                let what =
                    "the house's secret is not there, and the keys of its tables follow from it";
                return Err(stop(format!("{what}; {WAY_FORWARD}")));
            }
        };
        let unkept = self.unkept(Some(&file.secret()));
        if !unkept.is_empty() && file.replaces.is_none() {
            return Err(stop(format!(
                "the secret is older than the journal: it does not lead to the keys that the house is \
                 committed to at {}; {WAY_FORWARD}",
                unkept.join(", ")
            )));
        }
        let is_new = self.bound_secret.as_deref() != Some(&*file.commitment());
        let mut opening = [0; 16];
        random(&mut opening)?;
        file.openings.push(opening);
        at.save(&file)?;
        let secret = file.secret();
        self.unbound_secret = is_new.then(|| file.commitment());
        Ok(secret)
    }

    /// Lists the tables, mystery prizes and promotions that are committed to keys which do not follow from a secret.
    fn unkept(&self, secret: Option<&Secret>) -> Vec<String> {
        let rooms = self.floor.rooms.values().filter(|room| room.dealing == Dealing::Virtual);
        let unkept = rooms.filter(|room| match secret {
            Some(secret) => !secret.keeps(room),
            None => room.random.commitment.is_some() || room.burn.is_some(),
        });
        let mut unkept: Vec<_> = unkept.map(|room| format!("table {}", room.id.0)).collect();
        let pools = match secret {
            Some(secret) => !secret.keeps_pools(&self.floor),
            None => self.floor.pools.iter().any(|pool| pool.mystery.is_some()),
        };
        if pools {
            unkept.push("a mystery prize".to_owned());
        }
        let promotions = self.floor.promotions.iter().filter(|promotion| match secret {
            Some(secret) => !secret.keeps_promotion(promotion),
            None => promotion.waits_for_seed(),
        });
        unkept.extend(promotions.map(|promotion| format!("promotion {}", promotion.number.0)));
        unkept
    }

    /// Makes the secret of a floor that plays itself: the same seed leads to the same keys every time. A house that
    /// opens afterwards knows them, and uses none of them again.
    ///
    /// # Errors
    /// There is a secret already, or the file cannot be written.
    pub fn rehearsal_secret(&self, path: &Path, seed: u64) -> Result<Secret, Stop> {
        if SecretFile::load(path)?.is_some() {
            let what = "there is a secret already, and a rehearsal wants a house of its own";
            return Err(Stop::Secret(path.to_owned(), what.to_owned()));
        }
        let mut hash = Sha256::new();
        hash.update(b"croupier rehearsal");
        hash.update(seed.to_be_bytes());
        let root = hash.finalize().into();
        let mut file = SecretFile::new(self.journal.identity().journal, None)?;
        file.rehearsed = Some(root);
        file.save(path)?;
        Ok(Secret::fixed(root))
    }

    /// Makes a new secret in place of one that is lost, and keeps what was there beside it. Whatever the house is
    /// committed to under the lost one can never be shown.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn renew_secret(&self, path: &Path) -> Result<(), Stop> {
        let stop = |error: std::io::Error| Stop::Secret(path.to_owned(), error.to_string());
        let journal = self.journal.identity().journal;
        let replaces = self.bound_secret.clone().unwrap_or_else(|| "unknown".to_owned());
        let file = SecretFile::new(journal, Some(replaces))?;
        match fs::rename(path, with_ending(path, "old")) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(stop(error)),
        }
        file.save(path)
    }
}

fn random(bytes: &mut [u8]) -> Result<(), Stop> {
    getrandom::fill(bytes).map_err(|error| Stop::Random(error.to_string()))
}

fn digits<const N: usize>(text: &str) -> Option<[u8; N]> {
    HEXLOWER.decode(text.as_bytes()).ok()?.try_into().ok()
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}
