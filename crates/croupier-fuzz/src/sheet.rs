//! Any text as a sheet: one line of JSON comes out, and nothing panics.

use croupier_sheet::{Answerer, check};
use serde_json::Value;

/// Answers a line; returns whether it was a sheet.
///
/// # Panics
/// When the answer is not one line of JSON, or the same line gets two answers.
pub fn sheet(data: &[u8]) -> bool {
    let Ok(line) = std::str::from_utf8(data) else { return false };
    let mut answerer = Answerer::default();
    let mut answer = String::new();
    let right = answerer.answer(line, &mut answer);
    let body = answer.strip_suffix('\n').unwrap_or_else(|| panic!("no line: {answer:?}"));
    assert!(!body.contains('\n'), "more than one line: {answer:?}");
    let value: Value =
        serde_json::from_str(body).unwrap_or_else(|fault| panic!("not JSON: {fault}: {answer:?}"));
    assert_eq!(value.get("error").is_none(), right, "an answer and an error: {answer:?}");
    let mut again = String::new();
    answerer.answer(line, &mut again);
    assert_eq!(answer, again, "the same line, another answer");
    check(line, body);
    right
}
