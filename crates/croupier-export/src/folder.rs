//! The folder of an export: all of its files, under their own names only when all are whole.

use std::path::{Path, PathBuf};

use crate::Error;
use crate::file::File;
use crate::sheets::FILES;

/// A file of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The name of the file, without the ending.
    pub name: &'static str,
    /// Where it is.
    pub path: PathBuf,
    /// How many rows it has.
    pub rows: u64,
    /// How many bytes.
    pub bytes: u64,
}

/// The files of an export that is not done. What is unfinished is removed if it stays so.
pub(crate) struct Folder {
    path: PathBuf,
    /// The files, in the order of `FILES`.
    pub(crate) files: Vec<File>,
}

impl Folder {
    /// Begins an export.
    pub(crate) fn create(path: &Path, force: bool) -> Result<Self, Error> {
        let there = FILES.iter().map(|file| whole(path, file.name)).find(|file| file.exists());
        if let Some(there) = there.filter(|_| !force) {
            return Err(Error::There(there));
        }
        std::fs::create_dir_all(path).map_err(|error| Error::write(path, error))?;
        let mut folder = Self { path: path.to_owned(), files: Vec::new() };
        for schema in FILES {
            let file = File::create(&folder.part(schema.name), schema)?;
            folder.files.push(file);
        }
        Ok(folder)
    }

    /// Ends all files, and then gives them their names.
    pub(crate) fn finish(mut self, facts: &[(&str, String)]) -> Result<Vec<Written>, Error> {
        let mut written = Vec::new();
        for (schema, file) in FILES.iter().zip(std::mem::take(&mut self.files)) {
            let (rows, bytes) = file.finish(facts)?;
            let (name, path) = (schema.name, whole(&self.path, schema.name));
            written.push(Written { name, path, rows, bytes });
        }
        for file in &written {
            let renamed = std::fs::rename(self.part(file.name), &file.path);
            renamed.map_err(|error| Error::write(&file.path, error))?;
        }
        // The names are on the disk when the folder is.
        let folder = std::fs::File::open(&self.path).and_then(|folder| folder.sync_all());
        folder.map_err(|error| Error::write(&self.path, error))?;
        Ok(written)
    }

    fn part(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.parquet.part"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        for schema in FILES {
            let _gone = std::fs::remove_file(self.part(schema.name));
        }
    }
}

fn whole(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.parquet"))
}
