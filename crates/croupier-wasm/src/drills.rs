//! Drills, for a page that asks one after the other.

use croupier_answers::drill::{Exercise, deck, exercises};
use croupier_engine::Kind;
use serde_json::{Value, json};

/// Gathers situations with the answers that are offered, and the right one.
pub(crate) fn drill(game: Option<&str>, count: usize, seed: u64) -> Result<Value, String> {
    let kinds: Vec<_> = match game {
        Some(name) => vec![croupier_answers::named(name)?],
        None => Kind::offered().collect(),
    };
    let deck = deck(&kinds, &[])?;
    if deck.is_empty() {
        return Err("there are no drills for this game".to_owned());
    }
    let each = exercises(deck, count, seed).into_iter().map(|Exercise { card, options }| {
        json!({
            "id": card.id(), "game": card.drill.sheet.kind.name(), "title": card.drill.sheet.kind.title(),
            "tell": &*card.drill.tell, "options": options, "right": card.phrase(),
            "clause": card.clause(), "explanation": card.explanation(),
        })
    });
    Ok(Value::Array(each.collect()))
}
