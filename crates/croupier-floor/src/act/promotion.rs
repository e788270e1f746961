//! Acts that concern promotions: from the draft of the terms to the last claim. None of them concerns a single table.

use croupier_engine::Cents;
use croupier_sheet::words;
use serde::{Deserialize, Serialize};

use super::Act;
use crate::naming::{Naming, Rename};
use crate::pool::Day;
use crate::promotion::{
    Ban, Entered, LegalSwitch, Means, PromotionId, PromotionTerms, PublishedBy, RedrawReason,
};
use crate::voucher::VoucherId;

acts! {
    /// What concerns promotions.
    PromotionAct {
        /// The law allows or forbids something from a time on, in milliseconds since 1970: which law says so.
        "set-law" SetLaw {
            switch: LegalSwitch,
            allowed: bool,
            from: u64,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            source as said: P::Said,
        }
        /// An item or service that the regulations prescribe, and no prize may include; which regulation says so.
        "prescribe-item" PrescribeItem {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            item as said: P::Said,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            source as said: P::Said,
        }
        /// From a time on, in milliseconds since 1970, so many cents of turnover are a point; none if it is nothing. Who
        /// has decided it.
        "set-points" SetPoints {
            #[serde(with = "words::cents")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            cents: Cents,
            from: u64,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            source as said: P::Said,
        }
        /// The terms of a promotion are written down, or written anew; after its start they are a proposal, which holds
        /// only when the Authority has approved it.
        "draft-promotion" DraftPromotion {
            promotion: PromotionId,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            name as said: P::Said,
            #[cfg_attr(feature = "openapi", schema(value_type = PromotionTerms))]
            terms as promotion_terms: PromotionTerms<P>,
        }
        /// Somebody has looked at a prize, by its number from 1: it is free of these, and contains those.
        "check-prize" CheckPrize {
            promotion: PromotionId,
            prize: u32,
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            free_of: Vec<Ban>,
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            contains: Vec<Ban>,
        }
        /// The terms are complete and the prizes are lawful.
        "finalise-promotion" FinalisePromotion {
            promotion: PromotionId,
        }
        /// The Authority has got the terms: its receipt, and the date of it.
        "lodge-promotion" LodgePromotion {
            promotion: PromotionId,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            receipt as said: P::Said,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            date: Day,
        }
        /// The terms can be read: by which means, and where.
        "publish-terms" PublishTerms {
            promotion: PromotionId,
            means: PublishedBy,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            place as said: P::Said,
        }
        /// Something that advertises the promotion, and refers to its terms.
        "note-marketing" NoteMarketing {
            promotion: PromotionId,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            item as said: P::Said,
            refers: bool,
        }
        /// The house commits itself to its seed of the draw, before the first entry; the salt keeps the hashes of entries
        /// from being guessed. Before the start it may do so anew.
        "commit-promotion" CommitPromotion {
            promotion: PromotionId,
            commitment as digits: String,
            salt as digits: String,
        }
        /// A scrutineer is nominated, who oversees the draw.
        "nominate-scrutineer" NominateScrutineer {
            promotion: PromotionId,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            person as person: P,
        }
        /// The promotion takes entries from now on.
        "start-promotion" StartPromotion {
            promotion: PromotionId,
        }
        /// The Authority has approved the terms that were proposed: its reference, and its date.
        "amend-promotion" AmendPromotion {
            promotion: PromotionId,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            reference as said: P::Said,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            date: Day,
        }
        /// A file of entries is admitted, by its SHA-256: it has so many rows.
        "admit-file" AdmitFile {
            promotion: PromotionId,
            sha256 as digits: String,
            rows: u32,
        }
        /// People are entered: by hand, or from this row on of a file that was admitted under this number.
        "enter-promotion" EnterPromotion {
            promotion: PromotionId,
            #[cfg_attr(feature = "openapi", schema(value_type = Vec<crate::promotion::EnteredByName>))]
            entrants as entrants: Vec<Entered<P>>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            file: Option<u32>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            row: Option<u32>,
        }
        /// The entries of a person, or one entry, do not win: why.
        "remove-entrant" RemoveEntrant {
            promotion: PromotionId,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
            person as some_person: Option<P>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            entry: Option<u32>,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            why as said: P::Said,
        }
        /// Entries close; the root of all of them is published.
        "close-entries" CloseEntries {
            promotion: PromotionId,
        }
        /// The scrutineer seals the value of the draw before it is given: the hash of it, so that nobody who has not taken it
        /// in can ask for another one.
        "seal-value" SealValue {
            promotion: PromotionId,
            sealed as digits: String,
        }
        /// The scrutineer is at the draw, and gives the value that it uses, where the terms name no public source; `root` is
        /// the root of the entries as the scrutineer has it.
        "attend-draw" AttendDraw {
            promotion: PromotionId,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            value as some_digits: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            root as some_digits: Option<String>,
        }
        /// What the public source that the terms name has published, to the letter: its SHA-256 is the value of the draw.
        "draw-value" DrawValue {
            promotion: PromotionId,
            published: String,
        }
        /// The house shows its seed, and all prizes are drawn.
        "draw-promotion" DrawPromotion {
            promotion: PromotionId,
            seed as digits: String,
        }
        /// The house shows its seed of a promotion that was cancelled, so that anybody sees who would have won.
        "show-seed" ShowSeed {
            promotion: PromotionId,
            seed as digits: String,
        }
        /// The scrutineer has overseen the draw of a large prize, and confirms it.
        "confirm-award" ConfirmAward {
            promotion: PromotionId,
            award: u32,
        }
        /// A prize is drawn again: why, and in words.
        "redraw-award" RedrawAward {
            promotion: PromotionId,
            award: u32,
            reason: RedrawReason,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            why as said: P::Said,
        }
        /// The winner is there, or is not.
        "note-presence" NotePresence {
            promotion: PromotionId,
            award: u32,
            present: bool,
        }
        /// Somebody has tried to tell the winner: by which means, and whether it reached them.
        "notify-winner" NotifyWinner {
            promotion: PromotionId,
            award: u32,
            means: Means,
            reached: bool,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
            words as some_said: Option<P::Said>,
        }
        /// A prize of money is paid, or the money that the winner takes in place of another prize: how much in cash, by
        /// a crossed cheque, and by transfer.
        "pay-award" PayAward {
            promotion: PromotionId,
            award: u32,
            #[serde(default, skip_serializing_if = "words::is_false")]
            instead: bool,
            #[serde(with = "words::cents")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            cash: Cents,
            #[serde(with = "words::cents")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            cheque: Cents,
            #[serde(with = "words::cents")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            transfer: Cents,
        }
        /// A prize that is no money is handed over; a voucher is issued under this number.
        "deliver-award" DeliverAward {
            promotion: PromotionId,
            award: u32,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            voucher: Option<VoucherId>,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            words as said: P::Said,
        }
        /// A claim is denied: of the winner of an award, or of somebody else, for a prize worth so much; why, and who
        /// claimed it.
        "refuse-claim" RefuseClaim {
            promotion: PromotionId,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            award: Option<u32>,
            #[serde(with = "words::cents")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            value: Cents,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            why as said: P::Said,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
            claimant as some_said: Option<P::Said>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
            address as some_said: Option<P::Said>,
        }
        /// A claim was denied wrongly: the winner gets the prize after all.
        "reinstate-award" ReinstateAward {
            promotion: PromotionId,
            award: u32,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            why as said: P::Said,
        }
        /// Whoever was denied a prize was told why.
        "tell-refusal" TellRefusal {
            promotion: PromotionId,
            claim: u32,
            means: Means,
        }
        /// Somebody disputes how a promotion was run: a person whom the house knows, or somebody by name.
        "dispute-promotion" DisputePromotion {
            promotion: PromotionId,
            #[cfg_attr(feature = "openapi", schema(value_type = crate::promotion::EnteredByName))]
            person as entrant: Entered<P>,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            what as said: P::Said,
        }
        /// The operator decides a dispute.
        "decide-dispute" DecideDispute {
            promotion: PromotionId,
            dispute: u32,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            decision as said: P::Said,
        }
        /// The person was told of the decision and of the complaint to an inspector; the matter is closed for the house.
        "close-dispute" CloseDispute {
            promotion: PromotionId,
            dispute: u32,
            told: bool,
        }
        /// The integrity of the promotion or its draw is in doubt: nothing goes on until it is validated.
        "postpone-promotion" PostponePromotion {
            promotion: PromotionId,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            why as said: P::Said,
        }
        /// The integrity of the promotion or its draw is compromised: there is no draw.
        "cancel-promotion" CancelPromotion {
            promotion: PromotionId,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            why as said: P::Said,
        }
        /// The inspectorate was told that a promotion is postponed or cancelled: whom, and how.
        "tell-inspectorate" TellInspectorate {
            promotion: PromotionId,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            whom as said: P::Said,
        }
        /// An inspector agrees that the integrity of a postponed promotion is validated.
        "validate-promotion" ValidatePromotion {
            promotion: PromotionId,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            why as said: P::Said,
        }
        /// A postponed promotion goes on where it stood.
        "resume-promotion" ResumePromotion {
            promotion: PromotionId,
        }
        /// A voucher that nobody has exchanged in time is not good any more.
        "expire-voucher" ExpireVoucher {
            number: VoucherId,
        }
        /// All prizes are awarded, nothing is open: the promotion is over.
        "end-promotion" EndPromotion {
            promotion: PromotionId,
        }
    }
}

