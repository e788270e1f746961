//! The house: one thread owns the floor, and whoever wants something of it asks through here.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use croupier_floor::{Act, ActResult, EdgeAct, HouseAct, TableAct, TableId};
use croupier_house::{Live, Secret, Stop, opens_example};
use croupier_journal::{Hash, Journal, OpeningCheck, Options};
use croupier_view::Memories;
use tokio::sync::{oneshot, watch};

use crate::clock::Clock;
use crate::config::Config;
use crate::floor_thread::FloorThread;
use crate::hasher::Hasher;
use crate::house_time::HouseTime;
use crate::hub::Hub;
use crate::message::Written;
use crate::metrics::Metrics;
use crate::once::{Once, Outcome};
use crate::origin::Origin;
use crate::problem::Problem;
use crate::publisher::{self, AfterSave, Reply};
use crate::sessions::Sessions;
use crate::sign_ins::SignIns;

/// So many jobs may wait in all.
const JOBS: usize = 16_384;

/// The way to the floor. Clones lead to the same one.
#[derive(Clone)]
pub struct House {
    jobs: SyncSender<Job>,
    pub(crate) shared: Arc<Shared>,
    threads: Arc<Mutex<Vec<JoinHandle<()>>>>,
}

/// What the threads of a house share.
pub(crate) struct Shared {
    pub(crate) config: Config,
    pub(crate) hub: Hub,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) clock: Arc<dyn Clock>,
    /// The journal, to ask how far it is verified.
    pub(crate) journal: Journal,
    pub(crate) time: HouseTime,
    pub(crate) sessions: Sessions,
    pub(crate) sign_ins: SignIns,
    pub(crate) once: Arc<Once>,
    pub(crate) hasher: Hasher,
    broken: watch::Sender<Option<Part>>,
    waiting: Mutex<HashMap<Option<TableId>, usize>>,
}

/// A part of the house without which it does nothing more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The thread that owns the floor, and runs the virtual tables.
    Floor,
    /// The thread that tells everyone what was saved.
    Publisher,
    /// The journal: it takes no more, or the thread that writes it is gone.
    Journal,
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Floor => "the floor",
            Self::Publisher => "the publisher",
            Self::Journal => "the journal",
        })
    }
}

impl Shared {
    /// A part of the house is gone: nothing is told from now on, and the house closes.
    pub(crate) fn break_down(&self, part: Part) {
        self.broken.send_if_modified(|broken| {
            let first = broken.is_none();
            broken.get_or_insert(part);
            first
        });
    }

    /// Tells whether the house has stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.broken().is_some()
    }

    /// Says which part of the house is gone, if one is.
    pub(crate) fn broken(&self) -> Option<Part> {
        *self.broken.borrow()
    }

    /// Returns what says when a part of the house is gone.
    pub(crate) fn breaking(&self) -> watch::Receiver<Option<Part>> {
        self.broken.subscribe()
    }
}

/// Raises the alarm when the thread that holds it breaks down.
struct Alarm(Arc<Shared>, Part);

impl Drop for Alarm {
    fn drop(&mut self) {
        if std::thread::panicking() {
            tracing::error!(part = %self.1, "a thread of the house broke down; the house closes");
            self.0.break_down(self.1);
        }
    }
}

/// Somebody asks for something to be done.
pub(crate) struct Asking<'a> {
    pub(crate) who: &'a str,
    pub(crate) act: Act,
    /// The key of the request, for the journal.
    pub(crate) key: Vec<u8>,
    /// From where a guest asks.
    pub(crate) from: Option<Origin>,
}

/// Something for the thread that owns the floor.
pub(crate) enum Job {
    /// Somebody does something.
    Act { who: String, act: Box<Act>, reply: Reply },
    /// Somebody wants to know, or to have something done that is no act.
    Ask(Box<dyn FnOnce(&mut FloorThread) + Send>),
    /// The house closes.
    Close,
}

