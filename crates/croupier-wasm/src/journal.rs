//! A journal, proved and played again.

use std::cell::Cell;
use std::path::Path;

use croupier_engine::Player;
use croupier_house::{Replay, prove};
use croupier_journal::{Checkpoint, PublicKey, Reader, VerifyOptions};
use croupier_view::SeenAnswer;
use serde_json::{Value, json};

use crate::say;

/// Proves a journal: hashes and signatures, and unless it is for those alone, every act decided again, every draw drawn again
/// and all money added up.
pub(crate) fn verify(
    journal: &str,
    key: Option<&str>,
    checkpoint: Option<&str>,
    chain_only: bool,
) -> Result<Value, String> {
    let key =
        key.map(|text| PublicKey::from_hex(text).ok_or_else(|| format!("{text:?} is not a key")));
    let kept =
        checkpoint.map(|text| Checkpoint::from_text(text).map_err(|error| error.to_string()));
    let kept: Vec<_> = kept.transpose()?.into_iter().collect();
    let all = Cell::new(0);
    let read = |done: u64, of: u64| {
        all.set(of);
        progress(done, of);
    };
    let against = VerifyOptions {
        key: key.transpose()?,
        checkpoints: &kept,
        progress: Some(&read),
        ..VerifyOptions::default()
    };
    let proof = prove(Path::new(journal), &against, chain_only, |done| progress(done, all.get()));
    let proof = proof.map_err(|stop| stop.to_string())?;
    let mut answer = serde_json::to_value(&proof).map_err(|error| error.to_string())?;
    answer["text"] = json!(proof.text());
    Ok(answer)
}

/// Tells how far the work has come. A page that does not listen misses nothing.
fn progress(done: u64, of: u64) {
    let _heard = say(&json!({ "progress": [done, of] }));
}

/// Plays a journal again, and tells who did what in one round, and what followed.
pub(crate) fn replay(journal: &str, table: u32, round: u64) -> Result<Value, String> {
    let reader = Reader::open(journal).map_err(|error| error.to_string())?;
    let mut steps = Vec::new();
    let played = Replay::of(&reader, |replay, record, act, answer| {
        let entry = &record.chained.entry;
        if entry.chain.0 == table && entry.round == round {
            steps.push(json!({
                "number": record.number,
                "at": entry.at,
                "who": replay.floor.people.name(Player(entry.who)),
                "act": act,
                "answer": SeenAnswer::of(answer, &replay.floor),
            }));
        }
    });
    played.map_err(|stop| stop.to_string())?;
    if steps.is_empty() {
        return Err(format!("there is no round {table}/{round}"));
    }
    Ok(Value::Array(steps))
}
