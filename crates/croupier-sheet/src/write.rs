//! Answers written as JSON.

use std::borrow::Cow;

use croupier_engine::effect::{Correction, Measure};
use croupier_engine::expects::DueRepair;
use croupier_engine::games::Standing;
use croupier_engine::irregular::{Deed, Question};
use croupier_engine::{AnyTable, Due, Expects, Kind, Line, Place, Player, Refusal, Spot};

use crate::names::Names;
use crate::play::{Answer, Settled};
use crate::read::Sheet;
use crate::refused::sentence;

/// Adds a field that is a number, after another field.
macro_rules! field {
    ($name:literal, $number:expr, $out:expr) => {{
        $out.push_str(concat!(",\"", $name, "\":"));
        write_number($number, $out);
    }};
}

impl Answer {
    /// Adds the answer as one line of JSON.
    pub fn write(&self, sheet: &Sheet<'_>, out: &mut String) {
        out.push_str("{\"id\":");
        write_id(sheet.id.as_deref(), out);
        out.push_str(",\"settled\":[");
        for (at, (step, line)) in self.settled.iter().enumerate() {
            separate(at, out);
            match line {
                Settled::Line(line) => write_line(*step, line, sheet, out),
                Settled::Correction(correction) => {
                    write_correction(*step, correction, sheet, out);
                }
            }
        }
        out.push_str("],\"refused\":[");
        for (at, (step, refusal)) in self.refused.iter().enumerate() {
            separate(at, out);
            write_refusal(*step, refusal, out);
        }
        if let Some(acts) = &self.acts {
            out.push_str("],\"acts\":[");
            for (at, (step, act)) in acts.iter().enumerate() {
                separate(at, out);
                write_act(*step, act, out);
            }
        }
        out.push_str("],\"open\":[");
        let mut at = 0;
        self.table.each_standing(|wager| {
            separate(at, out);
            at += 1;
            out.push_str("{\"player\":");
            write_text(sheet.names.name(wager.spot.player), out);
            write_spot(sheet.kind, &wager.spot, out);
            field!("stake", wager.stake.0, out);
            if !wager.excess.is_zero() {
                field!("excess", wager.excess.0, out);
            }
            write_light(&self.table, &wager, out);
            out.push('}');
        });
        out.push_str("],\"expects\":");
        write_text(&expects(sheet.kind, &self.table.expects(), &sheet.names), out);
        out.push_str("}\n");
    }
}

/// Adds what became of a jackpot wager before the deal, where the set-up of the table makes that matter.
fn write_light(table: &AnyTable, wager: &Standing, out: &mut String) {
    let rules = table.rules();
    let Some(light) = wager.light.filter(|_| rules.lights || rules.sweeps) else { return };
    if rules.lights {
        out.push_str(",\"light\":\"");
        out.push_str(light.name());
        out.push('"');
    }
    if wager.collected {
        out.push_str(",\"collected\":true");
    }
    if wager.carried {
        out.push_str(",\"carried\":true");
    }
}

/// Adds the answer to a line that is not a sheet.
pub fn write_error(id: Option<&str>, what: &str, out: &mut String) {
    out.push_str("{\"id\":");
    write_id(id, out);
    out.push_str(",\"error\":");
    write_text(what, out);
    out.push_str("}\n");
}

/// Says in words what the table of a sheet waits for.
pub fn expects(kind: Kind, expects: &Expects, names: &Names) -> Cow<'static, str> {
    expects_of(kind, expects, &|player| names.name(player).to_owned())
}

/// Says in words what a table waits for; `name` names its people.
pub fn expects_of(
    kind: Kind,
    expects: &Expects,
    name: &dyn Fn(Player) -> String,
) -> Cow<'static, str> {
    let due = due(kind, expects.due, name);
    match (expects.wagers, due.is_empty()) {
        (true, true) => "wagers".into(),
        (true, false) => format!("wagers or {due}").into(),
        (false, false) => due.into(),
        (false, true) => "a void: betting is closed and nothing is staked".into(),
    }
}

