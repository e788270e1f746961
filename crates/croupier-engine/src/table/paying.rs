//! Paying by hand: what a result decides stands until the dealer has collected and paid it, wager by wager in
//! the order of the rules or all at once. Until then the round is not over, and its hands stay on the felt.

use alloc::vec::Vec;

use crate::clause::Clause;
use crate::dice::Dice;
use crate::effect::{Effect, Line, Refusal};
use crate::expects::Due;
use crate::game::Game;
use crate::input::Spot;
use crate::table::decision::Plan;
use crate::table::{Decision, Key, Table};
use crate::wager::{Verdict, Wager, returned};
use crate::why::Why;

/// A wager that is decided, and not yet collected or paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unpaid {
    /// The line by which it will be collected or paid.
    pub line: Line,
    /// Its turn has come: nothing must be collected or paid before it.
    pub now: bool,
    /// The cards of its hand are then taken up, although the round goes on, by this clause.
    pub take_up: Option<Clause>,
}

impl<G: Game> Table<G> {
    /// Tells whether the table waits for the dealer to collect and pay: a roll lies there, all cards are out, or
    /// a first stage is settled before players choose.
    pub fn is_paying(&self) -> bool {
        if !self.rules.by_hand {
            return false;
        }
        if G::HOUSE.cards.is_none() {
            return self.roll.is_some();
        }
        let stage =
            || G::due(self) == Due::Nothing || G::is_interim(self) && !self.felt.any_choice();
        self.has_decided() && stage()
    }

    /// Tells whether a wager is decided and not yet paid or taken.
    pub(super) fn has_decided(&self) -> bool {
        self.decided_wagers().next().is_some()
    }

