//! `croupier report`: what a journal says of its tables, wagers, players, incidents and money.

mod csv;
mod text;

use std::io::Write as _;
use std::path::{Path, PathBuf};

use chrono::{DateTime, NaiveDateTime};
use clap::{Args, ValueEnum};
use croupier_floor::TableId;
use croupier_house::Stop;
use croupier_house::report::{
    About, Asked, Cell, GamingDay, NoReport, Page, entries_between, report,
};
use croupier_journal::Reader;

use crate::failure::{Done, Failure, written};
use crate::progress::Progress;

/// Report on a journal: its tables, wagers, players, incidents, privileged acts and money
///
/// Everything is computed from the journal alone: it is played again from its newest snapshot that comes
/// before what is asked for, or from its first entry, every entry that is played is held against what it
/// says followed, and what lies within the range is added up. A report names its range and the last
/// checkpoint. Statements, incidents, privileged acts, tasks, cards and vouchers are lists, of which the
/// newest lines are shown: a report says before which entry older ones are, for --before. The exit status is 1 if something that must agree does not.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The journal
    #[arg(value_name = "DB")]
    journal: PathBuf,

    /// What to report on
    #[arg(value_enum)]
    kind: Kind,

    /// Whose statement
    #[arg(long, value_name = "NAME")]
    player: Option<String>,

    /// Only this table
    #[arg(long, value_name = "N")]
    table: Option<u32>,

    /// The first entry that counts
    #[arg(long, value_name = "ENTRY", conflicts_with_all = ["day", "since"])]
    from: Option<u64>,

    /// The last entry that counts
    #[arg(long, value_name = "ENTRY", conflicts_with_all = ["day", "until"])]
    to: Option<u64>,

    /// Only this gaming day, such as 2026-11-18
    #[arg(long, value_name = "DATE", conflicts_with_all = ["since", "until"])]
    day: Option<String>,

    /// Only from this time on (UTC), such as 2026-11-18T06:00
    #[arg(long, value_name = "TIME", value_parser = time)]
    since: Option<u64>,

    /// Only before this time (UTC)
    #[arg(long, value_name = "TIME", value_parser = time)]
    until: Option<u64>,

    /// When gaming days begin: local time, and how far it is ahead of UTC
    #[arg(long, value_name = "HH:MM+HH:MM", default_value_t, value_parser = gaming_day)]
    gaming_day: GamingDay,

    /// Of a list, only lines of entries before this one; of vouchers, only those with smaller numbers
    #[arg(long, value_name = "ENTRY")]
    before: Option<u64>,

    /// Of a list, the lines of so many entries at most, the newest
    #[arg(long, value_name = "N", default_value_t = 1000)]
    limit: u64,

    /// Of a list, all lines
    #[arg(long, conflicts_with_all = ["before", "limit"])]
    all: bool,

    /// Write JSON, with money in cents
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Write comma-separated values, a block for each table of the report
    #[arg(long)]
    csv: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Float, drop, win, turnover and hold of each table, against what should have been won
    Table,
    /// Every wager against its exact edge
    Wagers,
    /// Each gaming day and each hour: rounds, turnover, average wager, drop and win, with money and play money apart
    Hours,
    /// What one player bought, staked, won and has, with points and time at tables, day by day
    Statement,
    /// What went wrong, corrections, voids, and complaints with their decisions
    Incidents,
    /// What supervisors and managers did, what took two people, and what was refused
    Privileged,
    /// What people had to do outside the system, who did it, and how long it took
    Tasks,
    /// All accounts, and that they add up to nothing
    Ledger,
    /// Every set of cards with its checks, and every shuffle with its cut and the cards burned
    Cards,
    /// Every promotional voucher with its conditions, and who exchanged it for whom
    Vouchers,
    /// Prize pools: what each meter was given and gave, what each table brought, and every prize that was won
    Pools,
    /// Promotions: terms, dates, entries, awards and what became of them, denied claims, disputes, vouchers, money
    Promotions,
}

/// Computes and writes the report.
pub(crate) fn run(arguments: &Arguments) -> Done {
    let mut asked = asked(arguments)?;
    let reader = open(&arguments.journal)?;
    if let Some(times) = times(arguments)? {
        let entries = entries_between(&reader, times);
        (asked.from, asked.to) = entries.map_err(|error| no_report(error, &arguments.journal))?;
    }
    let standing = reader.state().map_err(|error| Failure::new(error.to_string()))?;
    let progress = Progress::new("playing entries", asked.to.unwrap_or(standing.number));
    let report = report(&reader, &asked, |number| progress.at(number));
    drop(progress);
    let report = report.map_err(|error| no_report(error, &arguments.journal))?;
    let text = match (arguments.json, arguments.csv) {
        (true, _) => report.json(),
        (_, true) => csv::write(&report),
        _ => text::write(&report),
    };
    written(std::io::stdout().lock().write_all(text.as_bytes()), "standard output")?;
    if !report.is_sound {
        eprintln!("error: sums that must agree do not; see the report");
    }
    Ok(report.is_sound)
}

