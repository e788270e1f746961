//! Reads JSON from one line of text, strictly, and says what is wrong and where.
//!
//! A general library would build a tree or stop at "invalid type"; a sheet is read straight into
//! the engine's inputs, whole numbers of any length are seen as such, and every fault carries the
//! path of fields that leads to it.

use std::borrow::Cow;
use std::fmt;

/// What is wrong with a line, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    path: Vec<Cow<'static, str>>,
    column: Option<usize>,
    what: String,
}

impl Fault {
    /// Says what is wrong.
    pub fn new(what: impl Into<String>) -> Self {
        Self { path: Vec::new(), column: None, what: what.into() }
    }

    /// Adds the field in which it was found.
    pub fn within(mut self, field: impl Into<Cow<'static, str>>) -> Self {
        self.path.push(field.into());
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, field) in self.path.iter().rev().enumerate() {
            write!(f, "{}{field}", if at == 0 { "" } else { "." })?;
        }
        write!(f, "{}{}", if self.path.is_empty() { "" } else { ": " }, self.what)?;
        match self.column {
            Some(column) => write!(f, " (column {column})"),
            None => Ok(()),
        }
    }
}

/// The result of reading.
pub(crate) type Read<T> = Result<T, Fault>;

/// Values nested deeper than this are not read: no sheet needs them.
const DEEPEST: u32 = 64;

