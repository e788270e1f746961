//! An act read from JSON: an object with one key, which says what kind of act it is.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer as _, MapAccess,
    VariantAccess, Visitor,
};

use super::{Act, EdgeAct, HouseAct, TableAct};
use crate::naming::Naming;

/// Reads an object with one key, the word for the act, and finds by it which kind the act is of.
impl<'de, P: Naming> Deserialize<'de> for Act<P> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(ActVisitor(PhantomData))
    }
}

struct ActVisitor<P>(PhantomData<P>);

impl<'de, P: Naming> Visitor<'de> for ActVisitor<P> {
    type Value = Act<P>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an act, which is an object with one key")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Act<P>, A::Error> {
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

#[cfg(test)]
mod tests {
    use super::{Act, EdgeAct, HouseAct, TableAct};

    #[test]
    fn every_word_is_one_that_its_kind_reads() {
        for name in [HouseAct::NAMES, EdgeAct::NAMES, TableAct::NAMES].concat() {
            let read = Act::parse(format!(r#"{{"{name}":{{"nothing":1}}}}"#).as_bytes());
            let error = read.unwrap_err().to_string();
            assert!(error.contains("unknown field `nothing`"), "{name}: {error}");
        }
    }
}
