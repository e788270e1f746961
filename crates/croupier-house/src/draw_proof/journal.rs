//! That the acts of a draw are in the house's journal, in their order: each act with the way from it to a signed checkpoint.
//! Whoever has the document and a checkpoint needs nothing else of the house.

use croupier_floor::{
    Act, ActResult, Answer, Event, PersonId, PromotionAct, PromotionChange, PromotionTerms,
    Recorded, hex, value_of,
};
use croupier_journal::{
    Chain, Checkpoint, Consistency, Entry, Error, Hash, Inclusion, Reader, Record,
};
use croupier_view::Checked;
use serde::{Deserialize, Serialize};

use super::gather::{DrawActs, take_drawn};
use super::{DrawProof, DrawStep};
use crate::live::HOUSE_CHAIN;

/// What shows that the acts that a draw follows from are in the house's journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JournalProof {
    /// The checkpoint that all paths lead to, as a text.
    pub checkpoint: String,
    /// A checkpoint that was signed after entries closed and before the value was given, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before_value: Option<EarlierCheckpoint>,
    /// The acts: the terms, the commitment, the start, the closing, the value, the draw and all redraws.
    pub acts: Vec<ProvedAct>,
    /// Acts that gave another value, or gave it in vain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<ProvedAct>,
}

/// A checkpoint that was signed earlier, and the way from its root to that of the later one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EarlierCheckpoint {
    /// The checkpoint, as a text.
    pub checkpoint: String,
    /// What shows that the later checkpoint has the same entries, as RFC 9162 has it.
    pub path: Vec<String>,
}

/// An entry of the journal as it is hashed, and the way from it to the root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProvedAct {
    /// Its place in the order of commit.
    pub number: u64,
    /// Its chain.
    pub chain: u32,
    /// Its place there.
    pub seq: u64,
    /// When it happened, in milliseconds since 1970.
    pub at: u64,
    /// The number of the person who did it.
    pub who: u32,
    /// What kind of act it is.
    pub kind: String,
    /// The round that it belongs to.
    pub round: u64,
    /// The edition of the rules.
    pub rules: String,
    /// The number of the encoding.
    pub format: u16,
    /// The key of the request, in hexadecimal digits.
    pub key: String,
    /// The hash of the entry before it in its chain.
    pub previous: String,
    /// What was put in.
    pub body: ShownText,
    /// What followed.
    pub effects: ShownText,
    /// The hashes beside the way from the entry up to the root, the lowest first.
    pub path: Vec<String>,
}

/// What an entry says, or only the hash of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShownText {
    /// The whole of it.
    Text(String),
    /// Its SHA-256: what it says is kept back.
    Sha256(String),
}

impl ShownText {
    fn of(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::Text(text.to_owned()),
            Err(_) => Self::Sha256(Hash::of(bytes).to_string()),
        }
    }

    fn hash(&self) -> Option<Hash> {
        match self {
            Self::Text(text) => Some(Hash::of(text.as_bytes())),
            Self::Sha256(hash) => Hash::from_hex(hash),
        }
    }

    fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Sha256(_) => None,
        }
    }

    fn keep_back(&mut self) {
        if let Some(hash) = self.hash() {
            *self = Self::Sha256(hash.to_string());
        }
    }
}

fn written(path: &[Hash]) -> Vec<String> {
    path.iter().map(ToString::to_string).collect()
}

fn read(path: &[String]) -> Option<Vec<Hash>> {
    path.iter().map(|hash| Hash::from_hex(hash)).collect()
}

impl ProvedAct {
    fn of(record: &Record, path: &[Hash]) -> Self {
        let entry = &record.chained.entry;
        Self {
            number: record.number,
            chain: entry.chain.0,
            seq: entry.seq,
            at: entry.at,
            who: entry.who,
            kind: entry.kind.to_string(),
            round: entry.round,
            rules: entry.rules.to_string(),
            format: entry.format,
            key: hex(&entry.key),
            previous: record.chained.previous.to_string(),
            body: ShownText::of(&entry.body),
            effects: ShownText::of(&entry.effects),
            path: written(path),
        }
    }

    /// Computes the hash of the entry; `None` if what is given is none.
    fn hash(&self) -> Option<Hash> {
        let entry = Entry {
            chain: Chain(self.chain),
            seq: self.seq,
            at: self.at,
            who: self.who,
            kind: self.kind.as_str().into(),
            round: self.round,
            rules: self.rules.as_str().into(),
            format: self.format,
            key: bytes(&self.key)?,
            body: Vec::new(),
            effects: Vec::new(),
        };
        let previous = Hash::from_hex(&self.previous)?;
        Some(entry.hash_with(self.body.hash()?, self.effects.hash()?, &previous))
    }

