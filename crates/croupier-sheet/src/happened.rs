//! What happens at a table, as text: the engine's effects with the names of wagers, cards and places in them.
//!
//! This is the one spelling of an effect outside the engine. A journal keeps it with people by number
//! ([`PersonId`]); a screen shows it with people by name or seat, which is why it is generic over how a
//! person is named. It has codes, clauses and amounts, and no sentence: sentences are made where somebody
//! reads them.

use std::borrow::Cow;

use croupier_engine::effect::{Correction, Effect, Line, Measure, Outcome};
use croupier_engine::expects::Place;
use croupier_engine::input::Choice;
use croupier_engine::irregular::{Deed, Question, Whom};
use croupier_engine::{Card, Kind};
use serde::{Deserialize, Serialize};

use crate::spot::{PersonId, Spot, Whose, some_whose, whose};
use crate::step::{Answer, State};
use crate::words;
use crate::written::one;

/// A name, a code or the number of a clause: written in the program, or read from a journal.
pub type Word = Cow<'static, str>;

/// One thing that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    rename_all = "kebab-case",
    bound(serialize = "P: Whose", deserialize = "P: Deserialize<'de>")
)]
#[allow(missing_docs, reason = "the names of the fields are the words of round sheets")]
pub enum Happened<P> {
    /// Money was put on the layout.
    Placed { at: Spot<P>, amount: u64 },
    /// A wager ended, was charged, or won a prize.
    Settled(Settled<P>),
    /// A wager that was settled already is settled otherwise.
    Corrected { was: Settled<P>, now: Settled<P>, difference: i64, clause: Word },
    /// Something is done about a situation that should not have arisen.
    #[serde(rename = "act")]
    Measure {
        #[serde(with = "words::deed")]
        what: Deed,
        #[serde(default, skip_serializing_if = "Option::is_none", with = "words::some_card")]
        card: Option<Card>,
        #[serde(default, skip_serializing_if = "Option::is_none", with = "words::some_place")]
        to: Option<Place>,
        #[serde(default, skip_serializing_if = "Option::is_none", with = "words::whom")]
        whom: Option<Whom>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        device: Option<u32>,
        clause: Word,
    },
    /// A person has answered the question that was open.
    Ruled {
        question: Word,
        #[serde(with = "one")]
        answer: Answer,
        /// The wager that the question was about, where it was about one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Spot<P>>,
        clause: Word,
    },
    /// A wager turned out to be another amount.
    Found { at: Spot<P>, from: u64, to: u64 },
    /// No more bets: the dealer closed betting, or the first card came.
    Closed,
    /// A card was dealt to a place.
    Dealt {
        #[serde(with = "words::card")]
        card: Card,
        #[serde(with = "words::place")]
        to: Place,
    },
    /// A card was dealt face down to a place, and nobody told which it is.
    DealtFaceDown {
        #[serde(with = "words::place")]
        to: Place,
    },
    /// A card that had been dealt face down is this.
    Faced {
        #[serde(with = "words::card")]
        card: Card,
        #[serde(with = "words::place")]
        to: Place,
    },
    /// The dealer declares what the hand of the house is worth.
    Declared { points: u8, order: u8, clause: Word },
    /// The marker lies on what the hand of the house counts.
    Marked { points: u8, clause: Word },
    /// A card was burned, and its face was seen.
    Burned {
        #[serde(with = "words::card")]
        card: Card,
    },
    /// A card was burned that nobody saw.
    BurnedUnseen,
    /// The equipment has accepted a jackpot wager, or has not.
    Accepted {
        #[serde(flatten)]
        at: Spot<P>,
        accepted: bool,
    },
    /// A jackpot wager was collected for the pool.
    Collected {
        #[serde(flatten)]
        at: Spot<P>,
        amount: u64,
    },
    /// A jackpot wager stays good for the next round.
    Carried {
        #[serde(flatten)]
        at: Spot<P>,
        clause: Word,
    },
    /// The player on an area decided, or was taken to have decided.
    Chose {
        area: u8,
        #[serde(with = "words::choice")]
        choice: Choice,
    },
    /// A wager moved to its come point.
    Travelled {
        #[serde(flatten)]
        at: Spot<P>,
        to: u8,
    },
    /// A wager was called on or off.
    Called {
        #[serde(flatten)]
        at: Spot<P>,
        #[serde(with = "one")]
        state: State,
    },
    /// The puck was set on a point, or turned off.
    Puck { point: Option<u8> },
    /// The dice are offered to a player, or to nobody.
    Offered {
        #[serde(flatten, with = "some_whose")]
        who: Option<P>,
    },
    /// A player has the dice.
    Shooter {
        #[serde(flatten, with = "whose")]
        who: P,
    },
    /// A hand was turned face up.
    Turned {
        #[serde(with = "words::place")]
        hand: Place,
    },
    /// A card had been entered wrongly, and is another; without a place it was burned.
    Rekeyed {
        #[serde(with = "words::card")]
        was: Card,
        #[serde(with = "words::card")]
        card: Card,
        #[serde(default, skip_serializing_if = "Option::is_none", with = "words::some_place")]
        to: Option<Place>,
    },
    /// A roll had been entered wrongly, and is another.
    Rerolled { was: [u8; 2], roll: [u8; 2] },
    /// An area is kept for a player, or free again.
    Reserved {
        area: u8,
        #[serde(flatten, with = "some_whose")]
        who: Option<P>,
    },
    /// The cutting card came out.
    CuttingCard { last_round: bool, clause: Word },
    /// The cards must be shuffled before the next round.
    ShuffleDue { clause: Word },
    /// The cards were shuffled and loaded.
    Shuffled,
    /// The round is over and its cards are in the discard rack.
    RoundOver,
    /// A round that had been over was dealt again to its end.
    Rebuilt,
}

