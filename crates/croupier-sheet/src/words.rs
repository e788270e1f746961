//! The engine's values as serde writes and reads them: each by its one word.
//!
//! The engine has no dependencies, so its types cannot implement serde's traits; fields name these
//! modules with `#[serde(with = "...")]` instead.

use croupier_engine::expects::Place;
use croupier_engine::jackpot::Qualifying;
use croupier_engine::{Area, Card};

/// Makes a module that writes a value by its name, and finds it by its name.
macro_rules! by_name {
    ($module:ident, $of:ty, $what:literal, $word:ident, $named:expr) => {
        #[doc = concat!("Writes and reads ", $what, " by its word.")]
        pub mod $module {
            use serde::de::Error as _;
            use serde::{Deserialize as _, Deserializer, Serializer};

            /// Writes the word.
            ///
            /// # Errors
            /// Whatever the writer says.
            pub fn serialize<S: Serializer>(value: &$of, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(value.$word())
            }

            /// Reads the word.
            ///
            /// # Errors
            /// The word is not one of those there are.
            pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<$of, D::Error> {
                let word = std::borrow::Cow::<str>::deserialize(from)?;
                let named: fn(&str) -> Option<$of> = $named;
                named(&word).ok_or_else(|| D::Error::custom(format!("{word:?} is not {}", $what)))
            }
        }
    };
}

by_name!(deed, croupier_engine::irregular::Deed, "a measure", name, |word| {
    croupier_engine::irregular::Deed::named(word)
});
by_name!(item, croupier_engine::game::Item, "an item", name, |word| {
    croupier_engine::game::Item::named(word)
});
by_name!(breach, croupier_engine::game::Breach, "a kind of incident", name, |word| {
    croupier_engine::game::Breach::named(word)
});
by_name!(choice, croupier_engine::input::Choice, "a choice", name, |word| {
    croupier_engine::input::Choice::named(word)
});
by_name!(outcome, croupier_engine::effect::Outcome, "a result", name, |word| {
    croupier_engine::effect::Outcome::named(word)
});
by_name!(meter, croupier_engine::jackpot::Meter, "a meter", name, |word| {
    croupier_engine::jackpot::Meter::named(word)
});
by_name!(light, croupier_engine::jackpot::Light, "a light", name, |word| {
    croupier_engine::jackpot::Light::named(word)
});
by_name!(qualifying, croupier_engine::jackpot::Qualifying, "a hand that qualifies", name, |word| {
    croupier_engine::jackpot::Qualifying::named(word)
});
by_name!(forfeit, croupier_engine::irregular::Forfeit, "yes, no or all", name, |word| {
    croupier_engine::irregular::Forfeit::named(word)
});
by_name!(why, croupier_engine::Why, "a reason", code, croupier_engine::Why::from_code);

/// Says what a hand is that qualifies for a prize of the jackpot, as a slip has it.
pub const fn of_qualifying(hand: Qualifying) -> &'static str {
    match hand {
        Qualifying::ThreeOfDiamonds => "three aces of diamonds",
        Qualifying::ThreeOfHearts => "three aces of hearts",
        Qualifying::ThreeOfSpades => "three aces of spades",
        Qualifying::ThreeOfClubs => "three aces of clubs",
        Qualifying::ThreeMixed => "three mixed aces",
        Qualifying::TwoSuited => "two suited aces and one other card",
        Qualifying::TwoMixed => "two mixed aces and one other card",
    }
}

/// Reads a card, or says that it is none.
fn card_of<E: serde::de::Error>(text: &str) -> Result<Card, E> {
    Card::parse(text).ok_or_else(|| E::custom(format!("{text:?} is not a card such as AD or TS")))
}

/// Writes a place: `dealer`, `shared`, or `area` and its number.
fn place_text(place: Place) -> std::borrow::Cow<'static, str> {
    match place {
        Place::Dealer => "dealer".into(),
        Place::Shared => "shared".into(),
        Place::Area(area) => format!("area {}", area.0).into(),
    }
}

