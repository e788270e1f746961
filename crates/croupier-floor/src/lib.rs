//! The casino around the tables: people and what they may do, money, seats, signs, shoes and time.
//!
//! A [`Floor`] is a pure state machine. It takes one act at a time, with who does it and when, and answers
//! with what follows. It reads no clock, draws no card and writes no file, so that the same acts lead to the
//! same floor for ever: what is in the journal can be played again and compared.

mod act;
mod answer;
mod floor;
mod ledger;
mod naming;
mod people;
mod pool;
mod promotion;
mod random;
mod reason;
mod record;
mod rights;
mod room;
mod said;
mod stored;
mod task;
mod voucher;

use serde::{Deserialize, Serialize};

pub use act::{
    Act, Dealing, EdgeAct, HouseAct, Limits, PoolAct, PromotionAct, ShuffleMethod, TableAct,
};
pub use answer::{
    ActResult, Answer, By, CardsChange, Change, Denied, Event, Instance, Notice, Opened, Play,
    Prompt, ShuffleCause, VoucherChange, WordsChange,
};
pub use floor::{
    CardSet, CardsAt, Complaint, Floor, FoldedTable, HOUSE, Holds, MOST_AT_ONCE, MOST_ENTRIES,
    Request, Rewards, Stage,
};
pub use ledger::{Account, Currency, Ledger, Posting};
pub use naming::{Founder, NOBODY, Naming, NewName, PersonId, RecordedStep};
pub use people::{People, Person, Role};
pub use pool::{
    Approval, Approved, Award, AwardLine, Carry, Counted, Crossing, Day, Display, DisplayId,
    Eligible, Fed, Level, LevelBook, MOST_UNSEEN, MeterTerms, MysteryDraw, MysteryTerms, Outside,
    OutsideId, OutsideRound, PAST_AWARDS, Pool, PoolChange, PoolId, PoolState, Pools, Share,
    Source, Terms,
};
pub use promotion::{
    AdmittedFile, Attempt, AwardStage, Ban, ClosedEntries, Dispute, DrawInputs, DrawState,
    DrawnEntries, Entered, Entrant, Entries, EntryRule, EntrySalt, EntrySource, EstateIncludes,
    Interruption, LawInForce, LegalRule, LegalSwitch, Lodged, MOST_PRIZES, Means, MissedEntries,
    MissedEntry, OldTerms, PATIENCE, PassedOver, PointsRate, PointsRates, Prize, PrizeCheck,
    PrizeChecks, PrizeKind, Promotion, PromotionAward, PromotionChange, PromotionEntry,
    PromotionId, PromotionState, PromotionTerms, PromotionWhy, Promotions, Published, PublishedBy,
    QualifyingWager, RedrawReason, RefusedClaim, Reward, Strictest, TravelIncludes, draw,
    entry_salt, root_of, seed_commitment, value_of, value_seal,
};
pub use random::{
    BurnRandom, Drawn, Draws, Key, RoundRandom, Words, WordsStage, burn_commitment, commitment,
    hex, key_from, seal, trigger, trigger_commitment, winner, winner_commitment,
};
pub use reason::{Amount, Reason};
pub use record::{Recorded, Recording};
pub use rights::{Gravity, RIGHTS, Right, of_act, of_step};
pub use room::{
    Crew, DiceSet, GivenUp, Item, LAPSE_LASTS, OwnSign, Riffling, Room, Seat, Shuffle, Shuffling,
    WORDS_TIME,
};
pub use said::{Commitment, Kept, Said, Salt};
pub use stored::{restore_json, store_json};
pub use task::{ErrorNotice, HOUSE_LIST, Receiver, Task, TaskEnd, Tasks, ToDo};
pub use voucher::{Exchanged, Voucher, VoucherId, Vouchers};

/// A table, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableId(pub u32);

croupier_engine::stored! { struct TableId(number) }

/// How long a sign must have stood: twenty minutes, in milliseconds.
pub const NOTICE: u64 = 20 * 60 * 1000;
