//! The draw of a promotion: who is there, what value it uses, which entries win, and what is drawn again.

use std::collections::BTreeSet;

use croupier_engine::Player;
use croupier_engine::promotions::PromotionRule as Rule;

use crate::answer::{Denied, Event};
use crate::floor::Floor;
use crate::floor::promotions::{Planned, changes, is_said, plainly, posted, refuse};
use crate::ledger::Account;
use crate::promotion::{
    AwardStage, DrawInputs, DrawnEntries, PATIENCE, PassedOver, Promotion, PromotionAward,
    PromotionChange, PromotionEntry, PromotionId, PromotionState as State, PromotionWhy as Why,
    RedrawReason, RefusedClaim, seed_commitment, value_of, value_seal,
};
use crate::random::{Key, hex, key_from};
use crate::reason::Reason;
use crate::said::Commitment;

impl Floor {
    pub(super) fn plan_confirm(&self, by: Player, promotion: PromotionId, award: u32) -> Planned {
        let known = self.promotion_is(promotion, &[State::Drawn], Rule::Scrutineer)?;
        is_scrutineer(known, by)?;
        let drawn = open_award(known, award)?;
        if !known.wants_scrutineer(drawn) || drawn.confirmed.is_some() {
            return Err(refuse(&known.terms, Rule::Scrutineer, Why::NothingToConfirm));
        }
        Ok(changes(promotion, PromotionChange::Confirmed { award, by }))
    }

    /// Makes sure that it is time for the draw: before that nobody gives a value, so that nobody knows for days who wins.
    fn check_draw_is_due(&self, promotion: &Promotion) -> Result<(), Denied> {
        let at = promotion.terms.draws.unwrap_or(u64::MAX);
        match self.now >= at {
            true => Ok(()),
            false => Err(refuse(&promotion.terms, Rule::Place, Why::NotYet { at })),
        }
    }

    pub(super) fn plan_attend(
        &self,
        by: Player,
        promotion: PromotionId,
        (value, root): (Option<&str>, Option<&str>),
    ) -> Planned {
        let known = self.promotion_is(promotion, &[State::EntriesClosed], Rule::Scrutineer)?;
        is_scrutineer(known, by)?;
        self.check_draw_is_due(known)?;
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
        let closed = known.draw.closed.map(|closed| closed.root.0);
        if root.is_some_and(|root| key_from(root) != closed) {
            return no(Why::OtherRoot);
        }
        let opens = |sealed: &String| {
            value.and_then(key_from).is_some_and(|it| value_seal(promotion.0, &it) == *sealed)
        };
        if !known.draw.sealed.as_ref().is_none_or(opens) {
            return no(Why::NotWhatWasSealed);
        }
        let value = value.map(|value| value.to_ascii_lowercase().into());
        Ok(changes(promotion, PromotionChange::Attended { by, value }))
    }

    /// The scrutineer seals a value: whoever drops it afterwards gets no other one.
    pub(super) fn plan_seal(&self, by: Player, promotion: PromotionId, sealed: &str) -> Planned {
        let states = [State::Running, State::EntriesClosed];
        let known = self.promotion_is(promotion, &states, Rule::Scrutineer)?;
        is_scrutineer(known, by)?;
        let no = |why| Err(refuse(&known.terms, Rule::Scrutineer, why));
        if known.terms.source.is_some() {
            return no(Why::OtherSource);
        }
        if known.draw.value.is_some() {
            return no(Why::ValueGiven);
        }
        if known.draw.sealed.is_some() {
            return no(Why::ValueSealed);
        }
        if key_from(sealed).is_none() {
            return no(Why::BadValue);
        }
        let sealed = sealed.to_ascii_lowercase().into();
        Ok(changes(promotion, PromotionChange::Sealed { sealed, by }))
    }

    pub(super) fn plan_value(&self, promotion: PromotionId, published: &str) -> Planned {
        let known = self.promotion_is(promotion, &[State::EntriesClosed], Rule::Manner)?;
        self.check_draw_is_due(known)?;
        if known.terms.source.is_none() {
            return Err(refuse(&known.terms, Rule::Manner, Why::OtherSource));
        }
        if known.draw.value.is_some() {
            return Err(refuse(&known.terms, Rule::Manner, Why::ValueGiven));
        }
        if published.trim().is_empty() || published.len() > LONGEST_PUBLISHED {
            return Err(refuse(&known.terms, Rule::Manner, Why::BadValue));
        }
        let (value, published) = (hex(&value_of(published)).into(), published.to_owned().into());
        Ok(changes(promotion, PromotionChange::Valued { value, published }))
    }

