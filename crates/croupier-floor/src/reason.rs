//! Why the floor does not do something: a code for each reason, with the values that belong to it.
//!
//! Codes and values go into the journal, but no word that somebody chose; the sentences that people read are
//! made from them where they are shown, and can be reworded without touching any journal.

use croupier_engine::{Cents, Why};
use croupier_sheet::{Word, words};
use serde::{Deserialize, Serialize};

use crate::TableId;
use crate::answer::By;
use crate::people::Role;
use crate::pool::{DisplayId, PoolId, PoolState};
use crate::promotion::PromotionWhy;
use crate::room::Item;
use crate::voucher::VoucherId;

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names are the reasons; croupier-view has them as sentences")]
pub enum Reason {
    /// The rules of the game refuse it, for the engine's own reason and by the clause beside this.
    Refused(#[serde(with = "words::why")] Why),

    // Rights
    KeptOut,
    Stranger(#[serde(skip)] String),
    NobodyMay,
    FollowsFromAnother,
    NotInRoles {
        what: Word,
    },
    ProgramDeals,
    DealerDeals,
    NotOwn,
    ProgramOpensDemoOnly,
    GuestsOnly,
    NoGuests,
    NeedsAnother,
    /// Who asked and who agrees may be one person until then; somebody else in one of these roles must agree.
    NotTwoPeople {
        until: u64,
        second: Vec<Role>,
    },
    /// The task belongs to people in other roles.
    TaskOfOthers {
        owners: Vec<Role>,
    },
    SupervisorVerifies,

    // Money
    Less {
        amount: Amount,
    },
    CageHasLess {
        has: Amount,
        amount: Amount,
    },
    /// Chips that the player has to give back after a correction come first.
    Owes {
        amount: Amount,
    },
    LessToWager {
        amount: Amount,
    },
    TooFewChips,
    FloatTooSmall,
    AskForFill,
    PlayMoney,
    NoCashForPlayMoney,

    // People
    NoSuchPerson(#[serde(skip)] String),
    NameTaken,
    /// The house has a manager already.
    IsFounded,
    BadName,
    StaysGuest,
    IsProgram,
    GuestsComeThemselves,
    RolesApart,
    NoRole,
    NotAPlayer,
    /// Only who works here can have done that.
    NotStaff,
    /// An incident of a kind happened at a table.
    IncidentNeedsTable,
    MayNotPlay,
    IsHeld,
    IsNotHeld,

    // Tasks
    NoSuchTask {
        number: u32,
    },
    /// The task ends with an act of its own.
    TaskEndsWith {
        act: Word,
    },

    // Vouchers
    NoSuchVoucher {
        number: VoucherId,
    },
    VoucherKnown {
        number: VoucherId,
    },
    BadVoucher,
    VoucherUsed {
        number: VoucherId,
    },
    VoucherExpired {
        number: VoucherId,
    },
    VoucherOfOtherGame {
        number: VoucherId,
    },
    VoucherOfAnother {
        number: VoucherId,
    },
    TokensOfOtherGame,

    // Requests and complaints
    RequestOpen {
        request: u32,
    },
    AnotherRound {
        round: u64,
    },
    NoGrounds,
    /// Whoever decides about a fraud must direct whether those who are named forfeit.
    ForfeitUndecided,
    /// Nothing is left open about anybody's wagers.
    ForfeitNotAsked,
    OnDuty,
    NoSuchRequest {
        number: u32,
    },
    NoSuchComplaint {
        number: u32,
    },
    AnotherReviews,
    Decided,
    NotDecided,
    NoFirstDecision,
    SayOfInspector,

    // Tables and seats
    TableIsOpen {
        table: TableId,
    },
    TableNotOpen {
        table: TableId,
    },
    BadTable,
    NoSuchGame {
        #[serde(skip)]
        game: Word,
    },
    SeatsRange {
        most: u8,
    },
    /// The order says how many seats a table has.
    SeatsExactly {
        seats: u8,
    },
    /// The set-up is none of this game. The text is the parser's: what is wrong, and at which field of what was
    /// written. No code can say that, and what was written is not recorded; so the text is not either.
    BadSetup(#[serde(skip)] String),
    /// The step is none of this game; its text is the parser's, as that of a set-up.
    BadStep(#[serde(skip)] String),
    VirtualFaceDown,
    BadAmount,
    Closing,
    ClosingAnnounced,
    NoClosingAnnounced,
    NoticeTooShort,
    WagersStand,
    RoundNotDecided,
    OwnWagersStand,
    HasSeat,
    HasNoSeat,
    NoSuchSeat {
        seat: u8,
    },
    SeatTaken {
        seat: u8,
    },
    HasNotSatOut,
    NotOnSeveralAreas,
    NotANewcomer,
    AreaIsReserved,
    AreaGivenUp,
    SeatsEnough,
    NoSuchRule,

    // Signs and variants
    HigherMinimumWaits,
    NobodySpared,
    SparesNobody,
    NoSuchWager {
        #[serde(skip)]
        on: Word,
    },
    LimitsMakeNoSense,
    LimitsNotInChips {
        chip: Amount,
    },
    /// No sign of its own can be put up for the wager: it has a price or a measure of its own.
    OffTheSign,
    NotAboveMaximum,
    OwnMinimumTooLow,
    NoOwnLimit,
    NoVariants,
    NoSuchVariant {
        #[serde(skip)]
        variant: Word,
    },
    VariantPlayed,
    NothingToAgree,

    // The crew
    NotTheirsToConfirm,
    NothingToConfirm,
    EquipmentMissing {
        item: Item,
    },
    EquipmentFirst,
    DiceAreRegistered,
    NotFiveDice,
    NoDiceRegistered,

    // Cards
    NoCards,
    BeingShuffled,
    NotBeingShuffled,
    NotShuffled,
    RoundOn,
    NotPreShuffled,
    RiffleAsked,
    RiffleNotAsked,
    RiffleIsDone,
    NoCut,
    IsCut,
    NotCut,
    CutOfferedToAnother,
    CutNotOffered,
    CutTooShallow,
    NoCuttingCard,
    CuttingCardRange {
        least: u16,
        most: u16,
    },
    CardUsedUp,
    ShuffleNotDue,
    /// The set of cards at the table did not come as is said.
    OtherOrigin,
    OtherMethod,
    CuttingCardFirst,
    ShuffleRunOutFirst,
    /// The face of this card is told when its hand is turned.
    DealtFaceDown,
    BurnIsUnseen,
    RiffleByPlayer,
    RiffleOnlyPlayers,
    RiffleBeforeCut,
    RiffleNotGranted,
    SourceIsEmpty,

    // Sets of cards
    NoSuchSet {
        set: u32,
    },
    SetKnown {
        set: u32,
    },
    SetElsewhere {
        set: u32,
    },
    SetRetired {
        set: u32,
    },
    OtherDecks {
        decks: u8,
    },
    NotChecked {
        set: u32,
    },
    SetIncomplete {
        set: u32,
    },
    NoSet,
    CardsInUse,
    BadSet,

    // The random numbers of virtual tables
    NotCommitted,
    Committed,
    BadCommitment,
    RoundTakesNoMore,
    ContributedAlready,
    BadSeal,
    OtherWords,
    NoWordsAwaited,
    WordsAwaited {
        seat: u8,
    },
    WordsHaveTime,
    WordsLapsed {
        until: u64,
    },
    BettingOpen,
    BettingClosed,
    BooksAreFull,
    FloatIsShort {
        amount: Amount,
    },
    WasNotThere,
    TooMuch,
    NothingToReveal,
    BadKey,
    OtherKey,
    DrawDiffers {
        draw: u32,
    },
    KeyNotShown,
    BurnKeyNotShown,
    DealtByHand,

    /// The clock would not move, or would show a time that there is not.
    BadTime,

    // Prize pools
    NoSuchPool {
        pool: PoolId,
    },
    PoolKnown {
        pool: PoolId,
    },
    /// The pool is not at the point at which this can be done.
    PoolIs {
        pool: PoolId,
        state: PoolState,
    },
    PoolNotRunning {
        pool: PoolId,
        state: PoolState,
    },
    /// The pool gets other terms, and takes wagers again when those of the old ones are played.
    PoolChanges {
        pool: PoolId,
    },
    /// A display that the table needs is cut off.
    DisplayLost {
        pool: PoolId,
        display: DisplayId,
    },
    DisplayKnown,
    NoSuchDisplay,
    /// The program has said of a display what is so already.
    DisplayIsSo,
    NoSuchPrizes,
    SharesDoNotMakeOne,
    /// The parts of a cent that are carried cannot be counted together with the new ones.
    SharesTooFine,
    CeilingTooLow,
    BadReference,
    /// A table is linked to one pool at most.
    LinkedAlready {
        pool: PoolId,
    },
    NotLinked,
    /// The game of the table has another table of prizes than the pool.
    NotAGameOfPool {
        pool: PoolId,
    },
    PlayMoneyPool,
    /// Link the table to a pool: a set-up says nothing of a jackpot.
    JackpotIsLinked,
    JackpotWagersStand,
    AwardsOpen {
        pool: PoolId,
    },
    /// The pool has inherited from another, or is to, and nobody inherits from it.
    PoolInherits {
        pool: PoolId,
    },
    MeterShows {
        amount: Amount,
    },
    NoSuchOutside,
    OutsideRepeats,
    /// A table that does not run here tells of more wagers or hands of a round than it has fed.
    OutsideBeyond {
        most: u32,
    },
    /// A table that does not run here tells of a round that is long over, or of a meter that the round has won already.
    OutsideRound,
    NoSuchAward {
        award: u32,
    },
    AwardVerified,
    /// A second person must look at the hands before the prize is paid.
    VerifyAwardFirst {
        award: u32,
    },
    NoMystery,
    NoTrigger {
        pool: PoolId,
    },
    TriggerPassed {
        pool: PoolId,
    },
    TriggerNotPassed,
    /// Wagers have counted for the mystery prize of a pool: somebody will win it.
    TriggerStands {
        pool: PoolId,
    },
    /// The program has not looked yet whether the last wagers have passed the trigger.
    TriggerUnseen {
        pool: PoolId,
    },

    /// Something about a promotion; the order whose clause stands beside this.
    Promotion {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        order: Option<Word>,
        why: PromotionWhy,
    },

    // The text of an order
    NoOrderToLoad,
    BadHash,

    /// What the journal has of the table is damaged. The text is that of the entry by which the table was
    /// stopped: which file, which entry, what the disk gave instead. It stands beside that entry, and is not
    /// recorded again.
    Stopped(#[serde(skip)] String),
}

/// An amount of money, as a number of cents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Amount(#[serde(with = "words::cents")] pub Cents);

impl Reason {
    /// Says what kind of reason it is, where no clause of an order decides.
    pub const fn by(&self) -> By {
        match self {
            Self::Refused(_) => By::Rules,
            Self::KeptOut
            | Self::Stranger(_)
            | Self::NobodyMay
            | Self::FollowsFromAnother
            | Self::NotInRoles { .. }
            | Self::ProgramDeals
            | Self::DealerDeals
            | Self::NotOwn
            | Self::ProgramOpensDemoOnly
            | Self::GuestsOnly
            | Self::NoGuests
            | Self::NeedsAnother
            | Self::NotTwoPeople { .. }
            | Self::SupervisorVerifies
            | Self::TaskOfOthers { .. } => By::Rights,
            Self::Less { .. }
            | Self::CageHasLess { .. }
            | Self::Owes { .. }
            | Self::LessToWager { .. }
            | Self::TooFewChips
            | Self::FloatTooSmall
            | Self::AskForFill
            | Self::PlayMoney
            | Self::NoCashForPlayMoney => By::Money,
            // The law says no where no order does.
            Self::Promotion { why: PromotionWhy::LawForbids { .. }, .. } => By::Rules,
            Self::Stopped(_) => By::Journal,
            _ => By::Sense,
        }
    }
}
