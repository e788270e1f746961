//! Pictures for PAR sheets: small drawings without scripts, in the colours of the page around them.

#![allow(clippy::float_arithmetic, reason = "places on a picture decide nothing")]

use std::fmt::Write as _;

use croupier_odds::{Odds, Report};
use croupier_sim::Countability;

/// Draws the edge of every wager as a bar: in pictures of at most so many, with one scale.
pub(super) fn edges(report: &Report, most: usize) -> Vec<String> {
    let edge = |odds: &Odds| odds.edge().to_f64() * 100.0;
    let low = report.wagers.iter().map(edge).fold(0.0, f64::min);
    let high = report.wagers.iter().map(edge).fold(0.0, f64::max);
    let ticks = ticks(low, high, 4);
    let parts = report.wagers.len().div_ceil(most).max(1);
    let each = report.wagers.chunks(report.wagers.len().div_ceil(parts).max(1));
    each.map(|wagers| edge_bars(report, wagers, &ticks)).collect()
}

fn edge_bars(report: &Report, wagers: &[Odds], ticks: &[f64]) -> String {
    let (row, left, wide) = (18.0, 118.0, 420.0);
    let scale = Scale::new(ticks, left, wide - 54.0);
    let tall = row * wagers.len() as f64 + 24.0;
    let mut out = open(wide, tall, "House edge by wager, in percent");
    for &tick in ticks {
        let x = scale.at(tick);
        let _ = write!(
            out,
            r#"<line class="grid" x1="{x:.1}" y1="0" x2="{x:.1}" y2="{:.1}"/><text class="tick" x="{x:.1}" y="{:.1}" text-anchor="middle">{} %</text>"#,
            tall - 22.0,
            tall - 8.0,
            number(tick)
        );
    }
    for (at, odds) in wagers.iter().enumerate() {
        let edge = odds.edge().to_f64() * 100.0;
        let y = row * at as f64;
        let (zero, end) = (scale.at(0.0), scale.at(edge));
        let (x, width) = (zero.min(end), (end - zero).abs());
        let _ = write!(
            out,
            r#"<text class="label" x="{:.1}" y="{:.1}" text-anchor="end">{}</text><rect class="bar" x="{x:.1}" y="{:.1}" width="{width:.1}" height="12"/><text class="value" x="{:.1}" y="{:.1}">{edge:.2} %</text>"#,
            left - 8.0,
            y + 13.0,
            report.name(odds),
            y + 3.0,
            zero.max(end) + 5.0,
            y + 13.0
        );
    }
    close(out)
}

/// Net results, rising, each with its probability.
pub(super) type Nets = Vec<(f64, f64)>;

/// Returns the net results of a wager.
pub(super) fn nets(odds: &Odds) -> Nets {
    let mut nets: Nets = Vec::new();
    for outcome in &odds.outcomes {
        let (net, probability) = (outcome.net.to_f64(), outcome.probability.to_f64());
        match nets.iter_mut().find(|(known, _)| (known - net).abs() < 1e-12) {
            Some((_, sum)) => *sum += probability,
            None => nets.push((net, probability)),
        }
    }
    nets.sort_by(|one, other| one.0.total_cmp(&other.0));
    nets
}

/// Draws how likely each net result is, on a scale of powers of ten, so that rare ones show.
pub(super) fn results(nets: &[(f64, f64)], name: &str) -> String {
    let (row, left, wide) = (18.0, 62.0, 320.0);
    let least = nets.iter().map(|(_, probability)| *probability).fold(1.0, f64::min);
    let least = least.log10().floor().min(-2.0);
    let at = |probability: f64| left + (wide - left - 76.0) * (1.0 - probability.log10() / least);
    let tall = row * nets.len() as f64 + 26.0;
    let mut out = open(wide, tall, &format!("Probability of each result of {name}"));
    let powers = -least as i32;
    for power in (0..=powers).step_by(if powers > 3 { 2 } else { 1 }) {
        let x = at(10.0_f64.powi(-power));
        let _ = write!(
            out,
            r#"<line class="grid" x1="{x:.1}" y1="0" x2="{x:.1}" y2="{:.1}"/><text class="tick" x="{x:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
            tall - 22.0,
            tall - 6.0,
            if power == 0 {
                "1".to_owned()
            } else {
                format!("10<tspan dy=\"-4\" font-size=\"8\">−{power}</tspan>")
            }
        );
    }
    for (place, &(net, probability)) in nets.iter().enumerate() {
        let y = row * place as f64 + 10.0;
        let x = at(probability);
        let sign = if net > 0.0 { "+" } else { "" };
        let _ = write!(
            out,
            r#"<text class="label" x="{:.1}" y="{:.1}" text-anchor="end">{sign}{}</text><line class="stem" x1="{left}" y1="{y:.1}" x2="{x:.1}" y2="{y:.1}"/><circle class="dot" cx="{x:.1}" cy="{y:.1}" r="4"/><text class="value" x="{:.1}" y="{:.1}">{}</text>"#,
            left - 8.0,
            y + 4.0,
            number(net),
            x + 8.0,
            y + 4.0,
            share(probability)
        );
    }
    close(out)
}

