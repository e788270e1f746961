//! How a journal file is laid out: its format, its tables, and what is said of a file that has others.

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

/// Says why a file is not one that this program reads, whole or damaged; `None` if it is one.
pub(crate) fn foreign(application: i64, format: i64) -> Option<String> {
    if application != APPLICATION {
        return Some("the file is not a croupier journal".into());
    }
    (format != FORMAT).then(|| {
        format!(
            "the journal has format {format}, and this program reads and writes format {FORMAT} \
             alone; open it with the version of croupier that made it, or write what is in it to \
             files with `croupier export` of that version"
        )
    })
}

/// Says what is not as it was made in the tables of a file, each with type, name, table and text; `None` if everything is.
pub(crate) fn difference(found: &[[String; 4]]) -> Option<String> {
    for (name, sql) in TABLES {
        let wanted = ["table", name, name, sql];
        if !found.iter().any(|texts| texts == &wanted) {
            return Some(format!("the table {name} is not as it was made"));
        }
    }
    (found.len() != TABLES.len()).then(|| {
        format!("there are {} tables and indexes, {} were made", found.len(), TABLES.len())
    })
}
