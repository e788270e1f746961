//! Reports, computed from the journal alone: what it says is played again, and what follows is added up.
//!
//! A report is figures and tables of cells; how they look on paper is for whoever prints them.

mod act_words;
mod block;
mod cards;
mod entered;
mod figures;
mod gaming_day;
mod hours;
mod incidents;
mod json;
mod ledger;
mod member;
mod played;
mod pools;
mod privileged;
mod promotion_acts;
mod promotions;
mod register;
mod rows;
mod seen;
mod so_far;
mod statement;
mod statements;
mod tables;
mod tasks;
mod theory;
mod vouchers;
mod wagers;

use std::fmt;

use croupier_floor::{Floor, TableId};
use croupier_journal::{Checkpoint, Reader};
use data_encoding::HEXLOWER;

use crate::live::{Folded, Replay, SnapshotKeys, Stop};
pub(crate) use block::Block;
pub use figures::Figures;
pub use gaming_day::{GamingDay, entries_between};
pub use incidents::Incident;
pub use pools::{AwardSlip, AwardSlips, PoolAudit};
pub use promotions::PromotionAudit;
use rows::Register;
use seen::walk_on;
pub use seen::{Asking, Seen, Walked, range, walk};
pub use so_far::PlayedSoFar;
pub use statement::Page;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// What the report is about.
    pub about: About,
    /// One table; `None` for all.
    pub table: Option<TableId>,
    /// The first entry that counts; `None` for the first of all.
    pub from: Option<u64>,
    /// The last entry that counts; `None` for the last of all.
    pub to: Option<u64>,
    /// Which lines of a list are shown; `None` for all. Figures are those of all.
    pub page: Option<Page>,
}

/// What a report is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// Drop, float, win and hold of each table.
    Table,
    /// Every wager against its exact edge.
    Wagers,
    /// What was played in each gaming day and each hour.
    Hours(GamingDay),
    /// What one player bought, staked, won and has.
    Statement(String),
    /// What went wrong, and what was done about it.
    Incidents,
    /// What supervisors and managers did, what took two people, and what was refused.
    Privileged,
    /// What people had to do outside the system, who did it, and how long it took.
    Tasks,
    /// All accounts.
    Ledger,
    /// Every set of cards, and every shuffle.
    Cards,
    /// Every promotional voucher, and what became of it.
    Vouchers,
    /// Prize pools: their meters, what tables brought, and what was won.
    Pools,
    /// Promotions: their terms, entries, awards, denied claims, disputes and vouchers.
    Promotions,
}

/// A report.
#[derive(Clone, Debug)]
pub struct Report {
    /// What it is about.
    pub title: String,
    /// Where it comes from, and figures of the whole.
    pub facts: Vec<(&'static str, Cell)>,
    /// Its tables.
    pub parts: Vec<Part>,
    /// What whoever reads it must know.
    pub remarks: Vec<String>,
    /// Everything that must agree agrees.
    pub is_sound: bool,
}

impl Report {
    /// Leaves out who was denied a prize, and where they live, for those who may see the rest.
    #[must_use]
    pub fn without_claimants(mut self) -> Self {
        for part in &mut self.parts {
            let hidden: Vec<_> =
                part.headings.iter().map(|it| ["claimant", "address"].contains(it)).collect();
            for row in &mut part.rows {
                let cells = row.iter_mut().zip(&hidden).filter(|(_, hidden)| **hidden);
                cells.for_each(|(cell, _)| *cell = Cell::Empty);
            }
        }
        self
    }
}

/// One table of a report.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// What it shows.
    pub name: &'static str,
    /// What its columns are.
    pub headings: Vec<&'static str>,
    /// Its rows.
    pub rows: Vec<Vec<Cell>>,
    /// A row is read from top to bottom: there are many columns and few rows.
    pub upright: bool,
}

/// One figure or text.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// There is nothing to say.
    Empty,
    /// Words.
    Text(String),
    /// A number of things.
    Count(i128),
    /// Cents.
    Money(i128),
    /// A share of one, for showing.
    Share(f64),
    /// A number of standard deviations, for showing.
    Deviations(f64),
    /// A time in milliseconds since 1970.
    Time(u64),
}

