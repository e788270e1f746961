//! The fast gear: rounds as numbers of classes, judged by the engine's verdicts before the first one.

pub(crate) mod baceball;
pub(crate) mod cards;
pub(crate) mod casino_war;
pub(crate) mod craps;
pub(crate) mod lucky_draw;
pub(crate) mod three_card;

use croupier_engine::{Cents, Kind, WagerId};

use crate::book::{Book, Settled};
use crate::plan::Plan;
use crate::work::{Ledger, Trace};

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

    /// Names a wager that another one follows, and that one.
    fn follow(&self) -> Option<(WagerId, WagerId)> {
        None
    }

    /// Lists the wagers that stand in a class, where it matters how long they do.
    fn standing(&self, _class: usize) -> Vec<(WagerId, Option<u8>)> {
        Vec::new()
    }

    /// Says what placing a wager costs besides its stake.
    fn charge(&self, _on: WagerId, _mark: Option<u8>, _stake: Cents, _chip: Cents) -> Cents {
        Cents::ZERO
    }

    /// Plays a block and counts.
    fn play(&self, block: Block, book: &Book, ledgers: &mut [Ledger]);

    /// Plays a block and keeps every round.
    fn trace(&self, block: Block, trace: &mut Trace);
}

/// Finds the gear for a plan.
pub(crate) fn gear(plan: &Plan) -> Box<dyn Gear> {
    match plan.kind {
        Kind::Baceball => Box::new(cards::Dealt::new(plan, baceball::Baceball::new(plan))),
        Kind::Craps => Box::new(craps::Craps::new()),
        Kind::ThreeCardBaccarat => {
            Box::new(cards::Dealt::new(plan, three_card::ThreeCard::new(plan)))
        }
        Kind::CasinoWar => Box::new(cards::Dealt::new(plan, casino_war::CasinoWar::new(plan))),
        Kind::LuckyDrawBaccarat => {
            Box::new(cards::Dealt::new(plan, lucky_draw::LuckyDraw::new(plan)))
        }
    }
}
