//! How a house is set up: a commented TOML file, then the environment, then flags.

mod outside;

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use croupier_journal::is_database;
use serde::Deserialize;

use crate::origin::Proxy;
use crate::witness::WitnessPlace;
use crate::witnessed::WitnessKey;
pub use outside::{FeedKey, OutsideKey};

/// How a house is set up.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The journal: a file, or the address of a PostgreSQL database.
    pub journal: PathBuf,
    /// The file with the operator's key, under which the keys of a house are encrypted that are in a database.
    pub operator_key: Option<PathBuf>,
    /// A second copy of the journal.
    pub mirror: Option<PathBuf>,
    /// Files and houses elsewhere that are told every checkpoint, and never go back; and printers.
    pub witnesses: Vec<WitnessPlace>,
    /// The last entry of the journal, where whoever starts the house accepts that nothing came after it. It is for one
    /// start, so that no file has it.
    #[serde(skip)]
    pub accept_end: Option<u64>,
    /// The public keys of the houses whose checkpoints this one keeps.
    pub witness_for: Vec<WitnessKey>,
    /// Where the server listens.
    pub listen: SocketAddr,
    /// The address under which people reach it, such as `https://tables.example`.
    pub public_url: Option<String>,
    /// Proxies whose word on who asks is taken (`X-Forwarded-For`).
    pub proxies: Vec<Proxy>,
    /// The name of the house.
    pub house: String,
    /// Guests may come in and play with play money.
    pub guests: bool,
    /// Demo tables are opened, one of each game, when the floor has none.
    pub demo_tables: bool,
    /// The last results are displayed at tables for money too; at those with play money they always are.
    pub results_at_money_tables: bool,
    /// Example games are offered too: to be looked at, not to be played in earnest.
    pub examples: bool,
    /// How fast virtual tables run.
    pub pace: Paces,
    /// What anyone may ask of the server.
    pub limits: Limits,
    /// The keys of tables that do not run here and feed a pool.
    pub outside: Vec<OutsideKey>,
    /// The folder with the manual, as `./manual` builds it.
    pub manual: Option<PathBuf>,
    /// Structured logs for programs, instead of lines for people.
    pub log_json: bool,
}

/// How fast virtual tables run, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs, reason = "the commented file says what each is")]
pub struct Paces {
    pub betting: u64,
    pub choice: u64,
    pub cut: u64,
    pub words: u64,
    pub card: u64,
    pub idle_guest: u64,
}

/// What anyone may ask of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs, reason = "the commented file says what each is")]
pub struct Limits {
    pub connections: usize,
    pub connections_per_address: usize,
    pub sockets_per_address: usize,
    pub write_seconds: u64,
    pub body_bytes: usize,
    pub requests_per_second: u32,
    pub address_requests_per_second: u32,
    pub burst: u32,
    pub guests: usize,
    pub guests_per_address: usize,
    pub guests_per_minute: u32,
    pub guest_acts_per_minute: u32,
    pub denied_per_minute: u32,
    pub demo_seats_per_address: usize,
    pub table_queue: usize,
    pub idle_staff_minutes: u64,
    pub idle_player_minutes: u64,
    pub session_hours: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            journal: PathBuf::from("croupier.db"),
            operator_key: None,
            mirror: None,
            witnesses: Vec::new(),
            accept_end: None,
            witness_for: Vec::new(),
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            manual: None,
            public_url: None,
            proxies: Vec::new(),
            house: "croupier".to_owned(),
            guests: true,
            demo_tables: true,
            results_at_money_tables: false,
            examples: false,
            pace: Paces::default(),
            limits: Limits::default(),
            outside: Vec::new(),
            log_json: false,
        }
    }
}

impl Default for Paces {
    fn default() -> Self {
        Self {
            betting: 15_000,
            choice: 30_000,
            cut: 10_000,
            words: 4_000,
            card: 700,
            idle_guest: 600_000,
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 12_000,
            connections_per_address: 256,
            sockets_per_address: 64,
            write_seconds: 15,
            body_bytes: 64 * 1024,
            requests_per_second: 20,
            address_requests_per_second: 500,
            burst: 80,
            guests: 2_000,
            guests_per_address: 16,
            guests_per_minute: 30,
            guest_acts_per_minute: 60,
            denied_per_minute: 30,
            demo_seats_per_address: 8,
            table_queue: 256,
            idle_staff_minutes: 15,
            idle_player_minutes: 60,
            session_hours: 12,
        }
    }
}

/// What is wrong with a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong(pub String);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Wrong {}

impl Config {
    /// The configuration that holds if nothing is said, with a comment for each line.
    pub const COMMENTED: &str = include_str!("../croupier.toml");

