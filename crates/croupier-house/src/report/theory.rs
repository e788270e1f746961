//! What the wagers of a sitting should have won: what was staked, times the exact edge at that stake.

#![allow(clippy::float_arithmetic, reason = "expectations are shown, and decide nothing")]

use std::collections::BTreeMap;

use croupier_engine::wager::Mark;
use croupier_engine::{Cents, Kind, Setup, WagerId};
use croupier_odds::{Odds, Question, Ratio, Report, Terms, odds};

use super::played::{Key, Sitting, Tally};

/// What wagers did, and what they should have done.
#[derive(Clone, Debug, Default)]
pub(super) struct Sum {
    /// How many were decided.
    pub(super) count: i128,
    /// What was staked in all, in chips.
    pub(super) handle: i128,
    /// What was paid on top of stakes.
    pub(super) paid: i128,
    /// What the house won.
    pub(super) win: i128,
    /// What it should have won, in cents; `None` if nobody has counted one of the wagers.
    pub(super) expected: Option<f64>,
    /// The square of the standard deviation of the win, wagers taken as independent.
    pub(super) variance: f64,
    /// The exact edge at prices without rounding; `None` if there are several.
    pub(super) edge: Option<Ratio>,
}

impl Sum {
    /// Starts with nothing.
    pub(super) fn nothing() -> Self {
        Self { expected: Some(0.0), ..Self::default() }
    }

    /// Adds the wagers of one key.
    pub(super) fn add(&mut self, tally: &Tally, key: &Key, odds: Option<&Odds>, chip: Cents) {
        let first = self.count == 0 && self.handle == 0;
        self.count += tally.count;
        self.handle += tally.handle;
        self.paid += tally.paid;
        self.win += tally.win;
        if tally.count == 0 {
            return;
        }
        let Some(odds) = odds else {
            self.expected = None;
            return;
        };
        let exact = odds.edge();
        self.edge = (first || self.edge.as_ref() == Some(&exact)).then_some(exact);
        let terms = Terms { stake: Some((key.stake, chip)) };
        let odds = odds.paid(&terms);
        let (stake, count) = (key.stake.0 as f64, tally.count as f64);
        let expected = odds.edge().to_f64() * stake * count;
        self.expected = self.expected.map(|sum| sum + expected);
        self.variance += (odds.sd() * stake).powi(2) * count;
    }

    /// Adds other wagers.
    pub(super) fn join(&mut self, other: &Self) {
        let first = self.count == 0 && self.handle == 0;
        let same = first || self.edge == other.edge;
        self.edge = other.edge.clone().filter(|_| same);
        self.count += other.count;
        self.handle += other.handle;
        self.paid += other.paid;
        self.win += other.win;
        self.expected = self.expected.zip(other.expected).map(|(one, two)| one + two);
        self.variance += other.variance;
    }

    /// Returns which part of the handle was won.
    pub(super) fn hold(&self) -> Option<f64> {
        (self.handle > 0).then(|| self.win as f64 / self.handle as f64)
    }

    /// Returns which part of the handle should have been won.
    pub(super) fn expected_hold(&self) -> Option<f64> {
        self.expected.filter(|_| self.handle > 0).map(|sum| sum / self.handle as f64)
    }

    /// Returns how many standard deviations the win lies above what it should be.
    pub(super) fn deviations(&self) -> Option<f64> {
        let expected = self.expected.filter(|_| self.variance > 0.0)?;
        Some((self.win as f64 - expected) / self.variance.sqrt())
    }
}

/// The odds of tables as they were set up, each computed once.
#[derive(Default)]
pub(super) struct Theory {
    known: Vec<(Kind, Setup, Option<Report>)>,
}

/// Wagers of a sitting that are shown in one row.
pub(super) type Row = (Option<u8>, WagerId, Option<u8>, bool);

impl Theory {
    /// Adds up the wagers of a sitting row by row: variant, wager, number, and whether in tokens.
    pub(super) fn rows(&mut self, sitting: &Sitting) -> BTreeMap<Row, Sum> {
        let mut rows = BTreeMap::new();
        for (key, tally) in &sitting.lines {
            let layout = &sitting.kind.layouts()[usize::from(key.on.0)];
            let mark = key.mark.filter(|_| layout.mark != Mark::None);
            let row =
                rows.entry((key.variant, key.on, mark, key.tokens)).or_insert_with(Sum::nothing);
            let report = self.ask(sitting, key, tally);
            let odds = report.and_then(|report| {
                let find = |mark| report.find(layout.name, mark);
                find(key.mark).or_else(|| find(mark))
            });
            // A token that is lost is no money: its edge is another.
            let odds = odds.filter(|_| !key.tokens);
            row.add(tally, key, odds, sitting.setup.chip);
        }
        rows
    }

    /// Computes the odds of a sitting in a variant, with the meters as they were on the average: every
    /// cent on a meter is worth the same.
    fn ask(&mut self, sitting: &Sitting, key: &Key, tally: &Tally) -> Option<&Report> {
        let (&Setup { decks, chip, .. }, variant) = (&sitting.setup, key.variant);
        let mut jackpot = sitting.setup.jackpot.clone();
        if let Some(jackpot) = &mut jackpot {
            let meters = tally.count > 0 && sitting.kind.has_fixed_price(key.on);
            let count = if meters { tally.count } else { i128::MAX };
            let average = |sum: i128| Cents(u64::try_from(sum / count).unwrap_or(0));
            [jackpot.major, jackpot.minor] = tally.meters.map(average);
        }
        let setup = Setup { decks, chip, variant, jackpot, ..Setup::default() };
        let kind = sitting.kind;
        let at = self.known.iter().position(|(k, s, _)| *k == kind && *s == setup);
        let at = at.unwrap_or_else(|| {
            let report = odds(&Question::new(kind, setup.clone())).ok();
            self.known.push((kind, setup, report));
            self.known.len() - 1
        });
        self.known[at].2.as_ref()
    }
}
