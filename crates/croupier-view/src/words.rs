//! What the floor says, in sentences for people: made from codes and values, and never recorded.

use std::borrow::Cow;

use croupier_engine::{Cents, Player};
use croupier_floor::{Denied, Item, Notice, People, Prompt, RIGHTS, Reason, Role};
use croupier_sheet::sentence;

/// Says that a table takes nothing more.
const STOPPED: &str = "the table is stopped: what the journal has of it is damaged";

/// Says why something was not done, and what to do instead where there is something.
pub fn denied(denied: &Denied) -> String {
    reason(&denied.reason).into_owned()
}

/// Says why something is not possible now.
pub fn why_not(why: &Reason) -> String {
    reason(why).into_owned()
}

/// The table of sentences: one for each reason.
#[expect(clippy::too_many_lines, reason = "a row for each reason")]
fn reason(reason: &Reason) -> Cow<'static, str> {
    match reason {
        Reason::Refused(why) => sentence(*why).into(),
        Reason::Stranger(name) | Reason::NoSuchPerson(name) if name.is_empty() => {
            "nobody here has that name".into()
        }
        Reason::Stranger(name) | Reason::NoSuchPerson(name) => {
            format!("nobody here is called {name:?}").into()
        }
        Reason::TaskOfOthers { owners } => {
            let owners: Vec<_> = owners.iter().map(|role| role.name()).collect();
            format!("this task is for: {}", owners.join(", ")).into()
        }
        Reason::NoSuchTask { number } => {
            format!("this table has no open task {number}; look at its list").into()
        }
        Reason::TaskEndsWith { act } => format!("this task ends with the act {act}").into(),
        Reason::LimitsNotInChips { chip } => {
            format!("limits are whole numbers of chips; the smallest chip here is {}", chip.0)
                .into()
        }
        Reason::SeatsExactly { seats } => {
            format!("a table of this game has {seats} seats; open it with {seats}").into()
        }
        Reason::NotInRoles { what } => format!("{what} is for: {}", roles(what)).into(),
        Reason::Less { amount } => {
            format!("there is less than ${} where it should come from", amount.0).into()
        }
        Reason::CageHasLess { has, amount } => format!(
            "the cage has ${}, and this takes ${}: order chips under Cage first",
            has.0, amount.0
        )
        .into(),
        Reason::Owes { amount } => format!(
            "the player owes ${} after a correction, which is paid first: bring or cash less, or buy more chips",
            amount.0
        )
        .into(),
        Reason::LessToWager { amount } => {
            format!("the player has less than ${} at the table: bring chips first", amount.0).into()
        }
        Reason::RequestOpen { request } => {
            format!("the table waits for the answer to request {request}; play goes on when it is approved, rejected or taken back").into()
        }
        Reason::AnotherRound { round } => {
            format!("the request is about round {round}, which is over; reject it").into()
        }
        Reason::NoGrounds => "say why: this needs a reason in words".into(),
        Reason::ForfeitUndecided => {
            "say whether those who cheated forfeit their wagers: forfeit yes or no".into()
        }
        Reason::ForfeitNotAsked => "nothing is left to direct about forfeiture here".into(),
        Reason::OnDuty => "people who work here, and inspectors on duty, cannot be kept from the game, excluded or held".into(),
        Reason::NoSuchRequest { number } => format!("there is no request {number}").into(),
        Reason::NoSuchComplaint { number } => format!("there is no complaint {number}").into(),
        Reason::TableIsOpen { table } => format!("table {} is open", table.0).into(),
        Reason::TableNotOpen { table } => format!("table {} is not open", table.0).into(),
        Reason::NoSuchGame { game } if game.is_empty() => "there is no such game".into(),
        Reason::NoSuchGame { game } => format!("there is no game {game:?}").into(),
        Reason::SeatsRange { most } => format!("a table has 1 to {most} seats").into(),
        Reason::BadSetup(what) if what.is_empty() => "this is no set-up of this game".into(),
        Reason::BadStep(what) if what.is_empty() => "this is no step of this game".into(),
        Reason::Stopped(what) if what.is_empty() => STOPPED.into(),
        Reason::BadSetup(what) | Reason::BadStep(what) | Reason::Stopped(what) => {
            what.clone().into()
        }
        Reason::NoSuchSeat { seat } => format!("there is no seat {seat}").into(),
        Reason::SeatTaken { seat } => format!("seat {seat} is taken").into(),
        Reason::NoSuchWager { on } if on.is_empty() => "this game has no such wager".into(),
        Reason::NoSuchWager { on } => format!("this game has no wager {on:?}").into(),
        Reason::NoSuchVariant { variant } if variant.is_empty() => {
            "there is no such variant".into()
        }
        Reason::NoSuchVariant { variant } => format!("there is no variant {variant:?}").into(),
        Reason::CuttingCardRange { least, most } => {
            format!("the cutting card goes {least} to {most} cards from the back").into()
        }
        Reason::DrawDiffers { draw } => format!("draw {draw} does not follow from the key").into(),
        Reason::KeptOut => "this person is kept out of the casino".into(),
        Reason::NobodyMay => "nobody may do that".into(),
        Reason::FollowsFromAnother => "this happens as part of another act, and is not done alone".into(),
        Reason::ProgramDeals => "the program deals at this table: staff enter no cards, dice or wagers here".into(),
        Reason::DealerDeals => "a dealer deals at this table, not the program".into(),
        Reason::NotOwn => "players do this for themselves only".into(),
        Reason::ProgramOpensDemoOnly => "the program opens demo tables only".into(),
        Reason::GuestsOnly => "only guests play at a demo table".into(),
        Reason::NoGuests => "guests play at demo tables".into(),
        Reason::NeedsAnother => "a second person with the right must agree".into(),
        Reason::NotTwoPeople { until, second } => not_two_people(*until, second).into(),
        Reason::SupervisorVerifies => {
            "a supervisor verifies that all cards are there, and says so at the table".into()
        }
        Reason::TooFewChips => "the player has too few chips for it: bring chips to the table first".into(),
        Reason::FloatTooSmall => "the float holds less than that: name a smaller amount".into(),
        Reason::AskForFill => "the float is less than that: ask for a fill".into(),
        Reason::PlayMoney => "play money cannot be moved where money is".into(),
        Reason::NoCashForPlayMoney => "there is no cash for play money".into(),
        Reason::IsFounded => "the house has its managers already".into(),
        Reason::NameTaken => "somebody is called that already: choose another name".into(),
        Reason::BadName => "a name has 1 to 40 letters, digits, dots or dashes".into(),
        Reason::StaysGuest => "a guest cannot be given another role".into(),
        Reason::IsProgram => "this name is the program's: choose another".into(),
        Reason::GuestsComeThemselves => "guests are not added: they come in by themselves".into(),
        Reason::RolesApart => "an inspector or a player has no other role: leave the others out".into(),
        Reason::NoRole => "choose at least one role".into(),
        Reason::NotAPlayer => "this person is not a player".into(),
        Reason::NotStaff => "this person does not work here: name who gave the advice".into(),
        Reason::IncidentNeedsTable => {
            "say at which table it happened: its order says whether that is forbidden".into()
        }
        Reason::MayNotPlay => "this person may not play here".into(),
        Reason::IsHeld => "this person is held until an inspector or the police take over".into(),
        Reason::IsNotHeld => "this person is not held; detain comes first".into(),
        Reason::AnotherReviews => "another person, not of lower rank, reviews it".into(),
        Reason::Decided => "this is decided already".into(),
        Reason::NotDecided => "this is not decided yet".into(),
        Reason::NoFirstDecision => "there is no first decision to review".into(),
        Reason::SayOfInspector => "the person is told of the complaint to an inspector".into(),
        Reason::BadTable => "a table has a number above 0, and a name".into(),
        Reason::VirtualFaceDown => "nobody can take up virtual cards".into(),
        Reason::BadAmount => "this is no amount of money".into(),
        Reason::Closing => "the table is closing: it takes nothing new".into(),
        Reason::ClosingAnnounced => "the closing is announced already".into(),
        Reason::NoClosingAnnounced => "no closing is announced at this table".into(),
        Reason::NoticeTooShort => "the sign must stand for twenty minutes first".into(),
        Reason::RoundNotDecided => {
            "what becomes of the last round is not yet decided; answer the question, or deal it again to its end"
                .into()
        }
        Reason::WagersStand => "wagers still stand on the layout: settle or return them first".into(),
        Reason::OwnWagersStand => "this player's wagers still stand: the player leaves when they are settled".into(),
        Reason::HasSeat => "this player has a seat here".into(),
        Reason::HasNoSeat => "this player has no seat here: let the player sit down first".into(),
        Reason::NotTheirsToConfirm => {
            "only a dealer or the boxperson confirms a wager after the throw; ask one of them"
                .into()
        }
        Reason::NothingToConfirm => "staff placed no wager that waits for this player's yes".into(),
        Reason::EquipmentMissing { item } => {
            format!("{} is missing; bring it to the table first", equipment(*item)).into()
        }
        Reason::EquipmentFirst => {
            "check the equipment of the table and its first set of dice first".into()
        }
        Reason::DiceAreRegistered => {
            "a set of dice is registered; a new one comes when two dice are lost".into()
        }
        Reason::NotFiveDice => {
            "a set is five dice with five serial numbers that were not used here before".into()
        }
        Reason::NoDiceRegistered => {
            "no checked set of dice is registered; the boxperson registers one first".into()
        }
        Reason::HasNotSatOut => "the player has not sat out three rounds".into(),
        Reason::NotOnSeveralAreas => "the player does not play on several areas".into(),
        Reason::NotANewcomer => "name the newcomer for whom the area is given up".into(),
        Reason::AreaIsReserved => {
            "this area is kept for one player; release it before it can be given up".into()
        }
        Reason::AreaGivenUp => {
            "this area was given up for another player; wager on another area".into()
        }
        Reason::SeatsEnough => {
            "the newcomer finds a free place at this table; nobody has to give one up".into()
        }
        Reason::NoSuchRule => "the order of this game has no such rule".into(),
        Reason::HigherMinimumWaits => "a higher minimum begins only when its sign has stood, by the order of this game".into(),
        Reason::NobodySpared => "nobody at this table keeps an old minimum".into(),
        Reason::SparesNobody => "the order of this game lets nobody keep an old minimum".into(),
        Reason::LimitsMakeNoSense => "no wager can satisfy these limits".into(),
        Reason::OffTheSign => {
            "this wager has a price or a measure of its own; no sign is put up for it".into()
        }
        Reason::NotAboveMaximum => {
            "a player's own limits go above the maximum on the sign; name a higher maximum".into()
        }
        Reason::OwnMinimumTooLow => {
            "a player's own minimum is not below the one that holds for the player now".into()
        }
        Reason::NoOwnLimit => "this player has no limits of their own here".into(),
        Reason::NoOrderToLoad => "no order is kept for this game".into(),
        Reason::BadHash => "the SHA-256 of a text has 64 hexadecimal digits".into(),
        Reason::NoVariants => "the order of this game has no variants".into(),
        Reason::VariantPlayed => "this is played already".into(),
        Reason::NothingToAgree => "there is nothing to agree to".into(),
        Reason::NoCards => "this game is not played with cards".into(),
        Reason::BeingShuffled => "the cards are being shuffled".into(),
        Reason::NotBeingShuffled => "the cards are not being shuffled".into(),
        Reason::NotShuffled => "the cards have not been shuffled".into(),
        Reason::RoundOn => "a round is in progress".into(),
        Reason::NotPreShuffled => "no pre-shuffled cards are being loaded".into(),
        Reason::RiffleAsked => "a riffle is asked for, and not done yet".into(),
        Reason::RiffleNotAsked => "no riffle is asked for".into(),
        Reason::RiffleIsDone => "this riffle needs no decision: the dealer does it".into(),
        Reason::NoCut => "there is no cut at this table".into(),
        Reason::IsCut => "the cards are cut already".into(),
        Reason::NotCut => "the cards have not been cut".into(),
        Reason::CutOfferedToAnother => "the cut is offered to another".into(),
        Reason::CutNotOffered => "the cut is not offered to this player".into(),
        Reason::CutTooShallow => "cut nearer to the middle: a deck must be left on either side, or half of a small stack".into(),
        Reason::NoCuttingCard => "there is no cutting card at this table".into(),
        Reason::CardUsedUp => "the shoe holds no more of this card".into(),
        Reason::SourceIsEmpty => {
            "no card is left to be dealt: report that the cards have run out".into()
        }
        Reason::ShuffleNotDue => {
            "no shuffle is due: a supervisor must order one first".into()
        }
        Reason::OtherMethod => "cards are not shuffled in this way at this table".into(),
        Reason::CuttingCardFirst => {
            "the cutting card comes next: take it out and say so before the next card".into()
        }
        Reason::ShuffleRunOutFirst => {
            "shuffle the discards, have them cut where there is a cut, and load them first".into()
        }
        Reason::DealtFaceDown => {
            "cards are dealt face down here: enter this one without its face, and its face when the hand is turned".into()
        }
        Reason::BurnIsUnseen => "this card is burned face down, and nobody sees it".into(),
        Reason::RiffleByPlayer => "name a player who is seated at this table".into(),
        Reason::RiffleOnlyPlayers => "only a player can ask for a riffle here".into(),
        Reason::RiffleBeforeCut => {
            "a riffle comes right before the cut, and with a device there is none".into()
        }
        Reason::RiffleNotGranted => "a supervisor must grant the riffle first".into(),
        Reason::NoSuchSet { set } => format!("there is no set of cards {set}: register it").into(),
        Reason::SetKnown { set } => format!("a set of cards {set} is registered already").into(),
        Reason::NoSuchVoucher { number } => {
            format!("no voucher {} was issued; read its number again", number.0).into()
        }
        Reason::VoucherKnown { number } => {
            format!("voucher {} was issued already; take another number", number.0).into()
        }
        Reason::BadVoucher => {
            "a voucher has a number, at least one game, and a time in the future at which it expires".into()
        }
        Reason::BadTime => "this does not move the clock, or sets it to a time that does not exist".into(),
        Reason::VoucherUsed { number } => {
            format!("voucher {} was exchanged already; each is exchanged once", number.0).into()
        }
        Reason::VoucherExpired { number } => format!("voucher {} has expired", number.0).into(),
        Reason::VoucherOfOtherGame { number } => {
            format!("voucher {} is not for this game; its conditions name others", number.0).into()
        }
        Reason::VoucherOfAnother { number } => {
            format!("voucher {} is made out to somebody else", number.0).into()
        }
        Reason::TokensOfOtherGame => {
            "these tokens were given for a voucher that is not for this game; wager them at the games that it names".into()
        }
        Reason::OtherOrigin => {
            "the cards here did not come shuffled like that; the register of cards says how they came".into()
        }
        Reason::SetElsewhere { set } => format!("the set of cards {set} is at a table").into(),
        Reason::SetRetired { set } => format!("the set of cards {set} is retired").into(),
        Reason::OtherDecks { decks } => format!("this table plays with {decks} decks").into(),
        Reason::NotChecked { set } => {
            format!("the set of cards {set} must be checked before it is used").into()
        }
        Reason::SetIncomplete { set } => {
            format!("the last check of set {set} did not count all cards: complete and check it, or retire it").into()
        }
        Reason::NoSet => "bring a checked set of cards to this table first".into(),
        Reason::CardsInUse => "other cards come when the table opens or its cards are replaced".into(),
        Reason::BadSet => "a set has a number, at least one deck, and a member of staff who keeps it".into(),
        Reason::BurnKeyNotShown => {
            "the key of the burned cards has not been shown: the program shows it when the shoe is over".into()
        }
        Reason::Promotion { order, why } => crate::promotion_words::reason(order.as_deref(), why),
        Reason::NoSuchPool { pool } => format!("there is no pool {}", pool.0).into(),
        Reason::PoolKnown { pool } => {
            format!("pool {} is there already; take another number", pool.0).into()
        }
        Reason::PoolIs { pool, state } => {
            format!("pool {} is {}: this is not done with it now", pool.0, state.name()).into()
        }
        Reason::PoolNotRunning { pool, state } => {
            format!("pool {} is {}: it takes no wagers", pool.0, state.name()).into()
        }
        Reason::PoolChanges { pool } => {
            format!("pool {} gets other terms: it takes wagers again when those of the old ones are played", pool.0).into()
        }
        Reason::DisplayLost { pool, display } => {
            format!("display {} of pool {} is cut off, and the prizes must be shown", display.0, pool.0).into()
        }
        Reason::DisplayKnown => "a display of the pool has this number; take another one, from 1".into(),
        Reason::NoSuchDisplay => "the pool has no such display".into(),
        Reason::DisplayIsSo => "that was said of the display before".into(),
        Reason::NoSuchPrizes => "no game has this table of prizes, or the pool has another one".into(),
        Reason::SharesDoNotMakeOne => {
            "the shares of the meters and what the house keeps must make exactly 1".into()
        }
        Reason::SharesTooFine => "these shares cannot be counted exactly together with the old ones; take rounder fractions".into(),
        Reason::CeilingTooLow => "the ceiling of the mystery prize is above its start, and its meter gets a share".into(),
        Reason::BadReference => "say under which reference the Authority has approved this".into(),
        Reason::LinkedAlready { pool } => format!("it is linked to pool {} already", pool.0).into(),
        Reason::NotLinked => "the table is linked to no pool".into(),
        Reason::NotAGameOfPool { pool } => {
            format!("this game does not share the prizes of pool {}", pool.0).into()
        }
        Reason::PlayMoneyPool => "demo tables have pools of play money, and other tables have not".into(),
        Reason::JackpotIsLinked => "open the table without a jackpot, and link it to a pool then".into(),
        Reason::JackpotWagersStand => "a jackpot wager is in play; wait until the round is over".into(),
        Reason::AwardsOpen { pool } => {
            format!("a prize of pool {} is not paid yet", pool.0).into()
        }
        Reason::PoolInherits { pool } => format!(
            "pool {} gets what another pool leaves: retire it, and name the pool that gets what it holds",
            pool.0
        )
        .into(),
        Reason::MeterShows { amount } => format!("the meter shows {}", amount.0).into(),
        Reason::NoSuchOutside => "no such outside table is linked to the pool".into(),
        Reason::OutsideRepeats => "this message was taken before".into(),
        Reason::OutsideBeyond { most } => {
            format!("only {most} wagers of this round were fed and have not gone back").into()
        }
        Reason::OutsideRound => "this round is over, or has won this meter already".into(),
        Reason::NoSuchAward { award } => format!("no prize {award} waits here").into(),
        Reason::AwardVerified => "this prize is verified already".into(),
        Reason::VerifyAwardFirst { award } => {
            format!("a supervisor must look at the hands of prize {award} before it is paid").into()
        }
        Reason::NoMystery => "the pool has no mystery prize".into(),
        Reason::NoTrigger { pool } => {
            format!("the house has not committed itself to the mystery prize of pool {} yet", pool.0).into()
        }
        Reason::TriggerPassed { pool } => {
            format!("the mystery prize of pool {} must be won first", pool.0).into()
        }
        Reason::TriggerNotPassed => "no wagers have moved the meter up to the trigger".into(),
        Reason::TriggerStands { pool } => format!(
            "wagers have counted for the mystery prize of pool {}: what its meter holds is for who wins it",
            pool.0
        )
        .into(),
        Reason::TriggerUnseen { pool } => format!(
            "the program has yet to look whether the last wagers have won the mystery prize of pool {}",
            pool.0
        )
        .into(),
        Reason::NotCommitted => "the house has not committed itself to this round".into(),
        Reason::Committed => "the house is committed to this round already".into(),
        Reason::BadCommitment => "a commitment has 64 hexadecimal digits".into(),
        Reason::RoundTakesNoMore => "nothing more can be added to the draw of this round".into(),
        Reason::ContributedAlready => "this seat has added to the draws of this round".into(),
        Reason::BadSeal => {
            "words are sealed first: give their SHA-256 in 64 hexadecimal digits now, and open them when betting is closed".into()
        }
        Reason::OtherWords => "these are not the words that were sealed".into(),
        Reason::NoWordsAwaited => "no words are awaited from this player".into(),
        Reason::WordsAwaited { seat } => {
            format!("seat {seat} has not opened its words: wait for them, or let them lapse in time").into()
        }
        Reason::WordsHaveTime => "there is still time to open the words".into(),
        Reason::WordsLapsed { until } => format!(
            "this player let words lapse, and adds to the draws of this table again from commitment {until} on"
        )
        .into(),
        Reason::BettingOpen => "betting must be closed first: until then words stay sealed".into(),
        Reason::BettingClosed => "betting is closed until the draw".into(),
        Reason::BooksAreFull => "an account would hold more money than the house can count".into(),
        Reason::FloatIsShort { amount } => format!(
            "the float is short of {}, and the cage has less: bring chips to the cage first",
            amount.0
        )
        .into(),
        Reason::WasNotThere => {
            "only who sat at this table complains here; staff can take a complaint for others".into()
        }
        Reason::TooMuch => "this is too much".into(),
        Reason::NothingToReveal => "there is no key to show".into(),
        Reason::BadKey => "a key has 64 hexadecimal digits".into(),
        Reason::OtherKey => "this is not the key that the house committed itself to".into(),
        Reason::KeyNotShown => "the key of the last round has not been shown".into(),
        Reason::DealtByHand => "this table is dealt by hand: its draws have no keys".into(),
    }
}