/// Draws how the edge spreads as the shoe is dealt: the middle, half and nine tenths of all shoes.
pub(super) fn fan(counted: &Countability, wager: usize) -> String {
    let (left, wide, tall, foot) = (52.0, 320.0, 200.0, 34.0);
    let steps = counted.cards.len();
    let quantile = |step, share| counted.quantile(wager, step, share) * 100.0;
    let low = (0..steps).map(|step| quantile(step, 0.05)).fold(0.0, f64::min);
    let high = (0..steps).map(|step| quantile(step, 0.95)).fold(0.0, f64::max);
    let (across, up) = (ticks(0.0, counted.rounds[steps - 1], 5), ticks(low, high, 5));
    let x = Scale::new(&across, left, wide - 12.0);
    let y = Scale::new(&up, tall - foot, 8.0);
    let odds = &counted.report.wagers[wager];
    let name = counted.report.name(odds);
    let mut out = open(wide, tall, &format!("Edge of {name} against rounds dealt"));
    for &tick in &up {
        let (y, class) = (y.at(tick), if tick == 0.0 { "zero" } else { "grid" });
        let _ = write!(
            out,
            r#"<line class="{class}" x1="{left}" y1="{y:.1}" x2="{:.1}" y2="{y:.1}"/><text class="tick" x="{:.1}" y="{:.1}" text-anchor="end">{} %</text>"#,
            wide - 12.0,
            left - 6.0,
            y + 4.0,
            number(tick)
        );
    }
    for &tick in &across {
        let _ = write!(
            out,
            r#"<text class="tick" x="{:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
            x.at(tick),
            tall - foot + 15.0,
            number(tick)
        );
    }
    let _ = write!(
        out,
        r#"<text class="tick" x="{:.1}" y="{:.1}" text-anchor="middle">rounds dealt</text>"#,
        f64::midpoint(left, wide),
        tall - 4.0
    );
    let point = |step: usize, share| {
        format!("{:.1},{:.1}", x.at(counted.rounds[step]), y.at(quantile(step, share)))
    };
    for (class, low, high) in [("wide", 0.05, 0.95), ("narrow", 0.25, 0.75)] {
        let there = (0..steps).map(|step| point(step, low));
        let back = (0..steps).rev().map(|step| point(step, high));
        let points: Vec<_> = there.chain(back).collect();
        let _ = write!(out, r#"<polygon class="{class}" points="{}"/>"#, points.join(" "));
    }
    let middle: Vec<_> = (0..steps).map(|step| point(step, 0.5)).collect();
    let _ = write!(out, r#"<polyline class="line" points="{}"/>"#, middle.join(" "));
    close(out)
}

/// From values to places.
struct Scale {
    from: f64,
    per: f64,
    start: f64,
}

impl Scale {
    /// Puts the first tick at `start` and the last at `end`.
    fn new(ticks: &[f64], start: f64, end: f64) -> Self {
        let (from, to) = (ticks[0], ticks[ticks.len() - 1]);
        Self { from, per: (end - start) / (to - from), start }
    }

    fn at(&self, value: f64) -> f64 {
        self.start + (value - self.from) * self.per
    }
}

/// Chooses round numbers that take in all values from `low` to `high`: two at least.
fn ticks(low: f64, high: f64, about: u32) -> Vec<f64> {
    let span = (high - low).max(1e-6);
    let rough = span / f64::from(about);
    let power = 10.0_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0].into_iter().map(|part| part * power);
    let step = step.into_iter().find(|step| *step >= rough).unwrap_or(power * 10.0);
    let (first, last) = ((low / step).floor() as i64, (high / step).ceil() as i64);
    (first..=last.max(first + 1)).map(|tick| tick as f64 * step).collect()
}

/// Writes a number without needless digits.
fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.replace('-', "−") }
}

/// Writes a probability: in percent, or as one in so many where it is rare.
fn share(probability: f64) -> String {
    match probability {
        share if share >= 0.001 => format!("{:.2} %", share * 100.0),
        share => format!("1 in {:.0}", 1.0 / share),
    }
}

fn open(wide: f64, tall: f64, title: &str) -> String {
    format!(
        r#"<svg viewBox="0 0 {wide} {tall}" role="img" xmlns="http://www.w3.org/2000/svg"><title>{title}</title>"#
    )
}

fn close(mut out: String) -> String {
    out.push_str("</svg>");
    out
}
