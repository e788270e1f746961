//! What the program does about promotions by itself: it commits the house to the seed of a draw before the first entry,
//! closes entries and draws when it is time, shows the seed of what was cancelled, and writes off vouchers that nobody has exchanged. Nobody tells it to.

use croupier_floor::{Act, Floor, Key, Promotion, PromotionAct, PromotionState, Voucher, hex};

use crate::dealer::{KeyOf, Secret};

impl Secret {
    /// Says what the program does next about promotions and vouchers at a time, in milliseconds; `None` if there is
    /// nothing to do.
    pub fn next_for_promotions(&self, floor: &Floor, now: u64) -> Option<Act> {
        let about = floor.promotions.iter().find_map(|it| self.next_for_promotion(it, now));
        let expires = || {
            let over = |voucher: &&Voucher| is_over(voucher, now);
            floor
                .vouchers
                .iter()
                .find(over)
                .map(|it| PromotionAct::ExpireVoucher { number: it.number })
        };
        about.or_else(expires).map(Act::PromotionAct)
    }

    fn next_for_promotion(&self, promotion: &Promotion, now: u64) -> Option<PromotionAct> {
        let number = promotion.number;
        match promotion.state {
            PromotionState::Lodged if !self.is_newly_committed(promotion) => {
                let (id, count) = (number.0, promotion.draw.commitments + 1);
                let seed = self.fresh_for(KeyOf::Promotion, id, count);
                let commitment = KeyOf::Promotion.commitment(id, count, &seed);
                let salt = hex(&self.fresh_for(KeyOf::Entries, id, count));
                Some(PromotionAct::CommitPromotion { promotion: number, commitment, salt })
            }
            PromotionState::Running => {
                let closes = promotion.terms.closes.is_some_and(|closes| closes <= now);
                closes.then_some(PromotionAct::CloseEntries { promotion: number })
            }
            PromotionState::EntriesClosed if promotion.can_be_drawn(now) => {
                let seed = hex(&self.seed_of(promotion)?);
                Some(PromotionAct::DrawPromotion { promotion: number, seed })
            }
            PromotionState::Cancelled if promotion.is_cancelled_with_seed() => {
                let seed = hex(&self.seed_of(promotion)?);
                Some(PromotionAct::ShowSeed { promotion: number, seed })
            }
            PromotionState::Draft
            | PromotionState::Final
            | PromotionState::Lodged
            | PromotionState::EntriesClosed
            | PromotionState::Drawn
            | PromotionState::Awarded
            | PromotionState::Ended
            | PromotionState::Postponed
            | PromotionState::Cancelled => None,
        }
    }

    /// Tells whether the house has committed itself to a seed since it opened. One of an earlier opening may be known to
    /// whoever saw another copy of the house go on; before the start it is not used.
    fn is_newly_committed(&self, promotion: &Promotion) -> bool {
        let Some(committed) = promotion.draw.commitment.as_deref() else { return false };
        let (id, count) = (promotion.number.0, promotion.draw.commitments);
        let newest = self.fresh_for(KeyOf::Promotion, id, count);
        KeyOf::Promotion.commitment(id, count, &newest) == committed
    }

    /// Finds the seed that the house is committed to; `None` if it does not follow from this secret.
    fn seed_of(&self, promotion: &Promotion) -> Option<Key> {
        let committed = promotion.draw.commitment.as_deref()?;
        let (id, count) = (promotion.number.0, promotion.draw.commitments);
        let found = self.find_for(KeyOf::Promotion, id, count, committed).map(|(seed, _)| seed);
        let fixed = || Some(self.fresh_for(KeyOf::Promotion, id, count));
        let fits = |seed: &Key| KeyOf::Promotion.commitment(id, count, seed) == committed;
        found.or_else(fixed).filter(fits)
    }

    /// Tells whether the seed of a promotion follows from this secret, where the house still has to show it. Where it
    /// does not, the promotion can only be cancelled.
    pub fn keeps_promotion(&self, promotion: &Promotion) -> bool {
        !promotion.waits_for_seed() || self.seed_of(promotion).is_some()
    }
}

/// Tells whether nobody has exchanged a voucher in time, and nobody has written it off.
fn is_over(voucher: &Voucher, now: u64) -> bool {
    voucher.expires <= now && voucher.exchanged.is_none() && !voucher.expired
}
