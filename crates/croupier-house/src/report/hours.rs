//! The report by gaming day and by hour: what was played in each, with money and play money apart.

#![allow(clippy::float_arithmetic, reason = "a share is shown, and decides nothing")]

use std::collections::{BTreeMap, BTreeSet};

use croupier_floor::{Event, Floor, TableId};

use super::gaming_day::GamingDay;
use super::played::{Played, Totals};
use super::seen::Seen;
use super::{Cell, Gather, Part, Report};

/// Adds up hour by hour.
pub(super) struct Hours {
    only: Option<TableId>,
    played: Played,
    days: GamingDay,
    /// By the time at which an hour begins, and whether it was played with play money.
    hours: BTreeMap<(u64, bool), Figures>,
    /// The tables with play money, also those that are closed by now.
    demo: BTreeSet<TableId>,
    is_moved: bool,
}

/// What was played in some time.
#[derive(Clone, Debug, Default)]
struct Figures {
    tables: BTreeSet<TableId>,
    rounds: i128,
    totals: Totals,
}

const PERIODS: [&str; 9] = [
    "money",
    "tables",
    "rounds",
    "wagers decided",
    "turnover",
    "average wager",
    "drop",
    "win",
    "hold",
];

impl Hours {
    pub(super) fn new(only: Option<TableId>, played: Played, days: GamingDay) -> Self {
        let (hours, demo) = Default::default();
        Self { only, played, days, hours, demo, is_moved: false }
    }

    fn by_day(&self) -> BTreeMap<(i64, bool), Figures> {
        let mut days: BTreeMap<(i64, bool), Figures> = BTreeMap::new();
        for (&(hour, demo), figures) in &self.hours {
            let day = days.entry((self.days.of(hour), demo)).or_default();
            day.tables.extend(&figures.tables);
            day.rounds += figures.rounds;
            day.totals = day.totals + figures.totals;
        }
        days
    }
}

impl Gather for Hours {
    fn see(&mut self, seen: &Seen<'_>) {
        if let Some((table, room)) =
            seen.table().and_then(|it| Some((it, seen.floor.rooms.get(&it)?)))
        {
            match room.demo {
                true => self.demo.insert(table),
                false => self.demo.remove(&table),
            };
        }
        self.played.begin_if(seen.counts);
        let before = seen.table().map(|table| self.played.totals(table)).unwrap_or_default();
        self.played.see(seen);
        if !seen.counts {
            return;
        }
        self.is_moved |=
            seen.answer.events.iter().any(|event| matches!(event, Event::Clock { .. }));
        let Some(table) = seen.table().filter(|table| self.only.is_none_or(|only| only == *table))
        else {
            return;
        };
        let totals = self.played.totals(table) - before;
        let is_round = |event: &&Event| matches!(event, Event::Round { .. });
        let rounds = seen.answer.events.iter().filter(is_round).count() as i128;
        if totals == Totals::default() && rounds == 0 {
            return;
        }
        let key = (self.days.hour(seen.at), self.demo.contains(&table));
        let figures = self.hours.entry(key).or_default();
        figures.tables.insert(table);
        figures.rounds += rounds;
        figures.totals = figures.totals + totals;
    }

    fn tell(&mut self, _: &Floor, report: &mut Report) {
        report.facts.push(("gaming days begin at", Cell::text(self.days.to_string())));
        let days = self.by_day().into_iter().map(|((day, demo), figures)| {
            [
                vec![Cell::text(GamingDay::name(day)), Cell::Time(self.days.bounds(day).0)],
                figures.cells(demo),
            ]
            .concat()
        });
        let rows = days.collect();
        report.parts.push(Part {
            name: "gaming days",
            headings: [&["gaming day", "begins"], &PERIODS[..]].concat(),
            rows,
            upright: false,
        });
        let hours = self.hours.iter().map(|(&(hour, demo), figures)| {
            [
                vec![Cell::Time(hour), Cell::text(GamingDay::name(self.days.of(hour)))],
                figures.cells(demo),
            ]
            .concat()
        });
        let rows = hours.collect();
        report.parts.push(Part {
            name: "hours",
            headings: [&["hour", "gaming day"], &PERIODS[..]].concat(),
            rows,
            upright: false,
        });
        if self.is_moved {
            report.remarks.push("the time of the house was put right within this range; hours are those of the time that the house had".to_owned());
        }
    }
}

impl Figures {
    fn cells(&self, demo: bool) -> Vec<Cell> {
        let Totals { count, handle, win, drop } = self.totals;
        let average = if count > 0 { Cell::Money(average(handle, count)) } else { Cell::Empty };
        let hold = if handle > 0 { Cell::Share(win as f64 / handle as f64) } else { Cell::Empty };
        vec![
            Cell::text(if demo { "play money" } else { "money" }),
            Cell::Count(self.tables.len() as i128),
            Cell::Count(self.rounds),
            Cell::Count(count),
            Cell::Money(handle),
            average,
            Cell::Money(drop),
            Cell::Money(win),
            hold,
        ]
    }
}

/// Rounds half a cent up.
const fn average(handle: i128, count: i128) -> i128 {
    (2 * handle + count).div_euclid(2 * count)
}
