//! The odds of a game: what can become of each wager, how often, and what it is worth.

use croupier_engine::wager::Verdict;
use croupier_engine::{Cents, Clause, Kind, Outcome as Result, Refusal, WagerId};

use crate::part::{Part, Pay};
use crate::plan::Chart;
use crate::ratio::Ratio;

/// The odds of all wagers of a game.
#[derive(Clone, Debug)]
pub struct Report {
    /// The game whose odds these are.
    pub kind: Kind,
    /// How many decks; 0 where dice are rolled.
    pub decks: u8,
    /// The odds of every wager, in the order of the layout.
    pub wagers: Vec<Odds>,
    /// The wagers that cannot be made at the stake that was asked for.
    pub left_out: Vec<LeftOut>,
    /// The strategy, where a player decides by cards.
    pub chart: Option<Chart>,
    /// How many cards a round with one hand takes, on the average; 0 where dice are rolled.
    pub cards: Ratio,
}

/// A wager that cannot be made at a stake.
#[derive(Clone, Debug)]
pub struct LeftOut {
    /// The wager that it is about.
    pub on: WagerId,
    /// Its number or point total.
    pub mark: Option<u8>,
    /// The rule that does not let it be counted.
    pub refusal: Refusal,
}

impl Report {
    /// Lists the wagers that are placed by themselves, not by a choice in the course of a round.
    pub fn first_wagers(&self) -> impl Iterator<Item = &Odds> {
        self.wagers.iter().filter(|odds| !odds.is_follow_up())
    }

    /// Returns the name of a wager as sheets have it, with its number or point total.
    pub fn name(&self, odds: &Odds) -> String {
        self.name_of(odds.on, odds.mark)
    }

    /// Returns the name of a wager by its number, with its number or point total.
    pub fn name_of(&self, on: WagerId, mark: Option<u8>) -> String {
        let name = self.kind.layouts()[usize::from(on.0)].name;
        mark.map_or_else(|| name.to_owned(), |mark| format!("{name} {mark}"))
    }

    /// Names the wager without which another may not be made, if there is one.
    pub fn needs(&self, odds: &Odds) -> Option<&'static str> {
        let needed = self.kind.needs(odds.on)?;
        Some(self.kind.layouts()[usize::from(needed.0)].name)
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

/// One thing that can become of a wager, with the wagers that follow from it.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How the wager ends.
    pub result: Result,
    /// What is won or lost, in all, for each unit first staked.
    pub net: Ratio,
    /// How often it ends so, exactly.
    pub probability: Ratio,
    /// The clause of the order by which the wager ends so.
    pub clause: Clause,
}

/// Everything that can become of one wager, how often, and what it costs the player.
#[derive(Clone, Debug)]
pub struct Odds {
    /// The wager that it is about.
    pub on: WagerId,
    /// Its number or point total.
    pub mark: Option<u8>,
    /// What can become of it.
    pub outcomes: Vec<Outcome>,
    /// What is staked in all for each unit first staked, on the average.
    pub average_stake: Ratio,
    /// How many rolls it stands, on the average; `None` for cards.
    pub rolls: Option<Ratio>,
    /// How often it is placed in a round, if it only follows another wager; its odds are given that.
    pub placed: Option<Ratio>,
    /// What the rules make of it and how often, before it is paid.
    pub(crate) judged: Vec<Judged>,
}

/// What the rules make of a wager and of one that followed it, and how often.
pub(crate) type Judged = (Vec<Part>, Ratio);

impl Odds {
    /// The odds of a wager that is decided where it was placed, paid on these terms.
    pub(crate) fn new(on: WagerId, mark: Option<u8>, judged: Vec<Judged>, terms: &Terms) -> Self {
        let outcomes = merged(&judged, terms);
        let (average_stake, rolls, placed) = (Ratio::one(), None, None);
        Self { on, mark, outcomes, average_stake, rolls, placed, judged }
    }

    /// Returns the odds of the same wager when it is paid on other terms, the player deciding as before.
    ///
    /// Ask anew for the odds of a player who decides by what is paid.
    pub fn paid(&self, terms: &Terms) -> Self {
        Self { outcomes: merged(&self.judged, terms), ..self.clone() }
    }