/// A line of settlement: what became of one wager, and by which clause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound(serialize = "P: Whose", deserialize = "P: Deserialize<'de>"))]
pub struct Settled<P> {
    /// The wager that it is about.
    #[serde(flatten)]
    pub at: Spot<P>,
    /// What it was settled on, in cents.
    pub stake: u64,
    /// How the wager ended, or what else happened to it.
    #[serde(with = "words::outcome")]
    pub result: Outcome,
    /// Winnings, without the stake.
    pub pays: u64,
    /// The part of the stake that goes back.
    pub back: u64,
    /// What lay above the maximum and goes back untouched.
    #[serde(default, skip_serializing_if = "words::is_zero")]
    pub excess: u64,
    /// What is charged on top of the stake.
    #[serde(default, skip_serializing_if = "words::is_zero")]
    pub charge: u64,
    /// The number of the clause by which the wager ended so.
    pub clause: Word,
}

impl<P> Settled<P> {
    /// Tells whether the wager was decided: it was not given back, and it is not money beside a stake.
    pub const fn is_decided(&self) -> bool {
        match self.result {
            Outcome::Win | Outcome::Lose | Outcome::StandOff | Outcome::Surrender => true,
            Outcome::Void | Outcome::Returned | Outcome::Commission | Outcome::Mystery => false,
        }
    }

    /// Returns what the house won by it, in cents. A token that is lost is no money, and what is void or
    /// returned is the player's, also if it is up again for the next round.
    pub fn house_win(&self) -> i128 {
        let [stake, pays, back, charge] =
            [self.stake, self.pays, self.back, self.charge].map(i128::from);
        match self.result {
            Outcome::Commission => charge,
            Outcome::Mystery => -pays,
            Outcome::Void | Outcome::Returned => 0,
            Outcome::Win | Outcome::Lose | Outcome::StandOff | Outcome::Surrender => {
                if self.at.tokens { -pays } else { stake - back - pays }
            }
        }
    }
}

