//! The register of tasks: what people had to do outside the system, who did it, and how long it took.

use std::collections::BTreeMap;

use croupier_floor::{Act, EdgeAct, Event, Role, TableAct, TableId, Task, TaskEnd};
use croupier_view::tasks;

use super::rows::{Row, Rows};
use super::seen::Seen;
use super::{Cell, Part};

/// Tasks that have not ended, each by its list and its number there.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct OpenTasks(BTreeMap<(TableId, u32), OpenTask>);

croupier_engine::stored! { struct OpenTasks(open) }

/// A task that has not ended.
#[derive(Clone, Debug, PartialEq)]
struct OpenTask {
    /// The entry that made it.
    number: u64,
    table: Option<TableId>,
    /// Since when it is open, in milliseconds since 1970.
    since: u64,
    /// What is known of it before it ends.
    made: Vec<Cell>,
}

croupier_engine::stored! { struct OpenTask { number, table, since, made } }

impl OpenTasks {
    /// Takes note of tasks that are made in an entry, and writes the rows of those that end.
    pub(super) fn see(&mut self, seen: &Seen<'_>, keep: &mut impl FnMut(Row)) {
        for event in &seen.answer.events {
            match event {
                Event::Task(task) => {
                    self.0.insert((task.list, task.task), OpenTask::of(task, seen));
                }
                Event::TaskEnded { list, task, end, .. } => {
                    if let Some(task) = self.0.remove(&(*list, *task)) {
                        keep(task.ended(seen, end));
                    }
                }
                _ => {}
            }
        }
    }
}

impl OpenTask {
    fn of(task: &Task, seen: &Seen<'_>) -> Self {
        let owners: Vec<_> = seen.floor.owners(task).into_iter().map(Role::name).collect();
        let made = vec![
            Cell::Count(i128::from(seen.number)),
            Cell::Time(seen.at),
            Cell::table(task.table),
            Cell::Count(i128::from(task.task)),
            Cell::Text(tasks::what(&task.what, &seen.floor.people)),
            task.clause.as_deref().map_or(Cell::Empty, Cell::text),
            Cell::Text(owners.join(", ")),
        ];
        Self { number: seen.number, table: task.table, since: task.since, made }
    }

    /// Writes the row of a task that ends.
    fn ended(self, seen: &Seen<'_>, end: &TaskEnd) -> Row {
        let people = &seen.floor.people;
        let by = match end {
            TaskEnd::Done { by, .. } | TaskEnd::HandedOver { by, .. } => people.name(*by),
            TaskEnd::Over => seen.who,
        };
        let words = match seen.act {
            Act::TableAct(TableAct::TaskDone { words, .. }) => words.clone(),
            Act::EdgeAct(EdgeAct::HandOver { why, .. }) => Some(why.clone()),
            _ => None,
        };
        let mut cells = self.made;
        cells.extend([
            Cell::Time(seen.at),
            Cell::text(by),
            Cell::Text(tasks::ended(end, people)),
            words.map_or(Cell::Empty, Cell::Text),
            Cell::Count(i128::from(seen.at.saturating_sub(self.since) / 1000)),
        ]);
        Row { number: seen.number, table: self.table, part: 0, cells }
    }
}

/// Shows the register in the order in which the tasks were made; those that are open stand with the newest that have ended.
pub(super) fn parts(mut rows: Vec<Row>, shown: &Rows) -> Vec<Part> {
    let open = shown.known.tasks.0.values().filter(|_| shown.is_newest());
    rows.extend(open.filter(|task| shown.shows(task.table, task.number)).map(|task| {
        let ended = [const { Cell::Empty }; 5];
        let cells = task.made.iter().cloned().chain(ended).collect();
        Row { number: task.number, table: task.table, part: 0, cells }
    }));
    let made = |row: &Row| match row.cells.first() {
        Some(Cell::Count(entry)) => *entry,
        _ => 0,
    };
    rows.sort_by_key(made);
    let rows = rows.into_iter().map(|row| row.cells).collect();
    let headings = vec![
        "entry", "made", "table", "task", "what", "clause", "owners", "ended", "by", "how",
        "words", "seconds",
    ];
    vec![Part { name: "tasks", headings, rows, upright: false }]
}
