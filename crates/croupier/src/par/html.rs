//! A PAR sheet as one page that needs nothing else: no script, no font, no request.

use std::fmt::Write as _;

use super::sheet::{Section, Sheet, Table};

/// Writes the page.
pub(super) fn write(sheet: &Sheet) -> String {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{0}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{0}</h1>\n<dl>\n",
        escaped(&sheet.title)
    );
    for (name, fact) in &sheet.facts {
        let _ = writeln!(out, "<div><dt>{}</dt><dd>{}</dd></div>", escaped(name), escaped(fact));
    }
    out.push_str("</dl>\n<nav>\n");
    for section in &sheet.sections {
        let _ = writeln!(out, "<a href=\"#{}\">{}</a>", anchor(section), escaped(section.title));
    }
    out.push_str("</nav>\n</header>\n<main>\n");
    for section in &sheet.sections {
        write_section(section, &mut out);
    }
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

fn write_section(section: &Section, out: &mut String) {
    let _ = writeln!(out, "<section id=\"{}\">", anchor(section));
    let _ = writeln!(out, "<h2>{}</h2>", escaped(section.title));
    for note in &section.notes {
        let _ = writeln!(out, "<p>{}</p>", escaped(note));
    }
    if !section.pictures.is_empty() {
        let class = if section.pictures.len() == 1 { "one" } else { "many" };
        let _ = writeln!(out, "<div class=\"pictures {class}\">");
        for (caption, picture) in &section.pictures {
            let caption = escaped(caption);
            let _ = writeln!(out, "<figure><figcaption>{caption}</figcaption>{picture}</figure>");
        }
        out.push_str("</div>\n");
    }
    for table in &section.tables {
        write_table(table, out);
    }
    out.push_str("</section>\n");
}

fn write_table(table: &Table, out: &mut String) {
    out.push_str("<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>");
    let class = |column: usize| if column < table.words { "" } else { " class=\"n\"" };
    for (column, heading) in table.headings.iter().enumerate() {
        let _ = write!(out, "<th scope=\"col\"{}>{}</th>", class(column), escaped(heading));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        // An empty first cell goes on with the wager above it.
        let first = row.first().is_some_and(|cell| !cell.is_empty());
        out.push_str(if first { "<tr>" } else { "<tr class=\"more\">" });
        for (column, cell) in row.iter().enumerate() {
            let long = if cell.chars().count() > 60 { " class=\"long\"" } else { class(column) };
            let _ = write!(out, "<td{long}>{}</td>", escaped(cell));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
}

fn anchor(section: &Section) -> String {
    section.title.to_lowercase().replace(' ', "-")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const STYLE: &str = include_str!("style.css");
