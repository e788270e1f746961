//! What one dishonest person can reach alone: every sequence of up to six acts, breadth-first over distinct states of a
//! house in which everybody else is honest and does nothing. The person acts as everyone whose password they know. The
//! same search with parts of the rule taken out finds the attacks that the rule is there for.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use croupier_engine::{Kind, Player};

use super::LASTS;
use crate::act::{Act, HouseAct};
use crate::answer::ActResult;
use crate::floor::Floor;
use crate::ledger::Account;
use crate::people::Role;
use crate::record::Recorded;
use crate::{PoolId, TableId, VoucherId};

thread_local! {
    /// One manager makes staff and sets passwords alone.
    static ALONE: Cell<bool> = const { Cell::new(false) };
    /// Any two accounts count as two people.
    static ANY_TWO: Cell<bool> = const { Cell::new(false) };
}

pub(super) fn is_done_alone(act: &Recorded) -> bool {
    let makes =
        matches!(act, Act::HouseAct(HouseAct::AddPerson { .. } | HouseAct::SetPassword { .. }));
    makes && ALONE.get()
}

pub(super) fn are_any_two() -> bool {
    ANY_TWO.get()
}

/// The password that the dishonest person knows, and the one that nobody but its owner does.
const KNOWN: &str = "known";
const SECRET: &str = "secret";

const DEPTH: usize = 6;

/// Names a game whose tables have any number of seats.
fn game() -> &'static str {
    let dice = |kind: &Kind| crate::rights::rolls_dice(*kind);
    Kind::offered().find(dice).map_or("", Kind::name)
}

