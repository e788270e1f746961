//! The report of prize pools: what each meter was given and gave, what each table brought, and every prize with what
//! stands on its slip. The figures are found twice, from the movements of money and from the records of the pools, and
//! held against each other, against the floor's own books, and against the report of tables.

mod awards;
mod books;
mod records;

use std::collections::{BTreeMap, BTreeSet};

use croupier_floor::{
    Account, Act, Event, Floor, Level, PoolAct, PoolChange, PoolId, Source, TableId,
};
use croupier_journal::Reader;

pub use self::awards::{AwardSlip, AwardSlips};
use self::books::{Movements, Sums};
use self::records::{Brought, Records};
use super::played::Played;
use super::rows::{Register, Registers, Row, Rows};
use super::seen::Seen;
use super::{Cell, Gather, NoReport, Part, Report};
use crate::live::SnapshotKeys;

/// What is known of all pools.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PoolFigures {
    audit: PoolAudit,
    slips: AwardSlips,
    /// What winners at each table were paid after their round: no round of the table says so.
    aside: BTreeMap<TableId, i128>,
}

croupier_engine::stored! { struct PoolFigures { audit, slips, aside } }

/// Adds up pool by pool.
pub(super) struct PrizePools {
    only: Option<TableId>,
    known: PoolFigures,
    /// The books as they stood when the range began.
    begun: Option<PoolAudit>,
    adjustments: Rows,
    played: Played,
}

impl PrizePools {
    /// Begins with what is known, which counts if the range begins with the first entry.
    pub(super) fn new(
        only: Option<TableId>,
        first: u64,
        (known, played, registers): (PoolFigures, Played, Registers),
    ) -> Self {
        let begun = (first == 1).then(PoolAudit::default);
        let adjustments = Rows::new(Register::Adjustments, (None, first, None), registers);
        Self { only, known, begun, adjustments, played }
    }
}

impl PoolFigures {
    /// Takes everything so far as what was before a range that has not begun yet.
    pub(super) fn before_range(&mut self) {
        self.slips.before_range();
        self.aside.clear();
    }

    /// Takes an entry into account.
    pub(super) fn see(&mut self, seen: &Seen<'_>) {
        for event in &seen.answer.events {
            self.audit.take(event);
            if let Event::Pool { pool, change } = event {
                self.slips.take((*pool, change), seen, seen.counts);
            }
        }
        if seen.counts && seen.table().is_none() {
            self.pay_aside(&seen.answer.events);
        }
    }

    /// Takes note of prizes that were paid by something that concerns no table.
    fn pay_aside(&mut self, events: &[Event]) {
        let mut won = None;
        for event in events {
            match event {
                Event::Pool {
                    change: PoolChange::Won { from: Source::Table(table), .. }, ..
                } => {
                    won = Some(*table);
                }
                Event::Pool { change: PoolChange::Paid { amount, .. }, .. } => {
                    let Some(table) = won else { continue };
                    *self.aside.entry(table).or_default() += i128::from(amount.0);
                }
                _ => {}
            }
        }
    }
}

impl Gather for PrizePools {
    fn see(&mut self, seen: &Seen<'_>) {
        if seen.counts && self.begun.is_none() {
            self.begun = Some(self.known.audit.clone());
        }
        self.played.see(seen);
        self.known.see(seen);
        self.adjustments.see(seen);
    }

    fn look_back(
        &mut self,
        reader: &Reader,
        keys: &SnapshotKeys,
        _: (&Floor, bool),
    ) -> Result<bool, NoReport> {
        self.adjustments.look_back(reader, keys)
    }

    fn tell(&mut self, floor: &Floor, report: &mut Report) {
        let begun = self.begun.take().unwrap_or_default();
        let pools: Vec<_> = floor.pools.iter().map(|pool| pool.number).collect();
        let mut faults = self.known.audit.faults();
        faults.extend(self.known.audit.against_floor(floor));
        faults.extend(self.against_tables(&begun.records));
        report.parts.push(self.whole_pools(floor, &begun.movements));
        report.parts.push(self.meters(&pools, &begun.movements));
        report.parts.push(self.by_table(floor, &begun.records));
        report.parts.extend(self.known.slips.parts(floor, self.only));
        report.parts.push(adjustments(self.adjustments.take()));
        let says = if faults.is_empty() { "yes" } else { "no" };
        report.facts.push(("adds up", Cell::text(says)));
        report.is_sound &= faults.is_empty();
        report.remarks.extend(faults);
        if self.only.is_some() {
            let what = "pools and meters are those of all tables".to_owned();
            report.remarks.push(what);
        }
    }
}

