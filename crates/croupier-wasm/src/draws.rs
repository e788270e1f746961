//! Draws, checked by the document in which a house proves them.

use croupier_house::{DrawProof, EntryProof};
use croupier_view::{BurnDrawn, Checked, Drawn, MysteryProof};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Checks a document, whichever draw it is about.
pub(crate) fn check(proof: &Value) -> Result<Value, String> {
    let has = |field: &str| proof.get(field).is_some();
    if let Some(all) = proof.get("mysteries").or_else(|| proof.is_array().then_some(proof)) {
        return mysteries(all);
    }
    if has("promotion") && has("path") && !has("terms") {
        let entry: EntryProof = read(proof, "an entry of a promotion")?;
        let about = format!("Entry {} of promotion {}", entry.number, entry.promotion);
        return Ok(told(&about, vec![entry.check()]));
    }
    if has("promotion") {
        let draw: DrawProof = read(proof, "the draw of a promotion")?;
        let checks = if draw.seed.is_some() { draw.check() } else { Vec::new() };
        return Ok(told(&format!("The draw of promotion {}", draw.promotion), checks));
    }
    if has("shuffle") {
        let burn: BurnDrawn = read(proof, "cards that were burned")?;
        let about = format!("Burned after shuffle {} of table {}", burn.shuffle, burn.table);
        return Ok(told(&about, burn.check()));
    }
    if has("commitment") {
        let drawn: Drawn = read(proof, "the draws of a round")?;
        let about = format!("Draw {} of table {}", drawn.commitment, drawn.table);
        return Ok(told(&about, drawn.check()));
    }
    if has("trigger_commitment") {
        return mysteries(&json!([proof]));
    }
    Err("this proves no draw: a house gives proofs at /api/tables/T/draws/N, /api/tables/T/burns/N, \
         /api/pools/N/mysteries and /api/promotions/N/proof"
        .to_owned())
}

fn read<T: DeserializeOwned>(proof: &Value, what: &str) -> Result<T, String> {
    T::deserialize(proof).map_err(|error| format!("this does not prove {what}: {error}"))
}

/// Checks mystery prizes of a pool, those that are not won yet left out.
fn mysteries(all: &Value) -> Result<Value, String> {
    let all: Vec<MysteryProof> = read(all, "mystery prizes")?;
    let each = all.iter().flat_map(|proof| {
        let about = format!("Prize {} of pool {}: ", proof.number, proof.pool);
        proof.check().into_iter().map(move |checked| {
            let Checked { right, words } = checked;
            Checked { right, words: format!("{about}{words}") }
        })
    });
    Ok(told("Mystery prizes", each.collect()))
}

/// Says what was checked; `right` is null where nothing can be checked yet.
fn told(about: &str, checks: Vec<Checked>) -> Value {
    let right = (!checks.is_empty()).then(|| checks.iter().all(|checked| checked.right));
    let steps = checks
        .into_iter()
        .map(|Checked { right, words }| json!({ "right": right, "words": words }));
    json!({ "about": about, "right": right, "steps": steps.collect::<Vec<_>>() })
}
