//! How a table is set up, as the `table` of a sheet and the opening of a table have it.

use std::fmt;

use croupier_engine::input::Source;
use croupier_engine::jackpot::{self, Prizes};
use croupier_engine::setup::{self, Collects, Faults, Method, Pays};
use croupier_engine::{Cents, Kind, Player, Setup};
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::object::{Object, objects, some_object};
use crate::text::Text;
use crate::written::{Whole, given, some};

/// A table before it opens, with names for people and wagers. What is left out is as the order of
/// the game has it. [`TableSetup::resolve`] makes it the engine's own [`Setup`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, bound(deserialize = "P: Deserialize<'de>"))]
pub struct TableSetup<P = Text> {
    /// How many decks are in use; without it, the usual number.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    pub decks: Option<u8>,
    /// The name of a variant of the game.
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    pub variant: Option<Text>,
    /// The smallest chip, in cents.
    #[serde(default, with = "amount", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    pub chip: Option<Cents>,
    /// The sign, by the name of the wager.
    #[serde(default, skip_serializing_if = "Limits::is_empty")]
    pub limits: Limits,
    /// The jackpot that players may wager on at this table.
    #[serde(default, deserialize_with = "some_object", skip_serializing_if = "Option::is_none")]
    pub jackpot: Option<Jackpot>,
    /// The burn is still to come.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fresh: bool,
    /// The cards came to the table shuffled.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pre_shuffled: bool,
    /// Where the cards come from.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub source: Option<Source>,
    /// How the cards are dealt.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub method: Option<Method>,
    /// How many players may share an area.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    pub sharing: Option<u8>,
    /// Who sits where, clockwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<Option<P>>,
    /// When results are paid: `by-hand`, or at once.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub paying: Option<Pays>,
    /// Dice that a person throws: a roll counts only after the step `throw`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub throws: bool,
    /// How a device that fails is dealt with: `step-by-step`, or its conditions asked in one.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub faults: Option<Faults>,
    /// The equipment says of each jackpot wager whether it accepts it; else all count as accepted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lights: bool,
    /// When jackpot wagers are collected: `by-hand`, or with the first card.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub collecting: Option<Collects>,
}

impl<P> Default for TableSetup<P> {
    fn default() -> Self {
        let (decks, variant, chip, jackpot) = (None, None, None, None);
        let (source, method, sharing, seats) = (None, None, None, Vec::new());
        let limits = Limits::default();
        let (fresh, throws, paying, faults) = (false, false, None, None);
        let (lights, collecting, pre_shuffled) = (false, None, false);
        Self {
            decks,
            variant,
            chip,
            limits,
            jackpot,
            fresh,
            pre_shuffled,
            source,
            method,
            sharing,
            seats,
            paying,
            throws,
            faults,
            lights,
            collecting,
        }
    }
}

/// What the sign says, wager by wager, in the order in which it was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = std::collections::BTreeMap<String, Limit>))]
pub struct Limits(pub Vec<(Text, Limit)>);

impl Limits {
    /// Tells whether the sign says nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What the sign says of one kind of wager, in cents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = TableLimit))]
#[serde(deny_unknown_fields)]
pub struct Limit {
    /// The least that may be wagered.
    #[serde(default, with = "amount", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    pub min: Option<Cents>,
    /// The most that may be wagered.
    #[serde(default, with = "amount", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    pub max: Option<Cents>,
    /// The step above the minimum.
    #[serde(default, with = "amount", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    pub unit: Option<Cents>,
}

/// A jackpot as a set-up writes it: the price of its wager, and what its meters show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Jackpot {
    /// The price of the wager, in cents.
    #[serde(with = "price")]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub wager: Cents,
    /// The major meter, in cents.
    #[serde(default, with = "amount", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    pub major: Option<Cents>,
    /// The minor meter, in cents.
    #[serde(default, with = "amount", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    pub minor: Option<Cents>,
    /// The mystery prize is on offer too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mystery: bool,
    /// How many pools the table is linked to.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    pub pools: Option<u8>,
    /// The part of each wager that feeds the pool.
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    pub increment: Option<Fraction>,
    /// What a meter starts again with, in cents.
    #[serde(default, with = "amount", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    pub seed: Option<Cents>,
    /// The other tables of the pool.
    #[serde(default, deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")]
    pub linked: Vec<Linked>,
}

