//! Acts about promotions in a few words, for reports. Addresses, seeds and commitments are left out by name.

use croupier_floor::PromotionAct;

use super::act_words::Fields;

/// Returns the fields of an act, in the order of the alphabet.
#[expect(clippy::too_many_lines, reason = "a row for each act")]
pub(super) fn of_promotion(act: &PromotionAct) -> Fields {
    let fields = Fields::default();
    match act {
        PromotionAct::SetLaw { switch, allowed, from, source } => fields
            .and("allowed", allowed)
            .and("from", from)
            .and("source", source)
            .and("switch", switch.name()),
        PromotionAct::PrescribeItem { item, source } => {
            fields.and("item", item).and("source", source)
        }
        PromotionAct::SetPoints { cents, from, source } => {
            fields.and("cents", cents.0).and("from", from).and("source", source)
        }
        PromotionAct::DraftPromotion { promotion, name, terms } => {
            fields.and("name", name).and("promotion", promotion.0).written("terms", terms)
        }
        PromotionAct::CheckPrize { promotion, prize, free_of, contains } => fields
            .written("contains", contains)
            .written("free_of", free_of)
            .and("prize", prize)
            .and("promotion", promotion.0),
        PromotionAct::FinalisePromotion { promotion }
        | PromotionAct::StartPromotion { promotion }
        | PromotionAct::CloseEntries { promotion }
        | PromotionAct::ResumePromotion { promotion }
        | PromotionAct::EndPromotion { promotion }
        // What the house commits itself to and its seed are for programs.
        | PromotionAct::CommitPromotion { promotion, commitment: _, salt: _ }
        | PromotionAct::ShowSeed { promotion, seed: _ }
        | PromotionAct::DrawPromotion { promotion, seed: _ } => {
            fields.and("promotion", promotion.0)
        }
        PromotionAct::LodgePromotion { promotion, receipt, date } => {
            fields.and("date", date).and("promotion", promotion.0).and("receipt", receipt)
        }
        PromotionAct::PublishTerms { promotion, means, place } => {
            fields.written("means", means).and("place", place).and("promotion", promotion.0)
        }
        PromotionAct::NoteMarketing { promotion, item, refers } => {
            fields.and("item", item).and("promotion", promotion.0).and("refers", refers)
        }
        PromotionAct::NominateScrutineer { promotion, person } => {
            fields.and("person", person).and("promotion", promotion.0)
        }
        PromotionAct::AmendPromotion { promotion, reference, date } => fields
            .and("date", date)
            .and("promotion", promotion.0)
            .and("reference", reference),
        PromotionAct::AdmitFile { promotion, sha256, rows } => {
            fields.and("promotion", promotion.0).and("rows", rows).and("sha256", sha256)
        }
        PromotionAct::EnterPromotion { promotion, entrants, file, row } => fields
            .and("entrants", entrants.len())
            .some("file", file.as_ref())
            .and("promotion", promotion.0)
            .some("row", row.as_ref()),
        PromotionAct::RemoveEntrant { promotion, person, entry, why } => fields
            .some("entry", entry.as_ref())
            .some("person", person.as_ref())
            .and("promotion", promotion.0)
            .and("why", why),
        PromotionAct::SealValue { promotion, sealed } => {
            fields.and("promotion", promotion.0).and("sealed", sealed)
        }
        PromotionAct::AttendDraw { promotion, value, root: _ } => {
            fields.and("promotion", promotion.0).some("value", value.as_ref())
        }
        PromotionAct::DrawValue { promotion, published } => {
            fields.and("promotion", promotion.0).and("published", published)
        }
        PromotionAct::ReinstateAward { promotion, award, why } => {
            fields.and("award", award).and("promotion", promotion.0).and("why", why)
        }
        PromotionAct::ConfirmAward { promotion, award } => {
            fields.and("award", award).and("promotion", promotion.0)
        }
        PromotionAct::RedrawAward { promotion, award, reason, why } => fields
            .and("award", award)
            .and("promotion", promotion.0)
            .written("reason", reason)
            .and("why", why),
        PromotionAct::NotePresence { promotion, award, present } => {
            fields.and("award", award).and("present", present).and("promotion", promotion.0)
        }
        PromotionAct::NotifyWinner { promotion, award, means, reached, words } => fields
            .and("award", award)
            .and("means", means.name())
            .and("promotion", promotion.0)
            .and("reached", reached)
            .some("words", words.as_ref()),
        PromotionAct::PayAward { promotion, award, instead, cash, cheque, transfer } => fields
            .and("award", award)
            .money("cash", *cash)
            .money("cheque", *cheque)
            .some("instead", Some(instead).filter(|it| **it))
            .and("promotion", promotion.0)
            .money("transfer", *transfer),
        PromotionAct::DeliverAward { promotion, award, voucher, words } => fields
            .and("award", award)
            .and("promotion", promotion.0)
            .some("voucher", voucher.map(|voucher| voucher.0).as_ref())
            .and("words", words),
        PromotionAct::RefuseClaim { promotion, award, value, why, claimant, address: _ } => fields
            .some("award", award.as_ref())
            .some("claimant", claimant.as_ref())
            .and("promotion", promotion.0)
            .money("value", *value)
            .and("why", why),
        PromotionAct::TellRefusal { promotion, claim, means } => {
            fields.and("claim", claim).and("means", means.name()).and("promotion", promotion.0)
        }
        PromotionAct::DisputePromotion { promotion, person, what } => {
            fields.written("person", person).and("promotion", promotion.0).and("what", what)
        }
        PromotionAct::DecideDispute { promotion, dispute, decision } => {
            fields.and("decision", decision).and("dispute", dispute).and("promotion", promotion.0)
        }
        PromotionAct::CloseDispute { promotion, dispute, told } => {
            fields.and("dispute", dispute).and("promotion", promotion.0).and("told", told)
        }
        PromotionAct::PostponePromotion { promotion, why }
        | PromotionAct::CancelPromotion { promotion, why }
        | PromotionAct::ValidatePromotion { promotion, why } => {
            fields.and("promotion", promotion.0).and("why", why)
        }
        PromotionAct::TellInspectorate { promotion, whom } => {
            fields.and("promotion", promotion.0).and("whom", whom)
        }
        PromotionAct::ExpireVoucher { number } => fields.and("number", number.0),
    }
}

/// Returns the reason in words that came with an act, where it has a place for one.
pub(super) fn reason(act: &PromotionAct) -> Option<&str> {
    match act {
        PromotionAct::RemoveEntrant { why, .. }
        | PromotionAct::RedrawAward { why, .. }
        | PromotionAct::RefuseClaim { why, .. }
        | PromotionAct::PostponePromotion { why, .. }
        | PromotionAct::CancelPromotion { why, .. }
        | PromotionAct::ValidatePromotion { why, .. } => Some(why),
        _ => None,
    }
}
