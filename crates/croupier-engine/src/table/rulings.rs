//! Questions that only a person can answer, and what follows from the answers.

use alloc::vec::Vec;

use crate::clause::Clause;
use crate::effect::{Correction, Effect, Line, Measure, Outcome, Refusal};
use crate::expects::Place;
use crate::game::Game;
use crate::input::{Area, Player, Source};
use crate::irregular::{Deed, NoSpare, Question, Say, Who};
use crate::money::Cents;
use crate::table::decision::Plan;
use crate::table::irregular::act;
use crate::table::round::Phase;
use crate::table::{Decision, Key, Table};
use crate::wager::{returned, void};
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
        hand: Option<Area>,
    ) -> Result<Decision<G>, Refusal> {
        let Hold { question, clause } = *hold;
        let own = matches!(question, Question::Refund(_)) && by == Some(Who::Player);
        let may = own || Say::Supervisor.has(by, G::HOUSE.cards.is_none());
        Refusal::new(clause, Why::SupervisorRules).when(!may)?;
        let Some(area) = hand else {
            return self.decided(Plan::Ruling { question, yes, clause });
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
        question: Question,
        yes: bool,
        clause: Clause,
        effects: &mut Vec<Effect>,
    ) {
        self.hold = None;
        match question {
            Question::Rebuildable if yes => self.start_rebuild(clause, effects),
            Question::Rebuildable => self.give_up_round(clause, effects),
            Question::Reverse => self.reverse(yes, clause, effects),
            Question::Disadvantaged
            | Question::Spare
            | Question::Damaged
            | Question::DeviceToCome
            | Question::Refund(_) => self.device_ruling(question, yes, clause, effects),
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

    fn device_ruling(
        &mut self,
        question: Question,
        yes: bool,
        clause: Clause,
        effects: &mut Vec<Effect>,
    ) {
        let Some(device) = &G::DEVICE else { return };
        match (question, yes) {
            (Question::Disadvantaged, true) => {
                act(Deed::EndRound, device.ends, effects);
                self.void_by(device.ends, false, effects);
                self.felt.shuffle_now();
                self.ask_reverse(device.ends, effects);
            }
            (Question::Disadvantaged, false) => self.ask(Question::Spare, clause),
            (Question::Spare, true) => self.ask(Question::Damaged, clause),
            (Question::Spare, false) => match device.no_spare {
                NoSpare::Wait(_) => self.ask(Question::DeviceToCome, clause),
                NoSpare::Shoe { .. } => self.ask_refunds(None, effects),
            },
            (Question::Damaged, true) => {
                act(Deed::Substitute, device.substitute, effects);
                act(Deed::Transfer, device.substitute, effects);
            }
            (Question::Damaged, false) => act(Deed::Transfer, device.transfer, effects),
            (Question::DeviceToCome, true) => act(Deed::Keep, clause, effects),
            (Question::DeviceToCome, false) => {
                if let NoSpare::Wait(clause) = device.no_spare {
                    act(Deed::VoidRound, clause, effects);
                    self.void_by(clause, true, effects);
                    self.felt.shuffle_now();
                }
            }
            (Question::Refund(player), yes) => {
                if let NoSpare::Shoe { refund, .. } = device.no_spare
                    && yes
                {
                    let back = returned(refund);
                    self.end_where(|wager| (wager.player == player).then_some(back), effects);
                }
                self.ask_refunds(Some(player), effects);
            }
            (Question::Rebuildable | Question::Reverse, _) => {}
        }
    }

    /// Asks the next player who has open wagers; after the last the round goes on from a shoe.
    fn ask_refunds(&mut self, asked: Option<Player>, effects: &mut Vec<Effect>) {
        let Some(NoSpare::Shoe { refund, substitute, mix, finish }) =
            G::DEVICE.as_ref().map(|device| device.no_spare)
        else {
            return;
        };
        if let Some(asked) = asked {
            self.asked.push(asked);
        }
        let mut waiting: Vec<_> = self.book.iter().map(|w| (w.since, w.player)).collect();
        waiting.sort_unstable();
        let next = waiting.iter().find(|(_, player)| !self.asked.contains(player));
        if let Some(&(_, player)) = next {
            return self.ask(Question::Refund(player), refund);
        }
        self.asked.clear();
        if !self.book.is_empty() {
            act(Deed::Substitute, substitute, effects);
            act(Deed::Mix, mix, effects);
            act(Deed::FromShoe, finish, effects);
            self.own_source = self.rules.source.replace(Source::Shoe);
        }
        self.drop_out(effects);
    }
}
