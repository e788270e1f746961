//! The rows of a table, or of an index that is one, in the order of their keys: SQLite's trees of pages.

use super::ReadError;
use super::pages::Pages;
use crate::row::{Columns, Value};
use crate::wal::PAGE;

/// So deep no tree of a file is that has not been tampered with.
const DEEPEST: usize = 20;

const INSIDE_INDEX: u8 = 2;
const INSIDE_TABLE: u8 = 5;
const LEAF_INDEX: u8 = 10;
const LEAF_TABLE: u8 = 13;

/// A row: its number, if it has one, and its fields as they lie in the file.
pub(super) struct Record {
    /// The number of the row, which stands in the place of a first field that is empty; `None` in a table without.
    number: Option<i64>,
    bytes: Vec<u8>,
    /// Of each field its type, and where it begins.
    fields: Vec<(u64, usize)>,
}

impl Record {
    fn new(number: Option<i64>, bytes: Vec<u8>) -> Result<Self, ReadError> {
        let (length, mut at) = varint(&bytes, 0).ok_or_else(malformed)?;
        let header = usize::try_from(length).map_err(|_| malformed())?;
        let (mut begins, mut fields) = (header, Vec::new());
        while at < header {
            let (kind, next) = varint(&bytes, at).ok_or_else(malformed)?;
            let size = match kind {
                0 | 8 | 9 => 0,
                1..=4 => kind as usize,
                5 => 6,
                6 | 7 => 8,
                10 | 11 => return Err(malformed()),
                _ => usize::try_from((kind - 12) / 2).map_err(|_| malformed())?,
            };
            fields.push((kind, begins));
            begins =
                begins.checked_add(size).filter(|end| *end <= bytes.len()).ok_or_else(malformed)?;
            at = next;
        }
        Ok(Self { number, bytes, fields })
    }
}

impl Columns for Record {
    fn value(&self, column: usize) -> Value<'_> {
        let Some(&(kind, at)) = self.fields.get(column) else { return Value::Other };
        if let (0, 0, Some(number)) = (column, kind, self.number) {
            return Value::Integer(number);
        }
        let integer = |size: usize| {
            let negative = self.bytes[at] & 0x80 != 0;
            let begin = if negative { -1_i64 } else { 0 };
            let word = self.bytes[at..at + size]
                .iter()
                .fold(begin, |word, byte| word << 8 | i64::from(*byte));
            Value::Integer(word)
        };
        match kind {
            1..=4 => integer(kind as usize),
            5 => integer(6),
            6 => integer(8),
            8 => Value::Integer(0),
            9 => Value::Integer(1),
            0 | 7 => Value::Other,
            _ => {
                let bytes = &self.bytes[at..at + ((kind - 12) / 2) as usize];
                if kind % 2 == 0 { Value::Blob(bytes) } else { Value::Text(bytes) }
            }
        }
    }
}

/// The rows of a tree, one after the other.
pub(super) struct Rows<'a> {
    pages: &'a Pages,
    /// The pages from the root down, each with the place of what comes next in it.
    way: Vec<(u32, usize)>,
    /// How many pages may still be visited: no page is part of a tree twice.
    left: usize,
}

impl<'a> Rows<'a> {
    /// The rows of the tree with its root at a page.
    pub(super) fn new(pages: &'a Pages, root: u32) -> Self {
        Self { pages, way: vec![(root, 0)], left: pages.most() }
    }

    /// The rows of a table with numbers from a number on.
    ///
    /// # Errors
    ///
    /// The file is not whole.
    pub(super) fn from_number(pages: &'a Pages, root: u32, number: i64) -> Result<Self, ReadError> {
        let mut rows = Self { pages, way: Vec::new(), left: pages.most() };
        let mut page = root;
        loop {
            if rows.way.len() == DEEPEST {
                return Err(malformed());
            }
            let cells = Cells::of(pages, page)?;
            // The first cell whose number is not below the one that is wanted.
            let (mut low, mut high) = (0, cells.count);
            while low < high {
                let middle = usize::midpoint(low, high);
                if cells.number(middle)? < number { low = middle + 1 } else { high = middle }
            }
            match cells.kind {
                LEAF_TABLE => {
                    rows.way.push((page, low));
                    return Ok(rows);
                }
                INSIDE_TABLE => {
                    rows.way.push((page, low + 1));
                    page = cells.child(low)?;
                }
                _ => return Err(malformed()),
            }
        }
    }

    /// The next row; `None` at the end.
    ///
    /// # Errors
    ///
    /// The file is not whole.
    pub(super) fn next(&mut self) -> Result<Option<Record>, ReadError> {
        loop {
            let depth = self.way.len();
            let Some((page, at)) = self.way.last_mut() else { return Ok(None) };
            let cells = Cells::of(self.pages, *page)?;
            let here = *at;
            *at += 1;
            match cells.kind {
                LEAF_TABLE | LEAF_INDEX if here < cells.count => {
                    return cells.record(here).map(Some);
                }
                INSIDE_TABLE if here <= cells.count => {
                    let child = cells.child(here)?;
                    self.descend(child, depth)?;
                }
                // In an index the rows of the pages inside come between those of the leaves below them.
                INSIDE_INDEX if here <= 2 * cells.count => {
                    if here % 2 == 1 {
                        return cells.record(here / 2).map(Some);
                    }
                    let child = cells.child(here / 2)?;
                    self.descend(child, depth)?;
                }
                LEAF_TABLE | LEAF_INDEX | INSIDE_TABLE | INSIDE_INDEX => drop(self.way.pop()),
                _ => return Err(malformed()),
            }
        }
    }

