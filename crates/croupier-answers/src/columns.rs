//! Tables for people, with columns as wide as they need to be.

use std::fmt::Write as _;

/// A table of text: columns as wide as they need to be, numbers to the right.
#[derive(Debug, Default)]
pub struct Columns {
    rows: Vec<Vec<String>>,
    right: Vec<usize>,
}

impl Columns {
    /// Starts a table with these headings.
    pub fn new(headings: &[&str], right: &[usize]) -> Self {
        let headings = headings.iter().map(|&heading| heading.to_owned()).collect();
        Self { rows: vec![headings], right: right.to_vec() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Tells whether there is nothing under the headings.
    pub fn is_empty(&self) -> bool {
        self.rows.len() <= 1
    }

    /// Writes the table, each line after `indent`.
    pub fn write(&self, indent: &str, out: &mut String) {
        self.write_from(0, indent, out);
    }

    /// Writes the table without its headings.
    pub fn write_rows(&self, indent: &str, out: &mut String) {
        self.write_from(1, indent, out);
    }

    fn write_from(&self, first: usize, indent: &str, out: &mut String) {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<_> = (0..columns).map(width).collect();
        for row in self.rows.iter().skip(first) {
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