/// Another table of the same pool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Linked {
    /// The name of the game that is played at it.
    pub game: Text,
    /// The price of its jackpot wager, in cents.
    #[serde(with = "price")]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub wager: Cents,
    /// The part of each wager that feeds the pool.
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    pub increment: Option<Fraction>,
    /// What its meter starts again with, in cents.
    #[serde(default, with = "amount", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    pub seed: Option<Cents>,
    /// The name of its table of prizes.
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    pub pays: Option<Text>,
}

/// A fraction in lowest terms: `"1/4"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = String))]
#[serde(try_from = "Text", into = "String")]
pub struct Fraction(u32, u32);

impl Fraction {
    /// Makes a fraction in lowest terms; `None` for parts of nothing.
    pub const fn new(top: u32, bottom: u32) -> Option<Self> {
        if bottom == 0 {
            return None;
        }
        let (mut a, mut b) = (top, bottom);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Some(Self(top / a, bottom / a))
    }

    /// Returns how many parts, of how many.
    pub const fn parts(self) -> (u32, u32) {
        (self.0, self.1)
    }
}

impl TryFrom<Text> for Fraction {
    type Error = String;

    fn try_from(text: Text) -> Result<Self, String> {
        let fraction = text.split_once('/').and_then(|(top, bottom)| {
            Self::new(top.trim().parse().ok()?, bottom.trim().parse().ok()?)
        });
        fraction.ok_or_else(|| format!("{text:?} is not a fraction"))
    }
}

impl From<Fraction> for String {
    fn from(Fraction(top, bottom): Fraction) -> Self {
        format!("{top}/{bottom}")
    }
}

impl<P> TableSetup<P> {
    /// Makes it the set-up of a table of this game; `player` finds people.
    ///
    /// # Errors
    /// When the game has no such variant or wager, or nobody is named so.
    pub fn resolve(
        &self,
        kind: Kind,
        player: &mut impl FnMut(&P) -> Result<Player, Fault>,
    ) -> Result<Setup, Fault> {
        let seats = self.seats.iter().map(|seat| seat.as_ref().map(&mut *player).transpose());
        Ok(Setup {
            decks: self.decks,
            variant: self.variant.as_deref().map(|name| variant(kind, name)).transpose()?,
            chip: self.chip.unwrap_or(Setup::default().chip),
            limits: self.limits.resolve(kind).map_err(|fault| fault.within("limits"))?,
            jackpot: self.jackpot.as_ref().map(Jackpot::resolve),
            fresh: self.fresh,
            pre_shuffled: self.pre_shuffled,
            source: self.source,
            method: self.method,
            sharing: self.sharing,
            seats: seats.collect::<Result<_, _>>().map_err(|fault| fault.within("seats"))?,
            pays: self.paying.unwrap_or_default(),
            throws: self.throws,
            faults: self.faults.unwrap_or_default(),
            lights: self.lights,
            collects: self.collecting.unwrap_or_default(),
        })
    }
}

impl<P> TableSetup<P> {
    /// Names the people of the set-up in another way.
    pub fn rename<Q>(self, name: impl FnMut(P) -> Q) -> TableSetup<Q> {
        let mut name = name;
        TableSetup {
            decks: self.decks,
            variant: self.variant,
            chip: self.chip,
            limits: self.limits,
            jackpot: self.jackpot,
            fresh: self.fresh,
            pre_shuffled: self.pre_shuffled,
            source: self.source,
            method: self.method,
            sharing: self.sharing,
            seats: self.seats.into_iter().map(|seat| seat.map(&mut name)).collect(),
            paying: self.paying,
            throws: self.throws,
            faults: self.faults,
            lights: self.lights,
            collecting: self.collecting,
        }
    }

    /// Leaves out every word that this game does not have: `unknown` stands in its place, and
    /// [`resolve`](Self::resolve) refuses that as well.
    pub fn without_words(mut self, kind: Option<Kind>) -> Self {
        let unknown = || Text::from("unknown");
        let variants = kind.map_or(&[][..], |kind| kind.house().variants);
        self.variant = self.variant.map(|name| match variants.contains(&&*name) {
            true => name,
            false => unknown(),
        });
        let all = self.limits.0.len();
        let wager = |name: &str| kind.is_some_and(|kind| kind.wager(name).is_some());
        self.limits.0.retain(|(name, _)| wager(name));
        if self.limits.0.len() < all {
            self.limits.0.push((unknown(), Limit::default()));
        }
        self.jackpot = self.jackpot.map(Jackpot::without_words);
        self
    }
}

fn variant(kind: Kind, name: &str) -> Result<u8, Fault> {
    let found = kind.house().variants.iter().position(|&variant| variant == name);
    let at = found.ok_or_else(|| {
        Fault::new(format!("{} has no variant {name:?}", kind.name())).within("variant")
    })?;
    Ok(at as u8)
}

