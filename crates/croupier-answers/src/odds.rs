//! Exact odds and PAR data, as JSON with fractions as texts.
#![allow(clippy::float_arithmetic, reason = "deviations and bands are shown, and decide nothing")]

use croupier_engine::wager::Mark;
use croupier_engine::{Card, Kind, Suit, WagerId};
use croupier_odds::par::{BANDS, Par, ROUNDS, volatility_index};
use croupier_odds::{BreakEven, Odds, Report};
use croupier_sheet::Refused;
use serde::Serialize;

use crate::json;
use crate::question::{Asked, unanswered};

/// The odds of a game.
#[derive(Serialize)]
struct ReportData {
    game: &'static str,
    title: &'static str,
    decks: u8,
    cards: String,
    wagers: Vec<OddsData>,
    left_out: Vec<LeftOutData>,
    chart: Option<ChartData>,
}

#[derive(Serialize)]
struct OddsData {
    on: &'static str,
    number: Option<u8>,
    point: Option<u8>,
    outcomes: Vec<OutcomeData>,
    edge: String,
    element_of_risk: String,
    average_stake: String,
    hit: String,
    push: String,
    rolls: Option<String>,
    placed: Option<String>,
    sd: f64,
}

#[derive(Serialize)]
struct OutcomeData {
    result: &'static str,
    net: String,
    probability: String,
    clause: &'static str,
}

#[derive(Serialize)]
struct LeftOutData {
    on: &'static str,
    mark: Option<u8>,
    why: String,
    clause: &'static str,
}

#[derive(Serialize)]
struct ChartData {
    rows: Vec<String>,
    exceptions: Vec<String>,
}

/// All of a PAR sheet that is counted.
#[derive(Serialize)]
struct ParData {
    odds: ReportData,
    rounds: [u64; 5],
    volatility: Vec<VolatilityData>,
    removal: Vec<RemovalData>,
    rounding: Vec<RoundingData>,
}

#[derive(Serialize)]
struct VolatilityData {
    index: f64,
    skewness: Option<f64>,
    kurtosis: Option<f64>,
    bands: Vec<BandData>,
}

#[derive(Serialize)]
struct BandData {
    percent: u8,
    holds: Vec<(f64, f64)>,
}

#[derive(Serialize)]
struct RemovalData {
    rank: String,
    changes: Vec<String>,
}

#[derive(Serialize)]
struct RoundingData {
    on: &'static str,
    mark: Option<u8>,
    exact: String,
    stakes: Vec<(u64, String)>,
}

/// Counts the odds of a game.
///
/// # Errors
/// There is no such game, or the rules refuse the table or the wagers.
pub fn odds(asked: &Asked) -> Result<String, String> {
    let question = asked.question()?;
    let report = croupier_odds::odds(&question);
    Ok(json(&ReportData::of(&report.map_err(|why| unanswered(&why))?)))
}

/// Counts what stands on the PAR sheet of a game, with rounding looked at up to so many chips.
///
/// # Errors
/// There is no such game, or the rules refuse the table or the wagers.
pub fn par(asked: &Asked, chips: u64) -> Result<String, String> {
    let question = asked.question()?;
    let counted = Par::new(&question, chips);
    Ok(json(&ParData::of(&counted.map_err(|why| unanswered(&why))?)))
}

