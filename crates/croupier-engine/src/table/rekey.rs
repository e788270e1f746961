//! A card or roll that was entered wrongly, put right: the table is as if the right one had come, and what was
//! paid on the wrong one is corrected.

use alloc::vec::Vec;

use crate::card::Card;
use crate::clause::Clause;
use crate::dice::Dice;
use crate::effect::{Correction, Effect, Line, Outcome, Refusal};
use crate::expects::{Due, Place};
use crate::game::Game;
use crate::input::Keyed;
use crate::money::Cents;
use crate::table::decision::Plan;
use crate::table::{Decision, Table};
use crate::wager::Wager;
use crate::why::Why;

/// The card that was entered last, as long as it can be put right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LastCard {
    /// The card as it was entered.
    pub(super) card: Card,
    /// Where it went.
    pub(super) to: WentTo,
    /// How many wagers of the round had been paid when it came.
    pub(super) paid: usize,
}

crate::stored! { struct LastCard { card, to, paid } }

/// Where a card that was entered went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WentTo {
    /// It lies on a hand.
    Hand(Place),
    /// It was burned; the first of a burn says how many more are.
    Burned {
        /// It was the first.
        first: bool,
    },
}

crate::stored! { enum WentTo { 0 = Hand(place), 1 = Burned { first } } }

impl<G: Game> Table<G> {
    /// Plans to put a card or roll right.
    pub(super) fn plan_rekey(&self, keyed: Keyed) -> Result<Decision<G>, Refusal> {
        let clause = G::HOUSE.paying.map_or(G::HOUSE.means, |paying| paying.rekey);
        Refusal::new(clause, Why::PaidAtOnce).when(!self.rules.by_hand)?;
        let nothing = Refusal::new(clause, Why::NothingToRekey);
        match (keyed, &G::HOUSE.cards) {
            (Keyed::Card(card), Some(cards)) => {
                let last = self.last_card.ok_or(nothing)?;
                nothing.when(last.card == card)?;
                let gone = !self.shoe.can_be_drawn(card);
                Refusal::new(cards.clause, Why::CardIsGone).when(gone)?;
                let takes_discard = !self.shoe.is_in_source(card);
                self.decided(Plan::RekeyCard { last, card, clause, takes_discard })
            }
            (Keyed::Roll(dice), None) => {
                let was = self.roll.ok_or(nothing)?;
                nothing.when(was == dice)?;
                self.decided(Plan::RekeyRoll { was, dice, clause })
            }
            (Keyed::Card(_), None) | (Keyed::Roll(_), Some(_)) => {
                Err(Refusal::new(G::HOUSE.means, Why::NotPlayedWithThat))
            }
        }
    }

    /// Adds up the stakes of what was settled in the round that is on or was the last: what it would take back.
    pub fn settled(&self) -> Cents {
        self.round.lines.iter().fold(Cents::ZERO, |sum, line| sum + line.stake)
    }

    /// Returns the card or roll that was entered last, if it can be put right.
    pub fn can_rekey(&self) -> Option<Keyed> {
        if !self.rules.by_hand || self.hold.is_some() || self.rebuild.is_some() {
            return None;
        }
        let card = self.last_card.map(|last| Keyed::Card(last.card));
        card.or(self.roll.map(Keyed::Roll))
    }

    /// Tells whether a result is shown: it waits to be paid, or the card that was entered last lies on the dealer's hand
    /// and players are asked what they make of it.
    pub fn shows_result(&self) -> bool {
        let on_dealer = self.last_card.is_some_and(|last| last.to == WentTo::Hand(Place::Dealer));
        self.is_paying() || on_dealer && matches!(G::due(self), Due::Choice(..))
    }

    /// Puts the last card right.
    pub(super) fn rekey_card(
        &mut self,
        last: LastCard,
        card: Card,
        clause: Clause,
        effects: &mut Vec<Effect>,
    ) {
        let LastCard { card: was, to, paid } = last;
        match to {
            WentTo::Hand(place) => {
                self.shoe.exchange_dealt(was, card);
                self.felt.exchange_last(place, card);
                effects.push(Effect::Rekeyed { was, card, to: Some(place) });
                G::declare(self, effects);
                self.judge_again(paid, clause, effects);
                self.last_card = Some(LastCard { card, ..last });
                self.proceed(effects);
            }
            WentTo::Burned { first } => {
                self.shoe.exchange_burned(was, card);
                if let (true, Some(cards)) = (first, &G::HOUSE.cards) {
                    self.felt.reload();
                    self.felt.burn(card, cards.burn);
                }
                effects.push(Effect::Rekeyed { was, card, to: None });
                self.last_card = Some(LastCard { card, ..last });
            }
        }
    }

    /// Puts the roll right that lies there.
    pub(super) fn rekey_roll(
        &mut self,
        was: Dice,
        roll: Dice,
        clause: Clause,
        effects: &mut Vec<Effect>,
    ) {
        effects.push(Effect::Rerolled { was, roll });
        self.roll = Some(roll);
        self.judge_again(0, clause, effects);
    }

    /// Judges anew what was paid on a card or roll that was wrong: what is decided otherwise is corrected, and
    /// what is not decided stands again.
    fn judge_again(&mut self, from: usize, clause: Clause, effects: &mut Vec<Effect>) {
        let paid: Vec<(Line, Wager<G::On>)> = self.round.paid.drain(from..).collect();
        for (was, wager) in paid {
            let at = self.round.lines.iter().position(|line| *line == was);
            let verdict = G::decide(self, &wager);
            let now = match verdict {
                Some(verdict) => wager.settle(&verdict, self.rules.chip),
                None => {
                    Line { outcome: Outcome::Void, pays: Cents::ZERO, back: Cents::ZERO, ..was }
                }
            };
            if verdict.is_some() {
                self.round.paid.push((now, wager));
                if let Some(at) = at {
                    self.round.lines[at] = now;
                }
            } else {
                self.stands_after_all(&wager);
                if let Some(at) = at {
                    self.round.lines.remove(at);
                }
            }
            if now != was {
                effects.push(Effect::Corrected(Correction::new(&was, &now, clause)));
            }
        }
        self.book.tidy();
    }

    /// Puts a wager up again that was ended by mistake; what lay above the maximum has gone back.
    fn stands_after_all(&mut self, wager: &Wager<G::On>) {
        self.tally.ended -= u128::from(wager.stake.0);
        self.book.put_back(Wager { excess: Cents::ZERO, ..*wager });
    }
}
