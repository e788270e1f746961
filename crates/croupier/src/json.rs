//! How the command writes JSON: exact decimals, and a line for each row of a table.

use std::fmt::{self, Display};
use std::io;

use serde::{Serialize, Serializer};
use serde_json::ser::Formatter;
use serde_json::value::RawValue;

/// Writes one document, with a line for each object of an outermost list.
pub(crate) fn document(value: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    let mut to = serde_json::Serializer::with_formatter(&mut bytes, Rows::default());
    value
        .serialize(&mut to)
        .expect("our documents have texts for keys, and memory takes all bytes");
    String::from_utf8(bytes).expect("serde_json writes UTF-8")
}

/// A number with so many decimal places, shown alike on every machine; `null` where it is not finite.
#[derive(Clone, Copy)]
pub(crate) struct Decimal<const PLACES: usize>(pub(crate) f64);

impl<const PLACES: usize> Serialize for Decimal<PLACES> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if !self.0.is_finite() {
            return to.serialize_none();
        }
        let digits = RawValue::from_string(format!("{:.PLACES$}", self.0));
        digits.map_err(serde::ser::Error::custom)?.serialize(to)
    }
}

/// What is written as the text in which it is shown, such as a fraction.
pub(crate) struct Shown<T>(pub(crate) T);

impl<T: Display> Serialize for Shown<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}

impl<T: Display> Display for Shown<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An object whose fields are known when it is written, in their order.
pub(crate) struct Fields<K, V>(pub(crate) Vec<(K, V)>);

impl<K: Serialize, V: Serialize> Serialize for Fields<K, V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// Lays out a document: the objects of an outermost list stand on lines of their own.
#[derive(Default)]
struct Rows {
    /// How many lists are open.
    lists: usize,
    /// How many objects are open within the outermost list.
    objects: usize,
}

impl Formatter for Rows {
    fn begin_array<W: ?Sized + io::Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.lists += 1;
        to.write_all(b"[")
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.lists -= 1;
        to.write_all(b"]")
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, to: &mut W) -> io::Result<()> {
        if self.lists == 1 && self.objects == 0 {
            to.write_all(b"\n")?;
        }
        self.objects += usize::from(self.lists > 0);
        to.write_all(b"{")
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.objects -= usize::from(self.lists > 0);
        to.write_all(b"}")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Decimal, Fields, Shown, document};

    #[test]
    fn rows_stand_on_lines() {
        let value = json!({ "a": [{ "b": { "c": 1 }, "d": [{}] }, { "b": 2 }], "e": [1, 2] });
        let want = "{\"a\":[\n{\"b\":{\"c\":1},\"d\":[{}]},\n{\"b\":2}],\"e\":[1,2]}";
        assert_eq!(document(&value), want);
    }

    #[test]
    fn decimals_keep_their_places() {
        let fields = [("half", Decimal::<3>(0.5)), ("none", Decimal(f64::NAN))];
        assert_eq!(document(&Fields(fields.into())), r#"{"half":0.500,"none":null}"#);
        assert_eq!(document(&Fields(vec![(Shown(7), Shown(1.5))])), r#"{"7":"1.5"}"#);
    }
}
