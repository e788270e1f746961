//! What follows from a draw: who has won which prize and what became of it, claims that were denied, disputes, and what
//! was said to whom.

use croupier_engine::{Cents, Player};
use serde::{Deserialize, Serialize};

use super::PromotionState;
use super::entries::Entrant;
use crate::said::Commitment;
use crate::voucher::VoucherId;

/// How somebody is told something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Means {
    /// Face to face.
    InPerson,
    /// By mail.
    Mail,
    /// By telephone.
    Telephone,
    /// By e-mail.
    Email,
}

croupier_engine::stored! { enum Means { 0 = InPerson, 1 = Mail, 2 = Telephone, 3 = Email } }

impl Means {
    /// Returns the word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::InPerson => "in-person",
            Self::Mail => "mail",
            Self::Telephone => "telephone",
            Self::Email => "email",
        }
    }
}

/// Where the terms can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PublishedBy {
    /// Within the casino.
    Casino,
    /// On a website.
    Website,
    /// Behind a link in an e-mail.
    Email,
    /// By mail.
    Mail,
    /// In a brochure.
    Brochure,
    /// By other means.
    Other,
}

croupier_engine::stored! {
    enum PublishedBy {
        0 = Casino, 1 = Website, 2 = Email, 3 = Mail, 4 = Brochure, 5 = Other,
    }
}

/// Why a prize is drawn again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RedrawReason {
    /// The winner had to be present, and was not.
    Absent,
    /// The claim of the winner was denied.
    Refused,
    /// The winner did not claim the prize as the terms say.
    Unclaimed,
    /// The winner does not want the prize.
    Declined,
}

croupier_engine::stored! {
    enum RedrawReason {
        0 = Absent, 1 = Refused, 2 = Unclaimed, 3 = Declined,
    }
}

/// Why an entry that was drawn does not win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PassedOver {
    /// The entry, or the person, was removed.
    Removed,
    /// The person is kept out of the casino.
    Excluded,
    /// The person has won a prize, and the terms let nobody win two.
    HasWon,
}

croupier_engine::stored! { enum PassedOver { 0 = Removed, 1 = Excluded, 2 = HasWon } }

impl RedrawReason {
    /// Returns the word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Absent => "absent",
            Self::Refused => "refused",
            Self::Unclaimed => "unclaimed",
            Self::Declined => "declined",
        }
    }
}

impl PassedOver {
    /// Returns the word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Removed => "removed",
            Self::Excluded => "excluded",
            Self::HasWon => "has-won",
        }
    }
}

/// What became of an award.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AwardStage {
    /// The entry was drawn, and does not win.
    PassedOver(PassedOver),
    /// It was drawn, and the prize is to be handed over.
    Open,
    /// It was drawn, and the prize goes to somebody else.
    Redrawn(RedrawReason),
    /// The claim was denied.
    Refused,
    /// The prize was paid or handed over.
    Settled,
    /// The promotion was cancelled before the prize was handed over.
    Cancelled,
}

croupier_engine::stored! {
    enum AwardStage {
        0 = PassedOver(why),
        1 = Open,
        2 = Redrawn(why),
        3 = Refused,
        4 = Settled,
        5 = Cancelled,
    }
}

/// An attempt to tell a winner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// By which means.
    pub means: Means,
    /// It has reached the winner.
    pub reached: bool,
    /// Who tried it.
    pub by: Player,
    /// When, in milliseconds.
    pub at: u64,
}

croupier_engine::stored! { struct Attempt { means, reached, by, at } }

