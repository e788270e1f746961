//! A floor sheet played: entry by entry, each compared with what the sheet wants of it.

use std::collections::BTreeMap;

use croupier_floor::{Act, ActResult, Answer, EdgeAct, Event, Floor, Reason, TableAct, TableId};
use croupier_sheet::read_json;
use croupier_view::{Memory, eye, view, words};
use serde_json::{Map, Value};

use super::compare::{denial, first_missing, has, is_denial};
use super::fault::FloorSheetFault;
use super::form::{EntryForm, Form, WantForm};
use super::named::named;
use super::opening::{self, PEOPLE};
use super::pattern::{check_denial, check_event};
use super::stage::Stage;
use super::story::Story;

/// A sheet that is being played.
pub(super) struct Play<'a> {
    pub(super) stage: Stage<'a>,
    pub(super) differences: Vec<String>,
    pub(super) story: Story,
    /// The numbers of requests, complaints and records, by the names that the sheet gives them.
    numbers: BTreeMap<&'a str, u32>,
}

/// Plays a sheet up to its end.
pub(super) fn play(form: &Form) -> Result<Play<'_>, FloorSheetFault> {
    let mut stage = Stage::default();
    opening::open(form, &mut stage)?;
    let (differences, numbers) = (Vec::new(), BTreeMap::new());
    let mut play = Play { stage, differences, story: Story::default(), numbers };
    for (at, entry) in form.script.iter().enumerate() {
        play.entry(&format!("script[{at}]"), entry)?;
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
        let told = match self.act_of(path, entry)? {
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

    /// Reads the act of an entry, if it has one, with who does it.
    fn act_of(
        &self,
        path: &str,
        entry: &'a EntryForm,
    ) -> Result<Option<(&'a str, Act)>, FloorSheetFault> {
        let act = match (&entry.act, &entry.step) {
            (Some(act), _) => self.read_act(&format!("{path}.act"), act, table_of(entry))?,
            (_, Some(step)) => {
                let step = read(&format!("{path}.step"), step)
                    .map_err(|fault| fault.hint("docs/round-sheet.md lists the steps"))?;
                TableAct::<String>::Step { table: table_of(entry), step }.into()
            }
            (None, None) => return Ok(None),
        };
        let Some(who) = entry.who.as_deref() else {
            let what = "an act, a step and a look need a person";
            return Err(FloorSheetFault::new(path, what).hint("say who with \"who\": \"sue\""));
        };
        Ok(Some((who, act)))
    }

    /// Reads an act, with the table put in where the sheet leaves it out, and numbers in place of names.
    fn read_act(&self, path: &str, act: &Value, table: TableId) -> Result<Act, FloorSheetFault> {
        let mut act = self.with_numbers(path, act)?;
        if let Value::Object(fields) = &mut act {
            for (name, inner) in fields.iter_mut() {
                let at_table = TableAct::NAMES.contains(&&**name)
                    || EdgeAct::NAMES.contains(&&**name) && name != "open";
                if let (true, Value::Object(inner)) = (at_table, inner) {
                    inner.entry("table").or_insert_with(|| table.0.into());
                }
            }
        }
        read(path, &act).map_err(|fault| fault.hint("docs/floor.md lists the acts"))
    }

    /// Puts numbers in place of the names that the sheet has given to requests, complaints and records.
    fn with_numbers(&self, path: &str, value: &Value) -> Result<Value, FloorSheetFault> {
        Ok(match value {
            Value::Object(fields) => {
                let each = fields.iter().map(|(key, value)| {
                    let value = match value {
                        Value::String(name) if NUMBERED.contains(&&**key) => {
                            let path = format!("{path}.{key}");
                            self.number(&path, name)?.into()
                        }
                        other => self.with_numbers(path, other)?,
                    };
                    Ok((key.clone(), value))
                });
                Value::Object(each.collect::<Result<Map<_, _>, FloorSheetFault>>()?)
            }
            Value::Array(items) => {
                let each = items.iter().map(|item| self.with_numbers(path, item));
                each.collect::<Result<Vec<_>, _>>()?.into()
            }
            other => other.clone(),
        })
    }

    fn number(&self, path: &str, name: &str) -> Result<u32, FloorSheetFault> {
        self.numbers.get(name).copied().ok_or_else(|| {
            FloorSheetFault::new(path, format!("nothing is named {name:?} yet"))
                .hint("an entry names what it makes with \"as\"")
        })
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
            ActResult::Waits { request } => Some(request),
            ActResult::Done => answer.events.iter().find_map(|event| match event {
                Event::Noted { number } | Event::Complaint { number, .. } => Some(*number),
                _ => None,
            }),
            ActResult::Denied(_) => None,
        };
        let Some(number) = number else {
            return Err(FloorSheetFault::new(
                format!("{path}.as"),
                format!("the act makes no request, complaint or record to name {name:?}"),
            ));
        };
        self.numbers.insert(name, number);
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
            [] => "nothing".to_owned(),
            came => came.iter().map(|it| format!("\n{:>10}{it}", "")).collect(),
        };
        let numbered = |events: &[Value]| {
            let each = events.iter().map(|event| self.with_numbers(&format!("{path}.want"), event));
            each.collect::<Result<Vec<_>, _>>()
        };
        let (events, without) = (numbered(&want.events)?, numbered(&want.without)?);
        if let Some(missing) = first_missing(&events, came) {
            self.differences.push(format!("{path}: want event {missing}\n{:>8}got {}", "", list()));
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
        let seen = serde_json::to_value(seen).unwrap_or_default();
        if !has(wanted, &seen) {
            let shown = part(wanted, &seen);
            self.differences
                .push(format!("{path}: {who} sees: want {wanted}\n{:>8}got {shown}", ""));
        }
    }
}

