//! What a table can be told: one [`Input`] at a time.

use crate::card::Card;
use crate::dice::Dice;
use crate::irregular::{DeviceNumber, Irregularity, Throw, Who};
use crate::jackpot::Link;
use crate::money::Cents;
use crate::setup::Limit;
use crate::table::AreaSet;

/// A player, by the number that whoever runs the table has given to that person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(pub u32);

crate::stored! { struct Player(number) }

/// A few players, in the order in which they were named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Players {
    named: [Player; Self::MOST],
    count: u8,
}

crate::stored! { struct Players { named, count } check |it| {
    let count = usize::from(it.count);
    count <= Self::MOST && it.named[count..].iter().all(|player| *player == Player(0))
} }

impl Players {
    /// How many can be named at once.
    pub const MOST: usize = 8;
    /// The list on which nobody is named.
    pub const NONE: Self = Self { named: [Player(0); Self::MOST], count: 0 };

    /// Makes the list on which one player is named.
    pub const fn one(player: Player) -> Self {
        let mut players = Self::NONE;
        (players.named[0], players.count) = (player, 1);
        players
    }

    /// Names one more, and tells whether there was room. Who is named already is not named twice.
    pub fn add(&mut self, player: Player) -> bool {
        if self.contains(player) {
            return true;
        }
        let Some(free) = self.named.get_mut(usize::from(self.count)) else { return false };
        *free = player;
        self.count += 1;
        true
    }

    /// Tells whether a player is among them.
    pub fn contains(&self, player: Player) -> bool {
        self.iter().any(|named| named == player)
    }

    /// Returns the first of them.
    pub fn first(&self) -> Option<Player> {
        self.iter().next()
    }

    /// Tells whether nobody is named.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Goes through the named players in the order in which they were named.
    pub fn iter(&self) -> impl Iterator<Item = Player> + '_ {
        self.named.iter().take(usize::from(self.count)).copied()
    }
}

/// A playing area, numbered from 1 at the dealer's left, clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Area(pub u8);

crate::stored! { struct Area(number) check |it| usize::from(it.0) <= crate::table::felt::AREAS }

/// A kind of wager, by its place in the game's list of wagers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WagerId(pub u8);

crate::stored! { struct WagerId(number) }

impl WagerId {
    /// A wager that the game does not have.
    pub const UNKNOWN: Self = Self(u8::MAX);
}

/// Names one wager on the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    /// The player whose wager it is.
    pub player: Player,
    /// On which area; of no meaning for a wager that has none.
    pub area: Option<Area>,
    /// Which kind of wager.
    pub on: WagerId,
    /// The number or point total it is on, for a kind that needs one.
    pub mark: Option<u8>,
    /// Promotional tokens instead of chips.
    pub tokens: bool,
}

crate::stored! { struct Spot { player, area, on, mark, tokens } }

/// A decision of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Goes to war after a tie, with a second wager.
    War,
    /// Gives up after a tie, and loses half of the stake.
    Surrender,
    /// Draws a card, with a second wager.
    Draw,
    /// Takes no more cards.
    Stand,
    /// Does not want a card that was dealt in error.
    Decline,
}

crate::stored! { enum Choice { 0 = War, 1 = Surrender, 2 = Draw, 3 = Stand, 4 = Decline } }

impl Choice {
    /// All choices that any game knows.
    pub const ALL: [Self; 5] = [Self::War, Self::Surrender, Self::Draw, Self::Stand, Self::Decline];

    /// Returns the word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::War => "war",
            Self::Surrender => "surrender",
            Self::Draw => "draw",
            Self::Stand => "stand",
            Self::Decline => "decline",
        }
    }

    /// Finds a choice by its word.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.name() == name)
    }
}

/// What became of a decision that was due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// The player chose this.
    Choice(Choice),
    /// The player said something that is not a choice of any game.
    Unknown,
    /// The player was not there to decide.
    Absent,
}

