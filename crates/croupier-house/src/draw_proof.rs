//! What proves the draw of a promotion, as one document: whoever has it computes the commitment, the root, every number
//! and every award again, without the journal. docs/promotions.md has the same in a few lines of Python.

mod again;
mod gather;
mod journal;

use std::collections::BTreeSet;

use croupier_floor::{
    Entrant, EntrySource, PassedOver, PersonId, Promotion, PromotionEntry, PromotionId,
    PromotionTerms, RedrawReason, hex, key_from, seed_commitment, value_of, value_seal,
};
use croupier_tree::tree::{Edge, InMemory};
use croupier_tree::{Hash, Inclusion, hash};
use croupier_view::Checked;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

pub use gather::{DrawActs, PromotionDraws};
pub(crate) use journal::value_in;
pub use journal::{EarlierCheckpoint, JournalProof, ProvedAct, ShownText};

/// What proves the draw of a promotion, as far as it has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawProof {
    /// The number of the promotion.
    pub promotion: u32,
    /// The terms that it was drawn by, as the journal has them: a hash stands for each text.
    pub terms: PromotionTerms<PersonId>,
    /// The SHA-256 of these terms, as JSON without spaces.
    pub terms_hash: String,
    /// What the house committed itself to before the first entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// What was fixed when entries closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed: Option<ProofRoot>,
    /// What was added after that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<ProofValue>,
    /// The seed of the house, when it was shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The promotion was cancelled: nobody wins anything any more.
    #[serde(default, skip_serializing_if = "is_false")]
    pub cancelled: bool,
    /// The draw of all prizes, and each prize that was drawn again, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub draws: Vec<DrawStep>,
    /// Every entry, in order, when entries are closed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<ProofEntry>,
    /// What shows that the acts that all this follows from are in the house's journal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub journal: Option<JournalProof>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_false(truth: &bool) -> bool {
    !*truth
}

/// The root of all entries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofRoot {
    /// The root of their tree.
    pub root: String,
    /// How many there are.
    pub entries: u32,
    /// When they closed, in milliseconds since 1970.
    pub at: u64,
}

/// The value that a draw uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofValue {
    /// Its 32 bytes.
    pub value: String,
    /// Who gave it.
    pub from: ValueFrom,
    /// What the scrutineer had sealed before: the hash of the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed: Option<String>,
    /// What the public source has published: the value is its SHA-256.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<String>,
}

/// Who gives the value of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ValueFrom {
    /// The scrutineer.
    Scrutineer,
    /// The public source that the terms name.
    PublicSource,
}

/// An entry of the barrel: as it is hashed, or its hash alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ProofEntry {
    /// As it is hashed.
    Open(OpenEntry),
    /// Its leaf in the tree, in hexadecimal digits: nobody is told whose it is.
    Leaf(String),
}

/// An entry as it is hashed, with the promotion and its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenEntry {
    /// Who has entered: a person's number, or what stands for a name.
    pub who: Entrant,
    /// How it came about.
    pub source: EntrySource,
    /// The 16 bytes that keep its hash from being guessed, in hexadecimal digits.
    pub salt: String,
}

/// One draw: of all prizes, or of one that was drawn again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawStep {
    /// The award whose prize was drawn again, and why; the first draw has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<DrawnAgain>,
    /// Every entry that was drawn, in order, also those that did not win.
    pub drawn: Vec<DrawnEntry>,
    /// The prizes for which nobody was left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undrawn: Vec<u32>,
    /// Where entries were put aside: those that could not win whatever was drawn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unfit: Vec<UnfitEntry>,
}

/// Why a prize was drawn again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawnAgain {
    /// The award whose prize it is.
    pub award: u32,
    /// Why its winner does not have it.
    pub reason: RedrawReason,
}

/// An entry that was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawnEntry {
    /// The how manieth entry of the draw it is, from 1.
    pub award: u32,
    /// The prize, by its number in the terms.
    pub prize: u32,
    /// The number of the entry.
    pub entry: u32,
    /// From how many it was drawn, where others had been put aside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u32>,
    /// Why it does not win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passed: Option<PassedOver>,
}

