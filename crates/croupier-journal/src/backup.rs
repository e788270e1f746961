//! A copy of a journal, made while it runs.

use std::path::{Path, PathBuf};

use crate::end::EndFile;
use crate::file_rows::FileRows;
use crate::files::open_private;
use crate::key::sync_folder;
use crate::reader::{connect_to_any, length};
use crate::rows::Rows as _;
use crate::{Error, Verification, VerifyOptions, verify};

/// Copies a journal that may be running into a new file, and verifies the copy. Everything that was acknowledged before
/// is in it, and what was erased beside the entries is not. The file has its name when it is whole: a backup that is
/// stopped in the middle leaves a file that ends in `.part`, which the next one removes.
///
/// # Errors
///
/// There is a file already, the journal cannot be read, or the copy cannot be written.
pub fn backup(path: &Path, to: &Path) -> Result<Verification, Error> {
    if length(to)?.is_some() {
        return Err(Error::file(
            to,
            "there is a file already: a backup never writes over anything",
        ));
    }
    let connection = connect_to_any(path)?;
    let part = part_of(to);
    let Some(name) = part.to_str() else {
        return Err(Error::file(to, "the name of the file is not UTF-8"));
    };
    remove_part(&part)?;
    let file = open_private(&part)?;
    let copied = connection.execute("VACUUM INTO ?1", [name]);
    if let Err(error) = copied {
        // What was begun is of no use to anybody.
        let _gone = std::fs::remove_file(&part);
        return Err(Error::sqlite(&part, &error));
    }
    file.sync_all().map_err(|error| Error::file(&part, error))?;
    drop(file);
    let copy = connect_to_any(&part)?;
    if let Some(journal) = FileRows::new(copy, &part).journal()? {
        EndFile::open(to, &journal.identity)?.write(
            &journal.end(),
            &journal.identity,
            &journal.seal,
        )?;
    }
    std::fs::rename(&part, to).map_err(|error| Error::file(to, error))?;
    sync_folder(to)?;
    verify(to, &VerifyOptions::default())
}

/// Names the file that a copy is written to until it is whole.
fn part_of(to: &Path) -> PathBuf {
    let mut name = to.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// Removes what a backup has left that was stopped in the middle.
fn remove_part(part: &Path) -> Result<(), Error> {
    match std::fs::remove_file(part) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(Error::file(part, error)),
    }
}