impl Cell {
    fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    fn table(table: Option<TableId>) -> Self {
        table.map_or(Self::Empty, |table| Self::Count(i128::from(table.0)))
    }
}

/// Why there is no report.
#[derive(Debug)]
pub enum NoReport {
    /// The journal cannot be read, or does not lead to what it says.
    Stop(Stop),
    /// What was asked for is not in the journal.
    Asked(String),
}

impl fmt::Display for NoReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stop(stop) => stop.fmt(f),
            Self::Asked(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for NoReport {}

impl<E: Into<Stop>> From<E> for NoReport {
    fn from(error: E) -> Self {
        Self::Stop(error.into())
    }
}

/// Something that adds up what it sees, and tells it in the end.
trait Gather {
    /// Is shown every entry from the first to the last that counts; not all of them count.
    fn see(&mut self, seen: &Seen<'_>);

    /// Reads what it needs of the entries before those that it was shown, if it began at the first entry; `false` if that cannot be
    /// done without all of them. `floor` is as it is after the last.
    ///
    /// # Errors
    /// The journal cannot be read.
    fn look_back(
        &mut self,
        _: &Reader,
        _: &SnapshotKeys,
        _: (&Floor, bool),
    ) -> Result<bool, NoReport> {
        Ok(true)
    }

    /// Tells what was found.
    fn tell(&mut self, floor: &Floor, report: &mut Report);
}

/// Computes a report from a journal; `each` is told how many entries have been played.
///
/// # Errors
/// The journal cannot be read, an entry is wrong, or what is asked for is not there.
pub fn report(reader: &Reader, asked: &Asked, each: impl FnMut(u64)) -> Result<Report, NoReport> {
    report_with(reader, &SnapshotKeys::of(reader)?, asked, each)
}

/// Does the same for who knows already what the snapshots can be decrypted with.
///
/// # Errors
/// As `report`.
pub fn report_with(
    reader: &Reader,
    keys: &SnapshotKeys,
    asked: &Asked,
    mut each: impl FnMut(u64),
) -> Result<Report, NoReport> {
    let gathered = match gather(reader, keys, asked, &mut each) {
        // Whoever plays everything finds out what is wrong: the entry, or the snapshot.
        Ok(None) | Err(NoReport::Stop(Stop::Entry { .. })) => {
            gather(reader, &SnapshotKeys::default(), asked, &mut each)?
        }
        gathered => gathered?,
    };
    let (gather, walked) = gathered.expect("whoever was shown every entry needs no look back");
    tell(reader, asked, gather, &walked)
}

/// What has gathered a report, and what it went through.
type Gathered = (Box<dyn Gather>, Walked);

/// Gathers a report: on from the newest snapshot before what it has to see, or from the first entry on. `None` if what it needs of
/// older entries is not there.
fn gather(
    reader: &Reader,
    keys: &SnapshotKeys,
    asked: &Asked,
    each: &mut impl FnMut(u64),
) -> Result<Option<Gathered>, NoReport> {
    let (first, last) = range(asked.from, asked.to, reader.state()?.number)?;
    let known = Figures::known_up_to(&asked.about, (first, last));
    let mut replay = Replay::near(reader, known, keys)?;
    let mut figures = replay.figures.take().unwrap_or_default();
    if first > 1 {
        figures.before_range();
    }
    let mut gather = gatherer(asked, figures, first);
    let walked = walk_on(reader, replay, (first, last), |seen| {
        gather.see(seen);
        each(seen.number);
        Ok::<_, NoReport>(())
    })?;
    let whole = gather.look_back(reader, keys, (&walked.floor, first == 1))?;
    Ok(whole.then_some((gather, walked)))
}

/// Writes a report that was gathered.
fn tell(
    reader: &Reader,
    asked: &Asked,
    mut gather: Box<dyn Gather>,
    walked: &Walked,
) -> Result<Report, NoReport> {
    let range = (walked.first, walked.last);
    let mut report = begin(reader, asked, (range, walked.times), &walked.folded)?;
    if let About::Statement(name) = &asked.about
        && walked.floor.people.find(name).is_none()
    {
        return Err(NoReport::Asked(format!("nobody in this journal is called {name:?}")));
    }
    gather.tell(&walked.floor, &mut report);
    Ok(report)
}

/// Begins a report with where it comes from: the range of entries, and when the first and the last were entered.
fn begin(
    reader: &Reader,
    asked: &Asked,
    ((first, last), times): ((u64, u64), (u64, u64)),
    folded: &[Folded],
) -> Result<Report, NoReport> {
    let mut report = Report {
        title: title(asked),
        facts: vec![("journal", Cell::Text(HEXLOWER.encode(&reader.identity().journal)))],
        parts: Vec::new(),
        remarks: Vec::new(),
        is_sound: true,
    };
    let number = |number: u64| Cell::Count(i128::from(number));
    report.facts.extend([
        ("first entry", number(first)),
        ("first time", Cell::Time(times.0)),
        ("last entry", number(last)),
        ("last time", Cell::Time(times.1)),
    ]);
    tell_checkpoint(reader.last_checkpoint()?.as_ref(), last, &mut report);
    for Folded { edition, first, last } in folded {
        report.remarks.push(format!(
            "entries {first} to {last} were decided by the rules of edition {edition}, and not again by this \
             build: money and people are counted, but tables and wagers of then are missing"
        ));
    }
    Ok(report)
}

fn title(asked: &Asked) -> String {
    let about = match &asked.about {
        About::Table => "tables",
        About::Wagers => "wagers against their exact edges",
        About::Hours(_) => "gaming days and hours",
        About::Statement(name) => return format!("statement of {name}"),
        About::Incidents => "incidents, corrections, voids and complaints",
        About::Privileged => "privileged acts and refused attempts",
        About::Tasks => "tasks",
        About::Ledger => "ledger",
        About::Cards => "sets of cards, shuffles, cuts and burned cards",
        About::Vouchers => "promotional vouchers",
        About::Pools => "prize pools",
        About::Promotions => "promotions",
    };
    match asked.table {
        Some(table) => format!("{about}, table {}", table.0),
        None => about.to_owned(),
    }
}

/// Begins a report of the entries from `first` on, with what is known of the entries before those that it will see.
fn gatherer(asked: &Asked, known: Figures, first: u64) -> Box<dyn Gather> {
    let (table, page) = (asked.table, asked.page);
    let Figures { played, moved, statements, registers, pools, promotions, .. } = known;
    let listed = |register, registers| {
        Box::new(register::ListedRegister::new(register, (table, first, page), registers))
    };
    match &asked.about {
        About::Table => Box::new(tables::Tables { only: table, played }),
        About::Wagers => Box::new(wagers::Wagers { only: table, played }),
        About::Hours(days) => Box::new(hours::Hours::new(table, played, *days)),
        About::Statement(name) => {
            let begun = first == 1;
            Box::new(statement::Statement::new((name, page), table, statements, begun))
        }
        About::Incidents => listed(Register::Incidents, registers),
        About::Privileged => listed(Register::Privileged, registers),
        About::Tasks => listed(Register::Tasks, registers),
        About::Ledger => Box::new(ledger::Accounts { only: table, moved }),
        About::Cards => listed(Register::Cards, registers),
        About::Vouchers => Box::new(vouchers::Register { only: table, page }),
        About::Pools => Box::new(pools::PrizePools::new(table, first, (pools, played, registers))),
        About::Promotions => {
            Box::new(promotions::PromotionRegister { only: table, audit: promotions })
        }
    }
}

/// Says where the lines of a list go on that a page does not show.
fn tell_older(older: Option<u64>, report: &mut Report) {
    if let Some(older) = older {
        report.facts.push(("older lines before entry", Cell::Count(i128::from(older))));
        report.remarks.push("older lines are not shown".to_owned());
    }
}

fn tell_checkpoint(checkpoint: Option<&Checkpoint>, to: u64, report: &mut Report) {
    let Some(checkpoint) = checkpoint else {
        report.facts.push(("last checkpoint", Cell::Empty));
        report.remarks.push("nothing in this journal is signed yet".to_owned());
        return;
    };
    let count = |number: u64| Cell::Count(i128::from(number));
    report.facts.extend([
        ("last checkpoint", count(checkpoint.id)),
        ("signs entries to", count(checkpoint.number)),
        ("link", Cell::Text(checkpoint.link.to_string())),
    ]);
    if checkpoint.number < to {
        let what = format!("entries after {} are not signed yet", checkpoint.number);
        report.remarks.push(what);
    }
}
