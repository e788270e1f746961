//! What an order says of what happens around a table: signs, seats, people, equipment, the cut.
//!
//! The table itself does none of it; whoever runs the floor does.

use crate::clause::Clause;
use crate::input::WagerId;

/// The clauses of what happens around a table: signs, seats, people, the cut. The table itself does
/// none of it; whoever runs the floor does, and refuses what is `None`. [`Pit::NONE`] has none of them.
#[derive(Clone, Copy, Debug)]
pub struct Pit {
    /// A raised minimum waits until its sign has stood for a while.
    pub raise: Option<Clause>,
    /// It may rise at once if those who play already are spared.
    pub spare: Option<Spare>,
    /// A player may be given limits of their own.
    pub own_limits: Option<Clause>,
    /// A table where people play closes after a sign has stood for a while.
    pub closing: Option<Clause>,
    /// Who sat out for some rounds at a full table may be told to leave the seat.
    pub vacate: Option<Clause>,
    /// Who stands neither cuts nor handles cards, unless a manager has approved that person.
    pub standing: Option<Clause>,
    /// Players answer for where their wagers lie, also for those that staff placed for them.
    pub positions: Option<Clause>,
    /// A notice to the supervisor by this clause opens a report.
    pub report: Option<Clause>,
    /// A wager after the throw is confirmed by a dealer or the boxperson.
    pub late: Option<Clause>,
    /// A wager that a player calls on or off is confirmed by a dealer or the boxperson, with a button.
    pub calls: Option<Clause>,
    /// What must be at the table before the dice are thrown.
    pub dice: Option<Equipment>,
    /// A variant is put on or off after a sign, or when all players agree.
    pub variant: Option<Clause>,
    /// Who plays on several areas gives one up for a newcomer when this is short.
    pub give_up: Option<(Short, Clause)>,
    /// A person may be barred from the game.
    pub bar: Option<Clause>,
    /// A person may be excluded from the casino.
    pub exclude: Option<Clause>,
    /// A person may be held until an inspector or the police come.
    pub detain: Option<Clause>,
    /// A supervisor directs whether the wagers of those who cheated are forfeited.
    pub forfeit: Option<Clause>,
    /// Who works at the casino, and an inspector on duty, may use what players may not.
    pub on_duty: Option<Clause>,
    /// To whom a complaint goes first, and who reviews it.
    pub complaint: Option<Clause>,
    /// How a complaint ends, and what the person is told.
    pub complaint_ends: Option<Clause>,
    /// The riffle of pre-shuffled cards.
    pub riffle: Option<Riffle>,
    /// How players cut cards that are dealt from a shoe.
    pub cut: Option<Cut>,
    /// What must be at a table before it opens.
    pub equipment: &'static [(Item, Clause)],
    /// A sign with the odds goes up when the variant is put on.
    pub variant_odds: Option<Clause>,
    /// A table has exactly as many seats as playing areas.
    pub all_seats: Option<Clause>,
    /// Whoever asks can read the order.
    pub copy: Option<Clause>,
    /// The dealer exchanges a promotional voucher for tokens, under the conditions of the voucher.
    pub tokens: Option<Clause>,
    /// What people must not do at or near a table, so that staff write it down when somebody did.
    pub breaches: &'static [(Breach, Clause)],
    /// When cards are shuffled that came shuffled, where the order has clauses of their own for them.
    pub pre_shuffled: Option<PreShuffled>,
}

/// Something that an order forbids people, and that no software can keep from happening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Breach {
    /// A person used or controlled a device that records, projects or analyses the game.
    ForbiddenDevice,
    /// Somebody who works at the casino advised a player on how to play.
    StaffAdvice,
    /// A player or onlooker gave advice that the player had not asked for, or tried to influence the player.
    Advice,
    /// Players or onlookers wagered with each other.
    SideBet,
    /// A player or onlooker handled cards, or was let handle them.
    CardsHandled,
    /// A player held cards away from the table, or took them off the layout.
    CardsAway,
}

impl Breach {
    /// Every breach that some order knows.
    pub const ALL: [Self; 6] = [
        Self::ForbiddenDevice,
        Self::StaffAdvice,
        Self::Advice,
        Self::SideBet,
        Self::CardsHandled,
        Self::CardsAway,
    ];

    /// Returns the word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ForbiddenDevice => "forbidden-device",
            Self::StaffAdvice => "staff-advice",
            Self::Advice => "advice",
            Self::SideBet => "side-bet",
            Self::CardsHandled => "cards-handled",
            Self::CardsAway => "cards-away",
        }
    }

    /// Finds a breach by its word.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|breach| breach.name() == name)
    }
}

/// When cards that came shuffled are shuffled again.
#[derive(Clone, Copy, Debug)]
pub struct PreShuffled {
    /// After the last round, if no new cards are brought.
    pub last: Clause,
    /// After a round, when a supervisor orders it.
    pub ordered: Clause,
}

/// What an order has at a table besides cards, dice and chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Item {
    /// The layout, marked as one of the diagrams shows.
    Layout,
    /// The card shoe or shuffling device.
    Source,
    /// The rack in which dealt cards lie until the next shuffle.
    Rack,
    /// The button that marks a winning total.
    Marker,
    /// The float tray, with the chips in it counted.
    Float,
    /// The drop box, by its number.
    DropBox,
    /// The sign that tells players the odds of the variant.
    OddsSign,
    /// The equipment that records jackpot wagers, with its display.
    JackpotDisplay,
}

crate::stored! {
    enum Item {
        0 = Layout, 1 = Source, 2 = Rack, 3 = Marker, 4 = Float, 5 = DropBox, 6 = OddsSign,
        7 = JackpotDisplay,
    }
}

