//! A night on the floor: a virtual table of each game, players with little sense, and every check after every act.

use croupier_engine::{Due, Kind};
use croupier_floor::{
    Account, Act, ActResult, Dealing, EdgeAct, Floor, HOUSE, HouseAct, Role, TableAct, TableId,
};
use croupier_house::Secret;

struct Night {
    floor: Floor,
    at: u64,
    acts: Vec<(u64, String, String, String)>,
}

impl Night {
    fn told(&mut self, who: &str, act: &Act) -> ActResult {
        self.at += 250;
        let answer = self.floor.act(self.at, who, act);
        assert!(self.floor.ledger.balances(), "after {who}: {}", act.write());
        self.acts.push((self.at, who.to_owned(), act.write(), answer.write()));
        answer.verdict
    }

    fn must(&mut self, who: &str, act: &Act) {
        let verdict = self.told(who, act);
        assert_eq!(verdict, ActResult::Done, "{who}: {}", act.write());
    }

    /// Two people do what one alone may not.
    fn both(&mut self, first: &str, second: &str, act: &Act) {
        match self.told(first, act) {
            ActResult::Waits { request } => {
                self.must(second, &Act::HouseAct(HouseAct::Approve { request, forfeit: None }))
            }
            other => panic!("{first}: {} {other:?}", act.write()),
        }
    }
}

/// Reads a step or a set-up as people write it.
fn json<T: serde::de::DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn cents(amount: u64) -> croupier_engine::Cents {
    croupier_engine::Cents(amount)
}

/// The house, its people, and a table of each game.
fn open() -> Night {
    let mut night = Night { floor: Floor::default(), at: 0, acts: Vec::new() };
    let person = |name: &str, roles: &[Role]| {
        Act::HouseAct(HouseAct::AddPerson {
            name: name.to_owned(),
            roles: roles.to_vec(),
            password: None,
        })
    };
    night.must("max", &person("max", &[Role::Manager]));
    for (name, role) in [
        ("cas", Role::Cashier),
        ("sue", Role::Supervisor),
        ("dan", Role::Dealer),
        ("ivy", Role::Inspector),
        ("ann", Role::Player),
        ("bob", Role::Player),
        ("cyd", Role::Player),
    ] {
        night.must("max", &person(name, &[role]));
    }
    night.both("max", "cas", &Act::HouseAct(HouseAct::Mint { amount: cents(1_000_000_000) }));
    for player in ["ann", "bob", "cyd"] {
        night.must(
            "cas",
            &Act::HouseAct(HouseAct::BuyIn {
                player: player.to_owned(),
                amount: cents(10_000_000 * Kind::ALL.len() as u64),
            }),
        );
    }
    for (number, kind) in (1..).zip(Kind::ALL) {
        let open = Act::EdgeAct(EdgeAct::Open {
            table: TableId(number),
            name: kind.title().to_owned(),
            game: kind.name().to_owned(),
            setup: Box::new(croupier_house::usual_setup(kind)),
            float: cents(50_000_000),
            dealing: Dealing::Virtual,
            seats: 7,
            demo: false,
        });
        night.must("sue", &open);
        for (player, seat) in [("ann", 1), ("bob", 4), ("cyd", 7)] {
            let (table, player) = (TableId(number), player.to_owned());
            night.must(
                &player,
                &Act::TableAct(TableAct::Sit { table, player: player.clone(), seat }),
            );
            let amount = cents(9_000_000);
            night.must(
                &player,
                &Act::EdgeAct(EdgeAct::Bring { table, player: player.clone(), amount }),
            );
        }
    }
    night
}

/// Numbers without a seed that matters.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

fn wager(kind: Kind, player: &str, area: u64, dice: &mut Dice) -> String {
    let wagers = kind.describe().wagers;
    let layout = &wagers[dice.below(wagers.len() as u64) as usize];
    let amount = if layout.fixed_price { 500 } else { (1 + dice.below(20)) * 500 };
    let number = [4, 5, 6, 8, 9, 10, 2, 3, 11, 12][dice.below(10) as usize];
    format!(
        r#"{{"wager":{{"player":"{player}","area":{area},"on":"{}","amount":{amount},"number":{number},"point":{}}}}}"#,
        layout.name,
        dice.below(10)
    )
}

