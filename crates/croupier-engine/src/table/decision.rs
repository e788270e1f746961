//! What a table would do with an input: decided on the table as it is, and then applied to it.
//!
//! Deciding runs every check and changes nothing, because it only borrows the table; applying cannot
//! fail, because a decision exists only for an input that was allowed. A decision holds for the
//! table that made it, until that table takes another input.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::card::Card;
use crate::clause::Clause;
use crate::dice::Dice;
use crate::effect::Effect;
use crate::expects::Place;
use crate::game::{Bid, Burn, Game, OwnPlan as _};
use crate::input::{Area, Choice, Player, Players, Repair, WagerId};
use crate::irregular::{DeviceNumber, Irregularity, Order, Question, Spotted};
use crate::jackpot::Link;
use crate::money::Cents;
use crate::setup::Limit;
use crate::table::irregular::After;
use crate::table::rebuild::Rebuild;
use crate::table::rekey::LastCard;
use crate::table::{AreaSet, Key};

/// An input that the rules allow, with what follows from it.
#[derive(Debug)]
pub struct Decision<G: Game> {
    /// How many inputs the table had taken when it decided.
    pub(super) after: u64,
    /// The round that is being dealt again is left off first.
    pub(super) gives_up: bool,
    pub(super) plan: Plan<G>,
}

/// What an input costs one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The player from whose rack it comes.
    pub player: Player,
    /// The chips that leave the player's rack: stakes and commission.
    pub chips: Cents,
    /// The promotional tokens that are staked.
    pub tokens: Cents,
}

impl Cost {
    pub(super) const fn new(player: Player, tokens: bool, amount: Cents) -> Self {
        let (chips, tokens) = if tokens { (Cents::ZERO, amount) } else { (amount, Cents::ZERO) };
        Self { player, chips, tokens }
    }

    /// The same, with more chips.
    pub(super) fn and_chips(self, chips: Cents) -> Self {
        Self { chips: self.chips + chips, ..self }
    }
}

/// Which wagers become void because somebody says that something went wrong, whatever the cards or dice have decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voided {
    /// All of the round.
    Round,
    /// Those that depend on the hand of an area.
    Hand(Area),
    /// Those of some players.
    Players(Players),
}

/// A wager that becomes another amount.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    /// Its number in the book.
    pub(super) at: usize,
    pub(super) stake: Cents,
    pub(super) excess: Cents,
}

/// One step of a round that is dealt again, taken on a copy of that round.
#[derive(Debug)]
pub(super) struct DealtAgain<G: Game> {
    pub(super) rebuild: Rebuild<G>,
    pub(super) effects: Vec<Effect>,
    pub(super) costs: Vec<Cost>,
    pub(super) takes_discard: bool,
}

/// The wager that a choice asks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct FollowUp<O> {
    /// Where it is placed.
    pub(super) key: Key<O>,
    /// What of it is chips.
    pub(super) chips: Cents,
    /// What of it is promotional tokens.
    pub(super) tokens: Cents,
}

