//! A house with a mystery prize is killed after every single act, from the first wager to the last payment, with a
//! program that looks at once, or late: whatever is passed is won once, by who passed it first, and nothing is paid twice.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::{Folder, options};
use croupier_engine::Cents;
use croupier_floor::{
    Account, Act, ActResult, Event, Floor, HOUSE, Level, PoolChange, PoolId, Recorded, Source,
    TableId,
};
use croupier_house::{Live, Replay};
use croupier_journal::{Reader, VerifyOptions, verify};

/// The trigger lies between 100.00 and 102.00, and each wager brings 2.00: every wager passes it, if it is the first.
const TERMS: &str = r#"{"prizes":"3-card","wager":500,"major":{"share":[1,5],"seed":1000000},"minor":{"share":[1,10],"seed":200000},"mystery":{"share":[2,5],"start":10000,"ceiling":10200},"retained":[3,10]}"#;

/// What people do, one after the other. Nothing of it is done by the program.
struct Script {
    acts: Vec<(String, Act)>,
    requests: u32,
    /// How many acts come before the first wager.
    opening: usize,
}

impl Script {
    fn does(&mut self, who: &str, act: &str) {
        self.acts.push((who.to_owned(), Act::parse(act.as_bytes()).unwrap()));
    }

    /// Two people want it.
    fn two(&mut self, act: &str) {
        self.does("max", act);
        self.requests += 1;
        self.does("mia", &format!(r#"{{"approve":{{"request":{}}}}}"#, self.requests));
    }

    fn step(&mut self, table: u32, who: &str, step: &str) {
        self.does(who, &format!(r#"{{"step":{{"table":{table},"step":{step}}}}}"#));
    }

    fn house(&mut self) {
        let people = [
            ("max", "manager"),
            ("mia", "manager"),
            ("sue", "supervisor"),
            ("dan", "dealer"),
            ("cas", "cashier"),
            ("ann", "player"),
            ("bob", "player"),
        ];
        for (name, role) in people {
            self.does(
                "max",
                &format!(r#"{{"add-person":{{"name":"{name}","roles":["{role}"]}}}}"#),
            );
        }
        self.two(r#"{"mint":{"amount":100000000}}"#);
        self.two(&format!(r#"{{"draft-pool":{{"pool":1,"name":"one","terms":{TERMS}}}}}"#));
        self.two(r#"{"approve-pool":{"pool":1,"reference":"L&GA 1","date":"2016-08-17"}}"#);
        self.two(r#"{"start-pool":{"pool":1}}"#);
        for (table, player) in [(1, "ann"), (2, "bob")] {
            self.does("cas", &format!(r#"{{"buy-in":{{"player":"{player}","amount":100000}}}}"#));
            self.table(table, player);
        }
        self.opening = self.acts.len();
    }

    fn table(&mut self, table: u32, player: &str) {
        self.does("sue", &format!(
            r#"{{"open":{{"table":{table},"name":"{table}","game":"baceball","setup":{{"chip":100,"limits":{{"bet":{{"min":500,"max":100000}}}}}},"float":5000000,"dealing":"physical","seats":7}}}}"#
        ));
        self.does(
            "sue",
            &format!(r#"{{"register-cards":{{"set":{table},"decks":6,"backs":"blue"}}}}"#),
        );
        self.does("dan", &format!(r#"{{"check-cards":{{"set":{table},"cards":312}}}}"#));
        self.does("dan", &format!(r#"{{"bring-cards":{{"table":{table},"set":{table}}}}}"#));
        for task in 1..=CHECKS {
            self.does("sue", &format!(r#"{{"task-done":{{"table":{table},"task":{task}}}}}"#));
        }
        self.does("dan", &format!(r#"{{"begin-shuffle":{{"table":{table}}}}}"#));
        self.does("dan", &format!(r#"{{"load":{{"table":{table},"cutting_card":null}}}}"#));
        self.step(table, "dan", r#"{"burn":true}"#);
        self.two(&format!(r#"{{"link-table":{{"table":{table},"pool":1}}}}"#));
        self.does(
            player,
            &format!(r#"{{"sit":{{"table":{table},"player":"{player}","seat":1}}}}"#),
        );
        self.does(
            player,
            &format!(r#"{{"bring":{{"table":{table},"player":"{player}","amount":50000}}}}"#),
        );
    }

    fn wagers(&mut self, table: u32, player: &str) {
        for (on, amount) in [("bet", 1000), ("jackpot", 500)] {
            self.step(
                table,
                player,
                &format!(
                    r#"{{"wager":{{"player":"{player}","area":1,"on":"{on}","amount":{amount}}}}}"#
                ),
            );
        }
        self.step(table, "dan", &format!(r#"{{"accept":{{"player":"{player}","area":1}}}}"#));
        self.step(table, "dan", r#"{"collect":true}"#);
    }

    fn cards(&mut self, table: u32, cards: &[&str]) {
        for card in cards {
            self.step(table, "dan", &format!(r#"{{"card":"{card}"}}"#));
        }
    }

    /// Both tables pass the trigger with their first card, and the first wins the major meter; then the second wins the
    /// minor one, and is paid first.
    fn new() -> Self {
        let mut script = Self { acts: Vec::new(), requests: 0, opening: 0 };
        script.house();
        script.wagers(1, "ann");
        script.wagers(2, "bob");
        script.cards(1, &["AD"]);
        script.cards(2, &["AH"]);
        script.cards(1, &["3S", "AD", "8C", "AD", "6D"]);
        script.cards(2, &["3S", "AH", "8C", "AH", "6D"]);
        for (table, award) in [(2, "minor"), (1, "major")] {
            script.verify(table, award);
            script.step(table, "dan", r#"{"paid":true}"#);
        }
        script
    }

    /// A supervisor verifies a prize; its number follows from what the program did before.
    fn verify(&mut self, table: u32, _level: &str) {
        self.does("sue", &format!(r#"{{"verify-award":{{"table":{table},"award":0}}}}"#));
    }
}

/// How many tasks of checking equipment a table begins with.
const CHECKS: u32 = 5;

/// Puts the number of the award at a table into the act that verifies it.
fn verified(act: &Act, floor: &Floor) -> Act {
    let text = act.write();
    let Some(rest) = text.strip_prefix(r#"{"verify-award":{"table":"#) else { return act.clone() };
    let table: u32 = rest.split(',').next().unwrap().parse().unwrap();
    let pool = floor.pools.get(PoolId(1)).unwrap();
    let here = Source::Table(TableId(table));
    let award = pool.awards.values().find(|it| it.from == here && it.level != Level::Mystery);
    let number = award.unwrap().number;
    Act::parse(format!(r#"{{"verify-award":{{"table":{table},"award":{number}}}}}"#).as_bytes())
        .unwrap()
}

fn is_programs(name: &str) -> bool {
    name.ends_with("-mystery")
}

/// Not a test by itself: the process that is killed.
#[test]
#[ignore = "is started by the other test of this file"]
fn the_one_that_is_killed() {
    let Some(path) = std::env::var_os("CROUPIER_POOL_TO_KILL").map(PathBuf::from) else { return };
    let lazy: usize = std::env::var("CROUPIER_POOL_LAZY").unwrap().parse().unwrap();
    let mut live = Live::open(&path, options()).unwrap();
    let secret = live.secret(&path.with_extension("secret")).unwrap();
    let mut done = 0;
    for record in Reader::open(&path).unwrap().entries(0) {
        // What the secret commits the house to is in the journal, too.
        let act = Recorded::read(&record.unwrap().chained.entry.body);
        done += usize::from(act.is_ok_and(|act| !is_programs(act.name())));
    }
    let script = Script::new();
    loop {
        let looks =
            done.is_multiple_of(lazy) || done <= script.opening || done == script.acts.len();
        let programs = secret.next_for_pools(live.floor()).filter(|_| looks);
        let (who, act) = match (programs, script.acts.get(done)) {
            (Some(act), _) => (HOUSE.to_owned(), act),
            (None, Some((who, act))) => {
                done += 1;
                (who.clone(), verified(act, live.floor()))
            }
            (None, None) => break,
        };
        let told = live.act(live.floor().now + 1_000, &who, &act).unwrap();
        let fine = !matches!(told.answer.verdict, ActResult::Denied(_));
        assert!(fine, "{who}: {}: {:?}", act.write(), told.answer.verdict);
        told.ticket.wait().unwrap();
        std::io::stdout().write_all(b"ack\n").unwrap();
    }
    live.close().unwrap();
}

/// Lets a process run until it has acknowledged so many acts, and kills it; returns how many it has acknowledged, and
/// whether it had come to the end before.
fn run_and_kill(path: &Path, lazy: usize, most: usize) -> (usize, bool) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["pools_kill::the_one_that_is_killed", "--exact", "--ignored", "--nocapture"])
        .env("CROUPIER_POOL_TO_KILL", path)
        .env("CROUPIER_POOL_LAZY", lazy.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let mut count = 0;
    for line in output.lines() {
        count += usize::from(line.unwrap() == "ack");
        if count == most {
            child.kill().unwrap();
        }
    }
    let ended = child.wait().unwrap().success();
    assert!(ended || count >= most, "the process broke down by itself");
    (count, ended)
}

/// Who moved the meter of a mystery prize, in which round, and to which reading.
type Move = (Cents, Source, u64);

/// What the journal says of the mystery prize and the meters.
#[derive(Default)]
struct Seen {
    /// Between which amounts the trigger is, and who moved the meter since, and to which reading.
    committed: Option<((Cents, Cents), Vec<Move>)>,
    /// Who must win, and what.
    due: Option<Move>,
    hits: usize,
    paid: [usize; 3],
}

impl Seen {
    fn watch(&mut self, event: &Event) {
        let Event::Pool { change, .. } = event else { return };
        match change {
            PoolChange::Committed { above, ceiling, .. } => {
                assert!(self.committed.is_none() && self.due.is_none());
                self.committed = Some(((*above, *ceiling), Vec::new()));
            }
            PoolChange::Moved { after, from, round, .. } => {
                if let Some((_, moves)) = &mut self.committed {
                    moves.push((*after, *from, *round));
                }
            }
            PoolChange::Passed { shown } => {
                let (_, moves) = self.committed.as_mut().unwrap();
                moves.retain(|(after, ..)| after > shown);
            }
            PoolChange::Shown { .. } => {
                let (_, moves) = self.committed.take().unwrap();
                assert!(moves.is_empty(), "a trigger was given up for which wagers count");
            }
            PoolChange::Triggered { trigger, .. } => {
                let ((above, ceiling), moves) = self.committed.take().unwrap();
                assert!(above < *trigger && *trigger <= ceiling);
                self.due = moves.into_iter().find(|(after, ..)| trigger <= after);
                assert!(self.due.is_some(), "nobody has passed it");
                self.hits += 1;
            }
            PoolChange::Won { level: Level::Mystery, reading, from, round, .. } => {
                assert_eq!(self.due.take(), Some((*reading, *from, *round)));
            }
            PoolChange::Paid { award: _, amount, back, .. } => {
                assert!(!back);
                let level = match amount.0 {
                    10_000_000 => Level::Major,
                    1_000_000 => Level::Minor,
                    _ => Level::Mystery,
                };
                self.paid[level as usize] += 1;
            }
            _ => {}
        }
    }
}

/// Proves a night that has come to its end.
fn check(path: &Path, context: &str) -> usize {
    let mut live = Live::open(path, options()).unwrap();
    let secret = live.secret(&path.with_extension("secret")).unwrap();
    // A trigger for which no wager counts is given up whenever the house opens; nothing else is left to do.
    let next = secret.next_for_pools(live.floor());
    assert!(next.is_none_or(|act| act.name() == "show-mystery"), "{context}");
    let floor = live.floor().clone();
    live.close().unwrap();
    assert!(verify(path, &VerifyOptions::default()).unwrap().is_sound(), "{context}");
    let mut seen = Seen::default();
    let reader = Reader::open(path).unwrap();
    let watch = |_: &Replay, _: &_, _: &Act, answer: &croupier_floor::Answer| {
        answer.events.iter().for_each(|event| seen.watch(event));
    };
    Replay::of(&reader, watch).unwrap();
    assert!(seen.due.is_none() && seen.hits > 0, "{context}");
    assert_eq!(seen.paid, [1, 1, seen.hits], "{context}");
    let pool = floor.pools.get(PoolId(1)).unwrap();
    assert!(pool.adds_up(&floor.ledger), "{context}");
    for level in Level::ALL {
        let pending = floor.ledger.balance(Account::PoolPending(PoolId(1), level));
        assert_eq!(pending, 0, "{context}");
    }
    // Both wagers were counted once: 1.00, 0.50 and 2.00 of each.
    let contributed = Level::ALL.map(|level| pool.level(level).contributed);
    assert_eq!(contributed, [200, 100, 400], "{context}");
    let paid = Level::ALL.map(|level| pool.level(level).paid);
    assert_eq!((paid[0], paid[1]), (10_000_000, 1_000_000), "{context}");
    // The house has put in the start, and once more for each hit; the wagers brought the rest.
    let holds = pool.reading(Level::Mystery, &floor.ledger).0 as i64;
    assert_eq!(holds + paid[2], 10_000 * (1 + seen.hits as i64) + 400, "{context}");
    seen.hits
}

#[test]
fn killed_between_crossing_and_hit_and_lock_and_pay() {
    let opening = Script::new().opening;
    let mut hits = Vec::new();
    for lazy in [1, 3, 100] {
        let whole = Folder::new();
        let (total, ended) = run_and_kill(&whole.path("pools"), lazy, usize::MAX);
        assert!(ended);
        hits.push(check(&whole.path("pools"), "not killed"));
        for kill_at in opening..total {
            let folder = Folder::new();
            let path = folder.path("pools");
            let (count, ended) = run_and_kill(&path, lazy, kill_at);
            assert!(ended || count >= kill_at);
            let (_, ended) = run_and_kill(&path, lazy, usize::MAX);
            assert!(ended);
            check(&path, &format!("killed after {kill_at}, looking every {lazy}"));
        }
    }
    // Who looks at once finds both crossings; who looks at the end finds the first, and the other is on the new meter.
    assert_eq!((hits[0], hits[2]), (2, 1));
}
