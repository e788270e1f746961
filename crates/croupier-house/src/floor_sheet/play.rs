//! A floor sheet played: entry by entry, each compared with what the sheet wants of it.

use croupier_floor::{Act, ActResult, Answer, Event, Floor, Reason, TableId};
use croupier_view::{Memory, eye, view, words};
use serde_json::Value;

use super::compare::{denial, first_missing, has, is_denial};
use super::fault::FloorSheetFault;
use super::form::{EntryForm, Form, WantForm};
use super::named::named;
use super::opening;
use super::reading::{Numbers, check_parts, check_want, no_such_person, table_of};
use super::stage::Stage;
use super::story::Story;

/// A sheet that is being played.
pub(super) struct Play<'a> {
    pub(super) stage: Stage<'a>,
    pub(super) differences: Vec<String>,
    pub(super) story: Story,
    numbers: Numbers<'a>,
}

/// Plays a sheet up to its end.
pub(super) fn play(form: &Form, after_act: fn(&mut Floor)) -> Result<Play<'_>, FloorSheetFault> {
    let mut stage = Stage { after_act: Some(after_act), ..Stage::default() };
    opening::open(form, &mut stage)?;
    let (differences, numbers) = (Vec::new(), Numbers::default());
    let mut play = Play { stage, differences, story: Story::default(), numbers };
    for (at, entry) in form.script.iter().enumerate() {
        match play.entry(&format!("script[{at}]"), entry) {
            Ok(()) => {}
            // What went otherwise before may be why nothing has the name that is used now.
            Err(fault) if !play.differences.is_empty() => {
                play.differences.push(fault.to_string());
                break;
            }
            Err(fault) => return Err(fault),
        }
    }
    Ok(play)
}

impl<'a> Play<'a> {
    /// Plays one entry.
    fn entry(&mut self, path: &str, entry: &'a EntryForm) -> Result<(), FloorSheetFault> {
        check_parts(path, entry)?;
        check_want(path, &entry.want)?;
        let want = &entry.want;
        self.stage.events.clear();
        self.stage.pass(entry.after);
        self.stage.program_everywhere();
        let told = match self.numbers.act_of(path, entry)? {
            Some((who, act)) => {
                self.check_person(&format!("{path}.who"), who, want)?;
                Some((who, self.tell(path, who, &act, want)?, act))
            }
            None => None,
        };
        if entry.deal {
            let table = table_of(entry);
            if self.stage.virtual_room(table).is_none() {
                let what = format!("table {} is not one that the program deals", table.0);
                return Err(FloorSheetFault::new(format!("{path}.deal"), what)
                    .hint("set \"dealing\": \"virtual\", or write the dealer's steps"));
            }
            self.stage.deal(table);
        }
        self.stage.program_everywhere();
        if let Some((who, answer, act)) = &told {
            self.story.told(self.stage.floor.now, who, act, &answer.verdict);
            self.remember(path, entry, answer)?;
        } else {
            self.story.passed(self.stage.floor.now, entry.deal);
        }
        let people = &self.stage.floor.people;
        let came: Vec<_> = self.stage.events.iter().map(|event| named(event, people)).collect();
        self.story.events(&came);
        self.compare_events(path, want, &came)?;
        if let (Some(wanted), Some(who)) = (&entry.sees, &entry.who) {
            self.check_person(&format!("{path}.who"), who, want)?;
            self.look(path, who, table_of(entry), wanted);
        }
        if !self.stage.floor.ledger.balances() {
            self.differences.push(format!("{path}: the accounts do not add up to nothing"));
        }
        Ok(())
    }

    /// Keeps the number of what an entry has made, under the name that it gives.
    fn remember(
        &mut self,
        path: &str,
        entry: &'a EntryForm,
        answer: &Answer,
    ) -> Result<(), FloorSheetFault> {
        let Some(name) = &entry.name else { return Ok(()) };
        let number = match answer.verdict {
            // That is told as a difference, or it is wanted.
            ActResult::Denied(_) => return Ok(()),
            ActResult::Waits { request } => Some(request),
            ActResult::Done => {
                let noted = answer.events.iter().find_map(|event| match event {
                    Event::Noted { number, .. } | Event::Complaint { number, .. } => Some(*number),
                    _ => None,
                });
                // What is written down has a number of its own; otherwise the first task has one.
                noted.or_else(|| {
                    answer.events.iter().find_map(|event| match event {
                        Event::Task(task) => Some(task.task),
                        _ => None,
                    })
                })
            }
        };
        let Some(number) = number else {
            return Err(FloorSheetFault::new(
                format!("{path}.as"),
                format!("the act makes no request, complaint, record or task to name {name:?}"),
            ));
        };
        self.numbers.0.insert(name, number);
        Ok(())
    }

