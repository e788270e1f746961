//! Who watches what, and how it reaches them. Whoever does not keep up is sent away and may come back:
//! nobody's slowness costs anyone else, or memory.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use croupier_view::Viewer;
use tokio::sync::mpsc::Sender;
use tokio::sync::watch;

use crate::metrics::Metrics;
use crate::publisher::{Json, Written};
use crate::session_file::Id;

/// So much of what happened at a table is kept for those who come back.
const RECENT: usize = 256;

/// A watcher's way out.
#[derive(Clone)]
pub(crate) struct Watcher {
    pub(crate) id: u64,
    pub(crate) eye: Viewer,
    /// Sees promotions that are not public.
    pub(crate) desk: bool,
    pub(crate) person: Option<u32>,
    /// The session in which the line was opened.
    pub(crate) session: Option<Id>,
    pub(crate) out: Sender<Utf8Bytes>,
    /// Why the watcher is sent away, once it is.
    pub(crate) bye: watch::Sender<Option<&'static str>>,
}

/// What happened at a table, and at which number of the journal.
#[derive(Clone)]
struct Recent {
    number: u64,
    player: Vec<Written>,
    staff: Vec<Written>,
}

#[derive(Default)]
struct Spot {
    watchers: Vec<Watcher>,
    recent: VecDeque<Recent>,
    /// Everything above this number is kept.
    complete_above: Option<u64>,
}

#[derive(Default)]
struct Inner {
    tables: HashMap<u32, Spot>,
    people: HashMap<u32, Vec<Watcher>>,
    lobby: Vec<Watcher>,
    promotions: Vec<Watcher>,
    staff: Vec<Watcher>,
}

/// Who watches what.
#[derive(Default)]
pub(crate) struct Hub {
    inner: Mutex<Inner>,
    ids: AtomicU64,
    pub(crate) metrics: Arc<Metrics>,
}

/// What watchers are sent.
pub(crate) struct News {
    pub(crate) table: u32,
    pub(crate) number: u64,
    /// The message for players, and for staff.
    pub(crate) text: [Option<Utf8Bytes>; 2],
    pub(crate) happened: [Vec<Written>; 2],
}