impl<P: Naming> PromotionAct<P> {
    /// Returns the promotion that the act is about.
    pub const fn promotion(&self) -> Option<PromotionId> {
        match *self {
            Self::SetLaw { .. }
            | Self::PrescribeItem { .. }
            | Self::SetPoints { .. }
            | Self::ExpireVoucher { .. } => None,
            Self::DraftPromotion { promotion, .. }
            | Self::CheckPrize { promotion, .. }
            | Self::FinalisePromotion { promotion }
            | Self::LodgePromotion { promotion, .. }
            | Self::PublishTerms { promotion, .. }
            | Self::NoteMarketing { promotion, .. }
            | Self::CommitPromotion { promotion, .. }
            | Self::NominateScrutineer { promotion, .. }
            | Self::StartPromotion { promotion }
            | Self::AmendPromotion { promotion, .. }
            | Self::AdmitFile { promotion, .. }
            | Self::EnterPromotion { promotion, .. }
            | Self::RemoveEntrant { promotion, .. }
            | Self::CloseEntries { promotion }
            | Self::SealValue { promotion, .. }
            | Self::AttendDraw { promotion, .. }
            | Self::DrawValue { promotion, .. }
            | Self::DrawPromotion { promotion, .. }
            | Self::ShowSeed { promotion, .. }
            | Self::ConfirmAward { promotion, .. }
            | Self::RedrawAward { promotion, .. }
            | Self::NotePresence { promotion, .. }
            | Self::NotifyWinner { promotion, .. }
            | Self::PayAward { promotion, .. }
            | Self::DeliverAward { promotion, .. }
            | Self::RefuseClaim { promotion, .. }
            | Self::ReinstateAward { promotion, .. }
            | Self::TellRefusal { promotion, .. }
            | Self::DisputePromotion { promotion, .. }
            | Self::DecideDispute { promotion, .. }
            | Self::CloseDispute { promotion, .. }
            | Self::PostponePromotion { promotion, .. }
            | Self::CancelPromotion { promotion, .. }
            | Self::TellInspectorate { promotion, .. }
            | Self::ValidatePromotion { promotion, .. }
            | Self::ResumePromotion { promotion }
            | Self::EndPromotion { promotion } => Some(promotion),
        }
    }
}