fn asked(arguments: &Arguments) -> Result<Asked, Failure> {
    let about = match (arguments.kind, &arguments.player) {
        (Kind::Statement, Some(player)) => About::Statement(player.clone()),
        (Kind::Statement, None) => {
            return Err(Failure::input("whose statement?").hint("give --player NAME"));
        }
        (_, Some(_)) => {
            return Err(Failure::input("--player is for statements")
                .hint("croupier report DB statement --player NAME"));
        }
        (Kind::Table, None) => About::Table,
        (Kind::Wagers, None) => About::Wagers,
        (Kind::Hours, None) => About::Hours(arguments.gaming_day),
        (Kind::Incidents, None) => About::Incidents,
        (Kind::Privileged, None) => About::Privileged,
        (Kind::Tasks, None) => About::Tasks,
        (Kind::Ledger, None) => About::Ledger,
        (Kind::Cards, None) => About::Cards,
        (Kind::Vouchers, None) => About::Vouchers,
        (Kind::Pools, None) => About::Pools,
        (Kind::Promotions, None) => About::Promotions,
    };
    let table = arguments.table.map(TableId);
    let entries = usize::try_from(arguments.limit).unwrap_or(usize::MAX);
    let page = (!arguments.all).then_some(Page { before: arguments.before, entries });
    Ok(Asked { about, table, from: arguments.from, to: arguments.to, page })
}

/// From when on, and before when, entries count.
type Times = (Option<u64>, Option<u64>);

/// Returns the times between which entries count, if that is asked for.
fn times(arguments: &Arguments) -> Result<Option<Times>, Failure> {
    let Arguments { day, since, until, gaming_day, .. } = arguments;
    let Some(name) = day else {
        return Ok((since.is_some() || until.is_some()).then_some((*since, *until)));
    };
    let day = GamingDay::named(name).ok_or_else(|| {
        Failure::input(format!("{name:?} is no date")).hint("a date looks like 2026-11-18")
    })?;
    let (begins, ends) = gaming_day.bounds(day);
    Ok(Some((Some(begins), Some(ends))))
}

/// Reads a time of day on a date, in UTC.
fn time(text: &str) -> Result<u64, String> {
    let read = |form| NaiveDateTime::parse_from_str(text, form).ok();
    let time = read("%Y-%m-%dT%H:%M").or_else(|| read("%Y-%m-%dT%H:%M:%S"));
    let time = time.and_then(|time| u64::try_from(time.and_utc().timestamp_millis()).ok());
    time.ok_or_else(|| "a time looks like 2026-11-18T06:00".to_owned())
}

fn gaming_day(text: &str) -> Result<GamingDay, String> {
    GamingDay::parse(text).ok_or_else(|| "it looks like 06:00+08:00, or 06:00 for UTC".to_owned())
}

/// Opens a journal that may be running, or lies where nothing may be written.
fn open(path: &Path) -> Result<Reader, Failure> {
    let failure = |error: croupier_journal::Error| Failure::new(error.to_string());
    Reader::open(path).or_else(|error| Reader::sealed(path).map_err(|_| error)).map_err(failure)
}

fn no_report(error: NoReport, path: &Path) -> Failure {
    match error {
        NoReport::Asked(what) => Failure::input(what),
        NoReport::Stop(Stop::Entry { .. }) => {
            Failure::input(format!("{}: {error}", path.display()))
        }
        NoReport::Stop(stop) => Failure::new(stop.to_string()),
    }
}

/// Writes a cell for people and spreadsheets; money in whole units and cents.
fn plain(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Text(text) => text.clone(),
        Cell::Count(count) => count.to_string(),
        Cell::Money(cents) => money(*cents),
        Cell::Share(share) => format!("{share:.6}"),
        Cell::Deviations(number) => format!("{number:.2}"),
        Cell::Time(time) => moment(*time),
    }
}

fn money(cents: i128) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    let cents = cents.unsigned_abs();
    format!("{sign}{}.{:02}", cents / 100, cents % 100)
}

/// Writes a time in milliseconds since 1970 as date and time of day in UTC.
fn moment(milliseconds: u64) -> String {
    let time = i64::try_from(milliseconds).ok().and_then(DateTime::from_timestamp_millis);
    time.map_or_else(
        // No calendar reaches so far.
        || milliseconds.to_string(),
        |time| time.format("%Y-%m-%d %H:%M:%S%.3f").to_string(),
    )
}

#[cfg(test)]
mod tests {
    use super::{moment, money};

    #[test]
    fn times_are_dates() {
        for (time, want) in [
            (0, "1970-01-01 00:00:00.000"),
            (951_782_400_001, "2000-02-29 00:00:00.001"),
            (1_700_000_000_000, "2023-11-14 22:13:20.000"),
            (4_107_542_399_999, "2100-02-28 23:59:59.999"),
            (4_107_542_400_000, "2100-03-01 00:00:00.000"),
        ] {
            assert_eq!(moment(time), want);
        }
    }

    #[test]
    fn money_has_cents() {
        assert_eq!([money(0), money(-5), money(1234)], ["0.00", "-0.05", "12.34"]);
    }
}
