//! A report for spreadsheets: a block of figures, then a block for each table, with a line between.

use croupier_house::report::{Cell, Report};

use super::plain;

/// Writes a report.
pub(super) fn write(report: &Report) -> String {
    let mut out = String::new();
    row(["report".to_owned(), quoted(&report.title)], &mut out);
    for (name, cell) in &report.facts {
        row([quoted(name), value(cell)], &mut out);
    }
    for remark in &report.remarks {
        row(["note".to_owned(), quoted(remark)], &mut out);
    }
    for part in &report.parts {
        out.push_str("\r\n");
        row(part.headings.iter().map(|heading| quoted(heading)), &mut out);
        for cells in &part.rows {
            row(cells.iter().map(value), &mut out);
        }
    }
    out
}

fn row(cells: impl IntoIterator<Item = String>, out: &mut String) {
    out.push_str(&cells.into_iter().collect::<Vec<_>>().join(","));
    out.push_str("\r\n");
}

fn value(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => quoted(text),
        other => plain(other),
    }
}

/// Quotes what must be; a text that a spreadsheet would compute is marked as text.
fn quoted(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if formula { format!("'{text}") } else { text.to_owned() };
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn texts_stay_texts() {
        assert_eq!(quoted("a, \"b\""), "\"a, \"\"b\"\"\"");
        assert_eq!(quoted("=1+1"), "'=1+1");
        assert_eq!(quoted("plain"), "plain");
    }
}
