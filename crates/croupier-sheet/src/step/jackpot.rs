//! Steps about the jackpot of a table: what it is linked to, and what the equipment says of a wager.

use croupier_engine::{Area, Cents, Input, Kind, Player, Spot, WagerId, jackpot};
use serde::de::Deserializer;
use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::object::Object;
use crate::spot::PersonId;
use crate::text::Text;
use crate::words::is_false;
use crate::written::one;

/// The jackpot that a table offers from now on: `{"wager": 500, "major": 25000000, "minor": 1200000}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = JackpotStep))]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// The price of the wager, in cents.
    #[serde(with = "one")]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub wager: Cents,
    /// What the major meter shows, in cents.
    #[serde(default, with = "one")]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub major: Cents,
    /// What the minor meter shows, in cents.
    #[serde(default, with = "one")]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub minor: Cents,
    /// The mystery prize is on offer too.
    #[serde(default, skip_serializing_if = "is_false")]
    pub mystery: bool,
}

/// Reads an object or `null`, which means that no jackpot is on offer any more.
pub(super) fn object_or_null<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Link>, D::Error> {
    Ok(Option::<Object<Link>>::deserialize(from)?.map(|Object(link)| link))
}

impl From<Link> for jackpot::Link {
    fn from(Link { wager, major, minor, mystery }: Link) -> Self {
        Self { wager, major, minor, mystery }
    }
}

impl From<jackpot::Link> for Link {
    fn from(jackpot::Link { wager, major, minor, mystery }: jackpot::Link) -> Self {
        Self { wager, major, minor, mystery }
    }
}

/// A jackpot wager, and whether the equipment has accepted it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Accept<P = Text> {
    /// The player whose jackpot wager it is.
    pub player: P,
    /// The playing area of the hand that it is on.
    #[serde(with = "one")]
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    pub area: Area,
    /// The wager is accepted; else rejected.
    #[serde(default = "yes")]
    #[cfg_attr(feature = "openapi", schema(default = true))]
    pub accepted: bool,
}

const fn yes() -> bool {
    true
}

impl<P> Accept<P> {
    /// Names the wager of the game that has a price; in a game without one, a wager that it does not have.
    pub(super) fn resolve(
        &self,
        kind: Kind,
        player: &mut impl FnMut(&P) -> Result<Player, Fault>,
    ) -> Result<Input, Fault> {
        let on = kind.priced().unwrap_or(WagerId::UNKNOWN);
        let (player, area) = (player(&self.player)?, Some(self.area));
        let spot = Spot { player, area, on, mark: None, tokens: false };
        Ok(Input::Accept { spot, accepted: self.accepted })
    }
}

impl Accept<PersonId> {
    /// Writes down what the equipment says of a wager; an area that is not named is one that no layout has.
    pub(super) fn of(spot: &Spot, accepted: bool) -> Self {
        Self { player: PersonId(spot.player), area: spot.area.unwrap_or(Area(0)), accepted }
    }
}
