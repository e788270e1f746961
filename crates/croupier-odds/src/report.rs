//! The odds of a game: what can become of each wager, how often, and what it is worth.

use croupier_engine::wager::{Price, Verdict};
use croupier_engine::{Cents, Clause, Kind, Odds as Pays, Outcome as Result, WagerId};

use crate::plan::Chart;
use crate::prices::Prices;
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
    /// How many cards a round with one hand takes, on the average; 0 where dice are rolled.
    pub cards: Ratio,
}

impl Report {
    /// Returns the name of a wager as sheets have it, with its number or point total.
    pub fn name(&self, odds: &Odds) -> String {
        let name = self.spot(odds);
        odds.mark.map_or_else(|| name.to_owned(), |mark| format!("{name} {mark}"))
    }

    /// Returns the name of a wager as sheets have it.
    pub fn spot(&self, odds: &Odds) -> &'static str {
        self.kind.layouts()[usize::from(odds.on.0)].name
    }

    /// Finds a wager by its name and mark.
    pub fn find(&self, spot: &str, mark: Option<u8>) -> Option<&Odds> {
        self.wagers.iter().find(|odds| self.spot(odds) == spot && odds.mark == mark)
    }
}

/// On what terms a wager is paid: exactly, or in chips on a stake.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// A stake and the smallest chip; `None` pays exactly.
    pub stake: Option<(Cents, Cents)>,
}

/// One wager's part in an outcome, as the engine judges it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which wager.
    pub on: WagerId,
    /// What the rules make of it.
    pub verdict: Verdict,
    /// What was charged when it was placed, for each unit, as a fraction.
    pub charge: (u16, u16),
    /// The price of a wager that is gone when it wins a prize.
    pub price: Cents,
}

/// One thing that can become of a wager, with the wagers that follow from it.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How it ends.
    pub result: Result,
    /// What becomes of the wager, and of one that followed it.
    pub parts: Vec<Part>,
    /// How often.
    pub probability: Ratio,
    /// The clause that decides it.
    pub clause: Clause,
}

impl Outcome {
    /// Returns what is won or lost, in all, for each unit first staked.
    pub fn net(&self, terms: &Terms) -> Ratio {
        self.parts.iter().map(|part| part.net(terms)).sum()
    }
}

impl Part {
    /// A wager that costs nothing beyond its stake.
    pub(crate) const fn new(on: WagerId, verdict: Verdict) -> Self {
        Self { on, verdict, charge: (0, 1), price: Cents(1) }
    }

    fn net(&self, terms: &Terms) -> Ratio {
        let charge = Ratio::new(i128::from(self.charge.0), u128::from(self.charge.1));
        let Some((stake, chip)) = terms.stake else { return self.exact() - charge };
        let per_unit = |cents: Cents| Ratio::new(i128::from(cents.0), u128::from(stake.0.max(1)));
        let (alive, of) = (u64::from(self.verdict.part.0), u64::from(self.verdict.part.1));
        let charged = stake.share_down(u64::from(self.charge.0), u64::from(self.charge.1), chip);
        let net = match (self.verdict.outcome, self.verdict.price) {
            (Result::Win, Price::Odds(Pays { wins, per })) => {
                let pays = stake.share_up(u64::from(wins) * alive, u64::from(per) * of, chip);
                let lost = Ratio::one() - Ratio::new(i128::from(alive as i64), u128::from(of));
                per_unit(pays) - lost
            }
            (Result::Surrender, _) => {
                per_unit(stake.share_up(1, 2, chip).min(stake)) - Ratio::one()
            }
            (_, _) => self.exact(),
        };
        net - per_unit(charged)
    }

    fn exact(&self) -> Ratio {
        let part = Ratio::new(i128::from(self.verdict.part.0), u128::from(self.verdict.part.1));
        match (self.verdict.outcome, self.verdict.price) {
            (Result::Win, Price::Odds(Pays { wins, per })) => {
                part.clone() * Ratio::new(i128::from(wins), u128::from(per)) - (Ratio::one() - part)
            }
            (Result::Win, Price::Prize(prize)) => {
                Ratio::new(i128::from(prize.0), u128::from(self.price.0)) - Ratio::one()
            }
            (Result::Lose, _) => -Ratio::one(),
            (Result::Surrender, _) => -Ratio::new(1, 2),
            (Result::StandOff | Result::Void | Result::Returned, _)
            | (Result::Win, Price::None)
            | (Result::Commission | Result::Mystery, _) => Ratio::zero(),
        }
    }
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
    /// On what terms it is paid.
    pub terms: Terms,
}

