//! `croupier rules`: the register of clauses and its coverage.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;

use clap::Args;
use croupier_engine::Kind;

use crate::columns::Columns;
use crate::failure::{Done, Failure, written};
use crate::register::{Entry, Pinned as _, Register};

/// Show the clauses of the orders, what enforces them and which sheets pin them
///
/// Without arguments, lists the games. With a game, lists its clauses; with a clause (or the start of
/// one), shows it in full.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The game, by its name in sheets
    game: Option<String>,

    /// The clause, such as 6.1.24
    clause: Option<String>,

    /// Count the clauses that a test names, by game and level, and list those that none does
    #[arg(long, conflicts_with = "clause")]
    coverage: bool,

    /// With --coverage: only clauses of these kinds, such as wager,deal,odds
    #[arg(long, value_delimiter = ',', requires = "coverage")]
    kind: Vec<String>,

    /// With --coverage: only clauses of these levels, such as enforce,prompt
    #[arg(long, value_delimiter = ',', requires = "coverage")]
    level: Vec<String>,
}

/// Shows what was asked for; with --coverage, tells whether every clause is covered.
pub(crate) fn run(arguments: &Arguments) -> Done {
    let kinds = match &arguments.game {
        Some(name) => vec![game(name)?],
        None => Kind::ALL.to_vec(),
    };
    let mut out = String::new();
    let mut complete = true;
    match (&arguments.clause, &arguments.game) {
        _ if arguments.coverage => complete = coverage(&kinds, arguments, &mut out),
        (Some(clause), _) => show(kinds[0], clause, &mut out)?,
        (None, Some(_)) => list_clauses(kinds[0], &mut out),
        (None, None) => list_games(&mut out),
    }
    written(std::io::stdout().lock().write_all(out.as_bytes()), "standard output")?;
    // Counting everything is a question; asking for some kinds or levels is a check.
    let asks = arguments.kind.is_empty() && arguments.level.is_empty();
    Ok(complete || asks)
}

pub(crate) fn game(name: &str) -> Result<Kind, Failure> {
    Kind::named(name).ok_or_else(|| {
        let known = Kind::ALL.into_iter().map(|kind| with_mark(kind, kind.name()));
        let known: Vec<_> = known.collect();
        Failure::input(format!("there is no game {name:?}"))
            .hint(format!("the games are {}", known.join(", ")))
    })
}

/// Adds to the name of a game that it is an example.
fn with_mark(kind: Kind, name: &str) -> String {
    format!("{name}{}", if kind.is_example() { " (an example)" } else { "" })
}

fn list_games(out: &mut String) {
    let mut table = Columns::new(&["game", "title", "clauses", "wagers", "sheets"], &[2, 3, 4]);
    for kind in Kind::ALL {
        let register = Register::of(kind);
        table.row([
            kind.name().to_owned(),
            with_mark(kind, kind.title()),
            register.entries.len().to_string(),
            kind.layouts().len().to_string(),
            register.tests().len().to_string(),
        ]);
    }
    table.write("", out);
}

fn list_clauses(kind: Kind, out: &mut String) {
    let mut table = Columns::new(&["clause", "kind", "level", "what software does"], &[]);
    for entry in Register::of(kind).entries {
        let Entry { clause, kind, level, software, .. } = entry;
        table.row([clause, kind, level, software].map(str::to_owned));
    }
    table.write("", out);
}

/// Shows a clause, or all that start with what was given.
fn show(kind: Kind, clause: &str, out: &mut String) -> Result<(), Failure> {
    let register = Register::of(kind);
    let tests = register.tests();
    let below = [format!("{clause}."), format!("{clause}/")];
    let found: Vec<_> = match register.find(clause) {
        Some(entry) => vec![*entry],
        None => {
            let starts = |entry: &&Entry| below.iter().any(|start| entry.clause.starts_with(start));
            register.entries.iter().filter(starts).copied().collect()
        }
    };
    if found.is_empty() {
        return Err(Failure::input(format!("{} has no clause {clause}", kind.title()))
            .hint(format!("`croupier rules {}` lists its clauses", kind.name())));
    }
    for entry in found {
        let _ = writeln!(out, "{} {}", kind.title(), entry.clause);
        let _ = writeln!(out, "  {}", entry.software);
        if !entry.parameter.is_empty() {
            let _ = writeln!(out, "  figures      {}", entry.parameter);
        }
        let _ = writeln!(out, "  kind         {}, by the {}", entry.kind, entry.actor);
        let _ = writeln!(out, "  level        {}", entry.level);
        let citations = register.citations(entry.clause);
        list("enforced by", &citations, "no line cites it; the sheets below show it", out);
        let named = tests.iter().filter(|test| test.clauses.contains(entry.clause));
        let places: Vec<_> = named.map(|test| test.place.clone()).collect();
        list("sheets", &places, "none", out);
        out.push('\n');
    }
    Ok(())
}

fn list(heading: &str, lines: &[String], none: &str, out: &mut String) {
    if lines.is_empty() {
        let _ = writeln!(out, "  {heading:<12} {none}");
    }
    for (at, line) in lines.iter().enumerate() {
        let _ = writeln!(out, "  {:<12} {line}", if at == 0 { heading } else { "" });
    }
}

/// Counts and lists; tells whether every clause asked for is named by a test.
fn coverage(kinds: &[Kind], arguments: &Arguments, out: &mut String) -> bool {
    let wanted = |list: &[String], word: &str| list.is_empty() || list.iter().any(|w| w == word);
    let mut table = Columns::new(&["game", "level", "clauses", "named", "not named"], &[2, 3, 4]);
    let mut missing = String::new();
    for &kind in kinds {
        let register = Register::of(kind);
        let named: BTreeSet<_> = register.tests().into_iter().flat_map(|t| t.clauses).collect();
        let mut levels: BTreeMap<usize, (usize, Vec<&Entry>)> = BTreeMap::new();
        for entry in &register.entries {
            if !wanted(&arguments.kind, entry.kind) || !wanted(&arguments.level, entry.level) {
                continue;
            }
            let level = LEVELS.iter().position(|&level| level == entry.level);
            let (count, not_named) = levels.entry(level.unwrap_or(LEVELS.len())).or_default();
            *count += 1;
            if !named.contains(entry.clause) {
                not_named.push(entry);
            }
        }
        for (level, (count, not_named)) in &levels {
            let level = LEVELS.get(*level).copied().unwrap_or("other");
            table.row([
                kind.name().to_owned(),
                level.to_owned(),
                count.to_string(),
                (count - not_named.len()).to_string(),
                not_named.len().to_string(),
            ]);
            list_missing(kind, level, not_named, &mut missing);
        }
    }
    table.write("", out);
    if !missing.is_empty() {
        let _ = write!(out, "\nnot named by any test\n{missing}");
    }
    missing.is_empty()
}

const LEVELS: [&str; 5] = ["enforce", "prompt", "record", "configure", "none"];

fn list_missing(kind: Kind, level: &str, entries: &[&Entry], out: &mut String) {
    if entries.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{}, {level}", kind.title());
    let mut table = Columns::default();
    for entry in entries {
        table.row([entry.clause, entry.kind, entry.software].map(str::to_owned));
    }
    table.write("  ", out);
}
