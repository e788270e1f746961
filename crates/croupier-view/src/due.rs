//! What a table waits for, in words and for programs.

use std::collections::BTreeMap;

use croupier_engine::input::Choice;
use croupier_engine::{Area, Due as Waits, Place, Player};
use serde::Serialize;

use crate::Viewer;
use croupier_floor::People;
use croupier_floor::Room;

/// What a table waits for.
#[derive(Clone, Debug, Serialize)]
pub struct Due {
    /// Wagers may be placed now.
    pub wagers: bool,
    /// What must happen next, as a word for programs.
    pub due: &'static str,
    /// What must happen next, in words.
    pub words: String,
    /// The area that it is about.
    pub area: Option<u8>,
    /// It is about the hand of the house.
    pub dealer: bool,
    /// It is about the hand that all players share.
    pub shared: bool,
    /// The seat of the player whose turn it is.
    pub seat: Option<u8>,
    /// The name of that player, for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Between what the player decides.
    pub choices: Vec<&'static str>,
    /// A supervisor does it, and not the dealer.
    pub supervisor: bool,
    /// What the choices that go with a wager stake, in cents.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub stakes: BTreeMap<&'static str, u64>,
    /// The question that waits for a ruling, in words.
    pub question: Option<String>,
    /// The areas of the hands of which a no can declare one alone void.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<u8>,
}

const NTH: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];

/// Shows that the table waits for the answer to a request, whatever else is due.
fn of_request(request: u32, due: Due) -> Due {
    let words = format!("the answer to request {request}");
    Due { wagers: false, due: "request", words, seat: None, player: None, ..due }
}

/// Shows what the table waits for.
pub(crate) fn due(room: &Room, people: &People, eye: Viewer) -> Due {
    let expects = room.table.expects();
    let name = |player: Player| match (eye, room.seat_number(player)) {
        (Viewer::Staff, _) => people.name(player).to_owned(),
        (Viewer::Player, Some(seat)) => format!("seat {seat}"),
        (Viewer::Player, None) => "a player".to_owned(),
    };
    let player = whose_turn(room);
    let mut due = Due {
        wagers: expects.wagers,
        due: word(expects.due),
        words: croupier_sheet::due(room.kind, expects.due, &name),
        area: None,
        dealer: false,
        shared: false,
        seat: player.and_then(|player| room.seat_number(player)),
        player: player.filter(|_| eye == Viewer::Staff).map(|it| people.name(it).to_owned()),
        choices: Vec::new(),
        supervisor: room.table.supervisor_verifies().is_some(),
        stakes: BTreeMap::new(),
        question: None,
        hands: Vec::new(),
    };
    if let Some(request) = room.held {
        return of_request(request, due);
    }
    let thrown = room.table.dice().is_some_and(|dice| dice.thrown);
    if thrown && expects.due != Waits::Payment {
        // A player's late wager goes through the dealer or the boxperson.
        due.wagers = eye == Viewer::Staff;
        "the total of the dice".clone_into(&mut due.words);
    }
    if room.kind.house().cards.is_some()
        && expects.due != Waits::Payment
        && let Some((word, words)) = cards_first(room)
    {
        (due.due, due.words) = (word, words.to_owned());
        return due;
    }
    match expects.due {
        Waits::Card(place) => of_card(&mut due, room, place),
        Waits::Choice(area, choices) => {
            due.area = Some(area.0);
            due.choices = choices.iter().map(|choice| choice.name()).collect();
            due.stakes = stakes(room, area, choices);
        }
        Waits::Turn(Place::Area(area)) => due.area = Some(area.0),
        Waits::Turn(Place::Shared) => due.shared = true,
        Waits::Turn(Place::Dealer) => due.dealer = true,
        Waits::Ruling(question) => {
            due.question = Some(croupier_sheet::asks(question, &name));
            due.hands = room.table.hands_to_void().iter().map(|area| area.0).collect();
        }
        Waits::Nothing if expects.wagers => due.words = "wagers".to_owned(),
        Waits::Nothing
        | Waits::Shuffle
        | Waits::Burn
        | Waits::Roll(_)
        | Waits::StickRoll
        | Waits::Dice(_)
        | Waits::ChooseDice(_)
        | Waits::Payment
        | Waits::NoRoll
        | Waits::Check
        | Waits::NewCards => {}
    }
    due
}

