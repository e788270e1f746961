//! The step that says what went wrong at a table, and which facts belong to which situation.

use std::fmt;

use croupier_engine::input::Players;
use croupier_engine::irregular::{
    DeviceNumber, Forfeit, Irregularity, Situation, Spotted, Throw, Who,
};
use croupier_engine::{Area, Card, Kind, Player, WagerId};
use serde::de::{Deserializer, Error, Unexpected, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::spot::{PersonId, Spot};
use crate::text::Text;
use crate::words::is_false;
use crate::written::{WholeVisitor, Written, given, one, some, spoken};

/// Something that went wrong. What a situation has no use for may not be said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, bound(deserialize = "P: Deserialize<'de>"))]
pub struct Irregular<P = Text> {
    /// The word for the situation.
    #[serde(with = "one")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub what: Situation,
    /// Who says so; `None` for the one who has the say.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub by: Option<Who>,
    /// The card concerned, if it was seen.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub card: Option<Card>,
    /// Where the card or the die came to lie.
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    pub to: Option<Lies>,
    /// Whether the card was seen.
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    pub exposed: Option<bool>,
    /// Whether the hand concerned is the dealer's.
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    pub dealer: Option<bool>,
    /// How many cards there are.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    pub cards: Option<u8>,
    /// How many dice there are.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    pub dice: Option<u8>,
    /// Why a round is invalid.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub cause: Option<Cause>,
    /// Whether those who cheated forfeit their wagers.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub forfeit: Option<Forfeit>,
    /// What was wrong with the throw.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub reason: Option<Throw>,
    /// The player whom it concerns, where there is one.
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    pub player: Option<P>,
    /// The players whom it concerns, where there are several.
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    pub players: Option<Vec<P>>,
    /// The area on which it happened, where it matters.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    pub area: Option<Area>,
    /// The name of the wager concerned.
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    pub on: Option<Text>,
    /// The number of the wager concerned.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    pub number: Option<u8>,
    /// The point total of the wager concerned.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    pub point: Option<u8>,
    /// Whether the wager concerned is in tokens.
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    pub tokens: Option<bool>,
    /// The number of the shuffling device.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u32>))]
    pub device: Option<DeviceNumber>,
    /// The grounds that are given in words, which decide nothing in a sheet.
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    pub why: Option<Text>,
}

spoken! {
    /// Why a round is invalid.
    Cause {
        /// Somebody disrupted the round.
        Disruption = "disruption",
        /// Somebody cheated in the round.
        Fraud = "fraud",
    }
}

/// Where a card or a die came to lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lies {
    /// It lies, or was seen, on an area.
    Area(Area),
    /// On the dealer's hand.
    Dealer,
    /// It lies among the discards.
    Burned,
    /// With a player, for a die.
    Player,
    /// In the bowl, for a die.
    Bowl,
}

impl<P> Irregular<P> {
    /// Says that there is such a situation, and nothing more.
    pub fn new(what: Situation) -> Self {
        let (card, to, exposed, dealer) = (None, None, None, None);
        let (cards, dice, cause, reason) = (None, None, None, None);
        let (player, area, on, number, point, tokens) = (None, None, None, None, None, None);
        let (by, device, why, players, forfeit) = (None, None, None, None, None);
        Self {
            what,
            by,
            card,
            to,
            exposed,
            dealer,
            cards,
            dice,
            cause,
            forfeit,
            reason,
            player,
            players,
            area,
            on,
            number,
            point,
            tokens,
            device,
            why,
        }
    }

    /// Goes through the people whom it names.
    fn named(&self) -> impl Iterator<Item = &P> {
        self.player.iter().chain(self.players.iter().flatten())
    }

    /// Names the people in another way.
    pub(super) fn rename<Q>(&self, name: &mut impl FnMut(&P) -> Q) -> Irregular<Q> {
        let Self { what, by, card, to, exposed, dealer, cards, dice, .. } = *self;
        let Self { cause, forfeit, reason, area, number, point, tokens, device, .. } = *self;
        Irregular {
            what,
            by,
            card,
            to,
            exposed,
            dealer,
            cards,
            dice,
            cause,
            forfeit,
            reason,
            player: self.player.as_ref().map(&mut *name),
            players: self.players.as_ref().map(|players| players.iter().map(name).collect()),
            area,
            on: self.on.clone(),
            number,
            point,
            tokens,
            device,
            why: self.why.clone(),
        }
    }

