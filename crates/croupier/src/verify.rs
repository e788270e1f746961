//! `croupier verify`: a journal proved, from its bytes to what was paid.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use croupier_house::{EDITION, Folded, Played, Proof, prove};
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
        false => text(&proof),
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

/// Writes what was found for people.
fn text(proof: &Proof) -> String {
    let mut out = format!(
        "{} entries in {} chains, {} checkpoints, {} entries signed\n",
        proof.entries, proof.chains, proof.checkpoints, proof.signed
    );
    let mut line = |kind: &str, what: &str| {
        let _ = writeln!(out, "{kind:<5}  {what}");
    };
    if proof.hashes {
        line("right", "every hash and every signature");
    }
    match &proof.key {
        Some(key) if proof.key_was_given => {
            line("right", &format!("signed by the given key, {key}"))
        }
        Some(key) => {
            let what = "compare it with the one that the house gave you, or verify with --key";
            line("note", &format!("signed by the key {key}: {what}"));
        }
        None => {}
    }
    proof.faults.iter().for_each(|fault| line("WRONG", fault));
    proof.notes.iter().for_each(|note| line("note", note));
    if let Some(played) = &proof.played {
        let Played { decided, rounds, lines, proved, accounts, sums, .. } = played;
        let entries = format!("{decided} entries decided again by the rules of {EDITION}");
        line("right", &entries);
        for Folded { edition, first, last } in &played.folded {
            let what = "only folded: what followed was taken over, and not decided again";
            line("note", &format!("entries {first} to {last}, edition {edition}: {what}"));
        }
        let rounds = format!(
            "{rounds} rounds played again, {lines} settlement lines, {proved} draws proved by their keys"
        );
        line("right", &rounds);
        if played.promotions > 0 {
            let draws = if played.promotions == 1 { "draw" } else { "draws" };
            line("right", &format!("{} {draws} of promotions computed again", played.promotions));
        }
        if proof.sound {
            let [cash, chips, tokens, vouchers] = sums;
            let sums = format!("add up to {cash}, {chips}, {tokens}, {vouchers}");
            line("right", &format!("{accounts} accounts: cash, chips, tokens and vouchers {sums}"));
        }
    }
    let (lost, unproved) =
        proof.played.as_ref().map_or((0, 0), |played| (played.lost, played.unproved));
    let verdict = match proof.sound {
        false => "the journal is NOT sound".to_owned(),
        true if lost == 0 && unproved > 0 => {
            format!("the journal is sound, but {unproved} draws are not proved yet")
        }
        true if lost > 0 => format!(
            "the journal is sound, but for {lost} draws that nobody can prove: their keys are lost"
        ),
        true => "the journal is sound".to_owned(),
    };
    out + &verdict + "\n"
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