fn play(night: &mut Night, table: TableId, rounds: u64, dice: &mut Dice) {
    let secret = Secret::fixed([9; 32]);
    let until = night.floor.rooms[&table].round + rounds;
    let mut wagers = 0;
    while night.floor.rooms[&table].round < until {
        assert!(
            night.acts.len() < 200_000,
            "{:?} {:?}",
            night.floor.rooms[&table].table.expects(),
            night.floor.rooms[&table].table.shoe().census()
        );
        let room = &night.floor.rooms[&table];
        let (kind, due) = (room.kind, room.table.expects().due);
        if let Due::Choice(area, choices) = due {
            let choice = choices[dice.below(choices.len() as u64) as usize].name();
            let step = format!(r#"{{"choose":{{"area":{},"choice":"{choice}"}}}}"#, area.0);
            let player = ["ann", "bob", "cyd"][(usize::from(area.0) - 1) / 3];
            night.must(player, &Act::TableAct(TableAct::Step { table, step: json(&step) }));
            continue;
        }
        let deal = wagers >= 8 && (kind.house().cards.is_none() || due != Due::Nothing);
        let lapse = || secret.lapse_cut(room, &night.floor.people);
        if let Some(act) = secret.next(room, &night.floor.people, deal).or_else(lapse) {
            night.must(HOUSE, &act);
            if matches!(act, Act::TableAct(TableAct::Reveal { .. })) {
                wagers = 0;
            }
            continue;
        }
        let who = dice.below(3);
        let (player, area) = (["ann", "bob", "cyd"][who as usize], 1 + who * 3);
        let step = wager(kind, player, area, dice);
        night.told(player, &Act::TableAct(TableAct::Step { table, step: json(&step) }));
        wagers += 1;
    }
}

/// Money stays in the house, the draws are proved, and the same acts lead to the same floor.
#[test]
fn a_night_can_be_lived_twice() {
    let mut night = open();
    let mut dice = Dice(5);
    for _ in 0..10 {
        for number in 1..=Kind::ALL.len() as u32 {
            play(&mut night, TableId(number), 20, &mut dice);
        }
    }
    for number in 1..=Kind::ALL.len() as u32 {
        let felt: i64 = ["ann", "bob", "cyd"]
            .iter()
            .map(|name| night.floor.people.find(name).unwrap())
            .map(|player| night.floor.ledger.balance(Account::Felt(TableId(number), player)))
            .sum();
        let mut standing = 0;
        night.floor.rooms[&TableId(number)]
            .table
            .each_standing(|wager| standing += (wager.stake + wager.excess).0 as i64);
        assert_eq!(felt, standing, "table {number}");
    }
    let proved = night.acts.iter().filter(|(.., answer)| answer.contains("proved")).count();
    let paid =
        night.acts.iter().filter(|(.., answer)| answer.contains(r#""result":"win""#)).count();
    assert!(proved > 900 && paid > 300, "{proved} proved, {paid} paid");
    let mut again = Floor::default();
    for (at, who, act, answer) in &night.acts {
        assert_eq!(again.act(*at, who, &Act::parse(act.as_bytes()).unwrap()).write(), *answer);
    }
    assert_eq!(again, night.floor);
}

/// A key other than the one committed to, or a card that does not follow from it, is found out.
#[test]
fn a_false_draw_is_found_out() {
    let mut night = open();
    let table = TableId(4);
    let secret = Secret::fixed([9; 32]);
    let mut dice = Dice(1);
    play(&mut night, table, 1, &mut dice);
    loop {
        let room = &night.floor.rooms[&table];
        let Some(act) = secret.next(room, &night.floor.people, false) else { break };
        night.must(HOUSE, &act);
    }
    let step = r#"{"wager":{"player":"ann","area":1,"on":"initial","amount":1000}}"#;
    night.must("ann", &Act::TableAct(TableAct::Step { table, step: json(step) }));
    let right = secret.next(&night.floor.rooms[&table], &night.floor.people, true).unwrap();
    let card = if right.write().contains("AS") { "KD" } else { "AS" };
    night.must(
        HOUSE,
        &Act::TableAct(TableAct::Step { table, step: json(&format!(r#"{{"card":"{card}"}}"#)) }),
    );
    let other = if right.write().contains("2C") || card == "2C" { "3C" } else { "2C" };
    night.must(
        HOUSE,
        &Act::TableAct(TableAct::Step { table, step: json(&format!(r#"{{"card":"{other}"}}"#)) }),
    );
    // The program pays what lies there; the proof comes after the round.
    let paid = secret.next(&night.floor.rooms[&table], &night.floor.people, true).unwrap();
    assert!(paid.write().contains(r#"{"paid":true}"#), "{}", paid.write());
    night.must(HOUSE, &paid);
    let reveal = secret.next(&night.floor.rooms[&table], &night.floor.people, true).unwrap();
    assert!(matches!(reveal, Act::TableAct(TableAct::Reveal { .. })), "{}", reveal.write());
    let ActResult::Denied(denied) = night.told(HOUSE, &reveal) else {
        panic!("it was not found out")
    };
    assert!(matches!(denied.reason, croupier_floor::Reason::DrawDiffers { .. }), "{denied:?}");
}

/// Craps 3.7.2: a shooter who holds the dice and cannot throw has them taken by the program, which says why.
#[test]
fn a_shooter_who_cannot_throw_passes() {
    let mut night = open();
    let number = 1 + Kind::ALL.iter().position(|kind| kind.house().cards.is_none()).unwrap();
    let table = TableId(number as u32);
    let secret = Secret::fixed([9; 32]);
    let next = |night: &Night, deal: bool| {
        secret.next(&night.floor.rooms[&table], &night.floor.people, deal)
    };
    while let Some(act) = next(&night, false) {
        night.must(HOUSE, &act);
    }
    for (who, step) in [
        ("ann", r#"{"dice":{"player":"ann","does":"accept"}}"#),
        ("bob", r#"{"wager":{"player":"bob","on":"win-line","amount":1000}}"#),
    ] {
        night.must(who, &Act::TableAct(TableAct::Step { table, step: json(step) }));
    }
    let order = next(&night, true).unwrap();
    assert!(order.write().contains(r#""does":"order""#), "{}", order.write());
    night.must(HOUSE, &order);
    let bob = night.floor.people.find("bob").unwrap();
    assert_eq!(night.floor.rooms[&table].table.expects().due, Due::Dice(bob));
}