    /// Makes it what the engine is told.
    pub(super) fn resolve(
        &self,
        kind: Kind,
        player: &mut impl FnMut(&P) -> Result<Player, Fault>,
    ) -> Result<Irregularity, Fault> {
        self.check()?;
        let mut it = Irregularity::new(self.what);
        (it.by, it.card, it.throw) = (self.by, self.card, self.reason);
        it.device = self.device;
        it.exposed = self.exposed.unwrap_or(true);
        it.count = self.cards.or(self.dice).unwrap_or(1);
        it.fraud = self.cause == Some(Cause::Fraud);
        it.forfeit = self.forfeit;
        for named in self.named() {
            if !it.players.add(player(named)?) {
                let most = Players::MOST;
                return Err(Fault::new(format!("names more people than {most} at once")));
            }
        }
        it.place = match (self.to, self.dealer, self.area) {
            (Some(Lies::Area(area)), _, _) => Some(Spotted::Area(area)),
            (Some(Lies::Dealer), _, _) | (_, Some(true), _) => Some(Spotted::Dealer),
            (Some(Lies::Burned), _, _) => Some(Spotted::Burned),
            (_, _, Some(area)) => Some(Spotted::Area(area)),
            (Some(Lies::Player | Lies::Bowl) | None, _, None) => None,
        };
        if self.what == Situation::DieFound {
            let found = self.to == Some(Lies::Player);
            it.players = if found { Players::one(Player(0)) } else { Players::NONE };
        }
        // The equipment takes one wager only, the one with a price of its own.
        let taken = match self.what {
            Situation::NotAccepted => {
                kind.layouts().iter().zip(0..).find_map(|(layout, id)| {
                    kind.has_fixed_price(WagerId(id)).then_some(layout.name)
                })
            }
            _ => None,
        };
        let on = self.on.as_deref().or(taken);
        if let (Some(on), Some(whose)) = (on, it.players.first()) {
            let spot = Spot {
                player: whose,
                area: self.area,
                on: on.into(),
                number: self.number,
                point: self.point,
                tokens: self.tokens.unwrap_or(false),
            };
            it.spot = Some(spot.resolve(kind, &mut |&player| Ok(player))?);
        }
        Ok(it)
    }

    /// Checks that the situation has the facts that belong to it, and no others.
    fn check(&self) -> Result<(), Fault> {
        let (needs, allows) = facts(self.what);
        let given = [
            ("card", self.card.is_some()),
            ("to", self.to.is_some()),
            ("exposed", self.exposed.is_some()),
            ("dealer", self.dealer.is_some()),
            ("cards", self.cards.is_some()),
            ("dice", self.dice.is_some()),
            ("cause", self.cause.is_some()),
            ("forfeit", self.forfeit.is_some()),
            ("reason", self.reason.is_some()),
            ("player", self.player.is_some()),
            ("players", self.players.is_some()),
            ("area", self.area.is_some()),
            ("on", self.on.is_some()),
            ("number", self.number.is_some()),
            ("point", self.point.is_some()),
            ("tokens", self.tokens.is_some()),
            ("device", self.device.is_some()),
        ];
        for (field, given) in given {
            match (given, needs.contains(&field), allows.contains(&field)) {
                (false, true, _) if field == "player" && self.players.is_some() => {}
                (false, true, _) => return Err(Fault::missing(field)),
                (true, false, false) => {
                    let what = self.what.name();
                    return Err(Fault::new(format!("unknown field {field:?} of {what}")));
                }
                (true, _, _) | (false, false, _) => {}
            }
        }
        Ok(())
    }
}

