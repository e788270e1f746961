//! Sessions: an opaque token in a cookie, its hash here, and a limit on how fast each may ask.
//!
//! They are kept in memory: after a restart everyone signs in again.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use croupier_engine::Player;
use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

use crate::clock::Clock;
use crate::config::Limits;
use crate::house::Saved;

/// So many answers are remembered for a session, in case a request comes twice.
const ANSWERS: usize = 128;
/// After so many failures in a row, a name or an address has to wait.
const FAILURES: u32 = 5;
/// The longest wait, in seconds.
const LONGEST: u64 = 900;

/// Above so many addresses, those are forgotten that have been quiet for a while.
const ADDRESSES: usize = 10_000;

type Id = [u8; 32];

/// An open session.
struct Session {
    person: Player,
    name: String,
    csrf: String,
    began: u64,
    seen: u64,
    idle: u64,
    bucket: Bucket,
    answers: VecDeque<(String, Option<Saved>)>,
}

/// Whoever asks, known by a session.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    pub(crate) person: Player,
    pub(crate) name: String,
    pub(crate) csrf: String,
    pub(crate) id: Id,
}

/// All sessions.
pub(crate) struct Sessions {
    open: Mutex<HashMap<Id, Session>>,
    failed: Mutex<HashMap<String, (u32, u64)>>,
    guests: Mutex<HashMap<IpAddr, Bucket>>,
    addresses: Mutex<HashMap<IpAddr, Bucket>>,
    limits: Limits,
    clock: Arc<dyn Clock>,
}

/// Why a visitor is turned away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Away {
    /// There is no such session, or it was idle too long.
    Unknown,
    /// Too much too fast: wait so many seconds.
    TooFast(u64),
}

/// What is known of a request that bears a key.
pub(crate) enum Known {
    /// It is new.
    New,
    /// It is being answered.
    Begun,
    /// It was answered so.
    Answered(Box<Saved>),
}

impl Sessions {
    pub(crate) fn new(limits: Limits, clock: Arc<dyn Clock>) -> Self {
        let (open, failed, guests, addresses) = Default::default();
        Self { open, failed, guests, addresses, limits, clock }
    }

    /// Opens a session; returns the token for the cookie, and the visitor.
    ///
    /// # Errors
    /// The random source of the machine fails.
    pub(crate) fn open(
        &self,
        person: Player,
        name: &str,
        staff: bool,
    ) -> Result<(String, Visitor), getrandom::Error> {
        let (token, csrf) = (random()?, random()?);
        let (id, now) = (hash(&token), self.clock.now());
        let minutes =
            if staff { self.limits.idle_staff_minutes } else { self.limits.idle_player_minutes };
        let session = Session {
            person,
            name: name.to_owned(),
            csrf: csrf.clone(),
            began: now,
            seen: now,
            idle: minutes * 60_000,
            bucket: Bucket::full(self.limits.burst, now),
            answers: VecDeque::new(),
        };
        let mut open = lock(&self.open);
        let hours = self.limits.session_hours * 3_600_000;
        open.retain(|_, session| session.is_open(now, hours));
        open.insert(id, session);
        Ok((token, Visitor { person, name: name.to_owned(), csrf, id }))
    }

    /// Finds the session of a token, and counts a request; one that a page makes by itself is no sign of
    /// life.
    pub(crate) fn find(&self, token: &str, alive: bool) -> Result<Visitor, Away> {
        let (id, now) = (hash(token), self.clock.now());
        let mut open = lock(&self.open);
        let session = open.get_mut(&id).ok_or(Away::Unknown)?;
        if !session.is_open(now, self.limits.session_hours * 3_600_000) {
            open.remove(&id);
            return Err(Away::Unknown);
        }
        let per_minute = 60 * u64::from(self.limits.requests_per_second);
        if !session.bucket.take(per_minute, self.limits.burst, now) {
            return Err(Away::TooFast(1));
        }
        if alive {
            session.seen = now;
        }
        let Session { person, name, csrf, .. } = session;
        Ok(Visitor { person: *person, name: name.clone(), csrf: csrf.clone(), id })
    }

