//! `croupier people`: adds people to a journal, lists them, and sets their passwords.

mod ask;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Args, Subcommand, builder::PossibleValuesParser};
use croupier_floor::{Act, Live, People, Replay, Role, Stop, Verdict, password};
use croupier_journal::{Options, Reader};

use crate::columns::Columns;
use crate::failure::{Done, Failure, written};
use ask::Ask;

/// Add people to a journal, list them, and set passwords
///
/// Whatever is done is written into the journal as an act of whoever does it. Passwords are read from
/// the terminal, or line by line from standard input: first that of whoever acts, if there is one, then
/// the new one. They never stand in the command line, and only their hashes are kept.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    word: Word,
}

#[derive(Subcommand)]
enum Word {
    /// Add a person; the first manager of a new journal adds themself
    Add {
        /// The name by which the person signs in
        name: String,

        /// The journal; made if it does not exist
        #[arg(value_name = "DB")]
        journal: PathBuf,

        /// What the person is to the house; may be given several times
        #[arg(long = "role", required = true, value_parser = PossibleValuesParser::new(roles()))]
        roles: Vec<String>,

        /// The manager who adds the person; if not given, the person, as the first manager
        #[arg(long, value_name = "MANAGER")]
        by: Option<String>,

        /// The person gets no password, and cannot sign in
        #[arg(long)]
        no_password: bool,
    },
    /// List everyone in a journal
    List {
        /// The journal
        #[arg(value_name = "DB")]
        journal: PathBuf,
    },
    /// Set a person's password
    Password {
        /// Whose
        name: String,

        /// The journal
        #[arg(value_name = "DB")]
        journal: PathBuf,

        /// The manager who sets it; if not given, the person
        #[arg(long, value_name = "MANAGER")]
        by: Option<String>,
    },
}

/// Lists the roles that a person can have.
fn roles() -> Vec<&'static str> {
    let people = Role::ALL.into_iter().filter(|role| *role != Role::System);
    people.map(Role::name).collect()
}

/// Does what was asked for.
pub(crate) fn run(arguments: &Arguments) -> Done {
    match &arguments.word {
        Word::Add { name, journal, roles, by, no_password } => {
            if by.is_some() {
                must_exist(journal)?;
            }
            let roles = roles.iter().filter_map(|role| Role::named(role)).collect();
            let who = by.as_deref().unwrap_or(name);
            act(journal, who, |ask| {
                let password = match no_password {
                    true => None,
                    false => Some(new_password(name, ask)?),
                };
                Ok(Act::AddPerson { name: name.clone(), roles, password })
            })
        }
        Word::Password { name, journal, by } => {
            must_exist(journal)?;
            let who = by.as_deref().unwrap_or(name);
            act(journal, who, |ask| {
                let password = new_password(name, ask)?;
                Ok(Act::SetPassword { name: name.clone(), password })
            })
        }
        Word::List { journal } => list(journal),
    }
}

/// Opens the journal, makes sure that it is who it is, and has the act done.
fn act(journal: &Path, who: &str, act: impl FnOnce(&mut Ask) -> Result<Act, Failure>) -> Done {
    let at = SystemTime::now().duration_since(UNIX_EPOCH).map_err(|error| {
        Failure::new(format!("the clock of this machine is before 1970: {error}"))
    })?;
    let at = u64::try_from(at.as_millis()).unwrap_or(u64::MAX);
    let options = Options { at, ..Options::default() };
    let mut live = Live::open(journal, options).map_err(stopped)?;
    let mut ask = Ask::new();
    let people = &live.floor().people;
    let known = people.find(who).and_then(|who| people.get(who));
    if let Some(hash) = known.and_then(|person| person.password.as_deref()) {
        let given = ask.password(&format!("password of {who}"))?;
        if !password::check(&given, Some(hash)) {
            return Err(Failure::input(format!("this is not the password of {who}")));
        }
    }
    let answer = live.act_durably(at, who, &act(&mut ask)?).map_err(stopped)?;
    live.close().map_err(stopped)?;
    match answer.verdict {
        Verdict::Done => Ok(true),
        Verdict::Waits { request } => {
            eprintln!("it waits as request {request} for a second person");
            Ok(true)
        }
        Verdict::Denied(denied) => Err(Failure::input(denied.why)
            .hint("the attempt is in the journal; `croupier people list` shows who is who")),
    }
}

fn new_password(name: &str, ask: &mut Ask) -> Result<String, Failure> {
    let password = ask.new_password(&format!("new password of {name}"))?;
    password::hash(&password).map_err(|unfit| Failure::input(unfit.to_string()))
}

fn list(journal: &Path) -> Done {
    let failure = |error: croupier_journal::Error| Failure::new(error.to_string());
    let reader = Reader::open(journal);
    let reader = reader.or_else(|error| Reader::sealed(journal).map_err(|_| error));
    let replay = Replay::of(&reader.map_err(failure)?, |_, _, _, _| ()).map_err(stopped)?;
    let text = table(&replay.floor.people);
    written(std::io::stdout().lock().write_all(text.as_bytes()), "standard output")?;
    Ok(true)
}

fn table(people: &People) -> String {
    let mut columns = Columns::new(&["name", "roles", "password", "kept out"], &[]);
    for (_, person) in people.iter().filter(|(_, person)| !person.roles.contains(&Role::System)) {
        let roles: Vec<_> = person.roles.iter().map(|role| role.name()).collect();
        let barred: Vec<_> = person.barred.iter().map(|kind| kind.name()).collect();
        let out = match (person.excluded, barred.is_empty()) {
            (true, _) => "of the casino".to_owned(),
            (false, false) => format!("of {}", barred.join(", ")),
            (false, true) => "-".to_owned(),
        };
        let password = if person.password.is_some() { "yes" } else { "no" };
        columns.row([person.name.clone(), roles.join(", "), password.to_owned(), out]);
    }
    let mut text = String::new();
    columns.write("", &mut text);
    text
}

fn must_exist(journal: &Path) -> Result<(), Failure> {
    match journal.exists() {
        true => Ok(()),
        false => Err(Failure::new(format!("{}: there is no such file", journal.display()))),
    }
}

fn stopped(stop: Stop) -> Failure {
    match stop {
        Stop::Entry { .. } => Failure::input(stop.to_string()),
        Stop::Journal(_) | Stop::Damaged(_) | Stop::Secret(..) => Failure::new(stop.to_string()),
    }
}
