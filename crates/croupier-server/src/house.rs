//! The house: one thread owns the floor, and whoever wants something of it asks through here.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use croupier_floor::{Act, ActResult, EdgeAct, Floor, HOUSE, HouseAct, TableAct, TableId};
use croupier_house::{Live, Secret, SecretAt, Stop, opens_example};
use croupier_journal::{Hash, Journal, OpeningCheck, Options, Papers};
use tokio::sync::{oneshot, watch};

use crate::breakdown::{Alarm, Breakdown, Part};
use crate::clock::Clock;
use crate::config::Config;
use crate::denials::Denials;
use crate::displays::Displays;
use crate::floor_thread::FloorThread;
use crate::hasher::Hasher;
use crate::house_time::HouseTime;
use crate::hub::Hub;
use crate::metrics::Metrics;
use crate::once::{Once, Outcome};
use crate::origin::Origin;
use crate::problem::Problem;
use crate::publisher::Written;
use crate::publisher::{self, AfterSave, Reply};
use crate::session_file::{SessionFile, rights_of};
use crate::sessions::{Before, Sessions};
use crate::sign_ins::SignIns;
use crate::witness::WitnessPlace;
use crate::witnessed::Witnessed;

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
    pub(crate) denials: Denials,
    /// When displays of pools were heard last.
    pub(crate) displays: Displays,
    /// What this house has seen of others.
    pub(crate) witnessed: Witnessed,
    breakdown: Arc<Breakdown>,
    waiting: Mutex<HashMap<Option<TableId>, usize>>,
}

impl Shared {
    /// A part of the house is gone: nothing is told from now on, and the house closes.
    pub(crate) fn break_down(&self, part: Part) {
        self.breakdown.of(part);
    }

    /// Tells whether the house has stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.broken().is_some()
    }

    /// Says which part of the house is gone, if one is.
    pub(crate) fn broken(&self) -> Option<Part> {
        self.breakdown.part()
    }

    /// Returns what says when a part of the house is gone.
    pub(crate) fn breaking(&self) -> watch::Receiver<Option<Part>> {
        self.breakdown.watch()
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
    /// The hash of a password that must still be that of who asks.
    pub(crate) password: Option<String>,
}