impl Settled<PersonId> {
    /// Writes a line of the engine as text has it.
    pub fn of(line: &Line, kind: Kind) -> Self {
        Self {
            at: Spot::of(kind, &line.spot),
            stake: line.stake.0,
            result: line.outcome,
            pays: line.pays.0,
            back: line.back.0,
            excess: line.excess.0,
            charge: line.charge.0,
            clause: line.clause.0.into(),
        }
    }
}

impl Happened<PersonId> {
    /// Writes an effect of a game as text has it.
    pub fn of(effect: &Effect, kind: Kind) -> Self {
        let at = |spot: &_| Spot::of(kind, spot);
        match *effect {
            Effect::Placed { ref spot, amount } => Self::Placed { at: at(spot), amount: amount.0 },
            Effect::Settled(ref line) => Self::Settled(Settled::of(line, kind)),
            Effect::Corrected(Correction { ref was, ref now, difference, clause }) => {
                let (was, now) = (Settled::of(was, kind), Settled::of(now, kind));
                Self::Corrected { was, now, difference, clause: clause.0.into() }
            }
            Effect::Measure(Measure { deed, card, to, whom, device, clause }) => {
                let (what, device) = (deed, device.map(|device| device.0));
                Self::Measure { what, card, to, whom, device, clause: clause.0.into() }
            }
            Effect::Ruled { question, yes, clause } => {
                let answer = if yes { Answer::Yes } else { Answer::No };
                let spot = match &question {
                    Question::RefundWager(spot) => Some(at(spot)),
                    _ => None,
                };
                let (question, clause) = (question.name().into(), clause.0.into());
                Self::Ruled { question, answer, at: spot, clause }
            }
            Effect::Found { ref spot, from, to } => {
                Self::Found { at: at(spot), from: from.0, to: to.0 }
            }
            Effect::Closed => Self::Closed,
            Effect::Dealt { card, to } => Self::Dealt { card, to },
            Effect::DealtFaceDown(to) => Self::DealtFaceDown { to },
            Effect::Faced { card, to } => Self::Faced { card, to },
            Effect::Declared { points, order, clause } => {
                Self::Declared { points, order, clause: clause.0.into() }
            }
            Effect::Marked { points, clause } => Self::Marked { points, clause: clause.0.into() },
            Effect::Burned(card) => Self::Burned { card },
            Effect::BurnedUnseen => Self::BurnedUnseen,
            Effect::Accepted { ref spot, accepted } => Self::Accepted { at: at(spot), accepted },
            Effect::Collected { ref spot, amount } => {
                Self::Collected { at: at(spot), amount: amount.0 }
            }
            Effect::Carried { ref spot, clause } => {
                Self::Carried { at: at(spot), clause: clause.0.into() }
            }
            Effect::Chose { area, choice } => Self::Chose { area: area.0, choice },
            Effect::Travelled { ref spot, to } => Self::Travelled { at: at(spot), to },
            Effect::Called { ref spot, state } => {
                let state = if state { State::On } else { State::Off };
                Self::Called { at: at(spot), state }
            }
            Effect::Puck(point) => Self::Puck { point },
            Effect::Offered(player) => Self::Offered { who: player.map(PersonId) },
            Effect::Shooter(player) => Self::Shooter { who: PersonId(player) },
            Effect::Turned(hand) => Self::Turned { hand },
            Effect::Rekeyed { was, card, to } => Self::Rekeyed { was, card, to },
            Effect::Rerolled { was, roll } => {
                Self::Rerolled { was: was.faces(), roll: roll.faces() }
            }
            Effect::Reserved { area, player } => {
                Self::Reserved { area: area.0, who: player.map(PersonId) }
            }
            Effect::CuttingCard { clause, last_round } => {
                Self::CuttingCard { last_round, clause: clause.0.into() }
            }
            Effect::ShuffleDue(clause) => Self::ShuffleDue { clause: clause.0.into() },
            Effect::Shuffled => Self::Shuffled,
            Effect::RoundOver => Self::RoundOver,
            Effect::Rebuilt => Self::Rebuilt,
        }
    }
}

