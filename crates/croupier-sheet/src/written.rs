//! The engine's own types as JSON has them. The engine knows no text formats, so this is where an
//! area becomes a number, a card `"KS"`, and a situation its word.

use std::fmt;

use croupier_engine::input::Source;
use croupier_engine::irregular::{DeviceNumber, Forfeit, Situation, Throw, Who};
use croupier_engine::setup::{Collects, Faults, Method, Pays};
use croupier_engine::{Area, Card, Cents, Dice, Kind};
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

/// A type of the engine that has one form in JSON.
pub(crate) trait Written: Sized {
    /// Reads the value from its text.
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error>;
    /// Writes the value as its text.
    fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error>;
}

/// For serde: a field that must be there.
pub(crate) mod one {
    use super::{Deserializer, Serializer, Written};

    pub(crate) fn serialize<T: Written, S: Serializer>(it: &T, to: S) -> Result<S::Ok, S::Error> {
        it.write(to)
    }

    pub(crate) fn deserialize<'de, T, D>(from: D) -> Result<T, D::Error>
    where
        T: Written,
        D: Deserializer<'de>,
    {
        T::read(from)
    }
}

/// For serde: a field that may be left out. A `null` does not leave it out.
pub(crate) mod given {
    use super::{Deserializer, Serializer, Written};

    pub(crate) fn serialize<T, S>(it: &Option<T>, to: S) -> Result<S::Ok, S::Error>
    where
        T: Written,
        S: Serializer,
    {
        match it {
            Some(it) => it.write(to),
            None => to.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, T, D>(from: D) -> Result<Option<T>, D::Error>
    where
        T: Written,
        D: Deserializer<'de>,
    {
        T::read(from).map(Some)
    }
}

/// For serde: a list of any length.
pub(crate) mod list {
    use super::{Deserialize, Deserializer, One, Serializer, Written};

    pub(crate) fn serialize<T, S>(items: &[T], to: S) -> Result<S::Ok, S::Error>
    where
        T: Written + Copy,
        S: Serializer,
    {
        to.collect_seq(items.iter().copied().map(One))
    }

    pub(crate) fn deserialize<'de, T, D>(from: D) -> Result<Vec<T>, D::Error>
    where
        T: Written,
        D: Deserializer<'de>,
    {
        let items = Vec::<One<T>>::deserialize(from)?;
        Ok(items.into_iter().map(|One(item)| item).collect())
    }
}

/// Reads a value that may be left out, but may not be `null`.
pub(crate) fn some<'de, T, D>(from: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    T::deserialize(from).map(Some)
}

/// A written value where serde wants a type of its own.
pub(crate) struct One<T>(pub(crate) T);

impl<'de, T: Written> Deserialize<'de> for One<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        T::read(from).map(Self)
    }
}

impl<T: Written> Serialize for One<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.write(to)
    }
}

/// A whole number; one beyond the range becomes the nearest end of it.
pub(crate) struct Whole(pub(crate) i64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_i64(WholeVisitor).map(Self)
    }
}

pub(crate) struct WholeVisitor;

/// The first number above those of 64 bits, and the lowest of them.
const TOO_MUCH: f64 = 9_223_372_036_854_775_808.0;
const TOO_LITTLE: f64 = -9_223_372_036_854_775_808.0;

impl Visitor<'_> for WholeVisitor {
    type Value = i64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<i64, E> {
        Ok(number)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<i64, E> {
        Ok(i64::try_from(number).unwrap_or(i64::MAX))
    }

    /// Takes a number that is too long for 64 bits, and `-0`, which come this way too.
    fn visit_f64<E: Error>(self, number: f64) -> Result<i64, E> {
        if number >= TOO_MUCH {
            Ok(i64::MAX)
        } else if number <= TOO_LITTLE {
            Ok(i64::MIN)
        } else if number == 0.0 && number.is_sign_negative() {
            Ok(0)
        } else {
            Err(E::invalid_type(Unexpected::Float(number), &self))
        }
    }
}

/// A number that is small wherever it means anything: a face, a count, a number of a wager.
impl Written for u8 {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Whole::deserialize(from).map(|Whole(number)| Self::try_from(number).unwrap_or(Self::MAX))
    }

    fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(*self)
    }
}

/// An area; one that no layout has stays one that no layout has.
impl Written for DeviceNumber {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Whole(number) = Whole::deserialize(from)?;
        let fits = u32::try_from(number).ok().filter(|number| *number > 0);
        fits.map(Self).ok_or_else(|| D::Error::custom("a device has a number from 1 on"))
    }

    fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u32(self.0)
    }
}

impl Written for Area {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        u8::read(from).map(Self)
    }

    fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(self.0)
    }
}

