//! One wager on the layout: whose it is, on which area, which wager, on which number, in chips or tokens.
//!
//! This is the one spelling of it outside the engine. Steps, effects and screens embed it; they differ only in how
//! they name people.

use croupier_engine::{Area, Kind, Player, WagerId, input};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::fault::Fault;
use crate::step::Fields;
use crate::text::Text;
use crate::words;

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
