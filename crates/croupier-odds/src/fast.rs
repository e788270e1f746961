//! The games whose odds are counted in a faster way than by walking the engine: one line for each.
//!
//! A faster way asks the same verdict functions of the game's own file. A test holds every one of them
//! against the walk.

mod baceball;
mod casino_war;
mod craps;
mod lucky_draw;
mod three_card;

use croupier_engine::table::Rules;
use croupier_engine::{Card, Kind};

use crate::Strategy;
use crate::part::Pay;
use crate::plan::Chart;
use crate::ratio::Ratio;
use crate::report::{LeftOut, Odds};
use crate::shoe::Composition;

/// The games that are counted in a faster way than by walking the engine.
const WAYS: &[(Kind, Count)] = &[
    (Kind::Baceball, baceball::count),
    (Kind::Craps, craps::count),
    (Kind::ThreeCardBaccarat, three_card::count),
    (Kind::CasinoWar, casino_war::count),
    (Kind::LuckyDrawBaccarat, lucky_draw::count),
];

/// The faster ways of finding what a player does with two cards against one.
const DECIDES: &[(Kind, Decide)] = &[(Kind::LuckyDrawBaccarat, lucky_draw::decisions)];

/// Counts the odds of a game.
pub(crate) type Count = fn(&Asked<'_>) -> Answer;

/// Finds the decisions of a strategy off the top of a shoe.
type Decide = fn(&Composition, &Strategy) -> Box<dyn ByCards>;

/// What a player decides by the cards that are seen.
pub(crate) trait ByCards: Send + Sync {
    /// Tells whether the player with these cards makes the wager that follows.
    fn follows(&self, hand: &[Card], dealer: &[Card]) -> bool;
}

/// What a way of counting is given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    /// How the table was opened.
    pub(crate) rules: &'a Rules,
    /// The cards that are left.
    pub(crate) shoe: &'a Composition,
    /// How the player decides.
    pub(crate) strategy: &'a Strategy,
    /// How wins are paid.
    pub(crate) pay: Pay<'a>,
}

/// What a way of counting finds.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// The odds of every wager, in the order of the layout.
    pub(crate) wagers: Vec<Odds>,
    /// The wagers that cannot be made at the stake that was asked for.
    pub(crate) left_out: Vec<LeftOut>,
    /// The strategy, where a player decides by cards.
    pub(crate) chart: Option<Chart>,
    /// How many cards a round takes, on the average.
    pub(crate) cards: Ratio,
}

impl Answer {
    /// Answers with wagers whose rounds take so many cards.
    pub(crate) fn new(wagers: Vec<Odds>, cards: Ratio) -> Self {
        Self { wagers, left_out: Vec::new(), chart: None, cards }
    }

    /// Returns what is staked in all on the first wager.
    pub(crate) fn staked(wagers: &[Odds]) -> Ratio {
        wagers.first().map_or_else(Ratio::one, |odds| odds.average_stake.clone())
    }
}

/// Finds the faster way of a game, if it has one.
pub(crate) fn way(kind: Kind) -> Option<Count> {
    WAYS.iter().find(|(of, _)| *of == kind).map(|(_, way)| *way)
}

/// Tells whether a game has a chart to decide by, of the player's total against the dealer's card.
pub fn has_chart(kind: Kind) -> bool {
    DECIDES.iter().any(|(of, _)| *of == kind)
}

/// Finds the faster decisions of a game, if it has any.
pub(crate) fn decisions(
    kind: Kind,
    shoe: &Composition,
    strategy: &Strategy,
) -> Option<Box<dyn ByCards>> {
    DECIDES.iter().find(|(of, _)| *of == kind).map(|(_, decide)| decide(shoe, strategy))
}
