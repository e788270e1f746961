//! The one thread that owns the floor. It takes requests, runs the virtual tables, and hands what is to be
//! published to the publisher.

mod promotions;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::Duration;

use croupier_engine::Player;
use croupier_floor::{
    Account, Act, ActResult, Answer, Denied, DisplayId, EdgeAct, Event, Floor, HOUSE, HouseAct,
    PoolId, Role, TableAct, TableId, VoucherChange,
};
use croupier_house::{Live, Secret, SnapshotKeys};
use croupier_journal::Hash;
use croupier_view::{Memory, MysteryProof, SeenAnswer, Viewer, seen_by, watched};

use crate::demo;
use crate::dto::{Lobby, LobbyTable, Me, TableView};
use crate::guests::Guests;
use crate::house::{Job, Saved, Shared};
use crate::house_time::Clocks;
use crate::pace::Pace;
use crate::problem::Problem;
use crate::publisher::{AfterSave, Reply, Scene};
use crate::publisher::{Written, json, written};
use promotions::PromotionNews;

/// What happened, for players and for staff.
type Words = [Written; 2];

/// So many jobs are taken before anything is shown.
const BATCH: usize = 256;
/// So many things the program does at one table before others have their turn.
const IN_A_ROW: usize = 8;
/// So often the floor_thread looks at the clock.
const LOOK: Duration = Duration::from_millis(40);
/// The lobby is shown at most so often.
const LOBBY: u64 = 500;
/// A sign that could not take effect is looked at again after so long.
const LATER: u64 = 5_000;
/// Guests who are gone are looked for so often.
const SWEEP: u64 = 5_000;

/// The thread that owns the floor.
pub(crate) struct FloorThread {
    pub(crate) shared: Arc<Shared>,
    live: Option<Live>,
    pub(crate) pace: Pace,
    outbox: SyncSender<AfterSave>,
    touched: BTreeMap<TableId, [Vec<Written>; 2]>,
    people: BTreeSet<Player>,
    /// Tables at which something happened since the program last looked.
    awake: BTreeSet<TableId>,
    /// When the program looks at a table again.
    timers: BTreeSet<(u64, TableId)>,
    lobby_changed: bool,
    lobby_shown: u64,
    swept: u64,
    /// When guests were last seen, by the monotonic clock.
    seen: BTreeMap<Player, u64>,
    pub(crate) guests: Guests,
    promotions: PromotionNews,
}

impl FloorThread {
    pub(crate) fn new(
        shared: Arc<Shared>,
        live: Live,
        secret: Secret,
        outbox: SyncSender<AfterSave>,
    ) -> Self {
        let pace = Pace::new(shared.config.pace, secret);
        let awake = live.floor().rooms.keys().copied().collect();
        let here: HashMap<_, _> = shared.sessions.guests().into_iter().collect();
        let now = shared.clock.elapsed();
        let seen = here.keys().map(|player| (*player, now)).collect();
        let guests = Guests::of(live.floor(), here, shared.config.limits.demo_seats_per_address);
        Self {
            shared,
            live: Some(live),
            pace,
            outbox,
            touched: BTreeMap::new(),
            people: BTreeSet::new(),
            awake,
            timers: BTreeSet::new(),
            lobby_changed: true,
            lobby_shown: 0,
            swept: 0,
            seen,
            guests,
            promotions: PromotionNews::default(),
        }
    }