impl Hub {
    pub(crate) fn new(metrics: Arc<Metrics>) -> Self {
        Self { metrics, ..Self::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a number for a watcher.
    pub(crate) fn id(&self) -> u64 {
        self.ids.fetch_add(1, Relaxed)
    }

    /// Adds a watcher to those who hear of a person's money, and staff to those who are prompted.
    pub(crate) fn join(&self, watcher: &Watcher) {
        let mut inner = self.lock();
        if let Some(person) = watcher.person {
            inner.people.entry(person).or_default().push(watcher.clone());
        }
        if watcher.eye == Viewer::Staff {
            inner.staff.push(watcher.clone());
        }
    }

    /// Adds a watcher to a table. Says what it missed since a number, or that nobody knows any more.
    pub(crate) fn watch(
        &self,
        table: u32,
        watcher: &Watcher,
        since: Option<u64>,
    ) -> Option<Vec<(u64, Json)>> {
        let mut inner = self.lock();
        let spot = inner.tables.entry(table).or_default();
        spot.watchers.retain(|known| known.id != watcher.id);
        spot.watchers.push(watcher.clone());
        let since = since.filter(|since| spot.complete_above.is_some_and(|all| *since >= all))?;
        let missed = spot.recent.iter().filter(|recent| recent.number > since);
        let missed = missed.flat_map(|recent| {
            let happened =
                if watcher.eye == Viewer::Staff { &recent.staff } else { &recent.player };
            let each = happened.iter().flat_map(|words| words.iter());
            each.map(|value| (recent.number, value.clone()))
        });
        Some(missed.collect())
    }

    /// Takes a watcher away from a table.
    pub(crate) fn unwatch(&self, table: u32, id: u64) {
        if let Some(spot) = self.lock().tables.get_mut(&table) {
            spot.watchers.retain(|watcher| watcher.id != id);
        }
    }

    /// Adds a watcher to the lobby.
    pub(crate) fn watch_lobby(&self, watcher: &Watcher) {
        let lobby = &mut self.lock().lobby;
        if !lobby.iter().any(|known| known.id == watcher.id) {
            lobby.push(watcher.clone());
        }
    }

    /// Takes a watcher away from the lobby.
    pub(crate) fn leave_lobby(&self, id: u64) {
        self.lock().lobby.retain(|watcher| watcher.id != id);
    }

    /// Adds a watcher to those who hear of promotions.
    pub(crate) fn watch_promotions(&self, watcher: &Watcher) {
        let promotions = &mut self.lock().promotions;
        if !promotions.iter().any(|known| known.id == watcher.id) {
            promotions.push(watcher.clone());
        }
    }

    /// Takes a watcher away from those who hear of promotions.
    pub(crate) fn leave_promotions(&self, id: u64) {
        self.lock().promotions.retain(|watcher| watcher.id != id);
    }

    /// Tells those who hear of promotions what has changed: anybody, and those who see them all.
    pub(crate) fn tell_promotions(&self, [public, desk]: [&Option<Utf8Bytes>; 2]) {
        let text = |watcher: &Watcher| if watcher.desk { desk.clone() } else { public.clone() };
        self.send(&mut self.lock().promotions, text);
    }

    /// Takes a watcher away from everywhere.
    pub(crate) fn leave(&self, id: u64) {
        let mut inner = self.lock();
        let gone = |watchers: &mut Vec<Watcher>| watchers.retain(|watcher| watcher.id != id);
        inner.tables.values_mut().for_each(|spot| gone(&mut spot.watchers));
        inner.people.values_mut().for_each(gone);
        inner.people.retain(|_, watchers| !watchers.is_empty());
        gone(&mut inner.lobby);
        gone(&mut inner.promotions);
        gone(&mut inner.staff);
    }

    /// Sends all watchers of a person away, from this moment on: what they may see has changed.
    pub(crate) fn dismiss(&self, person: u32, why: &'static str) {
        let gone = self.lock().people.remove(&person).unwrap_or_default();
        for watcher in gone {
            watcher.bye.send_replace(Some(why));
            self.leave(watcher.id);
        }
    }

    /// Ends the lines of one session of a person, who has signed out there.
    pub(crate) fn end_session(&self, person: u32, session: &Id) {
        let lines = self.lock().people.get(&person).cloned().unwrap_or_default();
        for watcher in lines.into_iter().filter(|watcher| watcher.session == Some(*session)) {
            watcher.bye.send_replace(Some("you have signed out"));
            self.leave(watcher.id);
        }
    }

    /// Tells whether players and staff watch a table.
    pub(crate) fn watched(&self, table: u32) -> [bool; 2] {
        let inner = self.lock();
        let Some(spot) = inner.tables.get(&table) else { return [false; 2] };
        [Viewer::Player, Viewer::Staff].map(|eye| spot.watchers.iter().any(|it| it.eye == eye))
    }

    /// Tells whether anyone watches the lobby.
    pub(crate) fn lobby_watched(&self) -> bool {
        !self.lock().lobby.is_empty()
    }

    /// Counts the connections of a person.
    pub(crate) fn lines_of(&self, person: u32) -> usize {
        self.lock().people.get(&person).map_or(0, Vec::len)
    }

    /// Tells whether a person is connected.
    pub(crate) fn is_here(&self, person: u32) -> bool {
        self.lock().people.contains_key(&person)
    }

    /// Tells those who watch a table what happened.
    pub(crate) fn publish(&self, news: News) {
        let mut inner = self.lock();
        let spot = inner.tables.entry(news.table).or_default();
        if spot.recent.len() == RECENT
            && let Some(forgotten) = spot.recent.pop_front()
        {
            spot.complete_above = Some(forgotten.number);
        }
        spot.complete_above.get_or_insert(news.number - 1);
        let [player, staff] = news.happened;
        spot.recent.push_back(Recent { number: news.number, player, staff });
        let [player, staff] = &news.text;
        self.send(&mut spot.watchers, |watcher| match watcher.eye {
            Viewer::Player => player.clone(),
            Viewer::Staff => staff.clone(),
        });
    }

    /// Tells a person something.
    pub(crate) fn tell_person(&self, person: u32, text: &Utf8Bytes) {
        if let Some(watchers) = self.lock().people.get_mut(&person) {
            self.send(watchers, |_| Some(text.clone()));
        }
    }

    /// Tells those in the lobby something.
    pub(crate) fn tell_lobby(&self, text: &Utf8Bytes) {
        self.send(&mut self.lock().lobby, |_| Some(text.clone()));
    }

    /// Tells staff something.
    pub(crate) fn tell_staff(&self, text: &Utf8Bytes) {
        self.send(&mut self.lock().staff, |_| Some(text.clone()));
    }

    fn send(&self, watchers: &mut Vec<Watcher>, text: impl Fn(&Watcher) -> Option<Utf8Bytes>) {
        watchers.retain(|watcher| {
            let Some(text) = text(watcher) else { return true };
            let sent = watcher.out.try_send(text).is_ok();
            let counter = if sent { &self.metrics.messages } else { &self.metrics.too_slow };
            counter.fetch_add(1, Relaxed);
            if !sent {
                watcher.bye.send_replace(Some("you did not keep up"));
            }
            sent
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{Hub, News, RECENT, Watcher};
    use crate::publisher::json;
    use axum::extract::ws::Utf8Bytes;
    use croupier_view::Viewer;

    fn watcher(hub: &Hub, room: usize) -> (Watcher, tokio::sync::mpsc::Receiver<Utf8Bytes>) {
        let (out, inbox) = tokio::sync::mpsc::channel(room);
        let bye = tokio::sync::watch::Sender::new(None);
        (
            Watcher {
                id: hub.id(),
                eye: Viewer::Player,
                desk: false,
                person: Some(7),
                session: Some([7; 32]),
                out,
                bye,
            },
            inbox,
        )
    }

    fn publish(hub: &Hub, number: u64) {
        let happened = [vec![[json(&number)].into()], Vec::new()];
        let text = [Some(Utf8Bytes::from_static("text")), None];
        hub.publish(News { table: 1, number, text, happened });
    }

    #[test]
    fn who_comes_back_hears_what_was_missed() {
        let hub = Hub::default();
        let (watcher, _inbox) = watcher(&hub, 4);
        assert!(hub.watch(1, &watcher, Some(3)).is_none(), "nothing is known yet");
        (5..9).for_each(|number| publish(&hub, number));
        let missed = hub.watch(1, &watcher, Some(6)).expect("it is kept");
        let missed: Vec<_> = missed.iter().map(|(number, it)| (*number, it.get())).collect();
        assert_eq!(missed, [(7, "7"), (8, "8")]);
        assert!(hub.watch(1, &watcher, Some(3)).is_none(), "that was before anything was kept");
        (9..9 + RECENT as u64).for_each(|number| publish(&hub, number));
        assert!(hub.watch(1, &watcher, Some(6)).is_none(), "that was too long ago");
    }

    #[test]
    fn whose_rights_change_is_sent_away_at_once() {
        let hub = Hub::default();
        let (watcher, mut inbox) = watcher(&hub, 9);
        hub.join(&watcher);
        hub.watch(1, &watcher, None);
        hub.watch_lobby(&watcher);
        hub.dismiss(8, "somebody else");
        publish(&hub, 1);
        assert!(inbox.try_recv().is_ok());
        hub.dismiss(7, "your rights have changed");
        publish(&hub, 2);
        assert!(inbox.try_recv().is_err() && !hub.lobby_watched() && !hub.is_here(7));
        assert_eq!(*watcher.bye.borrow(), Some("your rights have changed"));
    }

    #[test]
    fn who_is_too_slow_is_sent_away() {
        let hub = Hub::default();
        let ((slow, _full), (quick, mut inbox)) = (watcher(&hub, 1), watcher(&hub, 9));
        hub.join(&slow);
        hub.watch(1, &slow, None);
        hub.watch(1, &quick, None);
        (1..4).for_each(|number| publish(&hub, number));
        assert_eq!(hub.lock().tables[&1].watchers.len(), 1);
        assert!((0..3).all(|_| inbox.try_recv().is_ok()));
        assert!(slow.bye.borrow().is_some() && quick.bye.borrow().is_none());
        hub.leave(slow.id);
        assert!(!hub.is_here(7));
    }
}
