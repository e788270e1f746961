//! `croupier verify`: a journal proved, from its bytes to what was paid.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use croupier_house::prove;
use croupier_journal::{
    Checkpoint, Paper, Papers, PublicKey, Reader, ShortHead, SigningKey, VerifyOptions,
};
use croupier_server::RemoteHouse;

use crate::failure::{Done, Failure, written};
use crate::floor::{beside, stopped};
use crate::json::document;
use crate::progress::Progress;
use crate::proof::read_checkpoint;

/// Prove a journal: hashes and signatures, every table played again, all money added up
///
/// Nothing in the file is believed: the chains of hashes and the signatures are computed again, every
/// act goes through the rules again, what follows is compared with what the journal says, and the
/// accounts are added up. Entries that were decided by another edition of the rules are not decided again: what
/// they say followed is taken over, and they are named. The exit status is 1 if anything is wrong; the first wrong entry is named.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The journal
    db: PathBuf,

    /// The public key that must have signed, in hexadecimal digits
    #[arg(long, value_name = "KEY")]
    key: Option<String>,

    /// A checkpoint that was kept elsewhere: a file with it, a file with printed lines, or a house that is a witness
    /// (http://HOST:PORT)
    #[arg(long, value_name = "WHERE")]
    checkpoint: Vec<String>,

    /// Copy what is good into a new journal, signed with the key beside the old one
    #[arg(long, value_name = "FILE")]
    recover: Option<PathBuf>,

    /// Only the hashes and signatures, not what they stand for
    #[arg(long)]
    chain_only: bool,

    /// Print one document of JSON
    #[arg(long)]
    json: bool,
}

/// Proves the journal.
pub(crate) fn run(arguments: &Arguments) -> Done {
    let key = arguments.key.as_deref().map(|text| {
        PublicKey::from_hex(text).ok_or_else(|| Failure::input(format!("{text:?} is not a key")))
    });
    let readable = Readable::of(&arguments.db)?;
    let Elsewhere { kept, heads } = Elsewhere::read(&arguments.checkpoint, readable.path())?;
    let all = Reader::open(readable.path()).and_then(|reader| reader.state());
    let all = all.map_or(0, |standing| standing.number);
    let progress = Progress::new("hashes", all);
    let tell = |done: u64, _: u64| progress.at(done);
    let against = VerifyOptions {
        key: key.transpose()?,
        checkpoints: &kept,
        end_is_known: !heads.is_empty(),
        progress: Some(&tell),
        cancel: None,
    };
    let played = |done: u64| progress.at(done);
    let proof = prove(readable.path(), &against, arguments.chain_only, played).map_err(stopped);
    drop(progress);
    let mut proof = proof?;
    for fault in wrong_heads(&heads, readable.path())? {
        proof.faults.push(fault);
        proof.sound = false;
    }
    let out = match arguments.json {
        true => document(&proof) + "\n",
        false => proof.text(),
    };
    written(std::io::stdout().lock().write_all(out.as_bytes()), "standard output")?;
    if let Some(new) = &arguments.recover {
        recovered(&arguments.db, new)?;
    }
    Ok(proof.sound)
}

/// What was kept elsewhere: checkpoints, and lines that were printed.
#[derive(Default)]
struct Elsewhere {
    kept: Vec<Checkpoint>,
    heads: Vec<ShortHead>,
}

impl Elsewhere {
    fn read(places: &[String], db: &Path) -> Result<Self, Failure> {
        let mut elsewhere = Self::default();
        for place in places {
            if place.contains("://") {
                elsewhere.kept.push(of_witness(place, db)?);
                continue;
            }
            let text = std::fs::read_to_string(place);
            let text =
                text.map_err(|error| Failure::new(format!("cannot read {place}: {error}")))?;
            let heads: Option<Vec<_>> = text
                .lines()
                .filter(|line| !line.trim().is_empty())
                .map(ShortHead::from_line)
                .collect();
            match heads.filter(|heads| !heads.is_empty()) {
                Some(heads) => elsewhere.heads.extend(heads),
                None => elsewhere.kept.push(read_checkpoint(place.as_ref())?),
            }
        }
        Ok(elsewhere)
    }
}

