//! Entries of a promotion: all of them for the desk, and the own ones for a player.

use croupier_floor::{EntrySource, Floor, Promotion, PromotionEntry, hex};
use serde::Serialize;

use super::PromotionEye;
use super::awards::name_of;

/// Some entries of a promotion.
#[derive(Clone, Debug, Serialize)]
pub struct EntriesView {
    /// How many there are: of all, or of whoever looks.
    pub count: usize,
    /// From which on they are listed.
    pub from: u32,
    /// From which on the next are; nothing if these are the last.
    pub next: Option<u32>,
    /// The entries.
    pub entries: Vec<EntryView>,
}

/// An entry.
#[derive(Clone, Debug, Serialize)]
pub struct EntryView {
    /// Its number.
    pub entry: u32,
    /// Who has entered.
    pub name: String,
    /// The person has an account here; else there is only a name.
    pub person: bool,
    /// How it came about.
    pub source: SourceView,
    /// It does not win: it, or the person, was removed.
    pub removed: bool,
}

/// How an entry came about.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names of the fields are the words of the floor")]
pub enum SourceView {
    /// A wager that the terms ask for was decided at a table.
    Wager { table: u32, round: u64 },
    /// Staff put it in.
    Hand {
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// Staff put it in from a file.
    File {
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<String>,
        /// The number under which the file was admitted.
        file: u32,
        row: u32,
    },
}

/// Lists entries from a number on: all of them for the desk, and the own ones for a player.
pub fn entries(
    floor: &Floor,
    promotion: &Promotion,
    eye: PromotionEye,
    (from, most): (u32, usize),
) -> EntriesView {
    let from = from.max(1);
    let view = |entry: PromotionEntry| entry_view(floor, promotion, entry, eye);
    let (count, mut numbers): (usize, Vec<u32>) = if eye.desk {
        let last = promotion.entries.count();
        (last as usize, (from..=last).take(most + 1).collect())
    } else {
        let own = eye.person.map_or(&[][..], |person| promotion.entries.of(person));
        let after = own.partition_point(|number| *number < from);
        (own.len(), own[after..].iter().copied().take(most + 1).collect())
    };
    let next = numbers.get(most).copied();
    numbers.truncate(most);
    let entries = numbers.into_iter().filter_map(|number| promotion.entries.get(number));
    EntriesView { count, from, next, entries: entries.map(view).collect() }
}

/// An entry by itself, with what is hashed of it.
#[derive(Clone, Debug, Serialize)]
pub struct HashedEntry {
    /// The entry.
    #[serde(flatten)]
    pub entry: EntryView,
    /// What is hashed, in hexadecimal digits.
    pub bytes: String,
    /// What is hashed with it, in hexadecimal digits, so that nobody else can guess the entry from its leaf.
    pub salt: String,
    /// Its leaf in the tree: the SHA-256 of a zero byte, the salt and the bytes.
    pub leaf: String,
}

/// Shows one entry to its owner or to the desk; `None` to anybody else.
pub fn entry(
    floor: &Floor,
    promotion: &Promotion,
    eye: PromotionEye,
    number: u32,
) -> Option<HashedEntry> {
    let entry = promotion.entries.get(number)?;
    let own = || eye.person.is_some_and(|person| promotion.entries.of(person).contains(&number));
    (eye.desk || own()).then(|| {
        let salt = promotion.entries.salt(number);
        HashedEntry {
            entry: entry_view(floor, promotion, entry, eye),
            bytes: hex(&entry.bytes(promotion.number)),
            leaf: entry.leaf(promotion.number, &salt).to_string(),
            salt: hex(&salt),
        }
    })
}

fn entry_view(
    floor: &Floor,
    promotion: &Promotion,
    entry: PromotionEntry,
    eye: PromotionEye,
) -> EntryView {
    // Whoever has entered need not know who of the staff put them in.
    let by = |person| eye.desk.then(|| floor.people.name(person).to_owned());
    EntryView {
        entry: entry.number,
        name: name_of(floor, promotion, entry.who, entry.number),
        person: matches!(entry.who, croupier_floor::Entrant::Person(_)),
        source: match entry.source {
            EntrySource::Wager { table, round } => SourceView::Wager { table: table.0, round },
            EntrySource::Hand { by: who } => SourceView::Hand { by: by(who) },
            EntrySource::File { by: who, file, row } => SourceView::File { by: by(who), file, row },
        },
        removed: promotion.entries.is_removed(&entry),
    }
}
