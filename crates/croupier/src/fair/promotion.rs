//! `croupier fair --promotion`, and `--proof` with what it writes: the draw of a promotion, from a journal or from a document
//! alone, and that one entry was in the barrel.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use croupier_floor::PromotionId;
use croupier_house::{DrawProof, EntryProof, Replay, ValueFrom};
use croupier_journal::{Checkpoint, Reader};
use croupier_view::Checked;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::failure::{Done, Failure, written};
use crate::floor::stopped;

/// What a house gives out of the draw of a promotion.
pub(super) enum Given {
    /// The whole draw.
    Draw(Box<DrawProof>),
    /// That an entry was in the barrel.
    Entry(EntryProof),
}

impl Given {
    /// Reads it; `None` if it is about something else than a promotion.
    pub(super) fn read(value: &Value) -> Option<Result<Self, String>> {
        value.get("promotion")?;
        Some(match (value.get("terms"), value.get("path")) {
            (None, Some(_)) => read(value, "an entry in the barrel").map(Self::Entry),
            _ => read(value, "the draw of a promotion").map(|draw| Self::Draw(Box::new(draw))),
        })
    }
}

fn read<T: DeserializeOwned>(value: &Value, what: &str) -> Result<T, String> {
    T::deserialize(value).map_err(|error| format!("this does not prove {what}: {error}"))
}

/// Checks the draw of a promotion in a journal.
pub(super) fn of_journal(
    (db, number): (&Path, u32),
    entry: Option<u32>,
    (json, without_people): (bool, bool),
) -> Done {
    let reader = Reader::open(db).map_err(|error| stopped(error.into()))?;
    let replay = Replay::of(&reader, |_, _, _, _| ()).map_err(stopped)?;
    let proof = replay.draws.proof(&replay.floor, PromotionId(number));
    let proof = proof
        .ok_or_else(|| Failure::input(format!("there is no promotion {number} in this journal")))?;
    let acts = replay.draws.acts(&replay.floor, PromotionId(number));
    let proof = proof.with_journal(&reader, &acts).map_err(|error| stopped(error.into()))?;
    let given = match entry {
        Some(entry) => Given::Entry(proved_entry(&proof, entry)?),
        None if without_people => Given::Draw(Box::new(proof.without_people())),
        None => Given::Draw(Box::new(proof)),
    };
    if json {
        let text = match &given {
            Given::Draw(proof) => serde_json::to_string_pretty(proof),
            Given::Entry(proof) => serde_json::to_string_pretty(proof),
        };
        let text = text.map_err(|error| Failure::new(error.to_string()))? + "\n";
        written(std::io::stdout().lock().write_all(text.as_bytes()), "standard output")?;
        return Ok(checks(&given).iter().all(|checked| checked.right));
    }
    tell(&given, None)
}

/// Checks what a house gave out, and nothing else is known of.
pub(super) fn of_file(given: &Given, entry: Option<u32>, kept: Option<&Path>) -> Done {
    match (given, entry) {
        (Given::Draw(proof), None) => {
            let kept = kept.map(|path| against(proof, path)).transpose()?;
            tell(given, kept)
        }
        (Given::Entry(_), None) => tell(given, None),
        (Given::Entry(proof), Some(entry)) if proof.number == entry => tell(given, None),
        (Given::Entry(proof), Some(_)) => {
            Err(Failure::input(format!("this file is about entry {}", proof.number)))
        }
        (Given::Draw(proof), Some(entry)) => tell(&Given::Entry(proved_entry(proof, entry)?), None),
    }
}

