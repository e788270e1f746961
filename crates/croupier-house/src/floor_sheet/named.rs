//! What the floor says, as JSON with people by name: the spelling of the journal, in which people are numbers, made
//! readable.

use croupier_engine::Player;
use croupier_floor::People;
use croupier_sheet::words::PERSON;
use serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use serde_json::value::Serializer as Plain;
use serde_json::{Error, Map, Value};

/// Writes something as the journal does, but with the name of each person in place of the number.
pub(super) fn named(what: &(impl Serialize + ?Sized), people: &People) -> Value {
    what.serialize(NameWriter(people)).expect("the floor's answers have nothing that JSON has not")
}

/// Writes values with the names of these people.
#[derive(Clone, Copy)]
struct NameWriter<'a>(&'a People);

/// A list or an object that is being written, and the word that it stands under if it is a variant.
struct Parts<'a> {
    names: NameWriter<'a>,
    variant: Option<&'static str>,
    items: Vec<Value>,
    fields: Map<String, Value>,
    key: Option<String>,
}

impl<'a> NameWriter<'a> {
    fn parts(self, variant: Option<&'static str>) -> Parts<'a> {
        Parts { names: self, variant, items: Vec::new(), fields: Map::new(), key: None }
    }
}

impl Parts<'_> {
    fn item(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        self.items.push(value.serialize(self.names)?);
        Ok(())
    }

    fn field(&mut self, key: &str, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        self.fields.insert(key.to_owned(), value.serialize(self.names)?);
        Ok(())
    }

    fn list(self) -> Value {
        let Self { variant, items, .. } = self;
        under(variant, Value::Array(items))
    }

    fn object(self) -> Value {
        let Self { variant, fields, .. } = self;
        under(variant, Value::Object(fields))
    }
}

/// Puts a value under the word of its variant.
fn under(variant: Option<&'static str>, value: Value) -> Value {
    match variant {
        Some(word) => Value::Object(Map::from_iter([(word.to_owned(), value)])),
        None => value,
    }
}

/// Passes single values on as they are.
macro_rules! plainly {
    ($($method:ident $type:ty),+) => {
        $(fn $method(self, value: $type) -> Result<Value, Error> {
            Plain.$method(value)
        })+
    };
}

impl<'a> Serializer for NameWriter<'a> {
    type Ok = Value;
    type Error = Error;
    type SerializeSeq = Parts<'a>;
    type SerializeTuple = Parts<'a>;
    type SerializeTupleStruct = Parts<'a>;
    type SerializeTupleVariant = Parts<'a>;
    type SerializeMap = Parts<'a>;
    type SerializeStruct = Parts<'a>;
    type SerializeStructVariant = Parts<'a>;

    plainly! {
        serialize_bool bool, serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64, serialize_f32 f32,
        serialize_f64 f64, serialize_char char, serialize_str &str, serialize_bytes &[u8],
        serialize_unit_struct &'static str
    }

    fn serialize_none(self) -> Result<Value, Error> {
        Ok(Value::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Value, Error> {
        Ok(Value::Null)
    }

    fn serialize_unit_variant(self, _: &str, _: u32, word: &str) -> Result<Value, Error> {
        Ok(word.into())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<Value, Error> {
        let value = value.serialize(self)?;
        let number = (name == PERSON).then(|| value.as_u64()).flatten();
        Ok(match number.and_then(|number| u32::try_from(number).ok()) {
            Some(number) => self.0.name(Player(number)).into(),
            None => value,
        })
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        word: &'static str,
        value: &T,
    ) -> Result<Value, Error> {
        Ok(under(Some(word), value.serialize(self)?))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'a>, Error> {
        Ok(self.parts(None))
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'a>, Error> {
        Ok(self.parts(None))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts<'a>, Error> {
        Ok(self.parts(None))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        word: &'static str,
        _: usize,
    ) -> Result<Parts<'a>, Error> {
        Ok(self.parts(Some(word)))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'a>, Error> {
        Ok(self.parts(None))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts<'a>, Error> {
        Ok(self.parts(None))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        word: &'static str,
        _: usize,
    ) -> Result<Parts<'a>, Error> {
        Ok(self.parts(Some(word)))
    }
}

/// Writes the items of a list, under each of the names that serde has for lists.
macro_rules! lists {
    ($($form:ident $method:ident),+) => {
        $(impl $form for Parts<'_> {
            type Ok = Value;
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.item(value)
            }

            fn end(self) -> Result<Value, Error> {
                Ok(self.list())
            }
        })+
    };
}
lists!(
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field
);

/// Writes the fields of an object, under each of the names that serde has for structs.
macro_rules! objects {
    ($($form:ident),+) => {
        $(impl $form for Parts<'_> {
            type Ok = Value;
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), Error> {
                self.field(key, value)
            }

            fn end(self) -> Result<Value, Error> {
                Ok(self.object())
            }
        })+
    };
}
objects!(SerializeStruct, SerializeStructVariant);

impl SerializeMap for Parts<'_> {
    type Ok = Value;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        let key = key.serialize(self.names)?;
        self.key = Some(key.as_str().map_or_else(|| key.to_string(), str::to_owned));
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let key = self.key.take().expect("serde writes a key before its value");
        self.field(&key, value)
    }

    fn end(self) -> Result<Value, Error> {
        Ok(self.object())
    }
}
