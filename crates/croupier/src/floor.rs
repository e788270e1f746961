//! `croupier floor`: a casino floor in a journal, told what happens line by line; or sheets of whole floors, checked.

mod check;

use std::collections::VecDeque;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{SyncSender, sync_channel};

use clap::Args;
use croupier_floor::{Act, HouseAct};
use croupier_house::{Live, Rehearsal, Stop, Told, opens_example, password};
use croupier_journal::{Options, Ticket, is_database};
use croupier_view::SeenAnswer;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use self::check::check;
use crate::failure::{Done, Failure, written};
use crate::json::document;
use crate::progress::Progress;

/// Run a casino floor in a journal: tell it what people do, one act a line
///
/// Each line is {"at": MILLISECONDS, "who": NAME, "act": {...}}; each answer is written when its act is
/// saved to disk, with its number in the journal. The journal is made if it is not there. docs/floor.md
/// has the acts.
///
/// With --check, plays floor sheets (docs/floor-sheet.md) on floors without a journal instead, and compares what comes
/// with what they want. The exit status is 1 if one gets something else, 2 if one is no sheet.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The journal
    #[arg(required_unless_present = "check")]
    db: Option<PathBuf>,

    /// Files with acts; standard input if there are none
    files: Vec<PathBuf>,

    /// Play the floor sheets of these files, and print where they go otherwise than they want
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["db", "files", "mirror", "accept_end", "rehearse"])]
    check: Vec<PathBuf>,

    /// With --check: print for each sheet what happened
    #[arg(long, requires = "check")]
    explain: bool,

    /// Keep a second copy of the journal here
    #[arg(long, value_name = "FILE")]
    mirror: Option<PathBuf>,

    /// Go on from a journal that ends with this entry, though nothing beside it shows that it was the last, or more came
    #[arg(long, value_name = "ENTRY")]
    accept_end: Option<u64>,

    /// Have a floor play itself for so many acts instead: staff, players, trespassers, clock jumps
    #[arg(long, value_name = "ACTS", conflicts_with = "files")]
    rehearse: Option<u64>,

    /// The seed of a rehearsal
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// The tables of a rehearsal
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    tables: u32,

    /// Let tables of example games be opened, and play them in a rehearsal
    #[arg(long)]
    examples: bool,

    /// The players of a rehearsal
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    players: u32,
}

/// One line of input as it is written; its act is read as acts are everywhere.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenLine {
    at: u64,
    who: String,
    act: Box<RawValue>,
}

/// One line of input.
struct Line {
    at: u64,
    who: String,
    act: Act,
}

impl Line {
    fn read(text: &str) -> Result<Self, String> {
        let read = serde_json::from_str::<WrittenLine>(text);
        let WrittenLine { at, who, act } = read.map_err(|error| error.to_string())?;
        let act = Act::parse(act.get().as_bytes()).map_err(|error| error.to_string())?;
        Ok(Self { at, who, act })
    }
}

/// An answer as it is printed, when its act is saved to disk.
struct Written {
    answer: Box<RawValue>,
    ticket: Ticket,
}

/// An answer with the number of its entry in the journal.
#[derive(Serialize)]
struct Numbered {
    number: u64,
    answer: Box<RawValue>,
}

/// So many answers may wait to saved to disk.
const WAITING: usize = 1024;

/// Runs the floor.
pub(crate) fn run(arguments: &Arguments) -> Done {
    match &arguments.db {
        Some(db) => keep(db, arguments),
        None => check(&arguments.check, arguments.explain),
    }
}

/// Keeps a floor in a journal.
fn keep(db: &Path, arguments: &Arguments) -> Done {
    let (mirror, accept_end) = (arguments.mirror.clone(), arguments.accept_end);
    let options = Options { mirror, accept_end, ..options() };
    let mut live = Live::open(db, options).map_err(stopped)?;
    for note in live.journal().notes() {
        eprintln!("note: {note}");
    }
    for (table, why) in &live.floor().stopped {
        eprintln!("note: table {} is stopped: {why}", table.0);
    }
    let all_right = match arguments.rehearse {
        Some(acts) => rehearse(db, arguments, acts, &mut live)?,
        None if arguments.files.is_empty() => {
            tell(("standard input", arguments.examples), std::io::stdin().lock(), &mut live)?
        }
        None => {
            let mut right = true;
            for file in &arguments.files {
                let name = file.display().to_string();
                let cannot = |error| Failure::new(format!("cannot read {name}: {error}"));
                let open = std::fs::File::open(file).map_err(cannot)?;
                let from = (&*name, arguments.examples);
                right &= tell(from, std::io::BufReader::new(open), &mut live)?;
            }
            right
        }
    };
    live.close().map_err(stopped)?;
    Ok(all_right)
}

/// Tells the floor every line of a file. Answers are written by a thread of their own, as they become
/// saved to disk, so that whoever waits for one before the next line gets it.
fn tell(from: (&str, bool), lines: impl std::io::BufRead, live: &mut Live) -> Done {
    let (told, answers) = sync_channel::<Written>(WAITING);
    std::thread::scope(|scope| {
        let writer = scope.spawn(move || answers.into_iter().try_for_each(tell_durable));
        let right = tell_lines(from, lines, live, &told);
        drop(told);
        let broke = |_| Failure::new("a thread broke down; this is a fault of croupier");
        writer.join().map_err(broke)??;
        right
    })
}