/// A cursor over the text of one line.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Reads to the end, where nothing but blanks may follow.
    pub(crate) fn end(&mut self) -> Read<()> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.fault("more text after the end")),
        }
    }

    pub(crate) fn fault(&self, what: impl Into<String>) -> Fault {
        // Columns are counted in characters; `at` always lies between two of them.
        let column = self.text[..self.at].chars().count() + 1;
        Fault { column: Some(column), ..Fault::new(what) }
    }

    /// Passes blanks and returns the next byte without taking it.
    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            if !matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
                return Some(byte);
            }
            self.at += 1;
        }
        None
    }

    fn take(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        self.at += usize::from(there);
        there
    }

    fn expected(&mut self, what: &str) -> Fault {
        let found = match self.peek() {
            None => "the end of the line".to_owned(),
            Some(b'"') => match self.clone().text_value() {
                Ok(text) => format!("text {text:?}"),
                Err(fault) => return fault,
            },
            Some(b'{') => "an object".to_owned(),
            Some(b'[') => "a list".to_owned(),
            Some(_) => {
                let word = self.text[self.at..].split([' ', ',', '}', ']', ':', '"', '\t']).next();
                let word: String = word.unwrap_or_default().chars().take(40).collect();
                if word.is_empty() { self.text[self.at..].chars().take(1).collect() } else { word }
            }
        };
        self.fault(format!("expected {what}, found {found}"))
    }

    /// Reads an object, handing each key to `field`, which must read the value.
    pub(crate) fn object(
        &mut self,
        what: &str,
        mut field: impl FnMut(&mut Self, Cow<'a, str>) -> Read<()>,
    ) -> Read<()> {
        if !self.take(b'{') {
            return Err(self.expected(what));
        }
        if self.take(b'}') {
            return Ok(());
        }
        loop {
            if self.peek() != Some(b'"') {
                return Err(self.expected("a field name in quotes"));
            }
            let key = self.text_value()?;
            if !self.take(b':') {
                return Err(self.expected("a colon"));
            }
            field(self, key)?;
            if self.take(b',') {
                continue;
            }
            return if self.take(b'}') { Ok(()) } else { Err(self.expected("a comma or }")) };
        }
    }

    /// Reads a list, calling `item` for each value with its place.
    pub(crate) fn list(
        &mut self,
        what: &str,
        mut item: impl FnMut(&mut Self, usize) -> Read<()>,
    ) -> Read<()> {
        if !self.take(b'[') {
            return Err(self.expected(what));
        }
        if self.take(b']') {
            return Ok(());
        }
        for place in 0.. {
            item(self, place)?;
            if self.take(b',') {
                continue;
            }
            return if self.take(b']') { Ok(()) } else { Err(self.expected("a comma or ]")) };
        }
        Ok(())
    }

    /// Reads a text.
    pub(crate) fn text(&mut self) -> Read<Cow<'a, str>> {
        match self.peek() {
            Some(b'"') => self.text_value(),
            _ => Err(self.expected("text in quotes")),
        }
    }

    /// Reads `true` or `false`.
    pub(crate) fn truth(&mut self) -> Read<bool> {
        if self.word("true") {
            Ok(true)
        } else if self.word("false") {
            Ok(false)
        } else {
            Err(self.expected("true or false"))
        }
    }

    /// Reads a whole number; one beyond the range becomes the nearest end of it.
    pub(crate) fn whole(&mut self) -> Read<i64> {
        let start = self.peek().map(|_| self.at);
        let Some(number) = self.number()? else {
            return Err(self.expected("a whole number"));
        };
        if number.contains(['.', 'e', 'E']) {
            self.at = start.unwrap_or(self.at);
            return Err(self.expected("a whole number"));
        }
        Ok(number.parse().unwrap_or(if number.starts_with('-') { i64::MIN } else { i64::MAX }))
    }

    /// Reads a number that is small wherever it means anything: an area, a face, a count.
    pub(crate) fn small(&mut self) -> Read<u8> {
        Ok(u8::try_from(self.whole()?).unwrap_or(u8::MAX))
    }

    /// Takes a `null` if there is one.
    pub(crate) fn null(&mut self) -> bool {
        self.word("null")
    }

    /// Tells whether an object or a list or text comes next, by its first byte.
    pub(crate) fn next_is(&mut self, byte: u8) -> bool {
        self.peek() == Some(byte)
    }

    /// Reads any value and returns its text.
    pub(crate) fn raw(&mut self) -> Read<&'a str> {
        self.peek();
        let start = self.at;
        self.skip(0)?;
        Ok(&self.text[start..self.at])
    }

    fn skip(&mut self, depth: u32) -> Read<()> {
        if depth > DEEPEST {
            return Err(self.fault("nested too deeply"));
        }
        match self.peek() {
            Some(b'"') => self.text_value().map(|_| ()),
            Some(b'{') => self.object("an object", |reader, _| reader.skip(depth + 1)),
            Some(b'[') => self.list("a list", |reader, _| reader.skip(depth + 1)),
            Some(b't') if self.word("true") => Ok(()),
            Some(b'f') if self.word("false") => Ok(()),
            Some(b'n') if self.null() => Ok(()),
            _ => match self.number()? {
                Some(_) => Ok(()),
                None => Err(self.expected("a value")),
            },
        }
    }

    fn word(&mut self, word: &str) -> bool {
        self.peek();
        let rest = &self.text.as_bytes()[self.at..];
        let there = rest.starts_with(word.as_bytes())
            && !rest.get(word.len()).is_some_and(u8::is_ascii_alphanumeric);
        self.at += if there { word.len() } else { 0 };
        there
    }

    /// Takes a number as it is written; `None` if there is none.
    fn number(&mut self) -> Read<Option<&'a str>> {
        if !matches!(self.peek(), Some(b'-' | b'0'..=b'9')) {
            return Ok(None);
        }
        let start = self.at;
        self.at += usize::from(self.text.as_bytes()[start] == b'-');
        let lead = self.at;
        let whole = self.digits();
        let leading_zero = whole > 1 && self.text.as_bytes()[lead] == b'0';
        let mut wrong = whole == 0 || leading_zero;
        if self.byte() == Some(b'.') {
            self.at += 1;
            wrong |= self.digits() == 0;
        }
        if let Some(b'e' | b'E') = self.byte() {
            self.at += 1;
            self.at += usize::from(matches!(self.byte(), Some(b'+' | b'-')));
            wrong |= self.digits() == 0;
        }
        if wrong {
            let text = self.text[start..self.at].chars().take(40).collect::<String>();
            self.at = start;
            return Err(self.fault(format!("{text} is not a number")));
        }
        Ok(Some(&self.text[start..self.at]))
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while matches!(self.byte(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        self.at - start
    }

    /// Reads a text; the cursor stands on its opening quote.
    fn text_value(&mut self) -> Read<Cow<'a, str>> {
        self.at += 1;
        let start = self.at;
        loop {
            match self.byte() {
                Some(b'"') => {
                    let text = &self.text[start..self.at];
                    self.at += 1;
                    return Ok(Cow::Borrowed(text));
                }
                Some(b'\\') => return self.escaped_text(start).map(Cow::Owned),
                Some(0..=0x1f) => return Err(self.fault("a control character in text")),
                Some(_) => self.at += 1,
                None => return Err(self.fault("text without an end")),
            }
        }
    }

    /// Goes on with a text that has escapes in it.
    fn escaped_text(&mut self, start: usize) -> Read<String> {
        let mut text = self.text[start..self.at].to_owned();
        let mut plain = self.at;
        loop {
            match self.byte() {
                Some(b'"') => {
                    text.push_str(&self.text[plain..self.at]);
                    self.at += 1;
                    return Ok(text);
                }
                Some(b'\\') => {
                    text.push_str(&self.text[plain..self.at]);
                    text.push(self.escape()?);
                    plain = self.at;
                }
                Some(0..=0x1f) => return Err(self.fault("a control character in text")),
                Some(_) => self.at += 1,
                None => return Err(self.fault("text without an end")),
            }
        }
    }

    fn escape(&mut self) -> Read<char> {
        let simple = match self.text.as_bytes().get(self.at + 1) {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode_escape(),
            _ => return Err(self.fault("an unknown escape in text")),
        };
        self.at += 2;
        Ok(simple)
    }

    fn unicode_escape(&mut self) -> Read<char> {
        let start = self.at;
        self.one_or_two_units().ok_or_else(|| {
            self.at = start;
            self.fault("a broken \\u escape in text")
        })
    }

    /// Reads one escape, or the two that make a character beyond the first plane.
    fn one_or_two_units(&mut self) -> Option<char> {
        let high = self.code_unit()?;
        if !(0xd800..0xdc00).contains(&high) {
            return char::from_u32(high);
        }
        let low = self.code_unit().filter(|low| (0xdc00..0xe000).contains(low))?;
        char::from_u32(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00))
    }

    fn code_unit(&mut self) -> Option<u32> {
        let digits = self.text.as_bytes().get(self.at..self.at + 6)?;
        let hex = digits.strip_prefix(b"\\u")?;
        let mut unit = 0;
        for &digit in hex {
            unit = unit * 16 + char::from(digit).to_digit(16)?;
        }
        self.at += 6;
        Some(unit)
    }
}

