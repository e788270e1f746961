//! `croupier people`: adds people to a journal, lists them, and sets their passwords.

mod ask;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Args, Subcommand, builder::PossibleValuesParser};
use croupier_floor::{Act, ActResult, Floor, Founder, HOUSE, HouseAct, People, Person, Role};
use croupier_house::{Live, Replay, Stop, password};
use croupier_journal::{Options, Reader, is_database};
use croupier_view::words;

use crate::columns::Columns;
use crate::failure::{Done, Failure, written};
use crate::floor::options;
use ask::Ask;

/// Add people to a journal, list them, and set passwords
///
/// Whatever is done is written into the journal as an act of whoever does it. Passwords are read from
/// the terminal, or line by line from standard input: first that of whoever acts, if there is one, then that of
/// whoever agrees, if there is one, then the new one. They never stand in the command line, and only their hashes are kept.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    word: Word,
}

#[derive(Subcommand)]
enum Word {
    /// Found a house with its first two managers, who each get a password
    Found {
        /// The name of the first manager
        first: String,

        /// The name of the second manager
        second: String,

        /// The journal; made if it does not exist
        #[arg(value_name = "DB")]
        journal: PathBuf,
    },
    /// Add a person; a second manager must agree, unless it is a player
    ///
    /// The manager of a new journal can also add themself, and then everyone else, the second manager first of all,
    /// until anything else is done in the house.
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

        /// The second manager, who agrees; if not given, it waits until one does
        #[arg(long, value_name = "MANAGER", requires = "by")]
        agreed_by: Option<String>,

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

        /// The second manager, who agrees; if not given, it waits until one does
        #[arg(long, value_name = "MANAGER", requires = "by")]
        agreed_by: Option<String>,
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
        Word::Found { first, second, journal } => act(journal, Who::Program, |ask| {
            let founder = |name: &String, ask: &mut Ask| -> Result<Founder, Failure> {
                Ok(Founder { name: name.clone(), password: Some(new_password(name, ask)?) })
            };
            let managers = [founder(first, ask)?, founder(second, ask)?];
            Ok(Act::HouseAct(HouseAct::Found { managers }))
        }),
        Word::Add { name, journal, roles, by, agreed_by, no_password } => {
            if by.is_some() {
                must_exist(journal)?;
            }
            let roles = roles.iter().filter_map(|role| Role::named(role)).collect();
            let who = by.as_deref().unwrap_or(name);
            act(journal, Who::Person { who, agreed_by: agreed_by.as_deref() }, |ask| {
                let password = match no_password {
                    true => None,
                    false => Some(new_password(name, ask)?),
                };
                Ok(Act::HouseAct(HouseAct::AddPerson { name: name.clone(), roles, password }))
            })
        }
        Word::Password { name, journal, by, agreed_by } => {
            must_exist(journal)?;
            let who = match by.as_deref() {
                Some(who) if who != name => Who::Person { who, agreed_by: agreed_by.as_deref() },
                _ => Who::Own(name),
            };
            act(journal, who, |ask| {
                let password = new_password(name, ask)?;
                Ok(Act::HouseAct(HouseAct::SetPassword { name: name.clone(), password }))
            })
        }
        Word::List { journal } => list(journal),
    }
}

/// Who acts.
#[derive(Clone, Copy)]
pub(crate) enum Who<'a> {
    /// Somebody, with a second person if one agrees at once.
    Person { who: &'a str, agreed_by: Option<&'a str> },
    /// Somebody who sets the own password.
    Own(&'a str),
    /// The program itself, which founds a house.
    Program,
}

impl<'a> Who<'a> {
    const fn name(self) -> &'a str {
        match self {
            Self::Person { who, .. } | Self::Own(who) => who,
            Self::Program => HOUSE,
        }
    }

    const fn agreed_by(self) -> Option<&'a str> {
        match self {
            Self::Person { agreed_by, .. } => agreed_by,
            Self::Own(_) | Self::Program => None,
        }
    }
}

/// Makes sure that it is who it is, and has the act done.
pub(crate) fn act(
    journal: &Path,
    who: Who<'_>,
    act: impl FnOnce(&mut Ask) -> Result<Act, Failure>,
) -> Done {
    let at = SystemTime::now().duration_since(UNIX_EPOCH).map_err(|error| {
        Failure::new(format!("the clock of this machine is before 1970: {error}"))
    })?;
    let at = u64::try_from(at.as_millis()).unwrap_or(u64::MAX);
    let mut ask = Ask::new();
    let options = Options { at, ..options() };
    let (mut live, act) = match exists(journal) {
        true => {
            let live = Live::open(journal, options).map_err(stopped)?;
            let second = who.agreed_by().map(|who| Who::Person { who, agreed_by: None });
            for who in [Some(who), second].into_iter().flatten() {
                if let Err(refused) = sign_in(&live.floor().people, who, &mut ask)? {
                    return not_signed_in(live, at, who.name(), refused);
                }
            }
            (live, act(&mut ask)?)
        }
        // A journal is made when it is known what its first entry will be.
        false => {
            let act = founding(at, who.name(), act(&mut ask)?)?;
            (Live::open(journal, options).map_err(stopped)?, act)
        }
    };
    let mut answer = live.act_and_save(at, who.name(), &act).map_err(stopped)?;
    if let (ActResult::Waits { request }, Some(second)) = (&answer.verdict, who.agreed_by()) {
        let agrees = Act::HouseAct(HouseAct::Approve { request: *request, forfeit: None });
        answer = live.act_and_save(at, second, &agrees).map_err(stopped)?;
    }
    let people = live.floor().people.iter();
    let managers = people.filter(|(_, it)| it.roles.contains(&Role::Manager)).count();
    if matches!(act, Act::HouseAct(HouseAct::AddPerson { .. })) && managers == 1 {
        eprintln!(
            "hint: add a second manager before anything else is done: one alone adds no staff"
        );
    }
    live.close().map_err(stopped)?;
    match answer.verdict {
        ActResult::Done => Ok(true),
        ActResult::Waits { request } => {
            eprintln!("it waits as request {request} for a second person");
            Ok(true)
        }
        ActResult::Denied(denied) => Err(Failure::input(words::denied(&denied))
            .hint("the attempt is in the journal; `croupier people list` shows who is who")),
    }
}