    /// Goes through the wagers that the cards or the roll on the table decide.
    pub(super) fn decided_wagers(
        &self,
    ) -> impl Iterator<Item = (usize, &Wager<G::On>, Verdict)> + '_ {
        let ripe = self.roll.is_some() || self.felt.in_round() && G::ripe(self, G::due(self));
        let wagers = self.book.entries().filter(move |_| ripe);
        wagers.filter_map(|(at, wager)| Some((at, wager, G::decide(self, wager)?)))
    }

    /// Lists what is to be collected and paid now, in the order of the rules.
    pub fn unpaid(&self) -> Vec<Unpaid> {
        if !self.rules.by_hand {
            return Vec::new();
        }
        if let Some(rebuild) = &self.rebuild {
            return rebuild.unpaid();
        }
        let mut lines: Vec<_> = self
            .decided_wagers()
            .map(|(_, wager, verdict)| {
                let turn = (G::turn(wager, &verdict), wager.since, wager.tokens);
                let take_up = G::takes_up(self, wager, &verdict);
                (turn, (wager.settle(&verdict, self.rules.chip), take_up))
            })
            .collect();
        lines.sort_unstable_by_key(|(turn, _)| *turn);
        let first = lines.first().map(|((turn, ..), _)| *turn);
        let mut unpaid = Vec::with_capacity(lines.len());
        for ((turn, ..), (line, take_up)) in lines {
            unpaid.push(Unpaid { line, now: Some(turn) == first, take_up });
        }
        unpaid
    }

    /// Names the clause by which the dealer collects and pays.
    fn paying_clause() -> Clause {
        G::HOUSE.paying.map_or(G::HOUSE.wagers, |paying| paying.clause)
    }

    /// Checks that no result waits to be paid.
    pub(crate) fn check_paid(&self) -> Result<(), Refusal> {
        Refusal::new(Self::paying_clause(), Why::PayFirst).when(self.is_paying())
    }

    /// Tells whether a wager that the roll on the table decides was paid or taken.
    pub(crate) fn has_paid(&self) -> bool {
        self.is_paying() && !self.round.lines.is_empty()
    }

    /// Plans what the dealer says to have collected or paid.
    pub(super) fn plan_paid(&self, spot: Option<&Spot>) -> Result<Decision<G>, Refusal> {
        let clause = Self::paying_clause();
        Refusal::new(clause, Why::PaidAtOnce).when(!self.rules.by_hand)?;
        // A roll that decides nothing lies there until the dealer has said so, too.
        let nothing = !self.has_decided() && (self.roll.is_none() || spot.is_some());
        Refusal::new(clause, Why::NothingToPay).when(nothing)?;
        let Some(spot) = spot else { return self.decided(Plan::Pay(None)) };
        let key = self.standing(spot, clause)?;
        let named = self.part(&key, spot.tokens);
        let Some((at, wager, verdict)) = self.decided_wagers().find(|it| Some(it.0) == named)
        else {
            return Err(Refusal::new(clause, Why::NotDecidedYet));
        };
        let turn = G::turn(wager, &verdict);
        let earlier = self.decided_wagers().any(|(_, other, end)| G::turn(other, &end) < turn);
        Refusal::new(clause, Why::PaidOutOfTurn).when(earlier)?;
        self.decided(Plan::Pay(Some(at)))
    }

    /// Ends the wager that is collected or paid, or all that are decided, and goes on when none is left.
    pub(super) fn pay(&mut self, at: Option<usize>, effects: &mut Vec<Effect>) {
        match at {
            None => self.settle(effects),
            Some(at) => {
                let verdict = G::decide(self, self.book.get(at));
                self.end_these(verdict.map(|verdict| (at, verdict)), effects);
                self.note_interim();
            }
        }
        if self.has_decided() {
            return;
        }
        match self.roll {
            Some(dice) => self.finish_roll(dice, effects),
            None => self.proceed(effects),
        }
    }

    /// Takes a valid roll of the dice: settles it, or lets it lie until it is paid.
    pub(super) fn roll(&mut self, dice: Dice, effects: &mut Vec<Effect>) {
        self.roll = Some(dice);
        self.round.lines.clear();
        self.round.paid.clear();
        if !self.rules.by_hand {
            self.settle(effects);
            self.finish_roll(dice, effects);
        }
    }

    /// Does what follows from a roll of which everything is settled.
    fn finish_roll(&mut self, dice: Dice, effects: &mut Vec<Effect>) {
        self.roll = None;
        G::after_roll(self, dice, effects);
        if self.rules.by_hand {
            self.round.start.clone_from(&self.book);
            effects.push(Effect::RoundOver);
        }
    }

    /// Gives back what was placed since the last roll was paid by hand: it was placed on a result that does not count.
    pub(crate) fn return_placed_since(&mut self, clause: Clause, effects: &mut Vec<Effect>) {
        if !self.rules.by_hand {
            return;
        }
        let lay = |wager: &Wager<G::On>| {
            let at = self.round.start.find(&Key::of(wager), wager.tokens)?;
            Some(self.round.start.get(at).stake)
        };
        let since = self.book.entries().map(|(at, wager)| (at, wager.stake, lay(wager)));
        let since: Vec<_> = since.filter(|(_, stake, lay)| Some(*stake) > *lay).collect();
        for (at, _, lay) in since {
            match lay {
                Some(lay) => self.lower(at, lay, clause, effects),
                None => self.end(at, &returned(clause), effects),
            }
        }
        self.book.tidy();
    }

    /// Forgets a roll that does not count.
    pub(crate) const fn drop_roll(&mut self) {
        self.roll = None;
    }

    /// Ends the wagers that the roll or the cards on the table decide otherwise than they say.
    pub(crate) fn end_decided(
        &mut self,
        end: impl Fn(&Wager<G::On>) -> Verdict,
        effects: &mut Vec<Effect>,
    ) {
        let ends: Vec<_> = self.decided_wagers().map(|(at, wager, _)| (at, end(wager))).collect();
        let roll = self.roll.take();
        self.end_these(ends, effects);
        self.roll = roll;
    }

    /// Takes back, with the round that is void, what of it was collected or paid by hand.
    pub(super) fn take_back(&mut self, clause: Clause, effects: &mut Vec<Effect>) {
        if self.rules.by_hand {
            self.reverse(true, clause, effects);
        }
    }
}
