//! `croupier rules --coverage`: which clauses the tests pin in an answer or only name, and on which level.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use croupier_engine::Kind;
use serde::Serialize;

use super::Arguments;
use crate::columns::Columns;
use crate::json::document;
use crate::register::{Entry, Pinned as _, Register, Test, TestLevel};

/// How far tests go with a clause; the better comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Hold {
    /// An answer that a sheet wants has it.
    Pinned,
    /// A test says that it is about it.
    Named,
}

/// A clause, with how far tests go with it on each level.
#[derive(Serialize)]
struct Covered {
    game: &'static str,
    clause: &'static str,
    kind: &'static str,
    level: &'static str,
    engine: Option<Hold>,
    floor: Option<Hold>,
    screen: Option<Hold>,
    tests: Vec<String>,
}

/// All clauses that were asked for.
#[derive(Serialize)]
struct Document {
    clauses: Vec<Covered>,
}

impl Covered {
    fn of(game: Kind, entry: &Entry, tests: &[Test]) -> Self {
        let own: Vec<_> = tests.iter().filter(|test| test.is_about(entry.clause)).collect();
        let hold = |level: TestLevel| {
            let here = own.iter().filter(|test| test.level == level);
            let pinned = |test: &&Test| test.pinned.contains(entry.clause);
            here.map(|test| if pinned(test) { Hold::Pinned } else { Hold::Named }).min()
        };
        Self {
            game: game.name(),
            clause: entry.clause,
            kind: entry.kind,
            level: entry.level,
            engine: hold(TestLevel::Engine),
            floor: hold(TestLevel::Floor),
            screen: hold(TestLevel::Screen),
            tests: own.iter().map(|test| test.place.clone()).collect(),
        }
    }

    /// Says how far the tests of any level go with the clause.
    fn best(&self) -> Option<Hold> {
        [self.engine, self.floor, self.screen].into_iter().flatten().min()
    }
}

/// Counts and lists; tells whether every clause asked for is named by a test, or pinned if that is asked.
pub(super) fn coverage(kinds: &[Kind], arguments: &Arguments, out: &mut String) -> bool {
    let wanted = |list: &[String], word: &str| list.is_empty() || list.iter().any(|w| w == word);
    let mut clauses = Vec::new();
    for &kind in kinds {
        let register = Register::of(kind);
        let tests = register.tests();
        let asked = register.entries.iter().filter(|entry| {
            wanted(&arguments.kind, entry.kind) && wanted(&arguments.level, entry.level)
        });
        clauses.extend(asked.map(|entry| Covered::of(kind, entry, &tests)));
    }
    let lacks = |clause: &&Covered| match arguments.pinned {
        true => clause.best() != Some(Hold::Pinned),
        false => clause.best().is_none(),
    };
    let complete = !clauses.iter().any(|clause| lacks(&clause));
    if arguments.json {
        *out = document(&Document { clauses });
        out.push('\n');
        return complete;
    }
    figures(kinds, &clauses, out);
    let not_named: Vec<_> = clauses.iter().filter(|it| it.best().is_none()).collect();
    list("not named by any test", kinds, &not_named, out);
    if arguments.pinned {
        let named = clauses.iter().filter(|it| it.best() == Some(Hold::Named)).collect::<Vec<_>>();
        list("named, and pinned by no answer", kinds, &named, out);
    }
    complete
}

const LEVELS: [&str; 5] = ["enforce", "prompt", "record", "configure", "none"];

/// Lists the levels of the register that there are, in their order.
fn levels(clauses: &[&Covered]) -> Vec<&'static str> {
    let known: BTreeSet<_> = clauses.iter().map(|clause| clause.level).collect();
    let others = known.iter().filter(|level| !LEVELS.contains(level));
    LEVELS.iter().filter(|level| known.contains(*level)).chain(others).copied().collect()
}

/// Counts by game and level of the register.
fn figures(kinds: &[Kind], clauses: &[Covered], out: &mut String) {
    let headings = [
        "game",
        "level",
        "clauses",
        "pinned",
        "engine",
        "floor",
        "screen",
        "only named",
        "not named",
    ];
    let mut table = Columns::new(&headings, &[2, 3, 4, 5, 6, 7, 8]);
    for kind in kinds {
        let own: Vec<_> = clauses.iter().filter(|clause| clause.game == kind.name()).collect();
        for level in levels(&own) {
            let own: Vec<_> = own.iter().filter(|clause| clause.level == level).collect();
            let count = |is: &dyn Fn(&Covered) -> bool| {
                own.iter().filter(|clause| is(clause)).count().to_string()
            };
            table.row([
                kind.name().to_owned(),
                level.to_owned(),
                own.len().to_string(),
                count(&|it| it.best() == Some(Hold::Pinned)),
                count(&|it| it.engine == Some(Hold::Pinned)),
                count(&|it| it.floor == Some(Hold::Pinned)),
                count(&|it| it.screen.is_some()),
                count(&|it| it.best() == Some(Hold::Named)),
                count(&|it| it.best().is_none()),
            ]);
        }
    }
    table.write("", out);
}

/// Lists clauses under a heading, by game and level.
fn list(heading: &str, kinds: &[Kind], clauses: &[&Covered], out: &mut String) {
    if clauses.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{heading}");
    for kind in kinds {
        let register = Register::of(*kind);
        let own = clauses.iter().filter(|clause| clause.game == kind.name()).copied();
        let own: Vec<_> = own.collect();
        for level in levels(&own) {
            let _ = writeln!(out, "\n{}, {level}", kind.title());
            let mut table = Columns::default();
            for clause in own.iter().filter(|clause| clause.level == level) {
                let summary = register.summary(clause.clause);
                table.row([clause.clause, clause.kind, summary].map(str::to_owned));
            }
            table.write("  ", out);
        }
    }
}
