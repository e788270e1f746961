//! The report of what went wrong: incidents, irregularities, voids, rulings, corrections, people kept
//! out, and complaints with their decisions.

use croupier_floor::{
    Act, Complaint, EdgeAct, Event, Floor, HouseAct, PoolAct, PoolChange, Stage, TableAct,
};
use croupier_sheet::happened::Settled;
use croupier_sheet::{Happened, PersonId, Step};
use croupier_view::{tasks, words};

use super::act_words::{act_words, reason};
use super::rows::{Row, part_of};
use super::seen::Seen;
use super::{Cell, Part};

/// The parts of the register: what went wrong, corrections, and the numbers of complaints of which an entry is a step.
const INCIDENTS: u8 = 0;
const CORRECTIONS: u8 = 1;
const COMPLAINTS: u8 = 2;

/// Something that went wrong, or a step of a complaint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incident {
    /// Who did it, or asked for it.
    pub by: String,
    /// The roles of who did it, or asked for it.
    pub role: String,
    /// Who agreed to it.
    pub with: Option<String>,
    /// What was told: the name of an act, or `step` and the name of a step.
    pub act: String,
    /// What it says.
    pub what: String,
    /// The reason that was given in words.
    pub reason: Option<String>,
    /// What was done about it, by which clauses.
    pub followed: String,
    /// The number of the complaint that it is a step of.
    pub complaint: Option<u32>,
}

impl Incident {
    /// Tells what went wrong in an entry; `None` if nothing did.
    pub fn of(seen: &Seen<'_>) -> Option<Self> {
        let (by, act) = seen.done()?;
        let complaint = complaint(act, seen);
        if complaint.is_none() && !is_one(act) {
            return None;
        }
        let (name, mut what) = act_words(act);
        if let Some(directed) = seen.directed() {
            what = format!("{what}; {directed}");
        }
        Some(Self {
            by: by.to_owned(),
            role: roles(seen.floor, by),
            with: seen.request.map(|_| seen.who.to_owned()),
            act: name,
            what,
            reason: reason(act).map(str::to_owned),
            followed: followed(seen),
            complaint,
        })
    }
}

/// Lists the roles of a person.
fn roles(floor: &Floor, name: &str) -> String {
    let person = floor.people.find(name).and_then(|person| floor.people.get(person));
    let roles = person.iter().flat_map(|person| &person.roles).map(|role| role.name());
    roles.collect::<Vec<_>>().join(" and ")
}

fn is_one(act: &Act) -> bool {
    match act {
        Act::HouseAct(HouseAct::Incident { .. })
        | Act::PoolAct(PoolAct::LoseMystery { .. })
        | Act::EdgeAct(EdgeAct::Exclude { .. })
        | Act::HouseAct(HouseAct::Readmit { .. })
        | Act::EdgeAct(EdgeAct::Bar { .. })
        | Act::EdgeAct(EdgeAct::Detain { .. })
        | Act::EdgeAct(EdgeAct::HandOver { .. }) => true,
        Act::TableAct(TableAct::LapseWords { .. } | TableAct::LoseKey { .. }) => true,
        Act::TableAct(TableAct::Step { step, .. }) => matches!(
            step,
            Step::Irregular(_)
                | Step::Void(_)
                | Step::Ruling(_)
                | Step::Found(_)
                | Step::Replace(_)
                | Step::Check(_)
                | Step::NoRoll(_)
        ),
        _ => false,
    }
}

fn complaint(act: &Act, seen: &Seen<'_>) -> Option<u32> {
    match act {
        Act::EdgeAct(EdgeAct::Complain { .. }) => {
            seen.floor.complaints.last().map(|complaint| complaint.number)
        }
        Act::HouseAct(HouseAct::DecideComplaint { complaint, .. })
        | Act::HouseAct(HouseAct::AskReview { complaint })
        | Act::HouseAct(HouseAct::CloseComplaint { complaint, .. }) => Some(*complaint),
        _ => None,
    }
}

/// Writes the rows of an entry.
pub(super) fn each_row(seen: &Seen<'_>, mut keep: impl FnMut(Row)) {
    let Some((by, _)) = seen.done() else { return };
    let (number, table) = (seen.number, seen.table());
    let place = || {
        let count = Cell::Count(i128::from(number));
        vec![count, Cell::Time(seen.at), Cell::table(table), Cell::text(by)]
    };
    let incident = Incident::of(seen);
    if let Some(complaint) = incident.as_ref().and_then(|incident| incident.complaint) {
        let cells = vec![Cell::Count(i128::from(complaint))];
        let known = seen.floor.complaints.iter().rev().find(|it| it.number == complaint);
        let table = known.map(|complaint| complaint.table);
        keep(Row { number, table, part: COMPLAINTS, cells });
    } else if let Some(incident) = incident {
        let Incident { role, with, act, what, reason, followed, .. } = incident;
        let [second, reason] = [with, reason].map(|it| it.map_or(Cell::Empty, Cell::Text));
        let (act, what, followed) = (Cell::Text(act), Cell::Text(what), Cell::Text(followed));
        let mut cells = place();
        cells.extend([Cell::Text(role), second, act, what, reason, followed]);
        keep(Row { number, table, part: INCIDENTS, cells });
    }
    for event in &seen.answer.events {
        if let Event::Game(_, Happened::Corrected { was, now, difference, clause }) = event {
            let mut cells = place();
            cells.extend([
                Cell::text(seen.floor.people.name(was.at.player.0)),
                Cell::text(&*was.at.on),
                Cell::Text(settled(was)),
                Cell::Text(settled(now)),
                Cell::Money(i128::from(*difference)),
                Cell::text(&**clause),
            ]);
            keep(Row { number, table, part: CORRECTIONS, cells });
        }
    }
}