/// Reads a place, or says that it is none.
fn place_of<E: serde::de::Error>(text: &str) -> Result<Place, E> {
    let area = || text.strip_prefix("area ")?.parse().ok().map(|area| Place::Area(Area(area)));
    let place = match text {
        "dealer" => Some(Place::Dealer),
        "shared" => Some(Place::Shared),
        _ => area(),
    };
    place.ok_or_else(|| E::custom(format!("{text:?} is not a place such as dealer or area 1")))
}

/// Writes and reads a card as two letters, such as `AD`.
pub mod card {
    use croupier_engine::Card;
    use serde::{Deserialize as _, Deserializer, Serializer};

    /// Writes the card.
    ///
    /// # Errors
    /// Whatever the writer says.
    pub fn serialize<S: Serializer>(card: &Card, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(card)
    }

    /// Reads the card.
    ///
    /// # Errors
    /// The text is not a card.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Card, D::Error> {
        super::card_of(&std::borrow::Cow::<str>::deserialize(from)?)
    }
}

/// Writes and reads whether somebody forfeits, where that may be left open.
pub mod some_forfeit {
    use croupier_engine::irregular::Forfeit;
    use serde::{Deserializer, Serializer};

    /// Writes the word, or nothing.
    ///
    /// # Errors
    /// Whatever the writer says.
    pub fn serialize<S: Serializer>(said: &Option<Forfeit>, to: S) -> Result<S::Ok, S::Error> {
        match said {
            Some(said) => super::forfeit::serialize(said, to),
            None => to.serialize_none(),
        }
    }

    /// Reads the word; a `null` does not leave it out.
    ///
    /// # Errors
    /// The word is not one of those there are.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Forfeit>, D::Error> {
        super::forfeit::deserialize(from).map(Some)
    }
}

/// Writes and reads the kind of an incident, where it has one.
pub mod some_breach {
    use croupier_engine::game::Breach;
    use serde::{Deserializer, Serializer};

    /// Writes the word, or nothing.
    ///
    /// # Errors
    /// Whatever the writer says.
    pub fn serialize<S: Serializer>(kind: &Option<Breach>, to: S) -> Result<S::Ok, S::Error> {
        match kind {
            Some(kind) => super::breach::serialize(kind, to),
            None => to.serialize_none(),
        }
    }

    /// Reads the word; a `null` does not leave it out.
    ///
    /// # Errors
    /// The word is not one of those there are.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Breach>, D::Error> {
        super::breach::deserialize(from).map(Some)
    }
}

/// Writes and reads a card that may be missing.
pub mod some_card {
    use croupier_engine::Card;
    use serde::{Deserialize as _, Deserializer, Serializer};

    /// Writes the card, or nothing.
    ///
    /// # Errors
    /// Whatever the writer says.
    pub fn serialize<S: Serializer>(card: &Option<Card>, to: S) -> Result<S::Ok, S::Error> {
        match card {
            Some(card) => to.collect_str(card),
            None => to.serialize_none(),
        }
    }

    /// Reads the card, or nothing.
    ///
    /// # Errors
    /// The text is not a card.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Card>, D::Error> {
        let text = Option::<std::borrow::Cow<'_, str>>::deserialize(from)?;
        text.map(|text| super::card_of(&text)).transpose()
    }
}

/// Writes and reads a place on the layout.
pub mod place {
    use croupier_engine::expects::Place;
    use serde::{Deserialize as _, Deserializer, Serializer};

    /// Writes the place.
    ///
    /// # Errors
    /// Whatever the writer says.
    pub fn serialize<S: Serializer>(place: &Place, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&super::place_text(*place))
    }

    /// Reads the place.
    ///
    /// # Errors
    /// The text is not a place.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Place, D::Error> {
        super::place_of(&std::borrow::Cow::<str>::deserialize(from)?)
    }
}

