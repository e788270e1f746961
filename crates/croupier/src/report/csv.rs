//! A report for spreadsheets: a block of figures, then a block for each table, with a line between.

use std::borrow::Cow;

use croupier_house::report::{Cell, Report};

use super::plain;
use crate::csv::Rows;

/// Writes a report.
pub(super) fn write(report: &Report) -> String {
    let mut head = Rows::for_spreadsheets();
    head.row(["report", &as_text(&report.title)]);
    for (name, cell) in &report.facts {
        head.row([as_text(name).into_owned(), value(cell)]);
    }
    for remark in &report.remarks {
        head.row(["note", &as_text(remark)]);
    }
    let parts = report.parts.iter().map(|part| {
        let mut rows = Rows::for_spreadsheets();
        rows.row(part.headings.iter().map(|heading| as_text(heading).into_owned()));
        part.rows.iter().for_each(|cells| rows.row(cells.iter().map(value)));
        rows.text()
    });
    std::iter::once(head.text()).chain(parts).collect::<Vec<_>>().join("\r\n")
}

fn value(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => as_text(text).into_owned(),
        other => plain(other),
    }
}

/// Marks as text what a spreadsheet would compute.
fn as_text(text: &str) -> Cow<'_, str> {
    match text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        true => format!("'{text}").into(),
        false => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use croupier_house::report::Cell;

    use super::value;
    use crate::csv::Rows;

    #[test]
    fn texts_stay_texts() {
        let mut rows = Rows::for_spreadsheets();
        let cells = ["a, \"b\"", "=1+1", "plain"].map(|text| Cell::Text(text.to_owned()));
        rows.row(cells.iter().map(value));
        assert_eq!(rows.text(), "\"a, \"\"b\"\"\",'=1+1,plain\r\n");
    }
}
