//! The steps that are about no wager: cards, dice, rulings, the sign and the seats. Each is made the engine's own here.

use std::fmt;

use croupier_engine::input::{Choice, Crew, DiceAct, Reply, Source};
use croupier_engine::irregular::{DeviceNumber, Throw, Who};
use croupier_engine::setup::Limit;
use croupier_engine::{Area, Card, Cents, Dice, Input, Kind, Player, WagerId};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::text::Text;
use crate::words::is_false;
use crate::written::{CardVisitor, Written, given, list, one, some, spoken};

/// A card and where it was drawn from: `"KS"`, or `{"face": "KS", "from": "shoe"}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Its rank and suit, such as `KS`.
    pub face: Card,
    /// Where it was drawn from; `None` for the table's own source.
    pub from: Option<Source>,
}

impl From<Card> for Drawn {
    fn from(face: Card) -> Self {
        Self { face, from: None }
    }
}

/// The decision of the player on an area.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Choose {
    /// The area on which the player decides.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    pub area: Option<Area>,
    /// What the player says, such as `war`; the rules refuse a word that they do not know.
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    pub choice: Option<Text>,
    /// The player is not there to decide.
    #[serde(default, skip_serializing_if = "is_false")]
    pub absent: bool,
    /// How much of the wager that goes with the choice is promotional tokens, in cents.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    pub tokens: Option<Cents>,
}

/// The upper faces of the dice: `[3, 4]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = [u8; 2]))]
pub struct Roll(#[serde(with = "one")] pub Dice);

/// Why a throw does not count: in any words, or by one of the reasons that the rules name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoRoll {
    /// Words that decide nothing.
    Said(Text),
    /// One of the reasons that the rules name.
    Called(Called),
}

/// A throw that the rules do not accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Called {
    /// Why the rules do not accept the throw.
    #[serde(with = "one")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub reason: Throw,
    /// The person who calls it; without one, whoever has the say.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub by: Option<Who>,
}

/// What the sign says of one kind of wager.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, bound(deserialize = "P: Deserialize<'de>"))]
pub struct Sign<P = Text> {
    /// The name of the wager.
    pub on: Text,
    /// For whom; `None` for all who have no sign of their own.
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    pub player: Option<P>,
    /// The least that may be wagered, in cents.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    pub min: Option<Cents>,
    /// The most that may be wagered, in cents.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    pub max: Option<Cents>,
    /// The step above the minimum, in cents.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    pub unit: Option<Cents>,
    /// The player's own sign is taken down.
    #[serde(default, skip_serializing_if = "is_false")]
    pub down: bool,
}

/// What the jackpot meters show, in cents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Meters {
    /// What the major meter shows.
    #[serde(with = "one")]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub major: Cents,
    /// What the minor meter shows.
    #[serde(with = "one")]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub minor: Cents,
}

/// Who voids a round, and why; neither decides anything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Void {
    /// The person who declares it.
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    pub by: Option<Text>,
    /// The reason that is given.
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    pub why: Option<Text>,
}

/// Areas that are kept for one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Reserve<P = Text> {
    /// The player whom it is about.
    pub player: P,
    /// The areas that are kept, or freed.
    #[serde(with = "list")]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
    pub areas: Vec<Area>,
}

/// Areas that are free again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Release {
    /// The areas that are kept, or freed.
    #[serde(with = "list")]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
    pub areas: Vec<Area>,
}

/// New cards for the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Replace {
    /// They have been checked.
    #[serde(default)]
    pub checked: bool,
}

/// A player and the area whose cards that player takes up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Look<P = Text> {
    /// Who takes them up.
    pub player: P,
    /// The area on which they lie.
    #[serde(with = "one")]
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    pub area: Area,
}

/// The hand that is turned: that of an area, or the Banker hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, bound(deserialize = "P: Deserialize<'de>"))]
pub struct Turn<P = Text> {
    /// The playing area on which the hand lies; `None` for the hand of the house.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    pub area: Option<Area>,
    /// Who turns it; `None` for the dealer.
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    pub player: Option<P>,
    /// The hand of the house is turned, and no area is named.
    #[serde(default, skip_serializing_if = "is_false")]
    pub banker: bool,
}

/// The answer to the question that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    /// Yes or no to the question that is open.
    #[serde(with = "one")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub answer: Answer,
    /// Who rules; `None` for the one who has the say.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub by: Option<Who>,
    /// With a no: the area of the one hand that is void, where the order lets one hand alone be.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    pub area: Option<Area>,
    /// The number of the other device, where the question is about one.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u32>))]
    pub device: Option<DeviceNumber>,
}

spoken! {
    /// How a person rules on a question that the table holds with.
    #[allow(missing_docs)]
    Answer { Yes = "yes", No = "no" }
}

/// What a check of the cards showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// None is missing, none is foreign.
    pub complete: bool,
}

