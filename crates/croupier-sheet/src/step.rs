//! One step of a script: what a page, a sheet or the program says that happens at a table.
//!
//! A [`Step`] is as it is written: people and wagers have names, and it does not know its game.
//! [`Step::resolve`] makes it the engine's own [`Input`](croupier_engine::Input), once;
//! [`Step::of`] is the way back.

mod device;
mod fields;
mod irregular;
mod jackpot;
mod of;
mod paying;
mod people;
mod resolve;
mod shuffle;

use std::fmt;

use croupier_engine::input::Source;
use croupier_engine::irregular::{DeviceNumber, Throw, Who};
use croupier_engine::{Area, Card, Cents, Dice};
use serde::{Deserialize, Serialize};

pub use device::{Device, Done};
pub use irregular::{Cause, Irregular, Lies};
pub use jackpot::{Accept, Link};
pub use paying::{Paid, Rekey};
pub use shuffle::{Shuffle, ShuffledCards};

use crate::object::object;
use crate::place::{ReadError, read_json};
use crate::spot::{Spot, Whose};
use crate::text::Text;
use crate::words::is_false;
use crate::written::{given, list, one, some, spoken};
#[cfg(feature = "openapi")]
pub(crate) use fields::DrawnFrom;
pub(crate) use fields::Fields;

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
    /// What it is called.
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

/// A card and where it was drawn from: `"KS"`, or `{"face": "KS", "from": "shoe"}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Which card it is.
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
    /// The word for the choice.
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
    /// What was wrong with it.
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
    /// The area of the hand.
    #[serde(default, with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    pub area: Option<Area>,
    /// Who turns it; `None` for the dealer.
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    pub player: Option<P>,
    /// It is the Banker hand.
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
    /// The answer to a question.
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
        /// Takes the dice.
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

/// A seat and who has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SeatStep))]
#[serde(deny_unknown_fields, bound(deserialize = "P: Deserialize<'de>"))]
pub struct Seat<P = Text> {
    /// Which seat, counted from 1.
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
    /// So many players.
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
    /// The player may.
    pub approved: bool,
}

/// A mystery prize is given to a player who wagers on an area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Mystery<P = Text> {
    /// To whom it goes.
    pub player: P,
    /// The area of that player.
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

/// Writes the step as JSON.
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
