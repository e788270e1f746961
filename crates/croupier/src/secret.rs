//! `croupier secret`: another secret for a house that has lost its own.

use std::path::PathBuf;

use clap::Args;
use croupier_house::Live;
use croupier_journal::{Options, is_database};

use crate::failure::{Done, Failure};
use crate::floor::{beside, stopped};

/// Make another secret for a house that has lost its own
///
/// The keys of the virtual tables follow from the secret beside the journal. A house whose secret is missing,
/// damaged or another house's does not open. Restore the file from its backup if there is one: what the house
/// has committed itself to under the lost secret can never be shown. What was there is kept with the ending .old, and
/// the journal says that the secret is another one when the house next commits itself.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The journal
    db: PathBuf,

    /// Make the new secret; without this, nothing is done
    #[arg(long)]
    new: bool,
}

/// Makes the secret.
pub(crate) fn run(arguments: &Arguments) -> Done {
    let Arguments { db, new } = arguments;
    if is_database(db) {
        return Err(Failure::input(format!("{}: the secret is in the database", db.display()))
            .hint("restore the database from its backup, or copy the journal to a file first: croupier copy"));
    }
    if !db.exists() {
        return Err(Failure::input(format!("{}: there is no such journal", db.display())));
    }
    if !new {
        return Err(Failure::input("nothing is done without --new").hint(
            "restore the secret from its backup, if there is one: see croupier secret --help",
        ));
    }
    let live = Live::open(db, Options::default()).map_err(stopped)?;
    let secret = beside(db, "secret");
    live.renew_secret(&secret).map_err(stopped)?;
    live.close().map_err(stopped)?;
    eprintln!("{} is new", secret.display());
    Ok(true)
}