/// An entry that could not win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnfitEntry {
    /// The number of the entry.
    pub entry: u32,
    /// Why it could not.
    pub why: PassedOver,
}

/// Proves that one entry was in the barrel, and nothing of any other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryProof {
    /// The number of the promotion.
    pub promotion: u32,
    /// The number of the entry, from 1.
    pub number: u32,
    /// The entry.
    pub entry: ProofEntry,
    /// How many entries there are.
    pub entries: u32,
    /// The root of all of them.
    pub root: String,
    /// The hashes beside the way from the entry up to the root, the lowest first.
    pub path: Vec<String>,
}

impl OpenEntry {
    /// Tells everything of an entry that its leaf is computed from.
    fn of(promotion: &Promotion, entry: PromotionEntry) -> Self {
        let salt = hex(&promotion.entries.salt(entry.number));
        Self { who: entry.who, source: entry.source, salt }
    }
}

impl ProofEntry {
    /// Returns the leaf of the entry; `None` if it is no hash.
    fn leaf(&self, promotion: u32, number: u32) -> Option<Hash> {
        match self {
            Self::Open(OpenEntry { who, source, salt }) => {
                let entry = PromotionEntry { number, who: *who, source: *source };
                Some(entry.leaf(PromotionId(promotion), &hash::from_hex(salt)?))
            }
            Self::Leaf(leaf) => Hash::from_hex(leaf),
        }
    }
}

impl DrawProof {
    /// Returns the SHA-256 of terms as JSON.
    pub fn hash_of(terms: &PromotionTerms<PersonId>) -> String {
        let text = serde_json::to_vec(terms).expect("terms have nothing that JSON has not");
        hex(&Sha256::digest(text))
    }

    /// Keeps back whose all entries are that nothing depends on: those that were not drawn, and are of nobody who has won.
    #[must_use]
    pub fn without_people(mut self) -> Self {
        self.journal.iter_mut().for_each(JournalProof::keep_back_salts);
        let drawn: Vec<_> = self.draws.iter().flat_map(|step| &step.drawn).collect();
        let numbers: BTreeSet<_> = drawn.iter().map(|drawn| drawn.entry).collect();
        let winners = drawn.iter().filter(|drawn| drawn.passed.is_none());
        let winners: BTreeSet<_> = winners.filter_map(|drawn| self.person(drawn.entry)).collect();
        for (number, entry) in (1..).zip(&mut self.entries) {
            let ProofEntry::Open(open) = entry else { continue };
            let won = matches!(open.who, Entrant::Person(person) if winners.contains(&person));
            if !won && !numbers.contains(&number) {
                let leaf = entry.leaf(self.promotion, number);
                *entry = ProofEntry::Leaf(leaf.unwrap_or_default().to_string());
            }
        }
        self
    }

    /// Computes everything again, and says what is right and what is not.
    pub fn check(&self) -> Vec<Checked> {
        let right = |right, words: &str| Checked { right, words: words.to_owned() };
        let mut all = vec![right(
            Self::hash_of(&self.terms) == self.terms_hash,
            "the SHA-256 of the terms is the hash that is given",
        )];
        if let Some(closed) = &self.closed {
            all.push(self.check_root(closed));
        }
        if let Some(journal) = &self.journal {
            all.extend(journal.check(self));
        }
        let Some(seed) = &self.seed else {
            if !self.draws.is_empty() {
                all.push(right(false, "prizes are drawn, and no seed was shown"));
            }
            return all;
        };
        let key = key_from(seed);
        let committed = key.map(|key| seed_commitment(self.promotion, &key));
        all.push(right(
            committed.is_some() && committed == self.commitment,
            "the SHA-256 of the seed, with the number of the promotion, is the commitment",
        ));
        if let Some(value) = &self.value
            && let Some(published) = &value.published
        {
            let is_hash = key_from(&value.value) == Some(value_of(published));
            all.push(right(
                is_hash,
                "the value is the SHA-256 of what the public source published",
            ));
        }
        if let Some(value) = &self.value
            && let Some(sealed) = &value.sealed
        {
            let seal = key_from(&value.value).map(|value| value_seal(self.promotion, &value));
            let is_sealed = seal.as_ref() == Some(sealed);
            all.push(right(is_sealed, "the value is the one that the scrutineer had sealed"));
        }
        all.extend(self.check_draws());
        all
    }

