//! What is played: a game, a table, stakes, a strategy, how the cards are dealt, how many rounds.

use std::fmt;

use croupier_engine::input::Source;
use croupier_engine::{AnyTable, Cents, Kind, Refusal, Setup, WagerId};
use croupier_odds::{Strategy, Unanswered};

/// How many rounds share a stream of chance. It is part of what a seed means: never change it.
pub const BLOCK: u64 = 1 << 16;

/// The most rounds of a run: nine areas still count in 64 bits.
pub(crate) const MOST_ROUNDS: u64 = 1_000_000_000_000_000_000;

/// The most that may be staked on a wager: sums of squares of shoes stay in 128 bits.
pub(crate) const MOST_STAKE: Cents = Cents(1_000_000_000_000);

/// A stake that every price of every order divides, so that no payment is rounded.
pub const FAIR_STAKE: Cents = Cents(croupier_odds::whole_stake_anywhere() as u64);

/// What is staked on one wager in every round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stake {
    /// Which wager.
    pub on: WagerId,
    /// Its number or point total.
    pub mark: Option<u8>,
    /// How much.
    pub amount: Cents,
}

/// A run of rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Which game.
    pub kind: Kind,
    /// How the table is set up.
    pub setup: Setup,
    /// How players decide.
    pub strategy: Strategy,
    /// How many areas are played.
    pub areas: u8,
    /// How many cards lie behind the cutting card; `None` deals every round from all cards.
    pub behind: Option<u32>,
    /// What is staked.
    pub stakes: Vec<Stake>,
    /// How many rounds.
    pub rounds: u64,
    /// What chance follows from.
    pub seed: u64,
}

/// Why a plan cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The order does not allow the table.
    Refused(Refusal),
    /// The order does not allow a wager; its name comes first.
    Wager(String, Refusal),
    /// Something else.
    Other(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => write!(f, "{refusal}"),
            Self::Wager(name, refusal) => write!(f, "{name}: {refusal}"),
            Self::Other(what) => f.write_str(what),
        }
    }
}

impl From<Unanswered> for Trouble {
    fn from(why: Unanswered) -> Self {
        match why {
            Unanswered::Refused(refusal) => Self::Refused(refusal),
            why => Self::Other(why.to_string()),
        }
    }
}

impl Plan {
    /// Lists every wager that is placed by itself, with the same stake on each; the jackpot wager has
    /// its own price, and is left out where no jackpot is on offer.
    pub fn every_wager(kind: Kind, setup: &Setup, amount: Cents) -> Vec<Stake> {
        let mut stakes = Vec::new();
        for wager in kind.describe().wagers.iter().filter(|wager| !wager.follows) {
            let amount = match &setup.jackpot {
                Some(offer) if wager.fixed_price => offer.wager,
                None if wager.fixed_price => continue,
                Some(_) | None => amount,
            };
            let stake = |mark| Stake { on: wager.id, mark, amount };
            stakes.extend(wager.marks().into_iter().map(stake));
        }
        stakes
    }

    /// Returns the table's set-up with the source that the plan deals from.
    pub fn table(&self) -> Setup {
        let has = |source| {
            let cards = self.kind.house().cards;
            cards.is_some_and(|cards| cards.sources.contains(&source)).then_some(source)
        };
        let source = match self.behind {
            _ if self.kind.house().cards.is_none() => None,
            Some(_) => Some(Source::Shoe),
            None => has(Source::Device).or(Some(Source::Shoe)),
        };
        let fresh = source == Some(Source::Shoe);
        Setup { source, fresh, ..self.setup.clone() }
    }

    /// Checks what does not need a round to be played.
    ///
    /// # Errors
    /// Says what the order, or the simulation, does not allow.
    pub fn check(&self) -> Result<(), Trouble> {
        let other = |what: String| Err(Trouble::Other(what));
        AnyTable::open(self.kind, &self.table()).map_err(Trouble::Refused)?;
        let title = self.kind.title();
        let most = self.kind.house().areas.map_or(1, |areas| areas.count);
        if self.kind.house().areas.is_none() && self.areas != 1 {
            return other(format!("{title} has no playing areas"));
        }
        if !(1..=most).contains(&self.areas) {
            return other(format!("{title} has 1 to {most} areas, not {}", self.areas));
        }
        if self.rounds > MOST_ROUNDS {
            return other(format!("more than {MOST_ROUNDS} rounds are not counted"));
        }
        if self.stakes.is_empty() {
            return other("nothing is staked".to_owned());
        }
        for stake in &self.stakes {
            if stake.amount.is_zero() || stake.amount > MOST_STAKE {
                let name = self.kind.layouts()[usize::from(stake.on.0)].name;
                return other(format!("{name}: a stake is 1 to {MOST_STAKE}, in cents"));
            }
        }
        crate::cut::check(self)
    }

    /// Tells whether the cards are shuffled by hand before every round: there is no device to do it.
    pub(crate) fn shuffles_every_round(&self) -> bool {
        self.behind.is_none() && self.table().source == Some(Source::Shoe)
    }

    /// Returns how many blocks the run has.
    pub const fn blocks(&self) -> u64 {
        self.rounds.div_ceil(BLOCK)
    }

    /// Returns how many rounds a block has.
    pub fn rounds_of(&self, block: u64) -> u64 {
        (self.rounds - block * BLOCK).min(BLOCK)
    }

    /// Returns the decks in use; 0 for dice.
    pub fn decks(&self) -> u8 {
        let usual = self.kind.house().cards.map_or(0, |cards| cards.decks[0]);
        self.setup.decks.unwrap_or(usual)
    }

    /// Tells whether the rounds, and the wagers of a round, have nothing to do with each other.
    pub const fn is_independent(&self) -> bool {
        self.behind.is_none() && self.areas <= 1
    }

    /// Tells whether an area is played at all: with wagers on the Banker alone none is.
    pub fn played_areas(&self) -> u8 {
        let layouts = self.kind.layouts();
        let on_area = |stake: &Stake| layouts[usize::from(stake.on.0)].on_area;
        if self.stakes.iter().any(on_area) { self.areas } else { 0 }
    }
}
