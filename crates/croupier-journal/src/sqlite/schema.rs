//! The tables of a journal file, and the settings that save a commit to disk before it is acknowledged.

use rusqlite::Connection;
use rusqlite::config::DbConfig;

use crate::layout::{self, APPLICATION, FORMAT, TABLES};

/// Sets a connection up to write: each commit is synced before it returns.
///
/// What is left in the write-ahead log is not copied into the file when the connection is dropped:
/// after a failed write nothing more may be done to the file.
pub(crate) fn set_up(connection: &Connection) -> rusqlite::Result<()> {
    guard(connection)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    connection.pragma_update(None, "page_size", crate::wal::PAGE as i64)?;
    let mode: String = connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0))?;
    if mode != "wal" {
        return Err(rusqlite::Error::ToSqlConversionFailure(
            format!("the file system does not allow a write-ahead log (mode {mode})").into(),
        ));
    }
    connection.execute_batch(
        "PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768; \
         PRAGMA wal_autocheckpoint = 0;",
    )
}

/// Makes a connection distrust what the file says about itself.
pub(crate) fn guard(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    connection.execute_batch("PRAGMA cell_size_check = ON; PRAGMA busy_timeout = 5000;")
}

/// Makes the tables; to be called within a transaction.
pub(crate) fn make(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "application_id", APPLICATION)?;
    connection.pragma_update(None, "user_version", FORMAT)?;
    TABLES.iter().try_for_each(|(_, sql)| connection.execute_batch(sql))
}

/// Whether there is nothing in the file yet.
pub(crate) fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0))
}

/// Says why the file is not one that this program reads, whole or damaged; `None` if it is one.
pub(crate) fn foreign(connection: &Connection) -> rusqlite::Result<Option<String>> {
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    Ok(layout::foreign(pragma("application_id")?, pragma("user_version")?))
}

/// Says what is not as it was made in the tables of the file; `None` if everything is.
pub(crate) fn difference(connection: &Connection) -> rusqlite::Result<Option<String>> {
    if let Some(what) = foreign(connection)? {
        return Ok(Some(what));
    }
    let mut found = Vec::new();
    let mut select = connection.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let texts: [Option<String>; 4] = [row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?];
        found.push(texts.map(Option::unwrap_or_default));
    }
    Ok(layout::difference(&found))
}
