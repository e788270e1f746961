//! What a table waits for.

use crate::input::{Area, Choice, Player};
use crate::irregular::Question;

/// A place on the layout that gets cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// The hand of a playing area.
    Area(Area),
    /// The hand that all players share, which belongs to no area.
    Shared,
    /// The dealer's, or Banker's, hand.
    Dealer,
}

crate::stored! { enum Place { 0 = Area(area), 1 = Shared, 2 = Dealer } }

/// The one thing that must happen next, apart from wagers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// Nothing: the round is over, or nothing is staked yet.
    Nothing,
    /// All cards to be shuffled, cut and loaded before anything is dealt.
    Shuffle,
    /// The next card to be put aside, before a round is dealt from these cards.
    Burn,
    /// The next card, which goes to this place.
    Card(Place),
    /// A decision by the player on this area, one of these.
    Choice(Area, &'static [Choice]),
    /// This hand to be turned face up.
    Turn(Place),
    /// The face of the next card of this hand, which was dealt face down and is turned.
    Face(Place),
    /// A roll by this shooter; `None` when the sheet does not say who rolls.
    Roll(Option<Player>),
    /// A roll by the stickperson, who throws where no player has the dice.
    StickRoll,
    /// This player to take or refuse the dice.
    Dice(Player),
    /// This shooter to choose dice anew.
    ChooseDice(Player),
    /// The call that the throw does not count.
    NoRoll,
    /// The dealer to sweep the jackpot wagers before the deal.
    Collect,
    /// The dealer to collect and pay what is decided.
    Payment,
    /// A ruling on this question: yes or no.
    Ruling(Question),
    /// A step about a device that failed.
    Repair(DueRepair),
    /// The cards to be counted, to see whether one is missing or foreign.
    Check,
    /// New cards, because those in use may not be dealt any more.
    NewCards,
}

/// What must be done next about a device that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DueRepair {
    /// The damaged cards are taken out, one by one.
    Remove,
    /// The cards go to the other device.
    Transfer,
    /// Cards of a new deck take the place of those that were taken out.
    Substitute,
}

crate::stored! { enum DueRepair { 0 = Remove, 1 = Transfer, 2 = Substitute } }

/// Everything a table waits for at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expects {
    /// Wagers may be placed.
    pub wagers: bool,
    /// The one thing that must happen next, whether or not wagers are taken meanwhile.
    pub due: Due,
}
