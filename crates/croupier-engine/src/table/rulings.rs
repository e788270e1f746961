//! Questions that only a person can answer, and what follows from the answers.

use alloc::vec::Vec;

use crate::clause::Clause;
use crate::effect::{Correction, Effect, Line, Measure, Outcome, Refusal};
use crate::expects::Place;
use crate::game::Game;
use crate::input::Area;
use crate::irregular::{Deed, DeviceNumber, Question, Say, Who};
use crate::money::Cents;
use crate::table::decision::Plan;
use crate::table::irregular::act;
use crate::table::round::Phase;
use crate::table::{Decision, Key, Table};
use crate::wager::void;
use crate::why::Why;

/// A question that is open, and the clause that asks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hold {
    pub(super) question: Question,
    pub(super) clause: Clause,
}

crate::stored! { struct Hold { question, clause } }

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
        (yes, by): (bool, Option<Who>),
        hand: Option<Area>,
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
        let Some(area) = hand else {
            self.check_spare(question, yes, device)?;
            return self.decided(Plan::Ruling { question, yes, device, clause });
        };
        let alone = G::HAND_ALONE && question == Question::Rebuildable && !yes;
        Refusal::new(clause, Why::NoHandAlone).when(!alone)?;
        Refusal::new(clause, Why::NoHandThere).when(!self.played_hand(area))?;
        self.decided(Plan::VoidHand { area, clause })
    }

    /// Tells whether the round that is on or was the last has a wager on the hand of an area.
    fn played_hand(&self, area: Area) -> bool {
        let stands = self.felt.in_round() && self.felt.played().contains(area);
        stands || self.round.lines.iter().any(|line| line.spot.area == Some(area))
    }

    /// Lists the hands of which a ruling on the question that is open can declare one alone void.
    pub fn hands_to_void(&self) -> Vec<Area> {
        let asked = self.hold.is_some_and(|hold| hold.question == Question::Rebuildable);
        let count = G::HOUSE.areas.map_or(0, |areas| areas.count).min(u8::from(asked) * u8::MAX);
        let areas = (1..=count).map(Area).filter(|_| G::HAND_ALONE);
        areas.filter(|area| self.played_hand(*area)).collect()
    }

    /// Declares one hand void, in the round or after it: what lies or lay on it goes back, all else is as it is.
    pub(super) fn void_hand_alone(
        &mut self,
        area: Area,
        clause: Clause,
        effects: &mut Vec<Effect>,
    ) {
        self.hold = None;
        let to = Some(Place::Area(area));
        effects.push(Effect::Measure(Measure { to, ..Measure::new(Deed::VoidHand, clause) }));
        let of_hand = |line: &mut Line| line.spot.area == Some(area);
        let settled: Vec<_> = self.round.lines.extract_if(.., of_hand).collect();
        self.round.paid.retain(|(line, _)| line.spot.area != Some(area));
        if self.felt.in_round() {
            self.end_where(|wager| (wager.area == Some(area)).then_some(void(clause)), effects);
            self.drop_hand(area);
        }
        for line in settled.iter().filter(|line| line.moves_stake()) {
            let now = Line { outcome: Outcome::Void, pays: Cents::ZERO, back: line.stake, ..*line };
            effects.push(Effect::Corrected(Correction::new(line, &now, clause)));
            let start =
                Key::at(&line.spot).and_then(|key| self.round.start.find(&key, line.spot.tokens));
            if let Some(at) = start {
                self.round.start.remove(at);
            }
        }
        self.drop_out(effects);
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
        let interim = self.round.interim.min(self.round.lines.len());
        self.round.lines.drain(..interim);
        self.ask_reverse(clause, effects);
    }
}
