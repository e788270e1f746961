//! Requests that come twice are done once. A key and the hash of its request stand in the journal with the act that was
//! done, so that they outlive sessions, connections and the process. What is here is only the way to find them: those that
//! are being done, the last answers, and the numbers of the last half million entries that have a key.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use croupier_house::{KeyedEntry, REMEMBERED_KEYS};
use sha2::{Digest as _, Sha256};
use tokio::sync::watch;

use crate::house::Saved;
use crate::problem::Problem;
use crate::sessions::Visitor;

/// So many answers are kept as they were told; those before are read from the journal.
const ANSWERS: usize = 1024;

/// What became of a request.
pub(crate) type Outcome = Result<Saved, Problem>;

/// A request under a key, as it stands in the journal: 16 bytes for whose key it is, and 16 for the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Keyed([u8; 32]);

impl Keyed {
    /// Reads it from an entry of the journal.
    pub(crate) fn read(key: &[u8]) -> Option<Self> {
        key.try_into().ok().map(Self)
    }

    /// Returns the bytes for the journal.
    pub(crate) fn bytes(self) -> Vec<u8> {
        self.0.to_vec()
    }

    /// Tells whether two requests have the same key.
    pub(crate) fn same_key(self, other: Self) -> bool {
        self.0[..16] == other.0[..16]
    }

    /// A short number for the key; two keys may share one, which is then found out in the journal.
    fn short(self) -> u64 {
        short(&self.0)
    }
}

fn short(key: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    bytes.iter_mut().zip(key).for_each(|(to, from)| *to = *from);
    u64::from_be_bytes(bytes)
}

/// What is known of a request.
pub(crate) enum Known {
    /// It is new, and is being done from now on by who asked this.
    New,
    /// It is being done: here the answer will be.
    Doing(watch::Receiver<Option<Outcome>>),
    /// It was answered so.
    Answered(Box<Saved>),
    /// It stands in the journal under this number, if it is the same; it is being read from now on by who asked this.
    Stands(u64),
    /// Another request has this key.
    Other,
}

struct Doing {
    keyed: Keyed,
    answer: watch::Sender<Option<Outcome>>,
}

#[derive(Default)]
struct Inner {
    doing: HashMap<u64, Doing>,
    answers: HashMap<u64, (Keyed, Saved)>,
    answered: VecDeque<u64>,
    numbers: HashMap<u64, u64>,
    order: VecDeque<u64>,
}

/// All that is known of keys.
pub(crate) struct Once {
    inner: Mutex<Inner>,
    secret: [u8; 32],
}

impl Once {
    /// Begins with what the journal has; `secret` hides what keys and requests say from whoever reads the journal.
    pub(crate) fn new(secret: [u8; 32], entries: impl Iterator<Item = KeyedEntry>) -> Self {
        let mut inner = Inner::default();
        entries.for_each(|entry| inner.stands(short(&entry.key), entry.number));
        Self { inner: Mutex::new(inner), secret }
    }

    /// Makes the key of a person's request. Who has an account has the same keys in every session; a guest is somebody
    /// else after leaving.
    pub(crate) fn keyed(&self, visitor: &Visitor, key: &str, request: &str) -> Keyed {
        // Every part but the last has a fixed length.
        let hasher = |what: &[u8]| Sha256::new().chain_update(what).chain_update(self.secret);
        let mut whose = Sha256::new();
        whose.update(visitor.person.0.to_be_bytes());
        if let Some(guest) = visitor.guest() {
            whose.update(guest.stay);
        }
        whose.update(hasher(b"croupier key of a request").chain_update(key).finalize());
        let (key, request) =
            (whose.finalize(), hasher(b"croupier request").chain_update(request).finalize());
        let mut bytes = [0; 32];
        bytes[..16].copy_from_slice(&key[..16]);
        bytes[16..].copy_from_slice(&request[..16]);
        Keyed(bytes)
    }

    /// Looks a request up, and notes that it is being done if nothing is known of it.
    pub(crate) fn begin(&self, keyed: Keyed) -> Known {
        let (mut inner, short) = (self.lock(), keyed.short());
        if let Some(doing) = inner.doing.get(&short) {
            return match doing.keyed == keyed {
                true => Known::Doing(doing.answer.subscribe()),
                false => Known::Other,
            };
        }
        match inner.answers.get(&short) {
            Some((known, saved)) if *known == keyed => {
                return Known::Answered(Box::new(saved.clone()));
            }
            Some((known, _)) if known.same_key(keyed) => return Known::Other,
            Some(_) | None => {}
        }
        let number = inner.numbers.get(&short).copied();
        inner.doing.insert(short, Doing { keyed, answer: watch::Sender::new(None) });
        number.map_or(Known::New, Known::Stands)
    }

    /// A request was answered, or nothing was done and it may be tried again: whoever waits for it is told.
    pub(crate) fn end(&self, keyed: Keyed, outcome: &Outcome) {
        let (mut inner, short) = (self.lock(), keyed.short());
        if let Ok(saved) = outcome {
            inner.stands(short, saved.number);
            inner.answered(short, keyed, saved.clone());
        }
        if let Some(Doing { answer, .. }) = inner.doing.remove(&short) {
            answer.send_replace(Some(outcome.clone()));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn stands(&mut self, short: u64, number: u64) {
        if self.numbers.insert(short, number).is_none() {
            self.order.push_back(short);
        }
        if self.order.len() > REMEMBERED_KEYS
            && let Some(oldest) = self.order.pop_front()
        {
            self.numbers.remove(&oldest);
        }
    }

    fn answered(&mut self, short: u64, keyed: Keyed, saved: Saved) {
        if self.answers.insert(short, (keyed, saved)).is_none() {
            self.answered.push_back(short);
        }
        if self.answered.len() > ANSWERS
            && let Some(oldest) = self.answered.pop_front()
        {
            self.answers.remove(&oldest);
        }
    }
}

/// A request that is being done; however that ends, nobody waits for it for ever.
pub(crate) struct Begun {
    once: Arc<Once>,
    keyed: Option<Keyed>,
}

impl Begun {
    pub(crate) fn new(once: &Arc<Once>, keyed: Keyed) -> Self {
        Self { once: Arc::clone(once), keyed: Some(keyed) }
    }

    /// The request is answered so.
    pub(crate) fn end(mut self, outcome: &Outcome) {
        if let Some(keyed) = self.keyed.take() {
            self.once.end(keyed, outcome);
        }
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        if let Some(keyed) = self.keyed.take() {
            self.once.end(keyed, &Err(Problem::internal()));
        }
    }
}
