//! A wire between a journal and its server that fails when it is told to: it loses what is asked, or the answer, or keeps
//! the answer back.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::Shutdown;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;

/// How the wire fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// What is asked does not reach the server.
    Question,
    /// It does, and the answer does not come back.
    Answer,
    /// It does, and nothing comes back, but the connection stands: the server seems to be frozen.
    Silence,
}

#[derive(Default)]
struct State {
    /// After how many more questions the wire fails, and how.
    plan: Option<(u32, Fault)>,
    failed: u32,
}

/// A wire: a socket in a folder of its own, behind which the server's is.
pub(crate) struct Wire {
    pub(crate) folder: PathBuf,
    state: Arc<Mutex<State>>,
}

impl Wire {
    pub(crate) fn to(server: &Path, folder: &Path) -> Self {
        fs::create_dir_all(folder).unwrap();
        let listener = UnixListener::bind(folder.join(".s.PGSQL.5432")).unwrap();
        let state = Arc::new(Mutex::new(State::default()));
        let (shared, server) = (Arc::clone(&state), server.to_owned());
        thread::spawn(move || {
            for client in listener.incoming() {
                let Ok(client) = client else { return };
                match UnixStream::connect(&server) {
                    Ok(server) => carry(client, server, &shared),
                    Err(_) => drop(client),
                }
            }
        });
        Self { folder: folder.to_owned(), state }
    }

    /// Has the wire fail at a question, counted from now.
    pub(crate) fn fail_at(&self, question: u32, fault: Fault) {
        self.state.lock().unwrap().plan = Some((question, fault));
    }

    /// Says how often the wire has failed since it was mended.
    pub(crate) fn failed(&self) -> u32 {
        self.state.lock().unwrap().failed
    }

    /// Says how often the wire has failed; it does not any more.
    pub(crate) fn mend(&self) -> u32 {
        let mut state = self.state.lock().unwrap();
        state.plan = None;
        std::mem::take(&mut state.failed)
    }
}

/// Carries questions and answers of one connection, until one of them fails.
fn carry(mut client: UnixStream, mut server: UnixStream, state: &Arc<Mutex<State>>) {
    let silent = Arc::new(Mutex::new(false));
    let (mut from_server, mut to_client) =
        (server.try_clone().unwrap(), client.try_clone().unwrap());
    let quiet = Arc::clone(&silent);
    thread::spawn(move || {
        let mut buffer = vec![0; 1 << 16];
        loop {
            let length = from_server.read(&mut buffer).unwrap_or(0);
            // Held while it is written: what comes after a failure does not pass.
            let silent = quiet.lock().unwrap();
            if length == 0 && !*silent {
                let _gone = to_client.shutdown(Shutdown::Both);
            }
            if length == 0 || !*silent && to_client.write_all(&buffer[..length]).is_err() {
                return;
            }
        }
    });
    let state = Arc::clone(state);
    thread::spawn(move || {
        let mut buffer = vec![0; 1 << 16];
        loop {
            let length = client.read(&mut buffer).unwrap_or(0);
            let fault = if length == 0 { None } else { due(&state) };
            match fault {
                None => {}
                Some(Fault::Question) => break,
                Some(Fault::Answer | Fault::Silence) => *silent.lock().unwrap() = true,
            }
            if length == 0 || server.write_all(&buffer[..length]).is_err() {
                break;
            }
            if fault == Some(Fault::Answer) {
                // The server has the question; it may answer nobody.
                let _gone = client.shutdown(Shutdown::Both);
            }
        }
        let _gone = (client.shutdown(Shutdown::Both), server.shutdown(Shutdown::Write));
    });
}

/// Counts a question, and says how it fails if its turn has come.
fn due(state: &Mutex<State>) -> Option<Fault> {
    let mut state = state.lock().unwrap();
    let (left, fault) = state.plan?;
    state.plan = (left > 1).then(|| (left - 1, fault));
    state.failed += u32::from(left <= 1);
    (left <= 1).then_some(fault)
}
