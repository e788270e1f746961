//! A shuffling device that fails in a round: the questions that a person answers, and the steps that follow.
//!
//! A sheet may ask the conditions together, and do all that follows at once. Where a table is set up for it, each
//! condition is asked apart, the devices have numbers, damaged cards are told by their faces, and each step is
//! confirmed in the order of the rules.

use alloc::vec::Vec;

use crate::card::Card;
use crate::clause::Clause;
use crate::effect::{Effect, Measure, Refusal};
use crate::expects::DueRepair;
use crate::game::Game;
use crate::input::{Choice, Input, Player, Repair, Source, Spot};
use crate::irregular::{Deed, Device, DeviceNumber, Irregularity, NoSpare, Question};
use crate::table::decision::Plan;
use crate::table::irregular::act;
use crate::table::{Decision, Table};
use crate::wager::{On as _, returned};
use crate::why::Why;

/// What is known of a fault while it is dealt with step by step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Fault {
    /// The device that failed.
    device: Option<DeviceNumber>,
    /// The device that takes its place; `None` while there is none, or the round is finished from a shoe.
    spare: Option<DeviceNumber>,
    /// The step that must be confirmed next.
    pub(super) due: Option<DueRepair>,
    /// The damaged cards that were taken out and not replaced.
    removed: Vec<Card>,
    /// The wagers whose players were asked.
    asked: Vec<Spot>,
}

crate::stored! { struct Fault { device, spare, due, removed, asked } }

impl<G: Game> Table<G> {
    /// Begins the questions about a device that fails.
    pub(super) fn ask_device(
        &mut self,
        it: &Irregularity,
        clause: Clause,
        effects: &mut Vec<Effect>,
    ) {
        match &G::DEVICE {
            Some(device) if self.rules.step_by_step => {
                self.fault = Fault { device: it.device, ..Fault::default() };
                self.device = it.device;
                tell(Deed::Fails, None, it.device, device.fails, effects);
                self.ask(Question::Disadvantaged, device.disadvantage);
            }
            Some(_) | None => self.ask(Question::Disadvantaged, clause),
        }
    }

    /// Checks that a fault names its device, where the table asks for that.
    pub(super) fn check_fault(&self, it: &Irregularity) -> Result<(), Refusal> {
        let Some(device) = &G::DEVICE else { return Ok(()) };
        let unnamed = self.rules.step_by_step && it.device.is_none();
        Refusal::new(device.fails, Why::NoDeviceNamed).when(unnamed)
    }

    /// Checks that a yes names the other device, where the question is about one.
    pub(super) fn check_spare(
        &self,
        question: Question,
        yes: bool,
        spare: Option<DeviceNumber>,
    ) -> Result<(), Refusal> {
        let Some(device) = G::DEVICE.filter(|_| self.rules.step_by_step) else { return Ok(()) };
        if !yes || !question.wants_device() {
            return Ok(());
        }
        Refusal::new(device.spare, Why::NoDeviceNamed).when(spare.is_none())?;
        Refusal::new(device.spare, Why::SameDevice).when(spare == self.fault.device)
    }

    /// Takes a ruling on a question about the device.
    pub(super) fn device_ruling(
        &mut self,
        (question, yes): (Question, bool),
        spare: Option<DeviceNumber>,
        clause: Clause,
        effects: &mut Vec<Effect>,
    ) {
        let Some(device) = &G::DEVICE else { return };
        match (question, yes) {
            (Question::Disadvantaged, true) => {
                self.fault = Fault::default();
                act(Deed::EndRound, device.ends, effects);
                self.void_by(device.ends, false, effects);
                self.felt.shuffle_now();
                self.ask_reverse(device.ends, effects);
            }
            (Question::DeviceToCome, false) => {
                if let NoSpare::Wait(clause) = device.no_spare {
                    self.fault = Fault::default();
                    act(Deed::VoidRound, clause, effects);
                    self.void_by(clause, true, effects);
                    self.felt.shuffle_now();
                }
            }
            (question, yes) if self.rules.step_by_step => {
                self.ruling_by_step((question, yes), spare, device, effects);
            }
            (question, yes) => self.ruling_in_one((question, yes), clause, device, effects),
        }
    }

