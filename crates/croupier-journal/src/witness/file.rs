//! A witness that is a file, best on another machine's disk.

use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::PathBuf;

use crate::key::sync_folder;
use crate::store::Identity;
use crate::witness::{Kept, Unwitnessed, Witness};
use crate::{Checkpoint, Consistency};

/// A file that has the newest checkpoint as a text. Each is written to a new file that takes its place, so that whoever
/// reads it finds the old or the new one whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileWitness(pub PathBuf);

impl Witness for FileWitness {
    fn name(&self) -> String {
        self.0.display().to_string()
    }

    fn seen(&self, identity: &Identity) -> Result<Option<Checkpoint>, Unwitnessed> {
        let text = match fs::read_to_string(&self.0) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                return Err(Unwitnessed::Useless(format!("cannot read this witness: {error}")));
            }
        };
        let wrong = |what: &dyn std::fmt::Display| {
            Unwitnessed::Useless(format!("this witness is of no use: {what}; give another file"))
        };
        let seen = Checkpoint::from_text(&text).map_err(|error| wrong(&error))?;
        if seen.identity != *identity {
            return Err(wrong(&"it is a checkpoint of another journal, or by another key"));
        }
        if !seen.is_signed() {
            return Err(wrong(&"its signature is not that of the journal's key"));
        }
        Ok(Some(seen))
    }

    fn keep(
        &self,
        checkpoint: &Checkpoint,
        _since: Option<&Consistency>,
        _at_end: bool,
    ) -> Result<Kept, Unwitnessed> {
        let mut new = self.0.as_os_str().to_owned();
        new.push(".new");
        let new = PathBuf::from(new);
        let write = || {
            let mut file = fs::File::create(&new)?;
            file.write_all(checkpoint.to_string().as_bytes())?;
            file.sync_all()?;
            fs::rename(&new, &self.0)
        };
        let failed = |error: &dyn std::fmt::Display| {
            Unwitnessed::Away(format!("cannot write to this witness: {error}"))
        };
        write().map_err(|error| failed(&error))?;
        sync_folder(&self.0).map_err(|error| failed(&error))?;
        Ok(Kept::Now)
    }
}
