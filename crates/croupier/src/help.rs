//! What all words of the command share: how they fail, and how they print.

use std::fmt::Write as _;
use std::io;
use std::process::ExitCode;

/// Whether all of the input was right; an error when the command could not run.
pub(crate) type Done = Result<bool, Failure>;

/// The command could not do what it was asked for.
#[derive(Debug)]
pub(crate) struct Failure {
    what: String,
    hint: Option<String>,
    status: u8,
}

impl Failure {
    /// The world failed: a disk, a pipe.
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), hint: None, status: 2 }
    }

    /// What was asked for does not exist.
    pub(crate) fn input(what: impl Into<String>) -> Self {
        Self { status: 1, ..Self::new(what) }
    }

    /// Adds a way forward.
    pub(crate) fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }

    /// Tells the person at the terminal.
    pub(crate) fn report(self) -> ExitCode {
        let mut text = format!("error: {}\n", self.what);
        if let Some(hint) = self.hint {
            let _ = writeln!(text, "\nhint: {hint}");
        }
        eprint!("{text}");
        ExitCode::from(self.status)
    }
}

/// Turns a failed write into the end of the command: a reader that has gone is no failure.
pub(crate) fn written(result: io::Result<()>, to: &str) -> Result<(), Failure> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => Err(Failure::new(format!("cannot write to {to}: {error}"))),
        Ok(()) => Ok(()),
    }
}

/// A table of text: columns as wide as they need to be, numbers to the right.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    rows: Vec<Vec<String>>,
    right: Vec<usize>,
}

impl Columns {
    /// Starts a table with these headings.
    pub(crate) fn new(headings: &[&str], right: &[usize]) -> Self {
        let headings = headings.iter().map(|&heading| heading.to_owned()).collect();
        Self { rows: vec![headings], right: right.to_vec() }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Tells whether there is nothing under the headings.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.len() <= 1
    }

    /// Writes the table, each line after `indent`.
    pub(crate) fn write(&self, indent: &str, out: &mut String) {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<_> = (0..columns).map(width).collect();
        for row in &self.rows {
            let mut line = indent.to_owned();
            for (column, cell) in row.iter().enumerate() {
                let pad = " ".repeat(widths[column] - cell.chars().count());
                let gap = if column == 0 { "" } else { "  " };
                let (before, after) =
                    if self.right.contains(&column) { (&*pad, "") } else { ("", &*pad) };
                let _ = write!(line, "{gap}{before}{cell}{after}");
            }
            let _ = writeln!(out, "{}", line.trim_end());
        }
    }
}
