//! What people do, one [`Act`] at a time: as requests say it, with names and words, and as it stands in the
//! journal, with numbers and commitments. [`Naming`] is the difference; `record` leads from one to the other.
//!
//! There are five kinds, and each has a type of its own: what concerns the house alone, what concerns prize pools, what
//! concerns promotions, what concerns one table alone, and what moves money or people across the edge of a table. A table whose
//! entries are damaged can be
//! stopped by itself only if nothing of the last kind is missing.

#[macro_use]
mod kinds;

mod concern;
mod edge;
mod house;
mod pool;
mod promotion;
mod reading;
mod table;

use croupier_sheet::{ReadError, read_json};
use serde::{Deserialize, Serialize};

use reading::{MOST_TERMS, MOST_WORDS, explained, longest_text};

use crate::TableId;
use crate::answer::written;
use crate::naming::{Naming, Rename};
use crate::record::Recorded;
pub(crate) use concern::Concern;
pub use edge::EdgeAct;
pub use house::HouseAct;
pub use pool::PoolAct;
pub use promotion::PromotionAct;
pub use table::TableAct;

/// One thing that somebody does, or asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged, bound = "")]
#[allow(clippy::enum_variant_names, reason = "each variant is named as the type it holds")]
pub enum Act<P: Naming = String> {
    /// It concerns the house and no single table.
    HouseAct(HouseAct<P>),
    /// It concerns prize pools and no single table.
    PoolAct(PoolAct<P>),
    /// It concerns promotions and no single table.
    PromotionAct(PromotionAct<P>),
    /// It moves money or people across the edge of a table.
    EdgeAct(EdgeAct<P>),
    /// It concerns one table alone, and the money that lies there.
    TableAct(TableAct<P>),
}

/// Who draws the cards or dice of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Dealing {
    /// The program draws the cards or dice.
    Virtual,
    /// A dealer tells which cards or dice came.
    Physical,
}

croupier_engine::stored! { enum Dealing { 0 = Virtual, 1 = Physical } }

/// How cards are shuffled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ShuffleMethod {
    /// By the dealer's hands.
    Hand,
    /// By a machine beside the table, from which no card is dealt.
    Multishuffler,
    /// By the device from which they are dealt.
    Device,
}

croupier_engine::stored! { enum ShuffleMethod { 0 = Hand, 1 = Multishuffler, 2 = Device } }

/// What a sign says of a wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Limits {
    pub min: u64,
    pub max: u64,
    /// The step between two amounts; `None` for a chip.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<u64>,
}

impl<P: Naming> Act<P> {
    /// Returns the word for the act.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::HouseAct(act) => act.name(),
            Self::PoolAct(act) => act.name(),
            Self::PromotionAct(act) => act.name(),
            Self::EdgeAct(act) => act.name(),
            Self::TableAct(act) => act.name(),
        }
    }

    /// Returns the table that the act is about.
    pub const fn table(&self) -> Option<TableId> {
        match self {
            Self::HouseAct(HouseAct::Incident { table, .. }) => *table,
            Self::HouseAct(_) | Self::PoolAct(_) | Self::PromotionAct(_) => None,
            Self::EdgeAct(act) => Some(act.table()),
            Self::TableAct(act) => Some(act.table()),
        }
    }

    /// Names people in another way.
    pub(crate) fn rename<Q: Naming>(&self, via: &mut impl Rename<P, Q>) -> Act<Q> {
        match self {
            Self::HouseAct(act) => Act::HouseAct(act.rename(via)),
            Self::PoolAct(act) => Act::PoolAct(act.rename(via)),
            Self::PromotionAct(act) => Act::PromotionAct(act.rename(via)),
            Self::EdgeAct(act) => Act::EdgeAct(act.rename(via)),
            Self::TableAct(act) => Act::TableAct(act.rename(via)),
        }
    }
}

impl Act {
    /// Keeps the hash of a password back, which nobody needs to see.
    pub fn without_password(mut self) -> Self {
        let hashes = match &mut self {
            Self::HouseAct(
                HouseAct::AddPerson { password: Some(hash), .. }
                | HouseAct::SetPassword { password: hash, .. },
            ) => vec![hash],
            Self::HouseAct(HouseAct::Found { managers }) => {
                managers.iter_mut().filter_map(|founder| founder.password.as_mut()).collect()
            }
            _ => Vec::new(),
        };
        for hash in hashes {
            "(kept back)".clone_into(hash);
        }
        self
    }

    /// Reads an act as requests write it; an error says where in it something is wrong.
    ///
    /// # Errors
    /// It is no JSON, or no act, or has a text of more than 500 bytes; of promotions, of more than 4,000.
    pub fn parse(text: &[u8]) -> Result<Self, ReadError> {
        let read = read_json(text).map_err(|error| explained(error, text));
        let most = match &read {
            Ok(Self::PromotionAct(_)) => MOST_TERMS,
            Ok(_) | Err(_) => MOST_WORDS,
        };
        let long = longest_text(text);
        match long > most {
            true => {
                Err(ReadError::whole(format!("a text has {long} bytes; at most {most} are taken")))
            }
            false => read,
        }
    }

    /// Writes an act as requests write it.
    pub fn write(&self) -> String {
        written(self)
    }
}

// Like those above, not written for both ways to name people at once: so they are compiled here, and not again in
// every crate that calls them.
impl Recorded {
    /// Reads an act as it stands in the journal.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn read(text: &[u8]) -> Result<Self, String> {
        serde_json::from_slice(text).map_err(|error| error.to_string())
    }

    /// Writes an act as it stands in the journal.
    pub fn write(&self) -> String {
        written(self)
    }
}