crate::stored! { enum Reply { 0 = Choice(choice), 1 = Unknown, 2 = Absent } }

/// Where the cards of a table come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A card shoe, from which cards are slid one by one.
    Shoe,
    /// A shuffling device, which shuffles again what comes back.
    Device,
}

crate::stored! { enum Source { 0 = Shoe, 1 = Device } }

/// Who acts at a table with dice besides the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Crew {
    /// Moves the dice with a stick, and calls the rolls.
    Stickperson,
    /// Sits at the middle of the table, and has the say there.
    Boxperson,
    /// Anybody else, who has no say in the dice.
    Other,
}

impl Crew {
    /// Returns the word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stickperson => "stickperson",
            Self::Boxperson => "boxperson",
            Self::Other => "other",
        }
    }

    /// Finds whom a word means; any other word is somebody else.
    pub fn named(word: &str) -> Self {
        match word {
            "stickperson" => Self::Stickperson,
            "boxperson" => Self::Boxperson,
            _ => Self::Other,
        }
    }
}

/// What a player does with the dice, or is made to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiceAct {
    /// Takes them, choosing two of the five.
    Accept {
        /// The two dice chosen, by their numbers from 1 to 5.
        takes: [u8; 2],
    },
    /// Does not want them.
    Refuse,
    /// Has not answered in time, which counts as a refusal and is none of the player's words.
    Lapse,
    /// Passes the dice on to the next player.
    Pass,
    /// Is ordered to pass them on.
    Order,
    /// Chooses two of the dice anew.
    Choose {
        /// The two dice chosen, by their numbers from 1 to 5.
        takes: [u8; 2],
    },
}

/// What is put in the place of the last card or roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Keyed {
    /// The card that really came.
    Card(Card),
    /// The dice as they really lay.
    Roll(Dice),
}

/// A step of what is done about a shuffling device that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repair {
    /// A damaged card is taken out of play.
    Remove(Card),
    /// A card that was taken out is not damaged, and goes back.
    PutBack(Card),
    /// The cards are in the other device.
    Transfer,
    /// A card of a new deck takes the place of a damaged one.
    Substitute(Card),
}