/// Says in words what must happen next at a table, apart from wagers; nothing if nothing must.
pub fn due(kind: Kind, due: Due, name: &dyn Fn(Player) -> String) -> String {
    let place = |place| kind.place_name(place);
    match due {
        Due::Nothing => String::new(),
        Due::Shuffle => "a shuffle".to_owned(),
        Due::Burn => "a card to burn".to_owned(),
        Due::Card(to) => format!("a card for {}", place(to)),
        Due::Choice(area, choices) => {
            let words: Vec<_> = choices.iter().map(|choice| choice.name()).collect();
            format!("a choice by area {}: {}", area.0, words.join(" or "))
        }
        Due::Turn(hand) => format!("the hand of {} turned", place(hand)),
        Due::Face(hand) => format!("a card of {} that was turned", place(hand)),
        Due::Roll(None) => "a roll".to_owned(),
        Due::Roll(Some(shooter)) => format!("a roll by {}", name(shooter)),
        Due::StickRoll => "a roll by the stickperson".to_owned(),
        Due::Dice(player) => format!("the dice taken or refused by {}", name(player)),
        Due::ChooseDice(player) => format!("dice chosen by {}", name(player)),
        Due::Collect => "collect".to_owned(),
        Due::Payment => "the wagers collected and paid".to_owned(),
        Due::Ruling(question) => format!("a ruling: {} yes or no", asks(kind, question, name)),
        Due::NoRoll => "no roll called".to_owned(),
        Due::Repair(DueRepair::Remove) => {
            "the damaged cards named, and then the transfer or what replaces them".to_owned()
        }
        Due::Repair(DueRepair::Transfer) => "the cards moved to the other device".to_owned(),
        Due::Repair(DueRepair::Substitute) => "the same cards from a new deck".to_owned(),
        Due::Check => "a check of the cards".to_owned(),
        Due::NewCards => "new cards".to_owned(),
    }
}

/// Starts a line with the wager that it is about.
fn write_wager(step: usize, line: &Line, sheet: &Sheet<'_>, out: &mut String) {
    out.push_str("{\"step\":");
    write_number(step as u64, out);
    out.push_str(",\"player\":");
    write_text(sheet.names.name(line.spot.player), out);
    write_spot(sheet.kind, &line.spot, out);
    field!("stake", line.stake.0, out);
}

/// Writes how a wager ended.
fn write_result(line: &Line, out: &mut String) {
    out.push_str("\"result\":\"");
    out.push_str(line.outcome.name());
    out.push('"');
    field!("pays", line.pays.0, out);
    field!("back", line.back.0, out);
}

fn write_correction(step: usize, correction: &Correction, sheet: &Sheet<'_>, out: &mut String) {
    write_wager(step, &correction.now, sheet, out);
    if !correction.now.excess.is_zero() {
        field!("excess", correction.now.excess.0, out);
    }
    out.push_str(",\"result\":\"correction\",\"was\":{");
    write_result(&correction.was, out);
    out.push_str("},\"now\":{");
    write_result(&correction.now, out);
    out.push_str("},\"difference\":");
    if correction.difference < 0 {
        out.push('-');
    }
    write_number(correction.difference.unsigned_abs(), out);
    out.push_str(",\"clause\":\"");
    out.push_str(correction.clause.0);
    out.push_str("\"}");
}

fn write_act(step: usize, act: &Measure, out: &mut String) {
    out.push_str("{\"step\":");
    write_number(step as u64, out);
    let mut word = |name: &str, word: &str| {
        out.push_str(",\"");
        out.push_str(name);
        out.push_str("\":\"");
        out.push_str(word);
        out.push('"');
    };
    word("act", act.deed.name());
    if let Some(card) = act.card {
        word("card", &card.to_string());
    }
    if let Some(whom) = act.whom {
        word("whom", whom.name());
    }
    word("clause", act.clause.0);
    if let Some(device) = act.device {
        field!("device", device.0.into(), out);
    }
    let area_field = matches!(act.deed, Deed::VoidHand | Deed::Discard);
    match act.to {
        Some(Place::Area(area)) => {
            let number = area.0.into();
            if area_field { field!("area", number, out) } else { field!("to", number, out) }
        }
        Some(Place::Shared) => out.push_str(",\"to\":\"shared\""),
        Some(Place::Dealer) => out.push_str(",\"to\":\"dealer\""),
        None => {}
    }
    out.push('}');
}

