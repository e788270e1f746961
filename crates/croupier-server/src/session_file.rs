//! The sessions on disk, beside the journal or in its database, so that a restart ends none: the hash of each token, never a token.
//!
//! Every line is signed with a key of the house, so that who can write to the file opens no session by it. Lines are
//! added as sessions begin, go on and end; from time to time the file is written anew. What cannot be written is told to
//! the log and to nobody else: whoever is affected signs in again after the next restart. Nothing here is synchronized to
//! the disk: after a loss of power the file may miss its last seconds.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use croupier_engine::Player;
use croupier_floor::Person;
use croupier_journal::{KeptLines, is_database};
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::hmac::{hmac, is_code_of};
use crate::origin::Origin;
use crate::sessions::{Guest, Whose};

/// So many lines more than there are sessions, four for each, and the file is written anew.
const SPARE_LINES: usize = 1_000;

pub(crate) type Id = [u8; 32];

/// A session as it is kept. Times are those of the house, in milliseconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    pub(crate) id: Id,
    pub(crate) person: Player,
    pub(crate) name: String,
    pub(crate) whose: Whose,
    pub(crate) began: u64,
    pub(crate) seen: u64,
    /// The rights of the person when the session was opened, see [`rights_of`].
    pub(crate) rights: Id,
}

