//! The tables of a journal file that is read without SQLite.

use super::{Connection, ReadError};
use crate::layout;

/// Says what is not as it was made in the tables of the file; `None` if everything is.
pub(crate) fn difference(connection: &Connection) -> Result<Option<String>, ReadError> {
    let (application, format) = connection.pages.made_by()?;
    let made: Vec<_> = connection.made.iter().map(|(texts, _)| texts.clone()).collect();
    Ok(layout::foreign(application, format).or_else(|| layout::difference(&made)))
}