/// Says that two accounts may be in one hand, until when, and who can agree meanwhile. It is never more than a day, so
/// that the time of day says it.
fn not_two_people(until: u64, second: &[Role]) -> String {
    let minutes = until.div_ceil(60_000) % (24 * 60);
    let others: Vec<_> = second.iter().map(|role| role.name()).collect();
    format!(
        "who asked and who agrees count as one person until {:02}:{:02} UTC, because an account was made, or its \
         password set, by one of them alone; until then somebody else must agree, as {}",
        minutes / 60,
        minutes % 60,
        others.join(" or ")
    )
}

/// Names the roles that a row of the table of rights is for.
fn roles(what: &str) -> String {
    let right = RIGHTS.iter().find(|right| right.what == what);
    let names =
        |roles: &[Role]| roles.iter().map(|role| role.name()).collect::<Vec<_>>().join(", ");
    match right {
        None => String::new(),
        Some(right) if right.dice.is_empty() => names(right.roles),
        Some(right) if right.roles.is_empty() => names(right.dice),
        Some(right) => format!("{}; at dice tables also {}", names(right.roles), names(right.dice)),
    }
}

/// Says what staff should know.
pub fn prompt(prompt: &Prompt) -> String {
    match prompt {
        Prompt::Stopped => STOPPED.into(),
        Prompt::AnswerRequest { request } => {
            format!("the table waits for the answer to request {request}")
        }
    }
}

