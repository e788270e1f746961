//! One step of a script: what a page, a sheet or the program says that happens at a table.
//!
//! A [`Step`] is as it is written: people and wagers have names, and it does not know its game.
//! [`Step::resolve`] makes it the engine's own [`Input`], once;
//! [`Step::of`] is the way back.

mod device;
mod irregular;
mod jackpot;
mod of;
mod paying;
mod play;
mod shuffle;

use std::fmt;

use croupier_engine::input::{Choice, Crew};
use croupier_engine::table::AreaSet;
use croupier_engine::{Input, Kind, Player};
use serde::{Deserialize, Serialize};

pub use crate::spot::{Call, Found, Reduce, State, Wager};
pub use device::{Device, Done};
pub use irregular::{Cause, Irregular, Lies};
pub use jackpot::{Accept, Link};
pub use paying::{Paid, Rekey};
#[cfg(feature = "openapi")]
pub(crate) use play::DrawnFrom;
pub use play::{
    Answer, Called, Check, Choose, Does, Drawn, Handed, Look, Meters, Mystery, NoRoll, Release,
    Replace, Reserve, Roll, Ruling, Seat, Sharing, Sign, Standing, True, Turn, Void,
};
pub use shuffle::{Shuffle, ShuffledCards};

use crate::fault::Fault;
use crate::object::object;
use crate::place::{ReadError, read_json};
use crate::spot::{Spot, UNKNOWN, Whose};
use crate::text::Text;

