//! What can go wrong at a table, who says so, and what is then done: words, and the form of the rows
//! in which each game says by which clause.
//!
//! A game's [`REMEDIES`](crate::game::Game::REMEDIES) are read top down; the first row that fits the
//! situation and the facts decides. A situation without a row does not exist at that table.

use alloc::vec::Vec;

use crate::card::Card;
use crate::clause::Clause;
use crate::input::{Area, Player, Players, Spot};
use crate::stored::{Bytes, Damaged, Stored, store_text};

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$about])* $variant),+ }

        impl $name {
            #[doc = concat!("Every `", stringify!($name), "` that any order knows.")]
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

        /// Stored by its word, which keeps its meaning for good.
        impl Stored for $name {
            fn store(&self, to: &mut Vec<u8>) {
                store_text(self.name(), to);
            }

            fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
                Self::named(from.text()?).ok_or(Damaged)
            }
        }
    };
}

words! {
    /// A situation that should not arise.
    Situation {
        /// A card in the shoe or device lies face up.
        FaceUp = "face-up",
        /// The first card of the round was seen before its time.
        Disclosed = "disclosed",
        /// There is reason to suspect that more cards lie face up.
        MoreFaceUp = "more-face-up",
        /// A card was dealt or burned in error.
        Astray = "astray",
        /// Cards were dealt wrongly, before anyone handled them.
        WrongDeal = "wrong-deal",
        /// A hand has more or fewer cards than it should.
        WrongCount = "wrong-count",
        /// A card lies on an area that takes no part in the round.
        HandWithoutWager = "hand-without-wager",
        /// A round was begun although nothing is staked.
        NoWagers = "no-wagers",
        /// The cards of the round went wrong, and a supervisor must say whether it can be dealt again.
        Misdealt = "misdealt",
        /// A result was announced, or wagers were paid, wrongly.
        WrongPayment = "wrong-payment",
        /// A card is left over from a round that was dealt again.
        Surplus = "surplus",
        /// The cards do not last to the end of the round.
        RunOut = "run-out",
        /// A card is missing from the decks.
        MissingCard = "missing-card",
        /// A card turned up that does not belong to the decks.
        ForeignCard = "foreign-card",
        /// The cards were not cut after the shuffle.
        NotCut = "not-cut",
        /// No card was burned after the shuffle.
        NotBurned = "not-burned",
        /// The cards were not shuffled although the cutting card had come.
        NotShuffled = "not-shuffled",
        /// Discards were not fed back into the device when they should have been.
        NotFed = "not-fed",
        /// A supervisor finds that the cards are not mixed well.
        PoorMix = "poor-mix",
        /// Cards were dropped or mishandled.
        Dropped = "dropped",
        /// A supervisor or an inspector has the cards checked.
        Verify = "verify",
        /// The cards are not fit to be played with any more.
        Unfit = "unfit",
        /// The shuffling device fails in a round.
        DeviceFault = "device-fault",
        /// A player used something that is forbidden.
        Conduct = "conduct",
        /// The round is declared invalid, because of a disruption or a fraud.
        Invalidate = "invalidate",
        /// A supervisor refuses a wager.
        RefuseWager = "refuse-wager",
        /// The jackpot equipment has not taken a wager.
        NotAccepted = "not-accepted",
        /// Something was wrong with a throw of the dice.
        Throw = "throw",
        /// One or more dice left the table.
        DieOff = "die-off",
        /// A die that had left the table was found.
        DieFound = "die-found",
        /// Two dice are given up for lost, and a new set must come.
        DiceLost = "dice-lost",
    }
}

words! {
    /// Who declares a situation or gives a ruling.
    Who {
        /// The dealer who deals, collects and pays here.
        Dealer = "dealer",
        /// A casino supervisor, who is responsible for several tables.
        Supervisor = "supervisor",
        /// The stickperson, who calls the rolls and moves the dice.
        Stickperson = "stickperson",
        /// The boxperson, who supervises a table with dice.
        Boxperson = "boxperson",
        /// An inspector, who watches for the authority and not for the house.
        Inspector = "inspector",
        /// One of the players, who speaks for an own wager.
        Player = "player",
    }
}

words! {
    /// Why a throw of the dice does not count.
    Throw {
        /// The dice were not thrown together.
        NotTogether = "not-together",
        /// A die did not reach the end wall.
        MissedTheEnd = "missed-the-end",
        /// The crew judges that the throw was irregular.
        Irregular = "irregular",
        /// There was another irregularity.
        Other = "other",
        /// A die left the table.
        OffTheTable = "off-the-table",
        /// A die came to rest on another.
        OnADie = "on-a-die",
        /// A die came to rest on chips of the float.
        OnTheFloat = "on-the-float",
        /// A die came to rest in the bowl of dice, or on a rail.
        InTheBowl = "in-the-bowl",
        /// A die leans so that its face cannot be read.
        Cocked = "cocked",
        /// Somebody other than the shooter threw the dice.
        WrongThrower = "wrong-thrower",
        /// Somebody cheated with a device or by the way of throwing.
        Trick = "trick",
        /// The dice are not approved for the game.
        NotApproved = "not-approved",
    }
}

