//! What follows from an act: events, or a denial. Both go into the journal by their hash.

use croupier_engine::effect::{Act as Deed, Correction, Effect, Line};
use croupier_engine::expects::Place;
use croupier_engine::wager::Mark;
use croupier_engine::{Clause, Kind, Refusal, WagerId};
use serde::Serialize;

use crate::TableId;
use crate::ledger::Posting;
use crate::people::People;

/// What follows from an act, and from the time that has passed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// What happened.
    pub events: Vec<Event>,
    /// What became of the act.
    pub verdict: Verdict,
}

/// What became of an act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It was done.
    Done,
    /// It waits for a second person.
    Waits {
        /// The number of the request.
        request: u32,
    },
    /// It was not done, and has changed nothing.
    Denied(Denied),
}

impl Answer {
    /// Tells whether it was done.
    pub fn is_done(&self) -> bool {
        self.verdict == Verdict::Done
    }

    /// Writes the answer as it is hashed for the journal.
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("an answer has nothing that JSON has not")
    }
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Denied {
    /// What said no.
    pub by: By,
    /// The clause of the game's order, where one says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<&'static str>,
    /// The same in a few words.
    pub why: String,
}

/// What said no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// The rules of the game.
    Rules,
    /// The table of rights.
    Rights,
    /// There is not enough money.
    Money,
    /// It makes no sense as it was told.
    Sense,
    /// What the journal has of the table is damaged.
    Journal,
}

impl Denied {
    /// The rules of the game say no.
    pub(crate) fn rules(refusal: Refusal) -> Self {
        Self { by: By::Rules, clause: Some(refusal.clause.0), why: refusal.why.to_owned() }
    }

    /// An order says no in a matter of the floor.
    pub(crate) fn clause(clause: Clause, why: impl Into<String>) -> Self {
        Self { by: By::Rules, clause: Some(clause.0), why: why.into() }
    }

    /// This person may not do that.
    pub(crate) fn rights(why: impl Into<String>) -> Self {
        Self { by: By::Rights, clause: None, why: why.into() }
    }

    /// There is not enough money.
    pub(crate) fn money(why: impl Into<String>) -> Self {
        Self { by: By::Money, clause: None, why: why.into() }
    }

    /// What the journal has of the table is damaged.
    pub(crate) fn journal(why: impl Into<String>) -> Self {
        Self { by: By::Journal, clause: None, why: why.into() }
    }

    /// It makes no sense.
    pub(crate) fn sense(why: impl Into<String>) -> Self {
        Self { by: By::Sense, clause: None, why: why.into() }
    }
}

/// One thing that followed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names of the fields are the words of the floor")]
pub enum Event {
    /// Money moved.
    Posted(Posting),
    /// Something happened in the game.
    Game(Happened),
    /// A round began, or a roll was called for: its number.
    Round { table: TableId, number: u64 },
    /// The sign says something else.
    Sign {
        table: TableId,
        on: &'static str,
        player: Option<String>,
        limit: Option<(u64, u64, u64)>,
        clause: &'static str,
    },
    /// A sign is up, and says when it will take effect.
    Notice { table: TableId, what: String, at: u64, clause: &'static str },
    /// Something that staff should do or know.
    Prompt {
        table: Option<TableId>,
        what: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        clause: Option<&'static str>,
    },
    /// A person took a seat, or gave it up.
    Seat { table: TableId, seat: u8, player: Option<String> },
    /// The cut is offered to somebody.
    CutOffered { table: TableId, to: String, clause: &'static str },
    /// The draw of a round agrees with the key that was shown.
    Proved { table: TableId, commitment: u64, draws: u32 },
    /// A table opened or closed.
    Table { table: TableId, open: bool },
    /// Something was written down.
    Noted { number: u32 },
}

/// What happened in the game, in the words of round sheets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names of the fields are the words of round sheets")]
pub enum Happened {
    Placed {
        at: Spot,
        amount: u64,
    },
    Settled(Settled),
    Corrected {
        was: Settled,
        now: Settled,
        difference: i64,
        clause: &'static str,
    },
    Act {
        what: &'static str,
        card: Option<String>,
        to: Option<String>,
        whom: Option<&'static str>,
        clause: &'static str,
    },
    Found {
        at: Spot,
        from: u64,
        to: u64,
    },
    Closed,
    Dealt {
        card: String,
        to: String,
    },
    Burned {
        card: String,
    },
    BurnedUnseen,
    Collected {
        player: String,
        area: Option<u8>,
        amount: u64,
    },
    Carried {
        player: String,
        area: Option<u8>,
        clause: &'static str,
    },
    Chose {
        area: u8,
        choice: &'static str,
    },
    Travelled {
        player: String,
        on: &'static str,
        to: u8,
    },
    Called {
        player: String,
        on: &'static str,
        number: Option<u8>,
        state: &'static str,
    },
    Puck {
        point: Option<u8>,
    },
    Offered {
        player: Option<String>,
    },
    Shooter {
        player: String,
    },
    Turned {
        hand: String,
    },
    Reserved {
        area: u8,
        player: Option<String>,
    },
    CuttingCard {
        last_round: bool,
        clause: &'static str,
    },
    ShuffleDue {
        clause: &'static str,
    },
    Shuffled,
    RoundOver,
    Rebuilt,
}

/// Which wager.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Spot {
    pub player: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<u8>,
    pub on: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<u8>,
    #[serde(skip_serializing_if = "is_false")]
    pub tokens: bool,
}

/// A line of settlement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Settled {
    #[serde(flatten)]
    pub at: Spot,
    pub stake: u64,
    pub result: &'static str,
    pub pays: u64,
    pub back: u64,
    #[serde(skip_serializing_if = "is_zero")]
    pub excess: u64,
    #[serde(skip_serializing_if = "is_zero")]
    pub charge: u64,
    pub clause: &'static str,
}