/// Writes and reads a place that may be missing.
pub mod some_place {
    use croupier_engine::expects::Place;
    use serde::{Deserialize as _, Deserializer, Serializer};

    /// Writes the place, or nothing.
    ///
    /// # Errors
    /// Whatever the writer says.
    pub fn serialize<S: Serializer>(place: &Option<Place>, to: S) -> Result<S::Ok, S::Error> {
        match place {
            Some(place) => to.serialize_str(&super::place_text(*place)),
            None => to.serialize_none(),
        }
    }

    /// Reads the place, or nothing.
    ///
    /// # Errors
    /// The text is not a place.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Place>, D::Error> {
        let text = Option::<std::borrow::Cow<'_, str>>::deserialize(from)?;
        text.map(|text| super::place_of(&text)).transpose()
    }
}

/// Writes and reads whom somebody must inform, if anyone.
pub mod whom {
    use croupier_engine::irregular::Whom;
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    /// Writes the word, or nothing.
    ///
    /// # Errors
    /// Whatever the writer says.
    pub fn serialize<S: Serializer>(whom: &Option<Whom>, to: S) -> Result<S::Ok, S::Error> {
        match whom {
            Some(whom) => to.serialize_str(whom.name()),
            None => to.serialize_none(),
        }
    }

    /// Reads the word, or nothing.
    ///
    /// # Errors
    /// The word is not one of those there are.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Whom>, D::Error> {
        let word = Option::<std::borrow::Cow<'_, str>>::deserialize(from)?;
        let whom = |word: std::borrow::Cow<'_, str>| {
            Whom::named(&word)
                .ok_or_else(|| D::Error::custom(format!("{word:?} is nobody who is told")))
        };
        word.map(whom).transpose()
    }
}

/// The name under which a writer is given the number of a person, so that one who knows the people can write the name
/// instead. JSON has the bare number.
pub const PERSON: &str = "person";

/// Writes and reads a person by number.
pub mod player {
    use croupier_engine::Player;
    use serde::{Deserialize as _, Deserializer, Serializer};

    /// Writes the number.
    ///
    /// # Errors
    /// Whatever the writer says.
    pub fn serialize<S: Serializer>(player: &Player, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_newtype_struct(super::PERSON, &player.0)
    }

    /// Reads the number.
    ///
    /// # Errors
    /// It is not a number.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Player, D::Error> {
        u32::deserialize(from).map(Player)
    }
}

/// Writes and reads a person by number who may be missing.
pub mod some_player {
    use croupier_engine::Player;
    use serde::{Deserialize as _, Deserializer, Serializer};

    use crate::spot::PersonId;

    /// Writes the number, or nothing.
    ///
    /// # Errors
    /// Whatever the writer says.
    pub fn serialize<S: Serializer>(player: &Option<Player>, to: S) -> Result<S::Ok, S::Error> {
        match player {
            Some(player) => to.serialize_some(&PersonId(*player)),
            None => to.serialize_none(),
        }
    }

    /// Reads the number, or nothing.
    ///
    /// # Errors
    /// It is not a number.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Player>, D::Error> {
        Option::<u32>::deserialize(from).map(|player| player.map(Player))
    }
}

/// Writes and reads an amount of money as a number of cents.
pub mod cents {
    use croupier_engine::Cents;
    use serde::{Deserialize as _, Deserializer, Serializer};

    /// Writes the number of cents.
    ///
    /// # Errors
    /// Whatever the writer says.
    pub fn serialize<S: Serializer>(cents: &Cents, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(cents.0)
    }

    /// Reads the number of cents.
    ///
    /// # Errors
    /// It is not a number.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Cents, D::Error> {
        u64::deserialize(from).map(Cents)
    }
}

/// Tells serde to leave out what is not so.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
pub const fn is_false(value: &bool) -> bool {
    !*value
}

/// Tells serde to leave out a zero.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
pub(crate) const fn is_zero(value: &u64) -> bool {
    *value == 0
}