impl<P> Settled<P> {
    /// Names the person in another way.
    pub fn rename<Q>(&self, name: &mut impl FnMut(&P) -> Q) -> Settled<Q> {
        let Self { at, stake, result, pays, back, excess, charge, clause } = self;
        Settled {
            at: at.rename(name),
            stake: *stake,
            result: *result,
            pays: *pays,
            back: *back,
            excess: *excess,
            charge: *charge,
            clause: clause.clone(),
        }
    }
}

impl<P> Happened<P> {
    /// Names all people in another way.
    pub fn rename<Q>(&self, name: &mut impl FnMut(&P) -> Q) -> Happened<Q> {
        match self {
            Self::Placed { at, amount } => {
                Happened::Placed { at: at.rename(name), amount: *amount }
            }
            Self::Settled(line) => Happened::Settled(line.rename(name)),
            Self::Corrected { was, now, difference, clause } => Happened::Corrected {
                was: was.rename(name),
                now: now.rename(name),
                difference: *difference,
                clause: clause.clone(),
            },
            Self::Measure { what, card, to, whom, device, clause } => {
                let (what, card, to, whom) = (*what, *card, *to, *whom);
                Happened::Measure { what, card, to, whom, device: *device, clause: clause.clone() }
            }
            Self::Ruled { question, answer, at, clause } => Happened::Ruled {
                question: question.clone(),
                answer: *answer,
                at: at.as_ref().map(|at| at.rename(name)),
                clause: clause.clone(),
            },
            Self::Found { at, from, to } => {
                Happened::Found { at: at.rename(name), from: *from, to: *to }
            }
            Self::Closed => Happened::Closed,
            Self::Dealt { card, to } => Happened::Dealt { card: *card, to: *to },
            Self::DealtFaceDown { to } => Happened::DealtFaceDown { to: *to },
            Self::Faced { card, to } => Happened::Faced { card: *card, to: *to },
            Self::Declared { points, order, clause } => {
                let (points, order) = (*points, *order);
                Happened::Declared { points, order, clause: clause.clone() }
            }
            Self::Marked { points, clause } => {
                Happened::Marked { points: *points, clause: clause.clone() }
            }
            Self::Burned { card } => Happened::Burned { card: *card },
            Self::BurnedUnseen => Happened::BurnedUnseen,
            Self::Accepted { at, accepted } => {
                Happened::Accepted { at: at.rename(name), accepted: *accepted }
            }
            Self::Collected { at, amount } => {
                Happened::Collected { at: at.rename(name), amount: *amount }
            }
            Self::Carried { at, clause } => {
                Happened::Carried { at: at.rename(name), clause: clause.clone() }
            }
            Self::Chose { area, choice } => Happened::Chose { area: *area, choice: *choice },
            Self::Travelled { at, to } => Happened::Travelled { at: at.rename(name), to: *to },
            Self::Called { at, state } => Happened::Called { at: at.rename(name), state: *state },
            Self::Puck { point } => Happened::Puck { point: *point },
            Self::Offered { who } => Happened::Offered { who: who.as_ref().map(name) },
            Self::Shooter { who } => Happened::Shooter { who: name(who) },
            Self::Turned { hand } => Happened::Turned { hand: *hand },
            Self::Rekeyed { was, card, to } => {
                Happened::Rekeyed { was: *was, card: *card, to: *to }
            }
            Self::Rerolled { was, roll } => Happened::Rerolled { was: *was, roll: *roll },
            Self::Reserved { area, who } => {
                Happened::Reserved { area: *area, who: who.as_ref().map(name) }
            }
            Self::CuttingCard { last_round, clause } => {
                Happened::CuttingCard { last_round: *last_round, clause: clause.clone() }
            }
            Self::ShuffleDue { clause } => Happened::ShuffleDue { clause: clause.clone() },
            Self::Shuffled => Happened::Shuffled,
            Self::RoundOver => Happened::RoundOver,
            Self::Rebuilt => Happened::Rebuilt,
        }
    }
}
