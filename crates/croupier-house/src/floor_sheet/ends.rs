//! How everything stands at the end of a floor sheet, compared with what the sheet wants.

use croupier_floor::{Floor, Request, TableId};
use croupier_sheet::Spot;
use serde_json::{Value, json};

use super::compare::has;
use super::fault::FloorSheetFault;
use super::form::EndForm;
use super::named::named;
use super::pattern::account;

/// Compares the end; adds what differs.
pub(super) fn compare(
    want: &EndForm,
    floor: &Floor,
    differences: &mut Vec<String>,
) -> Result<(), FloorSheetFault> {
    for (at, (written, wanted)) in want.accounts.iter().enumerate() {
        let account = account(&format!("want.accounts[{at}]"), written, &floor.people)?;
        let came = floor.ledger.balance(account);
        if came != *wanted {
            differences.push(format!("want.accounts: {written}: want {wanted}, got {came}"));
        }
    }
    if let Some(wanted) = &want.open {
        let came = open(floor);
        if *wanted != came {
            differ("open", wanted, &came, differences);
        }
    }
    if let Some(wanted) = &want.expects {
        let came = expects(floor);
        if *wanted != came {
            differences.push(format!("want.expects: want {wanted:?}, got {came:?}"));
        }
    }
    let lists = [
        ("requests", &want.requests, requests as fn(&Floor) -> Vec<Value>),
        ("complaints", &want.complaints, complaints),
        ("tasks", &want.tasks, tasks),
    ];
    for (name, wanted, list) in lists {
        let Some(wanted) = wanted else { continue };
        let came = list(floor);
        let same = wanted.len() == came.len() && wanted.iter().zip(&came).all(|(w, c)| has(w, c));
        if !same {
            differ(name, wanted, &came, differences);
        }
    }
    Ok(())
}

fn differ(name: &str, wanted: &[Value], came: &[Value], differences: &mut Vec<String>) {
    let (wanted, came) = (json!(wanted), json!(came));
    differences.push(format!("want.{name}: want {wanted}\n{:>8}got {came}", ""));
}

/// The table that the end is about.
const TABLE: TableId = TableId(1);

/// Lists the wagers that stand, as round sheets write them.
fn open(floor: &Floor) -> Vec<Value> {
    let Some(room) = floor.rooms.get(&TABLE) else { return Vec::new() };
    let mut open = Vec::new();
    room.table.each_standing(|wager| {
        let mut line = named(&Spot::of(room.kind, &wager.spot), &floor.people);
        line["stake"] = wager.stake.0.into();
        if !wager.excess.is_zero() {
            line["excess"] = wager.excess.0.into();
        }
        open.push(line);
    });
    open
}

/// Says what the table waits for, in the words of round sheets.
fn expects(floor: &Floor) -> String {
    let Some(room) = floor.rooms.get(&TABLE) else {
        return "nothing: the table is closed".to_owned();
    };
    let name = |player| floor.people.name(player).to_owned();
    croupier_sheet::expects_of(room.kind, &room.table.expects(), &name).into_owned()
}

/// Lists what waits for a second person.
fn requests(floor: &Floor) -> Vec<Value> {
    let each = floor.requests.iter().map(|(number, request)| {
        let Request { by, at, act, said, second, holds } = request;
        json!({
            "number": number,
            "by": floor.people.name(*by),
            "at": at,
            "act": floor.people.written(act, said),
            "second": second,
            "holds": holds,
        })
    });
    each.collect()
}

/// Lists the complaints.
fn complaints(floor: &Floor) -> Vec<Value> {
    let name = |person| floor.people.name(person);
    let each = floor.complaints.iter().map(|complaint| {
        let decisions = complaint.decisions.iter();
        let decisions = decisions.map(|(by, text)| json!({ "by": name(*by), "decision": text }));
        json!({
            "number": complaint.number,
            "person": name(complaint.person),
            "table": complaint.table,
            "game": complaint.kind.name(),
            "what": complaint.what,
            "at": complaint.at,
            "stage": complaint.stage.name(),
            "decisions": decisions.collect::<Vec<_>>(),
            "told": complaint.told.map(|(by, at)| json!({ "by": name(by), "at": at })),
        })
    });
    each.collect()
}

/// Lists the tasks that are open.
fn tasks(floor: &Floor) -> Vec<Value> {
    floor.tasks.iter().map(|task| named(task, &floor.people)).collect()
}