    /// Shows the seed of a promotion that was cancelled.
    pub(super) fn plan_show_seed(&self, promotion: PromotionId, seed: &str) -> Planned {
        let known = self.promotion_is(promotion, &[State::Cancelled], Rule::Compromised)?;
        if known.draw.seed.is_some() {
            return Err(plainly(Why::SeedIsShown));
        }
        check_seed(known, seed)?;
        let seed = seed.to_ascii_lowercase().into();
        Ok(changes(promotion, PromotionChange::SeedShown { seed }))
    }

    /// Draws all prizes, when everything that the draw follows from is known.
    pub(super) fn plan_all_draws(&self, promotion: PromotionId, seed: &str) -> Planned {
        let known = self.promotion_is(promotion, &[State::EntriesClosed], Rule::Manner)?;
        self.check_draw_is_due(known)?;
        if known.draw_wants_scrutineer() && known.draw.attended.is_none() {
            return Err(refuse(&known.terms, Rule::Scrutineer, Why::ScrutineerMissing));
        }
        let value = known.draw.value;
        let value = value.ok_or_else(|| refuse(&known.terms, Rule::Manner, Why::ValueMissing))?;
        let closed = known.draw.closed.ok_or_else(|| plainly(Why::NoSuchEntry))?;
        let key = check_seed(known, seed)?;
        let inputs = DrawInputs {
            promotion: promotion.0,
            seed: key,
            root: closed.root,
            entries: closed.entries,
            value,
        };
        let scrutineer = known.scrutineer.filter(|_| known.draw.attended.is_some());
        let seed = seed.to_ascii_lowercase().into();
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
        let kept_out = |person: Player| !self.may_win(promotion, person);
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

    /// Tells whether a prize may be drawn again: its winner had to be there and was not; was told and does not want it; could
    /// not be reached, or has not come, in the days that the order gives; or was denied it, was told so, and disputes nothing.
    fn is_reason_to_redraw(
        &self,
        promotion: &Promotion,
        award: &PromotionAward,
        reason: RedrawReason,
    ) -> bool {
        let must_be_there = promotion.terms.presence == Some(true);
        let is_open = award.is_open();
        match reason {
            RedrawReason::Absent => is_open && must_be_there && award.present == Some(false),
            RedrawReason::Declined => is_open && award.is_known(),
            RedrawReason::Unclaimed => {
                let until = award.at.saturating_add(promotion.terms.strictest().notify_within);
                is_open && !must_be_there && !award.attempts.is_empty() && self.now >= until
            }
            RedrawReason::Refused => {
                let of_award = |claim: &&RefusedClaim| claim.award == Some(award.number);
                let mut claims = promotion.claims.iter().filter(of_award);
                award.stage == AwardStage::Refused
                    && claims.all(|claim| claim.told.is_some())
                    && promotion.disputes.iter().all(|dispute| dispute.told.is_some())
            }
        }
    }

    pub(super) fn plan_redraw(
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
        match self.is_reason_to_redraw(known, drawn, reason) {
            true => Ok((known, drawn)),
            false => Err(refuse(&known.terms, Rule::Claiming, Why::NoReasonToRedraw)),
        }
    }
}

/// What a public source has published is no longer than this, in bytes.
const LONGEST_PUBLISHED: usize = 1000;

/// Makes sure that a seed is that to which the house is committed.
fn check_seed(promotion: &Promotion, seed: &str) -> Result<Key, Denied> {
    let key = key_from(seed).ok_or_else(|| Denied::of(Reason::BadKey))?;
    match promotion.draw.commitment.as_ref() == Some(&seed_commitment(promotion.number.0, &key)) {
        true => Ok(key),
        false => Err(Denied::of(Reason::OtherKey)),
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
        // Whoever was drawn, and does not get the prize, does not get another either where nobody may win two.
        let drawn = || promotion.awards.iter().filter(|award| !is_passed_over(award));
        Self {
            numbers,
            entries: inputs.entries,
            made: promotion.awards.len() as u32,
            left: None,
            drawn: drawn().map(|award| award.entry).collect(),
            winners: drawn().filter_map(|award| Floor::entrant_person(award.who)).collect(),
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
