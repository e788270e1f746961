//! `croupier proof`: shows the holder of a checkpoint that an entry is in it, or that a later one only added to it.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use croupier_journal::{Checkpoint, Hash, Reader};
use serde::Serialize;

use crate::failure::{Done, Failure, written};
use crate::floor::stopped;
use crate::json::document;

/// What is to be proved.
#[derive(Args)]
#[group(required = true, multiple = false)]
struct What {
    /// Prove that this entry is in the checkpoint
    #[arg(long, value_name = "NUMBER")]
    entry: Option<u64>,

    /// Prove that the checkpoint only added to the one in this file
    #[arg(long, value_name = "FILE")]
    since: Option<PathBuf>,
}

/// Prove that an entry is in a checkpoint, or that a later checkpoint only added to an earlier one
///
/// The proofs are those of RFC 9162, some twenty hashes, as JSON. Whoever has the checkpoints can check them without the
/// journal: the leaf is the entry's hash, which its receipt has.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The journal
    db: PathBuf,

    #[command(flatten)]
    what: What,

    /// The checkpoint, as it was kept elsewhere; the newest one of the journal if none is given
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
}

/// What is proved, and by which hashes.
#[derive(Serialize)]
struct Proof {
    journal: String,
    /// The entry, and its hash.
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<String>,
    /// How many entries the earlier checkpoint has, and its root.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from_root: Option<String>,
    /// How many entries the checkpoint has, and its root.
    size: u64,
    root: String,
    path: Vec<String>,
    holds: bool,
}

/// Reads a checkpoint that was kept elsewhere.
pub(crate) fn read_checkpoint(file: &Path) -> Result<Checkpoint, Failure> {
    let name = file.display();
    let text = std::fs::read_to_string(file);
    let text = text.map_err(|error| Failure::new(format!("cannot read {name}: {error}")))?;
    Checkpoint::from_text(&text).map_err(|_| Failure::input(format!("{name} is not a checkpoint")))
}

/// Prints the proof.
pub(crate) fn run(arguments: &Arguments) -> Done {
    let failed = |error: croupier_journal::Error| stopped(error.into());
    let reader = Reader::open(&arguments.db).map_err(failed)?;
    let signed = match &arguments.checkpoint {
        Some(file) => read_checkpoint(file)?,
        None => match reader.last_checkpoint().map_err(failed)? {
            Some(newest) => newest,
            None => return Err(Failure::input("the journal has no checkpoint")),
        },
    };
    let mut right = signed.is_signed() && signed.identity == reader.identity();
    let (size, root) = (signed.number, signed.root);
    let mut proof = Proof {
        journal: reader.identity().journal.iter().map(|byte| format!("{byte:02x}")).collect(),
        entry: None,
        hash: None,
        from: None,
        from_root: None,
        size,
        root: root.to_string(),
        path: Vec::new(),
        holds: false,
    };
    let hashes = |path: &[Hash]| path.iter().map(ToString::to_string).collect();
    if let Some(number) = arguments.what.entry {
        let shown = reader.inclusion(number, size).map_err(failed)?;
        let record = reader.entries(number - 1).next().transpose().map_err(failed)?;
        let hash = record.map(|record| record.chained.hash);
        right &= hash.is_some_and(|hash| shown.holds(&hash, &root));
        (proof.entry, proof.hash) = (Some(number), hash.map(|hash| hash.to_string()));
        proof.path = hashes(&shown.path);
    } else if let Some(since) = &arguments.what.since {
        let earlier = read_checkpoint(since)?;
        right &= earlier.is_signed() && earlier.identity == signed.identity;
        let shown = reader.consistency(earlier.number, size).map_err(failed)?;
        right &= shown.holds(&earlier.root, &root);
        (proof.from, proof.from_root) = (Some(earlier.number), Some(earlier.root.to_string()));
        proof.path = hashes(&shown.path);
    }
    proof.holds = right;
    let out = document(&proof) + "\n";
    written(std::io::stdout().lock().write_all(out.as_bytes()), "standard output")?;
    Ok(right)
}
