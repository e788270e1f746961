//! A PAR sheet as one document of JSON.

#![allow(clippy::float_arithmetic, reason = "bands and shares are shown, and decide nothing")]

use std::fmt::Write as _;

use super::{BANDS, Par, ROUNDS};
use crate::odds::json::{self, list};

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
    json::write(&par.report, &par.asked, &mut out);
    shapes(par, &mut out);
    hold(par, &mut out);
    json::removal(&par.report, &par.removal, &mut out);
    match &par.counted {
        Some(counted) => json::as_dealt(counted, &par.sample, &mut out),
        None => out.push_str(",\n\"as_dealt\":null"),
    }
    json::rounding(&par.report, &par.rounding, &mut out);
    out.push_str("}\n");
    out
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
