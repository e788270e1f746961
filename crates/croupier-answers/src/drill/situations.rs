//! Situations for a game without a deck of drills: they are made from its sheets.
//!
//! Every step of a sheet that says that something went wrong, and every step that is refused, is a
//! situation. What led up to it is told in words that any game has.

use croupier_engine::{Input, Kind, Spot};
use croupier_sheet::{Drill, Sheet};

use super::Card;

/// What somebody does who has not noticed anything.
const TRAP: &str = "go on as if nothing had happened";

/// Makes the situations of a game.
pub(super) fn of_sheets(kind: Kind, sheets: &[(&str, &'static str)]) -> Result<Vec<Card>, String> {
    let folder = format!("{}/", kind.name());
    let mut cards: Vec<Card> = Vec::new();
    for (file, text) in sheets.iter().filter(|(file, _)| file.starts_with(&folder)) {
        for line in text.lines() {
            // A line that is no sheet is there to show what is wrong with it.
            let Ok(sheet) = Sheet::read(line) else { continue };
            for at in situations(&sheet) {
                let broken = |fault| format!("sheets/{file}: {fault}");
                let Some(drill) = drill(Sheet::read(line).map_err(broken)?, at) else { continue };
                let answer = drill.sheet.play().map_err(broken)?;
                let card = Card { drill, answer };
                if cards.iter().all(|known| known.drill.tell != card.drill.tell) {
                    cards.push(card);
                }
            }
        }
    }
    Ok(cards)
}

/// Finds the steps of a sheet at which a dealer has something to judge.
fn situations(sheet: &Sheet<'_>) -> Vec<usize> {
    let Ok(answer) = sheet.play() else { return Vec::new() };
    let refused = |at: usize| answer.refused.iter().any(|(step, _)| *step == at);
    let judged = |input: &Input| matches!(input, Input::Irregular(_) | Input::Void);
    (0..sheet.inputs.len()).filter(|&at| refused(at) || judged(&sheet.inputs[at])).collect()
}

/// Makes a drill of a sheet up to one of its steps; what was refused before is left out. `None` if
/// there are no words for one of the steps.
fn drill(mut sheet: Sheet<'static>, at: usize) -> Option<Drill> {
    let refused = sheet.play().ok()?.refused;
    let now = sheet.inputs[at];
    let taken = |step: usize| refused.iter().all(|(refused, _)| *refused != step);
    let before: Vec<_> = (0..at).filter(|step| taken(*step)).map(|at| sheet.inputs[at]).collect();
    let mut told: Vec<_> = before.iter().map(|input| tell(&sheet, input)).collect::<Option<_>>()?;
    told.push(format!("Now: {}", tell(&sheet, &now)?));
    let steps = before.len();
    sheet.inputs = before;
    sheet.inputs.push(now);
    Some(Drill { sheet, before: steps, tell: told.join(" ").into(), trap: TRAP.into() })
}

/// Says what happens at a step, in words that any game has.
fn tell(sheet: &Sheet<'_>, input: &Input) -> Option<String> {
    let kind = sheet.kind;
    Some(match input {
        Input::Wager { spot, amount, .. } => {
            format!("{} puts ${amount} on {}.", sheet.names.name(spot.player), wager(kind, spot))
        }
        Input::Withdraw(spot) => {
            format!("{} wants {} back.", sheet.names.name(spot.player), wager(kind, spot))
        }
        Input::Close => "The dealer calls no more bets.".to_owned(),
        Input::Card { card, .. } => format!("{card} comes."),
        Input::BurnUnseen => "A card is burned.".to_owned(),
        Input::CuttingCard => "The cutting card comes.".to_owned(),
        Input::Shuffle { .. } => "The cards are shuffled.".to_owned(),
        Input::Void => "The round is declared void.".to_owned(),
        Input::Irregular(it) => {
            let card = it.card.map(|card| format!(" ({card})")).unwrap_or_default();
            let by = it.by.map(|by| format!(", says the {}", by.name())).unwrap_or_default();
            format!("{}{card}{by}.", it.what.name().replace('-', " "))
        }
        _ => return None,
    })
}

fn wager(kind: Kind, spot: &Spot) -> String {
    let layouts = kind.layouts();
    let name = layouts.get(usize::from(spot.on.0)).map_or("no wager of this game", |it| it.name);
    let area = spot.area.map(|area| format!(", area {}", area.0)).unwrap_or_default();
    let mark = spot.mark.map(|mark| format!(" {mark}")).unwrap_or_default();
    format!("{name}{mark}{area}")
}
