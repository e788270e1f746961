//! `croupier replay`: a past round again, step by step, and as a round sheet.

mod span;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use croupier_engine::expects::Place;
use croupier_engine::{Cents, Kind, Player};
use croupier_floor::{Act, ActResult, Answer, Event, Floor, TableAct, TableId, WordsChange};
use croupier_house::Replay;
use croupier_journal::Reader;
use croupier_sheet::happened::Settled;
use croupier_sheet::step::{self, State};
use croupier_sheet::{Happened, PersonId};
use croupier_view::{SeenAnswer, tasks, words};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use crate::failure::{Done, Failure, written};
use crate::floor::stopped;
use crate::json::document;
use crate::register::Register;
use span::Span;

/// Show a past round again: who did what when, and what followed by which clause
///
/// A round at a card table ends when its cards are in the discard rack; where dice are rolled, every roll
/// is a round. With --sheet, the round is written as a round sheet, from the last moment at which nothing lay
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
#[derive(Serialize)]
struct Step {
    number: u64,
    at: u64,
    who: String,
    act: Act,
    /// What followed, as it was when it followed.
    answer: Box<RawValue>,
    /// The same in lines for people.
    #[serde(skip)]
    lines: Vec<String>,
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
            let who = replay.floor.people.name(Player(entry.who)).to_owned();
            let (number, at) = (record.number, entry.at);
            let words = Words { floor: &replay.floor, kind, register: kind.map(Register::of) };
            let lines = words.lines(answer);
            let seen = to_raw_value(&SeenAnswer::of(answer, &replay.floor))
                .expect("an answer has nothing that JSON has not");
            steps.push(Step { number, at, who, act: act.clone(), answer: seen, lines });
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
        out = document(&Round { table, round, entries: &steps }) + "\n";
    } else {
        let _ = writeln!(out, "{name}, {}: round {round} of table {table}\n", kind.title());
        for step in &steps {
            text(step, &mut out);
        }
    }
    written(std::io::stdout().lock().write_all(out.as_bytes()), "standard output")?;
    Ok(true)
}

/// A round as one document: what was done at its table, and what followed.
#[derive(Serialize)]
struct Round<'a> {
    table: u32,
    round: u64,
    entries: &'a [Step],
}

fn text(step: &Step, out: &mut String) {
    let Step { number, at, who, act, lines, .. } = step;
    let what = match act {
        Act::TableAct(TableAct::Step { step, .. }) => plain_words(&step.to_string()),
        act => plain_words(&act.write()),
    };
    let _ = writeln!(out, "{number:>8}  {}  {who:<10}  {what}", date_and_time(*at));
    for line in lines {
        let _ = writeln!(out, "{:>20}  {line}", "");
    }
}

/// Writes a step or an act as people read it: its name, then its fields without signs of JSON, money with a point. What is no
/// document is written as it is.
fn plain_words(text: &str) -> String {
    let Ok(Value::Object(act)) = serde_json::from_str(text) else { return text.to_owned() };
    let each = act.iter().map(|(name, body)| match body {
        Value::Object(fields) => format!("{}: {}", spaced(name), fields_in_words(fields)),
        Value::Bool(true) => spaced(name),
        body => format!("{} {}", spaced(name), value_in_words(name, body)),
    });
    each.collect::<Vec<_>>().join(", ")
}

fn fields_in_words(fields: &serde_json::Map<String, Value>) -> String {
    // The table stands in the heading.
    let told = fields.iter().filter(|(name, value)| *name != "table" && !value.is_null());
    let each =
        told.map(|(name, value)| format!("{} {}", spaced(name), value_in_words(name, value)));
    each.collect::<Vec<_>>().join(", ")
}

fn value_in_words(name: &str, value: &Value) -> String {
    let is_money = matches!(name, "amount" | "float" | "chip" | "min" | "max" | "unit");
    match value {
        Value::Number(cents) if is_money => {
            cents.as_u64().map_or_else(|| cents.to_string(), |cents| Cents(cents).to_string())
        }
        Value::String(text) => text.clone(),
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::Array(list) => {
            list.iter().map(|it| value_in_words(name, it)).collect::<Vec<_>>().join(" ")
        }
        Value::Object(fields) => format!("({})", fields_in_words(fields)),
        value => value.to_string(),
    }
}

