//! One wager on the layout: whose it is, on which area, which wager, on which number, in chips or tokens; and the
//! steps that are about one.
//!
//! This is the one spelling of it outside the engine. Steps, effects and screens embed it; they differ only in how
//! they name people.

use croupier_engine::{Area, Cents, Kind, Player, WagerId, input};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::fault::Fault;
use crate::text::Text;
use crate::words::{self, is_false};
use crate::written::{given, one, some, spoken};

/// Stands for a word that no game has.
pub const UNKNOWN: &str = "unknown";

/// Names one wager on the layout. `P` is how a person is named: by name, by number, or by seat.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(try_from = "Fields<P>", bound(deserialize = "P: Deserialize<'de>"))]
pub struct Spot<P = Text> {
    /// The player whose wager it is.
    pub player: P,
    /// The playing area, for a wager that lies on one.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    pub area: Option<Area>,
    /// The name of the wager.
    pub on: Text,
    /// The number it is on, for a wager that needs one.
    pub number: Option<u8>,
    /// The point total it is on, for a wager that needs one.
    pub point: Option<u8>,
    /// Promotional tokens instead of chips.
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub tokens: bool,
}

/// A wager and how much is placed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(try_from = "Fields<P>", bound(serialize = "P: Whose", deserialize = "P: Deserialize<'de>"))]
pub struct Wager<P = Text> {
    /// The wager that is meant.
    #[serde(flatten)]
    pub spot: Spot<P>,
    /// How much, in cents.
    #[serde(with = "one")]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub amount: Cents,
    /// A dealer or boxperson confirmed it orally while the dice rolled.
    #[serde(skip_serializing_if = "is_false")]
    pub confirmed: bool,
}

/// A wager and how much it turned out to be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(try_from = "Fields<P>", bound(serialize = "P: Whose", deserialize = "P: Deserialize<'de>"))]
pub struct Found<P = Text> {
    /// The wager that is meant.
    #[serde(flatten)]
    pub spot: Spot<P>,
    /// How much it is, in cents.
    #[serde(with = "one")]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub amount: Cents,
}

/// A wager and what is left of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(try_from = "Fields<P>", bound(serialize = "P: Whose", deserialize = "P: Deserialize<'de>"))]
pub struct Reduce<P = Text> {
    /// The wager that is meant.
    #[serde(flatten)]
    pub spot: Spot<P>,
    /// What is left of it, in cents.
    #[serde(with = "one")]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub to: Cents,
}

/// A wager and whether it works.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(try_from = "Fields<P>", bound(serialize = "P: Whose", deserialize = "P: Deserialize<'de>"))]
pub struct Call<P = Text> {
    /// The wager that is meant.
    #[serde(flatten)]
    pub spot: Spot<P>,
    /// Whether it takes part in the next roll from now on.
    #[serde(with = "one")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub state: State,
}

spoken! {
    /// Whether a wager works.
    State {
        /// It takes part in the next roll.
        On = "on",
        /// The next roll does not count for it.
        Off = "off",
    }
}

/// A way to name a person, which is written as one or more fields: `"player": "Ann"`, or `"seat": 3`.
pub trait Whose: Serialize {
    /// Writes the fields.
    ///
    /// # Errors
    /// Whatever the writer says.
    fn write<M: SerializeMap>(&self, to: &mut M) -> Result<(), M::Error> {
        to.serialize_entry("player", self)
    }
}

impl Whose for Text {}

/// A person by number, as a journal names people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PersonId(#[serde(with = "words::player")] pub Player);

impl Whose for PersonId {}

impl<P> Spot<P> {
    /// Names a wager in chips that lies on no area and has no number.
    pub fn new(player: P, on: impl Into<Text>) -> Self {
        let (area, number, point) = (None, None, None);
        Self { player, area, on: on.into(), number, point, tokens: false }
    }

    /// Names the wager on this area.
    pub fn at(self, area: Area) -> Self {
        Self { area: Some(area), ..self }
    }

    /// Names the person in another way.
    pub fn rename<Q>(&self, name: &mut impl FnMut(&P) -> Q) -> Spot<Q> {
        let Self { player, area, on, number, point, tokens } = self;
        let (player, on) = (name(player), on.clone());
        Spot { player, area: *area, on, number: *number, point: *point, tokens: *tokens }
    }

    /// Finds the wager that is meant.
    ///
    /// # Errors
    /// When nobody is named so.
    pub fn resolve(
        &self,
        kind: Kind,
        player: &mut impl FnMut(&P) -> Result<Player, Fault>,
    ) -> Result<input::Spot, Fault> {
        let on = kind.wager(&self.on).unwrap_or(WagerId::UNKNOWN);
        let mark = kind.mark(on).join(self.number, self.point);
        let player = player(&self.player).map_err(|fault| fault.within("player"))?;
        Ok(input::Spot { player, area: self.area, on, mark, tokens: self.tokens })
    }
}

impl Spot<PersonId> {
    /// Writes down which wager is meant.
    pub fn of(kind: Kind, spot: &input::Spot) -> Self {
        let input::Spot { player, area, on, mark, tokens } = *spot;
        let (number, point) = kind.mark(on).split(mark);
        Self { player: PersonId(player), area, on: wager_name(kind, on), number, point, tokens }
    }
}

/// Returns the name of a wager of this game.
pub(crate) fn wager_name(kind: Kind, on: WagerId) -> Text {
    kind.layouts().get(usize::from(on.0)).map_or(UNKNOWN, |layout| layout.name).into()
}

impl<P: Whose> Serialize for Spot<P> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        self.player.write(&mut map)?;
        if let Some(area) = self.area {
            map.serialize_entry("area", &area.0)?;
        }
        map.serialize_entry("on", &self.on)?;
        for (name, mark) in [("number", self.number), ("point", self.point)] {
            if let Some(mark) = mark {
                map.serialize_entry(name, &mark)?;
            }
        }
        if self.tokens {
            map.serialize_entry("tokens", &true)?;
        }
        map.end()
    }
}

/// For serde: a person as fields of the object that it stands in.
pub(crate) mod whose {
    use super::{Deserialize, Deserializer, SerializeMap, Serializer, Whose};

    #[derive(Deserialize)]
    struct Named<P> {
        player: P,
    }

    pub(crate) fn serialize<P: Whose, S: Serializer>(who: &P, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        who.write(&mut map)?;
        map.end()
    }

    pub(crate) fn deserialize<'de, P: Deserialize<'de>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<P, D::Error> {
        Named::deserialize(from).map(|Named { player }| player)
    }
}

/// For serde: the same for a person who may be missing.
pub(crate) mod some_whose {
    use super::{Deserialize, Deserializer, SerializeMap, Serializer, Whose};

    #[derive(Deserialize)]
    struct Named<P> {
        player: Option<P>,
    }

    pub(crate) fn serialize<P: Whose, S: Serializer>(
        who: &Option<P>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        if let Some(who) = who {
            who.write(&mut map)?;
        }
        map.end()
    }

    pub(crate) fn deserialize<'de, P: Deserialize<'de>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<P>, D::Error> {
        Named::deserialize(from).map(|Named { player }| player)
    }
}

/// All fields that a step about a wager may have.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "P: Deserialize<'de>"))]
struct Fields<P> {
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
