//! The step that confirms what was done about a shuffling device that failed.

use croupier_engine::Card;
use croupier_engine::input::Repair;
use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::written::{given, one, spoken};

/// A step about a device that failed: `{"does": "remove", "card": "5H"}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = DeviceStep))]
#[serde(deny_unknown_fields)]
pub struct Device {
    /// The step that was taken: cards taken out, moved to another device, or replaced.
    #[serde(with = "one")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub does: Done,
    /// The card that it was done with; not for a transfer.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub card: Option<Card>,
}

spoken! {
    /// What was done about a device that failed.
    Done {
        /// A damaged card was taken out of play.
        Remove = "remove",
        /// A card that was taken out is not damaged, and went back.
        PutBack = "put-back",
        /// The cards went to the other device.
        Transfer = "transfer",
        /// A card of a new deck took the place of a damaged one.
        Substitute = "substitute",
    }
}

impl Device {
    /// Makes it what the engine is told.
    pub(super) fn resolve(self) -> Result<Repair, Fault> {
        match (self.does, self.card) {
            (Done::Remove, Some(card)) => Ok(Repair::Remove(card)),
            (Done::PutBack, Some(card)) => Ok(Repair::PutBack(card)),
            (Done::Substitute, Some(card)) => Ok(Repair::Substitute(card)),
            (Done::Transfer, None) => Ok(Repair::Transfer),
            (Done::Transfer, Some(_)) => Err(Fault::new("a transfer is of all cards, not of one")),
            (Done::Remove | Done::PutBack | Done::Substitute, None) => Err(Fault::missing("card")),
        }
    }
}

impl From<Repair> for Device {
    fn from(repair: Repair) -> Self {
        let (does, card) = match repair {
            Repair::Remove(card) => (Done::Remove, Some(card)),
            Repair::PutBack(card) => (Done::PutBack, Some(card)),
            Repair::Substitute(card) => (Done::Substitute, Some(card)),
            Repair::Transfer => (Done::Transfer, None),
        };
        Self { does, card }
    }
}