/// Sums up what ends a session when it changes: the password, the roles, and whether the person is kept out. A session
/// that was opened under other rights is not opened again.
pub(crate) fn rights_of(person: &Person) -> Id {
    let mut sum = Sha256::new();
    sum.update(person.password.as_deref().unwrap_or_default());
    for role in &person.roles {
        sum.update([0]);
        sum.update(role.name());
    }
    sum.update([0, u8::from(person.excluded)]);
    sum.finalize().into()
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Line {
    Begin {
        id: String,
        person: u32,
        name: String,
        whose: Holder,
        began: u64,
        seen: u64,
        rights: String,
    },
    Seen {
        id: String,
        at: u64,
    },
    End {
        id: String,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Holder {
    Staff,
    Player,
    Guest { stay: String, from: std::net::IpAddr, since: u64 },
}

/// The file.
pub(crate) struct SessionFile {
    path: PathBuf,
    key: [u8; 32],
    sink: Option<Sink>,
    lines: usize,
}

/// Where lines go.
enum Sink {
    File(File),
    /// The database that the journal is in, where the house on another machine finds them.
    Database(KeptLines),
}

impl SessionFile {
    /// Reads the sessions of a file that can be trusted, in the order in which they began, and the latest time in it; then
    /// writes it anew without the rest. A file that is not there has none.
    pub(crate) fn open(journal: &Path, key: [u8; 32]) -> (Self, Vec<Kept>, u64) {
        let mut path = journal.as_os_str().to_owned();
        path.push(".sessions");
        let mut it = Self { path: path.into(), key, sink: None, lines: 0 };
        if is_database(journal) {
            return it.open_in_database(journal);
        }
        let text = match std::fs::read_to_string(&it.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => {
                tracing::warn!(%error, path = %it.path.display(), "the sessions cannot be read");
                String::new()
            }
        };
        let (kept, latest) = it.read(&text);
        it.write_anew(&kept);
        (it, kept, latest)
    }

    fn open_in_database(mut self, journal: &Path) -> (Self, Vec<Kept>, u64) {
        let lines = match KeptLines::of(journal) {
            Ok(Some((sink, lines))) => {
                self.sink = Some(Sink::Database(sink));
                lines
            }
            Ok(None) => Vec::new(),
            Err(error) => {
                tracing::error!(%error, "the sessions cannot be read, and are not kept");
                Vec::new()
            }
        };
        let (kept, latest) = self.read(&lines.concat());
        if self.sink.is_some() {
            self.write_anew(&kept);
        }
        (self, kept, latest)
    }

    pub(crate) fn began(&mut self, kept: &Kept) {
        let line = begin(kept);
        self.add(&line);
    }

    pub(crate) fn seen(&mut self, id: &Id, at: u64) {
        self.add(&Line::Seen { id: HEXLOWER.encode(id), at });
    }

    pub(crate) fn ended(&mut self, id: &Id) {
        self.add(&Line::End { id: HEXLOWER.encode(id) });
    }

    /// Tells whether the file is long enough to be written anew for so many sessions.
    pub(crate) const fn is_long(&self, sessions: usize) -> bool {
        self.lines > 4 * sessions + SPARE_LINES
    }

    /// Writes the file anew, so that it has these sessions only.
    pub(crate) fn write_anew(&mut self, kept: &[Kept]) {
        let lines: Vec<_> = kept.iter().map(|session| self.signed(&begin(session))).collect();
        if let Some(Sink::Database(all)) = &self.sink {
            self.lines = lines.len();
            return all.replace(lines);
        }
        let text = lines.concat();
        self.lines = kept.len();
        self.sink = match self.replaced(&text) {
            Ok(file) => Some(Sink::File(file)),
            Err(error) => {
                tracing::error!(%error, path = %self.path.display(), "the sessions cannot be kept");
                None
            }
        };
    }

    fn replaced(&self, text: &str) -> io::Result<File> {
        let mut new = self.path.clone().into_os_string();
        new.push(".new");
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&new)?;
        file.write_all(text.as_bytes())?;
        std::fs::rename(&new, &self.path)?;
        Ok(file)
    }

    fn add(&mut self, line: &Line) {
        let text = self.signed(line);
        self.lines += 1;
        let file = match &mut self.sink {
            None => return,
            Some(Sink::Database(all)) => return all.add(text),
            Some(Sink::File(file)) => file,
        };
        if let Err(error) = file.write_all(text.as_bytes()) {
            tracing::error!(%error, path = %self.path.display(), "the sessions cannot be kept");
            self.sink = None;
        }
    }

    fn signed(&self, line: &Line) -> String {
        let text = serde_json::to_string(line).expect("a line has only texts and numbers");
        format!("{} {text}\n", HEXLOWER.encode(&hmac(&self.key, text.as_bytes())))
    }

    fn read(&self, text: &str) -> (Vec<Kept>, u64) {
        let mut sessions: HashMap<Id, (usize, Kept)> = HashMap::new();
        let mut latest = 0;
        for (at, line) in text.lines().enumerate() {
            match self.line(line) {
                Some(Line::Begin { id, person, name, whose, began, seen, rights }) => {
                    let (Some(id), Some(rights), Some(whose)) =
                        (bytes(&id), bytes(&rights), whose.read())
                    else {
                        continue;
                    };
                    let person = Player(person);
                    latest = latest.max(seen);
                    let kept = Kept { id, person, name, whose, began, seen, rights };
                    sessions.insert(id, (at, kept));
                }
                Some(Line::Seen { id, at }) => {
                    latest = latest.max(at);
                    let known = bytes(&id).and_then(|id| sessions.get_mut(&id));
                    if let Some((_, session)) = known {
                        session.seen = session.seen.max(at);
                    }
                }
                Some(Line::End { id }) => {
                    bytes(&id).map(|id: Id| sessions.remove(&id));
                }
                None => tracing::warn!(line = at + 1, "a line of the sessions is not the house's"),
            }
        }
        let mut sessions: Vec<_> = sessions.into_values().collect();
        sessions.sort_by_key(|(at, _)| *at);
        (sessions.into_iter().map(|(_, session)| session).collect(), latest)
    }

    fn line(&self, line: &str) -> Option<Line> {
        let (code, text) = line.split_once(' ')?;
        let code = HEXLOWER.decode(code.as_bytes()).ok()?;
        if !is_code_of(&code, &self.key, text.as_bytes()) {
            return None;
        }
        serde_json::from_str(text).ok()
    }
}

impl Holder {
    fn read(self) -> Option<Whose> {
        Some(match self {
            Self::Staff => Whose::Staff,
            Self::Player => Whose::Player,
            Self::Guest { stay, from, since } => {
                Whose::Guest(Guest { stay: bytes(&stay)?, from: Origin::of(from), since })
            }
        })
    }
}

fn begin(session: &Kept) -> Line {
    let whose = match session.whose {
        Whose::Staff => Holder::Staff,
        Whose::Player => Holder::Player,
        Whose::Guest(Guest { stay, from, since }) => {
            Holder::Guest { stay: HEXLOWER.encode(&stay), from: from.address(), since }
        }
    };
    Line::Begin {
        id: HEXLOWER.encode(&session.id),
        person: session.person.0,
        name: session.name.clone(),
        whose,
        began: session.began,
        seen: session.seen,
        rights: HEXLOWER.encode(&session.rights),
    }
}

fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    HEXLOWER.decode(text.as_bytes()).ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::{Kept, SessionFile};
    use crate::origin::Origin;
    use crate::sessions::{Guest, Whose};
    use croupier_engine::Player;

    fn kept(id: u8) -> Kept {
        let from = Origin::of([127, 0, 0, 1].into());
        let whose = match id {
            1 => Whose::Staff,
            2 => Whose::Player,
            _ => Whose::Guest(Guest { stay: [id; 16], from, since: 7 }),
        };
        let (person, name) = (Player(id.into()), format!("person {id}"));
        Kept { id: [id; 32], person, name, whose, began: 5, seen: 6, rights: [9; 32] }
    }

    #[test]
    fn what_was_kept_is_read_again_and_nothing_else() {
        let folder = std::env::temp_dir().join(format!("croupier-kept-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let journal = folder.join("house.db");
        let path = folder.join("house.db.sessions");
        let (mut file, none, latest) = SessionFile::open(&journal, [1; 32]);
        assert_eq!((none, latest), (Vec::new(), 0));
        for id in 1..=4 {
            file.began(&kept(id));
        }
        file.seen(&[2; 32], 99);
        file.ended(&[3; 32]);
        drop(file);
        // A line that somebody else wrote, and one that was cut off, count for nothing.
        let text = std::fs::read_to_string(&path).expect("the file");
        let forged = text.lines().next().expect("a line").replace("\"person\":1", "\"person\":2");
        std::fs::write(&path, format!("{text}{forged}\n{}", &text[..40])).expect("written");
        let (mut file, read, latest) = SessionFile::open(&journal, [1; 32]);
        let want = [kept(1), Kept { seen: 99, ..kept(2) }, kept(4)];
        assert_eq!((read, latest), (want.to_vec(), 99));
        assert!(!file.is_long(3));
        for at in 0..2_000 {
            file.seen(&[1; 32], 100 + at);
        }
        assert!(file.is_long(3));
        file.write_anew(&[kept(1)]);
        assert!(!file.is_long(1));
        file.ended(&[4; 32]);
        drop(file);
        assert_eq!(SessionFile::open(&journal, [1; 32]).1, [kept(1)]);
        assert_eq!(SessionFile::open(&journal, [2; 32]).1, [], "the key of another house");
        let _gone = std::fs::remove_dir_all(&folder);
    }
}
