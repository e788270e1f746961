//! `croupier man`, `croupier completions`: what a package installs beside the command, from the command's own help.

use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;

use crate::failure::{Done, Failure, written};

/// Write manual pages into a folder: one of the command, and one of each of its words
#[derive(Args)]
pub(crate) struct Pages {
    /// The folder, which must be there
    folder: PathBuf,
}

/// Print what a shell needs to complete words and options
#[derive(Args)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

/// Writes the manual pages.
pub(crate) fn write_pages(command: Command, pages: &Pages) -> Done {
    let folder = &pages.folder;
    let failed = |error| Failure::new(format!("{}: {error}", folder.display()));
    clap_mangen::generate_to(command, folder).map_err(failed)?;
    Ok(true)
}

/// Prints the completions.
pub(crate) fn write_completions(command: &mut Command, wanted: &Completions) -> Done {
    let mut text = Vec::new();
    clap_complete::generate(wanted.shell, command, "croupier", &mut text);
    let mut out = std::io::stdout().lock();
    written(std::io::Write::write_all(&mut out, &text), "standard output")?;
    Ok(true)
}