/// Names a thing that must be at a table.
const fn equipment(item: Item) -> &'static str {
    match item {
        Item::Bowl => "the dice bowl",
        Item::Stick => "the stick",
        Item::Puck => "the puck",
        Item::FloatTray => "the float tray",
        Item::Buttons => "the set of marker buttons",
        Item::DropBox => "the drop box",
    }
}

/// Says what a sign announces.
pub fn notice(notice: &Notice, people: &People) -> String {
    match notice {
        Notice::Limits { on, min, max } => format!("{on}: {} to {}", Cents(*min), Cents(*max)),
        Notice::EndSparing { on } => format!("{on}: one minimum for all"),
        Notice::OwnLimits { on, player, limits: Some((min, max)) } => {
            format!("{on}: {}: {} to {}", people.name(*player), Cents(*min), Cents(*max))
        }
        Notice::OwnLimits { on, player, limits: None } => {
            format!("{on}: {}: as for all", people.name(*player))
        }
        Notice::Closing => "the table closes".into(),
        Notice::Variant { variant } => format!("variant: {}", variant.as_deref().unwrap_or("none")),
    }
}

/// Names whom the cut is offered to.
pub fn cutter(to: Option<Player>, people: &People) -> &str {
    to.map_or("the supervisor", |player| people.name(player))
}
