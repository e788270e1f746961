//! A house with one table of a game, in each of its states: for the tests that try everything with every role.
#![allow(dead_code, reason = "not every test needs all of it")]

use croupier_engine::input::Source;
use croupier_engine::{Card, Cents, Due, Kind, WagerId};
use croupier_floor::{
    Act, ActResult, Answer, Dealing, Denied, EdgeAct, Floor, HOUSE, HouseAct, Item, Reason, Role,
    Shuffle, TableAct, TableId, Task, ToDo,
};
use croupier_house::Secret;

pub(crate) const TABLE: TableId = TableId(1);

/// One person for each role, and a second player and manager.
pub(crate) const PEOPLE: [(&str, Role); 13] = [
    ("max", Role::Manager),
    ("mia", Role::Manager),
    ("sue", Role::Supervisor),
    ("cas", Role::Cashier),
    ("dan", Role::Dealer),
    ("bea", Role::Boxperson),
    ("sid", Role::Stickperson),
    ("eye", Role::Surveillance),
    ("ivy", Role::Inspector),
    ("pam", Role::Promotions),
    ("scot", Role::Scrutineer),
    ("pat", Role::Player),
    ("oli", Role::Player),
];

/// Reads a step or a set-up as people write it.
pub(crate) fn json<T: serde::de::DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(crate) fn step(text: &str) -> Act {
    Act::TableAct(TableAct::Step { table: TABLE, step: json(text) })
}

pub(crate) fn told(floor: &mut Floor, who: &str, act: &Act) -> Answer {
    let at = floor.now + 100;
    floor.act(at, who, act)
}

pub(crate) fn must(floor: &mut Floor, who: &str, act: &Act) {
    match told(floor, who, act).verdict {
        ActResult::Done => {}
        ActResult::Waits { request } => {
            let second = &floor.requests[&request].second;
            let who = if second.contains(&Role::Cashier) { "cas" } else { "mia" };
            must(floor, who, &Act::HouseAct(HouseAct::Approve { request, forfeit: None }))
        }
        denied => panic!("{who}: {} {denied:?}", act.write()),
    }
}

/// A house whose only table is not open yet; there is a complaint of the first player.
pub(crate) fn house() -> Floor {
    let mut floor = Floor::default();
    for (name, role) in PEOPLE {
        let (name, roles) = (name.to_owned(), vec![role]);
        must(
            &mut floor,
            "max",
            &Act::HouseAct(HouseAct::AddPerson { name, roles, password: None }),
        );
    }
    must(&mut floor, "max", &Act::HouseAct(HouseAct::Mint { amount: Cents(100_000_000) }));
    for player in ["pat", "oli"] {
        let (player, amount) = (player.to_owned(), Cents(1_000_000));
        must(&mut floor, "cas", &Act::HouseAct(HouseAct::BuyIn { player, amount }));
    }
    floor
}

