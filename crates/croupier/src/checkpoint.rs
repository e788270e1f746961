//! `croupier checkpoint`: the newest signed head of a journal, to be kept elsewhere.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use croupier_journal::Reader;

use crate::failure::{Done, Failure, written};
use crate::floor::stopped;

/// Print the newest checkpoint of a journal: what the house has signed, to be kept elsewhere
///
/// Give it to the inspector, mail it, print it. `croupier verify --checkpoint` holds a journal against it: nothing
/// that it covers can be changed or taken away unnoticed. The house may be running; its newest checkpoint is at most
/// a second older than its last entry.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The journal
    db: PathBuf,

    /// The checkpoint with this number instead of the newest
    #[arg(long, value_name = "NUMBER")]
    id: Option<u64>,
}

/// Prints the checkpoint.
pub(crate) fn run(arguments: &Arguments) -> Done {
    let failed = |error: croupier_journal::Error| stopped(error.into());
    let reader = Reader::open(&arguments.db).map_err(failed)?;
    let found = match arguments.id {
        Some(id) => reader.checkpoint(id).map_err(failed)?,
        None => reader.last_checkpoint().map_err(failed)?,
    };
    let Some(checkpoint) = found else {
        return Err(Failure::input("there is no such checkpoint"));
    };
    let text = checkpoint.to_string();
    written(std::io::stdout().lock().write_all(text.as_bytes()), "standard output")?;
    Ok(true)
}
