//! The tables of a journal in a database: those of a file, with the types of PostgreSQL.

use std::path::Path;
use std::time::{Duration, Instant};

use super::session::{Failed, Session};
use crate::Error;
use crate::layout::FORMAT;

/// The oldest server that is supported, as `server_version_num` has it.
const OLDEST: i32 = 140_000;

/// Makes the tables. The batch is the number of the last append, by which it is looked up whether it was done; `asked`
/// counts how often that was.
pub(super) const TABLES: &str = "
    CREATE SCHEMA croupier;
    CREATE TABLE croupier.journal (one integer PRIMARY KEY, format integer NOT NULL, id bytea NOT NULL,
        public_key bytea NOT NULL, chapter bigint NOT NULL, epoch bigint NOT NULL, number bigint NOT NULL,
        link bytea NOT NULL, checkpoints bigint NOT NULL, seal bytea NOT NULL, batch bytea NOT NULL,
        asked bigint NOT NULL);
    CREATE TABLE croupier.entries (number bigint PRIMARY KEY, chain bigint NOT NULL, seq bigint NOT NULL,
        at bigint NOT NULL, who bigint NOT NULL, kind bytea NOT NULL, round bigint NOT NULL, rules bytea NOT NULL,
        format integer NOT NULL, key bytea NOT NULL, previous bytea NOT NULL, hash bytea NOT NULL,
        link bytea NOT NULL, body bytea NOT NULL, effects bytea NOT NULL);
    CREATE TABLE croupier.places (chapter bigint NOT NULL, chain bigint NOT NULL, first bigint NOT NULL,
        least_round bigint NOT NULL, most_round bigint NOT NULL, offsets bytea NOT NULL,
        PRIMARY KEY (chapter, chain));
    CREATE TABLE croupier.tree (level integer NOT NULL, position bigint NOT NULL, hash bytea NOT NULL,
        PRIMARY KEY (level, position));
    CREATE TABLE croupier.checkpoints (id bigint PRIMARY KEY, at bigint NOT NULL, number bigint NOT NULL,
        link bytea NOT NULL, root bytea NOT NULL, previous bytea NOT NULL, heads bytea NOT NULL,
        signature bytea NOT NULL);
    CREATE TABLE croupier.snapshots (number bigint PRIMARY KEY, link bytea NOT NULL, format bigint NOT NULL,
        digest bytea NOT NULL, bytes bytea NOT NULL);
    CREATE TABLE croupier.beside (id bigint PRIMARY KEY, bytes bytea NOT NULL);
    CREATE TABLE croupier.lines (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, line bytea NOT NULL);
    CREATE TABLE croupier.papers (name bytea PRIMARY KEY, bytes bytea NOT NULL);
";

/// The columns as they are made, for comparison: table, column, type.
const COLUMNS: &str = "
    beside id bigint|beside bytes bytea|checkpoints id bigint|checkpoints at bigint|checkpoints number bigint|
    checkpoints link bytea|checkpoints root bytea|checkpoints previous bytea|checkpoints heads bytea|
    checkpoints signature bytea|entries number bigint|entries chain bigint|entries seq bigint|entries at bigint|
    entries who bigint|entries kind bytea|entries round bigint|entries rules bytea|entries format integer|
    entries key bytea|entries previous bytea|entries hash bytea|entries link bytea|entries body bytea|
    entries effects bytea|journal one integer|journal format integer|journal id bytea|journal public_key bytea|
    journal chapter bigint|journal epoch bigint|journal number bigint|journal link bytea|
    journal checkpoints bigint|journal seal bytea|journal batch bytea|journal asked bigint|
    lines number bigint|lines line bytea|papers name bytea|papers bytes bytea|places chapter bigint|places chain bigint|places first bigint|
    places least_round bigint|places most_round bigint|places offsets bytea|snapshots number bigint|
    snapshots link bytea|snapshots format bigint|snapshots digest bytea|snapshots bytes bytea|
    tree level integer|tree position bigint|tree hash bytea";

/// Sets a connection up, whether it reads or writes.
pub(super) const SET_UP: &str = "SET search_path = croupier; SET statement_timeout = 0; SET lock_timeout = 0; \
                                 SET idle_session_timeout = 0; SET idle_in_transaction_session_timeout = 0; \
                                 SET default_transaction_isolation = 'read committed';";