    /// Makes sure that the house knows a person, unless the sheet wants a stranger turned away.
    fn check_person(&self, path: &str, who: &str, want: &WantForm) -> Result<(), FloorSheetFault> {
        let stranger = want.denied.as_ref().is_some_and(|it| it["reason"] == "stranger");
        if stranger || self.stage.floor.people.find(who).is_some() {
            return Ok(());
        }
        Err(no_such_person(path, who))
    }

    /// Has somebody do something, and compares what became of it with what is wanted.
    fn tell(
        &mut self,
        path: &str,
        who: &str,
        act: &Act,
        want: &WantForm,
    ) -> Result<Answer, FloorSheetFault> {
        let before = self.stage.floor.clone();
        let answer = self.stage.tell(who, act);
        let came = match &answer.verdict {
            ActResult::Denied(denied) => {
                let people = &self.stage.floor.people;
                if let Some(wanted) = &want.denied
                    && is_denial(wanted, denied, people)
                {
                    self.check_unchanged(path, &before, want.changes);
                    return Ok(answer);
                }
                if let Reason::NoSuchPerson(name) = &denied.reason
                    && want.denied.is_none()
                {
                    return Err(no_such_person(path, name));
                }
                format!("denied {}: {}", denial(denied, people), words::denied(denied))
            }
            ActResult::Waits { .. } if want.waits => return Ok(answer),
            ActResult::Waits { request } => {
                format!("waits for a second person (request {request})")
            }
            ActResult::Done if !want.waits && want.denied.is_none() => return Ok(answer),
            ActResult::Done => "done".to_owned(),
        };
        let wanted = match &want.denied {
            Some(denied) => format!("denied {denied}"),
            None if want.waits => "waits for a second person".to_owned(),
            None => "done".to_owned(),
        };
        self.differences.push(format!(
            "{path}: {who}, {}: want {wanted}\n{:>8}got {came}",
            act.write(),
            ""
        ));
        Ok(answer)
    }

    /// Checks that a denied act has changed nothing.
    fn check_unchanged(&mut self, path: &str, before: &Floor, may_change: bool) {
        let same = *before == self.stage.floor;
        if !same && !may_change {
            self.differences
                .push(format!("{path}: the act is denied, and yet the floor has changed"));
        }
        if same && may_change {
            self.differences.push(format!("{path}: want a change, got none"));
        }
    }

    fn compare_events(
        &mut self,
        path: &str,
        want: &WantForm,
        came: &[Value],
    ) -> Result<(), FloorSheetFault> {
        let list = || match came {
            [] => " nothing".to_owned(),
            came => came.iter().map(|it| format!("\n{:>10}{it}", "")).collect(),
        };
        let numbered = |events: &[Value]| {
            let each = events
                .iter()
                .map(|event| self.numbers.with_numbers(&format!("{path}.want"), event));
            each.collect::<Result<Vec<_>, _>>()
        };
        let (events, without) = (numbered(&want.events)?, numbered(&want.without)?);
        if let Some(missing) = first_missing(&events, came) {
            self.differences.push(format!("{path}: want event {missing}\n{:>8}got{}", "", list()));
        }
        for unwanted in &without {
            if let Some(event) = came.iter().find(|came| has(unwanted, came)) {
                self.differences
                    .push(format!("{path}: want no event {unwanted}\n{:>8}got {event}", ""));
            }
        }
        Ok(())
    }

    /// Compares what a person sees of a table with what the sheet wants.
    fn look(&mut self, path: &str, who: &str, table: TableId, wanted: &Value) {
        let (floor, nothing) = (&self.stage.floor, Memory::default());
        let memory = self.stage.memories.of(table).unwrap_or(&nothing);
        let eyes = floor.people.find(who).map(|person| eye(floor, person));
        let seen = eyes.and_then(|eyes| view(floor, table, memory, eyes));
        let seen = seen.and_then(|seen| serde_json::to_value(&seen).ok());
        let seen = seen.unwrap_or_default();
        if !has(wanted, &seen) {
            let shown = part(wanted, &seen);
            self.differences
                .push(format!("{path}: {who} sees: want {wanted}\n{:>8}got {shown}", ""));
        }
    }
}

/// Picks of what came the fields that are wanted, so that a difference can be read.
fn part(wanted: &Value, came: &Value) -> Value {
    match (wanted, came) {
        (Value::Object(fields), Value::Object(all)) => {
            let each = fields.iter().map(|(name, wanted)| {
                let came = all.get(name).unwrap_or(&Value::Null);
                (name.clone(), part(wanted, came))
            });
            Value::Object(each.collect())
        }
        (_, came) => came.clone(),
    }
}
