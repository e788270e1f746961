//! The jackpot that a table may be linked to, as it was set up.

use alloc::vec::Vec;

use crate::effect::Line;
use crate::games::Kind;
use crate::money::Cents;
use crate::stored::{Bytes, Damaged, Stored, store_text};
use crate::table::Hand;

/// A jackpot on offer at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jackpot {
    /// What the one jackpot wager costs; no other amount is taken.
    pub wager: Cents,
    /// What the major meter shows.
    pub major: Cents,
    /// What the minor meter shows.
    pub minor: Cents,
    /// The mystery prize is on offer too.
    pub mystery: bool,
    /// How many pools the table is linked to.
    pub pools: u32,
    /// The part of each wager that feeds the pool, as a fraction.
    pub increment: (u32, u32),
    /// What a meter starts again with.
    pub seed: Cents,
    /// The other tables of the pool.
    pub linked: Vec<Linked>,
}

crate::stored! { struct Jackpot { wager, major, minor, mystery, pools, increment, seed, linked } }

impl Jackpot {
    /// Returns what of it a table is told, and may be told otherwise between rounds.
    pub const fn link(&self) -> Link {
        Link { wager: self.wager, major: self.major, minor: self.minor, mystery: self.mystery }
    }
}

/// What a table is told of the pool that it is linked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// What the one jackpot wager costs at the table from now on.
    pub wager: Cents,
    /// What the major meter shows.
    pub major: Cents,
    /// What the minor meter shows.
    pub minor: Cents,
    /// The mystery prize is on offer too.
    pub mystery: bool,
}

crate::stored! { struct Link { wager, major, minor, mystery } }

impl Link {
    /// Makes it the jackpot on offer; what is known of the other tables of the pool stays known.
    pub fn over(self, known: Option<Jackpot>) -> Jackpot {
        let Self { wager, major, minor, mystery } = self;
        let known = known.unwrap_or(Jackpot {
            wager,
            major,
            minor,
            mystery,
            pools: 1,
            increment: (0, 1),
            seed: Cents::ZERO,
            linked: Vec::new(),
        });
        Jackpot { wager, major, minor, mystery, ..known }
    }
}

/// What the equipment shows beside a wager that it must accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Light {
    /// The wager lies there, and the equipment has said nothing of it yet.
    Placed,
    /// The equipment has taken the wager.
    Accepted,
    /// The equipment does not take the wager, or has lost it.
    Rejected,
}

crate::stored! { enum Light { 0 = Placed, 1 = Accepted, 2 = Rejected } }

impl Light {
    /// Every light, in the order in which a wager usually has them.
    pub const ALL: [Self; 3] = [Self::Placed, Self::Accepted, Self::Rejected];

    /// Returns the word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Placed => "placed",
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
        }
    }

    /// Finds a light by its word.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|light| light.name() == name)
    }
}

/// A wager that has hit a meter and is not paid yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeterHit {
    /// What becomes of the wager.
    pub line: Line,
    /// The meter from which the hand is paid.
    pub meter: Meter,
    /// The hand that hit it, which stays on the felt until it is paid.
    pub hand: Hand,
}

/// What a hand is that qualifies for a prize of the jackpot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Qualifying {
    /// Three aces of diamonds.
    ThreeOfDiamonds,
    /// Three aces of hearts.
    ThreeOfHearts,
    /// Three aces of spades.
    ThreeOfSpades,
    /// Three aces of clubs.
    ThreeOfClubs,
    /// Three aces of more than one suit.
    ThreeMixed,
    /// Two aces of one suit and another card.
    TwoSuited,
    /// Two aces of two suits and another card.
    TwoMixed,
}

impl Qualifying {
    /// Every hand that qualifies, the best prize first.
    pub const ALL: [Self; 7] = [
        Self::ThreeOfDiamonds,
        Self::ThreeOfHearts,
        Self::ThreeOfSpades,
        Self::ThreeOfClubs,
        Self::ThreeMixed,
        Self::TwoSuited,
        Self::TwoMixed,
    ];

    /// Returns the code for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ThreeOfDiamonds => "three-of-diamonds",
            Self::ThreeOfHearts => "three-of-hearts",
            Self::ThreeOfSpades => "three-of-spades",
            Self::ThreeOfClubs => "three-of-clubs",
            Self::ThreeMixed => "three-mixed",
            Self::TwoSuited => "two-suited",
            Self::TwoMixed => "two-mixed",
        }
    }

    /// Finds a hand by its code.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|hand| hand.name() == name)
    }
}

/// Another table of the same pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Linked {
    /// The name of the game that is played at it; `None` for one that no order lets share a pool.
    pub game: Option<&'static str>,
    /// The price of its jackpot wager.
    pub wager: Cents,
    /// The part of each wager that feeds the pool.
    pub increment: (u32, u32),
    /// What its meter starts again with.
    pub seed: Cents,
    /// Which table of prizes it pays by; only tables that pay by the same one may be linked.
    pub prizes: Prizes,
}

/// Stored with the name of its game, which is found again among those that may share a pool.
impl Stored for Linked {
    fn store(&self, to: &mut Vec<u8>) {
        let Self { game, wager, increment, seed, prizes } = self;
        store_text(game.unwrap_or_default(), to);
        (*wager, *increment, *seed, *prizes).store(to);
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        let game = match from.text()? {
            "" => None,
            name => Some(Kind::in_a_pool(name).ok_or(Damaged)?),
        };
        let (wager, increment, seed, prizes) = Stored::restore(from)?;
        Ok(Self { game, wager, increment, seed, prizes })
    }
}

/// Which of the two displayed amounts of a jackpot is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Meter {
    /// The meter for the rarer hand, which shows more.
    Major,
    /// The meter for the other hand.
    Minor,
}

impl Meter {
    /// Both meters, the major one first.
    pub const ALL: [Self; 2] = [Self::Major, Self::Minor];

    /// Returns the word for the meter.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Major => "major",
            Self::Minor => "minor",
        }
    }

    /// Finds a meter by its word.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|meter| meter.name() == name)
    }
}

/// By which hands a jackpot is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prizes {
    /// Prizes for hands of three cards.
    ThreeCards,
    /// For the hands of any other game.
    Other,
}

crate::stored! { enum Prizes { 0 = ThreeCards, 1 = Other } }

impl Prizes {
    /// Finds a table of prizes by its name in sheets.
    pub fn named(name: &str) -> Self {
        if name == "3-card" { Self::ThreeCards } else { Self::Other }
    }
}