fn tell_lines(
    (name, examples): (&str, bool),
    lines: impl std::io::BufRead,
    live: &mut Live,
    told: &SyncSender<Written>,
) -> Done {
    let mut right = true;
    for (number, line) in (1..).zip(lines.lines()) {
        let line = line.map_err(|error| Failure::new(format!("cannot read {name}: {error}")))?;
        if line.trim().is_empty() {
            continue;
        }
        let read = Line::read(&line);
        let offered = |line| if examples { Ok(line) } else { without_example(line) };
        match read.and_then(without_plain_password).and_then(offered) {
            Ok(Line { at, who, act }) => {
                let Told { answer, ticket, .. } = live.act(at, &who, &act).map_err(stopped)?;
                let answer = SeenAnswer::of(&answer, live.floor());
                let answer = to_raw_value(&answer).map_err(|error| {
                    Failure::new(format!("an answer cannot be written: {error}"))
                })?;
                // The writer is gone only if it failed, and then says why.
                if told.send(Written { answer, ticket }).is_err() {
                    return Ok(false);
                }
            }
            Err(what) => {
                eprintln!("error: {name}:{number}: {what}");
                right = false;
            }
        }
    }
    Ok(right)
}

/// Passes a line on. What is in a journal stays there: a password must not get into it as it is.
fn without_plain_password(line: Line) -> Result<Line, String> {
    let told = match &line.act {
        Act::HouseAct(HouseAct::AddPerson { password: Some(told), .. })
        | Act::HouseAct(HouseAct::SetPassword { password: told, .. }) => vec![told],
        Act::HouseAct(HouseAct::Found { managers }) => {
            managers.iter().filter_map(|founder| founder.password.as_ref()).collect()
        }
        _ => Vec::new(),
    };
    match told.iter().all(|told| password::is_hash(told)) {
        true => Ok(line),
        false => Err("a password is told by its hash, as Argon2 writes it".to_owned()),
    }
}

/// Passes a line on, unless it opens a table of an example.
fn without_example(line: Line) -> Result<Line, String> {
    match opens_example(&line.act) {
        Some(kind) => Err(format!("{} is an example; --examples lets it be opened", kind.title())),
        None => Ok(line),
    }
}

/// Writes an answer when it is saved to disk.
fn tell_durable(answered: Written) -> Result<(), Failure> {
    let Written { answer, ticket } = answered;
    let receipt = ticket.wait().map_err(|error| stopped(error.into()))?;
    let number = receipt.number;
    let mut out = document(&Numbered { number, answer });
    out.push('\n');
    written(std::io::stdout().lock().write_all(out.as_bytes()), "standard output")
}

/// Has a floor play itself.
fn rehearse(db: &Path, arguments: &Arguments, acts: u64, live: &mut Live) -> Done {
    if live.floor().people.iter().count() > 1 {
        return Err(Failure::input(
            "a rehearsal wants a journal of its own, and this one is in use",
        ));
    }
    if is_database(db) {
        return Err(Failure::input("a rehearsal is written to a file")
            .hint("croupier copy moves it to a database"));
    }
    let Arguments { seed, tables, players, .. } = *arguments;
    let secret = live.rehearsal_secret(&beside(db, "secret"), seed).map_err(stopped)?;
    let rehearsal = Rehearsal::new(seed, tables, players, secret);
    let mut rehearsal = if arguments.examples { rehearsal.with_examples() } else { rehearsal };
    let progress = Progress::new("acts", acts);
    let mut waiting = VecDeque::new();
    for done in 0..acts {
        let next = rehearsal.next(live.floor());
        waiting.push_back(live.act(next.at, &next.who, &next.act).map_err(stopped)?.ticket);
        if waiting.len() > WAITING
            && let Some(ticket) = waiting.pop_front()
        {
            ticket.wait().map_err(|error| stopped(error.into()))?;
            progress.at(done);
        }
    }
    for ticket in waiting {
        ticket.wait().map_err(|error| stopped(error.into()))?;
    }
    drop(progress);
    let rounds: u64 = live.floor().rooms.values().map(|room| room.round - 1).sum();
    eprintln!("{acts} acts are in the journal, {rounds} rounds at the tables that are open");
    Ok(true)
}

/// Returns the file beside a journal that has another ending.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

/// How a journal is opened by a word of the command. The operator's key, for a journal in a database, is where the
/// environment says.
pub(crate) fn options() -> Options {
    let operator_key = std::env::var_os("CROUPIER_OPERATOR_KEY").map(PathBuf::from);
    Options { operator_key, ..Options::default() }
}

/// The floor cannot go on.
pub(crate) fn stopped(stop: Stop) -> Failure {
    let failure = Failure::new(stop.to_string());
    match stop {
        Stop::Entry { .. } => failure.hint(
            "croupier verify shows what is wrong; go on from the mirror, or from what is good",
        ),
        Stop::Journal(_)
        | Stop::Format { .. }
        | Stop::Edition { .. }
        | Stop::Damaged(_)
        | Stop::Secret(..)
        | Stop::Random(_) => failure,
    }
}
