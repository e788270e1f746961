//! What the floor can be told: one [`Act`] at a time, as it stands in the journal.

use croupier_engine::Cents;
use croupier_sheet::{Step, TableSetup};
use serde::{Deserialize, Serialize};

use crate::TableId;
use crate::people::Role;

/// One thing that somebody does, or asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the fields are the words of the floor")]
pub enum Act {
    /// A person becomes known to the house.
    AddPerson { name: String, roles: Vec<Role>, password: Option<String> },
    /// A person is given other roles.
    SetRoles { name: String, roles: Vec<Role> },
    /// A person gets another password; only its hash is told.
    SetPassword { name: String, password: String },
    /// A guest comes in, or comes back for more play money.
    Guest { name: String },
    /// Somebody signs in, or tries to.
    SignIn { name: String, granted: bool },
    /// Somebody with the right looks at what was recorded.
    Look { what: String },
    /// Time passes at a table: signs that have stood long enough take effect.
    Time { table: TableId },
    /// A person is kept out of the casino.
    Exclude { name: String, table: TableId, why: String },
    /// A person may come in again.
    Readmit { name: String, why: String },
    /// A person may not play this game.
    Bar { name: String, table: TableId, why: String },
    /// A person is held until an inspector or the police come.
    Detain { name: String, table: TableId, why: String },

    /// Cash for chips at the cage.
    BuyIn {
        player: String,
        #[serde(with = "amount")]
        #[cfg_attr(feature = "openapi", schema(value_type = u64))]
        amount: Cents,
    },
    /// Chips for cash at the cage.
    CashOut {
        player: String,
        #[serde(with = "amount")]
        #[cfg_attr(feature = "openapi", schema(value_type = u64))]
        amount: Cents,
    },
    /// Promotional tokens are given to a player.
    GiveTokens {
        player: String,
        #[serde(with = "amount")]
        #[cfg_attr(feature = "openapi", schema(value_type = u64))]
        amount: Cents,
    },
    /// Chips are made for the cage.
    Mint {
        #[serde(with = "amount")]
        #[cfg_attr(feature = "openapi", schema(value_type = u64))]
        amount: Cents,
    },

    /// A table opens.
    Open {
        table: TableId,
        name: String,
        game: String,
        #[serde(deserialize_with = "croupier_sheet::object")]
        setup: Box<TableSetup>,
        #[serde(with = "amount")]
        #[cfg_attr(feature = "openapi", schema(value_type = u64))]
        float: Cents,
        dealing: Dealing,
        seats: u8,
        #[serde(default, skip_serializing_if = "is_false")]
        demo: bool,
    },
    /// A sign says that the table will close.
    AnnounceClosing { table: TableId },
    /// The table closes.
    Close { table: TableId },
    /// Chips from the cage to the float.
    Fill {
        table: TableId,
        #[serde(with = "amount")]
        #[cfg_attr(feature = "openapi", schema(value_type = u64))]
        amount: Cents,
    },
    /// Chips from the float to the cage.
    Credit {
        table: TableId,
        #[serde(with = "amount")]
        #[cfg_attr(feature = "openapi", schema(value_type = u64))]
        amount: Cents,
    },

    /// A player takes a seat.
    Sit { table: TableId, player: String, seat: u8 },
    /// A player gives up the seat, and takes the chips along.
    Leave { table: TableId, player: String },
    /// A player brings chips to the table.
    Bring {
        table: TableId,
        player: String,
        #[serde(with = "amount")]
        #[cfg_attr(feature = "openapi", schema(value_type = u64))]
        amount: Cents,
    },
    /// A player takes chips away from the table.
    Take {
        table: TableId,
        player: String,
        #[serde(with = "amount")]
        #[cfg_attr(feature = "openapi", schema(value_type = u64))]
        amount: Cents,
    },
    /// Cash for chips at the table; the cash goes into the drop box.
    Drop {
        table: TableId,
        player: String,
        #[serde(with = "amount")]
        #[cfg_attr(feature = "openapi", schema(value_type = u64))]
        amount: Cents,
    },
    /// Who sat out at a full table must leave the seat.
    Vacate { table: TableId, player: String },
    /// A player on several areas must give one up.
    GiveUp { table: TableId, player: String, area: u8 },

    /// Something happens in the game: a step as round sheets have it.
    Step { table: TableId, step: Step },

    /// The limits of a wager change.
    Limit {
        table: TableId,
        on: String,
        limit: Limits,
        #[serde(default)]
        spare: bool,
    },
    /// Those who were spared a higher minimum will be held to it.
    EndSparing { table: TableId, on: String },
    /// A player gets limits of their own, or loses them.
    OwnLimit { table: TableId, player: String, on: String, limit: Option<Limits> },
    /// The game is played in a variant, or in none.
    Variant { table: TableId, variant: Option<String> },
    /// A player agrees to the variant that was announced.
    Agree { table: TableId, player: String },

    /// The cards are being shuffled.
    BeginShuffle {
        table: TableId,
        #[serde(default)]
        pre_shuffled: bool,
    },
    /// Somebody asks for a riffle of pre-shuffled cards.
    AskRiffle { table: TableId },
    /// The riffle is done, or not granted.
    Riffle { table: TableId, granted: bool },
    /// The cards are cut: so many from the top.
    Cut { table: TableId, by: String, depth: u16 },
    /// The cut is refused.
    RefuseCut { table: TableId, by: String },
    /// The cards are loaded, with the cutting card so many from the back.
    Load { table: TableId, cutting_card: Option<u16> },

