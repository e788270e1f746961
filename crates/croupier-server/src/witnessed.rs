//! What this house has seen of the journals of others: the newest checkpoint of each, in a folder beside its own journal.
//! It takes only what only adds to it, and only for keys that the operator has named.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use croupier_journal::{
    Checkpoint, Consistency, FileWitness, Hash, Identity, PublicKey, Unwitnessed, Witness as _,
};
use data_encoding::HEXLOWER;
use serde::Deserialize;

/// So many journals of one key are kept; whoever has the key could make any number.
const JOURNALS: usize = 16;

/// The public key of a house whose checkpoints are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct WitnessKey(PublicKey);

impl WitnessKey {
    /// Reads a key: 64 hexadecimal digits.
    ///
    /// # Errors
    /// It is none.
    pub fn parse(text: &str) -> Result<Self, String> {
        let key = PublicKey::from_hex(text).map(Self);
        key.ok_or_else(|| format!("{text:?} is not a public key: 64 hexadecimal digits"))
    }
}

impl TryFrom<String> for WitnessKey {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text)
    }
}

/// The folder with checkpoints of others.
pub(crate) struct Witnessed {
    keys: Vec<PublicKey>,
    folder: PathBuf,
    /// One at a time compares and writes.
    writing: Mutex<()>,
}

/// Why a checkpoint is not kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NotKept {
    /// The operator has not named this key.
    UnknownKey,
    /// It is none, or not one of this journal and key.
    Wrong(&'static str),
    /// What was seen before says something else.
    Contradicts(String),
    /// The disk failed.
    Disk(String),
}

impl Witnessed {
    pub(crate) fn new(keys: &[WitnessKey], journal: &std::path::Path) -> Self {
        let keys = keys.iter().map(|WitnessKey(key)| *key).collect();
        let mut folder = journal.as_os_str().to_owned();
        folder.push(".witnessed");
        Self { keys, folder: folder.into(), writing: Mutex::new(()) }
    }

    /// Returns the newest checkpoint of a journal, if there is one.
    ///
    /// # Errors
    /// The key is unknown, or the file cannot be used.
    pub(crate) fn newest(&self, identity: &Identity) -> Result<Option<Checkpoint>, NotKept> {
        if !self.keys.contains(&identity.key) {
            return Err(NotKept::UnknownKey);
        }
        self.file(identity).seen(identity).map_err(|why| NotKept::Disk(why.to_string()))
    }

    /// Keeps a checkpoint that only adds to what was seen before; `text` is the checkpoint and, if there is one before,
    /// the hashes of the proof.
    ///
    /// # Errors
    /// Says why it is not kept; what was kept stays.
    pub(crate) fn keep(&self, identity: &Identity, text: &str) -> Result<(), NotKept> {
        if !self.keys.contains(&identity.key) {
            return Err(NotKept::UnknownKey);
        }
        let told =
            Checkpoint::from_text(text).map_err(|_| NotKept::Wrong("it is no checkpoint"))?;
        if told.identity != *identity || !told.is_signed() {
            return Err(NotKept::Wrong("it is of another journal, or not signed by its key"));
        }
        let path = proof(text).ok_or(NotKept::Wrong("its proof is none"))?;
        let _alone = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        match self.newest(identity)? {
            Some(had) => check(&had, &told, path).map_err(NotKept::Contradicts)?,
            None => self.make_room(identity)?,
        }
        let kept = self.file(identity).keep(&told, None, false);
        kept.map(drop).map_err(|why: Unwitnessed| NotKept::Disk(why.to_string()))
    }

    fn file(&self, identity: &Identity) -> FileWitness {
        let journal = HEXLOWER.encode(&identity.journal);
        FileWitness(self.folder.join(format!("{}-{journal}.checkpoint", identity.key)))
    }

    /// Makes the folder, and checks that there is room for one more journal of this key.
    fn make_room(&self, identity: &Identity) -> Result<(), NotKept> {
        let failed = |error: std::io::Error| NotKept::Disk(error.to_string());
        let mut folder = std::fs::DirBuilder::new();
        folder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
        folder.create(&self.folder).map_err(failed)?;
        let key = identity.key.to_string();
        let mut known = 0;
        for file in std::fs::read_dir(&self.folder).map_err(failed)? {
            let name = file.map_err(failed)?.file_name();
            known += usize::from(name.to_string_lossy().starts_with(&key));
        }
        match known < JOURNALS {
            true => Ok(()),
            false => Err(NotKept::Contradicts(format!(
                "{JOURNALS} journals of this key are kept already"
            ))),
        }
    }
}

/// Reads the hashes of a proof, which follow the checkpoint; some twenty are enough for any journal.
fn proof(text: &str) -> Option<Vec<Hash>> {
    let mut lines = text.lines().skip_while(|line| !line.starts_with("signature "));
    lines.next()?;
    let hashes = lines.map(|line| Hash::from_hex(line.strip_prefix("beside ")?));
    hashes.take(129).collect::<Option<Vec<_>>>().filter(|path| path.len() <= 128)
}

/// Checks that a checkpoint only adds to the one that was seen before.
fn check(had: &Checkpoint, told: &Checkpoint, path: Vec<Hash>) -> Result<(), String> {
    if told.number < had.number || told.id < had.id {
        return Err(format!(
            "{} entries were seen (checkpoint {}), and this has {} (checkpoint {})",
            had.number, had.id, told.number, told.id
        ));
    }
    let shown = Consistency { from: had.number, to: told.number, path };
    let same = told.number != had.number || told.link == had.link;
    match same && shown.holds(&had.root, &told.root) {
        true => Ok(()),
        false => Err(format!("it does not add to the {} entries that were seen", had.number)),
    }
}
