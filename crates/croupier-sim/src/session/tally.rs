//! What came of many nights, in whole numbers, so that their order does not matter.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

use croupier_engine::{Cents, Clause, WagerId, Why};

use super::End;

/// What came of many nights.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Nights played.
    pub sessions: u64,
    /// Rounds, or rolls, played in all.
    pub rounds: u64,
    /// What was won or lost, in cents, and how often.
    pub results: Counts,
    /// The largest fall from a peak, in cents, and how often.
    pub drawdowns: Counts,
    /// The longest run of rounds lost, and how often.
    pub losing_runs: Counts,
    /// Nights that ended because the next wager could not be covered.
    pub ruined: u64,
    /// Nights that reached the goal.
    pub goals: u64,
    /// Nights that the strategy ended.
    pub left: u64,
    /// Nights that went on to the last round.
    pub full: u64,
    /// Nights that were ruined by each moment.
    pub ruined_by: Vec<u64>,
    /// What was settled, by wager, number and stake.
    pub lines: Fast<(WagerId, Option<u8>, Cents), Lines>,
    /// Commissions paid, by wager and number.
    pub charges: BTreeMap<(WagerId, Option<u8>), u128>,
    /// What the engine refused, by the line of the rule that asked for it and the clause.
    pub refused: BTreeMap<(usize, Clause, Why), Refused>,
    /// Wagers that were made for less than was wanted, because the hand did not cover them.
    pub lessened: u64,
    /// Wagers that were not made, because the hand did not cover them.
    pub uncovered: u64,
    /// Wagers that were not made, because the table takes no stake there.
    pub unfit: u64,
    /// Choices that were not made, because the hand did not cover the wager that goes with them.
    pub choices_uncovered: u64,
    /// Wagers taken down or lowered whose worth had changed since they were made.
    pub changed: u64,
    /// The paths of the first nights: what the player was worth, moment by moment.
    pub paths: BTreeMap<u64, Vec<i64>>,
}

/// How often each number came.
pub type Counts = Fast<i64, u64>;

/// A map that is fast for small keys, and does not fear anyone who chooses them.
pub type Fast<K, V> = HashMap<K, V, BuildHasherDefault<Mix>>;

/// What was settled alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// How many.
    pub count: u64,
    /// What they won or lost, in cents.
    pub net: i128,
}

/// What was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// How often.
    pub count: u64,
    /// In which night first.
    pub first: u64,
}

/// What came of one night.
#[derive(Clone, Copy, Debug)]
pub(super) struct Night {
    pub(super) end: End,
    pub(super) rounds: u64,
    pub(super) result: i64,
    pub(super) drawdown: i64,
    pub(super) losing_run: i64,
}

impl Tally {
    /// Adds a night.
    pub(super) fn add(&mut self, night: &Night, moment: usize) {
        self.sessions += 1;
        self.rounds += night.rounds;
        *self.results.entry(night.result).or_default() += 1;
        *self.drawdowns.entry(night.drawdown).or_default() += 1;
        *self.losing_runs.entry(night.losing_run).or_default() += 1;
        match night.end {
            End::TimeUp => self.full += 1,
            End::Goal => self.goals += 1,
            End::Left => self.left += 1,
            End::Ruined => {
                self.ruined += 1;
                if let Some(count) = self.ruined_by.get_mut(moment) {
                    *count += 1;
                }
            }
        }
    }

    /// Adds what was settled.
    pub(super) fn settle(&mut self, key: (WagerId, Option<u8>, Cents), net: i64) {
        let lines = self.lines.entry(key).or_default();
        lines.count += 1;
        lines.net += i128::from(net);
    }

    /// Adds what the engine refused.
    pub(super) fn refuse(&mut self, key: (usize, Clause, Why), night: u64) {
        let refused = self.refused.entry(key).or_insert(Refused { count: 0, first: night });
        refused.count += 1;
        refused.first = refused.first.min(night);
    }

    /// Adds what came of other nights.
    pub(super) fn merge(&mut self, other: Self) {
        self.sessions += other.sessions;
        self.rounds += other.rounds;
        self.ruined += other.ruined;
        self.goals += other.goals;
        self.left += other.left;
        self.full += other.full;
        self.lessened += other.lessened;
        self.uncovered += other.uncovered;
        self.unfit += other.unfit;
        self.choices_uncovered += other.choices_uncovered;
        self.changed += other.changed;
        for (mine, theirs) in [
            (&mut self.results, other.results),
            (&mut self.drawdowns, other.drawdowns),
            (&mut self.losing_runs, other.losing_runs),
        ] {
            for (key, count) in theirs {
                *mine.entry(key).or_default() += count;
            }
        }
        let moments = self.ruined_by.len().max(other.ruined_by.len());
        self.ruined_by.resize(moments, 0);
        for (mine, theirs) in self.ruined_by.iter_mut().zip(other.ruined_by) {
            *mine += theirs;
        }
        for (key, theirs) in other.lines {
            let lines = self.lines.entry(key).or_default();
            lines.count += theirs.count;
            lines.net += theirs.net;
        }
        for (key, charge) in other.charges {
            *self.charges.entry(key).or_default() += charge;
        }
        for (key, theirs) in other.refused {
            let refused = self.refused.entry(key).or_insert(Refused { count: 0, ..theirs });
            refused.count += theirs.count;
            refused.first = refused.first.min(theirs.first);
        }
        self.paths.extend(other.paths);
    }

    /// Returns what all lines won or lost, less what was charged, in cents.
    pub fn net(&self) -> i128 {
        let lines: i128 = self.lines.values().map(|lines| lines.net).sum();
        lines - self.charges.values().map(|&charge| charge as i128).sum::<i128>()
    }

    /// Returns everything that was staked and decided, in cents.
    pub fn handle(&self) -> u128 {
        let lines = self.lines.iter();
        lines.map(|((.., stake), lines)| u128::from(stake.0) * u128::from(lines.count)).sum()
    }
}

/// Returns the sum of numbers and of their squares.
pub fn moments(counts: &Counts) -> (i128, i128) {
    counts.iter().fold((0, 0), |(sum, squares), (&number, &count)| {
        let (number, count) = (i128::from(number), i128::from(count));
        (sum + number * count, squares + number * number * count)
    })
}

/// Returns the least number that at least `part` in a thousand of all are not above.
pub fn quantile(counts: &BTreeMap<i64, u64>, part: u64) -> i64 {
    let total: u64 = counts.values().sum();
    let wanted = (u128::from(total) * u128::from(part)).div_ceil(1_000).max(1);
    let mut seen = 0;
    for (&number, &count) in counts {
        seen += u128::from(count);
        if seen >= wanted {
            return number;
        }
    }
    counts.keys().next_back().copied().unwrap_or(0)
}

/// Puts counts in order.
pub fn sorted(counts: &Counts) -> BTreeMap<i64, u64> {
    counts.iter().map(|(&number, &count)| (number, count)).collect()
}

/// A hasher for keys of a few small numbers: a multiplication for each.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_i64(&mut self, number: i64) {
        self.write_u64(number.cast_unsigned());
    }

    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_results_that_came() {
        let counts = BTreeMap::from([(-5, 1), (0, 2), (7, 1)]);
        assert_eq!(
            [1, 250, 251, 750, 751, 1_000].map(|part| quantile(&counts, part)),
            [-5, -5, 0, 0, 7, 7]
        );
    }
}