impl Settled {
    /// Tells whether the wager was decided: it was not given back, and it is not money beside a stake.
    pub fn is_decided(&self) -> bool {
        !matches!(self.result, "void" | "returned" | "commission" | "mystery")
    }

    /// Returns what the house won by it, in cents. A token that is lost is no money, and what is void or
    /// returned is the player's, also if it is up again for the next round.
    pub fn house_win(&self) -> i128 {
        let [stake, pays, back, charge] =
            [self.stake, self.pays, self.back, self.charge].map(i128::from);
        match self.result {
            "commission" => charge,
            "mystery" => -pays,
            "void" | "returned" => 0,
            _ if self.at.tokens => -pays,
            _ => stake - back - pays,
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_false(value: &bool) -> bool {
    !*value
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_zero(value: &u64) -> bool {
    *value == 0
}

/// Puts effects into words.
pub(crate) struct Words<'a> {
    pub(crate) kind: Kind,
    pub(crate) people: &'a People,
}

impl Words<'_> {
    fn name(&self, player: croupier_engine::Player) -> String {
        self.people.name(player).to_owned()
    }

    fn on(&self, on: WagerId) -> &'static str {
        self.kind.layouts().get(usize::from(on.0)).map_or("?", |layout| layout.name)
    }

    fn place(&self, place: Place) -> String {
        match place {
            Place::Area(area) => format!("area {}", area.0),
            Place::Dealer => self.kind.dealer().to_owned(),
        }
    }

    fn spot(&self, spot: &croupier_engine::Spot) -> Spot {
        let croupier_engine::Spot { player, area, on, mark, tokens } = *spot;
        let layout = self.kind.layouts().get(usize::from(on.0));
        let is_point = layout.is_some_and(|layout| matches!(layout.mark, Mark::Point(_)));
        let (number, point) = if is_point { (None, mark) } else { (mark, None) };
        let area = area.map(|area| area.0);
        Spot { player: self.name(player), area, on: self.on(on), number, point, tokens }
    }

    pub(crate) fn line(&self, line: &Line) -> Settled {
        Settled {
            at: self.spot(&line.spot),
            stake: line.stake.0,
            result: line.outcome.name(),
            pays: line.pays.0,
            back: line.back.0,
            excess: line.excess.0,
            charge: line.charge.0,
            clause: line.clause.0,
        }
    }

    fn act(&self, act: &Deed) -> Happened {
        Happened::Act {
            what: act.deed.name(),
            card: act.card.map(|card| card.to_string()),
            to: act.to.map(|place| self.place(place)),
            whom: act.whom.map(croupier_engine::irregular::Whom::name),
            clause: act.clause.0,
        }
    }

    fn correction(&self, correction: &Correction) -> Happened {
        Happened::Corrected {
            was: self.line(&correction.was),
            now: self.line(&correction.now),
            difference: correction.difference,
            clause: correction.clause.0,
        }
    }

    /// Puts one effect into words.
    pub(crate) fn effect(&self, effect: &Effect) -> Happened {
        match *effect {
            Effect::Placed { ref spot, amount } => {
                Happened::Placed { at: self.spot(spot), amount: amount.0 }
            }
            Effect::Settled(ref line) => Happened::Settled(self.line(line)),
            Effect::Corrected(ref correction) => self.correction(correction),
            Effect::Act(ref act) => self.act(act),
            Effect::Found { ref spot, from, to } => {
                Happened::Found { at: self.spot(spot), from: from.0, to: to.0 }
            }
            Effect::Closed => Happened::Closed,
            Effect::Dealt { card, to } => {
                Happened::Dealt { card: card.to_string(), to: self.place(to) }
            }
            Effect::BurnedUnseen => Happened::BurnedUnseen,
            Effect::Burned(card) => Happened::Burned { card: card.to_string() },
            Effect::Collected { spot, amount } => {
                let (player, area) = (self.name(spot.player), spot.area.map(|area| area.0));
                Happened::Collected { player, area, amount: amount.0 }
            }
            Effect::Carried { spot, clause } => {
                let (player, area) = (self.name(spot.player), spot.area.map(|area| area.0));
                Happened::Carried { player, area, clause: clause.0 }
            }
            Effect::Chose { area, choice } => {
                Happened::Chose { area: area.0, choice: choice.name() }
            }
            Effect::Travelled { spot, to } => {
                Happened::Travelled { player: self.name(spot.player), on: self.on(spot.on), to }
            }
            Effect::Called { spot, state } => {
                let state = if state { "on" } else { "off" };
                let (player, on) = (self.name(spot.player), self.on(spot.on));
                Happened::Called { player, on, number: spot.mark, state }
            }
            Effect::Puck(point) => Happened::Puck { point },
            Effect::Offered(player) => {
                Happened::Offered { player: player.map(|player| self.name(player)) }
            }
            Effect::Shooter(player) => Happened::Shooter { player: self.name(player) },
            Effect::Turned(place) => Happened::Turned { hand: self.place(place) },
            Effect::Reserved { area, player } => {
                let player = player.map(|player| self.name(player));
                Happened::Reserved { area: area.0, player }
            }
            Effect::CuttingCard { clause, last_round } => {
                Happened::CuttingCard { last_round, clause: clause.0 }
            }
            Effect::ShuffleDue(clause) => Happened::ShuffleDue { clause: clause.0 },
            Effect::Shuffled => Happened::Shuffled,
            Effect::RoundOver => Happened::RoundOver,
            Effect::Rebuilt => Happened::Rebuilt,
        }
    }
}
