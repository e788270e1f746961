//! A PAR sheet as one document of JSON.

#![allow(clippy::float_arithmetic, reason = "bands and shares are shown, and decide nothing")]

use croupier_odds::par::{BANDS, Par, ROUNDS, is_normal, volatility_index};
use croupier_odds::{Odds, Ratio};
use serde::Serialize;

use super::Page;
use crate::json::{Decimal, Fields, Shown, document};
use crate::odds::json::{All, Dealt, Document, Removals, Roundings};

/// Writes the document: the odds as `croupier odds --json` has them, and what else is on the sheet.
pub(super) fn write(page: &Page) -> String {
    let (par, report, version) = (&page.par, &page.par.report, env!("CARGO_PKG_VERSION"));
    let hold =
        report.wagers.iter().flat_map(|odds| ROUNDS.map(|rounds| Hold::of(par, odds, rounds)));
    let sheet = Sheet {
        program: Program { version, sha256: &page.program },
        rules: Rules { edition: "2016-08-17", sha256: &page.rules },
        odds: Document::new(&page.asked, All::of(report, &page.asked)),
        volatility: report.wagers.iter().map(|odds| Volatility::of(par, odds)).collect(),
        hold: hold.collect(),
        removal: Removals::of(report, &par.removal),
        as_dealt: Dealt::of(page.counted.as_ref(), &page.sample),
        rounding: Roundings::of(report, &par.rounding),
    };
    document(&sheet) + "\n"
}

#[derive(Serialize)]
struct Sheet<'a> {
    program: Program<'a>,
    rules: Rules<'a>,
    odds: Document<'a, All<'a>>,
    volatility: Vec<Volatility>,
    hold: Vec<Hold>,
    #[serde(flatten)]
    removal: Removals<'a>,
    #[serde(flatten)]
    as_dealt: Dealt<'a>,
    #[serde(flatten)]
    rounding: Roundings<'a>,
}

#[derive(Serialize)]
struct Program<'a> {
    version: &'static str,
    sha256: &'a str,
}

#[derive(Serialize)]
struct Rules<'a> {
    edition: &'static str,
    sha256: &'a str,
}

#[derive(Serialize)]
struct Volatility {
    wager: String,
    variance: Decimal<10>,
    index: Decimal<10>,
    push: Shown<Ratio>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skewness: Option<Decimal<10>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    excess_kurtosis: Option<Decimal<10>>,
}

impl Volatility {
    fn of(par: &Par, odds: &Odds) -> Self {
        let (sd, shape) = (odds.sd(), odds.shape());
        Self {
            wager: par.report.name(odds),
            variance: Decimal(sd * sd),
            index: Decimal(volatility_index(odds)),
            push: Shown(odds.push()),
            skewness: shape.map(|(skewness, _)| Decimal(skewness)),
            excess_kurtosis: shape.map(|(_, kurtosis)| Decimal(kurtosis)),
        }
    }
}

/// The bands in which the hold lies after so many rounds, by how sure they are.
#[derive(Serialize)]
struct Hold {
    wager: String,
    rounds: u64,
    #[serde(flatten)]
    bands: Fields<u8, [Decimal<10>; 2]>,
    normal: bool,
}

impl Hold {
    fn of(par: &Par, odds: &Odds, rounds: u64) -> Self {
        let bands = BANDS.map(|band| {
            let (low, high) = band.around(odds, rounds);
            (band.percent, [Decimal(low), Decimal(high)])
        });
        let normal = is_normal(odds, rounds);
        Self { wager: par.report.name(odds), rounds, bands: Fields(bands.into()), normal }
    }
}
