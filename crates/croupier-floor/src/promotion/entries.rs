//! Those who have entered a promotion, in the order in which they did: a few bytes for each, so that a million are no
//! trouble, and the tree whose root is published when entries close.

use std::collections::{BTreeMap, BTreeSet};

use croupier_engine::Player;
use croupier_engine::stored::{Bytes, Damaged, Stored, only_if};
use croupier_sheet::{Spot, words};
use croupier_tree::tree::{self, Edge, InMemory, STORED_EVERY};
use croupier_tree::{Hash, Inclusion};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::PromotionId;
use crate::TableId;
use crate::naming::PersonId;
use crate::random::Key;
use crate::said::{Commitment, Said};
use crate::stored::{restore_hashes, restore_json, store_hashes, store_json};

/// Who has entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entrant {
    /// A person whom the house knows.
    Person(#[serde(with = "words::player")] Player),
    /// Somebody whose name was written down: it stands beside the journal.
    Named(Commitment),
}

croupier_engine::stored! { enum Entrant { 0 = Person(player), 1 = Named(name) } }

/// How an entry came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the fields are the words of the floor")]
pub enum EntrySource {
    /// A wager that the terms ask for was decided at a table, in this round or roll.
    Wager { table: TableId, round: u64 },
    /// Somebody put it in by hand.
    Hand {
        #[serde(with = "words::player")]
        by: Player,
    },
    /// Somebody put it in from a file that was admitted under this number, of which it is this row.
    File {
        #[serde(with = "words::player")]
        by: Player,
        file: u32,
        row: u32,
    },
}

croupier_engine::stored! {
    enum EntrySource {
        0 = Wager { table, round },
        1 = Hand { by },
        2 = File { by, file, row },
    }
}

/// Why a wager that was decided has entered nobody, although the terms ask for such a wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MissedEntry {
    /// The promotion is postponed: its integrity is in doubt, and nothing goes on.
    Postponed,
    /// There are as many entries as a promotion can have.
    Full,
}

/// How many entries could not be made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MissedEntries {
    /// While the promotion was postponed.
    pub postponed: u32,
    /// Because there were as many as it can have.
    pub full: u32,
}

croupier_engine::stored! { struct MissedEntries { postponed, full } }

/// An entry, as it is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PromotionEntry {
    /// Its number, from 1.
    pub number: u32,
    /// Who has entered.
    pub who: Entrant,
    /// How it came about.
    pub source: EntrySource,
}

impl PromotionEntry {
    /// Writes the entry as it is hashed: the promotion and the number in four bytes each; 0 and the person's number,
    /// or 1 and the commitment to a name; 0, table and round of a wager, or 1 and who put it in by hand, or 2, who put
    /// it in from a file, the number of the file, and the row.
    pub fn bytes(&self, promotion: PromotionId) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(54);
        bytes.extend(promotion.0.to_be_bytes());
        bytes.extend(self.number.to_be_bytes());
        match self.who {
            Entrant::Person(Player(person)) => {
                bytes.push(0);
                bytes.extend(person.to_be_bytes());
            }
            Entrant::Named(name) => {
                bytes.push(1);
                bytes.extend(name.0);
            }
        }
        match self.source {
            EntrySource::Wager { table, round } => {
                bytes.push(0);
                bytes.extend(table.0.to_be_bytes());
                bytes.extend(round.to_be_bytes());
            }
            EntrySource::Hand { by } => {
                bytes.push(1);
                bytes.extend(by.0.to_be_bytes());
            }
            EntrySource::File { by, file, row } => {
                bytes.push(2);
                bytes.extend(by.0.to_be_bytes());
                bytes.extend(file.to_be_bytes());
                bytes.extend(row.to_be_bytes());
            }
        }
        bytes
    }

    /// Returns the leaf of the entry in the tree: the hash of a zero, of the salt of this entry and of its bytes.
    pub fn leaf(&self, promotion: PromotionId, salt: &EntrySalt) -> Hash {
        tree::leaf(&[&salt[..], &self.bytes(promotion)].concat())
    }
}