    /// Tells whether a session is still open, without a sign of life.
    pub(crate) fn is_open(&self, id: &Id) -> bool {
        let now = self.clock.now();
        let hours = self.limits.session_hours * 3_600_000;
        lock(&self.open).get(id).is_some_and(|session| session.is_open(now, hours))
    }

    /// Closes a session.
    pub(crate) fn close(&self, id: &Id) {
        lock(&self.open).remove(id);
    }

    /// Closes all sessions of a person: whoever was kept out, or has another password.
    pub(crate) fn close_all(&self, person: Player) {
        lock(&self.open).retain(|_, session| session.person != person);
    }

    /// Counts the sessions.
    pub(crate) fn count(&self) -> usize {
        lock(&self.open).len()
    }

    /// Looks up a request by its key, and remembers that it has begun.
    pub(crate) fn begin(&self, id: &Id, key: &str) -> Known {
        let mut open = lock(&self.open);
        let Some(session) = open.get_mut(id) else { return Known::New };
        match session.answers.iter().find(|(known, _)| known == key) {
            Some((_, Some(answer))) => return Known::Answered(Box::new(answer.clone())),
            Some((_, None)) => return Known::Begun,
            None => {}
        }
        if session.answers.len() == ANSWERS {
            session.answers.pop_front();
        }
        session.answers.push_back((key.to_owned(), None));
        Known::New
    }

    /// Remembers the answer to a request; `None` if nothing was done, so that it may be tried again.
    pub(crate) fn end(&self, id: &Id, key: &str, answer: Option<&Saved>) {
        let mut open = lock(&self.open);
        let Some(session) = open.get_mut(id) else { return };
        match answer {
            None => session.answers.retain(|(known, _)| known != key),
            Some(answer) => {
                let known = session.answers.iter_mut().find(|(known, _)| known == key);
                if let Some((_, kept)) = known {
                    *kept = Some(answer.clone());
                }
            }
        }
    }

    /// Says how many seconds a name or an address has to wait before it may try to sign in.
    pub(crate) fn must_wait(&self, what: &str) -> Option<u64> {
        let failed = lock(&self.failed);
        let (count, last) = *failed.get(what)?;
        let beyond = count.checked_sub(FAILURES)?;
        let wait = 2_u64.saturating_pow(beyond.min(10) + 2).min(LONGEST);
        let until = last + wait * 1000;
        let now = self.clock.now();
        (now < until).then(|| (until - now).div_ceil(1000))
    }

    /// Counts a failure to sign in.
    pub(crate) fn failed(&self, what: &str) {
        let now = self.clock.now();
        let mut failed = lock(&self.failed);
        failed.retain(|_, (_, last)| now < *last + LONGEST * 1000);
        let (count, last) = failed.entry(what.to_owned()).or_insert((0, now));
        (*count, *last) = (count.saturating_add(1), now);
    }

    /// Forgets the failures of a name.
    pub(crate) fn succeeded(&self, what: &str) {
        lock(&self.failed).remove(what);
    }

    /// Tells whether an address may ask once more now.
    pub(crate) fn admits(&self, from: IpAddr) -> bool {
        let now = self.clock.now();
        let per_second = self.limits.address_requests_per_second;
        let burst = per_second.saturating_mul(2);
        let mut addresses = lock(&self.addresses);
        if addresses.len() > ADDRESSES {
            addresses.retain(|_, bucket| now < bucket.at + 10_000);
        }
        let bucket = addresses.entry(from).or_insert_with(|| Bucket::full(burst, now));
        bucket.take(60 * u64::from(per_second), burst, now)
    }

    /// Tells whether one more guest may come from an address now.
    pub(crate) fn admits_guest(&self, from: IpAddr) -> bool {
        let now = self.clock.now();
        let most = self.limits.guests_per_minute;
        let mut guests = lock(&self.guests);
        guests.retain(|_, bucket| now < bucket.at + 60_000);
        let bucket = guests.entry(from).or_insert_with(|| Bucket::full(most, now));
        bucket.take(u64::from(most), most, now)
    }
}

