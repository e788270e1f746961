//! The draw of a promotion: who is there, what value it uses, which entries win, and what is drawn again.

use std::collections::BTreeSet;

use croupier_engine::Player;
use croupier_engine::promotions::PromotionRule as Rule;

use crate::act::PromotionAct;
use crate::answer::{Denied, Event};
use crate::floor::Floor;
use crate::floor::promotions::{Planned, changes, is_said, plainly, posted, refuse};
use crate::ledger::Account;
use crate::naming::PersonId;
use crate::promotion::{
    AwardStage, DrawInputs, DrawnEntries, PassedOver, Promotion, PromotionAward, PromotionChange,
    PromotionEntry, PromotionId, PromotionState as State, PromotionWhy as Why, RedrawReason,
    seed_commitment,
};
use crate::random::key_from;
use crate::reason::Reason;
use crate::said::Commitment;

/// After so many entries that did not win it is asked whether any entry still could.
const PATIENCE: u32 = 100;

impl Floor {
    /// Says what follows from an act about the draw of a promotion.
    pub(super) fn plan_draw(&self, by: Player, act: &PromotionAct<PersonId>) -> Planned {
        match act {
            PromotionAct::AttendDraw { promotion, value } => {
                self.plan_attend(by, *promotion, value.as_deref())
            }
            PromotionAct::DrawValue { promotion, value, published } => {
                self.plan_value(*promotion, value, *published)
            }
            PromotionAct::DrawPromotion { promotion, seed } => {
                self.plan_all_draws(*promotion, seed)
            }
            PromotionAct::ConfirmAward { promotion, award } => {
                let known = self.promotion_is(*promotion, &[State::Drawn], Rule::Scrutineer)?;
                is_scrutineer(known, by)?;
                let drawn = open_award(known, *award)?;
                if !known.wants_scrutineer(drawn) || drawn.confirmed.is_some() {
                    return Err(refuse(&known.terms, Rule::Scrutineer, Why::NothingToConfirm));
                }
                Ok(changes(*promotion, PromotionChange::Confirmed { award: *award, by }))
            }
            PromotionAct::RedrawAward { promotion, award, reason, why } => {
                self.plan_redraw((*promotion, *award), *reason, *why)
            }
            _ => Err(Denied::of(Reason::NobodyMay)),
        }
    }

    fn plan_attend(&self, by: Player, promotion: PromotionId, value: Option<&str>) -> Planned {
        let known = self.promotion_is(promotion, &[State::EntriesClosed], Rule::Scrutineer)?;
        is_scrutineer(known, by)?;
        let no = |why| Err(refuse(&known.terms, Rule::Scrutineer, why));
        if known.draw.attended.is_some() {
            return no(Why::ScrutineerIsThere);
        }
        match (value, known.terms.source) {
            (None, None) => return no(Why::ValueMissing),
            (Some(_), Some(_)) => return no(Why::OtherSource),
            (Some(""), None) => return no(Why::BadValue),
            (Some(_), None) | (None, Some(_)) => {}
        }
        let value = value.map(|value| value.to_owned().into());
        Ok(changes(promotion, PromotionChange::Attended { by, value }))
    }

    fn plan_value(&self, promotion: PromotionId, value: &str, published: Commitment) -> Planned {
        let known = self.promotion_is(promotion, &[State::EntriesClosed], Rule::Manner)?;
        if known.terms.source.is_none() {
            return Err(refuse(&known.terms, Rule::Manner, Why::OtherSource));
        }
        if known.draw.value.is_some() {
            return Err(refuse(&known.terms, Rule::Manner, Why::ValueGiven));
        }
        if value.is_empty() {
            return Err(plainly(Why::BadValue));
        }
        is_said(known, published, Rule::Manner, Why::BadValue)?;
        let value = value.to_owned().into();
        Ok(changes(promotion, PromotionChange::Valued { value, published }))
    }