impl Limits {
    fn resolve(&self, kind: Kind) -> Result<Vec<setup::Limit>, Fault> {
        let mut limits = Vec::new();
        for (name, limit) in &self.0 {
            let on = kind.wager(name).ok_or_else(|| {
                let what = format!("{} has no such wager", kind.name());
                Fault::new(what).within(name.to_string())
            })?;
            let at = usize::from(on.0);
            limits.resize(limits.len().max(at + 1), setup::Limit::NONE);
            limits[at] = setup::Limit {
                min: limit.min.unwrap_or(setup::Limit::NONE.min),
                max: limit.max.unwrap_or(setup::Limit::NONE.max),
                unit: limit.unit.unwrap_or(setup::Limit::NONE.unit),
            };
        }
        Ok(limits)
    }
}

/// The part of a wager that feeds a pool when nothing is said.
const NOTHING: Fraction = Fraction(0, 1);

impl Jackpot {
    /// Offers a jackpot at this price, and says nothing more of it.
    pub fn new(wager: Cents) -> Self {
        let (major, minor, pools, increment, seed) = (None, None, None, None, None);
        let linked = Vec::new();
        Self { wager, major, minor, mystery: false, pools, increment, seed, linked }
    }

    /// Leaves out words that mean no game and no table of prizes.
    fn without_words(mut self) -> Self {
        for linked in &mut self.linked {
            if Kind::in_a_pool(&linked.game).is_none() {
                linked.game = "other".into();
            }
            let other = |pays: &Text| Prizes::named(pays) == Prizes::Other;
            if linked.pays.as_ref().is_some_and(other) {
                linked.pays = Some("other".into());
            }
        }
        self
    }

    fn resolve(&self) -> jackpot::Jackpot {
        let Fraction(top, bottom) = self.increment.unwrap_or(NOTHING);
        jackpot::Jackpot {
            wager: self.wager,
            major: self.major.unwrap_or_default(),
            minor: self.minor.unwrap_or_default(),
            mystery: self.mystery,
            pools: self.pools.unwrap_or(1).into(),
            increment: (top, bottom),
            seed: self.seed.unwrap_or_default(),
            linked: self.linked.iter().map(Linked::resolve).collect(),
        }
    }
}

impl Linked {
    fn resolve(&self) -> jackpot::Linked {
        let Fraction(top, bottom) = self.increment.unwrap_or(NOTHING);
        jackpot::Linked {
            game: Kind::in_a_pool(&self.game),
            wager: self.wager,
            increment: (top, bottom),
            seed: self.seed.unwrap_or_default(),
            prizes: self.pays.as_deref().map_or(Prizes::ThreeCards, Prizes::named),
        }
    }
}

impl Serialize for Limits {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.0.len()))?;
        for (name, limit) in &self.0 {
            map.serialize_entry(name, limit)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Limits {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(LimitsVisitor)
    }
}

struct LimitsVisitor;

impl<'de> Visitor<'de> for LimitsVisitor {
    type Value = Limits;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("limits by the names of wagers")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Limits, A::Error> {
        let mut limits: Vec<(Text, Limit)> = Vec::new();
        while let Some(name) = map.next_key()? {
            if limits.iter().any(|(known, _)| *known == name) {
                return Err(A::Error::custom(format_args!("duplicate field `{name}`")));
            }
            let Object(limit) = map.next_value()?;
            limits.push((name, limit));
        }
        Ok(Limits(limits))
    }
}

/// For serde: an amount of a table, which must make sense.
mod price {
    use super::{Cents, Deserialize, Deserializer, Error, Serializer, Whole};

    pub(super) fn serialize<S: Serializer>(amount: &Cents, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(amount.0)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Cents, D::Error> {
        let Whole(whole) = Whole::deserialize(from)?;
        let cents = u64::try_from(whole).map(Cents).ok().filter(|&cents| cents <= Cents::CEILING);
        cents.ok_or_else(|| D::Error::custom(format_args!("{whole} is not an amount in cents")))
    }
}

/// For serde: such an amount, which may be left out.
mod amount {
    use super::{Cents, Deserializer, Serializer, price};

    pub(super) fn serialize<S: Serializer>(
        amount: &Option<Cents>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match amount {
            Some(amount) => price::serialize(amount, to),
            None => to.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D>(from: D) -> Result<Option<Cents>, D::Error>
    where
        D: Deserializer<'de>,
    {
        price::deserialize(from).map(Some)
    }
}
