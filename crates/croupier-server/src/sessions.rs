//! Sessions: an opaque token in a cookie, its hash here, and budgets of what each person and each address may ask.
//!
//! They outlive the process (see `session_file`). Budgets belong to people and addresses, so a new session brings no new
//! one. While the house is open everything here runs by the monotonic clock; only how long it was closed is taken from the
//! time of day.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use croupier_engine::Player;
use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

use crate::budget::{Budgets, Rate};
use crate::clock::Clock;
use crate::config::Limits;
use crate::hmac::hmac;
use crate::origin::Origin;
use crate::session_file::{Id, Kept, SessionFile};

/// So many requests a second a person may make although others at the same address have used up what it has.
const RESERVE: u32 = 5;
/// So many sessions one person may have; the oldest ends when there are more.
const OF_ONE: usize = 8;
/// A sign of life is kept on disk when the last that is there is so old, in milliseconds.
const SEEN_APART: u64 = 60_000;

/// The stay of a guest. Who comes in later under the same name is somebody else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Guest {
    /// A random number.
    pub(crate) stay: [u8; 16],
    /// From where the guest came.
    pub(crate) from: Origin,
    /// The number of the journal's entry by which the guest came.
    pub(crate) since: u64,
}

/// Whose session it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whose {
    /// Of somebody who works here.
    Staff,
    /// Of a player.
    Player,
    /// Of a guest.
    Guest(Guest),
}

/// An open session.
struct Session {
    kept: Kept,
    seen: u64,
    idle: u64,
}

/// Whoever asks, known by a session.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    pub(crate) person: Player,
    pub(crate) name: String,
    pub(crate) csrf: String,
    pub(crate) id: Id,
    pub(crate) whose: Whose,
}

impl Visitor {
    /// Returns the stay of a guest; `None` for everyone else.
    pub(crate) const fn guest(&self) -> Option<Guest> {
        match self.whose {
            Whose::Guest(guest) => Some(guest),
            Whose::Staff | Whose::Player => None,
        }
    }
}

#[derive(Default)]
struct Open {
    sessions: HashMap<Id, Session>,
    /// The sessions of each person, the oldest first.
    people: HashMap<Player, Vec<Id>>,
    /// How many guests there are, and from where.
    guests: usize,
    guests_from: HashMap<Origin, usize>,
    /// Where they are kept; sessions of a house without a disk end with it.
    file: Option<SessionFile>,
}

/// What was kept of sessions when the house was closed, and the time of the house when it opens.
pub(crate) struct Before {
    pub(crate) file: SessionFile,
    pub(crate) kept: Vec<Kept>,
    pub(crate) now: u64,
}

/// All sessions.
pub(crate) struct Sessions {
    open: Mutex<Open>,
    people: Budgets<Player>,
    addresses: Budgets<Origin>,
    new_guests: Budgets<Origin>,
    guest_acts: Budgets<Origin>,
    /// What a person has left when others have used up what the address may have.
    reserve: Budgets<Player>,
    act_reserve: Budgets<Player>,
    limits: Limits,
    clock: Arc<dyn Clock>,
    /// The time of the house less that of the monotonic clock.
    ahead: u64,
}

/// Why a visitor is turned away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Away {
    /// There is no such session, or it was idle too long.
    Unknown,
    /// Too much too fast: wait so many seconds.
    TooFast(u64),
}

/// Why a guest cannot come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoRoom {
    /// Too many come from one address in a minute, or are here from it.
    FromThere,
    /// Too many are here.
    AtAll,
}

