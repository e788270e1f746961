//! How a table is set up before play.

use alloc::vec::Vec;

use crate::input::{Player, Source};
use crate::jackpot::Jackpot;
use crate::money::Cents;

/// What the sign at the table says of one kind of wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limit {
    /// The least that may be wagered.
    pub min: Cents,
    /// The most that may be wagered.
    pub max: Cents,
    /// The step above the minimum.
    pub unit: Cents,
}

crate::stored! { struct Limit { min, max, unit } check |it| !it.unit.is_zero() }

impl Limit {
    /// No limit on the sign.
    pub const NONE: Self = Self { min: Cents(0), max: Cents::CEILING, unit: Cents(1) };

    /// Returns the most that may be wagered; `None` where the sign sets no maximum.
    pub fn maximum(&self) -> Option<Cents> {
        (self.max < Cents::CEILING).then_some(self.max)
    }

    /// Tells whether some wager can satisfy it.
    pub fn makes_sense(&self) -> bool {
        let in_range = |amount: Cents| !amount.is_zero() && amount <= Cents::CEILING;
        let Self { min, max, unit } = *self;
        in_range(max) && in_range(unit) && min <= max && (!min.is_zero() || unit <= max)
    }
}

/// How the cards are dealt, where the rules leave the house the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Face up; players do not touch them.
    A,
    /// Face down; players take them up.
    B,
}

crate::stored! { enum Method { 0 = A, 1 = B } }

/// When the wagers that a result decides are paid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pays {
    /// With the card or roll that decides them.
    #[default]
    AtOnce,
    /// When the dealer says so; until then the round is not over.
    ByHand,
}

crate::stored! { enum Pays { 0 = AtOnce, 1 = ByHand } }

/// When the wagers are collected that go into the float before the deal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Collects {
    /// With the first card of the round.
    #[default]
    WithFirstCard,
    /// When the dealer says so; until then no card is dealt.
    ByHand,
}

crate::stored! { enum Collects { 0 = WithFirstCard, 1 = ByHand } }

/// How a shuffling device that fails is dealt with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Faults {
    /// The conditions are asked together, and an answer does all that follows from it.
    #[default]
    InOne,
    /// Each condition is asked apart, devices have numbers, and each step is confirmed.
    StepByStep,
}

crate::stored! { enum Faults { 0 = InOne, 1 = StepByStep } }

/// A table before it opens. Where a field is `None`, the game's default holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// How many decks are in use; `None` for the usual number.
    pub decks: Option<u8>,
    /// A variant of the game, by its place in the game's list of variants.
    pub variant: Option<u8>,
    /// The smallest chip: what is paid is rounded up to it.
    pub chip: Cents,
    /// The sign, by the number of the wager; beyond its end there is no limit.
    pub limits: Vec<Limit>,
    /// The jackpot that players may wager on here; `None` without one.
    pub jackpot: Option<Jackpot>,
    /// The burn is still to come.
    pub fresh: bool,
    /// The cards came to the table shuffled.
    pub pre_shuffled: bool,
    /// Where the cards come from.
    pub source: Option<Source>,
    /// How the cards are dealt.
    pub method: Option<Method>,
    /// How many players may share an area.
    pub sharing: Option<u8>,
    /// Who sits where, clockwise; seats that are all free are known to be free.
    pub seats: Vec<Option<Player>>,
    /// When results are paid.
    pub pays: Pays,
    /// Dice that a person throws: a roll counts only after the throw was told, and wagers close with it.
    pub throws: bool,
    /// How a device that fails is dealt with.
    pub faults: Faults,
    /// The equipment says of each jackpot wager whether it accepts it; else all count as accepted.
    pub lights: bool,
    /// When jackpot wagers are collected.
    pub collects: Collects,
}

crate::stored! {
    struct Setup {
        decks, variant, chip, limits, jackpot, fresh, pre_shuffled, source, method, sharing, seats,
        pays, throws, faults, lights, collects,
    }
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            decks: None,
            variant: None,
            chip: Cents(1),
            limits: Vec::new(),
            jackpot: None,
            fresh: false,
            pre_shuffled: false,
            source: None,
            method: None,
            sharing: None,
            seats: Vec::new(),
            pays: Pays::AtOnce,
            throws: false,
            faults: Faults::InOne,
            lights: false,
            collects: Collects::WithFirstCard,
        }
    }
}
