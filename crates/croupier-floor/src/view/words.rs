//! What the floor says, in sentences for people: made from codes and values, and never recorded.

use croupier_engine::{Cents, Player};

use crate::answer::{Denied, Notice, Prompt};
use crate::people::{People, Role};
use crate::reason::Reason;
use crate::rights;

/// Says why something was not done, and what to do instead where there is something.
pub fn denied(denied: &Denied) -> String {
    reason(&denied.reason)
}

fn reason(reason: &Reason) -> String {
    match reason {
        Reason::Refused("") => "the rules of the game do not allow it".into(),
        Reason::Refused(why) => (*why).into(),
        Reason::Stranger(name) | Reason::NoSuchPerson(name) if name.is_empty() => {
            "nobody here has that name".into()
        }
        Reason::Stranger(name) | Reason::NoSuchPerson(name) => {
            format!("nobody here is called {name:?}")
        }
        Reason::NotInRoles { what } => format!("{what} is for: {}", roles(what)),
        Reason::Less { amount } => format!("there is less than {}", amount.0),
        Reason::LessToWager { amount } => format!("there is less than {} to wager", amount.0),
        Reason::NoSuchRequest { number } => format!("there is no request {number}"),
        Reason::NoSuchComplaint { number } => format!("there is no complaint {number}"),
        Reason::TableIsOpen { table } => format!("table {} is open", table.0),
        Reason::TableNotOpen { table } => format!("table {} is not open", table.0),
        Reason::NoSuchGame { game } if game.is_empty() => "there is no such game".into(),
        Reason::NoSuchGame { game } => format!("there is no game {game:?}"),
        Reason::SeatsRange { most } => format!("a table has 1 to {most} seats"),
        Reason::BadSetup(what) | Reason::BadStep(what) | Reason::Stopped(what) => what.clone(),
        Reason::NoSuchSeat { seat } => format!("there is no seat {seat}"),
        Reason::SeatTaken { seat } => format!("seat {seat} is taken"),
        Reason::NoSuchWager { on } if on.is_empty() => "this game has no such wager".into(),
        Reason::NoSuchWager { on } => format!("this game has no wager {on:?}"),
        Reason::NoSuchVariant { variant } if variant.is_empty() => {
            "there is no such variant".into()
        }
        Reason::NoSuchVariant { variant } => format!("there is no variant {variant:?}"),
        Reason::CuttingCardRange { least, most } => {
            format!("the cutting card goes {least} to {most} cards from the back")
        }
        Reason::DrawDiffers { draw } => format!("draw {draw} does not follow from the key"),
        other => plain(other).into(),
    }
}

/// Names the roles that a row of the table of rights is for.
fn roles(what: &str) -> String {
    let right = rights::RIGHTS.iter().find(|right| right.what == what);
    let names = right.into_iter().flat_map(|right| right.roles).map(|role| role.name());
    names.collect::<Vec<_>>().join(", ")
}

/// Says a reason that has no values.
fn plain(reason: &Reason) -> &'static str {
    match reason {
        Reason::KeptOut => "this person is kept out of the casino",
        Reason::NobodyMay => "nobody may do that",
        Reason::FollowsFromAnother => "nobody does that by itself",
        Reason::ProgramDeals => "the program deals here",
        Reason::DealerDeals => "a dealer deals here",
        Reason::NotOwn => "players act for themselves",
        Reason::ProgramOpensDemoOnly => "the program opens demo tables only",
        Reason::GuestsOnly => "only guests play at a demo table",
        Reason::NoGuests => "guests play at demo tables",
        Reason::NeedsAnother => "a second person with the right must agree",
        Reason::TooFewChips => "there are not enough chips for it",
        Reason::FloatTooSmall => "the float is less than that",
        Reason::AskForFill => "the float is less than that: ask for a fill",
        Reason::PlayMoney => "play money is no money",
        Reason::NoCashForPlayMoney => "there is no cash for play money",
        Reason::NameTaken => "there is somebody of this name",
        Reason::BadName => "a name has 1 to 40 letters, digits, dots or dashes",
        Reason::StaysGuest => "a guest stays a guest",
        Reason::IsProgram => "nobody is the program",
        Reason::GuestsComeThemselves => "guests come by themselves",
        Reason::RolesApart => "inspectors and players have no other role",
        Reason::NoRole => "a person has a role",
        Reason::NotAPlayer => "only players wager",
        Reason::MayNotPlay => "this person may not play here",
        Reason::AnotherReviews => "another person reviews it",
        Reason::SupervisorReviews => "a casino supervisor reviews it",
        Reason::Decided => "it is decided",
        Reason::NotDecided => "it is not decided",
        Reason::NoFirstDecision => "there is no first decision to review",
        Reason::SayOfInspector => "the person is told of the complaint to an inspector",
        Reason::BadTable => "a table has a number above 0, and a name",
        Reason::VirtualFaceDown => "nobody can take up virtual cards",
        Reason::BadAmount => "this is no amount of money",
        Reason::Closing => "the table is closing",
        Reason::ClosingAnnounced => "the sign is up already",
        Reason::NoticeTooShort => "the sign has not stood for twenty minutes",
        Reason::WagersStand => "wagers stand",
        Reason::OwnWagersStand => "wagers of this player stand",
        Reason::HasSeat => "this player has a seat here",
        Reason::HasNoSeat => "this player has no seat here",
        Reason::HasNotSatOut => "the player has not sat out three rounds",
        Reason::NotOnSeveralAreas => "the player does not play on several areas",
        Reason::SeatsEnough => "there are seats enough",
        Reason::NoSuchRule => "the order of this game has no such rule",
        Reason::HigherMinimumWaits => "a higher minimum waits for its sign here",
        Reason::NobodySpared => "nobody is spared",
        Reason::SparesNobody => "the order of this game spares nobody",
        Reason::LimitsMakeNoSense => "no wager can satisfy these limits",
        Reason::NoVariants => "the order of this game has no variants",
        Reason::VariantPlayed => "this is played already",
        Reason::NothingToAgree => "there is nothing to agree to",
        other => cards_and_draws(other),
    }
}

