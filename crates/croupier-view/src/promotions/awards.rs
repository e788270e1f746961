//! What was drawn, as it is shown: to anybody by the numbers of entries, and by name where the terms say so.

use croupier_floor::{AwardStage, Entrant, Floor, LegalSwitch, Promotion, PromotionAward};
use serde::Serialize;

use super::PromotionEye;
use super::form::redraw_word;
use crate::promotion_words;

/// An entry that was drawn for a prize.
#[derive(Clone, Debug, Serialize)]
pub struct PromotionAwardView {
    /// Its number: the how manieth entry of the draw it is.
    pub award: u32,
    /// The prize, by its number.
    pub prize: u32,
    /// The number of the entry.
    pub entry: u32,
    /// When it was drawn, in milliseconds since 1970.
    pub at: u64,
    /// From how many entries it was drawn, where others had been put aside.
    pub left: Option<u32>,
    /// What became of it: `open`, `passed-over`, `redrawn`, `refused`, `settled` or `cancelled`.
    pub stage: &'static str,
    /// Why it does not win, or was drawn again.
    pub why: Option<&'static str>,
    /// The same in words.
    pub words: &'static str,
    /// The scrutineer must confirm it.
    pub wants_scrutineer: bool,
    /// The scrutineer has confirmed it.
    pub confirmed: bool,
    /// Who has won, for those who may know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// It is an entry of whoever looks.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub own: bool,
    /// What those see who pay prizes.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub pay: Option<AwardPay>,
    /// What the desk sees besides.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub desk: Option<AwardDesk>,
}

/// What those see of an award who pay prizes.
#[derive(Clone, Debug, Serialize)]
pub struct AwardPay {
    /// The winner has an account here; else there is only a name.
    pub person: bool,
    /// Whether the winner is there, where anybody has looked.
    pub present: Option<bool>,
    /// What is to be paid, while the award is open.
    pub payable: Option<AwardPayable>,
    /// What was paid.
    pub paid: Option<AwardPaid>,
    /// The winner took money in place of the prize.
    pub instead: bool,
    /// The voucher that was issued for it.
    pub voucher: Option<u32>,
}

/// What is to be paid for an award.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct AwardPayable {
    /// Money, in cents: the prize, or what is paid in its place.
    pub amount: u64,
    /// It is paid in place of the prize.
    pub instead: bool,
    /// The winner chooses between cash, crossed cheque and transfer.
    pub chooses: bool,
}

/// What was paid for an award, in cents.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct AwardPaid {
    /// In cash.
    pub cash: u64,
    /// By a crossed cheque.
    pub cheque: u64,
    /// By transfer.
    pub transfer: u64,
}

/// What the desk sees of an award besides.
#[derive(Clone, Debug, Serialize)]
pub struct AwardDesk {
    /// How often somebody has tried to tell the winner.
    pub attempts: Vec<AttemptView>,
    /// Until when the winner is to be told, in milliseconds since 1970.
    pub notify_by: Option<u64>,
    /// That time has passed.
    pub overdue: bool,
    /// The scrutineer who has confirmed it.
    pub confirmed_by: Option<String>,
    /// Why it was drawn again, in words.
    pub redraw_words: Option<String>,
}

