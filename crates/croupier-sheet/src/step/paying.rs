//! Steps at a table that pays by hand: what the dealer has collected and paid, and a card or roll put right.

use std::fmt;
use std::marker::PhantomData;

use croupier_engine::input::Keyed;
use croupier_engine::{Card, Dice};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use crate::spot::{Spot, Whose};
use crate::text::Text;
use crate::written::one;

/// What the dealer has collected or paid: `true` for all that is decided, or one wager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Paid<P = Text> {
    /// Everything that is decided.
    All,
    /// This one wager, and nothing else that is decided.
    One(Spot<P>),
}

impl<P: Whose> Serialize for Paid<P> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::All => to.serialize_bool(true),
            Self::One(spot) => spot.serialize(to),
        }
    }
}

impl<'de, P: Deserialize<'de>> Deserialize<'de> for Paid<P> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(PaidVisitor(PhantomData))
    }
}

struct PaidVisitor<P>(PhantomData<P>);

impl<'de, P: Deserialize<'de>> Visitor<'de> for PaidVisitor<P> {
    type Value = Paid<P>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("true, or a wager")
    }

    fn visit_bool<E: Error>(self, all: bool) -> Result<Paid<P>, E> {
        if all { Ok(Paid::All) } else { Err(E::custom("expected true, found false")) }
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Paid<P>, A::Error> {
        Spot::deserialize(MapAccessDeserializer::new(map)).map(Paid::One)
    }
}

/// What the last card or roll really was: `{"card": "5H"}` or `{"roll": [3, 3]}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Rekey {
    /// The face of the card that really came.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    Card(#[serde(with = "one")] Card),
    /// The upper faces of the dice.
    #[cfg_attr(feature = "openapi", schema(value_type = [u8; 2]))]
    Roll(#[serde(with = "one")] Dice),
}

impl From<Rekey> for Keyed {
    fn from(rekey: Rekey) -> Self {
        match rekey {
            Rekey::Card(card) => Self::Card(card),
            Rekey::Roll(dice) => Self::Roll(dice),
        }
    }
}

impl From<Keyed> for Rekey {
    fn from(keyed: Keyed) -> Self {
        match keyed {
            Keyed::Card(card) => Self::Card(card),
            Keyed::Roll(dice) => Self::Roll(dice),
        }
    }
}