impl Sessions {
    /// Opens those sessions again that were kept and are not over; `None` for a house that keeps none.
    pub(crate) fn new(limits: Limits, clock: Arc<dyn Clock>, before: Option<Before>) -> Self {
        let second = |much: u32, burst| Rate { per_minute: 60 * u64::from(much), burst };
        let minute = |much: u32, burst| Rate { per_minute: u64::from(much), burst };
        let of_address = limits.address_requests_per_second;
        let guest_acts = limits.guest_acts_per_minute;
        let mut it = Self {
            open: Mutex::default(),
            people: Budgets::new(second(limits.requests_per_second, limits.burst)),
            addresses: Budgets::new(second(of_address, of_address.saturating_mul(2))),
            new_guests: Budgets::new(minute(limits.guests_per_minute, limits.guests_per_minute)),
            guest_acts: Budgets::new(minute(guest_acts, guest_acts.saturating_mul(4))),
            reserve: Budgets::new(second(RESERVE, 4 * RESERVE)),
            act_reserve: Budgets::new(minute(guest_acts.div_ceil(10), guest_acts.div_ceil(2))),
            limits,
            ahead: 0,
            clock,
        };
        if let Some(Before { file, kept, now }) = before {
            it.ahead = now.saturating_sub(it.clock.elapsed());
            it.begin_again(file, kept, now);
        }
        it
    }

    fn begin_again(&self, mut file: SessionFile, kept: Vec<Kept>, now: u64) {
        let mut open = self.lock();
        for kept in kept {
            let session = Session { seen: kept.seen, idle: self.idle(kept.whose), kept };
            if session.is_open(now, self.longest()) {
                open.make_room(session.kept.person, session.kept.whose);
                open.begin(session);
            }
        }
        file.write_anew(&open.kept());
        open.file = Some(file);
    }

    /// The time by which sessions are measured: nobody who sets the clock of the machine moves it.
    fn now(&self) -> u64 {
        self.ahead.saturating_add(self.clock.elapsed())
    }

    const fn idle(&self, whose: Whose) -> u64 {
        60_000
            * match whose {
                Whose::Staff => self.limits.idle_staff_minutes,
                Whose::Player | Whose::Guest(_) => self.limits.idle_player_minutes,
            }
    }

    /// Lists the guests who are here, and from where.
    pub(crate) fn guests(&self) -> Vec<(Player, Origin)> {
        let open = self.lock();
        let guests = open.sessions.values().filter_map(|session| match session.kept.whose {
            Whose::Guest(Guest { from, .. }) => Some((session.kept.person, from)),
            Whose::Staff | Whose::Player => None,
        });
        guests.collect()
    }

    /// Opens a session under the `rights` that the person has; returns the token for the cookie, and the visitor.
    ///
    /// # Errors
    /// The random source of the machine fails.
    pub(crate) fn open(
        &self,
        person: Player,
        name: &str,
        whose: Whose,
        rights: Id,
    ) -> Result<(String, Visitor), getrandom::Error> {
        let token = random()?;
        let (id, csrf, now) = (hash(&token), csrf_of(&token), self.now());
        let name = name.to_owned();
        let kept = Kept { id, person, name: name.clone(), whose, began: now, seen: now, rights };
        let mut open = self.lock();
        open.make_room(person, whose);
        if let Some(file) = &mut open.file {
            file.began(&kept);
        }
        open.begin(Session { seen: now, idle: self.idle(whose), kept });
        Ok((token, Visitor { person, name, csrf, id, whose }))
    }

    /// Finds the session of a token, and counts a request; one that a page makes by itself is no sign of
    /// life.
    pub(crate) fn find(&self, token: &str, alive: bool) -> Result<Visitor, Away> {
        let (id, now) = (hash(token), self.now());
        let mut open = self.lock();
        let Open { sessions, file, .. } = &mut *open;
        let session = sessions.get_mut(&id).ok_or(Away::Unknown)?;
        if !session.is_open(now, self.longest()) {
            open.end(&id);
            return Err(Away::Unknown);
        }
        if !self.people.take(session.kept.person, self.clock.elapsed()) {
            return Err(Away::TooFast(1));
        }
        if alive {
            session.seen = now;
            if let Some(file) = file.as_mut().filter(|_| now >= session.kept.seen + SEEN_APART) {
                session.kept.seen = now;
                file.seen(&id, now);
            }
        }
        let Kept { person, name, whose, .. } = session.kept.clone();
        Ok(Visitor { person, name, csrf: csrf_of(token), id, whose })
    }

    /// Tells whether a session is still open, without a sign of life.
    pub(crate) fn is_open(&self, id: &Id) -> bool {
        let (now, longest) = (self.now(), self.longest());
        self.lock().sessions.get(id).is_some_and(|session| session.is_open(now, longest))
    }