/// What the major and the minor meter must show for a fair jackpot wager, in cents, or why there is no such amount.
pub type FairMeters = [(Option<u64>, Option<&'static str>); 2];

/// Says from where on the meters make the jackpot wager fair, each with the other as it is.
///
/// # Errors
/// There is no such game, or the rules refuse the table or the wagers.
pub fn break_even(asked: &Asked) -> Result<FairMeters, String> {
    let question = asked.question()?;
    let (kind, jackpot) = (question.kind, question.setup.jackpot.as_ref());
    let none = || format!("{} has no jackpot", kind.title());
    let (jackpot, on) = jackpot.zip(kind.priced()).ok_or_else(none)?;
    let report = croupier_odds::odds(&question).map_err(|why| unanswered(&why))?;
    let odds = report.wagers.iter().find(|odds| odds.on == on).ok_or_else(none)?;
    let fair = BreakEven::of(kind, odds, jackpot, &question.terms);
    Ok([fair.major, fair.minor].map(|fair| (fair.amount().map(|amount| amount.0), fair.reason())))
}

impl ReportData {
    fn of(report: &Report) -> Self {
        let kind = report.kind;
        let left_out = report.left_out.iter().map(|out| LeftOutData {
            on: name(kind, out.on),
            mark: out.mark,
            why: Refused(out.refusal).to_string(),
            clause: out.refusal.clause.0,
        });
        let chart = report.chart.as_ref().map(|chart| {
            let rows = chart.cells.iter();
            let rows = rows.map(|row| row.iter().map(|cell| cell.letter()).collect());
            let exceptions = chart.exceptions.iter();
            let exceptions = exceptions.map(|(pair, decide)| format!("{pair} {}", decide.letter()));
            ChartData { rows: rows.collect(), exceptions: exceptions.collect() }
        });
        Self {
            game: kind.name(),
            title: kind.title(),
            decks: report.decks,
            cards: report.cards.to_string(),
            wagers: report.wagers.iter().map(|odds| OddsData::of(kind, odds)).collect(),
            left_out: left_out.collect(),
            chart,
        }
    }
}

impl OddsData {
    fn of(kind: Kind, odds: &Odds) -> Self {
        let is_point = matches!(kind.mark(odds.on), Mark::Point(_));
        let (number, point) = if is_point { (None, odds.mark) } else { (odds.mark, None) };
        let outcomes = odds.outcomes.iter().map(|outcome| OutcomeData {
            result: outcome.result.name(),
            net: outcome.net.to_string(),
            probability: outcome.probability.to_string(),
            clause: outcome.clause.0,
        });
        Self {
            on: name(kind, odds.on),
            number,
            point,
            outcomes: outcomes.collect(),
            edge: odds.edge().to_string(),
            element_of_risk: odds.element_of_risk().to_string(),
            average_stake: odds.average_stake.to_string(),
            hit: odds.hit().to_string(),
            push: odds.push().to_string(),
            rolls: odds.rolls.as_ref().map(ToString::to_string),
            placed: odds.placed.as_ref().map(ToString::to_string),
            sd: odds.sd(),
        }
    }
}

impl ParData {
    fn of(counted: &Par) -> Self {
        let kind = counted.report.kind;
        let removal = counted.removal.iter().map(|removal| RemovalData {
            rank: Card::new(removal.rank, Suit::Spades).to_string()[..1].to_owned(),
            changes: removal.changes.iter().map(ToString::to_string).collect(),
        });
        let rounding = counted.rounding.iter().map(|rounding| RoundingData {
            on: name(kind, rounding.on),
            mark: rounding.mark,
            exact: rounding.exact.to_string(),
            stakes: rounding.stakes.iter().map(|it| (it.chips, it.edge.to_string())).collect(),
        });
        Self {
            odds: ReportData::of(&counted.report),
            rounds: ROUNDS,
            volatility: counted.report.wagers.iter().map(VolatilityData::of).collect(),
            removal: removal.collect(),
            rounding: rounding.collect(),
        }
    }
}

impl VolatilityData {
    fn of(odds: &Odds) -> Self {
        let bands = BANDS.iter().map(|band| BandData {
            percent: band.percent,
            holds: ROUNDS.iter().map(|rounds| band.around(odds, *rounds)).collect(),
        });
        let (skewness, kurtosis) = odds.shape().unzip();
        Self { index: volatility_index(odds), skewness, kurtosis, bands: bands.collect() }
    }
}

fn name(kind: Kind, on: WagerId) -> &'static str {
    kind.layouts()[usize::from(on.0)].name
}
