//! The files of a journal: nobody but their owner may read or write them.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::Path;

use crate::Error;

/// Opens a file to be written, and makes it if there is none, for its owner alone.
///
/// # Errors
///
/// The file cannot be opened or made, or cannot be taken from others.
pub(crate) fn open_private(path: &Path) -> Result<File, Error> {
    make_private(path)?;
    let mut options = File::options();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map_err(|error| Error::file(path, explained(&error)))
}

/// Takes a file from everybody but its owner, if it is there.
///
/// # Errors
///
/// It belongs to somebody else.
#[cfg_attr(not(unix), allow(unused_variables))]
pub(crate) fn make_private(path: &Path) -> Result<(), Error> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = match fs::metadata(path) {
            Ok(file) => file.permissions().mode(),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(Error::file(path, explained(&error))),
        };
        if mode & 0o077 != 0 {
            let private = fs::Permissions::from_mode(0o600);
            fs::set_permissions(path, private).map_err(|error| {
                let what = format!("others may read it (mode {:o})", mode & 0o777);
                Error::file(path, format!("{what}, which cannot be changed: {error}; chmod 600"))
            })?;
        }
    }
    Ok(())
}

/// Says what failed, and what to do about it where that is known.
pub(crate) fn explained(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            format!("{error}: make room on this disk, and open the journal again")
        }
        ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied => format!(
            "{error}: a journal that is written needs a folder that can be written; to read it, use \
             `croupier verify` or `croupier backup`"
        ),
        _ => error.to_string(),
    }
}
