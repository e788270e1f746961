//! What follows from an input: effects, or a refusal.

use core::fmt;

use crate::card::Card;
use crate::clause::Clause;
use crate::dice::Dice;
use crate::expects::Place;
use crate::input::{Area, Choice, Player, Spot};
use crate::irregular::{Deed, DeviceNumber, Question, Whom};
use crate::money::Cents;
use crate::why::Why;

/// The rules say no. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Refusal {
    /// The clause that says so.
    pub clause: Clause,
    /// The reason, as a code; the sentences for people are not the engine's.
    pub why: Why,
}

impl Refusal {
    /// Refuses by a clause of the game's own order, for a reason.
    pub const fn new(clause: Clause, why: Why) -> Self {
        Self { clause, why }
    }

    /// Refuses only if it must.
    pub(crate) const fn when(self, refused: bool) -> Result<(), Self> {
        if refused { Err(self) } else { Ok(()) }
    }
}

/// Writes the code and the clause, for programs and those who write them.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.why.code(), self.clause)
    }
}

/// How a wager ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The wager won, and the stake goes back with the winnings.
    Win,
    /// The wager lost its stake.
    Lose,
    /// The wager neither won nor lost, and its stake goes back.
    StandOff,
    /// The wager does not count, because the round or the hand does not.
    Void,
    /// The player gave up, and loses a part of the stake.
    Surrender,
    /// The wager came down before it was decided.
    Returned,
    /// A charge for placing a wager, which goes on standing.
    Commission,
    /// A prize for holding a wager, which goes on standing.
    Mystery,
}

crate::stored! {
    enum Outcome {
        0 = Win, 1 = Lose, 2 = StandOff, 3 = Void, 4 = Surrender, 5 = Returned, 6 = Commission,
        7 = Mystery,
    }
}

impl Outcome {
    /// Every way in which a wager can end, or be paid or charged while it stands.
    pub const ALL: [Self; 8] = [
        Self::Win,
        Self::Lose,
        Self::StandOff,
        Self::Void,
        Self::Surrender,
        Self::Returned,
        Self::Commission,
        Self::Mystery,
    ];

    /// Finds an outcome by its word.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.name() == name)
    }

    /// Returns the word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Lose => "lose",
            Self::StandOff => "stand-off",
            Self::Void => "void",
            Self::Surrender => "surrender",
            Self::Returned => "returned",
            Self::Commission => "commission",
            Self::Mystery => "mystery",
        }
    }
}

/// One line of a settlement: what became of one wager, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    /// The wager that it is about.
    pub spot: Spot,
    /// The amount at risk when it was settled, without what lay above the maximum.
    pub stake: Cents,
    /// How the wager ended, or what else happened to it.
    pub outcome: Outcome,
    /// Winnings, without the stake.
    pub pays: Cents,
    /// The part of the stake that goes back.
    pub back: Cents,
    /// What lay above the maximum and goes back untouched.
    pub excess: Cents,
    /// What is charged on top of the stake.
    pub charge: Cents,
    /// The clause of the order by which the wager ended so.
    pub clause: Clause,
}

crate::stored! { struct Line { spot, stake, outcome, pays, back, excess, charge, clause } }

impl Line {
    /// Tells whether the stake leaves the layout; else the line is about money beside it.
    pub const fn moves_stake(&self) -> bool {
        !matches!(self.outcome, Outcome::Commission | Outcome::Mystery)
    }
}

/// What is done about a situation that should not have arisen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Measure {
    /// What is done about the situation.
    pub deed: Deed,
    /// The card that it is done with, where it is about one.
    pub card: Option<Card>,
    /// The place that the card goes to, where it goes to one.
    pub to: Option<Place>,
    /// Who must be told.
    pub whom: Option<Whom>,
    /// The device concerned, where its number is known.
    pub device: Option<DeviceNumber>,
    /// The clause that says so.
    pub clause: Clause,
}

impl Measure {
    /// Says what is done, and by which clause.
    pub const fn new(deed: Deed, clause: Clause) -> Self {
        Self { deed, card: None, to: None, whom: None, device: None, clause }
    }
}

/// What becomes of a wager that was settled already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Correction {
    /// The line as it was first settled and paid.
    pub was: Line,
    /// How it should have been.
    pub now: Line,
    /// What the player gets, or, below 0, gives back, in cents.
    pub difference: i64,
    /// The clause by which a settled wager may be put right.
    pub clause: Clause,
}

impl Correction {
    /// Sets a line against the one that takes its place.
    pub fn new(was: &Line, now: &Line, clause: Clause) -> Self {
        let gets = |line: &Line| i128::from((line.pays + line.back + line.excess).0);
        let difference =
            i64::try_from(gets(now) - gets(was)).expect("stakes and prizes stay below the ceiling");
        Self { was: *was, now: *now, difference, clause }
    }