    /// Draws all prizes, when everything that the draw follows from is known.
    fn plan_all_draws(&self, promotion: PromotionId, seed: &str) -> Planned {
        let known = self.promotion_is(promotion, &[State::EntriesClosed], Rule::Manner)?;
        let at = known.terms.draws.unwrap_or(u64::MAX);
        if self.now < at {
            return Err(refuse(&known.terms, Rule::Place, Why::NotYet { at }));
        }
        if known.draw_wants_scrutineer() && known.draw.attended.is_none() {
            return Err(refuse(&known.terms, Rule::Scrutineer, Why::ScrutineerMissing));
        }
        let value = known.draw.value;
        let value = value.ok_or_else(|| refuse(&known.terms, Rule::Manner, Why::ValueMissing))?;
        let closed = known.draw.closed.ok_or_else(|| plainly(Why::NoSuchEntry))?;
        let key = key_from(seed).ok_or_else(|| Denied::of(Reason::BadKey))?;
        if Some(seed_commitment(promotion.0, &key)) != known.draw.commitment {
            return Err(Denied::of(Reason::OtherKey));
        }
        let inputs = DrawInputs {
            promotion: promotion.0,
            seed: key,
            root: closed.root,
            entries: closed.entries,
            value,
        };
        let scrutineer = known.scrutineer.filter(|_| known.draw.attended.is_some());
        let seed = seed.to_owned().into();
        let mut events = changes(promotion, PromotionChange::Revealed { seed, scrutineer });
        let units = (1..).zip(&known.terms.prizes);
        let units = units.flat_map(|(number, prize)| (0..prize.count).map(move |_| number));
        events.extend(self.draw_units(known, &inputs, units));
        Ok(events)
    }

    /// Draws an entry for each of these prizes, from where the draw stands.
    fn draw_units(
        &self,
        promotion: &Promotion,
        inputs: &DrawInputs,
        prizes: impl IntoIterator<Item = u32>,
    ) -> Vec<Event> {
        let number = promotion.number;
        let mut drawn = DrawnEntries::new(inputs);
        let mut made = promotion.awards.len() as u32;
        // What was drawn before is drawn once more, and left.
        drawn.by_ref().take(promotion.awards.len()).for_each(drop);
        let mut out = Out::of(promotion);
        let mut events = Vec::new();
        for prize in prizes {
            let mut passed_over = 0;
            let winner = loop {
                if passed_over % PATIENCE == 0 && !self.anybody_left(promotion, &out) {
                    break None;
                }
                let Some(entry) = drawn.next().and_then(|at| promotion.entries.get(at)) else {
                    break None;
                };
                made += 1;
                let passed = self.passes_over(promotion, &entry, &out);
                let (award, who) = (made, entry.who);
                let change =
                    PromotionChange::Drawn { award, prize, entry: entry.number, who, passed };
                events.extend(changes(number, change));
                match passed {
                    Some(_) => passed_over += 1,
                    None => break Some(entry),
                }
            };
            let Some(winner) = winner else {
                events.extend(changes(number, PromotionChange::Undrawn { prize }));
                continue;
            };
            out.take(&winner);
            if let Some(prize) = promotion.terms.prize(prize).filter(|prize| prize.is_cash()) {
                let fund = Account::PromotionFund(number);
                events.push(posted(fund, Account::PromotionPrizes(number), prize.value));
            }
        }
        events
    }

    /// Says why an entry that was drawn does not win, if it does not.
    fn passes_over(
        &self,
        promotion: &Promotion,
        entry: &PromotionEntry,
        out: &Out,
    ) -> Option<PassedOver> {
        if promotion.entries.is_removed(entry) {
            return Some(PassedOver::Removed);
        }
        let person = Self::entrant_person(entry.who);
        let kept_out = |person: Player| {
            let known = self.people.get(person);
            known.is_none_or(|known| known.excluded) || !self.people.plays(person)
        };
        if person.is_some_and(kept_out) {
            return Some(PassedOver::Excluded);
        }
        let has_won =
            promotion.terms.one_each && person.is_some_and(|it| out.winners.contains(&it));
        match has_won || out.entries.contains(&entry.number) {
            true => Some(PassedOver::HasWon),
            false => None,
        }
    }

