//! What a player decides at the table, by a strategy.

use std::collections::BTreeMap;

use croupier_engine::input::Choice;
use croupier_engine::{AnyTable, Area, Card, Kind, Setup};

use crate::fast::{self, ByCards};
use crate::shoe::Composition;
use crate::walk::Walk;
use crate::{Prices, Question, Strategy, Terms, Unanswered};

/// What a player decides at the table, off the top of a shoe, knowing their own hand and the dealer's.
pub struct Decisions {
    kind: Kind,
    in_any_order: usize,
    how: How,
}

enum How {
    /// The same choice, whatever the cards.
    Always(Choice),
    /// The choice that places a wager, or the one that does not.
    ByCards(Box<dyn ByCards>),
    /// By the classes of the player's cards and of the dealer's.
    Walked(BTreeMap<Seen, Choice>),
    /// There is nothing to decide.
    Nothing,
}

/// The classes of the player's cards and of the dealer's.
pub(crate) type Seen = (Vec<u8>, Vec<u8>);

impl Decisions {
    /// Finds the decisions of a strategy.
    ///
    /// # Errors
    /// Says why the odds of the game cannot be counted with this strategy.
    pub fn new(kind: Kind, setup: &Setup, strategy: &Strategy) -> Result<Self, Unanswered> {
        let choices = kind.choices();
        let strategy = &strategy.at(kind);
        let how = match strategy {
            _ if choices.is_empty() => How::Nothing,
            Strategy::Always(choice) if choices.contains(choice) => How::Always(*choice),
            _ => {
                let table = AnyTable::open(kind, setup)?;
                let shoe = Composition::full(table.rules().decks);
                match fast::decisions(kind, &shoe, strategy) {
                    Some(decisions) => How::ByCards(decisions),
                    None => How::Walked(walked(kind, setup, shoe, strategy)?),
                }
            }
        };
        let in_any_order = kind.describe().cards.map_or(1, |cards| cards.in_any_order);
        Ok(Self { kind, in_any_order, how })
    }

    /// Decides for an area of a table at which a choice is due.
    pub fn choose(&self, table: &AnyTable, area: Area) -> Option<Choice> {
        let felt = table.felt();
        self.choose_with(felt.hand(area).cards(), felt.dealer().cards())
    }

    /// Decides with these cards against those of the dealer.
    pub fn choose_with(&self, hand: &[Card], dealer: &[Card]) -> Option<Choice> {
        match &self.how {
            How::Always(choice) => Some(*choice),
            How::ByCards(decisions) => {
                let follows = decisions.follows(hand, dealer);
                let mut choices = self.kind.choices().iter().copied();
                choices.find(|choice| self.kind.follow_up(*choice).is_some() == follows)
            }
            How::Walked(known) => {
                known.get(&seen(self.kind, self.in_any_order, hand, dealer)).copied()
            }
            How::Nothing => None,
        }
    }
}

/// Walks the game once, and keeps what was decided.
fn walked(
    kind: Kind,
    setup: &Setup,
    shoe: Composition,
    strategy: &Strategy,
) -> Result<BTreeMap<Seen, Choice>, Unanswered> {
    let (prices, terms) = (Prices::default(), Terms::default());
    let (setup, strategy) = (setup.clone(), strategy.clone());
    let question = Question { kind, setup, shoe: Some(shoe), strategy, prices, terms };
    let mut walk = Walk::new(&question)?;
    walk.count()?;
    Ok(walk.decided)
}

/// Returns the classes of two hands; the first cards are sorted as far as their order makes no difference.
pub(crate) fn seen(kind: Kind, in_any_order: usize, hand: &[Card], dealer: &[Card]) -> Seen {
    let classes = |cards: &[Card]| {
        let mut classes: Vec<_> = cards.iter().map(|&card| kind.class(card)).collect();
        let sorted = classes.len().min(in_any_order);
        classes[..sorted].sort_unstable();
        classes
    };
    (classes(hand), classes(dealer))
}
