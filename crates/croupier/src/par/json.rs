//! A PAR sheet as one document of JSON.

#![allow(clippy::float_arithmetic, reason = "bands and shares are shown, and decide nothing")]

use std::fmt::Write as _;

use croupier_engine::{Card, Suit};

use super::{BANDS, Par, ROUNDS};

/// Writes the document: the odds as `croupier odds --json` has them, and what else is on the sheet.
pub(super) fn write(par: &Par) -> String {
    let mut out = String::from("{\"program\":");
    let _ = write!(
        out,
        "{{\"version\":\"{}\",\"sha256\":\"{}\"}},\n\"rules\":{{\"edition\":\"2016-08-17\",\"sha256\":\"{}\"}},\n\"odds\":",
        env!("CARGO_PKG_VERSION"),
        par.program,
        par.rules
    );
    crate::odds::json::write(&par.report, par.strategy.as_deref(), &par.question, &mut out);
    shapes(par, &mut out);
    hold(par, &mut out);
    removal(par, &mut out);
    movement(par, &mut out);
    rounding(par, &mut out);
    out.push_str("}\n");
    out
}

fn list<T>(
    items: impl IntoIterator<Item = T>,
    out: &mut String,
    mut each: impl FnMut(T, &mut String),
) {
    out.push('[');
    for (at, item) in items.into_iter().enumerate() {
        out.push_str(if at == 0 { "\n" } else { ",\n" });
        each(item, out);
    }
    out.push(']');
}

fn shapes(par: &Par, out: &mut String) {
    out.push_str(",\"volatility\":");
    list(&par.report.wagers, out, |odds, out| {
        let (sd, name) = (odds.sd(), par.report.name(odds));
        let _ = write!(
            out,
            "{{\"wager\":\"{name}\",\"variance\":{:.10},\"index\":{:.10},\"push\":\"{}\"",
            sd * sd,
            sd * BANDS[0].1,
            odds.push()
        );
        if let Some((skew, kurtosis)) = odds.shape() {
            let _ = write!(out, ",\"skewness\":{skew:.10},\"excess_kurtosis\":{kurtosis:.10}");
        }
        out.push('}');
    });
}

fn hold(par: &Par, out: &mut String) {
    out.push_str(",\n\"hold\":");
    let each = par.report.wagers.iter().flat_map(|odds| ROUNDS.map(|rounds| (odds, rounds)));
    list(each, out, |(odds, rounds), out| {
        let _ = write!(out, "{{\"wager\":\"{}\",\"rounds\":{rounds}", par.report.name(odds));
        for (name, errors) in BANDS {
            let (low, high) = Par::band(odds, rounds, errors);
            let _ = write!(out, ",\"{}\":[{low:.10},{high:.10}]", name.replace(" %", ""));
        }
        let _ = write!(out, ",\"normal\":{}}}", Par::is_normal(odds, rounds));
    });
}

fn removal(par: &Par, out: &mut String) {
    out.push_str(",\n\"removal\":");
    list(&par.removal, out, |removal, out| {
        let rank = &Card::new(removal.rank, Suit::Clubs).to_string()[..1];
        let _ = write!(out, "{{\"rank\":\"{rank}\",\"changes\":{{");
        for (at, (odds, change)) in par.report.wagers.iter().zip(&removal.changes).enumerate() {
            let comma = if at == 0 { "" } else { "," };
            let _ = write!(out, "{comma}\"{}\":\"{change}\"", par.report.name(odds));
        }
        out.push_str("}}");
    });
}

fn movement(par: &Par, out: &mut String) {
    out.push_str(",\n\"as_dealt\":");
    let Some(counted) = &par.counted else {
        out.push_str("null");
        return;
    };
    let (shoes, seed) = (par.sample.shoes, par.sample.seed);
    let _ = write!(
        out,
        "{{\"shoes\":{shoes},\"seed\":{seed},\"cards\":{:?},\"wagers\":",
        counted.cards
    );
    list(counted.report.wagers.iter().enumerate(), out, |(at, odds), out| {
        let _ = write!(
            out,
            "{{\"wager\":\"{}\",\"favourable\":{:.6},\"gain\":{:.8},\"best\":{:.8}",
            counted.report.name(odds),
            counted.favourable(at),
            counted.gain(at),
            counted.best(at)
        );
        for (name, share) in
            [("p5", 0.05), ("p25", 0.25), ("p50", 0.5), ("p75", 0.75), ("p95", 0.95)]
        {
            let steps = (0..counted.cards.len()).map(|step| counted.quantile(at, step, share));
            let steps: Vec<_> = steps.map(|edge| format!("{edge:.6}")).collect();
            let _ = write!(out, ",\"{name}\":[{}]", steps.join(","));
        }
        out.push('}');
    });
    out.push('}');
}

fn rounding(par: &Par, out: &mut String) {
    out.push_str(",\n\"rounding\":");
    let each = par.report.wagers.iter().zip(&par.rounding);
    let each = each.flat_map(|(odds, list)| list.iter().map(move |rounded| (odds, rounded)));
    list(each, out, |(odds, rounded), out| {
        let (name, chips, edge) = (par.report.name(odds), rounded.chips, &rounded.edge);
        let _ = write!(out, "{{\"wager\":\"{name}\",\"chips\":{chips},\"edge\":\"{edge}\"}}");
    });
}
