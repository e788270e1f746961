//! Answers for people: a table of each settlement, with the clause in a sentence.

use std::fmt::Write as _;

use croupier_engine::effect::{Correction, Measure};
use croupier_engine::{Cents, Kind, Line, Outcome, Spot};
use croupier_rules::Register;
use croupier_sheet::{Answer, Settled, Sheet, expects, sentence};

use crate::columns::Columns;

/// Adds the explained answer to a line; tells whether the line was a sheet.
pub fn explain(line: &str, number: u64, out: &mut String) -> bool {
    match Sheet::read(line).and_then(|sheet| sheet.play().map(|answer| (sheet, answer))) {
        Ok((sheet, answer)) => {
            write(&sheet, &answer, number, out);
            true
        }
        Err(fault) => {
            let id = Sheet::id_of(line);
            let _ = writeln!(out, "line {number}, {}", id.as_deref().unwrap_or("no id"));
            let _ = writeln!(out, "  not a sheet: {fault}\n");
            false
        }
    }
}

fn write(sheet: &Sheet<'_>, answer: &Answer, number: u64, out: &mut String) {
    let register = Register::of(sheet.kind);
    let id = sheet.id.as_deref().unwrap_or("no id");
    let _ = writeln!(out, "line {number}, {id}: {}", sheet.kind.title());
    write_from(sheet, answer, 0, &register, out);
}

/// Adds what followed from the steps from `first` on, and how the table stands at the end.
pub fn write_from(
    sheet: &Sheet<'_>,
    answer: &Answer,
    first: usize,
    register: &Register,
    out: &mut String,
) {
    let settled = || answer.settled.iter().filter(|(step, _)| *step >= first);
    let excess = settled().any(|(_, settled)| match settled {
        Settled::Line(line) => !line.excess.is_zero(),
        Settled::Correction(_) => false,
    });
    let mut headings = vec!["step", "player", "spot", "stake", "result", "pays", "back"];
    headings.extend(excess.then_some("excess"));
    headings.extend(["clause", "because"]);
    let mut table = Columns::new(&headings, &[0, 3, 5, 6, if excess { 7 } else { 6 }]);
    for (step, settled) in settled() {
        let Settled::Line(line) = settled else { continue };
        let mut row = vec![
            step.to_string(),
            sheet.names.name(line.spot.player).to_owned(),
            spot(sheet.kind, &line.spot),
            line.stake.to_string(),
            result(line),
            dash(line.pays),
            dash(line.back),
        ];
        row.extend(excess.then(|| dash(line.excess)));
        row.extend([line.clause.to_string(), register.summary(line.clause.0).to_owned()]);
        table.row(row);
    }
    if !table.is_empty() {
        table.write("  ", out);
    }
    for (step, settled) in settled() {
        if let Settled::Correction(correction) = settled {
            write_correction(sheet, *step, correction, out);
        }
    }
    for (step, act) in answer.acts.iter().flatten().filter(|(step, _)| *step >= first) {
        write_act(sheet, *step, act, register, out);
    }
    for (step, refusal) in answer.refused.iter().filter(|(step, _)| *step >= first) {
        let rule = register.summary(refusal.clause.0);
        let clause = refusal.clause;
        let _ =
            writeln!(out, "  refused  step {step}: {} ({clause}: {rule})", sentence(refusal.why));
    }
    answer.table.each_standing(|wager| {
        let player = sheet.names.name(wager.spot.player);
        let spot = spot(sheet.kind, &wager.spot);
        let _ = write!(out, "  open     {player}: {spot}, {}", wager.stake);
        if !wager.excess.is_zero() {
            let _ = write!(out, ", and {} above the maximum", wager.excess);
        }
        out.push('\n');
    });
    let waits = expects(sheet.kind, &answer.table.expects(), &sheet.names);
    let _ = writeln!(out, "  expects  {waits}\n");
}

fn write_correction(sheet: &Sheet<'_>, step: usize, correction: &Correction, out: &mut String) {
    let Correction { was, now, difference, clause } = correction;
    let player = sheet.names.name(now.spot.player);
    let spot = spot(sheet.kind, &now.spot);
    let (was, now) = (was.outcome.name(), now.outcome.name());
    let sign = if *difference < 0 { "-" } else { "+" };
    let amount = Cents(difference.unsigned_abs());
    let _ = writeln!(
        out,
        "  corrected  step {step}: {player}, {spot}: {was} becomes {now}, {sign}{amount} ({clause})"
    );
}

fn write_act(sheet: &Sheet<'_>, step: usize, act: &Measure, register: &Register, out: &mut String) {
    let rule = register.summary(act.clause.0);
    let card = act.card.map(|card| format!(" {card}")).unwrap_or_default();
    let whom = act.whom.map(|whom| format!(" {}", whom.name())).unwrap_or_default();
    let place = act.to.map(|place| format!(", {}", sheet.kind.place_name(place)));
    let place = place.unwrap_or_default();
    let deed = format!("{}{card}{whom}{place}", act.deed.name());
    let _ = writeln!(out, "  done     step {step}: {deed} ({}: {rule})", act.clause);
}

fn spot(kind: Kind, spot: &Spot) -> String {
    let mut words = kind.layouts()[usize::from(spot.on.0)].name.to_owned();
    if let Some(mark) = spot.mark {
        let _ = write!(words, " {mark}");
    }
    if let Some(area) = spot.area {
        let _ = write!(words, ", area {}", area.0);
    }
    if spot.tokens {
        words.push_str(", tokens");
    }
    words
}

fn result(line: &Line) -> String {
    match line.outcome {
        Outcome::Commission => format!("charged {}", line.charge),
        outcome => outcome.name().to_owned(),
    }
}

fn dash(amount: Cents) -> String {
    if amount.is_zero() { "-".to_owned() } else { amount.to_string() }
}
