//! An act read from JSON: an object with one key, which says what kind of act it is.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer as _, MapAccess,
    VariantAccess, Visitor,
};

use croupier_sheet::ReadError;

use super::{Act, EdgeAct, HouseAct, PoolAct, PromotionAct, TableAct};
use crate::naming::Naming;

/// How many bytes a text in an act may have: enough for a sentence or two.
pub(super) const MOST_WORDS: usize = 500;

/// How many bytes a text about a promotion may have: its terms are what people go to court with.
pub(super) const MOST_TERMS: usize = 4000;

/// Returns how many bytes the longest text in a piece of JSON has. What is no JSON is refused by whoever reads it.
pub(super) fn longest_text(json: &[u8]) -> usize {
    let (mut longest, mut rest) = (0, json.iter());
    while rest.any(|&byte| byte == b'"') {
        let mut long = 0;
        while let Some(&byte) = rest.next() {
            match byte {
                b'"' => break,
                b'\\' if rest.next() == Some(&b'u') => {
                    let digits = rest.as_slice().get(..4).unwrap_or_default();
                    rest = rest.as_slice().get(4..).unwrap_or_default().iter();
                    let code = std::str::from_utf8(digits).ok();
                    long += match code.and_then(|code| u32::from_str_radix(code, 16).ok()) {
                        // Two of these make one character of four bytes.
                        Some(0xd800..=0xdfff) => 2,
                        code => code.and_then(char::from_u32).map_or(1, char::len_utf8),
                    };
                }
                _ => long += 1,
            }
        }
        longest = longest.max(long);
    }
    longest
}

/// Says what to do in the place of an act that was taken once: words came in the open, and are sealed now.
pub(super) fn explained(error: ReadError, json: &[u8]) -> ReadError {
    let read = serde_json::from_slice::<serde_json::Value>(json).unwrap_or_default();
    match read.pointer("/contribute/text") {
        Some(_) => ReadError::whole(
            "contribute takes no text: give the SHA-256 of your words as sealed, and open them with open-words \
             when betting is closed (docs/fair.md)"
                .to_owned(),
        ),
        None => error,
    }
}

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
        } else if PoolAct::NAMES.contains(&&*name) {
            Act::PoolAct(PoolAct::deserialize(named)?)
        } else if PromotionAct::NAMES.contains(&&*name) {
            Act::PromotionAct(PromotionAct::deserialize(named)?)
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
    use super::{Act, EdgeAct, HouseAct, PoolAct, PromotionAct, TableAct};

    /// Texts are measured as they are meant, however they are written.
    #[test]
    fn texts_are_measured() {
        for (json, long) in [
            (r#"{}"#, 0),
            (r#"{"a":"bcd"}"#, 3),
            (r#"{"a":"b\"c\\","d":"e"}"#, 4),
            (r#"["\u00e9é"]"#, 4),
            (r#"["\ud83c\udfb2","x"]"#, 4),
            (r#"["unfinished \u0"#, 12),
            (r#"["unfinished \"#, 12),
        ] {
            assert_eq!(super::longest_text(json.as_bytes()), long, "{json}");
        }
        let act = |why: &str| format!(r#"{{"readmit":{{"name":"ann","why":"{why}"}}}}"#);
        assert!(Act::parse(act(&"x".repeat(500)).as_bytes()).is_ok());
        let error = Act::parse(act(&"x".repeat(501)).as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), "a text has 501 bytes; at most 500 are taken");
        let act = |why: &str| format!(r#"{{"cancel-promotion":{{"promotion":1,"why":"{why}"}}}}"#);
        assert!(Act::parse(act(&"x".repeat(4000)).as_bytes()).is_ok());
        let error = Act::parse(act(&"x".repeat(4001)).as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), "a text has 4001 bytes; at most 4000 are taken");
    }

    #[test]
    fn every_word_is_one_that_its_kind_reads() {
        for name in
            [HouseAct::NAMES, PoolAct::NAMES, PromotionAct::NAMES, EdgeAct::NAMES, TableAct::NAMES]
                .concat()
        {
            let read = Act::parse(format!(r#"{{"{name}":{{"nothing":1}}}}"#).as_bytes());
            let error = read.unwrap_err().to_string();
            assert!(error.contains("unknown field `nothing`"), "{name}: {error}");
        }
    }
}