    /// Takes a ruling where the conditions are asked together.
    fn ruling_in_one(
        &mut self,
        (question, yes): (Question, bool),
        clause: Clause,
        device: &Device,
        effects: &mut Vec<Effect>,
    ) {
        match (question, yes) {
            (Question::Disadvantaged, _) => self.ask(Question::Spare, clause),
            (Question::Spare, true) => self.ask(Question::Damaged, clause),
            (Question::Spare, false) => match device.no_spare {
                NoSpare::Wait(_) => self.ask(Question::DeviceToCome, clause),
                NoSpare::Shoe { .. } => self.ask_refunds(None, effects),
            },
            (Question::Damaged, true) => {
                act(Deed::Substitute, device.damaged, effects);
                act(Deed::Transfer, device.damaged, effects);
            }
            (Question::Damaged, false) => act(Deed::Transfer, device.transfer, effects),
            (Question::DeviceToCome, _) => act(Deed::Keep, clause, effects),
            (Question::Refund(player), yes) => {
                if let NoSpare::Shoe { refund, .. } = device.no_spare
                    && yes
                {
                    let back = returned(refund);
                    self.end_where(|wager| (wager.player == player).then_some(back), effects);
                }
                self.ask_refunds(Some(player), effects);
            }
            (Question::SpareAtHand | Question::Practicable | Question::RefundWager(_), _)
            | (Question::Rebuildable | Question::Reverse, _) => {}
        }
    }

    /// Takes a ruling where each condition is asked apart.
    fn ruling_by_step(
        &mut self,
        (question, yes): (Question, bool),
        spare: Option<DeviceNumber>,
        device: &Device,
        effects: &mut Vec<Effect>,
    ) {
        match (question, yes) {
            (Question::Disadvantaged, _) => self.ask(Question::SpareAtHand, device.spare),
            (Question::SpareAtHand, true) => {
                self.take_spare(spare, device, effects);
                self.ask(Question::Practicable, device.practicable);
            }
            (Question::Practicable, true) => self.ask(Question::Damaged, device.damaged),
            (Question::SpareAtHand | Question::Practicable, false) => {
                self.fault.spare = None;
                match device.no_spare {
                    NoSpare::Wait(_) => self.ask(Question::DeviceToCome, device.spare),
                    NoSpare::Shoe { .. } => self.ask_each(effects),
                }
            }
            (Question::Damaged, yes) => self.begin_repair(yes, effects),
            (Question::DeviceToCome, _) => {
                act(Deed::Keep, device.spare, effects);
                self.take_spare(spare, device, effects);
                self.ask(Question::Damaged, device.damaged);
            }
            (Question::RefundWager(spot), yes) => {
                if let NoSpare::Shoe { refund, .. } = device.no_spare
                    && yes
                {
                    self.return_with_followers(&spot, refund, effects);
                }
                self.fault.asked.push(spot);
                self.ask_each(effects);
            }
            (Question::Spare | Question::Refund(_), _)
            | (Question::Rebuildable | Question::Reverse, _) => {}
        }
    }

    /// Takes note of the device that takes the place of the one that failed.
    fn take_spare(
        &mut self,
        spare: Option<DeviceNumber>,
        device: &Device,
        effects: &mut Vec<Effect>,
    ) {
        self.fault.spare = spare;
        tell(Deed::Spare, None, spare, device.spare, effects);
    }