/// What is hashed with an entry, so that nobody who knows only the hash can guess the entry. Whoever has made the entry
/// is given it.
pub type EntrySalt = [u8; 16];

/// Returns the salt of an entry, which follows from that of the promotion: the first half of the hash of a tag, the salt of
/// the promotion and the number of the entry.
pub fn entry_salt(salt: &Key, number: u32) -> EntrySalt {
    let mut hash = Sha256::new();
    hash.update(b"croupier entry salt");
    hash.update(salt);
    hash.update(number.to_be_bytes());
    let hash: [u8; 32] = hash.finalize().into();
    hash.first_chunk().copied().unwrap_or_default()
}

/// A file of entries that two people have admitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AdmittedFile {
    /// The SHA-256 of the file.
    pub sha256: [u8; 32],
    /// How many rows it has.
    pub rows: u32,
    /// The next row that may be entered, from 1.
    pub next: u32,
}

croupier_engine::stored! { struct AdmittedFile { sha256, rows, next } }

/// An entry as it is kept: who, or from this number on a name; and how it came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Packed {
    who: u32,
    source: EntrySource,
}

croupier_engine::stored! { struct Packed { who, source } }

/// From here on a number is that of a name, and not of a person.
const NAMES: u32 = 1 << 31;

/// The entries of a promotion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entries {
    list: Vec<Packed>,
    names: Vec<(Commitment, Box<str>)>,
    edge: Edge,
    /// The roots of whole parts of the tree, of 256 entries each.
    parts: Vec<Hash>,
    /// What the salts of the entries follow from.
    pub(super) salt: Key,
    /// The files that were admitted, in their order.
    pub(super) files: Vec<AdmittedFile>,
    /// In which round each player entered last, at each table.
    last: BTreeMap<(TableId, Player), u64>,
    /// Wagers that have entered and stand again, because their result was put right: they enter no second time.
    pub(super) again: Vec<(TableId, Spot<PersonId>)>,
    /// Which entries are whose, of those whom the house knows.
    persons: BTreeMap<Player, Vec<u32>>,
    /// People whose entries do not win.
    pub(super) removed: BTreeSet<Player>,
    /// Entries that do not win.
    pub(super) removed_entries: BTreeSet<u32>,
}

/// Whose entries are which follows from the list.
impl Stored for Entries {
    fn store(&self, to: &mut Vec<u8>) {
        let Self {
            list,
            names,
            edge,
            parts,
            salt,
            files,
            last,
            again,
            persons: _,
            removed,
            removed_entries,
        } = self;
        list.store(to);
        names.store(to);
        store_hashes(edge.parts().1, to);
        store_hashes(parts, to);
        salt.store(to);
        files.store(to);
        last.store(to);
        again.len().store(to);
        for (table, at) in again {
            table.store(to);
            store_json(at, to);
        }
        removed.store(to);
        removed_entries.store(to);
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        let list = Vec::<Packed>::restore(from)?;
        let names = Stored::restore(from)?;
        let edge = Edge::from_parts(list.len() as u64, restore_hashes(from)?).ok_or(Damaged)?;
        let parts = restore_hashes(from)?;
        let (salt, files, last) = Stored::restore(from)?;
        let mut again = Vec::new();
        for _ in 0..from.length()? {
            again.push((TableId::restore(from)?, restore_json(from)?));
        }
        let (removed, removed_entries) = Stored::restore(from)?;
        let mut persons = BTreeMap::<_, Vec<u32>>::new();
        for (number, packed) in (1..).zip(&list).filter(|(_, packed)| packed.who < NAMES) {
            persons.entry(Player(packed.who)).or_default().push(number);
        }
        let entries = Self {
            list,
            names,
            edge,
            parts,
            salt,
            files,
            last,
            again,
            persons,
            removed,
            removed_entries,
        };
        only_if(entries.can_be(), entries)
    }
}