/// Holds a document against a checkpoint that somebody has kept.
fn against(proof: &DrawProof, path: &Path) -> Result<Checked, Failure> {
    let failed = |why: String| Failure::input(format!("{}: {why}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
    let kept = Checkpoint::from_text(&text).map_err(|error| failed(error.to_string()))?;
    let compared = proof.journal.as_ref().and_then(|journal| journal.against(&kept));
    compared.ok_or_else(|| {
        failed(format!("the document has no checkpoint of {} entries", kept.number))
            .hint("croupier verify DB --checkpoint FILE compares it with the journal itself")
    })
}

fn proved_entry(proof: &DrawProof, entry: u32) -> Result<EntryProof, Failure> {
    let number = proof.promotion;
    if proof.closed.is_none() {
        return Err(Failure::input(format!("entries of promotion {number} are not closed yet"))
            .hint("the barrel is fixed when they close"));
    }
    let count = proof.entries.len();
    proof.entry(entry).ok_or_else(|| {
        Failure::input(format!("there is no entry {entry} among the {count} of promotion {number}"))
    })
}

fn checks(given: &Given) -> Vec<Checked> {
    match given {
        Given::Draw(proof) => proof.check(),
        Given::Entry(proof) => vec![proof.check()],
    }
}

/// Tells what was checked; returns whether all of it was right.
fn tell(given: &Given, kept: Option<Checked>) -> Done {
    let mut out = match given {
        Given::Draw(proof) => draw(proof),
        Given::Entry(proof) => barrel(proof),
    };
    let mut checks = checks(given);
    checks.extend(kept);
    for Checked { right, words } in &checks {
        let _ = writeln!(out, "{}  {words}", if *right { "right" } else { "WRONG" });
    }
    let right = checks.iter().all(|checked| checked.right);
    out.push_str(match (right, given) {
        (false, _) => "\nNOT FAIR: see above\n",
        (true, Given::Draw(proof)) if proof.seed.is_none() => {
            "\nnothing is drawn yet: the house shows its seed at the draw\n"
        }
        (true, Given::Draw(proof)) if proof.journal.is_none() => {
            "\nfair: every award follows from the seed, the entries and the value; that they are in the house's journal is not shown\n"
        }
        (true, Given::Draw(_)) => {
            "\nfair: every award follows from the seed, the entries and the value\n"
        }
        (true, Given::Entry(_)) => "\nthe entry was in the barrel\n",
    });
    written(std::io::stdout().lock().write_all(out.as_bytes()), "standard output")?;
    Ok(right)
}

/// Tells what a draw follows from. Commitment and root are to be compared with those that were published.
fn draw(proof: &DrawProof) -> String {
    let mut out = format!("the draw of promotion {}\n\n", proof.promotion);
    let _ =
        writeln!(out, "its terms, as the journal has them, have the hash\n  {}", proof.terms_hash);
    match &proof.commitment {
        Some(hash) => {
            let _ = writeln!(out, "before the first entry the house committed itself to\n  {hash}");
        }
        None => out.push_str("the house is not committed to a seed yet\n"),
    }
    if let Some(closed) = &proof.closed {
        let _ = writeln!(
            out,
            "when entries closed, the root of all {} was published\n  {}",
            closed.entries, closed.root
        );
    }
    if let Some(value) = &proof.value {
        let from = match value.from {
            ValueFrom::Scrutineer => "the scrutineer gave the value".to_owned(),
            ValueFrom::PublicSource => {
                let words = value.published.as_deref().unwrap_or_default();
                format!("the public source gave the value, by what it published ({words:?})")
            }
        };
        let _ = writeln!(out, "after that {from}\n  {}", value.value);
    }
    if let Some(seed) = &proof.seed {
        let _ = writeln!(out, "at the draw the house showed the seed\n  {seed}");
    }
    for step in &proof.draws {
        if let Some(again) = step.again {
            let (award, reason) = (again.award, again.reason.name());
            let _ = writeln!(out, "the prize of award {award} is drawn again: {reason}");
        }
        for drawn in &step.drawn {
            let _ =
                write!(out, "award {}, prize {}: entry {}", drawn.award, drawn.prize, drawn.entry);
            if let Some(left) = drawn.left {
                let _ = write!(out, ", from {left} that were left");
            }
            if let Some(passed) = &drawn.passed {
                let _ = write!(out, ", passed over: {}", passed.name());
            }
            out.push('\n');
        }
        for prize in &step.undrawn {
            let _ = writeln!(out, "prize {prize}: nobody was left to win it");
        }
    }
    out
}

fn barrel(proof: &EntryProof) -> String {
    let entry = serde_json::to_string(&proof.entry).unwrap_or_default();
    format!(
        "entry {} of promotion {}\n  {entry}\nthe root of all {} entries\n  {}\n",
        proof.number, proof.promotion, proof.entries, proof.root
    )
}
