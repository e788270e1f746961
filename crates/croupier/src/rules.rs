//! `croupier rules`: the register of clauses and its coverage.

mod coverage;

use std::fmt::Write as _;
use std::io::Write as _;

use clap::Args;
use croupier_engine::Kind;

use self::coverage::coverage;
use crate::columns::Columns;
use crate::failure::{Done, Failure, written};
use crate::register::{Entry, Pinned as _, Register, TestLevel};

/// Show the clauses of the orders, what enforces them and which tests pin them
///
/// Without arguments, lists the games. With a game, lists its clauses; with a clause (or the start of
/// one), shows it in full.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The game
    #[arg(help = game_help())]
    game: Option<String>,

    /// The clause, such as 6.1.24
    clause: Option<String>,

    /// Count the clauses that tests pin or name, by game and level, and list those that none does
    ///
    /// A clause is pinned by an answer that a round sheet (engine) or a floor sheet (floor) wants: the answer cites it, or
    /// the sheet says in `pins` that the clause decides it. It is only named by the name of a sheet's file, by its list of
    /// clauses, or by a flow in the browser (screen).
    #[arg(long, conflicts_with = "clause")]
    coverage: bool,

    /// With --coverage: ask for clauses that are pinned, and list those that are only named too
    #[arg(long, requires = "coverage")]
    pinned: bool,

    /// With --coverage: print each clause as JSON, with the tests that pin or name it
    #[arg(long, requires = "coverage")]
    json: bool,

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

/// Says for the help which games there are.
pub(crate) fn game_help() -> String {
    let offered = Kind::ALL.into_iter().filter(|kind| !kind.is_example());
    let names: Vec<_> = offered.map(Kind::name).collect();
    format!("Game: {}", names.join(", "))
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
            register.tests().iter().filter(|it| it.level != TestLevel::Screen).count().to_string(),
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
        list("enforced by", &citations, "no line cites it; the tests below show it", out);
        let pinning = tests.iter().filter(|test| test.pinned.contains(entry.clause));
        let pinning: Vec<_> = pinning.map(|test| test.place.clone()).collect();
        list("pinned by", &pinning, "no sheet wants it in an answer", out);
        let naming = tests.iter().filter(|test| {
            test.named.contains(entry.clause) && !test.pinned.contains(entry.clause)
        });
        let naming: Vec<_> = naming.map(|test| test.place.clone()).collect();
        if !naming.is_empty() {
            list("named by", &naming, "", out);
        }
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