    /// The house commits itself to the chance of the next round.
    Commit { table: TableId, commitment: String },
    /// A player adds to the chance of the round.
    Contribute { table: TableId, player: String, text: String },
    /// The house shows the key of the round.
    Reveal { table: TableId, key: String },

    /// Something is to be remembered.
    Incident { table: Option<TableId>, person: Option<String>, what: String },
    /// A person complains.
    Complain { table: TableId, person: String, what: String },
    /// A complaint is decided, in the first instance or on review.
    DecideComplaint { complaint: u32, decision: String },
    /// The person wants the decision reviewed.
    AskReview { complaint: u32 },
    /// The person was told of the complaint to an inspector; the matter is closed for the house.
    CloseComplaint { complaint: u32, told: bool },

    /// The meters of the jackpot are set.
    Meters {
        #[serde(with = "amount")]
        #[cfg_attr(feature = "openapi", schema(value_type = u64))]
        major: Cents,
        #[serde(with = "amount")]
        #[cfg_attr(feature = "openapi", schema(value_type = u64))]
        minor: Cents,
    },

    /// A second person agrees.
    Approve { request: u32 },
    /// A second person does not agree.
    Reject { request: u32 },
}

/// Who deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Dealing {
    /// The program draws the cards or dice.
    Virtual,
    /// A dealer tells which cards or dice came.
    Physical,
}

/// What a sign says of a wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Limits {
    pub min: u64,
    pub max: u64,
    #[serde(default = "one")]
    pub unit: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_false(value: &bool) -> bool {
    !*value
}

const fn one() -> u64 {
    1
}

/// Amounts as numbers of cents.
mod amount {
    use croupier_engine::Cents;
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        cents: &Cents,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(cents.0)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(reader: D) -> Result<Cents, D::Error> {
        u64::deserialize(reader).map(Cents)
    }
}

impl Act {
    /// Returns the table that the act is about.
    pub fn table(&self) -> Option<TableId> {
        match *self {
            Self::Exclude { table, .. }
            | Self::Bar { table, .. }
            | Self::Detain { table, .. }
            | Self::Open { table, .. }
            | Self::AnnounceClosing { table }
            | Self::Time { table }
            | Self::Close { table }
            | Self::Fill { table, .. }
            | Self::Credit { table, .. }
            | Self::Sit { table, .. }
            | Self::Leave { table, .. }
            | Self::Bring { table, .. }
            | Self::Take { table, .. }
            | Self::Drop { table, .. }
            | Self::Vacate { table, .. }
            | Self::GiveUp { table, .. }
            | Self::Step { table, .. }
            | Self::Limit { table, .. }
            | Self::EndSparing { table, .. }
            | Self::OwnLimit { table, .. }
            | Self::Variant { table, .. }
            | Self::Agree { table, .. }
            | Self::BeginShuffle { table, .. }
            | Self::AskRiffle { table }
            | Self::Riffle { table, .. }
            | Self::Cut { table, .. }
            | Self::RefuseCut { table, .. }
            | Self::Load { table, .. }
            | Self::Commit { table, .. }
            | Self::Contribute { table, .. }
            | Self::Reveal { table, .. }
            | Self::Complain { table, .. } => Some(table),
            Self::Incident { table, .. } => table,
            Self::AddPerson { .. }
            | Self::SetRoles { .. }
            | Self::SetPassword { .. }
            | Self::Guest { .. }
            | Self::SignIn { .. }
            | Self::Look { .. }
            | Self::Readmit { .. }
            | Self::BuyIn { .. }
            | Self::CashOut { .. }
            | Self::GiveTokens { .. }
            | Self::Mint { .. }
            | Self::DecideComplaint { .. }
            | Self::AskReview { .. }
            | Self::CloseComplaint { .. }
            | Self::Meters { .. }
            | Self::Approve { .. }
            | Self::Reject { .. } => None,
        }
    }

    /// Returns the name of the person whom a player's act is about, if it is one.
    pub fn whose(&self) -> Option<&str> {
        match self {
            Self::Sit { player, .. }
            | Self::Leave { player, .. }
            | Self::Bring { player, .. }
            | Self::Take { player, .. }
            | Self::Drop { player, .. }
            | Self::Agree { player, .. }
            | Self::Contribute { player, .. } => Some(player),
            Self::Cut { by, .. } | Self::RefuseCut { by, .. } => Some(by),
            Self::Complain { person, .. } => Some(person),
            Self::SetPassword { name, .. } => Some(name),
            _ => None,
        }
    }

    /// Keeps the hash of a password back, which nobody needs to see.
    pub fn without_password(mut self) -> Self {
        match &mut self {
            Self::AddPerson { password: Some(hash), .. }
            | Self::SetPassword { password: hash, .. } => "(kept back)".clone_into(hash),
            _ => {}
        }
        self
    }

    /// Reads an act as it stands in the journal.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn read(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    /// Writes an act as it stands in the journal.
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("an act has nothing that JSON has not")
    }
}
