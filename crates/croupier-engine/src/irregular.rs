//! What can go wrong at a table, who says so, and what is then done: words, and the form of the rows
//! in which each game says by which clause.
//!
//! A game's [`REMEDIES`](crate::game::Game::REMEDIES) are read top down; the first row that fits the
//! situation and the facts decides. A situation without a row does not exist at that table.

use crate::card::Card;
use crate::clause::Clause;
use crate::input::{Area, Player, Spot};

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs)]
        pub enum $name { $($variant),+ }

        impl $name {
            /// Every situation that any order knows.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Returns the word for it.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// Finds it by its word.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|word| word.name() == name)
            }
        }
    };
}

words! {
    /// A situation that should not arise.
    Situation {
        FaceUp = "face-up",
        Disclosed = "disclosed",
        MoreFaceUp = "more-face-up",
        Astray = "astray",
        WrongDeal = "wrong-deal",
        WrongCount = "wrong-count",
        HandWithoutWager = "hand-without-wager",
        NoWagers = "no-wagers",
        Misdealt = "misdealt",
        WrongPayment = "wrong-payment",
        Surplus = "surplus",
        RunOut = "run-out",
        MissingCard = "missing-card",
        ForeignCard = "foreign-card",
        NotCut = "not-cut",
        NotBurned = "not-burned",
        NotShuffled = "not-shuffled",
        NotFed = "not-fed",
        PoorMix = "poor-mix",
        Dropped = "dropped",
        Verify = "verify",
        Unfit = "unfit",
        DeviceFault = "device-fault",
        Conduct = "conduct",
        Invalidate = "invalidate",
        RefuseWager = "refuse-wager",
        NotAccepted = "not-accepted",
        Throw = "throw",
        DieOff = "die-off",
        DieFound = "die-found",
        DiceLost = "dice-lost",
    }
}

words! {
    /// Who declares a situation or gives a ruling.
    Who {
        Dealer = "dealer",
        Supervisor = "supervisor",
        Stickperson = "stickperson",
        Boxperson = "boxperson",
        Inspector = "inspector",
        Player = "player",
    }
}

words! {
    /// Why a throw of the dice does not count.
    Throw {
        NotTogether = "not-together",
        MissedTheEnd = "missed-the-end",
        Irregular = "irregular",
        Other = "other",
        OffTheTable = "off-the-table",
        OnADie = "on-a-die",
        OnTheFloat = "on-the-float",
        InTheBowl = "in-the-bowl",
        Cocked = "cocked",
        WrongThrower = "wrong-thrower",
        Trick = "trick",
        NotApproved = "not-approved",
    }
}

words! {
    /// What is done about a situation.
    Deed {
        Burn = "burn",
        Play = "play",
        Next = "next",
        Park = "park",
        Misdeal = "misdeal",
        VoidHand = "void-hand",
        Discard = "discard",
        VoidRound = "void-round",
        EndRound = "end-round",
        Rebuild = "rebuild",
        Reload = "reload",
        Check = "check",
        WithdrawCards = "withdraw-cards",
        ShuffleAfter = "shuffle-after",
        Keep = "keep",
        ReplaceCards = "replace-cards",
        Transfer = "transfer",
        Substitute = "substitute",
        Mix = "mix",
        FromShoe = "from-shoe",
        Search = "search",
        ChooseDice = "choose-dice",
        NewDice = "new-dice",
        InspectDie = "inspect-die",
        ReturnDie = "return-die",
        Bowl = "bowl",
        NoRoll = "no-roll",
        Notify = "notify",
        DropBox = "drop-box",
        Stands = "stands",
    }
}

words! {
    /// Who must be told.
    Whom {
        Surveillance = "surveillance",
        Inspector = "inspector",
        Supervisor = "supervisor",
    }
}

/// Where a card came to lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spotted {
    /// It lies, or was seen, on an area.
    Area(Area),
    /// On the dealer's hand.
    Dealer,
    /// It lies among the discards.
    Burned,
}

/// A situation as it is declared. What a situation has no use for is left empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Irregularity {
    /// The situation that came up.
    pub what: Situation,
    /// Who says so; `None` for the one who has the say.
    pub by: Option<Who>,
    /// The card concerned, if it was seen.
    pub card: Option<Card>,
    /// The place that it is about, where it matters.
    pub place: Option<Spotted>,
    /// The card was seen.
    pub exposed: bool,
    /// How many cards or dice.
    pub count: u8,
    /// The player whom it concerns, where there is one.
    pub player: Option<Player>,
    /// It was fraud; else a disruption.
    pub fraud: bool,
    /// The wager that it is about, where there is one.
    pub spot: Option<Spot>,
    /// What was wrong with the throw.
    pub throw: Option<Throw>,
}