/// One thing that happens at a table. `P` is how a person is named: by name, or by number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(
    rename_all = "kebab-case",
    bound(serialize = "P: Whose", deserialize = "P: Deserialize<'de>")
)]
pub enum Step<P = Text> {
    /// A wager is placed, or added to.
    Wager(#[serde(deserialize_with = "object")] Wager<P>),
    /// A player takes a wager back before the deal.
    Withdraw(#[serde(deserialize_with = "object")] Spot<P>),
    /// The dealer calls that no more bets are taken.
    Close(True),
    /// The next card is drawn; the table says where it goes.
    Card(Drawn),
    /// A player decides, where the game asks for it.
    Choose(#[serde(deserialize_with = "object")] Choose),
    /// After betting closed, a wager turns out to be another amount.
    Found(#[serde(deserialize_with = "object")] Found<P>),
    /// A valid roll of the dice.
    Roll(Roll),
    /// The dealer has collected and paid: all that is decided, or one wager.
    #[cfg_attr(feature = "openapi", schema(value_type = crate::schema::PaidForm))]
    Paid(Paid<P>),
    /// The last card or roll was entered wrongly: it is as if it had been this.
    Rekey(Rekey),
    /// A throw is called invalid, so that its dice count for nothing.
    NoRoll(NoRoll),
    /// A wager is taken down.
    Remove(#[serde(deserialize_with = "object")] Spot<P>),
    /// A wager is lowered.
    Reduce(#[serde(deserialize_with = "object")] Reduce<P>),
    /// A wager is called on or off.
    Call(#[serde(deserialize_with = "object")] Call<P>),
    /// The sign is changed for a kind of wager.
    Sign(#[serde(deserialize_with = "object")] Box<Sign<P>>),
    /// The game goes on in this variant, or in none.
    Variant(Option<Text>),
    /// The jackpot meters show this.
    Meters(#[serde(deserialize_with = "object")] Meters),
    /// The table offers this jackpot from now on, or, with `null`, none any more.
    Jackpot(#[serde(deserialize_with = "jackpot::object_or_null")] Option<Link>),
    /// The equipment says whether it has accepted a jackpot wager.
    Accept(#[serde(deserialize_with = "object")] Accept<P>),
    /// The dealer has swept the jackpot wagers into the float.
    Collect(True),
    /// The round is declared void.
    Void(#[serde(deserialize_with = "object")] Void),
    /// A supervisor keeps areas for one player.
    Reserve(#[serde(deserialize_with = "object")] Reserve<P>),
    /// Kept areas are free again.
    Release(#[serde(deserialize_with = "object")] Release),
    /// The cutting card comes out.
    CuttingCard(True),
    /// The cards are shuffled, cut and loaded.
    #[cfg_attr(feature = "openapi", schema(value_type = crate::schema::ShuffleForm))]
    Shuffle(Shuffle),
    /// New cards are brought to the table.
    Replace(#[serde(deserialize_with = "object")] Replace),
    /// A player takes up the cards of an area.
    Look(#[serde(deserialize_with = "object")] Look<P>),
    /// A hand is turned face up.
    Turn(#[serde(deserialize_with = "object")] Turn<P>),
    /// The dice leave the hand.
    Throw(True),
    /// Something went wrong, and the order may say what is done.
    Irregular(#[serde(deserialize_with = "object")] Box<Irregular<P>>),
    /// A person rules on the question that is open.
    Ruling(#[serde(deserialize_with = "object")] Ruling),
    /// Something was done about a device that failed.
    Device(#[serde(deserialize_with = "object")] Device),
    /// The cards were checked.
    Check(#[serde(deserialize_with = "object")] Check),
    /// The discards go back into the device.
    Feed(True),
    /// The next card is burned face down.
    Burn(True),
    /// The next card is dealt face down; its face is told when the hand is turned.
    FaceDown(True),
    /// The dice are offered, taken, refused or passed.
    Dice(#[serde(deserialize_with = "object")] Handed<P>),
    /// A player takes a seat, or nobody has it any more.
    Seat(#[serde(deserialize_with = "object")] Seat<P>),
    /// A supervisor lets so many players wager on one area.
    Sharing(#[serde(deserialize_with = "object")] Sharing),
    /// A player without a seat may handle cards, or may not any more.
    Standing(#[serde(deserialize_with = "object")] Standing<P>),
    /// The meter system awards the mystery prize.
    Mystery(#[serde(deserialize_with = "object")] Mystery<P>),
}

impl<P> Step<P> {
    /// Makes the step what a table of this game is told; `player` finds people. A wager, choice or
    /// variant that the game does not have is no fault: the rules refuse it.
    ///
    /// # Errors
    /// When nobody is named so, or when fields that may be left out do not make sense together.
    pub fn resolve(
        &self,
        kind: Kind,
        player: &mut impl FnMut(&P) -> Result<Player, Fault>,
    ) -> Result<Input, Fault> {
        self.input(kind, player).map_err(|fault| fault.within(self.name()))
    }

    fn input(
        &self,
        kind: Kind,
        player: &mut impl FnMut(&P) -> Result<Player, Fault>,
    ) -> Result<Input, Fault> {
        Ok(match self {
            Self::Wager(it) => Input::Wager {
                spot: it.spot.resolve(kind, player)?,
                amount: it.amount,
                confirmed: it.confirmed,
            },
            Self::Withdraw(spot) => Input::Withdraw(spot.resolve(kind, player)?),
            Self::Close(_) => Input::Close,
            Self::Card(it) => Input::Card { card: it.face, from: it.from },
            Self::Choose(it) => it.resolve()?,
            Self::Found(it) => {
                Input::Found { spot: it.spot.resolve(kind, player)?, amount: it.amount }
            }
            Self::Roll(Roll(dice)) => Input::Roll(*dice),
            Self::Paid(Paid::All) => Input::Paid(None),
            Self::Paid(Paid::One(spot)) => Input::Paid(Some(spot.resolve(kind, player)?)),
            Self::Rekey(it) => Input::Rekey((*it).into()),
            Self::NoRoll(NoRoll::Said(_)) => Input::NoRoll { throw: None, by: None },
            Self::NoRoll(NoRoll::Called(it)) => Input::NoRoll { throw: Some(it.reason), by: it.by },
            Self::Remove(spot) => Input::Remove(spot.resolve(kind, player)?),
            Self::Reduce(it) => Input::Reduce { spot: it.spot.resolve(kind, player)?, to: it.to },
            Self::Call(it) => {
                Input::Call { spot: it.spot.resolve(kind, player)?, on: it.state == State::On }
            }
            Self::Sign(it) => it.resolve(kind, player)?,
            Self::Variant(None) => Input::Variant(None),
            Self::Variant(Some(name)) => {
                let at = kind.house().variants.iter().position(|variant| *variant == &**name);
                Input::Variant(Some(at.map_or(u8::MAX, |at| at as u8)))
            }
            Self::Meters(it) => Input::Meters { major: it.major, minor: it.minor },
            Self::Jackpot(link) => Input::Link(link.map(Into::into)),
            Self::Accept(it) => it.resolve(kind, player)?,
            Self::Collect(_) => Input::Collect,
            Self::Void(_) => Input::Void,
            Self::Reserve(it) => Input::Reserve {
                areas: AreaSet::of(it.areas.iter().copied()),
                player: player(&it.player)?,
            },
            Self::Release(it) => Input::Release(AreaSet::of(it.areas.iter().copied())),
            Self::CuttingCard(_) => Input::CuttingCard,
            Self::Shuffle(how) => Input::Shuffle { pre_shuffled: how.pre_shuffled },
            Self::Replace(it) => Input::Replace { checked: it.checked },
            Self::Look(it) => Input::Look { player: player(&it.player)?, area: it.area },
            Self::Turn(it) => it.resolve(player)?,
            Self::Throw(_) => Input::Throw,
            Self::Irregular(it) => Input::Irregular(it.resolve(kind, player)?),
            Self::Ruling(it) => {
                let yes = it.answer == Answer::Yes;
                Input::Ruling { yes, by: it.by, hand: it.area, device: it.device }
            }
            Self::Device(it) => Input::Repair(it.resolve()?),
            Self::Check(it) => Input::Check { complete: it.complete },
            Self::Feed(_) => Input::Feed,
            Self::Burn(_) => Input::BurnUnseen,
            Self::FaceDown(_) => Input::FaceDown,
            Self::Dice(it) => it.resolve(player)?,
            Self::Seat(it) => {
                Input::Seat { seat: it.seat, player: it.player.as_ref().map(player).transpose()? }
            }
            Self::Sharing(it) => Input::Sharing(it.players),
            Self::Standing(it) => {
                Input::Standing { player: player(&it.player)?, approved: it.approved }
            }
            Self::Mystery(it) => {
                Input::Mystery { player: player(&it.player)?, area: it.area, amount: it.amount }
            }
        })
    }

    /// Returns the name of the step, as sheets have it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Wager(_) => "wager",
            Self::Withdraw(_) => "withdraw",
            Self::Close(_) => "close",
            Self::Card(_) => "card",
            Self::Choose(_) => "choose",
            Self::Found(_) => "found",
            Self::Roll(_) => "roll",
            Self::Paid(_) => "paid",
            Self::Rekey(_) => "rekey",
            Self::NoRoll(_) => "no-roll",
            Self::Remove(_) => "remove",
            Self::Reduce(_) => "reduce",
            Self::Call(_) => "call",
            Self::Sign(_) => "sign",
            Self::Variant(_) => "variant",
            Self::Meters(_) => "meters",
            Self::Jackpot(_) => "jackpot",
            Self::Accept(_) => "accept",
            Self::Collect(_) => "collect",
            Self::Void(_) => "void",
            Self::Reserve(_) => "reserve",
            Self::Release(_) => "release",
            Self::CuttingCard(_) => "cutting-card",
            Self::Shuffle(_) => "shuffle",
            Self::Replace(_) => "replace",
            Self::Look(_) => "look",
            Self::Turn(_) => "turn",
            Self::Throw(_) => "throw",
            Self::Irregular(_) => "irregular",
            Self::Ruling(_) => "ruling",
            Self::Device(_) => "device",
            Self::Check(_) => "check",
            Self::Feed(_) => "feed",
            Self::Burn(_) => "burn",
            Self::FaceDown(_) => "face-down",
            Self::Dice(_) => "dice",
            Self::Seat(_) => "seat",
            Self::Sharing(_) => "sharing",
            Self::Standing(_) => "standing",
            Self::Mystery(_) => "mystery",
        }
    }

    /// Names the people of the step in another way.
    #[expect(clippy::too_many_lines, reason = "a row for each step")]
    pub fn rename<Q>(&self, mut name: impl FnMut(&P) -> Q) -> Step<Q> {
        let name = &mut name;
        match self {
            Self::Wager(Wager { spot, amount, confirmed }) => Step::Wager(Wager {
                spot: spot.rename(name),
                amount: *amount,
                confirmed: *confirmed,
            }),
            Self::Withdraw(spot) => Step::Withdraw(spot.rename(name)),
            Self::Found(Found { spot, amount }) => {
                Step::Found(Found { spot: spot.rename(name), amount: *amount })
            }
            Self::Remove(spot) => Step::Remove(spot.rename(name)),
            Self::Reduce(Reduce { spot, to }) => {
                Step::Reduce(Reduce { spot: spot.rename(name), to: *to })
            }
            Self::Call(Call { spot, state }) => {
                Step::Call(Call { spot: spot.rename(name), state: *state })
            }
            Self::Sign(sign) => {
                let Sign { on, player, min, max, unit, down } = &**sign;
                let (on, player) = (on.clone(), player.as_ref().map(name));
                let (min, max, unit, down) = (*min, *max, *unit, *down);
                Step::Sign(Box::new(Sign { on, player, min, max, unit, down }))
            }
            Self::Reserve(Reserve { player, areas }) => {
                Step::Reserve(Reserve { player: name(player), areas: areas.clone() })
            }
            Self::Look(Look { player, area }) => {
                Step::Look(Look { player: name(player), area: *area })
            }
            Self::Turn(Turn { area, player, banker }) => {
                Step::Turn(Turn { area: *area, player: player.as_ref().map(name), banker: *banker })
            }
            Self::Irregular(it) => Step::Irregular(Box::new(it.rename(name))),
            Self::Dice(Handed { player, does, takes, by, why }) => Step::Dice(Handed {
                player: name(player),
                does: *does,
                takes: *takes,
                by: by.clone(),
                why: why.clone(),
            }),
            Self::Seat(Seat { seat, player }) => {
                Step::Seat(Seat { seat: *seat, player: player.as_ref().map(name) })
            }
            Self::Standing(Standing { player, approved }) => {
                Step::Standing(Standing { player: name(player), approved: *approved })
            }
            Self::Mystery(Mystery { player, area, amount }) => {
                Step::Mystery(Mystery { player: name(player), area: *area, amount: *amount })
            }
            Self::Accept(Accept { player, area, accepted }) => {
                Step::Accept(Accept { player: name(player), area: *area, accepted: *accepted })
            }
            Self::Jackpot(link) => Step::Jackpot(*link),
            Self::Collect(said) => Step::Collect(*said),
            Self::Sharing(sharing) => Step::Sharing(*sharing),
            Self::Close(said) => Step::Close(*said),
            Self::Card(card) => Step::Card(*card),
            Self::Choose(choice) => Step::Choose(choice.clone()),
            Self::Roll(dice) => Step::Roll(*dice),
            Self::Paid(Paid::All) => Step::Paid(Paid::All),
            Self::Paid(Paid::One(spot)) => Step::Paid(Paid::One(spot.rename(name))),
            Self::Rekey(it) => Step::Rekey(*it),
            Self::NoRoll(why) => Step::NoRoll(why.clone()),
            Self::Variant(variant) => Step::Variant(variant.clone()),
            Self::Meters(meters) => Step::Meters(*meters),
            Self::Void(void) => Step::Void(void.clone()),
            Self::Release(areas) => Step::Release(areas.clone()),
            Self::CuttingCard(said) => Step::CuttingCard(*said),
            Self::Shuffle(said) => Step::Shuffle(*said),
            Self::Replace(cards) => Step::Replace(*cards),
            Self::Throw(said) => Step::Throw(*said),
            Self::Ruling(ruling) => Step::Ruling(*ruling),
            Self::Device(device) => Step::Device(*device),
            Self::Check(check) => Step::Check(*check),
            Self::Feed(said) => Step::Feed(*said),
            Self::Burn(said) => Step::Burn(*said),
            Self::FaceDown(said) => Step::FaceDown(*said),
        }
    }

    /// Leaves out what the step says of who declares it: on a floor, who acts says that.
    pub fn strip_by(&mut self) {
        match self {
            Self::Irregular(it) => it.by = None,
            Self::Ruling(ruling) => ruling.by = None,
            Self::NoRoll(NoRoll::Called(called)) => called.by = None,
            Self::Dice(handed) => handed.by = None,
            Self::Void(void) => void.by = None,
            Self::NoRoll(NoRoll::Said(_))
            | Self::Wager(_)
            | Self::Withdraw(_)
            | Self::Close(_)
            | Self::Card(_)
            | Self::Choose(_)
            | Self::Found(_)
            | Self::Roll(_)
            | Self::Paid(_)
            | Self::Rekey(_)
            | Self::Remove(_)
            | Self::Reduce(_)
            | Self::Call(_)
            | Self::Sign(_)
            | Self::Variant(_)
            | Self::Meters(_)
            | Self::Jackpot(_)
            | Self::Accept(_)
            | Self::Collect(_)
            | Self::Reserve(_)
            | Self::Release(_)
            | Self::CuttingCard(_)
            | Self::Shuffle(_)
            | Self::Replace(_)
            | Self::Look(_)
            | Self::Turn(_)
            | Self::Throw(_)
            | Self::Device(_)
            | Self::Check(_)
            | Self::Feed(_)
            | Self::Burn(_)
            | Self::FaceDown(_)
            | Self::Seat(_)
            | Self::Sharing(_)
            | Self::Standing(_)
            | Self::Mystery(_) => {}
        }
    }

    /// Returns the grounds that the step gives in words; `None` if it gives none, or blank ones.
    pub fn grounds(&self) -> Option<&str> {
        let why = match self {
            Self::Void(void) => void.why.as_deref(),
            Self::Irregular(it) => it.why.as_deref(),
            Self::Dice(handed) => handed.why.as_deref(),
            _ => None,
        };
        why.filter(|why| !why.trim().is_empty())
    }

    /// Leaves out whatever somebody said that decides nothing at a table of this game: reasons, and words that the
    /// game does not have, for which `unknown` stands. Tells whether anything was left out. What the rules do with
    /// the step stays the same.
    pub fn strip_words(&mut self, kind: Option<Kind>) -> bool {
        match self {
            Self::Wager(Wager { spot, .. })
            | Self::Found(Found { spot, .. })
            | Self::Reduce(Reduce { spot, .. })
            | Self::Call(Call { spot, .. })
            | Self::Withdraw(spot)
            | Self::Paid(Paid::One(spot))
            | Self::Remove(spot) => strip_wager(&mut spot.on, kind),
            Self::Sign(sign) => strip_wager(&mut sign.on, kind),
            Self::Irregular(it) => {
                let had_grounds = it.why.take().is_some();
                it.on.as_mut().is_some_and(|on| strip_wager(on, kind)) || had_grounds
            }
            Self::Choose(Choose { choice: Some(choice), .. }) => {
                strip(choice, Choice::named(choice).is_some())
            }
            Self::Variant(Some(variant)) => {
                let variants = kind.map_or(&[][..], |kind| kind.house().variants);
                strip(variant, variants.contains(&&**variant))
            }
            Self::NoRoll(NoRoll::Said(said)) => !std::mem::take(said).is_empty(),
            Self::Void(void) => std::mem::take(void) != Void::default(),
            Self::Dice(Handed { by, why, .. }) => {
                let known = by.as_ref().is_none_or(|by| Crew::named(by) != Crew::Other);
                let had_reason = why.take().is_some();
                by.as_mut().is_some_and(|by| strip(by, known)) || had_reason
            }
            Self::NoRoll(NoRoll::Called(_))
            | Self::Choose(Choose { choice: None, .. })
            | Self::Variant(None)
            | Self::Close(_)
            | Self::Card(_)
            | Self::Roll(_)
            | Self::Paid(Paid::All)
            | Self::Rekey(_)
            | Self::Meters(_)
            | Self::Jackpot(_)
            | Self::Accept(_)
            | Self::Collect(_)
            | Self::Reserve(_)
            | Self::Release(_)
            | Self::CuttingCard(_)
            | Self::Shuffle(_)
            | Self::Replace(_)
            | Self::Look(_)
            | Self::Turn(_)
            | Self::Throw(_)
            | Self::Ruling(_)
            | Self::Device(_)
            | Self::Check(_)
            | Self::Feed(_)
            | Self::Burn(_)
            | Self::FaceDown(_)
            | Self::Seat(_)
            | Self::Sharing(_)
            | Self::Standing(_)
            | Self::Mystery(_) => false,
        }
    }
}

impl Step {
    /// Reads a step as people write it; an error says where in it something is wrong.
    ///
    /// # Errors
    /// It is no JSON, or no step.
    pub fn parse(text: &[u8]) -> Result<Self, ReadError> {
        read_json(text)
    }
}

impl<P: Whose> fmt::Display for Step<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// Puts `unknown` in the place of a wager that the game does not have, and tells whether it did.
fn strip_wager(on: &mut Text, kind: Option<Kind>) -> bool {
    let known = kind.is_some_and(|kind| kind.wager(on).is_some());
    strip(on, known)
}

/// Puts `unknown` in the place of a word that is not known, and tells whether it did.
fn strip(word: &mut Text, known: bool) -> bool {
    if !known {
        *word = UNKNOWN.into();
    }
    !known
}