/// The fields by which acts and events name requests, complaints and records.
const NUMBERED: [&str; 4] = ["request", "complaint", "task", "number"];

fn table_of(entry: &EntryForm) -> TableId {
    TableId(entry.table.unwrap_or(1))
}

/// Checks that the parts of an entry go together.
fn check_parts(path: &str, entry: &EntryForm) -> Result<(), FloorSheetFault> {
    let parts = [entry.act.is_some(), entry.step.is_some(), entry.deal, entry.sees.is_some()];
    let acts = entry.act.is_some() || entry.step.is_some();
    let want = &entry.want;
    let what = if parts.iter().filter(|it| **it).count() > 1 {
        "an entry has one of act, step, deal and sees"
    } else if !acts && (want.waits || want.denied.is_some() || entry.name.is_some()) {
        "without an act or a step nothing waits, is denied or gets a name"
    } else if want.waits && want.denied.is_some() {
        "an act either waits or is denied"
    } else if want.changes && want.denied.is_none() {
        "changes goes with denied: an act that is done changes what it likes"
    } else if entry.sees.is_some() && entry.who.is_none() {
        "a look needs a person"
    } else {
        return Ok(());
    };
    Err(FloorSheetFault::new(path, what).hint("docs/floor-sheet.md describes the script"))
}

/// Looks for slips of the pen in what an entry wants.
fn check_want(path: &str, want: &WantForm) -> Result<(), FloorSheetFault> {
    let path = format!("{path}.want");
    if let Some(denied) = &want.denied {
        check_denial(&format!("{path}.denied"), denied)?;
    }
    for (name, events) in [("events", &want.events), ("without", &want.without)] {
        for (at, event) in events.iter().enumerate() {
            check_event(&format!("{path}.{name}[{at}]"), event)?;
        }
    }
    Ok(())
}

/// Reads an act or a step; a fault says where in it something is wrong.
fn read<T: serde::de::DeserializeOwned>(path: &str, value: &Value) -> Result<T, FloorSheetFault> {
    read_json(value.to_string().as_bytes()).map_err(|error| {
        let inner = error.to_string();
        let inner = inner.split(" at line 1 column").next().unwrap_or(&inner);
        let (place, what) = match error.path.is_empty() {
            true => (path.to_owned(), inner),
            false => match inner.split_once(": ") {
                Some((place, what)) => (format!("{path}.{place}"), what),
                None => (path.to_owned(), inner),
            },
        };
        FloorSheetFault::new(place, what)
    })
}

fn no_such_person(path: &str, name: &str) -> FloorSheetFault {
    let names: Vec<_> = PEOPLE.iter().map(|(name, _)| *name).collect();
    FloorSheetFault::new(path, format!("nobody here is called {name:?}")).hint(format!(
        "the house has {} and {}; others are added under people",
        names.join(", "),
        opening::GUEST
    ))
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
