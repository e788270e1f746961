//! A report for programs: one object; money in cents, times in milliseconds since 1970.

use croupier_sheet::write_text;

use super::{Cell, Report};

impl Report {
    /// Writes the report for programs.
    pub fn json(&self) -> String {
        write(self)
    }
}

fn write(report: &Report) -> String {
    let mut out = "{\"report\":".to_owned();
    write_text(&report.title, &mut out);
    out.push_str(&format!(",\"sound\":{},\"facts\":", report.is_sound));
    object(report.facts.iter().map(|(name, cell)| (*name, cell)), &mut out);
    for part in &report.parts {
        out.push(',');
        name(part.name, &mut out);
        out.push('[');
        for (at, row) in part.rows.iter().enumerate() {
            out.push_str(if at == 0 { "\n" } else { ",\n" });
            object(part.headings.iter().copied().zip(row), &mut out);
        }
        out.push(']');
    }
    out.push_str(",\"remarks\":[");
    for (at, remark) in report.remarks.iter().enumerate() {
        out.push_str(if at == 0 { "" } else { "," });
        write_text(remark, &mut out);
    }
    out.push_str("]}\n");
    out
}

fn object<'a>(fields: impl Iterator<Item = (&'a str, &'a Cell)>, out: &mut String) {
    out.push('{');
    for (at, (field, cell)) in fields.enumerate() {
        out.push_str(if at == 0 { "" } else { "," });
        name(field, out);
        value(cell, out);
    }
    out.push('}');
}

fn name(words: &str, out: &mut String) {
    write_text(&words.replace(' ', "-"), out);
    out.push(':');
}

fn value(cell: &Cell, out: &mut String) {
    match cell {
        Cell::Empty => out.push_str("null"),
        Cell::Text(text) => write_text(text, out),
        Cell::Count(number) | Cell::Money(number) => out.push_str(&number.to_string()),
        Cell::Time(time) => out.push_str(&time.to_string()),
        Cell::Share(number) | Cell::Deviations(number) => out.push_str(&number.to_string()),
    }
}