    /// Asks the next player who has open wagers; after the last the round goes on from a shoe.
    fn ask_refunds(&mut self, asked: Option<Player>, effects: &mut Vec<Effect>) {
        let Some(NoSpare::Shoe { refund, substitute, .. }) =
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
        }
        self.finish_from_shoe(effects);
    }

    /// Asks about the next wager that stands, in the order of placement. A wager that a choice placed is not asked
    /// about: it goes with the one that it follows.
    fn ask_each(&mut self, effects: &mut Vec<Effect>) {
        let Some(NoSpare::Shoe { refund, substitute, .. }) =
            G::DEVICE.as_ref().map(|device| device.no_spare)
        else {
            return;
        };
        let spots = self.book.iter().filter(|wager| followed::<G>(wager.on).is_none());
        let spots = spots.map(|wager| (wager.since, Spot { tokens: false, ..wager.spot() }));
        let waiting = spots.filter(|(_, spot)| !self.fault.asked.contains(spot));
        if let Some((_, spot)) = waiting.min_by_key(|(since, _)| *since) {
            return self.ask(Question::RefundWager(spot), refund);
        }
        if self.book.is_empty() {
            self.fault = Fault::default();
            return self.drop_out(effects);
        }
        self.ask(Question::Damaged, substitute);
    }

    /// Gives a wager back, chips and tokens, with those that need or follow it.
    fn return_with_followers(&mut self, spot: &Spot, clause: Clause, effects: &mut Vec<Effect>) {
        let goes = |wager: &crate::wager::Wager<G::On>| {
            let on = wager.on.id();
            let own = on == spot.on && wager.mark == spot.mark;
            let needs = G::needs(wager.on).is_some_and(|(base, _)| base.id() == spot.on);
            let follows = followed::<G>(wager.on).is_some_and(|base| base.id() == spot.on);
            let there = wager.player == spot.player && wager.area == spot.area;
            (there && (own || needs || follows)).then_some(returned(clause))
        };
        self.end_where(goes, effects);
    }

    /// Has damaged cards listed and replaced; without any, the cards are moved.
    fn begin_repair(&mut self, damaged: bool, effects: &mut Vec<Effect>) {
        match (damaged, self.fault.spare) {
            (true, _) => self.fault.due = Some(DueRepair::Remove),
            (false, Some(_)) => self.fault.due = Some(DueRepair::Transfer),
            (false, None) => self.finish_from_shoe(effects),
        }
    }

    /// Has what is left in the device shuffled and cut, and the round finished from a shoe.
    fn finish_from_shoe(&mut self, effects: &mut Vec<Effect>) {
        if let Some(NoSpare::Shoe { mix, finish, .. }) = G::DEVICE.map(|device| device.no_spare)
            && !self.book.is_empty()
        {
            act(Deed::Mix, mix, effects);
            act(Deed::FromShoe, finish, effects);
            self.own_source = self.rules.source.replace(Source::Shoe);
            self.device = None;
        }
        self.fault = Fault::default();
        self.drop_out(effects);
    }

    /// Plans an input while a step about the device is due: nothing else is taken.
    pub(super) fn plan_in_repair(
        &self,
        due: DueRepair,
        input: &Input,
    ) -> Result<Decision<G>, Refusal> {
        let Some(device) = &G::DEVICE else { return Err(Self::absent()) };
        let Input::Repair(repair) = *input else {
            return Err(self.refuses_in_repair(due));
        };
        let takes_discard = self.check_repair(due, repair, device)?;
        self.decided(Plan::Repair { repair, takes_discard })
    }

    /// Refuses a step about a device of which nobody has said that it failed.
    pub(super) fn refuses_repair() -> Refusal {
        match &G::DEVICE {
            Some(device) => Refusal::new(device.applies, Why::NoDeviceFailed),
            None => Self::absent(),
        }
    }

    /// Refuses whatever is no step about the device while one is due.
    pub(super) fn refuses_in_repair(&self, due: DueRepair) -> Refusal {
        let device = G::DEVICE.as_ref();
        let clause = device.map_or(G::HOUSE.means, |device| self.repair_clause(due, device));
        Refusal::new(clause, Why::RepairIsOpen)
    }

    /// Checks a step; tells whether it is about a card of which only discards are left.
    fn check_repair(
        &self,
        due: DueRepair,
        repair: Repair,
        device: &Device,
    ) -> Result<bool, Refusal> {
        let from_shoe = self.fault.spare.is_none();
        let clause = self.repair_clause(due, device);
        let none_listed = self.fault.removed.is_empty();
        match (repair, due) {
            (Repair::Remove(card), DueRepair::Remove) => self.check_removal(card),
            (Repair::PutBack(card), DueRepair::Remove) => {
                let there = self.fault.removed.contains(&card);
                Refusal::new(clause, Why::NotTakenOut).when(!there).map(|()| false)
            }
            (Repair::Transfer, DueRepair::Transfer) => Ok(false),
            (Repair::Transfer, DueRepair::Remove) if !from_shoe => {
                Refusal::new(clause, Why::ListDamagedFirst).when(none_listed).map(|()| false)
            }
            (Repair::Substitute(card), DueRepair::Substitute) => {
                let same = self.fault.removed.contains(&card);
                Refusal::new(clause, Why::NotTheSameFace).when(!same).map(|()| false)
            }
            (Repair::Substitute(_), DueRepair::Remove) if none_listed => {
                Err(Refusal::new(clause, Why::ListDamagedFirst))
            }
            (Repair::Substitute(card), DueRepair::Remove) if from_shoe => {
                let same = self.fault.removed.contains(&card);
                Refusal::new(clause, Why::NotTheSameFace).when(!same).map(|()| false)
            }
            (Repair::Substitute(_), DueRepair::Remove | DueRepair::Transfer) => {
                Err(Refusal::new(device.sound, Why::TransferFirst))
            }
            (Repair::Transfer, DueRepair::Remove) => {
                let clause = match device.no_spare {
                    NoSpare::Shoe { applies, .. } => applies,
                    NoSpare::Wait(_) => clause,
                };
                Err(Refusal::new(clause, Why::NoOtherDevice))
            }
            (Repair::Remove(_) | Repair::PutBack(_), DueRepair::Transfer)
            | (Repair::Remove(_) | Repair::PutBack(_), DueRepair::Substitute)
            | (Repair::Transfer, DueRepair::Substitute) => {
                Err(Refusal::new(clause, Why::RepairIsOpen))
            }
        }
    }

    /// Checks that the device holds one more card of this face than was taken out of it.
    fn check_removal(&self, card: Card) -> Result<bool, Refusal> {
        let Some(cards) = &G::HOUSE.cards else { return Err(Self::absent()) };
        let out = self.fault.removed.iter().filter(|&&other| other == card).count();
        let (source, discards) = self.shoe.off_felt(card);
        Refusal::new(cards.clause, Why::CardIsGone).when(out >= source + discards)?;
        Ok(out >= source)
    }

    /// Names the clause of the step that is due.
    fn repair_clause(&self, due: DueRepair, device: &Device) -> Clause {
        match (due, self.fault.spare, device.no_spare) {
            (_, None, NoSpare::Shoe { substitute, .. }) => substitute,
            (DueRepair::Remove, ..) => device.remove,
            (DueRepair::Transfer, ..) => device.transfer,
            (DueRepair::Substitute, ..) => device.substitute,
        }
    }

    /// Does a step about the device.
    pub(super) fn repair(&mut self, repair: Repair, effects: &mut Vec<Effect>) {
        let (Some(device), Some(due)) = (&G::DEVICE, self.fault.due) else { return };
        let clause = self.repair_clause(due, device);
        let spare = self.fault.spare;
        match repair {
            Repair::Remove(card) => {
                self.fault.removed.push(card);
                tell(Deed::Remove, Some(card), self.fault.device, clause, effects);
            }
            Repair::PutBack(card) => {
                self.take_out(card);
                tell(Deed::Keep, Some(card), self.fault.device, clause, effects);
            }
            Repair::Transfer if due == DueRepair::Transfer => {
                tell(Deed::Transfer, None, spare, clause, effects);
                (self.device, self.fault) = (spare, Fault::default());
            }
            Repair::Transfer => {
                tell(Deed::Transfer, None, spare, device.sound, effects);
                self.fault.due = Some(DueRepair::Substitute);
            }
            Repair::Substitute(card) => {
                self.take_out(card);
                tell(Deed::Substitute, Some(card), spare, clause, effects);
                if !self.fault.removed.is_empty() {
                    return;
                }
                if spare.is_none() {
                    return self.finish_from_shoe(effects);
                }
                act(Deed::GoOn, device.goes_on, effects);
                (self.device, self.fault) = (spare, Fault::default());
            }
        }
    }

    /// Takes a card off the list of those that were removed.
    fn take_out(&mut self, card: Card) {
        if let Some(at) = self.fault.removed.iter().position(|&other| other == card) {
            self.fault.removed.remove(at);
        }
    }

    /// Returns the number of the shuffling device in use, if it was ever said.
    pub const fn device(&self) -> Option<DeviceNumber> {
        self.device
    }

    /// Returns the device that takes the place of the one that failed, while that is going on.
    pub const fn spare(&self) -> Option<DeviceNumber> {
        self.fault.spare
    }

    /// Lists the damaged cards that were taken out and are not replaced yet.
    pub fn removed(&self) -> &[Card] {
        &self.fault.removed
    }
}

/// Names the wager that one placed by a choice follows.
fn followed<G: Game>(on: G::On) -> Option<G::On> {
    let follow = |&choice: &Choice| G::follow_up(choice).filter(|(placed, _)| *placed == on);
    Choice::ALL.iter().find_map(follow).map(|(_, base)| base)
}

/// Says what is done with a card or a device.
fn tell(
    deed: Deed,
    card: Option<Card>,
    device: Option<DeviceNumber>,
    clause: Clause,
    effects: &mut Vec<Effect>,
) {
    effects.push(Effect::Measure(Measure { card, device, ..Measure::new(deed, clause) }));
}
