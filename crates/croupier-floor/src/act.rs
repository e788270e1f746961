//! What people do, one [`Act`] at a time, as requests say it and as it stands in the journal.
//!
//! There are three kinds, and each has a type of its own: what concerns the house alone, what concerns one table
//! alone, and what moves money or people across the edge of a table. A table whose entries are damaged can be
//! stopped by itself only if nothing of the last kind is missing.

use std::fmt;

use croupier_engine::Cents;
use croupier_sheet::{Step, TableSetup};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer as _, MapAccess,
    VariantAccess, Visitor,
};
use serde::{Deserialize, Serialize};

use crate::TableId;
use crate::people::Role;

/// Makes the type of one kind of acts; each has its word, by which requests, rights and the journal know it.
macro_rules! acts {
    ($(#[$about:meta])* $name:ident {
        $($(#[$doc:meta])* $word:literal $variant:ident {
            $($(#[$attribute:meta])* $field:ident: $type:ty,)*
        })+
    }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        #[serde(deny_unknown_fields)]
        #[allow(missing_docs, reason = "the names of the fields are the words of the floor")]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $word)] $variant {
                $($(#[$attribute])* $field: $type,)*
            },)+
        }

        impl $name {
            /// The words of all acts of this kind.
            pub const NAMES: &'static [&'static str] = &[$($word),+];

            /// Returns the word for the act.
            pub const fn name(&self) -> &'static str {
                match self { $(Self::$variant { .. } => $word,)+ }
            }
        }

        impl From<$name> for Act {
            fn from(act: $name) -> Self {
                Self::$name(act)
            }
        }
    };
}