/// Says which card is due, and for whom.
fn of_card(due: &mut Due, room: &Room, place: Place) {
    let felt = room.table.shown_felt();
    let dealt = match place {
        Place::Area(area) => {
            due.area = Some(area.0);
            felt.hand(area).len()
        }
        Place::Shared => {
            due.shared = true;
            felt.shared().len()
        }
        Place::Dealer => {
            due.dealer = true;
            felt.dealer().len()
        }
    };
    let nth = NTH.get(usize::from(dealt)).copied().unwrap_or("next");
    due.words = format!("{nth} card to {}", room.kind.place_name(place));
}

/// Says what each choice on an area stakes, where a wager goes with it.
fn stakes(room: &Room, area: Area, choices: &[Choice]) -> BTreeMap<&'static str, u64> {
    let follows = choices.iter().filter_map(|&choice| {
        let (_, base) = room.kind.follow_up(choice)?;
        let mut sum = 0;
        room.table.each_standing(|wager| {
            if wager.spot.area == Some(area) && wager.spot.on == base {
                sum += wager.stake.0;
            }
        });
        Some((choice.name(), sum))
    });
    follows.collect()
}

/// Returns the player whom the table waits for.
fn whose_turn(room: &Room) -> Option<Player> {
    match room.table.expects().due {
        Waits::Choice(area, _) | Waits::Turn(Place::Area(area)) => {
            let mut owner = None;
            room.table.each_standing(|wager| {
                if wager.spot.area == Some(area) && owner.is_none() {
                    owner = Some(wager.spot.player);
                }
            });
            owner
        }
        Waits::Roll(player) => player,
        Waits::Dice(player) | Waits::ChooseDice(player) => Some(player),
        Waits::Nothing
        | Waits::Shuffle
        | Waits::Burn
        | Waits::Card(_)
        | Waits::Turn(Place::Shared | Place::Dealer)
        | Waits::StickRoll
        | Waits::Payment
        | Waits::NoRoll
        | Waits::Ruling(_)
        | Waits::Check
        | Waits::NewCards => None,
    }
}

/// Says what must happen with the cards before one is dealt or burned; nothing where they are ready.
fn cards_first(room: &Room) -> Option<(&'static str, &'static str)> {
    if !room.loaded {
        // New cards are shuffled before anything is burned.
        Some(("shuffle", "a shuffle of the new cards"))
    } else if room.shoe_over {
        Some(("shuffle", "a shuffle"))
    } else if room.reload.is_some() {
        Some(("shuffle", "a shuffle, before the round goes on"))
    } else if room.shuffling().is_some() {
        Some(("shuffle", "the cards to be loaded"))
    } else if room.cutting_card_is_due() && matches!(room.table.expects().due, Waits::Card(_)) {
        Some(("cutting-card", "the cutting card: it comes next"))
    } else {
        None
    }
}

const fn word(due: Waits) -> &'static str {
    match due {
        Waits::Nothing => "nothing",
        Waits::Shuffle => "shuffle",
        Waits::Burn => "burn",
        Waits::Card(_) => "card",
        Waits::Choice(..) => "choice",
        Waits::Turn(_) => "turn",
        Waits::Roll(_) => "roll",
        Waits::StickRoll => "stick-roll",
        Waits::Dice(_) => "dice",
        Waits::ChooseDice(_) => "choose-dice",
        Waits::Payment => "payment",
        Waits::NoRoll => "no-roll",
        Waits::Ruling(_) => "ruling",
        Waits::Check => "check",
        Waits::NewCards => "new-cards",
    }
}
