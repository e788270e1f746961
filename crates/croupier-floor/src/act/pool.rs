//! Acts that concern prize pools: from the draft of their terms to their end, the tables elsewhere that feed them, their
//! displays, and their mystery prizes. None of them concerns a single table of this floor.

use croupier_engine::Cents;
use croupier_sheet::words;
use serde::{Deserialize, Serialize};

use super::Act;
use crate::TableId;
use crate::naming::{Naming, Rename};
use crate::pool::{Day, DisplayId, Fed, Level, OutsideId, PoolId, Terms};

acts! {
    /// What concerns prize pools.
    PoolAct {
        /// The terms of a prize pool are written down, or written anew as long as it is a draft.
        "draft-pool" DraftPool {
            pool: PoolId,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            name as said: P::Said,
            terms as terms: Terms,
        }
        /// The Authority has approved the terms of a pool: its reference, and its date.
        "approve-pool" ApprovePool {
            pool: PoolId,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            reference as said: P::Said,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            date: Day,
        }
        /// An approved pool takes wagers from now on; its meters get what they start with.
        "start-pool" StartPool {
            pool: PoolId,
        }
        /// A pool takes no wagers for the time being.
        "suspend-pool" SuspendPool {
            pool: PoolId,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            why as said: P::Said,
        }
        /// A suspended pool takes wagers again.
        "resume-pool" ResumePool {
            pool: PoolId,
        }
        /// A pool gets other terms, which the Authority has approved, at all its tables together.
        "change-pool" ChangePool {
            pool: PoolId,
            terms as terms: Terms,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            reference as said: P::Said,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            date: Day,
        }
        /// A meter of a pool is set to something else, under a reference of the Authority.
        "adjust-meter" AdjustMeter {
            pool: PoolId,
            level: Level,
            #[serde(with = "words::cents")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            before: Cents,
            #[serde(with = "words::cents")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            after: Cents,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            why as said: P::Said,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            reference as said: P::Said,
        }
        /// A pool takes no wagers any more, under a reference of the Authority; another one will get what it holds.
        "retire-pool" RetirePool {
            pool: PoolId,
            heir: PoolId,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            reference as said: P::Said,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            date: Day,
        }
        /// A pool that takes no wagers any more is over, and the other pool gets what it holds.
        "close-pool" ClosePool {
            pool: PoolId,
        }
        /// The program opens a pool of play money, for demo tables.
        "demo-pool" DemoPool {
            pool: PoolId,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            name as said: P::Said,
            terms as terms: Terms,
        }
        /// A table of a game that does not run here is linked to a pool: its game, what it is called, its smallest chip.
        "link-outside" LinkOutside {
            pool: PoolId,
            outside: OutsideId,
            game as pool_game: String,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            name as said: P::Said,
            #[serde(with = "words::cents")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            chip: Cents,
        }
        /// A table that does not run here feeds a pool no more.
        "unlink-outside" UnlinkOutside {
            pool: PoolId,
            outside: OutsideId,
        }
        /// All rounds of a table that does not run here are over up to this one, although it has not said so: by whose word,
        /// and where it is written.
        "end-outside-rounds" EndOutsideRounds {
            pool: PoolId,
            outside: OutsideId,
            round: u64,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            reference as said: P::Said,
        }
        /// A message of a table that does not run here: its number, and what happened there.
        "pool-feed" PoolFeed {
            pool: PoolId,
            outside: OutsideId,
            number: u64,
            what: Fed,
        }
        /// A screen must show the prizes of a pool: at one of its tables, or for all of them.
        "register-display" RegisterDisplay {
            pool: PoolId,
            display: DisplayId,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[cfg_attr(feature = "openapi", schema(value_type = Option<u32>))]
            table: Option<TableId>,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            name as said: P::Said,
        }
        /// A screen need not show the prizes of a pool any more.
        "remove-display" RemoveDisplay {
            pool: PoolId,
            display: DisplayId,
        }
        /// The program has heard nothing of a display for too long.
        "display-lost" DisplayLost {
            pool: PoolId,
            display: DisplayId,
        }
        /// The program hears of a display again.
        "display-back" DisplayBack {
            pool: PoolId,
            display: DisplayId,
        }
        /// The house commits itself to when the mystery prize of a pool is won, and by whom.
        "commit-mystery" CommitMystery {
            pool: PoolId,
            trigger as digits: String,
            winner as digits: String,
        }
        /// The mystery prize of a pool is won: the house shows both keys.
        "hit-mystery" HitMystery {
            pool: PoolId,
            trigger as digits: String,
            winner as digits: String,
        }
        /// The program has looked at what moved the meter of a mystery prize up to this: the trigger is higher.
        "pass-mystery" PassMystery {
            pool: PoolId,
            #[serde(with = "words::cents")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            shown: Cents,
        }
        /// The house shows both keys of a mystery prize that nobody has won: no wager has counted for it yet, or the pool
        /// is over.
        "show-mystery" ShowMystery {
            pool: PoolId,
            trigger as digits: String,
            winner as digits: String,
        }
        /// The keys of a mystery prize can never be shown: two people give them up.
        "lose-mystery" LoseMystery {
            pool: PoolId,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            why as said: P::Said,
        }
    }
}

impl<P: Naming> PoolAct<P> {
    /// Returns the pool that the act is about.
    pub const fn pool(&self) -> PoolId {
        match *self {
            Self::DraftPool { pool, .. }
            | Self::ApprovePool { pool, .. }
            | Self::StartPool { pool }
            | Self::SuspendPool { pool, .. }
            | Self::ResumePool { pool }
            | Self::ChangePool { pool, .. }
            | Self::AdjustMeter { pool, .. }
            | Self::RetirePool { pool, .. }
            | Self::ClosePool { pool }
            | Self::DemoPool { pool, .. }
            | Self::LinkOutside { pool, .. }
            | Self::UnlinkOutside { pool, .. }
            | Self::EndOutsideRounds { pool, .. }
            | Self::PoolFeed { pool, .. }
            | Self::RegisterDisplay { pool, .. }
            | Self::RemoveDisplay { pool, .. }
            | Self::DisplayLost { pool, .. }
            | Self::DisplayBack { pool, .. }
            | Self::CommitMystery { pool, .. }
            | Self::HitMystery { pool, .. }
            | Self::PassMystery { pool, .. }
            | Self::ShowMystery { pool, .. }
            | Self::LoseMystery { pool, .. } => pool,
        }
    }
}
