//! Why something is not done about a promotion: codes with their values, as all reasons of the floor are.

use croupier_engine::promotions::PromotionRule;
use serde::{Deserialize, Serialize};

use super::{Ban, LegalSwitch, PromotionState};
use crate::reason::Amount;

/// Why something is not done about a promotion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the names are the reasons; croupier-view has them as sentences")]
pub enum PromotionWhy {
    NoSuchPromotion,
    /// The number is none that a promotion can have.
    BadNumber,
    /// The promotion is not at the point at which this can be done.
    Is {
        state: PromotionState,
    },
    /// It goes with no game, with one twice, or with one whose order says nothing of promotional prizes.
    BadGames,
    /// The compulsory wager is one of no game of the promotion.
    NoSuchWager,
    TooManyPrizes {
        most: u32,
    },
    /// The orders want this in the terms, and it is not there; of a prize, by its number.
    TermMissing {
        #[serde(with = "rule")]
        term: PromotionRule,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        prize: Option<u32>,
    },
    /// The prize consists of or includes what no prize may.
    Banned {
        prize: u32,
        ban: Ban,
    },
    /// Nobody has looked at the prize for this, or the list has grown since.
    NotChecked {
        prize: u32,
        ban: Ban,
    },
    NothingChecked,
    NoSuchPrize,
    /// There is no cash in place of slots dollars, of casino dollars, or of cash.
    NoCashInstead {
        prize: u32,
    },
    /// The terms do not state that there is cash in place of the prize.
    CashInsteadNotStated,
    /// The law beside the order forbids it.
    LawForbids {
        switch: LegalSwitch,
    },
    /// Entries would close before they begin, or the draw be held before they close.
    BadTimes,
    /// The Authority has had the terms for too short a time.
    TooSoon {
        until: u64,
    },
    /// The Authority has the terms, or a reference is missing.
    BadReference,
    NotPublished,
    MarketingMustRefer,
    NotCommitted,
    CommittedAlready,
    BadCommitment,
    /// What everybody knows since entries closed cannot be changed any more.
    FixedByClosing,
    NothingProposed,
    /// It is not the time for it yet.
    NotYet {
        at: u64,
    },
    EntriesClosed,
    TooManyEntries {
        most: u32,
    },
    NobodyEntered,
    NotEligible,
    NoQualifyingWager,
    AlreadyEntered,
    NoSuchEntry,
    /// Where wagers make entries, nobody else does.
    OnlyWagersEnter,
    /// Where nobody may enter or win twice, only people whom the house knows enter.
    OnlyKnownPeople,
    /// A file has a SHA-256, and at least one row.
    BadFile,
    FileKnown,
    NoSuchFile,
    /// Rows of a file are entered once, in their order.
    NotARow {
        next: u32,
        rows: u32,
    },
    NotAScrutineer,
    ScrutineerIsThere,
    ScrutineerMissing,
    NotTheScrutineer,
    /// The scrutineer gives the value, or the public source that the terms name does.
    OtherSource,
    ValueMissing,
    ValueGiven,
    /// Neither a public source nor a scrutineer gives the value of the draw.
    NobodyGivesTheValue,
    /// The entries have another root.
    OtherRoot,
    /// The scrutineer has sealed a value already.
    ValueSealed,
    /// The value is not the one that was sealed.
    NotWhatWasSealed,
    /// The terms have no reward that this voucher is, or all of them are issued.
    NotAReward,
    SeedIsShown,
    BadValue,
    NoSuchAward,
    AwardIsOver,
    NotConfirmed,
    NothingToConfirm,
    /// The terms want the winner to be there.
    NotPresent,
    /// The winner was neither there nor told.
    NotNotified,
    /// That is no reason to draw this prize again.
    NoReasonToRedraw,
    NotCash,
    IsCash,
    /// The parts do not come to what the prize is worth.
    SumsDiffer {
        amount: Amount,
    },
    VoucherNumber,
    NameAndAddress {
        above: Amount,
    },
    OtherValue {
        amount: Amount,
    },
    NotRefused,
    NoSuchClaim,
    ToldAlready,
    NoSuchDispute,
    Decided,
    NotDecided,
    SayOfInspector,
    InspectorateNotTold,
    NotValidated,
    ValidatedAlready,
    ClaimsOpen,
    DisputesOpen,
    VoucherNotExpired,
    VoucherOver,
    NotAGameOfPromotion,
}

/// Writes and reads a rule by its word.
mod rule {
    use croupier_engine::promotions::PromotionRule;
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
    pub(super) fn serialize<S: Serializer>(rule: &PromotionRule, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(rule.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<PromotionRule, D::Error> {
        let word = std::borrow::Cow::<str>::deserialize(from)?;
        let rule = PromotionRule::named(&word);
        rule.ok_or_else(|| D::Error::custom(format!("{word:?} is no rule of promotions")))
    }
}