    fn is_in(&self, signed: &Checkpoint) -> bool {
        let leads = || {
            let (number, size, path) = (self.number, signed.number, read(&self.path)?);
            Some(Inclusion { number, size, path }.holds(&self.hash()?, &signed.root))
        };
        leads() == Some(true)
    }

    fn answer(&self) -> Option<Answer> {
        Answer::read(self.effects.text()?.as_bytes()).ok()
    }

    /// Returns the value that the act gives, in hexadecimal digits.
    pub fn value(&self) -> Option<String> {
        value_in(&Recorded::read(self.body.text()?.as_bytes()).ok()?).map(|(_, value)| value)
    }

    /// Says what became of an act that gave a value in vain.
    pub fn outcome(&self) -> &'static str {
        match self.answer().map(|answer| answer.verdict) {
            Some(ActResult::Denied(_)) => "denied",
            Some(ActResult::Done) => "taken",
            _ => "asked for, and not approved",
        }
    }
}

/// Finds the promotion for which an act gives a value, and that value in hexadecimal digits.
pub(crate) fn value_in(act: &Recorded) -> Option<(croupier_floor::PromotionId, String)> {
    let Act::PromotionAct(act) = act else { return None };
    match act {
        PromotionAct::AttendDraw { promotion, value: Some(value), .. } => {
            Some((*promotion, value.to_ascii_lowercase()))
        }
        PromotionAct::DrawValue { promotion, published } => {
            Some((*promotion, hex(&value_of(published))))
        }
        _ => None,
    }
}

/// Reads any number of bytes from hexadecimal digits.
fn bytes(digits: &str) -> Option<Vec<u8>> {
    let byte = |at| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    let plain = digits.len().is_multiple_of(2) && digits.bytes().all(|it| it.is_ascii_hexdigit());
    plain.then(|| (0..digits.len()).step_by(2).map(byte).collect())?
}

impl DrawProof {
    /// Adds what shows that the acts of the draw are in the journal; nothing, as long as no checkpoint covers all of them.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn with_journal(mut self, reader: &Reader, acts: &DrawActs) -> Result<Self, Error> {
        self.journal = JournalProof::of(reader, acts)?;
        Ok(self)
    }
}

impl JournalProof {
    fn of(reader: &Reader, acts: &DrawActs) -> Result<Option<Self>, Error> {
        let Some(signed) = reader.last_checkpoint()? else { return Ok(None) };
        let prove = |places: &[u64]| -> Result<Option<Vec<ProvedAct>>, Error> {
            let mut proved = Vec::with_capacity(places.len());
            for seq in places {
                let record = reader.chain(HOUSE_CHAIN, *seq).next().transpose()?;
                let record = record.filter(|record| record.number <= signed.number);
                let Some(record) = record else { return Ok(None) };
                let way = reader.inclusion(record.number, signed.number)?;
                proved.push(ProvedAct::of(&record, &way.path));
            }
            Ok(Some(proved))
        };
        let (Some(own), Some(tried)) = (prove(&acts.acts)?, prove(&acts.tried)?) else {
            return Ok(None);
        };
        let number = |seq: Option<u64>| {
            let at = seq.and_then(|seq| acts.acts.iter().position(|it| *it == seq))?;
            own.get(at).map(|act| act.number)
        };
        let before_value = match (number(acts.closed), number(acts.valued)) {
            (Some(closed), Some(valued)) => earlier(reader, &signed, (closed, valued))?,
            _ => None,
        };
        Ok(Some(Self { checkpoint: signed.to_string(), before_value, acts: own, tried }))
    }

    /// Holds the document against a checkpoint that somebody has kept; `None` if it says nothing of that one.
    pub fn against(&self, kept: &Checkpoint) -> Option<Checked> {
        let own = [Some(&self.checkpoint), self.before_value.as_ref().map(|it| &it.checkpoint)];
        let own = own.into_iter().flatten();
        let own: Vec<_> = own.filter_map(|text| Checkpoint::from_text(text).ok()).collect();
        let words = format!(
            "the checkpoint of {} entries that was kept is one of this document",
            kept.number
        );
        if !kept.is_signed() || own.iter().any(|it| it.identity != kept.identity) {
            return Some(Checked { right: false, words });
        }
        let same = own.iter().find(|it| it.number == kept.number)?;
        Some(Checked { right: same.root == kept.root, words })
    }

    /// Keeps back the salt that entries could be guessed with: the start says what the house was committed to.
    pub(super) fn keep_back_salts(&mut self) {
        for act in &mut self.acts {
            if act.kind == "commit-promotion" {
                act.body.keep_back();
                act.effects.keep_back();
            }
        }
    }