fn spaced(name: &str) -> String {
    name.replace(['-', '_'], " ")
}

/// Puts what followed at a table into lines for people.
struct Words<'a> {
    floor: &'a Floor,
    kind: Option<Kind>,
    register: Option<Register>,
}

impl Words<'_> {
    fn lines(&self, answer: &Answer) -> Vec<String> {
        let verdict = match &answer.verdict {
            ActResult::Done => None,
            ActResult::Waits { request } => {
                Some(format!("waits for a second person, request {request}"))
            }
            ActResult::Denied(denied) => {
                let clause = denied.clause.as_ref().map(|clause| format!(" ({clause})"));
                let clause = clause.unwrap_or_default();
                Some(format!("denied: {}{clause}", words::denied(denied)))
            }
        };
        verdict.into_iter().chain(answer.events.iter().filter_map(|it| self.event(it))).collect()
    }

    /// Says what followed; movements of money stand in the ledger, not here.
    #[expect(clippy::too_many_lines, reason = "a row for each event")]
    fn event(&self, event: &Event) -> Option<String> {
        let people = &self.floor.people;
        Some(match event {
            Event::Game(_, happened) => return self.happened(happened),
            Event::Prompt { prompt, clause, .. } => {
                let what = words::prompt(prompt);
                match clause {
                    Some(clause) => format!("{what} ({clause})"),
                    None => what,
                }
            }
            Event::Task(task) => {
                let what = tasks::what(&task.what, people);
                format!("task {}: {what}", task.task)
            }
            Event::TaskEnded { task, end, .. } => {
                format!("task {task}: {}", tasks::ended(end, people))
            }
            Event::Variant { variant, clause, .. } => {
                let variant = variant.as_deref().unwrap_or("none");
                format!("the game is played in variant: {variant} ({clause})")
            }
            Event::Withdrawn { notice, clause, .. } => {
                format!("the sign is taken down: {} ({clause})", words::notice(notice, people))
            }
            Event::Notice { notice, clause, .. } => {
                format!("a sign: {} ({clause})", words::notice(notice, people))
            }
            Event::Sign { on, limit: Some((min, max, _)), .. } => {
                format!("{on}: {min} to {max} cents")
            }
            Event::CutOffered { to, clause, .. } => {
                format!("the cut is offered to {} ({clause})", words::cutter(*to, people))
            }
            Event::Fell { request } => format!("request {request} falls"),
            Event::Clock { was, now } => {
                format!("the clock is put right, from {was} to {now} (milliseconds since 1970)")
            }
            Event::ShuffleBegun { number, .. } => format!("shuffle {number}"),
            Event::WasCut { by, depth, clause, .. } => {
                let who = by.map_or("the house", |by| people.name(by));
                format!("{who} cuts {depth} cards ({clause})")
            }
            Event::CutLapsed { player, clause, .. } => {
                format!("{} lets the time for the cut pass ({clause})", people.name(*player))
            }
            Event::BurnProved { cards, .. } => {
                let cards: Vec<_> = cards.iter().map(|card| &**card).collect();
                format!("burned unseen, by the key: {}", cards.join(" "))
            }
            Event::Proved { draws, .. } => format!("{draws} draws follow from the key"),
            Event::KeyLost { draws, .. } => {
                format!("the key is lost for ever: {draws} draws stay unproved")
            }
            Event::Words { player, change, .. } => {
                let did = match change {
                    WordsChange::Sealed => "seals words for the draw",
                    WordsChange::Opened => "opens the words",
                    WordsChange::Lapsed => "has not opened the words, and the draw goes on without",
                };
                format!("{} {did}", people.name(*player))
            }
            Event::BettingClosed { seats, .. } if seats.is_empty() => {
                "betting is closed until the draw".to_owned()
            }
            Event::BettingClosed { seats, .. } => {
                let seats: Vec<_> = seats.iter().map(u8::to_string).collect();
                format!("betting is closed; words are opened at seat {}", seats.join(", "))
            }
            Event::Posted(_)
            | Event::Round { .. }
            | Event::Sign { .. }
            | Event::Seat { .. }
            | Event::Table { .. }
            | Event::Noted { .. }
            | Event::Cards { .. }
            | Event::Voucher { .. }
            | Event::Pool { .. }
            | Event::Promotion { .. }
            | Event::Law { .. }
            | Event::Prescribed { .. }
            | Event::Points { .. }
            | Event::Person { .. }
            | Event::Complaint { .. }
            | Event::Asked { .. }
            | Event::Answered { .. }
            | Event::Order { .. } => return None,
        })
    }

    /// Says which card or roll came, and what the hand of the house is worth.
    fn came(&self, happened: &Happened<PersonId>) -> Option<String> {
        Some(match happened {
            Happened::Dealt { card, to } => format!("{card} to {}", self.place(*to)),
            Happened::Rekeyed { was, card, to } => {
                let place =
                    to.map_or_else(|| "the discards".to_owned(), |to| self.place(to).to_string());
                format!("{was} was entered wrongly: it is {card}, to {place}")
            }
            Happened::Rerolled { was, roll } => {
                format!(
                    "{} and {} were entered wrongly: it is {} and {}",
                    was[0], was[1], roll[0], roll[1]
                )
            }
            Happened::Burned { card } => format!("{card} is burned"),
            Happened::DealtFaceDown { to } => format!("a card face down to {}", self.place(*to)),
            Happened::Faced { card, to } => {
                format!("the card of {} is {card}", self.place(*to))
            }
            Happened::Declared { points, order, clause } => {
                format!("declared: {points} points, order {order} ({clause})")
            }
            Happened::Marked { points, clause } => {
                format!("the marker lies on {points} ({clause})")
            }
            Happened::BurnedUnseen => "a card is burned face down".to_owned(),
            _ => return None,
        })
    }

    fn happened(&self, happened: &Happened<PersonId>) -> Option<String> {
        let name = |who: &PersonId| self.floor.people.name(who.0);
        Some(match happened {
            Happened::Settled(line) => self.settled(line),
            Happened::Corrected { now, difference, clause, .. } => {
                format!("corrected by {clause}, {difference:+} cents: {}", self.settled(now))
            }
            Happened::Dealt { .. }
            | Happened::DealtFaceDown { .. }
            | Happened::Faced { .. }
            | Happened::Rekeyed { .. }
            | Happened::Rerolled { .. }
            | Happened::Burned { .. }
            | Happened::BurnedUnseen
            | Happened::Declared { .. }
            | Happened::Marked { .. } => return self.came(happened),
            Happened::Chose { area, choice } => format!("area {area}: {}", choice.name()),
            Happened::Closed => "no more bets".to_owned(),
            Happened::Puck { point: Some(point) } => format!("the point is {point}"),
            Happened::Puck { point: None } => "the puck is off".to_owned(),
            Happened::RoundOver => "the round is over".to_owned(),
            Happened::Measure { what, card, device, clause, .. } => {
                let card = card.map_or_else(String::new, |card| format!(" {card}"));
                let device = device.map_or_else(String::new, |it| format!(", device {it}"));
                format!("{}{card}{device} ({clause})", what.name())
            }
            Happened::Ruled { question, answer, at, clause } => {
                let whose = at
                    .as_ref()
                    .map_or_else(String::new, |at| format!(" {}, {}", name(&at.player), at.on));
                let answer = if *answer == step::Answer::Yes { "yes" } else { "no" };
                format!("{question}{whose}: {answer} ({clause})")
            }
            Happened::CuttingCard { clause, .. } => format!("the cutting card ({clause})"),
            Happened::Placed { .. } => return None,
            Happened::Found { at, from, to } => {
                format!(
                    "{}, {}: {} was taken for {}",
                    name(&at.player),
                    at.on,
                    Cents(*to),
                    Cents(*from)
                )
            }
            Happened::Accepted { .. } | Happened::Collected { .. } | Happened::Carried { .. } => {
                return self.jackpot(happened);
            }
            Happened::Travelled { at, to } => {
                format!("{}: {} goes to {to}", name(&at.player), at.on)
            }
            Happened::Called { at, state } => {
                let state = if *state == State::On { "on" } else { "off" };
                format!("{}: {} is called {state}", name(&at.player), at.on)
            }
            Happened::Offered { who } => {
                format!("the dice are offered to {}", who.as_ref().map_or("nobody", name))
            }
            Happened::Shooter { who } => format!("{} has the dice", name(who)),
            Happened::Turned { hand } => format!("the hand of {} is turned", self.place(*hand)),
            Happened::Reserved { area, who: Some(who) } => {
                format!("area {area} is kept for {}", name(who))
            }
            Happened::Reserved { area, who: None } => format!("area {area} is free"),
            Happened::ShuffleDue { clause } => format!("a shuffle is due ({clause})"),
            Happened::Shuffled => "the cards are shuffled and loaded".to_owned(),
            Happened::Rebuilt => "the round was dealt again to its end".to_owned(),
        })
    }

    /// Says what became of a jackpot wager; `None` for anything else.
    fn jackpot(&self, happened: &Happened<PersonId>) -> Option<String> {
        let name = |who: &PersonId| self.floor.people.name(who.0);
        Some(match happened {
            Happened::Accepted { at, accepted } => {
                let light = if *accepted { "accepted" } else { "rejected" };
                format!("the jackpot wager of {} is {light}", name(&at.player))
            }
            Happened::Collected { at, amount } => {
                format!("{}: {} is collected", name(&at.player), Cents(*amount))
            }
            Happened::Carried { at, clause } => {
                format!("the wager of {} stays up for the next round ({clause})", name(&at.player))
            }
            _ => return None,
        })
    }

    fn place(&self, place: Place) -> String {
        match (self.kind, place) {
            (Some(kind), place) => kind.place_name(place).to_string(),
            (None, Place::Area(area)) => format!("area {}", area.0),
            (None, Place::Shared) => "shared hand".to_owned(),
            (None, Place::Dealer) => "dealer".to_owned(),
        }
    }

    fn settled(&self, line: &Settled<PersonId>) -> String {
        let at = &line.at;
        let area = at.area.map(|area| format!(", area {}", area.0)).unwrap_or_default();
        let mark = at.number.or(at.point).map(|mark| format!(" {mark}")).unwrap_or_default();
        let summary = self.register.as_ref().map(|register| register.summary(&line.clause));
        format!(
            "{}, {}{mark}{area}: {} on {}, pays {}, {} back, by {}: {}",
            self.floor.people.name(at.player.0),
            at.on,
            line.result.name(),
            Cents(line.stake),
            Cents(line.pays),
            Cents(line.back + line.excess),
            line.clause,
            summary.unwrap_or_default()
        )
    }
}

