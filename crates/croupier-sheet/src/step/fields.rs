//! How steps are read that serde cannot derive: those about a wager, which have their own fields
//! next to those of the spot, and those that are a text or an object.

use std::fmt;

use croupier_engine::input::Source;
use croupier_engine::{Area, Card, Cents};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use super::{Call, Called, Drawn, Found, NoRoll, Reduce, State, Wager};
use crate::spot::Spot;
use crate::text::Text;
use crate::written::{CardVisitor, Written, given, one, some};

/// All fields that a step about a wager may have.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "P: Deserialize<'de>"))]
pub(crate) struct Fields<P> {
    player: P,
    #[serde(default, with = "given")]
    area: Option<Area>,
    on: Text,
    #[serde(default, with = "given")]
    number: Option<u8>,
    #[serde(default, with = "given")]
    point: Option<u8>,
    #[serde(default, with = "given")]
    amount: Option<Cents>,
    #[serde(default, with = "given")]
    to: Option<Cents>,
    #[serde(default)]
    tokens: bool,
    #[serde(default, deserialize_with = "some")]
    confirmed: Option<bool>,
    #[serde(default, with = "given")]
    state: Option<State>,
}

impl<P> Fields<P> {
    /// Takes what names the wager, and leaves what the step says of it.
    fn split(self) -> (Spot<P>, Own) {
        let Self { player, area, on, number, point, tokens, amount, to, confirmed, state } = self;
        let own = Own { amount, to, confirmed, state };
        (Spot { player, area, on, number, point, tokens }, own)
    }
}

/// The fields that only some steps about a wager have.
struct Own {
    amount: Option<Cents>,
    to: Option<Cents>,
    confirmed: Option<bool>,
    state: Option<State>,
}

impl Own {
    /// Checks that nothing is left when a step has taken its own.
    fn end(self) -> Result<(), String> {
        match self {
            Self { amount: None, to: None, confirmed: None, state: None } => Ok(()),
            Self { amount: Some(_), .. } => Err(foreign("amount")),
            Self { to: Some(_), .. } => Err(foreign("to")),
            Self { confirmed: Some(_), .. } => Err(foreign("confirmed")),
            Self { state: Some(_), .. } => Err(foreign("state")),
        }
    }
}

#[cold]
fn foreign(field: &str) -> String {
    format!("`{field}` is not a field of this step")
}

#[cold]
fn missing(field: &str) -> String {
    format!("missing field `{field}`")
}

impl<P> TryFrom<Fields<P>> for Spot<P> {
    type Error = String;

    fn try_from(fields: Fields<P>) -> Result<Self, String> {
        let (spot, own) = fields.split();
        own.end()?;
        Ok(spot)
    }
}

impl<P> TryFrom<Fields<P>> for Wager<P> {
    type Error = String;

    fn try_from(fields: Fields<P>) -> Result<Self, String> {
        let (spot, mut own) = fields.split();
        let amount = own.amount.take().ok_or_else(|| missing("amount"))?;
        let confirmed = own.confirmed.take().unwrap_or(false);
        own.end()?;
        Ok(Self { spot, amount, confirmed })
    }
}

impl<P> TryFrom<Fields<P>> for Found<P> {
    type Error = String;

    fn try_from(fields: Fields<P>) -> Result<Self, String> {
        let (spot, mut own) = fields.split();
        let amount = own.amount.take().ok_or_else(|| missing("amount"))?;
        own.end()?;
        Ok(Self { spot, amount })
    }
}

impl<P> TryFrom<Fields<P>> for Reduce<P> {
    type Error = String;

    fn try_from(fields: Fields<P>) -> Result<Self, String> {
        let (spot, mut own) = fields.split();
        let to = own.to.take().ok_or_else(|| missing("to"))?;
        own.end()?;
        Ok(Self { spot, to })
    }
}

impl<P> TryFrom<Fields<P>> for Call<P> {
    type Error = String;

    fn try_from(fields: Fields<P>) -> Result<Self, String> {
        let (spot, mut own) = fields.split();
        let state = own.state.take().ok_or_else(|| missing("state"))?;
        own.end()?;
        Ok(Self { spot, state })
    }
}

/// A card that says where it comes from.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct DrawnFrom {
    #[serde(with = "one")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    face: Card,
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    from: Option<Source>,
}

impl Serialize for Drawn {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self { face, from: None } => face.write(to),
            Self { face, from } => DrawnFrom { face, from }.serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for Drawn {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(DrawnVisitor)
    }
}

struct DrawnVisitor;

impl<'de> Visitor<'de> for DrawnVisitor {
    type Value = Drawn;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a card, in text or an object")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Drawn, E> {
        CardVisitor.visit_str(text).map(Drawn::from)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Drawn, A::Error> {
        let DrawnFrom { face, from } = DrawnFrom::deserialize(MapAccessDeserializer::new(map))?;
        Ok(Drawn { face, from })
    }
}

impl Serialize for NoRoll {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Said(why) => why.serialize(to),
            Self::Called(called) => called.serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for NoRoll {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(NoRollVisitor)
    }
}

struct NoRollVisitor;

impl<'de> Visitor<'de> for NoRollVisitor {
    type Value = NoRoll;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("why, in text or an object")
    }

    fn visit_str<E: Error>(self, why: &str) -> Result<NoRoll, E> {
        Ok(NoRoll::Said(why.into()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<NoRoll, A::Error> {
        Called::deserialize(MapAccessDeserializer::new(map)).map(NoRoll::Called)
    }
}