    /// Says whether the acts are in the journal, and whether they say what the document says.
    pub(super) fn check(&self, proof: &DrawProof) -> Vec<Checked> {
        let checked = |right, words: String| Checked { right, words };
        let signed = match Checkpoint::from_text(&self.checkpoint) {
            Ok(signed) if signed.is_signed() => signed,
            Ok(_) => return vec![checked(false, "the checkpoint is not signed".to_owned())],
            Err(what) => return vec![checked(false, format!("the checkpoint is none: {what}"))],
        };
        let key = signed.identity.key;
        let mut all = vec![checked(
            true,
            format!("the checkpoint of {} entries is signed by the key {key}", signed.number),
        )];
        let mut acts = self.acts.iter().chain(&self.tried);
        let missing = acts.find(|act| !act.is_in(&signed));
        all.push(match missing {
            Some(act) => checked(
                false,
                format!("entry {} ({}) is not in that journal", act.number, act.kind),
            ),
            None => {
                checked(true, format!("{} acts of the draw are in that journal", self.acts.len()))
            }
        });
        all.push(match self.says(proof) {
            Ok(words) => checked(true, words),
            Err(words) => checked(false, words),
        });
        all.extend(self.check_earlier(&signed));
        all.extend(self.check_tried(proof));
        all
    }

    /// Holds what the acts say, one after the other, against the document.
    fn says(&self, proof: &DrawProof) -> Result<String, String> {
        let mut told = Told::default();
        let mut before = 0;
        for act in &self.acts {
            if act.number <= before {
                return Err(format!("entry {} does not come after entry {before}", act.number));
            }
            before = act.number;
            let Some(answer) = act.answer() else { continue };
            for event in &answer.events {
                match event {
                    Event::Promotion { promotion, change } if promotion.0 == proof.promotion => {
                        told.take(act.number, change)?;
                    }
                    _ => {}
                }
            }
        }
        told.compare(proof)?;
        let places: Vec<_> = told.places.iter().map(|(what, at)| format!("{what} {at}")).collect();
        Ok(format!("these acts say the same, in this order: entries {}", places.join(", ")))
    }

    /// A checkpoint between closing and value binds the house to the entries before anybody knew the value.
    fn check_earlier(&self, signed: &Checkpoint) -> Option<Checked> {
        let earlier = self.before_value.as_ref()?;
        let holds = || {
            let before = Checkpoint::from_text(&earlier.checkpoint).ok()?;
            let same = before.identity == signed.identity && before.is_signed();
            let (from, to, path) = (before.number, signed.number, read(&earlier.path)?);
            let grown = Consistency { from, to, path }.holds(&before.root, &signed.root);
            let number = |is: fn(&PromotionChange) -> bool| {
                let has = |act: &&ProvedAct| {
                    let answer = act.answer();
                    answer.is_some_and(|it| {
                        it.events.iter().any(|event| match event {
                            Event::Promotion { change, .. } => is(change),
                            _ => false,
                        })
                    })
                };
                self.acts.iter().find(has).map(|act| act.number)
            };
            let closed = number(|it| matches!(it, PromotionChange::EntriesClosed { .. }))?;
            let valued = number(gives_value)?;
            let between = closed <= before.number && before.number < valued;
            (same && grown && between).then_some(before.number)
        };
        Some(match holds() {
            Some(number) => Checked {
                right: true,
                words: format!(
                    "a checkpoint of {number} entries has the closing and not yet the value: whoever kept it knows that no entry was added since"
                ),
            },
            None => Checked {
                right: false,
                words: "the earlier checkpoint does not lie between closing and value".to_owned(),
            },
        })
    }

    fn check_tried(&self, proof: &DrawProof) -> Option<Checked> {
        let closed = self.acts.iter().find(|act| act.kind == "close-entries")?.number;
        let used = proof.value.as_ref().map(|value| value.value.clone());
        let known = |act: &&ProvedAct| act.number < closed && act.value() == used;
        if let Some(act) = self.tried.iter().find(known) {
            let words = format!("the value was known before entries closed: entry {}", act.number);
            return Some(Checked { right: false, words });
        }
        let each = self.tried.iter().map(|act| {
            let same = if act.value() == used { ", the same value" } else { "" };
            format!("entry {} ({}{same})", act.number, act.outcome())
        });
        let each: Vec<_> = each.collect();
        let words = format!("a value was also given by {}", each.join(", "));
        (!each.is_empty()).then_some(Checked { right: true, words })
    }
}

const fn gives_value(change: &PromotionChange) -> bool {
    matches!(
        change,
        PromotionChange::Attended { value: Some(_), .. } | PromotionChange::Valued { .. }
    )
}

