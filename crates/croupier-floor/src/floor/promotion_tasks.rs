//! What people must do about promotions outside the system.

use croupier_engine::promotions::PromotionRule as Rule;

use crate::floor::Floor;
use crate::floor::tasks::Made;
use crate::promotion::{PromotionChange, PromotionId, PromotionState};
use crate::task::{HOUSE_LIST, Task, ToDo};

impl Floor {
    /// Lists what people must do after something has become of a promotion.
    pub(super) fn tasks_of_promotion(
        &self,
        promotion: PromotionId,
        change: &PromotionChange,
    ) -> Vec<Made> {
        let Some(known) = self.promotions.get(promotion) else { return Vec::new() };
        let task = |what: ToDo, rule: Rule| {
            let clause = known.terms.order(rule).map(|(_, clause)| clause.0.into());
            (HOUSE_LIST, None, what, clause)
        };
        match *change {
            PromotionChange::Drawn { award, passed: None, .. } => {
                let mut tasks = Vec::new();
                if known.award(award).is_some_and(|award| known.wants_scrutineer(award)) {
                    tasks.push(task(ToDo::ConfirmAward { promotion, award }, Rule::Scrutineer));
                }
                if known.terms.presence == Some(false) {
                    tasks.push(task(ToDo::NotifyWinner { promotion, award }, Rule::Notify));
                }
                tasks
            }
            PromotionChange::Reinstated { award, .. } if known.terms.presence == Some(false) => {
                vec![task(ToDo::NotifyWinner { promotion, award }, Rule::Notify)]
            }
            PromotionChange::Amended(_) => {
                vec![task(ToDo::PublishTerms { promotion }, Rule::Published)]
            }
            PromotionChange::Refused { claim, .. } => {
                vec![task(ToDo::TellRefusal { promotion, claim }, Rule::Refuse)]
            }
            PromotionChange::Disputed { dispute, .. } => {
                vec![task(ToDo::DecideDispute { promotion, dispute }, Rule::Dispute)]
            }
            PromotionChange::DisputeDecided { dispute, .. } => {
                vec![task(ToDo::CloseDispute { promotion, dispute }, Rule::Dispute)]
            }
            PromotionChange::Postponed { .. } | PromotionChange::Cancelled { .. } => {
                let started = known.started.is_some();
                let tell = task(ToDo::TellInspectorate { promotion }, Rule::Compromised);
                started.then_some(tell).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Tells whether a task about a promotion is still to be done.
    pub(super) fn is_due_for_promotion(&self, what: &ToDo) -> bool {
        let of = |number: &PromotionId| self.promotions.get(*number);
        match what {
            ToDo::ConfirmAward { promotion, award } => {
                let award = of(promotion).and_then(|it| it.award(*award));
                award.is_some_and(|award| award.is_open() && award.confirmed.is_none())
            }
            ToDo::NotifyWinner { promotion, award } => {
                let award = of(promotion).and_then(|it| it.award(*award));
                award.is_some_and(|award| award.is_open() && !award.is_known())
            }
            ToDo::PublishTerms { promotion } => of(promotion)
                .is_some_and(|it| it.published.is_empty() && it.state != PromotionState::Cancelled),
            ToDo::TellRefusal { promotion, claim } => of(promotion).is_some_and(|it| {
                it.claims.iter().any(|known| known.number == *claim && known.told.is_none())
            }),
            ToDo::DecideDispute { promotion, dispute } => of(promotion).is_some_and(|it| {
                it.disputes.iter().any(|known| known.number == *dispute && known.decision.is_none())
            }),
            ToDo::CloseDispute { promotion, dispute } => of(promotion).is_some_and(|it| {
                it.disputes.iter().any(|known| known.number == *dispute && known.told.is_none())
            }),
            ToDo::TellInspectorate { promotion } => of(promotion)
                .and_then(|it| it.interruption.as_ref())
                .is_some_and(|interruption| interruption.told.is_none()),
            _ => true,
        }
    }

    /// Says until when a winner is to be told, in milliseconds; `None` for any other task.
    pub fn due_of(&self, task: &Task) -> Option<u64> {
        let ToDo::NotifyWinner { promotion, .. } = task.what else { return None };
        let within = self.promotions.get(promotion)?.terms.strictest().notify_within;
        Some(task.since.saturating_add(within))
    }
}
