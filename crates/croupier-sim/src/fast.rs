//! The fast gear: rounds as numbers of classes, judged by the engine's verdicts before the first one.

pub(crate) mod baceball;
pub(crate) mod cards;
pub(crate) mod casino_war;
pub(crate) mod craps;
pub(crate) mod lucky_draw;
mod sharing;
pub(crate) mod three_card;

use croupier_engine::{Kind, WagerId};

use crate::book::{Book, Settled};
use crate::plan::{Plan, Trouble};
use crate::work::{Ledger, Trace};
use cards::Dealt;

/// A block of rounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub(crate) seed: u64,
    pub(crate) number: u64,
    pub(crate) rounds: u64,
}

/// A game that plays blocks of rounds by class.
pub(crate) trait Gear: Send + Sync {
    /// Returns how many classes there are.
    fn classes(&self) -> usize;

    /// Says what becomes of the wagers in a class, from the engine's verdicts.
    fn settled(&self, class: usize) -> Vec<Settled>;

    /// Returns how many cards of a round are drawn at once where that is possible; 0 for none.
    fn at_once(&self) -> usize {
        0
    }

    /// Lists the wagers that stand in a class, where it matters how long they do.
    fn standing(&self, _class: usize) -> Vec<(WagerId, Option<u8>)> {
        Vec::new()
    }

    /// Corrects the exact odds of wagers that several hands of a round share.
    fn correct(&self, _plan: &Plan, _book: &mut Book) {}

    /// Plays a block and counts.
    fn play(&self, block: Block, book: &Book, ledgers: &mut [Ledger]);

    /// Plays a block and keeps every round.
    fn trace(&self, block: Block, trace: &mut Trace);
}

/// Makes the gear of a plan.
type Make = fn(&Plan) -> Result<Box<dyn Gear>, Trouble>;

/// The games that have a fast gear: one line for each. The others are played through the engine.
const GEARS: &[(Kind, Make)] = &[
    (Kind::Baceball, |plan| Ok(Box::new(Dealt::new(plan, baceball::Baceball::new(plan))))),
    (Kind::Craps, |_| Ok(Box::new(craps::Craps::new()))),
    (Kind::ThreeCardBaccarat, |plan| {
        Ok(Box::new(Dealt::new(plan, three_card::ThreeCard::new(plan))))
    }),
    (Kind::CasinoWar, |plan| Ok(Box::new(Dealt::new(plan, casino_war::CasinoWar::new(plan))))),
    (Kind::LuckyDrawBaccarat, |plan| {
        Ok(Box::new(Dealt::new(plan, lucky_draw::LuckyDraw::new(plan)?)))
    }),
];

/// Finds the gear for a plan, if its game has one.
pub(crate) fn gear(plan: &Plan) -> Result<Option<Box<dyn Gear>>, Trouble> {
    let make = GEARS.iter().find(|(kind, _)| *kind == plan.kind).map(|(_, make)| make);
    make.map(|make| make(plan)).transpose()
}
