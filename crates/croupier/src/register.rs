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

/// What else is known of a game's clauses: who cites them, and which sheets pin them.
pub(crate) trait Pinned {
    /// Lists the places in the engine that cite a clause.
    fn citations(&self, clause: &str) -> Vec<String>;

    /// Lists the sheets that name each clause.
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
        let own = SHEETS.iter().filter(|(file, _)| file.starts_with(&prefix));
        own.flat_map(|(file, text)| {
            let from_name = clause_of_file(self, &file[prefix.len()..]);
            (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).map(
                move |(number, line)| {
                    let mut clauses = named(line);
                    clauses.extend(from_name.clone());
                    Test { place: format!("sheets/{file}:{number}"), clauses }
                },
            )
        })
        .collect()
    }
}

/// Reads the clause in the name of a sheet's file: what stands before the first dash that ends
/// a clause of the register. A slash is written `~` there, and a blank as a dash.
fn clause_of_file(register: &Register, name: &str) -> Option<String> {
    let name = name.strip_suffix(".jsonl")?;
    let written = |clause: &str| clause.replace('/', "~").replace(' ', "-").replace(',', "");
    let fits = register.entries.iter().map(|entry| entry.clause).filter(|clause| {
        let rest = name.strip_prefix(&written(clause));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    });
    fits.max_by_key(|clause| clause.len()).map(str::to_owned)
}

/// One sheet, and the clauses that it names.
#[derive(Debug)]
pub(crate) struct Test {
    /// Its file and line.
    pub(crate) place: String,
    /// Named by the file, by the sheet, or by its wanted answer.
    pub(crate) clauses: BTreeSet<String>,
}

/// Finds the clauses that a sheet and its wanted answer name.
fn named(line: &str) -> BTreeSet<String> {
    let Ok(sheet) = serde_json::from_str::<Value>(line) else { return BTreeSet::new() };
    let listed = sheet.get("clauses").and_then(Value::as_array).into_iter().flatten();
    let mut clauses: BTreeSet<_> = listed.filter_map(Value::as_str).map(str::to_owned).collect();
    for list in ["settled", "refused", "acts"] {
        let lines = sheet.get("want").and_then(|want| want.get(list)?.as_array());
        let cited = lines.into_iter().flatten().filter_map(|line| line.get("clause"));
        clauses.extend(cited.filter_map(Value::as_str).map(str::to_owned));
    }
    clauses
}
