//! The register of clauses, and the tests that name them: embedded, and counted at run time.

use std::collections::BTreeSet;

use croupier_engine::Kind;
pub(crate) use croupier_rules::{Entry, FILES as RULES, Register};
use data_encoding::HEXLOWER;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// Returns the SHA-256 over the register of a game and the sources of its rules.
pub(crate) fn rules_hash(kind: Kind) -> String {
    let (name, module) = (kind.name(), kind.name().replace('-', "_"));
    let own = |file: &str| {
        file == format!("{name}.clauses.tsv")
            || file == format!("{module}.rs")
            || file.starts_with(&format!("{module}/"))
    };
    let mut hash = Sha256::new();
    for (file, text) in RULES.iter().chain(SOURCES).filter(|(file, _)| own(file)) {
        // Lengths keep two files apart.
        hash.update((file.len() as u64).to_be_bytes());
        hash.update(file);
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text);
    }
    HEXLOWER.encode(&hash.finalize())
}

/// What else is known of a game's clauses: who cites them, and which tests pin them.
pub(crate) trait Pinned {
    /// Lists the places in the engine that cite a clause.
    fn citations(&self, clause: &str) -> Vec<String>;

    /// Lists the sheets and flows, each with the clauses that it pins or names.
    fn tests(&self) -> Vec<Test>;
}

impl Pinned for Register {
    fn citations(&self, clause: &str) -> Vec<String> {
        let module = self.game.name().replace('-', "_");
        let citation = format!("\"{clause}\"");
        let mut found = Vec::new();
        for (file, text) in SOURCES.iter().filter(|(file, _)| {
            *file == format!("{module}.rs") || file.starts_with(&format!("{module}/"))
        }) {
            for (number, line) in (1..).zip(text.lines()) {
                if line.contains(&citation) {
                    found.push(format!("games/{file}:{number}: {}", line.trim()));
                }
            }
        }
        found
    }

    fn tests(&self) -> Vec<Test> {
        let prefix = format!("{}/", self.game.name());
        let own = |all: &'static [(&str, &'static str)]| {
            let own = all.iter().filter(|(file, _)| file.starts_with(&prefix));
            own.map(|(file, text)| (*file, *text, clause_of_file(self, file)))
        };
        let mut tests = Vec::new();
        for (file, text, from_name) in own(SHEETS) {
            for (number, line) in (1..).zip(text.lines()).filter(|(_, it)| !it.trim().is_empty()) {
                let place = format!("sheets/{file}:{number}");
                tests.push(Test::of(TestLevel::Engine, place, line, from_name.clone()));
            }
        }
        for (file, text, from_name) in own(FLOOR_SHEETS) {
            tests.push(Test::of(TestLevel::Floor, format!("sheets/{file}"), text, from_name));
        }
        tests.extend(FLOWS.iter().flat_map(|(file, text)| flows(self.game.name(), file, text)));
        tests
    }
}

/// Reads the clause in the name of a sheet's file: what stands before the first dash that ends
/// a clause of the register. A slash is written `~` there, and a blank as a dash.
fn clause_of_file(register: &Register, file: &str) -> Option<String> {
    let name = file.rsplit('/').next()?;
    let name = name.strip_suffix(".jsonl").or_else(|| name.strip_suffix(".json"))?;
    let written = |clause: &str| clause.replace('/', "~").replace(' ', "-").replace(',', "");
    let fits = register.entries.iter().map(|entry| entry.clause).filter(|clause| {
        let rest = name.strip_prefix(&written(clause));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    });
    fits.max_by_key(|clause| clause.len()).map(str::to_owned)
}

/// How much of the program a test goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TestLevel {
    /// A round sheet: the rules of one table.
    Engine,
    /// A floor sheet: people, rights, time and money around the tables.
    Floor,
    /// A flow that is played in the browser.
    Screen,
}

/// One sheet or flow, with its clauses.
#[derive(Debug)]
pub(crate) struct Test {
    /// How much of the program it goes through.
    pub(crate) level: TestLevel,
    /// Its file, and its line where a file has several.
    pub(crate) place: String,
    /// Clauses that stand in an answer that the sheet wants, so that it fails when they are not cited any more; and
    /// those that the sheet says decide such an answer, in its `pins`.
    pub(crate) pinned: BTreeSet<String>,
    /// Clauses that it only names: by its file's name, by its list of clauses, or as a flow.
    pub(crate) named: BTreeSet<String>,
}

impl Test {
    /// Finds the clauses of a sheet.
    fn of(level: TestLevel, place: String, sheet: &str, from_name: Option<String>) -> Self {
        let sheet = serde_json::from_str::<Value>(sheet).unwrap_or_default();
        let mut pinned = BTreeSet::new();
        match level {
            TestLevel::Engine => {
                for list in ["settled", "refused", "acts"] {
                    cited(&sheet["want"][list], &mut pinned);
                }
                if sheet.get("want").is_some() {
                    pinned.extend(words(&sheet["pins"]));
                }
            }
            TestLevel::Floor => {
                for entry in sheet["script"].as_array().into_iter().flatten() {
                    cited(&entry["want"]["denied"], &mut pinned);
                    cited(&entry["want"]["events"], &mut pinned);
                    cited(&entry["sees"], &mut pinned);
                    pinned.extend(words(&entry["want"]["pins"]));
                }
                cited(&sheet["want"]["tasks"], &mut pinned);
                pinned.extend(words(&sheet["want"]["pins"]));
            }
            TestLevel::Screen => {}
        }
        Self { level, place, pinned, named: words(&sheet["clauses"]).chain(from_name).collect() }
    }

    /// Tells whether the test has anything to do with a clause.
    pub(crate) fn is_about(&self, clause: &str) -> bool {
        self.pinned.contains(clause) || self.named.contains(clause)
    }
}

/// Returns the words of a list.
fn words(list: &Value) -> impl Iterator<Item = String> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned)
}

/// Gathers the clauses in a wanted answer.
fn cited(answer: &Value, clauses: &mut BTreeSet<String>) {
    match answer {
        Value::Object(fields) => {
            clauses.extend(fields.get("clause").and_then(Value::as_str).map(str::to_owned));
            fields.values().for_each(|value| cited(value, clauses));
        }
        Value::Array(items) => items.iter().for_each(|item| cited(item, clauses)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Finds the flows of a file that say which clauses of a game they show: lines such as
/// `@clauses("<game>", "7.5", "7.6")` before the function that plays the flow.
fn flows(game: &str, file: &str, text: &str) -> Vec<Test> {
    let mut found = Vec::new();
    let mut named = BTreeSet::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.starts_with("@clauses(") {
            let mut words = line.split('"').skip(1).step_by(2).map(str::to_owned);
            if words.next().as_deref() == Some(game) {
                named.extend(words);
            }
        } else if line.starts_with("def ") && !named.is_empty() {
            let place = format!("crates/croupier-server/tests/browser/{file}:{number}");
            let (pinned, named) = (BTreeSet::new(), std::mem::take(&mut named));
            found.push(Test { level: TestLevel::Screen, place, pinned, named });
        }
    }
    found
}
