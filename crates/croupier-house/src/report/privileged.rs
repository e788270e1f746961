//! The report of privileged acts: what supervisors and managers did, what took two people, and what
//! somebody tried without the right.

use croupier_floor::{Act, ActResult, By, Floor, HouseAct, Role, TableAct, TableId, of_act};
use croupier_sheet::Step;
use croupier_view::words;

use super::act_words::{act_words, reason};
use super::seen::Seen;
use super::{Cell, Gather, Part, Report};

/// Gathers privileged acts.
pub(super) struct Privileged {
    only: Option<TableId>,
    acts: Vec<Vec<Cell>>,
    refused: Vec<Vec<Cell>>,
}

impl Privileged {
    pub(super) fn new(only: Option<TableId>) -> Self {
        Self { only, acts: Vec::new(), refused: Vec::new() }
    }
}

impl Gather for Privileged {
    fn see(&mut self, seen: &Seen<'_>) {
        let elsewhere = self.only.is_some() && seen.table() != self.only;
        if !seen.counts || elsewhere {
            return;
        }
        let person = seen.floor.people.find(seen.who).and_then(|who| seen.floor.people.get(who));
        let roles: Vec<_> = person.iter().flat_map(|person| &person.roles).collect();
        let names: Vec<_> = roles.iter().map(|role| role.name()).collect();
        let asked = seen.request.map_or(seen.act, |asking| &asking.act);
        let asker = seen.request.map_or(seen.who, |asking| &asking.who);
        let (name, mut what) = act_words(asked);
        if let Some(directed) = seen.directed() {
            what = format!("{what}; {directed}");
        }
        let name = match seen.act {
            Act::HouseAct(HouseAct::Approve { request, .. }) => {
                format!("approve {request}: {name}")
            }
            Act::HouseAct(HouseAct::Reject { request }) => format!("reject {request}: {name}"),
            _ => name,
        };
        let mut row = vec![
            Cell::Count(i128::from(seen.number)),
            Cell::Time(seen.at),
            Cell::table(seen.table()),
            Cell::text(seen.who),
            Cell::Text(names.join(" and ")),
            seen.request.map_or(Cell::Empty, |asking| Cell::text(&asking.who)),
            Cell::Text(name),
            Cell::Text(what),
            reason(asked).map_or(Cell::Empty, Cell::text),
        ];
        if let ActResult::Denied(denied) = &seen.answer.verdict
            && denied.by() == By::Rights
        {
            row.push(Cell::Text(words::denied(denied)));
            self.refused.push(row);
            return;
        }
        let senior = roles.iter().any(|role| match role {
            Role::Supervisor | Role::Manager => true,
            // Where dice are rolled the boxperson is a casino supervisor.
            Role::Boxperson => is_supervisors(asker, asked),
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
        if senior || two {
            row.push(Cell::Text(match &seen.answer.verdict {
                ActResult::Done => "done".to_owned(),
                ActResult::Waits { request } => format!("waits as {request}"),
                ActResult::Denied(denied) => format!("not done: {}", words::denied(denied)),
            }));
            self.acts.push(row);
        }
    }

    fn tell(&mut self, _: &Floor, report: &mut Report) {
        let headings = |last| {
            vec!["entry", "time", "table", "by", "role", "for", "act", "what", "reason", last]
        };
        let rows = std::mem::take(&mut self.acts);
        let headings_ = headings("outcome");
        report.parts.push(Part {
            name: "privileged acts",
            headings: headings_,
            rows,
            upright: false,
        });
        let rows = std::mem::take(&mut self.refused);
        let headings = headings("why not");
        report.parts.push(Part { name: "refused attempts", headings, rows, upright: false });
    }
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
