//! The tables of a journal file, and the settings that save a commit to disk before it is acknowledged.

use rusqlite::Connection;
use rusqlite::config::DbConfig;

/// The version of the format that this code reads and writes.
pub(crate) const FORMAT: i64 = 4;
/// What SQLite's header says the file is: "CRPJ".
pub(crate) const APPLICATION: i64 = 0x4352_504a;

/// The tables, in the order in which they are made, with exactly this text.
pub(crate) const TABLES: [(&str, &str); 7] = [
    (
        "journal",
        "CREATE TABLE journal (one INTEGER PRIMARY KEY, format INTEGER NOT NULL, id BLOB NOT NULL, \
         public_key BLOB NOT NULL, chapter INTEGER NOT NULL, epoch INTEGER NOT NULL, \
         number INTEGER NOT NULL, link BLOB NOT NULL, checkpoints INTEGER NOT NULL, \
         seal BLOB NOT NULL) STRICT",
    ),
    (
        "entries",
        "CREATE TABLE entries (number INTEGER PRIMARY KEY, chain INTEGER NOT NULL, \
         seq INTEGER NOT NULL, at INTEGER NOT NULL, who INTEGER NOT NULL, kind TEXT NOT NULL, \
         round INTEGER NOT NULL, rules TEXT NOT NULL, format INTEGER NOT NULL, key BLOB NOT NULL, \
         previous BLOB NOT NULL, hash BLOB NOT NULL, link BLOB NOT NULL, body BLOB NOT NULL, \
         effects BLOB NOT NULL) STRICT",
    ),
    (
        "places",
        "CREATE TABLE places (chapter INTEGER NOT NULL, chain INTEGER NOT NULL, \
         first INTEGER NOT NULL, least_round INTEGER NOT NULL, most_round INTEGER NOT NULL, \
         offsets BLOB NOT NULL, PRIMARY KEY (chapter, chain)) STRICT, WITHOUT ROWID",
    ),
    (
        "tree",
        "CREATE TABLE tree (level INTEGER NOT NULL, position INTEGER NOT NULL, hash BLOB NOT NULL, \
         PRIMARY KEY (level, position)) STRICT, WITHOUT ROWID",
    ),
    (
        "checkpoints",
        "CREATE TABLE checkpoints (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, \
         number INTEGER NOT NULL, link BLOB NOT NULL, root BLOB NOT NULL, previous BLOB NOT NULL, \
         heads BLOB NOT NULL, signature BLOB NOT NULL) STRICT",
    ),
    (
        "snapshots",
        "CREATE TABLE snapshots (number INTEGER PRIMARY KEY, link BLOB NOT NULL, \
         format INTEGER NOT NULL, digest BLOB NOT NULL, bytes BLOB NOT NULL) STRICT",
    ),
    ("beside", "CREATE TABLE beside (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT"),
];

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
    let format = pragma("user_version")?;
    if pragma("application_id")? != APPLICATION {
        return Ok(Some("the file is not a croupier journal".into()));
    }
    Ok((format != FORMAT).then(|| {
        format!(
            "the journal has format {format}, and this program reads and writes format {FORMAT} \
             alone; open it with the version of croupier that made it, or write what is in it to \
             files with `croupier export` of that version"
        )
    }))
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
    for (name, sql) in TABLES {
        let wanted = ["table", name, name, sql];
        if !found.iter().any(|texts| texts == &wanted) {
            return Ok(Some(format!("the table {name} is not as it was made")));
        }
    }
    Ok((found.len() != TABLES.len()).then(|| {
        format!("there are {} tables and indexes, {} were made", found.len(), TABLES.len())
    }))
}
