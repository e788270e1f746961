//! `croupier backup`: a copy of a house, made while it runs.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use croupier_journal::is_database;

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
}

/// Copies the journal, and what stands beside it.
pub(crate) fn run(arguments: &Arguments) -> Done {
    let Arguments { db, to, without_keys } = arguments;
    if is_database(db) || is_database(to) {
        let hint =
            "pg_basebackup or pg_dump makes one of a database; croupier copy moves a journal";
        return Err(Failure::input("a backup is a copy of a file").hint(hint));
    }
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
    let report = croupier_journal::backup(db, to).map_err(|error| stopped(error.into()))?;
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