/// An attempt to tell a winner.
#[derive(Clone, Debug, Serialize)]
pub struct AttemptView {
    /// By which means.
    pub means: &'static str,
    /// It has reached the winner.
    pub reached: bool,
    /// Who tried it.
    pub by: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// Shows what was drawn, in order.
pub(super) fn awards(
    floor: &Floor,
    promotion: &Promotion,
    eye: PromotionEye,
) -> Vec<PromotionAwardView> {
    let view = |award: &PromotionAward| award_view(floor, promotion, award, eye);
    promotion.awards.iter().map(view).collect()
}

fn award_view(
    floor: &Floor,
    promotion: &Promotion,
    award: &PromotionAward,
    eye: PromotionEye,
) -> PromotionAwardView {
    // Whoever does not win, or does not any more, is named to nobody outside.
    let wins = matches!(award.stage, AwardStage::Open | AwardStage::Settled);
    let named = eye.desk || wins && (eye.pays || promotion.terms.winners_named);
    let (stage, why, words) = stage(award.stage);
    PromotionAwardView {
        award: award.number,
        prize: award.prize,
        entry: award.entry,
        at: award.at,
        left: award.left,
        stage,
        why,
        words,
        wants_scrutineer: promotion.wants_scrutineer(award),
        confirmed: award.confirmed.is_some(),
        name: named.then(|| {
            let name = name_of(floor, promotion, award.who, award.entry);
            if eye.desk || eye.pays { name } else { public_name(&name) }
        }),
        own: matches!(award.who, Entrant::Person(person) if eye.person == Some(person)),
        pay: eye.pays.then(|| pay(floor, promotion, award)),
        desk: eye.desk.then(|| desk(floor, promotion, award)),
    }
}

/// Names who has entered.
pub(super) fn name_of(floor: &Floor, promotion: &Promotion, who: Entrant, entry: u32) -> String {
    match who {
        Entrant::Person(person) => floor.people.name(person).to_owned(),
        Entrant::Named(_) => promotion.entries.name(entry).unwrap_or_default().to_owned(),
    }
}

/// Returns of a name what everybody may read: what follows the first comma, as an address does, is for those who hand the prize
/// over.
fn public_name(name: &str) -> String {
    name.split(',').next().unwrap_or_default().trim_end().to_owned()
}

/// Says what became of an award: its word, the word for the reason, and both in words.
const fn stage(stage: AwardStage) -> (&'static str, Option<&'static str>, &'static str) {
    match stage {
        AwardStage::PassedOver(why) => {
            let (word, words) = promotion_words::passed_over(why);
            ("passed-over", Some(word), words)
        }
        AwardStage::Open => ("open", None, "the prize is to be handed over"),
        AwardStage::Redrawn(why) => {
            ("redrawn", Some(redraw_word(why)), promotion_words::redrawn(why))
        }
        AwardStage::Refused => ("refused", None, "the claim was denied"),
        AwardStage::Settled => ("settled", None, "the prize was handed over"),
        AwardStage::Cancelled => {
            ("cancelled", None, "the promotion was cancelled before the prize was handed over")
        }
    }
}

fn pay(floor: &Floor, promotion: &Promotion, award: &PromotionAward) -> AwardPay {
    let [cash, cheque, transfer] = award.paid.map(|part| part.0);
    let was_paid = cash + cheque + transfer > 0;
    AwardPay {
        person: matches!(award.who, Entrant::Person(_)),
        present: award.present,
        payable: payable(floor, promotion, award).filter(|_| award.is_open()),
        paid: was_paid.then_some(AwardPaid { cash, cheque, transfer }),
        instead: award.instead,
        voucher: award.voucher.map(|number| number.0),
    }
}

/// Says how much money an award could be paid with: the prize itself, or what the terms and the law let be taken in its
/// place.
pub(super) fn payable(
    floor: &Floor,
    promotion: &Promotion,
    award: &PromotionAward,
) -> Option<AwardPayable> {
    let terms = &promotion.terms;
    let prize = terms.prize(award.prize)?;
    let above = terms.strictest().large_cash_above;
    let of = |amount, instead| AwardPayable { amount, instead, chooses: amount > above.0 };
    if prize.is_cash() {
        return Some(of(prize.value.0, false));
    }
    let stated = terms.kinds().any(|(_, rules)| rules.cash_instead_stated);
    let own = prize.cash_instead.map(|amount| amount.0);
    let amount = own.or_else(|| (!stated).then_some(prize.value))?;
    let lawful = floor.promotions.law.allows(LegalSwitch::CashInstead, floor.now);
    lawful.then(|| of(amount.0, true))
}

fn desk(floor: &Floor, promotion: &Promotion, award: &PromotionAward) -> AwardDesk {
    let attempts = award.attempts.iter().map(|it| AttemptView {
        means: it.means.name(),
        reached: it.reached,
        by: floor.people.name(it.by).to_owned(),
        at: it.at,
    });
    let told_later = promotion.terms.presence == Some(false) && award.is_open();
    let within = promotion.terms.strictest().notify_within;
    let notify_by = award.at.saturating_add(within);
    let notify_by = (told_later && !award.is_known()).then_some(notify_by);
    AwardDesk {
        attempts: attempts.collect(),
        notify_by,
        overdue: notify_by.is_some_and(|at| at <= floor.now),
        confirmed_by: award.confirmed.map(|by| floor.people.name(by).to_owned()),
        redraw_words: award.redrawn.map(|words| promotion.text(words)),
    }
}

#[cfg(test)]
mod tests {
    use super::public_name;

    #[test]
    fn addresses_are_not_for_the_wall() {
        assert_eq!(public_name("Joan Citizen, 1 High Street"), "Joan Citizen");
        assert_eq!((public_name("Kim Lee").as_str(), public_name("").as_str()), ("Kim Lee", ""));
    }
}