impl PrizePools {
    /// Says where the report of tables tells another story.
    fn against_tables(&self, recorded: &Records) -> Vec<String> {
        let mut tables: BTreeMap<TableId, (i128, i128)> = BTreeMap::new();
        for sitting in self.played.sittings(self.only) {
            let (fed, paid) = tables.entry(sitting.table).or_default();
            *fed += sitting.fed;
            *paid += sitting.paid_by_meters;
        }
        let mut known: BTreeMap<TableId, (i128, i128)> = BTreeMap::new();
        for (table, paid) in &self.known.aside {
            known.entry(*table).or_default().1 -= paid;
        }
        for ((_, from), brought) in self.known.audit.records.since(recorded) {
            let Source::Table(table) = from else { continue };
            let (fed, paid) = known.entry(table).or_default();
            *fed += brought.staked - brought.returned;
            *paid += brought.paid;
        }
        let all: BTreeSet<_> = tables.keys().chain(known.keys()).copied().collect();
        let asked = all.into_iter().filter(|table| self.only.is_none_or(|only| only == *table));
        let differ = asked.filter_map(|table| {
            let [one, two] =
                [&tables, &known].map(|of| of.get(&table).copied().unwrap_or_default());
            (one != two).then(|| {
                format!(
                    "table {}: {} to the meters and {} paid by them, but its pool has {} and {}",
                    table.0, one.0, one.1, two.0, two.1
                )
            })
        });
        differ.collect()
    }

    fn whole_pools(&self, floor: &Floor, before: &Movements) -> Part {
        let headings = vec![
            "pool",
            "name",
            "state",
            "price",
            "retained before",
            "retained",
            "retained in all",
            "tables",
            "tables elsewhere",
        ];
        let rows = floor.pools.iter().map(|pool| {
            let (was, is) =
                (before.retained(pool.number), self.known.audit.movements.retained(pool.number));
            let outside = pool.outside.values().filter(|outside| outside.linked).count();
            vec![
                number(pool.number.0),
                Cell::text(&pool.name),
                Cell::text(pool.state.name()),
                Cell::Money(i128::from(pool.terms.wager.0)),
                Cell::Money(was),
                Cell::Money(is - was),
                Cell::Money(is),
                Cell::Count(pool.tables.len() as i128),
                Cell::Count(outside as i128),
            ]
        });
        Part { name: "pools", headings, rows: rows.collect(), upright: false }
    }

    fn meters(&self, pools: &[PoolId], before: &Movements) -> Part {
        let headings = vec![
            "pool",
            "meter",
            "showed before",
            "pending before",
            "contributed",
            "funded",
            "moved in",
            "shows",
            "pending",
            "paid",
            "moved out",
            "unexplained",
        ];
        let each = pools.iter().flat_map(|pool| Level::ALL.map(|level| (*pool, level)));
        let rows = each.map(|(pool, level)| {
            let (was, is) =
                (before.level(pool, level), self.known.audit.movements.level(pool, level));
            let within = is.less(&was);
            let money = [
                was.meter,
                was.pending,
                within.contributed,
                within.funded,
                within.moved_in,
                is.meter,
                is.pending,
                within.paid,
                within.moved_out,
                within.unexplained(),
            ];
            let named = [number(pool.0), Cell::text(level.name())];
            named.into_iter().chain(money.map(Cell::Money)).collect()
        });
        Part { name: "meters", headings, rows: rows.collect(), upright: false }
    }

    fn by_table(&self, floor: &Floor, before: &Records) -> Part {
        let headings = vec![
            "pool",
            "table",
            "table elsewhere",
            "name",
            "wagers counted",
            "staked",
            "wagers returned",
            "returned",
            "to major",
            "to minor",
            "to mystery",
            "retained",
            "paid",
        ];
        let mut rows = Vec::new();
        for ((pool, from), brought) in self.known.audit.records.since(before) {
            let (table, outside, name) = place(floor, pool, from);
            if self.only.is_some_and(|only| from != Source::Table(only)) {
                continue;
            }
            let Brought { wagers, staked, went_back, returned, meters, retained, paid } = brought;
            rows.push(vec![
                number(pool.0),
                table,
                outside,
                Cell::text(name),
                Cell::Count(wagers),
                Cell::Money(staked),
                Cell::Count(went_back),
                Cell::Money(returned),
                Cell::Money(meters[0]),
                Cell::Money(meters[1]),
                Cell::Money(meters[2]),
                Cell::Money(retained),
                Cell::Money(paid),
            ]);
        }
        Part { name: "contributions", headings, rows, upright: false }
    }
}

/// The books of all pools, found twice from what happened: by the movements of money, and by the records of the pools.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PoolAudit {
    movements: Movements,
    records: Records,
    /// Where the two first told different stories of a pool: what comes later may make up for it.
    first: Vec<String>,
}

croupier_engine::stored! { struct PoolAudit { movements, records, first } }

impl PoolAudit {
    /// Takes note of what happened. All that has happened must be told, in order: money moves before a record says why.
    pub fn take(&mut self, event: &Event) {
        match event {
            Event::Posted(posting) => self.movements.take(posting),
            Event::Pool { pool, change } => {
                self.records.take(*pool, change);
                if self.first.is_empty() {
                    self.first = self.pool_faults(*pool);
                }
            }
            _ => {}
        }
    }