impl Entries {
    /// Tells whether entries that were read from a snapshot fit together.
    fn can_be(&self) -> bool {
        let named = |packed: &Packed| {
            packed.who.checked_sub(NAMES).is_none_or(|at| (at as usize) < self.names.len())
        };
        self.parts.len() == self.list.len() >> 8 && self.list.iter().all(named)
    }

    /// Returns how many there are.
    pub fn count(&self) -> u32 {
        self.list.len() as u32
    }

    /// Finds an entry by its number.
    pub fn get(&self, number: u32) -> Option<PromotionEntry> {
        let packed = self.list.get(usize::try_from(number.checked_sub(1)?).ok()?)?;
        Some(PromotionEntry { number, who: self.who(*packed), source: packed.source })
    }

    fn who(&self, packed: Packed) -> Entrant {
        let name = packed.who.checked_sub(NAMES).and_then(|at| self.names.get(at as usize));
        match name {
            Some((name, _)) => Entrant::Named(*name),
            None => Entrant::Person(Player(packed.who)),
        }
    }

    /// Lists all of them.
    pub fn iter(&self) -> impl Iterator<Item = PromotionEntry> + '_ {
        (1..).zip(&self.list).map(|(number, packed)| PromotionEntry {
            number,
            who: self.who(*packed),
            source: packed.source,
        })
    }

    /// Returns the name under which somebody has entered whom the house does not know.
    pub fn name(&self, number: u32) -> Option<&str> {
        let packed = self.list.get(usize::try_from(number.checked_sub(1)?).ok()?)?;
        let name = self.names.get(packed.who.checked_sub(NAMES)? as usize);
        name.map(|(_, name)| &**name)
    }

    /// Finds a file that was admitted, by its number from 1.
    pub fn file(&self, number: u32) -> Option<&AdmittedFile> {
        self.files.get(usize::try_from(number.checked_sub(1)?).ok()?)
    }

    /// Lists the files that were admitted, in the order of their numbers.
    pub fn files(&self) -> &[AdmittedFile] {
        &self.files
    }

    /// Returns the salt that is hashed with an entry.
    pub fn salt(&self, number: u32) -> EntrySalt {
        entry_salt(&self.salt, number)
    }

    /// Tells whether a person has entered.
    pub fn has(&self, person: Player) -> bool {
        self.persons.contains_key(&person)
    }

    /// Lists the entries of a person, by their numbers.
    pub fn of(&self, person: Player) -> &[u32] {
        self.persons.get(&person).map_or(&[], Vec::as_slice)
    }

    /// Lists people whose entries do not win.
    pub fn removed_people(&self) -> impl Iterator<Item = Player> + '_ {
        self.removed.iter().copied()
    }

    /// Lists entries that do not win, by their numbers.
    pub fn removed_entries(&self) -> impl Iterator<Item = u32> + '_ {
        self.removed_entries.iter().copied()
    }

    /// Tells in which round a player entered last at a table.
    pub(crate) fn last_round(&self, table: TableId, player: Player) -> Option<u64> {
        self.last.get(&(table, player)).copied()
    }

    /// Tells whether a wager has entered and stands again.
    pub(crate) fn stands_again(&self, table: TableId, at: &Spot<PersonId>) -> bool {
        self.again.iter().any(|(own, spot)| *own == table && spot == at)
    }

    /// Tells whether the entries of a person were removed.
    pub fn is_removed_person(&self, person: Player) -> bool {
        self.removed.contains(&person)
    }

    /// Tells whether the entries of somebody, or this one, were removed.
    pub fn is_removed(&self, entry: &PromotionEntry) -> bool {
        let person = match entry.who {
            Entrant::Person(person) => self.removed.contains(&person),
            Entrant::Named(_) => false,
        };
        person || self.removed_entries.contains(&entry.number)
    }

    /// Puts an entry in.
    pub(super) fn push(
        &mut self,
        promotion: PromotionId,
        who: Entrant,
        source: EntrySource,
        said: &Said,
    ) {
        let number = self.count() + 1;
        let packed = match who {
            Entrant::Person(person) => {
                self.persons.entry(person).or_default().push(number);
                if let EntrySource::Wager { table, round } = source {
                    self.last.insert((table, person), round);
                }
                person.0
            }
            Entrant::Named(name) => {
                self.names.push((name, said.get(name).unwrap_or_default().into()));
                NAMES + (self.names.len() as u32 - 1)
            }
        };
        self.list.push(Packed { who: packed, source });
        if let EntrySource::File { file, row, .. } = source
            && let Some(file) = self.files.get_mut((file as usize).wrapping_sub(1))
        {
            file.next = row.saturating_add(1);
        }
        let entry = PromotionEntry { number, who, source };
        let leaf = entry.leaf(promotion, &self.salt(number));
        let parts = &mut self.parts;
        self.edge.push(leaf, |level, _, root| {
            if level == 1 {
                parts.push(root);
            }
        });
    }

    /// Returns the root of the tree of all entries.
    pub fn root(&self) -> Hash {
        self.edge.root()
    }

    /// Proves that an entry is among all of them.
    pub fn inclusion(&self, promotion: PromotionId, number: u32) -> Option<Inclusion> {
        let at = number.checked_sub(1).filter(|_| number <= self.count())?;
        // The way up through the part that the entry is in, and then through the parts.
        let (part, within) = (at >> STORED_EVERY, at % (1 << STORED_EVERY));
        let leaf = |entry: PromotionEntry| entry.leaf(promotion, &self.salt(entry.number));
        let leaves = |part: u32| -> Vec<Hash> {
            let first = (part << STORED_EVERY) + 1;
            let entries = (first..first + (1 << STORED_EVERY)).map_while(|it| self.get(it));
            entries.map(leaf).collect()
        };
        let mut path = InMemory(&leaves(part)).inclusion(u64::from(within) + 1)?.path;
        let mut parts = self.parts.clone();
        let rest = leaves(parts.len() as u32);
        if !rest.is_empty() {
            let mut edge = Edge::default();
            rest.into_iter().for_each(|leaf| edge.push(leaf, |_, _, _| ()));
            parts.push(edge.root());
        }
        path.extend(InMemory(&parts).inclusion(u64::from(part) + 1)?.path);
        Some(Inclusion { number: u64::from(number), size: u64::from(self.count()), path })
    }
}