impl Item {
    /// Every item that some order wants at its table.
    pub const ALL: [Self; 8] = [
        Self::Layout,
        Self::Source,
        Self::Rack,
        Self::Marker,
        Self::Float,
        Self::DropBox,
        Self::OddsSign,
        Self::JackpotDisplay,
    ];

    /// Returns the word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Layout => "layout",
            Self::Source => "source",
            Self::Rack => "rack",
            Self::Marker => "marker",
            Self::Float => "float",
            Self::DropBox => "drop-box",
            Self::OddsSign => "odds-sign",
            Self::JackpotDisplay => "jackpot-display",
        }
    }

    /// Finds an item by its word.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|item| item.name() == name)
    }
}

/// The measure of a wager that goes with another: so many times the other, whatever the sign says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cap {
    /// The wager that it goes with.
    pub of: WagerId,
    /// How many times that wager.
    pub times: u8,
    /// The measure binds what the wager can win; else what is staked.
    pub on_winnings: bool,
    /// The clause that says so.
    pub clause: Clause,
}

/// What is short when a player on several areas gives one up for a newcomer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Short {
    /// Seats: a newcomer finds none with a free playing area.
    Seats,
    /// Playing areas: none is free.
    Areas,
}

/// What must be at a table of dice, by clause.
#[derive(Clone, Copy, Debug)]
pub struct Equipment {
    /// A set of five dice.
    pub dice: Clause,
    /// A new set, after two dice were lost.
    pub new_dice: Clause,
    /// The bowl for the dice that are not in play.
    pub bowl: Clause,
    /// The stick with which the dice are moved.
    pub stick: Clause,
    /// The puck that shows the come out point.
    pub puck: Clause,
    /// The tray for the chips of the house.
    pub float_tray: Clause,
    /// The clause for the buttons that say whether a wager is on or off.
    pub buttons: Clause,
    /// The clause for the locked box under the table that cash goes into.
    pub drop_box: Clause,
}

/// A minimum that rises at once for others.
#[derive(Clone, Copy, Debug)]
pub struct Spare {
    /// The minimum may rise at once for others.
    pub at_once: Clause,
    /// A marker shows who is spared.
    pub marker: Clause,
    /// It goes when the player leaves.
    pub leaves: Clause,
    /// To end it takes a sign of its own.
    pub ends: Clause,
    /// The sign shows both minimums.
    pub both: Clause,
    /// Who comes later plays by the new one.
    pub later: Clause,
}

/// The riffle of pre-shuffled cards when it is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Riffle {
    /// The clause that has the riffle.
    pub clause: Clause,
    /// Whoever asks for it gets it, a supervisor too; else only players ask, and a supervisor decides.
    pub binding: bool,
    /// It is done before the cards go into a shuffling device; else right before the cut, and never with a device.
    pub device: bool,
    /// The clause for cards that their maker shuffled, where they may be riffled too.
    pub angel: Option<Clause>,
}

impl Riffle {
    /// Returns the clause for cards that the house shuffled, or that their maker did; `None` if those are not riffled.
    pub const fn of(&self, angel: bool) -> Option<Clause> {
        if angel { self.angel } else { Some(self.clause) }
    }
}

/// How a stack of shuffled cards is cut, and where its cutting card goes.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// The cards are cut after they were shuffled.
    pub clause: Clause,
    /// At the opening, it is offered to whoever came first.
    pub opening: Clause,
    /// To whom it is offered later.
    pub later: Cutter,
    /// A refused cut goes round, and in the end to the supervisor.
    pub refused: Clause,
    /// At least a deck from either end.
    pub depth: Clause,
    /// Where the cutting card goes.
    pub back: Clause,
    /// How many cards may lie behind it.
    pub behind: Behind,
}

/// How far from the back of the stack the cutting card goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behind {
    /// Up to half way in, with at least one card behind it.
    UpToHalf,
    /// About one deck from the back, which is taken as from this many cards to that many.
    AboutADeck(u32, u32),
}

impl Behind {
    /// Returns how many cards may lie behind the cutting card in a stack of so many.
    pub const fn range(self, cards: u32) -> core::ops::RangeInclusive<u32> {
        match self {
            Self::UpToHalf => 1..=cards / 2,
            Self::AboutADeck(least, most) => least..=most,
        }
    }
}

/// To whom the cut is offered after the first.
#[derive(Clone, Copy, Debug)]
pub enum Cutter {
    /// To the player next to the dealer's left.
    Left(Clause),
    /// To the player whose area the cutting card came to, or to the one farthest right.
    ByCuttingCard {
        /// The clause for a cutting card that came to a player's area.
        area: Clause,
        /// The clause for a cutting card that came to the hand of the house.
        dealer: Clause,
        /// It came first in a round.
        first: Clause,
        /// The cards were replaced.
        replaced: Clause,
    },
}

impl Pit {
    /// The clauses of an order that says nothing of what happens around a table.
    pub const NONE: Self = Self {
        raise: None,
        spare: None,
        own_limits: None,
        closing: None,
        vacate: None,
        standing: None,
        positions: None,
        report: None,
        late: None,
        calls: None,
        dice: None,
        variant: None,
        give_up: None,
        bar: None,
        exclude: None,
        detain: None,
        forfeit: None,
        on_duty: None,
        complaint: None,
        complaint_ends: None,
        riffle: None,
        cut: None,
        equipment: &[],
        variant_odds: None,
        all_seats: None,
        copy: None,
        tokens: None,
        breaches: &[],
        pre_shuffled: None,
    };
}
