//! A promotion whose integrity is in doubt: it is postponed or cancelled, the inspectorate is told, and it goes on only
//! after an inspector has agreed.

use croupier_engine::Player;
use croupier_engine::promotions::PromotionRule as Rule;

use crate::answer::Denied;
use crate::floor::Floor;
use crate::floor::promotions::{ON, Planned, changes, posted, refuse};
use crate::ledger::Account;
use crate::promotion::{
    Promotion, PromotionChange, PromotionId, PromotionState as State, PromotionWhy as Why,
};
use crate::reason::Reason;
use crate::said::Commitment;

impl Floor {
    pub(super) fn plan_postpone(
        &self,
        by: Player,
        promotion: PromotionId,
        why: Commitment,
    ) -> Planned {
        let known = self.promotion_is(promotion, &ON, Rule::Compromised)?;
        grounds(known, why)?;
        Ok(changes(promotion, PromotionChange::Postponed { why, by }))
    }

    pub(super) fn plan_tell_inspectorate(
        &self,
        by: Player,
        promotion: PromotionId,
        whom: Commitment,
    ) -> Planned {
        let known = self.promotion(promotion)?;
        let no = |why| refuse(&known.terms, Rule::Compromised, why);
        let interrupted = known.interruption.as_ref();
        let interrupted = interrupted.ok_or_else(|| no(Why::Is { state: known.state }))?;
        if interrupted.told.is_some() {
            return Err(no(Why::ToldAlready));
        }
        grounds(known, whom)?;
        Ok(changes(promotion, PromotionChange::InspectorateTold { whom, by }))
    }

    pub(super) fn plan_validate(
        &self,
        by: Player,
        promotion: PromotionId,
        why: Commitment,
    ) -> Planned {
        let known = self.promotion_is(promotion, &[State::Postponed], Rule::Compromised)?;
        let interrupted = known.interruption.as_ref();
        let no = |why| Err(refuse(&known.terms, Rule::Compromised, why));
        if interrupted.is_none_or(|it| it.told.is_none()) {
            return no(Why::InspectorateNotTold);
        }
        if interrupted.is_some_and(|it| it.validated.is_some()) {
            return no(Why::ValidatedAlready);
        }
        grounds(known, why)?;
        Ok(changes(promotion, PromotionChange::Validated { why, by }))
    }

    pub(super) fn plan_resume(&self, promotion: PromotionId) -> Planned {
        let known = self.promotion_is(promotion, &[State::Postponed], Rule::Compromised)?;
        if known.interruption.as_ref().is_none_or(|it| it.validated.is_none()) {
            return Err(refuse(&known.terms, Rule::Compromised, Why::NotValidated));
        }
        Ok(changes(promotion, PromotionChange::Resumed))
    }

    pub(super) fn plan_cancel(
        &self,
        by: Player,
        promotion: PromotionId,
        why: Commitment,
    ) -> Planned {
        let known = self.promotion(promotion)?;
        if matches!(known.state, State::Awarded | State::Ended | State::Cancelled) {
            return Err(refuse(&known.terms, Rule::Compromised, Why::Is { state: known.state }));
        }
        grounds(known, why)?;
        let (prizes, fund) =
            (Account::PromotionPrizes(promotion), Account::PromotionFund(promotion));
        let mut events = vec![posted(prizes, fund, known.unpaid())];
        events.extend(changes(promotion, PromotionChange::Cancelled { why, by }));
        Ok(events)
    }
}

/// Makes sure that grounds were given to interrupt a promotion, or to let it go on.
fn grounds(promotion: &Promotion, words: Commitment) -> Result<(), Denied> {
    let clause = promotion.terms.order(Rule::Compromised);
    match (words.says_something(), clause) {
        (true, _) => Ok(()),
        (false, Some((_, clause))) => Err(Denied::clause(clause, Reason::NoGrounds)),
        (false, None) => Err(Denied::of(Reason::NoGrounds)),
    }
}
