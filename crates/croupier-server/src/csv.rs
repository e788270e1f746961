//! Reads a table of comma-separated values (RFC 4180) as it comes, row by row: no more than one row is kept.

/// Why a table cannot be read any further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CsvFault {
    /// A row has more bytes than a row may have.
    TooLong,
    /// A row is no UTF-8.
    NotText,
    /// A quote stands where none can, or the last one is missing.
    Quote,
}

impl CsvFault {
    /// Says it in words.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::TooLong => "the row is too long",
            Self::NotText => "the row is not text in UTF-8",
            Self::Quote => "a quote in the row is not closed, or not doubled",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// At the beginning of a cell.
    Start,
    /// In a cell without quotes.
    Plain,
    /// In a cell with quotes.
    Quoted,
    /// Behind a quote in a cell with quotes: its end, or the first of two.
    AfterQuote,
}

/// A table, as far as it was read.
#[derive(Debug)]
pub(crate) struct CsvReader {
    most: usize,
    bytes: usize,
    cells: Vec<Vec<u8>>,
    at: At,
    begun: bool,
    return_waits: bool,
}

impl CsvReader {
    /// Begins a table whose rows have at most so many bytes.
    pub(crate) fn new(most: usize) -> Self {
        let cells = vec![Vec::new()];
        Self { most, bytes: 0, cells, at: At::Start, begun: false, return_waits: false }
    }

    /// Takes one byte; returns a row when it is whole.
    pub(crate) fn take(&mut self, byte: u8) -> Result<Option<Vec<String>>, CsvFault> {
        if byte == b'\n' && self.at != At::Quoted {
            self.return_waits = false;
            return self.end_row().map(Some);
        }
        if std::mem::take(&mut self.return_waits) {
            // A return that no new line follows is a character like any other.
            self.put(b'\r')?;
        }
        self.begun = true;
        if byte == b'\r' && self.at != At::Quoted {
            self.return_waits = true;
            return Ok(None);
        }
        match (self.at, byte) {
            (At::Start, b'"') => self.at = At::Quoted,
            (At::Quoted, b'"') => self.at = At::AfterQuote,
            (At::AfterQuote, b'"') => {
                self.put(b'"')?;
                self.at = At::Quoted;
            }
            (At::Start | At::Plain | At::AfterQuote, b',') => {
                self.count()?;
                self.cells.push(Vec::new());
                self.at = At::Start;
            }
            (At::AfterQuote, _) => return Err(CsvFault::Quote),
            (At::Plain, b'"') => return Err(CsvFault::Quote),
            (At::Start | At::Plain, byte) => {
                self.put(byte)?;
                self.at = At::Plain;
            }
            (At::Quoted, byte) => self.put(byte)?,
        }
        Ok(None)
    }

    /// Ends the table; returns the last row if no new line was behind it.
    pub(crate) fn end(&mut self) -> Result<Option<Vec<String>>, CsvFault> {
        if self.at == At::Quoted {
            return Err(CsvFault::Quote);
        }
        if self.begun { self.end_row().map(Some) } else { Ok(None) }
    }

    fn count(&mut self) -> Result<(), CsvFault> {
        self.bytes += 1;
        if self.bytes > self.most { Err(CsvFault::TooLong) } else { Ok(()) }
    }

    fn put(&mut self, byte: u8) -> Result<(), CsvFault> {
        if self.at == At::AfterQuote && byte != b'"' {
            return Err(CsvFault::Quote);
        }
        self.count()?;
        if let Some(cell) = self.cells.last_mut() {
            cell.push(byte);
        }
        Ok(())
    }

    fn end_row(&mut self) -> Result<Vec<String>, CsvFault> {
        let cells = std::mem::replace(&mut self.cells, vec![Vec::new()]);
        (self.bytes, self.at, self.begun) = (0, At::Start, false);
        let cells = cells.into_iter().map(|cell| String::from_utf8(cell).ok());
        cells.collect::<Option<Vec<_>>>().ok_or(CsvFault::NotText)
    }
}

#[cfg(test)]
mod tests {
    use super::{CsvFault, CsvReader};

    fn read(text: &[u8]) -> Result<Vec<Vec<String>>, CsvFault> {
        let mut reader = CsvReader::new(20);
        let mut rows = Vec::new();
        for byte in text {
            rows.extend(reader.take(*byte)?);
        }
        rows.extend(reader.end()?);
        Ok(rows)
    }

    fn check(text: &str, want: &[&[&str]]) {
        assert_eq!(read(text.as_bytes()).as_deref(), Ok(&*owned(want)), "{text:?}");
    }

    fn owned(rows: &[&[&str]]) -> Vec<Vec<String>> {
        rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect()
    }

    #[test]
    fn rows_come_as_they_were_written() {
        check("", &[]);
        check("a,b\nc,d\n", &[&["a", "b"], &["c", "d"]]);
        check("a,b\r\nc,d", &[&["a", "b"], &["c", "d"]]);
        check("a\n\n,\n", &[&["a"], &[""], &["", ""]]);
        check("\"a, b\",\"say \"\"x\"\"\"\n", &[&["a, b", "say \"x\""]]);
        check("\"two\nlines\",x\n", &[&["two\nlines", "x"]]);
        check("a\rb\n", &[&["a\rb"]]);
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        assert_eq!(read(b"\"a"), Err(CsvFault::Quote));
        assert_eq!(read(b"\"a\"b\n"), Err(CsvFault::Quote));
        assert_eq!(read(b"a\"b\n"), Err(CsvFault::Quote));
        assert_eq!(read(b"\xff\n"), Err(CsvFault::NotText));
        assert_eq!(read(&[b'a'; 21]), Err(CsvFault::TooLong));
        assert_eq!(read(&[b','; 21]), Err(CsvFault::TooLong));
        assert!(read(&[b'a'; 20]).is_ok());
    }
}
