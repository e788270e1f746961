//! A table of people that somebody sends, put aside on the disk while it comes: so it is hashed and looked at whole before
//! anybody is entered from it, and no more than a batch of its rows is in memory.

use std::fs::File;
use std::io::{BufReader, Read as _, Seek as _, Write as _};
use std::path::Path;
use std::time::Duration;

use axum::body::Body;
use croupier_floor::Entered;
use http_body_util::BodyExt as _;
use sha2::{Digest as _, Sha256};
use tokio::sync::mpsc;

use crate::csv::CsvReader;
use crate::problem::Problem;

/// So many rows a file may have.
const MOST_ROWS: u32 = 1_000_000;
/// So many bytes a row may have.
const MOST_BYTES: usize = 1000;
/// So many bytes a file may have.
const MOST_FILE: u64 = 256 << 20;
/// After so long without a byte the file is given up.
const PATIENCE: Duration = Duration::from_secs(30);

/// A row of the table.
#[derive(Debug)]
pub(super) struct Row {
    /// Its number; 1 is the first below the header.
    pub(super) number: u32,
    /// Who it is about, or why nobody can tell.
    pub(super) entrant: Result<Entered, &'static str>,
}

/// A file that was put aside.
pub(super) struct Spool {
    file: File,
    /// The SHA-256 of all its bytes.
    pub(super) sha256: [u8; 32],
    /// How many rows it has below its header.
    pub(super) rows: u32,
}

/// Reads the rows of a file as its bytes come.
struct Reading {
    csv: CsvReader,
    columns: Option<Columns>,
    rows: u32,
}

impl Reading {
    const fn new(csv: CsvReader) -> Self {
        Self { csv, columns: None, rows: 0 }
    }

    /// Takes one byte; returns the row that it ends.
    fn take(&mut self, byte: u8) -> Result<Option<Row>, String> {
        let cells = self.csv.take(byte).map_err(|fault| self.fault(fault.words()))?;
        cells.map_or(Ok(None), |cells| self.row(&cells))
    }

    /// Ends the file.
    fn end(&mut self) -> Result<Option<Row>, String> {
        let cells = self.csv.end().map_err(|fault| self.fault(fault.words()))?;
        let last = cells.map_or(Ok(None), |cells| self.row(&cells))?;
        match self.columns {
            Some(_) => Ok(last),
            None => Err("the file has no header".to_owned()),
        }
    }

    fn fault(&self, what: &str) -> String {
        match self.columns {
            Some(_) => format!("row {}: {what}", self.rows + 1),
            None => format!("header: {what}"),
        }
    }

    fn row(&mut self, cells: &[String]) -> Result<Option<Row>, String> {
        let Some(columns) = self.columns else {
            self.columns = Some(Columns::of(cells)?);
            return Ok(None);
        };
        if self.rows == MOST_ROWS {
            return Err(format!("a file has at most {MOST_ROWS} rows"));
        }
        self.rows += 1;
        Ok(Some(Row { number: self.rows, entrant: columns.entrant(cells) }))
    }
}

impl Spool {
    /// Puts a body aside, in a file beside the journal that nobody else can open, and looks at all of it.
    pub(super) async fn take(journal: &Path, mut body: Body) -> Result<Self, Problem> {
        let mut file = aside(journal).map_err(broken)?;
        let (mut hash, mut size) = (Sha256::new(), 0);
        let mut reading = Reading::new(CsvReader::new(MOST_BYTES));
        loop {
            let frame = tokio::time::timeout(PATIENCE, body.frame()).await;
            let late = |_| Problem::bad_request("the file did not come to its end");
            let frame = frame.map_err(|it| Problem { status: 408, ..late(it) })?;
            let Some(frame) = frame else { break };
            let frame = frame.map_err(|_| Problem::bad_request("the file broke off"))?;
            let Ok(bytes) = frame.into_data() else { continue };
            size += bytes.len() as u64;
            if size > MOST_FILE {
                let problem = Problem::bad_request("a file of entries has at most 256 MiB");
                return Err(Problem { status: 413, ..problem });
            }
            for byte in &bytes {
                reading.take(*byte).map_err(unreadable)?;
            }
            hash.update(&bytes);
            let written = tokio::task::spawn_blocking(move || {
                file.write_all(&bytes)?;
                Ok(file)
            });
            file = written.await.map_err(|_| Problem::internal())?.map_err(broken)?;
        }
        reading.end().map_err(unreadable)?;
        Ok(Self { file, sha256: hash.finalize().into(), rows: reading.rows })
    }