/// Computes the root of a list of entries: for whoever checks a draw, and has nothing but that list and the salt.
pub fn root_of(
    promotion: PromotionId,
    salt: &Key,
    entries: impl IntoIterator<Item = (Entrant, EntrySource)>,
) -> (u32, Hash) {
    let mut edge = Edge::default();
    for ((who, source), number) in entries.into_iter().zip(1..) {
        let entry = PromotionEntry { number, who, source };
        edge.push(entry.leaf(promotion, &entry_salt(salt, number)), |_, _, _| ());
    }
    (edge.size() as u32, edge.root())
}

#[cfg(test)]
mod tests {
    use super::{AdmittedFile, Entrant, Entries, EntrySource, PromotionEntry, entry_salt, root_of};
    use crate::TableId;
    use crate::promotion::PromotionId;
    use crate::said::{Kept, Said};
    use croupier_engine::Player;

    const PROMOTION: PromotionId = PromotionId(7);
    const SALT: [u8; 32] = [6; 32];

    fn sample() -> (Entries, Said) {
        let kept = Kept { salt: [4; 16], text: "Joan Citizen, 1 High Street".to_owned() };
        let (name, mut said) = (kept.commitment(), Said::default());
        said.keep(kept);
        let file = AdmittedFile { sha256: [3; 32], rows: 9, next: 1 };
        let mut entries = Entries { salt: SALT, files: vec![file], ..Entries::default() };
        let wager = EntrySource::Wager { table: TableId(3), round: 12 };
        entries.push(PROMOTION, Entrant::Person(Player(5)), wager, &said);
        let by = Player(2);
        entries.push(PROMOTION, Entrant::Named(name), EntrySource::Hand { by }, &said);
        entries.push(
            PROMOTION,
            Entrant::Person(Player(6)),
            EntrySource::File { by, file: 1, row: 9 },
            &said,
        );
        (entries, said)
    }