/// An entry that was drawn for a prize.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromotionAward {
    /// Its number, from 1: the how manieth entry of the draw it is.
    pub number: u32,
    /// The prize, by its number in the terms.
    pub prize: u32,
    /// The number of the entry.
    pub entry: u32,
    /// From how many entries it was drawn, where others had been put aside; else it was from all.
    pub left: Option<u32>,
    /// Who has entered.
    pub who: Entrant,
    /// When it was drawn, in milliseconds.
    pub at: u64,
    /// What became of it.
    pub stage: AwardStage,
    /// Why it was drawn again, in words.
    pub redrawn: Option<Commitment>,
    /// The scrutineer who has confirmed it.
    pub confirmed: Option<Player>,
    /// Whether the winner is there, where anybody has looked.
    pub present: Option<bool>,
    /// How often somebody has tried to tell the winner.
    pub attempts: Vec<Attempt>,
    /// What was paid: in cash, by cheque, by transfer.
    pub paid: [Cents; 3],
    /// The winner took money in place of the prize.
    pub instead: bool,
    /// The voucher that was issued for it.
    pub voucher: Option<VoucherId>,
}

croupier_engine::stored! {
    struct PromotionAward {
        number, prize, entry, left, who, at, stage, redrawn, confirmed, present, attempts, paid,
        instead, voucher,
    }
}

impl PromotionAward {
    /// Tells whether the prize is still to be handed over.
    pub fn is_open(&self) -> bool {
        self.stage == AwardStage::Open
    }

    /// Tells whether the winner knows: they were there, or were told.
    pub fn is_known(&self) -> bool {
        self.present == Some(true) || self.attempts.iter().any(|attempt| attempt.reached)
    }

    /// Returns what became of it, and why, as one word each.
    pub const fn words(&self) -> (&'static str, Option<&'static str>) {
        match self.stage {
            AwardStage::PassedOver(why) => ("passed-over", Some(why.name())),
            AwardStage::Open => ("open", None),
            AwardStage::Redrawn(why) => ("redrawn", Some(why.name())),
            AwardStage::Refused => ("refused", None),
            AwardStage::Settled => ("settled", None),
            AwardStage::Cancelled => ("cancelled", None),
        }
    }

    /// Tells whether the prize is nobody's: the entry did not win, or does not any more.
    pub fn is_free(&self) -> bool {
        match self.stage {
            AwardStage::PassedOver(_) | AwardStage::Redrawn(_) => true,
            AwardStage::Open
            | AwardStage::Refused
            | AwardStage::Settled
            | AwardStage::Cancelled => false,
        }
    }
}

/// A claim that was denied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedClaim {
    /// Its number, from 1.
    pub number: u32,
    /// The award whose winner claimed; `None` for anybody else.
    pub award: Option<u32>,
    /// What the prize is worth.
    pub value: Cents,
    /// Who claimed, where that is kept.
    pub claimant: Option<Commitment>,
    /// The address of who claimed, where that is kept.
    pub address: Option<Commitment>,
    /// Why it was denied.
    pub why: Commitment,
    /// Who denied it.
    pub by: Player,
    /// When, in milliseconds.
    pub at: u64,
    /// How, by whom and when whoever claimed was told.
    pub told: Option<(Means, Player, u64)>,
}

croupier_engine::stored! {
    struct RefusedClaim {
        number, award, value, claimant, address, why, by, at, told,
    }
}

/// A dispute about how a promotion was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dispute {
    /// Its number, from 1.
    pub number: u32,
    /// Who disputes it.
    pub person: Entrant,
    /// About what.
    pub what: Commitment,
    /// When it was made, in milliseconds.
    pub at: u64,
    /// What the operator has decided, and who for the operator.
    pub decision: Option<(Player, Commitment)>,
    /// Who told the person of the complaint to an inspector, and when: the dispute is closed.
    pub told: Option<(Player, u64)>,
}

croupier_engine::stored! { struct Dispute { number, person, what, at, decision, told } }

/// Why and since when nothing goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interruption {
    /// How far the promotion had come.
    pub was: PromotionState,
    /// Why.
    pub why: Commitment,
    /// Who has said so.
    pub by: Player,
    /// Since when, in milliseconds.
    pub at: u64,
    /// Who told the inspectorate, and when.
    pub told: Option<(Player, u64)>,
    /// The inspector who agrees that it goes on, and when.
    pub validated: Option<(Player, u64)>,
}

croupier_engine::stored! { struct Interruption { was, why, by, at, told, validated } }
