//! Any sequence of acts on a floor: by staff, players, guests, strangers and the program, as time passes. An auditor who
//! knows only money and rights watches.

mod auditor;
mod prizes;

use croupier_engine::{Kind, Player};
use croupier_floor::{Act, ActResult, Floor, HOUSE, TableAct, TableId};
use croupier_sheet::{PersonId, Step, Text};

use crate::bytes::Bytes;
use crate::engine::anything;
use auditor::Auditor;

/// What became of the acts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Acts {
    /// How many were done at once.
    pub done: usize,
    /// How many requests were agreed to.
    pub agreed: usize,
    /// How many wait for a second person.
    pub waits: usize,
    /// How many were denied.
    pub denied: usize,
    /// How many of these because two accounts may be in one hand.
    pub one_hand: usize,
}

/// Who may act: two of everybody who can ask or agree, those who run promotions and watch over them, the program, and a name
/// that may become known.
const PEOPLE: [&str; 16] = [
    "max", "mia", "sue", "sid", "cas", "cat", "dan", "box", "ann", "bob", "gus", "eve", "pam",
    "scot", "ivy", HOUSE,
];

const HOUR: u64 = 60 * 60 * 1000;

/// Has people do what the bytes say.
///
/// # Panics
/// When something happens that must not: money that moves otherwise than an act allows, something that is done by who
/// has no right to it, a denial that changes something.
pub fn floor(data: &[u8]) -> Acts {
    played(data).1
}

/// Plays a floor, and counts what became of the acts.
pub(crate) fn played(data: &[u8]) -> (Floor, Acts) {
    let mut bytes = Bytes::new(data);
    let (mut floor, mut auditor) = (Floor::default(), Auditor::default());
    let mut acts = Acts::default();
    for (who, act) in HOUSEHOLD.iter().chain(prizes::BEGIN).chain(ONE_HAND) {
        match *act {
            prizes::A_DAY => floor.now += 24 * HOUR,
            prizes::AGREES => {
                let last = floor.requests.keys().next_back().copied().unwrap_or_default();
                told(&mut floor, &mut auditor, who, &answer("approve", last), &mut acts);
            }
            act => told(&mut floor, &mut auditor, who, act, &mut acts),
        }
        assert_eq!(acts.denied, 0, "the house opens: {who} {act}");
    }
    let mut acts = Acts::default();
    while !bytes.is_empty() {
        if bytes.chance(4) {
            floor.now += HOUR * u64::from(bytes.byte() % 32);
        }
        let (who, act) = something(&mut bytes, &floor);
        told(&mut floor, &mut auditor, &who, &act, &mut acts);
    }
    auditor.close(&floor);
    (floor, acts)
}

