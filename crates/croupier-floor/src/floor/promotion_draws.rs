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
    AwardStage, DrawInputs, DrawnEntries, PATIENCE, PassedOver, Promotion, PromotionAward,
    PromotionChange, PromotionEntry, PromotionId, PromotionState as State, PromotionWhy as Why,
    RedrawReason, seed_commitment,
};
use crate::random::key_from;
use crate::reason::Reason;
use crate::said::Commitment;

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
        let mut barrel = Barrel::of(promotion, inputs);
        let mut events = Vec::new();
        for prize in prizes {
            let Some(winner) = self.draw_one(promotion, &mut barrel, prize, &mut events) else {
                events.extend(changes(number, PromotionChange::Undrawn { prize }));
                continue;
            };
            barrel.take(&winner);
            if let Some(prize) = promotion.terms.prize(prize).filter(|prize| prize.is_cash()) {
                let fund = Account::PromotionFund(number);
                events.push(posted(fund, Account::PromotionPrizes(number), prize.value));
            }
        }
        events
    }

    /// Draws for one prize until an entry wins it; `None` if none can.
    fn draw_one(
        &self,
        promotion: &Promotion,
        barrel: &mut Barrel,
        prize: u32,
        events: &mut Vec<Event>,
    ) -> Option<PromotionEntry> {
        for tried in 0.. {
            if tried == PATIENCE {
                let all = promotion.entries.iter().take(barrel.entries as usize);
                let left = all.filter(|it| self.passes_over(promotion, it, barrel).is_none());
                barrel.left = Some(left.map(|entry| entry.number).collect());
            }
            let (at, left) = barrel.next()?;
            let entry = promotion.entries.get(at)?;
            barrel.made += 1;
            let passed = self.passes_over(promotion, &entry, barrel);
            let (award, entry_number, who) = (barrel.made, entry.number, entry.who);
            let change =
                PromotionChange::Drawn { award, prize, entry: entry_number, who, left, passed };
            events.extend(changes(promotion.number, change));
            if passed.is_none() {
                return Some(entry);
            }
        }
        None
    }

    /// Says why an entry cannot win whatever was drawn before, if it cannot: it or its person was removed, or the person
    /// is kept out by now.
    pub fn cannot_win(&self, promotion: &Promotion, entry: &PromotionEntry) -> Option<PassedOver> {
        if promotion.entries.is_removed(entry) {
            return Some(PassedOver::Removed);
        }
        let kept_out = |person: Player| {
            let known = self.people.get(person);
            known.is_none_or(|known| known.excluded) || !self.people.plays(person)
        };
        Self::entrant_person(entry.who).is_some_and(kept_out).then_some(PassedOver::Excluded)
    }

    /// Says why an entry that was drawn does not win, if it does not.
    fn passes_over(
        &self,
        promotion: &Promotion,
        entry: &PromotionEntry,
        barrel: &Barrel,
    ) -> Option<PassedOver> {
        let cannot = self.cannot_win(promotion, entry);
        if cannot.is_some() {
            return cannot;
        }
        let person = Self::entrant_person(entry.who);
        let has_won =
            promotion.terms.one_each && person.is_some_and(|it| barrel.winners.contains(&it));
        match has_won || barrel.drawn.contains(&entry.number) {
            true => Some(PassedOver::HasWon),
            false => None,
        }
    }

    fn plan_redraw(
        &self,
        (promotion, award): (PromotionId, u32),
        reason: RedrawReason,
        why: Commitment,
    ) -> Planned {
        let (known, drawn) = self.check_redraw(promotion, award, reason)?;
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

    /// Makes sure that there is a reason to draw a prize again.
    pub(super) fn check_redraw(
        &self,
        promotion: PromotionId,
        award: u32,
        reason: RedrawReason,
    ) -> Result<(&Promotion, &PromotionAward), Denied> {
        let known = self.promotion_is(promotion, &[State::Drawn, State::Awarded], Rule::Manner)?;
        let drawn = known.award(award).ok_or_else(|| plainly(Why::NoSuchAward))?;
        let absent = known.terms.presence == Some(true) && drawn.present == Some(false);
        let sound = match (reason, drawn.stage) {
            (RedrawReason::Absent, AwardStage::Open) => absent,
            (RedrawReason::Refused, AwardStage::Refused) => true,
            (RedrawReason::Unclaimed | RedrawReason::Declined, AwardStage::Open) => true,
            _ => false,
        };
        match sound {
            true => Ok((known, drawn)),
            false => Err(refuse(&known.terms, Rule::Claiming, Why::NoReasonToRedraw)),
        }
    }
}

/// What is drawn from: the numbers of the draw, from where it stands, and what does not win any more.
struct Barrel {
    numbers: DrawnEntries,
    /// How many entries there are.
    entries: u32,
    /// How many were drawn.
    made: u32,
    /// Those that are left, when others were put aside.
    left: Option<Vec<u32>>,
    /// Entries that were drawn and not passed over.
    drawn: BTreeSet<u32>,
    /// Who has won.
    winners: BTreeSet<Player>,
}

impl Barrel {
    fn of(promotion: &Promotion, inputs: &DrawInputs) -> Self {
        let mut numbers = DrawnEntries::new(inputs);
        for award in &promotion.awards {
            // What was drawn before is drawn once more, and left.
            numbers.up_to(award.left.unwrap_or(inputs.entries));
        }
        // An entry that was removed or whose person was kept out when it was drawn is asked about again.
        let drawn = || promotion.awards.iter().filter(|award| !is_passed_over(award));
        let won = drawn().filter(|award| !award.is_free());
        Self {
            numbers,
            entries: inputs.entries,
            made: promotion.awards.len() as u32,
            left: None,
            drawn: drawn().map(|award| award.entry).collect(),
            winners: won.filter_map(|award| Floor::entrant_person(award.who)).collect(),
        }
    }

    /// Draws the next entry, from all or from those that are left.
    fn next(&mut self) -> Option<(u32, Option<u32>)> {
        let Some(left) = &self.left else {
            return Some((self.numbers.up_to(self.entries)?, None));
        };
        let count = left.len() as u32;
        let at = self.numbers.up_to(count)?;
        Some((*left.get(at as usize - 1)?, Some(count)))
    }

    /// Takes an entry out that has won.
    fn take(&mut self, entry: &PromotionEntry) {
        self.drawn.insert(entry.number);
        self.winners.extend(Floor::entrant_person(entry.who));
        if let Some(left) = &mut self.left {
            left.retain(|number| *number != entry.number);
        }
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