fn write_line(step: usize, line: &Line, sheet: &Sheet<'_>, out: &mut String) {
    write_wager(step, line, sheet, out);
    out.push(',');
    write_result(line, out);
    if !line.excess.is_zero() {
        field!("excess", line.excess.0, out);
    }
    if line.outcome == croupier_engine::Outcome::Commission {
        field!("charge", line.charge.0, out);
    }
    out.push_str(",\"clause\":\"");
    out.push_str(line.clause.0);
    out.push_str("\"}");
}

fn write_spot(kind: Kind, spot: &Spot, out: &mut String) {
    if let Some(area) = spot.area {
        field!("area", area.0.into(), out);
    }
    let layout = &kind.layouts()[usize::from(spot.on.0)];
    out.push_str(",\"on\":\"");
    out.push_str(layout.name);
    out.push('"');
    let (number, point) = layout.mark.split(spot.mark);
    if let Some(number) = number {
        field!("number", number.into(), out);
    }
    if let Some(point) = point {
        field!("point", point.into(), out);
    }
    if spot.tokens {
        out.push_str(",\"tokens\":true");
    }
}

/// Names a wager in words, without its player: `the wager player on area 2`.
fn wager_in_words(kind: Kind, spot: &Spot) -> String {
    let name = kind.layouts()[usize::from(spot.on.0)].name;
    let mark = spot.mark.map_or_else(String::new, |mark| format!(" {mark}"));
    let area = spot.area.map_or_else(String::new, |area| format!(" on area {}", area.0));
    format!("the wager {name}{mark}{area}")
}

/// Asks a question in words.
pub fn asks(kind: Kind, question: Question, name: &dyn Fn(Player) -> String) -> String {
    match question {
        Question::Rebuildable => "can the round be rebuilt?".to_owned(),
        Question::Reverse => "are settled wagers to be reversed?".to_owned(),
        Question::Disadvantaged => "was anyone disadvantaged by it?".to_owned(),
        Question::Spare => "is another device at hand and a transfer practicable?".to_owned(),
        Question::SpareAtHand => "is another device at hand?".to_owned(),
        Question::Practicable => "is it practicable to move the cards to it?".to_owned(),
        Question::Damaged => "are cards damaged?".to_owned(),
        Question::DeviceToCome => "can a device be had?".to_owned(),
        Question::Refund(player) => format!("does {} want the wagers back?", name(player)),
        Question::RefundWager(spot) => {
            format!("does {} want {} back?", name(spot.player), wager_in_words(kind, &spot))
        }
    }
}

fn write_refusal(step: usize, refusal: &Refusal, out: &mut String) {
    out.push_str("{\"step\":");
    write_number(step as u64, out);
    out.push_str(",\"clause\":\"");
    out.push_str(refusal.clause.0);
    out.push_str("\",\"why\":");
    write_text(sentence(refusal.why), out);
    out.push('}');
}

fn write_id(id: Option<&str>, out: &mut String) {
    match id {
        Some(id) => write_text(id, out),
        None => out.push_str("null"),
    }
}

fn separate(at: usize, out: &mut String) {
    if at > 0 {
        out.push(',');
    }
}

fn write_number(number: u64, out: &mut String) {
    out.push_str(itoa::Buffer::new().format(number));
}

/// Adds a text in quotes.
pub fn write_text(text: &str, out: &mut String) {
    out.push('"');
    let mut plain = 0;
    for (at, byte) in text.bytes().enumerate() {
        if byte >= 0x20 && byte != b'"' && byte != b'\\' {
            continue;
        }
        out.push_str(&text[plain..at]);
        plain = at + 1;
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            _ => {
                let hex = |nibble: u8| char::from(b"0123456789abcdef"[usize::from(nibble)]);
                out.push_str("\\u00");
                out.push(hex(byte >> 4));
                out.push(hex(byte & 15));
            }
        }
    }
    out.push_str(&text[plain..]);
    out.push('"');
}
