//! Questions that only a person can answer, and what follows from the answers.

use alloc::vec::Vec;

use crate::clause::Clause;
use crate::effect::{Effect, Refusal};
use crate::game::Game;
use crate::irregular::{Deed, DeviceNumber, Question, Say, Who};
use crate::table::decision::Plan;
use crate::table::irregular::act;
use crate::table::round::Phase;
use crate::table::{Decision, Table};
use crate::why::Why;

/// A question that is open, and the clause that asks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hold {
    pub(super) question: Question,
    pub(super) clause: Clause,
}

impl<G: Game> Table<G> {
    pub(super) fn ask(&mut self, question: Question, clause: Clause) {
        self.hold = Some(Hold { question, clause });
    }

    /// Asks whether what was settled in the round is to be reversed, if anything was. What is paid by hand is
    /// taken back without a question: the orders have the money returned.
    pub(super) fn ask_reverse(&mut self, clause: Clause, effects: &mut Vec<Effect>) {
        if self.rules.by_hand {
            self.take_back(clause, effects);
        } else if !self.round.lines.is_empty() {
            self.ask(Question::Reverse, clause);
        }
    }

    /// Plans what follows from a ruling on the question that is open.
    pub(super) fn plan_ruling(
        &self,
        hold: &Hold,
        yes: bool,
        by: Option<Who>,
        device: Option<DeviceNumber>,
    ) -> Result<Decision<G>, Refusal> {
        let Hold { question, clause } = *hold;
        // A player answers for the own wagers; one by one, also through the dealer.
        let own = match question {
            Question::Refund(_) => by == Some(Who::Player),
            Question::RefundWager(_) => matches!(by, Some(Who::Player | Who::Dealer)),
            _ => false,
        };
        let may = own || Say::Supervisor.has(by, G::HOUSE.cards.is_none());
        Refusal::new(clause, Why::SupervisorRules).when(!may)?;
        self.check_spare(question, yes, device)?;
        self.decided(Plan::Ruling { question, yes, device, clause })
    }

    /// Takes a ruling on the question that is open.
    pub(super) fn ruling(
        &mut self,
        (question, yes): (Question, bool),
        device: Option<DeviceNumber>,
        clause: Clause,
        effects: &mut Vec<Effect>,
    ) {
        self.hold = None;
        effects.push(Effect::Ruled { question, yes, clause });
        match question {
            Question::Rebuildable if yes => self.start_rebuild(clause, effects),
            Question::Rebuildable => self.give_up_round(clause, effects),
            Question::Reverse => self.reverse(yes, clause, effects),
            Question::Disadvantaged
            | Question::Spare
            | Question::SpareAtHand
            | Question::Practicable
            | Question::Damaged
            | Question::DeviceToCome
            | Question::Refund(_)
            | Question::RefundWager(_) => {
                self.device_ruling((question, yes), device, clause, effects);
            }
        }
    }

    /// Voids a round that cannot be rebuilt.
    pub(super) fn give_up_round(&mut self, clause: Clause, effects: &mut Vec<Effect>) {
        act(Deed::VoidRound, clause, effects);
        if self.felt.in_round() {
            self.void_by(clause, true, effects);
        }
        self.round.phase = Phase::Void;
        let interim = self.round.interim;
        self.round.lines.drain(..interim);
        self.ask_reverse(clause, effects);
    }
}
