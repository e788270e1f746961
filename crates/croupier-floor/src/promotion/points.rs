//! The points of members: so many cents of turnover are one point, from a time on. A point is worth no money by itself.

use std::collections::BTreeMap;

use croupier_engine::{Cents, Player};

/// How much turnover is a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointsRate {
    /// So much turnover of decided wagers; nothing where there are no points.
    pub cents: Cents,
    /// The decision, in words.
    pub source: String,
    /// Who wrote it down.
    pub by: Player,
}

croupier_engine::stored! { struct PointsRate { cents, source, by } }

/// How much turnover is a point, from when on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PointsRates(BTreeMap<u64, PointsRate>);

croupier_engine::stored! { struct PointsRates(rates) }

impl PointsRates {
    /// Returns the rate that holds at a time, and since when; `None` where there are no points.
    pub fn at(&self, now: u64) -> Option<(u64, &PointsRate)> {
        let (from, rate) = self.0.range(..=now).next_back()?;
        (rate.cents > Cents::ZERO).then_some((*from, rate))
    }

    /// Lists all rates by when they begin.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &PointsRate)> {
        self.0.iter().map(|(from, rate)| (*from, rate))
    }

    /// Writes down how much turnover is a point from a time on.
    pub(crate) fn set(&mut self, from: u64, rate: PointsRate) {
        self.0.insert(from, rate);
    }
}

#[cfg(test)]
mod tests {
    use super::{PointsRate, PointsRates};
    use croupier_engine::{Cents, Player};

    #[test]
    fn the_latest_that_has_begun_holds_and_nothing_ends_it() {
        let rate = |cents| PointsRate { cents: Cents(cents), source: String::new(), by: Player(1) };
        let mut rates = PointsRates::default();
        rates.set(10, rate(500));
        rates.set(20, rate(1000));
        rates.set(30, rate(0));
        let at = [9, 10, 19, 20, 30].map(|now| rates.at(now).map(|(from, it)| (from, it.cents.0)));
        assert_eq!(at, [None, Some((10, 500)), Some((10, 500)), Some((20, 1000)), None]);
    }
}