/// Whether the tables are there.
pub(super) fn is_empty(session: &Session, by: Instant) -> Result<bool, Failed> {
    let sql = "SELECT to_regclass('croupier.journal') IS NULL";
    Ok(session.query(sql, &[], by)?.first().is_none_or(|row| row.get(0)))
}

/// Says why this is no journal that this program reads; `None` if it is one.
pub(super) fn foreign(session: &Session, by: Instant) -> Result<Option<String>, Failed> {
    if is_empty(session, by)? {
        return Ok(Some("there is no journal in this database".to_owned()));
    }
    let rows = session.query("SELECT format FROM croupier.journal", &[], by)?;
    let format = rows.first().and_then(|row| row.try_get::<_, i32>(0).ok());
    Ok(format.filter(|format| i64::from(*format) != FORMAT).map(|format| {
        format!(
            "the journal has format {format}, and this program reads and writes format {FORMAT} alone; open it \
             with the version of croupier that made it"
        )
    }))
}

/// Says what is not as it was made; `None` if everything is.
pub(super) fn difference(session: &Session, by: Instant) -> Result<Option<String>, Failed> {
    if let Some(what) = foreign(session, by)? {
        return Ok(Some(what));
    }
    let sql = "SELECT c.relname || ' ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) \
               FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
               JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped \
               WHERE n.nspname = 'croupier' AND c.relkind IN ('r', 'p', 'v', 'm', 'f') \
               ORDER BY c.relname COLLATE \"C\", a.attnum";
    let rows = session.query(sql, &[], by)?;
    let found: Vec<String> = rows.iter().map(|row| row.try_get(0).unwrap_or_default()).collect();
    let made: Vec<&str> = COLUMNS.split('|').map(str::trim).collect();
    let differs = made.iter().find(|column| !found.iter().any(|one| one == *column));
    let differs = differs.map(|column| (*column).to_owned());
    let more = || found.iter().find(|column| !made.contains(&column.as_str())).cloned();
    if let Some(column) = differs.or_else(more) {
        return Ok(Some(format!("the tables are not as they were made: {column}")));
    }
    let sql = "SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
               WHERE n.nspname = 'croupier' AND (c.relhastriggers OR c.relhasrules OR c.relrowsecurity)";
    let rows = session.query(sql, &[], by)?;
    let changed = rows.first().is_none_or(|row| row.get::<_, i64>(0) > 0);
    Ok(changed.then(|| "somebody has added triggers, rules or policies to the tables".to_owned()))
}

/// Checks that what this server acknowledges is saved.
///
/// # Errors
///
/// It is not, it is a standby, or it is too old.
pub(super) fn check_server(session: &Session, by: Instant) -> Result<(), Error> {
    let sql = "SELECT current_setting('server_version_num')::int, current_setting('fsync')::bool, \
               current_setting('full_page_writes')::bool, pg_is_in_recovery()";
    let rows = session.query(sql, &[], by).map_err(|failed| failed.into_error(session.name()))?;
    let Some(row) = rows.first() else { return Ok(()) };
    let (version, fsync, pages, standby): (i32, bool, bool, bool) =
        (row.get(0), row.get(1), row.get(2), row.get(3));
    let what = match () {
        () if version < OLDEST => "PostgreSQL 14 or a later one is needed",
        () if !fsync => "fsync is off in this server: what it acknowledges could be lost",
        () if !pages => {
            "full_page_writes is off in this server: a crash could damage what it acknowledged"
        }
        () if standby => {
            "this server is a standby, and takes no writes: name the primary, or all servers with \
                          target_session_attrs=read-write"
        }
        () => return Ok(()),
    };
    Err(Error::file(session.name(), what))
}

/// Has the server acknowledge only what is saved, here and on the standbys that it waits for.
pub(super) fn wait_for_saved(session: &Session, by: Instant) -> Result<(), Failed> {
    let sql = "SELECT set_config('synchronous_commit', 'on', false) \
               WHERE current_setting('synchronous_commit') IN ('off', 'local')";
    session.query(sql, &[], by).map(drop)
}

/// Until when something that is read must be there.
pub(super) fn reading() -> Instant {
    Instant::now() + Duration::from_secs(60)
}

/// Makes an error of a failure to read.
pub(super) fn failed(name: &Path) -> impl Fn(Failed) -> Error {
    move |failed| failed.into_error(name)
}