impl Irregularity {
    /// Declares a situation of which nothing more is known.
    pub const fn new(what: Situation) -> Self {
        Self {
            what,
            by: None,
            card: None,
            place: None,
            exposed: true,
            count: 0,
            player: None,
            fraud: false,
            spot: None,
            throw: None,
        }
    }
}

/// A question that only a person can answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// Can the round be rebuilt?
    Rebuildable,
    /// Are settled wagers of the round to be reversed?
    Reverse,
    /// Was anyone disadvantaged by the fault of the device?
    Disadvantaged,
    /// Is another device at hand, and a transfer practicable?
    Spare,
    /// Are any of the cards damaged?
    Damaged,
    /// Can a device be had?
    DeviceToCome,
    /// Does this player want the wagers back?
    Refund(Player),
}

macro_rules! facts {
    ($($(#[$doc:meta])+ $fact:ident),+ $(,)?) => {
        /// What is known at the moment of a situation, for the rows of a game to ask.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Facts { $($(#[$doc])+ pub $fact: bool),+ }

        /// Which facts a row asks for; `None` asks nothing.
        #[derive(Clone, Copy, Debug, Default)]
        #[allow(missing_docs)]
        pub struct When { $(pub $fact: Option<bool>),+ }

        impl When {
            /// No condition: the row fits always.
            pub const ANY: Self = Self { $($fact: None),+ };

            /// Tells whether the facts are as asked.
            pub fn fits(&self, facts: &Facts) -> bool {
                $(self.$fact.is_none_or(|asked| asked == facts.$fact))&&+
            }
        }
    };
}

facts! {
    /// The first card of the round is out.
    in_round,
    /// A round was settled, and the next has not begun.
    after,
    /// A player has handled cards of the round.
    handled,
    /// Cards come from a shuffling device.
    device,
    /// The card lies on the dealer's hand, which needs no more cards for now.
    complete,
    /// The card was seen.
    exposed,
    /// The place concerned is the dealer's hand.
    dealer,
    /// The area concerned takes part in the round.
    played,
    /// There are more cards there than there should be.
    too_many,
    /// There are as many cards there as there should be.
    right_count,
    /// The round was rebuilt.
    rebuilt,
    /// Something is staked for which cards are dealt.
    staked,
}

/// Who has the say in a situation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Say {
    /// Anyone at the table.
    Anyone,
    /// A casino supervisor has the say.
    Supervisor,
    /// A supervisor or an inspector.
    Authority,
    /// The boxperson and nobody else.
    Boxperson,
}

impl Say {
    /// Tells whether `who` has the say; where dice are rolled the boxperson is a supervisor.
    pub fn has(self, who: Option<Who>, dice: bool) -> bool {
        let Some(who) = who else { return true };
        let supervises = who == Who::Supervisor || dice && who == Who::Boxperson;
        match self {
            Self::Anyone => true,
            Self::Supervisor => supervises,
            Self::Authority => supervises || who == Who::Inspector,
            Self::Boxperson => who == Who::Boxperson,
        }
    }
}

/// One thing that a row orders, with its clause.
#[derive(Clone, Copy, Debug)]
pub enum Order {
    /// The card goes to the discards.
    Burn(Clause),
    /// The card is played where it is due.
    Play(Clause),
    /// The card is the next one due.
    Next(Clause),
    /// The card opens the next round.
    Park(Clause),
    /// All wagers are void by the second clause.
    Misdeal(Clause, Clause),
    /// The hand is void.
    VoidHand(Clause),
    /// The card of a hand that should not be there goes to the discards.
    Discard(Clause),
    /// The round is void.
    VoidRound(Clause),
    /// The supervisor is asked whether settled wagers are to be reversed.
    AskReverse(Clause),
    /// The supervisor is asked whether the round can be rebuilt.
    AskRebuild(Clause),
    /// The discards are loaded.
    Reload(Clause),
    /// The cards must be checked before another is dealt.
    Check(Clause),
    /// The cards must be checked when the round is over.
    CheckAfter(Clause),
    /// The cards must be checked before another is dealt, and the game goes on with them.
    Verify(Clause),
    /// What is left in the source is void.
    WithdrawCards(Clause),
    /// The cards are shuffled when the round is over.
    ShuffleAfter(Clause),
    /// The cards are shuffled before the next round, without a word.
    Shuffle,
    /// What lies in play stays in play.
    Keep(Clause),
    /// The cards must be replaced.
    ReplaceCards(Clause),
    /// Somebody must be told.
    Notify(Whom, Clause),
    /// Nothing is done about it.
    Stands(Clause),
    /// The questions about a device begin.
    AskDevice(Clause),
    /// The player's wagers are void.
    VoidPlayer(Clause),
    /// The round is invalid by the first clause; its wagers go by the second.
    Invalidate(Clause, Clause),
    /// A wager is refused and goes back.
    ReturnWager(Clause),
}

/// What a row says.
#[derive(Clone, Copy, Debug)]
pub enum Does {
    /// These things, in order.
    Orders(&'static [Order]),
    /// The situation is refused by this clause.
    Refuse(Clause),
}

/// A row: in this situation, with these facts, these things are done by those who have the say.
#[derive(Clone, Copy, Debug)]
pub struct Remedy {
    /// The situations that the row is for.
    pub what: &'static [Situation],
    /// The facts under which it fits.
    pub when: When,
    /// Who has the say, and by which clause others are refused.
    pub say: (Say, Clause),
    /// What is done when it fits.
    pub does: Does,
}

/// Writes the rows of a game, first the one that is asked first:
///
/// `Situation or Situation if facts unless facts by who "clause" => Order "clause", Order "clause";`
///
/// `by supervisor` or `by authority` says who has the say, and by which clause others are refused.
/// `Refuse "clause"` refuses.
#[macro_export]
macro_rules! remedies {
    ($($what:ident $(or $also:ident)? $(if $($yes:ident),+)? $(unless $($no:ident),+)?
        $(by $who:ident $say:literal)? => $($order:ident $($clause:literal)*),+;)+) => {
        &[$($crate::irregular::Remedy {
            what: &[
                $crate::irregular::Situation::$what,
                $($crate::irregular::Situation::$also,)?
            ],
            when: $crate::irregular::When {
                $($($yes: Some(true),)+)?
                $($($no: Some(false),)+)?
                ..$crate::irregular::When::ANY
            },
            say: $crate::remedies!(@say $($who $say)?),
            does: $crate::remedies!(@does $($order $($clause)*),+),
        }),+]
    };
    (@say) => { ($crate::irregular::Say::Anyone, $crate::clause::Clause("")) };
    (@say supervisor $say:literal) => {
        ($crate::irregular::Say::Supervisor, $crate::clause::Clause($say))
    };
    (@say authority $say:literal) => {
        ($crate::irregular::Say::Authority, $crate::clause::Clause($say))
    };
    (@does Refuse $clause:literal) => {
        $crate::irregular::Does::Refuse($crate::clause::Clause($clause))
    };
    (@does $($order:ident $($clause:literal)*),+) => {
        $crate::irregular::Does::Orders(&[$($crate::remedies!(@order $order $($clause)*)),+])
    };
    (@order TellSurveillance $clause:literal) => { $crate::remedies!(@tell Surveillance $clause) };
    (@order TellInspector $clause:literal) => { $crate::remedies!(@tell Inspector $clause) };
    (@order TellSupervisor $clause:literal) => { $crate::remedies!(@tell Supervisor $clause) };
    (@tell $whom:ident $clause:literal) => {
        $crate::irregular::Order::Notify(
            $crate::irregular::Whom::$whom,
            $crate::clause::Clause($clause),
        )
    };
    (@order $order:ident) => { $crate::irregular::Order::$order };
    (@order $order:ident $($clause:literal)+) => {
        $crate::irregular::Order::$order($($crate::clause::Clause($clause)),+)
    };
}

/// The clauses about a shuffling device that fails in a round.
#[derive(Clone, Copy, Debug)]
pub struct Device {
    /// Someone was disadvantaged: the round ends.
    pub ends: Clause,
    /// The cards go to another device.
    pub transfer: Clause,
    /// Damaged cards are replaced.
    pub substitute: Clause,
    /// There is no other device.
    pub no_spare: NoSpare,
}

/// What is done when there is no other device.
#[derive(Clone, Copy, Debug)]
pub enum NoSpare {
    /// The table waits; if none can be had, the round is void by this clause.
    Wait(Clause),
    /// Players may have their wagers back; the round is finished from a shoe.
    Shoe {
        /// Players may have their wagers back.
        refund: Clause,
        /// Damaged cards are replaced.
        substitute: Clause,
        /// What is left in the device is shuffled and cut.
        mix: Clause,
        /// The others finish the round.
        finish: Clause,
    },
}