/// Asks a house that is a witness for what it has seen of a journal.
fn of_witness(place: &str, db: &Path) -> Result<Checkpoint, Failure> {
    let house = RemoteHouse::parse(place).map_err(Failure::input)?;
    let reader = Reader::open(db).map_err(|error| stopped(error.into()))?;
    let seen = house.newest(&reader.identity());
    let seen = seen.map_err(|why| Failure::new(format!("{place}: {why}")))?;
    seen.ok_or_else(|| Failure::input(format!("{place} has not seen this journal")))
}

/// Says which printed lines the journal contradicts.
fn wrong_heads(heads: &[ShortHead], db: &Path) -> Result<Vec<String>, Failure> {
    let failed = |error: croupier_journal::Error| stopped(error.into());
    let mut faults = Vec::new();
    if !heads.is_empty() {
        let reader = Reader::open(db).map_err(failed)?;
        for head in heads {
            if !head.agrees(&reader).map_err(failed)? {
                faults.push(format!("the journal is not the one of which was printed: {head}"));
            }
        }
    }
    Ok(faults)
}

/// A journal where it can be read. One that was not closed needs its log, and SQLite cannot read that in a folder
/// where nothing can be written: it is copied to another one, which goes when the command is done.
enum Readable {
    There(PathBuf),
    Copied { folder: PathBuf, path: PathBuf },
}

impl Readable {
    fn of(db: &Path) -> Result<Self, Failure> {
        let with = |path: &Path, ending: &str| {
            let mut name = path.as_os_str().to_owned();
            name.push(ending);
            PathBuf::from(name)
        };
        if Reader::open(db).is_ok() || !with(db, "-wal").exists() {
            return Ok(Self::There(db.to_owned()));
        }
        let folder = std::env::temp_dir().join(format!("croupier-verify-{}", std::process::id()));
        let failed =
            |error: std::io::Error| Failure::new(format!("cannot copy the journal: {error}"));
        let mut make = std::fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut make, 0o700);
        make.create(&folder).map_err(failed)?;
        let path = folder.join("journal");
        let copied = Self::Copied { folder, path: path.clone() };
        for ending in ["", "-wal", ".end"] {
            if with(db, ending).exists() {
                std::fs::copy(with(db, ending), with(&path, ending)).map_err(failed)?;
            }
        }
        eprintln!(
            "{} was not closed and cannot be read where it is; a copy is verified",
            db.display()
        );
        Ok(copied)
    }

    fn path(&self) -> &Path {
        match self {
            Self::There(path) | Self::Copied { path, .. } => path,
        }
    }
}

impl Drop for Readable {
    fn drop(&mut self) {
        if let Self::Copied { folder, .. } = self {
            // What is left in the folder for temporary files is not missed.
            let _left = std::fs::remove_dir_all(folder);
        }
    }
}

/// Copies what is good into a new journal. The damaged one is evidence, and stays as it is.
fn recovered(db: &Path, new: &Path) -> Result<(), Failure> {
    let failed = |error: croupier_journal::Error| stopped(error.into());
    let operator_key = crate::floor::options().operator_key;
    let key = match Papers::of(db, operator_key.as_deref()).map_err(failed)? {
        Some(papers) => {
            let key = papers.read(Paper::Key).map_err(failed)?;
            let key = key.as_deref().and_then(|bytes| bytes.try_into().ok());
            let none = || Failure::new(format!("{}: the key is not in the database", db.display()));
            key.map(SigningKey::from_bytes).ok_or_else(none)?
        }
        None => SigningKey::read(&beside(db, "key")).map_err(failed)?,
    };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let at = u64::try_from(now.as_millis()).unwrap_or(0);
    let recovery = croupier_journal::recover(db, new, &key, at).map_err(failed)?;
    eprintln!(
        "{} entries are in {}, {} are lost; keep {} as evidence, and put copies of its .key and .secret \
         beside the new journal",
        recovery.entries,
        new.display(),
        recovery.lost,
        db.display()
    );
    Ok(())
}
