//! A copy of a journal, made while it runs.

use std::path::Path;

use crate::end::EndFile;
use crate::files::open_private;
use crate::key::sync_folder;
use crate::reader::{connect_to_any, length};
use crate::sqlite::rows;
use crate::{Error, Verification, VerifyOptions, verify};

/// Copies a journal that may be running into a new file, and verifies the copy. Everything that was acknowledged before
/// is in it, and what was erased beside the entries is not.
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
    let Some(name) = to.to_str() else {
        return Err(Error::file(to, "the name of the file is not UTF-8"));
    };
    let file = open_private(to)?;
    let copied = connection.execute("VACUUM INTO ?1", [name]);
    if let Err(error) = copied {
        // What was begun is of no use to anybody.
        let _gone = std::fs::remove_file(to);
        return Err(Error::sqlite(to, &error));
    }
    file.sync_all().map_err(|error| Error::file(to, error))?;
    drop(file);
    let copy = connect_to_any(to)?;
    if let Some(journal) = rows::journal(&copy).map_err(|error| Error::sqlite(to, &error))? {
        EndFile::open(to)?.write(&journal.end(), &journal.identity, &journal.seal)?;
    }
    drop(copy);
    sync_folder(to)?;
    verify(to, &VerifyOptions::default())
}