    /// Tells whether the wager is up again for the next round: it is void, and its stake is not given
    /// back.
    pub fn stands_again(&self) -> bool {
        self.now.outcome == Outcome::Void && self.now.back < self.now.stake
    }
}

/// One thing that follows from an accepted input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Money was put on the layout.
    Placed {
        /// The wager that it belongs to.
        spot: Spot,
        /// How much was added.
        amount: Cents,
    },
    /// A wager ended, or was charged, or won a prize.
    Settled(Line),
    /// A wager that was settled already is settled otherwise.
    Corrected(Correction),
    /// Something is done about a situation that should not have arisen.
    Measure(Measure),
    /// A person has answered the question that was open.
    Ruled {
        /// The question that the table held with until now.
        question: Question,
        /// It is answered with yes; else with no.
        yes: bool,
        /// The clause by which a person, and not the table, decides it.
        clause: Clause,
    },
    /// A wager turned out to be another amount.
    Found {
        /// The wager that it happened to.
        spot: Spot,
        /// What it was taken for, with what lay above the maximum.
        from: Cents,
        /// What it is, with what lies above the maximum.
        to: Cents,
    },
    /// No more bets: the dealer closed betting, or the first card came.
    Closed,
    /// A card was dealt to a place.
    Dealt {
        /// Its face, as the dealer or the program told it.
        card: Card,
        /// Where it lies now.
        to: Place,
    },
    /// A card was dealt face down to a place, and nobody told which it is.
    DealtFaceDown(Place),
    /// A card that had been dealt face down is this.
    Faced {
        /// Its face, told when the hand was turned.
        card: Card,
        /// The hand on which it had been lying face down.
        to: Place,
    },
    /// The hand of the house is complete and face up, and the dealer says what it is worth.
    Declared {
        /// The point count that the dealer calls out.
        points: u8,
        /// Its place in the order of hands, from 1, the highest.
        order: u8,
        /// The clause by which it is declared.
        clause: Clause,
    },
    /// The marker lies on what the hand of the house counts.
    Marked {
        /// The point total that is marked.
        points: u8,
        /// The clause by which it is marked.
        clause: Clause,
    },
    /// A card was put aside after a shuffle, and its face was seen.
    Burned(Card),
    /// A card was burned that nobody saw.
    BurnedUnseen,
    /// The equipment has accepted a jackpot wager, or has not.
    Accepted {
        /// The wager that it happened to.
        spot: Spot,
        /// The wager is accepted; else rejected.
        accepted: bool,
    },
    /// A jackpot wager was swept into the float and counts for the pool.
    Collected {
        /// The wager that it happened to.
        spot: Spot,
        /// How much of the stake was swept.
        amount: Cents,
    },
    /// A jackpot wager stays good for the next round.
    Carried {
        /// The wager that it happened to.
        spot: Spot,
        /// The clause by which it stays.
        clause: Clause,
    },
    /// The player on an area decided, or was taken to have decided.
    Chose {
        /// The area that it is about.
        area: Area,
        /// What the player decided.
        choice: Choice,
    },
    /// A wager moved to its come point.
    Travelled {
        /// The wager as it was named before it had a number.
        spot: Spot,
        /// The number that it is on now.
        to: u8,
    },
    /// A wager was called on or off.
    Called {
        /// The wager; what lies there in chips and in tokens is called alike.
        spot: Spot,
        /// True for on, false for off.
        state: bool,
    },
    /// The puck was set on a point, or turned off.
    Puck(Option<u8>),
    /// The dice are offered to a player, or to nobody.
    Offered(Option<Player>),
    /// A player has the dice.
    Shooter(Player),
    /// A hand was turned face up.
    Turned(Place),
    /// A card had been entered wrongly, and is another.
    Rekeyed {
        /// The card as it was entered.
        was: Card,
        /// The card that should have been entered.
        card: Card,
        /// Where it lies; `None` among the discards.
        to: Option<Place>,
    },
    /// A roll had been entered wrongly, and is another.
    Rerolled {
        /// The roll as it was entered.
        was: Dice,
        /// The roll that should have been entered.
        roll: Dice,
    },
    /// An area is kept for a player, or free again.
    Reserved {
        /// The area that it is about.
        area: Area,
        /// The player for whom it is kept; `None` when it is free again.
        player: Option<Player>,
    },
    /// The cutting card came out.
    CuttingCard {
        /// The clause that says what follows.
        clause: Clause,
        /// The round that is on, or the next, is the last before the shuffle.
        last_round: bool,
    },
    /// The cards must be shuffled before the next round.
    ShuffleDue(Clause),
    /// The cards were shuffled and loaded.
    Shuffled,
    /// The round is over and its cards are in the discard rack.
    RoundOver,
    /// A round that had been over was dealt again to its end.
    Rebuilt,
}