/// What applying a decision does; every check is behind it.
#[derive(Debug)]
pub(super) enum Plan<G: Game> {
    Place { bid: Bid<G::On>, amount: Cents, charge: Option<(Cents, Clause)> },
    Find { base: Change, follower: Option<Change>, cost: Cost },
    Withdraw { key: Key<G::On>, handling: Clause },
    Sign { on: WagerId, limit: Option<Limit>, player: Option<Player> },
    Variant(Option<u8>),
    Meters { major: Cents, minor: Cents },
    Link(Option<Link>),
    Accept { at: usize, accepted: bool },
    Collect,
    Reserve { areas: AreaSet, player: Option<Player> },
    Seat { at: usize, player: Option<Player> },
    Sharing(u8),
    Standing { player: Player, approved: bool },
    Close,
    Burn { card: Card, how: Burn, takes_discard: bool },
    BurnUnseen,
    Deal { card: Card, to: Place, takes_discard: bool },
    FaceDown { to: Place, takes_discard: bool },
    Face { card: Card, to: Place, takes_discard: bool },
    Choose { area: Area, choice: Choice, absent: bool, follow_up: Option<FollowUp<G::On>> },
    CuttingCard { clause: Clause, last_round: bool },
    Shuffle { pre_shuffled: bool },
    Replace { shuffle: Clause },
    Roll(Dice),
    Pay(Option<usize>),
    RekeyCard { last: LastCard, card: Card, clause: Clause, takes_discard: bool },
    RekeyRoll { was: Dice, dice: Dice, clause: Clause },
    Checked { clause: Clause, complete: bool, then: After },
    Feed,
    Void(Clause),
    Orders { orders: &'static [Order], it: Irregularity, back: Option<Key<G::On>> },
    VoidHand { area: Area, clause: Clause },
    Ruling { question: Question, yes: bool, device: Option<DeviceNumber>, clause: Clause },
    Repair { repair: Repair, takes_discard: bool },
    GiveUpRound(Clause),
    DealAgain(Box<DealtAgain<G>>),
    Own(G::Plan),
}

impl<G: Game> Plan<G> {
    /// Tells whether the card that was entered last can still be put right afterwards: nothing was built on it
    /// but what is judged anew.
    pub(super) const fn leaves_last_card(&self) -> bool {
        match self {
            Self::Place { .. }
            | Self::Find { .. }
            | Self::Withdraw { .. }
            | Self::Sign { .. }
            | Self::Variant(_)
            | Self::Meters { .. }
            | Self::Link(_)
            | Self::Accept { .. }
            | Self::Collect
            | Self::Reserve { .. }
            | Self::Close
            | Self::CuttingCard { .. }
            | Self::Seat { .. }
            | Self::Sharing(_)
            | Self::Standing { .. }
            | Self::Pay(_)
            | Self::RekeyCard { .. } => true,
            Self::Burn { .. }
            | Self::BurnUnseen
            | Self::Deal { .. }
            | Self::FaceDown { .. }
            | Self::Face { .. }
            | Self::Choose { .. }
            | Self::Shuffle { .. }
            | Self::Replace { .. }
            | Self::Roll(_)
            | Self::RekeyRoll { .. }
            | Self::Checked { .. }
            | Self::Feed
            | Self::Void(_)
            | Self::Orders { .. }
            | Self::Ruling { .. }
            | Self::VoidHand { .. }
            | Self::Repair { .. }
            | Self::GiveUpRound(_)
            | Self::DealAgain(_)
            | Self::Own(_) => false,
        }
    }
}

impl<G: Game> Decision<G> {
    /// Lists what applying it costs players, each at most once; who gets money is not listed.
    pub fn costs(&self) -> impl Iterator<Item = Cost> {
        let (one, several): (Option<Cost>, &[Cost]) = match &self.plan {
            Plan::Place { bid, amount, charge } => {
                let stake = Cost::new(bid.key.player, bid.tokens, *amount);
                (Some(stake.and_chips(charge.map_or(Cents::ZERO, |(charge, _)| charge))), &[])
            }
            Plan::Choose { follow_up, .. } => (
                follow_up.map(|it| Cost {
                    player: it.key.player,
                    chips: it.chips,
                    tokens: it.tokens,
                }),
                &[],
            ),
            Plan::Find { cost, .. } => (Some(*cost), &[]),
            Plan::Own(plan) => (plan.cost(), &[]),
            Plan::DealAgain(again) => (None, &again.costs),
            Plan::Withdraw { .. }
            | Plan::Sign { .. }
            | Plan::Variant(_)
            | Plan::Meters { .. }
            | Plan::Link(_)
            | Plan::Accept { .. }
            | Plan::Collect
            | Plan::Reserve { .. }
            | Plan::Seat { .. }
            | Plan::Sharing(_)
            | Plan::Standing { .. }
            | Plan::Close
            | Plan::Burn { .. }
            | Plan::BurnUnseen
            | Plan::Deal { .. }
            | Plan::FaceDown { .. }
            | Plan::Face { .. }
            | Plan::CuttingCard { .. }
            | Plan::Shuffle { .. }
            | Plan::Replace { .. }
            | Plan::Roll(_)
            | Plan::Pay(_)
            | Plan::RekeyCard { .. }
            | Plan::RekeyRoll { .. }
            | Plan::Checked { .. }
            | Plan::Feed
            | Plan::Void(_)
            | Plan::Orders { .. }
            | Plan::Ruling { .. }
            | Plan::VoidHand { .. }
            | Plan::Repair { .. }
            | Plan::GiveUpRound(_) => (None, &[]),
        };
        one.into_iter().chain(several.iter().copied())
    }

    /// Says which wagers become void because of what somebody declares, if any do.
    pub fn voids(&self) -> Option<Voided> {
        let Plan::Orders { orders, it, .. } = &self.plan else { return None };
        let whole = |order: &Order| {
            matches!(order, Order::Misdeal(..) | Order::VoidRound(_) | Order::Invalidate(..))
        };
        let hand = || orders.iter().any(|order| matches!(order, Order::VoidHand(_)));
        let theirs = || orders.iter().any(|order| matches!(order, Order::VoidPlayer(_)));
        match it.place {
            _ if orders.iter().any(whole) => Some(Voided::Round),
            Some(Spotted::Area(area)) if hand() => Some(Voided::Hand(area)),
            _ if theirs() => Some(Voided::Players(it.players)),
            _ => None,
        }
    }

    /// Tells whether it takes a card from among the discards, because the source holds none of it. A
    /// table understands that as a shuffle of which it was not told.
    pub fn takes_discard(&self) -> bool {
        match &self.plan {
            Plan::Burn { takes_discard, .. }
            | Plan::Deal { takes_discard, .. }
            | Plan::FaceDown { takes_discard, .. }
            | Plan::Face { takes_discard, .. }
            | Plan::RekeyCard { takes_discard, .. }
            | Plan::Repair { takes_discard, .. } => *takes_discard,
            Plan::DealAgain(again) => again.takes_discard,
            // The card of a situation was seen already, and nobody draws it now.
            Plan::Orders { .. }
            // No input that only one game knows brings a card.
            | Plan::Own(_)
            | Plan::Place { .. }
            | Plan::Find { .. }
            | Plan::Withdraw { .. }
            | Plan::Sign { .. }
            | Plan::Variant(_)
            | Plan::Meters { .. }
            | Plan::Link(_)
            | Plan::Accept { .. }
            | Plan::Collect
            | Plan::Reserve { .. }
            | Plan::Seat { .. }
            | Plan::Sharing(_)
            | Plan::Standing { .. }
            | Plan::Close
            | Plan::BurnUnseen
            | Plan::Choose { .. }
            | Plan::CuttingCard { .. }
            | Plan::Shuffle { .. }
            | Plan::Replace { .. }
            | Plan::Roll(_)
            | Plan::Pay(_)
            | Plan::RekeyRoll { .. }
            | Plan::Checked { .. }
            | Plan::Feed
            | Plan::Void(_)
            | Plan::Ruling { .. }
            | Plan::VoidHand { .. }
            | Plan::GiveUpRound(_) => false,
        }
    }
}
