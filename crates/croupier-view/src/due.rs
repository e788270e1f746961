//! What a table waits for, in words and for programs.

use std::collections::BTreeMap;

use croupier_engine::expects::DueRepair;
use croupier_engine::input::Choice;
use croupier_engine::irregular::Question;
use croupier_engine::setup::Method;
use croupier_engine::table::Hand;
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
    /// The card that is due is dealt face down, and told when its hand is turned.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub face_down: bool,
    /// A yes to the question names a shuffling device.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub names_device: bool,
    /// The device that failed and what is done about it, for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// A shuffling device that failed, and how far what is done about it has come.
#[derive(Clone, Debug, Serialize)]
pub struct Fault {
    /// The number of the device that failed.
    pub device: Option<u32>,
    /// The number of the device that takes its place; without one the round is finished from a shoe.
    pub spare: Option<u32>,
    /// The step that is due: `remove`, `transfer` or `substitute`.
    pub step: &'static str,
    /// The damaged cards that were taken out and are not replaced yet.
    pub removed: Vec<String>,
}

const NTH: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];

/// Shows that the table waits for the answer to a request, whatever else is due.
fn of_request(request: u32, due: Due) -> Due {
    let words = format!("the answer to request {request}");
    Due { wagers: false, due: "request", words, seat: None, player: None, ..due }
}

/// Shows that the table waits for words that were sealed.
fn of_words(room: &Room, due: Due) -> Due {
    let awaited: Vec<_> = room.random.awaited().map(|it| it.seat.to_string()).collect();
    let seats = if awaited.len() == 1 { "seat" } else { "seats" };
    let words = format!("the words of {seats} {}", awaited.join(", "));
    Due { due: "words", words, seat: None, player: None, ..due }
}

/// Shows what the table waits for.
#[expect(clippy::too_many_lines, reason = "a row for each thing that can be due")]
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
        face_down: false,
        names_device: false,
        fault: None,
    };
    if let Some(request) = room.held {
        return of_request(request, due);
    }
    if room.is_betting_closed() {
        due.wagers = false;
    }
    if room.random.awaited().next().is_some() {
        return of_words(room, due);
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
        Waits::Face(place) => of_face(&mut due, room, place),
        Waits::Choice(area, choices) => of_choice(&mut due, room, area, choices),
        Waits::Turn(place) => of_place(&mut due, place),
        Waits::Ruling(question) => {
            due.question = Some(croupier_sheet::asks(room.kind, question, &name));
            of_ruling(&mut due, room, question);
        }
        Waits::Repair(step) if eye == Viewer::Staff => due.fault = Some(fault(room, step)),
        Waits::Collect | Waits::Nothing if expects.wagers => due.words = "wagers".to_owned(),
        Waits::Collect => due.words = "the jackpot wagers collected".to_owned(),
        Waits::Nothing
        | Waits::Shuffle
        | Waits::Burn
        | Waits::Roll(_)
        | Waits::StickRoll
        | Waits::Dice(_)
        | Waits::ChooseDice(_)
        | Waits::Payment
        | Waits::NoRoll
        | Waits::Repair(_)
        | Waits::Check
        | Waits::NewCards => {}
    }
    due
}

/// Shows how far what is done about a device that failed has come.
fn fault(room: &Room, step: DueRepair) -> Fault {
    Fault {
        device: room.table.device().map(|device| device.0),
        spare: room.table.spare().map(|device| device.0),
        step: match step {
            DueRepair::Remove => "remove",
            DueRepair::Transfer => "transfer",
            DueRepair::Substitute => "substitute",
        },
        removed: room.table.removed().iter().map(ToString::to_string).collect(),
    }
}

/// Says which card is due, and for whom.
fn of_card(due: &mut Due, room: &Room, place: Place) {
    of_place(due, place);
    let dealt = hand_on(room, place).len();
    let nth = NTH.get(usize::from(dealt)).copied().unwrap_or("next");
    due.face_down = room.table.rules().method == Method::B;
    due.words = format!("{nth} card to {}", room.kind.place_name(place));
}

/// Says what belongs to a question: what a no can void, whether a yes names a device, and who answers.
fn of_ruling(due: &mut Due, room: &Room, question: Question) {
    due.hands = room.table.hands_to_void().iter().map(|area| area.0).collect();
    due.names_device = question.wants_device();
    due.supervisor = question.asks_player().is_none();
}

/// Shows between what a player chooses, and what each choice would stake.
fn of_choice(due: &mut Due, room: &Room, area: Area, choices: &[Choice]) {
    due.area = Some(area.0);
    due.choices = choices.iter().map(|choice| choice.name()).collect();
    due.stakes = stakes(room, area, choices);
}

/// Says which hand it is about.
const fn of_place(due: &mut Due, place: Place) {
    match place {
        Place::Area(area) => due.area = Some(area.0),
        Place::Shared => due.shared = true,
        Place::Dealer => due.dealer = true,
    }
}

/// Returns the hand that lies on a place.
fn hand_on(room: &Room, place: Place) -> &Hand {
    let felt = room.table.shown_felt();
    match place {
        Place::Area(area) => felt.hand(area),
        Place::Shared => felt.shared(),
        Place::Dealer => felt.dealer(),
    }
}

/// Says which card that was dealt face down is to be told.
fn of_face(due: &mut Due, room: &Room, place: Place) {
    of_place(due, place);
    let nth = NTH.get(hand_on(room, place).cards().len()).copied().unwrap_or("next");
    due.words = format!("{nth} card of {}, as it was turned", room.kind.place_name(place));
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
        Waits::Ruling(question) => question.asks_player(),
        Waits::Nothing
        | Waits::Shuffle
        | Waits::Burn
        | Waits::Card(_)
        | Waits::Turn(Place::Shared | Place::Dealer)
        | Waits::Face(_)
        | Waits::StickRoll
        | Waits::Collect
        | Waits::Payment
        | Waits::NoRoll
        | Waits::Repair(_)
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
        Waits::Face(_) => "face",
        Waits::Roll(_) => "roll",
        Waits::StickRoll => "stick-roll",
        Waits::Dice(_) => "dice",
        Waits::ChooseDice(_) => "choose-dice",
        Waits::Collect => "collect",
        Waits::Payment => "payment",
        Waits::NoRoll => "no-roll",
        Waits::Ruling(_) => "ruling",
        Waits::Repair(_) => "repair",
        Waits::Check => "check",
        Waits::NewCards => "new-cards",
    }
}
