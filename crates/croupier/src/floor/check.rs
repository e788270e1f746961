//! `croupier floor --check`: floor sheets played, and what came compared with what they want.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use croupier_house::floor_sheet;

use crate::failure::{Done, Failure, written};

/// Plays the sheets of all files; tells whether everything came as they want.
pub(super) fn check(files: &[PathBuf], explain: bool) -> Done {
    let (mut same, mut different, mut faults) = (0, 0, 0);
    for file in files {
        let mut out = String::new();
        for (place, sheet) in sheets(file)? {
            match floor_sheet::check(&sheet) {
                Ok(outcome) => {
                    let wrong = !outcome.differences.is_empty();
                    if wrong || explain {
                        let _ = writeln!(out, "{place}: {}", outcome.id);
                    }
                    if explain {
                        out.push_str(&outcome.story);
                    }
                    for difference in &outcome.differences {
                        let _ = writeln!(out, "    {difference}");
                    }
                    *(if wrong { &mut different } else { &mut same }) += 1;
                }
                Err(fault) => {
                    faults += 1;
                    let _ = writeln!(out, "{place}: not a floor sheet: {fault}");
                }
            }
        }
        written(std::io::stdout().lock().write_all(out.as_bytes()), "standard output")?;
    }
    let mut sums = format!("{same} as wanted, {different} different");
    if faults > 0 {
        return Err(Failure::new(format!(
            "{faults} of the files' sheets are not floor sheets; {sums}"
        ))
        .hint("docs/floor-sheet.md describes the format"));
    }
    sums.push('\n');
    written(std::io::stdout().lock().write_all(sums.as_bytes()), "standard output")?;
    Ok(different == 0)
}

/// Reads the sheets of a file, each with its place.
fn sheets(file: &Path) -> Result<Vec<(String, String)>, Failure> {
    let name = file.display();
    let text = std::fs::read_to_string(file)
        .map_err(|error| Failure::new(format!("cannot read {name}: {error}")))?;
    let sheets = floor_sheet::sheets(&text).map_err(|fault| {
        Failure::new(format!("{name}: {fault}"))
            .hint("a file has one floor sheet after the other, each a JSON object")
    })?;
    let place = |(line, sheet): (usize, &str)| (format!("{name}:{line}"), sheet.to_owned());
    Ok(sheets.into_iter().map(place).collect())
}