    /// Says where the two tell different stories, or money is not explained.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = self.movements.strange.clone();
        faults.extend(self.first.iter().cloned());
        for pool in self.records.pools() {
            faults.extend(self.pool_faults(pool));
            faults.extend(self.records.inexact(pool));
        }
        faults.dedup();
        faults
    }

    fn pool_faults(&self, pool: PoolId) -> Vec<String> {
        let levels = Level::ALL.into_iter().flat_map(|level| self.level_faults(pool, level));
        let mut faults: Vec<_> = levels.collect();
        let (one, two) = (self.movements.retained(pool), self.records.retained(pool));
        if one != two {
            let pool = pool.0;
            let what =
                format!("pool {pool}: {one} is retained by the ledger and {two} by the records");
            faults.push(what);
        }
        faults
    }

    fn level_faults(&self, pool: PoolId, level: Level) -> Vec<String> {
        let (one, two) = (self.movements.level(pool, level), self.records.level(pool, level));
        let (pool, name) = (pool.0, level.name());
        let left = one.unexplained();
        let unexplained = (left != 0)
            .then(|| format!("pool {pool}: {left} of the {name} meter is not explained"));
        let differ = Sums::pairs(&one, &two).into_iter().filter(|(_, one, two)| one != two);
        let differ = differ.map(|(what, one, two)| {
            format!("pool {pool}, {name}: {what} is {one} by the ledger and {two} by the records")
        });
        unexplained.into_iter().chain(differ).collect()
    }

    /// Says where the books of the floor are others, as it stands after the last that was told.
    pub fn against_floor(&self, floor: &Floor) -> Vec<String> {
        let mut faults = Vec::new();
        for pool in floor.pools.iter() {
            let number = pool.number.0;
            if !pool.adds_up(&floor.ledger) {
                faults.push(format!("pool {number}: its own books do not agree"));
            }
            for level in Level::ALL {
                let (book, sums) = (pool.level(level), self.movements.level(pool.number, level));
                let own = Sums {
                    contributed: i128::from(book.contributed),
                    funded: -i128::from(
                        floor.ledger.balance(Account::PoolTopUp(pool.number, level)),
                    ),
                    moved_in: i128::from(book.moved_in),
                    paid: i128::from(book.paid),
                    moved_out: i128::from(book.moved_out),
                    meter: i128::from(pool.reading(level, &floor.ledger).0),
                    pending: i128::from(
                        floor.ledger.held(Account::PoolPending(pool.number, level)).0,
                    ),
                };
                let differ =
                    Sums::pairs(&own, &sums).into_iter().filter(|(_, one, two)| one != two);
                faults.extend(differ.map(|(what, one, two)| {
                    format!(
                        "pool {number}, {}: {what} is {one} on the floor and {two} by the ledger",
                        level.name()
                    )
                }));
            }
        }
        faults
    }
}

/// Writes the row of a meter that was set to something else.
pub(super) fn adjustment(seen: &Seen<'_>) -> Option<Row> {
    let (who, act) = seen.done()?;
    let Act::PoolAct(PoolAct::AdjustMeter { pool, level, before, after, why, reference }) = act
    else {
        return None;
    };
    let by = match seen.request {
        Some(_) => format!("{who}, {}", seen.who),
        None => who.to_owned(),
    };
    let cells = vec![
        Cell::Count(i128::from(seen.number)),
        Cell::Time(seen.at),
        number(pool.0),
        Cell::text(level.name()),
        Cell::Money(i128::from(before.0)),
        Cell::Money(i128::from(after.0)),
        Cell::text(why),
        Cell::text(reference),
        Cell::Text(by),
    ];
    Some(Row { number: seen.number, table: None, part: 0, cells })
}

/// Shows the meters that were set to something else.
pub(super) fn adjustments(rows: Vec<Row>) -> Part {
    let headings =
        vec!["entry", "time", "pool", "meter", "before", "after", "why", "reference", "by"];
    let rows = rows.into_iter().map(|row| row.cells).collect();
    Part { name: "adjustments", headings, rows, upright: false }
}

fn number(number: u32) -> Cell {
    Cell::Count(i128::from(number))
}

/// Says where a wager or a prize is: the number of the table, or of the table elsewhere, and its name.
fn place(floor: &Floor, pool: PoolId, from: Source) -> (Cell, Cell, String) {
    match from {
        Source::Table(table) => {
            let name = floor.rooms.get(&table).map(|room| room.name.clone());
            (Cell::table(Some(table)), Cell::Empty, name.unwrap_or_default())
        }
        Source::Outside(outside) => {
            let known = floor.pools.get(pool).and_then(|pool| pool.outside.get(&outside));
            let name = known.map(|outside| outside.name.clone()).unwrap_or_default();
            (Cell::Empty, number(outside.0), name)
        }
    }
}