/// Makes the type of one kind of acts, all of which say at which table.
macro_rules! acts_at_tables {
    ($(#[$about:meta])* $name:ident {
        $($(#[$doc:meta])* $word:literal $variant:ident {
            $($(#[$attribute:meta])* $field:ident: $type:ty,)*
        })+
    }) => {
        acts! {
            $(#[$about])* $name {
                $($(#[$doc])* $word $variant {
                    table: TableId,
                    $($(#[$attribute])* $field: $type,)*
                })+
            }
        }

        impl $name {
            /// Returns the table.
            pub const fn table(&self) -> TableId {
                match *self { $(Self::$variant { table, .. } => table,)+ }
            }
        }
    };
}

/// One thing that somebody does, or asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
#[allow(clippy::enum_variant_names, reason = "each variant is named as the type it holds")]
pub enum Act {
    /// It concerns the house and no single table.
    HouseAct(HouseAct),
    /// It moves money or people across the edge of a table.
    EdgeAct(EdgeAct),
    /// It concerns one table alone, and the money that lies there.
    TableAct(TableAct),
}

acts! {
    /// What concerns the house and no single table: people, the cage, complaints, requests.
    HouseAct {
        /// A person becomes known to the house.
        "add-person" AddPerson {
            name: String,
            roles: Vec<Role>,
            password: Option<String>,
        }
        /// A person is given other roles.
        "set-roles" SetRoles {
            name: String,
            roles: Vec<Role>,
        }
        /// A person gets another password; only its hash is told.
        "set-password" SetPassword {
            name: String,
            password: String,
        }
        /// A guest comes in, or comes back for more play money.
        "guest" Guest {
            name: String,
        }
        /// Somebody signs in, or tries to.
        "sign-in" SignIn {
            name: String,
            granted: bool,
        }
        /// Somebody with the right looks at what was recorded.
        "look" Look {
            what: String,
        }
        /// A person may come in again.
        "readmit" Readmit {
            name: String,
            why: String,
        }
        /// Cash for chips at the cage.
        "buy-in" BuyIn {
            player: String,
            #[serde(with = "amount")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            amount: Cents,
        }
        /// Chips for cash at the cage.
        "cash-out" CashOut {
            player: String,
            #[serde(with = "amount")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            amount: Cents,
        }
        /// Promotional tokens are given to a player.
        "give-tokens" GiveTokens {
            player: String,
            #[serde(with = "amount")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            amount: Cents,
        }
        /// Chips are made for the cage.
        "mint" Mint {
            #[serde(with = "amount")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            amount: Cents,
        }
        /// Something is to be remembered.
        "incident" Incident {
            table: Option<TableId>,
            person: Option<String>,
            what: String,
        }
        /// A complaint is decided, in the first instance or on review.
        "decide-complaint" DecideComplaint {
            complaint: u32,
            decision: String,
        }
        /// The person wants the decision reviewed.
        "ask-review" AskReview {
            complaint: u32,
        }
        /// The person was told of the complaint to an inspector; the matter is closed for the house.
        "close-complaint" CloseComplaint {
            complaint: u32,
            told: bool,
        }
        /// The meters of the jackpot are set.
        "meters" Meters {
            #[serde(with = "amount")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            major: Cents,
            #[serde(with = "amount")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            minor: Cents,
        }
        /// A second person agrees.
        "approve" Approve {
            request: u32,
        }
        /// A second person does not agree.
        "reject" Reject {
            request: u32,
        }
    }
}

acts_at_tables! {
    /// What moves money or people across the edge of a table, or says something of a person that holds elsewhere too.
    EdgeAct {
        /// A person is kept out of the casino.
        "exclude" Exclude {
            name: String,
            why: String,
        }
        /// A person may not play this game.
        "bar" Bar {
            name: String,
            why: String,
        }
        /// A person is held until an inspector or the police come.
        "detain" Detain {
            name: String,
            why: String,
        }
        /// A table opens.
        "open" Open {
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
        }
        /// The table closes.
        "close" Close {}
        /// Chips from the cage to the float.
        "fill" Fill {
            #[serde(with = "amount")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            amount: Cents,
        }
        /// Chips from the float to the cage.
        "credit" Credit {
            #[serde(with = "amount")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            amount: Cents,
        }
        /// A player gives up the seat, and takes the chips along.
        "leave" Leave {
            player: String,
        }
        /// A player brings chips to the table.
        "bring" Bring {
            player: String,
            #[serde(with = "amount")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            amount: Cents,
        }
        /// A player takes chips away from the table.
        "take" Take {
            player: String,
            #[serde(with = "amount")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            amount: Cents,
        }
        /// Cash for chips at the table; the cash goes into the drop box.
        "drop" Drop {
            player: String,
            #[serde(with = "amount")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            amount: Cents,
        }
        /// Who sat out at a full table must leave the seat.
        "vacate" Vacate {
            player: String,
        }
        /// A person complains.
        "complain" Complain {
            person: String,
            what: String,
        }
    }
}

acts_at_tables! {
    /// What concerns one table alone, and the money that lies there.
    TableAct {
        /// Time passes at a table: signs that have stood long enough take effect.
        "time" Time {}
        /// A sign says that the table will close.
        "announce-closing" AnnounceClosing {}
        /// A player takes a seat.
        "sit" Sit {
            player: String,
            seat: u8,
        }
        /// A player on several areas must give one up.
        "give-up" GiveUp {
            player: String,
            area: u8,
        }
        /// Something happens in the game: a step as round sheets have it.
        "step" Step {
            step: Step,
        }
        /// The limits of a wager change.
        "limit" Limit {
            on: String,
            limit: Limits,
            #[serde(default)]
            spare: bool,
        }
        /// Those who were spared a higher minimum will be held to it.
        "end-sparing" EndSparing {
            on: String,
        }
        /// A player gets limits of their own, or loses them.
        "own-limit" OwnLimit {
            player: String,
            on: String,
            limit: Option<Limits>,
        }
        /// The game is played in a variant, or in none.
        "variant" Variant {
            variant: Option<String>,
        }
        /// A player agrees to the variant that was announced.
        "agree" Agree {
            player: String,
        }
        /// The cards are being shuffled.
        "begin-shuffle" BeginShuffle {
            #[serde(default)]
            pre_shuffled: bool,
        }
        /// Somebody asks for a riffle of pre-shuffled cards.
        "ask-riffle" AskRiffle {}
        /// The riffle is done, or not granted.
        "riffle" Riffle {
            granted: bool,
        }
        /// The cards are cut: so many from the top.
        "cut" Cut {
            by: String,
            depth: u16,
        }
        /// The cut is refused.
        "refuse-cut" RefuseCut {
            by: String,
        }
        /// The cards are loaded, with the cutting card so many from the back.
        "load" Load {
            cutting_card: Option<u16>,
        }
        /// The house commits itself to the chance of the next round.
        "commit" Commit {
            commitment: String,
        }
        /// A player adds to the chance of the round.
        "contribute" Contribute {
            player: String,
            text: String,
        }
        /// The house shows the key of the round.
        "reveal" Reveal {
            key: String,
        }
    }
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
    /// Returns the word for the act.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::HouseAct(act) => act.name(),
            Self::EdgeAct(act) => act.name(),
            Self::TableAct(act) => act.name(),
        }
    }

    /// Returns the table that the act is about.
    pub const fn table(&self) -> Option<TableId> {
        match self {
            Self::HouseAct(HouseAct::Incident { table, .. }) => *table,
            Self::HouseAct(_) => None,
            Self::EdgeAct(act) => Some(act.table()),
            Self::TableAct(act) => Some(act.table()),
        }
    }

    /// Returns the name of the person whom a player's act is about, if it is one.
    pub fn whose(&self) -> Option<&str> {
        match self {
            Self::TableAct(
                TableAct::Sit { player, .. }
                | TableAct::Agree { player, .. }
                | TableAct::Contribute { player, .. },
            )
            | Self::EdgeAct(
                EdgeAct::Leave { player, .. }
                | EdgeAct::Bring { player, .. }
                | EdgeAct::Take { player, .. }
                | EdgeAct::Drop { player, .. },
            ) => Some(player),
            Self::TableAct(TableAct::Cut { by, .. } | TableAct::RefuseCut { by, .. }) => Some(by),
            Self::EdgeAct(EdgeAct::Complain { person, .. }) => Some(person),
            Self::HouseAct(HouseAct::SetPassword { name, .. }) => Some(name),
            _ => None,
        }
    }

    /// Keeps the hash of a password back, which nobody needs to see.
    pub fn without_password(mut self) -> Self {
        if let Self::HouseAct(
            HouseAct::AddPerson { password: Some(hash), .. }
            | HouseAct::SetPassword { password: hash, .. },
        ) = &mut self
        {
            "(kept back)".clone_into(hash);
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

/// Reads an object with one key, the word for the act, and finds by it which kind the act is of.
impl<'de> Deserialize<'de> for Act {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(ActVisitor)
    }
}

struct ActVisitor;

impl<'de> Visitor<'de> for ActVisitor {
    type Value = Act;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an act, which is an object with one key")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Act, A::Error> {
        let Some(name) = map.next_key::<String>()? else {
            return Err(A::Error::custom("an act has one key; this one has none"));
        };
        let named = Named { name: &name, map: &mut map };
        let act = if TableAct::NAMES.contains(&&*name) {
            Act::TableAct(TableAct::deserialize(named)?)
        } else if EdgeAct::NAMES.contains(&&*name) {
            Act::EdgeAct(EdgeAct::deserialize(named)?)
        } else if HouseAct::NAMES.contains(&&*name) {
            Act::HouseAct(HouseAct::deserialize(named)?)
        } else {
            return Err(A::Error::custom(format!("there is no act {name:?}")));
        };
        match map.next_key::<String>()? {
            None => Ok(act),
            Some(second) => {
                Err(A::Error::custom(format!("an act has one key; {second:?} is a second one")))
            }
        }
    }
}

/// An act whose word was read already, and whose fields come next.
struct Named<'a, A> {
    name: &'a str,
    map: &'a mut A,
}

impl<'de, A: MapAccess<'de>> Deserializer<'de> for Named<'_, A> {
    type Error = A::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, A::Error> {
        visitor.visit_enum(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de, A: MapAccess<'de>> EnumAccess<'de> for Named<'_, A> {
    type Error = A::Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), A::Error> {
        Ok((seed.deserialize(self.name.into_deserializer())?, self))
    }
}

impl<'de, A: MapAccess<'de>> VariantAccess<'de> for Named<'_, A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.map.next_value()
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, A::Error> {
        self.map.next_value_seed(seed)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(Fields(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(Fields(visitor))
    }
}

/// Reads the fields of an act: an object, and nothing else.
struct Fields<V>(V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Fields<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<V::Value, D::Error> {
        from.deserialize_map(self.0)
    }
}