    /// Closes a session.
    pub(crate) fn close(&self, id: &Id) {
        self.lock().end(id);
    }

    /// Closes all sessions of a person: whoever was kept out, or has other rights or another password.
    pub(crate) fn close_all(&self, person: Player) {
        let mut open = self.lock();
        for id in open.people.get(&person).cloned().unwrap_or_default() {
            open.end(&id);
        }
    }

    /// Ends the sessions that were idle too long.
    pub(crate) fn sweep(&self) {
        let (now, longest) = (self.now(), self.longest());
        let mut open = self.lock();
        let over = open.sessions.iter().filter(|(_, session)| !session.is_open(now, longest));
        let over: Vec<Id> = over.map(|(id, _)| *id).collect();
        over.iter().for_each(|id| open.end(id));
        let many = open.sessions.len();
        if open.file.as_ref().is_some_and(|file| file.is_long(many)) {
            let kept = open.kept();
            open.file.iter_mut().for_each(|file| file.write_anew(&kept));
        }
    }

    /// Tells whether a person has a session.
    pub(crate) fn has_any(&self, person: Player) -> bool {
        self.lock().people.contains_key(&person)
    }

    /// Counts the sessions.
    pub(crate) fn count(&self) -> usize {
        self.lock().sessions.len()
    }

    /// Tells whether an address may ask once more now, or who asks has something left.
    pub(crate) fn admits(&self, from: Origin, token: Option<&str>) -> bool {
        let now = self.clock.elapsed();
        if self.addresses.take(from, now) {
            return true;
        }
        let known = token.and_then(|token| {
            let open = self.lock();
            open.sessions.get(&hash(token)).map(|session| session.kept.person)
        });
        known.is_some_and(|person| self.reserve.take(person, now))
    }

    /// Tells whether a guest may do one more thing now that the journal keeps: all guests of an address share a budget, and
    /// each has a little of the own.
    pub(crate) fn admits_guest_act(&self, person: Player, from: Origin) -> bool {
        let now = self.clock.elapsed();
        self.guest_acts.take(from, now) || self.act_reserve.take(person, now)
    }

    /// Lets one more guest in from an address now.
    ///
    /// # Errors
    /// There is no room for one.
    pub(crate) fn admits_guest(&self, from: Origin) -> Result<(), NoRoom> {
        {
            let open = self.lock();
            if open.guests >= self.limits.guests {
                return Err(NoRoom::AtAll);
            }
            let there = open.guests_from.get(&from).copied().unwrap_or(0);
            if there >= self.limits.guests_per_address {
                return Err(NoRoom::FromThere);
            }
        }
        match self.new_guests.take(from, self.clock.elapsed()) {
            true => Ok(()),
            false => Err(NoRoom::FromThere),
        }
    }

