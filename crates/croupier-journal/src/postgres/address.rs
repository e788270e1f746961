//! The address of a journal that is in a PostgreSQL database: `postgres://USER@HOST/DATABASE`.

use std::path::{Path, PathBuf};
use std::str::FromStr as _;
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

use crate::Error;
use crate::reader::is_database;

/// How long a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(3);
/// After how long without a word a connection is asked whether it still stands.
const KEEPALIVE: Duration = Duration::from_secs(5);

/// Where a database is, and as whom it is asked.
#[derive(Clone)]
pub(crate) struct Address {
    pub(super) config: Config,
    /// The address, for messages.
    pub(crate) name: PathBuf,
}

impl Address {
    /// Reads an address; `None` if the path names a file.
    ///
    /// # Errors
    ///
    /// It is no address, or asks for what this program does not have.
    pub(crate) fn of(path: &Path) -> Result<Option<Self>, Error> {
        if !is_database(path) {
            return Ok(None);
        }
        let text = path.to_str().unwrap_or_default();
        let unnamed = Path::new("the address of the database");
        let mut config = Config::from_str(text).map_err(|error| {
            let example = "postgres://croupier@localhost/floor";
            Error::file(unnamed, format!("{error}: an address is such as {example}"))
        })?;
        let name = name(&config);
        if config.get_dbname().is_none() {
            return Err(Error::file(&name, "the address does not name the database"));
        }
        if !matches!(config.get_ssl_mode(), SslMode::Disable | SslMode::Prefer) {
            let what = "this program speaks to PostgreSQL without TLS: use a socket or an address of this \
                        machine, or a tunnel, and leave sslmode out";
            return Err(Error::file(&name, what));
        }
        if config.get_password().is_some() {
            let what = "an address has no password: it would be shown wherever the address is; put it into the \
                        environment as PGPASSWORD";
            return Err(Error::file(&name, what));
        }
        if let Ok(password) = std::env::var("PGPASSWORD") {
            config.password(password);
        }
        config.ssl_mode(SslMode::Disable);
        config.connect_timeout(CONNECT);
        config.keepalives(true);
        config.keepalives_idle(KEEPALIVE);
        Ok(Some(Self { config, name }))
    }
}

/// The address as it is shown.
fn name(config: &Config) -> PathBuf {
    let hosts = config.get_hosts().iter().map(|host| match host {
        Host::Tcp(name) => name.clone(),
        #[cfg(unix)]
        Host::Unix(folder) => folder.display().to_string(),
    });
    let hosts: Vec<_> = hosts.collect();
    let ports: Vec<_> = config.get_ports().iter().map(|port| format!(":{port}")).collect();
    let database = config.get_dbname().unwrap_or_default();
    format!("postgres://{}{}/{database}", hosts.join(","), ports.join(",")).into()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Address;
    use crate::is_database;

    #[test]
    fn an_address_is_read_and_has_no_password() {
        let path = Path::new("postgres://ann@one,two:5433/floor?target_session_attrs=read-write");
        assert!(is_database(path) && !is_database(Path::new("postgres.db")));
        let address = Address::of(path).expect("an address").expect("no file");
        assert_eq!(address.name, Path::new("postgres://one,two:5433/floor"));
        assert!(Address::of(Path::new("house.db")).expect("a file").is_none());
        for (wrong, says) in [
            ("postgres://ann@here", "does not name the database"),
            ("postgres://ann:hush@here/floor", "PGPASSWORD"),
            ("postgres://ann@here/floor?sslmode=require", "without TLS"),
            ("postgres://ann@here/floor?colour=green", "an address is such as"),
        ] {
            let error = Address::of(Path::new(wrong)).err().expect(wrong).to_string();
            assert!(error.contains(says) && !error.contains("hush"), "{error}");
        }
    }
}
