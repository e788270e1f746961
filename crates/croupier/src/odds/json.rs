//! Odds as one document of JSON, with reduced fractions; its parts are those of a PAR sheet too.

use croupier_engine::{Cents, Clause, Kind};
use croupier_odds::{BreakEven, Fair, Odds, Question, Ratio, Removal, Report, Rounding};
use croupier_sim::{Countability, Sample};
use serde::Serialize;

use super::{break_even, text};
use crate::json::{Decimal, Fields, Shown, document};
use crate::question::Asked;

/// What was asked, and what is answered.
#[derive(Serialize)]
pub(crate) struct Document<'a, T> {
    game: &'static str,
    table: Table<'a>,
    strategy: Option<&'a str>,
    #[serde(flatten)]
    answer: T,
}

impl<'a, T: Serialize> Document<'a, T> {
    pub(crate) fn new(asked: &'a Asked, answer: T) -> Self {
        let strategy = asked.strategy.as_deref();
        Self { game: asked.question.kind.name(), table: Table::of(asked), strategy, answer }
    }

    /// Writes the document on lines.
    pub(crate) fn write(&self) -> String {
        document(self) + "\n"
    }
}

/// The table, as far as it is not as it always is.
#[derive(Serialize)]
struct Table<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    decks: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cards: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    removed: Option<Fields<String, u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prices: Option<Fields<&'a str, String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chip: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stake: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    jackpot: Option<Meters>,
}

#[derive(Serialize)]
struct Meters {
    wager: u64,
    major: u64,
    minor: u64,
}

impl<'a> Table<'a> {
    fn of(asked: &'a Asked) -> Self {
        let Question { kind, setup, shoe, prices, terms, .. } = &asked.question;
        let removed = asked.removed().into_iter().map(|(card, count)| (card.to_string(), count));
        let prices = prices.list().map(|(name, price)| (name, price.replace(" to ", ":")));
        let prices: Vec<_> = prices.collect();
        let amount = |cents: Cents| cents.0;
        Self {
            decks: (asked.decks > 0).then_some(asked.decks),
            variant: setup.variant.map(|variant| kind.house().variants[usize::from(variant)]),
            cards: shoe.as_ref().map(|shoe| shoe.total()),
            removed: shoe.is_some().then(|| Fields(removed.collect())),
            prices: (!prices.is_empty()).then_some(Fields(prices)),
            chip: terms.stake.map(|(_, chip)| amount(chip)),
            stake: terms.stake.map(|(stake, _)| amount(stake)),
            jackpot: setup.jackpot.as_ref().map(|jackpot| Meters {
                wager: amount(jackpot.wager),
                major: amount(jackpot.major),
                minor: amount(jackpot.minor),
            }),
        }
    }
}

/// All wagers of a game with their odds, and what goes with them.
#[derive(Serialize)]
pub(crate) struct All<'a> {
    wagers: Vec<Wager<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<LeftOut>,
    /// The strategy as a row of letters for each total.
    #[serde(skip_serializing_if = "Option::is_none")]
    chart: Option<Vec<String>>,
    /// What is done by cards, against the chart.
    #[serde(skip_serializing_if = "Option::is_none")]
    exceptions: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    break_even: Option<FairMeters>,
}

impl<'a> All<'a> {
    pub(crate) fn of(report: &'a Report, asked: &Asked) -> Self {
        let left_out = report.left_out.iter().map(|wager| LeftOut {
            wager: report.name_of(wager.on, wager.mark),
            clause: Shown(wager.refusal.clause),
        });
        let chart = report.chart.as_ref();
        Self {
            wagers: report.wagers.iter().map(|odds| Wager::of(report, odds)).collect(),
            left_out: left_out.collect(),
            chart: chart.map(|chart| {
                let rows = chart.cells.iter();
                rows.map(|row| row.iter().map(|cell| cell.letter()).collect()).collect()
            }),
            exceptions: chart.map(|chart| {
                let exceptions = chart.exceptions.iter();
                exceptions.map(|(pair, decide)| format!("{pair} {}", decide.letter())).collect()
            }),
            break_even: break_even(report, &asked.question).map(|even| FairMeters::of(&even)),
        }
    }
}

/// A wager that cannot be made at this stake.
#[derive(Serialize)]
struct LeftOut {
    wager: String,
    clause: Shown<Clause>,
}

/// From which meters on the jackpot wager is fair, or why there is no such meter.
#[derive(Serialize)]
struct FairMeters {
    major: Option<u64>,
    minor: Option<u64>,
    reason: Reasons,
}

#[derive(Serialize)]
struct Reasons {
    major: Option<&'static str>,
    minor: Option<&'static str>,
}

impl FairMeters {
    fn of(even: &BreakEven) -> Self {
        let amount = |fair: Fair| fair.amount().map(|cents| cents.0);
        Self {
            major: amount(even.major),
            minor: amount(even.minor),
            reason: Reasons { major: even.major.reason(), minor: even.minor.reason() },
        }
    }
}

