//! The thread that hashes passwords, with a short queue: it keeps its 19 MiB and takes no more, and nobody makes the house
//! hash for ever. One hashes twenty-five passwords a second, and guesses are counted before they come here.
//! Of one account, and from one address, two come at a time: see `sign_ins`.

use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};

use croupier_house::password::Workspace;
use tokio::sync::oneshot;

use crate::breakdown::Alarm;
use crate::problem::Problem;

/// So many may wait.
const QUEUE: usize = 64;

type Job = Box<dyn FnOnce(&mut Workspace) + Send>;

/// The way to the thread that hashes passwords.
pub(crate) struct Hasher(SyncSender<Job>);

impl Hasher {
    /// Starts the thread; it ends when nobody can ask it any more, and raises the alarm if it breaks down.
    pub(crate) fn new(alarm: Alarm) -> Self {
        let (jobs, inbox) = sync_channel::<Job>(QUEUE);
        std::thread::spawn(move || {
            let _alarm = alarm;
            let mut room = Workspace::default();
            inbox.iter().for_each(|job| job(&mut room));
        });
        Self(jobs)
    }

    /// Has something done by the thread.
    ///
    /// # Errors
    /// Too many wait already; nothing was done.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Workspace) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let (to, done) = oneshot::channel();
        let job: Job = Box::new(move |room| {
            // Who has gone meanwhile costs no work any more.
            if !to.is_closed() {
                let _gone = to.send(work(room));
            }
        });
        self.0.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => Problem::busy("too many passwords are being checked"),
            TrySendError::Disconnected(_) => Problem::internal(),
        })?;
        done.await.map_err(|_| Problem::internal())
    }
}