/// Why somebody could not act under a name.
struct Refused {
    /// For the journal.
    noted: &'static str,
    failure: Failure,
}

/// Asks whoever acts for their password. Nothing is done in the name of somebody who has none; but as
/// long as no manager has one, a manager may set their own.
fn sign_in(people: &People, who: Who<'_>, ask: &mut Ask) -> Result<Result<(), Refused>, Failure> {
    // The floor refuses to found a house twice, and writes it down.
    if let Who::Program = who {
        return Ok(Ok(()));
    }
    let (own, who) = (matches!(who, Who::Own(_)), who.name());
    let known = people.find(who).and_then(|who| people.get(who));
    // The floor refuses strangers, and writes it down.
    let Some(person) = known else { return Ok(Ok(())) };
    let Some(hash) = person.password.as_deref() else {
        return Ok(without_password(people, person, own));
    };
    let given = ask.password(&format!("password of {who}"))?;
    Ok(match password::check(&given, Some(hash)) {
        true => Ok(()),
        false => Err(Refused {
            noted: "a wrong password was given",
            failure: Failure::input(format!("this is not the password of {who}"))
                .hint("the attempt is in the journal"),
        }),
    })
}

fn without_password(people: &People, person: &Person, own: bool) -> Result<(), Refused> {
    let is_manager = |person: &Person| person.roles.contains(&Role::Manager);
    let any = people.iter().any(|(_, other)| is_manager(other) && other.password.is_some());
    if own && is_manager(person) && !any {
        return Ok(());
    }
    let who = &person.name;
    let hint = match any {
        true => format!(
            "two managers can set one: croupier people password {who} --by MANAGER --agreed-by MANAGER DB"
        ),
        false => "no manager has a password: the first sets their own".to_owned(),
    };
    Err(Refused {
        noted: "somebody without a password was named as who acts",
        failure: Failure::input(format!("{who} has no password, and cannot act here")).hint(hint),
    })
}

/// Notes in the journal that somebody tried to act under a name.
fn not_signed_in(mut live: Live, at: u64, who: &str, refused: Refused) -> Done {
    let (person, what) = (Some(who.to_owned()), refused.noted.to_owned());
    let note = Act::HouseAct(HouseAct::Incident { table: None, kind: None, person, what });
    live.act_and_save(at, HOUSE, &note).map_err(stopped)?;
    live.close().map_err(stopped)?;
    Err(refused.failure)
}

/// Tries the first act of a house that is not there yet: who is refused leaves no journal behind.
fn founding(at: u64, who: &str, act: Act) -> Result<Act, Failure> {
    if let Act::HouseAct(HouseAct::AddPerson { password: None, .. }) = act {
        return Err(Failure::input("the first manager needs a password")
            .hint("without one nobody could add anybody else"));
    }
    match Floor::default().act(at, who, &act).verdict {
        ActResult::Denied(denied) => Err(Failure::input(words::denied(&denied))
            .hint("the first person of a new journal is a manager, who adds themself")),
        ActResult::Done | ActResult::Waits { .. } => Ok(act),
    }
}

fn new_password(name: &str, ask: &mut Ask) -> Result<String, Failure> {
    let password = ask.new_password(&format!("new password of {name}"))?;
    let fit = password::check_fit(&password, name);
    let hash = fit.and_then(|()| password::hash(&password));
    hash.map_err(|unfit| Failure::input(unfit.to_string()))
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

pub(crate) fn must_exist(journal: &Path) -> Result<(), Failure> {
    match exists(journal) {
        true => Ok(()),
        false => Err(Failure::new(format!("{}: there is no such file", journal.display()))),
    }
}

/// Whether there is a journal: a file, or a database that can be reached and has one.
fn exists(journal: &Path) -> bool {
    if is_database(journal) { Reader::open(journal).is_ok() } else { journal.exists() }
}

fn stopped(stop: Stop) -> Failure {
    match stop {
        Stop::Entry { .. } => Failure::input(stop.to_string()),
        Stop::Journal(_)
        | Stop::Format { .. }
        | Stop::Edition { .. }
        | Stop::Damaged(_)
        | Stop::Secret(..)
        | Stop::Random(_) => Failure::new(stop.to_string()),
    }
}
