//! What can be asked.

use croupier_answers::Asked;
use croupier_engine::Kind;
use croupier_rules::Register;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{draws, drills, journal};

/// A question, by its name.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
enum Question {
    /// Which games there are, with their wagers, choices and variants.
    Games,
    /// The clauses of a game in words.
    Rules { game: String },
    /// Round sheets, one on each line, to be answered.
    Settle { sheets: String },
    /// Round sheets, to be answered as tables for people.
    Explain { sheets: String },
    /// A round sheet, to be compared with what it wants.
    Check { sheet: String },
    /// The exact odds of a game.
    Odds { question: Asked },
    /// What stands on the PAR sheet of a game, with rounding looked at up to so many chips.
    Par { question: Asked, chips: u64 },
    /// What the meters of a jackpot must show for a fair wager.
    BreakEven { question: Asked },
    /// Situations to be judged, with the answers that are offered: the same for the same seed.
    Drill { game: Option<String>, count: usize, seed: u64 },
    /// A document by which a house proves draws: of a round, of burned cards, of mystery prizes, of a promotion, of an entry.
    Fair { proof: Value },
    /// A journal, to be proved; `checkpoint` is the text of one that was kept elsewhere.
    Verify { journal: String, key: Option<String>, checkpoint: Option<String>, chain_only: bool },
    /// Who did what in a round of a journal, and what followed.
    Replay { journal: String, table: u32, round: u64 },
}

/// Answers a question.
pub(crate) fn answer(text: &str) -> Result<Value, String> {
    let question =
        serde_json::from_str(text).map_err(|error| format!("not a question: {error}"))?;
    match question {
        Question::Games => read(&croupier_answers::games()),
        Question::Rules { game } => croupier_answers::named(&game).map(rules),
        Question::Settle { sheets } => {
            let (right, answers) = croupier_answers::settle(&sheets);
            let answers: Result<Vec<Value>, _> = answers.lines().map(read).collect();
            Ok(json!({ "right": right, "answers": answers? }))
        }
        Question::Explain { sheets } => {
            let (mut text, mut right) = (String::new(), true);
            let lines = (1..).zip(sheets.lines()).filter(|(_, line)| !line.trim().is_empty());
            for (number, line) in lines {
                right &= croupier_answers::explain::explain(line, number, &mut text);
            }
            Ok(json!({ "right": right, "text": text }))
        }
        Question::Check { sheet } => Ok(json!(croupier_answers::check(&sheet))),
        Question::Odds { question } => read(&croupier_answers::odds(&question)?),
        Question::Par { question, chips } => read(&croupier_answers::par(&question, chips)?),
        Question::BreakEven { question } => {
            let [major, minor] = croupier_answers::break_even(&question)?;
            let meter = |(cents, reason): (Option<u64>, Option<&'static str>)| json!({ "cents": cents, "reason": reason });
            Ok(json!({ "major": meter(major), "minor": meter(minor) }))
        }
        Question::Drill { game, count, seed } => drills::drill(game.as_deref(), count, seed),
        Question::Fair { proof } => draws::check(&proof),
        Question::Verify { journal, key, checkpoint, chain_only } => {
            journal::verify(&journal, key.as_deref(), checkpoint.as_deref(), chain_only)
        }
        Question::Replay { journal, table, round } => journal::replay(&journal, table, round),
    }
}

fn read(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

fn rules(kind: Kind) -> Value {
    let register = Register::of(kind);
    let each = register.entries.iter().map(|entry| {
        json!({
            "clause": entry.clause, "kind": entry.kind, "actor": entry.actor,
            "software": entry.software, "level": entry.level, "parameter": entry.parameter,
        })
    });
    Value::Array(each.collect())
}