/// Any JSON value, for comparing answers. Numbers are kept as they were written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Value {
    Null,
    Truth(bool),
    Number(String),
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

impl Value {
    /// Reads a value.
    ///
    /// # Errors
    /// When the text is not JSON.
    pub fn read(text: &str) -> Result<Self, Fault> {
        let mut reader = Reader::new(text);
        let value = Self::from_reader(&mut reader, 0)?;
        reader.end()?;
        Ok(value)
    }

    fn from_reader(reader: &mut Reader<'_>, depth: u32) -> Read<Self> {
        if depth > DEEPEST {
            return Err(reader.fault("nested too deeply"));
        }
        Ok(match reader.peek() {
            Some(b'"') => Self::Text(reader.text()?.into_owned()),
            Some(b'[') => {
                let mut items = Vec::new();
                reader.list("a list", |reader, _| {
                    items.push(Self::from_reader(reader, depth + 1)?);
                    Ok(())
                })?;
                Self::List(items)
            }
            Some(b'{') => {
                let mut fields = Vec::new();
                reader.object("an object", |reader, key| {
                    fields.push((key.into_owned(), Self::from_reader(reader, depth + 1)?));
                    Ok(())
                })?;
                Self::Object(fields)
            }
            Some(b't' | b'f') => Self::Truth(reader.truth()?),
            Some(b'n') if reader.null() => Self::Null,
            _ => match reader.number()? {
                Some(number) => Self::Number(number.to_owned()),
                None => return Err(reader.expected("a value")),
            },
        })
    }

    /// Returns a field of an object.
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Object(fields) => fields.iter().find(|(name, _)| name == key).map(|(_, v)| v),
            _ => None,
        }
    }

    /// Returns the items of a list; none for anything else.
    pub fn items(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    /// Returns a text.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}
