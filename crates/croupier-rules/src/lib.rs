//! The register: every clause of the order of each game in our own words, how far software goes in it, and the
//! readings taken where the words are open. It decides nothing: whoever shows a clause looks it up here.

use std::collections::HashSet;
use std::sync::LazyLock;

use croupier_engine::{Clause, Kind};

include!(concat!(env!("OUT_DIR"), "/register.rs"));

/// One clause of an order, in our own words.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its number.
    pub clause: &'static str,
    /// What it is about.
    pub kind: &'static str,
    /// Who acts.
    pub actor: &'static str,
    /// What software has to do.
    pub software: &'static str,
    /// How far software goes: enforce, prompt, record, configure or none.
    pub level: &'static str,
    /// Its figures.
    pub parameter: &'static str,
}

/// The clauses of one game.
#[derive(Debug)]
pub struct Register {
    /// Which game.
    pub game: Kind,
    /// In the order of the document.
    pub entries: Vec<Entry>,
}

impl Register {
    /// Reads the register of a game.
    pub fn of(game: Kind) -> Self {
        let file = format!("{}.clauses.tsv", game.name());
        let text = text(&file).unwrap_or("");
        Self { game, entries: text.lines().skip(1).filter_map(entry).collect() }
    }

    /// Finds a clause.
    pub fn find(&self, clause: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.clause.eq_ignore_ascii_case(clause))
    }

    /// Returns what a clause says, in one line.
    pub fn summary(&self, clause: &str) -> &'static str {
        self.find(clause).map_or("not in the register", |entry| entry.software)
    }
}

/// Finds a clause that some order has by its number, for whoever reads a stored table.
pub fn clause(number: &str) -> Option<Clause> {
    static NUMBERS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
        let all = Kind::ALL.into_iter().flat_map(|game| Register::of(game).entries);
        all.map(|entry| entry.clause).collect()
    });
    NUMBERS.get(number).copied().map(Clause)
}

/// Returns the open questions of the orders and the readings taken, as Markdown.
pub fn readings() -> &'static str {
    text("readings.md").unwrap_or("")
}

fn text(file: &str) -> Option<&'static str> {
    FILES.iter().find(|(name, _)| *name == file).map(|(_, text)| *text)
}

fn entry(line: &'static str) -> Option<Entry> {
    let mut fields = line.split('\t');
    let mut next = || fields.next().unwrap_or("");
    let (clause, kind, actor) = (next(), next(), next());
    let (software, level, parameter) = (next(), next(), next());
    (!clause.is_empty()).then_some(Entry { clause, kind, actor, software, level, parameter })
}