    fn check_root(&self, closed: &ProofRoot) -> Checked {
        let words = format!(
            "the root of the tree of {} entries is the one that was published",
            self.entries.len()
        );
        let root = self.leaves().map(|leaves| {
            let mut edge = Edge::default();
            leaves.into_iter().for_each(|leaf| edge.push(leaf, |_, _, _| ()));
            edge.root().to_string()
        });
        let right = root.as_deref() == Some(&*closed.root)
            && u32::try_from(self.entries.len()) == Ok(closed.entries);
        Checked { right, words }
    }

    fn leaves(&self) -> Option<Vec<Hash>> {
        let entries = (1..).zip(&self.entries);
        entries.map(|(number, entry)| entry.leaf(self.promotion, number)).collect()
    }

    /// Returns who has entered under a number, as far as it is told.
    fn open(&self, number: u32) -> Option<&OpenEntry> {
        let entry = self.entries.get(usize::try_from(number.checked_sub(1)?).ok()?);
        match entry? {
            ProofEntry::Open(open) => Some(open),
            ProofEntry::Leaf(_) => None,
        }
    }

    fn person(&self, number: u32) -> Option<croupier_engine::Player> {
        match self.open(number)?.who {
            Entrant::Person(person) => Some(person),
            Entrant::Named(_) => None,
        }
    }

    /// Proves that one entry was in the barrel; `None` if entries are not closed, or there is no such entry.
    pub fn entry(&self, number: u32) -> Option<EntryProof> {
        let closed = self.closed.as_ref()?;
        let at = usize::try_from(number.checked_sub(1)?).ok()?;
        let entry = self.entries.get(at)?.clone();
        let leaves = self.leaves()?;
        let path = InMemory(&leaves).inclusion(u64::from(number))?.path;
        Some(EntryProof {
            promotion: self.promotion,
            number,
            entry,
            entries: closed.entries,
            root: closed.root.clone(),
            path: path.iter().map(ToString::to_string).collect(),
        })
    }
}

impl EntryProof {
    /// Proves that an entry of a promotion was in the barrel; `None` if entries are not closed, or there is no such entry.
    pub fn of(promotion: &Promotion, number: u32) -> Option<Self> {
        let closed = promotion.draw.closed?;
        let entry = promotion.entries.get(number)?;
        let proof = promotion.entries.inclusion(promotion.number, number)?;
        Some(Self {
            promotion: promotion.number.0,
            number,
            entry: ProofEntry::Open(OpenEntry::of(promotion, entry)),
            entries: closed.entries,
            root: closed.root.to_string(),
            path: proof.path.iter().map(ToString::to_string).collect(),
        })
    }

    /// Computes the root from the entry and the path, and compares it with the one that is given.
    pub fn check(&self) -> Checked {
        let words = format!(
            "entry {} of promotion {} leads to the root of all {} entries",
            self.number, self.promotion, self.entries
        );
        let leads = || {
            let path: Option<Vec<_>> = self.path.iter().map(|hash| Hash::from_hex(hash)).collect();
            let (number, size) = (u64::from(self.number), u64::from(self.entries));
            let proof = Inclusion { number, size, path: path? };
            let leaf = self.entry.leaf(self.promotion, self.number)?;
            Some(proof.leads_from(leaf, &Hash::from_hex(&self.root)?))
        };
        Checked { right: leads() == Some(true), words }
    }
}