    const fn longest(&self) -> u64 {
        self.limits.session_hours * 3_600_000
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    /// Ends the oldest sessions of a person who has as many as one may have. A guest has one.
    fn make_room(&mut self, person: Player, whose: Whose) {
        let most = if matches!(whose, Whose::Guest(_)) { 1 } else { OF_ONE };
        while let Some(oldest) =
            self.people.get(&person).filter(|ids| ids.len() >= most).map(|ids| ids[0])
        {
            self.end(&oldest);
        }
    }

    fn begin(&mut self, session: Session) {
        if let Whose::Guest(Guest { from, .. }) = session.kept.whose {
            self.guests += 1;
            *self.guests_from.entry(from).or_insert(0) += 1;
        }
        let id = session.kept.id;
        self.people.entry(session.kept.person).or_default().push(id);
        self.sessions.insert(id, session);
    }

    fn end(&mut self, id: &Id) {
        let Some(session) = self.sessions.remove(id) else { return };
        if let Some(file) = &mut self.file {
            file.ended(id);
        }
        if let Whose::Guest(Guest { from, .. }) = session.kept.whose {
            self.guests -= 1;
            if let Some(there) = self.guests_from.get_mut(&from) {
                *there -= 1;
                if *there == 0 {
                    self.guests_from.remove(&from);
                }
            }
        }
        if let Some(ids) = self.people.get_mut(&session.kept.person) {
            ids.retain(|known| known != id);
            if ids.is_empty() {
                self.people.remove(&session.kept.person);
            }
        }
    }

    /// The sessions as they are kept, those of each person in the order in which they began.
    fn kept(&self) -> Vec<Kept> {
        let ids = self.people.values().flatten();
        let sessions = ids.filter_map(|id| self.sessions.get(id));
        sessions.map(|it| Kept { seen: it.seen, ..it.kept.clone() }).collect()
    }
}

impl Session {
    const fn is_open(&self, now: u64, longest: u64) -> bool {
        now < self.seen + self.idle && now < self.kept.began + longest
    }
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

/// Computes what only our own page knows, besides the token that it cannot read: whoever has one can compute it, and it
/// need not be kept.
fn csrf_of(token: &str) -> String {
    HEXLOWER.encode(&hmac(token.as_bytes(), b"csrf"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Away, Before, Guest, NoRoom, OF_ONE, Sessions, Whose};
    use crate::clock::{Clock as _, Manual};
    use crate::config::Limits;
    use crate::origin::Origin;
    use crate::session_file::SessionFile;
    use croupier_engine::Player;

    const ANN: Player = Player(1);

    fn sessions(limits: Limits) -> (Sessions, Arc<Manual>) {
        let clock = Arc::new(Manual::default());
        (Sessions::new(limits, clock.clone(), None), clock)
    }

    fn open(sessions: &Sessions, person: Player, whose: Whose) -> String {
        sessions.open(person, "ann", whose, [0; 32]).expect("the random source works").0
    }

    fn here() -> Origin {
        Origin::of([127, 0, 0, 1].into())
    }

    #[test]
    fn a_session_ends_when_it_is_idle() {
        let (sessions, clock) = sessions(Limits::default());
        let (token, visitor) =
            sessions.open(ANN, "ann", Whose::Staff, [0; 32]).expect("the random source works");
        assert_eq!(sessions.find(&token, true).map(|it| it.name), Ok("ann".to_owned()));
        assert_eq!(sessions.find("other", true).err(), Some(Away::Unknown));
        clock.advance(14 * 60_000);
        assert!(sessions.find(&token, true).is_ok());
        // Whoever sets the clock of the machine neither ends a session nor prolongs one.
        clock.jump(400 * 24 * 3_600_000);
        clock.advance(8 * 60_000);
        assert!(sessions.find(&token, false).is_ok(), "a page asks by itself");
        clock.jump(-400 * 24 * 3_600_000);
        clock.advance(8 * 60_000);
        assert!(!sessions.is_open(&visitor.id));
        assert_eq!(sessions.find(&token, true).err(), Some(Away::Unknown));
    }

    /// A new session brings no new budget, and a clock that is set back stops nobody.
    #[test]
    fn budgets_belong_to_people() {
        let (sessions, clock) = sessions(Limits::default());
        let mut asked = 0;
        for _ in 0..100 {
            let token = open(&sessions, ANN, Whose::Player);
            while sessions.find(&token, true).is_ok() {
                asked += 1;
                assert!(asked < 10_000, "there is no limit");
            }
        }
        let Limits { burst, requests_per_second, .. } = Limits::default();
        assert!((burst..burst + 60 * requests_per_second).contains(&asked), "{asked}");
        let other = open(&sessions, Player(2), Whose::Player);
        assert!(sessions.find(&other, true).is_ok());
        clock.jump(-3_600_000);
        clock.advance(1_000);
        let token = open(&sessions, ANN, Whose::Player);
        assert!(sessions.find(&token, true).is_ok());
    }

    /// Others at the same address cannot use up everything that somebody has.
    #[test]
    fn everybody_has_a_reserve() {
        let (sessions, _) = sessions(Limits::default());
        let token = open(&sessions, ANN, Whose::Player);
        while sessions.admits(here(), None) {}
        while sessions.admits_guest_act(Player(7), here()) {}
        assert!(sessions.admits(here(), Some(&token)) && !sessions.admits(here(), Some("other")));
        assert!(sessions.admits_guest_act(ANN, here()));
        assert!((0..1_000).filter(|_| sessions.admits(here(), Some(&token))).count() < 100);
        assert!((0..1_000).filter(|_| sessions.admits_guest_act(ANN, here())).count() < 100);
    }

    #[test]
    fn sessions_of_one_person_are_few() {
        let (sessions, _) = sessions(Limits::default());
        let first = open(&sessions, ANN, Whose::Player);
        (0..OF_ONE).for_each(|_| drop(open(&sessions, ANN, Whose::Player)));
        assert_eq!(sessions.count(), OF_ONE);
        assert_eq!(sessions.find(&first, true).err(), Some(Away::Unknown));
        sessions.close_all(ANN);
        assert_eq!((sessions.count(), sessions.has_any(ANN)), (0, false));
    }

    #[test]
    fn guests_come_one_by_one_and_end() {
        let limits = Limits { guests: 12, guests_per_address: 10, ..Limits::default() };
        let (sessions, clock) = sessions(limits);
        let come = |person: u32, from: Origin| {
            let admitted = sessions.admits_guest(from);
            let guest = Guest { stay: [0; 16], from, since: 1 };
            admitted.map(|()| drop(open(&sessions, Player(person), Whose::Guest(guest))))
        };
        let most = Limits::default().guests_per_minute;
        let there = Origin::of([127, 0, 0, 2].into());
        assert_eq!((0..100).filter(|person| come(*person, here()).is_ok()).count(), 10);
        assert_eq!(come(100, here()), Err(NoRoom::FromThere));
        assert_eq!((200..300).filter(|person| come(*person, there).is_ok()).count(), 2);
        assert_eq!(come(300, there), Err(NoRoom::AtAll));
        // They end when nothing is heard of them, and others find room.
        clock.advance(61 * 60_000);
        sessions.sweep();
        assert_eq!(sessions.count(), 0);
        assert_eq!(come(400, here()), Ok(()));
        let again = (0..10_000).filter(|_| sessions.admits_guest(there).is_ok()).count();
        assert_eq!(again, most as usize);
    }

    /// A house that is closed and opened again knows its visitors by the same tokens, for as long as it would have
    /// known them; how long it was closed is taken from the time of day.
    #[test]
    fn sessions_outlive_the_process() {
        let folder = std::env::temp_dir().join(format!("croupier-sessions-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let journal = folder.join("house.db");
        let clock = Arc::new(Manual::default());
        let reopen = |now: u64| {
            let (file, kept, _) = SessionFile::open(&journal, [3; 32]);
            let before = Before { file, kept, now };
            Sessions::new(Limits::default(), clock.clone(), Some(before))
        };
        let begin = clock.now();
        let sessions = reopen(begin);
        let guest = Guest { stay: [4; 16], from: here(), since: 9 };
        let guest = open(&sessions, Player(2), Whose::Guest(guest));
        let staff = open(&sessions, ANN, Whose::Staff);
        let over = open(&sessions, Player(3), Whose::Player);
        let csrf = sessions.find(&guest, true).expect("it is open").csrf;
        sessions.close(&sessions.find(&over, true).expect("it is open").id);
        drop(sessions);
        let sessions = reopen(begin + 14 * 60_000);
        assert_eq!(sessions.find(&guest, true).expect("it goes on").csrf, csrf);
        assert_eq!(sessions.guests(), [(Player(2), here())]);
        assert!(sessions.find(&staff, false).is_ok());
        assert_eq!(sessions.find(&over, true).err(), Some(Away::Unknown));
        drop(sessions);
        // A quarter of an hour without a sign of life ends the session of staff, that of a guest goes on.
        let sessions = reopen(begin + 16 * 60_000);
        assert!(sessions.find(&guest, true).is_ok());
        assert_eq!(sessions.find(&staff, true).err(), Some(Away::Unknown));
        drop(sessions);
        let sessions = reopen(begin + 1_000 * 3_600_000);
        assert_eq!((sessions.count(), sessions.guests().len()), (0, 0));
        let _gone = std::fs::remove_dir_all(&folder);
    }
}