/// What a player does with the dice, or is made to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Handed<P = Text> {
    /// The player whom it is about.
    pub player: P,
    /// What the player does with the dice.
    #[serde(with = "one")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub does: Does,
    /// The two dice chosen, by their numbers from 1 to 5.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<[u8; 2]>))]
    pub takes: Option<[u8; 2]>,
    /// Who hands them out, or orders it.
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    pub by: Option<Text>,
    /// The reason that is given, which decides nothing.
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    pub why: Option<Text>,
}

spoken! {
    /// What a player does with the dice.
    Does {
        /// Takes the dice that are offered.
        Accept = "accept",
        /// Does not want them.
        Refuse = "refuse",
        /// Has not answered in time.
        Lapse = "lapse",
        /// Passes the dice on to the next player.
        Pass = "pass",
        /// Is ordered to pass them on.
        Order = "order",
        /// Chooses two of the dice anew.
        Choose = "choose",
    }
}

/// A seat that somebody takes or leaves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SeatStep))]
#[serde(deny_unknown_fields, bound(deserialize = "P: Deserialize<'de>"))]
pub struct Seat<P = Text> {
    /// The seat, counted from 1 at the dealer's left.
    #[serde(with = "one")]
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    pub seat: u8,
    /// Who has it now; `null` for nobody.
    #[serde(deserialize_with = "Option::deserialize")]
    pub player: Option<P>,
}

/// How many players may wager on one area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Sharing {
    /// How many players may have wagers on one area from now on.
    #[serde(with = "one")]
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    pub players: u8,
}

/// A player without a seat, and whether that person may handle cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Standing<P = Text> {
    /// The player whom it is about.
    pub player: P,
    /// True when the player may handle cards from now on, false when not any more.
    pub approved: bool,
}

/// A mystery prize is given to a player who wagers on an area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Mystery<P = Text> {
    /// To whom it goes.
    pub player: P,
    /// The playing area of the hand that wins it.
    #[serde(with = "one")]
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    pub area: Area,
    /// How much it is, in cents.
    #[serde(with = "one")]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub amount: Cents,
}

/// The `true` of a step that says nothing more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "bool", try_from = "bool")]
pub struct True;

impl From<True> for bool {
    fn from(_: True) -> Self {
        true
    }
}

impl TryFrom<bool> for True {
    type Error = &'static str;

    fn try_from(said: bool) -> Result<Self, Self::Error> {
        if said { Ok(Self) } else { Err("expected true, found false") }
    }
}

impl Choose {
    pub(super) fn resolve(&self) -> Result<Input, Fault> {
        let reply = match (self.choice.as_deref(), self.absent) {
            (None, true) => Reply::Absent,
            (Some(choice), false) => Choice::named(choice).map_or(Reply::Unknown, Reply::Choice),
            (Some(_), true) => return Err(Fault::new("either `choice` or `absent`, not both")),
            (None, false) => return Err(Fault::missing("choice")),
        };
        // No area is no fault of form, as with wagers: the rules refuse it.
        let (area, tokens) = (self.area.unwrap_or(Area(0)), self.tokens.unwrap_or_default());
        Ok(Input::Choose { area, reply, tokens })
    }
}

impl<P> Sign<P> {
    pub(super) fn resolve(
        &self,
        kind: Kind,
        player: &mut impl FnMut(&P) -> Result<Player, Fault>,
    ) -> Result<Input, Fault> {
        let limit = Limit {
            min: self.min.unwrap_or(Limit::NONE.min),
            max: self.max.unwrap_or(Limit::NONE.max),
            unit: self.unit.unwrap_or(Limit::NONE.unit),
        };
        Ok(Input::Sign {
            on: kind.wager(&self.on).unwrap_or(WagerId::UNKNOWN),
            limit: (!self.down).then_some(limit),
            player: self.player.as_ref().map(player).transpose()?,
        })
    }
}

impl<P> Turn<P> {
    pub(super) fn resolve(
        &self,
        player: &mut impl FnMut(&P) -> Result<Player, Fault>,
    ) -> Result<Input, Fault> {
        let area = match (self.area, self.banker) {
            (Some(_), true) => return Err(Fault::new("either `area` or `banker`, not both")),
            (None, false) => return Err(Fault::missing("area")),
            (area, _) => area,
        };
        Ok(Input::Turn { area, player: self.player.as_ref().map(player).transpose()? })
    }
}

impl<P> Handed<P> {
    pub(super) fn resolve(
        &self,
        player: &mut impl FnMut(&P) -> Result<Player, Fault>,
    ) -> Result<Input, Fault> {
        let act = match self.does {
            Does::Accept => DiceAct::Accept { takes: self.takes.unwrap_or([1, 2]) },
            Does::Refuse => DiceAct::Refuse,
            Does::Lapse => DiceAct::Lapse,
            Does::Pass => DiceAct::Pass,
            Does::Order => DiceAct::Order,
            Does::Choose => DiceAct::Choose { takes: self.takes.unwrap_or([0, 0]) },
        };
        // The one who should act does, unless the step says otherwise.
        let by = match self.by.as_deref() {
            Some(by) => Crew::named(by),
            None if act == DiceAct::Order => Crew::Boxperson,
            None => Crew::Stickperson,
        };
        Ok(Input::Dice { player: player(&self.player)?, act, by })
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
