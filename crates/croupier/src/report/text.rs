//! A report for people: aligned figures and tables.

#![allow(clippy::float_arithmetic, reason = "a share is shown in hundredths")]

use croupier_house::report::{Cell, Part, Report};

use super::plain;
use crate::columns::Columns;

/// Writes a report.
pub(super) fn write(report: &Report) -> String {
    let mut out = format!("{}\n\n", report.title);
    let mut facts = Columns::new(&["", ""], &[]);
    for (name, cell) in &report.facts {
        facts.row([(*name).to_owned(), shown(cell)]);
    }
    facts.write_rows("  ", &mut out);
    for part in &report.parts {
        out += &format!("\n{}\n\n", part.name);
        if part.rows.is_empty() {
            out += "  none\n";
        } else if part.upright {
            upright(part, &mut out);
        } else {
            across(part, &mut out);
        }
    }
    if !report.remarks.is_empty() {
        out.push('\n');
    }
    for remark in &report.remarks {
        out += &format!("note: {remark}\n");
    }
    out
}

fn across(part: &Part, out: &mut String) {
    let right: Vec<_> = (0..part.headings.len())
        .filter(|&column| part.rows.iter().any(|row| is_number(&row[column])))
        .collect();
    let mut columns = Columns::new(&part.headings, &right);
    for row in &part.rows {
        columns.row(row.iter().map(shown));
    }
    columns.write("  ", out);
}

/// Writes each row from top to bottom, beside the others.
fn upright(part: &Part, out: &mut String) {
    let right: Vec<_> = (1..=part.rows.len()).collect();
    let mut columns = Columns::new(&[], &right);
    for (at, heading) in part.headings.iter().enumerate() {
        let cells = part.rows.iter().map(|row| shown(&row[at]));
        columns.row(std::iter::once((*heading).to_owned()).chain(cells));
    }
    columns.write_rows("  ", out);
}

const fn is_number(cell: &Cell) -> bool {
    matches!(cell, Cell::Count(_) | Cell::Money(_) | Cell::Share(_) | Cell::Deviations(_))
}

/// Writes a cell; nothing that a person typed reaches the terminal as a command to it.
fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Empty => "-".to_owned(),
        Cell::Share(share) => format!("{:.3} %", share * 100.0),
        Cell::Text(text) => {
            let safe = |letter: char| match letter.is_control() {
                true => letter.escape_default().to_string(),
                false => letter.to_string(),
            };
            text.chars().map(safe).collect()
        }
        Cell::Count(_) | Cell::Money(_) | Cell::Deviations(_) | Cell::Time(_) => plain(cell),
    }
}
