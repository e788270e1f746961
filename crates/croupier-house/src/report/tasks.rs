//! The register of tasks: what people had to do outside the system, who did it, and how long it took.

use croupier_floor::{Act, EdgeAct, Event, Floor, Role, TableAct, TableId, TaskEnd};
use croupier_view::tasks;

use super::seen::Seen;
use super::{Cell, Gather, Part, Report};

/// Gathers tasks.
pub(super) struct TaskRegister {
    only: Option<TableId>,
    rows: Vec<Row>,
}

/// One task, and how it ended.
struct Row {
    list: TableId,
    task: u32,
    /// It was made, or ended, within the range of the report.
    counts: bool,
    made: Vec<Cell>,
    since: u64,
    ended: Option<[Cell; 5]>,
}

impl TaskRegister {
    pub(super) const fn new(only: Option<TableId>) -> Self {
        Self { only, rows: Vec::new() }
    }

    fn end(&mut self, seen: &Seen<'_>, (list, task): (TableId, u32), end: &TaskEnd) {
        let mut open = self.rows.iter_mut().rev().filter(|row| row.ended.is_none());
        let Some(row) = open.find(|row| (row.list, row.task) == (list, task)) else { return };
        row.counts |= seen.counts;
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
        row.ended = Some([
            Cell::Time(seen.at),
            Cell::text(by),
            Cell::Text(tasks::ended(end, people)),
            words.map_or(Cell::Empty, Cell::Text),
            Cell::Count(i128::from(seen.at.saturating_sub(row.since) / 1000)),
        ]);
    }
}

impl Gather for TaskRegister {
    fn see(&mut self, seen: &Seen<'_>) {
        for event in &seen.answer.events {
            match event {
                Event::Task(task) if self.only.is_none() || self.only == task.table => {
                    let owners: Vec<_> =
                        seen.floor.owners(task).into_iter().map(Role::name).collect();
                    let clause = task.clause.as_deref().map_or(Cell::Empty, Cell::text);
                    let made = vec![
                        Cell::Count(i128::from(seen.number)),
                        Cell::Time(seen.at),
                        Cell::table(task.table),
                        Cell::Count(i128::from(task.task)),
                        Cell::Text(tasks::what(&task.what, &seen.floor.people)),
                        clause,
                        Cell::Text(owners.join(", ")),
                    ];
                    let (list, task, since) = (task.list, task.task, task.since);
                    let counts = seen.counts;
                    self.rows.push(Row { list, task, counts, made, since, ended: None });
                }
                Event::TaskEnded { list, task, end, .. } => self.end(seen, (*list, *task), end),
                _ => {}
            }
        }
    }

    fn tell(&mut self, _: &Floor, report: &mut Report) {
        let rows = std::mem::take(&mut self.rows).into_iter().filter(|row| row.counts);
        let rows = rows.map(|row| {
            let ended = row.ended.unwrap_or([const { Cell::Empty }; 5]);
            row.made.into_iter().chain(ended).collect()
        });
        let headings = vec![
            "entry", "made", "table", "task", "what", "clause", "owners", "ended", "by", "how",
            "words", "seconds",
        ];
        report.parts.push(Part { name: "tasks", headings, rows: rows.collect(), upright: false });
    }
}