impl Session {
    const fn is_open(&self, now: u64, longest: u64) -> bool {
        now < self.seen + self.idle && now < self.began + longest
    }
}

/// A bucket of permissions that fills up over time, up to a burst; it counts in thousandths.
struct Bucket {
    left: u64,
    at: u64,
}

impl Bucket {
    fn full(burst: u32, now: u64) -> Self {
        Self { left: u64::from(burst) * 1000, at: now }
    }

    /// Takes one permission, if there is one, after filling up for the time that has passed.
    fn take(&mut self, per_minute: u64, burst: u32, now: u64) -> bool {
        let more = now.saturating_sub(self.at).saturating_mul(per_minute) / 60;
        self.left = self.left.saturating_add(more).min(u64::from(burst) * 1000);
        self.at = self.at.max(now);
        let taken = self.left >= 1000;
        self.left -= if taken { 1000 } else { 0 };
        taken
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Draws 256 bits, in hexadecimal digits.
pub(crate) fn random() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(HEXLOWER.encode(&bytes))
}

fn hash(token: &str) -> Id {
    Sha256::digest(token.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Away, Known, Sessions};
    use crate::clock::Manual;
    use crate::config::Limits;
    use croupier_engine::Player;

    fn sessions() -> (Sessions, Arc<Manual>) {
        let clock = Arc::new(Manual::default());
        (Sessions::new(Limits::default(), clock.clone()), clock)
    }

    #[test]
    fn a_session_ends_when_it_is_idle() {
        let (sessions, clock) = sessions();
        let (token, visitor) =
            sessions.open(Player(1), "ann", true).expect("the random source works");
        assert_eq!(sessions.find(&token, true).map(|it| it.name), Ok("ann".to_owned()));
        assert_eq!(sessions.find("other", true).err(), Some(Away::Unknown));
        clock.advance(14 * 60_000);
        assert!(sessions.find(&token, true).is_ok());
        clock.advance(8 * 60_000);
        assert!(sessions.find(&token, false).is_ok(), "a page asks by itself");
        clock.advance(8 * 60_000);
        assert!(!sessions.is_open(&visitor.id));
        assert_eq!(sessions.find(&token, true).err(), Some(Away::Unknown));
    }

    #[test]
    fn who_asks_too_fast_waits() {
        let (sessions, clock) = sessions();
        let (token, _) = sessions.open(Player(1), "ann", false).expect("the random source works");
        let mut asked = 0;
        while sessions.find(&token, true).is_ok() {
            asked += 1;
            assert!(asked < 10_000, "there is no limit");
        }
        assert!(asked >= Limits::default().burst);
        clock.advance(1_000);
        assert!(sessions.find(&token, true).is_ok());
    }

    #[test]
    fn guessing_gets_slower() {
        let (sessions, clock) = sessions();
        (0..5).for_each(|_| sessions.failed("ann"));
        let first = sessions.must_wait("ann").expect("five were wrong");
        clock.advance(first * 1000);
        assert_eq!(sessions.must_wait("ann"), None);
        sessions.failed("ann");
        assert!(sessions.must_wait("ann").expect("six were wrong") > first);
        assert_eq!(sessions.must_wait("bob"), None);
        sessions.succeeded("ann");
        assert_eq!(sessions.must_wait("ann"), None);
    }

    #[test]
    fn a_request_is_answered_once() {
        let (sessions, _) = sessions();
        let (_, visitor) = sessions.open(Player(1), "ann", false).expect("the random source works");
        assert!(matches!(sessions.begin(&visitor.id, "k"), Known::New));
        assert!(matches!(sessions.begin(&visitor.id, "k"), Known::Begun));
        sessions.end(&visitor.id, "k", None);
        assert!(matches!(sessions.begin(&visitor.id, "k"), Known::New));
    }

    #[test]
    fn guests_come_one_by_one() {
        let (sessions, clock) = sessions();
        let from = [127, 0, 0, 1].into();
        let most = Limits::default().guests_per_minute;
        assert_eq!((0..10_000).filter(|_| sessions.admits_guest(from)).count(), most as usize);
        clock.advance(61_000);
        assert!(sessions.admits_guest(from));
    }
}