words! {
    /// What is done about a situation.
    Deed {
        /// The card goes to the discards.
        Burn = "burn",
        /// The card is played as if it had come properly.
        Play = "play",
        /// The card is the next one due: it lies where it belongs, or waits.
        Next = "next",
        /// The card lies under the source and opens the next round.
        Park = "park",
        /// All wagers are void, the cards go to the discards, and a new round is dealt.
        Misdeal = "misdeal",
        /// One hand is void, and its cards go to the discards.
        VoidHand = "void-hand",
        /// A card of a hand that should not be there goes to the discards.
        Discard = "discard",
        /// The round ends without a result, and every stake in it goes back.
        VoidRound = "void-round",
        /// The round ends before its time.
        EndRound = "end-round",
        /// The round is dealt again, card by card, as it should have been.
        Rebuild = "rebuild",
        /// The discards are shuffled and loaded.
        Reload = "reload",
        /// The cards must be checked before another is dealt.
        Check = "check",
        /// What is left in the source is void.
        WithdrawCards = "withdraw-cards",
        /// The cards are shuffled when the round is over, or now if there is none.
        ShuffleAfter = "shuffle-after",
        /// Nothing is done about it, and what lies in play stays in play.
        Keep = "keep",
        /// The cards must be replaced before another is dealt.
        ReplaceCards = "replace-cards",
        /// The cards go to another device.
        Transfer = "transfer",
        /// The shuffling device does not work as it should.
        Fails = "fails",
        /// Another device is at hand.
        Spare = "spare",
        /// A damaged card is taken out of play.
        Remove = "remove",
        /// Damaged cards are replaced from a new deck.
        Substitute = "substitute",
        /// The round goes on.
        GoOn = "go-on",
        /// The cards that are left in the device are shuffled and cut.
        Mix = "mix",
        /// The round is finished from a shoe.
        FromShoe = "from-shoe",
        /// The missing dice are looked for.
        Search = "search",
        /// The shooter chooses dice anew.
        ChooseDice = "choose-dice",
        /// A new set of dice comes to the table.
        NewDice = "new-dice",
        /// The die that was found is inspected.
        InspectDie = "inspect-die",
        /// The die goes back to the player who asked for it.
        ReturnDie = "return-die",
        /// The die goes into the bowl with the others.
        Bowl = "bowl",
        /// The throw does not count.
        NoRoll = "no-roll",
        /// Somebody must be told.
        Notify = "notify",
        /// A notice of the error goes into the drop box.
        DropBox = "drop-box",
        /// Nothing can be done about it any more, or by this clause.
        Stands = "stands",
    }
}

words! {
    /// What a supervisor directs about the wagers of those who cheated.
    Forfeit {
        /// They go back like those of the others.
        No = "no",
        /// Those for the result that is invalid are lost.
        Yes = "yes",
        /// Those are lost, and so is whatever else of theirs stands.
        All = "all",
    }
}

words! {
    /// Who must be told.
    Whom {
        /// Those who watch the cameras.
        Surveillance = "surveillance",
        /// The inspector, who watches for the authority and not for the house.
        Inspector = "inspector",
        /// The casino supervisor who is responsible for the table.
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
    /// The players whom it concerns, where there are some.
    pub players: Players,
    /// It was fraud; else a disruption.
    pub fraud: bool,
    /// What becomes of the wagers of those who cheated; without a word those for the result are lost.
    pub forfeit: Option<Forfeit>,
    /// The wager that it is about, where there is one.
    pub spot: Option<Spot>,
    /// What was wrong with the throw.
    pub throw: Option<Throw>,
    /// The number of the shuffling device, if it was said.
    pub device: Option<DeviceNumber>,
}

/// The number that a house has given to a shuffling device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeviceNumber(pub u32);

crate::stored! { struct DeviceNumber(number) }

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
            players: Players::NONE,
            fraud: false,
            forfeit: None,
            spot: None,
            throw: None,
            device: None,
        }
    }

    /// Names those whose wagers are forfeited.
    pub fn forfeiting(&self) -> Players {
        match self.forfeit {
            Some(Forfeit::Yes | Forfeit::All) | None if self.fraud => self.players,
            Some(_) | None => Players::NONE,
        }
    }

    /// Tells whether wagers are to be forfeited although nobody is named who cheated.
    pub fn forfeits_nobodys(&self) -> bool {
        let forfeits = matches!(self.forfeit, Some(Forfeit::Yes | Forfeit::All));
        forfeits && self.forfeiting().is_empty()
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
    /// Is another device at hand?
    SpareAtHand,
    /// Is it practicable to transfer the cards to it?
    Practicable,
    /// Are any of the cards damaged?
    Damaged,
    /// Can a device be had?
    DeviceToCome,
    /// Does this player want the wagers back?
    Refund(Player),
    /// Does the player whose wager this is want it back, with what follows it?
    RefundWager(Spot),
}