#[derive(Serialize)]
struct Wager<'a> {
    on: &'a str,
    number: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    point: Option<u8>,
    outcomes: Vec<Outcome<'a>>,
    ev: Shown<Ratio>,
    edge: Shown<Ratio>,
    element_of_risk: Shown<Ratio>,
    average_stake: Shown<&'a Ratio>,
    hit: Shown<Ratio>,
    sd: Decimal<10>,
    #[serde(skip_serializing_if = "Option::is_none")]
    per_roll: Option<Shown<Ratio>>,
}

#[derive(Serialize)]
struct Outcome<'a> {
    result: &'static str,
    pays: Shown<&'a Ratio>,
    probability: Shown<&'a Ratio>,
    clause: Shown<Clause>,
}

impl<'a> Wager<'a> {
    fn of(report: &'a Report, odds: &'a Odds) -> Self {
        let (number, point) = marks(report.kind, odds);
        let outcomes = odds.outcomes.iter().map(|outcome| Outcome {
            result: outcome.result.name(),
            pays: Shown(&outcome.net),
            probability: Shown(&outcome.probability),
            clause: Shown(outcome.clause),
        });
        Self {
            on: report.spot(odds),
            number,
            point,
            outcomes: outcomes.collect(),
            ev: Shown(odds.ev()),
            edge: Shown(odds.edge()),
            element_of_risk: Shown(odds.element_of_risk()),
            average_stake: Shown(&odds.average_stake),
            hit: Shown(odds.hit()),
            sd: Decimal(odds.sd()),
            per_roll: odds.per_roll().map(Shown),
        }
    }
}

/// Splits a mark into number and point.
pub(crate) fn marks(kind: Kind, odds: &Odds) -> (Option<u8>, Option<u8>) {
    kind.mark(odds.on).split(odds.mark)
}

/// What one card of each rank less does to the edges.
#[derive(Serialize)]
pub(crate) struct Removals<'a> {
    removal: Vec<Rank<'a>>,
}

#[derive(Serialize)]
struct Rank<'a> {
    rank: String,
    changes: Fields<String, Shown<&'a Ratio>>,
}

impl<'a> Removals<'a> {
    pub(crate) fn of(report: &Report, ranks: &'a [Removal]) -> Self {
        let each = ranks.iter().map(|removal| {
            let changes = report.first_wagers().zip(&removal.changes);
            let changes = changes.map(|(odds, change)| (report.name(odds), Shown(change)));
            Rank { rank: text::rank(removal).to_string(), changes: Fields(changes.collect()) }
        });
        Self { removal: each.collect() }
    }
}

/// How the edges move as shoes are dealt; `None` where there are no cards.
#[derive(Serialize)]
pub(crate) struct Dealt<'a> {
    as_dealt: Option<AsDealt<'a>>,
}

#[derive(Serialize)]
struct AsDealt<'a> {
    shoes: u64,
    seed: u64,
    cards: &'a [u32],
    wagers: Vec<Moves>,
}

#[derive(Serialize)]
struct Moves {
    wager: String,
    favourable: Decimal<6>,
    gain: Decimal<8>,
    best: Decimal<8>,
    p5: Vec<Decimal<6>>,
    p25: Vec<Decimal<6>>,
    p50: Vec<Decimal<6>>,
    p75: Vec<Decimal<6>>,
    p95: Vec<Decimal<6>>,
}

impl<'a> Dealt<'a> {
    pub(crate) fn of(counted: Option<&'a Countability>, sample: &Sample) -> Self {
        let dealt = counted.map(|counted| {
            let wagers = counted.report.wagers.iter().enumerate();
            let wagers = wagers.map(|(at, odds)| Moves::of(counted, at, odds)).collect();
            AsDealt { shoes: sample.shoes, seed: sample.seed, cards: &counted.cards, wagers }
        });
        Self { as_dealt: dealt }
    }
}

impl Moves {
    fn of(counted: &Countability, at: usize, odds: &Odds) -> Self {
        let quantile = |share: f64| {
            let steps = (0..counted.cards.len()).map(|step| counted.quantile(at, step, share));
            steps.map(Decimal).collect()
        };
        Self {
            wager: counted.report.name(odds),
            favourable: Decimal(counted.favourable(at)),
            gain: Decimal(counted.gain(at)),
            best: Decimal(counted.best(at)),
            p5: quantile(0.05),
            p25: quantile(0.25),
            p50: quantile(0.5),
            p75: quantile(0.75),
            p95: quantile(0.95),
        }
    }
}

/// The stakes at which rounding matters.
#[derive(Serialize)]
pub(crate) struct Roundings<'a> {
    rounding: Vec<Rounded<'a>>,
}

#[derive(Serialize)]
struct Rounded<'a> {
    wager: String,
    chips: u64,
    edge: Shown<&'a Ratio>,
}

impl<'a> Roundings<'a> {
    pub(crate) fn of(report: &Report, wagers: &'a [Rounding]) -> Self {
        let each = wagers.iter().flat_map(|wager| wager.stakes.iter().map(move |at| (wager, at)));
        let each = each.map(|(wager, at)| Rounded {
            wager: report.name_of(wager.on, wager.mark),
            chips: at.chips,
            edge: Shown(&at.edge),
        });
        Self { rounding: each.collect() }
    }
}