    /// Reads the rows from one on, so many at a time, while somebody takes them.
    pub(super) fn batches(self, from: u32, most: usize) -> mpsc::Receiver<Vec<Row>> {
        let (out, batches) = mpsc::channel(1);
        tokio::task::spawn_blocking(move || {
            if let Err(error) = self.send(from, most, &out) {
                tracing::error!(%error, "a file that was put aside cannot be read");
            }
        });
        batches
    }

    fn send(mut self, from: u32, most: usize, out: &mpsc::Sender<Vec<Row>>) -> std::io::Result<()> {
        self.file.rewind()?;
        let mut reading = Reading::new(CsvReader::new(MOST_BYTES));
        let mut batch = Vec::new();
        for byte in BufReader::new(&self.file).bytes() {
            // All of it was read before.
            let Ok(Some(row)) = reading.take(byte?) else { continue };
            if row.number >= from {
                batch.push(row);
            }
            if batch.len() == most && out.blocking_send(std::mem::take(&mut batch)).is_err() {
                return Ok(());
            }
        }
        batch.extend(reading.end().ok().flatten().filter(|row| row.number >= from));
        if !batch.is_empty() {
            let _gone = out.blocking_send(batch);
        }
        Ok(())
    }
}

fn unreadable(why: String) -> Problem {
    Problem { status: 422, ..Problem::bad_request(why) }
}

fn broken(error: std::io::Error) -> Problem {
    tracing::error!(%error, "a file of entries cannot be put aside");
    Problem::internal()
}

/// Opens a file beside the journal, or in the folder for temporary files if that is in a database, that has no name any
/// more, so that nothing of it is left whatever happens.
fn aside(journal: &Path) -> std::io::Result<File> {
    let mut path = match croupier_journal::is_database(journal) {
        // Of its own for each process: the folder belongs to everybody.
        true => std::env::temp_dir().join(format!("croupier-{}", std::process::id())),
        false => journal.to_owned(),
    }
    .into_os_string();
    path.push(".upload");
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(&path)?;
    // Where a file that is open keeps its name, the next one takes its place.
    let _kept = std::fs::remove_file(&path);
    Ok(file)
}

/// Where the cells of a row are that say who it is.
#[derive(Clone, Copy, Debug, Default)]
struct Columns {
    count: usize,
    person: Option<usize>,
    name: Option<usize>,
    details: Option<usize>,
}

impl Columns {
    /// Reads the header.
    fn of(header: &[String]) -> Result<Self, String> {
        let mut columns = Self { count: header.len(), ..Self::default() };
        for (at, cell) in header.iter().enumerate() {
            // Some programs put a mark before the first character.
            let column = match cell.trim_start_matches('\u{feff}').trim() {
                "person" => &mut columns.person,
                "name" => &mut columns.name,
                "details" => &mut columns.details,
                other => {
                    return Err(format!(
                        "the header has a column {other:?}; it has `person`, `name` and `details`"
                    ));
                }
            };
            if column.replace(at).is_some() {
                return Err("the header names a column twice".to_owned());
            }
        }
        match columns.person.or(columns.name) {
            Some(_) => Ok(columns),
            None => Err("the header names neither `person` nor `name`".to_owned()),
        }
    }

    /// Reads who a row is about.
    fn entrant(self, row: &[String]) -> Result<Entered, &'static str> {
        if row.len() > self.count {
            return Err("the row has more cells than the header");
        }
        let cell = |at: Option<usize>| {
            let text = at.and_then(|at| row.get(at)).map_or("", |cell| cell.trim());
            (!text.is_empty()).then_some(text)
        };
        match (cell(self.person), cell(self.name), cell(self.details)) {
            (Some(person), None, None) => Ok(Entered::Person(person.to_owned())),
            (None, Some(name), None) => Ok(Entered::Named(name.to_owned())),
            (None, Some(name), Some(details)) => Ok(Entered::Named(format!("{name}, {details}"))),
            (Some(_), _, Some(_)) => Err("details go with a name, and not with an account"),
            (Some(_), Some(_), None) => {
                Err("the row names an account and a name; it is about one of them")
            }
            (None, None, _) => Err("the row names nobody"),
        }
    }
}
