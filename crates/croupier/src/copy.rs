//! `croupier copy`: a house moved between a file and a database.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use croupier_house::order;
use croupier_journal::{OperatorKey, Paper, Papers, SigningKey, is_database, sync_folder};

use crate::failure::{Done, Failure};
use crate::floor::{beside, stopped};

/// Move a closed house to another place: from a file to a PostgreSQL database, or the other way
///
/// The journal is proved, copied with its hashes and signatures as they are, and proved again; the key, the secret and the
/// texts of the orders go with it. In a database the key and the secret are encrypted under the operator's key. Nothing is
/// taken away from the old place: keep it as evidence, and never open it again, or the house has two histories.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The journal: a file, or postgres://USER@HOST/DATABASE
    from: PathBuf,

    /// Where it goes: a file, or a database, without a journal
    to: PathBuf,

    /// The file with the operator's key, where CROUPIER_OPERATOR_KEY does not name it; made when a house goes into a
    /// database, if it does not exist
    #[arg(long, value_name = "FILE")]
    operator_key: Option<PathBuf>,
}

/// What goes with a journal.
struct Belongings {
    key: SigningKey,
    secret: Option<Vec<u8>>,
    /// The texts of the orders.
    orders: Vec<String>,
}

/// Copies the journal, and what belongs to it.
pub(crate) fn run(arguments: &Arguments) -> Done {
    let Arguments { from, to, operator_key } = arguments;
    let named = std::env::var_os("CROUPIER_OPERATOR_KEY").map(PathBuf::from);
    let file = operator_key.clone().or(named);
    let operator = match (&file, is_database(to)) {
        (Some(file), true) => Some(OperatorKey::read_or_make(file).map_err(failed)?),
        (None, true) => {
            let what = "the keys of a house are encrypted in a database";
            return Err(Failure::input(what)
                .hint("give a file for the operator's key: --operator-key FILE"));
        }
        (_, false) => None,
    };
    if !is_database(to) {
        let there = ["key", "secret"].map(|ending| beside(to, ending));
        if let Some(file) = [to].into_iter().chain(&there).find(|file| file.exists()) {
            let why = "there is a file already: a copy never writes over anything";
            return Err(Failure::input(format!("{}: {why}", file.display())));
        }
    }
    let belongings = match is_database(from) {
        true => Belongings::of_database(from, file.as_deref())?,
        false => Belongings::of_file(from)?,
    };
    let copied = croupier_journal::copy(from, to, &belongings.key, operator.as_ref());
    let copied = copied.map_err(failed)?;
    belongings.put(to, file.as_deref())?;
    eprintln!(
        "{} entries are in {}, {} of them signed; keep {} as it is, and do not open it again",
        copied.entries,
        to.display(),
        copied.signed,
        from.display()
    );
    Ok(copied.is_sound())
}

impl Belongings {
    fn of_file(from: &Path) -> Result<Self, Failure> {
        let key = SigningKey::read(&beside(from, "key")).map_err(failed)?;
        let unread = |path: &Path, error| Failure::new(format!("{}: {error}", path.display()));
        let path = beside(from, "secret");
        let secret = match path.exists() {
            true => Some(fs::read(&path).map_err(|error| unread(&path, error))?),
            false => None,
        };
        let (folder, mut orders) = (beside(from, "orders"), Vec::new());
        if folder.is_dir() {
            for text in fs::read_dir(&folder).map_err(|error| unread(&folder, error))? {
                let path = text.map_err(|error| unread(&folder, error))?.path();
                if path.extension().is_some_and(|ending| ending == "txt") {
                    orders.push(fs::read_to_string(&path).map_err(|error| unread(&path, error))?);
                }
            }
        }
        Ok(Self { key, secret, orders })
    }

    fn of_database(from: &Path, operator_key: Option<&Path>) -> Result<Self, Failure> {
        let papers = papers(from, operator_key)?;
        let key = papers.read(Paper::Key).map_err(failed)?;
        let key = key.as_deref().and_then(|bytes| bytes.try_into().ok());
        let none = || Failure::new(format!("{}: the key is not in the database", from.display()));
        let key = key.map(SigningKey::from_bytes).ok_or_else(none)?;
        let secret = papers.read(Paper::Secret).map_err(failed)?;
        let mut orders = Vec::new();
        for hash in papers.orders().map_err(failed)? {
            let text = papers.read(Paper::Order(&hash)).map_err(failed)?;
            orders.extend(text.and_then(|bytes| String::from_utf8(bytes).ok()));
        }
        Ok(Self { key, secret, orders })
    }

    /// Puts everything where the journal is now.
    fn put(&self, to: &Path, operator_key: Option<&Path>) -> Result<(), Failure> {
        for text in &self.orders {
            order::keep(to, text)
                .map_err(|error| Failure::new(format!("{}: {error}", to.display())))?;
        }
        if is_database(to) {
            let papers = papers(to, operator_key)?;
            let secret = self.secret.as_deref();
            return secret
                .map_or(Ok(()), |secret| papers.write(Paper::Secret, secret))
                .map_err(failed);
        }
        self.key.save(&beside(to, "key")).map_err(failed)?;
        let Some(secret) = &self.secret else { return Ok(()) };
        let path = beside(to, "secret");
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let write = || {
            let mut file = options.open(&path)?;
            file.write_all(secret)?;
            file.sync_all()
        };
        write().map_err(|error| Failure::new(format!("{}: {error}", path.display())))?;
        sync_folder(&path).map_err(failed)
    }
}

fn papers(place: &Path, operator_key: Option<&Path>) -> Result<Papers, Failure> {
    let papers = Papers::of(place, operator_key).map_err(failed)?;
    papers.ok_or_else(|| Failure::input(format!("{} is no database", place.display())))
}

fn failed(error: croupier_journal::Error) -> Failure {
    stopped(error.into())
}