impl Odds {
    /// Returns the expected net result for each unit first staked.
    pub fn ev(&self) -> Ratio {
        self.outcomes.iter().map(|o| o.net(&self.terms) * o.probability.clone()).sum()
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
        let squares = self.outcomes.iter().map(|outcome| {
            let net = outcome.net(&self.terms);
            net.clone() * net * outcome.probability.clone()
        });
        let squares: Ratio = squares.sum();
        (squares - ev.clone() * ev).to_f64().sqrt()
    }

    /// Returns the skewness and the excess kurtosis of the net result, for showing; `None` if it never
    /// varies.
    #[allow(clippy::float_arithmetic, reason = "for showing only, and decides nothing")]
    pub fn shape(&self) -> Option<(f64, f64)> {
        let ev = self.ev();
        let moment = |power: u32| {
            let moment: Ratio = self
                .outcomes
                .iter()
                .map(|outcome| {
                    let away = outcome.net(&self.terms) - ev.clone();
                    (0..power).fold(outcome.probability.clone(), |sum, _| sum * away.clone())
                })
                .sum();
            moment.to_f64()
        };
        let variance = moment(2);
        let shape = (moment(3) / variance.powf(1.5), moment(4) / (variance * variance) - 3.0);
        (variance > 0.0).then_some(shape)
    }

    /// Returns how often the wager neither wins nor loses.
    pub fn push(&self) -> Ratio {
        let pushes = self.outcomes.iter().filter(|outcome| outcome.net(&self.terms).is_zero());
        pushes.map(|outcome| outcome.probability.clone()).sum()
    }

    /// Returns how often the wager wins.
    pub fn hit(&self) -> Ratio {
        let wins = self.outcomes.iter().filter(|outcome| outcome.net(&self.terms) > Ratio::zero());
        wins.map(|outcome| outcome.probability.clone()).sum()
    }
}

/// Counts what becomes of a wager.
#[derive(Clone, Debug)]
pub(crate) struct Counter<'a> {
    prices: &'a Prices,
    counts: Vec<(Vec<Part>, u128)>,
    total: u128,
}

impl<'a> Counter<'a> {
    /// Starts with nothing counted; wins will be paid at these prices.
    pub(crate) const fn new(prices: &'a Prices) -> Self {
        Self { prices, counts: Vec::new(), total: 0 }
    }

    /// Counts a verdict that comes in so many ways.
    pub(crate) fn add(&mut self, on: WagerId, verdict: &Verdict, ways: u128) {
        self.add_parts(&[Part::new(on, *verdict)], ways);
    }

    /// Counts what becomes of a wager and of one that followed it; the last part names the clause.
    pub(crate) fn add_parts(&mut self, parts: &[Part], ways: u128) {
        self.total += ways;
        let priced = parts
            .iter()
            .map(|part| Part { verdict: self.prices.apply(part.on, &part.verdict), ..*part });
        match self.counts.iter_mut().find(|(known, _)| priced.clone().eq(known.iter().copied())) {
            Some((_, count)) => *count += ways,
            None => self.counts.push((priced.collect(), ways)),
        }
    }

    /// Turns counts into probabilities.
    pub(crate) fn odds(self, on: WagerId, mark: Option<u8>) -> Odds {
        let total = self.total.max(1);
        let outcomes = self.counts.into_iter().map(|(parts, ways)| outcome(parts, ways, total));
        let outcomes = outcomes.collect();
        let (average_stake, terms) = (Ratio::one(), Terms::default());
        Odds { on, mark, outcomes, average_stake, rolls: None, terms }
    }
}

fn outcome(parts: Vec<Part>, ways: u128, total: u128) -> Outcome {
    let net: Ratio = parts.iter().map(Part::exact).sum();
    let last = parts.last().map(|part| part.verdict);
    let result = match last.map_or(Result::Void, |verdict| verdict.outcome) {
        // A war that is won makes up for the stand-off of the first wager.
        Result::StandOff if net > Ratio::zero() => Result::Win,
        other => other,
    };
    let clause = last.map_or(Clause(""), |verdict| verdict.clause);
    Outcome { result, parts, probability: Ratio::new(ways as i128, total), clause }
}