/// How the house begins: founded by two, who add the others together.
const HOUSEHOLD: &[(&str, &str)] = &[
    (
        HOUSE,
        r#"{"found":{"managers":[{"name":"max","password":null},{"name":"mia","password":null}]}}"#,
    ),
    ("max", r#"{"add-person":{"name":"sue","roles":["supervisor"]}}"#),
    ("mia", r#"{"approve":{"request":1}}"#),
    ("max", r#"{"add-person":{"name":"sid","roles":["supervisor"]}}"#),
    ("mia", r#"{"approve":{"request":2}}"#),
    ("mia", r#"{"add-person":{"name":"cas","roles":["cashier"]}}"#),
    ("max", r#"{"approve":{"request":3}}"#),
    ("mia", r#"{"add-person":{"name":"cat","roles":["cashier"]}}"#),
    ("max", r#"{"approve":{"request":4}}"#),
    ("max", r#"{"add-person":{"name":"dan","roles":["dealer"]}}"#),
    ("mia", r#"{"approve":{"request":5}}"#),
    ("max", r#"{"add-person":{"name":"box","roles":["boxperson","stickperson"]}}"#),
    ("mia", r#"{"approve":{"request":6}}"#),
    ("max", r#"{"add-person":{"name":"ann","roles":["player"]}}"#),
    ("mia", r#"{"add-person":{"name":"bob","roles":["player"]}}"#),
    (HOUSE, r#"{"guest":{"name":"gus"}}"#),
    ("max", r#"{"mint":{"amount":1000000}}"#),
    ("cas", r#"{"approve":{"request":7}}"#),
    ("cas", r#"{"buy-in":{"player":"ann","amount":20000}}"#),
    ("cat", r#"{"buy-in":{"player":"bob","amount":20000}}"#),
    (
        "sue",
        r#"{"open":{"table":1,"name":"one","game":"GAME","setup":{"chip":100},"float":50000,"dealing":"physical","seats":4}}"#,
    ),
    (
        HOUSE,
        r#"{"open":{"table":2,"name":"two","game":"GAME","setup":{"chip":100},"float":50000,"dealing":"physical","seats":4,"demo":true}}"#,
    ),
    (
        "box",
        r#"{"equipment":{"table":1,"dice":[1,2,3,4,5],"items":["bowl","stick","puck","float-tray","buttons","drop-box"]}}"#,
    ),
    ("ann", r#"{"sit":{"table":1,"player":"ann","seat":1}}"#),
    ("ann", r#"{"bring":{"table":1,"player":"ann","amount":10000}}"#),
];

/// For a day the two managers count as one.
const ONE_HAND: &[(&str, &str)] =
    &[("max", r#"{"set-password":{"name":"mia","password":"x"}}"#), ("mia", prizes::AGREES)];

/// Somebody agrees to a request, or does not.
fn answer(word: &str, request: u32) -> String {
    r#"{"ANSWER":{"request":NUMBER}}"#
        .replace("ANSWER", word)
        .replace("NUMBER", &request.to_string())
}

/// Returns the game that is played: one with dice, whose tables have any number of seats.
fn game() -> Kind {
    let dice = Kind::offered().find(|kind| kind.house().cards.is_none());
    dice.expect("a house offers a game with dice")
}

/// Somebody does something, and the auditor watches.
fn told(floor: &mut Floor, auditor: &mut Auditor, who: &str, act: &str, acts: &mut Acts) {
    let act = prizes::with_seed(act).replace("GAME", game().name());
    let act = Act::parse(act.as_bytes()).unwrap_or_else(|error| panic!("{act}: {error}"));
    let recording = floor.record(who, &act, &mut || [0; 16]);
    let before = floor.clone();
    let answer = floor.perform(floor.now + 1, recording.who, &recording.act, &recording.said());
    auditor.watch(&before, (recording.who, &recording.act), &answer, floor);
    let agrees = act.name() == "approve";
    match &answer.verdict {
        ActResult::Done if agrees => acts.agreed += 1,
        ActResult::Done => acts.done += 1,
        ActResult::Waits { .. } => acts.waits += 1,
        ActResult::Denied(denied) => {
            acts.denied += 1;
            let reason = &denied.reason;
            acts.one_hand +=
                usize::from(matches!(reason, croupier_floor::Reason::NotTwoPeople { .. }));
        }
    }
}

/// Makes up who does what: often something that waits is answered.
fn something(bytes: &mut Bytes<'_>, floor: &Floor) -> (String, String) {
    let who = PEOPLE[bytes.one_of(PEOPLE.len())];
    if bytes.chance(64) && !floor.requests.is_empty() {
        let waiting = bytes.one_of(floor.requests.len());
        let request = floor.requests.keys().nth(waiting).copied().unwrap_or_default();
        let word = if bytes.chance(224) { "approve" } else { "reject" };
        return (who.to_owned(), answer(word, request));
    }
    if bytes.chance(64) {
        return (who.to_owned(), step(bytes));
    }
    let all = if bytes.chance(96) { prizes::TRIES } else { ACTS };
    let text = all[bytes.one_of(all.len())];
    let person = PEOPLE[bytes.one_of(PEOPLE.len())];
    let role = ROLES[bytes.one_of(ROLES.len())];
    let amount = [0, 1, 100, 5_000, 40_000, 2_000_000, u64::MAX][bytes.one_of(7)].to_string();
    let (table, seat) = ((1 + bytes.one_of(3)).to_string(), (1 + bytes.one_of(5)).to_string());
    let number = (1 + bytes.one_of(4)).to_string();
    let text = text.replace("WHO", person).replace("ROLE", role).replace("SUM", &amount);
    let text = text.replace("NUMBER", &number);
    (who.to_owned(), text.replace("TABLE", &table).replace("SEAT", &seat))
}

/// Any step of the game, at either table.
fn step(bytes: &mut Bytes<'_>) -> String {
    let table = 1 + bytes.one_of(2);
    let input = anything(bytes, game());
    let step: Step = Step::of(game(), &input)
        .rename(|PersonId(Player(number))| Text::from(PEOPLE[*number as usize % PEOPLE.len()]));
    let act: Act = TableAct::Step { table: TableId(table as u32), step }.into();
    let act = act.write();
    // An irregularity may lack what belongs to it, and is then no step.
    match Act::parse(act.as_bytes()) {
        Ok(_) => act,
        Err(_) => r#"{"time":{"table":1}}"#.to_owned(),
    }
}

const ROLES: [&str; 6] = ["manager", "supervisor", "cashier", "dealer", "player", "inspector"];

/// Acts with places for a person, a role, a table, a seat and an amount.
const ACTS: &[&str] = &[
    r#"{"found":{"managers":[{"name":"WHO","password":null},{"name":"eva","password":null}]}}"#,
    r#"{"add-person":{"name":"WHO","roles":["ROLE"],"password":"x"}}"#,
    r#"{"add-person":{"name":"WHO","roles":["player"],"password":"x"}}"#,
    r#"{"set-roles":{"name":"WHO","roles":["ROLE"]}}"#,
    r#"{"set-roles":{"name":"WHO","roles":["ROLE"]}}"#,
    r#"{"set-password":{"name":"WHO","password":"x"}}"#,
    r#"{"set-password":{"name":"WHO","password":"x"}}"#,
    r#"{"guest":{"name":"WHO"}}"#,
    r#"{"sign-in":{"name":"WHO","granted":true}}"#,
    r#"{"look":{"what":"the books"}}"#,
    r#"{"exclude":{"name":"WHO","table":TABLE,"why":"a fight"}}"#,
    r#"{"bar":{"name":"WHO","table":TABLE,"why":"a device"}}"#,
    r#"{"detain":{"name":"WHO","table":TABLE,"why":"a device"}}"#,
    r#"{"readmit":{"name":"WHO","why":"it was another"}}"#,
    r#"{"mint":{"amount":SUM}}"#,
    r#"{"buy-in":{"player":"WHO","amount":SUM}}"#,
    r#"{"cash-out":{"player":"WHO","amount":SUM}}"#,
    r#"{"draft-pool":{"pool":1,"name":"a pool","terms":{"prizes":"3-card","wager":500,"major":{"share":[1,3],"seed":SUM},"minor":{"share":[1,3],"seed":100},"retained":[1,3]}}}"#,
    r#"{"approve-pool":{"pool":1,"reference":"A 17","date":"2016-08-17"}}"#,
    r#"{"start-pool":{"pool":1}}"#,
    r#"{"adjust-meter":{"pool":1,"level":"minor","before":100,"after":SUM,"why":"a test","reference":"A 18"}}"#,
    r#"{"issue-voucher":{"number":SEAT,"amount":SUM,"games":["GAME"],"expires":99999999999,"player":"WHO","conditions":"none"}}"#,
    r#"{"exchange-voucher":{"table":TABLE,"number":SEAT,"player":"WHO"}}"#,
    r#"{"open":{"table":TABLE,"name":"new","game":"GAME","setup":{"chip":100},"float":SUM,"dealing":"physical","seats":4}}"#,
    r#"{"announce-closing":{"table":TABLE}}"#,
    r#"{"close":{"table":TABLE}}"#,
    r#"{"fill":{"table":TABLE,"amount":SUM}}"#,
    r#"{"credit":{"table":TABLE,"amount":SUM}}"#,
    r#"{"sit":{"table":TABLE,"player":"WHO","seat":SEAT}}"#,
    r#"{"leave":{"table":TABLE,"player":"WHO"}}"#,
    r#"{"bring":{"table":TABLE,"player":"WHO","amount":SUM}}"#,
    r#"{"take":{"table":TABLE,"player":"WHO","amount":SUM}}"#,
    r#"{"drop":{"table":TABLE,"player":"WHO","amount":SUM}}"#,
    r#"{"walk-in":{"table":TABLE,"seat":SEAT}}"#,
    r#"{"time":{"table":TABLE}}"#,
    r#"{"incident":{"what":"a glass broke"}}"#,
];
