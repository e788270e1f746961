//! What followed from an act, as it is told to those who watch a table: to players without names.

use serde_json::{Map, Value};

use super::Eye;
use crate::answer::{Answer, Event, Happened};
use crate::floor::Floor;
use crate::room::Room;

/// Puts what followed at a table into words for somebody who watches it. Movements of money, prompts and
/// limits of one player are for staff; players are seats.
pub fn told(answer: &Answer, floor: &Floor, room: &Room, eye: Eye) -> Vec<Value> {
    let seen = answer.events.iter().filter(|event| match event {
        Event::Posted(_) => false,
        // A notice may be about one player; the view has those that are for all.
        Event::Prompt { .. } | Event::Noted { .. } | Event::Notice { .. } => eye == Eye::Staff,
        Event::Sign { player, .. } => eye == Eye::Staff || player.is_none(),
        Event::Game(_)
        | Event::Round { .. }
        | Event::Seat { .. }
        | Event::CutOffered { .. }
        | Event::Proved { .. }
        | Event::Table { .. } => true,
    });
    let words = seen.filter_map(|event| {
        let mut value = serde_json::to_value(hidden(event, room, eye)).ok()?;
        with_seats(&mut value, floor, room, eye);
        Some(value)
    });
    words.collect()
}

/// Hides the face of a burned card from players: it lies face down, but for the first one where the
/// order has it shown.
fn hidden<'a>(event: &'a Event, room: &Room, eye: Eye) -> &'a Event {
    const UNSEEN: Event = Event::Game(Happened::BurnedUnseen);
    let is_burned = matches!(event, Event::Game(Happened::Burned { .. }));
    if is_burned && eye == Eye::Player && !room.first_burn_is_shown() {
        return &UNSEEN;
    }
    event
}

/// Gives every name its seat, and takes it away from players.
fn with_seats(value: &mut Value, floor: &Floor, room: &Room, eye: Eye) {
    match value {
        Value::Object(fields) => {
            for name in ["player", "to"] {
                seat(fields, name, floor, room, eye);
            }
            fields.values_mut().for_each(|field| with_seats(field, floor, room, eye));
        }
        Value::Array(items) => {
            items.iter_mut().for_each(|item| with_seats(item, floor, room, eye));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn seat(fields: &mut Map<String, Value>, name: &str, floor: &Floor, room: &Room, eye: Eye) {
    let Some(Value::String(who)) = fields.get(name) else { return };
    let Some(player) = floor.people.find(who) else { return };
    // A place on the felt is no person, whatever people are called.
    if name == "to" && fields.contains_key("card") {
        return;
    }
    let number = room.seat_number(player).map_or(Value::Null, Value::from);
    if eye == Eye::Player {
        fields.remove(name);
    }
    fields.entry("seat").or_insert(number);
}