    fn descend(&mut self, child: u32, depth: usize) -> Result<(), ReadError> {
        self.left = self.left.checked_sub(1).filter(|_| depth < DEEPEST).ok_or_else(malformed)?;
        self.way.push((child, 0));
        Ok(())
    }
}

/// A page of a tree, and the cells in it.
struct Cells<'a> {
    pages: &'a Pages,
    page: &'a [u8],
    kind: u8,
    count: usize,
    /// Where the list of cells begins.
    list: usize,
    /// Where the header of the page begins: the first page has that of the file before.
    header: usize,
}

impl<'a> Cells<'a> {
    fn of(pages: &'a Pages, number: u32) -> Result<Self, ReadError> {
        let page = pages.page(number)?;
        let header = if number == 1 { 100 } else { 0 };
        let kind = page[header];
        let list = header + if matches!(kind, INSIDE_TABLE | INSIDE_INDEX) { 12 } else { 8 };
        let count = usize::from(short(page, header + 3));
        if list + 2 * count > page.len() {
            return Err(malformed());
        }
        Ok(Self { pages, page, kind, count, list, header })
    }

    /// Where a cell begins.
    fn cell(&self, at: usize) -> usize {
        usize::from(short(self.page, self.list + 2 * at))
    }

    /// The page below before a cell; after the last one, the one at the right.
    fn child(&self, at: usize) -> Result<u32, ReadError> {
        let place = if at < self.count { self.cell(at) } else { self.header + 8 };
        word(self.page, place).ok_or_else(malformed)
    }

    /// The number of the row of a cell, or in a page inside the highest number below it.
    fn number(&self, at: usize) -> Result<i64, ReadError> {
        let place = match self.kind {
            INSIDE_TABLE => self.cell(at) + 4,
            LEAF_TABLE => varint(self.page, self.cell(at)).ok_or_else(malformed)?.1,
            _ => return Err(malformed()),
        };
        Ok(varint(self.page, place).ok_or_else(malformed)?.0.cast_signed())
    }

    /// The row of a cell, gathered from the pages that it runs over to.
    fn record(&self, at: usize) -> Result<Record, ReadError> {
        let table = self.kind == LEAF_TABLE;
        let begins = self.cell(at) + if self.kind == INSIDE_INDEX { 4 } else { 0 };
        let (length, mut place) = varint(self.page, begins).ok_or_else(malformed)?;
        let length = usize::try_from(length).map_err(|_| malformed())?;
        if length / PAGE > self.pages.most() {
            return Err(malformed());
        }
        let mut number = None;
        if table {
            let (found, after) = varint(self.page, place).ok_or_else(malformed)?;
            (number, place) = (Some(found.cast_signed()), after);
        }
        let here = kept_here(length, table);
        let own = self.page.get(place..place + here).ok_or_else(malformed)?;
        let mut bytes = own.to_vec();
        let mut next =
            if here < length { word(self.page, place + here).ok_or_else(malformed)? } else { 0 };
        while bytes.len() < length {
            let page = self.pages.page(next)?;
            let part = (length - bytes.len()).min(PAGE - 4);
            bytes.extend_from_slice(&page[4..4 + part]);
            next = word(page, 0).ok_or_else(malformed)?;
        }
        Record::new(number, bytes)
    }
}

/// How many bytes of a row stand in its own page; the rest is in pages that it runs over to.
fn kept_here(length: usize, table: bool) -> usize {
    let most = if table { PAGE - 35 } else { (PAGE - 12) * 64 / 255 - 23 };
    if length <= most {
        return length;
    }
    let least = (PAGE - 12) * 32 / 255 - 23;
    let some = least + (length - least) % (PAGE - 4);
    if some <= most { some } else { least }
}

/// A number of one to nine bytes, and where it ends.
fn varint(bytes: &[u8], at: usize) -> Option<(u64, usize)> {
    let mut number = 0;
    for place in 0..8 {
        let byte = *bytes.get(at + place)?;
        number = number << 7 | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return Some((number, at + place + 1));
        }
    }
    Some((number << 8 | u64::from(*bytes.get(at + 8)?), at + 9))
}

fn short(bytes: &[u8], at: usize) -> u16 {
    u16::from_be_bytes([bytes[at], bytes[at + 1]])
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 4).and_then(|word| word.try_into().ok()).map(u32::from_be_bytes)
}

fn malformed() -> ReadError {
    ReadError("database disk image is malformed".to_owned())
}
