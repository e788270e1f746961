//! Round sheets: answered, and compared with what they want.

use croupier_sheet::{Answerer, Comparison};

/// Answers sheets, one on each line, with one line of JSON for each; tells whether all were sheets.
pub fn settle(sheets: &str) -> (bool, String) {
    let (mut answerer, mut out, mut right) = (Answerer::default(), String::new(), true);
    for line in sheets.lines().filter(|line| !line.trim_ascii().is_empty()) {
        right &= answerer.answer(line, &mut out);
    }
    (right, out)
}

/// Compares the answer to one sheet with its own `want`: the differences, or nothing where it wants nothing.
pub fn check(sheet: &str) -> Option<Vec<String>> {
    let mut answer = String::new();
    let is_sheet = Answerer::default().answer(sheet, &mut answer);
    match croupier_sheet::check(sheet, &answer) {
        Comparison::Same => Some(Vec::new()),
        Comparison::Different(differences) => Some(differences),
        Comparison::NothingWanted if is_sheet => None,
        Comparison::NothingWanted => Some(vec![format!("not a sheet: {}", answer.trim_end())]),
    }
}
