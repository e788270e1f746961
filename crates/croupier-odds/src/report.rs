//! The odds of a game: what can become of each wager, how often, and what it is worth.

use croupier_engine::wager::{Price, Verdict};
use croupier_engine::{Clause, Kind, Outcome as Result, WagerId};

use crate::lucky_draw::Chart;
use crate::ratio::Ratio;

/// The odds of all wagers of a game.
#[derive(Clone, Debug)]
pub struct Report {
    /// Which game.
    pub kind: Kind,
    /// How many decks; 0 where dice are rolled.
    pub decks: u8,
    /// Every wager.
    pub wagers: Vec<Odds>,
    /// The strategy, where a player decides by cards.
    pub chart: Option<Chart>,
}

/// One thing that can become of a wager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ends.
    pub result: Result,
    /// What is won or lost, in all, for each unit first staked.
    pub pays: Ratio,
    /// How often.
    pub probability: Ratio,
    /// The clause that decides it.
    pub clause: Clause,
}

/// The odds of one wager.
#[derive(Clone, Debug)]
pub struct Odds {
    /// Which wager.
    pub on: WagerId,
    /// Its number or point total.
    pub mark: Option<u8>,
    /// What can become of it.
    pub outcomes: Vec<Outcome>,
    /// What is staked in all for each unit first staked, on the average.
    pub average_stake: Ratio,
    /// How many rolls it stands, on the average; `None` for cards.
    pub rolls: Option<Ratio>,
}

impl Odds {
    /// Returns the expected net result for each unit first staked.
    pub fn ev(&self) -> Ratio {
        self.outcomes.iter().map(|o| o.pays.clone() * o.probability.clone()).sum()
    }

    /// Returns what the house keeps of each unit first staked.
    pub fn edge(&self) -> Ratio {
        -self.ev()
    }

    /// Returns what the house keeps of each unit staked in all.
    pub fn element_of_risk(&self) -> Ratio {
        self.edge() / self.average_stake.clone()
    }

    /// Returns what the house keeps of each unit with every roll.
    pub fn per_roll(&self) -> Option<Ratio> {
        self.rolls.clone().map(|rolls| self.edge() / rolls)
    }

    /// Returns the standard deviation of the net result, for showing.
    #[allow(clippy::float_arithmetic, reason = "a root is not a fraction, and decides nothing")]
    pub fn sd(&self) -> f64 {
        let ev = self.ev();
        let squares = self.outcomes.iter();
        let squares: Ratio =
            squares.map(|o| o.pays.clone() * o.pays.clone() * o.probability.clone()).sum();
        (squares - ev.clone() * ev).to_f64().sqrt()
    }

    /// Returns how often the wager wins.
    pub fn hit(&self) -> Ratio {
        let wins = self.outcomes.iter().filter(|outcome| outcome.pays > Ratio::zero());
        wins.map(|outcome| outcome.probability.clone()).sum()
    }
}

/// Counts what becomes of a wager.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counter {
    counts: Vec<(Result, Ratio, Clause, u128)>,
    total: u128,
}

impl Counter {
    /// Counts a verdict that comes in so many ways.
    pub(crate) fn add(&mut self, verdict: &Verdict, ways: u128) {
        self.add_net(verdict.outcome, net(verdict), verdict.clause, ways);
    }

    /// Counts a net result.
    pub(crate) fn add_net(&mut self, result: Result, pays: Ratio, clause: Clause, ways: u128) {
        self.total += ways;
        let same = self
            .counts
            .iter_mut()
            .find(|(known, net, cited, _)| *known == result && *net == pays && *cited == clause);
        match same {
            Some((.., count)) => *count += ways,
            None => self.counts.push((result, pays, clause, ways)),
        }
    }

    /// Turns counts into probabilities.
    pub(crate) fn odds(self, on: WagerId, mark: Option<u8>) -> Odds {
        let total = self.total.max(1);
        let outcomes = self.counts.into_iter().map(|(result, pays, clause, ways)| Outcome {
            result,
            pays,
            probability: Ratio::new(ways as i128, total),
            clause,
        });
        let outcomes = outcomes.collect();
        Odds { on, mark, outcomes, average_stake: Ratio::one(), rolls: None }
    }
}

/// Returns what a verdict wins or loses for each unit staked.
pub(crate) fn net(verdict: &Verdict) -> Ratio {
    let (alive, of) = (i128::from(verdict.part.0), u128::from(verdict.part.1));
    let part = Ratio::new(alive, of);
    match (verdict.outcome, verdict.price) {
        (Result::Win, Price::Odds(odds)) => {
            let wins = Ratio::new(i128::from(odds.wins), u128::from(odds.per));
            part.clone() * wins - (Ratio::one() - part)
        }
        (Result::Lose, _) => -Ratio::one(),
        (Result::Surrender, _) => -Ratio::new(1, 2),
        (Result::StandOff | Result::Void | Result::Returned, _)
        | (Result::Win, Price::None | Price::Prize(_))
        | (Result::Commission | Result::Mystery, _) => Ratio::zero(),
    }
}
