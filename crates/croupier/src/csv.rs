//! How the command writes comma-separated values.

/// Rows of one table.
pub(crate) struct Rows(csv::Writer<Vec<u8>>);

impl Rows {
    /// Rows that end as most programs end their lines.
    pub(crate) fn new() -> Self {
        Self::ending(csv::Terminator::Any(b'\n'))
    }

    /// Rows that end as spreadsheets do, by RFC 4180.
    pub(crate) fn for_spreadsheets() -> Self {
        Self::ending(csv::Terminator::CRLF)
    }

    fn ending(end: csv::Terminator) -> Self {
        Self(csv::WriterBuilder::new().terminator(end).flexible(true).from_writer(Vec::new()))
    }

    /// Writes a row; cells are quoted where they must be.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = impl AsRef<[u8]>>) {
        self.0.write_record(cells).expect("memory takes all bytes, and rows may differ in length");
    }

    /// Returns the text of all rows.
    pub(crate) fn text(self) -> String {
        let bytes = self.0.into_inner().expect("memory takes all bytes");
        String::from_utf8(bytes).expect("cells are texts")
    }
}
