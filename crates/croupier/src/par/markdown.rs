//! A PAR sheet as Markdown: the tables, aligned, without pictures.

use std::fmt::Write as _;

use super::sheet::{Sheet, Table};

/// Writes the sheet.
pub(super) fn write(sheet: &Sheet) -> String {
    let mut out = format!("# {}\n\n", sheet.title);
    for (name, fact) in &sheet.facts {
        let _ = writeln!(out, "- {name}: {fact}");
    }
    for section in &sheet.sections {
        let _ = writeln!(out, "\n## {}", section.title);
        for note in &section.notes {
            let _ = writeln!(out, "\n{note}");
        }
        for table in &section.tables {
            out.push('\n');
            write_table(table, &mut out);
        }
    }
    out
}

fn write_table(table: &Table, out: &mut String) {
    let width = |column: usize| {
        let cells = table.rows.iter().filter_map(|row| row.get(column));
        let cells = cells.chain(table.headings.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0).max(3)
    };
    let widths: Vec<_> = (0..table.headings.len()).map(width).collect();
    let line = |row: &[String], out: &mut String| {
        for (column, cell) in row.iter().enumerate() {
            let pad = " ".repeat(widths[column] - cell.chars().count());
            let (before, after) = if column < table.words { ("", &*pad) } else { (&*pad, "") };
            let _ = write!(out, "| {before}{cell}{after} ");
        }
        out.push_str("|\n");
    };
    line(&table.headings, out);
    for (column, width) in widths.iter().enumerate() {
        let dashes = "-".repeat(width - 1);
        let _ = match column < table.words {
            true => write!(out, "| {dashes}- "),
            false => write!(out, "| {dashes}: "),
        };
    }
    out.push_str("|\n");
    for row in &table.rows {
        line(row, out);
    }
}
