//! Charts of the nights: paths, results and survival.
#![allow(clippy::float_arithmetic, reason = "places on a drawing decide nothing")]

use std::path::Path;

use super::money::{counted, grouped};
use super::summary::Summary;
use super::svg::{Axis, Chart, SERIES};
use super::text::Bins;
use crate::failure::Failure;

/// Of how many strategies the bands are drawn.
const MOST_BANDS: usize = 3;

/// Draws the charts of one strategy, or of several together, into a folder.
pub(super) fn draw(nights: &[Summary], folder: &Path) -> Result<(), Failure> {
    let failure = |error| Failure::new(format!("cannot write to {}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(failure)?;
    let (nights, left_out) = nights.split_at(nights.len().min(SERIES));
    if !left_out.is_empty() {
        let names: Vec<_> = left_out.iter().map(|night| night.name.as_str()).collect();
        eprintln!("note: the charts show the first {SERIES}, and leave out {}", names.join(", "));
    }
    let name = match nights {
        [one] => file_name(&one.name),
        _ => "compare".to_owned(),
    };
    let charts =
        [("paths", paths(nights)), ("results", results(nights)), ("survival", survival(nights))];
    for (what, chart) in charts {
        let file = folder.join(format!("{name}-{what}.svg"));
        std::fs::write(&file, chart).map_err(failure)?;
        eprintln!("wrote {}", file.display());
    }
    Ok(())
}

/// Makes a file name of a strategy's name.
fn file_name(name: &str) -> String {
    let stem = Path::new(name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let keep = |c: char| if c.is_alphanumeric() || c == '-' { c } else { '-' };
    stem.unwrap_or_default().chars().map(keep).collect()
}

fn title(nights: &[Summary], what: &str) -> String {
    match nights {
        [one] => format!("{}: {what}", one.plan.strategy.title),
        _ => format!("{} strategies: {what}", nights.len()),
    }
}

fn under(nights: &[Summary]) -> String {
    let Some(first) = nights.first() else { return String::new() };
    let mut rounds: Vec<_> = nights.iter().map(Summary::rounds_of_a_night).collect();
    // Games of dice and of cards have different rounds.
    rounds.sort_unstable();
    rounds.dedup();
    let least = nights.iter().map(|night| night.tally.sessions).min().unwrap_or(0);
    let most = nights.iter().map(|night| night.tally.sessions).max().unwrap_or(0);
    let played = if least < most { format!("{} to ", grouped(least)) } else { String::new() };
    format!(
        "{} in hand, {}, {played}{} from seed {}",
        first.plan.bankroll,
        rounds.join(" or "),
        counted(most, "night", "nights"),
        first.plan.seed
    )
}

/// Returns the names for the legend; a chart of one strategy needs none.
fn names(nights: &[Summary]) -> Vec<&str> {
    match nights {
        [_] => Vec::new(),
        several => several.iter().map(|night| night.name.as_str()).collect(),
    }
}

/// Returns where a night's moments lie, in hours.
fn hours(night: &Summary) -> Vec<f64> {
    let an_hour = night.an_hour.max(1) as f64;
    (0..night.plan.moments()).map(|moment| night.plan.moment(moment) as f64 / an_hour).collect()
}

/// Returns a percentile of the paths at every moment, in dollars.
fn percentile(night: &Summary, part: usize) -> Vec<(f64, f64)> {
    let hours = hours(night);
    let mut worths: Vec<i64> = Vec::new();
    let mut points = Vec::new();
    for (moment, &hour) in hours.iter().enumerate() {
        worths.clear();
        worths.extend(night.tally.paths.values().filter_map(|path| path.get(moment)));
        worths.sort_unstable();
        if let Some(&worth) = worths.get(worths.len().saturating_sub(1) * part / 1_000) {
            points.push((hour, worth as f64 / 100.0));
        }
    }
    points
}

/// Draws what the player is worth through the night.
fn paths(nights: &[Summary]) -> String {
    let fans: Vec<_> = nights
        .iter()
        .map(|night| [50, 250, 500, 750, 950].map(|part| percentile(night, part)))
        .collect();
    // Of a few strategies only the inner bands are drawn, and of many none, for they would hide
    // each other.
    let (drawn, shades) = match nights.len() {
        1 => (0..5, "; bands: 5 to 95 % and 25 to 75 %; line: median"),
        2..=MOST_BANDS => (1..4, "; bands: 25 to 75 %; lines: medians"),
        _ => (2..3, "; lines: medians"),
    };
    let all = || fans.iter().flat_map(|fan| &fan[drawn.clone()]).flatten();
    let high = all().map(|point| point.1).fold(0.0, f64::max);
    let last = all().map(|point| point.0).fold(0.0, f64::max);
    let x = Axis { label: "hours", low: 0.0, high: last, unit: "" };
    let y =
        Axis { label: "dollars in hand and on the layout", low: 0.0, high: high * 1.04, unit: "" };
    let about = format!("{}{shades}", under(nights));
    let heading = title(nights, "the bankroll through the night");
    let mut chart = Chart::new(&heading, &about, &names(nights), x, y);
    for (series, (night, fan)) in nights.iter().zip(&fans).enumerate() {
        if let [_] = nights {
            chart.band(&fan[0], &fan[4], series);
            let hours = hours(night);
            for path in night.tally.paths.values().take(12) {
                let dollars = path.iter().map(|&cents| cents as f64 / 100.0);
                let points: Vec<_> = hours.iter().copied().zip(dollars).collect();
                chart.thin(&points, series);
            }
        }
        if nights.len() <= MOST_BANDS {
            chart.band(&fan[1], &fan[3], series);
        }
        chart.line(&fan[2], series);
    }
    if let Some(first) = nights.first() {
        chart.level(first.plan.bankroll.0 as f64 / 100.0);
    }
    chart.finish()
}

/// Draws the results: bars for one strategy, with the exact chances if there are any; for several, the
/// share of nights that end with no more than each result.
fn results(nights: &[Summary]) -> String {
    match nights {
        [one] => histogram(one),
        _ => shares(nights),
    }
}

fn histogram(night: &Summary) -> String {
    let (low, high) = (night.quantile(1), night.quantile(999));
    let bins = Bins::new(&night.results, low, high, 45);
    let total = night.tally.sessions.max(1) as f64;
    let share = |count: u64| count as f64 / total * 100.0;
    let from = |at: usize| (bins.low + at as i64 * bins.step) as f64 / 100.0;
    let most = bins.counts.iter().map(|&count| share(count)).fold(0.0, f64::max);
    let x = Axis {
        label: "result of a night in dollars",
        low: from(0),
        high: from(bins.counts.len()),
        unit: "",
    };
    let y = Axis { label: "share of nights", low: 0.0, high: most * 1.06, unit: " %" };
    let step = super::money::dollars(bins.step);
    let exact = if night.exact.is_some() { "; line: exact" } else { "" };
    let about = format!("{}; steps of {step}{exact}", under(std::slice::from_ref(night)));
    let heading = title(std::slice::from_ref(night), "results");
    let mut chart = Chart::new(&heading, &about, &[], x, y);
    for (at, &count) in bins.counts.iter().enumerate() {
        chart.bar(from(at), from(at + 1), share(count), 0);
    }
    if let Some(exact) = &night.exact {
        let mut chances = vec![0.0; bins.counts.len()];
        for (&result, chance) in &exact.results {
            let at = usize::try_from((result - bins.low).div_euclid(bins.step)).unwrap_or(0);
            chances[at.min(bins.counts.len() - 1)] += chance * 100.0;
        }
        let points: Vec<_> = chances
            .iter()
            .enumerate()
            .flat_map(|(at, &chance)| [(from(at), chance), (from(at + 1), chance)])
            .collect();
        chart.line(&points, 1);
    }
    chart.finish()
}

fn shares(nights: &[Summary]) -> String {
    let low = nights.iter().map(|night| night.quantile(1)).min().unwrap_or(0);
    let high = nights.iter().map(|night| night.quantile(990)).max().unwrap_or(1);
    let dollars = |cents: i64| cents as f64 / 100.0;
    let x = Axis {
        label: "result of a night in dollars",
        low: dollars(low),
        high: dollars(high),
        unit: "",
    };
    let y = Axis { label: "share of nights that end no better", low: 0.0, high: 100.0, unit: " %" };
    let mut chart = Chart::new(&title(nights, "results"), &under(nights), &names(nights), x, y);
    for (series, night) in nights.iter().enumerate() {
        let total = night.tally.sessions.max(1) as f64;
        let (mut seen, mut points) = (0, vec![(dollars(low), 0.0)]);
        for (&result, &count) in night.results.range(..=high) {
            let before = seen as f64 / total * 100.0;
            seen += count;
            let at = dollars(result.max(low));
            points.push((at, before));
            points.push((at, seen as f64 / total * 100.0));
        }
        points.push((dollars(high), points.last().map_or(0.0, |point| point.1)));
        thin_out(&mut points);
        chart.line(&points, series);
    }
    chart.finish()
}

/// Leaves out points that nobody would see.
fn thin_out(points: &mut Vec<(f64, f64)>) {
    let every = points.len().div_ceil(1_500).max(1);
    let last = points.len().saturating_sub(1);
    let mut at = 0;
    points.retain(|_| {
        let keeps = at % every == 0 || at == last;
        at += 1;
        keeps
    });
}

/// Draws how many nights are still alive.
fn survival(nights: &[Summary]) -> String {
    let last = nights.iter().flat_map(hours).fold(0.0, f64::max);
    let x = Axis { label: "hours", low: 0.0, high: last, unit: "" };
    let y = Axis { label: "share of nights not ruined", low: 0.0, high: 100.0, unit: " %" };
    let heading = title(nights, "who is still there");
    let mut chart = Chart::new(&heading, &under(nights), &names(nights), x, y);
    for (series, night) in nights.iter().enumerate() {
        let total = night.tally.sessions.max(1) as f64;
        let mut alive = total;
        let mut points = vec![(0.0, 100.0)];
        let spans = hours(night).into_iter().skip(1).zip(&night.tally.ruined_by);
        for (hour, &ruined) in spans {
            alive -= ruined as f64;
            points.push((hour, alive / total * 100.0));
        }
        chart.line(&points, series);
    }
    chart.finish()
}