/// A house with two of everybody who can ask or agree; one person knows the passwords of some.
fn house(insider: &[&str]) -> Floor {
    let password = |name: &str| if insider.contains(&name) { KNOWN } else { SECRET };
    let [max, mia] = ["max", "mia"].map(password);
    let mut floor = Floor::default();
    let mut does = |who: &str, act: &str| {
        let act = Act::parse(act.as_bytes()).unwrap();
        let answer = floor.act(floor.now + 1, who, &act);
        assert!(!matches!(answer.verdict, ActResult::Denied(_)), "{who}: {answer:?}");
        if let ActResult::Waits { request } = answer.verdict {
            let agrees = HouseAct::Approve { request, forfeit: None }.into();
            assert!(floor.act(floor.now + 1, "mia", &agrees).is_done());
        }
    };
    let found = r#"{"found":{"managers":[{"name":"max","password":"MAX"},{"name":"mia","password":"MIA"}]}}"#;
    does("house", &found.replace("MAX", max).replace("MIA", mia));
    for (name, role) in [
        ("sue", "supervisor"),
        ("sid", "supervisor"),
        ("cas", "cashier"),
        ("ann", "player"),
        ("bob", "player"),
    ] {
        let password = password(name);
        let add = r#"{"add-person":{"name":"NAME","roles":["ROLE"],"password":"WORD"}}"#;
        does("max", &add.replace("NAME", name).replace("ROLE", role).replace("WORD", password));
    }
    does("max", r#"{"mint":{"amount":1000000}}"#);
    let open = r#"{"open":{"table":1,"name":"one","game":"GAME","setup":{"chip":100},"float":1000,"dealing":"physical","seats":7}}"#;
    does("max", &open.replace("GAME", game()));
    does("sue", r#"{"exclude":{"table":1,"name":"bob","why":"a fight"}}"#);
    // What was made on the first day is as old as the house.
    floor.now += LASTS;
    floor
}

/// What the person can try, as any of the accounts that are theirs: whatever gives rights, moves money, or could help
/// to.
const ACTS: &[&str] = &[
    r#"{"add-person":{"name":"eve","roles":["manager"],"password":"known"}}"#,
    r#"{"add-person":{"name":"eva","roles":["cashier"],"password":"known"}}"#,
    r#"{"add-person":{"name":"eve","roles":["player"],"password":"known"}}"#,
    r#"{"found":{"managers":[{"name":"eve","password":"known"},{"name":"eva","password":"known"}]}}"#,
    r#"{"set-roles":{"name":"ann","roles":["manager"]}}"#,
    r#"{"set-roles":{"name":"eve","roles":["manager"]}}"#,
    r#"{"set-password":{"name":"mia","password":"known"}}"#,
    r#"{"set-password":{"name":"cas","password":"known"}}"#,
    r#"{"walk-in":{"table":1}}"#,
    r#"{"exclude":{"table":1,"name":"mia","why":"in the way"}}"#,
    r#"{"exclude":{"table":1,"name":"ann","why":"in the way"}}"#,
    r#"{"readmit":{"name":"bob","why":"a friend"}}"#,
    r#"{"mint":{"amount":1000}}"#,
    r#"{"draft-pool":{"pool":1,"name":"own","terms":{"prizes":"3-card","wager":500,"major":{"share":[1,2],"seed":1000},"minor":{"share":[0,1],"seed":0},"retained":[1,2]}}}"#,
    r#"{"fill":{"table":1,"amount":500}}"#,
    r#"{"credit":{"table":1,"amount":500}}"#,
    r#"{"buy-in":{"player":"ann","amount":1000}}"#,
    r#"{"cash-out":{"player":"ann","amount":1000}}"#,
    r#"{"issue-voucher":{"number":1,"amount":1000,"games":["GAME"],"expires":99999999999,"player":null,"conditions":"none"}}"#,
];

/// A name that the house does not know at first, and how many of the acts somebody could do under it.
const STRANGER: (&str, usize) = ("eve", 4);

/// Lists everything that can be tried next, and as whom: by those whose passwords are known, about what waits too.
fn tries<'a>(floor: &Floor, acts: &'a [Act]) -> Vec<(String, Cow<'a, Act>)> {
    let known = |password: &Option<String>| password.as_deref() == Some(KNOWN);
    let own = floor.people.iter().filter(|(_, person)| known(&person.password));
    let own: Vec<_> = own.map(|(_, person)| person.name.clone()).collect();
    let answers = floor.requests.keys().flat_map(|&request| {
        let approve = HouseAct::Approve { request, forfeit: None };
        [approve, HouseAct::Reject { request }].map(|act| Cow::Owned(act.into()))
    });
    let all: Vec<Cow<'a, Act>> = acts.iter().map(Cow::Borrowed).chain(answers).collect();
    let strange =
        acts.iter().take(STRANGER.1).map(|act| (STRANGER.0.to_owned(), Cow::Borrowed(act)));
    let own = own.iter().flat_map(|who| all.iter().map(|act| (who.clone(), act.clone())));
    own.chain(strange).collect()
}

/// Says what was done that takes two people, if anything was.
fn harm(before: &Floor, after: &Floor) -> Option<String> {
    let moved = |account| before.ledger.balance(account) != after.ledger.balance(account);
    let accounts = [Account::Mint, Account::Float(TableId(1))];
    if let Some(account) = accounts.into_iter().find(|account| moved(*account)) {
        return Some(format!("{account:?} has moved"));
    }
    if after.pools.get(PoolId(1)).is_some() {
        return Some("a pool was drafted".to_owned());
    }
    if after.vouchers.get(VoucherId(1)).is_some() {
        return Some("a voucher was issued".to_owned());
    }
    let wrong = after.people.iter().find(|(number, person)| match before.people.get(*number) {
        None => person.roles != BTreeSet::from([Role::Player]),
        Some(old) => {
            let let_in = old.excluded && !person.excluded;
            let staff = person.excluded && !old.roles.contains(&Role::Player);
            let_in || staff || old.roles != person.roles || old.password != person.password
        }
    });
    wrong.map(|(_, person)| format!("{} has become {person:?}", person.name))
}

/// Stands for a state: all that decides what can be done next. The numbers of requests do not, nor how often the same
/// is asked for, nor how many have come who cannot sign in.
fn print(floor: &Floor) -> u64 {
    let mut hasher = DefaultHasher::new();
    let mut text = String::new();
    for (_, person) in floor.people.iter().filter(|(_, person)| !person.walk_in) {
        write!(text, "{person:?}").unwrap();
    }
    floor.people.iter().any(|(_, person)| person.walk_in).hash(&mut hasher);
    let asked = floor.requests.values().map(|it| format!("{:?} {:?} {}", it.by, it.act, it.at));
    let asked: BTreeSet<_> = asked.collect();
    write!(text, "{} {asked:?} {:?} {:?}", floor.now, floor.made_alone, floor.opening).unwrap();
    for account in [Account::Cage, Account::CageCash, Account::Mint, Account::Float(TableId(1))] {
        floor.ledger.balance(account).hash(&mut hasher);
    }
    text.hash(&mut hasher);
    hasher.finish()
}

/// A state, and what has led to it.
type Reached = (Floor, Vec<String>);

/// Searches what follows from the acts of one person, to a depth; returns how many states there are, and how to the
/// first one that is wrong.
fn search(
    insider: &[&str],
    depth: usize,
    wrong: impl Fn(&Floor, &Floor) -> Option<String>,
) -> (usize, Option<(String, Vec<String>)>) {
    let parsed = |text: &&str| Act::parse(text.replace("GAME", game()).as_bytes()).unwrap();
    let acts: Vec<_> = ACTS.iter().map(parsed).collect();
    let start = house(insider);
    let mut seen = HashSet::from([print(&start)]);
    let mut edge: Vec<Reached> = vec![(start.clone(), Vec::new())];
    for _ in 0..depth {
        let mut next = Vec::new();
        for (floor, path) in edge {
            let mut after = floor.clone();
            for (who, act) in tries(&floor, &acts) {
                let answer = after.act(floor.now, &who, &act);
                // Only time does something with what is denied: requests run out.
                if matches!(answer.verdict, ActResult::Denied(_)) && answer.events.is_empty() {
                    assert!(
                        after == floor,
                        "what is denied changes nothing: {who} {}",
                        act.write()
                    );
                    continue;
                }
                let after = std::mem::replace(&mut after, floor.clone());
                if seen.insert(print(&after)) {
                    let path = [&path[..], &[format!("{who}: {}", act.write())]].concat();
                    if let Some(harm) = wrong(&start, &after) {
                        return (seen.len(), Some((harm, path)));
                    }
                    next.push((after, path));
                }
            }
            // Time runs for the dishonest as well.
            if floor.now < start.now + LASTS {
                let time = Act::parse(br#"{"time":{"table":1}}"#).unwrap();
                after.act(floor.now + LASTS / 2, "house", &time);
                if seen.insert(print(&after)) {
                    next.push((after, [&path[..], &["half a day".to_owned()]].concat()));
                }
            }
        }
        edge = next;
    }
    (seen.len(), None)
}

/// One insider reaches nothing that takes two people, in whatever role, also with a player's account besides.
#[test]
fn one_insider_reaches_nothing_in_six_acts() {
    for (insider, least) in [(["max", "ann"], 10_000), (["sue", "ann"], 100), (["cas", "ann"], 10)]
    {
        let (states, found) = search(&insider, DEPTH, harm);
        println!("{insider:?}: {states} states to depth {DEPTH}");
        assert_eq!(found, None);
        assert!(states > least, "{insider:?} can do next to nothing: {states}");
    }
}

/// Without the rule the search finds what it was written for: a manager makes another, or takes one over, and agrees
/// to what they asked for. Each half of the rule holds by itself.
#[test]
fn the_search_finds_the_known_attack() {
    let minted = |before: &Floor, after: &Floor| {
        let moved = before.ledger.balance(Account::Mint) != after.ledger.balance(Account::Mint);
        moved.then(|| "chips were made".to_owned())
    };
    let attack = || search(&["max"], 3, minted).1.map(|(_, path)| path);
    ANY_TWO.set(true);
    assert_eq!(attack(), None, "staff is made by two");
    ALONE.set(true);
    ANY_TWO.set(false);
    assert_eq!(attack(), None, "who was made by one is not another");
    ANY_TWO.set(true);
    let path = attack().expect("one manager makes chips");
    println!("{path:#?}");
    assert_eq!(path.len(), 3, "{path:?}");
}

/// Folding what followed leads to the same memory of who made whom as deciding it.
#[test]
fn who_made_whom_is_folded_too() {
    let (mut decided, mut folded) = (Floor::default(), Floor::default());
    let acts = [
        ("max", r#"{"add-person":{"name":"max","roles":["manager"]}}"#),
        ("max", r#"{"add-person":{"name":"mia","roles":["manager"]}}"#),
        ("max", r#"{"add-person":{"name":"ann","roles":["player"]}}"#),
        ("max", r#"{"look":{"what":"the door"}}"#),
        ("max", r#"{"add-person":{"name":"bob","roles":["player"]}}"#),
        ("max", r#"{"set-password":{"name":"mia","password":"x"}}"#),
        ("mia", r#"{"approve":{"request":1}}"#),
        ("max", r#"{"set-password":{"name":"ann","password":"x"}}"#),
        ("mia", r#"{"approve":{"request":2}}"#),
    ];
    for (at, (who, text)) in (1..).zip(acts) {
        let recording = decided.record(who, &Act::parse(text.as_bytes()).unwrap(), &mut || [0; 16]);
        let answer = decided.perform(at, recording.who, &recording.act, &recording.said());
        let said = recording.said();
        let told = folded.fold(at, (recording.who, &recording.act), &answer, &said);
        assert!(told.is_ok(), "{text}: {told:?}");
        assert_eq!(decided.opening, folded.opening, "{text}");
        assert_eq!(decided.made_alone, folded.made_alone, "{text}");
        assert_eq!(decided.opening.is_some(), at <= 3, "{text}");
    }
    // The request about mia was agreed to by herself, and that about ann is denied for it.
    let made: Vec<_> = decided.made_alone.iter().map(|made| (made.person, made.by)).collect();
    assert_eq!(made, [(Player(4), Player(1)), (Player(2), Player(1))]);
    assert!(decided.requests.contains_key(&2));
}
