//! A report for programs: one object; money in cents, times in milliseconds since 1970.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{Cell, Part, Report};

impl Report {
    /// Writes the report for programs.
    pub fn json(&self) -> String {
        let mut text = serde_json::to_string(self).expect("a report has nothing that JSON has not");
        text.push('\n');
        text
    }
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.parts.len() + 4))?;
        map.serialize_entry("report", &self.title)?;
        map.serialize_entry("sound", &self.is_sound)?;
        let facts = self.facts.iter().map(|(name, cell)| (*name, cell)).collect();
        map.serialize_entry("facts", &Fields(facts))?;
        for part in &self.parts {
            map.serialize_entry(&key(part.name), &Rows(part))?;
        }
        map.serialize_entry("remarks", &self.remarks)?;
        map.end()
    }
}

/// The rows of a part, each an object with a field for each column.
struct Rows<'a>(&'a Part);

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Part { headings, rows, .. } = self.0;
        to.collect_seq(rows.iter().map(|row| Fields(headings.iter().copied().zip(row).collect())))
    }
}

/// Cells by what they are called.
struct Fields<'a>(Vec<(&'a str, &'a Cell)>);

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(name, cell)| (key(name), cell)))
    }
}

fn key(words: &str) -> String {
    words.replace(' ', "-")
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Empty => to.serialize_none(),
            Self::Text(text) => to.serialize_str(text),
            Self::Count(number) | Self::Money(number) => to.serialize_i128(*number),
            Self::Time(time) => to.serialize_u64(*time),
            Self::Share(number) | Self::Deviations(number) => to.serialize_f64(*number),
        }
    }
}