/// Opens the table, with two players who have chips there.
pub(crate) fn open(kind: Kind, dealing: Dealing) -> Floor {
    let mut floor = house();
    let cards = kind.describe().cards;
    let device = cards.is_some_and(|cards| cards.sources.contains(&Source::Device));
    let setup = json(if device { r#"{"source":"device"}"# } else { "{}" });
    let (name, game) = ("one".to_owned(), kind.name().to_owned());
    let float = Cents(10_000_000);
    let act = Act::EdgeAct(EdgeAct::Open {
        table: TABLE,
        name,
        game,
        setup,
        float,
        dealing,
        seats: 7,
        demo: false,
    });
    must(&mut floor, "sue", &act);
    let is_equipment = |task: &&Task| matches!(task.what, ToDo::Equipment { .. });
    let tasks = floor.tasks.of_list(TABLE).filter(is_equipment);
    for task in tasks.map(|task| task.task).collect::<Vec<_>>() {
        let done = TableAct::TaskDone { table: TABLE, task, words: None };
        must(&mut floor, "dan", &Act::TableAct(done));
    }
    for (player, seat) in [("pat", 1), ("oli", 4)] {
        let (table, name, amount) = (TABLE, player.to_owned(), Cents(500_000));
        must(
            &mut floor,
            player,
            &Act::TableAct(TableAct::Sit { table, player: name.clone(), seat }),
        );
        must(&mut floor, player, &Act::EdgeAct(EdgeAct::Bring { table, player: name, amount }));
    }
    if dealing == Dealing::Physical && cards.is_some() {
        bring_cards(&mut floor);
    }
    let (person, what) = ("pat".to_owned(), "the noise".to_owned());
    let complain = Act::EdgeAct(EdgeAct::Complain { table: TABLE, person, what });
    match kind.house().pit.complaint {
        Some(_) => must(&mut floor, "pat", &complain),
        None => no_rule(&mut floor, "pat", &complain),
    }
    floor
}

/// Registers a set of cards, checks it and brings it to the table.
fn bring_cards(floor: &mut Floor) {
    let decks = floor.rooms[&TABLE].table.rules().decks;
    let (set, cards, device) = (1, u16::from(decks) * 52, None);
    let (backs, pre_shuffled, angel) = ("red".to_owned(), false, false);
    let register = HouseAct::RegisterCards { set, decks, backs, pre_shuffled, angel };
    must(floor, "sue", &Act::HouseAct(register));
    must(floor, "dan", &Act::HouseAct(HouseAct::CheckCards { set, cards, device }));
    must(floor, "dan", &Act::EdgeAct(EdgeAct::BringCards { table: TABLE, set }));
}

/// The order of the game has no rule for it, and so it is refused, by a clause that the order has.
pub(crate) fn no_rule(floor: &mut Floor, who: &str, act: &Act) {
    match told(floor, who, act).verdict {
        ActResult::Denied(Denied { reason: Reason::NoSuchRule, clause: Some(_) }) => {}
        other => panic!("{who}: {} {other:?}", act.write()),
    }
}

/// Has the program, or a dealer like it, do what comes next until the table waits for wagers or `deal` is
/// done.
pub(crate) fn deal(floor: &mut Floor, dealing: Dealing, steps: usize, late: bool) {
    let secret = Secret::fixed([3; 32]);
    for _ in 0..steps {
        let room = &floor.rooms[&TABLE];
        let lapse = || secret.lapse_cut(room, &floor.people);
        let Some(act) = secret.next(room, &floor.people, late).or_else(lapse) else { return };
        let chance = matches!(
            act,
            Act::TableAct(TableAct::Commit { .. }) | Act::TableAct(TableAct::Reveal { .. })
        );
        let cut = matches!(
            act,
            Act::TableAct(TableAct::Cut { .. }) | Act::TableAct(TableAct::RefuseCut { .. })
        );
        let who = match dealing {
            Dealing::Virtual => HOUSE,
            Dealing::Physical if chance => return,
            Dealing::Physical if cut => "sue",
            Dealing::Physical => "dan",
        };
        must(floor, who, &act);
    }
}

pub(crate) fn main_wager(kind: Kind) -> &'static str {
    let main = kind.describe().main.unwrap_or(WagerId(0));
    kind.layouts()[usize::from(main.0)].name
}

pub(crate) fn wager(kind: Kind, player: &str) -> Act {
    let (on, area) = (main_wager(kind), if player == "pat" { 1 } else { 4 });
    step(&format!(r#"{{"wager":{{"player":"{player}","area":{area},"on":"{on}","amount":1000}}}}"#))
}

/// Has a shuffle that is on cut by whoever is offered it, and the cards loaded.
fn load(floor: &mut Floor) {
    let room = &floor.rooms[&TABLE];
    if let Shuffle::Cut(Some(player)) = room.shuffle() {
        let (by, depth) = (floor.people.name(player).to_owned(), room.stack() as u16 / 2);
        let cut = TableAct::Cut { table: TABLE, by: by.clone(), depth };
        must(floor, &by, &Act::TableAct(cut));
    }
    let room = &floor.rooms[&TABLE];
    if room.shuffle() == Shuffle::Load {
        let cutting_card = room.cutting_card_range().map(|range| *range.start());
        must(floor, "dan", &Act::TableAct(TableAct::Load { table: TABLE, cutting_card }));
    }
}

/// Has a round go on until its result is shown and waits to be paid.
fn show(floor: &mut Floor, dealing: Dealing) {
    if dealing == Dealing::Physical && floor.rooms[&TABLE].table.rules().throws {
        let dice = vec![11, 12, 13, 14, 15];
        let equipment = TableAct::Equipment { table: TABLE, dice, items: Item::ALL.to_vec() };
        must(floor, "bea", &Act::TableAct(equipment));
    }
    if dealing == Dealing::Physical {
        load(floor);
    }
    for _ in 0..60 {
        let table = &floor.rooms[&TABLE].table;
        let (who, text) = match table.expects().due {
            Due::Payment => return,
            Due::Choice(area, choices) => {
                let (area, choice) = (area.0, choices[0].name());
                let text = format!(r#"{{"choose":{{"area":{area},"choice":"{choice}"}}}}"#);
                (if area == 1 { "pat" } else { "oli" }, text)
            }
            _ if dealing == Dealing::Virtual => {
                deal(floor, dealing, 1, true);
                continue;
            }
            Due::Dice(player) => {
                let player = floor.people.name(player);
                let text = format!(r#"{{"dice":{{"player":"{player}","does":"accept"}}}}"#);
                ("sid", text)
            }
            Due::Roll(_) if table.dice().unwrap().thrown => ("sid", r#"{"roll":[2,2]}"#.to_owned()),
            Due::Roll(_) => ("sid", r#"{"throw":true}"#.to_owned()),
            _ => {
                let left = *table.shoe().source();
                let card = (0..52).find(|&at| left[at] > 0).and_then(Card::from_index).unwrap();
                ("dan", format!(r#"{{"card":"{card}"}}"#))
            }
        };
        must(floor, who, &step(&text));
    }
    panic!("no result: {:?}", floor.rooms[&TABLE].table.expects());
}

/// The table of a game: closed, just open, between rounds, in a round, with a question open, and with a result that is
/// not paid yet.
pub(crate) fn states(kind: Kind, dealing: Dealing) -> Vec<(&'static str, Floor)> {
    let fresh = open(kind, dealing);
    let mut between = fresh.clone();
    deal(&mut between, dealing, 40, false);
    let mut round = between.clone();
    for player in ["pat", "oli"] {
        if told(&mut round, player, &wager(kind, player)).verdict != ActResult::Done {
            return vec![("closed", house()), ("open", fresh), ("between", between)];
        }
    }
    let mut states = vec![("closed", house()), ("open", fresh), ("between", between)];
    deal(&mut round, dealing, 1, true);
    let question = ["device-fault", "conduct", "invalidate"].iter().find_map(|what| {
        let mut floor = round.clone();
        let why = r#""why":"a camera""#;
        let text = format!(r#"{{"irregular":{{"what":"{what}","player":"pat",{why}}}}}"#);
        let device = if *what == "device-fault" { r#","device":7"# } else { "" };
        let plain = format!(r#"{{"irregular":{{"what":"{what}"{device}}}}}"#);
        for text in [text, plain] {
            told(&mut floor, "sue", &step(&text));
        }
        let asks = matches!(floor.rooms[&TABLE].table.expects().due, Due::Ruling(_));
        asks.then_some(floor)
    });
    let mut shown = round.clone();
    show(&mut shown, dealing);
    // Where cards are dealt by hand, a result can be a misdeal.
    let question = question.or_else(|| {
        let mut floor = shown.clone();
        told(&mut floor, "sue", &step(r#"{"irregular":{"what":"misdealt","why":"a camera"}}"#));
        let asks = matches!(floor.rooms[&TABLE].table.expects().due, Due::Ruling(_));
        asks.then_some(floor)
    });
    states.push(("round", round));
    states.push(("shown", shown));
    states.extend(question.map(|floor| ("question", floor)));
    states
}