/// Shows the register, with the complaints as they stand on the floor.
pub(super) fn parts(mut rows: Vec<Row>, floor: &Floor) -> Vec<Part> {
    let headings = vec![
        "entry",
        "time",
        "table",
        "by",
        "role",
        "with",
        "act",
        "what",
        "reason",
        "what followed",
    ];
    let of_incidents = part_of(&mut rows, INCIDENTS);
    let incidents = Part { name: "incidents", headings, rows: of_incidents, upright: false };
    let headings = vec![
        "entry",
        "time",
        "table",
        "by",
        "player",
        "wager",
        "was",
        "is",
        "difference",
        "clause",
    ];
    let of_corrections = part_of(&mut rows, CORRECTIONS);
    let corrections = Part { name: "corrections", headings, rows: of_corrections, upright: false };
    vec![incidents, corrections, complaints(&part_of(&mut rows, COMPLAINTS), floor)]
}

/// Shows the complaints with these numbers.
fn complaints(numbers: &[Vec<Cell>], floor: &Floor) -> Part {
    let numbers: Vec<_> = numbers.iter().flatten().collect();
    let number = |complaint: &Complaint| Cell::Count(i128::from(complaint.number));
    let shown = floor.complaints.iter().filter(|it| numbers.contains(&&number(it)));
    let decided = |complaint: &Complaint, at: usize| {
        let words = |(who, what): &_| format!("{what} ({})", floor.people.name(*who));
        complaint.decisions.get(at).map_or(Cell::Empty, |it| Cell::Text(words(it)))
    };
    let rows = shown.map(|complaint| {
        vec![
            number(complaint),
            Cell::Time(complaint.at),
            Cell::table(Some(complaint.table)),
            Cell::text(floor.people.name(complaint.person)),
            Cell::text(&complaint.what),
            Cell::text(stage(complaint.stage)),
            decided(complaint, 0),
            decided(complaint, 1),
            complaint.told.map_or(Cell::Empty, |(who, _)| Cell::text(floor.people.name(who))),
            complaint.told.map_or(Cell::Empty, |(_, at)| Cell::Time(at)),
        ]
    });
    let rows = rows.collect();
    let headings = vec![
        "number",
        "time",
        "table",
        "person",
        "what",
        "stage",
        "first decision",
        "review",
        "told of the inspector by",
        "told at",
    ];
    Part { name: "complaints", headings, rows, upright: false }
}

const fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Made => "made",
        Stage::Decided => "decided",
        Stage::Review => "under review",
        Stage::Reviewed => "reviewed",
        Stage::Closed => "closed",
    }
}

fn settled(line: &Settled<PersonId>) -> String {
    let cents = croupier_engine::Cents;
    format!("{} of {}, paid {}", line.result.name(), cents(line.stake), cents(line.pays))
}

/// Says what was done about it, by which clauses.
fn followed(seen: &Seen<'_>) -> String {
    let mut deeds: Vec<String> = Vec::new();
    let mut ended: Vec<(&str, u32)> = Vec::new();
    for event in &seen.answer.events {
        match event {
            Event::Game(_, Happened::Measure { what, card, clause, .. }) => {
                let card = card.map_or_else(String::new, |card| format!(" {card}"));
                deeds.push(format!("{}{card} ({clause})", what.name()));
            }
            Event::Game(_, Happened::Settled(line)) => {
                let result = line.result.name();
                match ended.iter_mut().find(|(known, _)| *known == result) {
                    Some((_, count)) => *count += 1,
                    None => ended.push((result, 1)),
                }
            }
            Event::Prompt { prompt, .. } => deeds.push(words::prompt(prompt)),
            Event::Task(task) => deeds.push(tasks::what(&task.what, &seen.floor.people)),
            Event::TaskEnded { end, .. } => deeds.push(tasks::ended(end, &seen.floor.people)),
            Event::KeyLost { draws, .. } => {
                deeds.push(format!("{draws} draws stay unproved for ever"));
            }
            Event::Pool { pool, change: PoolChange::KeyLost { number, unseen } } => {
                deeds.push(format!(
                    "the keys of mystery prize {number} of pool {} are given up, and {unseen} moves of its meter \
                     stay unjudged for ever",
                    pool.0
                ));
            }
            Event::Noted { number, clause, .. } => {
                let clause = clause.as_ref().map_or_else(String::new, |it| format!(" ({it})"));
                deeds.push(format!("noted as {number}{clause}"));
            }
            _ => {}
        }
    }
    deeds.extend(ended.iter().map(|(result, count)| format!("{count} wagers {result}")));
    deeds.join("; ")
}
