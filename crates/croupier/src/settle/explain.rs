//! Answers for people: a table of each settlement, with the clause in a sentence.

use std::fmt::Write as _;

use croupier_engine::{Cents, Line, Outcome};
use croupier_sheet::{Answer, Sheet, expects};

use crate::help::Columns;
use crate::register::Register;

/// Adds the explained answer to a line; tells whether the line was a sheet.
pub(super) fn explain(line: &str, number: u64, out: &mut String) -> bool {
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
    let headings =
        ["step", "player", "spot", "stake", "result", "pays", "back", "clause", "because"];
    let mut table = Columns::new(&headings, &[0, 3, 5, 6]);
    for (step, line) in &answer.settled {
        table.row([
            step.to_string(),
            sheet.names.name(line.player).to_owned(),
            spot(sheet, line),
            line.stake.to_string(),
            result(line),
            dash(line.pays),
            dash(line.back + line.excess),
            line.clause.to_string(),
            register.summary(line.clause.0).to_owned(),
        ]);
    }
    if !table.is_empty() {
        table.write("  ", out);
    }
    for (step, refusal) in &answer.refused {
        let rule = register.summary(refusal.clause.0);
        let clause = refusal.clause;
        let _ = writeln!(out, "  refused  step {step}: {} ({clause}: {rule})", refusal.why);
    }
    answer.table.each_standing(|wager| {
        let name = sheet.kind.layouts()[usize::from(wager.on.0)].name;
        let mark = wager.mark.map(|mark| format!(" {mark}")).unwrap_or_default();
        let area = wager.area.map(|area| format!(", area {}", area.0)).unwrap_or_default();
        let player = sheet.names.name(wager.player);
        let _ = writeln!(out, "  open     {player}: {name}{mark}{area}, {}", wager.stake);
    });
    let waits = expects(sheet.kind, &answer.table.expects(), &sheet.names);
    let _ = writeln!(out, "  expects  {waits}\n");
}

fn spot(sheet: &Sheet<'_>, line: &Line) -> String {
    let mut spot = sheet.kind.layouts()[usize::from(line.on.0)].name.to_owned();
    if let Some(mark) = line.mark {
        let _ = write!(spot, " {mark}");
    }
    if let Some(area) = line.area {
        let _ = write!(spot, ", area {}", area.0);
    }
    if line.tokens {
        spot.push_str(", tokens");
    }
    spot
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
