//! The report of privileged acts: what supervisors and managers did, what took two people, and what
//! somebody tried without the right.

use croupier_floor::{Act, ActResult, By, HouseAct, Role, TableAct, of_act};
use croupier_sheet::Step;
use croupier_view::words;

use super::act_words::{act_words, reason};
use super::rows::{Row, part_of};
use super::seen::Seen;
use super::{Cell, Part};

/// The parts of the register.
const ACTS: u8 = 0;
const REFUSED: u8 = 1;

/// Writes the row of an entry, if it is a privileged act or a refused attempt.
pub(super) fn row(seen: &Seen<'_>) -> Option<Row> {
    let person = seen.floor.people.find(seen.who).and_then(|who| seen.floor.people.get(who));
    let roles: Vec<_> = person.iter().flat_map(|person| &person.roles).copied().collect();
    let (part, last) = match &seen.answer.verdict {
        ActResult::Denied(denied) if denied.by() == By::Rights => (REFUSED, words::denied(denied)),
        verdict if is_privileged(seen, &roles) => (
            ACTS,
            match verdict {
                ActResult::Done => "done".to_owned(),
                ActResult::Waits { request } => format!("waits as {request}"),
                ActResult::Denied(denied) => format!("not done: {}", words::denied(denied)),
            },
        ),
        ActResult::Done | ActResult::Waits { .. } | ActResult::Denied(_) => return None,
    };
    let asked = asked(seen);
    let (name, mut what) = act_words(asked);
    if let Some(directed) = seen.directed() {
        what = format!("{what}; {directed}");
    }
    let name = match seen.act {
        Act::HouseAct(HouseAct::Approve { request, .. }) => format!("approve {request}: {name}"),
        Act::HouseAct(HouseAct::Reject { request }) => format!("reject {request}: {name}"),
        _ => name,
    };
    let names: Vec<_> = roles.iter().map(|role| role.name()).collect();
    let table = seen.table();
    let cells = vec![
        Cell::Count(i128::from(seen.number)),
        Cell::Time(seen.at),
        Cell::table(table),
        Cell::text(seen.who),
        Cell::Text(names.join(" and ")),
        seen.request.map_or(Cell::Empty, |asking| Cell::text(&asking.who)),
        Cell::Text(name),
        Cell::Text(what),
        reason(asked).map_or(Cell::Empty, Cell::text),
        Cell::Text(last),
    ];
    Some(Row { number: seen.number, table, part, cells })
}

/// Returns what was asked for: also that which is approved now.
fn asked<'a>(seen: &Seen<'a>) -> &'a Act {
    seen.request.map_or(seen.act, |asking| &asking.act)
}

/// Tells whether an act is one of those with more rights than a dealer has, or takes two people.
fn is_privileged(seen: &Seen<'_>, roles: &[Role]) -> bool {
    let senior = roles.iter().any(|role| match role {
        Role::Supervisor | Role::Manager => true,
        // Where dice are rolled the boxperson is a casino supervisor.
        Role::Boxperson => {
            let asker = seen.request.map_or(seen.who, |asking| &asking.who);
            is_supervisors(asker, asked(seen))
        }
        Role::Player
        | Role::Guest
        | Role::Dealer
        | Role::Stickperson
        | Role::Cashier
        | Role::Surveillance
        | Role::Inspector
        | Role::Promotions
        | Role::Scrutineer
        | Role::System => false,
    });
    let two = matches!(
        seen.act,
        Act::HouseAct(HouseAct::Approve { .. }) | Act::HouseAct(HouseAct::Reject { .. })
    ) || matches!(seen.answer.verdict, ActResult::Waits { .. });
    senior || two
}

/// Shows the register.
pub(super) fn parts(mut rows: Vec<Row>) -> Vec<Part> {
    let part = |name, last, rows| {
        let headings =
            vec!["entry", "time", "table", "by", "role", "for", "act", "what", "reason", last];
        Part { name, headings, rows, upright: false }
    };
    let acts = part("privileged acts", "outcome", part_of(&mut rows, ACTS));
    vec![acts, part("refused attempts", "why not", part_of(&mut rows, REFUSED))]
}

/// Tells whether an act is for supervisors, and not for the dealer as well.
fn is_supervisors(who: &str, act: &Act) -> bool {
    let row = match act {
        Act::TableAct(TableAct::Step { step, .. }) => {
            return matches!(
                step,
                Step::Void(_) | Step::Ruling(_) | Step::NoRoll(_) | Step::Irregular(_)
            );
        }
        act => of_act(&who.to_owned(), act),
    };
    row.is_some_and(|row| {
        row.roles.contains(&Role::Supervisor) && !row.roles.contains(&Role::Dealer)
    })
}
