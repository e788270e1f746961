//! Why the rules refuse something: one code for each reason, and no sentence. croupier-sheet has the sentences.
//!
//! A journal keeps the code of every refusal. A code that has been released is never given another meaning, and
//! never taken away; a new reason is a new code.

/// Makes the enum of reasons with their codes, so that each stands in one place.
macro_rules! reasons {
    ($($(#[doc = $doc:literal])+ $reason:ident = $code:literal,)+) => {
        /// Why the rules refuse an input or a table; [`Refusal`](crate::Refusal) names the clause beside it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Why { $($(#[doc = $doc])+ $reason,)+ }

        impl Why {
            /// Every reason that there is.
            pub const ALL: &'static [Self] = &[$(Self::$reason),+];

            /// Returns the code by which journals and programs know the reason.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$reason => $code),+ }
            }

            /// Finds a reason by its code. Two reasons with one code would be an arm that is never reached.
            pub fn from_code(code: &str) -> Option<Self> {
                match code { $($code => Some(Self::$reason),)+ _ => None }
            }
        }
    };
}

reasons! {
    // Amounts and measures.
    /// The sum on the spot would be more than the sign allows for this wager.
    AboveMaximum = "above-maximum",
    /// The sum on the spot would be less than the sign asks for this wager.
    BelowMinimum = "below-minimum",
    /// The sum is within the limits of the sign, but between two of its steps.
    NotInUnits = "not-in-units",
    /// The wager has equal parts, and the sum cannot be divided among them in chips of the table.
    CannotBeSplit = "cannot-be-split",
    /// The wager is measured by another one, not by the sign, and would be more than that.
    AboveOwnMeasure = "above-own-measure",
    /// The wager has a price and is placed once: this is another amount, or a second one.
    NotItsPrice = "not-its-price",
    /// The amount is above `Cents::CEILING`, up to which every table counts exactly.
    AboveCeiling = "above-ceiling",
    /// The amount is nothing; of a prize or a price also: it is more than any table counts with.
    NotAnAmount = "not-an-amount",
    /// What the last result decided is collected and paid first.
    PayFirst = "pay-first",
    /// Nothing is decided that could be collected or paid.
    NothingToPay = "nothing-to-pay",
    /// This wager is not decided, or not yet.
    NotDecidedYet = "not-decided-yet",
    /// Another wager is collected or paid before this one.
    PaidOutOfTurn = "paid-out-of-turn",
    /// Some wagers of the roll are settled, so that the throw counts.
    SomeArePaid = "some-are-paid",
    /// There is no card or roll, entered last in this round, that could be put right.
    NothingToRekey = "nothing-to-rekey",
    /// The table pays results at once, so that nothing is put right afterwards.
    PaidAtOnce = "paid-at-once",
    /// The amount is no whole number of the table's smallest chip.
    NotWholeChips = "not-whole-chips",
    /// A wager that has a price, or follows from another, cannot turn out to be another amount.
    AmountIsFixed = "amount-is-fixed",
    /// Lowering the flat wager would leave more behind it than may stand there.
    BehindAboveCap = "behind-above-cap",
    /// A wager is lowered to an amount between nothing and what stands; this is neither.
    NotLowered = "not-lowered",

    // Wagers and the spots they lie on.
    /// The order of the game does not have this kind of wager.
    NoSuchWager = "no-such-wager",
    /// The wager comes on to the layout when its player chooses so, and not by itself.
    PlacedByChoice = "placed-by-choice",
    /// The wager goes with another one of the same player, which does not stand.
    NeededWagerMissing = "needed-wager-missing",
    /// The wager is made on a number, and this is none, or not one that it can be made on.
    NotItsNumber = "not-its-number",
    /// The wager gets its number from the dice, and is placed without one.
    NumberedByRoll = "numbered-by-roll",
    /// The wager opens only before, or only after, a point is set.
    NotAtThisPoint = "not-at-this-point",
    /// Promotional tokens are not taken on this wager.
    TokensNotTaken = "tokens-not-taken",
    /// What lies on the spot is chips, and the input is about tokens.
    NoTokensThere = "no-tokens-there",
    /// No wager of this player stands on the spot that the input names.
    NoWagerThere = "no-wager-there",
    /// The layout has no area of this number, or the wager needs one and none is named.
    NoSuchArea = "no-such-area",
    /// As many players as may share the area wager on it, or another has it.
    AreaIsTaken = "area-is-taken",
    /// The area is reserved, and the wager is not of the player for whom it is.
    AreaIsKept = "area-is-kept",
    /// The order of the game has no rule by which an area is reserved.
    AreasAreNotKept = "areas-are-not-kept",
    /// The order of the game has no rule for a wager that turns out to be another amount.
    NothingIsFound = "nothing-is-found",
    /// Wagers of this game are not taken down, lowered or called as the input asks.
    NotHandledSo = "not-handled-so",
    /// The order of the game has no rule by which a player takes a wager back.
    NotTakenBack = "not-taken-back",
    /// The wager is one that always works, and so is not called on or off.
    NotCalled = "not-called",
    /// The wager has its point, and may not come down or become less before that is decided.
    BoundToItsPoint = "bound-to-its-point",
    /// The wager was lowered or taken down, and the order does not let it grow again.
    NotAgainOnceLowered = "not-again-once-lowered",
    /// The input would change what standing wagers were made under.
    WagersStand = "wagers-stand",

    // When betting is open.
    /// The dealer has closed betting, and the first card is still to come.
    NoMoreBets = "no-more-bets",
    /// The round has begun: its first card lies on the felt.
    FirstCardIsOut = "first-card-is-out",
    /// Betting cannot be closed a second time in one round.
    ClosedAlready = "closed-already",
    /// What a wager turns out to be is looked at after betting is closed.
    StillOpen = "still-open",
    /// Nobody closes betting where the dice do.
    ThrowEndsBetting = "throw-ends-betting",
    /// The dice have left the hand, and what is asked must wait until they lie.
    DiceAreRolling = "dice-are-rolling",
    /// The dice have left the hand, and the dealer has not confirmed this late wager.
    NotConfirmed = "not-confirmed",
    /// The dice cannot leave the hand twice in one throw.
    ThrownAlready = "thrown-already",
    /// Betting is closed, and no wager is judged by another sign than it was made under.
    SignChangesBetween = "sign-changes-between",

    // Cards.
    /// The table waits for something other than a card.
    NoCardIsDue = "no-card-is-due",
    /// No wager stands that brings cards on to the felt.
    NothingIsStaked = "nothing-is-staked",
    /// As many of this card as the decks hold are out already.
    CardIsGone = "card-is-gone",
    /// The table draws from another shoe or device than the card is said to come from.
    OtherSource = "other-source",
    /// A seen card waits under the source, and the next one must be that card.
    ParkedCardFirst = "parked-card-first",
    /// Only one card at a time waits under the source.
    ParkedAlready = "parked-already",
    /// The card that is named was not told as burned since the last shuffle.
    NotBurnedSince = "not-burned-since",
    /// A shuffle is due before another card is dealt.
    ShuffleFirst = "shuffle-first",
    /// A check of the cards was ordered, and has not been reported.
    CheckFirst = "check-first",
    /// New cards were ordered, and have not been brought.
    ReplaceFirst = "replace-first",
    /// New cards come to a table only when somebody has checked them.
    NotChecked = "not-checked",
    /// A burn is due before the card can be the next one.
    BurnFirst = "burn-first",
    /// No shuffle asks for a burned card at this moment.
    NoBurnIsDue = "no-burn-is-due",
    /// The face of this burned card counts, so it cannot be burned unseen.
    BurnIsShown = "burn-is-shown",
    /// The order of the game has no rule for a cutting card.
    NoCuttingCard = "no-cutting-card",
    /// The cards come from a shuffling device, in which no cutting card lies.
    NoCutWithDevice = "no-cut-with-device",
    /// The cutting card has come out since the last shuffle.
    CuttingCardIsOut = "cutting-card-is-out",
    /// Cards in a shoe are replaced after the cutting card, and it is still in.
    CuttingCardIsIn = "cutting-card-is-in",
    /// What is asked must wait until the cards of the round are off the felt.
    RoundIsOn = "round-is-on",
    /// The order of the game has no rule by which new cards come.
    CardsAreNotReplaced = "cards-are-not-replaced",
    /// The cards come from a shoe, and discards are fed to a device only.
    NoDevice = "no-device",
    /// Discards are fed to the device when the dealer has the first card, and it is still to come.
    FirstDealIncomplete = "first-deal-incomplete",
    /// The moment for feeding discards has passed in this round.
    FedTooLate = "fed-too-late",
    /// At this table no hand lies face down, so none is turned.
    DealtFaceUp = "dealt-face-up",
    /// Hands are turned when all of their cards are dealt.
    HandsNotDealt = "hands-not-dealt",
    /// No hand lies face down on this area.
    NoHandToTurn = "no-hand-to-turn",
    /// No player turns the hand of the Banker.
    DealerKeepsBanker = "dealer-keeps-banker",
    /// Hands of players, or cards, are still to come before the hand of the Banker.
    BankerIsLast = "banker-is-last",
    /// The order of the game does not let players touch cards.
    CardsAreNotTouched = "cards-are-not-touched",
    /// The game has a method in which players take up cards, and this table uses the other one.
    MethodWithoutTouching = "method-without-touching",
    /// A player takes up the cards of the own seat only.
    NotSeatedThere = "not-seated-there",
    /// No face-down cards lie on this area.
    NoCardsToTakeUp = "no-cards-to-take-up",

    // Decisions.
    /// The table does not wait for a choice.
    NothingToDecide = "nothing-to-decide",
    /// The table waits for the choice of another area.
    AnotherChooses = "another-chooses",
    /// The table waits for a choice, and this is not one that the player has.
    NotAChoice = "not-a-choice",
    /// The table has not asked for a ruling.
    NoQuestion = "no-question",
    /// The table waits for a ruling, and takes nothing else.
    QuestionIsOpen = "question-is-open",
    /// The question that is open is not one that this person may answer.
    SupervisorRules = "supervisor-rules",
    /// The number of the shuffling device was not said.
    NoDeviceNamed = "no-device-named",
    /// Nobody has said that the device failed, or all is done about it.
    NoDeviceFailed = "no-device-failed",
    /// There is no other device to which the cards could be moved.
    NoOtherDevice = "no-other-device",
    /// The device that failed cannot take its own place.
    SameDevice = "same-device",
    /// The table waits for a step about the device that failed, and takes nothing else.
    RepairIsOpen = "repair-is-open",
    /// Damaged cards are named and taken out first.
    ListDamagedFirst = "list-damaged-first",
    /// No card of this face was taken out.
    NotTakenOut = "not-taken-out",
    /// The sound cards go to the other device before damaged ones are replaced.
    TransferFirst = "transfer-first",
    /// No card of this face is damaged, or it was replaced already.
    NotTheSameFace = "not-the-same-face",
    /// The order gives what is done in this situation to another person.
    AnotherHasTheSay = "another-has-the-say",
    /// Only a supervisor may declare a roll invalid.
    SupervisorDecides = "supervisor-decides",

    // The dice and the shooter.
    /// The dice are on offer, and nobody throws until a player accepts them.
    DiceNotTaken = "dice-not-taken",
    /// The offer of the dice is for another seat to answer.
    DiceOfferedToAnother = "dice-offered-to-another",
    /// There is a shooter, so the dice are not on offer.
    DiceAreTaken = "dice-are-taken",
    /// Only the shooter can give up the dice.
    NotTheShooter = "not-the-shooter",
    /// A shooter throws with a wager on Win Line or Don't Win, and has none.
    NoLineWager = "no-line-wager",
    /// Dice went off the table, and the shooter must choose two again.
    DiceNotChosen = "dice-not-chosen",
    /// The dice that are taken are not two of those that are offered.
    NotTwoOfFive = "not-two-of-five",
    /// The dice that are chosen again are not two of those that are left.
    NotTwoThatAreThere = "not-two-that-are-there",
    /// This player is not the shooter, or has no dice to choose now.
    NoDiceToChoose = "no-dice-to-choose",
    /// The seats of the table are known, and all of them are free.
    NobodyStandsHere = "nobody-stands-here",
    /// Nobody has told that the dice were thrown, so there is no total to call.
    NotThrown = "not-thrown",
    /// The table was opened without seats, so it has no shooter to speak of.
    NobodyIsSeated = "nobody-is-seated",
    /// No player wanted the dice, and the stickperson has them.
    StickpersonThrows = "stickperson-throws",
    /// The dice go to players and come back through the stickperson alone.
    StickpersonHandsOut = "stickperson-hands-out",
    /// Only the boxperson has the dice passed on against the will of the shooter.
    BoxpersonOrders = "boxperson-orders",
    /// A die that was found goes to the boxperson.
    BoxpersonInspects = "boxperson-inspects",
    /// Only the boxperson replaces dice that are lost.
    BoxpersonBringsDice = "boxperson-brings-dice",
    /// Only stickperson, boxperson or supervisor call a throw invalid.
    NotTheirsToCall = "not-theirs-to-call",
    /// What was reported of the throw makes it invalid, so it cannot count.
    NoRollMustBeCalled = "no-roll-must-be-called",
    /// A report of a throw must say what was wrong with it.
    NoFaultNamed = "no-fault-named",
    /// More dice, or fewer, went off the table than can have.
    NotSoManyDice = "not-so-many-dice",
    /// No die went off the table that could be found.
    NoDieIsMissing = "no-die-is-missing",
    /// A new set comes when two dice are lost, and they are not.
    FewerThanTwoMissing = "fewer-than-two-missing",
    /// No roll has been settled that could be taken back.
    NoRollToInvalidate = "no-roll-to-invalidate",

    // Situations that should not arise.
    /// The order of the game does not say what is done in this situation.
    NoRuleForThat = "no-rule-for-that",
    /// The order has a rule for it, and that says that nothing is done here.
    NotInThisSituation = "not-in-this-situation",
    /// The situation concerns an area, and the input names none.
    NoAreaNamed = "no-area-named",
    /// The situation concerns a card, and the input names none.
    NoCardNamed = "no-card-named",
    /// The situation concerns a hand, and the input names none.
    NoHandNamed = "no-hand-named",
    /// The situation concerns a player, and the input names none.
    NoPlayerNamed = "no-player-named",
    /// The situation concerns a wager, and the input names none.
    NoWagerNamed = "no-wager-named",
    /// Wagers are to be forfeited, and the input does not say who cheated.
    NoCheatNamed = "no-cheat-named",
    /// More of a cheat's wagers is to be forfeited than those of the round.
    OnlyOfTheRound = "only-of-the-round",
    /// One hand alone is to be void, and the order has no rule for that.
    NoHandAlone = "no-hand-alone",
    /// One hand alone is to be void, and nothing of the round lies on it.
    NoHandThere = "no-hand-there",
    /// The wager is one that no device collects, or that has been collected before.
    NotTakenByEquipment = "not-taken-by-equipment",
    /// The situation concerns a card, and the game is not played with any.
    NoCardsHere = "no-cards-here",
    /// In a round, what a check found missing is declared as a situation of its own.
    DeclareMissingFirst = "declare-missing-first",
    /// A settled round is being rebuilt, and counts as begun until that is done.
    BeingDealtAgain = "being-dealt-again",
    /// The order of the game has no rule for a void round.
    NotDeclaredVoid = "not-declared-void",

    // What other games have.
    /// The input belongs to a game with a rule that this one lacks.
    NoSuchThing = "no-such-thing",
    /// The input is about cards at a game of dice, or the other way round.
    NotPlayedWithThat = "not-played-with-that",
    /// The table is set up with cards, and the game has none.
    NotPlayedWithCards = "not-played-with-cards",
    /// A game was asked for what all tables do alike; no input leads here.
    TakenByTheTable = "taken-by-the-table",

    // How a table is set up.
    /// The order of the game does not allow this number of decks.
    NotItsDecks = "not-its-decks",
    /// The order of the game does not allow cards from this shoe or device.
    NotItsSource = "not-its-source",
    /// The order of the game does not let as many players share an area.
    NotSharedBySoMany = "not-shared-by-so-many",
    /// The order of the game does not have this variant.
    NoSuchVariant = "no-such-variant",
    /// The table is set up with a jackpot, and the order of the game has none.
    GameWithoutJackpot = "game-without-jackpot",
    /// The order of the game does not have a method in which players take up cards.
    NoMethodB = "no-method-b",
    /// The table is set up with seats, and no rule of the game asks who sits where.
    SeatsDoNotMatter = "seats-do-not-matter",
    /// There is no seat of this number.
    NoSuchSeat = "no-such-seat",
    /// One player is named at two seats of the table.
    TwoSeats = "two-seats",
    /// The smallest chip is nothing, or above what every table counts with.
    NoSuchChip = "no-such-chip",
    /// The least is above the most, or the unit is nothing.
    LimitsMakeNoSense = "limits-make-no-sense",

    // Jackpots.
    /// The table is not linked to a jackpot.
    NoJackpot = "no-jackpot",
    /// The jackpot of the table has no mystery prize.
    NoMysteryPrize = "no-mystery-prize",
    /// A mystery prize goes to a jackpot wager of the round, and none is there.
    NoJackpotWager = "no-jackpot-wager",
    /// A jackpot wager stands, or is carried over, that was made at the present price and for its pool.
    JackpotWagerStands = "jackpot-wager-stands",
    /// Jackpot wagers are collected before the first card, and some are not.
    CollectFirst = "collect-first",
    /// No jackpot wager stands that has not been collected.
    NothingToCollect = "nothing-to-collect",
    /// At this table the first card collects the jackpot wagers.
    FirstCardCollects = "first-card-collects",
    /// The table has no equipment that says what it accepts.
    NoLights = "no-lights",
    /// The jackpot wager is in the float, so that no light can change.
    CollectedAlready = "collected-already",
    /// The jackpot wager has had the mystery prize of this round.
    MysteryGiven = "mystery-given",
    /// The table is set up with several pools.
    MoreThanOnePool = "more-than-one-pool",
    /// Another table of the pool is of a game that the order does not list.
    NotAGameOfThePool = "not-a-game-of-the-pool",
    /// Another table of the pool has another price for its jackpot wager.
    OtherPriceInPool = "other-price-in-pool",
    /// Another table of the pool has other prizes.
    OtherPrizesInPool = "other-prizes-in-pool",
    /// Another table of the pool feeds its meter otherwise, or starts it with another amount.
    OtherGrowthInPool = "other-growth-in-pool",
}

impl Why {
    /// Tells whether the order gives the matter to another person than the one who spoke.
    pub const fn is_of_another(self) -> bool {
        matches!(
            self,
            Self::SupervisorRules
                | Self::AnotherHasTheSay
                | Self::SupervisorDecides
                | Self::BoxpersonOrders
                | Self::BoxpersonInspects
                | Self::BoxpersonBringsDice
                | Self::NotTheirsToCall
                | Self::StickpersonHandsOut
        )
    }
}
