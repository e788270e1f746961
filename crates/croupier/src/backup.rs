//! `croupier backup`: a copy of a house, made while it runs.

use std::fs;
use std::path::{Path, PathBuf};

use chrono::DateTime;
use clap::Args;
use croupier_journal::{Reader, SigningKey, VerifyOptions, copy_up_to};
use croupier_server::{Clock as _, System};

use crate::failure::{Done, Failure};
use crate::floor::{beside, stopped};

/// Copy a journal to a new file, also while the house runs
///
/// Everything that was acknowledged before is in the copy, which is verified when it is written. The key, the
/// secret and the texts of the orders are copied too, so that the copy can be opened; whoever has them can write
/// the journal and foretell draws. A copy made with cp while the house runs is not whole.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The journal
    db: PathBuf,

    /// The new file
    to: PathBuf,

    /// Copy neither the key nor the secret: the copy can be read and verified, and not gone on with
    #[arg(long)]
    without_keys: bool,

    /// Copy the house as it was after this entry
    ///
    /// The copy is signed anew with the key of the house, and whatever came later is not in it. A witness that has seen more
    /// does not let it open.
    #[arg(long, value_name = "ENTRY", conflicts_with = "until")]
    up_to: Option<u64>,

    /// Copy the house as it was at this time, such as 2026-11-18T20:00:00Z
    #[arg(long, value_name = "TIME", value_parser = time)]
    until: Option<u64>,
}

/// Copies the journal, and what stands beside it.
pub(crate) fn run(arguments: &Arguments) -> Done {
    let Arguments { db, to, without_keys, up_to, until } = arguments;
    if to.exists() {
        let why = "there is a file already: a backup never writes over anything";
        return Err(Failure::input(format!("{}: {why}", to.display())));
    }
    let endings: &[&str] = if *without_keys { &[] } else { &["key", "secret"] };
    for ending in endings {
        copy(&beside(db, ending), &beside(to, ending))?;
    }
    let orders = beside(db, "orders");
    if orders.is_dir() {
        let failed = |error| Failure::new(format!("{}: {error}", orders.display()));
        fs::create_dir_all(beside(to, "orders")).map_err(failed)?;
        for text in fs::read_dir(&orders).map_err(failed)? {
            let text = text.map_err(failed)?;
            copy(&text.path(), &beside(to, "orders").join(text.file_name()))?;
        }
    }
    // The journal comes last: a copy that has its name is whole, with all that stands beside it.
    let last = match until {
        Some(time) => Some(last_before(db, *time)?),
        None => *up_to,
    };
    let failed = |error: croupier_journal::Error| stopped(error.into());
    let report = match last {
        None => croupier_journal::backup(db, to).map_err(failed)?,
        Some(last) => {
            let key = SigningKey::read(&beside(db, "key")).map_err(failed)?;
            copy_up_to(db, to, &key, (System.now(), last)).map_err(failed)?;
            croupier_journal::verify(to, &VerifyOptions::default()).map_err(failed)?
        }
    };
    for fault in report.chain_faults.values().map(|(fault, _)| fault).chain(&report.faults) {
        eprintln!("WRONG  {fault}");
    }
    eprintln!(
        "{} entries are in {}, {} of them signed",
        report.entries,
        to.display(),
        report.signed
    );
    Ok(report.is_sound())
}

/// Reads a time from the command line, in milliseconds since 1970.
fn time(text: &str) -> Result<u64, String> {
    let time = DateTime::parse_from_rfc3339(text);
    let time = time.map_err(|error| format!("{error}: such as 2026-11-18T20:00:00Z"))?;
    u64::try_from(time.timestamp_millis()).map_err(|_| "before 1970 there was no house".to_owned())
}

/// Finds the last entry of a journal at or before a time.
fn last_before(db: &Path, time: u64) -> Result<u64, Failure> {
    let failed = |error: croupier_journal::Error| stopped(error.into());
    let reader = Reader::open(db).map_err(failed)?;
    let mut last = 0;
    for record in reader.entries(0) {
        let record = record.map_err(failed)?;
        if record.chained.entry.at > time {
            break;
        }
        last = record.number;
    }
    match last {
        0 => Err(Failure::input(format!("{} has no entry before that", db.display()))),
        last => Ok(last),
    }
}

/// Copies a file, with its mode; one that is not there is left out. A copy that is there already is not written
/// over; it may come from a backup that was stopped, and then says the same.
fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    let failed = |error| Failure::new(format!("{}: {error}", to.display()));
    if to.exists() {
        let same = fs::read(from).ok() == Some(fs::read(to).map_err(failed)?);
        let why = "there is a file already, and it is not a copy";
        return match same {
            true => Ok(()),
            false => Err(Failure::input(format!("{}: {why}", to.display()))),
        };
    }
    let mut part = to.as_os_str().to_owned();
    part.push(".part");
    match fs::copy(from, &part) {
        Ok(_) => fs::rename(&part, to).map_err(failed),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(failed(error)),
    }
}
