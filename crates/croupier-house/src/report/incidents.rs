//! The report of what went wrong: incidents, irregularities, voids, rulings, corrections, people kept
//! out, and complaints with their decisions.

use croupier_floor::{
    Act, EdgeAct, Event, Floor, HouseAct, PoolAct, PoolChange, Stage, TableAct, TableId,
};
use croupier_sheet::happened::Settled;
use croupier_sheet::{Happened, PersonId, Step};
use croupier_view::{tasks, words};

use super::act_words::{act_words, reason};
use super::seen::Seen;
use super::{Cell, Gather, Part, Report};

/// Gathers what went wrong.
pub(super) struct Incidents {
    only: Option<TableId>,
    rows: Vec<Vec<Cell>>,
    corrections: Vec<Vec<Cell>>,
    /// The numbers of complaints of which something is within the range.
    complaints: Vec<u32>,
}

impl Incidents {
    pub(super) fn new(only: Option<TableId>) -> Self {
        Self { only, rows: Vec::new(), corrections: Vec::new(), complaints: Vec::new() }
    }
}

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

impl Gather for Incidents {
    fn see(&mut self, seen: &Seen<'_>) {
        let Some((by, _)) = seen.done().filter(|_| seen.counts) else { return };
        let incident = Incident::of(seen);
        let number = incident.as_ref().and_then(|incident| incident.complaint);
        self.complaints.extend(number.filter(|number| !self.complaints.contains(number)));
        if self.only.is_some() && seen.table() != self.only {
            return;
        }
        let place = [
            Cell::Count(i128::from(seen.number)),
            Cell::Time(seen.at),
            Cell::table(seen.table()),
            Cell::text(by),
        ];
        if let Some(incident) = incident.filter(|incident| incident.complaint.is_none()) {
            let Incident { role, with, act, what, reason, followed, .. } = incident;
            let [second, reason] = [with, reason].map(|it| it.map_or(Cell::Empty, Cell::Text));
            let (act, what, followed) = (Cell::Text(act), Cell::Text(what), Cell::Text(followed));
            let row = [Cell::Text(role), second, act, what, reason, followed];
            self.rows.push(place.iter().cloned().chain(row).collect());
        }
        for event in &seen.answer.events {
            if let Event::Game(_, Happened::Corrected { was, now, difference, clause }) = event {
                let row = [
                    Cell::text(seen.floor.people.name(was.at.player.0)),
                    Cell::text(&*was.at.on),
                    Cell::Text(settled(was)),
                    Cell::Text(settled(now)),
                    Cell::Money(i128::from(*difference)),
                    Cell::text(&**clause),
                ];
                self.corrections.push(place.iter().cloned().chain(row).collect());
            }
        }
    }

    fn tell(&mut self, floor: &Floor, report: &mut Report) {
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
        let rows = std::mem::take(&mut self.rows);
        report.parts.push(Part { name: "incidents", headings, rows, upright: false });
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
        let rows = std::mem::take(&mut self.corrections);
        report.parts.push(Part { name: "corrections", headings, rows, upright: false });
        let complaints = floor.complaints.iter().filter(|complaint| {
            let here = self.only.is_none_or(|only| only == complaint.table);
            here && self.complaints.contains(&complaint.number)
        });
        let decided = |complaint: &croupier_floor::Complaint, at: usize| {
            let words = |(who, what): &_| format!("{what} ({})", floor.people.name(*who));
            complaint.decisions.get(at).map_or(Cell::Empty, |it| Cell::Text(words(it)))
        };
        let rows = complaints.map(|complaint| {
            vec![
                Cell::Count(i128::from(complaint.number)),
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
        report.parts.push(Part { name: "complaints", headings, rows, upright: false });
    }
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
