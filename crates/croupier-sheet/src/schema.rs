//! How the forms look to a reader of the API that derive cannot describe: a text or an object, a
//! number or a word.

use std::borrow::Cow;

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::spot::Spot;
use crate::step::{Called, Drawn, DrawnFrom, Lies, NoRoll, ShuffledCards, True};

fn words(words: &[&'static str]) -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words.iter().copied())).into()
}

fn text(description: &str) -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::String).description(Some(description)).into()
}

fn either(one: RefOr<Schema>, other: RefOr<Schema>) -> RefOr<Schema> {
    OneOfBuilder::new().item(one).item(other).into()
}

/// Names the schema of a type as its own name.
macro_rules! named {
    ($($type:ident),+) => {
        $(impl ToSchema for $type {
            fn name() -> Cow<'static, str> {
                Cow::Borrowed(stringify!($type))
            }
        })+
    };
}
named!(Drawn, Lies, NoRoll, PaidForm, ShuffleForm, True);

impl PartialSchema for True {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::Boolean).enum_values(Some([true])).into()
    }
}

impl PartialSchema for Drawn {
    fn schema() -> RefOr<Schema> {
        let face = "A rank of A23456789TJQK and a suit of CDHS.";
        either(text(face), DrawnFrom::schema())
    }
}

impl PartialSchema for NoRoll {
    fn schema() -> RefOr<Schema> {
        either(text("Why, in any words."), Called::schema())
    }
}

/// How [`Paid`](crate::step::Paid) looks, however people are named.
pub(crate) struct PaidForm;

impl PartialSchema for PaidForm {
    fn schema() -> RefOr<Schema> {
        either(True::schema(), Spot::<crate::Text>::schema())
    }
}

/// How [`Shuffle`](crate::step::Shuffle) looks.
pub(crate) struct ShuffleForm;

impl PartialSchema for ShuffleForm {
    fn schema() -> RefOr<Schema> {
        either(True::schema(), ShuffledCards::schema())
    }
}

impl PartialSchema for Lies {
    fn schema() -> RefOr<Schema> {
        either(u8::schema(), words(&["dealer", "burned", "player", "bowl"]))
    }
}