/// What became of an act that is saved to disk.
#[derive(Clone, Debug)]
pub struct Saved {
    /// Its number in the journal.
    pub number: u64,
    /// The hash of its entry, by which it can be proved to be there.
    pub receipt: Hash,
    /// What became of it.
    pub verdict: ActResult,
    /// What happened, as whoever did it may see it.
    pub events: Written,
    /// The game at whose table.
    pub game: Option<&'static str>,
}

/// A place in the queue of a table.
pub(crate) struct Permit {
    shared: Arc<Shared>,
    table: Option<TableId>,
}

impl Permit {
    fn take(shared: &Arc<Shared>, table: Option<TableId>) -> Option<Self> {
        let mut waiting = shared.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let here = waiting.entry(table).or_insert(0);
        if *here >= shared.config.limits.table_queue {
            return None;
        }
        *here += 1;
        shared.metrics.acts_waiting.fetch_add(1, Ordering::Relaxed);
        Some(Self { shared: Arc::clone(shared), table })
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut waiting = self.shared.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(here) = waiting.get_mut(&self.table) {
            *here -= 1;
            if *here == 0 {
                waiting.remove(&self.table);
            }
        }
        self.shared.metrics.acts_waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

impl House {
    /// Opens the floor of a journal, and makes one if there is none.
    ///
    /// # Errors
    /// The journal or the secret cannot be used.
    pub fn open(config: Config, clock: Arc<dyn Clock>) -> Result<Self, Stop> {
        let at = clock.now();
        let (mirror, witnesses) = (config.mirror.clone(), config.witnesses.clone());
        let options = Options { mirror, witnesses, at, ..Options::default() };
        let mut live = Live::open(&config.journal, options)?;
        let memories = live.take_memories();
        for note in live.journal().notes() {
            tracing::warn!(note, "the journal");
        }
        let mut path = config.journal.clone().into_os_string();
        path.push(".secret");
        let secret = live.secret(path.as_ref())?;
        let number = live.journal().opened().number;
        let metrics = Arc::new(Metrics::default());
        metrics.number.store(number, Ordering::Relaxed);
        let (limits, keys) = (config.limits, live.take_keys());
        let shared = Arc::new(Shared {
            config,
            hub: Hub::new(Arc::clone(&metrics)),
            metrics,
            time: HouseTime::after(live.floor().now, Arc::clone(&clock)),
            sessions: Sessions::new(limits, Arc::clone(&clock)),
            sign_ins: SignIns::new(secret.derived(b"devices"), Arc::clone(&clock)),
            once: Arc::new(Once::new(secret.derived(b"requests"), keys.into_iter())),
            hasher: Hasher::new(),
            clock,
            journal: live.journal().clone(),
            broken: watch::Sender::new(None),
            waiting: Mutex::new(HashMap::new()),
        });
        Ok(Self::run(shared, live, memories, secret, number))
    }

    fn run(
        shared: Arc<Shared>,
        live: Live,
        memories: Memories,
        secret: Secret,
        number: u64,
    ) -> Self {
        let (jobs, inbox): (_, Receiver<Job>) = sync_channel(JOBS);
        let (outbox, sealed) = sync_channel::<AfterSave>(JOBS);
        let mut floor_thread =
            FloorThread::new(Arc::clone(&shared), live, memories, secret, outbox);
        let telling = Arc::clone(&shared);
        let alarms = [Part::Floor, Part::Publisher].map(|part| Alarm(Arc::clone(&shared), part));
        let [floor_alarm, publisher_alarm] = alarms;
        let threads = vec![
            std::thread::spawn(move || {
                let _alarm = floor_alarm;
                floor_thread.run(&inbox);
                floor_thread.close();
            }),
            std::thread::spawn(move || {
                let _alarm = publisher_alarm;
                publisher::run(&sealed, &telling, number);
            }),
        ];
        Self { jobs, shared, threads: Arc::new(Mutex::new(threads)) }
    }

    /// Has somebody do something, and waits until it is saved to disk.
    ///
    /// # Errors
    /// The table has too much to do, or the house has stopped; a denial is an answer.
    pub async fn act(&self, who: &str, act: Act) -> Result<Saved, Problem> {
        self.act_of(Asking { who, act, key: Vec::new(), from: None }).await
    }

    /// Does the same for somebody of whom more is known.
    pub(crate) async fn act_of(&self, asking: Asking<'_>) -> Outcome {
        let Asking { who, act, key, from } = asking;
        if self.shared.is_stopped() {
            return Err(Problem::stopped());
        }
        if let Some(example) = opens_example(&act).filter(|_| !self.shared.config.examples) {
            return Err(Problem::not_offered(example.title()));
        }
        if depends_on_clock(&act) && self.shared.time.look().doubted {
            return Err(Problem::clock());
        }
        let table = act.table();
        let Some(permit) = Permit::take(&self.shared, table) else {
            self.shared.metrics.busy.fetch_add(1, Ordering::Relaxed);
            return Err(Problem::busy("too many acts wait here; nothing was done"));
        };
        let (to, answer) = oneshot::channel();
        let (events, game) = (Arc::default(), None);
        let reply = Reply { to, permit, since: Instant::now(), key, from, events, game };
        self.order(Job::Act { who: who.to_owned(), act: Box::new(act), reply })?;
        answer.await.unwrap_or_else(|_| Err(Problem::stopped()))
    }

    /// Asks something of the floor as it is; the answer comes when everything it shows is saved to disk.
    ///
    /// # Errors
    /// There is too much to do, or the house has stopped.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        what: impl FnOnce(&mut FloorThread) -> T + Send + 'static,
    ) -> Result<(u64, T), Problem> {
        if self.shared.is_stopped() {
            return Err(Problem::stopped());
        }
        let (to, answer) = oneshot::channel();
        self.order(Job::Ask(Box::new(move |floor_thread| {
            let told = what(floor_thread);
            floor_thread.seal(AfterSave::Then(Box::new(move |number| {
                let _gone = to.send((number, told));
            })));
        })))?;
        answer.await.map_err(|_| Problem::stopped())
    }

    fn order(&self, order: Job) -> Result<(), Problem> {
        self.jobs.try_send(order).map_err(|error| match error {
            TrySendError::Full(_) => {
                self.shared.metrics.busy.fetch_add(1, Ordering::Relaxed);
                Problem::busy("the house has too much to do; nothing was done")
            }
            TrySendError::Disconnected(_) => Problem::stopped(),
        })
    }

    /// Closes the house: what was begun is saved to disk and published, and the journal is signed.
    pub fn close(&self) {
        // A full queue is emptied before this is taken; one that is gone has closed already.
        let _gone = self.jobs.send(Job::Close);
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        for thread in threads.drain(..) {
            if thread.join().is_err() {
                tracing::error!("a thread of the house broke down");
            }
        }
    }

    /// Tells whether the house takes acts.
    pub fn is_ready(&self) -> bool {
        !self.shared.is_stopped() && self.opening_check().fault.is_none()
    }

    /// Says how far the verification of a long journal has come.
    pub fn opening_check(&self) -> OpeningCheck {
        self.shared.journal.opening_check()
    }

    /// Breaks a part of the house down, as a fault of ours would: for whoever tests what is seen of it.
    #[doc(hidden)]
    pub async fn sabotage(&self, part: Part) {
        let _gone = self
            .ask(move |floor_thread| match part {
                Part::Floor => panic!("the floor was told to break down"),
                Part::Journal => floor_thread.sabotage_journal(),
                Part::Publisher => {
                    floor_thread.seal(AfterSave::Then(Box::new(|_| panic!("told to break down"))))
                }
            })
            .await;
    }
}

/// Tells whether an act sets a time of the wall clock, or is good until one: what is done by a clock that is wrong
/// would stay wrong.
const fn depends_on_clock(act: &Act) -> bool {
    matches!(
        act,
        Act::HouseAct(HouseAct::IssueVoucher { .. })
            | Act::EdgeAct(EdgeAct::ExchangeVoucher { .. })
            | Act::TableAct(
                TableAct::AnnounceClosing { .. } | TableAct::Limit { .. } | TableAct::Limits { .. }
            )
    )
}