/// Says a reason that has to do with the cards, or with the random numbers of a virtual table.
fn cards_and_draws(reason: &Reason) -> &'static str {
    match reason {
        Reason::NoCards => "this game is not played with cards",
        Reason::BeingShuffled => "the cards are being shuffled",
        Reason::NotBeingShuffled => "the cards are not being shuffled",
        Reason::NotShuffled => "the cards have not been shuffled",
        Reason::RoundOn => "a round is in progress",
        Reason::NotPreShuffled => "no pre-shuffled cards are being loaded",
        Reason::RiffleAsked => "a riffle is asked for",
        Reason::RiffleNotAsked => "no riffle is asked for",
        Reason::RiffleIsDone => "a riffle that is asked for is done",
        Reason::NoCut => "there is no cut at this table",
        Reason::IsCut => "the cards are cut already",
        Reason::NotCut => "the cards have not been cut",
        Reason::CutOfferedToAnother => "the cut is offered to another",
        Reason::CutNotOffered => "the cut is not offered to this player",
        Reason::CutTooShallow => "at least a deck from either end",
        Reason::NoCuttingCard => "there is no cutting card at this table",
        Reason::CardUsedUp => "the shoe holds no more of this card",
        Reason::NotCommitted => "the house has not committed itself to this round",
        Reason::Committed => "the house is committed to this round already",
        Reason::BadCommitment => "a commitment has 64 hexadecimal digits",
        Reason::RoundTakesNoMore => "this round takes no more",
        Reason::TooMuch => "this is too much",
        Reason::NothingToReveal => "there is nothing to show",
        Reason::BadKey => "a key has 64 hexadecimal digits",
        Reason::OtherKey => "this is not the key that the house committed itself to",
        Reason::KeyNotShown => "the key of the last round has not been shown",
        Reason::DealtByHand => "this table is dealt by hand",
        _ => "this cannot be done",
    }
}

/// Says what staff should do or know.
pub fn prompt(prompt: &Prompt, people: &People) -> String {
    let name = |player: &Player| people.name(*player);
    match prompt {
        Prompt::Stopped => "the table is stopped: what the journal has of it is damaged".into(),
        Prompt::SatOut { player, rounds } => {
            format!("{} has sat out {rounds} rounds at a full table", name(player))
        }
        Prompt::GivesUp { player, area } => {
            format!("{} gives up area {area} after this round", name(player))
        }
        Prompt::Variant { variant } => {
            let variant = variant.as_deref().unwrap_or("none");
            format!("the game is played in variant: {variant}")
        }
        Prompt::Riffle => "riffle the cards".into(),
        Prompt::RiffleAsked => "a riffle is asked for: the supervisor decides".into(),
        Prompt::PutMarker { player, seat: Some(seat) } => {
            format!("put a marker before {} at seat {seat}", name(player))
        }
        Prompt::PutMarker { player, seat: None } => {
            format!("put a marker before {}", name(player))
        }
        Prompt::TakeMarker { player } => format!("take the marker of {} away", name(player)),
        Prompt::Hold { person } => {
            format!("{} is held until an inspector or the police come", name(person))
        }
        Prompt::DecideComplaint { .. } => "a complaint waits to be decided".into(),
        Prompt::ReviewComplaint { .. } => "a decision waits to be reviewed".into(),
        Prompt::TellDecision { .. } => {
            "tell the person of the decision, and of the complaint to an inspector".into()
        }
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

/// Tells whether a person with this role works for the house or watches over it, and so sees names.
pub(super) const fn is_staff(role: Role) -> bool {
    match role {
        Role::Dealer
        | Role::Boxperson
        | Role::Stickperson
        | Role::Supervisor
        | Role::Manager
        | Role::Surveillance
        | Role::Inspector => true,
        Role::Player | Role::Guest | Role::Cashier | Role::System => false,
    }
}
