//! What follows from the clauses of an order: what a table takes for granted, and what it refuses.

use crate::clause::Clause;
use crate::effect::Refusal;
use crate::game::{House, Pit};
use crate::input::Input;
use crate::table::{book, felt};
use crate::why::Why;

impl House {
    /// Makes an order that says no more than every order must: which wagers there are, what they are
    /// made with, what the sign says of them, and what the game is played with.
    ///
    /// A game adds what its order has besides:
    ///
    /// ```
    /// # use croupier_engine::clause;
    /// # use croupier_engine::game::House;
    /// const HOUSE: House = House {
    ///     handling: Some(clause!("3.4")),
    ///     ..House::new(clause!("3.1"), clause!("3.2"), clause!("3.3"), clause!("2.1"))
    /// };
    /// assert!(HOUSE.void.is_none(), "this order has no rule for a void round");
    /// ```
    pub const fn new(wagers: Clause, chips: Clause, limits: Clause, means: Clause) -> Self {
        Self {
            wagers,
            chips,
            limits,
            found: None,
            handling: None,
            void: None,
            paying: None,
            means,
            touching: None,
            decisions: None,
            choices: None,
            areas: None,
            cards: None,
            variants: &[],
            jackpot: None,
            method_b: None,
            seats: false,
            pit: Pit::NONE,
        }
    }

    /// Checks what the table takes for granted, when the program is built.
    pub(crate) const fn is_sound(&self) -> bool {
        let areas = match &self.areas {
            Some(areas) => {
                areas.count as usize <= felt::AREAS
                    && areas.sharing >= 1
                    && areas.sharing as usize <= book::MOST_SHARING
            }
            None => true,
        };
        let cards = match &self.cards {
            Some(cards) => !cards.decks.is_empty() && !cards.sources.is_empty(),
            None => true,
        };
        areas && cards
    }
}

/// Refuses an input that belongs to another kind of table.
pub fn unknown_to(house: &House, input: &Input) -> Refusal {
    let House { wagers, means, .. } = *house;
    match input {
        Input::Remove(_) | Input::Reduce { .. } | Input::Call { .. } | Input::Withdraw(_) => {
            let clause = house.handling.unwrap_or(wagers);
            Refusal::new(clause, Why::NotHandledSo)
        }
        Input::Look { .. } | Input::Turn { .. } => {
            Refusal::new(house.touching.unwrap_or(means), Why::CardsAreNotTouched)
        }
        Input::Choose { .. } => {
            Refusal::new(house.decisions.unwrap_or(wagers), Why::NothingToDecide)
        }
        Input::Mystery { .. }
        | Input::Accept { .. }
        | Input::Collect
        | Input::Reserve { .. }
        | Input::Release(_) => Refusal::new(wagers, Why::NoSuchThing),
        Input::Roll(_)
        | Input::NoRoll { .. }
        | Input::Repair(_)
        | Input::Check { .. }
        | Input::Feed
        | Input::Throw
        | Input::Dice { .. }
        | Input::Seat { .. }
        | Input::Sharing(_)
        | Input::Standing { .. }
        | Input::Card { .. }
        | Input::BurnUnseen
        | Input::FaceDown
        | Input::Close
        | Input::CuttingCard
        | Input::Shuffle { .. }
        | Input::Replace { .. } => Refusal::new(means, Why::NotPlayedWithThat),
        Input::Ruling { .. } => Refusal::new(house.decisions.unwrap_or(wagers), Why::NoQuestion),
        Input::Wager { .. }
        | Input::Paid(_)
        | Input::Rekey(_)
        | Input::Found { .. }
        | Input::Void
        | Input::Sign { .. }
        | Input::Variant(_)
        | Input::Meters { .. }
        | Input::Link(_)
        | Input::Irregular(_) => Refusal::new(wagers, Why::TakenByTheTable),
    }
}
