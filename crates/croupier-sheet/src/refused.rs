//! The reasons for which the rules refuse something, as sentences: the one place where they stand.
//!
//! Journals and programs have the codes; whoever rewords a sentence here changes no journal. A reason that has
//! no sentence does not compile.

use core::fmt;

use croupier_engine::{Refusal, Why};

/// A refusal as people read it: the sentence, and the clause in brackets.
///
/// ```
/// use croupier_engine::{Clause, Refusal, Why};
/// use croupier_sheet::Refused;
///
/// let refusal = Refusal::new(Clause("6.2"), Why::BelowMinimum);
/// assert_eq!(Refused(refusal).to_string(), "below the minimum (6.2)");
/// assert_eq!(refusal.to_string(), "below-minimum (6.2)");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Refused(pub Refusal);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", sentence(self.0.why), self.0.clause)
    }
}

/// Says a reason in a few words, as round sheets, screens and the command have it.
#[expect(clippy::too_many_lines, reason = "a row for each reason")]
pub const fn sentence(why: Why) -> &'static str {
    match why {
        Why::AboveMaximum => "above the maximum",
        Why::BelowMinimum => "below the minimum",
        Why::NotInUnits => "not in the units of the sign",
        Why::CannotBeSplit => "this amount cannot be split into whole chips: name another",
        Why::AboveOwnMeasure => "more than the wager that it goes with allows",
        Why::NotItsPrice => "a jackpot wager is exactly its price",
        Why::AboveCeiling => "more than any table takes",
        Why::NotAnAmount => "not an amount of money",
        Why::PayFirst => "what the last result decided must be collected and paid first",
        Why::NothingToPay => "nothing is decided that could be paid",
        Why::NotDecidedYet => "this wager is not decided yet",
        Why::PaidOutOfTurn => "another wager is collected or paid before this one",
        Why::SomeArePaid => "wagers of this roll are settled already",
        Why::NothingToRekey => "no card or roll is left that could be put right",
        Why::PaidAtOnce => "this table pays at once: nobody has to say that it is paid",
        Why::NotWholeChips => "not a whole number of the table's smallest chip",
        Why::AmountIsFixed => "the amount of this wager is fixed",
        Why::BehindAboveCap => {
            "the chips behind it would be more than its order allows: take some of them down first"
        }
        Why::NotLowered => "name an amount below what lies there, and above 0",

        Why::NoSuchWager => "this game has no such wager",
        Why::PlacedByChoice => "this wager is placed when its player chooses it, never directly",
        Why::NeededWagerMissing => "place the main wager there first: this one goes with it",
        Why::NotItsNumber => "this wager is not offered on that number",
        Why::NumberedByRoll => "place it without a number: the next roll gives it one",
        Why::NotAtThisPoint => {
            "line wagers are taken before there is a point; Come wagers and wagers behind once there is one"
        }
        Why::TokensNotTaken => "jackpot wagers are placed in chips, not in tokens",
        Why::NoTokensThere => "the player has no tokens here",
        Why::NoWagerThere => "there is no such wager",
        Why::NoSuchArea => "no such area",
        Why::AreaIsTaken => "the area is taken",
        Why::AreaIsKept => "the area is kept for another player",
        Why::AreasAreNotKept => "areas are not kept for a player here",
        Why::NothingIsFound => "in this game a wager stays as it was placed",
        Why::NotHandledSo => "this game does not let a wager be changed in this way",
        Why::NotTakenBack => "this game does not let this wager be taken back",
        Why::NotCalled => "only some wagers are called on and off",
        Why::BoundToItsPoint => "this wager has its point, and stays until it is decided",
        Why::NotAgainOnceLowered => {
            "a wager that was lowered or taken down is not raised or placed again yet"
        }
        Why::WagersStand => "wagers are still on the layout",

        Why::NoMoreBets => "no more bets",
        Why::FirstCardIsOut => "the first card is out",
        Why::ClosedAlready => "betting is closed already",
        Why::StillOpen => "betting is still open",
        Why::ThrowEndsBetting => "only the throw ends betting",
        Why::DiceAreRolling => "the dice are rolling",
        Why::NotConfirmed => {
            "the dice are rolling: a dealer or the boxperson must confirm this wager"
        }
        Why::ThrownAlready => "the dice are rolling already",
        Why::SignChangesBetween => "the sign changes between rounds",

        Why::NoCardIsDue => "no card is due now",
        Why::NothingIsStaked => "nobody has a wager for which cards are dealt",
        Why::CardIsGone => "the decks do not hold so many of this card",
        Why::OtherSource => "this card does not come from the source of this table",
        Why::ParkedCardFirst => "the card that was put under the source comes first",
        Why::ParkedAlready => "a card lies under the source already",
        Why::NotBurnedSince => "this card was not recorded as burned since the last shuffle",
        Why::ShuffleFirst => "the cards must be shuffled first",
        Why::CheckFirst => "the cards must be checked first",
        Why::ReplaceFirst => "the cards must be replaced first",
        Why::NotChecked => "the cards have not been checked",
        Why::BurnFirst => "a card must be burned first",
        Why::NoBurnIsDue => "no card is to be burned now",
        Why::BurnIsShown => "the first card that is burned is shown",
        Why::NoCuttingCard => "this game has no cutting card",
        Why::NoCutWithDevice => "with a device there is no cut",
        Why::CuttingCardIsOut => "there is no cutting card to come out",
        Why::CuttingCardIsIn => {
            "cards are replaced after the round of the cutting card, and it has not come out"
        }
        Why::RoundIsOn => "a round is in progress",
        Why::CardsAreNotReplaced => "cards are not replaced here",
        Why::NoDevice => "there is no device to feed",
        Why::FirstDealIncomplete => "the first deal is not complete",
        Why::FedTooLate => "these cards wait for the next first deal",
        Why::DealtFaceUp => "all cards are dealt face up",
        Why::HandsNotDealt => "the hands are not dealt yet",
        Why::NoHandToTurn => "there is no hand to turn",
        Why::DealerKeepsBanker => "the dealer keeps the Banker hand",
        Why::BankerIsLast => "the Banker hand is turned last",
        Why::CardsAreNotTouched => "players do not handle cards here",
        Why::MethodWithoutTouching => {
            "players do not handle the cards in the method of dealing of this table"
        }
        Why::NotSeatedThere => "the player is not seated there",
        Why::NoCardsToTakeUp => "there are no cards to take up",

        Why::NothingToDecide => "there is nothing to decide",
        Why::AnotherChooses => "another area chooses first",
        Why::NotAChoice => "this is not one of the choices that are offered now",
        Why::NoQuestion => "no question is open that could be ruled on",
        Why::QuestionIsOpen => "the table waits until the open question is answered",
        Why::NoDeviceNamed => "say the number of the shuffling device",
        Why::NoDeviceFailed => "nobody has said that the device failed, or all is done about it",
        Why::NoOtherDevice => "there is no other device: the round is finished from a shoe",
        Why::SameDevice => "that is the device that failed: name the other one",
        Why::RepairIsOpen => "the steps about the device that failed come first, one by one",
        Why::ListDamagedFirst => "name each damaged card and take it out first",
        Why::NotTakenOut => "no card of this face was taken out",
        Why::TransferFirst => "move the sound cards to the other device first",
        Why::NotTheSameFace => "no damaged card of this face is to be replaced",
        Why::SupervisorRules => "only a supervisor rules on that",
        Why::AnotherHasTheSay => "another of the crew decides that",
        Why::SupervisorDecides => "only a supervisor decides that",

        Why::DiceNotTaken => "nobody has taken the dice",
        Why::DiceOfferedToAnother => "the dice are offered to another player",
        Why::DiceAreTaken => "the dice are taken",
        Why::NotTheShooter => "this player does not have the dice",
        Why::NoLineWager => "the shooter has no wager on the line",
        Why::DiceNotChosen => "the shooter has not chosen dice",
        Why::NotTwoOfFive => "a shooter takes two of the five dice",
        Why::NotTwoThatAreThere => "choose two of the dice that lie in the bowl",
        Why::NoDiceToChoose => "there are no dice to choose",
        Why::NobodyStandsHere => {
            "nobody stands at the table; the dice are offered to whoever comes"
        }
        Why::NotThrown => {
            "the dice have not been thrown: say that they are thrown, then call the total"
        }
        Why::NobodyIsSeated => "no player is known to be at this table",
        Why::StickpersonThrows => "the stickperson throws",
        Why::StickpersonHandsOut => "only the stickperson hands out the dice",
        Why::BoxpersonOrders => "only the boxperson orders it",
        Why::BoxpersonInspects => "the boxperson inspects it",
        Why::BoxpersonBringsDice => "the boxperson brings a new set",
        Why::NotTheirsToCall => {
            "only the stickperson, the boxperson or a supervisor calls \"no roll\""
        }
        Why::NoRollMustBeCalled => "no roll must be called",
        Why::NoFaultNamed => "say what was wrong",
        Why::NotSoManyDice => "a set has only five dice",
        Why::NoDieIsMissing => "no die is missing",
        Why::FewerThanTwoMissing => "fewer than two dice are missing",
        Why::NoRollToInvalidate => "there is no roll to declare invalid",

        Why::NoRuleForThat => "this order has no rule for that",
        Why::NotInThisSituation => "not in this situation",
        Why::NoAreaNamed => "say which area it is about",
        Why::NoCardNamed => "say which card it is about",
        Why::NoHandNamed => "say which hand it is about",
        Why::NoPlayerNamed => "say which player it is about",
        Why::NoWagerNamed => "say which wager it is about",
        Why::NoCheatNamed => "name who cheated: only a cheat's wagers are forfeited",
        Why::OnlyOfTheRound => "only wagers of the round are forfeited here: say yes or no",
        Why::NoHandAlone => "no hand alone is void by this rule",
        Why::NoHandThere => "nothing of this round lies on that hand",
        Why::NotTakenByEquipment => "no equipment takes this wager",
        Why::NoCardsHere => "there are no cards",
        Why::DeclareMissingFirst => "declare what is missing first",
        Why::BeingDealtAgain => "the round is being dealt again",
        Why::NotDeclaredVoid => "a round is not declared void here",

        Why::NoSuchThing => "this game has no such thing",
        Why::NotPlayedWithThat => "this game is not played with that",
        Why::NotPlayedWithCards => "this game is not played with cards",
        Why::TakenByTheTable => "every table takes that by itself",

        Why::NotItsDecks => "the order of this game does not allow this number of decks",
        Why::NotItsSource => "cards do not come from there in this game",
        Why::NotSharedBySoMany => "sharing an area by so many is not allowed",
        Why::NoSuchVariant => "this game has no such variant",
        Why::GameWithoutJackpot => "this game has no jackpot",
        Why::NoMethodB => "method B is for another game",
        Why::SeatsDoNotMatter => "seats do not matter in this game",
        Why::NoSuchSeat => "there is no such seat",
        Why::TwoSeats => "a player has two seats",
        Why::NoSuchChip => "there is no such chip",
        Why::LimitsMakeNoSense => "no wager can satisfy these limits",

        Why::NoJackpot => "no jackpot is on offer",
        Why::NoMysteryPrize => "no mystery prize is on offer",
        Why::NoJackpotWager => "no jackpot wager there in this round",
        Why::JackpotWagerStands => "a jackpot wager stands, or is carried over: it goes first",
        Why::CollectFirst => "collect the jackpot wagers first, then deal",
        Why::NothingToCollect => "no jackpot wager is left to collect",
        Why::FirstCardCollects => "the first card collects the jackpot wagers at this table",
        Why::NoLights => "this table has no lights: every jackpot wager counts as accepted",
        Why::CollectedAlready => "this jackpot wager is in the float already",
        Why::MysteryGiven => "this wager has had the mystery prize of the round",
        Why::MoreThanOnePool => "a table is linked to one pool",
        Why::NotAGameOfThePool => "this game cannot share the pool",
        Why::OtherPriceInPool => "the price of the wager is not the same in the pool",
        Why::OtherPrizesInPool => "the prizes are not the same in the pool",
        Why::OtherGrowthInPool => "increment and seed are not the same in the pool",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Two reasons that read alike would be one reason with two codes.
    #[test]
    fn every_reason_has_a_sentence_of_its_own() {
        let sentences: BTreeSet<_> = Why::ALL.iter().map(|why| sentence(*why)).collect();
        assert_eq!(sentences.len(), Why::ALL.len());
        for words in sentences {
            let is_plain = words.len() > 10 && words == words.trim() && !words.ends_with('.');
            assert!(is_plain, "{words:?} is not a few words without a full stop");
        }
    }
}
