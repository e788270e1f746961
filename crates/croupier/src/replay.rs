//! `croupier replay`: a past round again, step by step, and as a round sheet.

mod span;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use croupier_floor::{Act, Answer, Event, Happened, Settled, TableId, Verdict};
use croupier_house::Replay;
use croupier_journal::Reader;

use crate::failure::{Done, Failure, written};
use crate::floor::stopped;
use crate::register::Register;
use span::Span;

/// Show a past round again: who did what when, and what followed by which clause
///
/// A round at a card table ends when its cards are in the discard rack; at Craps every roll is a
/// round. With --sheet, the round is written as a round sheet, from the last moment at which nothing lay
/// on the layout; `croupier settle` answers it with the same lines.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The journal
    db: PathBuf,

    /// The round: table and number, such as 3/17
    #[arg(long, value_name = "TABLE/ROUND", value_parser = round_id)]
    round: (u32, u64),

    /// Print one document of JSON
    #[arg(long, conflicts_with = "sheet")]
    json: bool,

    /// Print a round sheet
    #[arg(long)]
    sheet: bool,
}

/// Reads the name of a round.
pub(crate) fn round_id(text: &str) -> Result<(u32, u64), String> {
    let parts = text.split_once('/');
    let read = parts.and_then(|(table, round)| Some((table.parse().ok()?, round.parse().ok()?)));
    read.ok_or_else(|| "expected a table and a round, such as 3/17".to_owned())
}

/// One entry of the round.
struct Step {
    number: u64,
    at: u64,
    who: String,
    act: Act,
    answer: Answer,
}

/// Shows the round.
pub(crate) fn run(arguments: &Arguments) -> Done {
    let (table, round) = arguments.round;
    let reader = Reader::open(&arguments.db).map_err(|error| stopped(error.into()))?;
    let (mut steps, mut kind, mut name) = (Vec::new(), None, String::new());
    let mut span = Span::new(TableId(table));
    let mut sheet = None;
    Replay::of(&reader, |replay, record, act, answer| {
        let entry = &record.chained.entry;
        let here = entry.chain.0 == table && entry.round == round;
        if sheet.is_none() && entry.round <= round {
            span.take(&replay.floor, entry.round, act, answer);
        }
        if here {
            if let Some(room) = replay.floor.rooms.get(&TableId(table)) {
                kind = Some(room.kind);
                name.clone_from(&room.name);
            }
            let (number, at, who) = (record.number, entry.at, entry.who.to_string());
            steps.push(Step { number, at, who, act: act.clone(), answer: answer.clone() });
            if answer.events.iter().any(|event| matches!(event, Event::Round { .. })) {
                sheet = Some(span.sheet(&format!("{table}/{round}")));
            }
        }
    })
    .map_err(stopped)?;
    let Some(kind) = kind else {
        return Err(Failure::input(format!("there is no round {table}/{round}")));
    };
    let mut out = String::new();
    if arguments.sheet {
        out = sheet.unwrap_or_else(|| span.sheet(&format!("{table}/{round}")));
        out.push('\n');
    } else if arguments.json {
        json(table, round, &steps, &mut out);
    } else {
        let _ = writeln!(out, "{name}, {}: round {round} of table {table}\n", kind.title());
        let register = Register::of(kind);
        for step in &steps {
            text(step, &register, &mut out);
        }
    }
    written(std::io::stdout().lock().write_all(out.as_bytes()), "standard output")?;
    Ok(true)
}

fn json(table: u32, round: u64, steps: &[Step], out: &mut String) {
    let _ = write!(out, "{{\"table\":{table},\"round\":{round},\"entries\":[");
    for (at, step) in steps.iter().enumerate() {
        let Step { number, at: when, who, act, answer } = step;
        let comma = if at == 0 { "\n" } else { ",\n" };
        let _ = write!(out, "{comma}{{\"number\":{number},\"at\":{when},\"who\":");
        croupier_sheet::write_text(who, out);
        let _ = write!(out, ",\"act\":{},\"answer\":{}}}", act.write(), answer.write());
    }
    out.push_str("\n]}\n");
}