    /// Tells whether any entry could still win.
    fn anybody_left(&self, promotion: &Promotion, out: &Out) -> bool {
        let closed = promotion.draw.closed.map_or(0, |closed| closed.entries);
        let entries = promotion.entries.iter().take(closed as usize);
        entries.into_iter().any(|entry| self.passes_over(promotion, &entry, out).is_none())
    }

    fn plan_redraw(
        &self,
        (promotion, award): (PromotionId, u32),
        reason: RedrawReason,
        why: Commitment,
    ) -> Planned {
        let known = self.promotion_is(promotion, &[State::Drawn, State::Awarded], Rule::Manner)?;
        let drawn = known.award(award).ok_or_else(|| plainly(Why::NoSuchAward))?;
        let absent = known.terms.presence == Some(true) && drawn.present == Some(false);
        let sound = match (reason, drawn.stage) {
            (RedrawReason::Absent, AwardStage::Open) => absent,
            (RedrawReason::Refused, AwardStage::Refused) => true,
            (RedrawReason::Unclaimed | RedrawReason::Declined, AwardStage::Open) => true,
            _ => false,
        };
        if !sound {
            return Err(refuse(&known.terms, Rule::Claiming, Why::NoReasonToRedraw));
        }
        is_said(known, why, Rule::Refuse, Why::NoReasonToRedraw)?;
        let inputs = known.draw_inputs().ok_or_else(|| plainly(Why::ValueMissing))?;
        let mut events = Vec::new();
        let prize = known.terms.prize(drawn.prize).filter(|prize| prize.is_cash());
        if let Some(prize) = prize.filter(|_| drawn.is_open()) {
            let fund = Account::PromotionFund(promotion);
            events.push(posted(Account::PromotionPrizes(promotion), fund, prize.value));
        }
        events.extend(changes(promotion, PromotionChange::Redrawn { award, reason, why }));
        events.extend(self.draw_units(known, &inputs, [drawn.prize]));
        Ok(events)
    }
}

/// Entries that were drawn already, and who has won.
struct Out {
    entries: BTreeSet<u32>,
    winners: BTreeSet<Player>,
}

impl Out {
    fn of(promotion: &Promotion) -> Self {
        // An entry that was removed or whose person was kept out when it was drawn is asked about again.
        let drawn = promotion.awards.iter().filter(|award| !is_passed_over(award));
        let (entries, winners) = (drawn.clone().map(|award| award.entry).collect(), {
            let won = drawn.filter(|award| !award.is_free());
            won.filter_map(|award| Floor::entrant_person(award.who)).collect()
        });
        Self { entries, winners }
    }

    fn take(&mut self, entry: &PromotionEntry) {
        self.entries.insert(entry.number);
        self.winners.extend(Floor::entrant_person(entry.who));
    }
}

const fn is_passed_over(award: &PromotionAward) -> bool {
    matches!(award.stage, AwardStage::PassedOver(_))
}

/// Makes sure that somebody is the scrutineer of a promotion.
fn is_scrutineer(promotion: &Promotion, by: Player) -> Result<(), Denied> {
    match promotion.scrutineer == Some(by) {
        true => Ok(()),
        false => Err(refuse(&promotion.terms, Rule::Scrutineer, Why::NotTheScrutineer)),
    }
}

/// Finds an award whose prize is still to be handed over.
pub(super) fn open_award(promotion: &Promotion, award: u32) -> Result<&PromotionAward, Denied> {
    let found = promotion.award(award).ok_or_else(|| plainly(Why::NoSuchAward))?;
    match found.is_open() {
        true => Ok(found),
        false => Err(plainly(Why::AwardIsOver)),
    }
}