    /// Takes jobs until the house closes.
    pub(crate) fn run(&mut self, jobs: &Receiver<Job>) {
        if self.shared.config.demo_tables {
            for act in demo::tables(self.floor(), self.shared.config.examples) {
                self.act(HOUSE, &act, None);
            }
        }
        self.run_pools();
        loop {
            match jobs.recv_timeout(LOOK) {
                Ok(order) => {
                    let more = jobs.try_iter().take(BATCH);
                    for order in std::iter::once(order).chain(more) {
                        match order {
                            Job::Act { who, act, reply } => self.asked(&who, &act, reply),
                            Job::Ask(ask) => ask(self),
                            Job::Close => return self.show(),
                        }
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.show(),
            }
            self.look_at_journal();
            self.run_tables();
            self.run_displays();
            self.run_promotions();
            self.sweep();
            self.show();
        }
    }

    /// Stops the house when the journal takes no more, although nobody has asked for anything: a witness has seen what it
    /// does not have, or what was verified beside it is wrong.
    fn look_at_journal(&self) {
        if self.shared.is_stopped() {
            return;
        }
        if let Some(stop) = self.shared.journal.stopped() {
            tracing::error!(%stop, "the journal takes no more; the house stops");
            self.seal(AfterSave::Stopped);
        }
    }

    /// Closes the journal.
    pub(crate) fn close(&mut self) {
        if let Some(live) = self.live.take()
            && let Err(stop) = live.close()
        {
            tracing::error!(%stop, "the journal could not be closed");
        }
    }

    /// The floor, with what is not saved to disk yet: whatever is told of it goes through `seal`.
    pub(crate) fn floor(&self) -> &Floor {
        self.live.as_ref().expect("it is open while the floor_thread runs").floor()
    }

    /// What the snapshots so far can be decrypted with, for who reads the journal on another thread.
    pub(crate) fn snapshot_keys(&self) -> SnapshotKeys {
        let live = self.live.as_ref().expect("it is open while the floor_thread runs");
        live.snapshot_keys().clone()
    }

    /// What is remembered of the tables.
    pub(crate) fn memory(&self, table: TableId) -> Option<&Memory> {
        self.live.as_ref()?.memories().of(table)
    }

    /// Lists what is remembered of the mystery prizes of a pool.
    pub(crate) fn mysteries(&self, pool: PoolId) -> Vec<MysteryProof> {
        let memories = self.live.iter().map(Live::memories);
        memories.flat_map(|it| it.mysteries().of(pool)).cloned().collect()
    }

    /// Breaks the thread of the journal down, for a test.
    pub(crate) fn sabotage_journal(&mut self) {
        let (now, what) = (self.shared.time.now(), "told to break down".to_owned());
        let incident =
            Act::HouseAct(HouseAct::Incident { table: None, kind: None, person: None, what });
        if let Some(live) = &mut self.live {
            let _stopped = live.act_then(now, HOUSE, &incident, |_| panic!("told to break down"));
        }
        self.act(HOUSE, &incident, None);
    }

    /// Notes something that the program has seen.
    pub(crate) fn note_incident(&mut self, incident: &Act) {
        self.act(HOUSE, incident, None);
    }

    /// Hands something to the publisher.
    pub(crate) fn seal(&self, sealed: AfterSave) {
        // The publisher is gone only when the house is.
        let _gone = self.outbox.send(sealed);
    }

    /// Does what somebody asks for, if it is not more than one address may have.
    fn asked(&mut self, who: &str, act: &Act, reply: Reply) {
        if self.guests.takes_too_much(self.floor(), act, reply.from) {
            let _gone = reply.to.send(Err(Problem::seats_taken()));
            return;
        }
        if reply.password.is_some() && self.password_of(who) != reply.password.as_ref() {
            let _gone = reply.to.send(Err(Problem::rights("your password was changed meanwhile")));
            return;
        }
        self.act(who, act, Some(reply));
    }

    fn password_of(&self, who: &str) -> Option<&String> {
        let people = &self.floor().people;
        people.get(people.find(who)?)?.password.as_ref()
    }

    /// Has somebody do something; tells whether the floor denied it.
    fn act(&mut self, who: &str, act: &Act, mut reply: Option<Reply>) -> Option<Denied> {
        if self.shared.is_stopped() {
            return None;
        }
        let now = self.shared.time.now();
        if let Some(show) = self.burn_before_close(who, act, now) {
            self.act(HOUSE, &show, None);
        }
        let live = self.live.as_mut()?;
        let key = reply.as_mut().map(|reply| std::mem::take(&mut reply.key));
        let told = match live.act_under(now, who, act, key.unwrap_or_default()) {
            Ok(told) => told,
            Err(stop) => {
                tracing::error!(%stop, "the journal takes no more; the house stops");
                self.seal(AfterSave::Stopped);
                return None;
            }
        };
        if let Some(player) = live.floor().people.find(who) {
            self.seen.insert(player, self.shared.clock.elapsed());
        }
        let table = told.table;
        told.answer.events.iter().for_each(|event| self.note_promotion(event));
        let words = self.note(table, &told.answer);
        let reply = reply.map(|reply| self.addressed(who, table, words, &told.answer, reply));
        let denied = match &told.answer.verdict {
            ActResult::Denied(denied) => Some(denied.clone()),
            ActResult::Done | ActResult::Waits { .. } => None,
        };
        let noted = matches!(act, Act::HouseAct(HouseAct::Incident { .. }));
        if let Some(table) = table.filter(|_| !told.answer.events.is_empty() && !noted) {
            self.pace.happened(table);
        }
        let pooled = told.answer.events.iter().any(|event| matches!(event, Event::Pool { .. }));
        self.seal(AfterSave::Act(told.answer, told.ticket, reply.map(Box::new)));
        if pooled {
            self.run_pools();
        }
        denied
    }

    /// Does what is to be done about mystery prizes before anything else happens.
    fn run_pools(&mut self) {
        let next = self.live.as_ref().and_then(|live| self.pace.next_for_pools(live.floor()));
        if let Some(act) = next
            && let Some(denied) = self.act(HOUSE, &act, None)
        {
            let why = croupier_view::words::denied(&denied);
            tracing::error!(act = act.name(), %why, "the program was denied");
        }
    }

    /// Says which displays of pools are cut off, and which are back.
    fn run_displays(&mut self) {
        let now = self.shared.clock.elapsed();
        for act in self.shared.displays.next(self.floor(), now) {
            self.act(HOUSE, &act, None);
        }
    }

    /// Returns by what a display of a pool proves that it is this one.
    pub(crate) fn display_key(&self, pool: PoolId, display: DisplayId) -> String {
        self.pace.display_key(pool, display)
    }

    /// Tells whether the keys of the mystery prize of a pool are lost.
    pub(crate) fn pool_key_is_lost(&self, pool: PoolId) -> bool {
        self.floor().pools.get(pool).is_some_and(|pool| self.pace.pool_key_is_lost(pool))
    }

    /// Shows the key of the burned cards before a virtual table closes: the shoe is over then.
    fn burn_before_close(&self, who: &str, act: &Act, now: u64) -> Option<Act> {
        let Act::EdgeAct(EdgeAct::Close { table }) = act else { return None };
        let floor = self.live.as_ref()?.floor();
        let (room, person) = (floor.rooms.get(table)?, floor.people.find(who)?);
        let may =
            [Role::Supervisor, Role::Manager].iter().any(|role| floor.people.is(person, *role));
        let empty = room.seated().next().is_none() || room.closing.is_some_and(|at| at <= now);
        let closes = may && empty && room.is_between_rounds() && !room.has_wagers();
        self.pace.reveal_burn(room).filter(|_| closes)
    }

    /// Puts an answer that was read from the journal into the words of whoever gets it.
    pub(crate) fn recall(
        &self,
        who: &str,
        table: TableId,
        answer: Answer,
        (number, receipt): (u64, Hash),
    ) -> Saved {
        let floor = self.floor();
        let room = floor.rooms.get(&table);
        let eye = floor.people.find(who).map_or(Viewer::Player, |it| croupier_view::eye(floor, it));
        let events = match (room, eye) {
            (Some(room), eye) => written(watched(&answer, floor, room, eye)),
            (None, Viewer::Staff) => written(SeenAnswer::of(&answer, floor).events),
            (None, Viewer::Player) => Arc::default(),
        };
        let game = room.map(|room| room.kind.name());
        Saved { number, receipt, verdict: answer.verdict, events, game }
    }

    /// Puts an answer into the words of whoever gets it.
    fn addressed(
        &self,
        who: &str,
        table: Option<TableId>,
        words: Option<Words>,
        answer: &Answer,
        reply: Reply,
    ) -> Reply {
        let floor = self.floor();
        let player = floor.people.find(who);
        let eye = player.map_or(Viewer::Player, |player| croupier_view::eye(floor, player));
        let events = match (words, eye) {
            (Some([player, _]), Viewer::Player) => player,
            (Some([_, staff]), Viewer::Staff) => staff,
            (None, Viewer::Staff) => written(SeenAnswer::of(answer, floor).events),
            (None, Viewer::Player) => Arc::default(),
        };
        let room = table.and_then(|table| floor.rooms.get(&table));
        Reply { events, game: room.map(|room| room.kind.name()), ..reply }
    }

    /// Notes what is to be shown: the table, whose money moved, and what staff should know. Returns the
    /// words for players and for staff, if a table is concerned.
    fn note(&mut self, table: Option<TableId>, answer: &Answer) -> Option<Words> {
        for event in &answer.events {
            match event {
                Event::Posted(posting) => {
                    self.people
                        .extend([posting.from, posting.to].into_iter().filter_map(Account::player));
                }
                Event::Seat { player: Some(player), .. } => {
                    self.people.insert(*player);
                    self.lobby_changed = true;
                }
                Event::Round { .. } | Event::Seat { .. } | Event::Table { .. } => {
                    self.lobby_changed = true;
                }
                Event::Pool { pool, .. } => self.pool_changed(*pool),
                Event::Sign { player: Some(player), .. }
                | Event::Voucher {
                    change: VoucherChange::Issued { player: Some(player), .. },
                    ..
                } => {
                    self.people.insert(*player);
                }
                Event::Clock { was, now } => self.clock_was_set(*was, *now),
                Event::Prompt { .. }
                | Event::Notice { .. }
                | Event::Withdrawn { .. }
                | Event::Task(_)
                | Event::TaskEnded { .. } => {
                    // A task may be about another table than the act.
                    let other = event.table().filter(|other| Some(*other) != table);
                    if let Some(other) = other {
                        self.touched.entry(other).or_default();
                    }
                    let seen = seen_by(event, self.floor(), None, Viewer::Staff);
                    self.seal(AfterSave::Prompt(json(&seen)));
                }
                Event::Game(..)
                | Event::Sign { .. }
                | Event::CutOffered { .. }
                | Event::ShuffleBegun { .. }
                | Event::WasCut { .. }
                | Event::CutLapsed { .. }
                | Event::BurnProved { .. }
                | Event::Cards { .. }
                | Event::Promotion { .. }
                | Event::Law { .. }
                | Event::Prescribed { .. }
                | Event::Points { .. }
                | Event::Voucher { .. }
                | Event::Proved { .. }
                | Event::KeyLost { .. }
                | Event::Words { .. }
                | Event::BettingClosed { .. }
                | Event::Noted { .. }
                | Event::Person { .. }
                | Event::Complaint { .. }
                | Event::Asked { .. }
                | Event::Answered { .. }
                | Event::Variant { .. }
                | Event::Order { .. }
                | Event::Fell { .. } => {}
            }
        }
        self.note_at(table?, answer)
    }

    /// Keeps what happened at a table for those who watch it, in words.
    fn note_at(&mut self, table: TableId, answer: &Answer) -> Option<Words> {
        self.awake.insert(table);
        let floor = self.floor();
        let room = floor.rooms.get(&table)?;
        let words: Words =
            [Viewer::Player, Viewer::Staff].map(|eye| written(watched(answer, floor, room, eye)));
        let noted = self.touched.entry(table).or_default();
        for (noted, words) in noted.iter_mut().zip(&words) {
            noted.push(Arc::clone(words));
        }
        Some(words)
    }

    /// Every table of a pool shows its prizes, and so does the lobby.
    fn pool_changed(&mut self, pool: PoolId) {
        self.lobby_changed = true;
        let pool = self.live.as_ref().and_then(|live| live.floor().pools.get(pool));
        for table in pool.into_iter().flat_map(|pool| &pool.tables) {
            self.touched.entry(*table).or_default();
        }
    }

    /// Two people have put the time of the house right: what waits for a time waits for as long as before.
    fn clock_was_set(&mut self, was: u64, now: u64) {
        tracing::warn!(was, now, "two people have put the time of the house right");
        self.shared.time.moved(was, now);
        self.pace.moved(was, now);
        self.timers.clear();
        let tables: Vec<_> = self.floor().rooms.keys().copied().collect();
        tables.into_iter().for_each(|table| self.touch(table));
    }

    /// Says what the clocks say, and whether one person has confirmed the machine's.
    pub(crate) fn clocks(&self) -> Clocks {
        let clocks = self.shared.time.look();
        let asked = self.floor().requests.values().any(|request| match &request.act {
            Act::HouseAct(HouseAct::SetClock { by }) => clocks.is_right(*by),
            _ => false,
        });
        Clocks { confirmed_by_one: clocks.doubted && asked, ..clocks }
    }

    /// Shows whatever has changed to those who watch it.
    fn show(&mut self) {
        self.show_promotions();
        for (table, happened) in std::mem::take(&mut self.touched) {
            let watched = self.shared.hub.watched(table.0);
            let mut eyes = [Viewer::Player, Viewer::Staff].into_iter().zip(watched);
            let mut view = || {
                let (eye, watched) = eyes.next()?;
                watched.then(|| self.view(table, eye)).flatten()
            };
            let views = [view(), view()];
            self.seal(AfterSave::Table(Box::new(Scene { table: table.0, views, happened })));
        }
        for player in std::mem::take(&mut self.people) {
            if self.shared.hub.is_here(player.0)
                && let Some(me) = Me::of(self.floor(), player)
            {
                self.seal(AfterSave::Person(player.0, Box::new(me)));
            }
        }
        let now = self.shared.clock.elapsed();
        if self.lobby_changed && now >= self.lobby_shown + LOBBY {
            (self.lobby_changed, self.lobby_shown) = (false, now);
            if self.shared.hub.lobby_watched() {
                let lobby = self.lobby();
                self.seal(AfterSave::Lobby(Box::new(lobby)));
            }
        }
    }

    /// Has a table shown again although nothing was journaled: who runs it has changed, or a clock.
    pub(crate) fn touch(&mut self, table: TableId) {
        self.awake.insert(table);
        self.touched.entry(table).or_default();
    }

    /// Shows a table.
    pub(crate) fn view(&self, table: TableId, eye: Viewer) -> Option<TableView> {
        let nothing = Memory::default();
        let memory = self.memory(table).unwrap_or(&nothing);
        let mut view = croupier_view::view(self.floor(), table, memory, eye)?;
        view.now = self.shared.time.now();
        let (driver, clock) = (self.pace.driver(table), self.pace.clock(table));
        let room = self.floor().rooms.get(&table);
        let key_lost = room.is_some_and(|room| self.pace.key_is_lost(room));
        let demo = room.is_some_and(|room| room.demo);
        let shows_results = demo || self.shared.config.results_at_money_tables;
        Some(TableView { number: 0, driver, clock, key_lost, shows_results, view })
    }

    /// Shows all tables at a glance.
    pub(crate) fn lobby(&self) -> Lobby {
        let floor = self.floor();
        Lobby {
            number: 0,
            now: self.shared.time.now(),
            house: self.shared.config.house.clone(),
            guests: self.shared.config.guests,
            tables: floor.rooms.values().map(|room| LobbyTable::of(floor, room)).collect(),
        }
    }

    /// Lets the program do what is due at the virtual tables: those where something happened, and those
    /// whose time has come.
    fn run_tables(&mut self) {
        let now = self.shared.time.now();
        while let Some(&(at, table)) = self.timers.first()
            && at <= now
        {
            self.timers.pop_first();
            self.awake.insert(table);
        }
        for table in std::mem::take(&mut self.awake) {
            self.run_table(table, now);
        }
    }

    fn run_table(&mut self, table: TableId, now: u64) {
        self.run_signs(table, now);
        let before = self.pace.clock(table);
        for done in 1..=IN_A_ROW {
            let Some(live) = &self.live else { return };
            let Some(room) = live.floor().rooms.get(&table) else {
                self.pace.forget(table);
                return;
            };
            let Some(act) = self.pace.next(live.floor(), room, now) else { break };
            if let Some(denied) = self.act(HOUSE, &act, None) {
                self.program_denied(table, &act, &denied);
                break;
            }
            if done == IN_A_ROW {
                // There is more to do, after the others have had their turn.
                self.awake.insert(table);
            }
        }
        if self.pace.clock(table) != before {
            self.touched.entry(table).or_default();
        }
        if let Some(at) = self.pace.look_again(table, now) {
            self.timers.insert((at, table));
        }
    }

    /// The floor denied what the program wanted to do at a table, which should not be: it is recorded once for
    /// staff to look at, and the program waits until something else happens there.
    fn program_denied(&mut self, table: TableId, act: &Act, denied: &Denied) {
        if !self.pace.is_denied(table, act) {
            return;
        }
        let why = croupier_view::words::denied(denied);
        tracing::error!(table = table.0, act = act.name(), %why, "the program was denied");
        let what = format!("the program waits: {} was denied: {why}", act.write());
        let incident = HouseAct::Incident { table: Some(table), kind: None, person: None, what };
        self.act(HOUSE, &Act::HouseAct(incident), None);
    }

    /// Tells a table that time has passed when one of its signs has stood long enough.
    fn run_signs(&mut self, table: TableId, now: u64) {
        let Some(room) = self.floor().rooms.get(&table) else { return };
        let Some(at) = room.next_sign() else { return };
        if at > now {
            self.timers.insert((at, table));
        } else if room.is_between_rounds() {
            self.act(HOUSE, &Act::TableAct(TableAct::Time { table }), None);
            // What keeps a sign from taking effect may take a while.
            self.awake.remove(&table);
            self.timers.insert((now + LATER, table));
        }
    }

    /// Takes the seats of guests who are gone.
    fn sweep(&mut self) {
        let now = self.shared.clock.elapsed();
        if now < self.swept + SWEEP {
            return;
        }
        self.swept = now;
        self.shared.sessions.sweep();
        self.guests.sweep(&self.shared.sessions);
        let idle = self.shared.config.pace.idle_guest;
        let is_away = |player| {
            let seen = self.seen.get(&player);
            seen.is_none_or(|seen| now >= seen.saturating_add(idle))
        };
        let watches = |player: Player| self.shared.hub.is_here(player.0);
        let acts = Guests::clear(self.floor(), is_away, watches);
        for act in acts {
            if let Some(denied) = self.act(HOUSE, &act, None) {
                let why = croupier_view::words::denied(&denied);
                tracing::error!(act = act.name(), %why, "the program was denied");
            }
        }
        self.seen.retain(|_, seen| now < seen.saturating_add(idle));
    }

    /// Takes the name of a guest who is gone, if there is one.
    pub(crate) fn take_guest_name(&mut self) -> Option<String> {
        let floor = self.live.as_ref()?.floor();
        self.guests.take_name(floor)
    }

    /// Somebody shows a sign of life.
    pub(crate) fn is_alive(&mut self, player: Player) {
        self.seen.insert(player, self.shared.clock.elapsed());
    }
}