/// One thing that happens at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// A wager is placed, or added to.
    Wager {
        /// The wager that is meant.
        spot: Spot,
        /// The amount of money, in cents.
        amount: Cents,
        /// A dealer or boxperson confirmed it orally.
        confirmed: bool,
    },
    /// A player takes a wager back before the deal.
    Withdraw(Spot),
    /// The dealer calls that no more bets are taken.
    Close,
    /// The next card is drawn; the table says where it goes.
    Card {
        /// Its face, as whoever deals tells it.
        card: Card,
        /// Where it was drawn from; `None` for the table's own source.
        from: Option<Source>,
    },
    /// The next card is dealt face down: its face is told when the hand is turned.
    FaceDown,
    /// The next card is burned face down: nobody sees which it is.
    BurnUnseen,
    /// A decision by the player on an area.
    Choose {
        /// The area that it is about.
        area: Area,
        /// What the player answered, or that nobody was there to answer.
        reply: Reply,
        /// How much of the wager that goes with the choice is promotional tokens; the rest is chips.
        tokens: Cents,
    },
    /// After betting closed, a wager turns out to be another amount.
    Found {
        /// The wager that is meant.
        spot: Spot,
        /// The amount that lies there, with what is above the maximum.
        amount: Cents,
    },
    /// A valid roll of the dice.
    Roll(Dice),
    /// The dealer has collected and paid: this wager, or, with `None`, all that are decided.
    Paid(Option<Spot>),
    /// The last card or roll was entered wrongly: it is as if it had been this.
    Rekey(Keyed),
    /// A throw is called invalid, so that its dice count for nothing.
    NoRoll {
        /// What was wrong with it, if that was said.
        throw: Option<Throw>,
        /// The person who says so; `None` for the one who has the say.
        by: Option<Who>,
    },
    /// The sign is changed for a kind of wager.
    Sign {
        /// Which kind of wager.
        on: WagerId,
        /// What the sign says of it; `None` takes a player's own sign down.
        limit: Option<Limit>,
        /// For whom; `None` for all who have no sign of their own.
        player: Option<Player>,
    },
    /// The game goes on in this variant, or in none.
    Variant(Option<u8>),
    /// The jackpot meters show this.
    Meters {
        /// What the major meter shows.
        major: Cents,
        /// What the minor meter shows.
        minor: Cents,
    },
    /// The table offers a jackpot at this price and with these readings from now on, or none any more.
    Link(Option<Link>),
    /// The equipment says whether it has accepted a jackpot wager.
    Accept {
        /// The wager that is meant.
        spot: Spot,
        /// The wager is accepted; else rejected.
        accepted: bool,
    },
    /// The dealer has swept the jackpot wagers into the float.
    Collect,
    /// A wager is taken down.
    Remove(Spot),
    /// A wager is lowered.
    Reduce {
        /// The wager that is meant.
        spot: Spot,
        /// The amount that stays on the layout.
        to: Cents,
    },
    /// A wager is called on or off.
    Call {
        /// The wager that is meant.
        spot: Spot,
        /// The wager is called on; else off.
        on: bool,
    },
    /// The round is declared void.
    Void,
    /// A supervisor keeps areas for one player.
    Reserve {
        /// The areas that are kept, or freed.
        areas: AreaSet,
        /// The player whom it concerns.
        player: Player,
    },
    /// Kept areas are free again.
    Release(AreaSet),
    /// The cutting card comes out.
    CuttingCard,
    /// The cards are shuffled, cut and loaded.
    Shuffle {
        /// They came to the table shuffled.
        pre_shuffled: bool,
    },
    /// New cards are brought to the table.
    Replace {
        /// They have been checked.
        checked: bool,
    },
    /// A player takes up the cards of an area.
    Look {
        /// The player whom it concerns.
        player: Player,
        /// The area that it is about.
        area: Area,
    },
    /// A hand is turned face up.
    Turn {
        /// Which area; `None` for the Banker hand.
        area: Option<Area>,
        /// By whom; `None` for the dealer.
        player: Option<Player>,
    },
    /// The dice leave the hand.
    Throw,
    /// Something went wrong at the table, and the order may say what is done.
    Irregular(Irregularity),
    /// A person rules on the question that is open.
    Ruling {
        /// The question is answered with yes; else with no.
        yes: bool,
        /// The person who says so; `None` for the one who has the say.
        by: Option<Who>,
        /// With a no: only the hand of this area is void, where the order lets one hand alone be.
        hand: Option<Area>,
        /// The number of the other device, where the question is about one.
        device: Option<DeviceNumber>,
    },
    /// A step of what is done about a device that failed.
    Repair(Repair),
    /// The cards were checked.
    Check {
        /// None is missing, none is foreign.
        complete: bool,
    },
    /// The discards go back into the device.
    Feed,
    /// The dice are offered, taken, refused or passed.
    Dice {
        /// The player whom it concerns.
        player: Player,
        /// What the player does with the dice.
        act: DiceAct,
        /// Who hands them out, or orders it.
        by: Crew,
    },
    /// A player takes a seat, or nobody has it any more.
    Seat {
        /// The seat, counted from 1 at the dealer's left.
        seat: u8,
        /// The player who has it from now on; `None` when it becomes free.
        player: Option<Player>,
    },
    /// A supervisor lets so many players wager on one area.
    Sharing(u8),
    /// A player without a seat may handle cards, or may not any more.
    Standing {
        /// The player whom it concerns.
        player: Player,
        /// True when the player may handle cards from now on, false when not any more.
        approved: bool,
    },
    /// The meter system awards the mystery prize.
    Mystery {
        /// The player whom it concerns.
        player: Player,
        /// The area that it is about.
        area: Area,
        /// The amount of money, in cents.
        amount: Cents,
    },
}