fn text(step: &Step, register: &Register, out: &mut String) {
    let Step { number, at, who, act, answer } = step;
    let what = match act {
        Act::Step { step, .. } => step.get().to_owned(),
        act => act.write(),
    };
    let _ = writeln!(out, "{number:>8}  {}  {who:<10}  {what}", clock(*at));
    match &answer.verdict {
        Verdict::Done => {}
        Verdict::Waits { request } => {
            let _ = writeln!(out, "{:>20}  waits for a second person, request {request}", "");
        }
        Verdict::Denied(denied) => {
            let clause = denied.clause.map(|clause| format!(" ({clause})")).unwrap_or_default();
            let _ = writeln!(out, "{:>20}  denied: {}{clause}", "", denied.why);
        }
    }
    for event in &answer.events {
        if let Some(line) = event_text(event, register) {
            let _ = writeln!(out, "{:>20}  {line}", "");
        }
    }
}

/// Says what followed; movements of money stand in the ledger, not here.
fn event_text(event: &Event, register: &Register) -> Option<String> {
    Some(match event {
        Event::Game(happened) => match happened {
            Happened::Settled(line) => settled(line, register),
            Happened::Corrected { now, difference, clause, .. } => {
                format!("corrected by {clause}, {difference:+} cents: {}", settled(now, register))
            }
            Happened::Dealt { card, to } => format!("{card} to {to}"),
            Happened::Burned { card } => format!("{card} is burned"),
            Happened::Chose { area, choice } => format!("area {area}: {choice}"),
            Happened::Closed => "no more bets".to_owned(),
            Happened::Puck { point: Some(point) } => format!("the point is {point}"),
            Happened::Puck { point: None } => "the puck is off".to_owned(),
            Happened::RoundOver => "the round is over".to_owned(),
            Happened::Act { what, clause, .. } => format!("{what} ({clause})"),
            Happened::CuttingCard { clause, .. } => format!("the cutting card ({clause})"),
            Happened::Placed { .. } => return None,
            other => serde_json::to_string(other).unwrap_or_default(),
        },
        Event::Prompt { what, clause, .. } => match clause {
            Some(clause) => format!("{what} ({clause})"),
            None => what.clone(),
        },
        Event::Notice { what, clause, .. } => format!("a sign: {what} ({clause})"),
        Event::Sign { on, limit: Some((min, max, _)), .. } => format!("{on}: {min} to {max} cents"),
        Event::CutOffered { to, clause, .. } => format!("the cut is offered to {to} ({clause})"),
        Event::Proved { draws, .. } => format!("{draws} draws follow from the key"),
        _ => return None,
    })
}

fn settled(line: &Settled, register: &Register) -> String {
    let at = &line.at;
    let area = at.area.map(|area| format!(", area {area}")).unwrap_or_default();
    let mark = at.number.or(at.point).map(|mark| format!(" {mark}")).unwrap_or_default();
    let dollars = |cents: u64| croupier_engine::Cents(cents);
    format!(
        "{}, {}{mark}{area}: {} on {}, pays {}, {} back, by {}: {}",
        at.player,
        at.on,
        line.result,
        dollars(line.stake),
        dollars(line.pays),
        dollars(line.back + line.excess),
        line.clause,
        register.summary(line.clause)
    )
}

/// Writes a time as told to the floor: days since 1970, and the time of day.
fn clock(at: u64) -> String {
    let (seconds, milliseconds) = (at / 1000, at % 1000);
    let (hours, minutes) = (seconds / 3600 % 24, seconds / 60 % 60);
    format!("{}d {hours:02}:{minutes:02}:{:02}.{milliseconds:03}", seconds / 86_400, seconds % 60)
}