/// Finds the newest checkpoint that has one entry and has another not yet.
fn earlier(
    reader: &Reader,
    last: &Checkpoint,
    (has, has_not): (u64, u64),
) -> Result<Option<EarlierCheckpoint>, Error> {
    let (mut low, mut high, mut found) = (1, last.id, None);
    while low <= high {
        let middle = low + (high - low) / 2;
        let Some(checkpoint) = reader.checkpoint(middle)? else { return Ok(None) };
        if checkpoint.number < has_not {
            low = middle + 1;
            found = Some(checkpoint);
        } else {
            high = middle - 1;
        }
    }
    let Some(found) = found.filter(|found| found.number >= has) else { return Ok(None) };
    let path = written(&reader.consistency(found.number, last.number)?.path);
    Ok(Some(EarlierCheckpoint { checkpoint: found.to_string(), path }))
}

/// What the acts have said so far.
#[derive(Default)]
struct Told {
    places: Vec<(&'static str, u64)>,
    terms: Option<PromotionTerms<PersonId>>,
    proposed: Option<PromotionTerms<PersonId>>,
    drawn_by: Option<PromotionTerms<PersonId>>,
    commitment: Option<String>,
    closed: Option<(String, u32)>,
    value: Option<(String, Option<String>)>,
    sealed: Option<String>,
    seed: Option<String>,
    cancelled: bool,
    steps: Vec<DrawStep>,
}

impl Told {
    fn place(&mut self, what: &'static str, number: u64) {
        self.places.push((what, number));
    }

    fn take(&mut self, number: u64, change: &PromotionChange) -> Result<(), String> {
        let too_soon = |what: &str| Err(format!("entry {number}: {what} comes too soon"));
        match change {
            PromotionChange::Drafted { terms, .. } => self.terms = Some((**terms).clone()),
            PromotionChange::Proposed { terms } => self.proposed = Some((**terms).clone()),
            PromotionChange::Amended(_) => self.terms = self.proposed.take(),
            PromotionChange::Started { .. } if self.terms.is_none() => {
                return too_soon("the start");
            }
            PromotionChange::Started { commitment } => {
                self.commitment = Some(commitment.to_string());
                self.place("start", number);
            }
            PromotionChange::EntriesClosed { .. } if self.commitment.is_none() => {
                return too_soon("the closing");
            }
            PromotionChange::EntriesClosed { root, entries } => {
                self.closed = Some((root.to_string(), *entries));
                self.place("closing", number);
            }
            change if gives_value(change) => {
                if self.closed.is_none() {
                    return too_soon("the value");
                }
                self.value = match change {
                    PromotionChange::Attended { value: Some(value), .. } => {
                        Some((value.to_string(), None))
                    }
                    PromotionChange::Valued { value, published } => {
                        Some((value.to_string(), Some(published.to_string())))
                    }
                    _ => None,
                };
                self.place("value", number);
            }
            PromotionChange::Revealed { .. } if self.value.is_none() => {
                return too_soon("the draw");
            }
            PromotionChange::Revealed { seed, .. } => {
                self.seed = Some(seed.to_string());
                self.drawn_by = self.terms.clone();
                self.place("draw", number);
            }
            PromotionChange::SeedShown { seed } => {
                self.seed = Some(seed.to_string());
                self.place("seed", number);
            }
            PromotionChange::Sealed { sealed, .. } => {
                self.sealed = Some(sealed.to_string());
                self.place("seal", number);
            }
            PromotionChange::Nominated { .. } if self.value.is_none() => self.sealed = None,
            PromotionChange::Redrawn { .. } => self.place("redraw", number),
            PromotionChange::Cancelled { .. } => {
                self.cancelled = true;
                self.place("cancelled", number);
            }
            _ => {}
        }
        take_drawn(&mut self.steps, change);
        Ok(())
    }

    /// Says what of the document is not what the acts say.
    fn compare(&self, proof: &DrawProof) -> Result<(), String> {
        let terms = self.drawn_by.as_ref().or(self.terms.as_ref());
        let closed = proof.closed.as_ref().map(|it| (it.root.clone(), it.entries));
        let value = proof.value.as_ref().map(|it| (it.value.clone(), it.published.clone()));
        let sealed = proof.value.as_ref().and_then(|it| it.sealed.clone());
        let commitment = proof.commitment.as_ref().filter(|_| closed.is_some());
        let steps = proof.draws.iter().map(|step| DrawStep { unfit: Vec::new(), ..step.clone() });
        for (what, same) in [
            ("the terms", terms == Some(&proof.terms)),
            ("the commitment", closed.is_none() || self.commitment.as_ref() == commitment),
            ("the root of the entries", self.closed == closed),
            ("the value", self.value == value),
            ("what was sealed", value.is_none() || self.sealed == sealed),
            ("the seed", self.seed == proof.seed),
            ("that it was cancelled", self.cancelled == proof.cancelled),
            ("the draws", self.steps.iter().cloned().eq(steps)),
        ] {
            if !same {
                return Err(format!("{what} is not what the acts in the journal say"));
            }
        }
        Ok(())
    }
}