    /// Lists what the rules make of it and of the wager that followed it, and how often, whatever is paid.
    pub fn judged(&self) -> impl Iterator<Item = (Vec<(WagerId, Verdict)>, &Ratio)> {
        self.judged.iter().map(|(parts, probability)| {
            (parts.iter().map(|part| (part.on, part.verdict)).collect(), probability)
        })
    }

    /// Tells whether it is placed by a choice in the course of a round, never by itself.
    pub const fn is_follow_up(&self) -> bool {
        self.placed.is_some()
    }

    /// Returns the expected net result for each unit first staked.
    pub fn ev(&self) -> Ratio {
        self.outcomes.iter().map(|o| o.net.clone() * o.probability.clone()).sum()
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
            let net = &outcome.net;
            net.clone() * net.clone() * outcome.probability.clone()
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
                    let away = outcome.net.clone() - ev.clone();
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
        let pushes = self.outcomes.iter().filter(|outcome| outcome.net.is_zero());
        pushes.map(|outcome| outcome.probability.clone()).sum()
    }

    /// Returns how often the wager wins.
    pub fn hit(&self) -> Ratio {
        let wins = self.outcomes.iter().filter(|outcome| outcome.net > Ratio::zero());
        wins.map(|outcome| outcome.probability.clone()).sum()
    }
}

/// Counts what becomes of a wager.
#[derive(Clone, Debug)]
pub(crate) struct Counter<'a> {
    pay: Pay<'a>,
    counts: Vec<(Vec<Part>, u128)>,
    total: u128,
}

impl<'a> Counter<'a> {
    /// Starts with nothing counted; wins will be paid like this.
    pub(crate) const fn new(pay: Pay<'a>) -> Self {
        Self { pay, counts: Vec::new(), total: 0 }
    }

    /// Counts a verdict that comes in so many ways.
    pub(crate) fn add(&mut self, on: WagerId, verdict: &Verdict, ways: u128) {
        self.add_parts(&[self.pay.part(on, None, *verdict)], ways);
    }

    /// Counts what becomes of a wager and of one that followed it; the last part names the clause.
    pub(crate) fn add_parts(&mut self, parts: &[Part], ways: u128) {
        self.total += ways;
        match self.counts.iter_mut().find(|(known, _)| known == parts) {
            Some((_, count)) => *count += ways,
            None => self.counts.push((parts.to_vec(), ways)),
        }
    }

    /// Turns counts into probabilities; `None` if nothing was counted.
    pub(crate) fn odds(self, on: WagerId, mark: Option<u8>) -> Option<Odds> {
        let total = self.total;
        let shares = |ways: u128| Ratio::new(ways as i128, total);
        let counts = self.counts.into_iter().filter(|(_, ways)| *ways > 0);
        let judged = counts.map(|(parts, ways)| (parts, shares(ways)));
        (total > 0).then(|| Odds::new(on, mark, judged.collect(), &self.pay.terms))
    }
}

/// Puts what ends alike into one outcome: by the same clause, with the same net result.
fn merged(judged: &[Judged], terms: &Terms) -> Vec<Outcome> {
    let mut outcomes: Vec<Outcome> = Vec::new();
    for (parts, probability) in judged {
        let probability = probability.clone();
        let net: Ratio = parts.iter().map(|part| part.net(terms)).sum();
        let last = parts.last().map(|part| part.verdict);
        let result = match last.map_or(Result::Void, |verdict| verdict.outcome) {
            // A war that is won makes up for the stand-off of the first wager.
            Result::StandOff if net > Ratio::zero() => Result::Win,
            other => other,
        };
        let clause = last.map_or(Clause(""), |verdict| verdict.clause);
        let same = |known: &&mut Outcome| {
            known.result == result && known.clause == clause && known.net == net
        };
        match outcomes.iter_mut().find(same) {
            Some(known) => known.probability = known.probability.clone() + probability,
            None => outcomes.push(Outcome { result, net, probability, clause }),
        }
    }
    outcomes
}