/// An amount of a step; less than nothing is as little an amount as nothing.
impl Written for Cents {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Whole::deserialize(from).map(|Whole(number)| Self(u64::try_from(number).unwrap_or(0)))
    }

    fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(self.0)
    }
}

impl Written for Card {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_str(CardVisitor)
    }

    fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

pub(crate) struct CardVisitor;

impl Visitor<'_> for CardVisitor {
    type Value = Card;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a card")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Card, E> {
        Card::parse(text).ok_or_else(|| {
            let form = "a rank of A23456789TJQK and a suit of CDHS";
            E::custom(format_args!("{text:?} is not a card, expected {form}"))
        })
    }
}

impl Written for Dice {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_seq(DiceVisitor)
    }

    fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.faces().serialize(to)
    }
}

struct DiceVisitor;

impl<'de> Visitor<'de> for DiceVisitor {
    type Value = Dice;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of two dice")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Dice, A::Error> {
        let mut faces = [0; 2];
        let (mut count, mut wrong) = (0, None);
        while let Some(Whole(face)) = list.next_element()? {
            if let Some(slot) = faces.get_mut(count) {
                *slot = face as u8;
            }
            wrong = wrong.or((!(1..=6).contains(&face)).then_some(face));
            count += 1;
        }
        if let Some(face) = wrong {
            return Err(A::Error::custom(format_args!("{face} is not on a die, expected 1 to 6")));
        }
        match Dice::new(faces[0], faces[1]) {
            Some(dice) if count == 2 => Ok(dice),
            _ => Err(A::Error::custom(format_args!("expected two dice, found {count}"))),
        }
    }
}

/// Two dice chosen of five. Another number of dice is no fault of form: the rules refuse it.
impl Written for [u8; 2] {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let dice: Vec<u8> = list::deserialize(from)?;
        Ok(dice.try_into().unwrap_or([0, 0]))
    }

    fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.serialize(to)
    }
}

/// Reads a word of a list of words.
struct WordVisitor<T: 'static>(&'static [T], fn(T) -> &'static str);

impl<T: Copy> Visitor<'_> for WordVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, &word) in self.0.iter().enumerate() {
            write!(f, "{}{}", if at == 0 { "one of " } else { ", " }, self.1(word))?;
        }
        Ok(())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        let found = self.0.iter().copied().find(|&word| self.1(word) == text);
        found.ok_or_else(|| {
            let known: Vec<_> = self.0.iter().map(|&word| self.1(word)).collect();
            let known = known.join(", ");
            E::custom(format_args!("{text:?} is not known here, expected {known}"))
        })
    }
}

/// Writes values of an enum as their words.
macro_rules! words {
    ($type:ty, $all:expr, $name:expr) => {
        impl Written for $type {
            fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                from.deserialize_str(WordVisitor($all, $name))
            }

            fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(($name)(*self))
            }
        }
    };
}

words!(Kind, &Kind::ALL, Kind::name);
words!(Situation, Situation::ALL, Situation::name);
words!(Forfeit, Forfeit::ALL, Forfeit::name);
words!(Throw, Throw::ALL, Throw::name);
words!(Who, Who::ALL, Who::name);
words!(Source, &[Source::Shoe, Source::Device], |source| match source {
    Source::Shoe => "shoe",
    Source::Device => "device",
});
words!(Pays, &[Pays::AtOnce, Pays::ByHand], |pays| match pays {
    Pays::AtOnce => "at-once",
    Pays::ByHand => "by-hand",
});
words!(Collects, &[Collects::WithFirstCard, Collects::ByHand], |collects| match collects {
    Collects::WithFirstCard => "with-first-card",
    Collects::ByHand => "by-hand",
});
words!(Faults, &[Faults::InOne, Faults::StepByStep], |faults| match faults {
    Faults::InOne => "in-one",
    Faults::StepByStep => "step-by-step",
});
words!(Method, &[Method::A, Method::B], |method| match method {
    Method::A => "A",
    Method::B => "B",
});

/// Makes an enum of words that only sheets know.
macro_rules! spoken {
    ($(#[$doc:meta])* $name:ident { $($(#[$of:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$of])* $variant),+ }

        impl $crate::written::Written for $name {
            fn read<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                from.deserialize_str($crate::written::word(
                    &[$(Self::$variant),+],
                    |word| match word { $(Self::$variant => $word),+ },
                ))
            }

            fn write<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(match self { $(Self::$variant => $word),+ })
            }
        }
    };
}
pub(crate) use spoken;

/// Returns what reads one of these words.
pub(crate) fn word<'de, T: Copy + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl Visitor<'de, Value = T> {
    WordVisitor(all, name)
}