/// Lists the facts that a situation needs, and those that it may have.
fn facts(what: Situation) -> (&'static [&'static str], &'static [&'static str]) {
    match what {
        Situation::FaceUp | Situation::Disclosed | Situation::NoWagers | Situation::Surplus => {
            (&["card"], &[])
        }
        Situation::Astray => (&["to"], &["card", "exposed"]),
        Situation::NotBurned => (&[], &["card"]),
        Situation::WrongCount => (&["cards"], &["area", "dealer"]),
        Situation::HandWithoutWager => (&["card"], &["area"]),
        Situation::Conduct => (&["player"], &["players"]),
        Situation::Invalidate => (&["cause"], &["player", "players", "forfeit"]),
        Situation::RefuseWager => (&["player", "on"], &["area", "number", "point", "tokens"]),
        Situation::NotAccepted => (&["player", "area"], &[]),
        Situation::Throw => (&["reason"], &[]),
        Situation::DieOff => (&["dice"], &[]),
        Situation::DieFound => (&[], &["to"]),
        Situation::DeviceFault => (&[], &["device"]),
        Situation::MoreFaceUp
        | Situation::WrongDeal
        | Situation::Misdealt
        | Situation::WrongPayment
        | Situation::RunOut
        | Situation::MissingCard
        | Situation::ForeignCard
        | Situation::NotCut
        | Situation::NotShuffled
        | Situation::NotFed
        | Situation::PoorMix
        | Situation::Dropped
        | Situation::Verify
        | Situation::Unfit
        | Situation::DiceLost => (&[], &[]),
    }
}

impl Irregular<PersonId> {
    /// Writes down what the engine was told.
    pub(super) fn of(kind: Kind, it: &Irregularity) -> Self {
        let (needs, allows) = facts(it.what);
        let has = |field: &str| needs.contains(&field) || allows.contains(&field);
        let mut step = Self { by: it.by, ..Self::new(it.what) };
        step.card = it.card.filter(|_| has("card"));
        step.exposed = has("exposed").then_some(it.exposed);
        step.cards = has("cards").then_some(it.count);
        step.dice = has("dice").then_some(it.count);
        step.cause =
            has("cause").then_some(if it.fraud { Cause::Fraud } else { Cause::Disruption });
        step.device = it.device.filter(|_| has("device"));
        step.reason = it.throw.filter(|_| has("reason"));
        step.forfeit = it.forfeit.filter(|_| has("forfeit"));
        let named: Vec<_> = it.players.iter().filter(|_| has("player")).map(PersonId).collect();
        match named[..] {
            [] => {}
            [one] => step.player = Some(one),
            [..] => step.players = Some(named).filter(|_| has("players")),
        }
        let (mut area, mut dealer) = (None, None);
        let place = match it.place {
            Some(Spotted::Area(at)) => {
                area = Some(at);
                Some(Lies::Area(at))
            }
            Some(Spotted::Dealer) => {
                dealer = Some(true);
                Some(Lies::Dealer)
            }
            Some(Spotted::Burned) => Some(Lies::Burned),
            None => None,
        };
        let die = || Some(if it.players.is_empty() { Lies::Bowl } else { Lies::Player });
        step.to = if it.what == Situation::DieFound { die() } else { place.filter(|_| has("to")) };
        step.area = area.filter(|_| has("area"));
        step.dealer = dealer.filter(|_| has("dealer"));
        if let Some(spot) = it.spot.filter(|_| has("on")) {
            let spot = Spot::of(kind, &spot);
            (step.player, step.area) = (Some(spot.player), spot.area);
            (step.on, step.number, step.point) = (Some(spot.on), spot.number, spot.point);
            step.tokens = Some(spot.tokens).filter(|tokens| !is_false(tokens));
        }
        step
    }
}

impl Serialize for Lies {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Area(area) => area.write(to),
            Self::Dealer => to.serialize_str("dealer"),
            Self::Burned => to.serialize_str("burned"),
            Self::Player => to.serialize_str("player"),
            Self::Bowl => to.serialize_str("bowl"),
        }
    }
}

impl<'de> Deserialize<'de> for Lies {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(LiesVisitor)
    }
}

struct LiesVisitor;

impl LiesVisitor {
    fn area(number: i64) -> Lies {
        Lies::Area(Area(u8::try_from(number).unwrap_or(u8::MAX)))
    }
}

impl Visitor<'_> for LiesVisitor {
    type Value = Lies;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an area, dealer, burned, player or bowl")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Lies, E> {
        WholeVisitor.visit_i64(number).map(Self::area)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Lies, E> {
        WholeVisitor.visit_u64(number).map(Self::area)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Lies, E> {
        WholeVisitor.visit_f64(number).map(Self::area)
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Lies, E> {
        match word {
            "dealer" => Ok(Lies::Dealer),
            "burned" => Ok(Lies::Burned),
            "player" => Ok(Lies::Player),
            "bowl" => Ok(Lies::Bowl),
            _ => Err(E::invalid_value(Unexpected::Str(word), &self)),
        }
    }
}
