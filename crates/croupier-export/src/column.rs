//! The columns of a file, and the cells that go into them.

use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, TimeUnit, Type as Physical};
use parquet::errors::ParquetError;
use parquet::schema::types::Type;

/// One column of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name; no word that a query must put into quotes.
    pub name: &'static str,
    /// What it holds.
    pub holds: Holds,
    /// There may be nothing in it.
    pub optional: bool,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Whole numbers in any order.
    Number,
    /// Whole numbers that grow from row to row, or nearly so.
    Rising,
    /// Times, in microseconds since 1970, UTC.
    Time,
    /// Words for people or codes for programs.
    Text,
    /// Yes or no.
    Truth,
    /// Hashes, of 32 bytes.
    Hash,
}

impl Holds {
    /// Returns the word for it that docs/export.md has.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Number | Self::Rising => "int64",
            Self::Time => "timestamp",
            Self::Text => "string",
            Self::Truth => "boolean",
            Self::Hash => "32 bytes",
        }
    }

    const fn physical(self) -> Physical {
        match self {
            Self::Number | Self::Rising | Self::Time => Physical::INT64,
            Self::Text => Physical::BYTE_ARRAY,
            Self::Truth => Physical::BOOLEAN,
            Self::Hash => Physical::FIXED_LEN_BYTE_ARRAY,
        }
    }

    fn logical(self) -> Option<LogicalType> {
        match self {
            Self::Number | Self::Rising | Self::Truth | Self::Hash => None,
            Self::Time => Some(LogicalType::timestamp(true, TimeUnit::MICROS)),
            Self::Text => Some(LogicalType::String),
        }
    }
}

impl Column {
    const fn new(name: &'static str, holds: Holds) -> Self {
        Self { name, holds, optional: false }
    }

    /// Says that there may be nothing in the column.
    pub(crate) const fn optional(self) -> Self {
        Self { optional: true, ..self }
    }

    /// Returns the column as Parquet has it.
    pub(crate) fn parquet(&self) -> Result<Arc<Type>, ParquetError> {
        let repetition = if self.optional { Repetition::OPTIONAL } else { Repetition::REQUIRED };
        let column = Type::primitive_type_builder(self.name, self.holds.physical())
            .with_repetition(repetition)
            .with_logical_type(self.holds.logical())
            .with_length(if self.holds == Holds::Hash { 32 } else { -1 });
        column.build().map(Arc::new)
    }
}

pub(crate) const fn number(name: &'static str) -> Column {
    Column::new(name, Holds::Number)
}

pub(crate) const fn rising(name: &'static str) -> Column {
    Column::new(name, Holds::Rising)
}

/// A time; there is none where the journal has one that no calendar reaches.
pub(crate) const fn time(name: &'static str) -> Column {
    Column::new(name, Holds::Time).optional()
}

pub(crate) const fn text(name: &'static str) -> Column {
    Column::new(name, Holds::Text)
}

pub(crate) const fn truth(name: &'static str) -> Column {
    Column::new(name, Holds::Truth)
}

pub(crate) const fn hash(name: &'static str) -> Column {
    Column::new(name, Holds::Hash)
}

/// What goes into a column of one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell<'a> {
    Nothing,
    Number(i64),
    Text(&'a str),
    Truth(bool),
    Hash(&'a [u8; 32]),
}

/// The last context of the year 9999, in milliseconds since 1970: calendars end there.
const LAST: u64 = 253_402_300_799_999;

impl Cell<'_> {
    /// A time in milliseconds since 1970.
    pub(crate) fn time(milliseconds: u64) -> Self {
        match i64::try_from(milliseconds) {
            Ok(time) if milliseconds <= LAST => Self::Number(time * 1000),
            _ => Self::Nothing,
        }
    }

    /// A sum with its sign: money in cents, or a count.
    pub(crate) fn sum(sum: i128) -> Self {
        Self::Number(i64::try_from(sum).expect("no account holds that much"))
    }
}

impl From<u64> for Cell<'_> {
    fn from(number: u64) -> Self {
        Self::Number(i64::try_from(number).expect("journals and ledgers keep numbers below 2^63"))
    }
}

impl From<u32> for Cell<'_> {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<u8> for Cell<'_> {
    fn from(number: u8) -> Self {
        Self::Number(number.into())
    }
}

impl From<bool> for Cell<'_> {
    fn from(truth: bool) -> Self {
        Self::Truth(truth)
    }
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<'a, T: Into<Cell<'a>>> From<Option<T>> for Cell<'a> {
    fn from(cell: Option<T>) -> Self {
        cell.map_or(Self::Nothing, Into::into)
    }
}

#[cfg(test)]
mod tests {
    use super::Cell;

    #[test]
    fn times_end_with_the_calendar() {
        assert_eq!(Cell::time(1), Cell::Number(1000));
        assert_eq!(Cell::time(super::LAST), Cell::Number(253_402_300_799_999_000));
        assert_eq!(Cell::time(super::LAST + 1), Cell::Nothing);
        assert_eq!(Cell::time(u64::MAX), Cell::Nothing);
    }
}
