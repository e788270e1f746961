//! Any input as a step: it can be written down, and what was written is read as the same.

use croupier_engine::{Input, Kind, Player};
use croupier_sheet::{Fault, PersonId, Step, Text};

use crate::bytes::Bytes;
use crate::engine::anything;

/// Writes an input down and reads it; returns whether the same input came back.
///
/// # Panics
/// When a step is not read as it was written, or means something else when it is.
pub fn step(data: &[u8]) -> bool {
    let mut bytes = Bytes::new(data);
    let kind = Kind::ALL[bytes.one_of(Kind::ALL.len())];
    let input = anything(&mut bytes, kind);
    let text = written(kind, &input).to_string();
    let step: Step = serde_json::from_str(&text)
        .unwrap_or_else(|error| panic!("{input:?} cannot be read: {error}: {text}"));
    match step.resolve(kind, &mut number) {
        Ok(again) => {
            assert_eq!(written(kind, &again), step, "{input:?} became {again:?}: {text}");
            again == input
        }
        // An irregularity may lack what belongs to it; a step may not.
        Err(fault) => {
            assert!(matches!(input, Input::Irregular(_)), "{fault}: {text}");
            false
        }
    }
}

/// Writes an input down, with numbers for names.
fn written(kind: Kind, input: &Input) -> Step {
    Step::of(kind, input).rename(|PersonId(Player(number))| Text::from(number.to_string()))
}

fn number(name: &Text) -> Result<Player, Fault> {
    name.parse().map(Player).map_err(|_| Fault::new("not a number"))
}