    /// The bytes of each kind of entry, and the root over them, were computed by the Python of docs/promotions.md.
    #[test]
    fn entries_are_hashed_as_they_were() {
        let (entries, _) = sample();
        let bytes = |number| {
            let entry: PromotionEntry = entries.get(number).expect("there are three");
            crate::random::hex(&entry.bytes(PROMOTION))
        };
        assert_eq!(bytes(1), "000000070000000100000000050000000003000000000000000c");
        assert_eq!(
            bytes(2),
            "0000000700000002018605552d849974ccc38f1e2cafafc87a1385ed87b5803c51b84f31b0ddc64ba80100000002"
        );
        assert_eq!(bytes(3), "0000000700000003000000000602000000020000000100000009");
        assert_eq!(
            entries.root().to_string(),
            "871f9760640a5b100555a67e4ad7fd6837cf68229caf5f5a3edded60e44406c4"
        );
    }

    #[test]
    fn what_went_in_comes_out() {
        let (entries, _) = sample();
        assert_eq!(entries.name(2), Some("Joan Citizen, 1 High Street"));
        assert_eq!((entries.name(1), entries.name(4), entries.get(0)), (None, None, None));
        assert!(entries.has(Player(6)) && !entries.has(Player(7)));
        assert_eq!(entries.last_round(TableId(3), Player(5)), Some(12));
        let list = entries.iter().map(|entry| (entry.who, entry.source));
        assert_eq!(root_of(PROMOTION, &SALT, list), (3, entries.root()));
        assert_eq!(entries.file(1).map(|file| file.next), Some(10));
        for entry in entries.iter() {
            let proof = entries.inclusion(PROMOTION, entry.number).expect("it is there");
            let salt = entry_salt(&SALT, entry.number);
            assert!(proof.leads_from(entry.leaf(PROMOTION, &salt), &entries.root()));
            assert!(!proof.leads_from(entry.leaf(PromotionId(8), &salt), &entries.root()));
            assert!(!proof.leads_from(entry.leaf(PROMOTION, &[0; 16]), &entries.root()));
        }
        assert_eq!(entries.inclusion(PROMOTION, 4), None);
        assert_eq!((entries.of(Player(6)), entries.of(Player(7))), (&[3][..], &[][..]));
    }

    /// The way through parts of 256 entries is that through the whole tree, whether or not the last part is whole.
    #[test]
    fn proofs_through_parts_are_proofs() {
        let source = EntrySource::Hand { by: Player(2) };
        let mut entries = Entries::default();
        for number in 1..=1100 {
            entries.push(PROMOTION, Entrant::Person(Player(number)), source, &Said::default());
            if ![255, 256, 257, 512, 700, 1024, 1100].contains(&number) {
                continue;
            }
            for entry in [1, 2, 200, 256, 257, 511, 512, 513, 1024, 1025, number] {
                let proof = entries.inclusion(PROMOTION, entry).filter(|_| entry <= number);
                assert_eq!(proof.is_some(), entry <= number);
                let Some(proof) = proof else { continue };
                let salt = entries.salt(entry);
                let leaf = entries.get(entry).map(|entry| entry.leaf(PROMOTION, &salt));
                let leaf = leaf.expect("it is there");
                assert!(proof.leads_from(leaf, &entries.root()), "{entry} of {number}");
            }
        }
    }
}
