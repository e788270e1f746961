//! A PostgreSQL server of the tests' own: the programs of the Debian package, on a socket in a folder of its own, as the
//! user `postgres` where the tests run as root.
#![allow(dead_code, reason = "each test uses a part of it")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, mpsc};
use std::thread;

/// A running server; it ends with the test, and with the process of the tests if that is killed.
pub(crate) struct Server {
    folder: PathBuf,
    child: Mutex<Option<Child>>,
}

static NUMBERS: AtomicU32 = AtomicU32::new(0);

/// Finds the folder with the newest server programs.
fn programs() -> PathBuf {
    let folders = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let version = |folder: &Path| folder.file_name()?.to_str()?.parse::<u32>().ok();
    let newest = folders.map(|entry| entry.path()).max_by_key(|folder| version(folder));
    let bin = newest.map(|folder| folder.join("bin")).filter(|bin| bin.join("initdb").exists());
    bin.expect(
        "PostgreSQL's server programs are needed: apt-get install postgresql, as ./test does",
    )
}

/// The numbers of the user `postgres`, if the tests run as root, whom the server does not serve.
fn other_user() -> Option<(u32, u32)> {
    let root = fs::metadata("/proc/self").map(|own| std::os::unix::fs::MetadataExt::uid(&own));
    if root.unwrap() != 0 {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").unwrap();
    let fields = users.lines().find_map(|line| line.strip_prefix("postgres:")).unwrap();
    let mut fields = fields.split(':').skip(1).map(|field| field.parse().unwrap());
    Some((fields.next().unwrap(), fields.next().unwrap()))
}

/// A program of PostgreSQL's, to be run as somebody who is not root, and not to outlive the tests.
fn program(name: &str) -> Command {
    let mut command = Command::new("setpriv");
    command.arg("--pdeathsig=KILL");
    if let Some((user, group)) = other_user() {
        command.args([
            format!("--reuid={user}"),
            format!("--regid={group}"),
            "--clear-groups".into(),
        ]);
    }
    command.arg("--").arg(programs().join(name)).env("LC_ALL", "C").stdin(Stdio::null());
    command.current_dir("/").env("HOME", "/").env_remove("PGPORT");
    command
}

fn run(mut command: Command) -> String {
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{command:?}: {text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    text
}

impl Server {
    /// Makes a server, and starts it.
    pub(crate) fn start() -> Self {
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        // In memory where that is possible; short, for the name of a socket has room for a hundred letters.
        let memory = Path::new("/dev/shm");
        let base = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        let folder = base.join(format!("croupier-pg-{}-{number}", std::process::id()));
        let _left = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        if let Some((user, group)) = other_user() {
            chown(&folder, Some(user), Some(group)).unwrap();
        }
        let mut initdb = program("initdb");
        initdb.args([
            "-U",
            "croupier",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync",
            "-D",
        ]);
        initdb.arg(folder.join("data"));
        run(initdb);
        let server = Self { folder, child: Mutex::new(None) };
        server.restart();
        server
    }

    /// A server that all tests of a program share.
    pub(crate) fn shared() -> &'static Self {
        static SHARED: OnceLock<Server> = OnceLock::new();
        // The server is killed when the thread that started it ends: this one waits for ever.
        SHARED.get_or_init(|| {
            let (sender, receiver) = mpsc::channel();
            thread::spawn(move || {
                sender.send(Self::start()).unwrap();
                loop {
                    thread::park();
                }
            });
            receiver.recv().unwrap()
        })
    }

    /// Starts the server again, and waits until it takes connections.
    pub(crate) fn restart(&self) {
        let mut all = String::new();
        // It does not start while processes of the one before are still about to notice that it is gone.
        for _ in 0..1000 {
            let mut postgres = program("postgres");
            postgres.arg("-D").arg(self.folder.join("data")).arg("-k").arg(&self.folder);
            for setting in ["listen_addresses=", "shared_buffers=16MB", "max_connections=60"] {
                postgres.args(["-c", setting]);
            }
            let mut child = postgres.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
            let mut said = BufReader::new(child.stderr.take().unwrap());
            let mut line = String::new();
            while said.read_line(&mut line).unwrap() > 0 {
                if line.contains("ready to accept connections") {
                    thread::spawn(move || std::io::copy(&mut said, &mut std::io::sink()));
                    *self.child.lock().unwrap() = Some(child);
                    return;
                }
                all += &std::mem::take(&mut line);
            }
            child.wait().unwrap();
        }
        panic!("the server did not start: {all}");
    }

    /// Kills the server, as a loss of power would.
    pub(crate) fn kill(&self) {
        if let Some(mut child) = self.child.lock().unwrap().take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    /// The folder with the server's socket.
    pub(crate) fn socket(&self) -> PathBuf {
        self.folder.join(".s.PGSQL.5432")
    }

    /// Makes an empty database, and says its name.
    pub(crate) fn new_database(&self) -> String {
        let name = format!("floor{}", NUMBERS.fetch_add(1, Ordering::Relaxed));
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
        name
    }

    /// The address of a new, empty database.
    pub(crate) fn database(&self) -> PathBuf {
        address(&self.folder, &self.new_database())
    }

    /// Runs statements as an administrator of the database would, and says what they answer.
    pub(crate) fn sql(&self, database: &str, statements: &str) -> String {
        let mut psql = program("psql");
        psql.args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-U", "croupier", "-h"]);
        psql.arg(&self.folder).args(["-d", database, "-c", statements]);
        run(psql).trim().to_owned()
    }

    /// Ends all connections of journals, as a failing network would.
    pub(crate) fn cut_connections(&self, database: &str) {
        let own = format!("datname = '{database}' AND application_name LIKE 'croupier %'");
        self.sql(
            "postgres",
            &format!("SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE {own}"),
        );
    }
}

/// The address of a database whose server has its socket in a folder.
pub(crate) fn address(folder: &Path, database: &str) -> PathBuf {
    let folder = folder.display().to_string().replace('/', "%2F");
    format!("postgres://croupier@{folder}/{database}").into()
}

/// The name of the database in an address.
pub(crate) fn database_of(address: &Path) -> &str {
    address.to_str().unwrap().rsplit('/').next().unwrap()
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
        let _left = fs::remove_dir_all(&self.folder);
    }
}
