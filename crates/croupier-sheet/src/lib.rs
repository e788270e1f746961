//! The round sheet: a table's inputs and effects as JSON Lines.
//!
//! A [`Step`] is what happens at a table, as people write it; [`Step::resolve`] makes it the engine's
//! own input. [`Sheet::read`] turns a line of steps into inputs, [`Sheet::play`] drives a table with
//! them, and [`Answer::write`] writes what followed. There is no second path through the rules
//! here, and no disk: lines come in as text and go out as text.
//!
//! ```
//! use croupier_engine::{AnyTable, Kind, Setup};
//! use croupier_sheet::{Fault, Names, Step};
//!
//! // A step as people write it becomes the engine's input once, when its names are resolved.
//! let kind = Kind::named("craps").unwrap();
//! let text = r#"{"wager": {"player": "Ann", "on": "place-win", "number": 6, "amount": 600}}"#;
//! let step: Step = serde_json::from_str(text).unwrap();
//! let mut names = Names::default();
//! let input = step.resolve(kind, &mut |name| Ok(names.number(name)))?;
//!
//! let table = AnyTable::open(kind, &Setup::default()).unwrap();
//! let refusal = table.decide(&input).err();
//! assert_eq!(refusal.map(|refusal| refusal.why), None);
//!
//! // And back: a step that names people by number.
//! let back = Step::of(kind, &input);
//! assert_eq!(back.resolve(kind, &mut |player| Ok(player.0))?, input);
//! # Ok::<(), Fault>(())
//! ```

mod check;
mod drill;
mod fault;
pub mod happened;
mod names;
mod object;
mod place;
mod play;
mod read;
mod refused;
#[cfg(feature = "openapi")]
mod schema;
mod spot;
pub mod step;
pub mod table;
mod text;
pub mod words;
mod write;
mod written;

pub use check::{Comparison, check};
pub use drill::Drill;
pub use fault::Fault;
pub use happened::{Happened, Word};
pub use names::Names;
pub use object::object;
pub use place::{ReadError, Segment, read_json};
pub use play::{Answer, Answerer, Settled};
pub use read::Sheet;
pub use refused::{Refused, sentence};
pub use spot::{PersonId, Spot, UNKNOWN, Whose};
pub use step::Step;
pub use table::TableSetup;
pub use text::Text;
pub use write::{asks, due, expects, expects_of, write_error, write_text};

/// Answers one line as `croupier settle` does; tells whether the line was a sheet.
///
/// ```
/// let line = r#"{"id": "a", "game": "casino-war", "script": [
///     {"wager": {"player": "A", "area": 1, "on": "initial", "amount": 500}},
///     {"card": "KS"}, {"card": "9D"}]}"#;
/// let mut out = String::new();
/// assert!(croupier_sheet::Answerer::default().answer(line, &mut out));
/// assert!(out.contains(r#""result":"win","pays":500,"back":500,"clause":"5.1.1.1""#));
/// ```
pub fn answer(line: &str, out: &mut String) -> bool {
    Answerer::default().answer(line, out)
}
