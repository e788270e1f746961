//! The step by which cards are shuffled: `true`, or an object that says more of them.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

/// A shuffle of all cards: `true`, or `{"pre_shuffled": true}` for cards that came to the table shuffled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shuffle {
    /// The cards came to the table shuffled.
    pub pre_shuffled: bool,
}

/// How a shuffle is written that says more than `true`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ShuffledCards {
    /// The cards came to the table shuffled.
    pub pre_shuffled: bool,
}

impl Serialize for Shuffle {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.pre_shuffled {
            false => to.serialize_bool(true),
            pre_shuffled => ShuffledCards { pre_shuffled }.serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for Shuffle {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(ShuffleVisitor)
    }
}

struct ShuffleVisitor;

impl<'de> Visitor<'de> for ShuffleVisitor {
    type Value = Shuffle;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("true, or an object")
    }

    fn visit_bool<E: Error>(self, said: bool) -> Result<Shuffle, E> {
        if said { Ok(Shuffle::default()) } else { Err(E::custom("expected true, found false")) }
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Shuffle, A::Error> {
        let ShuffledCards { pre_shuffled } =
            ShuffledCards::deserialize(MapAccessDeserializer::new(map))?;
        Ok(Shuffle { pre_shuffled })
    }
}
