//! Floor sheets: a whole floor in one JSON object, with its people, tables, time and acts, and what must follow.
//!
//! A sheet is played on a floor without a journal. Acts, steps and set-ups are those of `croupier floor` and of round
//! sheets, and the program's part at virtual tables is that of the live house: there is no second way to play here.
//! docs/floor-sheet.md describes the format.
//!
//! ```
//! let sheet = r#"{"id": "a player cannot raise the minimum", "table": {"game": "casino-war"},
//!     "script": [{"who": "ann", "act": {"limit": {"on": "initial", "limit": {"min": 1, "max": 9}}},
//!                 "want": {"denied": {"by": "rights"}}}]}"#;
//! let outcome = croupier_house::floor_sheet::check(sheet)?;
//! assert_eq!(outcome.differences, [""; 0]);
//! # Ok::<(), croupier_house::floor_sheet::FloorSheetFault>(())
//! ```

mod compare;
mod ends;
mod fault;
mod form;
mod named;
mod opening;
mod pattern;
mod play;
mod reading;
mod stage;
mod story;

use croupier_floor::Floor;
use croupier_sheet::read_json;
use serde::de::IgnoredAny;

pub use fault::FloorSheetFault;
use form::Form;
pub use opening::{GUEST, PEOPLE};

/// What came of playing a sheet.
#[derive(Clone, Debug)]
pub struct FloorSheetOutcome {
    /// What the sheet shows, in its own words.
    pub id: String,
    /// Where it went otherwise than the sheet wants; empty if all is as wanted.
    pub differences: Vec<String>,
    /// What happened, for people.
    pub story: String,
}

/// Plays a sheet, and compares what comes with what it wants.
///
/// # Errors
/// It is no floor sheet: says what is wrong, where, and what to do.
pub fn check(sheet: &str) -> Result<FloorSheetOutcome, FloorSheetFault> {
    check_with(sheet, |_| {})
}

/// Does the same, and after every act shows the floor to whoever wants to look at it or to put its like in its place.
///
/// # Errors
/// It is no floor sheet, as for [`check`].
pub fn check_with(
    sheet: &str,
    after_act: fn(&mut Floor),
) -> Result<FloorSheetOutcome, FloorSheetFault> {
    let form: Form = read_json(sheet.as_bytes()).map_err(|error| {
        let what = error.to_string();
        // The place is told by fields, which a reader finds sooner than columns.
        let what = what.split(" at line ").next().unwrap_or(&what);
        FloorSheetFault::new("", what)
            .hint("docs/floor-sheet.md describes what may be written there")
    })?;
    let play::Play { stage, mut differences, story, .. } = play::play(&form, after_act)?;
    ends::compare(&form.want, &stage.floor, &mut differences)?;
    Ok(FloorSheetOutcome { id: form.id, differences, story: story.0 })
}

/// Takes the sheets of a file apart: JSON objects one after the other, each on one line or on many. Returns each with
/// the line on which it begins.
///
/// # Errors
/// The file is not JSON: says at which line.
pub fn sheets(text: &str) -> Result<Vec<(usize, &str)>, FloorSheetFault> {
    let mut found = Vec::new();
    let mut stream = serde_json::Deserializer::from_str(text).into_iter::<IgnoredAny>();
    loop {
        let before = stream.byte_offset();
        match stream.next() {
            None => return Ok(found),
            Some(Err(error)) => return Err(FloorSheetFault::new("", format!("not JSON: {error}"))),
            Some(Ok(IgnoredAny)) => {}
        }
        let sheet = text[before..stream.byte_offset()].trim_start();
        let begins = stream.byte_offset() - sheet.len();
        found.push((1 + text[..begins].matches('\n').count(), sheet));
    }
}
