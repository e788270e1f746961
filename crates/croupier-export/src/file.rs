//! One Parquet file: rows gather in columns, and go to the disk a block at a time.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::{Compression, Encoding};
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, FixedLenByteArray, FixedLenByteArrayType, Int64Type,
};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{ColumnPath, Type};

use crate::Error;
use crate::column::{Cell, Column, Holds};
use crate::sheets::Schema;

/// How many rows make a block.
pub(crate) const BLOCK: usize = 65_536;

/// A file that is being written, under a name that says so.
pub(crate) struct File {
    path: PathBuf,
    writer: SerializedFileWriter<fs::File>,
    columns: Vec<Gathered>,
    /// The rows that are not on the disk yet.
    waiting: usize,
    /// How many rows were written, those that wait included.
    rows: u64,
}

impl File {
    /// Begins a file.
    pub(crate) fn create(path: &Path, schema: &Schema) -> Result<Self, Error> {
        let failed = |error: ParquetError| Error::write(path, error);
        let columns = schema.columns.iter().map(Column::parquet).collect::<Result<_, _>>();
        let root = Type::group_type_builder(schema.name).with_fields(columns.map_err(failed)?);
        let root = Arc::new(root.build().map_err(failed)?);
        let disk = fs::File::create(path).map_err(|error| Error::write(path, error))?;
        let writer = SerializedFileWriter::new(disk, root, Arc::new(properties(schema)));
        let columns = schema.columns.iter().map(Gathered::new).collect();
        let writer = writer.map_err(failed)?;
        Ok(Self { path: path.to_owned(), writer, columns, waiting: 0, rows: 0 })
    }

    /// Adds a row: a cell for each column.
    pub(crate) fn row(&mut self, cells: &[Cell<'_>]) -> Result<(), Error> {
        assert_eq!(cells.len(), self.columns.len(), "{}: a cell a column", self.path.display());
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            column.push(*cell);
        }
        (self.waiting, self.rows) = (self.waiting + 1, self.rows + 1);
        if self.waiting == BLOCK { self.flush() } else { Ok(()) }
    }

    /// Ends the file: it is whole, and on the disk. Returns how many rows it has, and how many bytes.
    pub(crate) fn finish(mut self, facts: &[(&str, String)]) -> Result<(u64, u64), Error> {
        self.flush()?;
        for (name, value) in facts {
            let fact = KeyValue::new(format!("croupier.{name}"), value.clone());
            self.writer.append_key_value_metadata(fact);
        }
        self.writer.finish().map_err(|error| Error::write(&self.path, error))?;
        let disk = self.writer.inner();
        let size = disk.sync_all().and_then(|()| disk.metadata()).map(|metadata| metadata.len());
        Ok((self.rows, size.map_err(|error| Error::write(&self.path, error))?))
    }

    /// Writes a block.
    fn flush(&mut self) -> Result<(), Error> {
        if std::mem::take(&mut self.waiting) == 0 {
            return Ok(());
        }
        let (path, columns) = (&self.path, &mut self.columns);
        let mut write = || {
            let mut block = self.writer.next_row_group()?;
            for column in columns.iter_mut() {
                let mut writer = block.next_column()?.expect("a writer for each column");
                column.write(&mut writer)?;
                writer.close()?;
            }
            block.close().map(drop)
        };
        write().map_err(|error: ParquetError| Error::write(path, error))
    }
}

fn properties(schema: &Schema) -> WriterProperties {
    let mut properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by(format!("croupier {}", env!("CARGO_PKG_VERSION")));
    for column in schema.columns {
        let path = || ColumnPath::from(column.name);
        // Numbers that hardly repeat are kept by how far they are apart.
        if matches!(column.holds, Holds::Rising | Holds::Time) {
            properties = properties
                .set_column_dictionary_enabled(path(), false)
                .set_column_encoding(path(), Encoding::DELTA_BINARY_PACKED);
        } else if column.holds == Holds::Hash {
            properties = properties.set_column_dictionary_enabled(path(), false);
        }
    }
    properties.build()
}

/// What a column has gathered since the last block.
struct Gathered {
    column: Column,
    values: Values,
    /// 1 where there is something, 0 where there is nothing.
    there: Vec<i16>,
}

enum Values {
    Numbers(Vec<i64>),
    Texts(Texts),
    Truths(Vec<bool>),
    Hashes(Vec<FixedLenByteArray>),
}

/// Texts, each kept once.
#[derive(Default)]
struct Texts {
    known: HashMap<Box<str>, u32>,
    all: Vec<ByteArray>,
    rows: Vec<u32>,
}

impl Texts {
    fn push(&mut self, text: &str) {
        let at = self.known.get(text).copied().unwrap_or_else(|| {
            let at = self.all.len() as u32;
            self.known.insert(text.into(), at);
            self.all.push(text.into());
            at
        });
        self.rows.push(at);
    }
}

impl Gathered {
    fn new(column: &Column) -> Self {
        let values = match column.holds {
            Holds::Number | Holds::Rising | Holds::Time => Values::Numbers(Vec::new()),
            Holds::Text => Values::Texts(Texts::default()),
            Holds::Truth => Values::Truths(Vec::new()),
            Holds::Hash => Values::Hashes(Vec::new()),
        };
        Self { column: *column, values, there: Vec::new() }
    }

    fn push(&mut self, cell: Cell<'_>) {
        match (&mut self.values, cell) {
            (Values::Numbers(numbers), Cell::Number(number)) => numbers.push(number),
            (Values::Texts(texts), Cell::Text(text)) => texts.push(text),
            (Values::Truths(truths), Cell::Truth(truth)) => truths.push(truth),
            (Values::Hashes(hashes), Cell::Hash(hash)) => {
                hashes.push(FixedLenByteArray::from(hash.to_vec()));
            }
            (_, Cell::Nothing) if self.column.optional => {}
            (_, cell) => panic!("{cell:?} is not for the column {}", self.column.name),
        }
        if self.column.optional {
            self.there.push(i16::from(cell != Cell::Nothing));
        }
    }

    fn write(&mut self, writer: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let there = self.column.optional.then_some(&*self.there);
        match &mut self.values {
            Values::Numbers(numbers) => {
                writer.typed::<Int64Type>().write_batch(numbers, there, None)?;
                numbers.clear();
            }
            Values::Texts(texts) => {
                let Texts { all, rows, .. } = std::mem::take(texts);
                let values: Vec<_> = rows.iter().map(|&at| all[at as usize].clone()).collect();
                writer.typed::<ByteArrayType>().write_batch(&values, there, None)?;
            }
            Values::Truths(truths) => {
                writer.typed::<BoolType>().write_batch(truths, there, None)?;
                truths.clear();
            }
            Values::Hashes(hashes) => {
                writer.typed::<FixedLenByteArrayType>().write_batch(hashes, there, None)?;
                hashes.clear();
            }
        }
        self.there.clear();
        Ok(())
    }
}