/// Writes a time of the floor, in milliseconds since 1970, as date and time of day by universal time.
fn date_and_time(at: u64) -> String {
    let (seconds, milliseconds) = (at / 1000, at % 1000);
    let (hours, minutes) = (seconds / 3600 % 24, seconds / 60 % 60);
    let (year, month, day) = date(seconds / 86_400);
    format!(
        "{year}-{month:02}-{day:02} {hours:02}:{minutes:02}:{:02}.{milliseconds:03}",
        seconds % 60
    )
}

/// Returns the date of a day counted from the first of 1970, by the calendar that has leap years.
fn date(days: u64) -> (u64, u64, u64) {
    // Years are counted from March, so that the day of a leap year is the last: see Howard Hinnant, "chrono-compatible
    // low-level date algorithms".
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (year + era * 400 + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::{date_and_time, plain_words};

    #[test]
    fn times_are_dates() {
        let check = |at, want| assert_eq!(date_and_time(at), want);
        check(0, "1970-01-01 00:00:00.000");
        check(951_782_400_000, "2000-02-29 00:00:00.000");
        check(951_868_799_999, "2000-02-29 23:59:59.999");
        check(1_794_812_234_005, "2026-11-16 06:57:14.005");
        check(4_107_542_400_000, "2100-03-01 00:00:00.000");
    }

    #[test]
    fn acts_are_words() {
        let check = |text, want: &str| assert_eq!(plain_words(text), want);
        check(r#"{"close":true}"#, "close");
        check(r#"{"card":"KS"}"#, "card KS");
        check(r#"{"roll":[3,4]}"#, "roll 3 4");
        let wager = r#"{"wager":{"player":"ann","on":"place-win","number":6,"amount":1250}}"#;
        check(wager, "wager: amount 12.50, number 6, on place-win, player ann");
        check(r#"{"sit":{"table":3,"player":"ann","seat":1}}"#, "sit: player ann, seat 1");
        check("no document", "no document");
    }
}
