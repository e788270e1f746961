//! Random nights, and everything that a console offers in them: what is offered is taken or asks for more, and a situation
//! that is not offered is refused. So nothing is offered that would be refused, and nothing is kept from anybody.

use crate::support::{TABLES, rehearsal};
use croupier_engine::describe::Field;
use croupier_engine::irregular::Situation;
use croupier_engine::{Card, Player, Why};
use croupier_floor::{Act, ActResult, Dealing, Floor, Reason, Room, TableId};
use croupier_view::{Memory, View, Viewer};

const STEPS: u32 = 6_000;
/// Tables are looked at now and then: whoever looks tries everything on copies of the floor.
const EVERY: u32 = 23;

/// What an act would be answered with.
fn would(floor: &Floor, who: &str, act: &str) -> Result<(), Reason> {
    let act: Act = serde_json::from_str(act).unwrap();
    match floor.clone().act(floor.now, who, &act).verdict {
        ActResult::Done | ActResult::Waits { .. } => Ok(()),
        ActResult::Denied(denied) => Err(denied.reason),
    }
}

fn step(floor: &Floor, table: TableId, who: &str, step: &str) -> Result<(), Reason> {
    would(floor, who, &format!(r#"{{"step":{{"table":{},"step":{step}}}}}"#, table.0))
}

/// Tells whether a denial says that something belongs to it that was not told.
fn wants_more(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::Refused(
            Why::NoAreaNamed
                | Why::NoCardNamed
                | Why::NoHandNamed
                | Why::NoPlayerNamed
                | Why::NoWagerNamed
                | Why::NoCheatNamed
                | Why::NoDeviceNamed
                | Why::NoFaultNamed
                | Why::NotSoManyDice
        ) | Reason::ForfeitUndecided
    )
}

/// What is about places and wagers: whether it fits depends on which is named.
const OF_PLACES: [Situation; 5] = [
    Situation::Astray,
    Situation::WrongCount,
    Situation::HandWithoutWager,
    Situation::RefuseWager,
    Situation::NotAccepted,
];

/// Declares a situation with something for each field that it may have.
fn declared(floor: &Floor, room: &Room, what: Situation) -> String {
    let known = room.kind.describe().situations.into_iter().find(|it| it.what == what);
    let fields = known.map_or(&[][..], |it| it.fields);
    let left = room.table.shoe().source();
    let card = (0..52).find(|at| left[*at] > 0).and_then(Card::from_index);
    let mut people = floor.people.iter().filter(|(player, _)| floor.people.plays(*player));
    let anybody = people.next().map_or("", |(_, person)| &*person.name);
    let player = room.seated().next().map_or(anybody, |player| floor.people.name(player));
    let mut text = format!(r#"{{"irregular":{{"what":"{}","why":"x""#, what.name());
    // A fraud names those who cheated; a disruption names nobody.
    let nobody = |field: &&Field| what != Situation::Invalidate || **field == Field::Cause;
    for field in fields.iter().filter(nobody) {
        text += &match field {
            Field::Card => card.map_or_else(String::new, |card| format!(r#","card":"{card}""#)),
            Field::Cause => r#","cause":"disruption""#.to_owned(),
            Field::Player | Field::Players => format!(r#","player":"{player}""#),
            Field::Device => r#","device":1"#.to_owned(),
            Field::Dice => r#","dice":1"#.to_owned(),
            Field::Reason => r#","reason":"other""#.to_owned(),
            Field::To
            | Field::Exposed
            | Field::Place
            | Field::Cards
            | Field::Area
            | Field::Forfeit
            | Field::Wager => String::new(),
        };
    }
    text + "}}"
}

fn check_situations(floor: &Floor, room: &Room, offered: &[&str]) {
    // The boxperson alone decides on dice that were lost.
    let who = if room.kind.house().cards.is_some() { "sue" } else { "bea" };
    for &what in Situation::ALL.iter().filter(|what| !OF_PLACES.contains(what)) {
        let declared = declared(floor, room, what);
        let answer = step(floor, room.id, who, &declared);
        let taken = answer.as_ref().map_or_else(wants_more, |()| true);
        let game = room.kind.name();
        assert_eq!(offered.contains(&what.name()), taken, "{game} {declared}: {answer:?}");
    }
}

fn check_steps(floor: &Floor, room: &Room, view: &View) {
    let can = view.can.as_ref().unwrap();
    let shooter = room.table.dice().and_then(|dice| dice.shooter);
    let named = |player: Option<Player>| player.map_or("", |player| floor.people.name(player));
    let pass = format!(r#"{{"dice":{{"player":"{}","does":"pass"}}}}"#, named(shooter));
    let order = format!(r#"{{"dice":{{"player":"{}","does":"order","why":"x"}}}}"#, named(shooter));
    let steps = [
        ("replace", "sue", r#"{"replace":{"checked":true}}"#),
        ("pass", named(shooter), &pass),
        ("order", "bea", &order),
    ];
    for (name, who, text) in steps {
        let answer = step(floor, room.id, who, text);
        // Where the program rolls, players pass the dice themselves, and nobody for them.
        let for_staff = name != "pass" || room.dealing == Dealing::Physical;
        assert_eq!(can.steps.contains(&name), for_staff && answer.is_ok(), "{name}: {answer:?}");
    }
    if can.steps.contains(&"void") {
        assert_eq!(step(floor, room.id, "sue", r#"{"void":{"why":"x"}}"#), Ok(()));
    }
    let close = would(floor, "sue", &format!(r#"{{"close":{{"table":{}}}}}"#, room.id.0));
    let short = matches!(close, Err(Reason::FloatIsShort { .. }));
    assert_eq!(can.close, close.is_ok() || short, "close: {close:?}");
    for seat in view.seats.iter().filter_map(|seat| seat.staff.as_ref()) {
        let about = |act: &str| {
            let act = format!(r#"{{"{act}":{{"table":{},"player":"{}"}}}}"#, room.id.0, seat.name);
            would(floor, "sue", &act)
        };
        // Who throws cannot leave while the dice roll, wherever the wagers lie.
        if room.table.dice().is_none() {
            assert_eq!(seat.may.contains(&"leave"), about("leave").is_ok(), "{}", seat.name);
        }
        assert!(!seat.may.contains(&"vacate") || about("vacate").is_ok(), "{}", seat.name);
    }
}

#[test]
fn what_is_offered_is_taken_and_nothing_else() {
    let mut looked = 0;
    for seed in 0..3 {
        let mut rehearsal = rehearsal(seed, TABLES, 12);
        let mut floor = Floor::default();
        for number in 0..STEPS {
            let next = rehearsal.next(&floor);
            floor.act(next.at, &next.who, &next.act);
            if number % EVERY != 0 {
                continue;
            }
            let Some(room) = next.act.table().and_then(|table| floor.rooms.get(&table)) else {
                continue;
            };
            let view = croupier_view::view(&floor, room.id, &Memory::default(), Viewer::Staff);
            let view = view.unwrap();
            check_situations(&floor, room, &view.can.as_ref().unwrap().situations);
            check_steps(&floor, room, &view);
            looked += 1;
        }
    }
    assert!(looked > 300, "only {looked} tables were looked at");
}