    /// Reads a file.
    ///
    /// # Errors
    /// The file cannot be read, or is not a configuration: says where.
    pub fn read(path: &Path) -> Result<Self, Wrong> {
        let name = path.display();
        let text = std::fs::read_to_string(path);
        let text = text.map_err(|error| Wrong(format!("cannot read {name}: {error}")))?;
        Self::parse(&text).map_err(|wrong| Wrong(format!("{name}: {wrong}")))
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// It is not a configuration: says where.
    pub fn parse(text: &str) -> Result<Self, Wrong> {
        toml::from_str(text).map_err(|error| Wrong(error.to_string().trim_end().to_owned()))
    }

    /// Sets what the environment says: `CROUPIER_LISTEN` and so on, for what stands on the first level of
    /// the file.
    ///
    /// # Errors
    /// A value makes no sense: names the variable.
    pub fn environment(&mut self, variable: impl Fn(&str) -> Option<String>) -> Result<(), Wrong> {
        let wrong = |name: &str, value: &str| Wrong(format!("{name}: {value:?} makes no sense"));
        let yes_or_no = |name: &str, value: String| match value.as_str() {
            "true" | "1" | "yes" => Ok(true),
            "false" | "0" | "no" => Ok(false),
            other => Err(wrong(name, other)),
        };
        if let Some(path) = variable("CROUPIER_JOURNAL") {
            self.journal = path.into();
        }
        if let Some(path) = variable("CROUPIER_OPERATOR_KEY") {
            self.operator_key = Some(path.into());
        }
        if let Some(path) = variable("CROUPIER_MIRROR") {
            self.mirror = Some(path.into());
        }
        if let Some(path) = variable("CROUPIER_MANUAL") {
            self.manual = Some(path.into());
        }
        if let Some(text) = variable("CROUPIER_WITNESS") {
            let place = WitnessPlace::parse(&text);
            self.witnesses =
                vec![place.map_err(|what| Wrong(format!("CROUPIER_WITNESS: {what}")))?];
        }
        if let Some(text) = variable("CROUPIER_LISTEN") {
            self.listen = text.parse().map_err(|_| wrong("CROUPIER_LISTEN", &text))?;
        }
        if let Some(url) = variable("CROUPIER_PUBLIC_URL") {
            self.public_url = Some(url);
        }
        if let Some(text) = variable("CROUPIER_PROXIES") {
            let all = text.split(',').map(|one| Proxy::parse(one.trim()));
            self.proxies =
                all.collect::<Option<_>>().ok_or_else(|| wrong("CROUPIER_PROXIES", &text))?;
        }
        if let Some(name) = variable("CROUPIER_HOUSE") {
            self.house = name;
        }
        for (name, field) in [
            ("CROUPIER_GUESTS", &mut self.guests),
            ("CROUPIER_DEMO_TABLES", &mut self.demo_tables),
            ("CROUPIER_RESULTS_AT_MONEY_TABLES", &mut self.results_at_money_tables),
            ("CROUPIER_EXAMPLES", &mut self.examples),
            ("CROUPIER_LOG_JSON", &mut self.log_json),
        ] {
            if let Some(value) = variable(name) {
                *field = yes_or_no(name, value)?;
            }
        }
        Ok(())
    }

    /// Checks what no type can: that limits leave room for anyone at all.
    ///
    /// # Errors
    /// Names what is wrong.
    pub fn check(&self) -> Result<(), Wrong> {
        let limits = &self.limits;
        let none = [
            ("limits.connections", limits.connections as u64),
            ("limits.connections_per_address", limits.connections_per_address as u64),
            ("limits.sockets_per_address", limits.sockets_per_address as u64),
            ("limits.write_seconds", limits.write_seconds),
            ("limits.body_bytes", limits.body_bytes as u64),
            ("limits.requests_per_second", u64::from(limits.requests_per_second)),
            ("limits.burst", u64::from(limits.burst)),
            ("limits.address_requests_per_second", u64::from(limits.address_requests_per_second)),
            ("limits.denied_per_minute", u64::from(limits.denied_per_minute)),
            ("limits.table_queue", limits.table_queue as u64),
            ("limits.session_hours", limits.session_hours),
            ("pace.card", self.pace.card),
        ];
        if let Some((name, _)) = none.iter().find(|(_, value)| *value == 0) {
            return Err(Wrong(format!("{name} is 0, and then nothing would happen")));
        }
        if is_database(&self.journal) && !self.witness_for.is_empty() {
            let what = "a house whose journal is in a database has no folder for the checkpoints of others";
            return Err(Wrong(format!("witness_for: {what}; let another house be the witness")));
        }
        let url = self.public_url.as_deref().unwrap_or("http://localhost");
        if !url.starts_with("http://") && !url.starts_with("https://") {
            return Err(Wrong(format!(
                "public_url: {url:?} does not begin with http:// or https://"
            )));
        }
        outside::check(&self.outside)
    }
}

#[cfg(test)]
mod tests {
    use super::Config;

    #[test]
    fn the_commented_file_is_the_default() {
        assert_eq!(Config::parse(Config::COMMENTED), Ok(Config::default()));
        assert_eq!(Config::default().check(), Ok(()));
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        for (text, says) in [
            ("listen = 8080", "listen"),
            ("colour = \"green\"", "colour"),
            ("[pace]\nbetting = \"long\"", "betting"),
        ] {
            let wrong = Config::parse(text).expect_err(text);
            assert!(wrong.0.contains(says), "{wrong}");
        }
        let mut config = Config::default();
        let wrong = config.environment(|name| (name == "CROUPIER_GUESTS").then(|| "?".to_owned()));
        assert!(wrong.expect_err("it is no answer").0.contains("CROUPIER_GUESTS"));
        config.limits.table_queue = 0;
        assert!(config.check().expect_err("no queue").0.contains("table_queue"));
    }
}
