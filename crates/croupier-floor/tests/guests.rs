//! Guests and play money: apart from everyone else's, to the cent.

use croupier_engine::{Cents, Kind, Player};
use croupier_floor::{
    Account, Act, ActResult, By, Dealing, EdgeAct, Floor, HOUSE, HouseAct, Level, PoolId, Role,
    TableAct, TableId,
};

const DEMO: TableId = TableId(1);
const REAL: TableId = TableId(2);
const PLAY: PoolId = PoolId(1);

/// Reads a step or a set-up as people write it.
fn json<T: serde::de::DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn open(table: TableId, demo: bool) -> Act {
    Act::EdgeAct(EdgeAct::Open {
        table,
        name: "bACEball".to_owned(),
        game: "baceball".to_owned(),
        setup: json(r#"{"chip":100}"#),
        float: Cents(1_000_000),
        dealing: Dealing::Physical,
        seats: 7,
        demo,
    })
}

/// Writes down a pool, of play money or not.
fn pool(act: &str) -> Act {
    let prizes = Kind::Baceball.jackpots().expect("it has a jackpot").prizes;
    let meter = |seed: u64| format!(r#"{{"share":[1,4],"seed":{seed}}}"#);
    let (major, minor) = (meter(100_000), meter(20_000));
    let terms = format!(
        r#"{{"prizes":"{prizes}","wager":500,"major":{major},"minor":{minor},"retained":[1,2]}}"#
    );
    json(&format!(r#"{{"{act}":{{"pool":1,"name":"for fun","terms":{terms}}}}}"#))
}

fn person(name: &str, role: Role) -> Act {
    Act::HouseAct(HouseAct::AddPerson { name: name.to_owned(), roles: vec![role], password: None })
}

fn does(floor: &mut Floor, who: &str, act: &Act) -> ActResult {
    let answer = floor.act(floor.now + 1, who, act);
    assert!(floor.ledger.balances());
    answer.verdict
}

fn is_denied(verdict: &ActResult, by: By) -> bool {
    matches!(verdict, ActResult::Denied(denied) if denied.by() == by)
}

/// A house with a demo table that the program opened, a real one, a guest and a player.
fn house() -> Floor {
    let mut floor = Floor::default();
    for (who, act) in [
        (HOUSE, open(DEMO, true)),
        (HOUSE, pool("demo-pool")),
        (HOUSE, Act::EdgeAct(EdgeAct::LinkTable { table: DEMO, pool: PLAY })),
        (HOUSE, Act::HouseAct(HouseAct::Guest { name: "guest-1".to_owned() })),
        ("max", person("max", Role::Manager)),
        ("max", person("cas", Role::Cashier)),
        ("max", person("dan", Role::Dealer)),
        ("max", person("pat", Role::Player)),
        ("max", Act::HouseAct(HouseAct::Mint { amount: Cents(10_000_000) })),
    ] {
        let verdict = does(&mut floor, who, &act);
        assert!(!matches!(verdict, ActResult::Denied(_)), "{act:?}: {verdict:?}");
    }
    let request = *floor.requests.keys().next().expect("chips are made by two");
    assert_eq!(
        does(&mut floor, "cas", &Act::HouseAct(HouseAct::Approve { request, forfeit: None })),
        ActResult::Done
    );
    let buy = Act::HouseAct(HouseAct::BuyIn { player: "pat".to_owned(), amount: Cents(50_000) });
    assert_eq!(does(&mut floor, "cas", &buy), ActResult::Done);
    assert_eq!(does(&mut floor, "max", &open(REAL, false)), ActResult::Done);
    floor
}

fn named(floor: &Floor, name: &str) -> Player {
    floor.people.find(name).expect("it is there")
}

#[test]
fn guests_and_players_never_meet() {
    let mut floor = house();
    let sit = |player: &str, table| {
        Act::TableAct(TableAct::Sit { table, player: player.to_owned(), seat: 1 })
    };
    assert!(is_denied(&does(&mut floor, "guest-1", &sit("guest-1", REAL)), By::Rights));
    assert!(is_denied(&does(&mut floor, "pat", &sit("pat", DEMO)), By::Rights));
    assert_eq!(does(&mut floor, "guest-1", &sit("guest-1", DEMO)), ActResult::Done);
    assert_eq!(does(&mut floor, "pat", &sit("pat", REAL)), ActResult::Done);
    // Nor by the dealer's hand.
    let wager = |player: &str, table| {
        Act::TableAct(TableAct::Step {
            table,
            step: json(&format!(
                r#"{{"wager":{{"player":"{player}","area":1,"on":"bet","amount":1000}}}}"#
            )),
        })
    };
    assert!(is_denied(&does(&mut floor, "dan", &wager("guest-1", REAL)), By::Rights));
    assert!(is_denied(&does(&mut floor, "dan", &wager("pat", DEMO)), By::Rights));
}

#[test]
fn play_money_is_no_money() {
    let mut floor = house();
    let (player, amount) = ("guest-1".to_owned(), Cents(100));
    let voucher = r#"{"issue-voucher":{"number":7,"amount":100,"games":["craps"],"expires":9999999999999,"player":"guest-1","conditions":""}}"#;
    for (who, act) in [
        ("cas", Act::HouseAct(HouseAct::CashOut { player: player.clone(), amount })),
        ("cas", Act::HouseAct(HouseAct::BuyIn { player: player.clone(), amount })),
        ("max", serde_json::from_str(voucher).unwrap()),
        ("dan", Act::EdgeAct(EdgeAct::Drop { table: DEMO, player, amount })),
    ] {
        assert!(is_denied(&does(&mut floor, who, &act), By::Money), "{act:?}");
    }
    // A guest is nothing else, and nobody else becomes one.
    let roles =
        Act::HouseAct(HouseAct::SetRoles { name: "guest-1".to_owned(), roles: vec![Role::Player] });
    assert!(is_denied(&does(&mut floor, "max", &roles), By::Sense));
    assert!(matches!(does(&mut floor, "max", &person("eve", Role::Guest)), ActResult::Denied(_)));
}

#[test]
fn demo_tables_draw_on_play_money_alone() {
    let mut floor = house();
    let real = |floor: &Floor| {
        let cents = |account| floor.ledger.balance(account);
        [Account::Mint, Account::Cage].map(cents)
    };
    let before = real(&floor);
    let guest = named(&floor, "guest-1");
    assert_eq!(floor.ledger.held(Account::Purse(guest)), Cents(100_000));
    assert_eq!(floor.ledger.held(Account::PoolMeter(PLAY, Level::Major)), Cents(100_000));
    let bring = Act::EdgeAct(EdgeAct::Bring {
        table: DEMO,
        player: "guest-1".to_owned(),
        amount: Cents(40_000),
    });
    assert_eq!(does(&mut floor, "guest-1", &bring), ActResult::Done);
    let fill = Act::EdgeAct(EdgeAct::Fill { table: DEMO, amount: Cents(7_000) });
    let ActResult::Waits { request } = does(&mut floor, "max", &fill) else {
        panic!("a fill waits for the cashier");
    };
    assert_eq!(
        does(&mut floor, "cas", &Act::HouseAct(HouseAct::Approve { request, forfeit: None })),
        ActResult::Done
    );
    assert_eq!(
        does(&mut floor, "max", &Act::EdgeAct(EdgeAct::Close { table: DEMO })),
        ActResult::Done
    );
    assert_eq!(real(&floor), before);
    // Who comes back for more gets what is missing.
    let again = Act::HouseAct(HouseAct::Guest { name: "guest-1".to_owned() });
    assert_eq!(does(&mut floor, HOUSE, &again), ActResult::Done);
    assert_eq!(floor.ledger.held(Account::Purse(guest)), Cents(100_000));
    let taken = Act::HouseAct(HouseAct::Guest { name: "pat".to_owned() });
    assert!(matches!(does(&mut floor, HOUSE, &taken), ActResult::Denied(_)));
}

/// The program gives wagers of guests back, and nobody else's.
#[test]
fn the_program_takes_back_only_what_guests_have_placed() {
    let mut floor = house();
    let take = |table: TableId, player: &str| -> Act {
        let spot = format!(r#"{{"player":"{player}","area":1,"on":"bet"}}"#);
        Act::TableAct(TableAct::Step { table, step: json(&format!(r#"{{"withdraw":{spot}}}"#)) })
    };
    assert!(is_denied(&does(&mut floor, HOUSE, &take(REAL, "pat")), By::Rights));
    assert!(
        is_denied(&does(&mut floor, HOUSE, &take(DEMO, "guest-1")), By::Rules),
        "none is there"
    );
}