crate::stored! {
    enum Question {
        0 = Rebuildable,
        1 = Reverse,
        2 = Disadvantaged,
        3 = Spare,
        4 = SpareAtHand,
        5 = Practicable,
        6 = Damaged,
        7 = DeviceToCome,
        8 = Refund(player),
        9 = RefundWager(spot),
    }
}

impl Question {
    /// Names the player who is asked, where it is not a supervisor.
    pub const fn asks_player(self) -> Option<Player> {
        match self {
            Self::Refund(player) => Some(player),
            Self::RefundWager(spot) => Some(spot.player),
            Self::Rebuildable
            | Self::Reverse
            | Self::Disadvantaged
            | Self::Spare
            | Self::SpareAtHand
            | Self::Practicable
            | Self::Damaged
            | Self::DeviceToCome => None,
        }
    }

    /// Returns the word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rebuildable => "rebuildable",
            Self::Reverse => "reverse",
            Self::Disadvantaged => "disadvantaged",
            Self::Spare => "spare",
            Self::SpareAtHand => "spare-at-hand",
            Self::Practicable => "practicable",
            Self::Damaged => "damaged",
            Self::DeviceToCome => "device-to-come",
            Self::Refund(_) => "refund",
            Self::RefundWager(_) => "refund-wager",
        }
    }

    /// Tells whether a yes names a device.
    pub const fn wants_device(self) -> bool {
        matches!(self, Self::SpareAtHand | Self::DeviceToCome)
    }
}

macro_rules! facts {
    ($($(#[$doc:meta])+ $fact:ident),+ $(,)?) => {
        /// What is known at the moment of a situation, for the rows of a game to ask.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Facts { $($(#[$doc])+ pub $fact: bool),+ }

        /// Which facts a row asks for; `None` asks nothing.
        #[derive(Clone, Copy, Debug, Default)]
        pub struct When { $($(#[$doc])+ pub $fact: Option<bool>),+ }

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
    /// The round was dealt again after the mistake was found.
    rebuilt,
    /// Something is staked for which cards are dealt.
    staked,
    /// The cards in use came to the table shuffled.
    pre_shuffled,
}

/// Who has the say in a situation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Say {
    /// Whoever notices it, the players included.
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
    /// The hand concerned ends without a result, and its wagers go back.
    VoidHand(Clause),
    /// The card of a hand that should not be there goes to the discards.
    Discard(Clause),
    /// The round ends without a result, and every stake in it goes back.
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
    /// The same, and a supervisor must verify it.
    SupervisorVerifies(Clause),
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
    /// The wagers of the players named are void.
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
    /// When the rule applies.
    pub applies: Clause,
    /// It is evident in a round that the device fails.
    pub fails: Clause,
    /// Nobody was disadvantaged by it.
    pub disadvantage: Clause,
    /// Another device is at hand.
    pub spare: Clause,
    /// The cards can be moved to it.
    pub practicable: Clause,
    /// The cards go to another device.
    pub transfer: Clause,
    /// The clause that asks whether the device has damaged cards.
    pub damaged: Clause,
    /// Damaged cards are taken out of play.
    pub remove: Clause,
    /// The sound cards go to another device.
    pub sound: Clause,
    /// Cards of a new deck take the place of the damaged ones.
    pub substitute: Clause,
    /// The round goes on with them.
    pub goes_on: Clause,
    /// Someone was disadvantaged: the round ends.
    pub ends: Clause,
    /// There is no other device.
    pub no_spare: NoSpare,
}

impl Device {
    /// Names the clauses of an order whose conditions are `conditions`, from the fault of the device to the
    /// transfer, and whose steps with damaged cards are `steps`.
    pub const fn new(
        applies: Clause,
        conditions: [Clause; 4],
        transfer: Clause,
        damaged: Clause,
        steps: [Clause; 4],
        ends: Clause,
        no_spare: NoSpare,
    ) -> Self {
        let [fails, disadvantage, spare, practicable] = conditions;
        let [remove, sound, substitute, goes_on] = steps;
        Self {
            applies,
            fails,
            disadvantage,
            spare,
            practicable,
            transfer,
            damaged,
            remove,
            sound,
            substitute,
            goes_on,
            ends,
            no_spare,
        }
    }
}

/// What is done when there is no other device.
#[derive(Clone, Copy, Debug)]
pub enum NoSpare {
    /// The table waits; if none can be had, the round is void by this clause.
    Wait(Clause),
    /// Players may have their wagers back; the round is finished from a shoe.
    Shoe {
        /// When there is no other device, or no way to it.
        applies: Clause,
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