/// Reads the sessions that were open when the house was closed, of people who have the same rights as then.
fn sessions_before(config: &Config, floor: &Floor, key: [u8; 32], now: u64) -> Before {
    let (file, mut kept, latest) = SessionFile::open(&config.journal, key);
    kept.retain(|kept| {
        let person = floor.people.get(kept.person);
        person.is_some_and(|it| it.name == kept.name && rights_of(it) == kept.rights)
    });
    Before { file, kept, now: now.max(floor.now).max(latest) }
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
        let mirror = config.mirror.clone();
        let witnesses = config.witnesses.iter().map(WitnessPlace::speaker).collect();
        let accept_end = config.accept_end;
        let operator_key = config.operator_key.clone();
        let options =
            Options { operator_key, mirror, witnesses, accept_end, at, ..Options::default() };
        let mut live = Live::open(&config.journal, options)?;
        for note in live.journal().notes() {
            tracing::warn!(note, "the journal");
        }
        let secret = match Papers::of(&config.journal, config.operator_key.as_deref())? {
            Some(papers) => live.secret(SecretAt::Database(&papers))?,
            None => {
                let mut path = config.journal.clone().into_os_string();
                path.push(".secret");
                live.secret(&path)?
            }
        };
        let number = live.journal().opened().number;
        let metrics = Arc::new(Metrics::default());
        metrics.number.store(number, Ordering::Relaxed);
        let (limits, keys) = (config.limits, live.take_keys());
        let breakdown = Arc::new(Breakdown::new());
        let witnessed = Witnessed::new(&config.witness_for, &config.journal);
        let before = sessions_before(&config, live.floor(), secret.derived(b"sessions"), at);
        let shared = Arc::new(Shared {
            config,
            hub: Hub::new(Arc::clone(&metrics)),
            metrics,
            time: HouseTime::after(live.floor().now, Arc::clone(&clock)),
            sessions: Sessions::new(limits, Arc::clone(&clock), Some(before)),
            sign_ins: SignIns::new(secret.derived(b"devices"), Arc::clone(&clock)),
            once: Arc::new(Once::new(secret.derived(b"requests"), keys.into_iter())),
            hasher: Hasher::new(Alarm(Arc::clone(&breakdown), Part::Hasher)),
            witnessed,
            denials: Denials::new(limits.denied_per_minute, Arc::clone(&clock)),
            displays: Displays::default(),
            clock,
            journal: live.journal().clone(),
            breakdown,
            waiting: Mutex::new(HashMap::new()),
        });
        Ok(Self::run(shared, live, secret, number))
    }

    fn run(shared: Arc<Shared>, live: Live, secret: Secret, number: u64) -> Self {
        let (jobs, inbox): (_, Receiver<Job>) = sync_channel(JOBS);
        let (outbox, sealed) = sync_channel::<AfterSave>(JOBS);
        let mut floor_thread = FloorThread::new(Arc::clone(&shared), live, secret, outbox);
        let telling = Arc::clone(&shared);
        let alarms =
            [Part::Floor, Part::Publisher].map(|part| Alarm(Arc::clone(&shared.breakdown), part));
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
        self.act_of(Asking { who, act, key: Vec::new(), from: None, password: None }).await
    }

    /// Does the same only if the hash of this person's password is still this one.
    pub(crate) async fn act_while(
        &self,
        who: &str,
        act: Act,
        password: Option<String>,
    ) -> Result<Saved, Problem> {
        self.act_of(Asking { who, act, key: Vec::new(), from: None, password }).await
    }

    /// Does the same for somebody of whom more is known.
    pub(crate) async fn act_of(&self, asking: Asking<'_>) -> Outcome {
        let Asking { who, act, key, from, password } = asking;
        if self.shared.is_stopped() {
            return Err(Problem::stopped());
        }
        if let Some(example) = opens_example(&act).filter(|_| !self.shared.config.examples) {
            return Err(Problem::not_offered(example.title()));
        }
        // The program is not denied what it does, or waits when it is.
        if who != HOUSE && !self.shared.denials.begin(who) {
            self.turned_away(who, from.is_some());
            return Err(Problem::denied_too_often(self.shared.denials.seconds()));
        }
        let outcome = self.decided(Asking { who, act, key, from, password }).await;
        if !matches!(&outcome, Ok(Saved { verdict: ActResult::Denied(_), .. })) {
            self.shared.denials.was_not_denied(who);
        }
        outcome
    }

    /// Notes that somebody was denied too often to be heard now; of guests, who are nobody in particular, only in the
    /// figures.
    fn turned_away(&self, who: &str, is_guest: bool) {
        self.shared.metrics.throttled.fetch_add(1, Ordering::Relaxed);
        if is_guest || !self.shared.denials.is_news(who) {
            return;
        }
        tracing::warn!(who, "so much was denied that no more is decided for a while");
        let what = "too much of what this person asked for was denied; what comes beyond is turned away without an entry";
        let (person, what) = (Some(who.to_owned()), what.to_owned());
        let incident = Act::HouseAct(HouseAct::Incident { table: None, kind: None, person, what });
        // A house that has stopped, or has too much to do, has said so already.
        let _told = self
            .order(Job::Ask(Box::new(move |floor_thread| floor_thread.note_incident(&incident))));
    }

    /// Has an act decided and saved.
    async fn decided(&self, asking: Asking<'_>) -> Outcome {
        let Asking { who, act, key, from, password } = asking;
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
        let since = Instant::now();
        let reply = Reply { to, permit, since, key, from, password, events, game };
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

    /// Counts the witnesses that could not be told the last checkpoint.
    pub fn witness_faults(&self) -> usize {
        self.shared.journal.witness_faults().len()
    }

    /// Says how far the verification of a long journal has come.
    pub fn opening_check(&self) -> OpeningCheck {
        self.shared.journal.opening_check()
    }

    /// Keeps the thread that hashes passwords busy until what is returned is dropped: for whoever tests what happens
    /// meanwhile.
    #[doc(hidden)]
    pub async fn hold_hasher(&self) -> std::sync::mpsc::Sender<()> {
        let (held, until) = std::sync::mpsc::channel();
        let (begun, begins) = oneshot::channel();
        let shared = Arc::clone(&self.shared);
        tokio::spawn(async move {
            let wait = move |_: &mut _| {
                let _gone = begun.send(());
                let _dropped = until.recv();
            };
            let _done = shared.hasher.run(wait).await;
        });
        let _begun = begins.await;
        held
    }

    /// Breaks a part of the house down, as a fault of ours would: for whoever tests what is seen of it.
    #[doc(hidden)]
    pub async fn sabotage(&self, part: Part) {
        if part == Part::Hasher {
            let _gone: Result<(), _> =
                self.shared.hasher.run(|_| panic!("told to break down")).await;
            return;
        }
        let _gone = self
            .ask(move |floor_thread| match part {
                Part::Floor | Part::Hasher => panic!("the floor was told to break down"),
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
